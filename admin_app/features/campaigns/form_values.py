"""A campaign as its editor has it: the blocks of its body are the lines of a form (decision 28)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import model_validator

from admin_app.features.campaigns import blocks
from admin_app.features.campaigns.record import CAMPAIGNS, Campaign
from admin_app.kit import declare as d
from admin_app.kit.values import Value

WIDTHS = d.select("campaigns.width", blocks.WIDTHS, default=blocks.WIDTHS[0])
ALIGNS = d.radio("campaigns.align", blocks.ALIGNS, default=blocks.ALIGNS[1])
ADDRESS = d.text(max_length=2000, hint=True)
"""Not refused when it is wrong: what a link leads to is said by the checks, and stops the test."""

TEXT = d.rich_text(chips="campaigns.chips", chips_flag="campaign_variables")

SYMBOLS: Mapping[blocks.Kind, str] = {
    "title": "heading",
    "text": "align-left",
    "picture": "image",
    "button": "mouse-pointer-click",
    "divider": "minus",
    "columns": "columns-2",
    "quote": "quote",
    "footer": "panel-bottom",
    blocks.FOREIGN: "puzzle",
}
CELLS: Mapping[blocks.Kind, tuple[str, ...]] = {
    **blocks.OWN,
    "picture": ("picture", "alt", "href", "width"),
}
VARIANTS = {
    kind: d.Variant(
        CELLS[kind],
        symbol,
        offered=kind in blocks.KINDS,
        noted=kind in ("footer", blocks.FOREIGN),
    )
    for kind, symbol in SYMBOLS.items()
}


def _written(lines: list[dict[str, Any]]) -> str:
    """The body that the API gets of the lines of the form."""
    return blocks.body_of(blocks.block_of(each) for each in lines)


class EditedBlock(Value):
    """A block as one line of the form (blocks.py, Block)."""

    kind: str = "text"
    text: Annotated[str, d.text()] = ""
    html: Annotated[str, TEXT] = ""
    left: Annotated[str, TEXT] = ""
    right: Annotated[str, TEXT] = ""
    author: Annotated[str, d.text()] = ""
    label: Annotated[str, d.text()] = ""
    href: Annotated[str, ADDRESS] = ""
    color: Annotated[str, d.color(default=blocks.COLOR)] = blocks.COLOR
    ink: Annotated[str, d.color(default=blocks.INK)] = blocks.INK
    align: Annotated[str, ALIGNS] = blocks.ALIGNS[1]
    alt: Annotated[str, d.text(hint=True)] = ""
    width: Annotated[str, WIDTHS] = blocks.WIDTHS[0]
    picture: Annotated[dict[str, str] | None, d.attached()] = None
    reason: Annotated[str, d.text_area(1000)] = ""
    unsubscribe: Annotated[str, d.text()] = ""
    mirror: Annotated[str, d.text()] = ""
    extra: Annotated[str, d.kept()] = ""


BLOCKS = d.lines(
    *dict.fromkeys(cell for cells in CELLS.values() for cell in cells),
    "extra",
    sent_as="body",
    ordered="position",
    variants=VARIANTS,
    last="footer",
    arranged=True,
    one_open=True,
    written=_written,
)


class EditedCampaign(Campaign):
    """A campaign with the blocks of its body."""

    blocks: Annotated[list[EditedBlock], BLOCKS] = []

    @model_validator(mode="before")
    @classmethod
    def _of_body(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "blocks" in data:
            return data
        return {**data, "blocks": [line_of(block) for block in blocks.blocks_of(data.get("body"))]}


def line_of(block: blocks.Block) -> dict[str, Any]:
    """A block as the form holds it."""
    names = (*blocks.OWN[block.kind], "extra")
    held = {name: getattr(block, name) for name in names if name in EditedBlock.model_fields}
    return {"kind": block.kind, **held, "picture": block.picture or None}


EDITED = replace(
    CAMPAIGNS,
    model=EditedCampaign,
    form=d.form(EditedCampaign, d.section("campaign", "subject", "name"), d.section("blocks", "blocks")),
)
BODY = next(part for part in EDITED.inputs() if isinstance(part, d.LinesInput))
