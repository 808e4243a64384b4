"""The import rules of the house (docs: architecture): who may import whom, and how long a module may be."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

PACKAGES = ("admin_app", "sandbox", "tools")
LONGEST = 400
# A module may import its own layer and the ones after it: left may import right, never back.
LAYERS = ("admin_app.py", "screens.py", "features", "shared", "kit", "api", "patches", "metrics", "settings")
# The rooms of the kit, floor by floor: one may import those of the floors below its own, and no other.
ROOMS = (
    ("app", "gallery", "crud"),
    ("shows",),
    ("lists",),
    ("forms", "dashboards", "imports", "exports", "shell"),
    ("views",),
    ("parts", "sockets", "ready"),
    ("session", "screen"),
    ("records",),
    ("declare", "development", "script", "styles"),
    ("transfer", "audit", "logs"),
    ("words",),
    ("store", "values"),
    ("clock",),
)
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
# Loaded without Reflex and without network, directly or through what they import.
PURE = (
    "admin_app.kit.clock",
    "admin_app.kit.values",
    "admin_app.api.query",
    "admin_app.shared.targets",
    "admin_app.shared.mail_target",
    "admin_app.features.campaigns.blocks",
    "admin_app.features.campaigns.checks",
    "admin_app.features.campaigns.html",
    "admin_app.features.campaigns.mail",
    "admin_app.features.campaigns.send_steps",
    "admin_app.features.campaigns.templates",
    "admin_app.kit.declare",
    "admin_app.kit.declare.*",
    "admin_app.shared.people.similarity",
    "admin_app.features.solidary.file.action_choices",
    "admin_app.features.solidary.file.next_step",
    "admin_app.features.solidary.asking.validation",
    "admin_app.features.solidary.asking.next_key",
    "admin_app.features.solidary.asking.request_form",
    "admin_app.features.solidary.asking.from_record",
    "admin_app.kit.words.catalogue",
    "admin_app.kit.words.formats",
    "admin_app.kit.words.languages",
    "admin_app.kit.words.phones",
    "admin_app.kit.words.usual_periods",
    "admin_app.kit.dashboards.chart_theme",
    "admin_app.kit.dashboards.periods",
    "admin_app.kit.forms.formset",
    "admin_app.kit.forms.submission",
    "admin_app.kit.forms.texts",
    "admin_app.kit.gallery.specimens",
    "admin_app.kit.imports.result_parser",
    "admin_app.kit.imports.declare",
    "admin_app.kit.imports.column_matching",
    "admin_app.kit.imports.charsets",
    "admin_app.kit.imports.entry",
    "admin_app.kit.imports.places",
    "admin_app.kit.imports.file_reader",
    "admin_app.kit.imports.rules",
    "admin_app.kit.imports.staging",
    "admin_app.kit.imports.workbooks",
    "admin_app.kit.exports.export_request",
    "admin_app.kit.lists.list_query",
    "admin_app.kit.lists.map_markers",
    "admin_app.kit.lists.ordering",
    "admin_app.kit.records.addresses",
    "admin_app.kit.transfer.csv",
    "admin_app.features.solidary.criteria",
    "admin_app.features.solidary.desk.caller_search",
    "admin_app.features.solidary.desk.request_row",
    "admin_app.features.solidary.desk.baskets",
    "admin_app.features.solidary.edition.consequences",
    "admin_app.features.solidary.drivers.candidates",
    "admin_app.features.solidary.drivers.scoring",
    "admin_app.features.solidary.drivers.table",
    "admin_app.features.solidary.drivers.journey",
    "admin_app.features.solidary.drivers.messages",
    "admin_app.features.solidary.drivers.partners",
    "admin_app.features.solidary.drivers.wording",
    "admin_app.features.solidary.record",
    "admin_app.features.solidary.proof_lines",
    "admin_app.features.solidary.statuses",
    "admin_app.features.solidary.structure",
    "admin_app.features.solidary.distance",
    "admin_app.features.solidary.volunteers.finder",
    "admin_app.features.solidary.volunteers.planning",
    "admin_app.features.solidary.structures.consequences",
    "admin_app.kit.forms.conflict",
    "admin_app.features.solidary.week",
    "admin_app.*.shaping",
    "admin_app.*.figures",
)
# Rooms of the kit with a front: what features may use of them is named in their __init__.
FRONTS = (
    "dashboards",
    "declare",
    "forms",
    "imports",
    "lists",
    "parts",
    "records",
    "session",
    "shows",
    "store",
    "transfer",
    "views",
)
IMPURE = re.compile(r"(reflex|reflex_\w+|httpx|httpx_aiohttp)(\.|$)")
STRANGERS = {"admin_app": ("sandbox", "tests", "tools"), "sandbox": ("admin_app", "tests", "tools")}
# What a feature may take of another: its Resource and other constants, never a state, a mixin or a function.
LENT = re.compile(r"[A-Z][A-Z0-9_]*$")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Import:
    """One imported module, or one name of it, and where that is written."""

    line: int
    target: str
    name: str | None
    in_function: bool


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, its path for messages, what it imports."""

    name: str
    path: str
    lines: int
    imports: tuple[Import, ...]
    doc: str = ""

    def at(self, found: Import, message: str) -> str:
        """Return a message that an editor can follow."""
        return f"{self.path}:{found.line}: {message}"


