"""`make entity` writes an entity that runs, in a copy of the sources, and takes it away without a trace."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import entity

PARTS = ("admin_app", "assets", "docs", "sandbox", "tests", "tools", "translations", "benchmarks")
PROVEN = (
    "tests/features/test_spare_parts.py",
    "tests/test_layers.py",
    "tests/test_rules.py",
    "tests/test_screens.py",
    "tests/test_translations.py",
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources, without what is built."""
    for part in PARTS:
        shutil.copytree(entity.ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "external"))
    for file in entity.ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, tmp_path)
    shutil.copy(entity.ROOT / "Makefile", tmp_path)
    return tmp_path


def sources(root: Path) -> dict[str, bytes]:
    """Every file of the copy."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for part in PARTS
        for path in (root / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def run_in(folder: Path, *command: str) -> None:
    """Run a module on the copy in a process of its own, and show what it said when it fails."""
    without = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=without, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]


def test_an_entity_runs_at_once_and_leaves_no_trace(copy: Path) -> None:
    before = sources(copy)
    made = entity.named("spare_parts", french="pièces", root=copy)
    assert (made.name, made.words["Class"], made.words["route"]) == ("spare_part", "SparePart", "/spareparts")
    entity.make(made, copy)
    run_in(copy, "pytest", "-q", "-x", *PROVEN)
    # The journey is not run: what it calls is there, and takes what it is given.
    run_in(copy, "pyright", "tests/browser/test_spare_parts.py")
    with pytest.raises(entity.Refused, match="is there already"):
        entity.make(made, copy)
    # Whoever takes it away need not say the French word again.
    assert entity.remove(entity.named("spare_parts", root=copy), copy) == []
    assert sources(copy) == before


def test_what_somebody_wrote_since_is_named_and_goes_when_asked_for(copy: Path) -> None:
    made = entity.named("insurances", root=copy)
    entity.make(made, copy)
    page = copy / "admin_app/features/insurances.py"
    assert '"""An insurance as' in page.read_text()
    page.write_text(page.read_text() + "\n# By hand.\n")
    texts = copy / "translations/fr/errors.json"
    texts.write_text(texts.read_text().replace("Création enregistrée (insurances)", "L’assurance est créée"))
    before = sources(copy)
    assert entity.remove(made, copy) == ["admin_app/features/insurances.py", "translations/fr/errors.json"]
    assert sources(copy) == before  # nothing is half gone
    assert entity.remove(made, copy, changed_too=True) == ["translations/fr/errors.json"]
    assert not page.exists()
    assert "insurance" not in (copy / "sandbox/app.py").read_text()


@pytest.mark.parametrize("names", ["users", "communities", "events", "relay_point_types", "vehicles"])
def test_what_was_not_made_so_is_not_taken_away(names: str) -> None:
    with pytest.raises(entity.Refused, match="was not made by make entity"):
        entity.remove(entity.named(names))


@pytest.mark.parametrize("names", ["", "Vehicles", "spare parts", "9lives", "../x", "fish", "é"])
def test_what_is_no_name_is_refused_in_one_sentence(names: str) -> None:
    with pytest.raises(entity.Refused) as refused:
        entity.named(names)
    assert "\n" not in str(refused.value)


def test_an_entity_that_is_there_is_not_written_over() -> None:
    with pytest.raises(entity.Refused, match="is there already"):
        entity.make(entity.named("users"))
