"""Figures of every scene, cut down to moments, to check that a change of structure leaves results alone.

    python -m benchmarks.golden write out/golden.json          before the change
    python -m benchmarks.golden check out/golden.json          after it, on the same machine

The figures of a bundle are its reference, correction and gains, each controller's runs under the scene's own
pushes and in rollouts, re-planning, an observer's estimates from its markers, and LQR on the full model. An
array is represented by its shape, its norm and its product with a wave, which depends on the order of the
entries. `check` names every figure that differs by more than 1e-9 of its size, or is missing, and returns 1
if there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import warnings
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import numpy as np

from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

from offline.campaign.regular_file import read_object, refusing  # noqa: E402
from offline.pipeline.stages import Places, precompute_scene  # noqa: E402
from offline.scenes.reading import read_scene, scene_of_bundle  # noqa: E402
from offline.verification.study import full_model, pushes_for, verify  # noqa: E402
from runtime.bundle.record import Bundle  # noqa: E402
from runtime.control.registry import LQR  # noqa: E402
from softrein.base.whole_file import check_writable, whole_file  # noqa: E402
from softrein.errors import SceneError, SoftreinError  # noqa: E402
from softrein.reports.paper import QUICK, QUICK_OF_ALL  # noqa: E402

FEW = ("basis.rank=8", "basis.elements.tolerance=0.2", "basis.elements.most=40", "ensemble.tuning_runs=1")
SMALL = QUICK | {
    "bat": ("mesh.cells=[2, 8, 2]", "contact.samples=200", "basis.rank=8", "enrichment.runs=2"),
    "beam": (),
    "smoke-small": ("basis.rank=12",),
    "smoke-keys": ("basis.rank=12",),
    "plume": ("box.cells=[20, 40, 20]", "basis.rank=12", "enrichment.runs=3"),
    "swirl-keys": ("box.cells=[16, 16, 16]", "basis.rank=8", "enrichment.runs=4"),
    "tshape-six": QUICK["tshape"],
    "tshape-keys": ("basis.rank=8",),
    "tshape-motions": ("basis.rank=8", "enrichment.runs=3"),
    "press": ("mesh.cells=[2, 8, 2]", "basis.rank=10", "enrichment.runs=2"),
    "reach": ("mesh.cells=[2, 8, 2]", "basis.rank=12", "enrichment.runs=2"),
    "finger": FEW,
    "silicone": FEW,
    "trunk": ("ensemble.tuning_runs=1",),
    "flower-shaken": ("basis.rank=6", "ensemble.tuning_runs=1"),
}
TOLERANCE = 1e-9  # of a figure's size
PLANNED, RANDOM = "mpc", 3  # what plans, and how many random pushes

Figures = dict[str, list[float | None]]


def figures_of(name: str, folder: Path) -> Figures:
    """All figures of a scene of the package, made small."""
    scene = read_scene(name, (*QUICK_OF_ALL, *SMALL[name]))
    places = Places(folder / name, None)
    bundle = precompute_scene(scene, places)
    found = {key: mark(values) for key, values in _figures(bundle)}
    rows = verify(full_model(scene_of_bundle(bundle, name), places), bundle, runs=0).figures
    for row in ("uncontrolled", "reduced", "full"):
        for key in ("error", "effort"):
            figure = rows[row][key]
            found[f"verify, {row}, {key}"] = mark(np.nan if figure is None else figure)
    return found


def _figures(bundle: Bundle) -> Iterator[tuple[str, np.ndarray]]:
    yield "reference", bundle.track.states
    yield "feed-forward", bundle.track.feedforward
    yield "correction", bundle.correction
    for name in bundle.gains:
        yield f"gains of {name}", np.asarray(getattr(bundle.gains[name], "gains", bundle.gains[name]))
    for name in (*bundle.gains, PLANNED):
        run = bundle.run(controller=name)
        yield f"states under {name}", run.states
        yield f"error under {name}", np.array([run.error])
        yield f"effort under {name}", np.array([run.effort])
    pushes = [bundle.pushes, *pushes_for(bundle, RANDOM)]
    for name in bundle.gains:
        rolled = bundle.rollouts(pushes, name)
        yield f"errors of rollouts under {name}", rolled.error
        yield f"efforts of rollouts under {name}", rolled.effort
    if getattr(bundle, "sensors", ()):
        yield "estimates", _estimates(bundle)


def _estimates(bundle: Bundle) -> np.ndarray:
    simulator, found = bundle.simulator(LQR.name, sensors=True), []
    for _ in range(bundle.steps // 2):
        simulator.step()
        found.append(np.array(simulator.estimate))
    return np.stack(found)


def mark(values: np.ndarray | float) -> list[float | None]:
    """An array's shape, its norm, and its product with a wave; None in place of what is not finite."""
    flat = np.asarray(values, dtype=float).reshape(-1)
    sums = (np.linalg.norm(flat), flat @ np.cos(np.arange(flat.size)))
    return [*map(float, np.shape(values)), *(float(each) if np.isfinite(each) else None for each in sums)]


