"""The window of `softrein run --window`: what goes on behind it and, where there is Xvfb, the window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.planning.options import Replanning
from runtime.control.registry import CONTROLLERS
from softrein.pictures.smoke_panels import carried
from softrein.window.session import HERE, LAG, Session

ROOT = Path(__file__).resolve().parents[2]


def take(session: Session, steps: int) -> None:
    """So many steps, one a call, whatever the machine does meanwhile."""
    for _ in range(steps):
        before = session.simulator.steps_taken
        session.advance(session.bundle.dt * 1.000001)
        assert session.simulator.steps_taken == before + 1


# What goes on -------------------------------------------------------------------------------------


def test_the_motion_is_that_of_run(either_bundle: Bundle) -> None:
    session = Session(either_bundle, "lqr", either_bundle.pushes)
    expected = either_bundle.run()
    for step in range(1, either_bundle.steps + 1):
        take(session, 1)
        np.testing.assert_allclose(session.simulator.state, expected.states[step], atol=1e-10)
        assert session.live.deviation == pytest.approx(expected.deviation[step], abs=1e-10)
    assert session.simulator.effort == pytest.approx(expected.effort, abs=1e-12)


@pytest.mark.parametrize("kind", ["name", "gains", "compiled", "python"])
def test_any_controller_is_taken(either_bundle: Bundle, kind: str) -> None:
    law = either_bundle.law("lqr")

    class Own:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            return np.asarray(either_bundle.gains["lqr"][step] @ deviation)

    given: Any = {"name": "pd", "gains": either_bundle.gains["lqr"], "compiled": law, "python": Own()}[kind]
    session, alone = Session(either_bundle, given), either_bundle.simulator(given)
    for _ in range(10):
        take(session, 1)
        alone.step()
    np.testing.assert_array_equal(session.simulator.state, alone.state)
    assert session.controller == ("pd" if kind == "name" else "own")
    assert session.words().startswith("PD" if kind == "name" else "own")
    session.switch("lqr")
    assert session.controller == "lqr"


def test_time_that_cannot_be_made_up_for_is_given_up(small_bundle: BodyBundle) -> None:
    session = Session(small_bundle)
    assert session.advance(0.4 * small_bundle.dt) == 0
    assert session.advance(0.7 * small_bundle.dt) == 1
    assert session.advance(60.0) <= max(LAG / small_bundle.dt, 1)
    session.paused = True
    assert session.advance(1.0) == 0
    assert "paused" in session.words()


def test_a_motion_that_ended_begins_again(small_bundle: BodyBundle) -> None:
    session = Session(small_bundle)
    take(session, small_bundle.steps)
    assert session.struck == {target.name for target in small_bundle.targets}
    assert "the end" in session.words()
    session.advance(0.6)
    session.take_hold(session.simulator.positions()[0])
    session.advance(0.6)
    assert session.simulator.finished  # for as long as it is held
    session.let_go()
    session.advance(0.6)
    assert session.simulator.index == 0
    assert not session.struck


def test_another_controller_goes_on_from_the_present_state(either_bundle: Bundle) -> None:
    session = Session(either_bundle, "none", either_bundle.pushes)
    half = either_bundle.steps // 2
    take(session, half)
    state, time = session.simulator.state, session.simulator.time
    other = either_bundle.simulator("pd")
    other.state = state
    other.follow(0, half)
    session.switch("pd")
    np.testing.assert_array_equal(session.simulator.state, state)
    assert (session.simulator.index, session.simulator.time) == (half, time)
    session.live.interaction.release_all()
    for _ in range(5):
        take(session, 1)
        other.step()
        np.testing.assert_allclose(session.simulator.state, other.state, atol=1e-12)
    session.switch("magic")
    assert session.controller == "pd"
    assert "no magic" in session.words()


def test_every_key_has_a_controller_of_the_bundle(small_bundle: BodyBundle) -> None:
    assert sorted(CONTROLLERS) == sorted(small_bundle.controllers)


def test_a_jump_goes_to_the_closest_moment_of_the_reference(either_bundle: Bundle) -> None:
    session = Session(either_bundle)
    session.switch("pd")
    where = either_bundle.steps // 3
    session.simulator.state = either_bundle.track.states[where]
    session.jump()
    assert session.simulator.index == where
    assert session.controller == "pd"
    assert str(where) in session.message


# The hand -----------------------------------------------------------------------------------------


def test_the_hand_pulls_a_body_towards_the_cursor_and_lets_it_go(small_bundle: BodyBundle) -> None:
    pulled, free = Session(small_bundle), Session(small_bundle)
    top = int(np.argmax(small_bundle.vertices @ [1.0, 1.0, 0.0]))
    start = pulled.simulator.positions([top])[0]
    pulled.take_hold(start)
    hand = pulled.hand
    assert hand is not None
    np.testing.assert_allclose(pulled.holds_at(), start, atol=1e-6)
    way = np.array([0.02, 0.0, 0.01])
    hand.cursor = start + way
    for session in (pulled, free):
        take(session, small_bundle.steps // 3)
    gone = pulled.simulator.positions([top])[0] - free.simulator.positions([top])[0]
    assert gone @ way > 0.1 * way @ way
    np.testing.assert_allclose(pulled.holds_at() - gone, free.simulator.positions([top])[0], atol=1e-6)
    assert "the hand pulls" in pulled.words()
    before = pulled.live.deviation
    pulled.let_go()
    take(pulled, small_bundle.steps // 3)
    assert pulled.live.deviation < before


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_whichever_axis_is_up_the_hand_pulls_towards_the_cursor(small_bundle: BodyBundle, up: str) -> None:
    session = Session(replace(small_bundle, up=up))
    session.take_hold(small_bundle.vertices[np.argmax(small_bundle.vertices[:, 0])])
    assert session.hand is not None
    session.hand.cursor = session.hand.cursor + [0.0, 0.0, 0.05]
    take(session, 1)
    assert session.hand.force[2] > 5 * np.abs(session.hand.force[:2]).max()


def test_a_body_at_rest_follows_the_hand_most_of_the_way(small_bundle: BodyBundle) -> None:
    """Statically, in linear elasticity: (K + k B'B) p = k B' d, in the mean over directions."""
    session = Session(small_bundle)
    session.take_hold(session.simulator.positions([int(np.argmax(small_bundle.vertices[:, 0]))])[0])
    take(session, 1)
    grab: Any = session.live.interaction._held[HERE]
    pull = grab.stiffness * grab._basis.T @ grab._basis
    stiffness = small_bundle.model.stiffness(np.zeros(small_bundle.rank)) + pull
    followed = grab._basis @ np.linalg.solve(stiffness, grab.stiffness * grab._basis.T)
    assert 0.3 < np.trace(followed) / 3 < 0.95


def test_however_far_the_cursor_goes_the_hand_pulls_no_more_than_it_may(either_bundle: Bundle) -> None:
    session = Session(either_bundle)
    session.take_hold(np.append(session.simulator.positions()[0], 0.0)[:3])
    assert session.hand is not None
    session.hand.cursor = session.hand.cursor + [1e6, 0.0, 0.0]
    take(session, 1)
    assert np.linalg.norm(session.hand.force) == pytest.approx(session.scene.largest_force)
    assert session.hand.force[0] > 0


def test_a_step_that_fails_goes_on_from_the_reference_and_says_so(small_bundle: BodyBundle) -> None:
    session = Session(small_bundle)
    session.take_hold(small_bundle.vertices[0])
    session.simulator.state = 1e30 * np.ones(2 * small_bundle.rank)
    session.advance(small_bundle.dt * 1.000001)
    assert session.live.deviation == 0
    assert "goes on from its reference" in session.words()
    assert session.hand is None


def test_a_flick_is_felt_and_ends(either_bundle: Bundle) -> None:
    session = Session(either_bundle)
    point = session.simulator.positions()[0]
    session.flick(np.resize([*point, 0.0], 3) if len(point) == 2 else point, np.array([0.0, -1.0, 0.0]))
    assert "flicked" in session.words()
    take(session, 1)
    assert session.live.interaction.touched
    take(session, max(round(0.1 / either_bundle.dt), 2))
    assert not session.live.interaction.touched
    quiet = Session(either_bundle)
    take(quiet, session.simulator.steps_taken)
    assert session.live.deviation > quiet.live.deviation


def test_smoke_is_carried_as_in_pictures_and_blown(small_smoke: SmokeBundle) -> None:
    session = Session(small_smoke, "lqr", small_smoke.pushes)
    drift = session.live.drift
    assert drift is not None
    take(session, small_smoke.steps)
    (density, leaves), *_ = list(carried(small_smoke, small_smoke.run().states))[-1:]
    np.testing.assert_allclose(drift.density, density, atol=1e-6)
    np.testing.assert_allclose(drift.leaves, leaves)
    session.restart()
    np.testing.assert_array_equal(drift.density, small_smoke.density)
    session.take_hold(np.array([*session.simulator.positions()[0], 0.0]))
    assert session.hand is not None
    session.hand.cursor = session.hand.cursor + [0.1, 0.0, 0.0]
    quiet = Session(small_smoke, "lqr", small_smoke.pushes)
    for each in (session, quiet):
        each.switch("none")
        take(each, 5)
    assert session.simulator.positions()[0, 0] > quiet.simulator.positions()[0, 0] + 1e-4


# The window ---------------------------------------------------------------------------------------

SCRIPT = """
import json, sys, traceback
sys.path.insert(0, sys.argv[1])
from softrein.base.kernel_cache import use_checkout_cache
use_checkout_cache()
import numpy as np
import softrein
from softrein.window.window import show_window

seen = {}

def drag(window, frame):
    session, interactor = window.session, window.plotter.iren.interactor
    session.advance = lambda elapsed: type(session).advance(session, session.bundle.dt * 1.000001)
    def press(key):
        interactor.SetKeySym(key)
        interactor.InvokeEvent("KeyPressEvent")
    def mouse_to(x, y):
        interactor.SetEventInformation(x, y)
        interactor.MouseMoveEvent()
    if frame == 2:
        image = window.plotter.screenshot(return_img=True)
        seen["lines"] = [each._actor.visibility for each in window._futures]
        seen["shown"] = float((image.std(axis=2) > 5).mean())  # coloured, as only bodies and balls are
        on_axis = session.simulator.positions()
        middle = np.resize(on_axis.mean(axis=0), 3) * ([1, 1, 1] if on_axis.shape[1] == 3 else [1, 1, 0])
        seen["camera"] = list(window.plotter.camera.position)
        seen["pixel"] = x, y = window.pixel_of(middle)
        mouse_to(x, y)
        interactor.LeftButtonPressEvent()
        seen["held"] = session.hand is not None
        seen["gap"] = float(np.linalg.norm(session.hand.start[:2] - middle[:2]))
    if 2 < frame <= 6:
        mouse_to(seen["pixel"][0] + 10 * (frame - 2), seen["pixel"][1])
    if frame == 6:
        seen["way"] = (session.hand.cursor - session.hand.start).tolist()
        seen["pull"] = session.hand.force.tolist()
        seen["camera after the drag"] = list(window.plotter.camera.position)
        interactor.LeftButtonReleaseEvent()
        seen["let go"] = session.hand is None
        press("7")
        press("space")
        seen["controller"], seen["paused"] = session.controller, session.paused
    if frame == 7:
        press("2")
        press("space")
    if frame == 8:
        seen["lines under MPC"] = [each._actor.visibility for each in window._futures]
        press("3")  # which would be stereo to VTK
        seen["stereo"] = window.plotter.render_window.GetStereoRender()
        interactor.SetEventInformation(*seen["pixel"])
        press("f")
        seen["flick"] = session.message
        press("r")
        seen["index"] = session.simulator.index
        interactor.SetEventInformation(5, 500)
        interactor.LeftButtonPressEvent()
        mouse_to(60, 500)
        interactor.LeftButtonReleaseEvent()
        seen["camera after turning"] = list(window.plotter.camera.position)
    if frame == 9:
        press("q")
    return frame < 20

def fail(window, frame):
    raise ValueError("a fault in a frame")

bundle = softrein.load(sys.argv[2])
try:
    show_window(bundle, "lqr", bundle.pushes, {"drag": drag, "fail": fail}[sys.argv[3]])
except Exception:
    seen["fault"] = traceback.format_exc()
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A display that nobody sees."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb: apt-get install xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1100x900x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


def seen_in_a_window(bundle: Bundle, display: str, folder: Path, what: str) -> dict[str, Any]:
    """What the script tells of a window in which it does something at each frame."""
    patient = replace(bundle, replanning=Replanning(budget=1e3))  # on a busy machine, too
    bundle_file.save(patient, folder / "b.softrein")
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ROOT), str(folder / "b.softrein"), what],
        capture_output=True, text=True, env=os.environ | {"DISPLAY": display}, check=False, timeout=240,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    seen: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return seen


