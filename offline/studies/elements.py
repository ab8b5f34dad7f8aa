"""The effect of sampled elements on control: their cost for LQR, rank by rank, as plain data.

At each rank, on one basis, there are two models, with all elements and with sampled ones, and for each a
bundle: with the reference that the scene asks for, which is the full motion, projected, with the model's own
correction, or the model's own run (`offline.pipeline.base.reference`), and LQR around it. J = 1/2 (error^2 +
rho effort) of `runtime.control.base.costs` is measured under the same random pushes.

    own_plant      each LQR steers the model that it was made from, along that model's motion: by how much,
                   up or down, the two J differ, as a user of the sampled model alone would see it; "left" is
                   J there over J without control
    gains_alone    the model with all elements is steered along its motion by its own LQR, and by gains from
                   the sampled one, made along the same motion with that model's correction: the cost of the
                   sampled stiffness
    full_model     each LQR steers the full body along its own model's motion
                   (`offline.steering.body`); and "over_reduced": J of the sampled model's LQR there
                   over J on its own plant

All are computed push by push, as shares of the J of all elements' own LQR, and given as "median" and "worst".
A push that hardly moves the body has almost no cost: the worst share may then be large, and mean little. A
run that diverges under LQR from the sampled model is "lost"; one that diverges under the other LQR cannot be
compared and does not count, and "pushes" says how many do.

Gains are those of the step's own Jacobian, whatever the scene's discretisation: choosing it by rollouts would
compare choices. An St. Venant-Kirchhoff body's "all elements" are its exact polynomial.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import numpy as np

from offline.campaign.pool import Map, processes
from offline.campaign.snapshots import fingerprint
from offline.campaign.sole_use import sole_use
from offline.campaign.threads import one_thread
from offline.figures import known, median, plain
from offline.full.body.full_body import FullBody
from offline.gains.lqr import remade_lqr
from offline.pipeline.base.reference import build_reference
from offline.pipeline.body import kind as body
from offline.pipeline.body.elements import Chosen
from offline.pipeline.body.runs import BodyNominal, inputs_of
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, run_nominal, run_training
from offline.pipeline.timing import step_seconds
from offline.scenes.base.scene import Scene
from offline.scenes.body.parts import BodyBasisPart, ElementsPart
from offline.steering.body import steer_full
from offline.tuning.families import control_cost
from offline.tuning.pushes import ensemble_of, random_pushes, seed_of
from reduce.sampling import Sampling
from runtime.base.progress import Progress, silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.resample import corrected
from runtime.control.base.choice import Choice
from runtime.control.base.costs import along_other_states
from runtime.control.registry import NONE
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.rollouts import Rollouts
from softrein.errors import BasisError, SceneError, warn

Array = np.ndarray
Row = Mapping[str, object]
Runs = Sequence[Sequence[Push]]

FORMAT = 3  # version of a row's content: rows of other versions are recomputed
DISCRETISATION = "step"
SHARE, FULL_SHARE = 8, 2  # pushes per task of a worker process, on the reduced and on the full model


class Wanted(NamedTuple):
    """The extent of the study of sampled elements, as the options of `softrein judge` request it."""

    ranks: Sequence[int] = (8, 16, 24, 32, 48, 64, 100)  # numbers of modes, each studied on its own
    pushes: int = 200  # random pushes under which reduced models with all and with sampled elements are run
    full_pushes: int = 20  # the first of these, under which both models' LQR gains control the full body


WANTED = Wanted()
S = TypeVar("S", bound=Scene)
R = TypeVar("R", bound=Row)


def study(
    scene: Scene,
    places: Places,
    wanted: Wanted = WANTED,
    progress: Progress = silent,
    known: Sequence[Row] = (),
    keep: Callable[[Sequence[Row]], None] = lambda rows: None,
) -> list[Row]:
    """Return a row for each rank; rows that are `known`, of the same body and pushes, are not made again.

    As soon as one is made, `keep` is passed all that hold, by rank, those of other ranks included. Full runs
    are taken from `places`, or made; ranks that they do not hold are left out, with a warning. Raises
    BasisError where that leaves none, SceneError for a scene without elements or random pushes, or with
    key-frames, and what the pipeline's stages raise.
    """
    if not hasattr(scene.basis, "elements"):
        raise SceneError(f"{scene.name}: it has no elements to sample: only bodies have elements")
    if scene.reference.is_found:
        raise SceneError(
            f"{scene.name}: reference.source: a motion through key-frames or an animation is found for each "
            "basis anew, and so elements are not judged along it; judge them on a scene with loads or paths"
        )
    if scene.ensemble is None:
        raise SceneError(f"{scene.name}: add an [ensemble]: sampled elements are judged on random pushes")
    kind, asked = kind_of(scene), [wanted.pushes, wanted.full_pushes]
    full = kind.full_model(scene)
    rows = {cast("int", row["rank"]): row for row in still_true(known, full)}
    with sole_use(places.runs):
        nominal = run_nominal(kind, full, places, progress).value
        training = run_training(kind, nominal, places, progress).value
        with processes(places.workers) as each:
            for rank in sorted(set(wanted.ranks)):
                if rank not in rows or rows[rank]["asked"] != asked:
                    try:
                        rows[rank] = _row(_at_rank(nominal, rank), training, wanted, each, progress)
                    except BasisError as error:  # neither can higher ones be had
                        if not rows.keys() & set(wanted.ranks):
                            raise
                        warn(f"r = {rank} and above are left out: {error}")
                        break
                keep([rows[each] for each in sorted(rows)])
    return [rows[rank] for rank in sorted(set(wanted.ranks) & rows.keys())]


def still_true(rows: Iterable[R], full: FullBody) -> list[R]:
    """Return those rows that hold for this body, its files as they are now, and this version of the study."""
    return [
        row
        for row in rows
        if isinstance(row, dict)
        and isinstance(row.get("rank"), int)
        and row.get("made_of") == _print(_at(full, row["rank"]), row.get("asked"))
    ]


def models(nominal: BodyNominal, training: Sequence[Path]) -> tuple[BodyBundle, BodyBundle, Chosen]:
    """Return the bundles with all elements and with sampled ones, each with its own motion, without gains."""
    full = nominal.full
    scene, basis = full.scene, body.basis(nominal, training)
    projected = body.projected(nominal, basis)
    chosen = body.elements(nominal, training, basis)

    def bundle(sampling: Sampling | None) -> BodyBundle:
        plant = body.plant_of(full, basis, sampling)
        reference, _ = build_reference(scene.reference, plant, projected)
        return body.bundle(nominal, training, basis, plant, reference)

    return bundle(None), bundle(chosen.sampling), chosen


def judge(
    full: FullBody,
    whole: BodyBundle,
    few: BodyBundle,
    wanted: Wanted = WANTED,
    each: Map = map,
    progress: Progress = silent,
) -> dict[str, dict[str, object]]:
    """Measure how much more LQR costs with `few` sampled elements than with the `whole` reduced model's.

    It is measured under `wanted.pushes` random pushes, by the three measures of this module.
    """
    pushes = random_pushes(whole, ensemble_of(whole), wanted.pushes, seed_of(whole, "elements"))
    made = []
    for done, bundle in enumerate((whole, few, along(whole, few))):
        progress(f"r = {whole.rank}, gains", done, 3)
        made.append(remade_lqr(bundle, discretisation=DISCRETISATION))
    progress(f"r = {whole.rank}, gains", 3, 3)
    exact, shipped, ours = made
    # offsets for paths depend on the model, and are those of the controlled one
    gains = ours._replace(offset=exact.offset)

    def costs(what: str, roll: Callable[[Runs], Array], chosen: Runs, share: int) -> Array:
        found: list[Array] = []
        parts = [chosen[start : start + share] for start in range(0, len(chosen), share)]
        for part in each(roll, parts):
            progress(f"r = {whole.rank}, {what}", share * len(found), len(chosen))
            found.append(part)
        progress(f"r = {whole.rank}, {what}", len(chosen), len(chosen))
        return np.concatenate(found, axis=1)

    some = pushes[: wanted.full_pushes]
    base, alone = costs("all elements", partial(_roll, whole, [exact, gains]), pushes, SHARE)
    own, free = costs("sampled elements", partial(_roll, few, [shipped, NONE.name]), pushes, SHARE)
    ships = [(whole, exact), (few, shipped)]
    full_base, on_full = costs("full model", partial(_roll_full, full, ships), some, FULL_SHARE)
    return {
        "own_plant": excess(own, base, either_way=True) | {"left": _median(_ratios(own, free))},
        "gains_alone": excess(alone, base),
        "full_model": excess(on_full, full_base)
        | {"over_reduced": _median(_ratios(on_full, own[: len(some)]))},
    }


def along(whole: BodyBundle, few: BodyBundle) -> BodyBundle:
    """Return `few` along the motion of `whole`, which its model makes with a correction of its own."""
    control = whole.uncontrolled - whole.correction if len(whole.correction) else whole.uncontrolled
    correction, states = corrected(few.plant(), whole.track.states, control)
    track = Track(states, whole.driving + correction)
    costs = along_other_states(few.costs, few.track.states, states)
    return replace(few, track=track, uncontrolled=control + correction, correction=correction, costs=costs)


def _ratios(found: Array, base: Array) -> Array:
    """Return the ratios of costs (pushes,) to others; NaN where there is nothing finite to compare with."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(np.isfinite(base) & (base > 0), found / base, np.nan))


