"""The screen of candidates: an own one beside those of the specification, as it shows both roles (SCREEN-19)."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.candidates.state import ROUTE, Candidates
from admin_app.features.solidary.current_structure import TRANSPORT, TRANSPORTS, CurrentStructure
from admin_app.features.solidary.deciding import HEADING
from admin_app.features.solidary.deciding_page import STYLESHEET, accept_button, decision_dialog, refuse_button
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.eligibility.uploading import REMOVAL
from admin_app.features.solidary.eligibility.uploading_page import proofs_button, proofs_dialog
from admin_app.features.solidary.proof_files import GIVE_PROOF
from admin_app.features.solidary.record import CREATE
from admin_app.features.solidary.record import LIST as RECORDS
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER, Role
from admin_app.kit.parts import Row, avatar, button, data_state, empty, failed_card, icon, link, menu
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.session import Session, may, may_read
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, date_var, number_var, t


def _page() -> rx.Component:
    state = Candidates
    failed = failed_card(state, t("kit.list.error_title"), state.load)
    closed = empty("car", t("solidary.no_transport_text"))
    return rx.el.div(
        sheet(STYLESHEET),
        rx.el.header(
            rx.el.h1(t("eligibility.title"), tab_index=-1, custom_attrs={"id": HEADING}),
            _ready_alone(),
            class_name="page-head",
        ),
        _tabs(),
        rx.cond(state.elsewhere > 0, _note(t("eligibility.elsewhere", count=state.elsewhere))),
        rx.cond(state.role == VOLUNTEER.name, _note(t("eligibility.volunteers_note"))),
        rx.cond(state.problem != "", failed, rx.cond(state.closed, closed, _people())),
        decision_dialog(state),
        proofs_dialog(state),
        class_name="candidates-page",
    )


def _tabs() -> rx.Component:
    transports = Session.flags.contains(TRANSPORT) & TRANSPORTS.held
    return rx.el.nav(
        _tab(BENEFICIARY),
        rx.cond(transports & may_read(VOLUNTEER.list), _tab(VOLUNTEER)),
        class_name="tabs",
        aria_label=t("eligibility.roles"),
    )


def _tab(role: Role) -> rx.Component:
    """The way to those of one role, with how many they are once that was read."""
    on, count = Candidates.role == role.name, Candidates.totals.get(role.name, 0).to(int)
    return link(
        t(f"eligibility.role.{role.name}"),
        rx.cond(count > 0, rx.el.span(number_var(count), class_name="counter")),
        to=f"{ROUTE}?role={role.name}",
        aria_current=rx.cond(on, "true", "false"),
        data_testid=f"action:role:{role.name}",
    )


def _ready_alone() -> rx.Component:
    """Only those who can be decided upon, or everybody again: where not all are on show."""
    on, everybody = Candidates.ready, f"{ROUTE}?role={Candidates.role}"
    made = link(
        rx.cond(on, icon("check", 16), icon("list-filter", 16)),
        rx.el.span(t("eligibility.ready")),
        to=rx.cond(on, everybody, f"{everybody}&ready=true"),
        aria_current=rx.cond(on, "true", "false"),
        class_name="button plain",
        data_testid="action:ready",
    )
    return rx.cond(on | (Candidates.rows.length() < Candidates.total), rx.el.div(made, class_name="row"))


def _order() -> rx.Component:
    """The order in a line, and what is behind it for who asks."""
    line = rx.el.summary(
        icon("info", 16), rx.el.span(t("eligibility.order")), icon("chevron-right", 16), class_name="quiet"
    )
    return rx.el.details(line, rx.el.p(t("eligibility.order_why"), class_name="quiet"), class_name="candidates-order")


def _note(text: rx.Var[str]) -> rx.Component:
    return rx.el.p(icon("info", 16), rx.el.span(text), class_name="side-note")


def _people() -> rx.Component:
    state = Candidates
    more = button(
        t("eligibility.more"), "more-candidates", symbol="chevrons-down", on_click=state.more, disabled=state.looking
    )
    words = rx.cond(
        state.ready,
        t("eligibility.ready_shown", count=state.ready_ids.length(), read=state.rows.length(), total=state.total),
        t("eligibility.shown", shown=state.rows.length(), total=state.total),
    )
    # All of them are counted beside the title.
    told = rx.cond(state.ready | (state.rows.length() < state.total), "", "visually-hidden")
    counted = rx.el.p(words, role="status", class_name=told, data_testid="range")
    bars = [rx.el.li(rx.el.span(class_name="bar"), class_name="card candidate") for _ in range(4)]
    waiting = rx.el.ul(*bars, class_name="candidates", aria_hidden="true")
    return rx.cond(
        state.loading | ~rx.State.is_hydrated,
        waiting,
        rx.cond(
            state.total > 0,
            rx.fragment(
                rx.cond(state.ready_ids.length() > 0, _group(True)),
                rx.cond(~state.ready & (state.unready_ids.length() > 0), _group(False)),
                rx.cond(state.looking, waiting),
                rx.el.footer(
                    counted,
                    rx.cond(state.rows.length() < state.total, more),
                    _order(),
                    class_name="list-footer",
                ),
            ),
            empty("circle-check", t("eligibility.nobody")),
        ),
    )


def _group(ready: bool) -> rx.Component:
    """Those who can be decided upon, or the others, below a head that says so."""
    name = "ready" if ready else "unready"
    those = Candidates.ready_ids if ready else Candidates.unready_ids
    listed = rx.foreach(Candidates.rows, lambda row: rx.cond(those.contains(row["id"]), _candidate(row, ready)))
    why = rx.el.p(t("eligibility.complete") if ready else t("eligibility.incomplete"), class_name="quiet")
    count = rx.el.span(number_var(those.length()), class_name="quiet")
    return rx.el.section(
        rx.el.header(
            rx.el.h2(t(f"eligibility.{name}"), " ", count, id=f"candidates-{name}"),
            why,
            class_name="candidates-head",
        ),
        rx.el.ul(listed, class_name="candidates", role="list"),
        aria_labelledby=f"candidates-{name}",
        data_testid=f"candidates:{name}",
    )


def _candidate(row: Row, ready: bool) -> rx.Component:
    """Who they are, what they gave or lack, and what comes next; the first who is ready has the button in blue."""
    place = rx.cond(row["place"] != "", row["place"], t("eligibility.number", number=row["id"]))
    return rx.el.li(
        rx.el.div(
            avatar(row["name"]),
            rx.el.div(
                rx.el.h3(link(row["name"], to=row["href"], class_name="main-link", data_testid="action:open")),
                rx.el.small(
                    rx.el.span(place),
                    rx.cond(row["since"] != "", rx.el.span(t("eligibility.since", date=date_var(row["since"])))),
                    rx.cond(CurrentStructure.structure == "", rx.el.span(row["where"])),
                ),
            ),
            class_name="who",
        ),
        rx.el.div(_given(row) if ready else _lacks(row), class_name="candidate-proofs"),
        rx.el.div(_acts(row, ready), class_name="candidate-actions"),
        key=row["id"],
        class_name="card candidate",
        data_testid="candidate",
        data_id=row["id"],
        data_known=row["known"],
        data_ready="true" if ready else "false",
    )


def _acts(row: Row, ready: bool) -> rx.Component:
    """What comes next as a button, and the rest in a menu: who is ready is accepted, of others something is missing."""
    who = (Candidates, row["id"], row["structure"], row["name"])
    tone = rx.cond(Candidates.ready_ids[0] == row["id"], "primary", "plain") if ready else "plain"
    helped = Candidates.role == BENEFICIARY.name
    decides = rx.cond(helped, may(BENEFICIARY.update), may(VOLUNTEER.update))
    accept, refuse = rx.cond(decides, accept_button(*who, tone=tone)), rx.cond(decides, refuse_button(*who))
    add = rx.cond(helped, proofs_button(*who))
    if ready:
        return rx.fragment(accept, _more(row, add, refuse))
    # Volunteers give their proofs by themselves.
    completed = rx.fragment(
        proofs_button(*who, words="fill", symbol="", tone="link"),
        _more(row, rx.cond(decides, accept_button(*who)), refuse),
    )
    return rx.cond(helped, completed, rx.fragment(accept, _more(row, refuse)))


def _more(row: Row, *items: rx.Component) -> rx.Component:
    """What is done less often about somebody."""
    return menu(f"candidate-{row['id']}", *items, label=t("eligibility.more_of", name=row["name"]))


def _given(row: Row) -> rx.Component:
    """What somebody gave, in the structure's own words."""

    def said(line: Row, index: Any) -> rx.Component:
        value = rx.match(
            line["kind"],
            ("yes_no", rx.cond(line["value"] == "true", "", choice_label("kit.yes_no", "false"))),
            ("file", line["name"]),
            ("lost", t("eligibility.lost")),
            line["value"],
        )
        told = rx.cond(value == "", line["label"], t("eligibility.given_line", label=line["label"], value=value))
        return rx.fragment(rx.cond(index > 0, " · ", ""), told)

    return rx.el.p(rx.foreach(Candidates.given[row["id"]], said), class_name="quiet", data_testid="given")


