//! How strong somebody has proved to be: Glicko-2, as Mark Glickman describes it (<http://www.glicko.net/glicko/glicko2.pdf>),
//! and the computer's levels as fixed stars to measure by.
//!
//! A match is rated at the moment at which it ends, and the time since a player's last one counts as so many periods, in
//! fractions too: whoever has rested is less surely known. So ratings follow from the list of finished matches alone, in
//! the order in which they were noted.

use crate::store::Millis;

/// A rating's unit on the paper's inner scale.
const SCALE: f64 = 173.7178;
/// How much volatility may change (the paper's tau).
const RESTRAINT: f64 = 0.5;
/// When the search for the new volatility is near enough.
const NEAR: f64 = 1e-6;
/// A period: a week.
const PERIOD: f64 = 7.0 * 24.0 * 3_600_000.0;
/// Nobody is better known than so: a rating must be able to follow its player.
const SUREST: f64 = 45.0;
/// Nobody is less known than somebody new.
const UNSUREST: f64 = 350.0;
/// From here on a rating says little.
const PROVISIONAL: f64 = 110.0;

/// What is known of somebody's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// How far off it may be: a standard deviation.
    pub deviation: f64,
    /// How much the strength itself goes up and down.
    pub volatility: f64,
}

/// How a match came out for somebody: 1 won, 0.5 drawn, 0 lost.
pub type Score = f64;

impl Rating {
    /// Somebody of whom nothing is known.
    pub const NEW: Rating = Rating { rating: 1500.0, deviation: UNSUREST, volatility: 0.06 };

    /// Whether it says little yet, or again.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The same after so much time without a match.
    pub fn rested(self, time: Millis) -> Rating {
        let (spread, swing) = (self.deviation / SCALE, self.volatility);
        let deviation = SCALE * (spread * spread + swing * swing * periods(time)).sqrt();
        Rating { deviation: deviation.clamp(SUREST, UNSUREST), ..self }
    }

    /// The same after matches that ended together, so much time after the last.
    pub fn after(self, matches: &[(Rating, Score)], time: Millis) -> Rating {
        self.after_periods(matches, periods(time))
    }

