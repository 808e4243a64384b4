"""Solidary transport: requests, the people who ask and who drive, and the structures that accompany them."""

from admin_app.kit.records import finding
from admin_app.kit.screen import Screen
from admin_app.people.finding import of_people
from admin_app.solidary import dashboard, searching
from admin_app.solidary.asking import page as asking
from admin_app.solidary.beneficiaries import screens as beneficiaries
from admin_app.solidary.beneficiaries.resource import BENEFICIARIES
from admin_app.solidary.desk import screens as desk
from admin_app.solidary.desk.caller_page import with_caller
from admin_app.solidary.edition import page as edition
from admin_app.solidary.eligibility import screens as candidates
from admin_app.solidary.file import page as file
from admin_app.solidary.structures import screens as structures
from admin_app.solidary.volunteers import screens as volunteers

_PAGES: tuple[Screen, ...] = (
    *desk.SCREENS,
    *asking.SCREENS,
    *file.SCREENS,
    *edition.SCREENS,
    *candidates.SCREENS,
    *beneficiaries.SCREENS,
    *volunteers.SCREENS,
    *structures.SCREENS,
    *dashboard.SCREENS,
)
SCREENS = tuple(with_caller(each) for each in _PAGES)
FINDERS = (searching.FINDER, finding.of(BENEFICIARIES, of_people, ("telephone", "email")))
