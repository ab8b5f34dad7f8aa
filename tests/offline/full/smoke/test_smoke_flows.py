"""The full simulation in space against flows that are known: ABC, Taylor-Green, smoke at rest."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from meshes.macgrid import MacGrid, beside
from offline.full.smoke import iteration, pressure
from offline.full.smoke.pressure import Projection
from offline.full.smoke.stepper import Advection, Smoke, advect_velocity
from softrein.errors import SimulationError

ABC = 1.0, 0.7, 0.4  # Arnold, Beltrami and Childress; m/s
ORDERS = {"semi-lagrangian": 1.0, "maccormack": 2.0}


def abc(points: np.ndarray) -> np.ndarray:
    a, b, c = ABC
    x, y, z = (2 * np.pi * points).T
    along = a * np.sin(z) + c * np.cos(y), b * np.sin(x) + a * np.cos(z), c * np.sin(y) + b * np.cos(x)
    return np.stack(along, axis=1)


def departed(points: np.ndarray, dt: float, parts: int = 20) -> np.ndarray:
    """Where points of an ABC flow were before, by classical Runge-Kutta."""
    h = -dt / parts
    for _ in range(parts):
        one = abc(points)
        two = abc(points + h / 2 * one)
        three = abc(points + h / 2 * two)
        points = points + h / 6 * (one + 2 * two + 2 * three + abc(points + h * three))
    return points


def orders(errors: list[float]) -> np.ndarray:
    return np.log2(np.divide(errors[:-1], errors[1:]))


@pytest.mark.parametrize("advection", ORDERS)
def test_advection_of_an_abc_flow_has_its_order(advection: Advection) -> None:
    """Away from walls, which such a flow knows nothing of; error a second."""
    errors = []
    for n in (12, 24, 48):
        grid, dt = MacGrid((n, n, n), (1.0, 1.0, 1.0)), 0.4 / n
        component = np.repeat([0, 1, 2], [part.size for part in grid.split(grid.open)])
        faces = np.arange(grid.size), component
        smoke, q = Smoke(grid, dt, advection=advection), abc(grid.face_centres)[faces]
        flow, out = smoke._flow(q, -dt), np.empty(grid.size)
        advect_velocity(flow, flow.faces, None, grid.split(grid.open), grid.split(out))
        if advection == "maccormack":
            smoke._correct(flow, out)
        inner = (np.abs(grid.face_centres - 0.5) < 0.25).all(axis=1)
        off = (out - abc(departed(grid.face_centres, dt))[faces])[inner]
        errors.append(float(np.sqrt(np.mean(off**2))) / dt)
    np.testing.assert_allclose(orders(errors), ORDERS[advection], atol=0.1)


def taylor_green_error(n: int, advection: Advection, axis: int) -> float:
    """After 0.4 s in a box of three layers across an axis: the vortex is damped by its viscosity alone."""
    cells = [n, n]
    cells.insert(axis, 3)
    grid, viscosity, end = MacGrid(tuple(cells), tuple(count / n for count in cells)), 0.01, 0.4
    one, other = (each for each in range(3) if each != axis)

    def vortex(*place: np.ndarray) -> tuple[np.ndarray, ...]:
        found = [0 * place[0]] * 3
        found[one] = np.sin(np.pi * place[one]) * np.cos(np.pi * place[other])
        found[other] = -np.cos(np.pi * place[one]) * np.sin(np.pi * place[other])
        return tuple(found)

    smoke, q = Smoke(grid, end / (2 * n), viscosity, advection=advection), grid.sample(vortex)
    wanted = q * np.exp(-2 * viscosity * np.pi**2 * end)
    for _ in range(2 * n):
        q, _ = smoke.step(q)
    return float(np.sqrt(np.mean((q - wanted) ** 2)))


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_taylor_green_is_of_first_order_and_maccormack_damps_it_far_less(axis: int) -> None:
    plain, corrected = (
        [taylor_green_error(n, advection, axis) for n in (12, 24, 48)]
        for advection in ("semi-lagrangian", "maccormack")
    )
    for errors in (plain, corrected):
        assert (orders(errors) > 0.85).all()
    assert plain[-1] > 5 * corrected[-1]


def vortices(*place: np.ndarray) -> tuple[np.ndarray, ...]:
    """Taylor's and Green's with all three components, in a unit box that nothing leaves; m/s."""
    (sx, sy, sz), (cx, cy, cz) = np.sin(np.pi * np.array(place)), np.cos(np.pi * np.array(place))
    return sx * cy * cz, cx * sy * cz, -2 * cx * cy * sz


def their_turning(*place: np.ndarray) -> np.ndarray:
    """The acceleration of whoever goes along with these vortices, m/s^2."""
    step = 1e-5 * np.array(vortices(*place))
    return np.subtract(vortices(*(place + step)), vortices(*(place - step))) / 2e-5


def halved(grid: MacGrid, q: np.ndarray) -> np.ndarray:
    """At the faces of a grid of half as many cells, the mean of the four faces that lie in each."""
    parts = []
    for axis, part in enumerate(grid.split(q)):
        faces = np.moveaxis(part, axis, 0)[::2]
        n = len(faces) - 1
        parts.append(np.moveaxis(faces.reshape(n + 1, n, 2, n, 2).mean(axis=(2, 4)), 0, axis).ravel())
    return np.concatenate(parts)


@pytest.mark.parametrize("advection", ORDERS)
def test_a_flow_along_all_three_axes_is_of_first_order_at_a_fixed_courant_number(
    advection: Advection,
) -> None:
    """A flow that is held is compared with itself, one that is left alone with that on a finer grid.

    An ABC flow goes through the walls of any box, so one with free slip cannot hold it whole, and the test
    above sees its advection alone. Steps that take advection and pressure in turns are of first order.
    """
    held, changes = [], []
    for n in (8, 16, 32):
        grid = MacGrid((n, n, n), (1.0, 1.0, 1.0))
        smoke, start = Smoke(grid, 0.2 / n, advection=advection), grid.sample(vortices)
        steady, q, force = start, start, grid.sample(their_turning)
        for _ in range(n // 2):  # 0.1 s
            steady, _ = smoke.step(steady, None, force)
            q, _ = smoke.step(q)
        held.append(float(np.sqrt(np.mean((steady - start) ** 2))))
        changes.append((grid, q - start))
    apart = [float(np.sqrt(np.mean((one - halved(*finer)) ** 2))) for (_, one), finer in pairwise(changes)]
    np.testing.assert_allclose([*orders(held), *orders(apart)], 1.0, atol=0.2)
    assert held[-1] < {"semi-lagrangian": 0.02, "maccormack": 0.004}[advection]


def with_a_ball(n: int) -> MacGrid:
    box = MacGrid((n, n + 2, n - 1), (1.0, 1.1, 0.9))
    ball = np.linalg.norm(box.cell_centres - [0.5, 0.5, 0.4], axis=1) < 0.2
    return MacGrid(box.cells, box.extent, ball.reshape(box.cells))


@pytest.mark.parametrize("with_solid", [False, True])
def test_density_that_depends_on_height_alone_moves_nothing(with_solid: bool) -> None:
    grid = with_a_ball(12) if with_solid else MacGrid((8, 7, 9), (0.8, 0.7, 0.9))
    height = grid.cell_centres[:, 2].reshape(grid.cells)
    smoke = Smoke(grid, 0.05, buoyancy=(0.0, 0.0, 9.8))
    start = np.where(grid.fluid, np.exp(-3 * height), 0.0)
    q, density = np.zeros(grid.size), start
    for _ in range(5):
        q, density = smoke.step(q, density)
    assert np.abs(q).max() < 1e-9
    np.testing.assert_allclose(density, start, atol=1e-9)
    tilted, _ = smoke.step(
        np.zeros(grid.size),
        start + 0.1 * np.where(grid.fluid, grid.cell_centres[:, 0].reshape(grid.cells), 0),
    )
    assert np.abs(tilted).max() > 1e-3


def test_buoyancy_is_half_of_both_cells_and_a_plume_rises() -> None:
    grid = MacGrid((10, 10, 16), (1.0, 1.0, 1.6))
    puff = np.exp(-(((grid.cell_centres - [0.5, 0.5, 0.4]) / 0.15) ** 2).sum(axis=1)).reshape(grid.cells)
    smoke, lift = Smoke(grid, 0.05, buoyancy=(0.0, 0.0, 2.0)), np.zeros(grid.size)
    inner = beside(beside(grid.split(lift)[2], 2)[0], 2)[1]
    inner += 0.5 * 2.0 * (puff[:, :, :-1] + puff[:, :, 1:])
    first, _ = smoke.step(np.zeros(grid.size), puff)
    np.testing.assert_allclose(first, Projection(grid).project(0.05 * lift), atol=1e-12)
    q, density = first, puff
    for _ in range(20):
        q, density = smoke.step(q, density)
    height = grid.cell_centres[:, 2].reshape(grid.cells)
    assert np.average(height, weights=density) > np.average(height, weights=puff) + 0.1


def with_blocks(cells: tuple[int, ...], size: tuple[float, ...]) -> MacGrid:
    """Fluid and solid in many parts, some of them at the walls."""
    return MacGrid(cells, size, np.random.default_rng(3).random(cells) < 0.35)


WALL = np.arange(9)[:, None, None] + np.zeros((9, 6, 6)) == 4
GRIDS = [
    with_a_ball(14),
    with_blocks((9, 7, 8), (1.8, 0.7, 1.0)),
    with_blocks((14, 11), (1.0, 2.0)),
    MacGrid((9, 6, 6), (0.9, 0.6, 0.6), WALL),
]


@pytest.mark.parametrize("grid", GRIDS, ids=["ball", "blocks", "plane", "wall"])
@pytest.mark.parametrize("directly", [True, False], ids=["capacitance", "box"])
def test_iteration_finds_the_pressure_of_a_factorisation(
    monkeypatch: pytest.MonkeyPatch, grid: MacGrid, directly: bool
) -> None:
    if not directly:
        monkeypatch.setattr(pressure, "most_faces", lambda cells: 0)
    by_iteration, by_factor = Projection(grid, "iteration"), Projection(grid, "splu")
    assert (by_iteration.backend, by_factor.backend) == ("iteration", "splu")
    q = np.random.default_rng(0).standard_normal(grid.size)
    found = by_iteration.project(q)
    np.testing.assert_allclose(found, by_factor.project(q), atol=1e-9)
    assert np.abs(grid.divergence(found)).max() < 1e-10 * np.abs(grid.divergence(q)).max()
    np.testing.assert_array_equal(by_iteration.project(q), found)  # whatever was solved before
    np.testing.assert_allclose(by_iteration.project(found), found, atol=1e-9)  # of a source that is round-off
    assert not by_iteration.project(np.zeros(grid.size)).any()


@pytest.mark.parametrize("grid", GRIDS, ids=["ball", "blocks", "plane", "wall"])
def test_with_the_capacitance_matrix_one_iteration_does(
    monkeypatch: pytest.MonkeyPatch, grid: MacGrid
) -> None:
    monkeypatch.setattr(iteration, "MOST", 2)  # the second finds that nothing is left to do
    assert Projection(grid, "iteration").project(np.random.default_rng(1).standard_normal(grid.size)).any()


@pytest.mark.parametrize("size", [1e-60, 1e60])
def test_iteration_in_single_precision_projects_flows_of_any_size(
    monkeypatch: pytest.MonkeyPatch, size: float
) -> None:
    monkeypatch.setattr(pressure, "most_faces", lambda cells: 0)  # so that the box's transform is taken
    projection = Projection(with_a_ball(14))
    q = np.random.default_rng(0).standard_normal(projection.grid.size)
    np.testing.assert_allclose(projection.project(size * q) / size, projection.project(q), atol=1e-9)


def test_iteration_says_where_it_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressure, "most_faces", lambda cells: 0)
    monkeypatch.setattr(iteration, "MOST", 2)
    with pytest.raises(SimulationError, match=r"after 2 iterations .* of the divergence is left"):
        Projection(with_a_ball(14)).project(np.random.default_rng(0).standard_normal(with_a_ball(14).size))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"advection": "upwind"}, "semi-lagrangian, maccormack"),
        ({"buoyancy": (0.0, 1.0)}, "3 finite numbers"),
        ({"buoyancy": (0.0, 0.0, np.nan)}, "3 finite numbers"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(SimulationError, match=words):
        Smoke(MacGrid((4, 4, 4), (1.0, 1.0, 1.0)), 0.1, **given)  # type: ignore[arg-type]


def test_buoyant_smoke_needs_a_density() -> None:
    smoke = Smoke(MacGrid((4, 4, 4), (1.0, 1.0, 1.0)), 0.1, buoyancy=(0.0, 0.0, 1.0))
    with pytest.raises(SimulationError, match="density is missing"):
        smoke.step(np.zeros(smoke.grid.size))
