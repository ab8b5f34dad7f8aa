"""Solid shapes as functions of space, negative inside: limbs along curves, ellipsoids, and blends of them.

A shape maps points (n, 3) [m] to values (n,) [m] that vanish on its surface and approximate the distance to
it nearby. For an ellipsoid with half axes h about the origin the value is

    k_0 (k_0 - 1) / k_1    with    k_0 = |p / h|,  k_1 = |p / h^2|,

the distance to first order, and exact for a sphere (Quilez, "Distance functions"). A limb is an ellipsoid
that runs along a smooth curve and changes its half axes on the way: the value at a point is that of the
ellipsoid at the curve's nearest point. A blend of a and b over the length k is the polynomial smooth minimum

    min(a, b) - k h^2 / 4,     h = max(1 - |a - b| / k, 0)

(Quilez, "Smooth minimum"), which rounds the crease between two shapes and leaves both alone farther away.

Limits: a limb's half width must stay below the radius of curvature of its curve, or the shape folds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Shape = Callable[[Floats], Floats]

SAMPLES = 400  # points along a limb's centre line: 3 mm apart on a metre, which leaves ripples of 0.1 mm


def ellipsoid(centre: npt.ArrayLike, half_axes: npt.ArrayLike, axes: npt.ArrayLike | None = None) -> Shape:
    """An ellipsoid with half axes (3,) [m] along the rows of `axes` (3, 3), else along x, y and z."""
    middle, half = np.array(centre, dtype=np.float64), np.array(half_axes, dtype=np.float64)
    rows = np.eye(3) if axes is None else np.array(axes, dtype=np.float64)
    return lambda points: _ellipsoid_value((points - middle) @ rows.T, half)


def limb(
    curve: npt.ArrayLike,
    thickness: npt.ArrayLike,
    width: npt.ArrayLike | None = None,
    side: npt.ArrayLike = (0.0, 0.0, 1.0),
) -> Shape:
    """A rounded limb along the cubic spline through `curve` (k, 3) [m], k at least 2.

    `thickness` (k,) [m] are half thicknesses along the way; with `width` (k,) [m], half widths along `side`
    (3,), the limb is flat. Then the curve must lie in a plane to which `side` is perpendicular.
    """
    from scipy.spatial import KDTree

    middles, tangents, half = _sampled(curve, thickness, thickness if width is None else width)
    frames = _frames(tangents, None if width is None else np.asarray(side, dtype=np.float64))
    tree = KDTree(middles)

    def value(points: Floats) -> Floats:
        nearest = tree.query(points)[1]
        local = np.einsum("nij,nj->ni", frames[nearest], points - middles[nearest])
        return _ellipsoid_value(local, half[nearest])

    return value


def blend(shapes: Sequence[Shape], over: float) -> Shape:
    """The union of all shapes, creases rounded over the length `over` [m]; the order matters a little."""

    def value(points: Floats) -> Floats:
        total = shapes[0](points)
        for shape in shapes[1:]:
            total = _smooth_minimum(total, shape(points), over)
        return total

    return value


def mirrored(shape: Shape) -> Shape:
    """Return the part of a shape at positive z together with its mirror image in the plane z = 0."""
    return lambda points: shape(points * [1.0, 1.0, 0.0] + np.abs(points) * [0.0, 0.0, 1.0])


def above_ground(shape: Shape) -> Shape:
    """Return the part of a shape above the plane y = 0."""
    return lambda points: np.maximum(shape(points), -points[:, 1])


def _ellipsoid_value(local: Floats, half: Floats) -> Floats:
    first = np.linalg.norm(local / half, axis=1)
    second = np.linalg.norm(local / half**2, axis=1)
    smallest = np.broadcast_to(np.min(half, axis=-1), first.shape)
    # at the very centre any value will do
    scale = np.divide(first, second, out=smallest.copy(), where=second > 0)
    value: Floats = scale * (first - 1.0)
    return value


def _smooth_minimum(a: Floats, b: Floats, over: float) -> Floats:
    closeness = np.maximum(1.0 - np.abs(a - b) / over, 0.0)
    return np.minimum(a, b) - over / 4.0 * closeness**2


def _frames(tangents: Floats, side: Floats | None) -> Floats:
    """Return frames (n, 3, 3) with rows along tangent, side and normal; for a round limb any axes will do."""
    if side is None:
        return np.broadcast_to(np.eye(3), (len(tangents), 3, 3))
    across = side - (tangents @ side)[:, None] * tangents
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    return np.stack([tangents, across, np.cross(tangents, across)], axis=1)


def _sampled(
    curve: npt.ArrayLike, thickness: npt.ArrayLike, width: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Return points (SAMPLES, 3) on the curve, unit tangents, half axes along tangent, side and normal."""
    from scipy.interpolate import CubicSpline, PchipInterpolator

    knots = np.asarray(curve, dtype=np.float64)
    lengths = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(knots, axis=0), axis=1)))
    places = np.linspace(0.0, lengths[-1], SAMPLES)
    spline = CubicSpline(lengths, knots, bc_type="natural")
    tangents = spline(places, 1)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    # Monotone between knots: a cubic spline might make a thin limb thinner than requested.
    thick, wide = (PchipInterpolator(lengths, np.asarray(value))(places) for value in (thickness, width))
    return spline(places), tangents, np.stack([thick, wide, thick], axis=1)