def excess(found: Array, base: Array, either_way: bool = False) -> dict[str, object]:
    """Return by which share costs (pushes,) exceed those of `base`; `either_way`: or differ from them."""
    kept = np.isfinite(base) & (base > 0)
    share = found[kept] / base[kept] - 1
    share = np.abs(share) if either_way else share
    worst = share.max() if share.size else np.nan
    return {
        "pushes": int(kept.sum()),
        "lost": int(np.isinf(share).sum()),
        "median": _median(share),
        "worst": known(worst),
    }


def _median(values: Array) -> float | None:
    """Return the median of numbers, including infinite ones and without NaN; None where it is not finite."""
    return median(values[~np.isnan(values)])


def _row(
    nominal: BodyNominal, training: Sequence[Path], wanted: Wanted, each: Map, progress: Progress
) -> Row:
    """Return the row of the scene's rank."""
    asked = [wanted.pushes, wanted.full_pushes]
    with one_thread():
        whole, few, chosen = models(nominal, training)
        found = judge(nominal.full, whole, few, wanted, each, progress)
        sampled, exact = (1e6 * step_seconds(bundle) for bundle in (few, whole))
    assert chosen.sampling is not None  # guaranteed by `_scene_at`
    return {
        "rank": nominal.full.scene.basis.rank,
        "asked": asked,
        "made_of": _print(nominal.full, asked),
        "elements": len(chosen.sampling.elements),
        "of": len(nominal.full.body.lame),
        "training_error": plain(chosen.sampling.error),
        "force_error": plain(chosen.forces),
        "tangent_error": plain(chosen.tangents),
        **found,
        "microseconds": {"sampled": plain(sampled), "all": plain(exact)},
    }


