"""What becomes of a photograph before it goes to the API: smaller, upright, and without what a camera notes."""

import io
import random

import pytest
from PIL import ExifTags, Image

from admin_app.kit.transfer import pictures, tickets
from tests.support.forms import send_file
from tests.support.proofs import proves

SIDEWAYS = 6


@pytest.fixture(autouse=True)
def folder(deployment):
    """A folder of the test's own."""


def photograph(width: int, height: int, kind: str = "JPEG", *, noted: bool = False) -> bytes:
    """A picture whose left half is red; `noted` as a camera held sideways notes it, with a place."""
    made, written = Image.new("RGB", (width, height), "#2f6db5"), io.BytesIO()
    made.paste((200, 0, 0), (0, 0, width // 2, height))
    exif = Image.Exif()
    if noted:
        exif[ExifTags.Base.Orientation] = SIDEWAYS
        exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
        exif[ExifTags.Base.Artist] = "Camille"
    made.save(written, kind, **({"exif": exif} if noted else {}))
    return written.getvalue()


async def sent(content: bytes) -> pictures.Picture:
    """What would go to the API."""
    ticket = tickets.open_ticket()
    assert await send_file(ticket, content) == 204
    return pictures.picture(ticket)


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@proves("FILE-2")
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize(("size", "smaller"), [((4000, 3000), (2000, 1500)), ((300, 6000), (200, 4000))])
async def test_a_large_one_is_made_smaller_and_still_fits(kind, size, smaller):
    made = await sent(photograph(*size, kind))
    assert opened(made.content).size == smaller
    assert made.media_type == pictures.IMAGE_TYPES[kind] == f"image/{opened(made.content).format.lower()}"


@proves("FILE-2")
async def test_one_that_is_small_goes_as_it_is():
    content = photograph(1600, 900)
    assert (await sent(content)).content == content


@proves("FILE-2")
async def test_it_stands_upright_and_tells_neither_place_nor_author():
    made = opened((await sent(photograph(800, 400, noted=True))).content)
    assert made.size == (400, 800)
    assert not made.getexif()
    assert made.getpixel((200, 50))[0] > 150 > 100 > made.getpixel((200, 750))[0]


@proves("FILE-2")
async def test_one_of_a_few_colours_keeps_what_is_see_through():
    written = io.BytesIO()
    Image.new("P", (2400, 2400)).save(written, "PNG", transparency=0)
    assert opened((await sent(written.getvalue())).content).convert("RGBA").getpixel((9, 9))[3] == 0


@proves("FILE-2")
async def test_one_over_4_mb_may_be_chosen_where_it_becomes_smaller():
    noise, written = Image.frombytes("RGB", (2800, 2800), random.Random(1).randbytes(2800 * 2800 * 3)), io.BytesIO()
    noise.save(written, "JPEG", quality=75)
    assert pictures.MAX_IMAGE < len(written.getvalue()) < pictures.MAX_SOURCE
    assert len((await sent(written.getvalue())).content) <= pictures.MAX_IMAGE


@proves("FILE-2")
@pytest.mark.parametrize(("size", "mode", "kind"), [((1400, 1500), "RGBA", "PNG"), ((1900, 1900), "RGB", "JPEG")])
async def test_one_of_the_right_size_that_is_too_heavy_becomes_lighter(size, mode, kind):
    """A PNG that stays too heavy becomes a JPEG, white where it is see-through."""
    width, height = size
    noise = Image.frombytes(mode, size, random.Random(1).randbytes(width * height * len(mode)))
    noise.paste((0, 0, 0, 0)[: len(mode)], (0, 0, width, 100))
    written = io.BytesIO()
    noise.save(written, kind, quality=97)
    assert pictures.MAX_IMAGE < len(written.getvalue()) < pictures.MAX_SOURCE
    made = await sent(written.getvalue())
    assert len(made.content) <= pictures.MAX_IMAGE
    assert (made.media_type, opened(made.content).format, opened(made.content).size) == ("image/jpeg", "JPEG", size)
    assert opened(made.content).getpixel((700, 40)) == ((255, 255, 255) if kind == "PNG" else (0, 0, 0))


@proves("FILE-2")
async def test_a_png_that_only_weighs_too_much_stays_one():
    content = photograph(800, 600, "PNG").ljust(pictures.MAX_IMAGE + 1, b"\0")
    made = await sent(content)
    assert (made.media_type, opened(made.content).size) == ("image/png", (800, 600))
    assert len(made.content) < pictures.MAX_IMAGE


@proves("FILE-2")
async def test_a_heavy_one_that_no_jpeg_can_hold_is_refused_as_too_heavy():
    """Of sixteen bits of grey a JPEG would be white all over."""
    noise, written = Image.frombytes("I;16", (1600, 1600), random.Random(1).randbytes(1600 * 1600 * 2)), io.BytesIO()
    noise.save(written, "PNG")
    with pytest.raises(tickets.RefusedFile, match=r"^image_heavy$"):
        await sent(written.getvalue())


async def test_a_damaged_one_is_refused():
    with pytest.raises(tickets.RefusedFile, match=r"^not_an_image$"):
        await sent(photograph(4000, 3000)[:9000])


async def test_an_immense_png_is_not_read(monkeypatch):
    monkeypatch.setattr(pictures, "MAX_DECODED", 2000)
    content = photograph(2400, 2400, "PNG")
    assert (await sent(content)).content == content
    with pytest.raises(tickets.RefusedFile, match=r"^image_heavy$"):
        await sent(content.ljust(pictures.MAX_IMAGE + 1, b"\0"))
