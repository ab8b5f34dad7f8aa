"""What a body moves itself by: cables that pull and chambers that press, in reduced coordinates.

A muscle has a measure m(p), the length of a cable or minus the volume of a chamber, and its control c sets
its tension t: a cable's own, t = c [N], or a chamber's pressure, t = c [Pa]. With it come

    the force     -t dm/dp                        (of a chamber c dV/dp)
    its stiffness  t d^2m/dp^2 + dt/dm dm dm^T    (minus the force's derivative, symmetric)
    its energy     t m

A cable that is driven by its length, as motors do, has the stiffness k instead and t = k max(0, m - m_0 + c),
c [m] being what is wound up: dt/dm = dt/dc = k where it is taut, and the energy is t^2 / (2 k). Just taut, as
at rest, counts as taut: a stretch of 0 but for round-off has the derivative of the side that pulls.

A cable runs straight between points x_j = X_j + D_j p of the body, or of space, where D_j = 0; with its
segments e = x_j+1 - x_j, their unit vectors n and E = D_j+1 - D_j

    m = sum |e|,  dm/dp = sum E^T n,  d^2m/dp^2 = sum E^T W E,  W = (1 - n n^T) / |e|
    d(W a)/de = -((n a) P + n (P a)^T + (P a) n^T) / |e|^2,  P = 1 - n n^T

A chamber's volume is a cubic polynomial, V = V_0 + s p + 1/2 p^T C p + 1/6 T[p, p, p].

c is held over a step, the force is not: a step's equation (`runtime.body.midpoint`) has the force at p_mid,
and Newton's matrix its stiffness. Damping is the material's alone. Where a projected stiffness stands in,
chambers leave theirs out, for it is indefinite; that of cables, t >= 0, is positive semidefinite.

What compiled loops call is in `runtime.body.muscle_kernels`.

Limits: nothing is checked here; a segment of no length gives no number, and the step fails. A cable that is
really slack along a reference has no derivative there, and so no gain winds it up.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from runtime.base.addresses import Behind, put_behind
from runtime.base.kernels import Array, aligned, aligned_copy
from runtime.body.elastic import mirror
from runtime.body.muscle_kernels import (
    HOOKS,
    MuscleData,
    MuscleWork,
    add_held_stiffness,
    evaluate,
    held_energy,
    stiffen,
)


class MuscleArrays(NamedTuple):
    """The muscles of a reduced body as a bundle stores them: first cables, then chambers."""

    points: Array  # (k, 3) m, of all cables, at rest
    point_modes: Array  # (k, 3, r) kg^-1/2, what each coordinate moves them by
    cables: Array  # (cables + 1,) where in `points` each begins
    springs: Array  # (cables,) N/m of those that are driven by their length, 0 of others
    volumes: Array  # (chambers,) m^3 at rest
    volume_slopes: Array  # (chambers, r) dV/dp there
    volume_curvatures: Array  # (chambers, r, r) d^2V/dp^2 there
    volume_cubics: Array  # (chambers, r, r r) d^3V/dp^3


class Muscles(MuscleArrays):
    """What they do, for callers outside a loop; any thread may ask."""

    @property
    def inputs(self) -> int:
        """How many there are, each with an input of its own."""
        return len(self.springs) + len(self.volumes)

    def force(self, p: Array, c: Array, data: MuscleData | None = None) -> Array:
        """B(p) c (r,), in the working memory of `data` where one thread has some."""
        work = self._at(p, c, data).work
        return -work.gradient.T @ work.tension

    def stiffness(self, p: Array, c: Array) -> Array:
        """-d(B(p) c)/dp (r, r), symmetric."""
        data, found = self._at(p, c), np.zeros((p.size, p.size))
        stiffen(data)
        add_held_stiffness(data, 1.0, True, found)
        mirror(found)
        return found

    def unit_forces(self, p: Array, c: Array) -> Array:
        """d(B(p) c)/dc (r, a)."""
        work = self._at(p, c).work
        return np.asarray(-(work.gradient.T * work.by_control))

    def energy(self, p: Array, c: Array) -> float:
        """Whose gradient is minus the force; J where c is in N, Pa and m."""
        return float(held_energy(self._at(p, c)))

    def measures(self, p: Array) -> Array:
        """Lengths (m) of cables, and minus the volumes (m^3) of chambers, at p (r,)."""
        return self._at(p, np.zeros(self.inputs)).work.measure

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """Those of `MuscleData`, which nobody writes."""
        inner = np.setdiff1d(np.arange(len(self.points) - 1), self.cables[1:-1] - 1)
        rest, r = np.diff(self.points, axis=0)[inner], self.point_modes.shape[2]
        starts = self.cables - np.arange(len(self.cables))
        lengths = [np.linalg.norm(rest[a:b], axis=1).sum() for a, b in pairwise(starts)]
        found = {
            "rest": rest.reshape(-1), "starts": starts, "springs": self.springs,
            "modes": np.diff(self.point_modes, axis=0)[inner].reshape(-1, r),
            "lengths": np.array(lengths, dtype=float), "volumes": self.volumes, "slopes": self.volume_slopes,
            "curvatures": self.volume_curvatures, "cubics": self.volume_cubics.reshape(-1, r * r, r),
        }  # fmt: skip
        return {name: aligned_copy(array) for name, array in found.items()}

    def _at(self, p: Array, c: Array, given: MuscleData | None = None) -> MuscleData:
        """What is found at p, all but the stiffness of cables."""
        data = given or _muscle_data(self)
        data.work.control[:] = c
        evaluate(data, np.ascontiguousarray(p, dtype=float))
        return data


def muscles_behind(muscles: Muscles | None) -> Behind:
    """Muscles, or none, as kernels of the time scheme take them, with working memory of their own."""
    return put_behind(_muscle_data(muscles) if muscles is not None and muscles.inputs else None, HOOKS)


def _muscle_data(muscles: Muscles) -> MuscleData:
    (edges, r), a, chambers = muscles.arrays["modes"].shape, muscles.inputs, len(muscles.volumes)
    each = ("control", "tension", "by_measure", "by_control", "measure")
    work = MuscleWork(
        **{name: aligned(a) for name in each},
        **{name: aligned(a, r) for name in ("gradient", "curved", "columns")},
        **{name: aligned(edges) for name in ("edges", "turned", "along")},
        pull=aligned(r), square=aligned(r * r), blocks=aligned(edges // 3, 3, 3), products=aligned(edges, r),
        cables=aligned(r, r), bulges=aligned(chambers, r, r),
    )  # fmt: skip
    return MuscleData(**muscles.arrays, work=work)
