//! 8.2 Zones of Control, and 9.9 HQs that enemies come near.

use crate::MiracleOnTheMarne;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, GERMAN, Piece};
use crate::state::{PieceSet, State, option};
use engine::{Event, EventKind, Habit, Side, Sink, clauses};
use hexboard::{Entry, Hex, searching};

/// Farther than any two hexes of the map are apart.
const ANYWHERE: u8 = 120;

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// All pieces of a side.
    #[inline]
    pub(crate) fn pieces_of(&self, side: Side) -> PieceSet {
        self.sides[side.index()]
    }

    /// A side's combat units on the map.
    #[inline]
    pub(crate) fn units(&self, state: &State, side: Side) -> PieceSet {
        state.on_map.and(self.pieces_of(side))
    }

    /// A side's HQs on the map.
    #[inline]
    pub(crate) fn hqs(&self, state: &State, side: Side) -> PieceSet {
        state.hqs.and(self.pieces_of(side))
    }

    /// Puts a piece into a hex. Every unit exerts a zone at all times over the six hexes around it, whoever else does
    /// [8.2a, 8.2.1.1, 8.2.1.4, 8.2.1.6]; HQs are units too, but with the switch (ruling R19).
    pub(crate) fn put(&self, state: &mut State, piece: Piece, hex: Hex) {
        let side = self.pieces.side(piece);
        state.place[piece.index()] = hex;
        if piece.is_hq() {
            state.hqs.insert(piece);
            state.staffs[side.index()].insert(hex);
            if state.has(option::MEEK_HQS) {
                return;
            }
        } else {
            state.on_map.insert(piece);
            if !state.held[side.index()].insert(hex) {
                return;
            }
            // The garrison of Paris is not in effect any more, and nobody is Engaged with it (ruling R57).
            if self.ground.paris_set.contains(hex) {
                self.loosen(state, hex);
            }
        }
        self.near.around(hex).for_each(|hex| {
            state.zones[side.index()].insert(hex);
        });
        // Where Allied units enter, no garrison is left to be Engaged with (ruling R57).
        if side == ALLIED && self.ground.paris_set.contains(hex) {
            self.loosen(state, hex);
        }
    }

    /// Takes a piece off its hex.
    pub(crate) fn lift(&self, state: &mut State, piece: Piece) {
        let (side, hex) = (self.pieces.side(piece), state.hex(piece));
        state.place[piece.index()] = Hex::NONE;
        if piece.is_hq() {
            state.hqs.remove(piece);
            if !self.hqs(state, side).iter().any(|hq| state.hex(hq) == hex) {
                state.staffs[side.index()].remove(hex);
            }
        } else {
            state.on_map.remove(piece);
            if state.units_in(hex).is_empty() {
                state.held[side.index()].remove(hex);
            }
        }
        if self.is_occupied(state, side, hex) {
            return;
        }
        for near in self.near.around(hex) {
            if !self.near.around(near).any(|source| self.is_occupied(state, side, source)) {
                state.zones[side.index()].remove(near);
            }
        }
    }

    /// Whether units of a side occupy a hex, and exert a zone around it: combat units or HQs, with the switch combat units
    /// alone (ruling R19).
    #[inline]
    pub(crate) fn is_occupied(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.held[side.index()].contains(hex)
            || (state.staffs[side.index()].contains(hex) && !state.has(option::MEEK_HQS))
    }

    /// All hexes that units of a side occupy.
    pub(crate) fn occupied(&self, state: &State, side: Side) -> Hexes {
        match state.has(option::MEEK_HQS) {
            true => state.held[side.index()],
            false => state.held[side.index()].union(state.staffs[side.index()]),
        }
    }

    /// Whether a hex lies in a zone of control of the enemies of a side.
    #[inline]
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.zones[side.other().index()].contains(hex)
    }

    /// Whether a hex is next to enemy units, or holds them: a zone lies over every hex next to a unit (rulings R17, R20).
    pub(crate) fn is_threatened(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.is_occupied(state, side.other(), hex) || self.in_enemy_zone(state, side, hex)
    }

    /// Whether a side's units may never enter a hex: enemy units are there [7.1.3], or for Germans an undefeated garrison
    /// of Paris (ruling R23).
    #[inline]
    pub(crate) fn is_closed(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.is_occupied(state, side.other(), hex) || self.is_defended(state, side, hex)
    }

    /// All such hexes.
    pub(crate) fn closed(&self, state: &State, side: Side) -> Hexes {
        let mut closed = self.occupied(state, side.other());
        if side == GERMAN {
            closed.extend(self.ground.paris.iter().copied().filter(|&hex| self.is_garrisoned(state, hex)));
        }
        closed
    }

    /// Whether enemies who do not give way hold a hex against a side: combat units or a garrison of Paris.
    #[inline]
    pub(crate) fn is_defended(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.held[side.other().index()].contains(hex) || (side == GERMAN && self.is_garrisoned(state, hex))
    }

    /// Moves away the HQs of a side that are in a zone of enemy units, as few hexes as needed [9.9c] (rulings R20, R21).
    pub(crate) fn displace_hqs(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        for hq in self.hqs(state, side).iter() {
            if self.is_threatened(state, side, state.hex(hq)) {
                self.displace(state, hq, events);
            }
        }
    }

    /// Moves a HQ out of the enemy's zones: through zones without penalty [9.9d], and through enemy units only if there
    /// is no other way; then it is out of supply for the rest of the game [9.9e].
    fn displace(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        let (side, from) = (self.pieces.side(hq), state.hex(hq));
        let refuge = self.refuge(state, side, from, false).map(|hex| (hex, false));
        let refuge = refuge.or_else(|| self.refuge(state, side, from, true).map(|hex| (hex, true)));
        let Some((to, through_enemies)) = refuge else { return };
        events.note(side, Habit::LostAlone, || usize::from(state.units_in(from).and(self.pieces_of(side)).is_empty()));
        self.lift(state, hq);
        self.put(state, hq, to);
        events.tell(|| {
            let way = [from, to];
            let (name, from, to) = (self.pieces.title(hq), self.ground.label(from), self.ground.label(to));
            let names = [self.pieces.name(hq).to_string()];
            let text = format!("The HQ of {name} is driven from {from} to {to}.");
            Event::new(EventKind::Displacement, text).side(side).along(way).of(names).by(clauses!["9.9c"]).reveals()
        });
        if through_enemies {
            self.cut_off(state, hq, events);
        }
    }

    /// Marks a HQ out of supply for the rest of the game [9.9e], and with it the units of its corps, which are so
    /// automatically [11.2.1b]; where any HQ supplies them they have others until supply is determined (ruling R70).
    fn cut_off(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        let (side, corps) = (self.pieces.side(hq), state.corps_of(hq));
        state.cut_off |= 1 << corps.0;
        state.unsupplied.insert(hq);
        events.tell(|| {
            let text =
                format!("The HQ of {} went through enemy units and is out of supply for good.", self.pieces.title(hq));
            Event::new(EventKind::Supply, text).side(side).by(clauses!["9.9e"]).reveals()
        });
        if state.has(option::ANY_HQ) {
            return;
        }
        let own = self.units(state, side).without(state.unsupplied);
        let own: PieceSet = own.iter().filter(|&unit| state.corps_of(unit) == corps).collect();
        state.unsupplied = state.unsupplied.or(own);
        for unit in own.iter() {
            self.tell_unit(state, unit, events, EventKind::Supply, "is out of supply", |event| {
                event.by(clauses!["11.2.1b"]).reveals()
            });
        }
    }

    /// The nearest hex out of every enemy zone, then the one nearest to the HQ's own edge (ruling R21).
    fn refuge(&self, state: &State, side: Side, from: Hex, through_enemies: bool) -> Option<Hex> {
        searching(|reach| {
            let enter = |hex: Hex| match !through_enemies && self.is_closed(state, side, hex) {
                true => Entry::Barred,
                false => Entry::Free,
            };
            let safe = |hex: Hex| !self.is_threatened(state, side, hex) && !self.is_closed(state, side, hex);
            let nearest = reach.trace(&self.near.plain, from, ANYWHERE, enter, |_| 0, safe)?;
            let cost = reach.cost(nearest)?;
            reach.explore(&self.near.plain, from, cost as u8, enter, |_| 0);
            let there = reach.reached().iter().copied().filter(|&hex| reach.cost(hex) == Some(cost) && safe(hex));
            there.min_by_key(|&hex| (self.near.to_edge(side, hex), hex))
        })
    }
}
