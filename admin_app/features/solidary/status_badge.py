"""A status as icon, colour and words, never by colour alone."""

from collections.abc import Mapping

import reflex as rx

from admin_app.kit.parts import badge, icon
from admin_app.kit.words.locale import choice_label


def status_badge(
    labels: str, status: rx.Var[str], tones: Mapping[str, str], icons: Mapping[str, str], otherwise: str = "quiet"
) -> rx.Component:
    """The mark of a status: `labels` begins the keys of its words, `otherwise` is the tone of one that is not known."""
    symbol = rx.match(status, *[(code, icon(name, 14)) for code, name in icons.items()], rx.fragment())
    return badge(choice_label(labels, status), rx.match(status, *tones.items(), otherwise), symbol)
