//! Positions made by hand.

use crate::ClashOfGiants;
use crate::command::Luck;
use crate::pieces::{ALLIED, Army, GERMAN, Piece, Units};
use crate::sequence::Phase;
use crate::state::{Journey, Owner, State, Step};
use crate::tables::Allowance;
use engine::position::{PlacedPiece, Position, PositionError};
use engine::{Dice, Rules, Silence};
use hexboard::Hex;

impl ClashOfGiants {
    /// Builds a position: a phase begins with the pieces that are named, and all others are eliminated. An Operational
    /// Phase begins with its first command, or with the moves of the army that the mark `army` names, with `points`.
    pub(crate) fn build(&self, position: &Position) -> Result<State, PositionError> {
        let (scenario, options) = position.head(self.about())?;
        let plan = &self.scenarios[scenario];
        let turn = position.turn(plan.first_turn..=plan.last_turn)?;
        let mut state = State::empty(options, scenario, plan.campaign, turn);
        self.share_out_prizes(&mut state);
        if plan.setup.is_some() {
            state.rallied = state.rallied.map(|_| 1);
        }
        self.put_phase(&mut state, position.phase.as_deref())?;
        for placed in &position.pieces {
            self.put_by_hand(&mut state, placed)?;
        }
        let named = state.on_map.or(state.coming).or(state.away);
        let pieces = &self.theatre(&state).pieces;
        let unused =
            |piece: &Piece| !named.contains(*piece) && pieces.unit(*piece).place != crate::pieces::Place::Detached;
        state.dead = pieces.all().filter(unused).collect();
        for (mark, value) in &position.marks {
            self.mark(&mut state, mark, value)?;
        }
        if let Some(id) = position.marks.get("army") {
            self.begin_by_hand(&mut state, id, position.marks.get("points").map_or("4", String::as_str))?;
        }
        match state.phase {
            Phase::Reinforcement => self.begin_reinforcement(&mut state),
            Phase::Combat if state.is_marne() => self.bar_by_hand(&mut state),
            _ => {}
        }
        self.settle(&mut state, &mut Sixes, &mut Silence);
        Ok(state)
    }

    /// `german-combat`, `allied-supply`, ...
    fn put_phase(&self, state: &mut State, id: Option<&str>) -> Result<(), PositionError> {
        let id = id.unwrap_or("allied-supply");
        let east = state.is_tannenberg();
        let known = move |side| Phase::ALL.into_iter().filter(move |phase| Self::belongs(east, *phase, side));
        let words = [(ALLIED, "allied-"), (GERMAN, "german-")];
        for (side, word) in words {
            let phase = id.strip_prefix(word).and_then(|rest| known(side).find(|phase| phase.id() == rest));
            if let Some(phase) = phase {
                (state.side, state.phase) = (side, phase);
                if self.has_phase(state) {
                    return Ok(());
                }
                return Err(PositionError(format!("there is no {} on turn {}", phase.title(), state.turn)));
            }
        }
        let names =
            words.into_iter().flat_map(|(side, word)| known(side).map(move |phase| format!("{word}{}", phase.id())));
        let expected = names.collect::<Vec<_>>().join(", ");
        Err(PositionError(format!("there is no phase \"{id}\" (expected {expected})")))
    }

    /// Whether a side has a phase in this campaign.
    fn belongs(east: bool, phase: Phase, side: engine::Side) -> bool {
        match phase {
            Phase::SetUp => false,
            Phase::Supply => !east || side == ALLIED,
            Phase::Wireless => east && side == GERMAN,
            Phase::Rally => !east && side == ALLIED,
            Phase::FirstOperational | Phase::SecondOperational => east && side == ALLIED,
            Phase::Operational => !east || side == GERMAN,
            Phase::Reinforcement | Phase::Combat => true,
        }
    }

    fn piece_named(&self, state: &State, id: &str) -> Result<Piece, PositionError> {
        let piece = self.theatre(state).pieces.named(id);
        piece.ok_or_else(|| PositionError(format!("there is no unit \"{id}\"")))
    }

    fn hex_named(&self, state: &State, text: &str) -> Result<Hex, PositionError> {
        self.theatre(state).ground.board().parse(text).map_err(|error| PositionError(error.to_string()))
    }

