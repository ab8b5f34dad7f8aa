"""A bundle at another time step: quantities kept exactly, quantities that are close, and tracking errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from typer.testing import CliRunner

from offline.gains.lqr import remade_lqr
from offline.studies import other_step
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.resample import _run_again, at_step, follows_by_itself, hermite, linear, means
from runtime.bundle.smoke import SmokeBundle
from softrein.cli import app
from softrein.errors import SimulationError, SoftreinError
from tests.made_up import uncorrected

UNEVEN = [0.25, 0.37, 0.5, 1.5, 2.0, 2.7]  # of the old step: some divide the motion's duration, some do not

# Of the scene's pushed run, relative to that at the old step: the error, and the root of what LQR minimises,
# by factor of the step. One hundredth above what was measured; with finer steps both are a little smaller.
BOUNDS = {
    "deformable": {0.25: (0.999, 0.986), 0.5: (0.998, 0.992), 1.5: (0.973, 0.945), 2.0: (0.916, 0.868)},
    "fluid": {0.25: (0.967, 0.946), 0.5: (0.98, 0.964), 1.5: (0.971, 1.013), 2.0: (0.941, 1.045)},
}


def moments(bundle: Bundle, other: Bundle) -> np.ndarray:
    """When the states of the other bundle are, in steps of the first."""
    return np.linspace(0, bundle.steps, other.steps + 1)


@pytest.fixture
def resampled_bundle(either_bundle: Bundle) -> Bundle:
    """A bundle whose plant leaves its reference by itself: the full motion, without a correction."""
    return uncorrected(either_bundle)


def own_run(bundle: Bundle) -> Bundle:
    """The plant's own run under the motion's forces, as reference.source = "reduced" has it."""
    alone, plant = uncorrected(bundle), bundle.plant()
    states = alone.track.states.copy()
    for step, force in enumerate(alone.track.feedforward):
        states[step + 1] = plant.step(states[step], force)
    return replace(alone, track=alone.track._replace(states=states))


# What is kept


def test_at_its_own_step_every_bit_is_the_same(either_bundle: Bundle) -> None:
    same = either_bundle.at_step(either_bundle.dt)
    assert same is not either_bundle
    before, after = bundle_file._arrays(either_bundle), bundle_file._arrays(same)
    assert before.keys() == after.keys()
    for name, array in before.items():
        np.testing.assert_array_equal(after[name], array, err_msg=name)
    assert [field.name for field in fields(same)] == [field.name for field in fields(either_bundle)]


@pytest.mark.parametrize("factor", UNEVEN)
def test_it_is_whole_and_lasts_as_long_to_half_a_step(resampled_bundle: Bundle, factor: float) -> None:
    either_bundle = resampled_bundle
    other = either_bundle.at_step(factor * either_bundle.dt)
    other.check()
    assert type(other) is type(either_bundle)
    assert abs(other.steps * other.dt - either_bundle.steps * either_bundle.dt) <= other.dt / 2 * (1 + 1e-9)
    for end in (0, -1):
        np.testing.assert_array_equal(other.track.states[end], either_bundle.track.states[end])
    assert other.pushes == either_bundle.pushes


@pytest.mark.parametrize("factor", UNEVEN)
def test_the_impulse_is_preserved_at_all_times(either_bundle: Bundle, factor: float) -> None:
    other = either_bundle.at_step(factor * either_bundle.dt)

    def impulse(bundle: Bundle, forces: np.ndarray) -> np.ndarray:
        forces = forces[:, : bundle.rank]
        return bundle.dt * np.vstack([np.zeros(bundle.rank), np.cumsum(forces, axis=0)])

    pairs = (
        (either_bundle.driving, other.driving),
        (either_bundle.uncontrolled - either_bundle.correction, other.uncontrolled - other.correction),
    )
    for before, after in pairs:
        old, when = impulse(either_bundle, before), np.arange(either_bundle.steps + 1)
        wanted = [np.interp(moments(either_bundle, other), when, column) for column in old.T]
        tolerance = 1e-12 * np.abs(old).max()
        np.testing.assert_allclose(impulse(other, after).T, wanted, rtol=0, atol=tolerance)


def test_there_and_back_again(either_bundle: Bundle) -> None:
    """Half a step and back: all that was at the old steps is there again."""
    again = either_bundle.at_step(either_bundle.dt / 2).at_step(either_bundle.dt)
    np.testing.assert_allclose(again.driving, either_bundle.driving, rtol=1e-12, atol=1e-13)
    states, forces = either_bundle.track
    np.testing.assert_allclose(again.track.states, states, rtol=0, atol=1e-9 * np.abs(states).max())
    np.testing.assert_allclose(again.track.feedforward, forces, rtol=0, atol=1e-5 * np.abs(forces).max())
    for name, gains in either_bundle.gains.items():
        np.testing.assert_allclose(again.gains[name], gains, rtol=1e-12)
    np.testing.assert_array_equal(again.costs.steps, either_bundle.costs.steps)
    assert again.targets == either_bundle.targets
    there_and_back = replace(
        again,
        track=either_bundle.track,
        uncontrolled=either_bundle.uncontrolled,
        correction=either_bundle.correction,
        gains=either_bundle.gains,
    )
    assert there_and_back.run().error == pytest.approx(either_bundle.run().error, rel=1e-9)


# A reference that is the plant's own run


@pytest.mark.parametrize("factor", UNEVEN)
def test_a_plants_own_run_is_run_again(small_bundle: BodyBundle, factor: float) -> None:
    """Undisturbed, at any step, nobody has to do anything."""
    own = own_run(small_bundle)
    other = own.at_step(factor * own.dt)
    np.testing.assert_array_equal(other.track.states[0], own.track.states[0])
    assert follows_by_itself(other)
    run = other.run([])
    assert run.error == run.effort == 0


@pytest.mark.parametrize("factor", UNEVEN)
def test_the_full_motion_stays_the_full_motion(either_bundle: Bundle, factor: float) -> None:
    """Its correction is made anew, so that nobody has to do anything there, and goes where it went."""
    other, states = either_bundle.at_step(factor * either_bundle.dt), either_bundle.track.states
    other.check()
    assert follows_by_itself(other)
    run = other.run([])
    assert run.error < 1e-9
    assert run.effort < 1e-12
    places = either_bundle.plant().positions
    wanted = np.array(
        [np.interp(moments(either_bundle, other), np.arange(len(states)), each) for each in states.T]
    ).T
    off = np.linalg.norm(other.track.states[:, places] - wanted[:, places], axis=1).max()
    assert off < 0.05 * np.linalg.norm(states[:, places] - states[0, places], axis=1).max()


@pytest.mark.parametrize("factor", [0.5, 1.5, 2.0])
def test_without_feed_forward_the_run_without_control_still_goes_through_it(
    either_bundle: Bundle, factor: float
) -> None:
    """What drives the motion, and the correction, then stand in `uncontrolled` alone."""
    zero = either_bundle.track.feedforward - either_bundle.driving
    bundle = replace(either_bundle, track=either_bundle.track._replace(feedforward=zero))
    other = bundle.at_step(factor * bundle.dt)
    np.testing.assert_allclose(other.driving, 0.0, atol=1e-12)
    assert follows_by_itself(other)
    run = other.run([], "none")
    assert np.abs(run.states - other.track.states).max() < 1e-9 * np.abs(other.track.states).max()


def test_the_run_again_is_the_same_motion_to_the_order_of_the_step(small_bundle: BodyBundle) -> None:
    """Halving the step four times quarters what one halving changes: the step's error is of second order."""
    own = own_run(small_bundle)
    finest = own.at_step(own.dt / 32).track.states[::32]
    off = [np.abs(own.at_step(own.dt / parts).track.states[::parts] - finest).max() for parts in (4, 8)]
    assert 1.6 < np.log2(off[0] / off[1]) < 2.4


