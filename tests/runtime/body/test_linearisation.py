"""The linearised step that compiled loops call, of every kind of plant.

The tests of each plant check, by differences through `Plant.linearise`, that it is the step's derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from runtime.base.kernels import invert
from runtime.body.plant import BodyPlant
from runtime.bundle.record import Bundle
from runtime.plant.plant import Plant
from runtime.plant.stepping import CURVE, LINEARISE, curve_plant, linearise_plant, linearise_steps
from runtime.plant.track import Track, defects, linearised
from softrein.errors import SimulationError
from tests.reduce import test_sampled
from tests.runtime import test_immersed
from tests.runtime.body import test_body

Array = np.ndarray
Case = tuple[Plant, Array, Array]


def polynomial(rank: int, iterations: int, scheme: str = "midpoint") -> Case:
    model = test_body.soft_model(rank)
    return BodyPlant(model, 0.01, iterations, scheme=scheme), *test_body.random_state(rank, 3)


def halved(scheme: str = "midpoint") -> Case:
    plant = BodyPlant(test_body.snapping_model(-800.0), 0.16, scheme=scheme)
    return plant, np.array([-0.4, -20.0]), np.zeros(1)


def halved_euler() -> Case:
    return halved("euler")


def sampled(law: str, poisson: float, iterations: int) -> Case:
    plant = BodyPlant(test_sampled.elements_of(law, poisson), 0.01, iterations)
    r = plant.forces
    return plant, np.concatenate([test_sampled.position(law, poisson), np.ones(r)]), np.ones(r)


def projected(iterations: int) -> Case:
    model, p = test_sampled.squeezed()
    plant = BodyPlant(model, test_sampled.STEP, iterations)
    return plant, np.concatenate([p, np.ones(p.size)]), np.ones(p.size)


def smoke(scheme: Any, particles: int) -> Case:
    plant = test_immersed.plant_of("block", 7, particles, scheme)
    return plant, *test_immersed.random_state(plant, "block", seed=5)


CASES: dict[str, Callable[[], Case]] = {
    "polynomial": lambda: polynomial(5, 1),
    "whole blocks": lambda: polynomial(24, 1),
    "several iterations": lambda: polynomial(9, 6),
    "euler": lambda: polynomial(9, 6, "euler"),
    "euler, one iteration": lambda: polynomial(5, 1, "euler"),
    "euler, halved": halved_euler,
    "halved": halved,
    "sampled": lambda: sampled("neo-hookean", 0.4, 1),
    "sampled, patches": lambda: sampled("neo-hookean", 0.49, 12),
    "projected": lambda: projected(1),
    "projected, several iterations": lambda: projected(40),
    "runge-kutta": lambda: smoke("runge-kutta", 3),
    "runge-kutta, no particles": lambda: smoke("runge-kutta", 0),
    "midpoint": lambda: smoke("midpoint", 3),
    "midpoint, no particles": lambda: smoke("midpoint", 0),
}
HALVINGS: dict[Callable[..., Case], int] = {halved: 2, halved_euler: 3}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def room(plant: Plant) -> tuple[Array, Array, Array]:
    """A state, F and G, filled with what must not matter."""
    n, r = plant.size, plant.forces
    return np.full(n, np.nan), np.full((n, n), np.nan), np.full((n, r), np.nan)


@each_case
def test_it_takes_the_very_step(case: Callable[[], Case]) -> None:
    plant, z, w = case()
    given = z.copy(), w.copy()
    following, F, G = room(plant)
    status = linearise_plant(plant.calls(LINEARISE), z, w, following, F, G, True)
    assert np.array_equal(following, plant.step(z, w))
    assert status == HALVINGS.get(case, 0)
    assert np.array_equal(z, given[0])
    assert np.array_equal(w, given[1])
    for found, wanted in zip((F, G), plant.linearise(z, w), strict=True):
        assert np.array_equal(found, wanted)


@each_case
def test_of_a_step_through_its_middle_the_lower_halves_will_do(case: Callable[[], Case]) -> None:
    plant, z, w = case()
    following, F, G = room(plant)
    halvings = linearise_plant(plant.calls(LINEARISE), z, w, following, F, G, False)
    assert np.array_equal(following, plant.step(z, w))
    first = plant.size // 2 if plant.midpoint and not halvings else 0
    for found, wanted in zip((F, G), plant.linearise(z, w), strict=True):
        assert np.array_equal(found[first:], wanted[first:])
    assert np.isnan(F[:first]).all()


@each_case
def test_a_whole_step_of_a_body_leads_through_its_middle(case: Callable[[], Case]) -> None:
    """F and G are what `runtime.control.planning.stage` takes them for; a halved step's are not."""
    plant, z, w = case()
    (F, G), h, r = plant.linearise(z, w), plant.midpoint, plant.size // 2
    assert h == (plant.dt if isinstance(plant, BodyPlant) and plant.scheme == "midpoint" else 0.0)
    if h:
        moved = np.hstack([F - np.diag(np.repeat([1.0, -1.0], r)), G])
        off = np.abs(moved[:r] - 0.5 * h * moved[r:]).max() / np.abs(moved[:r]).max()
        assert (off < 1e-13) == (case is not halved)


