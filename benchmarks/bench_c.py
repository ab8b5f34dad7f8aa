"""Steps of exported C against numba's: whole undisturbed passes under LQR or MPC in one compiled call each.

The C is compiled by gcc with -O3 -march=native. The T is the bundle in `out/`; without it there is no row of
the T. The bundles of TIMED scenes are those of `out/` as well, or else small ones. The states of 500 steps
under LQR, with a push during 20 of them, are compared between C and numba, in both
precisions: for each bundle in `out/`, and for each scene of the package that has none there (made small, as
`benchmarks.golden` does). A microcontroller is emulated (`benchmarks.cortex`): its T has twelve modes, single
precision, and interpolated gains. Its constants are counted without the emulator.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

import softrein
from benchmarks import golden
from benchmarks.cortex import count_instructions, missing
from benchmarks.harness import Row, compare_times, unmeasured
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from runtime import loop
from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.control.base.policy import system_for
from runtime.control.registry import LQR
from softrein.base.kinds import WORDS
from softrein.errors import BundleError, SoftreinError
from softrein.export.c.gains import gains_for
from softrein.export.c.precision import between, pushed, stepped
from softrein.export.c.write import export_c, make_c
from softrein.reports.paper import QUICK_OF_ALL

OUT = Path(__file__).resolve().parent.parent / "out" / "tshape.softrein"
SMALL = OUT.with_name("tshape-12.softrein")  # softrein precompute tshape --set basis.rank=12 -o it
ROOM = 256.0  # kB of constants
CYCLES = 480e3  # that a fast microcontroller of this kind has in 1 ms
SCENES = ("beam", "smoke-small")
TIMED = ("bat", "finger", "swirl-keys")  # contact, sampled elements, and smoke in space
PASS = """#include "NAME.c"

int take_pass(void) {
    static NAME_KIND model;
    int taken = 0;
    NAME_reset(&model);
    for (int k = 0; k < UPPER_STEPS; k++) taken += NAME_step(&model) == UPPER_DONE;
    return taken;
}
"""
STEPS, DURING = 500, range(10, 30)  # and those of the push
RUN = """#include "NAME.c"

