"""Contact: the time of a step, whether states stay finite, and how near the reduced body is to the full one.

The body is a hanging beam of 20 cm beside a fixed pole. Training runs are pushes towards the pole, and the
runs that are judged are other such pushes; a basis of runs without contact is judged as well.

Where MuJoCo is installed, its flexes lean the same beam on the same pole, under tilted gravity, at the same
time step. Two figures are compared: how far the lower end comes to lie from its place on a finer full body,
and the mean time of a step on the way there (the fall, the motion on the pole, and rest). There is no
friction in this comparison, and our basis has not seen that load.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row
from meshes import SignedDistance, block
from offline import Contact, ElasticBody, FullStepper, Material
from offline.full.body.equilibrium import equilibrium
from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.full.body.terms.sum import Sum
from offline.keyframes.waypoints import waypoints_of
from offline.pipeline.body.local import joined, responses
from offline.pipeline.body.presses import held_out
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, precompute_scene, run_nominal, run_training
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.steering.as_loads import as_found
from offline.steering.body import steer_full
from reduce.body import reduce_deformable
from reduce.pod import pod
from reduce.terms.contact import reduce_contact
from runtime.base.kernels import bound
from runtime.base.progress import silent
from runtime.body.contact.shapes import GRID, KINDS
from runtime.body.handle.pose import exponential
from runtime.body.handle.tool import tool_inputs
from runtime.body.plant import BodyPlant
from runtime.body.terms.contact import Contact as Reduced
from runtime.body.terms.contact import Feeler
from runtime.bundle.body import BodyBundle
from runtime.plant.stepping import step_plant
from softrein.errors import SimulationError
from softrein.reports.paper import QUICK_OF_ALL

Array = NDArray[np.float64]

DAMPING, STEP, STEPS = (0.3, 2e-3), 5e-3, 160
GRAVITY = (0.0, -9.81, 0.0)
POLE = {
    "name": "pole",
    "shape": "cylinder",
    "radius": 0.02,
    "length": 0.3,
    "position": (0.065, 0.07, 0.02),
}
TRAINED, JUDGED, RANK = 24, 6, 45
HELD = 8  # presses by which local functions are judged
PRESSED = (
    "mesh.cells=[8, 3, 3]",
    "time.step='5 ms'",
    "time.steps=120",
    "enrichment.runs=4",
    "enrichment.presses=12",
    "basis.rank=48",
)
ACTIVE, CANDIDATES, QUICK = 45, 344, 66e-6  # s, what MuJoCo's `trilinear` flex takes for as many
NEAR = 0.03  # of the motion, rms over the runs that are judged
WANTED = 0.1  # N
AWAY = [1.0, 0.08, 0.015]  # m
TILTED = (3.0, -9.81, 0.0)  # m/s^2
PEERS = {"trilinear": "0 1 0 1 1 1", "quadratic": "0 2 0 2 2 2", "full": "0 14 0 4 14 4"}  # and its pins
PUSHES, AMONG, ROUND = 2_000, 20, 10  # random ones, surroundings, and steps after each push


class Beam(NamedTuple):
    """The full body, hanging at rest."""

    body: ElasticBody
    contact: Contact
    start: Array
    weight: Array


def beam() -> Beam:
    """The beam that all rows are about."""
    mesh = block((4, 14, 4), (0.04, 0.2, 0.04))
    body = ElasticBody(mesh, Material(1e5, 0.35, 1000.0), mesh.regions["ymax"])
    contact = Contact.of(body, [POLE], gravity=GRAVITY, friction=0.3, stiffness_damping=DAMPING[1])
    weight = body.gravity(GRAVITY)
    return Beam(body, contact, equilibrium(body, weight), weight)


def push(body: ElasticBody, seed: int) -> Array:
    """A random push of the lower end, towards the pole or nearly so, N."""
    rng = np.random.default_rng(seed)
    load, chosen = np.zeros((len(body.mesh.vertices), 3)), body.mesh.regions["ymin"]
    load[chosen] = np.array([rng.uniform(0.4, 1.2), 0.0, rng.uniform(-0.4, 0.4)]) / len(chosen)
    return np.asarray(load.ravel()[body.free])


def full_run(given: Beam, stepped: ElasticBody | Sum, seed: int) -> Array:
    """Displacements (steps + 1, n) after a push of a quarter of the time."""
    stepper = FullStepper(stepped, DAMPING, STEP, 30, standing=given.weight)
    u, v, load = given.start, np.zeros_like(given.start), push(given.body, seed)
    found = [u]
    for step in range(STEPS):
        u, v = stepper.step(u, v, load if step < STEPS // 4 else np.zeros_like(u))
        found.append(u)
    return np.array(found)


def apart(given: Beam, runs: list[Array], seeds: range, truth: list[Array]) -> float:
    """The distance of a reduced body, with a basis of `runs`, from the full one, as a share of the motion."""
    mass = given.body.mass
    basis = pod(np.concatenate([run.T for run in runs], axis=1), RANK, mass=mass)
    U = basis.vectors
    model = reduce_deformable(given.body, basis, DAMPING, given.weight)
    plant = BodyPlant(model, STEP, 30, [reduce_contact(given.contact, given.body, U)])
    missed = moved = 0.0
    for seed, states in zip(seeds, truth, strict=True):
        z = np.concatenate([U.T @ (mass * given.start), np.zeros(RANK)])
        w = U.T @ push(given.body, seed)
        for step in range(STEPS):
            z = plant.step(z, w if step < STEPS // 4 else 0 * w)
            missed += float(mass @ (U @ z[:RANK] - states[step + 1]) ** 2)
            moved += float(mass @ (states[step + 1] - given.start) ** 2)
    return float(np.sqrt(missed / moved))


def of_truth(given: Beam) -> list[Row]:
    """The rows that say how near the reduced body is to the full one."""
    touching, free = given.contact.on(given.body), given.body
    judged = range(1000, 1000 + JUDGED)
    truth = [full_run(given, touching, seed) for seed in judged]
    untouched = [full_run(given, free, seed) for seed in judged]
    changed = np.sqrt(
        sum(
            float(given.body.mass @ ((a - b) ** 2).sum(axis=0)) for a, b in zip(truth, untouched, strict=True)
        )
        / sum(float(given.body.mass @ ((a - given.start) ** 2).sum(axis=0)) for a in truth)
    )
    found = {
        name: apart(given, [full_run(given, stepped, seed) for seed in range(TRAINED)], judged, truth)
        for name, stepped in (("that touch", touching), ("that touch nothing", free))
    }
    what = f"reduced body of r = {RANK} off the full one, {JUDGED} runs not seen, basis of runs"
    detail = f"of a motion that contact changes by {changed:.0%}"
    ratio = found["that touch nothing"] / found["that touch"]
    return [
        Row(f"{what} that touch", found["that touch"], NEAR, "at most", "", detail),
        Row(f"{what} that touch nothing, against that", ratio, 1.0, "at least"),
    ]


def reduced(given: Beam, rank: int, samples: int) -> tuple[BodyPlant, Reduced]:
    """A plant without contact, and a contact for it whose pole is out of reach."""
    runs = [full_run(given, given.contact.on(given.body), seed) for seed in range(6)]
    basis = pod(np.concatenate([run.T for run in runs], axis=1), rank, mass=given.body.mass)
    model = reduce_deformable(given.body, basis, DAMPING, given.weight)
    contact = Contact.of(given.body, [POLE], samples=samples, friction=0.3)
    return BodyPlant(model, STEP, 20), reduce_contact(contact, given.body, basis.vectors)


def of_time(given: Beam) -> list[Row]:
    """The time of a step with as many contacts as in the published figures of others."""
    plain, contact = reduced(given, 24, CANDIDATES)
    rng, points = np.random.default_rng(0), contact.points.copy()
    points[:, 0] += 1e-4 * rng.random(len(points))  # or all of a face would touch at once
    level = np.sort(points[:, 0])[-ACTIVE] - 1e-9 + contact.law[0]
    wall = {
        "kinds": np.array([0]),
        "sizes": np.zeros((1, 3)),
        "moving": np.array([-1]),
        "points": points,
        "friction": np.array([0.3]),
        "stiffness": contact.stiffness[:1],
        "poses": np.concatenate([[level, 0, 0], [0, 0, -1, 1, 0, 0, 0, -1, 0]])[None],
    }
    touching = contact._replace(**wall)
    z, w = np.zeros(48), np.zeros(24)
    seconds, counts = [], []
    for terms in ((), (touching,)):
        plant = BodyPlant(plain.model, STEP, 20, terms)
        seconds.append(per_step(plant, z, w))
        if terms:
            counts = [len(Feeler(touching).touch(z, plant.step(z, w), w[:0], STEP).samples)]
    detail = f"{counts[0]} samples in contact of {CANDIDATES}; without contact {seconds[0] * 1e6:.3g} us"
    return [Row("a step of r = 24 in contact", seconds[1], QUICK, "at most", "s", detail)]


def per_step(plant: BodyPlant, z: Array, w: Array) -> float:
    """The shortest time of many steps, s."""
    arguments: Any = (plant.calls(), z, w, np.empty_like(z))
    take, best = bound(step_plant, *arguments), np.inf
    for _ in range(200):
        begun = time.perf_counter()
        for _ in range(10):
            take(*arguments)
        best = min(best, (time.perf_counter() - begun) / 10)
    return best


def of_harm(given: Beam) -> list[Row]:
    """How many random pushes, among random shapes, end in states that are not finite, or in an error.

    Each time there are two obstacles and a tool that swings to and fro, of any kind, size and pose.
    """
    plain, contact = reduced(given, 12, 120)
    rng, silent, failed = np.random.default_rng(0), 0, 0
    r = plain.model.rank
    for _ in range(AMONG):
        plant, inputs = BodyPlant(plain.model, STEP, 20, [among(contact, rng)]), swing(rng)
        z = np.zeros(2 * r)
        for _ in range(PUSHES // AMONG):
            w = rng.standard_normal(r) * rng.uniform(0, 20)
            for step in range(ROUND):
                try:
                    z = plant.step(z, np.concatenate([w if step == 0 else 0 * w, inputs[step]]))
                except SimulationError:
                    failed += 1
                    z = np.zeros(2 * r)
                    break
                if not np.isfinite(z).all():
                    silent += 1
                    z = np.zeros(2 * r)
                    break
    what = f"{PUSHES} random pushes among {AMONG} times two random obstacles and a tool"
    return [
        Row(f"{what}: states that are not finite", silent, 0, "at most", "", ""),
        Row(f"{what}: steps that fail, and say so", failed, PUSHES / 100, "at most", "", ""),
    ]


def among(contact: Reduced, rng: np.random.Generator) -> Reduced:
    """The body's contact with two obstacles and a tool of random kinds, sizes and poses."""
    poses = [
        np.concatenate([rng.uniform(-0.06, 0.1, 3) * [1, 2, 1], exponential(rng.uniform(-2, 2, 3)).ravel()])
        for _ in range(3)
    ]
    kinds, sizes = rng.integers(len(KINDS), size=3), rng.uniform(0.01, 0.05, (3, 3))
    sizes[kinds == GRID] = 0.0  # the first grid, and the only one
    grid = star()
    return contact._replace(
        kinds=kinds,
        sizes=sizes,
        poses=np.array(poses),
        moving=np.array([-1, -1, 0]),
        friction=rng.uniform(0, 1, 3),
        stiffness=contact.stiffness * rng.uniform(0.1, 10, 3),
        grid_shapes=np.array([[*grid.values.shape, 0]]),
        grid_frames=np.array([[*grid.origin, grid.spacing, grid.border]]),
        grid_slopes=np.array([grid.steepest]),
        coefficients=grid.coefficients.ravel(),
    )


