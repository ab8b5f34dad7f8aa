"""The time for compiled code, in seconds of a monotonic clock."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from numba import types

from runtime.base.kernels import njit

CLOCK: Final = getattr(time, "CLOCK_MONOTONIC", None)  # exists on POSIX systems
HAS_CLOCK: Final = CLOCK is not None

_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.voidptr))


def _now(parts: np.ndarray) -> Any:
    _gettime(CLOCK, parts.ctypes)
    return parts[0] + 1e-9 * parts[1]


def _nothing(parts: np.ndarray) -> Any:
    return 0.0


# (parts): the time in s, computed through the scratch array `parts` (2,) int64; zero unless HAS_CLOCK
now = njit(cache=True)(_now if HAS_CLOCK else _nothing)
