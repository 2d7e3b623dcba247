#!/usr/bin/env python3
"""Two programs against each other by the line protocol: today's and one of an older commit, or any two.

    tools/against.py PROGRAM OTHER OUT [--terms tools/against/d0cff6a.toml] [--player grognard] [--minutes 60] [--workers 16]

Each keeps a board of its own. A side's program chooses on its board, and what it chose is played on the other's with the same dice; what the
other's rules refuse is taken back, and it chooses again: as a veteran, as greedy, and then any option that both boards have. So both
play by what both rulebooks allow, and by the points of PROGRAM, with whose board a game ends. Where one rulebook asks what the
other does not, and there is nothing to decide, it is answered on that board alone. A game whose boards can no longer be brought together, or
on which other counters stand, is not counted; nor is its pair.

The terms say with which options and data OTHER plays by the rules of PROGRAM as nearly as it can (tools/against/*.toml).

A pair is a seed played twice with exchanged seats: won by who wins more of the two, and if that is equal by the better sum of margins.
OUT/table.md has a line for each scenario, written anew as pairs come in: the pairs; of how many choices a second one had to do, because the other
rulebook refused the first; and how many pairs were not counted. OUT/pairs.tsv has a line for each pair, OUT/apart.tsv why games were not counted.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import queue
import random
import re
import subprocess
import tempfile
import time
import tomllib

from tournament import whole, wilson

DATA = pathlib.Path(__file__).parent.parent / "crates/games"
# Who chooses again where the first choice was refused.
SECOND = ["veteran", "greedy"]
# What ends a step.
NOTHING = "done"
# So many questions in a row may be asked on one board alone,
ALONE = 2
# and so many answers may each have.
FEW = 8
# What a position cannot say, and is not compared: the Grand Batteries of March into Battle.
UNSAID = "battery-"
# Two boards ask the same if of all that either lets do so much may be done on both.
ALIKE = 0.4
# The games whose margin is the winner's lead.
WINNERS_LEAD = {"clash-of-giants", "miracle-on-the-marne"}
# What a Primary hex of the Marne weighs beside a Secondary one.
PRIMARY = 10
# Who chooses for the second program while its board is elsewhere.
STAND_IN = "greedy"


class Apart(Exception):
    """The boards cannot be brought together any more."""


class Board:
    """A program with its board."""

    def __init__(self, command, begin):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.begin(begin)

    def begin(self, request):
        """Begins a match, or goes on from a position."""
        self.beginning, self.played = request, []
        self.standing = self.need(request)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def need(self, request):
        answer = self.ask(request)
        if not answer["ok"]:
            raise RuntimeError(f"{self.process.args[0]} refused {json.dumps(request)[:200]}: {answer['error']}")
        return answer

    @property
    def side(self):
        return self.standing["side"]

    @property
    def result(self):
        return self.standing.get("result")

    def options(self):
        return [] if self.result else self.need({"cmd": "decision"})["options"]

    def play(self, side, action, dice):
        """Plays an action with these dice, if the rules allow it."""
        self.need({"cmd": "roll", "rolls": dice})
        answer = self.ask({"cmd": "play", "action": action, "side": side})
        self.need({"cmd": "roll", "rolls": []})
        if answer["ok"]:
            self.note(side, action, answer, dice or None)
        return answer["ok"]

    def choose(self, player):
        """Lets a computer player choose and play; what it played, and the dice that fell."""
        side = self.side
        answer = self.need({"cmd": "computer", "player": player})
        self.note(side, answer["action"], answer, None)
        return answer["action"], self.played[-1][2]

    def note(self, side, action, answer, dice):
        self.standing = {key: answer[key] for key in ("side", "result", "count") if key in answer}
        self.played.append((side, action, self.fallen() if dice is None else dice))

    def fallen(self):
        """The dice of the last action, as the record has them."""
        record = self.need({"cmd": "record"})["record"].splitlines()
        lines = [line for line in record[-3:] if re.match(r"\d+ ", line)]
        return [int(value) for value in re.findall(r" ?d\d+=(\d+)", lines[-1].rsplit(" #", 1)[0].partition(" [")[2])]

    def take_back(self):
        """Takes back the last action, also where dice fell: the game is played again up to it."""
        *kept, last = self.played
        answer = self.ask({"cmd": "undo"})
        if answer["ok"]:
            self.standing, self.played = answer, kept
            return
        self.begin(self.beginning)
        for step in kept:
            if not self.play(*step):
                raise RuntimeError(f"{self.process.args[0]} does not play again what it played: {step}")

    def view(self):
        return self.need({"cmd": "state"})["view"]

    def counters(self):
        """Where every counter is, and what it is worth there."""
        told = lambda piece: (piece["hexes"], piece.get("facing"), piece["steps"], [each["value"] for each in piece["values"]])
        pieces = [piece for piece in self.view()["pieces"] if "hexes" in piece and not piece["id"].startswith(UNSAID)]
        return {piece["id"]: told(piece) for piece in pieces}

    def end(self):
        self.process.kill()
        self.process.communicate()


def march_into_battle(view):
    """The beginning of an activation, before leaders move."""
    boxes = {box["id"]: " ".join(name for name, _ in box["contents"]) for box in view["boxes"]}
    if view["phase"]["id"] != "command" or not boxes["active"]:
        return None
    tracks = {track["id"]: track for track in view["tracks"]}
    marks = {"active": boxes["active"], "cup": boxes["cup"]}
    marks["control"] = " ".join(f"{marker['hexes'][0]}={marker['side']}" for marker in view["markers"] if marker["kind"] == "control")
    if "initiative" in tracks:
        marks["initiative"] = str(tracks["initiative"]["at"] - len(tracks["initiative"]["spaces"]) // 2)
    if not any("not released" in fact["text"] for fact in view["facts"]):
        marks["released"] = ""
    pieces = []
    for piece in view["pieces"]:
        if piece["id"].startswith(UNSAID):
            continue
        values = {value["name"]: value["value"] for value in piece["values"]}
        placed = {"piece": piece["id"], "hex": piece.get("hexes", [""])[0]}
        if "hexes" not in piece:
            placed["place"] = "waiting"
        if "fatigue" in values:
            smashed = "smashed" in piece.get("marks", ())
            placed |= {"facing": piece.get("facing"), "steps": None if smashed else piece["steps"]}
            placed["second_hex"] = piece.get("hexes", [])[1:2] and piece["hexes"][1] or None
            words = {"fatigue": "fatigue", "stragglers": "stragglers", "guns": "batteries", "organic": "organic-cavalry", "morale": "morale"}
            placed["marks"] = [f"{word}={values[name]}" for word, name in words.items()]
            placed["marks"] += [word for mark, word in UNIT_MARKS.items() if mark in piece.get("marks", ())]
        pieces.append(placed)
    return {"turn": view["turn"], "phase": "command", "marks": marks, "pieces": pieces}


# The marks of a unit in March into Battle, and what a position calls them.
UNIT_MARKS = {"disorganized": "disorganized", "smashed": "smashed", "held back": "held", "catching up": "catching-up"}
# By what a game is handed over where the boards have come apart.
LAID_OUT = {"march-into-battle": march_into_battle}


class Game:
    """One game between both: the first board keeps the points."""

    def __init__(self, boards, seats, players, luck):
        self.boards, self.seats, self.players, self.luck = boards, seats, players, luck
        self.options = boards[1].beginning["options"]
        self.tally = collections.Counter()
        self.seconds = [0.0, 0.0]
        self.adrift = None

    def play(self):
        """The result, as the first program tells it."""
        first, second = self.boards
        side = None
        while not first.result:
            try:
                if self.adrift and not self.hand_over():
                    self.choose_alone()
                    continue
                self.bring_together()
                if first.result:
                    continue
                if first.side != side:
                    side = first.side
                    self.compare()
                self.choose(side)
            except Apart as apart:
                if first.beginning["game"] not in LAID_OUT:
                    raise
                self.adrift = str(apart)
                self.tally["adrift"] += 1
        return first.result

    def bring_together(self):
        """Sees to it that both boards ask the same."""
        first, second = self.boards
        if self.likeness() < 1:
            self.pass_over()
        if self.likeness() < ALIKE and not self.catch_up() and not self.common():
            asked = [f"{board.side} {board.options()[:3]}" for board in self.boards]
            raise Apart(f"the boards ask {asked[0]} and {asked[1]}")
        if second.result and not first.result:
            raise Apart(f"over for the other alone: {second.result['text']}")

    def pass_over(self):
        """Ends on one board what the other has no step for, if both ask the very same then."""
        for lone in self.boards:
            if not lone.result and NOTHING in lone.options():
                lone.play(lone.side, NOTHING, [])
                if not lone.result and self.likeness() == 1:
                    self.tally["alone"] += 1
                    return
                lone.take_back()

    def hand_over(self):
        """Lays out the first board's position on the second, if a position can say all of it."""
        first, second = self.boards
        begun = first.beginning
        position = LAID_OUT[begun["game"]](first.view())
        if position is None:
            return False
        position |= {"scenario": begun["scenario"], "options": self.options}
        request = {"cmd": "position", "game": begun["game"], "seed": begun["seed"] + len(first.played), "position": position}
        answer = second.ask(request)
        if not answer["ok"]:
            self.tally["refused positions"] += 1
            return False
        second.begin(request)
        if self.likeness() < ALIKE or first.counters() != second.counters():
            return False
        self.adrift = None
        return True

    def choose_alone(self):
        """Chooses on the first board, while the second is elsewhere."""
        first = self.boards[0]
        seat = self.seats[first.side]
        self.tally["choices", seat] += 1
        if seat:
            self.tally["by another"] += 1
        first.choose(STAND_IN if seat else self.players[seat])

    def asked(self):
        """What may be done on each board by the side that chooses on the first."""
        first, second = self.boards
        return first.options(), second.options() if first.side == second.side else []

    def common(self):
        """What may be done on both boards."""
        options, others = self.asked()
        return [option for option in options if option in set(others)]

    def likeness(self):
        """How much alike the questions are that both boards ask."""
        options, others = map(set, self.asked())
        return len(options & others) / max(len(options | others), 1)

    def choose(self, side):
        seat = self.seats[side]
        own, other = self.boards[seat], self.boards[1 - seat]
        self.tally["choices", seat] += 1
        for player in [self.players[seat], *SECOND]:
            begun = time.monotonic()
            action, dice = own.choose(player)
            self.seconds[seat] += time.monotonic() - begun
            if other.play(side, action, dice):
                return
            own.take_back()
            if player == self.players[seat]:
                self.tally["second", seat] += 1
        common = self.common()
        for action in self.luck.sample(common, len(common)):
            if own.play(side, action, []):
                if other.play(side, action, own.played[-1][2]):
                    return
                own.take_back()
        raise Apart(f"{side} finds nothing that both boards allow")

    def catch_up(self):
        """Answers on one board what the other does not ask, if both ask the same then."""
        for lone in self.boards:
            tried = [[]]
            while tried:
                answers = tried.pop(0)
                for answer in answers:
                    lone.play(lone.side, answer, [])
                if answers and self.together():
                    self.tally["alone"] += len(answers)
                    return True
                if len(answers) < ALONE and not lone.result:
                    options = lone.options()
                    tried += [[*answers, option] for option in options] if len(options) <= FEW else []
                for _ in answers:
                    lone.take_back()
        return False

    def together(self):
        first, second = self.boards
        alike = all(board.result for board in self.boards) or self.likeness() >= ALIKE
        return alike and first.counters() == second.counters()

    def compare(self):
        """Whether the same counters stand in the same places on both boards."""
        first, second = (board.counters() for board in self.boards)
        wrong = [piece for piece in first.keys() | second.keys() if first.get(piece) != second.get(piece)]
        self.tally["looks"] += 1
        if wrong:
            piece = min(wrong)
            raise Apart(f"{len(wrong)} counters differ, such as {piece}: {first.get(piece)} and {second.get(piece)}")


