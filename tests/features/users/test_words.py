"""What people agreed to has one name, wherever it stands."""

import pytest

from admin_app.features.users.imports import USER_IMPORT
from admin_app.kit.imports.column_matching import named
from admin_app.kit.imports.files import names
from admin_app.kit.words.catalogue import LOCALES, message

SCREENS = "users hitchhikers community_members campaign_members beneficiaries asking user_import community_user_import"
PLACES = (
    *(f"{screen}.fields.news_subscription" for screen in SCREENS.split()),
    "users.filters.news_subscription",
    "solidary_edition.kind.news",
)


@pytest.mark.parametrize("locale", LOCALES)
def test_who_accepts_mail_is_called_the_same_everywhere(locale):
    assert len({message(place, locale) for place in PLACES}) == 1


@pytest.mark.parametrize("head", ["Accepte les e-mails", "Accepte les actualités", "Accepts e-mails", "Accepts news"])
def test_a_file_with_the_former_name_of_the_column_is_still_understood(head):
    assert named(names(USER_IMPORT), head) == "news_subscription"
