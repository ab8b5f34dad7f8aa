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
from offline.full.body.newmark import FullStepper
from offline.full.body.terms.balance import StepBalance
from offline.full.body.terms.cable import FullCables
from offline.full.body.terms.chamber import Chamber, FullChambers, inner_surface
from offline.full.body.terms.sum import Sum, Terms
from offline.full.body.terms.term import Points
from offline.scenes.reading import read_scene
from reduce.body import reduce_deformable
from reduce.terms.kinds import reduce_terms
from runtime.body.plant import BodyPlant
from runtime.body.terms.cable import Cables
from runtime.body.terms.chamber import Chambers
from runtime.body.terms.term import Acting
from runtime.plant.stepping import CURVE, curve_plant
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


def terms_of(body: ElasticBody, spring: float = 0.0) -> Terms:
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
    found = FullCables(cables, np.array([0, 3, 6]), np.array([0.0, spring]), body)
    return Terms({"cable": found, "pressure": FullChambers(rooms, body)}, body)


def measured(terms: Any, place: Array) -> Array:
    """Lengths and minus volumes, of the full body's terms or of reduced ones."""
    return np.concatenate([term.measures(place) for term in terms])


def reduced_terms(terms: Terms, body: ElasticBody, vectors: Array) -> Acting[Any]:
    return Acting(vectors.shape[1], reduce_terms(terms.by_kind, body, vectors))


def whole(muscles: Terms, data: Array) -> Any:
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
    muscles, c = terms_of(body, spring), controls(spring)
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
    muscles, basis, c = terms_of(body, spring), Basis(body, 7), controls(spring)
    reduced, p = reduced_terms(muscles, body, basis.vectors), 1e-3 * np.random.default_rng(1).normal(size=7)
    v, w = np.zeros(7), np.append(np.zeros(7), c)
    u = basis.vectors @ p
    force, stiffness = muscles.force_and_stiffness(u, c)
    projected = basis.vectors.T @ force
    close = 1e-13 * np.abs(projected).max()
    np.testing.assert_allclose(reduced.force(p, v, w), projected, rtol=0, atol=close)
    expected = basis.vectors.T @ (whole(muscles, stiffness) @ basis.vectors)
    found = -reduced.slopes(p, v, w).by_place
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    energy = sum(term.energy(p, w[own]) for term, own in zip(reduced.terms, reduced.slices, strict=True))
    assert energy == pytest.approx(muscles.energy(u, c), rel=1e-13)
    lengths = measured(muscles.by_kind.values(), u)
    np.testing.assert_allclose(measured(reduced.terms, p), lengths, rtol=1e-13)


def test_a_cable_at_rest_is_taut_whatever_the_last_digit() -> None:
    """Of many routes with some strange lengths; the full body's law likewise."""
    rng, r = np.random.default_rng(8), 5
    points, modes = rng.normal(size=(80, 3)), 0.1 * rng.normal(size=(80, 3, r))
    wound, pulling = (Cables(points, modes, np.arange(0, 81, 4), np.full(20, k)) for k in (50.0, 0.0))
    at_rest, still = np.zeros(20), (np.zeros(r), np.zeros(r))
    slope = pulling.slopes(*still, at_rest).by_input
    np.testing.assert_allclose(wound.slopes(*still, at_rest).by_input, 50 * slope)
    np.testing.assert_allclose(-wound.slopes(*still, at_rest).by_place, 50 * slope @ slope.T)
    assert np.abs(wound.force(*still, at_rest)).max() < 1e-12
    lengths = wound.measures(np.zeros(r))
    assert not wound.slopes(*still, -1e-6 * lengths).by_input.any(), "really slack"
    body = arm()
    full, u = terms_of(body, 50.0), np.zeros(body.mass.size)
    slopes = full.by_kind["cable"].gradient(u)[1]  # type: ignore[attr-defined]
    for slack, k in ((0.0, 50.0), (1e-12, 50.0), (1e-6, 0.0)):
        stiffness = whole(full, full.force_and_stiffness(u, np.array([0.0, -slack, 0.0]))[1])
        assert slopes @ (stiffness @ slopes) == pytest.approx(k * (slopes @ slopes) ** 2, rel=1e-6)


