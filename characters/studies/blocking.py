"""The study of blocking: four runs of the arm, more draws of weights, and their results.

Timed gains and constant ones (`characters.studies.blocking_motion`), without weights and with them; in the
full study also the smallest constant gains that meet all four balls, and `DRAWS` draws of weights for each
law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from characters.scenes.blocking import REACH, WEIGHT_MASS, WEIGHTS, Ball, crossing, random_weights, thrown
from characters.studies.blocking_motion import (
    MET,
    Law,
    Run,
    TimedLaw,
    constant_law,
    gentlest_constant,
    simulate,
)
from characters.study import Column, Curves, Study, Table

STIFF = "stiff constant gains"  # its name in tables
DRAWS = 10  # of weights, in the full study
LATE = 0.1  # s: a weight that hits within this time before a ball comes leaves little time to make up for it
# What the balls are thrown at: time s, angle rad, distance from the shoulder m. After the first, the arm has
# half the time or less.
AIMS = ((0.8, 0.35, 0.55), (1.12, -0.65, 0.6), (1.42, 0.65, 0.5), (1.8, -0.2, 0.6))


def study(quick: bool = False, seed: int = 0) -> Study:
    """Do four runs, with timed and constant gains, without and with weights; and more draws unless quick.

    `seed` is for the weights. Raises MissingPackageError without the package mujoco.
    """
    balls = [thrown(*aim) for aim in AIMS]
    tuned = gentlest_constant(balls[:1])
    laws: dict[str, Callable[[], Law]] = {
        "timed gains": TimedLaw,
        "constant gains": lambda: constant_law(tuned),
    }
    weights = random_weights(seed, crossing(balls[-1]).time)
    runs = {
        name + words: simulate(make(), balls, drops, record=True)
        for words, drops in (("", []), (", weights", weights))
        for name, make in laws.items()
    }
    stiff = None if quick else gentlest_constant(balls)
    more: dict[str, Run] = {}
    if stiff is not None:
        more = {
            STIFF: simulate(constant_law(stiff), balls),
            f"{STIFF}, weights": simulate(constant_law(stiff), balls, weights),
        }
        laws[STIFF] = lambda: constant_law(stiff)
    draws = {} if quick else {name: _draws(make, balls, seed) for name, make in laws.items()}
    tables = [_key_table(runs), _run_table(runs | more)] + ([_draw_table(draws)] if draws else [])
    recordings = {name: run.recording for name, run in runs.items() if run.recording is not None}
    return Study(
        "blocking",
        "An arm that blocks four balls in time",
        "Allen, Neff, Faloutsos, Pose Control in Dynamic Conditions, figures 4 to 6",
        _text(runs, tuned, stiff, more, draws),
        tables,
        [*_charts(runs), _gain_chart(runs)],
        recordings,
    )


def _draws(make: Callable[[], Law], balls: Sequence[Ball], seed: int) -> list[Run]:
    """Do runs under a law with several draws of weights, which are the same for each law."""
    last = crossing(balls[-1]).time
    return [simulate(make(), balls, random_weights(seed + i, last)) for i in range(DRAWS)]


def _fate(run: Run, ball: int) -> str:
    if run.blocked[ball]:
        return "blocked"
    return "grazed" if run.touched[ball] else "missed"


def _key_table(runs: dict[str, Run]) -> Table:
    columns: dict[str, Column] = {
        "run": lambda name, run, i: name,
        "ball": lambda name, run, i: i + 1,
        "time (s)": lambda name, run, i: float(run.keys[i].time),
        "wanted (degrees)": lambda name, run, i: float(np.degrees(run.keys[i].angle)),
        "error (degrees)": lambda name, run, i: float(np.degrees(run.errors[i])),
        "at the hand (cm)": lambda name, run, i: float(100 * REACH * run.errors[i]),
        "the ball is": lambda name, run, i: _fate(run, i),
    }
    cases = [(name, run, i) for name, run in runs.items() for i in range(len(run.keys))]
    return Table.of("The arm at each ball's time", cases, columns, "Grazed: touched, but it got through.")


def _run_table(runs: dict[str, Run]) -> Table:
    columns: dict[str, Column] = {
        "run": lambda name, run: name,
        "balls blocked": lambda name, run: int(run.blocked.sum()),
        f"poses met to {100 * MET:g} cm": lambda name, run: int(run.met.sum()),
        "least damping (N m s/rad)": lambda name, run: float(run.damping.min()),
        "greatest damping (N m s/rad)": lambda name, run: float(run.damping.max()),
        "greatest torque (N m)": lambda name, run: float(np.abs(run.torque).max()),
        "steps at the bound of the gains": lambda name, run: run.bounded,
        "weights that hit": lambda name, run: int(np.isfinite(run.hits).sum()),
    }
    note = (
        "The torque has no limit, as in the paper. With timed gains it is greatest in the last step or two "
        "before a ball, if something pushes the arm then, be it the ball itself."
    )
    return Table.of("Gains and torques", runs.items(), columns, note)


def _draw_table(draws: dict[str, list[Run]]) -> Table:
    def hand_cm(runs: Sequence[Run], share: float) -> float:
        return float(np.percentile(100 * REACH * np.abs(np.concatenate([run.errors for run in runs])), share))

    columns: dict[str, Column] = {
        "gains": lambda name, runs: name,
        "least damping (N m s/rad)": lambda name, runs: float(runs[0].damping.min()),
        "balls blocked (%)": lambda name, runs: float(100 * np.mean([run.blocked for run in runs])),
        "error at the hand, median (cm)": lambda name, runs: hand_cm(runs, 50),
        "90 % below (cm)": lambda name, runs: hand_cm(runs, 90),
        "greatest torque, median (N m)": lambda name, runs: float(
            np.median([np.abs(run.torque).max() for run in runs])
        ),
    }
    note = "Stiff: the smallest constant gains that meet all four poses where no weights fall."
    title = f"{DRAWS} draws of {WEIGHTS} weights, {DRAWS * len(AIMS)} balls"
    return Table.of(title, draws.items(), columns, note)


def _charts(runs: dict[str, Run]) -> list[Curves]:
    charts = []
    for title, words in (("Angle of the arm", ""), ("Angle of the arm, with weights", ", weights")):
        own = {name: run for name, run in runs.items() if name.endswith(", weights") == bool(words)}
        first = next(iter(own.values()))
        lines = {name: (run.times, np.degrees(run.angles)) for name, run in own.items()}
        wanted = np.array([(key.time, np.degrees(key.angle)) for key in first.keys])
        marks = {"balls": (wanted[:, 0], wanted[:, 1])}
        if words:
            for name, run in own.items():
                hits = np.sort(run.hits[np.isfinite(run.hits)])
                at = np.degrees(np.interp(hits, run.times, run.angles))
                marks[f"weights hit, {name.removesuffix(words)}"] = (hits, at)
        charts.append(Curves(title, "time (s)", "angle (degrees)", lines, marks=marks))
    return charts


def _gain_chart(runs: dict[str, Run]) -> Curves:
    lines = {
        name: (run.times[:-1], run.damping) for name, run in runs.items() if name != "constant gains, weights"
    }
    return Curves(
        "Damping; stiffness is its square over 4 m", "time (s)", "damping (N m s/rad)", lines, log="y"
    )


def _text(
    runs: dict[str, Run], tuned: float, stiff: float | None, more: dict[str, Run], draws: dict[str, list[Run]]
) -> str:
    count = len(AIMS)
    timed, constant, timed_hit, constant_hit = runs.values()
    hand = 100 * REACH * np.abs(timed.errors)
    sentences = [
        f"One shoulder, {count} balls. Constant gains, tuned to meet the first ball, meet "
        f"{constant.met.sum()} of {count} poses to {100 * MET:g} cm and block {constant.blocked.sum()}; "
        f"gains from Lambert's W, computed again at each step, meet {timed.met.sum()} and block "
        f"{timed.blocked.sum()}, with the hand within {hand.max():.2g} cm of where it should be.",
        f"With {len(timed_hit.hits)} weights of {WEIGHT_MASS:g} kg falling on the arm, constant gains block "
        f"{constant_hit.blocked.sum()} and timed ones {timed_hit.blocked.sum()}, at torques of up to "
        f"{np.abs(timed_hit.torque).max():.0f} N m: they have no limit, as in the paper.",
    ]
    if stiff is not None:
        sentences.append(
            f"Where nothing falls, constant gains can meet all {count} as well, with {stiff / tuned:.2g} "
            f"times the damping and {(stiff / tuned) ** 2:.2g} times the stiffness; under the weights, they "
            f"block {more[STIFF + ', weights'].blocked.sum()}."
        )
    if draws:
        shares = {name: 100 * np.mean([run.blocked for run in of]) for name, of in draws.items()}
        told = ", ".join(f"{name} {share:.0f} %" for name, share in shares.items())
        sentences.append(f"Over {DRAWS} draws of weights, of all balls were blocked: {told}.")
        sentences.append(_late_hits(draws["timed gains"]))
    return " ".join(sentences)


def _late_hits(runs: Sequence[Run]) -> str:
    """A sentence on timed gains with and without a weight that hit shortly before the ball came."""
    late, blocked = [], []
    for run in runs:
        for i, key in enumerate(run.keys):
            late.append(bool(((run.hits > key.time - LATE) & (run.hits <= key.time)).any()))
            blocked.append(bool(run.blocked[i]))
    groups = [[b for b, hit in zip(blocked, late, strict=True) if hit == which] for which in (True, False)]
    return (
        f"Timed gains blocked {sum(groups[1])} of {len(groups[1])} where no weight hit within the last "
        f"{1000 * LATE:.0f} ms before the ball, and {sum(groups[0])} of {len(groups[0])} where one did."
    )
