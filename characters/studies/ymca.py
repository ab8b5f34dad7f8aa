"""Four letters in time with a song: timed gains against constant gains tuned for the first [004, figure 7].

A figure with its pelvis held goes through Y, M, C and A, for which it has 4, 3, 2 and 2 half-beats at 127
beats a minute. The paper compares with a PD controller that was tuned by hand until the Y came in time. Here
a search does it: gains are ks_i = m_i w^2, kd_i = 2 z m_i w with one pace w and one damping ratio z for all
joints and m_i the largest of joint i's composite moments at the poses, w among `PACES` and z among `RATIOS`,
each pair tried up to the Y. Among those that leave no more than `REACHED` of error at the Y (rms over the
moved joints) the gains that arrive last are chosen: in time, as a timed controller does, and not before.
Gains for the shortest letter are shown as well: they are precise everywhere, but early.

All controllers compensate gravity and integrate damping implicitly, as stable PD, at steps of 5 ms; otherwise
only the softest would be stable, see `timed_control`. The tuned gains under plain PD are one row of the
table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from characters.plants.timed_control import TimedControl
from characters.scenes.humanoid import angles, arm_angles
from characters.studies import beat
from characters.studies.beat import DT, STANDING, Beat, Played, Score
from characters.study import Study

HALF_BEAT = 60 / 127 / 2  # s
REACHED = 2.0  # degrees, rms over the moved joints
PACES = np.geomspace(3.0, 24.0, 16)  # rad/s
RATIOS = (0.7, 1.0, 1.4)

LETTERS = (
    Beat("Y", 4 * HALF_BEAT, beat.arms((0.05, 0.62, 0.78), (0.08, 0.62, 0.78), neck_nod=-0.1)),
    Beat("M", 3 * HALF_BEAT, beat.arms((0.05, 0.60, 0.80), (0.28, -0.85, -0.55), wrist_bend=0.2)),
    Beat(
        "C",
        2 * HALF_BEAT,
        {
            **arm_angles("right", (0.05, -0.42, 0.90), (0.12, 0.93, 0.36)),
            **arm_angles("left", (0.05, 0.12, -0.98), (0.2, 0.95, -0.22)),
            **angles(
                back_lean=0.25, chest_lean=-0.2, neck_tilt=-0.1, right_wrist_bend=0.5, left_wrist_bend=0.3
            ),
        },
    ),
    Beat("A", 2 * HALF_BEAT, beat.arms((0.05, 0.42, 0.90), (0.08, -0.72, 0.69))),
)


def letters() -> Score:
    """The score of the four key-frames, which starts from standing with the arms down."""
    return beat.score(STANDING, LETTERS)


def tune(full: Score, paces: Iterable[float], ratios: Iterable[float]) -> tuple[float, float, int]:
    """The pace (rad/s) and damping ratio that reach the first key-frame in time, and the number of trials.

    They are the ones that arrive last of those that leave at most `REACHED`, or else those that leave least.
    """
    first = replace(full, names=full.names[:1], keys=full.keys[:1], hands=full.hands[:1])
    moment = full.largest_moments()
    tried = []
    for pace in paces:
        for ratio in ratios:
            outcome = beat.play(first, "", beat.constant(pace, moment, ratio))
            error, arrival = outcome.rms_degrees(0), float(outcome.arrival()[0])
            tried.append((error > REACHED, error if error > REACHED else -arrival, pace, ratio))
    best = min(tried)
    return float(best[2]), float(best[3]), len(tried)


def study(quick: bool = False, seed: int = 0) -> Study:
    """Compare controllers on Y, M, C and A in time; `quick` shortens the search. Nothing is random here."""
    del seed
    full = letters()
    moment = full.largest_moments()
    pace, ratio, tries = tune(full, PACES[5:14:4] if quick else PACES, RATIOS[1:2] if quick else RATIOS)
    fast = pace * LETTERS[0].duration / LETTERS[-1].duration  # as much quicker as the time is shorter
    timed = beat.play(full, "timed gains", TimedControl, record=True)
    tuned = beat.play(full, "constant, tuned to the Y", beat.constant(pace, moment, ratio), record=True)
    stiff = beat.play(full, "constant, made for the C", beat.constant(fast, moment, ratio))
    explicit = beat.constant(pace, moment, ratio, implicit=False)
    plain = beat.play(full, "constant, tuned to the Y, plain PD", explicit)
    shown = [timed, tuned, stiff]
    return Study(
        "ymca",
        "Four letters in time with a song",
        "Allen, Chu, Shapiro, Faloutsos 2007, section 6, figures 3 and 7",
        _text(timed, tuned, stiff, plain, pace, ratio, tries),
        (
            beat.key_table("Error at each letter's time", shown, beat.OVER_JOINTS),
            beat.summary_table("The four letters together", [*shown, plain]),
        ),
        (
            beat.angle_curves("The left upper arm's raise [figure 3]", "left_shoulder_raise", shown),
            beat.gain_curves(
                "Stiffness of the shoulder's raise [figure 3]",
                {
                    "left, timed": (timed, "left_shoulder_raise"),
                    "right, timed": (timed, "right_shoulder_raise"),
                    "both, tuned to the Y": (tuned, "left_shoulder_raise"),
                },
            ),
        ),
        {o.name: o.recording for o in (timed, tuned) if o.recording is not None},
    )


def _text(
    timed: Played, tuned: Played, stiff: Played, plain: Played, pace: float, ratio: float, tries: int
) -> str:
    others = range(1, len(LETTERS))

    def later(outcome: Played) -> str:
        return ", ".join(f"{outcome.rms_degrees(k):.2g}° at the {LETTERS[k].name}" for k in others)

    arrive = {o.name: 100 * float(np.nanmean(o.arrival())) for o in (timed, stiff)}
    plain_says = plain.failure or f"is off by {plain.all_rms_degrees():.1f}° rms"
    return (
        f"A search over {tries} pairs of pace and damping ratio found constant gains that reach the Y in "
        f"time (pace {pace:.1f} rad/s, damping ratio {ratio:.1f}: {tuned.rms_degrees(0):.1f}° rms are left "
        f"there). They are late for the letters that follow: {later(tuned)}; the hands are off by up to "
        f"{tuned.hands_cm().max():.0f} cm. Timed gains had no search: {timed.rms_degrees(0):.2f}° at the Y, "
        f"{later(timed)}, hands within {timed.hands_cm().max():.1f} cm. Being precise alone takes no timing: "
        f"constant gains that are made for the shortest letter leave {stiff.all_rms_degrees():.2f}° rms over "
        f"all letters (timed: {timed.all_rms_degrees():.2f}°), but have done nine tenths of a move after "
        f"{arrive[stiff.name]:.0f} % of its time (timed: {arrive[timed.name]:.0f} %) and then wait, with a "
        f"peak torque of {stiff.peak_torque():.0f} N m (timed: {timed.peak_torque():.0f} N m). Under plain "
        f"PD at the same steps of {1000 * DT:.0f} ms the motion with the tuned gains {plain_says}."
    )
