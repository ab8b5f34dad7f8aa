"""Static responses: the shapes that a body takes under constant loads,

    f(u) = gravity + load,

with the full model's nonlinear force f. The loads are gravity alone, if there is any; each actuator at
both its limits; pulls that bring a region that follows a path, to first order, to places on it; and pushes at
random places of the skin, as strong as the scene's own. An actuator without a limit has the strength that
moves the body, to first order from rest, as far as its nominal run or those pulls do (in sqrt(u^T M u)), and
no push is stronger than that.

A load under which the body has no equilibrium is tried at a half, a quarter and an eighth, and then left out;
a shape in which an element is inside out counts as none, as no run goes there.

Limits: a body that is held nowhere, or free to turn, has no static response. Loads grow from zero: where a
body has several shapes under a load, the response is the one that develops from rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.animation.bound import on_vertices
from offline.campaign.campaign import random_of_run
from offline.campaign.enrichment import force_impulse
from offline.campaign.runs import Runs
from offline.campaign.snapshots import Snapshots, SnapshotWriter, fingerprint
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.equilibrium import equilibrium
from offline.full.body.full_body import FullBody
from offline.full.body.loads import region_of, spread
from offline.full.factorisation import Factor, NotPositiveDefinite
from offline.scenes.body.actuators import BodyActuatorPart
from offline.scenes.body.scene import BodyScene
from reduce.protocols import Stepped
from runtime.base.progress import Progress, silent
from runtime.control.paths import axes_of
from softrein.errors import CampaignError, SimulationError

Array = np.ndarray

SHARES = (1.0, 0.5, 0.25, 0.125)  # fractions of a load, tried one after the other
# names of the records stored with the states: loads, and the fraction of each that was reached
NAMES, FOUND = "names", "shares"
ALONG = 8  # places along a path
SAME = 1e-6  # relative difference below which two forces count as equal
POINT = 1e-9  # m, radius of a push at a single vertex
FORMAT = 1  # version of the computation


class Load(NamedTuple):
    """A named load: a force (n,) N on free degrees of freedom, with gravity, and on cables and chambers."""

    name: str
    force: Array
    control: Array | None = None  # (a,) controls of the cables and chambers


class Pull(NamedTuple):
    """A force that brings a region to a place on its path, or to a key-frame, to first order."""

    path: int  # index of the path in the scene; regions of key-frames are counted after the paths
    time: float  # s, time of the goal
    force: Array  # (n,) N, force that pulls the region there
    u: Array  # (n,) m, displacement under that force
    to: str  # description of the goal


class Response(NamedTuple):
    """The shape u (n,) m under a share of a load; the share is 0 where there is none."""

    name: str
    u: Array
    share: float


def static_loads(full: FullBody, motion: float) -> list[Load]:
    """Return the loads of a scene whose nominal run goes as far as `motion`, sqrt(u^T M u) in m kg^1/2."""
    gravity, solve = full.standing, solver_of(full.body)
    if solve is None:
        return []

    def reach(force: Array) -> float:
        """Return how far a force moves the body."""
        return float(np.sqrt(full.body.mass @ solve(force) ** 2))

    pulls = pulls_of(full)
    far = max([motion, *(reach(pull.force) for pull in pulls)]) or reach(gravity)

    def enough(pattern: Array) -> float:
        """Return the newtons of a pattern that move the body so far; inf where distance or effect is zero."""
        moved = reach(pattern)
        return far / moved if far * moved > 0 else np.inf

    acting = []
    driven = []
    for i, part in enumerate(full.scene.control.actuators):
        if part.is_internal:
            driven += _driven(full, part, enough)
            continue
        pattern = full.actuator_force(i, part)
        low, high = part.limit or (-enough(pattern), enough(pattern))
        acting += [(f"actuator {part.name}", pattern, high)]
        acting += [(f"actuator {part.name} reversed", pattern, low)]
    for index in range(full.scene.static_places):
        vertex, pattern = _push(full, index)
        strength = min(own_strength(full.scene), enough(pattern))
        acting += [(f"push at vertex {vertex}", pattern, strength)]
    loads = [Load("gravity", gravity)] if gravity.any() else []
    for i, pull in enumerate(pulls):  # a place to which several key-frames hold a region is one load
        if not any(np.allclose(pull.force, other.force, rtol=SAME) for other in pulls[:i]):
            loads.append(Load(f"pull {i} {pull.to}", gravity + pull.force))
    for name, pattern, strength in acting:
        if pattern.any() and strength and np.isfinite(strength):
            loads.append(Load(name, gravity + strength * pattern))
    return loads + [Load(name, gravity, control) for name, control in driven]


def _driven(
    full: FullBody, part: BodyActuatorPart, enough: Callable[[Array], float]
) -> list[tuple[str, Array]]:
    """Yield controls (a,) of cables and chambers with one of them at a limit, by name."""
    number = full.scene.internal_actuators.index(part)
    far = enough(full.terms.unit_forces()[number])
    found = []
    for word, limit in zip((" reversed", ""), part.range or (-far, far), strict=True):
        control = np.zeros(full.terms.count)
        control[number] = np.clip(limit, -far, far) if not np.isfinite(limit) else limit
        if control[number] and np.isfinite(control[number]):
            found.append((f"actuator {part.name}{word}", control))
    return found[::-1]


def pulls_of(full: FullBody) -> list[Pull]:
    """Return loads that bring each region to `ALONG` places on its path, and the body to shapes.

    There are none for a body that is free to move.
    """
    body = full.body
    wanted = _wanted(full)
    shapes = _shapes(full, len(wanted))
    solve = solver_of(body) if wanted or shapes else None
    if solve is None:
        return []
    found, start = [], full.start()
    for i, (vertices, axes, times, places) in enumerate(wanted):
        patterns = np.array([spread(full.mesh, body.free, vertices, np.eye(3)[axis]) for axis in axes])
        bent = np.array([solve(pattern) for pattern in patterns])
        ways = places - patterns @ start
        newtons = np.linalg.lstsq(patterns @ bent.T, ways.T, rcond=None)[0].T
        to = "along the paths" if i < len(full.scene.control.paths) else "to the key-frames"
        found += [
            Pull(i, time, each @ patterns, each @ bent, to) for time, each in zip(times, newtons, strict=True)
        ]
    found += [pull for shape in shapes if (pull := _bent(full, solve, shape, start)) is not None]
    return found


class Shape(NamedTuple):
    """The goal of the whole body at a time: displacements u (n,) m from rest."""

    path: int  # as in `Pull`
    time: float  # s, time of the goal
    u: Array
    to: str  # description of the goal


def _shapes(full: FullBody, path: int) -> list[Shape]:
    """Return poses, and `ALONG` shapes of an animation, if there are any; `path` is the first's number."""
    scene = full.scene
    found = [
        Shape(path, part.time, on_vertices(full.body, pose.bound, pose.places[None])[:, 0], "to the poses")
        for part, pose in zip(scene.keyframes, full.poses, strict=True)
        if pose is not None
    ]
    found.sort(key=lambda each: each.time)
    if full.animated is None:
        return found
    steps = np.unique(np.linspace(0, scene.time.steps, ALONG).astype(int))
    along = on_vertices(full.body, full.animated.bound, full.animated.places[steps])
    return found + [
        Shape(path + 1, k * scene.time.step, u, "to the animation")
        for k, u in zip(steps.tolist(), along.T, strict=True)
    ]


