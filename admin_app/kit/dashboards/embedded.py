"""A dashboard of the server, shown in a frame: the API says where it is (session.yaml, get_analytic).

The frame is sandboxed and may come from another site only, or its scripts would reach our page. The address depends on
the theme, which the browser alone knows: a component tells it, once it is there and whenever it changes.
"""

import re
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, Refused, SessionEnded
from admin_app.api.query import NOWHERE, encode
from admin_app.kit.dashboards.periods import DEFAULT_PERIODICITY, PERIODICITIES
from admin_app.kit.dashboards.state import Dashboard, route_params
from admin_app.kit.parts.error_panel import said
from admin_app.kit.parts.permission_gate import why
from admin_app.kit.parts.widgets import anchor, button, icon
from admin_app.kit.session import (
    InPlace,
    NotTaken,
    Session,
    SwitchedOff,
    here,
    in_each,
    may_read,
    notify,
    report,
    signed_in,
)
from admin_app.kit.words.locale import t
from admin_app.settings import get_settings, is_among

ENDPOINT = "admin/analytics"
ANALYTICS_READ = "analytic_read"
FLAG = "analytics"
SUMMARY_VIEW = "summary"
"""The view when the address names none (DASH-7)."""
EMBED_ERROR = "kit.embedded.load_error"
API_YES = "1"
"""The server takes any text for yes, `false` too: no is said by leaving the parameter out (session.yaml)."""
NO_STEP = "Unknown dashboard"
"""What the server says (400) of one that it has, but not by this step of time (session.yaml, get_analytic)."""
_VIEW = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NoSuchStep(NotTaken, NotFound):
    """A dashboard that the server has by other steps of time alone."""


class FrameWatch(rx.Component):
    """Asks for the frame's address, for the theme that is on and the address of the page, and when they change."""

    library = "$/public/kit/embedded.jsx"
    tag = "FrameWatch"

    on_show: rx.EventHandler[lambda dark, at: [dark, at]]


class EmbedMixin(InPlace, rx.State, mixin=True):
    """One dashboard of the server; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    resource: ClassVar[Dashboard]

    address: str = ""
    loading: bool = True
    view: str = SUMMARY_VIEW
    _dark: bool = False
    _at: str = ""
    """Where the page stands: it says so itself, for it asks before its next event would say it."""

    @rx.event(supersedes=True)
    async def show(self, dark: bool, at: str = ""):
        """Ask the server where its dashboard is; what goes wrong is said in its place, a failure by a notice too."""
        self._dark, self._at = bool(dark), str(at or here(self).text)
        self.loading, self.address, self.problem = True, "", ""
        yield
        try:
            self.address = await self._found()
        except SessionEnded as error:
            yield await report(self, error, EMBED_ERROR)
        except ApiError as error:
            await self._stop(error)
            if self.fault == "failed":
                await notify(self, "error", EMBED_ERROR, in_each(error))
        finally:
            self.loading = False

    @rx.event
    def again(self):
        """Ask once more."""
        return type(self).show(self._dark, self._at)

    async def _found(self) -> str:
        """The address of the frame."""
        if not get_settings().flag(FLAG):
            raise SwitchedOff
        path, _, search = self._at.partition("?")
        params = route_params(self.resource.route, path)
        self.view = self._view(params)
        if not _VIEW.fullmatch(self.view) or params.get("record_id") == NOWHERE:
            raise NotFound
        asked = {name: values[0] for name, values in parse_qs(search).items()}
        periodicity = asked.get("periodicity", "")
        query = {
            "periodicity": periodicity if periodicity in PERIODICITIES else DEFAULT_PERIODICITY,
            "darkTheme": API_YES if self._dark else None,
            **await self._about(params | asked),
        }
        async with signed_in(self, reads=(*self._needs(), ANALYTICS_READ)) as api:
            answer = await self._answer(api, query)
        address = frame_address(answer, self.router.url)
        await self._check(answer)
        if not is_among(address, get_settings().frame_sources):
            # The browser would refuse it without a word.
            raise NotTaken("kit.embedded.other_host", host=urlsplit(address).netloc)
        return address

    async def _answer(self, api: Api, query: dict[str, Any]) -> Any:
        try:
            return await api.call_get(f"{ENDPOINT}/{self.view}", encode(query))
        except Refused as error:
            if error.text == NO_STEP:
                raise NoSuchStep("kit.embedded.no_step") from None
            raise

    def _view(self, params: dict[str, str]) -> str:
        """The key of the server's dashboard, by the parameters of the route."""
        return params.get("target", SUMMARY_VIEW)

    async def _about(self, params: dict[str, str]) -> dict[str, Any]:
        """What else the call says, such as the community the dashboard is about; `params` are route and query."""
        return {}

    def _needs(self) -> tuple[str, ...]:
        """What it takes beside the right to read a dashboard, once `_about` has said what it is about."""
        return ()

    async def _check(self, answer: dict[str, Any]) -> None:
        """Raise `NotTaken` for an answer about something else than what was asked for."""


