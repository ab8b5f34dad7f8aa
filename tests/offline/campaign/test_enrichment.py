"""Random perturbations: strengths, patches, times and reproducibility."""

from __future__ import annotations

import numpy as np
import pytest

from meshes import block
from offline.campaign.enrichment import force_impulse, initial_velocity, stratified_times
from softrein.errors import SceneError

DT = 0.01
MESH = block((4, 3, 3), (0.4, 0.3, 0.3))
FIXED = MESH.regions["left"]
MOVABLE = np.setdiff1d(np.arange(len(MESH.vertices)), FIXED)
FREE = (3 * MOVABLE[:, None] + np.arange(3)).ravel()
MASS = np.repeat(np.random.default_rng(0).uniform(0.5, 1.5, len(MOVABLE)), 3)


def push(seed, **changes):
    options = {"step": 7, "dt": DT, "control": 4.0, "radius": (0.12, 0.3), "duration": (3, 9)} | changes
    return force_impulse(MESH, FREE, np.random.default_rng(seed), **options)


def kick(seed, **changes):
    options = {"step": 7, "speed": 2.5, "radius": (0.2, 0.5)} | changes
    return initial_velocity(MESH, FREE, MASS, np.random.default_rng(seed), **options)


def chi_square(samples, bins):
    """Of samples in [0, 1) against a uniform distribution, per degree of freedom."""
    counts = np.histogram(samples, bins, (0, 1))[0]
    expected = len(samples) / bins
    return np.sum((counts - expected) ** 2 / expected) / (bins - 1)


def test_one_time_in_each_stratum():
    for count, steps in [(50, 501), (7, 100), (10, 10), (30, 8), (1, 90)]:
        times = stratified_times(count, steps, np.random.default_rng(count))
        edges = np.arange(count + 1) * steps / count
        assert times.dtype.kind == "i"
        assert np.all((times >= np.floor(edges[:-1])) & (times < np.ceil(edges[1:])) & (times < steps))
    assert stratified_times(0, 10, np.random.default_rng(0)).shape == (0,)


def test_times_fill_their_strata():
    """Not the middles: within a stratum every moment is as likely (chi-square below its 99.99 % point)."""
    rng = np.random.default_rng(2)
    within = np.concatenate([stratified_times(5, 5000, rng) % 1000 / 1000 for _ in range(400)])
    assert chi_square(within, 10) < 3.7


def test_a_push_has_its_share_of_the_impulse():
    for seed in range(40):
        force = push(seed)
        total = sum(force.load(step).reshape(-1, 3).sum(axis=0) for step in range(30)) * DT
        assert 0.05 * 4.0 <= np.linalg.norm(total) <= 0.20 * 4.0
        assert 3 <= force.duration <= 9
        acting = [step for step in range(30) if force.load(step).any()]
        assert acting == list(range(7, 7 + force.duration))
        assert not any(force.velocity_change(step).any() for step in range(30))


def test_strengths_and_directions_are_uniform():
    forces = [push(seed) for seed in range(1000)]
    vectors = np.array([force.vector * force.duration * DT for force in forces])
    sizes = np.linalg.norm(vectors, axis=1)
    assert chi_square((sizes / 4.0 - 0.05) / 0.15, 10) < 3.7
    # On the sphere each coordinate is uniform between -1 and 1 (Archimedes).
    for axis in range(3):
        assert chi_square((vectors[:, axis] / sizes + 1) / 2, 10) < 3.7
    assert len({force.vertices.tobytes() for force in forces}) > len(MOVABLE) / 2


def test_a_patch_is_smooth_and_around_a_vertex_of_the_surface():
    for seed in range(40):
        force = push(seed)
        assert not np.isin(force.vertices, FIXED).any()
        centre = force.vertices[np.argmax(force.weights)]
        assert centre in MESH.surface
        distances = np.linalg.norm(MESH.vertices[force.vertices] - MESH.vertices[centre], axis=1)
        assert distances.max() < 0.3
        order = np.argsort(distances)
        assert np.all(np.diff(force.weights[order]) <= 1e-15)
        assert np.all(force.weights > 0)
        # All free vertices within the largest distance that was hit belong to it.
        everyone = np.linalg.norm(MESH.vertices[MOVABLE] - MESH.vertices[centre], axis=1)
        assert np.sum(everyone <= distances.max() + 1e-12) == len(force.vertices)


