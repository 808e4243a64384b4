"""A browser for the tests of the gate."""

from collections.abc import AsyncIterator

import pytest

from tests.support.tab import Browser


@pytest.fixture
async def lenient(upstream) -> AsyncIterator[Browser]:
    """A browser whose server may fail at what is hostile: what counts here is what it asks for."""
    made = Browser()
    async with made.processor:
        yield made
    await made.manager.close()
