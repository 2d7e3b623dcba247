//! 6.0 Stacking.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{Army, Piece, Units};
use crate::sequence::Phase;
use crate::state::{State, Step};
use crate::theatre::Theatre;
use engine::{Habit, Refusal, Sink, clauses};
use hexboard::Hex;

/// How units can step out of hexes that are too full: how many must, and how many hexes with room each of them has beside
/// it at least.
#[derive(Copy, Clone)]
struct Exits {
    units: usize,
    ways: usize,
}

impl Exits {
    /// Nobody must.
    const NONE: Exits = Exits { units: 0, ways: usize::MAX };

    /// Those of one hex and those of another.
    fn and(self, other: Exits) -> Exits {
        Exits { units: self.units + other.units, ways: self.ways.min(other.ways) }
    }

    /// Whether each finds a hex of its own, however the others choose and whichever hexes as many others take.
    fn are_enough_beside(self, others: usize) -> bool {
        self.units == 0 || self.ways >= self.units + others
    }
}

/// How many moves are tried to find out whether a hex can still be thinned. A few are enough wherever there is room.
const TRIES: u32 = 300;

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

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit too many is eliminated.
    Crowd(hex: Hex) by state.side => {
        asks: format!("Too many units in {}: choose one to eliminate.", game.label(state, hex)),
        lists: out.extend(state.stack(hex).map(Action::Remove)),
        points(at): out.extend(game.own(state, at).map(Action::Remove)),
        Remove(piece) => {
            check: game.check_remove(state, piece, hex),
            play: game.remove_crowd(state, piece, events),
            words: format!("eliminate {}", game.name(state, piece)),
            odds: None,
            worth: -f32::from(game.steps(state, piece)),
        }
    }
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
        if state.is_empty(hex) {
            return is_legal_stack(theatre, movers.iter());
        }
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

    /// The hexes of the active side that break the limits without some units that are about to leave them, as set-up may
    /// leave them and Entry Hexes may be [tannenberg/3.12d, tannenberg/9.22e, marne/16.2e]. In the east nothing is asked of
    /// an army that has not moved yet (ruling T35).
    pub(crate) fn crowds(&self, state: &State, leaving: Units) -> Hexes {
        let theatre = self.theatre(state);
        let others = |hex: Hex| state.stack(hex).filter(|&piece| !leaving.contains(piece));
        let active = |piece: Piece| state.is_marne() || state.is_activated(self.army(state, piece));
        let full = |hex: Hex| !Self::is_unlimited(theatre, hex) && !is_legal_stack(theatre, others(hex));
        let held = state.held[state.side.index()].iter().filter(|&hex| state.is_stack(hex));
        held.filter(|&hex| full(hex) && others(hex).any(active)).collect()
    }

    /// Of the hexes where units may end their move, those after which no hex must stay too full for want of a legal move
    /// [std/6.1e].
    pub(crate) fn without_crowds(&self, state: &State, movers: Units, hexes: Hexes) -> Hexes {
        let crowds = self.crowds(state, movers);
        let shared = hexes & state.held[state.side.index()];
        if crowds.is_empty() && shared.is_empty() {
            return hexes;
        }
        let thinned = self.all_exits(state, crowds, movers);
        let eased = |hex: Hex| {
            let fits = self.fits_with(state, movers, hex);
            let exits = if fits { Exits::NONE } else { self.exits(state, hex, movers, movers) };
            thinned.and(exits).are_enough_beside(1)
        };
        let come_to = |after: &mut State, hex: Hex| movers.iter().for_each(|piece| self.settle_in(after, piece, hex));
        let settles = |hex: Hex| eased(hex) || self.keeps_order(state, |after| come_to(after, hex));
        let plain = if thinned.are_enough_beside(1) { hexes - shared } else { Hexes::EMPTY };
        plain | (hexes - plain).iter().filter(|&hex| settles(hex)).collect()
    }

    /// Whether units may come to stand in a hex, or stay there, for good.
    pub(crate) fn may_settle(&self, state: &State, movers: Units, hex: Hex) -> bool {
        self.without_crowds(state, movers, [hex].into_iter().collect()).contains(hex)
    }

    fn fits_with(&self, state: &State, movers: Units, hex: Hex) -> bool {
        let others = state.stack(hex).filter(|&piece| !movers.contains(piece));
        is_legal_stack(self.theatre(state), others.chain(movers.iter()))
    }

    /// How a hex that is too full can be thinned by one or two of its units that step out of it, so that those that stay and
    /// those that come are within the limits.
    fn exits(&self, state: &State, hex: Hex, leaving: Units, coming: Units) -> Exits {
        let theatre = self.theatre(state);
        let others = || state.stack(hex).filter(|&piece| !leaving.contains(piece));
        let fits_without = |gone: [Piece; 2]| {
            is_legal_stack(theatre, others().filter(|piece| !gone.contains(piece)).chain(coming.iter()))
        };
        let movable = || others().filter(|&piece| self.moves_later(state, piece));
        let ways = |piece: Piece| self.places_beside(state, piece);
        if let Some(ways) = movable().filter(|&one| fits_without([one, one])).map(ways).max() {
            return Exits { units: 1, ways };
        }
        let pairs = movable().flat_map(|one| movable().map(move |other| [one, other]));
        let ways = pairs.filter(|&pair| fits_without(pair)).map(|[one, other]| ways(one).min(ways(other))).max();
        Exits { units: 2, ways: ways.unwrap_or(0) }
    }

    /// How all hexes that are too full can be thinned.
    fn all_exits(&self, state: &State, crowds: Hexes, leaving: Units) -> Exits {
        let each = crowds.iter().map(|hex| self.exits(state, hex, leaving, Units::EMPTY));
        each.fold(Exits::NONE, Exits::and)
    }

    /// How many hexes a unit could step into and stand with whoever is there now.
    pub(crate) fn places_beside(&self, state: &State, piece: Piece) -> usize {
        let alone: Units = [piece].into_iter().collect();
        self.steps_out(state, piece).filter(|&near| self.fits_with(state, alone, near)).count()
    }

    /// A hex that is too full and would stay so if the active army moved no more, though it could be thinned now
    /// [std/6.1e]; not one that armies still to come can thin.
    pub(crate) fn crowd_to_thin(&self, state: &State) -> Option<Hex> {
        let crowds = self.crowds(state, Units::EMPTY);
        let first = crowds.iter().next()?;
        let comes_later = |piece: Piece| !state.ready.contains(piece) && self.moves_later(state, piece);
        let stays = crowds.iter().find(|&hex| !state.stack(hex).any(comes_later));
        let avoidable = match stays {
            Some(_) => self.can_be_thinned(state, &mut { TRIES }),
            None => !self.keeps_order(state, |after| after.ready = Units::EMPTY),
        };
        avoidable.then_some(stays.unwrap_or(first))
    }

    /// Whether something may be done without leaving a hex too full that a legal move could still have thinned
    /// [std/6.1e]: afterwards all can be, or before that they could not be either.
    pub(crate) fn keeps_order(&self, state: &State, change: impl FnOnce(&mut State)) -> bool {
        let mut after = state.clone();
        after.spent = 0;
        let before = (state.spent > 0).then(|| after.clone());
        change(&mut after);
        self.can_be_thinned(&after, &mut { TRIES })
            || !self.can_be_thinned(before.as_ref().unwrap_or(state), &mut { TRIES })
    }

    /// Whether the units that can still move can bring every hex within the limits.
    fn can_be_thinned(&self, state: &State, tries: &mut u32) -> bool {
        let crowds = self.crowds(state, Units::EMPTY);
        let Some(hex) = crowds.iter().next() else { return true };
        if self.all_exits(state, crowds, Units::EMPTY).are_enough_beside(0) {
            return true;
        }
        let movable: Units = state.stack(hex).filter(|&piece| self.moves_later(state, piece)).collect();
        movable.iter().any(|piece| self.can_move_out(state, piece, tries))
    }

    /// Whether a unit can leave a hex that is too full, so that all others can be thinned as well.
    fn can_move_out(&self, state: &State, piece: Piece, tries: &mut u32) -> bool {
        let alone: Units = [piece].into_iter().collect();
        let mut goes = |to: Hex| {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let mut after = state.clone();
            self.settle_in(&mut after, piece, to);
            self.can_be_thinned(&after, tries)
        };
        // What an army still to be rolled for can do is a single hex at least.
        let near: Hexes = self.steps_out(state, piece).filter(|&to| self.has_room(state, alone, to)).collect();
        let far = || if state.ready.contains(piece) { self.open_ends(state, alone).0 - near } else { Hexes::EMPTY };
        near.iter().any(&mut goes) || far().iter().any(goes)
    }

    /// Puts a unit where it stays for the rest of the phase, to see what comes of it.
    fn settle_in(&self, state: &mut State, piece: Piece, hex: Hex) {
        let theatre = self.theatre(state);
        state.lift(theatre, piece);
        state.put(theatre, piece, hex);
        state.ready.remove(piece);
        state.crossed.insert(piece);
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
        events.note(self.theatre(state).side(piece), Habit::Crowding, || 1);
        events.tell(|| {
            let text =
                format!("{} is eliminated: too many units in {}.", self.name(state, piece), self.label(state, hex));
            self.loss_event(state, piece, self.steps(state, piece), text).at([hex]).by(clauses!["std/6.1e"])
        });
        self.eliminate(state, piece);
        state.step = if self.is_crowded(state, hex) { Step::Crowd(hex) } else { Step::Idle };
    }

    /// The army that a unit belongs to: in the east the one printed on it; in the west the one in whose area it stands
    /// [marne/10.41a, marne/5.321e], in the Fortified Camp the Sixth [marne/10.43a], and the BEF is always one
    /// [marne/10.42b].
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
