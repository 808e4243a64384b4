"""The state of the wizard that asks for a journey: five steps, one form, one record (SOLIDARY-3, SOLIDARY-7).

All steps are in the page, so that a draft holds everything from the first key; the one that is shown is checked before
the next. What is created is created once: see making.py.
"""

from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import Invalid
from admin_app.api.paths import is_record_id
from admin_app.features.solidary.asking import caller_lookup, submitted_form
from admin_app.features.solidary.asking.caller_state import CallerMixin
from admin_app.features.solidary.asking.creation import Mark
from admin_app.features.solidary.asking.field_groups import PARTS
from admin_app.features.solidary.asking.recap import doubles, told
from admin_app.features.solidary.asking.request_form import day_of
from admin_app.features.solidary.asking.schema import ASKING, CREATE, STEPS
from admin_app.features.solidary.asking.steps_state import CALLER, ELIGIBILITY, IDENTITY, JOURNEY, STEP, STEP_OF, TIMES
from admin_app.features.solidary.asking.submitted_form import SCHEDULES
from admin_app.features.solidary.criteria import REQUESTER, Criterion
from admin_app.features.solidary.criteria_inputs import LONGEST, input_name
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk.caller import CallerBox
from admin_app.features.solidary.structure import Structure
from admin_app.kit.declare.fields import LinesInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.duplicates import Guard
from admin_app.kit.forms.formset import blank
from admin_app.kit.forms.formset_state import FormData
from admin_app.kit.forms.submission import Submission
from admin_app.kit.script import run
from admin_app.kit.session import here, reports_errors, signed_in
from admin_app.kit.words.locale import language_of, say


def needed_now(asked: Criterion) -> bool:
    """Whether a request cannot be created without this criterion."""
    return asked.mandatory and asked.kind != "file"


