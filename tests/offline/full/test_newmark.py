"""The full body in time: the scheme, its order, its conserved quantities, its damping and its fallbacks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from meshes import block
from offline import Contact, FullStepper, Material, StVK, natural_modes
from offline.full.factorisation import _cholmod
from softrein.errors import MissingPackageError, SimulationError

RUBBER = Material(young=1e5, poisson=0.3, density=1000.0)
CONVERGED = 30  # iterations: more than are ever needed
needs_cholmod = pytest.mark.skipif(_cholmod() is None, reason="CHOLMOD is not installed")


@pytest.fixture(scope="module")
def held() -> StVK:
    mesh = block((4, 2, 2), (0.4, 0.1, 0.1))
    return StVK(mesh, RUBBER, mesh.regions["left"])


@pytest.fixture(scope="module")
def floating() -> StVK:
    return StVK(block((3, 2, 2), (0.3, 0.1, 0.1)), RUBBER, [])


def random_state(body: StVK, seed: int = 0, strain: float = 0.1, speed: float = 1.0):
    """Displacement [m], velocity [m/s] and load [N], without any order."""
    random = np.random.default_rng(seed)
    edge = np.cbrt(body.mesh.volumes.mean())
    u = strain * edge * random.standard_normal(body.free.size)
    return (
        u,
        speed * random.standard_normal(body.free.size),
        5.0 * body.mass * random.standard_normal(body.free.size),
    )


def run(stepper: FullStepper, u, v, load, steps: int):
    for _ in range(steps):
        u, v = stepper.step(u, v, load)
    return u, v


# The scheme


def test_one_iteration_is_the_linearly_implicit_step(held):
    h, (alpha, beta) = 0.01, (0.3, 2e-3)
    u, v, load = random_state(held)
    mass, stiffness = np.diag(held.mass), held.stiffness(u).toarray()
    damping = alpha * mass + beta * stiffness
    system = mass + h / 2 * damping + h**2 / 4 * stiffness
    middle = np.linalg.solve(system, mass @ v + h / 2 * (load - held.force(u)))
    end, velocity = FullStepper(held, (alpha, beta), h).step(u, v, load)
    np.testing.assert_allclose(end, u + h * middle, rtol=0, atol=1e-13)
    np.testing.assert_allclose(velocity, 2 * middle - v, rtol=0, atol=1e-11)


def test_the_converged_step_solves_the_implicit_equations(held):
    h, (alpha, beta) = 0.01, (0.3, 2e-3)
    u, v, load = random_state(held)
    stepper = FullStepper(held, (alpha, beta), h, newton_iterations=CONVERGED)
    end, velocity = stepper.step(u, v, load)
    middle, p = (end - u) / h, (u + end) / 2
    resistance = alpha * held.mass * middle + beta * (held.stiffness(p) @ middle) + held.force(p)
    residual = held.mass * (velocity - v) + h * (resistance - load)
    assert np.linalg.norm(residual) < 4e-9 * np.linalg.norm(held.mass * v)
    np.testing.assert_allclose(velocity, 2 * middle - v, rtol=0, atol=1e-10)
    assert not any(stepper.counts.values())


def test_newton_converges_quadratically_with_damping_too(held, monkeypatch):
    """With beta = 0.05 s the Hessian of the damping matters: without it there are seven evaluations."""
    norms = []
    plain = FullStepper._residual

    def watched(*arguments):
        residual, scale = plain(*arguments)
        norms.append(np.linalg.norm(residual) / scale)
        return residual, scale

    monkeypatch.setattr(FullStepper, "_residual", watched)
    monkeypatch.setattr("offline.full.body.newmark.SQUARING", 0.0)  # or the third is not evaluated
    u, v, load = random_state(held, strain=0.02, speed=0.3)
    FullStepper(held, (0.0, 0.05), 0.01, newton_iterations=CONVERGED).step(u, v, load)
    first, second, third = norms  # a fourth evaluation would mean a slower convergence than this
    assert second < first**2
    assert third < second**2


def test_backward_euler_solves_its_equation_at_the_end_of_the_step(held):
    h, (alpha, beta) = 0.01, (0.3, 2e-3)
    u, v, load = random_state(held)
    stepper = FullStepper(held, (alpha, beta), h, CONVERGED, scheme="euler")
    end, velocity = stepper.step(u, v, load)
    resistance = alpha * held.mass * velocity + beta * (held.stiffness(end) @ velocity) + held.force(end)
    residual = held.mass * (velocity - v) + h * (resistance - load)
    assert np.linalg.norm(residual) < 4e-9 * np.linalg.norm(held.mass * v)
    np.testing.assert_allclose(end, u + h * velocity, rtol=0, atol=1e-15)


@pytest.mark.parametrize("iterations", [1, CONVERGED])
def test_second_order_in_time(held, iterations):
    """From a smooth start and under a constant load, against the same run with a sixteenth of the step."""
    shape = natural_modes(held, 1).shapes[:, 0]
    v = 0.6 * shape / np.abs(shape).max()
    load = held.gravity((0.0, -2.0, -1.0))
    u, duration = np.zeros_like(v), 0.16

    def end(steps: int) -> np.ndarray:
        return run(FullStepper(held, (0.2, 1e-3), duration / steps, iterations), u, v, load, steps)[0]

    exact = end(640)
    errors = np.array([np.linalg.norm(end(steps) - exact) for steps in (20, 40, 80)])
    assert np.linalg.norm(exact - end(20)) < 0.1 * np.linalg.norm(exact)
    assert np.abs(exact).max() > 0.02  # a motion large enough for the material to be nonlinear
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(2.0, abs=0.15)


def test_standing_load_is_a_load(held):
    u, v, load = random_state(held)
    weight = held.gravity((0.0, 0.0, -9.81))
    standing = FullStepper(held, (0.1, 1e-3), 0.01, standing=weight).step(u, v, load)
    given = FullStepper(held, (0.1, 1e-3), 0.01).step(u, v, load + weight)
    np.testing.assert_array_equal(standing, given)


def test_a_run_repeats_itself_to_the_bit_and_keeps_its_arguments(held):
    u, v, load = random_state(held)
    kept = u.copy(), v.copy(), load.copy()
    first = run(FullStepper(held, (0.1, 1e-3), 0.01, 6), u, v, load, 5)
    again = run(FullStepper(held, (0.1, 1e-3), 0.01, 6), u, v, load, 5)
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal((u, v, load), kept)


def test_rest_stays_rest(held):
    nothing = np.zeros(held.free.size)
    for iterations in (1, CONVERGED):
        u, v = FullStepper(held, (0.1, 1e-3), 0.01, iterations).step(nothing, nothing, nothing)
        assert not u.any()
        assert not v.any()


# What it conserves


def momentum(body: StVK, v: np.ndarray) -> np.ndarray:
    return (body.mass * v).reshape(-1, 3).sum(axis=0)


def spin(body: StVK, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.cross(body.positions(u), (body.mass * v).reshape(-1, 3)).sum(axis=0)


@pytest.mark.parametrize("iterations", [1, CONVERGED])
def test_momentum_of_a_floating_body(floating, iterations):
    """Internal and viscous forces cancel; the weight adds its impulse."""
    u, v, _ = random_state(floating, speed=0.5)
    acceleration = np.array([0.0, 0.0, -9.81])
    stepper = FullStepper(floating, (0.0, 1e-3), 0.01, iterations)
    _, after = run(stepper, u, v, floating.gravity(acceleration), 30)
    total = RUBBER.density * floating.mesh.volumes.sum()
    expected = momentum(floating, v) + total * acceleration * 0.3
    # Rounding where Newton's first step is all, else what the test of convergence leaves of the residual.
    tolerance = 1e-12 if iterations == 1 else 1e-8
    np.testing.assert_allclose(momentum(floating, after), expected, rtol=0, atol=tolerance * total)


def test_spin_of_a_floating_body(floating):
    """The midpoint rule keeps angular momentum, once its equations are solved."""
    u, v, _ = random_state(floating, strain=0.05, speed=0.1)
    v = v + np.cross([0.0, 2.0, 8.0], floating.mesh.vertices).ravel()  # rad/s
    start = spin(floating, u, v)
    stepper = FullStepper(floating, (0.0, 0.0), 0.01, CONVERGED)
    end = spin(floating, *run(stepper, u, v, np.zeros_like(u), 60))
    np.testing.assert_allclose(end, start, rtol=0, atol=1e-7 * np.linalg.norm(start))


def total_energy(body: StVK, u: np.ndarray, v: np.ndarray) -> float:
    return body.energy(u) + 0.5 * float(v @ (body.mass * v))


def energies(body: StVK, damping: tuple[float, float], dt: float, steps: int) -> np.ndarray:
    """Total energy [J] over a free vibration that starts in the first two modes."""
    shapes = natural_modes(body, 2).shapes
    u, v = np.zeros(body.free.size), shapes @ np.array([0.1, 0.07])
    stepper, found = FullStepper(body, damping, dt, CONVERGED), [total_energy(body, np.zeros_like(v), v)]
    for _ in range(steps):
        u, v = stepper.step(u, v, np.zeros_like(u))
        found.append(total_energy(body, u, v))
    return np.array(found)


def test_energy_without_damping_neither_grows_nor_fades(held):
    coarse, fine = energies(held, (0.0, 0.0), 0.01, 200), energies(held, (0.0, 0.0), 0.005, 400)
    swing = [np.ptp(found) / found[0] for found in (coarse, fine)]
    assert swing[0] < 0.02
    assert swing[1] < 0.35 * swing[0]  # it only oscillates, with the error of the scheme, of second order
    drift = np.mean(fine[200:]) - np.mean(fine[:200])
    assert abs(drift) < 0.1 * swing[1] * fine[0]


def test_energy_with_damping_only_falls(held):
    found = energies(held, (0.5, 1e-3), 0.01, 100)
    assert (np.diff(found) < 1e-9 * found[0]).all()
    assert found[-1] < np.exp(-0.5 * 1.0) * found[0]  # alpha alone takes this much in a second, beta more


@pytest.mark.parametrize("damping", [(3.0, 0.0), (0.0, 4e-3), (1.5, 2e-3)])
def test_damping_ratio_of_each_mode(held, damping):
    """Rayleigh: alpha / (2 omega) + beta omega / 2, seen at an amplitude so small that the body is linear."""
    frequencies, shapes = natural_modes(held, 3)
    for omega, shape in zip(frequencies, shapes.T, strict=True):
        ratio = damping[0] / (2 * omega) + damping[1] * omega / 2
        steps, dt = 50, 0.02 / omega
        u, v = run(FullStepper(held, damping, dt), 1e-6 * shape, 0 * shape, 0 * shape, steps)
        weighted = shape * held.mass
        turning = omega * np.sqrt(1 - ratio**2)  # the damped frequency
        time = steps * dt
        decay = np.exp(-ratio * omega * time)
        expected = decay * (np.cos(turning * time) + ratio * omega / turning * np.sin(turning * time))
        assert 1e6 * weighted @ u == pytest.approx(expected, abs=2e-4)  # (omega dt)^2 / 2
        assert 1e6 * weighted @ v / omega == pytest.approx(
            -decay * omega / turning * np.sin(turning * time), abs=2e-4
        )


# Factorisations, fallbacks, bad input


@needs_cholmod
def test_both_factorisations_step_alike(held):
    u, v, load = random_state(held)
    steppers = [FullStepper(held, (0.1, 1e-3), 0.01, 6, backend) for backend in ("cholmod", "splu")]
    assert [stepper.backend for stepper in steppers] == ["cholmod", "splu"]
    ends = [run(stepper, u, v, load, 10) for stepper in steppers]
    np.testing.assert_allclose(ends[0], ends[1], rtol=0, atol=1e-9 * np.abs(ends[0]).max())


def squeezed(body: StVK, stretch: float) -> np.ndarray:
    """Displacement that compresses the bar along its length."""
    u = np.zeros((len(body.mesh.vertices), 3))
    u[:, 0] = (stretch - 1) * body.mesh.vertices[:, 0]
    return u.ravel()[body.free]


@pytest.mark.parametrize("backend", [pytest.param("cholmod", marks=needs_cholmod), "splu", "cg"])
def test_an_indefinite_tangent_is_projected(held, backend):
    u, rest = squeezed(held, 0.4), np.zeros(held.free.size)
    assert np.linalg.eigvalsh(held.stiffness(u).toarray())[0] < 0
    stepper = FullStepper(held, (0.0, 0.0), 0.05, CONVERGED, backend=backend)
    with pytest.warns(
        UserWarning, match="step 0: the tangent is indefinite; here and in later steps like it"
    ):
        end = stepper.step(u, rest, rest)
    assert stepper.counts["indefinite"] >= 1
    assert stepper.counts["halved"] == 0
    assert held.energy(end[0]) + end[1] @ (held.mass * end[1]) / 2 < held.energy(u)
    with warnings.catch_warnings():  # once is enough
        warnings.simplefilter("error")
        stepper.step(u, rest, rest)


def test_a_halved_step_is_two_steps_of_half_the_length(held):
    u, rest = squeezed(held, 0.4), np.zeros(held.free.size)
    whole = FullStepper(held, (0.0, 0.0), 0.01)
    with pytest.warns(UserWarning, match="halved"):
        end = whole.step(u, rest, rest)
    assert whole.counts["halved"] == 1  # or the comparison below needs another step length
    np.testing.assert_array_equal(end, run(FullStepper(held, (0.0, 0.0), 0.005), u, rest, rest, 2))


def test_iterations_that_do_not_converge_halve_the_step(held):
    u, v, load = random_state(held, strain=0.05)
    stepper = FullStepper(held, (0.0, 0.0), 0.01, newton_iterations=2)
    with pytest.warns(UserWarning, match="2 iterations do not converge"):
        end = stepper.step(u, v, load)
    assert stepper.counts["unconverged"] == stepper.counts["halved"] > 0
    assert stepper.counts["indefinite"] == 0
    fine = FullStepper(held, (0.0, 0.0), 0.01 / 64, newton_iterations=CONVERGED)
    expected = run(fine, u, v, load, 64)[0]
    np.testing.assert_allclose(end[0], expected, rtol=0, atol=0.05 * np.abs(expected - u).max())


def test_a_step_beyond_help_is_an_error_that_names_it(held):
    u, rest = np.zeros(held.free.size), np.zeros(held.free.size)
    stepper = FullStepper(held, (0.0, 0.0), 0.5)
    stepper.step(u, rest, rest)
    with (
        pytest.warns(UserWarning, match="halved"),
        pytest.raises(SimulationError, match=r"step 1 \(t = 0.5 s\): .*halved 6 times; take a shorter"),
    ):
        stepper.step(squeezed(held, 0.05), rest, rest)


@pytest.mark.parametrize("backend", [None, "cg"])
@pytest.mark.parametrize("iterations", [1, 4])
@pytest.mark.filterwarnings("ignore:step")
def test_a_state_that_leaves_the_numbers_is_an_error_that_names_the_step(held, iterations, backend):
    """The first absurd step may end at numbers as large as there are; the one after it cannot."""
    stepper, nothing = FullStepper(held, (0.0, 0.0), 0.01, iterations, backend), np.zeros(held.free.size)
    stepper.step(nothing, nothing, nothing)
    with pytest.raises(
        SimulationError, match=r"step [12] \(t = 0.0[12] s\): .*step or load, or lower limits"
    ):
        run(stepper, nothing, nothing, np.full(held.free.size, 1e308), 2)


def test_a_new_state_that_is_not_finite_is_an_error(held, monkeypatch):
    stepper, nothing = FullStepper(held, (0.0, 0.0), 0.01), np.zeros(held.free.size)
    monkeypatch.setattr(stepper, "_solve", lambda right, h, guess: right + np.inf)
    with pytest.raises(SimulationError, match=r"step 0 .*no longer finite"):
        stepper.step(nothing, nothing, nothing)


@pytest.mark.parametrize("name", ["u", "v", "load"])
def test_bad_arguments_of_a_step_are_named(held, name):
    stepper = FullStepper(held, (0.0, 0.0), 0.01)
    good = dict.fromkeys(("u", "v", "load"), np.zeros(held.free.size))
    for bad in (np.nan, np.inf, -np.inf):
        values = np.zeros(held.free.size)
        values[3] = bad
        with pytest.raises(
            SimulationError, match=f"step .*: {name} is not finite at free degree of freedom 3"
        ):
            stepper.step(**{**good, name: values})
    with pytest.raises(SimulationError, match=rf"{name} has the shape \(7,\)"):
        stepper.step(**{**good, name: np.zeros(7)})


def test_so_are_controls_and_what_is_known(held):
    """Of a wrong length they would be spread over all, or leave the handle's motion out."""
    body = Contact.of(
        held, [], [{"name": "b", "shape": "sphere", "radius": 0.01, "position": (9.0, 0.0, 0.0)}]
    ).on(held)
    stepper, rest = FullStepper(body, (0.0, 0.0), 0.01), np.zeros(held.free.size)
    for known in (np.zeros(13), np.full(12, np.nan), 0.0):
        with pytest.raises(SimulationError, match=r"step .*: known "):
            stepper.step(rest, rest, rest, known=known)
    with pytest.raises(SimulationError, match=r"control has the shape \(1,\)"):
        stepper.step(rest, rest, rest, control=[1.0])
    with pytest.raises(SimulationError, match=r"control has the shape \(1,\)"):
        FullStepper(held, (0.0, 0.0), 0.01).step(rest, rest, rest, control=[1.0])
    stepper.step(rest, rest, rest, known=[0.0] * 12)
    stepper.step(rest, rest, rest, known=np.zeros(21))


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"dt": 0.0}, "dt"),
        ({"dt": -0.1}, "dt"),
        ({"dt": np.nan}, "dt"),
        ({"damping": (-0.1, 0.0)}, "damping"),
        ({"damping": (0.0, np.nan)}, "damping"),
        ({"damping": 0.1}, "damping"),
        ({"damping": (0.1,)}, "damping"),
        ({"newton_iterations": 0}, "newton_iterations"),
        ({"newton_iterations": 1.5}, "newton_iterations"),
        ({"backend": "pardiso"}, "backend"),
        ({"scheme": "trapezoid"}, "scheme = 'trapezoid': there are midpoint, euler"),
        ({"standing": np.zeros(3)}, "standing"),
        ({"standing": np.full(90, np.nan)}, "standing"),
    ],
)
def test_bad_settings_are_refused(held, changes, word):
    settings = {"damping": (0.0, 0.0), "dt": 0.01, **changes}
    with pytest.raises(SimulationError, match=word):
        FullStepper(held, **settings)


def test_a_missing_backend_is_refused(held, monkeypatch):
    monkeypatch.setattr("offline.full.factorisation._cholmod", lambda: None)
    assert FullStepper(held, (0.0, 0.0), 0.01).backend == "splu"
    with pytest.raises(MissingPackageError):
        FullStepper(held, (0.0, 0.0), 0.01, backend="cholmod")
