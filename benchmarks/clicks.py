"""From the click on "next page" to the painted rows, in the application and in a minimal react-admin list."""

from playwright.sync_api import Browser, Page

from benchmarks import browser as chrome
from benchmarks import react_admin
from benchmarks.report import Figure, median, quantile
from benchmarks.servers import Site

TIMES = 30
PAINTED = 30.0
"""Bar in ms (BUDGET-2)."""
_CLICK = """
async ({ next, row, times }) => {
  const first = () => document.querySelector(row)?.textContent;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  // A frame callback runs before the paint, a message sent from it arrives after.
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  const turn = async () => {
    const before = first();
    const changed = new Promise((done, failed) => {
      setTimeout(() => failed(new Error("no new rows within 20 s")), 20000);
      const observer = new MutationObserver(() => {
        if (!first() || first() === before) return;
        observer.disconnect();
        done(performance.now());
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const start = performance.now();
    document.querySelector(next).click();
    const there = await changed;
    return [there - start, (await painted()) - start];
  };
  const found = [];
  for (let count = 0; count < times; count++) {
    found.push(await turn());
    await pause(200 + Math.random() * 50);
  }
  return found;
}
"""


def turn_pages(page: Page, following: str, row: str, times: int) -> tuple[list[float], list[float]]:
    """Click through the list: ms until the rows are in the document, and until they are painted."""
    page.locator(row).first.wait_for()
    page.wait_for_timeout(500)
    arguments = {"next": following, "row": row, "times": 5}
    page.evaluate(_CLICK, arguments)
    found = page.evaluate(_CLICK, {**arguments, "times": times})
    return [each[0] for each in found], [each[1] for each in found]


def measure(browser: Browser, site: Site, signed_in: object, times: int = TIMES) -> list[Figure]:
    """Measure the application alone, and the calls one action makes."""
    with chrome.opened(browser, storage_state=signed_in) as page:
        page.goto(f"{site.base_url}/users")
        present, painted = turn_pages(page, chrome.NEXT, chrome.ROW, times)
        page.wait_for_timeout(300)
        site.forget_calls()
        page.locator(chrome.NEXT).click()
        page.wait_for_timeout(800)
        # The browser fetches the portraits itself; they are no calls of the application.
        calls = [each for each in site.calls() if "/upload/" not in each]
    return [
        _figure("next page, click to painted rows", painted, PAINTED),
        _figure("  of which until the rows are in the document", present),
        Figure("upstream calls per list action", len(calls), "", 1, ", ".join(calls)),
    ]


def compare(browser: Browser, site: Site, times: int = TIMES) -> list[Figure]:
    """Measure the same with react-admin, and what it transfers."""
    with react_admin.served(site) as address:
        weight = react_admin.weight(browser, address, site.token())
        with chrome.opened(browser, storage_state=react_admin.storage(address, site.token())) as page:
            page.goto(address)
            present, painted = turn_pages(page, react_admin.NEXT, react_admin.ROW, times)
    return [
        Figure("react-admin: JS + CSS of a list", weight, "kB gzip"),
        _figure("react-admin: click to painted rows", painted),
        _figure("react-admin: until the rows are in the document", present),
    ]


def _figure(name: str, values: list[float], bar: float | None = None) -> Figure:
    note = f"median of {len(values)}, p90 {quantile(values, 0.9):.0f}"
    return Figure(name, median(values), "ms", bar, note)
