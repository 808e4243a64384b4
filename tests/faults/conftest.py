"""A deployment of two instances behind nginx, whose parts are stopped under open pages (docs/reliability.md)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESKTOP, browser, keeping
from tests.browser.support.site import USERS, Site, check_log
from tools import frontend, ports, scale, services

__all__ = ["browser"]

HERE = Path(__file__).parent
PATIENCE = 60_000
"""Milliseconds until a page that lost its server is to be well again."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: they take minutes, and `make test-faults` runs them."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("faults")
            item.add_marker(pytest.mark.timeout(420))


@pytest.fixture(scope="session")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, scale.Scale]]:
    """The sandbox and the deployment before it, until the last test."""
    if lacking := scale.missing():
        pytest.skip(f"this machine lacks {', '.join(lacking)}")
    folder, port = tmp_path_factory.mktemp("scale"), ports.free_port()
    data = {"SANDBOX_DB": str(folder / "sandbox.sqlite"), "SANDBOX_FILES": str(folder / "files")}
    api = services.sandbox(port, USERS, **data)
    frontend.ensure_built(demo=True)
    try:
        api.start()
        services.wait_ready([api])
        with scale.running(folder, port, ports.free_port()) as running:
            yield Site(running.address, f"http://localhost:{port}", folder), running
    finally:
        api.stop()
    for instance in running.instances:
        check_log(instance)
    for path in folder.glob("nginx*.log"):
        assert "token=" not in path.read_text(), f"{path.name} holds what nobody may read there"


@pytest.fixture
def site(parts: tuple[Site, scale.Scale]) -> Iterator[Site]:
    """The addresses; the API is well and its data are as they were."""
    parts[0].set_faults()
    yield parts[0]
    parts[0].set_faults()
    parts[0].reset_data()


@pytest.fixture
def deployment(parts: tuple[Site, scale.Scale]) -> Iterator[scale.Scale]:
    """What runs; what a test that failed left stopped is started again."""
    all_of_it = parts[1]
    yield all_of_it
    every = (all_of_it.redis, *all_of_it.instances, all_of_it.proxy)
    stopped = [each for each in every if each.process is None or each.process.poll() is not None]
    for each in stopped:
        each.start()
    if stopped:
        services.wait_ready(all_of_it.instances, scale.LOADING)


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """A function that opens a page in a browser of its own, where somebody is signed in, by another way if named."""
    opened: list[Any] = []

    def open_one(account: str = "admin", base_url: str = "") -> Page:
        there = replace(site, base_url=base_url or site.base_url)
        context = browser.new_context(base_url=there.base_url, reduced_motion="reduce", **DESKTOP)
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return keeping(context.new_page(), there.stored(account, locale="en"))

    yield open_one
    for context in opened:
        context.close()
