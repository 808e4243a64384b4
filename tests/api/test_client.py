"""The calls: paths, bodies, shapes of answers, and every way they fail."""

import json
import re
import zlib
from io import BytesIO

import httpx
import pytest

from admin_app.api.auth import login
from admin_app.api.client import Page, build_client, close, http_client, members, strip, use_client
from admin_app.api.errors import (
    AccessDenied,
    ApiError,
    Invalid,
    MalformedAnswer,
    NetworkError,
    NotFound,
    Refused,
    ServerError,
)
from admin_app.api.exchange import LARGEST
from admin_app.api.query import Query, writes
from admin_app.settings import Settings
from tests.api.server import SETTINGS, Upstream, hydra, tokens
from tests.support.proofs import proves

ENVELOPE = {"hydra:member": [{"id": 1}, {"id": 2}], "hydra:totalItems": 41}


@proves("CALL-1")
async def test_list():
    upstream = Upstream(ENVELOPE)
    page = await upstream.api().list("admin/users", Query(page=2, per_page=2, filters={"familyName": "l'été & co+"}))
    assert page == Page([{"id": 1}, {"id": 2}], 41)
    sent = upstream.seen[0]
    assert sent.headers["Accept"] == "application/ld+json"
    assert dict(sent.url.params) == {"page": "2", "perPage": "2", "familyName": "l'été & co+"}


@proves("CALL-3", "CALL-22")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"member": [{"id": 1}], "totalItems": 9}, Page([{"id": 1}], 9)),
        ({"hydra:member": [{"id": 1}]}, Page([{"id": 1}], 1)),
        ({"hydra:member": [], "hydra:totalItems": 3}, Page([], 3)),
        ([{"id": 1}], Page([{"id": 1}], 1)),
        ({"hydra:member": {"0": {"id": 1}, "2": {"id": 2}}, "hydra:totalItems": 2}, Page([{"id": 1}, {"id": 2}], 2)),
        ([], Page([], 0)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": 0}, Page([{"id": 1}], 1)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": -3}, Page([{"id": 1}], 1)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": "2000"}, Page([{"id": 1}], 2000)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": "many"}, Page([{"id": 1}], 1)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": True}, Page([{"id": 1}], 1)),
        ({"hydra:member": [{"id": 1}], "hydra:totalItems": None, "totalItems": 4}, Page([{"id": 1}], 4)),
    ],
)
async def test_shapes_of_lists(answer, expected):
    assert await Upstream(answer).api().list("admin/users") == expected


@proves("CALL-23")
async def test_one_odd_member_does_not_hide_the_others():
    odd = ["a", None, {"name": "x"}, {"id": None}, {"id": {"a": 1}}, {"id": ""}, {"id": True}]
    page = await Upstream([{"id": 1}, *odd, {"id": "2"}]).api().list("admin/users")
    assert page == Page([{"id": 1}, {"id": "2"}], 9, odd=7)


async def test_a_page_holds_no_more_than_was_asked_for():
    upstream = Upstream({"hydra:member": [{"id": number} for number in range(1, 1601)], "hydra:totalItems": 1600})
    page = await upstream.api().list("admin/users", Query(1, 25))
    assert (len(page.items), page.total) == (25, 1600)
    assert len((await upstream.api().list("admin/users", Query())).items) == 1600


@proves("NOTICE-11")
async def test_a_mark_of_byte_order_is_no_fault():
    marked = httpx.Response(200, content=b"\xef\xbb\xbf" + json.dumps(ENVELOPE).encode())
    assert (await Upstream(lambda _: marked).api().list("admin/users")).total == 41
    refused = httpx.Response(400, content=b"\xef\xbb\xbf" + json.dumps({"hydra:description": "Non."}).encode())
    with pytest.raises(Refused) as failure:
        await Upstream(lambda _: refused).api().list("admin/users")
    assert failure.value.text == "Non."


@proves("CALL-3")
@pytest.mark.parametrize(
    "answer",
    [["a"], {"0": "a", "3": "a"}, {"hydra:member": ["a"]}, {"member": {"0": "a"}}],
)
async def test_shapes_of_permissions(answer):
    assert set(await Upstream(answer).api().members("permissions")) == {"a"}


@proves("NOTICE-11")
@pytest.mark.parametrize("answer", ["text", 4, {"id": 3}, {"hydra:member": "text"}, ["a"]])
async def test_lists_of_another_shape_are_malformed(answer):
    with pytest.raises(MalformedAnswer):
        await Upstream(answer).api().list("admin/users")


