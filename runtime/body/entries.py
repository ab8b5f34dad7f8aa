"""A soft body's steps behind addresses, as `runtime.stepping` asks for them."""

from __future__ import annotations

from typing import Any

from numba import carray

from runtime.base.addresses import enter
from runtime.body.curvature import curve_body
from runtime.body.linearisation import linearise_body
from runtime.body.midpoint import step_body, step_joined
from runtime.stepping import Entries

Pointer = Any  # of C


def _step(data: Pointer, z: Pointer, w: Pointer, out: Pointer, n: int, m: int) -> int:
    return enter(step_body, data, (carray(z, n), carray(w, m), carray(out, n)))


def _with_gains(
    data: Pointer, acting: Pointer, first: Pointer, last: Pointer, z: Pointer, w: Pointer, out: Pointer,
    mean: Pointer, k: int, n: int, m: int,
) -> int:  # fmt: skip
    around = carray(acting, (k, n)), carray(first, n), carray(last, n)
    step = carray(z, n), carray(w, m), carray(out, n), carray(mean, n)
    return enter(step_joined, data, around + step)


def _linearise(
    data: Pointer, z: Pointer, w: Pointer, out: Pointer, F: Pointer, G: Pointer, n: int, m: int, whole: int
) -> int:
    step = carray(z, n), carray(w, m), carray(out, n)
    return enter(linearise_body, data, (*step, carray(F, (n, n)), carray(G, (n, m)), whole != 0))


def _curve(
    data: Pointer, z: Pointer, end: Pointer, y: Pointer, drawn: Pointer, F: Pointer, G: Pointer,
    states: Pointer, cross: Pointer, n: int, s: int,
) -> int:  # fmt: skip
    along = carray(z, n), carray(end, n), carray(y, n), carray(drawn, n)
    matrices = carray(F, (n, n)), carray(G, (n, s)), carray(states, (n, n)), carray(cross, (s, n))
    return int(enter(curve_body, data, along + matrices))


BODY = Entries(_step, _linearise, _with_gains, _curve)
