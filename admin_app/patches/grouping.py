"""Draws what changes together as one piece: fewer, larger React components than Reflex makes by itself (decision 57).

Reflex wraps each element that reads a state in a component of its own, which a page of a hundred labels pays for when
it is compiled, loaded and drawn. A part that reads only the language and the account, which hardly ever change, is one
piece however large it is; a part that reads one more state is one while it is small, so that a change of that state
draws little anew.
"""

import dataclasses
import re
from typing import Any

from reflex_base.components.component import BaseComponent, Component
from reflex_base.constants.compiler import MemoizationDisposition
from reflex_base.plugins import Plugin
from reflex_base.plugins.compiler import PageContext
from reflex_base.vars import Var, VarData
from reflex_components_core.base.bare import Bare
from reflex_components_core.core.foreach import Foreach
from reflex_components_core.el.elements.forms import Form

from admin_app.patches.check import has, takes

CALM = (
    "reflex___state____state.admin_app___kit___words___locale____locale",
    "reflex___state____state.admin_app___kit___session___state____session",
)
"""The states that hardly ever change while a page is open."""
SMALL = 24
"""Elements of a piece that reads another state too."""
_READ = re.compile(r'useStateContext\("([^"]+)"\)')
_LIFE = {"on_mount", "on_unmount"}


@dataclasses.dataclass(frozen=True)
class _Part:
    """What is known of an element with all that is in it."""

    states: frozenset[str]
    elements: int
    readers: int
    """Elements that Reflex would wrap."""
    whole: bool
    """Whether it may be one component: nothing in it lives by itself."""


def _of_data(data: VarData | None) -> tuple[set[str], bool, bool]:
    """The states a value reads, whether it reads anything, and whether it holds elements."""
    if data is None:
        return set(), False, False
    text = "\n".join(data.hooks)
    return set(_READ.findall(text)), bool(data.state or data.hooks), bool(data.components)


def _part(component: BaseComponent, known: dict[int, _Part]) -> _Part:
    """Look at an element and what is in it, each once."""
    if (found := known.get(id(component))) is not None:
        return found
    states, reads, whole = set[str](), False, True
    if isinstance(component, Component):
        for var in component._get_vars(include_children=False):
            read, some, holds = _of_data(var._get_all_var_data())
            states |= read
            reads |= some
            whole &= not holds
        reads |= bool(component.event_triggers)
        whole &= not _LIFE.intersection(component.event_triggers) and not isinstance(component, Form)
        whole &= not component._get_components_in_props() and not component._get_added_hooks()
        whole &= component._memoization_mode.disposition is not MemoizationDisposition.NEVER
    else:
        whole = False
    parts = [_part(child, known) for child in component.children]
    part = _Part(
        frozenset(states.union(*(each.states for each in parts))),
        1 + sum(each.elements for each in parts),
        reads + sum(each.readers for each in parts),
        whole and all(each.whole for each in parts),
    )
    known[id(component)] = part
    return part


def is_piece(part: _Part) -> bool:
    """Whether Reflex should make one component of it."""
    others = part.states.difference(CALM)
    return part.whole and part.readers > 1 and (not others or (len(others) == 1 and part.elements <= SMALL))


def check() -> None:
    """Reflex asks plugins about each element, and an element tells what it reads."""
    takes(Plugin.enter_component, "self", "comp", "page_context", "compile_context", "in_prop_tree")
    has(Component, "_get_vars", "_get_components_in_props", "_get_added_hooks", "_memoization_mode")
    has(Var, "_get_all_var_data")
    has(PageContext, "own")
    for kind in (Bare, Foreach, Form):
        has(kind, "create")


class GroupingPlugin(Plugin):
    """Tells Reflex where to stop looking for smaller components."""

    def __init__(self) -> None:
        """Nothing is known of any element yet."""
        self._known: dict[int, _Part] = {}
        self._page: object = None

    def enter_component(
        self, comp: BaseComponent, /, *, page_context: Any, compile_context: Any, in_prop_tree: bool = False
    ) -> BaseComponent | None:
        """Mark the outermost element of a piece before Reflex goes into it."""
        if page_context is not self._page:
            self._page, self._known = page_context, {}
        if in_prop_tree or page_context.memoize_suppressor_stack:
            return None
        if not isinstance(comp, Component) or isinstance(comp, Bare | Foreach) or not comp._memoization_mode.recursive:
            return None
        if not is_piece(_part(comp, self._known)):
            return None
        piece = page_context.own(comp)
        piece._memoization_mode = dataclasses.replace(comp._memoization_mode, recursive=False)
        return piece
