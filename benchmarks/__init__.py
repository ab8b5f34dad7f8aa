"""Benchmarks of softrein's speed: each measurement is a ratio to something else in the same run."""
