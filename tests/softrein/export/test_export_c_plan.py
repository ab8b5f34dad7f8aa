"""Re-planning as plain C against Python's: the same plans from the same states, to round-off.

Where costs are at single instants and control is cheap, Python's own states differ by 6e-11 between two BLAS.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.base.policy import system_for
from runtime.control.mpc import decide_planned
from runtime.control.planning.options import Replanning
from runtime.observing.kalman import KalmanGains
from runtime.observing.kinds import ACCELEROMETER
from runtime.observing.observer import Observer
from runtime.observing.sensors import Sensor
from runtime.plant.actuation import left
from runtime.plant.push import Push
from softrein.cli import app
from softrein.errors import ControllerError
from softrein.export.c.observer import fixed_gains
from softrein.export.c.write import export_c
from tests.runtime.bundle.carried import carried
from tests.runtime.bundle.few_actuators import few_actuators
from tests.runtime.bundle.with_actuators import with_actuators
from tests.runtime.control.test_path_following import following
from tests.softrein.export.c_programs import printed, program
from tests.softrein.export.test_export_c import FIRST, LAST, MAIN, sampled

SLOW = pytest.mark.slow("compiles one more body of a kind that is tried by default")


CLOSE = 1e-9


def apart(
    bundle: BodyBundle,
    folder: Path,
    strength: float = 2.0,
    single: bool = False,
    count: int | None = None,
    compiler: str = "gcc",
    main: str = MAIN,
) -> float:
    """How far C is from Python under MPC, relative to how far a push brings it; LQR must be farther off.

    For so many steps, by default a motion, and one and a half where it repeats.
    """
    count = count or (bundle.steps * 3 // 2 if bundle.rewind else bundle.steps)
    words = {"FIRST": FIRST, "LAST": LAST, "k <= UPPER_STEPS": f"k <= {count}"}
    made = program(bundle, folder, main, words, single, compiler=compiler, controller="mpc")
    force = (0.3 * strength, -0.5 * strength, strength)
    found = printed(made, *map(repr, force), "controlled")[:, : 2 * bundle.rank]
    mpc, lqr = (_simulated(bundle, name, force, count) for name in ("mpc", "lqr"))
    size = np.abs(mpc - _simulated(bundle, "mpc", (0.0, 0.0, 0.0), count)).max()
    assert np.abs(mpc - lqr).max() > (10.0 if single else 1e4) * np.abs(found - mpc).max()
    return float(np.abs(found - mpc).max() / size)


def _simulated(bundle: BodyBundle, name: str, force: tuple[float, float, float], count: int) -> np.ndarray:
    simulator, states = bundle.simulator(name), []
    for k in range(count + 1):
        states.append(simulator.state.copy())
        if k == FIRST:
            simulator.push("xmax", force, (LAST - FIRST) * bundle.dt)
        if k < count:
            simulator.step()
    return np.array(states)


@pytest.fixture
def circling(small_bundle: BodyBundle) -> BodyBundle:
    """A bundle in which the beam's end goes round in an endless motion."""
    return replace(following(small_bundle, 100, period=1.0), rewind=True)


def planning(bundle: BodyBundle, **options: int) -> BodyBundle:
    """The bundle with these options of re-planning."""
    return replace(bundle, replanning=Replanning(**options))


@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", marks=SLOW)])
def test_plans_of_a_polynomial_body(small_bundle: BodyBundle, tmp_path: Path, compiler: str) -> None:
    assert apart(planning(small_bundle, horizon=8), tmp_path, 20.0, compiler=compiler) < CLOSE


