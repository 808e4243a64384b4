"""Images: refused before they travel when they cannot be right, and sent again when the API fails."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import action, goto, notice, screen
from tests.browser.test_form import SHOW, write_address, write_person
from tests.support.proofs import proves

EDIT = "/users/[record_id]"
Requests = Callable[[], list[dict[str, Any]]]


def png(side: int) -> bytes:
    """Return a square picture."""
    made = io.BytesIO()
    Image.new("RGB", (side, side), "teal").save(made, "PNG")
    return made.getvalue()


def picture(side: int = 400) -> Any:
    """Return a picture as a person chooses it."""
    return {"name": "portrait.png", "mimeType": "image/png", "buffer": png(side)}


def chooser(page: Page) -> Locator:
    """Return the field that takes an image."""
    return page.locator("input[type=file][data-image]")


def choose(page: Page, file: Any) -> None:
    """Choose an image, keep the square proposed, and wait until the application has it."""
    chooser(page).set_input_files(file)
    with page.expect_response(lambda response: "/_transfer/" in response.url and response.status == 204):
        action(page, "use-crop").click()
    expect(page.locator("[data-preview]")).to_be_visible()


def uploads(requests_seen: Requests) -> list[int]:
    """Return what the API answered to each image."""
    return [each["status"] for each in requests_seen() if each["path"] == "/admin/images"]


@proves("FILE-2", "FILE-13", "FILE-14")
def test_what_cannot_be_an_image_is_not_sent_and_what_a_browser_can_read_is(
    admin: Page, tmp_path: Path, fresh_data: None, requests_seen: Requests
) -> None:
    """A WebP picture is cropped, and sent as the platform wants it."""
    sent: list[str] = []
    admin.on("request", lambda request: sent.append(request.url))
    goto(admin, "/users/7", EDIT)
    big = tmp_path / "photo.jpg"
    big.write_bytes(b"\xff\xd8\xff\xe0" + bytes(30 * 1024 * 1024))
    disguised = {"name": "export.png", "mimeType": "image/png", "buffer": b"id;name\n1;Camille\n"}
    refused = {
        "choisissez-en une de 30\u00a0Mo au plus": str(big),
        "Cette image ne peut pas être lue": disguised,
        "Ce fichier n’est pas une image.": {**disguised, "name": "export.txt", "mimeType": "text/plain"},
        "Ce format d’image ne peut pas être recadré ici": {**disguised, "name": "p.heic", "mimeType": "image/heic"},
        "Chaque côté de l’image doit mesurer entre 200": picture(120),
    }
    for message, file in refused.items():
        chooser(admin).set_input_files(file)
        expect(admin.locator("[data-image-error]")).to_contain_text(message)
        expect(admin.get_by_text("Modifications non enregistrées")).to_be_hidden()
    assert not [url for url in sent if "/_transfer/" in url]
    made = io.BytesIO()
    Image.new("RGBA", (400, 300), (0, 128, 128, 120)).save(made, "WEBP")
    choose(admin, {"name": "portrait.webp", "mimeType": "image/webp", "buffer": made.getvalue()})
    expect(admin.locator("[data-image-error]")).to_be_empty()
    assert uploads(requests_seen) == []
    action(admin, "save").click()
    screen(admin, SHOW)
    assert uploads(requests_seen) == [201]


@proves("FILE-1")
def test_an_image_is_sent_after_a_creation_and_again_when_it_fails_half_way(
    admin: Page, fresh_data: None, faults: Callable[..., None], requests_seen: Requests
) -> None:
    goto(admin, "/users/create")
    write_person(admin, "again@example.org")
    write_address(admin, "nancy")
    choose(admin, picture())
    faults(fail=[{"path": "/admin/images", "status": 500}])
    action(admin, "save").click()
    expect(notice(admin, "error")).to_contain_text("l’arrivée du fichier n’a pas été confirmée")
    screen(admin, EDIT)
    again = action(admin, "retry-image")
    expect(again).to_be_visible()
    again.click()
    expect(again).to_be_enabled()
    faults()
    again.click()
    screen(admin, SHOW)
    shown = admin.locator("img.portrait")
    expect(shown).to_be_visible()
    assert shown.evaluate("async image => (await image.decode(), image.naturalWidth)") > 0
    posts = [each["path"] for each in requests_seen() if each["method"] == "POST" and "/admin/" in each["path"]]
    assert posts == ["/admin/users", *["/admin/images"] * (len(posts) - 1)]
    assert uploads(requests_seen)[-1] == 201
