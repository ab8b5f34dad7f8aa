"""Compile every kernel ahead of its first use, by running the smallest scenes through all functions.

`python -m softrein.warm` does it, in a process for each kind of scene; numba caches the compiled code, so
that later commands start at once. A kernel is compiled for the types of its arguments: so a bundle is read
from its file, as by a user.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

from runtime.control.registry import LQR, MPC, STABLE_PD  # noqa: E402
from softrein.base.kinds import of_kind  # noqa: E402

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

SCENES = ("beam", "smoke-keys")  # one scene of each kind


def warm(scene: str) -> None:
    """Precompute, load, run and compare a small scene in a temporary folder."""
    from offline.studies.comparison import compare
    from offline.studies.planned import Planned
    from offline.tuning.pushes import ensemble_of
    from runtime.bundle.file import load
    from softrein.api.precomputing import precompute

    with tempfile.TemporaryDirectory() as folder:
        precompute(scene, file := Path(folder) / scene, workers=0, any_size=True, rivals=True)
        bundle = load(file)
    for controller in (LQR.name, MPC.name, STABLE_PD.name):
        bundle.simulator(controller).warm_up()
        bundle.run(controller=controller)
    compare(bundle, ensemble_of(bundle, 4, 2), 3, 3, rounds=1, planned=Planned(1, 1), rough=True)
    of_kind(bundle, "pictures").warm(bundle)
    if find_spec("gymnasium"):
        _learn(bundle)


def _learn(bundle: Bundle) -> None:
    """A step of one environment and of many."""
    from softrein.gym import BundleEnv, BundleVectorEnv

    environments: tuple[BundleEnv | BundleVectorEnv, ...] = (BundleEnv(bundle), BundleVectorEnv(bundle, 2))
    for environment in environments:
        environment.reset(seed=0)
        environment.step(environment.action_space.sample())


def main(scenes: list[str]) -> int:
    """Warm one scene here, or each in a process of its own; the exit status."""
    if len(scenes) == 1:
        warnings.simplefilter("ignore")  # warnings about a scene do not matter here
        warm(scenes[0])
        return 0
    each = [subprocess.Popen([sys.executable, "-m", "softrein.warm", scene]) for scene in scenes]
    return max(abs(process.wait()) for process in each)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(SCENES)))
