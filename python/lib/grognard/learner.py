"""A small learner: policy gradient in plain NumPy, one linear policy for every decision of a game.

An option is known by its row in the table of options: which action it is, and with what pieces, hexes and numbers. Each
pair of an action and one argument, and each whole row, has a weight of its own (hashed into one table, a part of it for each
side), and the chance of an option is the softmax of their sums. `hints=True` gives it one number more, how good the option
looks to the game's own hints, and begins as one who mostly follows them. It learns by PPO from games against a computer player; it is rewarded for victory, and a
little for strength on the way. (Not for points: in some games who leads in points is not who wins.)

    python -m grognard.learner first-blood --opponent random --minutes 10 --curve curve.csv
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

import numpy as np
from numpy.typing import NDArray

from grognard.vector import VectorEnv

#: Weights in the table of hashed features, as a power of two.
BITS = 16
SIZE = 1 << BITS
#: How many decisions of each lane go into one move of the weights.
TOGETHER = 16
#: How much of the worth of hints is told apart: the place among the options, and how far from the best.
HINTS = 3
#: What strength is worth on the way, in its own measure; a victory is worth 2.
STRENGTH = 0.1
#: How somebody begins who may look at hints: he mostly takes what looks best.
TRUST = (6.0, 3.0, 0.0)


def features(rows: NDArray[np.int32], sides: NDArray[np.int8]) -> NDArray[np.int64]:
    """The places in the table of weights for options, one option a row: its action, its action with each argument, and all
    of it together."""
    rows = rows.astype(np.int64)
    action = rows[:, 0] * 2 + sides
    pairs = [action * 7919 + 1]
    pairs += [(action * 31 + at) * 1_000_003 + rows[:, at] + 2 for at in range(1, 4)]
    whole = action
    for at in range(1, 5):
        whole = whole * 1_000_003 + rows[:, at] + 2
    pairs.append(whole)
    places = np.stack(pairs, axis=1).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (places >> np.uint64(64 - BITS)).astype(np.int64)


@dataclass
class Step:
    """What was decided in all lanes at once: the options of all, one after the other."""

    places: NDArray[np.int64]
    hints: NDArray[np.float32]
    starts: NDArray[np.int64]
    lanes: NDArray[np.int64]
    chosen: NDArray[np.int64]
    chance: NDArray[np.float64]
    sides: NDArray[np.int8]


def merged(steps: list[Step]) -> Step:
    """Several steps as one, with as many lanes as all of them together."""
    options = np.cumsum([0] + [len(step.places) for step in steps])
    lanes = np.cumsum([0] + [len(step.starts) for step in steps])
    return Step(
        places=np.concatenate([step.places for step in steps]),
        hints=np.concatenate([step.hints for step in steps]),
        starts=np.concatenate([step.starts + options[at] for at, step in enumerate(steps)]),
        lanes=np.concatenate([step.lanes + lanes[at] for at, step in enumerate(steps)]),
        chosen=np.concatenate([step.chosen + options[at] for at, step in enumerate(steps)]),
        chance=np.concatenate([step.chance for step in steps]),
        sides=np.concatenate([step.sides for step in steps]),
    )


@dataclass
class Policy:
    """The weights, and how they are moved."""

    weights: NDArray[np.float64] = field(default_factory=lambda: np.zeros(SIZE))
    hints: NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, HINTS)))
    rate: float = 0.01
    speed: NDArray[np.float64] = field(default_factory=lambda: np.full(SIZE, 1e-8))
    hint_speed: NDArray[np.float64] = field(default_factory=lambda: np.full((2, HINTS), 1e-8))

    def chances(self, step: Step) -> NDArray[np.float64]:
        """The chance of every option among those of its lane."""
        sums = self.weights[step.places].sum(axis=1) + (step.hints * self.hints[step.sides[step.lanes]]).sum(axis=1)
        sums -= np.maximum.reduceat(sums, step.starts)[step.lanes]
        grown = np.exp(sums)
        return grown / np.add.reduceat(grown, step.starts)[step.lanes]

    def learn(self, step: Step, advantage: NDArray[np.float64], clip: float = 0.2, spread: float = 0.003) -> None:
        """Moves the weights so that what went better than expected is chosen more often (PPO's clipped step)."""
        chances = self.chances(step)
        ratio = chances[step.chosen] / step.chance
        held = ((advantage > 0) & (ratio > 1 + clip)) | ((advantage < 0) & (ratio < 1 - clip))
        push = np.where(held, 0.0, advantage * ratio)
        # The gradient of the log of the chosen chance, and of the entropy, by the sum of each option.
        logs = np.log(chances + 1e-12)
        mean = np.add.reduceat(chances * logs, step.starts)
        slope = -push[step.lanes] * chances - spread * chances * (logs - mean[step.lanes])
        slope[step.chosen] += push
        gradient = np.bincount(step.places.ravel(), np.repeat(slope, step.places.shape[1]), minlength=SIZE)
        self.speed += 0.01 * (gradient**2 - self.speed) * (gradient != 0)
        self.weights += self.rate * gradient / (np.sqrt(self.speed) + 1e-4)
        if step.hints.any():
            gradient = np.zeros((2, HINTS))
            np.add.at(gradient, step.sides[step.lanes], step.hints * slope[:, None])
            self.hint_speed += 0.01 * (gradient**2 - self.hint_speed)
            self.hints += self.rate * gradient / (np.sqrt(self.hint_speed) + 1e-4)

    def save(self, file: Path) -> None:
        """Keeps it in a file."""
        used = np.flatnonzero(self.weights)
        np.savez_compressed(file, used=used, weights=self.weights[used].astype(np.float32), hints=self.hints)

    @staticmethod
    def load(file: Path) -> Policy:
        """Reads it from a file."""
        kept, policy = np.load(file), Policy()
        policy.weights[kept["used"]] = kept["weights"]
        policy.hints = kept["hints"]
        return policy


def hint_columns(worths: NDArray[np.float32], starts: NDArray[np.int64], lanes: NDArray[np.int64]):
    """The worths of options beside those of their lane: whether an option is the best, how far below it is in the lane's own
    measure, and whether it is worth anything."""
    best = np.maximum.reduceat(worths, starts)[lanes]
    below = best - worths
    size = np.bincount(lanes, weights=below)[lanes] / np.bincount(lanes)[lanes]
    return np.stack([below == 0, -below / (size + 1e-6), worths > 0], axis=1).astype(np.float32)


class Learner:
    """A policy that plays in all lanes of a vector and learns from it."""

    def __init__(self, env: VectorEnv, policy: Policy, *, hints: bool = False, seed: int = 0) -> None:
        self.env, self.policy, self.with_hints = env, policy, hints
        self.random = np.random.default_rng(seed)
        self.critic = np.zeros((2, 4))
        self.scale = np.ones(2)

    def look(self, best: bool = False) -> Step:
        """The options of all lanes, and a choice in each: drawn by its chances, or one of the `best`."""
        env = self.env
        counts = np.minimum(env.counts, env.bounds.options)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        lanes = np.repeat(np.arange(len(env)), counts)
        rows = env.arrays["options"][env.mask]
        places = features(rows, env.sides[lanes])
        hints = np.zeros((len(rows), HINTS), dtype=np.float32)
        if self.with_hints:
            hints = hint_columns(env.arrays["worths"][env.mask], starts, lanes)
        step = Step(places, hints, starts, lanes, starts, np.ones(len(env)), env.sides.copy())
        chances = self.policy.chances(step)
        if best:
            top = chances >= np.maximum.reduceat(chances, starts)[lanes] * (1 - 1e-9)
            chances = top / np.add.reduceat(top.astype(float), starts)[lanes]
        sums = np.cumsum(chances)
        before = np.concatenate([[0.0], sums])[starts]
        drawn = np.searchsorted(sums, before + self.random.random(len(env)) * (1 - 1e-9))
        step.chosen = np.clip(drawn, starts, starts + counts - 1)
        step.chance = chances[step.chosen]
        return step

    def standing(self) -> NDArray[np.float64]:
        """How each lane stands for the side that is asked: what the critic looks at."""
        sign = 1.0 - 2.0 * self.env.sides
        leads = self.env.arrays["leads"] * sign[:, None] / self.scale
        age = np.minimum(self.age / 1000.0, 3.0)
        return np.stack([np.ones(len(self.env)), np.clip(leads[:, 0], -5, 5), np.clip(leads[:, 1], -5, 5), age], axis=1)

    def rollout(self, length: int, discount: float = 0.999, trace: float = 0.98) -> list[tuple[float, float]]:
        """Plays so many decisions in each lane, learns from them, and tells the games that ended: result and margin, by the
        side that is asked."""
        env = self.env
        if not hasattr(self, "age"):
            self.age = np.zeros(len(env))
        steps, stands, rewards, overs, results = [], [], [], [], []
        for _ in range(length):
            step, stand, sides = self.look(), self.standing(), env.sides.copy()
            sign = 1.0 - 2.0 * sides
            leads = env.arrays["leads"].copy()
            env.step(step.chosen - step.starts)
            self.age = np.where(env.over, 0, self.age + 1)
            after = env.arrays["leads"].copy()
            gained = np.where(env.over, 0, after[:, 1] - leads[:, 1]) * sign / self.scale[1]
            won = env.rewards[np.arange(len(env)), sides]
            rewards.append(2.0 * won + STRENGTH * np.clip(gained, -2, 2))
            overs.append(env.over.copy())
            steps.append(step)
            stands.append(stand)
            for lane in np.flatnonzero(env.over):
                results.append((float(won[lane]), float(env.margins[lane] * sign[lane])))
        self.learn(steps, stands, rewards, overs, discount, trace)
        return results

    def learn(self, steps, stands, rewards, overs, discount: float, trace: float) -> None:
        """What was better than the critic expected, and so is to be done more often."""
        lanes = np.arange(len(self.env))
        values = [(stand * self.critic[step.sides]).sum(axis=1) for step, stand in zip(steps, stands)]
        now = self.standing()
        values.append((now * self.critic[self.env.sides]).sum(axis=1))
        advantage, carried = [], np.zeros(len(lanes))
        for at in reversed(range(len(steps))):
            goes_on = ~overs[at]
            error = rewards[at] + discount * values[at + 1] * goes_on - values[at]
            carried = error + discount * trace * carried * goes_on
            advantage.append(carried.copy())
        advantage.reverse()
        for side in (0, 1):
            mine = [step.sides == side for step in steps]
            if any(one.any() for one in mine):
                known = np.concatenate([stand[one] for stand, one in zip(stands, mine)])
                target = np.concatenate([(a + v)[one] for a, v, one in zip(advantage, values, mine)])
                fit = np.linalg.lstsq(known.T @ known + 10 * np.eye(4), known.T @ target, rcond=None)[0]
                self.critic[side] += 0.2 * (fit - self.critic[side])
        flat = np.concatenate(advantage)
        spread = flat.std() + 1e-6
        order = self.random.permutation(len(steps))
        for some in np.array_split(order, max(1, len(steps) // TOGETHER)):
            gained = np.concatenate([advantage[at] for at in some])
            self.policy.learn(merged([steps[at] for at in some]), (gained - flat.mean()) / spread)


def evaluate(game: str, policy: Policy, opponent: str, *, games: int = 200, hints: bool = False, seed: int = 1 << 32,
             scenario: Optional[str] = None, lanes: int = 100) -> tuple[float, int]:  # fmt: skip
    """The share of games that a policy wins that takes what it likes best, both sides alike; a draw is half a win."""
    lanes = min(lanes, games)
    env = VectorEnv(game, lanes, scenario=scenario, opponent=opponent, seed=seed, forced=True,
                    observe=["options", "leads"] + ["worths"] * hints)  # fmt: skip
    learner = Learner(env, policy, hints=hints, seed=seed % (1 << 31))
    # Each lane plays the same number of games, so that short games do not count more than long ones.
    each = -(-games // lanes)
    played, won = np.zeros(lanes, dtype=int), 0.0
    while (played < each).any():
        sides = env.sides.copy()
        step = learner.look(best=True)
        env.step(step.chosen - step.starts)
        counted = env.over & (played < each)
        won += ((env.rewards[np.arange(lanes), sides] + 1) / 2)[counted].sum()
        played += counted
    return won / played.sum(), int(played.sum())


def train(game: str, *, scenario: Optional[str] = None, opponent: str = "random", minutes: float = 10.0, lanes: int = 128,
          length: int = 64, hints: bool = False, seed: int = 0, threads: Optional[int] = None, policy: Optional[Policy] = None,
          curve: Optional[Path] = None, say=print) -> Policy:  # fmt: skip
    """Learns for some minutes, and writes the curve of its results: seconds, decisions, games, share won, mean margin."""
    observe = ["options", "leads"] + ["worths"] * hints
    env = VectorEnv(game, lanes, scenario=scenario, opponent=opponent, seed=seed, forced=True, threads=threads, observe=observe)
    policy = policy or Policy(hints=np.tile(TRUST if hints else (0.0,) * HINTS, (2, 1)))
    learner = Learner(env, policy, hints=hints, seed=seed)
    learner.scale = scales(env, seed)
    begun, decisions, games, told = time.monotonic(), 0, 0, []
    recent: list[tuple[float, float]] = []
    while (passed := time.monotonic() - begun) < minutes * 60:
        recent += learner.rollout(length)
        decisions += lanes * length
        if len(recent) >= max(100, lanes):
            games += len(recent)
            won = np.mean([(result + 1) / 2 for result, _ in recent])
            row = (round(passed), decisions, games, round(float(won), 3), round(float(np.mean([m for _, m in recent])), 2))
            told.append(row)
            say(*row, flush=True)
            recent = []
            if curve:
                write_curve(curve, told)
    return learner.policy


def scales(env: VectorEnv, seed: int) -> NDArray[np.float64]:
    """How far leads in points and in strength move in random play, so that games can be rewarded alike."""
    random, seen = np.random.default_rng(seed), []
    for _ in range(300):
        env.step(env.random(random))
        seen.append(env.arrays["leads"].copy())
    env.reset()
    return np.maximum(np.std(np.concatenate(seen), axis=0), 1.0)


def write_curve(file: Path, rows: list[tuple]) -> None:
    """The curve as a table."""
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["seconds", "decisions", "games", "won", "margin"])
        writer.writerows(rows)


def main() -> None:
    """Learns, and tells how well it plays in the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--lanes", type=int, default=128)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--hints", action="store_true", help="let it look at what the game's own hints think")
    parser.add_argument("--games", type=int, default=200, help="games to be measured by in the end")
    parser.add_argument("--curve", type=Path, help="where the curve is written, as CSV")
    parser.add_argument("--keep", type=Path, help="where the weights are kept, as .npz")
    wanted = parser.parse_args()
    policy = train(wanted.game, scenario=wanted.scenario, opponent=wanted.opponent, minutes=wanted.minutes, lanes=wanted.lanes,
                   hints=wanted.hints, threads=wanted.threads, curve=wanted.curve)  # fmt: skip
    if wanted.keep:
        policy.save(wanted.keep)
    won, played = evaluate(wanted.game, policy, wanted.opponent, games=wanted.games, hints=wanted.hints, scenario=wanted.scenario)
    print(f"{wanted.game}: wins {won:.1%} of {played} games against {wanted.opponent}")


if __name__ == "__main__":
    main()
