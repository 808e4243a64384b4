"""Images of records (session.yaml, upload_image)."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from sandbox.context import Context
from sandbox.database import within
from sandbox.settings import SandboxSettings
from sandbox.tables import images

# Owner as the form names it -> folder of its files.
FOLDERS = {
    "user": "users",
    "community": "communities",
    "event": "events",
    "relayPoint": "relaypoints",
    "campaign": "masscommunication",
    "editorial": "editorials",
}
VERSIONS = {"max": "", "square_800": "800-", "square_250": "250-", "square_100": "100-"}


def version_url(ctx: Context, owner: str, file_name: str, version: str) -> str:
    """Address of one size of an image; `original` is the file as it was sent."""
    folder = f"{ctx.public_url}/upload/{FOLDERS[owner]}/images"
    if version == "original":
        return f"{folder}/{file_name}"
    return f"{folder}/versions/{VERSIONS[version]}{file_name}"


def first_images(ctx: Context, owner: str, ids: Sequence[int]) -> dict[int, Row[Any]]:
    """For each owner its image with the lowest position."""
    query = select(images).where(images.c.owner == owner, within(images.c.owner_id, ids))
    found: dict[int, Row[Any]] = {}
    for row in ctx.database.rows(query.order_by(images.c.position, images.c.id)):
        found.setdefault(row.owner_id, row)
    return found


def pair(ctx: Context, owner: str, row: Row[Any] | None) -> dict[str, str | None]:
    """`image` and `avatar` of a record; both null when it has no image."""
    sizes = (("image", "square_800"), ("avatar", "square_250"))
    return {name: version_url(ctx, owner, row.file_name, size) if row else None for name, size in sizes}


def folder_of(settings: SandboxSettings, owner: str) -> Path:
    """Where the images of a kind of record are kept, as they were sent."""
    return settings.files_folder / FOLDERS[owner] / "images"


def forget(ctx: Context, rows: Iterable[Row[Any]]) -> None:
    """Delete images with their files."""
    for row in rows:
        (folder_of(ctx.settings, row.owner) / row.file_name).unlink(missing_ok=True)
        ctx.database.delete(images, id=row.id)


def forget_of(ctx: Context, owner: str, owner_id: int) -> None:
    """Delete the images of a record that goes."""
    forget(ctx, ctx.database.rows(select(images).where(images.c.owner == owner, images.c.owner_id == owner_id)))


def portraits(ctx: Context, people: Mapping[int, Row[Any]]) -> dict[int, tuple[str, str | None]]:
    """(avatar, image) of users by id: the uploaded picture, else a drawn face, else the default avatar alone."""
    uploaded = first_images(ctx, "user", [*people])
    return {user_id: _portrait(ctx, row.portrait, uploaded.get(user_id)) for user_id, row in people.items()}


def _portrait(ctx: Context, portrait: str | None, image: Row[Any] | None) -> tuple[str, str | None]:
    if image is None and not portrait:
        return f"{ctx.public_url}/upload/default/avatar.svg", None
    name = image.file_name if image is not None else f"face-{portrait}.svg"
    return version_url(ctx, "user", name, "square_250"), version_url(ctx, "user", name, "square_800")


def avatars(ctx: Context, people: Mapping[int, Row[Any]]) -> dict[int, str]:
    """The small pictures of users by id."""
    return {user_id: avatar for user_id, (avatar, _) in portraits(ctx, people).items()}


BANNER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="140" viewBox="0 0 1000 140">'
    '<rect width="1000" height="140" fill="#1f5f99"/><path d="M0 118h1000v22H0z" fill="#173f66"/>'
    '<path d="M0 129h1000" stroke="#f4f1e6" stroke-width="3" stroke-dasharray="40 28"/>'
    '<text x="40" y="80" font-family="sans-serif" font-size="44" font-weight="700" fill="#fff">'
    "Covoiturage pour tous</text></svg>"
)
DEFAULT_AVATAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="250" viewBox="0 0 100 100">'
    '<rect width="100" height="100" fill="#d5dbe3"/><circle cx="50" cy="38" r="18" fill="#8b98a9"/>'
    '<path d="M14 92c0-22 16-32 36-32s36 10 36 32z" fill="#8b98a9"/></svg>'
)
