"""What waits for the signed-in person, module by module, with links to it, and who comes first (HOME-1).

Counted behind the page, one cheap call a module, and kept for a minute; a module that does not answer says so in its
own card. Events are not among them: the API has no filter by their status (content-points.yaml).
"""

import asyncio
import time
from dataclasses import asdict
from datetime import timedelta
from itertools import product

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.campaigns.record import WAITING as CAMPAIGNS
from admin_app.features.communities.resource import WAITING as COMMUNITIES
from admin_app.features.content.articles.record import WAITING as ARTICLES
from admin_app.features.hitchhikers.resource import WAITING as HITCHHIKERS
from admin_app.features.relay_points.points import WAITING as RELAY_POINTS
from admin_app.features.solidary.pending_counts import COMING
from admin_app.features.solidary.pending_counts import WAITING as SOLIDARY
from admin_app.kit import clock
from admin_app.kit.parts import Pending, anchor, avatar, badge, call, entry, face, icon, link
from admin_app.kit.records import FEW, Next, Told, Waiting
from admin_app.kit.session import Session, may_read, report, signed_in_background
from admin_app.kit.words.formats import journey
from admin_app.kit.words.locale import choice_label, date_var, number_var, t
from admin_app.kit.words.phones import phone_text
from admin_app.settings import get_settings

WAITS: tuple[Waiting, ...] = (*SOLIDARY, HITCHHIKERS, COMMUNITIES, CAMPAIGNS, ARTICLES, RELAY_POINTS)
"""In the order of their urgency."""
LIFETIME = 60
"""Seconds after which it is counted again; at once, where the person wrote something meanwhile."""
KEPT = 300
"""The same for the menu, on whatever screen: nobody looks at it to begin with."""
NEAR = ("today", "tomorrow")
"""Days that a word tells sooner than a date."""
DATED = ("request_soon", "request_silent")
"""What presses because of a day."""
THINGS = {"campaign": "mail", "article": "newspaper", "relay_point": "map-pin"}
"""What waits and is nobody, by what it waits for, and what stands for it."""
AT_ONCE = 3
"""Calls under way together: the page comes first."""


class Waits(rx.State):
    """How many records wait, by kind."""

    counts: dict[str, str] = {}
    """A kind that is missing is not known yet, or cannot be told."""
    answered: list[str] = []
    """The modules that have told what they know, or failed to."""
    failed: list[str] = []
    complete: bool = False
    """Whether all of them have: nothing is said of the whole before."""
    people: list[dict[str, str]] = []
    """Who comes first, of all modules (`Next`)."""
    coming: list[dict[str, str]] = []
    """What happens next (`Next`), without who comes first; `again` where the line above said the day."""
    waiting: int = 0
    """How many wait, of every kind that is known; some are of several kinds."""
    pressing: int = 0
    """How many of them come first."""
    _told: dict[str, Told | None] = {}
    """By the modules that are read for this person, in the order of WAITS; None while one has not answered."""
    _read_at: float = 0

    @rx.event(background=True, supersedes=True)
    async def load(self):
        """Count what is old, module by module; each shows as soon as it is there."""
        try:
            # Nobody may be known yet: a background handler does not wait for the one that finds out (Session.enter).
            async with signed_in_background(self), self:
                session = await self.get_state(Session)
                held = set(session._readable())
                if time.time() - self._read_at < LIFETIME and session._wrote_at < self._read_at:
                    return
                self._read_at, self.failed = time.time(), []
                asked = [each for each in WAITS if get_settings().flag(each.flag) and held.issuperset(each.permissions)]
                self._told = {each.key: self._told.get(each.key) for each in asked}
            ahead = asyncio.Semaphore(AT_ONCE)
            async with asyncio.TaskGroup() as counting:
                for each in asked:
                    counting.create_task(self._read(each, ahead))
        except Exception as error:
            async with self:
                self._read_at = 0
                found = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                ended = await report(self, found, "home.waiting_error")
            yield ended

    @rx.event
    async def follow(self):
        """Count again where home was opened once, if that was long ago or the person wrote something since."""
        session = await self.get_state(Session)
        if self._read_at and (time.time() - self._read_at > KEPT or session._wrote_at > self._read_at):
            return Waits.load

    async def _read(self, module: Waiting, ahead: asyncio.Semaphore) -> None:
        async with ahead:
            try:
                async with signed_in_background(self, reads=module.permissions) as api:
                    told = await module.read(api)
            except SessionEnded:
                raise
            except ApiError:
                told = None
        async with self:
            self.failed = self.failed if told else [*self.failed, module.key]
            self._told = {**self._told, module.key: told or Told({})}
            self._show()
            pending = await self.get_state(Pending)
            pending.by_address, pending.quiet = self._pending()

    def _answers(self) -> list[tuple[Waiting, Told]]:
        """The modules that have answered, and what they told."""
        return [(each, found) for each in WAITS if (found := self._told.get(each.key))]

    def _show(self) -> None:
        """What the modules have told so far, put together."""
        told = self._answers()
        self.answered = [each.key for each, _ in told]
        self.complete = None not in self._told.values()
        self.counts = {
            kind: str(found.counts[kind]) for each, found in told for kind in each.kinds if kind in found.counts
        }
        self.waiting = sum(int(number) for number in self.counts.values())
        self.pressing = sum(found.counts.get(each.pressing, 0) for each, found in told)
        first = self._in_turn()[:FEW]
        self.people = [_line(each) for each in first]
        shown = {each.href for each in first}
        coming = [each for _, found in told for each in found.coming if each.href not in shown][:COMING]
        days = ["", *(each.day for each in coming)]
        self.coming = [
            _line(each) | {"again": "true" if each.day == day else ""} for each, day in zip(coming, days, strict=False)
        ]

    def _pending(self) -> tuple[dict[str, str], list[str]]:
        """How many there are by address, and which of these the menu leaves out (`Pending`)."""
        told = self._answers()
        kinds = [(each, kind) for each, _ in told for kind in each.kinds if kind in self.counts]
        lists = [(each.route, each.in_list(found.counts)) for each, found in told if found.counts]
        numbers = {each.kinds[kind]: self.counts[kind] for each, kind in kinds}
        numbers |= {route: str(sum(number for there, number in lists if there == route)) for route, _ in lists}
        return numbers, [each.kinds[kind] for each, kind in kinds if each.in_menu not in ("", kind)]

    def _in_turn(self) -> list[Next]:
        """Who comes first of each module in turn, for who works in several; of what presses before the rest.

        As far as it is known: nobody comes before somebody who is shown already.
        """
        first: list[Next] = []
        modules = [each for each in WAITS if each.key in self._told]
        for presses, rank, module in product((True, False), range(FEW), modules):
            if bool(module.pressing) is presses:
                if (told := self._told[module.key]) is None:
                    break
                first += told.first[rank : rank + 1]
        return first


