"""What is wrong with a form, in words and in its place (FORM-5, FORM-6)."""

from admin_app.api.errors import Violation
from admin_app.features.content.articles import ARTICLES
from admin_app.kit.declare.fields import IntegerInput, LinesInput, TextInput
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.validation import found, listed, messages, refused
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

PARTS = (TextInput("name", max_length=5), IntegerInput("places", minimum=1, maximum=9), TextInput("email"))


def test_a_message_names_the_limits_of_its_input():
    wrong = {"name": "too_long", "places": "between", "email": "communities.wrong.no_file", "_": "required"}
    assert messages(found(wrong, {}), PARTS, "fr") == {
        "name": say("kit.validation.too_long", "fr", count=5),
        "places": say("kit.validation.between", "fr", minimum=1, maximum=9),
        "email": say("communities.wrong.no_file", "fr"),
        "_": say("kit.validation.required", "fr"),
    }


@proves("FORM-6")
def test_refusals_of_no_field_or_of_the_same_one_are_all_kept():
    pairs = [("email", "one"), ("email", "two"), ("plan", "three"), ("", "four"), ("name.street", "5")]
    texts = messages(refused([Violation(*pair) for pair in pairs], Submission(PARTS, {})), PARTS, "fr")
    assert set(texts) == {"email", "_", "name"}
    for message, field in (("one", "email"), ("two", "email"), ("three", "_"), ("four", "_"), ("5", "name")):
        assert message in texts[field]


def test_an_error_inside_lines_says_where_it_is():
    rows = next(part for part in ARTICLES.inputs() if isinstance(part, LinesInput))
    cell = next(each for each in rows.inputs if not isinstance(each, LinesInput))
    lines = {rows.name: [{"key": "4"}, {"key": "9"}]}
    name = f"{rows.name}:9:{cell.name}"
    sent = Submission(tuple(ARTICLES.inputs()), {}, lines)
    title, error = listed([name, "title", "_"], ARTICLES, sent, "fr")
    assert title == {"name": "title", "field": say(ARTICLES.label("title"), "fr")}
    assert error["name"] == name
    for words in (
        say(f"articles.lines.{rows.field}", "fr", position=2),
        say(ARTICLES.label(f"{rows.field}.{cell.field}"), "fr"),
    ):
        assert words in error["field"]
