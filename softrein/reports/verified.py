"""What `softrein verify -o FOLDER` leaves in the folder of a comparison, as a chapter of its page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from runtime.control.registry import LQR
from softrein import theme
from softrein.errors import BundleError, shown
from softrein.reports.page_parts import heading, table, text
from softrein.reports.robustness import given_of

FIGURES, PICTURE = "verify.json", "paths.png"
ROWS = {"uncontrolled": "full, no control", "reduced": "reduced, {}", "full": "full, {}"}
LENGTHS = {"path rms": "off its path, rms", "path max": "at most"}
ABOUT = (
    "The bundle’s controller steers the full model that it was made from, with all its unknowns, beside the "
    "reduced one. Places are true ones."
)


def read_verified(path: Path) -> dict[str, Any] | None:
    """The figures in a file; None where there is none. Raises BundleError where it holds something else."""
    if not path.exists():
        return None
    try:
        data = dict(json.loads(path.read_text(encoding="utf-8")))
        verified_part(data, lambda name: "")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        why = shown(str(error))
        raise BundleError(f"{path}: no figures of `softrein verify` ({why}); remove it") from error
    return data


def verified_part(data: Mapping[str, Any] | None, figure: Callable[[str], str]) -> str:
    """The chapter: a table, and where what is watched went; nothing where nothing was verified."""
    if data is None:
        return ""
    controller = theme.name_of(data.get("controller", LQR.name))
    lengths = [key for key in LENGTHS if key in data["full"]]
    runs = data["full"].get("ensemble", {}).get("runs")
    headings = ["", "error", "effort", *(LENGTHS[key] for key in lengths)]
    if runs is not None:
        headings += [f"error, {int(runs)} random pushes (medians)", *headings[2:], "lost"]
    rows = []
    for name, words in ROWS.items():
        cells = [text(words.format(controller)), *_figures(data[name], lengths)]
        if runs is not None:
            many = data[name]["ensemble"]
            cells += [*_figures(many, lengths), theme.figure(many["lost"])]
        rows.append(cells)
    about = ABOUT + text(given_of({"given": data.get("given", {})}))
    return heading("On the full model", figure("verified") + table(headings, rows), about)


def _figures(found: Mapping[str, Any], lengths: list[str]) -> list[str]:
    """Error, effort, and what follows a path is off it by."""
    own = [_known(found[key], theme.number) for key in ("error", "effort")]
    return own + [_known(found[key], theme.length) for key in lengths]


def _known(value: float | None, words: Callable[[float], str]) -> str:
    return "given up" if value is None else words(value)
