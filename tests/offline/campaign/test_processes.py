"""Worker processes end with the one that started them, and say nothing when Ctrl-C ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

# Workers of a pool hold both ends of its pipes: that nobody writes any more is nothing that they see.
SCRIPT = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from offline.campaign.processes import end_with_parent, without_main
with without_main(), ProcessPoolExecutor(2, get_context("spawn"), end_with_parent) as pool:
    first = [pool.submit(os.getpid) for _ in range(2)]
    print(*{each.result() for each in first}, *pool._processes, flush=True)
    time.sleep(100)
"""

# Ctrl-C comes while workers import modules, and while they work.
INTERRUPTED = """
import time
from offline.campaign.pool import processes
print("begun", flush=True)
try:
    with processes(2) as each:
        list(each(time.sleep, [50.0, 50.0]))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    "moment", [0.4, pytest.param(2.0, marks=pytest.mark.slow("waits until workers work"))]
)
def test_workers_say_nothing_when_ctrl_c_ends_all(moment):
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], **given) as parent:
        assert parent.stdout.readline() == "begun\n"
        time.sleep(moment)
        os.killpg(parent.pid, signal.SIGINT)
        told, faults = parent.communicate(timeout=30)
    assert (told, faults, parent.returncode) == ("interrupted\n", "", 0)


# Dask's workers are started by its threads, and the first of all starts a process of its own before.
CLUSTER = """
import multiprocessing
from pathlib import Path
from offline.campaign.campaign import _local_cluster
if __name__ == "__main__":
    with _local_cluster(1, 1):
        for each in multiprocessing.active_children():
            print(*(l for l in Path(f"/proc/{each.pid}/status").read_text().splitlines() if "SigBlk" in l))
"""


@pytest.mark.slow("starts a cluster")
def test_the_workers_of_a_cluster_do_not_hear_ctrl_c_either():
    ran = subprocess.run([sys.executable, "-c", CLUSTER], capture_output=True, text=True, check=True)
    blocked = [int(line.split()[1], 16) for line in ran.stdout.splitlines()]
    assert blocked
    assert all(each & 1 << (signal.SIGINT - 1) for each in blocked)


def test_workers_end_when_the_process_that_started_them_is_killed():
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(each) for each in parent.stdout.readline().split()]
        assert workers
        parent.kill()
    until = time.monotonic() + 30
    while time.monotonic() < until and any(map(_lives, workers)):
        time.sleep(0.05)
    assert not any(map(_lives, workers))


def _lives(process: int) -> bool:
    """Whether a process is there and has not ended (one that nobody waits for stays as a zombie)."""
    try:
        os.kill(process, 0)
        with open(f"/proc/{process}/stat", encoding="ascii") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
