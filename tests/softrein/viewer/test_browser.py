"""The page of `softrein view` in Debian's Chromium, on the real server: pulls by hand, and what is drawn.

Needs Playwright's Python package (no browser of its own) and Chromium; without them the tests are skipped, or
fail where SOFTREIN_BROWSER=required is set. SOFTREIN_CHROMIUM names another browser than /usr/bin/chromium.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib.image
import numpy as np
import pytest

from runtime.control.planning.options import Replanning
from softrein.viewer.base.runs import BY_HAND
from tests.runtime.bundle.with_actuators import with_actuators
from tests.runtime.control.test_path_following import following
from tests.softrein.viewer.serving.certificates import make
from tests.softrein.viewer.viewing import CHROMIUM, IN_SOFTWARE, STARTING, Watched, viewer

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle

PAGE = Path(__file__).parents[3] / "softrein" / "viewer" / "page"
pytestmark = pytest.mark.live

PACKAGES = ("playwright", "starlette", "uvicorn", "websockets")
TRIES = 4  # of stirring
OFF = 1.5e-3  # m: so far a steered particle is to be off
FIGURES = "[...document.querySelectorAll('small span:first-child:not(:empty)')]"
PATIENCE = 30.0  # s: a loaded machine of two cores draws a few frames a second


def test_what_is_shipped_was_built_from_the_sources() -> None:
    sources = sorted(str(path.relative_to(PAGE)) for path in (PAGE / "src").rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in [*sources, "package.json", "package-lock.json", "build.sh"]:
        digest.update(f"{name}\n".encode() + (PAGE / name).read_bytes())
    built = json.loads((PAGE / "dist" / "build.json").read_text())
    assert built["sources"] == digest.hexdigest(), "run softrein/viewer/page/build.sh and commit its dist"


def test_what_is_shipped_asks_for_nothing_from_elsewhere() -> None:
    page = (PAGE / "dist" / "index.html").read_text() + (PAGE / "dist" / "main.css").read_text()
    assert not re.search(r"https?:|//|@import|style=|<style|\son\w+=", page)
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {"main.js", "main.css", "icon.svg"}
    assert "MIT License" in (PAGE / "dist" / "LICENSES.txt").read_text()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, headless, drawing in software."""
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if not Path(CHROMIUM).exists():
        lacking.append(CHROMIUM)
    missing = f"missing: {', '.join(lacking)}" if lacking else ""
    if missing and os.environ.get("SOFTREIN_BROWSER") == "required":
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=IN_SOFTWARE)
        yield chromium
        chromium.close()


@contextmanager
def served(bundle: Bundle, folder: Path, *options: str) -> Iterator[Watched]:
    """`softrein view` of a bundle."""
    from runtime.bundle.file import save

    path = folder / f"{bundle.name}.softrein"
    save(bundle, path)
    with viewer(path, *options) as watched:
        yield watched


@pytest.fixture(scope="module")
def body(
    browser: Any, small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Watched]:
    patient = replace(small_bundle, replanning=Replanning(budget=1.0))  # on a busy machine, too
    with served(patient, tmp_path_factory.mktemp("body")) as watched:
        yield watched


@pytest.fixture(scope="module")
def body_address(body: Watched) -> str:
    return body.address


