"""Cables and chambers: laws by differences and by hand, full against reduced, in steps and in scenes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pyvista
from scipy import sparse

from meshes import block, chamber
from meshes.embedding import embed
from meshes.tetmesh import TetMesh
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.equilibrium import equilibrium
from offline.full.body.full_body import build_full_body
from offline.full.body.material import Material
from offline.full.body.muscled import Muscled
from offline.full.body.muscles.build import inner_surface
from offline.full.body.muscles.law import Chamber, FullMuscles, Points
from offline.full.body.newmark import FullStepper
from offline.scenes.reading import read_scene
from reduce.body import reduce_deformable
from reduce.muscles import reduce_muscles
from runtime.body.muscles import Muscles
from runtime.body.plant import BodyPlant
from softrein.errors import MeshError, SceneError, SimulationError

Array = np.ndarray
CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
SIDES = np.array(
    [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]
)  # fmt: skip
CONTROL = np.array([0.5, 0.7, 4000.0])


class Basis:
    """Vectors (n, r), mass-orthonormal."""

    def __init__(self, body: ElasticBody, count: int) -> None:
        root = np.sqrt(body.mass)[:, None]
        mixed = np.random.default_rng(4).normal(size=(body.mass.size, count))
        self.vectors = np.linalg.qr(root * mixed)[0] / root


def arm(law: str = "stvk", fixed: bool = True) -> ElasticBody:
    mesh = block((4, 1, 1), (0.08, 0.03, 0.03))
    held = mesh.regions["xmin"] if fixed else []
    return ElasticBody(mesh, Material(6e4, 0.4, 1000.0, law), held)


def embedded(points: Array, mesh: TetMesh) -> Points:
    return Points(points, *embed(points, mesh))


def muscles_of(body: ElasticBody, spring: float = 0.0) -> FullMuscles:
    """A cable along the arm, one from an anchor in space, and a box under pressure."""
    one = np.array([[1, 20, 15], [35, 24, 15], [78, 20, 14.0]]) / 1000
    other, anchor = np.array([[30, 6, 15], [75, 7, 15.0]]) / 1000, np.array([[-20, 6, 15.0]]) / 1000
    first, second = embedded(one, body.mesh), embedded(other, body.mesh)
    cables = Points(
        np.concatenate([one, anchor, other]),
        np.concatenate([first.corners, np.zeros((1, 4), dtype=int), second.corners]),
        np.concatenate([first.weights, np.zeros((1, 4)), second.weights]),
    )
    box = np.array([0.03, 0.01, 0.01]) + CUBE * np.array([0.03, 0.01, 0.01])
    rooms = [Chamber(embedded(box, body.mesh), SIDES)]
    return FullMuscles(cables, np.array([0, 3, 6]), np.array([0.0, spring]), rooms, body)


def whole(muscles: FullMuscles, data: Array) -> Any:
    lower = muscles.lower_matrix()
    lower.data[:] = data
    return lower + lower.T - sparse.diags(lower.diagonal())


@pytest.fixture(params=[0.0, 50.0], ids=["tension", "length"])
def spring(request: pytest.FixtureRequest) -> float:
    return float(request.param)


def controls(spring: float) -> Array:
    return CONTROL * [1, 0.02 if spring else 1, 1]


def test_force_is_the_slope_of_the_energy_and_stiffness_that_of_the_force(spring: float) -> None:
    body, rng = arm(), np.random.default_rng(0)
    muscles, c = muscles_of(body, spring), controls(spring)
    u, along = 0.001 * rng.normal(size=body.mass.size), rng.normal(size=body.mass.size)
    e = 1e-7
    force, stiffness = muscles.force_and_stiffness(u, c)
    slope = (muscles.energy(u + e * along, c) - muscles.energy(u - e * along, c)) / (2 * e)
    assert slope == pytest.approx(-force @ along, rel=1e-7)
    change = [muscles.force_and_stiffness(u + sign * e * along, c)[0] for sign in (1, -1)]
    expected = -(change[0] - change[1]) / (2 * e)
    found = whole(muscles, stiffness) @ along
    assert np.linalg.norm(found - expected) < 1e-7 * np.linalg.norm(expected)


def test_the_reduced_muscles_are_the_full_ones_on_the_basis(spring: float) -> None:
    body = arm()
    muscles, basis, c = muscles_of(body, spring), Basis(body, 7), controls(spring)
    reduced, p = reduce_muscles(muscles, body, basis.vectors), 1e-3 * np.random.default_rng(1).normal(size=7)
    u = basis.vectors @ p
    force, stiffness = muscles.force_and_stiffness(u, c)
    projected = basis.vectors.T @ force
    np.testing.assert_allclose(reduced.force(p, c), projected, rtol=0, atol=1e-13 * np.abs(projected).max())
    expected = basis.vectors.T @ (whole(muscles, stiffness) @ basis.vectors)
    np.testing.assert_allclose(reduced.stiffness(p, c), expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    assert reduced.energy(p, c) == pytest.approx(muscles.energy(u, c), rel=1e-13)
    np.testing.assert_allclose(reduced.measures(p), muscles.measures(u), rtol=1e-13)


def test_a_cable_at_rest_is_taut_whatever_the_last_digit() -> None:
    """Of many routes with some strange lengths; the full body's law likewise."""
    rng, r = np.random.default_rng(8), 5
    points, modes = rng.normal(size=(80, 3)), 0.1 * rng.normal(size=(80, 3, r))
    none = [np.zeros(0), np.zeros((0, r)), np.zeros((0, r, r)), np.zeros((0, r, r * r))]
    muscles = Muscles(points, modes, np.arange(0, 81, 4), np.full(20, 50.0), *none)
    at_rest, taut = np.zeros(20), Muscles(points, modes, np.arange(0, 81, 4), np.zeros(20), *none)
    slope = taut.unit_forces(np.zeros(r), at_rest)
    np.testing.assert_allclose(muscles.unit_forces(np.zeros(r), at_rest), 50 * slope)
    np.testing.assert_allclose(muscles.stiffness(np.zeros(r), at_rest), 50 * slope @ slope.T)
    assert np.abs(muscles.force(np.zeros(r), at_rest)).max() < 1e-12
    lengths = muscles.measures(np.zeros(r))
    assert not muscles.unit_forces(np.zeros(r), -1e-6 * lengths).any(), "really slack"
    body = arm()
    full = muscles_of(body, 50.0)
    for slack, expected in ((0.0, 50.0), (1e-12, 50.0), (1e-6, 0.0)):
        by_measure = full.tensions(full.measures(np.zeros(body.mass.size)), np.full(3, -slack))[1]
        assert by_measure[1] == expected


