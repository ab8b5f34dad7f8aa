"""The content of a picture of smoke, panel by panel, before anything is drawn.

A panel shows the smoke at the end of a motion, the paths of the steered particles, those of the reference and
where these end (home), leaves that are only carried, and the pushes where they blow. The smoke and the leaves
of a run are carried by its own reduced field (`runtime.smoke.tracers`). The full simulation's smoke and
steered particles are its own; its leaves, which a bundle does not keep, are carried by the reference's field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.clock import step_at, steps_within
from runtime.base.progress import Progress
from runtime.smoke.tracers import Density, FrameField, Tracers
from softrein.base import theme
from softrein.facts.runs import distances
from softrein.pictures.motion import MOVIE_FRAMES, SHORTEST_ARROW
from softrein.pictures.panels import figures_of, title_of

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle
    from runtime.plant.push import Push
    from runtime.run import Run

FULL = theme.paler(theme.MOUNT, 0.3)  # colour of the full simulation's smoke
HOME = 0.02  # fraction of the box's longer side: particles that end closer to their goal have reached it
MOST_TIMES = 4  # most pushes listed individually
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Gust:
    """A push in smoke, and its place."""

    place: np.ndarray  # (d,) m, position
    push: Push

    @property
    def strength(self) -> float:
        """Its largest magnitude, m/s^2."""
        return float(np.linalg.norm(self.push.force))

    def peak(self, bundle: SmokeBundle) -> float:
        """Return its largest strength at any step, m/s^2; with noise it is less than `strength`."""
        steps = min(steps_within(self.push.duration, bundle.dt), bundle.steps)
        strengths = (float(np.linalg.norm(self.push.held(step, bundle.dt))) for step in range(steps))
        return max(strengths, default=self.strength)


@dataclass(frozen=True)
class SmokePanel:
    """The content of one panel."""

    title: str
    outcome: str
    figures: str
    verdict: str  # colour of the outcome's text
    smoke: str  # colour of the smoke
    line: str  # colour of paths and particles
    density: np.ndarray  # (cells) density at the end
    paths: np.ndarray  # (T + 1, N, d) m, positions of the steered particles
    leaves: np.ndarray  # (T + 1, k, d) m, positions of the leaves
    gusts: list[Gust] = field(default_factory=list)
    is_full: bool = False  # whether it is the full simulation rather than a run


def told(
    bundle: SmokeBundle, runs: Sequence[tuple[str, Run]], pushes: Sequence[Push], progress: Progress
) -> list[SmokePanel]:
    """The panels of the full simulation, and of runs by controller that met `pushes`."""
    progress("panels", 0, 1 + len(runs))
    panels = [full_simulation(bundle)]
    for name, run in runs:
        progress("panels", len(panels), 1 + len(runs))
        panels.append(under(bundle, name, run, pushes))
    progress("panels", len(panels), len(panels))
    return panels


def full_simulation(bundle: SmokeBundle) -> SmokePanel:
    """Make the panel of the full simulation, without pushes."""
    cells = " × ".join(map(str, bundle.solid.shape))
    what = ("leaf", "leaves") if len(bundle.carried) else ("particle", "particles")
    outcome = f"{_count(bundle.particles, *what)} to steer" if bundle.particles else ""
    return SmokePanel(
        "Full simulation",
        outcome,
        f"{cells} cells",
        theme.INK,
        FULL,
        theme.INK,
        bundle.full_density,
        bundle.full_paths,
        _end(bundle, bundle.track.states)[1],
        is_full=True,
    )


def under(bundle: SmokeBundle, controller: str, run: Run, pushes: Sequence[Push]) -> SmokePanel:
    """A run of a controller (or, nameless, of any) that met `pushes`."""
    density, leaves = _end(bundle, run.states)
    return SmokePanel(
        title_of(controller, pushes),
        *_outcome(bundle, run),
        smoke=theme.body_of(controller),
        line=theme.colour_of(controller),
        density=density,
        paths=bundle.shape.positions(run.states),
        leaves=leaves,
        gusts=gusts(bundle, pushes),
    )


def carried(
    bundle: SmokeBundle, states: np.ndarray, field: FrameField | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Density (cells) and leaves (k, d) m in each of the states (T + 1, n), one after the other.

    A caller that needs the `field` of each state as well may share it.
    """
    shared = field or FrameField(bundle.modes)
    smoke = Density(bundle.modes, bundle.density, bundle.dt, shared)
    leaves = Tracers(bundle.modes, bundle.carried, bundle.dt, shared)
    yield smoke.values, leaves.points.copy()
    for state in states[:-1]:
        z = state[bundle.flow_start :]
        smoke.advance(z)
        leaves.advance(z)
        yield smoke.values, leaves.points.copy()


