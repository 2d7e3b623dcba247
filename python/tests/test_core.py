"""Games, matches, states and what can go wrong."""

import copy
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import grognard
from grognard import errors


def test_all_games_load_and_say_what_they_are():
    assert len(grognard.games()) == 5
    for name in grognard.games():
        game = grognard.load(name)
        assert game.id == name and len(game.sides) == 2 and game.scenarios
        assert game.about()["title"] == game.title
        board = game.board(game.scenarios[0])
        assert len(board["labels"]) == game.hexes(game.scenarios[0]) == len(board["terrain"])
        assert board["neighbours"].shape == (len(board["labels"]), 6)


def test_neighbours_are_mutual_and_one_hex_apart(rock):
    board = rock.board("ardre")
    for hex, beside in enumerate(board["neighbours"]):
        for next in beside[beside >= 0]:
            assert hex in board["neighbours"][next]
            apart = np.linalg.norm(board["centres"][hex] - board["centres"][next])
            assert apart == pytest.approx(3**0.5, rel=0.01)


def test_a_match_is_played_and_its_record_replays(fight):
    match = fight.begin(seed=7, seats=["blue=me", "red=you"])
    assert match.side == "blue" and match.count == 13 and match.legal()[0] == "0103-0104"
    events = match.play("0403-0504")
    assert events == [{"kind": "move", "text": "Blue moves from 0403 to 0504.", "side": "blue", "hexes": ["0403", "0504"],
                       "way": True, "clauses": ["2.2"]}]  # fmt: skip
    while not match.over:
        match.computer("random")
    assert match.result and match.prompt is None and match.side is None
    again = fight.replay(match.record())
    assert (again.winner, len(again)) == (match.winner, len(match))
    assert again.record() == match.record()


def test_a_record_that_was_changed_says_on_which_line(fight):
    match = fight.begin(seed=7)
    match.play(0)
    lines = match.record().splitlines()
    at = next(number for number, line in enumerate(lines) if "0103-0104" in line)
    lines[at] = lines[at].replace("0103-0104", "0103-0204")
    with pytest.raises(errors.RecordError) as told:
        fight.replay("\n".join(lines) + "\n")
    assert told.value.line == at + 1


def test_an_illegal_action_is_refused_with_the_clauses(fight):
    match = fight.begin()
    with pytest.raises(grognard.Refusal) as told:
        match.play("0403-0909")
    assert told.value.reason == "0909 is no neighbour of 0403"
    assert told.value.clauses == [{"id": "2.2", "text": "A unit moves to a neighbouring hex."}]
    assert isinstance(told.value, ValueError) and len(match) == 0
    again = pickle.loads(pickle.dumps(told.value))
    assert (again.reason, again.clauses) == (told.value.reason, told.value.clauses)
    with pytest.raises(grognard.Refusal):
        match.check("0403-0909")
    assert match.check("0403-0504") is None
    assert match.why("0403-0909")["accepted"] is False


@pytest.mark.parametrize("wrong", ["fly", 13, -1])
def test_what_is_no_action_is_said_so(fight, wrong):
    match = fight.begin()
    with pytest.raises(errors.NotationError):
        match.play(wrong)


def test_what_does_not_exist_is_named(fight):
    for ask in [lambda: grognard.load("chess"), lambda: fight.begin("moon"), lambda: fight.begin(options={"moon": True}),
                lambda: fight.begin().view("green"), lambda: fight.begin().computer("kasparov"),
                lambda: fight.begin(seed="forty-two"), lambda: grognard.vector("hex-fight", 2, observe=["moon"])]:  # fmt: skip
        with pytest.raises(errors.UnknownName):
            ask()


def test_the_other_side_the_end_and_undo_have_their_errors(fight):
    match = fight.begin()
    with pytest.raises(errors.NotYourChoice):
        match.play("0403-0504", side="red")
    with pytest.raises(errors.NoUndo):
        match.undo()
    match.play("0403-0504")
    match.undo()
    assert len(match) == 0
    match.concede("blue")
    assert match.over and match.winner == "red"
    for act in [lambda: match.play(0), lambda: match.computer("random"), lambda: match.play("0403-0504")]:
        with pytest.raises(errors.GameOver):
            act()


