"""Costs of a scene and their meaning; the shipped gains reach the costs that they predict."""

from __future__ import annotations

import numpy as np
import pytest

from offline.gains.lqr import build_actuators, build_costs, lqr_gains, region_weight, remade_lqr
from offline.gains.tvlqr import tvlqr_step
from offline.pipeline.kinds import kind_of
from offline.scenes.base.parts import ControlPart, TimePart
from offline.scenes.body.parts import BodyControlPart
from offline.tuning.pushes import tuning_pushes
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs, error_of
from runtime.plant.actuation import make_actuation
from runtime.plant.track import Track, defects
from softrein.errors import ControllerError, SceneError
from tests.made_up import uncorrected

TIME = TimePart(step=0.01, steps=80)


def costs_of(bundle: BodyBundle, **part: object) -> Costs:
    return build_costs(
        ControlPart.model_validate({"control_cost": 1.0, **part}), TIME, 8, 8, 8,
        lambda region: region_weight(bundle.shape, region),
    )  # fmt: skip


def test_the_final_cost_is_an_instant_and_instants_at_one_step_add_up(small_bundle: BodyBundle) -> None:
    costs = costs_of(
        small_bundle, final=2.0, final_velocity=0.5,
        instants=[{"time": 0.8, "weight": 3.0}, {"time": 0.1, "weight": 1.0}],
    )  # fmt: skip
    assert costs.steps.tolist() == [10, 80]
    np.testing.assert_allclose(np.diag(costs.instants[1]), [5.0] * 8 + [0.5] * 8)


def test_a_region_weighs_the_mean_squared_displacement_of_its_vertices(
    small_bundle: BodyBundle,
) -> None:
    costs = costs_of(small_bundle, instants=[{"time": 0.3, "weight": 4.0, "region": "xmax"}])
    p = np.random.default_rng(0).normal(size=8)
    rest = small_bundle.vertices[small_bundle.regions["xmax"]]
    moved = small_bundle.shape.positions(p, small_bundle.regions["xmax"]) - rest
    state = np.concatenate([p, np.ones(8)])
    assert state @ costs.instants[0] @ state == pytest.approx(4 * (moved**2).sum(axis=1).mean())


def test_the_error_is_the_integral_of_the_scheduled_weight(small_bundle: BodyBundle) -> None:
    """A constant deviation d under a weight that rises from 0 to 1: error^2 = d^2 T / 2."""
    costs = costs_of(small_bundle, running=1.0, running_schedule=[[0, 0], [0.8, 1]])
    states = np.zeros((81, 16))
    states[:, 0] = 0.3
    assert error_of(costs, states, np.zeros_like(states), 0.01) == pytest.approx(np.sqrt(0.09 * 0.8 / 2))


def test_the_error_of_a_batch_is_that_of_each_run(small_bundle: BodyBundle) -> None:
    outcome = small_bundle.rollouts([small_bundle.pushes, []], "none", record=True)
    assert outcome.states is not None
    for i in range(2):
        expected = error_of(
            small_bundle.costs, outcome.states[:, i], small_bundle.track.states, small_bundle.dt
        )
        assert outcome.error[i] == pytest.approx(expected, rel=1e-10, abs=1e-15)


def test_a_small_deviation_costs_what_the_gains_predict(small_bundle: BodyBundle) -> None:
    """1/2 (error^2 + rho effort) of the real nonlinear loop is 1/2 dz^T P dz to second order in dz."""
    plant, track = small_bundle.plant(), small_bundle.track
    costs = costs_of(small_bundle, running=1.0, running_velocity=0.01, final=0.5, control_cost=1e-3)
    jacobians = [plant.linearise(track.states[k], track.feedforward[k]) for k in range(80)]
    F, G = (np.array(part) for part in zip(*jacobians, strict=True))
    Q = costs.schedule[:, None, None] * costs.running
    instants = dict(zip(costs.steps.tolist(), costs.instants, strict=True))
    solved = tvlqr_step(F, G, Q, costs.control, np.zeros((16, 16)), 0.01, instants=instants, cost_to_go=True)
    gains, offset = lqr_gains(plant, track, costs, make_actuation(np.eye(8)), "step")
    assert offset is None  # the reference is the plant's own run
    np.testing.assert_allclose(gains, solved.K)
    start = track.states[0] + 1e-6 * np.random.default_rng(2).normal(size=16)
    state, effort, states = start, 0.0, [start]
    for k in range(80):
        control = gains[k] @ (state - track.states[k])
        effort += 0.01 * control @ control
        state = plant.step(state, track.feedforward[k] + control)
        states.append(state)
    achieved = 0.5 * (error_of(costs, np.array(states), track.states, 0.01) ** 2 + 1e-3 * effort)
    deviation = start - track.states[0]
    assert achieved == pytest.approx(0.5 * deviation @ solved.P[0] @ deviation, rel=1e-4)