def listed(texts):
    return (texts or "").split()


def fit_data(terms, folder):
    """Today's data files in a form that the other program reads; the games that have any."""
    for game, term in terms.items():
        for file in listed(term.get("data")):
            text = (DATA / game / "data" / file).read_text()
            for section in listed(term.get("without")):
                text = re.sub(rf"(?m)^\[{section}\]\n(?:(?!\[).*\n?)*", "", text)
            for old, new in term.get("replace", {}).items():
                text = text.replace(old, new)
            place = folder / game / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    return {game for game, term in terms.items() if term.get("data")}


class Contest:
    """Both programs in a scenario."""

    def __init__(self, asked, terms, data, game, scenario):
        self.asked, self.game, self.scenario, self.wanted = asked, game["game"], scenario, asked.pairs
        self.sides = [side["id"] for side in game["sides"]]
        term = terms.get(self.game, {})
        self.options = [listed(term.get("program")), listed(term.get("other"))]
        self.commands = [[asked.program, "engine"], [asked.other, "engine", *(["--data", str(data)] if data else [])]]
        self.begun = self.games = self.won = self.even = self.lost = self.apart = 0
        self.tally, self.seconds, self.halves = collections.Counter(), [0.0, 0.0], collections.defaultdict(list)

    def play(self, seed, swapped):
        """A game: how it ended for the first program, the tally, the seconds of thought, and why it is not counted if it is not."""
        begin = {"cmd": "new", "game": self.game, "scenario": self.scenario, "seed": seed}
        boards = [Board(command, begin | {"options": options}) for command, options in zip(self.commands, self.options)]
        game = Game(boards, dict(zip(self.sides, [1, 0] if swapped else [0, 1])), self.asked.player, random.Random(seed))
        score = apart = None
        try:
            result = game.play()
            won = 0 if result["winner"] is None else 1 if game.seats[result["winner"]] == 0 else -1
            lead = self.lead(result, boards[0].view())
            score = (won, -lead if swapped else lead)
        except Apart as reason:
            apart = str(reason)
        finally:
            for board in boards:
                board.end()
        return score, game.tally, game.seconds, apart

    def lead(self, result, view):
        """By how much the first side is ahead, as `grognard sim` counts it."""
        facts = [fact["text"] for fact in view["facts"]]
        if self.game == "first-blood":
            lost = [int(number) for fact in facts for number in re.findall(r"eliminated: (\d+)", fact)]
            return lost[1] - lost[0]
        held = [re.match(r"(Primary|Secondary) hexes: \w+ (\d+), \w+ (\d+)", fact) for fact in facts]
        if any(held):
            return sum((int(hexes[2]) - int(hexes[3])) * (PRIMARY if hexes[1] == "Primary" else 1) for hexes in held if hexes)
        # Some games tell the winner's lead, others the first side's.
        own = self.game not in WINNERS_LEAD or result["winner"] == self.sides[0]
        return result["margin"] if own else -result["margin"]

    def take(self, seed, score, tally, seconds, apart):
        """Counts a game, and its pair if it was the second; how the pair ended."""
        self.tally += tally
        self.seconds = [sum(both) for both in zip(self.seconds, seconds)]
        self.games += 1
        self.halves[seed].append(score)
        if len(self.halves[seed]) < 2:
            return None
        pair = self.halves.pop(seed)
        if None in pair:
            self.apart += 1
            return "not counted"
        sums = tuple(sum(part) for part in zip(*pair))
        self.won, self.even, self.lost = self.won + (sums > (0, 0)), self.even + (sums == (0, 0)), self.lost + (sums < (0, 0))
        return f"{sums[0]}\t{sums[1]}"

    @property
    def played(self):
        return self.won + self.even + self.lost

    def line(self):
        share = self.won + self.even / 2
        low, high = (abs(end) for end in wilson(share, self.played))
        again = [100 * self.tally["second", seat] / max(self.tally["choices", seat], 1) for seat in (0, 1)]
        other = 100 * self.tally["by another"] / max(self.tally["choices", 1], 1)
        seconds = [part / self.games for part in self.seconds]
        return (f"| {self.game}, {self.scenario} | {self.won} - {self.even} - {self.lost} | {100 * share / self.played:.0f} % | {low:.0f} to {high:.0f} "
                f"| {self.apart} | {again[0]:.1f} and {again[1]:.1f} % | {other:.1f} % | {seconds[0]:.0f} and {seconds[1]:.0f} |")  # fmt: skip


