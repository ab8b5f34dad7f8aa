"""The effect of an actuator at its limit on the body, estimated before anything runs.

It is estimated to first order about the shape at rest, from one factorisation. The bending of a body is
measured by the rotation of its elements: the rotation vector of a small displacement u is half its curl, and
the angle that 95 % of the volume does not exceed is reported, which is that of a slender body's end, without
the local dent around a point where a force acts. The angle remains proportional to the load where
displacements do not: for a rod that a moment bends it is exact for any angle.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from offline.full.body.full_body import FullBody
from offline.pipeline.body.statics import solver_of
from offline.scenes.body.actuators import BodyActuatorPart
from softrein.errors import warn

Array = np.ndarray
# Fraction of the diagonal: a displacement of the end of a slender body that bends it by 57 degrees (an angle
# of 2 d / L). Beyond it first-order estimates are far off, and elements on the inner side are compressed
# until StVK's tangents are indefinite.
STRONG = 0.5
MODERATE = 0.2  # the same for bodies that stretch rather than bend
BENT = 40.0  # degrees: bending that works without halved steps
MOST_TURNED = 0.95  # quantile of the volume whose rotation is reported


def warn_of_limits(full: FullBody) -> None:
    """Warn of each actuator that at its limit would move the body further than `STRONG`, to first order."""
    full = full.alone
    limited = [
        (i, each)
        for i, each in enumerate(full.scene.control.actuators)
        if each.range is not None and 0 < max(map(abs, each.range)) < np.inf
    ]
    solve = solver_of(full.body) if limited else None
    if solve is None:
        return
    size = float(np.linalg.norm(full.mesh.sides))
    for i, part in limited:
        u, limit = moved_by_one(full, solve, i, part), max(map(abs, part.range or ()))
        far = limit * farthest(u)
        if far > STRONG * size:
            warn(
                f"control.actuators.{i}.limit: {limit:.3g} {part.unit} of {part.name!r} "
                f"{_words(limit, part.unit, far, limit * turned(full, u), size)}"
            )


def _words(limit: float, unit: str, far: float, angle: float, size: float) -> str:
    """Describe a limit that moves the body by `far` m, and turns it by an angle in degrees."""
    if angle > BENT:
        less = f"{limit * BENT / angle:.2g} {unit} by {BENT:.0f}"
        return f"bends the body by about {angle:.0f} degrees, to first order; {less}"
    less = f"{limit * MODERATE * size / far:.2g} {unit} moves it by {MODERATE:.0%} of that"
    return f"moves the body by about {far:.2g} m, to first order, {far / size:.2g} times its size; {less}"


def moved_by_one(
    full: FullBody, solve: Callable[[Array], Array], index: int, part: BodyActuatorPart
) -> Array:
    """Return the displacement (n,) m to first order by a control of 1 N, Pa or m; `solve` is `solver_of`'s.

    A cable that is driven by its length loses force as the body yields: its force k s becomes
    k s / (1 + k a), where a is the cable's shortening by a newton of its force.
    """
    force = force_of_one(full, index, part)
    u = solve(force)
    if part.unit != "m":
        return u
    stiffness = float(part.stiffness or 0.0)
    return u / (1.0 + float(force @ u) / stiffness)  # force = k g, so that k a = force @ u / k


def farthest(u: Array) -> float:
    """Return the largest displacement of a vertex, m."""
    return float(np.linalg.norm(u.reshape(-1, 3), axis=1).max())


def turned(full: FullBody, u: Array) -> float:
    """Return by how much a displacement u (n,) m turns the body, to first order, in degrees."""
    mesh, moved = full.mesh, np.zeros(full.mesh.vertices.size)
    moved[full.body.free] = u
    slopes = np.einsum("mac,mad->mcd", moved.reshape(-1, 3)[mesh.tets], mesh.shape_gradients)
    twice = slopes - slopes.transpose(0, 2, 1)
    curl = np.stack([twice[:, (k + 2) % 3, (k + 1) % 3] for k in range(3)])
    angles = np.linalg.norm(curl, axis=0) / 2
    order = np.argsort(angles)
    within = np.searchsorted(np.cumsum(mesh.volumes[order]), MOST_TURNED * mesh.volumes.sum())
    return float(np.degrees(angles[order][min(within, len(order) - 1)]))


def force_of_one(full: FullBody, index: int, part: BodyActuatorPart) -> Array:
    """Return the force (n,) on the body at rest of a control of 1 N, Pa or m."""
    if not part.is_internal:
        return full.actuator_force(index, part)
    return np.asarray(full.terms.unit_forces()[full.scene.internal_actuators.index(part)])
