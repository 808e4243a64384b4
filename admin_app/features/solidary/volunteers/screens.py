"""The screens of volunteers: list and map, one volunteer, the form of the week (SCREEN-15)."""

from dataclasses import replace

import reflex as rx

from admin_app.features.solidary import week
from admin_app.features.solidary.current_structure import TRANSPORT, TRANSPORTS
from admin_app.features.solidary.deciding_page import decision_dialog, eligibility_card
from admin_app.features.solidary.eligibility.given_page import given_card
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.person_rail import person_rail
from admin_app.features.solidary.record import LIST as REQUESTS_LIST
from admin_app.features.solidary.record import READ as REQUESTS_READ
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.features.solidary.volunteers.editing import VolunteerForm
from admin_app.features.solidary.volunteers.listing import VolunteerList
from admin_app.features.solidary.volunteers.planning_page import planning_tab, print_button
from admin_app.features.solidary.volunteers.planning_page import sheet as paper
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.features.solidary.volunteers.week_page import (
    STYLESHEET,
    day_cell,
    slot_fields,
    volunteer_week,
    week_boxes,
)
from admin_app.features.users.resource import USERS
from admin_app.kit.crud import Beside, Extras, Menu, Screen, crud_screens
from admin_app.kit.forms import Around
from admin_app.kit.parts import button_link
from admin_app.kit.session import may_read
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t


def _week() -> rx.Component:
    return rx.el.section(
        sheet(STYLESHEET),
        rx.el.h2(t("volunteers.sections.week"), custom_attrs={"id": "show-week"}),
        volunteer_week(VolunteerShow, "show-week"),
        class_name="card week-card",
        aria_labelledby="show-week",
    )


def _elsewhere(user: rx.Var[str]) -> rx.Component:
    """What is not changed here, and where it is: the API ignores all but the week (update_solidary_volunteer)."""
    there = button_link(t("volunteers.as_user"), "as-user", f"{USERS.route}/show/{user}", tone="link")
    return rx.el.div(
        rx.el.p(t("volunteers.elsewhere"), class_name="hint"),
        rx.cond((user != "") & may_read(USERS.may.read), there),
        class_name="elsewhere",
    )


def _about() -> rx.Component:
    """Who a week is about, beside the form."""
    person, told = VolunteerForm.person, ("status", "home_address", "max_distance", "telephone", "email")
    return person_rail(VOLUNTEERS, t("volunteers.sections.identity"), person, told, _elsewhere(person["userId"]))


def _legend() -> rx.Component:
    """What the letters of a week stand for; who listens hears them in words."""
    marks = [
        rx.el.li(
            rx.el.span(t(f"volunteers.letter.{slot}"), class_name="slot-mark"),
            rx.el.span(t(f"solidary.slot.{slot}")),
        )
        for slot in week.SLOTS
    ]
    return rx.el.ul(*marks, class_name="slot-legend only-desk", aria_hidden="true")


LIST, *OTHERS = crud_screens(
    VolunteerList,
    VolunteerShow,
    VolunteerForm,
    Menu(30, "car-front", "solidary", VOLUNTEERS.may.to_see()),
    Extras(
        list_cells={day: day_cell(day) for day in week.DAYS},
        list_lead=(_legend(),),
        list_below=(sheet(STYLESHEET),),
        show=Beside(
            more=(print_button(),),
            lead=(_week(),),
            main=(given_card(VolunteerShow),),
            aside=(eligibility_card(VolunteerShow),),
            side=(_elsewhere(VolunteerShow.user),),
            tabs=(planning_tab(),),
            below=(paper(), decision_dialog(VolunteerShow)),
        ),
        form=Around(above=(sheet(STYLESHEET),), drawn={"week": week_boxes(), "slots": slot_fields()}),
        form_aside=(_about(),),
        also=(BENEFICIARY.list, REQUESTS_LIST, REQUESTS_READ, USERS.may.read or "", STRUCTURE_READ),
    ),
)
SCREENS: tuple[Screen, ...] = (replace(LIST, flag=TRANSPORT, condition=TRANSPORTS), *OTHERS)
"""Only the list asks for a structure that transports (SCREEN-15): a volunteer may be reached from a request too."""
