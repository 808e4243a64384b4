"""The contract checks can fail: each kind of fault is found, and what is right is let through."""

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
import yaml

from tests.contract.description import FOLDER, METHODS, operation_named, operations
from tests.contract.validator import (
    ALTERNATIVE,
    INJECTED,
    ContractTransport,
    ContractViolation,
    Exchange,
    faults_of,
    faults_of_journal,
)
from tests.support.proofs import proves

LD = "application/ld+json; charset=utf-8"
PATCH = "application/merge-patch+json"
USER = {"@id": "/users/7", "@type": "User", "id": 7, "status": 1, "email": "lea@example.org"}
USERS = {"@type": "hydra:Collection", "hydra:member": [USER], "hydra:totalItems": 1}
TERRITORY = {"@id": "/territories/3", "id": 3, "name": "Nancy"}
DENIED = {"hydra:title": "An error occurred", "hydra:description": "Access Denied."}


def texts(exchange: Exchange, **options: Any) -> list[str]:
    return [str(violation) for violation in faults_of(exchange, **options)]


def answered(path: str, status: int, answer: Any, answer_type: str = LD, method: str = "GET") -> Exchange:
    content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return Exchange(method, path, status=status, answer_type=answer_type, answer=content)


def form(*parts: tuple[str, str, str]) -> Exchange:
    """An upload of (name, file name, text) to admin/images."""
    lines = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"'
        + (f'; filename="{filename}"\r\nContent-Type: image/png' if filename else "")
        + f"\r\n\r\n{text}\r\n"
        for name, filename, text in parts
    ]
    return Exchange(
        "POST",
        "/admin/images",
        content_type="multipart/form-data; boundary=b",
        body=f"{''.join(lines)}--b--\r\n".encode(),
    )


def test_every_operation_is_known():
    described = 0
    for path in FOLDER.glob("*.yaml"):
        paths = yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)).get(
            "paths", {}
        )
        described += sum(method in item for item in paths.values() for method in METHODS)
    assert len(operations()) == len({operation.id for operation in operations()}) == described > 100


def test_every_schema_can_be_used():
    """Cross-file references lead somewhere: a value is tried on each body and answer."""
    for operation in operations():
        holders = [node for _, node in operation.node.child("responses").children()]
        holders += [body] if (body := operation.node.get("requestBody")) else []
        for holder in holders:
            if content := holder.get("content"):
                for _, media_type in content.children():
                    list(media_type.child("schema").faults({}))


@pytest.mark.parametrize(
    "query",
    [
        "",
        "page=1&perPage=25&order[createdDate]=desc&familyName=dur",
        "isHitchHiker=true&gender[]=1&gender[]=2&id[]=3",
        "familyName[]=a&familyName[]=b",
        "createdDate[strictly_after]=2026-03-02",
        "selected=1,2,3",
    ],
)
def test_a_described_list_passes(query):
    assert texts(replace(answered("/admin/users", 200, USERS), query=query)) == []


@pytest.mark.parametrize(
    ("method", "path", "query", "fault"),
    [
        ("GET", "/admin/nothing", "", "unknown operation: GET /admin/nothing"),
        ("POST", "/users/me", "", "unknown operation: POST /users/me"),
        ("GET", "/admin/users/x", "", "get_user: path parameter id: 'x' is not of type 'integer'"),
        ("GET", "/admin/users", "familyname=a", "list_users: query parameter familyname is not described"),
        (
            "GET",
            "/admin/users",
            "createdDate[since]=2026-01-01",
            "list_users: query parameter createdDate[since] is not described",
        ),
        ("GET", "/admin/users", "page=x", "list_users: query parameter page: 'x' is not of type 'integer'"),
        ("GET", "/admin/users", "page=0", "list_users: query parameter page: 0 is less than the minimum of 1"),
        (
            "GET",
            "/admin/users",
            "order[id]=up",
            "list_users: query parameter order[id]: 'up' is not one of ['asc', 'desc']",
        ),
        ("GET", "/admin/users", "id=1&id=2", "list_users: query parameter id is given 2 times"),
        ("GET", "/admin/users", "id[]=a", "list_users: query parameter id[]: [0] 'a' is not of type 'integer'"),
        (
            "GET",
            "/admin/communities",
            "createdDate[after]=02/03/2026",
            "list_communities: query parameter createdDate[after]: '02/03/2026' is not a 'date'",
        ),
        ("GET", "/admin/users/email", "", "find_user_by_email: query parameter email is missing"),
        ("GET", "/admin/users/delete", "page=1", "delete_users: query parameter page is not described"),
        ("GET", "/admin/users/delete", "filters[q]=a", "delete_users: query parameter filters[q] is not described"),
        ("GET", "/admin/communities", "territory=5", "list_communities: query parameter territory is not described"),
    ],
)
def test_faults_of_addresses(method, path, query, fault):
    assert texts(Exchange(method, path, query)) == [fault]


