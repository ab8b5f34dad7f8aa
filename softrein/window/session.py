"""What goes on behind the window of `softrein run --window`: a simulator on the clock, and a hand that pulls.

The hand is a damped spring between the place that was taken hold of and the cursor c,

    f = k (c - x) - d x',     x = x_0 + P p,     x' = P v

with P (3, r) the patch's modes, weighted: it pulls on a patch rather than on one vertex. Its stiffness is
`PULL` times that of the body there, `3 / trace(P K^-1 P^T)`, so that a body under no control follows the
cursor most of the way; but no more than an explicit force allows in a time step, `k dt^2 < STABLE m` with
`m = 3 / trace(P P^T)` the mass that is felt. In smoke the hand is wind from where it took hold towards the
cursor, the stronger the farther.

Nothing here draws, so that all of it runs without a display.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from offline.targets import gaps, skin_positions
from runtime.push import ActivePush, Push
from runtime.smoke.tracers import Density, FrameField, Tracers
from softrein import look
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.body.shape import Shape
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle
    from runtime.simulator import Simulator

KEYS = ("lqr", "pd", "spd", "timed", "p", "none")  # under 1 to 6
PULL, STABLE, DAMPING = 3.0, 0.1, 0.5  # of the hand: see above; of critical damping
PATCH = 0.08  # of the body's size, or of the box's longer side: how wide the hand and a flick are
FLICK, FLICK_TIME = 0.5, 0.05  # of that size: the pull that a flick stands for; s
GALE = 20.0  # wind over the whole box speeds smoke up to its fastest in 1 / GALE of the motion
LAG = 0.1  # s that may be made up for at once; whatever is later is given up
BUSY = 0.05  # s of computing, after which the window has its turn
END_REST = 1.0  # s at the end of a motion before it begins again


class Session:
    """A bundle that runs on the clock while somebody looks on and interferes."""

    def __init__(self, bundle: Bundle, controller: str = "lqr", pushes: Sequence[Push] = ()) -> None:
        """`pushes` come at their times after each beginning, the others are the hand's."""
        self.bundle, self.pushes = bundle, list(pushes)
        self.simulator: Simulator = bundle.simulator(controller)
        self.simulator.warm_up()
        self.controller, self._numbers = controller, {controller: 0}
        self.carried = Carried(cast("SmokeBundle", bundle)) if bundle.kind == "fluid" else None
        self.hand: Hand | None = None
        self.paused, self.message, self.pace = False, "", 1.0
        self.struck: set[str] = set()  # targets that were hit
        self._places = bundle.plant().positions
        self._scene: list[ActivePush] = []
        self._owed = self._rested = 0.0

    def advance(self, elapsed: float) -> int:
        """Take the steps that so many seconds on the clock are due; returns their number.

        `pace` is simulated time over time on the clock, of late: below 1 where the machine cannot keep up.
        """
        if self.paused:
            return 0
        simulator = self.simulator
        if simulator.finished:
            self._rested += elapsed if self.hand is None else 0.0  # nobody loses hold of it
            if self._rested > END_REST:
                self.restart()
            return 0
        self._owed = min(self._owed + elapsed, max(LAG, self.bundle.dt))
        taken, start = 0, time.perf_counter()
        while self._owed >= self.bundle.dt and not simulator.finished and self._step():
            self._owed -= self.bundle.dt
            taken += 1
            if time.perf_counter() - start > BUSY:
                break
        if elapsed > 0:
            weight = min(elapsed, 1.0)  # an average over the last second or so
            self.pace += weight * (min(taken * self.bundle.dt / elapsed, 2.0) - self.pace)
        return taken

    def switch(self, controller: str) -> None:
        """Go on under another controller from the present state; a message says so where there is none."""
        if controller not in self.bundle.controllers:
            self.message = f"this bundle has no {look.name_of(controller)}"
            return
        if controller not in self._numbers:
            self._numbers[controller] = self.simulator.add_reference(self.bundle, controller)
        self.controller, self.message = controller, ""
        step = min(self.simulator.index, self.bundle.steps - 1)
        self.simulator.follow(self._numbers[controller], step)

    def restart(self) -> None:
        """From the beginning, at rest on the reference, under the same controller."""
        self.simulator.reset()
        self.simulator.follow(self._numbers[self.controller], 0)
        self.carried = None if self.carried is None else Carried(self.carried.bundle)
        self.let_go()
        self.struck.clear()
        self._scene.clear()
        self._owed = self._rested = 0.0
        self.message = ""

    def jump(self) -> None:
        """Go on from the moment of the reference that is closest to the present state."""
        before = self.simulator.index
        self.simulator.follow(self._numbers[self.controller])
        self.message = f"jumped from step {before} to {self.simulator.index}"

    def take_hold(self, point: np.ndarray) -> None:
        """Of the body at its vertex nearest to a point (3,) m in space, or of the air in smoke."""
        self.hand = self._hand_at(point)

    def let_go(self) -> None:
        """Pull no more."""
        self.hand = None

    def flick(self, point: np.ndarray, along: np.ndarray) -> None:
        """A short push along a direction (3,) at a point (3,) m, as strong as a pull by half the size."""
        hand = self._hand_at(point)
        reach = along / max(float(np.linalg.norm(along)), 1e-300)
        force = FLICK * hand.stiffness * hand.size * reach
        self.simulator.push(hand.at, hand.told(force), max(FLICK_TIME, self.bundle.dt), hand.radius)
        self.message = f"flicked with {look.number(float(np.linalg.norm(force)), 2)} {self.bundle.units.push}"

    @property
    def deviation(self) -> float:
        """How far the places are from the reference's now, in the bundle's unit."""
        kept = self._places if self._places.stop else slice(None)
        apart = self.simulator.state - self.simulator.reference_state
        return float(np.linalg.norm(apart[kept]))

    @property
    def scene_pushes_now(self) -> bool:
        """Whether one of the scene's own pushes acts."""
        return any(push.steps_left > 0 for push in self._scene)

    def words(self) -> str:
        """What is going on, in a few lines."""
        simulator, bundle = self.simulator, self.bundle
        doing = "paused" if self.paused else f"{self.pace:.1f} × real time"
        if simulator.finished:
            doing = "the end; begins again in a moment"
        lines = [
            f"{look.name_of(self.controller)}: {simulator.time:.2f} s, step {simulator.index} of "
            f"{bundle.steps}, {doing}",
            f"effort {look.number(simulator.effort, 2)} {bundle.units.effort}, off the reference by "
            f"{look.number(self.deviation, 2)} {bundle.units.deviation}",
        ]
        if self.hand is not None:
            pull = look.number(float(np.linalg.norm(self.hand.force)), 2)
            lines.append(f"the hand pulls with {pull} {bundle.units.push}")
        if self.scene_pushes_now:
            lines.append("the scene's push acts")
        if self.struck:
            lines.append(f"hit: {', '.join(sorted(self.struck))}")
        return "\n".join([*lines, self.message] if self.message else lines)

    def _step(self) -> bool:
        """One step; where it leaves the finite numbers, all begins again and a message says why."""
        simulator = self.simulator
        self._scene += simulator.play(self.pushes, simulator.steps_taken)
        state = simulator.state
        if self.hand is not None:
            force = self.hand.pull(state)
            simulator.push(self.hand.at, self.hand.told(force), self.bundle.dt, self.hand.radius)
        try:
            simulator.step()
        except SimulationError:
            self.restart()
            self.message = "that was too much for the time step: from the beginning"
            return False
        if self.carried is not None:
            self.carried.advance(state)
        self._look_for_hits()
        return True

    def _look_for_hits(self) -> None:
        for target in self.bundle.targets:
            if target.name in self.struck or target.flight:
                continue
            skin = skin_positions(cast("Shape", self.bundle.shape), target, self.simulator.state[None])
            if gaps(target, skin)[0] <= 0:
                self.struck.add(target.name)

    def _hand_at(self, point: np.ndarray) -> Hand:
        if self.bundle.kind == "fluid":
            return Blower(cast("SmokeBundle", self.bundle), point)
        return Spring(cast("BodyBundle", self.bundle), self.simulator.state, point)


