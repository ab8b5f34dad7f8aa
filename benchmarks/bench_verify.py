"""The errors of bundles in `out/` on their full models, under the scene's own pushes and LQR.

The bars are those that `softrein verify` was made for. There is no row of the T or the fluid without its
bundle: `softrein precompute tshape -o out/tshape.softrein` makes one; the fluid's full run takes minutes. The
plume is tested under random pushes as well, on which nothing was tuned, in about half an hour in one process.
Without its bundle its rows say so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.harness import Row, unmeasured
from offline.pipeline.stages import Places
from offline.scenes.reading import scene_of_bundle
from offline.verification.study import full_model, verify
from runtime.bundle.file import load

OUT = Path(__file__).resolve().parent.parent / "out"
NO_WORSE, STEERED, BLOWN = 4.0, 1 / 50, 1 / 5  # of the reduced model's error, and of that without control
RISEN = 1 / 10  # of the plume's error without control
HELD_OUT = 20  # random pushes on the plume


def rows() -> list[Row]:
    """The bars of each bundle that there is."""
    known: dict[str, Callable[[Path], list[Row]]] = {"tshape": _body_rows, "fluid": _smoke_rows}
    files = {name: OUT / f"{name}.softrein" for name in known}
    found = [row for name, file in files.items() if file.is_file() for row in known[name](file)]
    return [*found, *_plume_rows(OUT / "plume.softrein")]


def _body_rows(file: Path) -> list[Row]:
    free, reduced, full = _errors(file)
    detail = f"{full:.3g}; reduced {reduced:.3g}, without control {free:.3g}"
    what = f"{file.stem}: the full model's error, over the reduced one's"
    beside = Row(what, full / reduced, NO_WORSE, "at most", detail=detail)
    return [beside, _steered_row(file, free, full, STEERED)]


def _smoke_rows(file: Path) -> list[Row]:
    free, _, full = _errors(file)
    return [_steered_row(file, free, full, BLOWN)]


def _plume_rows(file: Path) -> list[Row]:
    """The plume's rows: under the scene's own pushes, and at the median of random ones."""
    what = "plume: the full model's error, over that without control"
    named = what, f"{what}, median of {HELD_OUT} held-out pushes"
    if not file.is_file():
        why = f"there is no out/{file.name}: `softrein precompute plume -o out/{file.name}` makes it"
        return [unmeasured(each, RISEN, "x", why) for each in named]
    figures = _figures(file, HELD_OUT)
    free, full = figures["uncontrolled"], figures["full"]
    own, held_out = (free, full), (free["ensemble"], full["ensemble"])
    return [
        _ratio_row(each, _error(one), _error(other), RISEN)
        for each, (one, other) in zip(named, (own, held_out), strict=True)
    ]


def _steered_row(file: Path, free: float, full: float, bar: float) -> Row:
    return _ratio_row(f"{file.stem}: the full model's error, over that without control", free, full, bar)


def _ratio_row(what: str, free: float, full: float, bar: float) -> Row:
    return Row(what, full / free, round(bar, 3), "at most", detail=f"{full:.3g}, without control {free:.3g}")


def _errors(file: Path) -> list[float]:
    """Errors of the full model without control, of the reduced and the full one with it; NaN where lost."""
    figures = _figures(file, 1)
    return [_error(figures[name]) for name in ("uncontrolled", "reduced", "full")]


def _error(row: Mapping[str, float | None]) -> float:
    found = row["error"]
    return math.nan if found is None else found


def _figures(file: Path, runs: int) -> dict[str, Any]:
    """The figures of `verify` for a bundle under its scene's own pushes, with `runs` random ones as well."""
    bundle = load(file)
    places = Places(file.with_name(file.name + ".runs"), 0).of(bundle.motion_name)
    return verify(full_model(scene_of_bundle(bundle, file), places), bundle, runs=runs).figures
