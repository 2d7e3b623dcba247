//! 7.3 Reinforcements, 15.1 Paris Taxicabs and 15.2 Variable Reinforcements.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::ground::{Hexes, Terrain};
use crate::hints::Mind;
use crate::movement::{ALL_ALONG, taking};
use crate::near::Trail;
use crate::pieces::{ALLIED, Class, Corps, Group, Nation, Piece};
use crate::state::{NEVER, PieceSet, State, Step, Way, option};
use engine::{
    Bar, Clause, Derivation, Dice, Event, EventKind, Forecast, Refusal, Roll, Sink, Wish, Words, clauses, half_points,
};
use hexboard::{Entry, Hex, searching};

/// What giving the Moroccan Division back does, in words.
pub(crate) const REVERT: &str = "give the Moroccan Division back to IX Corps";

/// Why units cannot be attached to a HQ.
const NO_FOSTER: &str = "is no HQ on the map that can take them";

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which reinforcements enter.
    Reinforce by state.active => {
        asks: "Bring on reinforcements, or end the phase.",
        lists: game.list_reinforcements(state, out),
        points(_): {},
        Pick(piece) => {
            check: game.check_reinforcement(state, piece),
            play: game.call(state, piece),
            words: game.unit_words(state, piece),
            odds: None,
            worth: if piece.is_hq() { 2.0 } else { 1.0 },
        }
        Revert => {
            check: game.check_revert(state),
            play: game.revert(state, events),
            words: REVERT,
            odds: None,
            worth: mind.appraise_revert(state),
        }
        Delay(group) => {
            check: game.check_delay(state, group),
            play: game.delay(state, group, events),
            words: format!("{} comes a turn later by another railroad", group.title()),
            odds: None,
            worth: f32::MIN,
        }
        Done => {
            check: Ok(()),
            play: game.end_reinforcements(state, events),
            words: "no more reinforcements",
            odds: None,
            worth: 0.0,
        }
    }

    /// Where the picked reinforcements enter.
    Enter by state.active => {
        asks: "Choose where the reinforcements come on.",
        lists: game.list_entrances(state, out),
        points(hex): out.push(Action::Enter(hex)),
        Join(unit) => {
            check: game.check_fellow(state, unit),
            play: state.joined.insert(unit),
            words: format!("{} goes along", game.unit_words(state, unit)),
            odds: None,
            worth: f32::MIN,
        }
        JoinAll => {
            check: game.check_several(game.fellow_arrivals(state)),
            play: state.joined = state.joined.or(game.fellow_arrivals(state)),
            words: ALL_ALONG,
            odds: None,
            worth: f32::MIN,
        }
        Enter(hex) => {
            check: game.check_entrance(state, hex),
            play: game.enter(state, hex, events),
            words: game.entry_words(state, hex),
            odds: game.entry_forecast(state, hex),
            worth: mind.pull(state, state.active, hex),
        }
    }

    /// To which HQ Moroccan units attach.
    Attach by state.active => {
        asks: "Choose the HQ that the Moroccan Division is attached to.",
        lists: out.extend(game.fosters(state).iter().map(Action::Attach)),
        points(hex): out.extend(game.own_hqs(state, hex).map(Action::Attach)),
        Attach(hq) => {
            check: game.check_foster(state, hq),
            play: game.attach(state, hq, events),
            words: game.attachment_words(hq),
            odds: None,
            worth: mind.appraise_foster(state, hq),
        }
    }

    /// Where the taxis go with two units.
    TaxiTo by state.active => {
        asks: "Choose where the taxis go.",
        lists: game.list_taxi_stops(state, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_taxi_stop(state, hex),
            play: game.go_by_taxi(state, hex, events),
            words: game.way_words(hex),
            odds: Some(game.taxi_forecast(state, hex)),
            worth: mind.standing(state, game.lead(state), hex),
        }
    }

    /// To which corps the units in the taxis belong from now on.
    TaxiCorps by state.active => {
        asks: "Choose the corps that the two units join for good.",
        lists: out.extend(game.taxi_corps(state, state.joined).iter().map(Action::Attach)),
        points(hex): out.extend(game.own_hqs(state, hex).map(Action::Attach)),
        Attach(hq) => {
            check: game.check_taxi_corps(state, hq),
            play: game.reassign(state, hq, events),
            words: game.attachment_words(hq),
            odds: None,
            worth: mind.appraise_foster(state, hq),
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The pieces of a group that have not come yet.
    fn waiting(&self, state: &State, group: Group) -> PieceSet {
        state.waiting.iter().filter(|&piece| self.pieces.counter(piece).group == Some(group)).collect()
    }

    /// Whether a group may enter this turn.
    fn is_due(&self, state: &State, group: Group) -> bool {
        state.arrivals[group.index()].due <= state.turn
    }

    /// The groups of the phasing side that may enter now.
    pub(crate) fn groups_due(&self, state: &State) -> impl Iterator<Item = Group> {
        let own = Group::ALL.into_iter().filter(|group| group.side() == state.active);
        own.filter(|&group| self.is_due(state, group) && !self.waiting(state, group).is_empty())
    }

    /// At the beginning of the Movement Phase groups with variable arrival roll for it [15.2.1], and a group due in Paris
    /// is lost if the Germans hold all of it [7.3.5c] (ruling R75).
    pub(crate) fn await_reinforcements(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        for group in Group::ALL {
            let unknown = group.side() == state.active && state.arrivals[group.index()].due == NEVER;
            if unknown && !self.waiting(state, group).is_empty() {
                self.roll_arrival(state, group, dice, events);
            }
        }
        let paris_is_lost = !self.ground.paris.iter().any(|&hex| !self.is_closed(state, ALLIED, hex));
        let iv = self.waiting(state, Group::IvCorps);
        if state.active == ALLIED && paris_is_lost && self.is_due(state, Group::IvCorps) && !iv.is_empty() {
            state.waiting = state.waiting.without(iv);
            events.tell(|| {
                Event::new(EventKind::Reinforcement, "Paris is in German hands: the French IV Corps is lost.")
                    .side(ALLIED)
                    .by(clauses!["7.3.5c"])
            });
        }
    }

    /// Rolls for a group if the day stands in its row of the table [15.2.2a]; on a miss it tries again next turn, in the
    /// next column [15.2.2c, 15.2.3] (ruling R82).
    fn roll_arrival(&self, state: &mut State, group: Group, dice: &mut impl Dice, events: &mut impl Sink) {
        let day = self.scenarios[usize::from(state.scenario)].day(state.turn);
        let needed = self.tables.variable[group.index()].needed(day);
        if needed == 0 {
            return;
        }
        let die = dice.d10();
        let comes = die <= needed;
        if comes {
            state.arrivals[group.index()].due = state.turn;
        }
        events.tell(|| {
            let what = if comes { "comes" } else { "does not come yet" };
            let text = format!("{} {what}: {die} (1 to {needed} needed).", group.title());
            let roll = Roll::d10(format!("whether {} comes", group.title()), die);
            let roll = roll.hoped(state.active, Wish::AtMost(needed.into()));
            Event::new(EventKind::Reinforcement, text).side(state.active).rolled([roll]).by(if comes {
                clauses!["15.2.2b"]
            } else {
                clauses!["15.2.2c", "15.2.3"]
            })
        });
    }

    /// Ends the moves of units on the map; reinforcements come after them [4.C1c, 7.3.1].
    pub(crate) fn end_moves(&self, state: &mut State, events: &mut impl Sink) {
        state.step = Step::Reinforce;
        if self.groups_due(state).next().is_none() {
            self.end_movement(state, events);
        }
    }

    /// The hex where the schedule brings a group on.
    fn scheduled(&self, group: Group) -> Hex {
        self.ground.entry[group.side().index()]
    }

    /// Whether reinforcements are kept out of a hex: enemies are in it, or it is in their zone.
    fn is_blocked(&self, state: &State, hex: Hex) -> bool {
        self.is_closed(state, state.active, hex) || self.in_enemy_zone(state, state.active, hex)
    }

    /// The hexes where a group may come on now. IVth Corps appears in Paris [7.3.2a]; the others come by entry hex 1 or 2
    /// [7.3.2b, 7.3.2f, 7.3.2g, 7.3.3]; after a delay by choice by another rail exit [7.3.4]; after one forced on them by
    /// an edge hex near by or by another rail exit [7.3.5a, 7.3.5b, 7.3.5b2] (rulings R77, R92).
    pub(crate) fn entrances(&self, state: &State, group: Group) -> Hexes {
        let side = group.side();
        let scheduled = self.scheduled(group);
        let free = |hex: &Hex| !self.is_blocked(state, *hex);
        if group == Group::IvCorps {
            return self.ground.paris.iter().copied().filter(|&hex| !self.is_closed(state, side, hex)).collect();
        }
        let rails = self.ground.rail_exits[side.index()];
        let other_rails = rails.iter().filter(|&hex| hex != scheduled).filter(free);
        match state.arrivals[group.index()].way {
            Way::Scheduled => Some(scheduled).into_iter().filter(free).collect(),
            Way::OtherRail => other_rails.collect(),
            Way::Around => {
                let reach = self.tables.movement.entry_distance.into();
                let edge = self.ground.edge().iter();
                let near = edge.filter(|&hex| self.ground.board().distance(hex, scheduled) <= reach);
                near.filter(|&hex| !self.is_closed(state, side, hex)).chain(other_rails).collect()
            }
        }
    }

    /// Where a piece may come on: HQs not in enemy zones [9.9b].
    fn entrances_of(&self, state: &State, piece: Piece) -> Hexes {
        let Some(group) = self.pieces.counter(piece).group else { return Hexes::EMPTY };
        let hexes = self.entrances(state, group);
        match piece.is_hq() {
            true => hexes.difference(state.zones[state.active.other().index()]),
            false => hexes,
        }
    }

    pub(crate) fn list_reinforcements(&self, state: &State, out: &mut Vec<Action>) {
        for group in self.groups_due(state) {
            let enters = |piece: &Piece| !self.entrances_of(state, *piece).is_empty();
            out.extend(self.waiting(state, group).iter().filter(enters).map(Action::Pick));
            if self.may_delay(state, group) {
                out.push(Action::Delay(group));
            }
        }
        self.list_revert(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_reinforcement(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.pieces.title(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        let group = self.pieces.counter(piece).group.filter(|_| state.waiting.contains(piece));
        let Some(group) = group.filter(|group| group.side() == state.active) else {
            return refuse(clauses!["7.3.1"], "is no reinforcement of yours that is still to come");
        };
        if !self.is_due(state, group) {
            return refuse(clauses!["7.3.2a", "7.3.2b", "7.3.2f", "7.3.2g", "7.3.3"], "is not due yet");
        }
        if self.entrances_of(state, piece).is_empty() {
            return refuse(clauses!["7.3.5a", "7.3.5b"], "finds its way in blocked, and comes a turn later");
        }
        Ok(())
    }

    /// Whether a group may come a turn late by another rail exit: once, by choice [7.3.4] (ruling R77).
    fn may_delay(&self, state: &State, group: Group) -> bool {
        let scheduled = state.arrivals[group.index()].way == Way::Scheduled;
        scheduled && group != Group::IvCorps && !self.is_blocked(state, self.scheduled(group))
    }

    pub(crate) fn check_delay(&self, state: &State, group: Group) -> Result<(), Refusal> {
        if self.groups_due(state).any(|due| due == group) && self.may_delay(state, group) {
            return Ok(());
        }
        let reason = format!("{} cannot be delayed by choice now", group.title());
        Err(Refusal::new(clauses!["7.3.4"], reason))
    }

    /// Puts a group off by a turn.
    pub(crate) fn delay(&self, state: &mut State, group: Group, events: &mut impl Sink) {
        self.put_off(state, group, Way::OtherRail);
        events.tell(|| {
            let text = format!("{} comes a turn later, by another railroad.", group.title());
            Event::new(EventKind::Reinforcement, text).side(state.active).by(clauses!["7.3.4"])
        });
        self.go_on_reinforcing(state, events);
    }

    fn put_off(&self, state: &mut State, group: Group, way: Way) {
        let arrival = &mut state.arrivals[group.index()];
        arrival.due = state.turn + 1;
        arrival.way = way;
    }

    fn go_on_reinforcing(&self, state: &mut State, events: &mut impl Sink) {
        state.step = Step::Reinforce;
        if self.groups_due(state).next().is_none() {
            self.end_movement(state, events);
        }
    }

    /// Ends the arrival of reinforcements: groups whose way in was blocked come a turn later, around [7.3.5a, 7.3.5b].
    pub(crate) fn end_reinforcements(&self, state: &mut State, events: &mut impl Sink) {
        for group in Group::ALL {
            let due = group.side() == state.active && self.is_due(state, group);
            let blocked = group != Group::IvCorps && self.entrances(state, group).is_empty();
            if due && blocked && !self.waiting(state, group).is_empty() {
                self.put_off(state, group, Way::Around);
                events.tell(|| {
                    let text = format!("{} finds its way in blocked and comes a turn later.", group.title());
                    Event::new(EventKind::Reinforcement, text).side(state.active).by(clauses!["7.3.5a", "7.3.5b"])
                });
            }
        }
        self.end_movement(state, events);
    }

    /// Picks reinforcements; the mode of a corps that comes is chosen first (ruling R29).
    pub(crate) fn call(&self, state: &mut State, piece: Piece) {
        state.joined = one(piece);
        let corps = state.corps_of(piece);
        let own_hq =
            self.pieces.counter(piece).group.is_some_and(|group| self.pieces.corps_info(corps).group == Some(group));
        let unknown = own_hq && state.briefed >> corps.0 & 1 == 0;
        state.step = if unknown { Step::ArrivalMode } else { Step::Enter };
    }

    /// The units that can enter together with the picked ones, as a stack.
    pub(crate) fn fellow_arrivals(&self, state: &State) -> PieceSet {
        let lead = self.lead(state);
        let Some(group) = self.pieces.counter(lead).group.filter(|_| !lead.is_hq()) else { return PieceSet::EMPTY };
        self.waiting(state, group).without(state.joined).iter().filter(|piece| !piece.is_hq()).collect()
    }

    fn check_fellow(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        match self.fellow_arrivals(state).contains(unit) {
            true => Ok(()),
            false => {
                let reason = format!("{} does not come with these units", self.pieces.title(unit));
                Err(Refusal::new(clauses!["7.3.6b"], reason))
            }
        }
    }

    pub(crate) fn list_entrances(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.entrances_of(state, self.lead(state)).iter().map(Action::Enter));
        let fellows = self.fellow_arrivals(state);
        out.extend(fellows.iter().map(Action::Join));
        if fellows.len() > 1 {
            out.push(Action::JoinAll);
        }
    }

    pub(crate) fn check_entrance(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let lead = self.lead(state);
        if !self.entrances_of(state, lead).contains(hex) {
            let reason = format!("{} cannot come on at {}", self.pieces.title(lead), self.ground.label(hex));
            let clauses = match self.pieces.counter(lead).group {
                Some(Group::IvCorps) => clauses!["7.3.2a"],
                Some(Group::Lepel) => clauses!["7.3.3", "7.3.4", "7.3.5a"],
                _ => clauses!["7.3.2b", "7.3.2f", "7.3.2g", "7.3.4", "7.3.5a"],
            };
            return Err(Refusal::new(clauses, reason));
        }
        Ok(())
    }

    /// What marching in by a hex costs the picked reinforcements, in half points: the ground, one point more for each unit
    /// or stack that marched in there before in this phase [7.3.6a, 7.3.6b], and a zone (rulings R76, R92). Nothing for
    /// IVth Corps, which appears in Paris [7.3.2a], nor for those that come by railroad in any case [7.3.2c].
    pub(crate) fn entry_cost(&self, state: &State, hex: Hex) -> Option<u8> {
        let group = self.pieces.counter(self.lead(state)).group;
        let by_rail = group == Some(Group::Moroccan) && self.ground.rail_hexes.contains(hex);
        if group == Some(Group::IvCorps) || by_rail {
            return None;
        }
        let movement = &self.tables.movement;
        let ground = match self.ground.terrain(hex) {
            Terrain::Clear => movement.clear,
            Terrain::Forest => movement.forest,
            Terrain::Town => movement.town,
            Terrain::City | Terrain::Paris => movement.city,
        };
        let before = self.near.door(hex).map_or(0, |door| state.doors[door]);
        let zone = if self.in_enemy_zone(state, state.active, hex) { movement.enter_zone } else { 0 };
        Some(ground.saturating_add(before.saturating_mul(movement.entry_surcharge)).saturating_add(zone))
    }

    /// Whether the picked reinforcements are of those that enter by railroad whatever their mode [7.3.2c], at a hex that
    /// has one.
    pub(crate) fn comes_by_rail(&self, state: &State) -> bool {
        let lead = self.lead(state);
        state.entering && self.is_unattached(state, lead) && self.ground.rail_hexes.contains(state.hex(lead))
    }

    /// Whether a unit of the Moroccan Division has no HQ yet, and so no mode.
    pub(crate) fn is_unattached(&self, state: &State, piece: Piece) -> bool {
        let moroccan = !piece.is_hq() && self.pieces.counter(piece).group == Some(Group::Moroccan);
        moroccan && (state.waiting.contains(piece) || (state.entering && state.joined.contains(piece)))
    }

    /// Brings the picked reinforcements on. They come in supply (ruling R7), and count as having begun the phase outside
    /// enemy zones (ruling R24).
    pub(crate) fn enter(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let lead = self.lead(state);
        let in_paris = self.pieces.counter(lead).group == Some(Group::IvCorps);
        // Who comes by railroad or begins in Paris pays nothing.
        let cost = self.entry_cost(state, hex).unwrap_or(0);
        let who = |whole: bool| match whole || lead.is_hq() {
            true => state.joined.iter().map(|piece| self.pieces.title(piece)).collect::<Vec<_>>().join(", "),
            false => self.count_units(state.joined),
        };
        let told = |whole: bool| {
            let text = format!("Reinforcements in {}: {}.", self.ground.called(hex), who(whole));
            Event::new(EventKind::Reinforcement, text).side(state.active).at([hex]).by(clauses!["7.3.1"])
        };
        events.tell_apart(state.active, || told(true), || told(false));
        state.entering = true;
        state.door = if in_paris { Hex::NONE } else { hex };
        for piece in state.joined.iter() {
            state.waiting.remove(piece);
            self.put(state, piece, hex);
            state.spent[piece.index()] = cost.min(self.allowance(state, piece));
            state.moved.insert(piece);
            if !piece.is_hq() {
                state.reserve.insert(piece);
            }
        }
        if !lead.is_hq() {
            self.enter_hex(state, state.active, hex, events);
            self.displace_hqs(state, state.active.other(), events);
        }
        state.step = Step::Move;
    }

    /// Ends the entry of the picked reinforcements. Who marched in makes it dearer for the next; Moroccan units attach to
    /// a HQ [7.3.2d].
    pub(crate) fn end_entry(&self, state: &mut State, marched: bool) {
        let lead = self.lead(state);
        let by_rail = !marched || self.comes_by_rail(state);
        state.moved = state.moved.or(state.joined);
        if let Some(door) = self.near.door(state.door).filter(|_| !by_rail) {
            state.doors[door] = state.doors[door].saturating_add(1);
        }
        let moroccan = self.pieces.counter(lead).group == Some(Group::Moroccan);
        if moroccan
            && (!state.attached[0] || state.has(option::MOROCCANS_APART))
            && self.fosters(state).first().is_some()
        {
            state.step = Step::Attach;
            return;
        }
        state.entering = false;
        state.joined = PieceSet::EMPTY;
        state.step = Step::Reinforce;
    }

    // The Moroccan Division.

    /// The HQs that may take up Moroccan units: any Allied one on the map [7.3.2d], French ones with the switch (ruling
    /// R74).
    pub(crate) fn fosters(&self, state: &State) -> PieceSet {
        let french =
            |hq: &Piece| !state.has(option::MOROCCANS_FRENCH) || self.pieces.counter(*hq).nation == Nation::French;
        self.hqs(state, ALLIED).iter().filter(french).collect()
    }

    fn check_foster(&self, state: &State, hq: Piece) -> Result<(), Refusal> {
        let bar = (&[Clause("7.3.2d")][..], NO_FOSTER);
        if self.fosters(state).contains(hq) { Ok(()) } else { Err(self.refusal(hq, bar)) }
    }

    fn check_taxi_corps(&self, state: &State, hq: Piece) -> Result<(), Refusal> {
        let bar = (&[Clause("15.1.3b")][..], NO_FOSTER);
        if self.taxi_corps(state, state.joined).contains(hq) { Ok(()) } else { Err(self.refusal(hq, bar)) }
    }

    fn attachment_words(&self, hq: Piece) -> String {
        format!("to {} under {}", self.pieces.formation(hq), self.pieces.title(hq))
    }

    /// Attaches the Moroccan units to a HQ: they belong to its corps and Army for every rule [7.3.2d2]; all three to the
    /// same (ruling R74).
    pub(crate) fn attach(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        let corps = state.corps_of(hq);
        let units: PieceSet = match state.has(option::MOROCCANS_APART) {
            true => state.joined,
            false => self.pieces.group(Group::Moroccan).collect(),
        };
        for unit in units.iter() {
            state.corps[unit.index()] = corps;
        }
        state.attached[0] = true;
        events.tell(|| {
            let text = format!("The Moroccan Division is attached to {}.", self.pieces.corps_title(corps));
            Event::new(EventKind::Command, text).side(state.active).by(clauses!["7.3.2d", "7.3.2d2"])
        });
        state.entering = false;
        state.joined = PieceSet::EMPTY;
        self.go_on_reinforcing(state, events);
    }

    /// The Moroccan units that can go back to IXth Corps: not those that a taxi took to another corps for good [15.1.3b].
    pub(crate) fn moroccans(&self, state: &State) -> PieceSet {
        self.moroccans.without(state.driven)
    }

    pub(crate) fn list_revert(&self, state: &State, out: &mut Vec<Action>) {
        if state.attached == [true, false] && self.revert_bar(state).is_ok() {
            out.push(Action::Revert);
        }
    }

    /// Whether the Moroccan Division may go back to IXth Corps: as soon as any of its units is within supply range of that
    /// HQ [7.3.2e], in any phase of its side, but not while its attacks are declared.
    fn revert_bar(&self, state: &State) -> Result<(), Bar> {
        let ninth = self.moroccan_home();
        let units = self.moroccans(state);
        let away = units.iter().any(|unit| state.corps_of(unit) != ninth);
        let declaring = state.step == Step::Declare && !state.declared.is_empty();
        if state.active != ALLIED || !state.attached[0] || state.attached[1] || !away || declaring {
            return Err((&[Clause("7.3.2e")], "the Moroccan Division cannot return to IX Corps now"));
        }
        if !state.hqs.contains(ninth.hq()) || !self.reaches_hq(state, units.and(state.on_map), ninth.hq()) {
            return Err((&[Clause("7.3.2e")], "no Moroccan unit is within supply range of the HQ of IX Corps"));
        }
        Ok(())
    }

    pub(crate) fn check_revert(&self, state: &State) -> Result<(), Refusal> {
        self.revert_bar(state).map_err(|(by, reason)| Refusal::new(by.to_vec(), reason))
    }

    fn moroccan_home(&self) -> Corps {
        let unit = self.moroccans.first().expect("no counters without the Moroccans are read");
        self.pieces.counter(unit).corps
    }

    /// The position when it has gone back.
    pub(crate) fn reverted(&self, state: &State) -> State {
        let mut there = state.clone();
        let ninth = self.moroccan_home();
        self.moroccans(state).iter().for_each(|unit| there.corps[unit.index()] = ninth);
        there.attached[1] = true;
        there
    }

    /// Gives the Moroccan Division back to IXth Corps, for the rest of the game [7.3.2e2].
    pub(crate) fn revert(&self, state: &mut State, events: &mut impl Sink) {
        *state = self.reverted(state);
        events.tell(|| {
            let text = "The Moroccan Division returns to the French IX Corps for good.";
            Event::new(EventKind::Command, text).side(state.active).by(clauses!["7.3.2e", "7.3.2e2"])
        });
    }

    // Taxicabs.

    /// Whether a unit can be sent off by taxi: a French reinforcement that stands in Paris and has done nothing yet
    /// [15.1.2a] (ruling R81).
    fn finds_taxi(&self, state: &State, unit: Piece) -> bool {
        if unit.is_hq() || state.moved.contains(unit) || state.is_locked(unit) || !state.on_map.contains(unit) {
            return false;
        }
        let counter = self.pieces.counter(unit);
        let kind = !state.has(option::TAXI_INFANTRY) || counter.class == Class::FrenchInfantryBrigade;
        counter.group.is_some()
            && counter.nation == Nation::French
            && kind
            && state.spent[unit.index()] == 0
            && self.ground.paris_set.contains(state.hex(unit))
    }

    /// The HQs whose corps two units can join that a taxi takes away: any but those they belong to [15.1.3b].
    pub(crate) fn taxi_corps(&self, state: &State, units: PieceSet) -> PieceSet {
        let left = units.iter().map(|unit| state.corps_of(unit).hq()).collect();
        self.hqs(state, ALLIED).without(left)
    }

    /// The front-line hexes that two units can be driven to from Paris: with Allied units, near Germans and not in their
    /// zones, along roads free of Germans and their zones [15.1.2b], both to the same one [15.1.3a] (ruling R81).
    fn taxi_stops(&self, state: &State, units: PieceSet) -> Hexes {
        let enemies = &state.held[ALLIED.other().index()];
        let mut stops = Hexes::EMPTY;
        for (at, unit) in units.iter().enumerate() {
            let found = self.drive(state, unit, |reach| reach.reached().iter().copied().collect::<Hexes>());
            stops = if at == 0 { found } else { stops.intersection(found) };
        }
        let front = |hex: Hex| {
            let near = |hex: Hex| self.near.around(hex).chain(self.near.two_away(hex)).any(|hex| enemies.contains(hex));
            state.held[ALLIED.index()].contains(hex) && near(hex) && self.fit(state, units, hex)
        };
        stops.iter().filter(|&hex| front(hex)).collect()
    }

    fn drive<T>(&self, state: &State, unit: Piece, look: impl FnOnce(&hexboard::Reach) -> T) -> T {
        let enter = |hex: Hex| if self.is_blocked(state, hex) { Entry::Barred } else { Entry::Free };
        searching(|reach| {
            reach.explore(&self.ground.road, state.hex(unit), 250, enter, |_| 0);
            look(reach)
        })
    }

    /// Whether there are taxis: after turn 3 [15.1.1a], once a game [15.1.1b], for the Allies.
    fn taxis_wait(&self, state: &State) -> bool {
        state.has(option::TAXIS)
            && state.active == ALLIED
            && state.turn > self.tables.taxis.after_turn
            && state.driven.is_empty()
    }

    pub(crate) fn list_taxis(&self, state: &State, out: &mut Vec<Action>) {
        let lead = self.lead(state);
        if !self.taxis_wait(state) || state.joined.len() > 1 || !self.finds_taxi(state, lead) {
            return;
        }
        let own = self.units(state, ALLIED).without(state.joined);
        let both = |other: Piece| state.joined.or(one(other));
        for other in own.iter().filter(|&unit| self.finds_taxi(state, unit)) {
            if !self.taxi_corps(state, both(other)).is_empty() && !self.taxi_stops(state, both(other)).is_empty() {
                out.push(Action::Taxi(other));
            }
        }
    }

    pub(crate) fn check_taxi(&self, state: &State, other: Piece) -> Result<(), Refusal> {
        let lead = self.lead(state);
        if !self.taxis_wait(state) || state.entering {
            return Err(Refusal::new(clauses!["15.1.1a", "15.1.1b"], "no taxis wait in Paris now"));
        }
        let ready = state.joined.len() == 1 && lead != other && self.finds_taxi(state, lead);
        if !ready || !self.finds_taxi(state, other) {
            let reason = "taxis carry two French reinforcement units that stand in Paris and have not moved";
            return Err(Refusal::new(clauses!["15.1.2a"], reason));
        }
        if self.taxi_stops(state, state.joined.or(one(other))).is_empty() {
            let reason = "no free road leads the two to a hex at the front";
            return Err(Refusal::new(clauses!["15.1.2b", "15.1.3a"], reason));
        }
        if self.taxi_corps(state, state.joined.or(one(other))).is_empty() {
            return Err(Refusal::new(clauses!["15.1.3b"], "there is no HQ of another corps that could take the two"));
        }
        Ok(())
    }

    /// Sends the picked unit off together with another.
    pub(crate) fn call_taxis(&self, state: &mut State, other: Piece) {
        state.joined.insert(other);
        state.step = Step::TaxiTo;
    }

    pub(crate) fn list_taxi_stops(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.taxi_stops(state, state.joined).iter().map(Action::To));
    }

    pub(crate) fn check_taxi_stop(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.taxi_stops(state, state.joined).contains(hex) {
            return Ok(());
        }
        let reason = format!("{} is no front-line hex that the taxis can reach", self.ground.label(hex));
        Err(Refusal::new(clauses!["15.1.2a", "15.1.2b"], reason))
    }

    /// Drives both units to the front.
    pub(crate) fn go_by_taxi(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        state.driven = state.joined;
        state.moved = state.moved.or(state.joined);
        events.tell(|| {
            Event::new(EventKind::Move, "Taxis leave Paris for the front.").side(state.active).by(clauses!["15.1.2a"])
        });
        let both = state.joined;
        for unit in both.iter() {
            let trail = self.drive(state, unit, |reach| Trail::to(reach, hex));
            state.joined = one(unit);
            self.carry(state, trail.hexes(), true, events);
        }
        state.joined = both;
        state.step = Step::TaxiCorps;
    }

    /// Makes the units in the taxis part of a corps for good [15.1.3b].
    pub(crate) fn reassign(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        let corps = state.corps_of(hq);
        for unit in state.joined.iter() {
            state.corps[unit.index()] = corps;
        }
        events.tell(|| {
            let text = format!("The units in the taxis belong to {} from now on.", self.pieces.corps_title(corps));
            Event::new(EventKind::Command, text).side(state.active).by(clauses!["15.1.3b"])
        });
        state.joined = PieceSet::EMPTY;
        state.step = Step::Moves;
    }

    /// The way of the taxis, and what they take on it.
    pub(crate) fn taxi_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let lead = self.lead(state);
        let ways = state.joined.iter().map(|unit| self.drive(state, unit, |reach| Trail::to(reach, hex)));
        let places: Vec<Hex> = ways.flat_map(|trail| self.entered(state, trail.hexes(), true).to_vec()).collect();
        let sum = Derivation::new("Taxis", "no points", clauses!["15.1.2a", "15.1.2b"]);
        let trail = self.drive(state, lead, |reach| Trail::to(reach, hex));
        let way = std::iter::once(state.hex(lead)).chain(trail.hexes().iter().copied());
        let sum = taking(sum, self.prizes(state, ALLIED, places));
        Forecast::certain(sum).along(way.map(|hex| self.ground.label(hex)))
    }

    fn entry_words(&self, state: &State, hex: Hex) -> Words {
        let cost = self.entry_cost(state, hex).map(|cost| format!("{} MP", half_points(cost)));
        Words::new(format!("enter at {}", self.ground.called(hex))).cost(cost)
    }

    /// What coming on costs and takes.
    pub(crate) fn entry_forecast(&self, state: &State, hex: Hex) -> Option<Forecast> {
        let places = self.taken_on(state, &[hex], false);
        let sum = match self.entry_cost(state, hex) {
            Some(cost) => {
                let before = self.near.door(hex).map_or(0, |door| state.doors[door]);
                let label = "units or stacks that marched in here before";
                Derivation::new("Marching in costs", half_points(cost), clauses!["7.3.6a"]).with(Derivation::new(
                    label,
                    before,
                    clauses!["7.3.6b"],
                ))
            }
            None if places.is_empty() => return None,
            None => Derivation::new("Coming on costs", "nothing", clauses!["7.3.2a", "7.3.2c"]),
        };
        Some(Forecast::certain(taking(sum, places)))
    }
}
