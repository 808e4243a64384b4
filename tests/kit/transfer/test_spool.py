"""The folder of files on their way belongs to one instance and one account, and is swept beside the event loop."""

import asyncio
import os
import stat
import subprocess
import sys
import threading

import pytest

from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import say


@pytest.fixture
def path(configure, tmp_path):
    """A folder of the test's own, not made yet."""
    configure(spool_path=tmp_path / "below" / "spool")
    return tmp_path / "below" / "spool"


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_made_for_its_owner_alone(path):
    assert spool.folder() == path
    assert mode(path) == 0o700


def test_one_that_others_can_look_into_is_shut(path):
    path.mkdir(parents=True, mode=0o755)
    spool.folder()
    assert mode(path) == 0o700


@pytest.mark.parametrize("bits", [0o777, 0o720, 0o702])
def test_one_that_others_may_write_in_is_refused(path, bits):
    path.mkdir(parents=True)
    path.chmod(bits)
    with pytest.raises(spool.SpoolUnavailable, match="others may write"):
        tickets.open_ticket()
    assert not list(path.iterdir())


def test_one_of_another_account_is_refused(path, monkeypatch):
    path.mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(spool.SpoolUnavailable, match="another account"):
        tickets.offer(b"content", "a.csv")


def test_a_link_to_a_folder_is_refused(path, tmp_path):
    path.parent.mkdir()
    path.symlink_to(tmp_path)
    with pytest.raises(spool.SpoolUnavailable, match="no folder"):
        tickets.order({})


def test_two_instances_never_share_one(path):
    mine = spool.claim()
    with pytest.raises(spool.SpoolUnavailable, match="another instance"):
        spool.claim()
    os.close(mine)
    os.close(spool.claim())


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


def test_a_ticket_looks_at_no_other_file(path, monkeypatch):
    spool.folder()
    monkeypatch.setattr(type(path), "iterdir", lambda self: pytest.fail("the whole folder is read"))
    tickets.discard(tickets.open_ticket())
    tickets.offer(b"content", "a.csv")


def test_the_lock_of_the_instance_is_not_swept(path):
    os.close(spool.claim())
    (lock,) = path.iterdir()
    os.utime(lock, (0, 0))
    spool.sweep()
    assert lock.exists()


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_folder_that_cannot_be_used_is_said(locale):
    assert say(f"errors.{spool.SpoolUnavailable.kind}", locale)


def test_a_worker_lives_until_the_system_lets_go_of_its_lock(path):
    """Killed without a word, it leaves its file, which is swept once it is old; one that lives keeps its own."""
    script = "import asyncio, sys; from admin_app.kit.transfer import spool\n"
    script += (
        "async def live():\n async with spool.inhabited('one'): print('here', flush=True); await asyncio.sleep(60)\n"
    )
    script += "asyncio.run(live())"
    environment = {**os.environ, "ADMIN_SPOOL_PATH": str(path)}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment) as worker:
        assert worker.stdout.readline() == b"here\n"
        assert spool.lives("one")
        assert not spool.lives("another")
        os.utime(path / "one.worker", (0, 0))
        spool.sweep()
        assert spool.lives("one")
        worker.kill()
        worker.wait()
    assert not spool.lives("one")
    spool.sweep()
    assert not list(path.iterdir())
