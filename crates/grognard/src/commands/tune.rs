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
        options: about.default_options(),
        side,
        against: if args.seasoned { Schooling::Drilled } else { Schooling::Plain },
        seed: args.seed.into(),
        variations: args.variations.into(),
        games: args.games.into(),
        generations: args.generations.into(),
    };
    let enemy = if args.seasoned { "a drilled enemy" } else { "greedy" };
    println!("{}, {} against {enemy}; the weights are of:", about.title, about.side_title(side));
    println!("{}", game.concerns().join(", "));
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut number = 0;
    game.tune(&tuning, &Limits { threads, ..Limits::default() }, &mut |generation: &Generation| {
        number += 1;
        let weights: Vec<String> = generation.weights.iter().map(|weight| format!("{weight:.2}")).collect();
        let (won, best) = (100.0 * generation.won, 100.0 * generation.best);
        println!("{number:>3}  won {won:5.1} %, best {best:5.1} %  [{}]", weights.join(", "));
    });
    Ok(())
}
