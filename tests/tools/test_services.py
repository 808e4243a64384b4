"""Servers are started, watched and stopped with all their children."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.proofs import proves
from tools import ports, services

SERVER = """
import http.server, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""


def _service(tmp_path: Path, source: str) -> services.Service:
    port = ports.free_port()
    command = [sys.executable, "-c", source, str(port)]
    return services.Service("The server", command, f"http://localhost:{port}/none", log=tmp_path / "server.log")


def _alive(pid: int) -> bool:
    """Tell whether a process runs; one that nobody waited for yet is dead too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="reads /proc")
def test_stop_takes_the_children_too(tmp_path: Path) -> None:
    service = _service(tmp_path, SERVER)
    service.start()
    services.wait_ready([service])
    child = int((tmp_path / "server.log").read_text().split()[0])
    assert _alive(child)
    service.stop()
    deadline = time.monotonic() + 5
    while _alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(child)
    assert not service.is_ready()


def test_a_server_that_dies_is_named_with_its_last_words(tmp_path: Path) -> None:
    service = _service(tmp_path, "print('no database'); raise SystemExit(3)")
    service.start()
    with pytest.raises(services.ServiceError, match=r"(?s)The server stopped by itself \(exit code 3\).*no database"):
        services.wait_ready([service])
    service.stop()


def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    service = _service(tmp_path, "import time; time.sleep(60)")
    service.start()
    with pytest.raises(services.ServiceError, match="The server does not answer"):
        services.wait_ready([service], timeout=0.3)
    service.stop()


@proves("CONFIG-4")
def test_every_module_is_on_in_the_demo() -> None:
    settings = services.demo_settings(8001)
    assert settings["ADMIN_API_URL"] == "http://localhost:8001"
    assert {name for name, value in settings.items() if value == "true"} == {
        "ADMIN_DEMO",
        *(f"ADMIN_{flag}" for flag in services.FLAGS),
    }


def test_a_demo_keeps_its_data_in_its_checkout() -> None:
    """Two checkouts on one machine show each their own data: what one deletes, the other still has."""
    service = services.sandbox(ports.free_port(), 20)
    assert service.log is not None
    # As `start` does; where the folder is not there, Python takes the temporary folder of the machine.
    service.log.parent.mkdir(parents=True, exist_ok=True)
    kept = "from sandbox.settings import read_settings as read; print(read().database, read().files_folder, sep='\\n')"
    said = subprocess.run(
        [sys.executable, "-c", kept],
        cwd=service.folder,
        env={**os.environ, **service.env},
        capture_output=True,
        text=True,
        check=True,
    )
    folders = [Path(line) for line in said.stdout.splitlines()]
    assert len(folders) == 2
    assert all(folder.is_relative_to(services.ROOT / ".run") for folder in folders)
