"""Pictures of a motion: their text, what they show, and the errors where they cannot be made."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from runtime.body.terms.drawn import Drawn
from runtime.bundle.body import BodyBundle
from runtime.plant.push import Push
from runtime.run import Run
from softrein.base.kinds import of_kind
from softrein.charts import verification
from softrein.errors import MissingPackageError, SoftreinError
from softrein.pictures import actuators, body, offscreen, panels
from softrein.pictures.captions import BETWEEN, Page, in_lines, legend_of
from softrein.pictures.motion import render_motion, render_movie, render_run
from softrein.pictures.offscreen import Sheet, Studio
from tests.made_up import STEPS, made_up_bundle, made_up_run, made_up_runs, motion
from tests.tiny_bundles import tiny_body

WIDTH = 640  # pixels: enough to tell whether something is there


@pytest.fixture(scope="module")
def bundle() -> BodyBundle:
    return made_up_bundle()


def made_up_run_of(bundle: BodyBundle, states: np.ndarray) -> Run:
    """A run through states (T + 1, n), with figures of nothing."""
    nothing = np.zeros(len(states))
    return Run(states, np.zeros((len(states) - 1, len(bundle.limits))), nothing, nothing, 0.0, {})


def cut_apart(path: Path, count: int) -> list[np.ndarray]:
    """The panels of a picture, as brightness (height, width)."""
    return np.split(imread(path)[..., :3].mean(axis=2), count, axis=1)


@pytest.mark.parametrize("height", [3.0, 40.0, 200.0])
def test_words_above_balls_stay_below_those_above_the_panel(bundle: BodyBundle, height: float) -> None:
    """Wherever in the panel, from its top, the strings begin."""
    panel = panels.under(bundle, "none", made_up_runs(bundle)["none"], [])
    anchor = np.array(panel.balls[0].target.anchor)
    view = offscreen.View(offscreen.axes_of(0.0, 0.0), anchor, 2.0, (500, 400))
    down = view.project(anchor + [0.0, 0.01, 0.0])[1] - view.project(anchor)[1]  # pixels, up being less
    view = replace(view, centre=anchor + [0.0, 0.01 * (200.0 - height) / down, 0.0])
    assert view.project(anchor)[1] == pytest.approx(height)
    page = Page([panel], view, bundle.dt)
    page.place(0, panel, np.ones((400, 500, 3)))
    boxes = {
        each.get_text(): each.get_window_extent(page.canvas.get_renderer()) for each in page.figure.texts
    }
    labels = [box for words, box in boxes.items() if "missed" in words]
    assert len(labels) == len({id(box) for box in labels}) > 0
    assert max(box.y1 for box in labels) <= boxes[panel.figures].y0


# What a panel tells -------------------------------------------------------------------------------


def test_the_reference_hits_and_a_run_that_stays_behind_misses(bundle: BodyBundle) -> None:
    runs = made_up_runs(bundle)
    assert panels.moving(bundle, bundle.track.states, "", "#000000").outcome == "hits both balls"
    assert panels.under(bundle, "none", runs["none"], []).outcome == "misses both balls"
    assert panels.under(bundle, "lqr", runs["lqr"], []).outcome == "hits both balls"


def test_a_ball_swings_away_in_front_of_what_hits_it_and_hangs_still_otherwise(
    bundle: BodyBundle,
) -> None:
    hit, missed = (
        panels.under(bundle, name, run, []).balls[0].path
        for name, run in made_up_runs(bundle).items()
        if name in {"lqr", "none"}
    )
    hit, missed = sorted((hit, missed), key=len, reverse=True)
    assert len(missed) == 1
    assert hit[-1, 2] > hit[0, 2] + 0.03  # by more than its radius, towards +z, where the T is going


def test_solid_bodies_stand_where_the_balls_should_be_hit(bundle: BodyBundle) -> None:
    panel = panels.moving(bundle, bundle.track.states, "", "#000000")
    steps = sorted(target.step for target in bundle.targets)
    np.testing.assert_array_equal(panel.solid, bundle.shape.positions(bundle.track.states[steps, :2]))
    assert [len(stretch) for stretch in panel.ghosts] == [panels.GHOSTS, panels.GHOSTS]


def test_a_path_ends_at_the_hit_and_is_no_longer_than_the_body(bundle: BodyBundle) -> None:
    far = motion(3.0)
    panel = panels.moving(bundle, far, "", "#000000")
    for path, target in zip(panel.paths, sorted(bundle.targets, key=lambda target: target.step), strict=True):
        region = bundle.shape.positions(far[target.step, :2], bundle.regions[target.region])
        np.testing.assert_allclose(path[-1], region.mean(axis=0))
        pieces = np.linalg.norm(np.diff(path, axis=0), axis=1)
        assert 0 <= panels.APPROACH * panels.size_of(bundle) - pieces.sum() <= pieces.max()


def test_without_targets_the_end_of_the_motion_counts(bundle: BodyBundle) -> None:
    panel = panels.moving(replace(bundle, targets=[]), bundle.track.states, "", "#000000")
    np.testing.assert_array_equal(panel.solid, bundle.shape.positions(bundle.track.states[STEPS:, :2]))
    assert panel.outcome == ""


@pytest.mark.parametrize("force", [(0, 0, -12), (0, 0, 12)])
def test_an_arrow_has_its_tip_where_it_pushes_whichever_way(
    bundle: BodyBundle, force: tuple[float, float, float]
) -> None:
    """And so in all panels, where one body leans to it and the other away from it."""
    at = bundle.shape.nearest(np.array([0.0, 0.39, 0.045]))
    found = panels.arrow(bundle, bundle.track.states, Push(at, force, 0.1, 0.04))
    here = bundle.shape.positions(bundle.track.states[6, :2], np.array([at]))[0]  # 0.12 s, its middle
    np.testing.assert_allclose(found[1], here)
    assert (found[1] - found[0]) @ np.array(force) > 0
    assert found[2] == "push: 12 N for 0.04 s at 0.1 s"


def test_paths_that_regions_follow_are_shown_with_the_whole_way_of_each() -> None:
    bundle = tiny_body()
    path = bundle.paths[0]
    states = bundle.track.states + 0.01
    (wanted,) = panels.moving(bundle, states, "", "#000000").wanted
    region = bundle.regions[path.region]
    own = bundle.shape.positions(bundle.track.states, region).mean(axis=1)
    np.testing.assert_allclose(wanted[:, [0, 2]] - own[:, [0, 2]], bundle.costs.goals, atol=1e-12)
    np.testing.assert_allclose(wanted[:, 1], own[:, 1])
    (way,) = panels.moving(bundle, states, "", "#000000").paths
    np.testing.assert_allclose(way, bundle.shape.positions(states, region).mean(axis=1))
    np.testing.assert_array_equal(panels.at_rest(bundle).wanted[0], wanted)
    shown = panels.under(bundle, "lqr", made_up_run_of(bundle, states), [])
    assert "violet: the path that is wanted" in legend_of([shown], 2000)
    assert {tuple(each) for each in wanted} <= {tuple(each) for each in shown.points()}


def test_a_scene_without_paths_wants_none(bundle: BodyBundle) -> None:
    panel = panels.moving(bundle, bundle.track.states, "", "#000000")
    assert panel.wanted == []
    assert "violet" not in legend_of([panel], 2000)


def test_the_path_of_a_scene_is_drawn(tmp_path: Path) -> None:
    """In each panel, where a picture of the same without the path has nothing of that colour."""
    bundle = tiny_body()
    run = made_up_run_of(bundle, bundle.track.states)

    def violet(of: BodyBundle) -> list[int]:
        render_motion(of, {"lqr": run}, tmp_path / "a.png", width=WIDTH * 3 // 4)
        red, green, blue = np.moveaxis(imread(tmp_path / "a.png")[..., :3], 2, 0)
        there = (blue > green + 0.3) & (red > green + 0.1)
        return [int(part.sum()) for part in np.split(there, 3, axis=1)]

    assert min(violet(bundle)) > 20
    assert max(violet(replace(bundle, paths=[]))) == 0


# The camera and the layers ------------------------------------------------------------------------


def test_a_view_frames_all_points_closely() -> None:
    points = np.random.default_rng(0).uniform(-1, 1, (200, 3)) * [3.0, 1.0, 2.0]
    view = offscreen.frame(points, offscreen.axes_of(30, 15), 500, (100, 900))
    pixels = view.project(points)
    assert (pixels >= 0).all()
    assert (pixels <= view.size).all()
    assert np.ptp(pixels, axis=0)[0] > 0.9 * view.size[0]


def test_projection_is_where_the_renderer_draws() -> None:
    corners = np.array([[-1.0, -1, -1], [1, 1, 1], [0.8, 0.6, -0.4]])
    view = offscreen.frame(corners, offscreen.axes_of(40, 20), 200, (100, 300))
    with Studio(view, 1) as studio:
        drawn = studio.layer([offscreen.sphere(corners[2], 0.04, "#000000")])[..., 3]
    rows, columns = np.nonzero(drawn)
    middle = np.array([columns.mean(), rows.mean()]) + 0.5
    np.testing.assert_allclose(middle, view.project(corners[2]), atol=1.0)  # a pixel


def test_layers_are_laid_with_their_opacity() -> None:
    view = offscreen.frame(np.array([[-1.0, -1, -1], [1, 1, 1]]), offscreen.axes_of(0, 0), 60, (60, 60))
    box = offscreen.block(np.full(3, -0.8), np.full(3, 0.8), "#c06020")

    def laid(*opacities: float) -> np.ndarray:
        sheet = Sheet(studio)
        for opacity in opacities:
            sheet.lay([box], opacity)
        np.testing.assert_array_equal(sheet.finished()[0, 0], 255)  # nothing lies in the corner
        return sheet.finished()[30, 30].astype(float)

    with Studio(view) as studio:
        once, twice, full = laid(0.25), laid(0.25, 0.25), laid(1.0)
    np.testing.assert_allclose(once, 0.75 * 255 + 0.25 * full, atol=1)
    np.testing.assert_allclose(twice, 0.75 * once + 0.25 * full, atol=1)
    assert full[0] > full[1] > full[2]


def test_an_arrow_goes_around_what_it_is_not_to_hide() -> None:
    view = offscreen.frame(np.array([[-1.0, -1, -1], [1, 1, 1]]), offscreen.axes_of(0, 0), 90, (90, 90))
    ball = [offscreen.sphere(np.zeros(3), 0.2, "#f0b429")]
    arrow = [offscreen.arrow(np.array([-0.8, 0, 0.5]), np.array([0.8, 0, 0.5]), "#009e73")]

    def laid(around: bool) -> np.ndarray:
        sheet = Sheet(studio)
        sheet.lay(ball)
        sheet.lay(arrow, around=ball if around else ())
        return sheet.finished().astype(int)

    (left, row), (middle, _) = np.round(view.project(np.array([[-0.5, 0, 0.5], [0, 0, 0.5]]))).astype(int)
    with Studio(view) as studio:
        hidden, seen = laid(False)[row], laid(True)[row]
    green = [each[:, 1] > each[:, 0] + 40 for each in (hidden, seen)]
    assert green[0][left]
    assert green[0][middle - 3 : middle + 4].all()
    assert green[1][left]
    assert not green[1][middle - 3 : middle + 4].any()


def test_the_colour_of_a_chamber_is_that_of_its_pressure_whatever_the_bodys_is() -> None:
    view = offscreen.frame(np.array([[-1.0, -1, -1], [1, 1, 1]]), offscreen.axes_of(0, 0), 60, (60, 60))
    wall = np.array([[-0.5, -0.5, 0], [0.5, -0.5, 0], [0.5, 0.5, 0], [-0.5, 0.5, 0]])
    route = np.array([[-0.9, 0.7, 0], [0.9, 0.7, 0]])
    still, triangles = np.zeros((4, 3, 1)), np.array([[0, 1, 2], [0, 2, 3]])
    drawn = Drawn("", "N", 1.0, route, still[:2]), Drawn("", "kPa", 1e-3, wall, still, triangles)
    found = [actuators.Acting(each, each.rest, 1.0) for each in drawn]

    def over(colour: str) -> np.ndarray:
        sheet = Sheet(studio)
        sheet.lay([offscreen.block(np.full(3, -0.9), np.full(3, 0.9), colour)])
        actuators.lay(sheet, found, 0.05)
        return sheet.finished()

    with Studio(view) as studio:
        orange, blue = over("#d98032"), over("#3282c0")
    middle = slice(25, 35)
    np.testing.assert_array_equal(orange[middle, middle], blue[middle, middle])
    cable = round(float(view.project(route).mean(axis=0)[1]))
    np.testing.assert_array_equal(orange[cable, middle], blue[cable, middle])
    assert (orange != blue).any()  # the body around them


# Files --------------------------------------------------------------------------------------------


def test_the_picture_has_four_panels_that_differ(bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "motion.png"
    seen: list[int] = []
    render_motion(
        bundle, made_up_runs(bundle), path, width=WIDTH, progress=lambda what, done, total: seen.append(done)
    )
    shown = cut_apart(path, 4)
    assert imread(path).shape[1] == WIDTH
    assert all(panel.std() > 0.11 for panel in shown)  # without its body the first has 0.08
    assert all(np.abs(a - b).mean() > 0.005 for a, b in pairwise(shown))
    assert seen == [0, 1, 2, 3, 4]
    assert list(tmp_path.iterdir()) == [path]


def test_each_controller_has_a_solid_body_in_its_colour(bundle: BodyBundle, tmp_path: Path) -> None:
    render_motion(bundle, made_up_runs(bundle), tmp_path / "motion.png", width=WIDTH)
    red, green, blue = np.moveaxis(imread(tmp_path / "motion.png")[..., :3], 2, 0)
    cool = np.minimum(blue - red, 3 * (blue - green))  # the arrow is greener
    warm, cold = (np.split(difference > 0.45, 4, axis=1) for difference in (red - blue, cool))
    assert warm[2].mean() > 0.02  # of the panel; without the solid bodies 0.03, the ghosts'
    assert cold[3].mean() > 0.01  # without them 0.003
    assert cold[2].mean() < 0.001


def test_so_is_a_body_whose_reference_stands_still(bundle: BodyBundle, tmp_path: Path) -> None:
    still = bundle.track._replace(states=np.zeros_like(bundle.track.states))
    bare = replace(bundle, targets=[], pushes=[], track=still)
    render_motion(bare, {"lqr": made_up_run(bare, 0.0)}, tmp_path / "still.png", width=WIDTH * 3 // 4)
    assert (tmp_path / "still.png").is_file()


def test_a_body_that_is_held_at_two_ends_has_two_mounts(bundle: BodyBundle) -> None:
    """One about both would hide all of it."""
    one = body._mount(bundle)
    assert len(one) == 1
    x = bundle.vertices[:, 0]
    ends = np.flatnonzero((x == x.min()) | (x == x.max()))
    held = np.concatenate([3 * ends + axis for axis in range(3)])
    mounts = body._mount(replace(bundle, free=np.setdiff1d(np.arange(3 * len(x)), held)))
    assert len(mounts) == 2
    assert max(low for low, _ in (each[0] for each in mounts)) > x.mean()
    assert min(high for _, high in (each[0] for each in mounts)) < x.mean()


def test_a_body_without_targets_and_pushes_is_shown_too(bundle: BodyBundle, tmp_path: Path) -> None:
    bare = replace(bundle, targets=[], pushes=[])
    render_motion(bare, {"lqr": made_up_run(bare, 0.9)}, tmp_path / "bare.png", width=WIDTH * 3 // 4)
    assert all(panel.std() > 0.05 for panel in cut_apart(tmp_path / "bare.png", 3))


def test_one_run_beside_the_reference(bundle: BodyBundle, tmp_path: Path) -> None:
    render_run(bundle, made_up_run(bundle, 0.5), tmp_path / "run.png", pushed=False)
    assert all(panel.std() > 0.05 for panel in cut_apart(tmp_path / "run.png", 2))


@pytest.mark.slow("draws pictures")
def test_a_run_is_shown_beside_the_same_without_control(bundle: BodyBundle, tmp_path: Path) -> None:
    run, free = made_up_run(bundle, 0.98), made_up_run(bundle, 0.1)
    render_run(bundle, run, tmp_path / "run.png", controller="lqr", uncontrolled=free)
    shown = cut_apart(tmp_path / "run.png", 3)
    assert all(np.abs(a - b).mean() > 0.005 for a, b in pairwise(shown))
    image = imread(tmp_path / "run.png")[..., :3]
    warm = np.split(image[..., 0] - image[..., 2] > 0.45, 3, axis=1)  # the body without control, the balls
    assert warm[1].mean() > 3 * max(warm[0].mean(), warm[2].mean())


@pytest.mark.parametrize("width", [300.0, 600.0, 900.0, 2000.0])
def test_a_legend_leaves_no_entry_alone(width: float) -> None:
    entries = ["solid: the end", "pale: earlier", "dark curves: paths", "outline: the reference", "arrow"]
    lines = in_lines(entries, width).split("\n")
    assert BETWEEN.join(lines).split(BETWEEN) == entries
    assert width < 600 or all(len(line) > len(BETWEEN) + len(entries[-1]) for line in lines)
    assert len(lines) == 1 or width < 1500


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_movie_has_a_frame_every_so_many_steps(suffix: str, bundle: BodyBundle, tmp_path: Path) -> None:
    imageio, path = pytest.importorskip("imageio.v2"), tmp_path / f"run{suffix}"
    render_movie(bundle, made_up_run(bundle, 0.98), path, every=10)
    frames = imageio.mimread(path)
    assert len(frames) == 5
    assert np.abs(frames[0].astype(float) - frames[2].astype(float)).mean() > 1  # of 255: it moves


def test_a_movie_of_a_short_motion_lasts_five_seconds_too_and_shows_its_end(
    bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imageio, path, shown = pytest.importorskip("imageio.v2"), tmp_path / "run.gif", list[int]()
    noise = np.random.default_rng(0).integers(256, size=(bundle.steps + 1, 8, 8, 3), dtype=np.uint8)

    def drawn(*of: Any) -> Iterator[np.ndarray]:
        shown.extend(of[4])
        return iter(noise[shown])

    monkeypatch.setattr(of_kind(bundle, "pictures"), "frames", drawn)
    render_movie(bundle, made_up_run(bundle, 0.98), path)
    film = imageio.get_reader(path)
    lasts = sum(film.get_meta_data(index=i)["duration"] for i in range(film.get_length()))
    assert lasts == pytest.approx(5000, rel=0.03)
    assert (shown[0], shown[-1]) == (0, bundle.steps)


def test_a_movie_for_video_players(bundle: BodyBundle, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    render_movie(bundle, made_up_run(bundle, 0.98), tmp_path / "run.mp4", every=20)
    assert b"ftyp" in (tmp_path / "run.mp4").read_bytes()[:12]


# What is missing or wrong -------------------------------------------------------------------------


def test_missing_system_libraries_are_named_before_anything_crashes(
    bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", fail)
    with pytest.raises(MissingPackageError, match="apt-get install libegl1 libgl1"):
        render_motion(bundle, {}, tmp_path / "motion.png")
    assert not list(tmp_path.iterdir())


def test_missing_pyvista_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyvista", None)
    with pytest.raises(MissingPackageError, match="pip install pyvista"):
        offscreen.load_pyvista()


def test_missing_movie_extra_is_named(
    bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio", None)
    monkeypatch.setitem(sys.modules, "imageio.v2", None)
    with pytest.raises(MissingPackageError, match=r"'softrein\[movie\]'"):
        render_movie(bundle, made_up_run(bundle, 1.0), tmp_path / "run.mp4", every=20)
    assert not list(tmp_path.iterdir())


def test_a_movie_of_another_kind_is_refused(bundle: BodyBundle, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match=r"\.mp4 or \.webp or \.gif"):
        render_movie(bundle, made_up_run(bundle, 1.0), tmp_path / "run.avi", every=20)


# Where what is watched went -----------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "name"), [((), "reference"), (("xy",), "wanted path")])
def test_a_path_that_is_wanted_is_no_reference(
    asked: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    monkeypatch.setattr(verification, "explain", lambda figure, lines: names.extend(dict(lines)))
    places = {who: np.random.default_rng(0).normal(size=(9, 1, 3)) for who in ("reference", "full")}
    verification.draw_paths(places, "lqr", tmp_path / "paths.png", asked)
    assert names == [name, "full model, LQR"]


def test_a_movie_shows_the_path_that_is_wanted() -> None:
    bundle = tiny_body()
    frames = body.frames(
        bundle, made_up_run_of(bundle, bundle.track.states), "lqr", bundle.pushes, [0, 3], True
    )
    for frame in frames:
        red, green, blue = np.moveaxis(frame.astype(int), 2, 0)
        assert ((blue > green + 60) & (red > green + 20)).sum() > 20


@pytest.mark.parametrize("moving", [False, True])
def test_arrows_go_around_what_is_to_be_hit(
    moving: bool, bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a picture and in a frame of a movie."""
    laid: list[tuple[int, int]] = []  # things that are laid as arrows are, and those that they go around
    lay = Sheet.lay

    def watch(sheet: Sheet, things: Any, opacity: float = 1.0, around: Any = ()) -> None:
        if opacity == body.ARROW_OPACITY and things:
            laid.append((len(things), len(around)))
        lay(sheet, things, opacity, around=around)

    monkeypatch.setattr(Sheet, "lay", watch)
    run = made_up_run_of(bundle, bundle.track.states)
    panel = panels.under(bundle, "lqr", run, bundle.pushes)
    with Studio(body.view_of(bundle, [panel], 60, (40, 100))) as studio:
        if moving:
            balls = [(target, np.tile(target.centre, (STEPS + 1, 1))) for target in bundle.targets]
            step = round(bundle.pushes[0].time / bundle.dt)
            body._frame(bundle, panel, studio, step, run.states, balls, bundle.pushes)
        else:
            body._paint(bundle, panel, studio)
    assert laid == [(len(bundle.pushes), 3 * len(bundle.targets))]


