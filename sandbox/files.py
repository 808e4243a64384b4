"""Files served without a token, as upstream serves its upload folder: images, icons, portraits, proofs."""

from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from sqlalchemy import select

from sandbox import faces, pictograms, pictures, scenes, specimen
from sandbox.context import sandbox_of
from sandbox.errors import no_such_file
from sandbox.tables import icons, identity_proofs

router = APIRouter(tags=["files"])
SVG = "image/svg+xml"
CACHE = {"Cache-Control": "public, max-age=3600"}


async def keep(folder: Path, file_name: str, content: bytes) -> None:
    """Keep a file that was sent; other calls are answered meanwhile."""

    def write() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file_name).write_bytes(content)

    await run_in_threadpool(write)


@router.get("/upload/default/avatar.svg")
async def default_avatar() -> Response:
    """The picture of who has none."""
    return Response(pictures.DEFAULT_AVATAR, media_type=SVG, headers=CACHE)


@router.get("/upload/default/banner.svg")
async def banner() -> Response:
    """What every mail begins with."""
    return Response(pictures.BANNER, media_type=SVG, headers=CACHE)


@router.get("/upload/icons/{file_name}")
async def icon(request: Request, file_name: str) -> Response:
    """A picture for an icon of the catalogue."""
    row = sandbox_of(request).database.row(select(icons.c.name).where(icons.c.file_name == file_name))
    if row is None:
        raise no_such_file()
    return Response(pictograms.drawn(row.name), media_type=SVG, headers=CACHE)


@router.get("/upload/users/proofs/{file_name}")
async def proof(request: Request, file_name: str) -> Response:
    """The document of a pending proof: a specimen of the type it is said to have."""
    query = select(identity_proofs).where(identity_proofs.c.file_name == file_name, identity_proofs.c.status == 1)
    row = sandbox_of(request).database.row(query)
    if row is None:
        raise no_such_file()
    kind, media_type = ("PDF", row.mime_type) if row.mime_type == "application/pdf" else ("PNG", "image/png")
    return Response(specimen.document(kind), media_type=media_type)


@router.get("/upload/{folder}/images/{file_name}")
async def original(request: Request, folder: str, file_name: str) -> Response:
    """An image as it was sent."""
    return _file(request, folder, file_name)


@router.get("/upload/{folder}/images/versions/{file_name}")
async def version(request: Request, folder: str, file_name: str) -> Response:
    """A size of an image: a portrait or a scene is drawn, an uploaded file is served as it is."""
    drawn = faces.drawn(file_name) if folder == "users" else scenes.drawn(file_name)
    if drawn is not None:
        return Response(drawn, media_type=SVG, headers=CACHE)
    prefix = next((text for text in ("800-", "250-", "100-") if file_name.startswith(text)), "")
    return _file(request, folder, file_name.removeprefix(prefix))


def _file(request: Request, folder: str, file_name: str) -> Response:
    root = sandbox_of(request).settings.files_folder
    path = root / folder / "images" / Path(file_name).name
    if folder not in pictures.FOLDERS.values() or not path.is_file():
        raise no_such_file()
    return FileResponse(path, headers=CACHE)
