"""What a file is by its content, and the pictures that the API takes."""

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from admin_app.kit.transfer.tickets import RefusedFile, content_of

MAX_IMAGE = 4 * 1024 * 1024
"""Bytes of an image (session.yaml, admin/images: the limits a client must enforce)."""
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
    """The image sent to a ticket, checked by its content, whatever its name says. RefusedFile says what is wrong."""
    content = content_of(ticket)
    if len(content) > MAX_IMAGE:
        raise RefusedFile("image_limit")
    try:
        with Image.open(io.BytesIO(content)) as image:
            image.verify()
            kind, size = image.format or "", image.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise RefusedFile("not_an_image") from None
    if kind not in IMAGE_TYPES:
        raise RefusedFile("image_format")
    if not all(IMAGE_SIDES[0] <= side <= IMAGE_SIDES[1] for side in size):
        raise RefusedFile("image_sides")
    return Picture(content, IMAGE_TYPES[kind])
