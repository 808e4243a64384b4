"""The harness lets a person in, and notices what goes wrong."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.support import Site, Watch, axe, goto, sign_in, until
from tests.support.proofs import proves

INTRUDE = """elsewhere => {
  window.refused = [];
  addEventListener("securitypolicyviolation", event => refused.push({ directive: event.effectiveDirective }));
  const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
  add("script", { textContent: "window.intruded = 1" });
  add("div", { innerHTML: "<img src='data:,' onerror='window.intruded = 2'>" });
  // Later: what the tests' own call does may evaluate text.
  setTimeout(() => { try { Function("window.intruded = 3")(); } catch {} });
  fetch(elsewhere, { mode: "no-cors" }).catch(() => {});
  add("iframe", { src: "https://elsewhere.example" });
  add("style", { textContent: "body { color: red }" });
}"""
"""What injected content would try."""


def test_a_phone_lets_a_person_in_and_the_requests_are_seen(
    phone: Page, requests_seen: Callable[[], list[dict]]
) -> None:
    sign_in(phone, "admin")
    axe(phone)
    assert "/login" in [each["path"] for each in requests_seen()]


def test_what_goes_wrong_in_a_page_is_noticed(page: Page, watch: Watch) -> None:
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
    page.goto("about:blank")  # where no policy is
    page.set_content("<html lang='fr'><title>x</title><main><h1>x</h1><img src='data:,'></main></html>")
    with pytest.raises(AssertionError, match=r"(?s)image-alt.*img"):
        axe(page)


@proves("BROWSER-1", "BROWSER-2")
def test_the_policy_holds(page: Page, site: Site, watch: Watch) -> None:
    """Nothing runs and nothing is sent but what the build and the settings say; each refusal fails a journey."""
    goto(page, "/login", "login")
    page.evaluate(INTRUDE, site.api_url)
    until(page, "window.refused?.length >= 6")
    refused = page.evaluate("window.refused")
    assert {each["directive"] for each in refused} == {
        "script-src-elem",
        "script-src-attr",
        "script-src",
        "connect-src",
        "frame-src",
        "style-src-elem",
    }
    assert page.evaluate("window.intruded") is None
    found = watch.problems
    watch.allow("Content Security Policy", "violates", "csp")
    assert len([each for each in found if "Content Security Policy" in each]) >= 6
    assert not watch.problems