    fn put_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let theatre = self.theatre(state);
        let piece = self.piece_named(state, &placed.piece)?;
        let name = &placed.piece;
        if state.on_map.or(state.coming).or(state.away).contains(piece) {
            return Err(PositionError(format!("{name} is there a second time")));
        }
        let steps = theatre.pieces.unit(piece).steps;
        match placed.steps.unwrap_or(steps) {
            left if left == steps => {}
            1 => state.reduced.insert(piece),
            left => return Err(PositionError(format!("{name} cannot have {left} steps (expected 1 to {steps})"))),
        }
        if placed.second_hex.is_some() || placed.facing.is_some() {
            return Err(PositionError(format!("{name} lies in one hex and has no facing")));
        }
        match placed.place.as_deref() {
            Some("track") => {
                state.coming.insert(piece);
                return Ok(());
            }
            Some("away") => {
                state.away.insert(piece);
                return Ok(());
            }
            Some(other) => {
                return Err(PositionError(format!("there is no place \"{other}\" (expected track or away)")));
            }
            None => {}
        }
        let hex = self.hex_named(state, &placed.hex)?;
        if state.holds(theatre.side(piece).other(), hex) {
            return Err(PositionError(format!("{name} cannot be in {}, where an enemy is", placed.hex)));
        }
        state.put(theatre, piece, hex);
        state.edge.insert(piece);
        for mark in &placed.marks {
            match mark.as_str() {
                "attenuated" => state.attenuated.insert(piece),
                "unsupplied" => state.unsupplied.insert(piece),
                "inland" => state.edge.remove(piece),
                "done" => state.rebuilt.insert(piece),
                "crossed" => state.crossed.insert(piece),
                "retreated" => state.retreated.insert(piece),
                "driven-back" => state.driven_back.insert(piece),
                other => {
                    let expected = "attenuated, unsupplied, inland, done, crossed, retreated or driven-back";
                    return Err(PositionError(format!("{name} cannot be marked \"{other}\" (expected {expected})")));
                }
            }
        }
        if state.attenuated.contains(piece) || state.unsupplied.contains(piece) {
            state.edge.remove(piece);
        }
        Ok(())
    }

    fn army_named(&self, state: &State, id: &str) -> Result<Army, PositionError> {
        let army = Army::named(id).filter(|army| army.campaign() == state.campaign);
        army.ok_or_else(|| PositionError(format!("there is no army \"{id}\"")))
    }

    fn mark(&self, state: &mut State, mark: &str, value: &str) -> Result<(), PositionError> {
        let wrong = |expected: &str| PositionError(format!("{mark} is \"{value}\" (expected {expected})"));
        let number = || value.parse::<u8>().map_err(|_| wrong("a number"));
        let yes = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong("yes or no")),
        };
        match mark {
            "army" | "points" => {}
            "activated" => {
                for id in value.split_whitespace() {
                    state.activated |= 1 << self.army_named(state, id)?.index();
                }
            }
            "rallied" => {
                state.rallied = state.rallied.map(|_| 0);
                for word in value.split_whitespace() {
                    let (id, turn) = word.split_once('=').unwrap_or((word, "1"));
                    let army = self.army_named(state, id)?;
                    state.rallied[army.index()] = turn.parse().map_err(|_| wrong("armies, as french-sixth=5"))?;
                }
            }
            "after-loss" => state.after_loss = yes()?,
            "attack-state" => state.attack_turn = number()?,
            "attacked" => state.francois = yes()?,
            "taxis-used" => state.taxis_used = yes()?,
            "intercepted" => {
                let (id, points) = value.split_once(' ').ok_or_else(|| wrong("an army and its points"))?;
                let army = self.army_named(state, id)?;
                state.markers[army.index()] = allowance(points).ok_or_else(|| wrong("an army and its points"))?;
                state.intercepted = Some(army);
            }
            "owners" => {
                for word in value.split_whitespace() {
                    let expected = || wrong("victory hexes, as 2316=allied");
                    let (hex, owner) = word.split_once('=').ok_or_else(expected)?;
                    let hex = self.hex_named(state, hex)?;
                    let prize = self.theatre(state).prize(hex).ok_or_else(expected)?;
                    state.owners[prize] = match owner {
                        "german" => Owner::German,
                        "allied" => Owner::Allied,
                        "nobody" => Owner::Nobody,
                        _ => return Err(expected()),
                    };
                }
            }
            "wrecked" | "taken" => {
                for word in value.split_whitespace() {
                    let hex = self.hex_named(state, word)?;
                    if mark == "wrecked" {
                        state.wrecked.insert(hex)
                    } else {
                        state.taken.insert(hex)
                    };
                }
            }
            "journeys" => {
                for (place, word) in value.split_whitespace().enumerate().take(state.journeys.len()) {
                    let expected = || wrong("units and turns, as G-37=7");
                    let (id, turn) = word.split_once('=').ok_or_else(expected)?;
                    let piece = self.piece_named(state, id)?;
                    state.journeys[place] = Journey { piece, turn: turn.parse().map_err(|_| expected())? };
                }
            }
            _ => return Err(PositionError(format!("there is no mark \"{mark}\""))),
        }
        Ok(())
    }

    /// Who is kept in a Start Hex when a Combat Phase begins: who could not take a single step onto the map for enemies.
    fn bar_by_hand(&self, state: &mut State) {
        state.ready = state.on_map.and(self.theatre(state).of[state.side.index()]);
        self.note_the_barred(state);
        state.ready = Units::EMPTY;
    }

    /// The moves of an army begin with so many points.
    fn begin_by_hand(&self, state: &mut State, id: &str, points: &str) -> Result<(), PositionError> {
        let army = self.army_named(state, id)?;
        let march = allowance(points);
        let march = march.ok_or_else(|| PositionError(format!("points is \"{points}\" (expected a number, or 2*)")))?;
        let fits = match state.phase {
            Phase::FirstOperational | Phase::SecondOperational | Phase::Operational => army.side() == state.side,
            _ => false,
        };
        if !fits {
            return Err(PositionError(format!("the {} does not move in this phase", army.title())));
        }
        if army == Army::RussianSecond && !self.may_second_army_move(state) {
            return Err(PositionError(format!("the {} does not move on turn {}", army.title(), state.turn)));
        }
        let march = self.as_it_counts(state, army, march);
        self.look_at_the_rails(state);
        self.begin_segment(state, army, march, Luck::NONE, &mut Silence);
        state.step = Step::Moves;
        Ok(())
    }
}

/// `4` or `2*`.
fn allowance(text: &str) -> Option<Allowance> {
    let points = text.trim_end_matches('*').parse().ok().filter(|points| (1..=12).contains(points))?;
    Some(Allowance { points, star: text.ends_with('*') })
}

/// A position is built without chance: nothing rolls before somebody has chosen.
struct Sixes;

impl Dice for Sixes {
    fn die(&mut self, sides: u16) -> u16 {
        sides
    }
}
