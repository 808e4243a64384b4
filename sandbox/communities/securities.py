"""Security files: the pairs that people must give to join (communities-campaigns.yaml, upload_community_security)."""

from fastapi import APIRouter, Response
from starlette.datastructures import UploadFile

from sandbox import related
from sandbox.clock import now
from sandbox.context import Caller, Context
from sandbox.errors import masked
from sandbox.params import whole
from sandbox.tables import communities, community_securities
from sandbox.uploads import PLAIN, mime_type

router = APIRouter(tags=["admin/community_securities"])
COLUMNS = 2


@router.post("/admin/community_securities", status_code=201)
async def upload_community_security(ctx: Caller) -> Response:
    """Replace the security file of a community, which is secured from then on (trap 20).

    Asks no permission; every refusal is a masked failure.
    """
    async with ctx.request.form() as form:
        file, community_id = form.get("file"), whole(str(form.get("communityId", "")))
        if not isinstance(file, UploadFile) or community_id is None:
            raise masked()
        name, content = file.filename or "", await file.read()
    _check(content)
    related.known(ctx, communities, community_id)
    return ctx.item("CommunitySecurity", _stored(ctx, community_id, name), 201)


def _check(content: bytes) -> None:
    """Text, with two filled columns in every line that is not empty."""
    if mime_type(content) != PLAIN:
        raise masked()
    for line in content.decode("utf-8", "replace").splitlines():
        cells = [cell.strip().strip('"') for cell in line.split(";")]
        if line.strip() and (len(cells) != COLUMNS or not all(cells)):
            raise masked()


def _stored(ctx: Context, community_id: int, name: str) -> dict[str, str]:
    table = community_securities
    row = {
        "community_id": community_id,
        "filename": f"{int(now().timestamp())}-{community_id}",
        "original_name": name[:255],
    }
    ctx.database.delete(table, community_id=community_id)
    security_id = ctx.database.insert(table, **row)
    ctx.database.commit()
    return {
        "@id": f"/community_securities/{security_id}",
        "@type": "CommunitySecurity",
        "community": f"/communities/{community_id}",
        "filename": row["filename"],
        "originalName": row["original_name"],
    }
