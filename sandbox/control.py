"""Control of a running sandbox, outside the API contract: faults, reset, last calls (SANDBOX-8)."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from sandbox.context import sandbox_of
from sandbox.faults import ExportFaults, FailRule, Faults, SlowRule

router = APIRouter(tags=["sandbox"])


class FailBody(BaseModel):
    """One rule of the faults asked for."""

    path: str
    method: str | None = None
    status: Annotated[int, Field(ge=400, le=599)] = 500
    probability: Annotated[float, Field(ge=0, le=1)] = 1.0
    times: int | None = None


class SlowBody(BaseModel):
    """Calls whose answers are held back."""

    path: str
    ms: Annotated[int, Field(ge=0, le=600_000)]


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
    lose: list[str] = []
    slow: list[SlowBody] = []
    providers: list[str] = []
    export: ExportBody = ExportBody()


@router.put("/_sandbox/faults")
async def replace_faults(request: Request, body: FaultsBody) -> Response:
    """Replace the faults in force; calls they held back are held no longer."""
    rules = [FailRule(**rule.model_dump()) for rule in body.fail]
    slow = [SlowRule(rule.path, rule.ms) for rule in body.slow]
    export = ExportFaults(**body.export.model_dump())
    faults = Faults(body.latency_ms, rules, body.token_ttl, body.drop, export, body.lose, slow, body.providers)
    sandbox = sandbox_of(request)
    sandbox.faults.replaced.set()
    sandbox.faults = faults
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