def test_filters_that_stand_for_others_and_spellings_told_in_the_text():
    assert texts(Exchange("GET", "/admin/users/delete", "familyName=a&isHitchHiker=true")) == []
    assert texts(Exchange("GET", "/admin/relaypoints", "territory=7&status[]=1")) == []
    assert texts(Exchange("GET", "/admin/events", "community.id[]=7")) == []


@pytest.mark.parametrize(
    ("content_type", "body", "fault"),
    [
        (PATCH, {"gender": 1, "homeAddress": {"latitude": "48.1", "street": None}}, None),
        ("application/json", {}, f"the body is application/json, not one of {PATCH}"),
        ("", {}, f"the body is nothing, not one of {PATCH}"),
        (PATCH, [], "body[] is not of type 'object'"),
        (PATCH, {"gender": "1"}, "body['gender'] '1' is not of type 'integer'"),
        (PATCH, {"familyname": "a"}, "body.familyname is not described"),
        (PATCH, {"homeAddress": {"city": "Nancy"}}, "body.homeAddress.city is not described"),
        (PATCH, {"rolesTerritory": [{"role": 3, "rolle": 3}]}, "body.rolesTerritory[0].rolle is not described"),
    ],
)
def test_bodies(content_type, body, fault):
    found = texts(Exchange("PATCH", "/admin/users/7", content_type=content_type, body=json.dumps(body).encode()))
    assert found[:1] == ([f"update_user: {fault}"] if fault else [])


def test_a_body_that_is_no_json_and_one_too_many():
    assert "cannot be read" in texts(Exchange("PATCH", "/admin/users/7", content_type=PATCH, body=b"{"))[0]
    assert texts(Exchange("DELETE", "/admin/users/7", body=b"{}")) == ["delete_user: a body is sent"]


def test_forms():
    good = ("userId", "", "7"), ("position", "", "1"), ("userFile", "a.png", "x")
    assert texts(form(*good)) == []
    assert "is not of type 'integer'" in texts(form(("userId", "", "seven"), *good[1:]))[0]
    assert texts(form(*good, ("userid", "", "7"))) == ["upload_image: body.userid is not described"]
    assert "is a file here" in texts(form(("userFile", "", "x")))[0]


@pytest.mark.parametrize(
    ("exchange", "fault"),
    [
        (Exchange("GET", "/users/me", accept="application/json"), "get_current_user: Accept is 'application/json'"),
        (
            Exchange("GET", "/admin/users/export", accept="application/ld+json"),
            "export_users: Accept is 'application/ld+json'",
        ),
        (Exchange("GET", "/admin/users/export", accept="text/csv", authorization=True), None),
    ],
)
def test_headers(exchange, fault):
    assert texts(exchange) == ([fault] if fault else [])


def test_a_refresh_goes_without_a_token():
    body = json.dumps({"refreshToken": "r"}).encode()
    sent = Exchange("POST", "/token/refresh", content_type="application/json", body=body, authorization=True)
    assert texts(sent) == ["refresh_token: an Authorization header is sent"]
    assert texts(replace(sent, authorization=False)) == []