async def test_get():
    upstream = Upstream({"id": 7})
    assert await upstream.api().get("admin/users", "7") == {"id": 7}
    assert upstream.paths() == ["/admin/users/7"]


@proves("CALL-8")
@pytest.mark.parametrize("record_id", ["delete", "email", "export", "", "0", "-1", "1/../2", "..", "٣", "1?x", 0])
@pytest.mark.parametrize("verb", ["get", "update", "delete"])
async def test_an_id_that_is_no_number_is_not_found_and_never_sent(verb, record_id):
    """`GET admin/users/delete` would delete everybody (trap 1)."""
    upstream = Upstream({})
    arguments = ({},) if verb == "update" else ()
    with pytest.raises(NotFound):
        await getattr(upstream.api(), verb)("admin/users", record_id, *arguments)
    assert upstream.seen == []


@proves("CALL-4", "CALL-7")
async def test_create_sends_json_without_ids():
    upstream = Upstream(lambda _: httpx.Response(201, json={"id": 9}))
    body = {"@id": "/users/1", "id": 3, "name": "é", "address": {"id": 5, "@type": "Address", "street": None}}
    assert await upstream.api().create("admin/users", body) == {"id": 9}
    sent = upstream.seen[0]
    assert (sent.method, sent.headers["Content-Type"]) == ("POST", "application/json")
    assert json.loads(sent.content) == {"name": "é", "address": {"street": None}}


@proves("CALL-4")
async def test_update_sends_a_merge_patch():
    upstream = Upstream({"id": 9})
    await upstream.api().update("admin/events", 9, {"name": "x", "community": None})
    sent = upstream.seen[0]
    assert (sent.method, sent.url.path) == ("PATCH", "/admin/events/9")
    assert sent.headers["Content-Type"] == "application/merge-patch+json"
    assert json.loads(sent.content) == {"name": "x", "community": None}


@proves("CALL-7")
def test_strip_keeps_the_ids_of_lines():
    body = {
        "id": 1,
        "asections": [{"@id": "/s/2", "id": 2, "paragraphs": [{"id": 3, "text": "x"}]}, {"title": "new"}],
        "address": {"id": 4, "lines": ({"id": 5},)},
    }
    assert strip(body, keep_ids=("asections", "paragraphs")) == {
        "asections": [{"id": 2, "paragraphs": [{"id": 3, "text": "x"}]}, {"title": "new"}],
        "address": {"lines": [{}]},
    }


@pytest.mark.parametrize("response", [httpx.Response(204), httpx.Response(200, content=b"")])
async def test_an_empty_answer_to_a_write_is_fine(response):
    api = Upstream(lambda _: response).api()
    assert await api.update("admin/users", 7, {}) == {}
    assert await api.delete("admin/users", 7) is None


async def test_an_empty_answer_to_a_read_is_malformed():
    with pytest.raises(MalformedAnswer):
        await Upstream(lambda _: httpx.Response(204)).api().get("admin/users", 7)


@proves("NOTICE-8", "NOTICE-11")
@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (hydra(400, "Access Denied."), AccessDenied),
        (hydra(400, "Not Found"), NotFound),
        (hydra(400, "Page should not be less than 1"), Refused),
        (httpx.Response(400, json={"violations": [{"propertyPath": "a", "message": "b"}]}), Invalid),
        (httpx.Response(500, json={"detail": "Internal Server Error"}), ServerError),
        (httpx.Response(502, text="<html>Bad gateway</html>"), ServerError),
        (httpx.Response(200, text="<html>Maintenance</html>"), MalformedAnswer),
        (httpx.Response(200, content=b"\xff\xfe\x00"), MalformedAnswer),
        (httpx.Response(200, content=b'{"cut": '), MalformedAnswer),
        (httpx.Response(200, json=["a"]), MalformedAnswer),
        (httpx.Response(302, headers={"Location": "https://elsewhere.test/"}), MalformedAnswer),
    ],
)
async def test_failures(response, expected):
    with pytest.raises(expected) as caught:
        await Upstream(lambda _: response).api().get("admin/users", 7)
    assert "<html>" not in (caught.value.text or "")


