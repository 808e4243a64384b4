"""What one deployment decides: read once from the environment, prefix `ADMIN_`."""

import re
import sys
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    HttpUrl,
    SecretStr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "ADMIN_"
TRANSLATIONS = Path(__file__).resolve().parent.parent / "translations"
"""The texts of the interface, a folder for each language."""
ECHOED = 40
"""Longest part of a wrong value that is repeated in the message, in characters."""

DRAIN = 30
"""Seconds that what runs has to end, once the process was asked to stop."""
_FILE = "sqlite:///"
PART_OF = {"solidary_transport": "solidary"}
"""The module that a module is a part of: it is off where that is."""
_HTTP_URL = TypeAdapter(HttpUrl)
_HOST = re.compile(r"https?://(\*\.)?[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?")


def _url(value: str) -> str:
    """An http(s) address without its trailing slash."""
    try:
        _HTTP_URL.validate_python(value)
    except ValidationError as error:
        raise PydanticCustomError("url", "{reason}", {"reason": error.errors()[0]["msg"]}) from None
    return value.rstrip("/")


def _address(value: str) -> str:
    """An http(s) address, or a path of this site such as `/logo.svg`."""
    return value if value.startswith("/") and not value.startswith("//") else _url(value)


def _tiles(value: str) -> str:
    """The address of map tiles, with {z}, {x} and {y} where their place goes."""
    if not all(part in value for part in ("{z}", "{x}", "{y}")):
        raise PydanticCustomError("tiles", "{reason}", {"reason": "an address with {z}, {x} and {y} is expected"})
    _url(re.sub(r"\{\w+\}", "0", value))
    return value


def _hosts(value: str) -> str:
    """Hosts with their scheme and spaces between: `https://cdn.example.org https://*.tiles.example.org`."""
    for host in value.split():
        if not _HOST.fullmatch(host):
            reason = "hosts are expected, with spaces between, such as https://*.example.org"
            raise PydanticCustomError("hosts", "{reason}", {"reason": reason})
    return value


def is_local_host(host: str) -> bool:
    """Whether a host name or address is this very machine, and reached by nobody else."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_local(address: str) -> bool:
    """Whether an address is one of this machine."""
    return is_local_host(urlsplit(address).hostname or "")


def source_of(address: str) -> str:
    """Scheme, host and port of an address, as a policy names them; `*` stands for what changes, `{s}` of tiles."""
    parts = urlsplit(address)
    labels = (parts.hostname or "").split(".")
    changing = [place for place, label in enumerate(labels) if "{" in label]
    host = ".".join(["*", *labels[changing[-1] + 1 :]] if changing else labels)
    return f"{parts.scheme}://{host}:{parts.port}" if parts.port else f"{parts.scheme}://{host}"


def is_among(address: str, sources: tuple[str, ...]) -> bool:
    """Whether a browser that is told these sources takes this address."""
    own = source_of(address)
    scheme, _, host = own.partition("://")
    wild = (each.partition("://*")[::2] for each in sources if "://*." in each)
    return own in sources or any(scheme == start and host.endswith(end) and host != end[1:] for start, end in wild)


def _color(value: str) -> str:
    """A colour as #rrggbb."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", value):
        raise PydanticCustomError("color", "{reason}", {"reason": "a colour such as #eef2f6 is expected"})
    return value


def _area(value: str) -> str:
    """A box as GeoJSON has it: west, south, east and north in degrees (RFC 7946, section 5)."""
    try:
        west, south, east, north = (float(each) for each in value.split(","))
    except ValueError:
        west = south = east = north = 0.0
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):
        raise PydanticCustomError("area", "{reason}", {"reason": "west,south,east,north in degrees is expected"})
    return value


def _store(value: SecretStr) -> SecretStr:
    """The address of a database of ours; said to nobody, since it may hold a password."""
    parts = urlsplit(value.get_secret_value())
    if parts.scheme == "sqlite" and not parts.netloc and parts.path.strip("/"):
        return value
    if parts.scheme in ("postgresql", "postgres"):
        return SecretStr(value.get_secret_value().replace("postgres://", "postgresql://", 1))
    reason = "postgresql://account:password@host/database is expected, or sqlite:///path"
    raise PydanticCustomError("store", "{reason}", {"reason": reason})


def _beside(path: str) -> str:
    """The address of the store that stands beside the register's former file."""
    return f"{_FILE}{Path(path).with_name('store.sqlite')}"


def _locale(code: str) -> str:
    """A language that has its texts."""
    known = sorted(each.name for each in TRANSLATIONS.iterdir() if each.is_dir())
    if code not in known:
        raise PydanticCustomError("locale", "{reason}", {"reason": f"one of {', '.join(known)} is expected"})
    return code


