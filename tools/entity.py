"""Write the skeleton of an entity, which runs at once, or take it away again.

    make entity NAME=vehicles                    # ENTITY=vehicle, FRENCH="véhicules" where they do not follow
    make entity NAME=vehicles REMOVE=1           # REMOVE=all where somebody has worked on it since

Whole files come from `tools/entity_files`, where they lie as in the project. What goes into files that are there
already is in `LINES` and `IMPORTS`. Exit codes: 0 done, 1 what somebody changed is left, and named, 2 refused.
"""

import json
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template

from tools import permissions

ROOT = Path(__file__).resolve().parent.parent
FILES = Path(__file__).with_name("entity_files")
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
RIGHTS = (
    ("list", "Voir la liste ($french)", "List $titles"),
    ("create", "Créer ($french)", "Create $a_title"),
    ("read", "Consulter ($french)", "Read $a_title"),
    ("update", "Modifier ($french)", "Change $a_title"),
    ("delete", "Supprimer ($french)", "Delete $a_title"),
    ("manage", "Gérer ($french)", "Manage $titles"),
)
NOTICES = (
    ("load_error", "Chargement impossible ($french). Réessayez dans un instant.", "The $titles could not be loaded."),
    ("create_success", "Création enregistrée ($french).", "The $title was created."),
    ("create_error", "Création impossible ($french).", "The $title could not be created."),
    ("update_success", "Modifications enregistrées ($french).", "The changes to the $title were saved."),
    ("update_error", "Modifications non enregistrées ($french).", "The changes to the $title could not be saved."),
    ("delete_success", "Suppression faite ($french).", "The $title was deleted."),
    ("delete_error", "Suppression impossible ($french).", "The $title could not be deleted."),
)


class Refused(Exception):
    """Why no entity of this name can be made or taken away, in one sentence."""


@dataclass(frozen=True)
class Lines:
    """Lines of a file that is there already: they begin where the first `after` ends."""

    path: str
    after: str
    text: str

    def made(self, source: str) -> str:
        """The file with these lines."""
        if self.after not in source:
            raise Refused(f"{self.path} has no {self.after!r} any more: mend tools/entity.py.")
        return source.replace(self.after, self.after + self.text, 1)

    def removed(self, source: str) -> str:
        """The file without these lines; the same where somebody changed them."""
        return source.replace(self.text, "", 1)


@dataclass(frozen=True)
class Import:
    """One name of a `from ... import` at the head of a file; ruff puts it in its place."""

    path: str
    module: str
    name: str

    def made(self, source: str) -> str:
        """The file with this import, in a statement of its own."""
        first = source.index("\nfrom ") + 1
        return f"{source[:first]}from {self.module} import {self.name}\n{source[first:]}"

    def removed(self, source: str) -> str:
        """The file without it; the whole statement goes with its last name."""
        found = re.search(rf"^from {re.escape(self.module)} import (\([^)]*\)|[^\n]*)\n", source, re.MULTILINE)
        if not found:
            return source
        names = [name for name in re.findall(r"\w+", found[1]) if name != self.name]
        kept = f"from {self.module} import {', '.join(names)}\n" if names else ""
        return source.replace(found[0], kept, 1)


Edit = Lines | Import


