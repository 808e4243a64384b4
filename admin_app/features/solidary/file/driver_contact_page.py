"""The box one writes to a driver in: the thread, predefined messages, and what became of what was typed."""

import reflex as rx

from admin_app.features.solidary.drivers.candidates import EXTERNAL
from admin_app.features.solidary.drivers.messages import NAMES
from admin_app.features.solidary.file.driver_contact import BOX, CALL, DONE, LOST, REFUSED, SMS, TEXT
from admin_app.features.solidary.file.page_parts import fact, file, labelled, options
from admin_app.features.solidary.file.structure_messages_page import away, messages_button, structure_options
from admin_app.kit.parts import Row, anchor, button, entry, icon, icon_button, leave_dialog
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import date_var, t

WORDS = "solidary_drivers.contact"
_SEARCH_STAGE = 50
"""The progress that an entry about a contact sets, whatever it was (x-solidary-actions)."""


def contact_box() -> rx.Component:
    """Writing to one driver."""
    name, partner = entry(file.contact, "name"), entry(file.contact, "kind") == EXTERNAL
    return rx.el.section(
        rx.el.header(
            rx.el.h2(t(f"{WORDS}.title", name=name), tab_index=-1, custom_attrs={"id": BOX}),
            icon_button("x", t(f"{WORDS}.close"), "stop-writing", on_click=file.stop_writing),
            class_name="contact-head",
        ),
        rx.cond(~partner, _thread()),
        _templates(),
        _form(partner),
        _outcome(partner),
        rx.cond(file.contact_text != "", _asks_before_leaving()),
        rx.cond(~partner & (entry(file.contact, "dialled") != ""), _by_phone()),
        class_name="card contact-box",
        aria_labelledby=BOX,
        data_testid="contact-box",
        data_key=entry(file.contact, "key"),
    )


def _asks_before_leaving() -> rx.Component:
    """What was typed has not left: the script asks by this dialog before the page is left."""
    answers = {"discard": (t(f"{WORDS}.leave"), "plain"), "stay": (t("kit.form.leave_stay"), "primary")}
    asked = leave_dialog("leave-unfinished", t(f"{WORDS}.leave_title"), t(f"{WORDS}.leave_text"), answers)
    return rx.el.div(asked, custom_attrs={"data-unfinished": ""})


def _thread() -> rx.Component:
    none = rx.el.p(t(f"{WORDS}.no_thread"), class_name="quiet")
    messages = rx.el.ol(rx.foreach(file.thread, _message), class_name="thread", aria_label=t(f"{WORDS}.thread"))
    return rx.cond(file.thread.length() > 0, messages, none)


def _message(each: Row) -> rx.Component:
    author = rx.cond(
        each["behalf"] != "",
        t(f"{WORDS}.behalf", author=each["author"], name=each["behalf"]),
        each["author"],
    )
    return rx.el.li(
        rx.el.p(each["text"], class_name="pre-wrap"),
        rx.el.p(
            author, " · ", rx.el.time(date_var(each["date"], "date_time"), date_time=each["date"]), class_name="by"
        ),
        data_testid="message",
        data_ours=each["ours"],
    )


def _templates() -> rx.Component:
    """Predefined messages: one is put into the box by a button, so that arrow keys may look through them."""
    control, own = f"{BOX}-template", file.structure_messages.length() > 0
    shipped = options(*((name, t(f"driver_messages.{name}.label")) for name in NAMES))
    # Written anew when those of the structure come: a browser would stay at the one it showed before.
    select = rx.el.select(
        structure_options(),
        rx.cond(own, rx.el.optgroup(*shipped, label=t("solidary_messages.shipped")), rx.fragment(*shipped)),
        name="template",
        key=f"{file.messages_of}-{file.structure_messages.length()}",
        custom_attrs={"id": control},
    )
    form = rx.el.form(
        labelled(t(f"{WORDS}.template"), select, control),
        button(t(f"{WORDS}.insert"), "use-template", symbol="corner-right-down", type="submit"),
        messages_button(),
        on_submit=file.use_template,
        class_name="contact-templates",
    )
    return rx.fragment(form, away())