@proves("CALL-20")
@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize("packed", [False, True])
async def test_an_answer_is_given_up_when_it_is_too_large(status, packed):
    read, closed = [0], []

    class Endless(httpx.AsyncByteStream):
        async def __aiter__(self):
            packer = zlib.compressobj(wbits=31)
            for _ in range(1000):
                read[0] += 1
                chunk = b'["' + b"a" * 2**20
                yield packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH) if packed else chunk

        async def aclose(self):
            closed.append(True)

    headers = {"Content-Encoding": "gzip"} if packed else {}
    upstream = Upstream(lambda _: httpx.Response(status, headers=headers, stream=Endless()))
    with pytest.raises(MalformedAnswer, match="too big"):
        await upstream.api().get("admin/users", 7)
    assert read[0] <= LARGEST // 2**20 + 2
    assert closed


@proves("CALL-20")
@pytest.mark.parametrize("status", [200, 400])
async def test_an_answer_that_is_too_deep_is_malformed(status):
    upstream = Upstream(lambda _: httpx.Response(status, content=b"[" * 200_000))
    with pytest.raises(MalformedAnswer if status == 200 else Refused):
        await upstream.api().get("admin/users", 7)


@proves("NOTICE-10")
@pytest.mark.parametrize(
    "error",
    [
        httpx.ConnectError,
        httpx.ReadTimeout,
        httpx.PoolTimeout,
        httpx.RemoteProtocolError,
        TimeoutError,
        ConnectionResetError,
    ],
)
async def test_no_answer_is_a_network_error(error):
    def cut(_: httpx.Request) -> httpx.Response:
        raise error("no")

    with pytest.raises(NetworkError) as caught:
        await Upstream(cut).api().get("admin/users", 7)
    assert caught.value.cause == error.__name__


@proves("IMPORT-1")
async def test_upload():
    upstream = Upstream(lambda _: httpx.Response(201, json={"errors": []}))
    answer = await upstream.api().upload(
        "admin/imports/users",
        {"filename": "usagers d'été.csv", "columnHeadersFirstLine": True},
        {"file": ("usagers d'été.csv", BytesIO("é;à".encode()), "text/csv")},
        seconds=600,
    )
    assert answer == {"errors": []}
    sent = upstream.seen[0]
    assert sent.headers["Content-Type"].startswith("multipart/form-data; boundary=")
    assert sent.extensions["timeout"]["read"] == 600
    body = sent.content.decode()
    assert 'name="columnHeadersFirstLine"\r\n\r\ntrue\r\n' in body
    assert 'name="file"; filename="usagers d\'été.csv"\r\nContent-Type: text/csv\r\n\r\né;à\r\n' in body


@proves("CALL-9")
async def test_upload_of_an_image():
    upstream = Upstream(lambda _: httpx.Response(201, json={"image": "http://x/800.jpg"}))
    await upstream.api().upload_image("relayPoint", 12, "p.png", b"\x89PNG", "image/png")
    body = upstream.seen[0].content
    assert upstream.paths() == ["/admin/images"]
    assert b'name="relayPointId"\r\n\r\n12\r\n' in body
    assert b'name="position"\r\n\r\n1\r\n' in body
    assert b'name="relayPointFile"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG' in body


class Chunks(httpx.AsyncByteStream):
    """A body that comes in pieces, and may break off."""

    def __init__(self, *parts: bytes, then: Exception | None = None) -> None:
        self.parts, self.then, self.closed = parts, then, False

    async def __aiter__(self):
        for part in self.parts:
            yield part
        if self.then:
            raise self.then

    async def aclose(self) -> None:
        self.closed = True


async def test_stream():
    body = Chunks(b"id;name\n", "1;é\n".encode())
    upstream = Upstream(lambda _: httpx.Response(200, stream=body))
    async with upstream.api().stream("admin/users/export", [("selected", "1,2")], seconds=300) as chunks:
        received = [chunk async for chunk in chunks]
    assert received == list(body.parts)
    assert body.closed
    assert upstream.seen[0].headers["Accept"] == "text/csv"
    assert upstream.seen[0].extensions["timeout"]["read"] == 300


async def test_a_stream_refreshes_an_old_token():
    upstream, session = Upstream(lambda _: httpx.Response(200, stream=Chunks(b"id"))), tokens()
    upstream.refused.add(session.token)
    async with upstream.api(session).stream("admin/users/export") as chunks:
        assert [chunk async for chunk in chunks] == [b"id"]
    assert upstream.paths() == ["/admin/users/export", "/token/refresh", "/admin/users/export"]


