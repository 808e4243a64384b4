"""The screen of the wizard: `/solidaryrecords/create`, one form in five steps with its recap beside it."""

import itertools
from collections.abc import Sequence

import reflex as rx

from admin_app.features.solidary.asking.caller import USER
from admin_app.features.solidary.asking.field_groups import (
    CALLED,
    LEAVE,
    field,
    leaving,
    section_fields,
    skeleton,
    stylesheet,
    times_fields,
    unsaved_mark,
)
from admin_app.features.solidary.asking.latest import LatestCallers, latest_callers
from admin_app.features.solidary.asking.made_page import made
from admin_app.features.solidary.asking.recap_state import AskingRecap, recap_card
from admin_app.features.solidary.asking.schema import ASKING, NEW, STEPS
from admin_app.features.solidary.asking.wizard import (
    CALLER,
    ELIGIBILITY,
    IDENTITY,
    JOURNEY,
    STEP,
    TIMES,
    SolidaryWizard,
)
from admin_app.features.solidary.criteria_inputs import criteria_inputs
from admin_app.features.solidary.current_structure import WORKS
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.proof_files import GIVE_PROOF
from admin_app.features.solidary.record import CREATE, LIST, ROUTE
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.forms import FURTHER, follower, form_element, probe, probed_names, question, summary
from admin_app.kit.parts import (
    button,
    button_link,
    data_state,
    entry,
    failed_card,
    held_input,
    icon,
    offered,
    save_button,
    spinner,
    titled_card,
    waited_for,
)
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import choice_label, date_var, t
from admin_app.shared.people.duplicates import SAME_PERSON

NEWS = "news_subscription"
wizard = SolidaryWizard
UNCHOSEN = (wizard.step == CALLER) & ~wizard.person.contains("id")
"""The first step, as long as nobody is chosen."""
WHOSE = rx.cond(wizard.resumed, "", CALLED)
"""Of a request that is being created no draft is offered: it goes with it."""


def _page() -> rx.Component:
    problem = failed_card(wizard, t("kit.pages.error_title"), wizard.load)
    aside = rx.cond(~UNCHOSEN, rx.el.aside(_caller_card(), recap_card(), class_name="cards"))
    form = rx.el.div(_form(), aside, class_name="beside")
    content = rx.cond((wizard.made != "") & ~wizard.resumed, made(), form)
    return rx.el.div(
        stylesheet(),
        rx.el.header(rx.el.h1(t("asking.create"), tab_index=-1), _for_whom(), class_name="page-head"),
        rx.cond(
            wizard.problem != "",
            problem,
            rx.cond(waited_for(wizard), skeleton(5), content),
        ),
        leaving(),
        class_name="form-page asking",
    )


def _for_whom() -> rx.Component:
    return rx.cond(
        wizard.structure_name != "",
        rx.el.p(icon("building-2", 16), t("asking.for_structure", name=wizard.structure_name), class_name="quiet row"),
    )


def _form() -> rx.Component:
    return form_element(
        wizard,
        _steps(),
        summary(wizard),
        _outcome(),
        _panel(CALLER, _caller()),
        _panel(IDENTITY, _identity()),
        _panel(JOURNEY, [_same_again(), section_fields(wizard, JOURNEY)]),
        _panel(TIMES, [_taken_over(), times_fields(wizard, AskingRecap.first_ride)]),
        _panel(ELIGIBILITY, [*_eligibility(), rx.el.p(t("asking.who_is_told"), class_name="hint"), _stays_shut()]),
        probe(wizard),
        follower(AskingRecap.follow),
        rx.el.input(type="text", hidden=True, read_only=True, name=STEP, value=wizard.step),
        _bar(),
        *question(wizard, words=(t("asking.ask_title"), t("asking.ask_make"))),
        **{"data-probes": probed_names(ASKING), "data-leave": LEAVE, "data-called": WHOSE},
    )


def _steps() -> rx.Component:
    """The steps with the one that is shown; those that were gone through can be shown again."""

    def one(rank: int, step: str) -> rx.Component:
        here = wizard.step == step
        return rx.el.li(
            rx.el.button(
                rx.el.span(rank + 1, class_name="step-number", aria_hidden="true"),
                rx.el.span(t("asking.of_total", total=len(STEPS)), class_name="step-total", aria_hidden="true"),
                rx.el.span(t(f"asking.sections.{step}")),
                type="button",
                disabled=wizard.reached < rank,
                aria_current=rx.cond(here, "step", "false"),
                on_click=wizard.go_to(step),
                data_testid=f"action:step:{step}",
            ),
        )

    aloud = rx.match(
        wizard.step,
        *(
            (step, t("asking.step_of", rank=rank, total=len(STEPS), name=t(f"asking.sections.{step}")))
            for rank, step in enumerate(STEPS, 1)
        ),
        "",
    )
    return rx.el.nav(
        rx.el.ol(*[one(rank, step) for rank, step in enumerate(STEPS)]),
        rx.el.p(aloud, role="status", class_name="visually-hidden"),
        aria_label=t("asking.steps"),
        class_name="asking-steps",
    )


