"""The configuration: its defaults, and a start that stops with one line (CONFIG-1 to CONFIG-3)."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from admin_app.settings import Settings, get_settings, is_among, load_or_exit, source_of
from tests.support.proofs import proves

MODULES = (
    "analytics",
    "hitchhiking",
    "campaign",
    "community",
    "event",
    "editorial",
    "solidary",
    "solidary_transport",
    "external_journeys",
    "export",
    "minor_protection",
)


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ADMIN_{name.upper()}", raising=False)
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@proves("ACCESS-6", "EVENT-4", "CONFIG-1")
def test_defaults():
    settings = Settings()
    assert not any(settings.flag(name) for name in MODULES)
    assert settings.flag("utc")
    assert settings.flag("event_description_required")
    assert (settings.session_duration, settings.default_locale, settings.request_timeout) == (3600, "fr", 30)
    assert settings.api_url == "http://localhost:8001"


def test_no_flag_is_on_and_an_unknown_one_is_a_mistake():
    assert Settings().flag(None)
    for name in ("analytic", "api_url", "flag"):
        with pytest.raises(LookupError):
            Settings().flag(name)


@proves("SCREEN-15")
def test_a_part_of_a_module_is_off_where_the_module_is():
    assert not Settings(solidary_transport=True).flag("solidary_transport")
    assert Settings(solidary_transport=True, solidary=True).flag("solidary_transport")


@proves("CONFIG-3")
def test_the_environment_is_read_once(monkeypatch):
    monkeypatch.setenv("ADMIN_COMMUNITY", "1")
    monkeypatch.setenv("ADMIN_API_URL", "https://api.example.org/v1/")
    assert get_settings().flag("community")
    assert get_settings().api_url == "https://api.example.org/v1"
    monkeypatch.setenv("ADMIN_COMMUNITY", "0")
    assert get_settings().flag("community")
    get_settings.cache_clear()
    assert not get_settings().flag("community")


def test_an_empty_variable_is_the_default(monkeypatch):
    monkeypatch.setenv("ADMIN_FILES_URL", "")
    monkeypatch.setenv("ADMIN_SESSION_DURATION", "")
    assert load_or_exit() == Settings()


@pytest.mark.parametrize("url", ["https://cdn.example.org/logo.svg", "/logo.svg"])
def test_a_logo_is_an_address_or_a_path(monkeypatch, url):
    monkeypatch.setenv("ADMIN_LOGO_URL", url)
    assert Settings().logo_url == url


@proves("CONFIG-2")
@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("SESSION_DURATION", "0", 'Input should be greater than 0 (got "0")'),
        (
            "SESSION_DURATION",
            "abc",
            'Input should be a valid integer, unable to parse string as an integer (got "abc")',
        ),
        ("REQUEST_TIMEOUT", "-1", 'Input should be greater than 0 (got "-1")'),
        ("API_URL", "ftp://x", "URL scheme should be 'http' or 'https' (got \"ftp://x\")"),
        ("API_URL", "api", 'Input should be a valid URL, relative URL without a base (got "api")'),
        ("LOGO_URL", "//evil", 'Input should be a valid URL, relative URL without a base (got "//evil")'),
        (
            "MAP_TILES_URL",
            "https://t.test/{z}/{x}.png",
            'an address with {z}, {x} and {y} is expected (got "https://t.test/{z}/{x}.png")',
        ),
        (
            "MAP_TILES_URL",
            "t/{z}/{x}/{y}",
            'Input should be a valid URL, relative URL without a base (got "t/{z}/{x}/{y}")',
        ),
        (
            "FRAME_HOSTS",
            "https://a.example.org, https://b.example.org",
            "hosts are expected, with spaces between, such as https://*.example.org"
            ' (got "https://a.example.org, https://b.example")',
        ),
        (
            "PICTURE_HOSTS",
            "*",
            'hosts are expected, with spaces between, such as https://*.example.org (got "*")',
        ),
        (
            "PICTURE_HOSTS",
            "https://a.example.org/x;script-src",
            "hosts are expected, with spaces between, such as https://*.example.org"
            ' (got "https://a.example.org/x;script-src")',
        ),
        ("HSTS_SECONDS", "-1", 'Input should be greater than or equal to 0 (got "-1")'),
        ("MAP_AREA", "5,47,8", 'west,south,east,north in degrees is expected (got "5,47,8")'),
        ("MAP_AREA", "8,47,5,49", 'west,south,east,north in degrees is expected (got "8,47,5,49")'),
        ("DEFAULT_LOCALE", "de", 'one of en, fr is expected (got "de")'),
    ],
)
def test_a_wrong_value_stops_the_start_with_one_line(monkeypatch, capsys, name, value, line):
    monkeypatch.setenv(f"ADMIN_{name}", value)
    with pytest.raises(SystemExit) as caught:
        load_or_exit()
    assert caught.value.code == 2
    assert capsys.readouterr().err == f"ADMIN_{name}: {line}\n"


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("https://a.example.org/x?y#z", "https://a.example.org"),
        ("http://A.example.org:8080", "http://a.example.org:8080"),
        ("https://somebody:word@a.example.org/", "https://a.example.org"),
        ("https://{s}.tiles.org/{z}/{x}/{y}.png", "https://*.tiles.org"),
        ("https://tiles-{s}.x.org/{z}/{x}/{y}.png", "https://*.x.org"),
        ("https://a.{s}.x.org/{z}", "https://*.x.org"),
    ],
)
def test_the_source_of_an_address(address, source):
    assert source_of(address) == source


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("https://a.example.org/x", True),
        ("https://b.wild.example.org/x", True),
        ("https://c.b.wild.example.org/x", True),
        ("https://wild.example.org/x", False),
        ("https://evilwild.example.org/x", False),
        ("http://a.example.org/x", False),
        ("https://a.example.org:8443/x", False),
        ("https://a.example.org.evil.test/x", False),
    ],
)
def test_an_address_is_among_sources_as_a_browser_sees_it(address, there):
    assert is_among(address, ("https://a.example.org", "https://*.wild.example.org")) is there


@proves("CONFIG-7")
@pytest.mark.parametrize(
    ("api_url", "taken"),
    [
        ("http://localhost:8001", True),
        ("http://sandbox.localhost:8001", True),
        ("http://127.0.0.1:8001", True),
        ("http://127.8.9.1", True),
        ("http://[::1]:8001", True),
        ("https://api.example.org", False),
        ("http://localhost.example.org", False),
        ("http://10.0.0.7:8001", False),
        ("http://sandbox:8001", False),
    ],
)
def test_the_demo_is_for_a_sandbox_on_this_machine(monkeypatch, capsys, api_url, taken):
    monkeypatch.setenv("ADMIN_DEMO", "true")
    monkeypatch.setenv("ADMIN_API_URL", api_url)
    if taken:
        assert load_or_exit().demo
        return
    with pytest.raises(SystemExit):
        load_or_exit()
    printed = capsys.readouterr().err
    assert printed.startswith("ADMIN_DEMO: the demo is for a sandbox on this machine, not for ")
    assert printed.count("\n") == 1


@proves("CONFIG-2")
def test_credentials_in_a_wrong_address_are_not_shown(monkeypatch, capsys):
    monkeypatch.setenv("ADMIN_API_URL", "ftp://somebody:hidden-word@host")
    monkeypatch.setenv("ADMIN_SOLIDARY", "x" * 200)
    with pytest.raises(SystemExit):
        load_or_exit()
    printed = capsys.readouterr().err
    assert "hidden-word" not in printed
    assert printed.count("\n") == 1
    assert "ADMIN_SOLIDARY" in printed
    assert len(printed) < 300


@proves("CONFIG-3")
def test_settings_do_not_change():
    with pytest.raises(ValidationError):
        Settings().api_url = "http://elsewhere"  # type: ignore[misc]


def test_every_setting_is_on_the_page_of_the_configuration_and_no_other():
    page = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
    names = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `ADMIN_")]
    assert set(re.findall(r"ADMIN_\w+", "".join(names))) == {f"ADMIN_{name.upper()}" for name in Settings.model_fields}
