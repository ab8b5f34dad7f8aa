"""Full runs stay plausible: runs are refused by energy and extent, and what other limits would do."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

import softrein
from offline.campaign.snapshots import SnapshotWriter
from offline.full.body.equilibrium import equilibrium
from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.full.body.terms.balance import StepBalance
from offline.keyframes import rounds
from offline.pipeline import stages
from offline.pipeline.base.reference import distance_between, trained_size
from offline.pipeline.body import limits, runs
from offline.pipeline.body.causes import Cause, found_cause, own_cause, training_cause
from offline.pipeline.body.energy import Balance
from offline.pipeline.body.kind import plant_of
from offline.pipeline.body.plausible import EVERY, ImplausibleError, Plausible
from offline.pipeline.body.statics import solver_of
from offline.pipeline.kinds import kind_of
from offline.scenes.reading import read_scene, scene_of
from offline.steering.as_loads import driven, follow
from reduce.pod import Basis
from runtime.base.progress import silent
from softrein.errors import CampaignError, SimulationError
from tests.offline.keyframes.test_keyframes import found

Array = np.ndarray
CAUSE = Cause("the random push of run 3, 2 N for 0.1 s", "lower enrichment.strength")
FORCE = {"name": "f", "region": "xmax", "direction": [0, 1, 2], "limit": "0.01 N"}
LENGTH = {"drive": "length", "stiffness": "20 N/m"}


def cable(y: float, name: str = "a", limit: str = "0.3 N", **more: Any) -> dict[str, Any]:
    """One along the arm."""
    points = [[0.03 * i, y, 0.005] for i in range(5)]
    return {"name": name, "kind": "cable", "points": points, "limit": ["0", limit], **more}


def arm(actuators: list[dict[str, Any]], kind: str = "actuation", **others: Any) -> FullBody:
    """A soft arm of 12 cm that lies along x."""
    return build_full_body(scene_of(data_of(actuators, kind, **others)))  # type: ignore[arg-type]


def data_of(actuators: list[dict[str, Any]], kind: str = "actuation", **others: Any) -> dict[str, Any]:
    return {
        "name": "arm",
        "mesh": {"body": "block", "cells": [8, 1, 1], "size": ["12 cm", "1 cm", "1 cm"], "fixed": ["xmin"]},
        "materials": {"body": {"young": "15 kPa", "poisson": 0.4, "density": "1000 kg/m^3"}},
        "gravity": [0, -0.05, 0],
        "time": {"step": "10 ms", "steps": 30},
        "enrichment": {"runs": 2, "radius": ["1 cm", "3 cm"], "duration": "100 ms", "kind": kind},
        "basis": {"rank": 3},
        "control": {"final": 1.0, "control_cost": 1e-4, "actuators": actuators},
        **others,
    }


HARD = data_of([cable(0.009), cable(0.002, "b")], time={"step": "10 ms", "steps": 30, "newton_iterations": 1})


# Energy ---------------------------------------------------------------------------------------------------

WAY = {"translation": [[0, 0, 0], [0, 0.01, 0.004]], "rotation": [[0, 0, 0], [0.3, 0.4, 0.5]],
       "times": [0.0, 0.3]}  # fmt: skip
LOADS = [{"region": "xmax", "force": [0, 0.002, 0.001], "duration": 0.1}]
MOVED: dict[str, tuple[list[dict[str, Any]], str, dict[str, Any]]] = {
    "loads": ([], "force", {"loads": LOADS}),
    "push": ([], "force", {"loads": LOADS, "gravity": [0, 0, 0]}),
    "kick": ([], "velocity", {"loads": LOADS, "gravity": [0, 0, 0]}),
    "forces": ([FORCE | {"limit": "0.004 N"}], "actuation", {}),
    "cables": ([cable(0.009, limit="0.02 N"), cable(0.002, "b", "0.02 N")], "actuation", {}),
    "lengths": ([cable(0.009, limit="0.004 m", **LENGTH)], "actuation", {}),
    "handle": ([], "force", {"handle": WAY, "gravity": [0, 0, 0]}),
}


@pytest.mark.parametrize("name", MOVED)
def test_a_run_holds_what_was_put_in(name: str) -> None:
    """At steps of 2 ms within 2 % of its most, of a body without damping: the scheme is of second order."""
    actuators, kind, others = MOVED[name]
    strong: dict[str, Any] = {"runs": 1, "radius": ["3 cm", "5 cm"], "duration": "50 ms", "kind": kind}
    strong |= {} if kind == "actuation" else {"strength": [1, 1]}
    time: dict[str, Any] = {"step": "2 ms", "steps": 150}
    full = arm(actuators, kind, **{"time": time, "enrichment": strong, **others})
    given = None if name in ("loads", "handle") else runs.perturbation(full, 0.01, 0)
    balance, held, put_in = Balance(full, given), [], []
    for u, v in simulate(full, None, given):
        balance.add(u, v)
        assert not balance.excess(u, v)
        held.append(sum(balance._held(u, v)))
        put_in.append(balance._given)
    assert max(held) > 1e-8
    np.testing.assert_allclose(held, put_in, atol=0.02 * max(held))


def test_of_halved_steps_each_part_counts() -> None:
    """A ball that goes three times its radius down onto a beam in a step: at 1 ms no step is halved."""
    ball = (
        "tools=[{name='ball', shape='sphere', radius='2 cm', position=[0.2, 0.12, 0.04], times=[0, 0.01], "
        "translation=[[0, 0, 0], [0, -0.06, 0]]}]"
    )
    put_in = []
    for step, steps in (("10 ms", 20), ("1 ms", 200)):
        settings = [ball, f"time.step='{step}'", f"time.steps={steps}", "pushes=[]", "targets=[]", "loads=[]"]
        settings += [
            "control.instants=[]",
            "control.final=1.0",
            "ensemble.time=[0, 0.1]",
        ]
        full = build_full_body(read_scene("beam", settings))  # type: ignore[arg-type]
        stepper = full.stepper()
        balance = Balance(full, None, stepper)
        for u, v in simulate(full, stepper):
            balance.add(u, v)
            assert not balance.excess(u, v)
        assert (stepper.counts["halved"] > 0) == (step == "10 ms")
        put_in.append(balance._most)
    assert put_in[0] == pytest.approx(put_in[1], rel=0.3)


def test_feedback_puts_in_what_it_adds() -> None:
    full = arm([cable(0.009, limit="0.02 N"), FORCE], time={"step": "2 ms", "steps": 60})
    count, size = 60, full.body.mass.size
    shape = np.linspace(0, 1, size) / np.sqrt(size)
    vectors = (shape / np.sqrt(shape @ (full.body.mass * shape)))[:, None]
    basis = Basis(vectors, np.ones(1), full.body.mass)
    controls = np.tile([0.004, 0.001], (count, 1))
    gains = np.tile(np.array([[-40.0, 0.0], [-8.0, 0.0]]), (count, 1, 1))
    motion: Any = SimpleNamespace(states=np.zeros((count + 1, 2)), controls=controls, gains=gains)
    moved, acting = driven(full, vectors, controls), list[Array]()
    free = np.tile([-np.inf, np.inf], (2, 1))
    balance = Balance(moved, rounds._Feedback(moved, acting))
    for u, v in follow(moved, basis, motion, free, acting):
        balance.add(u, v)
        held = sum(balance._held(u, v))
        assert held == pytest.approx(balance._given, rel=0.02, abs=1e-10)
    assert np.ptp(np.array(acting) - controls) > 1e-3
    assert held > 1e-8


def test_energy_that_nobody_put_in_is_refused_with_its_figures() -> None:
    full = build_full_body(read_scene("beam"))  # type: ignore[arg-type]
    still = np.zeros(full.body.mass.size)
    fast = np.sqrt(2 * 51 / full.body.mass.sum()) + still
    states = [(still, still)] * EVERY + [(still, fast)]
    words = (
        r"^step 4: the body's energy is 51 J, of which 51 J are kinetic, but 0 J at most were supplied, "
        r"under the "
    )
    with pytest.raises(ImplausibleError, match=words):
        list(Plausible(full, CAUSE).watched(iter(states)))
    kick: Any = SimpleNamespace(load=lambda step: still, control=lambda step: 0.0)
    kick.velocity_change = lambda step: fast * (step == EVERY)
    assert len(list(Plausible(full, CAUSE, kick).watched(iter(states)))) == EVERY + 1


def test_the_last_state_is_looked_at_as_well() -> None:
    full = arm([], "force", time={"step": "10 ms", "steps": 2}, loads=LOADS)
    still = np.zeros(full.body.mass.size)
    with pytest.raises(ImplausibleError, match=r"^step 2: the body's energy is"):
        list(Plausible(full, CAUSE).watched(iter([(still, still)] * 2 + [(still, still + 1)])))


def test_full_runs_stay_what_the_body_can_be() -> None:
    full = build_full_body(read_scene("beam"))  # type: ignore[arg-type]
    watch = Plausible(full, CAUSE)
    n = full.body.mass.size
    fine, far, turned = np.zeros(n), np.zeros(n), np.zeros(n)
    far[4] = 6 * np.linalg.norm(np.ptp(full.mesh.vertices, axis=0))
    turned[:] = -2 * full.mesh.vertices.reshape(-1)[full.body.free]
    assert len(list(watch.watched(iter([(fine, fine)] * 3)))) == 3
    for u, fault in ((far, "a vertex is"), (turned, "inside out"), (np.full(n, np.nan), "a vertex is")):
        words = f"^step 4: .*{fault}.*random push of run 3, 2 N.*; lower enrichment.strength, or"
        with pytest.raises(ImplausibleError, match=words):
            list(Plausible(full, CAUSE).watched(iter([(fine, fine)] * 4 + [(u, fine)])))


# Wiring, and words ----------------------------------------------------------------------------------------


@pytest.fixture
def unbalanced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off the check that a step makes no energy."""
    monkeypatch.setattr(StepBalance, "made", lambda *_: 0.0)


