"""The bridge between Python pages and `assets/kit.js`, the one script of the application.

What must not make a round trip (theme, drawer, dialogs, row selection, copy, unsaved-changes guard, keyboard)
happens in that script, driven by `data-*` attributes that the kit's components write.
"""

import json
from html import escape

import reflex as rx
from reflex.components.component import Component
from reflex.utils.imports import ImportDict, ImportVar

from admin_app.kit.words.catalogue import LOCALES, message

CHUNK_TIMEOUT = 120_000
"""Milliseconds the code of a screen may take to load (SCREEN-25)."""

_EARLY = """
(function () {
  var path = location.pathname;
  if (path !== "/" && path.endsWith("/")) {
    history.replaceState(history.state, "", path.slice(0, -1) + location.search + location.hash);
  }
  var root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem("admin_app.theme") || "light";
    root.dataset.drawer = localStorage.getItem("admin_app.drawer") || "open";
    root.lang = localStorage.getItem("locale") || root.lang;
  } catch (error) { root.dataset.theme = "light"; }
})();
"""

_NO_CODE = """
<div class="error-card" role="alert" lang="{lang}"><div><h1 tabindex="-1">{title}</h1><p>{text}</p></div>
<div class="row"><button type="button" class="button primary" data-reload data-testid="action:retry">{retry}</button>
</div></div>
"""


class Bridge(rx.Component):
    """Hands React Router's navigation and blocker to the script; mounted once, around every page."""

    tag = "Bridge"

    def add_imports(self) -> ImportDict:
        """The hooks used below."""
        return {
            "react-router": ["useNavigate", "useNavigation", "useBlocker"],
            "react": ["useEffect", "useState"],
            "$/utils/state": ["getBackendURL"],
            "$/env.json": [ImportVar(tag="env", is_default=True)],
        }

    def add_custom_code(self) -> list[str]:
        """Keep `window.adminApp` supplied with the router's current functions.

        A component of its own: hooks of a wrapper run above the error boundary, which could not catch the error.
        """
        return [
            f"""
const Bridge = () => {{
  const navigate = useNavigate();
  const navigation = useNavigation();
  const blocker = useBlocker((to) => window.adminApp?.blocks(to) ?? false);
  const [late, setLate] = useState(false);
  const wanted = navigation.location ? navigation.location.pathname + navigation.location.search : "";
  useEffect(() => {{ window.adminApp?.routed(navigate); }}, [navigate]);
  useEffect(() => {{ window.adminApp?.asked(blocker); }}, [blocker]);
  useEffect(() => {{ if (window.adminApp) window.adminApp.backend = getBackendURL(env.PING).href; }}, []);
  useEffect(
    () => window.adminApp?.navigating(navigation.state, wanted, {CHUNK_TIMEOUT}, () => setLate(true)),
    [navigation.state, wanted],
  );
  if (late) throw new Error("the code of the screen did not load in time");
  return null;
}};
"""
        ]


def head() -> list[Component]:
    """Head elements: theme and language before the first paint, then the script."""
    return [
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.script(_EARLY),
        rx.el.script(src="/kit.js"),
        rx.el.template(custom_attrs={"id": "no-code", "dangerouslySetInnerHTML": {"__html": _no_code()}}),
    ]


def _no_code() -> str:
    """What the script shows where the code of the first screen does not come or fails: React is not there to do it."""
    return "".join(_NO_CODE.format(lang=locale, **_no_code_texts(locale)) for locale in LOCALES)


def _no_code_texts(locale: str) -> dict[str, str]:
    keys = {"title": "kit.pages.error_title", "text": "kit.pages.error_text", "retry": "kit.actions.retry"}
    return {name: escape(message(key, locale)) for name, key in keys.items()}


def run(name: str, *values: object) -> rx.event.EventSpec:
    """Call a function of the script with JSON values: `run("leave", "/login")`."""
    return rx.call_script(f"window.adminApp.{name}({', '.join(json.dumps(value) for value in values)})")
