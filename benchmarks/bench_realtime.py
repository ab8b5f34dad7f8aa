"""Real time over long runs: a thousand steps a second, while a page watches.

The viewer's simulation steps an endless motion by the wall clock, while a page reads every frame; then, for
as long again, the loop of `softrein run --realtime` does the same. At the same time as that loop another
process only keeps the time, and so measures the system's own delays. The rows tell how late steps are, how
long a step itself takes, by how much the processes' memory has grown since the first fifth of the time, and
how far late rounds of the motion end from the reference, against early ones. Ten minutes each: `./dev bench
realtime --seconds 600`.
"""

from __future__ import annotations

import os
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.bench_viewer import serving, watching
from benchmarks.harness import Row
from offline.campaign.memory import held
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from offline.studies.other_step import at_step
from runtime.bundle.file import load, save
from runtime.realtime import pace, percentiles, wait_until
from runtime.simulator import Simulator
from softrein.viewer.scene import scene_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from softrein.viewer.simulation import Simulation

RATE = 1000  # steps a second
EVERY = 1.0  # s between two looks at memory


def rows(seconds: float = 30.0) -> list[Row]:
    """The bars: lateness and computing time of steps, memory, and the seam's drift."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "beam.softrein"
        bundle = precompute_scene(read_scene("beam"), Places(Path(folder) / "runs", workers=0))
        save(at_step(bundle, 1 / RATE), file)
        viewed, paced, empty = measure(file, seconds)
    late = [percentiles(each["latency"])["99.9 %"] for each in (viewed, paced, empty)]
    detail = f"a loop that only keeps time: 99.9 % late {1e6 * late[2]:.0f} us"
    grown = {name: _growth(each) for name, each in (viewed["memory"] | paced["memory"]).items()}
    first, *_, last = (np.median(part) for part in np.array_split(paced["ends"][1:], 4))
    rounds = f"{len(paced['ends'])} rounds"
    return [
        _late_row("viewer, a page watching", viewed),
        _late_row("run --realtime", paced),
        Row("viewer : a loop that does nothing, late", late[0] / late[2], 2.0, "at most", detail=detail),
        Row("run --realtime : likewise", late[1] / late[2], 2.0, "at most", detail=detail),
        Row(f"memory grown in {seconds:g} s", max(grown.values()), 4.0, "at most", "MB", _listed(grown)),
        Row("ends of rounds off the reference, late : early", last / first, 1.01, "at most", detail=rounds),
    ]


def _listed(megabytes: dict[str, float]) -> str:
    return ", ".join(f"{name} {each:.2f} MB" for name, each in megabytes.items())


def _late_row(what: str, of: dict[str, Any]) -> Row:
    """The row of the 99.9 % point of the steps' lateness, in steps."""
    late, alone = percentiles(of["latency"]), percentiles(of["compute"])
    said = "; ".join(
        f"{name}: late {1e6 * late[name]:.0f} us, step alone {1e6 * alone[name]:.0f} us" for name in late
    )
    steps = late["99.9 %"] * RATE
    return Row(f"{what}: 99.9 % late", steps, 2.0, "at most", "steps", f"{len(of['latency'])} steps; {said}")


def measure(file: Path, seconds: float) -> tuple[dict[str, Any], ...]:
    """The figures of the viewer's simulation, the paced loop and an empty one; memory in bytes over time."""
    with serving(file, scene_of(load(file))) as (simulation, address), watching(address, "a page"):
        viewed = _watch(simulation, seconds)
    context = get_context("spawn")
    others = []
    for act in (keep_pace, keep_time):
        ours, theirs = context.Pipe()
        process = context.Process(target=act, args=(file, seconds, theirs), daemon=True)
        process.start()
        others.append((process, ours))
    for _, pipe in others:
        pipe.recv()  # it is ready
    for _, pipe in others:
        pipe.send("go")
    found = [pipe.recv() for _, pipe in others]
    for process, _ in others:
        process.join()
    return viewed, *found


def _watch(simulation: Simulation, seconds: float) -> dict[str, Any]:
    """The timings of the viewer's steps, and the memory of its process and of the server's (this one)."""
    looks, server = round(seconds / EVERY), os.getpid()
    assert simulation.process.pid is not None
    memory = {"simulation": np.ones(looks), "server": np.ones(looks)}
    timings = np.ones((round(1.2 * seconds * RATE) + RATE, 2), dtype=np.float32)
    taken, before = 0, simulation.timings.count
    for look in range(looks):
        time.sleep(EVERY)
        count = simulation.timings.count
        fresh = simulation.timings.last(count - before)
        timings[taken : taken + len(fresh)] = fresh[: len(timings) - taken]
        taken, before = min(taken + len(fresh), len(timings)), count
        memory["simulation"][look] = held(simulation.process.pid) or np.nan
        memory["server"][look] = held(server) or np.nan
    latency, compute = timings[:taken].astype(float).T
    return {"latency": latency, "compute": compute, "memory": memory}


def keep_pace(file: Path, seconds: float, pipe: Connection) -> None:
    """Run the loop of `softrein run --realtime` in its own process, and note its memory once a second."""
    bundle = load(file)
    simulator, steps = bundle.simulator(rewind=True), round(seconds * RATE)
    start, places = bundle.track.states[0], slice(0, bundle.rank)
    ends, memory = np.ones(steps // bundle.steps + 1), np.ones(round(seconds / EVERY) + 1)
    seen = [0, 0]  # rounds and looks at memory

    def look(running: Simulator) -> None:
        if running.steps_taken and running.index == bundle.steps:
            ends[seen[0]] = np.linalg.norm(running.state[places] - start[places])
            seen[0] += 1
        if running.steps_taken % round(EVERY * RATE) == 0:
            memory[seen[1]] = held() or np.nan
            seen[1] += 1

    pipe.send("ready")
    pipe.recv()
    pacing = pace(simulator, 1 / RATE, look, steps)
    pipe.send(
        {
            "latency": pacing.latencies,
            "compute": pacing.spans,
            "ends": ends[: seen[0]],
            "memory": {"paced loop": memory[: seen[1]]},
        }
    )


def keep_time(file: Path, seconds: float, pipe: Connection) -> None:
    """Run a loop of the same period that does nothing: it measures the system's own delays."""
    latency = np.ones(round(seconds * RATE))
    pipe.send("ready")
    pipe.recv()
    due = time.perf_counter()
    for step in range(len(latency)):
        wait_until(due)
        latency[step] = time.perf_counter() - due
        due += 1 / RATE
    pipe.send({"latency": latency})


def _growth(memory: np.ndarray) -> float:
    """The growth of memory, MB, from the end of the first fifth of the time to the most in the last fifth."""
    fifth = max(1, len(memory) // 5)
    return float((memory[-fifth:].max() - memory[min(fifth, len(memory) - 1)]) / 1e6)