def _panel(step: str, children: Sequence[rx.Component]) -> rx.Component:
    why = rx.el.p(t(f"asking.notes.{step}"), class_name="hint")
    return titled_card(
        f"step-{step}",
        t(f"asking.sections.{step}"),
        # What is asked to be proven is the structure's: without any there is no reason either.
        rx.cond(wizard.criteria.length() > 0, why) if step == ELIGIBILITY else why,
        rx.el.div(*children, class_name="fields"),
        class_name="form-part",
        hidden=wizard.step != step,
        custom_attrs={"id": f"panel-{step}"},
    )


def _caller() -> list[rx.Component]:
    """Who asks is found, or is new, which is the next step."""
    new = button(
        t("asking.somebody_new"),
        "somebody-new",
        symbol="user-round-plus",
        type="submit",
        custom_attrs={"data-further": NEW},
    )
    return [
        offered(field(wizard, "user_id"), "user_list", acts=True),
        # On this step alone: the first button that submits is what Enter presses in a form.
        rx.cond(UNCHOSEN, rx.fragment(rx.el.div(new, class_name="row"), latest_callers())),
    ]


def _eligibility() -> list[rx.Component]:
    later = rx.el.p(
        icon("clock", 16),
        rx.el.span(t("asking.files_can_wait"), " ", rx.el.strong(wizard.files_later.join(", "))),
        class_name="side-note",
        data_testid="files-later",
    )
    asked = rx.fragment(
        criteria_inputs(
            wizard.criteria, values=wizard.proofs, errors=wizard.errors, files=wizard, given=wizard.files_given
        ),
        rx.cond(wizard.files_later.length() > 0, later),
        rx.el.p(t("asking.files_are_not_kept"), class_name="hint"),
    )
    return [rx.cond(wizard.criteria.length() > 0, asked, rx.el.p(t("asking.no_criteria")))]


def _stays_shut() -> rx.Component:
    """Said before it is created: the file will not open for them (OWN-16)."""
    told = rx.el.p(
        icon("lock", 16), rx.el.span(t("asking.stays_shut")), class_name="side-note", data_testid="stays-shut"
    )
    return rx.cond(~OPENS, told)


def _identity() -> list[rx.Component]:
    generic = rx.cond(
        wizard.structure_email != "",
        t("asking.generic_email", email=wizard.structure_email),
        t("asking.wrong.email_needed"),
    )
    needed = rx.cond(wizard.structure_email == "", "true", "false")
    notice = rx.cond(~wizard.person.contains("id"), rx.el.p(generic, class_name="hint", data_needed=needed))
    # The platform does not take it of somebody new: it would be a switch without effect.
    news = rx.cond(wizard.person.contains("id"), field(wizard, NEWS))
    return [section_fields(wizard, IDENTITY, without=NEWS), notice, news, _alike()]


def _alike() -> rx.Component:
    """Who may be there already: one click takes them, or the next one says that it is somebody else."""

    def row(each: rx.Var[dict[str, str]]) -> rx.Component:
        take = button(
            t("asking.take"),
            "take",
            symbol="user-round-check",
            on_click=wizard.choose_lookalike(each["_key"], from_script("content")),
        )
        town = entry(each, "homeAddress.addressLocality")
        return rx.el.li(
            rx.el.div(rx.el.strong(each["_name"]), rx.cond(town != "", rx.el.span(town)), class_name="lookalike"),
            offered(take, USER),
            key=each["_key"],
            data_id=each["_key"],
        )

    def one(name: str, label: str) -> rx.Component:
        rows = rx.cond(wizard.duplicates.contains(name), wizard.duplicates[name], rx.Var.create([]))
        box = rx.el.div(
            rx.el.p(icon("users-round", 16), rx.el.strong(t("kit.duplicates.found", what=t(label)))),
            rx.el.ul(rx.foreach(rows, row)),
            class_name="lookalikes",
            data_testid=f"duplicates:{name}",
        )
        return rx.cond(rows.length() > 0, box)

    likenesses = [one(each.name, each.label) for each in SAME_PERSON.likenesses]
    return rx.el.div(rx.cond(~wizard.person.contains("id"), rx.fragment(*likenesses)), role="status")


