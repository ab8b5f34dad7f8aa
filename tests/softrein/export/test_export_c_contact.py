"""Contact in plain C, run beside Python: obstacles of every shape, moving tools, a ball that flies away."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.body.contact.shapes import distances
from runtime.body.handle.pose import exponential
from runtime.body.handle.tool import tool_inputs
from runtime.bundle.body import BodyBundle
from runtime.control.planning.options import Replanning
from runtime.plant.push import Push
from softrein.export.c.write import export_c
from tests.softrein.export.c_programs import WARNINGS, printed, program
from tests.touching import bat_bundle, boxes_bundle, on_ground, touching_bundle

Array = np.ndarray
SLOW = pytest.mark.slow("compiles one more body of a kind that is tried by default")
FIRST, LAST = 20, 40  # steps of the push
SPIN = 500.0  # 1/s
MAIN = """#include <stdio.h>
#include <stdlib.h>
#include "NAME.h"

int main(int count, char **words) {
    static NAME_body body;
    static REAL force[3], none[UPPER_RANK], place[3];
    for (int a = 0; a < 3; a++) force[a] = (REAL)atof(words[1 + a]);
    NAME_reset(&body);
    body.controlled = count == 5;
    for (int k = 0; k <= UPPER_STEPS; k++) {
        for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)body.state[i]);
        NAME_position(&body, UPPER_AT_SEEN, place);
        printf("%.17g", (double)place[0]);
        POSES
        printf("\\n");
        NAME_push(&body, none);
        if (k >= FIRST && k < LAST) NAME_push_at(&body, UPPER_AT_PUSHED, force);
        MOVES
        if (NAME_step(&body) == UPPER_FAILED) return 1;
    }
    return 0;
}
"""
POSES = """for (int t = 0; t < UPPER_THINGS; t++) {
            static REAL pose[12];
            NAME_pose(&body, t, pose);
            for (int i = 0; i < 12; i++) printf(" %.17g", (double)pose[i]);
        }"""
MOVED = """static const REAL way[UPPER_STEPS][12] = WAY;
        if (k < UPPER_STEPS) NAME_move(&body, UPPER_TOOL_BALL, way[k]);"""
SHAPES = """#include <stdio.h>
#include "NAME.c"