def _lacks(row: Row) -> Any:
    """What somebody lacks, in the structure's own words, as far as it is known; on a phone two, and how many more."""
    lacks, named = Candidates.lacks[row["id"]], 2

    def word(name: rx.Var[str], index: Any) -> rx.Component:
        return rx.el.span(rx.cond(index > 0, " · ", " "), name)

    more = rx.el.span(" ", t("eligibility.more_lacks", count=lacks.length() - named), class_name="candidate-more")
    names = rx.fragment(rx.foreach(lacks, word), rx.cond(lacks.length() > named, more))
    missing = rx.el.b(t("eligibility.missing"), class_name="visually-hidden")
    some = rx.el.p(icon("circle-dashed", 14), missing, names, class_name="quiet", data_testid="lacks")
    not_known = rx.el.p(icon("info", 15), choice_label("eligibility.knowledge", row["known"]), class_name="hint")
    return rx.match(row["known"], ("", rx.el.span(class_name="bar")), ("known", some), not_known)


_page.__module__ = __name__
SCREENS = (
    Screen(
        ROUTE,
        "eligibility.title",
        _page,
        BENEFICIARY.list,
        "solidary",
        on_load=(Candidates.load,),
        menu=Menu(rank=10, icon="clipboard-check", group="solidary"),
        state=data_state(Candidates, rx.cond(Candidates.total == 0, "empty", "ready")),
        also=(
            *(BENEFICIARY.read, BENEFICIARY.update, VOLUNTEER.list, VOLUNTEER.read, VOLUNTEER.update),
            *(GIVE_PROOF, REMOVAL, STRUCTURE_READ, RECORDS, CREATE),
        ),
    ),
)