def _bar() -> rx.Component:
    return rx.el.div(
        unsaved_mark(),
        rx.cond(wizard.creating, _waiting(), rx.cond(wizard.saving, spinner(t("asking.checking")))),
        button_link(t("kit.actions.cancel"), "cancel", ROUTE, custom_attrs={"data-instead": ""}),
        rx.cond(wizard.step != CALLER, _previous()),
        held_input(FURTHER, "", {"data-which": "further"}),
        # `data-save` is what Ctrl+S presses: before the last step, that is the next.
        rx.cond(
            wizard.step == STEPS[-1],
            _submit(t("asking.make"), "save", "check", {"data-save": ""}),
            _submit(
                t("asking.next"),
                "next",
                "arrow-right",
                {"data-further": "yes", "data-save": ""},
                tone=rx.cond(UNCHOSEN, "plain", "primary"),
            ),
        ),
        class_name="save-bar",
    )


def _submit(
    label: rx.Var[str], name: str, symbol: str, attributes: dict[str, str], tone: rx.Var[str] | str = "primary"
) -> rx.Component:
    """What leads on."""
    shut = wizard.saving | wizard.creating
    return save_button(label, name, shut, tone=tone, symbol=symbol, custom_attrs=attributes)


def _waiting() -> rx.Component:
    return rx.el.span(
        spinner(t("kit.form.saving")),
        rx.el.span(t("asking.making"), " ", role="status"),
        rx.el.span(t("asking.elapsed", seconds=wizard.elapsed), class_name="quiet number"),
        class_name="row running",
    )


def _previous() -> rx.Component:
    cases = [
        (step, button(t("asking.previous"), "previous", symbol="arrow-left", on_click=wizard.go_to(before)))
        for before, step in itertools.pairwise(STEPS)
    ]
    return rx.fragment(rx.match(wizard.step, *cases, rx.fragment()))


def _outcome() -> rx.Component:
    """How the last attempt ended, where it made no record."""
    detail = entry(wizard.outcome, "detail")
    return rx.cond(
        wizard.outcome.contains("key"),
        rx.el.div(
            icon("triangle-alert"),
            rx.el.div(
                rx.el.p(choice_label("asking.outcome", entry(wizard.outcome, "key"))),
                rx.cond(detail != "", rx.el.p(detail, class_name="hint")),
            ),
            class_name="told",
            role="alert",
            tab_index=-1,
            data_tone="warn",
            data_testid="told",
            data_key=entry(wizard.outcome, "key"),
            custom_attrs={"id": "asking-outcome"},
        ),
    )


def _same_again() -> rx.Component:
    """What the person asked for last, and one key to ask for the same."""
    person = wizard.person
    to = rx.cond(entry(person, "last_to") != "", entry(person, "last_to"), t("asking.destination_any.true"))
    asked = rx.el.div(
        button(t("asking.same_again"), "same-again", symbol="copy", on_click=wizard.ask_again(from_script("content"))),
        rx.el.p(
            t("asking.last", day=date_var(entry(person, "last_day"))),
            " · ",
            rx.el.strong(entry(person, "last_subject")),
            rx.el.span(" · ", entry(person, "last_from"), " → ", to, class_name="quiet"),
        ),
        rx.el.p(t("asking.same_again_hint"), class_name="hint"),
        class_name="last-request",
    )
    return rx.cond(person.contains("last_day"), asked)


def _taken_over() -> rx.Component:
    """What was taken from that request, and what was not: nobody is asked for the same help without a word."""
    day = entry(wizard.person, "last_day")
    told = rx.cond(day != "", t("asking.taken_over", day=date_var(day)), t("asking.taken_over_undated"))
    note = rx.el.p(icon("copy", 16), rx.el.span(told), class_name="side-note", role="status", data_testid="taken-over")
    return rx.cond(wizard.person.contains("again"), note)


def _caller_card() -> rx.Component:
    """Who calls."""
    person = wizard.person
    card = rx.el.section(
        rx.el.h2(icon("phone", 18), entry(person, "name")),
        rx.el.p(t("asking.requests", count=entry(person, "requests").to(int)), class_name="quiet"),
        class_name="card caller-card",
        data_testid="caller",
    )
    return rx.cond(person.contains("id"), card)


SCREENS = (
    Screen(
        f"{ROUTE}/create",
        "asking.create",
        _page,
        CREATE,
        "solidary",
        on_load=(AskingRecap.clear, SolidaryWizard.load, LatestCallers.load),
        menu=Menu(rank=6, icon="circle-plus", group="solidary", unless=LIST, label="solidary_records.create"),
        parent=ROUTE,
        resource=ASKING,
        state=data_state(wizard),
        also=(USER, "user_list", LIST, BENEFICIARY.list, STRUCTURE_READ, GIVE_PROOF),
        condition=WORKS,
    ),
)
_page.__module__ = __name__
