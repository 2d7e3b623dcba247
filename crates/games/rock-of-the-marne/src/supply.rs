//! 1.3 Supply and 1.4 Attack Supply.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::state::{State, Step, option, side_of};
use crate::ways;
use engine::{Event, Refusal, Side, Sink, clauses};
use hexboard::Hex;

/// The most bridges over the Marne that lines of supply can use at a time.
const MOST_SPANS: usize = 32;

/// Which HQs south of the Marne can trace over which bridges.
pub(crate) struct Spans {
    hqs: [Piece; 32],
    reach: [u32; 32],
    count: usize,
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The hexes that a line of supply may enter: no enemy unit there, and no enemy zone unless a friendly unit negates
    /// it [1.3-1, 1.3-3, scs/12.0b, scs/4.0e].
    fn open_lines(&self, state: &State, side: Side) -> Hexes {
        let (own, enemy) = (side.index(), side.other().index());
        self.scenario(state).area - state.held[enemy] - (state.zoc[enemy] - state.held[own])
    }

    /// Whether a line of an HQ's supply range leads from it to a hex: counted in hexes, free of the enemy, the last
    /// hex excepted; the Marne does not matter [1.1a-5, 1.3-2, 1.3-3] (rulings 24, 25, 29).
    pub(crate) fn reaches(&self, state: &State, hq: Piece, hex: Hex) -> bool {
        let (from, range) = (state.hex(hq), self.pieces.counter(hq).range);
        if self.steps.distance(from, hex) > range {
            return false;
        }
        let open = self.open_lines(state, side_of(hq));
        ways::find(&self.steps, hex, range, &open, |at| at == from).is_some()
    }

    /// Everything that can be reached from some hexes through open ones, and not across the Marne if `banks` are apart.
    fn flood(&self, state: &State, side: Side, seeds: &Hexes, banks: bool) -> Hexes {
        ways::flood(&self.steps, &self.open_lines(state, side), seeds, banks)
    }

    /// All hexes from which a line of any length leads to a supply source without a bridge [1.3-1, 1.3b-1, 1.3b-2];
    /// only Germans mind the Marne [1.3g-1] (ruling 30).
    fn connected(&self, state: &State, side: Side) -> Hexes {
        self.flood(state, side, &self.scenario(state).sources[side.index()], side == GERMAN)
    }

    /// Every bridge whose far bank is connected, and all that lies open south of it.
    fn spans(&self, state: &State, connected: &Hexes, mut look: impl FnMut(usize, &Hexes)) {
        let (mut count, open) = (0, self.open_lines(state, GERMAN));
        // Bridges that lead to the same open ground share it.
        let mut ground = Hexes::EMPTY;
        for crossing in 0..self.ground.crossings().len() as u8 {
            if !self.is_bridged(state, crossing) || count == MOST_SPANS {
                continue;
            }
            let [one, other] = self.banks(crossing);
            let (north, south) = if self.ground.south.contains(one) { (other, one) } else { (one, other) };
            if connected.contains(north) && open.contains(south) {
                if !ground.contains(south) {
                    ground = self.flood(state, GERMAN, &[south].into_iter().collect(), true);
                }
                look(count, &ground);
                count += 1;
            }
        }
    }

    /// Which German HQs south of the Marne can trace over which bridges [1.3g-1].
    pub(crate) fn bridge_lines(&self, state: &State) -> Spans {
        let mut lines = Spans { hqs: [Piece(0); 32], reach: [0; 32], count: 0 };
        for hq in self.hqs(state, GERMAN).iter().filter(|&hq| self.ground.south.contains(state.hex(hq))) {
            if lines.count < lines.hqs.len() {
                lines.hqs[lines.count] = hq;
                lines.count += 1;
            }
        }
        if lines.count > 0 {
            let connected = self.connected(state, GERMAN);
            self.spans(state, &connected, |span, open| {
                for at in 0..lines.count {
                    if open.contains(state.hex(lines.hqs[at])) {
                        lines.reach[at] |= 1 << span;
                    }
                }
            });
        }
        lines
    }

    /// Whether an HQ in a hex would have a line to a supply source (ruling 34).
    pub(crate) fn lines_from(&self, state: &State, side: Side) -> Hexes {
        let mut all = self.connected(state, side);
        if side == GERMAN {
            let connected = all;
            self.spans(state, &connected, |_, open| all |= *open);
        }
        all
    }

    /// The Supply Phase begins: where more German HQs are south of the Marne than bridges can carry, their owner says
    /// which are served [1.3g-2] (ruling 28).
    pub(crate) fn begin_supply(&self, state: &mut State, events: &mut impl Sink) {
        state.traced = PieceSet::EMPTY;
        if state.side == GERMAN {
            let lines = self.bridge_lines(state);
            let able = lines.able();
            if lines.carries(able) {
                state.traced = able;
            } else {
                state.step = Step::Bridges;
                return;
            }
        }
        self.finish_supply(state, events);
    }

