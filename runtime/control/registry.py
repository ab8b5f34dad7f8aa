"""The list of all controllers, in the order in which they are offered; charts draw the last one first.

A new controller is a file in this folder, an import and an entry here; see "Adding things" in
docs/architecture.md.
"""

from __future__ import annotations

from typing import Final

from runtime.control.controller import Controller
from runtime.control.mpc import Replanner, make_mpc
from runtime.control.proportional import make_p, make_pd, no_control, p_ranges, pd_ranges
from runtime.control.stable_pd import StablePD, make_stable_pd, stable_pd_ranges
from runtime.control.timed import make_timed_pd, timed_pd_ranges

LQR: Final = Controller("lqr", "LQR", "#0072b2", "#4a9bd1", "#5cb0e8", weighs=True)
MPC: Final = Controller(
    "mpc",
    "MPC",
    "#8a1c1c",
    "#c76a6a",
    "#e58a8a",
    (9.0, 1.6),
    gains=Replanner,
    make=make_mpc,
    stored=False,
    weighs=True,
)
PD: Final = Controller(
    "pd", "PD", "#b3478c", "#cf7fb2", "#cf7fb2", (3.7, 1.6), make=make_pd, ranges=pd_ranges
)
STABLE_PD: Final = Controller(
    "spd",
    "stable PD",
    "#332288",
    "#6f5cc4",
    "#a99ae0",
    (7.0, 2.0),
    gains=StablePD,
    make=make_stable_pd,
    ranges=stable_pd_ranges,
    at_end=True,
)
TIMED_PD: Final = Controller(
    "timed",
    "timed PD",
    "#145c33",
    "#7fb8a4",
    "#7fb8a4",
    (2.0, 1.2),
    make=make_timed_pd,
    ranges=timed_pd_ranges,
    needed=("constants",),
)
P: Final = Controller(
    "p",
    "P",
    "#d98e04",
    "#e8b04b",
    "#e8b04b",
    (6.4, 1.6, 1.0, 1.6),
    make=make_p,
    ranges=p_ranges,
    special_case=(PD.name, {"kd": 0.0}),
)
NONE: Final = Controller(
    "none", "no control", "#c24e00", "#ea8a4d", "#ea8a4d", (1.0, 1.65), make=no_control, stored=False
)

CONTROLLERS: Final = {each.name: each for each in (LQR, MPC, PD, STABLE_PD, TIMED_PD, P, NONE)}


def always_there() -> list[str]:
    """The names of controllers that every bundle has, whatever gains it stores."""
    return [each.name for each in CONTROLLERS.values() if not each.stored]


def comparators() -> list[Controller]:
    """The controllers that are tuned and compared with LQR; a special case comes before its general case."""
    found = [each for each in CONTROLLERS.values() if each.make is not None and each.ranges is not None]
    return sorted(found, key=lambda each: each.special_case is None)


def planners() -> list[Controller]:
    """The controllers that weigh effort as LQR does, and are made on request."""
    return [each for each in CONTROLLERS.values() if each.weighs and each.make is not None]
