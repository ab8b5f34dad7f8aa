"""Pages that run a body by themselves, against Python: in node, and one in Chromium."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from typer.testing import CliRunner

from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from runtime.plant.push import Push
from softrein.cli import app
from softrein.errors import BundleError, ControllerError
from softrein.export.c import sized
from softrein.export.c.gains import gains_for
from softrein.export.page import body
from softrein.export.page.write import export_page
from softrein.viewer.base.messages import Command
from softrein.viewer.body.scene import Scene
from softrein.viewer.live import Live
from softrein.viewer.shown.encounters import HIT
from tests.runtime.bundle.carried import carried
from tests.runtime.bundle.few_actuators import few_actuators
from tests.runtime.bundle.with_actuators import with_actuators
from tests.runtime.control.test_path_following import following
from tests.softrein.export.test_export_c import sampled
from tests.tiny_bundles import tiny_smoke
from tests.touching import bat_bundle, boxes_bundle, touching_bundle

SLOW = pytest.mark.slow("runs one more law of a kind that is tried by default")
WASM = Path(sized.__file__).parent / "wasm"
STEPS = Path(__file__).with_name("page_steps.mjs")
FIRST, LAST = 20, 25  # steps of the push


class Ran(NamedTuple):
    """What a page's body did."""

    states: np.ndarray
    told: dict[str, Any]


Commands = list[tuple[int, str, dict[str, Any]]]  # before which step a page sends what