int run(int steps, int first, int last, const REAL *force, REAL *kept) {
    static NAME_KIND model;
    static const REAL none[UPPER_RANK];
    int taken = 0;
    NAME_reset(&model);
    memcpy(kept, model.state, sizeof model.state);
    for (; taken < steps; taken++) {
        NAME_push(&model, taken >= first && taken < last ? force : none);
        if (NAME_step(&model) != UPPER_DONE) break;
        memcpy(kept + (taken + 1) * UPPER_STATE, model.state, sizeof model.state);
    }
    return taken;
}
"""


def rows() -> list[Row]:
    """The rows of each bundle, and those of the microcontroller."""
    with tempfile.TemporaryDirectory() as folder:
        made = [softrein.precompute(name, Path(folder) / f"{name}.softrein", workers=0) for name in SCENES]
        bundles = [*([softrein.load(OUT)] if OUT.exists() else []), *made]
        found = [_row(bundle, Path(folder) / f"{number}") for number, bundle in enumerate(bundles)]
        found.append(_row(bundles[0], Path(folder) / "planning", "mpc"))
        for name, bundle in _of_every_scene(made, folder):
            found += _truths(name, bundle, Path(folder) / f"{name}-truth")
            if name in TIMED:
                found.append(_row(bundle, Path(folder) / f"{name}-time"))
        return [*found, *_on_a_microcontroller(Path(folder) / "small")]


def _of_every_scene(made: list[Bundle], folder: str) -> Iterator[tuple[str, Bundle]]:
    """Bundles by name: those of `out/`, then those that were made, then all other scenes, made small."""
    files = {path.stem: path for path in sorted(OUT.parent.glob("*.softrein"))}
    yield from ((name, softrein.load(path)) for name, path in files.items())
    yield from ((bundle.name, bundle) for bundle in made if bundle.name not in files)
    yield from ((bundle.name, bundle) for bundle in _made_small({*files, *SCENES}, folder))


def _made_small(but: Collection[str], folder: str) -> Iterator[Bundle]:
    """Bundles of all other scenes of the package, cut down to moments."""
    for name in sorted(golden.SMALL.keys() - but):
        scene = read_scene(name, (*QUICK_OF_ALL, *golden.SMALL[name]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of scenes made small
            yield precompute_scene(scene, Places(Path(folder) / f"{name}-runs", workers=0))


def _truths(name: str, bundle: Bundle, folder: Path) -> list[Row]:
    """The rows that say how far C's states are from numba's, in double and in single precision."""
    found = list[Row]()
    if not bundle.rewind and bundle.steps < STEPS:  # its motion on a finer clock
        bundle = bundle.at_step(bundle.dt * bundle.steps / STEPS)
    gains, kept = None, ""
    try:
        make_c(bundle, LQR.name, False, None)
    except BundleError:  # with gains of every step there are too many numbers for a compiler
        gains, kept = "keyed", " with gains at key instants"
        bundle = replace(bundle, gains={**bundle.gains, LQR.name: gains_for(bundle, LQR.name, gains).whole})
    for single, bar in ((False, 1e-12), (True, 1e-4)):
        what = f"{name}: steps in C, {'float' if single else 'double'}, off numba's"
        try:
            apart, moved = _apart(bundle, folder / f"{single}", single, gains)
        except SoftreinError as error:
            return [*found, unmeasured(what, bar, "", str(error))]
        found.append(
            Row(what, apart, bar, "at most", "", f"{STEPS} steps{kept}; a push moves it by {moved:.2g}")
        )
    return found


def _apart(bundle: Bundle, folder: Path, single: bool, gains: str | None) -> tuple[float, float]:
    """How far C's states are from numba's, and how far a push moves numba's (see `between` for the norm).

    Raises SoftreinError where no C is made, a step of it fails, or the push moves nothing.
    """
    if shutil.which("gcc") is None:
        raise SoftreinError("there is no gcc")
    name = export_c(bundle, folder, single=single, gains=gains).files[0].stem
    kind, real = WORDS[bundle.kind], "float" if single else "double"
    text = RUN
    for word, by in {"UPPER": name.upper(), "NAME": name, "KIND": kind, "REAL": real}.items():
        text = text.replace(word, by)
    (folder / "run.c").write_text(text, "utf-8")
    command = ["gcc", "-O2", "-shared", "-fPIC", "-o", "run.so", "run.c", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    kept = np.zeros((STEPS + 1, bundle.track.states.shape[1]), np.float32 if single else np.float64)
    law = bundle.choice(LQR.name)
    assert isinstance(law, AffineGains)
    still = stepped(bundle, law, np.zeros(bundle.rank), STEPS, DURING)
    force, states = pushed(bundle, law, STEPS, DURING)
    moved, force = between(still, states, bundle.rank), force.astype(kept.dtype)
    pointers = [each.ctypes.data_as(ctypes.c_void_p) for each in (force, kept)]
    if ctypes.CDLL(str(folder / "run.so")).run(STEPS, DURING.start, DURING.stop, *pointers) != STEPS:
        raise SoftreinError("a step in C failed")
    if moved < 1e-3:
        raise SoftreinError(f"a push moves the state by {moved:.1g} of its size alone")
    return between(kept, states, bundle.rank), moved


def _on_a_microcontroller(folder: Path) -> list[Row]:
    what = "the T at r = 12 in float, keyed:"
    size, steps = f"{what} constants", f"{what} instructions a step on a Cortex-M7"
    if not SMALL.exists():
        why = f"there is no {SMALL.name} in out/"
        return [unmeasured(size, ROOM, "kB", why), unmeasured(steps, CYCLES, "instructions", why)]
    written = export_c(softrein.load(SMALL), folder, single=True, gains="keyed")
    rows = [Row(size, written.constants / 1e3, ROOM, "at most", "kB", f"{written.constants} bytes")]
    if missing():
        return [*rows, unmeasured(steps, CYCLES, "instructions", f"there is no {missing()}")]
    found = count_instructions(written.files[0], "right")
    detail = f"of {found.steps} steps, {found.most} at most; one a cycle is 1 ms at 480 MHz"
    return [*rows, Row(steps, found.instructions, CYCLES, "at most", "instructions", detail)]


def _row(bundle: Bundle, folder: Path, controller: str = "lqr") -> Row:
    what = f"{bundle.name}: a step in C under {controller}, r = {bundle.rank}, against numba's"
    if shutil.which("gcc") is None:
        return unmeasured(what, 1.0, "x", "there is no gcc")
    try:
        name = export_c(bundle, folder, controller).files[0].stem
    except SoftreinError as error:
        return unmeasured(what, 1.0, "x", str(error))
    text = PASS.replace("UPPER", name.upper()).replace("NAME", name).replace("KIND", WORDS[bundle.kind])
    (folder / "pass.c").write_text(text, "utf-8")
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", "pass.so", "pass.c", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    take_pass = ctypes.CDLL(str(folder / "pass.so")).take_pass
    if take_pass() != bundle.steps:
        return unmeasured(what, 1.0, "x", "a step failed")
    plant, policy, track = bundle.plant(), bundle.law(bundle.choice(controller), once=True), bundle.track
    system, decider = system_for(policy, plant, bundle.actuation, track), loop.decider_of(policy)
    record = loop.Record(np.zeros_like(track.states), np.zeros((bundle.steps, len(bundle.limits))))
    events, run = bundle.events([]), loop.loops_of(decider).run

    def numba_pass() -> None:
        run(system, decider, events, track.states[0].copy(), loop.tally(), record)

    ours, theirs = (each / bundle.steps for each in compare_times(take_pass, numba_pass, budget_s=4.0))
    return Row(what, ours / theirs, 1.0, "at most", "x", f"{1e6 * ours:.3g} us, numba {1e6 * theirs:.3g} us")
