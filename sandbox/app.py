"""The application: every route of the contract, refusals, CORS, documentation."""

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.middleware.cors import CORSMiddleware
from sqlalchemy import Connection, insert, select
from starlette.exceptions import HTTPException

from sandbox import analytics, catalogue, control, files, http, images, points, session
from sandbox.articles import ARTICLES
from sandbox.campaigns import outbox
from sandbox.campaigns import routes as campaigns_routes
from sandbox.campaigns.resource import CAMPAIGNS
from sandbox.communities import routes as communities_routes
from sandbox.communities import securities
from sandbox.communities.members import MEMBERS
from sandbox.communities.resource import COMMUNITIES
from sandbox.context import Sandbox, sandbox_of
from sandbox.database import Database
from sandbox.editorials import EDITORIALS
from sandbox.errors import ApiError, Unauthorized, masked
from sandbox.events import EVENTS
from sandbox.imports import routes as imports_routes
from sandbox.middleware import FaultsAndJournal
from sandbox.relay_point_types import RELAY_POINT_TYPES
from sandbox.relay_points import RELAY_POINTS
from sandbox.resource import Resource
from sandbox.routes import resource_router
from sandbox.seed import seed
from sandbox.settings import SandboxSettings, read_settings, seed_version
from sandbox.solidary import actions, beneficiaries, external, proof_files, records, volunteers
from sandbox.solidary.structures import STRUCTURES
from sandbox.tables import meta
from sandbox.users import alerts, export, moderation, verification
from sandbox.users import routes as users_routes
from sandbox.users.resource import USERS

# A later resource is one more line here.
RESOURCES: tuple[Resource, ...] = (
    USERS,
    catalogue.TERRITORIES,
    catalogue.ICONS,
    COMMUNITIES,
    EVENTS,
    MEMBERS,
    EDITORIALS,
    ARTICLES,
    RELAY_POINT_TYPES,
    RELAY_POINTS,
    STRUCTURES,
    records.RECORDS,
    beneficiaries.BENEFICIARIES,
    volunteers.VOLUNTEERS,
    CAMPAIGNS,
)
# Routes with a fixed name come before those with an id.
ROUTERS = (
    session.router,
    campaigns_routes.router,
    users_routes.router,
    verification.router,
    alerts.router,
    communities_routes.router,
    securities.router,
    imports_routes.router,
    export.router,
    moderation.router,
    catalogue.router,
    analytics.router,
    images.router,
    points.router,
    actions.router,
    records.router,
    beneficiaries.router,
    volunteers.router,
    proof_files.router,
    external.router,
    files.router,
    control.router,
    outbox.router,
)
DESCRIPTION = """A stand-in for the platform's REST API, with French demo data.

Sign in with `POST /login` (`admin@demo.test`, password `demo`), then paste the token with the Authorize button."""


def build_app(settings: SandboxSettings | None = None) -> FastAPI:
    """The application, seeded and ready: usable in process, nothing waits for a start-up event."""
    settings = settings or read_settings()

    def fill(connection: Connection) -> None:
        seed(connection, *settings.seeded)
        connection.execute(insert(meta).values(key="seed_version", value=seed_version()))

    database = Database(settings.database, fill)
    _check_version(database, settings)
    sandbox = Sandbox(settings, database, settings.faults)
    app = FastAPI(title="Sandbox of the platform's API", version="2026-03", description=DESCRIPTION, redoc_url=None)
    app.state.sandbox = sandbox
    for router in (*ROUTERS, *map(resource_router, RESOURCES)):
        app.include_router(router)
    _add_refusals(app)
    _add_middleware(app, sandbox)
    _add_bearer(app)
    return app


def _check_version(database: Database, settings: SandboxSettings) -> None:
    """Refuse a file that another version of the seed made: its tables may not be ours."""
    made_by = database.value(select(meta.c.value).where(meta.c.key == "seed_version"))
    if made_by != seed_version():
        raise OSError("made by another version of the sandbox; delete the file or name another one")


def _add_middleware(app: FastAPI, sandbox: Sandbox) -> None:
    app.add_middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["GET", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["Content-Type", "Authorization", "X-LOCALE"],
        expose_headers=["Content-Disposition", "Content-Length", "Link"],
        max_age=3600,
    )
    app.add_middleware(FaultsAndJournal, sandbox=sandbox)


def _add_refusals(app: FastAPI) -> None:
    """Turn exceptions into the bodies of the contract; whatever a refused call had changed is undone."""

    @app.exception_handler(ApiError)
    async def refused(request: Request, error: ApiError) -> Response:
        sandbox = sandbox_of(request)
        sandbox.database.rollback()
        plain = request.url.path.endswith("/export")
        return http.error_reply(request, error, sandbox.settings.strict_status, plain)

    @app.exception_handler(Unauthorized)
    async def unauthorized(request: Request, error: Unauthorized) -> Response:
        answer = http.encoded({"code": 401, "message": error.message}, 401, http.JSON)
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    @app.exception_handler(session.BadLogin)
    async def bad_login(request: Request, error: session.BadLogin) -> Response:
        body = ApiError("Bad Request").body(hydra=False) | {"status": 400}
        return http.encoded(body, 400, http.PROBLEM)

    @app.exception_handler(HTTPException)
    async def unrouted(request: Request, error: HTTPException) -> Response:
        return http.error_reply(request, ApiError(str(error.detail), status=error.status_code), strict=False)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        sandbox_of(request).database.rollback()
        return http.error_reply(request, masked(), strict=False)


def _add_bearer(app: FastAPI) -> None:
    """Let the documentation page send the token."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        schema = made()
        scheme = {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
        schema.setdefault("components", {}).setdefault("securitySchemes", {})["bearerAuth"] = scheme
        schema["security"] = [{"bearerAuth": []}]
        return schema

    app.openapi = openapi
