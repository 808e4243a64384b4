"""What stands around every page, and the checks at the start. What others may use is named here."""

from admin_app.kit.shell.recent import recent_list
