"""Reading a list of the API of which one record is not as it is described: the others are shown all the same. Pure."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from admin_app.api.errors import MalformedAnswer

logger = logging.getLogger(__name__)
Made = TypeVar("Made")
ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a record raises that holds something else than is described; pydantic's errors are ValueErrors."""


def readable(read: Callable[[Any], Made], items: Iterable[Any]) -> list[Made]:
    """What `read` makes of each record, without those it cannot read; where it can read none, a malformed answer."""
    made: list[Made] = []
    failure: Exception | None = None
    for each in items:
        try:
            made.append(read(each))
        except ODD as error:
            failure = error
    if failure:
        logger.warning("records of the API could not be read: %s", type(failure).__name__, exc_info=failure)
        if not made:
            raise MalformedAnswer(cause=type(failure).__name__) from failure
    return made
