"""What the form of the wizard holds, and which of its steps is shown: the ground its other parts stand on."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.creation_state import MakingMixin
from admin_app.features.solidary.asking.schema import ASKING, STEPS
from admin_app.features.solidary.criteria import Criterion
from admin_app.features.solidary.criteria_inputs import input_name
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare.fields import LABEL
from admin_app.kit.forms.formset_state import FormData
from admin_app.kit.forms.submission import Submission
from admin_app.kit.script import run
from admin_app.kit.session import Session

CALLER, IDENTITY, JOURNEY, TIMES, ELIGIBILITY = STEPS
STEP_OF = {part.name: section.key for section in ASKING.form for part in section.parts}
STEP = "_step"
"""The input that holds the step which is shown: a draft that is taken up goes back to it."""
CONTROL = ":is(input:not([hidden], [type=file]), select, textarea)"
"""Where a step begins."""
ONWARD = ".save-bar [data-save]"
"""Where one stands at a step that has none of these: it comes after them in the page."""


class StepsMixin(MakingMixin, FormMixin, rx.State, mixin=True):
    """One form in steps."""

    step: str = CALLER
    reached: int = 0
    """How many steps were gone through."""
    proofs: dict[str, str] = {}
    """What is proven, by the name of its input."""
    _page_labels: dict[str, str] = {}
    """The texts beside references and addresses, as the page had them last."""

    def _submitted(self, data: Mapping[str, Any]) -> Submission:
        pairs = data.multi_items() if isinstance(data, FormData) else list(data.items())
        known = {input_name(each.id) for each in self._asked if each.kind != "file"}
        self.proofs = {str(name): str(text) for name, text in pairs if name in known}
        ends = len(LABEL)
        self._page_labels = {str(name)[:-ends]: str(text) for name, text in pairs if str(name).endswith(LABEL)}
        return super()._submitted(data)

    def _keep(self, sent: Submission) -> None:
        """What the page holds is what the state knows: it is filled anew from here."""
        self.values, self.lines = {**self.values, **sent.values}, {**self.lines, **sent.lines}
        self.labels = {name: self._page_labels.get(name, text) for name, text in self.labels.items()}

    def _alike_ids(self) -> tuple[int, ...]:
        return tuple(int(row["_key"]) for rows in self.duplicates.values() for row in rows if row["_key"].isdigit())

    def _proof_text(self, asked: Criterion) -> str:
        return self.proofs.get(input_name(asked.id), "")

    async def _may(self, permission: str) -> bool:
        return permission in (await self.get_state(Session))._readable()

    def _wrong(self, sent: Submission, step: str) -> dict[str, str]:
        """What is wrong with one step, by input name: the wizard knows."""
        return {}

    def _to(self, step: str) -> None:
        self.step, self.reached = step, max(self.reached, STEPS.index(step))

    def _stand(self) -> list[Any]:
        """The page has changed under the person's hands: the next keys go where the step begins."""
        return [run("answered"), run("focusFirst", f"#panel-{self.step}:not([hidden]) {CONTROL}, {ONWARD}")]
