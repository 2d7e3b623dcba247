//! 16.0 Special Units.

use crate::ClashOfGiants;
use crate::pieces::{GERMAN, Piece, Units};
use crate::state::State;
use engine::{Clause, Event, Refusal, Sink, clauses};

#[engine::by_the_book]
impl ClashOfGiants {
    /// The divisions that can detach a brigade now.
    pub(crate) fn detachers(&self, state: &State) -> Units {
        if self.next_detachment(state).is_none() {
            return Units::EMPTY;
        }
        let able = state.ready.and(self.theatre(state).divisions).without(state.reduced);
        able.iter().filter(|&piece| state.is_supplied(piece)).collect()
    }

    /// The brigade that is detached next: two in a game at most [marne/16.1a], and never the same again [marne/16.1e].
    fn next_detachment(&self, state: &State) -> Option<Piece> {
        let theatre = self.theatre(state);
        let used = theatre.detachments.and(state.on_map.or(state.dead));
        let left = used.len() < usize::from(theatre.tables.west.detachments);
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
        if !state.is_supplied(piece) {
            return refuse(clauses!["marne/16.1f"], "is not in supply");
        }
        Ok(())
    }

    /// A division gives up a step for a brigade beside it; both may then move, and what is too many in the hex has to
    /// move [marne/16.1c, marne/16.1d] (ruling M43).
    pub(crate) fn detach(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let Some(brigade) = self.next_detachment(state) else { return };
        let hex = state.hex(piece);
        state.reduced.insert(piece);
        state.put(self.theatre(state), brigade, hex);
        state.ready.insert(brigade);
        if state.edge.contains(piece) {
            state.edge.insert(brigade);
        }
        events.tell(|| {
            let text = format!("{} detaches {}.", self.name(state, piece), self.name(state, brigade));
            let ids = [self.id(state, piece), self.id(state, brigade)];
            Event::new("detachment", text).at([hex]).of(ids).by(clauses!["marne/16.1c"])
        });
    }
}
