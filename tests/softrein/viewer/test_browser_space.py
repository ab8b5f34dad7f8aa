"""Smoke in space in the page of `softrein view`: things are drawn at their places and can be pulled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.bundle.smoke import SmokeBundle
from runtime.plant.track import Track
from tests.made_up_space import EXTENT, STEPS, made_up_space
from tests.softrein.viewer.test_browser import Visitor, browser, served, visiting

__all__ = ["browser"]
pytestmark = pytest.mark.live
Served = tuple[bool, str]  # whether with the block, and the page's address

BLOCK = np.array([0.6, 1.0, 0.3])  # m, the middle of the solid
TOWARDS = np.array([0.463, 0.257, 0.848])  # the eye, as the page begins
BEHIND, BESIDE = BLOCK - 0.28 * TOWARDS, np.array([0.25, 0.3, 0.4])  # m


def still_air(block: bool) -> SmokeBundle:
    """Two balls of smoke and two specks in air that rests, one of each behind the block, if there is one."""
    made_up = made_up_space(block)
    places = (np.moveaxis(np.indices(made_up.solid.shape), 0, -1) + 0.5) * made_up.modes.spacing
    balls = [np.linalg.norm(places - at, axis=-1) < 0.12 for at in (BEHIND, BESIDE)]
    states = np.tile(made_up.track.states[0], (STEPS + 1, 1))
    states[:, 6] = 0.0
    specks = np.array([BLOCK - 0.13 * TOWARDS, [0.2, 0.75, 0.6]])
    states[:, :3] = BLOCK - 0.2 * TOWARDS + [0.0, -0.05, 0.0]  # a particle behind the block, too
    return replace(
        made_up,
        name="block" if block else "free",
        density=np.any(balls, axis=0) * ~made_up.solid * 1.0,
        carried=specks,
        track=Track(states, made_up.track.feedforward),
        gains={"lqr": np.zeros((STEPS, 1, 7))},
        pushes=[],
    )


@pytest.fixture(scope="module", params=[True, False], ids=["block", "free"])
def watched(
    request: pytest.FixtureRequest, browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    with served(still_air(request.param), tmp_path_factory.mktemp("space")) as found:
        yield request.param, found.address


def camera_of(visitor: Visitor) -> np.ndarray:
    """The camera (3, 4), up to its scale, by where the corners of the box are on the page."""
    corners = np.array([[(k >> axis & 1) * EXTENT[axis] for axis in range(3)] + [1] for k in range(8)])
    rows = []
    for corner, (x, y) in zip(corners, visitor.ask("softrein.reach()"), strict=True):
        rows += [[*corner, *np.zeros(4), *(-x * corner)], [*np.zeros(4), *corner, *(-y * corner)]]
    return np.linalg.svd(np.array(rows))[2][-1].reshape(3, 4)


def on_page(camera: np.ndarray, place: np.ndarray) -> np.ndarray:
    x, y, w = camera @ [*place, 1.0]
    return np.array([x, y]) / w


def patch(visitor: Visitor, camera: np.ndarray, place: np.ndarray, reach: int = 1) -> np.ndarray:
    """The colours (k, 3) of the picture about a place in the box."""
    stage = visitor.page.locator("#stage").bounding_box()
    x, y = (on_page(camera, place) - [stage["x"], stage["y"]]).round().astype(int)
    return visitor.picture()[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3)


def test_smoke_is_seen_and_not_behind_a_solid(watched: Served, browser: Any) -> None:
    block, address = watched
    with visiting(browser, address) as visitor:
        visitor.wait_for_smoke()
        camera = camera_of(visitor)
        blue = [float(np.median(patch(visitor, camera, at) @ [-1.0, 0.0, 1.0])) for at in (BEHIND, BESIDE)]
        assert blue[1] > 0.2
        assert (blue[0] > 0.2) != block
        clear = patch(visitor, camera, np.array([0.5, 0.7, 0.6]))
        assert np.abs(clear @ [-1.0, 0.0, 1.0]).max() < 0.05


def test_specks_are_seen_and_not_behind_a_solid(watched: Served, browser: Any) -> None:
    block, address = watched
    specks = still_air(block).carried
    with visiting(browser, address) as visitor:
        visitor.wait_for_smoke()
        camera = camera_of(visitor)
        yellow = [float((patch(visitor, camera, at, 3) @ [1.0, 0.0, -1.0]).max()) for at in specks]
        assert yellow[1] > 0.3
        assert (yellow[0] > 0.1) != block  # where it is free, the rim of the smoke is before it


def test_the_view_turns_and_wind_blows_as_the_hand_goes(watched: Served, browser: Any) -> None:
    _, address = watched
    with visiting(browser, address) as visitor:
        before = camera_of(visitor)
        visitor.drag((60, 250), (90, -40))
        visitor.page.mouse.up()
        visitor.page.wait_for_timeout(1500)
        camera = camera_of(visitor)
        assert np.linalg.norm(on_page(camera, BLOCK) - on_page(before, BLOCK)) > 5
        place = on_page(camera, np.array([0.4, 0.5, 0.4]))
        visitor.page.mouse.move(place[0] - 60, place[1])
        visitor.page.mouse.down()
        for move in range(40):  # on a loaded machine it may take some until a frame tells
            visitor.page.mouse.move(place[0] - 60 + 3 * move, place[1])
            visitor.page.wait_for_timeout(20)
            force, at = wind(visitor)
            if force.any():
                break
        assert force.any()
        visitor.page.mouse.up()
        way = on_page(camera, at + 1e-2 * force / np.linalg.norm(force)) - on_page(camera, at)
        assert way[0] > 4 * abs(way[1])
        assert (at >= 0).all()
        assert (at <= EXTENT).all()


@pytest.mark.parametrize("draw", ["cpu", "gpu"])
def test_a_particle_is_seen_before_its_way_and_before_a_solid(
    watched: Served, browser: Any, draw: str
) -> None:
    _, address = watched
    with visiting(browser, f"{address}&draw={draw}") as visitor:
        visitor.wait_for_smoke()
        stage = visitor.page.locator("#stage").bounding_box()
        for which in (0, 1):
            x, y = np.round(visitor.ask(f"softrein.particle({which}, false)")).astype(int)
            dot = visitor.picture()[y - int(stage["y"]), x - int(stage["x"])]
            assert dot[2] > dot[0] + 0.3, dot  # LQR's blue


def test_with_nothing_in_it_a_box_is_shown(browser: Any, tmp_path: Path) -> None:
    full = still_air(True)
    states = full.track.states[:, 6:]
    costs = full.costs._replace(running=np.eye(1), instants=np.zeros((0, 1, 1)))
    empty = replace(
        full, name="empty", density=0 * full.density, carried=full.carried[:1], particles=0, costs=costs,
        track=Track(states, full.track.feedforward), full_paths=np.zeros((STEPS + 1, 0, 3)),
        gains={"lqr": np.zeros((STEPS, 1, 1))},
    )  # fmt: skip
    with served(empty, tmp_path) as found, visiting(browser, found.address) as visitor:
        visitor.wait_for_smoke()
        camera = camera_of(visitor)
        grey = patch(visitor, camera, BLOCK)
        assert np.ptp(grey, axis=1).max() < 0.15
        assert np.abs(grey - patch(visitor, camera, np.array([0.5, 0.7, 0.6]))).min() > 0.1
        visitor.press("g", "f", "ArrowRight", "g")


def test_specks_come_by_themselves_and_a_cut_takes_away_what_is_before_it(
    browser: Any, tmp_path: Path
) -> None:
    def yellow() -> int:
        return int(np.sum(visitor.picture() @ [1.0, 0.0, -1.0] > 0.1))

    def seen(*place: float) -> np.ndarray:
        return np.asarray(np.median(patch(visitor, camera, np.array(place)), axis=0))

    bare = replace(still_air(True), carried=np.zeros((0, 3)))
    with served(bare, tmp_path) as found, visiting(browser, found.address) as visitor:
        visitor.wait_for_smoke()
        camera, everywhere = camera_of(visitor), yellow()
        assert everywhere > 1000
        for axis in "xyz":
            visitor.press("c")
            visitor.wait_for(lambda: 0 < yellow() < 0.8 * everywhere, f"a cut across {axis}")
        visitor.wait_for(  # the plane goes through the middle of this smoke, and through none elsewhere
            lambda: seen(*BESIDE) @ [-1.0, 0.0, 1.0] > 0.2 and np.ptp(seen(0.6, 0.3, 0.4)) < 0.05, "smoke"
        )
        ground = seen(0.6, 0.3, 0.4)
        visitor.press(*5 * ["PageDown"])  # through the block
        visitor.wait_for(lambda: seen(0.54, 1.06, 0.3).max() < ground.min() - 0.1, "the solid's inside")
        visitor.press("c")
        visitor.wait_for(lambda: yellow() > 0.9 * everywhere, "the whole")


def wind(visitor: Visitor) -> tuple[np.ndarray, np.ndarray]:
    force, at = visitor.ask("[[...softrein.frame().force], [...softrein.frame().at]]")
    return np.array(force), np.array(at)
