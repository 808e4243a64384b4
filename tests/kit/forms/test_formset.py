"""Lines of inputs: nested, in order, and the whole wanted set on the wire (content-points.yaml, update_article)."""

from itertools import count, pairwise
from types import SimpleNamespace as Record

import pytest

from admin_app.kit.declare.fields import Input, LinesInput, RichTextInput, TextInput, Variant
from admin_app.kit.forms import formset
from admin_app.kit.forms import submission as form_lines
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.validation import trail
from tests.support.proofs import proves

TEXTS = LinesInput(
    "texts", ordered="place", identified=True, inputs=(RichTextInput("body", required=True), TextInput("rank"))
)
PARTS = LinesInput(
    "aparts",
    source="parts",
    ordered="place",
    identified=True,
    inputs=(TextInput("sub_title", blank_text=True), TextInput("state", type="integer", default="0"), TEXTS),
)
FLAT = LinesInput("flat", required=True, inputs=(TextInput("role", required=True), TextInput("zone", type="integer")))
ALL = (TextInput("title"), PARTS, FLAT)


def text(record_id, body, place, rank=None):
    return Record(id=record_id, body=body, place=place, rank=rank)


def part(record_id, sub_title, place, *texts):
    return Record(id=record_id, sub_title=sub_title, state=1, place=place, texts=texts)


def stored(*parts):
    numbers = count(1)
    return form_lines.stored_lines(PARTS, Record(parts=parts), lambda: str(next(numbers)))


RECORD = (part(7, "Deux", 20, text(70, "<p>b</p>", 2), text(71, "<p>a</p>", 1)), part(5, None, 10))


def test_stored_lines_come_in_the_order_of_their_places_whatever_the_answer_had():
    lines = stored(*RECORD)
    assert list(lines) == ["aparts", "aparts:1:texts", "aparts:2:texts"]
    assert [(line["key"], line["id"], line["subTitle"], line["state"]) for line in lines["aparts"]] == [
        ("1", "5", "", "1"),
        ("2", "7", "Deux", "1"),
    ]
    assert lines["aparts:1:texts"] == []
    assert [line["body"] for line in lines["aparts:2:texts"]] == ["<p>a</p>", "<p>b</p>"]


def test_stored_html_is_cleaned_before_it_is_edited():
    lines = stored(part(1, "", 1, text(2, "<p>ok<img src=x onerror=alert(1)></p><script>alert(1)</script>", 1)))
    assert lines["aparts:1:texts"][0]["body"] == '<p>ok<img src="x"></p>'


@pytest.mark.parametrize(("number", "folded"), [(3, None), (4, "true")])
def test_many_lines_that_hold_lines_start_folded(number, folded):
    lines = stored(*(part(each, "", each) for each in range(number)))
    assert {line.get("folded") for line in lines["aparts"]} == {folded}


@proves("FORM-15")
def test_what_goes_out_is_the_whole_set_with_ids_and_places_from_one():
    assert form_lines.values_of(PARTS, stored(*RECORD)) == [
        {"id": 5, "subTitle": "", "state": 1, "texts": [], "place": 1},
        {
            "id": 7,
            "subTitle": "Deux",
            "state": 1,
            "texts": [
                {"id": 71, "body": "<p>a</p>", "rank": None, "place": 1},
                {"id": 70, "body": "<p>b</p>", "rank": None, "place": 2},
            ],
            "place": 2,
        },
    ]


PAIRS = [
    ("title", "Aide"),
    ("aparts:9:subTitle", "Neuf"),
    ("aparts:9:texts:4:body", "<p>x</p>"),
    ("aparts:9:texts:4:id", ""),
    ("aparts:9:texts:3:body", "<p>y</p>"),
    ("aparts:9:id", ""),
    ("aparts:1:id", "5"),
    ("apartsbis:1:id", "6"),
]


def test_several_values_of_one_cell_are_one_text():
    """As boxes that are ticked are sent; a draft holds them joined already."""
    pairs = [("aparts:1:kinds", "a"), ("aparts:1:kinds", "c"), ("aparts:1:title", "x")]
    assert form_lines.typed_lines(PARTS, pairs)["aparts"] == [{"key": "1", "kinds": "a,c", "title": "x"}]


def test_typed_lines_keep_the_order_of_the_page():
    lines = form_lines.typed_lines(PARTS, PAIRS)
    assert lines == {
        "aparts": [{"key": "9", "subTitle": "Neuf", "id": ""}, {"key": "1", "id": "5"}],
        "aparts:9:texts": [{"key": "4", "body": "<p>x</p>", "id": ""}, {"key": "3", "body": "<p>y</p>"}],
        "aparts:1:texts": [],
    }
    new, old = form_lines.values_of(PARTS, lines | {"aparts": [{**line, "state": "0"} for line in lines["aparts"]]})
    assert "id" not in new
    assert (old["id"], old["place"]) == (5, 2)
    assert [each["body"] for each in new["texts"]] == ["<p>x</p>", "<p>y</p>"]


