"""Smoke's steps behind addresses, as `runtime.stepping` asks for them."""

from __future__ import annotations

from typing import Any

from numba import carray

from runtime.base.addresses import enter
from runtime.smoke.linearisation import linearise_smoke
from runtime.smoke.scheme import step_smoke
from runtime.stepping import Entries

Pointer = Any  # of C


def _step(data: Pointer, x: Pointer, w: Pointer, out: Pointer, n: int, m: int) -> int:
    return enter(step_smoke, data, (carray(x, n), carray(w, m), carray(out, n)))


def _linearise(
    data: Pointer, x: Pointer, w: Pointer, out: Pointer, F: Pointer, G: Pointer, n: int, m: int, whole: int
) -> int:
    step = carray(x, n), carray(w, m), carray(out, n)
    return enter(linearise_smoke, data, (*step, carray(F, (n, n)), carray(G, (n, m)), whole != 0))


SMOKE = Entries(_step, _linearise)
