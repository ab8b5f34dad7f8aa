"""A soft body's steps behind addresses, as `runtime.stepping` asks for them."""

from __future__ import annotations

from runtime.base.addresses import enter
from runtime.base.kernels import Internal
from runtime.body.curvature import curve_body
from runtime.body.linearisation import linearise_body
from runtime.body.midpoint import step_body, step_joined
from runtime.stepping import Entries


def _step(data: Internal, arguments: Internal) -> int:
    return enter(step_body, data, arguments)


def _with_gains(data: Internal, arguments: Internal) -> int:
    return enter(step_joined, data, arguments)


def _linearise(data: Internal, arguments: Internal) -> int:
    return enter(linearise_body, data, arguments)


def _curve(data: Internal, arguments: Internal) -> int:
    return enter(curve_body, data, arguments)


BODY = Entries(_step, _with_gains, _linearise, _curve)
