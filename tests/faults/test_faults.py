"""Any one process dies while people work, and nothing of theirs is lost, twice or locked (docs/reliability.md)."""

import os
import signal
import subprocess
import time
from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from tests.browser.support import Site, action, field, goto, in_menu, notice, screen
from tests.browser.test_asking import SHOW as REQUEST
from tests.browser.test_asking import _fill as fill
from tests.browser.test_asking import _until as until
from tests.browser.test_campaign_send import SEND, Api, number_of, step
from tests.browser.test_imports import choose, outcomes, send
from tests.faults.conftest import PATIENCE
from tests.faults.line import Line
from tests.features.imports.conftest import people
from tools import services
from tools.scale import LOADING, Scale

EDIT, SHOW = "/users/[record_id]", "/users/show/[record_id]"
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
        expect(notice(page, "error").get_by_text("stopped")).to_have_count(0)
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


def test_redis_is_emptied_under_an_open_form(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Tango")
    port = deployment.redis.ready_url.rpartition(":")[2]
    subprocess.run(["redis-cli", "-p", port, "flushall"], check=True, capture_output=True)
    with page.expect_event("load"):  # the page comes anew
        action(page, "save").click()
    expect(notice(page, "error").get_by_text("it may be done")).to_be_visible()
    action(page, "restore-draft").click()
    expect(page.locator("[data-summary]")).to_contain_text("did not confirm")
    saved(page, "Tango")


def test_redis_is_away_for_a_while(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Milonga")
    deployment.redis.stop()
    time.sleep(3)
    expect(field(page, "musicFavorites")).to_have_value("Milonga")
    deployment.redis.start()
    time.sleep(3)
    saved(page, "Milonga")


def test_the_proxy_starts_anew(site: Site, deployment: Scale, open_page: Opener) -> None:
    page = open_page()
    begun(page, "Morna")
    deployment.proxy.stop()
    expect(page.get_by_test_id("connection-lost")).to_be_visible()
    deployment.proxy.start()
    expect(page.get_by_test_id("connection-lost")).to_be_hidden()
    saved(page, "Morna")


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
    step(page, "test", "done")
    field(page, "received").check()
    field(page, "number").fill(number_of(page))
    site.forget_requests()
    site.set_faults(slow=[{"path": sending, "ms": 4000}])
    action(page, "send").click()
    time.sleep(2)
    deployment.kill_workers()
    expect(notice(page, "error").get_by_text("it may be done")).to_be_visible()
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
    expect(notice(page, "error").get_by_text("it may be done")).to_be_visible()
    site.set_faults()
    page.screenshot(path="/root/exp/wizard.png", full_page=True)
    action(page, "save").click()
    screen(page, REQUEST)
    assert calls(site, "POST", "/admin/solidaries") == 1, "created once"
    ready(deployment)


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
    cut = time.monotonic()
    # Noticed after 40 s; told once two tries to connect have had no answer for 20 s each.
    expect(page.get_by_test_id("connection-lost")).to_be_visible(timeout=2 * PATIENCE)
    print(f"told after {time.monotonic() - cut:.0f} s")
    line.mend()
    expect(page.get_by_test_id("connection-lost")).to_be_hidden()
    pressed(page, "Maxixe")
