"""Bots: what a bot must do, and two that do it."""

import random

import outcomes


class Bot:
    """Chooses for one side of one match. Write your own by giving it a `choose`."""

    #: Its word on the command line and its name in records.
    name = "bot"

    def __init__(self, seed=0):
        #: The bot's own chance: with the same seed it draws the same.
        self.random = random.Random(seed)
        #: The game's id, and the bot's side.
        self.game = self.side = None

    def begin(self, game, side):
        """A match begins."""
        self.game, self.side = game, side

    def choose(self, view, choices, forecast):
        """Returns the choice to take, or its `action`.

        `view` is all that the side may know: `turn`, `phase`, `pieces` and more. `choices` are the legal options, each
        with its `action`, a `text`, whether it `rolls` dice, and where there is one a `hex`, a `piece` and a `cost`.
        `forecast(choice)` tells what a choice costs or may lead to (`sum`, `chances`), or None.
        """
        raise NotImplementedError(f"{type(self).__name__} has no choose")

    def accepts(self, offer):
        """Whether to accept what the other side offers: `offer["what"]` is "draw" or "take_back"."""
        return offer["what"] == "take_back"

    def end(self, result):
        """The match is over; `result` has the `winner` (a side, or None) and a `text`."""


class RandomBot(Bot):
    """Takes any legal option, each as likely as the other."""

    name = "random"

    def choose(self, view, choices, forecast):
        return self.random.choice(choices)


class ForecastBot(Bot):
    """Takes the option whose dice promise most, and leaves alone those whose dice promise harm."""

    name = "forecast"

    def choose(self, view, choices, forecast):
        promises = [(outcomes.expected(self.game, forecast(choice)), choice) for choice in choices]
        rolled = [(promise, choice) for promise, choice in promises if promise is not None]
        if any(promise > 0 for promise, _ in rolled):
            # Of equal promises rather the roll itself than one more preparation.
            return max(rolled, key=lambda entry: (entry[0], entry[1]["rolls"], self.random.random()))[1]
        harmless = [choice for promise, choice in promises if not promise]
        return self.random.choice(harmless or choices)


#: The bots that have a word on the command line.
BOTS = {bot.name: bot for bot in (RandomBot, ForecastBot)}
