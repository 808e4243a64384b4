"""Relay points: place one on the earth, change it, be refused, give it a picture, delete it."""

import io
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import (
    Watch,
    action,
    axe,
    choose,
    dress,
    field,
    fits,
    goto,
    in_menu,
    looks,
    notice,
    rich_text,
    rows,
    screen,
    shot,
    until,
)
from tests.support.proofs import proves

LIST, CREATE = "/relaypoints", "/relaypoints/create"
SHOW, EDIT = "/relaypoints/show/[record_id]", "/relaypoints/[record_id]"
Opener = Callable[..., Page]
Requests = Callable[[], list[dict[str, Any]]]


def picture(side: int) -> dict[str, Any]:
    """A square image as a file of a form."""
    kept = io.BytesIO()
    Image.new("RGB", (side, side), "#4080c0").save(kept, "PNG")
    return {"name": "aire.png", "mimeType": "image/png", "buffer": kept.getvalue()}


def loaded(page: Page) -> list[str]:
    """Every file the page has asked for."""
    return json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('resource').map(({ name }) => name))"))


def fill(page: Page, name: str) -> None:
    field(page, "name").fill(name)
    field(page, "relayPointTypeId").select_option(label="Aire de covoiturage")
    field(page, "description").fill("Aire gratuite près de l’échangeur, ouverte jour et nuit.")
    rich_text(page, "Description complète").click()
    page.keyboard.type("Accès par la D400.")
    choose(page, "address", "toul", "Toul")
    field(page, "places").fill("45")


@proves("POINT-1", "POINT-7", "POINT-9")
def test_a_point_from_its_creation_to_its_end(admin: Page, fresh_data: None, requests_seen: Requests) -> None:
    goto(admin, CREATE)
    shown_map(admin).click(position={"x": 220, "y": 90})
    expect(field(admin, "address.latitude")).not_to_have_value("")
    fill(admin, "Aire de Toul-Est <i>🚗</i>")
    latitude = field(admin, "address.latitude")
    expect(latitude).not_to_have_value("")
    latitude.fill("98")
    expect(field(admin, "private")).to_be_hidden()
    action(admin, "save").click()
    expect(admin.get_by_role("alert")).to_contain_text("Latitude")
    admin.get_by_role("alert").get_by_role("link").click()
    expect(latitude).to_be_focused()
    latitude.fill("48,68194")
    expect(field(admin, "communityId")).to_be_hidden()
    admin.get_by_role("heading", name="Communauté").click()
    choose(admin, "communityId", "chru", "CHRU de Nancy")
    field(admin, "private").check()
    admin.set_input_files("input[type=file]", files=picture(400))
    action(admin, "save").click()
    screen(admin, SHOW)
    notice(admin)
    expect(admin.get_by_role("heading", level=1)).to_have_text("Aire de Toul-Est <i>🚗</i>")
    expect(admin.locator("[data-field=coordinates]")).to_contain_text("48.681940, ")
    expect(admin.locator("[data-field=fullDescription]")).to_have_text("Accès par la D400.")
    expect(admin.locator("[data-field=communityName]")).to_have_text("CHRU de Nancy")
    assert admin.locator("img.portrait").evaluate(
        "async (image) => { await image.decode(); return image.naturalWidth; }"
    )
    axe(admin)
    record_id = admin.url.rpartition("/")[2]

    action(admin, "edit").click()
    screen(admin, EDIT)
    field(admin, "places").fill("-3")
    action(admin, "save").click()
    expect(admin.get_by_role("alert")).to_contain_text("entre 0 et 32")
    field(admin, "places").fill("60")
    wanted = pin_and_coordinates_follow_each_other(admin)
    action(admin, "save").click()
    action(admin, "confirm-save").click()
    screen(admin, SHOW)
    expect(admin.locator("[data-field=places]")).to_have_text("60 places")
    expect(admin.locator("[data-field=coordinates]")).to_contain_text(f"{wanted}, ")
    assert [each["status"] for each in requests_seen() if each["method"] == "PATCH"] == [200]

    in_menu(admin, "relay_points-more", "delete").click()
    action(admin, "confirm-delete").click()
    screen(admin, LIST)
    goto(admin, f"{LIST}?name=Toul-Est", LIST, "empty")
    assert record_id.isdigit()


