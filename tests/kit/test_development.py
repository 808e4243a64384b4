"""With `make dev` the pages that were opened last are compiled, and no other."""

from types import SimpleNamespace

import pytest

from admin_app.kit import development

ROUTES = frozenset({"/", "/login", "/events", "/events/[record_id]"})


@pytest.fixture
def listed(tmp_path, monkeypatch):
    file = tmp_path / "pages.list"
    file.write_text("/login\n/\n/gone")
    monkeypatch.setattr(development, "_FILE", str(file))
    return file


class App(list):
    """What the module needs of an application: a list of what stands before its events."""

    add_middleware = list.append


async def opened(app: App, route: str) -> None:
    (middleware,) = app
    event = SimpleNamespace(router_data={"pathname": route})
    assert await middleware.preprocess(app, SimpleNamespace(), event) is None


def test_every_page_is_compiled_elsewhere():
    app = App()
    assert development.compiled_pages(app, ROUTES) == ROUTES
    assert app == []


async def test_a_page_that_is_opened_is_written_down_to_be_compiled(listed):
    app = App()
    assert development.compiled_pages(app, ROUTES) == {"/login", "/"}
    await opened(app, "/index")
    await opened(app, "/nowhere")
    assert listed.read_text() == "/login\n/\n/gone"
    await opened(app, "/events/[record_id]")
    assert listed.read_text().splitlines() == ["/login", "/", "/gone", "/events/[record_id]"]


async def test_the_pages_that_were_opened_first_make_room(listed, monkeypatch):
    monkeypatch.setattr(development, "MOST", 2)
    app = App()
    development.compiled_pages(app, ROUTES)
    await opened(app, "/events")
    assert listed.read_text().splitlines() == ["/gone", "/events"]
