"""Smoke as plain C, run beside Python under wind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.bundle.smoke import SmokeBundle
from runtime.control.planning.options import Replanning
from runtime.plant.push import Push
from runtime.smoke.tracers import Tracers
from softrein.errors import BundleError
from softrein.export.c import write
from softrein.export.c.write import export_c
from tests.softrein.export.c_programs import printed, program

SLOW = pytest.mark.slow("compiles smoke once more")
FIRST, LAST = 10, 20  # steps of the wind
PLACE, WIDTH, WIND = (0.55, 0.3), 0.08, (1.0, -1.5)
MAIN = """#include <stdio.h>
#include "NAME.h"

int main(int count, char **words) {
    static NAME_smoke smoke;
    static const REAL none[UPPER_RANK], at[2] = {PLACE}, wind[2] = {WIND};
    REAL v[2];
    (void)words;
    NAME_reset(&smoke);
    smoke.controlled = count == 2;
    for (int k = 0; k <= UPPER_STEPS; k++) {
        for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)smoke.state[i]);
        NAME_velocity(&smoke, at, v);
        printf("%.17g %.17g\\n", (double)v[0], (double)v[1]);
        NAME_push(&smoke, none);
        if (k >= FIRST && k < LAST) NAME_push_at(&smoke, at, WIDTH, wind);
        if (NAME_step(&smoke) == UPPER_FAILED) return 1;
    }
    return 0;
}
"""


def apart(
    bundle: SmokeBundle, folder: Path, controlled: bool = True, single: bool = False, name: str = "lqr"
) -> float:
    """How far C is from Python, relative to the largest entries of places and velocities."""
    words: dict[str, object] = {"FIRST": FIRST, "LAST": LAST, "WIDTH": f"(REAL){WIDTH}"}
    words |= {
        name: ", ".join(f"(REAL){x}" for x in each) for name, each in (("PLACE", PLACE), ("WIND", WIND))
    }
    made = program(bundle, folder, MAIN, words, single, None, controller=name)
    found, h = printed(made, *["controlled"] * controlled), bundle.dt
    push, name = Push(PLACE, WIND, FIRST * h, (LAST - FIRST) * h, WIDTH), name if controlled else "none"
    states, still = bundle.run([push], name).states, bundle.run([], name).states
    assert np.abs(states - still).max() > 1e-2 * np.abs(states).max()
    first = 2 * bundle.particles
    tracers = Tracers(bundle.modes, [PLACE], h)
    flow = np.array([tracers.velocities(z)[0] for z in states[:, first:]])
    off = 0.0
    for mine, theirs in (
        (found[:, :first], states[:, :first]),
        (found[:, first:-2], states[:, first:]),
        (found[:, -2:], flow),
    ):
        off = max(off, float(np.abs(mine - theirs).max() / np.abs(theirs).max()))
    return off


def walled(bundle: SmokeBundle) -> SmokeBundle:
    """With a block in a particle's way, and no wind from within it."""
    solid, open_faces = bundle.solid.copy(), bundle.open_faces.copy()
    solid[20:24, 24:30] = True
    open_faces[20 * 64 + 24] = False
    return replace(bundle, solid=solid, open_faces=open_faces)


def test_smoke_runs_as_in_python(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    assert apart(small_smoke, tmp_path) < 1e-12


def test_midpoint_steps_around_solids(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    bundle = replace(walled(small_smoke), scheme="midpoint")
    places = [each.shape.positions(each.run([], "none").states) for each in (bundle, small_smoke)]
    assert np.abs(places[0] - places[1]).max() > 0.01
    assert apart(bundle, tmp_path, controlled=False) < 1e-12


@pytest.mark.parametrize("scheme", [pytest.param("runge-kutta", marks=SLOW), "midpoint"])
def test_plans_for_smoke(small_smoke: SmokeBundle, tmp_path: Path, scheme: str) -> None:
    """By steps of both schemes, with a block in a particle's way.

    Of plans of five steps the last before the end magnifies round-off to 1e-9 of the flow.
    """
    bundle = replace(walled(small_smoke), scheme=scheme, replanning=Replanning(horizon=3))
    lqr, mpc = (bundle.run(bundle.pushes, name).states for name in ("lqr", "mpc"))
    assert np.abs(lqr - mpc).max() > 1e-5 * np.abs(mpc).max()
    assert apart(bundle, tmp_path, name="mpc") < 1e-9


def test_single_precision_is_close(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    assert apart(small_smoke, tmp_path, single=True) < 1e-4


def test_too_many_numbers_are_refused(
    small_smoke: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_NUMBERS", 100_000)
    with pytest.raises(BundleError, match="x_faces: constants would be 0"):
        export_c(small_smoke, tmp_path)
    assert not list(tmp_path.iterdir())
