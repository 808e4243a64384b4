"""What the application keeps itself: the register, the views of lists, shared texts.

One small database, SQLite or PostgreSQL.

`tables` says what stands in it, `migrations/` how it came to be so, `database` opens it, `takeover` brings in the file
that the register was before.
"""

from admin_app.kit.store import texts
from admin_app.kit.store.database import StoreUnavailable
from admin_app.kit.store.texts import LONGEST_NAME, LONGEST_TEXT, Author, Group, Kept, Unkept, Written
