"""The names of all hyperelastic laws, for readers of scenes that need no compiled code.

A law's place here is its number in compiled code; files and scenes have its name. Its kernels are in the
module of the same name in this folder, with an underscore for a hyphen.
"""

NAMES = ("stvk", "neo-hookean", "corotated")
