"""Measuring side by side: contenders take turns, ratios are taken inside each round, medians are quoted.

Absolute times on a shared machine mean little; a ratio of two things measured within the same second does.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Contender: TypeAlias = Callable[[], float]
"""Runs once and returns what it measured, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing over all rounds, in its unit, and its ratio to the baseline of the same round."""

    name: str
    values: tuple[float, ...]
    ratios: tuple[float, ...]
    unit: str = "ms"

    def line(self) -> str:
        """For people: median and range."""
        text = f"  {self.name:<46} {statistics.median(self.values):9.3f} {self.unit}"
        text += f"  [{min(self.values):.3f} .. {max(self.values):.3f}]"
        if self.ratios:
            low, high = min(self.ratios), max(self.ratios)
            text += f"   {statistics.median(self.ratios):.2f}x [{low:.2f} .. {high:.2f}]"
        return text

    def to_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "name": self.name,
            "ms": round(statistics.median(self.values), 4),
            "ms_min": round(min(self.values), 4),
            "ms_max": round(max(self.values), 4),
            "unit": self.unit,
            "ratio": round(statistics.median(self.ratios), 3) if self.ratios else None,
        }


def interleave(contenders: Mapping[str, Contender], baseline: str, rounds: int) -> list[Figure]:
    """Let all contenders run once per round, in turn, after one round of warm-up."""
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, run in contenders.items():
            measured = run()
            if number:
                values[name].append(measured)
    return compare(values, baseline)


def compare(values: Mapping[str, Sequence[float]], baseline: str) -> list[Figure]:
    """Figures of what was measured: one number per contender and round, all with as many rounds."""
    base = values[baseline]
    return [
        Figure(
            name,
            tuple(found),
            () if name == baseline else tuple(a / b for a, b in zip(found, base, strict=True)),
        )
        for name, found in values.items()
    ]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of all values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
