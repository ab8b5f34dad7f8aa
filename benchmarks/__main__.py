"""Run the benchmarks: `python -m benchmarks [--strict] [name ...]`, which is `./dev bench`.

`--seconds` sets how long benchmarks by the clock take, `--steps` how many steps those of endless motions.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from softrein.base.kernel_cache import use_checkout_cache

if TYPE_CHECKING:
    from benchmarks.harness import Row

FOLDER = Path(__file__).resolve().parent
THREAD_COUNTS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks named, or all of them, and print their table. Returns the exit code."""
    options = _options(arguments)
    _one_thread()
    use_checkout_cache()
    given = {"seconds": options.seconds, "steps": options.steps}
    chosen = {name: value for name, value in given.items() if value is not None}
    results = [_run(name, chosen) for name in options.names or available()]
    rows = [row for found in results for row in found or ()]
    broken = None in results
    _show(rows, everything=not options.names and not broken)
    missed = any(not row.met for row in rows)
    return int(broken or (missed and options.strict))


def available() -> list[str]:
    """The names of the benchmarks: every `bench_NAME.py` in this folder."""
    modules = (module.name for module in pkgutil.iter_modules([str(FOLDER)]))
    return sorted(name.removeprefix("bench_") for name in modules if name.startswith("bench_"))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = available()
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of: {', '.join(names)} (default: all)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a bar is missed")
    parser.add_argument("--seconds", type=float, help="how long those go on that go by the clock")
    parser.add_argument("--steps", type=int, help="how many steps those take that go round and round")
    options = parser.parse_args(arguments)
    options.names = [name.removeprefix("bench_") for name in options.names]
    if unknown := set(options.names) - set(names):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    return options


def _one_thread() -> None:
    """Set one thread, and let BLAS choose its kernels; libraries read this once, when loaded."""
    os.environ.update(dict.fromkeys(THREAD_COUNTS, "1"))
    os.environ.pop("OPENBLAS_CORETYPE", None)


def _run(name: str, chosen: Mapping[str, object]) -> list[Row] | None:
    """The rows of one benchmark, given those `chosen` options that it takes; None when it breaks down."""
    print(f"{name} ...", end=" ", file=sys.stderr, flush=True)
    start = perf_counter()
    try:
        make = import_module(f"benchmarks.bench_{name}").rows
        taken = signature(make).parameters
        rows: list[Row] = make(**{key: value for key, value in chosen.items() if key in taken})
    except Exception:  # the others still have something to say
        print("broke down:", file=sys.stderr)
        traceback.print_exc()
        return None
    print(f"{perf_counter() - start:.0f} s", file=sys.stderr)
    return rows


def _show(rows: list[Row], everything: bool) -> None:
    """Print the table; write it to a file if it has `everything`."""
    from benchmarks.harness import table, write_results

    print(table(rows))
    if everything:
        write_results(FOLDER / "RESULTS.md", rows)
        print("written to benchmarks/RESULTS.md", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
