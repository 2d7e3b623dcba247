"""What a side may know, in words and in numbers, and what the odds are."""

import grognard

game = grognard.load("first-blood")
match = game.begin(seed=7)
while match.turn < 3:
    match.computer("greedy")

for viewer in (*game.sides, None):
    pieces = match.view(viewer)["pieces"]
    covered = sum("covers" in piece for piece in pieces)
    print(f"{viewer or 'everything'}: {len(pieces)} counters, {covered} of them with others below that are hidden")

# The same in numbers: docs/encoding.md has every column. Column 0 is the side, column 4 the hex, column 8 the steps.
told = match.encode(match.side)
labels = game.board()["labels"]
for row in told["pieces"][:3]:
    print(game.sides[row[0]], "with", row[8], "steps in", labels[row[4]] if row[4] >= 0 else "a box")

# What an option may lead to, exactly, with the rules that say so.
while not any(choice["rolls"] for choice in match.choices()):
    match.computer("greedy")
for choice in match.choices(forecasts=True):
    if choice["forecast"]:
        for chance in choice["forecast"]["chances"]:
            print(f"{choice['text']}: {chance['outcome']} {chance['probability']:.0%}")
        break
