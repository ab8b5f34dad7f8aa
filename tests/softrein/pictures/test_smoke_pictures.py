"""Pictures of smoke: their text, what they show, and that bundles are drawn by their kind."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from meshes import MacGrid
from meshes.mac_operators import face_extension
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.run import Run
from runtime.smoke.model import SmokeModel
from softrein.base import theme
from softrein.base.kinds import WORDS
from softrein.errors import MissingPackageError, SoftreinError
from softrein.pictures import smoke_panels
from softrein.pictures.motion import render_motion, render_movie, render_run
from softrein.pictures.smoke_box import DENSEST, GROUND, smoke_image
from tests.made_up import made_up_bundle, made_up_runs

CELLS, EXTENT = (24, 18), (1.2, 0.9)
STEPS, DT = 20, 0.05
SWIRL = 0.25  # m^2/s, of the only mode that moves: particles go round by about a quarter
WIDTH = 640  # pixels: enough to tell whether something is there
PUSHES = [Push(0, (3.0, 0.0), 0.2, 0.1, 0.1), Push((0.8, 0.2), (0.0, -1.5), 0.5, 0.1, 0.1)]
LEAVES = np.array([[0.3, 0.2], [0.9, 0.7], [0.6, 0.7]])


def made_up_smoke(particles: int = 2, leaves: int = 0, block: bool = False) -> SmokeBundle:
    """A box in which one large vortex turns; the reference goes round with it, and nobody computed anything.

    Modes are curls of sin(k pi x) sin(l pi y).
    """
    solid = np.zeros(CELLS, dtype=bool)
    solid[18:22, 9:13] = block
    grid = MacGrid(CELLS, EXTENT, solid)
    vectors = _modes(grid)
    centres = [(np.arange(n) + 0.5) * h for n, h in zip(CELLS, grid.spacing, strict=True)]
    x, y = np.meshgrid(*centres, indexing="ij")
    density = ((np.hypot(x - 0.35, y - 0.45) < 0.2) & ~solid).astype(float)
    size = 2 * particles + vectors.shape[1]
    bundle = SmokeBundle(
        name="made-up", scene={}, stages=[], description="Smoke that nobody computed.",
        extent=list(EXTENT), scheme="runge-kutta", particles=particles, solid=grid.solid,
        open_faces=grid.open, density=density, carried=LEAVES[:leaves],
        full_paths=np.zeros((STEPS + 1, particles, 2)), full_density=density[:, ::-1],
        perturbed_paths=np.zeros((0, 0, 0, 2)),
        vectors=vectors, model=SmokeModel(np.zeros((2, 3)), np.zeros((2, 2)), np.zeros(1)), dt=DT,
        track=Track(np.zeros((STEPS + 1, size)), np.zeros((STEPS, vectors.shape[1]))),
        uncontrolled=np.zeros((STEPS, vectors.shape[1])),
        costs=Costs(
            running=np.eye(size), control=np.eye(vectors.shape[1]), schedule=np.ones(STEPS),
            steps=np.zeros(0, dtype=np.int64), instants=np.zeros((0, size, size)),
        ),
        actuators=np.eye(vectors.shape[1]), gains={}, discretisation="step",
        limits=np.tile([-np.inf, np.inf], (vectors.shape[1], 1)), pushes=PUSHES if particles else PUSHES[1:],
    )  # fmt: skip
    states = motion(bundle, 1.0)
    bundle = replace(bundle, track=Track(states, bundle.track.feedforward))
    return replace(bundle, full_paths=bundle.shape.positions(states))


def _modes(grid: MacGrid) -> np.ndarray:
    """Two modes (faces, 2), orthonormal under the cell's area and continued into solids."""
    (nx, ny), (hx, hy) = grid.cells, grid.spacing
    x, y = (np.linspace(0, np.pi, n + 1) for n in grid.cells)
    stream = np.array([np.outer(np.sin(k * x), np.sin(m * y)) for k, m in ((1, 1), (2, 1))])
    touched = np.ones((nx + 1, ny + 1), bool)
    solid = grid.solid
    touched[1:-1, 1:-1] = solid[1:, 1:] | solid[:-1, 1:] | solid[1:, :-1] | solid[:-1, :-1]
    stream = np.where(touched, 0.0, stream)
    parts = np.diff(stream, axis=2) / hy, -np.diff(stream, axis=1) / hx
    vectors = np.concatenate([part.reshape(2, -1) for part in parts], axis=1).T
    vectors = np.linalg.qr(vectors).Q / np.sqrt(grid.cell_area)
    targets, weights = face_extension(grid)
    vectors[targets] = weights @ vectors
    return vectors