def test_a_straight_cable_pulls_its_ends_together_and_pressure_acts_on_each_side() -> None:
    body = arm(fixed=False)
    muscles = terms_of(body)
    x, y, z = body.mesh.vertices.T
    force = muscles.force_and_stiffness(np.zeros(body.mass.size), np.array([1.0, 0, 0]))[0].reshape(-1, 3)
    assert np.abs(force.sum(axis=0)).max() < 1e-14, "a cable within the body pushes it nowhere"
    assert np.abs(np.cross(body.mesh.vertices, force).sum(axis=0)).max() < 1e-15, "nor does it turn it"
    force = muscles.force_and_stiffness(np.zeros(body.mass.size), np.array([0, 1.0, 0]))[0].reshape(-1, 3)
    np.testing.assert_allclose(force.sum(axis=0), [-1, 0, 0], atol=1e-2)  # towards the anchor
    stretch = 1e-3
    u = np.column_stack([stretch * x, 2 * stretch * y, 0 * z]).ravel()
    box = 0.03 * 0.01 * 0.01
    room = muscles.by_kind["pressure"]
    assert -measured([room], np.zeros_like(u))[0] == pytest.approx(box, rel=1e-12)
    assert -measured([room], u)[0] == pytest.approx(box * (1 + stretch) * (1 + 2 * stretch), rel=1e-12)
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
    muscles = terms_of(body, 50.0)
    basis, c = Basis(body, body.mass.size), controls(50.0)
    stepper = FullStepper(Sum(body, muscles), (0.5, 0.002), 0.005, iterations, backend="direct")
    model = reduce_deformable(body, basis, (0.5, 0.002))
    plant = BodyPlant(model, 0.005, iterations, reduce_terms(muscles.by_kind, body, basis.vectors))
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
    reduced = reduced_terms(terms_of(body, spring), body, basis.vectors)
    plant = BodyPlant(reduce_deformable(body, basis, (0.5, 0.002)), 0.01, iterations, reduced.terms)
    rng = np.random.default_rng(2)
    z = np.concatenate([2e-4 * rng.normal(size=6), 0.05 * rng.normal(size=6)])
    w = np.concatenate([0.1 * rng.normal(size=6), controls(spring)])
    F, G = plant.linearise(z, w)

    def differences(step: Any, x: Array, sizes: Array) -> Array:
        moved = [(step(x + d) - step(x - d)) / (2 * d.max()) for d in np.diag(sizes)]
        return np.array(moved).T

    F_expected = differences(lambda x: plant.step(x, w), z, np.full(12, 2e-7))
    by_input = differences(lambda x: plant.step(z, x), w, np.append(np.full(8, 1e-5), 1.0))
    assert np.abs(F - F_expected).max() < 1e-7 * np.abs(F).max()
    scale = np.abs(G).max(axis=0)
    assert scale.all(), "every muscle acts"
    assert (np.abs(G - by_input) < 1e-6 * scale).all()
    _, B = plant.tangent(z, w)
    np.testing.assert_allclose(B[6:], reduced.slopes(z[:6], z[6:], w).by_input)


@pytest.mark.parametrize("iterations", [1, 12])
def test_second_derivatives_are_those_of_the_linearised_step(spring: float, iterations: int) -> None:
    """By differences of its Jacobians, with every term of no small share in them."""
    body, (soft, strong) = arm(), (1e-3, [400.0, 8.0 if spring else 400.0, 8e6])
    basis = Basis(body, 5)
    reduced = reduced_terms(terms_of(body, 2e3 * bool(spring)), body, basis.vectors)
    model = reduce_deformable(body, basis, (0.5, 0.002))
    plant, alone = (BodyPlant(model, 0.004, iterations, terms) for terms in (reduced.terms, ()))
    rng = np.random.default_rng(3)
    z = np.concatenate([soft * rng.normal(size=5), 0.02 * rng.normal(size=5)])
    w = np.concatenate([np.zeros(5), strong])
    w[:5] = model.force(z[:5]) - reduced.force(z[:5], z[5:], w)  # so that the step is short
    y, effects = rng.normal(size=10), rng.normal(size=(4, plant.forces))

    def curved(plant: BodyPlant, w: Array, effects: Array) -> tuple[Array, Array]:
        F, G = plant.linearise(z, w)
        found = np.zeros((10, 10)), np.zeros((4, 10))
        ends, slopes = (z, plant.step(z, w)), (y, F.T @ y)
        given = np.ascontiguousarray(G @ effects.T)
        inputs = np.array(w), np.ascontiguousarray(effects)
        assert curve_plant(plant.calls(CURVE), ends, slopes, inputs, (F, given), found)
        return found

    def slopes(z: Array) -> list[Array]:
        F, G = plant.linearise(z, w)
        return [F.T @ y, effects @ (G.T @ y)]

    found, far = curved(plant, w, effects), 1e-6 * np.abs(z).max()
    ahead, behind = ([slopes(z + sign * far * way) for way in np.eye(10)] for sign in (1, -1))
    without = curved(alone, w[:5] + reduced.force(z[:5], z[5:], w), effects[:, :5])
    for which, (curvature, other) in enumerate(zip(found, without, strict=True)):
        pairs = zip(ahead, behind, strict=True)
        wanted = np.array([a[which] - b[which] for a, b in pairs]).T / (2 * far)
        off, share = (np.abs(each - wanted).max() / np.abs(wanted).max() for each in (curvature, other))
        assert off < 1e-3
        assert share > 0.2, "terms matter here"


