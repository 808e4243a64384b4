"""The sandbox, called through the client, keeps to the API's description: requests and answers both."""

from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from admin_app.api.auth import TokenAuth, login, refresh
from admin_app.api.client import Api, build_client
from admin_app.api.errors import AccessDenied, Invalid, InvalidCredentials, NotFound, Refused
from admin_app.api.query import Joined, Query, Selected
from admin_app.kit.values import Address
from admin_app.settings import Settings
from sandbox.app import build_app
from sandbox.settings import SandboxSettings
from tests.contract.description import operation_named, operations
from tests.contract.validator import ContractTransport, faults_of_journal
from tests.support.proofs import proves

SETTINGS = Settings(api_url="http://localhost:8001")
ADMIN = "admin@demo.test"
PASSWORD = "demo"
PIXEL = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
LISTS = sorted(
    each.id for each in operations() if each.id.startswith("list_") and "{" not in each.template and not each.absent
)
TEMPLATES = {each.template for each in operations()}
ORDERS = [
    name.removeprefix("order[")[:-1]
    for _, name in operation_named("list_users").parameters
    if name.startswith("order[")
]
FILTERS: list[dict[str, Any]] = [
    {"q": "dup"},
    {"givenName": "a", "familyName": "d"},
    {"email": "demo.test", "telephone": "0612345678"},
    {"email": ["a@x.fr", "b@x.fr"]},
    {"id": [1, 2]},
    {"gender": 0},
    {"gender": [1, 2]},
    {"selected": Joined((1, 2, 3))},
    {"isHitchHiker": True, "identityStatus": [1, 2], "rezoKit": False, "cardLetter": True, "cardLetterPosted": False},
    {"identityProofStatus": 1},
    {"newsSubscription": True},
    {"community": 1},
    {"createdDate[after]": "2020-01-01", "createdDate[strictly_before]": "2030-01-01"},
    {"lastActivityDate[after]": "2020-01-01"},
    {"proposalValidUntil": "2026-01-01"},
    {"territory": 1},
    {"homeAddressTerritory": [1, 2]},
    {"solidaryUser.beneficiary": True},
    {"solidaryUser.volunteer": True},
    {"familyName": "l'été & co + 50 %"},
]
ADDRESS = {
    "streetAddress": "rue Saint-Dizier",
    "postalCode": "54000",
    "addressLocality": "Nancy",
    "latitude": 48.68913,
    "longitude": 6.18419,
}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One sandbox for the module; a test that changes something makes it first."""
    files = str(tmp_path_factory.mktemp("files"))
    return build_app(SandboxSettings(users=60, db=":memory:", files=files))


def served(sandbox: Any, template: str) -> None:
    """Skip what the sandbox has no route for yet."""
    if template not in sandbox.openapi()["paths"]:
        pytest.skip(f"the sandbox does not serve {template}")


@pytest.fixture
async def http(sandbox: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client whose traffic is checked."""
    transport = ContractTransport(httpx.ASGITransport(app=sandbox), allow=())
    async with build_client(transport, SETTINGS) as client:
        yield client


@pytest.fixture
async def api(http: httpx.AsyncClient) -> Api:
    """The API of the administrator."""
    return await signed_in(http, ADMIN)


async def signed_in(http: httpx.AsyncClient, username: str) -> Api:
    return Api(http, TokenAuth(await login(http, username, PASSWORD), 3600))


async def new_user(api: Api, **properties: Any) -> dict[str, Any]:
    body = {"email": f"{uuid4().hex}@example.org", "givenName": "Léa", "familyName": "Thiriet", "gender": 1}
    return await api.create("admin/users", body | properties)


async def test_a_wrong_password(http):
    with pytest.raises(InvalidCredentials):
        await login(http, ADMIN, "wrong")


async def test_a_refresh(api):
    tokens = await refresh(api.auth.http, api.auth.tokens.refresh_token)
    assert await Api(api.auth.http, TokenAuth(tokens, 3600)).members("users/me")


async def test_who_am_i(api):
    me = await api.members("users/me")
    assert len(me) == 1
    assert me[0]["email"] == ADMIN


async def test_permissions(api):
    assert "access_admin" in await api.members("permissions")
    assert 3 in await api.members("permissions/grantable")


@pytest.mark.parametrize("operation", LISTS)
async def test_every_list(sandbox, api, operation):
    served(sandbox, operation_named(operation).template)
    await api.members(operation_named(operation).template.lstrip("/"))


@proves("USER-3")
@pytest.mark.parametrize("filters", FILTERS, ids=lambda filters: "+".join(filters))
async def test_filters_of_users(api, filters):
    await api.list("admin/users", Query(page=1, per_page=5, filters=filters))


@pytest.mark.parametrize("field", ORDERS)
async def test_orders_of_users(api, field):
    up, down = [await api.list("admin/users", Query(1, 300, (field, descends))) for descends in (False, True)]
    assert up.total == down.total == len(up.items)
    assert {item["id"] for item in up.items} == {item["id"] for item in down.items}


async def test_pages_of_users(api):
    first, far = [await api.list("admin/users", Query(page, 7)) for page in (1, 1000)]
    assert (len(first.items), far.items, far.total) == (7, [], first.total)


async def test_a_user_from_creation_to_deletion(api):
    user = await new_user(api, homeAddress=Address.model_validate(ADDRESS).to_api())
    read = await api.get("admin/users", user["id"])
    assert read["homeAddress"]["latitude"] == "48.689130"
    changed = await api.update(
        "admin/users", user["id"], {"familyName": "Noël", "homeAddress": read["homeAddress"] | {"street": None}}
    )
    assert changed["familyName"] == "Noël"
    await api.delete("admin/users", user["id"])
    listed = await api.list("admin/users", Query(filters={"email": user["email"]}))
    assert listed.items == []


