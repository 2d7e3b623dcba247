//! How strong the computer's levels have proved to be. `tools/tournament.py --strength` plays the pairs and writes the file.

use wire::Strength;

/// A line for each game, scenario and level that was measured.
const MEASURED: &str = include_str!("../data/strength.tsv");

/// What was measured of a game.
pub(crate) fn of(game: &str) -> Vec<Strength> {
    let lines = MEASURED.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.strip_prefix(game)?.strip_prefix('\t').and_then(read)).collect()
}

/// A line without its game: scenario, level, level below, pairs won, even and lost.
fn read(line: &str) -> Option<Strength> {
    let mut fields = line.split('\t');
    let [scenario, level, below] = [fields.next()?, fields.next()?, fields.next()?].map(str::to_string);
    let [won, even, lost] = [fields.next()?, fields.next()?, fields.next()?].map(|pairs| pairs.parse().ok());
    Some(Strength { scenario, level, below, won: won?, even: even?, lost: lost? })
}
