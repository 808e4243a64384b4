"""Fixtures of the fast tests. What is heavy to import is imported when the first of them is used."""

import itertools
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from admin_app.settings import get_settings

if TYPE_CHECKING:
    from tests.support.tab import Browser, Tab
    from tests.support.upstream import Upstream
    from tools.postgres import Cluster

PASSWORD = "demo"


@pytest.fixture(autouse=True)
def unnamed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that is logged names anybody or holds a token, in any test."""
    yield
    from tests.support.leaks import leaks, written

    for phase in ("setup", "call"):
        assert not leaks(written(caplog.get_records(phase)))


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> "Upstream":
    """The sandbox, seeded once."""
    from tests.support.upstream import Upstream

    return Upstream(str(tmp_path_factory.mktemp("files")))


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths that nothing has used yet; a folder made for each test would take longer than most tests."""
    folder = tmp_path_factory.mktemp("places")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(scope="session")
def empty_store(places: Iterator[Path]) -> Path:
    """A store as it is after the first start; to migrate one for each test would take longer than most tests."""
    from admin_app.kit.store import database

    folder = next(places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADMIN_REGISTER_PATH", str(folder / "register.sqlite"))
        get_settings.cache_clear()
        with database.reading():
            pass
    get_settings.cache_clear()
    return folder / "store.sqlite"


@pytest.fixture
def deployment(places: Iterator[Path], empty_store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Settings as the environment has them, files of the test's own, nobody held back at sign-in, nothing read yet."""
    from admin_app.features.solidary import list_cache
    from admin_app.kit.session import throttle
    from admin_app.kit.store import database

    monkeypatch.setenv("ADMIN_SPOOL_PATH", str(next(places)))
    kept = next(places)
    kept.mkdir()
    shutil.copy(empty_store, kept / "store.sqlite")
    monkeypatch.setenv("ADMIN_REGISTER_PATH", str(kept / "register.sqlite"))
    get_settings.cache_clear()
    throttle.kept_here.clear()
    list_cache.clear()
    yield
    get_settings.cache_clear()
    database.dispose()


@pytest.fixture
async def upstream(served: "Upstream", deployment: None) -> "AsyncIterator[Upstream]":
    """The API, with the data as seeded; at the end, everything that was sent must be as described."""
    from admin_app.api.client import build_client, close, use_client

    served.reset()
    use_client(build_client(served))
    yield served
    await close()
    assert not served.contract.violations


@pytest.fixture
async def browser(upstream: "Upstream") -> "AsyncIterator[Browser]":
    """A browser without any tab; at the end, no handler may have failed without saying so."""
    from admin_app.kit.logs import discreet
    from tests.support.tab import Browser

    made = Browser()
    with discreet():  # as when it is served
        async with made.processor:
            yield made
    await made.manager.close()
    assert not made.faults


@pytest.fixture
def tab(browser: "Browser") -> "Tab":
    """A tab of somebody who is not signed in."""
    return browser.tab()


@pytest.fixture
def sign_in(browser: "Browser") -> "Callable[..., Awaitable[Tab]]":
    """Sign in by the API and open an address: `tab = await sign_in("admin", "/users")`."""
    from admin_app.api.auth import login
    from admin_app.api.client import http_client

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


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Cluster]":
    """A PostgreSQL of the tests' own, where the machine has one."""
    from tools.postgres import cluster, programs

    if not (found := programs()):
        pytest.skip("there is no PostgreSQL on this machine (Debian: apt-get install postgresql)")
    with cluster(found) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, configure: Callable[..., None]) -> Iterator[str]:
    """An empty store of the test's own, of each kind: its address."""
    from admin_app.kit.store import database

    file = f"sqlite:///{tmp_path / 'kept' / 'store.sqlite'}"
    address = file if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    configure(store_url=address, register_path=str(tmp_path / "register.sqlite"))
    yield address
    database.dispose()
