"""Stored HTML never runs: it is cleaned on the way in and on the way out.

The allow-list is what the editor of `kit/forms/rich_text.py` can write, its chips too, plus what older texts of the
platform hold (images, colours). Anything else goes; the words stay, except inside scripts and styles.
"""

import nh3

TAGS = {
    *("p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"),
    *("ul", "ol", "li", "a", "img", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup"),
}
ATTRIBUTES = {
    "*": {"style"},
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "span": {"data-chip", "data-fallback"},
    "ol": {"start"},
}
STYLES = {"text-align", "color", "background-color", "font-weight", "font-style", "text-decoration"}
SCHEMES = {"http", "https", "mailto", "tel"}


def clean_html(text: str | None) -> str:
    """Return the HTML without anything that runs, loads a page or hides: safe to show and to send."""
    if not text:
        return ""
    return nh3.clean(
        text,
        tags=TAGS,
        attributes=ATTRIBUTES,
        filter_style_properties=STYLES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
    )