def test_a_position_made_by_hand_and_rolls_laid_down(fight):
    position = {"turn": 5, "pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}
    match = fight.begin_at(position, seed=7)
    chances = match.forecast("0505-0506")["chances"]
    assert [chance["probability"] for chance in chances] == pytest.approx([1 / 3, 1 / 6, 1 / 2])
    assert match.forecast("0505-0504") is None
    match.force([9])
    with pytest.raises(errors.ForcedRollError):
        match.play("0505-0506")
    match.force([6])
    match.play("0505-0506")
    assert match.winner == "blue"
    with pytest.raises(errors.PositionError):
        fight.begin_at({"pieces": [{"piece": "blue", "hex": "9999"}]})


def test_a_bad_overlay_says_file_and_line(tmp_path):
    with pytest.raises(errors.DataError):
        grognard.load("first-blood", tmp_path)
    folder = tmp_path / "first-blood"
    folder.mkdir()
    (folder / "map.toml").write_text("# a comment\nthis is not TOML\n")
    with pytest.raises(errors.DataError) as told:
        grognard.load("first-blood", tmp_path)
    assert told.value.line == 2 and told.value.file.endswith("map.toml")
    assert f"{told.value.file}:2:" in str(told.value)


def test_options_change_the_rules(blood):
    assert blood.options["hide-firers"] is True
    match = blood.begin(options={"hide-firers": False})
    assert "hide-firers=off" in match.record() and "hide-firers=on" in blood.begin(options=["hide-firers=on"]).record()


def test_a_side_sees_what_it_may_know():
    game = grognard.load("miracle-on-the-marne")
    match = game.begin(seed=3)
    for _ in range(150):
        match.computer("greedy")
    everything = {piece.get("id") for piece in match.view()["pieces"]}
    assert None not in everything
    for place, side in enumerate(game.sides):
        known = {piece.get("id") for piece in match.view(side)["pieces"]}
        assert None in known and known - {None} < everything
        rows = match.encode(side)["pieces"]
        own, enemy = rows[rows[:, 0] == place], rows[rows[:, 0] == 1 - place]
        assert (own[:, 1] >= 0).all() and (enemy[:, 1] == -1).any()


def test_numbers_say_what_the_view_says(rock):
    match = rock.begin("ardre", seed=1)
    view, told = match.view("german"), match.encode("german")
    labels = rock.board("ardre")["labels"]
    assert len(told["pieces"]) == len(view["pieces"])
    for row, piece in zip(told["pieces"], view["pieces"]):
        assert match.view()["turn"] == told["head"][0]
        assert rock.sides[row[0]] == piece["side"]
        if "hexes" in piece:
            assert labels[row[4]] == piece["hexes"][0]
        assert row[8] == piece["steps"]
    chooser = match.side
    other = next(side for side in rock.sides if side != chooser)
    assert len(match.encode(chooser)["options"]) == match.count and len(match.encode(other)["options"]) == 0


def test_a_state_plays_as_the_match_with_its_seed(rock):
    match, state = rock.begin("ardre", seed=11), rock.state("ardre", seed=11)
    while not match.over:
        assert state.count == match.count and state.side == match.side
        assert state.think("random") == match.legal().index(match.think("random"))
        choice = len(match) * 7 % match.count
        match.play(choice)
        state.play(choice)
    assert state.over and state.view() == match.view()
    assert match.state().view("german") == state.view("german")


def test_a_copy_goes_its_own_way(fight):
    state = fight.state(seed=5)
    other = copy.deepcopy(state)
    other.play_on("random")
    assert other.over and not state.over and sum(other.returns) == 0 and abs(other.returns[0]) in (0, 1)
    assert len(state) == 0 and state.legal() == fight.begin().legal()


def test_what_a_side_imagines_looks_the_same_to_it(blood):
    state = blood.state(seed=4)
    state.play_on("greedy", most=300)
    for side in blood.sides:
        worlds = [state.imagine(side, seed=seed) for seed in range(3)]
        assert all(world.view(side) == state.view(side) for world in worlds)
        assert any(world.view() != state.view() for world in worlds), "what it does not know is made up"


def test_chance_is_asked_die_by_die(fight):
    position = {"turn": 5, "pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}
    match = fight.begin_at(position)
    state = match.state()
    attack, walk = (match.legal().index(said) for said in ("0505-0506", "0505-0504"))
    assert state.asks(attack, []) == 6 and state.asks(attack, [6]) is None and state.asks(walk, []) is None
    told = state.play_rolls(attack, [6])
    assert state.over and state.returns == (1.0, -1.0)
    assert "rolls 6" in told[0][0]


def test_every_player_answers(fight):
    for name in grognard.players():
        match = fight.begin(seed=2)
        assert match.think(name) in match.legal()
        assert match.computer(name) and len(match) == 1


def test_pictures(fight):
    match = fight.begin()
    svg = match.svg("blue")
    assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>") and svg.count("<rect") >= 24
    picture = match.rgb(scale=0.3)
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and picture.std() > 10


def test_a_panic_is_an_exception_like_any_other(fight):
    # Rust knows no moment that is not a number after now; whoever asks for it costs us the call and nothing else.
    match = fight.begin()
    with pytest.raises(errors.InternalError):
        match.think("greedy", seconds=float("nan"))
    assert match.think("greedy", seconds=1.0) in match.legal()


def interrupt_after(seconds):
    """Ctrl-C, after a while."""
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_ends_a_long_call(rock):
    state = rock.state("campaign")
    interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        while True:
            state.play_on("grognard", most=10**6)
    assert not state.over


def test_other_threads_go_on_meanwhile(rock):
    state, played, ticks = rock.state("campaign"), threading.Event(), 0

    def play():
        state.play_on("greedy", most=3000)
        played.set()

    thread = threading.Thread(target=play)
    thread.start()
    while not played.is_set():
        ticks += 1
    thread.join()
    # A call that kept the lock would let this thread in once before and once after.
    assert ticks > 1000 and len(state) == 3000
