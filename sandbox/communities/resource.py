"""The declaration of the communities resource (communities-campaigns.yaml)."""

from sandbox.communities.reading import FILTERS, ORDERS, rule, scope, shape
from sandbox.communities.writing import after, before, before_removal
from sandbox.fields import Field, Kind
from sandbox.resource import Resource, rights
from sandbox.tables import communities

COMMUNITIES = Resource(
    path="admin/communities",
    type_name="Community",
    iri="/communities",
    table=communities,
    permissions=rights("community", read="community_manage"),
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
    pictures="community",
    before_removal=before_removal,
)
