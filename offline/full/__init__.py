"""Full models."""

import runtime.kernels  # noqa: F401 - before any kernel of this package is compiled: see `keep_copies`
