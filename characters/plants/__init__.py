"""Plants in time and what drives them: articulated bodies in MuJoCo, particles on curves, a pendulum."""

import runtime.base.kernels  # noqa: F401 - before any kernel of this package is compiled: see `keep_copies`
