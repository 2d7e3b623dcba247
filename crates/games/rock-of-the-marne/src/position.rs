//! Positions made by hand.

use crate::RockOfTheMarne;
use crate::pieces::{Class, Piece, PieceSet};
use crate::sequence::Phase;
use crate::state::{Bridge, State, counters_of, side_of};
use engine::dice::NoDice;
use engine::position::{PlacedPiece, Position, PositionError};
use engine::{Rules, Side, Silence};

impl RockOfTheMarne {
    /// Builds a position. Pieces not named are nowhere, but regiments and Stormtroopers that the scenario has are in
    /// their pools; nobody is Out of Supply who is not marked so; the phase begins with nothing done in it. Marks:
    /// `side` (`german` or `allied`), `bridges` and `destroyed` (hexsides), `ground` (hexes last entered by Germans),
    /// `allied-ground`, `points` (Replacement Points left), `pool-german` and `pool-allied` (how many there are).
    pub(crate) fn build(&self, position: &Position) -> Result<State, PositionError> {
        let fail = |message: String| PositionError(message);
        let about = self.about();
        let (scenario, options) = position.head(about)?;
        let mut state = self.bare(scenario, options);
        let (first, last) = self.scenarios[scenario].turns;
        state.turn = position.turn(first..=last)?;
        if let Some(side) = position.marks.get("side") {
            state.side = about.side(side).ok_or_else(|| fail(format!("\"{side}\" is no side")))?;
        }
        let phase = self.phase_named(position.phase.as_deref().unwrap_or("movement"))?;
        for placed in &position.pieces {
            self.put_by_hand(&mut state, placed)?;
        }
        self.fill_pools(&mut state);
        for (mark, value) in &position.marks {
            self.mark_by_hand(&mut state, mark, value)?;
        }
        if phase == Phase::Refit || phase == Phase::Supply {
            return Err(fail("a position begins with the phase replacement, movement, combat or exploitation".into()));
        }
        self.begin_phase(&mut state, phase, &mut NoDice, &mut Silence);
        if let Some(points) = position.marks.get("points") {
            state.points = points.parse().map_err(|_| fail(format!("\"{points}\" is no number of points")))?;
        }
        Ok(state)
    }

    fn phase_named(&self, id: &str) -> Result<Phase, PositionError> {
        let found = Phase::ALL.into_iter().find(|phase| phase.id() == id);
        found.ok_or_else(|| PositionError(format!("there is no phase \"{id}\"")))
    }

    /// Regiments and Stormtroopers that are not on the map are in the pools.
    fn fill_pools(&self, state: &mut State) {
        let scenario = self.scenario(state);
        for side in Side::BOTH {
            let class = crate::scenarios::pool_class(side);
            let used = state.units(side).iter().filter(|&piece| self.pieces.class(piece) == class).count();
            let free = usize::from(scenario.pools[side.index()]).saturating_sub(used);
            let spare = self.pieces.of_class(class).filter(|&piece| !state.on_map.contains(piece)).take(free);
            state.pool = state.pool.or(spare.collect());
        }
    }

