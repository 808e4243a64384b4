"""The mail as one writes it: drawn block by block on a canvas, with what changes how it is seen, and what is wrong.

A block that is pressed is open beside the canvas, its first field under the fingers; one that is chosen in the outline
comes into view here. Nothing in it can be pressed or reached by itself: what a mail holds is `inert`.
"""

from typing import Any

import reflex as rx

from admin_app.features.campaigns import blocks, checks
from admin_app.features.campaigns.editor import CampaignForm
from admin_app.features.campaigns.form_values import SYMBOLS
from admin_app.features.campaigns.preview import CampaignPreview, CanvasGap
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.target_lists import RecipientUsers
from admin_app.kit.forms import mirrors
from admin_app.kit.parts import LOOKS, MailLook, anchor, button, icon, icon_button, link, look_switches, waiting_picture
from admin_app.kit.script import from_script
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, number_var, pick_of, t

form, seen, look = CampaignForm, CampaignPreview, MailLook
NEARLY = 0.8
"""How full a mail is once its size is told."""


def canvas(*above: Any) -> rx.Component:
    """The mail, its tools over it; `above` both, what it may start from."""
    return rx.el.section(
        rx.el.h2(t("campaigns.preview.title"), class_name="visually-hidden", custom_attrs={"id": "preview"}),
        *above,
        _tools(),
        rx.el.div(_envelope(), _mail(), class_name="mail-sheet", data_phone=rx.cond(look.phone, "true", "false")),
        rx.el.p(t("campaigns.preview.approximate"), class_name="hint"),
        class_name="canvas",
        aria_labelledby="preview",
    )


@rx.memo
def block_mark(name: rx.Var[str]) -> rx.Component:
    """In the outline: something of this block stops a test. Drawn by itself, so that the form is not (Reflex F39)."""
    said = rx.el.span(t("kit.form.to_correct"), class_name="visually-hidden")
    return rx.cond(seen.wrong.contains(name), rx.el.span(icon("circle-alert", 15), said, class_name="index-mark"))


def _envelope() -> rx.Component:
    """What is read before a mail is opened."""
    reader = rx.el.p(t("campaigns.preview.to", name=seen.reader))
    return rx.el.header(
        rx.el.p(class_name="mail-subject", custom_attrs=mirrors("subject")),
        rx.cond(seen.reader != "", reader),
        class_name="mail-envelope",
    )


def _mail() -> rx.Component:
    banner = rx.cond(
        seen.banner != "",
        rx.el.img(src=seen.banner, alt=""),
        rx.el.p(t("campaigns.preview.banner"), class_name="mail-banner"),
    )
    return rx.el.div(
        banner,
        _gap("body"),
        _first(),
        rx.el.ol(
            rx.foreach(
                seen.rows,
                lambda row, index: rx.fragment(
                    _block(
                        **{
                            name: row[name]
                            for name in ("name", "kind", "first", "html", "src", "ticket", "alt", "width")
                        },
                        position=index.to(int) + 1,
                    ),
                    key=row["name"],
                ),
            )
        ),
        class_name="mail",
        data_dark=rx.cond(look.dark, "true", "false"),
        data_testid="mail",
        custom_attrs={"style": rx.Var.create({"backgroundColor": seen.inside})},
    )


def _first() -> rx.Component:
    """A mail without a block says what comes first, once it is known to have none."""
    empty = (seen.rows.length() == 0) & (seen.body_size > 0) & (CanvasGap.below != "body")
    add = button(t("campaigns.preview.first"), "add-first", symbol="plus", on_click=CanvasGap.open("body"))
    return rx.cond(empty, rx.el.div(rx.el.p(t("campaigns.preview.nothing")), add, class_name="mail-first"))


@rx.memo
def _block(
    name: rx.Var[str],
    kind: rx.Var[str],
    first: rx.Var[str],
    html: rx.Var[str],
    src: rx.Var[str],
    ticket: rx.Var[str],
    alt: rx.Var[str],
    width: rx.Var[str],
    position: rx.Var[int],
) -> rx.Component:
    """One block: what is read, the button that lies over it, its tools and what is added below it.

    It is drawn by itself (Reflex F39), and again only when something of it has changed.
    """
    said = choice_label("campaigns.variants", kind)
    pick = rx.el.button(
        type="button",
        class_name="mail-pick",
        aria_label=t("campaigns.preview.pick", kind=said, position=position),
        aria_pressed=rx.cond(CampaignForm.open_line == name, "true", "false"),
        on_click=CampaignForm.choose_line(name),
        custom_attrs={"data-goto": first, "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown"},
    )
    return rx.el.li(
        pick,
        rx.el.div(
            _content(kind, html, _picture(src, ticket, alt, width)),
            class_name="mail-block",
            custom_attrs={"inert": True},
        ),
        _block_tools(name, said),
        _gap(name),
        data_open=rx.cond(CampaignForm.open_line == name, "true", "false"),
        data_kind=kind,
        custom_attrs={"id": f"drawn-{name}", "data-line": f"line-{name}"},
    )