@dataclass(frozen=True)
class Entity:
    """What the templates say of one entity."""

    names: str
    name: str
    french: str
    rank: int = 0

    @property
    def words(self) -> dict[str, str]:
        """The words of the templates, by their names there."""
        titles, title = self.names.replace("_", " "), self.name.replace("_", " ")
        article = "an" if title[0] in "aeiou" else "a"
        return {
            "names": self.names,
            "name": self.name,
            "NAMES": self.names.upper(),
            "RULE": self.name.replace("_", "").upper(),
            "Class": "".join(part.capitalize() for part in self.name.split("_")),
            "route": f"/{self.names.replace('_', '')}",
            "titles": titles,
            "title": title,
            "a_title": f"{article} {title}",
            "A_title": f"{article.capitalize()} {title}",
            "Titles": titles.capitalize(),
            "Title": title.capitalize(),
            "french": self.french,
            "French": self.french.capitalize(),
            "rank": str(self.rank),
        }

    def filled(self, text: str) -> str:
        """A template with these words."""
        return Template(text).substitute(self.words)

    def files(self) -> dict[str, str]:
        """The new files, by path."""
        return {
            self.filled(path.relative_to(FILES).as_posix().removesuffix(".tmpl")): self.filled(path.read_text("utf-8"))
            for path in sorted(FILES.rglob("*.tmpl"))
        }

    def edits(self) -> tuple[Edit, ...]:
        """What is put into files that are there already."""
        lines = (Lines(path, after, self.filled(text)) for path, after, text in (*LINES, *_texts()))
        return (*lines, *(Import(path, self.filled(module), self.filled(name)) for path, module, name in IMPORTS))


LINES = (
    ("admin_app/screens.py", "    *types.SCREENS,\n", "    *$names.SCREENS,\n"),
    ("sandbox/app.py", "    RELAY_POINT_TYPES,\n", "    $NAMES,\n"),
    ("sandbox/seed/__init__.py", "    editorials.fill(connection)\n", "    $names.fill(connection)\n"),
    (
        "tests/test_screens.py",
        "BESIDE = frozenset(\n    {\n",
        "".join(f'        "$route{each}",\n' for each in ("", "/create", "/show/[record_id]", "/[record_id]")),
    ),
    (
        "docs/rules.md",
        ": relay points could not tell the two apart. |\n",
        "\n## $RULE: $Titles\n\nWhat they are, in one sentence.\n\n| Rule | What is so |\n|---|---|\n"
        "| ${RULE}-1 | $A_title has a name, which is needed and ends at 255 letters; the list is one call, by name. |\n"
        "| ${RULE}-2 | It is created, changed and deleted. |\n"
        "| ${RULE}-3 | Nothing is read or written without its permissions. |\n",
    ),
    (
        "tests/contract/upstream/permissions.yaml",
        "\npermissions:\n",
        "".join(
            f'  ${{name}}_{right}:\n    meaning: "{english.lower()}"\n    granted_by: [ROLE_ADMIN, ROLE_SUPER_ADMIN]\n'
            for right, _, english in RIGHTS
        ),
    ),
)
"""File, text that is found, and what goes behind it."""
IMPORTS = (
    ("admin_app/screens.py", "admin_app.features", "$names"),
    ("sandbox/app.py", "sandbox.$names", "$NAMES"),
    ("sandbox/seed/__init__.py", "sandbox.seed", "$names"),
)
"""File, module, and the name that is imported from it."""


def _texts() -> list[tuple[str, str, str]]:
    """The sentences of an entity in the texts that all entities share."""
    texts = []
    for number, language in enumerate(("fr", "en"), start=1):
        said = ",\n".join(f'    "{each[0]}": "{each[number]}"' for each in NOTICES)
        rights = "".join(f'    "${{name}}_{each[0]}": "{each[number]}",\n' for each in RIGHTS)
        texts += [
            (f"translations/{language}/errors.json", "{\n", f'  "$name": {{\n{said}\n  }},\n'),
            (f"translations/{language}/rights.json", '  "permission": {\n', rights),
        ]
    return texts


def named(names: str, name: str = "", french: str = "", root: Path = ROOT) -> Entity:
    """Return the entity of a plural in snake case; Refused where that is none, or a word of Python."""
    one = name or (re.sub(r"ies$", "y", names) if names.endswith("ies") else names.removesuffix("s"))
    for word in (names, one):
        if not NAME.fullmatch(word) or keyword.iskeyword(word):
            raise Refused(f"{word!r} is no name: lower case letters and _, no word of Python, such as spare_parts.")
    if one == names:
        raise Refused(f"{names!r} is no plural that ends in s: say ENTITY=... too, for one of them.")
    return Entity(names, one, french or _french(names, root) or names.replace("_", " "), _rank(root))


