"""Stable PD against plain PD on the two-link pendulum: tables 1 and 2 and figures 2 to 4 of [000, 3.4].

Tables and figures 2 and 3 take 395 explicit Euler steps of 1/60 s with kp = 30 to 30000 and kd = kp dt,
with and without the reference's velocity. The paper gives neither masses and lengths nor the number of steps:
all were fitted to its tables. A run diverges, "NA", when its error comes to half a turn
(`pendulum.LOST`).

Figure 4 asks for the largest time step of each gain. A step counts as stable if the pendulum keeps to its
reference, within half a turn, over the same time as in the tables. None is tried that is longer than 1/30
s, the sampling of the paper's reference.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from characters.plants.pendulum import TABLE_STEPS, Pendulum, Tracking, largest_stable_step, track
from characters.study import Cell, Curves, Study, Table

DT = 1 / 60  # s, of the tables
LONGEST = 1 / 30  # s, the sampling of the paper's reference
GAINS = (3e1, 3e2, 3e3, 3e4)  # N m/rad
FIGURE_GAINS = tuple(3 * 10.0**i for i in range(1, 7))  # N m/rad
CLOSE = 0.05  # what counts as the paper's value
PRINTED = 0.5e-4  # the paper prints four digits behind the point
SHOWN = 0.6  # rad; errors of runs that diverge are drawn up to here


class Controller(NamedTuple):
    """One of the paper's four controllers."""

    name: str
    stable: bool
    with_velocity: bool


CONTROLLERS = (
    Controller("PD", False, False),
    Controller("PD with velocity", False, True),
    Controller("SPD", True, False),
    Controller("SPD with velocity", True, True),
)
ANGLES = ("first", "second")
NA = float("nan")
# Tables 1 and 2: [angle, gain, controller, (largest error, root of the sum of squares)], rad.
PAPER = np.array(
    [
        [
            [[0.4630, 4.0542], [0.4585, 4.0317], [0.3164, 3.1939], [0.3210, 3.1955]],
            [[0.0598, 0.5188], [0.0505, 0.4658], [0.0312, 0.4047], [0.0297, 0.3451]],
            [[NA, NA], [NA, NA], [0.0174, 0.2301], [0.0023, 0.0330]],
            [[NA, NA], [NA, NA], [0.0167, 0.2293], [0.0001, 0.0016]],
        ],
        [
            [[0.2094, 1.8177], [0.2048, 1.7778], [0.1049, 1.0817], [0.1198, 1.0652]],
            [[0.0364, 0.2826], [0.0225, 0.1601], [0.0244, 0.2466], [0.0082, 0.0964]],
            [[NA, NA], [NA, NA], [0.0174, 0.2294], [0.0008, 0.0087]],
            [[NA, NA], [NA, NA], [0.0167, 0.2295], [0.0003, 0.0017]],
        ],
    ]
)


def study(quick: bool = False, seed: int = 0) -> Study:
    """Make tables 1 and 2 and figures 2 to 4; `quick` leaves out figure 4's gains above 3e4."""
    runs = [track(GAINS, DT, TABLE_STEPS, c.stable, c.with_velocity) for c in CONTROLLERS]
    ours = measured(runs)
    gains = FIGURE_GAINS[:4] if quick else FIGURE_GAINS
    steps = {name: largest_steps(gains, stable) for name, stable in (("PD", False), ("SPD", True))}
    return Study(
        name="pendulum",
        title="A two-link pendulum, by plain and by stable PD",
        source="Tan, Liu & Turk 2011, section 3.4: tables 1 and 2, figures 2 to 4",
        text=f"{_about_tables(ours)} {_about_lag(ours)} {_about_steps(gains, steps)}",
        tables=[*(_table(angle, ours) for angle in range(2)), _step_table(gains, steps)],
        curves=[*(_errors(runs, a, v) for a in range(2) for v in (False, True)), _step_curves(gains, steps)],
    )


