"""Whether requests and answers are those the upstream API describes.

Works on live traffic (`ContractTransport`) and on what a server recorded (`faults_of`).
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from email.parser import BytesParser
from email.policy import HTTP
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote

import httpx

from tests.contract.description import ANY_FILTER_OF, Node, Operation, operation_named, operations

INJECTED = frozenset({401, 500, 502, 503, 504})
"""Statuses a test may provoke anywhere."""
ALTERNATIVE = frozenset({403, 404})
"""Statuses another deployment answers instead of 400 (session.yaml, errors)."""
OUTSIDE = ("/upload/", "/outbox", "/docs", "/openapi.json")
"""Paths the sandbox serves beside the API."""
FILE = "(file)"
"""Stands for the content of an uploaded file."""


@dataclass(frozen=True)
class Exchange:
    """A request, and its answer if it is known. `query` is the raw text after the question mark; None is not known."""

    method: str
    path: str
    query: str = ""
    content_type: str = ""
    body: bytes | None = None
    accept: str | None = None
    authorization: bool | None = None
    status: int | None = None
    answer_type: str = ""
    answer: bytes | None = None


class ContractViolation(AssertionError):
    """A request or an answer that the description does not know."""

    def __init__(self, operation: str, fault: str) -> None:
        super().__init__(f"{operation}: {fault}")
        self.operation = operation
        self.fault = fault


class ContractTransport(httpx.AsyncBaseTransport):
    """Forwards to `inner` and checks both ways; keeps the violations, and raises the first one of each call.

    `allow` are the statuses accepted though they are not described: faults a test injects. With `raises=False` the
    violations are only kept, for code that would swallow the error.
    """

    def __init__(
        self, inner: httpx.AsyncBaseTransport, *, allow: Collection[int] = INJECTED, raises: bool = True
    ) -> None:
        self.inner = inner
        self.allow = allow
        self.raises = raises
        self.violations: list[ContractViolation] = []
        self.covered: set[str] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The inner transport's answer."""
        sent = _request_of(request, await request.aread())
        if sent.path.startswith(OUTSIDE):
            self._report([ContractViolation("token sent to a file", sent.path)] if sent.authorization else [])
            return await self.inner.handle_async_request(request)
        self._report(faults_of(sent))
        response = await self.inner.handle_async_request(request)
        await response.aread()
        self._report(faults_of(_answered(sent, response), self.allow, request=False))
        if operation := find(sent):
            self.covered.add(operation.id)
        return response

    async def aclose(self) -> None:
        """Close the inner transport."""
        await self.inner.aclose()

    def _report(self, violations: list[ContractViolation]) -> None:
        self.violations += violations
        if self.raises and violations:
            raise violations[0]


def _request_of(request: httpx.Request, body: bytes) -> Exchange:
    return Exchange(
        method=request.method,
        path=request.url.raw_path.decode().partition("?")[0],
        query=request.url.query.decode(),
        content_type=request.headers.get("Content-Type", ""),
        body=body,
        accept=request.headers.get("Accept", ""),
        authorization="Authorization" in request.headers,
    )


def _answered(sent: Exchange, response: httpx.Response) -> Exchange:
    return Exchange(
        sent.method,
        sent.path,
        status=response.status_code,
        answer_type=response.headers.get("Content-Type", ""),
        answer=response.content,
    )


def find(exchange: Exchange) -> Operation | None:
    """The operation of a request, None when there is none."""
    return _found(exchange.method, exchange.path)


@lru_cache(maxsize=4096)
def _found(method: str, path: str) -> Operation | None:
    same_method = (each for each in operations() if each.method == method.lower())
    return next((each for each in same_method if each.pattern.fullmatch(path)), None)


def faults_of(
    exchange: Exchange, allow: Collection[int] = INJECTED, *, request: bool = True
) -> list[ContractViolation]:
    """Everything wrong with a request, and with its answer if it has a status; empty when all is as described."""
    operation = find(exchange)
    if operation is None:
        return [ContractViolation("unknown operation", f"{exchange.method} {exchange.path}")]
    faults = list(_request_faults(operation, exchange)) if request else []
    if exchange.status is not None:
        faults += _answer_faults(operation, exchange, exchange.status, allow)
    return [ContractViolation(operation.id, fault) for fault in faults]


