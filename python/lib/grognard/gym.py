"""A Gymnasium environment: one side of a game, against a computer player."""

from __future__ import annotations

from typing import Any, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces as gym_spaces
from numpy.typing import NDArray

from grognard._grognard import Game, Match, load
from grognard.errors import NotationError
from grognard.spaces import Bounds, bounds as bounds_of

#: What a cell of an observation may be.
LOW, HIGH = np.iinfo(np.int32).min, np.iinfo(np.int32).max


def observation_space(game: Game, scenario: Optional[str], rows: Bounds) -> gym_spaces.Dict:
    """The tables of docs/encoding.md, the board in planes, and which options there are."""
    told = game.begin(scenario).observe(None, rows)
    tables = {name: gym_spaces.Box(LOW, HIGH, table.shape, np.int32) for name, table in told.items()}
    return gym_spaces.Dict({**tables, "action_mask": gym_spaces.MultiBinary(rows.options)})


def mask(match: Match, rows: Bounds) -> NDArray[np.int8]:
    """Which options there are; all where nobody chooses any more, for then it does not matter."""
    return (np.arange(rows.options) < (match.count or rows.options)).astype(np.int8)


def picture(match: Match, viewer: Optional[str], mode: Optional[str], scale: float) -> Union[str, NDArray[np.uint8], None]:
    """The board as a viewer may see it: `"rgb_array"`, `"svg"`, or `"ansi"` for what is to be chosen."""
    if mode == "rgb_array":
        return match.rgb(viewer, scale=scale)
    if mode == "svg":
        return match.svg(viewer)
    if mode == "ansi":
        return match.prompt or f"{match.result}."
    return None


class GrognardEnv(gymnasium.Env):
    """One side of a game, against a computer player.

    An action is a place in the list of options, and `info["action_mask"]` (also in the observation) says which there are; an
    action beyond them raises `NotationError`. The observation holds what the side may know and no more. The reward is 1 for
    a victory and -1 for a defeat, at the end. `env.unwrapped.match` is the match itself: its options in words, forecasts,
    record, and all else.
    """

    metadata = {"render_modes": ["rgb_array", "svg", "ansi"], "render_fps": 4}

    def __init__(
        self,
        game: Union[str, Game],
        *,
        scenario: Optional[str] = None,
        options: Union[dict[str, bool], list[str], None] = None,
        opponent: str = "random",
        side: Optional[str] = None,
        render_mode: Optional[str] = None,
        render_scale: float = 0.5,
        bounds: Optional[Bounds] = None,
        data: Optional[str] = None,
    ) -> None:
        self.game = load(game, data) if isinstance(game, str) else game
        self.scenario, self.options, self.opponent = scenario, options, opponent
        self.side = side or self.game.sides[0]
        self.rows = bounds or bounds_of(self.game.id)
        self.render_mode, self.render_scale = render_mode, render_scale
        self.observation_space = observation_space(self.game, scenario, self.rows)
        self.action_space = gym_spaces.Discrete(self.rows.options)
        self.match: Match = self.game.begin(scenario, options=options)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None):
        """Begins a match; its dice come from the seed."""
        super().reset(seed=seed)
        dice = int(self.np_random.integers(1 << 62))
        self.match = self.game.begin(self.scenario, options=self.options, seed=dice)
        self._wait()
        return self._observe(), self._info()

    def step(self, action: int):
        """Plays an option, and lets the opponent play until it is this side's choice again."""
        if not 0 <= int(action) < self.rows.options:
            raise NotationError(f"there are {self.match.count} options, and none with the number {action}")
        self.match.play(int(action))
        self._wait()
        over = self.match.over
        reward = 0.0 if self.match.winner is None else 1.0 if self.match.winner == self.side else -1.0
        return self._observe(), reward, over, False, self._info()

    def render(self):
        """The board as this side may see it."""
        return picture(self.match, self.side, self.render_mode, self.render_scale)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which options there are, as sb3-contrib's MaskablePPO asks for it."""
        return mask(self.match, self.rows).astype(bool)

    def _wait(self) -> None:
        while not self.match.over and self.match.side != self.side:
            self.match.computer(self.opponent)

    def _observe(self) -> dict[str, NDArray]:
        return {**self.match.observe(self.side, self.rows), "action_mask": mask(self.match, self.rows)}

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": mask(self.match, self.rows),
            "cut": max(0, self.match.count - self.rows.options),
            "turn": self.match.turn,
            "winner": self.match.winner,
        }


def register() -> None:
    """Makes every game known to `gymnasium.make` as `grognard/ID-v0`; importing this module does it."""
    from grognard._grognard import games

    for game in [*games(), "hex-fight"]:
        name = f"grognard/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="grognard.gym:GrognardEnv", kwargs={"game": game}, order_enforce=True)


register()
