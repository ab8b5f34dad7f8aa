"""Smoke in a plane and in space as plain C, run beside Python under wind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.bundle.smoke import PLANE, SmokeBundle
from runtime.control.planning.options import Replanning
from runtime.plant.push import Push
from runtime.smoke.tracers import Tracers
from runtime.smoke.velocity_modes import face_shapes
from softrein.errors import BundleError
from softrein.export.c import write
from softrein.export.c.write import export_c
from tests.softrein.export.c_programs import printed, program

SLOW = pytest.mark.slow("compiles smoke once more")
FIRST, LAST = 10, 20  # steps of the wind
PLACE, WIDTH, WIND = (0.55, 0.3, 0.6), 0.08, (1.0, -1.5, 2.0)  # in a plane without the last numbers
MAIN = """#include <stdio.h>
#include "NAME.h"

int main(int count, char **words) {
    static NAME_smoke smoke;
    static const REAL none[UPPER_RANK], at[UPPER_AXES] = {PLACE}, wind[UPPER_AXES] = {WIND};
    REAL v[UPPER_AXES];
    (void)words;
    NAME_reset(&smoke);
    smoke.controlled = count == 2;
    for (int k = 0; k <= UPPER_STEPS; k++) {
        for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)smoke.state[i]);
        NAME_velocity(&smoke, at, v);
        for (int a = 0; a < UPPER_AXES; a++) printf("%.17g ", (double)v[a]);
        printf("\\n");
        NAME_push(&smoke, none);
        if (k >= FIRST && k < LAST) NAME_push_at(&smoke, at, WIDTH, wind);
        if (NAME_step(&smoke) == UPPER_FAILED) return 1;
    }
    return 0;
}
"""


def apart(
    bundle: SmokeBundle,
    folder: Path,
    controlled: bool = True,
    single: bool = False,
    name: str = "lqr",
    instants: slice = slice(None),
) -> float:
    """How far C is from Python at some instants, relative to the largest entries of places and velocities."""
    place, wind = PLACE[: bundle.axes], WIND[: bundle.axes]
    words: dict[str, object] = {"FIRST": FIRST, "LAST": LAST, "WIDTH": f"(REAL){WIDTH}"}
    words |= {
        word: ", ".join(f"(REAL){x}" for x in each) for word, each in (("PLACE", place), ("WIND", wind))
    }
    made = program(bundle, folder, MAIN, words, single, None, controller=name)
    found, h = printed(made, *["controlled"] * controlled), bundle.dt
    push, name = Push(place, wind, FIRST * h, (LAST - FIRST) * h, WIDTH), name if controlled else "none"
    states, still = bundle.run([push], name).states, bundle.run([], name).states
    assert np.abs(states - still).max() > 1e-2 * np.abs(states).max()
    first = bundle.flow_start
    tracers = Tracers(bundle.modes, [place], h)
    flow = np.array([tracers.velocities(z)[0] for z in states[:, first:]])
    off = 0.0
    for mine, theirs in (
        (found[:, :first], states[:, :first]),
        (found[:, first : -bundle.axes], states[:, first:]),
        (found[:, -bundle.axes :], flow),
    ):
        off = max(off, float(np.abs(mine - theirs)[instants].max() / np.abs(theirs).max()))
    return off


@pytest.fixture(params=["small_smoke", "small_plume"])
def smoke(request: pytest.FixtureRequest) -> SmokeBundle:
    """The programs of smoke in a plane, and in space."""
    found: SmokeBundle = request.getfixturevalue(request.param)
    return found


def walled(bundle: SmokeBundle) -> SmokeBundle:
    """With a block in a particle's way, and no wind from within it."""
    solid, open_faces = bundle.solid.copy(), bundle.open_faces.copy()
    block = np.s_[20:24, 24:30] if bundle.axes == PLANE else np.s_[6:8, 4:6, 7:9]
    solid[block] = True
    open_faces[np.ravel_multi_index([each.start for each in block], face_shapes(solid.shape)[0])] = False
    return replace(bundle, solid=solid, open_faces=open_faces)


def test_smoke_runs_as_in_python(smoke: SmokeBundle, tmp_path: Path) -> None:
    assert apart(smoke, tmp_path) < 1e-12


def test_midpoint_steps_around_solids(smoke: SmokeBundle, tmp_path: Path) -> None:
    """Particles are thrown about among solid cells, and stop along none, some or all of the axes."""
    rng, bundle = np.random.default_rng(0), walled(smoke)
    track = bundle.track._replace(states=bundle.track.states + 1e-3)  # away from the borders of cells
    start, cell = bundle.shape.positions(track.states[0]), bundle.modes.spacing
    solid = bundle.solid | (rng.random(bundle.solid.shape) < 0.8)
    solid[tuple((start / cell).astype(int).T)] = False
    thrown, far = bundle.uncontrolled.copy(), np.tile(cell, bundle.particles) / bundle.dt
    thrown[:, bundle.rank :] += far * rng.normal(size=(bundle.steps, far.size))
    bundle = replace(bundle, track=track, solid=solid, uncontrolled=thrown, scheme="midpoint")
    still = np.diff(bundle.shape.positions(bundle.run([], "none").states), axis=0) == 0
    assert {*still.sum(axis=2).ravel().tolist()} == {*range(bundle.axes + 1)}
    assert apart(bundle, tmp_path, controlled=False) < 1e-12


@pytest.mark.parametrize("scheme", [pytest.param("runge-kutta", marks=SLOW), "midpoint"])
def test_plans_for_smoke(smoke: SmokeBundle, tmp_path: Path, scheme: str) -> None:
    """By steps of both schemes, with a block in a particle's way.

    The last step is left out: its plan magnifies round-off to some 1e-9 of the flow.
    """
    bundle = replace(walled(smoke), scheme=scheme, replanning=Replanning(horizon=3))
    lqr, mpc = (bundle.run(bundle.pushes, name).states for name in ("lqr", "mpc"))
    assert np.abs(lqr - mpc).max() > 1e-5 * np.abs(mpc).max()
    assert apart(bundle, tmp_path, name="mpc", instants=slice(-1)) < 1e-12


def test_single_precision_is_close(smoke: SmokeBundle, tmp_path: Path) -> None:
    assert apart(smoke, tmp_path, single=True) < 1e-4


def test_too_many_numbers_are_refused(
    small_smoke: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_NUMBERS", 100_000)
    with pytest.raises(BundleError, match="faces: constants would be 0"):
        export_c(small_smoke, tmp_path)
    assert not list(tmp_path.iterdir())