def test_a_force_acts_on_its_vertices():
    force = push(3)
    everywhere = np.zeros(3 * len(MESH.vertices))
    everywhere[FREE] = force.load(force.step)
    expected = np.zeros((len(MESH.vertices), 3))
    expected[force.vertices] = force.weights[:, None] * force.vector
    np.testing.assert_array_equal(everywhere.reshape(-1, 3), expected)


def test_a_kick_has_its_share_of_the_speed():
    for seed in range(40):
        velocity = kick(seed)
        change = velocity.velocity_change(7)
        assert 0.05 * 2.5 <= np.sqrt(change @ (MASS * change)) <= 0.20 * 2.5
        assert not velocity.velocity_change(6).any()
        assert not velocity.velocity_change(8).any()
        assert not velocity.load(7).any()
        largest = np.linalg.norm(change.reshape(-1, 3), axis=1).max()
        assert largest == pytest.approx(np.linalg.norm(velocity.vector), rel=1e-12)


def test_the_same_numbers_give_the_same_perturbation():
    for make in (push, kick):
        first, second, other = make(5), make(5), make(6)
        np.testing.assert_array_equal(first.field(), second.field())
        assert not np.array_equal(first.field(), other.field())


def test_strengths_as_asked():
    force = push(1, strength=(0.5, 0.5), duration=(4, 4))
    assert np.linalg.norm(force.vector) * 4 * DT == pytest.approx(0.5 * 4.0, rel=1e-12)
    change = kick(1, strength=(0.5, 0.5)).velocity_change(7)
    assert np.sqrt(change @ (MASS * change)) == pytest.approx(0.5 * 2.5, rel=1e-12)


def test_weights_fall_off_smoothly():
    """(1 - (d / R)^2)^2 for a radius that leaves nothing to chance."""
    velocity = kick(4, radius=(0.25, 0.25))
    centre = MESH.vertices[velocity.vertices[np.argmax(velocity.weights)]]
    distances = np.linalg.norm(MESH.vertices[velocity.vertices] - centre, axis=1)
    np.testing.assert_allclose(velocity.weights, (1 - (distances / 0.25) ** 2) ** 2, atol=1e-14)


@pytest.mark.parametrize(
    ("make", "changes", "says"),
    [
        (
            push,
            {"strength": (0.2, 0.1)},
            "enrichment.strength: must be 0 < least <= largest, got 0.2 and 0.1",
        ),
        (push, {"strength": (0.0, 0.1)}, "enrichment.strength"),
        (push, {"radius": (-1.0, 0.1)}, "enrichment.radius"),
        (push, {"radius": (0.1, float("nan"))}, "enrichment.radius"),
        (push, {"duration": (0, 3)}, "enrichment.duration"),
        (push, {"control": 0.0}, "motion's control, which must be above 0"),
        (push, {"control": float("nan")}, "got nan"),
        (kick, {"speed": 0.0}, "motion's velocity, which must be above 0"),
        (kick, {"radius": (0.0, 0.1)}, "enrichment.radius"),
    ],
)
def test_bad_input(make, changes, says):
    with pytest.raises(SceneError, match=says):
        make(0, **changes)


def test_a_body_that_cannot_move():
    inner = np.setdiff1d(np.arange(len(MESH.vertices)), MESH.surface)
    free = (3 * inner[:, None] + np.arange(3)).ravel()
    with pytest.raises(SceneError, match="no vertex of the body's surface is free"):
        force_impulse(
            MESH, free, np.random.default_rng(0), step=0, dt=DT, control=1.0, radius=(1, 1), duration=(1, 1)
        )


def test_perturbations_that_do_not_fit_in_time():
    with pytest.raises(SceneError, match="5 perturbations over 0 steps"):
        stratified_times(5, 0, np.random.default_rng(0))
