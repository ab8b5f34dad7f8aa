"""Pictures and movies of bodies. `softrein.pictures.panels` determines their content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from meshes.tetmesh import connected
from runtime.base.progress import Progress
from runtime.control.registry import LQR, NONE
from runtime.plant.up_axis import level, upright_axes, upward
from softrein.base import theme
from softrein.base.obstacles import placed, surfaces
from softrein.pictures import actuators, offscreen, touches
from softrein.pictures.captions import Page
from softrein.pictures.motion import MOVIE_FRAMES, MOVIE_WIDTH, SHORTEST_ARROW
from softrein.pictures.offscreen import Sheet, Studio, Thing, View
from softrein.pictures.panels import Panel, arrow, at_rest, bodies, moving, size_of, swinging, under

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.plant.push import Push
    from runtime.run import Run
    from runtime.target import Target

SHOWN = (NONE.name, LQR.name)  # default controllers
FAINTEST, STRONGEST = 0.10, 0.42  # opacity of the earliest and the latest ghost
EARLIER_PALER = 0.35  # how much paler (towards white) the body is at all but the last hit
# length of the drawn bee in radii of its landing spot (a bee is a target that flies along a path to a region)
BEE = 4.0
SWUNG = 0.6  # opacity of a ball at the turning point after a hit
OUTLINE_OPACITY = 0.75
ARROW_OPACITY = 0.8  # transparent enough to see what is behind
WIDE = 1.6  # radius of a desired path, relative to other curves
LABEL_ROOM = 3.0  # room for a label above a string, in radii of its ball
FRONT = 0.2  # bonus for views in which targets are in front
MOUNT = 0.012  # how far the block that holds the body protrudes, as a fraction of the body's size
FAR = 1.5  # sizes of the body up to which what moves is in the picture
CLOSE = 0.05  # the same around what is in it anyway, such as paths
ELEVATION, TURN = 14.0, 25.0  # degrees: height of the camera, and its least angle from the faces of the body

MOVIE_HEIGHTS = (480, 860)  # pixels, smallest and largest height of a movie
MOVIE_OVERSAMPLING = 2


class Over(NamedTuple):
    """The overlays of the body in a frame of a movie."""

    acting: Sequence[actuators.Acting]
    touch: touches.Touch


def draw_page(
    bundle: BodyBundle,
    runs: Sequence[tuple[str, Run]],
    pushes: Sequence[Push],
    path: str | Path,
    width: int,
    progress: Progress,
    whole: bool = False,
) -> None:
    """Draw the body at rest if `whole`, the reference, and runs with `pushes`, side by side, as PNG."""
    offscreen.load_pyvista()
    panels = [at_rest(bundle)] if whole else []
    panels += [_reference(bundle), *(under(bundle, name, run, pushes) for name, run in runs)]
    _picture(bundle, panels, width, progress).save(path)


def frames(
    bundle: BodyBundle, run: Run, controller: str, pushes: Sequence[Push], steps: Sequence[int], small: bool
) -> Iterator[np.ndarray]:
    """Yield the frames of a movie at some steps, with the reference as an outline."""
    offscreen.load_pyvista()
    panel = under(bundle, controller, run, pushes)
    shown = list(steps)[::4]
    states, reference = (bundle.in_space(each) for each in (run.states, bundle.track.states))
    panel.ghosts = [bodies(bundle, np.concatenate([states[shown], reference[shown]]))]
    # only for the picture's bounds: where things go, and room for its shadows
    panel.poses = [bundle.obstacle_poses(step, run.states[step]) for step in shown]
    panel.outlines += [_on_floor(bundle, ghost) for ghost in panel.ghosts[0]]
    balls = [(target, swinging(bundle, target, run.states)) for target in bundle.targets]
    drives = actuators.driven(bundle, controller or LQR.name, run.controls)
    touching = touches.Touches(bundle, run.states, size_of(bundle))
    view = view_of(bundle, [panel], MOVIE_WIDTH, MOVIE_HEIGHTS)
    with Studio(view, MOVIE_OVERSAMPLING) as studio:
        for step in steps:
            now = None if drives is None else drives[max(step - 1, 0)]
            over = Over(actuators.acting(bundle, states[step], now), touching.at(step))
            yield _frame(bundle, panel, studio, step, states, balls, pushes, over)


def warm(bundle: BodyBundle) -> None:
    """Compile what pictures need: nothing."""


def _reference(bundle: BodyBundle) -> Panel:
    states, drives = bundle.track.states, actuators.driven(bundle)
    return moving(bundle, states, "Reference motion", theme.REFERENCE, drives=drives)


def _frame(
    bundle: BodyBundle,
    panel: Panel,
    studio: Studio,
    step: int,
    states: np.ndarray,
    balls: Sequence[tuple[Target, np.ndarray]],
    pushes: Sequence[Push],
    over: Over | None = None,
) -> np.ndarray:
    """Draw one frame of a movie, with an even number of pixels each way, as video needs."""
    sheet, thin = Sheet(studio), thin_of(bundle)
    here, reference = bodies(bundle, [states[step], bundle.in_space(bundle.track.states)[step]])
    hanging = [thing for target, path in balls for thing in hung(target, path[step], thin)]
    sheet.lay_shadow(
        [offscreen.body(_on_floor(bundle, here), bundle.drawn_triangles, panel.colour)], *_shadow_of(studio)
    )
    around = [*mount_of(bundle), *obstacles_of(bundle, bundle.obstacle_poses(step, states[step])), *hanging]
    sheet.lay([offscreen.body(here, bundle.drawn_triangles, panel.colour), *around])
    if over is not None:
        actuators.lay(sheet, over.acting, thin)
        touches.lay(sheet, over.touch, thin, hanging)
    sheet.lay_outline(
        [offscreen.body(reference, bundle.drawn_triangles, panel.colour)], theme.INK, 1, OUTLINE_OPACITY
    )
    sheet.lay([offscreen.tube(path, WIDE * thin, theme.WANTED) for path in panel.wanted])
    sheet.lay(_arrows_now(bundle, states, step, pushes), ARROW_OPACITY, around=hanging)
    height, width = (side // 2 * 2 for side in sheet.finished().shape[:2])
    return sheet.finished()[:height, :width]


def _arrows_now(bundle: BodyBundle, states: np.ndarray, step: int, pushes: Sequence[Push]) -> list[Thing]:
    """Return arrows of the pushes that act at a step, or acted a moment ago."""
    things = []
    for push in pushes:
        lasting = max(push.duration, SHORTEST_ARROW * bundle.dt * bundle.steps / MOVIE_FRAMES)
        if push.time <= step * bundle.dt < push.time + lasting:
            tail, tip, _ = arrow(bundle, states, push, step)
            if (tip != tail).any():
                things.append(offscreen.arrow(tail, tip, theme.PUSH))
    return things


def _picture(bundle: BodyBundle, panels: Sequence[Panel], width: int, progress: Progress) -> Page:
    """The panels side by side, with their words."""
    wide = width // len(panels)
    view = view_of(bundle, panels, wide, (int(0.8 * wide), int(1.8 * wide)))
    page = Page(panels, view, bundle.dt)
    with Studio(view) as studio:
        for index, panel in enumerate(panels):
            progress("panels", index, len(panels))
            page.place(index, panel, _paint(bundle, panel, studio))
    progress("panels", len(panels), len(panels))
    return page


def view_of(bundle: BodyBundle, panels: Sequence[Panel], width: int, heights: tuple[int, int]) -> View:
    """The camera's view that holds all bodies, targets, labels and the mount of some panels.

    The picture is `width` pixels wide, and at least and at most as high as `heights`.
    """
    axes = offscreen.axes_of(_azimuth(bundle, panels), ELEVATION, bundle.up)
    points = [panel.points() for panel in panels]
    points += [np.array(list(product(*corners))) for corners in _mount(bundle)]
    for poses in [bundle.obstacle_poses(), *(each for panel in panels for each in panel.poses)]:
        points.append(_near(bundle, poses, np.concatenate(points[: len(panels)])))
    for panel in panels:
        points.append(_on_floor(bundle, panel.solid[-1]))
        for ball in panel.balls:
            around = ball.target.radius * np.concatenate([axes[:2], -axes[:2]])
            points += [centre + around for centre in ball.path]
            points += [ball.place + around]
            points += [ball.target.anchor + LABEL_ROOM * ball.target.radius * upward(bundle.up)[None]]
    return offscreen.frame(np.concatenate(points), axes, width, heights)


def _azimuth(bundle: BodyBundle, panels: Sequence[Panel]) -> float:
    """Return the azimuth, in degrees, from which body, motion and gaps between targets look large.

    It looks a little from the side, rather than straight at a face; with targets in front, or else pushes.
    """
    turn = upright_axes(bundle.up).T  # from here on y points up
    middle = bundle.own_vertices.mean(axis=0)
    rest = (bundle.own_vertices - middle) @ turn
    motion = np.concatenate([path - path[-1] for panel in panels for path in panel.paths]) @ turn
    centres = (np.array([target.centre for target in bundle.targets]).reshape(-1, 3) - middle) @ turn
    apart = (centres[:, None] - centres).reshape(-1, 3)
    tails = [(tail - tip) @ turn for panel in panels for tail, tip, _ in panel.arrows]
    # arrows are drawn over everything, but targets may be hidden by the body
    in_front = centres if len(centres) else tails
    faces = np.linalg.eigh(np.cov(rest[:, [0, 2]].T))[1].T  # the body's principal axes, seen from above

    def merit(azimuth: float) -> float:
        right, up, towards = offscreen.axes_of(azimuth, ELEVATION)
        flat = np.stack([right, up], axis=1)
        area = np.sqrt(np.linalg.det(np.cov((rest @ flat).T)).clip(0))
        gaps = np.linalg.norm(apart @ right) if len(apart) > 1 else 1.0
        oblique = min(1.0, float(np.abs(faces @ right[[0, 2]]).min()) / np.sin(np.radians(TURN)))
        front = float(sum(towards @ each for each in in_front))
        return (
            float(area * np.linalg.norm(motion @ flat) * gaps)
            * (0.5 + 0.5 * oblique)
            * (1 + FRONT * (front > 0))
        )

    return max(range(0, 360, 5), key=merit)


def _paint(bundle: BodyBundle, panel: Panel, studio: Studio) -> np.ndarray:
    """Paint one panel: shadow, ghosts, bodies, paths, outline, and on top of all but targets the push."""
    sheet, thin = Sheet(studio), thin_of(bundle)

    def skin(points: np.ndarray, paler: float = 0.0) -> Thing:
        return offscreen.body(points, bundle.drawn_triangles, theme.paler(panel.colour, paler))

    sheet.lay_shadow([skin(_on_floor(bundle, panel.solid[-1]))], *_shadow_of(studio))
    for points in panel.pushed:
        sheet.lay([skin(points)], STRONGEST)
    for ball in panel.balls:
        if len(ball.path) > 1:
            way = offscreen.tube(ball.path, thin, theme.BALL)
            sheet.lay([*hung(ball.target, ball.path[-1], thin), way], SWUNG)
    still = [thing for ball in panel.balls for thing in hung(ball.target, ball.place, thin)]
    moving = [path for path in panel.paths if np.ptp(path, axis=0).max() > 1e-3 * thin]
    curves = [offscreen.tube(path, thin, theme.INK) for path in moving]
    wanted = [offscreen.tube(path, WIDE * thin, theme.WANTED) for path in panel.wanted]
    stretches = panel.ghosts or [[]]
    for index, (ghosts, points) in enumerate(zip(stretches, panel.solid, strict=True)):
        for ghost, opacity in zip(ghosts, np.linspace(FAINTEST, STRONGEST, len(ghosts)), strict=True):
            sheet.lay([skin(ghost)], float(opacity))
        last = index == len(panel.solid) - 1
        around = [
            *mount_of(bundle),
            *obstacles_of(bundle, panel.poses[index] if panel.poses else bundle.obstacle_poses()),
            *still,
        ]
        sheet.lay([skin(points, 0.0 if last else EARLIER_PALER), *around, *curves])
        if panel.actuators:
            actuators.lay(sheet, panel.actuators[index], thin)
        if panel.touches:
            touches.lay(sheet, panel.touches[index], thin, still)
    if wanted:  # drawn through the body, as are the regions that follow it
        sheet.lay([*wanted, *curves])
    for points in panel.outlines:
        sheet.lay_outline([skin(points)], theme.INK, _outline_of(studio), OUTLINE_OPACITY)
    arrows = [offscreen.arrow(tail, tip, theme.PUSH) for tail, tip, _ in panel.arrows]
    sheet.lay(arrows, ARROW_OPACITY, around=still)
    return sheet.finished()


def thin_of(bundle: BodyBundle) -> float:
    """Return a radius of curves, m, that suits the body."""
    return size_of(bundle) / 350


def _outline_of(studio: Studio) -> int:
    """Return the width of outlines in pixels."""
    return max(1, round(studio.view.size[0] / 250))


def _shadow_of(studio: Studio) -> tuple[float, float]:
    """Return the shadow's strength, and its blur in pixels."""
    return 0.22, studio.view.size[0] / 80


