"""Projection of a full body's contact onto a basis, u = U p: exact, as its samples are linear in u."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from reduce.protocols import Body, Embedded
from runtime.body.terms.contact import Contact

Array = np.ndarray


class FullContact(Protocol):
    """The contact of a full body."""

    points: Embedded
    law: Contact


def reduce_contact(contact: FullContact, body: Body, vectors: Array) -> Contact:
    """Return the reduced form of `offline.full.body.terms.contact` on the span of `vectors` (n_free, r)."""
    modes = (contact.points.matrix(body) @ vectors).reshape(-1, 3, vectors.shape[1])
    return Contact(**contact.law._asdict() | {"point_modes": modes})
