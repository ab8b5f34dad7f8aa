"""How a viewer does under attack: what an honest page sees, what the simulation does, and what memory it takes."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
import psutil

from tests.attackers import attacked
from tests.viewing import Client, Watched


class Figures(NamedTuple):
    """Of some seconds."""

    frames: float  # a second, at an honest page
    steps: float  # of the simulation, a second
    gap: float  # s, the longest between two frames
    memory: float  # MB of the server's processes, the most


def measure(page: Client, process: int, seconds: float) -> Figures:
    """What a page sees for so long."""
    page.frame()
    begun = before = time.monotonic()
    frames, gap, memory, look, rates = 0, 0.0, 0.0, begun, [page.frame().rate]
    while (now := time.monotonic()) < begun + seconds:
        frame = page.frame(20.0)
        frames += 1
        if frame.rate != rates[-1]:
            rates.append(frame.rate)
        gap, before = max(gap, now - before), now
        if now >= look:
            memory, look = max(memory, memory_of(process)), now + 0.2
    took = time.monotonic() - begun
    return Figures(frames / took, float(np.mean(rates)), gap, memory)


def memory_of(process: int) -> float:
    """MB that a process and those that it started have for themselves."""
    family = [psutil.Process(process), *psutil.Process(process).children(recursive=True)]
    return sum(each.memory_full_info().uss for each in family) / 1e6


def besieged(page: Client, watched: Watched, attack: str, seconds: float) -> Figures:
    """The figures under an attack, once it has gone on for a moment."""
    with attacked(attack, watched.address):
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            page.frame(20.0)
        return measure(page, watched.process.pid, seconds)
