"""The memory and disk that a scene will take, estimated before anything large is made.

A kind of scene states in an `Outline` the sizes of its full and its reduced model, from the scene's fields
alone (for a file, after it was read); the rest is the same for all kinds. For each stage everything in memory
at its peak is counted, including the processes of full runs and of comparators. The estimate is meant to be
on the safe side: one to three times what was measured (`tests/offline/scenes/test_needs.py` compares the
two).

Factors of sizes are measured numbers, rounded up, of arrays of the same shape that are in memory at once.

Limits: how far runs are compressed, how many modes an energy takes, and whether a body's iterations are
replaced by a factorisation is known only afterwards. The estimate is repeated when the rank is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from meshes.memory import available_memory
from offline.campaign.machine import free_disk, in_words
from offline.campaign.snapshots import CHUNK_BYTES
from offline.scenes.base.scene import Scene
from reduce.compression import GRAM_TOLERANCE
from reduce.pod import BATCH_BYTES
from softrein.errors import BasisError, SceneError

NUMBER = 8  # bytes of a number
# bytes of a worker process: libraries, and kernels compiled for the first time (otherwise 250e6)
PROCESS = 370e6
FIRST_PROCESS = 700e6  # the same of the main process (otherwise 280e6)
MOST_COUNTED = 1e30  # beyond all machines; TOML integers may have any number of digits
ENERGY_RANK = 64  # modes assumed if the energy determines the rank
EXACT_DIGITS = 12.5  # digits for uncompressed data
# fraction of a run's columns kept per digit of tolerance: 0.17 in all at 1e-3, 0.26 at 1e-4, 0.25 at 1e-7
# measured
DIGIT = 0.08
COMPRESSED = 5  # copies of its states that a run holds while it is compressed
# Copies of all columns that are held while they are merged to a basis, for loose and tight tolerances: 0.4 to
# 1 measured for motions, 3 for noise.
LOOSELY, TIGHTLY = 1.0, 2.0
BATCHES = 4  # batches of `reduce.pod.BATCH_BYTES` held at once
STREAMED = 6  # copies of the kept columns held while others are merged, if memory is bounded
# least columns, as a multiple of the modes: the last columns are inaccurate because of what is dropped
LEAST_COLUMNS = 2
SLACK = 0.95  # usable fraction of the free memory, which changes all the time
LATER = ("reduced model", "gains", "comparators")  # stages after the basis
STATES = "the states of all runs"
MODES = 6  # copies of the basis held
RESPONSES = 3  # copies of the static responses held
RECURSION = 14  # matrices (n, n) per step for gains with two discretisations
KEPT_GAINS = 4  # matrices (s, n) per step that are kept


def count(value: float) -> float:
    """Write a number of things, of any size."""
    return float(min(value, MOST_COUNTED))


class Need(NamedTuple):
    """A size in bytes, its purpose, and the fields of the scene that determine it."""

    size: float
    what: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Outline:
    """The sizes that a kind of scene states, in bytes unless noted."""

    source: tuple[str, ...]  # scene entries that set the size of the full model
    unknowns: float  # n, numbers in a full state
    model: float  # bytes of the full model and its solver
    held: int  # arrays (n, T + 1) in memory after the nominal run
    written: int  # how many of these are also on disk
    a_step: float  # additional memory of a run per step
    compressed: bool  # whether training runs are compressed
    particles: float  # number of particles in a plane; one in space counts as one and a half
    velocities: bool  # whether a reduced state includes the velocity of each coordinate
    actuators: int  # number of actuators; 0: every coordinate is driven
    reduced: Callable[[float], float]  # (rank): memory for computing the reduced model
    settling: float = 0.0  # memory for computing static responses
    statics: float = 0.0  # number of static responses
    tried: float = 0.0  # additional modes computed to find a sufficient rank
    found: int = 0  # arrays (n, T + 1) held while a motion is found in rounds
    made: object = None  # inputs already read to determine the sizes, for the full model
    motions: int = 1  # number of motions of the model
    number: int = NUMBER  # bytes of a number in a training run on disk
    digit: float = DIGIT  # fraction of a training run's columns kept per digit of tolerance
    still: int = 0  # states of a run that are zero, and add no direction


def together(outlines: Sequence[Outline]) -> Outline:
    """Return the outline of several motions of one model, whose nominal runs are all kept for the basis."""
    first = outlines[0]
    if len(outlines) == 1:
        return first
    return replace(
        first,
        motions=len(outlines),
        held=sum(each.held for each in outlines),
        written=sum(each.written for each in outlines),
        statics=sum(each.statics for each in outlines),
        a_step=max(each.a_step for each in outlines),
        found=sum(each.found for each in outlines),
        settling=max(each.settling for each in outlines),
    )


class Needs(NamedTuple):
    """The needs of memory by stage, and of disk."""

    memory: Mapping[str, Sequence[Need]]
    disk: Sequence[Need]

    @property
    def largest(self) -> Sequence[Need]:
        """The needs of the stage that takes most memory."""
        return max(self.memory.values(), key=total)


def total(needs: Sequence[Need]) -> float:
    """Return the sum in bytes."""
    return sum(need.size for need in needs)


def needs_of(
    scene: Scene,
    outline: Outline,
    processes: tuple[int, int],
    rank: int | None = None,
    columns: int | None = None,
) -> Needs:
    """Return a scene's needs, with `processes` for full runs and for comparators (0: this process).

    `rank` is the basis's, once it is known: finished stages then no longer count for memory.
    `columns` is that of `reduce.pod.pod`.
    """
    sizes = replace(_sizes(scene, outline, rank), columns=columns)
    always = [
        Need(FIRST_PROCESS, "libraries", ("--any-size",)),
        Need(outline.model, "the full model", outline.source),
        sizes.nominal(outline.held),
    ]
    rounds = sizes.rounds()
    later = [*always, sizes.modes(), sizes.paths()]
    runs, comparators = processes
    memory = {
        "full runs": [*always, *_in_processes(runs, sizes.training()), *([sizes.finer()] if runs else [])],
        "static responses": [*always, sizes.responses(), Need(outline.settling, "factors", outline.source)],
        "basis": [*always, sizes.modes(outline.tried), sizes.snapshots(), sizes.responses(), rounds],
        "reduced model": [
            *later,
            Need(outline.reduced(sizes.rank), "the reduced model", sizes.by_rank),
            rounds,
        ],
        "gains": [*later, sizes.gains(), sizes.recursion()],
        "comparators": [*later, sizes.gains(), *_in_processes(comparators, sizes.loaded())],
    }
    nominal = sizes.nominal(outline.written, CHUNK_BYTES)
    if rank is not None:
        memory = {stage: memory[stage] for stage in LATER}
    # `check_rank` refuses it before the later stages
    elif sizes.rank - scene.basis.further > sizes.most_modes:
        memory = {stage: memory[stage] for stage in ("full runs", "basis")}
    return Needs(memory, [nominal, sizes.files(), sizes.bundle()])


def processes_within(
    scene: Scene, outline: Outline, processes: tuple[int, int], memory: float
) -> tuple[int, int]:
    """Return how many of the wanted processes for full runs, and for comparators, fit into `memory` bytes.

    0 means that this process does the work.
    """

    def fits(stage: str, pair: tuple[int, int]) -> bool:
        return total(needs_of(scene, outline, pair).memory.get(stage, ())) <= memory

    runs, comparators = processes
    while runs and not fits("full runs", (runs, 0)):
        runs -= 1
    while comparators and not fits("comparators", (0, comparators)):
        comparators -= 1
    return runs, comparators


def columns_within(scene: Scene, outline: Outline, processes: tuple[int, int], memory: float) -> int | None:
    """Return how many columns a basis may keep within `memory` bytes; None where all fit."""
    stage = needs_of(scene, outline, processes).memory["basis"]
    if total(stage) <= memory:
        return None
    sizes = _sizes(scene, outline, None)
    left = memory - total(stage) + sizes.snapshots().size
    return int(max(left / (STREAMED * NUMBER * outline.unknowns), LEAST_COLUMNS * sizes.rank))


def check_rank(scene: Scene, outline: Outline) -> None:
    """Raise BasisError where a scene wants more modes than full runs can have independent directions."""
    most = _sizes(scene, outline, None).most_modes
    if scene.basis.rank is not None and scene.basis.rank > most:
        raise BasisError(
            f"basis.rank: {scene.basis.rank} modes are requested, but all full runs together hold "
            f"{most:.0f} independent directions at most; set fewer modes, or take a finer model or more "
            "runs"
        )


def _in_processes(number: int, each: Need) -> list[Need]:
    """Return what `each` needs in `number` processes, with their libraries; in this one if that is 0."""
    if not number:
        return [each]
    return [
        Need(number * PROCESS, f"{number} processes", ("--workers",)),
        each._replace(size=number * each.size, what=f"{each.what} in {number} processes"),
    ]


def _sizes(scene: Scene, outline: Outline, rank: int | None) -> _Sizes:
    part, steps = scene.enrichment, count(scene.time.steps)
    r = count(rank or (scene.basis.rank or ENERGY_RANK) + scene.basis.further)
    states = steps // count(part.keep_every) + 1
    digits = -math.log10(part.tolerance) if part.tolerance > 0 else EXACT_DIGITS
    return _Sizes(
        outline=outline,
        steps=steps,
        states=states,
        kept=states * min(1.0, outline.digit * digits) if outline.compressed else states,
        runs=count(part.all_runs),
        merged=LOOSELY if part.tolerance >= GRAM_TOLERANCE else TIGHTLY,
        rank=r,
        state=(2 if outline.velocities else 1) * r + 2 * outline.particles,
        controls=outline.actuators or r,
        by_rank=("basis.energy",) if scene.basis.rank is None else ("basis.rank",),
    )


@dataclass(frozen=True)
class _Sizes:
    """Numbers of steps, runs and modes, and the needs that follow from them."""

    outline: Outline
    steps: float
    states: float  # states kept per training run
    kept: float  # columns kept of these
    runs: float
    merged: float
    rank: float
    state: float  # numbers in a reduced state
    controls: float
    by_rank: tuple[str, ...]
    columns: int | None = None  # most columns of a basis if memory is bounded

    @property
    def most_modes(self) -> float:
        """The largest rank: the number of unknowns, or of states that are not zero."""
        states = (self.states - self.outline.still) * (self.runs + self.outline.motions)
        return min(self.outline.unknowns, states + self.outline.statics)

    def nominal(self, arrays: int, most_unused: int = 0) -> Need:
        """Return the need for `arrays` arrays of the nominal run's states, each with some unused bytes."""
        size = arrays * (NUMBER * self.outline.unknowns * (self.steps + 1) + most_unused)
        return Need(
            size + self.steps * self.outline.a_step,
            "the nominal motion",
            (*self.outline.source, "time.steps"),
        )

    def training(self) -> Need:
        """Return the need of a training run under way."""
        n = self.outline.unknowns
        held = min(self.states, BATCH_BYTES / (NUMBER * n) + 2 * self.kept)
        states = COMPRESSED * NUMBER * n * held if self.outline.compressed else 0.0
        size = self.outline.model + states + self.steps * self.outline.a_step
        return Need(size, "full runs", (*self.outline.source, "time.steps", "enrichment.keep_every"))

    def finer(self) -> Need:
        """Return the need of the run with a finer time step, which has a process of its own beside others."""
        size = PROCESS + self.outline.model + NUMBER * self.outline.unknowns * (self.steps + 1)
        return Need(size, "the run on a finer clock", self.outline.source)

    def rounds(self) -> Need:
        """Return the need of all full runs by which a motion is found."""
        size = self.outline.found * NUMBER * self.outline.unknowns * (self.steps + 1)
        return Need(size, "the rounds of its motion", (*self.outline.source, "time.steps"))

    def files(self) -> Need:
        """Return the need of all training runs on disk."""
        size = (
            self.runs * (self.outline.number * self.outline.unknowns * self.kept + CHUNK_BYTES)
            + self.paths().size
        )
        size += NUMBER * self.outline.unknowns * self.outline.statics
        return Need(size, "full runs", (*self.outline.source, "time.steps", "enrichment.runs"))

    @property
    def all_columns(self) -> float:
        """Return the bytes of the columns of all runs."""
        n = self.outline.unknowns
        return NUMBER * n * min(self.states + self.runs * self.kept, 2 * n)

    @property
    def batches(self) -> float:
        """Return the bytes of columns gathered before they are merged; with a bound there are none."""
        return BATCHES * min(BATCH_BYTES, self.all_columns) if self.columns is None else 0.0

    def snapshots(self) -> Need:
        """Return the need of all states from which the basis is made."""
        size = self.merged * self.all_columns
        if self.columns is not None:
            size = min(size, STREAMED * NUMBER * self.outline.unknowns * self.columns)
        return Need(size + self.batches, STATES, self.files().fields)

    def responses(self) -> Need:
        """Return the need of all static responses."""
        size = RESPONSES * NUMBER * self.outline.unknowns * self.outline.statics
        return Need(size, "static responses", (*self.outline.source, "enrichment.statics"))

    def modes(self, tried: float = 0.0) -> Need:
        """Return the need of the basis, with at most `tried` further modes."""
        size = (
            MODES * NUMBER * self.outline.unknowns * max(self.rank, min(self.rank + tried, self.most_modes))
        )
        return Need(size, "the basis", (*self.outline.source, *self.by_rank))

    def paths(self) -> Need:
        """Return the need of the particles' paths in all runs."""
        size = 2 * NUMBER * self.runs * (self.steps + 1) * self.outline.particles
        return Need(size, "the paths of particles", ("time.steps", "enrichment.runs"))

    def gains(self) -> Need:
        """Return the need of all controllers' gains."""
        size = self.outline.motions * KEPT_GAINS * NUMBER * self.steps * self.controls * self.state
        return Need(size, "gains", ("time.steps", *self.by_rank))

    def recursion(self) -> Need:
        """Return the need of the Riccati recursion."""
        return Need(RECURSION * NUMBER * self.steps * self.state**2, "gains", ("time.steps", *self.by_rank))

    def loaded(self) -> Need:
        """Return the need of the bundle in memory, ready to run."""
        return Need(self.bundle().size + self.modes().size, "comparators", self.bundle().fields)

    def bundle(self) -> Need:
        """Return the need of the bundle on disk."""
        size = self.outline.unknowns * self.rank + self.steps * (3 * self.state + 2 * self.rank)
        fields = (*self.outline.source, "time.steps", *self.by_rank)
        return Need(NUMBER * size + self.gains().size + self.paths().size, "the bundle", fields)


