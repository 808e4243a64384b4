"""One function per kind of column: how a projected text is shown in a list and on a show page."""

from collections.abc import Callable, Mapping

import reflex as rx

from admin_app.kit.declare.fields import Column
from admin_app.kit.declare.resource import Resource
from admin_app.kit.parts.widgets import Row, anchor, badge, icon
from admin_app.kit.styles import RICH_TEXT, sheet
from admin_app.kit.words.formats import ANYWHERE, BACK, THERE
from admin_app.kit.words.locale import DateKind, choice_label, date_var, number_var, t

Cells = Mapping[str, Callable[[Row], rx.Component]]
"""What stands in the place of some values, by field."""


def cell(column: Column, row: Row) -> rx.Component:
    """The value of a column, or a dash that screen readers call empty."""
    value = row[column.name]
    return rx.cond(value != "", _CELLS[column.kind](column, value), _nothing())


def status_badge(
    labels: str, status: rx.Var[str], tones: Mapping[str, str], icons: Mapping[str, str], otherwise: str = "quiet"
) -> rx.Component:
    """The mark of a status: `labels` begins the keys of its words, `otherwise` is the tone of one that is not known."""
    symbol = rx.match(status, *[(code, icon(name, 14)) for code, name in icons.items()], rx.fragment())
    return badge(choice_label(labels, status), rx.match(status, *tones.items(), otherwise), symbol)


def _nothing() -> rx.Component:
    return rx.el.span(
        rx.el.span("—", aria_hidden="true"),
        rx.el.span(t("kit.words.empty"), class_name="visually-hidden"),
        class_name="quiet",
    )


def call(number: rx.Var[str]) -> rx.Var[str]:
    """The address that calls a number (RFC 3966), however it is written for reading."""
    return rx.Var.create(f"tel:{number.replace(' ', '')}")


def _url(column: Column, value: rx.Var[str]) -> rx.Component:
    """A link to another site; what is no web address stays text, so that a stored script never runs."""

    def there(scheme: str) -> rx.Component:
        read = value[len(scheme) :]
        return anchor(read, href=value, target="_blank", rel="noopener noreferrer", title=value, class_name="url")

    plain = rx.el.span(value, title=value)
    return rx.cond(
        value.startswith("https://"), there("https://"), rx.cond(value.startswith("http://"), there("http://"), plain)
    )


def _number(column: Column, value: rx.Var[str]) -> rx.Component:
    """An id is no quantity: it is written without separators, as it is looked for and copied."""
    return rx.el.span(value if column.field == "id" else number_var(value), class_name="number")


def _moment(value: rx.Var[str], kind: DateKind) -> rx.Component:
    return rx.el.time(date_var(value, kind), date_time=value, class_name="nowrap")


def _yes_no(column: Column, value: rx.Var[str]) -> rx.Component:
    yes = rx.el.span(t("kit.words.yes"), class_name="yes-no")
    no = rx.el.span(t("kit.words.no"), class_name="yes-no quiet")
    return rx.cond(value == "true", yes, no)


def _choice(column: Column, value: rx.Var[str]) -> rx.Component:
    label = choice_label(column.choices, value)
    if not column.tones:
        return rx.el.span(label)
    symbols = [(code, icon(name, 14)) for code, name in column.icons.items()]
    symbol = rx.match(value, *symbols, rx.fragment()) if symbols else None
    return badge(label, rx.match(value, *column.tones.items(), "quiet"), symbol)


def _illustration(column: Column, value: rx.Var[str]) -> rx.Component:
    """A picture large enough to be looked at."""
    return rx.el.img(src=value, alt="", class_name="illustration", loading="lazy", referrer_policy="no-referrer")


def html(value: rx.Var[str]) -> rx.Component:
    """HTML that went through `clean_html` on the server: stored HTML never runs."""
    inner = rx.Var.create({"__html": value})
    text = rx.el.div(class_name="rich-text", custom_attrs={"dangerouslySetInnerHTML": inner})
    return rx.fragment(sheet(RICH_TEXT), text)


