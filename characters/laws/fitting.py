"""What a batched function does first: see that its arrays fit together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from softrein.errors import ControllerError


def fitting(where: str, arrays: Mapping[str, np.ndarray], trailing: int = 0, finite: bool = False) -> None:
    """Raise ControllerError unless arrays, by name, broadcast, and with `finite` hold finite numbers only.

    `where` names the caller. The last `trailing` axes are the caller's affair.
    """
    try:
        np.broadcast_shapes(*(array.shape[: array.ndim - trailing] for array in arrays.values()))
    except ValueError:
        listed = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise ControllerError(f"{where}: the shapes of the arguments do not fit: {listed}") from None
    for name, array in arrays.items():
        if finite and not np.isfinite(array).all():
            raise ControllerError(f"{where}: {name} is not finite")