def test_a_straight_cable_pulls_its_ends_together_and_pressure_acts_on_each_side() -> None:
    body = arm(fixed=False)
    muscles = muscles_of(body)
    x, y, z = body.mesh.vertices.T
    force = muscles.force_and_stiffness(np.zeros(body.mass.size), np.array([1.0, 0, 0]))[0].reshape(-1, 3)
    assert np.abs(force.sum(axis=0)).max() < 1e-14, "a cable within the body pushes it nowhere"
    assert np.abs(np.cross(body.mesh.vertices, force).sum(axis=0)).max() < 1e-15, "nor does it turn it"
    force = muscles.force_and_stiffness(np.zeros(body.mass.size), np.array([0, 1.0, 0]))[0].reshape(-1, 3)
    np.testing.assert_allclose(force.sum(axis=0), [-1, 0, 0], atol=1e-2)  # towards the anchor
    stretch = 1e-3
    u = np.column_stack([stretch * x, 2 * stretch * y, 0 * z]).ravel()
    box = 0.03 * 0.01 * 0.01
    assert -muscles.measures(np.zeros_like(u))[2] == pytest.approx(box, rel=1e-12)
    assert -muscles.measures(u)[2] == pytest.approx(box * (1 + stretch) * (1 + 2 * stretch), rel=1e-12)
    force = muscles.force_and_stiffness(np.zeros_like(u), np.array([0, 0, 1.0]))[0]
    assert force @ u == pytest.approx(box * 3 * stretch, rel=1e-12)