@pytest.mark.live
def test_a_fault_in_a_frame_ends_the_window(small_bundle: BodyBundle, display: str, tmp_path: Path) -> None:
    seen = seen_in_a_window(small_bundle, display, tmp_path, "fail")
    assert list(seen) == ["fault"]
    assert "ValueError: a fault in a frame" in seen["fault"]


@pytest.mark.live
def test_a_window_shows_is_dragged_obeys_keys_and_closes(
    either_bundle: Bundle, display: str, tmp_path: Path
) -> None:
    seen = seen_in_a_window(either_bundle, display, tmp_path, "drag")
    assert "fault" not in seen, seen["fault"]
    assert seen["shown"] > 0.01
    assert seen["held"]
    assert seen["gap"] < 0.2 * np.ptp(either_bundle.shape.positions(either_bundle.track.states[0]))
    assert np.dot(seen["way"], seen["pull"]) > 0
    assert seen["camera after the drag"] == seen["camera"]
    assert seen["let go"]
    assert (seen["controller"], seen["paused"], seen["stereo"], seen["index"]) == ("none", True, 0, 0)
    assert not any(seen["lines"])
    assert seen["lines under MPC"] == [True]
    assert "flicked" in seen["flick"]
    assert seen["camera after turning"] != seen["camera"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are X's on Linux alone")
@pytest.mark.parametrize(
    ("display", "expected"), [("", "DISPLAY is not set"), (":4242", "none answers at :4242")]
)
def test_without_a_display_one_line_says_so(
    small_bundle: BodyBundle, tmp_path: Path, display: str, expected: str
) -> None:
    bundle_file.save(small_bundle, tmp_path / "b.softrein")
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from softrein.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, str(ROOT), "run", str(tmp_path / "b.softrein"), "--window"],
        capture_output=True, text=True, env=os.environ | {"DISPLAY": display}, check=False, timeout=120,
    )  # fmt: skip
    assert result.returncode == 2
    assert expected in result.stderr
    assert "--movie" in result.stderr
    assert result.stderr.strip().count("\n") == 0


def test_a_window_goes_without_what_else_a_run_can_be(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from softrein.cli import app
    from softrein.errors import SoftreinError

    for words in (["--json"], ["--realtime"], ["--picture", "x.png"], ["--rounds", "2"]):
        result = CliRunner().invoke(app, ["run", "none.softrein", "--window", *words])
        assert isinstance(result.exception, SoftreinError)
        assert "--window goes without" in str(result.exception)
