"""LQR gains for another control cost, made in a process of low priority while the simulation goes on.

The server asks for one cost at a time, and of those asked for in the meantime only the last is made. Gains
are put into the one of two sets of shared memory that the simulation does not use; it changes over between
two steps and says so, and only then is the other set free. Making ends in any case: gains come into use, or
cannot be made, or the process ends, or takes longer than PATIENCE, in which case it is replaced.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.control.registry import LQR
from softrein.viewer.frames import SpareGains
from softrein.viewer.simulation import end_process, start_process

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.control.law import AffineGains

GENTLY = 10  # added to its niceness
PATIENCE = 60.0  # s that making gains may take; the T's take 0.12 s
ENDED = "gains cannot be made any more: their process has ended"
OVERDUE = f"gains were not ready within {PATIENCE:g} s; the motion goes on with those that it has"


def make_gains(file: Path, name: str, pipe: Connection) -> None:
    """What the process does: from (slot, decades) to (slot, decades, seconds, what went wrong or "")."""
    os.nice(GENTLY)
    from threadpoolctl import threadpool_limits

    import offline.gains.lqr  # noqa: F401 - now, so that the first gains do not wait for it
    from runtime.bundle.file import load

    bundle = load(file)
    spare = SpareGains(bundle.gains[LQR.name].shape, name)
    with threadpool_limits(1):
        try:
            while True:
                slot, decades = pipe.recv()
                begun = time.perf_counter()
                fault = fill(bundle, decades, spare.sets[slot])
                pipe.send((slot, decades, time.perf_counter() - begun, fault))
        except (EOFError, OSError):
            pass  # the server is gone
    spare.close()


def fill(bundle: Bundle, decades: float, out: AffineGains) -> str:
    """LQR gains at 10^decades of the shipped control cost into `out`; returns what went wrong, or ""."""
    from offline.gains.lqr import remade_lqr

    try:
        gains, offset = remade_lqr(bundle, 10.0**decades)
    except Exception as error:  # whatever it is, the simulation goes on with the gains that it has
        return f"no gains for this control cost: {error}"
    if gains.shape != out.gains.shape or not np.isfinite(gains).all():
        return "no gains for this control cost: they are not finite"
    assert out.offset is not None
    out.gains[:] = gains
    out.offset[:] = 0.0 if offset is None else offset
    return ""


class GainsMaker:
    """The process, as the server holds it."""

    def __init__(self, file: Path, name: str) -> None:
        """Start it; `name` is of the shared memory for gains."""
        self._start: Callable[[], tuple[Any, Connection]] = partial(start_process, make_gains, file, name)
        self.process, self.pipe = self._start()
        self.making, self._next_slot = False, 0
        self._wanted: float | None = None
        self._asked = 0.0  # when the process was asked last, by the clock

    def want(self, decades: float) -> bool:
        """Gains for another control cost, when those that are being made are in use; false if never."""
        self._wanted = decades
        self._ask()
        return self.process.is_alive()

    def made(self) -> tuple[int, float, float, str] | None:
        """(slot, decades, seconds, what went wrong) of gains that are ready, if any.

        Without a fault they must be put to use and `done` called; with one, only that.
        """
        try:
            return self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None

    def done(self, used: bool) -> None:
        """The simulation uses the gains made last, or they could not be made."""
        self.making = False
        if used:
            self._next_slot = 1 - self._next_slot
        self._ask()

    @property
    def overdue(self) -> bool:
        """Whether what is being made should long be there."""
        return self.making and time.monotonic() - self._asked > PATIENCE

    def replace(self) -> None:
        """End the process, and start another, which makes what was wanted last."""
        self.process.kill()
        end_process(self.process, self.pipe)
        self.process, self.pipe = self._start()
        self.making = False
        self._ask()

    def close(self) -> None:
        """End the process."""
        end_process(self.process, self.pipe)

    def _ask(self) -> None:
        if self.making or self._wanted is None:
            return
        wanted, self._wanted = self._wanted, None
        try:
            self.pipe.send((self._next_slot, wanted))
            self.making, self._asked = True, time.monotonic()
        except OSError:
            pass  # it has ended, and `want` says so