def _line(each: Next) -> dict[str, str]:
    """Somebody as the page shows them."""
    route = journey(each.origin, each.destination, back=bool(each.back))
    return asdict(each) | {"telephone": phone_text(each.telephone), "near": near(each.day), "route": route}


def near(day: str) -> str:
    """Which of NEAR a day is at the clock of France, `2026-03-26`; empty for a later one, and for an earlier one."""
    today = clock.today()
    return {str(today + timedelta(days=ahead)): name for ahead, name in enumerate(NEAR)}.get(day, "")


def brief() -> rx.Component:
    """Who comes first, each as far as a list tells of them, with the key that opens their record; a calm day too."""
    calm = rx.el.div(class_name="empty", aria_hidden="true")
    return rx.cond(
        Waits.people.length() > 0,
        rx.el.ul(rx.foreach(Waits.people, _person), class_name="decide", aria_label=t("home.first")),
        rx.cond(Waits.complete & (Waits.waiting == 0), calm),
    )


def _person(each: rx.Var[dict[str, str]], index: rx.Var[int]) -> rx.Component:
    """Their face and what they ask for, why that presses, what was done last, and the ways to them."""
    key = (index.to(int) + 1).to_string()  # pyright: ignore
    there = link(
        rx.el.span(choice_label("home.open", each["what"])),
        rx.el.kbd(key, aria_hidden="true"),
        to=each["href"],
        # Blue where it presses.
        class_name=rx.cond((index == 0) & (Waits.pressing > 0), "button primary", "button plain"),
        aria_label=t("home.of", what=choice_label("home.open", each["what"]), name=each["name"]),
        aria_keyshortcuts=key,
        data_testid="action:first",
    )
    return rx.el.li(
        rx.el.header(
            _face(each),
            rx.el.div(
                rx.el.h2(each["name"]),
                rx.cond(each["telephone"] != "", rx.el.p(each["telephone"], class_name="number")),
                rx.cond(each["detail"] != "", rx.el.p(each["detail"], class_name="quiet")),
                rx.el.p(_pressing(each)),
            ),
        ),
        _trip(each),
        _evidence(each),
        rx.el.div(there, _call(each), class_name="row"),
        class_name="person",
        key=each["href"],
    )


def _face(each: rx.Var[dict[str, str]]) -> rx.Component:
    """Their picture or initials; of a thing, what it is."""
    things = [
        (what, rx.el.span(icon(symbol, 22), class_name="avatar", aria_hidden="true")) for what, symbol in THINGS.items()
    ]
    sign = rx.match(each["what"], *things, avatar(each["name"], "thumbnail"))
    return face(each["picture"], each["name"], "thumbnail", sign)


