"""What every call works with: the sandbox as a whole, and the signed-in account of one call."""

import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from sqlalchemy import Row, insert, select

from sandbox import http, tokens
from sandbox.access import Access, Assignment, access_of
from sandbox.clock import now_stored
from sandbox.database import Database
from sandbox.errors import Unauthorized, access_denied
from sandbox.faults import Faults
from sandbox.folding import fold
from sandbox.params import Params
from sandbox.settings import SandboxSettings
from sandbox.tables import meta, outbox, refresh_tokens, role_assignments, users

ACTIVITY_STEP = 60


@dataclass(frozen=True)
class Matches:
    """How many rows a filter finds, and which when they are few."""

    total: int
    ids: Sequence[int] | None = None


@dataclass
class Sandbox:
    """One running stand-in: its settings, data, faults and what it remembers of the last calls."""

    settings: SandboxSettings
    database: Database
    faults: Faults
    journal: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=200))
    matches: dict[Any, Matches] = field(default_factory=dict)
    _rights: dict[int, Access] = field(default_factory=dict)
    _accounts: dict[str, Access] = field(default_factory=dict)
    _seen: dict[int, float] = field(default_factory=dict)
    _signing_key: str = ""
    _version: int = -1

    @property
    def token_ttl(self) -> int:
        """Life of the tokens issued from now on, in seconds."""
        return self.faults.token_ttl or self.settings.token_ttl

    def signing_key(self) -> str:
        """The key that signs tokens; kept with the data, so that tokens survive a restart."""
        self.fresh()
        if not self._signing_key:
            key = self.database.value(select(meta.c.value).where(meta.c.key == "signing_key"))
            if key is None:
                key = secrets.token_hex(32)
                self.database.insert(meta, key="signing_key", value=key)
                self.database.commit()
            self._signing_key = key
        return self._signing_key

    def fresh(self) -> None:
        """Forget what was computed from data that has changed since."""
        if self._version != self.database.version:
            self.matches.clear()
            self._rights.clear()
            self._accounts.clear()
            self._signing_key = ""
            self._version = self.database.version

    def access(self, user_id: int, email: str) -> Access:
        """The rights of an account."""
        self.fresh()
        if user_id not in self._rights:
            found = self.database.rows(
                select(role_assignments.c.item, role_assignments.c.territory_id)
                .where(role_assignments.c.user_id == user_id)
                .order_by(role_assignments.c.id)
            )
            self._rights[user_id] = access_of(user_id, email, (Assignment(row.item, row.territory_id) for row in found))
        return self._rights[user_id]

    def sign_in(self, request: Request) -> Access:
        """The account of the token sent, or the 401 of the contract."""
        claims = tokens.read(request.headers.get("authorization"), self.signing_key())
        email = str(claims.get("username", ""))
        if email not in self._accounts:
            user = self.database.row(select(users.c.id, users.c.email).where(users.c.email_key == fold(email)))
            if user is None:
                raise Unauthorized(f'Unable to load an user with property "username" = "{email}".')
            self._accounts[email] = self.access(user.id, user.email)
        access = self._accounts[email]
        self._note_activity(access.user_id)
        return access

    def _note_activity(self, user_id: int) -> None:
        # Upstream dates every call; once a minute is as good to look at and spares a write per call.
        moment = time.monotonic()
        if moment - self._seen.get(user_id, float("-inf")) < ACTIVITY_STEP:
            return
        self._seen[user_id] = moment
        self.database.change(users, user_id, last_activity_date=now_stored())
        self.database.commit()

    def mail(self, recipient: str | None, subject: str, body: str, channel: str = "mail") -> None:
        """Put a message in the outbox, readable at /outbox; nothing is ever sent."""
        row = {"channel": channel, "recipient": recipient or "", "subject": subject, "body": body}
        self.database.insert(outbox, **row, created_date=now_stored())

    def reset(self) -> None:
        """Seed again and forget everything else but the faults and who is signed in."""
        tables = (meta, refresh_tokens)
        kept = {table: [dict(row._mapping) for row in self.database.rows(select(table))] for table in tables}
        self.database.reset()
        for table, rows in kept.items():
            if rows:
                self.database.write(insert(table).prefix_with("OR IGNORE"), rows)
        self.database.commit()
        self.journal.clear()
        self._seen.clear()
        self.fresh()


@dataclass
class Context:
    """One call: who asks, with which parameters."""

    request: Request
    sandbox: Sandbox
    access: Access
    params: Params

    @property
    def database(self) -> Database:
        """The data."""
        return self.sandbox.database

    @property
    def settings(self) -> SandboxSettings:
        """The settings."""
        return self.sandbox.settings

    @property
    def public_url(self) -> str:
        """Absolute prefix of the addresses of images and files: where this call came to, unless one is set."""
        return (self.settings.base_url or str(self.request.base_url)).rstrip("/")

    def allow(self, permission: str, rule: Callable[[str], bool] = lambda name: False) -> None:
        """Refuse who does not hold a permission; `rule` tells if an ownership rule holds for the record at hand."""
        if not self.access.may(permission, rule):
            raise access_denied()

    def item(self, type_name: str, content: Mapping[str, Any], status: int = 200) -> Response:
        """A record as an answer."""
        return http.reply(self.request, http.item(type_name, content), status)

    def collection(self, type_name: str, iri: str, members: Sequence[Any]) -> Response:
        """A whole list as an answer."""
        return http.reply(self.request, http.collection(type_name, iri, members))

    def caller(self) -> Row[Any]:
        """The row of the signed-in account."""
        return self.database.held(users, self.access.user_id)


def sandbox_of(request: Request) -> Sandbox:
    """The sandbox that serves this call."""
    return request.app.state.sandbox


def signed_in(request: Request) -> Context:
    """The context of a call that needs a token, in whatever format it wants its answer."""
    sandbox = sandbox_of(request)
    return Context(request, sandbox, sandbox.sign_in(request), Params(request.query_params.multi_items()))


async def _caller(request: Request) -> Context:
    ctx = signed_in(request)
    http.check_accept(request)
    return ctx


Caller = Annotated[Context, Depends(_caller)]
"""The context of a route that needs a token; an Accept header without any format of ours is refused."""
