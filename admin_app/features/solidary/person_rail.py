"""Whom a form is about, beside it: what is read there and changed elsewhere, in lines as on their page."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.deciding_page import STYLESHEET
from admin_app.kit.declare import Column, Resource
from admin_app.kit.parts import Text, cell, titled_card
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

HEADING = "edit-person"


def person_rail(resource: Resource, title: Text, person: Any, fields: tuple[str, ...], *below: Any) -> rx.Component:
    """The `fields` of a `person` of `PersonFormMixin` that are filled, and what stands `below` them."""
    known = {column.field: column for column in (*resource.columns, *resource.shown())}
    lines = [_pair(resource, known[field], person) for field in fields]
    return titled_card(HEADING, title, sheet(STYLESHEET), rx.el.dl(*lines), *below, class_name="person-rail")


def _pair(resource: Resource, column: Column, person: Any) -> rx.Component:
    waiting = person.length() == 0
    pair = rx.el.div(
        rx.el.dt(t(resource.label(column.field))),
        rx.el.dd(rx.cond(waiting, rx.el.span(class_name="bar"), cell(column, person))),
        class_name="pair",
    )
    return rx.cond(waiting | (person[column.name] != ""), pair)
