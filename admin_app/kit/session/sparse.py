"""States of a tab are made when they are first used, in memory as in Redis (decision 48).

The manager in memory of Reflex 0.10.1 makes every state of the application for every tab, some 1 kB each (Reflex F28):
memory and the time to open a tab grew with the number of screens. Here the root of a tab begins without substates and
makes one when somebody asks for it by its name, as `BaseState.get_state` does. What was never used is as it was built,
and so is what the page has of it.
"""

import functools
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import TOKEN_TYPE, BaseStateToken, StateToken
from reflex.state import BaseState, state_snapshot_hashes
from reflex_base.constants import Reflex

KNOWN = "0.10.1"
"""The version of Reflex whose trees of states this knows; another one is refused."""
Delta = Mapping[str, Mapping[str, Any]]


class Substates(dict[str, BaseState]):
    """The substates of the root of a tab: those that were used, and any other as soon as it is asked for."""

    built = False
    """Whether the page has of all others what was built: it says so when it is loaded."""

    def __init__(self, root: BaseState) -> None:
        super().__init__()
        self._root = root

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in _kinds()

    def __missing__(self, name: str) -> BaseState:
        made = self[name] = _kinds()[name](parent_state=self._root, _reflex_internal_init=True)
        return made

    def values(self) -> Iterator[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The states that were used and, unless the page has them, one that stands for all others."""
        yield from [*super().values()]
        if not self.built:
            yield Unused(self.keys())


class Unused:
    """The states that nobody asked for, to whoever goes through all of a tab's: as they were built."""

    def __init__(self, used: Collection[str]) -> None:
        self.substates: dict[str, BaseState] = {}
        self._used = used

    def dict(self, **_: Any) -> dict[str, dict[str, Any]]:
        """What is sent of them: a page that was not just loaded may have other values."""
        return {name: dict(values) for name, values in _built().items() if _child(name) not in {*self._used, ""}}

    def reset(self) -> None:
        """Nothing of them has changed."""

    _reset_client_storage = reset


class Sparse(StateManagerMemory):
    """Keeps the states of tabs in memory, those that were used."""

    def _get_or_create_state(self, token: StateToken[TOKEN_TYPE]) -> TOKEN_TYPE:
        key = token.cache_key
        if key not in self.states and isinstance(token, BaseStateToken):
            root = token.cls.get_root_state()(_reflex_internal_init=True, init_substates=False)
            object.__setattr__(root, "substates", Substates(root))  # a slot, as Reflex itself sets it
            self.states[key] = root
        return super()._get_or_create_state(token)  # pyright: ignore[reportReturnType]


def guard(app: rx.App) -> None:
    """Have an application keep the states that are used; where Redis keeps them, that is so already."""
    if Reflex.VERSION != KNOWN:
        raise ValueError(
            f"the states of Reflex {Reflex.VERSION} may be made otherwise than kit/session/sparse.py knows"
        )
    if type(app._state_manager) is StateManagerMemory:
        app._state_manager = Sparse()


def tree(state: BaseState) -> Iterator[BaseState]:
    """A state and those below it that were used; in Redis, those that were read for this event."""
    yield state
    for each in dict.values(state.substates):
        yield from tree(each)


def is_sparse(state: BaseState) -> bool:
    """Whether what was used of a tab is all there is of it."""
    return isinstance(state._get_root_state().substates, Substates)


def note_page(root: BaseState, hashes: object) -> None:
    """Note what a page that connects has of the states: `hashes` of what was built where it was just loaded."""
    if isinstance(root.substates, Substates):
        root.substates.built = hashes == _hashes()


def _kinds() -> dict[str, type[BaseState]]:
    return {each.get_name(): each for each in rx.State.get_substates()}


def _child(name: str) -> str:
    """Which substate of the root a state with a full name is, or is below; empty for the root."""
    return name.partition(".")[2].partition(".")[0]


@functools.cache
def _built() -> Delta:
    """Every state as it is sent before anything happened, by its full name."""
    return rx.State(_reflex_internal_init=True).dict(initial=True)  # pyright: ignore[reportCallIssue]


@functools.cache
def _hashes() -> list[str]:
    """What a page says of them that was built from the same."""
    return state_snapshot_hashes(_built())  # pyright: ignore[reportArgumentType]
