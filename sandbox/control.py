"""Control of a running sandbox, outside the API contract: faults, reset, last calls, outbox (SANDBOX-7, SANDBOX-8)."""

from html import escape
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, Field
from sqlalchemy import delete, select

from sandbox import http
from sandbox.clock import instant
from sandbox.context import sandbox_of
from sandbox.faults import ExportFaults, FailRule, Faults
from sandbox.tables import outbox

router = APIRouter(tags=["sandbox"])


class FailBody(BaseModel):
    """One rule of the faults asked for."""

    path: str
    method: str | None = None
    status: Annotated[int, Field(ge=400, le=599)] = 500
    probability: Annotated[float, Field(ge=0, le=1)] = 1.0
    times: int | None = None


class ExportBody(BaseModel):
    """What happens to exports."""

    page_limit: Annotated[int, Field(ge=1)] | None = None
    break_after: Annotated[int, Field(ge=0)] | None = None
    part_ms: Annotated[int, Field(ge=0, le=60_000)] = 0


class FaultsBody(BaseModel):
    """The faults asked for; an empty body clears them all."""

    latency_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    fail: list[FailBody] = []
    token_ttl: Annotated[int, Field(ge=1)] | None = None
    drop: list[str] = []
    export: ExportBody = ExportBody()


@router.put("/_sandbox/faults")
async def replace_faults(request: Request, body: FaultsBody) -> Response:
    """Replace the faults in force."""
    rules = [FailRule(**rule.model_dump()) for rule in body.fail]
    sandbox_of(request).faults = Faults(
        body.latency_ms, rules, body.token_ttl, body.drop, ExportFaults(**body.export.model_dump())
    )
    return JSONResponse(body.model_dump())


@router.post("/_sandbox/reset", status_code=204)
async def reset(request: Request) -> Response:
    """Seed the data again; whoever is signed in stays so."""
    sandbox_of(request).reset()
    return Response(status_code=204)


@router.get("/_sandbox/requests")
async def last_requests(request: Request) -> Response:
    """The last 200 calls: method, path, query, status; never a body, a password or a token."""
    return JSONResponse(list(sandbox_of(request).journal))


@router.delete("/_sandbox/requests", status_code=204)
async def clear_requests(request: Request) -> Response:
    """Forget the last calls."""
    sandbox_of(request).journal.clear()
    return Response(status_code=204)


@router.get("/outbox")
async def read_outbox(request: Request) -> Response:
    """The messages that a real platform would have sent, the last first, as JSON or as a page."""
    rows = sandbox_of(request).database.rows(select(outbox).order_by(outbox.c.id.desc()).limit(200))
    messages = [dict(row._mapping) | {"created_date": instant(row.created_date)} for row in rows]
    if "text/html" not in http.accepted(request):
        return JSONResponse(messages)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(str(message[name]))}</td>" for name in COLUMNS) + "</tr>" for message in messages
    )
    heads = "".join(f"<th>{name}</th>" for name in COLUMNS)
    return HTMLResponse(
        '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Outbox</title>'
        "<style>body{font:16px system-ui;margin:2rem}td,th{padding:.4rem .8rem;text-align:left}</style>"
        f"<h1>Outbox</h1><table><tr>{heads}</tr>{lines}</table></html>"
    )


COLUMNS = ("created_date", "channel", "recipient", "subject", "body")


@router.delete("/outbox", status_code=204)
async def clear_outbox(request: Request) -> Response:
    """Throw the messages away."""
    database = sandbox_of(request).database
    database.write(delete(outbox))
    database.commit()
    return Response(status_code=204)
