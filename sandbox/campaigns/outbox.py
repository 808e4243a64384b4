"""The outbox: what a real platform would have sent, as JSON, as a page, and each message as its reader sees it.

Outside the API contract (SANDBOX-7). What is shown was written by anybody: nothing of it may run.
"""

from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy import Row, delete, func, select

from sandbox import http
from sandbox.campaigns.rendering import merged
from sandbox.campaigns.tables import mailing_contacts, mailings
from sandbox.clock import instant
from sandbox.context import Sandbox, sandbox_of
from sandbox.errors import no_such_file
from sandbox.params import whole
from sandbox.tables import outbox

router = APIRouter(tags=["sandbox"])
LISTED = 200
COLUMNS = ("created_date", "channel", "recipient", "subject")
# Pictures and styles, and nothing that acts.
INERT = {
    "Content-Security-Policy": "sandbox allow-popups; default-src 'none'; img-src * data:; style-src 'unsafe-inline'"
}


@router.get("/outbox")
async def read_outbox(request: Request) -> Response:
    """The last 200 messages, the last first, as JSON or as a page; `?before=` an id gives older ones."""
    before = whole(request.query_params.get("before", ""))
    database = sandbox_of(request).database
    query = select(outbox).order_by(outbox.c.id.desc()).limit(LISTED)
    rows = database.rows(query if before is None else query.where(outbox.c.id < before))
    messages = [_message(row) for row in rows]
    if "text/html" not in http.accepted(request):
        return JSONResponse(messages)
    return HTMLResponse(_page(messages, database.value(select(func.count()).select_from(outbox))))


def _message(row: Row[Any]) -> dict[str, Any]:
    message = dict(row._mapping) | {"created_date": instant(row.created_date), "page": f"/outbox/{row.id}"}
    message.pop("contact_id")
    return message


def _page(messages: list[dict[str, Any]], total: int) -> str:
    lines = "".join(
        "<tr>"
        + "".join(f"<td>{escape(str(each[name]))}</td>" for name in COLUMNS)
        + f'<td>{escape(each["body"])} <a href="{each["page"]}">Lire</a></td></tr>'
        for each in messages
    )
    heads = "".join(f"<th>{name}</th>" for name in (*COLUMNS, "body"))
    older = f'<p><a href="/outbox?before={messages[-1]["id"]}">Plus anciens</a></p>' if len(messages) == LISTED else ""
    return (
        '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Outbox</title>'
        "<style>body{font:16px system-ui;margin:2rem}td,th{padding:.4rem .8rem;text-align:left}</style>"
        f"<h1>Outbox</h1><p>{total} messages</p><table><tr>{heads}</tr>{lines}</table>{older}</html>"
    )


@router.get("/outbox/{message_id}")
async def read_message(request: Request, message_id: int) -> Response:
    """One message as its reader sees it; a campaign's is put together from its mailing, for this reader."""
    sandbox = sandbox_of(request)
    row = sandbox.database.get(outbox, message_id)
    if row is None:
        raise no_such_file()
    return HTMLResponse(_campaign_page(sandbox, row) if row.contact_id else _plain_page(row), headers=INERT)


def _plain_page(row: Row[Any]) -> str:
    subject, body = escape(row.subject), escape(row.body)
    return f'<!doctype html><html lang="fr"><meta charset="utf-8"><title>{subject}</title><p>{body}</p></html>'


def _campaign_page(sandbox: Sandbox, row: Row[Any]) -> str:
    contact = mailing_contacts.c
    query = select(mailings.c.html, contact.email, contact.family_name, contact.given_name)
    found = sandbox.database.row(
        query.join(mailings, mailings.c.id == contact.mailing_id).where(contact.id == row.contact_id)
    )
    assert found is not None
    known = {"EMAIL": found.email, "NOM": found.family_name, "PRENOM": found.given_name}
    links = {"unsubscribe": f"/outbox/{row.id}#unsubscribe", "mirror": f"/outbox/{row.id}"}
    return merged(found.html, known | links)


@router.delete("/outbox", status_code=204)
async def clear_outbox(request: Request) -> Response:
    """Throw the messages away."""
    database = sandbox_of(request).database
    database.write(delete(outbox))
    database.commit()
    return Response(status_code=204)
