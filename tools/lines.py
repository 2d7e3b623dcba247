#!/usr/bin/env python3
"""How much of the games is rules: lines of source by kind, the longest files and functions, and how often a step is named.

    tools/lines.py [REVISION]

Counts the source of the five games in the working tree, or as it was at a revision. The kind of a file is told by its name; what no
list here names is a chapter of a rulebook. A step's mentions are the places of a game's source where `Step::NAME` stands, and the two
where it is declared and described.
"""

import collections
import pathlib
import re
import subprocess
import sys

KINDS = {
    "plumbing": "lib action choices view position returns state telling fog census roster overlays words overprint charts force plans",
    "data reading": "tables pieces scenarios stakes starts ground theatre ways near footing larder",
    "hints": "hints",
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names.split()}
ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = "crates/games"


def sources(revision):
    """The text of every file of the games' source, by its path."""
    if revision is None:
        paths = sorted((ROOT / GAMES).glob("*/src/**/*.rs"))
        return {str(path.relative_to(ROOT / GAMES)): path.read_text() for path in paths}
    git = ["git", "-C", str(ROOT)]
    listed = subprocess.run(git + ["ls-tree", "-r", "--name-only", revision, GAMES], capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split() if "/src/" in path and path.endswith(".rs")]
    show = lambda path: subprocess.run(git + ["show", f"{revision}:{path}"], capture_output=True, text=True, check=True).stdout
    return {path.removeprefix(GAMES + "/"): show(path) for path in paths}


def functions(text):
    """Name and length of every function."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        head = re.match(r"( *)(?:pub(?:\([a-z]+\))? )?(?:const )?fn (\w+)", line)
        if head:
            end = next((end for end in range(at, len(lines)) if lines[end] == head[1] + "}"), at)
            yield head[2], end - at + 1


def mentions(files):
    """How often a step of the game is named, on average."""
    declared = re.search(r"pub enum Step(?: for \w+)? \{(.*?)\n(?:    )?\}", files.get("state.rs", ""), re.S)
    steps = re.findall(r"^ +(?:\w+::)?([A-Z]\w+)(?:\([^)]*\))?,$", declared[1], re.M) if declared else []
    text = "\n".join(files.values())
    named = sum(len(re.findall(rf"\bStep::{step}\b", text)) for step in steps)
    return named / len(steps) + 2 if steps else 0


def main():
    texts = sources(sys.argv[1] if len(sys.argv) > 1 else None)
    kinds = collections.Counter()
    games = collections.defaultdict(dict)
    for path, text in texts.items():
        kinds[KIND_OF.get(pathlib.Path(path).stem, "rules")] += text.count("\n")
        game, name = path.split("/src/")
        games[game][name] = text
    total = sum(kinds.values())
    for kind, count in kinds.most_common():
        print(f"{kind:14}{count:7}  {100 * count / total:4.1f} %")
    print(f"{'together':14}{total:7}")
    longest = sorted(texts, key=lambda path: -texts[path].count("\n"))[:6]
    print("\nlongest files: " + ", ".join(f"{path} {texts[path].count(chr(10))}" for path in longest))
    every = [(length, name, path) for path, text in texts.items() for name, length in functions(text)]
    print("longest functions: " + ", ".join(f"{name} ({path}) {length}" for length, name, path in sorted(every)[:-7:-1]))
    print("mentions of a step: " + ", ".join(f"{game} {mentions(files):.1f}" for game, files in sorted(games.items())))


if __name__ == "__main__":
    main()
