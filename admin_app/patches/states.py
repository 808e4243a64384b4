"""States of a tab as objects: all of them, made as new, one of no tab; and the page's handlers run once more.

Nothing that a tab's states hold outlives its person (SESSION-30), whatever states there are.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TypeVar

import reflex as rx
from reflex.istate.manager import StateManager
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, OnLoadInternalState

from admin_app.patches.check import has

S = TypeVar("S", bound=BaseState)

LOAD = OnLoadInternalState.on_load_internal
"""The event that runs the handlers of the page's address again."""


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

    That is the language and the looks, which are no person's.
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


async def stored_state(manager: StateManager, key: str, kind: type[S]) -> S:
    """One state of what is kept under a key."""
    root: BaseState = await manager.get_state(BaseStateToken(ident=key, cls=kind))
    return await root.get_state(kind)


@asynccontextmanager
async def changing(manager: StateManager, key: str) -> AsyncIterator[list[BaseState]]:
    """All states that are kept under a key, to be changed; the event of a tab that is under way is awaited."""
    async with manager.modify_state(BaseStateToken(ident=key, cls=rx.State)) as root:
        yield list(tree(root))


def detached(kind: type[S]) -> S:
    """A state with its first values that belongs to no tab."""
    return kind(_reflex_internal_init=True, init_substates=False)  # pyright: ignore[reportCallIssue]


def check() -> None:
    """A field knows the class it is of and its first value, and a state can be told that nothing changed."""
    assert OnLoadInternalState.__fields__, "a state has no fields"
    field = next(iter(rx.State.__fields__.values()))
    has(field, "_owner", "default", "default_value")
    state = detached(OnLoadInternalState)
    has(state, "_clean", "substates", "get_state")
