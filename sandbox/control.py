"""Control of a running sandbox, outside the API contract: faults, reset, last calls (SANDBOX-8)."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from sandbox.context import sandbox_of
from sandbox.faults import Faults

router = APIRouter(tags=["sandbox"])


@router.put("/_sandbox/faults")
async def replace_faults(request: Request, faults: Faults) -> Response:
    """Replace the faults in force, by none with an empty body; calls they held back are held no longer."""
    sandbox = sandbox_of(request)
    sandbox.faults.end()
    sandbox.faults = faults
    return JSONResponse(faults.model_dump())


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
