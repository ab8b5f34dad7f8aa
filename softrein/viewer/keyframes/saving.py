"""Saving of edited scenes and bundles: in the folder of `softrein view --save-to`, and nowhere else.

Names are plain ones, of letters, digits, dots, hyphens and underscores, and do not begin with a dot. A file
that is there already stays: the new one gets a number.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from offline.scenes.base.names import checked_plain
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import text_of
from runtime.bundle.file import SUFFIX, save
from runtime.bundle.record import Bundle
from softrein.base.whole_file import whole_file
from softrein.errors import SceneError

TOML = ".toml"
HEAD = "# Key-frames set by hand in `softrein view`; `softrein precompute` makes a bundle of them.\n"


def save_scene(scene: BodyScene, folder: Path, name: str) -> Path:
    """Write a scene's file; returns where. Raises SoftreinError where it cannot be written."""
    path = _free(folder, name, TOML)
    with whole_file(path) as temporary:
        temporary.write_text(HEAD + text_of(scene), encoding="utf-8")
    return path


def save_bundle(bundle: Bundle, folder: Path, name: str) -> Path:
    """Write a bundle; returns where. Raises BundleError where it cannot be written."""
    path = _free(folder, name, SUFFIX)
    save(bundle, path)
    return path


def checked_name(name: str) -> str:
    """The name, without the ending of a file if one was typed.

    Raises SceneError where no file of ours may be called so.
    """
    name = name.removesuffix(SUFFIX).removesuffix(TOML)
    try:
        checked_plain(name)
    except ValueError as error:
        raise SceneError(f"the name {error}") from error
    if name.startswith("."):
        raise SceneError("the name begins with a dot, which hides a file; choose another")
    if name.startswith("-"):
        raise SceneError("the name begins with a hyphen, as options of commands do; choose another")
    return name


def _free(folder: Path, name: str, suffix: str) -> Path:
    """The first of NAME, NAME-2, NAME-3 ... that is not there."""
    paths = (folder / f"{name}{'' if k == 1 else f'-{k}'}{suffix}" for k in count(1))
    return next(path for path in paths if not os.path.lexists(path))
