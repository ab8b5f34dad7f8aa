"""POD and the projection of full models onto a basis."""

from importlib import import_module
from typing import Any

# Not imported lazily as the others: once imported, the module `reduce.pod` would hide the function of that
# name.
from reduce.pod import Basis, pod

_EXPORTS = {
    "Basis": "reduce.pod",
    "Sampling": "reduce.sampling",
    "compress": "reduce.pod",
    "pod": "reduce.pod",
    "reduce_deformable": "reduce.body",
    "reduce_fluid": "reduce.smoke",
    "sample_elements": "reduce.sampling",
}
__all__ = ["Basis", "pod", *sorted(_EXPORTS.keys() - {"Basis", "pod"})]  # noqa: PLE0604 - from _EXPORTS


def __getattr__(name: str) -> Any:
    """Import a name's module only when the name is asked for."""
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
