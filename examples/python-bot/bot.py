#!/usr/bin/env python3
"""A bot that plays Grognard's games, through the line protocol or through a server."""

import argparse
import importlib.util
import inspect
import pathlib
import signal
import sys
import time

from bots import BOTS, Bot
from common import Trouble
from protocol import Engine, EngineMatch
from server import Seat, Server

EXAMPLES = """examples:
  bot.py engine first-blood                              one game against the computer, in the program itself
  bot.py engine hex-fight --games 20 --seed 7            twenty, from either side in turn
  bot.py engine hex-fight --bot my_bot.py                with a bot of your own (see README.md)
  bot.py engine first-blood --side us --record my.record then: grognard replay my.record
  bot.py server hex-fight --url http://127.0.0.1:1918    against the server's computer player
  bot.py server hex-fight --opponent link                against whoever gets the link that it prints
  bot.py join 'http://127.0.0.1:1918/m/ID#TOKEN'         a match that somebody else has made
"""


def arguments(given=None):
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="bot.py", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way", required=True, metavar="engine | server | join")

    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--bot", default="forecast", metavar="NAME|FILE.py",
                       help=f"{', '.join(BOTS)}, or a file with a bot of your own (forecast)")
    every.add_argument("--seed", type=int, default=0, metavar="N",
                       help="what the bot's own chance grows from, and the dice of the engine (0)")
    every.add_argument("--choices", type=int, metavar="N", help="give up after so many choices of the bot's own")
    every.add_argument("--record", type=pathlib.Path, metavar="FILE",
                       help="write the record here; of several games to FILE.1, FILE.2 and so on")

    new = argparse.ArgumentParser(add_help=False, parents=[every])
    new.add_argument("game", help="the game's id, such as first-blood (grognard games lists them)")
    new.add_argument("--scenario", metavar="ID", help="the scenario (the game's first)")
    new.add_argument("--option", action="append", default=[], metavar="ID=on|off", help="switch an option of the game")
    new.add_argument("--side", metavar="ID", help="the bot's side (each in turn)")
    new.add_argument("--games", type=int, default=1, metavar="N", help="how many games to play (1)")

    engine = ways.add_parser("engine", parents=[new], help="play in the program itself (docs/protocol.md)",
                             description="Plays through `grognard engine`.")
    engine.add_argument("--opponent", default="greedy", metavar="NAME",
                        help="a computer player, or me: the same bot plays both sides (greedy)")
    engine.add_argument("--grognard", default="grognard", metavar="PROGRAM", help="the program (grognard)")
    engine.add_argument("--data", metavar="DIR", help="a folder of changed data files")

    server = ways.add_parser("server", parents=[new], help="begin matches on a server (docs/server.md)",
                             description="Begins matches on a server and plays them.")
    server.add_argument("--url", default="http://127.0.0.1:1918", help="the server (http://127.0.0.1:1918)")
    server.add_argument("--opponent", default="greedy", metavar="NAME|link|open",
                        help="a computer player, whoever gets the link that is printed, or anybody (greedy)")
    server.add_argument("--token", help="a bot's token of an account; without it the bot is a guest")

    join = ways.add_parser("join", parents=[every], help="take the seat that a link is for",
                           description="Takes the seat that a link is for and plays, or goes on playing.")
    join.add_argument("link", help="the link, with what stands after its #")

    for over_the_net in (server, join):
        over_the_net.add_argument("--patience", type=float, default=60, metavar="SECONDS",
                                  help="how long the server may be away before the bot gives up (60)")
    return parser.parse_args(given)


def load_bot(name):
    """The class of the bot with this name, or of the last one in a file."""
    if name in BOTS:
        return BOTS[name]
    path = pathlib.Path(name)
    if path.suffix != ".py":
        raise Trouble(f"there is no bot {name!r} (there are {', '.join(BOTS)}; your own is named by its file, such as my_bot.py)")
    if not path.is_file():
        raise Trouble(f"there is no file {name}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = [value for value in vars(module).values()
             if inspect.isclass(value) and issubclass(value, Bot) and value.__module__ == path.stem]
    if not found:
        raise Trouble(f"{name} has no class that is a Bot (write: class MyBot(Bot):)")
    return found[-1]


class CtrlC:
    """Ctrl-C is heeded between two choices, so that no answer of the engine is cut in the middle; pressed again, at once."""

    def __enter__(self):
        self.pressed = False
        self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def __exit__(self, *_):
        signal.signal(signal.SIGINT, self.before)

    def press(self, *_):
        """It was pressed."""
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True