def _end(bundle: SmokeBundle, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Density (cells) after all states, and the leaves' paths (T + 1, k, d) m."""
    density, leaves = bundle.density, []
    for values, points in carried(bundle, states):
        density = values
        leaves.append(points)
    return density, np.array(leaves)


def gusts(bundle: SmokeBundle, pushes: Sequence[Push]) -> list[Gust]:
    """Pushes where they blow; one at a particle, where the reference has it when the push begins."""
    paths = bundle.shape.positions(bundle.track.states)
    found = []
    for push in pushes:
        step = step_at(push.time, bundle.dt, bundle.steps)
        at = paths[step, push.at] if isinstance(push.at, int | np.integer) else np.asarray(push.at, float)
        found.append(Gust(at, push))
    return found


def blowing(bundle: SmokeBundle, gusts: Sequence[Gust], step: int) -> Iterator[tuple[Gust, np.ndarray]]:
    """The pushes that act at a step of a movie, or acted a moment ago, and how strong (d,) m/s^2 each is."""
    shortest = SHORTEST_ARROW * bundle.dt * bundle.steps / MOVIE_FRAMES
    for gust in gusts:
        since = step * bundle.dt - gust.push.time
        if 0 <= since < max(gust.push.duration, shortest):
            last = steps_within(gust.push.duration, bundle.dt) - 1
            taken = step - step_at(gust.push.time, bundle.dt)
            yield gust, gust.push.held(min(max(taken, 0), last), bundle.dt)


def words_of(gusts: Sequence[Gust], lasts: float) -> str:
    """The pushes of a motion that `lasts` so many seconds, in words: when, how strong, how long."""
    if not gusts:
        return ""
    durations = [min(gust.push.duration, max(lasts - gust.push.time, 0.0)) for gust in gusts]
    always = min(durations) >= lasts * (1 - 1e-9)
    lasting = "all the time" if always else f"for {_range(durations)} s"
    strengths = [gust.strength for gust in gusts]
    varying = any(gust.push.noise for gust in gusts)
    strength = f"{f'up to {_range([max(strengths)])}' if varying else _range(strengths)} m/s²"
    times = [] if always or len(gusts) > MOST_TIMES else [f"{gust.push.time:.3g}" for gust in gusts]
    if len(gusts) == 1:
        return f"push: {strength}, all the time" if always else f"push: {strength} {lasting} at {times[0]} s"
    if not times:
        return f"{_count(len(gusts), 'push', 'pushes')}, {lasting}\n{strength}"
    return f"pushes at {', '.join(times[:-1])} and {times[-1]} s\n{strength}, {lasting}"


def _range(values: Sequence[float]) -> str:
    """The least and the largest, or one if they look the same; without zeros behind the point."""
    ends = [theme.number(value, 2) for value in (min(values), max(values))]
    least, largest = (end.rstrip("0").rstrip(".") if "." in end else end for end in ends)
    return least if least == largest else f"{least} to {largest}"


def _outcome(bundle: SmokeBundle, run: Run) -> tuple[str, str, str]:
    """Return the particles' final distances, figures, and the colour of the verdict."""
    figures = figures_of(run)
    if not bundle.particles:
        return "", figures, theme.INK
    worst = max(each["end"] for each in distances(bundle, run.states))
    most = "" if bundle.particles == 1 else "up to "
    verdict = theme.HIT if worst <= HOME * max(bundle.extent) else theme.MISS
    return f"ends {most}{theme.length(worst)} off", figures, verdict


def _count(number: int, one: str, many: str) -> str:
    return f"{COUNTS[number] if number < len(COUNTS) else number} {one if number == 1 else many}"
