"""A player that searches, in forty lines: it imagines what it cannot see, tries its options, and counts who wins."""

import sys

import numpy as np

import grognard


def choose(match: grognard.Match, *, games: int = 24, width: int = 6, seed: int = 0) -> int:
    """The place of an option: of those that look best, the one after which this side wins most often."""
    if match.count == 1:
        return 0
    side = match.side
    place = match.state().chooser
    # The options that a greedy player takes in worlds that this side cannot tell from the true one.
    worlds = [match.state().imagine(side, seed=seed + number) for number in range(games)]
    liked = [world.think("recruit") for world in worlds]
    options = np.unique(liked)[:width]
    worth = np.zeros(len(options))
    for number, world in enumerate(worlds):
        for at, option in enumerate(options):
            copy = world.copy()
            copy.play(int(option))
            copy.play_on("greedy", most=24)
            points = copy.points
            worth[at] += np.sign(points[place] - points[1 - place]) + 10 * copy.returns[place]
    return int(options[worth.argmax()])


def main(games: int = 4) -> None:
    game = grognard.load("hex-fight")
    won = 0
    for seed in range(games):
        match = game.begin(seed=seed)
        while not match.over:
            if match.side == "blue":
                match.play(choose(match, games=4, width=3, seed=len(match)))
            else:
                match.computer("random")
        won += match.winner == "blue"
        print("game", seed, "is won by", match.winner)
    print(won, "of", games, "games won")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
