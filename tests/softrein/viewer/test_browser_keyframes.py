"""Key-frames by hand in Debian's Chromium: by mouse, touch and keyboard, seen by all pages, and saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from offline.scenes.reading import read_scene
from tests.softrein.viewer import test_browser
from tests.softrein.viewer.test_browser import Visitor, served, visiting
from tests.softrein.viewer.viewing import STARTING, Watched

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

pytestmark = pytest.mark.live
browser = test_browser.browser

MOMENT = 30  # a step of the beam's 80
LAST_WORD = 400  # ms within which the last word of a drag comes back


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saved")


@pytest.fixture(scope="module")
def watched(
    browser: Any, small_bundle: BodyBundle, saved: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Watched]:
    with served(small_bundle, tmp_path_factory.mktemp("body"), "--save-to", str(saved)) as running:
        yield running


@pytest.fixture
def visitor(browser: Any, watched: Watched) -> Iterator[Visitor]:
    """A page on which key-frames are edited, without any so far, at a moment of the motion."""
    with visiting(browser, watched.address) as page:
        begin(page)
        yield page


def begin(page: Visitor) -> None:
    page.wait_for(lambda: page.frame()["step"] >= 0, "a motion", STARTING)
    page.press("k")
    page.wait_for(lambda: page.ask("softrein.keysState()") == "ready", "key-frames", STARTING)
    while keys(page):
        count = len(keys(page))
        page.page.locator(".key").first.focus()
        page.press("Delete")
        page.wait_for(lambda count=count: len(keys(page)) < count, "one less")
    go_to(page, MOMENT)


def test_the_timeline_stands_above_the_time_of_the_first_chart(visitor: Visitor) -> None:
    """Which begins 46 pixels from the strip's left, and ends 18 before its middle, or 10 before its right."""
    for width, end in (
        (1400, lambda wide: wide / 2 - 18),
        (900, lambda wide: wide / 2 - 18),
        (420, lambda wide: wide - 10),
    ):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        visitor.page.wait_for_timeout(300)
        rail, strip = (visitor.page.locator(each).bounding_box() for each in ("#diamonds", "#strip"))
        assert rail["x"] - strip["x"] == pytest.approx(46, abs=1)
        assert rail["x"] + rail["width"] - strip["x"] == pytest.approx(end(strip["width"]), abs=1)


def go_to(page: Visitor, step: int) -> None:
    page.page.locator("#moment").evaluate(
        "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", step
    )
    page.wait_for(lambda: page.frame()["step"] == step and page.frame()["flags"]["paused"], "that moment")
    page.page.wait_for_timeout(200)  # for it to be drawn


