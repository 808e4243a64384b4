"""What stands still while the address changes: a page as a whole, and what is around all of them (SCREEN-27)."""

from typing import ClassVar

import reflex as rx
from reflex_base.constants.compiler import MemoizationDisposition, MemoizationMode


class Still(rx.Component):
    """Children that are never drawn anew from above: Reflex makes a component of each part that reads a state.

    It is no part of such a component itself, or what that reads would never be drawn again (tools/pieces.py).
    """

    _memoization_mode: ClassVar[MemoizationMode] = MemoizationMode(disposition=MemoizationDisposition.NEVER)

    library = rx.asset("still.jsx", shared=True).importable_path
    tag = "Still"
