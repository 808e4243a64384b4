"""The mail as the canvas of its editor: its blocks as their readers get them, and what is wrong with them.

It is a state of its own: what it says does not draw the form again. It follows what the page holds, a moment after each
change, by the functions that the checks before the sending use. Its page is canvas.py.
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.campaigns import blocks, checks, mail
from admin_app.features.campaigns.audience import both
from admin_app.features.campaigns.blocks import Block
from admin_app.features.campaigns.form_values import BODY, CELLS, EDITED
from admin_app.kit.declare import Resource
from admin_app.kit.forms import Lines, name_of, plain_values, read_form
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in
from admin_app.kit.words.locale import say
from admin_app.settings import get_settings
from admin_app.shared.people.names import name_in

MOST = 400_000
"""Characters of a form that are looked at: more than the API can hold, several times."""
READ = "user_list"
"""What it takes to see the mail as one of the users."""
BRACED = ("braces", "typed_variable")
CHIPPED = ("html", "left", "right")
"""What is wrong where a variable was typed, and the cells that offer to put it in."""


class CanvasGap(rx.State):
    """Where a block is being added. It is a state of its own: what the mail holds draws no block again but the one that
    changed."""

    below: str = ""
    """The name of the line of the block above, or that of the lines for the top."""

    @rx.event
    def open(self, name: str):
        """Offer what can be added below a block, or nothing any more."""
        self.below = "" if self.below == name else name


class CampaignPreview(rx.State):
    """The mail that is being written, as it would be read now."""

    resource: ClassVar[Resource] = EDITED

    rows: list[dict[str, str]] = []
    """A block each: `name` of its line, `kind`, `first` of its fields, its `html`; of a picture `src` or `ticket`,
    `alt` and `width`."""
    banner: str = ""
    """Address of the picture that the platform puts on top."""
    inside: str = ""
    """The colour below the mail."""
    findings: list[dict[str, str]] = []
    """What is wrong: `level`, `place` to go to, and the text in each language."""
    wrong: list[str] = []
    """The blocks with an error, by the names of their lines."""
    passed: list[str] = []
    """What is right with them (`checks.passed`)."""
    errors: int = 0
    warnings: int = 0
    body_size: int = 0
    mail_size: int = 0
    reader: str = ""
    """Name of the person whose mail is shown; empty for nobody's."""
    readers: int = 0
    reader_rank: int = 0
    written_on: bool = False
    """Whether a new mail is not any more what it began with."""
    _begun: str = ""
    _written: list[dict[str, str]] = []
    """The rows before they are somebody's."""
    _person: dict[str, str] = {}

    @rx.event
    def clear(self):
        """Nothing is shown of the mail that was here before."""
        self.reset()

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Show what the form holds now, and say what is wrong with it."""
        if sum(len(str(each)) for each in data.values()) <= MOST:
            lines, written = _written(data)
            around = dress()
            self.banner, self.inside = around.banner, around.inside
            self._written = [_row(line, block) for line, block in zip(lines["body"], written, strict=True)]
            self._read()
            found = checks.findings(str(data.get("subject", "")), written)
            self.findings = [_told(each, lines) for each in found]
            stopped = [each.block for each in found if each.level == "error" and each.block is not None]
            self.wrong = [name_of("body", lines["body"][block]["key"]) for block in stopped]
            self.passed = checks.passed(found, written)
            self.errors = sum(each.level == "error" for each in found)
            self.warnings = len(found) - self.errors
            self.body_size, self.mail_size = checks.sizes(written)
            self.written_on = blocks.body_of(written) != self._begun
        return run("followOn")

    def _begin_at(self, body: str) -> None:
        """This is what a new mail begins with: nobody has written on it."""
        self.written_on, self._begun = False, body

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
        found = await api.list("admin/users", Query(rank, 1, filters={"newsSubscription": True}))
        self.readers = found.total
        if not found.items:
            self.reader, self.reader_rank, self._person = "", 0, {}
            return
        person = found.items[0]
        self._person = {
            "given_name": str(person.get("givenName") or ""),
            "family_name": str(person.get("familyName") or ""),
        }
        self.reader = name_in(person) or f"#{person['id']}"
        self.reader_rank = rank

    def _read(self) -> None:
        self.rows = [{**row, "html": mail.read_by(row["html"], self._person)} for row in self._written]


def _written(data: dict[str, Any]) -> tuple[Lines, list[Block]]:
    """The lines of what a form holds, and their blocks."""
    sent = read_form([BODY], [(str(name), str(text)) for name, text in data.items()])
    return sent.lines, [blocks.block_of(each) for each in plain_values(BODY, sent.lines)]


def _row(line: dict[str, str], block: Block) -> dict[str, str]:
    """A block as the canvas draws it. What is typed as plain words follows at once (`mirrors` of the kit's forms)."""
    name = name_of("body", line["key"])
    first = next(iter(CELLS[block.kind]), "")
    row = {"name": name, "kind": block.kind, "first": f"f-{name_of(name, first)}" if first else f"drawn-{name}"}
    if block.kind == "picture":
        ticket = "" if block.src else block.ticket
        return {**row, "html": "", "src": block.src, "ticket": ticket, "alt": block.alt, "width": block.width}
    html = blocks.shown_on_page(block)
    tag, cell = {"title": ("<h1 ", "text"), "button": ("<a ", "label")}.get(block.kind, ("", ""))
    return {**row, "html": html.replace(tag, f'{tag}data-mirror="{name_of(name, cell)}" ', 1) if tag else html}


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
    said = say(f"campaigns.checks.{finding.name}", locale, **finding.values)
    chips = finding.cell in CHIPPED and get_settings().campaign_variables
    return f"{said} {say('campaigns.checks.insert', locale)}" if chips and finding.name in BRACED else said


def _kind(line: dict[str, str], locale: str) -> str:
    kind = line.get("kind", "")
    return say(f"campaigns.variants.{kind if kind in blocks.OWN else 'text'}", locale)
