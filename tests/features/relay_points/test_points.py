"""Relay points: coordinates, references, what is sent and what never is (POINT-1 to POINT-11)."""

import json
from urllib.parse import parse_qsl, urlsplit

import pytest

from admin_app.features.relay_points.points import RelayPointForm, RelayPointList, RelayPointShow
from admin_app.kit.forms.submission import CONFIRMED
from admin_app.kit.lists import host, state
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import relay_points
from tests.support.proofs import proves

ENDPOINT = "admin/relaypoints"
TOUL = {"streetAddress": "Route de Nancy", "postalCode": "54200", "addressLocality": "Toul"}
TOUL |= {"latitude": "48.681940", "longitude": "5.918330"}
MARKS_SENT = "marks_rx_state_"
FILLED = {
    "name": "Aire de Toul-Est",
    "relayPointTypeId": "1",
    "status": "1",
    "description": "Aire gratuite près de l’échangeur",
    "fullDescription": "<p>Accès par la <strong>D400</strong>.</p>",
    "address": json.dumps(TOUL),
    "address.latitude": "48.681940",
    "address.longitude": "5.918330",
    "places": "45",
    "free": "true",
}


@proves("FORM-36")
@pytest.mark.parametrize("text", ["148.7", "48°41'N"])
async def test_a_latitude_that_cannot_be_is_told_on_leaving_it(sign_in, upstream, text):
    tab = await sign_in("admin", "/relaypoints/create")
    await tab.send(RelayPointForm.check, left={"name": "address.latitude", "data": FILLED | {"address.latitude": text}})
    assert tab.view(RelayPointForm).errors == {"address.latitude": say("kit.validation.latitude", "fr")}


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


def stored(upstream, record_id, **columns) -> None:
    database = upstream.sandbox.database
    database.change(relay_points, record_id, **columns)
    database.commit()


def submitted(tab, **changes: str) -> dict[str, str]:
    """What the browser sends of the form as it stands, with some inputs changed."""
    values = {name: text for name, text in tab.view(RelayPointForm).values.items() if text}
    return {name: text for name, text in (values | changes).items() if text}


