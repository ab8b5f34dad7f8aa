"""The description of a kind of controller: its name, its look, how it is made, and the ranges of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.base.arguments import array, mapping, number
from runtime.control.base.law import AffineGains
from runtime.control.setting import Ranges, Setting

# name of a parameter of all tuned controllers for plants that drift off their reference: share of the drift
# that is compensated
DRIFT = "drift"
PATH = "path"  # likewise for places that follow paths: share of the static control
SHARES = {  # values with which a search begins
    DRIFT: (0.0, 0.1, 0.4),  # share of the reference's known defect
    # share of the control that holds places on their paths; without values between 0 and 1 fronts have a gap
    PATH: (0.1, 0.3, 1.0),
}


@dataclass(frozen=True)
class Controller:
    """All that code which offers, draws or makes a controller needs; `runtime.control.registry` lists all.

    Colours are "#rrggbb", after Okabe and Ito (2008) and Tol (2021): people with any common colour blindness
    can distinguish those of any two controllers. No meaning is in a colour alone; a word or a dash has it
    too.

    Attributes:
        name: Its name in commands, scenes and bundles.
        words: Its name in print.
        colour: The colour of its lines.
        pale: The colour of bodies under it, lighter because they cover more.
        dark: The colour of its lines on a dark background, on which `colour` would hardly be seen.
        dash: Lengths of dashes and gaps in turn, in widths of the line; empty for a solid line.
        gains: The class of its gains, which a bundle stores; see `runtime.control.base.choice.Gains`.
        make: Makes its gains from parameters; None where they come from elsewhere, as LQR's do.
        stored: Whether bundles store its gains. Otherwise every bundle has it: it is made when it is asked
            for, and its parameters are given as options.
        weighs: Whether it weighs effort against deviation, so that the control cost is its parameter.
        ranges: The range of each parameter in which a search makes sense; with `make` it marks a comparator,
            which is tuned and compared with LQR.
        at_end: Whether its gains act on the deviation at the end of each step.
        needed: Parameters that are never zero; the last parameter of a controller never is, either.
        special_case: The controller of which this is a special case, and the parameters that make it so; a
            comparison counts the members of this one among those of that one.

    """

    name: str
    words: str
    colour: str
    pale: str
    dark: str
    dash: tuple[float, ...] = ()
    gains: type = AffineGains
    make: Callable[[Setting, Mapping[str, Any]], Any] | None = None
    stored: bool = True
    weighs: bool = False
    ranges: Callable[[Setting], Ranges] | None = None
    at_end: bool = False
    needed: tuple[str, ...] = ()
    special_case: tuple[str, Mapping[str, float]] | None = field(default=None, hash=False)

    def made(self, setting: Setting, parameters: Mapping[str, object]) -> Any:
        """Make its gains from parameters, among which may be the shares `drift` and `path`.

        Raises ControllerError for unknown parameters.
        """
        assert self.make is not None
        mapping("parameters", parameters, "numbers by the names of parameters")
        if self.ranges is None:
            return self.make(setting, parameters)
        gains = self.make(setting, {name: value for name, value in parameters.items() if name not in SHARES})
        offset = _told_beforehand(setting, gains.gains, self.at_end, parameters)
        return gains if offset is None else gains._replace(offset=offset)

    def parameter_ranges(self, setting: Setting) -> Ranges:
        """The range of each of its parameters in which a search makes sense."""
        assert self.ranges is not None
        there = {DRIFT: setting.countering, PATH: setting.held}
        tried = {name: SHARES[name] for name, known in there.items() if known is not None}
        shares = {name: (min(filter(None, each)), max(each)) for name, each in tried.items()}
        return shares | self.ranges(setting)


def _told_beforehand(
    setting: Setting, gains: np.ndarray, at_end: bool, parameters: Mapping[str, object]
) -> np.ndarray | None:
    """The offset (T, s) against the reference's known defects, and towards paths, by the given shares."""
    wanted = "a share, finite and not negative"
    share = {name: number(name, parameters.get(name, 0.0), wanted, least=0) for name in SHARES}
    offsets = {}
    if share[DRIFT] and setting.countering is not None:
        offsets[DRIFT] = share[DRIFT] * setting.countering
    if share[PATH] and setting.held is not None:
        offsets[PATH] = share[PATH] * setting.held.offset(gains, at_end)
    for name, offset in offsets.items():
        array(name, offset, wanted="a share that leaves the controls finite")
    return np.sum(list(offsets.values()), axis=0) if offsets else None
