"""The API client: one pooled HTTP client per process, one `Api` per signed-in person and task."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from copy import copy
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import IO, Any, Self
from weakref import WeakKeyDictionary

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from admin_app.api.auth import TokenAuth
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, perhaps_done
from admin_app.api.exchange import ONCE, answered, answers_ahead, exchange, translated
from admin_app.api.query import (
    SELECTED,
    USERS_DELETE,
    Params,
    Query,
    Selected,
    deletes_users,
    is_record_id,
    item,
    only_reads,
    plain,
    writes,
)
from admin_app.settings import Settings, get_settings

JSON_LD = "application/ld+json"
"""Without it lists lose their total and errors change shape (session.yaml, accept)."""
MERGE_PATCH = "application/merge-patch+json"
CONNECTIONS = 100
"""Connections open at once to the API, per process."""
KEEP_ALIVE = 4
"""Seconds an unused connection is kept: less than the 5 s after which uvicorn and Apache close theirs."""

Json = dict[str, Any]
Members = list[Any]
FilePart = tuple[str, bytes | IO[bytes], str]
"""File name, content, media type."""


@dataclass(frozen=True)
class Page:
    """One page of a list, and how many items all pages hold."""

    items: list[Json]
    total: int
    odd: int = 0
    """Members that are no records: the others are given all the same."""


# --- the pooled client -------------------------------------------------------


async def _never_again(request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """aiohttp repeats a GET or DELETE whose connection was lost, though the server may have acted: only reads may be.

    An error of another class is what keeps it from doing so.
    """
    path = request.url.path
    try:
        return await handler(request)
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        if isinstance(error, aiohttp.ClientConnectorError) or (request.method == "GET" and only_reads(path)):
            raise
        raise aiohttp.ClientConnectionError(type(error).__name__) from None


def _session() -> aiohttp.ClientSession:
    """Without cookies: the connections are shared by everybody who is signed in."""
    connector = aiohttp.TCPConnector(limit=CONNECTIONS, keepalive_timeout=KEEP_ALIVE, ssl=httpx.create_ssl_context())
    return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), middlewares=(_never_again,))


def build_client(
    transport: httpx.AsyncBaseTransport | None = None, settings: Settings | None = None
) -> httpx.AsyncClient:
    """A client of the API over a pool of its own, or over a given transport (tests)."""
    settings = settings or get_settings()
    for name in ("httpx", "aiohttp.client"):
        logging.getLogger(name).setLevel(logging.WARNING)  # at INFO they write addresses with personal data
    return httpx.AsyncClient(
        base_url=settings.api_url,
        transport=transport or AiohttpTransport(client=_session),
        timeout=settings.request_timeout,
        headers={"Accept": JSON_LD, "User-Agent": "admin_app"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )


_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()


def http_client() -> httpx.AsyncClient:
    """The client of the running event loop, made at the first call."""
    loop = asyncio.get_running_loop()
    client = _clients.get(loop)
    if client is None or client.is_closed:
        client = _clients[loop] = build_client()
    return client


def use_client(client: httpx.AsyncClient) -> None:
    """Make this the running loop's client: a test's way to another server."""
    _clients[asyncio.get_running_loop()] = client


async def close() -> None:
    """Close the running loop's client, if there is one."""
    if client := _clients.pop(asyncio.get_running_loop(), None):
        await client.aclose()


# --- calls -------------------------------------------------------------------