def test_a_motion_that_cannot_be_made_at_a_step_says_so(small_bundle: BodyBundle) -> None:
    strong = 1e200 * np.ones((1, small_bundle.rank))
    track = small_bundle.track._replace(states=small_bundle.track.states[:2], feedforward=strong)
    with pytest.raises(SimulationError, match=r"the motion itself fails, at step 0"):
        _run_again(replace(small_bundle, track=track))


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_gains_made_anew_spend_nothing_undisturbed_and_steer_well(
    either_bundle: Bundle, factor: float
) -> None:
    """What is said is what was done; undisturbed, LQR's cost is no more than with resampled gains."""
    plain, anew = (each(either_bundle, factor * either_bundle.dt) for each in (at_step, other_step.at_step))
    assert "the reference was run again, LQR's gains made anew" in anew.stages[-1]["result"]
    assert anew.stages[:-1] == either_bundle.stages
    runs = [bundle.run([]) for bundle in (plain, anew)]
    costs = [run.error**2 + either_bundle.costs.control[0, 0] * run.effort for run in runs]
    assert costs[1] <= 1.001 * costs[0] + 1e-18  # the motion is the plant's own: round-off
    assert anew.run().error < 0.2 * anew.run(controller="none").error


# What is between the old steps


@pytest.mark.parametrize("factor", UNEVEN)
def test_places_follow_the_cubic_with_the_plants_own_rates(resampled_bundle: Bundle, factor: float) -> None:
    either_bundle = resampled_bundle
    other, states = either_bundle.at_step(factor * either_bundle.dt), either_bundle.track.states
    plant = either_bundle.plant()
    places = plant.positions.stop
    if isinstance(either_bundle, BodyBundle):
        rates = states[:, places:]
    else:
        rates = np.array([plant.particle_modes(x[:places].reshape(-1, 2)) @ x[places:] for x in states])
    when = np.arange(len(states))
    wanted = CubicHermiteSpline(when, states[:, :places], either_bundle.dt * rates)(
        moments(either_bundle, other)
    )
    np.testing.assert_allclose(
        other.track.states[:, :places], wanted, rtol=0, atol=1e-13 * np.abs(states).max()
    )