def _bent(full: FullBody, solve: Callable[[Array], Array], shape: Shape, start: Array) -> Pull | None:
    """Return a load of the pattern M u for a shape u that moves the body as far, to first order."""
    way = shape.u - start
    force = full.body.mass * way
    bent = solve(force)
    size = float(np.sqrt(full.body.mass @ bent**2))
    share = float(np.sqrt(full.body.mass @ way**2)) / size if size > 0 else 0.0
    return Pull(shape.path, shape.time, share * force, share * bent, shape.to) if share else None


class _Wanted(NamedTuple):
    vertices: Array  # indices of the region's vertices, whose mean has the goal
    axes: list[int]
    times: Array  # (k,) s, times of the goals
    places: Array  # (k, axes) m, goals relative to the rest position


def _wanted(full: FullBody) -> list[_Wanted]:
    """Yield the goals of regions: at `ALONG` places on each path, and at key-frames, region by region."""
    found, scene = [], full.scene
    for i, part in enumerate(scene.control.paths):
        axes, curve = axes_of("axes", part.axes), part.curve()
        vertices = region_of(full.mesh, part.region, f"control.paths.{i}.region")
        times = np.linspace(curve.times[0], curve.times[-1], ALONG, endpoint=not curve.period)
        rest = full.mesh.vertices[vertices].mean(axis=0)[axes] * part.absolute
        found.append(_Wanted(vertices, axes, times, curve.at(times) - rest))
    for region in dict.fromkeys(frame.region for frame in scene.keyframes if frame.region is not None):
        frames = sorted(
            (each for each in scene.keyframes if each.region == region), key=lambda each: each.time
        )
        vertices = region_of(full.mesh, region, "keyframes.region")
        middle = full.mesh.vertices[vertices].mean(axis=0)
        places = np.array([np.array(each.position or 0.0) - middle * each.absolute for each in frames])
        found.append(_Wanted(vertices, [0, 1, 2], np.array([each.time for each in frames]), places))
    return found


