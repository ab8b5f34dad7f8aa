"""Scenes of bodies in contact: the entries that they may have, and refusals before anything expensive."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

from meshes import block, write_mesh
from offline.full.body.full_body import build_full_body, simulate
from offline.pipeline.body.presses import pressed
from offline.pipeline.kinds import kind_of
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.scenes.toml_text import toml_text
from runtime.body.contact.shapes import distances
from runtime.bundle.body_simulator import BodySimulator
from softrein.errors import SceneError
from tests.touching import touching_bundle

POLE = "obstacles=[{shape='cylinder', radius=0.02, length=0.3, position=[0.25, -0.03, 0.04]}]"
BALL = "tools=[{name='ball', shape='sphere', radius='2 cm', position=[0.2, 0.12, 0.04], times=[0, 0.2], "
TURNS = BALL.replace("times=[0, 0.2]", "period='ROUND'") + "translation=[[0, 0, 0], [0, 0.02, 0]]}]"
HANGS = "gravity=[0, -9.81, 0]", "start='equilibrium'"
MOVES = "translation=[[0, 0, 0], [0, -0.03, 0]]}]"


def scene(*settings: str) -> BodyScene:
    found = read_scene("beam", list(settings))
    assert isinstance(found, BodyScene)
    return found


def test_shapes_have_names_and_places() -> None:
    full = build_full_body(scene(POLE, BALL + MOVES, "contact.friction=0.7"))
    contact = full.contact
    assert contact is not None
    assert contact.names == ["cylinder", "ball"]
    assert contact.law.moving.tolist() == [-1, 0]
    assert contact.law.friction.tolist() == [0.7, 0.7]
    assert full.known.shape == (80, 12)
    np.testing.assert_allclose(full.known_at(5)[:3] + 0.01 * full.known_at(5)[6:9], full.known_at(6)[:3])
    np.testing.assert_allclose(full.known_at(500)[:3], [0, -0.03, 0])  # where it has come to
    assert not full.known_at(500)[6:].any()


def test_a_tool_is_looked_at_where_it_begins() -> None:
    """And not where it rests, to where it may be led: in the body, or out of it."""
    inside = BALL.replace("0.12", "0.09")
    away = build_full_body(scene(inside + "translation=[[0, 0.1, 0], [0, 0, 0]]}]")).contact
    assert away is not None
    assert away.gaps(np.zeros(162)).min() < 0
    with pytest.raises(SceneError, match=r"tools\.0: the body begins .* inside of 'ball'"):
        build_full_body(scene(BALL + "translation=[[0, -0.03, 0], [0, 0, 0]]}]"))


def test_a_body_settles_beside_a_tool_as_that_begins() -> None:
    """At rest it is far off; it begins, and holds the beam up, under its end."""
    tool = (
        "tools=[{name='desk', shape='box', size=[0.1, 0.02, 0.1], position=[0.3, -0.5, 0.04], "
        "times=[0, 0.2], translation=[[0, 0.485, 0], [0, 0.485, 0]]}]"
    )
    sags = [-build_full_body(scene(*HANGS, *one)).start()[1::3].min() for one in ([], [tool])]
    assert sags[0] > 0.02
    assert 0.003 < sags[1] < 0.008


def test_a_body_that_sags_into_a_free_ball_is_refused() -> None:
    ball = BALL.replace("0.12", "-0.024").replace("0.2, ", "0.3, ").split("times")[0] + "mass=0.01}]"
    full = build_full_body(scene(*HANGS, ball))
    with pytest.raises(SceneError, match=r"tools\.0: the body begins .* inside of 'ball'"):
        full.begin()


def test_a_ball_feels_a_surface_from_a_file_however_large_it_is(tmp_path: Path) -> None:
    """The surface's grid reaches as far as the middle of a ball that touches it."""
    import pyvista

    pyvista.Sphere(radius=0.05, center=(0, 0, 0)).save(tmp_path / "round.stl")
    contact = build_full_body(scene(
        f"obstacles=[{{shape='mesh', file='{tmp_path}/round.stl', position=[0.6, 0, 0], cells=16}}]",
        "tools=[{name='ball', shape='sphere', radius=0.08, position=[0.6, 0.3, 0], mass=0.01}]",
    )).contact  # fmt: skip
    assert contact is not None
    way = np.array([0.6, 0.0, -0.8])
    point = np.array([[0.6, 0, 0] + 0.131 * way])
    phi, *slope = distances(contact.data.shapes, 0, contact.law.poses[0], point)[0, :4]
    assert phi == pytest.approx(0.081, abs=1e-3)
    np.testing.assert_allclose(slope, way, atol=0.02)


