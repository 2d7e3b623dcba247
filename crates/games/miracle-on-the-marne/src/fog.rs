//! What a side cannot see, and what it may imagine instead.

use crate::MiracleOnTheMarne;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, MOST_UNITS, Nation, Piece};
use crate::sequence::Phase;
use crate::state::{PieceSet, State, Step};
use crate::tables::Mode;
use engine::{Dice, Side};
use hexboard::Hex;

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Enemy units that a side cannot see exchanged: not those that are picked or aimed, nor those in a combat, whose
    /// totals lie open [8.1.5b].
    fn hidden_from(&self, state: &State, side: Side) -> PieceSet {
        let mut open = state.joined.or(state.struck);
        for hex in self.open_hexes(state).iter() {
            open = open.or(state.units_in(hex));
        }
        for at in 0..MOST_UNITS {
            if state.aims[at] != 0 || state.aimed[at] != 0 {
                open.insert(Piece(at as u16));
            }
        }
        self.units(state, side.other()).without(open)
    }

    /// The hexes where a combat is going on.
    fn open_hexes(&self, state: &State) -> Hexes {
        let mut open = Hexes::EMPTY;
        if state.hit.hex != Hex::NONE {
            open.insert(state.hit.hex);
        }
        if state.target != Hex::NONE {
            open.insert(state.target);
            open.extend(self.attack_hexes(state).into_iter().filter(|&hex| hex != Hex::NONE));
        }
        open
    }

    /// Deals what a side cannot see anew: which enemy unit of a nation stands in which place of that nation, and the
    /// modes and notes of the enemy.
    pub(crate) fn shuffle(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        let mut other = state.clone();
        let hidden = self.hidden_from(state, side);
        self.deal(&mut other, hidden, dice);
        self.shuffle_modes(&mut other, side, dice);
        self.shuffle_notes(&mut other, side.other(), dice);
        // Who of them began the phase where cannot be told.
        other.reserve = other.reserve.without(hidden);
        if state.active != side && state.phase != Phase::SetUp {
            hidden.iter().for_each(|unit| self.mark_reserve(&mut other, unit));
        }
        other
    }

    /// Deals hidden units to the places where they stand. Where a step was lost stands a unit that had one to lose.
    fn deal(&self, state: &mut State, hidden: PieceSet, dice: &mut impl Dice) {
        let mut places: Vec<(Standing, Piece)> =
            hidden.iter().map(|piece| (self.standing(state, piece), piece)).collect();
        places.sort_unstable_by_key(|&(standing, _)| standing);
        let mut left: Vec<Piece> = hidden.iter().collect();
        dice.shuffle(&mut left);
        for at in 0..places.len() {
            let (standing, now) = places[at];
            let can_be = |piece: &Piece| {
                let counter = self.pieces.counter(*piece);
                counter.nation == standing.nation && (standing.whole || counter.steps > 1)
            };
            if let Some(next) = left.iter().position(can_be) {
                let next = left.swap_remove(next);
                if let Some(there) = places[at..].iter().position(|&(_, piece)| piece == next)
                    && next != now
                {
                    state.swap(now, next);
                    places[at + there].1 = now;
                }
            }
        }
    }

    /// What is known of the place where a hidden unit stands. Places where a step was lost come first.
    fn standing(&self, state: &State, piece: Piece) -> Standing {
        let sets = [
            state.disrupted,
            state.unsupplied,
            state.moved,
            state.rallied,
            state.railed,
            state.fought,
            state.targeted,
            state.fired,
            state.guests,
        ];
        Standing {
            whole: !state.reduced.contains(piece),
            nation: self.pieces.counter(piece).nation,
            hex: state.hex(piece),
            locked: state.locked[piece.index()],
            spent: state.spent[piece.index()],
            shelled: state.shelled[piece.index()],
            marks: sets.iter().fold(0, |marks, set| marks << 1 | u16::from(set.contains(piece))),
        }
    }

    /// Draws the modes that a side cannot know anew: of enemy corps that were not revealed and have nobody in the open.
    fn shuffle_modes(&self, state: &mut State, side: Side, dice: &mut impl Dice) {
        let open = self.units(state, side.other()).without(self.hidden_from(state, side));
        let busy = state.joined.or(open).iter().fold(0, |bits, piece| bits | 1u32 << state.corps_of(piece).0);
        for corps in self.pieces.all_corps() {
            let known = self.knows_mode(state, side, corps) || busy >> corps.0 & 1 == 1;
            if !known {
                state.modes[corps.index()] = Mode::ALL[usize::from(dice.die(4)) - 1];
            }
        }
    }

    /// Draws anew which HQs the enemy has noted secretly to change their modes [15.3.3a].
    fn shuffle_notes(&self, state: &mut State, enemy: Side, dice: &mut impl Dice) {
        let begun = enemy == ALLIED || state.active == enemy;
        if state.step != Step::Notes || !begun {
            return;
        }
        for hq in self.hqs(state, enemy).iter() {
            let bit = 1 << state.corps_of(hq).0;
            state.noted = if dice.die(2) == 1 { state.noted | bit } else { state.noted & !bit };
        }
    }
}

/// What is known of the place where a hidden unit stands.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    whole: bool,
    nation: Nation,
    hex: Hex,
    locked: u8,
    spent: u8,
    shelled: u32,
    marks: u16,
}
