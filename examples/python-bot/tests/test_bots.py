"""What the bots choose, and what is said of a bot that chooses wrongly."""

import unittest

from bots import Bot, ForecastBot, RandomBot
from common import Forecasts, Trouble, chosen


def choice(action, rolls=False):
    return {"action": action, "text": action, "rolls": rolls}


def forecast(**chances):
    """A forecast of hex-fight: how likely the attacker takes the hex, how likely he is lost."""
    words = {"taken": "the attacker takes the hex", "lost": "the attacker is lost"}
    return {"chances": [{"outcome": words[what], "probability": p} for what, p in chances.items()]}


class Bots(unittest.TestCase):
    def choose(self, forecasts, choices):
        bot = ForecastBot(seed=1)
        bot.begin("hex-fight", "blue")
        return chosen(bot, {}, choices, lambda choice: forecasts.get(choice["action"]))

    def test_the_forecast_bot_takes_what_promises_most(self):
        forecasts = {"good": forecast(taken=0.5), "better": forecast(taken=0.6, lost=0.05)}
        self.assertEqual(self.choose(forecasts, [choice("move"), choice("good"), choice("better")]), "better")

    def test_the_forecast_bot_rather_rolls_than_prepares_for_nothing(self):
        forecasts = {"join": forecast(taken=0.5), "roll": forecast(taken=0.5)}
        self.assertEqual(self.choose(forecasts, [choice("roll", rolls=True), choice("join")]), "roll")

    def test_the_forecast_bot_leaves_harm_alone(self):
        forecasts = {"harm": forecast(lost=0.1)}
        for _ in range(20):
            self.assertEqual(self.choose(forecasts, [choice("harm"), choice("wait")]), "wait")
        self.assertEqual(self.choose(forecasts, [choice("harm")]), "harm")

    def test_the_same_seed_draws_the_same(self):
        choices = [choice(str(number)) for number in range(1000)]
        draws = [[RandomBot(seed).choose({}, choices, None)["action"] for _ in range(2)] for seed in ("a", "a", "b")]
        self.assertEqual(draws[0], draws[1])
        self.assertNotEqual(draws[0], draws[2])

    def test_forecasts_are_fetched_once_and_only_if_wanted(self):
        fetched = []

        def fetch():
            fetched.append(1)
            return [{"action": "a", "forecast": {"chances": []}}, {"action": "b", "forecast": None}]

        forecasts = Forecasts(fetch)
        self.assertEqual(fetched, [])
        self.assertEqual(forecasts(choice("a")), {"chances": []})
        self.assertIsNone(forecasts("b"))
        self.assertEqual(fetched, [1])

    def test_what_is_no_choice_is_explained(self):
        class Wrong(Bot):
            name = "wrong"

            def choose(self, view, choices, forecast):
                return "fly"

        with self.assertRaisesRegex(Trouble, "the bot wrong chose 'fly', which is none of its 1 choices"):
            chosen(Wrong(), {}, [choice("walk")], None)


if __name__ == "__main__":
    unittest.main()