def test_both_discretisations_agree_where_the_step_is_small(small_bundle: BodyBundle) -> None:
    """Where a time step resolves every mode, exponential and step Jacobian describe one plant."""
    from runtime.body.plant import BodyPlant

    dt = 1e-4
    plant = BodyPlant(small_bundle.model, dt)
    track = Track(np.zeros((41, 16)), np.zeros((40, 8)))
    part = ControlPart.model_validate({"control_cost": 1e-3, "running": 1.0, "running_velocity": 0.1})
    costs = build_costs(part, TimePart(step=dt, steps=40), 8, 8, 8)
    by_step, by_exponential = (
        lqr_gains(plant, track, costs, make_actuation(np.eye(8)), way).gains
        for way in ("step", "exponential")
    )
    np.testing.assert_allclose(by_step, by_exponential, atol=0.02 * np.abs(by_exponential).max())


def test_an_actuator_that_moves_nothing_is_refused(small_bundle: BodyBundle) -> None:
    from offline.full.body.full_body import build_full_body
    from offline.pipeline.body.kind import actuator_pattern
    from offline.scenes.reading import read_scene
    from reduce.pod import Basis

    basis = Basis(small_bundle.vectors, np.ones(8), np.ones(len(small_bundle.vectors)))
    pattern = actuator_pattern(build_full_body(read_scene("beam")), basis)
    for actuator, words in (
        ({"name": "a", "region": "xmin", "direction": [1, 0, 0]}, "moves nothing"),
        ({"name": "a", "region": "none", "direction": [1, 0, 0]}, "no region"),
    ):
        part = BodyControlPart.model_validate({"control_cost": 1.0, "final": 1.0, "actuators": [actuator]})
        with pytest.raises(SceneError, match=words):
            build_actuators(part, 8, pattern)
    held = read_scene("beam", ["control.actuators=[{name='a', region='xmin', direction=[0, 0, 1]}]"])
    with pytest.raises(SceneError, match=r"control\.actuators\.0\.region: nothing of 'xmin' is free"):
        kind_of(held).full_model(held)  # before anything runs
    nowhere = "control.actuators=[{name='a', region='xmax', direction=[0, 0, 0]}]"
    with pytest.raises(SceneError, match=r"control\.actuators\.0\.direction: must not be zero"):
        read_scene("beam", [nowhere])


def test_offsets_help_where_the_plant_leaves_the_reference(small_smoke: SmokeBundle) -> None:
    """LQR that knows the defects costs less, undisturbed and in the median of random pushes."""
    small_smoke = uncorrected(small_smoke)
    informed = remade_lqr(small_smoke)
    plain = informed.gains
    assert informed.offset is not None
    assert informed.offset.shape == (small_smoke.steps, small_smoke.rank)
    pushes = [[], *tuning_pushes(small_smoke)]
    costs = []
    for choice in (informed, plain):
        outcome = small_smoke.rollouts(pushes, choice)
        costs.append(outcome.error**2 + small_smoke.costs.control[0, 0] * outcome.effort)
    assert costs[0][0] < 0.7 * costs[1][0]
    assert np.median(costs[0]) < np.median(costs[1])


def test_comparators_may_meet_the_known_defects_as_well(small_smoke: SmokeBundle) -> None:
    """A share of the controls that come closest to undoing them; with all of it the motion is kept better."""
    small_smoke = uncorrected(small_smoke)
    gains = {"kz": 1.0, "kp": 0.5, "kd": 0.1}
    missed = defects(small_smoke.plant(), small_smoke.track)
    countering = small_smoke.choice(small_smoke.comparator("pd", {**gains, "drift": 1.0})).offset
    assert countering is not None
    for step in (0, small_smoke.steps // 2):
        _, G = small_smoke.plant().linearise(*(part[step] for part in small_smoke.track))
        left = missed[step] + G @ small_smoke.actuators @ countering[step]
        assert np.abs((G @ small_smoke.actuators).T @ left).max() < 1e-12 * np.abs(G).max()
    for name in ("pd", "spd"):
        choices = [small_smoke.comparator(name, {**gains, "drift": share}) for share in (0.0, 0.5, 1.0)]
        errors = [rolled.error[0] for rolled in small_smoke.rollouts_under(choices, [[]])]
        assert errors[2] < errors[1] < errors[0]
    with pytest.raises(ControllerError, match="drift: wanted a share, finite and not negative, not -1"):
        small_smoke.comparator("pd", {"drift": -1.0})


def test_a_body_that_follows_its_reference_has_no_offsets(small_bundle: BodyBundle) -> None:
    assert not small_bundle.offsets
    assert all("drift" not in small_bundle.parameter_ranges(name) for name in small_bundle.comparators)


def test_round_off_is_no_defect(small_bundle: BodyBundle) -> None:
    """So a search does not depend on whether kernels were compiled just now."""
    track = small_bundle.track
    noise = np.random.default_rng(0).standard_normal(track.states.shape) * np.abs(track.states).max()
    for size, there in ((1e-15, False), (1e-6, True)):
        assert (
            defects(small_bundle.plant(), track._replace(states=track.states + size * noise)).any() == there
        )
