"""The four screens of users, with what is special about them: roles, delegated sign-in, what a deletion leaves."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import quote

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import Refused
from admin_app.api.query import Query
from admin_app.features.users import imports
from admin_app.features.users.personal_access import PersonalDataMixin, personal_data_action
from admin_app.features.users.personal_data import SOURCES
from admin_app.features.users.resource import USERS
from admin_app.features.users.scammers import ScammerMixin, scammer_action
from admin_app.features.users.verification import VerificationMixin, verification_actions
from admin_app.kit.crud import Beside, Extras, FormMixin, Menu, crud_screens
from admin_app.kit.declare import Input, Resource, text_of
from admin_app.kit.forms import Reading
from admin_app.kit.imports import import_button
from admin_app.kit.lists import Bulk
from admin_app.kit.parts import icon_button, titled_card
from admin_app.kit.session import Session, may, or_none, reports_errors, signed_in
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import choice_label, language_of, say, t
from admin_app.settings import get_settings
from admin_app.shared import targets
from admin_app.shared.mailing.dialog import MailMixin, mail_button, mail_dialog, mail_selection
from admin_app.shared.mailing.target_choice import CREATE, UPDATE
from admin_app.shared.people.erasure import deleting, impacts_of_many, impacts_of_one, looker
from admin_app.shared.people.proof_card import proof_card, waiting_proof
from admin_app.shared.people.proofs import ProofsMixin
from admin_app.shared.people.welcome_mail import welcome_note

BASE_ROLE = "3"
"""Full registration: every account keeps it (users.yaml, update_user)."""
ROLES, ROLE_NAMES = "rolesTerritory", "rights.role"
BASE, BEYOND = "base", "beyond"
"""Why a role is locked: every account keeps it, or the person may not grant it."""
Lines = list[dict[str, str]]


class UserList(MailMixin, rx.State):
    """The list of users."""

    resource: ClassVar[Resource] = USERS
    bulk: ClassVar[tuple[Bulk, ...]] = (deleting(USERS),)
    people: ClassVar[str] = "users"
    aims: ClassVar[str] = "user_list"

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        return await impacts_of_many(api, ids, await looker(self))

    @rx.event
    @reports_errors("errors.refused")
    async def sign_in_as(self, record_id: str):
        """Open the public site as one of the rows: the e-mail it takes stays here until then (USER-22, LIST-11)."""
        settings = get_settings()
        async with signed_in(self, "login_delegate"):
            session = await self.get_state(Session)
            email = self._plain_value(record_id, "email")
        if email and settings.login_delegate and settings.login_delegate_url:
            parts = (settings.login_delegate_url, *(quote(each, safe="") for each in (session.email, email)))
            yield rx.redirect("/".join(parts), is_external=True)


class UserShow(ProofsMixin, ScammerMixin, VerificationMixin, PersonalDataMixin, rx.State):
    """One user."""

    resource: ClassVar[Resource] = USERS

    roles: list[dict[str, str]] = []

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        held = (await self.get_state(Session))._readable()
        self.roles, item["adType"] = await asyncio.gather(named_roles(api, item, held), _ad_type(api, item, held))
        self.scammer_error = ""
        await self._take_proofs(item)

    def _clear(self) -> None:
        super()._clear()
        self.roles, self.scammer_error = [], ""

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        return await impacts_of_one(api, record_id, await looker(self))


class UserForm(FormMixin, rx.State):
    """The form of a user."""

    resource: ClassVar[Resource] = USERS

    _locked: list[dict[str, Any]] = []
    """The roles that are not the person's to change, as they were read last."""

    async def _open(self, api: Api) -> None:
        """Roles that the person may not grant are locked and sent back (trap 4)."""
        grantable = [text_of(role) for role in await api.members("permissions/grantable")]
        self.allowed = {f"{ROLES}.role": [*grantable, BASE_ROLE]}
        await super()._open(api)

    async def _lines_of(self, api: Api, parts: list[Input], item: dict[str, Any] | None) -> dict[str, Lines]:
        """The roles, those first that are not the person's to change; a new account has the base role."""
        if item is None:
            base = {"role": BASE_ROLE, "territory": "", "territory_label": ""}
            return {ROLES: [{"key": self._new_key(), "locked": BASE, **base}]}
        before = [line for line in self._base.lines.get(ROLES, []) if line.get("territory_label")]
        known = {line["territory"]: line["territory_label"] for line in before}
        roles = await named_roles(api, item, (await self.get_state(Session))._readable(), known)
        grantable = self.allowed[f"{ROLES}.role"]
        lines = [{**role, "locked": _lock(role["role"], grantable)} for role in roles]
        return {ROLES: sorted(lines, key=lambda line: not line["locked"])}

    async def _reading(self, api: Api, item: dict[str, Any] | None) -> Reading:
        """Roles that may not be granted here go back as they were read last, not as they stood when it was opened."""
        read = await super()._reading(api, item)
        self._locked = self._sent([line for line in read.lines[ROLES] if line["locked"]]) if item else []
        return read

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        """The others' roles of an account are not compared: what is locked here is theirs to change."""
        return {**body, ROLES: self._open_roles(body[ROLES])} if self.record_id else body

    def _parts(self) -> list[Input]:
        """Somebody without any role stays editable; nobody loses the last one."""
        needed = not self.record_id or bool(self._locked or self._base.body.get(ROLES))
        return [replace(part, required=needed) if part.name == ROLES else part for part in super()._parts()]

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        if self.record_id and body[ROLES] == self._base.body.get(ROLES):
            return body
        roles = [*self._locked, *body[ROLES]] if self.record_id else body[ROLES]
        await self._check_territories(api, roles)
        return {**body, ROLES: roles}

    async def _check_territories(self, api: Api, roles: list[dict[str, Any]]) -> None:
        """The server gives a role on a territory it does not know everywhere (trap 4): each that is sent is looked up.

        Those held before, too, and those that are not the person's to change: somebody may have deleted one meanwhile.
        """
        wanted = sorted({text_of(role["territory"]) for role in roles if role["territory"]})
        known = await _territory_names(api, wanted) if wanted else {}
        if len(known) < len(wanted):
            locale = await language_of(self)
            labels = catalogue().choices(ROLE_NAMES, locale)
            lost = {
                text_of(role["role"]) for role in roles if role["territory"] and text_of(role["territory"]) not in known
            }
            names = ", ".join(sorted(labels.get(each, each) for each in lost))
            raise Refused(say("users.roles_on_unknown_territory", locale, roles=names))

    def _open_roles(self, roles: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those that may be given and taken here, in the order of their numbers."""
        grantable = self.allowed[f"{ROLES}.role"]
        free = [role for role in roles if not _lock(text_of(role["role"]), grantable)]
        return sorted(free, key=lambda role: (role["role"], role["territory"] or 0))

    def _sent(self, lines: Lines) -> list[dict[str, Any]]:
        return [
            {"role": int(line["role"]), "territory": int(line["territory"]) if line["territory"] else None}
            for line in lines
        ]


def _lock(role: str, grantable: Collection[str]) -> str:
    """Why a role is not the person's to change; empty where it is."""
    return BASE if role == BASE_ROLE else "" if role in grantable else BEYOND


async def named_roles(
    api: Api, user: dict[str, Any], permissions: Collection[str], known: Mapping[str, str] | None = None
) -> Lines:
    """The roles of a user as lines, each once, with the names of their territories (one call for all that are not
    `known`).

    Without the permission to list territories, their numbers stand in for the names.
    """
    entries = user.get(ROLES) or []
    pairs = dict.fromkeys((text_of(entry.get("role")), text_of(entry.get("territory"))) for entry in entries)
    names = dict(known or {})
    wanted = sorted({territory for _, territory in pairs if territory and territory not in names})
    if wanted and targets.TERRITORIES.readable(permissions):
        names |= await _territory_names(api, wanted)
    return [
        {
            "key": f"{role}-{territory}",
            "role": role,
            "territory": territory,
            "territory_label": names.get(territory, territory),
        }
        for role, territory in pairs
    ]


async def _territory_names(api: Api, ids: list[str]) -> dict[str, str]:
    """The names of territories by id; none when they cannot be read, for roles matter more."""
    found = await or_none(api.list(targets.TERRITORIES.endpoint, Query(1, len(ids), filters={"id": ids})))
    return {text_of(each["id"]): text_of(each.get("name")) for each in found.items} if found else {}


async def _ad_type(api: Api, user: dict[str, Any], permissions: Collection[str]) -> int | None:
    """What kind of ads somebody has now: only the list says it, to who may read that (users.yaml, list_users)."""
    if USERS.may.list not in permissions:
        return None
    found = await or_none(api.list(USERS.endpoint, Query(1, 1, filters={"id": user["id"]})))
    return found.items[0].get("adType") if found and found.items else None


def _sign_in_as(row: rx.Var[dict[str, str]]) -> list[rx.Component]:
    """Delegated sign-in on the public site, when the deployment offers it (USER-22)."""
    there = icon_button(
        "user-round-cog",
        t("users.sign_in_as", name=row["_name"]),
        "sign-in-as",
        on_click=UserList.sign_in_as(row["id"]),
    )
    offered = Session.flags.contains("login_delegate") & may("login_delegate")
    return [rx.cond(offered & (row["email"] != ""), there)]


def _roles_card() -> rx.Component:
    def line(role: rx.Var[dict[str, str]]) -> rx.Component:
        place = rx.cond(role["territory"] != "", rx.el.span(" · ", role["territory_label"], class_name="quiet"))
        return rx.el.li(choice_label(ROLE_NAMES, role["role"]), place)

    listed, none = rx.el.ul(rx.foreach(UserShow.roles, line)), rx.el.p(t("users.no_role"))
    return titled_card("show-roles", t("users.sections.roles"), rx.cond(UserShow.roles.length() > 0, listed, none))


SCREENS = crud_screens(
    UserList,
    UserShow,
    UserForm,
    Menu(rank=10, icon="users"),
    Extras(
        row_actions=_sign_in_as,
        list_actions=(import_button(imports.ROUTE, imports.PERMISSION), mail_button(UserList)),
        list_selection=(mail_selection(UserList),),
        list_below=(mail_dialog(UserList),),
        show=Beside(
            more=(verification_actions(UserShow), personal_data_action(UserShow), scammer_action(UserShow)),
            lead=(waiting_proof(UserShow),),
            aside=(proof_card(UserShow),),
            side=(_roles_card(),),
        ),
        form=welcome_note(UserForm),
        also=(
            *(UPDATE, CREATE, "login_delegate", "identity_proofs_manage", "scammer_manage", "event_list"),
            *(source.permission for source in SOURCES),
        ),
    ),
)