int main(void) {
    static const double points[COUNT][3] = POINTS;
    double found[FOUND];
    for (int o = 0; o < SHAPES; o++)
        for (int i = 0; i < COUNT; i++) {
            measure(o, shape_poses[o], points[i], found);
            for (int at = 0; at < FOUND; at++) printf("%.17g ", found[at]);
            printf("\\n");
        }
    return 0;
}
"""


def braced(values: Array, cast: str = "") -> str:
    """Numbers as C has them."""
    if values.ndim:
        return "{" + ", ".join(braced(each, cast) for each in values) + "}"
    return f"{cast}{float(values)!r}"


def built(
    bundle: BodyBundle,
    folder: Path,
    pushed: str,
    seen: str,
    moves: str = "",
    poses: str = "",
    single: bool = False,
    controller: str = "lqr",
) -> Path:
    """A program that runs the motion, pushed."""
    words = {"FIRST": FIRST, "LAST": LAST, "PUSHED": pushed.upper(), "SEEN": seen.upper(), "MOVES": moves}
    words |= {"POSES": poses}
    return program(bundle, folder, MAIN, words, single, controller=controller)


def apart(
    bundle: BodyBundle, made: Path, force: tuple[float, ...], pushed: str, controlled: bool, name: str = "lqr"
) -> float:
    """How far C is from Python, relative to the largest entry; it must have touched and been pushed."""
    found = printed(made, *map(repr, force), *["controlled"] * controlled)
    push = Push(pushed, force, FIRST * bundle.dt, (LAST - FIRST) * bundle.dt)
    states = bundle.run([push], name if controlled else "none").states
    assert np.abs(states - bundle.track.states).max() > 1e-3 * np.abs(states).max()
    assert len(bundle.contacts(states).steps) > 3
    return float(np.abs(found[:, : states.shape[1]] - states).max() / np.abs(states).max())


def test_an_obstacle_and_a_tool(tmp_path: Path) -> None:
    bundle = touching_bundle()
    made = built(bundle, tmp_path, "xmax", "xmax")
    assert apart(bundle, made, (0.3, -1.0, 0.2), "xmax", True) < 1e-12
    assert apart(bundle, made, (0.6, -2.0, 0.4), "xmax", False) < 1e-12


def test_a_tool_that_is_moved_turns_and_is_fast_enough_to_halve_steps(tmp_path: Path) -> None:
    bundle = touching_bundle()
    times = np.linspace(0.0, 1.0, bundle.steps + 1)[:, None]
    down, up = (np.clip(rate * (times - when), 0, 1) for rate, when in ((60, 0.3), (4, 0.6)))
    places = (0.03 - 0.06 * down + 0.04 * up + 0.002 * times) * [0.1, 1.0, 0.2]  # down within 10 ms
    turns = np.array([exponential(np.array([0.0, 40.0, 9.0]) * time) for time in times])
    way = tool_inputs(places, turns, bundle.dt)
    forward = bundle.track.feedforward.copy()
    forward[:, bundle.inputs["tools"].start :] = way
    track = bundle.track._replace(feedforward=forward)
    other = replace(bundle, track=track, uncontrolled=forward, correction=np.zeros((0, forward.shape[1])))
    text = MOVED.replace("WAY", braced(way))
    made = built(bundle, tmp_path, "xmax", "xmax", text)
    assert other.run([], "none").counts["halved"] > 0
    assert apart(other, made, (0.3, -1.0, 0.2), "xmax", False) < 1e-12


def test_a_ball_is_hit(tmp_path: Path) -> None:
    bundle = bat_bundle()
    made = built(bundle, tmp_path, "ymax", "ball")
    assert apart(bundle, made, (0.2, 0.0, 0.1), "ymax", False) < 1e-12
    found = printed(made, "0", "0", "0", "controlled")
    ways = bundle.shape.positions(bundle.run([], "lqr").states, bundle.regions["ball"])[:, 0, 0]
    np.testing.assert_allclose(found[:, -1], ways, rtol=0, atol=1e-12)
    assert ways[-1] > ways.min() + 0.01  # it was sent home


def test_forces_on_a_ball_act_only_where_the_body_is_near(tmp_path: Path) -> None:
    bundle = bat_bundle()
    forward, own = bundle.track.feedforward.copy(), bundle.rank - 6
    forward[:, own : bundle.rank] += [0.5, -0.3, 0.2, 0.4, 0.3, -0.2]
    other = replace(bundle, track=bundle.track._replace(feedforward=forward), uncontrolled=forward)
    rates = other.run([], "none").states[:, bundle.rank + own : 2 * bundle.rank]
    changed = np.abs(np.diff(rates, axis=0)).max(axis=1) > 1e-9
    assert not changed[:100].any()
    assert changed[-150:-100].any()
    made = built(other, tmp_path, "ymax", "ball")
    assert apart(other, made, (0.2, 0.0, 0.1), "ymax", False) < 1e-12


def test_a_push_on_a_ball_acts_wherever_it_is(tmp_path: Path) -> None:
    """Which Python has not: only what the model lacks is idle where the body is far."""
    bundle = bat_bundle()
    ways = printed(built(bundle, tmp_path, "ball", "ball"), "1", "0", "0")[:, -1]
    alone = bundle.shape.positions(bundle.track.states, bundle.regions["ball"])[:, 0, 0]
    span, mass = (LAST - FIRST) * bundle.dt, 0.04
    assert LAST < 200
    gone = ways[200] - alone[200]
    assert gone == pytest.approx(span / mass * (200 * bundle.dt - (FIRST + LAST) / 2 * bundle.dt), rel=0.01)


def test_boxes_a_capsule_and_a_ball_collide(tmp_path: Path) -> None:
    """With the body, a wall and each other, by corners and by balls along an axis; C tells their poses."""
    bundle = boxes_bundle()
    made = built(bundle, tmp_path, "ymax", "ball", poses=POSES)
    assert apart(bundle, made, (1.0, 0.5, 0.2), "ymax", True) < 1e-11  # collisions magnify round-off
    assert apart(bundle, made, (0.6, -1.0, 0.3), "ymax", False) < 1e-11
    told = printed(made, "0", "0", "0", "controlled")[:, 2 * bundle.rank + 1 :].reshape(-1, 2, 12)
    states = bundle.run([], "lqr").states
    shapes = [bundle.obstacles.index(name) for name in ("box", "rod")]
    wanted = np.array([bundle.obstacle_poses(k, state)[shapes] for k, state in enumerate(states)])
    np.testing.assert_allclose(told, wanted, rtol=0, atol=1e-3)  # Python's are the nearest rotations
    assert np.abs(wanted[-1, :, 3:] - wanted[0, :, 3:]).max(axis=1).min() > 0.3  # each has turned


@pytest.mark.parametrize("what", ["an obstacle and a tool", pytest.param("a ball", marks=SLOW)])
def test_plans_through_contact(tmp_path: Path, what: str) -> None:
    """Friction and damping of contact, a shape that moves, and a ball that turns are in their Jacobians."""
    bundle, region, seen = touching_bundle(), "xmax", "xmax"
    if what == "a ball":
        bundle, region, seen = bat_bundle(), "ymax", "ball"
    bundle = replace(bundle, replanning=Replanning(horizon=4))
    push = Push(region, (0.3, -1.0, 0.2), FIRST * bundle.dt, (LAST - FIRST) * bundle.dt)
    lqr, mpc = (bundle.run([push], name).states for name in ("lqr", "mpc"))
    assert np.abs(lqr - mpc).max() > 1e-5 * np.abs(mpc).max()
    made = built(bundle, tmp_path, region, seen, controller="mpc")
    assert apart(bundle, made, (0.3, -1.0, 0.2), region, True, "mpc") < 1e-9


@pytest.mark.slow("compiles a body with free boxes in single precision")
def test_boxes_in_single_precision_are_close(tmp_path: Path) -> None:
    bundle = boxes_bundle()
    made = built(bundle, tmp_path, "ymax", "ball", single=True)
    assert apart(bundle, made, (0.6, -1.0, 0.3), "ymax", False) < 1e-3


@pytest.mark.slow("compiles a body once more, in single precision")
def test_single_precision_is_close(tmp_path: Path) -> None:
    bundle = touching_bundle()
    made = built(bundle, tmp_path, "xmax", "xmax", single=True)
    assert apart(bundle, made, (0.3, -1.0, 0.2), "xmax", True) < 1e-4


def test_distances_of_every_shape(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """With gradients and Hessians, within and beyond, at edges and past the grid's nodes."""
    rng, contact = np.random.default_rng(0), on_ground(small_bundle).contact
    sizes = [[0, 0, 0], [0.03, 0, 0], [0.02, 0.04, 0], [0.02, 0.04, 0], [0.02, 0.03, 0.04], [0, 0, 0]]
    poses = [[*rng.uniform(-0.02, 0.02, 3), *exponential(rng.normal(size=3)).ravel()] for _ in sizes]
    contact |= {
        "kinds": np.arange(6), "sizes": np.array(sizes), "poses": np.array(poses), "moving": np.full(6, -1),
        "friction": np.zeros(6), "stiffness": np.full(6, 1e6),
        "grid_shapes": np.array([[6, 7, 8, 0]]),
        "grid_frames": np.array([[-0.04, -0.05, -0.06, 0.015, 0.02]]),
        "grid_slopes": np.array([2.0]), "coefficients": rng.normal(size=6 * 7 * 8),
    }  # fmt: skip
    bundle = replace(small_bundle, contact=contact, obstacles=list("abcdef"))
    points = rng.uniform(-0.08, 0.08, (400, 3))
    words = {"COUNT": len(points), "POINTS": braced(points)}
    made = program(bundle, tmp_path, SHAPES, words)
    found = printed(made).reshape(6, len(points), 13)
    assert bundle.touching is not None
    shapes = bundle.touching.data(0).shapes
    for which, mine in enumerate(found):
        theirs = distances(shapes, which, np.array(poses[which]), points)
        np.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())
    planned = export_c(bundle, tmp_path / "planned", "mpc").files[0]
    subprocess.run(["gcc", *WARNINGS, "-fsyntax-only", planned], check=True)