def ran(
    bundle: BodyBundle, folder: Path, controller: str, steps: int = 0, commands: Commands | None = None
) -> Ran:
    """A page's body in node, from the beginning, under the bundle's own pushes."""
    if shutil.which("node") is None:
        pytest.skip("there is no node to run a page's body in")
    page = folder / "page.html"
    export_page(bundle, page)
    command = [
        "node",
        str(STEPS),
        str(page),
        controller,
        str(steps or bundle.steps),
        json.dumps(commands or []),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    *lines, told = done.stdout.splitlines()
    return Ran(np.array([[float(word) for word in line.split()] for line in lines]), json.loads(told))


def pushed(bundle: BodyBundle, at: str, force: tuple[float, ...]) -> BodyBundle:
    h = bundle.dt
    return replace(bundle, pushes=[Push(at, force, FIRST * h, (LAST - FIRST) * h)])


def compared(bundle: BodyBundle, folder: Path, controller: str = "lqr", most: float = 1e-11) -> None:
    """States, effort and error are Python's."""
    found, run = ran(bundle, folder, controller), bundle.run(bundle.pushes, controller)
    rest = bundle.run([], controller).states
    assert np.abs(run.states - rest).max() > 1e-3 * np.abs(run.states).max()
    np.testing.assert_allclose(found.states, run.states, rtol=0, atol=most * np.abs(run.states).max())
    assert found.told["said"] == ["run"]
    assert found.told["effort"] == pytest.approx(run.effort, rel=1e-8, abs=1e-25)
    assert found.told["error"] == pytest.approx(run.error, rel=1e-8, abs=1e-15)


@pytest.mark.parametrize(("controller", "strength"), [("lqr", 2.0), ("none", 400.0)])
def test_a_polynomial_body_runs_as_in_python(
    small_bundle: BodyBundle, tmp_path: Path, controller: str, strength: float
) -> None:
    compared(pushed(small_bundle, "xmax", (0.3 * strength, -0.5 * strength, strength)), tmp_path, controller)


def test_three_hundred_steps(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = small_bundle.at_step(small_bundle.dt / 4)
    assert bundle.steps >= 300
    compared(pushed(bundle, "xmax", (0.6, -1.0, 2.0)), tmp_path)


def test_cables_chambers_limits_and_loads(small_bundle: BodyBundle, tmp_path: Path) -> None:
    compared(pushed(with_actuators(small_bundle), "xmax", (0.6, -1.0, 2.0)), tmp_path)
    bundle = pushed(few_actuators(small_bundle), "xmax", (0.6, -1.0, 2.0))
    compared(bundle, tmp_path)
    compared(replace(bundle, uncontrolled=0.5 * bundle.track.feedforward), tmp_path, "none")


def both(bundle: BodyBundle, folder: Path, commands: Commands, steps: int) -> tuple[Ran, Live]:
    """A page and the viewer's simulation, told the same: as close as a basis of 32 bits lets hands be."""
    found, live = ran(bundle, folder, "lqr", steps, commands), Live(Scene(bundle))
    live.obey(1, Command("endless", 0, {"on": True}))
    live.obey(1, Command("try", 0, {}))
    for k in range(steps):
        for step, do, values in commands:
            if step == k:
                live.obey(1, Command(do, 0, values))
        live.step()
        state = live.simulator.state
        np.testing.assert_allclose(found.states[k + 1], state, rtol=0, atol=1e-5 * np.abs(found.states).max())
    assert found.told["marks"] == live.runs.now.marks
    assert found.told["number"] == live.runs.now.number
    return found, live


@pytest.mark.parametrize("up", ["y", "z"])
def test_hands_flicks_and_going_round_are_as_in_the_viewer(
    small_bundle: BodyBundle, tmp_path: Path, up: str
) -> None:
    targets = [replace(target, up=up) for target in small_bundle.targets]
    bundle = pushed(replace(small_bundle, up=up, targets=targets), "xmax", (0.6, -1.0, 2.0))
    body = Scene(bundle).body
    tip = int(np.argmax(np.abs(body.rest).sum(axis=1)))
    to = body.rest[tip] + [0.0, 0.05, 0.02]
    commands: Commands = [
        (3, "push", {"vertex": tip, "force": [0.0, 2.0, 1.0], "duration": 0.1, "radius": 0.05}),
        (10, "grab", {"vertex": tip, "to": to.tolist()}), (25, "grab", {"vertex": tip, "to": (-to).tolist()}),
        (40, "release", {}), (50, "controller", {"name": "pd"}), (60, "controller", {"name": "none"}),
        (bundle.steps + 5, "controller", {"name": "lqr"}),
    ]  # fmt: skip
    found, live = both(bundle, tmp_path, commands, bundle.steps + 30)
    assert found.told["effort"] == pytest.approx(live._effort, rel=1e-3)
    assert found.told["error"] == pytest.approx(live._error, rel=1e-3)


def test_balls_hang_are_struck_and_swing_and_bees_land_as_in_the_viewer(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    bundle = replace(small_bundle, pushes=[])
    ball = next(target for target in bundle.targets if not target.flight)
    spot = bundle.shape.positions(bundle.track.states, bundle.regions[ball.region])[ball.step].mean(axis=0)
    bee = replace(ball, name="bee", flight=((0.1, 0.3, 0.2), (0.2, 0.2, 0.1)), centre=tuple(spot), window=10)
    bundle = replace(bundle, targets=[*bundle.targets, bee])
    for steps in (ball.step, bundle.steps, bundle.steps + 20):
        found, live = both(bundle, tmp_path, [], steps)
        for told, met in zip(found.told["targets"], live.encounters, strict=True):
            assert told["outcome"] == ["", "hit", "missed"][met.outcome]
            assert told["when"] == pytest.approx(met.time)
            np.testing.assert_allclose(told["place"], live.scene.turn @ met.place, rtol=0, atol=1e-9)
        if steps == bundle.steps:
            assert [each.outcome for each in live.encounters] == [HIT, HIT]
            assert np.abs(live.encounters[0].place - ball.centre).max() > 1e-3  # it was struck


def test_a_cable_is_held_and_let_go_as_in_the_viewer(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = with_actuators(small_bundle)
    low, high = Scene(bundle).drives.ranges[0]  # type: ignore[union-attr]
    hold = (5, "drive", {"which": 0, "value": float(0.3 * low + 0.7 * high)})
    found, live = both(bundle, tmp_path, [hold, (30, "loosen", {"which": 0})], 40)
    assert not any(each["held"] for each in found.told["muscles"])
    found, live = both(bundle, tmp_path, [hold], 20)
    told = live.simulator.told(live.scene.drives)  # type: ignore[arg-type]
    assert [each["held"] for each in found.told["muscles"]] == [held > 0 for _, held in told]
    values = [each["value"] for each in found.told["muscles"]]
    np.testing.assert_allclose(values, told[:, 0], rtol=1e-5, atol=1e-6)


def test_a_tool_is_carried_and_presses_as_frames_tell(tmp_path: Path) -> None:
    bundle = touching_bundle()
    scene, to = Scene(bundle), [0.0, -0.02, 0.01]
    found = ran(bundle, tmp_path, "lqr", 100, [(60, "carry", {"which": 0, "to": to})])
    place = scene.obstacles()[bundle.obstacles.index("ball")]["place"][:3]  # type: ignore[index]
    np.testing.assert_allclose(found.told["poses"][:3], np.add(place, to), atol=1e-3)
    left = [(60, "carry", {"which": 0, "to": to}), (80, "leave", {})]
    np.testing.assert_allclose(ran(bundle, tmp_path, "lqr", 118, left).told["poses"][:3], place, atol=4e-3)
    found, live = both(bundle, tmp_path, [], 50)
    pressed = np.ravel(live.scene.touched(*live.simulator.last_step)).reshape(-1, 6)
    assert np.abs(pressed[:, :3]).max() > 1.0
    np.testing.assert_allclose(found.told["touches"], pressed, rtol=1e-3, atol=1e-3)


def test_a_tool_goes_where_it_is_carried_wherever_its_own_way_begins() -> None:
    """Pages are told the place from which a tool's way counts, and not only that at the beginning."""
    bundle, begins, to = touching_bundle(), np.array([0.02, 0.03, 0.0]), (0.0, 0.03, 0.01)
    feedforward = bundle.track.feedforward.copy()
    feedforward[:, bundle._tool_slots("ball")][:, :3] += begins
    live = Live(Scene(replace(bundle, track=bundle.track._replace(feedforward=feedforward))))
    told: Any = live.scene.obstacles()[bundle.obstacles.index("ball")]  # type: ignore[attr-defined]
    away = np.subtract(told["place"][:3], told["rest"])
    np.testing.assert_allclose(away, live.scene.turn @ begins, atol=1e-12)
    live.obey(1, Command("carry", 0, {"which": 0, "to": to}))
    for _ in range(60):
        live.step()
    np.testing.assert_allclose(
        np.concatenate(live.scene.pose())[:3], np.add(told["rest"], to), rtol=0, atol=1e-3
    )


def test_a_tool_on_an_open_way_does_not_leap_at_the_seam(tmp_path: Path) -> None:
    """It goes back to where its way begins, soon is there, and goes along with it, turning as it does."""
    bundle = touching_bundle()
    slots, steps, share = bundle._tool_slots("ball"), bundle.steps, np.linspace(0, 1, bundle.steps + 1)
    inputs = [bundle.track.feedforward.copy(), bundle.uncontrolled.copy()]
    for each in inputs:
        way = each[:, slots]
        for first, size in ((0, 0.05), (5, 1.0)):  # along x, and about z
            way[:, first] += size * share[:-1]
            way[:, first + 6] += size * np.diff(share) / bundle.dt
        each[:, slots] = way
    states = bundle.track.states.copy()
    states[-1] = states[0]  # the body itself ends where it begins, and so does not start over
    track = bundle.track._replace(feedforward=inputs[0], states=states)
    bundle = replace(bundle, track=track, uncontrolled=inputs[1])
    which, turn = bundle.obstacles.index("ball"), Scene(bundle).turn

    def told(count: int) -> tuple[np.ndarray, np.ndarray]:
        found = np.array(ran(bundle, tmp_path, "none", count).told["poses"][:12])
        return turn.T @ found[:3], turn.T @ found[3:].reshape(3, 3)

    def own(index: int) -> tuple[np.ndarray, np.ndarray]:
        pose = bundle.obstacle_poses(index)[which]
        return pose[:3], pose[3:].reshape(3, 3)

    (place, turned), (last, turned_last) = told(steps + 1), own(steps)
    np.testing.assert_allclose(place, last, atol=6e-3)  # a tenth of the way back
    np.testing.assert_allclose(turned @ turned.T, np.eye(3), atol=1e-6)
    np.testing.assert_allclose(turned, turned_last, atol=0.12)
    (place, turned), (there, turned_there) = told(2 * steps - 10), own(steps - 10)
    np.testing.assert_allclose(place, there, atol=1e-4)
    np.testing.assert_allclose(turned, turned_there, atol=1e-3)


def test_a_handle_moves_as_in_python(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Pushed in space, while it turns; of sampled elements as well, whose steps search along their lines."""
    bundle = pushed(carried(small_bundle), "xmax", (0.6, -1.0, 2.0))
    for controller in ("lqr", "none"):
        compared(bundle, tmp_path, controller)
    elements = pushed(carried(sampled(small_bundle, "neo-hookean", 0.45)), "xmax", (60.0, -100.0, 200.0))
    compared(elements, tmp_path, "none", 1e-10)


@pytest.mark.parametrize("up", ["y", "z"])
def test_a_body_is_carried_and_pulled_as_in_the_viewer(
    small_bundle: BodyBundle, tmp_path: Path, up: str
) -> None:
    """Moved, turned, moved again on the way, pulled meanwhile, and let go; also over the motion's seam."""
    bundle = replace(small_bundle, up=up, targets=[replace(each, up=up) for each in small_bundle.targets])
    bundle = pushed(replace(carried(bundle), targets=[]), "xmax", (0.6, -1.0, 2.0))
    body = Scene(bundle).body
    tip = int(np.argmax(np.abs(body.rest).sum(axis=1)))
    to = (body.rest[tip] + [0.0, 0.03, 0.02]).tolist()
    commands: Commands = [
        (5, "carry", {"to": [0.1, 0.05, -0.04]}),
        (9, "carry", {"to": [0.0, 0.02, 0.1], "turn": [0.3, 1.2, -0.5]}),
        (15, "grab", {"vertex": tip, "to": to}), (30, "release", {}),
        (32, "push", {"vertex": tip, "force": [0.0, 2.0, 1.0], "duration": 0.1, "radius": 0.05}),
        (45, "carry", {"to": [9.0, 0.0, 0.0], "turn": [0.0, 9.0, 0.0]}), (60, "leave", {}),
        (bundle.steps - 3, "carry", {"to": [0.05, 0.0, 0.0]}), (bundle.steps + 6, "leave", {}),
    ]  # fmt: skip
    for steps in (12, 50, bundle.steps + 40):
        found, live = both(bundle, tmp_path, commands, steps)
        live.scene.see(live.simulator)
        np.testing.assert_allclose(found.told["poses"], np.concatenate(live.scene.pose()), atol=1e-6)
        assert found.told["poses"][:3] != pytest.approx([0.0, 0.0, 0.0], abs=1e-4)


@pytest.mark.parametrize(
    "law", ["neo-hookean", *(pytest.param(law, marks=SLOW) for law in ("stvk", "corotated"))]
)
def test_sampled_elements_of_each_law(small_bundle: BodyBundle, tmp_path: Path, law: str) -> None:
    bundle = pushed(sampled(small_bundle, law, 0.48), "xmax", (60.0, -100.0, 200.0))
    compared(bundle, tmp_path, "none", 1e-10)


def test_steps_of_backward_euler(small_bundle: BodyBundle, tmp_path: Path) -> None:
    compared(pushed(replace(small_bundle, scheme="euler"), "xmax", (0.6, -1.0, 2.0)), tmp_path)


def test_a_path_that_is_missed_counts_as_in_the_viewer(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = following(small_bundle, 80, period=80 * small_bundle.dt)
    found, live = both(pushed(bundle, "xmax", (0.6, -1.0, 2.0)), tmp_path, [], 70)
    assert live._error > 0.01
    assert found.told["error"] == pytest.approx(live._error, rel=1e-8)


def test_steps_of_one_iteration(small_bundle: BodyBundle, tmp_path: Path) -> None:
    once = replace(sampled(small_bundle, "stvk", 0.35), newton_iterations=1)
    compared(pushed(once, "xmax", (0.6, -1.0, 2.0)), tmp_path)


@pytest.mark.parametrize(
    ("make", "at"), [(touching_bundle, "xmax"), (bat_bundle, "ymax"), (boxes_bundle, "ymax")]
)
def test_obstacles_tools_and_free_things(make: Any, at: str, tmp_path: Path) -> None:
    bundle = pushed(make(), at, (0.3, -1.0, 0.2))
    assert len(bundle.contacts(bundle.run(bundle.pushes, "none").states).steps) > 3
    compared(bundle, tmp_path, "none")


def test_many_gains_are_stored_at_key_instants(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "MOST_GAINS", 1000)
    bundle, gains = pushed(small_bundle, "xmax", (0.6, -1.0, 2.0)), gains_for(small_bundle, "lqr", "keyed")
    found = ran(bundle, tmp_path, "lqr")
    states = bundle.run(bundle.pushes, AffineGains(gains.whole, gains.offset)).states
    np.testing.assert_allclose(found.states, states, rtol=0, atol=1e-11 * np.abs(states).max())
    assert "lqr" in export_page(bundle, tmp_path / "page.html").losses


def test_what_a_page_cannot_run_says_which_part(small_bundle: BodyBundle, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    with pytest.raises(BundleError, match="a page cannot run smoke"):
        export_page(tiny_smoke(), page)
    with pytest.raises(BundleError, match="newton_iterations: contact"):
        export_page(replace(touching_bundle(), newton_iterations=1), page)
    with pytest.raises(ControllerError, match="mpc"):
        export_page(small_bundle, page, "mpc")
    assert not page.exists()


def test_the_command_writes_one_file_that_asks_for_no_other(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(replace(small_bundle, name="</script><b>"), tmp_path / "a.softrein")
    words = ["export", str(tmp_path / "a.softrein"), "-o", str(tmp_path / "a.html")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "a.html: " in done.output
    text = (tmp_path / "a.html").read_text("utf-8")
    assert text.count("</script>") == 2
    head = text[: text.index("<script")]
    assert not re.search(r"https?:|@import|src=", head)
    assert CliRunner().invoke(app, [*words, "--fps", "30"]).exit_code != 0


def test_what_is_shipped_was_built_from_the_templates() -> None:
    digest = hashlib.sha256()
    for variant in sorted(sized.VARIANTS, key=lambda name: f"{name}.c"):
        digest.update(sized.code_of(variant).encode())
    for path in [*sorted(WASM.glob("include/*.h")), WASM / "build.sh"]:
        digest.update(path.read_bytes())
    built = json.loads((WASM / "build.json").read_text("utf-8"))
    assert built["sources"] == digest.hexdigest(), (
        "run softrein/export/c/wasm/build.sh and commit what it made"
    )