def swing(rng: np.random.Generator) -> Array:
    """A tool's inputs (ROUND, 12) in a round: it goes up to 2 cm and half a turn away, and returns."""
    share = np.sin(np.linspace(0, np.pi, ROUND + 1))
    way, turn = rng.uniform(-0.02, 0.02, 3), rng.uniform(-1.5, 1.5, 3)
    return tool_inputs(np.outer(share, way), np.array([exponential(each * turn) for each in share]), STEP)


@cache
def star() -> SignedDistance:
    """A closed surface with dents, about 6 cm across, in place of one from a file."""
    import pyvista

    ball = pyvista.Icosphere(radius=0.03, nsub=3)
    places = np.array(ball.points, dtype=float)
    places *= 1 + 0.3 * np.cos(200 * places).prod(axis=1, keepdims=True)
    return SignedDistance.of(places, ball.regular_faces, margin=0.01, cells=24)


def leaning(cells: tuple[int, int, int]) -> tuple[ElasticBody, Contact, Array, Array]:
    """A full body of `cells` that leans on the pole, its contact, its weight, and where it comes to rest."""
    mesh = block(cells, (0.04, 0.2, 0.04))
    body = ElasticBody(mesh, Material(1e5, 0.35, 1000.0), mesh.regions["ymax"])
    contact = Contact.of(body, [POLE], gravity=GRAVITY, friction=0.0)
    weight = body.gravity(TILTED)
    return body, contact, weight, equilibrium(contact.on(body), weight, steps=10)


