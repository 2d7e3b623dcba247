//! Positions made by hand.

use crate::MiracleOnTheMarne;
use crate::pieces::{ALLIED, GERMAN, Group, Piece};
use crate::sequence::Phase;
use crate::state::{PieceSet, State, Step, option};
use crate::tables::Mode;
use engine::position::{PlacedPiece, Position, PositionError};
use engine::{Rules, Side, Silence};
use hexboard::Hex;

/// How a mark begins that engages a unit with hexes.
const ENGAGED: &str = "engaged ";

impl MiracleOnTheMarne {
    /// Builds a position. Pieces not named are not in the game, but reinforcements wait if the mark `waiting` names their
    /// group; the phase begins with nothing done in it.
    pub(crate) fn build(&self, position: &Position) -> Result<State, PositionError> {
        let about = self.about();
        let (scenario, options) = position.head(about)?;
        let mut state = self.begin(scenario, options);
        state.waiting = PieceSet::EMPTY;
        state.turn = position.turn(1..=self.scenarios[scenario].turns)?;
        let phasing = match position.marks.get("phasing") {
            Some(word) => about.side(word).ok_or_else(|| PositionError(format!("\"{word}\" is no side")))?,
            None => GERMAN,
        };
        for (mark, value) in &position.marks {
            self.mark_first(&mut state, mark, value)?;
        }
        for placed in &position.pieces {
            self.put_by_hand(&mut state, placed)?;
        }
        for placed in &position.pieces {
            self.engage_by_hand(&mut state, placed)?;
        }
        self.check_engaged(&state)?;
        self.judge_paris(&mut state, &mut Silence);
        self.begin_by_hand(&mut state, position.phase.as_deref().unwrap_or("C1"), phasing)?;
        Ok(state)
    }

    /// Begins a phase with nothing done in it.
    fn begin_by_hand(&self, state: &mut State, phase: &str, phasing: Side) -> Result<(), PositionError> {
        let second = phase.starts_with('D');
        state.active = phasing;
        state.first = if second { phasing.other() } else { phasing };
        state.initiative = state.first;
        (state.phase, state.step) = match phase {
            "A" => {
                state.active = ALLIED;
                (Phase::Modes, if state.has(option::COMMAND) { Step::Notes } else { Step::Modes })
            }
            "B" => (Phase::Initiative, Step::Initiative),
            "C1" | "D1" => (Phase::Movement, Step::Moves),
            "C2" | "D2" => (Phase::Bombardment, Step::Bombard),
            "C3" | "D3" => (Phase::Combat, Step::Declare),
            _ => {
                let known = "A, B, C1, C2, C3, D1, D2 and D3";
                return Err(PositionError(format!("unknown phase \"{phase}\" (known are {known})")));
            }
        };
        if state.phase == Phase::Movement {
            self.mark_reserves(state);
        }
        Ok(())
    }

