"""The screens of the editor: `/campaigns/create` and `/campaigns/[record_id]`, a full screen whose canvas is the mail.

The form is the outline at the left; the fields of the one block that is open lie at the right (assets/campaigns.css).
"""

import reflex as rx

from admin_app.features.campaigns import templates
from admin_app.features.campaigns.canvas import block_mark, canvas, inspector
from admin_app.features.campaigns.copying import copier
from admin_app.features.campaigns.editor import OVERTAKEN, SOURCES, CampaignForm
from admin_app.features.campaigns.preview import CampaignPreview
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.studio_bar import steps_ahead, studio_bar
from admin_app.kit.forms import Around, edit_name, follower, form_page, picture_cropper
from admin_app.kit.parts import (
    button,
    button_link,
    combobox,
    data_state,
    granted,
    icon,
    is_closed,
    mail_frame,
    save_button,
    spinner,
)
from admin_app.kit.screen import Screen
from admin_app.kit.script import from_script, run
from admin_app.kit.styles import sheet
from admin_app.kit.words import LOCALES
from admin_app.kit.words.locale import t
from admin_app.shared.handover import Handover

STYLESHEET = "/campaigns.css"
"""The looks of mails and of what writes them."""
START = "/campaign-start.css"


def created() -> rx.Component:
    """A new campaign, with what it may start from."""
    start = rx.fragment(sheet(START), _start())
    around = _around(CAMPAIGNS.route, t(f"{CAMPAIGNS.key}.create"), "studio begun", start)
    return form_page(CampaignForm, edit=False, around=around)


def edited() -> rx.Component:
    """A campaign that is written on, until a test has frozen it."""
    frozen = CampaignForm.frozen & ~is_closed(CampaignForm)
    shown = f"{CAMPAIGNS.route}/show/{CampaignForm.record_id}"
    return rx.cond(
        frozen, _frozen(), form_page(CampaignForm, edit=True, around=_around(shown, CampaignForm.title, "studio"))
    )


def _around(back: rx.Var[str] | str, name: rx.Var[str], class_name: str, *start: rx.Component) -> Around:
    return Around(
        above=(sheet(STYLESHEET), studio_bar(back, *steps_ahead(CampaignForm.record_id), name=name)),
        aside=(canvas(*start), inspector()),
        inside=(
            follower(CampaignPreview.follow),
            _unsent(),
            _brought(),
            _overtaken(),
            picture_cropper(1),
        ),
        onward=t("campaigns.save_and_send"),
        saves=lambda buttons: rx.cond(CampaignForm.overtaken, _save_apart(), buttons),
        line_mark=lambda name: block_mark(name=name),
        class_name=class_name,
    )


def _unsent() -> rx.Component:
    """Pictures that were refused are in their blocks still: the next save sends them."""
    again = button(t("kit.actions.retry"), "retry-pictures", symbol="rotate-cw", type="submit")
    text = t("campaigns.unsent", count=CampaignForm.unsent)
    return rx.cond(
        CampaignForm.unsent > 0,
        rx.el.div(icon("image-off"), rx.el.span(text), again, class_name="draft", role="status"),
    )


def _brought() -> rx.Component:
    """Whom a list gave for this campaign: they are proposed once it is written, unless they are given up here."""
    subject = run("focusFirst", "[name=subject]")
    drop = button(t("campaigns.brought.give_up"), "give-up-recipients", on_click=[Handover.give_up, subject])
    return rx.cond(
        (Handover.reached > 0) & (Handover.campaign == CampaignForm.record_id),
        rx.el.div(
            icon("users"),
            rx.el.span(t("campaigns.brought.text", count=Handover.reached)),
            drop,
            class_name="draft",
            role="status",
            data_testid="brought",
        ),
    )


def _overtaken() -> rx.Component:
    """A test was sent meanwhile: what is typed is not lost, and cannot be saved here."""
    told = rx.el.div(
        icon("lock"),
        rx.el.div(rx.el.strong(t("campaigns.frozen")), rx.el.p(t("campaigns.overtaken.text"))),
        class_name="draft",
        role="alert",
        tab_index=-1,
        data_testid="overtaken",
        custom_attrs={"id": OVERTAKEN},
    )
    return rx.cond(CampaignForm.overtaken, told)


def _save_apart() -> rx.Component:
    """What saves what is typed as another campaign, in the place of what saves this one."""
    label, name = t("campaigns.overtaken.save"), "save-apart"
    marks = {"data-save": "", "data-pressed": CampaignForm.saves}
    saves = save_button(label, name, CampaignForm.saving, symbol="copy-plus", custom_attrs=marks)
    return granted(CAMPAIGNS.may.create or "", saves, label, name)


