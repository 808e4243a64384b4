"""What a person may do, for pages: what the door asks (kit/session/handlers.py), as variables of the browser."""

import reflex as rx

from admin_app.kit.session.state import Session


def may(permission: str) -> rx.Var[bool]:
    """Whether it may be done to every record: for what acts."""
    return Session.permissions.contains(permission)  # pyright: ignore[reportAttributeAccessIssue]


def may_read(permission: str) -> rx.Var[bool]:
    """Whether it may be done at all, be it to some records: for what only reads, and for the way to a page.

    Of a page of one record, the record decides: its state asks for the proof.
    """
    return may(permission) | Session.own.contains(permission)  # pyright: ignore[reportAttributeAccessIssue]
