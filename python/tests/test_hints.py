"""Type hints and documentation say what there is."""

import ast
import inspect
from pathlib import Path

import grognard
from grognard import _grognard
from grognard.spaces import BOUNDS

STUB = Path(grognard.__file__).with_name("_grognard.pyi")


def public(names):
    kept = {"__len__", "__copy__", "__deepcopy__"}
    return {name for name in names if not name.startswith("_") or name in kept}


def test_the_stub_names_what_there_is():
    module = ast.parse(STUB.read_text())
    functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    assert functions | set(classes) == public(dir(_grognard))
    for name, node in classes.items():
        told = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        assert public(told) == public(vars(getattr(_grognard, name))), name


def test_the_stub_has_the_arguments_that_there_are():
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                known = getattr(getattr(_grognard, node.name), item.name)
                if isinstance(item, ast.FunctionDef) and callable(known) and not item.name.startswith("__"):
                    told = [argument.arg for argument in item.args.args + item.args.kwonlyargs]
                    assert told == list(inspect.signature(known).parameters), f"{node.name}.{item.name}"


def test_everything_public_is_documented():
    for name in public(dir(_grognard)):
        item = getattr(_grognard, name)
        assert inspect.getdoc(item), name
        for inner in public(vars(item)) - {"__len__", "__copy__", "__deepcopy__"} if inspect.isclass(item) else ():
            assert inspect.getdoc(getattr(item, inner)), f"{name}.{inner}"


def test_the_table_of_spaces_in_the_guide_is_true():
    guide = (Path(__file__).parents[2] / "docs/python.md").read_text()
    for name, rows in BOUNDS.items():
        game = grognard.load(name)
        hexes = max(game.hexes(scenario) for scenario in game.scenarios)
        line = f"| `{name}` | {rows.options:,} | {len(game.kinds)} | {rows.pieces} | {rows.markers} | {rows.holdings} | {rows.tracks} | {hexes:,} |"
        assert line in guide, line
