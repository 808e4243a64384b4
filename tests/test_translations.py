"""The catalogue as a whole: both languages say the same things, and everything said is used somewhere."""

import ast
import functools
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import reflex as rx

from admin_app import screens as _screens  # every state there is  # noqa: F401
from admin_app.api.errors import ApiError
from admin_app.kit.declare.fields import FileInput, ImageInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.host import FormHost
from admin_app.kit.lists.host import ListHost
from admin_app.kit.words.catalogue import LOCALES, PLACEHOLDER, Catalogue, Forms, catalogue
from tests.support.proofs import proves

ROOT = Path(__file__).resolve().parents[1]

CONVENTIONS = {
    *(
        "fields",
        "filters",
        "sections",
        "notes",
        "filter_hints",
        "hints",
        "lines",
        "add",
        "shortcuts",
        "remarks",
        "none",
    ),
    "frozen",
}
"""Groups found by the name of a declaration (kit/declare/resource.py): `users.fields.given_name` needs a
"given_name"."""

CALLS = {"t", "say", "message", "notify", "choice_label", "reports_errors", "choice", "radio", "select"}
"""Functions given keys: a dotted literal among their arguments must exist."""

KEYWORDS = {"title", "choices"}
"""Keyword arguments of declarations that hold a key, or the prefix of the keys of a choice."""

ACTS, OUTCOMES = ("create", "update", "delete"), ("success", "error")
"""What is told of an entity: what was done to it, and how it went (NOTICE-4)."""

KEY = re.compile(r"[a-z]\w*(\.\w+)+")
NOT_PROSE = re.compile(r"https?://\S+|\b\d\d:\d\d\b|\{\{.*?\}\}")
COUNTED = re.compile(r"\{\{(?!name)\w+\}\}[\s\u00a0\u202f]+(?:[a-zà-ÿ]+s[\s\u00a0])?[a-zà-ÿ]{3,}s\b")
"""A number and the word it counts, in the plural of French or English."""
NEVER_ONE = {
    *("beneficiaries.diary.cut", "volunteers.planning.title", "solidary_caller.many"),
    "relay_point_types.first",
    *(f"campaigns.checks.{name}" for name in ("subject_limit", "long_subject", "body_limit", "sizes")),
    *("kit.actions.select_first", "kit.dates.impossible", "kit.map.some", "kit.map.cluster", "kit.dashboard.limited"),
    *("kit.list.told.many", "kit.bulk.others.many", "kit.views.refusals.long_name", "kit.views.refusals.many"),
    *(f"solidary_messages.refusals.{name}" for name in ("long_name", "long_text", "many")),
}
"""Texts whose number is a limit, or that are said of several alone."""
BAD_SPACING = re.compile(r"(?<![\u00a0\u202f!?])[:;!?»%]|«(?![\u00a0\u202f])")


@dataclass
class Usage:
    """What the code asks of the catalogue."""

    asked: dict[str, str] = field(default_factory=dict)
    """Keys and prefixes that must exist -> where they are asked for."""
    literals: set[str] = field(default_factory=set)
    """Every text written in the code, field paths also as the label of `home_address.locality` is found."""
    patterns: list[re.Pattern[str]] = field(default_factory=list)
    """Keys put together in f-strings."""

    def read(self, source: str, where: str) -> None:
        """Take in one module."""
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.literals |= {node.value, node.value.replace(".", "_")}
            elif isinstance(node, ast.JoinedStr):
                self._read_f_string(node)
            elif isinstance(node, ast.Call):
                for key in _keys_asked(node):
                    self.asked.setdefault(key, f"{where}:{node.lineno}")

    def uses(self, key: str) -> bool:
        """Tell whether the code can show a key."""
        parts = key.split(".")
        if key in self.literals:
            return True
        if len(parts) > 2 and parts[1] in CONVENTIONS:
            return self._declares("_".join(parts[2:]))
        ends = {".".join(parts[:size]) for size in range(2, len(parts) + 1)}
        return not ends.isdisjoint(self.literals) or any(pattern.fullmatch(key) for pattern in self.patterns)

    def _declares(self, name: str) -> bool:
        """Tell whether a field is declared, by itself or as a cell of the lines of another (`roles` + `territory`)."""
        cuts = [position for position, letter in enumerate(name) if letter == "_"]
        return name in self.literals or any(
            name[:cut] in self.literals and self._declares(name[cut + 1 :]) for cut in cuts
        )

    def _read_f_string(self, node: ast.JoinedStr) -> None:
        pieces = [piece.value if isinstance(piece, ast.Constant) else None for piece in node.values]
        constant = "".join(str(piece) for piece in pieces if piece)
        if "." in constant and re.fullmatch(r"[\w.]*[a-z][\w.]*", constant):
            self.patterns.append(re.compile("".join(re.escape(str(piece)) if piece else r"[\w.]+" for piece in pieces)))


