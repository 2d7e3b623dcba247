"""What an outcome of a forecast is worth to the side that chooses.

Every game writes its outcomes as its rulebook does. This reads them as harm done less harm taken, in steps or units.
A bot for one game alone would do better by reading the numbers in the forecast's `sum` as well.
"""

import re

#: For each game the ways to write an outcome, and what each is worth given the numbers in it.
PATTERNS = {
    "hex-fight": [
        (r"the attacker takes the hex", lambda: 1),
        (r"the attacker is lost", lambda: -1),
    ],
    "first-blood": [
        (r"(\d+) of \d+ eliminated", lambda lost: lost),
        (r"the top unit is eliminated", lambda: 1),
        (r"(\d+) enemy and (\d+) own units in sight eliminated", lambda enemy, own: enemy - own),
    ],
    "rock-of-the-marne": [
        # A2r1,D3 is two steps of the attacker's, who retreats a hex, and three of the defender's.
        (r"(?:A(\d+))?(?:r(\d+))?,?(?:D(\d+))?(?:r(\d+))?", lambda a, ar, d, dr: d - a + (dr - ar) / 4),
        (r"one step lost", lambda: -1),
        # The interceptor, or the mission, is hit.
        (r"Int-(\d+)", lambda steps: -steps),
        (r"M-(\d+)", lambda steps: steps),
    ],
    "miracle-on-the-marne": [
        (r"(\d+)", lambda steps: steps),
        (r"eliminated", lambda: 2),
        # All units in the hex are disrupted, and steps lost; or one unit is disrupted.
        (r"D(\d*)", lambda steps: 1 + steps),
        (r"d", lambda: 0.5),
    ],
    "clash-of-giants": [
        # Those who fail their checks.
        (r"(\d+) attacking, (\d+) defending", lambda attacking, defending: defending - attacking),
    ],
    "march-into-battle": [
        (r"Retreat (\d+)", lambda hexes: hexes),
        (r"goes on its own", lambda: 1),
        (r"falters", lambda: -1),
    ],
}


def worth(game, outcome):
    """What an outcome is worth; 0 where nothing of note happens or nobody knows."""
    for pattern, value in PATTERNS.get(game, []):
        found = re.fullmatch(pattern, outcome)
        if found:
            return value(*(int(number or 0) for number in found.groups()))
    return 0


def expected(game, forecast):
    """What an option's dice promise on the average; None if it has none."""
    if not forecast or not forecast["chances"]:
        return None
    return sum(chance["probability"] * worth(game, chance["outcome"]) for chance in forecast["chances"])
