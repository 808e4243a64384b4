"""What is wrong about a start, which stops it, and what is unwise, said once: it is served all the same."""

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping

from admin_app.kit.ready import ABSENT, OK
from admin_app.settings import PREFIX, Settings, is_local, is_local_host

HOST = "127.0.0.1"
"""Where `make run` listens unless HOST says otherwise: the proxy that speaks TLS is on the same machine."""
SET_BY = {
    "api": "ADMIN_API_URL",
    "redis": "REFLEX_REDIS_URL",
    "store": "ADMIN_STORE_URL",
    "spool": "ADMIN_SPOOL_PATH",
    "pages": "make build",
}
"""The setting that says where each thing is that `/ready` tries, or what makes it."""


def is_root() -> bool:
    """Whether this process may do everything on this machine."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def wrong(environment: Mapping[str, str]) -> list[str]:
    """One line for each thing for which nothing is started: a name that is no setting, an API that is left empty."""
    empty = "ADMIN_API_URL" in environment and not environment["ADMIN_API_URL"]
    return [*unknown(environment), *(["ADMIN_API_URL is empty: the address of the API is expected"] if empty else [])]


def unusable(went: Mapping[str, str]) -> Iterator[str]:
    """One line for each thing that cannot be used now, of those that `/ready` tries."""
    for name, how in went.items():
        if how not in (OK, ABSENT):
            yield f"{SET_BY[name]}: what is there cannot be used now ({how}); /ready says when it can"


def unknown(names: Iterable[str]) -> Iterator[str]:
    """One line for each of these names of the environment that looks like a setting and is none."""
    known = [f"{PREFIX}{name}".upper() for name in Settings.model_fields]
    for name in sorted(names):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            near = difflib.get_close_matches(name.upper(), known, 1, cutoff=0.8)
            yield f"{name} is no setting{f': {near[0]} is' if near else ''}"


def warnings(settings: Settings, host: str, *, root: bool) -> Iterator[str]:
    """One line for each thing that a deployment should not do."""
    if root:
        yield "running as root: whoever breaks in has the whole machine; give the application an account of its own"
    for name, address in (("ADMIN_API_URL", settings.api_url), ("ADMIN_FILES_URL", settings.files_url)):
        if address and address.startswith("http://") and not is_local(address):
            yield f"{name} is plain http: passwords, tokens and personal data can be read on their way; use https"
    if not is_local_host(host):
        yield (
            f"HOST={host}: others than this machine can reach the port, without TLS; let nobody but the proxy do so "
            f"(HOST={HOST} where it is on this machine)"
        )
    if settings.analytics and not settings.frame_sources:
        yield "ADMIN_ANALYTICS is on and ADMIN_FRAME_HOSTS names no host: the API's dashboards cannot be shown"
