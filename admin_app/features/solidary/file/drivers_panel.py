"""The main part of the file: the trip on the map, the drivers who were retained, writing to them, finding others."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.file.diary import ANSWER_KEYS, ANSWERS
from admin_app.features.solidary.file.driver_contact_page import contact_box
from admin_app.features.solidary.file.driver_search import SOLUTION
from admin_app.features.solidary.file.driver_search_page import finder, trip_map
from admin_app.features.solidary.file.next_step import ONGOING, REFUSAL
from admin_app.features.solidary.file.page_parts import changing, fact, file, write_button
from admin_app.features.solidary.file.structure_messages_page import messages_dialog
from admin_app.features.solidary.record import UPDATE
from admin_app.features.solidary.statuses import ASK_ICONS, ASK_LABELS, ASK_TONES, ASKED, EDITED
from admin_app.kit.parts import Row, anchor, button, face, icon, status_badge, titled_card
from admin_app.kit.script import from_script
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, t

HEADING = "file-drivers"
STYLESHEET = "/solidary-drivers.css"
_ANSWER_ICONS = {"yes": "check", "no": "x", "voicemail": "voicemail"}


def panel() -> rx.Component:
    """The trip, then its drivers."""
    retained = titled_card(
        HEADING,
        t("solidary_drivers.title"),
        rx.el.ul(rx.foreach(file.chosen, _driver), class_name="drivers"),
    )
    return rx.el.div(
        sheet(STYLESHEET),
        trip_map(),
        rx.cond(file.chosen.length() > 0, retained),
        rx.cond(file.contact.length() > 0, contact_box()),
        # Also while nobody is written to: what was typed in it stays.
        rx.cond(file.messages_of != "", messages_dialog()),
        rx.cond(fact("status") != EDITED, finder()),
        class_name="drivers-panel",
    )


def _driver(driver: Row) -> rx.Component:
    """One person, whichever ways: how they stand to each, their number, and what they say on the telephone."""
    key = f"{SOLUTION}-{driver['id']}"
    called = anchor(
        icon("phone", 16),
        driver["telephone"],
        href=f"tel:{driver['dialled']}",
        class_name="dial",
        aria_label=t("solidary_drivers.contact.call_name", name=driver["name"], number=driver["telephone"]),
        data_testid="action:call-driver",
        custom_attrs={"id": f"call-{key}"},
    )
    answers = rx.el.span(
        *[_answer(name, driver) for name in ANSWERS],
        class_name="driver-answers",
        role="group",
        aria_label=t("solidary_drivers.answers.title", name=driver["name"]),
    )
    # Who has answered is asked no more: what to press for another answer is folded, and again once something is noted.
    correct = rx.el.details(
        rx.el.summary(icon("chevron-right", 14), t("solidary_drivers.answers.correct"), class_name="quiet"),
        answers,
        class_name="driver-correct",
        key=file.diary.length(),
    )
    acts = rx.fragment(
        rx.cond(driver["settled"] != "", correct, answers),
        write_button(key, driver["name"], "write-to-driver", UPDATE, file.owned),
    )
    return rx.el.li(
        face(driver["avatar"], driver["name"]),
        rx.el.div(
            rx.el.strong(driver["name"]),
            rx.el.span(choice_label("solidary_drivers.type", driver["type"]), told(driver), class_name="quiet"),
            class_name="driver-name",
        ),
        rx.el.div(*[_standing(way, driver) for way in WAYS], _whole(driver), class_name="driver-ways"),
        rx.el.div(
            rx.cond(driver["telephone"] != "", called),
            rx.cond(fact("status") != EDITED, acts),
            class_name="driver-acts",
        ),
        data_testid="driver",
        data_id=driver["id"],
        data_status=driver["status"],
        data_settled=driver["settled"],
    )


def _standing(way: str, driver: Row) -> rx.Component:
    """How the driver stands to the ask of one way."""
    ask = ask_badge(driver, driver[way])
    said = rx.el.span(rx.el.span(t(f"solidary_drivers.way.{way}")), ask, class_name="driver-way")
    return rx.cond(driver[way] != "", said)


def _whole(driver: Row) -> rx.Component:
    """The same where nothing says which way it is."""
    return rx.cond((driver["outward"] == "") & (driver["return"] == ""), ask_badge(driver, driver["status"]))


def ask_badge(driver: Row, status: rx.Var[str]) -> rx.Component:
    """The status of an ask, but for the first: it is there before anybody wrote, and stays when they agree by phone."""
    holds = (driver["contacted"] != "") & (driver["answer"] == "")
    return rx.cond(holds | (status != ASKED), status_badge(ASK_LABELS, status, ASK_TONES, ASK_ICONS))


def told(driver: Row) -> Any:
    """What the diary says of it, else whether anybody reached for them; nothing where the ask itself is answered."""
    words = "solidary_drivers"
    reached = rx.match(
        driver["contacted"],
        ("some", t(f"{words}.contacted_one_way")),
        ("", t(f"{words}.not_contacted")),
        t(f"{words}.contacted"),
    )
    said = rx.match(
        driver["answer"],
        (REFUSAL, t(f"{words}.answers.refused")),
        (ONGOING, t(f"{words}.answers.agreed")),
        rx.cond(driver["settled"] != "", "", reached),
    )
    return rx.cond(said != "", rx.fragment(" · ", said))


def _answer(name: str, driver: Row) -> rx.Component:
    """Opens the diary's box with what the driver said."""
    label = t(f"solidary_drivers.answers.{name}")
    # Like the number of a row, the key is no key where the stylesheet hides it.
    key = rx.el.kbd(ANSWER_KEYS[name], aria_hidden="true", custom_attrs={"aria-keyshortcuts": ANSWER_KEYS[name]})
    opener = button(
        rx.fragment(label, key),
        f"answer-{name}",
        symbol=_ANSWER_ICONS[name],
        on_click=file.note_answer(name, driver["userId"], from_script("typed")),
        aria_label=t("solidary_drivers.answers.note", answer=label, name=driver["name"]),
    )
    return changing(opener, label, f"answer-{name}")
