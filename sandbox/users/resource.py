"""The declaration of the users resource (users.yaml)."""

from typing import Any

from sqlalchemy import Row

from sandbox.context import Context
from sandbox.fields import Field, Kind, of_table
from sandbox.resource import Resource, rights
from sandbox.tables import LISTED_USERS, users
from sandbox.users.deletion import pseudonymise
from sandbox.users.filters import FILTERS, ORDERS, scope
from sandbox.users.shape import shape
from sandbox.users.writing import after, before

FIELDS = (
    *of_table(users, "status", "givenName", "familyName", "email", "gender", "nationality"),
    Field("birthDate", Kind.DATE),
    *of_table(users, "telephone", "phoneDisplay", "drivingLicenceNumber", "smoke", "music", "musicFavorites"),
    *of_table(users, "chat", "chatFavorites", "gamification", "gratuity", "newsSubscription"),
    *of_table(users, "createdDate", "lastActivityDate", "importedDate", writable=False),
    *of_table(users, "hitchHikeDriver", "hitchHikePassenger", "rezoKit", "cardLetter", "cardLetterPosted"),
    *of_table(users, "postalAddress", "legalGuardianEmail", "parentalConsentDate", "parentalConsentToken"),
    *of_table(users, "parentalConsentUuid"),
    *of_table(users, "referral", writable=False),
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
