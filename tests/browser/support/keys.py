"""A keyboard, and nothing else: journeys that count what is pressed."""

from playwright.sync_api import Locator, Page, expect

_FOCUSED = (
    "[document.activeElement?.name, document.activeElement?.dataset.types, document.activeElement?.dataset.testid]"
)

MOST_STOPS = 150
"""Presses of one key after which something is out of reach."""


class Keys:
    """A keyboard, and nothing else; `presses` counts what is not a text."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses, self.typed = page, 0, 0

    def press(self, key: str, times: int = 1) -> None:
        """Press a key."""
        for _ in range(times):
            self.presses += 1
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type a text."""
        self.typed += len(text)
        self.page.keyboard.type(text)

    def to(self, name: str) -> None:
        """Press Tab until the control of a name has the focus."""
        for _ in range(20):
            if name in self.page.evaluate(_FOCUSED):
                return
            self.press("Tab")
        raise AssertionError(f"{name} is not reached: {self.page.evaluate('document.activeElement?.outerHTML')}")

    def find(self, text: str) -> None:
        """Type into a search and take the first thing that is proposed."""
        self.type(text)
        expect(self.page.locator("[role=listbox]:visible [role=option]").first).to_be_visible()
        self.press("Enter")

    def reach(self, wanted: Locator, key: str = "Tab") -> None:
        """Press a key until something has the focus."""
        expect(wanted).to_be_visible()
        for _ in range(MOST_STOPS):
            if wanted.evaluate("each => each === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{wanted} is not reached by {key}")

    def use(self, wanted: Locator, key: str = "Enter") -> None:
        """Reach a button or a link, and press it."""
        self.reach(wanted)
        self.press(key)

    def choose(self, menu: Locator, entry: Locator) -> None:
        """Open a menu by its button, and take one of its entries."""
        self.use(menu)
        self.reach(entry, "ArrowDown")
        self.press("Enter")

    def skip(self) -> None:
        """Go past the bar and the menu, to the page itself."""
        self.press("Tab")
        self.press("Enter")
