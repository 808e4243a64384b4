"""Checks of the declarations at start: a mistake stops it with one line that names the file and the key."""

import sys
from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from admin_app.kit.declare.fields import ChoiceInput, Column, DateTimeInput, Input, LinesInput, ReferenceInput
from admin_app.kit.declare.filters import Filter
from admin_app.kit.declare.resource import May, Resource, every_input
from admin_app.kit.screen import TOP, Screen, Shell
from admin_app.kit.session.permissions import known_permissions
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.languages import LOCALES
from admin_app.settings import Settings


def check_or_exit(screens: tuple[Screen, ...], shell: Shell) -> None:
    """End the process (status 2) with a line per mistake in the screens and in the resources they show."""
    resources = [screen.resource for screen in screens if screen.resource]
    mistakes = [
        *screen_mistakes(screens, shell),
        *(each for resource in resources for each in resource_mistakes(resource)),
    ]
    if mistakes:
        print("\n".join(mistakes), file=sys.stderr)
        raise SystemExit(2)


def screen_mistakes(screens: tuple[Screen, ...], shell: Shell) -> Iterator[str]:
    """Duplicate routes, unknown flags, missing titles, parents and groups of the menu that do not exist."""
    seen: set[str] = set()
    routes = {screen.route for screen in screens}
    for screen in screens:
        where = f"{screen.page.__module__}: screen {screen.route}"
        if screen.route in seen:
            yield f"{where}: this route is declared twice"
        seen.add(screen.route)
        if screen.flag and not _is_flag(screen.flag):
            yield f"{where}: flag {screen.flag!r} is no setting"
        if screen.parent and screen.parent not in routes:
            yield f"{where}: its parent {screen.parent} is no screen"
        if screen.menu and screen.menu.group not in (TOP, *shell.groups):
            yield f"{where}: its group {screen.menu.group!r} is none of the menu"
        unmet = [screen.condition.title, screen.condition.text] if screen.condition else []
        yield from _missing(where, [screen.title, *unmet])
    yield from _missing("the menu", shell.groups.values())


def _is_flag(name: str) -> bool:
    return getattr(Settings.model_fields.get(name), "annotation", None) is bool


def resource_mistakes(resource: Resource) -> Iterator[str]:
    """Columns and inputs naming fields the model does not have, and labels that are missing."""
    where = f"{resource.model.__module__}: resource {resource.key}"
    for part in (*resource.columns, *resource.shown(), *resource.head(), *resource.inputs()):
        if not has_field(resource.model, (isinstance(part, LinesInput) and part.source) or part.field):
            yield f"{where}: {type(part).__name__.lower()} {part.field!r} is no field of {resource.model.__name__}"
    for related in resource.related:
        for column in related.columns:
            if not has_field(related.model, column.field):
                yield f"{where}: column {column.field!r} is no field of {related.model.__name__}"
    yield from (f"{where}: {loose}" for loose in _loose_ends(resource))
    if sum(column.main for column in resource.columns) != 1:
        yield f"{where}: exactly one column must be main"
    yield from _missing(where, (*_labels(resource), *_choices(resource), *_notices(resource)))
    yield from _permission_mistakes(where, resource.may)


def _loose_ends(resource: Resource) -> Iterator[str]:
    """Settings, inputs and properties that a declaration depends on and that are none."""
    inputs = {part.field for part in resource.inputs()}
    flags = {f"section {each.key!r}": each.flag for each in (*resource.form, *resource.show)}
    for part in resource.inputs():
        what = f"input {part.field!r}"
        flags |= {what: part.flag, f"{what} (required_by)": part.required_by}
        timed_by = part.timed_by if isinstance(part, DateTimeInput) else ""
        for other in {part.shown_if.partition("=")[0], timed_by} - inputs - {""}:
            yield f"{what} depends on {other!r}, which is no input of the form"
        if isinstance(part, ReferenceInput) and part.named and not has_field(resource.model, part.named):
            yield f"{what} is named by {part.named!r}, which is no field of {resource.model.__name__}"
    yield from (f"{what}: flag {flag!r} is no setting" for what, flag in flags.items() if flag and not _is_flag(flag))
    who, listed = resource.who, {column.field for column in resource.columns}
    for name in sorted({*who.of, *who.second, who.picture, *who.beside} - {""} - listed) if who else ():
        yield f"{name!r} of its first cell is none of its columns"
    for name in resource.links.keys() - {column.field for column in resource.shown()}:
        yield f"link {name!r} is no property of the page"
    for picture in resource.pictures:
        if not has_field(resource.model, picture):
            yield f"picture {picture!r} is no field of {resource.model.__name__}"


