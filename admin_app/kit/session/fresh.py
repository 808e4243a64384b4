"""As new: nothing that a tab's states hold outlives its person (SESSION-30), whatever states there are."""

from collections.abc import Iterator

import reflex as rx
from reflex.state import BaseState


def state_classes(parent: type[BaseState] = rx.State) -> Iterator[type[BaseState]]:
    """Every state class below another: a state written tomorrow is among them."""
    for each in parent.get_substates():
        yield each
        yield from state_classes(each)


def tree(state: BaseState) -> Iterator[BaseState]:
    """A state and those below it; in Redis, those that were read for this event."""
    yield state
    for each in state.substates.values():
        yield from tree(each)


def renew(state: BaseState, *, storage: bool = False) -> None:
    """Give every field of one state its first value; with `storage` also what all tabs of the browser share.

    That is the language and the page sizes, which are no person's.
    """
    kind = state.__class__
    held = vars(state)
    for name, field in kind.__fields__.items():
        if field._owner is kind and name in held and (storage or not isinstance(field.default, rx.LocalStorage)):
            first = field.default_value()
            if held[name] != first:
                setattr(state, name, first)


async def as_new(state: BaseState) -> None:
    """Make every state of the tab but this one as new.

    The page is not told: it is about to be left, and a form that emptied first would lose its draft.
    """
    states = [_plain(await state.get_state(each)) for each in state_classes()]
    plain = [each for each in states if type(each) is not state.__class__]
    for each in plain:
        renew(each)
    for each in plain:
        each._clean()


def _plain(state: BaseState) -> BaseState:
    """A state itself: a background handler sees proxies."""
    return getattr(state, "__wrapped__", state)
