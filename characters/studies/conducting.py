"""Conducting: twelve poses on the beat, by timed gains of composite and single-link inertia [004, figure 8].

A figure with its pelvis held goes through twelve key-frames, given by pose and time alone. The paper prints
the first six, with their names and times (section 5.2), and no poses; poses and the other six are made up
here. These are compared:

    timed gains          composite inertia, the inboard joints' share, gravity known
    single-link inertia  the same gains from each joint's own link, "locally" critically damped, no share
    constant gains       the same formula once, from the largest composite moments and the script's mean time

The effect of each part of timed control is found by one change at a time: the share of the inboard joints,
the compensation of gravity, stable PD in place of plain PD, and torque limits about those of a strong adult.
These are also compared with the exact motion for which the gains are made, each joint by itself: from one
pose to the next it is e = T^p and T^s combined so that it starts at rest (see `timed_control`).

All but the rows with "plain PD" integrate damping implicitly, as stable PD, in steps of 5 ms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypedDict

import numpy as np

from characters.laws.timed_gains import time_constants
from characters.plants.timed_control import TimedControl
from characters.scenes.humanoid import angles, arm_angles
from characters.studies import beat
from characters.studies.beat import DT, STANDING, Beat, Outcome, Played, Score
from characters.study import Floats, Study, Table

Timed = Outcome[TimedControl]


class Parts(TypedDict, total=False):
    """Options of `TimedControl` that a variant changes."""

    shortest: float
    limits: Floats
    compensation: str
    gravity: bool
    implicit: bool


FRONT = beat.arms((0.55, 0.25, -0.75), (0.95, -0.10, 0.25))
UP = beat.arms((0.60, 0.45, 0.40), (0.45, -0.10, 0.90), neck_nod=-0.15)
OUT = beat.arms((0.30, 0.85, -0.30), (0.70, 0.55, 0.30), back_bend=-0.05)
UP_BEAT = {
    **arm_angles("right", (0.60, -0.40, 0.10), (0.45, -0.05, 0.90)),
    **arm_angles("left", (0.50, 0.45, -0.55), (0.80, 0.10, 0.55)),
    **angles(chest_turn=0.12, neck_nod=-0.1, right_wrist_bend=-0.3),
}
DOWN_BEAT = {
    **arm_angles("right", (0.45, -0.20, -0.85), (0.95, 0.20, -0.25)),
    **arm_angles("left", (0.40, 0.25, -0.85), (0.95, -0.15, 0.05)),
    **angles(back_bend=0.15, neck_nod=0.2, right_wrist_bend=0.3),
}
CUE = {
    **arm_angles("left", (0.75, 0.60, 0.10), (0.85, 0.50, 0.15)),
    **arm_angles("right", (0.45, -0.30, -0.70), (0.85, 0.15, 0.45)),
    **angles(back_turn=0.15, chest_turn=0.25, neck_turn=0.5),
}
HOLD = beat.arms((0.35, 0.75, 0.45), (0.55, 0.30, 0.80), back_bend=-0.1, neck_nod=-0.25)
CUT_OFF = beat.arms((0.60, 0.20, -0.60), (0.60, -0.60, 0.30), back_bend=0.1, neck_nod=0.15, wrist_bend=0.4)

SCRIPT = (  # the first six as printed
    Beat("ArmsFront", 0.3, FRONT),
    Beat("ArmsUp", 0.3, UP),
    Beat("Out", 0.3, OUT),
    Beat("UpBeat", 0.4, UP_BEAT),
    Beat("DownBeat", 0.545, DOWN_BEAT),
    Beat("UpBeat", 0.545, UP_BEAT),
    Beat("DownBeat", 0.545, DOWN_BEAT),
    Beat("Cue", 0.4, CUE),
    Beat("UpBeat", 0.4, UP_BEAT),
    Beat("DownBeat", 0.545, DOWN_BEAT),
    Beat("Hold", 0.8, HOLD),
    Beat("CutOff", 0.3, CUT_OFF),
)
QUICK = 4  # key-frames
FINE = 0.001  # s, a step at which plain PD keeps to the longer of these times

# N m, by how a joint's name ends or begins; about the isometric torques of a strong adult.
STRENGTH = {
    "back": 250.0,
    "chest": 200.0,
    "neck": 40.0,
    "shoulder_twist": 50.0,
    "shoulder": 100.0,
    "elbow": 80.0,
    "forearm": 12.0,
    "wrist": 15.0,
    "hip": 250.0,
    "knee": 250.0,
    "ankle": 150.0,
}


def strength(dofs: Sequence[str]) -> Floats:
    """Torque limits (n,) N m of the figure's joints."""
    return np.array([next(limit for part, limit in STRENGTH.items() if part in name) for name in dofs])


