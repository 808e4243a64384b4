"""Tables of solidary transport, in the same database as the others."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from sandbox.tables import metadata, numbered

SLOTS = ("m_min", "m_max", "a_min", "a_max", "e_min", "e_max")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FLAGS = tuple(f"{part}_{day}" for day in DAYS for part in "mae")

structures = numbered(
    "structures",
    Column("name", String(255), nullable=False),
    Column("name_key", String, nullable=False),
    Column("email", String(255)),
    Column("telephone", String(255)),
    Column("signature", String(255)),
    Column("beneficiary_auto_approval", Boolean, nullable=False),
    # 0 full, 1 light (solidary.yaml, structure-mode).
    Column("mode", Integer),
    Column("solidary_transport", Boolean, nullable=False),
    # HH:MM, the only part of a slot's time that means something.
    *(Column(f"{slot}_time", String(5), nullable=False) for slot in SLOTS),
    *(Column(f"{slot}_range_time", String(5)) for slot in SLOTS),
    *(Column(flag, Boolean) for flag in FLAGS),
)

structure_subjects = numbered(
    "structure_subjects",
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("label", String(255), nullable=False),
    # Written by somebody for one record alone: never offered by the structure.
    Column("private", Boolean, nullable=False, default=False),
)

structure_needs = numbered(
    "structure_needs",
    # Null once it was taken off the structure's list: the records that ticked it keep it (update_structure).
    Column("structure_id", ForeignKey("structures.id"), index=True),
    Column("label", String(255), nullable=False),
    Column("label_volunteer", String(255)),
    Column("private", Boolean, nullable=False, default=False),
)

structure_proofs = numbered(
    "structure_proofs",
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("label", String(255), nullable=False),
    # 1 requester, 2 volunteer (solidary.yaml, structureProof-type).
    Column("type", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("mandatory", Boolean, nullable=False),
    Column("activated", Boolean, nullable=False),
    Column("checkbox", Boolean, nullable=False),
    Column("radio", Boolean, nullable=False),
    Column("input", Boolean, nullable=False),
    Column("file", Boolean, nullable=False),
    Column("selectbox", Boolean, nullable=False),
    Column("options", String),
    Column("accepted_values", String),
)

structure_territories = Table(
    "structure_territories",
    metadata,
    Column("structure_id", ForeignKey("structures.id"), primary_key=True),
    Column("territory_id", ForeignKey("territories.id"), primary_key=True),
)

operates = numbered(
    "operates",
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("created_date", String, nullable=False),
)
# Not unique: nothing upstream keeps an operator from being added twice (solidary.yaml, x-seed-conflicts).
Index("ix_operates_user", operates.c.user_id, operates.c.structure_id)

# What makes somebody a beneficiary, a volunteer or both; the person is a row of users.
solidary_users = numbered(
    "solidary_users",
    Column("user_id", ForeignKey("users.id"), nullable=False, unique=True),
    Column("beneficiary", Boolean, nullable=False, index=True),
    Column("volunteer", Boolean, nullable=False, index=True),
    # Metres around the home.
    Column("max_distance", Integer),
    *(Column(f"{slot}_time", String(5)) for slot in SLOTS),
    *(Column(flag, Boolean) for flag in FLAGS),
    # When the week was last changed: who is free since then is new to the records that look for drivers.
    Column("available_date", String),
)

# "Membership" in solidary.yaml: a person in a structure, with one status for both roles.
user_structures = numbered(
    "user_structures",
    Column("solidary_user_id", ForeignKey("solidary_users.id"), nullable=False),
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    # 0 pending, 1 accepted, 2 refused (solidary.yaml, membership-status).
    Column("status", Integer, nullable=False),
    Column("created_date", String, nullable=False),
    Column("accepted_date", String),
    Column("refused_date", String),
    UniqueConstraint("solidary_user_id", "structure_id"),
)

# What a person gave for a kind of proof (structure_proofs).
proofs = numbered(
    "proofs",
    Column("user_structure_id", ForeignKey("user_structures.id"), nullable=False, index=True),
    Column("structure_proof_id", ForeignKey("structure_proofs.id"), nullable=False, index=True),
    Column("value", String(255)),
    Column("file_name", String(255), index=True),
    Column("original_name", String(255)),
    Column("size", Integer),
)

solidaries = numbered(
    "solidaries",
    # 0 to 4, and 6 when an edited copy took its place (solidary.yaml, record-status).
    Column("status", Integer, nullable=False),
    Column("progression", Float, nullable=False, index=True),
    Column("user_structure_id", ForeignKey("user_structures.id"), nullable=False, index=True),
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("subject_id", ForeignKey("structure_subjects.id"), index=True),
    # The record that this one replaced.
    Column("parent_id", ForeignKey("solidaries.id"), index=True),
    # Who wrote it down, null when the person did it alone.
    Column("operator_id", ForeignKey("users.id")),
    Column("created_date", String, nullable=False),
    Column("punctual_outward_date_choice", Integer),
    Column("punctual_outward_time_choice", Integer),
    Column("punctual_return_date_choice", Integer),
    Column("regular_date_choice", Integer),
    # The journey: null as long as it has not been built, and such a record is in no list.
    Column("frequency", Integer),
    Column("origin_id", ForeignKey("addresses.id")),
    Column("destination_id", ForeignKey("addresses.id")),
    # No read shows it; it comes from the body that made the record, and from no other (JourneyInput, destinationAny).
    Column("destination_any", Boolean),
    Column("distance", Float),
    Column("from_date", String, index=True),
    Column("to_date", String),
    Column("return_date", String),
    Column("round_trip", Boolean),
    *(Column(f"{way}_{part}time", String(5)) for way in ("outward", "return") for part in ("", "min_", "max_")),
    # JSON: lines of week days that share their times (RecordSchedule).
    Column("schedules", Text),
    # When drivers were last looked for.
    Column("searched_date", String),
)
Index("ix_solidaries_structure_status", solidaries.c.structure_id, solidaries.c.status)

solidary_needs = Table(
    "solidary_needs",
    metadata,
    Column("solidary_id", ForeignKey("solidaries.id"), primary_key=True),
    Column("need_id", ForeignKey("structure_needs.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

diaries = numbered(
    "diaries",
    Column("solidary_id", ForeignKey("solidaries.id"), nullable=False, index=True),
    Column("action", String(255), nullable=False),
    Column("comment", Text),
    Column("progression", Float, nullable=False),
    Column("author_id", ForeignKey("users.id")),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("created_date", String, nullable=False),
)

# A driver who could do a record's outward (1) or return (2) journey: a volunteer, or a carpooler with an offer.
matchings = numbered(
    "matchings",
    Column("solidary_id", ForeignKey("solidaries.id"), nullable=False, index=True),
    Column("way", Integer, nullable=False),
    Column("driver_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("volunteer", Boolean, nullable=False),
    # JSON: the offer of a carpooler (Carpool); of a volunteer everything is read from his own row.
    Column("offer", Text),
)

solutions = numbered(
    "solutions",
    Column("solidary_id", ForeignKey("solidaries.id"), nullable=False, index=True),
    Column("matching_id", ForeignKey("matchings.id"), nullable=False, unique=True),
    # Ask status 0 to 6 (solidary.yaml, ask-status); null before the first message.
    Column("ask_status", Integer),
)

# The thread of a solution: a driver who was retained both ways has two (trap 44).
solidary_messages = numbered(
    "solidary_messages",
    Column("solidary_id", ForeignKey("solidaries.id"), nullable=False, index=True),
    Column("solution_id", ForeignKey("solutions.id"), nullable=False),
    Column("driver_id", ForeignKey("users.id"), nullable=False),
    Column("poster_id", ForeignKey("users.id"), nullable=False),
    # The operator who wrote on behalf of the poster.
    Column("delegate_id", ForeignKey("users.id")),
    Column("text", Text, nullable=False),
    Column("created_date", String, nullable=False),
)

# Who was told of a record by a text message: once each, however often drivers are looked for.
texted = Table(
    "texted",
    metadata,
    Column("solidary_id", ForeignKey("solidaries.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("created_date", String, nullable=False, index=True),
    sqlite_with_rowid=False,
)
