"""Parts are compiled without a copy to be styled, where nothing has a style; what comes out is the same."""

import copy
import dataclasses
from typing import Any

import pytest
import reflex as rx
from reflex.compiler import utils
from reflex_base.components.component import BaseComponent, Component
from reflex_base.components.memo import create_passthrough_component_memo
from reflex_base.constants import Reflex

from admin_app.kit.words.locale import t
from tools import unstyled


class Coloured(rx.Component):
    """A component whose kind has a style."""

    tag = "Coloured"

    def add_style(self) -> dict[str, Any]:
        """Red."""
        return {"color": "red"}


def part(*children: Any) -> Component:
    """What Reflex makes one component of, with all that is in it."""
    whole = rx.el.section(rx.el.h2(t("kit.actions.retry")), *children, class_name="part")
    whole._memoization_mode = dataclasses.replace(whole._memoization_mode, recursive=False)
    return whole


def compiled(component: Component, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str, int]:
    """What Reflex makes of it, what we do, and how many components we copied."""
    _, definition = create_passthrough_component_memo(component)
    assert definition.passthrough_hole_child is None
    theirs = repr(utils.compile_experimental_component_memo(definition))
    copied: list[Component] = []
    original = Component.__deepcopy__

    def counted(self: Component, memo: dict[int, Any]) -> BaseComponent:
        copied.append(self)
        return original(self, memo)

    monkeypatch.setattr(Component, "__deepcopy__", counted)
    ours = repr(unstyled.quicker(utils.compile_experimental_component_memo)(definition))
    return theirs, ours, len(copied)


def test_nothing_is_copied_and_the_same_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    component = part(rx.el.p("a", style={"color": "blue"}), rx.cond(t("kit.actions.retry") != "", rx.el.b("b")))
    theirs, ours, copied = compiled(component, monkeypatch)
    assert ours == theirs
    assert "blue" in ours
    assert copied == 0


def test_a_part_with_a_style_of_its_kind_is_styled(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours, copied = compiled(part(rx.el.div(Coloured.create())), monkeypatch)
    assert ours == theirs
    assert "red" in ours
    assert copied > 3


def test_what_is_compiled_can_be_copied_as_ever() -> None:
    component = part(rx.el.p("a"))
    _, definition = create_passthrough_component_memo(component)
    unstyled.quicker(utils.compile_experimental_component_memo)(definition)
    assert copy.deepcopy(definition.component) is not definition.component


def test_another_reflex_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reflex, "VERSION", "0.10.2")
    with pytest.raises(ValueError, match="differs"):
        unstyled.begin()