def _at_rank(nominal: BodyNominal, rank: int) -> BodyNominal:
    """Return the nominal run with its scene at another rank."""
    return nominal._replace(full=_at(nominal.full, rank))


def _at(full: FullBody, rank: int) -> FullBody:
    """Return a full body with its scene at another rank."""
    return replace(full, scene=_scene_at(full.scene, rank))


def _scene_at(scene: S, rank: int) -> S:
    """Return a body's scene with this rank, and sampled elements whatever its law."""
    part = cast(BodyBasisPart, scene.basis)  # guaranteed by `study`
    own = {"rank": rank, "energy": None, "elements": part.elements or ElementsPart()}
    return scene.model_copy(update={"basis": part.model_copy(update=own)})


def _print(full: FullBody, asked: object) -> str:
    """Return the fingerprint of all inputs of a row: the scene, and the content of the files it names."""
    text = json.dumps([full.scene.model_dump(mode="json"), asked], sort_keys=True)
    return fingerprint("elements", FORMAT, text, inputs_of(full))


def _roll(bundle: Bundle, choices: Sequence[Choice], pushes: Runs) -> Array:
    """Return J (choices, pushes) on a bundle's own plant."""
    return np.array([_costs(bundle, rolled) for rolled in bundle.rollouts_under(choices, pushes)])


def _roll_full(full: FullBody, ships: Sequence[tuple[BodyBundle, Choice]], pushes: Runs) -> Array:
    """Return J (ships, pushes) of bundles' controllers on the full body."""
    return np.array([_costs(bundle, steer_full(full, bundle, choice, pushes)) for bundle, choice in ships])


def _costs(bundle: Bundle, rolled: Rollouts) -> Array:
    """Return J (runs,); inf where a run diverged."""
    return np.asarray(0.5 * (rolled.error**2 + control_cost(bundle) * rolled.effort))
