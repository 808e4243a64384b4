"""The folder of files on their way belongs to one instance and one account, and is swept beside the event loop."""

import asyncio
import os
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from obstore.exceptions import GenericError

from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import say
from tests.support.proofs import proves


@pytest.fixture
def path(configure, tmp_path):
    """A folder of the test's own, not made yet."""
    configure(spool_path=tmp_path / "below" / "spool")
    return tmp_path / "below" / "spool"


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@proves("FILE-11")
def test_it_is_made_for_its_owner_alone(path):
    assert spool.folder() == path
    assert mode(path) == 0o700


def test_one_that_others_can_look_into_is_shut(path):
    path.mkdir(parents=True, mode=0o755)
    spool.folder()
    assert mode(path) == 0o700


@proves("FILE-11")
@pytest.mark.parametrize("bits", [0o777, 0o720, 0o702])
def test_one_that_others_may_write_in_is_refused(path, bits):
    path.mkdir(parents=True)
    path.chmod(bits)
    with pytest.raises(spool.SpoolUnavailable, match="others may write"):
        tickets.open_ticket()
    assert not list(path.iterdir())


@proves("FILE-11")
def test_one_of_another_account_is_refused(path, monkeypatch):
    path.mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(spool.SpoolUnavailable, match="another account"):
        tickets.offer(b"content", "a.csv")


@proves("FILE-11")
def test_a_link_to_a_folder_is_refused(path, tmp_path):
    path.parent.mkdir()
    path.symlink_to(tmp_path)
    with pytest.raises(spool.SpoolUnavailable, match="no folder"):
        tickets.order({})


@proves("FILE-12")
async def test_it_is_swept_beside_the_event_loop_while_the_application_runs(path, monkeypatch):
    monkeypatch.setattr(spool, "SWEEP", 0.01)
    swept = asyncio.Event()
    loop, threads = asyncio.get_running_loop(), set()

    def sweep():
        threads.add(threading.current_thread())
        loop.call_soon_threadsafe(swept.set)

    monkeypatch.setattr(spool, "sweep", sweep)
    async with spool.swept():
        for _ in range(2):
            swept.clear()
            await asyncio.wait_for(swept.wait(), 5)
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_folder_that_cannot_be_used_is_said(locale):
    assert say(f"errors.{spool.SpoolUnavailable.kind}", locale)


@proves("FILE-11")
def test_a_full_disk_is_named_in_the_log(path, monkeypatch, caplog):
    spool.folder()

    def full(*_, **__):
        raise GenericError("Unable to write: No space left on device (os error 28)")

    monkeypatch.setattr(spool.obstore, "put", full)
    with pytest.raises(spool.SpoolUnavailable, match="ENOSPC"):
        tickets.offer(b"content", "a.csv")
    assert "cannot be kept: ENOSPC" in caplog.text


class Bucket(BaseHTTPRequestHandler):
    """A bucket that fails with a status, or gives no answer at all."""

    status = 507

    def do_PUT(self) -> None:
        if not self.status:
            time.sleep(2)
            return
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def bucket(configure, monkeypatch):
    """It, where the application has its files; it may take half a second."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    keys = {"ACCESS_KEY_ID": "key", "SECRET_ACCESS_KEY": "secret", "REGION": "here", "ALLOW_HTTP": "true"}
    for name, value in {**keys, "ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setattr(spool, "PATIENCE", 0.5)
    spool._opened.cache_clear()
    configure(spool_url="s3://bucket/admin")
    yield server
    server.shutdown()
    server.server_close()
    spool._opened.cache_clear()


@proves("FILE-11")
@pytest.mark.parametrize("status", [507, 503, 403, 0, None])
def test_a_bucket_that_is_full_away_or_hangs_is_told_soon(bucket, monkeypatch, caplog, status):
    if status is None:
        bucket.server_close()
    monkeypatch.setattr(Bucket, "status", status)
    began = time.monotonic()
    with pytest.raises(spool.SpoolUnavailable):
        tickets.offer(b"content", "a.csv")
    assert time.monotonic() - began < 5
    assert "files on their way cannot be kept" in caplog.text
    assert "127.0.0.1" not in caplog.text


@proves("FILE-11")
def test_a_bucket_is_as_good_as_a_folder(configure, path):
    """Of the storages that are no folder, the one in memory needs no server."""
    configure(spool_url="memory:///", spool_path=path)
    address = tickets.offer(b"content", "a.csv", shown=True)
    ticket = address.split("/")[2]
    assert tickets.take_offer(ticket) == (b"content", True, "a.csv")
    with pytest.raises(tickets.RefusedFile, match="missing"):
        tickets.take_offer(ticket)
    spool.sweep()
    assert not path.exists()
    assert [each for each in spool.parts() if each.ticket == ticket] == []


@proves("FILE-11")
def test_what_one_changes_nobody_else_does(path, monkeypatch):
    """Two threads, or with Redis two processes, that read, change and write the same part lose nothing."""

    def add(number: int) -> None:
        with spool.alone("t"):
            known = spool.get("t", "sum")
            time.sleep(0.001)
            spool.put("t", "sum", known + b".")

    spool.put("t", "sum", b"")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert len(spool.get("t", "sum")) == 40
