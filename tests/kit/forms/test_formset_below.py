"""Lines below a line are shown for its kind alone, and what goes unseen with a line goes with any (kit/forms)."""

from admin_app.features.content.articles.screens import ArticleForm
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.kit.declare.fields import LinesInput
from admin_app.kit.forms.formset_page import rows


def part_of(state, name: str) -> LinesInput:
    found = next(part for part in state.resource.inputs() if part.name == name)
    assert isinstance(found, LinesInput)
    return found


def test_lines_below_a_line_are_those_of_its_kind():
    shown = str(rows(part_of(StructureForm, "structureProofsRequester"), StructureForm))
    below = shown.count('"action:add:choices"')
    kinds = part_of(StructureForm, "structureProofsRequester").variants
    assert below == sum("choices" in variant.cells for variant in kinds.values()) == 2
    assert ':choices"' in shown


def test_lines_of_one_kind_have_all_of_theirs():
    shown = str(rows(part_of(ArticleForm, "asections"), ArticleForm))
    assert shown.count('"action:add:paragraphs"') == 1


def test_what_is_kept_unseen_goes_with_a_line_without_kinds():
    shown = str(rows(part_of(StructureForm, "structureProofsRequester"), StructureForm))
    assert shown.count(':value")') == 2
