"""Checks of the arrays of contact that a bundle stores, and the data that kernels take, made from them.

The stiffness kappa of a free thing that has axes is chosen so that its strain C
(`runtime.body.contact.rigid`) stays below STRAIN under the load that its layer bears: the pressure k delta
all over its largest side A, and on one sample of its own, of area a. A force F at a distance s from its
middle strains it by C = s F / (2 kappa), so that

    kappa = k delta (A + a) s / (2 STRAIN)

with s its longest half side and A = 4 s times its middle one. Its sample bears eight times its weight
(`offline.full.body.terms.contact`), and a spin W strains it by J W^2 / (2 kappa).
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import Array, aligned, aligned_copy
from runtime.body.contact.data import (
    BODYS,
    CARRIERS,
    NOBODYS,
    POSE,
    ContactArrays,
    Data,
    Work,
    touching_places,
)
from runtime.body.contact.shapes import BOX, CAPSULE, CYLINDER, FOUND, GRID, KINDS, ROOM, SPHERE, Shapes

ORTHOGONAL = 1e-6  # largest entry of R R^T - 1 that is taken for round-off
LEAST_NODES, MOST_NODES = 5, 10_000  # nodes of a grid along each axis
STRAIN = 1e-4  # largest strain of a free thing that counts as rigid
SLACK = 1e-3  # tolerated excess over 1 of the distance's gradient of a thing that is slightly strained


def check_arrays(contact: ContactArrays) -> None:
    """Raise ValueError where the arrays describe no valid shapes, or kernels would read beyond them."""
    turns = contact.poses[:, 3:].reshape(-1, 3, 3)
    square = np.abs(turns @ turns.transpose(0, 2, 1) - np.eye(3)).max() <= ORTHOGONAL
    if not square or not (np.linalg.det(turns) > 0.0).all():
        raise ValueError("contact/poses: their last nine numbers are no rotations")
    _check_free(contact)
    tools = contact.moving[contact.moving >= 0]
    if (
        not np.array_equal(tools, np.arange(len(tools)))
        or (contact.moving[len(contact.moving) - len(tools) :] < 0).any()
    ):
        raise ValueError(
            "contact/moving: expected less than 0 of what is no tool, and then 0, 1, ... of tools"
        )
    if not (contact.law[:2] > 0).all():
        raise ValueError("contact/law: its first two numbers must be above 0")
    needed = np.array([0, 1, 2, 2, 3, 0])[contact.kinds]
    if not all((size[:count] > 0).all() for size, count in zip(contact.sizes, needed, strict=True)):
        raise ValueError("contact/sizes: a shape has no size")
    numbers = contact.sizes[contact.kinds == GRID, 0]
    if not np.isin(numbers, np.arange(len(contact.grid_shapes))).all():
        raise ValueError("contact/sizes: of a grid that is not there")
    counts, starts = contact.grid_shapes[:, :3], contact.grid_shapes[:, 3]
    if (counts < LEAST_NODES).any() or (counts > MOST_NODES).any():
        raise ValueError(f"contact/grid_shapes: expected {LEAST_NODES} to {MOST_NODES} nodes along each axis")
    if (starts + counts.prod(axis=1) > len(contact.coefficients)).any():
        raise ValueError("contact/grid_shapes: a grid has more nodes than there are coefficients")
    if (contact.grid_frames[:, 3] <= 0).any():
        raise ValueError("contact/grid_frames: no distance between nodes")


def _check_free(contact: ContactArrays) -> None:
    """Raise ValueError unless each free thing is of a kind that can be free, and has samples of its own."""
    free = np.flatnonzero(contact.moving <= -2).tolist()
    wrong = [KINDS[kind] for kind in contact.kinds[free].tolist() if kind not in CARRIERS]
    if wrong:
        raise ValueError(f"contact/kinds: a {wrong[0]} cannot be free")
    own = np.concatenate([np.zeros(0, dtype=int), *(_samples_of(contact, shape) for shape in free)])
    if (own >= len(contact.areas)).any() or len(np.unique(own)) < len(own):
        raise ValueError("contact/moving: of free things expected -2 less the sample of their middle")


def _samples_of(contact: ContactArrays, shape: int) -> Array:
    """The indices of all samples of a free thing, its middle first."""
    kind = int(contact.kinds[shape])
    count = CARRIERS[kind] + len(touching_places(kind, contact.sizes[shape]))
    return -2 - contact.moving[shape] + np.arange(count)


def _owners(contact: ContactArrays) -> Array:
    """The free thing that touches with each sample (m,); `BODYS`: the body does, `NOBODYS`: none does."""
    found = np.full(len(contact.areas), BODYS)
    for shape in np.flatnonzero(contact.moving <= -2).tolist():
        own, carriers = _samples_of(contact, shape), CARRIERS[int(contact.kinds[shape])]
        found[own] = NOBODYS
        found[own[carriers:] if len(own) > carriers else own[:1]] = shape
    return found


def _meets(contact: ContactArrays, owners: Array) -> Array:
    """Whether each sample may touch each shape (o, m).

    Of two balls, or two capsules, the samples of the later one touch the earlier one. A ball's sample touches
    capsules and boxes, a capsule's samples touch boxes, and a box's samples touch boxes and capsules.
    """
    kinds, found = contact.kinds, np.repeat(owners[None] != NOBODYS, len(contact.kinds), axis=0)
    rank = {SPHERE: 0, CAPSULE: 1, BOX: 2}
    for sample in np.flatnonzero(owners >= 0):
        own = int(owners[sample])
        for shape in np.flatnonzero(contact.moving <= -2).tolist():
            one, other = rank[int(kinds[own])], rank[int(kinds[shape])]
            both = own != shape and one == rank[BOX] and other > 0
            found[shape, sample] = both or one < other or (one == other and shape < own)
    return found.astype(np.int64)


def loose_coordinates(contact: ContactArrays) -> Array:
    """The free thing (r,) that each coordinate moves; `BODYS`: it moves the body."""
    found = np.full(contact.point_modes.shape[2], BODYS)
    for shape in np.flatnonzero(contact.moving <= -2).tolist():
        carriers = _samples_of(contact, shape)[: CARRIERS[int(contact.kinds[shape])]]
        found[contact.point_modes[carriers].any(axis=(0, 1))] = shape
    return found


def has_axes(contact: ContactArrays) -> Array:
    """Whether each shape (o,) is a free box or capsule: these move with axes, free balls without."""
    return (contact.moving <= -2) & (contact.kinds != SPHERE)


def axes_coordinates(contact: ContactArrays) -> tuple[int, ...]:
    """The indices of the plant's coordinates that move the axes of free boxes and capsules.

    Such a shape moves as an affine body: its first sample is its middle, and the next three lie on its axes
    and move with them. The contact term keeps the axes nearly rigid by a stiff energy, and so reports their
    coordinates (`Manner.rigid`). Without modes these are the sample positions themselves, three a sample.
    """
    shapes = np.flatnonzero(has_axes(contact)).tolist()
    samples = [int(sample) for shape in shapes for sample in _samples_of(contact, shape)[1:4]]
    modes = contact.point_modes
    if not modes.shape[2]:
        return tuple(3 * sample + axis for sample in samples for axis in range(3))
    return tuple(np.flatnonzero(modes[samples].any(axis=(0, 1))).tolist()) if samples else ()


def turning_directions(contact: ContactArrays, p: Array) -> Array:
    """The directions (3 k, r) in which k free boxes and capsules turn about the axes of space at p (r,)."""
    found = [np.zeros((0, p.size))]
    for shape in np.flatnonzero(has_axes(contact)).tolist():
        own = _samples_of(contact, shape)[1:4]
        modes = contact.point_modes[own]  # (3, 3, r): each entry of an axis has a coordinate of its own
        axes = contact.points[own] + modes @ p
        moved = np.cross(np.eye(3)[:, None], axes)  # (3, 3, 3) by turning about x, y and z
        found.append(np.einsum("taj,ajr->tr", moved, np.divide(1.0, modes, where=modes != 0, out=0 * modes)))
    return np.concatenate(found)


def _rigidity(contact: ContactArrays) -> Array:
    """The stiffness kappa (o,) J of free shapes that have axes; 0 of all others."""
    found = np.zeros(len(contact.kinds))
    for shape in np.flatnonzero(has_axes(contact)).tolist():
        kind, size = int(contact.kinds[shape]), contact.sizes[shape]
        _, middle, longest = np.sort(size if kind == BOX else [size[0], size[0], size[0] + size[1]])
        area = 4.0 * middle * longest + contact.areas[_samples_of(contact, shape)[-1]]
        found[shape] = contact.stiffness[shape] * contact.law[0] * area * longest / (2.0 * STRAIN)
    return found


def data_of(contact: ContactArrays, first: int) -> Data:
    """The data of contact for its kernels; its inputs are the plant's from `first` on."""
    (m, _, r), o = contact.point_modes.shape, len(contact.kinds)
    owners, rigidity = _owners(contact), _rigidity(contact)
    pairs = m * o
    rows = (9 if (owners >= 0).any() else 3) * pairs + 9 * np.count_nonzero(rigidity)
    steep = np.ones(o)
    grids = contact.sizes[contact.kinds == GRID, 0].astype(int)
    steep[contact.kinds == GRID] = contact.grid_slopes[grids]
    steep[rigidity > 0] = 1.0 + SLACK
    coordinates = r or 3 * m
    numbers = {
        "speeds": (o, 6),
        "spins": (o, 9),
        "rates": (o, 3, 3),
        "kept": (o, POSE),
        "bound": (o, 3, 3),
        "turned": (1,),
        "travel": (o,),
        "half": (1,),
        "start": (coordinates,),
        "alone": (o,),
        "idle": (r,),
        "seen_poses": (o, POSE),
        "seen_far": (o,),
        "gaps": (o, m),
        "fruitless": (1,),
        "pulls": (pairs, 3),
        "held": (pairs, 5),
        "blocks": (pairs, 54),
        "force": (r,),
        "acting": (pairs, 5, 3),
        "arms": (pairs, 6),
        "within": (pairs, 3),
        "from_start": (pairs, 3),
        "turns": (pairs, 9),
        "left": (rows, r),
        "right": (rows, r),
        "apart": (3, max(r, 15)),  # also used outside of the loop, for five samples
        "product": (r, r),
        "room": (ROOM,),
        "found": (FOUND,),
        "x": (3,),
        "y": (3,),
        "u": (3,),
        "last": (3,),
        "means": (6,),
        "factors": (6,),
        "begun": (o, m, 10),
    }
    work = Work(
        **{name: aligned(*shape) for name, shape in numbers.items()},
        at=np.zeros((pairs, 2), dtype=np.int64),
        points=np.zeros((pairs, 5), dtype=np.int64),
        active=np.zeros(1, dtype=np.int64),
        poses=aligned_copy(np.tile(contact.poses, (3, 1, 1))),
        seen=np.full(coordinates, np.nan),
        straight=aligned_copy(np.concatenate([np.zeros(3), np.eye(3).ravel()])),
        turning=np.zeros(2),
        part=np.zeros(1, dtype=np.int64),
        known=np.zeros((o, m), dtype=np.int64),
    )
    shapes = Shapes(
        *map(
            aligned_copy,
            (contact.kinds, contact.sizes, contact.grid_shapes, contact.grid_frames, contact.coefficients),
        )
    )
    return Data(
        first,
        aligned_copy(contact.points),
        aligned_copy(contact.point_modes.reshape(3 * m, r)),
        aligned_copy(contact.areas),
        np.where(owners == NOBODYS, 0.0, _reach_of(contact)),
        steep,
        *_pace_of(contact),
        shapes,
        aligned_copy(contact.poses),
        aligned_copy(contact.moving),
        owners,
        loose_coordinates(contact),
        _meets(contact, owners),
        rigidity,
        _radii(contact, owners),
        aligned_copy(contact.friction),
        aligned_copy(contact.stiffness),
        aligned_copy(contact.law),
        work,
    )


