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

MOST_STEPS = 10_000_000  # of one pacing, whose measurements take 160 MB
LONGEST = 60.0  # s from step to step: who waits longer has mistaken the unit
SLICE = 100_000  # ns, the least that Linux takes
ATTRIBUTES = struct.Struct("=IIQiIQQQ")  # size, policy, flags, nice, priority, runtime, deadline, period
CALLS = {"x86_64": (315, 314), "aarch64": (275, 274)}  # Linux's numbers of sched_getattr and sched_setattr
SLEEP_MARGIN = 2e-4  # s: the operating system wakes a sleeper about this late, so the rest is waited out


@dataclass(frozen=True)
class Pacing:
    """How a paced run went: times in seconds."""

    steps: int
    period: float
    missed: int  # steps that ended after the next was due
    latency: dict[str, float]  # from when a step was due to when its state was there
    compute: dict[str, float]  # the step alone
    latencies: np.ndarray  # (steps,) of which those are the percentiles
    spans: np.ndarray  # (steps,) likewise


def pace(
    simulator: Simulator,
    period: float | None = None,
    each_step: Callable[[Simulator], None] | None = None,
    steps: int | None = None,
) -> Pacing:
    """Step to the end of the motion, one step each `period` s (by default the plant's own time step).

    `each_step` is called before each step, for pushes. With `steps` it takes so many, through one round after
    the other where the simulator rewinds. Nothing grows while it runs: what is measured has its place
    beforehand, and Python looks for no cycles. Raises ControllerError for what cannot be.
    """
    instance("simulator", simulator, Simulator, "what a bundle's simulator() returns")
    if each_step is not None:
        function("each_step", each_step, "a function of the simulator")
    period = simulator.bundle.dt if period is None else period
    wanted = f"a finite number of seconds, above 0 and up to {LONGEST:g}"
    period = number("period", period, wanted, above=0, most=LONGEST)
    left = (
        simulator.bundle.steps - simulator.steps_taken
        if steps is None
        else whole("steps", steps, least=1, most=MOST_STEPS)
    )
    simulator.warm_up()
    measured, taken = np.ones((max(left, 0), 2)), 0  # ones, for the system to give the memory now
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
    """Collect now, and not while the clock runs: a collection is longer than a step."""
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
    """Let the system wake this thread before others that compute: it asks for short slices of a processor.

    Who takes a processor for shorter gets it sooner, and no more of it in all (Linux from 6.12 on, where a
    sleeper else waits for a slice of others, some 3 ms). Needs no rights; elsewhere nothing is done.
    """
    before = _attributes()
    if before is None or before[1] != 0:  # another policy than the usual one was somebody's choice
        yield
        return
    _set_attributes((*before[:5], SLICE, *before[6:]))
    try:
        yield
    finally:
        _set_attributes(before)


def _attributes() -> tuple[int, ...] | None:
    """What the scheduler knows of this thread, as `ATTRIBUTES` has it; None where it does not say."""
    if platform.system() != "Linux" or platform.machine() not in CALLS:
        return None
    memory = ctypes.create_string_buffer(ATTRIBUTES.size)
    get = CALLS[platform.machine()][0]
    if ctypes.CDLL(None).syscall(get, 0, memory, ATTRIBUTES.size, 0) != 0:
        return None
    return ATTRIBUTES.unpack(memory.raw)


def _set_attributes(attributes: tuple[int, ...]) -> None:
    """Whether it is taken does not matter: an older system has slices of its own."""
    packed = ctypes.c_char_p(ATTRIBUTES.pack(ATTRIBUTES.size, *attributes[1:]))
    ctypes.CDLL(None).syscall(CALLS[platform.machine()][1], 0, packed, 0)


def percentiles(seconds: np.ndarray) -> dict[str, float]:
    """The median, the 99 % and the 99.9 % point and the maximum; zeros of nothing."""
    names = {"median": 50, "99 %": 99, "99.9 %": 99.9, "maximum": 100}
    if not len(seconds):
        return dict.fromkeys(names, 0.0)
    return {name: float(np.percentile(seconds, share)) for name, share in names.items()}


def wait_until(due: float) -> None:
    """Until the clock (`time.perf_counter`) says so: asleep at first, then looking all the time."""
    while (left := due - time.perf_counter()) > 0:
        if left > SLEEP_MARGIN:
            time.sleep(left - SLEEP_MARGIN)