def test_places_and_velocities_of_a_body_agree(small_bundle: BodyBundle) -> None:
    """The cubic's derivative is the line between the velocities: both are those of the trapezoidal rule."""
    fine = small_bundle.at_step(small_bundle.dt / 4)
    p, v = np.hsplit(fine.track.states, 2)
    np.testing.assert_allclose(
        np.diff(p, axis=0), fine.dt / 2 * (v[1:] + v[:-1]), rtol=0, atol=1e-12 * np.abs(p).max()
    )


def test_the_orders_of_the_interpolations() -> None:
    """Errors of a sine: of order 4 for the cubic, of order 2 for the line."""
    where = np.linspace(0, 1, 97)

    def errors(steps: int) -> tuple[float, float]:
        x = np.linspace(0, 1, steps + 1)
        values, slopes = np.sin(5 * x)[:, None], 5 / steps * np.cos(5 * x)[:, None]
        found = hermite(values, slopes, where * steps), linear(values, where * steps)
        return tuple(np.abs(each[:, 0] - np.sin(5 * where)).max() for each in found)

    orders = np.log2(np.array(errors(32)) / errors(64))
    np.testing.assert_allclose(orders, [4, 2], atol=0.2)


def test_means_of_what_is_held() -> None:
    held = np.array([1.0, 3.0, 7.0, 2.0])
    np.testing.assert_allclose(means(held, np.linspace(0, 4, 3)), [2.0, 4.5])
    np.testing.assert_allclose(means(held, np.linspace(0, 4, 9)), np.repeat(held, 2))
    thirds = [(1 + 3 / 3) / (4 / 3), (3 * 2 / 3 + 7 * 2 / 3) / (4 / 3), (7 / 3 + 2) / (4 / 3)]
    np.testing.assert_allclose(means(held, np.linspace(0, 4, 4)), thirds)


def test_gains_are_those_of_their_time(either_bundle: Bundle) -> None:
    for name, gains in either_bundle.gains.items():
        finer = either_bundle.at_step(either_bundle.dt / 4).gains[name]
        coarser = either_bundle.at_step(2 * either_bundle.dt).gains[name]
        if len(gains) == 1:
            assert len(finer) == len(coarser) == 1
        else:
            np.testing.assert_array_equal(finer, np.repeat(gains, 4, axis=0))
            np.testing.assert_allclose(coarser, (gains[::2] + gains[1::2]) / 2, rtol=1e-14)


def test_instants_and_targets_keep_their_times(small_bundle: BodyBundle) -> None:
    assert list(small_bundle.costs.steps) == [50, 80]
    for factor, steps in ((0.5, [100, 160]), (1.5, [33, 53]), (2.0, [25, 40])):
        other = small_bundle.at_step(factor * small_bundle.dt)
        assert list(other.costs.steps) == steps
        np.testing.assert_array_equal(other.costs.instants, small_bundle.costs.instants)
        for before, after in zip(small_bundle.targets, other.targets, strict=True):
            assert abs(after.step * other.dt - before.step * small_bundle.dt) <= other.dt
            assert 0 <= after.window * other.dt - before.window * small_bundle.dt <= other.dt
    least = small_bundle.at_step(small_bundle.steps * small_bundle.dt)
    least.check()
    assert list(least.costs.steps) == [1]  # both instants, as one
    np.testing.assert_allclose(least.costs.instants[0], small_bundle.costs.instants.sum(axis=0))


def test_offsets_of_a_single_step_become_many(small_bundle: BodyBundle) -> None:
    offsets = {"lqr": np.ones((small_bundle.steps, small_bundle.rank))}
    least = replace(small_bundle, offsets=offsets).at_step(small_bundle.steps * small_bundle.dt)
    assert least.offsets["lqr"].shape == (1, small_bundle.rank)
    again = least.at_step(small_bundle.dt).offsets["lqr"]
    np.testing.assert_allclose(again, offsets["lqr"], rtol=1e-14)