def _trip(each: rx.Var[dict[str, str]]) -> rx.Component:
    """From where to where, drawn: a ring, a way, a pin."""
    ends = [rx.el.span(rx.cond(each[end] != "", each[end], "?")) for end in ("origin", "destination")]
    back = rx.cond(each["back"] != "", rx.el.small(icon("arrow-left-right", 14), " ", t("home.back")))
    return rx.cond(
        each["route"] != "",
        rx.el.p(ends[0], " ", ends[1], " ", back, class_name="trip", title=each["route"]),
    )


def _pressing(each: rx.Var[dict[str, str]]) -> rx.Component:
    """Why they come first, with the day it is for; in a word where that is near."""
    day, date = each["day"], date_var(each["day"], "date")
    when = rx.cond(each["near"] != "", choice_label("home.near", each["near"]), t("home.on", date=date))
    dated = [(what, t(f"home.dated.{what}", when=when)) for what in DATED]
    why = choice_label("home.next", each["what"])
    said = rx.el.time(badge(rx.match(each["what"], *dated, why), "warn"), date_time=day, title=date)
    return rx.cond(day != "", said, badge(why, "warn"))


def _call(each: rx.Var[dict[str, str]]) -> rx.Component:
    """A call, where a list tells their telephone."""
    number = each["telephone"]
    said = t("home.of", what=t("home.call", name=each["name"]), name=number)
    there = anchor(
        icon("phone", 16),
        rx.el.span(t("kit.show.call")),
        href=call(number),
        class_name="button plain",
        aria_label=said,
        data_testid="action:call",
    )
    return rx.cond(number != "", there)


def _evidence(each: rx.Var[dict[str, str]]) -> rx.Component:
    """What was done last, and when; else since when they are there."""
    date = date_var(each["since"], "date")
    when = rx.el.time(t("home.on", date=date), date_time=each["since"])
    came = rx.el.p(rx.el.time(t("home.came", date=date), date_time=each["since"]), class_name="quiet")
    done = rx.el.p(choice_label("solidary_actions.name", each["said"]), ", ", when, class_name="quiet")
    return rx.cond(each["said"] != "", done, rx.cond(each["since"] != "", came))


def waiting_lines() -> rx.Component:
    """What waits in each module the person may work in, a line a kind."""
    return rx.el.section(
        rx.el.h2(t("home.waits")),
        rx.el.div(*[_module(each) for each in WAITS], class_name="counts"),
        class_name="waiting-for-me",
    )


def told() -> rx.Component:
    """One sentence: how many press and that the first of them follow, or that nothing does and how many wait."""
    first = rx.cond(Waits.pressing > Waits.people.length(), t("home.first_of_them", count=Waits.people.length()), ".")
    some = rx.fragment(rx.el.strong(t("home.pressing", count=Waits.pressing)), first)
    calm = rx.cond(Waits.waiting > 0, t("home.unhurried", count=Waits.waiting), t("home.calm"))
    sentence = rx.cond(Waits.pressing > 0, some, calm)
    return rx.el.p(rx.cond(Waits.complete, sentence, t("home.counting")), role="status")


def _module(module: Waiting) -> rx.Component:
    lines = rx.el.ul(*[_kind(module, kind, address) for kind, address in module.kinds.items()])
    failed = rx.el.p(icon("cloud-alert", 16), t("home.uncounted"), class_name="hint")
    made = rx.el.section(
        rx.el.h3(t(module.title), class_name="visually-hidden"),
        lines,
        rx.cond(Waits.failed.contains(module.key), failed),
        data_testid=f"waiting:{module.key}",
    )
    shown = rx.Var.create(True)
    for permission in module.permissions:
        shown = shown & may_read(permission)
    if module.flag:
        shown = shown & Session.flags.contains(module.flag)
    return rx.cond(shown, made)


def _kind(module: Waiting, kind: str, address: str) -> rx.Component:
    """How many of a kind, as a link to them; a dash where it is not known."""
    number = entry(Waits.counts, kind)
    known = rx.el.strong(number_var(number), custom_attrs={"data-none": rx.cond(number == "0", "true", "false")})
    untold = rx.el.strong("–", class_name="quiet")
    pending = rx.el.strong(rx.el.span(class_name="bar"))
    shown = rx.cond(Waits.counts.contains(kind), known, rx.cond(Waits.answered.contains(module.key), untold, pending))
    label = choice_label("home.waiting", rx.Var.create(kind))
    return rx.el.li(link(rx.el.span(label), shown, to=address, data_testid=f"waits:{kind}"))
