"""Tables of solidary transport, in the same database as the others."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table

from sandbox.tables import metadata

SLOTS = ("m_min", "m_max", "a_min", "a_max", "e_min", "e_max")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

structures = Table(
    "structures",
    metadata,
    Column("id", Integer, primary_key=True),
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
    *(Column(f"{part}_{day}", Boolean) for day in DAYS for part in "mae"),
    sqlite_autoincrement=True,
)

structure_subjects = Table(
    "structure_subjects",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("label", String(255), nullable=False),
    sqlite_autoincrement=True,
)

structure_needs = Table(
    "structure_needs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("label", String(255), nullable=False),
    Column("label_volunteer", String(255)),
    sqlite_autoincrement=True,
)

structure_proofs = Table(
    "structure_proofs",
    metadata,
    Column("id", Integer, primary_key=True),
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
    sqlite_autoincrement=True,
)

structure_territories = Table(
    "structure_territories",
    metadata,
    Column("structure_id", ForeignKey("structures.id"), primary_key=True),
    Column("territory_id", ForeignKey("territories.id"), primary_key=True),
)

operates = Table(
    "operates",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("structure_id", ForeignKey("structures.id"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("created_date", String, nullable=False),
    sqlite_autoincrement=True,
)
Index("ix_operates_user", operates.c.user_id, operates.c.structure_id, unique=True)
