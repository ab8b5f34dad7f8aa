"""Foreign files are read in a process of their own, with bounded memory and time.

meshio trusts what it reads: some of its readers never return from a truncated header, and a line
of a few bytes can ask for all memory. So they run in a child (`serve`) that reads one file after the other.
It is killed when it takes longer than a file of this size can need, cannot have more memory than `PER_BYTE`
says, and ends by itself when it was idle for `IDLE` seconds, or its parent is gone. Starting it
takes as long as importing meshio, which its parent need no longer import.

The answer is a line of JSON and the bytes of arrays of two types; nothing is unpickled. What the child's
libraries print is discarded. Memory is limited where the system knows RLIMIT_AS (Linux), processor time where
it knows RLIMIT_CPU (not Windows); a clock runs everywhere.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from math import ceil, prod
from pathlib import Path
from typing import IO, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from meshes.formats.other_files import forbid_other_files
from meshes.memory import ANY_SIZE, addresses, check_fits, gigabytes, memory_for_files, sizes_unchecked
from softrein.errors import MeshError, MissingPackageError, SoftreinError, warn

Arrays = dict[str, np.ndarray]  # int64 and float64

LEAST_MEMORY, PER_BYTE = (
    2**30,
    100,
)  # bytes of the answer: a constant, and a factor on the file's size; text takes 20, compressed files more
# limit of processor time: least in s, and assumed bytes per second; meshio's slowest reader does 7e6
LEAST_TIME, SLOWEST = 5.0, 5e5
WALL = 6.0  # limit of wall-clock time as a multiple of processor time, since other processes run as well
IDLE = 10.0  # s after which an idle process ends
AT_LEAST = 8  # bytes of memory assumed per byte of a file before reading it: meshio's readers take 8 to 16
MOST_WARNINGS = 20  # most warnings passed on for a file

_LENGTH = 20  # digits of the length that precedes an answer
_OUT_OF_TIME = -getattr(signal, "SIGXCPU", 10**6)  # exit status of a process that exceeded its time limit
_START = (
    "import sys, json; requests = open(0, 'rb', buffering=0); sys.path[:] = json.loads(requests.readline());"
    "from meshes.formats.reader_process import serve; serve(requests)"
)


def read_apart(path: Path, reader: str) -> Arrays:
    """Return the arrays that `reader` reads from a file, in another process.

    `reader` is the "module:function" of a function from a path to arrays. Its warnings and errors are raised
    here; any error that is none of softrein's becomes a `MeshError`. Raises `MeshError` as well where reading
    takes more memory or time than the file can need, or the process dies.
    """
    size = path.stat().st_size
    check_fits(path, size * AT_LEAST)
    left = memory_for_files()
    memory = None if left is None else min(left, LEAST_MEMORY + PER_BYTE * size)
    folder = "" if path.is_absolute() else os.getcwd()
    with _lock:
        answer, arrays = _ask(_Request(str(path), folder, reader, memory, LEAST_TIME + size / SLOWEST))
    for text in answer["warnings"]:
        warn(text)
    if "error" in answer:
        kind = MissingPackageError if answer["kind"] == MissingPackageError.__name__ else MeshError
        raise kind(answer["error"])
    return arrays


def malformed(path: Path, error: BaseException) -> MeshError:
    """Make the error for what a library raised, by type and place only: its text may quote the file."""
    where, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("meshio."):
            where = f" in meshio's {trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    what = f"{type(error).__name__}{where}"
    return MeshError(f"{path}: malformed, truncated or unsupported {path.suffix} file ({what})")


class _Request(NamedTuple):
    path: str
    folder: str  # folder to which the path is relative
    reader: str
    memory: float | None  # bytes that reading may allocate; None: unlimited
    seconds: float  # s of processor time


class _Answer(TypedDict, total=False):
    """The header of an answer, which precedes the arrays."""

    warnings: list[str]
    error: str
    kind: str  # class name of the error
    spent: bool  # whether the error was a lack of memory


class _Reader:
    """The reading process, as its parent sees it."""

    def __init__(self) -> None:
        """Start a process of one thread that reads foreign files, with pipes to it; Ctrl-C does not reach it.

        `used` says whether it was asked for anything, `late` whether it was given up for taking too long.
        """
        one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self.late = self.used = False
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | one_thread,
            start_new_session=True,  # Ctrl-C is handled by the parent process
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests, self.answers = self.process.stdin, self.process.stdout
        self._send([os.path.abspath(place) for place in sys.path])

    def ask(self, request: _Request) -> tuple[_Answer, Arrays]:
        """Send a request and return the answer. Raises `EOFError` where none comes whole and in time."""
        clock = threading.Timer(request.seconds * WALL, self._stop)
        clock.daemon = True
        clock.start()
        try:
            self._send(request)
            answer = json.loads(
                _exactly(self.answers, int(_exactly(self.answers, _LENGTH).tobytes())).tobytes()
            )
            arrays = {name: self._array(kind, shape) for name, kind, shape in answer.pop("arrays")}
        except (OSError, ValueError):
            raise EOFError from None
        finally:
            clock.cancel()
        self.used = True
        return answer, arrays

    def end(self) -> int:
        """End the process, killing it if it does not end by itself, and return its exit code."""
        for pipe in (self.requests, self.answers):
            with suppress(OSError):
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(0.5)
        self.process.kill()
        return self.process.wait()

    def _stop(self) -> None:
        self.late = True
        self.process.kill()

    def _send(self, what: Sequence[object]) -> None:
        self.requests.write(json.dumps(what).encode() + b"\n")
        self.requests.flush()

    def _array(self, kind: str, shape: list[int]) -> np.ndarray:
        return _exactly(self.answers, 8 * prod(shape)).view(kind).reshape(shape)


_lock = threading.Lock()  # one file at a time
_reader: _Reader | None = None  # the single child process


def _ask(request: _Request) -> tuple[_Answer, Arrays]:
    """Ask the running child, or a new one. Raises `MeshError` where a new one does not answer."""
    global _reader  # noqa: PLW0603
    try:
        _reader = reader = _reader or _Reader()
    except (OSError, TypeError) as error:  # there is no Python executable, as in embedded interpreters
        raise MeshError(f"{request.path}: cannot start {sys.executable} to read it: {error}") from None
    answer: _Answer | None = None
    arrays: Arrays = {}
    code = 0
    try:
        with suppress(EOFError):
            answer, arrays = reader.ask(request)
    finally:  # also after an interrupt
        if answer is None or "spent" in answer:
            _reader, code = None, reader.end()
    late = reader.late or code == _OUT_OF_TIME
    if answer is None and reader.used and not late:
        # it may have ended because it was idle, or crashed on an earlier file: ask a new one
        return _ask(request)
    if answer is None:
        raise _died(request, code, late)
    if "spent" in answer:
        most = "there is" if request.memory is None else gigabytes(request.memory)
        raise MeshError(
            f"{request.path}: reading it takes more memory than {most}: malformed, or packed very tightly; "
            f"{ANY_SIZE}"
        )
    return answer, arrays


def _died(request: _Request, code: int, late: bool) -> MeshError:
    path = Path(request.path)
    if late:
        return MeshError(
            f"{path}: reading it takes longer than {request.seconds:.0f} s, which no {path.suffix} file of "
            "its size should: malformed or truncated"
        )
    return MeshError(
        f"{path}: malformed or truncated {path.suffix} file, over which its reader died ({code})"
    )


def _exactly(pipe: IO[bytes], count: int) -> npt.NDArray[np.uint8]:
    room, done = np.empty(count, dtype=np.uint8), 0
    while done < count:
        got = pipe.readinto(room[done:].data)  # type: ignore[attr-defined]
        if not got:
            raise EOFError
        done += got
    return room


@atexit.register
def _end() -> None:
    if _reader is not None:
        _reader.end()


def _forget() -> None:
    """Drop the child in a process that was forked from this one: it belongs to the parent."""
    global _lock, _reader
    if _reader is not None:
        _reader.requests.close()
        _reader.answers.close()
        _reader.process.returncode = 0  # the process has been waited for
    _lock, _reader = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def serve(requests: IO[bytes]) -> None:
    """Run the child: answer one request after the other until the parent is gone or was silent too long.

    No thread watches the clock: beside one, the C library reads text half as fast.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # redirects what libraries print
    forbid_other_files()
    while _wanted(requests) and (line := requests.readline()):
        try:
            header, arrays = _answer(_Request(*json.loads(line)))
        except MemoryError:
            header, arrays = {"spent": True}, {}
        listed = [(name, array.dtype.str, array.shape) for name, array in arrays.items()]
        text = json.dumps(header | {"arrays": listed}).encode()
        answers.write(b"%*d" % (_LENGTH, len(text)) + text)
        for array in arrays.values():
            answers.write(array.data)
        answers.flush()


