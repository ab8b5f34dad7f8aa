"""Smoke, leaves and trails as the viewer's simulation carries them: the same for every page."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from runtime.bundle.smoke import SmokeBundle
from runtime.smoke.tracers import Density, Tracers
from softrein.viewer.base import messages
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.shown import drift as module
from softrein.viewer.shown.drift import Drift, any_of, layout_of, resampled, sampled
from tests.made_up_space import made_up_space
from tests.softrein.viewer.test_viewer_live import ask, steps

LEAVES = np.array([[0.3, 0.4], [0.5, 0.35], [0.7, 0.6]])


@pytest.fixture
def leafy(small_smoke: SmokeBundle) -> SmokeBundle:
    return replace(small_smoke, carried=LEAVES)


def parts(drift: Drift, data: bytes) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """Time, trails (N, n, 2), leaves (k, 3) and smoke (rows, columns) of a message; places in shares."""
    kind, _, points, time = messages.SMOKE_HEADER.unpack_from(data)
    assert kind == messages.SMOKE
    assert len(data) == drift.layout.size
    particles, trail, leaves = drift.layout.particles, drift.layout.trail, drift.layout.leaves
    short = np.frombuffer(data, "<u2", 2 * particles * trail + 3 * leaves, messages.SMOKE_HEADER.size) / 65535
    trails = short[: 2 * particles * trail].reshape(particles, trail, 2)[:, :points]
    columns, rows = drift.layout.cells
    shades = np.frombuffer(data, np.uint8, columns * rows, len(data) - columns * rows)
    return time, trails, short[2 * particles * trail :].reshape(leaves, 3), shades.reshape(rows, columns)


def test_in_space_places_have_three_numbers_and_smoke_is_told_in_layers() -> None:
    bundle = made_up_space()
    drift = Drift(bundle, layout_of(bundle, whole=True))
    smoke, leaves = (
        Density(bundle.modes, bundle.density, bundle.dt), Tracers(bundle.modes, bundle.carried, bundle.dt)
    )  # fmt: skip
    path = [bundle.shape.positions(bundle.track.states[0])]
    for before, after in pairwise(bundle.track.states[:6]):
        smoke.advance(before[6:])
        leaves.advance(before[6:])
        drift.advance(after)
        path.append(bundle.shape.positions(after))
    data = drift.message(1, 0.25).tobytes()
    assert len(data) == drift.layout.size == messages.SMOKE_HEADER.size + 2 * 9 * 6 + 6 + 8 * 12 * 8
    numbers = np.frombuffer(data, "<u2", 2 * 9 * 3 + 3, messages.SMOKE_HEADER.size) / 65535
    trails = numbers[:-3].reshape(2, 9, 3)[:, : len(path)]
    np.testing.assert_allclose(trails * bundle.extent, np.swapaxes(path, 0, 1), atol=2e-5)
    np.testing.assert_allclose(numbers[-3:] * bundle.extent, leaves.points[0], atol=2e-5)
    shades = np.frombuffer(data, np.uint8, 8 * 12 * 8, len(data) - 8 * 12 * 8).reshape(8, 12, 8)
    wanted = np.clip(smoke.values * 255 / bundle.density.max(), 0, 255)
    assert np.abs(smoke.values - bundle.density).max() > 0.2  # it has moved
    assert np.abs(shades - np.einsum("xyz->zyx", wanted)).max() <= 1  # cut to whole numbers


@pytest.mark.parametrize("smokes", [True, False])
def test_in_space_specks_come_by_themselves_where_a_bundle_names_none(smokes: bool) -> None:
    named = made_up_space()
    bundle = replace(named, carried=np.zeros((0, 3)), density=smokes * named.density)
    first, again, few = (Live(scene_of(each)).drift for each in (bundle, bundle, named))
    assert first is not None and again is not None and few is not None  # noqa: PT018
    assert scene_of(bundle).about()["leaves"] == scene_of(bundle).about()["leaves_in_all"] == module.SPECKS
    np.testing.assert_array_equal(first.leaves, again.leaves)
    np.testing.assert_array_equal(few.leaves, named.carried)
    cells = tuple((first.leaves / bundle.modes.spacing).astype(int).T)
    assert not bundle.solid[cells].any()
    counts = np.zeros(bundle.solid.shape)
    np.add.at(counts, cells, 1)
    even = module.SPECKS / (~bundle.solid).sum()
    assert counts[~bundle.solid].min() > 0.4 * even
    assert (counts[named.density > 0].min() > 3 * even) == smokes


def test_in_a_plane_there_are_no_leaves_but_those_that_are_named(small_smoke: SmokeBundle) -> None:
    bare = replace(small_smoke, carried=np.zeros((0, 2)))
    assert layout_of(bare).leaves == scene_of(bare).about()["leaves_in_all"] == 0


def test_pages_draw_the_solids_that_smoke_flows_around() -> None:
    bundle = made_up_space()
    scene = scene_of(bundle)
    arrays, cells = scene.arrays(), layout_of(bundle).cells
    assert arrays["solid"].shape == cells[::-1]
    share = arrays["solid"].T
    middles = np.argwhere(share) + 0.5
    low, high = [0.5, 0.9, 0.2], [0.7, 1.1, 0.4]  # of the block
    np.testing.assert_allclose(middles.min(axis=0) / cells * bundle.extent, low, atol=0.06)
    np.testing.assert_allclose(middles.max(axis=0) / cells * bundle.extent, high, atol=0.06)
    corners = arrays["solid_vertices"][arrays["solid_triangles"]].astype(float)
    volume = np.einsum("ki,ki->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    assert 0.4 * 0.2**3 < volume < 0.2**3  # outwards, and whole; of two cells each way corners are cut
    assert arrays["solid_normals"].shape == arrays["solid_vertices"].shape
    open_box = scene_of(made_up_space(block=False)).arrays()
    assert not open_box["solid"].any()
    assert "solid_vertices" not in open_box


def shown(live: Live, number: int = 1) -> bytes:
    assert live.drift is not None
    return live.drift.message(number, live.simulator.time).tobytes()


def flow_on(live: Live, count: int) -> None:
    for _ in range(count):
        live.step()
        live.carry()


def test_on_the_bundles_own_grid_it_is_the_smoke_of_a_run(
    leafy: SmokeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CELLS", {2: 64})
    live = Live(scene_of(leafy))
    smoke = Density(leafy.modes, leafy.density, leafy.dt)
    leaves = Tracers(leafy.modes, LEAVES, leafy.dt)
    path = [live.simulator.positions()]
    for _ in range(12):
        z = live.simulator.state[2 * leafy.particles :]
        smoke.advance(z)
        leaves.advance(z)
        flow_on(live, 1)
        path.append(live.simulator.positions())
    assert live.drift is not None
    time, trails, places, shades = parts(live.drift, shown(live))
    assert time == pytest.approx(12 * leafy.dt)
    assert np.abs(smoke.values - leafy.density).max() > 0.2 * leafy.density.max()  # it has moved
    wanted = np.clip(smoke.values.T * 255 / leafy.density.max(), 0, 255)
    assert np.abs(shades - wanted).max() <= 1  # cut to whole numbers
    np.testing.assert_allclose(places[:, :2] * leafy.extent, leaves.points, atol=1e-5)
    np.testing.assert_allclose(trails * leafy.extent, np.swapaxes(path, 0, 1), atol=1e-5)


def test_what_is_shown_does_not_depend_on_who_looks_and_how_often(leafy: SmokeBundle) -> None:
    often, late = Live(scene_of(leafy)), Live(scene_of(leafy))
    for _ in range(20):
        flow_on(often, 1)
        shown(often)
    flow_on(late, 20)
    assert shown(often) == shown(late)


@pytest.mark.parametrize("how", ["rewind", "round"])
def test_with_the_motion_the_smoke_begins_anew(leafy: SmokeBundle, how: str) -> None:
    live = Live(scene_of(leafy))
    first = shown(live)
    flow_on(live, 5)
    fifth = shown(live)
    if how == "rewind":
        ask(live, "rewind")
        assert shown(live) == first
    else:
        ask(live, "endless", on=True)
        flow_on(live, leafy.steps - 5)
    flow_on(live, 5)
    assert live.drift is not None
    for one, other in zip(parts(live.drift, shown(live))[1:], parts(live.drift, fifth)[1:], strict=True):
        np.testing.assert_array_equal(one, other)


def test_smoke_of_a_motion_that_goes_round_becomes_little_by_little_what_it_was(leafy: SmokeBundle) -> None:
    live = Live(scene_of(replace(leafy, rewind=True)))
    drift = live.drift
    assert drift is not None
    flow_on(live, leafy.steps)
    before = parts(drift, shown(live))[3].astype(float)
    first = sampled(leafy.density, drift.layout.cells).T * 255 / leafy.density.max()
    flow_on(live, 1)
    trails, shades = (parts(drift, shown(live))[part] for part in (1, 3))
    assert trails.shape[1] == 2
    assert np.abs(shades - before).mean() < 0.4 * np.abs(first - before).mean()
    flow_on(live, round(module.RENEWING / leafy.dt))
    again = Live(scene_of(leafy))
    flow_on(again, 2)
    assert np.abs(parts(drift, shown(live))[3] - first).mean() < 0.7 * np.abs(first - before).mean()


def test_where_it_takes_too_long_several_steps_are_carried_along_at_once(leafy: SmokeBundle) -> None:
    quick, slow = Drift(leafy, layout_of(leafy)), Drift(leafy, layout_of(leafy))
    quick.adapt(1e3)
    slow.adapt(1e-12)
    slow._stride = 4
    slow._smoke.dt = slow._leaves.dt = 4 * leafy.dt
    states = leafy.track.states[1:21]
    moved = 0
    for state in states:
        quick.advance(state)
        slow.message(0, 0.0)
        slow.advance(state)
        moved += slow.moved
    assert moved == 5
    one, other = (parts(each, each.message(1, 0.8).tobytes()) for each in (quick, slow))
    np.testing.assert_allclose(one[2][:, :2], other[2][:, :2], atol=0.02)  # of the box


def test_a_slow_machine_is_found_out(leafy: SmokeBundle) -> None:
    drift = Drift(leafy, layout_of(leafy))
    before = drift.message(1, 0.0).tobytes()
    drift.adapt(1e-7)
    assert drift._stride > 100
    assert drift.message(1, 0.0).tobytes() == before


@pytest.mark.parametrize("cells", [(128, 128), (40, 40), (50, 90)])
def test_modes_on_another_grid_are_the_same_flow(small_smoke: SmokeBundle, cells: tuple[int, int]) -> None:
    modes = small_smoke.modes
    other = resampled(modes, cells)
    assert other.extent == pytest.approx(modes.extent)
    rng = np.random.default_rng(3)
    points, z = rng.uniform(0.1, 0.9, (200, 2)), small_smoke.track.states[30, 2 * small_smoke.particles :]
    one, two = (Tracers(each, points, small_smoke.dt).velocities(z) for each in (modes, other))
    assert np.abs(one - two).max() < 0.04 * np.abs(one).max()  # linearly between faces, on coarser ones


def test_a_cell_is_fluid_where_any_of_it_was() -> None:
    flags = np.array([True, False, False, False, False, True])
    np.testing.assert_array_equal(any_of(flags, 3), [True, False, True])
    np.testing.assert_array_equal(any_of(flags, 4), [True, False, False, True])
    np.testing.assert_array_equal(any_of(flags, 12), np.repeat(flags, 2))


def test_steps_without_smoke_leave_it(small_smoke: SmokeBundle) -> None:
    """Frames and commands between two steps change nothing of it."""
    live = Live(scene_of(small_smoke))
    flow_on(live, 3)
    before = shown(live)
    ask(live, "pause", on=True)
    ask(live, "controller", name="none")
    assert shown(live) == before
    steps(live, 1)
