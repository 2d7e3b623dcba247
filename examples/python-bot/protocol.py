"""Playing through `grognard engine`: one JSON object a line out, one back. docs/protocol.md describes it."""

import json
import subprocess
import tempfile

from common import Forecasts, Refused, Trouble, chosen


class Engine:
    """The program, run beside this one. Use it in a `with`, so that it ends."""

    def __init__(self, program="grognard", arguments=()):
        self.complaints = tempfile.TemporaryFile(mode="w+", errors="replace")
        try:
            # In a session of its own: Ctrl-C is for us, who may want to ask it for the record first.
            self.process = subprocess.Popen(
                [program, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self.complaints, text=True, encoding="utf-8", start_new_session=True)
        except OSError as error:
            self.complaints.close()
            raise Trouble(f"{program} cannot be started ({error.strerror}): name the program with --grognard") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the program."""
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.complaints.close()

    def ask(self, cmd, **fields):
        """Sends a request and returns its answer; what is refused is raised as `Refused`."""
        request = {"cmd": cmd, **{name: value for name, value in fields.items() if value is not None}}
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
        except (OSError, ValueError) as error:
            raise Trouble(f"the engine has ended: {self.last_words()}") from error
        if not answer["ok"]:
            raise Refused(answer["error"]["kind"], answer["error"]["message"])
        return answer

    def last_words(self):
        """What the program said when it ended."""
        self.complaints.seek(0)
        said = self.complaints.read().strip().splitlines()
        return said[-1] if said else "it said nothing"

    def sides(self, game):
        """The ids of a game's two sides."""
        (about,) = self.ask("games", game=game)["games"]
        return [side["id"] for side in about["sides"]]


class EngineMatch:
    """One match of a bot against a computer player, or against itself."""

    def __init__(self, engine, bot, game, side, opponent, scenario=None, options=(), seed=0):
        """`opponent` is a computer player (`random`, `greedy`, …), or another `Bot`."""
        self.engine, self.bot, self.game, self.side, self.opponent = engine, bot, game, side, opponent
        name = getattr(opponent, "name", opponent)
        other = next(other for other in engine.sides(game) if other != side)
        self.standing = engine.ask("new", game=game, scenario=scenario, options=list(options), seed=seed,
                                   seats=[f"{side}={bot.name}", f"{other}={name}"])
        self.choices = 0
        bot.begin(game, side)
        if not isinstance(opponent, str):
            opponent.begin(game, other)

    def play(self, most=None, stopped=lambda: False):
        """Plays to the end and returns the result; after `most` choices of its own the bot gives up. Where `stopped()`
        says so it leaves the match as it is."""
        while self.standing["side"] is not None:
            if stopped():
                raise KeyboardInterrupt
            if self.standing["side"] != self.side:
                self.standing = self.answer()
            elif most is not None and self.choices >= most:
                self.standing = self.engine.ask("concede", side=self.side)
            else:
                self.standing = self.choose(self.bot, self.side)
                self.choices += 1
        self.bot.end(self.standing["result"])
        if not isinstance(self.opponent, str):
            self.opponent.end(self.standing["result"])
        return self.standing["result"]

    def answer(self):
        """The other side's choice."""
        if isinstance(self.opponent, str):
            return self.engine.ask("computer", player=self.opponent, viewer=self.side)
        return self.choose(self.opponent, self.standing["side"])

    def choose(self, bot, side):
        """One choice of a bot."""
        ask = self.engine.ask
        view = ask("view", side=side)["view"]
        choices = ask("decision", choices=True)["choices"]
        action = chosen(bot, view, choices, Forecasts(lambda: ask("decision", forecasts=True)["choices"]))
        return ask("play", action=action, side=side, viewer=side)

    def record(self):
        """The match so far as text, for `grognard check` and `grognard replay`."""
        return self.engine.ask("record")["record"]
