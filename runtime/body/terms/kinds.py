"""The kinds of terms whose inputs are controls, by which bundles know the arrays that they store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runtime.base.fields import Stored
from runtime.base.kernels import Array
from runtime.body.terms.cable import Cables
from runtime.body.terms.chamber import Chambers
from runtime.body.terms.contact import Contact
from runtime.body.terms.term import ActuatorTerm, Term

# The kinds of actuators by their names in scenes, in the order of a plant's inputs. Each is a NamedTuple of
# the arrays stored in a bundle, which `stored` declares; `none` makes one without actuators, and `check`
# validates the arrays.
ACTUATOR_TERMS: dict[str, type[ActuatorTerm]] = {"cable": Cables, "pressure": Chambers}


def stored_arrays() -> dict[str, Stored]:
    """The declarations of all arrays of such terms in a bundle, by name."""
    return {name: each for kind in ACTUATOR_TERMS.values() for name, each in kind.stored.items()}


def stored_terms(arrays: Mapping[str, Array]) -> list[ActuatorTerm]:
    """The terms that a bundle's arrays hold. Raises ValueError where a term lacks some of its arrays."""
    found = []
    for kind in ACTUATOR_TERMS.values():
        missing = kind.stored.keys() - arrays.keys()
        if not missing:
            found.append(kind(*(arrays[name] for name in kind.stored)))
        elif missing != kind.stored.keys():
            raise ValueError(f"muscles/{min(missing)} is missing")
    return found


def actuator_terms(arrays: Mapping[str, Array]) -> tuple[ActuatorTerm, ...]:
    """The terms that a bundle's arrays hold and that have any inputs."""
    return tuple(term for term in stored_terms(arrays) if term.inputs)


def arrays_of(terms: Iterable[Term], rank: int) -> dict[str, Array]:
    """The arrays that a bundle stores of a body's terms; none where the inputs of no term are controls.

    Raises ValueError unless there is at most one term of each kind, in the order of the kinds.
    """
    own = [term for term in terms if isinstance(term, tuple(ACTUATOR_TERMS.values()))]
    if [type(term) for term in own] != [kind for kind in ACTUATOR_TERMS.values() if kind in map(type, own)]:
        raise ValueError("terms: expected one of each kind, in the order of `ACTUATOR_TERMS`")
    found: dict[str, Array] = {}
    for kind in ACTUATOR_TERMS.values() if own else ():
        given = [term for term in own if isinstance(term, kind)]
        found |= (given or [kind.none(rank)])[0]._asdict()
    return found


def contact_arrays(terms: Iterable[Term]) -> dict[str, Array]:
    """The arrays of contact that a bundle stores of a body's terms; none where the body has no contact."""
    return next((term._asdict() for term in terms if isinstance(term, Contact)), {})
