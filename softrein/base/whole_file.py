"""Writing files so that they appear under their name only when they are complete."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from softrein.errors import BundleError, SoftreinError


def check_replaceable(path: Path) -> None:
    """Raise BundleError where `path` exists and is no regular file, but a device, a pipe or a folder.

    A link counts as its target; one without a target is refused as well.
    """
    if (path.exists() or path.is_symlink()) and not path.is_file():
        raise BundleError(f"{path}: is no regular file, and only such are replaced; give another name")


def check_writable(path: Path) -> None:
    """Raise BundleError unless a regular file can be made, or replaced, in a folder that exists."""
    why = f"{path}: cannot be written; give a file in a folder that exists and takes files"
    if path.is_dir():
        raise BundleError(why)
    check_replaceable(path)
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise BundleError(why) from error


@contextmanager
def whole_files(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder beside `folder`, whose files move there when the block ends without error.

    Raises BundleError, and moves none, where one would replace something that is no regular file, or where
    `folder` is a file, or cannot be made.
    """
    folder = folder.resolve()  # "." has no name
    temporary = folder.parent / f".{folder.name}.{os.getpid()}.part"
    shutil.rmtree(temporary, ignore_errors=True)
    if folder.exists() and not folder.is_dir():
        raise BundleError(f"{folder}: is not a folder; give one")
    try:
        temporary.mkdir(parents=True)
    except OSError as error:
        why = f"{folder}: cannot be made; give a folder in one that takes files"
        raise BundleError(why) from error
    try:
        yield temporary
        folder.mkdir(parents=True, exist_ok=True)
        made = sorted(temporary.iterdir())
        for file in made:
            check_replaceable(folder / file.name)
        for file in made:
            os.replace(file, folder / file.name)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, renamed to it when the block ends without error.

    It has the same suffix. Raises SoftreinError where the file cannot be written; an earlier file then stays.
    """
    path = Path(path)
    check_replaceable(path)
    temporary = path.with_name(f".{path.stem}.{uuid.uuid4().hex}.part{path.suffix}")
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise SoftreinError(f"{path}: cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()