@pytest.fixture(scope="module")
def fine_address(
    browser: Any, small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a viewer of the body with a skin of more triangles than a page draws without a GPU."""
    fine = replace(small_bundle, name="fine", skin=fine_skin(small_bundle, 8000))
    with served(fine, tmp_path_factory.mktemp("fine")) as watched:
        yield watched.address


def fine_skin(bundle: BodyBundle, least: int) -> dict[str, np.ndarray]:
    """Every triangle of the surface cut into k x k alike, so that there are `least` of them or more."""
    surface = bundle.surface
    k = math.ceil(math.sqrt(least / len(surface)))
    grid = [(i, j, k - i - j) for i in range(k + 1) for j in range(k + 1 - i)]
    number = {point[:2]: at for at, point in enumerate(grid)}
    cut = [[number[i, j], number[i + 1, j], number[i, j + 1]] for i, j, rest in grid if rest]
    cut += [[number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]] for i, j, rest in grid if rest > 1]
    shares = np.array(grid) / k
    places = np.einsum("ij,tjk->tik", shares, bundle.vertices[surface]).reshape(-1, 3)
    _, first, same = np.unique(places.round(9), axis=0, return_index=True, return_inverse=True)
    triangles = np.array(cut)[None] + len(grid) * np.arange(len(surface))[:, None, None]
    corners = np.repeat(surface, len(grid), axis=0)[first]
    return {
        "triangles": same.reshape(-1)[triangles.reshape(-1, 3)],
        "corners": np.column_stack([corners, corners[:, :1]]),
        "weights": np.column_stack([np.tile(shares, (len(surface), 1))[first], np.zeros(len(first))]),
    }


@pytest.fixture(scope="module")
def smoke_address(
    browser: Any, small_smoke: SmokeBundle, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with served(small_smoke, tmp_path_factory.mktemp("smoke")) as watched:
        yield watched.address


class Visitor:
    """A page in the browser, and what it says of itself in `window.softrein`."""

    def __init__(
        self, browser: Any, address: str, width: int = 900, height: int = 700, **options: Any
    ) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))
        self.page.goto(address)
        self.wait_for(lambda: self.ask("window.softrein.ready"), "a first frame", STARTING)

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and "GPU stall" not in text:  # which is about reading pixels back
            self.complaints.append(text)

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def frame(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(
            "(({controller, flags, step, time, deviation, effort, decades, force, muscles}) => "
            "({controller, flags, step, time, deviation, effort, decades, muscles, force: [...force]}))"
            "(softrein.frame())"
        )
        return found

    def wait_for(self, done: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if found := done():
                return found
            self.page.wait_for_timeout(40)
        frame = self.frame() if self.ask("window.softrein.ready") else "no frame"
        return pytest.fail(f"waited {seconds:g} s for {what}; {frame}, {self.complaints}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def begin(self, controller: str, endless: bool = True) -> None:
        """The motion from its beginning under a controller."""
        button = f"document.querySelector('[title^=\"{controller} (\"]')"
        self.ask(f"{button}.click()")
        self.wait_for(lambda: self.ask(f"{button}.getAttribute('aria-checked')") == "true", controller)
        if self.frame()["flags"]["endless"] != endless:
            self.ask("document.getElementById('endless').click()")
        self.wait_for(lambda: self.frame()["flags"]["endless"] == endless, "the switch")
        self.wait_for(self._has_begun, "a beginning")

    def _has_begun(self) -> bool:
        """Rewinds, too: on a loaded machine one glance may come after the motion has gone on."""
        self.ask("document.getElementById('rewind').click()")
        now = self.frame()
        return bool(now["time"] < 1 and now["deviation"] < 1e-3)

    def wait_for_smoke(self) -> None:
        self.wait_for(lambda: self.ask("softrein.smoke !== undefined"), "smoke", STARTING)

    def picture(self) -> np.ndarray:
        """What is on the stage now, (height, width, 3) from 0 to 1."""
        image = self.page.locator("#stage").screenshot()
        return np.asarray(matplotlib.image.imread(io.BytesIO(image)))[..., :3]

    def drag(self, start: tuple[float, float], way: tuple[float, float], moves: int = 12) -> None:
        """Press the button at a place and move; it stays pressed."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for move in range(1, moves + 1):
            self.page.mouse.move(start[0] + way[0] * move / moves, start[1] + way[1] * move / moves)
            self.page.wait_for_timeout(20)

    def close(self) -> None:
        complaints = self.complaints
        self.context.close()
        assert not complaints


@contextmanager
def visiting(browser: Any, address: str, **options: Any) -> Iterator[Visitor]:
    visitor = Visitor(browser, address, **options)
    yield visitor
    visitor.close()


def test_a_body_that_is_pulled_follows_and_comes_home_with_lqr_only(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        left = {}
        visitor.page.locator("#scale").select_option("0.1")  # this motion lasts 0.8 s
        for controller in ("LQR", "no control"):
            visitor.begin(controller, endless=False)
            vertex = visitor.ask("softrein.watched()[0]")
            place = visitor.ask(f"softrein.vertex({vertex})")
            before = visitor.picture()
            visitor.drag(place, (0, -110))
            visitor.wait_for(lambda: visitor.frame()["flags"]["grabbed"], "the body to be held")
            assert visitor.ask("softrein.held()")
            pulled = visitor.wait_for(lambda: _beyond(visitor, 0.02), "the body to follow")
            assert math.hypot(*visitor.frame()["force"]) > 0
            changed = np.abs(visitor.picture() - before).max(axis=2) > 0.1
            assert changed.mean() > 0.002
            visitor.page.mouse.up()
            visitor.wait_for(lambda: not visitor.frame()["flags"]["grabbed"], "the body to be let go")
            visitor.wait_for(lambda: visitor.frame()["flags"]["finished"], "the end of the motion")
            left[controller] = visitor.frame()["deviation"] / pulled
        assert left["LQR"] < 0.3
        assert left["LQR"] < 0.5 * left["no control"]


def _beyond(visitor: Visitor, least: float) -> float:
    deviation: float = visitor.frame()["deviation"]
    return deviation if deviation > least else 0.0


def _red_half_way(visitor: Visitor) -> float:
    """How much redder than grey the stage is where what is planned now is half over, within two pixels."""
    way, stage = np.array(visitor.ask("softrein.planned()")), visitor.page.locator("#stage").bounding_box()
    if not len(way):
        return 0.0
    x, y = (way[len(way) // 2] - [stage["x"], stage["y"]]).round().astype(int)
    here = visitor.picture()[y - 2 : y + 3, x - 2 : x + 3]
    return float((here[..., 0] - here[..., 1:].max(axis=-1)).max(initial=0.0))


def test_the_way_that_is_planned_is_drawn_into_the_future(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.page.locator("#scale").select_option("0.1")
        visitor.begin("MPC")
        vertex = visitor.ask("softrein.watched()[0]")
        visitor.drag(visitor.ask(f"softrein.vertex({vertex})"), (0, -110))
        visitor.wait_for(lambda: _beyond(visitor, 0.02), "the body to follow")
        visitor.ask("document.getElementById('pause').click()")  # the mouse still pulls
        visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
        visitor.page.wait_for_timeout(200)  # for the last frame to be drawn
        way = np.array(visitor.ask("softrein.planned()"))
        start = visitor.ask(f"softrein.vertex({vertex})")
        assert np.hypot(*(way[0] - start)) < 1
        assert np.hypot(*(way[-1] - start)) > 10  # it leads away from the hand
        visitor.wait_for(lambda: _red_half_way(visitor) > 0.15, "a line in MPC's colour")
        assert visitor.page.locator("#legend .plan").is_visible()
        visitor.page.mouse.up()
        visitor.ask("document.getElementById('pause').click()")
        visitor.begin("LQR")
        visitor.wait_for(lambda: not visitor.ask("softrein.planned()"), "no line")
        assert not visitor.page.locator("#legend .plan").is_visible()


def test_a_path_is_drawn_and_a_dot_brings_the_scenes_own_back(
    browser: Any, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    bundle = following(small_bundle, 120, period=0.6)
    with served(bundle, tmp_path) as watched, visiting(browser, watched.address) as visitor:
        own = np.array(visitor.ask("softrein.path(0)"))
        middle = own.mean(axis=0)
        wanted = middle + 1.5 * (own - middle)
        visitor.wait_for(lambda: visitor.frame()["step"] > 10, "the motion to begin", STARTING)
        visitor.press("d")
        visitor.page.mouse.move(*wanted[0])
        visitor.page.mouse.down()
        for point in wanted[:: max(1, len(wanted) // 30)]:
            visitor.page.mouse.move(*point)
        visitor.page.mouse.up()

        def size(page: Visitor) -> float:
            now = np.array(page.ask("softrein.path(0)"))
            return float(np.ptp(now, axis=0).max() / np.ptp(own, axis=0).max())

        with visiting(browser, watched.address) as other:  # who comes later sees it as well
            other.wait_for(lambda: size(other) > 1.2, "the drawn path on another page")
        assert 1.3 < size(visitor) < 1.7
        assert visitor.page.locator("#draw").get_attribute("aria-pressed") == "false"
        visitor.page.locator("#draw").click()
        visitor.page.mouse.click(*middle)
        visitor.wait_for(lambda: size(visitor) == pytest.approx(1, abs=1e-6), "the scene's own path")


def test_a_slider_takes_a_cable_over_until_it_is_let_go(
    browser: Any, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    with (
        served(with_actuators(small_bundle), tmp_path) as watched,
        visiting(browser, watched.address) as visitor,
    ):
        visitor.wait_for(lambda: visitor.frame()["step"] > 3, "the motion to begin", STARTING)
        assert visitor.page.locator("#muscle-rows span").count() == 3
        slider = visitor.page.locator("#muscle-rows input").first
        slider.evaluate("slider => { slider.value = 0.024; slider.dispatchEvent(new Event('change')); }")
        visitor.wait_for(lambda: visitor.frame()["muscles"][0]["held"], "a cable that is held")
        visitor.wait_for(lambda: abs(visitor.frame()["muscles"][0]["value"] - 0.024) < 2e-4, "its tension")
        visitor.page.locator("#muscle-rows button").first.click()
        visitor.wait_for(lambda: not visitor.frame()["muscles"][0]["held"], "a cable that is let go")


def test_a_button_goes_to_another_motion_and_both_pages_show_it(
    browser: Any, motions_bundle: BodyBundle, tmp_path: Path
) -> None:
    still, chosen = f"{60 * motions_bundle.dt:.1f}", "#motions [aria-checked=true]"
    with (
        served(motions_bundle, tmp_path) as watched,
        visiting(browser, watched.address) as visitor,
        visiting(browser, watched.address) as second,
    ):
        visitor.wait_for(lambda: visitor.frame()["step"] > 3, "the motion to begin", STARTING)
        assert visitor.page.locator("#motions button").all_inner_texts() == ["tapped", "still", "raised"]
        assert visitor.page.locator(chosen).inner_text() == "tapped"
        visitor.page.locator("#motions button", has_text="still").click()
        for page in (visitor, second):
            page.wait_for(
                lambda page=page: page.page.locator(chosen).inner_text() == "still", "the other motion"
            )
            page.wait_for(lambda page=page: f"{page.ask('softrein.duration()'):.1f}" == still, "its length")
        visitor.wait_for(lambda: visitor.frame()["deviation"] < 1e-4, "the body to come to rest")
        with visiting(browser, watched.address) as late:
            late.wait_for(lambda: late.page.locator(chosen).inner_text() == "still", "the motion of now")
        visitor.page.locator("#firm").fill("1")
        visitor.wait_for(
            lambda: "only in 'tapped'" in visitor.page.locator("#said").inner_text(),
            "words on whose gains they are",
        )


def test_the_handle_is_carried_and_turned(browser: Any, small_bundle: BodyBundle, tmp_path: Path) -> None:
    held = replace(small_bundle.in_moving_frame(), targets=[])
    with served(held, tmp_path) as watched, visiting(browser, watched.address) as visitor:
        visitor.wait_for(lambda: visitor.frame()["step"] > 3, "the motion to begin", STARTING)

        def pose() -> np.ndarray:
            return np.array(visitor.ask(f"[...softrein.frame().state.slice({held.rank})]"))

        def taken(part: str, way: tuple[float, float]) -> None:
            x, y = visitor.ask(f"softrein.mount({part!r})")
            visitor.drag((x, y), way)
            visitor.page.mouse.up()

        np.testing.assert_allclose(pose(), [0, 0, 0, *np.eye(3).ravel()], atol=1e-6)
        taken("ball", (60, -30))
        visitor.wait_for(lambda: np.linalg.norm(pose()[:3]) > 0.01, "the body to be carried")
        visitor.page.wait_for_timeout(500)
        before = visitor.ask("softrein.mount('ball')")
        taken("knob", (60, 20))
        visitor.wait_for(lambda: np.abs(pose()[3:] - np.eye(3).ravel()).max() > 0.2, "the body to be turned")
        visitor.page.wait_for_timeout(500)
        assert visitor.ask("softrein.mount('ball')") == pytest.approx(before, abs=2)
        visitor.press("h")
        visitor.wait_for(lambda: np.abs(pose() - [0, 0, 0, *np.eye(3).ravel()]).max() < 1e-3, "its own way")


def test_a_page_comes_by_https_and_is_pulled(browser: Any, small_bundle: BodyBundle, tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    options = ("--certificate", str(certificate), "--key", str(key))
    with (
        served(small_bundle, tmp_path, *options) as watched,
        visiting(browser, watched.address, ignore_https_errors=True) as visitor,
    ):
        assert visitor.ask("location.protocol") == "https:"
        visitor.drag(visitor.ask("softrein.vertex(softrein.watched()[0])"), (0, -110))
        visitor.wait_for(lambda: visitor.frame()["flags"]["grabbed"], "the body to be held")


def test_smoke_is_stirred_and_a_steered_particle_comes_home(browser: Any, smoke_address: str) -> None:
    with visiting(browser, smoke_address) as visitor:
        visitor.page.locator("#scale").select_option(
            "0.25"
        )  # this motion has an end, so let it take its time
        for _ in range(TRIES):  # on a loaded machine the hand may come too late
            visitor.press("r")
            visitor.wait_for(lambda: 0.2 < visitor.frame()["time"] < 1, "the motion to begin")
            x, y = visitor.ask("softrein.particle(0, false)")
            before = visitor.picture()
            visitor.drag((x - 70, y), (140, 0), moves=18)
            visitor.page.mouse.up()
            changed = (np.abs(visitor.picture() - before).max(axis=2) > 0.05).mean()
            off = _most(visitor)
            if off > OFF:
                break
        assert changed > 0.002
        assert off > OFF
        visitor.wait_for(lambda: visitor.frame()["deviation"] < 0.5 * off, "the particle to come home")
        here, there = (np.array(visitor.ask(f"softrein.particle(0, {which})")) for which in ("false", "true"))
        assert np.linalg.norm(here - there) < 20


def _most(visitor: Visitor) -> float:
    """The largest deviation over the next second."""
    found = []
    for _ in range(10):
        found.append(visitor.frame()["deviation"])
        visitor.page.wait_for_timeout(100)
    return float(max(found))


def test_all_is_reached_by_keyboard(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.begin("LQR")
        visitor.press("2")
        names = visitor.ask("softrein.names")
        visitor.wait_for(lambda: visitor.frame()["controller"] == names[1], "the second controller")
        visitor.press("1", "Space")
        visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
        visitor.press("Space")
        visitor.wait_for(lambda: not visitor.frame()["flags"]["paused"], "the end of the pause")
        visitor.press("g")
        for _ in range(8):
            visitor.page.keyboard.down("ArrowUp")
            visitor.page.wait_for_timeout(60)
            visitor.page.keyboard.up("ArrowUp")
        visitor.wait_for(lambda: _beyond(visitor, 0.005), "the arrow keys to pull")
        visitor.press("g")
        visitor.wait_for(lambda: not visitor.frame()["flags"]["grabbed"], "the body to be let go")
        visitor.press("]", "]")
        visitor.wait_for(lambda: visitor.frame()["decades"] < -0.9, "firmer gains")
        visitor.press("?")
        assert visitor.page.locator("#help-text").is_visible()
        visitor.press("Escape")
        assert not visitor.page.locator("#help-text").is_visible()
        _tab_through(visitor)


def _tab_through(visitor: Visitor) -> None:
    """Every control gets the focus by Tab, shows it, and has a name."""
    seen = set()
    for _ in range(24):
        visitor.press("Tab")
        name, outline, said = visitor.ask(
            "(({id, className, ariaLabel, title, innerText}) => [id || className, "
            "getComputedStyle(document.activeElement).outlineStyle, ariaLabel || title || innerText || ''])"
            "(document.activeElement)"
        )
        if name:
            seen.add(name)
            assert outline != "none", name
            assert said, name
    wanted = {"picture", "view", "help", "rewind", "pause", "jump", "endless", "scale", "controller", "firm"}
    assert wanted <= seen


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_a_telephone_shows_it_without_scrolling(
    browser: Any, smoke_address: str, width: int, height: int
) -> None:
    phone = {"width": width, "height": height, "has_touch": True, "color_scheme": "dark"}
    with visiting(browser, smoke_address, **phone) as visitor:
        visitor.press("2")
        visitor.wait_for(lambda: visitor.ask(f"{FIGURES}.length") > 0, "figures of a controller")
        assert visitor.ask("document.documentElement.scrollWidth") <= width
        boxes = visitor.ask(
            "[...document.querySelectorAll('button, select, input, canvas, output, small span')]"
            ".filter((e) => e.offsetParent)"
            ".map((e) => [e.id || e.title, e.getBoundingClientRect()]).filter(([, b]) => b.left < -0.5 "
            f"|| b.right > {width}.5 || b.bottom > {height}.5).map(([name]) => name)"
        )
        assert boxes == []
        whole = (
            "document.querySelectorAll('.controller, small')].every((e) => e.scrollWidth <= e.clientWidth)"
        )
        assert visitor.ask(f"[...{whole}")
        assert visitor.ask("document.getElementById('stage').clientHeight") > 280
        assert visitor.ask("document.getElementById('stage').clientWidth") >= 360
        x, y = visitor.ask("softrein.particle(0, false)")
        visitor.page.touchscreen.tap(x, y)
        visitor.wait_for(lambda: visitor.ask("softrein.echo") > 0, "a touch to be answered")


def test_the_scenes_own_push_comes_at_its_time_under_every_controller(
    browser: Any, body_address: str
) -> None:
    with visiting(browser, body_address) as visitor:
        pushes = visitor.ask("softrein.pushes()")
        assert pushes > 0
        visitor.page.locator("#scale").select_option("0.25")
        visitor.begin("no control", endless=False)
        visitor.press("Space")
        visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
        sent = visitor.ask("softrein.sent()")
        visitor.page.locator("#push").click()
        visitor.wait_for(lambda: any(visitor.frame()["force"]), "the push")
        assert not visitor.frame()["flags"]["paused"]
        visitor.wait_for(lambda: visitor.frame()["flags"]["finished"], "the end of the motion")
        lines = visitor.ask("softrein.lines()")
        pushed = [line for line in lines if line["disturbed"] and line["controller"] == "none"]
        assert any(line["points"] == line["last"] + 1 for line in pushed)  # of every step
        assert visitor.ask("softrein.figures('none').error") > 1e-4
        assert visitor.ask("softrein.connections()") == 1
        assert sent < visitor.ask("softrein.sent()")


@pytest.mark.parametrize("address", ["body_address", "smoke_address"])
def test_a_quick_mouse_does_not_cost_the_connection(
    browser: Any, address: str, request: pytest.FixtureRequest
) -> None:
    with visiting(browser, request.getfixturevalue(address)) as visitor:
        visitor.begin("LQR")
        kind = visitor.ask("softrein.kind")
        place = visitor.ask(
            "softrein.vertex(softrein.watched()[0])"
            if kind == "deformable"
            else "softrein.particle(0, false)"
        )
        visitor.page.mouse.move(*place)
        visitor.page.mouse.down()
        visitor.wait_for(lambda: visitor.ask("softrein.held()"), "a hold")
        before = visitor.ask("softrein.sent()")
        moves = visitor.ask(MOVES % tuple(place))
        sent = visitor.ask("softrein.sent()") - before
        visitor.page.mouse.up()
        assert moves >= 640  # in 2 s: more than the server takes
        assert sent < 180 * 2
        visitor.page.wait_for_timeout(300)
        assert visitor.ask("softrein.connections()") == 1
        assert visitor.ask("softrein.connected")


MOVES = """new Promise((done) => {
  const picture = document.getElementById("picture"), started = performance.now();
  let moves = 0;
  const step = () => {
    const passed = performance.now() - started;
    while (moves < passed / 3) {
      const [x, y] = [%g + 40 * Math.sin(moves / 20), %g + 40 * Math.cos(moves / 20) - 40];
      picture.dispatchEvent(new PointerEvent("pointermove", {pointerId: 1, clientX: x, clientY: y}));
      moves += 1;
    }
    if (passed < 2000) setTimeout(step, 3);
    else done(moves);
  };
  step();
})"""


def test_controllers_are_compared_for_as_long_as_the_motion_goes_on(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.page.locator("#scale").select_option("1")
        visitor.begin("no control")
        visitor.press("f")
        rounds = 2 * visitor.ask("softrein.duration()")
        visitor.wait_for(lambda: visitor.frame()["time"] > rounds, "two rounds")
        visitor.begin("LQR")
        visitor.wait_for(lambda: visitor.frame()["controller"] == "lqr", "LQR")
        visitor.press("f")
        visitor.wait_for(lambda: visitor.frame()["time"] > rounds, "two rounds")
        found = {name: visitor.ask(f"softrein.figures('{name}')") for name in ("none", "lqr")}
        assert found["none"]["error"] > 1e-4
        assert found["none"]["total"] == 0  # which the other's effort is not counted to
        assert found["lqr"]["error"] > 1e-6  # the push
        assert found["lqr"]["total"] > 0
        pushed = visitor.ask("softrein.lines().filter(({disturbed}) => disturbed)")
        assert {line["controller"] for line in pushed} >= {"none", "lqr"}
        labels = visitor.ask("[...document.querySelectorAll('.controller')].map((each) => each.ariaLabel)")
        assert sum("error" in label and "effort" in label for label in labels) >= 2
        assert len(visitor.ask(f"{FIGURES}.map((each) => each.textContent)")) >= 2


def test_a_second_page_shows_what_was_chosen_on_the_first(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as first, visiting(browser, body_address) as second:
        first.begin("LQR")
        first.page.locator("#scale").select_option("0.25")
        first.press("]", "]")
        chosen = "[document.getElementById('scale').value, Number(document.getElementById('firm').value)]"
        firm = first.ask(chosen)[1]
        second.wait_for(lambda: second.ask(chosen) == ["0.25", firm], "the second page to follow")
        assert first.ask(chosen) == ["0.25", firm]
        second.page.locator("#scale").select_option("1")
        first.wait_for(lambda: first.ask(chosen)[0] == "1", "the first page to follow")
        first.press("[", "[")


def test_a_page_that_is_turned_out_says_why_and_stays_out(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.ask(
            "(() => { const {send} = WebSocket.prototype;"
            'WebSocket.prototype.send = function () { send.call(this, \'{"do":"nonsense"}\'); }; })()'
        )
        visitor.press("r")
        visitor.wait_for(lambda: not visitor.ask("softrein.connected"), "the server to turn it out")
        assert "not a message" in visitor.page.locator("#lost").inner_text()
        visitor.page.wait_for_timeout(1200)
        assert visitor.ask("softrein.connections()") == 1


def test_it_connects_again_and_leaves_out_bad_frames(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.ask("softrein.receive(new ArrayBuffer(50))")
        visitor.ask("softrein.receive('{')")
        assert visitor.ask("softrein.bad()") == 2
        visitor.ask("softrein.drop()")
        visitor.wait_for(lambda: visitor.page.locator("#lost").is_visible(), "the page to say so")
        visitor.wait_for(lambda: visitor.ask("softrein.connections()") == 2, "a second connection")
        frames = visitor.ask("softrein.received")
        visitor.press("r")
        visitor.wait_for(lambda: visitor.ask("softrein.received") > frames, "frames to go on")
        assert not visitor.page.locator("#lost").is_visible()


@pytest.mark.parametrize("address", ["body_address", "fine_address"])
def test_all_ways_of_drawing_show_the_same(
    browser: Any, address: str, request: pytest.FixtureRequest
) -> None:
    bodies: list[np.ndarray] = []
    for way in ("gpu", "cpu"):
        with visiting(browser, f"{request.getfixturevalue(address)}&draw={way}") as visitor:
            if not bodies:
                visitor.begin("LQR")
                visitor.press("Space")
                visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
            visitor.page.wait_for_timeout(600)
            bodies.append(_bodily(visitor.picture()))
            if len(bodies) == 2:
                visitor.press("Space")
    assert 0.01 < bodies[0].mean() < 0.5
    assert (bodies[0] & bodies[1]).sum() > 0.9 * (bodies[0] | bodies[1]).sum()


def test_a_canvas_as_small_as_can_be_shows_all(browser: Any, fine_address: str) -> None:
    with visiting(browser, fine_address, width=1600) as visitor:
        visitor.begin("LQR")
        stage, canvas = (visitor.page.locator(part).bounding_box() for part in ("#stage", "#canvas"))
        assert canvas["width"] * canvas["height"] < 0.7 * stage["width"] * stage["height"]
        assert canvas["x"] > stage["x"] + 150
        place = visitor.ask("softrein.vertex(softrein.watched()[0])")
        visitor.drag(place, (stage["x"] + 100 - place[0], 0))
        visitor.wait_for(lambda: visitor.frame()["flags"]["grabbed"], "the body to be held")
        visitor.wait_for(
            lambda: visitor.page.locator("#canvas").bounding_box()["x"] < stage["x"] + 100, "a wider canvas"
        )
        visitor.page.mouse.up()
        visitor.press(*"+" * 12)
        visitor.wait_for(
            lambda: visitor.page.locator("#canvas").bounding_box()["width"] == stage["width"], "a wide canvas"
        )


STALL = """setInterval(() => {
  const until = performance.now() + 450;
  while (performance.now() < until);
}, 500)"""  # two pictures a second are left


def test_a_page_that_hardly_draws_shows_no_miss(
    browser: Any, small_bundle: BodyBundle, body_address: str
) -> None:
    verdicts = "[...document.querySelectorAll('.verdict:not([hidden])')].map((each) => each.textContent)"
    with visiting(browser, body_address) as visitor:
        visitor.begin("LQR")
        legend = visitor.page.locator("#legend").inner_text()
        assert {"steered by LQR", "to be hit", "hit", "missed"} <= set(legend.splitlines())
        visitor.page.locator("#scale").select_option("0.5")
        visitor.ask(STALL)
        seen: set[str] = set()
        for _ in range(12):
            seen.update(visitor.ask(verdicts))
            visitor.page.wait_for_timeout(300)
        assert seen
        assert all(words.startswith("hit at") for words in seen)


def test_two_pages_show_the_same_smoke(browser: Any, smoke_address: str) -> None:
    """One that was there from the beginning, and one that comes in the middle."""
    smoke = (
        "[softrein.smoke.time, [...softrein.smoke.shades].reduce((sum, each, k) => (31 * sum + each) % 1e9)]"
    )
    with visiting(browser, smoke_address) as first:
        first.begin("LQR")
        first.wait_for(lambda: first.frame()["time"] > 0.8, "some smoke")
        first.press("Space")
        first.wait_for(lambda: first.frame()["flags"]["paused"], "a pause")
        first.page.wait_for_timeout(600)
        with visiting(browser, smoke_address) as second:
            second.wait_for_smoke()
            second.page.wait_for_timeout(600)
            assert first.ask(smoke) == second.ask(smoke)
            apart = np.abs(first.picture() - second.picture())[80:-80, 250:-150]  # less the words over it
            assert apart.mean() < 0.002
            assert np.ptp(first.picture()[80:-80, 250:-150, 0]) > 0.3  # there is something to see
        first.press("Space")


def test_the_strip_is_still_there_when_the_page_is_loaded_again(browser: Any, body_address: str) -> None:
    with visiting(browser, body_address) as visitor:
        visitor.begin("no control")
        visitor.page.locator("#push").click()
        kept = "softrein.lines().find(({disturbed, last}) => disturbed && last === 80)"
        visitor.wait_for(lambda: visitor.ask(kept), "a whole run")
        visitor.begin("LQR")
        before = visitor.ask(kept)
        figures = visitor.ask("softrein.figures('none')")
        visitor.page.reload()
        visitor.wait_for(lambda: visitor.ask("window.softrein.ready"), "a first frame")
        visitor.wait_for(lambda: visitor.ask(kept), "what was kept")
        assert visitor.ask(kept) == before
        assert visitor.ask("softrein.figures('none')") == figures
        assert figures["error"] > 1e-4
        strip = "document.getElementById('strip').ariaLabel"
        visitor.wait_for(lambda: "no control: error" in visitor.ask(strip), "the strip")


def test_a_card_has_the_costs_error_and_what_was_hit_whatever_hands_do_later(
    browser: Any, body_address: str, small_bundle: BodyBundle
) -> None:
    with visiting(browser, body_address) as visitor:
        card = visitor.page.locator(".controller", has=visitor.page.get_by_text("PD", exact=True))
        visitor.begin("PD")
        visitor.page.locator("#push").click()
        whole = "softrein.lines().find(({controller, last}) => controller === 'pd' && last === 80)"
        visitor.wait_for(lambda: visitor.ask(whole), "a whole run")
        run = small_bundle.run(controller="pd")
        assert visitor.ask(whole)["error"] == pytest.approx(run.error, rel=1e-3)
        visitor.wait_for(lambda: card.get_attribute("data-apart") == "", "a card")
        assert card.locator(".met i").count() == len(small_bundle.targets)
        assert "as the cost weighs it" in card.get_attribute("aria-label")
        figures = visitor.ask("softrein.figures('pd')")
        visitor.begin("PD")
        visitor.press("f")
        visitor.wait_for(lambda: visitor.ask("softrein.frame().marks") & BY_HAND, "a hand")
        visitor.page.wait_for_timeout(400)  # for figures to be written
        assert card.get_attribute("data-apart") == ""  # the run that may be compared is still there
        assert visitor.ask("softrein.figures('pd')") == figures


def test_smoke_says_that_nothing_is_edited_there(browser: Any, smoke_address: str) -> None:
    with visiting(browser, smoke_address) as visitor:
        for key, words in (("k", "Key-frames are set by hand on bodies only"), ("d", "paths are for bodies")):
            visitor.press(key)
            visitor.wait_for(lambda words=words: words in visitor.ask(SAID), words)


SAID = "document.getElementById('said').textContent"


def test_the_whole_motion_is_in_the_picture(browser: Any, body_address: str) -> None:
    """Whatever the shape of the screen; and it fills it."""
    with visiting(browser, body_address) as visitor:
        for width, height in ((900, 700), (1280, 720), (2200, 700), (390, 844), (360, 640), (844, 390)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.page.wait_for_timeout(300)
            box = visitor.page.locator("#stage").bounding_box()
            reach = np.array(visitor.ask("softrein.reach()")) - [box["x"], box["y"]]
            reach /= [box["width"], box["height"]]
            assert reach.min() > 0, (width, height)
            assert reach.max() < 1, (width, height)
            assert np.ptp(reach, axis=0).max() > 0.4, (width, height)


def test_a_motion_that_stands_is_still_there_behind_the_help(browser: Any, body_address: str) -> None:
    """Also when the stage gets another size, which empties a canvas."""
    with visiting(browser, body_address) as visitor:
        visitor.begin("LQR")
        visitor.press("Space")
        visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
        visitor.page.wait_for_timeout(600)
        before = _bodily(visitor.picture()).mean()
        visitor.press("?")
        visitor.ask(
            "document.getElementById('help-text').style.visibility = 'hidden'"
        )  # but not its backdrop
        visitor.page.wait_for_timeout(600)
        behind = visitor.picture() / 0.62  # which it leaves
        least = visitor.ask(SHRUNK)
        visitor.press("Escape", "Space")
        assert before > 0.01
        assert _bodily(behind).mean() > 0.7 * before
        assert least > 100  # the stage is at 239 of 255, black at 0


SHRUNK = """new Promise((done) => {
  const canvas = document.getElementById("canvas"), copy = document.createElement("canvas");
  let called = 0;
  new ResizeObserver(() => {
    called += 1;
    if (called === 1) document.getElementById("strip").style.height = "30px";
    if (called !== 2) return;
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const shown = context.getImageData(0, 0, copy.width, copy.height).data;
    done(shown.reduce((sum, value, index) => (index % 4 === 0 ? sum + value : sum), 0) / (shown.length / 4));
  }).observe(document.getElementById("stage"));
})"""


def test_making_gains_ends_also_where_the_connection_does(browser: Any, body: Watched) -> None:
    maker = sorted(body.children())[1]
    with visiting(browser, body.address) as visitor:
        words = "document.getElementById('cost').textContent"
        os.kill(maker, signal.SIGSTOP)
        try:
            visitor.press("]")
            visitor.wait_for(lambda: "making" in visitor.ask(words), "gains to be made")
            assert "making" not in visitor.ask(f"softrein.drop() || new Promise((done) => {{ {LOST} }})")
        finally:
            os.kill(maker, signal.SIGCONT)
        visitor.wait_for(lambda: visitor.ask("softrein.connections()") == 2, "a second connection")
        visitor.wait_for(lambda: "making" not in visitor.ask(words), "gains")
        visitor.press("[")


LOST = """const look = () => softrein.connected ? setTimeout(look, 5)
  : requestAnimationFrame(() => done(document.getElementById("cost").textContent));
look();"""


def _bodily(picture: np.ndarray) -> np.ndarray:
    """Pixels of LQR's blue."""
    red, green, blue = np.moveaxis(picture, 2, 0)
    return (blue > red + 0.15) & (blue > green)
