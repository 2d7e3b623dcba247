//! 8.0 Supply.

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, Army, GERMAN, Piece, UNITS, Units};
use crate::state::State;
use crate::theatre::Theatre;
use engine::{Clause, EventKind, Side, Sink, clauses};
use hexboard::Hex;
use std::ops::Deref;

/// What a unit finds when it looks for supply.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line to the map edge [std/8.5].
    Edge,
    /// A line to a fort, to Königsberg or to Paris: full supply, but not from the map edge.
    Other,
    /// None.
    Cut,
}

/// What a unit finds, and whether it is attenuated first if it finds nothing.
pub(crate) type Found = (Piece, Line, bool);

/// What the units of a side find.
pub(crate) struct AllFound {
    found: [Found; UNITS],
    count: usize,
}

impl FromIterator<Found> for AllFound {
    fn from_iter<I: IntoIterator<Item = Found>>(found: I) -> AllFound {
        let mut all = AllFound { found: [(Piece::NONE, Line::Cut, false); UNITS], count: 0 };
        for found in found {
            all.found[all.count] = found;
            all.count += 1;
        }
        all
    }
}

impl Deref for AllFound {
    type Target = [Found];

    fn deref(&self) -> &[Found] {
        &self.found[..self.count]
    }
}

/// Where lines of the units of one side lead, worked out for all hexes at once.
struct Network {
    /// Hexes of which a line may be made, each with a line onward to the edge.
    edge: Hexes,
    /// The sources themselves.
    sources: Hexes,
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The hexes that lead to some sources, step by step along the Retreat Compass [std/8.22c], of any length
    /// [std/8.22a], shared by all [std/8.23].
    fn network(&self, state: &State, side: Side, sources: Hexes) -> Network {
        let theatre = self.theatre(state);
        let (own, enemy) = (side.index(), side.other().index());
        let blocked = state.held[enemy] | (state.zoc[enemy] - state.held[own]);
        // Enemies block, and their zones where no friend stands; the source is tested like any other hex [std/8.22b].
        let open = theatre.everywhere - blocked;
        Network { edge: theatre.against_compass[own].flood(&sources, &open), sources }
    }

    /// The hexes from which a path of at most `steps` hexes leads into some others, through hexes that `open` accepts;
    /// where it begins is not asked [std/8.22d].
    pub(crate) fn around(&self, theatre: &Theatre, goals: Hexes, steps: u8, open: impl Fn(Hex) -> bool) -> Hexes {
        let mut found: Hexes = goals;
        let mut wave: Hexes = goals.iter().filter(|&hex| open(hex)).collect();
        for _ in 0..steps {
            let mut next = Hexes::EMPTY;
            for near in wave.iter().flat_map(|hex| theatre.near(hex)) {
                if found.insert(near) && open(near) {
                    next.insert(near);
                }
            }
            if next.is_empty() {
                break;
            }
            wave = next;
        }
        found
    }

    /// The hexes from which a path of any length leads into some others, through open hexes; where it begins is not asked
    /// [std/8.22d].
    fn reached_through(&self, theatre: &Theatre, goals: Hexes, open: Hexes) -> Hexes {
        let within = theatre.spread.flood(&goals, &open);
        goals | within | theatre.spread.beside(&within)
    }

    /// Whether a unit in a hex has a line in a network: it stands on a source, or a step of the compass leads to one
    /// [std/8.2, std/8.22d].
    fn is_linked(theatre: &Theatre, network: &Network, side: Side, hex: Hex) -> bool {
        network.sources.contains(hex) || theatre.retreats(side, hex).any(|next| network.edge.contains(next))
    }

    /// Checks the supply of units and places or takes away their markers [std/8.1, std/8.3a, std/8.3b].
    pub(crate) fn check_supply(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        if state.turn == 1 {
            let units = state.on_map.and(self.theatre(state).of[side.index()]);
            return Self::begin_in_supply(state, units);
        }
        for &(piece, line, attenuates) in self.lines_found(state, side).iter() {
            self.mark_supply(state, piece, line, attenuates, events);
        }
    }

    /// What each unit of a side finds if its supply is checked now.
    pub(crate) fn lines_found(&self, state: &State, side: Side) -> AllFound {
        let units = state.on_map.and(self.theatre(state).of[side.index()]);
        match (state.is_tannenberg(), side) {
            (true, GERMAN) => self.eastern_german_lines(state, units),
            (true, ALLIED) => self.russian_army_lines(state, units),
            (false, _) => self.western_lines(state, side, units),
        }
    }

