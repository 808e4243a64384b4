"""Uploading, reading and deleting images (session.yaml, upload_image, get_image, delete_image)."""

import secrets
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, func, select
from starlette.datastructures import FormData, UploadFile

from sandbox import files, http, pictures, related, store
from sandbox.campaigns.tables import campaigns
from sandbox.content_tables import editorials, events
from sandbox.context import Caller, Context
from sandbox.errors import ApiError, masked, no_such_file
from sandbox.params import whole
from sandbox.resource import Resource
from sandbox.tables import communities, images, relay_points, users

router = APIRouter(tags=["admin/images"])

IMAGES = Resource(path="images", type_name="Image", iri="/images", table=images, permissions={})
# Tables of the owners; a resource that comes later adds its own here.
OWNERS: dict[str, Any] = {
    "user": users,
    "community": communities,
    "event": events,
    "relayPoint": relay_points,
    "campaign": campaigns,
    "editorial": editorials,
}
ORDER = ("user", "community", "event", "relayPoint", "relayPointType", "campaign", "editorial")
SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": (".png", "image/png"),
    b"\xff\xd8\xff": (".jpg", "image/jpeg"),
    b"GIF8": (".gif", "image/gif"),
    b"RIFF": (".webp", "image/webp"),
}
TEXTS = {"name": 255, "originalName": 255, "title": 255, "alt": 255}


@router.post("/admin/images", status_code=201)
async def upload_image(ctx: Caller) -> Response:
    """Store the image of a record; one already at that position is replaced, but for campaigns."""
    async with ctx.request.form() as form:
        owner, owner_id, file = _owner(form)
        table = OWNERS.get(owner)
        if table is None:
            raise no_such_file()
        related.known(ctx, table, owner_id)
        content = await file.read()
        row = _image_row(form, owner, owner_id, file, content)
    await files.keep(pictures.folder_of(ctx.settings, owner), row["file_name"], content)
    return ctx.item("Image", _stored(ctx, row, form), 201)


def _owner(form: FormData) -> tuple[str, int, UploadFile]:
    """The first complete pair of owner id and file."""
    for owner in ORDER:
        file, owner_id = form.get(f"{owner}File"), whole(str(form.get(f"{owner}Id", "")))
        if isinstance(file, UploadFile) and file.size and (owner_id is not None or owner == "relayPointType"):
            return owner, owner_id or 0, file
    raise ApiError("A valid file is required")


def _image_row(form: FormData, owner: str, owner_id: int, file: UploadFile, content: bytes) -> dict[str, Any]:
    suffix, mime_type = _kind(content)
    texts = {name: str(form[name]) for name in TEXTS if isinstance(form.get(name), str)}
    if any(len(text) > TEXTS[name] for name, text in texts.items()):
        raise masked()
    # A new name for each upload, so that a replaced image has a new address (session.yaml, x-seed-conflicts).
    file_name = f"{secrets.token_hex(12)}{suffix}"
    return {
        "owner": owner,
        "owner_id": owner_id,
        "name": texts.get("name", file_name),
        "file_name": file_name,
        "original_name": texts.get("originalName", file.filename),
        "title": texts.get("title"),
        "alt": texts.get("alt"),
        "size": len(content),
        "mime_type": mime_type,
    }


def _kind(content: bytes) -> tuple[str, str]:
    """(suffix, media type) told by the first bytes; no image, no versions: a failure."""
    for signature, kind in SIGNATURES.items():
        if content.startswith(signature) and (signature != b"RIFF" or content[8:12] == b"WEBP"):
            return kind
    raise masked()


def _stored(ctx: Context, row: dict[str, Any], form: FormData) -> dict[str, Any]:
    same = (images.c.owner == row["owner"], images.c.owner_id == row["owner_id"])
    position = whole(str(form.get("position", "")))
    last = ctx.database.value(select(func.coalesce(func.max(images.c.position), 0)).where(*same))
    if position is None or row["owner"] == "campaign":
        position = last + 1
    else:
        pictures.forget(ctx, ctx.database.rows(select(images).where(*same, images.c.position == position)))
    image_id = ctx.database.insert(images, **row, position=position)
    ctx.database.commit()
    return {
        **http.head("Image", "/images", image_id),
        "image": pictures.version_url(ctx, row["owner"], row["file_name"], "square_800"),
        "avatar": pictures.version_url(ctx, row["owner"], row["file_name"], "square_250"),
    }


def _held_image(ctx: Context, permission: str, record_id: str) -> Row[Any]:
    row = store.found(ctx, IMAGES, record_id)
    ctx.allow(permission)
    return row


@router.get("/images/{record_id}")
async def get_image(ctx: Caller, record_id: str) -> Response:
    """One image with the addresses of its versions."""
    row = _held_image(ctx, "image_read", record_id)
    versions = (*pictures.VERSIONS, "original")
    content = {
        **http.head("Image", "/images", row.id),
        "name": row.name,
        "fileName": row.file_name,
        "originalName": row.original_name,
        "size": row.size,
        "mimeType": row.mime_type,
        "versions": {version: pictures.version_url(ctx, row.owner, row.file_name, version) for version in versions},
    }
    return ctx.item("Image", content)


@router.delete("/images/{record_id}", status_code=204)
async def delete_image(ctx: Caller, record_id: str) -> Response:
    """Delete an image and its file."""
    pictures.forget(ctx, [_held_image(ctx, "image_delete", record_id)])
    ctx.database.commit()
    return Response(status_code=204)
