"""Pushes: when they act and how strongly, and the effect of wind on the modes of a flow."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from meshes.macgrid import MacGrid
from offline.full.smoke.pressure import Projection
from offline.full.smoke.wind import patch
from runtime.base.clock import step_at, steps_within
from runtime.base.noise import KNOTS, gradient_noise
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push, check_push, events_of
from runtime.smoke.flow_field import FlowField
from runtime.smoke.velocity_modes import velocity_modes
from softrein.errors import ControllerError, SimulationError

RANK = 4


def made_up_field(
    cells: tuple[int, int], extent: tuple[float, float]
) -> tuple[MacGrid, FlowField, np.ndarray]:
    """A box with a solid, and any modes on it: (size, RANK), not zero at closed faces."""
    solid = np.zeros(cells, dtype=bool)
    solid[5:9, 3:6] = True
    grid = MacGrid(cells, extent, solid)
    vectors = np.random.default_rng(1).normal(size=(grid.size, RANK))
    modes = velocity_modes(vectors, cells, grid.extent, grid.solid)
    return grid, FlowField(modes, grid.open, 2), vectors


# Noise


def test_noise_is_bounded_smooth_and_zero_at_its_knots() -> None:
    knots = np.linspace(0, 200, 20_001)
    values = np.array([gradient_noise(t, 3, 2) for t in knots])
    assert np.abs(values).max() <= 1
    assert np.abs(values).max(axis=0).min() > 0.5
    np.testing.assert_allclose(values[::100], 0, atol=1e-12)
    assert (
        np.abs(np.diff(values, axis=0)).max() < 0.06
    )  # slopes up to 2 (2 g at a knot is the steepest but one)
    assert np.abs(np.diff(values, 2, axis=0)).max() < 0.003


def test_noise_differs_between_seeds_and_components_and_repeats() -> None:
    times = np.linspace(0.5, 40.5, 41)
    one, other = (np.array([gradient_noise(t, seed, 2) for t in times]) for seed in (0, 1))
    assert abs(np.corrcoef(one[:, 0], other[:, 0])[0, 1]) < 0.5
    assert abs(np.corrcoef(one[:, 0], one[:, 1])[0, 1]) < 0.5
    again = np.array([gradient_noise(t + KNOTS, 0, 2) for t in times])
    np.testing.assert_allclose(one, again, atol=1e-9)


# When a push acts


@pytest.mark.parametrize(
    ("time", "duration", "acts"),
    [
        (0.0, 0.3, range(3)),
        (0.2, 0.1, range(2, 3)),
        (0.2, 0.0, range(2, 3)),  # a step at least
        (0.2, 1e-9, range(2, 3)),
        (0.24, 0.26, range(2, 5)),
        (0.7, 5.0, range(7, 10)),
        (0.0, np.inf, range(10)),
        (0.4, 1e308, range(4, 10)),
        (5.0, 1.0, range(0)),
        (1e300, 1.0, range(0)),
    ],
)
@pytest.mark.parametrize("noise", [0.0, 0.37])
def test_a_push_acts_in_the_steps_that_it_should(
    time: float, duration: float, acts: range, noise: float
) -> None:
    pattern = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]])
    push = Push((0, 0), (3.0, -1.0), time, duration, 1.0, noise, seed=4)
    events = events_of([push], [pattern], 0.1, 10, 3)
    assert events.first.dtype.kind == events.last.dtype.kind == "i"
    total = np.zeros((10, 3))
    for first, last, force in zip(*events, strict=True):
        total[first:last] += force
    expected = np.zeros((10, 3))
    for step in acts:
        factor = gradient_noise((step - acts[0] + 0.5) * 0.1 / noise, 4, 2) if noise else np.ones(2)
        expected[step] = (factor * push.force) @ pattern
    np.testing.assert_allclose(total, expected, atol=1e-14)


def test_noise_as_fine_as_a_step_still_blows() -> None:
    """A step takes the strength at its middle: at its ends it would meet the zeros at the knots."""
    events = events_of([Push(0, (1.0, 1.0), 0.0, 1.0, 1.0, 0.1)], [np.eye(2)], 0.1, 10, 2)
    assert np.abs(events.force).max() > 0.3


def test_no_push_is_no_event() -> None:
    events = events_of([], [], 0.1, 10, 3)
    assert [part.shape for part in events] == [(0,), (0,), (0, 3)]


@pytest.mark.parametrize("noise", [0.0, 0.13])
def test_a_planned_push_is_the_simulators(either_bundle: Bundle, noise: float) -> None:
    push = replace(either_bundle.pushes[0], noise=noise, seed=7)
    run = either_bundle.run([push], "none")
    simulator, start = either_bundle.simulator("none"), round(push.time / either_bundle.dt)
    for step in range(either_bundle.steps):
        if step == start:
            simulator.push(push.at, push.force, push.duration, push.radius, noise, 7)
        simulator.step()
        np.testing.assert_allclose(simulator.state, run.states[step + 1], rtol=1e-9, atol=1e-11)


def test_a_push_at_a_particle_blows_where_the_particle_is(small_smoke: SmokeBundle) -> None:
    """Planned: where the reference has it at the push's start; in a simulator: where it is now."""
    dt, step = small_smoke.dt, 22
    place = tuple(small_smoke.shape.positions(small_smoke.track.states[step])[1].tolist())
    at_particle, at_point = (Push(at, (1.0, 2.0), step * dt, 0.2, 0.1) for at in (1, place))
    one, other = (small_smoke.events([push]).force for push in (at_particle, at_point))
    np.testing.assert_array_equal(one, other)
    assert np.abs(one).max() > 1e-3
    one_of, other_of = small_smoke.simulator("none"), small_smoke.simulator("none")
    for simulator in (one_of, other_of):
        for _ in range(step):
            simulator.step()
    one_of.push(1, (1, 2), 0.2, 0.1)
    other_of.push(other_of.positions()[1], (1, 2), 0.2, 0.1)
    for _ in range(8):
        one_of.step()
        other_of.step()
    np.testing.assert_array_equal(one_of.state, other_of.state)


