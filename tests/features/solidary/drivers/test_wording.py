"""Who could drive, as a line of the table says it."""

from typing import Any

import pytest

from admin_app.features.solidary.drivers.candidates import Candidate, of_record
from admin_app.features.solidary.drivers.journey import OUTWARD
from admin_app.features.solidary.drivers.scoring import GOOD, Fit
from admin_app.features.solidary.drivers.wording import row
from admin_app.features.solidary.record import SolidaryRecord, plain

CARPOOL = {"matchingId": 991, "carpoolerId": 845, "frequency": 1}


def candidate(**changes: Any) -> Candidate:
    record = SolidaryRecord.model_validate(
        plain({"id": 13, "admincarpools": {"outward": [CARPOOL | changes], "return": []}})
    )
    return of_record(record)[0]


def said(one: Candidate) -> dict[str, str]:
    fit = Fit(GOOD, 0.0, (), 1, None, None)
    return row(1, {OUTWARD: (one, fit)}, [OUTWARD], taken=set(), written_to=(), longest=0)


@pytest.mark.parametrize(("exclusive", "told"), [(True, "true"), (False, ""), (None, "")])
def test_a_row_says_whether_an_offer_is_for_solidary_passengers_alone(exclusive, told):
    assert said(candidate(solidaryExclusive=exclusive))["exclusive"] == told


def test_a_driver_has_the_name_that_is_known_of_them():
    assert said(candidate(carpoolerGivenName="Hélène", carpoolerFamilyName=" Petit"))["name"] == "Hélène Petit"
    assert said(candidate(carpoolerGivenName=None, carpoolerFamilyName="Petit"))["name"] == "Petit"
