"""The study of the mouse's key-frames by two stable PD controllers and by other methods.

The printed gains (`characters.studies.tail_motion`) are compared with gains that fade linearly, a cubic
spline, other times from key-frame to key-frame, plain PD with the same profile, and steps of half the length.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from characters.plants.articulated import Articulated
from characters.scenes.tail import LINKS, mouse, scene
from characters.studies.tail_motion import (
    DAMPING,
    INTERVAL,
    STRENGTH,
    TIME_STEP,
    KeyFrames,
    Motion,
    default_keys,
    linear_profile,
    met,
    passed,
    profile,
    simulate,
    spline,
)
from characters.study import Curves, Recording, Study, Table

INTERVALS = (2.0, 6.0, INTERVAL)  # s, compared
LARGE = 4000.0  # kt / m_sup; with so much of it key-frames are met at every interval
PLAIN = (STRENGTH, 10.0, 0.005)  # kp / m_sup of plain PD; the paper's examples are the last two
GENTLE, SMALLER = PLAIN[-1], 4  # that of plain PD with which smaller steps are tried, and how much smaller
SPLINE = "cubic spline"


def gains_named(strength: float, more: str = "") -> str:
    """The name of gains, as text."""
    return f"{strength:,g} x supported mass{more}"


PRINTED, LINEAR = gains_named(STRENGTH), gains_named(STRENGTH, ", fading linearly")


def study(quick: bool = False, seed: int = 0) -> Study:
    """Compare key-frames by two stable PD controllers and by a spline: their errors and the tail's motion.

    `seed` moves the key-frames' places by some centimetres. `quick` has three key-frames of the seven.
    """
    plant = Articulated(mouse(), TIME_STEP)
    keys = _moved(default_keys(len(plant.dofs)), seed)
    if quick:
        keys = KeyFrames(keys.times[:3], keys.poses[:3])
    runs = {PRINTED: simulate(plant, keys), LINEAR: simulate(plant, keys, fade=linear_profile)}
    if not quick:
        runs[gains_named(LARGE)] = simulate(plant, keys, LARGE)
    paces = {pace: replace(keys, times=keys.times * pace / INTERVAL) for pace in INTERVALS}
    paced = {
        pace: (runs[PRINTED] if pace == INTERVAL else simulate(plant, each), each)
        for pace, each in paces.items()
    }
    plain = {(kp, TIME_STEP): simulate(plant, keys, kp, stable=False) for kp in PLAIN}
    if not quick:
        small = TIME_STEP / SMALLER
        plain[GENTLE, small] = simulate(Articulated(mouse(), small), keys, GENTLE, stable=False)
    times = runs[PRINTED].times
    smooth = Motion(times, spline(keys, np.minimum(times, keys.times[-1])))
    fine = {} if quick else _finer(keys, runs[PRINTED])
    shown = {SPLINE: smooth, PRINTED: runs[PRINTED], LINEAR: runs[LINEAR]}
    return Study(
        name="tail",
        title="Key-frames of a toy mouse, with secondary motion of its tail",
        source="Tan, Liu, Turk 2011, section 4.2 and figures 5 and 6",
        text=_text(keys, runs, paced, plain, fine),
        tables=(
            _pace_table(paced),
            _key_table(keys, smooth, runs),
            _plain_table(keys, plain),
            *([_step_table(keys, fine)] if fine else []),
        ),
        curves=(_profiles(), _bends(shown), _roots(keys, shown)),
        recordings={
            f"{name}; pale: cubic spline": _pair(keys, smooth, runs[name]) for name in (PRINTED, LINEAR)
        },
    )


Plain = dict[tuple[float, float], Motion]  # plain PD by its largest gain kp / m_sup and the time step, s
Fine = dict[tuple[float, float], Motion]  # by time step and kd / kp, s
Paced = dict[float, tuple[Motion, KeyFrames]]  # by the interval, s


def _finer(keys: KeyFrames, printed: Motion) -> Fine:
    """Runs with the printed gains at half the step, kd / kp as printed and that of the whole step."""
    plant, half = Articulated(mouse(), TIME_STEP / 2), TIME_STEP / 2
    motions = {(TIME_STEP, DAMPING * TIME_STEP): printed}
    for delay in (DAMPING * half, DAMPING * TIME_STEP):
        motions[half, delay] = simulate(plant, keys, damping=delay)
    return motions


def _moved(keys: KeyFrames, seed: int) -> KeyFrames:
    poses = keys.poses.copy()
    poses[:, :2] += np.random.default_rng(seed).normal(0.0, 0.03, (len(poses), 2))
    return KeyFrames(keys.times, poses)


def _rms(angles: np.ndarray) -> float:
    return float(np.rad2deg(np.sqrt((angles**2).mean())))


def _text(keys: KeyFrames, runs: dict[str, Motion], paced: Paced, plain: Plain, fine: Fine) -> str:
    printed, stiff = runs[PRINTED], runs[LINEAR]
    errors, stiff_errors = met(printed, keys), met(stiff, keys)
    beyond = 100 * passed(printed, keys)
    sooner = ", ".join(
        f"{_off(motion, each)} at {pace:g} s" for pace, (motion, each) in paced.items() if pace != INTERVAL
    )
    return (
        f"A toy mouse with a tail of {LINKS} links goes through {len(keys.times)} key-frames, {INTERVAL:g} s "
        f"apart, in steps of {1e3 * TIME_STEP:.0f} ms. With the printed gains, at most {STRENGTH:g} times "
        f"the mass that a joint has to move, the body is {1e3 * errors.place.mean():.1f} mm (mean; at most "
        f"{1e3 * errors.place.max():.1f} mm and {np.rad2deg(errors.turn.max()):.2f} degrees) from a "
        f"key-frame when it is due. Before that it is elsewhere: gains are low in between, and the body "
        f"swings past every coming key-frame by {beyond.min():.0f} to {beyond.max():.0f} % of the way to it, "
        f"and back. The tail swings by itself: it is bent by "
        f"{_rms(printed.bend):.0f} degrees (rms) and by up to {np.rad2deg(printed.bend.max()):.0f}. Gains "
        f"that fade linearly leave it almost straight (up to {np.rad2deg(stiff.bend.max()):.1f} degrees), "
        f"and the body {1e3 * stiff_errors.place.mean():.0f} mm off; in a cubic spline through the same "
        f"key-frames the mouse is one rigid thing. The printed gains need that time. With key-frames closer "
        f"to each other they miss them: by {sooner} (mean), because they are high only just before a "
        f"key-frame, and damped so much (kd / kp = {DAMPING * TIME_STEP:.2f} s) that the body comes late. "
        f"Plain PD {_explosion(plain)}; with {gains_named(GENTLE).replace(' x ', ' times the ')} it "
        f"{_missed(plain, keys)}. (The paper: the former explodes quickly; smaller gains are more stable, "
        f"but do not meet the key-frames at the specified time.)"
        f"{_halved(keys, fine) if fine else ''}"
    )


def _off(motion: Motion, keys: KeyFrames) -> str:
    """The mean distance of a motion from its key-frames."""
    return f"{1e3 * met(motion, keys).place.mean():.0f} mm"


def _explosion(plain: Plain) -> str:
    """The result of plain PD with the larger of the paper's gains, as text."""
    return f"with {gains_named(10.0).replace(' x ', ' times the ')} {_outcome(plain[10.0, TIME_STEP])}"