# What wind does to modes


@pytest.mark.parametrize("width", [0.01, 0.08, 0.5, 40.0])
@pytest.mark.parametrize("centre", [(0.0, 0.0), (0.61, 0.43), (1.3, 0.0), (0.777, 1.0), (1.3, 1.0)])
def test_wind_is_the_full_force_field_projected(centre: tuple[float, float], width: float) -> None:
    grid, field, vectors = made_up_field((23, 18), (1.3, 1.0))
    u, v = grid.split(grid.open)
    blown = patch(grid, centre, width)
    expected = []
    for chosen in ((1, 0), (0, 1)):
        part = np.concatenate([(chosen[0] * u).ravel(), (chosen[1] * v).ravel()])
        expected.append(grid.cell_area * vectors.T @ (part * blown))
    scale = grid.cell_area * np.abs(vectors).max() * max(blown.sum(), 1e-3)
    np.testing.assert_allclose(field.wind(centre, width), expected, atol=1e-8 * scale)


def test_wind_across_the_whole_box_does_nothing_to_a_flow_without_divergence() -> None:
    grid = MacGrid((16, 12), (1.0, 1.0))
    flow = Projection(grid).project(np.random.default_rng(0).normal(size=grid.size))
    field = FlowField(velocity_modes(flow[:, None], grid.cells, grid.extent), grid.open, 0)
    near, uniform = np.abs(field.wind((0.5, 0.5), 0.1)).max(), np.abs(field.wind((0.5, 0.5), 1e308)).max()
    assert uniform < 1e-12
    assert near > 1e-3


def test_winds_that_were_asked_for_are_kept_by_place_and_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.smoke.flow_field.MOST_WINDS", 2)
    _, field, _ = made_up_field((23, 18), (1.3, 1.0))
    first = field.wind((0.4, 0.5), 0.1).copy()
    assert field.wind((0.4, 0.5), 0.1) is field.wind((0.4, 0.5), 0.1)
    others = [field.wind(centre, width) for centre, width in (((0.4, 0.6), 0.1), ((0.4, 0.5), 0.2))]
    assert all(np.abs(other - first).max() > 1e-6 for other in others)
    np.testing.assert_array_equal(field.wind((0.4, 0.5), 0.1), first)
    assert len(field._winds) <= 2
    with pytest.raises(ValueError, match="read-only"):
        field.wind((0.4, 0.5), 0.1)[:] = 0.0


def test_modes_that_are_not_finite_are_refused() -> None:
    vectors = np.ones((24, 2))
    vectors[5, 1] = np.nan
    with pytest.raises(SimulationError, match="not finite"):
        velocity_modes(vectors, (3, 3), (1.0, 1.0))
    velocity_modes(np.full((24, 2), 1e308), (3, 3), (1.0, 1.0))  # whose sum is not finite


@pytest.mark.parametrize("cells", [49, 98, 103])
def test_a_wall_is_in_the_box_however_cells_times_size_rounds(cells: int) -> None:
    assert min(count * (1.0 / count) for count in (49, 98, 103)) < 1  # what this is about
    modes = velocity_modes(np.ones((2 * cells * (cells + 1), 1)), (cells, cells), (1.0, 1.0))
    field = FlowField(modes, np.ones(2 * cells * (cells + 1), dtype=bool), 0)
    assert np.isfinite(field.patterns(Push((1.0, 1.0), (1, 0), radius=0.1))).all()


