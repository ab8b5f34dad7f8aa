"""Many independent full runs, on the cores of this machine or on those of a Dask scheduler.

A job says what a run is made from and how to compute it; the campaign makes every run's file,
and returns the files' paths. Only indices and short texts go through the scheduler: a
worker writes its states to disk itself (`offline.campaign.snapshots`), so the workers of a remote scheduler
must see the same folder.

Properties that always hold:

- Reproducible. A run depends on its index alone (draw its numbers from `random_of_run`), and computes on one
  thread wherever it runs, so that the order of summation is always the same. Files hold the same numbers,
  bit for bit, for any number of workers on the same kind of processor.
- Resumable. A run whose file is whole and bears the fingerprint of today's inputs is not computed again;
  a truncated or outdated file is. Temporary files of killed runs are removed at the start.
- A worker that dies is replaced and its run repeated. Dask then also repeats what the dead worker had
  finished; those runs find their own files and return at once.
- A run that fails is reported with its index once all others are done, and Ctrl-C costs only the runs
  that are under way. So does a full disk, which ends the campaign at once.

- One campaign in a folder at a time; a second one waits (`offline.campaign.sole_use`).

Source: the enrichment runs of [002], section 5.2.
"""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from offline.campaign.compiling import tell_as_worker
from offline.campaign.machine import in_words
from offline.campaign.processes import unheard, without_main
from offline.campaign.snapshots import (
    NotWrittenError,
    SnapshotWriter,
    is_whole,
    made_from,
    remove_leftovers,
)
from offline.campaign.sole_use import sole_use
from offline.campaign.threads import one_thread
from softrein.errors import CampaignError, SoftreinError, warn

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

Progress = Callable[[int, int], None]
Finished = tuple[int, str]  # a run's index and its error message, or ""
# a warning of a run: its text, its category, and where in the code it arose
Note = tuple[str, type[Warning], str]

CONNECT_SECONDS = 10.0  # s to wait for a given Dask scheduler
NAMED_FAILURES = 3  # number of failed runs that are described individually
THREAD_SETTINGS = ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMBA")
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in THREAD_SETTINGS}

# a Dask worker may have several threads, but compiled code is already parallel
_one_at_a_time = threading.RLock()


class Job(Protocol):
    """The runs that a campaign computes.

    It is pickled once and sent to each worker, which keeps it between runs. So it should be small: what is
    quick to build from the inputs (matrices, a factorisation) is best built in the first `run` and kept in an
    attribute that `__getstate__` leaves out.
    """

    @property
    def count(self) -> int:
        """How many runs there are."""

    def fingerprint(self, index: int) -> str:
        """Identify a run's inputs: return `snapshots.fingerprint` of all that it depends on."""

    def run(self, index: int, write: SnapshotWriter) -> None:
        """Compute one run, and give its states to `write.append` one after another."""


def random_of_run(seed: int, index: int) -> np.random.Generator:
    """Return the generator of one run: the index-th child of the seed, whoever computes the run and when."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))


def run_path(folder: str | Path, index: int) -> Path:
    """Return the path of one run's file."""
    return Path(folder) / f"run_{index:05d}.h5"


