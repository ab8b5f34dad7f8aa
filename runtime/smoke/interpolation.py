"""Velocities of a MAC grid between its faces, and the path of a point that they carry.

Bilinear interpolation of each component on its own faces ([002], section 4.4, evaluates the velocity modes
so; the grid is described in `meshes.macgrid`): with x, y counted in cells from the corner of the box,

    vx(x, y) = bilinear(u; x, y - 1/2),     vy(x, y) = bilinear(v; x - 1/2, y)

and clamped to the outermost faces, which is free slip along the walls. The path is the explicit midpoint
rule (second-order Runge-Kutta) in a field that stands still for the step, dx = h v(x + h/2 v(x)); the same
rule backwards gives semi-Lagrangian advection its point of departure. A path that ends in a solid cell slides
along it: the step across the wall is left out.

Memory layout: u (nx + 1, ny) and v (nx, ny + 1), C order, m/s; points (count, 2) in metres.

Limits: only the end of a path is looked at, so a step longer than a solid is thick jumps over it. Nothing is
checked, but what is not a number makes no kernel read past its arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from runtime.base.kernels import njit

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}  # all that leaves NaN and infinity alone


class Flow(NamedTuple):
    """A velocity field and a time step, as kernels take them. The field is continued into solids."""

    u: np.ndarray  # (nx + 1, ny) m/s
    v: np.ndarray  # (nx, ny + 1) m/s
    fluid: np.ndarray | None  # (nx, ny) bool, or None where no cell is solid
    per_x: float  # dt / hx, from m/s to cells a step; negative for a path backwards
    per_y: float  # dt / hy


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def corner(rows, columns, s, t):
    """The lower indices (i, j) about the index coordinates (s, t), clamped to the array, and the way beyond.

    The indices are unsigned: compiled code then does not look for indices counted from the end.
    """
    s = min(max(s, 0.0), rows - 1.0)
    t = min(max(t, 0.0), columns - 1.0)
    i = max(min(np.int64(s), rows - 2), 0)  # at least 0 also where s is not a number
    j = max(min(np.int64(t), columns - 2), 0)
    return np.uint64(i), np.uint64(j), s - i, t - j


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def bilinear(values, s, t):
    """The value at the index coordinates (s, t), which are clamped to the array."""
    rows, columns = values.shape
    i, j, a, b = corner(rows, columns, s, t)
    one = np.uint64(1)
    before, beyond = values[i, j], values[i + one, j]
    before += b * (values[i, j + one] - before)
    beyond += b * (values[i + one, j + one] - beyond)
    return before + a * (beyond - before)


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def velocity_at(u, v, x, y):
    """(vx, vy) [m/s] at the point (x, y), counted in cells."""
    return bilinear(u, x, y - 0.5), bilinear(v, x - 0.5, y)


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def follow(flow, x, y, vx, vy):
    """Where the flow carries the point (x, y), counted in cells, in a step; (vx, vy) [m/s] is its velocity.

    That is asked for because at faces and centres it is a mean of two or four values, which spares a third
    of the time. The end may lie outside the box; what samples there clamps by itself.
    """
    vx, vy = velocity_at(flow.u, flow.v, x + 0.5 * flow.per_x * vx, y + 0.5 * flow.per_y * vy)
    return land(flow.fluid, x, y, x + flow.per_x * vx, y + flow.per_y * vy)


def land(fluid: np.ndarray | None, x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """The end of a step from (x, y) to (to_x, to_y): in compiled code `slide`, if there are solids at all.

    Chosen by type when a kernel is compiled: asked at every point, it took half as long again in a box.
    """
    return (to_x, to_y) if fluid is None else slide(fluid, x, y, to_x, to_y)


@overload(land, strict=False)  # strict would have the lambdas annotated
def _compile_land(fluid: Any, x: Any, y: Any, to_x: Any, to_y: Any) -> Any:
    if isinstance(fluid, types.NoneType):
        return lambda fluid, x, y, to_x, to_y: (to_x, to_y)
    return slide.py_func


@njit(cache=True, error_model="numpy")
def slide(fluid, x, y, to_x, to_y):
    """The end of a step from (x, y) to (to_x, to_y) that stops at solids and slips along them."""
    if in_fluid(fluid, to_x, to_y):
        return to_x, to_y
    if in_fluid(fluid, to_x, y):
        return to_x, y
    if in_fluid(fluid, x, to_y):
        return x, to_y
    return x, y


@njit(cache=True, error_model="numpy")
def in_fluid(fluid, x, y):
    """Whether the point (x, y) lies in a fluid cell."""
    nx, ny = fluid.shape
    return fluid[max(min(int(x), nx - 1), 0), max(min(int(y), ny - 1), 0)]


@njit(cache=True, error_model="numpy")
def velocities(u, v, hx, hy, points, out):
    """Velocities `out` (count, 2) [m/s] at `points` (count, 2) [m]."""
    for k in range(points.shape[0]):
        out[k, 0], out[k, 1] = velocity_at(u, v, points[k, 0] / hx, points[k, 1] / hy)


@njit(cache=True, error_model="numpy")
def carry(flow, hx, hy, points, out):
    """Carry `points` (count, 2) [m] along for one step; `out` may be `points`."""
    for k in range(points.shape[0]):
        x, y = points[k, 0] / hx, points[k, 1] / hy
        x, y = follow(flow, x, y, *velocity_at(flow.u, flow.v, x, y))
        out[k, 0] = min(max(x, 0.0), flow.u.shape[0] - 1.0) * hx
        out[k, 1] = min(max(y, 0.0), flow.v.shape[1] - 1.0) * hy


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def advect_density(flow, density, fluid, out):
    """Each fluid cell takes the value of the point that its centre comes from; solid cells are zero."""
    u, v, (nx, ny) = flow.u, flow.v, out.shape
    for i in range(nx):
        for j in range(ny):
            out[i, j] = 0.0
            if fluid[i, j]:
                vx, vy = 0.5 * (u[i, j] + u[i + 1, j]), 0.5 * (v[i, j] + v[i, j + 1])
                x, y = follow(flow, i + 0.5, j + 0.5, vx, vy)
                out[i, j] = bilinear(density, x - 0.5, y - 0.5)
