"""How drivers stand to an ask: codes, words, icons (SOLIDARY-14)."""

import pytest

from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.statuses import ASK, ASK_ICONS, ASK_TONES
from admin_app.kit.words.catalogue import LOCALES, catalogue
from tests.features.solidary.conftest import view
from tests.features.solidary.drivers.conftest import CHOSEN, OPEN, UNTOLD
from tests.support.proofs import proves

WORDS = {
    "0": ("Demandé", "Asked"),
    "1": ("Refusé", "Refused"),
    "2": ("En attente", "Pending"),
    "3": ("Recherche de solution", "Looking for a solution"),
    "4": ("À suivre", "Follow-up"),
    "5": ("Fermé", "Closed"),
    "6": ("Accepté", "Accepted"),
}


@proves("SOLIDARY-14")
def test_each_status_has_its_word_icon_and_tone():
    french, english = (catalogue().choices("solidary.ask", locale) for locale in LOCALES)
    assert {code: (french[code], english[code]) for code in ASK} == WORDS
    assert set(ASK_ICONS) == set(ASK_TONES) == set(ASK)
    # Colour is never the only sign.
    assert len(set(ASK_ICONS.values())) == len(ASK)


@proves("SOLIDARY-14")
@pytest.mark.parametrize("locale", LOCALES)
def test_a_driver_is_a_volunteer_or_a_carpooler(locale: str):
    assert set(catalogue().choices("solidary_drivers.type", locale)) == {"transporter", "carpooler"}


@proves("SOLIDARY-14")
@pytest.mark.parametrize("record", [OPEN, CHOSEN, UNTOLD])
async def test_the_status_of_each_ask_is_what_the_server_says(at, upstream, record):
    tab = await at(record)
    told = {str(each["id"]): each for each in (await tab.state(SolidaryFile))._answer()["adminsolutions"]["drivers"]}
    assert {each["id"]: each["status"] for each in view(tab).drivers} == {
        key: str(each["status"]) for key, each in told.items()
    }
    assert {each["type"] for each in view(tab).drivers} <= {"transporter", "carpooler"}