def _form(partner: rx.Var[bool]) -> rx.Component:
    control, hints = TEXT, f"{BOX}-length {BOX}-where {BOX}-error"
    where = rx.cond(
        partner,
        t(f"{WORDS}.partner", provider=entry(file.contact, "provider")),
        t(f"{WORDS}.mailbox"),
    )
    text = rx.el.textarea(
        name="text",
        rows=7,
        default_value=file.contact_text,
        key=f"{entry(file.contact, 'key')}-{file.contact_revision}",
        on_change=lambda typed: file.count_text(typed, file.contact_revision).debounce(250),
        on_blur=lambda typed: file.count_text(typed, file.contact_revision),
        aria_describedby=hints,
        aria_invalid=rx.cond(file.contact_empty, "true", "false"),
        custom_attrs={"id": control},
    )
    log = rx.el.label(
        rx.el.input(type="checkbox", name="log", default_checked=True), t(f"{WORDS}.log"), class_name="check"
    )
    empty = rx.el.p(
        rx.cond(file.contact_empty, t(f"{WORDS}.empty"), ""),
        class_name="field-error",
        role="alert",
        custom_attrs={"id": f"{BOX}-error"},
    )
    # Not while the entry alone is noted again, which what became of the message offers.
    sending = file.contacting & (file.outcome.length() == 0)
    send = button(
        rx.cond(sending, t(f"{WORDS}.sending"), t(f"{WORDS}.send")),
        "send-message",
        symbol="send",
        tone="primary",
        type="submit",
        disabled=file.contacting,
        aria_busy=rx.cond(sending, "true", "false"),
    )
    return rx.el.form(
        labelled(t(f"{WORDS}.text"), text, control, empty, _length()),
        rx.el.p(icon("info"), rx.el.span(where), class_name="note", custom_attrs={"id": f"{BOX}-where"}),
        log,
        _back_to_search(),
        rx.el.div(send, rx.el.span(t(f"{WORDS}.keys"), class_name="hint for-keys"), class_name="row"),
        on_submit=file.send_message,
        no_validate=True,
        class_name="contact-form",
        custom_attrs={"data-sends": ""},
    )


def _length() -> rx.Component:
    """How long the text is."""
    return rx.el.p(
        t(f"{WORDS}.length", count=entry(file.contact_length, "characters").to(int)),
        class_name="hint",
        custom_attrs={"id": f"{BOX}-length"},
        data_testid="text-length",
    )


def _back_to_search() -> rx.Component:
    """An entry about a contact takes a request that was further on back to the search."""
    further = fact("progression").to(float) > _SEARCH_STAGE
    return rx.cond(further, rx.el.p(t(f"{WORDS}.back_to_search"), class_name="hint"))


def _by_phone() -> rx.Component:
    """The platform sends no text message and makes no call: the person's own telephone does."""
    number = entry(file.contact, "telephone")
    call = anchor(
        icon("phone"),
        rx.el.span(t(f"{WORDS}.call", number=number)),
        href=f"tel:{entry(file.contact, 'dialled')}",
        class_name="button plain",
        data_testid="action:call-contact",
    )
    sms = anchor(
        icon("smartphone"),
        rx.el.span(t(f"{WORDS}.sms_open")),
        href=file.contact_sms,
        class_name="button plain",
        data_testid="action:sms-contact",
    )
    parts = entry(file.contact_length, "parts").to(int)
    counted = rx.el.span(t(f"{WORDS}.sms", count=parts), class_name="hint", data_testid="sms-length")
    return rx.el.div(
        rx.el.div(call, _note("log_call", CALL, "log-call"), class_name="row"),
        rx.el.div(sms, rx.cond(parts > 0, counted), _note("log_sms", SMS, "log-sms"), class_name="row"),
        class_name="contact-phone",
    )


def _note(label: str, action: str, name: str) -> rx.Component:
    return button(
        t(f"{WORDS}.{label}"),
        name,
        symbol="notebook-pen",
        tone="link",
        disabled=file.contacting,
        on_click=file.note_contact(action, from_script("typed")),
    )


def _outcome(partner: rx.Var[bool]) -> rx.Component:
    """What was done and what was not, with the rest offered alone."""
    words = "solidary_drivers.outcome"
    message, diary = entry(file.outcome, "message"), entry(file.outcome, "diary")
    unsent = rx.match(
        message,
        (REFUSED, t(f"{words}.not_sent")),
        (LOST, rx.cond(partner, t(f"{words}.unsure_partner"), t(f"{words}.unsure"))),
        "",
    )
    unlogged = rx.match(
        diary,
        (REFUSED, rx.cond(message == DONE, t(f"{words}.sent_not_logged"), t(f"{words}.not_logged"))),
        (LOST, t(f"{words}.log_unsure")),
        "",
    )
    again = button(
        t(f"{words}.log_again"),
        "log-again",
        symbol="notebook-pen",
        disabled=file.contacting,
        on_click=file.log_again,
    )
    detail = entry(file.outcome, "detail")
    shown = rx.el.div(
        icon("triangle-alert"),
        rx.el.div(
            rx.el.p(rx.el.strong(rx.cond(diary != "", unlogged, unsent))),
            rx.cond(detail != "", rx.el.p(detail)),
            rx.cond(diary != "", rx.el.div(again, class_name="row")),
            class_name="stack",
        ),
        class_name="remark",
        role="alert",
        data_testid="outcome",
        data_message=message,
    )
    return rx.cond(file.outcome.length() > 0, shown)