def _keys_asked(node: ast.Call) -> Iterator[str]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    values = [*node.args] if name in CALLS else []
    values += [keyword.value for keyword in node.keywords if keyword.arg in KEYWORDS]
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and KEY.fullmatch(value.value):
            yield value.value


def texts_of(words: Catalogue, locale: str) -> Iterator[tuple[str, str]]:
    """Every text of a language with the file and the key it stands at."""
    for key, forms in words.texts[locale].items():
        for form, text in forms.items():
            yield f"{words.file_of(key, locale)}: {key}{f'_{form}' if form else ''}", text


def placeholders(forms: Forms) -> set[str]:
    """The placeholders of a key; a form may leave out the count ("one user")."""
    return {name for text in forms.values() for name in PLACEHOLDER.findall(text)}


def spacing_faults(text: str) -> list[str]:
    """The marks of a French text that lack their no-break space."""
    return BAD_SPACING.findall(NOT_PROSE.sub("x", text))


def unknown_keys(usage: Usage, words: Catalogue) -> list[str]:
    """The keys asked for that a language lacks, with where."""
    return [
        f"{where} asks for {key}, missing from {words.file_of(key, locale)}"
        for key, where in sorted(usage.asked.items())
        for locale in LOCALES
        if key not in words.texts[locale] and not any(other.startswith(f"{key}.") for other in words.texts[locale])
    ]


@functools.cache
def usage_of_app() -> Usage:
    """What the application asks for."""
    usage = Usage()
    for module in sorted((ROOT / "admin_app").rglob("*.py")):
        usage.read(module.read_text(encoding="utf-8"), str(module.relative_to(ROOT)))
    return usage


def test_there_are_texts():
    assert len(catalogue().texts["fr"]) > 100


@proves("WORDS-1")
def test_both_languages_have_the_same_keys():
    words = catalogue()
    missing = [
        f"{key} is missing from {words.file_of(key, here)}"
        for here, there in (LOCALES, LOCALES[::-1])
        for key in sorted(words.texts[there].keys() - words.texts[here].keys())
    ]
    assert missing == []


@proves("WORDS-1")
def test_both_languages_have_the_same_placeholders_and_forms():
    words = catalogue()
    different = [
        f"{key}: {words.file_of(key, 'fr')} has {sorted(placeholders(french))} in {sorted(french)}, "
        f"English has {sorted(placeholders(english))} in {sorted(english)}"
        for key, french in words.texts["fr"].items()
        if (english := words.texts["en"].get(key))
        and (placeholders(french), set(french)) != (placeholders(english), set(english))
    ]
    assert different == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_plural_has_its_count(locale):
    words = catalogue()
    silent = [
        f"{words.file_of(key, locale)}: {key}_other shows no {{{{count}}}}"
        for key, forms in words.texts[locale].items()
        if "other" in forms and "count" not in PLACEHOLDER.findall(forms["other"])
    ]
    assert silent == []


@proves("WORDS-3")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_is_clean(locale):
    faults = [
        f"{where}: {fault} in {text!r}"
        for where, text in texts_of(catalogue(), locale)
        for fault, found in {
            "nothing": not text.strip(),
            "spaces around": text != text.strip(),
            "a straight apostrophe": "'" in text,
            "three dots instead of …": "..." in text,
            "another no-break space before a mark": re.search(r"\u202f[:;!?»%]", text),
            "a broken placeholder": re.search(r"[{}]", PLACEHOLDER.sub("", text)),
        }.items()
        if found
    ]
    assert faults == []


@proves("WORDS-3")
def test_french_marks_have_their_no_break_space():
    faults = [
        f"{where}: {''.join(marks)} in {text!r}"
        for where, text in texts_of(catalogue(), "fr")
        if (marks := spacing_faults(text))
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Supprimer «\u00a0Vélo\u00a0»\u202f?", []),
        ("Vraiment\u202f?! À 08:30, voir https://exemple.fr : non", [":"]),
        ("« Vélo »", ["«", "»"]),
        ("Attention!", ["!"]),
        ("90 %", ["%"]),
        ("{{name}}: {{count}}", [":"]),
    ],
)
def test_spacing_faults_are_found(text, faults):
    assert spacing_faults(text) == faults


@proves("WORDS-1")
def test_every_key_asked_for_exists():
    assert unknown_keys(usage_of_app(), catalogue()) == []


@proves("WORDS-1")
def test_every_key_is_used():
    words, usage = catalogue(), usage_of_app()
    unused = [
        f"{words.file_of(key, 'fr')}: {key}"
        for key in sorted(words.texts["fr"])
        if not (key in told_of_failures() if key.startswith("errors.") else usage.uses(key))
    ]
    assert unused == []


