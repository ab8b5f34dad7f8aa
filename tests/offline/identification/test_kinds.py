"""Each kind of parameter and of load is identified on a tiny body; overlapping ones are refused."""

from __future__ import annotations

import numpy as np
import pytest
import pyvista

from offline.full.body.full_body import build_full_body, simulate
from offline.identification.identify import Estimate, Options, identify
from offline.identification.parameters import parameters_of
from offline.identification.recording import Recording
from runtime.body.handle.hand import Way
from softrein.commands.identifying import fitted_text
from softrein.errors import SceneError
from tests.offline.identification.test_identify import CABLE, LABELS, PLACES, recorded, stiffer, tiny

HANDLE = {
    "times": [0.1, 0.3, 0.6],
    "translation": [[0, 0, 0], [0, 0.05, 0.02], [0, 0, 0]],
    "rotation": [[0, 0, 0], [0.3, 0.2, 0], [0, 0, 0.5]],
}
FREE = {"control_cost": 1e-4, "final": 1.0}


def two_materials(root: float, tip: float):
    """A body whose far half is of another material, with these moduli in Pa."""
    mesh = {
        "body": "block", "cells": [6, 2, 2], "size": [0.3, 0.08, 0.08], "fixed": ["xmin"],
        "regions": {"tip": {"box": [[0.15, -1, -1], [1, 1, 1]]}},
    }  # fmt: skip
    others = {"poisson": 0.35, "density": 1000.0}
    return tiny(mesh=mesh, materials={"body": {"young": root, **others}, "tip": {"young": tip, **others}})


def found_within(estimate: Estimate, truth: float, relative: float) -> bool:
    """Whether it is right, and its interval no wider than four times that."""
    close = abs(estimate.value / truth - 1) < relative
    return close and estimate.low < estimate.value < estimate.high < (1 + 4 * relative) * estimate.low


@pytest.mark.slow("fits a body by full runs")
def test_the_moduli_of_two_regions_are_found() -> None:
    scene = two_materials(2e5, 2e5)
    found = identify(scene, recorded(two_materials(1.4e5, 2.6e5)), ["young.body", "young.tip"], Options())
    assert found_within(found.estimates[0], 1.4e5, 0.01)
    assert found_within(found.estimates[1], 2.6e5, 0.02)
    assert found.scene.materials["tip"].young == found["young.tip"]


@pytest.mark.slow("fits a body by full runs")
def test_a_factor_of_several_moduli_is_said_to_be_one() -> None:
    found = identify(two_materials(2e5, 3e5), recorded(two_materials(1.4e5, 2.1e5)), ["young"], Options())
    assert found_within(found.estimates[0], 0.7, 0.01)
    assert found.scene.materials["tip"].young == pytest.approx(2.1e5, rel=0.01)
    assert f"young = {found['young']:.5g} times the scene's (" in fitted_text(found, "made")


@pytest.mark.slow("fits a body by full runs")
def test_poisson_s_ratio_is_found_by_a_pull() -> None:
    scene = tiny(loads=[{"region": "xmax", "force": [20.0, 0, 0], "duration": 0.5}])
    part = scene.materials["body"].model_copy(update={"young": 1.6e5, "poisson": 0.42})
    true = scene.model_copy(update={"materials": {"body": part}})
    found = identify(scene, recorded(true, 3e-5), ["young", "poisson"], Options())
    assert found_within(found.estimates[0], 1.6e5, 0.01)
    assert found_within(found.estimates[1], 0.42, 0.01)


@pytest.mark.slow("fits a body by full runs")
def test_a_chamber_s_gain_is_found(tmp_path) -> None:
    room = pyvista.Cube(center=(0.12, 0.04, 0.055), x_length=0.15, y_length=0.04, z_length=0.02)
    room.triangulate().save(tmp_path / "room.stl")
    part = {"name": "room", "kind": "pressure", "surface": str(tmp_path / "room.stl"), "surface_scale": 1.0}

    def pressed(pressure: float):
        load = {"actuator": "room", "pressure": pressure, "duration": 0.4, "shape": "half-sine"}
        return tiny(control={**FREE, "actuators": [part]}, loads=[load])

    found = identify(pressed(2e4), recorded(pressed(1.5e4)), ["gain.room"], Options())
    assert found_within(found.estimates[0], 0.75, 0.01)
    assert found.scene.loads[0].pressure == pytest.approx(1.5e4, rel=0.01)


