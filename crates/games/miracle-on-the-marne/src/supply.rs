//! 11 Supply.

use crate::MiracleOnTheMarne;
use crate::ground::Hexes;
use crate::pieces::{Nation, Piece};
use crate::state::{PieceSet, State, option};
use engine::{Event, EventKind, Options, Side, Sink, clauses};
use hexboard::{Entry, Hex, Reach, searching};

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Finds who is out of supply, for both sides at once and at this moment alone [4.E, 11.1.1].
    pub(crate) fn determine_supply(&self, state: &mut State, events: &mut impl Sink) {
        let mut unsupplied = PieceSet::EMPTY;
        for side in Side::BOTH {
            unsupplied = unsupplied.or(self.without_supply(state, side));
        }
        self.tell_supply(state, unsupplied, events);
        state.unsupplied = unsupplied;
    }

    /// The pieces of a side without supply [11.2.1a]: HQs without a line to their edge, all units of such HQs [11.2.1b],
    /// and units without a line to their HQ.
    pub(crate) fn without_supply(&self, state: &State, side: Side) -> PieceSet {
        let mut unsupplied = PieceSet::EMPTY;
        let networks = self.networks(state, side);
        let mut supplied_units = PieceSet::EMPTY;
        for hq in self.hqs(state, side).iter() {
            let network = &networks[usize::from(self.goes_west(state, hq))];
            if self.is_cut_off(state, hq) || !self.reaches_lines(state, hq, network) {
                unsupplied.insert(hq);
                continue;
            }
            let own = self.units(state, side).iter();
            let own = own.filter(|&unit| state.has(option::ANY_HQ) || state.corps_of(unit).hq() == hq).collect();
            supplied_units = supplied_units.or(self.within_range(state, own, hq));
        }
        unsupplied.or(self.units(state, side).without(supplied_units))
    }

    /// The open lines of a side, and those that lead off the west edge alone.
    fn networks(&self, state: &State, side: Side) -> [Hexes; 2] {
        let all = self.open_lines(state, side, false);
        [all, if state.has(option::BEF) { self.open_lines(state, side, true) } else { all }]
    }

    /// Whether the lines of a HQ must lead off the west edge: the British ones with the option [15.4.1].
    fn goes_west(&self, state: &State, hq: Piece) -> bool {
        self.pieces.counter(hq).nation == Nation::British && state.has(option::BEF)
    }

    /// Whether a HQ is out of supply for good [9.9e] (ruling R70).
    pub(crate) fn is_cut_off(&self, state: &State, hq: Piece) -> bool {
        state.cut_off >> state.corps_of(hq).0 & 1 == 1
    }

    /// The hexes through which no line of supply of a side may lead: enemies are in them [11.1.4a], or they are in their
    /// zone and no friendly unit negates that [11.1.4b]. Undefeated Paris hexes are closed to the Germans (ruling R23).
    pub(crate) fn supply_barred(&self, state: &State, side: Side) -> Hexes {
        let enemy = side.other();
        let zones = state.zones[enemy.index()].difference(state.held[side.index()]);
        let garrisons = self.ground.paris.iter().copied().filter(|&hex| self.is_closed(state, side, hex));
        self.occupied(state, enemy).union(zones).union(garrisons.collect())
    }

    /// The hexes of roads and railroads that lead off a friendly edge without passing enemies or their zones [11.1.3]
    /// [11.1.6a, 11.1.6b, 11.1.7a, 11.1.7b] (rulings R64, R65, R66); for British HQs with the option, off the west edge
    /// alone [15.4.1].
    fn open_lines(&self, state: &State, side: Side, west_only: bool) -> Hexes {
        let exits = if west_only { self.ground.west_exits } else { self.ground.supply_exits[side.index()] };
        let barred = self.supply_barred(state, side);
        self.near.along_lines.flood(&exits, &self.near.everywhere.difference(barred))
    }

    /// The line of a HQ to a road or railroad that leads off a friendly edge [11.1.6a], and along it to that edge
    /// [11.1.6b]: hex by hex from the HQ on.
    pub(crate) fn edge_line(&self, state: &State, hq: Piece) -> Option<Vec<Hex>> {
        let (side, west) = (self.pieces.side(hq), self.goes_west(state, hq));
        let network = self.networks(state, side)[usize::from(west)];
        let mut line = self.line_to(state, hq, &network)?;
        let exits = if west { self.ground.west_exits } else { self.ground.supply_exits[side.index()] };
        let barred = self.supply_barred(state, side);
        let enter = |hex: Hex| if barred.contains(hex) { Entry::Barred } else { Entry::Free };
        let along = searching(|reach| {
            let start = line.first().copied()?;
            let exit = reach.trace(&self.ground.lines, start, 254, enter, |_| 0, |hex| exits.contains(hex))?;
            Some(reach.path(exit).collect::<Vec<Hex>>())
        });
        line.reverse();
        line.extend(along.into_iter().flat_map(|along| along.into_iter().rev().skip(1)));
        Some(line)
    }

    /// Whether a HQ has a line of at most 8 points to such a road or railroad [11.1.6a].
    fn reaches_lines(&self, state: &State, hq: Piece, network: &Hexes) -> bool {
        self.way_in(state, hq, network, |_, _| ()).is_some()
    }

    /// The shortest line of a HQ into a network, told from its end back to the HQ.
    fn line_to(&self, state: &State, hq: Piece, network: &Hexes) -> Option<Vec<Hex>> {
        self.way_in(state, hq, network, |reach, end| reach.path(end).collect())
    }

    /// Looks at the shortest way of a HQ into a network, if there is one, and where it ends.
    fn way_in<T>(&self, state: &State, hq: Piece, network: &Hexes, look: impl FnOnce(&Reach, Hex) -> T) -> Option<T> {
        let side = self.pieces.side(hq);
        let barred = self.supply_barred(state, side);
        let enter = |hex: Hex| if barred.contains(hex) { Entry::Barred } else { Entry::Free };
        let costs = &self.ground.supply[usize::from(state.has(option::FOLLOW_ROADS))];
        searching(|reach| {
            let goal = |hex: Hex| network.contains(hex);
            let end = reach.trace(costs, state.hex(hq), self.tables.supply.length, enter, |_| 0, goal)?;
            Some(look(reach, end))
        })
    }

    /// Which of these units have a line to a HQ of at most 8 points [11.1.2, 11.1.5a], at normal costs but for road and
    /// railroad hexes [11.1.5b] (ruling R63), counting the hex of the HQ and not the unit's own [11.1.5c].
    fn within_range(&self, state: &State, units: PieceSet, hq: Piece) -> PieceSet {
        let barred = self.supply_barred(state, self.pieces.side(hq));
        let fed = self.find_fed(state.options, state.hex(hq), &barred, &Hexes::EMPTY);
        units.iter().filter(|&unit| fed.contains(state.hex(unit))).collect()
    }

    /// Whether any of these units is within supply range of a HQ (ruling R74).
    pub(crate) fn reaches_hq(&self, state: &State, units: PieceSet, hq: Piece) -> bool {
        let side = self.pieces.side(hq);
        let barred = self.supply_barred(state, side);
        let enter = |hex: Hex| if barred.contains(hex) { Entry::Barred } else { Entry::Free };
        let costs = &self.ground.supply_back[usize::from(state.has(option::FOLLOW_ROADS))];
        // No line is longer in hexes than all its half points.
        let (board, length) = (self.ground.board(), self.tables.supply.length);
        let near = |unit: Piece| board.distance(state.hex(unit), state.hex(hq)) <= length.into();
        let goals: Hexes = units.iter().filter(|&unit| near(unit)).map(|unit| state.hex(unit)).collect();
        !goals.is_empty()
            && searching(|reach| {
                reach.trace(costs, state.hex(hq), length, enter, |_| 0, |hex| goals.contains(hex)).is_some()
            })
    }

    /// The barred hexes where a unit that comes there negates the enemy's zone, so that a line may end in it [11.1.4b].
    pub(crate) fn supply_ends(&self, state: &State, side: Side, barred: &Hexes) -> Hexes {
        barred.intersection(state.zones[side.other().index()]).difference(self.closed(state, side))
    }

    /// All hexes in which a unit would have a line to a HQ in a hex [11.1.5a].
    pub(crate) fn find_fed(&self, options: Options, from: Hex, barred: &Hexes, ends: &Hexes) -> Hexes {
        let lines = &self.near.supply_back[usize::from(options.has(option::FOLLOW_ROADS))];
        lines.from(self.papers.number, from, barred, ends)
    }

    /// The hexes in which a HQ would feed a unit in a hex.
    pub(crate) fn find_feeding(&self, options: Options, from: Hex, barred: &Hexes) -> Hexes {
        let lines = &self.near.supply[usize::from(options.has(option::FOLLOW_ROADS))];
        lines.from(self.papers.number, from, barred, &Hexes::EMPTY)
    }

    /// Tells who lost supply and who has it again [11.2.1a, 11.2.4].
    fn tell_supply(&self, state: &State, unsupplied: PieceSet, events: &mut impl Sink) {
        events.tell(|| {
            let text = "Supply has been determined for both sides.";
            Event::new(EventKind::Supply, text).by(clauses!["4.E", "11.1.1"]).reveals()
        });
        for piece in unsupplied.without(state.unsupplied).iter() {
            self.tell_unit(state, piece, events, EventKind::Supply, "is out of supply", |event| {
                event.by(clauses!["11.2.1a"]).reveals()
            });
        }
        let on_map = state.on_map.or(state.hqs);
        for piece in state.unsupplied.without(unsupplied).and(on_map).iter() {
            self.tell_unit(state, piece, events, EventKind::Supply, "is in supply again", |event| {
                event.by(clauses!["11.2.4"]).reveals()
            });
        }
    }

    /// The line of supply of a piece as it would be judged now, for whoever may look: the hexes from the piece to its HQ.
    pub(crate) fn supply_line(&self, state: &State, unit: Piece) -> Option<Vec<Hex>> {
        let hq = state.corps_of(unit).hq();
        if !state.hqs.contains(hq) {
            return None;
        }
        self.in_hq_range(state, hq, |reach| {
            reach.cost(state.hex(unit))?;
            Some(reach.path(state.hex(unit)).collect())
        })
    }

    /// Looks at all that lies within 8 points of a HQ [11.1.5a, 11.1.5b].
    pub(crate) fn in_hq_range<T>(&self, state: &State, hq: Piece, look: impl FnOnce(&Reach) -> T) -> T {
        let barred = self.supply_barred(state, self.pieces.side(hq));
        let enter = |hex: Hex| if barred.contains(hex) { Entry::Barred } else { Entry::Free };
        let costs = &self.ground.supply_back[usize::from(state.has(option::FOLLOW_ROADS))];
        searching(|reach| {
            reach.explore(costs, state.hex(hq), self.tables.supply.length, enter, |_| 0);
            look(reach)
        })
    }
}
