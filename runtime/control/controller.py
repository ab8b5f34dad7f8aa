"""What is known of one kind of controller: its name, how it is drawn, and how it is made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Controller:
    """A controller as all who offer, draw or make one know it; `runtime.control.registry` lists them.

    Colours are "#rrggbb", after Okabe and Ito (2008) and Tol (2021): people with any common colour blindness
    tell those of any two controllers apart. None carries a meaning that a word or a dash does not carry too.

    Attributes:
        name: As commands, scenes and bundles call it.
        words: As it is called in print.
        colour: Of its lines.
        pale: Of bodies under it, lighter because they cover more.
        dark: Of its lines on a dark ground, into which those of `colour` would sink.
        dash: Lengths of dashes and gaps in turn, in widths of the line; none for one drawn through.

    """

    name: str
    words: str
    colour: str
    pale: str
    dark: str
    dash: tuple[float, ...] = ()
