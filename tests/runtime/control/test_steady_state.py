"""Paths for controllers without path costs: the static inverse holds places on the path, under any gains."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from offline.tuning.families import Start, comparator_family, rolling, search_family, values_an_axis
from offline.tuning.search import Within
from runtime.base.progress import silent
from runtime.body.plant import BodyPlant
from runtime.bundle.body import BodyBundle
from runtime.control.base.costs import Costs
from runtime.control.base.steady_state import steady_on_paths
from runtime.control.registry import LQR, NONE, PD, TIMED_PD, comparators
from runtime.rollouts import Rollouts
from softrein.errors import ControllerError
from tests.runtime.body.test_body import stiffness_model
from tests.runtime.control.test_path_following import following

r, s, m, T, dt = 3, 2, 2, 20, 0.01
GENTLE = {
    "p": {"kp": 1.0},
    "pd": {"kp": 1e3, "kd": 30.0},
    "spd": {"kp": 1e3, "kd": 30.0},
    "timed": {"recovery": 0.1},
}


def linear(seed: int) -> tuple[np.ndarray, np.ndarray, Costs]:
    """The Jacobians (T, ...) of a linear body, and costs with places that are to stay where they are not."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.standard_normal((r, r)))[0]
    plant = BodyPlant(stiffness_model((turn * random.uniform(5.0, 50.0, r) ** 2) @ turn.T, (0.7, 2e-3)), dt)
    F, G = plant.linearise(np.zeros(2 * r), np.zeros(r))
    places = np.hstack([random.standard_normal((m, r)), np.zeros((m, r))])
    nothing = np.zeros((2 * r, 2 * r))
    costs = Costs(
        nothing, np.ones(T), np.zeros(0, int), nothing[None, :0], np.eye(s), places,
        np.tile(random.standard_normal(m), (T + 1, 1)), random.uniform(50, 200, m),
    )  # fmt: skip
    return np.tile(F, (T, 1, 1)), np.tile(G @ random.standard_normal((r, s)), (T, 1, 1)), costs


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize("seed", [0, 2, 3, 4])  # of 1 a place is hardly moved
def test_feedback_about_what_is_held_rests_on_the_path(seed: int, at_end: bool) -> None:
    """Whatever the gains: in the long run the places are at their goals, and nothing moves."""
    F, G, costs = linear(seed)
    held = steady_on_paths(F, G, costs, slice(0, r), dt, False)
    for strength in (0.0, 0.1):
        K = -strength / dt * np.hstack([10 * G[0, r:].T, G[0, r:].T])  # a spring and a damper there
        offset, z = held.offset(K[None], at_end)[3], np.zeros(2 * r)
        joined = np.eye(2 * r) - G[0] @ K * at_end
        for _ in range(6000):
            z = np.linalg.solve(joined, (F[0] + G[0] @ K * (not at_end)) @ z + G[0] @ offset)
        np.testing.assert_allclose(costs.places @ z, costs.goals[0], rtol=1e-6)
        scale = np.repeat([1.0, 1 / dt], r) * np.abs(z).max()
        np.testing.assert_allclose(held.aside[3] / scale, z / scale, rtol=0, atol=1e-6)


def test_it_moves_as_its_places_do_and_round_a_seam() -> None:
    F, G, costs = linear(5)
    turns = 2 * np.pi * np.arange(T + 1) / T
    costs = costs._replace(goals=np.column_stack([np.cos(turns), np.sin(turns)]))
    around, once = (steady_on_paths(F, G, costs, slice(0, r), dt, repeats) for repeats in (True, False))
    for held in (around, once):
        np.testing.assert_allclose(held.aside @ costs.places.T, costs.goals, atol=1e-9)
    rates = np.column_stack([-np.sin(turns), np.cos(turns)]) * np.sin(2 * np.pi / T) / dt
    np.testing.assert_allclose(around.aside[:, r:] @ costs.places[:, :r].T, rates, atol=1e-9 / dt)
    np.testing.assert_allclose(once.aside[1:-1, r:], around.aside[1:-1, r:], atol=1e-9 / dt)


