"""Tables of campaigns, and of what the mail provider keeps of them once a first test froze it (trap 13)."""

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from sandbox.tables import metadata, numbered

campaigns = numbered(
    "campaigns",
    Column("name", String(255), nullable=False),
    Column("name_key", String, nullable=False),
    Column("subject", String(255), nullable=False),
    Column("subject_key", String, nullable=False),
    Column("email", String(255), nullable=False),
    Column("email_key", String, nullable=False),
    # The JSON text of an array of elements (trap 17).
    Column("body", Text, nullable=False),
    # 0 not tested, 1 tested, 2 sent, 3 archived (communities-campaigns.yaml, CampaignStatus).
    Column("status", Integer, nullable=False),
    Column("created_date", String, nullable=False),
    Column("updated_date", String),
    Column("creator_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("source", Integer),
    Column("source_id", Integer),
    Column("filter_type", Integer),
    Column("filters", String(512)),
    # Found at the last association or sending by filters; a selection counts its deliveries.
    Column("found", Integer),
    # The mailing at the provider, once there is one.
    Column("mailing_id", Integer),
)

campaign_deliveries = Table(
    "campaign_deliveries",
    metadata,
    Column("campaign_id", ForeignKey("campaigns.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    sqlite_with_rowid=False,
)

# The provider's side: one text for all, rendered once, and the people it knows. Nothing here goes with the campaign.
mailings = numbered(
    "mailings",
    Column("sender", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("html", Text, nullable=False),
    Column("created_date", String, nullable=False),
)

mailing_contacts = numbered(
    "mailing_contacts",
    Column("mailing_id", ForeignKey("mailings.id"), nullable=False, index=True),
    Column("email", String, nullable=False),
    Column("family_name", String),
    Column("given_name", String),
)
