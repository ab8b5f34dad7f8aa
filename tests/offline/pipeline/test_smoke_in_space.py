"""A scene of smoke in space from its text to a controlled run, on the reduced and on the full model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softrein
from offline.campaign.snapshots import Snapshots, SnapshotWriter
from offline.full.smoke.full_smoke import build_full_smoke, simulate
from offline.pipeline.base.needs import needs_of
from offline.pipeline.smoke import SmokeNominal, basis, full_model, outline, training_runs
from offline.scenes.reading import scene_of
from offline.scenes.smoke import SmokeScene
from offline.steering.smoke import ControlledSmoke
from offline.verification.study import verify
from runtime.base.noise import gradient_noise
from runtime.bundle.file import load, save
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from softrein.errors import SceneError

PLUME: dict[str, Any] = {
    "name": "plume", "kind": "fluid", "description": "A puff rises by itself, past a ball.",
    "particles": [[0.4, 0.5, 0.45], [0.6, 0.5, 0.6]],
    "box": {"cells": [10, 10, 14], "size": [1.0, 1.0, 1.4], "buoyancy": [0.0, 0.0, 3.0],
            "solids": [{"at": [0.5, 0.5, 1.1], "radius": 0.12}]},
    "smoke": [{"at": [0.5, 0.5, 0.3], "radius": 0.2}],
    "time": {"step": 0.05, "steps": 20},
    "pushes": [{"at": 0, "acceleration": [3.0, 2.0, 0.0], "time": 0.3, "duration": 0.2, "radius": 0.15}],
    "enrichment": {"runs": 4, "strength": [0.3, 1.0], "radius": [0.1, 0.2], "duration": 0.2},
    "basis": {"rank": 8},
    "control": {"running": 1.0, "running_velocity": 1e-3, "final": 0.1, "control_cost": 1e-3},
}  # fmt: skip


def smoke(data: dict[str, Any]) -> SmokeScene:
    scene = scene_of(data)
    assert isinstance(scene, SmokeScene)
    return scene


@pytest.fixture(scope="module")
def plume() -> SmokeBundle:
    bundle = softrein.precompute(PLUME, workers=0, rivals=False)
    assert isinstance(bundle, SmokeBundle)
    return bundle


NOISE = Push(0, (3.0, 2.0, 1.5), 0.2, 0.6, 0.15, 0.2, 3)  # along each axis another course


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize("pushes", [None, [NOISE]], ids=["own", "noise"])
def test_a_plume_is_steered_home_in_the_reduced_and_in_the_full_flow(
    plume: SmokeBundle, pushes: list[Push] | None
) -> None:
    """LQR and re-planning bring its particles back, whether the wind is even or coherent noise."""
    assert (plume.axes, plume.sizes["size"]) == (3, 2 * 3 + 8)
    bundle = plume if pushes is None else replace(plume, pushes=pushes)
    free, *steered = (bundle.run(controller=name) for name in ("none", "lqr", "mpc"))
    assert all(each.error < 0.2 * free.error for each in steered)
    rolled = bundle.rollouts([[], bundle.pushes], "lqr").error
    np.testing.assert_allclose(rolled, [0.0, steered[0].error], rtol=1e-7, atol=1e-12)
    rows = verify(full_model(smoke(PLUME)), bundle, runs=0, beside=("mpc",)).figures
    for each in (rows, rows["beside"]["mpc"]):
        assert each["full"]["error"] < 0.4 * rows["uncontrolled"]["error"]


def test_modes_and_reduced_flows_have_no_divergence(plume: SmokeBundle) -> None:
    """Round-off is left of it where a mode, or a flow made of them, is taken as the full model takes it."""
    grid = build_full_smoke(smoke(PLUME)).grid
    flows = plume.vectors @ plume.run(controller="lqr").states[1:, plume.flow_start :].T
    for q in np.where(grid.open[:, None], np.hstack([plume.vectors, flows]), 0.0).T:
        assert np.abs(grid.divergence(q)).max() < 1e-11 * np.abs(q).max() / min(grid.spacing)


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_winds_that_are_noise_make_the_motion_as_any_other() -> None:
    """The full motion meets each component's own course, and the reduced one goes along with it."""
    wind = {"at": [0.5, 0.5, 0.6], "radius": 0.15, "acceleration": [2.0, 1.5, -1.0]}
    scene = PLUME | {"winds": [wind | {"course": "noise", "period": 0.2, "seed": 3}]}
    full, bell = build_full_smoke(smoke(scene)), PLUME | {"winds": [wind | {"course": "continuous"}]}
    even = full.grid.split(build_full_smoke(smoke(bell)).force(0))
    for step in (0, 7, 19):
        course = gradient_noise((step + 0.5) * 0.05 / 0.2, 3, 3)
        for found, part, along in zip(full.grid.split(full.force(step)), even, course, strict=True):
            np.testing.assert_allclose(found, along * part, atol=1e-14)
    calm = build_full_smoke(smoke(PLUME))
    blown, still = (list(simulate(each, each.simulation())) for each in (full, calm))
    assert (np.abs(blown[-1].particles - still[-1].particles).max(axis=0) > 1e-3).all()
    bundle = softrein.precompute(scene, workers=0, rivals=False)
    np.testing.assert_allclose(bundle.run([], "none").states, bundle.track.states, atol=1e-9)
    assert bundle.run().error < 0.2 * bundle.run(controller="none").error


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_the_reference_is_the_full_flow_with_its_buoyancy(plume: SmokeBundle) -> None:
    full = build_full_smoke(smoke(PLUME))
    frames = list(simulate(full, full.simulation()))
    driven = ControlledSmoke(full, plume)
    states = [driven.project((each.q, each.particles, None)) for each in frames]
    np.testing.assert_allclose(plume.track.states, states, atol=1e-9)
    rest = smoke(PLUME | {"box": PLUME["box"] | {"buoyancy": [0.0, 0.0, 1e-9]}})
    still = list(simulate(build_full_smoke(rest), build_full_smoke(rest).simulation()))
    assert np.abs(frames[-1].q).max() > 1e6 * np.abs(still[-1].q).max()


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_its_file_holds_it(plume: SmokeBundle, tmp_path: Path) -> None:
    save(plume, tmp_path / "plume.softrein")
    again = load(tmp_path / "plume.softrein")
    np.testing.assert_array_equal(again.run().states, plume.run().states)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"particles": [[0.4, 0.5]]}, r"particles\.0: has 2 numbers, but box\.cells has 3"),
        ({"smoke": [{"at": [0.5, 0.5], "radius": 0.2}]}, r"smoke\.0\.at: has 2 numbers"),
        ({"box": PLUME["box"] | {"size": [1.0, 1.0]}}, r"box\.size: has 2 numbers"),
        ({"box": PLUME["box"] | {"cells": [10]}}, r"box\.cells: .*two"),
        ({"smoke": []}, "no smoke that it could lift"),
        ({"reference": {"source": "reduced"}}, "box.buoyancy"),
    ],
)
def test_numbers_are_as_many_as_the_box_has_axes(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        smoke(PLUME | changes)


def test_what_space_takes_is_counted_before_it_is_there() -> None:
    fine = smoke(PLUME | {"box": PLUME["box"] | {"cells": [1000, 1000, 1400]}})
    assert outline(fine).model > 1e12
    with pytest.raises(SceneError, match=r"memory|disk"):
        softrein.precompute(PLUME | {"box": PLUME["box"] | {"cells": [1000, 1000, 1400]}}, workers=0)


@pytest.mark.parametrize(("backend", "least"), [("cholmod", 1e9), ("splu", 4e9)])
def test_factors_in_space_are_counted_as_they_fill_up(backend: str, least: float) -> None:
    def factors(cells: int, viscosity: float = 0.0) -> float:
        box = PLUME["box"] | {"cells": [cells] * 3, "solids": [], "viscosity": viscosity}
        by_itself, asked = (outline(smoke(PLUME | {"box": box} | own)) for own in ({}, {"backend": backend}))
        return asked.model - by_itself.model  # by itself it takes none

    assert least < factors(64) < 2 * least
    assert factors(128) == pytest.approx(16 * factors(64))
    assert factors(64, viscosity=1e-3) == pytest.approx(4 * factors(64))  # of pressure and three components


def nominal_run(**box: Any) -> SmokeNominal:
    full = build_full_smoke(smoke(PLUME | {"box": PLUME["box"] | box}))
    frames = list(simulate(full, full.simulation()))
    flow, particles = np.array([each.q for each in frames]).T, np.array([each.particles for each in frames])
    return SmokeNominal(full, flow, particles, np.asarray(frames[-1].density))


def write_training(nominal: SmokeNominal, paths: Sequence[Path]) -> None:
    for index, path in enumerate(paths):
        with SnapshotWriter(path, "a" * 64) as write:
            training_runs(nominal).run(index, write)


@pytest.mark.filterwarnings("error:basis")
def test_a_basis_of_few_columns_at_once_misses_no_more_of_the_states(tmp_path: Path) -> None:
    nominal, paths = nominal_run(), [tmp_path / f"{index}.h5" for index in range(4)]
    write_training(nominal, paths)
    states = np.hstack([nominal.q, *Snapshots(paths)])
    assert states.shape[1] > 2 * 20

    def missed(columns: int | None) -> float:
        made = basis(nominal, paths, columns)
        return float(np.linalg.norm(states - made.lift(made.project(states))))

    assert missed(20) < 1.01 * missed(None)


def test_training_runs_are_half_as_large_in_single_precision_and_make_the_same_basis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nominal = nominal_run()
    bases, sizes = [], []
    for kind in ("single", "double"):
        if kind == "double":
            monkeypatch.setattr("offline.pipeline.smoke.SINGLE", 1.0)
        paths = [tmp_path / f"{kind}-{index}.h5" for index in range(2)]
        write_training(nominal, paths)
        bases.append(basis(nominal, paths))
        sizes.append(sum(path.stat().st_size for path in paths))
    assert sizes[0] < 0.6 * sizes[1]
    cosines = np.linalg.svd(bases[0].project(bases[1].vectors), compute_uv=False)  # of angles between them
    np.testing.assert_allclose(cosines, 1.0, atol=1e-6)


@pytest.mark.parametrize(("tolerance", "number"), [(1e-3, 4), (1e-6, 8)])
def test_what_training_runs_take_on_disk_is_counted_as_they_are_kept(tolerance: float, number: int) -> None:
    scene = smoke(PLUME | {"enrichment": PLUME["enrichment"] | {"tolerance": tolerance}})
    assert outline(scene).number == number


@pytest.mark.parametrize("solids", [[], PLUME["box"]["solids"]], ids=["box", "ball"])
def test_training_runs_take_as_much_of_the_disk_as_counted(
    solids: list[dict[str, Any]], tmp_path: Path
) -> None:
    """The cells are finer than those of the other tests, so that fields are most of it."""
    nominal = nominal_run(cells=[20, 20, 28], solids=solids)
    scene, paths = nominal.full.scene, [tmp_path / f"{index}.h5" for index in range(4)]
    write_training(nominal, paths)
    _, training, _ = needs_of(scene, outline(scene), (0, 0)).disk
    assert 0.9 < training.size / sum(path.stat().st_size for path in paths) < 3


SIDES = [
    (1, 2, 4, 3),
    (5, 7, 8, 6),
    (1, 5, 6, 2),
    (3, 4, 8, 7),
    (1, 3, 7, 5),
    (2, 6, 8, 4),
]  # seen from outside


@pytest.mark.parametrize(
    ("cells", "at", "sides", "count"),
    [
        ([10, 10, 14], (0.31, 0.22, 0.53), (2, 3, 4), 2 * 3 * 4),
        ([10, 10, 140], (0.06, 0.41, 0.496), (8.8, 0.8, 0.1), 8),  # a blade as thick as a cell
    ],
)
def test_a_closed_surface_is_solid_where_a_box_of_its_size_is(
    cells: list[int], at: tuple[float, ...], sides: tuple[float, ...], count: int, tmp_path: Path
) -> None:
    x, y, z = sides  # dm, as the file has them
    text = [f"v {i * x} {j * y} {k * z}" for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    text += [f"f {a} {b} {c}\nf {a} {c} {d}" for a, b, c, d in SIDES]
    (tmp_path / "block.obj").write_text("\n".join(text) + "\n")
    end, grids = np.add(at, np.multiply(sides, 0.1)).tolist(), []
    for solid in ({"file": str(tmp_path / "block.obj"), "scale": 0.1, "at": at}, {"box": [at, end]}):
        box = PLUME["box"] | {"cells": cells, "solids": [solid]}
        grids.append(build_full_smoke(smoke(PLUME | {"box": box})).grid)
    np.testing.assert_array_equal(grids[0].solid, grids[1].solid)
    assert grids[0].solid.sum() == count


@pytest.mark.parametrize(
    ("solid", "words"),
    [
        ({"file": "none.stl"}, "none.stl"),
        ({"file": "none.stl", "radius": 0.1}, "give either `box`"),
        ({"at": [0.5, 0.5, 0.5], "radius": 0.1, "scale": 2.0}, "`scale` belongs to `file`"),
    ],
)
def test_solids_that_make_no_sense_are_refused(solid: dict[str, Any], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        build_full_smoke(smoke(PLUME | {"box": PLUME["box"] | {"solids": [solid]}}))
