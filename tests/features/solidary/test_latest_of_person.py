"""What the page of who asks begins with, as it is drawn."""

import json
from typing import Any

from admin_app.features.solidary.beneficiaries import DIARY, BeneficiaryShow
from admin_app.features.solidary.latest_of_person import latest
from admin_app.kit.words.locale import say
from tests.support.proofs import proves


def conditions(part: Any) -> list[dict[str, Any]]:
    """Every condition of what is drawn, the outer ones first."""
    if isinstance(part, dict):
        own = [part] if "cond_state" in part else []
        return own + [found for each in part.values() for found in conditions(each)]
    if isinstance(part, list | tuple):
        return [found for each in part for found in conditions(each)]
    return []


def text_of(part: Any) -> str:
    return json.dumps(part, default=str, ensure_ascii=False)


@proves("BENEFICIARY-13")
def test_requests_that_could_not_be_read_are_not_called_none():
    drawn = conditions(latest(BeneficiaryShow, DIARY).render())
    (told,) = [each for each in drawn if "related_problems" in each["cond_state"]]
    failed, none = text_of(told["true_value"]), say("beneficiaries.none.requests", "fr")
    assert all(each in failed for each in ("alert", "retry-requests", "load_related"))
    assert none not in failed
    assert none in text_of(told["false_value"])


def test_a_request_without_a_day_leaves_its_column_empty():
    (drawn,) = [each for each in conditions(latest(BeneficiaryShow, DIARY).render()) if _is_of_day(each)]
    assert drawn["false_value"]["children"] == [{"name": '"span"', "props": [], "children": []}]


def _is_of_day(drawn: dict[str, Any]) -> bool:
    """Whether it is the line that looks at the day, and not the cell inside it."""
    return "fromDate" in drawn["cond_state"] and "cond_state" in text_of(drawn["true_value"])
