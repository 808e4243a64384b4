"""From the click on "next page" to the painted rows, and what the click costs the page.

Clicks of several lists come in turns (ours, theirs, ours, ...) in one browser, so that what else the machine does
meanwhile hits all of them.
"""

# Measures BUDGET-2.

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks import browser as chrome
from benchmarks.browser import Target
from benchmarks.report import Figure, median, number, quantile
from benchmarks.servers import Site, cpu_seconds

TIMES, WARM_UP = 40, 6
PACE, UNAIDED = 0.5, 0.65
"""Goals: what we may take of the other's time, with the page read ahead and without (BUDGET-2)."""
IN_FRONT, SETTLED = 150, 250
"""Milliseconds a page is given once it is in front, and to come to rest after a click."""
Gesture = Literal["script", "rest", "press"]
"""How a click is made: by a script, with nothing read ahead; by a pointer that rested on the link; or by one that comes
and presses at once."""
MADE: dict[Gesture, str] = {"rest": "pointer on its link", "press": "pressed at once"}
"""Those that people make."""
COUNTERS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "LayoutCount")
"""What Chromium counts of a page: processor seconds of its main thread, and how often it was laid out."""
HELD = 80
"""Milliseconds a person holds a button down."""
_WATCH = """
row => {
  const first = () => document.querySelector(row)?.textContent;
  const before = first();
  let start;
  // Before anything on the page hears of it.
  window.addEventListener("click", () => { start = performance.now(); }, { capture: true, once: true });
  window.turned = new Promise((done, failed) => {
    // A frame callback runs before the paint, a message sent from it arrives after.
    const painted = (there) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done([there - start, performance.now() - start]);
      channel.port2.postMessage(0);
    });
    const late = setTimeout(() => failed(new Error("no new rows within 20 s")), 20000);
    const observer = new MutationObserver(() => {
      if (!first() || first() === before) return;
      observer.disconnect();
      clearTimeout(late);
      painted(performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
"""
_BLIND = """
blind => {
  const send = (window.sends ??= WebSocket.prototype.send);
  WebSocket.prototype.send = function (data) {
    if (!blind || !String(data).includes("look_ahead")) send.call(this, data);
  };
}
"""
"""Nothing is read ahead for who is blind: the next page comes with the click alone."""


@dataclass
class Turns:
    """One list in a page of its own, and what its clicks took."""

    target: Target
    page: Page
    counter: CDPSession
    present: list[float] = field(default_factory=list)
    """Milliseconds until the new rows were in the document."""
    painted: list[float] = field(default_factory=list)
    """Milliseconds until they were painted."""
    work: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COUNTERS})
    """What each click made each counter grow by: milliseconds, or times."""
    server: list[float] = field(default_factory=list)
    """Milliseconds of processor time of the process behind it."""

    def click(self, gesture: Gesture = "script") -> None:
        """Bring the page to the front, turn to the next page of the list and keep what it took."""
        self.page.bring_to_front()
        self.page.evaluate(_BLIND, gesture == "script")
        link = self.page.locator(self.target.following)
        if gesture == "rest":
            link.hover()
        elif gesture == "press":
            self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(SETTLED if gesture == "rest" else IN_FRONT)
        counted, used = self._counted(), self._used()
        self.page.evaluate(_WATCH, self.target.row)
        if gesture == "press":
            link.click(delay=HELD)
        else:
            link.evaluate("link => link.click()")
        present, painted = self.page.evaluate("window.turned")
        self.page.wait_for_timeout(SETTLED + random.random() * 50)
        self.present.append(present)
        self.painted.append(painted)
        for name, value in self._counted().items():
            self.work[name].append((value - counted[name]) * (1 if name.endswith("Count") else 1000))
        self.server.append((self._used() - used) * 1000)

    def forget(self) -> None:
        """Forget the clicks so far: they warmed up."""
        for each in (self.present, self.painted, self.server, *self.work.values()):
            each.clear()

    def _counted(self) -> dict[str, float]:
        metrics = self.counter.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in metrics if each["name"] in COUNTERS}

    def _used(self) -> float:
        return cpu_seconds(self.target.pid) if self.target.pid else 0.0