def test_positions_are_pairs_of_the_state() -> None:
    _, field, _ = made_up_field((23, 18), (1.3, 1.0))
    states = np.arange(16.0).reshape(2, 8)
    np.testing.assert_array_equal(field.positions(states[1]), [[8, 9], [10, 11]])
    np.testing.assert_array_equal(field.positions(states)[:, 1], [[2, 3], [10, 11]])
    np.testing.assert_array_equal(field.positions(states[0], np.array([1])), [[2, 3]])
    assert field.count == 2


# What is no push


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"force": (1, 2, 3)}, "two components"),
        ({"force": (1, np.inf)}, "two components"),
        ({"force": "hard"}, "two components"),
        ({"force": None}, "two components"),
        ({"radius": 0}, "radius"),
        ({"radius": np.nan}, "radius"),
        ({"time": np.nan}, "time"),
        ({"time": np.inf}, "time"),
        ({"time": -1.0}, "negative"),
        ({"duration": -1.0}, "negative"),
        ({"duration": np.nan}, "negative"),
        ({"noise": -0.1}, "negative"),
        ({"noise": 0.1, "seed": -1}, "seed"),
        ({"noise": 0.1, "seed": 0.5}, "seed"),
        ({"at": 2}, "particle 2 does not exist"),
        ({"at": -1}, "particle -1"),
        ({"at": (0.5,)}, "in the box"),
        ({"at": (0.5, 1.01)}, "in the box"),
        ({"at": (-0.01, 0.5)}, "in the box"),
        ({"at": (0.5, np.nan)}, "in the box"),
        ({"at": "left"}, "in the box"),
    ],
)
def test_what_is_no_wind_is_refused(small_smoke: SmokeBundle, change: dict[str, object], words: str) -> None:
    good: dict[str, Any] = {"at": (0.5, 0.5), "force": (1, 0), "radius": 0.1}
    push = Push(**(good | change))
    for refuse in (small_smoke.events, small_smoke.rollouts):
        with pytest.raises(ControllerError, match=words):
            refuse([push])  # type: ignore[operator]
    if "time" not in change:
        with pytest.raises(ControllerError, match=r"push|particle"):
            small_smoke.simulator("none").push(
                push.at, push.force, push.duration, push.radius, push.noise, push.seed
            )


def test_a_push_far_from_the_body_is_refused_where_the_body_is_now(small_bundle: BodyBundle) -> None:
    simulator, size = small_bundle.simulator("none"), np.linalg.norm(np.ptp(small_bundle.vertices, axis=0))
    here = small_bundle.shape.positions(simulator.state)
    tip = here[np.argmax(here[:, 0])]
    simulator.push(tip + (0.99 * size, 0, 0), (0, 0, 1))
    for far in (tip + (1.01 * size, 0, 0), (0, 300, 0), (0, -1e300, 0)):
        for push in (simulator.push, lambda at, force: small_bundle.run([Push(at, force)])):
            with pytest.raises(
                ControllerError, match=r"a push at .* m: bring it to the body's place and unit$"
            ):
                push(far, (0, 0, 1))
    simulator.state = np.full_like(simulator.state, 10 * size)
    moved = small_bundle.shape.positions(simulator.state)[np.argmax(here[:, 0])]
    assert np.linalg.norm(moved - tip) > 2 * size
    simulator.push(moved, (0, 0, 1))


def test_a_push_that_is_one_passes(small_smoke: SmokeBundle) -> None:
    simulator = small_smoke.simulator("none")
    assert simulator.push((0.5, 0.5), (1, 0), 1e308, 0.1).steps_left > 1e9
    simulator.step()
    check_push(Push(0, (1, 2, 3), 0.1, np.inf, 0.2, 0.3, 5), 3)
    with pytest.raises(ControllerError, match="three components"):
        check_push(Push(0, (1, 2)), 3)


def test_a_push_after_the_end_has_no_effect_and_a_warning(small_bundle: BodyBundle) -> None:
    bundle = small_bundle
    end = bundle.steps * bundle.dt
    late, last = Push(5, (0.0, 0.0, 1.0), end, 0.1), Push(5, (0.0, 0.0, 1.0), end - bundle.dt, 0.1)
    for call in (lambda push: bundle.run([push]), lambda push: bundle.rollouts([[], push])):
        with pytest.warns(UserWarning, match=r"^a push's time: no step .* begins at 0\.8 s or later"):
            call(late)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call(last)
        with pytest.raises(ControllerError, match="time in seconds, not negative"):
            call(replace(last, time=-1.0))


@pytest.mark.parametrize(
    ("time", "last", "step"),
    [(0.0, 10, 0), (0.24, 10, 2), (0.26, 10, 3), (5.0, 10, 10), (-0.3, 10, 0), (np.inf, 7, 7), (1e308, 7, 7)],
)
def test_a_time_is_the_step_nearest_to_it(time: float, last: int, step: int) -> None:
    assert step_at(time, 0.1, last) == step
    assert steps_within(min(time, 1e9), 0.1) == max(1, round(min(max(time, 0), 1e9) / 0.1))
