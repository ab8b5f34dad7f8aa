"""Declarations of parts that bundles of both kinds have: a motion, costs, and rows of stages."""

from __future__ import annotations

from dataclasses import replace

from runtime.base.fields import Stored

BYTES = Stored(type=int, least=0, most=2**63 - 1, optional=True, unit="bytes")
STAGE = {  # the fields of a row of `Bundle.stages`
    "stage": Stored(type=str, prose=True),
    "seconds": Stored(type=float, least=0, unit="s"),
    "result": Stored(type=str, prose=True, meaning="result in words"),
    "bytes": replace(BYTES, meaning="size of the result"),
    "memory before": replace(BYTES, meaning="memory of the process at the start"),
    "memory": replace(BYTES, meaning="peak memory of the process in this stage"),
    "memory of a worker": replace(BYTES, meaning="peak memory of the largest worker"),
    "taken up": replace(BYTES, unit="", meaning="number of full runs kept from before"),
    "tuned": Stored(type=dict[str, float], optional=True, meaning="parameters; efforts, errors over LQR's"),
    "figures": Stored(type=dict[str, int | float], optional=True, meaning="those of the paper's tables"),
}
TRACK = {
    "states": Stored(("states", "size"), unit="as a state", meaning="z_ref: the motion that is followed"),
    "feedforward": Stored(
        ("steps", "forces"),
        unit="reduced force",
        meaning="w_ff: the force that makes this motion, held over each step",
    ),
}
COSTS = {
    "running": Stored(("size", "size"), meaning="Q: weights on the state's deviation, a density in time"),
    "schedule": Stored(("steps",), least=0, unit="1", meaning="factor on `running` in each step"),
    "steps": Stored(("instants",), "i8", below="states", unit="step", meaning="steps of the single instants"),
    "instants": Stored(
        ("instants", "size", "size"), meaning="Q_i: weights at these instants; that at T is the final cost"
    ),
    "control": Stored(("controls", "controls"), meaning="R: weights on the control, a density in time"),
    "places": Stored(
        ("followed", "size"),
        since=8,
        may_be_empty=True,
        unit="m / state",
        meaning="C: coordinates in space that follow paths, a row each, of the state's deviation",
    ),
    "goals": Stored(
        ("states", "followed"),
        since=8,
        may_be_empty=True,
        unit="m",
        meaning="g: goals of these coordinates, relative to their values in the motion",
    ),
    "weights": Stored(
        ("followed",),
        since=8,
        may_be_empty=True,
        least=0,
        meaning="q: weights on the squares of C Δz - g, densities in time; times `schedule`, too",
    ),
}
