"""What can go wrong. Everything is a `GrognardError`, and what a caller got wrong is a `ValueError` as well."""

from __future__ import annotations

from typing import Any, Optional


class GrognardError(Exception):
    """Something that Grognard did not do."""


class Refusal(GrognardError, ValueError):
    """The rules do not allow an action. `reason` says why in a sentence, and `clauses` are the rules that say so, each a
    dictionary with its `id` and its `text`."""

    def __init__(self, reason: str, clauses: list[dict[str, Any]]) -> None:
        cited = ", ".join(clause.get("name", clause["id"]) for clause in clauses)
        super().__init__(f"{reason} ({cited})" if cited else reason)
        self.reason = reason
        self.clauses = clauses

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.clauses)


class NotationError(GrognardError, ValueError):
    """A text that is no action, or a number that is no place in the list."""


class UnknownName(GrognardError, ValueError):
    """A game, scenario, side, option or player that there is not."""


class DataError(GrognardError, ValueError):
    """A data file that cannot be read: `file` and `line` say where."""

    def __init__(self, message: str, file: str, line: Optional[int]) -> None:
        super().__init__(message)
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.file, self.line)


class PositionError(GrognardError, ValueError):
    """A position or a picture that cannot be."""


class RecordError(GrognardError, ValueError):
    """A record that is damaged or untrue, and the `line` that shows it."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.line)


class GameOver(GrognardError):
    """Nobody can act any more."""


class NotYourChoice(GrognardError):
    """The other side must choose."""


class NoUndo(GrognardError):
    """There is nothing that may be taken back."""


class ForcedRollError(GrognardError, ValueError):
    """A roll that was laid down does not fit the die."""


class BrokenOff(GrognardError):
    """A step was broken off; the games must be begun anew with `reset`."""


class InternalError(GrognardError, RuntimeError):
    """A fault of ours, and worth a report. The object that raised it should not be used any more."""