def tip_of(body: ElasticBody, u: Array) -> Array:
    """How far the lower end has moved (3,) m."""
    moved = np.zeros(body.mesh.vertices.size)
    moved[body.free] = u
    return np.asarray(moved.reshape(-1, 3)[body.mesh.regions["ymin"]].mean(axis=0))


def of_peer(given: Beam) -> list[Row]:
    """The rows that compare our contact with MuJoCo's, where that is installed."""
    try:
        import mujoco
    except ImportError:
        return []
    finer, _, _, there = leaning((6, 28, 6))
    true = tip_of(finer, there)
    body, contact, weight, own = leaning((4, 14, 4))
    runs = [full_run(given, given.contact.on(given.body), seed) for seed in range(TRAINED)]
    basis = pod(np.concatenate([run.T for run in runs], axis=1), 24, mass=body.mass)
    model = reduce_deformable(body, basis, (10.0, DAMPING[1]), weight)
    plant = BodyPlant(model, STEP, 20, [reduce_contact(contact, body, basis.vectors)])
    z, w, taken = np.zeros(48), np.zeros(24), []
    arguments: Any = (plant.calls(), z, w, z)
    take = bound(step_plant, *arguments)
    for _ in range(4 * STEPS):
        begun = time.perf_counter()
        take(*arguments)
        taken.append(time.perf_counter() - begun)
    ours, seconds = tip_of(body, basis.vectors @ z[:24]), float(np.mean(taken))
    far, coarse = (float(np.linalg.norm(tip - true)) for tip in (ours, tip_of(body, own)))
    found = []
    for dof, pins in PEERS.items():
        m = mujoco.MjModel.from_xml_string(peer(dof, pins))
        data, taken = mujoco.MjData(m), []
        mujoco.mj_forward(m, data)
        rest = data.flexvert_xpos.copy()
        low = rest[:, 1] < rest[:, 1].min() + 1e-6
        for _ in range(4 * STEPS):
            begun = time.perf_counter()
            mujoco.mj_step(m, data)
            taken.append(time.perf_counter() - begun)
        lost = data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number > 0
        theirs = float(np.linalg.norm((data.flexvert_xpos[low] - rest[low]).mean(axis=0) - true))
        mean, name = float(np.mean(taken)), f"MuJoCo {mujoco.__version__}, {dof}, leaning on a pole"
        where = "it left the finite numbers" if lost else f"{theirs * 1e3:.2g} mm against {far * 1e3:.2g} mm"
        where += (
            f", our full body’s mesh itself {coarse * 1e3:.2g} mm, of {np.linalg.norm(true) * 1e3:.3g} mm"
        )
        when = f"{seconds * 1e6:.3g} us against {mean * 1e6:.3g} us"
        found += [
            Row(
                f"{name}: how far it lies off the full body, over ours",
                theirs / far,
                1.0,
                "at least",
                "x",
                where,
            ),
            Row(f"a step of r = 24 over one of {name}", seconds / mean, 1.0, "at most", "x", when),
        ]
    return found


