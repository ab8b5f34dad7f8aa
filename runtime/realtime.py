"""Pace a simulator on the wall clock, and report how well it kept up."""

from __future__ import annotations

import ctypes
import gc
import platform
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from runtime.base.arguments import function, instance, number, whole
from runtime.simulator import Simulator

MOST_STEPS = 10_000_000  # most steps of one run; its measurements then take 160 MB
LONGEST = 60.0  # s, largest time step; longer ones are probably a mistaken unit
SLICE = 100_000  # ns, the least runtime that Linux accepts
ATTRIBUTES = struct.Struct("=IIQiIQQQ")  # size, policy, flags, nice, priority, runtime, deadline, period
# system call numbers of sched_getattr and sched_setattr on Linux
CALLS = {"x86_64": (315, 314), "aarch64": (275, 274)}
# s: the operating system wakes a sleeper about this late, so the last part is a busy wait
SLEEP_MARGIN = 2e-4


@dataclass(frozen=True)
class Pacing:
    """The measurements of a paced run; times are in seconds."""

    steps: int
    period: float
    missed: int  # number of steps that ended after the next was due
    latency: dict[str, float]  # s, from when a step was due until its state was available, by percentile
    compute: dict[str, float]  # s, computing time of the step alone, by percentile
    latencies: np.ndarray  # (steps,) s, latency of each step
    spans: np.ndarray  # (steps,) s, computing time of each step


def pace(
    simulator: Simulator,
    period: float | None = None,
    each_step: Callable[[Simulator], None] | None = None,
    steps: int | None = None,
) -> Pacing:
    """Step to the end of the motion that is followed, one step each `period` s.

    By default that is the plant's own time step. `each_step` is called before each step, for pushes. With
    `steps` it takes so many steps, over several rounds if the simulator rewinds. Memory for the measurements
    is allocated beforehand, and Python's garbage collector is off while it runs. Raises ControllerError for
    bad arguments.
    """
    instance("simulator", simulator, Simulator, "what a bundle's simulator() returns")
    if each_step is not None:
        function("each_step", each_step, "a function of the simulator")
    period = simulator.bundle.dt if period is None else period
    wanted = f"a finite number of seconds, above 0 and up to {LONGEST:g}"
    period = number("period", period, wanted, above=0, most=LONGEST)
    left = simulator.steps_left if steps is None else whole("steps", steps, least=1, most=MOST_STEPS)
    simulator.warm_up()
    # ones rather than zeros, so that the system provides the memory now
    measured, taken = np.ones((left, 2)), 0
    with no_collections(), short_slices():
        due = time.perf_counter()
        while taken < len(measured) and not simulator.finished:
            wait_until(due)
            if each_step is not None:
                each_step(simulator)
            start = time.perf_counter()
            simulator.step()
            end = time.perf_counter()
            measured[taken] = end - due, end - start
            taken += 1
            due += period
    latency, spans = measured[:taken].T
    missed = int((latency > period).sum())
    return Pacing(taken, period, missed, percentiles(latency), percentiles(spans), latency, spans)


@contextmanager
def no_collections() -> Iterator[None]:
    """Collect garbage now, and not within the block: a collection takes longer than a step."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def short_slices() -> Iterator[None]:
    """Ask Linux's scheduler for short time slices, so that it wakes this thread before others that compute.

    A thread with shorter slices gets a processor sooner, but not more of it in all (Linux from 6.12 on, where
    a sleeping thread otherwise waits for the others' slices, some 3 ms). It needs no privileges; on other
    systems nothing is done.
    """
    before = _attributes()
    if before is None or before[1] != 0:  # a policy other than the default was chosen by the user
        yield
        return
    _set_attributes((*before[:5], SLICE, *before[6:]))
    try:
        yield
    finally:
        _set_attributes(before)


def _attributes() -> tuple[int, ...] | None:
    """The scheduler's attributes of this thread, in the order of `ATTRIBUTES`; None if they are not known."""
    if platform.system() != "Linux" or platform.machine() not in CALLS:
        return None
    memory = ctypes.create_string_buffer(ATTRIBUTES.size)
    get = CALLS[platform.machine()][0]
    if ctypes.CDLL(None).syscall(get, 0, memory, ATTRIBUTES.size, 0) != 0:
        return None
    return ATTRIBUTES.unpack(memory.raw)


def _set_attributes(attributes: tuple[int, ...]) -> None:
    """Set the scheduler's attributes of this thread; a failure is ignored, as on older systems."""
    packed = ctypes.c_char_p(ATTRIBUTES.pack(ATTRIBUTES.size, *attributes[1:]))
    ctypes.CDLL(None).syscall(CALLS[platform.machine()][1], 0, packed, 0)


def percentiles(seconds: np.ndarray) -> dict[str, float]:
    """The median, the 99 % and the 99.9 % percentile and the maximum; zeros if there are no values."""
    names = {"median": 50, "99 %": 99, "99.9 %": 99.9, "maximum": 100}
    if not len(seconds):
        return dict.fromkeys(names, 0.0)
    return {name: float(np.percentile(seconds, share)) for name, share in names.items()}


def wait_until(due: float) -> None:
    """Wait until a time on the clock `time.perf_counter`: by sleeping at first, then in a busy loop."""
    while (left := due - time.perf_counter()) > 0:
        if left > SLEEP_MARGIN:
            time.sleep(left - SLEEP_MARGIN)
