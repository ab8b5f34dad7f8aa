"""A scene with the parameters that were found can be read, and moves as the fitted model did."""

from __future__ import annotations

import numpy as np
import pytest

from offline.full.body.full_body import build_mesh, check_driven
from offline.full.body.loads import Loads, build_loads
from offline.identification.found import scene_with, widened
from offline.identification.parameters import parameters_of
from offline.scenes.body.scene import BodyScene
from softrein.errors import SceneError
from tests.offline.identification.test_identify import CABLE, tiny

PULLED = {"control": {"control_cost": 1e-4, "final": 1.0, "actuators": [CABLE]}}
LOADS = [
    {"region": "xmax", "impulse": [0, 0.05, 0.2], "duration": 0.05},
    {
        "region": "xmax", "force": [0, 0, 1], "start": 0.1, "duration": 0.3,
        "factors": [[0, 0], [0.15, 1], [0.15, 3], [0.4, 1]],
    },
]  # fmt: skip


def loads_of(scene, parts=None):
    mesh, names = build_mesh(scene.mesh, scene.up), [part.name for part in scene.internal_actuators]
    free = np.arange(3 * len(mesh.vertices))
    return build_loads(scene.loads if parts is None else parts, mesh, free, scene.time, names)


def forces(loads):
    return np.array([loads.at(step) for step in range(80)])


@pytest.mark.parametrize("value", [-0.02, -0.12, 0.02, 0.75])
def test_loads_before_time_zero_are_cut_and_act_as_they_would(value):
    scene = tiny(loads=LOADS)
    [delay] = parameters_of(["delay"], scene)
    found, _ = scene_with(scene, [(delay, value)], loads_of(scene))
    assert all(load.start >= 0 for load in found.loads)
    shifted = [
        load.model_copy(
            update={
                "start": load.start + value,
                "factors": load.factors and [(time + value, factor) for time, factor in load.factors],
            }
        )
        for load in scene.loads
    ]
    wanted = forces(loads_of(scene, shifted))
    assert np.abs(wanted).max() > 0
    np.testing.assert_allclose(forces(loads_of(found)), wanted, rtol=0, atol=1e-12)


def test_a_shape_that_begins_in_its_midst_is_refused():
    half = {"region": "xmax", "force": [0, 0, 1], "shape": "half-sine", "duration": 0.1}
    scene = tiny(loads=[half])
    [delay] = parameters_of(["delay"], scene)
    with pytest.raises(SceneError, match=r"delay = -0.02 s\) are not valid in the scene: loads.0.start"):
        scene_with(scene, [(delay, -0.02)], loads_of(scene))


def test_a_limit_that_loads_exceed_is_widened_and_told():
    scene = tiny(**PULLED, loads=[{"actuator": "pull", "tension": 2.8, "duration": 0.2}])
    [gain] = parameters_of(["gain"], scene)
    found, notes = scene_with(scene, [(gain, 1.25)], loads_of(gain.put(scene, 1.25)))
    assert found.control.actuators[0].limit == (0.0, found.loads[0].tension)
    assert found.loads[0].tension == pytest.approx(3.5)
    assert len(notes) == 1
    assert "pull: its limit of 0 to 3 N is 0 to 3.5 N" in notes[0]
    check_driven(found, loads_of(found))  # which is what refuses it elsewhere
    within = Loads(np.zeros((1, 0)), np.array([[0.0, 2.9]]), np.ones((1, 1)))
    found, notes = widened(scene, within)
    assert found.control.actuators[0].limit == (0.0, 3.0)
    assert not notes


def test_values_that_no_scene_may_have_are_refused():
    scene = tiny()
    [young] = parameters_of(["young"], scene)
    with pytest.raises(
        SceneError, match=r"young = 1e\+20 Pa\) are not valid in the scene: materials.body.young"
    ):
        scene_with(scene, [(young, 1e20)], loads_of(scene))
    found, notes = scene_with(scene, [(young, 1e5)], loads_of(scene))
    assert isinstance(found, BodyScene)
    assert found.materials["body"].young == 1e5
    assert not notes
