"""The sheet of a journey on paper, for who drives or for who travels: what each needs to meet the other, and no more.

Neither the subject nor proofs, birth date, e-mail, home or diary are on it: why somebody sees a doctor is not the
driver's affair.
"""

from typing import Any

import reflex as rx

from admin_app.features.solidary.file.left_panel import back, destination, is_regular, outward, schedule, when
from admin_app.features.solidary.file.page_parts import fact, file
from admin_app.kit.parts import FOCUSED, button, closes, dialog, entry, opens, radio
from admin_app.kit.words.locale import date_var, t

SHEET = "file-sheet"
FOR = "sheet_for"
DRIVER, PASSENGER = "driver", "passenger"


def sheet_button() -> rx.Component:
    """Opens the sheet."""
    return button(t("solidary_file.sheet.open"), "sheet", symbol="printer", custom_attrs=opens(SHEET))


def sheet_dialog() -> rx.Component:
    """For whom, with which driver, what it will look like, and the way to the printer."""
    whom = rx.el.fieldset(
        rx.el.legend(t("solidary_file.sheet.whom"), class_name="label"),
        radio(FOR, DRIVER, t("solidary_file.sheet.driver"), checked=True),
        radio(FOR, PASSENGER, t("solidary_file.sheet.passenger")),
        class_name="choices",
    )
    return dialog(
        SHEET,
        t("solidary_file.sheet.title"),
        rx.el.div(whom, _chosen(), class_name="sheet-options"),
        paper(),
        rx.el.div(
            button(t("kit.actions.close"), "close-sheet", custom_attrs=closes(SHEET)),
            button(
                t("solidary_file.sheet.print"),
                "print",
                symbol="printer",
                tone="primary",
                custom_attrs={"data-prints": "", **FOCUSED},
            ),
            class_name="row end",
        ),
        class_name="wide file-sheet",
    )


def _chosen() -> rx.Component:
    """Which of the people who were retained and have not refused."""
    choose = rx.el.label(
        rx.el.span(t("solidary_file.sheet.which"), class_name="label"),
        rx.el.select(
            rx.foreach(file.sheet_drivers, lambda each: rx.el.option(each["name"], value=each["id"])),
            value=entry(file.sheet, "id"),
            on_change=file.choose_driver,
            name="sheet_driver",
        ),
        class_name="field",
    )
    none = rx.el.p(t("solidary_file.sheet.no_driver"), class_name="hint")
    return rx.cond(file.sheet_drivers.length() > 0, choose, none)


def paper() -> rx.Component:
    """What is printed."""
    return rx.el.section(
        rx.el.p(fact("structure"), _call(file.structure_telephone), class_name="paper-head"),
        rx.el.h3(
            rx.cond(
                is_regular(),
                t("solidary_file.sheet.weekly", day=date_var(fact("fromDate"))),
                t("solidary_file.sheet.heading", day=date_var(fact("fromDate"))),
            )
        ),
        rx.el.p(t("solidary_file.number", number=fact("id"))),
        rx.el.div(
            _person("meets", fact("name"), fact("telephone"), DRIVER),
            _person("drives", entry(file.sheet, "name"), entry(file.sheet, "telephone"), PASSENGER),
            class_name="paper-people",
        ),
        rx.el.dl(
            _line("when", when()),
            rx.cond(~is_regular(), _line("outward", outward())),
            _line("origin", fact("origin")),
            _line("destination", destination()),
            rx.cond(~is_regular(), _line("back", back())),
        ),
        rx.cond(is_regular(), schedule()),
        rx.cond(
            file.needs.length() > 0,
            rx.el.div(
                rx.el.h4(t("solidary_file.needs.title")),
                rx.el.ul(rx.foreach(file.needs, lambda need: rx.el.li(need)), class_name="file-list"),
                class_name="paper-needs",
                data_for=DRIVER,
            ),
        ),
        rx.el.div(rx.el.h4(t("solidary_file.sheet.notes")), class_name="paper-notes"),
        rx.el.p(t("solidary_file.sheet.keep"), class_name="paper-foot"),
        class_name="paper-sheet",
        data_testid="sheet",
        aria_label=t("solidary_file.sheet.title"),
    )


def _person(key: str, name: rx.Var[str], telephone: rx.Var[str], reader: str) -> rx.Component:
    """The other one: name and telephone, or a line to write them on."""
    known = rx.el.p(rx.el.strong(name), _call(telephone))
    blank = rx.el.p(class_name="paper-blank", aria_label=t("solidary_file.sheet.blank"))
    return rx.el.div(rx.el.h4(t(f"solidary_file.sheet.{key}")), rx.cond(name != "", known, blank), data_for=reader)


def _call(telephone: rx.Var[str]) -> rx.Component:
    return rx.cond(telephone != "", rx.el.span(" · ", telephone, class_name="nowrap"))


def _line(key: str, value: Any) -> rx.Component:
    return rx.el.div(rx.el.dt(t(f"solidary_file.fields.{key}")), rx.el.dd(value), class_name="pair")
