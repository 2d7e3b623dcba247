//! The counters as they are printed [2.5].

use crate::FirstBlood;
use crate::pieces::{Kind, PIECES, Piece, US_INFANTRY};
use engine::ValueName;
use engine::data::{Names, ordinal};
use engine::roster::{Counter, Face, Formation, Roster};
use engine::view::Value;

/// Rifle companies of a battalion.
const COMPANIES: usize = 4;
/// Platoons of a company.
const PLATOONS: usize = 4;

impl FirstBlood {
    /// Every counter with its name, its company and battalion and what is printed on it.
    pub(crate) fn printed_counters(&self, names: &Names) -> Roster {
        let battalions: Vec<Formation> = (0..US_INFANTRY / (COMPANIES * PLATOONS))
            .map(|at| {
                let title = format!("{} Battalion", ordinal(at as u32 + 1));
                names.formation(&title, &format!("{title}, 38th Infantry"), at)
            })
            .collect();
        let counters = (0..PIECES as u8).map(|at| self.counter(names, Piece(at), &battalions)).collect();
        Roster::new(battalions, counters)
    }

    fn counter(&self, names: &Names, piece: Piece, battalions: &[Formation]) -> Counter {
        let id = self.pieces.name(piece);
        // The number of an emplacement or a group follows its letters without a space.
        let digits = id.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0);
        let called = match (piece.kind(), id.split_at(digits)) {
            (Kind::UsInfantry, _) => id.to_string(),
            (_, (letters, number)) => format!("{letters} {}", number.trim_start_matches('0')),
        };
        let (name, title) = names.called(id, self.pieces.title(piece), &called);
        let own = (piece.kind() == Kind::UsInfantry).then(|| &battalions[piece.index() / (COMPANIES * PLATOONS)]);
        Counter {
            id: id.into(),
            name,
            title,
            formations: own.into_iter().map(|battalion| battalion.id.clone()).collect(),
            faces: vec![Face::full(1, self.printed(piece))],
        }
    }

    /// The values printed on a counter [2.5].
    pub(crate) fn printed(&self, piece: Piece) -> Vec<Value> {
        let value = |name: ValueName, value: u8| Value { name, value: value.to_string() };
        vec![
            value(ValueName::Fire, self.pieces.fire(piece)),
            value(ValueName::Range, self.pieces.range(piece)),
            value(ValueName::Movement, self.pieces.movement(piece)),
        ]
    }
}