def _content(kind: rx.Var[str], html: rx.Var[str], picture: rx.Component) -> rx.Component:
    """HTML whose texts were cleaned or escaped, or a picture."""
    held = rx.Var.create({"__html": html})
    return rx.cond(
        kind == "picture",
        picture,
        rx.el.div(class_name="mail-html", custom_attrs={"dangerouslySetInnerHTML": held}),
    )


def _picture(src: rx.Var[str], ticket: rx.Var[str], alt: rx.Var[str], width: rx.Var[str]) -> rx.Component:
    """A picture, which may be in this browser alone."""
    shown = look.pictures & ((src != "") | (ticket != ""))
    address = rx.cond(ticket != "", waiting_picture(ticket), src)
    instead = rx.el.p(icon("image"), rx.cond(alt != "", alt, t("campaigns.preview.no_picture")))
    return rx.cond(shown, rx.el.img(src=address, alt=alt, width=width), instead)


def _block_tools(name: rx.Var[str], kind: Any) -> rx.Component:
    """Beside the open block; the keys press them for whichever has the focus (assets/kit/lines.js)."""
    key = name.split(":")[1]
    way = {"up": -1, "down": 1}
    movers = [
        icon_button(
            f"arrow-{direction}",
            t(f"kit.lines.{direction}", line=kind),
            f"move-{direction}",
            on_click=form.move_line("body", key, by, from_script("content")),
            custom_attrs={"data-moves": str(by)},
        )
        for direction, by in way.items()
    ]
    copy = icon_button(
        "copy-plus",
        t("kit.lines.copy", line=kind),
        "copy-line",
        on_click=form.copy_line("body", key, from_script("content")),
    )
    remove = icon_button(
        "trash-2",
        t("kit.lines.remove", line=kind),
        "remove-line",
        on_click=form.remove_line("body", key, from_script("content")),
        custom_attrs={"data-removes": ""},
    )
    return rx.el.div(*movers, copy, remove, class_name="line-head block-tools")


def _gap(name: Any) -> rx.Component:
    """Between two blocks: a plus, and then what it adds."""
    is_open = CanvasGap.below == name
    plus = icon_button(
        "plus",
        t("campaigns.preview.add"),
        "add-here",
        on_click=CanvasGap.open(name),
        aria_expanded=rx.cond(is_open, "true", "false"),
    )
    kinds = [
        button(
            t(f"campaigns.variants.{kind}"),
            f"add-here:{kind}",
            symbol=SYMBOLS[kind],
            on_click=[CampaignForm.insert_line("body", kind, name, from_script("content")), CanvasGap.open("")],
        )
        for kind in blocks.KINDS
    ]
    choice = rx.el.div(*kinds, role="group", aria_label=t("campaigns.add.body"), class_name="gap-kinds")
    return rx.el.div(plus, rx.cond(is_open, choice), class_name="gap")


def _tools() -> rx.Component:
    def toggle(name: str, pressed: Any, act: Any) -> rx.Component:
        return icon_button(LOOKS[name], t(f"kit.mail.{name}"), f"preview-{name}", on_click=act, aria_pressed=pressed)

    simulated = rx.cond(look.dark, rx.el.p(t("kit.mail.simulated"), class_name="hint"))
    return rx.el.div(rx.el.div(*look_switches(toggle), _reader(), class_name="row canvas-tools"), simulated)


def _reader() -> rx.Component:
    """Whose mail is shown, and the ways to the next one and back."""
    nobody = seen.reader == ""
    named = t("campaigns.preview.reader", name=seen.reader, rank=seen.reader_rank, total=seen.readers)
    onward = rx.el.button(  # the same for all of them: it keeps the focus
        rx.cond(nobody, icon("user", 18), icon("chevron-right")),
        rx.cond(nobody, rx.el.span(t("campaigns.preview.somebody"))),
        type="button",
        aria_label=t("campaigns.preview.next"),
        title=t("campaigns.preview.next"),
        class_name="icon-button",
        on_click=seen.turn(1),
        data_testid="action:reader-next",
    )
    return rx.el.span(
        rx.cond(
            seen.reader != "",
            icon_button("chevron-left", t("campaigns.preview.before"), "reader-before", on_click=seen.turn(-1)),
        ),
        rx.el.span(
            rx.cond(nobody, t("campaigns.preview.nobody"), named),
            class_name=rx.cond(nobody, "visually-hidden", ""),
            aria_live="polite",
            data_testid="reader",
        ),
        onward,
        rx.cond(
            seen.reader != "",
            icon_button("user-x", t("campaigns.preview.forget"), "reader-none", on_click=seen.as_nobody),
        ),
        class_name="row reader",
    )


