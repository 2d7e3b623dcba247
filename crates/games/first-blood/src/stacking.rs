//! 6.0 Stacking. Fog of war, the other half of the chapter, is in `view.rs`.

use crate::FirstBlood;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece};
use crate::state::State;
use engine::{Refusal, Role, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit is on top of a stack, before anything else.
    Arrange(hex: Hex) by GERMAN => {
        asks: format!("Choose the top unit of {}.", game.ground.label(hex)),
        lists: game.list_tops(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Top)),
        Top(piece) => {
            check: game.check_top(state, piece),
            play: game.put_on_top(state, piece),
            words: game.top_words(state, hex, piece),
            odds: None,
            // The weakest on top tells the enemy least.
            worth: -f32::from(game.pieces.fire(piece)),
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// What it is called to put a unit on top: usually it is the weakest, which tells the enemy least.
    fn top_words(&self, state: &State, hex: Hex, piece: Piece) -> Words {
        let weakest = state.stack(hex).min_by_key(|&unit| self.pieces.fire(unit));
        Words::new(format!("{} on top", self.unit_words(piece))).role_if(weakest == Some(piece), Role::Usual)
    }

    /// The printed infantry factors in a hex: any number of counters [6.1b], remains not counted [2.6b, 6.5e]. Rallies
    /// do not count (ruling R6), and emplacements neither (ruling R7).
    pub(crate) fn factors(&self, state: &State, hex: Hex) -> u8 {
        state.stack(hex).filter(|piece| !piece.is_emplacement()).map(|piece| self.pieces.fire(piece)).sum()
    }

    /// Whether a unit may stay in a hex that no enemy holds: 16 factors at most [6.1a, 6.2a], an emplacement alone
    /// [6.1c, 6.1d].
    #[inline]
    pub(crate) fn fits(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        match state.top(hex) {
            None => true,
            Some(top) if top.is_emplacement() => false,
            Some(_) => self.factors(state, hex) + self.pieces.fire(piece) <= self.tables.stacking,
        }
    }

    /// Whether a unit may go through a hex that its own side holds: not even in passing above the limit [6.2a], but US
    /// infantry may pass an emplacement [6.1e].
    #[inline]
    pub(crate) fn may_pass(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        match state.top(hex) {
            Some(top) if top.is_emplacement() => true,
            _ => self.factors(state, hex) + self.pieces.fire(piece) <= self.tables.stacking,
        }
    }

    /// Why a unit may not stay in a hex that its own side holds.
    pub(crate) fn check_fits(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.fits(state, piece, hex) {
            return Ok(());
        }
        let at = self.ground.label(hex);
        if state.top(hex).is_some_and(Piece::is_emplacement) {
            let reason = format!("infantry may pass through the emplacement in {at} but not stay there");
            return Err(Refusal::new(clauses!["6.1d", "6.1e"], reason));
        }
        let (there, more, limit) = (self.factors(state, hex), self.pieces.fire(piece), self.tables.stacking);
        let reason = format!("{at} holds {there} factors; {more} more would pass the limit of {limit}");
        Err(Refusal::new(clauses!["6.1a", "6.2a"], reason))
    }

    /// A unit has come or gone: the owner of what lies there says which unit is on top (ruling R31). He is asked whenever
    /// two or more lie there, even if all show the same face, or the question would tell the enemy that they do not
    /// [6.5a]; only US infantry is known to be all alike.
    pub(crate) fn disturb(&self, state: &mut State, hex: Hex) {
        if state.holder(hex) == Some(GERMAN) && state.stack(hex).nth(1).is_some() {
            let free = state.arrange.iter_mut().find(|place| **place == Hex::NONE || **place == hex);
            free.into_iter().for_each(|place| *place = hex);
        }
    }

    /// One unit for each different face in the stack.
    pub(crate) fn list_tops(&self, state: &State, out: &mut Vec<Action>) {
        let tops = state.stack(state.arrange[0]).filter(|&piece| self.is_first_of_its_face(state, piece));
        out.extend(tops.map(Action::Top));
    }

    fn is_first_of_its_face(&self, state: &State, piece: Piece) -> bool {
        let same = |other: &Piece| self.pieces.fire(*other) == self.pieces.fire(piece);
        state.stack(state.hex(piece)).find(same) == Some(piece)
    }

    pub(crate) fn check_top(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let hex = state.arrange[0];
        if !state.is_arranging() {
            return Err(Refusal::new(clauses!["6.5a"], "no stack is to be arranged now"));
        }
        if !state.on_map.contains(piece) || state.hex(piece) != hex {
            let reason = format!("{} is not in {}", self.pieces.name(piece), self.ground.label(hex));
            return Err(Refusal::new(clauses!["6.5a"], reason));
        }
        if !self.is_first_of_its_face(state, piece) {
            let reason = format!("a unit above {} shows the same face", self.pieces.name(piece));
            return Err(Refusal::new(clauses!["6.5a"], reason));
        }
        Ok(())
    }

    /// Puts a unit on top of its stack.
    pub(crate) fn put_on_top(&self, state: &mut State, piece: Piece) {
        let hex = state.hex(piece);
        state.lift(piece);
        state.put(piece, hex);
        state.arrange = [state.arrange[1], Hex::NONE];
    }
}
