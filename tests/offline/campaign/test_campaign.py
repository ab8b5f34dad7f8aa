"""Campaigns: the same files for any number of workers, after a kill, and when workers die."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import psutil
import pytest

from offline.campaign.campaign import (
    ONE_THREAD,
    _kill_workers,
    compute_run,
    random_of_run,
    run_campaign,
    run_path,
)
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.campaign.threads import one_thread
from softrein.errors import CampaignError

SIZE, COUNT = 30, 7  # of one run's states
ROOT = Path(__file__).resolve().parents[3]


class Walk:
    """Random walks; notes each run that it computes, and where, in a file; misbehaves on request."""

    def __init__(self, log, count=5, seed=1, trouble=""):
        self.log, self.count, self.seed = Path(log), count, seed
        self.trouble = trouble

    def fingerprint(self, index):
        return fingerprint(self.seed, index, SIZE, COUNT)

    def run(self, index, write):
        with self.log.open("a") as log:
            log.write(f"{index} {os.getpid()}\n")
        if index == 2 or (index > 2 and self.trouble == "warns"):
            getattr(self, self.trouble, lambda: None)()
        if index == 2 and self.trouble == "grows":  # far above the limit of a test on files
            write.append(np.zeros((SIZE, 5000)))
        rng = random_of_run(self.seed, index)
        state = np.zeros(SIZE)
        for _ in range(COUNT):
            state = state + rng.standard_normal((SIZE, 400)) @ rng.standard_normal(400)
            write.append(state)
            write.append(rng.standard_normal(2), "particles")
        write.record("threads", threads_now())

    def warns(self):
        warnings.warn(f"run by {os.getpid()} was odd", RuntimeWarning, stacklevel=2)

    def fails(self):
        raise ValueError("the sun was in my eyes")

    def interrupts(self):
        raise KeyboardInterrupt

    def dies_once(self):
        flag = self.log.with_name("died")
        if not flag.exists():
            flag.touch()
            self.dies()

    def dies(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def lingers(self):
        time.sleep(60)


def threads_now():
    """How many threads BLAS (the most of any library) and compiled code would use."""
    import numba
    from threadpoolctl import threadpool_info

    return max([pool["num_threads"] for pool in threadpool_info()], default=1), numba.get_num_threads()


def computed(job):
    """The runs that were computed, in order, repeats included."""
    return [int(line.split()[0]) for line in job.log.read_text().splitlines()] if job.log.exists() else []


def numbers(paths):
    """All that the files hold, run by run."""
    snapshots = Snapshots(paths)
    return [(snapshots.run(i), snapshots.record(i, "particles")) for i in range(len(paths))]


def assert_same(paths, others):
    for mine, theirs in zip(numbers(paths), numbers(others), strict=True):
        for a, b in zip(mine, theirs, strict=True):
            np.testing.assert_array_equal(a, b)


def leftovers(folder):
    return [path for path in Path(folder).iterdir() if not path.name.startswith("run_")]


@pytest.fixture
def job(tmp_path):
    return Walk(tmp_path / "log")


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The files of an undisturbed campaign in this process."""
    folder = tmp_path_factory.mktemp("expected")
    return run_campaign(Walk(folder.with_name("log")), folder, workers=0)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of two workers that stands ready, as a user's own would."""
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # another process of the suite may have Dask's usual port
        cluster = LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0, silence_logs="CRITICAL"
        )
    with cluster:
        yield cluster


def test_files_come_in_the_order_of_their_runs(job, tmp_path, expected):
    assert [path.name for path in expected] == [f"run_{i:05d}.h5" for i in range(5)]
    assert Snapshots(expected).count == 5 * COUNT
    for index in range(5):
        np.testing.assert_array_equal(Snapshots(expected).record(index, "threads"), [1, 1])


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_gives_the_same_numbers(job, tmp_path, expected, workers):
    seen = []
    paths = run_campaign(job, tmp_path / "runs", workers=workers, progress=lambda *now: seen.append(now))
    assert_same(paths, expected)
    assert seen == [(done, 5) for done in range(6)]
    assert not leftovers(tmp_path / "runs")
    for index in range(5):  # one thread for BLAS, one for compiled code
        np.testing.assert_array_equal(Snapshots(paths).record(index, "threads"), [1, 1])