def _missed(plain: Plain, keys: KeyFrames) -> str:
    """The result of plain PD with the smaller gain, until it diverges, as text."""
    said = []
    for (kp, dt), motion in plain.items():
        if kp == GENTLE:
            errors = met(motion, keys)
            lasts = "stays bounded" if motion.diverged is None else f"lasts for {motion.diverged:.0f} s"
            said.append(
                f"{lasts} in steps of {1e3 * dt:.3g} ms, {np.nanmean(errors.place):.1f} m (mean) from its "
                f"key-frames when they are due, and nearest {np.nanmean(errors.late):.1f} s later"
            )
    return "; it ".join(said)


def _halved(keys: KeyFrames, fine: Fine) -> str:
    """A sentence on what steps of half the length change, with the paper's damping and with the same."""
    less, same = (motion for (dt, _), motion in fine.items() if dt < TIME_STEP)
    said = [
        _outcome(motion)
        if motion.diverged is not None
        else f"{_off(motion, keys)} off and bent by up to {np.rad2deg(motion.bend.max()):.0f} degrees"
        for motion in (less, same)
    ]
    return (
        f" The printed damping is tied to the time step: at half the step there is half of it, and the "
        f"motion is {said[0]}; with the damping kept as it was it is {said[1]}."
    )


METS = (
    "off at the key-frames, mean (mm)",
    "max (mm)",
    "turned, max (deg)",
    "nearest, mean (mm)",
    "late (s)",
    "passed before by, max (% of the way)",
)
BENDS = ("tail bent, rms (deg)", "max (deg)")


