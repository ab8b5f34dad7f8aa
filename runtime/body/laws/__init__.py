"""Hyperelastic laws: one file each, named after the law, and what they share; `law` has them all."""

import runtime.base.kernels  # noqa: F401 - before any kernel of this package is compiled: see `keep_copies`
