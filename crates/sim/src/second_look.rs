//! Games of a run looked at again: what luck and choices did, and which choices cost something.

use crate::{AnalysedRow, Fixture, MistakeRow};
use ai::{Limits, Player};
use analysis::{Depth, Eyes, Watch};
use catalogue::{Game, NewMatch};
use engine::{About, Decision};
use wire::{Analysis, Grade};

/// Looks at a game of a scenario again, each choice by what its side could know. It is played once more, with a record; `None` if
/// it was told to stop.
pub(crate) fn look(
    game: &dyn Game,
    new: NewMatch<'_>,
    (fixture, players): (Fixture, [Player; 2]),
    depth: Depth,
    limits: &Limits,
) -> Option<(AnalysedRow, Vec<MistakeRow>)> {
    let mut table = game.begin(NewMatch { seed: fixture.seed.into(), ..new }).expect("the plan was checked");
    let dice = ai::dice(fixture.seed.into());
    while let Decision::Choose(side) = table.decision() {
        if limits.stop.is_told() {
            return None;
        }
        table.play_computer(players[side.index()], &dice).expect("a computer takes what is legal");
    }
    let found = game.analyse(&table.record(), depth, Eyes::Each, &Watch { limits, progress: &|_| () }).ok()?;
    (found.covers == found.actions)
        .then(|| (analysed(fixture.game, &found), mistakes(fixture.game, &found, game.about())))
}

fn analysed(game: u64, found: &Analysis) -> AnalysedRow {
    let sum = |each: &dyn Fn(&wire::TurnAccount) -> f64| found.turns.iter().map(each).sum::<f64>();
    let choices = [0, 1].map(|side| found.sides.get(side).map_or(0, |side| side.choices as u32));
    AnalysedRow {
        game,
        chance: found.turns.first().map_or(0.5, |turn| turn.chance),
        luck: [0, 1].map(|side| sum(&|turn| turn.luck[side])),
        choice: [0, 1].map(|side| sum(&|turn| turn.choice[side])),
        hindsight: sum(&|turn| turn.hindsight),
        choices,
    }
}

fn mistakes(game: u64, found: &Analysis, about: &About) -> Vec<MistakeRow> {
    let mistake = |moment: &wire::Moment| {
        let grade = match moment.grade? {
            Grade::Good => return None,
            Grade::Doubtful => "doubtful",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        };
        Some(MistakeRow {
            game,
            at: moment.at as u64,
            turn: moment.turn,
            side: about.side(&moment.side)?.index() as u8,
            grade: grade.to_string(),
            action: moment.action.split(' ').next().unwrap_or_default().to_string(),
            cost: -moment.change.mean,
        })
    };
    found.moments.iter().filter_map(mistake).collect()
}