    fn after_periods(self, matches: &[(Rating, Score)], periods: f64) -> Rating {
        let (mean, spread) = ((self.rating - Rating::NEW.rating) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, score) in matches {
            let weight = weight(other.deviation / SCALE);
            let expected = 1.0 / (1.0 + (-weight * (mean - (other.rating - Rating::NEW.rating) / SCALE)).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = self.new_volatility(variance, variance * surprise);
        let waited = (spread * spread + volatility * volatility * periods).min((UNSUREST / SCALE).powi(2));
        let spread = (1.0 / (1.0 / waited + information)).sqrt();
        Rating {
            rating: SCALE * (mean + spread * spread * surprise) + Rating::NEW.rating,
            deviation: (SCALE * spread).clamp(SUREST, UNSUREST),
            volatility,
        }
    }

    /// The paper's step 5: the Illinois algorithm.
    fn new_volatility(self, variance: f64, improvement: f64) -> f64 {
        let (spread, before) = (self.deviation / SCALE, (self.volatility * self.volatility).ln());
        let fit = |x: f64| {
            let (power, square) = (x.exp(), spread * spread);
            let sum = square + variance + power;
            power * (improvement * improvement - sum) / (2.0 * sum * sum) - (x - before) / (RESTRAINT * RESTRAINT)
        };
        let mut low = before;
        let mut high = if improvement * improvement > spread * spread + variance {
            (improvement * improvement - spread * spread - variance).ln()
        } else {
            let mut steps = 1.0;
            while fit(before - steps * RESTRAINT) < 0.0 {
                steps += 1.0;
            }
            before - steps * RESTRAINT
        };
        let (mut fit_low, mut fit_high) = (fit(low), fit(high));
        while (high - low).abs() > NEAR {
            let between = low + (low - high) * fit_low / (fit_high - fit_low);
            let fit_between = fit(between);
            if fit_between * fit_high <= 0.0 {
                (low, fit_low) = (high, fit_high);
            } else {
                fit_low /= 2.0;
            }
            (high, fit_high) = (between, fit_between);
        }
        (low / 2.0).exp()
    }
}

/// How much a match against somebody tells who may be so far off.
fn weight(spread: f64) -> f64 {
    1.0 / (1.0 + 3.0 * spread * spread / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

fn periods(time: Millis) -> f64 {
    time.max(0) as f64 / PERIOD
}

/// What a level was measured by: how many of how many games of a hundred one level won against another.
struct Measured {
    better: &'static str,
    worse: &'static str,
    /// In each game of [`GAMES`]: games won of a hundred, draws by half, and how many were played.
    won: [(f64, f64); 5],
}

/// The games whose levels were measured.
const GAMES: [&str; 5] =
    ["first-blood", "rock-of-the-marne", "miracle-on-the-marne", "clash-of-giants", "march-into-battle"];

/// The table of docs/ai.md by single games, which a test compares. A hundred games stand behind each figure where nothing else
/// is said.
const MEASURED: [Measured; 5] = [
    Measured {
        better: "regular",
        worse: "recruit",
        won: [(85.0, 100.0), (93.0, 100.0), (63.0, 100.0), (78.0, 100.0), (72.5, 100.0)],
    },
    Measured {
        better: "veteran",
        worse: "regular",
        won: [(80.0, 100.0), (80.0, 100.0), (81.0, 100.0), (76.0, 100.0), (84.5, 100.0)],
    },
    Measured {
        better: "veteran",
        worse: "greedy",
        won: [(78.0, 100.0), (78.5, 100.0), (87.5, 200.0), (82.0, 100.0), (82.0, 100.0)],
    },
    Measured {
        better: "veteran",
        worse: "random",
        won: [(100.0, 100.0), (100.0, 100.0), (99.85, 1000.0), (100.0, 100.0), (100.0, 100.0)],
    },
    Measured {
        better: "grognard",
        worse: "veteran",
        won: [(69.0, 100.0), (74.5, 100.0), (68.0, 100.0), (66.0, 100.0), (72.5, 100.0)],
    },
];

/// The level that stands where everybody begins, in every game.
const ANCHOR: &str = "veteran";
/// How surely a star is known: two steps of a hundred games each are good to about so much.
const STARS_DEVIATION: f64 = 60.0;

/// The levels that are stars, the weakest first.
pub const LEVELS: [&str; 6] = ["random", "recruit", "greedy", "regular", "veteran", "grognard"];

/// The rating of a computer player in a game, whatever its style and however long it takes; nothing where it was never measured. It never changes.
pub fn star(game: &str, computer: &str) -> Option<Rating> {
    let level = computer.split_once(':').map_or(computer, |(level, _)| level);
    let at = GAMES.iter().position(|one| *one == game)?;
    let rating = Rating::NEW.rating + above_anchor(at, level)?;
    Some(Rating { rating: rating.round(), deviation: STARS_DEVIATION, volatility: 0.0 })
}

/// By how much a level is better than the anchor, by the chain of measurements between them.
fn above_anchor(game: usize, level: &str) -> Option<f64> {
    if level == ANCHOR {
        return Some(0.0);
    }
    if let Some(step) = MEASURED.iter().find(|step| step.worse == level) {
        return Some(above_anchor(game, step.better)? - step.ahead(game));
    }
    let step = MEASURED.iter().find(|step| step.better == level)?;
    Some(above_anchor(game, step.worse)? + step.ahead(game))
}

impl Measured {
    /// What the games won come to: the difference by which that many are expected. Half a game more on either side, as
    /// nobody wins without end.
    fn ahead(&self, game: usize) -> f64 {
        let (percent, games) = self.won[game];
        let share = (percent / 100.0 * games + 0.5) / (games + 1.0);
        400.0 * (share / (1.0 - share)).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    fn assert_near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    #[test]
    fn the_papers_example_comes_out() {
        let matches = [(known(1400.0, 30.0), 1.0), (known(1550.0, 100.0), 0.0), (known(1700.0, 300.0), 0.0)];
        let after = known(1500.0, 200.0).after_periods(&matches, 1.0);
        assert_near(after.rating, 1464.06, 0.01);
        assert_near(after.deviation, 151.52, 0.01);
        assert_near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn who_rests_is_less_surely_known() {
        let week = PERIOD as Millis;
        // By the paper's step 6: sqrt(50² + (173.7178 · 0.06)²) = 51.07.
        assert_near(known(1700.0, 50.0).rested(week).deviation, 51.07, 0.01);
        assert_near(known(1700.0, 50.0).rested(0).deviation, 50.0, 1e-9);
        assert_near(known(1700.0, 50.0).rested(-week).deviation, 50.0, 1e-9);
        assert_near(known(1700.0, 50.0).rested(5000 * week).deviation, 350.0, 1e-9);
        assert!(known(1700.0, 120.0).is_provisional() && !known(1700.0, 100.0).is_provisional());
    }

    #[test]
    fn nobody_is_ever_known_without_doubt() {
        let mut player = Rating::NEW;
        for _ in 0..2000 {
            player = player.after(&[(known(1500.0, 60.0), 0.5)], 0);
        }
        assert_near(player.deviation, SUREST, 1e-9);
        assert_near(player.rating, 1500.0, 1e-6);
    }

    #[test]
    fn a_great_surprise_ends_the_search_too() {
        let after = known(2900.0, 45.0).after(&[(known(400.0, 45.0), 0.0)], 0);
        assert!(after.rating < 2900.0 && after.volatility.is_finite() && after.volatility > 0.06);
        let after = Rating::NEW.after(&[(known(3000.0, 350.0), 1.0)], 90 * PERIOD as Millis);
        assert!(after.rating > 1500.0 && after.deviation < 350.0);
    }

    #[test]
    fn stars_stand_where_their_games_have_put_them() {
        let rating = |game: &str, level: &str| star(game, level).unwrap().rating;
        for game in GAMES {
            assert_eq!(rating(game, "veteran"), 1500.0);
            assert_eq!(star(game, "veteran:bold"), star(game, "veteran"));
            assert_eq!(star(game, "grognard:patient"), star(game, "grognard"));
            assert!(rating(game, "random") < rating(game, "recruit"));
            assert!(rating(game, "recruit") < rating(game, "regular") && rating(game, "regular") < 1500.0);
            assert!(rating(game, "grognard") > 1600.0);
        }
        // 80.5 of 101: 400 · log10(80.5 / 20.5) = 237.6; 85.5 of 101: 400 · log10(85.5 / 15.5) = 296.7.
        assert_eq!(rating("first-blood", "regular"), 1262.0);
        assert_eq!(rating("first-blood", "recruit"), 966.0);
        assert_eq!((star("hex-fight", "veteran"), star("first-blood", "nobody")), (None, None));
    }

    fn document(name: &str) -> String {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
        std::fs::read_to_string(file).unwrap()
    }

    #[test]
    fn the_document_says_where_the_stars_stand() {
        let text = document("server.md");
        let (_, table) = text.split_once("| `random` | `recruit` |").unwrap();
        for (row, game) in table.lines().skip(2).zip(GAMES) {
            let cells: Vec<f64> = row.split('|').filter_map(|cell| cell.trim().parse().ok()).collect();
            assert_eq!(cells, LEVELS.map(|level| star(game, level).unwrap().rating), "{row}");
        }
    }

    #[test]
    fn stars_are_measured_as_the_document_says() {
        let text = document("ai.md");
        for step in &MEASURED {
            let row = format!("\n| `{}` against `{}` |", step.better, step.worse);
            let (_, row) = text.split_once(&row).unwrap_or_else(|| panic!("{row} is not in docs/ai.md"));
            let cells = row.lines().next().unwrap().split('|');
            for (cell, (percent, games)) in cells.zip(step.won) {
                let (told, rest) = cell.split_once(" %").unwrap();
                assert_eq!(told.trim().parse::<f64>(), Ok(percent), "{row}{cell}");
                let count =
                    rest.rsplit_once("), ").map_or("100".to_string(), |(_, games)| games.replace([',', ' '], ""));
                assert_eq!(count.parse::<f64>(), Ok(games), "{row}{cell}");
            }
        }
    }
}
