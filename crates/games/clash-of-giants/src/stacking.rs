//! 6.0 Stacking.

use crate::ClashOfGiants;
use crate::pieces::{Army, Piece, Units};
use crate::sequence::Phase;
use crate::state::{State, Step};
use crate::theatre::Theatre;
use engine::{Event, Refusal, Sink, clauses};
use hexboard::Hex;

/// Whether units may share a hex: two of any kind, three of one corps [std/6.1a, std/6.2a], never infantry with cavalry
/// [std/6.3] nor French with British [std/6.5]. Markers do not count [std/6.4], and armies do not matter [std/6.6]. The
/// German 1st Cavalry Division is a corps of its own here, as its counters say [std/6.2b].
#[engine::by_the_book]
pub(crate) fn is_legal_stack(theatre: &Theatre, units: impl Iterator<Item = Piece>) -> bool {
    let (mut count, mut cavalry, mut british) = (0, 0, 0);
    let mut corps = None;
    let mut one_corps = true;
    for piece in units {
        let own = theatre.corps(piece);
        one_corps &= own.is_some() && (count == 0 || own == corps);
        corps = own;
        count += 1;
        cavalry += usize::from(theatre.cavalry.contains(piece));
        british += usize::from(theatre.british.contains(piece));
    }
    let pure = (cavalry == 0 || cavalry == count) && (british == 0 || british == count);
    pure && count <= if one_corps { theatre.corps_stack } else { theatre.stack }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Whether stacking does not matter in a hex: Entry and Start Hexes [tannenberg/5.321c, tannenberg/9.22a]
    /// [std/6.1e].
    #[inline]
    pub(crate) fn is_unlimited(theatre: &Theatre, hex: Hex) -> bool {
        theatre.ground.entry_hexes.contains(hex) || theatre.ground.start_hexes.contains(hex)
    }

    /// Whether a unit may be added to what is in a hex now: at the end of a retreat or an advance [std/6.1d].
    pub(crate) fn fits(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        Self::is_unlimited(theatre, hex)
            || is_legal_stack(theatre, state.stack(hex).filter(|&other| other != piece).chain([piece]))
    }

    /// Whether units may end their move in a hex: together with those that will not move any more before stacking is
    /// looked at, at the end of the Operational Phase [std/6.1b, std/6.1c, std/6.1e].
    #[inline]
    pub(crate) fn has_room(&self, state: &State, movers: Units, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let there = state.stack(hex).filter(|&piece| !movers.contains(piece) && !self.moves_later(state, piece));
        is_legal_stack(theatre, there.chain(movers.iter()))
    }

    /// Whether a unit can still move in this Operational Phase.
    #[inline]
    pub(crate) fn moves_later(&self, state: &State, piece: Piece) -> bool {
        if state.ready.contains(piece) {
            return true;
        }
        let done = state.rebuilt.contains(piece) || state.crossed.contains(piece);
        state.phase == Phase::Operational && !done && !state.is_activated(self.army(state, piece))
    }

    /// Whether the units in a hex break the limits.
    #[inline]
    pub(crate) fn is_crowded(&self, state: &State, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        !Self::is_unlimited(theatre, hex) && !is_legal_stack(theatre, state.stack(hex))
    }

    /// The first hex of the active side that breaks the limits, as set-up may leave it and Entry Hexes may be
    /// [tannenberg/3.12d, tannenberg/9.22e, marne/16.2e].
    pub(crate) fn crowded_hex(&self, state: &State) -> Option<Hex> {
        state.held[state.side.index()].iter().find(|&hex| self.is_crowded(state, hex))
    }

    pub(crate) fn check_remove(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if state.hex(piece) == hex {
            return Ok(());
        }
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        Err(Refusal::new(clauses!["std/6.1e"], format!("{name} is not in {at}, where there are too many units")))
    }

    /// The owner eliminates units until the hex is legal: nothing could move out any more [std/6.1e].
    pub(crate) fn remove_crowd(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        events.tell(|| {
            let text =
                format!("{} is eliminated: too many units in {}.", self.name(state, piece), self.label(state, hex));
            Event::new("loss", text).at([hex]).of([self.id(state, piece)]).by(clauses!["std/6.1e"])
        });
        self.eliminate(state, piece);
        state.step = if self.is_crowded(state, hex) { Step::Crowd(hex) } else { Step::Idle };
    }

    /// The army that a unit belongs to: in the east the one printed on it; in the west the one in whose area it stands
    /// [marne/10.41a, marne/5.321e], and the BEF is always one [marne/10.42b].
    #[inline]
    pub(crate) fn army(&self, state: &State, piece: Piece) -> Army {
        let theatre = self.theatre(state);
        let unit = theatre.pieces.unit(piece);
        if state.is_tannenberg() {
            return self.eastern_army(state, piece, unit.army);
        }
        if unit.army == Army::Bef {
            return Army::Bef;
        }
        let area = theatre.ground.area(unit.side(), state.hex(piece)).unwrap_or(unit.army);
        if area == Army::GermanFirst && self.is_army_cavalry(state, piece) { Army::FirstCavalry } else { area }
    }
}