class Tally:
    """What came out so far."""

    def __init__(self):
        self.won = self.lost = self.drawn = 0

    def note(self, number, side, result, choices, seconds):
        """Notes and tells the result of a game."""
        if result["winner"] is None:
            self.drawn += 1
        elif result["winner"] == side:
            self.won += 1
        else:
            self.lost += 1
        told = "draw" if result["winner"] is None else "won" if result["winner"] == side else "lost"
        print(f"game {number} as {side}: {told}. {result['text']} ({choices} choices, {seconds:.1f} s)", flush=True)

    def __str__(self):
        return f"won {self.won}, lost {self.lost}, drawn {self.drawn}"


def record_file(wanted, number):
    """The file for the record of a game."""
    if wanted.record is None or getattr(wanted, "games", 1) == 1:
        return wanted.record
    return wanted.record.with_name(f"{wanted.record.name}.{number}")


def write_record(wanted, number, match):
    """Writes the record, if it is wanted."""
    file = record_file(wanted, number)
    if file is not None:
        file.write_text(match.record(), encoding="utf-8")


def side_of(wanted, sides, number):
    """The bot's side in a game."""
    if wanted.side is None:
        return sides[(number - 1) % 2]
    if wanted.side not in sides:
        raise Trouble(f"there is no side {wanted.side!r} (there are {', '.join(sides)})")
    return wanted.side


def play_engine(wanted, make_bot, tally):
    """Plays in the program itself."""
    extra = ["--data", wanted.data] if wanted.data else []
    with CtrlC() as ctrl_c, Engine(wanted.grognard, extra) as engine:
        sides = engine.sides(wanted.game)
        for number in range(1, wanted.games + 1):
            side, seed = side_of(wanted, sides, number), wanted.seed + number - 1
            began = time.monotonic()
            bot = make_bot(f"{seed}")
            opponent = make_bot(f"{seed} opponent") if wanted.opponent == "me" else wanted.opponent
            match = EngineMatch(engine, bot, wanted.game, side, opponent, wanted.scenario, wanted.option, seed)
            try:
                result = match.play(wanted.choices, lambda: ctrl_c.pressed)
            except KeyboardInterrupt:
                write_record(wanted, number, match)
                raise
            write_record(wanted, number, match)
            tally.note(number, side, result, match.choices, time.monotonic() - began)


def play_seat(wanted, number, seat, bot, tally):
    """Plays one match on a server to its end."""
    began = time.monotonic()
    try:
        result = seat.play(bot, wanted.choices)
    except (KeyboardInterrupt, Trouble):
        print(f"The match is not over. To go on: bot.py join '{seat.link}'", file=sys.stderr)
        raise
    write_record(wanted, number, seat)
    tally.note(number, bot.side, result, seat.choices, time.monotonic() - began)


def play_server(wanted, make_bot, tally):
    """Begins matches on a server and plays them."""
    server = Server(wanted.url, wanted.token, wanted.patience)
    sides = server.sides(wanted.game)
    options = {}
    for option in wanted.option:
        name, _, value = option.partition("=")
        if value not in ("on", "off"):
            raise Trouble(f"{option} is no option (expected ID=on or ID=off)")
        options[name] = value == "on"
    for number in range(1, wanted.games + 1):
        side = side_of(wanted, sides, number)
        seat, link = server.create(wanted.game, side, wanted.opponent, wanted.scenario, options)
        if link:
            print(f"The other side plays here: {link}", flush=True)
        play_seat(wanted, number, seat, make_bot(f"{wanted.seed + number - 1}"), tally)


def play_link(wanted, make_bot, tally):
    """Takes the seat that a link is for."""
    play_seat(wanted, 1, Seat.by_link(wanted.link, patience=wanted.patience), make_bot(f"{wanted.seed}"), tally)


def main(given=None):
    """Plays what the command line says; the answer is the status to end with."""
    wanted, tally = arguments(given), Tally()
    play = {"engine": play_engine, "server": play_server, "join": play_link}[wanted.way]
    try:
        play(wanted, load_bot(wanted.bot), tally)
    except Trouble as trouble:
        print(f"bot.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; {tally}", file=sys.stderr)
        return 130
    if getattr(wanted, "games", 1) > 1:
        print(tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