def has_field(model: type[BaseModel], path: str) -> bool:
    """Whether a dotted path exists in a model; what a list or an unmodelled value holds is not looked into."""
    head, _, rest = path.partition(".")
    info = model.model_fields.get(head)
    if info is None:
        return False
    inner = [each for each in _types(info.annotation) if isinstance(each, type) and issubclass(each, BaseModel)]
    return not rest or not inner or any(has_field(each, rest) for each in inner)


def _types(annotation: object) -> Iterable[object]:
    return getattr(annotation, "__args__", (annotation,))


def _labels(resource: Resource) -> Iterator[str]:
    """Every key the kit will ask for."""
    yield from map(resource.label_of, (*resource.columns, *resource.shown(), *resource.head()))
    yield from (resource.label(part.field) for part in resource.inputs())
    yield from (f"{resource.key}.filters.{each.label}" for each in resource.filters)
    yield from (f"{resource.key}.filters.{each.period}" for each in resource.filters if each.period)
    yield from (f"{resource.key}.filter_hints.{each.label}" for each in resource.filters if each.hint)
    yield from (f"{resource.key}.sections.{each.key}" for each in (*resource.form, *resource.show))
    yield from (f"{resource.key}.notes.{each.key}" for each in (*resource.form, *resource.show) if each.note)
    yield from (f"{resource.key}.shortcuts.{each.name}" for each in resource.shortcuts)
    for related in resource.related:
        yield from (resource.label(f"{related.key}.{column.field}") for column in related.columns)
        yield from (f"{resource.key}.{group}.{related.key}" for group in ("sections", "none"))
    may = resource.may
    screens = {"title": True, "empty": True, "create": may.create, "show": may.read, "edit": may.update}
    yield from (f"{resource.key}.{name}" for name, there in screens.items() if there)
    yield from (f"{resource.key}.hints.{part.field}" for part in resource.inputs() if part.hint)
    if part := resource.export:
        yield from (f"{part.words}.{name}" for name in ("note", *(("standard", "detailed") if part.detail else ())))
    yield from (
        key
        for part in resource.inputs()
        if isinstance(part, LinesInput)
        for key in _line_labels(resource, part, part.field)
    )


def _choices(resource: Resource) -> Iterator[str]:
    """The name of every choice that is known here: without one its value would be shown as the API writes it.

    Where the values are the API's alone, one name at least, as `<prefix>.`.
    """
    parts: list[Column | Input] = [*resource.columns, *resource.shown(), *resource.head()]
    parts += [column for related in resource.related for column in related.columns]
    for part in (*parts, *every_input(resource.inputs()), *resource.filters):
        prefix = getattr(part, "choices", "")
        values = part.values if isinstance(part, ChoiceInput | Filter) else ()
        yield from (f"{prefix}.{value}" for value in values or [""] if prefix)


def _notices(resource: Resource) -> Iterator[str]:
    """What is said of each operation, once it went well or failed."""
    may = resource.may
    said = f"errors.{resource.entity}"
    yield f"{said}.load_error"
    for verb, permission in {"create": may.create, "update": may.update, "delete": may.delete}.items():
        yield from (f"{said}.{verb}_success", f"{said}.{verb}_error") if permission else ()


def _permission_mistakes(where: str, may: May) -> Iterator[str]:
    """Permissions that no role of the API's description gives, or that nobody has put into words."""
    wanted = [each for each in (may.list, may.create, may.read, may.update, may.delete) if each]
    for permission in dict.fromkeys(wanted):
        if permission not in known_permissions():
            yield (
                f"{where}: permission {permission!r} is none of tests/contract/upstream/permissions.yaml; once it is, "
                "`python -m tools.permissions` hands it to the application"
            )
    yield from _missing(where, (f"rights.permission.{each}" for each in dict.fromkeys(wanted)))


def _line_labels(resource: Resource, part: LinesInput, path: str) -> Iterator[str]:
    """What a line is called, the button that adds one, its cells, and the same for the lines below."""
    yield from (f"{resource.key}.{group}.{path.replace('.', '_')}" for group in ("lines", "add"))
    for cell in part.inputs:
        yield resource.label(f"{path}.{cell.field}")
        yield from _line_labels(resource, cell, f"{path}.{cell.field}") if isinstance(cell, LinesInput) else ()


def _missing(where: str, keys: Iterable[str]) -> Iterator[str]:
    """A line for each text and language that is not there, however many places ask for it."""
    known = catalogue()
    for key in dict.fromkeys(keys):
        for locale in LOCALES:
            try:
                known.choices(key[:-1], locale) if key.endswith(".") else known.text(key, locale, None)
            except (KeyError, ValueError) as error:
                yield f"{where}: {error.args[0]}"
