"""The token on every call (SESSION-11 to SESSION-19)."""

import asyncio
import json
import logging
from types import SimpleNamespace

import httpx
import jwt
import pytest

from admin_app.api import auth
from admin_app.api.auth import (
    CLOCKS,
    KNOWN_SESSIONS,
    TokenAuth,
    Tokens,
    _Renewals,
    expires_at,
    last_active,
    login,
    refresh,
    same_session,
)
from admin_app.api.client import Api
from admin_app.api.errors import (
    ApiError,
    IdleTimeout,
    InvalidCredentials,
    MalformedAnswer,
    NetworkError,
    NotFound,
    ServerError,
    SessionExpired,
    Unauthorized,
)
from admin_app.api.query import Selected
from tests.api.server import PASSWORD, Upstream, chain, expired, hydra, token, tokens
from tests.support.proofs import proves

OK = {"id": 7}


@proves("SESSION-11")
async def test_a_good_token_is_sent_and_nothing_is_refreshed():
    upstream, session = Upstream(OK), tokens()
    api = upstream.api(session)
    assert await api.get("admin/users", 7) == OK
    assert upstream.paths() == ["/admin/users/7"]
    assert upstream.seen[0].headers["Authorization"] == f"Bearer {session.token}"
    assert not api.auth.changed


@proves("SESSION-12")
async def test_an_expired_token_is_refreshed_before_the_call():
    upstream, session = Upstream(OK), tokens(-1)
    api = upstream.api(session)
    await api.get("admin/users", 7)
    assert upstream.paths() == ["/token/refresh", "/admin/users/7"]
    assert upstream.seen[1].headers["Authorization"] == f"Bearer {api.auth.tokens.token}"
    assert api.auth.changed
    assert api.auth.tokens.token != session.token


@proves("SESSION-12")
async def test_a_token_about_to_expire_counts_as_expired():
    upstream = Upstream(OK)
    await upstream.api(tokens(3)).get("admin/users", 7)
    assert upstream.paths()[0] == "/token/refresh"


async def test_a_token_that_says_no_end_is_left_to_the_server():
    upstream = Upstream(OK)
    await upstream.api(Tokens("opaque", "r-opaque", tokens().last_activity)).get("admin/users", 7)
    assert upstream.paths() == ["/admin/users/7"]


@proves("SESSION-13")
async def test_a_401_for_age_refreshes_and_sends_once_more_with_its_body():
    upstream, session = Upstream(OK), tokens()
    upstream.refused.add(session.token)
    assert await upstream.api(session).update("admin/users", 7, {"gender": 1}) == OK
    assert upstream.paths() == ["/admin/users/7", "/token/refresh", "/admin/users/7"]
    assert json.loads(upstream.seen[2].content) == {"gender": 1}


@proves("SESSION-13")
async def test_a_second_401_is_not_tried_again():
    upstream = Upstream(lambda _: expired())
    with pytest.raises(Unauthorized) as caught:
        await upstream.api().get("admin/users", 7)
    assert caught.value.text is None
    assert upstream.paths() == ["/admin/users/7", "/token/refresh", "/admin/users/7"]


@proves("SESSION-14")
@pytest.mark.parametrize(
    ("message", "shown"),
    [("Invalid JWT Token", None), ("JWT Token not found", None), ("Compte suspendu.", "Compte suspendu.")],
)
async def test_another_401_is_unauthorized(message, shown):
    upstream = Upstream(lambda _: httpx.Response(401, json={"code": 401, "message": message}))
    with pytest.raises(Unauthorized) as caught:
        await upstream.api().get("admin/users", 7)
    assert caught.value.text == shown
    assert upstream.paths() == ["/admin/users/7"]


async def test_a_401_page_that_is_not_json_is_unauthorized():
    upstream = Upstream(lambda _: httpx.Response(401, text="<html>no</html>"))
    with pytest.raises(Unauthorized) as caught:
        await upstream.api().get("admin/users", 7)
    assert caught.value.text is None


@proves("SESSION-16")
@pytest.mark.parametrize("status", [400, 401, 403])
async def test_a_refused_refresh_ends_the_session(status):
    upstream = Upstream(OK)
    upstream.refresh = lambda _: httpx.Response(
        status, json={"code": status, "message": "An authentication exception occurred."}
    )
    with pytest.raises(SessionExpired):
        await upstream.api(tokens(-1)).get("admin/users", 7)
    assert upstream.paths() == ["/token/refresh"]


@proves("SESSION-17")
@pytest.mark.parametrize(("status", "kind"), [(500, ServerError), (502, ServerError), (404, NotFound)])
async def test_a_refresh_that_fails_otherwise_ends_nothing(status, kind):
    upstream = Upstream(OK)
    upstream.refresh = lambda _: httpx.Response(status, text="<html>")
    with pytest.raises(kind):
        await upstream.api(tokens(-1)).get("admin/users", 7)


