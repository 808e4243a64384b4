"""CSV export of users, streamed (users.yaml, export_users)."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import Row, asc, desc, func, select

from sandbox import http
from sandbox.clock import instant
from sandbox.context import Context, signed_in
from sandbox.errors import unsupported_answer
from sandbox.paging import conditions_of, order_of, rows_by_id
from sandbox.routes import query_parameter
from sandbox.tables import LISTED_USERS, users
from sandbox.users import extended
from sandbox.users.resource import USERS

router = APIRouter(tags=["admin/users"])
CHUNK = 500
STANDARD = {
    "id": "id",
    "givenName": "given_name",
    "familyName": "family_name",
    "email": "email",
    "telephone": "telephone",
    "newsSubscription": "news_subscription",
    "createdDate": "created_date",
    "lastActivityDate": "last_activity_date",
}
Lines = Callable[[Context, Sequence[Row[Any]]], Iterable[Sequence[Any]]]
PARAMETERS = [
    query_parameter(name) for name in ("exportType", "selected", "community", "isHitchHiker", "page", "perPage")
]


@router.get("/admin/users/export", response_class=StreamingResponse, openapi_extra={"parameters": PARAMETERS})
async def export_users(request: Request) -> StreamingResponse:
    """Users as CSV: standard columns, or the extended ones with exportType=1."""
    ctx = signed_in(request)
    _check(ctx)
    if ctx.params.number("exportType") == 1:
        ids, header, lines = extended.wanted_ids(ctx), extended.HEADER, extended.lines
    else:
        ids = _standard_ids(ctx)
        header = _filled_columns(ctx, ids)
        lines = _standard_lines(header)
    return StreamingResponse(_stream(ctx, ids, header, lines), media_type="text/csv; charset=utf-8")


def _check(ctx: Context) -> None:
    asked = http.accepted(ctx.request)
    if not {http.CSV, "*/*", "text/*"}.intersection(asked):
        raise unsupported_answer(asked[0], (http.CSV,))
    ctx.allow("admin_user_export_all")


def _standard_ids(ctx: Context) -> list[int]:
    """Ids of the list in its order, not narrowed to the caller's territories; all of them when no page is asked."""
    order = (desc(column) if way else asc(column) for column, way in order_of(ctx, USERS))
    query = select(users.c.id).where(LISTED_USERS, *conditions_of(ctx, USERS)).order_by(*order)
    if {"page", "perPage"} & set(ctx.params.scalars):
        page, size = ctx.params.paging()
        size = min(size, ctx.sandbox.faults.export.page_limit or size)
        query = query.limit(size).offset((page - 1) * size)
    return ctx.database.values(query)


def _filled_columns(ctx: Context, ids: Sequence[int]) -> tuple[str, ...]:
    """A column that is null for all rows is left out."""
    filled: set[str] = set()
    for start in range(0, len(ids), 10_000):
        counts = (func.count(users.c[column]).label(name) for name, column in STANDARD.items())
        row = ctx.database.row(select(*counts).where(users.c.id.in_(ids[start : start + 10_000])))
        filled.update(name for name, count in (row._mapping.items() if row else ()) if count)
        if len(filled) == len(STANDARD):
            break
    return tuple(name for name in STANDARD if name in filled)


def _standard_lines(header: Sequence[str]) -> Lines:
    def lines(ctx: Context, rows: Sequence[Row[Any]]) -> Iterable[Sequence[Any]]:
        for row in rows:
            yield [_cell(name, row._mapping[STANDARD[name]]) for name in header]

    return lines


def _cell(name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return instant(value) if value and name.endswith("Date") else value


async def _stream(ctx: Context, ids: Sequence[int], header: Sequence[str], lines: Lines) -> AsyncIterator[str]:
    """The file in parts, giving way to other calls between them; a blank line when nobody matches."""
    yield _text([header]) if ids else "\n"
    faults = ctx.sandbox.faults.export
    for start in range(0, len(ids), CHUNK):
        if faults.break_after is not None and start >= faults.break_after:
            raise ConnectionAbortedError("The export was broken off by the sandbox's faults.")
        yield _text(lines(ctx, rows_by_id(ctx, users, ids[start : start + CHUNK])))
        await asyncio.sleep(faults.part_ms / 1000)


def _text(lines: Iterable[Sequence[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(lines)
    return buffer.getvalue()
