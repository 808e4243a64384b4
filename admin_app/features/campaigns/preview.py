"""What stands beside the editor: the mail as its readers get it, and what is wrong with it, a moment after each change.

It is a state of its own: what it says does not draw the form again. It follows what the page holds, and what the page
holds is rendered by the functions that the checks before the sending use.
"""

from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.campaigns import blocks, checks, mail
from admin_app.features.campaigns.audience import both
from admin_app.features.campaigns.blocks import Block
from admin_app.features.campaigns.form_values import BODY, EDITED
from admin_app.kit.declare import LinesInput, Resource
from admin_app.kit.forms import Lines, name_of, plain_values, read_form
from admin_app.kit.parts import TICKET, anchor, icon, icon_button, mail_frame
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in
from admin_app.kit.words.locale import pick_of, say, t
from admin_app.settings import get_settings

MOST = 400_000
"""Characters of a form that are looked at: more than the API can hold, several times."""
READ = "user_list"
"""What it takes to see the mail as one of the users."""
_READERS = {"newsSubscription": True}


class CampaignPreview(rx.State):
    """The mail that is being written, as it would be read now."""

    resource: ClassVar[Resource] = EDITED

    html: str = ""
    findings: list[dict[str, str]] = []
    """What is wrong: `level`, `place` to go to, and the text in each language."""
    errors: int = 0
    warnings: int = 0
    body_size: int = 0
    mail_size: int = 0
    reader: str = ""
    """Name of the person whose mail is shown; empty for nobody's."""
    readers: int = 0
    reader_rank: int = 0
    _mail: str = ""
    _person: dict[str, str] = {}

    @rx.event
    def clear(self):
        """Nothing is shown of the mail that was here before."""
        self.html, self.findings, self.errors, self.warnings, self.body_size, self.mail_size = "", [], 0, 0, 0, 0
        self.reader, self.readers, self.reader_rank, self._mail, self._person = "", 0, 0, "", {}

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Show what the form holds now, and say what is wrong with it."""
        if sum(len(str(each)) for each in data.values()) <= MOST:
            lines, written = _written(data)
            self._mail = mail.render(blocks.body_of(map(_shown, written), frozen=True), dress())
            self._read()
            found = checks.findings(str(data.get("subject", "")), written)
            self.findings = [_told(each, lines) for each in found]
            self.errors = sum(each.level == "error" for each in found)
            self.warnings = len(found) - self.errors
            self.body_size, self.mail_size = checks.sizes(written)
        yield run("followed")

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def turn(self, by: int):
        """Show the mail as another person gets it who accepts e-mails: the next one, or the one before."""
        wanted = max(1, self.reader_rank + (1 if by > 0 else -1))
        async with signed_in(self, reads=READ) as api:
            await self._take(api, wanted if not self.readers or wanted <= self.readers else 1)
        self._read()

    @rx.event
    def as_nobody(self):
        """Show the mail as somebody gets it of whom nothing is known."""
        self.reader, self.reader_rank, self._person = "", 0, {}
        self._read()

    async def _take(self, api: Api, rank: int) -> None:
        found = await api.list("admin/users", Query(rank, 1, filters=_READERS))
        self.readers = found.total
        if not found.items:
            self.reader, self.reader_rank, self._person = "", 0, {}
            return
        person = found.items[0]
        self._person = {
            "given_name": str(person.get("givenName") or ""),
            "family_name": str(person.get("familyName") or ""),
        }
        self.reader = " ".join(filter(None, self._person.values())) or f"#{person['id']}"
        self.reader_rank = rank

    def _read(self) -> None:
        self.html = mail.read_by(self._mail, self._person)


def _written(data: dict[str, Any]) -> tuple[Lines, list[Block]]:
    """The lines of what a form holds, and their blocks."""
    assert isinstance(BODY, LinesInput)
    sent = read_form([BODY], [(str(name), str(text)) for name, text in data.items()])
    return sent.lines, [blocks.block_of(each) for each in plain_values(BODY, sent.lines)]


def _shown(block: Block) -> Block:
    """A block whose picture is not sent yet, with the one this browser has."""
    return replace(block, src=f"{TICKET}{block.ticket}") if block.ticket and not block.src else block


def dress() -> mail.Dress:
    """What the deployment says stands around its mails."""
    settings = get_settings()
    return mail.Dress(
        banner=settings.campaign_banner_url or "",
        outside=settings.campaign_outside_color,
        inside=settings.campaign_inside_color,
    )


def _told(finding: checks.Finding, lines: Lines) -> dict[str, str]:
    """What is wrong in words, in each language, and the control it leads to."""
    if finding.block is None:
        return {"level": finding.level, "place": f"f-{finding.cell}", **both(lambda locale: _text(finding, locale))}
    line = lines["body"][finding.block]
    name = name_of("body", line["key"])
    place = f"line-{name}" if finding.cell == "extra" else f"f-{name_of(name, finding.cell)}"
    at = finding.block + 1

    def where(locale: str) -> str:
        kind, text = _kind(line, locale), _text(finding, locale)
        return say("campaigns.in_block", locale, position=at, kind=kind, text=text)

    return {"level": finding.level, "place": place, **both(where)}


def _text(finding: checks.Finding, locale: str) -> str:
    return say(f"campaigns.checks.{finding.name}", locale, **finding.values)


def _kind(line: dict[str, str], locale: str) -> str:
    kind = line.get("kind", "")
    return say(f"campaigns.variants.{kind if kind in blocks.OWN else 'text'}", locale)


# --- on the page ----------------------------------------------------------------------


def counted(name: str = "check-count") -> rx.Component:
    """How much is wrong, always in view; a link to what it is."""
    errors = t("campaigns.checks.errors", count=CampaignPreview.errors)
    warnings = t("campaigns.checks.warnings", count=CampaignPreview.warnings)
    ready = rx.el.span(icon("circle-check", 16), t("campaigns.checks.ready"), class_name="count", data_tone="good")
    return anchor(
        rx.cond(
            CampaignPreview.errors > 0,
            rx.el.span(icon("circle-x", 16), errors, class_name="count", data_tone="bad"),
            rx.cond(CampaignPreview.body_size > 0, ready),
        ),
        rx.cond(
            CampaignPreview.warnings > 0,
            rx.el.span(icon("triangle-alert", 16), warnings, class_name="count", data_tone="warn"),
        ),
        href="#checks",
        class_name="check-count",
        data_testid=name,
        custom_attrs={"data-goto": "checks"},
    )


def beside() -> tuple[rx.Component, ...]:
    """The checks, and the mail under them."""
    return (_checks(), _preview())


def _checks() -> rx.Component:
    line = rx.foreach(
        CampaignPreview.findings,
        lambda each: rx.el.li(
            rx.cond(each["level"] == "error", _mark("circle-x", "error"), _mark("triangle-alert", "warning")),
            anchor(pick_of(each), href=f"#{each['place']}", custom_attrs={"data-goto": each["place"]}),
            data_level=each["level"],
            data_testid="check",
        ),
    )
    return rx.el.section(
        rx.el.div(
            rx.el.h2(t("campaigns.checks.title"), tab_index=-1, custom_attrs={"id": "checks"}),
            counted("checks-count"),
            class_name="checks-head",
        ),
        rx.el.p(
            t("campaigns.checks.sizes", body=CampaignPreview.body_size, mail=CampaignPreview.mail_size),
            class_name="hint",
        ),
        rx.cond(
            CampaignPreview.findings.length() > 0,
            rx.el.ul(line, class_name="findings"),
            rx.el.p(t("campaigns.checks.none"), class_name="hint"),
        ),
        class_name="card checks",
        aria_labelledby="checks",
    )


def _mark(symbol: str, level: str) -> rx.Component:
    return rx.fragment(icon(symbol, 16), rx.el.span(t(f"campaigns.checks.{level}"), class_name="visually-hidden"))


def _preview() -> rx.Component:
    someone = rx.el.span(
        rx.cond(
            CampaignPreview.reader != "",
            t(
                "campaigns.preview.reader",
                name=CampaignPreview.reader,
                rank=CampaignPreview.reader_rank,
                total=CampaignPreview.readers,
            ),
            t("campaigns.preview.nobody"),
        ),
        aria_live="polite",
        data_testid="reader",
    )
    turns = rx.el.span(
        icon_button("chevron-left", t("campaigns.preview.before"), "reader-before", on_click=CampaignPreview.turn(-1)),
        someone,
        icon_button("chevron-right", t("campaigns.preview.next"), "reader-next", on_click=CampaignPreview.turn(1)),
        rx.cond(
            CampaignPreview.reader != "",
            icon_button("user-x", t("campaigns.preview.forget"), "reader-none", on_click=CampaignPreview.as_nobody),
        ),
        class_name="row reader",
    )
    return rx.el.section(
        rx.el.h2(t("campaigns.preview.title"), custom_attrs={"id": "preview"}),
        mail_frame(CampaignPreview.html, turns),
        rx.el.p(t("campaigns.preview.approximate"), class_name="hint"),
        class_name="card studio-preview",
        aria_labelledby="preview",
    )
