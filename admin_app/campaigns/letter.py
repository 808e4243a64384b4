"""A mail in a frame, as its readers get it: nothing in it runs, and nothing in it leads anywhere (CAMPAIGN-24).

What stands in it was written by anybody. The frame has no right at all (an empty `sandbox`): no script, no form, no
way to the page around it, no new tab. Its links would open such a tab; those that name another place lose that name.
A policy of its own lets it load pictures and nothing else.
"""

import re

import reflex as rx

from admin_app.campaigns import mail
from admin_app.kit.parts.widgets import Text

_HEAD = (
    '<head><base target="_blank"><meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'\">"
)
_TAG = re.compile(r"<[^<>]*>")
_ELSEWHERE = re.compile(r"(?<=[\s/\"'])target\b", re.IGNORECASE)


def inert(page: str) -> str:
    """The page of a mail whose links lead nowhere, to stand in `frame`."""
    bound = _TAG.sub(lambda tag: _ELSEWHERE.sub("data-target", tag[0]), page)
    return bound.replace("<head>", _HEAD, 1)


def letter(body: str) -> str:
    """The mail of a stored body as somebody reads it of whom the platform knows nothing; empty when it says nothing."""
    return "" if body.strip() in ("", "[]") else inert(mail.read_by(mail.render(body), {}))


def frame(page: rx.Var[str], title: Text) -> rx.Component:
    """Where a mail is shown; `title` is what screen readers call it."""
    return rx.el.iframe(
        src_doc=page,
        title=title,
        sandbox="",
        referrer_policy="no-referrer",
        class_name="letter",
    )
