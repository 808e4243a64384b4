"""How an import finds the communities that its lines name by their numbers (IMPORT-12)."""

from admin_app.kit.imports import Lookup, unknown

COMMUNITY_LOOKUP = Lookup(
    "admin/communities",
    "community_list",
    lambda cells: cells["community_id"].lstrip("0"),
    lambda ids: [("id[]", each) for each in ids],
    lambda item: str(item.get("id", "")),
    absent=unknown("community"),
    size=100,
)
