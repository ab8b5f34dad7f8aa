"""Writing files so that they appear under their name only when they are whole."""

from __future__ import annotations

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from softrein.errors import BundleError, SoftreinError


def check_writable(path: Path) -> None:
    """Raise BundleError unless a file can be made in a folder that exists."""
    why = f"{path}: cannot be written; give a file in a folder that exists and takes files"
    if path.is_dir():
        raise BundleError(why)
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise BundleError(why) from error


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A temporary path beside `path`, with the same suffix, that is renamed to it when the block ends well.

    Raises SoftreinError where the file cannot be written; whatever was there before is then as it was.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.stem}.{uuid.uuid4().hex}.part{path.suffix}")
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise SoftreinError(f"{path}: cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()
