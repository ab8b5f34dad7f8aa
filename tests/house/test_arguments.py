"""Every argument of every public function gets wrong values: the result is a SoftreinError, or finite.

The functions are found in their modules and classes, and their arguments in their signatures: what is added
to either is tried as well, and a function for which no good arguments are listed here fails.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import offline
import reduce
import softrein
import softrein.api.precomputing
import softrein.gym
from meshes.macgrid import MacGrid
from meshes.shapes.procedural import block
from offline.full.body.material import Material
from offline.full.body.stvk import StVK
from offline.gains import riccati
from runtime.base import arguments
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.bundle.file import save
from runtime.bundle.record import Bundle
from runtime.plant.push import Ensemble, Push
from runtime.realtime import pace
from runtime.simulator import Simulator
from softrein.errors import SoftreinError
from softrein.export.run import export_run
from tests.runtime.observing.test_observer import sensed
from tests.touching import touching_bundle

WRONG: list[Any] = [
    None, True, False, "", "x", "5ms", "\x1b[2J", b"x", np.nan, np.inf, -np.inf, -1, 0, -0.5, 2**63, 10**400,
    1e300, -1e300, 5e-324, 1 + 2j, [], [3], [True], ["x"], [None], [[]], [np.nan], {}, {"x": 1}, (), object(),
    np.zeros(0), np.zeros((2, 3)), np.full((1, 1, 1), np.inf), np.ones(3, dtype=complex), np.array("x"),
    np.array([True, False]), lambda: None, int,
]  # fmt: skip
Case = tuple[Callable[..., Any], dict[str, Any]]  # a function, and arguments that are good
CALLED = {"progress", "each_step", "change"}
SKIPPED = {"self", "arguments", "options", "gains"}


def is_finite(result: Any, depth: int = 4) -> bool:
    """Whether all numbers in a result are finite; what is no data counts as such."""
    if isinstance(result, np.ndarray | float | complex | np.number):
        found = np.asarray(result)
        return found.dtype.kind not in "fc" or bool(np.isfinite(found).all())
    if not depth or isinstance(result, str | bytes | Path):
        return True
    if is_dataclass(result) and not isinstance(result, type):
        kept = {each.name for each in fields(result)} - {"limits", "noise"}
        return all(is_finite(getattr(result, name), depth - 1) for name in kept)
    if isinstance(result, dict):
        return all(is_finite(each, depth - 1) for each in result.values())
    if isinstance(result, list | tuple):
        kept = [name for name in getattr(result, "_fields", ()) if name != "limits"]
        each = [getattr(result, name) for name in kept] if kept else result
        return all(is_finite(part, depth - 1) for part in each)
    return True


def failures(function: Callable[..., Any], good: dict[str, Any]) -> Iterator[str]:
    """What a function does wrong with each argument in turn."""
    for name, parameter in inspect.signature(function).parameters.items():
        if name in SKIPPED or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        for wrong in WRONG:
            if name in CALLED and callable(wrong):
                continue  # what it then raises is its own
            said = f"{getattr(function, '__qualname__', function)}({name}={arguments.said(wrong)})"
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error", RuntimeWarning)
                    result = function(**{**good, name: wrong})
            except SoftreinError as error:
                if "\n" in str(error) or "\x1b" in str(error) or len(str(error)) > 600:
                    yield f"{said}: {error!r}"
            except Exception as error:
                yield f"{said}: {type(error).__name__}: {error}"
            else:
                if not is_finite(result):
                    yield f"{said}: gave {result!r}"


def public(of: type) -> set[str]:
    """The methods of a class that anybody may call."""
    return {name for name, each in inspect.getmembers(of, callable) if not name.startswith("_")}


def bundle_cases(bundle: Bundle) -> dict[str, Case]:
    push, rng = bundle.pushes[0], np.random.default_rng(0)
    of: dict[str, dict[str, Any]] = {
        "law": {}, "choice": {}, "simulator": {}, "run": {}, "track_of": {}, "stable_pd": {}, "at_step": {},
        "plant": {}, "check": {}, "proportional_terms": {}, "timed_terms": {}, "proportional_ranges": {},
        "places": {"rng": rng, "times": np.array([0.1])},
        "with_controllers": {"found": {"lqr": bundle.gains["lqr"]}},
        "comparator": {"controller": "pd", "parameters": {}},
        "parameter_ranges": {"controller": "pd"},
        "iterated": {"least": 2, "most": 3},
        "rollouts": {"pushes": [push]},
        "rollouts_under": {"controllers": ["lqr"], "pushes": [push]},
        "events": {"pushes": [push]}, "pattern_of": {"push": push},
        "steered_along": {"track": bundle.track, "costs": bundle.costs},
        "path_misses": {"states": bundle.track.states}, "observer": {}, "frame": {}, "in_moving_frame": {},
        "in_space": {"states": bundle.track.states},
        "motion": {"name": bundle.name}, "with_motion": {"found": bundle}, "with_motions": {"others": []},
        "each_motion": {"change": lambda each: each},
    }  # fmt: skip
    of["at_step"] = {"dt": 2 * bundle.dt}
    own: dict[str, Any] = {}
    if isinstance(bundle, BodyBundle):
        own["observer"] = sensed(bundle).observer
        of |= {"drawn": {"positions": bundle.vertices}, "watched": {}, "obstacle_poses": {}}
        of |= {"chamber_walls": of["drawn"], "contacts": of["in_space"]}
    assert public(type(bundle)) == set(of)
    return {name: (own.get(name, getattr(bundle, name)), good) for name, good in of.items()}


def simulator_cases(bundle: Bundle) -> dict[str, Case]:
    push = bundle.pushes[0]
    of: dict[str, dict[str, Any]] = {
        "reset": {}, "step": {}, "warm_up": {}, "jump_to_closest": {}, "positions": {},
        "push": {"at": push.at, "force": push.force, "duration": 0.1, "radius": max(push.radius, 0.01)},
        "play": {"pushes": [push], "step": 0},
        "add_reference": {"bundle": bundle},
        "follow": {"reference": 0}, "enter": {"motion": 0},
        "path": {"points": [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0]], "period": 1.0},
    }  # fmt: skip
    if isinstance(bundle, BodyBundle):
        of |= {"tool": {"name": "ball"}, "wrench": {"name": "pole"}}
    simulators = type(bundle.simulator())
    assert public(simulators) == set(of)

    def called(method: str, /, **given: Any) -> Any:
        simulator = bundle.simulator(rewind=True)
        found = getattr(simulator, method)(**given)
        try:
            simulator.step()
        finally:
            assert is_finite([simulator.state, simulator.control, simulator.effort, simulator.time])
        return found if method == "positions" else None

    def assigned(name: str, value: Any) -> Any:
        simulator = bundle.simulator(rewind=True)
        setattr(simulator, name, value)
        simulator.step()
        return simulator.state

    cases: dict[str, Case] = {}
    for name, good in of.items():
        function = partial(called, name)
        function.__signature__ = inspect.signature(getattr(simulators, name))  # type: ignore[attr-defined]
        cases[name] = function, good
    settable = {
        name for name, each in inspect.getmembers(Simulator) if isinstance(each, property) and each.fset
    }
    assert settable == {"state", "estimate", "index", "rewind"}
    start = bundle.track.states[0]
    good_values = {"state": start, "estimate": start, "index": 0, "rewind": True}
    return cases | {f"{name}=": (partial(assigned, name), {"value": good_values[name]}) for name in settable}


def push_cases(bundle: Bundle) -> dict[str, Case]:
    good = {each.name: getattr(bundle.pushes[0], each.name) for each in fields(Push)}

    def used(**given: Any) -> Any:
        return bundle.events([Push(**given)]), bundle.rollouts([Push(**given)]).states

    def pushed(**given: Any) -> Any:
        return Push(**given).strength(0.01), Push(**given).held(1, 0.01)

    used.__signature__ = pushed.__signature__ = inspect.signature(Push)  # type: ignore[attr-defined]
    own = bundle.pushes[0]
    assert public(Push) == {"strength", "held"}
    return {
        "Push": (used, good),
        "Push.strength": (own.strength, {"since": 0.1}),
        "Push.held": (own.held, {"step": 1, "dt": 0.01}),
        "Ensemble": (Ensemble, {"force": (1, 2), "duration": 0.1, "radius": 0.1, "time": (0, 1)}),
    }


def face_cases(bundle: Bundle, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Case]:
    """What else the packages offer: one function each."""
    path = folder / "a.softrein"
    save(bundle, path)
    run, output = bundle.run([]), folder / "a.vtkhdf"
    monkeypatch.setattr("offline.pipeline.stages.precompute_scene", lambda *_: bundle)
    monkeypatch.chdir(folder)
    short = bundle.at_step(bundle.dt * bundle.steps / 4)
    quick = {"rounds": 1, "bundle": short}

    def paced(simulator: Any, **given: Any) -> Any:
        return pace(simulator() if simulator is short.simulator else simulator, **given)

    paced.__signature__ = inspect.signature(pace)  # type: ignore[attr-defined]
    return {
        "load": (softrein.load, {"path": path}),
        "precompute": (softrein.precompute, {"scene": "beam", "output": folder / "b.softrein"}),
        "verify": (softrein.verify, {"bundle": bundle, "runs": 1, "workers": 0}),
        "export": (export_run, {"bundle": bundle, "run": run, "path": output}),
        "offline.at_step": (offline.at_step, {"bundle": bundle, "dt": 2 * bundle.dt}),
        "seam_deviations": (seam_deviations, quick),
        "pace": (paced, {"simulator": short.simulator, "period": 1e-4, "steps": 2}),
    }


def gym_cases(bundle: Bundle, folder: Path) -> dict[str, Case]:
    path = folder / "a.softrein"
    save(bundle, path)
    scales = {"bundle": bundle, "bound": 1.0, "reach": 1.0, "penalty": 1e6}
    action = np.zeros(len(bundle.limits))
    seen = np.append(np.zeros(bundle.track.states.shape[1]), 0.0)

    def alone(**given: Any) -> Any:
        env = softrein.gym.BundleEnv(**given)
        return env.reset(seed=0), env.step(action)

    def many(num_envs: Any = 2, autoreset_mode: Any = "NextStep", **given: Any) -> Any:
        envs = softrein.gym.BundleVectorEnv(num_envs=num_envs, autoreset_mode=autoreset_mode, **given)
        return envs.reset(seed=0), envs.step(np.zeros((2, len(action))))

    environment = softrein.gym.BundleEnv(**scales)
    both = softrein.gym.BundleVectorEnv(num_envs=2, **scales)
    environment.reset()

    def reset(seed: Any = 0, options: Any = None) -> Any:
        return environment.reset(seed=seed, options=options)

    def reset_with(pushes: Any) -> Any:
        return environment.reset(options={"pushes": pushes})

    def step(action: Any) -> Any:
        environment.reset(seed=0)
        return environment.step(action)

    def reset_many(seed: Any = 0, options: Any = None) -> Any:
        return both.reset(seed=seed, options=options)

    def reset_many_with(pushes: Any) -> Any:
        return both.reset(options={"pushes": pushes})

    def step_many(actions: Any) -> Any:
        both.reset(seed=0)
        return both.step(actions)

    signature = inspect.signature(softrein.gym.BundleEnv)
    own = [each for each in inspect.signature(many).parameters.values() if each.kind != each.VAR_KEYWORD]
    alone.__signature__ = signature  # type: ignore[attr-defined]
    many.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[each.replace(kind=each.KEYWORD_ONLY) for each in (*signature.parameters.values(), *own)]
    )
    return {
        "BundleEnv": (alone, scales), "reset": (reset, {}), "reset pushes": (reset_with, {"pushes": []}),
        "step": (step, {"action": action}),
        "BundleVectorEnv": (many, scales), "reset many": (reset_many, {}),
        "reset many pushes": (reset_many_with, {"pushes": [[], []]}),
        "step many": (step_many, {"actions": np.zeros((2, len(action)))}),
        "register": (softrein.gym.register, {"path": path, "id": "softrein/arguments-v0"}),
        "baseline": (softrein.gym.baseline, {"of": bundle}),
        "act": (softrein.gym.baseline(bundle), {"observation": seen}),
        "measure": (softrein.gym.measure, {"bundle": bundle}),
    }  # fmt: skip


def offline_cases() -> dict[str, Case]:
    A, B, one = np.zeros((3, 2, 2)), np.ones((2, 1)), np.eye(2)
    weights = {"Q": one, "R": np.eye(1), "Q_final": one, "dt": 0.1}
    rng = np.random.default_rng(0)
    mesh = block((2, 1, 1), (0.2, 0.1, 0.1))
    body = StVK(mesh, Material(1e5, 0.3, 1e3), np.arange(4))
    basis = reduce.pod(rng.normal(size=(len(body.free), 5)), 2, body.mass)
    grid = MacGrid((6, 5), (1.0, 1.0))
    return {
        "tvlqr": (offline.tvlqr, {"A": A, "B": B, **weights}),
        "tvlqr_step": (offline.tvlqr_step, {"F": A + one, "G": np.ones((3, 2, 1)), **weights}),
        "pod": (reduce.pod, {"snapshots": rng.normal(size=(6, 4)), "rank": 2}),
        "compress": (reduce.compress, {"columns": rng.normal(size=(6, 4)), "tolerance": 0.1}),
        "reduce_deformable": (reduce.reduce_deformable, {"body": body, "basis": basis}),
        "reduce_fluid": (reduce.reduce_fluid, {"grid": grid, "basis": basis, "viscosity": 0.1}),
    }


def check(cases: dict[str, Case]) -> None:
    found = [each for function, good in cases.values() for each in failures(function, good)]
    assert not found, f"{len(found)} wrong:\n" + "\n".join(each[:300] for each in found)


def test_a_bundle_checks_what_it_is_given(either_bundle: Bundle) -> None:
    check(bundle_cases(either_bundle))


def test_a_simulator_checks_what_it_is_given(either_bundle: Bundle) -> None:
    check(simulator_cases(either_bundle))


def test_a_simulator_of_contact_checks_names_of_what_is_touched() -> None:
    cases = simulator_cases(touching_bundle())
    check({name: cases[name] for name in ("tool", "wrench")})


def test_pushes_are_checked(either_bundle: Bundle) -> None:
    check(push_cases(either_bundle))


def test_loading_exporting_and_pacing_check_what_they_are_given(
    small_bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(face_cases(small_bundle, tmp_path, monkeypatch))


def test_environments_check_what_they_are_given(either_bundle: Bundle, tmp_path: Path) -> None:
    check(gym_cases(either_bundle, tmp_path))


def test_gains_and_bases_check_what_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(riccati, "MOST_STEPS", 1000)  # of what repeats for ever and does not settle
    check(offline_cases())


def test_a_function_that_checks_nothing_is_seen() -> None:
    def careless(size: float, flag: bool = False) -> float:
        return 2.0 * size

    assert len(list(failures(careless, {"size": 1.0}))) > 10
