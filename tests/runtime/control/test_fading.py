"""A known force that fades: LQR's answer to it, and plans that include it until the motion's end."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from offline.gains.tvlqr import tvlqr_step
from runtime.control.base.law import decide_law, make_law
from runtime.control.mpc import decide_planned
from runtime.plant.track import jacobians_along, linearised
from softrein.errors import ControllerError
from tests.offline.gains.linear_plants import relative_error
from tests.runtime.control.test_planning import Case, T, dt, n, r, s

DECAY = 0.9
FORCE = np.array([6.0, -4.0, 10.0])


def together(case: Case) -> Any:
    """LQR of the plant and the force as one plant, of whose states the last r are the force that fades."""
    F, G, defects = linearised(case.plant, case.actuation, case.track)
    _, _, by_force = jacobians_along(case.plant, case.track.states[:-1], case.track.feedforward)
    whole, driven = np.zeros((T, n + r, n + r)), np.zeros((T, n + r, s))
    whole[:, :n, :n], whole[:, :n, n:], whole[:, n:, n:] = F, by_force, DECAY * np.eye(r)
    driven[:, :n] = G

    def wider(weight: np.ndarray) -> np.ndarray:
        return np.pad(weight, [*[(0, 0)] * (weight.ndim - 2), (0, r), (0, r)])

    instants = {
        at: wider(each) for at, each in zip(case.costs.steps.tolist(), case.costs.instants, strict=True)
    }
    return tvlqr_step(
        whole, driven, wider(case.costs.schedule[:, None, None] * case.costs.running), case.costs.control,
        np.zeros((n + r, n + r)), dt, instants, True, case.setting.rewind, np.pad(defects, [(0, 0), (0, r)]),
    )  # fmt: skip


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("seed", [0, 1])
def test_lqr_answers_as_if_the_force_were_a_part_of_the_plant(seed: int, repeats: bool) -> None:
    case = Case(seed, defect=0.0 if repeats else 0.1, repeats=repeats)
    found, known = case.setting.fading(DECAY), together(case)
    assert relative_error(found.answer, known.K[:, :, n:]) < 1e-9
    assert relative_error(found.slope[:T], known.P[:T, :n, n:]) < 1e-9


def test_an_answer_that_changes_by_rounding_alone_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Case(repeats=True).setting.fading(DECAY)
    monkeypatch.setattr("runtime.control.base.fading.FADED", -1.0)  # as where rounding never lets it settle
    found = Case(repeats=True).setting.fading(DECAY)
    assert relative_error(found.slope, known.slope) < 1e-9
    monkeypatch.setattr("runtime.control.base.fading.ROUNDED", -1.0)
    with pytest.raises(ControllerError, match="does not settle"):
        Case(repeats=True).setting.fading(DECAY)


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("horizon", [1, 2, 7, 60])
def test_a_plan_without_limits_does_what_lqr_does(horizon: int, repeats: bool) -> None:
    """However short it is: the force is in what comes behind it, too."""
    case = Case(3, defect=0.0 if repeats else 0.1, repeats=repeats)
    fading, known = partial(case.setting.fading, DECAY), case.lqr()
    planner = case.policy(horizon=horizon).expecting(fading)
    law = make_law(known.K, (T, s, n), known.k)._replace(answer=fading().answer)
    for index in (0, 3, T - 1):
        controls = []
        for policy, decide in ((planner, decide_planned), (law, decide_law)):
            system = case.system
            decide(policy, system, index, FORCE, case.start)
            controls.append(system.work.control.copy())
        np.testing.assert_allclose(*controls, rtol=1e-9)
        blind = known.K[index] @ (case.start - case.track.states[index]) + known.k[index]
        assert np.abs(controls[1] - blind).max() > 1e-3 * np.abs(blind).max()
