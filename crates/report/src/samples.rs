//! Rows made by hand, for tests.

use sim::{GameRow, Plan, Run, TurnRow};

/// A run of hex-fight with these games.
pub fn run(games: Vec<GameRow>) -> Run {
    let plan = Plan {
        game: "hex-fight".into(),
        rules: 1,
        data: "d".into(),
        scenario: "corners".into(),
        options: vec![],
        sides: ["blue".into(), "red".into()],
        players: ["greedy".into(), "greedy".into()],
        both_ways: false,
        first_seed: 0,
        games: games.len() as u64,
        shard_size: 4,
        analyse: None,
    };
    Run { games, ..Run::new(plan) }
}

/// A game of ten turns.
pub fn game(number: u64, winner: Option<u8>, margin: i32, clause: &str) -> GameRow {
    GameRow {
        game: number,
        seed: number,
        swapped: false,
        winner,
        clause: clause.into(),
        margin,
        turns: 10,
        decisions: [20, 30],
        rolls: 40,
        seconds: [0.5, 0.25],
        strength_start: [50, 60],
        strength_end: [30, 20],
        lost: [20, 40],
        gained: [0, 0],
        points: [margin, 0],
    }
}

/// The end of a turn.
pub fn turn(game: u64, turn: u16, lost: [u32; 2]) -> TurnRow {
    TurnRow {
        game,
        turn,
        strength: [50 - lost[0], 60 - lost[1]],
        lost,
        ground: [10, 12],
        points: [1, 2],
        decisions: [2, 3],
        seconds: [0.1, 0.1],
    }
}
