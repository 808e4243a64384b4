"""As new: nothing that a tab's states hold outlives its person (SESSION-30), whatever states there are."""

from collections.abc import Iterator

import reflex as rx
from reflex.state import BaseState

from admin_app.kit.session import sparse


def state_classes(parent: type[BaseState] = rx.State) -> Iterator[type[BaseState]]:
    """Every state class below another: a state written tomorrow is among them."""
    for each in parent.get_substates():
        yield each
        yield from state_classes(each)


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
    plain = [each for each in await _states_of(state) if type(each) is not state.__class__]
    for each in plain:
        renew(each)
    for each in plain:
        each._clean()


async def _states_of(state: BaseState) -> list[BaseState]:
    """Every state of a tab below its root; of one that is kept in memory, those that were used."""
    plain = _plain(state)
    if sparse.is_sparse(plain):
        return [each for each in sparse.tree(plain._get_root_state()) if each.parent_state]
    return [_plain(await state.get_state(each)) for each in state_classes()]


def _plain(state: BaseState) -> BaseState:
    """A state itself: a background handler sees proxies."""
    return getattr(state, "__wrapped__", state)
