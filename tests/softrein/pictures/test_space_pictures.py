"""Pictures of smoke in space: things are seen at their places, and files are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from softrein.base import theme
from softrein.base.kinds import of_kind
from softrein.charts import smoke as smoke_charts
from softrein.pictures.motion import render_motion, render_movie
from softrein.pictures.offscreen import Sheet, Studio, Thing, cloud, dashes, sphere
from softrein.pictures.space import view_of
from softrein.pictures.space_box import DARKEST, SpaceBox
from tests.made_up_space import CELLS, EXTENT, made_up_space, run_of
from tests.softrein.pictures import test_chart_labels as chart_labels
from tests.softrein.pictures.test_chart_labels import equal_effort, paths, tunnel

WIDTH = 480  # pixels


@pytest.fixture(scope="module")
def bundle() -> SmokeBundle:
    made_up = made_up_space()
    made_up.check()
    return made_up


def coloured(image: np.ndarray, colour: str, within: float = 0.08) -> np.ndarray:
    """Where an image (h, w, 3) in [0, 1] has a colour."""
    wanted = np.array([*bytes.fromhex(colour[1:])]) / 255
    return np.asarray(np.abs(image - wanted).max(axis=2) < within)


def seen(bundle: SmokeBundle, things: list[Thing]) -> np.ndarray:
    """Things alone, (h, w, 3) in [0, 1]."""
    with Studio(view_of(bundle, 240, 400), 1) as studio:
        sheet = Sheet(studio)
        sheet.lay(things)
        return sheet.finished() / 255


def test_smoke_is_seen_where_it_is(bundle: SmokeBundle) -> None:
    density = np.zeros(CELLS)
    density[5:7, 7:9, 4:6] = 1.0
    view = view_of(bundle, 240, 400)
    image = seen(bundle, [SpaceBox(bundle).smoke(density, "#0000ff")])
    rows, columns = np.nonzero(image[..., 0] < 0.5)
    centre = bundle.modes.spacing[0] * np.array([6, 8, 5])
    np.testing.assert_allclose([columns.mean(), rows.mean()], view.project(centre), atol=3)
    assert len(rows) > 200


def test_smoke_hides_what_is_behind_it_and_not_what_is_before(bundle: SmokeBundle) -> None:
    box, view = SpaceBox(bundle), view_of(bundle, 240, 400)
    centre = np.array([0.4, 0.4, 0.4])
    places = bundle.modes.spacing[0] * (np.moveaxis(np.indices(CELLS), 0, -1) + 0.5)
    density = np.linalg.norm(places - centre, axis=-1) < 0.15
    for side, hidden in ((-0.25, True), (0.25, False)):
        place = centre + side * view.axes[2]
        image = seen(bundle, [box.smoke(density.astype(float), "#0000ff"), sphere(place, 0.04, "#ff0000")])
        column, row = view.project(place).astype(int)
        assert (image[row, column, 0] < 0.5) == hidden


def test_thick_smoke_is_darker_below_and_casts_a_shadow_under_itself(bundle: SmokeBundle) -> None:
    box, density = SpaceBox(bundle), np.zeros(CELLS)
    density[3:5, 2:10, 3:5] = 1.0
    colours = box.smoke(density, "#ffffff")[1]["scalars"].reshape(*CELLS, 4, order="F")
    lit = colours[3, 2:10, 3, 0] / 255
    assert (np.diff(lit) >= 0).all()
    assert DARKEST - 1 / 255 < lit[0] < lit[-1] < 1
    shadow = box.shadow(density)[1]["scalars"].reshape(8, 2, 8, 4, order="F")
    np.testing.assert_array_equal(shadow[:, 0, :, 3] > 0, density.any(axis=1))


def test_a_layer_so_thick_has_the_opacity_that_was_asked_for(bundle: SmokeBundle) -> None:
    spacing = bundle.modes.spacing
    colours = np.zeros((*CELLS, 4), np.uint8)
    colours[..., 3] = 128
    view = view_of(bundle, 240, 400)
    image = seen(bundle, [cloud(colours, spacing, 1.0)])
    column, row = view.project(np.array(EXTENT) / 2).astype(int)
    depth = 0.7 / np.abs(view.axes[2]).max()  # m, from the first cells' middles to the last ones'
    assert image[row, column, 0] == pytest.approx((1 - 128 / 255) ** depth, abs=0.03)


def test_a_small_round_puff_among_empty_cells_looks_round(bundle: SmokeBundle) -> None:
    size, centre = 1 / 28, np.array([0.3, 0.7, 0.5])
    apart = np.linalg.norm(size * (np.moveaxis(np.indices((28, 28, 28)), 0, -1) + 0.5) - centre, axis=-1)
    colours = np.zeros((28, 28, 28, 4), np.uint8)
    colours[..., 3] = np.round(130 * np.exp(-((apart / 0.1) ** 2)))
    view = view_of(bundle, 240, 400)
    column, row = np.round(view.project(centre)).astype(int)
    puff = seen(bundle, [cloud(colours, (size,) * 3, 0.025)])[
        row - 40 : row + 41, column - 40 : column + 41, 0
    ]
    assert puff.min() < 0.4
    for turns in (1, 2):  # 0.37 off where VTK leaps over empty blocks
        np.testing.assert_allclose(puff, np.rot90(puff, turns), atol=0.12)


def test_solids_are_smooth_and_as_large_as_their_cells(bundle: SmokeBundle) -> None:
    surface = SpaceBox(bundle).around[1][0]
    np.testing.assert_allclose(surface.bounds, [0.5, 0.7, 0.9, 1.1, 0.2, 0.4], atol=0.01)
    assert surface.is_manifold
    assert len(SpaceBox(made_up_space(block=False)).around) == 1


def test_dashes_cover_half_of_a_curve() -> None:
    angle = np.linspace(0, 2 * np.pi, 400)
    mesh, _ = dashes(np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1), 0.01, 0.1, theme.INK)
    girth, pieces = 2 * np.pi * 0.01, np.ceil(2 * np.pi / 0.2)
    assert mesh.split_bodies().n_blocks == 3 * pieces  # with a lid at each end
    assert mesh.area == pytest.approx((0.1 * girth + 2 * np.pi * 0.01**2) * pieces, rel=0.03)


def test_the_picture_has_panels_in_their_colours(bundle: SmokeBundle, tmp_path: Path) -> None:
    runs = {"none": run_of(bundle, -1.0), "lqr": run_of(bundle, 0.95)}
    render_motion(bundle, runs, tmp_path / "motion.png", width=WIDTH)
    image = imread(tmp_path / "motion.png")[..., :3]
    assert image.shape[1] == WIDTH
    panels = np.split(image, 3, axis=1)
    assert all(np.abs(a - b).mean() > 0.005 for a, b in pairwise(panels))
    warm = [(panel[..., 0] - panel[..., 2] > 0.3).mean() for panel in panels]
    cold = [(panel[..., 2] - panel[..., 0] > 0.3).mean() for panel in panels]
    assert warm[1] > 3 * max(warm[0], warm[2])
    assert cold[2] > 3 * max(cold[0], cold[1])
    green = [coloured(panel, theme.PUSH, 0.2).any() for panel in panels]
    assert green == [False, True, True]
    assert all(coloured(panel, theme.BALL, 0.2).any() for panel in panels)


def test_wind_that_turns_about_has_arrows_all_ways(bundle: SmokeBundle, tmp_path: Path) -> None:
    varying = Push((0.4, 0.7, 0.4), (1.0, 1.0, 0.0), 0.0, 10.0, 0.1, noise=0.2)
    render_motion(bundle, {"lqr": run_of(bundle, 1.0)}, tmp_path / "all.png", pushes=[varying], width=WIDTH)
    full, lqr = np.split(imread(tmp_path / "all.png")[..., :3], 2, axis=1)
    assert not coloured(full, theme.PUSH, 0.2).any()
    assert coloured(lqr, theme.PUSH, 0.2).any()


def test_a_movie_shows_how_it_moves_and_when_it_is_pushed(bundle: SmokeBundle, tmp_path: Path) -> None:
    imageio = pytest.importorskip("imageio.v2")
    late = replace(bundle, pushes=[Push((0.4, 0.2, 0.4), (0.0, 2.0, 0.0), 0.2, 0.1, 0.1)])
    render_movie(late, run_of(late, 0.9), tmp_path / "run.gif", every=4)
    frames = [frame[..., :3] / 255 for frame in imageio.mimread(tmp_path / "run.gif")]
    assert len(frames) == 3
    assert all(side % 2 == 0 for side in frames[0].shape[:2])
    assert all(np.abs(a - b)[60:-60].mean() > 0.002 for a, b in pairwise(frames))
    green = [coloured(frame[60:-60], theme.PUSH, 0.25).any() for frame in frames]
    assert green == [False, True, False]  # at 0.2 s, of 0, 0.2 and 0.4


def test_who_draws_smoke_in_space_has_what_others_have(bundle: SmokeBundle) -> None:
    assert of_kind(bundle, "pictures").__name__ == "softrein.pictures.space"
    space, plane = (import_module(f"softrein.pictures.{name}") for name in ("space", "smoke"))
    for name in ("draw_page", "frames"):
        assert list(getattr(space, name).__annotations__) == list(getattr(plane, name).__annotations__)


@pytest.mark.parametrize("draw", [tunnel, paths, equal_effort])
def test_charts_in_space_are_those_seen_along_z(
    draw: Callable[[np.random.Generator, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A motion that stays in a plane looks as it does in smoke of that plane."""
    draw(np.random.default_rng(4), tmp_path / "plane.png")
    name = f"draw_{draw.__name__}"
    own = getattr(smoke_charts, name)
    monkeypatch.setattr(chart_labels, name, lambda data, path: own(lifted(data), path))
    draw(np.random.default_rng(4), tmp_path / "space.png")
    np.testing.assert_array_equal(imread(tmp_path / "space.png"), imread(tmp_path / "plane.png"))


def lifted(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a chart with a third coordinate: 0.3 m of places, none of forces, layer 1 of cells."""

    def up(values: Any, height: float) -> Any:
        if values is None:
            return None
        array = np.asarray(values)
        return np.concatenate([array, np.full((*array.shape[:-1], 1), height, array.dtype)], axis=-1).tolist()

    def run(given: dict[str, Any]) -> dict[str, Any]:
        return given | {"paths": up(given["paths"], 0.3)}

    more: dict[str, Any] = {"extent": [*data["extent"], 1.0], "cells": [*data["cells"], 4]}
    more |= {"solid": up(data["solid"], 1)}
    more |= {name: up(data[name], 0.3) for name in ("reference", "full", "perturbed") if name in data}
    more["pushes"] = [
        each
        | {"force": up(each["force"], 0.0)}
        | {name: up(each[name], 0.3) for name in ("place", "reference")}
        for each in data["pushes"]
    ]
    if "panels" in data:
        more["panels"] = {name: [run(each) for each in runs] for name, runs in data["panels"].items()}
    if "rivals" in data:
        more |= {"rivals": [run(each) for each in data["rivals"]], "lqr": run(data["lqr"])}
    return data | more
