"""The examples run, and say what they should."""

import subprocess
import sys
from pathlib import Path

import numpy

import grognard

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name, *arguments, folder=None):
    done = subprocess.run([sys.executable, "-B", EXAMPLES / name, *arguments], cwd=folder, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_first_game():
    assert "After" in run("first_game.py")


def test_reading_a_view():
    told = run("reading_a_view.py")
    assert "everything:" in told and "%" in told


def test_a_search_player():
    assert "games won" in run("search_player.py", "1")


def test_a_thousand_games(tmp_path):
    assert "allied" in run("thousand_games.py", "100")


def test_a_heat_map(tmp_path):
    assert "drawn" in run("heat_map.py", tmp_path / "heat.svg")
    assert (tmp_path / "heat.svg").read_text().count("<circle") > 100


def test_what_the_guide_quotes_runs():
    guide = (EXAMPLES.parents[1] / "docs/python.md").read_text()
    blocks = [block.split("```")[0] for block in guide.split("```python\n")[1:]]
    assert len(blocks) == 3
    told = {"grognard": grognard, "np": numpy}
    for block in blocks:
        exec(block.replace("while True:", "for _ in range(3):").replace("1000, seed", "10, seed"), told)


def test_no_example_is_forgotten():
    tested = Path(__file__).read_text()
    assert all(example.name in tested for example in EXAMPLES.glob("*.py"))


def test_the_learner_learns_and_is_kept(tmp_path):
    from grognard.learner import Policy, evaluate, train

    curve = tmp_path / "curve.csv"
    policy = train("hex-fight", hints=True, minutes=0.0, lanes=8, curve=curve, say=lambda *row, **more: None)
    policy.save(tmp_path / "policy.npz")
    again = Policy.load(tmp_path / "policy.npz")
    assert (again.hints == policy.hints).all()
    won, played = evaluate("hex-fight", policy, "random", games=20, hints=True)
    assert played == 20 and won > 0.6


def test_a_step_of_learning_makes_what_went_well_more_likely():
    from grognard.learner import Learner, Policy

    env = grognard.vector("hex-fight", 4, observe=["options", "leads"])
    learner = Learner(env, Policy())
    step = learner.look()
    before = learner.policy.chances(step)[step.chosen]
    learner.policy.learn(step, numpy.ones(4))
    assert (learner.policy.chances(step)[step.chosen] > before).all()
    other = Learner(env, Policy())
    other.policy.learn(step, -numpy.ones(4))
    assert (other.policy.chances(step)[step.chosen] < before).all()
