"""Fingerprints of bundles: of what they are made of, and of a model and motion alone."""

from __future__ import annotations

import json

import numpy as np

from offline.campaign.snapshots import fingerprint
from runtime.base.fields import header_of, stored_arrays
from runtime.bundle.record import Bundle

OF_CONTROLLERS = {"gains", "offsets", "parts"}  # groups of a bundle's arrays
Array = np.ndarray


def made_of(bundle: Bundle) -> tuple[str, dict[str, Array]]:
    """Return a bundle's content except for how long its making took, for a fingerprint."""
    header = {name: value for name, value in header_of(bundle).items() if name != "stages"}
    arrays = {name: array for name, _, array in stored_arrays(bundle)}
    return json.dumps(header, sort_keys=True), arrays


def motion_print(bundle: Bundle) -> str:
    """Return the fingerprint of a bundle's model and motion, whatever controllers have been tuned for it."""
    header, arrays = made_of(bundle)
    own = {name: each for name, each in arrays.items() if name.partition("/")[0] not in OF_CONTROLLERS}
    return fingerprint("motion", header, own)
