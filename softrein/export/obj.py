"""Folders of OBJ files and a manifest, by which a folder is recognised as an export and may be replaced."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from offline.campaign.regular_file import UNREADABLE, read_object
from softrein.errors import SoftreinError

SUFFIX = ".obj-sequence"
MANIFEST = "frames.json"
FORMAT = "softrein obj-sequence"  # format name in the manifest, which identifies the folder


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield a temporary folder beside `path` that replaces it when the block ends without error."""
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.part")
    old = path.with_name(f".{path.stem}.{os.getpid()}.old")
    try:
        temporary.mkdir()
        yield temporary
        if path.exists():
            os.replace(path, old)
        os.replace(temporary, path)
    except OSError as error:
        if old.exists() and not path.exists():
            os.replace(old, path)
        raise SoftreinError(f"{path}: cannot be written: {error}") from error
    finally:
        for folder in (temporary, old):
            shutil.rmtree(folder, ignore_errors=True)


def is_sequence(path: Path) -> bool:
    """Whether a folder is an earlier export with nothing else in it, or empty, and may be replaced.

    It is False for a link to one.
    """
    if path.is_symlink() or not path.is_dir():
        return False
    there = list(path.iterdir())
    if not all(each.is_file() for each in there):
        return False
    names = {each.name for each in there}
    if not names:
        return True
    try:
        manifest = read_object(path / MANIFEST)
        ours = {MANIFEST, *(each["file"] for each in manifest["frames"])}
        return bool(manifest["format"] == FORMAT) and names <= ours
    except UNREADABLE:
        return False