def test_a_given_scheduler(job, tmp_path, expected, cluster):
    paths = run_campaign(job, tmp_path / "runs", scheduler=cluster.scheduler_address)
    assert_same(paths, expected)
    assert sorted(computed(job)) == [0, 1, 2, 3, 4]


@pytest.mark.slow("interpreters with workers of their own")
@pytest.mark.filterwarnings("error")
def test_it_is_quiet(tmp_path, cluster, capfd):
    """Not a word of ports and workers, even while a second cluster stands and a worker dies."""
    run_campaign(Walk(tmp_path / "log", count=3, trouble="dies_once"), tmp_path / "runs", workers=1)
    assert capfd.readouterr() == ("", "")


def test_nothing_is_computed_twice(job, tmp_path, monkeypatch):
    paths = run_campaign(job, tmp_path / "runs", workers=0)
    before = [path.stat().st_mtime_ns for path in paths]
    seen = []
    monkeypatch.setattr("offline.campaign.campaign._local_cluster", None)  # no cluster is started for nothing
    run_campaign(job, tmp_path / "runs", progress=lambda *now: seen.append(now))
    assert seen == [(5, 5)]
    assert [path.stat().st_mtime_ns for path in paths] == before
    assert computed(job) == [0, 1, 2, 3, 4]


def test_other_inputs_are_computed_anew(job, tmp_path, expected):
    run_campaign(Walk(job.log, count=2, seed=2), tmp_path / "runs", workers=0)
    with pytest.warns(UserWarning, match="2 full runs that were made from other inputs are replaced"):
        paths = run_campaign(job, tmp_path / "runs", workers=0)
    assert_same(paths, expected)


def test_a_longer_campaign_keeps_the_shorter_one(job, tmp_path, expected):
    run_campaign(Walk(job.log, count=3), tmp_path / "runs", workers=0)
    paths = run_campaign(job, tmp_path / "runs", workers=0)
    assert computed(job) == [0, 1, 2, 3, 4]
    assert_same(paths, expected)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
def test_a_truncated_file_is_computed_anew(job, tmp_path, expected, share):
    paths = run_campaign(job, tmp_path / "runs", workers=0)
    os.truncate(paths[1], int(share * paths[1].stat().st_size))
    assert_same(run_campaign(job, tmp_path / "runs", workers=0), expected)
    assert computed(job) == [0, 1, 2, 3, 4, 1]