class Hand:
    """What pulls while the mouse is held down: `at` a vertex or a point, towards `cursor` (3,) m."""

    at: int | tuple[float, float]
    radius: float  # m
    size: float  # m, of what it acts on
    stiffness: float  # of the push's unit a metre

    def __init__(self, point: np.ndarray) -> None:
        """It takes hold at a point (3,) m."""
        self.start = np.asarray(point, dtype=float)
        self.cursor, self.force = self.start.copy(), np.zeros(3)

    def pull(self, state: np.ndarray) -> np.ndarray:
        """The force (3,) in a state (n,)."""
        self.force = self.stiffness * (self.cursor - self.start)
        return self.force

    def place(self, state: np.ndarray) -> np.ndarray:
        """Where it holds, (3,) m."""
        return self.start

    def told(self, force: np.ndarray) -> list[float]:
        """A force (3,) with as many components as a push has."""
        return force.tolist() if isinstance(self.at, int) else force[:2].tolist()


class Spring(Hand):
    """A hand on a body."""

    def __init__(self, bundle: BodyBundle, state: np.ndarray, point: np.ndarray) -> None:
        """On the vertex of the skin, among those that can move, that is nearest to a point (3,) m."""
        super().__init__(point)
        can_move = np.intersect1d(np.unique(bundle.surface), bundle.free // 3)
        here = bundle.shape.positions(state, can_move)
        self.at = int(can_move[np.argmin(np.linalg.norm(here - point, axis=1))])
        self.size = float(np.linalg.norm(np.ptp(bundle.vertices, axis=0)))
        self.radius = PATCH * self.size
        self._modes = bundle.shape.patterns(Push(self.at, (0.0, 0.0, 0.0), radius=self.radius))  # (3, r)
        self._rank = bundle.rank
        self._first = self._modes @ state[: self._rank]
        mass = 3 / max(float(np.sum(self._modes**2)), 1e-300)
        stiffness = bundle.model.stiffness(np.zeros(self._rank))
        soft = float(np.trace(self._modes @ np.linalg.pinv(stiffness, hermitian=True) @ self._modes.T)) / 3
        self.stiffness = min(PULL / max(soft, 1e-300), STABLE * mass / bundle.dt**2)
        self._damping = 2 * DAMPING * float(np.sqrt(self.stiffness * mass))

    def pull(self, state: np.ndarray) -> np.ndarray:
        """See the module's formula."""
        p, v = state[: self._rank], state[self._rank : 2 * self._rank]
        gone = self._modes @ p - self._first
        self.force = self.stiffness * (self.cursor - self.start - gone) - self._damping * (self._modes @ v)
        return self.force

    def place(self, state: np.ndarray) -> np.ndarray:
        """Where it holds, (3,) m: it moves with the patch."""
        return self.start + self._modes @ state[: self._rank] - self._first


class Blower(Hand):
    """A hand in smoke."""

    def __init__(self, bundle: SmokeBundle, point: np.ndarray) -> None:
        """At a point of the box, or nearest to it."""
        super().__init__(point)
        x, y = np.clip(self.start[:2], 0.0, bundle.extent)
        self.start[:2] = x, y
        self.at = (float(x), float(y))
        self.size = float(max(bundle.extent))
        self.radius = PATCH * self.size
        z = bundle.track.states[:, 2 * bundle.particles :]
        fastest = bundle.modes.field(z[np.argmax(np.linalg.norm(z, axis=1))])
        speed = max(float(np.abs(part).max()) for part in fastest)
        self.stiffness = GALE * speed / (bundle.dt * bundle.steps) / self.size


class Carried:
    """Smoke and leaves that the run's own field carries along."""

    def __init__(self, bundle: SmokeBundle) -> None:
        """As they are at the start."""
        self.bundle = bundle
        field = FrameField(bundle.modes)
        self._smoke = Density(bundle.modes, bundle.density, bundle.dt, field)
        self._leaves = Tracers(bundle.modes, bundle.carried, bundle.dt, field)

    def advance(self, state: np.ndarray) -> None:
        """One step, in the field of the state (n,) at its beginning."""
        z: Any = state[2 * self.bundle.particles :]
        self._smoke.advance(z)
        self._leaves.advance(z)

    @property
    def density(self) -> np.ndarray:
        """(nx, ny)."""
        return self._smoke.values

    @property
    def leaves(self) -> np.ndarray:
        """(k, 2) m."""
        return self._leaves.points
