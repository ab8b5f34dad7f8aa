"""Local functions: dents at places of the skin, added to modes, and how much they help under a press."""

from __future__ import annotations

import numpy as np
import pytest

from offline.full.body.full_body import FullBody, build_full_body
from offline.pipeline.body.elements import _states
from offline.pipeline.body.local import joined, responses, with_local
from offline.pipeline.body.presses import held_out
from offline.pipeline.body.runs import BodyNominal, training_runs
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from reduce.pod import Basis, pod
from softrein import precompute
from softrein.errors import SceneError


def full_of(*settings: str) -> FullBody:
    scene = read_scene("beam", ["mesh.cells=[6, 2, 2]", *settings])
    assert isinstance(scene, BodyScene)
    return build_full_body(scene)


def bending(full: FullBody, rank: int, spare: int) -> Basis:
    """Modes of shapes that are smooth along the beam."""
    x = full.mesh.vertices.ravel()[full.body.free].reshape(-1, 3)
    waves = [np.sin(k * np.pi * x[:, :1]) * axis for k in range(1, 5) for axis in np.eye(3)]
    return pod(np.array(waves).reshape(12, -1).T, rank, mass=full.body.mass, spare=spare)


def test_modes_stay_and_all_is_orthonormal() -> None:
    full = full_of("basis.local=9")
    basis = bending(full, 6, 4)
    found = with_local(full, basis)
    assert (found.modes, found.local, found.rank) == (6, 9, 15)
    np.testing.assert_array_equal(found.vectors[:, :6], basis.vectors)
    assert found.spare is not None
    both = np.hstack([found.vectors, found.spare])
    np.testing.assert_allclose(both.T @ (full.body.mass[:, None] * both), np.eye(both.shape[1]), atol=1e-9)


def test_they_show_the_dents_that_the_body_takes() -> None:
    """Against the equilibrium under such a press, which the modes alone miss by much."""
    full = full_of()
    dents = responses(full, 5)
    found = joined(bending(full, 6, 0), dents)
    np.testing.assert_allclose(found.lift(found.project(dents)), dents, atol=1e-9 * np.abs(dents).max())
    stiffness = full.body.stiffness(np.zeros(full.body.mass.size))
    for dent in dents.T:  # of one newton, along the inward normal, on a patch
        force = (stiffness @ dent).reshape(-1, 3)
        assert np.linalg.norm(force.sum(axis=0)) == pytest.approx(1.0, rel=1e-6)
        where = full.mesh.vertices[full.body.free[::3] // 3]
        inward = full.mesh.vertices.mean(axis=0) - np.abs(force).sum(axis=1) @ where / np.abs(force).sum()
        assert force.sum(axis=0) @ inward > 0


def test_what_others_show_already_counts_once() -> None:
    full = full_of()
    dents = responses(full, 4)
    found = joined(bending(full, 6, 4), np.repeat(dents, 2, axis=1))
    assert found.local == 4
    assert found.spare is not None
    np.testing.assert_allclose(found.lift(found.project(dents)), dents, atol=1e-9 * np.abs(dents).max())
    both = np.hstack([found.vectors, found.spare])
    np.testing.assert_allclose(both.T @ (full.body.mass[:, None] * both), np.eye(14), atol=1e-9)
    others = bending(full, 10, 0)  # of which nothing is lost
    seen = both @ (both.T @ (full.body.mass[:, None] * others.vectors))
    np.testing.assert_allclose(seen, others.vectors, atol=1e-8 * np.abs(others.vectors).max())


def test_a_bundle_has_them_and_its_table_says_so() -> None:
    scene = {"mesh": {"cells": [4, 1, 1]}, "basis": {"rank": 4, "local": 3}, "enrichment": {"runs": 2}}
    settings = [f"{part}.{name}={value}" for part, own in scene.items() for name, value in own.items()]
    bundle = precompute(read_scene("beam", settings), workers=0)
    assert bundle.rank == 7
    row = next(row for row in bundle.stages if row["stage"] == "basis")
    assert "r = 7, 3 of them local functions" in row["result"]


@pytest.mark.parametrize("settings", [[], ["handle={}"]])
def test_a_body_with_a_handle_is_judged_on_presses_like_one_without(settings: list[str]) -> None:
    full = full_of("mesh.cells=[2, 1, 1]", "enrichment.presses=1", *settings)
    everything = np.eye(full.body.mass.size) / np.sqrt(full.body.mass)
    whole = Basis(everything, np.ones(len(everything)), full.body.mass)
    found = held_out(full, whole, judged=1)
    assert found.force < 0.02
    assert found.motion < 0.02


def test_press_runs_are_made_anew_where_other_parts_of_them_are_kept() -> None:
    prints = set()
    for setting in ("keep_every=1", "keep_every=2", "tolerance=1e-3"):
        full = full_of("enrichment.presses=1", "enrichment.runs=0", f"enrichment.{setting}")
        still = np.zeros((full.body.mass.size, full.scene.time.steps + 1))
        prints.add(training_runs(BodyNominal(full, still, still, "")).fingerprint(0))
    assert len(prints) == 3


def test_columns_of_compressed_runs_are_as_large_as_states() -> None:
    """Their squares sum to those of all states that were kept, of which there are more than columns."""
    full = full_of("enrichment.tolerance=1e-3", "enrichment.keep_every=2", "time.steps=80")
    ways = np.random.default_rng(0).standard_normal((full.body.mass.size, 2))
    run = ways @ np.array([np.sin(np.linspace(0, 3, 41)), np.cos(np.linspace(0, 5, 41))])
    modes, sizes, _ = np.linalg.svd(run, full_matrices=False)
    columns = _states(full, modes[:, :2] * sizes[:2])
    assert 0.5 < np.linalg.norm(columns, axis=0)[0] / np.linalg.norm(run, axis=0).max() <= 1.0


def test_a_region_that_does_not_touch_has_none() -> None:
    full = full_of("contact={region='xmax'}", "enrichment.presses=1")
    dents = responses(full, 3)
    force = full.body.stiffness(np.zeros(full.body.mass.size)) @ dents
    pressed = np.abs(force).reshape(-1, 3, 3).sum(axis=(1, 2)) > 1e-6 * np.abs(force).max()
    x = full.mesh.vertices[full.body.free[::3] // 3, 0]
    assert x[pressed].min() > 0.5 * x.max()


def test_too_many_are_refused() -> None:
    with pytest.raises(SceneError, match=r"basis\.local"):
        full_of("basis.local=1000")