    /// Whether a unit would find a line in a hex as things stand, whoever its neighbours are by then.
    pub(crate) fn would_be_fed(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let sources = self.edge_sources(state, piece);
        let network = self.network(state, side, sources);
        let linked = Self::is_linked(theatre, &network, side, hex);
        let elsewhere = || match (state.is_tannenberg(), side) {
            (true, GERMAN) => self.fortress_supply(state).contains(hex) || self.is_in_fort(state, hex),
            (true, ALLIED) => {
                self.army(state, piece) == Army::RussianSecond
                    && self.is_far_east(state, hex)
                    && self.russian_lines(state).contains(hex)
            }
            (false, _) => {
                theatre.ground.start_hexes.contains(hex)
                    || (side == ALLIED && theatre.french.contains(piece) && self.paris_supply(state).contains(hex))
            }
        };
        linked || elsewhere()
    }

    /// The map edge on which a unit draws.
    fn edge_sources(&self, state: &State, piece: Piece) -> Hexes {
        let theatre = self.theatre(state);
        match (state.is_tannenberg(), theatre.side(piece)) {
            (true, GERMAN) => theatre.ground.west,
            (true, ALLIED) => theatre.sources_of(self.army(state, piece)),
            (false, GERMAN) => theatre.ground.north_edge,
            (false, ALLIED) => theatre.ground.south_edge,
        }
    }

    /// A line of a unit to its map edge along the Retreat Compass, hex by hex [std/8.22c]; none if another rule supplies
    /// it.
    pub(crate) fn edge_line(&self, state: &State, piece: Piece) -> Option<Vec<Hex>> {
        let (theatre, start) = (self.theatre(state), state.hex(piece));
        let side = theatre.side(piece);
        let network = self.network(state, side, self.edge_sources(state, piece));
        let (mut lines, mut seen) = (vec![vec![start]], Hexes::EMPTY);
        while !lines.is_empty() {
            let mut longer = Vec::new();
            for line in lines {
                let &end = line.last()?;
                if network.sources.contains(end) {
                    return Some(line);
                }
                for next in theatre.retreats(side, end).filter(|&next| network.edge.contains(next)) {
                    if seen.insert(next) {
                        longer.push([line.as_slice(), &[next]].concat());
                    }
                }
            }
            lines = longer;
        }
        None
    }

    /// On turn 1 all are in supply, from the map edge [tannenberg/5.31c, marne/5.311c, std/8.6].
    fn begin_in_supply(state: &mut State, units: Units) {
        state.edge = state.edge.or(units);
    }

    /// Germans in the east draw on the gray hexes of the west edge, or on their fortresses; railways do not matter
    /// [tannenberg/8.21c, tannenberg/8.222].
    fn eastern_german_lines(&self, state: &State, units: Units) -> AllFound {
        let theatre = self.theatre(state);
        let west = self.network(state, GERMAN, theatre.ground.west);
        let fortress = self.fortress_supply(state);
        let found = units.iter().map(|piece| {
            let hex = state.hex(piece);
            let line = if Self::is_linked(theatre, &west, GERMAN, hex) {
                Line::Edge
            } else if fortress.contains(hex) || self.is_in_fort(state, hex) {
                Line::Other
            } else {
                Line::Cut
            };
            (piece, line, true)
        });
        found.collect()
    }

    /// The Russian First Army draws on the east edge, the Second on the south edge [tannenberg/8.21a, tannenberg/8.21b];
    /// the Second knows no attenuated supply [tannenberg/8.31a, tannenberg/8.31b, std/8.3c].
    fn russian_army_lines(&self, state: &State, units: Units) -> AllFound {
        let theatre = self.theatre(state);
        let networks = theatre.sources.map(|sources| self.network(state, ALLIED, sources));
        let homeland = self.russian_lines(state);
        let found = units.iter().map(|piece| {
            let hex = state.hex(piece);
            let second = self.army(state, piece) == Army::RussianSecond;
            let linked = Self::is_linked(theatre, &networks[usize::from(second)], ALLIED, hex)
                || (second && self.is_far_east(state, hex) && homeland.contains(hex));
            (piece, if linked { Line::Edge } else { Line::Cut }, !second)
        });
        found.collect()
    }

    /// In the west lines lead to the north or the south edge of the map [marne/8.21a, marne/8.21c], and units in Start
    /// Hexes always have one [marne/2.13e, marne/8.21d].
    fn western_lines(&self, state: &State, side: Side, units: Units) -> AllFound {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let edge = if side == GERMAN { ground.north_edge } else { ground.south_edge };
        let lines = self.network(state, side, edge);
        let paris = if side == ALLIED { self.paris_supply(state) } else { Hexes::EMPTY };
        let found = units.iter().map(|piece| {
            let hex = state.hex(piece);
            let line = if ground.start_hexes.contains(hex) || Self::is_linked(theatre, &lines, side, hex) {
                Line::Edge
            } else if paris.contains(hex) && theatre.french.contains(piece) {
                Line::Other
            } else {
                Line::Cut
            };
            (piece, line, Self::attenuates_in_the_west(theatre, side, hex))
        });
        found.collect()
    }