Modules = Mapping[str, Module]


def read(sources: Mapping[str, str]) -> dict[str, Module]:
    """Read the modules from their sources, keyed by path (`admin_app/kit/forms/state.py`)."""
    names = {_dotted(path): path for path in sources}
    trees = {name: ast.parse(sources[path]) for name, path in names.items()}
    return {
        name: Module(
            name,
            path,
            sources[path].count("\n"),
            tuple(_imports(trees[name], name, path, names)),
            ast.get_docstring(trees[name]) or "",
        )
        for name, path in names.items()
    }


def read_tree(root: Path, packages: Iterable[str] = PACKAGES) -> dict[str, Module]:
    """Read the modules of these packages from the disk."""
    files = (file for package in packages for file in sorted((root / package).rglob("*.py")))
    return read({file.relative_to(root).as_posix(): file.read_text() for file in files})


def _dotted(path: str) -> str:
    """Return a module's name from its path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(tree: ast.AST, name: str, path: str, known: Iterable[str], inside: bool = False) -> Iterator[Import]:
    """Yield every import below a node; `from package import module` is an import of that module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name, None, inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, name, path)
            for alias in node.names:
                whole = f"{base}.{alias.name}" in known
                yield Import(
                    node.lineno, f"{base}.{alias.name}" if whole else base, None if whole else alias.name, inside
                )
        else:
            yield from _imports(node, name, path, known, inside or isinstance(node, _FUNCTIONS))


def _base(node: ast.ImportFrom, name: str, path: str) -> str:
    """Return the absolute name of the module that a `from` import reads."""
    if not node.level:
        return node.module or ""
    above = node.level - path.endswith("__init__.py")
    package = name.rsplit(".", above)[0] if above else name
    return f"{package}.{node.module}" if node.module else package


def layer(name: str) -> int | None:
    """Return the layer of a module of admin_app; none for the package itself, which holds nothing."""
    parts = name.split(".")
    if parts[0] != "admin_app" or len(parts) == 1:
        return None
    name = "admin_app.py" if parts[1] == "admin_app" else "screens.py" if parts[1] == "screens" else parts[1]
    return LAYERS.index(name) if name in LAYERS else None


def feature(name: str) -> str | None:
    """Return the feature that a module belongs to."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["admin_app", "features"] and len(parts) > 2 else None


def back_imports(modules: Modules) -> Iterator[str]:
    """Yield the imports that go back: a layer that imports the one that uses it."""
    for module in modules.values():
        here = layer(module.name)
        for found in module.imports:
            there = layer(found.target)
            if here is not None and there is not None and there < here:
                yield module.at(found, f"{LAYERS[here]} may not import {found.target}, of the layer {LAYERS[there]}")


def room(name: str) -> str | None:
    """Return the room of the kit that a module stands in; none for the kit itself, which holds nothing."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["admin_app", "kit"] and len(parts) > 2 else None


def back_rooms(modules: Modules) -> Iterator[str]:
    """Yield the imports between rooms of the kit that do not lead to a floor below, and rooms without a floor."""
    for module in modules.values():
        here = room(module.name)
        if here and here not in FLOORS:
            yield f"{module.path}:1: the room {here} has no floor in ROOMS"
            continue
        for found in module.imports:
            there = room(found.target)
            if here and there and here != there and FLOORS.get(there, 0) <= FLOORS[here]:
                yield module.at(found, f"the room {here} may not import {found.target}, of a floor that is not below")


