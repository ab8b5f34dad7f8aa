"""Memory that the viewer's processes share: the newest frame, the steps' timings, and spare gains.

Frames: a number N of the newest frame, then SLOTS slots, each of a word and the frame. Frame k goes into slot
k mod SLOTS: its writer copies the frame, sets the word to the low half of k and the frame's CRC-32, and N to
k. A reader copies slot N mod SLOTS, its word first, and takes the copy if the word is that of N and of the
copy: neither ever waits for the other, and a reader has the time of SLOTS - 1 frames. Nothing is assumed
about the order in which other processors see writes: an incomplete frame has another CRC, except once in
2^32 such cases. Timings have no such check, as they are only reported; for gains a message through a pipe
says that they are complete, and the system call orders memory.
"""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory
from zlib import crc32

import numpy as np

from runtime.control.base.law import AffineGains

SLOTS = 4
WORD = 8  # bytes of a word
KEPT = 1 << 15  # number of step timings that are kept
TRIES = 20  # attempts of a reader to get a consistent frame before it waits for its next turn


class Shared:
    """A block of shared memory: its owner makes and removes it, others attach by name."""

    def __init__(self, size: int, name: str | None = None) -> None:
        """Make `size` bytes; with a name, attach to an existing block."""
        self._owner = name is None
        self._memory = SharedMemory(name, create=self._owner, size=max(size, 1))

    @property
    def name(self) -> str:
        """The name by which others attach."""
        return self._memory.name

    def close(self) -> None:
        """Detach from it; the owner removes it. No array may refer to it any longer."""
        memory, owner = self._memory, self._owner
        vars(self).clear()  # drop the arrays first: they are views of the memory
        memory.close()
        if owner:
            memory.unlink()


class Frames(Shared):
    """The newest frame, of `size` bytes: one process writes, any number read."""

    def __init__(self, size: int, name: str | None = None) -> None:
        self.size, self._stride = size, WORD + -(-size // WORD) * WORD
        super().__init__(WORD + SLOTS * self._stride, name)
        self._words = np.ndarray((1 + SLOTS * self._stride // WORD,), np.uint64, self._memory.buf)
        self._bytes = np.ndarray((WORD + SLOTS * self._stride,), np.uint8, self._memory.buf)

    @property
    def newest(self) -> int:
        """The number of the newest frame, from 1 up; 0 while there is none."""
        return int(self._words[0])

    def write(self, frame: np.ndarray) -> None:
        """Publish a frame (size,) u8."""
        number = self.newest + 1
        word, at = self._slot(number)
        self._bytes[at : at + self.size] = frame
        self._words[word] = _word(number, crc32(frame.data))
        self._words[0] = number

    def read(self) -> tuple[int, bytearray] | None:
        """The newest frame and its number; None while there is none, or it was overwritten at every try."""
        for _ in range(TRIES):
            number = self.newest
            if not number:
                return None
            word, at = self._slot(number)
            wanted = int(self._words[word])
            copy = bytearray(self._bytes[at : at + self.size])
            if wanted == _word(number, crc32(copy)):
                return number, copy
        return None

    def _slot(self, number: int) -> tuple[int, int]:
        """Return the offsets of frame `number`: of its word (in words), and of itself (in bytes)."""
        start = WORD + number % SLOTS * self._stride
        return start // WORD, start + WORD


def _word(number: int, check: int) -> int:
    """Return the word of a slot for the frame in it, of which `check` is the CRC-32."""
    return (number & 0xFFFFFFFF) << 32 | check


class Timings(Shared):
    """The times of the last steps, in seconds: latency, and the computation of the step."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(WORD + 2 * 4 * KEPT, name)
        self._count = np.ndarray((1,), np.uint64, self._memory.buf)
        self._kept = np.ndarray((KEPT, 2), np.float32, self._memory.buf, offset=WORD)

    @property
    def count(self) -> int:
        """The number of steps that were timed since the start."""
        return int(self._count[0])

    def add(self, latency: float, compute: float) -> None:
        """Add one step's times: from its due time to its state, and the computation alone."""
        count = self.count
        self._kept[count % KEPT] = latency, compute
        self._count[0] = count + 1

    def last(self, count: int) -> np.ndarray:
        """Return the times of the last `count` steps (count or fewer, 2), in order."""
        end = self.count
        return self._kept[np.arange(max(end - min(count, KEPT), 0), end) % KEPT]


class GainBuffers(Shared):
    """Two sets of gains, each with its offsets: one is made while the other is in use."""

    def __init__(self, shape: tuple[int, ...], name: str | None = None) -> None:
        """Make or attach to room for gains of a `shape` (T, s, n)."""
        sizes = (2, *shape), (2, *shape[:2])
        gains_bytes, offset_bytes = (8 * int(np.prod(size)) for size in sizes)
        super().__init__(gains_bytes + offset_bytes, name)
        gains = np.ndarray(sizes[0], np.float64, self._memory.buf)
        offsets = np.ndarray(sizes[1], np.float64, self._memory.buf, gains_bytes)
        self.sets = [AffineGains(*each) for each in zip(gains, offsets, strict=True)]
