"""The bundle of the T in the package, which `softrein view` shows by default.

It is a smaller version of the scene `tshape`: the motion ends soon after the second ball, with fewer
coordinates and full runs. The pipeline is that of every scene, including comparators and their tuning.

`python -m softrein.api.shipped` writes it into the package's folder `bundles`, from where a wheel includes
it; `./dev` does so in its set-up. It is not under version control. Where it is missing, `view` makes it in
the user's cache at its first use. Its folder is named by a checksum of its inputs, which shows if it is
stale.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from zlib import crc32

from runtime.base.progress import Progress, silent
from softrein.base.whole_file import whole_file
from softrein.errors import BundleError

SCENE = "tshape"
LEAN = (
    "time.steps=301",  # 3 s; the second ball is hit at 2.66 s
    "basis.rank=20",
    "enrichment.runs=16",
)
LARGEST = 5_000_000  # bytes, largest shipped bundle
SECONDS = 20  # about the time to make it on two cores, once kernels are compiled
PACKAGE = Path(__file__).resolve().parent.parent
BUNDLES = PACKAGE / "bundles"
SCENES = PACKAGE.parent / "offline" / "scenes"


def shipped_file() -> Path:
    """Return the path of the bundle in the package, whether it exists or not."""
    return BUNDLES / _made_from() / f"{SCENE}.softrein"


def cached_file() -> Path:
    """Return the path of the bundle in the user's cache, whether it exists or not."""
    return _cache() / _made_from() / f"{SCENE}.softrein"


def find() -> Path | None:
    """Return the bundle's file if it exists, in the package or in the user's cache."""
    return next((path for path in (shipped_file(), cached_file()) if path.is_file()), None)


def make(path: Path, progress: Progress = silent) -> Path:
    """Precompute the bundle, in this process alone, and write it; the file appears only when whole.

    Raises BundleError where it cannot be written, or is too large for a package.
    """
    from offline.scenes.reading import read_scene
    from runtime.bundle.file import save
    from softrein.api.precomputing import precompute

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BundleError(
            f"{path}: cannot be written ({error}); precompute a scene and name its bundle"
        ) from error
    bundle = precompute(read_scene(SCENE, LEAN), workers=0, progress=progress, any_size=True)
    with whole_file(path) as temporary:
        save(bundle, temporary)
        if temporary.stat().st_size > LARGEST:
            raise BundleError(
                f"{path}: {temporary.stat().st_size} bytes, more than {LARGEST}; make it leaner"
            )
    return path


def _made_from() -> str:
    """Return a checksum of the scene, of its changes, and of the format of bundles."""
    from runtime.bundle.file import VERSION

    # the file itself, as importing the scene reader takes long
    text = (SCENES / f"{SCENE}.toml").read_text(encoding="utf-8")
    return f"{crc32(repr((text, LEAN, VERSION)).encode()):08x}"


def _cache() -> Path:
    """Return the user's cache folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "softrein"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "softrein"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "softrein"


def wanted() -> Path:
    """Return the file of the package's bundle; if missing it is made now, with a message."""
    from softrein.base.progress import progress_bars

    found = find()
    if found is not None:
        return found
    path = cached_file()
    print(
        f"making the T that comes with softrein, once: about {SECONDS} s, and a minute more where nothing "
        f"was compiled yet; it stays in {path.parent}",
        file=sys.stderr,
    )
    with progress_bars() as progress:
        return make(path, progress)


def main() -> None:
    """Make the package's bundle unless it exists, and remove older ones; `--anew` makes it in any case."""
    import shutil

    from softrein.base.kernel_cache import use_checkout_cache
    from softrein.base.progress import progress_bars

    use_checkout_cache()
    path = shipped_file()
    if path.is_file() and "--anew" not in sys.argv[1:]:
        return
    with progress_bars() as progress:
        make(path, progress)
    for older in set(BUNDLES.iterdir()) - {path.parent}:
        shutil.rmtree(older, ignore_errors=True)
    print(f"wrote {path}, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
