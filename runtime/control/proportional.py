"""P and PD control: feedback in proportion to deviations of places and of velocities ([002], equation 14).

    P      K = -kp [1, 0]             one matrix for all steps (for a body with states (p, v))
    PD     K = -[kp 1, kd 1]

Each gain is a factor of the matrices for one unit of it, which a bundle of each kind gives.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from runtime.base.arguments import array, number
from runtime.control.base.law import AffineGains
from runtime.control.setting import Ranges, Setting
from softrein.errors import ControllerError, shown

V = TypeVar("V")
IN_CACHE = 8192  # numbers of gains that are summed at a time


def make_pd(setting: Setting, parameters: Mapping[str, float]) -> AffineGains:
    """Make PD control of the given gains. Raises ControllerError for unknown or negative gains."""
    return AffineGains(weighted_gains(setting.proportional_terms, parameters))


def pd_ranges(setting: Setting) -> Ranges:
    """The ranges of PD's parameters: all gains of the plant."""
    return setting.units.proportional_ranges()


def make_p(setting: Setting, parameters: Mapping[str, float]) -> AffineGains:
    """Make P control: PD without the gain of places' velocities."""
    return AffineGains(weighted_gains(_without_kd(setting.proportional_terms), parameters))


def p_ranges(setting: Setting) -> Ranges:
    """The ranges of P's parameters: those of PD without kd."""
    return _without_kd(pd_ranges(setting))


def _without_kd(values: Mapping[str, V]) -> dict[str, V]:
    return {name: value for name, value in values.items() if name != "kd"}


def no_control(setting: Setting, parameters: Mapping[str, float]) -> AffineGains:
    """Make gains of zero. Raises ControllerError for any parameter."""
    if parameters:
        given = shown(", ".join(parameters))[1:-1]
        raise ControllerError(f"the controller 'none' takes no options: leave out {given}")
    return AffineGains(np.zeros((1, len(setting.actuation.limits), setting.track.states.shape[1])))


def proportional_terms(actuators: np.ndarray) -> dict[str, np.ndarray]:
    """The gains (1, s, n) for a unit of kp (1/s^2) and of kd (1/s), for a plant of states (p, v).

    B w = -kp dp - kd dv in mass-orthonormal coordinates ([002], equation 14); with actuators (forces, s) the
    wanted force is met in the least-squares sense.
    """
    inverse, zero = -np.linalg.pinv(actuators), np.zeros(actuators.T.shape)
    return {"kp": np.hstack([inverse, zero])[None], "kd": np.hstack([zero, inverse])[None]}


def weighted_gains(terms: Mapping[str, np.ndarray], weights: Mapping[str, float]) -> np.ndarray:
    """The gains (T or 1, s, n) of P or PD control: `terms`, of one shape, summed with weights, 0 by default.

    Raises ControllerError for a weight that is negative or not finite, or whose name is unknown.
    """
    for name, weight in weights.items():
        if name not in terms:
            raise ControllerError(f"no gain {shown(name)}; there are {', '.join(terms)}")
        number(name, weight, "a gain, finite and not negative", least=0)
    total = np.zeros_like(next(iter(terms.values())))
    some = max(1, IN_CACHE * len(total) // max(1, total.size))
    with np.errstate(over="ignore", invalid="ignore"):
        for start, (name, weight) in itertools.product(range(0, len(total), some), weights.items()):
            if weight:
                total[start : start + some] += weight * terms[name][start : start + some]
    return array("gains", total, wanted="gains that leave the controls finite")


def proportional_gains(kp: float, kd: float, actuators: np.ndarray) -> np.ndarray:
    """The gains (1, s, n) of PD control for a plant of states (p, v); with kd = 0 they are those of P."""
    return weighted_gains(proportional_terms(actuators), {"kp": kp, "kd": kd})