def measured(runs: list[Tracking]) -> np.ndarray:
    """The measured errors (angle, gain, controller, 2), rad, in the form of `PAPER`; NaN for divergence."""
    both = [np.stack([run.largest(), run.norm()], axis=-1) for run in runs]  # (gain, angle, 2) each
    return np.stack(both, axis=2).swapaxes(0, 1)


def largest_steps(gains: tuple[float, ...], stable: bool) -> np.ndarray:
    """The largest stable steps (gains,) s of figure 4."""
    return np.array([largest_stable_step(kp, stable, TABLE_STEPS * DT, LONGEST) for kp in gains])


def _about_tables(ours: np.ndarray) -> str:
    given = np.isfinite(PAPER)
    off = np.abs(ours - PAPER)[given] / PAPER[given]
    off = np.nan_to_num(off, nan=np.inf)  # a run that diverged where the paper's did not
    printed = (off <= CLOSE) | (np.abs(ours - PAPER)[given] <= PRINTED)
    agree = int((np.isfinite(ours) == given).all(axis=(0, 3)).sum())
    pendulum = Pendulum()
    return (
        f"Tracking cos t and cos t + 1 in {TABLE_STEPS} explicit Euler steps of 1/60 s with kd = kp dt: "
        f"of the {off.size} errors that the paper prints {int((off <= CLOSE).sum())} come out within "
        f"{CLOSE:.0%} ({int(printed.sum())} if those count that round to the printed digits) and "
        f"{int((off <= 0.1).sum())} within 10%; half of them are within {np.median(off):.1%}. The paper does "
        f"not give masses and lengths; those used here, {pendulum.masses[0]:g} and {pendulum.masses[1]:g} kg "
        f"at {pendulum.lengths[0]:.2f} and {pendulum.lengths[1]:.2f} m, were fitted, and so was the number "
        f"of steps, {TABLE_STEPS}, which it does not give either (|e|2 grows with it): the agreement is "
        f"partly made, not found. Plain PD diverges at "
        f"{_diverging(ours, stable=False)}, stable PD at {_diverging(ours, stable=True)}; in {agree} of "
        f"{PAPER.shape[1] * PAPER.shape[2]} runs the paper says the same."
    )


def _diverging(ours: np.ndarray, stable: bool) -> str:
    """The gains at which one of these controllers, or both, diverged, as text."""
    which = [controller.stable == stable for controller in CONTROLLERS]
    lost = np.isnan(ours[0, :, which, 0]).any(axis=0)
    return " and ".join(f"kp = {kp:g}" for kp, one in zip(GAINS, lost, strict=True) if one) or "no gain"


def _about_lag(ours: np.ndarray) -> str:
    late, timely = ours[:, -1, 2, 0].max(), ours[:, -1, 3, 0].max()
    return (
        f"At the highest gain stable PD that aims at rest is up to {late:.4f} rad behind, which is the "
        f"reference's greatest speed, 1 rad/s, times one step ({DT:.4f} s); aiming at the reference's "
        f"velocity it is {timely:.4f} rad off."
    )


def _about_steps(gains: tuple[float, ...], steps: dict[str, np.ndarray]) -> str:
    bound = steps["PD"] < LONGEST
    free = int((steps["SPD"] >= LONGEST).sum())
    slope = np.polyfit(np.log(np.array(gains)[bound]), np.log(steps["PD"][bound]), 1)[0]
    worst = np.abs(steps["PD"] / linear_steps(gains) - 1)[bound].max()
    return (
        f"Stable PD keeps to the reference in steps of 1/30 s, the longest that were tried, at {free} of "
        f"{len(gains)} gains up to {gains[-1]:g}; the largest step of plain PD falls with the power "
        f"{slope:.2f} of the gain, to {steps['PD'][-1] * 1e3:.3g} ms, within {worst:.1%} of what a linear "
        f"plant with the pendulum's least inertia m bears, kp dt² = 4 m. A step counts as stable if no error "
        f"comes to half a turn in {TABLE_STEPS * DT:.2f} s."
    )