# --- what is wrong -------------------------------------------------------------------------


def inspector() -> rx.Component:
    """Where the fields of the open block lie, and below them one line that says what is wrong; all of it, as long as
    no block is open."""
    return rx.el.section(
        rx.el.p(icon("mouse-pointer-click"), t("campaigns.preview.choose"), class_name="hint"),
        _dispatch(),
        rx.el.details(
            rx.el.summary(
                rx.el.h2(t("campaigns.checks.title"), custom_attrs={"id": "checks"}),
                _counted(),
                icon("chevron-up"),
                data_testid="checks-count",
            ),
            _findings(),
            open=CampaignForm.open_line == "",
            class_name="checks",
        ),
        class_name="inspector",
        aria_labelledby="checks",
    )


def _dispatch() -> rx.Component:
    """Whom it goes to and where from, as long as no block is open: what is chosen on the page that sends."""
    pairs = (
        ("kept", "audience.kept", number_var(form.kept)),
        ("tester", "audience.tester", form.tester),
        ("sender", "fields.email", form.sender),
    )
    told = [
        rx.cond(getattr(form, name) != "", rx.el.div(rx.el.dt(t(f"campaigns.{key}")), rx.el.dd(value)))
        for name, key, value in pairs
    ]
    nobody = form.kept == ""
    listed = rx.cond(nobody & may_read(RecipientUsers.aims), f"#{RecipientUsers.resource.key}", "")
    choose = link(
        rx.cond(nobody, t("campaigns.audience.choose"), t("campaigns.audience.change")),
        to=f"{CAMPAIGNS.route}/send/{form.record_id}{listed}",
        aria_label=rx.cond(nobody, t("campaign_send.recipients.choose"), t("campaigns.audience.change_recipients")),
        data_testid="action:recipients",
    )
    shown = rx.el.section(
        rx.el.header(
            rx.el.h2(t("campaigns.audience.title"), custom_attrs={"id": "dispatch"}),
            rx.cond(form.overtaken, rx.fragment(), choose),
        ),
        rx.cond(nobody, rx.el.p(t("campaigns.audience.nobody"), class_name="quiet")),
        rx.el.dl(*told),
        class_name="dispatch",
        aria_labelledby="dispatch",
    )
    return rx.cond((form.record_id != "") & (form.sender != ""), shown)


def _counted() -> rx.Component:
    """How much is wrong, always in view."""
    errors = t("campaigns.checks.errors", count=seen.errors)
    warnings = t("campaigns.checks.warnings", count=seen.warnings)
    ready = _count("circle-check", t("campaigns.checks.ready"), "good")
    none = rx.cond((seen.body_size > 0) & (seen.warnings == 0), ready)
    return rx.fragment(
        rx.cond(seen.errors > 0, _count("circle-x", errors, "bad"), none),
        rx.cond(seen.warnings > 0, _count("triangle-alert", warnings, "warn")),
    )


def _count(symbol: str, text: rx.Var[str], tone: str) -> rx.Component:
    return rx.el.span(icon(symbol, 16), text, class_name="count", data_tone=tone)


def _findings() -> rx.Component:
    line = rx.foreach(
        seen.findings,
        lambda each: rx.el.li(
            rx.cond(each["level"] == "error", level_mark("circle-x", "error"), level_mark("triangle-alert", "warning")),
            anchor(pick_of(each), href=f"#{each['place']}", custom_attrs={"data-goto": each["place"]}),
            data_level=each["level"],
            data_testid="check",
        ),
    )
    right = rx.foreach(
        seen.passed, lambda each: rx.el.li(icon("check", 16), choice_label("campaigns.checks.passed", each))
    )
    sizes = t("campaigns.checks.sizes", body=seen.body_size, mail=seen.mail_size)
    much = (seen.body_size > NEARLY * checks.MOST_BODY) | (seen.mail_size > NEARLY * checks.MOST_MAIL)
    none = rx.el.p(t("campaigns.checks.none"), class_name="hint")
    return rx.el.div(
        rx.cond(seen.findings.length() > 0, rx.el.ul(line, class_name="findings"), none),
        rx.cond(seen.passed.length() > 0, rx.el.ul(right, class_name="findings passed")),
        rx.cond(much, rx.el.p(sizes, class_name="hint")),
        rx.el.p(t("campaigns.checks.stops"), class_name="hint"),
    )


def level_mark(symbol: str, level: str) -> rx.Component:
    """How bad it is: a shape, and a word for the ear."""
    return rx.fragment(icon(symbol, 16), rx.el.span(t(f"campaigns.checks.{level}"), class_name="visually-hidden"))
