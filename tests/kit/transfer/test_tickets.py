"""Files behind one-time tickets: only who has a ticket may send one file, and only fit images are taken."""

import asyncio
import stat

import pytest

from admin_app.kit.transfer import pictures, routes, spool, tickets
from admin_app.kit.words.locale import say
from tests.support.forms import age, fetch_file, image, left, send_file
from tests.support.proofs import proves

UNKNOWN = "x" * 43


@pytest.fixture(autouse=True)
def folder(deployment):
    """A folder of the test's own."""
    return spool.folder()


@proves("FILE-4")
async def test_a_file_is_taken_with_its_ticket_and_then_gone():
    ticket = tickets.open_ticket()
    assert await send_file(ticket, b"content") == 204
    assert tickets.content_of(ticket) == b"content"
    tickets.discard(ticket)
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.content_of(ticket)
    assert await send_file(ticket, b"again") == 404


@proves("FILE-4")
@pytest.mark.parametrize("ticket", [UNKNOWN, "short", "x" * 44, "..", "é" * 43, "x" * 42 + "."])
async def test_an_unknown_ticket_is_refused(ticket):
    tickets.open_ticket()
    assert await send_file(ticket, b"content") in (404, 405)
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.content_of(ticket)


@proves("FILE-5")
@pytest.mark.parametrize("ticket", ["../secret", "/etc/passwd", "", "a/b"])
def test_a_ticket_never_leads_out_of_the_folder(ticket, folder):
    tickets.open_ticket()
    secret = folder.parent / "secret"
    secret.write_text("secret")
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.content_of(ticket)
    tickets.discard(ticket)
    assert secret.exists()


@proves("FILE-5")
async def test_too_big_a_file_is_refused_and_not_kept(monkeypatch):
    monkeypatch.setattr(tickets, "MAX_FILE", 1000)
    ticket = tickets.open_ticket()
    assert await send_file(ticket, b"x" * 1001) == 413
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.content_of(ticket)
    assert await send_file(ticket, b"x" * 1000) == 204


async def test_what_is_offered_is_fetched_once(folder):
    address = tickets.offer("é;1\n".encode(), "modèle des lignes/2.csv")
    assert address.endswith("/modèle-des-lignes-2.csv")
    answer = await fetch_file(address)
    assert answer.content == "é;1\n".encode()
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    assert (await fetch_file(address)).status_code == 404
    assert not list(folder.iterdir())


@proves("GUARD-11")
@pytest.mark.parametrize("asked", ["evil.js", "evil.html", "evil.svg"])
async def test_the_name_of_a_file_is_that_of_its_ticket(asked, folder):
    address = tickets.offer(b"alert(1)", "a.csv").rpartition("/")[0]
    answer = await fetch_file(f"{address}/{asked}")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"].endswith("''a.csv")
    assert not list(folder.iterdir())


@proves("GUARD-11")
async def test_what_is_no_known_safe_type_is_bytes():
    answer = await fetch_file(tickets.offer(b"alert(1)", "evil.js"))
    assert answer.headers["content-type"] == "application/octet-stream"


@pytest.mark.parametrize("ticket", [UNKNOWN, "short", "..", "x" * 42 + "."])
async def test_nothing_is_fetched_with_an_unknown_ticket(ticket):
    tickets.open_ticket()
    assert (await fetch_file(f"/_transfer/{ticket}/a.csv")).status_code == 404


