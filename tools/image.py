"""`python -m tools.image`: the steps of deploy/docker/Dockerfile on this machine, as root and without Docker.

In mounts of its own /app and /data are empty folders, /usr/local is this Python as in the image's base, /etc is a copy.
What was built is sealed and started by the account of the image, with the environment of the compose file, beside a
sandbox, a Redis and a PostgreSQL of the moment; what the image's health check and `/ready` say is printed. It takes
minutes.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template

import httpx
import yaml

from tools import ports, postgres, scale, services
from tools.frontend import ROOT

HERE = ROOT / "deploy" / "docker"
DOCKERFILE, COMPOSE = HERE / "Dockerfile", (HERE / "compose").with_suffix(".yaml")
MOUNTED = "IMAGE_MOUNTED"
"""Set where this process has mounts of its own."""
PORT, PATIENCE = 3000, 180.0
KEPT = re.compile(r"(PIP|NPM|HTTPS?|NO|SSL)_", re.IGNORECASE)
"""Variables that say where packages come from: an image is built with them as arguments."""
_lines = re.compile(r"\s*\\\n\s*")

Step = tuple[str, str]


def stages(text: str) -> list[list[Step]]:
    """The instructions of a Dockerfile, stage by stage."""
    found: list[list[Step]] = []
    whole = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in filter(None, map(str.strip, _lines.sub(" ", whole).splitlines())):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        else:
            found[-1].append((word, rest.strip()))
    return found


def composed(text: str, given: Mapping[str, str]) -> dict[str, str]:
    """The environment that the compose file gives an instance, with these addresses in place of its own."""
    return yaml.safe_load(text)["x-instance"]["environment"] | given


def _follow(steps: list[Step], env: dict[str, str]) -> dict[str, str]:
    """Do the steps of one stage; what is to be started comes back: USER, CMD, HEALTHCHECK."""
    folder, left = "/", dict[str, str]()
    for word, rest in steps:
        print(f"{word} {rest}"[:120], flush=True)
        match word:
            case "WORKDIR":
                folder = rest
            case "ENV":
                env |= {name: Template(value).substitute(env) for name, value in _pairs(rest)}
            case "RUN":
                subprocess.run(["sh", "-ec", rest], cwd=folder, env=env, check=True)
            case "COPY" if rest.startswith("--from"):
                # The same folder, which nobody changes any more.
                subprocess.run(["mount", "-o", "remount,ro,bind", rest.split()[-1]], check=True)
            case "COPY":
                files = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *rest.split()[:-1]]
                listed = subprocess.run(files, check=True, capture_output=True).stdout
                tar = subprocess.run(
                    ["tar", "-C", str(ROOT), "--null", "-T", "-", "-c"], input=listed, check=True, capture_output=True
                )
                subprocess.run(["tar", "-xo"], cwd=folder, input=tar.stdout, check=True)
            case _:
                left[word] = rest
    return left | {"WORKDIR": folder}


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for each in shlex.split(text):
        name, _, value = each.partition("=")
        yield name, value


def _listed(text: str) -> list[str]:
    """The command of CMD or HEALTHCHECK."""
    return json.loads(text[text.index("[") :])


def _mount(folder: Path) -> None:
    shutil.copytree("/etc", folder / "etc", symlinks=True)
    for source, target in ((folder / "etc", "/etc"), (folder / "app", "/app"), (folder / "data", "/data")):
        source.mkdir(exist_ok=True)
        Path(target).mkdir(exist_ok=True)
        subprocess.run(["mount", "--bind", str(source), target], check=True)
    subprocess.run(["mount", "--bind", sys.base_prefix, "/usr/local"], check=True)


def main() -> int:
    """Do all of it; 0 where the sealed image serves and stops as it should."""
    if os.geteuid() != 0:
        print("Mounts need root.", file=sys.stderr)
        return 1
    if not os.environ.get(MOUNTED):
        command = ["unshare", "--mount", sys.executable, "-m", "tools.image"]
        return subprocess.run(command, env=os.environ | {MOUNTED: "yes"}, check=False).returncode
    if found := [*ports.problems({"PORT": PORT}), *(f"{each} is not here" for each in scale.missing())]:
        print(*found, sep="\n", file=sys.stderr)
        return 1
    programs = postgres.programs()
    assert programs
    with tempfile.TemporaryDirectory(prefix="image-") as name, postgres.cluster(programs) as store:
        folder, api_port, redis_port = Path(name), ports.free_port(), ports.free_port()
        _mount(folder)
        store.folder.chmod(0o711)  # its socket is for the account of the image, too
        base = {name: value for name, value in os.environ.items() if KEPT.match(name)}
        base["PATH"] = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        build, final = stages(DOCKERFILE.read_text())
        _follow(build, dict(base))
        # Debian's library of the same name would be found where this Python's own folder is shut to the account.
        env = {"PATH": base["PATH"], "LD_LIBRARY_PATH": "/usr/local/lib"}
        last = _follow(final, env)
        env |= composed(
            COMPOSE.read_text(),
            {
                "ADMIN_API_URL": f"http://localhost:{api_port}",
                "ADMIN_STORE_URL": store.database(),
                "REFLEX_REDIS_URL": f"redis://localhost:{redis_port}",
            },
        )
        api, redis = services.sandbox(api_port, 300), scale.redis(folder, redis_port)
        try:
            redis.start()
            api.start()
            services.wait_ready([api])
            return _serve(last, env)
        finally:
            api.stop()
            redis.stop()


def _serve(last: Mapping[str, str], env: dict[str, str]) -> int:
    """Start what was built as the image does, look at it, and stop it."""
    user = int(last["USER"])
    account = {"user": user, "group": user, "extra_groups": [], "cwd": last["WORKDIR"], "env": env}
    server = subprocess.Popen(_listed(last["CMD"]), **account)
    end, health = time.monotonic() + PATIENCE, 1
    while health and server.poll() is None and time.monotonic() < end:
        time.sleep(2)
        health = subprocess.run(
            _listed(last["HEALTHCHECK"]), check=False, stderr=subprocess.DEVNULL, **account
        ).returncode
    print(f"health check: {health}")
    if not health:
        for path in ("/ready", "/login"):
            answer = httpx.get(f"http://localhost:{PORT}{path}", timeout=30)
            health += not answer.is_success
            print(path, answer.status_code, answer.text[:300].splitlines()[0])
        touched = subprocess.run(["touch", "/app/written"], check=False, stderr=subprocess.DEVNULL, **account)
        print("sealed:", touched.returncode != 0)
    server.terminate()
    code = server.wait(70)
    print("stopped with", code)
    return 1 if health or code else 0


if __name__ == "__main__":
    sys.exit(main())
