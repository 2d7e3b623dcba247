"""A PettingZoo environment: both sides of a game, one agent after the other."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces as gym_spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from grognard._grognard import Game, Match, load
from grognard.gym import mask, observation_space, picture
from grognard.spaces import Bounds, bounds as bounds_of


class GrognardAEC(AECEnv):
    """Both sides of a game: the agents are the ids of the sides, and whoever must choose is selected.

    What an agent observes is `{"observation": tables, "action_mask": mask}`, with what its side may know and no more; only
    the side that must choose has options. The rewards are 1 and -1 at the end, or nothing after a draw.
    """

    metadata = {
        "name": "grognard_v0", "render_modes": ["rgb_array", "svg", "ansi"], "is_parallelizable": False, "render_fps": 4,
    }  # fmt: skip

    def __init__(
        self,
        game: Union[str, Game],
        *,
        scenario: Optional[str] = None,
        options: Union[dict[str, bool], list[str], None] = None,
        render_mode: Optional[str] = None,
        render_scale: float = 0.5,
        bounds: Optional[Bounds] = None,
        data: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.game = load(game, data) if isinstance(game, str) else game
        self.scenario, self.options = scenario, options
        self.rows = bounds or bounds_of(self.game.id)
        self.render_mode, self.render_scale = render_mode, render_scale
        self.possible_agents = list(self.game.sides)
        tables = observation_space(self.game, scenario, self.rows)
        tables, masks = gym_spaces.Dict({k: v for k, v in tables.items() if k != "action_mask"}), tables["action_mask"]
        space = gym_spaces.Dict({"observation": tables, "action_mask": masks})
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: gym_spaces.Discrete(self.rows.options) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random(None)
        self.match: Match = self.game.begin(scenario, options=options)

    def observation_space(self, agent: str) -> gym_spaces.Space:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym_spaces.Space:
        """The space of what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a match; its dice come from the seed."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        dice = int(self.np_random.integers(1 << 62))
        self.match = self.game.begin(self.scenario, options=self.options, seed=dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.match.side

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now."""
        chooses = self.match.side == agent
        options = mask(self.match, self.rows) if chooses else np.zeros(self.rows.options, dtype=np.int8)
        return {"observation": self.match.observe(agent, self.rows), "action_mask": options}

    def step(self, action: Optional[int]) -> None:
        """Plays an option of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.match.play(int(action))
        self._clear_rewards()
        if self.match.over:
            winner = self.match.winner
            for side in self.agents:
                self.rewards[side] = 0.0 if winner is None else 1.0 if winner == side else -1.0
                self.terminations[side] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.match.side
        self._accumulate_rewards()

    def render(self):
        """The board with everything open."""
        return picture(self.match, None, self.render_mode, self.render_scale)

    def close(self) -> None:
        """Nothing is left open."""
