"""Campaigns: mails written in blocks, aimed at users or members, tested and sent (CAMPAIGN).

`blocks` is what a mail is made of and what the API holds of it; `html` is that of the blocks which the server knows as
a text; `mail` renders as the server does; `checks` says what is wrong before anybody is written to. The screen that
sends is `send_*`, its step of recipients `target_*`; `send_calls` writes to people.
"""

from admin_app.features.campaigns import editor_page, screens, send_page

SCREENS = (*screens.SCREENS, *editor_page.SCREENS, *send_page.SCREENS)
