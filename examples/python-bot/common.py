"""What both ways to play have in common."""


class Trouble(Exception):
    """Something that the user must be told in a sentence."""


class Refused(Trouble):
    """A request was refused: `kind` is a word that programs know, the message is for people."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Forecasts:
    """What each choice costs or may lead to. All are asked for at once, when the first is wanted."""

    def __init__(self, fetch):
        """`fetch()` returns the choices, each with its `forecast`."""
        self.fetch = fetch
        self.known = None

    def __call__(self, choice):
        if self.known is None:
            self.known = {known["action"]: known["forecast"] for known in self.fetch()}
        return self.known.get(choice if isinstance(choice, str) else choice["action"])


def chosen(bot, view, choices, forecast):
    """What a bot chooses, in notation; that it is one of the choices is made sure of here, where it can be explained."""
    action = bot.choose(view, choices, forecast)
    if isinstance(action, dict):
        action = action.get("action")
    if not any(choice["action"] == action for choice in choices):
        raise Trouble(f"the bot {bot.name} chose {action!r}, which is none of its {len(choices)} choices")
    return action
