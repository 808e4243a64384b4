"""Routes of a declared resource, with their documentation for /docs."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Response

from sandbox import http, store
from sandbox.context import Caller, Context
from sandbox.fields import Field, Kind
from sandbox.resource import Resource, Verb

_JSON_TYPES = {Kind.INT: "integer", Kind.BOOL: "boolean", Kind.LIST: "array", Kind.OBJECT: "object"}


def resource_router(resource: Resource) -> APIRouter:
    """The routes of every verb that has a permission."""
    router = APIRouter(tags=[resource.path])
    for verb in resource.permissions:
        _ADDERS[verb](router, resource)
    return router


def _add_list(router: APIRouter, resource: Resource) -> None:
    @router.get(f"/{resource.path}", **_doc(resource, "list", parameters=_list_parameters(resource)))
    async def list_records(ctx: Caller) -> Response:
        return store.list_records(ctx, resource)


def _add_read(router: APIRouter, resource: Resource) -> None:
    @router.get(f"/{resource.path}/{{record_id}}", **_doc(resource, "read"))
    async def read_record(ctx: Caller, record_id: str) -> Response:
        return store.read_record(ctx, resource, record_id)


def _add_create(router: APIRouter, resource: Resource) -> None:
    @router.post(f"/{resource.path}", **_doc(resource, "create", body=http.JSON))
    async def create_record(ctx: Caller) -> Response:
        store.allow(ctx, resource, "create")
        return store.create_record(ctx, resource, await http.json_body(ctx.request))


def _add_update(router: APIRouter, resource: Resource) -> None:
    @router.patch(f"/{resource.path}/{{record_id}}", **_doc(resource, "update", body=http.MERGE_PATCH))
    async def update_record(ctx: Caller, record_id: str) -> Response:
        return await _updated(ctx, resource, record_id, "update", (http.MERGE_PATCH,))


def _add_replace(router: APIRouter, resource: Resource) -> None:
    # Absent upstream; the stand-in takes it as a PATCH (users.yaml, replace_user).
    @router.put(f"/{resource.path}/{{record_id}}", **_doc(resource, "replace", body=http.JSON))
    async def replace_record(ctx: Caller, record_id: str) -> Response:
        return await _updated(ctx, resource, record_id, "replace", (http.JSON_LD, http.JSON, http.MERGE_PATCH))


async def _updated(
    ctx: Context, resource: Resource, record_id: str, verb: Verb, supported: tuple[str, ...]
) -> Response:
    store.opened(ctx, resource, verb, record_id)
    return store.update_record(ctx, resource, record_id, await http.json_body(ctx.request, supported), verb)


def _add_delete(router: APIRouter, resource: Resource) -> None:
    @router.delete(f"/{resource.path}/{{record_id}}", **_doc(resource, "delete"))
    async def delete_record(ctx: Caller, record_id: str) -> Response:
        return store.delete_record(ctx, resource, record_id)


_ADDERS: dict[str, Callable[[APIRouter, Resource], None]] = {
    "list": _add_list,
    "read": _add_read,
    "create": _add_create,
    "update": _add_update,
    "replace": _add_replace,
    "delete": _add_delete,
}


def _doc(resource: Resource, verb: Any, parameters: list[Any] | None = None, body: str | None = None) -> dict[str, Any]:
    """Documentation of one operation, drawn from the declaration."""
    extra: dict[str, Any] = {"security": [{"bearerAuth": []}], "parameters": parameters or []}
    if body:
        schema = {"type": "object", "properties": {f.name: _schema(f) for f in resource.fields if f.writable}}
        extra["requestBody"] = {"required": True, "content": {body: {"schema": schema}}}
    return {
        "summary": f"{verb.capitalize()} {resource.path}",
        "description": f"Asks the permission `{resource.permissions[verb]}`.",
        "operation_id": f"{verb}_{resource.path.replace('/', '_')}",
        "openapi_extra": extra,
        "status_code": {"create": 201, "delete": 204}.get(verb, 200),
        "response_class": Response,
    }


def _schema(field: Field) -> dict[str, Any]:
    kind = _JSON_TYPES.get(field.kind, "string")
    schema: dict[str, Any] = {"type": [kind, "null"] if field.nullable else kind}
    if field.max_length:
        schema["maxLength"] = field.max_length
    return schema


def _list_parameters(resource: Resource) -> list[dict[str, Any]]:
    names = [name for declared in resource.filters for name in declared.parameters]
    orders = [f"order[{name}]" for name in resource.orders]
    paging = ["page", "perPage"] if resource.paged else []
    return [query_parameter(name) for name in [*paging, *names, *orders]]


def query_parameter(name: str, required: bool = False) -> dict[str, Any]:
    """Documentation of one query parameter."""
    schema: dict[str, Any] = {"type": "string"}
    if name in ("page", "perPage"):
        schema = {"type": "integer"}
    elif name.startswith("order["):
        schema = {"type": "string", "enum": ["asc", "desc"]}
    elif name.endswith("[]"):
        schema = {"type": "array", "items": {"type": "string"}}
    return {"name": name, "in": "query", "required": required, "schema": schema}
