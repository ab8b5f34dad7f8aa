"""The projection of each kind of term of a full body: one entry a kind, in the order of their inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from reduce.terms.cable import reduce_cables
from reduce.terms.chamber import reduce_chambers
from reduce.terms.contact import reduce_contact
from runtime.body.terms.term import Term

Array = np.ndarray

PROJECTIONS: dict[str, Callable[[Any, Any, Array], Term]] = {
    "cable": reduce_cables,
    "pressure": reduce_chambers,
    "contact": reduce_contact,
}


def reduce_terms(terms: Mapping[str, object], body: object, vectors: Array) -> tuple[Term, ...]:
    """Return the reduced terms, by kind, of a full body's `terms`, on the span of `vectors` (n_free, r)."""
    return tuple(PROJECTIONS[kind](terms[kind], body, vectors) for kind in PROJECTIONS if kind in terms)
