"""Nothing that comes over the socket is evaluated: the built pages call commands of the script, and only those."""

import re
from typing import Any

from reflex.plugins import Plugin

from tools.same_origin import STATE_JS

_EVAL = re.compile(r"\beval(\?\.)?\(")
_PLACES = 6
"""Of them one is reached: the code of `rx.call_script`. Its callbacks, components sent as code and the addresses of
Reflex's own uploads are for applications that use them; `told` of kit/script.py takes the place of a callback."""
_IMPORT = 'import { perform } from "$/public/kit/calls.js";\n'


def without_eval(source: str) -> str:
    """Put `perform` of assets/kit/calls.js where Reflex calls eval; running it twice changes nothing."""
    if source.startswith(_IMPORT):
        return source
    if len(_EVAL.findall(source)) != _PLACES:
        raise ValueError(f"{STATE_JS} of this Reflex version differs from what tools/no_eval.py knows")
    return _IMPORT + _EVAL.sub("perform(", source)


class NoEvalPlugin(Plugin):
    """Reflex evaluates the text of `rx.call_script`; without that the pages need no 'unsafe-eval' (decision 27)."""

    def pre_compile(self, **context: Any) -> None:
        """Patch the client's state.js, which applies the events of the server."""
        context["add_modify_task"](STATE_JS, without_eval)
