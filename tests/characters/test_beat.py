"""Tests of conducting, four letters and a blow: timed gains keep the time, others do as documented."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("mujoco")

import mujoco

from characters.plants.timed_control import TimedControl, Trace, run_key_frames
from characters.scenes.humanoid import pose
from characters.studies import conducting, recovery, ymca
from characters.studies.beat import DT, SIDES, play
from characters.study import Study


@pytest.fixture(scope="module")
def letters() -> Study:
    return ymca.study(quick=True)


@pytest.fixture(scope="module")
def conducted() -> Study:
    return conducting.study(quick=True)


@pytest.fixture(scope="module")
def struck() -> Study:
    return recovery.study(quick=True)


def where(name: str, part: str) -> np.ndarray:
    """Left and right of a part (2, 3) m at a letter."""
    full = ymca.letters()
    plant = full.plant()
    plant.set_state(full.keys[full.names.index(name)].q)
    return np.array([plant.data.body(f"{side}_{part}").xipos for side in SIDES])


def top_of_head() -> float:
    return float(ymca.letters().plant().data.body("head").xpos[2]) + 0.2


def test_the_letters_have_their_shapes():
    hands = {name: where(name, "hand") for name in "YMCA"}
    elbows = {name: where(name, "forearm") for name in "YMCA"}  # the forearms' centres
    apart = {name: np.abs(h[0, 1] - h[1, 1]) for name, h in hands.items()}
    assert apart["Y"] > 0.9
    assert np.all(hands["Y"][:, 2] > top_of_head())
    assert apart["A"] < 0.15
    assert np.all(hands["A"][:, 2] > top_of_head())
    assert apart["M"] < 0.25
    assert np.all(hands["M"][:, 2] < elbows["M"][:, 2] - 0.05)
    assert hands["C"][1, 2] > top_of_head() > hands["C"][0, 2] + 0.4  # one above, one below,
    assert hands["C"][1, 1] > elbows["C"][1, 1] + 0.1  # and both towards the figure's left
    assert hands["C"][0, 1] > 0.4


def test_timed_letters_come_in_time_and_tuned_ones_do_not(letters):
    rows = letters.tables[0].rows
    timed, tuned = np.array([row[2] for row in rows]), np.array([row[3] for row in rows])
    assert timed.max() < 0.5
    assert tuned[0] < ymca.REACHED
    assert tuned[1:].max() > 3.0
    assert tuned[1:].max() > 10 * timed.max()


def test_letters_that_come_too_quickly_for_constant_gains_wait_and_cost(letters):
    timed, _, quick = letters.tables[1].rows[:3]
    assert quick[6] < timed[6]  # share of the time after which a pose is reached
    assert quick[-1] > 2 * timed[-1]  # N m


def test_the_search_takes_the_last_to_arrive_of_those_that_reach():
    full = ymca.letters()
    pace, ratio, tries = ymca.tune(full, (3.0, 12.0, 16.0), (1.0,))
    assert (pace, ratio, tries) == (12.0, 1.0, 3)  # 3 is late, 16 there before 12


def test_whoever_is_never_back_is_not_the_quickest():
    def response(name: str, off: list[float]) -> recovery.Response:
        times = np.arange(len(off), dtype=float)
        nothing = np.zeros((len(off), 1))
        trace = Trace(times, *7 * [nothing])
        return recovery.Response(
            name, 0.2, 0.0, trace, np.array(off), np.zeros(len(off)), None, struck_at=0.0
        )

    never, back = response("never", [0, 5, 5, 5]), response("back", [0, 5, 0.1, 0.1])
    assert (never.outcome, back.outcome) == ("not back before the end", "back")
    assert "back is: back" in recovery._quickest([never, back])
    assert recovery._quickest([never]) == "None is back before the end"


def test_the_step_of_the_blow_counts_however_late_it_is_felt():
    """Of all responses, so that peak torques are of the same steps."""
    times, acted = np.arange(4.0), np.array([[1.0], [9.0], [3.0], [2.0]])
    trace = replace(Trace(times, *7 * [np.zeros((4, 1))]), acted=acted)
    late, at_once = (
        recovery.Response("", 0.2, felt, trace, times, times, None, struck_at=1.0) for felt in (2.0, 1.0)
    )
    assert late.peak_torque() == at_once.peak_torque() == 9.0
    assert late.due == (2.0, 2.0)


def test_key_times_are_sums_without_rounding_noise():
    for key in conducting.conducted().keys:
        assert len(repr(key.time)) < 8, key.time


def test_the_script_is_the_printed_one():
    printed = [("ArmsFront", 0.3), ("ArmsUp", 0.3), ("Out", 0.3), ("UpBeat", 0.4), ("DownBeat", 0.545)]
    assert [(beat.name, beat.duration) for beat in conducting.SCRIPT[:5]] == printed
    assert len(conducting.SCRIPT) == 12


def test_composite_inertia_conducts_in_time(conducted):
    timed, single, constant = np.array([row[2:] for row in conducted.tables[0].rows]).T
    assert timed.max() < 0.6
    assert np.all(single > 5 * timed)
    assert np.all(constant > 5 * timed)


def test_each_part_of_timed_control_is_worth_something(conducted):
    parts = {row[0]: row for row in conducted.tables[2].rows}
    path = {name: row[-2] for name, row in parts.items()}
    assert path["timed gains"] < 0.7 * path["share by turning alone [004, eq. 9]"]
    assert path["share by turning alone [004, eq. 9]"] < path["no share of the inboard joints"]
    assert path["timed gains"] < 0.8 * path["gravity not known"]
    assert parts["plain PD"][-1] > 0.3  # s: longer than the beats
    assert parts["plain PD"][1] > 10 * parts["timed gains"][1]


def test_the_motion_that_gains_are_made_for_goes_through_the_poses():
    full = conducting.conducted()
    times = np.array([0.0, *(key.time for key in full.keys), full.end + 1.0])
    poses = [full.start, *(key.q for key in full.keys), full.keys[-1].q]
    np.testing.assert_allclose(conducting.ideal(full, times), poses, atol=1e-12)


def test_every_joint_has_its_strength():
    dofs = conducting.conducted().dofs
    limits = dict(zip(dofs, conducting.strength(dofs), strict=True))
    assert limits["left_shoulder_twist"] == 50.0
    assert limits["right_shoulder_raise"] == 100.0
    outcome = play(
        conducting.conducted(conducting.SCRIPT[:1]),
        "weak",
        lambda plant, keys: TimedControl(plant, keys, limits=0.1 * conducting.strength(plant.dofs)),
    )
    assert outcome.control.limited()
    assert np.all(np.abs(outcome.trace.torque) <= 0.1 * conducting.strength(dofs))
    assert outcome.rms_degrees(0) > 1.0


def test_a_push_is_felt_for_what_it_is():
    stage = recovery.Stage()
    plant = stage.plant()
    control = recovery.TrackingControl(plant, stage.motion, None)
    run_key_frames(control, 0.1)
    assert control.felt < 1e-6  # rounding
    body = plant.model.body(recovery.STRUCK).id
    push = np.array([-20.0, 5.0, 3.0])
    jacobian = np.zeros((3, plant.model.nv))
    mujoco.mj_jacBodyCom(plant.model, plant.data, jacobian, None, body)
    expected = np.abs(push @ jacobian).max()
    control.torque()
    plant.data.xfrc_applied[body, :3] = push
    plant.step(control.torque(), control.added_mass)
    control.torque()
    assert control.felt == pytest.approx(expected, rel=1e-6)


def test_without_a_ball_nothing_is_felt():
    calm = recovery.respond(recovery.Stage(), "calm", 0.2, speed=0.0)
    assert calm.felt_at is None
    assert calm.off.max() < 0.5


def test_recovery_is_over_when_due(struck):
    rows = {row[0]: row for row in struck.tables[0].rows}
    quick, slow = rows["delta = 0.2 s"], rows["delta = 0.4 s"]
    for row in (quick, slow):
        assert row[2] < 0.3  # degrees
        assert row[4] > 5 * row[2]  # it did give way
        assert row[7] <= row[1]  # s
    assert quick[4] < slow[4]  # the more time, the more it gives way,
    assert quick[6] > 1.5 * slow[6]  # and the less torque it takes
    constant = rows["always 0.4 s ahead (constant gains)"]
    assert constant[2] > 5 * slow[2]
    plain = rows["tracking goes on, plain PD"]
    assert struck.tables[0].columns[8] == "outcome"
    assert plain[7] is None
    assert plain[8].startswith("diverged")
    assert quick[8] == slow[8] == "back"


@pytest.mark.parametrize("name", ["letters", "conducted", "struck"])
def test_studies_can_be_printed_and_drawn(name, request):
    study = request.getfixturevalue(name)
    json.dumps(study.as_data(), allow_nan=False)
    for curves in study.curves:
        assert all(len(x) == len(y) > 1 for x, y in [*curves.lines.values(), *curves.marks.values()])
    for table in study.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    for recording in study.recordings.values():
        model = mujoco.MjModel.from_xml_string(recording.xml)
        assert recording.coordinates.shape == (len(recording.times), model.nq)
        assert recording.times[0] <= min(recording.shown)
        assert max(recording.shown) <= recording.times[-1] + DT


def test_key_times_are_shown(letters):
    recording = letters.recordings["timed gains"]
    full = ymca.letters()
    assert list(recording.shown) == [key.time for key in full.keys]
    k = int(np.argmin(np.abs(recording.times - full.keys[0].time)))
    plant = full.plant()
    at_y = pose(plant.dofs, ymca.LETTERS[0].angles)
    assert np.abs(recording.coordinates[k] - at_y).max() < np.radians(6.0)  # within half a frame
