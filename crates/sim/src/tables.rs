//! The tables of a run and their columns.

use crate::columns::{Column, Columns};
use crate::{ActionRow, AnalysedRow, DiceRow, GameRow, HabitRow, HexRow, MistakeRow, OpeningRow, Plan, TurnRow};

/// A row a game.
pub(crate) fn games(plan: &Plan, rows: &[GameRow]) -> Vec<Column> {
    let side = |side: u8| plan.sides[usize::from(side)].clone();
    Columns::of(rows, &plan.sides)
        .count("game", |row| row.game)
        .count("seed", |row| row.seed)
        .flag("swapped", |row| row.swapped)
        .each_side("player", |columns, name, side| {
            columns.word(name, |row| Some(plan.seated(row.swapped)[side].to_string()))
        })
        .word("winner", |row| row.winner.map(side))
        .word("clause", |row| Some(row.clause.clone()))
        .number("margin", |row| row.margin.into())
        .count("turns", |row| row.turns.into())
        .count("rolls", |row| row.rolls.into())
        .counts("decisions", |row| row.decisions)
        .reals("seconds", |row| row.seconds)
        .counts("strength_start", |row| row.strength_start)
        .counts("strength_end", |row| row.strength_end)
        .counts("lost", |row| row.lost)
        .counts("gained", |row| row.gained)
        .numbers("points", |row| row.points)
        .done()
}

/// A row a turn.
pub(crate) fn turns(plan: &Plan, rows: &[TurnRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .count("game", |row| row.game)
        .count("turn", |row| row.turn.into())
        .counts("strength", |row| row.strength)
        .counts("lost", |row| row.lost)
        .counts("ground", |row| row.ground)
        .numbers("points", |row| row.points)
        .counts("decisions", |row| row.decisions)
        .reals("seconds", |row| row.seconds)
        .done()
}

/// A row a hex and side.
pub(crate) fn hexes(plan: &Plan, rows: &[HexRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .word("hex", |row| Some(row.hex.clone()))
        .word("side", |row| Some(plan.sides[usize::from(row.side)].clone()))
        .count("died", |row| row.died)
        .count("front", |row| row.front)
        .done()
}

/// A row a value of a die.
pub(crate) fn dice(plan: &Plan, rows: &[DiceRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .count("sides", |row| row.sides.into())
        .count("value", |row| row.value.into())
        .count("count", |row| row.count)
        .done()
}

/// A row a player, side and kind of action.
pub(crate) fn actions(plan: &Plan, rows: &[ActionRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .word("player", |row| Some(plan.players[usize::from(row.player)].clone()))
        .word("side", |row| Some(plan.sides[usize::from(row.side)].clone()))
        .word("action", |row| Some(row.action.clone()))
        .count("offered", |row| row.offered)
        .count("taken", |row| row.taken)
        .done()
}

/// A row a player, side and habit.
pub(crate) fn habits(plan: &Plan, rows: &[HabitRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .word("player", |row| Some(plan.players[usize::from(row.player)].clone()))
        .word("side", |row| Some(plan.sides[usize::from(row.side)].clone()))
        .word("habit", |row| Some(row.habit.clone()))
        .count("games", |row| row.games)
        .count("units", |row| row.units)
        .count("of", |row| row.of)
        .done()
}

/// A row a stage, hex and side.
pub(crate) fn openings(plan: &Plan, rows: &[OpeningRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .word("stage", |row| Some(row.stage.word().to_string()))
        .word("hex", |row| Some(row.hex.clone()))
        .word("side", |row| Some(plan.sides[usize::from(row.side)].clone()))
        .count("games", |row| row.games)
        .count("won", |row| row.won)
        .done()
}

/// A row a game that was looked at again.
pub(crate) fn analysed(plan: &Plan, rows: &[AnalysedRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .count("game", |row| row.game)
        .real("chance", |row| row.chance)
        .reals("luck", |row| row.luck)
        .reals("choice", |row| row.choice)
        .real("hindsight", |row| row.hindsight)
        .counts("choices", |row| row.choices)
        .done()
}

/// A row a choice that cost something.
pub(crate) fn mistakes(plan: &Plan, rows: &[MistakeRow]) -> Vec<Column> {
    Columns::of(rows, &plan.sides)
        .count("game", |row| row.game)
        .count("at", |row| row.at)
        .count("turn", |row| row.turn.into())
        .word("side", |row| Some(plan.sides[usize::from(row.side)].clone()))
        .word("grade", |row| Some(row.grade.clone()))
        .word("action", |row| Some(row.action.clone()))
        .real("cost", |row| row.cost)
        .done()
}
