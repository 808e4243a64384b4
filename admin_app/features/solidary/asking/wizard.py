"""The state of the wizard that asks for a journey: five steps, one form, one record (SOLIDARY-3, SOLIDARY-7).

All steps are in the page, so that a draft holds everything from the first key; the one that is shown is checked before
the next. What is created is created once: see creation.py.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid
from admin_app.api.query import is_record_id
from admin_app.features.solidary.asking.caller import TAKEN_OVER, USER, identity_typed, journey_again, read_caller
from admin_app.features.solidary.asking.creation import Creation, digest_of, mark_of
from admin_app.features.solidary.asking.next_key import SAME_AGAIN, begins_at, control_of
from admin_app.features.solidary.asking.offer import OfferHost
from admin_app.features.solidary.asking.recap import double_line
from admin_app.features.solidary.asking.request_form import SCHEDULES, RequestForm, address_text, doubles
from admin_app.features.solidary.asking.schema import ASKING, NEW, SCHEDULES_INPUT, STEPS
from admin_app.features.solidary.asking.validation import (
    identity_problems,
    journey_problems,
    needs_problems,
    proof_problems,
    start_problems,
    time_problems,
    typed_problems,
)
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk.caller import AGAIN, CallerBox
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURES
from admin_app.features.solidary.record import CREATE, FOR_USER
from admin_app.kit.clock import today
from admin_app.kit.declare import LABEL, Resource
from admin_app.kit.forms import FURTHER, DuplicateCheck, FormData, Submission, before_colon, blank, pairs_of
from admin_app.kit.script import run
from admin_app.kit.session import Session, here, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of, say

CALLER, IDENTITY, JOURNEY, TIMES, ELIGIBILITY = STEPS
STEP_OF = {part.name: section.key for section in ASKING.form for part in section.parts}
STEP = "_step"
"""The input that holds the step which is shown: a draft that is taken up goes back to it."""


class SolidaryWizard(OfferHost, rx.State):
    """The wizard."""

    resource: ClassVar[Resource] = ASKING

    step: str = CALLER
    reached: int = 0
    """How many steps were gone through."""
    person: dict[str, str] = {}
    """Whoever is known and asks: see `Caller.card`; `again`, where it is for the same as their last request."""
    files_given: dict[str, str] = {}
    """The files they gave before, by the name of the input."""
    _no_structure: bool = False
    _page_labels: dict[str, str] = {}
    """The texts beside references and addresses, as the page had them last."""

    # --- opening ------------------------------------------------------------------------

    async def _open(self, api: Api) -> None:
        """Read the current structure, which stays as long as the form is open (SHELL-3), and whoever is named."""
        current = await self.get_state(CurrentStructure)
        current.editing = self._goes_on()
        if current.editing:
            return
        self.step, self.reached = CALLER, 0
        self._forget_creation()
        self._show_caller()
        self._no_structure = not is_record_id(current.structure)
        if self._no_structure:
            return
        current.editing = True
        await super()._open(api)
        self._take_structure(await api.get(STRUCTURES, current.structure), opening=True)
        self.lines = {SCHEDULES: [blank(SCHEDULES_INPUT, self._new_key())]}
        await self._take_over_search()
        named = dict(parse_qsl(here(self).query))
        if is_record_id(user := named.get(FOR_USER, "")) and await self._may_read_users():
            await self._fill_in_caller(api, user)
            if AGAIN in named:
                self._fill_in_last()

    async def _take_over_search(self) -> None:
        """Go on with what the box of callers was asked for somebody it did not find: it is not asked for again."""
        if typed := (await self.get_state(CallerBox))._hand_over_typed():
            self._fill_in_typed(typed)
            self._show_step(IDENTITY)

    def _besides(self) -> list[Any]:
        """The first key goes where the form begins: somebody is on the telephone. No save was answered by this."""
        return [] if self._no_structure or self.problem else self._focus_step()[1:]

    @rx.var
    def files_later(self) -> list[str]:
        """The files demanded and not there: nobody hands over one on the telephone (SOLIDARY-17)."""
        there = self.files_given.keys() | {name for name, file in self.proof_files.items() if file["name"]}
        demanded = (each for each in self._criteria if each.kind == "file" and each.mandatory)
        return [each.label for each in demanded if each.name not in there]

    # --- from step to step --------------------------------------------------------------

    @rx.event
    @reports_errors("load_error", busy="saving")
    async def save(self, data: FormData[str, Any]):
        """Check the step that is shown and go to the next one; at the last one everything, and create the record."""
        if self.saving or self.creating or not self._settled or self.made or self._no_structure:
            return
        self.saving = True
        yield
        sent = self._submitted(data)
        self._keep(sent)
        try:
            step = await (self._go_on(sent) if sent.further else self._finish(sent))
        except Invalid as error:
            await self._show_refusal(sent, error)
            step = run("refused")
        self.saving = False  # before what moves the focus: the very next key may be Enter
        yield step

    async def _go_on(self, sent: Submission) -> Any:
        """Check the step that is shown, take over what it says, and show the next one."""
        if not await self._check_step(sent, self.step):
            return run("refused")
        user = sent.values.get("userId", "")
        if self.step == CALLER and user and user != self.person.get("id"):
            async with signed_in(self, CREATE, reads=USER) as api:
                await self._fill_in_caller(api, user)
            return self._focus_step()
        if self.step == CALLER and not user and self.person:
            self._forget_caller()
        elif self.step == CALLER and not user:
            self._fill_in_typed(self._page_labels.get("userId", ""))
        if self.step == IDENTITY and not await self._is_new_or_known(sent):
            return run("refused")
        if self.step == IDENTITY:
            self._leave_from_home()
        self._show_step(STEPS[min(STEPS.index(self.step) + 1, len(STEPS) - 1)])
        return self._focus_step()

    async def _finish(self, sent: Submission) -> Any:
        """Check everything, from the first step on; then it is asked about, or created."""
        other_offer = await self._follow_structure()
        for step in STEPS:
            if not await self._check_step(sent, step):
                self._show_step(step)
                if other_offer:
                    await notify(self, "error", "asking.other_offer", name=self.structure_name)
                return run("refused")
        if not await self._is_new_or_known(sent):
            self._show_step(IDENTITY)
            return run("refused")
        self.lookalikes = []
        form, caller = RequestForm.of(sent), self._caller()
        mark = mark_of(self.creation_mark, form)
        # What an attempt without an answer has made is no other request: it will be found, and opened.
        past = [row for row in (caller.past if caller else ()) if mark is None or (row.id or 0) <= mark.known]
        same_time = doubles(past, form, today())
        locale = await language_of(self)
        changed = self._changed_sentences(form, locale) if self._read_aloud != self.choices else ""
        if changed or (same_time and not sent.confirmed):
            self.question = " ".join(filter(None, (changed, *(double_line(row)[locale] for row in same_time))))
            return run("askToSave")
        Creation(self).plan(sent)
        return type(self).create

    async def _follow_structure(self) -> bool:
        """Whether the structure offers or asks something else by now, as far as it can be read (SOLIDARY-41)."""
        async with signed_in(self, CREATE) as api:
            with suppress(ApiError):
                item = await api.get(STRUCTURES, self._structure_id)
                return (item,) != self._structure_answer and self._take_structure(item)
        return False

    @rx.event(background=True)
    async def create(self):
        """Create the record that was planned by a save, then send its files."""
        yield await Creation(self).run()
        async with self:  # what was made takes the place of the form once its draft has gone with it
            self.resumed = False

    @rx.event(background=True)
    async def send_again(self):
        """Send the files that the server has not taken; the record is there."""
        yield await Creation(self).send_again()

    @rx.event
    def go_to(self, step: str):
        """Show a step that was gone through before; what is typed stays in the page."""
        if step in STEPS and STEPS.index(step) <= self.reached and not self.creating:
            self.errors, self.refused = {}, []
            self._show_step(step)
            yield self._focus_step()

    @rx.event
    @reports_errors("load_error")
    async def restore(self, data: dict[str, Any]):
        """Fill the form with a draft the browser kept; whoever it is for is looked up again, files are chosen again.

        What the draft was begun from, which the page sends too, counts for a record that is changed (forms/state.py).
        """
        if not data or self.loading or self.creating:
            return
        self._forget_creation()
        self._show_caller()
        DuplicateCheck(self).forget()
        self._keep(self._submitted(data))
        self.revision += 1
        user = self.values.get("userId", "")
        if is_record_id(user) and await self._may_read_users():
            async with signed_in(self, CREATE, reads=USER) as api:
                await self._read_caller(api, user)
        self.reached = len(STEPS) - 1
        if data.get(STEP) in STEPS:
            self._show_step(str(data[STEP]))
        yield self._focus_step()

    def _show_step(self, step: str) -> None:
        self.step, self.reached = step, max(self.reached, STEPS.index(step))

    def _focus_step(self) -> list[Any]:
        """The page has changed under the person's hands: the next keys go where the step begins."""
        return [run("answered"), run("focusFirst", begins_at(self.step, self._next_controls()))]

    def _next_controls(self) -> list[str]:
        """The selectors of what is to be told next in the step that is shown: what is known is not asked again."""
        if self.step == JOURNEY and self.person.get("last_day") and not self.values.get("subject"):
            return [SAME_AGAIN]
        return [control_of(name) for name in self._step_problems(self._held(), self.step) if name != SCHEDULES]

    def _submitted(self, data: Mapping[str, Any]) -> Submission:
        pairs = pairs_of(data)
        names = {each.name for each in self._criteria if each.kind != "file"}
        self.proofs = {str(name): str(text) for name, text in pairs if name in names}
        self._page_labels = {str(name).removesuffix(LABEL): str(text) for name, text in pairs if name.endswith(LABEL)}
        sent = super()._submitted(data)
        typed_alone = (FURTHER, NEW) in pairs and not is_record_id(sent.values["userId"])
        return replace(sent, values={**sent.values, "userId": ""}) if typed_alone else sent

    def _held(self) -> Submission:
        """What the state knows of the form."""
        return Submission(tuple(self._parts()), self.values, self.lines)

    def _keep(self, sent: Submission) -> None:
        """What the page holds is what the state knows: it is filled anew from here."""
        if any(sent.values.get(name, "") != self.values.get(name, "") for name in TAKEN_OVER):
            self.person = {name: text for name, text in self.person.items() if name != "again"}
        self.values, self.lines = {**self.values, **sent.values}, {**self.lines, **sent.lines}
        self.labels = {name: self._page_labels.get(name, text) for name, text in self.labels.items()}

    # --- what is wrong ------------------------------------------------------------------

    async def _check_step(self, sent: Submission, step: str) -> bool:
        """Whether nothing is wrong with a step; what is wrong is said."""
        problems = self._step_problems(sent, step)
        await self._show_errors(sent, problems)
        # The kit calls what it has declared by name: what is to be proven is known at run time.
        wrong = (each for each in self._criteria if each.name in problems)
        self.refused += [{"name": each.name, "field": before_colon(each.label)} for each in wrong]
        return not problems

    def _problems(self, sent: Submission) -> dict[str, str]:
        return self._step_problems(sent, self.step)

    def _step_problems(self, sent: Submission, step: str) -> dict[str, str]:
        """What is wrong with one step, by input name."""
        form = RequestForm.of(sent)
        if step == ELIGIBILITY:
            return proof_problems(self._criteria, self.proofs)
        typed = typed_problems(sent.problems, [name for name, own in STEP_OF.items() if own == step])
        if step == IDENTITY:
            caller = self._caller()
            known = (caller.birth_date if caller else "") if self._user_id(sent) else None
            return typed | identity_problems(form, today(), birth_date=known, generic_email=bool(self.structure_email))
        if step == JOURNEY:
            return journey_problems(form, self.choices) | typed
        if step == TIMES:
            when = time_problems(form, today(), self._slots) | start_problems(form, today())
            return typed | needs_problems(form, self.choices) | when
        return typed

    async def _is_new_or_known(self, sent: Submission) -> bool:
        """Whether a new person is nobody the platform knows, as far as anybody can tell; asked once, then believed.

        An e-mail that somebody has is refused: the creation would fail half-way (trap 32).
        """
        form = RequestForm.of(sent)
        # What an attempt without an answer has left looks like the person, and is looked for before anything is sent.
        if self._user_id(sent) or mark_of(self.creation_mark, form):
            return True
        already_told, locale = self._told_of == digest_of(form), await language_of(self)
        async with signed_in(self, CREATE) as api:
            question = await DuplicateCheck(self).question(api, replace(sent, confirmed=already_told))
        if not question:
            return True
        self._told_of = digest_of(form)
        names = ", ".join(f"{each['_name']} ({each['_why']})" for each in self.lookalikes)
        told = say("asking.alike", locale, names=names) if names else question
        await self._refuse(sent, {"_": f"{told} {say('asking.somebody_else', locale)}"})
        return False

    # --- who calls ----------------------------------------------------------------------

    @rx.event
    @reports_errors("load_error", busy="saving")
    async def choose_lookalike(self, user_id: str, data: dict[str, Any]):
        """It is this person, whom the platform knows; what was typed of the journey stays."""
        if self.saving or self.creating or not self._settled or not is_record_id(user_id):
            return
        self.saving = True
        yield
        self._keep(self._submitted(data))
        async with signed_in(self, CREATE, reads=USER) as api:
            await self._fill_in_caller(api, user_id)
        self.saving = False
        yield self._focus_step()

    @rx.event
    @reports_errors("load_error")
    async def ask_again(self, data: dict[str, Any]):
        """Take over why and where of the last request, as the list tells it: no record is read (trap 31)."""
        if not self._settled or self.creating:
            return
        self._keep(self._submitted(data))
        self._fill_in_last()
        yield self._focus_step()

    def _fill_in_last(self) -> None:
        """Fill the journey with that of their last request, where they made one; a step before it stays to be told."""
        caller = self._caller()
        if caller and caller.past:
            subjects = {each["label"]: each["value"] for each in self.choices.get("subject", [])}
            self._fill_in(*journey_again(caller.past[0], subjects))
            self.person = {**self.person, "again": "true"}
            if self.step == JOURNEY and not self._step_problems(self._held(), JOURNEY):
                self._show_step(TIMES)

    async def _fill_in_caller(self, api: Api, user_id: str) -> None:
        """Fill the form with what is known of somebody, and go where something is to be said."""
        # What somebody else has proven, or where they live, is nothing of this person's.
        self.proofs = {} if self.person else self.proofs
        await self._read_caller(api, user_id)
        (caller,) = self._callers
        elsewhere = self.values.get("origin") and self.values["origin"] != self.values.get("homeAddress")
        places = {"homeAddress": ""}
        labels = {"userId": self.person["name"]}
        if home := caller.home:
            names = ("homeAddress",) if elsewhere else ("homeAddress", "origin")
            places, labels = dict.fromkeys(names, address_text(home)), labels | dict.fromkeys(names, home.display)
        self._fill_in(caller.identity() | places, labels)
        self.proofs = {**self.proofs, **(caller.proven or {})}
        self._show_step(IDENTITY if self._step_problems(self._held(), IDENTITY) else JOURNEY)

    async def _read_caller(self, api: Api, user_id: str) -> None:
        """Know somebody: what they asked for, and what they have proven here."""
        readable = (await self.get_state(Session))._readable()
        self._callers = (await read_caller(api, int(user_id), self._structure_id, self._criteria, readable),)
        self._show_caller()

    def _show_caller(self) -> None:
        """Say who it is, and which files they gave."""
        caller = self._caller()
        self.person, self.files_given = (caller.card(), dict(caller.files)) if caller else ({}, {})

    def _forget_caller(self) -> None:
        """It is somebody else, and new: nothing of whoever was chosen before stays in the form."""
        texts = {part.name: part.default for part in self._parts() if STEP_OF[part.name] == IDENTITY}
        if self.values.get("origin") == self.values.get("homeAddress"):
            texts["origin"] = ""
        self._fill_in(texts, {name: "" for name in self.labels if name in texts})
        self.proofs, self._callers = {}, ()
        self._show_caller()

    def _fill_in_typed(self, typed: str) -> None:
        """Somebody new was looked for by this: it is not asked for again."""
        texts = {name: text for name, text in identity_typed(typed).items() if not self.values.get(name)}
        self._fill_in({"userId": "", **texts} if typed else {}, {})

    def _leave_from_home(self) -> None:
        """People leave from home, unless they say otherwise."""
        home = self.values.get("homeAddress")
        if home and not self.values.get("origin"):
            self._fill_in({"origin": home}, {"origin": self.labels.get("homeAddress", "")})

    def _fill_in(self, texts: Mapping[str, str], labels: Mapping[str, str]) -> None:
        """Have some inputs hold these texts, and say these labels beside them."""
        if texts:
            self.values, self.labels = {**self.values, **texts}, {**self.labels, **labels}
            self.revision += 1

    async def _may_read_users(self) -> bool:
        return USER in (await self.get_state(Session))._readable()