@contextmanager
def opened(browser: Browser, targets: Sequence[Target]) -> Iterator[list[Turns]]:
    """Open each list in a window of its own."""
    with ExitStack() as stack:
        yield [_opened(stack, browser, each) for each in targets]


def _opened(stack: ExitStack, browser: Browser, target: Target) -> Turns:
    page = stack.enter_context(chrome.opened(browser, storage_state=target.kept))
    page.goto(target.address)
    page.locator(target.row).first.wait_for()
    return counted(target, page)


def counted(target: Target, page: Page) -> Turns:
    """Watch a list that is open in a page; durations are the thread's own, not those of the clock."""
    counter = page.context.new_cdp_session(page)
    counter.send("Performance.enable", {"timeDomain": "threadTicks"})
    return Turns(target, page, counter)


def take(turns: Sequence[Turns], times: int = TIMES, gesture: Gesture = "script") -> None:
    """Click through the lists by turns."""
    for count in range(WARM_UP + times):
        if count == WARM_UP:
            for each in turns:
                each.forget()
        for each in turns:
            each.click(gesture)


def turn_pages(page: Page, times: int) -> Turns:
    """Click through a list of ours that is open in a page, alone."""
    page.locator(chrome.ROW).first.wait_for()
    found = counted(Target("ours", page.url, None), page)
    take([found], times)
    return found


def measure(browser: Browser, site: Site, targets: Sequence[Target]) -> list[Figure]:
    """Measure our list beside another one, where there is one, and the calls one action makes."""
    with opened(browser, targets) as turns:
        take(turns)
        calls, figures = _calls(turns[0].page, site), compared(turns, UNAIDED)
        for gesture, name in MADE.items():
            take(turns, gesture=gesture)
            figures += made(turns, name)
    return [
        *figures,
        Figure("upstream calls per list action", len(calls), "", 1, ", ".join(calls)),
    ]


def _calls(page: Page, site: Site) -> list[str]:
    page.bring_to_front()
    page.evaluate(_BLIND, True)  # else the page after it would be asked for, too
    page.wait_for_timeout(SETTLED)
    site.forget_calls()
    page.locator(chrome.NEXT).evaluate("link => link.click()")
    page.wait_for_timeout(800)
    # The browser fetches the portraits itself; they are no calls of the application.
    return [each for each in site.calls() if "/upload/" not in each]


def compared(turns: Sequence[Turns], pace: float | None = None) -> list[Figure]:
    """The figures of the first list, beside those of the second; `pace` is what it may take of the other's time."""
    figures = [
        _figure("next page, nothing read ahead, click to painted rows", "ms", [each.painted for each in turns], pace),
        _figure("  of which until the rows are in the document", "ms", [each.present for each in turns]),
    ]
    names = {
        "TaskDuration": "own CPU of the browser per click",
        "ScriptDuration": "  of which script",
        "RecalcStyleDuration": "  of which style",
        "LayoutDuration": "  of which layout",
    }
    figures += [_figure(text, "ms", [each.work[name] for each in turns]) for name, text in names.items()]
    return [*figures, _figure("layout passes per click", "", [each.work["LayoutCount"] for each in turns])]


def made(turns: Sequence[Turns], name: str) -> list[Figure]:
    """The figures of clicks as people make them."""
    return [
        _figure(f"next page, {name}, click to painted rows", "ms", [each.painted for each in turns], PACE),
        _figure("  of which until the rows are in the document", "ms", [each.present for each in turns]),
    ]


def _figure(name: str, unit: str, values: Sequence[list[float]], pace: float | None = None) -> Figure:
    mine, other = values[0], values[1] if len(values) > 1 else None
    theirs = None if other is None else median(other)
    goal = None if pace is None or theirs is None else pace * theirs
    return Figure(name, median(mine), unit, goal, _note(values), theirs)


def _note(values: Sequence[list[float]]) -> str:
    return f"median of {len(values[0])}, p90 {' and '.join(number(quantile(each, 0.9)) for each in values)}"
