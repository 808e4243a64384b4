"""Finding drivers: the trip on a map, filters, one row a person, then the search of partner platforms."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.drivers.candidates import EXTERNAL, KINDS
from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART
from admin_app.features.solidary.drivers.wording import TAKEN
from admin_app.features.solidary.file.driver_contact import CONNECT
from admin_app.features.solidary.file.page_parts import changing, fact, file, none_known, write_button
from admin_app.features.solidary.file.partner_search_page import partner_search
from admin_app.kit.parts import Row, badge, button, entry, face, icon, marks_map
from admin_app.kit.session import Session
from admin_app.kit.words.locale import choice_label, number_var, pick_of, t

HEADING = "find-drivers"
ICONS = {GOOD: "check", PART: "circle-alert", BAD: "x", TAKEN: "user-check"}
WORDS = "solidary_drivers.find"
MANY = 5
"""As many drivers as it takes for filters to be of use."""


def finder() -> rx.Component:
    """Everybody who could drive, and where else to look."""
    none = none_known(rx.cond(file.board_whole > 0, t(f"{WORDS}.none_filtered"), t(f"{WORDS}.none")), role="status")
    no_other = (file.chosen.length() > 0) & (file.board_whole == 0)
    some = fitting("some")
    counted = rx.cond(
        no_other,
        t(f"{WORDS}.no_other"),
        rx.cond(
            file.board_count > 0,
            rx.cond(some > 0, t(f"{WORDS}.count", count=some), t(f"{WORDS}.none_fits")),
            t(f"{WORDS}.title"),
        ),
    )
    narrowed = (file.board_way != "") | (file.board_kind != "")
    return rx.el.section(
        rx.el.header(
            rx.el.h2(rx.el.span(counted, role="status"), tab_index=-1, custom_attrs={"id": HEADING}),
            rx.cond((file.board.length() > 0) & (file.board_whole >= MANY) | narrowed, _filters()),
            class_name="find-head",
        ),
        _one_way(),
        rx.cond(file.board.length() > 0, _table()),
        rx.cond(file.board_count > 0, _more(), rx.cond(~no_other, none)),
        rx.cond((file.board.length() > 0) | (file.chosen.length() > 0), _told()),
        rx.cond(Session.flags.contains(FLAG), partner_search()),
        class_name="card find-drivers",
        aria_labelledby=HEADING,
        data_testid="find-drivers",
    )


def fitting(name: str) -> Any:
    """How many drivers fit, by a name of `board_fitting`."""
    return file.board_fitting.get(name, 0).to(int)


def _one_way() -> rx.Component:
    """How many there are for each way, where nobody fits both."""
    told = [
        rx.cond(
            fitting(way) > 0,
            t(f"{WORDS}.of_way", way=t(f"solidary_drivers.way.{way}"), count=fitting(way)),
            t(f"{WORDS}.nobody_of_way", way=t(f"solidary_drivers.way.{way}")),
        )
        for way in WAYS
    ]
    apart = (fact("roundTrip") != "") & (file.board_way == "") & (fitting("some") > 0) & (fitting("all") == 0)
    return rx.cond(apart, rx.el.p(told[0], " · ", told[1], class_name="quiet", data_testid="one-way"))


# --- filters ------------------------------------------------------------------------------------------


def _filters() -> rx.Component:
    ways = _segmented("way", ("", *WAYS), "both", file.board_way, file.choose_way)
    kinds = _segmented("kind", ("", *KINDS), "all", file.board_kind, file.choose_kind)
    return rx.el.div(rx.cond(fact("roundTrip") != "", ways), kinds, class_name="find-filters")


def _segmented(name: str, values: tuple[str, ...], every: str, chosen: rx.Var[str], choose: Any) -> rx.Component:
    """Buttons of which one is pressed; `every` is the word for no choice. Without its module there are no partners."""
    buttons = [
        rx.el.button(
            t(f"solidary_drivers.{name}.{value}") if value else t(f"{WORDS}.{every}"),
            type="button",
            aria_pressed=rx.cond(chosen == value, "true", "false"),
            on_click=choose(value),
            hidden=~Session.flags.contains(FLAG) if value == EXTERNAL else False,
            data_testid=f"action:{name}-{value or 'all'}",
        )
        for value in values
    ]
    return rx.el.div(*buttons, class_name="segmented", role="group", aria_label=t(f"{WORDS}.{name}"))


# --- the table ----------------------------------------------------------------------------------------


def _table() -> rx.Component:
    """Roles are written out: laid out as lines, the elements would lose their meaning (decision 16)."""
    heads = ("rank", "who", "ways", "road", "why", "action")
    return rx.el.table(
        rx.el.caption(t(f"{WORDS}.table"), class_name="visually-hidden"),
        rx.el.thead(
            rx.el.tr(*[rx.el.th(t(f"{WORDS}.{head}"), scope="col", role="columnheader") for head in heads], role="row"),
            role="rowgroup",
            class_name="visually-hidden",
        ),
        rx.el.tbody(rx.foreach(file.board, _row), role="rowgroup"),
        role="table",
        class_name="board",
    )


def _row(each: Row) -> rx.Component:
    return rx.el.tr(
        _cell("rank", _rank(each)),
        rx.el.th(_who(each), scope="row", role="rowheader", class_name="board-who"),
        _cell("ways", *[_way(way, each) for way in WAYS]),
        _cell("road", _road(each)),
        _cell("why", _why(each)),
        _cell("act", _act(each)),
        role="row",
        data_testid="candidate",
        data_id=each["key"],
        data_rank=each["rank"],
        data_verdict=each["verdict"],
        data_kind=each["kind"],
    )


def _cell(name: str, *children: Any) -> rx.Component:
    return rx.el.td(*children, role="cell", class_name=f"board-{name}")


def _rank(each: Row) -> rx.Component:
    """The number on the map; as a key it goes to the button, which is pressed then: nothing is retained by mistake.

    While the diary's box is open its actions have the figures: the stylesheet hides the key, which so is none.
    """
    figure = rx.cond(each["rank"].length() == 1, each["rank"], "")
    key = rx.el.span(
        class_name="rank-key", custom_attrs={"aria-keyshortcuts": figure, "data-then": f"act-{each['rank']}"}
    )
    return rx.el.span(each["rank"], key, class_name="rank")


def _who(each: Row) -> rx.Component:
    """Face, name, who they are and from where."""
    journey = rx.cond(
        each["to"] != "", t(f"{WORDS}.journey", origin=each["place"], destination=each["to"]), each["place"]
    )
    second = rx.el.small(
        rx.el.span(
            choice_label("solidary_drivers.kind", each["kind"]),
            rx.cond(each["provider"] != "", rx.fragment(" ", each["provider"])),
        ),
        rx.cond(journey != "", rx.el.span(journey)),
        rx.cond(each["exclusive"] != "", rx.el.span(t(f"{WORDS}.exclusive"))),
    )
    return rx.el.div(
        face(each["avatar"], each["name"]), rx.el.div(rx.el.strong(each["name"]), second), class_name="who"
    )


def _way(way: str, each: Row) -> rx.Component:
    """Whether they could drive that way: a shape, and the word for who does not see it.

    Of the one way that is asked for the row says enough: who is in it, and why not.
    """
    standing = each[way]
    told = rx.el.span(choice_label(f"{WORDS}.standing", standing), class_name="visually-hidden")
    mark = rx.match(standing, *[(name, icon(symbol, 14)) for name, symbol in ICONS.items()], icon("minus", 14))
    said = rx.el.span(
        mark,
        t(f"solidary_drivers.way.{way}"),
        told,
        class_name=rx.cond(fact("roundTrip") != "", "board-way", "visually-hidden"),
        custom_attrs={"data-standing": standing},
    )
    return rx.cond(standing != "", said)


def _road(each: Row) -> rx.Component:
    """Minutes and kilometres, and a bar on the scale of all that is on show."""
    bar = rx.el.progress(value=each["share"], max=100, aria_hidden="true")
    return rx.fragment(rx.el.span(pick_of(each, "road")), rx.cond(each["share"] != "", bar))


def _why(each: Row) -> rx.Component:
    """What is in common, then what is not."""
    when, why = pick_of(each, "when"), pick_of(each, "why")
    return rx.fragment(
        rx.cond(when != "", rx.el.span(when)), rx.cond(why != "", rx.el.span(why, class_name="board-not"))
    )


def _act(each: Row) -> rx.Component:
    """A driver of the platform is retained, one of a partner is written to; the best is in blue, to choose."""
    name = t(f"{WORDS}.retain_name", name=each["name"])
    busy = file.retaining & (file.retained_key == each["key"])
    retain = button(
        rx.cond(busy, t(f"{WORDS}.retaining"), t(f"{WORDS}.retain")),
        "retain",
        tone=rx.cond((each["rank"] == "1") & (entry(file.step, "key") == "choose"), "primary", "plain"),
        disabled=file.retaining,
        on_click=file.retain(each["key"]),
        aria_label=name,
        aria_busy=rx.cond(busy, "true", "false"),
        custom_attrs={"id": f"act-{each['rank']}"},
    )
    return rx.cond(each["kind"] == EXTERNAL, _write(each), changing(retain, name, "retain"))


def _write(each: Row) -> rx.Component:
    written_to = badge(t("solidary_drivers.contact.written"), "good", icon("check", 14))
    opener = write_button(each["key"], each["name"], "write-to-partner", CONNECT)
    return rx.el.div(rx.cond(each["written"] != "", written_to), opener, class_name="stack")


def _told() -> rx.Component:
    """What the rows are to be read by, for who asks."""
    keys = rx.el.span(" ", t(f"{WORDS}.keys"), class_name="for-keys")
    formal = rx.cond(file.chosen.length() > 0, rx.el.p(t("solidary_drivers.contact.formal")))
    linked = rx.cond(file.board.length() > 0, rx.el.p(t(f"{WORDS}.linked"), keys))
    summary = rx.el.summary(icon("chevron-right", 16), t(f"{WORDS}.told"))
    return rx.el.details(summary, linked, formal, class_name="find-told quiet")


def _more() -> rx.Component:
    """The others: of a trip that is past all of them, else those beyond the first, and those who do not fit."""
    shown, some = file.board.length(), fitting("some")
    rest, unfit = file.board_count - shown, file.board_count - some
    # Beyond the first are those who fit, who with these are as many as the heading says, and after them those who do
    # not: both come at one press.
    also = rx.cond(unfit > 0, t(f"{WORDS}.and_unfit", count=unfit), "")
    more = rx.Var.create(f"{t(f'{WORDS}.more', count=some - shown)}{also}")
    label = rx.cond(shown < some, rx.cond(shown > 0, more, t(f"{WORDS}.show")), t(f"{WORDS}.more_unfit", count=rest))
    more = button(label, "more-drivers", symbol="chevron-down", on_click=file.show_all_drivers)
    return rx.cond(rest > 0, rx.el.div(more, class_name="row"))


def trip_map() -> rx.Component:
    """The trip, and where the drivers of the table are: the table says the same in words."""
    label = t(f"{WORDS}.map")
    road = t("solidary_file.journey.kilometres", distance=number_var(fact("distance")))
    drawn = rx.el.div(
        marks_map(label, file.marks, file.point_at, file.map_lines),
        rx.cond(fact("distance") != "", rx.el.span(road, class_name="trip-km")),
        class_name="trip-map",
    )
    return rx.cond(file.marks.length() > 0, drawn)
