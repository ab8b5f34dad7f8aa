"""The full runs of smoke as campaign jobs: the centre line, and its random perturbations ([002], 5.2).

A perturbed run meets one random wind: at a steered particle of the centre line, or where its flow is fast. It
is compressed as it finishes, to the few columns that stand for all its states (`reduce.pod.compress`): 51
runs of 90 states at 256 x 256 would be 4.8 GB.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from offline.campaign.campaign import random_of_run
from offline.campaign.enrichment import stratified_times
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke, simulate
from offline.full.smoke.guide import search_guide
from offline.full.smoke.wind import Guided, Impulse, WindSource
from offline.scenes.smoke import SmokeScene
from reduce.pod import compress
from softrein.errors import SceneError

Array = np.ndarray
FORMAT = 2  # of what a run computes: a change of the scheme makes older files outdated
PARTICLES, CARRIED, DENSITY = "particles", "carried", "density"  # records beside the states
GUIDE = ("guide centres", "guide accelerations")
FAST = 2  # fast places are drawn with the speed to this power as weight: its kinetic energy


class CentreRun(NamedTuple):
    """What the centre line was."""

    q: Array  # (faces, T + 1) m/s
    particles: Array  # (T + 1, N, 2) m
    carried: Array  # (T + 1, k, 2) m
    density: Array  # (nx, ny) at the end
    guided: Guided | None


class _SmokeRuns:
    """What the jobs share: the scene, and the full model, built where it is used."""

    def __init__(self, scene: SmokeScene) -> None:
        self.scene = scene

    @cached_property
    def full(self) -> FullSmoke:
        """The full model of the scene."""
        return build_full_smoke(self.scene)

    def __getstate__(self) -> dict[str, Any]:
        """All but the full model, which each worker builds for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "full"}

    @cached_property
    def inputs(self) -> str:
        """The fingerprint of all that the full model computes with."""
        names = ("seed", "backend", "box", "smoke", "particles", "carried", "winds", "guide")
        scene = self.scene.model_dump(mode="json")
        return fingerprint(
            FORMAT, [scene[name] for name in names], [scene["time"]["step"], scene["time"]["steps"]]
        )


class SmokeCentreLine(_SmokeRuns):
    """The run under the scene's own winds, after the search for its guide's; keeps every state.

    `progress` is called with what is done, how many steps of it, and of how many.
    """

    count = 1

    def __init__(self, scene: SmokeScene, progress: Callable[[str, int, int], None]) -> None:
        super().__init__(scene)
        self.progress = progress

    def fingerprint(self, index: int) -> str:
        """What the run is made from."""
        return fingerprint("centre line", self.inputs)

    def run(self, index: int, write: SnapshotWriter) -> None:
        """Simulate and write."""
        full, steps = self.full, self.scene.time.steps
        if self.scene.guide is not None:
            guided = search_guide(full, lambda done, total: self.progress("search of the guide", done, total))
            full = FullSmoke(full.scene, full.grid, full.wind, guided)
            for name, values in zip(GUIDE, (guided.centres, guided.accelerations), strict=True):
                write.record(name, values)
        paths: dict[str, list[Array]] = {PARTICLES: [], CARRIED: []}
        for step, frame in enumerate(simulate(full, full.simulation(), with_density=True)):
            self.progress("centre line", step, steps)
            write.append(frame.q)
            paths[PARTICLES].append(frame.particles)
            paths[CARRIED].append(frame.carried)
        for name, places in paths.items():
            write.record(name, places)
        write.record(DENSITY, frame.density)


