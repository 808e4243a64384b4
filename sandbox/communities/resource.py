"""The declaration of the communities resource (communities-campaigns.yaml)."""

from sandbox.communities.reading import FILTERS, ORDERS, rule, scope, shape
from sandbox.communities.writing import after, before, before_removal
from sandbox.fields import Field, Kind, of_table
from sandbox.resource import Resource, rights
from sandbox.tables import communities

COMMUNITIES = Resource(
    path="admin/communities",
    type_name="Community",
    iri="/communities",
    table=communities,
    permissions=rights("community", read="community_manage"),
    fields=(
        *of_table(communities, "name", "status", "membersHidden", "proposalsHidden", "validationType"),
        *of_table(communities, "domain", "description", "fullDescription"),
        *of_table(communities, "createdDate", "updatedDate", writable=False),
        *of_table(communities, "referrerId", "target"),
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
