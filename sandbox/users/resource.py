"""The declaration of the users resource (users.yaml)."""

from typing import Any

from sqlalchemy import Row

from sandbox.context import Context
from sandbox.fields import Field, Kind
from sandbox.resource import Resource, rights
from sandbox.tables import LISTED_USERS, users
from sandbox.users.deletion import pseudonymise
from sandbox.users.filters import FILTERS, ORDERS, scope
from sandbox.users.shape import shape
from sandbox.users.writing import after, before

FIELDS = (
    Field("status", Kind.INT, nullable=False),
    Field("givenName", max_length=255),
    Field("familyName", max_length=255),
    Field("email", nullable=False, max_length=255),
    Field("gender", Kind.INT, nullable=False),
    Field("nationality", max_length=255),
    Field("birthDate", Kind.DATE),
    Field("telephone", max_length=255),
    Field("phoneDisplay", Kind.INT, nullable=False),
    Field("drivingLicenceNumber", max_length=15),
    Field("smoke", Kind.INT),
    Field("music", Kind.BOOL),
    Field("musicFavorites", max_length=255),
    Field("chat", Kind.BOOL),
    Field("chatFavorites", max_length=255),
    Field("gamification", Kind.BOOL),
    Field("gratuity", Kind.BOOL),
    Field("newsSubscription", Kind.BOOL),
    Field("createdDate", Kind.MOMENT, writable=False),
    Field("lastActivityDate", Kind.MOMENT, writable=False),
    Field("importedDate", Kind.MOMENT, writable=False),
    Field("hitchHikeDriver", Kind.BOOL),
    Field("hitchHikePassenger", Kind.BOOL),
    Field("rezoKit", Kind.BOOL),
    Field("cardLetter", Kind.BOOL),
    Field("cardLetterPosted", Kind.BOOL),
    Field("postalAddress", max_length=255),
    Field("legalGuardianEmail", max_length=255),
    Field("parentalConsentDate", Kind.MOMENT),
    Field("parentalConsentToken", max_length=255),
    Field("parentalConsentUuid", max_length=255),
    Field("referral", writable=False),
    Field("verifiedIdentity", Kind.BOOL, stored=False),
    Field("rolesTerritory", Kind.LIST, stored=False),
    Field("homeAddress", Kind.OBJECT, nullable=False, stored=False),
)


def is_self(ctx: Context, row: Row[Any], rule: str) -> bool:
    """Rule UserSelf: the user concerned is the caller (permissions.yaml, rules)."""
    return rule == "UserSelf" and row.id == ctx.access.user_id


USERS = Resource(
    path="admin/users",
    type_name="User",
    iri="/users",
    table=users,
    permissions=rights("user"),
    fields=FIELDS,
    filters=FILTERS,
    orders=ORDERS,
    base=(LISTED_USERS,),
    item_keeps_nulls=True,
    scope=scope,
    rule=is_self,
    shape=shape,
    before=before,
    after=after,
    remove=pseudonymise,
)