@pytest.mark.parametrize(
    "body", [{}, {"token": "x"}, {"token": "", "refreshToken": "r"}, [], {"token": 1, "refreshToken": 2}]
)
async def test_a_refresh_that_answers_nonsense_ends_nothing(body):
    upstream = Upstream(OK)
    upstream.refresh = lambda _: httpx.Response(200, json=body)
    with pytest.raises(MalformedAnswer):
        await upstream.api(tokens(-1)).get("admin/users", 7)


@proves("SESSION-17")
async def test_no_network_during_a_refresh_ends_nothing():
    upstream = Upstream(OK)

    def cut(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route", request=request)

    upstream.refresh = cut
    session = tokens(-1)
    api = upstream.api(session)
    with pytest.raises(NetworkError):
        await api.get("admin/users", 7)
    assert api.auth.tokens.refresh_token == session.refresh_token
    upstream.refresh = Upstream.renew
    assert await api.get("admin/users", 7) == OK


class SlowUpstream(Upstream):
    """Takes a moment for everything, so that calls overlap."""

    def client(self) -> httpx.AsyncClient:
        async def slowly(request: httpx.Request) -> httpx.Response:
            response = self(request)
            await asyncio.sleep(0.05 if request.url.path.endswith("/slow") else 0.01)
            return response

        client = super().client()
        client._transport = httpx.MockTransport(slowly)
        return client


@proves("SESSION-15")
async def test_concurrent_calls_refresh_once():
    upstream = SlowUpstream(OK)
    api = upstream.api(tokens(-1))
    await asyncio.gather(*(api.get("admin/users", number) for number in range(1, 9)))
    assert upstream.paths().count("/token/refresh") == 1


@proves("SESSION-15")
async def test_several_apis_of_a_session_refresh_once_and_all_get_the_result():
    upstream, session = SlowUpstream(OK), tokens(-1)
    apis = [upstream.api(session) for _ in range(5)]
    await asyncio.gather(*(api.get("admin/users", 7) for api in apis))
    assert upstream.paths().count("/token/refresh") == 1
    assert len({api.auth.tokens.token for api in apis}) == 1
    assert all(api.auth.changed for api in apis)


async def test_concurrent_401s_refresh_once():
    upstream, session = SlowUpstream(OK), tokens()
    upstream.refused.add(session.token)
    api = upstream.api(session)
    await asyncio.gather(
        *(api.get("admin/users", number) for number in range(1, 6)), upstream.api(session).get("admin/users", 6)
    )
    assert upstream.paths().count("/token/refresh") == 1


async def test_two_sessions_refresh_apart():
    upstream = SlowUpstream(OK)
    await asyncio.gather(*(upstream.api(tokens(-1)).get("admin/users", 7) for _ in range(2)))
    assert upstream.paths().count("/token/refresh") == 2


async def test_a_stale_copy_takes_the_result_of_an_earlier_refresh():
    upstream, session = Upstream(OK), tokens(-1)
    first, late = upstream.api(session), upstream.api(session)
    await first.get("admin/users", 7)
    await late.get("admin/users", 7)
    assert upstream.paths().count("/token/refresh") == 1
    assert late.auth.tokens.token == first.auth.tokens.token


@proves("SESSION-15")
async def test_refresh_tokens_of_single_use_are_followed():
    upstream, session = Upstream(OK), tokens(-1)
    upstream.refresh = lambda _: httpx.Response(
        200, json={"token": token(), "refreshToken": "second-" + session.refresh_token}
    )
    await upstream.api(session).get("admin/users", 7)
    late = upstream.api(session)
    await late.get("admin/users", 7)
    assert upstream.paths().count("/token/refresh") == 1
    assert late.auth.tokens.refresh_token == "second-" + session.refresh_token


async def test_a_copy_that_missed_two_refresh_tokens_of_single_use_takes_the_last_tokens():
    upstream, session = Upstream(OK), tokens(-1)
    upstream.refresh = lambda _: httpx.Response(200, json={"token": token(), "refreshToken": f"r{len(upstream.seen)}"})
    first = upstream.api(session)
    await first.get("admin/users", 7)
    upstream.refused.add(first.auth.tokens.token)
    await first.get("admin/users", 7)
    late = upstream.api(session)
    before = len(upstream.seen)
    await late.get("admin/users", 8)
    assert upstream.paths()[before:] == ["/admin/users/8"]
    assert late.auth.tokens.refresh_token == first.auth.tokens.refresh_token


async def test_a_401_that_comes_after_the_refresh_does_not_refresh_again():
    upstream, session = SlowUpstream(OK), tokens()
    upstream.refused.add(session.token)
    api = upstream.api(session)
    await asyncio.gather(api.get("admin/users", 7), api.call_get("admin/slow"))
    assert upstream.paths().count("/token/refresh") == 1


async def test_one_refused_refresh_answers_everybody_who_waits():
    upstream = SlowUpstream(OK)
    upstream.refresh = lambda _: httpx.Response(401, json={"code": 401, "message": "no"})
    api = upstream.api(tokens(-1))
    outcomes = await asyncio.gather(*(api.get("admin/users", 7) for _ in range(4)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [SessionExpired] * 4
    assert upstream.paths() == ["/token/refresh"]


async def test_a_cancelled_caller_does_not_lose_the_refresh():
    upstream, session = SlowUpstream(OK), tokens(-1)
    task = asyncio.create_task(upstream.api(session).get("admin/users", 7))
    await asyncio.sleep(0.005)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.02)
    await upstream.api(session).get("admin/users", 8)
    assert upstream.paths() == ["/token/refresh", "/admin/users/8"]


@proves("SESSION-18")
async def test_an_idle_person_is_signed_out_before_any_call():
    upstream = Upstream(OK)
    with pytest.raises(IdleTimeout):
        await upstream.api(tokens(idle=3601)).get("admin/users", 7)
    assert upstream.seen == []


async def test_somebody_active_for_less_is_not_idle_and_each_call_counts():
    session = tokens(idle=3599)
    api = Upstream(OK).api(session)
    await api.get("admin/users", 7)
    assert api.auth.tokens.last_activity > session.last_activity + 3000
    assert not api.auth.changed


@proves("SESSION-19")
async def test_activity_in_another_tab_counts():
    upstream, refresh_token = Upstream(OK), "shared-by-two-tabs"
    await upstream.api(tokens(refresh_token=refresh_token)).get("admin/users", 7)
    assert await upstream.api(tokens(refresh_token=refresh_token, idle=5000)).get("admin/users", 7) == OK


NOW = 1_800_000_000
ISSUED = NOW - 700


@proves("SESSION-31")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (str(NOW - 30), NOW - 30),
        (str(NOW - 90_000), NOW - 90_000),
        (str(NOW + CLOCKS), NOW),
        (str(NOW + CLOCKS + 1), ISSUED),
        ("99999999999", ISSUED),
        ("9" * 400, ISSUED),
        ("", ISSUED),
        (None, ISSUED),
        ("²", ISSUED),
        ("١٢٣", ISSUED),
        ("-5", ISSUED),
        ("1e9", ISSUED),
        ("not a number", ISSUED),
    ],
)
def test_what_the_browser_cannot_know_of_the_last_activity(said, expected, monkeypatch):
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: NOW))
    made = jwt.encode({"username": "a", "iat": ISSUED}, "k" * 32, "HS256")
    assert last_active(said, made) == expected


