"""What waits for the signed-in person, module by module, with links to it (HOME-1).

Counted behind the page, one cheap call a module, and kept for a minute; a module that does not answer says so in its
own card. Events are not among them: the API has no filter by their status (content-points.yaml).
"""

import asyncio
import time

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.campaigns.record import WAITING as CAMPAIGNS
from admin_app.features.communities.resource import WAITING as COMMUNITIES
from admin_app.features.hitchhikers.resource import WAITING as HITCHHIKERS
from admin_app.features.relay_points.points import WAITING as RELAY_POINTS
from admin_app.features.solidary.pending_counts import WAITING as SOLIDARY
from admin_app.kit.parts.widgets import entry, icon, link
from admin_app.kit.records.pending_counts import Waiting
from admin_app.kit.session import Session, may_read, report, signed_in_background
from admin_app.kit.words.locale import choice_label, number_var, t
from admin_app.settings import get_settings

WAITS: tuple[Waiting, ...] = (HITCHHIKERS, *SOLIDARY, COMMUNITIES, CAMPAIGNS, RELAY_POINTS)
LIFETIME = 60
"""Seconds after which it is counted again."""
AT_ONCE = 3
"""Calls under way together: the page comes first."""


class Waits(rx.State):
    """How many records wait, by kind."""

    counts: dict[str, str] = {}
    """A kind that is missing is not known yet, or cannot be told."""
    answered: list[str] = []
    """The modules that have told what they know."""
    failed: list[str] = []
    _read_at: float = 0

    @rx.event(background=True, supersedes=True)
    async def load(self):
        """Count what is old, module by module; each shows as soon as it is there."""
        try:
            # Nobody may be known yet: a background handler does not wait for the one that finds out (Session.enter).
            async with signed_in_background(self), self:
                session = await self.get_state(Session)
                held = set(session._readable())
                if time.time() - self._read_at < LIFETIME:
                    return
                self._read_at, self.failed = time.time(), []
            ahead = asyncio.Semaphore(AT_ONCE)
            asked = [each for each in WAITS if get_settings().flag(each.flag) and held.issuperset(each.permissions)]
            async with asyncio.TaskGroup() as counting:
                for each in asked:
                    counting.create_task(self._count(each, ahead))
        except Exception as error:
            async with self:
                self._read_at = 0
                found = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                ended = await report(self, found, "home.waiting_error")
            yield ended

    async def _count(self, module: Waiting, ahead: asyncio.Semaphore) -> None:
        async with ahead:
            try:
                async with signed_in_background(self, reads=module.permissions) as api:
                    found = await module.count(api)
            except SessionEnded:
                raise
            except ApiError:
                async with self:
                    self.failed = [*self.failed, module.key]
                return
        async with self:
            self.counts = {**self.counts, **{kind: str(number) for kind, number in found.items()}}
            self.answered = list(dict.fromkeys((*self.answered, module.key)))


def waiting_cards() -> rx.Component:
    """A card for each module the person may work in."""
    return rx.el.section(
        rx.el.h2(t("home.waits")),
        rx.el.div(*[_card(each) for each in WAITS], class_name="waiting-cards"),
        class_name="waiting-for-me",
    )


def _card(module: Waiting) -> rx.Component:
    lines = rx.el.ul(*[_line(module, kind, address) for kind, address in module.kinds.items()])
    failed = rx.el.p(icon("cloud-alert", 16), t("home.uncounted"), class_name="hint")
    made = rx.el.section(
        rx.el.h3(icon(module.icon, 18), t(module.title)),
        lines,
        rx.cond(Waits.failed.contains(module.key), failed),
        class_name="card",
        data_testid=f"waiting:{module.key}",
    )
    shown = rx.Var.create(True)
    for permission in module.permissions:
        shown = shown & may_read(permission)
    if module.flag:
        shown = shown & Session.flags.contains(module.flag)
    return rx.cond(shown, made)


def _line(module: Waiting, kind: str, address: str) -> rx.Component:
    """How many of a kind, as a link to them; a dash where it is not known."""
    number = entry(Waits.counts, kind)
    known = rx.el.strong(number_var(number), custom_attrs={"data-none": rx.cond(number == "0", "true", "false")})
    untold = rx.el.strong("–", class_name="quiet")
    pending = rx.el.strong(rx.el.span(class_name="bar"))
    gone = Waits.answered.contains(module.key) | Waits.failed.contains(module.key)
    shown = rx.cond(Waits.counts.contains(kind), known, rx.cond(gone, untold, pending))
    label = choice_label("home.waiting", rx.Var.create(kind))
    return rx.el.li(link(shown, rx.el.span(label), to=address, data_testid=f"waits:{kind}"))
