"""A little upstream for the tests of the client: a callable that answers requests and remembers them."""

import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import httpx
import jwt

from admin_app.api.auth import TokenAuth, Tokens
from admin_app.api.client import Api, build_client
from admin_app.settings import Settings

PASSWORD = "motdepasse-secret"
SETTINGS = Settings(api_url="http://api.test")
Responder = Callable[[httpx.Request], Any]
_serial = count()


def token(seconds: float = 900) -> str:
    """A JWT that ends in so many seconds."""
    return jwt.encode({"exp": time.time() + seconds, "jti": next(_serial)}, "k" * 32, algorithm="HS256")


def tokens(seconds: float = 900, refresh_token: str = "", idle: float = 0) -> Tokens:
    """Tokens of a session of its own, last active so many seconds ago."""
    return Tokens(token(seconds), refresh_token or f"refresh-{next(_serial)}", time.time() - idle)


class Upstream:
    """Answers whoever holds the good token, and refreshes tokens; `seen` holds every request."""

    def __init__(self, answer: Any = None) -> None:
        """`answer` is a callable that answers a request, or the JSON to answer always."""
        self.respond: Responder = answer if callable(answer) else lambda _: httpx.Response(200, json=answer)
        self.seen: list[httpx.Request] = []
        self.refused: set[str] = set()
        self.refresh: Responder = self.renew

    def __call__(self, request: httpx.Request) -> Any:
        self.seen.append(request)
        if request.url.path == "/token/refresh":
            return self.refresh(request)
        if request.headers["Authorization"].removeprefix("Bearer ") in self.refused:
            return expired()
        return self.respond(request)

    @staticmethod
    def renew(request: httpx.Request) -> httpx.Response:
        """The upstream's refresh: the same refresh token, another JWT."""
        refresh_token = anonymous_json(request)["refreshToken"]
        return httpx.Response(200, json={"token": token(), "refreshToken": refresh_token})

    def paths(self) -> list[str]:
        """Paths of the requests so far."""
        return [request.url.path for request in self.seen]

    def client(self) -> httpx.AsyncClient:
        """A client whose only server is this one."""
        return build_client(httpx.MockTransport(self), SETTINGS)

    def api(self, session: Tokens | None = None) -> Api:
        """The API of one signed-in person."""
        return Api(self.client(), TokenAuth(session or tokens(), 3600))


def anonymous_json(request: httpx.Request) -> dict[str, Any]:
    """The JSON body of a request that must not carry a token in its headers."""
    assert "Authorization" not in request.headers
    return httpx.Response(200, content=request.content).json()


def expired() -> httpx.Response:
    """The 401 that a refresh may cure."""
    return httpx.Response(401, json={"code": 401, "message": "Expired JWT Token"})


def hydra(status: int, description: str) -> httpx.Response:
    """An error as the API words it."""
    return httpx.Response(status, json={"hydra:title": "An error occurred", "hydra:description": description})


def chain(error: BaseException) -> Iterator[str]:
    """Everything a traceback of an error would print."""
    current: BaseException | None = error
    while current is not None:
        yield from (str(current), repr(current))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
