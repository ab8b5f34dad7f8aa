"""Locks on a folder of full runs: threads, processes, holders that died, and callers that cannot wait."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import softrein
from offline.campaign.sole_use import LOCK, sole_use
from offline.campaign.sole_use import _try_lock as try_lock
from softrein.errors import CampaignError
from tests.offline.pipeline.test_precompute import TINY, assert_same

ROOT = Path(__file__).resolve().parents[3]
HOLD = "import sys, time; from pathlib import Path; from offline.campaign.sole_use import sole_use\n"
HOLD += "with sole_use(Path(sys.argv[1])):\n    print('has it', flush=True)\n    time.sleep(60)\n"


def started(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_two_threads_take_turns(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    inside, most = [0], [0]

    def use() -> None:
        for _ in range(3):
            with sole_use(tmp_path / "runs"):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0.05)
                inside[0] -= 1

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert not list((tmp_path / "runs").iterdir())
    told = [line for line in capfd.readouterr().err.splitlines() if line.startswith("softrein: ")]
    assert not [line for line in told if f"in use by 'process {os.getpid()} on " not in line]


def test_one_who_has_not_signed_yet_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It has the lock, and is about to write who it is; it goes when it has been seen for a while."""
    lock = os.open(tmp_path / LOCK, os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 1:
            os.write(lock, b"process 7")
        if len(naps) == 4:
            os.close(lock)

    monkeypatch.setattr("offline.campaign.sole_use.time.sleep", nap)
    with sole_use(tmp_path):
        pass
    told = capfd.readouterr().err
    assert told.count("in use by 'process 7'") == 1
    assert "another process" not in told


def test_the_lock_of_the_dead_is_free(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    holder, got = started("-c", HOLD, str(tmp_path)), threading.Event()
    assert holder.stdout is not None
    assert holder.stdout.readline() == "has it\n"

    def use() -> None:
        with sole_use(tmp_path):
            got.set()

    waiting = threading.Thread(target=use)
    waiting.start()
    assert not got.wait(0.5)
    holder.kill()
    holder.wait()
    assert got.wait(60)
    waiting.join()
    assert f"in use by 'process {holder.pid} on " in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_lock_on_a_file_that_is_gone_by_then_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder has removed it, and a third one has made it anew."""
    tries: list[int] = []

    def late(file: int) -> bool:
        if not tries:
            (tmp_path / LOCK).unlink()
            (tmp_path / LOCK).touch()
        tries.append(file)
        return try_lock(file)

    monkeypatch.setattr("offline.campaign.sole_use._try_lock", late)
    with sole_use(tmp_path):
        assert len(tries) == 2
        assert (tmp_path / LOCK).exists()


def test_what_stands_in_the_lock_cannot_move_the_cursor(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lock = os.open(tmp_path / LOCK, os.O_RDWR | os.O_CREAT)
    os.write(lock, b"\x1b[2J\nsoftrein: all is well" + b"\xff" * 100_000)
    fcntl.flock(lock, fcntl.LOCK_EX)
    release = threading.Timer(0.5, os.close, [lock])
    release.start()
    with sole_use(tmp_path):
        pass
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert r"\x1b[2J\nsoftrein" in told
    assert len(told) < 400


def test_a_folder_that_cannot_be_written_is_used_and_one_that_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "file").write_text("")
    with pytest.raises(CampaignError, match="cannot be used for full runs"), sole_use(tmp_path / "file"):
        pass
    monkeypatch.setattr("offline.campaign.sole_use.os.open", refused)
    with sole_use(tmp_path):  # an archive of whole runs
        pass


def test_ctrl_c_ends_the_wait(tmp_path: Path) -> None:
    path = tmp_path / "b.softrein"
    with sole_use(tmp_path / "b.softrein.runs"):
        command = "from softrein.cli import main; main()"
        waiting = started("-c", command, "precompute", "beam", "-o", str(path))
        assert waiting.stderr is not None
        seen = ""
        while "in use by" not in seen:
            line = waiting.stderr.readline()
            assert line, seen
            seen += line
        waiting.send_signal(signal.SIGINT)
        _, rest = waiting.communicate(timeout=60)
    assert waiting.returncode == 130
    assert "interrupted" in rest
    assert "Traceback" not in rest
    assert not path.exists()


@pytest.mark.slow("interpreters that wait for each other")
def test_two_precomputes_of_one_output_and_a_third_that_is_killed(tmp_path: Path) -> None:
    """All at once; the one that is killed has the folder, and the others go on from what it leaves."""
    path = tmp_path / "tiny.softrein"
    code = f"import softrein\nsoftrein.precompute({TINY!r}, {str(path)!r}, workers=0)"
    third = started("-c", code)
    wait_for(lambda: (tmp_path / "tiny.softrein.runs" / LOCK).exists() or third.poll() is not None)
    both = [started("-c", code) for _ in range(2)]
    time.sleep(1.0)
    third.kill()
    third.communicate()
    ends = [each.communicate(timeout=300)[1] for each in both]
    assert [each.returncode for each in both] == [0, 0], ends
    assert_same(softrein.load(path), softrein.precompute(TINY, workers=0))
    left = {file.name for file in tmp_path.rglob("*") if file.is_file()}
    assert left == {"tiny.softrein", *(f"run_{index:05d}.h5" for index in range(TINY["enrichment"]["runs"]))}


def test_two_threads_precompute_one_output(tmp_path: Path) -> None:
    path, made = tmp_path / "tiny.softrein", []
    threads = [
        threading.Thread(target=lambda: made.append(softrein.precompute(TINY, path, workers=0)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_same(*made)
    assert_same(softrein.load(path), made[0])


@pytest.mark.parametrize("make", ["symlink", "hard link", "pipe", "folder"])
def test_a_lock_that_is_no_file_of_its_own_is_refused_and_stays(tmp_path: Path, make: str) -> None:
    folder, victim = tmp_path / "runs", tmp_path / "victim"
    folder.mkdir()
    victim.write_text("mine")
    lock = folder / LOCK
    makers: dict[str, Callable[[], None]] = {
        "symlink": lambda: lock.symlink_to(victim),
        "hard link": lambda: lock.hardlink_to(victim),
        "pipe": lambda: os.mkfifo(lock),
        "folder": lock.mkdir,
    }
    makers[make]()
    before = lock.lstat()
    with pytest.raises(CampaignError, match=f"{LOCK}: is no regular file"), sole_use(folder):
        pass
    assert os.path.samestat(lock.lstat(), before)
    assert victim.read_text() == "mine"


def test_what_has_taken_the_locks_place_is_not_removed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    with sole_use(tmp_path):
        (tmp_path / LOCK).unlink()
        (tmp_path / LOCK).symlink_to(victim)
    assert (tmp_path / LOCK).is_symlink()
