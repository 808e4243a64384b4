"""Text files that are sent: their type as told by their content, as upstream's server detects it (session.yaml)."""

import json

PLAIN, BINARY, EMPTY = "text/plain", "application/octet-stream", "application/x-empty"
_SIGNATURES = {
    b"%PDF": "application/pdf",
    b"PK\x03\x04": "application/zip",
    b"\x1f\x8b": "application/gzip",
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"\xd0\xcf\x11\xe0": "application/vnd.ms-excel",
}
_MARKUP = {b"<?xml": "text/xml", b"<!doctype html": "text/html", b"<html": "text/html"}
# What a text may hold below the space: bell to carriage return, and escape.
_CONTROLS = bytes(code for code in range(32) if not 7 <= code <= 13 and code != 27) + b"\x7f"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def mime_type(content: bytes) -> str:
    """The media type of a file, whatever its name and the type it was sent with."""
    if not content:
        return EMPTY
    for signature, kind in _SIGNATURES.items():
        if content.startswith(signature):
            return kind
    if content.startswith(_UTF16):
        return PLAIN
    if content.translate(None, _CONTROLS) != content:
        return BINARY
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:20].lower()
    return next((kind for mark, kind in _MARKUP.items() if start.startswith(mark)), _json(start, content))


def _json(start: bytes, content: bytes) -> str:
    if not start.startswith((b"{", b"[")):
        return PLAIN
    try:
        json.loads(content)
    except ValueError:
        return PLAIN
    return "application/json"