@pytest.mark.usefixtures("unbalanced")
def test_a_training_run_that_explodes_is_refused_and_limits_are_warned_of_once() -> None:
    words = (
        r"run 1: step \d+: the body's energy is \S+ J, of which \S+ J are kinetic, but \S+ J at most "
        r"were supplied, under the random controls of run 1, of which '[ab]' is the strongest with "
        r"0\.2\d* N: this state is not physical; lower control\.actuators\.[01]\.limit, or take a smaller "
        r"time\.step"
    )
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with pytest.raises(CampaignError, match=words):
            softrein.precompute(HARD, workers=0)
    told = [str(each.message) for each in heard if "to first order" in str(each.message)]
    assert [each.partition(":")[0] for each in told] == [f"control.actuators.{i}.limit" for i in (0, 1)]
    assert re.search(
        r"0\.3 N of 'a' bends the body by about 1\d\d degrees, to first order; 0\.0\d+ N by 40", told[0]
    )


@pytest.mark.usefixtures("unbalanced")
def test_a_nominal_run_that_explodes_is_refused() -> None:
    load = [{"actuator": name, "tension": "0.3 N", "duration": 0.3} for name in "ab"]
    words = (
        r"the full run failed: step \d+: .* J .*under the scene's own "
        r"loads \(0\.3 N of 'a' and 0\.3 N of 'b'\), "
        r"gravity \(0\.000563 N\): .*; weaken loads or gravity, or take"
    )
    with pytest.raises(CampaignError, match=words):
        softrein.precompute(HARD | {"loads": load}, workers=0)