@each_case
def test_it_allocates_nothing(case: Callable[[], Case]) -> None:
    plant, z, w = case()
    _nrt_python.memsys_enable_stats()
    allocated = []
    for count in (1, 1, 50):  # the first call loads it
        repeated = [np.repeat(each[None], count, axis=0) for each in (z, w, *room(plant))]
        before = rtsys.get_allocation_stats().alloc
        assert linearise_steps(plant.calls(LINEARISE), *repeated) == count
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    _nrt_python.memsys_disable_stats()
    assert allocated[2] == allocated[1]


@each_case
def test_a_step_that_fails_says_so(case: Callable[[], Case]) -> None:
    plant, z, w = case()
    broken, out = w.copy(), room(plant)
    broken[-1] = np.nan
    assert linearise_plant(plant.calls(LINEARISE), z, broken, *out, True) < 0
    with pytest.raises(SimulationError):
        plant.linearise(z, broken)
    assert linearise_plant(plant.calls(LINEARISE), z, w, *out, True) >= 0  # and leaves nothing behind
    assert np.array_equal(out[0], plant.step(z, w))
    assert np.isfinite(out[1]).all()


def test_on_a_ridge_of_the_potential_it_is_the_implicit_functions() -> None:
    """Held exactly where it would buckle a body stays, with a matrix S that is not definite."""
    model, p = test_sampled.squeezed()
    r, h, alpha = p.size, test_sampled.STEP, 0.2
    plant = BodyPlant(model._replace(damping=np.array([alpha, 0.0])), h, 8)
    z, w = np.concatenate([p, np.zeros(r)]), model.force(p)
    F, G = plant.linearise(z, w)
    assert plant.projected > 0
    np.testing.assert_allclose(plant.step(z, w), z, rtol=0, atol=1e-9)
    K, one, half = model.stiffness(p), np.eye(r), h / 2
    S = (1 + half * alpha) * one + half**2 * K
    assert np.linalg.eigvalsh(S)[0] < 0
    by_p, by_v = np.linalg.solve(S, -half * K), np.linalg.inv(S)
    wanted = np.block([[one + h * by_p, h * by_v], [2 * by_p, 2 * by_v - one]])
    np.testing.assert_allclose(F, wanted, rtol=0, atol=1e-8 * np.abs(wanted).max())
    wanted = np.vstack([h * half * by_v, 2 * half * by_v])
    np.testing.assert_allclose(G, wanted, rtol=0, atol=1e-8 * np.abs(wanted).max())


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 16, 21, 64])
def test_an_inverse_from_factors(size: int) -> None:
    rng = np.random.default_rng(size)
    lower = np.tril(rng.standard_normal((size, size)), -1) / size + np.eye(size)
    upper = np.triu(rng.standard_normal((size, size)), 1) / size + np.diag(rng.uniform(1, 3, size))
    scaled, width = lower * np.diag(upper), -(-size // 8) * 8
    for columns in {size, width}:
        found = np.full((size, columns), np.nan)
        invert(scaled, upper, found)
        np.testing.assert_allclose(found[:, :size] @ lower @ upper, np.eye(size), rtol=0, atol=1e-12)
        assert not found[:, size:].any()


def test_a_whole_motion_in_one_call(either_bundle: Bundle) -> None:
    plant, track, actuation = either_bundle.plant(), either_bundle.track, either_bundle.actuation
    F, G, missed = linearised(plant, actuation, track)
    assert np.array_equal(missed, defects(plant, track))
    for k in (0, len(F) // 2, len(F) - 1):
        one, other = plant.linearise(track.states[k], track.feedforward[k])
        other = other @ actuation.at(track.states[k])
        for found, expected in ((F[k], one), (G[k], other)):  # compiled apart: all but the last bits
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15 * np.abs(expected).max())


def test_a_motion_with_a_step_that_fails(either_bundle: Bundle) -> None:
    plant, track = either_bundle.plant(), either_bundle.track
    forces = track.feedforward.copy()
    forces[3] = np.nan
    n, r = plant.size, plant.forces
    space = np.empty((5, n)), np.empty((5, n, n)), np.empty((5, n, r))
    assert linearise_steps(plant.calls(LINEARISE), track.states.copy(), forces[:5].copy(), *space) == 3
    with pytest.raises(SimulationError):
        linearised(plant, either_bundle.actuation, Track(track.states, forces))


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("polynomial", 1e-6),
        ("whole blocks", 1e-6),
        ("sampled", 0.03),
        ("several iterations", 0.1),
        ("euler, one iteration", 1e-6),
        ("euler", 0.1),
    ],
)
def test_second_derivatives_are_those_of_the_linearised_step(name: str, close: float) -> None:
    """By differences of its Jacobians: to round-off of the step that they are of, and nearly of others."""
    plant, z, w = CASES[name]()
    p, v = np.split(z, 2)
    v *= 0.1
    if name == "sampled":  # whose stiffness is no polynomial: near rest, where a step is short
        w = plant.model.force(p)  # type: ignore[attr-defined]
    y = np.random.default_rng(7).standard_normal(plant.size)
    F, G = plant.linearise(z, w)
    found = np.full((plant.size, plant.size), np.nan), np.full((plant.forces, plant.size), np.nan)
    ends, slopes_of, inputs = (z, plant.step(z, w)), (y, F.T @ y), (w, np.eye(plant.forces))
    assert curve_plant(plant.calls(CURVE), ends, slopes_of, inputs, (F, G), found)

    def slopes(z: Array) -> list[Array]:
        return [jacobian.T @ y for jacobian in plant.linearise(z, w)]

    far = 1e-6 * np.abs(z).max()
    ahead, behind = ([slopes(z + sign * far * way) for way in np.eye(plant.size)] for sign in (1, -1))
    for which, curvature in enumerate(found):
        pairs = zip(ahead, behind, strict=True)
        wanted = np.array([a[which] - b[which] for a, b in pairs]).T / (2 * far)
        assert np.abs(curvature - wanted).max() <= close * np.abs(wanted).max()
    np.testing.assert_array_equal(found[0], found[0].T)


def test_smoke_has_no_second_derivatives() -> None:
    plant, z, w = CASES["midpoint"]()
    F, G = plant.linearise(z, w)
    states, cross = np.zeros((plant.size, plant.size)), np.zeros((plant.forces, plant.size))
    inputs = w, np.eye(plant.forces)
    assert not curve_plant(plant.calls(CURVE), (z, z), (z, z), inputs, (F, G), (states, cross))
