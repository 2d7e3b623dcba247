//! What the fuzz targets share: the games, loaded once, and a hand that plays.

use arbitrary::Unstructured;
use catalogue::{GAMES, Game, HEX_FIGHT, Table};
use engine::{Decision, Side, Viewer};
use std::sync::{Arc, LazyLock};

static LOADED: LazyLock<Vec<Arc<dyn Game>>> =
    LazyLock::new(|| GAMES.iter().chain([&HEX_FIGHT]).map(|entry| entry.load(None).expect("the built-in data are right")).collect());

/// One of the games, as the input wishes.
pub fn game(input: &mut Unstructured) -> &'static dyn Game {
    let games = &*LOADED;
    &*games[input.choose_index(games.len()).unwrap_or(0)]
}

/// The game with this id.
pub fn named(id: &str) -> &'static dyn Game {
    &**LOADED.iter().find(|game| game.about().id == id).unwrap_or(&LOADED[0])
}

/// Plays options as the input wishes, as many as it has wishes for, and looks at everything that can be asked.
pub fn play(table: &mut dyn Table, input: &mut Unstructured, at_most: usize) {
    for _ in 0..at_most {
        let Decision::Choose(side) = table.decision() else { return };
        let options = table.notations();
        assert!(!options.is_empty(), "nothing is legal");
        let chosen = input.choose_index(options.len()).unwrap_or(0);
        table.play(side, &options[chosen]).expect("a listed option is played");
    }
    look(table);
}

/// Asks for everything that is told of a table.
pub fn look(table: &dyn Table) {
    for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator, Viewer::All] {
        table.view(viewer);
    }
    table.prompt();
    for choice in table.choices() {
        table.forecast(&choice.action).expect("a listed option can be asked about");
    }
}