def carried(scene) -> Recording:
    """What a camera in space sees of a body that a handle carries: 20 steps late, with noise."""
    full, rng = build_full_body(scene), np.random.default_rng(0)
    vertices = [int(np.argmin(np.linalg.norm(full.mesh.vertices - place, axis=1))) for place in PLACES]
    own = np.array([full.body.positions(u)[vertices] for u, _ in simulate(full)])
    poses = Way(**full.carried.way).poses(full.pivot)
    paths = np.einsum("tij,tmj->tmi", poses[:, 3:].reshape(-1, 3, 3), own) + poses[:, None, :3]
    frames = np.arange(100)
    points = paths[np.clip(frames - 20, 0, len(paths) - 1)] + 1e-4 * rng.standard_normal((100, 5, 3))
    return Recording("made", scene.time.step * frames, LABELS, points)


@pytest.mark.slow("fits a body by full runs")
def test_a_body_that_a_handle_carries_is_followed_through_space() -> None:
    scene = tiny(handle=HANDLE, loads=[])
    found = identify(scene, carried(stiffer(scene)), ["young", "damping"], Options())
    for estimate, truth, within in zip(found.estimates, (1.4e5, 1.0, 3e-3), (5e-3, 0.05, 0.05), strict=True):
        assert found_within(estimate, truth, within)
    assert found.residual < 2e-4 < 0.01 * found.motion
    assert found.shift == pytest.approx(0.2, abs=1e-3)


@pytest.mark.slow("fits two bodies by full runs")
def test_a_finer_mesh_gives_what_a_fit_on_it_gives() -> None:
    """Of a modulus, a factor and a delay: the second fit begins with what the first one has found."""
    pull = {"actuator": "pull", "tension": 2.0, "start": 0.1, "duration": 0.2, "shape": "half-sine"}
    control = {**FREE, "actuators": [{**CABLE, "limit": [0, 9]}]}
    mesh = {"body": "block", "cells": [3, 2, 2], "size": [0.3, 0.08, 0.08], "fixed": ["xmin"]}
    scene = tiny(mesh=mesh, control=control, loads=[pull])
    own = recorded(tiny(mesh=mesh, control=control, loads=[{**pull, "tension": 1.6, "start": 0.13}]), 3e-5)
    own = own._replace(times=own.times[30:] - own.times[30], points=own.points[30:])
    names = ["young", "gain", "delay"]
    found = identify(scene, own, names, Options(refined=True))
    finer = tiny(mesh=mesh | {"cells": [5, 3, 3]}, control=control, loads=[pull])
    directly = identify(finer, own, names, Options())
    assert found["gain"] == pytest.approx(0.8, rel=0.02)
    assert found["delay"] == pytest.approx(0.03, abs=2e-3)
    for refined, other in zip(found.refined, directly.estimates, strict=True):
        width = 0.1 * (other.high - other.low)
        assert refined[1:4] == pytest.approx(other[1:4], rel=2e-3, abs=width)
        assert (refined.unit, refined.given) == (other.unit, other.given)
    assert sum("on one of (5, 3, 3) cells" in note for note in found.notes) == 3


@pytest.mark.parametrize(
    "names",
    [["young", "young.body"], ["damping.mass", "damping"], ["gain", " gain.pull"], ["poisson.x", "poisson"]],
)
def test_names_that_change_the_same_entries_are_refused(names: list[str]) -> None:
    whole = names[0].partition(".")[0]
    scene = tiny(
        control={**FREE, "actuators": [CABLE]}, loads=[{"actuator": "pull", "tension": 1, "duration": 1}]
    )
    with pytest.raises(
        SceneError, match=rf"--fit {whole},.*: {whole} changes what .* does: leave one of them"
    ):
        parameters_of(names, scene)
    assert [each.name for each in parameters_of(["young", " young"], scene)] == ["young"]


def test_a_delay_shifts_loads_and_nothing_else() -> None:
    for given, words in (
        ({"loads": []}, "no \\[\\[loads\\]\\]"),
        ({"handle": HANDLE}, "a handle or a tool moves"),
    ):
        with pytest.raises(SceneError, match=f"--fit delay: .*{words}"):
            parameters_of(["delay"], tiny(**given))
