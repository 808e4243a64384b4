"""Dashboards: figures and charts, what the address says, another language and theme, the table, a refusal."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Watch, action, axe, field, fits, goto, looks, of_account, screen, shot, until
from tests.support.proofs import proves

COMMUNITY = "/communities/[record_id]/dashboard/[target]"
METZ, AIRBUS = "/communities/4/dashboard/summary", "/communities/9/dashboard/summary"
HITCHHIKERS = "/hitchhikers/dashboard"
PLOTLY = "plotly"
Opener = Callable[..., Page]


def loaded(page: Page) -> list[str]:
    """Every file the page has asked for."""
    return json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('resource').map(({ name }) => name))"))


def drawn(page: Page, name: str) -> list[str]:
    """The words of a chart once it is there."""
    area = page.get_by_test_id(f"chart:{name}").locator(".chart-area")
    expect(area.locator(".main-svg").first).to_be_visible()
    return area.locator("svg text").all_text_contents()


@proves("DASH-4")
def test_a_community_from_its_record_to_the_figures_of_one_day(admin: Page) -> None:
    goto(admin, "/communities/show/4", "/communities/show/[record_id]")
    assert not [name for name in loaded(admin) if PLOTLY in name]
    action(admin, "dashboard").click()
    screen(admin, COMMUNITY)
    expect(admin.get_by_role("heading", level=1)).to_contain_text("Eurométropole de Metz")
    expect(action(admin, "up:record")).to_have_attribute("href", re.compile("/communities/show/4$"))
    members = admin.get_by_test_id("figure:members").locator(".figure-value")
    expect(members).not_to_be_empty()
    words = drawn(admin, "members")
    assert any("2026" in word for word in words)
    assert len([name for name in loaded(admin) if PLOTLY in name]) == 1
    expect(
        admin.get_by_role("img", name=f"Adhésions par statut. Aujourd’hui\u00a0: {members.inner_text()}")
    ).to_be_visible()
    axe(admin)

    admin.locator("[data-param=periodicity]").select_option("yearly")
    admin.wait_for_url("**periodicity=yearly**")
    screen(admin, COMMUNITY)
    chart = admin.get_by_test_id("chart:members")
    chart.locator("summary").press("Enter")
    rows = chart.locator("tbody tr")
    expect(rows.last.locator("th")).to_have_text(re.compile("^20\\d\\d en cours$"))
    with admin.expect_download() as taking:
        action(chart, "csv").press("Enter")
    assert taking.value.suggested_filename.endswith("-community-dashboard-members-export.csv")
    lines = taking.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "Période;Membres (hors modérateurs);Modérateurs;En attente;Refusés"
    assert len(lines) == rows.count() + 1

    admin.get_by_test_id("presets:after").select_option("chosen")
    since = field(admin, "after")
    since.fill("01/06/2026")
    since.press("Tab")
    admin.wait_for_url("**after=2026-06-01**")
    screen(admin, COMMUNITY)
    expect(rows).to_have_count(1)
    admin.go_back()
    admin.wait_for_url(lambda address: "after=" not in address)
    expect(since).to_have_value("")


@proves("PAGE-7", "DASH-5")
def test_language_and_theme_change_without_asking_the_api(admin: Page, requests_seen: Callable[[], list]) -> None:
    goto(admin, METZ, COMMUNITY)
    assert any(word.startswith("janv.") for word in drawn(admin, "members"))
    frame = admin.frame_locator(".embedded iframe")
    admin.locator(".embedded").scroll_into_view_if_needed()
    expect(frame.get_by_role("heading")).to_have_text("Adhésions à la communauté")
    ours = [each for each in requests_seen() if "analytics" not in each["path"] and each["path"].startswith("/admin")]
    of_account(admin, "language-en").click()
    chart = admin.get_by_test_id("chart:members")
    expect(chart.get_by_role("heading")).to_have_text("Memberships by status")
    expect(chart.locator(".xtick text", has_text=re.compile("Jan\\s*2026"))).to_have_count(1)
    colour = "document.querySelector('[data-testid=\"chart:requests\"] .bars path').style.fill"
    before = admin.evaluate(colour)
    of_account(admin, "theme").click()
    until(admin, f"{colour} !== {json.dumps(before)}")
    expect(admin.locator(".embedded iframe")).to_have_attribute("src", re.compile("theme=night$"))
    axe(admin)
    shot(admin, "community_dashboard_dark_en")
    now = [each for each in requests_seen() if "analytics" not in each["path"] and each["path"].startswith("/admin")]
    assert len(now) == len(ours)


@proves("DASH-4")
def test_what_is_refused_or_cannot_come_says_so_and_the_rest_stands(
    admin: Page, faults: Callable[..., None], watch: Watch
) -> None:
    watch.allow("plotly", "Failed to load resource", "Failed to fetch")
    goto(admin, AIRBUS, COMMUNITY)
    expect(admin.get_by_role("note").first).to_contain_text("Adhésions")
    expect(admin.get_by_test_id("figure:points")).to_be_visible()
    expect(admin.get_by_test_id("chart:members")).to_have_count(0)
    axe(admin)
    shot(admin, "community_dashboard_refused")
    admin.route("**/*plotly*", lambda route: route.abort())
    goto(admin, HITCHHIKERS)
    chart = admin.get_by_test_id("chart:proofs")
    expect(chart.locator(".chart-failed")).to_be_visible()
    chart.locator("summary").click()
    expect(chart.locator("tbody tr").first).to_be_visible()
    # Texts are compared by their letters in a browser: "126" would be less than "38".
    received = admin.get_by_test_id("figure:sent_in_all")
    now, before = (
        re.findall(r"\d+", received.locator(each).inner_text()) for each in (".figure-value", ".figure-before")
    )
    expect(received).to_contain_text("En hausse" if int(now[0]) > int(before[0]) else "En baisse")
    people = admin.get_by_test_id("figure:people").locator(".figure-value").inner_text()
    faults(drop=["/admin/users"])
    action(admin, "refresh").click()
    screen(admin, HITCHHIKERS, "error")
    expect(admin.get_by_role("alert")).to_contain_text("Le serveur ne répond pas")
    faults()
    action(admin, "retry").click()
    screen(admin, HITCHHIKERS)
    expect(admin.get_by_test_id("figure:people").locator(".figure-value")).to_have_text(people)


def test_on_a_phone(open_page: Opener) -> None:
    page = open_page("hitchhiking", **PHONE)
    goto(page, HITCHHIKERS)
    for locale, theme in looks(page):
        drawn(page, "territories")
        fits(page)
        axe(page)
        shot(page, f"hitchhikers_dashboard_phone_{theme}_{locale}")


ANALYTICS = "/analytics"
SOLIDARY = "/solidary/analytics/carpool"


def test_the_servers_dashboard_is_narrowed_to_a_community_and_opened_apart(admin: Page) -> None:
    goto(admin, ANALYTICS, ANALYTICS)
    frame = admin.frame_locator(".embedded iframe")
    expect(frame.get_by_role("heading")).to_have_text("La plateforme en chiffres")
    axe(admin)
    shot(admin, "analytics")
    search = admin.get_by_role("combobox", name="Communauté")
    search.press_sequentially("Metz")
    admin.get_by_role("option", name="Eurométropole de Metz").first.click()
    admin.wait_for_url("**communityId=4**")
    expect(frame.get_by_role("heading")).to_have_text("Adhésions à la communauté")
    admin.locator("[data-param=periodicity]").select_option("yearly")
    admin.wait_for_url("**periodicity=yearly**")
    expect(search).to_have_value("Eurométropole de Metz en covoiturage")
    expect(frame.get_by_text("2026", exact=True)).to_be_visible()  # a new frame shuts its help
    admin.get_by_text("Rien ne s’affiche\u00a0?").press("Enter")
    apart = action(admin, "open-frame")
    expect(apart).to_have_attribute("rel", "noopener noreferrer")
    with admin.context.expect_page() as opening:
        apart.click()
    expect(opening.value.get_by_role("heading")).to_be_visible()
    opening.value.close()
    fits(admin)


@proves("DASH-12", "DASH-13")
def test_solidary_requests_are_counted_and_a_chart_is_saved_and_leads_to_its_list(admin: Page) -> None:
    page = admin
    goto(page, SOLIDARY, SOLIDARY)
    expect(page.get_by_test_id("figure:share").locator(".figure-value")).to_contain_text("%")
    assert "Clôturée" in drawn(page, "status")
    expect(page.get_by_text("La plateforme n’y dit ni la date de création")).to_be_visible()
    expect(page.frame_locator(".embedded iframe").get_by_role("heading")).to_be_visible()
    axe(page)
    shot(page, "solidary-dashboard")
    chart = page.get_by_test_id("chart:status")
    chart.locator("summary").press("Enter")
    with page.expect_download() as saving:
        action(chart, "png").press("Enter")
    assert saving.value.suggested_filename == "status.png"
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    expect(action(page, "print")).to_be_visible()
    chart.get_by_role("link", name="Clôturée").press("Enter")
    screen(page, "/solidaryrecords")
    assert "status=4" in page.url
    page.go_back()
    screen(page, SOLIDARY)
    page.get_by_test_id("behind:open").press("Enter")
    screen(page, "/solidaryrecords")
