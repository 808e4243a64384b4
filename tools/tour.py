"""`make tour`: take the pictures of docs/tour.md and of the README from the running product, and write that page.

The sandbox is started with the demo's data and nobody's changes, so the pictures show what `make demo` shows. They are
made anew when screens have changed, and looked at by a person before they are kept.
"""

import io
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from pydantic import BaseModel

from tools import chromium, frontend, ports, services
from tools.demo import PASSWORD

DOCS = frontend.ROOT / "docs"
PICTURES = DOCS / "tour"
STOPS = Path(__file__).with_suffix(".toml")
USERS = 2000
DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
LOCALES = {"fr": "Français", "en": "English"}
PATIENCE = 30_000
QUALITY = 82
INTRODUCTION = """# A tour

Pictures of the running demo, whose people do not exist; `make tour` takes them again and writes this page.

[Français](#français) · [English](#english)"""


class Stop(BaseModel):
    """A place to look at: its address, how it is looked at, and a title and a sentence about it in each language."""

    name: str
    path: str
    fr: tuple[str, str]
    en: tuple[str, str]
    account: str = "admin"
    first: bool = False
    """Whether the first row of the list at the address is opened."""
    keys: tuple[str, ...] = ()
    """What is pressed once the page is there."""
    wait: str = ""
    """What must be seen before the picture is taken, as a selector."""
    theme: str = "light"
    phone: bool = False

    def words(self, locale: str) -> tuple[str, str]:
        """The title and the sentence in a language."""
        return self.fr if locale == "fr" else self.en


def stops() -> list[Stop]:
    """Where the tour goes, in its order."""
    places = tomllib.loads(STOPS.read_text(encoding="utf-8"))["stops"]
    return [Stop.model_validate(each) for each in places]


@contextmanager
def _product() -> Iterator[tuple[str, str]]:
    """The product with data of its own, on free ports: the address of the application and that of its API."""
    with tempfile.TemporaryDirectory() as kept:
        folder, api_port, port = Path(kept), ports.free_port(), ports.free_port()
        data = {"SANDBOX_DB": str(folder / "sandbox.sqlite"), "SANDBOX_FILES": str(folder / "files")}
        own = {"ADMIN_STORE_URL": f"sqlite:///{folder / 'store.sqlite'}", "ADMIN_SPOOL_PATH": str(folder / "spool")}
        both = (
            services.sandbox(api_port, USERS, **data),
            services.application(port, **services.demo_settings(api_port), **own),
        )
        try:
            for service in both:
                service.start()
            services.wait_ready(both)
            yield f"http://localhost:{port}", f"http://localhost:{api_port}"
        finally:
            for service in reversed(both):
                service.stop()


def _signed_in(app: str, api: str, account: str, locale: str, theme: str) -> Any:
    """A browser where an account is signed in, as Playwright keeps it."""
    identity = {"username": f"{account}@demo.test", "password": PASSWORD}
    pair = httpx.post(f"{api}/login", json=identity, timeout=10).raise_for_status().json()
    kept = {
        "admin_app.token": pair["token"],
        "admin_app.refresh_token": pair["refreshToken"],
        "admin_app.last_activity": str(int(time.time())),
        "admin_app.theme": theme,
        "locale": locale,
    }
    stored = [{"name": name, "value": value} for name, value in kept.items()]
    return {"cookies": [], "origins": [{"origin": app, "localStorage": stored}]}


def _ready(page: Page) -> None:
    page.wait_for_selector("main:is([data-state=ready], [data-state=empty])", timeout=PATIENCE)
    page.wait_for_load_state("networkidle")


def _picture(browser: Browser, app: str, api: str, place: Stop, locale: str) -> Image.Image:
    """Go there as a person would, and look."""
    context = browser.new_context(
        base_url=app,
        storage_state=_signed_in(app, api, place.account, locale, place.theme),
        viewport=PHONE if place.phone else DESK,
        device_scale_factor=2 if place.phone else 1,
        is_mobile=place.phone,
        has_touch=place.phone,
        locale="fr-FR",
        timezone_id="Europe/Paris",
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.goto(place.path)
        _ready(page)
        if place.first:
            row = page.locator("tbody .main-link").first
            page.goto(row.get_attribute("href") or place.path)
            _ready(page)
        for key in place.keys:
            page.keyboard.press(key)
        if place.wait:
            page.wait_for_selector(place.wait, timeout=PATIENCE)
            page.wait_for_load_state("networkidle")
        return Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide")))
    finally:
        context.close()


def written() -> str:
    """The page of the tour, in both languages."""
    parts = [INTRODUCTION]
    for locale, language in LOCALES.items():
        parts += ["", f"## {language}"]
        for place in stops():
            title, text = place.words(locale)
            width = ' width="390"' if place.phone else ""
            picture = f'<img src="tour/{locale}-{place.name}.webp" alt="{title}"{width}>'
            parts += ["", f"### {title}", "", text, "", picture]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Take every picture and write the page; return the exit code."""
    frontend.ensure_built(demo=True)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.webp"):
        old.unlink()
    with _product() as (app, api), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=["--no-sandbox", "--disable-gpu"])
        for locale in LOCALES:
            for place in stops():
                picture = _picture(browser, app, api, place, locale)
                picture.save(PICTURES / f"{locale}-{place.name}.webp", quality=QUALITY, method=6)
        browser.close()
    (DOCS / "tour.md").write_text(written(), encoding="utf-8")
    print(f"{len(stops()) * len(LOCALES)} pictures in {PICTURES.relative_to(frontend.ROOT)}, and docs/tour.md.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
