"""Changes of the client's `state.js`, made when the pages are built; each is refused where the text is another one."""

import re
from pathlib import Path
from typing import Any

import reflex_base
from reflex.plugins import Plugin

STATE_JS = "utils/state.js"
WEB = Path(reflex_base.__file__).parent / ".templates" / "web"
TEMPLATE = WEB / STATE_JS
"""The file as Reflex brings it."""

_PORT = """      endpoint.port = ""; // Assume websocket is on https port via load balancer.
    }
"""
_PAGE_PORT = """    if (import.meta.env.PROD) endpoint.port = window.location.port;
"""
_IMPORT = 'import io from "socket.io-client";\n'
_IMPORT_PROOF = 'import { tabProof } from "$/public/patches/tab_proof.js";\n'
_AUTH = "    return { event: boot_event"
_AUTH_PROOF = "    return { tab: tabProof(), event: boot_event"
_EVAL = re.compile(r"\beval(\?\.)?\(")
_EVALS = 6
"""Of them one is reached: the code of `rx.call_script`. Its callbacks, components sent as code and the addresses of
Reflex's own uploads are for applications that use them; `from_script` of kit/script.py replaces a callback."""
_IMPORT_PERFORM = 'import { perform } from "$/public/patches/no_eval.js";\n'


def same_origin(source: str) -> str:
    """Have a built page open its socket at the port it came from; the build holds another one."""
    _expect(source.count(_PORT), 1, "the address of the socket")
    return source.replace(_PORT, _PORT + _PAGE_PORT)


def tab_proof(source: str) -> str:
    """Have every connection tell the proof of its tab, beside the token in its address."""
    _expect(source.count(_IMPORT), 1, "the import of the socket")
    _expect(source.count(_AUTH), 1, "what a connection says")
    return source.replace(_IMPORT, _IMPORT + _IMPORT_PROOF).replace(_AUTH, _AUTH_PROOF)


def no_eval(source: str) -> str:
    """Put `perform` of assets/patches/no_eval.js where Reflex calls eval, so that no page needs 'unsafe-eval'."""
    _expect(len(_EVAL.findall(source)), _EVALS, "calls of eval")
    return _IMPORT_PERFORM + _EVAL.sub("perform(", source)


def _expect(found: int, wanted: int, what: str) -> None:
    """ValueError where a text is there more or less often than in the versions we know."""
    if found != wanted:
        raise ValueError(f"{what}: {found} times in {STATE_JS}, and {wanted} was expected")


def changed() -> str:
    """The file with all changes."""
    return no_eval(tab_proof(same_origin(TEMPLATE.read_text())))


class StateJsPlugin(Plugin):
    """Has the pages compiled with the changed file, whatever a former build left there."""

    def pre_compile(self, **context: Any) -> None:
        """Hand it to Reflex, which writes it."""
        context["add_modify_task"](STATE_JS, lambda _: changed())


def check_same_origin() -> None:
    """The place is there."""
    same_origin(TEMPLATE.read_text())


def check_tab_proof() -> None:
    """Both places are there."""
    tab_proof(TEMPLATE.read_text())


def check_backend() -> None:
    """The address of the server is what the page works out for its socket."""
    _expect(TEMPLATE.read_text().count("export const getBackendURL = "), 1, "getBackendURL")


def check_no_eval() -> None:
    """The six places are there, and nothing else evaluates."""
    if re.search(r"\beval\b\W*\(|new Function\b", no_eval(TEMPLATE.read_text())):
        raise ValueError(f"something else is evaluated in {STATE_JS}")
