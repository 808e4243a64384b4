"""What somebody gave to be accepted, a line per proof, as pages show it (solidary.yaml, ProofView). Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from admin_app.features.solidary.criteria import CHOSEN, Criterion, is_ticked
from admin_app.features.solidary.record import Proof
from admin_app.kit.declare.fields import text_of
from admin_app.kit.words import LOCALES, file_size

Item = Mapping[str, Any]
_SIZE = re.compile(r"(\d+(?:\.\d+)?)(B|kB|MB|GB)")
_UNITS = {"B": 1, "kB": 1024, "MB": 1024**2, "GB": 1024**3}


def proofs_in(items: object) -> list[Item]:
    """The proofs in an answer, whatever else stands among them."""
    return [each for each in items if isinstance(each, Mapping)] if isinstance(items, Sequence) else []


def proof_lines(proofs: Sequence[Item], asked: Collection[Criterion] | None) -> list[dict[str, str]]:
    """A line per proof: `key`, `id`, `label`, `structure`, `kind` (`file`, `lost`, `yes_no`, `text` or `awaited`),
    `value`, `name` of a file, and its size in each language (`size_fr`).

    `asked` tells what the options mean: the API sends the first one raw, the others as their label. While it is being
    read, None, an option is awaited.
    """
    return [_line(str(place), each, asked) for place, each in enumerate(proofs)]


def _line(key: str, item: Item, asked: Collection[Criterion] | None) -> dict[str, str]:
    proof = Proof.model_validate(dict(item))
    line = {
        "key": key,
        "id": text_of(proof.proof_id),
        "label": proof.label,
        "structure": proof.structure,
        "value": "",
        "name": "",
        **{f"size_{locale}": _size(proof.file_size, locale) for locale in LOCALES},
    }
    if item.get("file") or proof.file_name:
        name = proof.original_name or proof.file_name.rpartition("/")[2]
        return {**line, "kind": "file" if proof.file_name else "lost", "name": name}
    if item.get("checkbox") or isinstance(proof.value, bool):
        return {**line, "kind": "yes_no", "value": "true" if is_ticked(proof.value) else "false"}
    if asked is None and any(item.get(kind) for kind in CHOSEN):
        return {**line, "kind": "awaited"}
    return {**line, "kind": "text", "value": _in_words(proof, asked or ())}


def _size(written: str, locale: str) -> str:
    """The size of a file from `143.24kB`, as the API writes it; anything else as it is."""
    size = _SIZE.fullmatch(written)
    return file_size(round(float(size[1]) * _UNITS[size[2]]), locale) if size else written


def _in_words(proof: Proof, asked: Collection[Criterion]) -> str:
    """A value as people read it."""
    value = text_of(proof.value)
    same = [each for each in asked if each.id == proof.structure_proof_id or each.label == proof.label]
    choices = [choice for each in same for choice in each.choices]
    return next((choice.label for choice in choices if value in (choice.value, choice.label)), value)
