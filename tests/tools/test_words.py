"""What a translator gets, and what comes back."""

import json

import pytest

from tools import words


def test_a_text_grew_old_where_its_source_alone_changed():
    then, now = {"a.x": "un", "a.y": "deux", "a.z": "trois"}, {"a.x": "une", "a.y": "deux", "a.z": "tous"}
    english, english_now = {"a.x": "one", "a.y": "two", "a.z": "three"}, {"a.x": "one", "a.y": "two", "a.z": "all"}
    assert words.stale(now, english_now, then, english) == {"a.x"}


def test_what_is_missing_comes_back_into_its_file(tmp_path):
    (tmp_path / "users.json").write_text(json.dumps({"title": "Users", "status": {"1": "Active"}}))
    source = {"users.title": "Usagers", "users.status.1": "Actif", "users.status.2": "Fermé", "events.title": "Agenda"}
    target = words.texts_of(tmp_path)
    assert words.missing(source, target) == {"users.status.2", "events.title"}
    words.put_back(tmp_path, {"users.status.2": "Closed", "events.title": "Events"}, source)
    assert words.texts_of(tmp_path) == {**target, "users.status.2": "Closed", "events.title": "Events"}


def test_a_key_that_nobody_asked_for_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"users\.nothing"):
        words.put_back(tmp_path, {"users.nothing": "x"}, {"users.title": "Usagers"})


def test_git_tells_what_stood_there():
    stood, now = words.texts_at("HEAD", "fr"), words.texts_of(words.ROOT / "translations" / "fr")
    assert len(stood.items() & now.items()) > len(now) / 2, "most is as it was, whatever is being changed"


def test_an_unknown_commit_is_said(capsys):
    assert words.main("en", "no-such-commit") == 2
    assert "no-such-commit" in capsys.readouterr().err
