"""Measurements of a viewer under attack: an honest page's frames, the simulation, the server's memory."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import psutil

from tests.softrein.viewer.viewing import Client


class Figures(NamedTuple):
    """The figures of a viewer over some seconds."""

    frames: float  # a second, at an honest page
    steps: float  # of the simulation, a second
    gap: float  # s, the longest between two frames
    memory: float  # MB of the server's processes, the most
    work: float  # processor time a second that the server's own process took


def measure(page: Client, process: int, seconds: float, least: int = 0) -> Figures:
    """Measure at a page for `seconds`, and until it has had at least `least` frames."""
    page.frame()
    worked = sum(psutil.Process(process).cpu_times()[:2])
    begun = before = time.monotonic()
    frames, gap, memory, look, rates = 0, 0.0, 0.0, begun, [page.frame().rate]
    while (now := time.monotonic()) < begun + seconds or frames < least:
        frame = page.frame(20.0)
        frames += 1
        if frame.rate != rates[-1]:
            rates.append(frame.rate)
        gap, before = max(gap, now - before), now
        if now >= look:
            memory, look = max(memory, memory_of(process)), now + 0.2
    took = time.monotonic() - begun
    work = sum(psutil.Process(process).cpu_times()[:2]) - worked
    return Figures(frames / took, float(np.mean(rates[1:] or rates)), gap, memory, work / took)


def memory_of(process: int) -> float:
    """The private memory, MB, of a process and its children; some of these may just have ended."""
    first = psutil.Process(process)
    total = first.memory_full_info().uss
    for each in first.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            total += each.memory_full_info().uss
    return total / 1e6
