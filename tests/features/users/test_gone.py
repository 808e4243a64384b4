"""An account whose person was taken out of it has no form any more (FORM-44, USER-5)."""

import pytest

from admin_app.features.hitchhikers.screens import HitchhikerForm
from admin_app.features.users.screens import UserForm
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

GONE = {3: "anonymised", 4: "pseudonymised"}
FORMS = {"users": UserForm, "hitchhikers": HitchhikerForm}


@pytest.fixture(autouse=True)
def modules(configure):
    configure(hitchhiking=True)


@proves("FORM-44", "USER-5")
@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("status", GONE)
async def test_the_form_of_such_an_account_says_why_there_is_none(sign_in, upstream, key, status):
    upstream.change(30, status=status)
    tab = await sign_in("admin", f"/{key}/30")
    view = tab.view(FORMS[key])
    assert (view.problem, view.fault) == (say(f"{key}.frozen.{GONE[status]}", "fr"), "frozen")
    assert view.problem_in["en"] == say(f"{key}.frozen.{GONE[status]}", "en")
    assert (view.title, view.values) == ("", {})


@proves("FORM-44")
@pytest.mark.parametrize("changes", [{"givenName": "Ada"}, {"musicFavorites": "Jazz"}, {"status": "2"}])
async def test_a_save_over_an_account_deleted_meanwhile_says_so_and_sends_nothing(sign_in, upstream, changes):
    tab = await sign_in("admin", "/users/30")
    emptied = {"given_name": None, "family_name": None, "telephone": None, "birth_date": None, "music_favorites": None}
    upstream.change(30, status=4, email="30@mobicoop-anonymized.io", gender=3, **emptied)
    for confirmed in ({}, {"_confirmed": "true"}):
        upstream.forget()
        await tab.send(UserForm.save, data=submitted(tab, UserForm, **changes, **confirmed))
        view = tab.view(UserForm)
        assert upstream.called("PATCH") == []
        assert view.failure == say("users.frozen.pseudonymised", "fr")
        assert (view.their_changes, view.refused, view.saving) == ([], [], False)
        assert view.values["givenName"] != ""
        assert "askToSave" not in [name for name, _ in tab.calls]
    assert [each["kind"] for each in tab.view(Notices).items][-1] == "error"
