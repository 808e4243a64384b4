"""What self-checks are made of: a thing that a piece stands on is there, and takes what the piece gives it."""

import inspect
from collections.abc import Callable


def has(thing: object, *names: str) -> None:
    """AttributeError where one of these names is missing."""
    for name in names:
        if not hasattr(thing, name):
            raise AttributeError(f"{getattr(thing, '__name__', type(thing).__name__)} has no {name}")


def takes(function: Callable[..., object], *names: str) -> None:
    """TypeError where a function has not these parameters, in this order, at its beginning."""
    found = tuple(inspect.signature(function).parameters)
    if found[: len(names)] != names:
        raise TypeError(f"{function.__qualname__} takes {', '.join(found)}, and {', '.join(names)} was expected")