    /// Whether a unit without a line is attenuated first: not in the area of the German First Army, where Germans are out
    /// of supply at once [marne/8.31a, marne/8.31b] (ruling M25).
    fn attenuates_in_the_west(theatre: &Theatre, side: Side, hex: Hex) -> bool {
        side == ALLIED || theatre.ground.area(GERMAN, hex) != Some(Army::GermanFirst)
    }

    /// Where Königsberg supplies: at most six hexes away, in any direction [tannenberg/8.21d, tannenberg/8.221]
    /// [std/8.22e], while no Russian was the last to enter it (rulings T18, T19).
    fn fortress_supply(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let Some(city) = theatre.ground.konigsberg.filter(|&city| !state.taken.contains(city)) else {
            return Hexes::EMPTY;
        };
        if !Self::is_passable(state, GERMAN, city) {
            return Hexes::EMPTY;
        }
        let reach = theatre.tables.east.supply.konigsberg;
        self.around(theatre, [city].into_iter().collect(), reach, |hex| Self::is_passable(state, GERMAN, hex))
    }

    /// Where Paris supplies French units: inside the Fortified Camp, in any direction [marne/8.21b, marne/10.43c]
    /// [std/8.22e].
    pub(crate) fn paris_supply(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let open = ground.camp & self.passable(state, ALLIED);
        self.reached_through(theatre, ground.paris & open, open) & ground.camp
    }

    /// The hexes of Russia from which lines through Russia alone lead to the south edge, whatever the compass says
    /// [tannenberg/8.32] (ruling T27).
    fn russian_lines(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let open = self.passable(state, ALLIED) - ground.germany;
        self.reached_through(theatre, theatre.sources[1], open) - ground.germany
    }

    /// Whether a hex lies in Russia and east of hexrow 3400 [tannenberg/8.32].
    fn is_far_east(&self, state: &State, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        theatre.ground.board().column_row(hex).0 > theatre.tables.east.supply.free_east_of
            && !theatre.ground.germany.contains(hex)
    }

    /// Gives a unit the marker that its line earns. Supply alone takes no steps [std/8.4c].
    fn mark_supply(&self, state: &mut State, piece: Piece, line: Line, attenuates: bool, events: &mut impl Sink) {
        let before = (state.attenuated.contains(piece), state.unsupplied.contains(piece));
        state.attenuated.remove(piece);
        state.unsupplied.remove(piece);
        state.edge.remove(piece);
        match (line, before) {
            (Line::Edge, _) => state.edge.insert(piece),
            (Line::Other, _) => {}
            (Line::Cut, (false, false)) if attenuates => state.attenuated.insert(piece),
            (Line::Cut, _) => state.unsupplied.insert(piece),
        }
        let after = (state.attenuated.contains(piece), state.unsupplied.contains(piece));
        if before == after {
            return;
        }
        events.tell(|| {
            let (what, clause) = match after {
                (true, _) => ("is in attenuated supply", Clause("std/8.3b")),
                (_, true) if !attenuates => ("is out of supply at once", Clause("std/8.3c")),
                (_, true) => ("is out of supply", Clause("std/8.3b")),
                _ => ("is in supply again", Clause("std/8.3a")),
            };
            let text = format!("{} {what}.", self.name(state, piece));
            self.unit_event(state, piece, EventKind::Supply, text).at([state.hex(piece)]).by(vec![clause])
        });
    }

    /// Whether a fort that still stands is in a hex; all forts are German and supply whoever is in them
    /// [std/13.1, std/13.4].
    pub(crate) fn is_in_fort(&self, state: &State, hex: Hex) -> bool {
        self.theatre(state).ground.forts.contains(hex) && !state.wrecked.contains(hex)
    }

    /// The clauses behind a unit's supply status.
    pub(crate) fn supply_clauses(state: &State, piece: Piece) -> Vec<Clause> {
        if state.unsupplied.contains(piece) {
            clauses!["std/8.4b"]
        } else if state.attenuated.contains(piece) {
            clauses!["std/8.4a"]
        } else {
            clauses!["std/8.5"]
        }
    }

    /// Of some hexes those where a German in the east could draw full supply from the map edge, for units that come back
    /// [tannenberg/15.2l].
    pub(crate) fn with_edge_supply(&self, state: &State, hexes: Hexes) -> Hexes {
        let theatre = self.theatre(state);
        let west = self.network(state, GERMAN, theatre.ground.west);
        hexes.iter().filter(|&hex| Self::is_linked(theatre, &west, GERMAN, hex)).collect()
    }

    /// Whether a hex of the Fortified Camp has a French line to Paris or the south edge (ruling M46).
    pub(crate) fn camp_supply(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let south = self.network(state, ALLIED, theatre.ground.south_edge);
        let mut hexes = self.paris_supply(state);
        hexes.extend(theatre.ground.camp.iter().filter(|&hex| Self::is_linked(theatre, &south, ALLIED, hex)));
        hexes
    }
}
