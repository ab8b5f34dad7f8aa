"""What a kind of scene brings to the pipeline: everything that differs between soft bodies and smoke."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from offline.campaign.campaign import Job
from reduce.pod import Basis
from runtime.bundle.record import Bundle
from runtime.loop import Track

Progress = Callable[[str, int, int], None]


class Way(Protocol):
    """A scene on its way to a bundle; the methods are called in this order.

    `closer` says what brings the reduced run and the full one closer.
    """

    closer: str

    def describe(self) -> str:
        """Build the full model, check the scene against it, and say how large it is."""

    def centre_line(self, progress: Progress) -> Job:
        """The one full run under the scene's own control."""

    def take_centre_line(self, path: Path) -> str:
        """Read that run, and say what there is to say."""

    def enrichment(self) -> Job:
        """The perturbed full runs."""

    def describe_runs(self, paths: list[Path]) -> str:
        """What there is to say about the perturbed runs; may be nothing."""

    def basis(self, paths: list[Path]) -> Basis:
        """The basis of all runs."""

    def plant(self, basis: Basis) -> Any:
        """The reduced plant; it has `model`, a NamedTuple."""

    def feedforward(self, basis: Basis) -> np.ndarray:
        """The centre line's control, projected, (T, r) ([002], section 5.3)."""

    def projected_states(self, basis: Basis) -> np.ndarray:
        """The states (T + 1, n) that the centre line projects to."""

    def bundle(self, basis: Basis, plant: Any, track: Track, uncontrolled: np.ndarray) -> Bundle:
        """All of the bundle but its gains; `uncontrolled` (T, r) is what an uncontrolled run is left to."""

    def full_step(self) -> Callable[[], Any]:
        """One step of the full simulation, to be timed."""
