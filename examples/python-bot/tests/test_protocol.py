"""The client of the line protocol, against programs that misbehave."""

import os
import pathlib
import stat
import sys
import tempfile
import unittest

from common import Refused, Trouble
from protocol import Engine


class Protocol(unittest.TestCase):
    def program(self, *lines):
        """A program in place of grognard."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "grognard")
        path.write_text("\n".join([f"#!{sys.executable}", "import sys", *lines]))
        os.chmod(path, stat.S_IRWXU)
        return str(path)

    def test_a_program_that_is_not_there(self):
        with self.assertRaisesRegex(Trouble, "no/such/program cannot be started .*--grognard"):
            Engine("no/such/program")

    def test_a_program_that_ends(self):
        program = self.program("sys.stdin.readline()", "sys.exit('grognard: out of ink')")
        with Engine(program) as engine, self.assertRaisesRegex(Trouble, "has ended: grognard: out of ink"):
            engine.ask("games")

    def test_answers_and_refusals(self):
        program = self.program(
            "assert sys.argv[1:] == ['engine', '--data', 'mine']",
            "assert sys.stdin.readline() == '{\"cmd\": \"view\", \"side\": \"us\"}\\n'",
            "print('{\"ok\": true, \"view\": 1}', flush=True)",
            "sys.stdin.readline()",
            "error = '{\"kind\": \"over\", \"message\": \"the game is over\"}'",
            "print('{\"ok\": false, \"error\": ' + error + '}', flush=True)",
            "sys.stdin.read()",
        )
        with Engine(program, ["--data", "mine"]) as engine:
            self.assertEqual(engine.ask("view", side="us", viewer=None)["view"], 1)
            with self.assertRaisesRegex(Refused, "the game is over") as refused:
                engine.ask("undo")
            self.assertEqual(refused.exception.kind, "over")


if __name__ == "__main__":
    unittest.main()
