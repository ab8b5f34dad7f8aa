"""Tables 1 and 2 of [002], with which a bundle's own figures are compared."""

from __future__ import annotations

# Times from [002], tables 1 and 2, on a laptop of 2006 (2.33 GHz Core 2 Duo).
FIGURES = (
    "reduced coordinates r",
    "steps T",
    "degrees of freedom n",
    "gains, computation [s]",
    "gains, size [MB]",
    "reduced step without control [ms]",
    "control [ms]",
    "full step [ms]",
)
GAINS_TIME, GAINS_SIZE, REDUCED, CONTROL, FULL = FIGURES[3:]
# additional figure: the paper's steps are of one iteration
ONE_ITERATION = "reduced step of one iteration [ms]"
PAPER = {
    "tshape": (24, 501, 1032, 17.5, 4.4, 0.8, 0.02, 95.0),
    "flower": (24, 1281, 12_705, 46.9, 11.2, 0.8, 0.02, 2300.0),
    "dinosaur": (30, 181, 53_178, 12.5, 2.5, 1.4, 0.03, 22_000.0),
    "fluid": (64, 90, 131_584, 8.4, 3.1, 3.0, 0.07, 78.0),
    "leaves": (64, 200, 131_584, 15.2, 6.5, 3.0, 0.07, 78.0),
}
