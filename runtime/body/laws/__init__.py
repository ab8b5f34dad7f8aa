"""Hyperelastic laws: one file each, named after the law, and what they share; `law` has the table of kernels.

A law's place among the names is its number in compiled code; files and scenes have its name.
"""

NAMES = ("stvk", "neo-hookean", "corotated")  # here, so that scenes are read without a compiler
