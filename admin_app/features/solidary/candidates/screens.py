"""The screen of candidates: an own one beside those of the specification, as it shows both roles (SCREEN-19)."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.candidates.state import TRANSPORT, Candidates
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.deciding import HEADING
from admin_app.features.solidary.deciding_page import decision_buttons, decision_dialog, stylesheet
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.eligibility.uploading import REMOVAL
from admin_app.features.solidary.eligibility.uploading_page import proofs_button, proofs_dialog
from admin_app.features.solidary.memberships import BENEFICIARY, VOLUNTEER, Role
from admin_app.features.solidary.proof_files import GIVE_PROOF
from admin_app.features.solidary.record import LIST as RECORDS
from admin_app.features.solidary.statuses import WAITING
from admin_app.kit.parts import avatar, button, data_state, empty, failed_card, icon, link
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.session import Session, may, may_read
from admin_app.kit.words.locale import choice_label, date_var, number_var, t

ROUTE = "/solidarycandidates"
Row = rx.Var[dict[str, str]]


def _page() -> rx.Component:
    state = Candidates
    failed = failed_card(state, t("kit.list.error_title"), state.load)
    return rx.el.div(
        stylesheet(),
        rx.el.header(
            rx.el.h1(t("eligibility.title"), tab_index=-1, custom_attrs={"id": HEADING}),
            _total(),
            _ready_alone(),
            class_name="page-head",
        ),
        _tabs(),
        rx.cond(state.role == VOLUNTEER.name, _volunteers_note()),
        rx.cond(state.problem != "", failed, rx.cond(state.closed, _closed(), _people())),
        decision_dialog(state),
        proofs_dialog(state),
        class_name="candidates-page",
    )


def _total() -> rx.Component:
    """How many wait, as beside the titles of lists."""
    said = t("kit.list.total", count=Candidates.total)
    told = rx.el.p(
        rx.el.span(number_var(Candidates.total), aria_hidden="true"),
        rx.el.span(said, class_name="visually-hidden"),
        class_name="head-total",
        title=said,
    )
    return rx.cond(Candidates.total > 0, told)


def _tabs() -> rx.Component:
    transports = Session.flags.contains(TRANSPORT) & (CurrentStructure.current.get("solidaryTransport", "") != "")
    return rx.el.nav(
        _tab(BENEFICIARY),
        rx.cond(transports & may_read(VOLUNTEER.list), _tab(VOLUNTEER)),
        class_name="tabs",
        aria_label=t("eligibility.roles"),
    )


def _tab(role: Role) -> rx.Component:
    on = Candidates.role == role.name
    return link(
        t(f"eligibility.role.{role.name}"),
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


def _volunteers_note() -> rx.Component:
    return rx.el.p(icon("info", 16), rx.el.span(t("eligibility.volunteers_note")), class_name="side-note")


def _closed() -> rx.Component:
    return empty("car", t("solidary.no_transport_text"))


def _people() -> rx.Component:
    state = Candidates
    more = button(
        t("eligibility.more"), "more-candidates", symbol="chevrons-down", on_click=state.more, disabled=state.looking
    )
    words = rx.cond(
        state.ready,
        t("eligibility.ready_shown", count=state.found, read=state.rows.length(), total=state.total),
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
                rx.cond(state.found > 0, _group(True)),
                rx.cond(~state.ready & (state.found < state.rows.length()), _group(False)),
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
    shown = Candidates.ready_ids.contains
    listed = rx.foreach(
        Candidates.rows, lambda row: rx.cond(shown(row["id"]) if ready else ~shown(row["id"]), _candidate(row, ready))
    )
    why = rx.el.p(t("eligibility.complete"), class_name="quiet") if ready else None
    head = (
        (t("eligibility.ready"), Candidates.found)
        if ready
        else (t("eligibility.unready"), Candidates.rows.length() - Candidates.found)
    )
    name = "ready" if ready else "unready"
    return rx.el.section(
        rx.el.header(
            rx.el.h2(head[0], " ", rx.el.span(number_var(head[1]), class_name="quiet"), id=f"candidates-{name}"),
            *([why] if why else []),
            class_name="candidates-head",
        ),
        rx.el.ul(listed, class_name="candidates", role="list"),
        aria_labelledby=f"candidates-{name}",
        data_testid=f"candidates:{name}",
    )


def _candidate(row: Row, ready: bool) -> rx.Component:
    """Who they are and what they lack; one button has an edge: what comes next. The first who is ready comes first."""
    tone = rx.cond(Candidates.ready_ids[0] == row["id"], "primary", "plain") if ready else "plain"
    return rx.el.li(
        avatar(row["name"]),
        rx.el.div(
            rx.el.h3(link(row["name"], to=row["href"], data_testid="action:open")),
            rx.el.p(
                rx.el.span(t("eligibility.number", number=row["id"])),
                rx.cond(row["since"] != "", rx.el.span(t("eligibility.since", date=date_var(row["since"])))),
                rx.cond(CurrentStructure.structure == "", rx.el.span(row["where"])),
                class_name="candidate-facts",
            ),
            class_name="candidate-who",
        ),
        rx.el.div(*([] if ready else [_lacks(row)]), class_name="candidate-proofs"),
        rx.el.div(
            rx.cond(
                Candidates.role == BENEFICIARY.name, proofs_button(Candidates, row["id"], row["structure"], row["name"])
            ),
            rx.cond(
                rx.cond(Candidates.role == BENEFICIARY.name, may(BENEFICIARY.update), may(VOLUNTEER.update)),
                decision_buttons(Candidates, row["id"], row["structure"], WAITING, row["name"], tone=tone),
            ),
            class_name="candidate-actions",
        ),
        key=row["id"],
        class_name="card candidate",
        data_testid="candidate",
        data_id=row["id"],
        data_known=row["known"],
        data_ready="true" if ready else "false",
    )


def _lacks(row: Row) -> Any:
    """What somebody lacks, in the structure's own words, as far as it is known."""
    names = rx.foreach(
        Candidates.lacks[row["id"]],
        lambda name, index: rx.fragment(rx.cond(index > 0, ", ", " "), t("kit.filters.quoted", name=name)),
    )
    some = rx.el.p(t("eligibility.missing"), names, class_name="quiet", data_testid="lacks")
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
            *(GIVE_PROOF, REMOVAL, STRUCTURE_READ, RECORDS),
        ),
    ),
)