def linear_steps(gains: tuple[float, ...]) -> np.ndarray:
    """The largest stable steps (gains,) s of plain PD, kd = kp dt, on a linear plant of the least inertia m.

    4 m - 2 kd dt + kp dt² = 0 (`stability`) becomes kp dt² = 4 m.
    """
    return np.sqrt(4 * Pendulum().least_inertia() / np.array(gains))


def _table(angle: int, ours: np.ndarray) -> Table:
    """One of the paper's tables, with a row for each of its pairs of columns."""
    heads = [f"{norm} {what}" for norm in ("|e|inf", "|e|2") for what in ("[rad]", "paper [rad]", "ratio")]
    rows: list[list[Cell]] = []
    for i, kp in enumerate(GAINS):
        for j, controller in enumerate(CONTROLLERS):
            row: list[Cell] = [f"{kp:g}", controller.name]
            for here, theirs in zip(ours[angle, i, j], PAPER[angle, i, j], strict=True):
                row += [_error(here), _error(theirs), _ratio(here, theirs)]
            rows.append(row)
    return Table(
        title=f"Table {angle + 1}: error of the {ANGLES[angle]} angle",
        columns=("kp [N m/rad]", "controller", *heads),
        rows=rows,
        note="NA: diverges. kd = kp dt; |e|2 is the root of the sum of squares over all steps. "
        "The paper's last digits are rounded, which moves the ratio of small errors.",
    )


def _error(value: float) -> Cell:
    return "NA" if np.isnan(value) else f"{value:.4f}"


def _ratio(here: float, theirs: float) -> Cell:
    return None if np.isnan(here) or np.isnan(theirs) else f"{here / theirs:.3f}"


def _errors(runs: list[Tracking], angle: int, with_velocity: bool) -> Curves:
    """The curves of one half of figure 2 or 3."""
    lines = {}
    for controller, run in zip(CONTROLLERS, runs, strict=True):
        if controller.with_velocity == with_velocity:
            short = controller.name.split()[0]
            for kp, error in zip(GAINS, run.error[..., angle], strict=True):
                inside = np.logical_and.accumulate(np.abs(error) < SHOWN)  # false for NaN
                diverges = " (diverges)" if np.isnan(error).any() else ""
                lines[f"{short}, kp = {kp:g}{diverges}"] = run.times, np.where(inside, error, np.nan)
    how = "with" if with_velocity else "without"
    return Curves(
        title=f"Figure {angle + 2}: error of the {ANGLES[angle]} angle, {how} the reference's velocity",
        x="time [s]",
        y="error [rad]",
        lines=lines,
    )


def _step_table(gains: tuple[float, ...], steps: dict[str, np.ndarray]) -> Table:
    each = zip(gains, steps["PD"], steps["SPD"], linear_steps(gains), strict=True)
    rows = [[f"{kp:g}", *(f"{1e3 * step:.3f}" for step in row)] for kp, *row in each]
    return Table(
        title="Figure 4: the largest stable time step",
        columns=("kp [N m/rad]", "PD [ms]", "SPD [ms]", "PD on a linear plant [ms]"),
        rows=rows,
        note=f"None longer than {1e3 * LONGEST:.1f} ms was tried. With the reference's velocity; kd = kp dt.",
    )


def _step_curves(gains: tuple[float, ...], steps: dict[str, np.ndarray]) -> Curves:
    at = np.array(gains)
    return Curves(
        title="Figure 4: the largest stable time step",
        x="kp [N m/rad]",
        y="time step [s]",
        lines={name: (at, found) for name, found in steps.items()},
        log="xy",
        marks={"PD on a linear plant": (at, np.minimum(linear_steps(gains), LONGEST))},
    )
