"""One thread, of BLAS or of compiled code too: for many small products threads would wait for each other."""

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


@contextmanager
def one_thread() -> Iterator[None]:
    """Use one thread for BLAS and for compiled code, so that sums have the same order everywhere.

    A BLAS that is loaded only inside the block escapes; worker processes have their environment set as well.
    """
    import numba

    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        with one_blas_thread():
            yield
    finally:
        numba.set_num_threads(before)


@lru_cache(maxsize=1)
def _controller(modules: int) -> ThreadpoolController:
    """Find the libraries, which takes a millisecond: anew only where more modules have been imported."""
    return ThreadpoolController()
