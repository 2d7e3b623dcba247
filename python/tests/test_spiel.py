"""The shape that OpenSpiel's algorithms expect."""

import numpy as np
import pytest

import grognard

#: Blue attacks at once, or walks about; the plies run out soon.
DUEL = {"turn": 199, "pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}


def test_dice_are_chance_nodes(fight):
    state = grognard.spiel(fight, position=DUEL).new_initial_state()
    attack = next(a for a in state.legal_actions() if state.action_to_string(a) == "0505-0506")
    assert state.current_player() == 0 and not state.is_chance_node()
    state.apply_action(attack)
    assert state.is_chance_node() and state.current_player() == -1 and state.legal_actions() == [0, 1, 2, 3, 4, 5]
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    won = [face for face in range(6) if state.child(face).returns() == [1.0, -1.0]]
    assert won == [4, 5], "the attacker takes the hex with a 5 or 6"
    assert state.history() == [attack] and state.child(5).is_terminal()


def walk(game, seed):
    state, random = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name, scenario", [("hex-fight", None), ("rock-of-the-marne", "ardre")])
def test_whole_games_go_to_their_end(name, scenario):
    game = grognard.spiel(name, scenario=scenario)
    state = walk(game, 1)
    assert sum(state.returns()) == 0 and state.move_number() == len(state.history())
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.returns() == state.returns() and all(
        again.information_state_string(player) == state.information_state_string(player) for player in (0, 1)
    )


def test_an_information_state_holds_what_a_side_may_know(blood):
    game = grognard.spiel(blood)
    state, random = game.new_initial_state(), np.random.default_rng(2)
    for _ in range(200):
        state.apply_action(int(random.choice(state.legal_actions())))
    while state.is_chance_node():
        state.apply_action(0)
    for player in (0, 1):
        other = state.resample_from_infostate(player, random.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]


def test_algorithms_of_openspiel(fight):
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts, minimax

    game = grognard.spiel(fight, position=DUEL)
    # Of six faces two win the attack and one loses it; what may come after is not looked at.
    value, best = minimax.expectiminimax(game.new_initial_state(), 2, lambda state: 0.0, 0)
    assert game.new_initial_state().action_to_string(best) == "0505-0506" and value == pytest.approx(1 / 3 - 1 / 6)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=False)
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "0505-0506"