def conducted(beats: Sequence[Beat] = SCRIPT) -> Score:
    """The score of the script, which starts from standing with the arms down."""
    return beat.score(STANDING, beats)


def ideal(full: Score, times: Floats) -> Floats:
    """The motion (t, n) for which timed gains are made: without coupling of joints and without time steps."""
    n = float(time_constants())
    p, s = n + 0.5 - np.sqrt(n + 0.25), n + 0.5 + np.sqrt(n + 0.25)
    q = np.tile(full.keys[-1].q, (len(times), 1))
    begin, before = 0.0, full.start
    for key in full.keys:
        inside = (times >= begin) & (times <= key.time)
        left = (key.time - times[inside]) / (key.time - begin)
        q[inside] = key.q + np.outer((s * left**p - p * left**s) / (s - p), before - key.q)
        begin, before = key.time, key.q
    return q


def off_path(outcome: Played) -> float | None:
    """Root mean square distance from `ideal` over the moved joints and all times, degrees."""
    if outcome.trace is None:
        return None
    away = outcome.trace.q - ideal(outcome.score, outcome.trace.times)
    return float(np.degrees(beat.rms(away[:, outcome.score.moved])))


def part_table(outcomes: Sequence[Timed]) -> Table:
    """The summary of the variants, with further columns."""
    summary = beat.summary_table(
        "Timed gains, one part changed at a time",
        outcomes,
        "Off the path: from the motion that the gains are made for. Rows with plain "
        "PD have the shortest time that its steps allow, the others all have that of the first row.",
    )
    rows = [[*row, off_path(o), o.control.shortest] for row, o in zip(summary.rows, outcomes, strict=True)]
    more = ("off the path, rms (°)", "shortest time (s)")
    return Table(summary.title, (*summary.columns, *more), rows, summary.note)


def _timed(parts: Parts) -> beat.Maker[TimedControl]:
    """A maker of timed control with some options changed."""
    return lambda plant, keys: TimedControl(plant, keys, **parts)


def variants(full: Score, quick: bool, shortest: float) -> dict[str, Timed]:
    """Runs with one or two options of timed control changed each, by name.

    `shortest`, s, is the least time in which `TimedControl` lets an error vanish, for all but plain PD, which
    takes the least time that its own steps allow.
    """
    limits = strength(full.dofs)
    changes: dict[str, Parts] = {
        "no share of the inboard joints": {"compensation": "none"},
        "share by turning alone [004, eq. 9]": {"compensation": "angular"},
        "the same, and gravity not known": {"compensation": "angular", "gravity": False},
        "whole mass matrix [Walker 1982]": {"compensation": "whole"},
        "gravity not known": {"gravity": False},
        "limits of a strong adult": {"limits": limits},
        "plain PD": {"implicit": False},
        "plain PD, whole mass matrix": {"implicit": False, "compensation": "whole"},
    }
    outcomes = {}
    for name, options in changes.items():
        bound: Parts = {} if "implicit" in options else {"shortest": shortest}
        outcomes[name] = beat.play(full, name, _timed({**options, **bound}))
    if not quick:
        name = f"plain PD, steps of {1000 * FINE:.0f} ms"
        outcomes[name] = beat.play(full, name, partial(TimedControl, implicit=False), FINE)
    return outcomes


