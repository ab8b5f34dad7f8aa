"""The distance of the nominal motion from that of the same full model with a smaller time step.

The finer run takes `SUBSTEPS` steps for one, each with Newton's method until it has converged, under loads,
winds and a handle's motion that are held over a step of the scene as in the nominal run; so the
difference is the scheme's own error. At each instant of the scene

    of a body      the distance is sqrt((u' - u)^T M (u' - u)), u being displacements
    of smoke       the root mean square distance of the steered particles; for a scene without any it is
                   sqrt(a) |q' - q|, q being velocities

and the figure is the largest, over the largest distance of the nominal run from its start. It costs as much
as `SUBSTEPS` full runs and runs in a process of its own beside the training runs. Its distances are stored
with the full runs.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.campaign import compute_run, run_path
from offline.campaign.pool import meanwhile
from offline.campaign.runs import Runs
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint, is_whole, remove_leftovers
from offline.pipeline.base.table import Made
from offline.pipeline.body.runs import BodyNominal
from offline.pipeline.kinds import Nominal
from offline.pipeline.smoke import SmokeNominal
from offline.scenes.base.scene import Scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.smoke import SmokeScene
from softrein.errors import warn

Array = np.ndarray
SUBSTEPS = 4
ITERATIONS = 20  # most Newton iterations, at least as many as the scene's own
FAR = 0.05  # fraction of the motion's extent: larger errors are warned of
# error aimed at by the recommended step; smaller than FAR since coarse steps do not yet show the scheme's
# order
AIM = FAR / 2
STILL = 1e-6  # fraction of a body's size: a smaller motion counts as none
SECONDS = "seconds"  # name of a record: computing time
FORMAT = 1


class _Compared(NamedTuple):
    """A comparison of a run with another one."""

    distances: Iterator[float]  # distance at each instant, from the start to the end
    reach: float  # largest distance of the nominal run from its start, in the same unit; 0: it does not move


@contextmanager
def beside_finer(
    nominal: Nominal, prints: str, folder: Path, workers: int | None
) -> Iterator[Callable[[], Made[float | None]]]:
    """Yield a function for the nominal run's distance from the finer one, which runs during the block.

    `prints` is the nominal run's fingerprint. Without `workers` the finer run is made when the function is
    called; one that is already in the folder is used.
    """
    job = Runs([fingerprint("finer", FORMAT, SUBSTEPS, ITERATIONS, prints)], partial(_write, nominal))
    path, own = run_path(folder, 0), job.fingerprint(0)
    there = is_whole(path, own)
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers(folder)
    with meanwhile(partial(compute_run, job, 0, path, own), workers != 0 and not there) as made:
        yield lambda: _table_row(nominal, path, made()[1])


def _table_row(nominal: Nominal, path: Path, failure: str) -> Made[float | None]:
    """Return the row about the finer run for the table of a bundle's stages: its figure and words.

    The figure is the largest distance from the finer run, relative to the motion's extent, read from the file
    `path`; None if that run ended with the error `failure`, or if nothing moves by itself. Warns if it is
    above `FAR`.
    """
    scene: Scene = nominal.full.scene
    if failure:
        return Made(None, f"the run with {SUBSTEPS} substeps per step failed: {failure}")
    snapshots = Snapshots([path], size=1)
    far, seconds = float(snapshots.run(0).max()), snapshots.at_least_0(0, SECONDS)
    if snapshots.count == 1:
        return Made(None, "nothing moves by itself")
    words = f"the nominal motion is {far:.2%} of its reach from that on a quarter of the step"
    if far > FAR:
        warn(f"time.step: {words}; {remedy(scene, far)}")
    return Made(far, f"{words}; {seconds:.1f} s beside the training runs", {"bytes": path.stat().st_size})


def remedy(scene: Scene, far: float) -> str:
    """Say which step would bring a motion that is so `far` off within `FAR`, by the scheme's order.

    The order is two for steps of the midpoint rule that converge, one for others and for smoke.
    """
    iterations = getattr(scene.time, "newton_iterations", None)
    order = 1 if iterations in (None, 1) or getattr(scene.time, "scheme", None) == "euler" else 2
    parts = math.ceil((far / AIM) ** (1 / order))
    step, steps = scene.time.step / parts, scene.time.steps * parts
    words = f"time.step = {step:.4g} s, with {steps} steps, would do"
    return f"try time.newton_iterations = {ITERATIONS} first; {words}" if iterations == 1 else words


def _write(nominal: Nominal, index: int, write: SnapshotWriter) -> None:
    """Write the finer run's distances over the reach."""
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # these warnings were given in the nominal run
        found = COMPARED[type(nominal.full.scene)](nominal)
        shares = [far / found.reach for far in found.distances] if found.reach else [0.0]
    for share in shares:
        write.append(np.array([share]))
    write.record(SECONDS, time.perf_counter() - start)


def _body(nominal: BodyNominal) -> _Compared:
    full = nominal.full
    mass = full.measure
    size = float(full.mesh.sides.max()) * math.sqrt(full.body.total_mass)
    reach = nominal.reach if nominal.reach > STILL * size else 0.0

    def distances() -> Iterator[float]:
        stepper = full.finer(SUBSTEPS, max(ITERATIONS, full.scene.time.newton_iterations)).stepper()
        state = full.begin()
        for step in range(full.scene.time.steps + 1):
            yield math.sqrt(mass @ (state[0] - nominal.u[:, step]) ** 2)
            if step < full.scene.time.steps:
                load, control = full.loads.at(step), full.loads.control_at(step)
                for k in range(SUBSTEPS):
                    state = stepper.step(*state, load, control, full.known_at(step), k * stepper.dt)

    return _Compared(distances(), reach)


def _smoke(nominal: SmokeNominal) -> _Compared:
    full, particles = nominal.full, nominal.particles
    motion = particles if particles.shape[1] else nominal.q.T[:, :, None] * math.sqrt(full.grid.cell_area)
    mean = particles.shape[1] or 1

    def far(one: Array, other: Array) -> float:
        return math.sqrt(np.sum((one - other) ** 2) / mean)

    def distances() -> Iterator[float]:
        smoke, frame = full.finer(SUBSTEPS).simulation(), full.start()
        q, points, density = frame.q, frame.particles, frame.density if full.is_buoyant else None
        for step in range(full.scene.time.steps + 1):
            now = points if particles.shape[1] else q[:, None] * math.sqrt(full.grid.cell_area)
            yield far(now, motion[step])
            if step < full.scene.time.steps:
                force = full.force(step)
                for _ in range(SUBSTEPS):
                    before, (q, density) = q, smoke.step(q, density, force)
                    points = smoke.advect(points, 0.5 * (before + q)) if len(points) else points

    return _Compared(distances(), max(far(each, motion[0]) for each in motion))


COMPARED: Mapping[type[Scene], Callable[[Nominal], _Compared]] = {BodyScene: _body, SmokeScene: _smoke}