    fn put_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let name = &placed.piece;
        let fail = |message: String| PositionError(message);
        let piece = self.pieces.named(name).ok_or_else(|| fail(format!("there is no piece \"{name}\"")))?;
        if state.hex(piece) != Hex::NONE || state.dead.contains(piece) || state.waiting.contains(piece) {
            return Err(fail(format!("{name} is placed twice")));
        }
        match placed.place.as_deref() {
            Some("eliminated") if !piece.is_hq() => {
                state.dead.insert(piece);
                return Ok(());
            }
            Some(place) => return Err(fail(format!("{name} cannot be in \"{place}\""))),
            None => {}
        }
        let hex = self.ground.board().parse(&placed.hex).map_err(|error| fail(error.to_string()))?;
        let side = self.pieces.side(piece);
        if state.holder(hex) == Some(side.other()) {
            return Err(fail(format!("enemy units are in {} already", placed.hex)));
        }
        match (placed.steps, self.pieces.counter(piece).steps) {
            (None, _) => {}
            (Some(steps), all) if steps == all => {}
            (Some(1), 2) => state.reduced.insert(piece),
            (Some(steps), all) => return Err(fail(format!("{name} has {all} steps, not {steps}"))),
        }
        self.put(state, piece, hex);
        for mark in placed.marks.iter().filter(|mark| !mark.starts_with(ENGAGED)) {
            self.mark_piece(state, piece, mark)?;
        }
        Ok(())
    }

    /// Engages a piece with the neighbouring hexes that its marks name: `engaged 0505` (ruling R52).
    fn engage_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let links = placed.marks.iter().filter_map(|mark| mark.strip_prefix(ENGAGED));
        for word in links.flat_map(str::split_whitespace) {
            let hex = self.ground.board().parse(word).map_err(|error| PositionError(error.to_string()))?;
            let piece = self.pieces.named(&placed.piece).filter(|piece| !piece.is_hq());
            let way = piece.and_then(|piece| self.ground.board().direction(state.hex(piece), hex));
            let (Some(piece), Some(way)) = (piece, way) else {
                let name = &placed.piece;
                return Err(PositionError(format!("{name} cannot be engaged with {word}: it is no unit next to it")));
            };
            state.locked[piece.index()] |= 1 << way.index();
        }
        Ok(())
    }

    /// Engaged units need somebody at the other end: enemies Engaged with their hex, or a garrison of Paris.
    fn check_engaged(&self, state: &State) -> Result<(), PositionError> {
        for unit in state.on_map.iter() {
            let (side, at) = (self.pieces.side(unit), state.hex(unit));
            for hex in self.engaged_with(state, unit) {
                let enemies = state.units_in(hex).and(self.pieces_of(side.other()));
                let garrison = side == GERMAN && self.is_garrisoned(state, hex);
                if !garrison && !enemies.iter().any(|enemy| self.engaged_with(state, enemy).any(|back| back == at)) {
                    let (name, hex, at) = (self.pieces.name(unit), self.ground.label(hex), self.ground.label(at));
                    let message = format!("{name} is engaged with {hex}, and no enemy there is engaged with {at}");
                    return Err(PositionError(message));
                }
            }
        }
        Ok(())
    }

    fn mark_piece(&self, state: &mut State, piece: Piece, mark: &str) -> Result<(), PositionError> {
        if let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.id() == mark) {
            state.modes[state.corps_of(piece).index()] = mode;
            return Ok(());
        }
        match mark {
            "out of supply" => state.unsupplied.insert(piece),
            "disrupted" if !piece.is_hq() => state.disrupted.insert(piece),
            "reserve" if !piece.is_hq() => state.reserve.insert(piece),
            "railed" if !piece.is_hq() => state.railed.insert(piece),
            "rallied" if !piece.is_hq() => state.rallied.insert(piece),
            _ => {
                let known = "a mode, out of supply, disrupted, reserve, railed, rallied and engaged with a hex";
                let name = self.pieces.name(piece);
                return Err(PositionError(format!("unknown mark \"{mark}\" on {name} (known are {known})")));
            }
        }
        Ok(())
    }

    /// Marks of the position as a whole, set before pieces are put down.
    fn mark_first(&self, state: &mut State, mark: &str, value: &str) -> Result<(), PositionError> {
        match mark {
            "phasing" => Ok(()),
            "allied" | "german" => {
                let side = if mark == "allied" { ALLIED } else { GERMAN };
                let mode = Mode::ALL.into_iter().find(|mode| mode.id() == value);
                let mode = mode.ok_or_else(|| PositionError(format!("\"{value}\" is no mode")))?;
                for hq in self.pieces.hqs().filter(|&hq| self.pieces.side(hq) == side) {
                    state.modes[state.corps_of(hq).index()] = mode;
                }
                Ok(())
            }
            "waiting" => {
                for word in value.split_whitespace() {
                    let group = Group::ALL.into_iter().find(|group| group.id() == word);
                    let group = group.ok_or_else(|| PositionError(format!("there is no group \"{word}\"")))?;
                    let comes = |piece: &Piece| self.pieces.counter(*piece).group == Some(group);
                    state.waiting = state.waiting.or(self.pieces.all().filter(comes).collect());
                }
                Ok(())
            }
            "fallen" | "control" => {
                for word in value.split_whitespace() {
                    let hex = self.ground.board().parse(word).map_err(|error| PositionError(error.to_string()))?;
                    let at = self.ground.objective_at(hex);
                    let at = at.ok_or_else(|| PositionError(format!("{word} is neither town nor city")))?;
                    match mark {
                        "fallen" => state.fallen |= 1 << at,
                        _ => state.german ^= 1 << at,
                    }
                }
                Ok(())
            }
            _ => {
                let known = "phasing, allied, german, waiting, fallen and control";
                Err(PositionError(format!("unknown mark \"{mark}\" (known are {known})")))
            }
        }
    }
}