def keys(page: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.ask("softrein.keys()")
    return found


def met(page: Visitor, count: int = 1) -> list[dict[str, Any]]:
    """All key-frames, once the motion goes through them."""

    def all_met() -> Any:
        found = keys(page)
        page.page.wait_for_timeout(LAST_WORD)
        near = all(key["off"] is not None and key["off"] < 1e-3 for key in found)
        return len(found) == count and near and found == keys(page)

    page.wait_for(all_met, f"{count} key-frames that are met")
    return keys(page)


def middle(page: Visitor, region: str) -> tuple[int, list[float]]:
    """A region's number, and where its middle is on the page."""
    number = page.ask("softrein.regions()").index(region)
    place: list[float] = page.ask(f"softrein.handle({number})")
    return number, place


def test_a_point_is_dragged_to_where_it_is_to_be(browser: Any, visitor: Visitor, watched: Watched) -> None:
    number, place = middle(visitor, "xmax")
    visitor.drag((place[0], place[1]), (20, -60))
    visitor.page.mouse.up()
    [key] = met(visitor)
    assert (key["place"], key["step"], key["name"]) == (number, MOMENT, "xmax")
    visitor.page.wait_for_timeout(300)
    here = middle(visitor, "xmax")[1]  # the motion itself is there, and the body on it
    np.testing.assert_allclose(here, np.add(place, (20, -60)), atol=3)
    assert visitor.frame()["deviation"] < 1e-6
    assert visitor.page.locator(".key").get_attribute("aria-label").endswith("at 0.30 s: met")
    with visiting(browser, watched.address) as other:
        other.wait_for(lambda: len(keys(other)) == 1, "the key-frame on another page")
        assert keys(other)[0]["to"] == key["to"]
    visitor.press("Control+z")
    visitor.wait_for(lambda: not keys(visitor), "it to be undone")
    visitor.press("Control+Shift+Z")
    assert met(visitor)[0]["to"] == key["to"]
    visitor.page.locator("#key-undo").click()
    visitor.wait_for(lambda: not keys(visitor), "it to be undone once more")


def test_a_vertex_that_is_pressed_stays_there_and_is_dragged_on(visitor: Visitor) -> None:
    vertex = visitor.ask("softrein.watched()[0]")
    x, y = visitor.ask(f"softrein.vertex({vertex})")
    inside = next(
        (x + dx, y + dy)
        for dx, dy in ((-40, 6), (-40, -12), (-60, 8), (-30, 14), (-50, -20))
        if visitor.ask(f"Boolean(softrein.pick({x + dx}, {y + dy}))")
    )
    visitor.page.mouse.click(*inside)
    [key] = met(visitor)
    assert key["name"].startswith("point") or key["name"] in visitor.ask("softrein.regions()")
    target = visitor.ask("softrein.target(0)")
    visitor.drag((target[0], target[1]), (0, -40))
    visitor.page.mouse.up()
    visitor.wait_for(lambda: keys(visitor)[0]["to"] != key["to"], "another place")
    [moved] = met(visitor)
    assert (moved["place"], moved["step"]) == (key["place"], key["step"])


def test_a_diamond_is_dragged_along_the_time(visitor: Visitor) -> None:
    visitor.press("a")
    met(visitor)
    diamond = visitor.page.locator(".key")
    box, rail = diamond.bounding_box(), visitor.page.locator("#diamonds").bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.drag(start, (rail["width"] / 4, 0))
    visitor.page.mouse.up()
    visitor.wait_for(lambda: [key["step"] for key in keys(visitor)] == [MOMENT + 20], "another time")
    visitor.wait_for(lambda: visitor.frame()["step"] == MOMENT + 20, "the motion to be there")
    assert diamond.evaluate("diamond => diamond === document.activeElement")
    visitor.press("Control+z")  # the drag was one edit
    visitor.wait_for(lambda: [key["step"] for key in keys(visitor)] == [MOMENT], "the time before")


def test_all_is_done_by_keyboard(visitor: Visitor) -> None:
    visitor.page.locator("#picture").focus()
    visitor.press(".", "a")
    [key] = met(visitor)
    diamond = visitor.page.locator(".key")
    visitor.wait_for(lambda: diamond.evaluate("it => it === document.activeElement"), "the focus")
    outline = diamond.evaluate("it => getComputedStyle(it).outlineStyle")
    assert outline == "solid"  # which is seen
    for _ in range(3):
        visitor.press("ArrowRight")
    visitor.wait_for(lambda: keys(visitor)[0]["step"] == MOMENT + 3, "three steps later")
    for _ in range(2):
        visitor.press("Shift+ArrowUp")
    visitor.wait_for(lambda: keys(visitor)[0]["to"] != key["to"], "another place")
    moved = met(visitor)[0]["to"]
    assert moved[1] - key["to"][1] > 1e-3  # up on the screen is up in space
    visitor.press("Delete")
    visitor.wait_for(lambda: not keys(visitor), "none")
    assert visitor.ask("document.activeElement.id") == "moment"
    visitor.press("Control+z")
    assert met(visitor)[0]["to"] == moved
    visitor.press("Escape")
    assert not visitor.page.locator("#timeline").is_visible()
    visitor.press("k")


def test_a_finger_drags_as_a_mouse_does(browser: Any, watched: Watched) -> None:
    with visiting(browser, watched.address, width=390, height=844, has_touch=True) as visitor:
        begin(visitor)
        _, place = middle(visitor, "xmax")
        touch = visitor.context.new_cdp_session(visitor.page)

        def put(kind: str, *points: tuple[float, float]) -> None:
            at = [{"x": x, "y": y} for x, y in points]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
            visitor.page.wait_for_timeout(30)

        x, y = place[0] + 2, place[1] - 2
        put("touchStart", (x, y))
        for move in range(1, 9):
            put("touchMove", (x, y - 5 * move))
        put("touchEnd")
        [key] = met(visitor)
        assert key["name"] == "xmax"
        assert visitor.ask("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_saved_where_the_viewer_was_told_to(visitor: Visitor, saved: Path) -> None:
    assert visitor.page.locator("#save-scene").is_disabled()
    _, place = middle(visitor, "xmax")
    visitor.drag((place[0], place[1]), (0, -50))
    visitor.page.mouse.up()
    [key] = met(visitor)
    for name in ("swing.toml", "swing-2.toml"):
        visitor.page.locator("#save-scene").click()
        visitor.page.locator("#save-name").fill("../up")
        visitor.press("Enter")  # which the form does not send
        assert visitor.page.locator("#save-text").is_visible()
        visitor.page.locator("#save-name").fill("swing")
        visitor.press("Enter")
        visitor.wait_for(lambda name=name: (saved / name).exists(), "the file")
        visitor.wait_for(lambda: visitor.page.locator("#save-scene").is_enabled(), "the end of saving")
    scene: Any = read_scene(saved / "swing.toml")
    np.testing.assert_allclose(scene.keyframes[0].position, key["to"], atol=1e-5)
    assert sorted(path.name for path in saved.iterdir()) == ["swing-2.toml", "swing.toml"]
    assert not (saved.parent / "up.toml").exists()


def test_where_nothing_is_to_be_saved_nothing_offers_it(
    browser: Any, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    with served(small_bundle, tmp_path) as watched, visiting(browser, watched.address) as visitor:
        begin(visitor)
        assert not visitor.page.locator("#save-scene").is_visible()
        assert not visitor.page.locator("#save-bundle").is_visible()
        visitor.ask("document.getElementById('save-scene').disabled = false")
        visitor.ask("document.getElementById('save-scene').click()")
        visitor.page.locator("#save-name").fill("x")
        visitor.press("Enter")
        visitor.wait_for(lambda: "--save-to" in visitor.page.locator("#said").inner_text(), "a refusal")
    assert [path.suffix for path in tmp_path.iterdir()] == [".softrein"]
