"""Where the records that others refer to are searched, and where those are that a record names."""

from admin_app.kit.declare.fields import Target
from admin_app.kit.declare.relations import Link

COMMUNITIES = Target("admin/communities", search="name", label="name", permission="community_list")
EVENTS = Target("admin/events", search="name", label="name", permission="event_manage")
ARTICLES = Target("admin/articles", search="title", label="title", permission="article_manage")
STRUCTURES = Target("admin/structures", search="", label="name", permission="structure_list")
"""Few enough to be offered whole."""
TERRITORIES = Target("admin/territories", search="name", label="name", permission="territory_list")

ITS_COMMUNITY = Link(
    lambda record: f"/communities/show/{record.community_id}" if record.community_id else "",
    "community_read",
    "community",
)
ITS_CREATOR = Link(lambda record: f"/users/show/{record.creator_id}" if record.creator_id else "", "user_read")
