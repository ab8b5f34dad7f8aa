"""Tests of the arm that blocks balls: where balls cross, which count as blocked, and the study's words."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("mujoco")

from characters.plants.articulated import Articulated
from characters.scenes.blocking import DROP, DT, SHOULDER, Key, crossing, model, random_weights, thrown
from characters.studies.blocking import AIMS, study
from characters.studies.blocking_motion import (
    MET,
    START,
    TimedLaw,
    constant_law,
    gentlest_constant,
    simulate,
    undisturbed_errors,
)
from softrein.errors import ControllerError


@pytest.fixture(scope="module")
def balls():
    return [thrown(*aim) for aim in AIMS]


@pytest.fixture(scope="module")
def quick():
    return study(quick=True)


def test_a_ball_crosses_where_it_is_aimed_and_where_it_is_predicted(balls):
    for aim, ball in zip(AIMS, balls, strict=True):
        assert crossing(ball) == pytest.approx(aim)
    ball, key = balls[0], crossing(balls[0])
    plant = Articulated(model([key]), DT)
    plant.set_state([START])  # the arm hangs, out of the way
    plant.place("ball0", ball.position, ball.velocity)
    plant.model.body_gravcomp[:] = 0
    places = []
    for _ in range(round((key.time - ball.launch) / DT) + 1):
        places.append(plant.data.body("ball0").xpos.copy())
        plant.step(plant.bias())
    places = np.array(places)
    assert places[-1, 1] == pytest.approx(0, abs=1e-9)
    wanted = SHOULDER + key.distance * np.array([np.cos(key.angle), 0, np.sin(key.angle)])
    np.testing.assert_allclose(places[-1], wanted, atol=1e-9)


def test_an_arm_elsewhere_blocks_nothing(balls):
    run = simulate(lambda *_: (START, 50.0, False), balls)
    assert not run.blocked.any()
    assert not run.touched.any()


def test_without_contacts_the_arm_moves_as_equation_4_says(balls):
    key = crossing(balls[0])
    run = simulate(constant_law(9.0), balls[:1], until=key.time - 0.1)
    moment = Articulated(model([key]), DT).joint_moments()[0]
    rate, theta = 9.0 / (2 * moment), START - key.angle
    expected = key.angle + theta * (1 + run.times * rate) * np.exp(-rate * run.times)
    assert abs(run.angles - expected).max() < 0.02  # steps of first order
    short = Key(key.time - 0.1, key.angle, key.distance)
    errors = undisturbed_errors(constant_law(9.0), [short], moment)
    assert run.angles[-1] - key.angle == pytest.approx(errors[0], abs=1e-6)


def test_undisturbed_the_timed_law_arrives_and_keeps_its_rest(balls):
    law = TimedLaw()
    errors = undisturbed_errors(law, [crossing(ball) for ball in balls], 0.6)
    assert abs(errors).max() < 1e-4
    assert law.placed == len(balls)


def test_key_times_between_steps_are_met_as_well():
    keys = [Key(0.5033, 0.4, 0.5), Key(0.8017, -0.6, 0.5), Key(0.9999, 0.1, 0.5)]
    assert (
        abs(undisturbed_errors(TimedLaw(), keys, 0.6)).max() < 5e-3
    )  # the last part of a step goes to the next key


def test_weights_fall_from_where_the_paper_says():
    weights = random_weights(3, last=1.8)
    again, other = random_weights(3, last=1.8), random_weights(4, last=1.8)
    for weight, same in zip(weights, again, strict=True):
        assert weight.release == same.release
        assert weight.position[2] == pytest.approx(SHOULDER[2] + DROP)
        np.testing.assert_array_equal(weight.position, same.position)
    assert weights[0].release != other[0].release
    assert min(weight.release for weight in weights) >= 0
    assert max(weight.release for weight in weights) + np.sqrt(2 * DROP / 9.8) <= 1.8 + DT


def cells(quick, run):
    """The rows of one run: the error in m at the hand, and what became of the ball."""
    rows = [row for row in quick.tables[0].rows if row[0] == run]
    return np.array([row[5] / 100 for row in rows]), [row[6] for row in rows]


def test_timed_gains_meet_and_block_all_four(quick):
    errors, fates = cells(quick, "timed gains")
    assert abs(errors).max() < 0.01
    assert fates == ["blocked"] * 4


def test_constant_gains_meet_the_first_ball_alone(quick):
    errors, fates = cells(quick, "constant gains")
    assert 0.9 * MET < abs(errors[0]) <= MET  # no stiffer than needed
    assert abs(errors[1:]).min() > 2 * MET
    assert fates[0] == "blocked"
    assert "missed" in fates or "grazed" in fates


def test_under_weights_timed_gains_do_better(quick):
    timed, fates = cells(quick, "timed gains, weights")
    constant, _ = cells(quick, "constant gains, weights")
    assert (abs(timed) < abs(constant)).all()
    assert fates.count("blocked") >= 2
    hits = {row[0]: row[-1] for row in quick.tables[1].rows}
    assert hits["timed gains"] == 0
    assert hits["timed gains, weights"] >= 3


def test_the_study_can_be_written_and_drawn(quick):
    assert quick.name == "blocking"
    json.dumps(quick.as_data())
    assert len(quick.recordings) == 4
    for name, recording in quick.recordings.items():
        plant = Articulated(recording.xml, DT)
        assert recording.coordinates.shape == (len(recording.times), plant.model.nq)
        assert plant.model.camera(recording.camera) is not None
        assert ("weight0" in recording.xml) == ("weights" in name)
    for chart in quick.curves:
        assert all(len(x) == len(y) for x, y in [*chart.lines.values(), *chart.marks.values()])
    marks = quick.curves[0].marks["balls"]
    np.testing.assert_allclose(marks[1], np.degrees([aim[1] for aim in AIMS]))


def test_gains_that_cannot_be_are_refused():
    with pytest.raises(ControllerError, match="no constant gains"):
        gentlest_constant([thrown(0.02, 0.3, 0.5)])  # from hanging, in four steps
