"""The one list of controllers, in the order in which they are offered; charts draw the last first."""

from __future__ import annotations

from typing import Final

from runtime.control.controller import Controller

LQR: Final = Controller("lqr", "LQR", "#0072b2", "#4a9bd1", "#5cb0e8")
PD: Final = Controller("pd", "PD", "#b3478c", "#cf7fb2", "#cf7fb2", (3.7, 1.6))
STABLE_PD: Final = Controller("spd", "stable PD", "#332288", "#6f5cc4", "#a99ae0", (7.0, 2.0))
TIMED_PD: Final = Controller("timed", "timed PD", "#145c33", "#7fb8a4", "#7fb8a4", (2.0, 1.2))
P: Final = Controller("p", "P", "#d98e04", "#e8b04b", "#e8b04b", (6.4, 1.6, 1.0, 1.6))
NONE: Final = Controller("none", "no control", "#c24e00", "#ea8a4d", "#ea8a4d", (1.0, 1.65))

CONTROLLERS: Final = {each.name: each for each in (LQR, PD, STABLE_PD, TIMED_PD, P, NONE)}
