"""Where the next key goes in a step of the wizard, as selectors of the page. Pure."""

from collections.abc import Iterable

from admin_app.kit.declare import LABEL

SAME_AGAIN = '[data-testid="action:same-again"]'
_SHOWN = ":not([hidden], [type=file], [hidden] *)"
_CONTROL = f":is(input, select, textarea){_SHOWN}"
"""Where a step begins."""
_ONWARD = ".save-bar [data-save]"
"""Where one stands at a step that has none of these: it comes after them in the page."""


def begins_at(step: str, wanted: Iterable[str]) -> str:
    """The first of these selectors that a step has; without any, its first control, or the button that leads on."""
    panel = f"#panel-{step}:not([hidden])"
    return ", ".join([f"{panel} {each}" for each in wanted] or [f"{panel} {_CONTROL}", _ONWARD])


def control_of(name: str) -> str:
    """The input of a name that is seen: of a search its text, of a day what is typed."""
    return f':is([name="{name}"], [name="{name}{LABEL}"], [data-types="{name}"]){_SHOWN}'
