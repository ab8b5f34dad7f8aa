"""The study of the helix: tables, curves and text on how well stable PD holds its constraints.

It reports the drift on the three curves of `characters.studies.helix_motion`, the effects of the time step,
the gain, the scheme and the damping on it, and the penalty method, plain PD with many gains, on the smooth
helix.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.spatial.transform import Rotation

from characters.plants.constraints import law_of
from characters.studies.helix_motion import (
    COARSE,
    DECADES,
    KEPT,
    KP,
    RATIO,
    ROD,
    SMOOTH,
    TIME_STEP,
    Run,
    Scan,
    contraction,
    descend,
    helix,
    ring,
    scan_penalty,
)
from characters.study import Curves, Recording, Study, Table

PER_SECOND = 30  # frames of a recording
GAINS = (1e3, 1e4, 1e5, 1e6, 1e16)  # N/m, to be compared
ASTRAY = 0.25  # m; a bead that a sharp corner throws off, but no farther, comes back
BRIEF = 3.0  # s, of the runs by plain PD: about one descent
ERRORS = ("from the curve, max (mm)", "rms (mm)", "rod, max (mm)", "rms (mm)", "energy (%)")


def study(quick: bool = False, seed: int = 0) -> Study:
    """Measure the drift of constraints on a smooth helix, a coarse one and a ring, and the penalty method."""
    duration = 6.0 if quick else 60.0
    short = min(duration, 20.0)
    law = law_of(TIME_STEP, KP, RATIO)
    curves = {
        f"helix of {SMOOTH} segments": helix(SMOOTH),
        f"helix of {COARSE} segments": helix(COARSE),
        f"tilted ring of {SMOOTH} segments": ring(SMOOTH),
    }
    runs = {name: descend(curve, law, duration, seed) for name, curve in curves.items()}
    steps = time_steps(short, quick, seed)
    gains = [descend(helix(SMOOTH), law_of(TIME_STEP, kp, RATIO), short, seed) for kp in GAINS]
    finer = (1, 4) if quick else (1, 4, 16)
    plain = [scan_penalty(helix(SMOOTH), TIME_STEP / k, BRIEF, seed) for k in finer]
    failed = descend(helix(SMOOTH), law_of(TIME_STEP, KP, RATIO, stable=False), 1.0, seed)
    return Study(
        name="helix",
        title="Constraints by stable PD: a particle slides down a helix, another hangs on it by a rod",
        source="Tan, Liu, Turk 2011, section 4.3 and figure 7",
        text=_text(duration, list(runs.values()), steps, plain, failed),
        tables=(
            _drift_table(runs, duration),
            _table(f"The time step, on the helix of {SMOOTH} segments, {short:g} s", "dt (ms)", steps),
            _table(f"The gain, on the helix of {SMOOTH} segments, {short:g} s", "kp (N/m)", gains),
            _scheme_table(short, seed),
            _penalty_table(plain, failed),
        ),
        curves=(_drift_curves(runs), _plan(*list(runs.values())[:2])),
        recordings={name: recording(run) for name, run in list(runs.items())[:2]},
    )


def time_steps(duration: float, quick: bool, seed: int) -> list[Run]:
    """Runs on the smooth helix with finer and finer steps."""
    fine = (1, 2, 4) if quick else (1, 2, 4, 8)
    return [descend(helix(SMOOTH), law_of(TIME_STEP / k, KP, RATIO), duration, seed) for k in fine]


def order(runs: list[Run]) -> float:
    """The fitted exponent of dt in the distance from the curve (rms)."""
    dts, errors = [run.law.dt for run in runs], [run.rms[0] for run in runs]
    return float(np.polyfit(np.log(dts), np.log(errors), 1)[0])


def _text(duration: float, runs: list[Run], steps: list[Run], plain: list[Scan], failed: Run) -> str:
    smooth, coarse, closed = runs
    half = len(closed.drift) // 2
    first, second = (1e3 * np.sqrt((part[:, 0] ** 2).mean()) for part in np.split(closed.drift, [half]))
    return (
        f"Gains kp = {KP:g} N/m, kd = {RATIO:g} kp dt, explicit Euler at dt = 1/{1 / TIME_STEP:.0f} s, over "
        f"{duration:g} s. On the helix of {SMOOTH} segments the green particle is never more than "
        f"{smooth.worst[0]:.1f} mm away from the curve (rms {smooth.rms[0]:.1f} mm), and the rod at most "
        f"{smooth.worst[1]:.1f} mm too long or too short. On {COARSE} segments, with corners of 45 "
        f"degrees, it is {coarse.worst[0]:.0f} mm, after a corner (rms {coarse.rms[0]:.1f} mm), and "
        f"{coarse.worst[1]:.1f} mm. What accumulates was tried on the ring, where nothing is put back: rms "
        f"{first:.1f} mm in the first half of the time and {second:.1f} mm in the second. Errors go with the "
        f"power {order(steps):.1f} of dt, which the paper does not give, and hardly with the gain once it is "
        f"large. Explicit Euler feeds energy in, and constraints take it away: the smooth descent ends with "
        f"{100 * smooth.energy_change:+.1f} % of what gravity set free, the ring with "
        f"{100 * closed.energy_change:+.0f} %; sharp corners take {-100 * coarse.energy_change:.0f} %, as "
        f"inelastic impacts do. Plain PD, the penalty method, loses a constraint after {failed.lost} "
        f"steps with the gains of stable PD. Of {len(plain[0].gains)} smaller gains over {DECADES} decades, "
        f"each for {BRIEF:g} s, {'; '.join(map(_scanned, plain))}."
    )


def _scanned(scan: Scan) -> str:
    """The result of a scan, as text."""
    best, at = scan.best, f"at steps of {1e3 * scan.dt:.3g} ms"
    if best.kept:
        return f"{at} kp = {best.law.kp:.2g} N/m does best, with errors of up to {best.worst.max():.0f} mm"
    return (
        f"{at} none keeps the constraints within {1e3 * KEPT:.0f} mm, kp = {best.law.kp:.2g} N/m longest, "
        f"for {best.lost * scan.dt:.2f} s"
    )


def _drift_table(runs: dict[str, Run], duration: float) -> Table:
    return Table(
        f"Drift over {duration:g} s",
        ("curve", "descents", *ERRORS),
        [(name, float(run.descents), *_errors(run)) for name, run in runs.items()],
        "Energy lost (-) or gained in the first descent, or in all the time where there is none, as a part "
        "of what both particles have from the curve's height.",
    )


def _table(title: str, head: str, runs: list[Run]) -> Table:
    """A table of errors of runs that differ in the time step or in the gain, which `head` names."""
    varied = [1e3 * run.law.dt if "dt" in head else run.law.kp for run in runs]
    rows = [(value, *_errors(run)) for value, run in zip(varied, runs, strict=True)]
    return Table(title, (head, *ERRORS), rows)


def _errors(run: Run) -> tuple[float, ...]:
    (curve, rod), (mean_curve, mean_rod) = run.worst, run.rms
    return float(curve), float(mean_curve), float(rod), float(mean_rod), 100 * run.energy_change


def _scheme_table(duration: float, seed: int) -> Table:
    rows: list[tuple[str | float | None, ...]] = []
    for semi, ratio in ((False, 0.45), (False, 1.0), (False, 1.5), (False, 3.0), (True, 1.5), (True, 2.0)):
        run = descend(helix(COARSE), law_of(TIME_STEP, KP, ratio, semi_implicit=semi), duration, seed)
        held = run.lost_by(ASTRAY) == len(run.drift)
        errors = (float(run.worst[0]), float(run.worst[1])) if held else (None, None)
        name = "semi-implicit Euler" if semi else "explicit Euler"
        rows.append((name, ratio, contraction(ratio, semi), "kept" if held else "lost", *errors))
    heads = ("scheme", "kd / (kp dt)", "left of an error after a step", "constraints", ERRORS[0], ERRORS[2])
    return Table(
        f"Scheme and damping, on the helix of {COARSE} segments",
        heads,
        rows,
        "What is left is the largest eigenvalue of one linear constraint; from 1 on nothing damps an error.",
    )


def _penalty_table(plain: list[Scan], failed: Run) -> Table:
    rows: list[tuple[str | float | None, ...]] = []
    for scan in plain:
        best = scan.best
        errors = _errors(best) if best.kept else (None,) * len(ERRORS)
        outcome = "kept" if best.kept else "none keeps the constraint"
        rows.append((1e3 * scan.dt, scan.range, outcome, best.law.kp, best.lost * scan.dt, *errors))
    return Table(
        f"The penalty method, plain PD of the present errors, on the helix of {SMOOTH} segments",
        ("dt (ms)", "kp tried (N/m)", "outcome", "best kp (N/m)", "kept for (s)", *ERRORS),
        rows,
        f"{len(plain[0].gains)} gains at each time step, from the bound of linear theory down, each for "
        f"{BRIEF:g} s. Lost is a constraint with an error of {1e3 * KEPT:.0f} mm, or a particle that jumps "
        f"to another turn; the best is the one that keeps longest. With {KP:g} N/m, as stable PD has it, a "
        f"constraint is lost after {failed.lost} steps.",
    )


def _drift_curves(runs: dict[str, Run]) -> Curves:
    lines = {}
    for name, run in list(runs.items())[:2]:
        errors = np.where(np.abs(run.drift) > 1e-7, np.abs(run.drift), np.nan)  # a logarithm has no 0
        lines[f"{name}: from the curve"] = (run.path.times, 1e3 * errors[:, 0])
        lines[f"{name}: rod"] = (run.path.times, 1e3 * errors[:, 1])
    return Curves("Drift of both constraints", "time (s)", "error (mm)", lines, log="y")


def _plan(smooth: Run, coarse: Run) -> Curves:
    lines = {f"curve of {SMOOTH} segments": (smooth.toy.curve[:, 0], smooth.toy.curve[:, 1])}
    lines[f"curve of {COARSE} segments"] = (coarse.toy.curve[:, 0], coarse.toy.curve[:, 1])
    for segments, run in ((SMOOTH, smooth), (COARSE, coarse)):
        end = run.path.starts[1] if run.descents else len(run.path.times)
        lines[f"green, {segments}"] = (run.path.places[:end, 0, 0], run.path.places[:end, 0, 1])
    end = smooth.path.starts[1] if smooth.descents else len(smooth.path.times)
    lines[f"purple, {SMOOTH}"] = (smooth.path.places[:end, 1, 0], smooth.path.places[:end, 1, 1])
    return Curves("The first descent from above", "x (m)", "y (m)", lines)


def recording(run: Run) -> Recording:
    """A recording of the first descent: curve, both particles and the rod; MuJoCo only draws it.

    Coordinates of a frame, (10,): the green particle's place (m), the quaternion (w, x, y, z) that turns the
    rod from hanging, the purple one's place (m).
    """
    end = run.path.starts[1] if run.descents else len(run.path.times)
    frames = np.arange(0, end, max(1, round(1 / (PER_SECOND * run.law.dt))))
    places = run.path.places[frames]
    rods = places[:, 1] - places[:, 0]
    turns = np.array([_turn_down_to(rod) for rod in rods])
    coordinates = np.concatenate([places[:, 0], turns, places[:, 1]], axis=1)
    return Recording(model(run.toy.curve), run.path.times[frames], coordinates, camera="side")


def _turn_down_to(direction: np.ndarray) -> np.ndarray:
    """The quaternion (w, x, y, z) of the shortest rotation that takes -z to a direction (3,)."""
    turn, _ = Rotation.align_vectors(direction, [0.0, 0.0, -1.0])
    return np.asarray(turn.as_quat(scalar_first=True))


def model(curve: np.ndarray) -> str:
    """The scene in MJCF, for pictures only: slides of green, the rod's ball joint, slides of purple."""
    thin = curve[:: max(1, (len(curve) - 1) // 240)]  # enough for the eye
    parts = "".join(
        f'<geom type="capsule" size="0.018" fromto="{_words(a)} {_words(b)}" material="wire"/>'
        for a, b in pairwise(thin)
    )
    slides = "".join(
        f'<joint name="{{name}} {axis}" type="slide" axis="{_words(np.eye(3)[k])}"/>'
        for k, axis in enumerate("xyz")
    )
    low, high = curve.min(axis=0), curve.max(axis=0)
    middle = np.array([0.0, 0.0, 0.5 * (low[2] + high[2]) - 0.15])
    return f"""<mujoco model="helix">
  <visual><headlight ambient="0.45 0.45 0.45" diffuse="0.45 0.45 0.45" specular="0.1 0.1 0.1"/>
    <global offwidth="1600" offheight="1200"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="1 1 1" rgb2="0.86 0.9 0.95" width="64"
      height="64"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1="0.93 0.93 0.92" rgb2="0.87 0.88 0.89" width="256"
      height="256"/>
    <material name="ground" texture="tiles" texrepeat="8 8"/>
    <material name="wire" rgba="0.3 0.36 0.45 1" specular="0.4"/>
  </asset>
  <worldbody>
    <light pos="1 -2 5" dir="-0.2 0.4 -1" diffuse="0.5 0.5 0.5" castshadow="false"/>
    <geom type="plane" size="4 4 0.1" material="ground"/>
    <body name="middle" pos="{_words(middle)}"/>
    <camera name="side" mode="targetbody" target="middle" pos="1.5 -4 3.6" fovy="36"/>
    <camera name="plan" mode="targetbody" target="middle" pos="0 -0.01 6" fovy="36"/>
    {parts}
    <body name="green">{slides.format(name="green")}
      <geom type="sphere" size="0.07" rgba="0.15 0.62 0.25 1"/>
      <body name="rod"><joint name="rod" type="ball"/>
        <geom type="capsule" size="0.012" fromto="0 0 0 0 0 {-ROD}" rgba="0.2 0.2 0.2 1" mass="0.01"/>
      </body></body>
    <body name="purple">{slides.format(name="purple")}
      <geom type="sphere" size="0.085" rgba="0.5 0.2 0.65 1"/></body>
  </worldbody>
</mujoco>
"""


def _words(numbers: np.ndarray) -> str:
    return " ".join(f"{number:.5g}" for number in numbers)
