"""Solidary transport: requests, the people who ask and who drive, and the structures that accompany them."""

from admin_app.features.solidary import beneficiaries, dashboard, global_search
from admin_app.features.solidary.asking import page as wizard
from admin_app.features.solidary.candidates import screens as candidate_screens
from admin_app.features.solidary.desk import screens as desk_screens
from admin_app.features.solidary.edition import page as edition_page
from admin_app.features.solidary.file import page as file_page
from admin_app.features.solidary.structures import screens as structure_screens
from admin_app.features.solidary.volunteers import screens as volunteer_screens

# Under names of their own: a module called as its package would stand in its place here.
_PAGES = (
    desk_screens,
    wizard,
    file_page,
    edition_page,
    candidate_screens,
    beneficiaries,
    volunteer_screens,
    structure_screens,
    dashboard,
)
SCREENS = tuple(screen for each in _PAGES for screen in each.SCREENS)
FINDERS = global_search.FINDERS
