"""Any one process dies while people work, and nothing of theirs is lost, twice or locked (docs/reliability.md)."""

import io
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import Site, action, field, goto, in_menu, notice, rows, screen, sign_in
from tests.browser.test_asking import SHOW as REQUEST
from tests.browser.test_asking import _fill as fill
from tests.browser.test_asking import _until as until
from tests.browser.test_campaign_send import SEND, Api, number_of, step
from tests.browser.test_images import choose as choose_picture
from tests.browser.test_images import chooser, picture
from tests.browser.test_imports import choose, outcomes, send
from tests.faults.conftest import PATIENCE
from tests.faults.line import Line
from tests.features.imports.conftest import people
from tools import ports, services
from tools.scale import LOADING, Scale, caddy

EDIT, SHOW = "/users/[record_id]", "/users/show/[record_id]"
PEOPLE = 20
"""Who work at once while a process dies."""
FAILED = "[data-testid=notice][data-kind=error]"
CUT = 300
"""Seconds for which a network is cut."""
Opener = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


def ready(deployment: Scale) -> None:
    """Wait until every instance does its work."""
    services.wait_ready(deployment.instances, LOADING)


def begun(page: Page, text: str, user: int = 7) -> None:
    """A form with something typed."""
    goto(page, f"/users/{user}", EDIT)
    field(page, "musicFavorites").fill(text)


def saved(page: Page, text: str) -> None:
    """The form is saved, and says so."""
    expect(field(page, "musicFavorites")).to_have_value(text)
    action(page, "save").click()
    screen(page, SHOW)
    expect(page.locator("[data-field=musicFavorites]")).to_have_text(text)


def lost(page: Page) -> Locator:
    """What says that the connection is lost."""
    return page.get_by_test_id("connection-lost")


def pressed(page: Page, text: str) -> None:
    """Save is pressed as the server goes away: it is done, or the form says that nobody knows, and is saved then."""
    action(page, "save").click()
    told = page.locator("[data-summary]")
    expect(told.or_(page.locator(f"main[data-screen='{SHOW}'][data-state=ready]"))).to_be_visible()
    if told.is_visible():
        expect(told).to_contain_text("did not confirm")
        saved(page, text)
    screen(page, SHOW)


def test_an_instance_is_killed_under_half_filled_forms(site: Site, deployment: Scale, open_page: Opener) -> None:
    pages = [open_page() for _ in range(4)]
    for number, page in enumerate(pages):
        # Each with somebody else: two at one person would be asked whose words count.
        begun(page, f"Bossa nova {number}", 7 + number)
    deployment.kill(deployment.instances[0])
    for number in (0, 1):
        pressed(pages[number], f"Bossa nova {number}")
    deployment.instances[0].start()
    ready(deployment)
    deployment.kill(deployment.instances[1])
    pressed(pages[2], "Bossa nova 2")
    deployment.instances[1].start()
    ready(deployment)
    saved(pages[3], "Bossa nova 3")


def test_twenty_people_work_while_a_process_dies(site: Site, deployment: Scale, open_page: Opener) -> None:
    people = [(open_page(), f"Fandango {number}") for number in range(PEOPLE)]
    for user, (page, text) in enumerate(people, 7):
        begun(page, text, user)
    os.kill(deployment.workers(deployment.instances[0])[0], signal.SIGKILL)
    for page, text in people[::2]:
        pressed(page, text)
    deployment.kill(deployment.instances[1])
    for page, text in people[1::2]:
        pressed(page, text)
    for page, _ in people:
        expect(page.get_by_test_id("user")).to_be_visible()
    deployment.instances[1].start()
    ready(deployment)


def test_instances_are_replaced_one_by_one_while_somebody_saves(
    site: Site, deployment: Scale, open_page: Opener
) -> None:
    page = open_page()
    for number, instance in enumerate(deployment.instances):
        begun(page, f"Fado {number}")
        site.forget_requests()
        site.set_faults(latency_ms=1500)
        action(page, "save").click()
        until_called(site, "GET")
        instance.stop()
        screen(page, SHOW)
        site.set_faults()
        expect(page.locator("[data-field=musicFavorites]")).to_have_text(f"Fado {number}")
        expect(page.locator(FAILED)).to_have_count(0)
        writes = [each for each in site.requests_seen() if each["method"] in ("PUT", "PATCH")]
        assert len(writes) == 1, "sent once"
        instance.start()
        ready(deployment)


def until_called(site: Site, method: str, path: str = "") -> None:
    """Wait until the API is asked something."""
    end = time.monotonic() + 20
    while time.monotonic() < end and not calls(site, method, path):
        time.sleep(0.1)


def calls(site: Site, method: str, path: str) -> int:
    """How often the API was asked something."""
    return sum(each["method"] == method and path in each["path"] for each in site.requests_seen())


