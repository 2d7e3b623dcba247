//! Positions made by hand.

use crate::FirstBlood;
use crate::events::TurnEvent;
use crate::pieces::{GERMAN, Piece, PieceSet, US, units};
use crate::sequence::Phase;
use crate::state::{State, Step};
use engine::Rules;
use engine::position::{PlacedPiece, Position, PositionError};

/// No game lasts longer, and many turns may follow without running out of numbers.
const LAST_TURN: u32 = 9999;

#[engine::by_the_book]
impl FirstBlood {
    /// Builds a position. Pieces not named are eliminated, but German ones stay in the container if the mark
    /// `container` says so; the phase begins with nothing done in it.
    pub(crate) fn build(&self, position: &Position) -> Result<State, PositionError> {
        let fail = |message: String| PositionError(message);
        let (_, options) = position.head(self.about())?;
        let mut state = State::empty(options);
        state.guns = self.pieces.guns;
        state.container = PieceSet::EMPTY;
        state.turn = match position.turn.unwrap_or(2) {
            0 => return Err(fail("turns are counted from 1".into())),
            turn @ 1..=LAST_TURN => turn as u16,
            turn => return Err(fail(format!("turn {turn} is too high (expected {LAST_TURN} at most)"))),
        };
        state.phase = self.phase(position.phase.as_deref().unwrap_or("V"))?;
        for placed in &position.pieces {
            self.put_by_hand(&mut state, placed)?;
        }
        for (mark, value) in &position.marks {
            self.mark(&mut state, mark, value)?;
        }
        state.dead = units(GERMAN).or(units(US)).without(state.on_map).without(state.container);
        state.step = match state.phase {
            Phase::GermanMovement | Phase::UsMovement => Step::Moves,
            Phase::UsFirstFire | Phase::GermanFirstFire | Phase::GermanSecondFire | Phase::UsSecondFire => Step::Fires,
            _ => Step::Bombard,
        };
        if self.deteriorates(&state) && state.step == Step::Bombard && !position.marks.contains_key("guns") {
            let message = "the markers of this phase are drawn: say with the mark \"guns\" how many, light and heavy";
            return Err(fail(message.into()));
        }
        self.judge(&mut state);
        Ok(state)
    }

    fn phase(&self, id: &str) -> Result<Phase, PositionError> {
        let playable = &Phase::ALL[3..];
        playable
            .iter()
            .copied()
            .find(|phase| phase.id() == id)
            .ok_or_else(|| PositionError(format!("a position begins with a phase from III to XII, not \"{id}\"")))
    }

    /// A stack above the limits never comes about, so no position may begin with one and nobody has to cure it [6.2c].
    fn put_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let fail = |message: String| Err(PositionError(message));
        let Some(piece) = self.pieces.named(&placed.piece) else {
            return fail(format!("there is no unit \"{}\"", placed.piece));
        };
        if state.on_map.contains(piece) {
            return fail(format!("{} is placed twice", placed.piece));
        }
        if placed.steps.is_some_and(|steps| steps != 1) || placed.facing.is_some() || placed.second_hex.is_some() {
            return fail(format!("{}: units have one step, one hex and no facing", placed.piece));
        }
        if placed.place.is_some() {
            let advice = "say with the mark \"container\" which are still to come";
            return fail(format!("{}: units stand in hexes; {advice}", placed.piece));
        }
        let hex = self.ground.board().parse(&placed.hex).map_err(|error| PositionError(error.to_string()))?;
        if state.holder(hex).is_some_and(|side| side != piece.side()) {
            return fail(format!("{} holds units of both sides", placed.hex));
        }
        if piece.side() == US && self.ground.bank_set.contains(hex) {
            return fail(format!("{} is a riverbank hex, closed to US units", placed.hex));
        }
        if !self.fits(state, piece, hex) || (piece.is_emplacement() && state.holder(hex).is_some()) {
            return fail(format!("{} holds too much for {}", placed.hex, placed.piece));
        }
        state.put(piece, hex);
        for mark in &placed.marks {
            match mark.as_str() {
                "moved" | "fired" => state.acted.insert(piece),
                _ => return fail(format!("{}: marks are \"moved\" and \"fired\", not \"{mark}\"", placed.piece)),
            }
        }
        Ok(())
    }

    fn mark(&self, state: &mut State, mark: &str, value: &str) -> Result<(), PositionError> {
        match mark {
            "event" => state.event = turn_event(value)?,
            "rallied" => {
                state.rallied = value
                    .parse()
                    .map_err(|_| PositionError(format!("\"rallied\" is \"true\" or \"false\", not \"{value}\"")))?;
            }
            "broken-through" => {
                for edge in value.split_whitespace() {
                    match edge {
                        "west" => state.broken_through[0] = true,
                        "east" => state.broken_through[1] = true,
                        _ => return Err(PositionError(format!("the edges are \"west\" and \"east\", not \"{edge}\""))),
                    }
                }
            }
            // Names of units still to come, or `rest` for all that are not on the map.
            "container" => {
                for name in value.split_whitespace() {
                    if name == "rest" {
                        state.container = units(GERMAN).without(state.on_map);
                        continue;
                    }
                    let piece = self.pieces.named(name).filter(|&piece| self.may_be_to_come(state, piece));
                    let piece =
                        piece.ok_or_else(|| PositionError(format!("\"{name}\" is no German unit off the map")))?;
                    state.container.insert(piece);
                }
            }
            // How many light and heavy markers there are, where fewer than all.
            "guns" => {
                let counts: Option<Vec<u8>> = value.split_whitespace().map(|count| count.parse().ok()).collect();
                state.guns = match counts.as_deref() {
                    Some(&[light, heavy]) if light <= self.pieces.guns[0] && heavy <= self.pieces.guns[1] => {
                        [light, heavy]
                    }
                    _ => {
                        return Err(PositionError(format!(
                            "\"guns\" has two small numbers, light and heavy, not \"{value}\""
                        )));
                    }
                };
            }
            _ => {
                let known = "event, rallied, broken-through, guns and container";
                return Err(PositionError(format!("unknown mark \"{mark}\" (known are {known})")));
            }
        }
        Ok(())
    }

    fn may_be_to_come(&self, state: &State, piece: Piece) -> bool {
        piece.side() == GERMAN && !state.on_map.contains(piece)
    }
}

fn turn_event(value: &str) -> Result<TurnEvent, PositionError> {
    Ok(match value {
        "none" => TurnEvent::None,
        "us-artillery-problems" => TurnEvent::ArtilleryProblems(US),
        "german-artillery-problems" => TurnEvent::ArtilleryProblems(GERMAN),
        "poison-gas" => TurnEvent::PoisonGas,
        "us-rally" => TurnEvent::Rally(US),
        "german-rally" => TurnEvent::Rally(GERMAN),
        "machineguns" => TurnEvent::Machineguns,
        "german-spotting" => TurnEvent::Spotting(GERMAN),
        "us-spotting" => TurnEvent::Spotting(US),
        _ => return Err(PositionError(format!("unknown event \"{value}\""))),
    })
}
