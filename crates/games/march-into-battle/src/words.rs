//! Units, hexes and what is chosen, in words.

use crate::MarchIntoBattle;
use crate::action::Leader;
use crate::state::{State, Unit};
use engine::{Side, Words};
use hexboard::Hex;

impl MarchIntoBattle {
    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = Unit> + 'a {
        let side = self.chooser(state);
        state.stack(hex).filter(move |&unit| self.side_of(state, unit) == side)
    }

    /// A unit with what it is worth now.
    pub(crate) fn unit_words(&self, state: &State, unit: Unit) -> String {
        let data = self.unit(state, unit);
        format!("{} ({}-{}-{})", data.title, self.strength(state, unit), state.chart(unit).morale, data.movement)
    }

    /// A leader's name.
    pub(crate) fn leader_name(&self, state: &State, leader: Leader) -> &str {
        &self.battle(state).leaders[leader.index()].title
    }

    /// A hex to go to, with its terrain.
    pub(crate) fn way_words(&self, state: &State, hex: Hex) -> Words {
        Words::new(format!("to {}, {}", self.label(state, hex), self.ground(state).terrain(hex).title()))
    }

    /// A facing to take.
    pub(crate) fn facing_words(&self, state: &State, facing: u8) -> Words {
        Words::new(format!("face {}", self.facing_name(state, facing)))
    }

    /// How far the nearest enemy stands, if there is one.
    pub(crate) fn nearest_enemy(&self, state: &State, side: Side, hex: Hex) -> Option<u16> {
        state.held[side.other().index()].iter().map(|enemy| self.ground(state).distance(hex, enemy).into()).min()
    }

    /// The facing that most players would choose: the one that meets those who are near best, else toward the nearest enemies, each
    /// counting less the farther it stands.
    pub(crate) fn usual_facing(&self, state: &State, side: Side, hex: Hex) -> u8 {
        let ground = self.ground(state);
        let toward = |facing: u8| -> i32 {
            let ahead = ground.neighbours[hex.index()][usize::from(facing)];
            if ahead == Hex::NONE {
                return 0;
            }
            let enemies = state.held[side.other().index()].iter();
            let closer = enemies.map(|enemy| (ground.distance(hex, enemy), ground.distance(ahead, enemy)));
            closer
                .filter(|(away, then)| then < away)
                .map(|(away, _)| 10_000 / (i32::from(away) * i32::from(away)))
                .sum()
        };
        let worth = |facing: u8| self.facing_worth(state, side, hex, facing, 1.0);
        let better = |one: &u8, other: &u8| {
            worth(*one).total_cmp(&worth(*other)).then_with(|| toward(*one).cmp(&toward(*other)))
        };
        (0..6).rev().max_by(better).unwrap_or(0)
    }

    /// How well a facing meets the enemies around a hex: who stands beside it, weighed as one cares for that, and who is near.
    pub(crate) fn facing_worth(&self, state: &State, side: Side, hex: Hex, facing: u8, care: f32) -> f32 {
        let ground = self.ground(state);
        let mut worth = 0.0;
        for (way, &near) in ground.neighbours[hex.index()].iter().enumerate() {
            if near == Hex::NONE {
                continue;
            }
            let front = crate::status::before(facing) >> way & 1 == 1;
            if state.holds(side.other(), near) {
                worth += care * if front { 0.4 } else { -0.6 };
            }
        }
        for enemy in state.held[side.other().index()].iter() {
            let away = ground.distance(hex, enemy);
            if (2..=5).contains(&away) {
                let ahead = ground.neighbours[hex.index()][usize::from(facing)];
                let closer = ahead != Hex::NONE && ground.distance(ahead, enemy) < away;
                worth += if closer { 0.12 } else { -0.02 } / f32::from(away);
            }
        }
        worth
    }

    /// A place of an extended line: its right hex and its facing.
    pub(crate) fn line_words(&self, state: &State, right: Hex, facing: u8) -> Words {
        let (at, way) = (self.label(state, right), self.facing_name(state, facing));
        Words::new(format!("the line with its right in {at}, facing {way}"))
    }
}
