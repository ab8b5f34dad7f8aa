"""Targets that a region of a body should meet: balls on strings, and bees that come flying."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.scenes.body.parts import TargetPart
from offline.targets import closest_points, gaps, hit, skin_of, skin_positions
from runtime.base.clock import step_at, steps_within
from runtime.body.shape import Shape
from runtime.plant.track import Track
from runtime.plant.up_axis import UP, level
from runtime.target import Target
from softrein.errors import SceneError, warn

Array = np.ndarray
APPROACHES = 1000  # most bisection steps to a contact with the skin; a dozen unless it is grazed
NEAR = 1e-9  # tolerance as a fraction of the path


def build_target(part: TargetPart, shape: Shape, track: Track, dt: float, up: str = UP) -> Target:
    """Place a ball where the reference motion's skin reaches it at the wanted moment.

    A ball on a string yields sideways only, so it hangs at the height of the region's middle, ahead of the
    skin in the horizontal direction in which the region moves, and reaches into it by `bite`. The reference
    may touch it a little before, along its side: its step is the first at which it does.
    """
    step = step_at(part.time, dt)
    if part.flight:
        spot = shape.positions(track.states[step], shape.regions[part.region]).mean(axis=0)
        flight = tuple((float(x), float(y), float(z)) for x, y, z in spot + np.array(part.flight))
        x, y, z = spot.tolist()
        steps = max(1, step_at(part.approach, dt, step))
        return Target(part.name, part.region, (x, y, z), part.radius, 0.0, step, steps, flight, up)
    rank = shape.modes.shape[2]
    around = track.states[[max(step - 1, 0), step], :rank]
    skin = skin_of(shape.surface, shape.regions[part.region])
    before, now = shape.positions(around, np.unique(skin))
    direction = (now - before).mean(axis=0) * level(up)
    if not direction.any():
        raise SceneError(f"targets: {part.name!r}: the reference does not move sideways at {part.time:g} s")
    direction /= np.linalg.norm(direction)
    middle = now.mean(axis=0)
    outside = middle + direction * (np.max((now - middle) @ direction) + part.radius)
    triangles = shape.positions(around[1:], skin.ravel()).reshape(-1, 3, 3)
    centre = approached(outside, middle, triangles, part.radius - part.bite)
    window = steps_within(part.tolerance, dt)
    made = Target(
        part.name, part.region, tuple(centre.tolist()), part.radius, part.string or 0.0, step, window, up=up
    )
    touched = np.flatnonzero(gaps(made, skin_positions(shape, made, track.states)) <= 0)
    soon = touched.size and abs(int(touched[0]) - step) <= window
    return replace(made, step=int(touched[0])) if soon else made


def approached(start: Array, end: Array, skin: Array, distance: float) -> Array:
    """Return the first point (3,) from `start` to `end` within `distance` of the skin (k, 3, 3), in m.

    Each step is as long as the skin is too far, which cannot lead past that point. Where no point is
    as near, it is the end.
    """
    way = end - start
    length, gone = float(np.linalg.norm(way)), 0.0
    for _ in range(APPROACHES):
        point = start + way * (gone / length)
        missing = float(np.linalg.norm(closest_points(point, skin) - point, axis=1).min()) - distance
        if missing <= 0 or gone >= length:
            break
        gone = min(gone + missing + NEAR * length, length)
    return np.asarray(point)


def warn_of_miss(target: Target, shape: Shape, track: Track, dt: float) -> None:
    """Warn where the reference itself misses a ball: a controller that follows it cannot hit that.

    A bee lands where the reference is by construction.
    """
    if target.flight or hit(target, skin := skin_positions(shape, target, track.states)):
        return
    away = gaps(target, skin)
    touched = np.flatnonzero(away[: target.step] <= 0)
    if touched.size:
        what = f"touches it at {touched[0] * dt:.3g} s already: raise its tolerance, or ask for that time"
    else:
        near = away[max(target.step - target.window, 0) : target.step + target.window + 1].min()
        what = f"passes {near * 1e3:.2g} mm from it: raise its bite or radius, or take a smaller region"
    warn(
        f"targets: the reference misses {target.name!r}, which is due at {target.step * dt:.3g} s; it {what}"
    )
