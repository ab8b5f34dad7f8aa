"""LQR's cost from the step where a state enters a motion, against the nearest state; the search's time.

The states are those to which random pushes have led along another motion of `tshape-motions`. LQR's cost
is counted from simulators, over three rounds. Without out/tshape-motions.softrein there is no row: `softrein
precompute tshape-motions -o out/tshape-motions.softrein` makes one in some minutes.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row
from runtime.bundle.file import load
from runtime.bundle.record import Bundle

Array = NDArray[np.float64]

FILE = Path(__file__).resolve().parent.parent / "out" / "tshape-motions.softrein"
STATES, ROUNDS, SEED = 100, 3, 0
FORCES, SECONDS, RADIUS = (10.0, 60.0), 0.1, 0.08  # N, s, m of a push
WORST, TYPICAL, PATIENCE = 1.01, 0.95, 0.05  # times what the nearest state costs, in the median; s


def rows() -> list[Row]:
    """The bars, on one thread."""
    if not FILE.is_file():
        return []
    bundle, rng = load(FILE), np.random.default_rng(SEED)
    own = {name: bundle.motion(name) for name in bundle.motions}
    simulators = {name: motion.simulator("lqr") for name, motion in own.items()}
    for name, simulator in simulators.items():
        simulator.enter(name)  # compiles
    shares, seconds = [], []
    for _ in range(STATES):
        to = rng.choice([name for name, motion in own.items() if motion.track.states.any()])
        start = rng.choice([name for name in own if name != to])
        state = pushed(own[start], rng)
        simulators[to].state = state
        begun = time.perf_counter()
        found = simulators[to].enter(to)
        seconds.append(time.perf_counter() - begun)
        shares.append(spent(own[to], state, found) / spent(own[to], state, nearest(own[to], state)))
    low, high = np.percentile(shares, [25, 75])
    what = f"{STATES} states enter a motion of tshape-motions: LQR's cost, against from the nearest state"
    median, detail = statistics.median(shares), f"quartiles {low:.2f} and {high:.2f}"
    return [
        Row(f"{what}: median", median, TYPICAL, "at most", "x", detail),
        Row(f"{what}: worst", max(shares), WORST, "at most", "x", f"best {min(shares):.3f}"),
        Row("finding where a state enters", statistics.median(seconds), PATIENCE, "at most", "s"),
    ]


def pushed(bundle: Bundle, rng: np.random.Generator) -> Array:
    """A state some steps after a random push at the beginning of a motion."""
    simulator = bundle.simulator("lqr")
    way = rng.normal(size=3)
    force = rng.uniform(*FORCES) * way / np.linalg.norm(way)
    place = bundle.places(rng, np.array([0.0]))[0]
    simulator.push(place, force.tolist(), SECONDS, RADIUS)
    for _ in range(int(rng.integers(5, bundle.steps))):
        simulator.step()
    return simulator.state


def nearest(bundle: Bundle, state: Array) -> int:
    """The step of the nearest state, where velocities are scaled by the motion's own time."""
    states, places = bundle.track.states, bundle.plant().positions
    about = states - states.mean(axis=0)
    scale = np.full(states.shape[1], np.linalg.norm(about[:, places]))
    scale[places] = np.linalg.norm(np.delete(about, np.r_[places], axis=1))
    return int(np.argmin(np.linalg.norm((states[:-1] - state) * scale, axis=1)))


def spent(bundle: Bundle, state: Array, step: int) -> float:
    """LQR's cost, as the bundle defines it, from a state that is set at a step of an endless motion."""
    simulator, costs, h, total = bundle.simulator("lqr", rewind=True), bundle.costs, bundle.dt, 0.0
    simulator.index, simulator.state = step, state
    for _ in range(ROUNDS * bundle.steps):
        at = simulator.index % bundle.steps
        before = simulator.state - bundle.track.states[at]
        simulator.step()
        after, control = simulator.state - bundle.track.states[at + 1], simulator.control
        running = before @ costs.running @ before + after @ costs.running @ after
        total += h / 4 * costs.schedule[at] * running + h / 2 * control @ costs.control @ control
    return float(total)