def test_volume_of_a_ball() -> None:
    import pyvista

    ball = pyvista.Icosphere(nsub=4, radius=0.5)
    triangles = ball.faces.reshape(-1, 4)[:, 1:]
    chamber.check_closed(ball.points, triangles)
    assert chamber.volume(ball.points, triangles) == pytest.approx(np.pi / 6, rel=3e-3)


@pytest.mark.parametrize(
    ("triangles", "words"),
    [
        (SIDES[:-1], "not closed"),
        (SIDES[:, ::-1], "inside out"),
        (np.vstack([SIDES[:-1], SIDES[-1:, ::-1]]), "opposite"),
    ],
)  # fmt: skip
def test_what_encloses_nothing_is_refused(triangles: Array, words: str) -> None:
    with pytest.raises(MeshError, match=words):
        chamber.check_closed(CUBE, triangles)


@pytest.mark.parametrize(("law", "iterations"), [("stvk", 1), ("neo-hookean", 8)])
def test_full_and_reduced_steps_agree_where_the_basis_is_all_there_is(law: str, iterations: int) -> None:
    body = arm(law)
    muscles = muscles_of(body, 50.0)
    basis, c = Basis(body, body.mass.size), controls(50.0)
    stepper = FullStepper(Muscled(body, muscles), (0.5, 0.002), 0.005, iterations, backend="direct")
    model = reduce_deformable(body, basis, (0.5, 0.002))
    plant = BodyPlant(model, 0.005, iterations, reduce_muscles(muscles, body, basis.vectors))
    u, v, z = np.zeros(body.mass.size), np.zeros(body.mass.size), np.zeros(plant.size)
    w = np.concatenate([np.zeros(model.rank), c])
    for _ in range(5):
        u, v = stepper.step(u, v, np.zeros_like(u), c)
        z = plant.step(z, w)
    assert np.abs(u).max() > 1e-5
    tolerance = (1e-8 if iterations > 1 else 1e-10) * np.abs(u).max()
    np.testing.assert_allclose(basis.vectors @ z[: model.rank], u, atol=tolerance)


@pytest.mark.parametrize("iterations", [1, 8])
def test_the_linearised_step_is_its_derivative(spring: float, iterations: int) -> None:
    body = arm()
    basis = Basis(body, 6)
    reduced = reduce_muscles(muscles_of(body, spring), body, basis.vectors)
    plant = BodyPlant(reduce_deformable(body, basis, (0.5, 0.002)), 0.01, iterations, reduced)
    rng = np.random.default_rng(2)
    z = np.concatenate([2e-4 * rng.normal(size=6), 0.05 * rng.normal(size=6)])
    w = np.concatenate([0.1 * rng.normal(size=6), controls(spring)])
    F, G = plant.linearise(z, w)

    def differences(step: Any, x: Array, sizes: Array) -> Array:
        moved = [(step(x + d) - step(x - d)) / (2 * d.max()) for d in np.diag(sizes)]
        return np.array(moved).T

    by_state = differences(lambda x: plant.step(x, w), z, np.full(12, 2e-7))
    by_input = differences(lambda x: plant.step(z, x), w, np.append(np.full(8, 1e-5), 1.0))
    assert np.abs(F - by_state).max() < 1e-7 * np.abs(F).max()
    scale = np.abs(G).max(axis=0)
    assert scale.all(), "every muscle acts"
    assert (np.abs(G - by_input) < 1e-6 * scale).all()
    _, B = plant.tangent(z, w)
    np.testing.assert_allclose(B[6:, 6:], reduced.unit_forces(z[:6], w[6:]))


def test_without_muscles_nothing_is_there() -> None:
    plant = BodyPlant(reduce_deformable(arm(), Basis(arm(), 4)), 0.01)
    assert plant.forces == 4
    assert plant.joins_gains
    none = Muscles(*(np.zeros(shape) for shape in [(0, 3), (0, 3, 4)]), np.zeros(1, dtype=int),
                   *(np.zeros(shape) for shape in [0, 0, (0, 4), (0, 4, 4), (0, 4, 16)]))  # fmt: skip
    assert BodyPlant(reduce_deformable(arm(), Basis(arm(), 4)), 0.01, 1, none).forces == 4


