"""The part of the wizard that knows who calls: found, taken into the form, and let go of again."""

import json
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.paths import is_record_id
from admin_app.features.solidary.asking import caller_lookup
from admin_app.features.solidary.asking.request_form import OTHER
from admin_app.features.solidary.asking.schema import CREATE, called
from admin_app.features.solidary.asking.steps_state import IDENTITY, JOURNEY, STEP_OF, StepsMixin
from admin_app.features.solidary.criteria_inputs import input_name
from admin_app.kit.declare.fields import text_of
from admin_app.kit.forms.submission import Submission
from admin_app.kit.session import Session, reports_errors, signed_in
from admin_app.kit.values import Address


class CallerMixin(StepsMixin, rx.State, mixin=True):
    """Who calls."""

    person: dict[str, str] = {}
    """Whoever is known: `id`, `name`, `requests`, and of the last of these `last_day`, `last_subject`, `last_from`,
    `last_to`."""
    files_given: dict[str, str] = {}
    """The files they gave before, by the name of the input."""
    files_later: list[str] = []
    """The files the structure demands and does not have: nobody hands over a file on the telephone (SOLIDARY-17)."""

    @rx.event
    @reports_errors("load_error", busy="saving")
    async def take(self, user_id: str, data: dict[str, Any]):
        """It is this person, whom the platform knows; what was typed of the journey stays."""
        if self.saving or self.creating or not self._settled or not is_record_id(user_id):
            return
        self.saving = True
        yield
        self._keep(self._submitted(data))
        async with signed_in(self, CREATE, reads=caller_lookup.USER) as api:
            await self._take_person(api, user_id)
        yield self._stand()

    @rx.event
    @reports_errors("load_error")
    async def same_again(self, data: dict[str, Any]):
        """Take over why and where of the last request, as the list tells it: no record is read (trap 31)."""
        if not self._past or not self._settled or self.creating:
            return
        self._keep(self._submitted(data))
        last = self._past[0]
        subjects = {each["label"]: each["value"] for each in self.choices.get("subject", [])}
        texts = {"subject": subjects.get(last.subject, OTHER) if last.subject else ""}
        texts["additionalSubject"] = "" if last.subject in subjects else last.subject
        same = caller_lookup.anywhere(last)
        texts["destinationAny"] = "true" if same else "false"
        for name, place in (("origin", last.origin), ("destination", None if same else last.destination)):
            if place:
                texts[name] = json.dumps(place.to_api(), ensure_ascii=False)
                self.labels = {**self.labels, name: place.display}
        self.values = {**self.values, **texts}
        self.revision += 1
        self._to(JOURNEY)
        yield self._stand()

    async def _take_person(self, api: Api, user_id: str) -> None:
        """Fill the form with what is known of somebody, and go where something is to be said."""
        # What somebody else has proven, or where they live, is nothing of this person's.
        self.proofs = {} if self.person else self.proofs
        caller = await self._meet(api, user_id)
        item = caller.item
        names = ("givenName", "familyName", "telephone", "email", "gender")
        texts = {name: text_of(item.get(name)) for name in names}
        texts |= {"userId": user_id, "birthDate": text_of(item.get("birthDate"))[:10]}
        texts["newsSubscription"] = "true" if item.get("newsSubscription") else ""
        places: dict[str, str] = {"homeAddress": ""}
        elsewhere = self.values.get("origin") and self.values["origin"] != self.values.get("homeAddress")
        if item.get("homeAddress"):
            home = Address.model_validate(item["homeAddress"])
            wanted = ("homeAddress",) if elsewhere else ("homeAddress", "origin")
            places = dict.fromkeys(wanted, json.dumps(home.to_api(), ensure_ascii=False))
            self.labels = {**self.labels, **dict.fromkeys(wanted, home.display)}
        self.labels = {**self.labels, "userId": called(item)}
        self.values = {**self.values, **texts, **places}
        self.proofs = {**self.proofs, **{input_name(number): text for number, text in (caller.given or {}).items()}}
        self.revision += 1
        sent = Submission(tuple(self._parts()), self.values, self.lines)
        self._to(IDENTITY if self._wrong(sent, IDENTITY) else JOURNEY)

    async def _meet(self, api: Api, user_id: str) -> caller_lookup.Caller:
        """Know somebody: what they asked for, and what they have proven here."""
        readable = (await self.get_state(Session))._readable()
        caller = await caller_lookup.meet(api, int(user_id), self._structure_id, self._asked, readable)
        self._known, self._past, self._given = (caller.item,), tuple(caller.past), caller.given
        self._take_files({input_name(number): name for number, name in caller.files.items()})
        self.person = {"id": user_id, "name": called(caller.item), "requests": str(len(caller.past))}
        if caller.past:
            last = caller.past[0]
            origin, destination = (each.display if each else "" for each in (last.origin, last.destination))
            self.person |= {"last_day": last.day, "last_subject": last.subject, "last_from": origin}
            self.person |= {"last_to": "" if caller_lookup.anywhere(last) else destination}
        return caller

    def _begin_with(self, typed: str) -> None:
        """Somebody new was looked for by this: it is not asked for again."""
        texts = {name: text for name, text in caller_lookup.identity(typed).items() if not self.values.get(name)}
        if texts:
            self.values = {**self.values, **texts}
            self.revision += 1

    def _take_files(self, given: dict[str, str]) -> None:
        """Some files were given before; of those that are demanded the others may follow."""
        files = [each for each in self._asked if each.kind == "file" and each.mandatory]
        self.files_given = given
        self.files_later = [each.label for each in files if input_name(each.id) not in given]

    def _leave_from_home(self) -> None:
        """People leave from home, unless they say otherwise."""
        if self.values.get("homeAddress") and not self.values.get("origin"):
            self.values = {**self.values, "origin": self.values["homeAddress"]}
            self.labels = {**self.labels, "origin": self.labels.get("homeAddress", "")}
            self.revision += 1

    def _forget_person(self) -> None:
        """It is somebody else, and new: nothing of whoever was chosen before stays in the form."""
        texts = {part.name: part.default for part in self._parts() if STEP_OF[part.name] == IDENTITY}
        if self.values.get("origin") == self.values.get("homeAddress"):
            texts["origin"] = ""
        self.values = {**self.values, **texts}
        self.labels = {name: "" if name in texts else text for name, text in self.labels.items()}
        self.person, self._known, self._past, self._given = {}, (), (), None
        self._take_files({})
        self.proofs, self.revision = {}, self.revision + 1
