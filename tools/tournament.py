#!/usr/bin/env python3
"""A tournament of the computer's players in all scenarios, as far as the time reaches.

    tools/tournament.py PROGRAM OUT [--minutes 60] [--workers 16] [--only rock-of-the-marne/ardre] [--pairing veteran=regular/40]

A pairing is PLAYER=OTHER/PAIRS; a pair is a seed played twice with exchanged seats (docs/sim.md). Whoever is farthest behind with its pairs
is played next, so that everything stands at about the same share of what is wanted whenever it stops: at its time or at Ctrl-C.

OUT/table.md has a table for each pairing, written anew as pairs come in; OUT/habits.json what each player did and what it cost him;
OUT/pairs.tsv a line for each run. With --strength the levels' lines of crates/catalogue/data/strength.tsv are written anew in the end.
The same program and seeds give the same games.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import subprocess
import tempfile
import threading
import time

STRENGTH = pathlib.Path(__file__).parent.parent / "crates/catalogue/data/strength.tsv"
PAIRINGS = ["regular=recruit/60", "veteran=regular/60", "grognard=veteran/12", "veteran:bold=veteran/20", "veteran:wary=veteran/20"]
# How many pairs a run of the program plays: those who think long play one at a time, so that little is lost when it stops.
PAIRS_A_RUN = {"random": 10, "greedy": 10, "recruit": 10, "regular": 10, "veteran": 2, "grognard": 1}


class Contest:
    """Two players in a scenario."""

    def __init__(self, game, scenario, player, other, wanted):
        self.game, self.scenario, self.player, self.other, self.wanted = game, scenario, player, other, wanted
        level = lambda name: PAIRS_A_RUN[name.split(":")[0]]
        self.pairs_a_run = min(level(player), level(other), wanted)
        self.begun = 0
        self.won = self.even = self.lost = 0
        self.seconds = 0.0

    @property
    def played(self):
        return self.won + self.even + self.lost

    def command(self, program, seed, out):
        first, second = (side["id"] for side in self.game["sides"])
        return [program, "sim", self.game["game"], "--scenario", self.scenario, f"--seat={first}={self.player}",
                f"--seat={second}={self.other}", "--both-ways", "--json", "--threads", "1",
                "--games", str(2 * self.pairs_a_run), "--seed", str(seed), "--out", out]  # fmt: skip


def wilson(won, played):
    """The interval in which the share of pairs lies with 95 % confidence."""
    z, share = 1.96, won / played
    middle = (share + z * z / (2 * played)) / (1 + z * z / played)
    reach = z / (1 + z * z / played) * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    return 100 * (middle - reach), 100 * (middle + reach)


class Tournament:
    def __init__(self, asked, contests):
        self.asked, self.contests = asked, contests
        self.lock = threading.Lock()
        self.end = time.monotonic() + 60 * asked.minutes
        self.running = set()
        self.over = False
        self.habits = collections.defaultdict(lambda: {"games": 0, "habits": collections.Counter(), "offered": collections.Counter(), "taken": collections.Counter()})
        self.out = pathlib.Path(asked.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.log = (self.out / "pairs.tsv").open("w")

    def next(self):
        """The contest that is farthest behind, and the seed of its next run."""
        with self.lock:
            open_ = [contest for contest in self.contests if contest.begun < contest.wanted]
            if self.over or not open_:
                return None
            contest = min(open_, key=lambda contest: contest.begun / contest.wanted)
            seed = self.asked.seed + contest.begun
            contest.begun += contest.pairs_a_run
            return contest, seed

    def work(self):
        while (job := self.next()) is not None:
            contest, seed = job
            begun = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                command = contest.command(self.asked.program, seed, f"{folder}/run")
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
                with self.lock:
                    self.running.add(process)
                said, complaint = process.communicate()
                with self.lock:
                    self.running.discard(process)
                    if process.returncode == 0:
                        self.take(contest, json.loads(said), time.monotonic() - begun, seed)
                    elif not self.over:
                        print(f"{' '.join(command)}: {complaint.strip()}", flush=True)

    def take(self, contest, summary, seconds, seed):
        won, lost = (player["wins"] for player in summary["pairs"]["players"])
        even = summary["pairs"]["even"]
        contest.won, contest.even, contest.lost = contest.won + won, contest.even + even, contest.lost + lost
        contest.seconds += seconds
        fields = [contest.game["game"], contest.scenario, contest.player, contest.other, seed, won, even, lost, f"{seconds:.1f}"]
        self.log.write("\t".join(map(str, fields)) + "\n")
        self.log.flush()
        for conduct in summary["conduct"]:
            key = "\t".join([contest.game["game"], contest.scenario, f"{contest.player} v {contest.other}", conduct["player"], conduct["side"]])
            habits = self.habits[key]
            habits["games"] += conduct["games"]
            for habit in conduct["habits"]:
                habits["habits"][habit["habit"]] += habit["units"]
            for action in conduct["actions"]:
                habits["offered"][action["action"]] += action["offered"]
                habits["taken"][action["action"]] += action["taken"]

    def write(self):
        with self.lock:
            lines = []
            for pairing in dict.fromkeys((contest.player, contest.other) for contest in self.contests):
                lines += [f"\n## {pairing[0]} against {pairing[1]}\n", "| scenario | won - even - lost | share | 95 % | seconds a game |", "|---|---|---|---|---|"]
                for contest in self.contests:
                    if (contest.player, contest.other) == pairing and contest.played:
                        share = contest.won + contest.even / 2
                        low, high = wilson(share, contest.played)
                        lines.append(f"| {contest.game['game']}, {contest.scenario} | {contest.won} - {contest.even} - {contest.lost} "
                                     f"| {100 * share / contest.played:.0f} % | {low:.0f} to {high:.0f} | {contest.seconds / contest.played / 2:.1f} |")  # fmt: skip
            whole(self.out / "table.md", "\n".join(lines).lstrip() + "\n")
            whole(self.out / "habits.json", json.dumps(self.habits, indent=0))

    def run(self):
        workers = [threading.Thread(target=self.work, daemon=True) for _ in range(self.asked.workers)]
        for worker in workers:
            worker.start()
        written = time.monotonic()
        try:
            while any(worker.is_alive() for worker in workers) and time.monotonic() < self.end:
                time.sleep(0.5)
                if time.monotonic() - written > 10:
                    self.write()
                    written = time.monotonic()
        except KeyboardInterrupt:
            pass
        with self.lock:
            self.over = True
            for process in self.running:
                process.kill()
        for worker in workers:
            worker.join()
        self.write()
        print((self.out / "table.md").read_text(), flush=True)


def whole(path, text):
    part = path.with_suffix(".part")
    part.write_text(text)
    part.rename(path)


def write_strength(contests):
    """The lines of the levels that were played, in place of those that were there."""
    played = {(c.game["game"], c.scenario, c.player): c for c in contests if c.played and ":" not in c.player}
    old = STRENGTH.read_text().splitlines()
    kept = [line for line in old if tuple(line.split("\t")[:3]) not in played]
    new = ["\t".join(map(str, [*key, c.other, c.won, c.even, c.lost])) for key, c in played.items()]
    STRENGTH.write_text("\n".join(kept + new) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--minutes", type=float, default=60, help="how long at most (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many runs at a time (one for each core)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first pair (1)")
    parser.add_argument("--only", action="append", default=[], metavar="GAME[/SCENARIO]", help="these alone")
    parser.add_argument("--pairing", action="append", default=[], metavar="PLAYER=OTHER/PAIRS", help=f"who plays whom ({', '.join(PAIRINGS)})")
    parser.add_argument("--strength", action="store_true", help="write the lines of the file that the page reads")
    asked = parser.parse_args()
    games = json.loads(subprocess.run([asked.program, "games", "--json"], check=True, capture_output=True, text=True).stdout)
    contests = []
    for pairing in asked.pairing or PAIRINGS:
        players, wanted = pairing.split("/")
        player, other = players.split("=")
        for game in games:
            for scenario in game["scenarios"]:
                if not asked.only or {game["game"], f"{game['game']}/{scenario['id']}"} & set(asked.only):
                    contests.append(Contest(game, scenario["id"], player, other, int(wanted)))
    if not contests:
        parser.error(f"no scenario is called {' or '.join(asked.only)}")
    tournament = Tournament(asked, contests)
    tournament.run()
    if asked.strength:
        write_strength(contests)


if __name__ == "__main__":
    main()
