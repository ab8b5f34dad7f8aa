"""What the T and the fluid of `out/` promise, on their full models: under the scene's own pushes, by LQR.

The bars are those that `softrein verify` was made for. A bundle that is not in `out/` is left out: `softrein
precompute tshape -o out/tshape.softrein` makes one; the fluid's full run takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import Row
from offline.pipeline.stages import Places
from offline.scenes.reading import scene_of_bundle
from offline.verification.study import full_model, verify
from runtime.bundle.file import load

OUT = Path(__file__).resolve().parent.parent / "out"
NO_WORSE, STEERED, BLOWN = 4.0, 1 / 50, 1 / 5  # of the reduced model's error, and of that without control


def rows() -> list[Row]:
    """The bars of each bundle that there is."""
    known: dict[str, Callable[[Path], list[Row]]] = {"tshape": _body_rows, "fluid": _smoke_rows}
    files = {name: OUT / f"{name}.softrein" for name in known}
    return [row for name, file in files.items() if file.is_file() for row in known[name](file)]


def _body_rows(file: Path) -> list[Row]:
    free, reduced, full = _errors(file)
    detail = f"{full:.3g}; reduced {reduced:.3g}, without control {free:.3g}"
    what = f"{file.stem}: the full model's error, over the reduced one's"
    beside = Row(what, full / reduced, NO_WORSE, "at most", detail=detail)
    return [beside, _steered_row(file, free, full, STEERED)]


def _smoke_rows(file: Path) -> list[Row]:
    free, _, full = _errors(file)
    return [_steered_row(file, free, full, BLOWN)]


def _steered_row(file: Path, free: float, full: float, bar: float) -> Row:
    what = f"{file.stem}: the full model's error, over that without control"
    return Row(what, full / free, round(bar, 3), "at most", detail=f"{full:.3g}, without control {free:.3g}")


def _errors(file: Path) -> list[float]:
    """Of the full model without control, of the reduced one and of the full one; NaN where it was lost."""
    bundle = load(file)
    places = Places(file.with_name(file.name + ".runs"), 0).of(bundle.motion_name)
    full = full_model(scene_of_bundle(bundle, file), places)
    figures = verify(full, bundle, runs=1).figures
    found = (figures[name]["error"] for name in ("uncontrolled", "reduced", "full"))
    return [float("nan") if each is None else each for each in found]
