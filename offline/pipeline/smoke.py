"""The pipeline's functions for smoke, see `offline.pipeline.kinds.Kind`.

A perturbed full run ([002], 5.2) has one random wind: at a steered particle of the nominal run, or where
its flow is fast. When it finishes it is compressed to the few columns that stand for all its states
(`reduce.pod.compress`): 51 runs of 90 states at 256 x 256 would be 4.8 GB.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.mac_operators import continued, face_extension
from meshes.macgrid import beside, split_faces
from offline.campaign.enrichment import Scale
from offline.campaign.runs import Runs, draw_moment
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.smoke.capacitance import most_faces
from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke, simulate
from offline.full.smoke.pressure import ITERATION, PLANE, Projection, backend_of, without_transform
from offline.full.smoke.reduced import divergence_free, reduced_plant
from offline.full.smoke.wind import Found, Gusts
from offline.keyframes.request import with_frames
from offline.keyframes.smoke.curve import distance_from_curve
from offline.keyframes.smoke.request import ask, frames_of
from offline.keyframes.smoke.rounds import find_winds, unmet
from offline.pipeline.base.needs import NUMBER, Outline, count
from offline.pipeline.base.reference import Reference
from offline.pipeline.base.shared_fields import shared_fields
from offline.scenes.smoke import SmokePushPart, SmokeScene, WindActuatorPart
from offline.steering.closed_loop import steer
from offline.steering.smoke import ControlledSmoke
from reduce.pod import Basis, compress, pod
from runtime.base.clock import step_at
from runtime.base.progress import Progress, silent
from runtime.bundle.smoke import SmokeBundle
from runtime.control.registry import LQR
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.rollouts import Rollouts
from runtime.smoke.flow_field import FlowField
from runtime.smoke.plant import SmokePlant
from runtime.smoke.velocity_modes import times
from softrein.errors import SceneError, warn

Array = np.ndarray
FORCES_AT_ONCE = 32  # full force fields held in memory at once
FORMAT = 2  # version of the computation: files of older versions are recomputed
PARTICLES, CARRIED, DENSITY = "particles", "carried", "density"  # names of the records stored with the states
# records of a wind that was found, and of the search for it:
FOUND = ("gust centres", "gust widths", "gust directions", "gust strengths")
ROUNDS, WEIGHTS, LIMITED = "rounds", "key-frame weights", "limited"
NO_ROUNDS, NO_WEIGHTS = np.zeros((0, 2)), np.zeros(0)  # no key-frames or paths
# bytes per cell of grid and simulation, by number of axes: 300 and 890 measured
CELL_BYTES = {2: 500, 3: 1400}
# bytes per cell of viscosity's matrix: 1460 measured in space, half of that by counting entries
VISCOUS_BYTES = {2: 1000, 3: 2200}
# Bytes of a factor with an unknown in each of n cells, in a plane times n log2 n (40 and 100 measured), in
# space times n^(4/3), as fill-in grows with nested dissection: 1.5 and 5 GB at 64^3, not measured.
FILL_BYTES = {2: {"cholmod": 60, "splu": 130}, 3: {"cholmod": 90, "splu": 300}}
SINGLE = 1e-5  # smallest tolerance of a basis for which single precision (6e-8) suffices
DIGIT = {2: 0.08, 3: 0.18}  # see `needs.DIGIT`; 0.15 to 0.17 measured in space
SEARCHED = 512  # fields of a flow held during a search for a wind: 340 measured with 42 gusts
FAST = 2  # exponent of the speed in the weight with which fast places are drawn: kinetic energy


class SmokeNominal(NamedTuple):
    """The run under the scene's own winds, and under the wind found for its goals."""

    full: FullSmoke  # includes the wind that was found
    q: Array  # (faces, T + 1) m/s, face velocities
    particles: Array  # (T + 1, N, d) m, steered particles
    density: Array  # (cells) density at the end
    told: Array = NO_ROUNDS  # (rounds, 2) m, see `offline.keyframes.smoke.rounds.Outcome`
    weights: Array = NO_WEIGHTS  # (frames,) 1/m^2, weights of key-frames
    # nominal runs of the other motions, each with the files of its training runs
    others: Sequence[tuple[SmokeNominal, Sequence[Path]]] = ()

    @property
    def words(self) -> str:
        """A text about its speed, and about the search of the wind."""
        grid, dt = self.full.grid, self.full.scene.time.step
        parts = zip(split_faces(self.q, grid.cells), grid.spacing, strict=True)
        words = f"; at most {max(np.abs(part).max() * dt / size for part, size in parts):.1f} cells a step"
        if self.full.scene.guide is not None:
            off = distance_from_curve(self.full, self.particles)
            words += f"; guided to {off.root_mean_square * 1e3:.2g} mm of its curve (rms)"
        for i, (reduced, full) in enumerate(1e3 * self.told):
            words += f"; round {i + 1}: full {full:.2g} mm off at most, reduced {reduced:.2g} mm"
        return words


