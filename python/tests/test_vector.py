"""Many games in one call."""

import os
import signal
import threading

import numpy as np
import pytest

import grognard
from grognard import errors


def test_lanes_play_the_matches_of_their_seeds(rock):
    env = grognard.vector(rock, 6, scenario="ardre", seed=40, observe=["options", "tables"])
    matches = [rock.begin("ardre", seed=40 + lane) for lane in range(6)]
    games = np.zeros(6, dtype=int)
    for number in range(700):
        for lane, match in enumerate(matches):
            assert env.counts[lane] == match.count and rock.sides[env.sides[lane]] == match.side
            if number % 50 == 0:
                told = match.observe(match.side, env.bounds)
                assert all((env.arrays[name][lane] == told[name]).all() for name in told)
                assert env.legal(lane) == match.legal()
                assert env.view(lane, match.side) == match.view(match.side)
        choices = [(number * 13 + lane) % match.count for lane, match in enumerate(matches)]
        env.step(choices)
        for lane, match in enumerate(matches):
            match.play(choices[lane])
            assert env.over[lane] == match.over
            if match.over:
                won = {None: [0, 0], rock.sides[0]: [1, -1], rock.sides[1]: [-1, 1]}[match.winner]
                assert env.rewards[lane].tolist() == won
                games[lane] += 1
                matches[lane] = rock.begin("ardre", seed=40 + lane + 6 * int(games[lane]))
    assert games.sum() >= 6


def test_a_mask_says_how_many_options_there_are(blood):
    env = grognard.vector(blood, 50, seed=1)
    random = np.random.default_rng(1)
    for _ in range(200):
        assert (env.mask.sum(axis=1) == env.counts).all() and env.mask.shape == (50, env.bounds.options)
        assert (env.mask == (np.arange(env.bounds.options) < env.counts[:, None])).all()
        env.step(env.random(random))


def test_threads_make_no_difference(fight):
    def played(threads):
        env = grognard.vector(fight, 33, seed=5, threads=threads, observe=["leads", "worths"])
        random, seen = np.random.default_rng(5), []
        for _ in range(300):
            env.step(env.random(random))
            seen.append({name: array.copy() for name, array in env.arrays.items()})
        return seen

    one, three = played(1), played(3)
    assert sum(step["over"].sum() for step in one) > 30
    assert all((a[name] == b[name]).all() for a, b in zip(one, three) for name in a)


def test_an_opponent_leaves_one_side_to_choose(fight):
    env = grognard.vector(fight, 8, seed=2, opponent="greedy")
    random = np.random.default_rng(2)
    won = np.zeros(2)
    for _ in range(600):
        assert env.sides.tolist() == [0, 1] * 4
        env.step(env.random(random))
        won += env.rewards[env.over, env.sides[env.over]].sum(), env.over.sum()
    assert won[1] > 20 and won[0] / won[1] < -0.5, "greedy beats random"
    one = grognard.vector(fight, 8, opponent="random", side="red")
    assert one.sides.tolist() == [1] * 8


def test_forced_decisions_are_made_at_once(rock):
    env = grognard.vector(rock, 20, scenario="ardre", forced=True)
    random = np.random.default_rng(0)
    for _ in range(300):
        assert (env.counts > 1).all()
        env.step(env.random(random))


def test_arrays_are_filled_in_place_and_speak_dlpack(fight):
    env = grognard.vector(fight, 4)
    before, shared = env.counts, np.from_dlpack(env.mask)
    env.step([0, 1, 2, 3])
    assert env.vector.arrays["counts"] is before and np.shares_memory(shared, env.mask)
    torch = pytest.importorskip("torch")
    assert torch.from_dlpack(env.counts).tolist() == env.counts.tolist()


def test_a_wrong_choice_moves_no_lane(fight):
    env = grognard.vector(fight, 3)
    legal = [env.legal(lane) for lane in range(3)]
    for wrong in ([0, 0, 99], [0, -1, 0], [0, 0]):
        with pytest.raises(errors.NotationError):
            env.step(wrong)
    assert [env.legal(lane) for lane in range(3)] == legal
    with pytest.raises(errors.NotationError):
        env.legal(3)


def test_worths_are_what_greedy_goes_by(fight):
    env = grognard.vector(fight, 20, seed=3, observe=["worths"])
    played = []
    for number in range(40):
        worths = np.where(env.mask, env.arrays["worths"], -np.inf)
        for lane in range(0, 20, 5):
            seed, actions = env.vector.game(lane)
            assert (seed, actions) == (str(3 + lane), number)
        state = fight.state(seed=3)
        for choice in played:
            state.play(choice)
        liked = state.think("greedy")
        assert worths[0, liked] == worths[0].max()
        choices = worths.argmax(axis=1)
        played.append(int(choices[0]))
        env.step(choices)
        if env.over[0]:
            break


def test_ctrl_c_ends_a_long_step_and_reset_mends_it(fight):
    env = grognard.vector(fight, 20_000, opponent="veteran", side="blue")
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        # Twenty thousand veterans think about their answers.
        while True:
            env.step(np.zeros(20_000))
    with pytest.raises(errors.BrokenOff):
        env.step(np.zeros(20_000))
    env.reset()
    assert (env.counts == 13).all()


def test_bounds_hold_in_other_games_than_those_they_were_measured_in():
    for name in grognard.games():
        game = grognard.load(name)
        for scenario in game.scenarios:
            env = grognard.vector(game, 16, scenario=scenario, seed=10**6, observe=["tables"])
            random = np.random.default_rng(1)
            for _ in range(60):
                assert env.counts.max() <= env.bounds.options
                for table in ("pieces", "markers", "holdings", "tracks"):
                    assert (env.arrays[table][:, -1, 0] == -1).all(), f"{table} of {name} is full"
                env.step(env.random(random))
