"""Cables and chambers as they are shown in bundles, pictures and pages of reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from meshes import chamber
from offline.full.body.full_body import build_full_body
from offline.full.body.terms.chamber import walls_of
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from reduce.terms.kinds import reduce_terms
from runtime.base.progress import silent
from runtime.body.terms.kinds import arrays_of
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.paths import Path as Followed
from softrein.base import theme
from softrein.base.shown_actuators import ShownActuators
from softrein.charts import body as charts
from softrein.errors import BundleError
from softrein.pictures import panels
from softrein.pictures.motion import render_run
from softrein.reports import robots
from tests.made_up import STEPS, made_up_bundle, made_up_run
from tests.runtime.bundle.with_actuators import HELD, with_actuators

PRESSED, LIMIT = 30e3, 40e3  # Pa


@pytest.fixture(scope="module")
def bundle(small_bundle: BodyBundle) -> BodyBundle:
    return with_actuators(small_bundle)


def made_up_robot(pressure: float) -> BodyBundle:
    """The T that nobody computed, with a cable up its middle and a hollow that fills it, under a pressure."""
    bundle = made_up_bundle()
    skin, triangles = np.unique(bundle.surface, return_inverse=True)
    inside = bundle.vertices[skin].mean(axis=0)
    low, high = bundle.vertices.min(axis=0), bundle.vertices.max(axis=0)
    points = np.array([[inside[0], low[1], inside[2]], [inside[0], high[1], inside[2]]])
    muscles = {
        "points": points, "point_modes": np.zeros((2, 3, 2)), "cables": np.array([0, 2]),
        "springs": np.zeros(1), "volumes": np.ones(1), "volume_slopes": np.zeros((1, 2)),
        "volume_curvatures": np.zeros((1, 2, 2)), "volume_cubics": np.zeros((1, 2, 4)),
    }  # fmt: skip
    walls = {
        "corners": np.repeat(skin[:, None], 4, axis=1), "triangles": triangles.reshape(-1, 3),
        "weights": np.tile([1.0, 0.0, 0.0, 0.0], (len(skin), 1)),
        "chambers": np.array([0, len(bundle.surface)]),
    }  # fmt: skip
    driven = np.tile([0.0, 0.0, 0.5, pressure], (STEPS, 1))
    actuators = np.zeros((4, 2))
    actuators[2:] = np.diag([1.0, 1e3])  # N and kPa
    return replace(
        bundle, muscles=muscles, walls=walls, actuators=actuators, uncontrolled=driven,
        limits=np.array([[0.0, 2.0], [-20.0, 1e-3 * LIMIT]]), actuator_names=["rope", "hollow"],
        track=bundle.track._replace(feedforward=driven), targets=[],
    )  # fmt: skip


# In bundles -----------------------------------------------------------------------------------------------


def test_walls_enclose_the_volume_that_air_presses_on() -> None:
    """Of the finger's chambers, in any state: what is drawn against what acts, which are made apart."""
    scene = read_scene("finger")
    assert isinstance(scene, BodyScene)
    full = build_full_body(scene)
    random = np.random.default_rng(4)
    vectors = np.linalg.qr(random.normal(size=(full.body.free.size, 3)))[0]
    reduced = reduce_terms(full.terms.by_kind, full.body, vectors)
    drawn = replace(
        made_up_bundle(), vertices=full.mesh.vertices, surface=full.mesh.surface, free=full.body.free,
        vectors=vectors, muscles=arrays_of(reduced, 3), walls=walls_of(full.terms.by_kind["pressure"]),
        regions=dict(full.mesh.regions),
    )  # fmt: skip
    for p in (np.zeros(3), 2e-3 * random.normal(size=3)):
        places, walls = drawn.chamber_walls(drawn.shape.positions(np.concatenate([p, np.zeros(3)])))
        volumes = [chamber.volume(places, triangles) for triangles in walls]
        np.testing.assert_allclose(volumes, -reduced[0].measures(p), rtol=1e-9)
        assert len(volumes) == 2


def test_walls_are_kept_in_files(bundle: BodyBundle, small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(bundle, tmp_path / "a.softrein")
    again = bundle_file.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    for name, array in bundle.walls.items():
        np.testing.assert_array_equal(again.walls[name], array)
    with pytest.raises(BundleError, match="walls"):
        bundle_file.save(replace(small_bundle, walls=bundle.walls), tmp_path / "c.softrein")
    without = replace(bundle, walls={})
    bundle_file.save(without, tmp_path / "b.softrein")
    assert without.chamber_walls(without.vertices)[1] == []


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("chambers", lambda each: each + 1, "walls/chambers must rise"),
        ("weights", lambda each: 2 * each, "walls/weights do not sum to one"),
        ("chambers", lambda each: np.append(each, each[-1]), "walls/chambers"),
        ("triangles", lambda each: each + 10_000, "walls/triangles"),
    ],
)
def test_walls_that_do_not_fit_are_refused(
    bundle: BodyBundle, tmp_path: Path, name: str, change: object, words: str
) -> None:
    assert callable(change)
    walls = bundle.walls | {name: change(bundle.walls[name])}
    with pytest.raises(BundleError, match=words):
        bundle_file.save(replace(bundle, walls=walls), tmp_path / "c.softrein")


# What they do ---------------------------------------------------------------------------------------------