def _pace_of(contact: ContactArrays) -> tuple[Array, Array]:
    """How far each shape may go in a part of a step, and how far it reaches from its middle, (o,) m each."""
    a, b, c = contact.sizes.T
    thin, far = np.full(len(contact.kinds), np.inf), np.zeros(len(contact.kinds))
    for kind, thinnest, extent in (
        (SPHERE, a, a),
        (CAPSULE, a, a + b),
        (CYLINDER, np.minimum(a, b), np.hypot(a, b)),
        (BOX, np.minimum(np.minimum(a, b), c), np.sqrt(a**2 + b**2 + c**2)),
    ):
        own = contact.kinds == kind
        thin[own], far[own] = thinnest[own], extent[own]
    for shape in np.flatnonzero(contact.kinds == GRID):
        thin[shape], far[shape] = _grid_size(contact, int(a[shape]))
    return np.maximum(thin, contact.law[0]), far


def _grid_size(contact: ContactArrays, grid: int) -> tuple[float, float]:
    """The depth of the deepest node inside a grid's shape, and how far the grid reaches, m."""
    *counts, start = contact.grid_shapes[grid].tolist()
    low, spacing = contact.grid_frames[grid, :3], contact.grid_frames[grid, 3]
    corner = np.maximum(np.abs(low), np.abs(low + spacing * (np.array(counts) - 1)))
    there = contact.coefficients[start : start + int(np.prod(counts))].reshape(counts)
    for axis in range(3):  # B-spline coefficients to values at the nodes
        row = np.moveaxis(there, axis, 0)
        there = np.moveaxis((row[:-2] + 4.0 * row[1:-1] + row[2:]) / 6.0, 0, axis)
    return max(float(-there.min()), 0.0), float(np.linalg.norm(corner))


def _reach_of(contact: ContactArrays) -> Array:
    """The most by which a unit of p moves each sample (m,)."""
    m, _, r = contact.point_modes.shape
    return np.linalg.norm(contact.point_modes, 2, axis=(1, 2)) if m and r else np.ones(m)


def _radii(contact: ContactArrays, owners: Array) -> Array:
    """The radii (m,) m of the balls about samples: those of free balls and capsules have one, others 0."""
    own = np.maximum(owners, 0)
    return np.where((owners >= 0) & (contact.kinds[own] != BOX), contact.sizes[own, 0], 0.0)
