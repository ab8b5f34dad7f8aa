"""The full runs of smoke: the nominal run, and its random perturbations ([002], 5.2).

A perturbed run meets one random wind: at a steered particle of the nominal run, or where its flow is fast. It
is compressed as it finishes, to the few columns that stand for all its states (`reduce.pod.compress`): 51
runs of 90 states at 256 x 256 would be 4.8 GB.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.runs import Runs, draw_moment
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.smoke.full_smoke import FullSmoke, simulate
from offline.full.smoke.guide import distance_from_curve, search_guide
from offline.full.smoke.wind import Guided, Impulse, WindSource
from reduce.pod import compress
from softrein.errors import SceneError

Array = np.ndarray
FORMAT = 2  # of what a run computes: a change of the scheme makes older files outdated
PARTICLES, CARRIED, DENSITY = "particles", "carried", "density"  # records beside the states
GUIDE = ("guide centres", "guide accelerations")
FAST = 2  # fast places are drawn with the speed to this power as weight: its kinetic energy


class SmokeNominal(NamedTuple):
    """The run under the scene's own winds, and its guide's."""

    full: FullSmoke  # with the wind that was found for its guide
    q: Array  # (faces, T + 1) m/s
    particles: Array  # (T + 1, N, 2) m
    density: Array  # (nx, ny) at the end

    @property
    def words(self) -> str:
        """How fast it is, and how well guided."""
        crossed = np.abs(self.q).max() * self.full.scene.time.step / min(self.full.grid.spacing)
        words = f"; at most {crossed:.1f} cells a step"
        if self.full.scene.guide is not None:
            off = distance_from_curve(self.full, self.particles)
            words += f"; guided to {off.root_mean_square * 1e3:.2g} mm of its curve (rms)"
        return words


def nominal_run(full: FullSmoke, progress: Callable[[str, int, int], None]) -> Runs:
    """The run under the scene's own winds, after the search for its guide's; keeps every state."""
    return Runs([fingerprint("centre line", inputs_of(full))], partial(_write_nominal, full, progress))


def read_nominal(full: FullSmoke, path: Path) -> SmokeNominal:
    """What the nominal run's file holds."""
    snapshots, guide = Snapshots([path]), full.scene.guide
    particles, density = (snapshots.record(0, name) for name in (PARTICLES, DENSITY))
    if guide is not None:
        centres, accelerations = (snapshots.record(0, name) for name in GUIDE)
        full = replace(full, guided=Guided(centres, accelerations, guide.radius))
    return SmokeNominal(full, snapshots.run(0), particles, density)


def training_runs(nominal: SmokeNominal) -> Runs:
    """Perturbed runs, each with one random wind in its own stratum of the time axis."""
    full, inputs = nominal.full, inputs_of(nominal.full)
    part, guided = full.scene.enrichment, full.guided
    found = [] if guided is None else [guided.centres, guided.accelerations, guided.width]
    gusts, prints = [], []
    for index in range(part.runs):
        gust, blow = random_gust(nominal, index)
        gusts.append(gust)
        prints.append(
            fingerprint(
                "enrichment", [part.keep_every, part.tolerance], [gust.centre, gust.width],
                [blow.acceleration, blow.start, blow.duration], found, inputs,
            )
        )  # fmt: skip
    return Runs(prints, partial(_write_training, full, gusts))


def inputs_of(full: FullSmoke) -> str:
    """The fingerprint of all that the full model computes with."""
    names = ("seed", "backend", "box", "smoke", "particles", "carried", "winds", "guide")
    scene = full.scene.model_dump(mode="json")
    return fingerprint(
        FORMAT, [scene[name] for name in names], [scene["time"]["step"], scene["time"]["steps"]]
    )


def random_gust(nominal: SmokeNominal, index: int) -> tuple[WindSource, Impulse]:
    """The wind of a training run, and its course: a share of the strongest that blows in the nominal run."""
    full = nominal.full
    part, scale = full.scene.enrichment, full.largest_acceleration()
    if scale == 0:
        raise SceneError("the scene has no [[winds]] and no [guide]: nothing moves")
    rng, step = draw_moment(full.scene, index)
    angle = rng.uniform(0, 2 * np.pi)
    strength = rng.uniform(*part.strength) * scale
    place = _place(rng, nominal, step)
    acceleration = (float(strength * np.cos(angle)), float(strength * np.sin(angle)))
    blow = Impulse(acceleration, step * full.scene.time.step, part.duration)
    return WindSource((float(place[0]), float(place[1])), float(rng.uniform(*part.radius)), blow), blow


def read_perturbed_paths(paths: Sequence[Path]) -> Array:
    """Where the perturbed runs take the steered particles, (runs, T + 1, N, 2) m."""
    snapshots = Snapshots(paths) if paths else None
    found = [snapshots.record(run, PARTICLES) for run in range(len(paths))] if snapshots else []
    return np.array(found) if found else np.zeros((0, 0, 0, 2))


def _place(rng: np.random.Generator, nominal: SmokeNominal, step: int) -> Array:
    """Where a gust blows: at a random steered particle, or in a cell drawn by its kinetic energy."""
    if nominal.full.scene.enrichment.place == "particles":
        return np.asarray(nominal.particles[step, rng.integers(nominal.particles.shape[1])])
    grid = nominal.full.grid
    u, v = grid.split(nominal.q[:, step])
    speed = np.hypot(0.5 * (u[1:] + u[:-1]), 0.5 * (v[:, 1:] + v[:, :-1])).ravel()
    weight = speed**FAST if speed.any() else grid.fluid.ravel().astype(float)
    cell = rng.choice(weight.size, p=weight / weight.sum())
    return np.asarray(grid.cell_centres[cell])


def _write_nominal(
    full: FullSmoke, progress: Callable[[str, int, int], None], index: int, write: SnapshotWriter
) -> None:
    if full.scene.guide is not None:
        guided = search_guide(full, partial(progress, "search of the guide"))
        full = replace(full, guided=guided)
        for name, values in zip(GUIDE, (guided.centres, guided.accelerations), strict=True):
            write.record(name, values)
    paths: dict[str, list[Array]] = {PARTICLES: [], CARRIED: []}
    for step, frame in enumerate(simulate(full, full.simulation(), with_density=True)):
        progress("centre line", step, full.scene.time.steps)
        write.append(frame.q)
        paths[PARTICLES].append(frame.particles)
        paths[CARRIED].append(frame.carried)
    for name, places in paths.items():
        write.record(name, places)
    write.record(DENSITY, frame.density)


def _write_training(full: FullSmoke, gusts: Sequence[WindSource], index: int, write: SnapshotWriter) -> None:
    """Simulate, compress and write."""
    part = full.scene.enrichment
    kept = range(0, full.scene.time.steps + 1, part.keep_every)
    states = np.empty((len(kept), full.grid.size))
    paths = []
    for step, frame in enumerate(simulate(full, full.simulation(), gusts[index])):
        paths.append(frame.particles)
        if step in kept:
            states[step // part.keep_every] = frame.q
    write.append(compress(states.T, part.tolerance))
    write.record(PARTICLES, paths)
