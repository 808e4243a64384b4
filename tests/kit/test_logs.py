"""Logs say where something went wrong and how often, never what somebody typed, sent or is called."""

import contextlib
import errno
import json
import logging
import os
import re

import pytest
from pydantic import BaseModel, ValidationError
from reflex.state import FrontendEventExceptionState

from admin_app.features.account.login import Login
from admin_app.features.users.imports import UserImport
from admin_app.kit import logs, sockets
from admin_app.kit.gallery.specimens import Specimen
from admin_app.settings import Settings
from admin_app.shared.people.person import Person
from tests.support.leaks import leaks, written
from tests.support.proofs import proves

SECRET = "jeanne.secret@example.org"
TOKEN = "9b2d1a6e-1c51-4f06-8e3f-0a5c6b7d8e9f"
FORGED = "nothing\nERROR admin_app.kit.session a forged line"


@pytest.fixture
def discreet(caplog):
    """What is written while the application serves."""
    with logs.discreet():
        yield lambda: written(caplog.records)


@pytest.fixture
def root():
    """The root of all loggers, as it was before."""
    found = logging.getLogger()
    kept = (found.handlers[:], found.level)
    yield found
    found.handlers[:], found.level = kept


@proves("CONFIG-11")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_line_has_its_time_level_worker_and_place(root, capsys, form):
    logging.getLogger("admin_app.x").addHandler(logging.StreamHandler())
    logs.begin(form)
    logging.getLogger("admin_app.x").warning("PATCH /admin/users/{id}: 500\nERROR forged")
    logging.getLogger("admin_app.x").info("left out")
    line = capsys.readouterr().err
    assert line.count("PATCH") == 1
    if form == "json":
        told = json.loads(line)
        assert told.pop("message") == "PATCH /admin/users/{id}: 500\nERROR forged"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told.pop("time"))
        assert told == {"level": "WARNING", "worker": os.getpid(), "logger": "admin_app.x"}
    else:
        assert re.match(rf"\d{{4}}-\d\d-\d\dT[\d:]+Z WARNING {os.getpid()} admin_app\.x: PATCH ", line)


@proves("CONFIG-11")
def test_an_error_of_the_system_says_which():
    assert logs.told(OSError(errno.ENOSPC, SECRET)) == "OSError ENOSPC"
    assert logs.told(OSError(SECRET)) == "OSError"
    assert logs.told(PermissionError(errno.EACCES, SECRET)) == "PermissionError EACCES"


@proves("GUARD-5")
def test_of_another_s_line_the_place_is_kept(discreet, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("reflex.app").warning(f"client {TOKEN!r} said {SECRET}")
    logging.getLogger("engineio.server").error("refused %s", SECRET)
    logging.getLogger().error(SECRET)
    assert "test_logs" in discreet()
    assert not leaks(discreet())


@proves("GUARD-5")
def test_of_an_error_the_kind_and_the_way_to_it(discreet):
    def fail():
        try:
            int(SECRET)
        except ValueError as error:
            raise LookupError(SECRET) from error

    try:
        fail()
    except LookupError:
        logging.getLogger("admin_app.x").exception("a handler failed")
    text = discreet()
    assert "a handler failed: LookupError from ValueError at test_logs.py:" in text
    assert "fail" in text
    assert not leaks(text)


@proves("GUARD-5")
def test_lines_of_one_place_are_counted_beyond_some(discreet, monkeypatch):
    moment = [0.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: moment[0])

    def line():
        logging.getLogger("admin_app.x").error("again")

    for _ in range(1000):
        line()
    logging.getLogger("admin_app.x").error("another")
    assert discreet().count("again") == logs.MOST
    assert discreet().count("another") == 1
    moment[0] = logs.WINDOW + 1
    line()
    assert f"again: ({1000 - logs.MOST} more like it before)" in discreet()


def test_the_filter_goes_with_the_application(caplog):
    with logs.discreet():
        pass
    logging.getLogger("reflex.app").warning("as before")
    assert caplog.messages == ["as before"]


@proves("GUARD-5")
async def test_the_text_of_a_page_is_never_written(tab, browser, caplog):
    await tab.open("/login")
    await tab.send(FrontendEventExceptionState.handle_frontend_exception, info=FORGED, component_stack=SECRET)
    assert "a page reported an error" in written(caplog.records)
    assert "forged" not in written(caplog.records)


WRONG = [
    (Login.submit, {"data": [SECRET]}),
    (Login.submit, {SECRET: SECRET}),
    (UserImport.commit, {"edit": SECRET}),
    (UserImport.commit, {"line": SECRET, "column": SECRET, "text": [SECRET]}),
    (UserImport.turn, {"page": {"a": SECRET}}),
]


@proves("GUARD-5")
@pytest.mark.parametrize(("event", "payload"), WRONG)
async def test_wrong_events_write_little_and_nothing_of_theirs(sign_in, browser, caplog, event, payload):
    browser.processor.backend_exception_handler = sockets.handler_failed
    tab = await sign_in("admin", "/users/import")
    for _ in range(50):
        with contextlib.suppress(Exception):
            await tab.send(event, **payload)
    text = written(caplog.records)
    assert not leaks(text)
    assert len(text) < 10_000


@proves("GUARD-7")
def test_what_a_record_stumbled_over_is_not_told():
    with pytest.raises(ValidationError) as raised:
        Person.model_validate({"email": [SECRET], "givenName": {"a": SECRET}})
    assert SECRET not in str(raised.value)


def models(model: type[BaseModel]) -> list[type[BaseModel]]:
    return [model, *(each for below in model.__subclasses__() for each in models(below))]


@proves("GUARD-7")
def test_every_record_hides_what_it_was_made_of():
    ours = {each for each in models(BaseModel) if each.__module__.startswith("admin_app.")} - {Settings, Specimen}
    assert len(ours) >= 20
    assert all(each.model_config.get("hide_input_in_errors") for each in ours)


@proves("GUARD-6")
@pytest.mark.parametrize(
    "text",
    [
        SECRET,
        "email=lea%40example.org",
        TOKEN,
        "eyJhbGciOiJIUzI1NiJ9.x",
        "0612345678",
        "+33 6 12 34 56 78",
        "by Lefebvre",
    ],
)
def test_what_must_not_stand_in_a_log_is_found(text):
    assert leaks(f"fine\nWARNING admin_app.x {text}\nfine")


@proves("GUARD-6")
@pytest.mark.parametrize("text", ["base_state_processor.py:213 _prepare", "network ReadTimeout", "12:30:45 2026-11-22"])
def test_what_may_stand_there_is_not(text):
    assert not leaks(text)
