"""Interpolation of velocities on a MAC grid, and the path of a point that the flow carries.

Each component is interpolated linearly along every axis between its own faces ([002], section 4.4, evaluates
the velocity modes so; the grid is described in `meshes.macgrid`): with the place x counted in cells from the
corner of the box,

    v_a(x) = between(faces[a]; x - 1/2 along all axes but a)

and clamped to the outermost faces, which is free slip along the walls. The path is computed by the explicit
midpoint rule (second-order Runge-Kutta) in a field that is constant during the step, dx = h v(x + h/2 v(x));
the same rule backwards gives the departure point of semi-Lagrangian advection. A path that ends in a solid
cell slides along it: the part of the step across the wall is left out.

The number of axes d is the grid's. Places, velocities and indices are tuples of d numbers, whose length is
part of their type, and an axis is represented by a tuple of as many zeros as its number (`axis` below): loops
over axes are unrolled when a kernel is compiled. So one source serves the plane and space.

Memory layout: `faces` is a tuple of d arrays, faces[a] with one entry more along the axis a than there are
cells, C order, m/s; points (count, d) in metres.

Limits: only the end of a path is tested, so that a step longer than a solid is thick jumps over it. Nothing
is checked, but NaN makes no kernel read past its arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from runtime.base.kernels import Internal, njit

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}  # fast-math flags that keep NaN and infinity

Numbers = Internal  # a tuple of numbers, one per axis
Axis = Internal  # a tuple of zeros whose length is the axis's number, for compile-time recursion


class Flow(NamedTuple):
    """A velocity field and a time step. The field is continued into solids."""

    faces: tuple[np.ndarray, ...]  # m/s, the velocity component along each axis, at the faces across it
    fluid: np.ndarray | None  # (cells) bool, or None where no cell is solid
    per: tuple[float, ...]  # dt / h: converts m/s to cells per step, per axis; negative: backwards in time


def compiled(way: Callable[..., Internal]) -> Callable[..., Internal]:
    """A function for compiled code; `way` returns its implementation for the types of its arguments."""

    def function(*_: Internal) -> Internal:
        raise NotImplementedError(f"{way.__name__} is for compiled code")

    function.__name__, function.__qualname__, function.__doc__ = way.__name__, way.__name__, way.__doc__
    overload(
        function,
        jit_options={"error_model": "numpy", "fastmath": FASTMATH, "forceinline": True},
        strict=False,
    )(way)
    return function


@compiled
def raised(place: Numbers, by: Internal) -> Internal:
    """The place with `by` added along all axes."""
    if not len(place):
        return lambda place, by: ()
    return lambda place, by: (place[0] + by, *raised(place[1:], by))


@compiled
def moved(place: Numbers, per: Numbers, velocity: Numbers, share: Internal) -> Internal:
    """The place plus share * per * velocity, axis by axis."""
    if not len(place):
        return lambda place, per, velocity, share: ()
    return lambda place, per, velocity, share: (
        place[0] + share * per[0] * velocity[0],
        *moved(place[1:], per[1:], velocity[1:], share),
    )


@compiled
def shifted(place: Numbers, axis: Axis, by: Internal) -> Internal:
    """The place with `by` added along all axes but one."""
    if not len(axis):
        return lambda place, axis, by: (place[0] + 0.0, *raised(place[1:], by))
    return lambda place, axis, by: (place[0] + by, *shifted(place[1:], axis[1:], by))


@compiled
def stepped(index: Numbers, axis: Axis, by: Internal) -> Internal:
    """The index with `by` added along one axis, where it is then unsigned: see `below`."""
    if not len(axis):
        return lambda index, axis, by: (np.uint64(index[0] + by), *index[1:])
    return lambda index, axis, by: (index[0], *stepped(index[1:], axis[1:], by))


@compiled
def counted(row: Internal, first: Internal, spacing: Numbers) -> Internal:
    """The place, counted in cells, of coordinates in metres that are in an array from `first` on."""
    if not len(spacing):
        return lambda row, first, spacing: ()
    return lambda row, first, spacing: (row[first] / spacing[0], *counted(row, first + 1, spacing[1:]))


@compiled
def unravelled(number: Internal, shape: Numbers) -> Internal:
    """The index tuple of an entry, by its number in C order."""
    if not len(shape):
        return lambda number, shape: ()
    if len(shape) == 1:
        return lambda number, shape: (number,)
    return lambda number, shape: (*unravelled(number // shape[-1], shape[:-1]), number % shape[-1])


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def below(count, s):
    """The index below the index coordinate s, clamped to `count` entries, and the remainder.

    The index is unsigned: compiled code then does not test for indices counted from the end.
    """
    s = min(max(s, 0.0), count - 1.0)
    i = max(min(np.int64(s), count - 2), 0)  # not negative even if s is NaN
    return np.uint64(i), s - i


@compiled
def about(shape: Numbers, place: Numbers) -> Internal:
    """The results of `below` for the index coordinates `place`, along each axis."""
    if not len(place):
        return lambda shape, place: ()
    return lambda shape, place: (below(shape[0], place[0]), *about(shape[1:], place[1:]))


@compiled
def between(values: Internal, place: Numbers) -> Internal:
    """Interpolate an array linearly at the index coordinates `place`, which are clamped to the array.

    A numba overload (see `compiled`), whose recursion over the axes is unrolled as it is compiled.
    """
    return lambda values, place: interpolated(values, about(values.shape, place), (), ())


@compiled
def interpolated(values: Internal, places: Internal, at: Internal, rest: Internal) -> Internal:
    """The value interpolated by `places`; `at` are the indices before, and `rest` those after."""
    if not len(places):
        return lambda values, places, at, rest: values[at + rest]

    def interpolate(values: Internal, places: Internal, at: Internal, rest: Internal) -> Internal:
        i, share = places[0]
        low = interpolated(values, places[1:], (*at, i), rest)
        high = interpolated(values, places[1:], (*at, i + np.uint64(1)), rest)
        return low + share * (high - low)

    return interpolate


@compiled
def velocity_at(faces: Internal, place: Numbers, axis: Axis) -> Internal:
    """Interpolate the velocity, m/s, at a `place` counted in cells: the components from axis len(axis) on.

    `faces` has their values, in that order. The recursion is unrolled as it is compiled.
    """
    if not len(faces):
        return lambda faces, place, axis: ()
    return lambda faces, place, axis: (
        between(faces[0], shifted(place, axis, -0.5)),
        *velocity_at(faces[1:], place, (*axis, 0)),
    )


@compiled
def velocity_at_centre(faces: Internal, index: Numbers, axis: Axis) -> Internal:
    """The velocity at a cell's centre, m/s: along each axis it is the mean of the cell's two faces."""
    if not len(faces):
        return lambda faces, index, axis: ()
    return lambda faces, index, axis: (
        0.5 * (faces[0][index] + faces[0][stepped(index, axis, 1)]),
        *velocity_at_centre(faces[1:], index, (*axis, 0)),
    )


@compiled
def velocity_at_face(faces: Internal, index: Numbers, across: Axis, axis: Axis) -> Internal:
    """The velocity at a face `across` an axis, inside the box; along other axes the mean of four faces."""
    if not len(faces):
        return lambda faces, index, across, axis: ()
    if len(across) == len(axis):
        return lambda faces, index, across, axis: (
            faces[0][index],
            *velocity_at_face(faces[1:], index, across, (*axis, 0)),
        )
    return lambda faces, index, across, axis: (
        0.25
        * (
            faces[0][stepped(index, across, -1)]
            + faces[0][stepped(stepped(index, across, -1), axis, 1)]
            + faces[0][index]
            + faces[0][stepped(index, axis, 1)]
        ),
        *velocity_at_face(faces[1:], index, across, (*axis, 0)),
    )


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def follow(flow, place, velocity):
    """The end of the path of a place, counted in cells, in a step; `velocity` [m/s] is that at the place.

    The velocity is an argument because at faces and centres it is a mean of two or four values, which saves a
    third of the time. The end may lie outside the box; sampling there clamps the place.
    """
    velocity = velocity_at(flow.faces, moved(place, flow.per, velocity, 0.5), ())
    return land(flow.fluid, place, moved(place, flow.per, velocity, 1.0))


@compiled
def land(fluid: Internal, place: Numbers, end: Numbers) -> Internal:
    """The end of a step, by `slide` if there are solids at all.

    It is chosen by type when a kernel is compiled: a test at every point took half as long again in a box.
    """
    if isinstance(fluid, types.NoneType):
        return lambda fluid, place, end: end
    return slide.py_func


@njit(cache=True, error_model="numpy")
def slide(fluid, place, end):
    """The end of a step that stops at solids and slips along them: as few axes as possible are left out."""
    axes = len(place)
    for stopped in range(axes):
        for left_out in range(1 << axes):  # one bit per axis, the last axis first
            count = 0
            for axis in range(axes):
                count += (left_out >> axis) & 1
            if count == stopped:
                tried = chosen(place, end, left_out)
                if in_fluid(fluid, tried):
                    return tried
    return place


@compiled
def chosen(place: Numbers, end: Numbers, left_out: Internal) -> Internal:
    """`end`, with the coordinates of `place` along the axes whose bits are set."""
    if not len(place):
        return lambda place, end, left_out: ()
    bit = len(place) - 1
    return lambda place, end, left_out: (
        place[0] if (left_out >> bit) & 1 else end[0],
        *chosen(place[1:], end[1:], left_out),
    )


@njit(cache=True, error_model="numpy")
def in_fluid(fluid, place):
    """Whether a place lies in a fluid cell."""
    return fluid[cell_at(fluid.shape, place)]


@compiled
def cell_at(shape: Numbers, place: Numbers) -> Internal:
    """The index of the cell that contains a place, or is nearest to it."""
    if not len(shape):
        return lambda shape, place: ()
    return lambda shape, place: (
        max(min(int(place[0]), shape[0] - 1), 0),
        *cell_at(shape[1:], place[1:]),
    )


@compiled
def boxed(faces: Internal, place: Numbers, axis: Axis) -> Internal:
    """A place, clamped to the box."""
    if not len(faces):
        return lambda faces, place, axis: ()
    number = len(axis)
    return lambda faces, place, axis: (
        min(max(place[0], 0.0), faces[0].shape[number] - 1.0),
        *boxed(faces[1:], place[1:], (*axis, 0)),
    )


@njit(cache=True, error_model="numpy")
def velocities(faces, spacing, points, out):
    """Write the velocities (count, d) [m/s] at `points` (count, d) [m] into `out`."""
    for k in range(points.shape[0]):
        found = velocity_at(faces, counted(points[k], 0, spacing), ())
        for axis in range(len(found)):
            out[k, axis] = found[axis]


@njit(cache=True, error_model="numpy")
def carry(flow, spacing, points, out):
    """Carry `points` (count, d) [m] along for one step; `out` may be `points`."""
    for k in range(points.shape[0]):
        place = counted(points[k], 0, spacing)
        end = boxed(flow.faces, follow(flow, place, velocity_at(flow.faces, place, ())), ())
        for axis in range(len(end)):
            out[k, axis] = end[axis] * spacing[axis]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def advect_density(flow, density, fluid, out):
    """Write into `out`, for each fluid cell, the density where its centre comes from; 0 in solid cells."""
    count = out.shape[-1]
    for row in range(out.size // count):
        lead = unravelled(row, out.shape[:-1])
        for i in range(count):
            index = (*lead, i)
            out[index] = 0.0
            if fluid[index]:
                velocity = velocity_at_centre(flow.faces, index, ())
                end = follow(flow, raised(index, 0.5), velocity)
                out[index] = between(density, raised(end, -0.5))