def _french(names: str, root: Path) -> str:
    """The French word of an entity that is there already: what its list is called."""
    texts = root / "translations" / "fr" / f"{names}.json"
    return json.loads(texts.read_text("utf-8"))["title"].lower() if texts.exists() else ""


def _rank(root: Path) -> int:
    """A place in the last group of the menu that nobody has."""
    sources = "".join(path.read_text("utf-8") for path in sorted((root / "admin_app" / "features").rglob("*.py")))
    taken = {int(rank) for rank in re.findall(r'rank=(\d+)[^)]*group="settings"', sources)}
    return next(rank for rank in range(20, 1000, 10) if rank not in taken)


def make(entity: Entity, root: Path = ROOT) -> list[str]:
    """Write an entity and return the paths of what is new or changed; Refused where something is in the way."""
    files, edits = entity.files(), entity.edits()
    for path in (*files, f"admin_app/features/{entity.names}"):
        if (root / path).exists():
            raise Refused(f"{path} is there already: choose another name.")
    for path, text in files.items():
        (root / path).write_text(_formatted(path, text), encoding="utf-8")
    for edit in edits:
        _change(root / edit.path, edit.made)
    permissions.write(root)
    written = (permissions.APPLICATION.as_posix(), permissions.SANDBOX.as_posix())
    return [*files, *dict.fromkeys(edit.path for edit in edits), *written]


def remove(entity: Entity, root: Path = ROOT, *, changed_too: bool = False) -> list[str]:
    """Take an entity away, and return the paths of what somebody changed since.

    Nothing is taken away then, unless `changed_too`: its own files go, and of the others what is as it was made.
    Refused where no such entity was made.
    """
    files, edits = entity.files(), entity.edits()
    for path in files:
        if not (root / path).exists():
            raise Refused(f"{entity.names} was not made by make entity, or is gone: there is no {path}.")
    changed = [path for path, text in files.items() if not _is_as_made(root / path, _formatted(path, text))]
    lines = [edit.path for edit in edits if not _is_in(root, edit)]
    if (changed or lines) and not changed_too:
        return list(dict.fromkeys([*changed, *lines]))
    for path in files:
        (root / path).unlink()
    for edit in edits:
        _change(root / edit.path, edit.removed)
    permissions.write(root)
    return list(dict.fromkeys(lines))


def _is_in(root: Path, edit: Edit) -> bool:
    source = (root / edit.path).read_text("utf-8")
    return edit.removed(source) != source


def _is_as_made(file: Path, made: str) -> bool:
    """Whether a file differs in nothing but the place in the menu, which is another one each time."""
    found, wanted = (re.sub(r"rank=\d+", "", text) for text in (file.read_text("utf-8"), made))
    return found == wanted


def _change(path: Path, change: Callable[[str], str]) -> None:
    """Change a file."""
    path.write_text(_formatted(path.name, change(path.read_text("utf-8"))), encoding="utf-8")


def _formatted(path: str, text: str) -> str:
    """A text of Python with its imports in order and its lines as ruff has them; any other text as it is."""
    if not path.endswith(".py"):
        return text
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(ROOT / path), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return text


def _taken_away(entity: Entity, *, changed_too: bool) -> int:
    """Take it away, and say what is left; return the exit code."""
    left = remove(entity, changed_too=changed_too)
    if left:
        print(*left, sep="\n")
        said = "take its lines out of them yourself." if changed_too else "REMOVE=all takes it away all the same."
        print(f"\nThese were changed since: {said}", file=sys.stderr)
    return 1 if left else 0


def main() -> int:
    """Do what the variables of `make entity` say; return the exit code."""
    asked = os.environ
    try:
        entity = named(asked.get("NAME", ""), asked.get("ENTITY", ""), asked.get("FRENCH", ""))
        if asked.get("REMOVE"):
            return _taken_away(entity, changed_too=asked["REMOVE"] == "all")
        print(*make(entity), sep="\n")
        print(f"\nIts properties are in admin_app/features/{entity.names}.py; make dev PAGES={entity.words['route']}")
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
