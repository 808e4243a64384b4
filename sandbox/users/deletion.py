"""Deleting users, in fact pseudonymising them (users.yaml, delete_user, delete_users)."""

from typing import Any

from sqlalchemy import Row, select

from sandbox.context import Context
from sandbox.tables import ads, images, refresh_tokens, users

EMPTIED = (
    *("given_name", "family_name", "given_name_key", "family_name_key", "name_key", "birth_date", "telephone"),
    *("phone_validated", "driving_licence_number", "postal_address", "smoke", "music", "music_favorites"),
    *("chat", "chat_favorites", "news_subscription", "home_address_id", "portrait", "password"),
)


def pseudonymise(ctx: Context, row: Row[Any], notify: bool = True) -> None:
    """Keep the row with status 4 and nothing that says who it was; nobody is warned of a scammer's deletion."""
    email = f"{row.id}@mobicoop-anonymized.io"
    ctx.database.change(users, row.id, **dict.fromkeys(EMPTIED), status=4, gender=3, email=email, email_key=email)
    ctx.database.delete(images, owner="user", owner_id=row.id)
    ctx.database.delete(refresh_tokens, user_id=row.id)
    carpools = ctx.database.row(select(ads.c.id).where(ads.c.user_id == row.id))
    if notify and carpools:
        ctx.sandbox.mail(
            f"covoitureurs de l'usager {row.id}",
            "Un covoitureur a quitté la plateforme",
            "Votre covoiturage est annulé.",
        )