async def test_a_refused_stream_fails_before_its_first_byte():
    problem = httpx.Response(
        400,
        json={"title": "An error occurred", "detail": "Access Denied."},
        headers={"Content-Type": "application/problem+json"},
    )
    with pytest.raises(AccessDenied):
        async with Upstream(lambda _: problem).api().stream("admin/users/export"):
            pytest.fail("entered")


async def test_a_stream_that_breaks_off_is_a_network_error_and_is_closed():
    body = Chunks(b"id;", then=httpx.ReadError("cut"))
    async with Upstream(lambda _: httpx.Response(200, stream=body)).api().stream("admin/users/export") as chunks:
        assert await anext(chunks) == b"id;"
        with pytest.raises(NetworkError):
            await anext(chunks)
    assert body.closed


def test_members_refuses_what_is_no_list():
    with pytest.raises(MalformedAnswer):
        members(None)


@proves("CALL-11")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("admin/users/delete", True),
        ("/admin/users/delete/", True),
        ("admin/community_members/associate-campaign", True),
        ("admin/users/send-campaign", True),
        ("admin/users", False),
        ("admin/users/7", False),
    ],
)
def test_gets_that_write(path, expected):
    assert writes(path) is expected


@proves("CALL-1")
async def test_cookies_of_one_person_are_not_sent_for_another():
    upstream = Upstream(lambda _: httpx.Response(200, json={}, headers={"Set-Cookie": "PHPSESSID=abc; Path=/"}))
    http = upstream.client()
    await http.get("users/me", headers={"Authorization": "Bearer a"})
    await http.get("users/me", headers={"Authorization": "Bearer b"})
    assert "Cookie" not in upstream.seen[1].headers


@proves("CALL-1")
async def test_the_client_follows_the_settings():
    http = build_client(httpx.MockTransport(Upstream()), Settings(api_url="https://api.test/v1/", request_timeout=7))
    assert str(http.base_url) == "https://api.test/v1/"
    assert http.timeout == httpx.Timeout(7)
    assert str(http.build_request("GET", "/admin/users").url) == "https://api.test/v1/admin/users"


async def test_one_client_per_loop():
    try:
        assert http_client() is http_client()
    finally:
        await close()
    other = build_client(httpx.MockTransport(Upstream()), SETTINGS)
    use_client(other)
    assert http_client() is other
    await other.aclose()
    assert http_client() is not other
    await close()
    await close()


@proves("NOTICE-25")
@pytest.mark.parametrize(
    ("answer", "unsure"),
    [
        (httpx.Response(500), True),
        (httpx.Response(504), True),
        (httpx.Response(200, content=b"<html>"), True),
        (httpx.ReadTimeout("late"), True),
        (httpx.Response(500, json={"hydra:description": "Le domaine existe déjà."}), False),
        (httpx.Response(400), False),
        (httpx.ConnectError("no"), False),
    ],
    ids=["500", "504", "nonsense", "late", "said", "refused", "unreached"],
)
async def test_what_was_sent_and_not_confirmed_is_perhaps_done(answer, unsure):
    def answered(_: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    one = Upstream(answered).api()
    with pytest.raises(ApiError) as wrote:
        await one.update("admin/users", 7, {"gender": 1})
    with pytest.raises(ApiError) as read:
        await one.get("admin/users", 7)
    assert (wrote.value.unsure, read.value.unsure) == (unsure, False)


@proves("CALL-24")
async def test_a_failed_call_leaves_a_line_without_what_it_was_about(sign_in, upstream, caplog):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/users/41", 500)
    caplog.clear()
    await tab.open("/users/show/41")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "admin_app.api.exchange"]
    assert re.fullmatch(r"GET /admin/users/\{id\}: 500 after \d+ ms, request [a-z]{12}", line)


@proves("CALL-24")
async def test_each_call_has_a_name_of_its_own_that_the_api_is_told(sign_in, upstream, monkeypatch):
    seen = []
    answer = upstream.handle_async_request

    async def noted(request):
        if "login" not in request.url.path:
            seen.append(request.headers["X-Request-Id"])
        return await answer(request)

    monkeypatch.setattr(upstream, "handle_async_request", noted)
    await sign_in("admin", "/users")
    assert len(set(seen)) == len(seen) > 2


async def test_a_refused_sign_in_leaves_a_line_too(upstream, caplog):
    with pytest.raises(ApiError):
        await login(http_client(), "admin@demo.test", "wrong")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "admin_app.api.exchange"]
    assert re.fullmatch(r"POST /login: 401 after \d+ ms, request [a-z]{12}", line)