def pin_and_coordinates_follow_each_other(page: Page) -> str:
    """Place the pin with the mouse, then by the figures; the latitude as it is read afterwards."""
    area = shown_map(page)
    latitude, longitude = field(page, "address.latitude"), field(page, "address.longitude")
    before = latitude.input_value()
    area.scroll_into_view_if_needed()
    pin = page.locator(".map-pin")
    area.click(position={"x": 120, "y": 60})
    expect(latitude).to_have_value(before)
    pin.drag_to(area, target_position={"x": 120, "y": 60})
    expect(latitude).not_to_have_value(before)
    at = pin.bounding_box()
    longitude.fill(f"{float(longitude.input_value()) + 0.01:.6f}".replace(".", ","))
    expect(pin).to_be_visible()
    assert pin.bounding_box() != at
    return latitude.input_value()


def choose_types(page: Page, *names: str) -> None:
    """Open the filter by types, and tick or untick these."""
    action(page, "choose:relayPointTypes").click()
    group = page.get_by_role("group", name="Type")
    for name in names:
        group.get_by_role("checkbox", name=name, exact=True).click()


@proves("LIST-34", "POINT-8")
def test_points_of_several_types_at_once_of_a_status_and_a_territory(admin: Page) -> None:
    """Each type has a chip of its own; the address, Back and the map hold them all."""
    goto(admin, LIST)
    expect(rows(admin)).to_have_count(25)
    button = action(admin, "choose:relayPointTypes")
    expect(button).to_have_text("Type")
    button.focus()
    admin.keyboard.press("Enter")
    group = admin.get_by_role("group", name="Type")
    expect(group).to_be_visible()
    first = group.get_by_role("checkbox").first
    expect(first).to_be_visible()
    admin.keyboard.press("Tab")
    expect(first).to_be_focused()
    admin.keyboard.press("Space")
    admin.wait_for_url(re.compile(r"relayPointTypes=\d+$"))
    group.get_by_role("checkbox", name="Parking relais").click()
    group.get_by_role("checkbox", name="Parking public").click()
    admin.wait_for_url(re.compile(r"relayPointTypes=\d+(%2C|,)\d+(%2C|,)\d+"))
    screen(admin, LIST)
    expect(first).to_be_checked()
    axe(admin)
    admin.keyboard.press("Escape")
    expect(group).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_text("Type3 choix")
    chips = admin.locator("[data-testid^='action:remove-filter:relayPointTypes=']")
    expect(chips).to_have_count(3)
    chips.filter(has_text="Parking public").click()
    expect(chips).to_have_count(2)
    expect(rows(admin).filter(has_text="Parking public")).to_have_count(0)
    admin.go_back()
    expect(chips).to_have_count(3)
    admin.reload()
    screen(admin, LIST)
    expect(chips).to_have_count(3)
    expect(chips.filter(has_text="Parking public")).to_be_visible()
    action(admin, "view-map").click()
    shown_map(admin)
    expect(chips).to_have_count(3)
    choose_types(admin, "Parking public")
    admin.keyboard.press("Escape")
    expect(chips).to_have_count(2)
    assert "view=map" in admin.url
    action(admin, "reset-filters").click()
    expect(chips).to_have_count(0)
    expect(button).to_have_text("Type")
    choose_types(admin)
    expect(group.get_by_role("checkbox", checked=True)).to_have_count(0)
    group.get_by_role("checkbox", name="Parking relais").click()
    expect(action(admin, "remove-filter:relayPointTypes=4")).to_contain_text("Parking relais")
    screen(admin, LIST)
    admin.keyboard.press("Escape")
    action(admin, "view-table").click()
    expect(admin.locator(".map")).to_have_count(0)
    screen(admin, LIST)
    expect(action(admin, "remove-filter:relayPointTypes=4")).to_contain_text("Parking relais")
    expect(rows(admin).first).to_contain_text("Parking relais")
    narrowed_by_status_and_territory(admin)


def narrowed_by_status_and_territory(page: Page) -> None:
    """Choose both beside the type that is chosen."""
    page.locator("[data-param=status]").select_option(label="Actif")
    page.wait_for_url("**status=1**")
    action(page, "filters").click()
    page.get_by_role("combobox", name="Territoire").fill("moselle")
    page.locator("[id='filter-territory-options'] [role=option]", has_text="Meurthe-et-Moselle").click()
    expect(action(page, "remove-filter:territory[]")).to_contain_text("Meurthe-et-Moselle")
    expect(rows(page).first).to_contain_text("Parking relais")
    axe(page)