def speed_along(full: FullBody) -> float:
    """Return the largest `sqrt(v^T M v)` (kg^1/2 m/s) of a body that moves slowly from pull to pull, or 0.

    Where pulls move nothing it is that of the whole body at the velocity of a key-frame.
    """
    step, pulls = full.scene.time.step, pulls_of(full)
    speeds = [
        float(np.sqrt(full.body.mass @ (after.u - before.u) ** 2)) / max(after.time - before.time, step)
        for before, after in pairwise(pulls)
        if before.path == after.path and after.time > before.time
    ]
    if any(pull.force.any() for pull in pulls):
        return max(speeds, default=0.0)
    mass = full.body.total_mass
    return max(
        (np.sqrt(mass) * float(np.linalg.norm(each.velocity or 0.0)) for each in full.scene.keyframes),
        default=0.0,
    )


def inputs_of_paths(full: FullBody) -> list[object]:
    """Return the data of paths, key-frames and animation on which full runs depend, for fingerprints."""
    scene = full.scene
    paths = [part.model_dump(mode="json", exclude={"weight"}) for part in scene.control.paths]
    frames = [part.model_dump(mode="json", exclude={"weight"}) for part in scene.keyframes]
    followed = [] if full.animated is None else [full.animated.bound.rest, full.animated.places]
    followed += [array for pose in full.poses if pose is not None for array in (pose.bound.rest, pose.places)]
    return [each for each in (paths, frames, followed) if each]


def static_run(full: FullBody, motion: float, inputs: str, progress: Progress = silent) -> Runs:
    """Return the job that finds all responses, in one file; it has no run where nothing acts.

    `inputs` is the fingerprint of all inputs of the full model.
    """
    scene, actuators = full.scene, full.scene.control.actuators
    count = scene.static_places
    if not (full.standing.any() or actuators or count or scene.control.paths or scene.reference.is_found):
        return Runs([], partial(_write, full, motion, progress))
    forces = [full.actuator_force(i, part) for i, part in enumerate(actuators) if not part.is_internal]
    pushes = [scene.enrichment.runs, count, own_strength(scene), _radius(scene)]
    limits = [[part.name, part.limit] for part in actuators]
    prints = fingerprint("statics", FORMAT, motion, forces, limits, pushes, inputs, *inputs_of_paths(full))
    return Runs([prints], partial(_write, full, motion, progress))


