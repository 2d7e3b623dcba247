//! 16.0 Special Units.

use crate::ClashOfGiants;
use crate::pieces::{GERMAN, Piece, Units};
use crate::state::State;
use engine::{Clause, Event, EventKind, Refusal, Sink, clauses};

#[engine::by_the_book]
impl ClashOfGiants {
    /// The divisions that can detach a brigade now: not out of supply [marne/16.1f]; attenuated supply is supply (ruling M52).
    pub(crate) fn detachers(&self, state: &State) -> Units {
        if self.next_detachment(state).is_none() {
            return Units::EMPTY;
        }
        let able = state.ready.and(self.theatre(state).divisions).without(state.reduced);
        let calm = self.crowds(state, Units::EMPTY).is_empty();
        able.without(state.unsupplied).iter().filter(|&piece| self.has_room_to_detach(state, piece, calm)).collect()
    }

    /// Whether a brigade beside its division leaves no hex too full for good: it may move out itself [marne/16.1d], which
    /// is easy to see where no hex is too full yet.
    fn has_room_to_detach(&self, state: &State, piece: Piece, calm: bool) -> bool {
        Self::is_unlimited(self.theatre(state), state.hex(piece))
            || (calm && self.places_beside(state, piece) > 0)
            || self.keeps_order(state, |after| {
                after.reduced.insert(piece);
                self.put_brigade(after, piece);
            })
    }

    /// Puts a brigade beside the division that detaches it, in the same supply.
    fn put_brigade(&self, state: &mut State, piece: Piece) -> Option<Piece> {
        let brigade = self.next_detachment(state)?;
        state.put(self.theatre(state), brigade, state.hex(piece));
        state.ready.insert(brigade);
        if state.edge.contains(piece) {
            state.edge.insert(brigade);
        }
        if state.attenuated.contains(piece) {
            state.attenuated.insert(brigade);
        }
        Some(brigade)
    }

    /// The brigade that is detached next: two in a game at most [marne/16.1a], and never the same again [marne/16.1e].
    fn next_detachment(&self, state: &State) -> Option<Piece> {
        let theatre = self.theatre(state);
        let used = theatre.detachments.and(state.on_map.or(state.dead));
        let left = used.len() < usize::from(theatre.tables.west.special.detachments);
        theatre.detachments.without(used).first().filter(|_| left)
    }

    pub(crate) fn check_detach(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if state.is_tannenberg() || state.side != GERMAN {
            return refuse(clauses!["marne/16.1a"], "cannot: only German divisions on the Marne detach brigades");
        }
        if self.next_detachment(state).is_none() {
            return refuse(clauses!["marne/16.1a"], "cannot: both detachments have been formed");
        }
        if !state.ready.contains(piece) {
            return refuse(
                clauses!["marne/16.1c", "marne/16.1f"],
                "is not a unit of the active army that has not moved",
            );
        }
        if !self.theatre(state).divisions.contains(piece) || state.reduced.contains(piece) {
            return refuse(clauses!["marne/16.1b"], "is not a division at two steps");
        }
        if state.unsupplied.contains(piece) {
            return refuse(clauses!["marne/16.1f"], "is out of supply");
        }
        if !self.has_room_to_detach(state, piece, self.crowds(state, Units::EMPTY).is_empty()) {
            let reason = "cannot: there would be one unit too many, and none of them could leave";
            return refuse(clauses!["std/6.1e", "marne/16.1d"], reason);
        }
        Ok(())
    }

    /// A division gives up a step for a brigade beside it; both may then move, and what is too many in the hex has to
    /// move [marne/16.1c, marne/16.1d] (ruling M43).
    pub(crate) fn detach(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let Some(brigade) = self.put_brigade(state, piece) else { return };
        let hex = state.hex(piece);
        state.reduced.insert(piece);
        events.tell(|| {
            let text = format!("{} detaches {}.", self.name(state, piece), self.name(state, brigade));
            let ids = [self.id(state, piece), self.id(state, brigade)];
            Event::new(EventKind::Detachment, text)
                .side(self.theatre(state).side(piece))
                .at([hex])
                .of(ids)
                .by(clauses!["marne/16.1c"])
        });
    }
}
