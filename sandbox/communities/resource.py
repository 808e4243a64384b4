"""The declaration of the communities resource (communities-campaigns.yaml)."""

from sandbox.communities.reading import FILTERS, ORDERS, rule, scope, shape
from sandbox.communities.writing import after, before, remove
from sandbox.fields import Field, Kind
from sandbox.resource import Resource
from sandbox.tables import communities

COMMUNITIES = Resource(
    path="admin/communities",
    type_name="Community",
    iri="/communities",
    table=communities,
    permissions={
        "list": "community_list",
        "create": "community_create",
        "read": "community_manage",
        "update": "community_update",
        "replace": "community_update",
        "delete": "community_delete",
    },
    fields=(
        Field("name", nullable=False, max_length=255),
        Field("status", Kind.INT),
        Field("membersHidden", Kind.BOOL),
        Field("proposalsHidden", Kind.BOOL),
        Field("validationType", Kind.INT, nullable=False),
        Field("domain", max_length=255),
        Field("description", nullable=False, max_length=255),
        Field("fullDescription", nullable=False),
        Field("createdDate", Kind.MOMENT, writable=False),
        Field("updatedDate", Kind.MOMENT, writable=False),
        Field("referrerId", Kind.INT, nullable=False),
        Field("target", Kind.INT),
        Field("freeCarpool", Kind.BOOL, nullable=False),
        Field("address", Kind.OBJECT, stored=False),
    ),
    filters=FILTERS,
    orders=ORDERS,
    scope=scope,
    rule=rule,
    shape=shape,
    before=before,
    after=after,
    remove=remove,
)
