"""Fixtures of the fast tests. What is heavy to import is imported when the first of them is used."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from admin_app.settings import get_settings

if TYPE_CHECKING:
    from tests.support.tab import Browser, Tab
    from tests.support.upstream import Upstream

PASSWORD = "demo"


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> "Upstream":
    """The sandbox, seeded once."""
    from tests.support.upstream import Upstream

    return Upstream(str(tmp_path_factory.mktemp("files")))


@pytest.fixture
async def upstream(served: "Upstream") -> "AsyncIterator[Upstream]":
    """The API, with the data as seeded; at the end, everything that was sent must be as described."""
    from admin_app.api.client import build_client, close, use_client

    served.reset()
    use_client(build_client(served))
    yield served
    await close()
    assert not served.contract.violations


@pytest.fixture
async def browser(upstream: "Upstream", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "AsyncIterator[Browser]":
    """A browser without any tab; at the end, no handler may have failed without saying so."""
    from admin_app.kit.transfer import tickets
    from tests.support.tab import Browser

    monkeypatch.setattr(tickets, "FOLDER", tmp_path / "spool")
    monkeypatch.setenv("ADMIN_REGISTER_PATH", str(tmp_path / "register.sqlite"))
    get_settings.cache_clear()
    made = Browser()
    async with made.processor:
        yield made
    await made.manager.close()
    get_settings.cache_clear()
    assert not made.faults


@pytest.fixture
def tab(browser: "Browser") -> "Tab":
    """A tab of somebody who is not signed in."""
    return browser.tab()


@pytest.fixture
def sign_in(browser: "Browser") -> "Callable[..., Awaitable[Tab]]":
    """Sign in by the API and open an address: `tab = await sign_in("admin", "/users")`."""
    from admin_app.api.client import http_client, login

    async def signed_in_as(name: str, address: str = "/") -> "Tab":
        tokens = await login(http_client(), f"{name}@demo.test", PASSWORD)
        browser.keep(tokens)
        return await browser.tab().open(address)

    return signed_in_as


@pytest.fixture
def configure(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Change settings of the deployment: `configure(solidary=True)`."""

    def change(**values: object) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"ADMIN_{name.upper()}", str(value).lower() if isinstance(value, bool) else str(value))
        get_settings.cache_clear()

    yield change
    get_settings.cache_clear()
