"""Folders of OBJ files and a manifest, by which a folder is known again and may be replaced."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from softrein.errors import SoftreinError

SUFFIX = ".obj-sequence"
MANIFEST = "frames.json"
FORMAT = "softrein obj-sequence"  # in the manifest, by which a folder is known again


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder beside `path` that takes its place when the block ends well."""
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
    """Whether a folder is an earlier export with nothing else in it, or empty: then it may be replaced."""
    if not path.is_dir():
        return False
    names = {each.name for each in path.iterdir()}
    if not names:
        return True
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        ours = {MANIFEST, *(each["file"] for each in manifest["frames"])}
        return bool(manifest["format"] == FORMAT) and names <= ours
    except (OSError, ValueError, KeyError, TypeError):
        return False