def test_a_ball_stands_in_front_whichever_side_it_hangs_on(bundle: BodyBundle) -> None:
    """However the push comes, which is laid over all."""
    for side in (-1.0, 1.0):
        middle = bundle.vertices.mean(axis=0)
        centre = tuple((middle + [0.0, 0.0, side * 0.2]).tolist())
        one = replace(bundle, targets=[replace(bundle.targets[0], centre=centre)])
        for force in ((0, 0, -12), (0, 0, 12)):
            pushes = [replace(bundle.pushes[0], force=force)]
            panel = panels.moving(one, one.track.states, "", "#000000", pushes)
            view = body.view_of(one, [panel], 300, (200, 500))
            assert view.axes[2] @ (centre - middle) > 0


def test_a_push_that_varies_is_shown_as_it_is_in_each_step(bundle: BodyBundle) -> None:
    states, dt = bundle.track.states, bundle.dt
    varying = Push(0, (0.0, 0.6, 0.8), 2 * dt, 5 * dt, 0.0, noise=2 * dt)
    tail, tip, words = panels.arrow(bundle, states, varying)
    whole = np.linalg.norm(tip - tail)
    assert words.startswith("push: up to 1.0 N for")
    for step in range(5):
        tail, tip, _ = panels.arrow(bundle, states, varying, 2 + step)
        np.testing.assert_allclose(tip - tail, whole * varying.held(step, dt), atol=1e-12)


def test_a_bee_may_come_from_before_the_motion() -> None:
    """As where a landing and its approach were rounded to other steps."""
    bundle = tiny_body()
    bee = replace(bundle.targets[0], flight=[(0.0, 0.3, 0.0)], step=2, window=3)
    way = panels._excursion(bundle, bee, bundle.track.states)
    assert len(way) == 3
