"""Random presses: a ball that is pushed into the body's skin and taken away again, in a full run of its own.

A basis must be trained on contact: under a finger a body takes shapes that no push over a patch makes. A
press is a tool of the scene's contact law (`offline.full.body.terms.contact`) that touches at a random place,
moves along the surface's normal but for a random tilt, presses as far in as a random share of the strongest
push would move the place, and withdraws. The body moves under its own loads meanwhile.

The error of the basis is then measured on presses that it was not trained on (`Held`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from offline.campaign.campaign import random_of_run
from offline.full.body.full_body import FullBody, simulate
from offline.full.body.handle.way import tools_by
from offline.full.body.loads import spread
from offline.full.body.terms.contact import CONTACT, Contact, build_contact
from offline.full.body.terms.placing import region_of
from offline.full.body.terms.sum import Terms
from offline.pipeline.body.statics import own_strength, solver_of
from offline.scenes.body.contact import ContactPart, ToolPart
from reduce.body import reduce_deformable
from reduce.pod import Basis
from reduce.terms.base_motion import reduce_handle
from reduce.terms.kinds import reduce_terms
from runtime.body.contact.data import INPUTS
from runtime.body.midpoint import SCHEMES
from runtime.body.plant import BodyPlant
from runtime.body.terms.contact import Contact as Reduced
from runtime.body.terms.contact import Feeler
from softrein.errors import SimulationError, warn

Array = np.ndarray
FIRST = 20_000  # first random-number stream of presses, above those of runs and static responses
DEEPEST = 0.3  # deepest indentation as a fraction of the body's size
SHARE = (0.3, 1.0)  # range of indentations as a fraction of the strongest push's
TILT = 0.4  # weight of a random direction against the normal
# fractions of the duration at which the ball starts, is fully in, starts to leave, and has left
AT_REST, IN, HELD, OUT = 0.05, 0.35, 0.6, 0.9
TRIES = 20  # places tried until the ball starts outside the body
JUDGED = 2  # presses held out of the basis
BEARS = 0.1  # tolerated relative error of the force
MOST_ELEMENTS = 4000  # most elements of bodies with other laws than StVK for which larger bases are tried
FACTORS = (1.25, 1.5, 2.0)  # ranks that are tried, as multiples of the basis's


class Press(NamedTuple):
    """One press: its ball, and the body that it presses."""

    part: ToolPart
    full: FullBody


def pressed(full: FullBody, index: int) -> Press:
    """Return the body with press number `index`. Raises SimulationError where no place for it is found."""
    rng, u = random_of_run(full.scene.seed, FIRST + index), full.start()
    begun = np.concatenate([full.tools[0], np.zeros(INPUTS)])  # the ball is at rest at first
    for _ in range(TRIES):
        part = _drawn(full, index, rng)
        contact = build_contact(full.scene, full.mesh, full.body, [part])
        if contact.gaps(u, begun).min() >= 0:
            break
    else:
        raise SimulationError(
            f"press {index}: none of {TRIES} places tried can be reached from outside; set "
            "enrichment.presses = 0"
        )
    ways = np.hstack([full.tools, tools_by([part], full.scene.time)])
    terms = Terms({**full.terms.by_kind, CONTACT: contact}, full.body)
    return Press(part, replace(full, terms=terms, ways=ways))


def _drawn(full: FullBody, index: int, rng: np.random.Generator) -> ToolPart:
    """Draw a ball beside the skin, and its way."""
    mesh, scene = full.mesh, full.scene
    feels, part = full.body.free // 3, scene.contact or ContactPart()
    if part.region is not None:
        feels = np.intersect1d(feels, region_of(mesh, part.region, "contact.region"))
    triangles = mesh.surface[np.isin(mesh.surface, feels).all(axis=1)]
    if not len(triangles):
        raise SimulationError(
            f"press {index}: no triangle of contact.region can move as a whole; set enrichment.presses = 0, "
            "or give a larger region"
        )
    corners = mesh.vertices[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    chosen = int(rng.choice(len(triangles), p=areas / areas.sum()))
    normal, radius = normals[chosen] / areas[chosen], float(rng.uniform(*scene.enrichment.radius))
    place = rng.dirichlet(np.ones(3)) @ corners[chosen]
    along = -normal + TILT * rng.uniform(-1, 1, 3)
    along /= np.linalg.norm(along)
    deep = rng.uniform(*SHARE) * _indentation(full, triangles[chosen], normal)
    size = float(mesh.sides.max())
    away = radius + 0.02 * size  # m, from the place to the ball's centre
    start, end = place - away * along, (away - radius + min(deep, DEEPEST * size)) * along
    times = [share * scene.time.step * scene.time.steps for share in (AT_REST, IN, HELD, OUT)]
    still = [0.0, 0.0, 0.0]
    return ToolPart.model_validate(
        {
            "name": f"press {index}",
            "shape": "sphere",
            "radius": radius,
            "position": start.tolist(),
            "times": times,
            "translation": [still, end.tolist(), end.tolist(), still],
        }
    )


def _indentation(full: FullBody, vertices: Array, normal: Array) -> float:
    """Return how far the strongest push moves a place, to first order, m, or a tenth of the body's size."""
    solve, size = solver_of(full.body), float(full.mesh.sides.max())
    strength = own_strength(full.scene)
    if solve is None or not np.isfinite(strength):
        return 0.1 * size
    pattern = spread(full.mesh, full.body.free, vertices, normal)
    return float(strength * (pattern @ solve(pattern)))


