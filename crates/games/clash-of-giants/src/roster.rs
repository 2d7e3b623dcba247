//! The counters as they are printed, both sides [std/2.23, std/2.25].

use crate::ClashOfGiants;
use crate::pieces::{Army, Campaign, Piece, Unit};
use crate::theatre::Theatre;
use engine::ValueName;
use engine::data::Names;
use engine::roster::{Counter, Face, Formation, Roster};
use engine::view::Value;

impl ClashOfGiants {
    /// Every counter of a campaign with its name, its army and corps, and its faces.
    pub(crate) fn printed_counters(&self, names: &Names, campaign: Campaign) -> Roster {
        let theatre = self.theatre_of(campaign);
        let armies = Army::ALL.into_iter().filter(|army| army.campaign() == campaign);
        let mut formations: Vec<Formation> =
            armies.map(|army| names.formation(army.id(), army.title(), army.index())).collect();
        let mut counters = Vec::new();
        for at in 0..theatre.pieces.len() as u8 {
            let unit = theatre.pieces.unit(Piece(at));
            let corps = corps_of(theatre, unit);
            if let Some((id, title)) = &corps
                && formations.iter().all(|known| known.id != *id)
            {
                formations.push(names.formation(
                    id,
                    &format!("{} {}", unit.nation.title(), written(names, title)),
                    formations.len(),
                ));
            }
            counters.push(counter(names, unit, corps.map(|(id, _)| id)));
        }
        Roster::new(formations, counters)
    }
}

/// The id and the name of a unit's corps.
fn corps_of(theatre: &Theatre, unit: &Unit) -> Option<(String, String)> {
    let name = theatre.pieces.corps_name(unit.corps?);
    Some((format!("{}-corps-{name}", unit.nation.id()), name.to_string()))
}

/// A corps in full; some of its name say that they are a division.
fn written(names: &Names, corps: &str) -> String {
    let full = names.full(corps);
    if full.ends_with("Division") { full } else { format!("{full} Corps") }
}

fn counter(names: &Names, unit: &Unit, corps: Option<String>) -> Counter {
    let kind = format!("{} {}", unit.nation.title(), unit.size.title());
    let (name, title) = names.called(&unit.id, &kind, &unit.name);
    let mut faces = vec![Face::full(unit.steps, printed(unit, unit.steps))];
    faces.extend((1..unit.steps).rev().map(|steps| Face::reduced(steps, printed(unit, steps))));
    let formations = [unit.army.id().to_string()].into_iter().chain(corps).collect();
    Counter { id: unit.id.clone(), name, title, formations, faces }
}

/// The values printed on the side with so many steps [std/2.24, std/2.26].
pub(crate) fn printed(unit: &Unit, steps: u8) -> Vec<Value> {
    let factor = if unit.attacks { steps.to_string() } else { format!("({steps})") };
    let value = |name: ValueName, value: String| Value { name, value };
    let mut values = vec![value(ValueName::Combat, factor), value(ValueName::Ter, unit.ter.to_string())];
    values.extend(unit.movement.map(|points| value(ValueName::Movement, points.to_string())));
    values
}