@pytest.mark.parametrize(("law", "iterations"), [("stvk", 1), ("stvk", 12), ("neo-hookean", 12)])
def test_many_steps_at_once_are_single_ones(spring: float, law: str, iterations: int) -> None:
    body = arm(law)
    basis = Basis(body, 6)
    reduced = reduced_terms(terms_of(body, spring), body, basis.vectors)
    plant = BodyPlant(reduce_deformable(body, basis, (0.5, 0.002)), 0.01, iterations, reduced.terms)
    rng, count = np.random.default_rng(2), 70  # more than a tile has
    states = np.concatenate([2e-4 * rng.normal(size=(6, count)), 0.05 * rng.normal(size=(6, count))])
    forces = 0.1 * rng.normal(size=(6, count))
    forces = np.concatenate([forces, controls(spring)[:, None] * rng.uniform(0, 2, (3, count))])
    out = np.empty_like(states)
    assert plant._may_tile(forces) == (law == "stvk"), "a tile at a time, where that is faster"
    assert (plant.step_batch(states, forces, out) == 0).all()
    single = np.array([plant.step(z, w) for z, w in zip(states.T, forces.T, strict=True)]).T
    alone = np.array(
        [
            BodyPlant(plant.model, 0.01, iterations).step(z, w)
            for z, w in zip(states.T, forces[:6].T, strict=True)
        ]
    ).T
    close = 1e-13 if iterations == 1 else 1e-7
    np.testing.assert_allclose(out, single, rtol=0, atol=close * np.abs(single).max())
    assert np.abs(alone - single).max() > 1e-4 * np.abs(single).max()


def test_without_muscles_nothing_is_there() -> None:
    plant = BodyPlant(reduce_deformable(arm(), Basis(arm(), 4)), 0.01)
    assert plant.forces == 4
    assert plant.joins_gains
    none = [Cables.none(4), Chambers.none(4)]
    assert BodyPlant(reduce_deformable(arm(), Basis(arm(), 4)), 0.01, 1, none).forces == 4


def test_the_energy_that_a_step_makes_is_of_third_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loads, muscles and a handle that moves do work, and without damping the rest is the rule's error."""
    body, rng, found = arm("neo-hookean"), np.random.default_rng(3), []
    u, v = 1e-4 * rng.normal(size=body.mass.size), 0.1 * rng.normal(size=body.mass.size)
    load, handle = 20.0 * body.mass * rng.normal(size=v.size), 10.0 * rng.normal(size=9)
    made = StepBalance.made

    def recorded(self: StepBalance, *given: Any) -> float:
        found.append(made(self, *given))
        return found[-1]

    monkeypatch.setattr(StepBalance, "made", recorded)
    for dt in (1e-4, 5e-5):
        moved = Sum(body, terms_of(body))
        FullStepper(moved, (0.0, 0.0), dt, 20, "direct").step(u, v, load, CONTROL, handle)
    assert abs(found[0]) < 1e-6  # without the work of the load, of muscles or of the handle 5e-4 and more
    assert found[0] / found[1] > 7.0  # 8 of third order


def test_an_equilibrium_under_muscles_stays() -> None:
    body = Sum(arm("neo-hookean"), terms_of(arm("neo-hookean")))
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
    cables = FullCables(embedded(route, mesh), np.array([0, 3]), np.zeros(1), body)
    muscles = Terms({"cable": cables}, body)
    weak, strong = (
        equilibrium(Sum(body, muscles), np.zeros(body.mass.size), np.array([c])) for c in (2e-6, 2e-4)
    )
    assert np.abs(weak).max() > 1e-9
    np.testing.assert_allclose(strong, 100 * weak, rtol=0, atol=1e-4 * np.abs(strong).max())


def test_a_body_that_is_too_soft_for_its_muscles_says_so() -> None:
    body = Sum(arm(), terms_of(arm()))
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
    body, tip = Sum(full.body, full.terms), full.mesh.regions["tip"]

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
