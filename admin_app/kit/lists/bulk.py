"""What can be done to the selected rows of a list, and the report that says what happened to each of them.

A list declares its actions as data (`bulk: ClassVar = (Bulk(...),)`); deleting is declared for it where the entity may
be deleted. Every run ends in a report: done, refused and why, left aside and why, or not tried. What is left to do
stays selected.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NetworkError, NotFound, SessionEnded
from admin_app.kit.audit import Outcome
from admin_app.kit.declare.resource import Resource
from admin_app.kit.session.failures import NotDue
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.words.formats import said_number

DELETE = "delete"
DONE, REFUSED, UNCERTAIN, SKIPPED = "done", "refused", "uncertain", "skipped"
ASIDE, GONE = "aside", "gone"
"""Not to be done (`NotDue`), and no more there to be deleted: nothing of either is left to do."""
OUTCOMES = (REFUSED, UNCERTAIN, SKIPPED, ASIDE, GONE, DONE)
"""What may have happened to a row, in the order of a report: what is left to do comes first."""
Refusals = Mapping[str, ApiError]
"""Why records were not treated, by id; those it does not name were."""
Acts = Callable[[Api, Sequence[str]], Awaitable[Refusals]]


@dataclass(frozen=True)
class Bulk:
    """One thing that can be done to several records.

    Its labels are `<labels>.action` (the button), `.title`, `.text` (of the dialog), `.done` (a row of the report) and
    `.all` (the notice, a plural).
    """

    name: str
    permission: str
    acts: Acts
    symbol: str
    labels: str
    title: str = ""
    """Key of the dialog's title, where it is not `<labels>.title`."""
    danger: bool = False
    typed: bool = False
    """Above one row, the number of rows must be typed before it starts."""
    weighed: bool = False
    """The dialog says what else it touches (`_bulk_impacts`)."""
    batch: int = 1
    """How many records one call of `acts` takes: progress is told, and Cancel heard, between two calls."""
    erases: bool = False
    """It deletes people: it is written in the register before it happens, or it does not happen."""
    reads: tuple[str, ...] = ()
    """Permissions it takes beside its own and that of the list, for what it reads."""

    def confirmed(self, ids: Sequence[str], typed: object) -> bool:
        """Whether the number of records was typed, where it must be; the page asks for it, and this insists."""
        written = "".join(each for each in str(typed or "") if not each.isspace())
        return not self.typed or len(ids) < 2 or written == str(len(ids))


def one_by_one(act: Callable[[Api, str], Awaitable[object]]) -> Acts:
    """An action that the API takes one record at a time; a refusal of one does not stop the others."""

    async def acts(api: Api, ids: Sequence[str]) -> Refusals:
        refused: dict[str, ApiError] = {}
        for record_id in ids:
            try:
                await act(api, record_id)
            except SessionEnded:
                raise
            except ApiError as error:
                refused[record_id] = error
        return refused

    return acts


def deletion(resource: Resource, **changes: Any) -> Bulk:
    """Deleting the selected records, one call each; `changes` for an entity that does it another way."""
    declared = {
        "acts": one_by_one(lambda api, record_id: api.delete(resource.endpoint, record_id)),
        "labels": "kit.bulk.delete",
        "title": f"{resource.key}.delete_selected",
        "typed": True,
        "erases": resource.personal,
        **changes,
    }
    return Bulk(DELETE, resource.may.delete or NOBODY, symbol="trash-2", danger=True, **declared)


@dataclass
class Job:
    """An action under way."""

    action: Bulk
    ids: list[str]
    line: int = 0
    """Its line of the register, where it erases people."""
    treated: int = 0
    refused: dict[str, ApiError] = field(default_factory=dict)
    cancelled: bool = False

    def outcome(self, record_id: str) -> str:
        """What happened to a record."""
        if error := self.refused.get(record_id):
            if isinstance(error, NotFound) and self.action.name == DELETE:
                return GONE  # that it is no more is what was asked for
            if isinstance(error, NotDue):
                return ASIDE
            return UNCERTAIN if error.unsure else REFUSED
        return DONE if record_id in self.ids[: self.treated] else SKIPPED

    @property
    def left(self) -> list[str]:
        """What is left to do."""
        refused = [each for each in self.ids if self.outcome(each) in (REFUSED, UNCERTAIN)]
        return refused + self.ids[self.treated :]

    def count(self, outcome: str) -> int:
        """How many records that happened to."""
        return sum(self.outcome(each) == outcome for each in self.ids)

    def batches(self) -> Iterator[list[str]]:
        """The ids, as many at a time as the action takes."""
        size = self.action.batch
        yield from (self.ids[start : start + size] for start in range(0, len(self.ids), size))

    def note(self, batch: Sequence[str], refused: Refusals) -> bool:
        """Keep what became of a batch; whether the API still answers, so that the next may be tried."""
        self.refused.update(refused)
        self.treated += len(batch)
        return not any(isinstance(each, NetworkError) for each in refused.values())

    def report(
        self, names: Mapping[str, str], numbers: Mapping[str, str], reason: Callable[[ApiError], str]
    ) -> list[dict[str, str]]:
        """A row per record, what is left to do first: `id`, `number`, `name`, `outcome`, `reason`."""
        rows = [
            {
                "id": each,
                "number": numbers.get(each, each),
                "name": names.get(each, said_number(numbers.get(each, each))),
                "outcome": self.outcome(each),
                "reason": reason(self.refused[each]) if each in self.refused else "",
            }
            for each in self.ids
        ]
        return sorted(rows, key=lambda row: OUTCOMES.index(row["outcome"]))

    def end(self, ended: bool) -> tuple[Outcome, int]:
        """How it ended, for the register, and how many records it touched; `ended` when the session did."""
        done = self.count(DONE)
        if not self.left:
            return "complete", done
        lost = any(each.unsure for each in self.refused.values())
        return (
            "interrupted" if ended or lost else "cancelled" if self.cancelled else "partial" if done else "failed",
            done,
        )