def motion(bundle: SmokeBundle, strength: float) -> np.ndarray:
    """States (T + 1, n) in which particles are carried by a vortex of so many times the usual strength."""
    starts = np.array([[0.35, 0.45], [0.5, 0.3]])[: bundle.particles]
    z = np.array([strength * SWIRL, 0.0])
    leafy = replace(bundle, carried=starts, particles=0)
    paths = [points for _, points in smoke_panels.carried(leafy, np.tile(z, (STEPS + 1, 1)))]
    return np.hstack([np.reshape(paths, (STEPS + 1, -1)), np.tile(z, (STEPS + 1, 1))])


def made_up_run(bundle: SmokeBundle, strength: float, spent: float = 0.0) -> Run:
    states = motion(bundle, strength)
    deviation = np.linalg.norm(states - bundle.track.states, axis=1)
    effort = spent * np.linspace(0, 1, STEPS + 1)
    counts = {"clamped": 0, "halved": 0}
    return Run(states, np.zeros((STEPS, 2)), deviation, effort, float(deviation[-1]), counts)


def runs_of(bundle: SmokeBundle) -> dict[str, Run]:
    """Without control everything turns the other way."""
    strengths = {"none": (-1.0, 0.0), "lqr": (0.99, 4.0), "p": (0.5, 9.0), "pd": (0.8, 12.0)}
    return {name: made_up_run(bundle, *numbers) for name, numbers in strengths.items()}


@pytest.fixture(scope="module")
def bundle() -> SmokeBundle:
    made_up = made_up_smoke()
    made_up.check()
    return made_up


def panels(path: Path, count: int) -> list[np.ndarray]:
    """The panels of a picture, (height, width, 3)."""
    return np.split(imread(path)[..., :3], count, axis=1)


def is_blue(panel: np.ndarray) -> np.ndarray:
    """Where a panel is blue and not green (height, width)."""
    red, green, blue = np.moveaxis(panel, 2, 0)
    return np.asarray((blue - red > 0.25) & (blue - green > 0.08))


# What a panel tells -------------------------------------------------------------------------------


def test_a_run_says_how_far_from_home_its_particles_end(bundle: SmokeBundle) -> None:
    runs = runs_of(bundle)
    lost, kept = (smoke_panels.under(bundle, name, runs[name], PUSHES) for name in ("none", "lqr"))
    apart = (runs["none"].states - bundle.track.states)[-1, :4].reshape(2, 2)
    assert lost.outcome == f"ends up to {theme.length(np.linalg.norm(apart, axis=1).max())} off"
    assert (lost.verdict, kept.verdict) == (theme.MISS, theme.HIT)
    assert lost.figures.endswith("effort 0")


def test_smoke_and_leaves_go_where_the_run_s_own_field_carries_them() -> None:
    bundle = made_up_smoke(leaves=3)
    run = made_up_run(bundle, -1.0)
    panel = smoke_panels.under(bundle, "none", run, [])
    np.testing.assert_array_equal(panel.leaves[0], LEAVES)
    middle = np.array(EXTENT) / 2

    def turned(paths: np.ndarray) -> np.ndarray:
        x, y = (paths[[0, -1]] - middle).transpose(2, 0, 1)
        return np.asarray(x[0] * y[1] - y[0] * x[1])

    assert (turned(panel.leaves) * turned(smoke_panels.full_simulation(bundle).leaves) < 0).all()
    assert panel.density.sum() == pytest.approx(bundle.density.sum(), rel=0.1)  # mass is nearly kept
    assert np.abs(panel.density - bundle.density).max() > 0.5


def test_the_full_simulation_shows_its_own_smoke_and_paths(bundle: SmokeBundle) -> None:
    panel = smoke_panels.full_simulation(bundle)
    assert panel.outcome == "two particles to steer"
    np.testing.assert_array_equal(panel.density, bundle.full_density)
    np.testing.assert_array_equal(panel.paths, bundle.full_paths)


def test_a_gust_at_a_particle_is_where_the_reference_has_it_then(bundle: SmokeBundle) -> None:
    first, second = smoke_panels.gusts(bundle, PUSHES)
    np.testing.assert_array_equal(first.place, bundle.track.states[4, :2])  # 0.2 s
    np.testing.assert_array_equal(second.place, (0.8, 0.2))


