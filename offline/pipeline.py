"""The offline pipeline: from a scene to a bundle, stage by stage.

    full body -> centre-line run -> enrichment runs -> basis -> reduced model -> reference -> gains
              -> comparators -> bundle

Each stage is timed, and says what it made and how large that is. Full runs lie on disk and are taken up
again by the next call with the same scene; all that follows takes seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from offline.campaign import run_campaign
from offline.comparison import tune_comparators, tuning_pushes
from offline.control import build_actuators, build_costs, lqr_gains
from offline.full_body import FullBody, build_full_body
from offline.full_runs import CentreLine, EnrichmentRuns, halved_steps, peak_speed, read_centre_line
from offline.loads import region_of
from offline.measure import step_figures
from offline.reference import projected_reference, reduced_reference
from offline.scene import PushPart, Scene, TargetPart
from offline.snapshots import Snapshots
from reduce.deformable import reduce_deformable
from reduce.pod import Basis, pod
from runtime.body import DeformablePlant
from runtime.bundle import Bundle
from runtime.loop import Track
from runtime.shape import Push, Shape
from runtime.target import Target, skin_of
from softrein.errors import SceneError

Progress = Callable[[str, int, int], None]
COMPARATOR_GRID = (16, 12)  # P gains, and PD gains along each axis: `softrein compare` searches more finely
HORIZONTAL = np.array([1.0, 0.0, 1.0])  # y is up
DISCRETISATIONS = ("step", "exponential")


@dataclass(frozen=True)
class Places:
    """Where full runs are kept, and who computes them."""

    runs: Path
    workers: int | None = None
    scheduler: str | None = None


@dataclass
class Stages:
    """The table of stages, as it grows."""

    rows: list[dict[str, Any]] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[dict[str, Any]]:
        """Time a stage; what is put into the yielded row ("result", "bytes") goes into the table."""
        row: dict[str, Any] = {"stage": name, "seconds": 0.0, "result": ""}
        start = time.perf_counter()
        yield row
        row["seconds"] = time.perf_counter() - start
        self.rows.append(row)


def precompute_scene(
    scene: Scene, places: Places, progress: Progress = lambda what, done, total: None
) -> Bundle:
    """Run every stage; nothing is written but whole full runs.

    Raises the errors of each stage: SceneError, MeshError, MaterialError, CampaignError, BasisError,
    SimulationError, CostError.
    """
    stages = Stages()
    with stages.stage("full body") as row:
        full = build_full_body(scene)
        check_places(scene, full)
        size = (
            f"{len(full.mesh.vertices)} vertices, {len(full.mesh.tets)} tetrahedra, n = {len(full.body.free)}"
        )
        row["result"] = f"{size}; solver {full.stepper().backend}"
    with stages.stage("centre line") as row:
        centre_line = CentreLine(scene, lambda done: progress("centre line", done, scene.time.steps))
        centre = run_campaign(centre_line, places.runs / "centre", workers=0)[0]
        u, v = read_centre_line(centre)
        progress("centre line", scene.time.steps, scene.time.steps)
        row["result"] = f"{scene.time.steps} steps{halved_steps([centre])}"
        row["bytes"] = centre.stat().st_size
    with stages.stage("enrichment") as row:
        paths = run_campaign(
            EnrichmentRuns(scene, peak_speed(full, v)), places.runs / "enrichment",
            workers=places.workers, scheduler=places.scheduler,
            progress=lambda done, total: progress("full runs", done, total),
        )  # fmt: skip
        row["result"] = f"{len(paths)} perturbed runs{halved_steps(paths)}"
        row["bytes"] = sum(path.stat().st_size for path in paths)
    progress("basis, model, reference", 0, 3)
    with stages.stage("basis") as row:
        basis = build_basis(scene, full, u, paths)
        row["result"] = _basis_result(basis)
        row["bytes"] = basis.vectors.nbytes
    progress("basis, model, reference", 1, 3)
    with stages.stage("reduced model") as row:
        damping = (scene.damping.mass, scene.damping.stiffness)
        model = reduce_deformable(full.body, basis, damping=damping, standing=full.standing)
        row["result"] = f"r = {basis.vectors.shape[1]}"
        row["bytes"] = sum(part.nbytes for part in model if isinstance(part, np.ndarray))
    progress("basis, model, reference", 2, 3)
    plant = DeformablePlant(model, scene.time.step, scene.time.newton_iterations)
    with stages.stage("reference") as row:
        track, distance = build_reference(scene, full, plant, basis, u, v)
        row["result"] = f"{scene.reference.source}; {distance:.1%} from the projected full run"
        row["bytes"] = track.states.nbytes + track.feedforward.nbytes
    progress("basis, model, reference", 3, 3)
    bundle = assemble(scene, full, basis, plant, track)
    with stages.stage("gains") as row:
        bundle, row["result"], figures = add_gains(bundle, scene, progress)
        row["bytes"] = bundle.gains["lqr"].nbytes
    with stages.stage("comparators") as row:
        found = tune_comparators(bundle, COMPARATOR_GRID, progress)
        bundle.gains.update({name: member.gains for name, member in found.items()})
        row["result"] = "at LQR's effort: " + "; ".join(
            f"{name} " + ", ".join(f"{key} = {value:.3g}" for key, value in member.parameters.items())
            for name, member in found.items()
        )
    with stages.stage("measurement") as row:
        row["figures"] = figures | step_figures(bundle, full)
        row["result"] = "one step: " + ", ".join(
            f"{row['figures'][key]:.3g} {unit}"
            for key, unit in (
                ("full step [ms]", "ms full"), ("reduced step without control [ms]", "ms reduced"),
                ("control [ms]", "ms control"),
            )
        )  # fmt: skip
    bundle.stages.extend(stages.rows)
    return bundle


def check_places(scene: Scene, full: FullBody) -> None:
    """Raise SceneError for a region or a vertex that the mesh does not have, before anything expensive."""
    named: dict[str, str | None] = {
        f"targets.{i}.region": part.region for i, part in enumerate(scene.targets)
    }
    named |= {f"control.instants.{i}.region": part.region for i, part in enumerate(scene.control.instants)}
    named |= {f"control.actuators.{i}.region": part.region for i, part in enumerate(scene.control.actuators)}
    named |= {f"pushes.{i}.at": part.at for i, part in enumerate(scene.pushes) if isinstance(part.at, str)}
    for name, region in named.items():
        if region is not None:
            region_of(full.mesh, region, name)
    for i, push in enumerate(scene.pushes):
        if isinstance(push.at, int) and not 0 <= push.at < len(full.mesh.vertices):
            raise SceneError(f"pushes.{i}.at: no vertex {push.at}; the mesh has {len(full.mesh.vertices)}")


def build_basis(scene: Scene, full: FullBody, centre_line: np.ndarray, paths: list[Path]) -> Basis:
    """POD of the displacements of all runs, weighted by mass; `centre_line` (n_free, T + 1)."""
    part = scene.basis
    wanted = part.rank if part.energy is None else part.energy
    blocks = chain([centre_line[:, :: scene.enrichment.keep_every]], Snapshots(paths) if paths else [])
    assert wanted is not None  # the scene has seen to it
    with threadpool_limits(1):  # a second thread gains little, and costs threefold on busy cores
        return pod(blocks, wanted, mass=full.body.mass)


def build_reference(
    scene: Scene, full: FullBody, plant: DeformablePlant, basis: Basis, u: np.ndarray, v: np.ndarray
) -> tuple[Track, float]:
    """The reference as the scene wants it, and how far the reduced run lies from the projected full one.

    `u` and `v`, each (n_free, T + 1), are the centre line.

    The distance is that of the displacements, in the mass norm, relative to the largest displacement.
    """
    projected = projected_reference(full.loads, basis, u, v)
    reduced = reduced_reference(plant, full.loads, basis, full.start())
    rank = basis.vectors.shape[1]
    difference = np.linalg.norm((reduced.states - projected.states)[:, :rank], axis=1)
    size = np.linalg.norm(projected.states[:, :rank], axis=1).max()
    distance = float(np.sqrt(np.mean(difference**2)) / size) if size > 0 else 0.0
    return (reduced if scene.reference.source == "reduced" else projected), distance


def assemble(scene: Scene, full: FullBody, basis: Basis, plant: DeformablePlant, track: Track) -> Bundle:
    """All of a bundle but its gains."""
    mesh, free = full.mesh, full.body.free
    regions = {name: np.asarray(region) for name, region in mesh.regions.items()}
    shape = Shape(mesh.vertices, mesh.surface, free, basis.vectors, regions)
    actuators, limits = build_actuators(scene.control, mesh, free, basis.vectors)
    return Bundle(
        name=scene.name,
        scene=scene.model_dump(mode="json"),
        stages=[],
        vertices=mesh.vertices,
        tets=mesh.tets,
        surface=mesh.surface,
        regions=regions,
        free=free,
        vectors=basis.vectors,
        model=plant.model,
        dt=scene.time.step,
        newton_iterations=scene.time.newton_iterations,
        track=track,
        costs=build_costs(scene.control, scene.time, shape, actuators.shape[1]),
        actuators=actuators,
        limits=limits,
        gains={},
        discretisation="",
        rewind=scene.reference.rewind,
        pushes=[build_push(part, shape) for part in scene.pushes],
        targets=[build_target(part, shape, track, scene.time.step) for part in scene.targets],
    )


def add_gains(bundle: Bundle, scene: Scene, progress: Progress) -> tuple[Bundle, str, dict[str, Any]]:
    """The bundle with LQR gains by the better discretisation, what each achieves, and the paper's figures.

    What counts is the mean cost `1/2 (error^2 + rho effort)` over the scene's push and the tuning pushes.
    """
    part = scene.control
    wanted = DISCRETISATIONS if part.discretisation == "best" else (part.discretisation,)
    pushes = tuning_pushes(bundle)
    gains, cost, seconds = {}, {}, {}
    for done, name in enumerate(wanted):
        progress("gains", done, len(wanted))
        start = time.perf_counter()
        gains[name] = lqr_gains(
            bundle.plant(), bundle.track, bundle.costs, bundle.actuators, name, part.integrals, bundle.rewind
        )
        seconds[name] = time.perf_counter() - start
        outcome = bundle.rollouts(pushes, gains[name])
        cost[name] = float(np.mean(0.5 * (outcome.error**2 + part.effort * outcome.effort)))
    progress("gains", len(wanted), len(wanted))
    best = min(wanted, key=lambda name: cost[name])
    result = f"{best}; mean cost achieved: " + ", ".join(f"{name} {cost[name]:.4g}" for name in wanted)
    chosen = replace(bundle, gains={"lqr": gains[best]}, discretisation=best)
    figures = {
        "reduced coordinates r": bundle.vectors.shape[1],
        "steps T": bundle.steps,
        "degrees of freedom n": len(bundle.free),
        "gains, computation [s]": seconds[best],
        "gains, size [MB]": gains[best].nbytes / 2**20,
    }
    return chosen, result, figures


def build_push(part: PushPart, shape: Shape) -> Push:
    """A scene's push at a vertex: the one nearest, at rest, to the point or to the region's middle."""
    at = part.at
    if isinstance(at, str):
        at = tuple(shape.vertices[shape.regions[at]].mean(axis=0).tolist())
    vertex = at if isinstance(at, int) else shape.nearest(np.array(at))
    push = Push(vertex, part.force, part.time, part.duration, part.radius)
    shape.reduced_force(push)
    return push


def build_target(part: TargetPart, shape: Shape, track: Track, dt: float) -> Target:
    """A ball where the reference motion's skin reaches it at the wanted moment.

    A ball on a string gives way sideways only, so it hangs at the region's height, ahead of the skin point
    that leads in the horizontal direction in which the region moves.
    """
    step = round(part.time / dt)
    rank = shape.modes.shape[2]
    around = track.states[[max(step - 1, 0), step], :rank]
    skin = skin_of(shape.surface, shape.regions[part.region])
    before, now = shape.positions(around, np.unique(skin))
    direction = (now - before).mean(axis=0) * HORIZONTAL
    if not direction.any():
        raise SceneError(f"targets: {part.name!r}: the reference does not move sideways at {part.time:g} s")
    direction /= np.linalg.norm(direction)
    leading = now[np.argmax(now @ direction)]
    centre = now.mean(axis=0)
    centre += direction * (np.dot(leading - centre, direction) + part.radius - part.bite)
    window = max(1, round(part.tolerance / dt))
    return Target(part.name, part.region, tuple(centre.tolist()), part.radius, part.string, step, window)


def _basis_result(basis: Basis) -> str:
    values = basis.singular_values
    rank = basis.vectors.shape[1]
    return f"r = {rank}, {np.sum(values[:rank] ** 2) / np.sum(values**2):.4%} of the energy"
