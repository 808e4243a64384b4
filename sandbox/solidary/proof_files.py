"""Proofs given: the file of one, and removing any (solidary.yaml, upload_solidary_proof, delete_solidary_proof)."""

import secrets
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from sqlalchemy import select
from starlette.datastructures import FormData, UploadFile

from sandbox import files, specimen
from sandbox.context import Caller, Context, sandbox_of
from sandbox.errors import invalid_identifier, masked, no_such_file, not_found
from sandbox.params import whole
from sandbox.solidary.tables import proofs, solidaries, solidary_users, structure_proofs, user_structures

router = APIRouter(tags=["admin/proofs"])
FOLDER = Path("solidary", "proofs")
# Beyond what PHP takes a file arrives as missing.
LARGEST = 20 * 1024 * 1024
KINDS = {"pdf": ("PDF", "application/pdf"), "png": ("PNG", "image/png")}
_FORM = {
    "type": "object",
    "required": ["solidaryId", "proofId", "file"],
    "properties": {
        "solidaryId": {"type": "integer"},
        "proofId": {"type": "integer"},
        "file": {"type": "string", "format": "binary"},
    },
}
_OWNED = (
    select(proofs.c.file_name, solidary_users.c.user_id)
    .join(user_structures, user_structures.c.id == proofs.c.user_structure_id)
    .join(solidary_users, solidary_users.c.id == user_structures.c.solidary_user_id)
)
_BODY = {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _FORM}}}}


@router.post("/admin/proofs", status_code=201, openapi_extra=_BODY)
async def upload_solidary_proof(ctx: Caller) -> Response:
    """Store the file of a proof not given yet; neither its size nor its type is looked at."""
    ctx.allow("proof_create")
    async with ctx.request.form() as form:
        membership_id, solidary_id, definition_id = _owner(ctx, form)
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size or file.size > LARGEST:
            raise masked()
        content, name = await file.read(), file.filename or ""
    same = (proofs.c.user_structure_id == membership_id, proofs.c.structure_proof_id == definition_id)
    if ctx.database.row(select(proofs.c.id).where(*same)) is not None:
        raise masked()
    suffix = Path(name).suffix.lower()
    file_name = f"{solidary_id}-{secrets.token_hex(8)}{suffix}"
    await files.keep(ctx.settings.files_folder / FOLDER, file_name, content)
    row = {"user_structure_id": membership_id, "structure_proof_id": definition_id, "file_name": file_name}
    proof_id = ctx.database.insert(proofs, **row, original_name=name[:255], size=len(content))
    ctx.database.commit()
    return ctx.item("Proof", {"@id": f"/proofs/{proof_id}", "@type": "Proof"}, 201)


def _owner(ctx: Context, form: FormData) -> tuple[int, int, int]:
    """(membership, record, kind of proof), or the masked failure of an unknown one."""
    solidary_id, definition_id = whole(str(form.get("solidaryId", ""))), whole(str(form.get("proofId", "")))
    membership = ctx.database.value(select(solidaries.c.user_structure_id).where(solidaries.c.id == solidary_id))
    known = ctx.database.get(structure_proofs, definition_id)
    if membership is None or known is None or solidary_id is None or definition_id is None:
        raise masked()
    return membership, solidary_id, definition_id


@router.delete("/proofs/{proof_id}", status_code=204, tags=["proofs"])
async def delete_solidary_proof(ctx: Caller, proof_id: str) -> Response:
    """Remove a proof and its file; which structure it is for, and whether it is mandatory, is not looked at."""
    number = whole(proof_id)
    if number is None:
        raise invalid_identifier()
    row = ctx.database.row(_OWNED.where(proofs.c.id == number))
    if row is None:
        raise not_found()
    ctx.allow("proof_delete", lambda name: row.user_id == ctx.access.user_id)
    ctx.database.delete(proofs, id=number)
    ctx.database.commit()
    if row.file_name:
        (ctx.settings.files_folder / FOLDER / row.file_name).unlink(missing_ok=True)
    return Response(status_code=204)


@router.get("/upload/solidary/proofs/{file_name}", tags=["files"])
async def proof_file(request: Request, file_name: str) -> Response:
    """A file as it was sent; of the demo data a specimen of its type."""
    sandbox = sandbox_of(request)
    name = sandbox.database.value(select(proofs.c.file_name).where(proofs.c.file_name == file_name))
    if name is None:
        raise no_such_file()
    path = sandbox.settings.files_folder / FOLDER / name
    if path.is_file():
        return FileResponse(path)
    kind, media_type = KINDS.get(name.rpartition(".")[2], KINDS["pdf"])
    return Response(specimen.document(kind), media_type=media_type)
