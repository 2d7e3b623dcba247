"""Grognard: board wargames by their rulebooks, as a Python module. docs/python.md in the repository is its guide."""

from __future__ import annotations

from typing import Any, Optional

from grognard import errors
from grognard._grognard import Game, Match, State, Vector, games, load, planes, players
from grognard.errors import GrognardError, Refusal
from grognard.spaces import Bounds, bounds
from grognard.vector import VectorEnv

__all__ = [
    "Bounds", "Game", "GrognardError", "Match", "Refusal", "State", "Vector", "VectorEnv", "aec_env", "bounds", "env",
    "errors", "games", "load", "planes", "players", "spiel", "vector",
]  # fmt: skip


def env(game: str, *, scenario: Optional[str] = None, opponent: str = "random", side: Optional[str] = None, **more: Any):
    """A Gymnasium environment: one side of a game, against a computer player. See `grognard.gym.GrognardEnv`."""
    from grognard.gym import GrognardEnv

    return GrognardEnv(game, scenario=scenario, opponent=opponent, side=side, **more)


def aec_env(game: str, *, scenario: Optional[str] = None, **more: Any):
    """A PettingZoo environment of both sides, one agent after the other. See `grognard.zoo.GrognardAEC`."""
    from grognard.zoo import GrognardAEC

    return GrognardAEC(game, scenario=scenario, **more)


def vector(game: str, lanes: int, **more: Any) -> VectorEnv:
    """Many games in one call. See `grognard.vector.VectorEnv`."""
    return VectorEnv(game, lanes, **more)


def spiel(game: str, **more: Any):
    """A game in the shape that OpenSpiel's algorithms expect. See `grognard.spiel_game.SpielGame`."""
    from grognard.spiel_game import SpielGame

    return SpielGame(game, **more)
