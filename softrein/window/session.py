"""What goes on behind the window of `softrein run --window`: the viewer's simulation on this process's clock.

The window is a page like those of `softrein view`, and its hand is theirs (`softrein.viewer.interaction`): of
a body it holds the vertex that was taken, in smoke it is wind from where it took hold towards the cursor, the
stronger the farther. Places and forces are here in the bundle's axes, and of smoke z is 0.

Nothing here draws, so that all of it runs without a display.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.viewer.base.messages import Command
from softrein.viewer.live import Live, Steered
from softrein.viewer.scene import Place, scene_of
from softrein.viewer.shown.encounters import HIT
from softrein.viewer.shown.plans import ways_ahead

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice
    from runtime.plant.push import Push

HERE = 0  # in place of a page's number
FLICK_TIME, PATCH = 0.05, 0.08  # s of a flick, and how wide it is, of the size
LAG = 0.1  # s that may be made up for at once; whatever is later is given up
BUSY = 0.05  # s of computing, after which the window has its turn
END_REST = 1.0  # s at the end of a motion before it begins again


class Hand:
    """What pulls while the mouse is held down, from `start` towards `cursor` (3,) m."""

    def __init__(self, place: Place, start: np.ndarray) -> None:
        """It has taken hold of a place of the scene."""
        self.place, self.start, self.cursor = place, start, start.copy()
        self.force = np.zeros(3)  # of the last step


class Session:
    """A bundle that runs on the clock while somebody looks on and interferes."""

    def __init__(self, bundle: Bundle, controller: Choice = LQR.name, pushes: Sequence[Push] = ()) -> None:
        """Under any controller that `Bundle.simulator` takes.

        `pushes` come at their times after each beginning, the others are the hand's.
        """
        self.bundle = replace(bundle, pushes=list(pushes))
        self.scene = scene_of(self.bundle, controller)
        self.live = Live(self.scene, whole_drift=True)
        self.live.prepare()
        self.hand: Hand | None = None
        self.message, self.pace = "", 1.0
        self._owed = self._rested = 0.0
        self.restart()

    @property
    def simulator(self) -> Steered:
        """What is stepped."""
        return self.live.simulator

    @property
    def controller(self) -> str:
        """Under which the motion goes on."""
        return self.live.controller

    @property
    def struck(self) -> set[str]:
        """Names of the balls that were hit."""
        met = (each for each in self.live.encounters if not each.target.flight)
        return {each.target.name for each in met if each.outcome == HIT}

    @property
    def paused(self) -> bool:
        """Whether time stands still; may be set."""
        return self.live.paused

    @paused.setter
    def paused(self, on: bool) -> None:
        self.ask("pause", on=on)

    def advance(self, elapsed: float) -> int:
        """Take the steps that so many seconds on the clock are due; returns their number.

        `pace` is simulated time over time on the clock, of late: below 1 where the machine cannot keep up.
        """
        live, dt = self.live, self.bundle.dt
        if live.paused:
            return 0
        if not live.moving:
            self._rested += elapsed if self.hand is None else 0.0  # nobody loses hold of it
            if self._rested > END_REST:
                self.restart()
            return 0
        self._owed = min(self._owed + elapsed, max(LAG, dt))
        taken, start = 0, time.perf_counter()
        while self._owed >= dt and live.moving:
            self._step()
            self._owed -= dt
            taken += 1
            if time.perf_counter() - start > BUSY:
                break
        if elapsed > 0:
            weight = min(elapsed, 1.0)  # an average over the last second or so
            self.pace += weight * (min(taken * dt / elapsed, 2.0) - self.pace)
        return taken

    def ask(self, do: str, **values: object) -> None:
        """What a page may ask for, of the simulation."""
        self.live.obey(HERE, Command(do, 0, values))

    def switch(self, controller: str) -> None:
        """Go on under another controller from the present state; a message says so where there is none."""
        if controller not in self.scene.controllers:
            self.message = f"this bundle has no {theme.name_of(controller)}"
            return
        self.ask("controller", name=controller)
        self.message = ""

    def restart(self) -> None:
        """From the beginning, at rest on the reference, under the same controller."""
        self.ask("rewind")
        self.live.interaction.play_script(True)
        self.hand = None
        self._owed = self._rested = 0.0
        self.message = ""

    def jump(self) -> None:
        """Go on from the moment of the reference that is closest to the present state."""
        before = self.simulator.index
        self.ask("jump")
        self.message = f"jumped from step {before} to {self.simulator.index}"

    def take_hold(self, point: np.ndarray) -> None:
        """Of the body at its vertex nearest to a point (3,) m in space, or of the air in smoke."""
        self.hand = Hand(self._nearest(point), np.asarray(point, dtype=float))
        self._held_at = self.holds_at()

    def holds_at(self) -> np.ndarray:
        """Where the hand holds now, (3,) m: on a body it moves with it."""
        assert self.hand is not None
        return self._out(self.scene.where(self.hand.place, self.simulator.state_now))

    def let_go(self) -> None:
        """Pull no more."""
        self.hand = None
        self.ask("release")

    def flick(self, point: np.ndarray, along: np.ndarray) -> None:
        """A short push along a direction (3,) at a point (3,) m, as strong as any hand may be."""
        strongest = self.scene.largest_force
        force = self._in(along) * (strongest / max(float(np.linalg.norm(along)), 1e-300))
        place, radius = self._nearest(point), PATCH * self.scene.size
        self.live.interaction.push(place, tuple(force), max(FLICK_TIME, self.bundle.dt), radius)
        self.message = f"flicked with {theme.number(strongest, 2)} {self.bundle.units.push}"

    def ways(self) -> np.ndarray:
        """Where what is watched is planned to go: lines (k, points, 3) m; k is 0 without a plan."""
        ways = ways_ahead(self.scene, self.simulator)
        if ways is None:
            return np.zeros((0, 0, 3))
        out = np.zeros((*ways.shape[:2], 3))
        out[..., : ways.shape[2]] = ways @ self.scene.turn
        return out

    def words(self) -> str:
        """What is going on, in a few lines."""
        simulator, bundle = self.simulator, self.bundle
        doing = "paused" if self.paused else f"{self.pace:.1f} × real time"
        if simulator.finished:
            doing = "the end; begins again in a moment"
        lines = [
            f"{theme.name_of(self.controller)}: {simulator.time:.2f} s, step {simulator.index} of "
            f"{bundle.steps}, {doing}",
            f"effort {theme.number(simulator.effort, 2)} {bundle.units.effort}, off the reference by "
            f"{theme.number(self.live.deviation, 2)} {bundle.units.deviation}",
        ]
        if self.hand is not None:
            pull = theme.number(float(np.linalg.norm(self.hand.force)), 2)
            lines.append(f"the hand pulls with {pull} {bundle.units.push}")
        if self.live.interaction.script_acts:
            lines.append("the scene's push acts")
        if self.struck:
            lines.append(f"hit: {', '.join(sorted(self.struck))}")
        return "\n".join([*lines, self.message] if self.message else lines)

    def _step(self) -> None:
        """One step, with the hand on it; where it fails, the motion lets go and a message says why."""
        live, hand = self.live, self.hand
        if hand is not None:
            to = self._held_at + hand.cursor - hand.start
            live.interaction.pull(HERE, hand.place, self._in(to))
        live.step()
        live.carry()
        if hand is not None:
            hand.force = self._out(live.interaction.force_of(HERE))
        if live.errors:
            self.hand, self.message = None, live.errors.pop()
            live.errors.clear()

    def _nearest(self, point: np.ndarray) -> Place:
        return self.scene.nearest(self._in(point), self.simulator.state_now)

    def _in(self, vector: np.ndarray) -> np.ndarray:
        """A place or a force (3,) in the scene's axes, (axes,)."""
        turn = self.scene.turn
        return np.asarray(turn @ vector[: len(turn)])

    def _out(self, vector: np.ndarray) -> np.ndarray:
        """A place or a force (axes,) of the scene in the bundle's axes, (3,)."""
        out = np.zeros(3)
        out[: len(vector)] = self.scene.turn.T @ vector
        return out