@pytest.mark.parametrize("made", ["", "x.y.z", jwt.encode({"username": "a"}, "k" * 32, "HS256")])
def test_a_token_that_does_not_say_when_it_was_made_counts_as_made_now(made, monkeypatch):
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: NOW))
    assert last_active("²", made) == NOW


async def test_a_session_is_known_by_its_tokens():
    def pair(token: str, refresh_token: str) -> Tokens:
        return Tokens(token, refresh_token, 0)

    assert same_session(pair("a", "r"), pair("a", "r"))
    assert same_session(pair("a", "r"), pair("b", "r"))
    assert same_session(pair("a", "r"), pair("a", "s"))
    assert not same_session(pair("a", "r"), pair("b", "s"))
    assert not same_session(pair("", ""), pair("", ""))
    assert not same_session(pair("a", ""), pair("b", ""))
    assert not same_session(pair("é", "r"), pair("è", "s"))


async def test_a_session_is_known_after_its_tokens_were_renewed():
    """Another tab renewed them, with a refresh token of single use, while this one was away."""
    upstream, old = Upstream(OK), tokens(-1)
    upstream.refresh = lambda _: httpx.Response(200, json={"token": token(), "refreshToken": f"x{old.refresh_token}"})
    api = upstream.api(old)
    await api.get("admin/users", 7)
    assert api.auth.tokens.refresh_token != old.refresh_token
    assert same_session(old, api.auth.tokens)
    assert not same_session(tokens(), api.auth.tokens)