class Held(NamedTuple):
    """A reduced body's errors under presses that it was not trained on, as shares of the rms."""

    force: float  # relative error of the force on the ball; NaN if there was none
    motion: float  # relative error of the body's motion
    presses: int = JUDGED

    @property
    def words(self) -> str:
        """A text for the stages' table."""
        if np.isnan(self.force):
            return f"; on {self.presses} held-out presses there was no contact"
        off = f"the force is off by {self.force:.1%}, the motion by {self.motion:.1%}"
        return f"; on {self.presses} held-out presses {off}"


def held_out(full: FullBody, basis: Basis, judged: int = JUDGED) -> Held:
    """Measure a basis on `judged` presses that none of its runs has.

    Warns where the reduced body's force is wrong, and says which rank would do.
    """
    count = full.scene.enrichment.presses
    presses = [pressed(full, count + k) for k in range(judged)]
    runs = [_full_run(press) for press in presses]
    found = _judged(full, basis, basis.rank, presses, runs)
    if np.isnan(found.force):
        warn(
            f"enrichment.presses: {judged} held-out presses touch no contact point: their balls are "
            "smaller than the distance between these points; set contact.samples, or a larger "
            "enrichment.radius"
        )
    if found.force > BEARS:
        enough = _enough(full, basis, presses, runs)
        _warn(found, basis, enough)
    return found


class _Run(NamedTuple):
    states: Array  # (T + 1, n) m, displacements u
    forces: Array  # (T, 3) N, force on the ball


def _full_run(press: Press) -> _Run:
    full, states, forces = press.full, list[Array](), list[Array]()
    contact = full.contact
    assert isinstance(contact, Contact)
    stepper = full.stepper()
    for u, _ in simulate(full, stepper):
        if states:
            tools = full.tools[len(states) - 1]
            forces.append(contact.mean_wrenches(stepper.parts, tools)[-1, :3])
        states.append(u)
    return _Run(np.array(states), np.array(forces))


def _judged(full: FullBody, basis: Basis, rank: int, presses: Sequence[Press], runs: Sequence[_Run]) -> Held:
    """Return the errors with `rank` modes of a basis, which may include spare ones."""
    modes = basis.vectors if basis.spare is None else np.hstack([basis.vectors, basis.spare])
    vectors = np.ascontiguousarray(modes[:, :rank])
    damping, time = full.scene.damping, full.scene.time
    model = reduce_deformable(full.body, _Modes(vectors), (damping.mass, damping.stiffness), full.standing)
    mass, missed, moved, off, felt = full.body.mass, 0.0, 0.0, 0.0, 0.0
    gravity = np.array(full.scene.gravity)
    base = () if full.carried is None else (reduce_handle(full.body, vectors, full.pivot, gravity),)
    for press, run in zip(presses, runs, strict=True):
        terms = (*reduce_terms(press.full.terms.by_kind, full.body, vectors), *base)
        plant = BodyPlant(model, time.step, time.newton_iterations, terms, time.scheme)
        contact = next(term for term in terms if isinstance(term, Reduced))
        feeler = Feeler(contact, SCHEMES[time.scheme])
        inputs = np.hstack([full.loads.reduced(vectors), press.full.known])
        z = np.concatenate([vectors.T @ (mass * each) for each in (run.states[0], press.full.begin()[1])])
        own = plant.acting.inputs_of(contact)
        for step, given in enumerate(inputs):
            try:
                following = plant.step(z, given)
            except SimulationError:
                return Held(np.inf, np.inf, len(runs))
            touch = feeler.touch(z, following, given[own], time.step)
            force = feeler.wrench(touch, len(contact.kinds) - 1)[0]
            off += float(np.sum((force - run.forces[step]) ** 2))
            felt += float(np.sum(run.forces[step] ** 2))
            there = run.states[step + 1]
            missed += float(mass @ (vectors @ following[:rank] - there) ** 2)
            moved += float(mass @ (there - run.states[0]) ** 2)
            z = following
    return Held(np.sqrt(off / felt) if felt else np.nan, np.sqrt(missed / moved) if moved else 0.0, len(runs))


class _Modes(NamedTuple):
    vectors: Array


def _enough(full: FullBody, basis: Basis, presses: Sequence[Press], runs: Sequence[_Run]) -> int | None:
    """Return a larger rank that is good enough for these presses; None: none that was tried is."""
    spare = 0 if basis.spare is None else basis.spare.shape[1]
    if full.scene.laws != {"stvk"} and len(full.body.lame) > MOST_ELEMENTS:
        return None
    for factor in FACTORS:
        rank = min(round(factor * basis.rank), basis.rank + spare)
        if rank > basis.rank and _judged(full, basis, rank, presses, runs).force <= BEARS:
            return rank
    return None


def _warn(found: Held, basis: Basis, enough: int | None) -> None:
    local = f" and {basis.local} local functions" if basis.local else ""
    more = "add enrichment.presses, modes, or basis.local"
    remedy = f"set basis.rank = {enough - basis.local}" if enough else more
    warn(
        f"basis: {basis.modes} modes{local} do not represent presses on the body: on {found.presses} "
        f"held-out presses the force is off by {found.force:.0%}; {remedy}"
    )