def peer(dof: str, pins: str) -> str:
    """The beam and the pole as a model in MuJoCo's XML."""
    sideways, down, _ = TILTED
    return f"""<mujoco>
      <option timestep="{STEP}" gravity="{sideways} {down} 0" integrator="discrete"/>
      <worldbody>
        <geom type="cylinder" size="{POLE["radius"]} 0.15" pos="0.065 0.07 0.02" condim="1"/>
        <flexcomp name="beam" type="grid" count="5 15 5" spacing="0.01 {0.2 / 14} 0.01" pos="0.02 0.1 0.02"
            dim="3" mass="0.32" radius="0.0005" dof="{dof}">
          <elasticity young="1e5" poisson="0.35" damping="{DAMPING[1]}"/>
          <contact selfcollide="none" condim="1"/>
          <pin gridrange="{pins}"/>
        </flexcomp>
      </worldbody>
    </mujoco>"""


def of_reach() -> list[Row]:
    """How far the full arm of `reach` misses its key-frames, by motions planned with its pole or without.

    Both motions are found by the same pipeline; for the second one the pole is a metre away.
    """
    full = build_full_body(made_quick("reach"))
    missed = [misses(full, settings) for settings in ((), (f"obstacles.0.position={AWAY}",))]
    detail = f"{missed[0] * 1e3:.2g} mm against {missed[1] * 1e3:.3g} mm"
    return [
        Row("key-frames of `reach`, full body, planned through contact", missed[0], 2e-3, "at most", "m"),
        Row("planned without the pole, over that", missed[1] / missed[0], 10.0, "at least", "x", detail),
    ]