def study(quick: bool = False, seed: int = 0) -> Study:
    """Compare timed gains with others on a conductor who reaches twelve poses on the beat ([004]).

    `quick` plays the first four poses. Nothing is random here, so that `seed` has no effect.
    """
    del seed
    full = conducted(SCRIPT[:QUICK] if quick else SCRIPT)
    omega = float(time_constants()) * len(full.keys) / full.end
    best = beat.play(full, "timed gains", TimedControl, record=True)
    shortest = best.control.shortest
    alone = partial(TimedControl, moments="single", compensation="none", shortest=shortest)
    single = beat.play(full, "single-link inertia", alone, record=True)
    moment = full.largest_moments()
    fixed = beat.play(full, "constant gains", beat.constant(omega, moment), record=True)
    stiff = beat.play(full, "constant gains, three times as quick", beat.constant(3 * omega, moment))
    parts = variants(full, quick, shortest)
    main = [best, single, fixed]
    return Study(
        "conducting",
        "Twelve poses on the beat" if not quick else "Four of twelve poses on the beat",
        "Allen, Chu, Shapiro, Faloutsos 2007, sections 5.2 and 6, figures 5 and 8",
        _text(best, single, fixed, stiff, parts),
        (
            beat.key_table("Error at each beat", main, beat.OVER_JOINTS),
            beat.summary_table("All beats together", [*main, stiff]),
            part_table([best, *parts.values()]),
        ),
        (
            beat.angle_curves("The right upper arm's raise", "right_shoulder_raise", main),
            beat.gain_curves(
                "Stiffness of the shoulders' raise [figure 5]",
                {
                    "left, timed": (best, "left_shoulder_raise"),
                    "right, timed": (best, "right_shoulder_raise"),
                    "right, single-link inertia": (single, "right_shoulder_raise"),
                    "right, constant": (fixed, "right_shoulder_raise"),
                },
            ),
        ),
        {o.name: o.recording for o in main if o.recording is not None},
    )


def _text(best: Timed, single: Played, fixed: Played, stiff: Played, parts: Mapping[str, Timed]) -> str:
    def off(outcome: Played) -> str:
        if outcome.trace is None:
            return outcome.failure
        return f"{outcome.all_rms_degrees():.2g}° rms, hands off by up to {outcome.hands_cm().max():.1f} cm"

    def part(name: str) -> str:
        outcome = parts[name]
        path = off_path(outcome)
        if path is None:
            return outcome.failure
        return f"{outcome.all_rms_degrees():.2g}° at the beats, {path:.2g}° off it, {_peak(outcome)}"

    times = [0.0, *(key.time for key in best.score.keys)]
    early = 100 * float(np.nanmean(stiff.arrival())) if stiff.trace is not None else np.nan
    return (
        f"{len(best.score.keys)} poses, given by pose and time alone. Error at the beats: timed gains "
        f"{off(best)}; single-link inertia {off(single)}; constant gains {off(fixed)}; constant gains that "
        f"are three times as quick {off(stiff)}, with nine tenths of a move done after {early:.0f} % of its "
        f"time (timed: {100 * float(np.nanmean(best.arrival())):.0f} %) and a peak torque of {_peak(stiff)} "
        f"(timed: {_peak(best)}). Timed gains are made for a certain path between the poses, and the figure "
        f"is {off_path(best):.2g}° rms off it. One part changed: without the share of the inboard joints "
        f"{part('no share of the inboard joints')}; with the share by turning alone, as printed, "
        f"{part('share by turning alone [004, eq. 9]')}; gravity not known {part('gravity not known')}; the "
        f"whole mass matrix {part('whole mass matrix [Walker 1982]')}, and by plain PD, which it makes "
        f"stable, {part('plain PD, whole mass matrix')}. {_where_not(best, parts)} Torque limits of a strong "
        f"adult were {_met(parts['limits of a strong adult'])}. In steps of {1000 * DT:.0f} ms plain PD, "
        "without the whole mass matrix, allows no time shorter than "
        f"{parts['plain PD'].control.shortest:.2f} s (stable PD: {best.control.shortest:.3f} s), and the "
        f"shortest beat has {np.diff(times).min():.2f} s."
    )


def _where_not(best: Timed, parts: Mapping[str, Timed]) -> str:
    """The variants that are better than the default by a tenth or more, at the beats or in peak torque."""
    ran = {name: outcome for name, outcome in parts.items() if outcome.trace is not None}
    nearer = [name for name, o in ran.items() if o.all_rms_degrees() < 0.9 * best.all_rms_degrees()]
    gentler = [
        name
        for name, o in ran.items()
        if o.peak_torque() < 0.9 * best.peak_torque() and o.all_rms_degrees() < 1.0
    ]
    return (
        f"Nearer at the beats than the default by a tenth or more: {', '.join(nearer) or 'none'}; with less "
        f"peak torque, and within 1°: {', '.join(gentler) or 'none'}."
    )


def _met(outcome: Timed) -> str:
    met = sorted(outcome.control.limited().items(), key=lambda pair: -pair[1])
    names = ", ".join(f"{name.replace('_', ' ')} for {seconds:.3f} s" for name, seconds in met[:3])
    return (
        f"met by {len(met)} joints ({names}{', ...' if len(met) > 3 else ''})" if met else "met by no joint"
    )


def _peak(outcome: Played) -> str:
    return f"{outcome.peak_torque():.0f} N m" if outcome.trace is not None else "nothing"