def drawn_journey(told: rx.Var[str]) -> rx.Component:
    """From where to where, as `journey` writes it, its arrow drawn and said in words: our font has none. So is that any
    destination does."""

    def between(arrow: str, symbol: str, word: str) -> rx.Component:
        ends = told.split(arrow)
        said = rx.el.span(t(f"kit.words.{word}"), class_name="visually-hidden")
        drawn = rx.el.span(icon(symbol, 14), said, "\u00a0")
        end = rx.cond(ends[1] == ANYWHERE, t("kit.words.anywhere"), ends[1])
        whole = rx.Var.create(f"{ends[0]} {t(f'kit.words.{word}')} {end}")
        return rx.el.span(ends[0], " ", drawn, end, class_name="journey", title=whole)

    back, there = between(BACK, "arrow-left-right", "back"), between(THERE, "arrow-right", "to")
    plain = rx.cond(told != "", rx.el.span(told, title=told), _nothing())
    return rx.cond(told.contains(BACK), back, rx.cond(told.contains(THERE), there, plain))


def picture(address: rx.Var[str], class_name: str) -> rx.Component:
    """A decorative picture that keeps its place while it loads; a broken one shows its background.

    The script fetches it when the text beside it is painted (assets/kit/late.js): 25 portraits held up the rows of
    a next page by a third of its time.
    """
    return rx.el.img(
        alt="",
        class_name=class_name,
        loading="lazy",
        referrer_policy="no-referrer",
        # Another record in the same place must not wear the face of the one before while its own is fetched.
        key=address,
        # As attributes, no style for each picture (Reflex F44).
        custom_attrs={"width": "40", "height": "40", "data-src": address},
    )


def avatar(name: rx.Var[str], class_name: str = "") -> rx.Component:
    """Two letters that stand for the face of somebody."""
    second = rx.cond(name.contains(" "), name.split(" ")[-1].to(str)[:1], "")
    return rx.el.span(name[:1], second, class_name=f"avatar {class_name}".strip(), aria_hidden="true")


def face(
    address: rx.Var[str],
    name: rx.Var[str],
    class_name: str = "thumbnail small",
    instead: rx.Component | None = None,
) -> rx.Component:
    """The picture of somebody, or what stands for it: two letters, or `instead`."""
    return rx.cond(address != "", picture(address, class_name), instead or avatar(name, class_name))


def portrait(resource: Resource, title: rx.Var[str], address: rx.Var[str]) -> rx.Component:
    """The picture of a record, or the letters its row of the list has; nothing for what has neither, or a large picture
    further down."""
    who = resource.identity
    shape, letters = ("portrait", title) if who.person else ("portrait thing", title[:1])
    lettered = who.person or who.initial or who.picture in resource.pictures
    pictured = any(column.kind == "illustration" for column in resource.shown())
    if pictured or not (resource.pictures or who.initial):
        return rx.fragment()
    return rx.cond(
        address != "",
        rx.el.img(src=address, alt="", class_name=shape, referrer_policy="no-referrer", width="64", height="64"),
        rx.cond(title != "", avatar(letters, shape)) if lettered else rx.fragment(),
    )


_CELLS: dict[str, Callable[[Column, rx.Var[str]], rx.Component]] = {
    "text": lambda _, value: rx.el.span(value, title=value),
    "email": lambda _, value: anchor(value, href=f"mailto:{value}", title=value),
    "phone": lambda _, value: anchor(value, href=call(value), class_name="nowrap"),
    "url": _url,
    "number": _number,
    "journey": lambda _, value: drawn_journey(value),
    "age": lambda _, value: rx.el.span(t("kit.words.years", count=value.to(int))),
    "date": lambda _, value: _moment(value, "date"),
    "date_time": lambda _, value: _moment(value, "date_time"),
    "yes_no": _yes_no,
    "choice": _choice,
    "image": lambda _, value: picture(value, "thumbnail"),
    "icon": lambda _, value: picture(value, "pictogram"),
    "illustration": _illustration,
    "long_text": lambda _, value: rx.el.p(value, class_name="pre-wrap"),
    "rich_text": lambda _, value: html(value),  # sanitised when it was projected
}