def outline(scene: SmokeScene) -> Outline:
    """Return the sizes of smoke, by its cells."""
    counts = tuple(map(count, scene.box.cells))
    cells, axes, carried = math.prod(counts), len(counts), len(scene.particles) + len(scene.carried)
    n, winds = sum(cells + cells / each for each in counts), len(scene.winds)
    held = 2 + (math.ceil(SEARCHED / (scene.time.steps + 1)) if scene.asks else 0)
    solver, solids = without_transform(axes, scene.backend), bool(scene.box.solids)
    viscous = bool(scene.box.viscosity)
    # factors of the pressure and of each velocity component
    factors = int(solids or scene.backend == solver) + axes * viscous
    fill = factors * factor_bytes(solver, cells, axes)
    if solids and solver == ITERATION:  # with as many faces as the box has on its surface
        fill += NUMBER * min(most_faces(int(cells)), 2 * sum(cells / each for each in counts)) ** 2
    per_cell = CELL_BYTES[axes] + VISCOUS_BYTES[axes] * viscous
    return Outline(
        source=("box.cells",),
        unknowns=n,
        model=per_cell * cells + fill + NUMBER * n * winds,
        held=held,
        written=1,
        a_step=NUMBER * (4 * axes * carried + 8),
        compressed=True,
        particles=len(scene.particles) * axes / 2,
        velocities=False,
        actuators=len(scene.control.actuators),
        digit=DIGIT[axes],
        number=_kept_as(scene).itemsize,
        still=1,
        reduced=lambda rank: NUMBER * (4 * rank**3 + 2 * FORCES_AT_ONCE * n),
    )


def factor_bytes(solver: str, cells: float, axes: int) -> float:
    """Return the bytes of a factor with an unknown in each of `cells`; 0 for a solver without factors."""
    growth = cells * math.log2(cells + 1) if axes == PLANE else cells ** (4 / 3)
    return FILL_BYTES[axes].get(solver, 0) * growth


def full_model(scene: SmokeScene, made: None = None) -> FullSmoke:
    """Build grid and winds."""
    return build_full_smoke(scene)


def size(full: FullSmoke) -> str:
    """Describe cells, faces and the pressure solver."""
    grid = full.grid
    solid = f", {int(grid.solid.sum())} solid" if not grid.is_box else ""
    solver = backend_of(grid, full.scene.backend)
    return f"{times(grid.cells)} cells{solid}, n = {grid.size}; pressure by {solver}"


def nominal_run(full: FullSmoke, progress: Progress) -> Runs:
    """Return the job of the run under the scene's winds, after the search for its guide's wind.

    It keeps every state.
    """
    return Runs([fingerprint("centre line", inputs_of(full))], partial(_write_nominal, full, progress))


