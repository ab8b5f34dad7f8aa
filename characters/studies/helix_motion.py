"""A particle that slides down a helix, with another on a rod, by stable PD [Tan 2011, 4.3, figure 7].

Scene: a green particle on a helix of 2400 or of 24 segments, three turns of radius 1 m over a height of
1.5 m, and a purple one on a massless rod of 0.7 m; 1 kg each; gravity alone; from rest. The paper gives
neither sizes nor the time step; here it is `TIME_STEP`, that of its figures 2 and 3. Gains and scheme are the
paper's: kp = 1e16, kd = 1.5 kp dt, explicit Euler. A descent takes some seconds, so both particles are put
back to the start whenever the green one reaches the last corner. To have 60 s in one go as well, a third
curve is closed: a ring tilted by 45 degrees.

At every step these are measured: the distance of the green particle from the curve, the error of the rod's
length, and the change of energy, as a share of the potential energy of the descent. The method is in
`characters.plants.constraints`, the comparison in `characters.studies.helix`.

Limits: no friction and no air; particles do not collide with each other or with the curve.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from characters.plants.constraints import (
    GRAVITY,
    Law,
    Path,
    Tinkertoy,
    along,
    drift,
    energy,
    law_of,
    simulate,
    tinkertoy,
)

TIME_STEP = 1.0 / 60.0  # s
RADIUS, HEIGHT, TURNS = 1.0, 1.5, 3  # m, m; 24 segments are 8 a turn, with corners of 45 degrees
LIFT = 0.9  # m, from the ground to the lowest point of a curve, so that the rod hangs free
TILT = np.pi / 4  # rad, of the ring
ROD = 0.7  # m
MASS = 1.0  # kg, each
SMOOTH, COARSE = 2400, 24  # segments
KP, RATIO = 1e16, 1.5  # N/m; kd / (kp dt)
KEPT = 0.05  # m; a constraint with an error of more has not been kept
# m, half a turn: who goes so far along the curve in one step has left it for another turn
JUMP = np.pi * RADIUS
DECADES, GAINS_A_DECADE = 5, 3  # of the scan of gains of plain PD, down from what linear theory bears
TRIAL = 0.5  # s, after which gains that have lost a constraint are not followed any more


@dataclass(frozen=True)
class Run:
    """One simulation and its results."""

    toy: Tinkertoy
    law: Law
    path: Path
    drift: np.ndarray  # (T + 1, 2) m: green from the curve, rod's length error

    @property
    def kept(self) -> bool:
        """Whether both constraints held to the end."""
        return self.lost == len(self.drift)

    @cached_property
    def lost(self) -> int:
        """The first step at which a constraint was lost, all steps if none was."""
        return self.lost_by(KEPT)

    def lost_by(self, limit: float) -> int:
        """The first step with an error of `limit` (m) or a jump to another turn; all steps if none."""
        gone = ~(np.abs(self.drift).max(axis=1) < limit)  # NaN as well
        gone[1:] |= self._jumps()
        return int(np.argmax(gone)) if gone.any() else len(gone)

    def _jumps(self) -> np.ndarray:
        """Whether each step (T,) went farther along the curve than a motion on it can."""
        way = np.abs(np.diff(along(self.toy, self.path)))
        way[self.path.starts[1:] - 1] = 0.0  # put back on purpose
        curve = self.toy.curve
        if np.allclose(curve[0], curve[-1]):
            whole = np.linalg.norm(np.diff(curve, axis=0), axis=1).sum()
            way = np.minimum(way, whole - way)
        return np.asarray(way > JUMP)

    @property
    def worst(self) -> np.ndarray:
        """The largest errors (2,), mm."""
        return 1e3 * np.nanmax(np.abs(self.drift), axis=0)

    @property
    def rms(self) -> np.ndarray:
        """The root mean square errors (2,), mm."""
        return 1e3 * np.sqrt(np.nanmean(self.drift**2, axis=0))

    @property
    def descents(self) -> int:
        """The number of times the green particle reached the end."""
        return len(self.path.starts) - 1

    @property
    def energy_change(self) -> float:
        """The change of energy in the first descent, or in all, as a share of the potential energy."""
        levels = energy(self.toy, self.path)
        last = self.path.starts[1] - 1 if self.descents else -1
        return float((levels[last] - levels[0]) / (2 * MASS * GRAVITY * np.ptp(self.toy.curve[:, 2])))


def helix(segments: int) -> np.ndarray:
    """The corners (segments + 1, 3) m of the helix, from its top."""
    angle = np.linspace(0.0, 2 * np.pi * TURNS, segments + 1)
    height = LIFT + HEIGHT * (1 - angle / angle[-1])
    return np.stack([RADIUS * np.cos(angle), RADIUS * np.sin(angle), height], axis=1)


def ring(segments: int) -> np.ndarray:
    """The corners (segments + 1, 3) m of the tilted ring, from its highest point all round."""
    angle = np.linspace(0.0, 2 * np.pi, segments + 1)
    across, up = RADIUS * np.cos(angle) * np.cos(TILT), RADIUS * np.cos(angle) * np.sin(TILT)
    return np.stack([across, RADIUS * np.sin(angle), LIFT + RADIUS * np.sin(TILT) + up], axis=1)


def scene(curve: np.ndarray, seed: int = 0) -> tuple[Tinkertoy, np.ndarray]:
    """The particles and their initial places (2, 3); the rod is 1 rad off plumb, to a random side."""
    side = 2 * np.pi * np.random.default_rng(seed).random()
    down = np.array([np.sin(1.0) * np.cos(side), np.sin(1.0) * np.sin(side), -np.cos(1.0)])
    green = curve[0] + 0.02 * RADIUS * (curve[1] - curve[0]) / np.linalg.norm(curve[1] - curve[0])
    toy = tinkertoy(np.array([MASS, MASS]), curve, (0,), ((0, 1),), (ROD,))
    return toy, np.array([green, green + ROD * down])


def descend(curve: np.ndarray, law: Law, duration: float, seed: int = 0) -> Run:
    """Simulate the scene on a curve for `duration` s, with new starts unless the curve is closed."""
    toy, start = scene(curve, seed)
    closed = np.allclose(curve[0], curve[-1])
    path = simulate(toy, start, law, duration, restart=not closed)
    return Run(toy, law, path, drift(toy, path))


@dataclass(frozen=True)
class Scan:
    """Runs of plain PD with many gains at one time step, and the best, which may be lost, too."""

    dt: float  # s
    gains: np.ndarray  # N/m, those tried
    best: Run  # of those that keep both constraints the one with the least error; else the last to lose one

    @property
    def range(self) -> str:
        """The range of the gains, as text."""
        return f"{self.gains.min():.2g} to {self.gains.max():.2g}"


def scan_penalty(curve: np.ndarray, dt: float, duration: float, seed: int = 0) -> Scan:
    """Run plain PD with gains from the bound of linear theory (`plants.constraints`) down, over `DECADES`.

    Free fall beside the curve is never far from one of its turns, so an error alone says little: see
    `Run.lost`.
    """
    gains = penalty_bound(dt) * 10.0 ** -np.linspace(0, DECADES, GAINS_A_DECADE * DECADES + 1)
    best = None
    for kp in gains:
        law = law_of(dt, kp, RATIO, stable=False)
        run = descend(curve, law, min(TRIAL, duration), seed)
        if run.kept:
            run = descend(curve, law, duration, seed)
        if best is None or _rank(run) > _rank(best):
            best = run
    assert best is not None
    return Scan(dt, gains, best)


def _rank(run: Run) -> tuple[int, float]:
    """The rank of a run: by how long constraints were kept, and then by the largest error."""
    return run.lost, -float(run.worst.max())


def penalty_bound(dt: float) -> float:
    """The largest kp (N/m) of plain PD where rod and curve are in one line, J M^-1 J^T = [[1, 1], [1, 2]]."""
    return float(4 / (2 * RATIO - 1) / (dt**2 * (3 + np.sqrt(5)) / 2 / MASS))


def contraction(ratio: float, semi_implicit: bool) -> float:
    """The spectral radius of one constraint's step at infinite gains: the share that is left of an error."""
    speed = np.array([-1 / ratio, -1 / ratio])
    place = np.array([1.0, 0.0]) + speed if semi_implicit else np.array([1.0, 1.0])
    return float(np.abs(np.linalg.eigvals(np.array([place, speed]))).max())
