"""Static responses in the basis, and equilibria of the full model that hold still in the reduced one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.linalg import solve

from meshes import block
from offline.campaign.campaign import run_campaign
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.full_body import FullBody, build_full_body
from offline.full.body.material import Material
from offline.pipeline.body import kind
from offline.pipeline.body.runs import BodyNominal
from offline.pipeline.body.statics import inside_out, read_responses, response, static_loads, words
from offline.pipeline.body.stillness import Figure, State, Stillness, describe
from offline.scenes.reading import read_scene, scene_of
from reduce.pod import pod
from softrein.errors import BasisError, CampaignError

Array = np.ndarray

ACTUATORS = (
    'control.actuators=[{name="lift", region="xmax", direction=[0, 0, 2], limit=0.4}, '
    '{name="free", region="xmax", direction=[0, 1, 0]}]'
)
GRAVITY = "gravity=[0, 0, -2]"
SHORT = ("time.steps=20", "enrichment.runs=2", "basis.rank=4", "targets=[]", "control.instants=[]",
         "pushes=[]", "loads.1.start=0.1", "ensemble.time=[0.05, 0.1]")  # fmt: skip


def beam(*settings: str) -> FullBody:
    return build_full_body(read_scene("beam", ("enrichment.statics=4", *SHORT, *settings)))  # type: ignore[arg-type]


def small(law: str = "stvk", fixed: Any = None) -> ElasticBody:
    mesh = block((3, 1, 1), (0.3, 0.1, 0.1))
    held = mesh.regions["xmin"] if fixed is None else fixed
    return ElasticBody(mesh, Material(2e4, 0.35, 1000.0, law), held)


def runs_of(full: FullBody, folder: Path) -> tuple[BodyNominal, list[Path]]:
    """The nominal run, and the files of training runs and static responses."""
    alone = kind.nominal_run(full, lambda *_: None)
    nominal = kind.read_nominal(full, run_campaign(alone, folder / "a", 0)[0])
    training = run_campaign(kind.training_runs(nominal), folder / "b", 0)
    still = kind.static_runs(nominal)
    return nominal, [*training, *(run_campaign(still, folder / "c", 0) if still.count else [])]


def test_each_load_is_balanced_by_the_full_models_force(tmp_path: Path) -> None:
    full = beam(GRAVITY, ACTUATORS)
    nominal, training = runs_of(full, tmp_path)
    found = {each.name: each for each in read_responses(training[-1])}
    pushes = [name for name in found if name.startswith("push at vertex")]
    assert 1 < len(pushes) <= 4  # two may meet the same place
    assert len(found) == len(pushes) + 5
    tip = full.mesh.regions["xmax"]
    for sign, name in ((1, "actuator lift"), (-1, "actuator lift reversed")):
        load = full.body.gravity((0, 0, -2)).copy()
        load[np.searchsorted(full.body.free, 3 * tip + 2)] += sign * 0.4 / len(tip)  # at its limit
        np.testing.assert_allclose(full.body.force(found[name].u), load, atol=1e-9)
        assert found[name].share == 1
    np.testing.assert_allclose(full.body.force(found["gravity"].u), full.standing, atol=1e-9)
    stiffness = full.body.stiffness(np.zeros(len(full.body.free))).toarray()
    for name in ("actuator free", *pushes):  # what moves to first order as far as the nominal run goes
        load = full.body.force(found[name].u) - full.standing
        reach = np.sqrt(full.body.mass @ np.linalg.solve(stiffness, load) ** 2)
        assert reach == pytest.approx(nominal.reach) or (name in pushes and 0 < reach < nominal.reach)
        assert np.abs(load).sum() > 0


def test_pushes_stay_where_something_else_does_or_the_scene_asks() -> None:
    for settings, places in (((), 0), ((GRAVITY,), 4), ((ACTUATORS,), 4), (("enrichment.statics=3",), 3),
                             ((GRAVITY, "enrichment.statics=0"), 0)):  # fmt: skip
        full = build_full_body(read_scene("beam", (*SHORT, *settings)))  # type: ignore[arg-type]
        loads = [load.name for load in static_loads(full, 1.0)]
        assert sum(name.startswith("push") for name in loads) == places, settings
        still = kind.static_runs(BodyNominal(full, np.zeros((full.body.mass.size, 1)), np.zeros(0), ""))
        assert still.count == bool(loads)


def test_pushes_are_no_stronger_than_the_scenes_own_and_hang_on_its_seed(tmp_path: Path) -> None:
    def forces(*settings: str) -> Array:
        full = beam(*settings)
        return np.array([load.force for load in static_loads(full, 1e3)])

    for settings, largest in (((), 2.0), (("ensemble.force=[0.1, 0.3]",), 0.3)):
        totals = np.linalg.norm(forces(*settings).reshape(4, -1, 3).sum(axis=1), axis=1)
        assert (totals <= largest * (1 + 1e-12)).all()
        assert totals.max() > 0.9 * largest  # but for what falls on fixed vertices
    np.testing.assert_array_equal(forces(), forces())
    assert not np.allclose(forces(), forces("seed=8"))
    assert len(forces("enrichment.statics=2")) == 2


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
def test_a_load_that_overwhelms_is_weakened_or_left_out(law: str) -> None:
    body, load = small(law), small(law).gravity((-3, 1, 0.5))
    shares = []
    for strength in 2.0 ** np.arange(0, 16):
        u, share = response(body, strength * load)
        shares.append(share)
        assert not inside_out(body, u)
        assert np.linalg.norm(body.force(u) - share * strength * load) < 1e-8 * strength * np.linalg.norm(
            load
        )
    assert set(shares) <= {0, 0.125, 0.25, 0.5, 1}
    assert shares[0] == 1
    if law == "stvk":  # which gives way under compression
        assert {0.5, 0.25, 0.125} <= set(shares)
        assert share == 0
        assert not u.any()


def test_what_was_left_out_is_said(tmp_path: Path) -> None:
    full = beam(GRAVITY, "enrichment.statics=0")
    strong = replace(full, standing=1e6 * full.standing)
    still = kind.static_runs(BodyNominal(strong, np.zeros((full.body.mass.size, 1)), np.zeros(0), ""))
    path = run_campaign(still, tmp_path, 0)[0]
    assert "no gravity" in words(read_responses(path))
    assert kind._still(full, read_responses(path)).shape == (full.body.mass.size, 0)


def test_a_body_that_is_held_nowhere_has_none(tmp_path: Path) -> None:
    full = beam(GRAVITY, ACTUATORS)
    adrift = replace(full, body=ElasticBody(full.mesh, Material(2e5, 0.35, 1000.0), []))
    adrift = replace(adrift, standing=adrift.body.gravity((0, 0, -2)))
    assert static_loads(adrift, 1.0) == []
    still = kind.static_runs(BodyNominal(adrift, np.zeros((adrift.body.mass.size, 1)), np.zeros(0), ""))
    assert read_responses(run_campaign(still, tmp_path, 0)[0]) == []
    hinge = small(fixed=[0, 1])  # an edge: it swings
    response(hinge, hinge.gravity((0, 0, -1)))


def test_a_response_counts_as_a_run_that_stays_there(tmp_path: Path) -> None:
    nominal, training = runs_of(beam(GRAVITY), tmp_path)
    basis = kind.basis(nominal, training)
    still = np.column_stack([each.u for each in read_responses(training[-1])])
    runs = [kind.Snapshots([path]).run(0) for path in training[:-1]]
    stays = np.repeat(still, nominal.u.shape[1], axis=1)
    whole = pod(np.hstack([kind.REFERENCE * nominal.u, *runs, stays]), 4, nominal.full.body.mass)
    np.testing.assert_allclose(basis.singular_values[:8], whole.singular_values[:8], rtol=1e-9)
    np.testing.assert_allclose(basis.vectors, whole.vectors, atol=1e-6)
    without = kind.basis(nominal, training[:-1])
    assert np.linalg.norm(still - basis.lift(basis.project(still))) < 0.8 * np.linalg.norm(
        still - without.lift(without.project(still))
    )


def test_training_runs_do_not_hang_on_static_ones_but_these_on_what_they_are_made_from() -> None:
    def prints(*settings: str) -> tuple[str, str]:
        full = beam(*settings)
        u = np.outer(np.ones(full.body.mass.size), np.arange(3.0))
        nominal = BodyNominal(full, u, u, "")
        return kind.training_runs(nominal).fingerprint(0), kind.static_runs(nominal).fingerprint(0)

    first = prints()
    assert prints("basis.rank=5", "description='x'") == first
    assert prints("enrichment.statics=3")[0] == first[0]
    settings = ["ensemble.force=[1, 3]", "ensemble.radius=0.02", "seed=3", "materials.body.young=1e5"]
    for setting in (*settings, "enrichment.statics=3", GRAVITY, ACTUATORS):
        assert prints(setting)[1] != first[1], setting


def test_figures_are_those_of_dense_matrices() -> None:
    body = small()
    rng = np.random.default_rng(3)
    count = body.mass.size
    modes = np.linalg.qr(rng.standard_normal((count, count)))[0] / np.sqrt(body.mass)[:, None]
    states = [State(str(i), scale * rng.standard_normal(count)) for i, scale in enumerate((1e-4, 3e-3, 3e-2))]
    stillness = Stillness(body, modes, states)
    new = []
    for rank in (4, 12, count - 1):
        for state, figure in zip(states, stillness.figures(rank), strict=True):
            U = modes[:, :rank]
            there = U @ (U.T @ (body.mass * state.u))
            stiffness = U.T @ body.stiffness(there) @ U
            rest = U.T @ (body.force(state.u) - body.force(there))
            negative = (np.linalg.eigvalsh(stiffness) < 0).sum()
            full = (np.linalg.eigvalsh(body.stiffness(state.u).toarray()) < 0).sum()
            assert figure.negative == max(0, negative - full)
            new.append(figure.negative)
            if not negative:
                moved = np.linalg.norm(solve(stiffness, rest)) / np.sqrt(body.mass @ state.u**2)
                assert figure.moves == pytest.approx(moved, rel=1e-6)
    for figure in stillness.figures(count):
        assert figure.moves < 1e-6
        assert figure.negative == 0


def test_a_reduced_model_flees_from_a_state_if_the_motion_stays_long_enough() -> None:
    """A beam that bends far shortens; modes that show the shortening alone have it pressed together."""
    body = small()
    u, _ = response(body, body.gravity((0, 0, -40)))  # a quarter of it
    shortening, aside = np.zeros_like(u), response(body, body.gravity((0, -0.01, 0)))[0]
    shortening[::3] = u[::3]
    root = np.sqrt(body.mass)
    first = np.column_stack([root * shortening, root * aside])
    rest = np.random.default_rng(3).standard_normal((len(u), len(u) - 2))
    modes = np.linalg.qr(np.hstack([first, rest]))[0] / root[:, None]
    U = modes[:, :2]
    lowest = np.linalg.eigvalsh(U.T @ body.stiffness(U @ (U.T @ (body.mass * u))) @ U)[0]
    assert lowest < 0 < np.linalg.eigvalsh(body.stiffness(u).toarray())[0]
    tenfold = np.log(10 + np.sqrt(99)) / np.sqrt(-lowest)  # cosh is 10 there
    for seconds, flees in ((0.99 * tenfold, False), (1.01 * tenfold, True), (np.inf, True)):
        (figure,) = Stillness(body, modes, [State("passed", u, seconds)]).figures(2)
        assert figure.negative == 1
        assert figure.flees == flees
        assert not (flees and figure.holds)


def test_what_flees_without_moving_is_not_said_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    stillness: Any = SimpleNamespace(
        figures=lambda rank: [Figure("under gravity", 1e-3, 1, True)],
        enough=lambda above: 15,
        modes=np.zeros((3, 30)),
    )
    words = "is left by the reduced model, whose stiffness has there 1 negative eigenvalue"
    with pytest.warns(UserWarning, match=words) as caught:
        describe(stillness, 8)
    assert "0%" not in str(caught[0].message)


def trunk(rank: int, statics: int, gravity: float = 9.81, **more: Any) -> FullBody:
    """A soft trunk that hangs out sideways: it swings a little, and is bent far by what stays."""
    scene = {
        "name": "held",
        "up": "y",
        "gravity": [0, -gravity, 0],
        "mesh": {"body": "trunk", "fixed": ["base"]},
        "materials": {"body": {"young": "450 kPa", "poisson": 0.4, "density": 1000}},
        "damping": {"mass": 1.0, "stiffness": "5 ms"},
        "time": {"step": "10 ms", "steps": 30},
        "loads": [{"region": "tip", "impulse": [0.002, 0, 0.002], "duration": "50 ms"}],
        "enrichment": {"runs": 4, "radius": ["1 cm", "4 cm"], "duration": "50 ms", "statics": statics},
        "basis": {"rank": rank},
        "control": {"final": 1, "control_cost": 1e-3, **more},
    }
    return build_full_body(scene_of(scene))  # type: ignore[arg-type]


def at_rank(nominal: BodyNominal, rank: int) -> BodyNominal:
    scene = nominal.full.scene
    part = scene.basis.model_copy(update={"rank": rank})
    return nominal._replace(full=replace(nominal.full, scene=scene.model_copy(update={"basis": part})))


def held(nominal: BodyNominal, training: list[Path], rank: int) -> tuple[str, list[str]]:
    """What the pipeline says of a basis of so many modes, and of what it warns."""
    nominal = at_rank(nominal, rank)
    basis = kind.basis(nominal, training)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        said = kind.basis_words(nominal, training, basis)
    return said, [str(each.message) for each in caught]


@pytest.mark.slow("several bases of a full body")
def test_the_warning_of_too_small_a_rank_goes_at_the_rank_that_it_names(tmp_path: Path) -> None:
    nominal, training = runs_of(trunk(3, 4), tmp_path)
    said, (warning,) = held(nominal, training, 3)
    assert re.search(r"; \d+ full states, projected, move by [\d.]+% at most \(", said)
    found = re.search(r"; set basis\.rank = (\d+)$", warning)
    assert found, warning
    named = int(found[1])
    assert held(nominal, training, named)[1] == []
    (before,) = held(nominal, training, named - 1)[1]
    assert before.endswith(f"; set basis.rank = {named}")


def test_a_basis_of_small_motions_does_not_hold_the_body_under_its_actuators(tmp_path: Path) -> None:
    actuators = [{"name": "pull", "region": "tip", "direction": [1, 0, 0], "limit": 1.0}]
    nominal, training = runs_of(trunk(12, 0, actuators=actuators), tmp_path)
    (warning,) = held(nominal, training, 12)[1]
    assert "12 modes do not hold what the full model holds: the state under actuator pull" in warning
    part = nominal.full.scene.enrichment.model_copy(update={"statics": 1})
    scene = nominal.full.scene.model_copy(update={"enrichment": part})
    nominal = nominal._replace(full=replace(nominal.full, scene=scene))
    assert held(nominal, training, 12)[1] == []  # now that the same responses are among the snapshots


def test_gravity_that_no_run_has_seen_is_not_held(tmp_path: Path) -> None:
    nominal, training = runs_of(trunk(20, 0, gravity=0), tmp_path)
    body, gravity = nominal.full.body, nominal.full.body.gravity((0, -9.81, 0))
    basis, u = kind.basis(nominal, training), response(body, gravity)[0]
    left = body.force(basis.lift(basis.project(u))) - gravity
    assert np.linalg.norm(basis.vectors.T @ left) > 10 * np.linalg.norm(basis.vectors.T @ gravity)
    stillness = Stillness(body, np.hstack([basis.vectors, basis.spare]), [State("under gravity", u)])
    with pytest.warns(UserWarning, match="the state under gravity, projected") as caught:
        describe(stillness, 20)
    named = int(str(caught[0].message).rsplit(maxsplit=1)[1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        describe(stillness, named)


def test_where_no_rank_does_more_runs_are_asked_for() -> None:
    body = small("neo-hookean")
    modes = np.linalg.qr(np.random.default_rng(0).standard_normal((len(body.mass), 6)))[0]
    state = State("under test", response(body, body.gravity((0, 0, -3)))[0])
    with pytest.warns(
        UserWarning, match=r"state under test, .*; no rank up to 6 is enough: add enrichment\.runs"
    ):
        describe(Stillness(body, modes / np.sqrt(body.mass)[:, None], [state]), 2)


def test_states_at_rest_say_nothing() -> None:
    body = small()
    modes = np.eye(len(body.mass)) / np.sqrt(body.mass)[:, None]
    assert describe(Stillness(body, modes, [State("rest", np.zeros_like(body.mass))]), 2) == ""


def test_spare_modes_go_on_where_the_basis_ends() -> None:
    states = np.random.default_rng(1).standard_normal((30, 12))
    wide, basis = pod(states, 9), pod(states, 4, spare=5)
    np.testing.assert_allclose(np.hstack([basis.vectors, basis.spare]), wide.vectors, atol=1e-12)
    assert pod(states, 4, spare=50).spare.shape == (30, 8)
    assert pod(states, 4).spare is None


def random_scene(chance: Random) -> dict[str, Any]:
    """A block with gravity, actuators and pushes that stay, of any strength."""
    sides = [chance.randint(2, 5), chance.randint(1, 2), chance.randint(1, 2)]
    size = [round(0.04 * side * chance.uniform(0.6, 1.5), 3) for side in sides]
    young = 10 ** chance.uniform(3.5, 6)
    actuators = [
        {
            "name": f"a{i}",
            "region": chance.choice(["xmax", "zmax", "xmin"]),
            "direction": [chance.gauss(0, 1), 0.1, 1],
        }
        | ({"limit": 10 ** chance.uniform(-2, 2)} if chance.random() < 0.6 else {})
        for i in range(chance.randint(0, 2))
    ]  # fmt: skip
    basis = (
        {"rank": chance.randint(1, 8)} if chance.random() < 0.8 else {"energy": chance.uniform(0.5, 0.9999)}
    )
    enrichment = {"runs": chance.randint(0, 2), "radius": [0.02, 0.08], "duration": 0.02}
    if chance.random() < 0.7:
        enrichment["statics"] = chance.randint(0, 3)
    return {
        "name": "made-up",
        "seed": chance.randint(0, 1000),
        "gravity": [chance.choice([0, chance.uniform(-20, 20)]) for _ in range(3)],
        "mesh": {"body": "block", "cells": sides, "size": size, "fixed": [chance.choice(["xmin", "ymin"])]},
        "materials": {
            "body": {
                "young": young,
                "poisson": chance.choice([0.0, 0.3, 0.49]),
                "density": 1000,
                "law": chance.choice(["stvk", "neo-hookean", "corotated"]),
            }
        },
        "damping": {"mass": 2.0, "stiffness": "5 ms"},
        "time": {"step": "5 ms", "steps": chance.randint(10, 20)},
        "loads": [{"region": "zmax", "force": [0, 0, young * 1e-6], "duration": "20 ms"}],
        "enrichment": enrichment,
        "basis": basis,
        "control": {"final": 1, "control_cost": 1e-3, "actuators": actuators},
    }


@pytest.mark.slow("several bases of a full body")
def test_any_scene_has_a_basis_and_a_rank_that_is_named_holds(rounds: Iterator[Any], tmp_path: Path) -> None:
    for index, chance in enumerate(rounds):
        full = build_full_body(scene_of(random_scene(chance)))  # type: ignore[arg-type]
        try:
            nominal, training = runs_of(full, tmp_path / str(index))
            basis = kind.basis(nominal, training)
        except (CampaignError, BasisError):  # a step too large for what acts; more modes than there are
            continue
        said, caught = held(nominal, training, basis.rank)
        assert len(caught) <= 1
        assert not caught or "projected, move by" in said
        found = re.search(r"set basis\.rank = (\d+)$", "".join(caught))
        if found:
            assert held(nominal, training, int(found[1]))[1] == []
            assert held(nominal, training, int(found[1]) - 1)[1]
        elif caught:
            assert re.search(r"no rank up to \d+ is enough: add enrichment\.runs", caught[0])