def _on_floor(bundle: BodyBundle, points: np.ndarray) -> np.ndarray:
    """The shadow of points (v, 3) straight below them."""
    height = upward(bundle.up)
    return np.asarray(points * level(bundle.up) + (bundle.own_vertices @ height).min() * height)


def mount_of(bundle: BodyBundle) -> list[Thing]:
    """Return a block around the fixed vertices, if there are any that no handle carries."""
    return [offscreen.block(low, high, theme.MOUNT) for low, high in (each.T for each in _mount(bundle))]


def obstacles_of(bundle: BodyBundle, poses: np.ndarray) -> list[Thing]:
    """Return the shapes that it may touch, in `poses` (o, 12)."""
    if not bundle.contact:
        return []
    moving = bundle.contact["moving"] != -1
    return [
        offscreen.body(placed(surface, pose), surface.triangles, theme.TOOL if moves else theme.OBSTACLE)
        for surface, pose, moves in zip(surfaces(bundle), poses, moving, strict=True)
    ]


def _near(bundle: BodyBundle, poses: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return points (k, 3) m of the shapes that it may touch, in `poses` (o, 12), that are not far from it.

    What moves is looked for farther away, and wherever its middle is among what is `seen` (n, 3) anyway; it
    is there as a whole or not at all.
    """
    points = [np.zeros((0, 3))]
    if bundle.contact:
        middle, size = bundle.own_vertices.mean(axis=0), size_of(bundle)
        low, high = seen.min(axis=0) - CLOSE * size, seen.max(axis=0) + CLOSE * size
        for thing, moving in zip(obstacles_of(bundle, poses), bundle.contact["moving"], strict=True):
            found = np.asarray(thing[0].points)
            if moving == -1:
                points.append(found[np.linalg.norm(found - middle, axis=1) < size])
                continue
            here = (found.min(axis=0) + found.max(axis=0)) / 2
            if np.linalg.norm(here - middle) < FAR * size or ((low < here) & (here < high)).all():
                points.append(found)
    return np.concatenate(points)


def _mount(bundle: BodyBundle) -> list[np.ndarray]:
    """Return the range along each axis (3, 2) of each mount: of held vertices that elements connect."""
    held = np.setdiff1d(np.arange(bundle.vertices.size), bundle.free) // 3
    if not held.size or bundle.way:
        return []
    held, room = np.unique(held), MOUNT * size_of(bundle)
    number = np.full(len(bundle.vertices), -1)
    number[held] = np.arange(len(held))
    pairs = np.concatenate([number[bundle.tets[:, pair]] for pair in combinations(range(4), 2)])
    count, group = connected(pairs[(pairs >= 0).all(axis=1)], len(held))
    groups = [bundle.vertices[held[group == each]] for each in range(count)]
    return [np.stack([own.min(axis=0) - room, own.max(axis=0) + room], axis=1) for own in groups]


def hung(target: Target, centre: np.ndarray, thin: float) -> list[Thing]:
    """Return a ball on its string, at `centre`, or a bee, which has no string."""
    if target.flight:
        return offscreen.bee(centre, BEE * target.radius, target.up)
    return [
        offscreen.sphere(centre, target.radius, theme.BALL),
        offscreen.tube(np.stack([target.anchor, centre]), thin / 2, theme.FAINT_INK),
        offscreen.disc(target.anchor, 0.4 * target.radius, theme.FAINT_INK, target.up),
    ]