def work(contests, jobs, results):
    """A worker: plays game after game."""
    while (job := jobs.get()) is not None:
        index, seed, swapped = job
        try:
            results.put((index, seed, contests[index].play(seed, swapped)))
        except Exception as trouble:  # A program that dies takes one game with it, not the others.
            results.put((index, seed, (None, collections.Counter(), [0.0, 0.0], f"trouble: {trouble!r}")))


class Meeting:
    """All contests, as far as the time reaches."""

    def __init__(self, asked, contests):
        self.asked, self.contests = asked, contests
        self.out = pathlib.Path(asked.out)
        self.pairs = (self.out / "pairs.tsv").open("w")
        self.apart = (self.out / "apart.tsv").open("w")
        self.jobs, self.results = multiprocessing.Queue(), multiprocessing.Queue()

    def give(self):
        """Gives out the next game: the second of a pair, or one of the contest that is farthest behind; if there is one."""
        open_ = [contest for contest in self.contests if contest.begun < 2 * contest.wanted]
        if not open_:
            return False
        contest = min(open_, key=lambda contest: (contest.begun % 2 == 0, contest.begun / contest.wanted))
        self.jobs.put((self.contests.index(contest), self.asked.seed + contest.begun // 2, bool(contest.begun % 2)))
        contest.begun += 1
        return True

    def run(self):
        end = time.monotonic() + 60 * self.asked.minutes
        workers = [multiprocessing.Process(target=work, args=(self.contests, self.jobs, self.results), daemon=True) for _ in range(self.asked.workers)]
        for worker in workers:
            worker.start()
        running = sum(self.give() for _ in workers)
        try:
            while running and (left := end - time.monotonic()) > 0:
                try:
                    self.take(*self.results.get(timeout=min(left, 5)))
                except queue.Empty:
                    continue
                running += self.give() - 1
        except KeyboardInterrupt:
            pass
        for worker in workers:
            worker.terminate()
        print((self.out / "table.md").read_text() if (self.out / "table.md").exists() else "no pair came to its end", flush=True)

    def take(self, index, seed, game):
        contest = self.contests[index]
        told = contest.take(seed, *game)
        place = f"{contest.game}\t{contest.scenario}\t{seed}"
        if game[-1]:
            print(f"{place}\t{game[-1]}", file=self.apart, flush=True)
        if told is None:
            return
        print(f"{place}\t{told}", file=self.pairs, flush=True)
        players = " against ".join(self.asked.player)
        lines = [f"## {players}\n", "| scenario | won - even - lost | share | 95 % | not counted | chose again | by another | seconds of thought a game |", "|" + "---|" * 8]
        whole(self.out / "table.md", "\n".join([*lines, *(contest.line() for contest in self.contests if contest.played)]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program that keeps the points")
    parser.add_argument("other", help="the other one")
    parser.add_argument("out")
    parser.add_argument("--terms", metavar="FILE", help="how the other is brought near to the rules of the first")
    parser.add_argument("--player", action="append", metavar="NAME", help="who plays for the first, and, said again, for the other (grognard)")
    parser.add_argument("--pairs", type=int, default=40, help="how many pairs in each scenario (40)")
    parser.add_argument("--minutes", type=float, default=60, help="how long at most (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many games at a time (one for each core)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first pair (1)")
    parser.add_argument("--only", action="append", default=[], metavar="GAME[/SCENARIO]", help="these alone")
    asked = parser.parse_args()
    players = asked.player or ["grognard"]
    asked.player = [players[0], players[-1]]
    terms = tomllib.loads(pathlib.Path(asked.terms).read_text()) if asked.terms else {}
    pathlib.Path(asked.out).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        meet(parser, asked, terms, pathlib.Path(folder))


def meet(parser, asked, terms, data):
    fitted = fit_data(terms, data)
    first = Board([asked.program, "engine"], {"cmd": "games"})
    contests = [
        Contest(asked, terms, data if game["game"] in fitted else None, game, scenario["id"])
        for game in first.need({"cmd": "games"})["games"]
        for scenario in game["scenarios"]
        if not asked.only or {game["game"], f"{game['game']}/{scenario['id']}"} & set(asked.only)
    ]
    first.end()
    if not contests:
        parser.error(f"no scenario is called {' or '.join(asked.only)}")
    Meeting(asked, contests).run()


if __name__ == "__main__":
    main()