def test_what_cannot_all_be_met_is_weighed_and_what_hardly_moves_is_left() -> None:
    F, G, costs = linear(6)
    three = costs._replace(
        places=np.vstack([costs.places, costs.places[:1]]), weights=np.array([1.0, 1.0, 3.0]),
        goals=np.hstack([costs.goals, costs.goals[:, :1] + 4.0]),
    )  # fmt: skip
    found = steady_on_paths(F, G, three, slice(0, r), dt, False).aside @ costs.places.T
    np.testing.assert_allclose(found, costs.goals + [3.0, 0.0], atol=1e-9)
    weak = np.diag([1.0, 1e-7])
    held = steady_on_paths(F, G @ weak, costs, slice(0, r), dt, False)
    strong = steady_on_paths(F, G[:, :, :1], costs, slice(0, r), dt, False)
    np.testing.assert_allclose(held.controls[:, :1], strong.controls, rtol=1e-3)
    unweighed = steady_on_paths(F, G, costs._replace(weights=np.zeros(m)), slice(0, r), dt, False)
    assert not unweighed.controls.any()


def test_a_plant_that_settles_nowhere_is_told() -> None:
    _, G, costs = linear(7)
    with pytest.raises(ControllerError, match="does not settle"):
        steady_on_paths(np.tile(np.eye(2 * r), (T, 1, 1)), G, costs, slice(0, r), dt, False)


@pytest.fixture(scope="module")
def circling(small_bundle: BodyBundle) -> BodyBundle:
    return following(small_bundle, 100, period=1.0)


@pytest.mark.parametrize("name", [each.name for each in comparators()])
def test_every_rival_may_be_told_of_paths(name: str, circling: BodyBundle, small_bundle: BodyBundle) -> None:
    """Untold, all rest; the beam bends far enough for the static inverse to be off by some percent."""
    assert "path" in circling.parameter_ranges(name)
    assert "path" not in small_bundle.parameter_ranges(name)
    choices = [circling.comparator(name, GENTLE[name] | {"path": share}) for share in (0.0, 0.5, 1.0)]
    none, half, whole = (each.error[0] for each in circling.rollouts_under(choices, [[]]))
    assert none == pytest.approx(circling.rollouts([[]], NONE.name).error[0])
    assert max(half, whole) < 0.7 * none
    assert (whole < 0.7 * half) == ("kd" in GENTLE[name] or name == TIMED_PD.name)  # P hardly damps
    with pytest.raises(ControllerError, match="path: wanted a share"):
        circling.comparator(name, GENTLE[name] | {"path": -1.0})
    there, once = (
        replace(circling, rewind=rewind).comparator(name, GENTLE[name] | {"path": 1.0})
        for rewind in (True, False)
    )
    assert there.offset is not None
    assert once.offset is not None
    np.testing.assert_allclose(there.offset[1:-1], once.offset[1:-1], rtol=1e-9, atol=1e-9)


def test_a_search_finds_nearly_all_of_it(circling: BodyBundle) -> None:
    """Within LQR's effort and half as much again it comes near LQR's error, with a share near 1."""
    lqr = circling.rollouts([[]], LQR.name)

    def view(rolled: list[Rollouts]) -> np.ndarray:
        return np.array([[(each.effort[0], each.error[0]) for each in rolled]])

    grid = comparator_family(circling, PD.name, values_an_axis(circling, PD.name, 20))
    aim = Within(1.5 * float(lqr.effort[0]))
    with rolling(circling) as on:
        search = partial(search_family, circling, PD.name, Start(grid, []), [aim], view, on([[]]), silent)
        members, points = search(rounds=6)
    best = aim.best(points[0])
    assert 0.8 < members[best].parameters["path"] < 1.25
    assert points[0, best, 1] < 2 * lqr.error[0]