class SmokeEnrichment(_SmokeRuns):
    """Perturbed runs, each with one random wind in its own stratum of the time axis."""

    def __init__(self, scene: SmokeScene, centre: CentreRun) -> None:
        super().__init__(scene)
        self.count = scene.enrichment.runs
        self.guided = centre.guided
        self.gusts = [self._gust(index, centre) for index in range(self.count)]

    @cached_property
    def full(self) -> FullSmoke:
        """The full model with the guide's wind."""
        full = build_full_smoke(self.scene)
        return FullSmoke(full.scene, full.grid, full.wind, self.guided)

    def fingerprint(self, index: int) -> str:
        """What the run is made from."""
        part, gust = self.scene.enrichment, self.gusts[index]
        course = gust.course
        assert isinstance(course, Impulse)
        found = (
            [] if self.guided is None else [self.guided.centres, self.guided.accelerations, self.guided.width]
        )
        return fingerprint(
            "enrichment", [part.keep_every, part.tolerance], [gust.centre, gust.width],
            [course.acceleration, course.start, course.duration], found, self.inputs,
        )  # fmt: skip

    def run(self, index: int, write: SnapshotWriter) -> None:
        """Simulate, compress and write."""
        part, full = self.scene.enrichment, self.full
        kept = range(0, self.scene.time.steps + 1, part.keep_every)
        states = np.empty((len(kept), full.grid.size))
        paths = []
        for step, frame in enumerate(simulate(full, full.simulation(), self.gusts[index])):
            paths.append(frame.particles)
            if step in kept:
                states[step // part.keep_every] = frame.q
        write.append(compress(states.T, part.tolerance))
        write.record(PARTICLES, paths)

    def _gust(self, index: int, centre: CentreRun) -> WindSource:
        """The wind of a run: a share of the strongest that blows in the centre line."""
        scene, part = self.scene, self.scene.enrichment
        times = stratified_times(self.count, scene.time.steps, random_of_run(scene.seed, self.count))
        rng, step = random_of_run(scene.seed, index), int(times[index])
        angle = rng.uniform(0, 2 * np.pi)
        strength = rng.uniform(*part.strength) * self._scale()
        place = self._place(rng, centre, step)
        blow = Impulse(
            (float(strength * np.cos(angle)), float(strength * np.sin(angle))),
            step * scene.time.step,
            part.duration,
        )
        return WindSource((float(place[0]), float(place[1])), float(rng.uniform(*part.radius)), blow)

    def _scale(self) -> float:
        scale = self.full.largest_acceleration()
        if scale == 0:
            raise SceneError("the scene has no [[winds]] and no [guide]: nothing moves")
        return scale

    def _place(self, rng: np.random.Generator, centre: CentreRun, step: int) -> Array:
        """Where it blows: at a random steered particle, or in a cell drawn by its kinetic energy."""
        if self.scene.enrichment.place == "particles":
            return np.asarray(centre.particles[step, rng.integers(centre.particles.shape[1])])
        grid = self.full.grid
        u, v = grid.split(centre.q[:, step])
        speed = np.hypot(0.5 * (u[1:] + u[:-1]), 0.5 * (v[:, 1:] + v[:, :-1])).ravel()
        weight = speed**FAST if speed.any() else grid.fluid.ravel().astype(float)
        cell = rng.choice(weight.size, p=weight / weight.sum())
        return np.asarray(grid.cell_centres[cell])


def read_perturbed_paths(paths: list[Path]) -> Array:
    """Where the perturbed runs take the steered particles, (runs, T + 1, N, 2) m."""
    snapshots = Snapshots(paths) if paths else None
    found = [snapshots.record(run, PARTICLES) for run in range(len(paths))] if snapshots else []
    return np.array(found) if found else np.zeros((0, 0, 0, 2))


def read_smoke_centre_line(path: Path, scene: SmokeScene) -> CentreRun:
    """What the centre line's file holds."""
    snapshots = Snapshots([path])
    particles, carried, density = (snapshots.record(0, name) for name in (PARTICLES, CARRIED, DENSITY))
    guided = None
    if scene.guide is not None:
        centres, accelerations = (snapshots.record(0, name) for name in GUIDE)
        guided = Guided(centres, accelerations, scene.guide.radius)
    return CentreRun(snapshots.run(0), particles, carried, density, guided)
