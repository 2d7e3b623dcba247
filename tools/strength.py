#!/usr/bin/env python3
"""Plays the computer's levels against the ones below them and writes down who won how many pairs.

    tools/strength.py PROGRAM GAME [--pairs 20] [--levels veteran] [--seed 1]

writes the lines of the game in crates/catalogue/data/strength.tsv anew, for the levels that are named; a pair is a seed played twice with
exchanged seats (docs/sim.md). The same program and seeds give the same lines.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

FILE = pathlib.Path(__file__).parent.parent / "crates/catalogue/data/strength.tsv"
BELOW = {"recruit": "random", "regular": "recruit", "greedy": "regular", "veteran": "greedy", "grognard": "veteran"}


def pairs(program, game, scenario, level, wanted, seed):
    """Pairs that a level has won, shared and lost against the one below."""
    first, second = (side["id"] for side in game["sides"])
    seats = [f"--seat={first}={level}", f"--seat={second}={BELOW[level]}"]
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "sim", game["game"], "--scenario", scenario, *seats, "--both-ways", "--json"]
        command += ["--games", str(2 * wanted), "--seed", str(seed), "--out", f"{folder}/run"]
        summary = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    won, lost = (player["wins"] for player in summary["pairs"]["players"])
    return won, summary["pairs"]["even"], lost


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("game")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--levels", default="veteran")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = json.loads(subprocess.run([asked.program, "games", "--json"], check=True, capture_output=True, text=True).stdout)
    game = next(game for game in games if game["game"] == asked.game)
    levels = asked.levels.split(",")
    lines = []
    for scenario in game["scenarios"]:
        for level in levels:
            won = pairs(asked.program, game, scenario["id"], level, asked.pairs, asked.seed)
            fields = [game["game"], scenario["id"], level, BELOW[level], *won]
            lines.append("\t".join(map(str, fields)))
            print(lines[-1], flush=True)
    kept = [line for line in FILE.read_text().splitlines() if line.split("\t")[0] != game["game"] or line.split("\t")[2] not in levels]
    FILE.write_text("\n".join(kept + lines) + "\n")


if __name__ == "__main__":
    main()