class Api:
    """The API as one signed-in person may call it. Every method raises `ApiError`; see errors.py for its kinds."""

    def __init__(self, http: httpx.AsyncClient, auth: TokenAuth) -> None:
        self._http = http
        self.auth = auth
        auth.http = http
        self._early = False

    def early(self) -> Self:
        """The same, asked before anybody wants to know: its GETs are asked once more at most (`Ahead`)."""
        early = copy(self)
        early._early = True
        return early

    async def list(self, endpoint: str, query: Query | None = None) -> Page:
        """One page of a resource, e.g. `admin/users`, and no more of it than was asked for.

        A member that is no record is counted and left out; where none is one, the answer is malformed.
        """
        answer = await self.call_get(endpoint, query.params() if query else ())
        items = members(answer)
        asked = items[: query.per_page] if query else items
        whole = [each for each in asked if isinstance(each, dict) and is_record_id(each.get("id"))]
        if asked and not whole:
            raise MalformedAnswer(cause="items")
        return Page(whole, _total(answer, len(items)), len(asked) - len(whole))

    async def members(self, path: str, params: Params | tuple[()] = ()) -> Members:
        """The members of an unpaged list: permission names, role ids, the signed-in user."""
        return members(await self.call_get(path, params))

    async def get(self, endpoint: str, record_id: int | str) -> Json:
        """One record; missing properties are null (session.yaml, nulls)."""
        answer = await self.call_get(item(endpoint, record_id))
        if not isinstance(answer, dict):
            raise MalformedAnswer(cause="object")
        return answer

    async def create(
        self,
        endpoint: str,
        body: Mapping[str, Any],
        *,
        keep_ids: Collection[str] = (),
        seconds: float | None = None,
    ) -> Json:
        """Create a record and answer it, nulls left out. `keep_ids`: see `update`.

        `seconds` to wait: some answer only when what follows from them is done (solidary.yaml, create_solidary).
        """
        request = self._request("POST", endpoint, patience=seconds, json=strip(body, keep_ids))
        return _object(await self._answer(request))

    async def update(
        self, endpoint: str, record_id: int | str, changes: Mapping[str, Any], *, keep_ids: Collection[str] = ()
    ) -> Json:
        """Change the given properties (null clears) and answer the record, nulls left out.

        @-keys and ids are taken out at every depth, or the server would change the nested records in place. `keep_ids`
        names the properties whose objects need their id: lines of a list, e.g. `asections`, `structureProofs`.
        """
        body, headers = strip(changes, keep_ids), {"Content-Type": MERGE_PATCH}
        request = self._request("PATCH", item(endpoint, record_id), json=body, headers=headers)
        return _object(await self._answer(request))

    async def put(self, path: str, body: Mapping[str, Any]) -> Json:
        """Set what stands at a path, and answer it: records are changed with `update`."""
        return _object(await self._answer(self._request("PUT", path, json=strip(body))))

    async def delete(self, endpoint: str, record_id: int | str) -> None:
        """Delete a record."""
        await self._answer(self._request("DELETE", item(endpoint, record_id)))

    async def delete_users(self, selected: Selected, *, seconds: float | None = None) -> None:
        """Delete, in fact pseudonymise, these users and nobody else (users.yaml, delete_users).

        Sent once, whatever happens. The answer is always empty: only reading the list again tells who is gone.
        `seconds` to wait: the server treats them all, and writes mails, before it answers.
        """
        params, once = {SELECTED: selected.text}, {ONCE: True}
        await self._answer(self._request("GET", USERS_DELETE, patience=seconds, params=params, extensions=once))

    async def call_get(
        self, path: str, params: Params | tuple[()] = (), *, safe: bool = True, seconds: float | None = None
    ) -> Any:
        """The JSON of any GET but a deletion. Those that write need `safe=False`: they are sent once, come what may.

        `seconds` to wait for an answer, once connected: some come only when everybody is written to.
        """
        if deletes_users(path):
            raise ValueError("a bulk deletion of users is asked for with delete_users")
        if safe and writes(path):
            raise ValueError(f"GET {path} writes: call it with safe=False")
        usual = self._http.timeout
        patience = httpx.Timeout(seconds, connect=usual.connect, pool=usual.pool) if seconds else None
        request = self._request("GET", path, patience=patience, params=list(params), extensions={ONCE: not safe})
        return await (self._known(request, path, params) if safe else self._answer(request))

    async def upload(
        self,
        path: str,
        fields: Mapping[str, str | int | bool],
        files: Mapping[str, FilePart],
        *,
        seconds: float | None = None,
    ) -> Json:
        """Send a form with files. `seconds` to wait: an import answers when the whole file is treated."""
        request = self._request("POST", path, patience=seconds, data=dict(fields), files=dict(files))
        return _object(await self._answer(request))

    async def upload_image(
        self,
        owner: str,
        owner_id: int,
        filename: str,
        content: bytes | IO[bytes],
        media_type: str,
        *,
        position: int | None = 1,
        **texts: str,
    ) -> Json:
        """Replace the image of a `user`, `community`, `event`, `relayPoint`, `campaign` or `editorial` (CALL-9).

        `texts` may say `alt`, `title`, `name` (session.yaml, ImageUpload).
        Without a `position` it is added to those that are there, where the server keeps several.
        Read the owner again afterwards: the answer's URLs do not resolve upstream.
        """
        return await self.upload(
            "admin/images",
            {f"{owner}Id": owner_id, **({"position": position} if position else {}), **texts},
            {f"{owner}File": (filename, content, media_type)},
        )

    async def file(self, address: str, limit: int) -> bytes:
        """A file the API names by its whole address (a picture, an identity proof), at most `limit` bytes.

        It is asked for without the token, and only where the API or its files stand. NotFound for anything else.
        """
        settings = get_settings()
        wanted, homes = httpx.URL(address), (self._http.base_url, httpx.URL(settings.files_url or settings.api_url))
        if not any(wanted.host and (wanted.host, wanted.port) == (home.host, home.port) for home in homes):
            raise NotFound
        request = self._http.build_request("GET", wanted, headers={"Accept": "*/*"})
        response = await exchange(self._http, request)
        content = bytearray()
        try:
            async for chunk in _chunks(response):
                content += chunk
                if len(content) > limit:
                    raise MalformedAnswer(cause="too big")
        finally:
            await response.aclose()
        return bytes(content)

    @asynccontextmanager
    async def stream(
        self, path: str, params: Params | tuple[()] = (), accept: str = "text/csv", *, seconds: float | None = None
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The bytes of a download, in chunks; a refusal is raised on entering, before the first byte.

        `seconds` to wait for the first byte and between two chunks.
        """
        request = self._request("GET", path, patience=seconds, params=list(params), headers={"Accept": accept})
        response = await exchange(self._http, request, self.auth)
        try:
            yield _chunks(response)
        finally:
            await response.aclose()

    def _request(
        self, method: str, path: str, *, patience: float | httpx.Timeout | None = None, **parts: Any
    ) -> httpx.Request:
        """Every call but that of a file goes through here: a path that could lead elsewhere is NotFound (CALL-19)."""
        return self._http.build_request(method, plain(path), timeout=patience or self._http.timeout, **parts)

    async def _known(self, request: httpx.Request, path: str, params: Params | tuple[()]) -> Any:
        """The answer to a GET: what was answered ahead, where somebody did ask."""
        known, asked = answers_ahead(self._http), (self.auth.tokens.token, path, tuple(params))
        if self._early:
            return await asyncio.shield(known.ask(asked, self._answer(request)))
        if answer := known.take(asked):
            with suppress(ApiError):
                return await asyncio.shield(answer)
        return await self._answer(request)

    async def _answer(self, request: httpx.Request) -> Any:
        acts = request.method != "GET" or bool(request.extensions.get(ONCE))
        try:
            return await answered(self._http, request, self.auth)
        except ApiError as error:
            error.unsure = acts and perhaps_done(error)
            raise
        finally:
            if acts:
                answers_ahead(self._http).forget(self.auth.tokens.token)


async def _chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    with translated():
        async for chunk in response.aiter_bytes():
            yield chunk


# --- shapes ------------------------------------------------------------------


def members(answer: Any) -> Members:
    """The members of a list: an envelope, an array, or an object with numeric keys (session.yaml)."""
    if isinstance(answer, list):
        return answer
    if isinstance(answer, dict):
        for key in ("hydra:member", "member"):
            if key in answer:
                return members(answer[key])
        if all(key.isdigit() for key in answer):
            return list(answer.values())
    raise MalformedAnswer(cause="members")


def strip(value: Any, keep_ids: Collection[str] = (), keep: bool = False) -> Any:
    """A body fit to be sent: no @-key and no `id`, at any depth, but under the properties of `keep_ids`."""
    if isinstance(value, Mapping):
        return {
            key: strip(item, keep_ids, key in keep_ids)
            for key, item in value.items()
            if not key.startswith("@") and (keep or key != "id")
        }
    if isinstance(value, (list, tuple)):
        return [strip(item, keep_ids, keep) for item in value]
    return value


def _total(answer: Any, count: int) -> int:
    totals = (answer.get(key) for key in ("hydra:totalItems", "totalItems")) if isinstance(answer, dict) else ()
    known = (found for total in totals if (found := _whole(total)) is not None)
    return max(count, next(known, count))


def _whole(total: Any) -> int | None:
    """A number of items, which may come as text; a total that is none counts as not said."""
    if isinstance(total, str) and total.strip().isdecimal() and len(total) < 16:
        return int(total)
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None


def _object(answer: Any) -> Json:
    """The answer to a write; an empty one (204) is a record without properties."""
    if answer is not None and not isinstance(answer, dict):
        raise MalformedAnswer(cause="object")
    return answer or {}
