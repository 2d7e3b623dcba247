//! How each player has conducted himself with each side, in a few numbers.

use crate::Run;
use engine::Habit;
use serde::Serialize;
use std::collections::BTreeSet;

/// How a player has conducted himself with a side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Conduct {
    /// The player's name.
    pub player: String,
    /// The side's id.
    pub side: String,
    /// In how many games he had it.
    pub games: u64,
    /// Units a game that were lost, disrupted or led out of supply by his own doing.
    pub own_doing: f64,
    /// What each habit has cost him.
    pub habits: Vec<Cost>,
    /// The kinds of actions that he could take and did or did not, those seldom taken first.
    pub actions: Vec<Use>,
}

/// What a habit has cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cost {
    /// The word of the [`Habit`].
    pub habit: String,
    /// Units in all games.
    pub units: u64,
    /// Units a game.
    pub a_game: f64,
    /// The share of those that it could have befallen, where that is counted.
    pub share: Option<f64>,
}

/// What use was made of a kind of action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Use {
    /// The kind of action.
    pub action: String,
    /// At how many decisions it could be taken.
    pub offered: u64,
    /// At how many it was.
    pub taken: u64,
}

impl Use {
    /// The share of the decisions at which it was offered.
    pub fn share(&self) -> f64 {
        self.taken as f64 / (self.offered as f64).max(1.0)
    }
}

impl Conduct {
    /// The conduct of each player with each side that he had, in the plan's order.
    pub fn of(run: &Run) -> Vec<Conduct> {
        let seats: BTreeSet<(u8, u8)> = run.habits.iter().map(|row| (row.player, row.side)).collect();
        seats.into_iter().map(|seat| Conduct::of_seat(run, seat)).collect()
    }

    fn of_seat(run: &Run, seat: (u8, u8)) -> Conduct {
        let rows = || run.habits.iter().filter(|row| (row.player, row.side) == seat);
        let games = rows().map(|row| row.games).max().unwrap_or(0);
        let a_game = |units: u64| units as f64 / (games as f64).max(1.0);
        let units = |habit: &Habit| rows().filter(|row| row.habit == habit.word()).map(|row| row.units).sum();
        let of = |habit: &Habit| rows().filter(|row| row.habit == habit.word()).map(|row| row.of).sum();
        let cost = |habit: &Habit| {
            let (units, of): (u64, u64) = (units(habit), of(habit));
            let share = (of > 0).then(|| units as f64 / of as f64);
            Cost { habit: habit.to_string(), units, a_game: a_game(units), share }
        };
        let own_doing = Habit::ALL.iter().filter(|habit| habit.is_self_destruction()).map(units).sum();
        let own = run.actions.iter().filter(|row| (row.player, row.side) == seat);
        let mut actions: Vec<Use> =
            own.map(|row| Use { action: row.action.clone(), offered: row.offered, taken: row.taken }).collect();
        actions.sort_by(|one, other| one.share().total_cmp(&other.share()).then(other.offered.cmp(&one.offered)));
        Conduct {
            player: run.plan.players[usize::from(seat.0)].clone(),
            side: run.plan.sides[usize::from(seat.1)].clone(),
            games,
            own_doing: a_game(own_doing),
            habits: Habit::ALL.iter().map(cost).collect(),
            actions,
        }
    }

    /// The kinds of actions that were offered and never taken.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().filter(|action| action.taken == 0).map(|action| action.action.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionRow, HabitRow, Plan};

    fn habit(player: u8, side: u8, habit: Habit, units: u64, of: u64) -> HabitRow {
        HabitRow { player, side, habit: habit.to_string(), games: 4, units, of }
    }

    fn action(action: &str, offered: u64, taken: u64) -> ActionRow {
        ActionRow { player: 1, side: 0, action: action.into(), offered, taken }
    }

    #[test]
    fn conduct_is_counted_by_player_and_side() {
        let plan = Plan {
            game: "hex-fight".into(),
            rules: 1,
            data: "d".into(),
            scenario: "s".into(),
            options: vec![],
            sides: ["blue".into(), "red".into()],
            players: ["veteran".into(), "greedy".into()],
            both_ways: true,
            first_seed: 0,
            games: 8,
            shard_size: 2,
            analyse: None,
        };
        let habits = vec![
            habit(0, 0, Habit::Crowding, 1, 0),
            habit(1, 0, Habit::Crowding, 6, 0),
            habit(1, 0, Habit::Straying, 2, 0),
            habit(1, 0, Habit::LostAlone, 8, 0),
            habit(1, 0, Habit::InTheOpen, 5, 20),
        ];
        let actions = vec![action("go", 10, 9), action("stay", 10, 1), action("rest", 3, 0)];
        let run = Run { actions, habits, ..Run::new(plan) };
        let conduct = Conduct::of(&run);
        let seats: Vec<_> = conduct.iter().map(|one| (one.player.as_str(), one.side.as_str())).collect();
        assert_eq!(seats, [("veteran", "blue"), ("greedy", "blue")]);
        assert_eq!((conduct[0].own_doing, conduct[1].own_doing), (0.25, 2.0), "whom the enemy beats is not counted");
        let open = conduct[1].habits.iter().find(|cost| cost.habit == "in-the-open").expect("every habit has a line");
        assert_eq!((open.a_game, open.share), (1.25, Some(0.25)));
        assert_eq!(conduct[1].habits[0].share, None);
        let order: Vec<_> = conduct[1].actions.iter().map(|one| one.action.as_str()).collect();
        assert_eq!(order, ["rest", "stay", "go"]);
        assert_eq!(conduct[1].unused().collect::<Vec<_>>(), ["rest"]);
    }
}