    fn put_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let fail = |message: String| Err(PositionError(format!("{}: {message}", placed.piece)));
        let Some(piece) = self.pieces.named(&placed.piece) else {
            return fail("there is no such unit".into());
        };
        if placed.facing.is_some() || placed.second_hex.is_some() {
            return fail("units have one hex and no facing".into());
        }
        let everywhere = state.on_map.or(state.ready).or(state.flown).or(state.patrol).or(state.dead).or(state.waiting);
        if everywhere.contains(piece) {
            return fail("it is placed twice".into());
        }
        let steps = self.pieces.counter(piece).steps;
        match placed.steps {
            None => {}
            Some(given) if given == steps => {}
            Some(1) => state.flipped.insert(piece),
            Some(given) => return fail(format!("it cannot have {given} steps")),
        }
        for mark in &placed.marks {
            match mark.as_str() {
                "reduced" | "depleted" | "broken-down" => state.flipped.insert(piece),
                "out-of-supply" => state.unsupplied.insert(piece),
                "cap" => {}
                _ => {
                    return fail(format!(
                        "unknown mark \"{mark}\" (known are reduced, depleted, broken-down, out-of-supply, cap)"
                    ));
                }
            }
        }
        if let Some(place) = &placed.place {
            return self.put_in_box(state, piece, place);
        }
        let hex = self.ground.board().parse(&placed.hex).map_err(|error| PositionError(error.to_string()))?;
        if !self.in_area(state, hex) {
            return fail(format!("{} is outside the area of the scenario", placed.hex));
        }
        if self.pieces.class(piece) == Class::Airplane {
            state.patrol.insert(piece);
            state.set_hex(piece, hex);
            return Ok(());
        }
        if state.holder(hex).is_some_and(|side| side != side_of(piece)) {
            return fail(format!("{} holds units of both sides", placed.hex));
        }
        self.put(state, piece, hex);
        Ok(())
    }

    /// Boxes: `ready`, `flown`, `dead`, `broken-down` and `turn N` of the track.
    fn put_in_box(&self, state: &mut State, piece: Piece, place: &str) -> Result<(), PositionError> {
        let plane = self.pieces.class(piece) == Class::Airplane;
        match (place, place.strip_prefix("turn ").map(str::parse)) {
            ("ready", _) if plane => state.ready.insert(piece),
            ("flown", _) if plane => state.flown.insert(piece),
            ("dead", _) => {
                state.dead.insert(piece);
                state.flipped.remove(piece);
            }
            ("broken-down", _) if self.breaks_down(piece) => {
                state.dead.insert(piece);
                state.broken_down.insert(piece);
            }
            (_, Some(Ok(turn))) => {
                state.waiting.insert(piece);
                state.due[piece.index()] = turn;
            }
            _ => {
                let name = self.pieces.name_of(piece);
                return Err(PositionError(format!("{name}: there is no place \"{place}\" for it")));
            }
        }
        Ok(())
    }

    fn mark_by_hand(&self, state: &mut State, mark: &str, value: &str) -> Result<(), PositionError> {
        let fail = |message: String| PositionError(message);
        let hexes = || -> Result<Vec<hexboard::Hex>, PositionError> {
            let parse = |word: &str| self.ground.board().parse(word).map_err(|error| fail(error.to_string()));
            value.split_whitespace().map(parse).collect()
        };
        match mark {
            "side" | "points" => {}
            "bridges" | "destroyed" => {
                for word in value.split_whitespace() {
                    let crossing = self.crossing_named(word).map_err(fail)?;
                    let free = state.bridges.iter_mut().take(state.bridge_count.into()).find(|bridge| !bridge.lies());
                    let bridge = free.ok_or_else(|| fail("there are not so many assault bridges".into()))?;
                    *bridge = Bridge { crossing, intact: mark == "bridges", tried: false };
                    self.bridge_changed(state, crossing);
                }
            }
            "ground" => hexes()?.into_iter().for_each(|hex| {
                state.german_ground.insert(hex);
            }),
            "allied-ground" => hexes()?.into_iter().for_each(|hex| {
                state.german_ground.remove(hex);
            }),
            "pool-german" | "pool-allied" => {
                let side = if mark == "pool-german" { Side::First } else { Side::Second };
                let count: usize = value.parse().map_err(|_| fail(format!("\"{value}\" is no number")))?;
                let kept: PieceSet = state.pool.and(counters_of(side)).iter().take(count).collect();
                state.pool = state.pool.without(counters_of(side)).or(kept);
            }
            _ => {
                let known = "side, bridges, destroyed, ground, allied-ground, points, pool-german and pool-allied";
                return Err(fail(format!("unknown mark \"{mark}\" (known are {known})")));
            }
        }
        Ok(())
    }
}