def test_nothing_typed_is_no_line():
    assert form_lines.typed_lines(PARTS, [("title", "x")]) == {"aparts": []}
    assert form_lines.values_of(PARTS, {"aparts": []}) == []


@proves("FORM-15")
def test_an_id_that_was_not_read_is_not_sent_back():
    typed = {
        "aparts": [{"key": "1", "id": "5"}, {"key": "2", "id": "70"}],
        "aparts:1:texts": [{"key": "3", "id": "70"}],
    }
    known = form_lines.known_ids(stored(*RECORD))
    assert known == {"aparts": {"5", "7"}, "aparts.texts": {"70", "71"}}
    kept = form_lines.without_unknown_ids(typed, known)
    assert [line["id"] for line in kept["aparts"]] == ["5", ""]
    assert kept["aparts:1:texts"][0]["id"] == "70"


@pytest.mark.parametrize("forged", ["abc", "-1", "1; drop", "²"])
def test_an_id_that_is_no_number_is_not_sent(forged):
    assert "id" not in form_lines.values_of(PARTS, {"aparts": [{"key": "1", "id": forged, "state": "0"}]})[0]


def keys(lines):
    return "".join(line["key"] for line in lines)


@pytest.mark.parametrize(
    ("key", "by", "after"),
    [
        ("a", 1, "bacd"),
        ("a", -1, "abcd"),
        ("d", -1, "abdc"),
        ("d", 1, "abcd"),
        ("b", 2, "acdb"),
        ("c", -9, "cabd"),
        ("b", 9, "acdb"),
        ("z", 1, "abcd"),
    ],
)
def test_a_line_moves_and_never_past_an_end(key, by, after):
    before = [{"key": each} for each in "abcd"]
    assert keys(formset.moved(before, key, by)) == after
    assert keys(before) == "abcd"


@proves("USER-9")
def test_what_is_wrong_is_named_by_its_cell():
    lines = stored(part(1, "x" * 256, 1, text(2, "", 1)))
    assert Submission((PARTS,), {}, lines).problems == {
        "aparts:1:subTitle": "too_long",
        "aparts:1:texts:2:body": "required",
    }
    assert Submission((FLAT,), {}, {}).problems == {"flat": "choose_one"}
    assert Submission((FLAT,), {}, {"flat": [{"key": "1"}]}).problems == {"flat:1:role": "required"}


def test_the_way_to_a_cell_says_which_lines_it_is_in():
    lines = {"aparts": [{"key": "9"}, {"key": "3"}], "aparts:3:texts": [{"key": "4"}]}
    assert trail(ALL, lines, "aparts:3:texts:4:body") == [
        ("aparts", 2),
        ("aparts.texts", 1),
        ("aparts.texts.body", 0),
    ]
    assert trail(ALL, lines, "aparts:9") == [("aparts", 1)]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("title", "title"),
        ("aparts", "aparts"),
        ("aparts:1:subTitle", "sub_title"),
        ("aparts:1:texts", "texts"),
        ("aparts:1:texts:2:body", "body"),
        ("aparts:1:nothing", None),
        ("nothing:1:body", None),
        ("", None),
    ],
)
def test_an_input_is_found_by_its_full_name(name, field):
    found = form_lines.part_of(ALL, name)
    assert (found.field if found else None) == field


def test_ids_are_kept_where_lines_have_them():
    assert form_lines.id_names(ALL) == {"aparts", "texts"}
    assert form_lines.path_of("aparts:3:texts") == "aparts.texts"


def test_a_new_line_has_the_defaults_of_its_cells():
    assert formset.blank(PARTS, "8") == {"key": "8", "locked": "", "state": "0"}


def test_a_line_is_added_with_the_place_of_those_below_it_and_taken_away_with_them():
    lines = formset.with_blank({"aparts": [{"key": "1", "locked": ""}]}, PARTS, "aparts", "2")
    assert keys(lines["aparts"]) == "12"
    assert lines["aparts:2:texts"] == []
    assert formset.near(lines, "aparts", "1") == "aparts:2"
    assert formset.near(lines, "aparts", "2") == "aparts:1"
    three = formset.with_blank(lines, PARTS, "aparts", "3")
    assert [formset.near(three, "aparts", key) for key in "123"] == ["aparts:2", "aparts:3", "aparts:2"]
    left = formset.without(lines, "aparts", "2")
    assert left == {"aparts": [{"key": "1", "locked": ""}]}
    assert formset.near(left, "aparts", "1") == "aparts"


def test_steps_are_undone_and_done_again_one_after_the_other():
    """What a line held when it was seen last comes back with it."""
    one, two = {"key": "1", "role": "a"}, {"key": "2", "role": "b"}
    orders = [{"flat": [one]}, {"flat": [one, two]}, {"flat": [two, one]}, {"flat": [two]}]
    steps = formset.Steps()
    for before, after in pairwise(orders):
        steps = steps.noted(before).taken(before).noted(after)
    for before, after in reversed([*pairwise(orders)]):
        steps, back = steps.undone(after)
        assert back == before
    assert (steps.past, len(steps.future)) == ((), 3)
    for before, after in pairwise(orders):
        steps, again = steps.redone(before)
        assert again == after
    assert (len(steps.past), steps.future) == (3, ())
    assert steps.undone(orders[-1])[0].taken(orders[2]).future == (), "another step leaves nothing to do again"


