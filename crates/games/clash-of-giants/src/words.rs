//! Units and hexes in words.

use crate::ClashOfGiants;
use crate::pieces::Piece;
use crate::state::State;
use engine::{Event, EventKind};
use hexboard::Hex;

impl ClashOfGiants {
    /// What happened to a unit.
    pub(crate) fn unit_event(&self, state: &State, piece: Piece, kind: EventKind, text: impl Into<String>) -> Event {
        Event::new(kind, text).side(self.theatre(state).side(piece)).of([self.id(state, piece)])
    }

    /// A unit loses steps, or all that it has.
    pub(crate) fn loss_event(&self, state: &State, piece: Piece, steps: u8, text: impl Into<String>) -> Event {
        self.unit_event(state, piece, EventKind::Loss, text).costs(self.theatre(state).side(piece), steps.into())
    }

    /// A unit's name for people: nation, number and size.
    #[inline]
    pub(crate) fn name<'a>(&'a self, state: &State, piece: Piece) -> &'a str {
        &self.theatre(state).names[piece.index()]
    }

    /// A unit's word in notation.
    pub(crate) fn id(&self, state: &State, piece: Piece) -> String {
        self.theatre(state).pieces.unit(piece).id.clone()
    }

    /// A hex as it is printed.
    pub(crate) fn label(&self, state: &State, hex: Hex) -> String {
        self.theatre(state).ground.label(hex)
    }

    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = Piece> + use<'a> {
        let side = self.chooser(state);
        state.stack(hex).filter(move |&piece| self.theatre(state).side(piece) == side)
    }

    /// A hex with its names and its ground.
    pub(crate) fn ground_words(&self, state: &State, hex: Hex) -> String {
        let ground = &self.theatre(state).ground;
        let name = ground.board().names_at(hex).next().map_or(String::new(), |name| format!(" {name}"));
        format!("{}{name}, {}", ground.label(hex), ground.terrain_title(hex).to_lowercase())
    }

    /// A hex where units go.
    pub(crate) fn move_words(&self, state: &State, hex: Hex) -> String {
        format!("move to {}", self.ground_words(state, hex))
    }

    /// A hex where a unit goes back to.
    pub(crate) fn retreat_words(&self, state: &State, hex: Hex) -> String {
        format!("retreat to {}", self.ground_words(state, hex))
    }

    /// A unit that is to be rebuilt.
    pub(crate) fn rebuilding_words(&self, state: &State, piece: Piece) -> String {
        format!("{} takes replacements", self.name(state, piece))
    }
}
