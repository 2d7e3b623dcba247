//! The counters as they are printed, both sides.

use crate::RockOfTheMarne;
use crate::pieces::{Class, Piece};
use engine::data::Names;
use engine::roster::{Counter, Face, Formation, Roster};
use engine::view::Value;
use engine::{Mark, ValueName};

impl RockOfTheMarne {
    /// Every counter with its name, the corps to which it is permanently assigned [1.1f-1], and its faces.
    pub(crate) fn printed_counters(&self, names: &Names) -> Roster {
        let corps: Vec<Formation> = self
            .pieces
            .of_class(Class::CorpsHq)
            .enumerate()
            .map(|(at, hq)| names.formation(self.pieces.name_of(hq), &self.called(names, hq).1, at))
            .collect();
        let counters = Piece::all().map(|piece| self.counter(names, piece)).collect();
        Roster::new(corps, counters)
    }

    fn called(&self, names: &Names, piece: Piece) -> (String, String) {
        names.called(self.pieces.name_of(piece), self.pieces.kind_title(piece), self.pieces.title(piece))
    }

    fn counter(&self, names: &Names, piece: Piece) -> Counter {
        let (name, title) = self.called(names, piece);
        let counter = self.pieces.counter(piece);
        let own = if counter.class == Class::CorpsHq { Some(piece) } else { counter.hq };
        let mut faces = vec![Face::full(counter.steps, self.printed(piece, false))];
        let (word, mark) = match counter.class {
            Class::CorpsHq => ("Depleted", Mark::Depleted),
            Class::Tank => ("Broken Down", Mark::BrokenDown),
            _ => ("reduced", Mark::Reduced),
        };
        if counter.faces[0] != counter.faces[1] {
            let steps = if counter.steps == 2 { 1 } else { counter.steps };
            faces.push(Face { title: word.into(), mark: Some(mark), ..Face::full(steps, self.printed(piece, true)) });
        }
        Counter {
            id: self.pieces.name_of(piece).into(),
            name,
            title,
            formations: own.into_iter().map(|hq| self.pieces.name_of(hq).to_string()).collect(),
            faces,
        }
    }

    /// The values printed on the front or the back of a counter [scs/0.4].
    pub(crate) fn printed(&self, piece: Piece, back: bool) -> Vec<Value> {
        let counter = self.pieces.counter(piece);
        let face = counter.faces[usize::from(back)];
        let value = |name: ValueName, value: u8| Value { name, value: value.to_string() };
        match counter.class {
            Class::CorpsHq | Class::ArmyHq => vec![
                Value { name: ValueName::Range, value: format!("({})", counter.range) },
                value(ValueName::Defence, face.defence),
                value(ValueName::Movement, face.movement),
            ],
            Class::Airplane => vec![value(ValueName::Shift, face.shift), value(ValueName::Range, counter.range)],
            _ => vec![
                value(ValueName::Attack, face.attack),
                value(ValueName::Defence, face.defence),
                value(ValueName::Movement, face.movement),
            ],
        }
    }
}
