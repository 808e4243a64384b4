"""What a structure asks people to prove, and what of it somebody has not proven (solidary.yaml, StructureProof).

Pure. A criterion is a structure proof; what a person gives for it is a proof.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

from admin_app.kit.values import Value

Kind = Literal["checkbox", "radio", "input", "file", "selectbox"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of a criterion; of several flags the first of this order counts, as on the server."""
CHOSEN: tuple[Kind, ...] = ("radio", "selectbox")
"""The kinds that have options."""
REQUESTER, VOLUNTEER = 1, 2
"""Who is asked."""
LONGEST = 255
"""Characters of a text somebody gives."""
SEPARATOR = ";"
"""Between options and between accepted values: none of them may contain it."""


def input_name(criterion_id: object) -> str:
    """The name of the input of a criterion: `proofs:21`."""
    return f"proofs:{criterion_id}"


class Choice(Value):
    """One option of a criterion: what people read, and what is sent."""

    label: str
    value: str


class Criterion(Value):
    """One criterion; what is not activated is kept and asked of nobody."""

    id: int | None = None
    """None for one that was not saved yet."""
    label: str = ""
    type: int = REQUESTER
    position: int = 0
    mandatory: bool = False
    activated: bool = True
    kind: Kind = "checkbox"
    choices: list[Choice] = []
    removable: bool = True
    """Whether nobody has given it yet."""
    name: str = ""
    """That of its input."""

    def model_post_init(self, context: Any, /) -> None:
        """Name the input, wherever the criterion comes from."""
        self.name = input_name(self.id)


def criterion(item: Mapping[str, Any]) -> Criterion:
    """A criterion as the API sends it: five flags, options and accepted values as two texts."""
    read = Criterion.model_validate({key: value for key, value in item.items() if key not in ("choices", "kind")})
    read.kind = next((kind for kind in KINDS if item.get(kind)), "checkbox")
    read.activated = item.get("activated") is not False
    read.choices = _choices(item) if read.kind in CHOSEN else []
    return read


def _choices(item: Mapping[str, Any]) -> list[Choice]:
    """The options; one without a value of its own is sent as it is read."""
    labels, values = _parts(item.get("options")), _parts(item.get("acceptedValues"))
    values += labels[len(values) :]
    return [Choice(label=label, value=value) for label, value in zip(labels, values, strict=False)]


def _parts(text: object) -> list[str]:
    return [part.strip() for part in str(text).split(SEPARATOR) if part.strip()] if text else []


def criteria(items: Iterable[Mapping[str, Any]], asked: int, *, all_of_them: bool = False) -> list[Criterion]:
    """What requesters or volunteers are asked, in order; `all_of_them` also what is not activated.

    The server sorts positions as texts: 10 before 2.
    """
    read = [criterion(item) for item in items]
    mine = [each for each in read if (each.type == REQUESTER) == (asked == REQUESTER)]
    return sorted((each for each in mine if each.activated or all_of_them), key=lambda each: each.position)


def accepted(asked: Criterion, value: object) -> str:
    """What to send for a value as it is read: an option comes as its label, the first one as its raw value."""
    return next((each.value for each in asked.choices if value in (each.label, each.value)), "")


def is_ticked(value: object) -> bool:
    """Whether a value is that of a ticked box."""
    return str(value).lower() in ("1", "true")


def is_given(asked: Criterion, proof: Mapping[str, Any]) -> bool:
    """Whether a proof answers a criterion: a ticked box, a text, an option, or a file."""
    if asked.kind == "file":
        return bool(proof.get("fileName"))
    value = proof.get("value")
    if asked.kind == "checkbox":
        return is_ticked(value)
    return value not in (None, "", False)


def missing(asked: Sequence[Criterion], proofs: Iterable[Mapping[str, Any]]) -> list[Criterion]:
    """The mandatory criteria that nothing answers. Proofs of volunteers tell no id: they are known by their label."""
    given = list(proofs)
    return [each for each in asked if each.mandatory and not any(_answers(each, proof) for proof in given)]


def _answers(asked: Criterion, proof: Mapping[str, Any]) -> bool:
    number = proof.get("structureProofId")
    same = number == asked.id if number is not None else proof.get("label") == asked.label
    return same and is_given(asked, proof)
