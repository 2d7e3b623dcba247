//! 1.3 Supply and 1.4 Attack Supply.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::state::{State, Step, option, side_of};
use crate::ways;
use engine::{Clause, Event, EventKind, Refusal, Role, Side, Sink, Words, clauses};
use hexboard::Hex;

/// The most bridges over the Marne that lines of supply can use at a time.
const MOST_SPANS: usize = 31;
/// The stretch of ground from which a line leads to a source without a bridge.
const HOME: u8 = 0;

/// The German lines of supply over the Marne: stretches of open ground, and the bridges between them.
pub(crate) struct Lines {
    /// The HQs that have no line without a bridge, with the stretch in which each stands.
    hqs: Vec<(Piece, u8)>,
    /// The stretches at both ends of each bridge.
    spans: Vec<[u8; 2]>,
}

/// Which way a line runs over each bridge: 1 from its first end, -1 from its second, 0 if none does.
type Traffic = [i8; MOST_SPANS];

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which HQ supplies a unit's attack.
    Supplier(piece: Piece) by state.side => {
        asks: "Choose the HQ that gives Attack Supply.",
        lists: game.list_suppliers(state, piece, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Supply)),
        Supply(hq) => {
            check: game.check_supplier(state, piece, hq),
            play: game.supply(state, piece, hq),
            words: {
                let usual = game.suppliers(state, piece).first() == Some(hq);
                let text = format!("{} gives Attack Supply", game.pieces.name_of(hq));
                Words::new(text).role_if(usual, Role::Usual)
            },
            odds: None,
            worth: -mind.hq_distance(state, state.side, state.hex(hq)),
        }
    }

    /// Which HQ traces over a bridge.
    Bridges by state.side => {
        asks: "Choose an HQ that traces its supply over a bridge.",
        asked_if: game.has_bridge_choice(state),
        else: game.finish_supply(state, events),
        lists: out.extend(game.bridge_choice(state).iter().map(Action::Pick)),
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        Pick(hq) => {
            check: game.check_bridge_choice(state, hq),
            play: state.traced.insert(hq),
            words: game.unit_words(state, hq),
            odds: None,
            worth: RATHER_NOT,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The hexes that a line of supply may enter: no enemy unit there, and no enemy zone unless a friendly unit negates
    /// it [1.3-1, 1.3-3, scs/12.0b, scs/4.0e].
    pub(crate) fn open_lines(&self, state: &State, side: Side) -> Hexes {
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
        ways::line(&self.steps, [hex, from], range, &open, |_| ()).is_some()
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

    /// The bridges over the Marne with open ground at both ends.
    fn open_bridges<'a>(&'a self, state: &'a State) -> impl Iterator<Item = [Hex; 2]> + 'a {
        let open = self.open_lines(state, GERMAN);
        let bridged = self.ground.all_crossings().filter(|&at| self.is_bridged(state, at));
        let banks = bridged.map(|crossing| self.banks(crossing));
        banks.filter(move |banks| banks.iter().all(|&bank| open.contains(bank))).take(MOST_SPANS)
    }

    /// The stretch of open ground around a hex, by its place in the list of those that are known.
    fn stretch(&self, state: &State, known: &mut Vec<Hexes>, hex: Hex) -> u8 {
        let place = known.iter().position(|stretch| stretch.contains(hex)).unwrap_or_else(|| {
            known.push(self.flood(state, GERMAN, &[hex].into_iter().collect(), true));
            known.len() - 1
        });
        place as u8
    }

    /// Which German HQs need bridges for their lines, and which bridges there are [1.3g-1].
    pub(crate) fn bridge_lines(&self, state: &State) -> Lines {
        let home = self.connected(state, GERMAN);
        let cut_off: PieceSet = self.hqs(state, GERMAN).iter().filter(|&hq| !home.contains(state.hex(hq))).collect();
        if cut_off.is_empty() {
            return Lines { hqs: Vec::new(), spans: Vec::new() };
        }
        let mut known = vec![home];
        let mut place = |hex| self.stretch(state, &mut known, hex);
        let spans = self.open_bridges(state).map(|banks| banks.map(&mut place)).collect();
        let hqs = cut_off.iter().map(|hq| (hq, place(state.hex(hq)))).collect();
        Lines { hqs, spans }
    }

    /// All hexes in which an HQ would have a line to a supply source, over as many bridges as it takes (rulings 31, 34).
    pub(crate) fn find_lines(&self, state: &State, side: Side) -> Hexes {
        let mut all = self.connected(state, side);
        if side != GERMAN {
            return all;
        }
        let (mut bridges, mut count) = ([[Hex::NONE; 2]; MOST_SPANS], 0);
        for banks in self.open_bridges(state) {
            bridges[count] = banks;
            count += 1;
        }
        let bridges = &bridges[..count];
        // One end is in and the other is not: so is then all that lies around the other.
        let next = |all: &Hexes| {
            let mut ends = bridges.iter().flat_map(|&[one, other]| [(one, other), (other, one)]);
            ends.find(|(near, far)| all.contains(*near) && !all.contains(*far)).map(|(_, far)| far)
        };
        while let Some(far) = next(&all) {
            all |= self.flood(state, GERMAN, &[far].into_iter().collect(), true);
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
        state.step = Step::Nightfall;
    }

    fn tell_supply(&self, state: &State, lost: PieceSet, found: PieceSet, events: &mut impl Sink) {
        let lost = (lost, "Out of Supply", Clause("1.3a-1"));
        for (units, what, clause) in [lost, (found, "in supply again", Clause("1.3a-2"))] {
            if units.is_empty() {
                continue;
            }
            events.tell(|| {
                let names: Vec<String> = units.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect();
                let hexes: Vec<Hex> = units.iter().map(|piece| state.hex(piece)).collect();
                let verb = if names.len() == 1 { "is" } else { "are" };
                let text = format!("{} {verb} {what}.", names.join(", "));
                Event::new(EventKind::Supply, text).side(state.side).at(hexes).of(names).by(vec![clause]).reveals()
            });
        }
    }

    /// A side's units in trace supply: HQs with a line to a source, and every unit within the range of one, of any
    /// nation, Depleted or not [1.3-2, 1.3-4, 1.3d-1, 1.3d-2, 1.3e, 1.1f-2, 1.1a-2, 1.1a-3].
    pub(crate) fn supplied(&self, state: &State, side: Side) -> PieceSet {
        let hqs = self.unaided_hqs(state, side).or(state.traced.and(self.hqs(state, side)));
        hqs.or(self.served_by(state, side, hqs, state.units(side).without(self.hq_counters)))
    }

    /// A side's HQs with a line to a source that needs no bridge.
    fn unaided_hqs(&self, state: &State, side: Side) -> PieceSet {
        let connected = self.connected(state, side);
        self.hqs(state, side).iter().filter(|&hq| connected.contains(state.hex(hq))).collect()
    }

    /// Those of some units that are within the range of any of some HQs.
    fn served_by(&self, state: &State, side: Side, hqs: PieceSet, units: PieceSet) -> PieceSet {
        let near = self.served_hexes(state, side, hqs);
        units.iter().filter(|&piece| near.contains(state.hex(piece))).collect()
    }

    /// The most that the supply of some German units can be worth if it is checked now: the German gives the bridges to
    /// the HQs that serve him best [1.3g-2] (rulings 28, 84). More units in supply are never worth less.
    pub(crate) fn best_supply(&self, state: &State, units: PieceSet, worth: impl Fn(PieceSet) -> usize) -> usize {
        let unaided = self.served_by(state, GERMAN, self.unaided_hqs(state, GERMAN), units);
        let lines = self.bridge_lines(state);
        let gain = |hq: Piece| self.served_by(state, GERMAN, [hq].into_iter().collect(), units.without(unaided));
        let gains = lines.hqs.iter().map(|&(hq, at)| (at, gain(hq)));
        let gains: Vec<(u8, PieceSet)> = gains.filter(|(_, gain)| !gain.is_empty()).collect();
        let mut best = 0;
        lines.choose(&gains, lines.most(&gains), unaided, &[0; MOST_SPANS], &mut |supplied| {
            best = best.max(worth(supplied));
        });
        best
    }

    /// The supply of both sides before the first turn [1.3c-2] (ruling 104). Should more German HQs need bridges than
    /// there are, the first ones have them: no list of the book has any.
    pub(crate) fn check_supply_at_start(&self, state: &mut State) {
        self.give_bridges(state);
        for side in [GERMAN, ALLIED] {
            let supplied = self.supplied(state, side);
            state.unsupplied = state.unsupplied.or(state.units(side).without(supplied));
        }
        state.traced = PieceSet::EMPTY;
    }

    /// Gives the bridges over the Marne to the first German HQs that need them, as many as they carry.
    pub(crate) fn give_bridges(&self, state: &mut State) {
        let lines = self.bridge_lines(state);
        for hq in lines.able().iter() {
            let more = state.traced.or([hq].into_iter().collect());
            state.traced = if lines.carries(more) { more } else { state.traced };
        }
    }

    /// The line of a unit to an HQ within the HQ's range, from the unit on [1.3-2].
    pub(crate) fn hq_line(&self, state: &State, hq: Piece, hex: Hex) -> Option<Vec<Hex>> {
        let (from, range) = (state.hex(hq), self.pieces.counter(hq).range);
        if self.steps.distance(from, hex) > range {
            return None;
        }
        let open = self.open_lines(state, side_of(hq));
        ways::line(&self.steps, [from, hex], range, &open, |reach| reach.path(hex).collect())
    }

    /// All hexes within the range of an HQ, with how far they are [1.1a-5, 1.3-2].
    pub(crate) fn in_hq_range(&self, state: &State, hq: Piece, look: impl FnMut(Hex, u8)) {
        let open = self.open_lines(state, side_of(hq));
        ways::within(&self.steps, state.hex(hq), self.pieces.counter(hq).range, &open, look);
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
        let serves = |hq: Piece| own.is_none_or(|own| own == hq || self.ersatz == Some(hq));
        let corps = hqs.filter(|&hq| self.pieces.class(hq) == Class::CorpsHq && serves(hq)).collect();
        self.served_hexes(state, side_of(piece), corps).contains(hex)
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
impl Lines {
    /// The HQs that bridges could serve, each by itself.
    pub fn able(&self) -> PieceSet {
        let leads = |&&(_, at): &&(Piece, u8)| self.lead(at, &mut [0; MOST_SPANS], &mut 0);
        self.hqs.iter().filter(leads).map(|&(hq, _)| hq).collect()
    }

    /// Whether each of some HQs can have a line of its own: a bridge carries only one, and a line may need several
    /// bridges [1.3g-2] (ruling 31).
    pub fn carries(&self, hqs: PieceSet) -> bool {
        let mut traffic = [0; MOST_SPANS];
        self.hqs.iter().filter(|(hq, _)| hqs.contains(*hq)).all(|&(_, at)| self.lead(at, &mut traffic, &mut 0))
    }

    /// Leads one more line from a stretch to a source, and other lines over other bridges if need be: a line that would
    /// meet another head-on on a bridge takes over the rest of its way, and the other takes the rest of this one's.
    fn lead(&self, at: u8, traffic: &mut Traffic, seen: &mut u64) -> bool {
        *seen |= 1 << at;
        at == HOME
            || self.spans.iter().enumerate().any(|(span, &[one, other])| {
                let (to, way) = if at == one { (other, 1) } else { (one, -1) };
                let ends_here = at == one || at == other;
                let free = ends_here && *seen >> to & 1 == 0 && traffic[span] != way;
                let leads = free && self.lead(to, traffic, seen);
                if leads {
                    traffic[span] += way;
                }
                leads
            })
    }

    /// How many of some HQs can have a line, by the stretches in which they stand.
    fn most(&self, hqs: &[(u8, PieceSet)]) -> usize {
        let mut traffic = [0; MOST_SPANS];
        hqs.iter().filter(|&&(at, _)| self.lead(at, &mut traffic, &mut 0)).count()
    }

    /// Gives lines to so many of some HQs in every possible way, and looks at what is supplied then. To serve fewer than
    /// the most is never needed: whoever is served already can be served together with as many others.
    fn choose(
        &self,
        hqs: &[(u8, PieceSet)],
        left: usize,
        supplied: PieceSet,
        traffic: &Traffic,
        look: &mut impl FnMut(PieceSet),
    ) {
        if left == 0 {
            return look(supplied);
        }
        for (next, &(at, gain)) in hqs.iter().enumerate().take(hqs.len() + 1 - left) {
            let mut traffic = *traffic;
            if self.lead(at, &mut traffic, &mut 0) {
                self.choose(&hqs[next + 1..], left - 1, supplied.or(gain), &traffic, look);
            }
        }
    }
}