def frame_address(answer: Any, own: str) -> str:
    """The address of an answer, as it came; MalformedAnswer when it is no other site's page."""
    address = answer.get("url") if isinstance(answer, dict) else None
    parts = urlsplit(address) if isinstance(address, str) else urlsplit("")
    ours = urlsplit(str(own))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise MalformedAnswer(cause="url")
    if (parts.scheme, parts.netloc) == (ours.scheme, ours.netloc):
        raise MalformedAnswer(cause="own url")
    return str(address)


def embedded(state: type[EmbedMixin], title: rx.Var[str], *, headed: bool = True) -> rx.Component:
    """The server's dashboard in a card, which names it unless the page does (not `headed`); nothing where the module
    is off, the missing right where there is none.
    """
    frame = rx.el.iframe(
        src=state.address,
        title=title,
        key=state.address,
        custom_attrs={
            # Files are saved and links followed out of the frame; nothing in it may move our page.
            "sandbox": "allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox",
            "referrerPolicy": "no-referrer",
            "loading": "lazy",
        },
    )
    retry = button(t("kit.actions.retry"), "retry-frame", symbol="rotate-cw", on_click=state.again)
    failed = _message(said(state), retry, role="alert")
    # What cannot be there is not tried again (NOTICE-19).
    refused = rx.cond(state.fault == "failed", failed, _message(said(state), role="note"))
    waiting = _message(t("kit.words.loading"))
    inside = rx.cond(state.problem != "", refused, rx.cond(state.address != "", frame, waiting))
    lacking = _message(why(ANALYTICS_READ), role="note")
    held = rx.fragment(FrameWatch.create(on_show=state.show), inside)
    card = rx.el.section(
        *([rx.el.h2(title)] if headed else []),
        rx.el.div(rx.cond(may_read(ANALYTICS_READ), held, lacking), class_name="frame"),
        rx.cond(may_read(ANALYTICS_READ) & (state.address != ""), _way_out(state, retry)),
        class_name="card embedded",
        data_testid="embedded",
    )
    return rx.cond(Session.flags.contains(FLAG), card)


def _way_out(state: type[EmbedMixin], retry: rx.Component) -> rx.Component:
    """What to do with a frame that stays empty: no page can see into another site's."""
    apart = anchor(
        icon("external-link"),
        rx.el.span(t("kit.embedded.apart")),
        rx.el.span(t("kit.words.new_tab"), class_name="visually-hidden"),
        href=state.address,
        target="_blank",
        rel="noopener noreferrer",
        class_name="button plain",
        data_testid="action:open-frame",
    )
    opener = rx.el.button(
        icon("circle-help"),
        t("kit.embedded.trouble"),
        type="button",
        class_name="button quiet",
        data_testid="action:frame-help",
        custom_attrs={"popoverTarget": "frame-help"},
    )
    help_ = rx.el.div(
        rx.el.p(t("kit.embedded.trouble_text")),
        rx.el.p(icon("info"), rx.el.span(t("kit.embedded.apart_text")), class_name="side-note"),
        rx.el.div(retry, apart, class_name="row"),
        role="group",
        aria_label=t("kit.embedded.trouble"),
        class_name="popup frame-help",
        custom_attrs={"id": "frame-help", "popover": "auto"},
    )
    return rx.el.div(opener, help_, class_name="frame-tools")


def _message(text: Any, *actions: Any, **props: Any) -> rx.Component:
    return rx.el.div(icon("chart-column", 36), rx.el.p(text), *actions, class_name="empty", **props)
