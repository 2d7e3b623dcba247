"""Many games in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard._grognard import Game, Vector, load
from grognard.spaces import Bounds, bounds as bounds_of


class VectorEnv:
    """Many games of one scenario, played in step on all cores.

    Every call of `step` plays an option in each lane and fills the same arrays in place; Python's lock is free meanwhile.
    A game that ends is told in `over`, `rewards` and `margins` and the next one begins at once: game `n` of lane `i` has
    the seed `seed + i + n * lanes`, and is the match that `Game.begin` plays with that seed.

    With an `opponent` a computer player has one side of each lane, and only the other is asked: `side`, or both in turn
    from lane to lane. `forced=True` makes a decision with a single option at once. `observe` says what is filled beside
    masks and rewards: `"options"` (the options in numbers), `"tables"` (what the side that must choose may know),
    `"leads"` (points and strength, to be rewarded with), `"worths"` (what the game's own hints think of each option).

    The arrays belong to NumPy and speak DLPack: `torch.from_dlpack(vector.mask)` shares the memory.
    """

    def __init__(
        self,
        game: Union[str, Game],
        lanes: int,
        *,
        scenario: Optional[str] = None,
        options: Union[dict[str, bool], list[str], None] = None,
        seed: int = 0,
        opponent: Optional[str] = None,
        side: Optional[str] = None,
        forced: bool = False,
        threads: Optional[int] = None,
        observe: Sequence[str] = (),
        bounds: Optional[Bounds] = None,
        data: Optional[str] = None,
    ) -> None:
        self.game = load(game, data) if isinstance(game, str) else game
        self.bounds = bounds or bounds_of(self.game.id)
        self.vector = Vector(
            self.game, lanes, self.bounds, scenario=scenario, options=options, seed=seed, opponent=opponent, side=side,
            forced=forced, threads=threads, observe=list(observe),
        )  # fmt: skip
        self.arrays: dict[str, NDArray] = self.vector.arrays
        #: How many options each lane has: all of them, even those beyond the mask.
        self.counts: NDArray[np.int32] = self.arrays["counts"]
        #: The place of the side that must choose, 0 or 1.
        self.sides: NDArray[np.int8] = self.arrays["sides"]
        #: What both sides have won with the last step.
        self.rewards: NDArray[np.float32] = self.arrays["rewards"]
        #: Whether a game ended with the last step.
        self.over: NDArray[np.bool_] = self.arrays["over"]
        #: By how many points the first side led when it ended.
        self.margins: NDArray[np.int32] = self.arrays["margins"]
        #: Which options there are.
        self.mask: NDArray[np.bool_] = self.arrays["mask"]

    def __len__(self) -> int:
        return self.vector.lanes

    def reset(self, seed: Optional[int] = None) -> None:
        """Begins all games anew, with another seed or the same."""
        self.vector.reset(seed)

    def step(self, choices: ArrayLike) -> None:
        """Plays an option in every lane: its place in the lane's list."""
        self.vector.step(np.ascontiguousarray(choices, dtype=np.int32))

    def random(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """Choices at random, each legal option as likely as the other."""
        return (generator.random(len(self)) * self.counts).astype(np.int32)

    def legal(self, lane: int) -> list[str]:
        """The options of a lane in notation."""
        return self.vector.legal(lane)

    def view(self, lane: int, viewer: Optional[str] = None) -> dict:
        """What a side may know of a lane."""
        return self.vector.view(lane, viewer)