@pytest.mark.parametrize(
    ("before", "after", "brought"),
    [
        ("12", "123", "flat:3"),
        ("123", "132", "flat:3"),
        ("123", "231", "flat:2"),
        ("123", "13", ""),
        ("", "1", "flat:1"),
    ],
)
def test_a_step_leads_to_the_line_it_brought_or_moved(before, after, brought):
    rows = [{"flat": [{"key": key} for key in each]} for each in (before, after)]
    assert formset.subject(*rows) == brought


def test_what_was_folded_stays_so_when_the_page_says_how_lines_stand():
    before = {"flat": [{"key": "1", "folded": "true"}, {"key": "2"}], "kept": [{"key": "5"}]}
    found = formset.rearranged(before, {"flat": [{"key": "2"}, {"key": "3"}, {"key": "1"}]})
    assert found == {"flat": [{"key": "2"}, {"key": "3"}, {"key": "1", "folded": "true"}], "kept": [{"key": "5"}]}


def test_a_copy_stands_after_its_line_with_what_is_below_it_and_is_new_to_the_api():
    line, cell = {"key": "1", "locked": "true", "id": "7", "subTitle": "a"}, {"key": "3", "locked": "", "body": "b"}
    lines = formset.copied({"aparts": [line, {"key": "2", "locked": ""}], "aparts:1:texts": [cell]}, "aparts", "1", "9")
    assert lines["aparts"] == [line, {"key": "9", "locked": "", "id": "", "subTitle": "a"}, {"key": "2", "locked": ""}]
    assert lines["aparts:9:texts"] == lines["aparts:1:texts"] == [cell]


@pytest.mark.parametrize(("name", "key"), [("aparts", "9"), ("nothing", "1"), ("aparts", "1")])
def test_a_line_that_is_locked_or_not_there_stays(name, key):
    assert formset.without({"aparts": [{"key": "1", "locked": "true"}]}, name, key) is None


# --- lines of several kinds ----------------------------------------------------------------

PIECES = LinesInput(
    "pieces",
    ordered="place",
    arranged=True,
    last="end",
    variants={
        "word": Variant(("text",), "type"),
        "end": Variant(("note",), "flag"),
        "old": Variant((), "x", offered=False),
    },
    inputs=(TextInput("text", required=True), TextInput("note", default="bye"), Input("extra", "kept")),
    written=lambda values: ",".join(f"{each['kind']}:{each['extra'] or ''}" for each in values),
)


def piece(kind, place):
    return Record(kind=kind, place=place, text=None, note=None, extra=None)


def test_a_line_has_the_cells_of_its_kind_and_those_of_none():
    record = Record(pieces=[piece("word", 1), piece("end", 2), piece("gone", 3)])
    found = form_lines.stored_lines(PIECES, record, iter("123").__next__)["pieces"]
    assert [sorted(set(line) - {"key", "locked", "kind"}) for line in found] == [
        ["extra", "text"],
        ["extra", "note"],
        ["extra"],
    ]


def test_a_new_line_stands_above_those_that_end_them():
    lines = {"pieces": [{"key": "1", "kind": "word"}, {"key": "2", "kind": "end"}, {"key": "3", "kind": "end"}]}
    assert [line["key"] for line in formset.with_blank(lines, PIECES, "pieces", "4", "word")["pieces"]] == [
        "1",
        "4",
        "2",
        "3",
    ]
    assert formset.with_blank({"pieces": []}, PIECES, "pieces", "1", "end")["pieces"][0]["note"] == "bye"


def test_only_the_cells_of_a_kind_are_asked_for_and_sent():
    lines = {"pieces": [{"key": "1", "kind": "end", "extra": "a"}, {"key": "2", "kind": "word", "note": "no"}]}
    assert form_lines.line_problems(PIECES, lines, "pieces") == {"pieces:2:text": "required"}
    assert form_lines.values_of(PIECES, lines) == "end:a,word:"
    assert [set(each) for each in form_lines.plain_values(PIECES, lines)] == [
        {"kind", "note", "extra", "place"},
        {"kind", "text", "extra", "place"},
    ]


@pytest.mark.parametrize(
    ("after", "name"),
    [("123", ""), ("13", ""), ("", ""), ("1243", "a:4"), ("213", "a:2"), ("1234", "a:4")],
)
def test_a_step_is_about_the_line_that_it_brought_or_moved(after, name):
    before = {"a": [{"key": key} for key in "123"]}
    assert formset.subject(before, {"a": [{"key": key} for key in after]}) == name


def test_lines_of_the_page_keep_what_was_folded():
    before = {"a": [{"key": "1", "folded": "true"}, {"key": "2"}], "b": []}
    now = {"a": [{"key": "2"}, {"key": "9"}, {"key": "1"}]}
    assert formset.rearranged(before, now) == {
        "a": [{"key": "2"}, {"key": "9"}, {"key": "1", "folded": "true"}],
        "b": [],
    }