def test_the_full_paths_of_smoke_go_along(small_smoke: SmokeBundle) -> None:
    fine = small_smoke.at_step(small_smoke.dt / 3)
    np.testing.assert_array_equal(fine.full_paths[::3], small_smoke.full_paths)
    between, ends = fine.full_paths[1::3], small_smoke.full_paths
    apart = np.linalg.norm(between - (2 * ends[:-1] + ends[1:]) / 3, axis=2)
    assert apart.max() < 0.1 * np.linalg.norm(np.diff(ends, axis=0), axis=2).max()


# How far tracking degrades


def judged(bundle: Bundle) -> np.ndarray:
    """The error of the scene's pushed run under LQR, and the root of what LQR minimises."""
    run = bundle.run()
    return np.array([run.error, np.sqrt(run.error**2 + bundle.costs.control[0, 0] * run.effort)])


def breaches(bundle: Bundle, change: Callable[[Bundle, Bundle], Bundle]) -> list[str]:
    """Which of the bounds are broken by a bundle that is resampled and then changed."""
    own, found = judged(bundle), []
    for factor, bounds in BOUNDS[bundle.kind].items():
        grown = judged(change(bundle, bundle.at_step(factor * bundle.dt))) / own
        for name, ratio, bound in zip(("error", "cost"), grown, bounds, strict=True):
            if ratio > bound:
                found.append(f"{name} {ratio:.3f} at {factor} dt")
    return found


def resampled(bundle: Bundle, other: Bundle) -> Bundle:
    return other


def by_nearest_neighbour(bundle: Bundle, other: Bundle) -> Bundle:
    nearest = bundle.track.states[np.rint(moments(bundle, other)).astype(int)]
    return replace(other, track=other.track._replace(states=nearest))


def with_later_gains(bundle: Bundle, other: Bundle, steps: int = 1) -> Bundle:
    late = np.roll(bundle.gains["lqr"], steps, axis=0)
    return replace(other, gains=replace(bundle, gains={"lqr": late}).at_step(other.dt).gains)


def with_earlier_gains(bundle: Bundle, other: Bundle) -> Bundle:
    return with_later_gains(bundle, other, -1)


def test_tracking_degrades_no_further_than_this(either_bundle: Bundle) -> None:
    """Finer steps track no worse; twice the step leaves a third more error at most, far from uncontrolled."""
    assert not breaches(either_bundle, resampled)
    for factor in BOUNDS[either_bundle.kind]:
        other = either_bundle.at_step(factor * either_bundle.dt)
        assert other.run().error < 0.2 * other.run(controller="none").error


@pytest.mark.parametrize("broken", [by_nearest_neighbour, with_later_gains, with_earlier_gains])
def test_these_bounds_would_notice_a_worse_way(either_bundle: Bundle, broken) -> None:  # type: ignore[no-untyped-def]
    assert breaches(either_bundle, broken)


# What is refused, and the command line


@pytest.mark.parametrize(
    ("dt", "words"),
    [
        (0.0, "positive"),
        (-0.01, "positive"),
        (np.nan, "positive"),
        (np.inf, "positive"),
        (100.0, "longer than the motion"),
        (1e-9, "more than 100000 steps"),
    ],
)
def test_unreasonable_steps_are_refused(either_bundle: Bundle, dt: float, words: str) -> None:
    with pytest.raises(SimulationError, match=words):
        either_bundle.at_step(dt)


def test_each_motion_has_gains_for_the_other_step(motions_bundle: BodyBundle) -> None:
    other = other_step.at_step(motions_bundle, 2 * motions_bundle.dt)
    for name in motions_bundle.motions:
        own = other.motion(name)
        np.testing.assert_array_equal(own.gains["lqr"], remade_lqr(own)[0])


def test_run_at_another_step(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "beam.softrein"
    bundle_file.save(small_bundle, path)

    def facts(*words: str) -> dict[str, Any]:
        result = CliRunner().invoke(app, ["run", str(path), "--json", *words])
        assert result.exit_code == 0, result.output
        return dict(json.loads(result.stdout))

    wanted = other_step.at_step(small_bundle, 0.005).run()
    assert facts("--dt", "5ms") == facts("--dt", "0.005")
    assert facts("--dt", "5 ms")["error"] == pytest.approx(wanted.error, rel=1e-9)
    assert facts()["error"] != pytest.approx(wanted.error, rel=1e-3)
    assert facts("--dt", "5ms", "--realtime", "--rate", "10000")["steps"] == 160
    for text in ("2 kg", "soon", "nan", "-1", "1 h"):
        result = CliRunner().invoke(app, ["run", str(path), f"--dt={text}"])
        assert isinstance(result.exception, SoftreinError), text
