"""The content of a flow for all pages: smoke, leaves, and the trails of the steered particles.

The simulation's process carries it along after each step, in the field that the step began with, as pictures
do; but on a grid of its own: the velocity modes are sampled anew on CELLS cells along the longest side,
whatever the bundle's grid. So what a page shows depends neither on when it was opened nor on how often it
draws.

Where an advance takes more than SHARE of the time that there is, several steps are carried along at once.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np

from runtime.bundle.smoke import SmokeBundle
from runtime.smoke.tracers import Density, FrameField, Tracers
from runtime.smoke.velocity_modes import VelocityModes
from softrein.base.kinds import PLANE
from softrein.base.specks import specks
from softrein.viewer.base import messages

CELLS = {2: 128, 3: 48}  # grid cells along the longest side of the box, by number of axes
TRAIL = 240  # most points of a particle's trail
# most leaves shown, by number of axes: leaves with a direction in a plane, specks in space
MOST_LEAVES = {2: 8192, 3: 50_000}
SPECKS = 10_000  # default number of specks in space
IN_SMOKE = 0.5  # fraction of them that starts in smoke, if there is any; the others are distributed evenly
TURNING = 4.0  # 1/s, rate at which a leaf turns into the flow's direction
RENEWING = 1.0  # s, time constant with which circulating smoke is restored to its initial state
SHARE = 0.25  # fraction of the time step at the fastest time scale that advection may take
TRIED = 3  # advection steps that are timed to find out how long one takes
WHOLE = 65535  # positions in messages are integers from 0 at one wall to this at the other


class Layout(NamedTuple):
    """The sizes of a message."""

    cells: tuple[int, ...]
    particles: int
    leaves: int
    trail: int  # points per particle

    @property
    def axes(self) -> int:
        """The number of coordinates of a place."""
        return len(self.cells)

    @property
    def size(self) -> int:
        """Bytes of the message."""
        places = 2 * self.axes * self.particles * self.trail + 6 * self.leaves
        return messages.SMOKE_HEADER.size + places + math.prod(self.cells)


def layout_of(bundle: SmokeBundle, whole: bool = False) -> Layout:
    """Return the layout for a bundle's smoke; the `whole` is on its own grid, with all its leaves."""
    longest, cells, axes = max(bundle.extent), bundle.solid.shape, bundle.axes
    if not whole:
        cells = tuple(max(8, round(CELLS[axes] * side / longest)) for side in bundle.extent)
    trail = min(bundle.steps + 1, TRAIL) if bundle.particles else 0
    leaves = len(carried_of(bundle))
    return Layout(cells, bundle.particles, leaves if whole else min(leaves, MOST_LEAVES[axes]), trail)


def carried_of(bundle: SmokeBundle) -> np.ndarray:
    """Return the starts of carried points, (k, d) m: those of the bundle or, in space, own specks."""
    if len(bundle.carried) or bundle.axes == PLANE:
        return bundle.carried
    within = specks(bundle, bundle.density, round(IN_SMOKE * SPECKS))
    return np.concatenate([within, specks(bundle, ~bundle.solid, SPECKS - len(within))])


