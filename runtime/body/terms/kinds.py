"""The terms whose inputs are controls: one entry each, by which bundles know what they store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runtime.base.fields import Stored
from runtime.base.kernels import Array
from runtime.body.terms.cable import Cables
from runtime.body.terms.chamber import Chambers
from runtime.body.terms.contact import Contact
from runtime.body.terms.term import Driven, Term

# By the kind of actuator that a scene calls them, in the order of a plant's inputs. Each is a NamedTuple of
# the arrays that a bundle stores of it, which `stored` declares; `none` is one that does nothing, and `check`
# says what must hold.
DRIVEN: dict[str, type[Driven]] = {"cable": Cables, "pressure": Chambers}


def stored_arrays() -> dict[str, Stored]:
    """What a bundle stores of them all, by name."""
    return {name: each for kind in DRIVEN.values() for name, each in kind.stored.items()}


def stored_terms(arrays: Mapping[str, Array]) -> list[Driven]:
    """Those of a bundle's arrays. Raises ValueError of one of which a part is missing."""
    found = []
    for kind in DRIVEN.values():
        missing = kind.stored.keys() - arrays.keys()
        if not missing:
            found.append(kind(*(arrays[name] for name in kind.stored)))
        elif missing != kind.stored.keys():
            raise ValueError(f"muscles/{min(missing)} is missing")
    return found


def driven_terms(arrays: Mapping[str, Array]) -> tuple[Driven, ...]:
    """Those that do something, of a bundle's arrays."""
    return tuple(term for term in stored_terms(arrays) if term.inputs)


def arrays_of(terms: Iterable[Term], rank: int) -> dict[str, Array]:
    """What a bundle of a body with such terms stores: nothing where none of them is driven.

    Raises ValueError where they are not one of a kind, in the order of the kinds.
    """
    own = [term for term in terms if isinstance(term, tuple(DRIVEN.values()))]
    if [type(term) for term in own] != [kind for kind in DRIVEN.values() if kind in map(type, own)]:
        raise ValueError("terms: expected one of each kind, in the order of `DRIVEN`")
    found: dict[str, Array] = {}
    for kind in DRIVEN.values() if own else ():
        given = [term for term in own if isinstance(term, kind)]
        found |= (given or [kind.none(rank)])[0]._asdict()
    return found


def contact_arrays(terms: Iterable[Term]) -> dict[str, Array]:
    """What a bundle of a body with such terms stores of its contact: nothing of one that touches nothing."""
    return next((term._asdict() for term in terms if isinstance(term, Contact)), {})
