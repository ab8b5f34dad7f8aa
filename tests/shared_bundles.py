"""Bundles that tests share: made once by the present code, kept on disk, and read by every worker and run.

The name of their folder is a checksum of the code and data that make them, so that none outlives a change.
"""

from __future__ import annotations

import os
import pickle
import shutil
import warnings
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

import pytest

if TYPE_CHECKING:
    from offline.scenes.base.scene import Scene
    from runtime.bundle.record import Bundle

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".cache" / "tests"
MAKERS = ("meshes", "reduce", "runtime", "offline", "softrein/api/tuning.py", "softrein/api/precomputing.py")
DATA = (".py", ".toml", ".vtu")
LIBRARIES = ("numpy", "scipy", "numba")
MOST = 2  # folders of older code


def shared_bundle(scene: Scene, *, rivals: bool = False, bare: bool = False) -> Bundle:
    """The bundle of a scene without files of its own, with PD, all `rivals`, or none (`bare`)."""
    from offline.campaign.sole_use import sole_use
    from runtime.bundle.file import load, save
    from softrein.api.precomputing import precompute
    from softrein.base.whole_file import whole_file

    made_of = f"{type(scene).__name__} {scene.model_dump_json()} {rivals} {bare}"
    path = cache_folder() / f"{crc32(made_of.encode()):08x}" / f"{scene.name}.softrein"
    with sole_use(path.parent):
        if not path.is_file():
            bundle = precompute(scene, workers=0, rivals=rivals)
            with whole_file(path) as temporary:
                save(bundle, temporary)
    return load(path)


def kept(bundle: Bundle, how: str, make: Callable[[], T]) -> T:
    """What `make` returns of a bundle, as `how` says; it is kept like bundles."""
    from offline.campaign.prints import made_of
    from offline.campaign.snapshots import fingerprint
    from offline.campaign.sole_use import sole_use
    from softrein.base.whole_file import whole_file

    path = cache_folder() / fingerprint(how, made_of(bundle))[:16] / "kept.pickle"
    with sole_use(path.parent):
        if not path.is_file():
            with whole_file(path) as temporary:
                temporary.write_bytes(pickle.dumps(make()))
        return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]


def bare_bundle(scene: Scene) -> Bundle:
    """The bundle of a scene without comparators, for tests that do not look at them."""
    from offline.pipeline import stages
    from offline.pipeline.base.table import Made

    with pytest.MonkeyPatch.context() as patched, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of coarse clocks, and of bases that are small
        patched.setattr(stages, "add_comparators", lambda bundle, *_, **__: Made(bundle, "none"))
        return shared_bundle(scene, bare=True)


@cache
def cache_folder() -> Path:
    """The folder of what this code makes; those of older code are removed."""
    folder = PLACE / f"{_checksum():08x}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for older in sorted(PLACE.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[1 + MOST :]:
        shutil.rmtree(older, ignore_errors=True)
    return folder


def _checksum() -> int:
    """A checksum of the sources and data that bundles are made by, and of the libraries' versions."""
    files = [path for name in MAKERS for path in [ROOT / name, *(ROOT / name).rglob("*")]]
    total = crc32(repr([version(name) for name in LIBRARIES]).encode())
    for path in sorted(path for path in files if path.suffix in DATA and path.is_file()):
        total = crc32(path.read_bytes(), crc32(path.relative_to(ROOT).as_posix().encode(), total))
    return total
