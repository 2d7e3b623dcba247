//! 5.0 Basic Scenario Rules: how a scenario begins.

use crate::RockOfTheMarne;
use crate::ground::Crossing;
use crate::pieces::{Class, Piece, PieceSet};
use crate::scenarios::{Scenario, pool_class};
use crate::state::{Bridge, State, option};
use engine::{Options, Side, Silence};

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The scenario that is played.
    #[inline]
    pub(crate) fn scenario(&self, state: &State) -> &Scenario {
        &self.scenarios[usize::from(state.scenario)]
    }

    /// The beginning of a scenario. Every hex is fixed, so nobody has to be first [5.0b] (ruling 103).
    pub(crate) fn begin(&self, number: usize, options: Options) -> State {
        let mut state = self.bare(number, options);
        let scenario = self.scenario(&state);
        for standing in &scenario.setup {
            Self::turn(&mut state, standing.piece, standing.back);
            self.put(&mut state, standing.piece, standing.hex);
        }
        for standing in &scenario.cap {
            state.patrol.insert(standing.piece);
            state.set_hex(standing.piece, standing.hex);
            Self::turn(&mut state, standing.piece, standing.back);
        }
        for unit in &scenario.ready {
            state.ready.insert(unit.piece);
            Self::turn(&mut state, unit.piece, unit.back);
        }
        // Divisions that begin broken down lie in the dead pile [6.1/note1, 7.1/note2, 7.2/note].
        state.dead = scenario.dead.iter().copied().collect();
        state.broken_down = state.dead;
        for arrival in scenario.arrivals.iter().filter(|arrival| Self::is_scheduled(options, arrival)) {
            state.due[arrival.unit.piece.index()] = arrival.turn;
            state.waiting.insert(arrival.unit.piece);
        }
        for side in Side::BOTH {
            state.pool = state.pool.or(self.pool_at_start(scenario, side));
        }
        if state.has(option::SWORN_REGIMENTS) {
            let set_up = scenario.setup.iter().map(|standing| standing.piece);
            let keeps = self.sworn_to(&state).is_some();
            state.sworn = set_up.filter(|&piece| keeps && self.pieces.class(piece) == Class::Regiment).collect();
        }
        for (bridge, &(one, other)) in state.bridges.iter_mut().zip(&scenario.bridges) {
            if let Some(crossing) = self.crossing_between(one, other) {
                *bridge = Bridge { crossing, intact: true, tried: false };
            }
        }
        for bridge in state.bridges {
            if bridge.lies() {
                self.bridge_changed(&mut state, bridge.crossing);
            }
        }
        state.german_ground = scenario.held;
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                self.enter_ground(&mut state, side, hex);
            }
        }
        self.check_supply_at_start(&mut state);
        self.begin_replacement(&mut state, &mut Silence);
        state
    }

    /// Units that the lists mark reduced and HQs that they mark Depleted have their back up [5.0c-1, 5.0c-2].
    fn turn(state: &mut State, piece: Piece, back: bool) {
        if back {
            state.flipped.insert(piece);
        }
    }

    /// A scenario without any unit.
    pub(crate) fn bare(&self, number: usize, options: Options) -> State {
        let mut state = State::empty(number, options);
        state.turn = self.scenarios[number].turns.0;
        state.bridge_count = self.tables.bridges;
        state.german_ground = self.scenarios[number].held;
        state
    }

    /// The Stormtroopers or regiments that a scenario leaves in the pool: its number, less those in its lists [5.0e-1]
    /// [5.0e-2].
    fn pool_at_start(&self, scenario: &Scenario, side: Side) -> PieceSet {
        let class = pool_class(side);
        let used: PieceSet = scenario.pieces().filter(|&piece| self.pieces.class(piece) == class).collect();
        let free = usize::from(scenario.pools[side.index()]).saturating_sub(used.len());
        self.pieces.of_class(class).filter(|&piece| !used.contains(piece)).take(free).collect()
    }

    /// The HQ of the divisions that begin broken down: their regiments keep its command with the switch (ruling 74).
    pub(crate) fn sworn_to(&self, state: &State) -> Option<Piece> {
        self.scenario(state).dead.iter().find_map(|&division| self.pieces.counter(division).hq)
    }

    /// The hexside of the Marne between two hexes.
    pub(crate) fn crossing_between(&self, one: hexboard::Hex, other: hexboard::Hex) -> Option<Crossing> {
        let way = self.ground.board().direction(one, other)?;
        self.ground.crossing(one, way)
    }
}
