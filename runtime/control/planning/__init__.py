"""Re-planning: a quadratic cost over the steps to come, within limits, for any plant."""

import runtime.base.kernels  # noqa: F401 - before any kernel of this package is compiled: see `keep_copies`
