"""Whether a body's size looks like a mistaken unit."""

from __future__ import annotations

from warnings import warn

import numpy as np

# m. Out of this range a body is more likely in another unit: parts of 50 mm are common, bodies of 50 m not.
SIZES = (0.005, 50.0)
# m. Rubber (1000 kg/m^3, 0.3 MPa) of this length shrinks by a third under its own weight, rho g L / E: nobody
# steers that; of 10 mm it does so by one in three thousand.
LARGEST_WITH_GRAVITY = 10.0


def warn_of_size(name: str, sides: np.ndarray, gravity: bool = False, made: bool = False) -> None:
    """Warn where the sides (3,) m of the body that `name` says look like a mistaken unit.

    `made`: they are a scene's own, and not those of a file.
    """
    longest = float(sides.max())
    if SIZES[0] <= longest <= (LARGEST_WITH_GRAVITY if gravity else SIZES[1]):
        return
    large = longest > 1
    if made:
        remedy = 'millimetres are written "100 mm"' if large else "numbers are metres"
    elif large:
        remedy = "if its unit is millimetres, say --scale 0.001, or mesh.scale = 0.001 in a scene"
    else:
        remedy = "if its unit is metres after all, leave --scale, or a scene's mesh.scale, out"
    warn(f"{name}: the body is {longest:.3g} m long; {remedy}", stacklevel=3)
