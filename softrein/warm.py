"""Compile every kernel ahead of its first use, by sending the smallest scenes through all that there is.

`python -m softrein.warm` does it; what numba compiles is cached, so later commands start at once.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from softrein.kernel_cache import use_checkout_cache

SCENES = ("beam", "smoke-small")  # one of each kind


def warm() -> None:
    """Precompute, run and compare the small scenes in a temporary folder."""
    use_checkout_cache()
    from offline.comparison import compare, ensemble_of
    from offline.pipeline import Places, precompute_scene
    from offline.scene import read_scene

    for name in SCENES:
        with tempfile.TemporaryDirectory() as folder:
            bundle = precompute_scene(read_scene(name), Places(Path(folder), workers=0))
        bundle.simulator("lqr").warm_up()
        compare(bundle, ensemble_of(bundle, 4).model_copy(update={"tuning_runs": 2}), 3, 3)


if __name__ == "__main__":
    warm()