def read_nominal(full: FullSmoke, path: Path) -> SmokeNominal:
    """Read the nominal run from its file."""
    states = full.scene.time.steps + 1
    snapshots = Snapshots([path], size=full.grid.size, count=states)
    particles = snapshots.record(0, PARTICLES, (states, *full.start().particles.shape))
    density = snapshots.record(0, DENSITY, full.grid.cells)
    told, weights = NO_ROUNDS, NO_WEIGHTS
    if full.scene.asks:
        strengths = snapshots.record(0, FOUND[-1], (states - 1, None))
        some = strengths.shape[1]
        shapes = ((some, full.grid.axes), (some,), (some, full.grid.axes))
        gusts = Gusts(*(snapshots.record(0, name, shape) for name, shape in zip(FOUND, shapes, strict=False)))
        full = replace(full, found=Found(gusts, strengths))
        told, weights = snapshots.record(0, ROUNDS, (None, 2)), snapshots.record(0, WEIGHTS, (None,))
        for words in unmet(ask(full), particles, bool(snapshots.record(0, LIMITED, ()))):
            warn(words)
    return SmokeNominal(full, snapshots.run(0), particles, density, told, weights)


def scale(nominal: SmokeNominal) -> Scale:
    """Return the strength of its strongest wind."""
    return Scale(nominal.full.largest_acceleration())


def training_runs(nominal: SmokeNominal) -> Runs:
    """Return the job of perturbed runs, each with one random wind in its own stratum of the time axis."""
    full, inputs = nominal.full, inputs_of(nominal.full)
    part = full.scene.enrichment
    found = [] if full.found is None else [*full.found.gusts, full.found.strengths]
    gusts = [random_gust(nominal, index) for index in range(part.runs)]
    prints = [
        fingerprint(
            "enrichment",
            [part.keep_every, part.tolerance],
            [gust.at, gust.radius],
            [gust.force, gust.time, gust.duration],
            found,
            inputs,
        )
        for gust in gusts
    ]
    return Runs(prints, partial(_write_training, full, gusts))


def static_runs(nominal: SmokeNominal, progress: Progress = silent) -> Runs:
    """Return a job without runs: smoke has no static states."""
    return Runs([], lambda index, write: None)


def training_words(full: FullSmoke, training: Sequence[Path]) -> str:
    """Say how far the runs were compressed."""
    if not training:
        return ""
    scene = full.scene
    states = len(training) * len(range(0, scene.time.steps + 1, scene.enrichment.keep_every))
    return f", {states} states compressed to {Snapshots(training).count}"


def basis(nominal: SmokeNominal, training: Sequence[Path], columns: int | None = None) -> Basis:
    """Return the POD of the velocities of all runs, also of other motions, made free of divergence."""
    grid, scene = nominal.full.grid, nominal.full.scene
    tolerance, motions = scene.enrichment.tolerance, [(nominal, training), *nominal.others]
    kept = (compress(each.q[:, :: scene.enrichment.keep_every], tolerance) for each, _ in motions)
    paths = [path for _, training in motions for path in training]
    blocks = chain(kept, Snapshots(paths, size=grid.size) if paths else [])
    mass = np.full(grid.size, grid.cell_area)
    found = pod(blocks, scene.basis.wanted, mass=mass, tolerance=tolerance, columns=columns)
    return divergence_free(found, Projection(grid, scene.backend))


def basis_words(nominal: SmokeNominal, training: Sequence[Path], basis: Basis) -> str:
    """Return an empty text: a flow has no static states."""
    return ""


def plant(nominal: SmokeNominal, training: Sequence[Path], basis: Basis) -> tuple[SmokePlant, str]:
    """Build the reduced fluid with its particles."""
    return reduced_plant(nominal.full, basis, len(nominal.full.scene.particles), carried=True), ""


def projected(nominal: SmokeNominal, basis: Basis) -> Track:
    """Return the full run's particles, its projected flow, and the winds."""
    particles, steps, rows = nominal.particles, range(nominal.full.scene.time.steps), []
    for start in range(0, len(steps), FORCES_AT_ONCE):
        forces = [nominal.full.force(step) for step in steps[start : start + FORCES_AT_ONCE]]
        rows.append(basis.project(np.array(forces).T).T)
    control = np.pad(np.concatenate(rows), ((0, 0), (0, particles[0].size)))
    return Track(np.hstack([particles.reshape(len(particles), -1), basis.project(nominal.q).T]), control)


