//! 12.9 Advance after combat.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::pieces::Piece;
use crate::state::{Stage, State, Step, option};
use engine::{Clause, EventKind, Refusal, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    /// Attackers that took part and survived may advance, at once [std/12.91, std/12.93, marne/5.331e].
    pub(crate) fn begin_advance(&self, state: &mut State) {
        state.advancers = state.attackers(state.current).collect();
        state.stage = Stage::Advance;
        state.step = Step::Idle;
    }

    /// Target hexes of the attack in hand that no enemy holds any more (ruling G12).
    fn vacated<'a>(&self, state: &'a State) -> impl Iterator<Item = Hex> + use<'a> {
        let enemy = state.side.other();
        state.targets(state.current).filter(move |&hex| !state.holds(enemy, hex))
    }

    /// Every advance that can be made now.
    pub(crate) fn advances<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (Piece, Hex)> + use<'a> {
        let units = state.advancers.iter();
        units.flat_map(move |piece| self.advance_ends(state, piece).iter().map(move |hex| (piece, hex)))
    }

    /// Where a unit may advance: into an emptied hex next to it, whatever it costs [std/12.91]; cavalry a hex further
    /// [std/12.92].
    fn advance_ends(&self, state: &State, piece: Piece) -> Hexes {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let from = state.hex(piece);
        let mut ends = Hexes::EMPTY;
        for hex in self.vacated(state).filter(|&hex| theatre.are_near(from, hex)) {
            if self.may_advance_to(state, piece, hex) {
                ends.insert(hex);
            }
            let rides_on = theatre.cavalry.contains(piece)
                && self.may_cross(state, piece, hex)
                && !theatre.ground.effects(hex).close
                && !Self::is_controlled(state, side, hex);
            if rides_on {
                let further = theatre.near(hex).filter(|&next| next != from && !state.holds(side.other(), next));
                ends.extend(further.filter(|&next| self.may_advance_to(state, piece, next)));
            }
        }
        ends
    }

    /// Whether a unit may come to stand in a hex by advancing.
    fn may_advance_to(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let side = theatre.side(piece).index();
        !Self::is_unlimited(theatre, hex)
            && !theatre.forbidden[side].contains(hex)
            && !theatre.forbidden_ends[side].contains(hex)
            && self.may_cross(state, piece, hex)
            && self.fits(state, piece, hex)
    }

    /// Army boundaries do not bind an advance, but yellow units stay in their area and the BEF out of the Fortified
    /// Camp and the Ninth Army's area [std/12.94] (rulings M10, M13, M40); by the switch all keep their bounds.
    fn may_cross(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        if state.is_tannenberg() {
            return true;
        }
        let kept = theatre.yellow.contains(piece) || theatre.british.contains(piece);
        if kept || state.options.has(option::BOUND_ADVANCE) {
            return self.bounds(state, piece).is_none_or(|bounds| bounds.contains(hex));
        }
        true
    }

    pub(crate) fn list_advances(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.advances(state).map(|(piece, hex)| Action::Advance(piece, hex)));
        if self.check_advance_end(state).is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn check_advance(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if !state.advancers.contains(piece) {
            return refuse(clauses!["std/12.91"], "took no part in this attack, or has advanced".into());
        }
        if self.advance_ends(state, piece).contains(hex) {
            return Ok(());
        }
        let at = self.label(state, hex);
        refuse(clauses!["std/12.91", "std/12.92", "std/12.94", "std/6.1d"], format!("cannot advance to {at}"))
    }

    /// Units that attacked out of a Start Hex must come onto the map if they can [marne/2.13m, std/12.93].
    pub(crate) fn check_advance_end(&self, state: &State) -> Result<(), Refusal> {
        let starts = &self.theatre(state).ground.start_hexes;
        let bound = |piece: &Piece| starts.contains(state.hex(*piece)) && !self.advance_ends(state, *piece).is_empty();
        match state.advancers.iter().find(bound) {
            None => Ok(()),
            Some(piece) => {
                let reason = format!("{} attacked out of a Start Hex and must advance", self.name(state, piece));
                Err(Refusal::new(clauses!["marne/2.13m"], reason))
            }
        }
    }

    /// Advances a unit.
    pub(crate) fn advance(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        let from = state.hex(piece);
        let through = if theatre.are_near(from, hex) && self.vacated(state).any(|target| target == hex) {
            None
        } else {
            let passable = |target: &Hex| theatre.are_near(from, *target) && theatre.are_near(*target, hex);
            self.vacated(state).find(passable)
        };
        events.tell(|| {
            let text = format!("{} advances to {}.", self.name(state, piece), self.label(state, hex));
            let clauses = if through.is_some() { clauses!["std/12.92"] } else { clauses!["std/12.91"] };
            self.unit_event(state, piece, EventKind::Advance, text).along([from]).at(through).at([hex]).by(clauses)
        });
        state.advancers.remove(piece);
        state.lift(theatre, piece);
        state.put(theatre, piece, hex);
        if let Some(passed) = through {
            self.enter(state, piece, passed, true, events);
        }
        self.enter(state, piece, hex, true, events);
        state.step = Step::Idle;
    }

    /// No more units advance.
    pub(crate) fn end_advance(&self, state: &mut State) {
        state.advancers = crate::pieces::Units::EMPTY;
        state.step = Step::Idle;
    }
}
