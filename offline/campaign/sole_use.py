"""Exclusive use of a folder of full runs: other processes wait, and report for whom.

The process that uses the folder holds a lock on the file `run_by.lock` in it, which names the process. The
operating system releases the lock when its holder ends for whatever reason, so nothing has to be cleaned up
after a kill. Two threads of one process count as two.

The holder removes the file before it releases the lock. A waiting process may then get the lock of
a file that was removed; so the locked file is compared with the one under the path. Anything under the lock's
name that is no regular file with a single name is refused, and neither written nor removed.

Limits: between machines it holds as far as the file system's locks do (NFS since Linux 2.6.12; SMB). Where
there are no locks, or nothing can be written, the folder is used all the same; missing locks are reported.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from offline.campaign.regular_file import open_regular
from softrein.errors import CampaignError, shown

LOCK = "run_by.lock"
POLL_SECONDS = 0.1  # s between two attempts
MOST_TEXT = 300  # most bytes read from a lock file
# errors of opening a link, a device, a socket or a folder
NOT_REGULAR = (errno.ELOOP, errno.EINVAL, errno.ENXIO, errno.EISDIR)
# errors of a read-only folder, such as an archive of finished runs
NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)


@contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Reserve the folder, made if need be, for this thread until the block ends.

    Waits while another one uses it, and reports this on standard error. Raises CampaignError where the folder
    cannot be made, or holds something else under the lock's name.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _acquired(folder / LOCK)
    except OSError as error:
        raise CampaignError(f"{folder}: cannot be used for full runs ({error})") from error
    try:
        yield
    finally:
        if file is not None:
            with suppress(OSError):  # deleted with its folder, or still open on Windows
                if _is_still(folder / LOCK, file):
                    os.unlink(folder / LOCK)
            os.close(file)


def _acquired(path: Path) -> int | None:
    """Open and lock the lock's file, and return it; None where there can be no lock."""
    seen = told = ""
    while True:
        try:
            file = open_regular(path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            if error.errno in NOT_REGULAR:
                why = "is no regular file, or has a second name, and cannot be the lock of this folder"
                raise CampaignError(f"{path}: {why}; remove it") from error
            if error.errno in NOT_WRITABLE:
                return None
            raise
        try:
            if _try_lock(file):
                if _is_still(path, file):
                    _sign(file)
                    return file
                holder = ""
            else:
                holder = _holder(file)
        except OSError as error:
            os.close(file)
            _say(f"{path.parent}: no locks here ({error}); see that nobody else uses the folder meanwhile")
            return None
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        if holder == seen and holder not in ("", told):  # not a holder that is just coming or going
            _say(f"{path.parent}: in use by {shown(holder)}; waiting until that is done (Ctrl-C gives up)")
            told = holder
        seen = holder
        time.sleep(POLL_SECONDS)


def _say(text: str) -> None:
    """Write one line on standard error, which progress bars make way for."""
    sys.stderr.write(f"softrein: {text}\n")
    sys.stderr.flush()


def _is_still(path: Path, file: int) -> bool:
    """Whether an open file is the one under the path."""
    try:
        there = os.lstat(path)
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(file))


def _sign(file: int) -> None:
    """Write who has the lock into the file; on a full disk this fails silently and the lock still holds."""
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.write(file, f"process {os.getpid()} on {socket.gethostname()} since {now}".encode())


def _holder(file: int) -> str:
    """Read who has the lock."""
    with suppress(OSError):
        os.lseek(file, 0, os.SEEK_SET)
        return os.read(file, MOST_TEXT).decode("utf-8", "replace") or "another process"
    return "another process"


if sys.platform == "win32":
    import msvcrt

    BEYOND = 2**30  # offset of the locked byte, beyond the text: locked bytes cannot be read on Windows

    def _try_lock(file: int) -> bool:
        os.lseek(file, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            # unlike lockf, flock also excludes other threads
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
