"""Shapes of observations and actions.

Decisions are short lists of varying length, so an action is a place in the list of options, and a mask says how many there
are. The tables of an observation have a fixed number of rows for each game, measured over many games (`python -m
grognard.measure` measures anew) with a quarter to spare. What is beyond a bound is left out of the table, and an option
beyond it cannot be chosen through an environment; a `Match` or a `State` knows no bounds.
"""

from __future__ import annotations

from typing import NamedTuple


class Bounds(NamedTuple):
    """How many rows the tables of an observation have."""

    options: int
    pieces: int
    markers: int
    holdings: int
    tracks: int


#: What was measured, for all scenarios of a game.
BOUNDS: dict[str, Bounds] = {
    "first-blood": Bounds(options=544, pieces=160, markers=136, holdings=16, tracks=8),
    "rock-of-the-marne": Bounds(options=2072, pieces=344, markers=8, holdings=8, tracks=8),
    "miracle-on-the-marne": Bounds(options=1136, pieces=360, markers=144, holdings=8, tracks=8),
    "clash-of-giants": Bounds(options=232, pieces=136, markers=40, holdings=24, tracks=8),
    "march-into-battle": Bounds(options=344, pieces=64, markers=24, holdings=48, tracks=8),
    "hex-fight": Bounds(options=80, pieces=32, markers=8, holdings=8, tracks=8),
}

#: For a game that was not measured.
ELSE = Bounds(2048, 1024, 512, 256, 128)


def bounds(game: str) -> Bounds:
    """The bounds of a game, by its id."""
    return BOUNDS.get(game, ELSE)