def test_pushes_in_words(bundle: SmokeBundle) -> None:
    def words(*pushes: Push) -> str:
        return smoke_panels.words_of(smoke_panels.gusts(bundle, pushes), STEPS * DT)

    varying = Push((0.5, 0.5), (0.6, 0.8), 0.0, np.inf, 0.1, noise=0.2)
    assert words() == ""
    assert words(PUSHES[0]) == "push: 3 m/s² for 0.1 s at 0.2 s"
    assert words(*PUSHES) == "pushes at 0.2 and 0.5 s\n1.5 to 3 m/s², for 0.1 s"
    assert words(*[PUSHES[0]] * 5) == "five pushes, for 0.1 s\n3 m/s²"
    assert words(varying) == "push: up to 1 m/s², all the time"
    assert words(varying, varying) == "two pushes, all the time\nup to 1 m/s²"


def test_wind_that_varies_is_shown_as_strong_as_it_is_in_each_step(bundle: SmokeBundle) -> None:
    """With a knot each step it is none at every step's beginning, and blows within all of them."""
    varying = Push((0.5, 0.5), (0.6, 0.8), 2 * DT, 5 * DT, 0.1, noise=DT)
    [gust] = smoke_panels.gusts(bundle, [varying])
    held = [varying.held(step, DT) for step in range(5)]
    assert gust.peak(bundle) == pytest.approx(max(np.linalg.norm(each) for each in held))
    assert gust.peak(bundle) > 0.1
    for step, force in enumerate(held):
        [(_, shown)] = smoke_panels.blowing(bundle, [gust], 2 + step)
        np.testing.assert_array_equal(shown, force)


