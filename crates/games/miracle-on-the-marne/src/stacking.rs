//! 8.1 Stacking.

use crate::MiracleOnTheMarne;
use crate::ground::HEXES;
use crate::pieces::Piece;
use crate::state::{PieceSet, State};
use crate::tables::Mode;
use engine::{Event, EventKind, Habit, Refusal, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The stacking points of a unit [8.1a]: only counters have any, and markers none [8.1.2].
    #[inline]
    pub(crate) fn points_of(&self, unit: Piece) -> u8 {
        self.pieces.counter(unit).points
    }

    /// The stacking points of units.
    pub(crate) fn points(&self, units: PieceSet) -> u8 {
        units.iter().map(|unit| self.points_of(unit)).fold(0, u8::saturating_add)
    }

    /// How many points may be in a hex: more if all its units are in Offensive mode [8.1b, 5.1.1e] (ruling R26).
    pub(crate) fn limit(&self, all_offensive: bool) -> u8 {
        if all_offensive { self.tables.stacking_offensive } else { self.tables.stacking_other }
    }

    /// How many points may be where these units are.
    pub(crate) fn stacking_limit(&self, state: &State, units: PieceSet) -> u8 {
        self.limit(units.iter().all(|unit| state.mode(unit) == Mode::Offensive))
    }

    /// Whether these units are too many for one hex.
    pub(crate) fn are_overstacked(&self, state: &State, units: PieceSet) -> bool {
        self.points(units) > self.stacking_limit(state, units)
    }

    /// Whether a hex holds too many units.
    pub(crate) fn is_overstacked(&self, state: &State, hex: Hex) -> bool {
        self.are_overstacked(state, state.units_in(hex))
    }

    /// Whether units can be in a hex together with those that are there.
    pub(crate) fn fit(&self, state: &State, units: PieceSet, hex: Hex) -> bool {
        !self.are_overstacked(state, state.units_in(hex).or(units))
    }

    pub(crate) fn check_fit(&self, state: &State, units: PieceSet, hex: Hex) -> Result<(), Refusal> {
        if self.fit(state, units, hex) {
            return Ok(());
        }
        let all = state.units_in(hex).or(units);
        let reason = format!(
            "{} would hold {} stacking points, and its limit is {}",
            self.ground.label(hex),
            self.points(all),
            self.stacking_limit(state, all)
        );
        Err(Refusal::new(clauses!["8.1b", "8.1a"], reason))
    }

    /// At the end of a phase all units in over-stacked hexes are disrupted [8.1.3], those whose mode makes them too many
    /// too (rulings R27, R28).
    pub(crate) fn disrupt_overstacked(&self, state: &mut State) -> PieceSet {
        let mut points = [0u8; HEXES];
        let mut mixed = crate::ground::Hexes::EMPTY;
        for unit in state.on_map.iter() {
            let hex = state.hex(unit);
            let sum = &mut points[hex.index()];
            *sum = sum.saturating_add(self.points_of(unit));
            if state.mode(unit) != Mode::Offensive {
                mixed.insert(hex);
            }
        }
        let mut disrupted = PieceSet::EMPTY;
        for unit in state.on_map.without(state.disrupted).iter() {
            let hex = state.hex(unit);
            if points[hex.index()] > self.limit(!mixed.contains(hex)) {
                disrupted.insert(unit);
            }
        }
        self.disrupt(state, disrupted);
        disrupted
    }

    /// Tells who was disrupted by over-stacking: last of all, as it depends on modes that the enemy does not know. After an
    /// attacker's Combat Phase those of the other side were driven where they are.
    pub(crate) fn tell_overstacked(
        &self,
        state: &State,
        units: PieceSet,
        attacker: Option<Side>,
        events: &mut impl Sink,
    ) {
        for unit in units.iter() {
            let side = self.pieces.side(unit);
            events.note(side, Habit::Crowding, || (attacker.unwrap_or(side) == side).into());
            self.tell_unit(state, unit, events, EventKind::Disorder, "is disrupted by over-stacking", |event| {
                event.by(clauses!["8.1.3"]).reveals()
            });
        }
    }

    /// Marks units as disrupted at once; a second time has no effect [10.1.1a, 10.1.3].
    pub(crate) fn disrupt(&self, state: &mut State, units: PieceSet) {
        state.disrupted = state.disrupted.or(units);
    }

    /// Tells its own side what befalls a unit, and everybody else that it befalls a unit of its nation in its hex
    /// [8.1.5a].
    pub(crate) fn tell_unit(
        &self,
        state: &State,
        unit: Piece,
        events: &mut impl Sink,
        kind: EventKind,
        what: &str,
        finish: impl Fn(Event) -> Event,
    ) {
        let hex = state.hex(unit);
        let side = self.pieces.side(unit);
        let told = |who: &str| {
            let text = format!("{who} in {} {what}.", self.ground.label(hex));
            finish(Event::new(kind, text).side(side).at([hex]))
        };
        events.tell_apart(
            side,
            || told(self.pieces.title(unit)).of([self.pieces.name(unit).to_string()]),
            || told(&format!("A {} unit", self.nation_title(unit))),
        );
    }
}
