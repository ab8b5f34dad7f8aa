"""The basis of the `fluid` scene from 4.9 GB of runs on disk: peak memory, and time against one reading.

The snapshots are those that the scene's enrichment makes: 51 runs of 91 states at 256 x 256, all of which
start at rest under the same gust, each with one more wind of its own. The basis and the reading that it is
compared with run in turns, in separate processes, so that the peak of one is not that of the other. The files
have just been written: where memory is large enough, both read them from the system's cache.

`python -m benchmarks.bench_basis read FOLDER` or `... basis FOLDER` is one such process.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.harness import Row
from meshes.macgrid import MacGrid
from offline.campaign.snapshots import Snapshots, SnapshotWriter
from offline.full.smoke.stepper import Smoke
from offline.full.smoke.wind import Wind
from reduce.pod import Basis, pod
from runtime.plant.push import Push

CELLS = 256
RUNS, STATES = 51, 91
RANK = 64
TOLERANCE = 1e-3  # what the scene's basis is made with
DT = 1 / 30  # s; the gust crosses two to three cells a step
GUST = Push((0.3, 0.4), (6.0, 3.0), 0.0, 0.1, 0.06)
TURNS = 2
SPARE = 1.1  # of the snapshots' bytes, that the disk must have free


def rows() -> list[Row]:
    """The two bars on the basis, on one thread."""
    names = (
        f"basis of {RUNS} runs of {STATES} states, {CELLS} x {CELLS}, r = {RANK}: peak memory",
        "its time, against reading the runs once and each run's transpose times itself",
    )
    found = _measure()
    if isinstance(found, str):
        return [
            Row(names[0], math.nan, 2.0, "at most", "GB", found),
            Row(names[1], math.nan, 6.0, "at most", "x", found),
        ]
    reading, making, error = found
    ours, theirs = (median(turn["seconds"] for turn in turns) for turns in (making, reading))
    times = f"{ours:.1f} s, reading and products {theirs:.1f} s"
    peak = max(turn["peak"] for turn in making)
    return [
        Row(names[0], peak / 1e9, 2.0, "at most", "GB", f"{_bytes() / 1e9:.1f} GB of snapshots; {error}"),
        Row(names[1], ours / theirs, 6.0, "at most", "x", times),
    ]


def _grid() -> MacGrid:
    return MacGrid((CELLS, CELLS), (1.0, 1.0))


def _bytes() -> int:
    return 8 * RUNS * STATES * _grid().size


def _measure() -> tuple[list[Any], list[Any], str] | str:
    """The reports of all turns of both, and how close the basis is; or why nothing could be measured."""
    with TemporaryDirectory(prefix="softrein-basis-") as name:
        folder = Path(name)
        if shutil.disk_usage(folder).free < SPARE * _bytes():
            return f"{name} has no room for {_bytes() / 1e9:.1f} GB"
        _write_runs(folder)
        turns = [(_in_a_process("read", folder), _in_a_process("basis", folder)) for _ in range(TURNS)]
        reading, making = ([*side] for side in zip(*turns, strict=True))
        return reading, making, _closeness(folder)


def _write_runs(folder: Path) -> None:
    grid, rng = _grid(), np.random.default_rng(0)
    smoke = Smoke(grid, DT)
    for run in range(RUNS):
        start, blow = DT * rng.integers(STATES - 10), rng.normal(0.0, 2.0, 2)
        centre, width = rng.uniform(0.2, 0.8, 2), rng.uniform(0.03, 0.1)
        push = Push((centre[0], centre[1]), (blow[0], blow[1]), start, 0.1, width)
        wind, q = Wind(grid, [GUST, push] if run else [GUST]), np.zeros(grid.size)
        with SnapshotWriter(folder / f"{run:02d}.h5", "benchmark") as writer:
            writer.append(q)
            for step in range(STATES - 1):
                q, _ = smoke.step(q, None, wind.force(step * DT))
                writer.append(q)


def _in_a_process(what: str, folder: Path) -> Any:
    command = [sys.executable, "-m", "benchmarks.bench_basis", what, str(folder)]
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{what}: {done.stderr}")
    return json.loads(done.stdout)


def _closeness(folder: Path) -> str:
    """The basis's error over all snapshots and that which its singular values predict, over their norm."""
    saved, mass = np.load(folder / "basis.npz"), _mass()
    basis = Basis(saved["vectors"], saved["singular_values"], mass)
    weighted, vectors = (basis.vectors * mass[:, None]).T, basis.vectors.T
    whole, missed = 0.0, 0.0
    for block in _snapshots(folder):
        left = block.T - (weighted @ block).T @ vectors  # a state a row, as it lies in memory
        whole += float(np.vdot(block.T, block.T))
        missed += float(np.vdot(left, left))
    kept = (basis.singular_values[:RANK] ** 2).sum() / mass[0]
    return f"error {math.sqrt(missed / whole):.4f} of their norm, {math.sqrt(1 - kept / whole):.4f} expected"


def _snapshots(folder: Path) -> Snapshots:
    return Snapshots(sorted(folder.glob("*.h5")))


def _mass() -> np.ndarray:
    grid = _grid()
    return np.full(grid.size, grid.cell_area)


# Each in a process of its own


def _read(folder: Path) -> None:
    """Do the least of any method of snapshots: read all columns once and make each run's Gram matrix."""
    for block in _snapshots(folder):
        block.T @ block


def _make(folder: Path) -> Basis:
    return pod(_snapshots(folder), RANK, mass=_mass(), tolerance=TOLERANCE)


def _report(begun: float) -> dict[str, float]:
    """Seconds since `begun`, and the most bytes that this process has had in memory.

    `getrusage` does not serve here, as it counts the size of the parent process as well.
    """
    seconds = perf_counter() - begun
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = 1024 * int(status.partition("VmHWM:")[2].split()[0])
    return {"seconds": seconds, "peak": peak}


def _main(what: str, folder: Path) -> None:
    begun = perf_counter()
    if what == "basis":
        basis = _make(folder)
        report = _report(begun)
        np.savez(folder / "basis.npz", vectors=basis.vectors, singular_values=basis.singular_values)
    else:
        _read(folder)
        report = _report(begun)
    print(json.dumps(report))


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]))
