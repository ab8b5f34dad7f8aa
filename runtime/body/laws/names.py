"""The laws that there are, for whoever reads scenes without a compiler.

A law's place here is its number in compiled code; files and scenes have its name. Its kernels are in the
module beside this that is called like it, with an underscore for a hyphen.
"""

NAMES = ("stvk", "neo-hookean", "corotated")
