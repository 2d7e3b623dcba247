"""Playing through a server's API, by HTTP alone. docs/server.md and docs/openapi.json describe it."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request

from common import Forecasts, Refused, Trouble, chosen

#: How long the server is asked to wait for something to happen, and how long an answer may take beyond that.
WAIT, LATE = 20, 30
#: Between attempts to reach a server that does not answer, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5


class Lost(Trouble):
    """The server cannot be reached."""


class Server:
    """A server, known by its address."""

    def __init__(self, address, token=None, patience=60):
        """`token` is a bot's token of an account; without it, matches are played as a guest. For `patience` seconds
        the server may be away before that is trouble."""
        self.address, self.token, self.patience = address.rstrip("/"), token, patience
        if urllib.parse.urlsplit(self.address).scheme not in ("http", "https"):
            raise Trouble(f"{address} is no address of a server (expected one such as http://127.0.0.1:1918)")

    def ask(self, path, body=None, token=None, again=True, read=json.loads, **query):
        """Sends a request and returns the answer as `read` reads it. While the server cannot be reached, or has enough of us, it is asked
        `again`; what it refuses is raised as `Refused`."""
        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            try:
                return self.ask_once(path, body, token or self.token, read, query)
            except TooMany as many:
                if time.monotonic() + many.seconds > until:
                    raise
                time.sleep(many.seconds)
            except Lost:
                if not again or time.monotonic() + pause > until:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def ask_once(self, path, body, token, read, query):
        """Sends a request once."""
        query = {name: value for name, value in query.items() if value is not None}
        address = self.address + path + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(address, headers={"user-agent": "grognard-python-bot"})
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=query.get("wait", 0) + LATE) as answer:
                return read(answer.read())
        except urllib.error.HTTPError as error:
            raise self.refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise Lost(f"{self.address} does not answer ({getattr(reason, 'strerror', None) or reason})") from error
        except ValueError as error:
            raise Trouble(f"{self.address} is no Grognard server: its answer is not JSON") from error

    def refusal(self, error):
        """Why the server refused a request."""
        if error.code in (502, 503, 504):
            return Lost(f"{self.address} does not answer now (status {error.code})")
        try:
            told = json.loads(error.read())["error"]
            kind, message = told["kind"], told["message"]
        except (ValueError, KeyError, TypeError):
            return Trouble(f"{self.address} answers with status {error.code}: is it a Grognard server?")
        if error.code == 429:
            return TooMany(kind, message, float(error.headers.get("retry-after", 1)))
        return Refused(kind, message)

    def sides(self, game):
        """The ids of a game's two sides."""
        return [side["id"] for side in self.ask(f"/api/games/{urllib.parse.quote(game, safe='')}")["sides"]]

    def create(self, game, side, opponent, scenario=None, options=None):
        """Begins a match; returns the bot's seat, and the link for the other side where `opponent` is "link". Else it is
        "open" or a computer player."""
        (other,) = (other for other in self.sides(game) if other != side)
        own = "me" if self.token else "link"
        wish = opponent if opponent in ("link", "open") else {"computer": opponent}
        body = {"game": game, "seats": {side: own, other: wish}, "options": options or {}}
        if scenario is not None:
            body["scenario"] = scenario
        # Not again: if the answer alone was lost, the match is there already.
        made = self.ask("/api/matches", body, again=False)
        links = made["links"]
        seat = Seat.by_link(links[side], self) if side in links else Seat(self, made["match"]["id"])
        return seat, links.get(other)


class TooMany(Refused):
    """The server has enough of us for so many `seconds`."""

    def __init__(self, kind, message, seconds):
        super().__init__(kind, f"{message} (in {seconds:.0f} seconds it may be asked again)")
        self.seconds = seconds


class Seat:
    """A seat in a match, held by the token of its link, or by the account whose token the server was given."""

    def __init__(self, server, match, token=None):
        self.server, self.match, self.token = server, match, token
        #: How many choices the bot has made, and whether it looks at forecasts, so that they come with the table.
        self.choices, self.forecasts = 0, False

    @classmethod
    def by_link(cls, link, server=None, patience=60):
        """The seat that a link is for."""
        address = urllib.parse.urlsplit(link)
        before, found, match = address.path.rpartition("/m/")
        if not (found and match and address.fragment):
            raise Trouble(f"{link} is no link to a seat (expected one such as http://127.0.0.1:1918/m/ID#TOKEN)")
        if server is None:
            server = Server(f"{address.scheme}://{address.netloc}{before}", patience=patience)
        return cls(server, match, address.fragment)

    @property
    def link(self):
        """The link by which the match can be gone on with."""
        return f"{self.server.address}/m/{self.match}" + (f"#{self.token}" if self.token else "")

    def table(self, **query):
        """All that the seat may know."""
        query["choices"] = "forecasts" if self.forecasts else None
        return self.server.ask(f"/api/matches/{self.match}/table", token=self.token, **query)

    def do(self, what, **fields):
        """Does something: plays, answers an offer, gives up."""
        return self.server.ask(f"/api/matches/{self.match}/do", {"do": what, **fields}, token=self.token)

    def play(self, bot, most=None):
        """Plays to the end and returns the result; after `most` choices of its own the bot gives up."""
        table = self.table()
        if not table["yours"]:
            raise Trouble(f"the seat in {self.server.address}/m/{self.match} is not ours: somebody else has it")
        side = table["yours"][0]
        bot.begin(table["match"]["game"], side)
        while table["match"]["status"] != "over":
            try:
                self.act(bot, side, table, most)
            except Refused as refused:
                # Something happened meanwhile, or the answer to our last request was lost: look again.
                if refused.kind not in ("stale", "over", "not_your_choice", "no_offer"):
                    raise
            table = self.table()
            while self.idle(side, table):
                table = self.table(after=table["match"]["actions"], wait=WAIT)
        bot.end(table["match"]["result"])
        return table["match"]["result"]

    @staticmethod
    def idle(side, table):
        """Whether there is nothing for us to do."""
        offered = table["offer"] is not None and table["offer"]["by"] != side
        return table["match"]["status"] != "over" and table["decision"]["side"] != side and not offered

    def act(self, bot, side, table, most):
        """Does what is ours to do, if anything is."""
        if table["offer"] is not None and table["offer"]["by"] != side:
            self.do("answer", accept=bool(bot.accepts(table["offer"])))
        elif table["decision"]["side"] == side:
            if most is not None and self.choices >= most:
                self.do("concede")
                return
            forecasts = Forecasts(lambda: self.with_forecasts(table["decision"]["choices"]))
            action = chosen(bot, table["view"], table["decision"]["choices"], forecasts)
            self.do("play", action=action, after=table["match"]["actions"])
            self.choices += 1

    def with_forecasts(self, choices):
        """The choices with their forecasts: those that we have, or those of a table told anew."""
        if all("forecast" in choice for choice in choices):
            return choices
        self.forecasts = True
        return self.table()["decision"].get("choices", [])

    def record(self):
        """The record of the match, once it is over, for `grognard check` and `grognard replay`."""
        return self.server.ask(f"/api/matches/{self.match}/record", token=self.token, read=bytes.decode)
