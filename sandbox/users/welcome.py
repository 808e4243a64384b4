"""The messages that somebody gets when another person makes an account for him (trap 9)."""

from collections.abc import Iterator, Mapping
from typing import Any

Message = dict[str, str]


def messages_of(columns: Mapping[str, Any]) -> Iterator[Message]:
    """Welcome, password by SMS, and consent asked from a guardian."""
    given = columns.get("given_name") or ""
    yield {
        "channel": "mail",
        "recipient": columns["email"],
        "subject": "Bienvenue sur la plateforme",
        "body": f"Bonjour {given}, un compte a été créé pour vous.",
    }
    if columns.get("telephone"):
        body = "Votre mot de passe provisoire : ********"
        yield {"channel": "sms", "recipient": columns["telephone"], "subject": "Votre mot de passe", "body": body}
    if columns.get("legal_guardian_email"):
        yield {
            "channel": "mail",
            "recipient": columns["legal_guardian_email"],
            "subject": "Demande de consentement parental",
            "body": f"{given} souhaite s'inscrire.",
        }
