"""The terms whose inputs are controls: one entry each, by which bundles know what they store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.base.fields import Stored
from runtime.base.kernels import Array
from runtime.body.terms.cable import Cables
from runtime.body.terms.chamber import Chambers
from runtime.body.terms.term import Term

# By the kind of actuator that a scene calls them, in the order of a plant's inputs. Each is a NamedTuple of
# the arrays that a bundle stores of it, which `stored` declares; `none` is one that does nothing, and `check`
# says what must hold.
DRIVEN: dict[str, type[Any]] = {"cable": Cables, "pressure": Chambers}


def stored_arrays() -> dict[str, Stored]:
    """What a bundle stores of them all, by name."""
    return {name: each for kind in DRIVEN.values() for name, each in kind.stored.items()}


def driven_terms(arrays: Mapping[str, Array]) -> tuple[Any, ...]:
    """Those that do something, of a bundle's arrays."""
    kinds = [kind for kind in DRIVEN.values() if kind._fields[0] in arrays]
    found = [kind(**{name: arrays[name] for name in kind._fields}) for kind in kinds]
    return tuple(term for term in found if term.inputs)


def arrays_of(terms: Iterable[Term], rank: int) -> dict[str, Array]:
    """What a bundle of a body with such terms stores: nothing where none of them is driven."""
    own = {type(term): term for term in terms}
    if not any(kind in own for kind in DRIVEN.values()):
        return {}
    found: dict[str, Array] = {}
    for kind in DRIVEN.values():
        found |= own.get(kind, kind.none(rank))._asdict()
    return found
