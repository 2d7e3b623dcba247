//! The counters as they are printed: divisions step by step [2.2.1d], and leaders [2.2.4a, 2.2.4b].

use crate::MarchIntoBattle;
use crate::pieces::{Leader, Unit};
use crate::scenarios::Scenario;
use engine::ValueName;
use engine::data::Names;
use engine::roster::{Counter, Face, Formation, Roster};
use engine::view::Value;

impl MarchIntoBattle {
    /// Every counter of a battle with its name, its formation and what it prints with each number of steps.
    pub(crate) fn printed_counters(&self, names: &Names, battle: &Scenario) -> Roster {
        let formations: Vec<Formation> = battle
            .formations
            .iter()
            .enumerate()
            .map(|(at, formation)| names.formation(&formation.id, &formation.title, at))
            .collect();
        let band = |formation: Option<u8>| {
            formation.map(|at| battle.formations[usize::from(at)].id.clone()).into_iter().collect()
        };
        let units = battle.units.iter().map(|unit| {
            let named = unit.arm.is_division() && !unit.title.contains(' ') || unit.title.starts_with("St ");
            let kind = if named { format!("{} named", unit.arm.title()) } else { unit.arm.title().into() };
            let (name, title) = names.called(&unit.id, &kind, &unit.title);
            let faces = (1..=unit.steps).rev().map(|steps| self.printed(unit, steps)).collect();
            Counter { id: unit.id.clone(), name, title, formations: band(unit.formation), faces }
        });
        let leaders = battle.leaders.iter().map(|leader| {
            let kind = if leader.commander { "commander" } else { "leader" };
            let (name, title) = names.called(&leader.id, kind, &leader.title);
            Counter {
                id: leader.id.clone(),
                name,
                title,
                formations: band(leader.formation),
                faces: vec![Face { title: "leader".into(), ..Face::full(1, leader_values(leader)) }],
            }
        });
        let counters = units.chain(leaders).collect();
        Roster::new(formations, counters)
    }

    /// What a unit prints with so many steps [2.2.1c, 2.2.1d].
    fn printed(&self, unit: &Unit, steps: u8) -> Face {
        let value = |name: ValueName, value: u8| Value { name, value: value.to_string() };
        let title =
            if steps == unit.steps { "full strength".into() } else { format!("{steps} of {} steps", unit.steps) };
        let values = vec![
            value(ValueName::Strength, steps * self.tables.limits.strength_per_step),
            value(ValueName::Morale, unit.morale),
            value(ValueName::Movement, unit.movement),
        ];
        Face { title, ..Face::full(steps, values) }
    }
}

/// What a leader's counter prints [2.2.4b, 2.2.4c].
pub(crate) fn leader_values(leader: &Leader) -> Vec<Value> {
    let mut values = vec![Value { name: ValueName::Rating, value: leader.rating.to_string() }];
    if leader.bonus > 0 {
        values.push(Value { name: ValueName::Bonus, value: format!("+{}", leader.bonus) });
    }
    values.push(Value { name: ValueName::Movement, value: leader.movement.to_string() });
    values
}