@proves("LIST-34")
def test_several_types_on_a_phone_and_in_both_languages(open_page: Opener) -> None:
    phone = open_page("admin", **PHONE)
    goto(phone, f"{LIST}?relayPointTypes=x,2,2,0,9999", LIST)
    chips = phone.locator("[data-testid^='action:remove-filter:relayPointTypes=']")
    expect(chips).to_have_text(["Type : Arrêt de covoiturage", "Type : 9999"])
    fits(phone)
    action(phone, "filters").click()
    choose_types(phone, "Parking relais")
    group = phone.get_by_role("group", name="Type")
    expect(group).to_be_in_viewport(ratio=0.99)
    expect(chips).to_have_count(3)
    axe(phone)
    shot(phone, "relay-points-types", full_page=False)
    action(phone, "chosen:relayPointTypes").click()
    expect(group).to_be_hidden()
    expect(action(phone, "see-results")).to_be_visible()
    choose_types(phone)
    phone.keyboard.press("Escape")
    expect(group).to_be_hidden()
    expect(action(phone, "see-results")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(action(phone, "see-results")).to_be_hidden()
    english = open_page("admin", locale="en", theme="dark", **PHONE)
    goto(english, f"{LIST}?relayPointTypes=2,4", LIST)
    action(english, "filters").click()
    expect(action(english, "choose:relayPointTypes")).to_have_text("Type2 chosen")
    choose_types(english)
    expect(english.get_by_role("group", name="Type").get_by_role("checkbox", checked=True)).to_have_count(2)
    axe(english)
    shot(english, "relay-points-types-en-dark", full_page=False)


def shown_map(page: Page) -> Locator:
    """Wait until the map is drawn."""
    found = page.locator(".map[data-ready]")
    expect(found).to_be_visible()
    return found


def move(page: Page, act: Callable[[], None]) -> None:
    """Move the map and wait until the list has followed."""
    before = page.evaluate("location.href")
    act()
    until(
        page,
        """before => location.href !== before
        && document.querySelector(".map").dataset.bounds === new URLSearchParams(location.search).get("bounds")""",
        arg=before,
    )
    expect(page.locator("table[aria-busy=true]")).to_have_count(0)


@proves("LIST-16", "POINT-14")
def test_the_list_as_a_map(admin: Page, requests_seen: Requests) -> None:
    goto(admin, LIST)
    assert not [each for each in loaded(admin) if "leaflet" in each or "outlines" in each], "a table pays for no map"
    action(admin, "view-map").click()
    area = shown_map(admin)
    expect(area.locator(".leaflet-outlines-pane path:not([d='M0 0'])").first).to_be_visible()
    expect(area).to_contain_text("Natural Earth")
    expect(action(admin, "view-map")).to_have_attribute("aria-current", "page")
    words = admin.locator(".map-words [role=status]")
    expect(words).to_have_text("400 points sur la carte, repris dans la liste.")
    zoom = admin.get_by_role("button", name="Zoomer", exact=True)
    move(admin, zoom.click)
    move(admin, zoom.click)
    expect(words).not_to_have_text("400 points sur la carte, repris dans la liste.")
    expect(admin.locator(".map")).to_be_focused()
    move(admin, lambda: admin.keyboard.press("ArrowUp"))
    expect(action(admin, "remove-filter:bounds")).to_be_visible()
    total = words.inner_text().split()[0]
    expect(admin.get_by_test_id("range")).to_contain_text(f"sur {total}")
    axe(admin)
    admin.reload()
    shown_map(admin)
    expect(action(admin, "remove-filter:bounds")).to_be_visible()
    action(admin, "remove-filter:bounds").click()
    expect(words).to_have_text("400 points sur la carte, repris dans la liste.")
    action(admin, "view-table").click()
    expect(admin.locator(".map")).to_have_count(0)
    assert {each["status"] for each in requests_seen() if each["path"] == "/admin/relaypoints"} == {200}


@proves("POINT-13")
def test_marks_are_reached_with_the_keyboard_and_the_mouse(admin: Page) -> None:
    goto(admin, f"{LIST}?view=map&relayPointTypes=2&bounds=5.9,48.8,6.4,48.5", LIST)
    area = shown_map(admin)
    marks = area.locator(".map-mark")
    marks.first.focus()
    first = marks.first.get_attribute("aria-label")
    assert first
    expect(area.locator(".leaflet-tooltip")).to_have_text(first)
    expect(area.locator(".map-mark[tabindex='0']")).to_have_count(1)
    admin.keyboard.press("ArrowRight")
    expect(marks.nth(1)).to_be_focused()
    admin.keyboard.press("ArrowLeft")
    expect(marks.first).to_be_focused()
    axe(admin)
    admin.keyboard.press("Enter")
    screen(admin, SHOW)
    expect(admin.get_by_role("heading", level=1)).to_have_text(first)
    goto(admin, f"{LIST}?{urlencode({'view': 'map', 'name': first, 'sort': '-name'})}", LIST)
    expect(rows(admin)).to_have_count(1)
    box = shown_map(admin).bounding_box()
    assert box
    # The only mark is in the middle.
    admin.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(admin.locator(".leaflet-tooltip")).to_have_text(first)
    admin.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    screen(admin, SHOW)
    expect(admin.get_by_role("heading", level=1)).to_have_text(first)
    shown_map(admin)
    action(admin, "up").click()
    screen(admin, LIST)
    shown_map(admin)


@proves("CALL-14", "POINT-15")
def test_many_marks_are_gathered_and_the_map_follows_its_person_alone(admin: Page, requests_seen: Requests) -> None:
    goto(admin, f"{LIST}?view=map", LIST)
    area, before = shown_map(admin), admin.url
    for width in (1100, 1440, 700, 1440):
        admin.set_viewport_size({"width": width, "height": 900})
        expect(area).to_be_visible()
    place = area.bounding_box()
    gathered = area.get_by_role("button", name=re.compile(r"^\d+ points, rapprocher la carte$"))
    expect(gathered.first).to_be_visible()
    for locale, theme in looks(admin):
        shown_map(admin)
        axe(admin)
        shot(admin, f"relay_points_gathered_{locale}_{theme}")
    dress(admin, "fr", "light")
    biggest = max(gathered.all(), key=lambda each: int(each.inner_text()))
    assert int(biggest.inner_text()) < 400
    biggest.focus()
    # A resize is told to the map after a moment: a move of one's own shows that this moment is over.
    move(admin, lambda: admin.keyboard.press("Enter"))
    expect(area).to_be_focused()
    assert before == f"{before.partition('?')[0]}?view=map"
    assert admin.url.count("bounds=") == 1
    assert area.bounding_box() == place, "the chip of the area pushes nothing"
    expect(action(admin, "remove-filter:bounds")).to_be_visible()
    total = int(admin.locator(".map-words [role=status]").inner_text().split()[0])
    assert 0 < total < 400
    expect(admin.get_by_test_id("range")).to_contain_text(f"sur {total}")
    assert len([each for each in requests_seen() if each["path"] == "/admin/relaypoints"]) == 2, "one call per action"


@proves("LIST-17")
def test_a_map_that_cannot_be_loaded_takes_nothing_away(admin: Page, watch: Watch) -> None:
    watch.allow("leaflet")
    admin.route("**/assets/leaflet*", lambda route: route.abort())
    goto(admin, f"{LIST}?view=map", LIST)
    expect(admin.get_by_text("La carte n’a pas pu être chargée.")).to_be_visible()
    expect(rows(admin)).to_have_count(25)


@proves("POINT-17")
def test_a_finger_scrolls_past_the_map_of_a_point_and_two_move_it(open_page: Opener) -> None:
    page = open_page("admin", **PHONE)
    goto(page, "/relaypoints/5", EDIT)
    area = shown_map(page)
    expect(area).to_have_css("touch-action", "pan-x pan-y")
    expect(page.get_by_role("button", name="Zoomer", exact=True)).to_be_visible()
    area.scroll_into_view_if_needed()
    fields = [field(page, f"address.{axis}") for axis in ("latitude", "longitude")]
    before = [each.input_value() for each in fields]
    area.tap(position={"x": 60, "y": 150})
    way = page.get_by_role("button", name="Revenir au repère")
    expect(way).to_be_hidden()
    pin, box = page.locator(".map-pin"), area.bounding_box()
    assert box
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *spots: int) -> None:
        at = [{"x": box["x"] + each, "y": box["y"] + 60, "id": rank} for rank, each in enumerate(spots)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", 60)
    touch("touchStart", 60, 140)
    for step in range(1, 22):
        touch("touchMove", 60 + 10 * step, 140 + 10 * step)
    touch("touchEnd")
    way.tap()
    expect(way).to_be_hidden()
    expect(pin).to_be_in_viewport()
    assert [each.input_value() for each in fields] == before


def test_how_the_map_looks_on_a_phone(open_page: Opener) -> None:
    page = open_page("admin", **PHONE)
    goto(page, f"{LIST}?view=map&bounds=5,49.5,8,48", LIST)
    for locale, theme in looks(page):
        shown_map(page)
        axe(page)
        shot(page, f"relay_points_map_{locale}_{theme}")
