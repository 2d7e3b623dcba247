"""What outcomes are worth, worked out by hand."""

import unittest

from outcomes import expected, worth


class Outcomes(unittest.TestCase):
    def test_each_game_is_read_in_its_own_words(self):
        for game, outcome, value in [
            ("hex-fight", "the attacker is lost", -1),
            ("first-blood", "2 of 3 eliminated", 2),
            ("first-blood", "1 enemy and 3 own units in sight eliminated", -2),
            ("rock-of-the-marne", "A3r1,D1", 1 - 3 - 1 / 4),
            ("rock-of-the-marne", "A1,D3r1", 3 - 1 + 1 / 4),
            ("rock-of-the-marne", "D4r2", 4 + 2 / 4),
            ("miracle-on-the-marne", "D2", 3),
            ("miracle-on-the-marne", "3", 3),
            ("clash-of-giants", "1 attacking, 2 defending", 1),
            # An army's movement, which is not worth its number.
            ("clash-of-giants", "3", 0),
            ("march-into-battle", "Retreat 2", 2),
            ("march-into-battle", "Engaged", 0),
            ("no-such-game", "2 of 3 eliminated", 0),
        ]:
            self.assertEqual(worth(game, outcome), value, f"{outcome} of {game}")

    def test_a_forecast_promises_the_mean_of_its_outcomes(self):
        chances = [("takes the hex", 2 / 6), ("is lost", 1 / 6)]
        forecast = {"chances": [{"outcome": f"the attacker {what}", "probability": p} for what, p in chances]}
        self.assertAlmostEqual(expected("hex-fight", forecast), 1 / 6)
        self.assertIsNone(expected("hex-fight", None))
        self.assertIsNone(expected("hex-fight", {"chances": []}))


if __name__ == "__main__":
    unittest.main()
