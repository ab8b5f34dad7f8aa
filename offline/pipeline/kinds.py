"""The functions that a kind of scene gives the pipeline: all that differs between soft bodies and smoke.

Each kind is a module of plain functions without state; `KINDS` finds it by the scene's class.
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
from offline.scenes.base.scene import Scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.smoke import SmokeScene
from reduce.pod import Basis
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.plant.plant import Plant
from runtime.plant.track import Track
from runtime.rollouts import Rollouts

Full = Any  # the kind's own full model, `FullBody` or `FullSmoke`
Nominal = Any  # its nominal run, `BodyNominal` or `SmokeNominal`, with the attributes `full` and `words`
Reduced = Any  # its plant, `BodyPlant` or `SmokePlant`


class Kind(Protocol):
    """The functions of a module, in the order of the stages."""

    def outline(self, scene: Any) -> Outline:
        """Return its sizes before anything is made; what had to be read for them is in `made`."""

    def full_model(self, scene: Any, made: Any = None) -> Full:
        """Build the full model, checked against the scene; warn of likely mistakes."""

    def size(self, full: Full) -> str:
        """Describe its size, and its solver."""

    def nominal_run(self, full: Full, progress: Progress) -> Job:
        """Return the job of the one full run under the scene's own loads or winds."""

    def read_nominal(self, full: Full, path: Path) -> Nominal:
        """Read that run from its file."""

    def scale(self, nominal: Nominal) -> Scale:
        """Return the scales of perturbations of its motion; zero for one that rests."""

    def training_runs(self, nominal: Nominal) -> Job:
        """Return the job of the perturbed full runs."""

    def static_runs(self, nominal: Nominal, progress: Progress) -> Job:
        """Return the job of states under constant loads, for a kind that has such: at most one run.

        Its file follows those of the perturbed runs in every argument `training`.
        """

    def training_words(self, full: Full, training: Sequence[Path]) -> str:
        """Return a text about perturbed runs, which may be empty."""

    def basis(self, nominal: Nominal, training: Sequence[Path], columns: int | None = None) -> Basis:
        """Return the basis of all runs; at most `columns` columns are kept while others are read."""

    def basis_words(self, nominal: Nominal, training: Sequence[Path], basis: Basis) -> str:
        """Say how well it represents the full model's states; may be empty. Warns where it does not."""

    def plant(self, nominal: Nominal, training: Sequence[Path], basis: Basis) -> tuple[Plant, str]:
        """Return the reduced plant, and a text about it, which may be empty."""

    def projected(self, nominal: Nominal, basis: Basis) -> Track:
        """Return the nominal run's states and its control, projected ([002], section 5.3)."""

    def bundle(
        self, nominal: Nominal, training: Sequence[Path], basis: Basis, plant: Reduced, reference: Reference
    ) -> Bundle:
        """Return the bundle without its gains."""

    def sensed(self, nominal: Nominal, bundle: Any) -> Bundle:
        """Return the bundle with the scene's sensors and its observer, for a kind that has such."""

    def left_alone(self, nominal: Nominal, bundle: Any) -> Rollouts:
        """Run the full model under the bundle's LQR, without pushes."""

    def full_step(self, nominal: Nominal) -> Callable[[], object]:
        """Return one step of the full simulation, as a function to be timed."""


KINDS: Mapping[type[Scene], Kind] = {BodyScene: body, SmokeScene: smoke}


def kind_of(scene: Scene) -> Kind:
    """Return the functions for a scene."""
    return KINDS[type(scene)]
