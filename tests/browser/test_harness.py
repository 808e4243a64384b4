"""The harness lets a person in, and notices what goes wrong."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.support import Site, Watch, axe, goto, screen, sign_in


@pytest.mark.parametrize("size", ["page", "phone"])
def test_sign_in(request: pytest.FixtureRequest, size: str) -> None:
    page: Page = request.getfixturevalue(size)
    sign_in(page, "admin")
    screen(page, "/")
    axe(page)


def test_a_script_error_is_noticed(page: Page, watch: Watch) -> None:
    goto(page, "/login", "login")
    page.evaluate("console.error('out of paper')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('out of ink') })")
    with page.expect_response("**/nothing-here"):
        page.evaluate("fetch('/nothing-here')")
    found = "\n".join(watch.problems)
    assert "out of paper" in found
    assert "out of ink" in found
    assert "answer 404: GET" in found
    watch.allow("out of paper", "out of ink", "nothing-here")


def test_an_inaccessible_page_is_noticed(page: Page) -> None:
    page.set_content("<html lang='fr'><title>x</title><main><h1>x</h1><img src='data:,'></main></html>")
    with pytest.raises(AssertionError, match=r"(?s)image-alt.*img"):
        axe(page)


def test_a_faulty_api(site: Site, faults: Callable[..., None]) -> None:
    faults(fail=[{"path": "/login", "status": 503}])
    assert httpx.post(f"{site.api_url}/login", json={}).status_code == 503
    faults()
    assert httpx.post(f"{site.api_url}/login", json={}).status_code != 503


def test_requests_are_seen(page: Page, requests_seen: Callable[[], list[dict]]) -> None:
    sign_in(page, "editor")
    assert "/login" in [each["path"] for each in requests_seen()]
