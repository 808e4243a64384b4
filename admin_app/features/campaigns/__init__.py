"""Campaigns: mails written in blocks, aimed at users or members, tested and sent (CAMPAIGN).

`blocks` is what a mail is made of and what the API holds of it; `compiled` is the HTML of the blocks that the server
knows as a text; `mail` renders as the server does; `checks` says what is wrong before anybody is written to.
"""

from admin_app.features.campaigns import editor_page, screens, send_page

SCREENS = (*screens.SCREENS, *editor_page.SCREENS, *send_page.SCREENS)

__all__ = ["SCREENS"]
