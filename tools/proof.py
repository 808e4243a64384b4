"""Has a page's socket tell the proof of its tab when it connects, beside the token in its address."""

from typing import Any

from reflex.plugins import Plugin

STATE_JS = "utils/state.js"
_IMPORT = 'import io from "socket.io-client";\n'
_IMPORT_ADDED = 'import { tabProof } from "$/public/kit/tab.js";\n'
_SAID = "    return { event: boot_event, state_schema: app.stateSchema };\n"
_SAID_NOW = "    return { event: boot_event, state_schema: app.stateSchema, tab: tabProof() };\n"


def tell_proof(source: str) -> str:
    """Make bootAuth, which every connection calls, add the proof; running it twice changes nothing."""
    if _SAID_NOW in source:
        return source
    if source.count(_IMPORT) != 1 or source.count(_SAID) != 1:
        raise ValueError(f"{STATE_JS} of this Reflex version differs from what tools/proof.py knows")
    return source.replace(_IMPORT, _IMPORT + _IMPORT_ADDED).replace(_SAID, _SAID_NOW)


class TabProofPlugin(Plugin):
    """Binds what the server keeps of a tab to a secret of that tab (admin_app/kit/session/tabs.py)."""

    def pre_compile(self, **context: Any) -> None:
        """Patch the client's state.js, which opens the socket."""
        context["add_modify_task"](STATE_JS, tell_proof)
