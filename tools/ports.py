"""Numbers given by the environment, and whether a port can be had."""

import errno
import os
import random
import socket
from collections.abc import Mapping

# Privileged ports cannot be bound either: choosing another one is the answer to both.
_TAKEN = (errno.EADDRINUSE, errno.EACCES)
# Below those that Linux, macOS and Windows give to outgoing calls.
_QUIET = range(20_000, 32_000)


class WrongNumberError(ValueError):
    """A variable that must be a whole number is not one; the message names it."""


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """Read a whole number from the environment."""
    text = os.environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise WrongNumberError(f"{name}={text} is wrong: a whole number from {low} to {high} is expected.")
    return int(text)


def port_number(name: str, default: int) -> int:
    """Read a port from the environment."""
    return whole_number(name, default, 1, 65535)


def is_taken(port: int) -> bool:
    """Tell whether something already listens on this port, on any address of this machine."""
    for family, address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                # A port that was just freed may be taken again at once, as servers do.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind((address, port))
        except OSError as error:
            if error.errno in _TAKEN:
                return True
    return False


def problems(wanted: Mapping[str, int]) -> list[str]:
    """Say in one line each which of the wanted ports cannot be used; the keys are the variables that choose them."""
    if len(set(wanted.values())) < len(wanted):
        return [f"{', '.join(wanted)} must be different ports."]
    return [
        f"Port {port} is taken: stop what listens there, or choose another one with {name}={port + 10}."
        for name, port in wanted.items()
        if is_taken(port)
    ]


def free_port() -> int:
    """Return a port that nothing listens on, and that no outgoing call is given before a server takes it."""
    return next(port for port in iter(lambda: random.choice(_QUIET), None) if not is_taken(port))
