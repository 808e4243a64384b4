"""One build serves every port."""

from pathlib import Path

import pytest
import reflex_base

from tools.same_origin import STATE_JS, follow_page_port

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web" / STATE_JS


def test_reflex_is_the_one_we_know() -> None:
    before = TEMPLATE.read_text()
    after = follow_page_port(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 1
    assert after.count("endpoint.port = window.location.port") == 1


def test_twice_is_once() -> None:
    once = follow_page_port(TEMPLATE.read_text())
    assert follow_page_port(once) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        follow_page_port("export const getBackendURL = () => null;")
