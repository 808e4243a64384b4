"""The state of the editor: one form for a new campaign and one that is written on (CAMPAIGN-6, CAMPAIGN-11).

A save sends the body with what is known of its pictures, then each picture that waits, then the body with their
references. A picture that is refused is said to be, and kept for a new try; the campaign stays saved.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.api.query import Query
from admin_app.features.campaigns import mail, templates
from admin_app.features.campaigns.copying import CopyMixin, copy_name
from admin_app.features.campaigns.form_values import BODY, EDITED, EditedCampaign, line_of
from admin_app.features.campaigns.preview import CampaignPreview, dress
from admin_app.features.campaigns.record import CAMPAIGNS, Campaign
from admin_app.features.content.articles import ARTICLES
from admin_app.features.content.events import EVENTS
from admin_app.kit.clock import CLOCK
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import Resource
from admin_app.kit.forms import Line, Lines, Step, Submission, attachment, name_of, reason, stored_lines, values_of
from admin_app.kit.records import autocomplete, fetch
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import failure_text, notify, reports_errors, signed_in
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words import formats
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings
from admin_app.shared import handover, targets

SOURCES: Mapping[str, tuple[Resource, Any]] = {
    templates.EVENT: (EVENTS, targets.EVENTS),
    templates.NEWS: (ARTICLES, targets.ARTICLES),
}
"""What fills a model, and where it is searched."""
OVERTAKEN = "overtaken"
"""The element that says that nothing can be saved here any more."""


class CampaignForm(CopyMixin, FormMixin, rx.State):
    """The editor of a campaign."""

    resource: ClassVar[Resource] = EDITED

    frozen: bool = False
    """A test was sent: nothing that is changed here would reach anybody (trap 13)."""
    overtaken: bool = False
    """A test was sent by somebody else since the form was opened: what it holds can only become another campaign."""
    page: str = ""
    """The mail of a frozen campaign, to stand in a frame."""
    kept: str = ""
    """How many people the server kept; empty before recipients are chosen."""
    tester: str = ""
    """Where its test goes."""
    sender: str = ""
    """Where it comes from."""
    unsent: int = 0
    """Pictures that the API has not taken yet."""
    beginning: bool = False
    """Whether the model that was chosen is on its way."""
    found: dict[str, list[dict[str, str]]] = {}
    """Events and articles that are proposed to start from."""
    _made: dict[str, str] = {}
    """What the model that a new campaign began with wrote beside the mail."""
    _apart: float = 0
    """When what an overtaken form holds was first made a campaign of its own: each try calls that by one name."""
    _further: bool = False
    _is_new: bool = False
    """Whether the save that runs creates the campaign."""
    _written: Lines = {}
    """The lines that are being saved."""
    _waiting: tuple[str, dict[int, tuple[str, str]]] = ("", {})
    """The campaign whose pictures could not be sent; these and why, by the place of their block: it opens with them."""
    _attached: dict[str, str] = {}
    """What the API has of pictures that were sent, by ticket, for as long as the form is open."""

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="beginning")
    async def begin(self, data: dict[str, Any], typed: dict[str, Any] | None = None):
        """Start from a model, filled from the event or the article that was chosen; what stood there is replaced, but
        not what was `typed` beside the mail.

        The form is not mounted anew: an input that nobody typed in shows its new text, any other keeps its own, be it
        typed while the model comes or emptied by hand.
        """
        model, locale = str(data.get("model", "")), await language_of(self)
        if model not in templates.MODELS or self.record_id or self.loading:
            return
        self.beginning, self.open_line = True, ""
        yield
        async with signed_in(self, reads=self._permission()) as api:
            source = await self._source(api, model, str(data.get(model) or ""))
        begun = templates.start(model, locale, source)
        await self._take_start(begun)
        day = formats.date(datetime.now(CLOCK).isoformat(), locale)
        name = f"{begun.subject[:200]} · {day}" if begun.subject else ""
        made = {"subject": begun.subject[:255], "name": name}
        held = {key: str((typed or {}).get(key) or "") for key in made}
        own = {key: text for key, text in held.items() if text and text != self._made.get(key)}
        self.values, self._made = {**self.values, **made, **own}, made
        self.steps_of = -1  # what could be undone was the mail before

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def find(self, name: str, text: str):
        """Propose events or articles to start from."""
        if name not in SOURCES or len(text.strip()) < 2:
            self.found = {**self.found, name: []}
            return
        resource, target = SOURCES[name]
        async with signed_in(self, reads=resource.may.list) as api:
            self.found = {**self.found, name: await autocomplete.records(api, target, text.strip())}
        yield run("proposed", name, text)

    async def _source(self, api: Api, model: str, chosen: str) -> dict[str, Any] | None:
        if model not in SOURCES or not chosen.isdigit():
            return None
        return await fetch(api, SOURCES[model][0], chosen)

    # --- filling -----------------------------------------------------------------------

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        await super()._fill(api, item)
        self._further, self.unsent, self.found, self._attached, self.overtaken = False, 0, {}, {}, False
        self.open_line, self.page, self._copied, self._made, self._apart = "", "", None, {}, 0
        if item is None:
            await self._take_start(templates.start(templates.EMPTY, await language_of(self)))
            self.frozen = False
            self._waiting = ("", {})
            self.kept, self.tester, self.sender = "", "", ""
            await handover.begin(self)
            return
        campaign = Campaign.model_validate(item)
        self.kept = str(campaign.delivery_count or 0) if campaign.associated else ""
        self.tester, self.sender = campaign.creator_email, campaign.email
        self.frozen = campaign.status != 0
        if self.frozen:
            self.page = mail.read_by_anybody(campaign.body, dress())
        await self._put_back()

    async def _take_start(self, begun: templates.Start) -> None:
        """The blocks to begin with, which are somebody's own from the first change on."""
        data = {"blocks": [line_of(block) for block in begun.blocks]}
        self.lines = stored_lines(BODY, EditedCampaign.model_validate(data), self._new_key)
        (await self.get_state(CampaignPreview))._begin_at(values_of(BODY, self.lines))

    async def _put_back(self) -> None:
        """The pictures of this campaign that could not be sent, in their blocks again: above all where it was just
        created."""
        (record_id, waiting), self._waiting = self._waiting, ("", {})
        lines = list(self.lines.get("body", []))
        at = {rank for rank, line in enumerate(lines) if line["kind"] == "picture"}
        waiting = {rank: each for rank, each in waiting.items() if rank in at and record_id == self.record_id}
        for rank, (picture, _) in waiting.items():
            lines[rank] = {**lines[rank], "picture": picture}
        self.lines, self.stored = {**self.lines, "body": lines}, bool(waiting)
        await self._show_unsent(lines, {rank: why for rank, (_, why) in waiting.items()})

    # --- saving ------------------------------------------------------------------------

    def _look_at(self, item: dict[str, Any]) -> None:
        """A test meanwhile ends the writing."""
        self.overtaken = Campaign.model_validate(item).status != 0

    async def _before_save(self, api: Api, sent: Submission) -> Step:
        if self.overtaken and not self._apart:
            await notify(self, "error", "campaigns.frozen_meanwhile")
            return [run("answered"), run("focusOn", OVERTAKEN)]
        if await self._name_taken(api, sent.values["name"].strip()):
            await self._refuse(sent, {"name": say("campaigns.name_taken", await language_of(self))})
            return run("refused")
        self._further, self._written, self._is_new = sent.further, sent.lines, not self.record_id
        return None

    async def _after_write(self, api: Api) -> None:
        if self._is_new:
            await handover.settle(self, self.record_id)
        self.overtaken, self._apart = False, 0

    def _creates(self) -> bool:
        return self.overtaken or super()._creates()

    async def _save(self, api: Api, sent: Submission) -> Step:
        return await (self._save_apart(sent) if self.overtaken else super()._save(api, sent))

    async def _save_apart(self, sent: Submission) -> Step:
        """What was typed becomes a campaign of its own, since a test has frozen the one it was typed in."""
        self._apart = self._apart or time.time()
        moment = datetime.fromtimestamp(self._apart, CLOCK)
        name = copy_name(sent.values["name"].strip(), moment, await language_of(self))
        async with signed_in(self, CAMPAIGNS.may.create) as api:
            return await super()._save(api, replace(sent, values={**sent.values, "name": name}))

    async def _name_taken(self, api: Api, name: str) -> bool:
        """Whether another campaign is called so: their pictures would replace each other's."""
        if name == self._base.body.get("name"):
            return False
        found = await api.list(self.resource.endpoint, Query(1, 100, filters={"name": name}))
        return any(each.get("name") == name and str(each["id"]) != self.record_id for each in found.items)

    async def _send_attachments(self, api: Api) -> bool:
        """Send each picture that waits, once however many blocks show it, and then the body with their references."""
        lines, failed, done = list(self._written.get("body", [])), {}, {}
        for rank, line in enumerate(lines):
            held = attachment(line.get("picture", "")) or {}
            ticket = held.get("ticket", "")
            if not ticket or held.get("src"):
                continue
            if ticket not in done:
                done[ticket] = self._attached.get(ticket) or await self._send_picture(api, line, held)
            if done[ticket].startswith("{"):
                lines[rank] = {**line, "picture": done[ticket]}
            else:
                failed[rank] = done[ticket]
        sent = {ticket: text for ticket, text in done.items() if text.startswith("{")}
        self._attached = {**self._attached, **sent}
        if sent:
            await self._reference(api, lines)
        await self._tell_failed(lines, failed)
        return not failed

    async def _send_picture(self, api: Api, line: Line, held: Mapping[str, str]) -> str:
        """Send one picture: what is known of it then as JSON, or why it could not be sent."""
        try:
            picture = await asyncio.to_thread(pictures.picture, held["ticket"])
        except tickets.RefusedFile as error:
            return reason(error, await language_of(self))
        name = f"image.{picture.media_type.rpartition('/')[2]}"
        texts = {"alt": line["alt"][:255]} if line.get("alt") else {}
        unplaced = get_settings().campaign_images_unplaced
        try:
            made = await api.upload_image(
                "campaign",
                int(self.record_id),
                name,
                picture.content,
                picture.media_type,
                position=None if unplaced else 1,
                **texts,
            )
            # The address of the answer leads nowhere (trap 17).
            image = await api.get("images", made["id"])
        except ApiError as error:
            return await failure_text(self, error) or say("errors.network", await language_of(self))
        src = image["versions"]["square_800"]
        return json.dumps({"id": str(made["id"]), "src": src, "weight": str(len(picture.content))})

    async def _reference(self, api: Api, lines: list[Line]) -> None:
        body = values_of(BODY, {"body": lines})
        await api.update(self.resource.endpoint, self.record_id, {"body": body})
        self._base = replace(self._base, body={**self._base.body, "body": body})

    async def _tell_failed(self, lines: list[Line], failed: Mapping[int, str]) -> None:
        self._waiting = self.record_id, {rank: (lines[rank]["picture"], why) for rank, why in failed.items()}
        await self._show_unsent(lines, failed)
        if failed:
            await notify(self, "error", "errors.campaign.image_error")

    async def _show_unsent(self, lines: list[Line], failed: Mapping[int, str]) -> None:
        self.unsent, unsent = len(failed), say("campaigns.picture_unsent", await language_of(self))
        self.errors = {name_of("body", lines[rank]["key"], "picture"): text for rank, text in failed.items()}
        self.refused = [{"name": name, "field": unsent} for name in self.errors]

    # --- where a save leads -------------------------------------------------------------

    def _leave(self, *, created: bool = False) -> list[Any]:
        """To the steps of the sending, or nowhere: the script is told what pictures have become."""
        if self._further:
            return [run("saved"), open_instead(f"{self.resource.route}/send/{self.record_id}")]
        if created:
            return [run("saved"), open_instead(f"{self.resource.route}/{self.record_id}")]
        self._settled, self.title = True, str(self._base.body["subject"])
        told = [run("attached", ticket, text) for ticket, text in self._attached.items()]
        return [run("stayed"), *told]  # what the form holds is what was saved, until it is told what that has become
