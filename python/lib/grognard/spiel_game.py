"""A game in the shape that OpenSpiel's algorithms expect: states with legal actions, chance nodes and information states.

`SpielGame` and `SpielState` have the names that OpenSpiel's Python algorithms call, and need nothing of OpenSpiel. Every die
is a chance node of its own: an action that rolls is played when all its dice have fallen, and each face is as likely as the
others. Players are 0 and 1, the sides in the game's order; actions are places in the list of options.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from grognard._grognard import Game, State, load
from grognard.spaces import Bounds, bounds as bounds_of

#: The players that are none, by OpenSpiel's numbers.
CHANCE, TERMINAL = -1, -4


class GameType(NamedTuple):
    """What kind of game it is, in OpenSpiel's words."""

    short_name: str
    long_name: str
    dynamics: Any
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int = 2
    min_num_players: int = 2
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


def word(kind: str, name: str) -> Any:
    """A word of OpenSpiel's: its own where it is installed, else a text."""
    try:
        import pyspiel
    except ImportError:
        return name
    return getattr(getattr(pyspiel.GameType, kind), name)


class SpielGame:
    """A scenario of a game."""

    def __init__(
        self,
        game: Union[str, Game],
        *,
        scenario: Optional[str] = None,
        options: Union[dict[str, bool], list[str], None] = None,
        position: Any = None,
        bounds: Optional[Bounds] = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.scenario, self.options, self.position = scenario, options, position
        self.rows = bounds or bounds_of(self.game.id)

    def new_initial_state(self) -> SpielState:
        """The beginning: of the scenario, or of the position that was given."""
        if self.position is not None:
            return SpielState(self, self.game.begin_at(self.position).state())
        return SpielState(self, self.game.state(self.scenario, options=self.options))

    def get_type(self) -> GameType:
        """What kind of game it is."""
        return GameType(
            self.game.id.replace("-", "_"),
            self.game.title,
            word("Dynamics", "SEQUENTIAL"),
            word("ChanceMode", "EXPLICIT_STOCHASTIC"),
            word("Information", "IMPERFECT_INFORMATION"),
            word("Utility", "ZERO_SUM"),
            word("RewardModel", "TERMINAL"),
        )

    def num_players(self) -> int:
        """Two."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many options there may be."""
        return self.rows.options

    def max_chance_outcomes(self) -> int:
        """How many sides a die may have, or a cup counters."""
        return 1 << 16

    def max_game_length(self) -> int:
        """More decisions than a game has."""
        return 1 << 20

    def min_utility(self) -> float:
        """A defeat."""
        return -1.0

    def max_utility(self) -> float:
        """A victory."""
        return 1.0

    def utility_sum(self) -> float:
        """What one wins the other loses."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """How many numbers an observation has."""
        return [len(self.new_initial_state().observation_tensor(0))]

    def __str__(self) -> str:
        return self.get_type().short_name


class SpielState:
    """A node of the game's tree."""

    def __init__(self, game: SpielGame, state: State) -> None:
        self._game, self._state = game, state
        #: The option whose dice are falling, and those that have fallen.
        self._pending: Optional[int] = None
        self._rolls: list[int] = []
        self._die: Optional[int] = None
        self._history: list[int] = []
        #: What each side has done and been told.
        self._known: tuple[list[str], list[str]] = ([], [])

    def get_game(self) -> SpielGame:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """The place of the side that must choose; -1 where a die falls, -4 at the end."""
        if self._pending is not None:
            return CHANCE
        return TERMINAL if self._state.over else self._state.chooser

    def is_chance_node(self) -> bool:
        """Whether a die falls."""
        return self._pending is not None

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._pending is None and self._state.over

    def is_simultaneous_node(self) -> bool:
        """Never."""
        return False

    def is_player_node(self) -> bool:
        """Whether somebody chooses."""
        return self.current_player() >= 0

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """The places of the options; of the faces where a die falls."""
        if player is not None and player != self.current_player():
            return []
        if self._pending is not None:
            return list(range(self._die))
        return list(range(self._state.count))

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        """The same as a list of ones and zeros."""
        if self._pending is not None:
            return [1] * self._die
        count = len(self.legal_actions(player))
        return [1] * count + [0] * (self._game.rows.options - count)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, each as likely as the other."""
        return [(face, 1.0 / self._die) for face in range(self._die)]

    def apply_action(self, action: int) -> None:
        """Takes an option, or lets a die fall so."""
        self._history.append(int(action))
        if self._pending is None:
            self._pending = int(action)
            self._rolls = []
        else:
            self._rolls.append(int(action) + 1)
        self._die = self._state.asks(self._pending, self._rolls)
        if self._die is not None:
            return
        side, said = self._state.chooser, self._state.notation(self._pending)
        told = self._state.play_rolls(self._pending, self._rolls)
        self._known[side].append(f"> {said}")
        for known, news in zip(self._known, told):
            known.extend(news)
        self._pending, self._rolls = None, []

    def child(self, action: int) -> SpielState:
        """The node that an action leads to."""
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> SpielState:
        """A copy, which goes its own way."""
        other = SpielState(self._game, self._state.copy())
        other._pending, other._rolls, other._die = self._pending, list(self._rolls), self._die
        other._history = list(self._history)
        other._known = (list(self._known[0]), list(self._known[1]))
        return other

    def __deepcopy__(self, memo: dict) -> SpielState:
        return self.clone()

    def resample_from_infostate(self, player: int, random: Any) -> SpielState:
        """Another node that the player cannot tell from this one."""
        other = self.clone()
        side = self._game.game.sides[player]
        other._state = self._state.imagine(side, seed=int(np.floor(random() * 2**53)))
        return other

    def returns(self) -> list[float]:
        """What both sides have won."""
        return list(self._state.returns)

    def rewards(self) -> list[float]:
        """What both sides have won with the last action."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a side has won."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What a side has won with the last action."""
        return self.returns()[player]

    def num_players(self) -> int:
        """Two."""
        return 2

    def move_number(self) -> int:
        """How many nodes lie before this one."""
        return len(self._history)

    def history(self) -> list[int]:
        """What was done to come here."""
        return list(self._history)

    def history_str(self) -> str:
        """The same as text: it names the node."""
        return " ".join(map(str, self._history))

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        """The notation of an option, or the face of a die."""
        action = player_or_action if action is None else action
        if self._pending is not None:
            return f"rolls {action + 1} of {self._die}"
        return self._state.notation(action)

    def observation_string(self, player: int) -> str:
        """What a side may know now."""
        view = self._state.view(self._game.game.sides[player])
        return json.dumps(view, sort_keys=True, ensure_ascii=False)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """What a side knows who has forgotten nothing: what it did, all that it was told, and what it sees."""
        player = self.current_player() if player is None else player
        return "\n".join([*self._known[player], self.observation_string(player)])

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """What a side may know now, in numbers: the tables of an observation, one after the other."""
        player = self.current_player() if player is None else player
        told = self._state.observe(self._game.game.sides[player], self._game.rows)
        return np.concatenate([told[name].ravel() for name in sorted(told)]).astype(np.float32).tolist()

    def __str__(self) -> str:
        if self._pending is not None:
            return f"{self._state.notation(self._pending)}: a die of {self._die} falls"
        return f"turn {self._state.turn}, {self._state.side or 'over'}"