@proves("CALL-14")
async def test_the_list_makes_one_call_once_the_types_are_known(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints")
    assert len(tab.view(RelayPointList).rows) == 25
    assert len(upstream.called("GET", "admin/relaypoint_types")) == 1
    upstream.forget()
    await tab.open("/relaypoints?page=2&relayPointTypes=2")
    assert [call.path for call in upstream.called("GET", "admin")] == [f"/{ENDPOINT}"]
    assert upstream.called("GET", ENDPOINT)[-1].query["relayPointTypes"] == "2"
    assert tab.view(RelayPointList).filter_labels["relayPointTypes=2"] == "Arrêt de covoiturage"


@proves("POINT-8")
async def test_points_of_several_types_are_asked_for_at_once(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints?relayPointTypes=2,4&perPage=100")
    asked = upstream.called("GET", ENDPOINT)[-1].query
    assert asked["relayPointTypes"] == "2,4", "with commas: brackets are a failure of the server (content-points.yaml)"
    shown = tab.view(RelayPointList)
    names = {one: shown.filter_labels[f"relayPointTypes={one}"] for one in ("2", "4")}
    assert names == {"2": "Arrêt de covoiturage", "4": "Parking relais"}
    assert {row["relayPointTypeName"] for row in shown.rows} == set(names.values())
    alone = dict(parse_qsl(urlsplit(shown.hrefs["without:relayPointTypes=2"]).query))
    assert alone == {"relayPointTypes": "4", "perPage": "100"}
    await tab.open("/relaypoints?relayPointTypes=2,4&view=map")
    assert upstream.called("GET", ENDPOINT)[-1].query["relayPointTypes"] == "2,4", "the map shows the same"


@proves("LIST-34")
async def test_types_are_ticked_one_by_one(sign_in):
    tab = await sign_in("admin", "/relaypoints?relayPointTypes=2&page=2&perPage=10")
    await tab.send(RelayPointList.choose_record, param="relayPointTypes", value="4")
    assert tab.view(RelayPointList).filters == {"relayPointTypes": "2,4"}, "at once: who ticks two boxes asks for both"
    assert dict(parse_qsl(urlsplit(tab.redirects[-1]).query)) == {"relayPointTypes": "2,4", "perPage": "10"}
    to_map = tab.view(RelayPointList).hrefs["view:map"]
    assert dict(parse_qsl(urlsplit(to_map).query))["relayPointTypes"] == "2,4", "so do all ways from here"
    for value in ("2", "4"):
        await tab.send(RelayPointList.choose_record, param="relayPointTypes", value=value)
    assert "relayPointTypes" not in tab.redirects[-1]
    told = len(tab.redirects)
    await tab.send(RelayPointList.choose_record, param="name", value="x")
    assert len(tab.redirects) == told, "a text is no choice of several"


@proves("LIST-34")
@pytest.mark.parametrize("allowed", [True, False])
async def test_types_that_cannot_be_read_are_none_once_that_is_known(sign_in, upstream, allowed):
    if allowed:
        upstream.fail("admin/relaypoint_types")
    else:
        upstream.grant("editor@demo.test", "access_admin", "relay_point_manage", "relay_point_list")
    tab = await sign_in("editor" if not allowed else "admin", "/relaypoints")
    assert tab.view(RelayPointList).choices == {"relayPointTypes": []}
    upstream.heal()
    await tab.open("/relaypoints?page=2")
    assert bool(tab.view(RelayPointList).choices["relayPointTypes"]) is allowed


@proves("LIST-34")
async def test_a_type_that_is_no_more_finds_nobody_and_keeps_its_number(sign_in):
    tab = await sign_in("admin", "/relaypoints?relayPointTypes=9999")
    shown = tab.view(RelayPointList)
    assert (shown.total, shown.problem) == (0, "")
    assert shown.filter_labels.get("relayPointTypes=9999", "9999") == "9999"
    assert shown.hrefs["without:relayPointTypes=9999"] == "/relaypoints"


async def test_addresses_with_one_type_stay_good(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints?relayPointType.id=2")
    assert upstream.called("GET", ENDPOINT)[-1].query["relayPointType.id"] == "2"
    assert tab.view(RelayPointList).filter_labels["relayPointType.id=2"] == "Arrêt de covoiturage"
    asked = [call.path for call in upstream.called("GET", "admin/relaypoint_types")]
    assert sorted(asked) == ["/admin/relaypoint_types", "/admin/relaypoint_types/2"], "it offers nothing any more"


@proves("POINT-8")
@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("status=0", {"status": "0"}),
        ("official=false", {"official": "false"}),
        ("territory%5B%5D=1", {"territory[]": "1"}),
        ("name=gare%20d%E2%80%99%C3%89pinal", {"name": "gare d’Épinal"}),
        ("sort=-name", {"order[name]": "desc"}),
        ("sort=-relayPointTypeName", {"order[name]": "asc"}),
        ("relayPointType.id=x&status=9", {"order[name]": "asc"}),
        ("relayPointTypes=1%2C12", {"relayPointTypes": "1,12"}),
        ("relayPointTypes=2,x,0,,1,%202,007,-3,1.5", {"relayPointTypes": "2,1,7"}),
        ("relayPointTypes=1&relayPointTypes=2", {"relayPointTypes": "2"}),
        ("relayPointTypes=x,0", {"order[name]": "asc"}),
    ],
)
async def test_filters_and_orders_of_the_contract(sign_in, upstream, query, sent):
    await sign_in("admin", f"/relaypoints?{query}")
    asked = upstream.called("GET", ENDPOINT)[-1].query
    assert asked == {"order[name]": "asc", "page": "1", "perPage": "25"} | sent


@proves("POINT-10")
async def test_staff_who_may_not_read_types_still_have_the_list_and_the_form(sign_in, upstream):
    upstream.grant(
        "editor@demo.test", "access_admin", "relay_point_manage", "relay_point_list", "relay_point_read",
        "relay_point_create",
    )  # fmt: skip
    tab = await sign_in("editor", "/relaypoints")
    assert len(tab.view(RelayPointList).rows) == 25
    await tab.open("/relaypoints/2")
    form = tab.view(RelayPointForm)
    kept = form.choices["relayPointTypeId"]
    assert [each["value"] for each in kept] == [form.values["relayPointTypeId"]]
    assert kept[0]["label"] != kept[0]["value"]


@proves("POINT-1", "POINT-2", "POINT-3", "POINT-5", "POINT-6")
async def test_a_creation_sends_what_was_filled(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/create")
    form = tab.view(RelayPointForm)
    assert (form.values["status"], form.values["free"]) == ("1", "true")
    typed = FILLED | {"address.latitude": " 48,7 ", "private": "true", "placesDisabled": ""}
    await tab.send(RelayPointForm.save, data=typed)
    body = upstream.called("POST", ENDPOINT)[-1].body
    assert body["address"]["latitude"] == "48.700000"
    assert body["address"]["longitude"] == "5.918330"
    assert (body["places"], body["creatorId"], body["relayPointTypeId"]) == (45, 1, 1)
    assert not {"private", "placesDisabled", "address.latitude", "newImage", "communityId"} & set(body)
    assert (body["free"], body["secured"], body["official"]) == (True, False, False)
    assert tab.redirects[-1].startswith("/relaypoints/show/")
    await tab.open(tab.redirects[-1])
    assert tab.view(RelayPointShow).shown["address"].endswith("54200 Toul")
    assert tab.view(RelayPointShow).shown["coordinates"] == "48.700000, 5.918330"


async def test_an_edition_sends_what_changed(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/1")
    await tab.send(RelayPointForm.save, data=submitted(tab, name="Nouveau nom"))
    assert upstream.called("PATCH", ENDPOINT)[-1].body == {"name": "Nouveau nom"}


async def test_an_edition_shows_who_made_the_point_and_leaves_it(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/1")
    assert tab.view(RelayPointForm).values["creator"]
    await tab.send(RelayPointForm.save, data=submitted(tab, name="Nouveau nom", creator="Quelqu’un"))
    assert upstream.called("PATCH", ENDPOINT)[-1].body == {"name": "Nouveau nom"}


@proves("POINT-4")
async def test_moving_a_point_sends_its_whole_address(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/1")
    before = json.loads(tab.view(RelayPointForm).values["address"])
    await tab.send(RelayPointForm.save, data=submitted(tab, **{"address.longitude": "-4,5", CONFIRMED: "yes"}))
    body = upstream.called("PATCH", ENDPOINT)[-1].body
    assert body == {"address": {**before, "longitude": "-4.500000"}}
    assert before["postalCode"], "a part that is left out would be emptied (trap 36)"


@proves("POINT-7")
async def test_a_point_that_leaves_its_community_is_private_no_more(sign_in, upstream):
    stored(upstream, 1, community_id=2, private=True)
    tab = await sign_in("admin", "/relaypoints/1")
    assert tab.view(RelayPointForm).labels["communityId"] == "CHRU de Nancy"
    assert upstream.called("GET", "admin/communities") == [], "the record says it"
    await tab.send(RelayPointForm.save, data=submitted(tab, communityId=""))
    assert upstream.called("PATCH", ENDPOINT)[-1].body == {"communityId": None, "private": False}


@proves("POINT-2", "POINT-3")
@pytest.mark.parametrize(
    ("field", "text", "wrong"),
    [
        ("address.latitude", "", "required"),
        ("address.latitude", "90.000001", "latitude"),
        ("address.latitude", "-91", "latitude"),
        ("address.latitude", "nan", "latitude"),
        ("address.latitude", "1e1", "latitude"),
        ("address.longitude", "180,1", "longitude"),
        ("address.longitude", "<b>", "longitude"),
        ("address.longitude", "6" * 10_000, "longitude"),
        ("address", "", "required"),
        ("address", "?", "address"),
        ("places", "-1", "between"),
        ("places", "32768", "between"),
        ("placesDisabled", "1.5", "integer"),
        ("placesDisabled", "²", "integer"),
        ("status", "3", "choice"),
        ("relayPointTypeId", "abc", "choice"),
        ("communityId", "?", "choice"),
        ("name", "", "required"),
        ("name", "🚗" * 256, "too_long"),
        ("description", "a" * 256, "too_long"),
    ],
)
async def test_what_is_wrong_is_said_beside_its_field(sign_in, upstream, field, text, wrong):
    tab = await sign_in("admin", "/relaypoints/create")
    await tab.send(RelayPointForm.save, data=FILLED | {field: text})
    limits = {"too_long": {"count": 255}, "between": {"minimum": 0, "maximum": 32767}}.get(wrong, {})
    assert tab.view(RelayPointForm).errors == {field: say(f"kit.validation.{wrong}", "fr", **limits)}
    assert upstream.called("POST", ENDPOINT) == []


async def test_stored_html_never_runs(sign_in, upstream):
    stored(upstream, 1, full_description='<p onclick="x()">A<script>alert(1)</script></p>', name="<img src=x>")
    tab = await sign_in("admin", "/relaypoints/show/1")
    shown = tab.view(RelayPointShow)
    assert (shown.shown["fullDescription"], shown.title) == ("<p>A</p>", "<img src=x>")
    await tab.open("/relaypoints/create")
    await tab.send(RelayPointForm.save, data=FILLED | {"fullDescription": '<p>B<iframe src="//x"></iframe></p>'})
    assert upstream.called("POST", ENDPOINT)[-1].body["fullDescription"] == "<p>B</p>"


@proves("POINT-11")
async def test_a_structure_is_chosen_in_edition_and_where_the_module_is_on(sign_in, configure, upstream):
    tab = await sign_in("admin", "/relaypoints/1")
    assert "structureId" not in tab.view(RelayPointForm).values
    configure(solidary=True)
    await tab.open("/relaypoints/1")
    offered = tab.view(RelayPointForm).choices["structureId"]
    assert offered
    await tab.send(RelayPointForm.save, data=submitted(tab, structureId=offered[0]["value"]))
    assert upstream.called("PATCH", ENDPOINT)[-1].body == {"structureId": int(offered[0]["value"])}


async def test_a_deletion(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints/show/3")
    await tab.send(RelayPointShow.delete)
    assert upstream.called("DELETE", f"{ENDPOINT}/3")[0].status == 204
    assert told(tab)[-1] == ("success", say("errors.relay_point.delete_success", "fr"))


async def test_nobody_writes_without_the_right(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "relay_point_read", "relay_point_list")
    tab = await sign_in("editor", "/relaypoints/show/1")
    assert tab.view(RelayPointShow).title
    await tab.send(RelayPointShow.delete)
    await tab.open("/relaypoints/create")
    await tab.send(RelayPointForm.save, data=FILLED)
    assert [call.method for call in upstream.writes() if call.path.startswith("/admin")] == []


# --- the list as a map -----------------------------------------------------------


@proves("LIST-16")
async def test_one_call_brings_the_marks_and_the_page_of_the_table(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints?view=map&page=2")
    asked = upstream.called("GET", ENDPOINT)
    assert [call.query for call in asked] == [{"order[name]": "asc", "page": "1", "perPage": "1000"}]
    shown = tab.view(RelayPointList)
    assert (len(shown.marks), shown.total, shown.view) == (400, 400, "map")
    assert [row["id"] for row in shown.rows] == [mark[0] for mark in shown.marks[25:50]]
    assert shown.hrefs["next"] == "/relaypoints?page=3&view=map"
    assert shown.hrefs["view:table"] == "/relaypoints"


@proves("LIST-16")
async def test_more_marks_than_one_call_brings_follow_the_table(sign_in, upstream, monkeypatch):
    monkeypatch.setattr(host, "PER_CALL", 100)
    monkeypatch.setattr(state, "PER_CALL", 100)
    monkeypatch.setattr(state, "MARKS", 300)
    tab = await sign_in("admin", "/relaypoints?view=map")
    shown = tab.view(RelayPointList)
    asked = sorted((call.query["page"], call.query["perPage"]) for call in upstream.called("GET", ENDPOINT))
    assert asked == [("1", "100"), ("2", "100"), ("3", "100")]
    assert (len({mark[0] for mark in shown.marks}), shown.total, len(shown.rows)) == (300, 400, 25)
    told = [delta.get(RelayPointList.get_full_name(), {}).get(MARKS_SENT) for delta in tab.deltas]
    sizes = [len(each) for each in told if each]
    assert sizes[-2:] == [100, 300], "the table and what the first call brought are there before the rest"
    assert shown.loading is False


@proves("LIST-16")
async def test_bounds_keep_the_table_to_what_the_map_shows(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints?view=map&bounds=6%2C49%2C7%2C48&status=1")
    asked = upstream.called("GET", ENDPOINT)[-1].query
    assert (asked["bounds"], asked["status"]) == ("6,49,7,48", "1")
    shown = tab.view(RelayPointList)
    assert 0 < shown.total == len(shown.marks) < 100
    assert all(6 <= float(lon) <= 7 and 48 <= float(lat) <= 49 for _, lat, lon, _, _ in shown.marks)
    assert {tone for *_, tone in shown.marks} == {"good"}
    assert "bounds=6%2C49%2C7%2C48" in shown.hrefs["view:table"]
    assert "bounds" not in shown.hrefs["without:bounds"]


@pytest.mark.parametrize("bounds", ["1,2,3", "<b>", "7,48,6,49", "nan,49,7,48", "6,49,7,48,1", "6" * 5_000])
async def test_bounds_typed_by_hand_are_ignored_when_they_mean_nothing(sign_in, upstream, bounds):
    tab = await sign_in("admin", f"/relaypoints?view=map&bounds={bounds}")
    assert "bounds" not in upstream.called("GET", ENDPOINT)[-1].query
    assert tab.view(RelayPointList).total == 400


async def test_the_table_carries_no_marks(sign_in, upstream):
    tab = await sign_in("admin", "/relaypoints")
    assert tab.view(RelayPointList).marks == []
    assert upstream.called("GET", ENDPOINT)[-1].query["perPage"] == "25"


@proves("CONFIG-6")
async def test_tiles_come_from_the_deployment(sign_in, configure):
    configure(
        map_tiles_url="https://tiles.test/{z}/{x}/{y}.png",
        map_attribution='© <a href="https://osm.test">OSM</a><script>x</script>',
    )
    tab = await sign_in("admin", "/relaypoints?view=map")
    links = tab.view(Session).links
    assert links["map_tiles"] == "https://tiles.test/{z}/{x}/{y}.png"
    assert links["map_attribution"] == '© <a href="https://osm.test" rel="noopener noreferrer">OSM</a>'


async def test_a_point_stands_on_its_map_as_the_pin_of_its_type(sign_in):
    tab = await sign_in("admin", "/relaypoints/show/5")
    assert tab.view(RelayPointShow).shown["relayPointTypeAvatar"].endswith(".svg")


@proves("POINT-12")
async def test_a_deletion_says_who_no_longer_finds_the_point(sign_in):
    tab = await sign_in("admin", "/relaypoints/show/1")
    state = await tab.state(RelayPointShow)
    state.shown = {**state.shown, "status": "1", "communityName": "Voisins"}
    await tab.send(RelayPointShow.weigh_deletion)
    seen, community = tab.view(RelayPointShow).impacts
    assert seen == say("relay_points.impact.active", "fr")
    assert "Voisins" in community
    state.shown = {**state.shown, "status": "2", "communityName": ""}
    await tab.send(RelayPointShow.weigh_deletion)
    assert tab.view(RelayPointShow).impacts == [say("relay_points.impact.unseen", "fr")]
