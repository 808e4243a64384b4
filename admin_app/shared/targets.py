"""Where the records that others refer to are searched."""

from admin_app.kit.declare.fields import Target

COMMUNITIES = Target("admin/communities", search="name", label="name", permission="community_list")
EVENTS = Target("admin/events", search="name", label="name", permission="event_manage")
ARTICLES = Target("admin/articles", search="title", label="title", permission="article_manage")
STRUCTURES = Target("admin/structures", search="", label="name", permission="structure_list")
"""Few enough to be offered whole."""
TERRITORIES = Target("admin/territories", search="name", label="name", permission="territory_list")
