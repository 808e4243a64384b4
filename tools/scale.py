"""`make scale`: what a deployment of two machines is made of, on this one, from Debian's packages, before the sandbox.

Redis, PostgreSQL, nginx as deploy/nginx has it (no stickiness) and two instances of two workers each, which share a
folder of files as they would a bucket. The journeys of faults (tests/faults) stop its parts one by one. PORT (3000) and
SANDBOX_PORT (8001) are read. Exit codes as those of `make demo`.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tools import demo, frontend, ports, postgres, services

PACKAGES = ("redis-server", "postgresql", "nginx")
INSTANCES, WORKERS = 2, 2
LOADING = 300.0
"""Seconds that all workers have to load on a busy machine."""
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx-errors.log; worker_processes 1;
{account}
events {{ worker_connections 2000; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {deploy}/http.conf;
    proxy_cache_path {folder}/cache keys_zone=admin_app:1m max_size=200m inactive=30d;
    upstream admin_app {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        access_log {folder}/nginx.log admin_app; error_log {folder}/nginx-errors.log crit;
        include {deploy}/locations.conf;
    }}
}}
"""
OPTIONS, DOMAIN, MACHINES = "\n{\n", "\nadmin.example.org {", "10.0.0.11:3000 10.0.0.12:3000"
"""What stands in deploy/Caddyfile."""


@dataclass(frozen=True)
class Scale:
    """The parts of a deployment that runs, and what may be done to each."""

    address: str
    folder: Path
    proxy: services.Service
    redis: services.Service
    store: postgres.Cluster
    instances: tuple[services.Service, ...]

    def kill(self, instance: services.Service) -> None:
        """End an instance with its workers, as a machine that loses its power."""
        assert instance.process
        os.killpg(instance.process.pid, signal.SIGKILL)
        instance.process.wait()

    def kill_workers(self) -> None:
        """End all workers of all instances at once; each instance begins new ones."""
        for worker in [each for instance in self.instances for each in self.workers(instance)]:
            os.kill(worker, signal.SIGKILL)

    def workers(self, instance: services.Service) -> list[int]:
        """The processes of its workers."""
        assert instance.process
        pid = instance.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def missing() -> list[str]:
    """The packages of Debian that this machine lacks."""
    there = (shutil.which("redis-server"), postgres.programs(), shutil.which("nginx"))
    return [name for name, found in zip(PACKAGES, there, strict=True) if not found]


@contextmanager
def running(folder: Path, api_port: int, port: int) -> Iterator[Scale]:
    """Start all parts, until the end of the block; the API is there already."""
    redis_port, *app_ports = [ports.free_port() for _ in range(1 + INSTANCES)]
    programs = postgres.programs()
    assert programs
    with ExitStack() as stack:
        store = stack.enter_context(postgres.cluster(programs))
        shared_state = redis(folder, redis_port)
        shared = {
            "ADMIN_SPOOL_PATH": str(folder / "spool"),
            "ADMIN_REGISTER_PATH": str(folder / "register.sqlite"),
            "ADMIN_STORE_URL": store.database(),
            "REFLEX_REDIS_URL": f"redis://localhost:{redis_port}",
            "REFLEX_TRUSTED_PROXY_HOPS": "1",
            "WEB_CONCURRENCY": str(WORKERS),
        }
        settings = services.demo_settings(api_port) | shared
        instances = tuple(services.application(each, **settings) for each in app_ports)
        for number, instance in enumerate(instances, 1):
            instance.name, instance.log = f"Instance {number}", folder / f"instance-{number}.log"
        proxy = _nginx(folder, port, app_ports)
        every = (shared_state, *instances, proxy)
        for service in every:
            stack.callback(service.stop)
            service.start()
        services.wait_ready(instances, LOADING)
        yield Scale(f"http://localhost:{port}", folder, proxy, shared_state, store, instances)


def caddy(folder: Path, port: int, instances: Sequence[services.Service]) -> services.Service:
    """Caddy with the file of deploy/, for this machine: its own addresses in place of the file's, and without TLS."""
    servers = " ".join(urlsplit(each.ready_url).netloc for each in instances)
    text = (frontend.ROOT / "deploy" / "Caddyfile").read_text()
    own = {
        OPTIONS: f"{OPTIONS}admin off\nauto_https off\ndefault_bind 127.0.0.1\n",
        DOMAIN: f"\nhttp://localhost:{port} {{",
        MACHINES: servers,
    }
    for theirs, ours in own.items():
        assert text.count(theirs) == 1, theirs
        text = text.replace(theirs, ours)
    path = folder / "Caddyfile"
    path.write_text(text)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(path)]
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return services.Service("Caddy", command, f"http://localhost:{port}/ping", home, folder / "caddy.log")


def redis(folder: Path, port: int) -> services.Service:
    """A Redis that keeps nothing on disk."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    return services.Service("Redis", command, f"http://localhost:{port}", log=folder / "redis.log")


def _nginx(folder: Path, port: int, app_ports: list[int]) -> services.Service:
    servers = " ".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=1s;" for each in app_ports)
    account = "user root;" if os.geteuid() == 0 else ""
    text = NGINX.format(
        folder=folder, deploy=frontend.ROOT / "deploy" / "nginx", servers=servers, port=port, account=account
    )
    path = folder / "nginx.conf"
    path.write_text(text)
    command = ["nginx", "-p", str(folder), "-c", str(path)]
    return services.Service("nginx", command, f"http://localhost:{port}/ping", log=folder / "nginx-start.log")


def main() -> int:
    """Run until Ctrl-C; return the exit code."""
    if lacking := missing():
        print(f"This machine lacks packages of Debian: apt install {' '.join(lacking)}", file=sys.stderr)
        return 1
    try:
        port, api_port = ports.port_number("PORT", 3000), ports.port_number("SANDBOX_PORT", 8001)
    except ports.WrongNumberError as error:
        print(error, file=sys.stderr)
        return 2
    if found := ports.problems({"PORT": port, "SANDBOX_PORT": api_port}):
        print(*found, sep="\n", file=sys.stderr)
        return 2
    frontend.ensure_built(demo=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    api = services.sandbox(api_port, 2000)
    with tempfile.TemporaryDirectory(prefix="admin-app-scale-") as folder:
        try:
            api.start()
            services.wait_ready([api])
            with running(Path(folder), api_port, port) as scale:
                print(f"{scale.address}, by nginx; logs are in {folder}", *demo.ACCOUNTS, sep="\n  ", flush=True)
                signal.pause()
        except (KeyboardInterrupt, services.ServiceError) as error:
            print(error or "Stopped.", file=sys.stderr)
        finally:
            api.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