def test_plans_through_cables_chambers_and_limits(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Several iterations of each plan, which acts for some steps."""
    bundle = planning(with_actuators(small_bundle), horizon=7, iterations=3, every=3)
    push = Push("xmax", (0.6, -1.0, 2.0), FIRST * bundle.dt, (LAST - FIRST) * bundle.dt)
    low, high = left(bundle.actuation, np.arange(bundle.steps))
    controls = bundle.run([push], "mpc").controls.T
    assert np.minimum(np.abs(controls - low), np.abs(controls - high)).min() < 1e-12  # it meets limits
    assert apart(bundle, tmp_path) < CLOSE


@SLOW
def test_plans_where_the_motion_has_its_own_controls(small_bundle: BodyBundle, tmp_path: Path) -> None:
    assert apart(planning(few_actuators(small_bundle), horizon=9), tmp_path) < CLOSE


@pytest.mark.parametrize(
    ("law", "strength"),
    [
        pytest.param("corotated", 2.0, marks=SLOW),
        ("stvk", 2.0),
        pytest.param("neo-hookean", 2.0, marks=SLOW),
        pytest.param("neo-hookean", 3000.0, marks=SLOW),
    ],
)
def test_plans_of_sampled_elements(
    small_bundle: BodyBundle, tmp_path: Path, law: str, strength: float
) -> None:
    """Whose steps search along their lines, and have the damping of their start; a hard push projects it."""
    bundle = planning(sampled(small_bundle, law, 0.35 if law == "stvk" else 0.48), horizon=3)
    assert apart(bundle, tmp_path, strength, count=28) < CLOSE


@pytest.mark.parametrize("of", ["polynomial", pytest.param("sampled", marks=SLOW)])
def test_plans_of_a_body_whose_handle_moves(small_bundle: BodyBundle, tmp_path: Path, of: str) -> None:
    bundle = sampled(small_bundle, "stvk", 0.35) if of == "sampled" else with_actuators(small_bundle)
    assert apart(planning(carried(bundle), horizon=4), tmp_path, count=28) < CLOSE


@SLOW
def test_plans_by_backward_euler(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = planning(replace(with_actuators(small_bundle), scheme="euler"), horizon=4)
    assert apart(bundle, tmp_path) < CLOSE


@pytest.mark.slow("compiles a body once more")
def test_plans_longer_than_a_motion_that_repeats(circling: BodyBundle, tmp_path: Path) -> None:
    assert apart(planning(circling, horizon=120, every=40), tmp_path, count=130) < CLOSE


def test_a_plan_does_not_outlast_a_pause_of_control(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Without control for some steps, and then with a control that is given as well: a new plan is made."""
    bundle = planning(with_actuators(small_bundle), horizon=6, every=5)
    pause = "body.controlled = k < 21 || k > 22; body.given[0] = k > 22 ? (REAL)-0.01 : 0;"
    made = program(
        bundle, tmp_path, MAIN.replace("NAME_push(&body, none);", f"NAME_push(&body, none); {pause}"),
        {"FIRST": FIRST, "LAST": LAST}, controller="mpc",
    )  # fmt: skip
    found = printed(made, "0.6", "-1.0", "2.0", "controlled")[:, : 2 * bundle.rank]
    expected = _paused(bundle)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_plans_of_a_motion_that_repeats_and_follows_a_path(circling: BodyBundle, tmp_path: Path) -> None:
    """Plans go across the seam."""
    assert apart(planning(circling, horizon=12), tmp_path) < CLOSE


@pytest.mark.slow("compiles a body once more, with other sensors")
def test_plans_reckon_with_a_force_though_c_has_no_observer(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Of accelerometers: somebody else's may say what pushes."""
    tip = [int(small_bundle.shape.vertex_of("xmax"))]
    sensors = [Sensor(tip, 1e-3), Sensor(tip, 1.0, kind=ACCELEROMETER)]
    with pytest.warns(UserWarning, match="_observe is left out"):
        assert apart(replace(small_bundle, sensors=sensors), tmp_path) < 10 * CLOSE


@pytest.mark.slow("compiles a body once more, in single precision")
def test_plans_in_single_precision(small_bundle: BodyBundle, tmp_path: Path) -> None:
    assert apart(planning(small_bundle, horizon=8), tmp_path, 20.0, single=True) < 1e-2


def test_what_no_plan_in_c_can_do_is_refused(small_bundle: BodyBundle, tmp_path: Path) -> None:
    for bundle, why in (
        (replace(small_bundle, newton_iterations=1), "newton_iterations = 1"),
        (planning(small_bundle, horizon=8, block=2), "blocks of 2 steps"),
    ):
        with pytest.raises(ControllerError, match=why):
            export_c(bundle, tmp_path, "mpc")
    with pytest.raises(ControllerError, match="gains keyed"):
        export_c(small_bundle, tmp_path, "mpc", gains="keyed")
    assert not list(tmp_path.iterdir())


def test_the_command_exports_plans(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(small_bundle, tmp_path / "a.softrein")
    words = ["export", str(tmp_path / "a.softrein"), "--c", str(tmp_path / "out"), "-c", "mpc"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "_AHEAD = 20," in next((tmp_path / "out").glob("*.h")).read_text()


OBSERVING = """#include <stdio.h>
#include "NAME.h"

int main(void) {
    static const REAL measured[UPPER_STEPS][UPPER_MARKERS] = MEASURED;
    static NAME_body body;
    NAME_reset(&body);
    body.expects = 1;
    for (int k = 0; k < UPPER_STEPS; k++) {
        if (NAME_step(&body) != UPPER_DONE) return 1;
        NAME_observe(&body, measured[k]);
        for (int c = 0; c < UPPER_CONTROLS; c++) printf("%.17g ", (double)body.control[c]);
        printf("\\n");
    }
    return 0;
}
"""


def test_plans_reckon_with_the_force_that_an_observer_suspects(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """An observer of one gain, and MPC that is told its force, as it fades: the same controls as Python's."""
    sensor = Sensor([int(small_bundle.shape.vertex_of(name)) for name in ("xmax", "zmax")], 1e-3, 1)
    bundle = planning(replace(small_bundle, sensors=[sensor]), horizon=5)
    push = Push("xmax", (0.3, -0.5, 1.0), FIRST * bundle.dt, 20 * bundle.dt)
    states = bundle.run([push], "none").states[1:]
    measured = np.array([bundle.knowledge.measurement.measured(state) for state in states])
    text = "{" + ", ".join("{" + ", ".join(map(repr, row)) + "}" for row in measured.tolist()) + "}"
    found = printed(program(bundle, tmp_path, OBSERVING, {"MEASURED": text}, controller="mpc"))
    told, untold = (_observed(bundle, measured, expects) for expects in (True, False))
    size = np.abs(told).max()
    assert np.abs(found - told).max() < 1e-8 * size
    assert np.abs(told - untold).max() > 1e-2 * size


def _observed(bundle: BodyBundle, measured: np.ndarray, expects: bool) -> np.ndarray:
    """Controls (T, s) of MPC that knows what an observer of one gain makes of the measurements."""
    plant, actuation, track = bundle.plant(), bundle.actuation, bundle.track
    every = np.ones((bundle.steps + 1, 1, 1))
    one = KalmanGains(every * fixed_gains(bundle), every * np.eye(measured.shape[1]))
    observer = Observer(bundle.plant(), actuation, track, bundle.knowledge._replace(extended=False), one)
    planner = bundle.choice("mpc").policy(plant, track, actuation)
    if expects:
        planner = planner.expecting(partial(bundle.setting.fading, bundle.knowledge.unknown.decay))
    system, controls = system_for(planner, plant, actuation, track), []
    for k in range(bundle.steps):
        decide_planned(planner, system, k, observer.disturbance, observer.state)
        controls.append(system.work.control.copy())
        observer.update(k, controls[-1], measured[k])
    return np.array(controls)


def _paused(bundle: BodyBundle) -> np.ndarray:
    """The states of the run that `test_a_plan_does_not_outlast_a_pause_of_control` is about."""
    plant, actuation, track = bundle.plant(), bundle.actuation, bundle.track
    planner = bundle.choice("mpc").policy(plant, track, actuation)
    system, state, states = system_for(planner, plant, actuation, track), track.states[0].copy(), []
    push = Push("xmax", (0.6, -1.0, 2.0), 0.0, 1.0)
    disturbance = np.array(push.force) @ bundle.shape.patterns(push, state)
    for k in range(bundle.steps):
        states.append(state.copy())
        controlled, force = k < 21 or k > 22, track.feedforward[k].copy()
        if not controlled:
            force, control = bundle.uncontrolled[k].copy(), np.zeros(len(bundle.limits))
            planner.jumped()
        else:
            decide_planned(planner, system, k, np.zeros(len(force)), state)
            control = system.work.control.copy()
        control[0] -= 0.01 if k > 22 else 0.0
        low, high = left(actuation, k)
        force += bundle.actuators @ np.clip(control, low, high)
        if FIRST <= k < LAST:
            force[: bundle.rank] += disturbance[: bundle.rank]
        state = plant.step(state, force)
    return np.array([*states, state])
