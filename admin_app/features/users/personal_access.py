"""Handing a person their data: the action of the show page (GDPR art. 15), written in the register first."""

from contextlib import suppress
from datetime import datetime
from typing import Any

import reflex as rx

from admin_app.features.users.personal_data import gather
from admin_app.features.users.personal_page import WORDS, as_json, as_page
from admin_app.kit import audit
from admin_app.kit.clock import CLOCK, today
from admin_app.kit.parts import button, closes, dialog, icon, opens
from admin_app.kit.script import run
from admin_app.kit.session import Session, notify, reason_of, reports_errors, signed_in
from admin_app.kit.shows import ShowMixin
from admin_app.kit.transfer import tickets
from admin_app.kit.words import LANGUAGES, LOCALES
from admin_app.kit.words.locale import language_of, say, t

READ = "user_read"
FORMATS = (*LOCALES, "json")
DIALOG = "personal-data"


class PersonalDataMixin(ShowMixin, rx.State, mixin=True):
    """A show state whose person can be handed all that the operator may read of them."""

    roles: list[dict[str, str]] = []
    gathering: bool = False

    @rx.event
    @reports_errors(f"{WORDS}.failed", busy="gathering")
    async def hand_over(self, data: dict[str, Any]):
        """Gather the data of the person shown and let the browser fetch them as a file: `format` of `FORMATS`."""
        if self.gathering or not self.shown_id:
            return
        form = data["format"] if data.get("format") in FORMATS else FORMATS[0]
        self.gathering = True
        yield
        async with signed_in(self, reads=READ) as api:
            session = await self.get_state(Session)
            act = await audit.record(session, "access", "users", {"id": self.shown_id, "format": form}, 1)
            try:
                user = await api.get(self.resource.endpoint, self.shown_id)
                found = await gather(api, user, session._readable())
            except Exception:
                with suppress(audit.RegisterUnavailable):
                    audit.settle(act, "failed", 0)
                raise
        spoken = form if form in LOCALES else await language_of(self)
        unread = {key: reason_of(problem, spoken) for key, problem in found.problems.items()}
        made = datetime.now(CLOCK).isoformat(timespec="seconds")
        if form == "json":
            content = as_json(made, user, found.data, unread)
        else:
            places = {role["territory"]: role["territory_label"] for role in self.roles}
            content = as_page(made, self.title, found.data, unread, form, places)
        path = tickets.offer(content, f"{today()}-personal-data.{'json' if form == 'json' else 'html'}")
        await audit.complete(act, "partial" if unread else "complete", 1)
        await notify(self, "success", f"{WORDS}.done", await self._missing(list(unread)))
        yield run("fetchFile", path)

    async def _missing(self, keys: list[str]) -> str:
        """Names the sources that were not read; empty when all were."""
        locale = await language_of(self)
        names = ", ".join(say(f"{WORDS}.{key}", locale) for key in keys)
        return say(f"{WORDS}.missing", locale, names=names) if names else ""


def _format(name: str) -> rx.Var[str]:
    if name in LANGUAGES:
        return t(f"{WORDS}.formats.page", language=LANGUAGES[name]["name"])
    return t(f"{WORDS}.formats.{name}")


def personal_data_action(state: Any) -> rx.Component:
    """The button and its dialog."""
    choices = [
        rx.el.label(
            rx.el.input(type="radio", name="format", value=each, default_checked=each == FORMATS[0]),
            rx.el.span(_format(each)),
            class_name="check",
        )
        for each in FORMATS
    ]
    form = rx.el.form(
        rx.el.fieldset(rx.el.legend(t(f"{WORDS}.format")), *choices, class_name="options"),
        rx.el.p(icon("info"), rx.el.span(t(f"{WORDS}.text")), class_name="export-note"),
        rx.el.p(icon("book-lock"), rx.el.span(t(f"{WORDS}.registered")), class_name="export-note"),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-personal-data", custom_attrs=closes(DIALOG)),
            button(t(f"{WORDS}.make"), "make-personal-data", symbol="download", tone="primary", type="submit"),
            class_name="row end",
        ),
        on_submit=state.hand_over,
        class_name="export-form",
        custom_attrs={"data-closes": ""},
    )
    label = rx.cond(state.gathering, t(f"{WORDS}.making"), t(f"{WORDS}.open"))
    ask = button(label, "personal-data", symbol="file-user", disabled=state.gathering, custom_attrs=opens(DIALOG))
    return rx.fragment(ask, dialog(DIALOG, t(f"{WORDS}.title", name=state.title), form))