class Drift:
    """The smoke, leaves and trails that a flow carries."""

    def __init__(self, bundle: SmokeBundle, layout: Layout) -> None:
        self.layout = layout
        self._extent, self._flow_from = np.array(bundle.extent), bundle.flow_start
        modes = resampled(bundle.modes, self.layout.cells)
        field = FrameField(modes)
        self._first = sampled(bundle.density, modes.fluid.shape)
        self._densest = float(self._first.max(initial=0.0)) or 1.0
        self._smokes = bool(self._first.any())
        leaves = carried_of(bundle)
        chosen = np.linspace(0, len(leaves) - 1, self.layout.leaves).round().astype(int)
        self._leaves_first = leaves[chosen]
        self._dt, self._stride = bundle.dt, 1
        self._smoke = Density(modes, self._first, bundle.dt, field)
        self._leaves = Tracers(modes, self._leaves_first, bundle.dt, field)
        self._start = bundle.track.states[0]
        self._message = np.zeros(self.layout.size, np.uint8)
        self.reset(self._start)

    def reset(self, state: np.ndarray) -> None:
        """All is where it was at first; the particles are where `state` (n,) has them."""
        self._smoke.values, self._leaves.points = self._first, self._leaves_first
        self._way = np.zeros_like(self._leaves_first)
        self._z = state[self._flow_from :].copy()
        self._steps, self._renewing = 0, 0.0
        self._trail = [self._places(state)]
        self.moved = True  # whether it has changed since the last message

    def renew(self, state: np.ndarray) -> None:
        """A motion goes round: the smoke becomes as it was at first little by little, trails begin anew."""
        self._renewing = RENEWING
        self._trail = [self._places(state)]

    def advance(self, state: np.ndarray) -> None:
        """A step has led to `state` (n,)."""
        self._steps += 1
        z, self._z = self._z, state[self._flow_from :].copy()
        if self._steps % self._stride:
            return
        span = self._stride * self._dt
        if self._smokes:
            self._smoke.advance(z)
        if self._renewing > 0:
            share = min(span / self._renewing, 1.0)
            self._smoke.values = self._smoke.values + share * (self._first - self._smoke.values)
            self._renewing -= span
        if len(self._way):
            before = self._leaves.points.copy()
            self._leaves.advance(z)
            self._way += min(1.0, TURNING * span) * ((self._leaves.points - before) / span - self._way)
        self._trail = [*self._trail[1 - self.layout.trail :], self._places(state)]
        self.moved = True

    @property
    def density(self) -> np.ndarray:
        """Return the density of the smoke, in the layout's cells."""
        return self._smoke.values

    @property
    def leaves(self) -> np.ndarray:
        """Return the places of carried points, (k, d) m."""
        return self._leaves.points

    def message(self, number: int, seconds: float) -> np.ndarray:
        """Return the message to pages (u8); the same memory at each call."""
        self.moved = False
        layout, out, at = self.layout, self._message, messages.SMOKE_HEADER.size
        points = min(len(self._trail), layout.trail)
        messages.SMOKE_HEADER.pack_into(
            out.data, 0, messages.SMOKE, number & messages.LARGEST_ID, points, seconds
        )
        trails = out[at : at + 2 * layout.axes * layout.particles * layout.trail].view("<u2")
        trails[:] = 0
        if points:
            shape = layout.particles, layout.trail, layout.axes
            trails.reshape(shape)[:, :points] = np.swapaxes(self._trail, 0, 1)
        at += trails.nbytes
        leaves = out[at : at + 6 * layout.leaves].view("<u2").reshape(layout.leaves, 3)
        leaves[:, : layout.axes] = self._short(self._leaves.points)
        if layout.axes == PLANE:
            leaves[:, 2] = np.arctan2(self._way[:, 1], self._way[:, 0]) * (WHOLE / (2 * math.pi)) % WHOLE
        shades = np.clip(self._smoke.values * (255 / self._densest), 0, 255)
        out[at + leaves.nbytes :] = shades.T.astype(np.uint8).ravel()
        return out

    def adapt(self, shortest: float) -> None:
        """Compile, and find by trial how many steps to carry along at once, of `shortest` s at the least."""
        self.advance(self._start)
        begun = time.perf_counter()
        for number in range(TRIED):
            self.advance(self._start)
            self.message(number, 0.0)
        took = (time.perf_counter() - begun) / TRIED
        self._stride = max(1, math.ceil(took / (SHARE * shortest)))
        self._smoke.dt = self._leaves.dt = self._stride * self._dt
        self.reset(self._start)

    def _places(self, state: np.ndarray) -> np.ndarray:
        """The particles' places (N, d) as messages tell them."""
        return self._short(state[: self._flow_from].reshape(-1, self._extent.size))

    def _short(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(np.clip(points / self._extent, 0.0, 1.0) * WHOLE).round().astype("<u2")


def resampled(modes: VelocityModes, cells: tuple[int, ...]) -> VelocityModes:
    """Interpolate the modes to another grid of the same box; a cell is fluid where any part of it is."""
    if modes.fluid.shape == cells:
        return modes
    faces, fluid = list(modes.faces), modes.fluid
    for axis, (n, count) in enumerate(zip(modes.fluid.shape, cells, strict=True)):
        for across, part in enumerate(faces):
            at = np.arange(count + 1) if across == axis else np.arange(count) + 0.5
            faces[across] = along(part, at * (n / count) - 0.5 * (across != axis), axis)
        fluid = np.moveaxis(any_of(np.moveaxis(fluid, axis, 0), count), 0, axis)
    spacing = tuple(length / count for length, count in zip(modes.extent, cells, strict=True))
    return VelocityModes(tuple(faces), np.ascontiguousarray(fluid), spacing)


def sampled(values: np.ndarray, cells: tuple[int, ...]) -> np.ndarray:
    """Values (cells) at the middles of cells, at those of others."""
    for axis, count in enumerate(cells):
        n = values.shape[axis]
        values = along(values, (np.arange(count) + 0.5) * (n / count) - 0.5, axis)
    return values


def along(values: np.ndarray, at: np.ndarray, axis: int = 0) -> np.ndarray:
    """Values between those of an axis, linearly, at index coordinates (k,), which are clamped."""
    at = np.clip(at, 0, values.shape[axis] - 1)
    below = np.minimum(at.astype(int), max(values.shape[axis] - 2, 0))
    share = (at - below).reshape([-1 if each == axis else 1 for each in range(values.ndim)])
    above = np.minimum(below + 1, values.shape[axis] - 1)
    low, high = np.take(values, below, axis), np.take(values, above, axis)
    return np.ascontiguousarray(low + share * (high - low))


def any_of(flags: np.ndarray, count: int) -> np.ndarray:
    """Whether any of the rows that each of `count` equal parts touches is true."""
    n = len(flags)
    bounds = [(part * n // count, -(-(part + 1) * n // count)) for part in range(count)]
    return np.array([flags[low:high].any(axis=0) for low, high in bounds])