def test_the_image_of_smoke_has_x_to_the_right_and_y_upwards() -> None:
    density = np.zeros((8, 6))
    density[5:8, 1:4] = 2.0
    image = smoke_image(density, 2.0, "#0000ff")
    assert image.shape == (6, 8, 3)
    ground = np.array([int(GROUND[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    np.testing.assert_allclose(image[0, 0], ground)
    np.testing.assert_allclose(image[2, 7], ground + DENSEST * (np.array([0, 0, 1]) - ground))
    assert image.min() >= 0
    assert image.max() <= 1


# Files --------------------------------------------------------------------------------------------


def test_the_picture_has_four_panels_in_their_colours(bundle: SmokeBundle, tmp_path: Path) -> None:
    path = tmp_path / "motion.png"
    seen: list[int] = []
    render_motion(
        bundle, runs_of(bundle), path, width=WIDTH, progress=lambda what, done, total: seen.append(done)
    )
    shown = panels(path, 4)
    assert imread(path).shape[1] == WIDTH
    assert all(np.abs(a - b).mean() > 0.005 for a, b in pairwise(shown))
    warm = [(panel[..., 0] - panel[..., 2] > 0.3).mean() for panel in shown]
    cold = [is_blue(panel).mean() for panel in shown]
    assert warm[1] > 0.05  # of the panel: the smoke without control is orange
    assert cold[2] > 0.05  # and that under LQR blue
    assert max(warm[0], warm[2], cold[0], cold[1]) < 0.01
    assert seen == [0, 1, 2, 3, 4]
    assert list(tmp_path.iterdir()) == [path]


def test_only_runs_that_are_there_are_shown(bundle: SmokeBundle, tmp_path: Path) -> None:
    runs = {"lqr": made_up_run(bundle, 0.9)}
    render_motion(bundle, runs, tmp_path / "two.png", width=WIDTH, pushes=[])
    full, lqr = panels(tmp_path / "two.png", 2)
    assert is_blue(lqr).mean() > 0.05
    green = (lqr[..., 1] - lqr[..., 0] > 0.3) & (lqr[..., 1] - lqr[..., 2] > 0.1)
    assert not green.any()  # it met no push
    assert full.std() > 0.05


@pytest.mark.parametrize(("particles", "leaves"), [(0, 0), (0, 2), (1, 3)])
def test_smoke_with_leaves_solids_and_wind_that_varies(particles: int, leaves: int, tmp_path: Path) -> None:
    bundle = made_up_smoke(particles, leaves, block=True)
    bundle.check()
    varying = Push((0.5, 0.5), (1.0, 1.0), 0.0, 10.0, 0.1, noise=0.2)
    render_motion(bundle, runs_of(bundle), tmp_path / "all.png", pushes=[varying], width=WIDTH)
    full, *others = panels(tmp_path / "all.png", 4)
    yellow = [((panel[..., 0] > 0.8) & (panel[..., 2] < 0.3)).any() for panel in (full, *others)]
    assert all(yellow) if leaves else not any(yellow)
    for panel in (full, *others):
        stone = np.abs(panel - [0x4B / 255, 0x55 / 255, 0x63 / 255]).max(axis=2) < 0.02
        assert stone.mean() > 0.005
    boxes = [panel[45:150] for panel in others]  # without the green words below
    assert min(float((box[..., 1] - box[..., 0]).max()) for box in boxes) > 0.4


def test_one_run_beside_the_full_simulation(bundle: SmokeBundle, tmp_path: Path) -> None:
    render_run(bundle, made_up_run(bundle, 0.5), tmp_path / "run.png", pushed=False)
    full, run = panels(tmp_path / "run.png", 2)
    assert min(full.std(), run.std()) > 0.05
    assert np.abs(full - run).mean() > 0.01


def test_a_run_is_shown_beside_the_same_without_control(bundle: SmokeBundle, tmp_path: Path) -> None:
    run, free = made_up_run(bundle, 0.9), made_up_run(bundle, 0.5)
    render_run(bundle, run, tmp_path / "run.png", controller="lqr", uncontrolled=free)
    shown = panels(tmp_path / "run.png", 3)
    assert all(np.abs(a - b).mean() > 0.01 for a, b in pairwise(shown))


def test_a_movie_has_a_frame_every_so_many_steps(bundle: SmokeBundle, tmp_path: Path) -> None:
    imageio = pytest.importorskip("imageio.v2")
    seen: list[int] = []
    render_movie(
        bundle, made_up_run(bundle, 0.9), tmp_path / "run.gif", every=5,
        progress=lambda what, done, total: seen.append(done),
    )  # fmt: skip
    frames = imageio.mimread(tmp_path / "run.gif")
    assert len(frames) == 5
    assert all(side % 2 == 0 for side in frames[0].shape[:2])
    box = np.array([frame[60:-60, :, :3] for frame in frames], dtype=float)
    assert all(np.abs(a - b).mean() > 1 for a, b in pairwise(box))  # of 255: it moves
    assert seen == [0, 1, 2, 3, 4, 5]


def test_a_push_is_in_a_movie_while_it_blows_and_a_moment_longer(bundle: SmokeBundle, tmp_path: Path) -> None:
    imageio = pytest.importorskip("imageio.v2")
    late = replace(bundle, pushes=[Push((0.8, 0.2), (0.0, 2.0), 0.5, 0.2, 0.1)])
    render_movie(late, made_up_run(late, 0.9), tmp_path / "run.gif", every=4)
    frames = [frame[..., :3].astype(int) for frame in imageio.mimread(tmp_path / "run.gif")]
    green = [((frame[..., 1] - frame[..., 0] > 100) & (frame[..., 2] < 140)).any() for frame in frames]
    assert green == [False, False, False, True, False, False]  # 0.6 s only, of 0, 0.2, ... 1 s


def test_a_movie_for_video_players(bundle: SmokeBundle, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    render_movie(bundle, made_up_run(bundle, 0.9), tmp_path / "run.mp4", every=10)
    assert b"ftyp" in (tmp_path / "run.mp4").read_bytes()[:12]
    assert len(list(tmp_path.iterdir())) == 1


# What is missing or wrong, and who draws ----------------------------------------------------------


def test_a_movie_of_another_kind_is_refused(bundle: SmokeBundle, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match=r"\.mp4 or \.webp or \.gif"):
        render_movie(bundle, made_up_run(bundle, 1.0), tmp_path / "run.avi", every=20)
    assert not list(tmp_path.iterdir())


def test_missing_movie_extra_is_named(
    bundle: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio", None)
    monkeypatch.setitem(sys.modules, "imageio.v2", None)
    with pytest.raises(MissingPackageError, match=r"'softrein\[movie\]'"):
        render_movie(bundle, made_up_run(bundle, 1.0), tmp_path / "run.mp4")
    assert not list(tmp_path.iterdir())


def test_smoke_needs_no_pyvista_and_bodies_are_drawn_by_it(
    bundle: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyvista", None)
    render_motion(bundle, {}, tmp_path / "smoke.png", width=WIDTH)
    body = made_up_bundle()
    with pytest.raises(MissingPackageError):
        render_motion(body, made_up_runs(body), tmp_path / "body.png")
    assert [path.name for path in tmp_path.iterdir()] == ["smoke.png"]


def test_every_kind_s_module_has_the_same_functions() -> None:
    body, smoke = (import_module(f"softrein.pictures.{word}") for word in WORDS.values())
    for name in ("draw_page", "frames"):
        ours, theirs = (getattr(each, name).__annotations__ for each in (body, smoke))
        assert list(ours) == list(theirs)
