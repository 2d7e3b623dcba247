"""How fast it is: `python -m grognard.bench`.

For every game: random play without Python (what `grognard bench` measures, on one core), the same through `VectorEnv` with masks
on one thread and on all, and with observations. And a yardstick: hex-fight in plain Python, one game and one step at a
time, with a list of legal moves, a mask and planes in NumPy, as wargames for research written in Python do it.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from grognard._grognard import games, load
from grognard.vector import VectorEnv

#: The scenario of each game that is measured.
SCENARIOS = {"rock-of-the-marne": "ardre"}


class PlainFight:
    """Hex-fight in plain Python: eleven by eleven hexes, twelve units a side, one die for an attack."""

    WIDE, PLIES = 11, 200

    def __init__(self) -> None:
        hexes = [(column, row) for column in range(self.WIDE) for row in range(self.WIDE)]
        self.near = {hex: [n for n in self.around(hex) if n in set(hexes)] for hex in hexes}
        self.reset()

    @staticmethod
    def around(hex: tuple[int, int]) -> list[tuple[int, int]]:
        """The hexes beside a hex, the columns shifted by turns."""
        column, row = hex
        low = row - 1 if column % 2 == 0 else row
        return [(column, row - 1), (column, row + 1), (column - 1, low), (column - 1, low + 1), (column + 1, low), (column + 1, low + 1)]  # fmt: skip

    def reset(self) -> None:
        """Sets up both corners."""
        corner = [(column, row) for column in range(4) for row in range(3)]
        self.units = [set(corner), {(self.WIDE - 1 - c, self.WIDE - 1 - r) for c, r in corner}]
        self.ply = 0

    def legal(self) -> list[tuple]:
        """All moves and attacks of the side to move."""
        own = self.units[self.ply % 2]
        return [(unit, to) for unit in sorted(own) for to in self.near[unit] if to not in own]

    def step(self, move: tuple) -> bool:
        """Plays a move; whether the game is over."""
        own, enemy = self.units[self.ply % 2], self.units[1 - self.ply % 2]
        unit, to = move
        if to in enemy:
            roll = random.randint(1, 6)
            if roll >= 5:
                enemy.discard(to)
                own.discard(unit)
                own.add(to)
            elif roll == 1:
                own.discard(unit)
        else:
            own.discard(unit)
            own.add(to)
        self.ply += 1
        return self.ply == self.PLIES or not all(self.units)

    def observe(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Planes and a mask."""
        planes, mask = np.zeros((2, self.WIDE, self.WIDE), np.float32), np.zeros(80, np.int8)
        for side in (0, 1):
            for column, row in self.units[side]:
                planes[side, row, column] = 1
        mask[:count] = 1
        return planes, mask


def plain_pace(seconds: float) -> float:
    """Steps a second of the yardstick."""
    fight, steps, begun = PlainFight(), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        legal = fight.legal()
        fight.observe(len(legal))
        steps += 1
        if fight.step(random.choice(legal)):
            fight.reset()
    return steps / (time.perf_counter() - begun)


def pace(env: VectorEnv, seconds: float) -> float:
    """Actions a second of random play, once the lanes have come apart."""
    generator = np.random.default_rng(1)
    best = 0.0
    for _ in range(3):
        steps, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds / 3:
            env.step(env.random(generator))
            steps += len(env)
        best = max(best, steps / (time.perf_counter() - begun))
    return best


def spread(env: VectorEnv, actions: int) -> None:
    """Plays some actions, so that the lanes are at many places of their games."""
    generator = np.random.default_rng(2)
    for _ in range(-(-actions // len(env))):
        env.step(env.random(generator))


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*games(), "hex-fight"])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--lanes", type=int, default=1000)
    parser.add_argument("--spread", type=int, default=2_000_000, help="actions before it is measured")
    wanted = parser.parse_args()
    print("| game | without Python, one core | one thread | share | all cores | with observations, all cores |")
    print("|---|---|---|---|---|---|")
    for name in wanted.games:
        game, scenario = load(name), SCENARIOS.get(name)
        one = VectorEnv(game, wanted.lanes, scenario=scenario, threads=1)
        spread(one, wanted.spread)
        paces = []
        for _ in range(3):
            # By turns, so that whatever else the machine does falls on both.
            paces.append((game.bench(scenario, seconds=wanted.seconds / 3), pace(one, wanted.seconds / 3)))
        plain, single = np.max(paces, axis=0)
        many = VectorEnv(game, wanted.lanes, scenario=scenario)
        spread(many, wanted.spread // 4)
        every = pace(many, wanted.seconds / 2)
        seen = pace(VectorEnv(game, wanted.lanes, scenario=scenario, observe=["options", "tables"]), wanted.seconds / 2)
        print(f"| {name} | {plain:,.0f} | {single:,.0f} | {single / plain:.0%} | {every:,.0f} | {seen:,.0f} |", flush=True)
    print(f"\nHex-fight in plain Python, one game at a time: {plain_pace(wanted.seconds / 2):,.0f} steps a second.")


if __name__ == "__main__":
    main()