def test_an_equilibrium_under_muscles_stays() -> None:
    body = Muscled(arm("neo-hookean"), muscles_of(arm("neo-hookean")))
    u = equilibrium(body, np.zeros(body.mass.size), CONTROL)
    assert np.abs(u).max() > 1e-4
    stepper = FullStepper(body, (0.5, 0.002), 0.005, 8, backend="direct")
    after, _ = stepper.step(u, np.zeros_like(u), np.zeros_like(u), CONTROL)
    np.testing.assert_allclose(after, u, atol=1e-9 * np.abs(u).max())


def test_a_slender_body_that_muscles_alone_move_finds_its_equilibrium() -> None:
    """Where round-off hides the residual, and no load's work says how small is small."""
    mesh = block((40, 1, 1), (4.0, 0.001, 0.001))
    body = ElasticBody(mesh, Material(1e9, 0.4, 1000.0), mesh.regions["xmin"])
    route = np.array([[0.1, 6e-4, 8e-4], [2.0, 6e-4, 8e-4], [3.9, 6e-4, 8e-4]])
    muscles = FullMuscles(embedded(route, mesh), np.array([0, 3]), np.zeros(1), [], body)
    weak, strong = (
        equilibrium(Muscled(body, muscles), np.zeros(body.mass.size), np.array([c])) for c in (2e-6, 2e-4)
    )
    assert np.abs(weak).max() > 1e-9
    np.testing.assert_allclose(strong, 100 * weak, rtol=0, atol=1e-4 * np.abs(strong).max())


def test_a_body_that_is_too_soft_for_its_muscles_says_so() -> None:
    body = Muscled(arm(), muscles_of(arm()))
    with pytest.raises(SimulationError, match="too soft for gravity, or for its cables and chambers"):
        equilibrium(body, np.zeros(body.mass.size), np.array([1000.0, 0, 0]))


CABLE = '{name="a", kind="cable", points=[[0.02, 0.04, 0.04], [0.28, 0.04, 0.04]]'


@pytest.mark.parametrize(
    ("actuator", "words"),
    [
        ('{name="a", kind="cable", points=[[0.02, 0.04, 0.04], [0.5, 0.04, 0.04]]}', "outside the body"),
        ('{name="a", kind="cable", points=[[0.02, 0.04, 0.04], [0.02, 0.04, 0.04]]}', "no length"),
        ('{name="a", kind="cable", points=[[0.02, 0.04, 0.04]]}', "two points"),
        ('{name="a", kind="muscle"}', "kind"),
        (f"{CABLE}, limit=[-1, 2]}}", "never pushes"),
        (f"{CABLE}, limit='3 kPa'}}", "N"),
        (f"{CABLE}, drive='length'}}", "stiffness"),
        (f"{CABLE}, region='xmax'}}", "belongs to"),
        ('{name="a", kind="pressure"}', "surface"),
        ('{name="a", kind="pressure", region="nowhere"}', "no region"),
        ('{name="a", kind="pressure", region="xmax"}', "not closed"),
        ('{name="a", kind="pressure", surface="no.stl"}', "no.stl"),
        ('{name="a", kind="force", region="xmax"}', "direction"),
        ('{name="a", kind="cable", anchor=[-0.1, 0, 0], points=[[0, 0.04, 0.04]]}', "moves nothing"),
    ],
)  # fmt: skip
def test_a_scene_says_what_is_wrong_with_a_muscle(actuator: str, words: str) -> None:
    with pytest.raises((SceneError, MeshError), match=words):
        build_full_body(read_scene("beam", [f"control.actuators=[{actuator}]"]))


