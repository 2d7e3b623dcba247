"""A first game: load, look, choose, play, keep the record."""

import grognard

game = grognard.load("rock-of-the-marne")
print(game.title, "has", ", ".join(game.scenarios), "between", " and ".join(game.sides))

match = game.begin("ardre", seed=1918)
print(match.prompt, match.count, "options; the first:", match.legal()[0])

try:
    match.play("attack the moon")
except grognard.GrognardError as wrong:
    print("Not so:", wrong)

# The weak one plays the Germans, the stronger one the Allies.
while not match.over:
    match.computer("recruit" if match.side == game.sides[0] else "greedy")
print("After", len(match), "actions:", match.result)

# The record is the whole game: it replays on any machine, line by line, or says which line is untrue.
again = game.replay(match.record())
assert again.result == match.result
