"""The tour (docs/tour.md) shows every module, in both languages, with the pictures that are there."""

from admin_app.screens import SCREENS
from tools import tour


def test_the_page_is_what_the_script_writes() -> None:
    assert (tour.DOCS / "tour.md").read_text(encoding="utf-8") == tour.written()


def test_every_picture_is_there_and_no_other() -> None:
    wanted = {f"{locale}-{place.name}.webp" for place in tour.stops() for locale in tour.LOCALES}
    assert {path.name for path in tour.PICTURES.iterdir()} == wanted


def test_every_entry_of_the_menu_is_shown() -> None:
    shown = {place.path.split("?")[0] for place in tour.stops()}
    # The register is for who audits, types are three fields; creations are there for who may not see their list.
    aside = {"/register", "/relaypointtypes", "/solidaryrecords/create", "/solidarystructures/create"}
    missing = {
        screen.route
        for screen in SCREENS
        if screen.menu
        and not any(path.startswith(screen.route) for path in shown if screen.route != "/" or path == "/")
    }
    assert missing <= aside, missing
