//! Computers try a battle out: how often each side wins, how long it lasts, and whether that differs from the shipped data.

use ai::Player;
use catalogue::{Game, NewMatch};
use engine::dice::Seed;
use engine::{Decision, Viewer};
use std::ops::ControlFlow;
use wire::Tally;

/// A game that goes on longer than this is broken off, and counts for nobody.
const MOST_ACTIONS: usize = 100_000;

/// Between which shares the number of games won lies, nineteen times in twenty (Wilson's limits).
fn limits(won: u32, games: u32) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (n, z) = (f64::from(games), 1.96_f64);
    let p = f64::from(won) / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

fn note(tally: &mut Tally, winner: Option<usize>, turn: u16, actions: usize, ending: String) {
    tally.games += 1;
    match winner {
        Some(side) => tally.won[side] += 1,
        None => tally.draws += 1,
    }
    tally.limits = tally.won.map(|won| limits(won, tally.games));
    tally.turns += u64::from(turn);
    tally.actions += actions as u64;
    match tally.endings.iter_mut().find(|(known, _)| *known == ending) {
        Some((_, count)) => *count += 1,
        None => tally.endings.push((ending, 1)),
    }
    tally.endings.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
}

/// What is tried: a scenario of a game, or a battle laid out as a position.
#[derive(Clone, Copy, Debug)]
pub enum What<'a> {
    /// A scenario, by id.
    Scenario(&'a str),
    /// A position, as JSON.
    Position(&'a str),
}

/// Plays games with the seeds from 1 on, and shows the tally after each; whoever is shown it may break off.
pub fn run(
    game: &dyn Game,
    what: What<'_>,
    player: Player,
    games: u32,
    each: &mut dyn FnMut(&Tally) -> ControlFlow<()>,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for seed in 1..=u64::from(games) {
        let seed = Seed::from(seed);
        let mut table = match what {
            What::Scenario(id) => game.begin(NewMatch { scenario: Some(id), seed, ..NewMatch::default() })?,
            What::Position(json) => game.begin_at(json, seed).map_err(|error| error.to_string())?,
        };
        let thoughts = ai::dice(seed);
        while let (Decision::Choose(_), true) = (table.decision(), table.actions() < MOST_ACTIONS) {
            table.play_computer(player, &thoughts).map_err(|error| error.to_string())?;
        }
        let result = table.view(Viewer::All).result;
        let sides = &game.about().sides;
        let winner = result.as_ref().and_then(|result| result.winner.as_ref());
        let winner = winner.and_then(|winner| sides.iter().position(|side| side.id == *winner));
        let ending = result.map_or_else(|| "broken off".to_string(), |result| result.text);
        note(&mut tally, winner, table.turn(), table.actions(), ending);
        if each(&tally).is_break() {
            break;
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computers_try_a_battle_and_the_same_seeds_give_the_same_games() {
        let game = catalogue::find("hex-fight").unwrap().load(None).unwrap();
        let greedy: Player = "greedy".parse().unwrap();
        let mut shown = 0;
        let mut each = |_: &Tally| {
            shown += 1;
            ControlFlow::Continue(())
        };
        let tally = run(&*game, What::Scenario("corners"), greedy, 5, &mut each).unwrap();
        assert_eq!((tally.games, tally.won[0] + tally.won[1] + tally.draws, shown), (5, 5, 5));
        assert_eq!(tally.endings.iter().map(|(_, count)| count).sum::<u32>(), 5);
        let again = run(&*game, What::Scenario("corners"), greedy, 5, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(again, tally);
        let broken_off = run(&*game, What::Scenario("corners"), greedy, 5, &mut |_| ControlFlow::Break(())).unwrap();
        assert_eq!(broken_off.games, 1);
        assert!(
            run(&*game, What::Position("{\"turn\": 0, \"x\": 1}"), greedy, 1, &mut |_| ControlFlow::Continue(()))
                .is_err()
        );
    }

    #[test]
    fn a_share_has_its_limits() {
        // By hand: p = 0.5, z²/n = 0.0192, half = 1.96 / 1.0192 * sqrt(0.00125 + 0.000024) = 0.0687.
        let [least, most] = limits(100, 200);
        assert!((least - 0.4313).abs() < 0.0005 && (most - 0.5687).abs() < 0.0005, "{least} {most}");
        assert_eq!(limits(0, 0), [0.0, 1.0]);
    }
}
