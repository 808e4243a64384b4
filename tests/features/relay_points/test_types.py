"""Relay point types: the form asks for a name and an icon, chosen among the platform's (KIND-1)."""

from admin_app.features.relay_points.types import (
    RelayPointTypeForm,
    RelayPointTypeList,
    RelayPointTypePins,
    RelayPointTypeShow,
)
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import relay_point_types, relay_points
from tests.support.proofs import proves

ENDPOINT = "admin/relaypoint_types"


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


async def test_the_list_shows_icons_in_one_call(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes")
    rows = tab.view(RelayPointTypeList).rows
    assert [row["name"] for row in rows[:3]] == ["Aire de covoiturage", "Arrêt de covoiturage", "Arrêt Rezo Pouce"]
    assert rows[0]["iconUrl"].endswith("/upload/icons/relaypoint-carpool-area.svg")
    assert [call.query for call in upstream.called("GET", ENDPOINT)] == [
        {"order[name]": "asc", "page": "1", "perPage": "25"}
    ]


@proves("CALL-6", "KIND-1")
async def test_the_icons_offered_are_those_of_the_server(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    offered = tab.view(RelayPointTypeForm).choices["iconId"]
    assert len(upstream.called("GET", "admin/icons")) == 1
    assert len(offered) == 16
    assert all(each["picture"].endswith(f"/upload/icons/{each['label']}.svg") for each in offered)
    assert not [each for each in offered if each["label"].startswith("private-")]


@proves("KIND-1")
async def test_a_variant_that_is_already_chosen_stays(sign_in, upstream):
    database = upstream.sandbox.database
    database.change(relay_point_types, 1, icon_id=17)
    database.commit()
    tab = await sign_in("admin", "/relaypointtypes/1")
    form = tab.view(RelayPointTypeForm)
    assert form.values["iconId"] == "17"
    assert [each["label"] for each in form.choices["iconId"] if each["value"] == "17"] == ["private-relaypoint-bus"]


@proves("KIND-1")
async def test_both_pins_of_what_is_chosen_are_shown(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    assert tab.view(RelayPointTypePins).icon == ""
    await tab.send(RelayPointTypePins.follow, data={"name": "Borne", "iconId": "8"})
    chosen = tab.view(RelayPointTypePins).icon
    (pins,) = [each for each in tab.view(RelayPointTypeForm).choices["iconId"] if each["value"] == chosen]
    assert pins["picture"].endswith("/relaypoint-company.svg")
    assert pins["variant"].endswith("/private-relaypoint-company.svg")
    await tab.open("/relaypointtypes/create")
    assert tab.view(RelayPointTypePins).icon == ""


@proves("CALL-4", "KIND-2")
async def test_create_change_delete(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    await tab.send(RelayPointTypeForm.save, data={"name": " Borne 🚗 <b>test</b> ", "iconId": "8"})
    assert upstream.writes()[-1].body == {"name": "Borne 🚗 <b>test</b>", "iconId": 8}
    address = tab.redirects[-1]
    await tab.open(address)
    shown = tab.view(RelayPointTypeShow)
    assert (shown.title, shown.shown["iconName"]) == ("Borne 🚗 <b>test</b>", "relaypoint-company")
    record_id = address.rpartition("/")[2]
    await tab.open(f"/relaypointtypes/{record_id}")
    await tab.send(RelayPointTypeForm.save, data={"name": "Borne 🚗 <b>test</b>", "iconId": "9"})
    assert upstream.writes()[-1].body == {"iconId": 9}
    await tab.open(address)
    await tab.send(RelayPointTypeShow.delete)
    assert (upstream.writes()[-1].method, upstream.writes()[-1].path) == ("DELETE", f"/{ENDPOINT}/{record_id}")
    assert told(tab)[-1] == ("success", say("errors.relay_point_type.delete_success", "fr"))
    assert tab.redirects[-1] == "/relaypointtypes"


@proves("KIND-6")
async def test_a_name_that_a_type_has_is_told_and_asked_about(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    data = {"name": "  aire de Covoiturage ", "iconId": "8"}
    await tab.send(RelayPointTypeForm.look_for_duplicates, data={"name": data["name"]})
    (there,) = tab.view(RelayPointTypeForm).duplicates["name"]
    assert there["_name"] == "Aire de covoiturage"
    await tab.send(RelayPointTypeForm.save, data=data)
    assert tab.view(RelayPointTypeForm).question == say("relay_point_types.duplicates.question", "fr", count=1)
    assert not upstream.called("POST", ENDPOINT)
    await tab.send(RelayPointTypeForm.save, data={**data, "_confirmed": "yes"})
    assert [call.body["name"] for call in upstream.called("POST", ENDPOINT)] == ["aire de Covoiturage"]


@proves("KIND-6")
async def test_another_name_is_not_asked_about(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    await tab.send(RelayPointTypeForm.save, data={"name": "Aire", "iconId": "8"})
    assert len(upstream.called("POST", ENDPOINT)) == 1


@proves("KIND-6")
async def test_that_types_could_not_be_looked_through_is_said(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    upstream.fail(ENDPOINT, 500, method="GET")
    await tab.send(RelayPointTypeForm.save, data={"name": "Aire", "iconId": "8"})
    assert tab.view(RelayPointTypeForm).question == say("relay_point_types.duplicates.failed", "fr")
    assert not upstream.called("POST", ENDPOINT)


@proves("KIND-1")
async def test_what_is_missing_or_wrong_is_said_beside_its_field(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    refused = {
        "name": [("", "required"), ("é" * 10_000, "too_long")],
        "iconId": [("", "required"), ("<b>", "choice"), ("²", "choice")],
    }
    for field, cases in refused.items():
        for text, wrong in cases:
            await tab.send(RelayPointTypeForm.save, data={"name": "Aire", "iconId": "6", field: text})
            count = 255 if wrong == "too_long" else None
            assert tab.view(RelayPointTypeForm).errors == {field: say(f"kit.validation.{wrong}", "fr", count=count)}
    assert upstream.called("POST", ENDPOINT) == []


async def test_the_servers_refusal_loses_nothing(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/create")
    upstream.fail(ENDPOINT, 500, "POST")
    await tab.send(RelayPointTypeForm.save, data={"name": "Aire", "iconId": "6"})
    form = tab.view(RelayPointTypeForm)
    assert (form.saving, tab.redirects) == (False, [])
    assert (form.failure, told(tab)) == (say("errors.unsure", "fr"), [])


@proves("KIND-3")
async def test_an_account_without_the_right_gets_nothing(sign_in, upstream):
    tab = await sign_in("editor", "/relaypointtypes")
    assert not tab.view(RelayPointTypeList).loaded
    await tab.send(RelayPointTypeForm.save, data={"name": "Aire", "iconId": "6"})
    assert upstream.called("GET", ENDPOINT) == upstream.called("POST", ENDPOINT) == []


@proves("KIND-4")
async def test_a_deletion_says_how_many_points_it_leaves_without_a_type(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/show/1")
    await tab.send(RelayPointTypeShow.weigh_deletion)
    asked = upstream.called("GET", "admin/relaypoints")[-1]
    assert (asked.query["relayPointTypes"], asked.query["perPage"]) == ("1", "1")
    database = upstream.sandbox.database
    points = database.connection.execute(relay_points.select().where(relay_points.c.relay_point_type_id == 1)).all()
    assert len(points) > 1
    assert tab.view(RelayPointTypeShow).impacts == [say("relay_point_types.impact.points", "fr", len(points))]


async def test_no_point_is_no_number(sign_in):
    tab = await sign_in("admin", "/relaypointtypes/create")
    await tab.send(RelayPointTypeForm.save, data={"name": "Neuf", "iconId": "8"})
    await tab.open(tab.redirects[-1])
    await tab.send(RelayPointTypeShow.weigh_deletion)
    assert tab.view(RelayPointTypeShow).impacts == [say("relay_point_types.impact.none", "fr")]


@proves("KIND-4")
async def test_several_types_are_counted_together(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes")
    await tab.send(RelayPointTypeList.weigh_bulk, data={"action": "delete", "ids": "1,2"})
    assert upstream.called("GET", "admin/relaypoints")[-1].query["relayPointTypes"] == "1,2"
    (told,) = tab.view(RelayPointTypeList).bulk_impacts
    assert told.split()[0].replace("\u202f", "").isdigit()


@proves("KIND-4")
async def test_who_may_not_list_points_is_told_that_they_stay(sign_in, upstream):
    upstream.grant(
        "admin@demo.test", "access_admin", "relay_point_type_read", "relay_point_type_manage", "relay_point_type_delete"
    )
    tab = await sign_in("admin", "/relaypointtypes/show/1")
    await tab.send(RelayPointTypeShow.weigh_deletion)
    assert tab.view(RelayPointTypeShow).impacts == [say("relay_point_types.impact.unknown", "fr")]


@proves("KIND-5")
async def test_a_type_names_its_first_points_in_one_call(sign_in, upstream):
    tab = await sign_in("admin", "/relaypointtypes/show/1")
    shown = tab.view(RelayPointTypeShow)
    (asked,) = upstream.called("GET", "admin/relaypoints")
    assert asked.query == {"relayPointTypes": "1", "order[name]": "asc", "page": "1", "perPage": "9"}
    database = upstream.sandbox.database
    points = database.connection.execute(relay_points.select().where(relay_points.c.relay_point_type_id == 1)).all()
    assert (shown.points_of, shown.points_total, len(shown.points)) == ("1", len(points), 9)
    first = shown.points[0]
    assert (first["name"], first["address.addressLocality"], first["status"]) == (
        "Abbeville – maison de santé",
        "Abbeville",
        "1",
    )
    assert first["places"] == "120"
    assert first["_href"] == f"/relaypoints/show/{first['_key']}"


@proves("KIND-5")
async def test_who_may_not_list_points_sees_the_rest_of_a_type(sign_in, upstream):
    upstream.grant("admin@demo.test", "access_admin", "relay_point_type_read", "relay_point_type_manage")
    tab = await sign_in("admin", "/relaypointtypes/show/1")
    shown = tab.view(RelayPointTypeShow)
    assert (shown.title, shown.points_of, shown.points_problem) == ("Aire de covoiturage", "", "")
    assert upstream.called("GET", "admin/relaypoints") == []


@proves("KIND-5")
async def test_points_that_cannot_be_read_say_so_and_are_asked_for_again(sign_in, upstream):
    upstream.fail("admin/relaypoints", 500)
    tab = await sign_in("admin", "/relaypointtypes/show/1")
    assert tab.view(RelayPointTypeShow).title == "Aire de covoiturage"
    assert tab.view(RelayPointTypeShow).points_problem != ""
    upstream.sandbox.faults.fail.clear()
    await tab.send(RelayPointTypeShow.load_points)
    assert (tab.view(RelayPointTypeShow).points_problem, len(tab.view(RelayPointTypeShow).points)) == ("", 9)