@proves("SANDBOX-5")
async def test_refusals_of_a_user(api):
    with pytest.raises(NotFound):
        await api.update("admin/users", 999_999, {"familyName": "x"})
    with pytest.raises(Invalid) as caught:
        await new_user(api, email=ADMIN)
    assert [violation.property_path for violation in caught.value.violations] == ["email"]


async def test_a_refusal_of_what_the_description_forbids(sandbox):
    transport = ContractTransport(httpx.ASGITransport(app=sandbox), allow=(), raises=False)
    async with build_client(transport, SETTINGS) as http:
        with pytest.raises(Refused):
            await new_user(await signed_in(http, ADMIN), email="no e-mail", gender="1")
    assert [violation.operation for violation in transport.violations] == ["create_user"] * 3


@proves("CALL-15")
async def test_a_lookup_by_email(api):
    assert [user["email"] for user in await api.members("admin/users/email", [("email", ADMIN)])] == [ADMIN]
    assert await api.members("admin/users/email", [("email", "nobody@example.org")]) == []


async def test_a_bulk_deletion_deletes_the_selected_ones_only(api):
    user, before = await new_user(api), (await api.list("admin/users")).total
    await api.delete_users(Selected(user["id"]))
    assert (await api.list("admin/users")).total == before - 1


async def test_an_export(sandbox, api):
    served(sandbox, "/admin/users/export")
    async with api.stream("admin/users/export", Query(1, 3).params()) as chunks:
        text = b"".join([chunk async for chunk in chunks]).decode()
    assert text.splitlines()[0].startswith("id,givenName,familyName")
    assert len(text.splitlines()) == 4


async def test_the_status_of_a_territory(api):
    user = await new_user(api)
    assert "rzpTerritoryStatus" in await api.call_get(f"admin/users/{user['id']}/rzpTerritoryStatus")


async def test_an_image(api):
    user = await new_user(api)
    image = await api.upload_image("user", user["id"], "portrait.png", PIXEL, "image/png")
    assert image["image"].startswith("http")
    with pytest.raises(Refused):
        await api.upload(
            "admin/images", {"userId": user["id"], "position": 1}, {"eventFile": ("a.png", PIXEL, "image/png")}
        )


async def test_points(api):
    points = await api.members("points", [("search", "Nancy")])
    assert points
    assert all(isinstance(point["lat"], float) for point in points)


async def test_one_territory_and_one_icon(api):
    territory = (await api.list("admin/territories")).items[0]
    assert (await api.get("admin/territories", territory["id"]))["name"] == territory["name"]
    icon = (await api.list("admin/icons")).items[0]
    assert (await api.get("admin/icons", icon["id"]))["url"] == icon["url"]


async def test_the_instance(api):
    assert isinstance((await api.call_get("eec/instance"))["available"], bool)


@proves("JOURNEY-1", "JOURNEY-2")
async def test_a_journey_of_a_partner_and_a_message_to_its_driver(http):
    """Every parameter of a search (JOURNEY-1), and what a message needs (JOURNEY-2)."""
    api = await signed_in(http, "solidary@demo.test")
    days = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    asked = {
        **{"from_latitude": 48.591, "from_longitude": 6.497, "to_latitude": 48.692, "to_longitude": 6.184},
        **{"driver": 1, "passenger": 0, "outward_mindate": "2026-12-01", "outward_maxdate": "2026-12-31"},
        **{f"days_{day}": 1 for day in days},
        **{f"{day}_{end}time": f"{hour}:00:00" for day in days for end, hour in (("min", "08"), ("max", "10"))},
    }
    for frequency in ("punctual", "regular"):
        found = await api.members("admin/external_journeys", [*asked.items(), ("frequency", frequency)])
        assert found
    journey = found[0]
    message = {
        "carpoolerUuid": str(journey["carpoolerId"]),
        "provider": journey["externalProvider"],
        "journeysUuid": str(journey["journeyId"]),
        "content": "Bonjour, reste-t-il une place ?",
        "role": 2,
    }
    assert (await api.create("external_connections", message))["content"] == message["content"]


@proves("CALL-13")
async def test_what_the_sandbox_notes_can_be_checked(sandbox, api):
    await api.list("admin/users", Query(1, 1))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=sandbox), base_url="http://localhost:8001"
    ) as control:
        noted = (await control.get("/_sandbox/requests")).json()
        await control.get("/admin/users?pages=1")
        noted_then = (await control.get("/_sandbox/requests")).json()
    assert len(noted) > 1
    assert faults_of_journal(noted) == []
    assert [str(fault) for fault in faults_of_journal(noted_then)] == [
        "list_users: query parameter pages is not described"
    ]


async def test_somebody_without_permission_is_refused(http):
    with pytest.raises(AccessDenied):
        await (await signed_in(http, "nobody@demo.test")).list("admin/users")


@proves("SANDBOX-5")
@pytest.mark.parametrize(
    "operation", [each for each in LISTS if f"{operation_named(each).template}/{{id}}" in TEMPLATES]
)
async def test_the_first_record_of_every_list(sandbox, http, operation):
    template = operation_named(operation).template
    # Records and people are seen by those who operate their structure, administrators or not.
    api = await signed_in(http, "solidary@demo.test" if "/solidar" in template else ADMIN)
    served(sandbox, template)
    paged = ("query", "page") in operation_named(operation).parameters
    first = (await api.list(template.lstrip("/"), Query(1, 1) if paged else None)).items[0]
    assert (await api.get(template.lstrip("/"), first["id"]))["id"] == first["id"]