@pytest.mark.parametrize(
    ("kind", "load", "remedy"),
    [
        ("force", r"the random push of run 1, [\d.e-]+ N for 0\.1 s", "lower enrichment.strength"),
        ("velocity", r"the random kick of run 1, [\d.e-]+ m/s at most", "lower enrichment.strength"),
        (
            "actuation",
            r"the random controls of run 1, 'f' with 0\.00\d+ N",
            "lower control.actuators.0.limit",
        ),
    ],
)
def test_a_run_is_named_by_its_load_and_the_entry_that_weakens_it(kind: str, load: str, remedy: str) -> None:
    full = arm([FORCE], kind, loads=LOADS)
    given: Any = runs.perturbation(full, 0.01, 1)
    cause = training_cause(full, 1, given)
    assert re.fullmatch(load, cause.load)
    assert cause.remedy == remedy
    strong = float(re.findall(r"[\d.e-]+", cause.load.partition(",")[2])[0])
    size = np.abs(given.forces).max() if kind == "actuation" else np.linalg.norm(given.vector)
    assert strong == pytest.approx(size, rel=1e-2)


def test_the_nominal_run_and_one_of_a_found_motion_name_what_moves_them() -> None:
    assert own_cause(arm([], "force", handle=WAY)).remedy == "weaken gravity or handle"
    full = arm([cable(0.009), FORCE])
    moved = driven(full, np.zeros((full.body.mass.size, 1)), np.array([[0.1, 0.002], [0.2, 0.001]]))
    cause = found_cause(moved)
    assert cause.load == "the controls of the motion that was found, of which 'a' is the strongest with 0.2 N"
    assert cause.remedy == "lower control.actuators.0.limit, or leave it more time"
    vectors = np.ones((full.body.mass.size, 1))
    alone = found_cause(driven(arm([], "force"), vectors, np.ones((2, 1))))
    assert re.fullmatch(r"the controls of the motion that was found, [\d.]+ N at most", alone.load)


