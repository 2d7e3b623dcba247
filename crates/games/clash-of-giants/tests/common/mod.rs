//! What all tests need: the game, loaded once.

use clash_of_giants::pieces::{ALLIED, Campaign, Piece};
use clash_of_giants::{ClashOfGiants, Theatre};
use engine::laws::{Setting, Shared, Table};
use engine::{Side, Viewer};
use hexboard::Hex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

static GAME: Shared<Arc<ClashOfGiants>> =
    Shared::new(|| Arc::new(ClashOfGiants::load(None).unwrap_or_else(|error| panic!("{error}"))));

/// The game as it is built in.
pub fn game() -> &'static Arc<ClashOfGiants> {
    &GAME
}

/// The components of Tannenberg.
pub fn east() -> &'static Theatre {
    game().theatre_of(Campaign::Tannenberg)
}

/// The components of the Marne.
pub fn west() -> &'static Theatre {
    game().theatre_of(Campaign::Marne)
}

impl Labels for Theatre {
    fn hex(&self, label: &str) -> Hex {
        self.ground.board().parse(label).unwrap_or_else(|error| panic!("{error}"))
    }

    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String> {
        hexes.into_iter().map(|hex| self.ground.label(hex)).collect()
    }

    fn piece(&self, id: &str) -> Piece {
        self.pieces.named(id).unwrap_or_else(|| panic!("no unit {id}"))
    }
}

/// Hexes and units by the words that are printed.
pub trait Labels {
    /// The hex with this number.
    fn hex(&self, label: &str) -> Hex;
    /// The numbers of hexes.
    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String>;
    /// The unit with this word.
    fn piece(&self, id: &str) -> Piece;
}

/// A set of words.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// A position at Tannenberg in the making.
pub fn phase(phase: &str, turn: u32) -> Setting {
    Setting::new(phase, turn)
}

/// A position on the Marne in the making.
pub fn marne(phase: &str, turn: u32) -> Setting {
    Setting::new(phase, turn).scenario("marne")
}

/// The moves of an army at Tannenberg, with so many points.
pub fn moves(army: &str, points: &str, turn: u32) -> Setting {
    let phase = match army {
        "russian-first" => "allied-first-operational",
        "russian-second" => "allied-second-operational",
        _ => "german-operational",
    };
    Setting::new(phase, turn).mark("army", army).mark("points", points)
}

/// The moves of an army on the Marne, with so many points.
pub fn marches(army: &str, points: &str, turn: u32) -> Setting {
    let phase = if army.starts_with("german") { "german-operational" } else { "allied-operational" };
    marne(phase, turn).mark("army", army).mark("points", points)
}

/// Puts a unit into a hex with marks, or with fewer steps.
pub trait Lay {
    /// A unit with marks.
    fn marked(self, piece: &str, hex: &str, marks: &[&str]) -> Setting;
    /// A unit that has lost a step.
    fn reduced(self, piece: &str, hex: &str) -> Setting;
}

impl Lay for Setting {
    fn marked(self, piece: &str, hex: &str, marks: &[&str]) -> Setting {
        self.piece(json!({ "piece": piece, "hex": hex, "marks": marks }))
    }

    fn reduced(self, piece: &str, hex: &str) -> Setting {
        self.piece(json!({ "piece": piece, "hex": hex, "steps": 1 }))
    }
}

/// What tests ask a table.
pub trait Ask {
    /// The number of the hex where a unit stands; nothing if it is not on the board.
    fn at(&self, piece: &str) -> String;
    /// How many steps a unit has left.
    fn steps(&self, piece: &str) -> u8;
    /// Whether a unit is eliminated.
    fn is_dead(&self, piece: &str) -> bool;
    /// The numbers of the hexes that may be named with a verb: `to`, `place`, `target`.
    fn hexes(&self, verb: &str) -> BTreeSet<String>;
    /// Whether a text was told.
    fn heard(&self, part: &str) -> bool;
}

impl Ask for Table<ClashOfGiants> {
    fn at(&self, piece: &str) -> String {
        let theatre = game().theatre_of(self.state().campaign);
        let hex = self.state().hex(theatre.piece(piece));
        if hex == Hex::NONE { String::new() } else { theatre.ground.label(hex) }
    }

    fn steps(&self, piece: &str) -> u8 {
        let theatre = game().theatre_of(self.state().campaign);
        let piece = theatre.piece(piece);
        match () {
            () if !self.state().on_map.contains(piece) => 0,
            () if self.state().reduced.contains(piece) => 1,
            () => theatre.pieces.unit(piece).steps,
        }
    }

    fn is_dead(&self, piece: &str) -> bool {
        self.state().dead.contains(game().theatre_of(self.state().campaign).piece(piece))
    }

    fn hexes(&self, verb: &str) -> BTreeSet<String> {
        let options = self.options();
        options.iter().filter_map(|option| option.strip_prefix(verb)?.strip_prefix(' ')).map(str::to_string).collect()
    }

    fn heard(&self, part: &str) -> bool {
        self.told(Viewer::All).iter().any(|text| text.contains(part))
    }
}

/// What the cheapest way to each hex costs a side on an empty board, as far as some points carry.
pub fn costs_from(theatre: &Theatre, side: Side, from: &str, points: u16) -> BTreeMap<String, u16> {
    let board = theatre.ground.board();
    let mut least: BTreeMap<Hex, u16> = [(theatre.hex(from), 0)].into();
    let mut open = vec![theatre.hex(from)];
    while let Some(hex) = open.pop() {
        for (direction, next) in board.neighbours(hex) {
            let Some(step) = theatre.ground.costs(side).step(hex, direction) else { continue };
            let cost = least[&hex] + u16::from(step);
            if cost <= points && least.get(&next).is_none_or(|known| cost < *known) {
                least.insert(next, cost);
                open.push(next);
            }
        }
    }
    least.remove(&theatre.hex(from));
    least.into_iter().map(|(hex, cost)| (theatre.ground.label(hex), cost)).collect()
}

/// Every sum that some way along the Allied compass to each hex costs on an empty board, found by walking all of them.
pub fn compass_walks(from: &str, points: u16) -> BTreeMap<String, BTreeSet<u16>> {
    fn walk(hex: Hex, spent: u16, points: u16, sums: &mut BTreeMap<String, BTreeSet<u16>>) {
        let theatre = west();
        for (direction, next) in theatre.ground.board().neighbours(hex) {
            let along = clash_of_giants::ground::has(theatre.tables.compass(ALLIED), direction);
            let step = theatre.ground.costs(ALLIED).step(hex, direction).filter(|_| along);
            if let Some(sum) = step.map(|step| spent + u16::from(step)).filter(|sum| *sum <= points) {
                sums.entry(theatre.ground.label(next)).or_default().insert(sum);
                walk(next, sum, points, sums);
            }
        }
    }
    let mut sums = BTreeMap::new();
    walk(west().hex(from), 0, points, &mut sums);
    sums
}
