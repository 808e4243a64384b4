"""Reading a structure for what it asks of people, where the person may (`structure_read`, be it for their own)."""

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.solidary.structure import Structure
from admin_app.kit.session import Session, or_none

STRUCTURES, STRUCTURE_READ = "admin/structures", "structure_read"


async def may_read_structures(state: rx.State) -> bool:
    """Whether structures may be read at all; the API looks at each."""
    return STRUCTURE_READ in (await state.get_state(Session))._readable()


async def structure_of(api: Api, structure_id: str) -> Structure | None:
    """A structure with what it asks; None where the API does not give it."""
    item = await or_none(api.get(STRUCTURES, structure_id)) if structure_id.isdigit() else None
    return Structure.of(item) if item else None
