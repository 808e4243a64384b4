"""The texts that a language lacks or that grew old, for a translator, and the way back (docs/translations.md).

`make words LANGUAGE=en SINCE=v1.0.0` writes `.run/words-en.json`: each text that is missing, and each whose French
changed since while the translation did not, under its key, in French. With `FILE=...` the translated file is
taken back. Exit codes: 0 done, 2 an unknown commit or key.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "fr"
Texts = dict[str, str]
"""`users.count_one` -> its text."""


def flat(feature: str, content: Mapping[str, Any]) -> Texts:
    """The texts of one file by their whole key."""
    found: Texts = {}
    for name, each in content.items():
        found |= flat(f"{feature}.{name}", each) if isinstance(each, dict) else {f"{feature}.{name}": each}
    return found


def texts_of(folder: Path) -> Texts:
    """The texts of a language as they stand in its folder."""
    files = sorted(folder.glob("*.json"))
    return {key: text for file in files for key, text in flat(file.stem, json.loads(file.read_text())).items()}


def texts_at(commit: str, language: str) -> Texts:
    """The texts of a language as they stood at a commit; ValueError where git knows none of that name."""
    folder = f"translations/{language}/"
    found: Texts = {}
    for path in _git("ls-tree", "--name-only", commit, folder).splitlines():
        found |= flat(Path(path).stem, json.loads(_git("show", f"{commit}:{path}")))
    return found


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return done.stdout


def missing(source: Texts, target: Texts) -> set[str]:
    """Keys that the source has and the target lacks."""
    return source.keys() - target.keys()


def stale(source: Texts, target: Texts, source_then: Texts, target_then: Texts) -> set[str]:
    """Keys whose text changed in the source since, and did not in the target."""
    known = source.keys() & target.keys() & source_then.keys() & target_then.keys()
    return {key for key in known if source[key] != source_then[key] and target[key] == target_then[key]}


def put_back(folder: Path, translated: Mapping[str, str], known: Iterable[str]) -> None:
    """Write translated texts into the files of a language; ValueError names keys that the source has not."""
    if strangers := sorted(translated.keys() - set(known)):
        raise ValueError(f"no such keys: {', '.join(strangers)}")
    folder.mkdir(parents=True, exist_ok=True)
    for feature in sorted({key.partition(".")[0] for key in translated}):
        file = folder / f"{feature}.json"
        content = json.loads(file.read_text()) if file.exists() else {}
        for key, text in translated.items():
            first, *groups, last = key.split(".")
            if first == feature:
                place = content
                for group in groups:
                    place = place.setdefault(group, {})
                place[last] = text
        file.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def main(language: str, since: str = "", file: str = "") -> int:
    """Write what a translator is to do, or take it back."""
    folder = ROOT / "translations" / language
    source, target = texts_of(ROOT / "translations" / SOURCE), texts_of(folder)
    try:
        if file:
            put_back(folder, json.loads(Path(file).read_text()), source)
            return 0
        old = stale(source, target, texts_at(since, SOURCE), texts_at(since, language)) if since else set()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    absent = missing(source, target)
    out = ROOT / ".run" / f"words-{language}.json"
    out.parent.mkdir(exist_ok=True)
    wanted = {key: source[key] for key in sorted(absent | old)}
    out.write_text(json.dumps(wanted, ensure_ascii=False, indent=2) + "\n")
    print(f"{language}: {len(absent)} missing, {len(old)} stale, in {out.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
