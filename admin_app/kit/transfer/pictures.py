"""What a file is by its content, and the pictures that the API takes."""

import io
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from admin_app.kit.transfer.tickets import MAX_FILE, RefusedFile, content_of

MAX_IMAGE = 4 * 1024 * 1024
"""Bytes of an image (session.yaml, admin/images: the limits a client must enforce)."""
MAX_SOURCE = MAX_FILE
"""Bytes of what is chosen: photographs are made smaller before they go to the API."""
LONGEST_SIDE = 2000
"""Pixels of the longer side of what goes to the API; its pages show at most 800 (session.yaml, versions)."""
MAX_DECODED = 30_000_000
"""Pixels of a PNG that is made smaller, 120 MB in memory; a JPEG is read at a fraction of its size."""
IMAGE_SIDES = (200, 10_000)
"""Pixels of each side of an image (same source)."""
IMAGE_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}
SHOWN_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "pdf": "application/pdf",
}
"""What a browser shows in place, by the ending of its name; anything else is saved."""


@dataclass(frozen=True)
class Picture:
    """An image that passed the checks."""

    content: bytes
    media_type: str


def kind_of(content: bytes) -> str:
    """The ending of `SHOWN_TYPES` a file deserves by its content; empty for what no browser should show."""
    if content.startswith(b"%PDF-"):
        return "pdf"
    try:
        with Image.open(io.BytesIO(content)) as image:
            kind = {"JPEG": "jpg"}.get(image.format or "", (image.format or "").lower())
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return ""
    return kind if kind in SHOWN_TYPES else ""


def picture(ticket: str) -> Picture:
    """The image sent to a ticket, checked by its content, whatever its name says. RefusedFile says what is wrong.

    It takes up to a second for a large photograph: call it in a thread.
    """
    content = content_of(ticket)
    try:
        with Image.open(io.BytesIO(content)) as image:
            image.verify()
            kind, size = image.format or "", image.size
        if kind not in IMAGE_TYPES:
            raise RefusedFile("image_format")
        if not all(IMAGE_SIDES[0] <= side <= IMAGE_SIDES[1] for side in size):
            raise RefusedFile("image_sides")
        content, kind = _reduced(content)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise RefusedFile("not_an_image") from None
    if len(content) > MAX_IMAGE:
        raise RefusedFile("image_heavy")
    return Picture(content, IMAGE_TYPES[kind])


def _reduced(content: bytes) -> tuple[bytes, str]:
    """The image upright, no larger than its longest side, lighter where it is too heavy, and without what a camera
    notes (where, when, by whom); and its format."""
    with Image.open(io.BytesIO(content)) as image:
        kind, (width, height) = image.format or "", image.size
        is_fit = max(image.size) <= LONGEST_SIDE and "exif" not in image.info and len(content) <= MAX_IMAGE
        if is_fit or (kind == "PNG" and width * height > MAX_DECODED):
            return content, kind
        scale = min(1, max(LONGEST_SIDE / max(image.size), IMAGE_SIDES[0] / min(image.size)))
        sides = (round(width * scale), round(height * scale))
        image.draft(None, sides)
        colours = image.convert("RGBA") if image.mode == "P" else image
        made = ImageOps.exif_transpose(colours.resize(sides, Image.Resampling.LANCZOS, reducing_gap=2.0))
        profile = image.info.get("icc_profile")
    written = _written(made, kind, profile)
    if kind == "PNG" and len(written) > MAX_IMAGE and not made.mode.startswith("I"):  # of 16 bits a JPEG would be white
        # As the cropper of the pages writes it: what is see-through is white.
        white = Image.new("RGBA", made.size, "white")
        opaque = Image.alpha_composite(white, made.convert("RGBA")).convert("RGB")
        return _written(opaque, "JPEG", profile if made.mode in ("RGB", "RGBA") else None), "JPEG"
    return written, kind


def _written(image: Image.Image, kind: str, profile: bytes | None) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, quality=88, icc_profile=profile)
    return written.getvalue()
