"""What a request says of itself, so that two states of it can be compared in words (`foresight`)."""

from datetime import date

from admin_app.features.solidary.asking.recap import Line, recap
from admin_app.features.solidary.asking.request_form import Held
from admin_app.features.solidary.asking.submitted_form import Choices
from admin_app.kit.words.catalogue import LOCALES, message

CHOSEN = {"gender": "users.gender"}
"""What the recap leaves out of somebody, and the prefix of its labels."""


def said(held: Held, choices: Choices, today: date) -> list[Line]:
    """Every sentence of the recap, and what it leaves out of the person: nobody reads that back to a caller."""
    lines = [*recap(held, choices, today)]
    if email := held.text("email"):
        lines.append({"kind": "email", **dict.fromkeys(LOCALES, email)})
    for name, prefix in CHOSEN.items():
        if code := held.text(name):
            lines.append({"kind": name, **{locale: message(f"{prefix}.{code}", locale) for locale in LOCALES}})
    answer = "yes" if held.on("newsSubscription") else "no"
    lines.append({"kind": "news", **{locale: message(f"kit.words.{answer}", locale) for locale in LOCALES}})
    return lines
