"""Sign-in, refresh, the signed-in account and its rights (session.yaml)."""

import secrets
from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import Row, delete, select, update

from sandbox import http, pictures, tokens
from sandbox.clock import instant, now, now_stored, stored
from sandbox.context import Caller, Context, Sandbox, sandbox_of
from sandbox.errors import ApiError, Unauthorized, masked
from sandbox.folding import fold
from sandbox.routes import query_parameter
from sandbox.solidary.operators import of_current_user
from sandbox.tables import refresh_tokens, users
from sandbox.users.shape import short_family_name

router = APIRouter(tags=["Session"])


def _body(**properties: str) -> dict[str, Any]:
    schema = {"type": "object", "required": list(properties), "properties": {}}
    schema["properties"] = {name: {"type": "string", "example": example} for name, example in properties.items()}
    return {"requestBody": {"required": True, "content": {http.JSON: {"schema": schema}}}}


@router.post("/login", openapi_extra=_body(username="admin@demo.test", password="demo"))
async def login(request: Request) -> Response:
    """Sign in with e-mail and password; any account gets a token, also without access_admin."""
    sandbox = sandbox_of(request)
    if "json" not in request.headers.get("content-type", ""):
        raise Unauthorized("Full authentication is required to access this resource.")
    name, password = await _credentials(request)
    user = sandbox.database.row(select(users).where(users.c.email_key == fold(name.strip())))
    if user is None or not tokens.password_fits(password, user.password):
        raise Unauthorized("Invalid credentials.")
    return _token_pair(sandbox, user, _new_refresh_token(sandbox, user.id))


async def _credentials(request: Request) -> tuple[str, str]:
    """The username and password sent; 400 in the shape of the login route when there are none."""
    body = await _body_of(request)
    name, password = body.get("username"), body.get("password")
    if not isinstance(name, str) or not isinstance(password, str):
        raise BadLogin
    return name, password


async def _body_of(request: Request) -> dict[str, Any]:
    """The JSON sent, as if it were empty where it is none."""
    try:
        return await http.json_body(request, (http.JSON, http.JSON_LD))
    except ApiError:
        return {}


class BadLogin(Exception):
    """The body of a sign-in is no JSON or lacks a field."""


def _new_refresh_token(sandbox: Sandbox, user_id: int) -> str:
    token = secrets.token_hex(64)
    sandbox.database.insert(refresh_tokens, token=token, user_id=user_id, valid_until=_refresh_end(sandbox))
    sandbox.database.commit()
    return token


def _refresh_end(sandbox: Sandbox) -> str:
    return stored(now() + timedelta(seconds=sandbox.settings.refresh_ttl))


def _token_pair(sandbox: Sandbox, user: Row[Any], refresh_token: str) -> Response:
    access = sandbox.access(user.id, user.email)
    token = tokens.issue(access, sandbox.signing_key(), sandbox.token_ttl)
    return http.encoded({"token": token, "refreshToken": refresh_token}, 200, http.JSON)


@router.post("/token/refresh", openapi_extra=_body(refreshToken="5e1f3b0f..."))
async def refresh(request: Request) -> Response:
    """A new token for a refresh token, which stays the same and lives 30 more days."""
    sandbox = sandbox_of(request)
    sent = (await _body_of(request)).get("refreshToken")
    row = sandbox.database.row(select(refresh_tokens).where(refresh_tokens.c.token == str(sent)))
    if row is None or row.valid_until < now_stored():
        raise Unauthorized("An authentication exception occurred.")
    user = sandbox.database.row(select(users).where(users.c.id == row.user_id, users.c.status != 4))
    if user is None:
        raise Unauthorized("Username could not be found.")
    extended = update(refresh_tokens).where(refresh_tokens.c.token == row.token)
    sandbox.database.write(extended.values(valid_until=_refresh_end(sandbox)))
    sandbox.database.write(delete(refresh_tokens).where(refresh_tokens.c.valid_until < now_stored()))
    sandbox.database.commit()
    return _token_pair(sandbox, user, row.token)


@router.get("/users/me")
async def current_user(ctx: Caller) -> Response:
    """The signed-in user, as a list of one."""
    return ctx.collection("User", "/users", [_current_user(ctx, ctx.caller())])


def _current_user(ctx: Context, user: Row[Any]) -> dict[str, Any]:
    return {
        **http.head("User", "/users", user.id),
        "status": user.status,
        "givenName": user.given_name,
        "familyName": user.family_name,
        "shortFamilyName": short_family_name(user),
        "email": user.email,
        "avatar": pictures.avatars(ctx, {user.id: user})[user.id],
        "lastActivityDate": user.last_activity_date and instant(user.last_activity_date),
        "roles": ctx.access.roles,
        **of_current_user(ctx),
        "unreadCarpoolMessageNumber": 0,
        "unreadDirectMessageNumber": 0,
        "unreadSolidaryMessageNumber": 0,
    }


@router.get("/permissions")
async def permissions(ctx: Caller) -> Response:
    """The permission strings held by the signed-in account, ownership rules not evaluated."""
    ctx.allow("check_permission")
    names = [name for name in ctx.access.held if name != "community_manage_self"]
    return ctx.collection("Permission", "/permissions", names)


@router.get("/permissions/grantable")
async def grantable(ctx: Caller) -> Response:
    """Ids of the roles that the signed-in account may give to a user."""
    ctx.allow("check_permission")
    return ctx.collection("Permission", "/permissions", ctx.access.grantable())


@router.get("/permissions/check", openapi_extra={"parameters": [query_parameter("item", required=True)]})
async def check_permission(ctx: Caller) -> Response:
    """Whether one permission or role is held."""
    ctx.allow("check_permission")
    item = ctx.params.text("item")
    if item is None:
        raise masked()
    granted = ctx.access.may(item) or item in ctx.access.all_roles
    return ctx.item("Permission", {"@id": "/permissions/1", "id": 1, "granted": granted})


@router.get("/eec/instance")
async def eec_instance(ctx: Caller) -> Response:
    """State of the energy savings certificate service: open, in the demo data."""
    content = {
        "@id": "/eec_instances/999999999999",
        "@type": "EecInstance",
        "available": True,
        "ldAvailable": True,
        "ldProgressVisualization": False,
        "sdAvailable": True,
        "sdProgressVisualization": True,
        "beginDateOfPeriodWithoutJourney": "1900-01-01T00:00:00+00:00",
        "tabView": False,
    }
    return ctx.item("EecInstance", content)


# Entries of the external dashboard and the directly assigned roles that see them (session.yaml, list_kibana_logins).
KIBANA = (
    ("scope_admin", ("ROLE_ADMIN",)),
    (
        "scope_communities",
        ("ROLE_ADMIN", "ROLE_COMMUNITY_MANAGER", "ROLE_COMMUNITY_MANAGER_PUBLIC", "ROLE_COMMUNITY_MANAGER_PRIVATE"),
    ),
    ("scope_solidary", ("ROLE_ADMIN",)),
)


@router.get("/admin/kibana_logins")
async def kibana_logins(ctx: Caller) -> Response:
    """Credentials of the external dashboard for the signed-in account."""
    ctx.allow("access_admin")
    entry = http.head("KibanaLogin", "/admin/kibana_logins", 999999999999)
    members = [
        {**entry, "username": name, "password": "exemple"}
        for name, roles in KIBANA
        if any(ctx.access.assigned(role) for role in roles)
    ]
    return ctx.collection("KibanaLogin", "/kibana_logins", members)
