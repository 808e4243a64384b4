"""Values that the browser works out: a JavaScript expression with the hooks and imports it needs, as a Var.

Reflex documents them, under names that begin with an underscore.
"""

from typing import Any

import reflex as rx
from reflex.utils.imports import ImportVar
from reflex.vars import VarData

from admin_app.patches.check import takes

__all__ = ["VarData", "code", "expression", "hook", "imported", "is_number", "is_text", "merged"]


def expression(script: str, *reads: object, data: VarData | None = None, kind: type = str) -> rx.Var[Any]:
    """A Var of an expression, with what it needs itself and what the Vars in it need."""
    return rx.Var(script, _var_type=kind, _var_data=merged(*reads, data)).guess_type()


def merged(*parts: object) -> VarData | None:
    """What several values need: Vars and VarData; anything else needs nothing."""
    needs = (each._get_all_var_data() if isinstance(each, rx.Var) else each for each in parts)
    return VarData.merge(*(each for each in needs if isinstance(each, VarData)))


def hook(line: str, *reads: object) -> VarData:
    """A line at the beginning of the component, and what it needs itself."""
    return VarData(hooks={line: merged(*reads)})


def imported(path: str, *names: str, default: bool = False) -> VarData:
    """Names of a module of the script; with `default`, the name that its default export is given."""
    return VarData(imports={path: [ImportVar(tag=name, is_default=default) for name in names]})


def is_text(value: rx.Var[Any]) -> bool:
    """Whether a Var is known to be a text."""
    return value._var_type is str


def is_number(value: rx.Var[Any]) -> bool:
    """Whether a Var is taken for a number: `.to(int)` says so of a text, which it does not change."""
    return value._var_type in (int, float)


def code(value: rx.Var[Any]) -> str:
    """The expression of a Var."""
    return value._js_expr


def check() -> None:
    """A Var takes what it is made of, and gives it back."""
    takes(rx.Var.__init__, "self", "_js_expr", "_var_type", "_var_data")
    value = expression("a(b)", rx.Var("b", _var_data=hook("const b = 1")), data=imported("c", "a"))
    data = merged(value)
    if code(value) != "a(b)" or not is_text(value) or not data or data.hooks != ("const b = 1",):
        raise ValueError("a Var is not what it was made of")
