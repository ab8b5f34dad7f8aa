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
    try:
        os.lstat(path)
        other = not path.is_file()
    except FileNotFoundError:
        other = False
    except OSError as error:  # of a name that is too long, or a folder that may not be read
        raise BundleError(f"{path}: cannot be written: {error.strerror}") from error
    if other:
        raise BundleError(f"{path}: is no regular file, and only such are replaced; give another name")


def check_writable(path: Path) -> None:
    """Raise BundleError unless a regular file can be made, or replaced, in a folder that exists."""
    why = f"{path}: cannot be written; give a file in a folder that exists and takes files"
    check_replaceable(path)
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise BundleError(why) from error


@contextmanager
def whole_files(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder in `folder`, whose files move up when the block ends without error.

    Raises BundleError, and moves none, where one would replace something that is no regular file, or where
    `folder` is a file, or cannot be made or written to. Folders that were made here do not stay empty.
    """
    temporary = folder / f".{uuid.uuid4().hex}.part"  # within it, which may be a file system of its own
    try:
        made_here = [each for each in (folder, *folder.parents) if not each.exists()]
        if folder.exists() and not folder.is_dir():
            raise BundleError(f"{folder}: is not a folder; give one")
        temporary.mkdir(parents=True)
    except OSError as error:
        why = f"{folder}: cannot be made or written to; give a folder that takes files"
        raise BundleError(why) from error
    try:
        yield temporary
        made = sorted(temporary.iterdir())
        for file in made:
            check_replaceable(folder / file.name)
        try:
            for file in made:
                os.replace(file, folder / file.name)
        except OSError as error:
            raise BundleError(f"{folder}: cannot be written: {error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        for each in made_here:
            with suppress(OSError):
                each.rmdir()  # unless files are there


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, renamed to it when the block ends without error.

    It has the same suffix. Raises SoftreinError where the file cannot be written; an earlier file then stays.
    """
    path = Path(path)
    check_replaceable(path)
    temporary = path.with_name(f".{uuid.uuid4().hex}.part{path.suffix}")
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise SoftreinError(f"{path}: cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()