def test_a_found_motion_that_explodes_shows_nothing_to_the_basis() -> None:
    """One that ends because its step cannot be solved shows what came before."""
    full = arm([cable(0.009)])
    moved = driven(full, np.zeros((full.body.mass.size, 1)), np.full((30, 1), 0.01))
    still = np.zeros(full.body.mass.size)

    def run(end: Any) -> Any:
        yield from [(still, still)] * 4
        if end is None:
            raise SimulationError("step 4: no")
        yield still, still + end

    states, fault = rounds._as_far_as_it_goes(moved, run(9.0), None, silent)
    assert states.shape == (2, still.size, 0)
    assert re.match(
        r"step 4: the body's energy is .* J, .*motion that was found.*control\.actuators\.0\.limit", fault
    )
    states, fault = rounds._as_far_as_it_goes(moved, run(None), None, silent)
    assert (states.shape[2], fault) == (4, "step 4: no")
    states, fault = rounds._as_far_as_it_goes(moved, run(0.0), None, silent)
    assert (states.shape[2], fault) == (5, "")


class Watch(Plausible):
    """Keeps what it is of, and refuses those that have feedback, or all."""

    of: ClassVar[list[tuple[FullBody, Any]]] = []
    every = False

    def __init__(self, full: FullBody, cause: Cause, added: Any = None, stepper: Any = None) -> None:
        super().__init__(full, cause, added, stepper)
        self.of.append((full, added))
        self.refuses = added is not None or self.every

    def watched(self, states: Any) -> Any:
        """The states, or no more than three."""
        for step, state in enumerate(super().watched(states)):
            if step == 3 and self.refuses:
                raise ImplausibleError("step 3: never")
            yield state


def test_rounds_watch_their_full_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "Plausible", Watch)
    monkeypatch.setattr(rounds, "AGREED", 0.0)  # so that there are three rounds, two of them with feedback
    Watch.of.clear()
    made, _, _ = found(tmp_path)
    assert any(full is made.nominal.full for full, _ in Watch.of)
    assert [type(added).__name__ for _, added in Watch.of] == ["NoneType", "_Feedback"] * 2 + ["NoneType"]
    monkeypatch.setattr(Watch, "every", True)
    with pytest.raises(SimulationError, match=r"fails .* the last failure: step 3: never"):
        found(tmp_path)


# Limits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["force", "tension", "length"])
def test_what_an_actuator_does_is_what_a_static_solve_finds(kind: str) -> None:
    """At a degree or so, where first order is within 2 %."""
    part, amount = {
        "force": (FORCE, 1e-5),
        "tension": (cable(0.009), 2e-3),
        "length": (cable(0.009, limit="0.01 m", **LENGTH), 1e-4),
    }[kind]
    full = arm([part])
    solve = solver_of(full.body)
    assert solve is not None
    u = amount * limits.moved_by_one(full, solve, 0, full.scene.control.actuators[0])
    still = np.zeros(u.size)
    if kind == "force":
        found = equilibrium(
            full.moved, amount * limits.force_of_one(full, 0, full.scene.control.actuators[0])
        )
    else:
        found = equilibrium(full.moved, still, np.array([amount]))
    assert np.linalg.norm(u - found) < 0.02 * np.linalg.norm(found)
    assert limits.farthest(u) == pytest.approx(limits.farthest(found), rel=0.02)