SLOPES = """#include <stdio.h>
#include "NAME.c"

int main(void) {
    static NAME_body body;
    static const double states_given[COUNT][UPPER_STATE] = STATES, none[UPPER_CONTROLS];
    static double J[UPPER_STATE][UPPER_COLUMNS], next[UPPER_STATE];
    for (int k = 0; k < COUNT; k++) {
        NAME_reset(&body);
        if (try_step(&body, STEP, 0, states_given[k], none, next, J) != UPPER_DONE) return 1;
        for (int i = 0; i < UPPER_STATE; i++)
            for (int j = 0; j < UPPER_COLUMNS; j++) printf("%.17g ", J[i][j]);
        printf("\\n");
    }
    return 0;
}
"""


@pytest.mark.slow("compiles a body with a ball once more")
def test_jacobians_of_a_ball_that_spins(tmp_path: Path) -> None:
    """While it touches the body, turning fast about each axis."""
    bundle = replace(bat_bundle(), replanning=Replanning(horizon=2))
    states = bundle.run([], "none").states
    touched = int(bundle.contacts(states).steps[0])
    spun = np.repeat(states[[touched]], 4, axis=0)
    spun[1:, -3:] += SPIN * np.eye(3)
    plant, forward = bundle.plant(), bundle.track.feedforward[touched]
    slopes = [plant.linearise(z, forward)[:2] for z in spun]
    wanted = [np.hstack([F, G @ bundle.actuators]) for F, G in slopes]
    assert all(np.abs(each - wanted[0]).max() > 1e-3 * np.abs(wanted[0]).max() for each in wanted[2:])
    compare_jacobians(bundle, tmp_path, spun, wanted, touched)


@pytest.mark.slow("compiles a body with free boxes once more")
def test_jacobians_of_boxes_and_capsules_that_collide(tmp_path: Path) -> None:
    bundle = replace(boxes_bundle(), replanning=Replanning(horizon=2))
    states, plant, forward = bundle.run([], "none").states, bundle.plant(), bundle.uncontrolled[0]
    touching = np.unique(bundle.contacts(states).steps)
    chosen = states[[int(touching[0]), *range(30, bundle.steps, 10)]]
    slopes = [plant.linearise(z, forward)[:2] for z in chosen]
    wanted = [np.hstack([F, G @ bundle.actuators]) for F, G in slopes]
    compare_jacobians(bundle, tmp_path, chosen, wanted, 0)


def compare_jacobians(
    bundle: BodyBundle, folder: Path, states: Array, wanted: list[Array], step: int
) -> None:
    """Those of C by state and control, of a step from each of the states, with Python's."""
    words = {"COUNT": len(states), "STATES": braced(states), "STEP": step}
    rows = printed(program(bundle, folder, SLOPES, words, controller="mpc"))
    for row, expected in zip(rows, wanted, strict=True):
        found = row.reshape(len(expected), -1)[:, : expected.shape[1]]  # columns are padded
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
