"""Creating and changing users (users.yaml, create_user, update_user)."""

import re
import secrets
from typing import Any

from sqlalchemy import select, update

from sandbox import addresses
from sandbox.access import role_names
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.errors import Violation, masked, violations
from sandbox.fields import given_type, wrong_type
from sandbox.folding import fold, name_key
from sandbox.resource import Change
from sandbox.rows import DEFAULTS, SMS
from sandbox.tables import alert_lines, role_assignments, territories, users
from sandbox.tokens import hash_password
from sandbox.users.welcome import messages_of

EMAIL = re.compile(r"[^@\s,;<>()]+@[^@\s,;<>()]+\.[^@\s,;<>().]{2,}")
BAD_EMAIL = "Cette valeur n'est pas une adresse email valide."
USED_EMAIL = "Cette valeur est déjà utilisée."
DEFAULT_ROLE = "ROLE_USER_REGISTERED_FULL"


def before(ctx: Context, change: Change) -> None:
    """Check a user and complete its columns."""
    _check_emails(ctx, change)
    # A status the table refuses is a masked failure; the other numbers are stored as upstream stores them.
    if change.values.get("status") not in (None, 1, 2, 3, 4):
        raise masked()
    _drop_roles(ctx, change)
    _read_address(ctx, change)
    _change_telephone(ctx, change)
    columns = change.columns
    if change.creating:
        _complete_creation(ctx, change)
    if "verifiedIdentity" in change.values:
        columns["identity_status"] = 2 if change.values["verifiedIdentity"] is True else 0
    for name in ("rezo_kit", "card_letter"):
        if name in columns:
            columns[name] = columns[name] is True
    if {"given_name", "family_name"} & set(columns):
        columns["name_key"] = _name_key(change)


def _check_emails(ctx: Context, change: Change) -> None:
    found = []
    for name in ("email", "legalGuardianEmail"):
        value = change.values.get(name)
        if value and not EMAIL.fullmatch(value):
            found.append(Violation(name, BAD_EMAIL))
    email = change.values.get("email")
    if email is not None and not found and _email_taken(ctx, email, change.record_id):
        found.append(Violation("email", USED_EMAIL))
    if found:
        raise violations(*found)


def _email_taken(ctx: Context, email: str, record_id: int) -> bool:
    query = select(users.c.id).where(users.c.email_key == fold(email), users.c.id != record_id)
    return ctx.database.row(query) is not None


def _read_address(ctx: Context, change: Change) -> None:
    if not change.has("homeAddress"):
        return
    columns = addresses.checked(change.values["homeAddress"]) | {"home": True}
    previous = change.row.home_address_id if change.row else None
    change.columns["home_address_id"] = addresses.stored(ctx, columns, previous)


def _change_telephone(ctx: Context, change: Change) -> None:
    """Another number is validated by nobody, and no notice goes to it until somebody switches that on again."""
    if not change.row or change.columns.get("telephone", change.row.telephone) == change.row.telephone:
        return
    change.columns["phone_validated"] = False
    of_sms = (alert_lines.c.user_id == change.record_id) & (alert_lines.c.medium == SMS)
    ctx.database.write(update(alert_lines).where(of_sms).values(active=False))


def _complete_creation(ctx: Context, change: Change) -> None:
    columns = change.columns
    for name, value in DEFAULTS.items():
        # Neither of these has a default here: a creation without gender the table refuses.
        if name not in ("gender", "news_subscription"):
            columns.setdefault(name, value)
    # Without e-mail the server builds a unique sub-address (users.yaml, create_user).
    columns.setdefault("email", f"noreply+{secrets.token_hex(5)}@example.org")
    columns["created_date"] = now_stored()
    columns["delegate_id"] = ctx.access.user_id
    columns["password"] = hash_password(secrets.token_urlsafe(8), secrets.token_hex(4))


def _name_key(change: Change) -> str | None:
    def name(column: str) -> str | None:
        return change.columns.get(column, getattr(change.row, column, None))

    return name_key(name("given_name"), name("family_name"))


def after(ctx: Context, change: Change) -> None:
    """Roles and messages, once the user has an id."""
    if change.has("rolesTerritory") or change.creating:
        _save_roles(ctx, change)
    if change.creating:
        # At once (trap 9).
        for message in messages_of(change.columns):
            ctx.sandbox.mail(**message)


def _drop_roles(ctx: Context, change: Change) -> None:
    """The assignments there were go first, for good, even when the new ones are refused (trap 4)."""
    if change.has("rolesTerritory") and not change.creating:
        ctx.database.delete(role_assignments, user_id=change.record_id)
        ctx.database.commit()


def _save_roles(ctx: Context, change: Change) -> None:
    wanted = change.values.get("rolesTerritory") or []
    rows = [_role_row(ctx, change.record_id, entry) for entry in wanted]
    if not rows and change.creating:
        rows = [{"user_id": change.record_id, "item": DEFAULT_ROLE, "territory_id": None}]
    ctx.database.insert_all(role_assignments, rows)


def _role_row(ctx: Context, user_id: int, entry: Any) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise wrong_type("rolesTerritory", "array", entry)
    role, territory = entry.get("role"), entry.get("territory")
    name = role_names().get(role) if isinstance(role, int) and not isinstance(role, bool) else None
    if name is None:
        raise masked()
    # A territory that does not exist is none: the role is then held everywhere (trap 4).
    known = territory if _territory_exists(ctx, territory) else None
    return {"user_id": user_id, "item": name, "territory_id": known}


def _territory_exists(ctx: Context, territory: Any) -> bool:
    if territory is None:
        return True
    if given_type(territory) != "integer":
        return False
    return ctx.database.get(territories, territory) is not None
