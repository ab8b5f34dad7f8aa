"""The viewer's page: the dinosaur in Chromium, drawn by the processor, on this machine's cores.

The page itself counts the frames that it draws a second, and the time from a pointer's event to the drawing
of the first frame that tells of it; a screen shows what was drawn at its next refresh, 8 ms later on average.
The frames tell how late the simulation's steps are, with that page and without any. The dinosaur is reduced
from a few short full runs, which changes nothing in the cost of a frame. The page that runs the same body by
itself is visited next, and then rotating smoke in space, with SPECKS specks in it and with a solid that hides
some of it. Where Chromium or Playwright is missing there is only one row: the size of a page that runs the T
which comes with softrein.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.bench_viewer import connected, next_frame
from benchmarks.harness import Row, unmeasured
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from runtime.bundle.file import load, save
from softrein.api import shipped
from softrein.export.page.write import export_page
from softrein.viewer.scene import Scene, scene_of
from tests.made_up_space import made_up_space
from tests.softrein.viewer.viewing import CHROMIUM, IN_SOFTWARE, Frame, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from runtime.bundle.smoke import SmokeBundle

VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
TURNS = 5
TURN = 4.0  # s
SETTLING = 6.0  # s, in which all the steps that a frame reports on are taken
SPECKS = 50_000
MOVES = 150  # of the pointer, one a frame
LARGEST = 6.0  # MB
QUICKLY = ["enrichment.runs=2", "time.steps=60", "ensemble.tuning_runs=2"]
READY = "window.softrein && softrein.ready && softrein.frame().rate > 0"  # kernels are compiled, too
COUNTED = "[softrein.frames, performance.now()]"


class Pulled(NamedTuple):
    """The figures that a page counted while the body was left alone, and then while it was pulled."""

    rates: list[float]  # frames a second
    latency: np.ndarray  # ms
    frame: dict[str, float]  # rate, latency and worst of the simulation's steps


def rows() -> list[Row]:
    """The bars: a page's size, frames a second, from pointer to picture, and the simulation's rate."""
    size = size_of_a_page()
    if not Path(CHROMIUM).exists() or find_spec("playwright") is None:
        print("no Chromium or no Playwright:", end=" ", file=sys.stderr, flush=True)
        return [size]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dinosaur.softrein"
        scene = read_scene("dinosaur", QUICKLY)
        save(precompute_scene(scene, Places(Path(folder) / "runs", workers=0)), file)
        with viewer(file) as watched:
            alone = frame_of(watched.address, scene_of(load(file)))
            page = visit(watched.address)
        export_page(load(file), Path(folder) / "dinosaur.html")
        itself = visit((Path(folder) / "dinosaur.html").as_uri())
        save(with_specks(), Path(folder) / "space.softrein")
        with viewer(Path(folder) / "space.softrein") as watched:
            space = visit(watched.address, hand=False)
    median, most = np.percentile(page.latency, [50, 90])
    late = (
        f"late: {alone.step_us:.0f} us, 99 % {alone.p99_us:.0f} us without a page; "
        f"{page.frame['latency']:.0f} us, 99 % {page.frame['worst']:.0f} us with it"
    )
    turns = ", ".join(f"{rate:.1f}" for rate in page.rates)
    steps = f"{itself.frame['rate']:.0f} steps a second, {itself.frame['latency']:.0f} us each"
    specked, specks = float(np.median(space.rates)), ", ".join(f"{rate:.1f}" for rate in space.rates)
    kept = page.frame["rate"] / alone.rate
    return [
        size,
        Row("dinosaur's page, 1280 x 720", float(np.median(page.rates)), 58, "at least", "frames/s", turns),
        Row("the same without a server", float(np.median(itself.rates)), 58, "at least", "frames/s", steps),
        Row("smoke in space, 50,000 specks", specked, 30, "at least", "frames/s", specks),
        Row("from the pointer to the picture", median / 1e3, 0.042, "at most", "s", f"90 %: {most:.0f} ms"),
        Row("rate with Chromium's page : without", kept, 0.99, "at least", detail=late),
    ]


def size_of_a_page() -> Row:
    """The row of the size of a page that runs the T that comes with softrein; `./dev` makes that bundle."""
    what, file = "page of the T that comes with softrein: size", shipped.find()
    if file is None:
        return unmeasured(what, LARGEST, "MB", "there is no such T: python -m softrein.api.shipped")
    with tempfile.TemporaryDirectory() as folder:
        page = export_page(load(file), Path(folder) / "tshape.html")
    return Row(what, page.bytes / 1e6, LARGEST, "at most", "MB", ", ".join(page.controllers))


def with_specks() -> SmokeBundle:
    """Rotating smoke in space, with many specks in it, under gains of zero."""
    bundle, random = made_up_space(), np.random.default_rng(8)
    specks = random.uniform(0.0, bundle.extent, (2 * SPECKS, 3))
    inside = bundle.solid[tuple((specks / bundle.modes.spacing).astype(int).T)]
    none = np.zeros((bundle.steps, bundle.rank, bundle.track.states.shape[1]))
    return replace(bundle, carried=specks[~inside][:SPECKS], gains={"lqr": none})


def frame_of(address: str, scene: Scene) -> Frame:
    """A frame of the simulation, in an endless motion, after a time in which no page watched."""
    live = address.replace("http:", "ws:").replace("/?", "/live?")
    with connected(live) as page:
        page.send(json.dumps({"do": "endless", "on": True}))
    time.sleep(SETTLING)
    with connected(live) as page:
        return next_frame(page, scene)


def visit(address: str, hand: bool = True) -> Pulled:
    """Watch the motion; with `hand`, then hold the body and move the pointer about."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=IN_SOFTWARE)
        page = browser.new_page(viewport=VIEWPORT)
        page.goto(address)
        while not page.evaluate(READY):
            time.sleep(0.1)
        time.sleep(SETTLING)
        rates = []
        for _ in range(TURNS):
            before, began = page.evaluate(COUNTED)
            time.sleep(TURN)
            drawn, ended = page.evaluate(COUNTED)
            rates.append(1e3 * (drawn - before) / (ended - began))
        told = page.evaluate("(({rate, latency, worst}) => ({rate, latency, worst}))(softrein.frame())")
        latency = pull(page) if hand else np.zeros(0)
        browser.close()
    return Pulled(rates, latency, told)


def pull(page: Page) -> np.ndarray:
    """Milliseconds from each input to the drawing of a frame that tells of it."""
    x, y = page.evaluate("softrein.vertex(softrein.watched()[0])")
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("softrein.latency.length = 0")
    for move in range(MOVES):
        page.mouse.move(x + 60 * np.sin(move / 12), y + 40 * np.cos(move / 9))
        time.sleep(1 / 60)
    page.mouse.up()
    return np.asarray(page.evaluate("softrein.latency"))
