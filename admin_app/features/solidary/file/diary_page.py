"""The diary in the rail of the file, always open, and the box that adds to it by two keys."""

import reflex as rx

from admin_app.features.solidary.file.action_choices import FREE, GROUPS, PROGRESS, STAGE_KEYS, STAGES
from admin_app.features.solidary.file.diary import ADD, COMMENT
from admin_app.features.solidary.file.page_parts import changing, fact, file, labelled, none_known
from admin_app.features.solidary.statuses import EDITED
from admin_app.kit.forms import draft_offer
from admin_app.kit.parts import Row, button, entry, icon, titled_card
from admin_app.kit.session import Session
from admin_app.kit.words.locale import choice_label, date_var, t

HEADING = "file-diary"
KEY = "J"
CHOICES = "diary-actions"
"""The id of what has the focus after it."""
FREE_ENTRY = "solidary_free"
"""The entry that tells of nothing but its comment."""


def diary() -> rx.Component:
    """The card of the diary."""
    entries = rx.el.ol(rx.foreach(file.diary, _entry), class_name="diary")
    none = none_known(t("solidary_file.diary.none"))
    label = t("solidary_file.diary.add")
    adding = changing(_box(), label, "add-entry")
    open_ = (file.shown.length() > 0) & (fact("status") != EDITED)
    shown = rx.cond(file.diary.length() > 0, entries, none)
    return titled_card(HEADING, t("solidary_file.diary.title"), rx.cond(open_, adding), shown, class_name=HEADING)


def _entry(each: Row) -> rx.Component:
    """What was noted, about whom, by whom and when: as the server says it. A free action is what was written."""
    written = (each["action"] == FREE_ENTRY) & (each["comment"] != "")
    head = rx.cond(written, each["comment"], choice_label("solidary_actions.name", each["action"]))
    return rx.el.li(
        rx.el.strong(head, class_name="pre-wrap"),
        rx.cond(each["about"] != "", rx.el.p(icon("user", 14), each["about"], class_name="entry-about")),
        rx.cond(~written & (each["comment"] != ""), rx.el.p(each["comment"], class_name="pre-wrap")),
        rx.el.p(
            rx.el.time(date_var(each["date"], "date_time"), date_time=each["date"]),
            rx.cond(each["author"] != "", rx.el.span(" · ", each["author"])),
            rx.cond(
                each["progression"] != "",
                rx.el.span(" · ", t("solidary_file.percent", number=each["progression"]), class_name="nowrap"),
            ),
            class_name="quiet entry-by",
        ),
        data_testid="entry",
        data_action=each["action"],
    )


# --- the box ------------------------------------------------------------------------------------------


def _box() -> rx.Component:
    """Opened by its key; the actions of the stage are chosen by theirs, and the comment is typed next."""
    opener = rx.el.summary(
        rx.el.span(t("solidary_file.diary.add")),
        rx.el.kbd(KEY, aria_hidden="true"),
        class_name="button plain",
        data_testid="action:add-entry",
        custom_attrs={"id": ADD, "aria-keyshortcuts": KEY, "data-then": CHOICES},
    )
    return rx.el.details(
        opener,
        _form(),
        class_name="diary-box",
        open=file.draft.length() > 0,
        key=file.revision,
        custom_attrs={"data-escapes": ""},
    )


def _form() -> rx.Component:
    return rx.el.form(
        draft_offer(file, file.give_up),
        rx.el.p(t("solidary_file.diary.keys"), class_name="hint for-keys"),
        rx.el.fieldset(
            rx.el.legend(t("solidary_file.diary.action")),
            rx.cond(file.actions_problem != "", _unread()),
            *[_stage(group) for group in GROUPS],
            rx.cond(
                file.missing,
                rx.el.p(t("solidary_file.diary.missing"), class_name="field-error", role="alert"),
            ),
            class_name="field",
            custom_attrs={"id": CHOICES, "tabIndex": -1},
        ),
        _written(),
        on_submit=file.add_entry,
        no_validate=True,
        class_name="diary-form",
        custom_attrs={"data-guard": f"{Session.user_id}:solidary-diary:{file.record_id}"},
    )