def _wanted(requests: IO[bytes]) -> bool:
    """Whether a request comes before the child has been idle for too long; on Windows always true."""
    return os.name == "nt" or bool(select.select([requests], [], [], IDLE)[0])


def _answer(request: _Request) -> tuple[_Answer, Arrays]:
    module, _, name = request.reader.partition(":")
    path, arrays = Path(request.path), {}
    header: _Answer = {}
    if request.folder:
        os.chdir(request.folder)
    with warnings.catch_warnings(record=True) as heard, _limited(request), sizes_unchecked(True):
        warnings.simplefilter("always")
        try:
            read = getattr(import_module(module), name)(path)
            arrays = {name: _plain(array) for name, array in read.items()}
        except MemoryError:
            raise
        except SoftreinError as error:
            header = {"error": str(error), "kind": type(error).__name__}
        except (Exception, SystemExit) as error:
            header = {"error": str(malformed(path, error)), "kind": MeshError.__name__}
    said = dict.fromkeys(str(each.message) for each in heard if each.category is UserWarning)
    return header | {"warnings": list(said)[:MOST_WARNINGS]}, arrays


@contextmanager
def _limited(request: _Request) -> Iterator[None]:
    """Limit the memory and processor time of what runs within, where the system has such limits."""
    try:
        import resource
    except ImportError:  # not available on Windows
        yield
        return
    limits = {resource.RLIMIT_CPU: time.process_time() + request.seconds}
    if request.memory is not None and addresses():
        limits[resource.RLIMIT_AS] = addresses() + request.memory
    before = {kind: resource.getrlimit(kind) for kind in limits}
    for kind, limit in limits.items():
        _, most = before[kind]
        resource.setrlimit(
            kind, (ceil(limit) if most == resource.RLIM_INFINITY else min(ceil(limit), most), most)
        )
    try:
        yield
    finally:
        for kind, both in before.items():
            resource.setrlimit(kind, both)


def _plain(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array, "<f8" if array.dtype.kind == "f" else "<i8")
