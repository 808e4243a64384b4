"""The HTTP routes of uploads and downloads, added to the backend beside Reflex's own."""

import asyncio
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from admin_app.kit.transfer import tickets
from admin_app.kit.transfer.pictures import SHOWN_TYPES
from admin_app.kit.transfer.spool import SpoolUnavailable

PRIVATE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""Headers of what is handed out: it holds personal data."""
SAVED_TYPES = {"csv": "text/csv", "json": "application/json"}
"""What a file that is saved may call itself: no browser runs it."""
REFUSED = {"file_limit": ("too big", 413), "full": ("no place for it", 507)}
PATIENCE = 300
"""Seconds a browser may take to send a file: 10 MB at 35 kB/s."""


async def receive(request: Request) -> Response:
    """POST one file to a ticket: 204, 404 for a ticket that is unknown or used, 413 too big, 408 too slow, 507 where
    the storage or the person's share of it is full, 503 where there is none."""
    try:
        async with asyncio.timeout(PATIENCE):
            await tickets.receive(request.path_params["ticket"], request.stream())
    except tickets.RefusedFile as error:
        text, status = REFUSED.get(error.name, ("unknown ticket", 404))
        return PlainTextResponse(text, status_code=status)
    except SpoolUnavailable:
        return PlainTextResponse("no place for it", status_code=503)
    except TimeoutError:
        return PlainTextResponse("too slow", status_code=408)
    except ClientDisconnect:
        return Response(status_code=400)
    return Response(status_code=204)


async def hand_out(request: Request) -> Response:
    """GET what was laid behind a ticket, once, however many ask at the same time: 404 for all others."""
    try:
        content, shown, name = tickets.take_offer(request.path_params["ticket"])
    except (tickets.RefusedFile, SpoolUnavailable):
        return PlainTextResponse("unknown ticket", status_code=404)
    end = name.rpartition(".")[2]
    in_place = SHOWN_TYPES.get(end) if shown else None
    way = f"{'inline' if in_place else 'attachment'}; filename*=UTF-8''{quote(name)}"
    return Response(
        content,
        media_type=in_place or SAVED_TYPES.get(end, "application/octet-stream"),
        headers={**PRIVATE, "Content-Disposition": way},
    )


def routes() -> list[Route]:
    """The HTTP routes of this module, added to the backend beside Reflex's own."""
    return [Route(tickets.PATH, receive, methods=["POST"]), Route(tickets.DOWNLOAD, hand_out, methods=["GET"])]
