"""The page's own parts, each by itself: its modules in Chromium, without server or simulation.

The page's sources and its document come from a made-up address. In place of three.js there are empty classes
of the names that the page imports, since nothing here is drawn in three dimensions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from softrein.viewer.base import runs
from tests.softrein.viewer import test_browser
from tests.softrein.viewer.test_browser import PAGE

pytestmark = pytest.mark.live
browser = test_browser.browser

ORIGIN = "http://page.invalid"
SOURCES = PAGE / "src"
STEPS = 100
SCENE = """{
  name: "scene", kind: "deformable", controllers: ["lqr", "pd"], pushes: [{}], pushed: 1, paths: [],
  muscles: [],
  says: {},
  motions: [], plan: { lines: 1 }, targets: [{ name: "ball" }], regions: [], steps: 100, dt: 0.01, markers: 0,
  effort_unit: "N^2 s", deviation_unit: "m",
}"""
LOOKS = """{
  lqr: { words: "LQR", colour: "#0000ff", pale: "#8888ff", dark: "#4444ff", dash: [] },
  pd: { words: "PD", colour: "#ff0000", pale: "#ff8888", dark: "#ff4444", dash: [] },
  none: { words: "no control", colour: "#888888", pale: "#aaaaaa", dark: "#cccccc", dash: [] },
}"""
FRAME = """{
  controller: "lqr", run: 1, marks: 0, step: 10, time: 5, deviation: 0, effort: 0, error: 0, targets: [],
  muscles: [], rate: 100, latency: 1, worst: 2, decades: 0, factor: 1, plan: null,
  flags: { paused: false, endless: true, making: false, finished: false },
}"""
NOTHING = """
const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : nothing),
  apply: () => nothing, construct: () => nothing,
});
class Empty {
  constructor() {
    return new Proxy(this, { get: (own, name) => (name in own ? own[name] : nothing) });
  }
}
"""
TYPES = {".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


def empty_classes() -> str:
    """A module in place of three.js: classes whose every method and property is a thing that does nothing."""
    imports = (re.findall(r'import \{([^}]*)\} from "three"', each.read_text()) for each in sources())
    names = {name.strip() for found in imports for part in found for name in part.split(",")} - {""}
    return NOTHING + "".join(f"export class {name} extends Empty {{}}\n" for name in sorted(names))


def sources() -> list[Path]:
    return sorted(SOURCES.glob("*.js"))


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """The page's document without its start script, and with the modules' styles."""
    context = browser.new_context(viewport={"width": 900, "height": 700})
    opened = context.new_page()

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(f"{ORIGIN}/")
        if name == "three":
            return route.fulfill(content_type="text/javascript", body=empty_classes())
        path = SOURCES / (name or "index.html")
        text = path.read_text("utf-8") if path.is_file() else ""
        if path.suffix == ".html":
            text = re.sub(r"<script[^>]*></script>", "", text)
        text = text.replace('from "three"', 'from "/three"')
        return route.fulfill(content_type=TYPES.get(path.suffix, "text/javascript"), body=text)

    context.route("**/*", answer)
    opened.goto(f"{ORIGIN}/")
    opened.evaluate(f"import('/look.js').then(({{ wear }}) => wear({LOOKS}))")
    yield opened
    context.close()


def told(page: Any, module: str, body: str) -> Any:
    """What the body of a function returns, with all that a module of the page exports as `it`."""
    setting = f"const scene = {SCENE}, frame = {FRAME};"
    return page.evaluate(f"import('/{module}.js').then((it) => {{ {setting} {body} }})")


def made_up(marks: int, first: int = 0, last: int = STEPS) -> str:
    steps = list(range(first, last + 1))
    return (
        f"new it.Run({{ number: 1, controller: 'lqr', step: {steps}, deviation: {steps}, marks: {marks} }})"
    )


@pytest.mark.parametrize(
    ("marks", "first", "last", "words"),
    [
        (runs.PUSHED, 0, 100, ""), (runs.PUSHED, 0, 60, "so far"), (runs.PUSHED, 20, 100, "in part"),
        (0, 0, 100, "no push"), (0, 0, 60, "so far"), (runs.BY_HAND, 0, 100, "by hand"),
        (runs.PUSHED | runs.BY_HAND, 0, 60, "by hand"), (runs.LATE, 2, 100, "after a push"),
        (runs.PUSHED | runs.COST, 0, 100, "other cost"), (runs.PUSHED | runs.PATH, 0, 100, "drawn path"),
    ],
)  # fmt: skip
def test_a_run_says_why_it_is_not_compared(page: Any, marks: int, first: int, last: int, words: str) -> None:
    assert told(page, "run", f"return {made_up(marks, first, last)}.apart(scene)") == words
    if words == "no push":
        found = told(page, "run", f"return {made_up(marks, first, last)}.apart({{ ...scene, pushed: 0 }})")
        assert not found  # where nobody pushes, such runs are what is compared


@pytest.mark.parametrize("marks", [0, *(1 << k for k in range(5)), 3, 5, 31])
def test_a_run_is_worth_as_much_as_the_simulation_says(page: Any, marks: int) -> None:
    for first, last in ((0, 100), (5, 95), (6, 100), (0, 94)):
        ours = runs.Run(1, "lqr", first, 0.0, marks)
        for step in range(first + 1, last + 1):
            ours.add(step, 0.0, 0.0, 0.0, 0)
        assert told(page, "run", f"return {made_up(marks, first, last)}.worth(100)") == ours.worth(STEPS)


def test_a_card_keeps_the_run_that_may_be_compared(page: Any) -> None:
    push, hand = (
        f"{{ number: {number}, controller: 'lqr', step: [0, 100], marks: {marks}, now: {now} }}"
        for number, marks, now in ((1, runs.PUSHED, "false"), (2, runs.BY_HAND, "true"))
    )
    body = f"const history = new it.History(scene); history.take({push}); history.take({hand});"
    assert told(page, "strip", f"{body} return history.of('lqr').number") == 1
    assert (
        told(page, "strip", f"{body} history.add({{ ...frame, run: 2, marks: 2 }}); return history.now.marks")
        == 2
    )


def test_lines_that_are_not_compared_are_pale(page: Any) -> None:
    """A line of another run of the same controller under that of now, too; not where it is alone."""

    def alphas(kept: list[tuple[str, int]], now: str = "") -> list[float]:
        takes = [
            f"history.take({{ number: {number}, controller: '{name}', step: [0, 100], deviation: [0, 1],"
            f" effort: [0, 1], marks: {marks} }});"
            for number, (name, marks) in enumerate(kept, 1)
        ]
        adds = f"history.add({{ ...frame, controller: '{now}', run: 9 }});" if now else ""
        body = f"""
        const history = new it.History(scene), seen = [];
        {"".join(takes)} {adds}
        const context = new Proxy({{}}, {{ get: (into, name) => name in into ? into[name] : () => {{
          if (name === "stroke") seen.push(into.globalAlpha);
        }} }});
        const strip = Object.assign(Object.create(it.Strip.prototype), {{ context, history, scene }});
        for (const run of history.runs) strip.line(run, "deviation", (x) => x, (y) => y);
        return seen;"""
        found: list[float] = told(page, "strip", body)
        return found

    fair, hand = runs.PUSHED, runs.BY_HAND
    assert alphas([("lqr", fair), ("pd", fair)]) == [1, 1]
    assert alphas([("lqr", fair), ("pd", hand)]) == [1, 0.4]
    assert alphas([("lqr", fair), ("pd", 0)]) == [1, 0.4]
    assert alphas([("pd", hand)]) == [1]
    assert alphas([("lqr", fair), ("pd", fair)], now="pd") == [1, 0.4, 1]


PANEL = """
for (const id of ["controllers", "legend", "motions"]) document.getElementById(id).replaceChildren();
let isLow = false;
const panel = new it.Panel(scene, { low: () => isLow }, false);
const none = { of: () => undefined }, text = (id) => document.getElementById(id).textContent;
"""


def test_a_card_shows_its_figures_and_its_mark(page: Any) -> None:
    run = "{ error: 0.5, total: 2, met: ['hit'], apart: () => why }"
    body = f"""{PANEL} const card = document.querySelector(".controller");
    return ["", "by hand"].map((why) => {{
      panel.show(frame, {{ of: (name) => name === "lqr" ? {run} : undefined }}, 60, why ? 2e6 : 1e6);
      return [card.dataset.apart, card.querySelectorAll(".met i").length, card.ariaLabel];
    }});"""
    (fair, hand) = told(page, "panel", body)
    assert fair[:2] == ["", 1]
    assert "error 0.50, as the cost weighs it, effort 2.0" in fair[2]
    assert hand[:2] == ["by hand", 0]
    assert "by hand: not to be compared" in hand[2]


def test_the_clock_goes_with_every_frame(page: Any) -> None:
    """Figures change four times a second, the clock at once, as what became of targets does."""
    body = f"""{PANEL} return [[10, 1e6], [11, 1e6 + 1], [60, 1e6 + 2]].map(([step, now]) => {{
      panel.show({{ ...frame, step, rate: step }}, none, 60, now);
      return [text("time"), text("rate")];
    }});"""
    assert told(page, "panel", body) == [["0.1 s", "10"], ["0.1 s", "10"], ["0.6 s", "10"]]


@pytest.mark.parametrize(("cut", "words"), [(6, "6 cut short"), (6000, "6,000 cut short"), (0, "to go")])
def test_plans_cut_short_are_counted_in_whole_numbers(page: Any, cut: int, words: str) -> None:
    body = f"""{PANEL} panel.showPlan({{ plan: {{ cut: {cut} }}, controller: "lqr" }});
    return panel.planWords.textContent;"""
    said = told(page, "panel", body)
    assert said.endswith(words)
    assert "." not in said


def test_a_remark_stands_high_where_what_is_watched_is_low(page: Any) -> None:
    body = f"""{PANEL} return [true, false].flatMap((low) => {{
      isLow = low;
      panel.say("words");
      panel.ended = undefined;
      panel.show({{ ...frame, flags: {{ ...frame.flags, endless: false, finished: true }} }}, none, 60, 1e6);
      return ["said", "ended"].map((id) => document.getElementById(id).classList.contains("high"));
    }});"""
    assert told(page, "panel", body) == [True, True, False, False]


@pytest.mark.parametrize(
    ("module", "view", "seen"),
    [
        ("body", "BodyView", "state: [0], plant: { watched: [0] }, watched: () => 0, "),
        ("smoke", "SmokeView", "state: [0], particles: 2, "),
    ],
)
def test_a_view_knows_where_what_is_watched_is(page: Any, module: str, view: str, seen: str) -> None:
    body = f"""return [80, 20].map((y) => it.{view}.prototype.isLow.call({{
      {seen} particleOnScreen: () => [0, y], orbit: {{ height: 100, onScreen: () => [0, y] }},
    }}));"""
    assert told(page, module, body) == [True, False]
    nothing = "plant: { watched: [] }, particles: 0"
    assert not told(page, module, f"return it.{view}.prototype.isLow.call({{ state: [0], {nothing} }})")


@pytest.mark.parametrize(("cut", "words"), [("true", "3.0 N, arrow cut short"), ("false", "3.0 N")])
def test_an_arrow_that_is_cut_short_says_so(page: Any, cut: str, words: str) -> None:
    body = f"""const tags = new it.Tags();
    tags.resize(800, 600);
    tags.place("push", [100, 300], [200, 300], 3, "N", {cut});
    return document.getElementById("tag-push").textContent;"""
    assert told(page, "panel", body) == words


@pytest.mark.parametrize(
    ("state", "words"), [("preparing", "Key-frames are getting ready"), ("unable", "it cannot")]
)
def test_while_key_frames_get_ready_nothing_is_dragged(page: Any, state: str, words: str) -> None:
    """A drag on the body says why, and does not turn the view instead; A says why, too."""
    body = f"""const said = [], keys = Object.assign(Object.create(it.Keys.prototype), {{
      about: {{ state: "{state}", fault: "it cannot" }}, say: (words) => said.push(words), held: null,
    }});
    return [true, false].map((hits) => {{
      keys.under = () => (hits ? {{ place: 0, step: 1 }} : null);
      return keys.press(0, 0, false);
    }}).concat(keys.add() ?? null, [said, keys.held]);"""
    on_body, beside, _, said, held = told(page, "keys", body)
    assert (on_body, beside, held) == (True, False, None)
    assert len(said) == 2
    assert all(each.startswith(words) for each in said)