def differences(old: Figures, new: Figures) -> Iterator[str]:
    """A message for each figure that differs."""
    for key in sorted(old.keys() | new.keys()):
        if key not in old or key not in new:
            yield f"{key}: only {'before' if key in old else 'now'}"
        elif len(old[key]) != len(new[key]):
            yield f"{key}: of another shape"
        else:
            before, now = np.array(old[key], dtype=float), np.array(new[key], dtype=float)
            size = np.nan_to_num(before[-2])  # the norm: a product with a wave may nearly vanish beside it
            if not np.allclose(now, before, rtol=TOLERANCE, atol=TOLERANCE * size, equal_nan=True):
                yield f"{key}: {before[-2:]} before, {now[-2:]} now"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the figures, or check them. Returns the exit code."""
    options = _options(arguments)
    try:
        if options.verb == "check":
            return _check(options.file, options.scenes)
        _write(options.file, options.scenes)
    except SoftreinError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _write(path: Path, scenes: str | None) -> None:
    """Compute the figures of the scenes, and write the file anew after each, so that none is lost."""
    check_writable(path)
    now: dict[str, Figures] = {}
    for name in _named(scenes, SMALL):
        now[name], words = _timed(name)
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(now, indent=1), encoding="utf-8")
        print(f"{words} written", flush=True)


def _check(path: Path, scenes: str | None) -> int:
    """Print the figures that differ from those in a file; returns 1 if any does."""
    with refusing(path, "no golden figures are in it ({})"):
        before: dict[str, Figures] = read_object(path, infinite=True)
        names = _named(scenes, before)
    wrong = 0
    for name in names:
        now, words = _timed(name)
        told = list(differences(before[name], now))
        print(f"{words} {len(told)} differ", *told, sep="\n    ", flush=True)
        wrong += len(told)
    return int(wrong > 0)


def _named(scenes: str | None, there: Collection[str]) -> list[str]:
    """The names of the scenes that are wanted, of those in `there`; all by default."""
    names = scenes.split(",") if scenes else list(there)
    for name in names:
        if name not in there or name not in SMALL:
            raise SceneError(f"--scenes: {name!r} is none of {', '.join(there)}")
    return names


def _timed(name: str) -> tuple[Figures, str]:
    """A scene's figures, and a message that says how many there are and how long they took."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of scenes made small
        figures = figures_of(name, Path(folder))
    return figures, f"{name}: {len(figures)} figures in {time.perf_counter() - start:.0f} s,"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.golden", description=__doc__)
    parser.add_argument("verb", choices=("write", "check"))
    parser.add_argument("file", type=Path, help="JSON")
    parser.add_argument("--scenes", help="names with commas between them; all by default")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