@proves("CALL-11")
@pytest.mark.parametrize("path", ["admin/users/associate-campaign", "admin/community_members/send-campaign"])
async def test_a_get_that_writes_is_never_sent_twice(path):
    upstream, session = Upstream(OK), tokens()
    upstream.refused.add(session.token)
    api = upstream.api(session)
    with pytest.raises(Unauthorized):
        await api.call_get(path, [("selected", "1")], safe=False)
    assert upstream.paths() == [f"/{path}", "/token/refresh"]
    assert await api.call_get(path, [("selected", "1")], safe=False) == OK


async def test_a_get_that_writes_refreshes_an_expired_token_first():
    upstream = Upstream(OK)
    await upstream.api(tokens(-1)).delete_users(Selected(1))
    assert upstream.paths() == ["/token/refresh", "/admin/users/delete"]


@proves("CALL-11")
async def test_a_get_that_writes_cannot_be_taken_for_a_read():
    upstream = Upstream(OK)
    with pytest.raises(ValueError, match="safe=False"):
        await upstream.api().call_get("admin/users/send-campaign")
    assert upstream.seen == []


@proves("SESSION-1")
async def test_login():

    def sign_in(request: httpx.Request) -> httpx.Response:
        assert json.loads(request.content) == {"username": "admin@demo.test", "password": PASSWORD}
        assert request.headers["Content-Type"] == "application/json"
        assert "Authorization" not in request.headers
        return httpx.Response(200, json={"token": "jwt", "refreshToken": "r"})

    http = httpx.AsyncClient(transport=httpx.MockTransport(sign_in), base_url="http://api.test/prefix")
    session = await login(http, "admin@demo.test", PASSWORD)
    assert (session.token, session.refresh_token) == ("jwt", "r")
    assert session.last_activity > 0


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (httpx.Response(401, json={"code": 401, "message": "Invalid credentials."}), InvalidCredentials),
        (hydra(400, "Bad Request"), ApiError),
        (httpx.Response(200, text="<html>"), MalformedAnswer),
        (httpx.Response(200, json={"token": "x"}), MalformedAnswer),
        (httpx.Response(503), ServerError),
    ],
)
async def test_failed_logins(response, expected):
    http = httpx.AsyncClient(transport=httpx.MockTransport(lambda _: response), base_url="http://api.test")
    with pytest.raises(expected) as caught:
        await login(http, "admin@demo.test", PASSWORD)
    assert PASSWORD not in " ".join(chain(caught.value))


async def test_refresh_alone():
    http = Upstream().client()
    assert (await refresh(http, "r")).refresh_token == "r"


def test_expires_at():
    assert expires_at("not a token") is None
    assert expires_at("") is None
    end = expires_at(token(60))
    assert end is not None


def test_what_a_token_says_is_read_once_and_the_token_is_not_kept(monkeypatch):
    said = token(60)
    first = auth.claims(said)
    monkeypatch.setattr(auth.jwt, "decode", None)
    assert auth.claims(said) is first
    assert said not in str(auth._claims_kept)


def test_what_is_remembered_of_tokens_is_bounded(monkeypatch):
    monkeypatch.setattr(auth, "CLAIMS_KEPT", 3)
    for number in range(9):
        auth.claims(token(number))
    assert len(auth._claims_kept) == 3


def test_the_registry_of_sessions_is_bounded():
    renewals = _Renewals()
    for number in range(KNOWN_SESSIONS + 50):
        renewals.of(Tokens("t", str(number), 0))
    assert len(renewals._known) == KNOWN_SESSIONS


@proves("SESSION-28")
async def test_no_secret_in_any_text(caplog):
    caplog.set_level(logging.DEBUG)
    upstream, session = Upstream(OK), tokens(-1, refresh_token="refresh-secret-value")
    api = upstream.api(session)
    await api.call_get("admin/users/email", [("email", "lea@example.org")])

    def cut(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout(f"{request.url} {request.headers['Authorization']}", request=request)

    upstream.respond = cut
    with pytest.raises(NetworkError) as caught:
        await api.call_get("admin/users/email", [("email", "lea@example.org")])
    texts = " ".join(
        [repr(session), repr(api.auth), repr(api.auth.tokens), repr(api), caplog.text, *chain(caught.value)]
    )
    for secret in (
        session.token,
        api.auth.tokens.token,
        "refresh-secret-value",
        "lea@example.org",
        "lea%40example.org",
    ):
        assert secret not in texts
    assert not any(session.token in str(request.url) for request in upstream.seen)


def test_sync_use_is_refused():
    with (
        pytest.raises(RuntimeError),
        httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200))) as http,
    ):
        http.get("http://api.test", auth=TokenAuth(tokens(), 3600))


async def test_an_api_gives_its_client_to_the_auth():
    upstream = Upstream(OK)
    http = upstream.client()
    assert Api(http, TokenAuth(tokens(), 3600)).auth.http is http
