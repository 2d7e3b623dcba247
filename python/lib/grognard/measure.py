"""Measures how many rows the tables of observations need: `python -m grognard.measure`."""

from __future__ import annotations

import numpy as np

from grognard._grognard import Game, games, load
from grognard.spaces import ELSE, Bounds


def measured(game: Game, scenario: str, *, seed: int = 0, games: int = 40) -> Bounds:
    """The most rows that were needed in some games of a scenario, half of them played at random and half by `greedy`."""
    most = np.zeros(len(Bounds._fields), dtype=int)
    for number in range(games):
        state = game.state(scenario, seed=seed + number)
        player = ("random", "greedy")[number % 2]
        while not state.over:
            most[0] = max(most[0], state.count)
            if len(state) % 8 == 0:
                told = state.observe(state.side, ELSE)
                rows = [(told[name][:, 0] != -1).sum() for name in Bounds._fields[1:]]
                most[1:] = np.maximum(most[1:], rows)
            state.play(state.think(player))
    return Bounds(*most.tolist())


def spare(most: Bounds) -> Bounds:
    """Bounds with a quarter to spare, in steps of eight."""
    return Bounds(*(8 * -(-max(rows, 1) * 5 // 32) for rows in most))


def main() -> None:
    """Measures all games, and prints what belongs into `BOUNDS`."""
    for name in [*games(), "hex-fight"]:
        game = load(name)
        most = Bounds(*np.max([measured(game, scenario) for scenario in game.scenarios], axis=0).tolist())
        print(f"    {name!r}: {spare(most)!r},  # {tuple(most)}", flush=True)


if __name__ == "__main__":
    main()
