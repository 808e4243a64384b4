"""The HTTP routes that files travel by, added to the backend beside Reflex's own."""

import mimetypes

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from admin_app.kit.transfer import tickets
from admin_app.kit.transfer.pictures import SHOWN_TYPES

PRIVATE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""Headers of what is handed out: it holds personal data."""


async def receive(request: Request) -> Response:
    """POST a file to a ticket: 204, 404 for an unknown ticket, 413 when it is too big."""
    try:
        path = tickets.awaited(request.path_params["ticket"])
    except tickets.RefusedFile:
        return PlainTextResponse("unknown ticket", status_code=404)
    part = tickets.part_of(path)
    try:
        with part.open("wb") as file:
            async for chunk in request.stream():
                file.write(chunk)
                if file.tell() > tickets.MAX_FILE:
                    return PlainTextResponse("too big", status_code=413)
        part.chmod(0o600)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return Response(status_code=204)


async def hand_out(request: Request) -> Response:
    """GET what was laid behind a ticket, once: 404 for an unknown ticket."""
    ticket = request.path_params["ticket"]
    try:
        path = tickets.path_of(ticket)
    except tickets.RefusedFile:
        return PlainTextResponse("unknown ticket", status_code=404)
    name = tickets.file_name(request.path_params["name"])
    shown = SHOWN_TYPES.get(name.rpartition(".")[2])
    return FileResponse(
        path,
        media_type=shown or mimetypes.guess_type(name)[0] or "application/octet-stream",
        filename=name,
        content_disposition_type="inline" if shown else "attachment",
        headers=PRIVATE,
        background=BackgroundTask(tickets.discard, ticket),
    )


def routes() -> list[Route]:
    """The HTTP routes of this module, added to the backend beside Reflex's own."""
    return [Route(tickets.PATH, receive, methods=["POST"]), Route(tickets.DOWNLOAD, hand_out, methods=["GET"])]