def _frozen() -> rx.Component:
    """Nothing that is changed now would reach anybody: the way on is a copy, and the mail is there to be read."""
    shown = f"{CAMPAIGNS.route}/show/{CampaignForm.record_id}"
    copy = copier(CampaignForm, CampaignForm.record_id, t("campaigns.make_copy"), "primary")
    letter = rx.el.section(
        rx.el.h2(t("campaigns.letter.title"), class_name="visually-hidden", custom_attrs={"id": "frozen-letter"}),
        mail_frame(CampaignForm.page),
        aria_labelledby="frozen-letter",
    )
    return rx.el.div(
        sheet(STYLESHEET),
        rx.el.header(rx.el.h1(CampaignForm.title, tab_index=-1), class_name="page-head"),
        rx.el.div(
            icon("info", 20),
            rx.el.div(rx.el.h2(t("campaigns.frozen")), rx.el.p(t("campaigns.frozen_text"))),
            rx.el.div(
                granted(CAMPAIGNS.may.create or "", copy, t("campaigns.make_copy"), "duplicate"),
                button_link(t("campaigns.see"), "see", shown, symbol="eye"),
                button_link(
                    t("campaigns.to_send"), "to-send", f"{CAMPAIGNS.route}/send/{CampaignForm.record_id}", symbol="send"
                ),
                class_name="row ways",
            ),
            class_name="card frozen",
        ),
        rx.cond(CampaignForm.page != "", letter),
    )


# --- what a new mail starts from -------------------------------------------------------


def _start() -> rx.Component:
    """Models, as long as nobody has written on the mail: then only what is undone or left gives them back."""
    cards = [_card(model) for model in templates.MODELS]
    coming = rx.cond(CampaignForm.beginning, "true", "false")
    use = button(t("campaigns.start.use"), "use-model", tone="primary", type="submit", aria_disabled=coming)
    first = CampaignForm.insert_line("body", "title", "body", from_script("content"))
    write = button(t("campaigns.start.write"), "begin-blank", tone="primary", on_click=first)
    return rx.el.form(
        rx.el.fieldset(
            rx.el.legend(t("campaigns.start.title")),
            rx.el.div(*cards, class_name="model-cards"),
            *[_source(model) for model in SOURCES],
            rx.el.div(use, write, rx.cond(CampaignForm.beginning, spinner(t("kit.words.loading"))), class_name="row"),
        ),
        on_submit=lambda data: CampaignForm.begin(data, from_script("content")),
        hidden=CampaignPreview.written_on,
        aria_busy=coming,
        class_name="card models",
    )


def _card(model: str) -> rx.Component:
    """A model as a small page, on which each of its blocks is a bar."""
    bars = [rx.el.i(data_kind=block.kind) for block in templates.start(model, LOCALES[0]).blocks]
    return rx.el.label(
        rx.el.input(type="radio", name="model", value=model, default_checked=model == templates.EMPTY),
        rx.el.span(*bars, class_name="model-page", aria_hidden="true", data_theme="light"),
        rx.el.span(
            rx.el.strong(t(f"campaigns.start.models.{model}")),
            rx.el.small(t(f"campaigns.start.about.{model}")),
        ),
        class_name="model-card",
    )


def _source(model: str) -> rx.Component:
    box = f"start-{model}"
    return rx.el.div(
        rx.el.label(t(f"campaigns.start.from.{model}"), html_for=box),
        combobox(control_id=box, name=model, value="", text="", options=CampaignForm.found, search=CampaignForm.find),
        class_name="field",
        data_model=model,
    )


SCREENS = (
    Screen(
        f"{CAMPAIGNS.route}/create",
        f"{CAMPAIGNS.key}.create",
        created,
        CAMPAIGNS.may.create,
        CAMPAIGNS.flag,
        on_load=(CampaignPreview.clear, CampaignForm.load),
        parent=CAMPAIGNS.route,
        state=data_state(CampaignForm),
        also=("user_list",),
    ),
    Screen(
        f"{CAMPAIGNS.route}/[record_id]",
        f"{CAMPAIGNS.key}.edit",
        edited,
        CAMPAIGNS.may.update,
        CAMPAIGNS.flag,
        on_load=(CampaignPreview.clear, CampaignForm.load),
        parent=CAMPAIGNS.route,
        name=edit_name(CampaignForm),
        state=data_state(CampaignForm),
        also=("user_list",),
    ),
)
