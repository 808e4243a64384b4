"""What the labels of a form say: what may stay empty, or what may not."""

import pytest

from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.solidary.beneficiaries import BENEFICIARIES
from admin_app.features.solidary.structures.form_values import EDITED
from admin_app.features.users.resource import USERS
from admin_app.kit.declare.fields import during
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.inputs import mark_of, says_optional, says_required
from admin_app.kit.gallery.specimens import DEMO
from tests.support.proofs import proves


def said(resource, name: str, operation: str) -> str:
    """What stands beside the label of an input, in French."""
    part = next(during(each, operation) for each in resource.inputs() if each.field == name)
    state = type("State", (), {"resource": resource})
    shown = str(mark_of(Field(part, state, name, "", "", name)))
    return next((word for word in ("facultatif", "obligatoire") if word in shown), "")


@proves("FORM-43")
@pytest.mark.parametrize(
    ("name", "operation", "word"),
    [
        ("given_name", "create", ""),
        ("given_name", "edit", ""),  # it may lack there, and is no option for all that
        ("status", "edit", ""),  # one of a few, and never emptied
        ("news_subscription", "create", ""),  # yes or no: it is never empty
        ("music", "create", ""),  # its section folds, and says so itself
    ],
)
def test_a_form_of_mostly_required_fields_says_what_is_optional(name, operation, word):
    assert says_optional(USERS)
    assert said(USERS, name, operation) == word
    assert said(COMMUNITIES, "target", operation) == "facultatif"


@proves("FORM-43")
@pytest.mark.parametrize(("name", "word"), [("text", "obligatoire"), ("integer", "")])
def test_another_one_says_what_is_required(name, word):
    assert not says_optional(DEMO)
    assert says_required(DEMO)
    assert said(DEMO, name, "create") == word


def test_a_form_of_which_nothing_is_required_says_nothing():
    assert not says_optional(BENEFICIARIES)
    assert not says_required(BENEFICIARIES)


@proves("FORM-43")
def test_what_begins_filled_is_no_reason_to_mark_what_is_optional():
    """The hours of a structure are required and there from the start: of what is typed, its name alone is required."""
    assert not says_optional(EDITED)
    assert said(EDITED, "name", "create") == "obligatoire"
    assert said(EDITED, "email", "create") == ""
