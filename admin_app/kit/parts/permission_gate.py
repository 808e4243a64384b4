"""Why something cannot be done: the missing permission and the roles that give it, in plain words (decision 11).

The main action of a page stays where it is and says what it takes; other actions are left out.
"""

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Text, icon
from admin_app.kit.session import Session, may, may_read
from admin_app.kit.session.permissions import in_each_language, reason
from admin_app.kit.words.locale import pick


def why(permission: str) -> rx.Var[str]:
    """The sentences that name the permission and the roles that give it."""
    return pick(in_each_language(reason, permission))


def granted(permission: str, made: Any, label: Text, action: str, owned: rx.Var[bool] | bool = False) -> rx.Component:
    """A main action; where the permission is missing, a shut button of that name that tells the reason.

    `owned` says that the record is proven to be one's own, which does as well.
    """
    return rx.cond(may(permission) | owned, made, shut(permission, label, action))


def shut(permission: str, label: Text, action: str) -> rx.Component:
    """A button that does nothing and can be reached: pointing at it, the focus or a tap shows the reason."""
    tip = f"why-{action}"
    return rx.el.span(
        rx.el.button(
            icon("lock"),
            rx.el.span(label),
            type="button",
            aria_disabled="true",
            aria_describedby=tip,
            class_name="button plain",
            data_testid=f"why:{action}",
        ),
        rx.el.span(why(permission), role="tooltip", class_name="tip", custom_attrs={"id": tip}),
        class_name="why",
    )


def any_of(permissions: Iterable[str]) -> rx.Var[bool] | bool:
    """Whether the person holds one of these permissions, be it for some records; True when none is asked."""
    held = [may_read(permission) for permission in permissions]
    return reduce(or_, held) if held else True


def all_of(held: Iterable[rx.Var[bool]], flag: str | None = None) -> rx.Var[bool]:
    """Whether all of these permissions are held, of `may` or `may_read`, in a deployment that has the module."""
    asked = [Session.flags.contains(flag), *held] if flag else held
    return reduce(and_, asked, rx.Var.create(True))


def offered(made: rx.Component, permission: str | None, flag: str | None = None, *, acts: bool = False) -> rx.Component:
    """What is there only for those who hold a permission, in a deployment that has the module.

    What `acts` takes it in full; to read, some records are enough: the API narrows what it gives.
    """
    if permission:
        made = rx.cond(may(permission) if acts else may_read(permission), made)
    return rx.cond(Session.flags.contains(flag), made) if flag else made
