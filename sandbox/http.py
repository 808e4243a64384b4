"""What goes over the wire: which format is asked for, JSON-LD envelopes, answers."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from pydantic_core import to_json

from sandbox.errors import ApiError, unsupported_answer, unsupported_content

JSON_LD = "application/ld+json"
JSON = "application/json"
MERGE_PATCH = "application/merge-patch+json"
PROBLEM = "application/problem+json"
CSV = "text/csv"
_ANY = ("*/*", "application/*", "text/html", "application/xml", "text/*")


def accepted(request: Request) -> list[str]:
    """The media types of the Accept header in the order given, without their weights."""
    header = request.headers.get("accept") or "*/*"
    return [part.split(";")[0].strip().lower() for part in header.split(",")]


def wants_json(request: Request) -> bool:
    """True when plain JSON was asked for before JSON-LD: bare arrays and other error bodies (session.yaml, accept)."""
    for kind in accepted(request):
        if kind in (JSON, PROBLEM):
            return True
        if kind == JSON_LD or kind in _ANY:
            return False
    return False


def check_accept(request: Request) -> None:
    """Refuse an Accept header that names nothing we answer."""
    asked = accepted(request)
    if not any(kind in (JSON, JSON_LD, PROBLEM, *_ANY) for kind in asked):
        raise unsupported_answer(asked[0], (JSON_LD, JSON, "application/xml", "text/html"))


def reply(request: Request, content: Any, status: int = 200) -> Response:
    """An answer in the format asked for; plain JSON loses the `@` keys and the list's envelope."""
    if not wants_json(request):
        return encoded(content, status, f"{JSON_LD}; charset=utf-8")
    if isinstance(content, dict) and "hydra:member" in content:
        content = content["hydra:member"]
    return encoded(without_linked_data(content), status, f"{JSON}; charset=utf-8")


def encoded(content: Any, status: int, media_type: str) -> Response:
    """Content as compact JSON."""
    return Response(to_json(content), status, media_type=media_type)


def error_reply(request: Request, error: ApiError, strict: bool, plain: bool = False) -> Response:
    """A refusal in the shape that fits the Accept header; `plain` forces the JSON one (CSV operations)."""
    hydra = not (plain or wants_json(request))
    status = error.strict if strict and error.strict else error.status
    return encoded(error.body(hydra), status, f"{JSON_LD if hydra else PROBLEM}; charset=utf-8")


def without_linked_data(content: Any) -> Any:
    """The content without the `@` keys, which only JSON-LD has."""
    if isinstance(content, dict):
        return {key: without_linked_data(value) for key, value in content.items() if not key.startswith("@")}
    if isinstance(content, list):
        return [without_linked_data(item) for item in content]
    return content


def without_nulls(content: Any) -> Any:
    """The content without its null properties, nested ones included (session.yaml, nulls)."""
    if isinstance(content, dict):
        return {key: without_nulls(value) for key, value in content.items() if value is not None}
    if isinstance(content, list):
        return [without_nulls(item) for item in content]
    return content


def collection(type_name: str, iri: str, members: Sequence[Any], total: int | None = None) -> dict[str, Any]:
    """The envelope of every list (session.yaml, Collection)."""
    return {
        "@context": f"/contexts/{type_name}",
        "@id": iri,
        "@type": "hydra:Collection",
        "hydra:member": list(members),
        "hydra:totalItems": len(members) if total is None else total,
    }


def head(type_name: str, iri: str, record_id: int | str) -> dict[str, Any]:
    """How every record begins: what it is, and its id."""
    return {"@id": f"{iri}/{record_id}", "@type": type_name, "id": record_id}


def item(type_name: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """A record at the root of an answer: its context comes first."""
    return {"@context": f"/contexts/{type_name}", **content}


def page_view(request: Request, page: int, size: int, total: int) -> dict[str, Any]:
    """The links between the pages of a list (session.yaml, Collection.hydra:view)."""
    last = max(1, -(-total // size)) if size else 1
    others = [(name, value) for name, value in request.query_params.multi_items() if name != "page"]

    def link(number: int) -> str:
        return f"{request.url.path}?{urlencode([*others, ('page', str(number))])}"

    view = {"@id": link(page), "@type": "hydra:PartialCollectionView", "hydra:first": link(1), "hydra:last": link(last)}
    if page > 1:
        view["hydra:previous"] = link(page - 1)
    if page < last:
        view["hydra:next"] = link(page + 1)
    return view


async def json_body(request: Request, supported: tuple[str, ...] = (JSON_LD, JSON)) -> dict[str, Any]:
    """The JSON object sent, or the refusal of its type or of its syntax."""
    sent = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if sent not in supported:
        raise unsupported_content(sent, supported)
    try:
        content = json.loads(await request.body())
    except ValueError:
        raise ApiError("Syntax error") from None
    if not isinstance(content, dict):
        raise ApiError("Syntax error")
    return content
