"""The content of a picture of a motion, panel by panel, before anything is drawn.

A panel shows the body at the moments when it should hit its targets, earlier moments as ghosts, the paths
of the parts that should hit, where and when it was pushed, and the result for the targets. Without targets,
the moment is the end of the motion and the path is that of the vertex that moves most; for a body with
cables or chambers it is the moment when its reference is farthest from its beginning. Where regions follow
paths, these are shown, and the whole way of each region.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from offline.targets import fly, skin_positions, spots_of, swing
from runtime.base.clock import step_at, steps_within
from runtime.control.paths import places_along
from runtime.control.registry import LQR
from softrein.base import theme
from softrein.facts.runs import hits
from softrein.pictures.actuators import Acting, acting, driven
from softrein.pictures.touches import Touch, Touches

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.plant.push import Push
    from runtime.run import Run
    from runtime.target import Target
    from softrein.base.theme import Hit

APPROACH = 0.8  # length of the shown part of the body's path before a hit, in body sizes
GHOSTS = 4  # ghosts along that part
LONG_PUSH = 0.5  # s; a longer push is shown at the middle of its first interval of this length
ARROW = 0.45  # length of a push's arrow, in body sizes


@dataclass
class Panel:
    """The content of one panel. Positions are those of all vertices drawn, (v, 3) m."""

    title: str
    outcome: str
    figures: str
    colour: str
    solid: list[np.ndarray]  # (v, 3) m, vertex positions at the shown moments, in order of time
    # for each shown moment, vertex positions (v, 3) m before it
    ghosts: list[list[np.ndarray]] = field(default_factory=list)
    # (v, 3) m, vertex positions at the time of each push
    pushed: list[np.ndarray] = field(default_factory=list)
    paths: list[np.ndarray] = field(default_factory=list)  # (k, 3) m, paths of points
    wanted: list[np.ndarray] = field(default_factory=list)  # (k, 3) m, desired paths of regions
    # (v, 3) m, vertex positions of the reference at the shown moments
    outlines: list[np.ndarray] = field(default_factory=list)
    # tail (3,) m, tip (3,) m, label
    arrows: list[tuple[np.ndarray, np.ndarray, str]] = field(default_factory=list)
    balls: list[Ball] = field(default_factory=list)
    actuators: list[list[Acting]] = field(default_factory=list)  # cables and chambers at the shown moments
    touches: list[Touch] = field(default_factory=list)  # contacts at the shown moments
    # (o, 12) poses of obstacles, tools and free things at the shown moments
    poses: list[np.ndarray] = field(default_factory=list)

    def points(self) -> np.ndarray:
        """All points (k, 3) that a picture should show, but for the balls."""
        ends = [np.stack([tail, tip]) for tail, tip, *_ in self.arrows]
        ends += [np.stack(ends) for touch in self.touches for ends in touch.arrows]
        ghosts = [positions for stretch in self.ghosts for positions in stretch]
        ways = [*self.paths, *self.wanted]
        return np.concatenate([*self.solid, *ghosts, *self.pushed, *ways, *self.outlines, *ends])


@dataclass
class Ball:
    """A target as drawn in a panel: a ball on a string, or a "bee" that flies along a path to the body.

    `path` (k, 3) m holds the positions of a ball as it swings after a hit, or of a bee as it approaches;
    `found` says whether and when the target was hit.
    """

    target: Target
    path: np.ndarray
    found: Hit | None = None

    @property
    def place(self) -> np.ndarray:
        """The point (3,) m at which the target is drawn.

        A ball is drawn where it hangs at rest, a bee at the end of its path.
        """
        return self.path[-1] if self.target.flight else np.array(self.target.centre)


def at_rest(bundle: BodyBundle) -> Panel:
    """Make the panel of the body at rest and its targets."""
    balls = [
        Ball(target, np.array([target.flight[0] if target.flight else target.centre]))
        for target in bundle.targets
    ]
    words = ", ".join(
        words
        for words, flying in ((_hanging(bundle), False), (_coming(bundle), True))
        if any(bool(target.flight) == flying for target in bundle.targets)
    )
    still = np.zeros(bundle.track.states.shape[1])
    slack = driven(bundle)
    return Panel(
        "At rest",
        words,
        "",
        theme.REFERENCE,
        [bundle.drawn(bundle.vertices)],
        balls=balls,
        wanted=_wanted(bundle),
        actuators=[acting(bundle, still, None if slack is None else 0.0 * slack[0])],
    )


def under(bundle: BodyBundle, controller: str, run: Run, pushes: Sequence[Push]) -> Panel:
    """Make the panel of a run with `pushes` under a controller (without a name, any), and the reference."""
    drives = driven(bundle, controller or LQR.name, run.controls)
    title, colour = title_of(controller, pushes), theme.body_of(controller)
    panel = moving(bundle, run.states, title, colour, pushes, drives)
    panel.outlines = bodies(bundle, bundle.in_space(bundle.track.states)[_moments(bundle)])
    panel.figures = figures_of(run)
    return panel


def title_of(controller: str, pushes: Sequence[Push]) -> str:
    """Write a title: whether a run was pushed, and its controller."""
    how = theme.name_of(controller) if controller else "the run"
    return f"{'Pushed' if pushes else 'Unpushed'}, {how}"


def figures_of(run: Run) -> str:
    """Write a run's figures in a line."""
    return f"error {theme.number(run.error, 2)}, effort {theme.number(run.effort, 2)}"


