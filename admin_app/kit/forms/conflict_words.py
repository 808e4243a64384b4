"""What others have saved meanwhile (conflict.py), as the person is told: three versions of a field, lines, a notice."""

import re
from collections.abc import Mapping
from html import unescape

from admin_app.api.client import Api
from admin_app.kit.declare.fields import KIND, LABEL, ChoiceInput, Input, IntegerInput, LinesInput, ReferenceInput
from admin_app.kit.forms import prefill
from admin_app.kit.forms.conflict import Change, Merge, Reading
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission, Texts
from admin_app.kit.session import Session
from admin_app.kit.words import formats, phones
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import known, language_of, say

LONGEST = 240
"""Characters of a text that are shown."""


class ConflictWords:
    """What one form says of what others have saved in its record."""

    def __init__(self, form: FormHost) -> None:
        self.form = form

    async def show(self, api: Api, merged: Merge) -> bool:
        """Show what others have changed; whether something of it waits for an answer, and exactly this had none yet."""
        form, locale, resource = self.form, await language_of(self.form), self.form.resource
        answered = merged.sent.confirmed and form._seen == merged.now.body
        form._seen = dict(merged.now.body)
        parts = [each.part for each in merged.found]
        readable = (await form.get_state(Session))._readable()
        named = await prefill.labels(api, parts, merged.now.values, merged.record, readable)
        versions = {
            "before": self._labelled(form._base, form._base.labels),
            "theirs": self._labelled(merged.now, named),
            "mine": self._labelled(merged.sent, merged.sent.labels),
        }
        nothing = say("kit.words.empty", locale)
        form.their_changes = [
            {
                "name": each.part.name,
                "label": say(resource.label(each.part.field), locale),
                **{whose: in_words(each.part, held, locale) or nothing for whose, held in versions.items()},
                "both": "true" if each.contested else "",
            }
            for each in merged.found
        ]
        form.their_lines = [self._done(did, locale) for did in merged.changes]
        return merged.asks and not answered

    def _done(self, did: Change, locale: str) -> str:
        """What was done to a line, with what the other wrote where both wrote in one cell."""
        where = {"list": say(self.form.resource.label(did.field), locale), "label": _short(_plain(did.label))}
        told = say(f"kit.meanwhile.lines.{did.what}", locale, **where)
        lost = [_cell(cell, line, locale) for cell, line in did.lost]
        theirs = _short(" · ".join(each or say("kit.words.empty", locale) for each in lost))
        return f"{told} {say('kit.meanwhile.lines.lost', locale, theirs=theirs)}" if lost else told

    def _labelled(self, held: Reading | Submission, labels: Texts) -> Reading:
        """What a form holds, with what its values are called: by the choices of lists offered whole, then by labels."""
        offered = {
            name: next((each["label"] for each in those if each["value"] == held.values.get(name)), "")
            for name, those in self.form.choices.items()
        }
        return Reading(held.values, held.lines, {**offered, **labels})

    async def others_changes(self) -> str:
        """What others have changed and a save has kept, for the notice that says it is done; empty for nothing."""
        form, locale = self.form, await language_of(self.form)
        fields = [
            say("kit.meanwhile.change", locale, field=each["label"], before=each["before"], theirs=each["theirs"])
            for each in form.their_changes
            if not each["both"]
        ]
        changes = " · ".join([*fields, *form.their_lines])
        return say("kit.meanwhile.kept", locale, changes=changes) if changes else ""


def in_words(part: Input, held: Reading, locale: str) -> str:
    """What an input holds, no longer than one reads at a glance; empty for nothing."""
    if isinstance(part, LinesInput):
        text = "\n".join(_line(part, line, locale) for line in held.lines.get(part.name, []))
    else:
        text = _text(part, held.values.get(part.name, ""), held.labels.get(part.name, ""), locale)
    return _short(text.strip())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _line(part: LinesInput, line: Mapping[str, str], locale: str) -> str:
    cells = [cell for cell in part.cells_of(line.get(KIND, "")) if not isinstance(cell, LinesInput)]
    return " · ".join(text for text in (_cell(cell, line, locale) for cell in cells) if text)


def _cell(cell: Input, line: Mapping[str, str], locale: str) -> str:
    return _text(cell, line.get(cell.name, ""), line.get(f"{cell.name}{LABEL}", ""), locale).strip()


def _text(part: Input, text: str, label: str, locale: str) -> str:
    if part.kind == "switch":
        return say("kit.words.yes" if text == "true" else "kit.words.no", locale)
    if part.kind == "address" or isinstance(part, ReferenceInput):
        return label or text
    if isinstance(part, ChoiceInput):
        labels = catalogue().choices(part.choices, known(locale))
        return ", ".join(labels.get(each, each) for each in text.split(",") if each)
    if isinstance(part, IntegerInput):
        return formats.number(text, locale)
    if part.kind in ("date", "day", "date_time"):
        return formats.date_time(text, locale)
    if part.kind == "rich_text":
        return _plain(text)
    return phones.phone_text(text) if part.kind == "phone" else text


def _plain(text: str) -> str:
    """What a rich text says."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", text))).strip()
