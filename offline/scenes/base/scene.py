"""A scene of any kind, and its motions.

A scene is everything that a run depends on. `offline.scenes.reading` reads it from a file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Self

from pydantic import (
    ConfigDict,
    Field,
    ValidationInfo,
    model_validator,
)

from offline.scenes.base.names import PlainName
from offline.scenes.base.parts import (
    STORED,
    BasisPart,
    ControlPart,
    EnrichmentPart,
    EnsemblePart,
    Part,
    PushPart,
    ReferencePart,
    TimePart,
    twice,
)
from offline.scenes.base.values import (
    Index,
)
from runtime.control.paths import SHARE_OF_STEP
from softrein.errors import shown

MOST_MOTIONS = 32  # most motions of a model: each has its own full runs, gains and comparators


class MotionPart(Part):
    """One of several motions of the same model: its name, and what differs from the rest of the scene.

    In a table, the entries given here replace the scene's, and the others stay; a list replaces the scene's
    whole list.
    """

    # `offline.scenes.motions` checks which entries are allowed, together with the scene.
    model_config = ConfigDict(extra="allow", frozen=True, allow_inf_nan=False)

    name: PlainName = Field(description="name by which the motion is chosen, as in `--motion NAME`")
    description: str = Field("", description="description of the motion for readers; none: the scene's")

    @property
    def own(self) -> dict[str, object]:
        """Its own entries of a scene, as they are written."""
        return dict(self.model_extra or {})


class Scene(Part):
    """A scene, with the entries of every kind.

    For each kind, `absent` says why it lacks an entry, and `of_motions` which entries each of
    `[[motions]]` may have.
    """

    absent: ClassVar[Mapping[str, str]] = {}
    of_motions: ClassVar[frozenset[str]] = frozenset(
        {"time", "keyframes", "reference", "control", "pushes", "ensemble"}
    )

    name: PlainName = Field(description="name of the scene, and of the files made from it")
    description: str = Field("", description="description of the scene for readers, in a sentence")
    kind: str
    seed: Index = Field(0, description="random seed for training runs, random pushes and measurement noise")
    backend: str | None = None
    time: TimePart
    enrichment: EnrichmentPart
    basis: BasisPart
    reference: ReferencePart = ReferencePart()
    control: ControlPart
    pushes: Sequence[PushPart] = Field([])
    ensemble: EnsemblePart | None = None
    motions: list[MotionPart] = Field(
        [],
        max_length=MOST_MOTIONS,
        description="several motions of one model, the first by default; each has a `name` and the "
        "entries that differ from the scene's, such as loads or key-frames; none: one motion",
    )

    @model_validator(mode="before")
    @classmethod
    def _told_by_keyframes(cls, data: object) -> object:
        """Set the reference to that of key-frames, where there are any, unless the scene sets its source."""
        if not isinstance(data, Mapping) or not data.get("keyframes"):
            return data
        reference = data.get("reference", {})
        says = not isinstance(reference, Mapping) or "source" in reference or reference.get("animation")
        return data if says else {**data, "reference": {**reference, "source": "keyframes"}}

    @model_validator(mode="after")
    def _names_differ(self, info: ValidationInfo) -> Self:
        names = [part.name for part in getattr(self.control, "actuators", ())]
        if len(set(names)) < len(names) and info.context != STORED:
            raise ValueError(f"control.actuators: two are called {shown(twice(names))}; rename one")
        return self

    @property
    def something_weighs(self) -> bool:
        """Whether any weight on the state is not zero; otherwise gains would be zero."""
        return self.control.something_weighs

    @model_validator(mode="after")
    def _keeps_what_moves(self, info: ValidationInfo) -> Self:
        """Refuse to keep only the states with which runs begin, mostly those at rest: they give no basis."""
        every, steps = self.enrichment.keep_every, self.time.steps
        if every > steps and info.context != STORED:
            raise ValueError(
                f"enrichment.keep_every: {every} is above time.steps, {steps}: each run would keep only "
                f"the state at its beginning; take {steps} at most"
            )
        return self

    @model_validator(mode="after")
    def _something_to_gain(self) -> Scene:
        if not self.something_weighs:
            raise ValueError(
                "control: all weights on the state are zero, so all gains would be zero; set `final`, for "
                "example"
            )
        return self

    @model_validator(mode="after")
    def _ranges_in_order(self) -> Scene:
        ranges = {
            "enrichment.strength": self.enrichment.strength,
            "enrichment.radius": self.enrichment.radius,
        }
        if self.ensemble is not None:
            part = self.ensemble
            ranges |= {f"ensemble.{part.measure}": part.strengths, "ensemble.time": part.time}
        for name, (least, largest) in ranges.items():
            if least > largest:
                raise ValueError(f"{name}: the least, {least:g}, is above the largest, {largest:g}")
        return self

    @model_validator(mode="after")
    def _times_inside(self) -> Scene:
        end = self.time.step * self.time.steps
        latest = {f"control.instants.{i}.time": part.time for i, part in enumerate(self.control.instants)}
        starts = {f"pushes.{i}.time": part.time for i, part in enumerate(self.pushes)}
        if self.ensemble is not None:
            starts["ensemble.time"] = self.ensemble.time[1]
        self._add_times(latest, starts)
        late = [(name, time, "after") for name, time in latest.items() if time > end * (1 + 1e-12)]
        late += [(name, time, "at or after") for name, time in starts.items() if time >= end * (1 - 1e-12)]
        for name, time, where in late:
            raise ValueError(f"{name}: {time:g} s lies {where} the end of the motion, {end:g} s")
        return self

    @model_validator(mode="after")
    def _long_beside_a_step(self) -> Scene:
        least = SHARE_OF_STEP * self.time.step
        spans = {f"pushes.{i}.noise": part.noise or None for i, part in enumerate(self.pushes)}
        for name, seconds in (spans | self._spans()).items():
            if seconds is not None and seconds < least:
                raise ValueError(
                    f"{name}: {seconds:.3g} s is less than a hundredth of a step of {self.time.step:g} s: "
                    f"give {least:g} s at least"
                )
        return self

    @property
    def expected_strength(self) -> float:
        """The largest strength of the random pushes, or else of its own, N or m/s^2; 0: there are none."""
        if self.ensemble is not None:
            return self.ensemble.strengths[1]
        return max((math.hypot(*push.strength) for push in self.pushes), default=0.0)

    @property
    def at_rest(self) -> str:
        """Say why nothing can move by itself, as far as the scene alone tells; empty where something may."""
        return ""

    @property
    def implied_source(self) -> str:
        """The source of the reference that the other entries imply where the scene gives none."""
        if getattr(self.reference, "animation", None) is not None:
            return "animation"
        if getattr(self, "keyframes", ()):
            return "keyframes"
        source: str = ReferencePart.model_fields["source"].default
        return source

    @property
    def endless(self) -> bool:
        """Whether the motion begins again at its end."""
        return self.reference.rewind

    @property
    def useless(self) -> str:
        """What is wrong with an entry that has no effect in a scene, unless it has one in another motion."""
        return ""

    @property
    def numbered(self) -> list[str]:
        """Its entries that name vertices by their numbers, which another mesh has for others."""
        return []

    def _spans(self) -> dict[str, float | None]:
        """Return the kind's own periods and durations, in s, which must be at least a hundredth of a step."""
        return {}

    def _add_times(self, latest: dict[str, float], starts: dict[str, float]) -> None:
        """Add the kind's own times: those at which the motion must still last, and those of starts."""

    def in_folder(self, folder: Path) -> Scene:
        """Return the same scene with absolute paths of the files that it names."""
        return self