def _cells(motion: Motion, keys: KeyFrames) -> tuple[float | None, ...]:
    if motion.diverged is not None:
        return (None,) * (len(METS) + len(BENDS))
    errors = met(motion, keys)
    return (
        float(1e3 * errors.place.mean()),
        float(1e3 * errors.place.max()),
        float(np.rad2deg(errors.turn.max())),
        float(1e3 * errors.nearest.mean()),
        float(errors.late.mean()),
        float(100 * passed(motion, keys).max()),
        _rms(motion.bend),
        float(np.rad2deg(motion.bend.max())),
    )


def _pace_table(paced: Paced) -> Table:
    return Table(
        f"The time from key-frame to key-frame, with the printed gains ({PRINTED})",
        ("interval (s)", "outcome", *METS, *BENDS),
        [(pace, _outcome(motion), *_cells(motion, keys)) for pace, (motion, keys) in paced.items()],
        "Late: how long after it was due the body comes nearest to a key-frame. Passed: how far beyond a "
        "coming key-frame it gets before that is due.",
    )


def _key_table(keys: KeyFrames, smooth: Motion, runs: dict[str, Motion]) -> Table:
    return Table(
        f"Key-frames {INTERVAL:g} s apart",
        ("interpolation", *METS, *BENDS),
        [(name, *_cells(motion, keys)) for name, motion in {SPLINE: smooth, **runs}.items()],
        "All between the first and the last key-frame. Gains: stable PD, the largest that the profile of "
        "figure 5 reaches, as a multiple of the mass that a joint supports.",
    )


def _outcome(motion: Motion) -> str:
    return "bounded" if motion.diverged is None else f"diverged at {motion.diverged:.2f} s"


def _plain_table(keys: KeyFrames, plain: Plain) -> Table:
    return Table(
        f"Plain PD with the same profile, key-frames {INTERVAL:g} s apart",
        ("largest gain", "dt (ms)", "outcome", *METS, *BENDS),
        [
            (gains_named(kp), 1e3 * dt, _outcome(motion), *_cells(motion, keys))
            for (kp, dt), motion in plain.items()
        ],
    )


def _step_table(keys: KeyFrames, fine: Fine) -> Table:
    return Table(
        f"Smaller steps, with the printed gains and key-frames {INTERVAL:g} s apart",
        ("dt (ms)", "kd / kp (s)", "outcome", *METS, *BENDS),
        [(1e3 * dt, delay, _outcome(run), *_cells(run, keys)) for (dt, delay), run in fine.items()],
        "Printed is kd / kp = 10 dt; the forces of the tail's own velocities are explicit in every scheme.",
    )


def _profiles() -> Curves:
    a = np.linspace(0.0, 1.0, 201)
    lines = {}
    for name, fade in (("linear", linear_profile), ("printed", profile)):
        last, coming = fade(a)
        lines[f"{name}: towards key-frame i"], lines[f"{name}: towards i + 1"] = (a, last), (a, coming)
    return Curves("Gains between two key-frames", "part of the way in time", "gain / kt", lines)


def _bends(shown: dict[str, Motion]) -> Curves:
    lines = {name: (motion.times, np.rad2deg(motion.bend)) for name, motion in shown.items()}
    return Curves("The tail against the body's axis", "time (s)", "bend (degrees)", lines)


def _roots(keys: KeyFrames, shown: dict[str, Motion]) -> Curves:
    lines = {name: (motion.poses[:, 0], motion.poses[:, 1]) for name, motion in shown.items()}
    marks = {"key-frames": (keys.poses[:, 0], keys.poses[:, 1])}
    return Curves("The way of the mouse from above", "x (m)", "y (m)", lines, marks=marks)


def _pair(keys: KeyFrames, smooth: Motion, motion: Motion) -> Recording:
    """A recording of a motion with the spline's as a ghost, around the second turn."""
    n = min(len(smooth.times), len(motion.times))
    middle = min(len(keys.times) - 2, 2)
    start, end = keys.times[middle] - 0.3, keys.times[middle + 1] + 0.3
    both = np.concatenate([motion.poses[:n], smooth.poses[:n]], axis=1)
    shown = tuple(float(time) for time in np.linspace(start, end, 6))
    return Recording(scene(ghost=True), motion.times[:n], both, shown, "side")
