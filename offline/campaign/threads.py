"""One thread of BLAS and OpenMP, for many small products, in which threads would wait for each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let libraries that are loaded by now use one thread each within the block."""
    with _controller(len(sys.modules)).limit(limits=1):
        yield


@lru_cache(maxsize=1)
def _controller(modules: int) -> ThreadpoolController:
    """Find the libraries, which takes a millisecond: anew only where more modules have been imported."""
    return ThreadpoolController()