def faults_of_journal(
    entries: Iterable[Mapping[str, Any]], allow: Collection[int] = INJECTED
) -> list[ContractViolation]:
    """Everything wrong with what the sandbox noted (`GET /_sandbox/requests`): method, path, query, status."""
    calls = (Exchange(**entry) for entry in entries if not entry["path"].startswith(OUTSIDE))
    # Status 0: the connection was cut on purpose.
    return [fault for call in calls for fault in faults_of(replace(call, status=call.status or None), allow)]


# --- requests ----------------------------------------------------------------


def _request_faults(operation: Operation, exchange: Exchange) -> Iterator[str]:
    yield from _path_faults(operation, exchange.path)
    yield from _query_faults(operation, parse_qsl(exchange.query, keep_blank_values=True))
    yield from _body_faults(operation, exchange)
    yield from _header_faults(operation, exchange)


def _path_faults(operation: Operation, path: str) -> Iterator[str]:
    match = operation.pattern.fullmatch(path)
    for name, text in match.groupdict().items() if match else ():
        schema = operation.parameters["path", name].child("schema")
        yield from (f"path parameter {name}: {fault}" for fault in schema.faults(_cast(schema, unquote(text))))


def _query_faults(operation: Operation, pairs: list[tuple[str, str]]) -> Iterator[str]:
    known = _query_parameters(operation)
    for name in dict.fromkeys(name for name, _ in pairs):
        values = [value for each, value in pairs if each == name]
        schema, several = _parameter_schema(known, name)
        if schema is None:
            yield f"query parameter {name} is not described"
        elif not several and len(values) > 1:
            yield f"query parameter {name} is given {len(values)} times"
        else:
            yield from (f"query parameter {name}: {fault}" for fault in _value_faults(schema, several, values))
    for name, parameter in known.items():
        if parameter.value.get("required") and name not in dict(pairs):
            yield f"query parameter {name} is missing"


def _value_faults(schema: Node, several: bool, values: list[str]) -> Iterator[str]:
    """A parameter written `name[]` may be described as the array or as one of its items."""
    if not several:
        yield from schema.faults(_cast(schema, values[0]))
    elif schema.value.get("type") == "array":
        yield from schema.faults([_cast(schema.child("items"), value) for value in values])
    else:
        yield from (fault for value in values for fault in schema.faults(_cast(schema, value)))


@cache
def _query_parameters(operation: Operation) -> dict[str, Node]:
    """Names to parameters; one that "stands for any filter" is replaced by the filters, without the paging."""
    own = {name: parameter for (where, name), parameter in operation.parameters.items() if where == "query"}
    stands = {name for name, parameter in own.items() if parameter.child("schema").value.get("type") == "object"}
    named = {name: parameter for name, parameter in own.items() if name not in stands}
    if not stands:
        return named
    filters = _query_parameters(operation_named(ANY_FILTER_OF))
    return {name: node for name, node in filters.items() if name not in ("page", "perPage")} | named


def _parameter_schema(known: Mapping[str, Node], name: str) -> tuple[Node | None, bool]:
    """The schema of a query parameter, and whether it may be repeated.

    Some spellings are only told in the text: "`id[]` for several", "also [before]", "a bare territory=7".
    """
    if name in known:
        return known[name].child("schema"), name.endswith("[]")
    base, bracket, _ = name.partition("[")
    if name.endswith("[]") and base in known and name in _text(known[base]):
        return known[base].child("schema"), True
    if not bracket and f"{name}[]" in known and re.search(rf"bare (value|{name}=)", _text(known[f"{name}[]"])):
        return known[f"{name}[]"].child("schema").child("items"), False
    siblings = [parameter for each, parameter in known.items() if bracket and each.startswith(f"{base}[")]
    if any(name.removeprefix(base) in _text(sibling) for sibling in siblings):
        return siblings[0].child("schema"), False
    return None, False


def _text(parameter: Node) -> str:
    return parameter.value.get("description", "")


def _cast(schema: Node, text: str) -> Any:
    """A text of a path, query or form as the type its schema asks for, or the text itself."""
    types = schema.value.get("type")
    types = {types} if isinstance(types, str) else set(types or ())
    types |= {"integer"} if any(isinstance(each, int) for each in schema.value.get("enum", ())) else set()
    if types & {"integer", "number"} and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "number" in types and re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    if "boolean" in types and text in ("true", "false"):
        return text == "true"
    return text


def _header_faults(operation: Operation, exchange: Exchange) -> Iterator[str]:
    if exchange.authorization and not operation.signed:
        yield "an Authorization header is sent"
    if exchange.accept is not None and exchange.accept not in _wanted(operation):
        yield f"Accept is {exchange.accept!r}"


