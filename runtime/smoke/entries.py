"""Smoke's steps behind addresses, as `runtime.stepping` asks for them."""

from __future__ import annotations

from runtime.base.addresses import enter
from runtime.base.kernels import Internal
from runtime.smoke.linearisation import linearise_smoke
from runtime.smoke.scheme import step_smoke
from runtime.stepping import Entries


def _step(data: Internal, arguments: Internal) -> int:
    return enter(step_smoke, data, arguments)


def _linearise(data: Internal, arguments: Internal) -> int:
    return enter(linearise_smoke, data, arguments)


SMOKE = Entries(_step, None, _linearise, None)
