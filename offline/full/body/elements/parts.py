"""The storing of blocks, which kernels of elements of any law share.

`data` is an `offline.full.body.assembly.ElementData`.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from runtime.base.kernels import njit


@njit(cache=True)
def keep(data, source, values, adding):
    """Add a block's nine numbers, by columns, to their sum, or store them as row `source` of all blocks."""
    if adding:
        _add(data.sums[data.block_targets[source]], values)
    else:
        _set(data.blocks[source], values)


@njit(cache=True)
def _add(out, values):
    for i in range(len(values)):
        out[i] += values[i]


@njit(cache=True)
def _set(out, values):
    for i in range(len(values)):
        out[i] = values[i]
