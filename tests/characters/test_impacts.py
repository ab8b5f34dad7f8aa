"""The schedule of gains, and the humanoid that balls hit."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from characters.laws.gain_schedule import TABLE_3, GainSchedule
from softrein.errors import ControllerError

DT = 0.033


@pytest.mark.parametrize("row", TABLE_3)
def test_the_gain_at_the_corners_of_the_schedule(row):
    schedule = TABLE_3[row]
    end = schedule.react_for + schedule.recover_for
    assert schedule.gain(-1e-9) == schedule.tracking
    assert schedule.gain(0.0) == schedule.gain(schedule.react_for) == schedule.reaction
    middle = schedule.gain(schedule.react_for + schedule.recover_for / 2)
    assert middle == pytest.approx((schedule.tracking + schedule.reaction) / 2)
    assert schedule.gain(end) == pytest.approx(schedule.tracking)
    assert schedule.gain(end + 100) == schedule.tracking
    assert schedule.gain(end - 1e-3) < schedule.tracking


def test_table_3_is_as_printed():
    assert [(s.tracking, s.reaction, s.damping, s.react_for, s.recover_for) for s in TABLE_3.values()] == [
        (25000, 5, 8, 0.1, 0.5),
        (25000, 5, 96, 0.1, 0.5),
        (25000, 5, 8, 0.1, 0.5),
        (25000, 5, 16, 0.1, 0.5),
        (25000, 5, 16, 0.6, 50),
        (25000, 1, 16, 0.6, 50),
    ]
    assert TABLE_3["soccer (heavy)"].damping_gain(2.0, DT) == pytest.approx(2 * 96 * DT)


@pytest.mark.parametrize("wrong", [(0, 5, 8, 0.1, 0.5), (9, -5, 8, 0.1, 0.5), (9, 5, 1.0, 0.1, 0.5)])
def test_refuses_a_schedule_that_cannot_hold(wrong):
    with pytest.raises(ControllerError):
        GainSchedule(*wrong)


# --- the humanoid, which needs the package mujoco ---


def simulated(row: str, seconds: float, **how: bool | float) -> Any:
    pytest.importorskip("mujoco")
    impacts = import_module("characters.studies.impacts")
    return impacts.simulate(impacts.SCENES[row], TABLE_3[row], seconds, **how)


@pytest.mark.parametrize("row", ["soccer (light)", "volleyball (fast)", "basketball (fast)"])
def test_the_ball_meets_the_figure_when_it_was_aimed_to_and_the_figure_comes_home(row):
    run = simulated(row, 4.0)
    meet = import_module("characters.studies.impacts").SCENES[row].meet
    assert run.lost is None
    assert run.impact == pytest.approx(meet, abs=DT)
    off = np.degrees(np.abs(run.q - run.target).max(axis=1))
    assert off[run.times < run.impact].max() < 3
    assert off.max() > 10
    assert off[-1] < 3


def test_plain_pd_fails_at_the_same_gains():
    run = simulated("soccer (light)", 1.0, ball=False, stable=False)
    assert run.lost is not None
    assert run.lost < 0.5


def test_the_largest_step_of_plain_pd_is_where_plain_pd_begins_to_fail():
    pytest.importorskip("mujoco")
    impacts = import_module("characters.studies.impacts")
    from characters.plants.tracking import track_pd

    scene, schedule = impacts.SCENES["soccer (light)"], TABLE_3["soccer (light)"]
    step = impacts.largest_plain_step(impacts.build(scene, DT, ball=False), schedule)
    grown = []
    for dt in (0.95 * step, 1.05 * step):
        plant = impacts.build(scene, dt, ball=False)
        rest = np.zeros(len(plant.dofs))
        gain = np.where(impacts.is_root(plant.dofs), impacts.ROOT_GAIN, schedule.tracking)
        plant.set_state(rest, 1e-6 * np.cos(np.arange(len(rest))))
        for _ in range(150):
            track_pd(plant, gain, schedule.damping_gain(gain, DT), rest, check=False)
        grown.append(np.abs(plant.v).max())
    assert grown[0] < 2e-6
    assert grown[1] > 1e-4


def test_a_heavy_ball_slows_the_foot_more_and_goes_slower():
    light, heavy = (simulated(f"soccer ({kind})", 1.2) for kind in ("light", "heavy"))
    hit = light.step_at(light.impact)
    assert heavy.speed()[hit - 1] == pytest.approx(light.speed()[hit - 1], rel=0.05)
    assert heavy.speed()[hit] < 0.7 * light.speed()[hit] < 0.7 * light.speed()[hit - 1]
    assert np.linalg.norm(heavy.ball_velocity[-1]) < 0.6 * np.linalg.norm(light.ball_velocity[-1])


def test_the_limit_keeps_the_elbows_from_bending_backwards():
    pytest.importorskip("mujoco")
    impacts = import_module("characters.studies.impacts")
    scene = impacts.SCENES["volleyball (fast)"]
    limited, free = (
        impacts.simulate(replace(scene, elbows=on), TABLE_3["volleyball (fast)"], 1.4) for on in (True, False)
    )
    assert impacts.bent_back(limited) < 0.6 * impacts.bent_back(free)


def test_a_ball_in_flight_comes_to_the_place_it_is_aimed_at_whatever_the_step():
    pytest.importorskip("mujoco")
    at_impact = []
    for dt in (DT, DT / 5):
        run = simulated("basketball (slow)", 1.0, dt=dt)
        at_impact.append(run.ball[run.step_at(0.891)])
    assert at_impact[0] == pytest.approx(at_impact[1], abs=0.03)


@pytest.mark.slow("does a whole study")
def test_the_study_says_what_it_measured():
    pytest.importorskip("mujoco")
    study = import_module("characters.studies.impacts").study(quick=True)
    reactions, steps = study.tables
    assert [line[0] for line in reactions.rows] == list(TABLE_3)
    assert all(len(line) == len(table.columns) for table in study.tables for line in table.rows)
    assert all(line[-1] == "stable" for line in steps.rows)
    assert len(study.recordings) == 12
    assert all("speed" in curves.y or "[deg]" in curves.y for curves in study.curves)


def test_strips_with_and_without_a_ball_are_framed_alike_and_only_one_shows_it():
    mujoco = pytest.importorskip("mujoco")
    impacts = import_module("characters.studies.impacts")
    row = impacts.do_row("soccer (light)", 1.3, DT / 3, 1.0)
    pretended, real = impacts._recordings([row]).values()
    assert (pretended.xml, pretended.camera, pretended.shown) == (real.xml, real.camera, real.shown)
    assert pretended.coordinates.shape == real.coordinates.shape
    model = mujoco.MjModel.from_xml_string(real.xml)
    ball = int(model.jnt_qposadr[model.body("ball").jntadr[0]])
    others = np.delete(np.arange(model.nq), np.arange(ball, ball + 7))
    np.testing.assert_allclose(pretended.coordinates[:, others], row.run.target)
    assert (pretended.coordinates[:, ball + 2] > 50).all()
    assert (real.coordinates[:, ball + 2] < 5).all()
