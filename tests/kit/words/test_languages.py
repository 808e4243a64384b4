"""A further language is a folder of texts and a line: nothing in the code names one."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from babel.dates import get_month_names

from admin_app.kit.words.languages import LANGUAGES, LOCALES, day_names
from tests.support.proofs import proves

ROOT = Path(__file__).resolve().parents[3]
SAYS = """
from admin_app import screens
from admin_app.kit.words import formats
from admin_app.kit.words.locale import say, t

told = say("users.impact.unseen", "pl", 3), formats.date("2026-11-25", "pl"), str(t("users.title"))
print(told[0][:2], told[1], 'ui_locale === "pl"' in told[2], sep="|")
"""
POLISH = {
    "tag": "pl",
    "name": "Polski",
    "day": "dd.MM.yyyy",
    "typed": "dd.MM.yyyy",
    "clock": " ",
    "first": "1",
    "elided": {},
    "months": [],
    "short": [],
}


@proves("WORDS-9")
def test_months_are_those_of_babel():
    for locale, language in LANGUAGES.items():
        for kind, width in (("months", "wide"), ("short", "abbreviated")):
            names = get_month_names(width, locale=locale)
            assert language[kind] == [names[month] for month in range(1, 13)], (locale, kind)


def test_the_days_of_the_week_begin_with_sunday():
    week = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]
    assert day_names("fr") == week
    assert day_names("en")[0] == "Sunday"


@proves("WORDS-9")
def test_no_code_names_a_language():
    found = []
    for file in sorted((ROOT / "admin_app").rglob("*.py")):
        tree = ast.parse(file.read_text())
        named = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in LOCALES]
        found += [f"{file.relative_to(ROOT)}:{node.lineno}" for node in named]
    for folder in ("admin_app", "assets/patches"):
        for file in sorted((ROOT / folder).rglob("*.js*")):
            if file.suffix in (".js", ".jsx") and re.search(r"""["'](fr|en)["']""", file.read_text()):
                found.append(str(file.relative_to(ROOT)))
    # The setting of the language of a first visit has to have a default.
    assert [each for each in found if not each.startswith("admin_app/settings.py")] == []


@proves("WORDS-9")
def test_a_third_language_is_a_folder_and_a_line(tmp_path):
    for name in ("admin_app", "assets", "translations"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    lines = tmp_path / "assets" / "kit" / "languages.json"
    lines.write_text(json.dumps({**LANGUAGES, "pl": POLISH}))
    shutil.copytree(tmp_path / "translations" / "en", tmp_path / "translations" / "pl")
    texts = tmp_path / "translations" / "pl" / "users.json"
    texts.write_text(texts.read_text().replace('"Users"', '"Osoby"'))
    done = subprocess.run(
        [sys.executable, "-c", SAYS], cwd=tmp_path, capture_output=True, text=True, env={"ADMIN_DEFAULT_LOCALE": "pl"}
    )
    assert done.stdout == "3 |25.11.2026|True\n", done.stderr
