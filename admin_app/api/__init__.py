"""The upstream API: calls, sign-in and errors. Nothing here knows Reflex or an entity."""
