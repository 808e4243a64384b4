"""The two imports: synchronous, checked as a whole, and 201 even when nothing is taken (session.yaml)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Response

from sandbox.context import Caller, Context
from sandbox.imports.checks import RELAY_POINT_COLUMNS, USER_COLUMNS, Check
from sandbox.imports.reading import Unreadable, Upload, faults_of, lines_of, read_upload
from sandbox.imports.relay_points import import_relay_points
from sandbox.imports.users import import_users

router = APIRouter(tags=["Imports"])
_FORM = {
    "type": "object",
    "required": ["file", "filename"],
    "properties": {
        "file": {"type": "string", "format": "binary"},
        "filename": {"type": "string"},
        "columnHeadersFirstLine": {"type": "string"},
        "forceDisableValidation": {"type": "string"},
    },
}
_BODY = {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _FORM}}}}


@dataclass(frozen=True)
class Import:
    """One kind of import."""

    entity: str
    permission: str
    columns: Sequence[Check]
    run: Callable[[Context, Sequence[Sequence[str]]], list[str]]


USERS = Import("User", "user_create", USER_COLUMNS, import_users)
RELAY_POINTS = Import("RelayPoint", "relay_point_create", RELAY_POINT_COLUMNS, import_relay_points)


@router.post("/admin/imports/users", status_code=201, openapi_extra=_BODY)
async def import_users_file(ctx: Caller) -> Response:
    """Create users, who are written to at once; one who exists is left as he is."""
    return await _imported(ctx, USERS)


@router.post("/admin/imports/relaypoints", status_code=201, openapi_extra=_BODY)
async def import_relay_points_file(ctx: Caller) -> Response:
    """Create relay points; one that exists is overwritten, empty columns included."""
    return await _imported(ctx, RELAY_POINTS)


async def _imported(ctx: Context, kind: Import) -> Response:
    ctx.allow(kind.permission)
    upload = await read_upload(ctx.request)
    return ctx.item("Import", _result(ctx, kind, upload), 201)


def _result(ctx: Context, kind: Import, upload: Upload) -> dict[str, Any]:
    entity, messages = kind.entity, []
    try:
        lines = lines_of(upload)
        errors = list(faults_of(lines, kind.columns)) if upload.checked else []
        messages = [] if errors else kind.run(ctx, lines)
    except Unreadable as refused:
        # A file that is refused is always said to be one of users.
        entity, errors = USERS.entity, [str(refused)]
    return {
        "@id": "/imports/999999999999",
        "@type": "Import",
        "entity": entity,
        "filename": upload.filename,
        "originalName": upload.filename,
        "columnHeadersFirstLine": None,
        "errors": errors,
        "messages": messages,
    }
