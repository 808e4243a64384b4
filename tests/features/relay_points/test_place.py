"""Relay points: what a save asks about where the point would stand (POINT-16)."""

import json

import pytest

from admin_app.features.relay_points.points import RelayPointForm
from admin_app.kit.forms.submission import CONFIRMED
from admin_app.kit.words.locale import say
from tests.features.relay_points.test_points import ENDPOINT, FILLED, TOUL, submitted
from tests.support.proofs import proves


@proves("POINT-16")
@pytest.mark.parametrize(
    ("latitude", "longitude", "asked"),
    [
        ("5,918330", "48,681940", "swapped"),
        ("48.681940", "5.918330", ""),
        ("-21,1", "55,5", ""),
        ("45.5", "-73.57", ""),
    ],
)
async def test_degrees_the_other_way_round_are_asked_about(sign_in, upstream, latitude, longitude, asked):
    tab = await sign_in("admin", "/relaypoints/create")
    await tab.send(RelayPointForm.save, data=FILLED | {"address.latitude": latitude, "address.longitude": longitude})
    question = say(f"relay_points.asks.{asked}", "fr") if asked else ""
    assert (tab.view(RelayPointForm).question, bool(upstream.called("POST", ENDPOINT))) == (question, not asked)


@proves("POINT-16")
async def test_a_pin_that_leaves_its_address_behind_is_asked_about(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/1")
    stands = float(tab.view(RelayPointForm).values["address.latitude"])
    moved = submitted(tab, **{"address.latitude": f"{stands - 0.2:.6f}"})
    await tab.send(RelayPointForm.save, data=moved)
    assert tab.view(RelayPointForm).question == say("relay_points.asks.apart", "fr")
    assert not upstream.called("PATCH", ENDPOINT)
    await tab.send(RelayPointForm.save, data=moved | {CONFIRMED: "yes"})
    assert upstream.called("PATCH", ENDPOINT)[-1].body["address"]["latitude"] == f"{stands - 0.2:.6f}"
    await tab.open("/relaypoints/1")
    await tab.send(RelayPointForm.save, data=submitted(tab, **{"address.latitude": f"{stands - 0.21:.6f}"}))
    assert len(upstream.called("PATCH", ENDPOINT)) == 2, "a kilometre is what the pin is there for"
    another = {"address": json.dumps(TOUL), "address.latitude": "48.681940", "address.longitude": "5.918330"}
    await tab.open("/relaypoints/1")
    await tab.send(RelayPointForm.save, data=submitted(tab, **another))
    assert len(upstream.called("PATCH", ENDPOINT)) == 3, "another address is elsewhere"
