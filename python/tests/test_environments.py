"""Gymnasium and PettingZoo, by their own tests."""

import numpy as np
import pytest

import grognard

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

#: A short scenario of every game.
SHORT = {
    "first-blood": "july-15",
    "rock-of-the-marne": "ardre",
    "miracle-on-the-marne": "september-5",
    "clash-of-giants": "tannenberg",
    "march-into-battle": "teugn-hausen",
    "hex-fight": "corners",
}


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_wrong(game):
    from grognard.gym import GrognardEnv

    class Legal(GrognardEnv):
        """Whoever knows nothing of masks is taken at his word as far as it goes."""

        def step(self, action):
            return super().step(int(action) % self.match.count)

    check_env(Legal(game, scenario=SHORT[game], render_mode="ansi"), skip_render_check=False)


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong(game):
    api_test(grognard.aec_env(game, scenario=SHORT[game]), num_cycles=60, verbose_progress=False)


def test_pettingzoo_finds_the_same_game_for_the_same_seed():
    seed_test(lambda: grognard.aec_env("hex-fight"), num_cycles=60)


def test_a_game_is_played_to_its_end_against_a_computer():
    env = grognard.env("hex-fight", opponent="greedy", side="red")
    random = np.random.default_rng(0)
    observation, info = env.reset(seed=1)
    over, steps = False, 0
    while not over:
        assert env.observation_space.contains(observation)
        assert (info["action_mask"] == observation["action_mask"]).all() and info["cut"] == 0
        assert info["action_mask"].sum() == env.match.count and env.match.side == "red"
        observation, reward, over, cut, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
        steps += 1
    assert steps > 3 and reward == {"red": 1.0, "blue": -1.0, None: 0.0}[info["winner"]]


def test_seeds_make_games():
    def played(seed):
        env = grognard.env("rock-of-the-marne", scenario="ardre", opponent="regular")
        env.reset(seed=seed)
        for _ in range(60):
            env.step(env.match.count // 2)
        return env.match.record()

    assert played(1) == played(1) != played(2)


def test_an_action_beyond_the_options_is_an_error():
    env = grognard.env("hex-fight")
    env.reset(seed=1)
    with pytest.raises(grognard.errors.NotationError):
        env.step(env.match.count)


def test_both_sides_are_rewarded_at_the_end():
    env = grognard.aec_env("hex-fight")
    env.reset(seed=3)
    random = np.random.default_rng(3)
    last = {}
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        last[agent] = reward
        chosen = None if over else random.choice(np.flatnonzero(observation["action_mask"]))
        env.step(chosen)
    assert sorted(last.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_who_does_not_choose_has_no_options_and_sees_no_more_than_he_may():
    env = grognard.aec_env("first-blood")
    env.reset(seed=1)
    for _ in range(40):
        env.step(env.match.count - 1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    told = env.observe(other)
    assert told["action_mask"].sum() == 0 and (told["observation"]["options"] == -1).all()
    assert (told["observation"]["planes"] == env.match.observe(other, env.rows)["planes"]).all()


def test_pictures_of_an_environment():
    for mode, kind in [("rgb_array", np.ndarray), ("svg", str), ("ansi", str)]:
        env = grognard.env("hex-fight", render_mode=mode, render_scale=0.2)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


def test_gymnasium_knows_the_games_by_name():
    import grognard.gym  # noqa: F401

    env = gymnasium.make("grognard/hex-fight-v0", opponent="greedy")
    env.reset(seed=1)
    assert env.unwrapped.opponent == "greedy"