def test_what_is_too_thin_to_be_felt_is_told(tmp_path: Path) -> None:
    """Between the nodes of a surface's grid, and between the places at which the body feels."""
    import pyvista

    pyvista.Box(bounds=(0, 300, -60, -57, 0, 80)).triangulate().save(tmp_path / "plate.stl")
    plate = f"{{shape='mesh', file='{tmp_path}/plate.stl', scale=1e-3"
    pole = POLE.replace("radius=0.02", "radius=0.004")
    with pytest.warns(UserWarning, match=r"obstacles\.0\.cells: 100% of the surface of plate.stl"):
        build_full_body(scene(f"obstacles=[{plate}}}]"))
    with catch_warnings():
        simplefilter("error")
        build_full_body(scene(f"obstacles=[{plate}, cells=250}}]"))
    with pytest.warns(
        UserWarning, match=r"'cylinder' is 0.008 m across.*contact.samples = \d+ would do"
    ) as told:
        build_full_body(scene(pole))
    enough = re.findall(r"samples = (\d+)", str(told[0].message))[0]
    with catch_warnings():
        simplefilter("error")
        build_full_body(scene(pole, f"contact.samples={enough}"))


def test_presses_are_where_the_body_feels() -> None:
    full = build_full_body(scene(POLE, "contact.region='xmax'", "enrichment.presses=2"))
    ends = [pressed(full, index).part for index in range(5)]
    assert all(part.position[0] > 0.3 for part in ends)  # beside the end of a beam of 0.3 m


def test_two_of_a_shape_are_told_apart() -> None:
    plane = "{shape='plane', position=[0, -0.1, 0]}"
    contact = build_full_body(scene(f"obstacles=[{plane}, {plane}]")).contact
    assert contact is not None
    assert contact.names == ["plane", "plane 2"]


def test_a_surface_from_a_file_is_an_obstacle(tmp_path: Path) -> None:
    import pyvista

    pyvista.Box(bounds=(0, 300, -60, -5, 0, 80)).triangulate().save(tmp_path / "box.stl")
    found = scene(f"obstacles=[{{shape='mesh', file='{tmp_path}/box.stl', scale=1e-3}}]")
    contact = build_full_body(found).contact
    assert contact is not None
    assert contact.gaps(np.zeros(162)).min() == pytest.approx(0.005, abs=5e-4)
    found = scene("mesh.scale=1e-3", f"obstacles=[{{shape='mesh', file='{tmp_path}/box.stl'}}]")
    in_the_mesh_s_unit = build_full_body(found).contact
    assert in_the_mesh_s_unit is not None
    np.testing.assert_array_equal(in_the_mesh_s_unit.gaps(np.zeros(162)), contact.gaps(np.zeros(162)))
    # another mesh has a unit of its own
    write_mesh(tmp_path / "other.vtu", block((2, 2, 2), (300.0, 80.0, 80.0)))
    (tmp_path / "a.toml").write_text(toml_text(found.model_dump(mode="json", exclude_defaults=True)))
    with_other = read_scene(tmp_path / "a.toml", [], tmp_path / "other.vtu", 1e-2)
    assert (with_other.mesh.scale, with_other.obstacles[0].scale) == (1e-2, 1e-3)
    pyvista.Plane().triangulate().save(tmp_path / "open.stl")
    found = scene(f"obstacles=[{{shape='mesh', file='{tmp_path}/open.stl', scale=1e-3}}]")
    with pytest.raises(SceneError, match=r"obstacles\.0\.file: open.stl: .*not closed"):
        build_full_body(found)