def run_campaign(
    job: Job,
    folder: str | Path,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """Compute the runs of a job that the folder lacks, and return all files in the runs' order.

    Args:
        job: what to compute.
        folder: where the files go; it is made if need be.
        workers: worker processes on this machine, one core each; as many as there are cores by default. 0
            computes in this process, without Dask.
        scheduler: the address of a Dask scheduler, such as "tcp://host:8786", to use instead.
        progress: called with (done, total) at the start, when `done` counts the runs that existed already,
            and after each run.

    Raises CampaignError: runs failed (the others are kept), no scheduler answers, a worker dies over the
    same run again and again, the folder cannot be written or is full. Warns where files were made from
    other inputs, before it replaces them.
    """
    if workers is not None and workers < 0:
        raise CampaignError(f"workers must be at least 0, got {workers}")
    folder = Path(folder).resolve()  # workers may have another current folder
    with sole_use(folder):
        remove_leftovers(folder)
        prints = [job.fingerprint(index) for index in range(job.count)]
        wanted = _wanted(folder, prints)
        failures = _compute_all(job, folder, wanted, prints, (workers, scheduler), progress)
        paths = [run_path(folder, index) for index in range(job.count)]
        for index in wanted:
            if index not in failures and not is_whole(paths[index], prints[index]):
                failures[index] = f"{paths[index]} is not there: do the workers see this folder?"
    if failures:
        raise CampaignError(_describe(failures, job.count, folder))
    return paths


def _wanted(folder: Path, prints: list[str]) -> list[int]:
    """Return the runs whose files are missing, or were made from other inputs."""
    found = [made_from(run_path(folder, index)) for index in range(len(prints))]
    others = sum(there not in (None, mine) for there, mine in zip(found, prints, strict=True))
    if others:
        runs = "1 full run that was" if others == 1 else f"{others} full runs that were"
        verb = "is" if others == 1 else "are"
        warn(f"{folder}: {runs} made from other inputs {verb} replaced; give another folder to keep such")
    return [index for index, mine in enumerate(prints) if found[index] != mine]


def _compute_all(
    job: Job,
    folder: Path,
    wanted: list[int],
    prints: list[str],
    where: tuple[int | None, str | None],
    progress: Progress | None,
) -> dict[int, str]:
    """Compute the wanted runs and report progress; returns the failures, index to text."""
    report = progress or (lambda done, total: None)
    there = job.count - len(wanted)
    report(there, job.count)
    failures: dict[int, str] = {}
    notes: list[Note] = []
    try:
        with closing(_finished(job, folder, wanted, prints, *where)) as finished:
            for done, ((index, error), heard) in enumerate(finished, start=1):
                notes += heard
                if error:
                    failures[index] = error
                report(there + done, job.count)
    except NotWrittenError as error:
        raise CampaignError(_describe_rest(error, folder, prints)) from error
    finally:
        remove_leftovers(folder)
    _tell(notes, job.count)
    return failures


def _finished(
    job: Job, folder: Path, wanted: list[int], prints: list[str], workers: int | None, scheduler: str | None
) -> Generator[tuple[Finished, list[Note]]]:
    """Yield the runs as they finish, with their warnings."""
    if not wanted:
        return
    if workers == 0 and scheduler is None:
        for index in wanted:
            given = job, index, run_path(folder, index), prints[index]
            # The warnings of a single run are shown as they arise.
            yield (compute_run(*given), []) if job.count == 1 else compute_and_hear(*given)
        return
    with _dask(workers, scheduler, len(wanted)) as client:
        yield from _through_dask(client, job, folder, wanted, prints)


def compute_run(job: Job, index: int, path: Path, fingerprint: str) -> Finished:
    """Compute one run in a worker, unless its file is whole. Errors are returned as text.

    Raises NotWrittenError, which is no fault of the run.
    """
    with _one_at_a_time, one_thread():
        if is_whole(path, fingerprint):
            return index, ""
        try:
            with SnapshotWriter(path, fingerprint) as write:
                job.run(index, write)
        except NotWrittenError:
            raise
        except SoftreinError as error:
            return index, str(error)
        except Exception as error:  # a failed run must not stop the others
            return index, f"{type(error).__name__}: {error}"
    return index, ""


def compute_and_hear(job: Job, index: int, path: Path, fingerprint: str) -> tuple[Finished, list[Note]]:
    """Return what `compute_run` does, and its warnings: printed by a worker they would name no run."""
    tell_as_worker()
    with _one_at_a_time, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        found = compute_run(job, index, path, fingerprint)
    return found, [(str(each.message), each.category, f"{each.filename}:{each.lineno}") for each in caught]


def _tell(notes: list[Note], count: int) -> None:
    """Repeat the warnings of `count` runs, once for each place in the code that warned."""
    places: dict[str, list[Note]] = {}
    for note in notes:
        places.setdefault(note[2], []).append(note)
    for found in places.values():
        text, kind, _ = found[0]
        often = f"; the same or the like in {len(found)} of {count} full runs" if count > 1 else ""
        warn(f"{text}{often}", kind)


def _describe(failures: dict[int, str], count: int, folder: Path) -> str:
    """Write one text for all failed runs."""
    if count == 1:
        return f"the full run failed: {failures[0]}"
    named = [f"run {index}: {failures[index]}" for index in sorted(failures)[:NAMED_FAILURES]]
    more = [f"and {len(failures) - len(named)} more"] if len(failures) > len(named) else []
    kept = f"the {count - len(failures)} others are kept in {folder}; a new start computes what is missing"
    return f"{len(failures)} of {count} full runs failed; " + "; ".join([*named, *more, kept])


def _describe_rest(error: Exception, folder: Path, prints: list[str]) -> str:
    """Write the text for a folder that can take no more."""
    whole = [path for index, mine in enumerate(prints) if is_whole(path := run_path(folder, index), mine)]
    missing, size = len(prints) - len(whole), sum(path.stat().st_size for path in whole)
    more = f" of about {in_words(size / len(whole))} each" if whole else ""
    return (
        f"{folder}: {error}; {len(whole)} of {len(prints)} full runs are kept there and {missing}{more} are "
        "missing: a new start computes these"
    )


# Dask


def _through_dask(
    client: Client, job: Job, folder: Path, wanted: list[int], prints: list[str]
) -> Iterator[tuple[Finished, list[Note]]]:
    """Distribute the runs and yield them as they finish.

    The job travels as the result of a task of its own, which Dask can repeat: a value scattered over the
    workers is lost with the last worker that held it.
    """
    from distributed import as_completed
    from distributed.protocol.pickle import dumps, loads

    sent = client.submit(loads, dumps(job), pure=False)
    given = {index: (run_path(folder, index), prints[index]) for index in wanted}
    futures = {
        client.submit(compute_and_hear, sent, index, *given[index], pure=False): index for index in given
    }
    for future in as_completed(futures):
        index = futures.pop(future)
        error, heard = _outcome_of(future)
        whole = error and is_whole(*given[index])  # its worker died after writing the file
        yield (index, "" if whole else error), heard
        future.release()


def _outcome_of(future: Future) -> tuple[str, list[Note]]:
    """Return the error of a run or of its worker, as text, and its warnings."""
    from distributed import KilledWorker

    try:
        (_, error), heard = future.result()
        return str(error), heard
    except NotWrittenError:
        raise
    except KilledWorker:
        died = "its worker died each time that it was tried, perhaps for lack of memory: try fewer workers"
        return died, []
    except Exception as error:  # the scheduler is gone, the run cannot be sent, ...
        return f"Dask gave it up ({type(error).__name__}: {error})", []


@contextmanager
def _dask(workers: int | None, scheduler: str | None, runs: int) -> Iterator[Client]:
    """Yield a client of the given scheduler, or of a cluster on this machine that ends with the block."""
    if scheduler is not None:
        with _remote(scheduler) as client:
            yield client
        return
    with (
        without_main(),
        _same_environment(),
        _local_cluster(workers, runs) as cluster,
        cluster.get_client() as client,
    ):
        try:
            yield client
        except BaseException:  # Ctrl-C, for instance: otherwise Dask waits four seconds for busy workers
            cluster.sync(_kill_workers, cluster)
            raise


@contextmanager
def _same_environment() -> Iterator[None]:
    """Restore this process's environment variables after the block.

    Dask sets them for its workers and leaves them set.
    """
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


async def _kill_workers(cluster: LocalCluster) -> None:
    """End a local cluster's processes at once."""
    for nanny in cluster.workers.values():
        await nanny.kill(timeout=0.1)


@contextmanager
def _remote(scheduler: str) -> Iterator[Client]:
    from distributed import Client

    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise CampaignError(
            f"no Dask scheduler answers at {scheduler!r} ({error}): start one with `dask scheduler`, or "
            "leave the scheduler out to use this machine"
        ) from error
    with client:
        yield client


def _local_cluster(workers: int | None, runs: int) -> LocalCluster:
    """Start processes of one thread each, no more than runs, without dashboard or limit on memory.

    Threads are set before the processes start, since libraries read their number once.
    """
    import dask
    from dask.system import CPU_COUNT
    from distributed import LocalCluster

    settings = {
        "distributed.nanny.pre-spawn-environ": ONE_THREAD,
        # One run per worker at a time: if a worker dies, Dask blames all runs queued on it.
        "distributed.scheduler.worker-saturation": 1.0,
    }
    try:
        with unheard(), dask.config.set(settings):  # its threads, which start processes, inherit that
            return LocalCluster(
                n_workers=min(workers or CPU_COUNT, runs),
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                # otherwise Dask warns that port 8787 is taken
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
    except (RuntimeError, OSError) as error:
        raise CampaignError(f"worker processes do not start ({error}); workers = 0 needs none") from error