def check_fits(needs: Needs, runs: Path, any_size: bool = False, bound: float | None = None) -> str:
    """Write one line on needs and free space; raise SceneError where they do not fit.

    `bound` is the memory in bytes that may be taken, if not all that is free. Files that are already in the
    folder of runs count as free: they are used, or replaced.
    """
    memory, disk = allowed(bound), free_disk(runs)
    left = "allowed" if memory == bound and bound is not None else "free"
    if disk is not None:
        disk += sum(path.stat().st_size for path in runs.rglob("run_*.h5"))
    rows = [("memory", needs.largest, memory, left), ("disk", needs.disk, disk, "free")]
    parts = []
    for what, wanted, there, how in rows:
        if there is not None and total(wanted) > there and not any_size:
            most = max(wanted, key=lambda need: need.size)
            raise SceneError(
                f"{', '.join(most.fields)}: about {in_words(total(wanted))} of {what} would be needed, most "
                f"of it for {most.what}, and {in_words(there)} are {how}: make it smaller, or take "
                f"--any-size (any_size=True in Python) to try all the same{_hint(what, most, bound, how)}"
            )
        own = "" if there is None else f" ({in_words(there)} {how})"
        parts.append(f"{in_words(total(wanted))} of {what}{own}")
    return f"needs about {' and '.join(parts)}"


def _hint(what: str, most: Need, bound: float | None, how: str) -> str:
    """Say how --memory affects a need."""
    if what == "memory" and how == "allowed":
        return ", or allow more (--memory, memory= in Python)"
    if what == "memory" and bound is None and most.what == STATES:
        return ", or bound it (--memory, memory= in Python), so that a basis keeps fewer columns of states"
    return ""


def allowed(bound: float | None) -> float | None:
    """Return the bytes of memory that may be taken: the `bound`, or what is free if that is less."""
    known = [each for each in (bound, available_memory()) if each is not None]
    return min(known) if known else None