def test_a_worker_is_killed_and_another_takes_its_place(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Samba")
    for instance in deployment.instances:
        for worker in deployment.workers(instance)[:1]:
            os.kill(worker, signal.SIGKILL)
    saved(page, "Samba")
    ready(deployment)


def test_files_find_their_way_whichever_instance_is_asked(site: Site, deployment: Scale, open_page: Opener) -> None:
    for number in range(4):
        page = open_page()
        goto(page, "/users/import")
        choose(page, people(3).replace("import", f"scale{number}-"))
        send(page)
        expect(outcomes(page)).to_be_visible()
        goto(page, "/users")
        with page.expect_download():
            in_menu(page, "users-more", "export").click()
            action(page, "start-export").click()
        expect(page.get_by_test_id("export")).to_have_attribute("data-status", "complete")


def test_workers_are_killed_while_a_list_is_read(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    goto(page, "/users")
    site.set_faults(slow=[{"path": "/admin/users", "ms": 4000}])
    action(page, "next-page").click()
    page.wait_for_timeout(1500)
    deployment.kill_workers()
    site.set_faults()
    expect(page.get_by_test_id("range")).to_contain_text("26–50")
    screen(page, "/users")
    expect(rows(page)).to_have_count(25)
    ready(deployment)


def test_workers_are_killed_while_a_picture_is_sent(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Csárdás")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 20_000}
    line.send("Network.emulateNetworkConditions", slow)
    chooser(page).set_input_files({"name": "portrait.png", "mimeType": "image/png", "buffer": noise()})
    with page.expect_request("**/_transfer/**"):
        action(page, "use-crop").click()
    page.wait_for_timeout(1500)
    deployment.kill_workers()
    told = page.get_by_text("A draft does not keep files").or_(page.locator("[data-image-error]:not(:empty)"))
    expect(told.first).to_be_visible()
    line.send("Network.emulateNetworkConditions", slow | {"uploadThroughput": -1})
    expect(field(page, "musicFavorites")).to_have_value("Csárdás")
    ready(deployment)
    choose_picture(page, picture())
    site.forget_requests()
    saved(page, "Csárdás")
    assert calls(site, "POST", "/admin/images") == 1, "sent once"


def noise() -> bytes:
    """A picture that is too large to be sent at once."""
    made = io.BytesIO()
    Image.effect_noise((600, 600), 90).convert("RGB").save(made, "PNG")
    return made.getvalue()


def test_workers_are_killed_while_an_import_is_sent(site: Site, deployment: Scale, open_page: Opener) -> None:
    page, path = open_page(), "/admin/imports/users"
    goto(page, "/users/import")
    choose(page, people(3).replace("import", "killed-"))
    site.forget_requests()
    site.set_faults(slow=[{"path": path, "ms": 4000}])
    send(page)
    page.wait_for_timeout(2000)
    deployment.kill_workers()
    expect(outcomes(page)).to_have_text("Result unknown: 3")
    site.set_faults()
    assert calls(site, "POST", path) == 1, "sent once"
    ready(deployment)


def test_workers_are_killed_while_an_export_is_written(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    goto(page, "/users")
    site.set_faults(export={"part_ms": 60_000})
    in_menu(page, "users-more", "export").click()
    action(page, "start-export").click()
    expect(page.get_by_test_id("export-progress")).to_be_visible()
    page.wait_for_timeout(1000)
    deployment.kill_workers()
    expect(page.get_by_test_id("export")).to_have_attribute("data-status", re.compile("interrupted|failed"))
    site.set_faults()
    ready(deployment)
    with page.expect_download():
        in_menu(page, "users-more", "export").click()
        action(page, "start-export").click()
    goto(page, "/register")
    expect(rows(page).nth(1)).to_contain_text(re.compile("Interrupted|Failed"))


def test_redis_is_emptied_under_an_open_form(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Tango")
    port = deployment.redis.ready_url.rpartition(":")[2]
    subprocess.run(["redis-cli", "-p", port, "flushall"], check=True, capture_output=True)
    with page.expect_event("load"):  # the page comes anew
        action(page, "save").click()
    expect(notice(page, "error").get_by_text("it may have been completed")).to_be_visible()
    action(page, "restore-draft").click()
    expect(page.locator("[data-summary]")).to_contain_text("did not confirm")
    saved(page, "Tango")


def test_redis_is_away_for_a_while(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Milonga")
    deployment.redis.stop()
    expect(lost(page)).to_be_visible()
    expect(field(page, "musicFavorites")).to_have_value("Milonga")
    deployment.redis.start()
    expect(lost(page)).to_be_hidden()
    saved(page, "Milonga")


def test_the_proxy_starts_anew(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Morna")
    deployment.proxy.stop()
    expect(lost(page)).to_be_visible()
    deployment.proxy.start()
    expect(lost(page)).to_be_hidden()
    saved(page, "Morna")


@pytest.mark.skipif(not shutil.which("caddy"), reason="this machine lacks caddy")
def test_caddy_stands_before_it(site: Site, deployment: Scale, open_page: Opener, tmp_path: Path) -> None:
    proxy = caddy(tmp_path, ports.free_port(), deployment.instances)
    proxy.start()
    try:
        services.wait_ready([proxy])
        page = open_page("", base_url=proxy.ready_url.removesuffix("/ping"))
        sign_in(page)
        begun(page, "Schottische")
        deployment.kill(deployment.instances[0])
        pressed(page, "Schottische")
        begun(page, "Ecossaise")
        choose_picture(page, picture())
        saved(page, "Ecossaise")
    finally:
        proxy.stop()
        deployment.instances[0].start()
        ready(deployment)
    assert proxy.log
    assert "/_event" in proxy.log.read_text()
    assert "token=" not in proxy.log.read_text()


def test_the_database_stops(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    goto(page, "/users")
    deployment.store.stop()
    in_menu(page, "users-more", "export").click()
    action(page, "start-export").click()
    expect(notice(page, "error").get_by_text("could not be written")).to_be_visible()
    deployment.store.start()
    time.sleep(6)
    in_menu(page, "users-more", "export").click()
    with page.expect_download():
        action(page, "start-export").click()


def test_workers_are_killed_during_a_mass_send(site: Site, deployment: Scale, open_page: Opener) -> None:
    api, page, sending = Api(site), open_page(), "/admin/users/send-campaign"
    campaign = api.campaign("Killed")
    chosen = {"campaignId": campaign, "filterType": "2", "gender": "1"}
    httpx.get(f"{api.url}/admin/users/associate-campaign", params=chosen, headers=api.headers).raise_for_status()
    goto(page, f"/campaigns/send/{campaign}", SEND)
    if action(page, "agree").count():
        action(page, "agree").click()
    action(page, "test").click()
    field(page, "received").check()
    step(page, "test", "done")
    field(page, "number").fill(number_of(page))
    site.forget_requests()
    site.set_faults(slow=[{"path": sending, "ms": 4000}])
    action(page, "send").click()
    time.sleep(2)
    deployment.kill_workers()
    expect(notice(page, "error").get_by_text("it may have been completed")).to_be_visible()
    site.set_faults()
    expect(page.get_by_test_id("sent")).to_be_visible()
    assert calls(site, "GET", sending) == 1, "sent once"
    ready(deployment)


def test_workers_are_killed_as_a_request_is_created(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page("solidary")
    until(page, "eligibility")
    fill(page, "eligibility")
    site.forget_requests()
    site.set_faults(slow=[{"path": "/admin/solidaries", "ms": 4000}])
    action(page, "save").click()
    time.sleep(2)
    deployment.kill_workers()
    expect(notice(page, "error").get_by_text("it may have been completed")).to_be_visible()
    site.set_faults()
    action(page, "save").click()
    screen(page, REQUEST)
    assert calls(site, "POST", "/admin/solidaries") == 1, "created once"
    ready(deployment)


def test_the_api_is_frozen(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    goto(page, "/users")
    site.set_faults(slow=[{"path": "/admin/users", "ms": 600_000}])
    action(page, "next-page").click()
    expect(page.locator(FAILED).first).to_be_visible(timeout=2 * PATIENCE)
    expect(rows(page)).to_have_count(25)
    site.set_faults()
    action(page, "retry").click()
    expect(page.get_by_test_id("range")).to_contain_text("26–50")
    begun(page, "Ländler")
    site.set_faults(slow=[{"path": "/admin/users/7", "ms": 600_000}])
    action(page, "save").click()
    expect(page.locator(f"[data-summary], {FAILED}").first).to_be_visible(timeout=2 * PATIENCE)
    site.set_faults()
    saved(page, "Ländler")


def test_redis_is_slow(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Choro")
    port = deployment.redis.ready_url.rpartition(":")[2]
    subprocess.run(["redis-cli", "-p", port, "client", "pause", "2500"], check=True, capture_output=True)
    saved(page, "Choro")


def test_the_network_is_cut_for_some_seconds(site: Site, deployment: Scale, open_page: Opener) -> None:
    line = Line(int(deployment.address.rpartition(":")[2]))
    page = open_page(base_url=f"http://localhost:{line.port}")
    begun(page, "Forró")
    line.cut()
    action(page, "save").click()
    time.sleep(5)
    line.mend()
    screen(page, SHOW)
    expect(page.locator("[data-field=musicFavorites]")).to_have_text("Forró")


def test_the_network_is_cut_for_longer_than_a_socket_waits(site: Site, deployment: Scale, open_page: Opener) -> None:
    line = Line(int(deployment.address.rpartition(":")[2]))
    page = open_page(base_url=f"http://localhost:{line.port}")
    begun(page, "Maxixe")
    line.cut()
    # Noticed after 20 s at most; told once a try to connect has had no answer for 20 s.
    cut, told = time.monotonic(), lost(page)
    expect(told).to_be_visible(timeout=45_000)
    page.wait_for_timeout(1000 * max(0, CUT - (time.monotonic() - cut)))
    expect(told).to_be_visible()
    expect(field(page, "musicFavorites")).to_have_value("Maxixe")
    line.mend()
    expect(told).to_be_hidden()
    pressed(page, "Maxixe")
