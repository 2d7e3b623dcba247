//! `grognard tune`: what a computer player should mind more or less.

use crate::cli::TuneArgs;
use crate::failure::Failure;
use ai::{Generation, Limits, Tuning};
use engine::{Schooling, Side};
use std::num::NonZero;

/// Tunes the temper of a side and prints every generation.
pub fn run(args: TuneArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let about = game.about();
    let scenario = args.scenario.as_deref().map_or(Ok(0), |id| about.scenario(id)).map_err(Failure::said)?;
    let side = match &args.side {
        None => Side::First,
        Some(id) => about.side(id).ok_or_else(|| {
            let [one, other] = [&about.sides[0].id, &about.sides[1].id];
            Failure::said(format!("{} has no side \"{id}\" (there are {one} and {other})", about.title))
        })?,
    };
    let tuning = Tuning {
        scenario,
        options: about.options_in(scenario),
        side,
        against: if args.seasoned { Schooling::Drilled } else { Schooling::Plain },
        from: match (args.further, args.seasoned) {
            (false, _) => Schooling::Plain,
            (true, false) => Schooling::Drilled,
            (true, true) => Schooling::Seasoned,
        },
        seed: args.seed.into(),
        variations: args.variations.into(),
        games: args.games.into(),
        generations: args.generations.into(),
    };
    let enemy = if args.seasoned { "a drilled enemy" } else { "greedy" };
    println!("# {}, {} against {enemy}; for tempers.toml", about.title, about.side_title(side));
    let table = if args.seasoned { "[temper.seasoned]" } else { "[temper.drilled]" };
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut number = 0;
    game.tune(&tuning, &Limits { threads, ..Limits::default() }, &mut |generation: &Generation| {
        number += 1;
        let (won, best) = (100.0 * generation.won, 100.0 * generation.best);
        println!("\n# generation {number}: won {won:.1} %, best {best:.1} %\n{table}");
        for (concern, weight) in game.concerns().iter().zip(&generation.weights) {
            println!("\"{concern}\" = {weight:.2}");
        }
    });
    Ok(())
}
