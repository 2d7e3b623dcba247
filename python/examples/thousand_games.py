"""A thousand games and a table of them: who wins, and by how much. With pandas or polars if one is here."""

import sys

import numpy as np

import grognard


def play(game: str, scenario: str, games: int) -> dict[str, np.ndarray]:
    """Plays games at random, all at once, and tells how each ended."""
    env = grognard.vector(game, games, scenario=scenario, seed=1)
    random, sides = np.random.default_rng(1), np.array([*env.game.sides, "nobody"])
    table = {"seed": 1 + np.arange(games), "decisions": np.zeros(games, int), "margin": np.zeros(games, int),
             "winner": np.full(games, "", dtype=sides.dtype)}  # fmt: skip
    ended = np.zeros(games, bool)
    while not ended.all():
        env.step(env.random(random))
        table["decisions"] += ~ended
        new = env.over & ~ended
        table["margin"][new] = env.margins[new]
        winner = np.where(env.rewards[:, 0] > 0, 0, np.where(env.rewards[:, 1] > 0, 1, 2))
        table["winner"][new] = sides[winner[new]]
        ended |= new
    return table


def main(games: int = 1000) -> None:
    table = play("rock-of-the-marne", "ardre", games)
    try:
        import pandas

        print(pandas.DataFrame(table).groupby("winner")[["decisions", "margin"]].describe().T)
    except ImportError:
        for winner in np.unique(table["winner"]):
            won = table["winner"] == winner
            print(f"{winner}: {won.mean():.1%}, margin {table['margin'][won].mean():.1f} on the average")
    try:
        import polars

        print(polars.DataFrame(table).group_by("winner").len())
    except ImportError:
        pass


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
