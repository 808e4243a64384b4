"""One line of an import, between the file and the server. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from admin_app.kit.imports.declare import ADDED, REPLACED, UPDATED
from admin_app.kit.imports.file_reader import Line
from admin_app.kit.imports.places import Spot


@dataclass
class Entry:
    """One line and all that is known of it."""

    number: int
    written: list[str]
    """As the file has it."""
    cells: list[str]
    """In the order of the API, whatever that of the file."""
    odd: bool = False
    """Whether the file has too few or too many cells for this line, and nobody said yet that they are right."""
    beyond: str = ""
    """What the file has more."""
    faults: dict[str, str] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)
    """What it says that no other line may say too, in the order of `Intake.same`, then of `Intake.replaces`."""
    twin: int | None = None
    """The number of the first line that says the same."""
    spot: Spot | None = None
    remark: str = ""
    """What is odd about its place (kit/imports/places.py)."""
    outlook: str = ""
    found: str = ""
    """The id of its record."""
    outcome: str = ""
    detail: str = ""
    """Why, where there is more to say; of a double, the number of the line that it repeats; of one that was replaced,
    that of the line that did."""
    was: str = ""
    """What became of it as it stands, where it was sent before and is taken up again."""
    why: str = ""

    @property
    def line(self) -> Line:
        """The line of the file."""
        return Line(self.number, self.written)

    def forget(self) -> None:
        """Know no more of what will become, or became, of it."""
        self.outlook = self.found = self.outcome = self.detail = self.was = self.why = ""


def tell_replaced(lines: Iterable[Entry], since: int) -> None:
    """Tell the lines whose record a later one overwrote, by their marks from a place on; what became of that record is
    said of the later one."""
    latest = dict[tuple[int, str], Entry]()
    for entry in lines:
        if entry.outcome not in {ADDED.name, UPDATED.name}:
            continue
        for said in ((kind, mark) for kind, mark in enumerate(entry.marks[since:]) if mark):
            if entry.outcome == UPDATED.name and (former := latest.get(said)):
                entry.outcome = former.outcome
                former.outcome, former.detail, former.found = REPLACED.name, str(entry.number), ""
            latest[said] = entry
