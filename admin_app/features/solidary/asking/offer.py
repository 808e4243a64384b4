"""What the current structure offers and asks, and whether that is still what was read aloud when a request is created.

Colleagues change a structure while somebody is on the telephone: a subject is renamed, the morning begins later. It is
read again before anything is stored; a sentence that has become another one is said once more (SOLIDARY-41).
"""

from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.creation import CreationHost
from admin_app.features.solidary.asking.recap import recap
from admin_app.features.solidary.asking.request_form import Choices, RequestForm, choices_of
from admin_app.features.solidary.asking.validation import needed_now
from admin_app.features.solidary.criteria import REQUESTER
from admin_app.features.solidary.structure import Structure
from admin_app.kit.clock import today
from admin_app.kit.words.locale import Locale, say


class OfferHost(CreationHost, rx.State, mixin=True):
    """The structure a request is for, as it was read last."""

    structure_name: str = ""
    structure_email: str = ""
    """What a generic e-mail is made from."""
    criteria: list[dict[str, Any]] = []
    _slots: dict[str, str] = {}
    _structure_answer: tuple[dict[str, Any], ...] = ()
    """The structure as the API answered it; in a tuple, inside which Reflex wraps nothing."""
    _read_aloud: Choices = {}
    """What it offered when the sentences of the recap were made."""

    def _take_structure(self, item: dict[str, Any], *, opening: bool = False) -> bool:
        """Go by an answer; whether it offers or asks something else than the one before."""
        before = (self.choices, self._slots, self._criteria)
        structure = Structure.of(item)
        self._structure_answer = (item,)
        self.structure_name, self.structure_email = structure.name, structure.email
        self._structure_id, self._slots = structure.id or 0, structure.slots
        self._criteria = tuple(sorted(structure.criteria(REQUESTER), key=needed_now, reverse=True))  # needed ones first
        self.criteria = [{**each.model_dump(mode="json"), "mandatory": needed_now(each)} for each in self._criteria]
        self.choices = {**self.choices, **choices_of(structure)}
        if opening:
            self._read_aloud = dict(self.choices)
        return before != (self.choices, self._slots, self._criteria)

    def _changed_sentences(self, form: RequestForm, locale: Locale) -> str:
        """What was read aloud and is no longer so, with what is; each said once."""
        before, after = (recap(form, choices, today()) for choices in (self._read_aloud, self.choices))
        self._read_aloud = dict(self.choices)
        old, new = (
            " ".join(each[locale] for each in one if each not in other)
            for one, other in ((before, after), (after, before))
        )
        if not old and not new:
            return ""
        told = [say("asking.was_read", locale, before=old)] if old else []
        told += [say("asking.to_read_again", locale, after=new)] if new else []
        return " ".join([say("asking.changed", locale), *told])