def moving(
    bundle: BodyBundle,
    states: np.ndarray,
    title: str,
    colour: str,
    pushes: Sequence[Push] = (),
    drives: np.ndarray | None = None,
) -> Panel:
    """Make the panel of a motion `states` (T + 1, n) up to the last of the moments shown.

    `drives` (T, count) are the controls of its cables and chambers, if they are to be drawn.
    """
    own, states, moments = states, bundle.in_space(states), _moments(bundle)
    approaches, touches = _approaches(bundle, states), Touches(bundle, own, size_of(bundle))
    found = hits(bundle, states)
    return Panel(
        title,
        outcome_of(found),
        "",
        colour,
        solid=bodies(bundle, states[moments]),
        actuators=[acting(bundle, states[k], None if drives is None else drives[k - 1]) for k in moments],
        ghosts=[bodies(bundle, states[earlier]) for _, earlier in approaches],
        pushed=bodies(bundle, states[[_step_of(bundle, push) for push in pushes]]),
        paths=_followed(bundle, states) or [path for path, _ in approaches],
        wanted=_wanted(bundle),
        arrows=[arrow(bundle, states, push) for push in pushes],
        balls=[Ball(each, _excursion(bundle, each, states), found[each.name]) for each in bundle.targets],
        touches=[touches.at(step) for step in moments],
        poses=[bundle.obstacle_poses(step, own[step]) for step in moments],
    )


def _wanted(bundle: BodyBundle) -> list[np.ndarray]:
    """The paths (T + 1, 3) m that regions should follow."""
    return list(places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths)) if bundle.paths else []


def _followed(bundle: BodyBundle, states: np.ndarray) -> list[np.ndarray]:
    """The ways (T + 1, 3) m that the middles of these regions go in states (T + 1, n)."""
    regions = [bundle.regions[path.region] for path in bundle.paths]
    return [bundle.shape.positions(states, region).mean(axis=-2) for region in regions]


def bodies(bundle: BodyBundle, states: Iterable[np.ndarray]) -> list[np.ndarray]:
    """Return the drawn vertices (v, 3) m, of skin or mesh, in each of some states (n,)."""
    return [bundle.drawn(bundle.shape.positions(state)) for state in states]


def _moments(bundle: BodyBundle) -> list[int]:
    """Return the steps that are shown: when targets should be hit, or the end."""
    return [step for step, _ in _marks(bundle)]


def _marks(bundle: BodyBundle) -> list[tuple[int, np.ndarray]]:
    """Return the steps that are shown and the vertices whose path is drawn then.

    They are those of the region that should hit, or, at the end, those that the bundle follows.
    """
    marks = [(target.step, bundle.regions[target.region]) for target in bundle.targets]
    if marks:
        return sorted(marks, key=lambda mark: mark[0])
    watched = bundle.watched()
    if not bundle.muscles:
        return [(bundle.steps, watched)]
    places = bundle.shape.positions(bundle.in_space(bundle.track.states), watched).mean(axis=1)
    return [(int(np.argmax(np.linalg.norm(places - places[0], axis=1))) or bundle.steps, watched)]