def read_responses(path: Path, size: int | None = None) -> list[Response]:
    """Read that run's file, with shapes of `size` numbers. Raises CampaignError for impossible content."""
    snapshots = Snapshots([path], size=size)
    names, shares = (snapshots.record(0, name, (snapshots.count,)) for name in (NAMES, FOUND))
    if names.dtype.kind != "S":
        raise CampaignError(f"{path}: {NAMES} are no texts; remove the file and run again")
    found = zip(names, snapshots.run(0).T, shares, strict=True)
    return [Response(name.decode(errors="replace"), u, float(share)) for name, u, share in found]


def response(body: Stepped, load: Array, control: Array | None = None) -> tuple[Array, float]:
    """Return the shape (n,) m under a load (n,) N, or a share of it, and this share; 0 if none is found.

    `control` is that of the body's cables and chambers.
    """
    for share in SHARES:
        with suppress(SimulationError), np.errstate(over="ignore", invalid="ignore"):
            u = equilibrium(body, share * load, None if control is None else share * control)
            if not inside_out(body, u):
                return u, share
    return np.zeros_like(load), 0.0


def inside_out(body: Stepped, u: Array) -> bool:
    """Whether an element is flat or inverted at u (n,)."""
    mesh = body.mesh
    x = np.array(mesh.vertices, dtype=float)
    x.reshape(-1)[body.free] += u
    F = np.einsum("mac,mad->mcd", x[mesh.tets], mesh.shape_gradients)
    return bool((np.linalg.det(F) <= 0).any())


def words(responses: Sequence[Response]) -> str:
    """Say how many there are, and which loads were weakened or left out; empty where nothing acts."""
    if not responses:
        return ""
    borne = [each for each in responses if each.share > 0]
    weak = [f"{name} at {share:.3g}" for name, _, share in borne if share < 1]
    none = [f"no {each.name}" for each in responses if each.share == 0]
    more = f" ({', '.join(weak + none)}: no equilibrium under all of it)" if weak or none else ""
    return f", {len(borne)} static responses{more}"


def _write(full: FullBody, motion: float, progress: Progress, index: int, write: SnapshotWriter) -> None:
    loads, found = static_loads(full, motion), []
    for done, load in enumerate(loads):
        progress("static responses", done, len(loads))
        found.append(response(full.moved, load.force, load.control))
    progress("static responses", len(loads), len(loads))
    write.append(np.reshape([u for u, _ in found], (len(loads), full.body.mass.size)).T)
    write.record(FOUND, [share for _, share in found])
    write.record(NAMES, np.array([load.name.encode() for load in loads], dtype=bytes))


def solver_of(body: ElasticBody) -> Callable[[Array], Array] | None:
    """Return a function from a force (n,) N to displacements (n,) m, to first order; None for a free body."""
    if not body.fixed.size:
        return None
    lower = body.lower_matrix()
    body.fill_system(np.zeros(body.mass.size), lower, 1.0, 0.0)
    factor = Factor(lower)
    try:
        factor.refactor(lower)
    except NotPositiveDefinite:
        return None
    return lambda force: np.asarray(factor.solve(force))


def _push(full: FullBody, index: int) -> tuple[int, Array]:
    """Draw a place of the skin, as a vertex, and a push of 1 N on the patch around it, (n,)."""
    scene = full.scene
    rng = random_of_run(scene.seed, scene.enrichment.runs + 1 + index)  # streams after those of the runs
    push = force_impulse(
        full.mesh,
        full.body.free,
        rng,
        step=0,
        dt=1.0,
        control=1.0,
        radius=_radius(scene),
        duration=(1, 1),
        strength=(1.0, 1.0),
    )
    return int(push.vertices[np.argmax(push.weights)]), push.field()


def own_strength(scene: BodyScene) -> float:
    """Return the largest force of a scene's random pushes, or else of its others, in N; inf: it has none."""
    return scene.expected_strength or np.inf


def _radius(scene: BodyScene) -> tuple[float, float]:
    """Return the least and largest radius of these pushes, in m."""
    if scene.ensemble is not None:
        return (max(scene.ensemble.radius, POINT),) * 2
    if scene.pushes:
        return (max(scene.pushes[0].radius, POINT),) * 2
    return scene.enrichment.radius