def of_press() -> list[Row]:
    """How near the mean force of the full finger of `press` is to the tenth of a newton that is wanted."""
    scene = made_quick("press")
    with TemporaryDirectory() as folder:
        bundle = precompute_scene(scene, Places(Path(folder) / "press", None))
    assert isinstance(bundle, BodyBundle)
    full, late = build_full_body(scene), slice(round(0.4 / bundle.dt), None)
    found = {}
    for controller in ("none", "lqr", "mpc"):
        runs = steer_full(full, bundle, controller, [bundle.pushes], True)
        assert runs.places is not None
        found[controller] = float(-runs.places[late, 0, -1, 0].mean())
    detail = "; ".join(f"{name} {force:.4f} N" for name, force in found.items())
    off = abs(found["mpc"] / WANTED - 1)
    return [
        Row(
            "`press`, full body under its push and MPC: mean force off 0.1 N",
            off,
            0.05,
            "at most",
            "",
            detail,
        )
    ]


def of_local() -> list[Row]:
    """How much local functions reduce the error under unseen presses, against as many further modes."""
    scene = made_quick("beam", *PRESSED)
    kind = kind_of(scene)
    full = kind.full_model(scene)
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        places = Places(Path(folder), 0)
        nominal = run_nominal(kind, full, places, silent).value
        basis = kind.basis(nominal, run_training(kind, nominal, places, silent).value)
        few = replace(basis, vectors=basis.vectors[:, : basis.rank // 2], spare=None)
        local = joined(few, responses(full, basis.rank // 2))
        by_modes, by_both = (held_out(full, each, HELD) for each in (replace(basis, spare=None), local))
    offs = (
        f"{by_both.force:.0%} against {by_modes.force:.0%}",
        f"{by_both.motion:.1%} against {by_modes.motion:.1%}",
    )
    detail = f"force off by {offs[0]}, motion by {offs[1]}, rms over {HELD} presses"
    what = "24 modes and 24 local functions, force under presses not seen, over 48 modes"
    return [Row(what, by_both.force / by_modes.force, 0.8, "at most", "x", detail)]


def made_quick(name: str, *settings: str) -> BodyScene:
    """A scene of the package, without comparators that would have to be tuned."""
    scene = read_scene(name, [*QUICK_OF_ALL, *settings])
    assert isinstance(scene, BodyScene)
    return scene


def misses(full: FullBody, settings: Sequence[str]) -> float:
    """The most by which a full body misses its key-frames, m, by a motion found under other `settings`."""
    with TemporaryDirectory() as folder:
        bundle = precompute_scene(made_quick("reach", *settings), Places(Path(folder) / "reach", None))
    assert isinstance(bundle, BodyBundle)
    u, v = map(np.transpose, map(np.array, zip(*simulate(as_found(full, bundle)), strict=True)))
    waypoints = waypoints_of(full.scene, full.mesh.vertices, full.mesh.regions, full.poses)
    return max(float(np.linalg.norm(each.middle(full.body, u, v) - each.goal)) for each in waypoints)


def rows() -> list[Row]:
    """The bars, on one thread."""
    given = beam()
    of_scenes = [*of_reach(), *of_press(), *of_local()]
    return [*of_time(given), *of_peer(given), *of_truth(given), *of_scenes, *of_harm(given)]