    /// HQs that can be added to those served.
    pub(crate) fn bridge_choice(&self, state: &State) -> PieceSet {
        let lines = self.bridge_lines(state);
        let more = lines.able().without(state.traced);
        let fits = |&hq: &Piece| lines.carries(state.traced.or([hq].into_iter().collect()));
        more.iter().filter(fits).collect()
    }

    pub(crate) fn has_bridge_choice(&self, state: &State) -> bool {
        !self.bridge_choice(state).is_empty()
    }

    pub(crate) fn check_bridge_choice(&self, state: &State, hq: Piece) -> Result<(), Refusal> {
        if self.bridge_choice(state).contains(hq) {
            return Ok(());
        }
        let reason = format!("no bridge is left that could carry the supply line of {}", self.pieces.name_of(hq));
        Err(Refusal::new(clauses!["1.3g-1", "1.3g-2"], reason))
    }

    /// Marks who is Out of Supply and takes the marks off who is not [1.3a-1, 1.3a-2, scs/12.0a].
    pub(crate) fn finish_supply(&self, state: &mut State, events: &mut impl Sink) {
        let side = state.side;
        let supplied = self.supplied(state, side);
        let before = state.unsupplied.and(state.units(side));
        let now = state.units(side).without(supplied);
        state.unsupplied = state.unsupplied.without(before).or(now);
        self.tell_supply(state, now.without(before), before.without(now), events);
        state.step = Step::Idle;
    }

    fn tell_supply(&self, state: &State, lost: PieceSet, found: PieceSet, events: &mut impl Sink) {
        for (units, what) in [(lost, "Out of Supply"), (found, "in supply again")] {
            if units.is_empty() {
                continue;
            }
            events.tell(|| {
                let names: Vec<String> = units.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect();
                let hexes: Vec<Hex> = units.iter().map(|piece| state.hex(piece)).collect();
                let text = format!("{what}: {}.", names.join(", "));
                Event::new("supply", text).at(hexes).of(names).by(clauses!["1.3a-1", "1.3a-2"]).reveals()
            });
        }
    }

    /// A side's units in trace supply: HQs with a line to a source, and every unit within the range of one, of any
    /// nation, Depleted or not [1.3-2, 1.3-4, 1.3d-1, 1.3d-2, 1.3e, 1.1f-2, 1.1a-2, 1.1a-3].
    pub(crate) fn supplied(&self, state: &State, side: Side) -> PieceSet {
        let connected = self.connected(state, side);
        let has_line = |&hq: &Piece| connected.contains(state.hex(hq)) || state.traced.contains(hq);
        let hqs: PieceSet = self.hqs(state, side).iter().filter(has_line).collect();
        let (mut near, open) = (Hexes::EMPTY, self.open_lines(state, side));
        for hq in hqs.iter() {
            let range = self.pieces.counter(hq).range;
            ways::within(&self.steps, state.hex(hq), range, &open, |hex| {
                near.insert(hex);
            });
        }
        let units = state.units(side).without(self.hq_counters).iter();
        hqs.or(units.filter(|&piece| near.contains(state.hex(piece))).collect())
    }

    /// The supply of both sides before the first turn [1.3c-2] (ruling 104).
    pub(crate) fn check_supply_at_start(&self, state: &mut State) {
        for side in [GERMAN, ALLIED] {
            state.traced = if side == GERMAN { self.served(state) } else { PieceSet::EMPTY };
            let supplied = self.supplied(state, side);
            state.unsupplied = state.unsupplied.or(state.units(side).without(supplied));
        }
        state.traced = PieceSet::EMPTY;
    }

    /// As many German HQs south of the Marne as bridges can carry.
    pub(crate) fn served(&self, state: &State) -> PieceSet {
        let lines = self.bridge_lines(state);
        lines.able().iter().fold(PieceSet::EMPTY, |served, hq| {
            let more = served.or([hq].into_iter().collect());
            if lines.carries(more) { more } else { served }
        })
    }

    /// The HQ to which a unit is permanently assigned, unless an option frees it [1.1f-1, 5.0f, 4.0a]; regiments have none
    /// (ruling 74).
    pub(crate) fn own_hq(&self, state: &State, piece: Piece) -> Option<Piece> {
        let free = if side_of(piece) == GERMAN { option::GERMAN_ANY_HQ } else { option::ALLIED_ANY_HQ };
        if state.has(free) {
            return None;
        }
        if state.sworn.contains(piece) {
            return self.sworn_to(state);
        }
        self.pieces.counter(piece).hq
    }