@pytest.mark.slow("interpreters with workers of their own")
def test_killed_in_the_middle(tmp_path, expected):
    """kill -9: whole files are kept, the rest is computed, and the sum is as if nothing had happened."""
    job, folder = Walk(tmp_path / "log"), tmp_path / "runs"
    code = (
        f"from {__name__} import Walk, run_campaign\n"
        f"run_campaign(Walk({str(job.log)!r}, trouble='lingers'), {str(folder)!r}, workers=2)"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", code], env=environment)
    first = [run_path(folder, index) for index in (0, 1)]
    wait_for(lambda: all(path.exists() for path in first) and 2 in computed(job) and leftovers(folder))
    process.kill()
    process.wait()
    wait_for(lambda: not workers_of(job))  # they see that it is gone, and end
    whole = [index for index in range(5) if run_path(folder, index).exists()]
    assert {0, 1} <= set(whole)
    assert 2 not in whole
    assert leftovers(folder)  # half of run 2
    swept, before = [], len(computed(job))
    paths = run_campaign(job, folder, workers=0, progress=lambda *_: swept.append(not leftovers(folder)))
    assert_same(paths, expected)
    assert computed(job)[before:] == [index for index in range(5) if index not in whole]
    assert all(swept)


def workers_of(job):
    """The processes that have computed a run and are still there."""
    seen = {int(line.split()[1]) for line in job.log.read_text().splitlines()}
    return [pid for pid in seen if psutil.pid_exists(pid) and psutil.Process(pid).status() != "zombie"]


def wait_for(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@pytest.mark.slow("interpreters with workers of their own")
def test_a_worker_dies(tmp_path, expected):
    job = Walk(tmp_path / "log", trouble="dies_once")
    paths = run_campaign(job, tmp_path / "runs", workers=2)
    assert_same(paths, expected)
    assert computed(job).count(2) == 2
    assert sorted(set(computed(job))) == [0, 1, 2, 3, 4]
    assert not leftovers(tmp_path / "runs")


@pytest.mark.slow("interpreters with workers of their own")
def test_a_run_that_kills_every_worker(tmp_path, expected):
    job = Walk(tmp_path / "log", trouble="dies")
    with pytest.raises(CampaignError, match="1 of 5 full runs failed; run 2: its worker died each time"):
        run_campaign(job, tmp_path / "runs", workers=2)
    assert_same([run_path(tmp_path / "runs", i) for i in (0, 1, 3, 4)], [expected[i] for i in (0, 1, 3, 4)])


def test_what_dask_repeats_is_recognised(job, tmp_path, expected):
    for _ in range(2):
        assert compute_run(job, 3, tmp_path / "run.h5", job.fingerprint(3)) == (3, "")
    assert computed(job) == [3]
    assert_same([tmp_path / "run.h5"], expected[3:4])


@pytest.mark.parametrize("dask", [False, True])
def test_a_run_fails(tmp_path, expected, cluster, dask):
    job = Walk(tmp_path / "log", trouble="fails")
    where = {"scheduler": cluster.scheduler_address} if dask else {"workers": 0}
    says = "1 of 5 full runs failed; run 2: ValueError: the sun was in my eyes; the 4 others are kept"
    with pytest.raises(CampaignError, match=says):
        run_campaign(job, tmp_path / "runs", **where)
    assert not leftovers(tmp_path / "runs")
    job.trouble = ""
    assert_same(run_campaign(job, tmp_path / "runs", **where), expected)
    assert sorted(computed(job)) == [0, 1, 2, 2, 3, 4]


@pytest.mark.parametrize("dask", [False, True])
def test_what_runs_warn_of_is_told_once_and_here(tmp_path, cluster, dask, capfd):
    job = Walk(tmp_path / "log", trouble="warns")
    where = {"scheduler": cluster.scheduler_address} if dask else {"workers": 0}
    with pytest.warns(RuntimeWarning, match="was odd; the same or the like in 3 of 5 full runs") as told:
        run_campaign(job, tmp_path / "runs", **where)
    assert len(told) == 1
    assert "odd" not in capfd.readouterr().err  # nor is it a worker's own lines


def test_the_one_run_of_a_job_warns_at_once_and_fails_by_itself(tmp_path):
    class One(Walk):
        def run(self, index, write):
            warnings.warn("odd", RuntimeWarning, stacklevel=2)
            raise ValueError("no more")

    with (
        pytest.warns(RuntimeWarning, match="^odd$"),
        pytest.raises(CampaignError, match=r"^the full run failed: ValueError: no more$"),
    ):
        run_campaign(One(tmp_path / "log", count=1), tmp_path / "runs", workers=0)


@contextmanager
def files_of_at_most(size):
    """As if the disk were full beyond that, for this process and those that it starts."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_full_disk_ends_a_campaign_at_once_and_the_next_one_goes_on(tmp_path, expected, workers, capfd):
    job, folder = Walk(tmp_path / "log", trouble="grows"), tmp_path / "runs"
    says = (
        r"runs: File too large: make room; \d of 5 full runs are kept there and \d( of about 5\d\d kB each)? "
        "are missing: a new start computes these$"
    )
    with files_of_at_most(700_000), pytest.raises(CampaignError, match=says) as told:
        run_campaign(job, folder, workers=workers)
    whole = [index for index in range(5) if run_path(folder, index).exists()]
    assert f"{len(whole)} of 5 full runs are kept there and {5 - len(whole)} " in str(told.value)
    assert workers or computed(job) == [0, 1, 2]
    assert not leftovers(folder)
    assert capfd.readouterr() == ("", "")  # HDF5 has nothing to say
    before = len(computed(job))
    assert_same(run_campaign(Walk(job.log), folder, workers=0), expected)
    assert computed(job)[before:] == [index for index in range(5) if index not in whole]


@pytest.mark.parametrize("reason", ["PermissionError", "OSError"])
def test_a_folder_that_takes_nothing_ends_a_campaign_too(job, tmp_path, monkeypatch, reason):
    def refuse(path):
        raise PermissionError(13, "Permission denied") if reason == "PermissionError" else OSError("gone")

    monkeypatch.setattr("offline.campaign.snapshots.Disk", refuse)
    with pytest.raises(CampaignError, match=r"runs: (Permission denied|gone): see to it .* 0 of 5 full runs"):
        run_campaign(job, tmp_path / "runs", workers=0)
    assert not computed(job)


def test_ctrl_c_while_a_file_is_written_waits_for_the_file(tmp_path):
    """An exception amid HDF5's writing would leave it in pieces."""

    def interrupted():
        with SnapshotWriter(tmp_path / "a.h5", "x") as write, write._written():
            signal.raise_signal(signal.SIGINT)
            write._append(np.ones((SIZE, 3)), "states")
            shapes.append(write._file["states"].shape)

    shapes = []
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert shapes == [(3, SIZE)]
    assert not list(tmp_path.iterdir())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_many_runs_fail(tmp_path):
    class Hopeless(Walk):
        def run(self, index, write):
            raise CampaignError(f"no luck with {index}")

    with pytest.raises(CampaignError, match=r"5 of 5 .* run 0: no luck with 0; .* run 2: .*; and 2 more"):
        run_campaign(Hopeless(tmp_path / "log"), tmp_path / "runs", workers=0)


def test_an_interrupt_keeps_what_is_finished(tmp_path):
    job = Walk(tmp_path / "log", trouble="interrupts")
    with pytest.raises(KeyboardInterrupt):
        run_campaign(job, tmp_path / "runs", workers=0)
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["run_00000.h5", "run_00001.h5"]


@pytest.mark.slow("interpreters with workers of their own")
def test_an_interrupt_does_not_wait_for_workers(tmp_path, monkeypatch):
    """A run that takes a minute is under way: its worker is ended at once, and its half file goes."""
    job, ended = Walk(tmp_path / "log", trouble="lingers"), []

    async def end(cluster):
        start = time.perf_counter()
        await _kill_workers(cluster)
        ended.append(time.perf_counter() - start)

    def interrupt(done, total):
        if done == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("offline.campaign.campaign._kill_workers", end)
    with pytest.raises(KeyboardInterrupt):
        run_campaign(job, tmp_path / "runs", workers=2, progress=interrupt)
    assert len(ended) == 1
    assert ended[0] < 3  # 0.2 s on a quiet machine; Dask by itself waits four, then kills
    assert len(list((tmp_path / "runs").iterdir())) == 4


def test_the_environment_is_left_as_it_was(job, tmp_path, monkeypatch):
    """Dask sets thread numbers here for its workers to inherit; they must not stay."""
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    before = dict(os.environ)
    run_campaign(Walk(job.log, count=1), tmp_path / "runs", workers=1)
    assert {name: os.environ.get(name) for name in ONE_THREAD} == {
        name: before.get(name) for name in ONE_THREAD
    }


def test_no_runs_at_all(job, tmp_path):
    assert run_campaign(Walk(job.log, count=0), tmp_path / "runs") == []


def test_no_scheduler_answers(job, tmp_path, monkeypatch):
    monkeypatch.setattr("offline.campaign.campaign.CONNECT_SECONDS", 0.5)
    with pytest.raises(CampaignError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        run_campaign(job, tmp_path / "runs", scheduler="tcp://127.0.0.1:1")
    with pytest.raises(CampaignError, match="no Dask scheduler answers at 'nonsense://x'"):
        run_campaign(job, tmp_path / "runs", scheduler="nonsense://x")


def test_workers_below_zero(job, tmp_path):
    with pytest.raises(CampaignError, match="workers must be at least 0"):
        run_campaign(job, tmp_path / "runs", workers=-1)


def test_a_folder_that_is_a_file(job, tmp_path):
    (tmp_path / "runs").write_text("")
    with pytest.raises(CampaignError, match="cannot be used for full runs"):
        run_campaign(job, tmp_path / "runs", workers=0)


def test_threads_are_given_back():
    before = threads_now()
    with one_thread():
        assert threads_now() == (1, 1)
    assert threads_now() == before


def test_random_numbers_are_the_seeds_children():
    children = np.random.SeedSequence(5).spawn(3)
    for index, child in enumerate(children):
        expected = np.random.default_rng(child).random(4)
        np.testing.assert_array_equal(random_of_run(5, index).random(4), expected)
