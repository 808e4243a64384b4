"""A sandbox of 200 users in memory, called in process."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from sandbox.database import MEMORY
from sandbox.settings import SandboxSettings
from tests.contract.validator import ContractTransport
from tests.support.sandboxes import borrow, give_back

USERS = 200
MERGE_PATCH = "application/merge-patch+json"
PIXEL = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


class Caller:
    """Calls the sandbox; the current account is the last one signed in."""

    def __init__(self, app: FastAPI, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.app = app
        self.http = httpx.AsyncClient(transport=transport or httpx.ASGITransport(app=app), base_url="http://sandbox")
        # For what is beside the API and gets no token: files, the outbox.
        self.plain = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://sandbox")

    async def sign_in(self, name: str) -> "Caller":
        self.http.headers.pop("Authorization", None)
        answer = await self.http.post("/login", json={"username": f"{name}@demo.test", "password": "demo"})
        self.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        return self

    async def get(self, path: str, **params: Any) -> Any:
        answer = await self.http.get(path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def members(self, path: str, **params: Any) -> list[Any]:
        return (await self.get(path, **params))["hydra:member"]

    async def total(self, path: str, **params: Any) -> int:
        return (await self.get(path, **params, perPage=1))["hydra:totalItems"]

    async def patch(self, path: str, content: Any, kind: str = MERGE_PATCH) -> httpx.Response:
        return await self.http.patch(path, content=json.dumps(content), headers={"Content-Type": kind})

    async def post(self, path: str, content: Any) -> httpx.Response:
        return await self.http.post(path, json=content)

    async def outbox(self) -> list[tuple[str, str, str]]:
        """(channel, recipient, subject) of what was written to people, the first first."""
        messages = (await self.plain.get("/outbox")).json()
        return [(each["channel"], each["recipient"], each["subject"]) for each in reversed(messages)]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and description of a refusal."""
    return answer.status_code, answer.json()["hydra:description"]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[..., FastAPI]]:
    """Makes sandboxes of the test's own, with other settings if need be."""
    borrowed: list[FastAPI] = []

    def made_of(**changes: Any) -> FastAPI:
        borrowed.append(borrow(SandboxSettings(**{"users": USERS, "db": MEMORY, "files": str(tmp_path), **changes})))
        return borrowed[-1]

    yield made_of
    for app in borrowed:
        give_back(app)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """One sandbox for the tests that only read."""
    return borrow(SandboxSettings(users=USERS, db=MEMORY, files=str(tmp_path_factory.mktemp("files"))))


@pytest.fixture
async def reader(shared: FastAPI) -> Caller:
    return await Caller(shared).sign_in("admin")


@pytest.fixture
def make(made: Callable[..., FastAPI]) -> Callable[..., Caller]:
    """Callers of sandboxes of the test's own."""
    return lambda **changes: Caller(made(**changes))


@pytest.fixture
async def writer(make: Callable[..., Caller]) -> Caller:
    return await make().sign_in("admin")


@pytest.fixture
async def checked(made: Callable[..., FastAPI]) -> Caller:
    """An administrator whose requests and answers must be those of the API's description."""
    app = made()
    headers = {"Accept": "application/ld+json"}
    caller = Caller(app, ContractTransport(httpx.ASGITransport(app=app)))
    caller.http.headers.update(headers)
    return await caller.sign_in("admin")


@pytest.fixture
async def desk(checked: Caller) -> Caller:
    """The operator of the first two structures, whose requests and answers must be those of the API's description."""
    return await checked.sign_in("solidary")


@pytest.fixture
async def seen(shared: FastAPI) -> Caller:
    """The same operator, on data that nobody changes."""
    return await Caller(shared).sign_in("solidary")