def bundle(
    nominal: SmokeNominal, training: Sequence[Path], basis: Basis, plant: SmokePlant, reference: Reference
) -> SmokeBundle:
    """Build the bundle from box, model, costs and pushes."""
    full, scene, grid = nominal.full, nominal.full.scene, nominal.full.grid
    field, start = FlowField(plant.modes, grid.open, plant.particles, plant.forces), full.start()
    fields = shared_fields(
        scene,
        plant,
        reference,
        field,
        wind_pattern(field),
        lambda part: pushed_place(part, field, reference.track, scene),
    )
    if scene.keyframes:
        columns = {particle: grid.axes * particle for particle in range(plant.particles)}
        frames = frames_of(ask(full), plant, columns)
        fields["costs"] = with_frames(fields["costs"], frames, nominal.weights)
    return SmokeBundle(
        **fields,
        extent=list(grid.extent),
        scheme=scene.time.scheme,
        particles=plant.particles,
        solid=grid.solid,
        open_faces=grid.open,
        density=np.asarray(start.density),
        carried=start.carried,
        full_paths=nominal.particles,
        full_density=nominal.density,
        perturbed_paths=read_perturbed_paths(training, nominal.particles.shape),
        vectors=continued(basis.vectors, face_extension(grid)),
    )


def sensed(nominal: SmokeNominal, bundle: SmokeBundle) -> SmokeBundle:
    """Return the bundle unchanged: smoke has no sensors."""
    return bundle


def left_alone(nominal: SmokeNominal, bundle: SmokeBundle) -> Rollouts:
    """Run the full smoke under the bundle's LQR, without pushes."""
    return steer(ControlledSmoke(nominal.full, bundle), bundle, LQR.name, [[]])


def full_step(nominal: SmokeNominal) -> Callable[[], object]:
    """Return a step from the middle of the nominal run, with its density, as a function."""
    full, middle = nominal.full, nominal.full.scene.time.steps // 2
    simulation, q, force = full.simulation(), nominal.q[:, middle], full.force(middle)
    return lambda: simulation.step(q, nominal.density, force)


def wind_pattern(field: FlowField) -> Callable[[int, WindActuatorPart], Array]:
    """Return a function for the plant's inputs (forces,) under an actuator of the scene."""

    def pattern(index: int, part: WindActuatorPart) -> Array:
        along = np.array(part.direction) / float(np.linalg.norm(part.direction))
        found = np.zeros(field.forces)
        wind = along @ field.wind(part.at, part.radius)
        found[: wind.size] = wind
        return found

    return pattern


def pushed_place(part: SmokePushPart, field: FlowField, track: Track, scene: SmokeScene) -> tuple[float, ...]:
    """Return the place of a scene's push; one at a particle is where the reference has it then."""
    if not isinstance(part.at, int):
        return part.at
    step = step_at(part.time, scene.time.step, scene.time.steps)
    return tuple(field.positions(track.states[step])[part.at].tolist())


def inputs_of(full: FullSmoke) -> str:
    """Return the fingerprint of all inputs of the full model."""
    names = ("seed", "backend", "box", "smoke", "particles", "carried", "winds", "guide")
    scene = full.scene.model_dump(mode="json")
    asked: list[object] = [scene["advection"]] if full.scene.advection != "semi-lagrangian" else []
    for part, given in zip(full.scene.box.solids, scene["box"]["solids"], strict=True):
        del given["file"], given["scale"]  # so that fingerprints are the same as before these entries existed
        asked += [full.grid.solid] if part.file is not None else []
    if full.scene.box.solids and full.grid.axes > PLANE:
        asked.append("continued behind inner edges")
    if full.scene.box.buoyancy is None:
        del scene["box"]["buoyancy"]  # the same
    if full.scene.asks:
        control = scene["control"]
        asked += [scene["keyframes"], scene["time"]["scheme"], scene["enrichment"]["radius"]]
        asked += [control["control_cost"], control["actuators"]]
    return fingerprint(
        FORMAT, [scene[name] for name in names], [scene["time"]["step"], scene["time"]["steps"]], *asked
    )


