"""The search of partner platforms, on demand; it may fail whole, and everything above it stays."""

import reflex as rx

from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.drivers.partners import FREQUENCIES, MARGINS
from admin_app.features.solidary.drivers.providers import Providers
from admin_app.features.solidary.file.driver_search import SEARCH
from admin_app.features.solidary.file.page_parts import fact, file, labelled, options
from admin_app.kit.parts import button, day_input, entry, icon, spinner
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, t

WORDS = "solidary_drivers.partners"


def partner_search() -> rx.Component:
    """Folded until it is wanted: the form, who can be searched, and what came of it."""
    known = rx.cond(Providers.names.length() > 0, t(f"{WORDS}.known", names=Providers.names.join(", ")), "")
    nowhere = rx.el.p(t(f"{WORDS}.nowhere"), class_name="hint")
    return rx.el.details(
        rx.el.summary(icon("chevron-right", 16), rx.el.h3(t(f"{WORDS}.title")), data_testid="action:unfold-partners"),
        rx.el.p(t(f"{WORDS}.lead"), " ", known, class_name="hint"),
        rx.cond(file.partners_form.length() > 0, _form(), nowhere),
        rx.cond(file.searching, spinner(t(f"{WORDS}.running"))),
        rx.cond(file.partners_problem != "", _problem(), rx.cond(file.partners_found.length() > 0, _found())),
        key=file.record_id,
        class_name="find-partners",
        data_testid="find-partners",
    )


def _found() -> rx.Component:
    count, way = entry(file.partners_found, "count").to(int), entry(file.partners_found, "way")
    return rx.el.p(
        t(f"{WORDS}.found", count=count, way=choice_label("solidary_drivers.way", way)),
        role="status",
        data_testid="partners-found",
    )


def _problem() -> rx.Component:
    known = [(key, t(f"{WORDS}.{key}")) for key in ("forbidden", "dates")]
    return rx.el.p(
        icon("triangle-alert"),
        rx.el.span(rx.match(file.partners_problem, *known, t(f"{WORDS}.failed"))),
        class_name="remark",
        role="alert",
        data_testid="partners-problem",
    )


def _form() -> rx.Component:
    outward, back = options(*((way, t(f"solidary_drivers.way.{way}")) for way in WAYS))
    form = rx.el.form(
        _select("way", outward, rx.cond(fact("roundTrip") != "", back)),
        _select("frequency", *options(*((each, t(f"{WORDS}.frequencies.{each}")) for each in FREQUENCIES))),
        _day("min_date"),
        _day("max_date"),
        _select("margin", *options(*((each, t(f"{WORDS}.margins.{each}")) for each in MARGINS))),
        button(t(f"{WORDS}.go"), "search-partners", symbol="search", type="submit", disabled=file.searching),
        on_submit=file.search_partners,
        no_validate=True,
        class_name="partners-form",
    )
    return rx.cond(may_read(SEARCH), form, rx.el.p(t(f"{WORDS}.forbidden"), class_name="hint"))


def _select(name: str, *choices: rx.Component) -> rx.Component:
    control = rx.el.select(
        *choices, name=name, default_value=entry(file.partners_form, name), custom_attrs={"id": f"partners-{name}"}
    )
    return labelled(t(f"{WORDS}.{name}"), control, f"partners-{name}")


def _day(name: str) -> rx.Component:
    control = day_input(name, entry(file.partners_form, name), control_id=f"partners-{name}")
    return labelled(t(f"{WORDS}.{name}"), control, f"partners-{name}")