class SolidaryWizard(CallerMixin, rx.State):
    """The wizard."""

    resource: ClassVar[Resource] = ASKING

    structure_name: str = ""
    structure_email: str = ""
    """What a generic e-mail is made from."""
    no_structure: bool = False
    criteria: list[dict[str, Any]] = []
    _offered: submitted_form.Choices = {}
    _slots: dict[str, str] = {}
    _alike: bool = False
    """Somebody was found who may be the same person, or could not be looked for: it was said once."""

    # --- opening ------------------------------------------------------------------------

    async def _open(self, api: Api) -> None:
        """Read the current structure, and whoever the address names; the structure stays as long as the form is open
        (SHELL-3)."""
        current = await self.get_state(CurrentStructure)
        self._begin_anew()
        self.no_structure = not is_record_id(current.structure)
        if self.no_structure:
            return
        current.editing = True
        structure = Structure.of(await api.get("admin/structures", current.structure))
        self.structure_name, self.structure_email = structure.name, structure.email
        self._structure_id, self._slots = structure.id or 0, structure.slots
        self._offered, self._asked = submitted_form.offered(structure), tuple(structure.criteria(REQUESTER))
        self.criteria = [{**each.model_dump(mode="json"), "mandatory": needed_now(each)} for each in self._asked]
        self._take_files({})
        await super()._open(api)
        await self._take_over_search()
        user = dict(parse_qsl(here(self).query)).get("user", "")
        if is_record_id(user) and await self._may(caller_lookup.USER):
            await self._take_person(api, user)

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        await super()._fill(api, item)
        part = PARTS["regular_schedules"]
        assert isinstance(part, LinesInput)
        self.lines = {SCHEDULES: [blank(part, self._new_key())]}
        self.choices = {**self.choices, **self._offered}

    async def _take_over_search(self) -> None:
        """Go on with what the box of callers was asked for somebody it did not find: it is not asked for again."""
        typed = (await self.get_state(CallerBox))._take_typed()
        if typed:
            self._begin_with(typed)
            self._to(IDENTITY)

    def _begin_anew(self) -> None:
        self.step, self.reached, self.person, self.proofs, self.files_given, self._alike = CALLER, 0, {}, {}, {}, False
        self._forget_made()

    def _proof_door(self) -> AbstractAsyncContextManager[Api]:
        return signed_in(self, CREATE)

    def _proof_inputs(self) -> set[str]:
        return {input_name(each.id) for each in self._asked if each.kind == "file"}

    def _besides(self) -> list[Any]:
        """The first key goes where the form begins: somebody is on the telephone."""
        return [] if self.no_structure or self.problem else self._stand()[1:]

    # --- from step to step --------------------------------------------------------------

    @rx.event
    @reports_errors("load_error", busy="saving")
    async def save(self, data: FormData[str, Any]):
        """Check the step that is shown and go to the next one; at the last one everything, and create the record."""
        if self.saving or self.creating or not self._settled or self.made or self.no_structure:
            return
        self.saving = True
        yield
        sent = self._submitted(data)
        self._keep(sent)
        try:
            step = await (self._next(sent) if sent.further else self._finish(sent))
        except Invalid as error:
            await self._show_refusal(sent, error)
            step = run("refused")
        yield step

    @rx.event
    def go_to(self, step: str):
        """Show a step that was gone through before; what is typed stays in the page."""
        if step in STEPS and STEPS.index(step) <= self.reached and not self.creating:
            self.errors, self.line_errors = {}, []
            self._to(step)
            yield self._stand()

    @rx.event
    @reports_errors("load_error")
    async def restore(self, data: dict[str, Any]):
        """Fill the form with a draft the browser kept; whoever it is for is looked up again, files are chosen again."""
        if not data or self.loading or self.creating:
            return
        self._keep(self._submitted(data))
        self.revision += 1
        user = self.values.get("userId", "")
        if is_record_id(user) and await self._may(caller_lookup.USER):
            async with signed_in(self, CREATE, reads=caller_lookup.USER) as api:
                await self._meet(api, user)
        self.reached = len(STEPS) - 1
        if data.get(STEP) in STEPS:
            self._to(str(data[STEP]))
        yield self._stand()

    async def _next(self, sent: Submission) -> Any:
        if not await self._fine(sent, self.step):
            return run("refused")
        user = sent.values.get("userId", "")
        if self.step == CALLER and user and user != self.person.get("id"):
            async with signed_in(self, CREATE, reads=caller_lookup.USER) as api:
                await self._take_person(api, user)
            return self._stand()
        if self.step == CALLER and not user and self.person:
            self._forget_person()
        elif self.step == CALLER and not user:
            self._begin_with(self._page_labels.get("userId", ""))
        if self.step == IDENTITY and not await self._new_or_known(sent):
            return run("refused")
        if self.step == IDENTITY:
            self._leave_from_home()
        following = STEPS[min(STEPS.index(self.step) + 1, len(STEPS) - 1)]
        self._to(following)
        return self._stand()

    async def _finish(self, sent: Submission) -> Any:
        """Check everything, from the first step on; then it is asked about, or created."""
        for step in STEPS:
            if not await self._fine(sent, step):
                self._to(step)
                return run("refused")
        if not await self._new_or_known(sent):
            self._to(IDENTITY)
            return run("refused")
        self.lookalikes = []
        mark = Mark.of(self.begun, submitted_form.held(sent))
        # What an attempt without an answer has made is no other request: it will be found, and opened.
        past = [row for row in self._past if mark is None or row.id in mark.known]
        twice = doubles(past, submitted_form.held(sent), submitted_form.today())
        if twice and not sent.confirmed:
            locale = await language_of(self)
            self.question = " ".join(told(row)[locale] for row in twice)
            return run("askToSave")
        self._plan(sent)
        return type(self).create

    async def _fine(self, sent: Submission, step: str) -> bool:
        """Whether nothing is wrong with a step; what is wrong is said."""
        wrong = self._wrong(sent, step)
        typed = {name: text for name, text in wrong.items() if not name.startswith("proofs:")}
        await self._show_errors(sent, typed)
        locale = await language_of(self)
        labels = {input_name(each.id): each.label for each in self._asked}
        for name in wrong.keys() - typed.keys():
            text = say(wrong[name] if "." in wrong[name] else f"kit.validation.{wrong[name]}", locale)
            self.errors = {**self.errors, name: text}
            line = say("kit.form.error_of", locale, field=labels[name], message=text)
            self.line_errors = [*self.line_errors, {"name": name, "text": line}]
        return not wrong

    def _wrong(self, sent: Submission, step: str) -> dict[str, str]:
        """What is wrong with one step, by input name."""
        today = submitted_form.today()
        if step == ELIGIBILITY:
            return self._unproven()
        found = {name: text for name, text in sent.problems.items() if STEP_OF.get(name.partition(":")[0]) == step}
        if step == IDENTITY:
            item = self._known[0] if self._known else {}
            known = day_of(item.get("birthDate")) if self._person_id(sent) else None
            found |= submitted_form.wrong_identity(sent, today, known=known, generic=bool(self.structure_email))
        if step == JOURNEY:
            found = {**submitted_form.wrong_journey(sent, self.choices), **found}
        if step == TIMES:
            found |= submitted_form.wrong_needs(sent, self.choices) | submitted_form.wrong_when(
                sent, today, self._slots
            )
            found |= submitted_form.wrong_start(sent, today)
        return found

    def _unproven(self) -> dict[str, str]:
        """The mandatory criteria that nothing answers (SOLIDARY-17), and answers that cannot be sent.

        A file keeps nobody on the telephone: the API takes it afterwards, and the file of the request says what lacks.
        """
        found: dict[str, str] = {}
        for each in self._asked:
            name = input_name(each.id)
            text = self.proofs.get(name, "").strip()
            if needed_now(each) and not text:
                found[name] = "required"
            elif each.kind != "file" and len(text) > LONGEST:
                found[name] = "asking.wrong.too_long"
            elif each.choices and text and text not in {choice.value for choice in each.choices}:
                found[name] = "choice"
        return found

    async def _new_or_known(self, sent: Submission) -> bool:
        """Whether a new person is nobody the platform knows, as far as anybody can tell; said once, then believed.

        An e-mail that somebody has is refused: the creation would fail half-way (trap 32).
        """
        confirmed, self._alike = self._alike, False
        guard = Guard.of(self.resource)
        # What an attempt without an answer has left looks like the person, and is looked for before anything is sent.
        if self._person_id(sent) or guard is None or Mark.of(self.begun, submitted_form.held(sent)):
            return True
        async with signed_in(self, CREATE) as api:
            question = await self._duplicated(
                api, guard, Submission(sent.parts, sent.values, sent.lines, "", confirmed)
            )
        self._alike = bool(question)
        if question:
            self.errors = {"_": question}
        return not question