@pytest.mark.parametrize("across", [1e-9, 1e-300])
def test_a_chamber_too_small_to_be_one_is_named(tmp_path: Path, across: float) -> None:
    cube = pyvista.Cube(center=(0.15, 0.04, 0.04), x_length=0.04, y_length=0.04, z_length=0.04).triangulate()
    cube.save(tmp_path / "a.stl")
    part = f"{{name='a', kind='pressure', surface='{tmp_path / 'a.stl'}', surface_scale={across / 0.04}}}"
    with pytest.raises(SceneError, match=r"control\.actuators\.0\.surface"):
        build_full_body(read_scene("beam", [f"control.actuators=[{part}]"]))


def driven(actuator: str, *loads: str) -> list[str]:
    return [f"control.actuators=[{CABLE}{actuator}]", f"loads=[{', '.join(f'{{{each}}}' for each in loads)}]"]


PULL = "actuator='a', duration='50 ms'"


@pytest.mark.parametrize(
    ("actuator", "loads", "words"),
    [
        ("}", [f"{PULL}, tension='-1 N'"], "'a' from -1 to 0 N, and its limit is 0 to inf N; a cable pulls"),
        ("}", [f"{PULL}, tension='1 N', shape='sine', frequency=20"], "never pushes"),
        (", limit=[0, 2]}", [f"{PULL}, tension='3 N'"], "'a' from 0 to 3 N, and its limit is 0 to 2 N:"),
        (", limit=[0, 2]}", 2 * [f"{PULL}, tension='1.5 N'"], "from 0 to 3 N"),
        (
            ", drive='length', stiffness='50 N/m', limit=['-1 mm', '5 mm']}",
            [f"{PULL}, wound='6 mm'"],
            "from 0 to 0.006 m, and its limit is -0.001 to 0.005 m:",
        ),
    ],
)  # fmt: skip
def test_loads_keep_the_limits_of_what_they_drive(actuator: str, loads: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=f"^loads: they drive .*{words}"):
        build_full_body(read_scene("beam", driven(actuator, *loads)))


def test_loads_may_go_as_far_as_the_limits() -> None:
    for actuator, load in (
        (", limit=[0, 2]}", "tension='2 N'"),
        ("}", "tension='1e6 N'"),
        (", drive='length', stiffness='50 N/m'}", "wound='-6 mm'"),
    ):
        full = build_full_body(read_scene("beam", driven(actuator, f"{PULL}, {load}")))
        assert np.abs(full.loads.controls).max() > 0


@pytest.mark.slow("full equilibria of a finer body")
def test_air_bends_the_finger_towards_its_sole_and_to_the_side_with_less() -> None:
    full = build_full_body(read_scene("finger"))
    body, tip = Muscled(full.body, full.muscles), full.mesh.regions["tip"]

    def moved(left: float, right: float) -> Array:
        u = np.zeros(full.mesh.vertices.size)
        u[full.body.free] = equilibrium(body, full.standing, np.array([left, right]))
        return 1000 * u.reshape(-1, 3)[tip].mean(axis=0)  # mm

    both, one, other = moved(1e4, 1e4), moved(1e4, 0), moved(0, 1e4)
    assert both[0] < -3
    assert abs(both[1]) < 0.05
    assert one[1] > 0.5
    np.testing.assert_allclose(other, one * [1, -1, 1], rtol=0.02, atol=0.02)


def test_the_inner_surface_of_a_hollow_body_is_a_chamber() -> None:
    grid = block((3, 3, 3), (0.3, 0.3, 0.3))
    middle = grid.vertices[grid.tets].mean(axis=1)
    outer = np.flatnonzero((np.abs(middle - 0.15) > 0.05).any(axis=1))
    hollow = TetMesh(grid.vertices, grid.tets[outer])
    inner = np.flatnonzero((np.abs(hollow.vertices - 0.15) < 0.051).all(axis=1))
    held = TetMesh(hollow.vertices, hollow.tets, {"inner": inner})
    part = type("Part", (), {"region": "inner"})()
    surface = inner_surface(part, held, "a")  # type: ignore[arg-type]
    chamber.check_closed(surface.vertices, surface.triangles)
    assert chamber.volume(surface.vertices, surface.triangles) == pytest.approx(1e-3, rel=1e-9)
