"""What a line of the register is about, in words: filters are kept as they were sent (EXPORT-16)."""

import re
from collections.abc import Mapping

from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.communities.member import MEMBERS
from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.hitchhikers.resource import HITCHHIKERS
from admin_app.features.users.resource import USERS
from admin_app.kit.declare import Filter, Resource
from admin_app.kit.lists import last_day
from admin_app.kit.words import formats, phones
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import say

_KNOWN: Mapping[str, Resource] = {each.key: each for each in (USERS, HITCHHIKERS, MEMBERS, COMMUNITIES, CAMPAIGNS)}
_CHOICES = {
    "exportType": "register.contents",
    "mode": "register.modes",
    "kind": "register.kind",
    "subject": "register.subject",
    "outcome": "register.outcome",
}
"""The labels of the values of parameters that are no filter of a list."""
_ALONE = ("isHitchHiker", "solidary", "solidaryCandidate", "solidaryUser.volunteer", "solidaryUser.beneficiary")
"""Parameters whose value says nothing: that they are there does."""
UNKNOWN = "unknown"
"""The outcome of an act that nobody saw end."""
_SENT = "[strictly_before]"
_BETWEEN = " · "


def in_words(subject: str, filters: Mapping[str, str], locale: str) -> str:
    """The filters of an act upon some entity: `Genre : Femme · Recherche : mar · Fiche n° 7`."""
    return _BETWEEN.join(
        _told(_KNOWN.get(subject), name.removesuffix("[]"), text, locale) for name, text in filters.items()
    )


def line_in_words(
    kind: str, subject: str, filters: Mapping[str, str], outcome: str, locale: str
) -> tuple[str, str, str, str]:
    """What a line shows of its kind, its subject, its filters and its outcome."""
    labels = (("kind", kind), ("subject", subject), ("outcome", outcome or UNKNOWN))
    named, about, ended = (catalogue().choices(f"register.{name}", locale).get(text, text) for name, text in labels)
    everything = say("kit.export.everything", locale) if kind == "export" else ""
    return named, about, in_words(subject, filters, locale) or everything, ended


def _told(resource: Resource | None, name: str, text: str, locale: str) -> str:
    filters = resource.filters if resource else ()
    if name.endswith(_SENT):  # the last day of a period was sent as the one after it
        name, text = name.replace(_SENT, "[before]"), last_day(text)
    part = next((each for each in filters if each.param == name), None)
    label, value = _label(resource, part, name, locale), _value(part, name, text, locale)
    if "{{value}}" in label:
        return label.replace("{{value}}", value)
    return label if name in _ALONE else say("register.told", locale, name=label, value=value)


def _label(resource: Resource | None, part: Filter | None, name: str, locale: str) -> str:
    params, plain = catalogue().choices("register.params", locale), re.sub(r"\W+", "_", name).strip("_")
    own = params.get(f"{plain}_of_{resource.key}" if resource else plain) or params.get(plain)
    if own:
        return own
    return say(f"{resource.key}.filters.{part.label}", locale) if resource and part else name


def _value(part: Filter | None, name: str, text: str, locale: str) -> str:
    """A value as people read it; as it was kept where nothing is known of it."""
    if name == "telephone":
        # Asked for in every spelling at once: one is enough to know which.
        return phones.at_home(text.split(",")[0])
    choices = _CHOICES.get(name) or (part.choices if part and part.kind == "choice" else "")
    if choices:
        return catalogue().choices(choices, locale).get(text, text)
    if name.endswith("Date") or (part and part.kind == "date") or name.startswith("at["):
        return formats.date_time(text, locale)
    return text.replace(",", ", ")