@pytest.mark.parametrize(
    ("exchange", "fault"),
    [
        (answered("/admin/territories/3", 200, TERRITORY), None),
        (answered("/admin/territories/3", 200, TERRITORY | {"extra": 1}), None),
        (answered("/admin/territories/3", 400, DENIED), None),
        (
            answered("/admin/territories/3", 200, TERRITORY | {"id": "3"}),
            "status 200: ['id'] '3' is not of type 'integer'",
        ),
        (answered("/admin/territories/3", 418, {}), "status 418 is not described: {}"),
        (answered("/admin/territories/3", 403, DENIED), f"status 403 is not described: {json.dumps(DENIED)}"),
        (
            answered("/admin/territories/3", 200, TERRITORY, "application/json"),
            "status 200 is application/json, not one of application/ld+json",
        ),
        (
            answered("/admin/territories/3", 200, b"<html>"),
            "status 200: not JSON: Expecting value: line 1 column 1 (char 0)",
        ),
    ],
)
def test_answers(exchange, fault):
    assert texts(exchange) == ([f"get_territory: {fault}"] if fault else [])


def test_answers_of_lists_and_of_deletions():
    broken = USERS | {"hydra:member": [USER | {"email": None}]}
    assert texts(answered("/admin/users", 200, broken)) != []
    undated = USERS | {"hydra:member": [USER | {"createdDate": "02/03/2026"}]}
    assert "is not a 'date-time'" in texts(answered("/admin/users", 200, undated))[0]
    assert texts(answered("/admin/users/7", 204, b"", "", "DELETE")) == []
    assert texts(answered("/admin/users/7", 204, b"x", "", "DELETE")) == ["delete_user: status 204 with a body"]


def test_statuses_that_are_allowed():
    assert texts(answered("/admin/users/7", 502, b"<html>", "text/html")) == []
    assert texts(answered("/admin/users/7", 502, b"<html>", "text/html"), allow=()) != []
    assert texts(answered("/admin/users/7", 403, DENIED), allow=INJECTED | ALTERNATIVE) == []


def test_a_stand_in_may_answer_what_the_real_server_lacks():
    assert operation_named("replace_user").absent
    assert texts(answered("/admin/icons/4", 200, {"id": 4})) == []


def test_what_the_sandbox_noted():
    entries = [
        {"method": "GET", "path": "/admin/users", "query": "page=1", "status": 200},
        {"method": "PATCH", "path": "/admin/users/7", "query": "", "status": 0},
        {"method": "GET", "path": "/upload/users/a.jpg", "query": "", "status": 200},
        {"method": "GET", "path": "/admin/users", "query": "pages=1", "status": 418},
    ]
    assert [violation.fault for violation in faults_of_journal(entries)] == [
        "query parameter pages is not described",
        "status 418 is not described: ",
    ]


@proves("CALL-13")
async def test_the_transport_forwards_and_raises():
    answers = {"/admin/territories/3": TERRITORY, "/admin/territories/4": {"id": "4"}}

    def server(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=answers[request.url.path], headers={"Content-Type": LD})

    transport = ContractTransport(httpx.MockTransport(server))
    headers = {"Accept": "application/ld+json"}
    async with httpx.AsyncClient(transport=transport, base_url="http://api.test", headers=headers) as http:
        assert (await http.get("admin/territories/3")).json() == TERRITORY
        with pytest.raises(ContractViolation, match="get_territory: status 200"):
            await http.get("admin/territories/4")
        with pytest.raises(ContractViolation, match="unknown operation: GET /admin/nowhere"):
            await http.get("admin/nowhere")
    assert transport.covered == {"get_territory"}
    assert [violation.operation for violation in transport.violations] == ["get_territory", "unknown operation"]


async def test_the_transport_may_keep_the_violations_for_later():
    transport = ContractTransport(httpx.MockTransport(lambda _: httpx.Response(200, text="x")), raises=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://api.test") as http:
        await http.get("users/me?x=1")
    assert [violation.operation for violation in transport.violations] == ["get_current_user"] * 3