def random_gust(nominal: SmokeNominal, index: int) -> Push:
    """Draw the wind of a training run: a share of the strongest in the nominal run, or of the control's."""
    full = nominal.full
    part, scale = full.scene.enrichment, full.largest_acceleration() or full.others.control
    if scale == 0:
        raise SceneError("the scene has no winds, and the goals of its particles need none: nothing moves")
    rng, step = draw_moment(full.scene, index)
    along = _direction(rng, full.grid.axes)
    acceleration = tuple((rng.uniform(*part.strength) * scale * along).tolist())
    at, width = tuple(_place(rng, nominal, step).tolist()), float(rng.uniform(*part.radius))
    return Push(at, acceleration, step * full.scene.time.step, part.duration, width)


def read_perturbed_paths(paths: Sequence[Path], shape: tuple[int, ...]) -> Array:
    """Read the steered particles' paths in perturbed runs, (runs, T + 1, N, d) m; `shape` is one run's."""
    snapshots = Snapshots(paths) if paths else None
    found = [snapshots.record(run, PARTICLES, shape) for run in range(len(paths))] if snapshots else []
    return np.array(found) if found else np.zeros((0, 0, 0, shape[-1]))


def _direction(rng: np.random.Generator, axes: int) -> Array:
    """Draw a random direction (d,), of length 1."""
    angle = rng.uniform(0, 2 * np.pi)
    found = np.array([np.cos(angle), np.sin(angle)])
    for _ in range(axes - 2):  # second axis: a sphere's heights are uniformly distributed (Archimedes)
        height = rng.uniform(-1, 1)
        found = np.append(math.sqrt(1 - height**2) * found, height)
    return found


def _place(rng: np.random.Generator, nominal: SmokeNominal, step: int) -> Array:
    """Draw the place of a gust: a random steered particle, or a cell by its kinetic energy."""
    if nominal.full.scene.enrichment.place == "particles":
        return np.asarray(nominal.particles[step, rng.integers(nominal.particles.shape[1])])
    grid = nominal.full.grid
    parts = [beside(part, axis) for axis, part in enumerate(grid.split(nominal.q[:, step]))]
    speed = np.sqrt(sum((0.5 * (before + beyond)) ** 2 for before, beyond in parts)).ravel()
    weight = speed**FAST if speed.any() else grid.fluid.ravel().astype(float)
    cell = rng.choice(weight.size, p=weight / weight.sum())
    return np.asarray(grid.cell_centres[cell])


def _write_nominal(full: FullSmoke, progress: Progress, index: int, write: SnapshotWriter) -> None:
    if full.scene.asks:
        outcome = find_winds(full, partial(progress, "rounds of the search"))
        full = replace(full, found=outcome.found)
        for name, values in zip(FOUND, (*outcome.found.gusts, outcome.found.strengths), strict=True):
            write.record(name, values)
        for name, value in zip((ROUNDS, WEIGHTS, LIMITED), outcome[1:], strict=True):
            write.record(name, value)
    paths: dict[str, list[Array]] = {PARTICLES: [], CARRIED: []}
    for step, frame in enumerate(simulate(full, full.simulation(), with_density=True)):
        progress("nominal motion", step, full.scene.time.steps)
        write.append(frame.q)
        paths[PARTICLES].append(frame.particles)
        paths[CARRIED].append(frame.carried)
    for name, places in paths.items():
        write.record(name, places)
    write.record(DENSITY, frame.density)


def _kept_as(scene: SmokeScene) -> np.dtype:
    """Return the precision of stored training runs: single in space, unless more digits are needed."""
    in_space = len(scene.box.cells) > PLANE
    return np.dtype(np.float32 if in_space and scene.enrichment.tolerance >= SINGLE else np.float64)


def _write_training(full: FullSmoke, gusts: Sequence[Push], index: int, write: SnapshotWriter) -> None:
    """Simulate, compress meanwhile, and write."""
    part, number, paths = full.scene.enrichment, _kept_as(full.scene), list[Array]()

    def states() -> Iterator[Array]:
        for step, frame in enumerate(simulate(full, full.simulation(), gusts[index])):
            paths.append(frame.particles)
            if step % part.keep_every == 0:
                yield frame.q.astype(number)[:, None]

    write.append(compress(states(), part.tolerance).astype(number))
    write.record(PARTICLES, paths)