def _written() -> rx.Component:
    """What is written about it, about whom, and the button: in view however long the choice above is."""
    return rx.el.div(
        labelled(
            t("solidary_file.diary.comment"),
            rx.el.textarea(
                name="comment", rows=3, default_value=entry(file.draft, "comment"), custom_attrs={"id": COMMENT}
            ),
            COMMENT,
        ),
        _about_whom(),
        *[_sets_back(group, PROGRESS[group]) for group in STAGES[:-1]],
        rx.cond(file.unsure, _unsure()),
        rx.cond(file.overtaken, _overtaken()),
        rx.el.div(
            button(
                rx.cond(
                    file.noting,
                    t("solidary_file.diary.noting"),
                    rx.cond(file.overtaken, t("solidary_file.diary.note_anyhow"), t("solidary_file.diary.note")),
                ),
                "note",
                symbol="check",
                tone="primary",
                type="submit",
                disabled=file.noting,
                custom_attrs={"data-save": ""},
            ),
            class_name="row",
        ),
        class_name="diary-written",
    )


def _sets_back(group: str, percent: int) -> rx.Component:
    """Said of a request that is further on; the stylesheet shows it while an action of that stage is chosen."""
    now = fact("progression")
    said = t("solidary_file.diary.sets_back", now=now, number=str(percent))
    told = rx.el.p(icon("info"), rx.el.span(said), class_name="remark", custom_attrs={"data-back": group})
    return rx.cond(now.to(float) > percent, told)


def _stage(group: str) -> rx.Component:
    """The actions of one stage, numbered; opening one folds the others."""
    title = t("solidary_file.diary.free") if group == FREE else t(f"solidary_file.stage.{group}")
    percent = (
        rx.fragment()
        if group == FREE
        else rx.el.span(t("solidary_file.percent", number=str(PROGRESS[group])), class_name="quiet")
    )
    rows = rx.foreach(file.actions[group], _choice)
    return rx.el.details(
        rx.el.summary(
            icon("chevron-right", 16),
            rx.el.kbd(STAGE_KEYS[group], aria_hidden="true"),
            rx.el.span(title),
            percent,
            custom_attrs={"aria-keyshortcuts": STAGE_KEYS[group], "data-then": CHOICES},
        ),
        rx.el.div(rows, class_name="stage-choices"),
        open=file.stage == group,
        class_name="diary-stage",
        data_stage=group,
        custom_attrs={"name": "diary-stage"},
    )


def _choice(each: Row) -> rx.Component:
    """One action; the key that stands before it chooses it."""
    by_hand = t("solidary_file.diary.by_hand", number=each["value"].split("-")[-1])
    label = rx.cond(each["name"] != "", choice_label("solidary_actions.name", each["name"]), by_hand)
    return rx.el.label(
        rx.el.input(
            type="radio",
            name="action",
            value=each["value"],
            default_checked=entry(file.draft, "action") == each["value"],
            on_change=file.choose_action(each["value"]),
            custom_attrs={"aria-keyshortcuts": each["number"], "data-then": COMMENT},
        ),
        rx.cond(each["number"] != "", rx.el.kbd(each["number"], aria_hidden="true")),
        rx.el.span(label),
        class_name="check",
    )


def _about_whom() -> rx.Component:
    """Whom the entry is about: who travels, or a driver who was retained."""
    beneficiary = rx.el.option(t("solidary_file.diary.beneficiary", name=fact("name")), value=fact("userId"))
    choose = rx.el.select(
        beneficiary,
        rx.foreach(file.chosen, lambda each: rx.el.option(each["name"], value=each["userId"])),
        name="user",
        default_value=rx.cond(entry(file.draft, "user") != "", entry(file.draft, "user"), fact("userId")),
        custom_attrs={"id": "diary-user"},
    )
    return rx.cond(file.chosen.length() > 0, labelled(t("solidary_file.diary.about"), choose, "diary-user"))


def _unread() -> rx.Component:
    """The catalogue could not be read: the reason, and another try."""
    again = button(t("kit.actions.retry"), "retry-actions", symbol="rotate-cw", on_click=file.load_actions)
    return rx.el.div(rx.el.p(file.actions_problem), again, class_name="draft", role="alert")


def _unsure() -> rx.Component:
    """The answer was lost: the entry may be there, and only the record tells."""
    look = button(t("solidary_file.read_again"), "look", symbol="rotate-cw", on_click=file.read_again)
    return rx.el.div(
        icon("triangle-alert"), rx.el.span(t("solidary_file.diary.unsure")), look, class_name="draft", role="alert"
    )


def _overtaken() -> rx.Component:
    """Others have changed the request: to note what was chosen all the same changes it again."""
    told = rx.el.span(t("solidary_file.diary.overtaken"))
    return rx.el.div(icon("triangle-alert"), told, class_name="draft", role="alert", data_testid="overtaken")
