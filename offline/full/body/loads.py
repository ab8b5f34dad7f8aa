"""External forces of a scene: fixed patterns over the free degrees of freedom, times factors in time.

The force held over step k is `sum_l factors[l, k] patterns[l]`, in newtons: the control `B u_k` of the
nominal run ([002], equation 1). A load that starts or ends inside a step counts by the part it covers, and
`factors` of a load by their mean over that part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.terms.placing import region_of
from offline.scenes.base.parts import TimePart
from offline.scenes.body.actuators import LoadPart
from runtime.base.noise import gradient_noise

__all__ = ["Loads", "build_loads", "region_of", "spread"]


@dataclass(frozen=True)
class Loads:
    """`patterns` (l, n_free) N, `factors` (l, T), and `driving` (l, a), their effect on the chambers."""

    patterns: np.ndarray
    factors: np.ndarray
    driving: np.ndarray

    def at(self, step: int) -> np.ndarray:
        """The force (n_free,) in N that is held over a step; zero after the last."""
        if step >= self.factors.shape[1]:
            return np.zeros(self.patterns.shape[1])
        return self.factors[:, step] @ self.patterns

    @property
    def controls(self) -> np.ndarray:
        """The controls of cables and chambers (T, a) in SI units, each held over a step."""
        return np.asarray(self.factors.T @ self.driving)

    def control_at(self, step: int) -> np.ndarray:
        """The control (a,) of cables and chambers that is held over a step; zero after the last."""
        if step >= self.factors.shape[1]:
            return np.zeros(self.driving.shape[1])
        return np.asarray(self.factors[:, step] @ self.driving)

    def reduced(self, vectors: np.ndarray) -> np.ndarray:
        """Return the feed-forward `U^T B u_k` of [002], 5.3, and the muscles' controls (T, r + a)."""
        forces = self.factors.T @ (self.patterns @ vectors)
        return np.hstack([forces, self.controls]) if self.driving.shape[1] else forces

    def largest_force(self) -> float:
        """Return the largest total force in N, over all vertices, of the steps at which a load is largest."""
        if not self.factors.size:
            return 0.0
        busiest = np.unique(np.argmax(np.abs(self.factors), axis=1))  # the steps at which a factor is largest
        return max(np.linalg.norm(self.at(step).reshape(-1, 3), axis=1).sum() for step in busiest)


def spread(mesh: TetMesh, free: np.ndarray, vertices: np.ndarray, force: np.ndarray) -> np.ndarray:
    """Spread a total `force` (3,) evenly over vertices, on the free degrees of freedom (n_free,).

    The support takes the part on fixed vertices.
    """
    full = np.zeros((len(mesh.vertices), 3))
    full[vertices] = force / len(vertices)
    return full.ravel()[free]


def build_loads(
    parts: Sequence[LoadPart], mesh: TetMesh, free: np.ndarray, time: TimePart, internal: Sequence[str] = ()
) -> Loads:
    """Build a scene's loads on given free degrees of freedom, and on cables and chambers by name."""
    patterns = [
        np.zeros(len(free))
        if part.region is None
        else spread(mesh, free, region_of(mesh, part.region, f"loads.{i}.region"), _strength(part))
        for i, part in enumerate(parts)
    ]
    driving = np.zeros((len(parts), len(internal)))
    for row, part in zip(driving, parts, strict=True):
        if part.actuator is not None and part.drives is not None:
            row[list(internal).index(part.actuator)] = part.drives[1]
    factors = [_factor(part, time.step, time.steps) for part in parts]
    count = len(parts)
    return Loads(np.reshape(patterns, (count, len(free))), np.reshape(factors, (count, time.steps)), driving)


def _strength(part: LoadPart) -> np.ndarray:
    if part.force is not None:
        return np.array(part.force)
    return np.array(part.impulse) / part.duration


def _factor(part: LoadPart, dt: float, steps: int) -> np.ndarray:
    """Return the factor (T,) of each step: the load's mean over it, with its shape as at the step's middle.

    The mean of `factors` is exact. It changes smoothly as a load is delayed, while their value at the middle
    leaps where they do.
    """
    edges, end = dt * np.arange(steps + 1), part.start + part.duration
    shape = _shape(part, edges[:-1] + dt / 2 - part.start)
    if part.factors is not None:
        return np.diff(_integral(np.array(part.factors), np.clip(edges, part.start, end))) / dt * shape
    covered = np.minimum(edges[1:], end) - np.maximum(edges[:-1], part.start)
    return np.clip(covered, 0, dt) / dt * shape


def _integral(pairs: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return the integral (n,) s, from the first of `pairs` to each time, of the line through them.

    `pairs` (k, 2) are times in s, which may stand twice, and values; outside the line is constant.
    """
    moments, values = pairs.T
    whole = np.append(0.0, np.cumsum(np.diff(moments) * (values[1:] + values[:-1]) / 2))
    inside = np.clip(times, moments[0], moments[-1])
    last = np.maximum(np.searchsorted(moments, inside, side="right") - 1, 0)
    there = np.interp(times, moments, values)
    begun = (inside - moments[last]) * (values[last] + there) / 2
    return np.asarray(whole[last] + begun + (times - inside) * there)


def _shape(part: LoadPart, since: np.ndarray) -> np.ndarray:
    if part.shape == "half-sine":
        return np.sin(np.pi * np.clip(since / part.duration, 0, 1))
    if part.shape == "sine":
        return np.sin(2 * np.pi * part.frequency * since)
    if part.shape == "noise":
        return np.array([gradient_noise(time / (part.period or 1.0), part.seed, 1)[0] for time in since])
    return np.ones_like(since)
