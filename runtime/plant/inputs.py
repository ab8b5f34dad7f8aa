"""The inputs of a plant by name: which entries of `w` are forces, controls of actuators, or known motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Inputs(Mapping[str, slice]):
    """The places of inputs among a plant's, by name and in their order; every plant has "force" first."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        """Lay out so many inputs of each name, one after the other."""
        self._places, self.count = dict[str, slice](), 0
        for name, count in counts.items():
            self._places[name] = slice(self.count, self.count + count)
            self.count += count

    def __getitem__(self, name: str) -> slice:
        return self._places[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"Inputs({', '.join(f'{name}: {at.start}..{at.stop}' for name, at in self.items())})"
