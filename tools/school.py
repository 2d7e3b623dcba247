#!/usr/bin/env python3
"""Schools the computer's players in some scenarios, as long as there is time: a drill against the plain temper, then seasoning against
the drilled one (docs/ai.md).

    tools/school.py PROGRAM OUT --only clash-of-giants/marne:4 --only rock-of-the-marne/gouraud [--minutes 8] [--drill 0.5]

Each side of a scenario learns by itself, on as many cores as stand behind its name (one). Of the last third of its generations the
mean is taken. OUT/data is a folder of changed data with the tempers that came of it, for `grognard sim --data OUT/data` and
tools/tournament.py; from there they go into the game's data/tempers.toml. OUT/*.log is what `grognard tune` said.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import threading

GAMES = pathlib.Path(__file__).parent.parent / "crates/games"
SOURCE = "reconstruction learned in games of the computer against itself"


class Pupil:
    """A side of a scenario."""

    def __init__(self, game, scenario, side, cores):
        self.game, self.scenario, self.side, self.cores = game, scenario, side, cores
        self.weights = {}

    def learn(self, asked, stage, seconds):
        """Goes through one stage of its schooling; what it learned before stays where nothing came of it."""
        command = [asked.program, "tune", self.game, "--scenario", self.scenario, "--side", self.side, "--further",
                   "--variations", str(asked.variations), "--games", str(asked.games), "--generations", "10000",
                   "--seed", str(asked.seed), "--data", str(asked.out / "data")]  # fmt: skip
        if stage == "seasoned":
            command.append("--seasoned")
        log = asked.out / f"{self.game}-{self.scenario}-{self.side}-{stage}.log"
        with log.open("w") as out:
            tuning = subprocess.Popen(command, stdout=out, preexec_fn=lambda: os.sched_setaffinity(0, self.cores))
            try:
                tuning.wait(seconds)
            except subprocess.TimeoutExpired:
                tuning.send_signal(signal.SIGINT)
                tuning.wait()
        generations = [dict(re.findall(r'^"(.*)" = ([\d.]+)$', told, re.M)) for told in log.read_text().split("# generation ")[1:]]
        last = [told for told in generations if len(told) == len(generations[0])][-max(1, len(generations) // 3):]
        if last:
            self.weights[stage] = {concern: sum(float(one[concern]) for one in last) / len(last) for concern in last[0]}


def tables(path):
    """The tables of a file of tempers, with what stands between them: each as its scenario and side, if it is a temper, and its text."""
    parts = re.split(r"^(?=#|\[\[)", path.read_text(), flags=re.M)
    value = lambda text, key: (re.search(rf'^{key} = "(.*)"$', text, re.M) or [None, None])[1]
    return [[(value(text, "scenario"), value(text, "side")) if text.startswith("[[temper]]") else None, text] for text in parts if text]


def write(pupils, out):
    """Writes the tempers of all pupils of a game in place of those that were there."""
    for game in dict.fromkeys(pupil.game for pupil in pupils):
        path = out / "data" / game / "tempers.toml"
        kept = tables(path)
        for pupil in (pupil for pupil in pupils if pupil.game == game):
            whose = {table[0]: table for table in kept if table[0]}
            mine = whose.get((pupil.scenario, pupil.side))
            if mine is None:
                mine = [(pupil.scenario, pupil.side), whose[None, pupil.side][1]]
                kept.insert(1 + max(place for place, table in enumerate(kept) if table[0]), mine)
            sections = re.split(r"^\[temper\.(\w+)\]$", mine[1], flags=re.M)
            told = dict(zip(sections[1::2], sections[2::2]))
            for stage, weights in pupil.weights.items():
                told[stage] = "\n" + "".join(f'"{concern}" = {weight:.2f}\n' for concern, weight in weights.items())
            mine[1] = f'[[temper]]\nscenario = "{pupil.scenario}"\nside = "{pupil.side}"\nsource = "{SOURCE}"\n\n' + "\n".join(
                f"[temper.{stage}]\n{told[stage].strip()}\n" for stage in ("drilled", "seasoned") if stage in told
            )
        # Lines of one comment stay together.
        path.write_text("".join(text if text.startswith("#") else text.rstrip("\n") + "\n\n" for _, text in kept).rstrip("\n") + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--only", action="append", required=True, metavar="GAME/SCENARIO[:CORES]", help="who is schooled, on how many cores a side")
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--drill", type=float, default=0.5, help="the part of it that the drill takes, from 0 to 1 (0.5)")
    parser.add_argument("--variations", type=int, default=15, help="how many are tried in a generation (15)")
    parser.add_argument("--games", type=int, default=30, help="how many games each of them plays (30)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all dice (1)")
    asked = parser.parse_args()
    sides = {game["game"]: [side["id"] for side in game["sides"]] for game in json.loads(subprocess.check_output([asked.program, "games", "--json"]))}
    free, pupils = iter(range(1_000_000)), []
    for wanted in asked.only:
        name, _, cores = wanted.partition(":")
        game, scenario = name.split("/")
        for side in sides[game]:
            mine = {next(free) % os.cpu_count() for _ in range(int(cores or 1))}
            pupils.append(Pupil(game, scenario, side, mine))
        folder = asked.out / "data" / game
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tempers.toml").write_text((GAMES / game / "data/tempers.toml").read_text())
    for stage, part in (("drilled", asked.drill), ("seasoned", 1 - asked.drill)):
        if part > 0:
            lessons = [threading.Thread(target=pupil.learn, args=(asked, stage, 60 * asked.minutes * part)) for pupil in pupils]
            for lesson in lessons:
                lesson.start()
            for lesson in lessons:
                lesson.join()
            write(pupils, asked.out)
    for pupil in pupils:
        print(f"{pupil.game}, {pupil.scenario}, {pupil.side}: {', '.join(pupil.weights) or 'nothing learned'}")


if __name__ == "__main__":
    main()
