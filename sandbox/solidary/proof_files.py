"""Files of proofs: sending one for a record's beneficiary, and fetching it (solidary.yaml, upload_solidary_proof)."""

import secrets
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from sqlalchemy import delete, insert, select
from starlette.datastructures import FormData, UploadFile

from sandbox import http, specimen
from sandbox.context import Context, sandbox_of, signed_in
from sandbox.errors import ApiError, masked
from sandbox.params import whole
from sandbox.solidary import people
from sandbox.solidary.tables import proofs, solidaries, structure_proofs

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
_BODY = {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _FORM}}}}


@router.post("/admin/proofs", status_code=201, openapi_extra=_BODY)
async def upload_solidary_proof(request: Request) -> Response:
    """Store the file of a proof in place of the former one; neither its size nor its type is looked at."""
    ctx = signed_in(request)
    people.allow(ctx, "proof_create", False)
    async with request.form() as form:
        membership_id, solidary_id, definition_id = _owner(ctx, form)
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size or file.size > LARGEST:
            raise masked()
        content, name = await file.read(), file.filename or ""
    suffix = Path(name).suffix.lower()
    file_name = f"{solidary_id}-{secrets.token_hex(8)}{suffix}"
    await run_in_threadpool(_keep, ctx, file_name, content)
    same = (proofs.c.user_structure_id == membership_id, proofs.c.structure_proof_id == definition_id)
    forget_files(ctx, ctx.database.values(select(proofs.c.file_name).where(*same)))
    ctx.database.write(delete(proofs).where(*same))
    row = {"user_structure_id": membership_id, "structure_proof_id": definition_id, "file_name": file_name}
    proof_id = ctx.database.insert(insert(proofs).values(**row, original_name=name[:255], size=len(content)))
    ctx.database.commit()
    return http.reply(request, http.item("Proof", {"@id": f"/proofs/{proof_id}", "@type": "Proof"}), 201)


def _owner(ctx: Context, form: FormData) -> tuple[int, int, int]:
    """(membership, record, kind of proof), or the masked failure of an unknown one."""
    solidary_id, definition_id = whole(str(form.get("solidaryId", ""))), whole(str(form.get("proofId", "")))
    membership = ctx.database.value(select(solidaries.c.user_structure_id).where(solidaries.c.id == solidary_id))
    known = ctx.database.row(select(structure_proofs.c.id).where(structure_proofs.c.id == definition_id))
    if membership is None or known is None or solidary_id is None or definition_id is None:
        raise masked()
    return membership, solidary_id, definition_id


def _keep(ctx: Context, file_name: str, content: bytes) -> None:
    folder = ctx.settings.files_folder / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file_name).write_bytes(content)


def forget_files(ctx: Context, names: list[str | None]) -> None:
    """Delete the files of proofs that go."""
    for name in filter(None, names):
        (ctx.settings.files_folder / FOLDER / name).unlink(missing_ok=True)


@router.get("/upload/solidary/proofs/{file_name}", tags=["files"])
async def proof_file(request: Request, file_name: str) -> Response:
    """A file as it was sent; of the demo data a specimen of its type."""
    sandbox = sandbox_of(request)
    name = sandbox.database.value(select(proofs.c.file_name).where(proofs.c.file_name == file_name))
    if name is None:
        raise ApiError("Not Found", status=404)
    path = sandbox.settings.files_folder / FOLDER / name
    if path.is_file():
        return FileResponse(path)
    kind, media_type = KINDS.get(name.rpartition(".")[2], KINDS["pdf"])
    return Response(specimen.document(kind), media_type=media_type)