def _approaches(bundle: BodyBundle, states: np.ndarray) -> list[tuple[np.ndarray, list[int]]]:
    """Return for each moment shown the last part of the path (k, 3) m before it, and steps along that."""
    found = []
    for step, vertices in _marks(bundle):
        path = bundle.shape.positions(states[: step + 1], vertices).mean(axis=1)
        pieces = np.linalg.norm(np.diff(path, axis=0), axis=1)
        left = np.append(np.cumsum(pieces[::-1])[::-1], 0.0)  # remaining path length at each step
        longest = min(APPROACH * size_of(bundle), left[0])
        shares = longest * np.arange(GHOSTS, 0, -1) / GHOSTS
        steps = [int(np.argmax(left <= share)) for share in shares]
        found.append((path[steps[0] :], sorted(set(steps) - {step})))
    return found


def size_of(bundle: BodyBundle) -> float:
    """The diagonal of the box around the body at rest, m."""
    return float(np.linalg.norm(bundle.sides))


def swinging(bundle: BodyBundle, target: Target, states: np.ndarray) -> np.ndarray:
    """The ball's path (T + 1, 3) in m while the body goes through `states`, or the bee's."""
    if target.flight:
        return fly(target, spots_of(bundle.shape, target, states))
    return swing(target, skin_positions(bundle.shape, target, states), bundle.dt)


def _excursion(bundle: BodyBundle, target: Target, states: np.ndarray) -> np.ndarray:
    """Return the ball's way (k, 3) from rest to its first turning point; one point if nothing strikes it."""
    path = swinging(bundle, target, states)
    if target.flight:
        return path[max(target.step - target.window, 0) : target.step + 1]
    away = np.linalg.norm(path - path[0], axis=1)
    moving = int(np.argmax(away > 0.02 * target.radius))
    turning = np.flatnonzero(np.diff(away[moving:]) < 0)
    if away[moving] == 0:
        return path[:1]
    return path[max(moving - 1, 0) : moving + (int(turning[0]) if turning.size else len(away)) + 1]


def _step_of(bundle: BodyBundle, push: Push) -> int:
    """The middle of a push, or of its beginning if it lasts long."""
    return step_at(push.time + min(push.duration, LONG_PUSH) / 2, bundle.dt, bundle.steps)


def arrow(
    bundle: BodyBundle, states: np.ndarray, push: Push, step: int | None = None
) -> tuple[np.ndarray, np.ndarray, str]:
    """Tail and tip (3,) m of a push's arrow, and its words; in the middle of the push, or at a given step.

    The tip is at the pushed place in `states`; direction and length are the same in all panels and frames,
    but for a push that varies: at a given step they are those of the force that acts then.
    """
    shape = bundle.shape
    here = shape.positions(states[_step_of(bundle, push) if step is None else step])
    strength = float(np.linalg.norm(push.force))
    force = np.asarray(push.force, dtype=float)
    if push.noise and step is not None:
        taken, last = step - step_at(push.time, bundle.dt), steps_within(push.duration, bundle.dt) - 1
        force = push.held(min(max(taken, 0), last), bundle.dt)
    span = ARROW * size_of(bundle) * force / max(strength, 1e-300)
    tip = here[shape.vertex_of(push.at)]
    lasting = "" if np.isinf(push.duration) else f" for {push.duration:.2g} s"
    words = f"push: {'up to ' if push.noise else ''}{theme.number(strength, 2)} N{lasting}"
    return tip - span, tip, f"{words} at {push.time:.2g} s"


def outcome_of(found: Mapping[str, Hit]) -> str:
    """Hits, misses and landings in words."""
    balls = [bool(each["hit"]) for each in found.values() if not each.get("landing")]
    struck, count = sum(balls), len(balls)
    words = []
    if count and struck == 0:
        words.append({1: "misses the ball", 2: "misses both balls"}.get(count, f"misses all {count} balls"))
    elif count and struck == count:
        words.append({1: "hits the ball", 2: "hits both balls"}.get(count, f"hits all {count} balls"))
    elif count:
        words.append(f"hits {struck} of {count} balls")
    for name, each in found.items():
        if each.get("landing"):
            words.append(f"the {name} lands" if each["hit"] else f"the {name} finds nothing to land on")
    return ", ".join(words)


def _hanging(bundle: BodyBundle) -> str:
    """Return how many balls are on strings."""
    return f"{_count(sum(not target.flight for target in bundle.targets), 'ball')} to hit"


def _coming(bundle: BodyBundle) -> str:
    """Return the bees that are to land."""
    names = " and ".join(f"a {target.name}" for target in bundle.targets if target.flight)
    return f"{names} to land"


def _count(number: int, what: str) -> str:
    words = ("no", "one", "two", "three", "four")
    return f"{words[number] if number < len(words) else number} {what}{'s' * (number != 1)}"
