"""The content-security policy (BROWSER-1 to BROWSER-4): our scripts alone, our socket, the hosts of the settings."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from admin_app.settings import Settings
from tests.support.proofs import proves
from tools import frontend
from tools.policy import BARE, EMPTY, Policies, hash_of, policy, scripts_in

PAGE = """<!doctype html><script>let a = "</b>&amp;";
</script><script src="/a.js"></script><template><p>x</p></template><script type="module" async="">import "/b.js"
</script><script></script>"""


def directives(text: str) -> dict[str, list[str]]:
    """A policy by its directives."""
    parts = [part.split() for part in text.split("; ")]
    assert len({part[0] for part in parts}) == len(parts)
    return {part[0]: part[1:] for part in parts}


def test_the_scripts_of_a_page_are_found_as_they_stand() -> None:
    assert scripts_in(PAGE) == ['let a = "</b>&amp;";\n', 'import "/b.js"\n', ""]
    # From the specification of the policy, https://www.w3.org/TR/CSP3/#external-hash and RFC examples of SHA-256.
    assert hash_of("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    assert EMPTY == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"


@proves("BROWSER-2")
def test_only_what_was_built_runs() -> None:
    found = directives(policy(Settings(), PAGE))
    assert found["script-src"] == ["'self'", *(hash_of(text) for text in scripts_in(PAGE))]
    for name in ("default-src", "base-uri", "object-src", "frame-ancestors", "frame-src", "form-action"):
        assert found[name] == ["'none'"], name
    assert found["connect-src"] == ["'self'"]
    # What `style` attributes may say is bound by the other directives; scripts have no such way.
    assert not [name for name in found if "'unsafe-inline'" in found[name] and not name.startswith("style-src")]
    assert "unsafe-eval" not in policy(Settings(), PAGE)
    assert "*" not in policy(Settings(), PAGE)


@proves("BROWSER-3", "BROWSER-4")
def test_the_settings_say_which_hosts_are_loaded_from() -> None:
    settings = Settings(
        api_url="http://api.internal:8000/v1",
        files_url="https://files.example.org/data",
        map_tiles_url="https://{s}.tiles.example.org:8443/{z}/{x}/{y}.png",
        logo_url="https://cdn.example.org/logo.svg",
        picture_hosts="https://*.pictures.example.org https://cdn.example.org",
        frame_hosts="https://metabase.example.org",
        dashboard_url="https://kibana.example.org",
    )
    found = directives(policy(settings, ""))
    assert found["img-src"] == [
        "'self'",
        "data:",
        "blob:",
        "https://files.example.org",
        "https://*.tiles.example.org:8443",
        "https://cdn.example.org",
        "https://*.pictures.example.org",
    ]
    assert found["frame-src"] == ["https://metabase.example.org"]
    # Browsers never call the API, and need not know where it is.
    assert "internal" not in policy(settings, "")


@proves("BROWSER-3")
def test_without_files_of_its_own_the_api_serves_the_pictures() -> None:
    found = directives(policy(Settings(api_url="http://localhost:8001", logo_url="/logo.svg"), ""))
    assert found["img-src"] == ["'self'", "data:", "blob:", "http://localhost:8001"]


@proves("BROWSER-5")
@pytest.mark.parametrize(
    ("path", "status", "media_type", "page"),
    [
        ("/", 200, "text/html; charset=utf-8", "home"),
        ("/users", 200, "text/html", "users"),
        ("/users/", 200, "text/html", "users"),
        ("/login", 200, "text/html", "login"),
        ("/users/12", 404, "text/html", "other"),
        ("/nothing", 404, "text/html", "other"),
        ("/users", 200, "application/json", None),
        ("/assets/root.js", 200, "text/javascript", None),
        ("/ping", 200, "", None),
        ("/users", 304, "", "users"),
        ("/users/", 304, "", "users"),
        ("/users/12", 304, "", "other"),
        ("/users/1.2", 304, "", "other"),
        ("/favicon.svg", 304, "", None),
    ],
)
def test_each_answer_has_the_policy_of_its_page(
    tmp_path: Path, path: str, status: int, media_type: str, page: str | None
) -> None:
    pages = {"index.html": "home", "users/index.html": "users", "login.html": "login", "404.html": "other"}
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"<script>{text}</script>")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    found = Policies(tmp_path, Settings()).of(path, status, media_type)
    assert found == (policy(Settings(), f"<script>{page}</script>") if page else BARE)


class _Attributes(HTMLParser):
    """What a policy without inline scripts would refuse beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {name}" for name, value in attrs if name.startswith("on") or "javascript:" in str(value)]
        self.found += ["style"] if tag == "style" else []


@pytest.fixture(scope="module")
def built() -> list[Path]:
    """The built pages: `make test` builds them first, a call of pytest alone does not."""
    pages = (
        sorted(frontend.BUILT.rglob("*.html")) if any(frontend.is_built(demo=each) for each in (True, False)) else []
    )
    return pages or pytest.skip("the pages are not built")


@proves("BROWSER-2")
def test_every_script_of_every_built_page_has_its_hash(built: list[Path]) -> None:
    policies = Policies(frontend.BUILT, Settings())
    for page in built:
        html = page.read_text()
        address = "/" + page.relative_to(frontend.BUILT).as_posix().removesuffix(".html").removesuffix("index")
        texts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", html, re.DOTALL)
        assert len(texts) > 3, page
        allowed = directives(policies.of(address, 200, "text/html"))["script-src"]
        assert {hash_of(text) for text in texts} == set(allowed) - {"'self'"}, page
        other = _Attributes()
        other.feed(html)
        assert other.found == [], page


def test_a_policy_is_no_burden(built: list[Path]) -> None:
    assert max(len(policy(Settings(), page.read_text())) for page in built) < 2_000


@proves("BROWSER-1")
def test_no_built_code_evaluates_text(built: list[Path]) -> None:
    for code in (frontend.BUILT / "assets").glob("*.js"):
        assert not re.search(r"\beval(\?\.)?\(", code.read_text()), code.name
