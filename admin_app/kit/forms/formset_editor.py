"""What is done to the lines of a form: added, taken away and moved without touching what is typed in them.

Inputs are uncontrolled and lines keep their keys, so the browser moves the elements with what they hold; the script
then puts the focus where it belongs and says aloud what happened. Each step can be undone where lines are arranged
(formset.py): `content` is then what the form holds on the page, by the names of its inputs, and None elsewhere.
"""

from collections.abc import Callable
from typing import Any

from reflex.event import EventSpec

from admin_app.kit.declare.fields import LinesInput
from admin_app.kit.forms import formset
from admin_app.kit.forms.formset import Steps, by_name, rearranged, without
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import ID, SEPARATOR, Lines, lines_among, name_of, part_of, rank_of
from admin_app.kit.forms.validation import path_in_words
from admin_app.kit.script import run
from admin_app.kit.words.locale import language_of, say

Content = dict[str, Any] | None
Events = EventSpec | list[EventSpec]


class FormsetEditor:
    """The lines of one form; each step answers what the page does then, None where there is nothing to do."""

    def __init__(self, form: FormHost, content: Content = None) -> None:
        self.form = form
        self.content = content

    async def add(self, name: str, kind: str, after: str = "") -> Events | None:
        """An empty line at the end or after another, with what it begins with below it; the lines already typed in
        stay as they are.
        """
        form, part = self.form, self._part(name)
        if part is None or name not in form.lines or kind not in _offered(part):
            return None
        self._begin_step()
        key = form._new_key()
        form.lines = formset.with_blank(form.lines, part, name, key, kind, after)
        for inner in (each for each in lines_among(part.inputs) if each.begun):
            below = name_of(name, key, inner.name)
            form.lines = formset.with_blank(form.lines, inner, below, form._new_key())
        return await self._added(name_of(name, key))

    async def remove(self, name: str, key: str) -> Events | None:
        """One line goes, with what is below it; a locked one stays, and one that the API has where such ones do."""
        part, lines = self._part(name), self.form.lines
        stored = any(line["key"] == key and line.get(ID) for line in lines.get(name, []))
        if without(lines, name, key) is None or (part and part.stays and stored):
            return None
        self._begin_step()
        sentence = await self._sentence(name_of(name, key), "removed")
        place = formset.near(self.form.lines, name, key)
        self.form.open_line = place
        self._show(without(self.form.lines, name, key) or self.form.lines)
        return [run("linesChanged", place, sentence), run("focusFirst", _left(place))]

    async def move(self, name: str, key: str, by: int) -> Events | None:
        """One line moves by one place; at an end it stays and says so."""
        form, part = self.form, self._part(name)
        those, full, by = form.lines.get(name, []), name_of(name, key), 1 if by > 0 else -1
        if part is None or not part.ordered or not rank_of(those, key):
            return None
        if formset.moved(those, key, by) == those:
            return run("linesChanged", full, await self._sentence(full, "at_an_end"))
        self._begin_step()
        form.lines = {**form.lines, name: formset.moved(form.lines[name], key, by)}
        return run("linesChanged", full, await self._sentence(full, "moved"))

    async def drop(self, name: str) -> Events | None:
        """The order of the page, where a line was dragged to another place."""
        group, _, key = name.rpartition(SEPARATOR)
        if not self.content or self._part(group) is None or not rank_of(self.form.lines.get(group, []), key):
            return None
        self._begin_step()
        self.form.lines = rearranged(self.form.lines, self.form._submitted(self.content).lines)
        return run("linesChanged", name, await self._sentence(name, "moved"))

    async def copy(self, name: str, key: str) -> Events | None:
        """A copy of a line, with what is below it and what is typed there, after it."""
        form, part = self.form, self._part(name)
        if part is None or not part.arranged or not rank_of(form.lines.get(name, []), key):
            return None
        self._begin_step()
        new = form._new_key()
        form.lines = formset.copied(form.lines, name, key, new)
        return await self._added(name_of(name, new))

    async def undo(self) -> Events | None:
        """The lines as they stood before the last step."""
        return await self._go(Steps.undone, "undone") if self._steps().past else None

    async def redo(self) -> Events | None:
        """The step again that was undone last."""
        return await self._go(Steps.redone, "redone") if self._steps().future else None

    async def _go(self, way: Callable[[Steps, Lines], tuple[Steps, Lines]], did: str) -> Events:
        self._note_typed()
        before = self.form.lines
        steps, after = way(self._steps(), before)
        self._keep(steps)
        self._show(after)
        name = formset.subject(before, after)
        about = await self._sentence(name, "moved") if name else ""
        return run("linesChanged", name, f"{say(f'kit.lines.{did}', await language_of(self.form))} {about}".strip())

    async def _added(self, name: str) -> Events:
        self.form.open_line = name
        return [run("linesChanged", name, await self._sentence(name, "added")), run("focusFirst", _typed_first(name))]

    def _part(self, name: str) -> LinesInput | None:
        part = part_of(self.form._parts(), name)
        return part if isinstance(part, LinesInput) else None

    def _steps(self) -> Steps:
        """What was done since the form was filled."""
        return self.form._steps if self.form.steps_of == self.form.revision else Steps()

    def _keep(self, steps: Steps) -> None:
        self.form._steps, self.form.steps_of = steps, self.form.revision
        self.form.undoable, self.form.redoable = bool(steps.past), bool(steps.future)

    def _begin_step(self) -> None:
        """Remember how the lines stand, and what is typed in them, before a step; not where none can be undone."""
        if self.content:
            self._note_typed()
            self._keep(self._steps().taken(self.form.lines))

    def _note_typed(self) -> None:
        """Have the lines hold what is typed in them, and remember them so."""
        form = self.form
        if self.content:
            typed = by_name(rearranged(form.lines, form._submitted(self.content).lines))
            form.lines = {
                name: [typed.get(name_of(name, line["key"]), line) for line in those]
                for name, those in form.lines.items()
            }
        self._keep(self._steps().noted(form.lines))

    def _show(self, lines: Lines) -> None:
        """Have these lines; what a page that has not drawn that yet submits of those that go is left out."""
        gone = {name + SEPARATOR for name in by_name(self.form.lines)}
        there = {name + SEPARATOR for name in by_name(lines)}
        self.form._removed = tuple({*self.form._removed, *gone} - there)
        self.form.lines = lines

    async def _sentence(self, name: str, what: str) -> str:
        """What happened to a line, in the person's language."""
        form, locale = self.form, await language_of(self.form)
        group, _, key = name.rpartition(SEPARATOR)
        those = form.lines.get(group, [])
        line = path_in_words(name, form.resource, form._parts(), form.lines, locale)
        return say(f"kit.lines.{what}", locale, line=line, position=rank_of(those, key), total=len(those))


def _offered(part: LinesInput) -> list[str]:
    """The kinds of line that can be added."""
    return [kind for kind, variant in part.variants.items() if variant.offered] or [""]


_TYPED = (
    ":is(input, select, textarea):is([name], [type=file])"
    ":not([type=hidden], [type=radio], [type=checkbox]:not([data-kind=multi_select] *), [hidden], .line-head *)"
)


def _typed_first(name: str) -> str:
    """What is to be written in a new line comes first; its buttons, where nothing is."""
    line = f'[id="line-{name}"]'
    return f"{line} {_TYPED}, {line}:not(:has({_TYPED})) button"


def _left(place: str) -> str:
    """What has the focus once a line is gone: the line at its place, or what adds one, where there is none or it is
    locked."""
    line = f'[id="line-{place}"]'
    inside = f"{line} :is(button, [name]:not([type=hidden], [hidden]))"
    return f'{inside}, [id="add-{place}"], fieldset:has(> .lines > {line}) > button'
