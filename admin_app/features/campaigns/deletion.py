"""What goes with a campaign that is deleted, and what stays though nothing shows it any more (CAMPAIGN-23)."""

from collections.abc import Iterable
from dataclasses import dataclass

from admin_app.features.campaigns.blocks import elements_of
from admin_app.features.campaigns.record import SENT, TESTED, Campaign
from admin_app.kit.words.locale import say


@dataclass(frozen=True)
class Weight:
    """What of a campaign counts when it goes."""

    status: str
    people: int
    pictures: int


def weight(campaign: Campaign) -> Weight:
    """What a campaign takes along."""
    return Weight(str(campaign.status), campaign.delivery_count or 0, _pictures(campaign.body))


def _pictures(body: str) -> int:
    """How many pictures a body shows; blocks are not made for it, which would clean every text of every row."""
    found = [each for each in elements_of(body) or () if isinstance(each, dict)]
    # A picture is an `image` while it is written, and a `text` that says what it was once it is compiled.
    return sum(
        bool(each.get("src")) and (each.get("type") == "image" or each.get("kind") == "picture") for each in found
    )


def told(weights: Iterable[Weight], locale: str) -> list[str]:
    """The lines of the dialog: the list of recipients and the pictures go, what was sent stays where it is."""
    found = list(weights)
    counts = {
        "sent": sum(each.status == SENT for each in found),
        "tested": sum(each.status == TESTED for each in found),
        "people": sum(each.people for each in found),
        "pictures": sum(each.pictures for each in found),
    }
    return [say(f"campaigns.impact.{name}", locale, count) for name, count in counts.items() if count]
