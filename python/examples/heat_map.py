"""Where both sides stand, over many games, drawn over the map as SVG."""

import sys
from pathlib import Path

import numpy as np

import grognard


def presence(game: str, scenario: str, games: int, steps: int) -> np.ndarray:
    """How many steps of each side stood in each hex, on the average."""
    env = grognard.vector(game, games, scenario=scenario, opponent="greedy", observe=["tables"])
    random, total = np.random.default_rng(0), 0.0
    for _ in range(steps):
        # The first two planes are the steps of both sides, as the side that chooses may know them.
        total = total + env.arrays["planes"][:, :2].mean(axis=0)
        env.step(env.random(random))
    return total / steps


def main(file: str = "heat.svg", games: int = 32, steps: int = 200) -> None:
    game, scenario = grognard.load("rock-of-the-marne"), "ardre"
    heat, board = presence(game.id, scenario, games, steps), game.board(scenario)
    heat = heat / heat.max()
    centres = (board["centres"] - board["centres"].min(axis=0) + 1) * 10
    colours = [side["colour"] for side in game.about()["sides"]]
    circles = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#eee"/>' for x, y in centres]
    for side, colour in enumerate(colours):
        for (x, y), amount in zip(centres, heat[side]):
            if amount > 0.01:
                circles.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{colour}" opacity="{amount**0.5:.2f}"/>')
    wide, high = centres.max(axis=0) + 10
    Path(file).write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}">{"".join(circles)}</svg>')
    print("drawn to", file)


if __name__ == "__main__":
    main(*sys.argv[1:2])