@cache
def _wanted(operation: Operation) -> set[str]:
    """What may be asked for: JSON-LD everywhere but where there is only CSV (API-1)."""
    contents = [node.get("content") for _, node in operation.node.child("responses").children()]
    offered = {media_type for content in contents if content for media_type in content.value}
    return {"text/csv"} if "text/csv" in offered else {"application/ld+json"}


def _body_faults(operation: Operation, exchange: Exchange) -> Iterator[str]:
    described = operation.node.get("requestBody")
    if described is None and exchange.body:
        yield "a body is sent"
    elif described and exchange.body is not None:
        yield from _described_body_faults(described, exchange, exchange.body)


def _described_body_faults(described: Node, exchange: Exchange, sent: bytes) -> Iterator[str]:
    media_type = exchange.content_type.partition(";")[0].strip()
    content = described.child("content").get(media_type)
    if content is None:
        yield f"the body is {media_type or 'nothing'}, not one of {', '.join(described.child('content').value)}"
        return
    schema = content.child("schema")
    try:
        body = _form(schema, exchange.content_type, sent) if media_type.startswith("multipart/") else json.loads(sent)
    except ValueError as error:
        yield f"the body cannot be read: {error}"
        return
    yield from (f"body{fault}" for fault in schema.faults(body))
    yield from (f"body{place} is not described" for place in unknown_names([schema], body))


def _form(schema: Node, content_type: str, sent: bytes) -> dict[str, Any]:
    """The fields of a form, as the types of its schema; a file is FILE."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + sent)
    properties = schema.value.get("properties", {})
    fields: dict[str, Any] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        text = FILE if part.get_filename() else part.get_payload(decode=True).decode()  # type: ignore[union-attr]
        fields[name] = _cast(schema.child("properties").child(name), text) if name in properties else text
        described = properties.get(name, {})
        if (described.get("format") == "binary" or "contentMediaType" in described) != bool(part.get_filename()):
            raise ValueError(f"{name} is a file here and none there")
    return fields


def unknown_names(schemas: list[Node], value: Any, place: str = "") -> Iterator[str]:
    """Where a value has a property none of its schemas knows: the server would ignore it without a word."""
    schemas = list(_parts(schemas))
    if isinstance(value, list):
        items = [schema.child("items") for schema in schemas if "items" in schema.value]
        for index, item in enumerate(value):
            yield from unknown_names(items, item, f"{place}[{index}]")
    elif isinstance(value, dict) and (
        known := [each.child("properties") for each in schemas if "properties" in each.value]
    ):
        open_ended = any(
            each.value.get("additionalProperties") or "patternProperties" in each.value for each in schemas
        )
        for name, item in value.items():
            described = [each.child(name) for each in known if name in each.value]
            if described:
                yield from unknown_names(described, item, f"{place}.{name}")
            elif not open_ended:
                yield f"{place}.{name}"


def _parts(schemas: Iterable[Node]) -> Iterator[Node]:
    """Schemas with those they are made of."""
    for schema in schemas:
        yield schema
        for keyword in ("allOf", "anyOf", "oneOf"):
            if keyword in schema.value:
                yield from _parts(part for _, part in schema.child(keyword).children())


# --- answers -----------------------------------------------------------------


def _answer_faults(operation: Operation, exchange: Exchange, status: int, allow: Collection[int]) -> Iterator[str]:
    described = operation.node.child("responses").get(str(status))
    if described is None:
        if status not in allow and not operation.absent:
            yield f"status {status} is not described: {(exchange.answer or b'')[:200].decode(errors='replace')}"
    elif exchange.answer and status == 204:
        yield "status 204 with a body"
    elif exchange.answer is not None and (content := described.get("content")):
        yield from (
            f"status {status}{fault}" for fault in _content_faults(content, exchange.answer_type, exchange.answer)
        )


def _content_faults(content: Node, answer_type: str, answer: bytes) -> Iterator[str]:
    media_type = answer_type.partition(";")[0].strip()
    if media_type not in content.value:
        yield f" is {media_type or 'nothing'}, not one of {', '.join(content.value)}"
    elif media_type.endswith("json") and (schema := content.child(media_type).get("schema")):
        yield from (f": {fault}" for fault in _json_faults(schema, answer))


@lru_cache(maxsize=2048)
def _json_faults(schema: Node, answer: bytes) -> tuple[str, ...]:
    """Tests ask for the same accounts, rights and lists again and again: the same bytes have the same faults."""
    try:
        value = json.loads(answer)
    except ValueError as error:
        return (f"not JSON: {error}",)
    return tuple(schema.faults(value))
