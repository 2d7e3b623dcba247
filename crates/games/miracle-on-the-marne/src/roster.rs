//! The counters as they are printed, both sides [2c, 9.6.4a, 9.6.4c].

use crate::MiracleOnTheMarne;
use crate::pieces::{Face as Printed, Piece};
use engine::ValueName;
use engine::data::Names;
use engine::roster::{Counter, Face, Formation, Roster};
use engine::view::Value;

impl MiracleOnTheMarne {
    /// Every counter with its name, its corps, Army and division, and its faces.
    pub(crate) fn printed_counters(&self, names: &Names) -> Roster {
        let mut formations: Vec<Formation> = Vec::new();
        for corps in self.pieces.all_corps() {
            let id = &self.pieces.corps_info(corps).id;
            formations.push(names.formation(id, &self.pieces.corps_title(corps), corps.index()));
        }
        for army in &self.pieces.armies {
            formations.push(names.formation(&army.id, &army.title, formations.len()));
        }
        for unit in self.pieces.units() {
            let division = self.pieces.formation(unit);
            if is_division(division) && formations.iter().all(|known| known.id != division) {
                formations.push(names.formation(division, &names.full(division), formations.len()));
            }
        }
        let counters = self.pieces.all().map(|piece| self.counter(names, piece)).collect();
        Roster::new(formations, counters)
    }

    fn counter(&self, names: &Names, piece: Piece) -> Counter {
        let counter = self.pieces.counter(piece);
        let kind = if piece.is_hq() { "HQ" } else { "unit" };
        let (name, title) = names.called(self.pieces.name(piece), kind, self.pieces.title(piece));
        let corps = self.pieces.corps_info(counter.corps);
        let mut formations = vec![corps.id.clone(), self.pieces.armies[corps.army.index()].id.clone()];
        let division = self.pieces.formation(piece);
        if !piece.is_hq() && is_division(division) {
            formations.push(division.into());
        }
        let mut faces = vec![Face::full(counter.steps, self.printed(piece, counter.faces[0]))];
        if counter.steps == 2 {
            faces.push(Face { mark: None, ..Face::reduced(1, self.printed(piece, counter.faces[1])) });
        }
        Counter { id: self.pieces.name(piece).into(), name, title, formations, faces }
    }

    /// The values that a face prints; artillery bombards with its first one [9.4.8].
    pub(crate) fn printed(&self, piece: Piece, face: Printed) -> Vec<Value> {
        let value = |name: ValueName, value: u8| Value { name, value: value.to_string() };
        let movement = value(ValueName::Movement, face.movement);
        if piece.is_hq() {
            return vec![movement];
        }
        let attack = if self.artillery.contains(piece) { ValueName::Bombardment } else { ValueName::Attack };
        vec![value(attack, face.attack), value(ValueName::Defence, face.defense), movement]
    }
}

/// Some units belong to their corps and to no division.
fn is_division(of: &str) -> bool {
    of.starts_with(|first: char| first.is_ascii_digit()) || of.contains("Div")
}
