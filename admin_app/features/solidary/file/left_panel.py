"""The rail of the file: where to and when, what is needed and was proven, who asks and who looks after it."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.file.page_parts import fact, file, none_known
from admin_app.features.solidary.proof_viewer import lacking, open_button, proof_document, proof_value
from admin_app.features.solidary.record import REGULAR, SHOW
from admin_app.kit.parts import Row, anchor, copy_button, icon, link, spinner, titled_card, waited_for
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, date_var, pick_of, t


def left() -> rx.Component:
    """What is read after the journey and the diary."""
    return rx.fragment(_proofs(), _about())


def card(name: str, *children: Any) -> rx.Component:
    """A card of the file, a region of that name."""
    return titled_card(f"file-{name}", t(f"solidary_file.{name}.title"), *children, class_name=f"file-{name}")


def pair(key: str, value: Any, name: str, known: rx.Var[bool] | None = None) -> rx.Component:
    """A fact with its label; one that is not known is left out."""
    line = rx.el.div(
        rx.el.dt(t(f"solidary_file.fields.{key}")),
        rx.el.dd(rx.cond(waited_for(file), rx.el.span(class_name="bar"), value), data_field=name),
        class_name="pair",
    )
    shown = (fact(name) != "") if known is None else known
    return rx.cond(shown | waited_for(file), line)


def telephone() -> rx.Component:
    """The number of who asks, to call and to copy."""
    dial = anchor(
        icon("phone", 16),
        fact("telephone"),
        href=f"tel:{fact('dialled')}",
        class_name="dial",
        data_testid="action:call",
    )
    return rx.fragment(dial, copy_button(fact("telephone"), t("solidary_file.copy_telephone")))


def journey() -> rx.Component:
    """Why, when, where from and where to, and what is needed on the way."""
    return card(
        "journey",
        rx.el.dl(
            pair("when", when(), "fromDate"),
            pair("first_ride", date_var(fact("firstRide")), "firstRide"),
            pair("outward", outward(), "outwardTime"),
            pair("back", back(), "back", (file.shown.length() > 0) & ~is_regular()),
            pair("subject", fact("subject"), "subject"),
            pair("origin", fact("origin"), "origin"),
            pair(
                "destination",
                destination(),
                "destination",
                (fact("destination") != "") | (fact("any") != ""),
            ),
            pair("needs", _needs(), "needs", file.needs.length() > 0),
        ),
        rx.cond(is_regular(), schedule()),
    )


def is_regular() -> rx.Var[bool]:
    """Whether it repeats every week (SOLIDARY-5)."""
    return fact("frequency") == str(REGULAR)


def destination() -> rx.Var[str]:
    """Where one goes, or that any place will do."""
    return rx.cond(fact("any") != "", t("solidary_file.journey.any"), fact("destination"))


def when() -> rx.Component:
    """The day, or the days between which it takes place."""
    first, last = date_var(fact("fromDate")), date_var(fact("toDate"))
    between = rx.cond(
        is_regular(),
        t("solidary_file.journey.regular", first=first, last=last),
        t("solidary_file.journey.between", first=first, last=last),
    )
    return rx.el.span(rx.cond((fact("toDate") != "") & (fact("toDate") != fact("fromDate")), between, first))


def outward() -> rx.Component:
    """When one leaves, and how much that may move."""
    window = t("solidary_file.journey.window", first=fact("outwardMin"), last=fact("outwardMax"))
    moved = (fact("outwardMin") != "") & (fact("outwardMin") != fact("outwardMax"))
    part = choice_label("asking.outward_time", fact("partOfDay"))
    at = rx.cond(fact("partOfDay") != "", part, fact("outwardTime"))
    return rx.el.span(at, rx.cond(moved, rx.el.span(" ", window, class_name="quiet")))


def back() -> rx.Component:
    """When one comes back."""
    day = rx.cond(
        (fact("returnDate") != "") & (fact("returnDate") != fact("fromDate")), date_var(fact("returnDate")), ""
    )
    later = choice_label("asking.return_date", fact("hoursLater"))
    at = rx.cond(fact("hoursLater") != "", rx.el.span(later), rx.el.span(day, " ", fact("returnTime")))
    return rx.cond(fact("roundTrip") != "", at, rx.el.span(t("solidary_file.journey.one_way"), class_name="quiet"))


def schedule() -> rx.Component:
    """The days of a week with their times: days that share them on one line."""
    heads = [rx.el.th(label, scope="col") for label in _heads()]
    return rx.el.table(
        rx.el.thead(rx.el.tr(*heads)),
        rx.el.tbody(rx.foreach(file.schedules, _line)),
        class_name="records file-week",
    )


def _line(line: Row) -> rx.Component:
    when, leaves, comes_back = _heads()
    return rx.el.tr(
        rx.el.th(pick_of(line, "days"), scope="row", data_label=when),
        rx.el.td(line["outward"], data_label=leaves),
        rx.el.td(rx.cond(line["return"] != "", line["return"], "—"), data_label=comes_back),
    )


def _heads() -> list[rx.Var[str]]:
    """What its columns are, and on a phone its lines."""
    return [t(f"solidary_file.journey.{name}") for name in ("days", "leaves", "comes_back")]


def _needs() -> rx.Component:
    return rx.el.ul(rx.foreach(file.needs, lambda need: rx.el.li(need)))


def _proofs() -> rx.Component:
    listed = rx.el.dl(rx.foreach(file.proofs, _proof))
    none = none_known(t("solidary_file.proofs.none"))
    return card(
        "proofs",
        rx.cond(file.proofs.length() > 0, listed, none),
        rx.cond(file.proofs_lacking.length() > 0, lacking(t("solidary_file.proofs.lacking"), file.proofs_lacking)),
    )


def _proof(proof: Row) -> rx.Component:
    given = proof_value(proof, _file(proof), rx.el.span(proof["value"], class_name="pre-wrap"))
    return rx.el.div(
        rx.el.dt(proof["label"]), rx.el.dd(given), class_name="pair", data_testid="proof", data_id=proof["id"]
    )


def _file(proof: Row) -> rx.Component:
    """The name of a file, and the file itself once somebody asks to see it."""
    see = open_button(file, proof, proof["id"], "see-proof")
    opened = proof_document(file, proof["label"], "solidary_file.proofs.open")
    return rx.el.div(
        rx.el.span(see, rx.el.span(pick_of(proof, "size"), class_name="quiet nowrap"), class_name="row"),
        rx.cond(file.document == proof["id"], opened),
        rx.cond(file.opening == proof["id"], spinner(t("kit.words.loading"))),
        class_name="file-proof",
    )


def _about() -> rx.Component:
    """What the head and the journey do not say: who accompanies it and took it down, and what stands in its place."""
    person = link(t("solidary_file.about.person"), to=f"/users/show/{fact('userId')}", data_testid="action:person")
    return card(
        "about",
        rx.el.dl(
            pair("person", person, "userId", may_read("user_read") & (fact("userId") != "")),
            pair("birth_date", date_var(fact("birthDate")), "birthDate"),
            pair("home", fact("home"), "home", (fact("home") != "") & (fact("home") != fact("origin"))),
            pair("structure", fact("structure"), "structure"),
            pair(
                "operator",
                rx.cond(
                    fact("operator") != "",
                    fact("operator"),
                    rx.el.span(t("solidary_file.about.by_oneself"), class_name="quiet"),
                ),
                "operator",
                file.shown.length() > 0,
            ),
            pair("created", date_var(fact("createdDate"), "date_time"), "createdDate"),
            # The diary begins with it, where there is one.
            pair("last_action", _last(), "lastAction", (fact("lastAction") != "") & (file.diary.length() == 0)),
            pair("replaces", _other("replaces"), "replaces"),
            pair("replaced_by", _other("replacedBy"), "replacedBy"),
        ),
    )


def _last() -> rx.Component:
    return rx.el.span(
        choice_label("solidary_actions.name", fact("lastAction")),
        ", ",
        date_var(fact("lastActionDate"), "date_time"),
    )


def _other(name: str) -> rx.Component:
    """The way to another record of the chain."""
    return link(
        t("solidary_file.number", number=fact(name)), to=f"{SHOW}/{fact(name)}", data_testid=f"action:chain-{name}"
    )
