"""Compiles parts without copying them to be styled: looks are stylesheets (decision 1), so there is nothing to add.

Reflex copies each part that is a component of its own, element by element, to merge styles of the application into the
copy, and then works out anew what it knew of the original: a quarter of the compile (Reflex F53).
"""

import copy
import dataclasses
import functools
from typing import Any

from reflex.compiler import utils
from reflex_base.components.component import BaseComponent, Component
from reflex_base.components.memo import _LazyBody
from reflex_base.constants import Reflex

KNOWN = "0.10.1"
"""The version of Reflex whose compiler this knows; another one is refused."""


def begin() -> None:
    """Have this process, which compiles, leave out copy and styles where there are none."""
    if Reflex.VERSION != KNOWN:
        raise ValueError(f"Reflex {Reflex.VERSION} differs from what tools/unstyled.py knows")
    utils.compile_experimental_component_memo = quicker(utils.compile_experimental_component_memo)


def quicker(compiled: Any) -> Any:
    """The same as `compiled` makes of a definition, sooner."""

    @functools.wraps(compiled)
    def made(definition: Any) -> Any:
        # With a hole for its children only the root is copied as it is.
        if definition.passthrough_hole_child is None and not utils._app_style() and is_plain(definition.component):
            body = _LazyBody.ready(_as_it_is(definition.component))
            definition = dataclasses.replace(definition, _component=body)
        return compiled(definition)

    return made


def _as_it_is(component: Component) -> Component:
    """A copy of a root that need not be copied again, nor styled; what is known of all below it stays known."""
    shared = copy.copy(component)
    vars(shared)["__deepcopy__"] = lambda _: shared
    vars(shared)["_add_style_recursive"] = lambda *_: shared
    return shared


@functools.cache
def _has_style(kind: type[Component]) -> bool:
    return any(kind._iter_parent_classes_with_method("add_style"))


def is_plain(component: BaseComponent) -> bool:
    """Whether no component of this part brings a style of its own kind."""
    if isinstance(component, Component) and _has_style(type(component)):
        return False
    return all(is_plain(child) for child in component.children)