@proves("FILE-9")
async def test_of_many_requests_at_once_one_gets_the_file(folder):
    address = tickets.offer(b"content", "a.csv")
    answers = await asyncio.gather(*(fetch_file(address) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, *[404] * 5]
    assert not list(folder.iterdir())


@proves("FILE-9")
async def test_what_was_sent_can_be_fetched_by_nobody():
    ticket = tickets.open_ticket()
    assert await send_file(ticket, b"%PDF-1.7") == 204
    for name in ("a.pdf", "a.png", "a.csv"):
        assert (await fetch_file(f"/_transfer/{ticket}/{name}")).status_code == 404
    assert tickets.content_of(ticket) == b"%PDF-1.7"


@proves("FILE-9")
async def test_a_ticket_takes_one_file():
    ticket = tickets.open_ticket()
    assert await send_file(ticket, b"first") == 204
    assert await send_file(ticket, b"second") == 404
    assert tickets.content_of(ticket) == b"first"
    contested = tickets.open_ticket()
    statuses = await asyncio.gather(*(send_file(contested, b"%d" % number * 100_000) for number in range(4)))
    assert 204 in statuses
    assert len(set(tickets.content_of(contested))) == 1, "never the bytes of two files"


async def test_an_offer_takes_no_file():
    ticket = tickets.offer(b"content", "a.csv").split("/")[2]
    assert await send_file(ticket, b"other") == 404


@proves("FILE-10")
async def test_only_what_is_meant_to_be_looked_at_is_shown_in_place():
    for content, name in [(b"%PDF-1.7", "a.pdf"), (image(), "a.png"), (b"<svg/>", "a.svg")]:
        saved, shown = tickets.offer(content, name), tickets.offer(content, name, shown=True)
        in_place = (await fetch_file(shown)).headers["content-disposition"]
        assert in_place.startswith("attachment" if name == "a.svg" else "inline")
        assert (await fetch_file(saved)).headers["content-disposition"].startswith("attachment")


@proves("FILE-9")
async def test_what_is_offered_waits_a_minute(folder):
    address = tickets.offer(b"content", "a.csv")
    spool.sweep()
    assert left() == {address.split("/")[2]}
    age(spool.SOON + 1)
    spool.sweep()
    assert (await fetch_file(address)).status_code == 404
    assert not left()


async def test_a_file_that_comes_too_slowly_is_given_up(monkeypatch, folder):
    monkeypatch.setattr(routes, "PATIENCE", 0.05)

    async def slowly():
        for _ in range(100):
            yield b"x"
            await asyncio.sleep(0.02)

    ticket = tickets.open_ticket()
    assert await send_file(ticket, slowly()) == 408
    assert [each.name for each in spool.parts()] == [spool.FILE]
    assert await send_file(ticket, b"content") == 204, "it may be sent once more"


def test_a_file_that_is_worked_on_waits_longer(folder):
    ticket = tickets.open_ticket()
    spool.put(ticket, spool.FILE, b"content")
    age(spool.LIFETIME + 1)
    assert tickets.content_of(ticket) == b"content"
    spool.sweep()
    assert left() == {ticket}


@proves("FILE-4")
def test_tickets_cannot_be_guessed_nor_read_by_others(folder):
    opened = {tickets.open_ticket() for _ in range(50)}
    assert len(opened) == 50
    assert all(len(ticket) == 43 for ticket in opened)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_ticket_without_a_file_holds_nothing():
    with pytest.raises(tickets.RefusedFile, match="missing"):
        pictures.picture(tickets.open_ticket())


@proves("FILE-4")
def test_what_nobody_took_is_removed_after_an_hour(folder):
    tickets.open_ticket()
    age(spool.LIFETIME + 1)
    recent = tickets.open_ticket()
    spool.sweep()
    assert left() == {recent}


@proves("FILE-2")
@pytest.mark.parametrize(("kind", "media_type"), [("PNG", "image/png"), ("JPEG", "image/jpeg")])
async def test_an_image_is_known_by_its_content(kind, media_type):
    ticket = tickets.open_ticket()
    content = image(kind=kind)
    await send_file(ticket, content)
    assert pictures.picture(ticket) == pictures.Picture(content, media_type)


REFUSED = [
    (b"x", "not_an_image"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_an_image"),
    (b"<html><script>alert(1)</script>", "not_an_image"),
    (image(kind="GIF"), "image_format"),
    (image(kind="WEBP"), "image_format"),
    (image(kind="BMP"), "image_format"),
    (image()[:100], "not_an_image"),
    (image()[:60] + b"\0" * 200, "not_an_image"),
    (image(199, 300), "image_sides"),
    (image(300, 199), "image_sides"),
    (image(10_001, 200), "image_sides"),
]


@proves("FILE-2", "FILE-13")
@pytest.mark.parametrize(("content", "name"), REFUSED)
async def test_what_is_no_fit_image_is_refused_with_a_reason(content, name):
    ticket = tickets.open_ticket()
    await send_file(ticket, content)
    with pytest.raises(tickets.RefusedFile, match=f"^{name}$"):
        pictures.picture(ticket)


@proves("FILE-2")
@pytest.mark.parametrize("side", [200, 10_000])
async def test_the_smallest_and_the_largest_side_are_fit(side):
    ticket = tickets.open_ticket()
    await send_file(ticket, image(200, side))
    assert pictures.picture(ticket).media_type == "image/png"


@proves("FILE-2")
@pytest.mark.parametrize(("size", "as_it_is"), [(4 * 1024**2, True), (4 * 1024**2 + 1, False)])
async def test_an_image_of_more_than_4_mb_is_made_lighter(size, as_it_is):
    ticket, content = tickets.open_ticket(), image().ljust(size, b"\0")
    await send_file(ticket, content)
    made = pictures.picture(ticket)
    assert made.media_type == "image/png"
    assert (made.content == content) == as_it_is
    assert len(made.content) <= 4 * 1024**2


@pytest.mark.parametrize("name", ["missing", "image_limit", "image_heavy", "not_an_image", "image_sides", "full"])
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_reason_has_a_text(name, locale):
    assert say(f"kit.upload.{name}", locale)


@proves("FILE-4")
@pytest.mark.parametrize("back", [False, True])
async def test_what_a_tab_sent_goes_ten_minutes_after_it(folder, back):
    theirs, other = (tickets.open_ticket(owner=7, tab=tab) for tab in ("closed", "open"))
    assert [await send_file(each, b"content") for each in (theirs, other)] == [204, 204]
    await tickets.keep_for("closed", there=False)
    spool.sweep()
    assert left() == {theirs, other}, "the tab may come back"
    if back:
        await tickets.keep_for("closed", there=True)
    age(spool.LEAVING + 1)
    spool.sweep()
    assert left() == ({theirs, other} if back else {other})


@proves("GUARD-14")
async def test_one_person_takes_no_more_room_than_their_share(configure):
    configure(spool_person_mb=1)
    half = b"x" * 600_000
    first, second, other = (tickets.open_ticket(owner=owner) for owner in (7, 7, 8))
    assert [await send_file(each, half) for each in (first, second, other)] == [204, 507, 204]
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.content_of(second)
    tickets.discard(first)
    assert await send_file(second, half) == 204


@proves("GUARD-14")
async def test_all_together_take_no_more_than_the_folder_may_hold(configure):
    configure(spool_total_mb=1)
    half = b"x" * 600_000
    assert [await send_file(tickets.open_ticket(owner=owner), half) for owner in (7, 8)] == [204, 507]


@proves("GUARD-14")
def test_of_too_many_files_of_one_person_the_oldest_are_forgotten(folder, monkeypatch):
    monkeypatch.setattr(tickets, "MOST", 3)
    another = tickets.open_ticket(owner=8)
    theirs = []
    for _ in range(4):
        age(1)
        theirs.append(tickets.open_ticket(owner=7))
    assert left() == {another, *theirs[1:]}
