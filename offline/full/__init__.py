"""Full models."""

import runtime.base.kernels  # noqa: F401 - before any kernel of this package is compiled: see `keep_copies`