def strangers(modules: Modules) -> Iterator[str]:
    """Yield the imports between packages that must not know each other."""
    for module in modules.values():
        package = module.name.split(".")[0]
        for found in module.imports:
            if found.target.split(".")[0] in STRANGERS.get(package, ()):
                yield module.at(found, f"{package} may not import {found.target}")


def seeded(modules: Modules) -> Iterator[str]:
    """Yield the imports of the demo data by what serves: only who starts the sandbox fills it."""
    for module in modules.values():
        serves = module.name.startswith("sandbox.") and not module.name.startswith("sandbox.seed")
        if serves and module.name not in ("sandbox.app", "sandbox.__main__"):
            for found in module.imports:
                if found.target.startswith("sandbox.seed"):
                    yield module.at(found, f"{module.name} serves, and imports the demo data of {found.target}")


def impure(modules: Modules) -> Iterator[str]:
    """Yield the imports that bring Reflex or the network into a pure module, and modules that merely say to be one."""
    for module in modules.values():
        checked = any(fnmatch(module.name, pattern) for pattern in PURE)
        if re.search(r"\bPure\b", module.doc) and module.name.startswith("admin_app.") and not checked:
            yield f"{module.path}:1: it says to be pure, and is not in PURE"
        if checked:
            for used in _reachable(module, modules):
                for found in filter(lambda each: IMPURE.match(each.target), used.imports):
                    yield used.at(found, f"{found.target} reaches {module.name}, which must stay pure")


def _reachable(start: Module, modules: Modules) -> list[Module]:
    """Return a module and all that it imports, directly or not."""
    found, waiting = {start.name: start}, [start]
    while waiting:
        for each in waiting.pop().imports:
            if (used := modules.get(each.target)) and used.name not in found:
                found[used.name] = used
                waiting.append(used)
    return list(found.values())


def late_imports(modules: Modules) -> Iterator[str]:
    """Yield the imports inside functions: they hide cycles and slow the first click."""
    for module in modules.values():
        for found in module.imports:
            if found.in_function:
                yield module.at(found, f"{found.target} is imported inside a function")


def cycles(modules: Modules) -> Iterator[str]:
    """Yield the imports that close a circle."""
    for module in modules.values():
        for found in module.imports:
            used = modules.get(found.target)
            if used and module.name in {each.name for each in _reachable(used, modules)}:
                yield module.at(found, f"{found.target} imports {module.name} again: a circle")


def too_long(modules: Modules) -> Iterator[str]:
    """Yield the modules that should be two."""
    for module in modules.values():
        if module.lines > LONGEST:
            yield f"{module.path}:{LONGEST}: {module.lines} lines, {LONGEST} at most"


def borrowed_states(modules: Modules) -> Iterator[str]:
    """Yield the imports by which a feature reaches into another one further than its Resource."""
    for module in modules.values():
        own = feature(module.name)
        for found in module.imports:
            other = feature(found.target)
            if own and other and own != other and not LENT.match(found.name or ""):
                what = found.name or "as a whole"
                yield module.at(found, f"{own} may import the Resource of {other}, not {found.target} {what}")


def past_fronts(modules: Modules) -> Iterator[str]:
    """Yield the imports by which a feature passes the front of a room; what is pure may take what is pure."""
    for module in modules.values():
        outside = layer(module.name) in (LAYERS.index("features"), LAYERS.index("shared"))
        for found in module.imports if outside else ():
            here = room(found.target)
            front = f"admin_app.kit.{here}"
            if here not in FRONTS or found.target == front or _both_pure(module.name, found.target):
                continue
            if found.name is not None or found.target.rpartition(".")[2] not in _named_by(modules.get(front)):
                yield module.at(found, f"{found.target} is behind the front {front}")


def _named_by(front: Module | None) -> set[str]:
    """What a front imports: names, and modules as a whole."""
    return {found.name or found.target.rpartition(".")[2] for found in front.imports} if front else set()


def _both_pure(*names: str) -> bool:
    return all(any(fnmatch(name, pattern) for pattern in PURE) for name in names)


RULES = (
    back_imports,
    back_rooms,
    past_fronts,
    strangers,
    seeded,
    impure,
    late_imports,
    cycles,
    too_long,
    borrowed_states,
)


def main() -> int:
    """Check the tree from the command line; return the exit code."""
    modules = read_tree(Path(__file__).resolve().parent.parent)
    found = [problem for rule in RULES for problem in rule(modules)]
    print(*found, sep="\n" if found else "", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
