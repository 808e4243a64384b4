"""Settings of the sandbox, read from the environment with the prefix SANDBOX_."""

import hashlib
import tempfile
from functools import cache, cached_property
from pathlib import Path

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from sandbox.clock import REFERENCE
from sandbox.faults import Faults, parse_fail_rules


class SandboxSettings(BaseSettings):
    """What can be changed without touching the code; every name is SANDBOX_ plus the field in capitals."""

    model_config = SettingsConfigDict(env_prefix="SANDBOX_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(default=8001, ge=1, le=65535)
    users: int = Field(default=2000, ge=20, le=1_000_000)
    relay_points: int = Field(default=400, ge=1, le=100_000)
    # Records of solidary transport; unless it is said, as many as 600, fewer where there are few users.
    solidary: int | None = Field(default=None, ge=0, le=100_000)
    db: str = ""
    files: str = ""
    token_ttl: int = Field(default=900, ge=1)
    refresh_ttl: int = Field(default=2_592_000, ge=1)
    latency_ms: int = Field(default=0, ge=0, le=60_000)
    fail: str = ""
    base_url: str = ""
    analytics_url: str = ""
    strict_status: bool = False
    # What upstream stores and then answers 500 (trap 43); off, such calls are answered as any other.
    fail_after_storing: bool = True

    @field_validator("fail")
    @classmethod
    def _readable_fail(cls, text: str) -> str:
        parse_fail_rules(text)
        return text

    @field_validator("base_url", "analytics_url")
    @classmethod
    def _absolute(cls, text: str) -> str:
        if text and not text.startswith(("http://", "https://")):
            raise ValueError("an absolute address is expected, such as http://localhost:8001")
        return text

    @property
    def faults(self) -> Faults:
        """The faults asked for at start; `fail` is `path:status:probability,...`."""
        return Faults(latency_ms=self.latency_ms, fail=parse_fail_rules(self.fail))

    @property
    def seeded(self) -> tuple[int, int, int]:
        """How much is seeded: users, relay points, solidary records; so many records need as many users."""
        records = min(600, self.users * 3 // 10) if self.solidary is None else self.solidary
        return max(self.users, self.solidary or 0), self.relay_points, records

    @cached_property
    def database(self) -> str:
        """Path of the SQLite file, or `:memory:`; the default name changes with day and seed: data is never stale."""
        sizes = "_".join(map(str, self.seeded))
        return self.db or str(scratch_folder() / f"users_{sizes}_{REFERENCE:%Y%m%d}_{seed_version()}.sqlite")

    @cached_property
    def files_folder(self) -> Path:
        """Folder of the uploaded files; created when the first one arrives."""
        return Path(self.files) if self.files else scratch_folder() / "files"


def scratch_folder() -> Path:
    """Where the sandbox keeps its data when it is told nothing."""
    return Path(tempfile.gettempdir()) / "admin_app_sandbox"


@cache
def seed_version() -> str:
    """A short print of all that the seeded data may depend on: the sandbox's own files, read once."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def read_settings() -> SandboxSettings:
    """Settings from the environment; SystemExit with one line that names the wrong variable."""
    try:
        return SandboxSettings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "SANDBOX_" + "_".join(str(part) for part in first["loc"]).upper()
        raise SystemExit(f"sandbox: {name}: {first['msg'].removeprefix('Value error, ')}") from None