    /// Whether an HQ may give a unit Attack Supply, range apart: a Replenished Corps HQ on the map, the unit's own if it
    /// has one; the Ersatz HQ serves all [1.1a-2, 1.1a-3, 1.2a-2, 1.4a-2, 1.4b, 1.4c, 4.0b-2] (ruling 92). Units Out of Supply
    /// attack only by a last supply from an HQ that is so itself [1.3f-1, 1.4d-1] (rulings 26, 27).
    fn may_supply(&self, state: &State, hq: Piece, piece: Piece) -> bool {
        let corps = self.pieces.class(hq) == Class::CorpsHq && state.on_map.contains(hq);
        let assigned = self.own_hq(state, piece).is_none_or(|own| own == hq || self.ersatz == Some(hq));
        let cut_off = state.unsupplied.contains(piece);
        let last = state.unsupplied.contains(hq) && !state.has(option::NO_LAST_ATTACK);
        corps && !state.flipped.contains(hq) && assigned && (!cut_off || last)
    }

    /// The HQs that can give a unit Attack Supply [1.4-1, 1.4a-2].
    pub(crate) fn suppliers(&self, state: &State, piece: Piece) -> PieceSet {
        let hqs = self.hqs(state, side_of(piece)).iter();
        hqs.filter(|&hq| self.may_supply(state, hq, piece) && self.reaches(state, hq, state.hex(piece))).collect()
    }

    /// The units next to the enemy that have Attack Supply.
    pub(crate) fn fed(&self, state: &State) -> PieceSet {
        let side = state.side;
        let hqs = self.hqs(state, side).without(state.flipped);
        let near = |piece: Piece| self.is_near_enemy(state, side, state.hex(piece));
        let units = state.units(side).without(self.hq_counters).without(state.acted).iter();
        let fed = |&piece: &Piece| {
            near(piece)
                && hqs.iter().any(|hq| self.may_supply(state, hq, piece) && self.reaches(state, hq, state.hex(piece)))
        };
        units.filter(fed).collect()
    }

    /// Whether a unit has anybody to attack: an enemy next to it, or for Germans the far bank of the Marne.
    fn is_near_enemy(&self, state: &State, side: Side, hex: Hex) -> bool {
        let enemy = &state.held[side.other().index()];
        let mut around = self.ground.board().neighbours(hex);
        around.any(|(way, to)| enemy.contains(to) || (side == GERMAN && self.ground.crossing(hex, way).is_some()))
    }

    /// Whether a unit in a hex traces to a Replenished Corps HQ in supply, of any command: what an overrun needs
    /// [1.4f-2] (ruling 37).
    pub(crate) fn has_overrun_supply(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let own = self.own_hq(state, piece).filter(|_| state.has(option::OWN_HQ_OVERRUNS));
        let hqs = self.hqs(state, side_of(piece)).without(state.flipped).without(state.unsupplied).iter();
        let mut corps = hqs.filter(|&hq| self.pieces.class(hq) == Class::CorpsHq);
        corps.any(|hq| {
            let serves = own.is_none_or(|own| own == hq || self.ersatz == Some(hq));
            serves && self.reaches(state, hq, hex)
        })
    }

    /// Which HQ supplies a unit's attack without a question: its only one, or one that supplies others already.
    pub(crate) fn obvious_supplier(&self, state: &State, suppliers: PieceSet) -> Option<Piece> {
        let first = suppliers.first();
        if suppliers.len() == 1 { first } else { suppliers.and(state.supplying).first() }
    }

    pub(crate) fn list_suppliers(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        out.extend(self.suppliers(state, piece).iter().map(Action::Supply));
    }

    pub(crate) fn check_supplier(&self, state: &State, piece: Piece, hq: Piece) -> Result<(), Refusal> {
        if self.suppliers(state, piece).contains(hq) {
            return Ok(());
        }
        let (name, unit) = (self.pieces.name_of(hq), self.pieces.name_of(piece));
        let reason = format!("{name} cannot give {unit} Attack Supply now");
        Err(Refusal::new(clauses!["1.4a-1", "1.4a-2", "1.4b", "1.2a-2"], reason))
    }
}

#[engine::by_the_book]
impl Spans {
    /// The HQs that some bridge could serve.
    pub fn able(&self) -> PieceSet {
        (0..self.count).filter(|&at| self.reach[at] != 0).map(|at| self.hqs[at]).collect()
    }

    /// Whether each of some HQs can have a bridge of its own [1.3g-2] (ruling 31).
    pub fn carries(&self, hqs: PieceSet) -> bool {
        let mut owner = [usize::MAX; MOST_SPANS];
        (0..self.count).filter(|&at| hqs.contains(self.hqs[at])).all(|at| self.assign(at, &mut owner, &mut 0))
    }

    /// Gives an HQ a bridge, moving others to other bridges if need be.
    fn assign(&self, at: usize, owner: &mut [usize; MOST_SPANS], tried: &mut u32) -> bool {
        for span in 0..MOST_SPANS {
            let bit = 1 << span;
            if self.reach[at] & bit == 0 || *tried & bit != 0 {
                continue;
            }
            *tried |= bit;
            if owner[span] == usize::MAX || self.assign(owner[span], owner, tried) {
                owner[span] = at;
                return true;
            }
        }
        false
    }
}
