"""Articles: static pages made of sections and paragraphs (content-points.yaml, articles)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Table, delete, select

from sandbox import filters
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.fields import Field, Kind, check_lengths, of_table, snake
from sandbox.grouping import grouped
from sandbox.resource import Change, Record, Resource, View, rights, sorted_by
from sandbox.tables import articles, paragraphs, sections

Entry = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """The lines of one level: `owner` is the column that names what they belong to."""

    table: Table
    type_name: str
    owner: str
    fields: tuple[Field, ...]
    needed: tuple[str, ...]
    """Properties without which a new line is a failure."""


RANKED = (Field("position", Kind.INT), Field("status", Kind.INT))
SECTION = Part(
    sections,
    "Section",
    "article_id",
    (Field("title", max_length=255), Field("subTitle", max_length=255), *RANKED),
    ("position", "status"),
)
PARAGRAPH = Part(paragraphs, "Paragraph", "section_id", (Field("text"), *RANKED), ("position", "status"))


def save_sections(ctx: Context, change: Change) -> None:
    """Make `asections` the whole article: known ids are changed, others made, those left out deleted (trap 35)."""
    if "asections" not in change.sent:
        return
    wanted = change.sent["asections"] or []
    kept = {row.id: row for row in _lines(ctx, SECTION, [change.record_id])}
    seen = [_save_section(ctx, change, entry, kept) for entry in _entries(wanted)]
    delete_sections(ctx, set(kept) - set(seen))


def _save_section(ctx: Context, change: Change, entry: Entry, kept: dict[int, Any]) -> int:
    section_id = None if change.creating else entry.get("id")
    if section_id is not None and section_id not in kept:
        raise masked()
    section_id = _write(ctx, SECTION, change.record_id, entry, section_id)
    if entry.get("paragraphs") is not None:
        _save_paragraphs(ctx, section_id, entry["paragraphs"])
    return section_id


def _save_paragraphs(ctx: Context, section_id: int, wanted: Any) -> None:
    kept = {row.id for row in _lines(ctx, PARAGRAPH, [section_id])}
    seen: set[int] = set()
    for entry in _entries(wanted):
        known = entry.get("id") if entry.get("id") in kept else None
        if known is not None or entry.get("text") is not None:
            seen.add(_write(ctx, PARAGRAPH, section_id, entry, known))
    _delete(ctx, PARAGRAPH, kept - seen)


def _write(ctx: Context, part: Part, owner_id: int, entry: Entry, line_id: int | None) -> int:
    """Change a line (absent and null properties stay as they are) or make one."""
    columns = {snake(each.name): _value(each, entry[each.name]) for each in part.fields if _given(entry, each.name)}
    check_lengths(part.fields, entry)
    if line_id is None:
        if not all(_given(entry, name) for name in part.needed):
            raise masked()
        return ctx.database.insert(part.table, **{part.owner: owner_id}, **columns)
    if columns:
        ctx.database.change(part.table, line_id, **columns)
    return line_id


def _given(entry: Entry, name: str) -> bool:
    return entry.get(name) is not None


def _value(field: Field, value: Any) -> Any:
    """Lines are read as raw values upstream, so that a wrong type is a failure and not a refusal."""
    wanted = int if field.kind is Kind.INT else str
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise masked()
    return value


def _entries(wanted: Any) -> list[Entry]:
    if not isinstance(wanted, list) or not all(isinstance(entry, dict) for entry in wanted):
        raise masked()
    return wanted


def _lines(ctx: Context, part: Part, owners: Iterable[int]) -> Sequence[Row[Any]]:
    table = part.table
    return ctx.database.rows(select(table).where(table.c[part.owner].in_(list(owners))).order_by(table.c.id))


def delete_sections(ctx: Context, ids: Iterable[int]) -> None:
    """Delete sections with their paragraphs."""
    ids = list(ids)
    _delete(ctx, PARAGRAPH, [row.id for row in _lines(ctx, PARAGRAPH, ids)])
    _delete(ctx, SECTION, ids)


def _delete(ctx: Context, part: Part, ids: Iterable[int]) -> None:
    ctx.database.write(delete(part.table).where(part.table.c.id.in_(list(ids))))


def before_removal(ctx: Context, row: Row[Any]) -> None:
    """All that an article holds goes with it."""
    delete_sections(ctx, [each.id for each in _lines(ctx, SECTION, [row.id])])


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """Whole articles; answers to writes sort positions as text (content-points.yaml, create_article)."""
    spelt = str if view in ("created", "updated") else int

    def order(row: Row[Any]) -> tuple[str | int, int]:
        return spelt(row.position), row.id

    found = sorted(_lines(ctx, SECTION, [row.id for row in rows]), key=order)
    texts = sorted(_lines(ctx, PARAGRAPH, [section.id for section in found]), key=order)
    sections_of, texts_of = grouped(found, lambda row: row.article_id), grouped(texts, lambda row: row.section_id)

    def section(row: Row[Any]) -> Record:
        return _line(SECTION, row) | {"paragraphs": [_line(PARAGRAPH, each) for each in texts_of.get(row.id, [])]}

    return [resource.plain(row) | {"sections": [section(each) for each in sections_of.get(row.id, [])]} for row in rows]


def _line(part: Part, row: Row[Any]) -> Record:
    head = {"@id": f"/{part.table.name}/{row.id}", "@type": part.type_name, "id": row.id}
    return head | {each.name: row._mapping[snake(each.name)] for each in part.fields}


ARTICLES = Resource(
    path="admin/articles",
    type_name="Page",
    iri="/pages",
    table=articles,
    permissions=rights("article"),
    fields=(
        *of_table(articles, "title", "status"),
        Field("asections", Kind.LIST, stored=False),
    ),
    filters=(filters.contains("title", articles.c.title_key), filters.number("status", articles.c.status)),
    orders=sorted_by(articles, "id", "title", "status"),
    shape=shape,
    after=save_sections,
    before_removal=before_removal,
    unknown=masked,
)
