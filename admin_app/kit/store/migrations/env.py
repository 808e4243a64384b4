"""What Alembic runs for a migration, within the transaction of `kit/store/schema.py`; never imported."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
