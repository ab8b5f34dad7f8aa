"""What a kind of scene brings to the pipeline: everything that differs between soft bodies and smoke.

Each kind is a module of plain functions, from values to a value; `KINDS` finds it by the scene's class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from offline.campaign.campaign import Job
from offline.campaign.enrichment import Scale
from offline.pipeline import smoke
from offline.pipeline.base.needs import Outline
from offline.pipeline.base.reference import Reference
from offline.pipeline.body import kind as body
from offline.scenes.body import BodyScene
from offline.scenes.parts import Scene
from offline.scenes.smoke import SmokeScene
from reduce.pod import Basis
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.plant.plant import Plant
from runtime.plant.track import Track
from runtime.rollouts import Rollouts

Full = Any  # the kind's own full model, `FullBody` or `FullSmoke`
Nominal = Any  # its nominal run, `BodyNominal` or `SmokeNominal`; has `full` and `words`
Reduced = Any  # its plant, `BodyPlant` or `SmokePlant`


class Kind(Protocol):
    """A module's functions, in the order of the stages."""

    def outline(self, scene: Any) -> Outline:
        """What its sizes are, before anything is made; what had to be read to know is in `made`."""

    def full_model(self, scene: Any, made: Any = None) -> Full:
        """The full model, checked against the scene; warns of what looks like a mistake."""

    def size(self, full: Full) -> str:
        """How large it is, and its solver."""

    def nominal_run(self, full: Full, progress: Progress) -> Job:
        """The one full run under the scene's own loads or winds."""

    def read_nominal(self, full: Full, path: Path) -> Nominal:
        """What that run's file holds."""

    def scale(self, nominal: Nominal) -> Scale:
        """What perturbations of its motion are measured by; nothing of one that rests."""

    def training_runs(self, nominal: Nominal) -> Job:
        """The perturbed full runs."""

    def static_runs(self, nominal: Nominal, progress: Progress) -> Job:
        """States under loads that stay, of a kind that has such: one run at most.

        Its file comes behind those of the perturbed runs wherever `training` is asked for.
        """

    def training_words(self, full: Full, training: Sequence[Path]) -> str:
        """What there is to say about perturbed runs; may be nothing."""

    def basis(self, nominal: Nominal, training: Sequence[Path], columns: int | None = None) -> Basis:
        """The basis of all runs, of which at most so many columns are kept while others are read."""

    def basis_words(self, nominal: Nominal, training: Sequence[Path], basis: Basis) -> str:
        """How well it carries the full model's states; may be nothing. Warns where it does not."""

    def plant(self, nominal: Nominal, training: Sequence[Path], basis: Basis) -> tuple[Plant, str]:
        """The reduced plant, and what there is to say about it; may be nothing."""

    def projected(self, nominal: Nominal, basis: Basis) -> Track:
        """The nominal run's states and its control, projected ([002], section 5.3)."""

    def bundle(
        self, nominal: Nominal, training: Sequence[Path], basis: Basis, plant: Reduced, reference: Reference
    ) -> Bundle:
        """All of the bundle but its gains."""

    def sensed(self, nominal: Nominal, bundle: Any) -> Bundle:
        """The bundle with the scene's sensors and its observer, of a kind that has such."""

    def left_alone(self, nominal: Nominal, bundle: Any) -> Rollouts:
        """The full model under the bundle's LQR, with nobody pushing."""

    def full_step(self, nominal: Nominal) -> Callable[[], object]:
        """One step of the full simulation, to be timed."""


KINDS: Mapping[type[Scene], Kind] = {BodyScene: body, SmokeScene: smoke}


def kind_of(scene: Scene) -> Kind:
    """The functions for a scene."""
    return KINDS[type(scene)]
