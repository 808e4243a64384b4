"""A variable of a state that the page changes by itself: the language, before the server has answered."""

import json

import reflex as rx
from reflex.vars import FunctionStringVar, FunctionVar, VarData

from admin_app.patches.state_js import WEB

REGISTRY = "$/utils/context-registry"
_DISPATCH = VarData(
    imports={"react": "useContext", REGISTRY: "DispatchContext"},
    hooks="const ui_dispatch = useContext(DispatchContext)",
)


class DocumentLanguage(rx.Component):
    """Keeps `<html lang>` true, and applies the stored language before the server has answered."""

    library = "$/public/patches/language.jsx"
    tag = "DocumentLanguage"

    state: rx.Var[str]
    """Full name of the state that holds the language."""
    field: rx.Var[str]
    """Its variable, as the page calls it."""
    storage: rx.Var[str]
    """Its name in the browser's storage."""
    languages: rx.Var[list[str]]


def field_of(variable: rx.Var[str]) -> str:
    """What the page calls a variable."""
    return variable._js_expr.rpartition(".")[2]


def assign(state: type[rx.State], variable: rx.Var[str], value: str | rx.Var[str]) -> FunctionVar:
    """Change a variable in the page, without a round trip."""
    new = rx.Var.create(value)
    changed = f"{{{field_of(variable)}: {new!s}}}"
    return FunctionStringVar.create(
        f"(() => ui_dispatch[{json.dumps(state.get_full_name())}]({changed}))",
        _var_data=VarData.merge(_DISPATCH, new._get_all_var_data()),
    )


def check() -> None:
    """The page has a function for each state that takes changes, and a hook that reads one."""
    text = (WEB / "utils" / "context-registry.js").read_text()
    for name in ("DispatchContext", "useStateContext"):
        if f" {name}" not in text:
            raise ValueError(f"the page has no {name}")
