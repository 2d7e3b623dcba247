"""The client of the server's API, against a server that goes away, has enough, or is none."""

import http.server
import json
import threading
import unittest

from bots import RandomBot
from common import Refused, Trouble
from server import Seat, Server


class Fake(http.server.BaseHTTPRequestHandler):
    """Answers as it is told to: each answer is a status with a body, or None, which hangs up."""

    def do_GET(self):
        self.server.asked.append((self.path, self.headers.get("authorization"), None))
        self.reply()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, self.headers.get("authorization"), body))
        self.reply()

    def reply(self):
        answer = self.server.answers.pop(0)
        if answer is None:
            self.close_connection = True
            return
        status, body = answer
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("retry-after", "0")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def table(side, actions, status="playing", offer=None, choices=("a",)):
    decision = {"side": side, "undo": False}
    if side == "blue":
        decision["choices"] = [{"action": action, "text": action, "rolls": False} for action in choices]
    result = {"winner": "blue", "text": "Blue wins."} if status == "over" else None
    match = {"game": "hex-fight", "actions": actions, "status": status, "result": result}
    return {"match": match, "yours": ["blue"], "offer": offer, "decision": decision, "view": {}}


def error(kind, message="no"):
    return {"error": {"kind": kind, "message": message}}


class Served(unittest.TestCase):
    def start(self, *answers):
        self.fake = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Fake)
        self.fake.answers, self.fake.asked = list(answers), []
        thread = threading.Thread(target=self.fake.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(self.fake.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(self.fake.shutdown)
        return f"http://127.0.0.1:{self.fake.server_port}"

    def test_a_server_that_goes_away_or_has_enough_is_asked_again(self):
        address = self.start(None, (503, b"down"), (429, error("too_many")), (200, {"sides": [{"id": "blue"}, {"id": "red"}]}))
        self.assertEqual(Server(address, patience=5).sides("hex-fight"), ["blue", "red"])
        self.assertEqual(len(self.fake.asked), 4)

    def test_a_server_that_stays_away(self):
        address = self.start(None, None, None)
        with self.assertRaisesRegex(Trouble, f"{address} does not answer"):
            Server(address, patience=0.3).sides("hex-fight")

    def test_a_match_is_not_begun_twice(self):
        sides = {"sides": [{"id": "blue"}, {"id": "red"}]}
        address = self.start((200, sides), None, (201, {}))
        with self.assertRaisesRegex(Trouble, "does not answer"):
            Server(address, patience=5).create("hex-fight", "blue", "greedy")
        self.assertEqual(len(self.fake.asked), 2)

    def test_what_is_no_server(self):
        address = self.start((200, b"<html>"), (404, b"<html>"), (404, error("not_found", "there is no game")))
        server = Server(address)
        with self.assertRaisesRegex(Trouble, "its answer is not JSON"):
            server.sides("hex-fight")
        with self.assertRaisesRegex(Trouble, "is it a Grognard server"):
            server.sides("hex-fight")
        with self.assertRaisesRegex(Refused, "there is no game"):
            server.sides("chess")
        with self.assertRaisesRegex(Trouble, "is no address of a server"):
            Server("localhost:1918")

    def test_links(self):
        seat = Seat.by_link("https://play.example.org/games/m/abc#123")
        self.assertEqual((seat.server.address, seat.match, seat.token), ("https://play.example.org/games", "abc", "123"))
        self.assertEqual(seat.link, "https://play.example.org/games/m/abc#123")
        for link in ("https://play.example.org/m/abc", "https://play.example.org/#123", "abc"):
            with self.assertRaisesRegex(Trouble, "is no link to a seat"):
                Seat.by_link(link)

    def test_a_match_with_all_that_can_happen(self):
        offer = {"what": "draw", "by": "red"}
        address = self.start(
            (200, table("blue", 0)),
            # The answer to what was played is lost; asked again, the server says that it has gone on.
            None, (409, error("stale")),
            # It waits for the other side, declines a draw, waits on, and plays the last action.
            (200, table("red", 1)), (200, table("red", 1, offer=offer)), (200, {}),
            (200, table("red", 1)), (200, table("blue", 2, choices=["b"])),
            (200, {}), (200, table(None, 3, status="over")), (200, b"grognard record 1\n"))
        seat = Seat.by_link(f"{address}/m/abc#123", patience=5)
        self.assertEqual(seat.play(RandomBot()), {"winner": "blue", "text": "Blue wins."})
        self.assertEqual(seat.record(), "grognard record 1\n")
        self.assertEqual({token for _, token, _ in self.fake.asked}, {"Bearer 123"})
        done = [body for _, _, body in self.fake.asked if body]
        play = {"do": "play", "action": "a", "after": 0}
        self.assertEqual(done, [play, play, {"do": "answer", "accept": False}, {"do": "play", "action": "b", "after": 2}])
        waits = [path for path, _, _ in self.fake.asked if "wait=" in path]
        self.assertEqual(waits, ["/api/matches/abc/table?after=1&wait=20"] * 2)

    def test_a_seat_that_somebody_else_has(self):
        address = self.start((200, {**table("red", 0), "yours": []}))
        with self.assertRaisesRegex(Trouble, "somebody else has it"):
            Seat.by_link(f"{address}/m/abc#123").play(RandomBot())


if __name__ == "__main__":
    unittest.main()
