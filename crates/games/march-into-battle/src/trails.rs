//! Ways on which nobody counts points: before combat, after it, out of a field of fire.

use crate::ground::{Ground, HEXES, Hexes};
use hexboard::Hex;

/// Where a unit can go without counting points, and through which hexes.
pub(crate) struct Trails {
    /// The hexes where it may end.
    pub hexes: Hexes,
    /// The hex before each hex on the shortest way.
    before: [Hex; HEXES],
}

impl Trails {
    /// Nothing is reached yet.
    pub fn new() -> Trails {
        Trails { hexes: Hexes::EMPTY, before: [Hex::NONE; HEXES] }
    }

    /// Goes one step on from some hexes, to hexes not seen yet, wherever a step in a direction `leads`; gives the hexes
    /// that it comes to.
    pub fn widen(
        &mut self,
        ground: &Ground,
        rim: Hexes,
        seen: Hexes,
        leads: impl Fn(Hex, usize, Hex) -> bool,
    ) -> Hexes {
        let mut next = Hexes::EMPTY;
        for hex in rim.iter() {
            for (way, &to) in ground.neighbours[hex.index()].iter().enumerate() {
                if to != Hex::NONE && !seen.contains(to) && leads(hex, way, to) && next.insert(to) {
                    self.before[to.index()] = hex;
                }
            }
        }
        next
    }

    /// The hexes between the start and a hex.
    pub fn between(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<'_> {
        let back = |hex: Hex| Some(self.before[hex.index()]).filter(|&before| before != Hex::NONE);
        std::iter::successors(back(hex), move |&hex| back(hex)).filter(move |&hex| back(hex).is_some())
    }
}