def test_scenes_in_older_bundles_state_a_scale_of_every_shape() -> None:
    """Which had a default of its own then."""
    found = scene("obstacles=[{shape='plane', position=[0, -1, 0], scale=1.0}]")
    assert build_full_body(found).contact is not None
    with pytest.raises(SceneError, match="scale: a plane has no such entry"):
        scene("obstacles=[{shape='plane', position=[0, -1, 0], scale=0.5}]")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["contact.friction=0.3"], "there is nothing to touch"),
        ([POLE, "contact.friction=-1"], "friction: must be at least 0"),
        ([POLE, "time.newton_iterations=1"], "contact needs steps that converge"),
        ([POLE, "handle={}"], "handle: a body with a handle cannot have contact"),
        ([POLE, "control.discretisation='exponential'"], "gains of the step"),
        (["obstacles=[{shape='sphere', radius=1, name='a'}, {shape='plane', name='a'}]"], "two are called"),
        ([BALL.replace("times=[0, 0.2], ", "translation=[[0,0,0],[0,0,1]]}]")], "give one of the two"),
        ([BALL + MOVES, "reference.rewind=true"], "an endless motion begins where it ends"),
        ([BALL.replace("0.2]", "9.2]") + MOVES], "lies after the end of the motion"),
        (["obstacles=[{shape='box'}]"], "size: missing; a box has size"),
        (["obstacles=[{shape='cone', radius=1}]"], "obstacles.0.shape"),
        ([TURNS.replace("ROUND", "0.3 s")], r"tools\.0\.period: .*no whole number of rounds.*steps = 90"),
        ([TURNS.replace("ROUND", "1.2 s")], r"tools\.0\.period: .*no whole number of rounds.*steps = 120"),
        ([TURNS.replace("ROUND", "10 ms")], r"tools\.0\.period: 0.01 s is less than two steps"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(settings: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        scene(*settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["obstacles=[{shape='sphere', radius=0.05, position=[0.3, 0.04, 0.04]}]"],
         r"obstacles\.0: the body begins 0.05 m inside of 'sphere'"),
        ([BALL.replace("0.12", "0.09") + MOVES], r"tools\.0: the body begins 0.01 m inside of 'ball'"),
        (["obstacles=[{shape='box', size=[0.001, 1, 1], position=[0.17, 0.04, 0.04]}]"],
         r"obstacles\.0: 'box' begins 0\.0\d+ m inside of the body"),
        (["obstacles=[{shape='sphere', radius=0.01, position=[0.17, 0.05, 0.05]}]"],
         r"obstacles\.0: 'sphere' begins 0.03 m inside of the body"),
        (["obstacles=[{shape='cylinder', radius=0.003, length=1, position=[0.17, 0.05, 0.05]}]"],
         r"obstacles\.0: 'cylinder' begins 0.03 m inside of the body"),
        ([BALL.replace("0.2]", "0.01]") + MOVES.replace("0.03", "3")],
         r"tools\.0: 'ball' goes .* would pass through"),
        ([POLE, "contact.region='nose'"], r"contact\.region: the mesh has no region 'nose'"),
        ([POLE, "contact.region='xmin'"], r"contact\.region: nothing of the surface of 'xmin' can move"),
    ],
)  # fmt: skip
def test_what_the_body_cannot_begin_with_is_refused(settings: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        build_full_body(scene(*settings))


LIES = 0.1 * np.array([0.3, 1.0, 0.2]) / 1.13**0.5  # m: from a tilted plane to the middle of a box on it
TILTED = np.arctan(0.13**0.5) * np.array([0.2, 0.0, -0.3]) / 0.13**0.5  # its rotation vector


@pytest.mark.parametrize(
    ("obstacle", "tools"),
    [
        ("", ["shape='sphere', radius=0.1, position=[0, -0.2, 0]"]),
        ("", [f"shape='box', size=[0.02, 0.02, 0.02], position=[0, {y}, 0]" for y in (-0.29, -0.27, -0.25)]),
        (
            ", normal=[0.3, 1, 0.2]",
            [
                f"shape='box', size=[0.2, 0.2, 0.2], position={(LIES - [0, 0.3, 0]).round(10).tolist()}, "
                f"rotation={TILTED.round(10).tolist()}"
            ],
        ),
    ],
)
def test_what_rests_on_something_as_drawn_begins_there(obstacle: str, tools: list[str]) -> None:
    """Round-off is no overlap: neither that of decimals nor that of angles with ten digits."""
    free = [f"{{name='free {i}', mass=0.1, {tool}}}" for i, tool in enumerate(tools)]
    ground = f"obstacles=[{{shape='plane', position=[0, -0.3, 0]{obstacle}}}]"
    full = build_full_body(scene(ground, f"tools=[{', '.join(free)}]"))
    assert full.contact is not None
    assert -1e-9 < full.contact.gaps(np.zeros(full.body.free.size)).min() < 0


def test_what_begins_a_micrometre_inside_of_something_is_refused() -> None:
    ground, ball = "obstacles=[{shape='plane', position=[0, -0.3, 0]}]", "[0, -0.200001, 0], mass=0.1}]"
    with pytest.raises(SceneError, match="'ball' begins 1e-06 m inside of 'plane'"):
        build_full_body(scene(ground, "tools=[{name='ball', shape='sphere', radius=0.1, position=" + ball))


@pytest.mark.parametrize("free", [False, True])
def test_a_tool_that_is_called_like_a_region_is_refused(free: bool) -> None:
    """Whether it is free, and so a region of its own, or goes along poses."""
    taken = BALL.replace("'ball'", "'zmax'")
    found = scene(taken.split("times")[0] + "mass=0.01}]" if free else taken + MOVES)
    with pytest.raises(SceneError, match=r"tools.*'zmax'.*rename"):
        kind_of(found).full_model(found)


def test_a_step_in_which_a_tool_goes_too_far_is_halved() -> None:
    """Three times its radius in two steps of 10 ms; on steps of 2 ms the body goes as far."""
    fast = BALL.replace("0.2]", "0.02]") + "translation=[[0, 0, 0], [0, -0.06, 0]]}]"
    farthest = []
    for settings, halved in (([], True), (["time.step='2 ms'", "time.steps=400"], False)):
        full = build_full_body(scene(fast, *settings))
        stepper = full.stepper()
        with nullcontext() if not halved else pytest.warns(UserWarning, match="would pass through"):
            farthest.append(max(np.abs(u).max() for u, _ in simulate(full, stepper)))
        assert (stepper.counts["halved"] > 0) == halved
    assert farthest[0] == pytest.approx(farthest[1], rel=0.04)
    assert farthest[0] > 0.1


def test_a_step_in_which_the_body_goes_too_far_is_halved() -> None:
    """Its end passes a thin pole within a step: it is caught, as on a much finer clock."""
    pole = "obstacles=[{shape='cylinder', radius='3 mm', length=0.3, position=[0.29, -0.02, 0.04]}]"
    short = "targets=[]", "control.instants=[]", "pushes=[]", "ensemble.time=[0, 0.1]"
    fast = "loads=[{region='xmax', impulse=[0, -2, 0], duration=0.03}]"
    lowest = []
    for time in (["time.step='10 ms'", "time.steps=20"], ["time.step='1 ms'", "time.steps=200"]):
        full = build_full_body(scene(pole, fast, "contact.samples=600", *short, *time))
        stepper = full.stepper()
        lowest.append(min(u.reshape(-1, 3)[:, 1].min() for u, _ in simulate(full, stepper)))
        assert stepper.counts["halved"] > 0
    assert lowest[0] == pytest.approx(lowest[1], rel=0.04)  # 8 % where it passes through


def test_a_part_of_a_step_meets_a_tool_where_it_is_by_then() -> None:
    """Steps of a finer clock take the inputs of the whole step, and say how long ago they were its start."""
    full = build_full_body(scene(BALL + MOVES))
    known, since = full.known_at(12), 0.004
    later = known.copy()
    later[:3] += since * known[6:9]
    u = np.zeros(full.body.mass.size)
    v = np.tile([0.0, 0.8, 0.0], u.size // 3)
    load = np.zeros_like(u)
    one, other, still = (
        full.finer(4).stepper().step(u, v, load, None, *given)
        for given in ((known, since), (later,), (known,))
    )
    np.testing.assert_allclose(one[1], other[1], rtol=1e-9, atol=1e-12)
    assert np.abs(one[1] - still[1]).max() > 1e-6


def test_a_hand_may_move_a_tool_as_fast() -> None:
    """Half its thickness is 20 mm; in steps of 5 ms it goes up to 50 mm."""
    simulator = touching_bundle().simulator("none")
    assert isinstance(simulator, BodySimulator)
    simulator.tool("ball").move((0.0, -0.05, 0.0), over=0.01)
    pressed = []
    for _ in range(4):
        simulator.step()
        pressed.append(-simulator.wrench("ball").force[1])
    assert simulator.counts["halved"] > 0
    assert np.isfinite(simulator.state).all()
    assert max(np.abs(pressed)) > 0


def test_a_hand_that_is_faster_yet_passes_through() -> None:
    """In the 64th part of a step it goes farther than it may: that is halved no more, and nothing fails."""
    simulator = touching_bundle().simulator("none")
    assert isinstance(simulator, BodySimulator)
    simulator.tool("ball").move((0.0, -3.0, 0.0), over=simulator.bundle.dt)
    for _ in range(3):
        simulator.step()
    assert simulator.counts["halved"] >= 6  # to a half, a quarter, ... and the 64th
    assert np.isfinite(simulator.state).all()


def test_presses_come_from_outside_and_press() -> None:
    full = build_full_body(scene("enrichment.presses=2"))
    for index in range(4):
        press = pressed(full, index)
        contact = press.full.contact
        assert contact is not None
        assert contact.gaps(np.zeros(162)).min() > 0
        ball = contact.law.poses[-1, :3] + press.full.known[28, :3]  # when it is in
        x = full.mesh.vertices[full.mesh.surface].mean(axis=1)
        assert press.part.radius is not None
        assert np.linalg.norm(x - ball, axis=1).min() < 1.3 * press.part.radius
    assert pressed(full, 0).part == pressed(full, 0).part
    assert pressed(full, 0).part != pressed(full, 1).part
