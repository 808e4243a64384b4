"""`make dev`: what a change of each kind of file sets off."""

import subprocess
import sys

import pytest

from tools import dev


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A checkout with a stylesheet of every page, one of a part, and texts."""
    for name in ("assets/styles/base.css", "assets/maps.css", "translations/fr/events.json", "admin_app/screens.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("new")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "STARTING", tmp_path / "dev")
    monkeypatch.setattr(dev, "PAGES", tmp_path / "dev" / "pages.list")
    monkeypatch.setattr(dev, "TEXTS", tmp_path / "dev" / "texts.list")
    monkeypatch.setattr(dev, "SERVED", tmp_path / "public")
    dev.choose_pages("")
    return tmp_path


def test_assets_are_copied_to_where_vite_sees_them(sources):
    dev.follow([sources / "assets" / "styles" / "base.css", sources / "assets" / "maps.css", sources / "assets"])
    assert (sources / "public" / "styles" / "base.css").read_text() == "new"
    assert (sources / "public" / "maps.css").read_text() == "new"
    assert not dev.TEXTS.exists()


def test_what_is_removed_is_removed_there(sources):
    file = sources / "assets" / "styles" / "base.css"
    dev.follow([file])
    file.unlink()
    dev.follow([file])
    assert not (sources / "public" / "styles" / "base.css").exists()


def test_texts_start_the_server_anew(sources, capsys):
    dev.follow([sources / "translations" / "fr" / "events.json"])
    assert dev.TEXTS.is_file()
    assert capsys.readouterr().out == "Changed: translations/fr/events.json\n"


def test_python_is_left_to_reflex(sources):
    dev.follow([sources / "admin_app" / "screens.py"])
    assert not dev.TEXTS.exists()


def test_the_pages_of_the_last_time_are_compiled_unless_others_are_asked_for(sources):
    assert dev.PAGES.read_text().split() == ["/login", "/"]
    dev.choose_pages("/events,/users /")
    assert dev.PAGES.read_text().split() == ["/events", "/users", "/"]
    dev.choose_pages("")
    assert dev.PAGES.read_text().split() == ["/events", "/users", "/"]


_SERVER = """
import multiprocessing, signal, time
signal.signal(signal.SIGTERM, lambda *_: None)
copy = multiprocessing.get_context("fork").Process(target=time.sleep, args=(30,))
copy.start()
time.sleep(0.5)
copy.terminate()
copy.join(5)
print(copy.exitcode)
copy.kill()
"""


def test_a_copy_of_the_server_that_loads_ends_when_it_is_told_to():
    """Also where the server itself only notes the signal, as one does that stops its copies first."""
    code = dev.ENDS_AT_ONCE + _SERVER
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "-15"