Locale = Annotated[str, AfterValidator(_locale)]
Url = Annotated[str, AfterValidator(_url)]
Hosts = Annotated[str, AfterValidator(_hosts)]


class Settings(BaseSettings):
    """The configuration of one deployment; every module is off unless it is switched on (ACCESS-6)."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, use_attribute_docstrings=True
    )

    api_url: Url = "http://localhost:8001"
    """Base address of the platform's API (CALL-1)."""
    files_url: Url | None = None
    """Base address of uploaded files (session.yaml, DATA_URL)."""
    request_timeout: float = Field(default=30, gt=0)
    """Longest wait for one answer of the API, in seconds."""
    session_duration: int = Field(default=3600, gt=0)
    """Seconds without activity before the person is signed out (SESSION-18)."""
    default_locale: Locale = "fr"
    """Language of a first visit (SHELL-6): a folder of `translations/`."""

    analytics: bool = False
    """Module flag: the embedded dashboards (DASH-8, SCREEN-13)."""
    hitchhiking: bool = False
    """Module flag: hitchhikers (SCREEN-5)."""
    campaign: bool = False
    """Module flag: e-mail campaigns (SCREEN-12)."""
    community: bool = False
    """Module flag: communities (SCREEN-6)."""
    event: bool = False
    """Module flag: events (SCREEN-7)."""
    editorial: bool = False
    """Module flag: editorial content (SCREEN-10)."""
    solidary: bool = False
    """Module flag: solidary transport, the whole group (SCREEN-14 to SCREEN-18)."""
    solidary_transport: bool = False
    """Module flag: volunteers, where the current structure transports people (SCREEN-15)."""
    external_journeys: bool = False
    """Module flag: search of journeys at other providers (JOURNEY-1)."""
    export: bool = False
    """Module flag: CSV export (EXPORT-5)."""
    minor_protection: bool = False
    """Module flag: consent of a legal guardian (USER-14)."""

    utc: bool = True
    """Show moments as the API sends them (CONFIG-5); off, at the clock of France. What people typed stays as it is."""
    event_description_required: bool = True
    """An event needs a description (EVENT-4)."""
    event_community: bool = False
    """An event may belong to a community (EVENT-5; session.yaml, EVENT_COMMUNITY)."""
    event_community_required: bool = False
    """An event must belong to a community (EVENT-5; session.yaml, EVENT_COMMUNITY_REQUIRED)."""

    solidary_dashboard: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = "solidary"
    """The server's own key of the dashboard of solidary carpools (session.yaml, get_analytic)."""

    campaign_variables: bool = False
    """Offer the names of a reader as chips of a mail: the mail provider must know PRENOM and NOM (CAMPAIGN-16)."""
    campaign_images_unplaced: bool = False
    """Leave out the position 1 of a campaign's pictures, where the platform keeps but one a position (trap 39)."""
    campaign_banner_url: Url | None = None
    """The banner that the platform puts on top of its mails, for the preview of campaigns."""
    campaign_outside_color: Annotated[str, AfterValidator(_color)] = "#ffffff"
    """The colour around the platform's mails, for the preview."""
    campaign_inside_color: Annotated[str, AfterValidator(_color)] = "#ffffff"
    """The colour behind the text of the platform's mails, for the preview."""

    login_delegate: bool = False
    """Offer to sign in on the public site as another user (USER-22)."""
    login_delegate_url: Url | None = None
    """Page of the public site for it, followed by /{admin e-mail}/{user e-mail} (session.yaml, LOGIN_DELEGATE_PATH)."""
    dashboard_url: Url | None = None
    """Address behind the home page's dashboard button (SHELL-8)."""
    external_admin_url: Url | None = None
    """Address behind the home page's external admin button (SHELL-8)."""
    map_tiles_url: Annotated[str, AfterValidator(_tiles)] | None = None
    """Where the tiles of maps come from, such as https://tiles.example.org/{z}/{x}/{y}.png; none by default."""
    map_attribution: str = ""
    """Whom the provider of the tiles wants to see thanked on the maps; links are kept."""
    map_area: Annotated[str, AfterValidator(_area)] = "-5.2,41.3,9.7,51.2"
    """What a map shows where nothing is on it yet: west, south, east, north; metropolitan France by default."""
    logo_url: Annotated[str, AfterValidator(_address)] | None = None
    """Logo image: an address, or a path of this site (session.yaml, LOGO_URL)."""
    platform_name: Annotated[str, Field(max_length=40)] = ""
    """What people call the platform: in the toolbar, and in the titles of the browser's tabs."""

    picture_hosts: Hosts = ""
    """Hosts that pictures may come from, beside those of files, tiles, logo and banner (BROWSER-3)."""
    frame_hosts: Hosts = ""
    """Hosts of the dashboards that the API names and the pages show in a frame (DASH-8, BROWSER-4)."""
    hsts_seconds: int = Field(default=0, ge=0)
    """How long browsers are to insist on TLS for this host; 0 says nothing. Only behind a proxy that speaks TLS."""

    store_url: Annotated[SecretStr, AfterValidator(_store)] | None = None
    """Where the application keeps the register and the views: `postgresql://...`, or `sqlite:///` and a path; by
    default the file `store.sqlite` beside the register's former one. Without it nothing is exported."""
    register_path: str = Field(default="register.sqlite", validate_default=True)
    """File of the register of former versions, whose lines the store takes over once."""

    spool_path: str = "spool"
    """Folder of files on their way to and from browsers, for an hour: of this account alone."""

    spool_url: Annotated[str, Field(pattern=r"^((s3|gs|az|memory)://\S*)?$")] = ""
    """A bucket in place of the folder, such as s3://bucket/admin, where several machines share them."""

    spool_person_mb: int = Field(default=200, ge=1)
    """Megabytes that one person's files may take there."""

    spool_total_mb: int = Field(default=5000, ge=1)
    """Megabytes that all of them may take."""

    log_format: Literal["text", "json"] = "text"
    """How the lines of the log are written: for people, or one JSON object each."""

    metrics: Annotated[str, Field(pattern=r"^([\w.-]+:\d{1,5})?$")] = ""
    """Where Prometheus is told what is counted, such as 127.0.0.1:9464; nowhere by default."""

    demo: bool = False
    """Show the widget gallery and the sandbox's accounts; refused unless the API is on this machine (CONFIG-7)."""

    @property
    def store_address(self) -> str:
        """The address of the store, which may hold a password."""
        if self.store_url:
            return self.store_url.get_secret_value()
        return _beside(self.register_path)

    @property
    def picture_sources(self) -> tuple[str, ...]:
        """Where pictures may come from, each once, as a policy names them."""
        named = (self.files_url or self.api_url, self.map_tiles_url, self.logo_url, self.campaign_banner_url)
        known = (source_of(address) for address in named if address and not address.startswith("/"))
        return tuple(dict.fromkeys([*known, *self.picture_hosts.split()]))

    @property
    def frame_sources(self) -> tuple[str, ...]:
        """Where frames may come from, each once, as a policy names them."""
        return tuple(dict.fromkeys(self.frame_hosts.split()))

    @field_validator("register_path")
    @classmethod
    def _not_the_store(cls, path: str, known: ValidationInfo) -> str:
        """The former register is another file than the store that takes it over."""
        url: SecretStr | None = known.data.get("store_url")
        address = url.get_secret_value() if url else _beside(path)
        if address.startswith(_FILE) and Path(address.removeprefix(_FILE)).absolute() == Path(path).absolute():
            raise PydanticCustomError("register", "{reason}", {"reason": "the store must be another file"})
        return path

    @field_validator("demo")
    @classmethod
    def _only_with_a_sandbox(cls, demo: bool, known: ValidationInfo) -> bool:
        """The demo tells its accounts to whoever comes: a platform of real people is no place for it."""
        api_url = known.data.get("api_url")
        if demo and api_url and not is_local(api_url):
            reason = f"the demo is for a sandbox on this machine, not for {urlsplit(api_url).hostname}"
            raise PydanticCustomError("demo", "{reason}", {"reason": reason})
        return demo

    def flag(self, name: str | None) -> bool:
        """Whether a module flag is on, with that of the module it is a part of; no name needs no flag.

        LookupError for a name that is no flag.
        """
        if name is None:
            return True
        value = getattr(self, name, None)
        if not isinstance(value, bool):
            raise LookupError(f"{name!r} is no flag of Settings")
        return value and self.flag(PART_OF.get(name))


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """This process's settings; `get_settings.cache_clear()` reads the environment again."""
    return Settings()


def load_or_exit() -> Settings:
    """The settings, or the end of the process (status 2) with one line that names each wrong variable."""
    try:
        return get_settings()
    except ValidationError as error:
        print("; ".join(_complaint(detail) for detail in error.errors(include_url=False)), file=sys.stderr)
        raise SystemExit(2) from None


def _complaint(detail: ErrorDetails) -> str:
    """What is wrong with one variable, without the credentials an address may hold."""
    value = str(detail["input"])
    shown = "hidden" if "@" in value or detail["loc"][:1] == ("store_url",) else f'got "{value[:ECHOED]}"'
    name = "_".join(str(part) for part in detail["loc"][:1]).upper()
    return f"{PREFIX}{name}: {detail['msg']} ({shown})"