def test_the_angle_that_is_told_is_the_one_that_the_end_turns_by() -> None:
    """Of a cable, whose moment is the same all along, at some thirty degrees, within a quarter."""
    full = arm([cable(0.009)])
    solve = solver_of(full.body)
    assert solve is not None
    told = 0.05 * limits.turned(full, limits.moved_by_one(full, solve, 0, full.scene.control.actuators[0]))
    u = equilibrium(full.moved, np.zeros(full.body.mass.size), np.array([0.05]))
    at, end = full.body.positions(u), full.mesh.regions["xmax"]
    before, after = (x[end] - x[end].mean(axis=0) for x in (full.mesh.vertices, at))
    left, _, right = np.linalg.svd(after.T @ before)
    turn = left @ np.diag([1, 1, np.linalg.det(left @ right)]) @ right
    angle = np.degrees(np.arccos((np.trace(turn) - 1) / 2))
    assert 20 < angle < 40
    assert told == pytest.approx(angle, rel=0.25)


@pytest.mark.parametrize(("limit", "strong"), [("1e6 N", True), ("1e-6 N", False)])
def test_what_an_actuator_at_its_limit_does_is_estimated(
    limit: str, strong: bool, recwarn: pytest.WarningsRecorder
) -> None:
    limits.warn_of_limits(arm([FORCE | {"limit": limit}]))
    told = [str(each.message) for each in recwarn if "to first order" in str(each.message)]
    assert [each.partition(":")[0] for each in told] == ["control.actuators.0.limit"] * strong


def test_what_stretches_is_told_in_metres() -> None:
    assert limits._words(10.0, "N", 0.06, 3.0, 0.1) == (
        "moves the body by about 0.06 m, to first order, 0.6 times its size; 3.3 N moves it by 20% of that"
    )


# Shares ---------------------------------------------------------------------------------------------------


def test_shares_are_of_the_motion_that_is_trained(tmp_path: Path) -> None:
    one, other = np.full((5, 2), 0.03), np.full((5, 2), 0.01)
    assert distance_between(one, other) == pytest.approx(2.0)
    assert distance_between(one, other, 0.2) == pytest.approx(0.02 * np.sqrt(2) / 0.2)
    assert distance_between(one, other, 1e-9) == pytest.approx(2.0)
    part = arm([FORCE]).scene.enrichment.model_copy(update={"keep_every": 2})
    basis, paths = Basis(np.eye(3)[:, :2], np.ones(3), np.ones(3)), []
    for k, (columns, size) in enumerate([(1, 0.1), (6, 3.0), (1, 50.0)]):
        paths.append(tmp_path / f"{k}.h5")
        with SnapshotWriter(paths[-1], "a") as write:
            write.append(np.full((3, columns), size))
    # Six states of (3, 3, 3), of which the basis shows two numbers; the third file is of no run.
    assert trained_size(part, 11, paths, basis) == pytest.approx(3 * np.sqrt(2))
    assert trained_size(part, 11, [], basis) == 0.0


def test_the_table_of_stages_takes_them_so(tmp_path: Path) -> None:
    """Of a sag of a hair's breadth under a large random force."""
    data = data_of([FORCE], gravity=[0, -1e-3, 0], time={"step": "10 ms", "steps": 30})
    scene = scene_of(data)
    kind, places = kind_of(scene), stages.Places(tmp_path, workers=0)
    full = stages.make_full_model(kind, scene).value
    nominal = stages.run_nominal(kind, full, places, silent).value
    training = stages.run_training(kind, nominal, places, silent).value
    basis = stages.make_basis(kind, nominal, training).value
    made = stages.make_reference(kind, nominal, training, basis, plant_of(full, basis, None))
    share = re.search(
        r"off the full one by ([0-9.]+)% of the largest motion that the scene trains", made.result
    )
    assert share is not None
    trained = trained_size(scene.enrichment, 30, training, basis)
    assert trained > 10 * np.sqrt((basis.project(nominal.u) ** 2).sum(axis=0).max())
    assert float(share[1]) < 2
