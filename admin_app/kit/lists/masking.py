"""E-mails and telephones of lists: hidden until somebody asks for them, one row or the whole list at a time.

What is hidden stays on the server: the browser holds a mask that was made there. So a screen that is looked at over
a shoulder, projected or photographed shows nobody's address (decision 10). Pure.
"""

from collections.abc import Iterable, Mapping

from admin_app.kit.declare.fields import Column

MASKED = "_masked"
"""Key of a row: filled while what the row hides is hidden."""
DOTS = "•••"
Row = dict[str, str]
Kinds = Mapping[str, str]


def mask(text: str, kind: str) -> str:
    """What is shown instead: enough to tell two rows apart, too little to write or call."""
    if kind == "email" and "@" in text:
        name, _, host = text.rpartition("@")
        return f"{name[:1]}{DOTS}@{DOTS}.{host.rpartition('.')[2]}" if "." in host else f"{name[:1]}{DOTS}@{DOTS}"
    digits = "".join(filter(str.isdigit, text))
    return f"{DOTS} {digits[-2:]}" if kind == "phone" and len(digits) > 4 else DOTS


def hiding(columns: Iterable[Column]) -> Kinds:
    """The columns that hide something, by their names in a row, with their kinds: looked up once for a page."""
    return {column.name: column.kind for column in columns if column.hides}


def secret(row: Row, kinds: Kinds) -> Row:
    """What a fresh row hides."""
    return {name: row[name] for name in kinds if row[name]}


def veiled(row: Row, hidden: Mapping[str, str], kinds: Kinds) -> Row:
    """A row with masks in place of what it hides."""
    return {**row, **{name: mask(text, kinds[name]) for name, text in hidden.items()}, MASKED: "yes" if hidden else ""}


def bare(row: Row, hidden: Mapping[str, str]) -> Row:
    """A row that hides nothing any more."""
    return {**row, **hidden, MASKED: ""}