def test_usage_is_read_from_the_code():
    usage = Usage()
    usage.read(
        't("kit.actions.save"); say("kit.nowhere", x); Screen(title="users.title", route="/users.html")\n'
        'Column("given_name", field="address.town", rows="role", choices="users.status")\n'
        'say(f"kit.upload.{name}"); f"{key}.empty"\n',
        "x.py",
    )
    assert set(usage.asked) == {"kit.actions.save", "kit.nowhere", "users.title", "users.status"}
    assert usage.asked["users.status"] == "x.py:2"
    used = {
        "users.fields.given_name",
        "users.fields.address_town",
        "users.hints.role_address_town",
        "users.status.1",
        "kit.upload.too_big",
        "events.empty",
        "users.title",
    }
    unused = {"users.fields.other", "users.other.1", "kit.other", "events.full"}
    assert {key for key in used | unused if usage.uses(key)} == used
    assert any("kit.nowhere" in fault for fault in unknown_keys(usage, catalogue()))


@proves("NOTICE-4")
def test_every_failure_that_can_be_told_has_its_words():
    """Of each entity: what is loaded, created, changed and deleted, and nothing else (NOTICE-4)."""
    told = told_of_failures()
    assert sorted(told - catalogue().texts["fr"].keys()) == []
    assert {f"errors.user.{each}" for each in ("load_error", "create_success", "update_error", "delete_error")} <= told
    assert {"errors.hitchhiker.create_success", "errors.solidary.update_success"} <= told
    assert told.isdisjoint({"errors.solidary.delete_error", "errors.volunteer.create_error"})


# --- what is said of failures ----------------------------------------------------------------


@functools.cache
def told_of_failures() -> frozenset[str]:
    """The keys below `errors.` that can be told: the kinds of failures, what is written out, what states tell."""
    usage = usage_of_app()
    named = [each for each in usage.patterns if re.match(r"errors\\\.\w+\\\.", each.pattern)]
    keys = {key for key in catalogue().texts["fr"] if key.startswith("errors.")}
    plain = {key for key in keys if key in usage.literals or any(each.fullmatch(key) for each in named)}
    failures = {f"errors.{kind}" for kind in kinds(ApiError)}
    return frozenset({*failures, *plain, *told_by_states()})


def kinds(error: type[ApiError]) -> set[str]:
    """The kinds of an error and of everything that is one."""
    return {error.kind}.union(*(kinds(each) for each in error.__subclasses__()))


def told_by_states() -> Iterator[str]:
    """The notices `errors.<entity>.<notice>` that a state tells of the entity of its resource, or of a file's own."""
    for state in below(rx.State):
        resource = getattr(state, "resource", None)
        if not isinstance(resource, Resource):
            continue
        words = frozenset[str]().union(*(words_of(each) for each in state.__mro__ if is_ours(each)))
        parts = resource.inputs()
        files = {part.entity for part in parts if isinstance(part, FileInput) and part.entity}
        acts = [act for act in ACTS if getattr(resource.may, act)]
        wanted = {(resource.entity, f"{act}_{how}"): {act, how} for act in acts for how in OUTCOMES}
        wanted |= {(entity, f"create_{how}"): {"create", how} for entity in files for how in OUTCOMES}
        failing = ("load", *(["image"] if any(isinstance(part, ImageInput) for part in parts) else []))
        wanted |= {(resource.entity, f"{act}_error"): {f"{act}_error"} for act in failing}
        for (entity, notice), pieces in wanted.items():
            if notice in words or pieces <= words:
                yield f"errors.{entity}.{notice}"


def below(state: type[rx.State]) -> Iterator[type[rx.State]]:
    """Every state of ours."""
    for each in state.__subclasses__():
        yield from (each, *below(each)) if is_ours(each) else below(each)


def is_ours(each: type) -> bool:
    return each.__module__.startswith("admin_app.")


@functools.cache
def words_of(each: type) -> frozenset[str]:
    """The words in the texts that a class has in its code: `update_error`, or `update` and `error`; and those of the
    flows that it begins."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(each)))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    words = frozenset(word for text in texts for word in re.findall(r"[a-z]+(?:_[a-z]+)*", text))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {each.__name__}
    flows = (vars(sys.modules[each.__module__]).get(name) for name in named)
    return words.union(*(words_of(flow) for flow in flows if is_flow(flow)))


def is_flow(each: object) -> bool:
    """Whether something is a plain object over the variables of a form or of a list (decision 61)."""
    made_of = inspect.signature(each).parameters.values() if isinstance(each, type) and is_ours(each) else ()
    return any(part.annotation in (FormHost, ListHost) for part in made_of)


@proves("WORDS-9")
@pytest.mark.parametrize("locale", LOCALES)
def test_what_may_be_one_is_not_told_in_the_plural(locale):
    texts = ((key, forms[""]) for key, forms in catalogue().texts[locale].items() if "" in forms)
    counted = {key for key, text in texts if COUNTED.search(text)}
    assert counted - NEVER_ONE == set(), "give these forms, `_one` and `_other`, or another wording"
