"""A page's socket tells the proof of its tab, in the form the server looks for (SESSION-32)."""

from pathlib import Path

import pytest
import reflex_base

from admin_app.kit.session import tabs
from tools.proof import STATE_JS, tell_proof

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web" / STATE_JS


def test_reflex_is_the_one_we_know() -> None:
    before = TEMPLATE.read_text()
    after = tell_proof(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 1
    assert after.count(f"{tabs.PROOF}: tabProof()") == 1


def test_twice_is_once() -> None:
    once = tell_proof(TEMPLATE.read_text())
    assert tell_proof(once) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        tell_proof("export const connect = async () => null;")
