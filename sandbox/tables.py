"""Tables of the sandbox. Columns are the API's properties in snake case; `*_key` columns hold folded text."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData()


def numbered(name: str, *columns: SchemaItem) -> Table:
    """A table whose rows have ids, none of which is ever given twice."""
    return Table(name, metadata, Column("id", Integer, primary_key=True), *columns, sqlite_autoincrement=True)


# Deleted users stay as status 4 and never appear in lists (users.yaml, delete_user). Written as text, because SQLite
# uses a partial index only when the query holds the very same condition.
LISTED_USERS = text("users.status <> 4")

meta = Table("meta", metadata, Column("key", String, primary_key=True), Column("value", String))

territories = numbered(
    "territories",
    Column("name", String(100), nullable=False),
    Column("name_key", String, nullable=False),
)

icons = numbered(
    "icons",
    Column("name", String(255), nullable=False),
    Column("file_name", String, nullable=False),
    Column("private_icon_id", ForeignKey("icons.id")),
)

addresses = numbered(
    "addresses",
    Column("house_number", String(45)),
    Column("street", String(255)),
    Column("street_address", String(255)),
    Column("postal_code", String(15)),
    Column("sub_locality", String(100)),
    Column("address_locality", String(100)),
    Column("local_admin", String(100)),
    Column("county", String(100)),
    Column("macro_county", String(100)),
    Column("region", String(100)),
    Column("macro_region", String(100)),
    Column("address_country", String(100)),
    Column("country_code", String(10)),
    Column("latitude", String),
    Column("longitude", String),
    Column("name", String(255)),
    Column("home", Boolean),
)

address_territories = Table(
    "address_territories",
    metadata,
    Column("address_id", ForeignKey("addresses.id"), primary_key=True),
    Column("territory_id", ForeignKey("territories.id"), primary_key=True),
    sqlite_with_rowid=False,
)
Index("ix_address_territories_territory", address_territories.c.territory_id, address_territories.c.address_id)

# What is filtered or sorted comes first: SQLite reads a row only up to the last column it needs.
users = numbered(
    "users",
    Column("status", Integer, nullable=False),
    Column("gender", Integer, nullable=False),
    Column("news_subscription", Boolean),
    Column("hitch_hike_driver", Boolean),
    Column("hitch_hike_passenger", Boolean),
    Column("identity_status", Integer),
    Column("rezo_kit", Boolean),
    Column("card_letter", Boolean),
    Column("card_letter_posted", Boolean),
    Column("volunteer", Boolean),
    Column("beneficiary", Boolean),
    Column("home_address_id", ForeignKey("addresses.id"), index=True),
    Column("created_date", String, nullable=False),
    Column("last_activity_date", String),
    Column("validated_date", String),
    Column("birth_date", String),
    Column("telephone", String(255)),
    Column("nationality", String(255)),
    Column("given_name_key", String),
    Column("family_name_key", String),
    Column("name_key", String),
    Column("email_key", String, nullable=False),
    Column("email", String(255), nullable=False),
    Column("given_name", String(255)),
    Column("family_name", String(255)),
    Column("phone_display", Integer, nullable=False),
    Column("phone_validated", Boolean),
    Column("driving_licence_number", String(15)),
    Column("smoke", Integer),
    Column("music", Boolean),
    Column("music_favorites", String(255)),
    Column("chat", Boolean),
    Column("chat_favorites", String(255)),
    Column("gamification", Boolean),
    Column("gratuity", Boolean),
    Column("postal_address", String(255)),
    Column("legal_guardian_email", String(255)),
    Column("parental_consent_date", String),
    Column("parental_consent_token", String(255)),
    Column("parental_consent_uuid", String(255)),
    Column("imported_date", String),
    Column("referral", String(50)),
    Column("portrait", String),
    Column("delegate_id", Integer),
    Column("password", String),
    CheckConstraint("status between 1 and 4"),
)
Index("ix_users_unique_email", users.c.email_key, unique=True)
for name in (
    *("status", "gender", "news_subscription", "identity_status", "rezo_kit", "card_letter", "card_letter_posted"),
    *("created_date", "last_activity_date", "validated_date", "birth_date", "telephone", "nationality"),
    *("given_name_key", "family_name_key", "name_key", "email_key"),
):
    Index(f"ix_users_{name}", users.c[name], sqlite_where=LISTED_USERS)
Index(
    "ix_users_hitch_hikers",
    users.c.id,
    sqlite_where=text("users.status <> 4 AND (users.hitch_hike_driver = 1 OR users.hitch_hike_passenger = 1)"),
)

role_assignments = numbered(
    "role_assignments",
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    # The name of a role (ROLE_...) or, as upstream allows, of a single permission (permissions.yaml, how_it_works).
    Column("item", String, nullable=False, index=True),
    Column("territory_id", ForeignKey("territories.id")),
)

alert_lines = numbered(
    "alert_lines",
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("action", Integer, nullable=False),
    Column("medium", Integer, nullable=False),
    Column("active", Boolean, nullable=False),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("token", String, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("valid_until", String, nullable=False),
)

identity_proofs = numbered(
    "identity_proofs",
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("status", Integer, nullable=False, index=True),
    Column("file_name", String),
    Column("original_name", String),
    Column("size", Integer),
    Column("mime_type", String),
    Column("created_date", String, nullable=False),
    Column("updated_date", String),
    Column("accepted_date", String),
    Column("refused_date", String),
    Column("validator_id", Integer),
)

scammers = numbered(
    "scammers",
    Column("email", String(255), nullable=False),
    Column("telephone", String(255)),
    Column("given_name", String(255)),
    Column("family_name", String(255)),
    Column("user_id", Integer),
    Column("created_date", String, nullable=False),
)

images = numbered(
    "images",
    Column("owner", String, nullable=False),
    Column("owner_id", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("name", String(255)),
    Column("file_name", String, nullable=False),
    Column("original_name", String(255)),
    Column("title", String(255)),
    Column("alt", String(255)),
    Column("size", Integer),
    Column("mime_type", String),
)
Index("ix_images_owner", images.c.owner, images.c.owner_id, images.c.position)

# Carpool ads: only what the filters on users and the extended export read.
ads = numbered(
    "ads",
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("driver", Boolean, nullable=False),
    Column("passenger", Boolean, nullable=False),
    Column("regular", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("solidary_exclusive", Boolean, nullable=False),
    Column("valid_until", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("origin_latitude", Float, nullable=False),
    Column("origin_longitude", Float, nullable=False),
    Column("destination", String, nullable=False),
    Column("destination_latitude", Float, nullable=False),
    Column("destination_longitude", Float, nullable=False),
)
Index("ix_ads_user", ads.c.user_id, ads.c.public, ads.c.valid_until)
Index("ix_ads_origin", ads.c.origin_latitude, ads.c.origin_longitude)
Index("ix_ads_destination", ads.c.destination_latitude, ads.c.destination_longitude)

ad_territories = Table(
    "ad_territories",
    metadata,
    Column("ad_id", ForeignKey("ads.id"), primary_key=True),
    Column("territory_id", ForeignKey("territories.id"), primary_key=True),
    # True when the ad starts or ends there, false when it only passes.
    Column("endpoint", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_ad_territories_territory", ad_territories.c.territory_id, ad_territories.c.ad_id)

communities = numbered(
    "communities",
    Column("name", String(255), nullable=False),
    Column("name_key", String, nullable=False),
    Column("status", Integer),
    Column("members_hidden", Boolean),
    Column("proposals_hidden", Boolean),
    Column("validation_type", Integer, nullable=False),
    Column("domain", String(255)),
    Column("description", String(255), nullable=False),
    Column("full_description", Text, nullable=False),
    Column("created_date", String, nullable=False),
    Column("updated_date", String),
    Column("address_id", ForeignKey("addresses.id")),
    Column("referrer_id", Integer, nullable=False),
    # Who created it from the back office, and so reads its members even when it is secured.
    Column("delegate_id", Integer),
    Column("target", Integer),
    Column("free_carpool", Boolean),
)

memberships = numbered(
    "memberships",
    Column("community_id", ForeignKey("communities.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    # 0 pending, 1 member, 2 moderator, 3 refused (communities-campaigns.yaml).
    Column("status", Integer, nullable=False),
    Column("created_date", String, nullable=False),
    Column("accepted_date", String),
    Column("refused_date", String),
    UniqueConstraint("community_id", "user_id"),
)
Index("ix_memberships_user", memberships.c.user_id)

community_securities = numbered(
    "community_securities",
    Column("community_id", ForeignKey("communities.id"), nullable=False, index=True),
    Column("filename", String(255), nullable=False),
    Column("original_name", String(255), nullable=False),
)

relay_point_types = numbered(
    "relay_point_types",
    Column("name", String(255), nullable=False),
    Column("name_key", String, nullable=False),
    Column("icon_id", ForeignKey("icons.id")),
)

relay_points = numbered(
    "relay_points",
    Column("name_key", String, nullable=False, index=True),
    Column("name", String(255), nullable=False),
    Column("status", Integer, nullable=False, index=True),
    Column("private", Boolean),
    Column("official", Boolean, nullable=False, index=True),
    Column("address_id", ForeignKey("addresses.id"), nullable=False, index=True),
    # The address's degrees as numbers: its own are text, which no index can compare.
    Column("latitude", Float),
    Column("longitude", Float),
    Column("relay_point_type_id", ForeignKey("relay_point_types.id"), index=True),
    Column("community_id", ForeignKey("communities.id"), index=True),
    Column("structure_id", Integer, index=True),
    Column("creator_id", ForeignKey("users.id"), nullable=False),
    Column("description", String(255)),
    Column("full_description", Text),
    Column("places", Integer),
    Column("places_disabled", Integer),
    Column("free", Boolean),
    Column("secured", Boolean),
    Column("suggested", Boolean),
    Column("permalink", String(255)),
    # Set by the file import only; the first two are never shown (content-points.yaml, x-seed-conflicts).
    Column("external_id", String(255)),
    Column("external_author", String(255)),
    Column("imported_date", String),
    CheckConstraint("status between 0 and 2"),
    CheckConstraint("places between -32768 and 32767"),
    CheckConstraint("places_disabled between -32768 and 32767"),
)
Index("ix_relay_points_position", relay_points.c.longitude, relay_points.c.latitude)

articles = numbered(
    "articles",
    Column("title", String(255), nullable=False),
    Column("title_key", String, nullable=False, index=True),
    Column("status", Integer, nullable=False, index=True),
)

sections = numbered(
    "sections",
    Column("article_id", ForeignKey("articles.id"), nullable=False, index=True),
    Column("title", String(255)),
    Column("sub_title", String(255)),
    Column("position", Integer, nullable=False),
    Column("status", Integer, nullable=False),
)

paragraphs = numbered(
    "paragraphs",
    Column("section_id", ForeignKey("sections.id"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("status", Integer, nullable=False),
)

outbox = numbered(
    "outbox",
    Column("channel", String, nullable=False),
    Column("recipient", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_date", String, nullable=False),
    # Whom a campaign's message is for: its text is kept once, with the mailing (sandbox/campaigns/tables.py).
    Column("contact_id", Integer),
)
