"""What others have saved meanwhile (conflict.py), in words: three versions of a field, lines, a notice."""

from collections.abc import Iterable, Mapping

from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.conflict import Change, Difference, Reading
from admin_app.kit.forms.display_value import worded
from admin_app.kit.forms.submission import Submission, Texts
from admin_app.kit.words.locale import say

Choices = Mapping[str, list[dict[str, str]]]


def with_labels(held: Reading | Submission, choices: Choices, labels: Texts) -> Reading:
    """What a form holds, with what its values are called: by the choices of lists offered whole, then by `labels`."""
    offered = {
        name: next((each["label"] for each in those if each["value"] == held.values.get(name)), "")
        for name, those in choices.items()
    }
    return Reading(held.values, held.lines, {**offered, **labels})


def versions_in_words(
    resource: Resource, found: Iterable[Difference], before: Reading, theirs: Reading, mine: Reading, locale: str
) -> list[dict[str, str]]:
    """What others have changed, a field each, as it was, as they have it, as it stands in the form."""
    nothing = say("kit.words.empty", locale)
    return [
        {
            "name": each.part.name,
            "label": say(resource.label(each.part.field), locale),
            "before": worded(each.part, before, locale) or nothing,
            "theirs": worded(each.part, theirs, locale) or nothing,
            "mine": worded(each.part, mine, locale) or nothing,
            "both": "true" if each.both else "",
        }
        for each in found
    ]


def changes_in_words(resource: Resource, changes: Iterable[Change], locale: str) -> list[str]:
    """What others did to lines that come together by themselves."""
    return [
        say(f"kit.meanwhile.lines.{each.what}", locale, label=each.label, list=say(resource.label(each.field), locale))
        for each in changes
    ]


def kept_in_words(their_changes: Iterable[Mapping[str, str]], their_lines: Iterable[str], locale: str) -> str:
    """What others have changed and a save has kept, for the notice that says it is done; empty for nothing."""
    theirs = [each for each in their_changes if not each["both"]]
    fields = [
        say("kit.meanwhile.change", locale, field=each["label"], before=each["before"], theirs=each["theirs"])
        for each in theirs
    ]
    changes = " · ".join([*fields, *their_lines])
    return say("kit.meanwhile.kept", locale, changes=changes) if changes else ""