def test_what_drives_each_and_its_share(bundle: BodyBundle) -> None:
    shown = ShownActuators(bundle)
    assert [each.unit for each in shown.drawings] == ["N", "mm", "kPa"]
    assert [each.is_line for each in shown.drawings] == [True, True, False]
    control = np.array([0.005, 0.1, -0.03, 7.0])
    driven = shown.driven(bundle.track.feedforward[0], control)
    np.testing.assert_allclose(driven, HELD + [0.005, 1e-4, -30.0])
    np.testing.assert_allclose(shown.limits, [[0, 0.03], [0, 3e-4], [-20, 30]])
    np.testing.assert_allclose(shown.shares(np.array([0.015, 6e-4, -15.0])), [0.5, 1.0, -0.5])


# Pictures -------------------------------------------------------------------------------------------------


def yellowness(path: Path) -> float:
    """How many pixels are yellower than anything that is not under pressure."""
    red, green, blue = imread(path)[..., :3].transpose(2, 0, 1)
    return float(((red - blue > 0.3) & (green - blue > 0.3)).sum())


def test_pictures_show_them_the_yellower_the_more_they_act(tmp_path: Path) -> None:
    found = []
    for name, pressure in (("slack", 0.0), ("pressed", LIMIT)):
        robot = made_up_robot(pressure)
        run = replace(made_up_run(robot, 1.0), controls=np.zeros((STEPS, 2)))
        render_run(robot, run, tmp_path / f"{name}.png", controller="lqr")
        found.append(yellowness(tmp_path / f"{name}.png"))
    assert found[1] > 20 * max(found[0], 10)
    assert theme.of_share(0.0) == theme.SLACK
    assert (theme.of_share(1.0), theme.of_share(-1.0)) == (theme.PRESSED, theme.SUCKED)


def test_a_robot_is_shown_where_its_reference_is_farthest() -> None:
    robot = made_up_robot(PRESSED)
    panel = panels.moving(
        robot, robot.track.states, "", "#000000", drives=np.tile([0.5, PRESSED], (STEPS, 1))
    )
    places = robot.shape.positions(robot.track.states, robot.watched())
    farthest = np.linalg.norm(places - places[0], axis=2).mean(axis=1).argmax()
    assert 0 < farthest < STEPS
    np.testing.assert_array_equal(panel.solid[0], robot.shape.positions(robot.track.states[farthest]))
    (acting,) = panel.actuators
    rope, hollow = acting
    assert rope.drawn.is_line
    assert rope.share == pytest.approx(0.25)
    assert not hollow.drawn.is_line
    assert hollow.share == pytest.approx(PRESSED / LIMIT)


# Reports --------------------------------------------------------------------------------------------------


@pytest.fixture
def lqr_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave LQR as the only controller: plans are compiled and tested elsewhere."""
    monkeypatch.setattr(robots, "planners", list)


@pytest.mark.usefixtures("lqr_alone")
def test_a_page_tells_of_limits_that_are_met(bundle: BodyBundle, tmp_path: Path) -> None:
    found = robots.study(bundle, silent)
    assert set(found) == {"driven"}
    data = found["driven"]
    run = next(each for each in data["runs"] if each["controller"] == "lqr")
    values, recorded = np.array(run["values"]), bundle.run(controller="lqr")
    np.testing.assert_allclose(values[:, 0], HELD[0] + recorded.controls[:, 0], rtol=1e-4, atol=1e-7)
    limit = data["muscles"][0]["limits"][1]
    assert limit == pytest.approx(0.03)
    met = (values[:, 0] >= limit - 1e-4).mean()
    assert 0 < met < 1
    assert run["at_limit"][0] == pytest.approx(met + (values[:, 0] <= 1e-4).mean(), abs=0.02)
    words = robots.sections(data={"driven": data}, figure=lambda name: f"[{name}]")
    assert "[driven]" in words
    assert f"{100 * run['at_limit'][0]:.0f} %" in words
    charts.draw_driven(data, tmp_path / "driven.png")
    assert imread(tmp_path / "driven.png").std() > 0.01


@pytest.mark.usefixtures("lqr_alone")
def test_a_page_tells_how_far_off_its_path_a_body_is(small_bundle: BodyBundle, tmp_path: Path) -> None:
    steps = small_bundle.steps
    rows, tip = np.zeros((3, 2 * small_bundle.rank)), small_bundle.regions["xmax"]
    rows[:, : small_bundle.rank] = small_bundle.shape.modes[tip].mean(axis=0)
    goals = np.zeros((steps + 1, 3))
    goals[:, 1] = 2e-3
    costs = small_bundle.costs._replace(places=rows, goals=goals, weights=np.ones(3))
    path = Followed(region="xmax", axes="xyz")
    bundle = replace(small_bundle, costs=costs, paths=[path])
    data = robots.study(bundle, silent)["followed"]
    run = next(each for each in data["runs"] if each["controller"] == "lqr")
    states = bundle.run(controller="lqr").states
    wanted = bundle.shape.positions(bundle.track.states, tip).mean(axis=1) + goals
    missed = np.linalg.norm(bundle.shape.positions(states, tip).mean(axis=1) - wanted, axis=1)
    np.testing.assert_allclose(np.array(run["missed"])[:, 0], missed, rtol=1e-4, atol=1e-8)
    late = missed[min(round(0.5 / bundle.dt), steps // 2) :]
    assert run["path max"] == pytest.approx(late.max(), rel=1e-4)
    words = robots.sections(data={"followed": data}, figure=lambda name: f"[{name}]")
    assert theme.length(run["path rms"]) in words
    charts.draw_followed(data, tmp_path / "followed.png")
    assert imread(tmp_path / "followed.png").std() > 0.01
