"""What is known of one kind of controller: its name, how it is drawn, how it is made, what is searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.base.arguments import array, mapping, number
from runtime.control.base.law import AffineGains
from runtime.control.setting import Ranges, Setting

DRIFT = "drift"  # the parameter of every comparator of a plant that leaves its reference by itself
PATH = "path"  # likewise where places follow paths
SHARES = {  # that a search begins with
    DRIFT: (0.0, 0.1, 0.4),  # of the reference's known defect
    PATH: (0.1, 0.3, 1.0),  # of what holds places on their paths; between none and some, fronts have a gap
}


@dataclass(frozen=True)
class Controller:
    """What everybody who offers, draws or makes a controller knows of it; `runtime.control.registry` has all.

    Colours are "#rrggbb", after Okabe and Ito (2008) and Tol (2021): people with any common colour blindness
    tell those of any two controllers apart. None carries a meaning that a word or a dash does not carry too.

    Attributes:
        name: As commands, scenes and bundles call it.
        words: As it is called in print.
        colour: Of its lines.
        pale: Of bodies under it, lighter because they cover more.
        dark: Of its lines on a dark ground, into which those of `colour` would sink.
        dash: Lengths of dashes and gaps in turn, in widths of the line; none for one drawn through.
        gains: What it is made into and what a bundle stores of it, see `runtime.control.base.choice.Gains`.
        make: Its gains from the values of parameters; None where they come from elsewhere, as LQR's do.
        stored: Whether bundles store its gains. Otherwise every bundle has it: it is made when it is asked
            for, and parameters are options of whoever asks.
        weighs: Whether it weighs effort against deviation: a family of it is one over the control cost.
        ranges: The least and the largest value of each parameter that is worth a search; with `make` it says
            that this is a comparator, searched beside LQR.
        at_end: Whether its gains act on the deviation at the end of each step.
        needed: Parameters that are never zero; the last one never is.
        special_case: Of which controller it is one, and with which parameters: the search of that one goes on
            from what was found of this one.

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
        """Its gains with some parameters, shares of what LQR is told beforehand among them.

        Raises ControllerError where the parameters are not its own.
        """
        assert self.make is not None
        mapping("parameters", parameters, "numbers by the names of parameters")
        if self.ranges is None:
            return self.make(setting, parameters)
        gains = self.make(setting, {name: value for name, value in parameters.items() if name not in SHARES})
        offset = _told_beforehand(setting, gains.gains, self.at_end, parameters)
        return gains if offset is None else gains._replace(offset=offset)

    def parameter_ranges(self, setting: Setting) -> Ranges:
        """The least and the largest value of each of its parameters that is worth a search."""
        assert self.ranges is not None
        there = {DRIFT: setting.countering, PATH: setting.held}
        tried = {name: SHARES[name] for name, known in there.items() if known is not None}
        shares = {name: (min(filter(None, each)), max(each)) for name, each in tried.items()}
        return shares | self.ranges(setting)


def _told_beforehand(
    setting: Setting, gains: np.ndarray, at_end: bool, parameters: Mapping[str, object]
) -> np.ndarray | None:
    """The offset (T, s) of shares of what keeps the plant off its reference, and of what leads to paths."""
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
