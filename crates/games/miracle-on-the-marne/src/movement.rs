//! 7.1 Movement Restrictions and 7.2 Railroad Movement.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::near::Trail;
use crate::pieces::{Group, MOST_UNITS, Nation, Piece};
use crate::reinforcements::REVERT;
use crate::state::{PieceSet, State, Step, option};
use crate::tables::Mode;
use engine::memory::{Lent, Memory, recall};
use engine::{
    Bar, Clause, Derivation, Event, EventKind, Forecast, Refusal, Role, Sink, UNMOVED, Words, clauses, goes,
    half_points,
};
use hexboard::{Entry, Hex, Reach};
use std::cell::RefCell;

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 250;

/// What taking everybody along does, in words.
pub(crate) const ALL_ALONG: &str = "take along all that can go";

thread_local! {
    static KNOWN: Memory<Question, Reach> = const { RefCell::new(Vec::new()) };
}

/// How pieces go.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Gait {
    /// Over the ground.
    March,
    /// By roads, in Transfer mode.
    Transfer,
    /// By rail.
    Rail,
}

/// All that a search for ways depends on: if it is the same again, so is what was found. Who moves pieces asks where they can go, and
/// again when they go.
#[derive(PartialEq, Eq)]
struct Question {
    /// The number of the game's box.
    game: u64,
    gait: Gait,
    start: Hex,
    /// The half points that there are.
    halves: u8,
    /// Whether they enter no enemy zone.
    shun: bool,
    /// The enemy's zones.
    zones: Hexes,
    /// Hexes that they can never enter.
    closed: Hexes,
}

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit moves.
    Moves by state.active => {
        asks: "Choose a piece to move, or end the moves.",
        lists: game.list_movers(state, out),
        points(hex): out.extend(game.own(state, hex).iter().map(Action::Pick)),
        Pick(piece) => {
            check: game.check_pick(state, piece),
            play: game.pick(state, piece),
            words: Words::new(game.unit_words(state, piece)).role(Role::Lead),
            odds: None,
            worth: mind.eagerness(state, piece),
        }
        Revert => {
            check: game.check_revert(state),
            play: game.revert(state, events),
            words: REVERT,
            odds: None,
            worth: mind.appraise_revert(state),
        }
        Done => {
            check: Ok(()),
            play: game.end_moves(state, events),
            words: Words::new("end the moves").leaves(game.movers(state).len(), UNMOVED),
            odds: None,
            worth: 0.0,
        }
    }

    /// What the picked units do.
    Move by state.active => {
        asks: format!("Choose where {}.", goes(state.joined.iter().map(|piece| game.pieces.title(piece)))),
        lists: game.list_moves(state, out),
        points(hex): {
            out.extend([Action::To(hex), Action::Rail(hex)]);
            out.extend(game.own(state, hex).iter().map(Action::Join));
        },
        Join(unit) => {
            check: game.check_companion(state, unit),
            play: state.joined.insert(unit),
            words: Words::new(format!("{} goes along", game.unit_words(state, unit))).role(Role::Join),
            odds: None,
            worth: f32::MIN,
        }
        JoinAll => {
            check: game.check_several(game.companions(state)),
            play: state.joined = state.joined.or(game.companions(state)),
            words: Words::new(ALL_ALONG).role(Role::Join),
            odds: None,
            worth: f32::MIN,
        }
        To(hex) => {
            check: game.check_march(state, hex),
            play: game.move_to(state, hex, events),
            words: game.march_words(state, hex),
            odds: Some(game.march_forecast(state, hex)),
            worth: mind.appraise_march(state, hex),
        }
        Rail(hex) => {
            check: game.check_rail(state, hex),
            play: game.go_by_rail(state, hex, events),
            words: game.rail_words(state, hex),
            odds: Some(game.rail_forecast(state, hex)),
            worth: mind.appraise_journey(state, hex),
        }
        Stay => {
            check: Ok(()),
            play: game.stay(state),
            words: Words::new("stay here, done for this phase").role_if(game.must_stay(state), Role::Plain),
            odds: None,
            worth: mind.appraise_stay(state),
        }
        Rally => {
            check: game.check_rally(state),
            play: game.rally(state, events),
            words: Words::new("remove Disruption").role(Role::Usual),
            odds: None,
            worth: 100.0,
        }
        Recover => {
            check: game.try_recovery(state),
            play: game.recover(state, dice, events),
            words: Words::new("try to recover a step, without moving").rolls(true),
            odds: Some(game.recovery_forecast(state)),
            worth: 90.0,
        }
        Return(unit) => {
            check: game.try_return(state, unit),
            play: game.bring_back(state, unit, dice, events),
            words: Words::new(format!("try to bring back {}", game.pieces.title(unit))).rolls(true),
            odds: Some(game.return_forecast()),
            worth: 80.0 + mind.printed_attack(unit),
        }
        Taxi(unit) => {
            check: game.check_taxi(state, unit),
            play: game.call_taxis(state, unit),
            words: format!("by taxi to the front, together with {}", game.unit_words(state, unit)),
            odds: None,
            worth: 70.0 + mind.printed_attack(unit),
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The pieces that can still be picked: own ones that are not done in this phase, some, all or none of them and in any
    /// order [4.C1a, 7a, 7.1.1]. Engaged units cannot move [9.6.2.EN-b].
    pub(crate) fn movers(&self, state: &State) -> PieceSet {
        let own = state.on_map.or(state.hqs).and(self.pieces_of(state.active)).without(state.moved);
        match state.locked == [0; MOST_UNITS] {
            true => own,
            false => own.iter().filter(|&piece| !state.is_locked(piece)).collect(),
        }
    }

    fn list_movers(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.movers(state).iter().map(Action::Pick));
        self.list_revert(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_pick(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.pieces.title(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if self.pieces.side(piece) != state.active {
            return refuse(clauses!["7.1.1"], "is not yours to move");
        }
        if state.hex(piece) == Hex::NONE {
            return refuse(clauses!["7a", "7.3.1"], "is not on the map");
        }
        if state.is_locked(piece) {
            return refuse(clauses!["9.6.2.EN-b"], "is Engaged and cannot move");
        }
        if state.moved.contains(piece) {
            return refuse(clauses!["7a", "8.2.1.2", "12.1.3"], "has done what it can in this phase");
        }
        Ok(())
    }

    /// Picks a piece to move.
    fn pick(&self, state: &mut State, piece: Piece) {
        state.joined = one(piece);
        state.step = Step::Move;
    }

    /// The first of the picked pieces: all of them stand together.
    pub(crate) fn lead(&self, state: &State) -> Piece {
        state.joined.first().unwrap_or(Piece::NONE)
    }

    /// The movement points of a piece, in halves: all that is printed in Offensive and Transfer mode [5.1.1a, 5.1.3a],
    /// half of it in Defensive and Regroup mode [5.1.2a, 5.1.4a] (ruling R14).
    pub(crate) fn allowance(&self, state: &State, piece: Piece) -> u8 {
        let printed = self.pieces.counter(piece).face(self.steps(state, piece)).movement;
        match state.mode(piece) {
            _ if self.is_unattached(state, piece) => 2 * printed,
            Mode::Offensive | Mode::Transfer => 2 * printed,
            Mode::Defensive | Mode::Regroup => printed,
        }
    }

    /// Steps that a unit has left.
    pub(crate) fn steps(&self, state: &State, piece: Piece) -> u8 {
        state.steps(piece, self.pieces.counter(piece).steps)
    }

    /// Whether the picked pieces go by roads, and leave zones freely: in Transfer mode alone [5.1.3a, 5.1.3b, 7.1.2.2b].
    fn is_in_transfer(&self, state: &State) -> bool {
        let lead = self.lead(state);
        state.mode(lead) == Mode::Transfer && !self.is_unattached(state, lead)
    }

    /// Half points that all of the picked pieces have left.
    pub(crate) fn points_left(&self, state: &State) -> u8 {
        let left = |piece: Piece| self.allowance(state, piece).saturating_sub(state.spent[piece.index()]);
        state.joined.iter().map(left).min().unwrap_or(0)
    }

    /// Whether the picked pieces may not enter enemy zones: HQs never may [9.9b], nor units that shed their Disruption
    /// in this phase [10.2.2a].
    fn shun_zones(&self, state: &State) -> bool {
        state.joined.iter().any(|piece| piece.is_hq() || state.rallied.contains(piece))
    }

    /// Works out where the picked pieces can go with so many half points. Leaving a zone costs more but in Transfer mode
    /// [7.1.3.1b, 8.2.1.5, 5.1.3b]; from zone to zone goes who starts in one [8.2.1.3] (rulings R12, R13, R16).
    pub(crate) fn explore<T>(&self, state: &State, halves: u8, look: impl FnOnce(&Reach) -> T) -> T {
        let gait = if self.is_in_transfer(state) { Gait::Transfer } else { Gait::March };
        look(&self.ask(Question { gait, halves, shun: self.shun_zones(state), ..self.question(state) }))
    }

    /// Follows the railroads as far as no enemy is next to them [7.2.1, 7.2.4]; any line serves any unit (ruling R18).
    fn explore_rails<T>(&self, state: &State, look: impl FnOnce(&Reach) -> T) -> T {
        look(&self.ask(Question { gait: Gait::Rail, halves: FAR, shun: true, ..self.question(state) }))
    }

    /// What the picked pieces find wherever they go.
    fn question(&self, state: &State) -> Question {
        let side = state.active;
        Question {
            game: self.papers.number,
            gait: Gait::March,
            start: state.hex(self.lead(state)),
            halves: 0,
            shun: false,
            zones: state.zones[side.other().index()],
            closed: self.closed(state, side),
        }
    }

    /// The ways that a question is about.
    fn ask(&self, question: Question) -> Lent<Question, Reach> {
        let Question { gait, start, halves, .. } = question;
        let (costs, leaving) = match gait {
            Gait::March => (&self.ground.march, self.tables.movement.leave_zone),
            Gait::Transfer => (&self.ground.transfer, 0),
            Gait::Rail => (&self.ground.rail, 0),
        };
        let (zones, closed, shun) = (question.zones, question.closed, question.shun);
        // Never where enemies are [7.1.3]; an enemy zone costs more and stops them [7.1.3x, 7.1.3.1a, 8.2.1.2]. Friends do not
        // matter [7.1.5a].
        let enter = |hex: Hex| match (closed.contains(hex), zones.contains(hex)) {
            (true, _) => Entry::Barred,
            (false, true) if shun => Entry::Barred,
            (false, true) => Entry::Stop(self.tables.movement.enter_zone),
            (false, false) => Entry::Free,
        };
        let leave = |hex: Hex| if zones.contains(hex) { leaving } else { 0 };
        let find = |reach: &mut Reach| reach.explore(costs, start, halves, enter, leave);
        recall(&KNOWN, question, find, Reach::agrees_with)
    }

    /// Whether the picked pieces may go one hex at any cost: they have not moved yet [7.1.4] (ruling R15).
    fn may_step_at_any_cost(&self, state: &State) -> bool {
        state.joined.iter().all(|piece| state.spent[piece.index()] == 0)
    }

    /// Whether reinforcements came on in an enemy zone, where they stop [8.2.1.2] (ruling R92).
    fn is_stopped_at_entry(&self, state: &State) -> bool {
        state.entering && self.in_enemy_zone(state, state.active, state.hex(self.lead(state)))
    }

    /// Whether the picked pieces march: Moroccan units come by rail alone where there is one [7.3.2c].
    fn may_march(&self, state: &State) -> bool {
        !self.is_stopped_at_entry(state) && !self.comes_by_rail(state)
    }

    /// Every hex where the picked pieces may march.
    fn list_marches(&self, state: &State, out: &mut Vec<Action>) {
        if !self.may_march(state) {
            return;
        }
        let fits = |hex: Hex| !state.has(option::NO_OVERSTACKING) || self.group_fits(state, hex);
        self.explore(state, self.points_left(state), |reach| {
            out.extend(reach.reached().iter().copied().filter(|&hex| fits(hex)).map(Action::To));
            if self.may_step_at_any_cost(state) {
                let shun = self.shun_zones(state);
                for hex in self.near.around(state.hex(self.lead(state))) {
                    let side = state.active;
                    let barred = self.is_closed(state, side, hex) || (shun && self.in_enemy_zone(state, side, hex));
                    if !barred && reach.cost(hex).is_none() && fits(hex) {
                        out.push(Action::To(hex));
                    }
                }
            }
        });
    }

    fn group_fits(&self, state: &State, hex: Hex) -> bool {
        self.lead(state).is_hq() || self.fit(state, state.joined, hex)
    }

    pub(crate) fn check_march(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let (lead, side) = (self.lead(state), state.active);
        let (name, at) = (self.pieces.title(lead), self.ground.label(hex));
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, reason));
        if state.hex(lead) == hex {
            return refuse(clauses!["7a"], format!("{name} is in {at} already"));
        }
        if !self.may_march(state) {
            let clauses = if self.is_stopped_at_entry(state) { clauses!["8.2.1.2"] } else { clauses!["7.3.2c"] };
            return refuse(clauses, format!("{name} cannot march on from its hex of entry"));
        }
        if self.is_occupied(state, side.other(), hex) {
            return refuse(clauses!["7.1.3"], format!("enemy units are in {at}"));
        }
        if self.is_closed(state, side, hex) {
            return refuse(clauses!["13.1.1a", "7.1.3"], format!("the garrison of Paris holds {at}"));
        }
        if self.in_enemy_zone(state, side, hex) && self.shun_zones(state) {
            let clauses = if lead.is_hq() { clauses!["9.9b"] } else { clauses!["10.2.2a"] };
            return refuse(clauses, format!("{at} is in an enemy zone of control, which {name} may not enter now"));
        }
        if state.has(option::NO_OVERSTACKING) && !lead.is_hq() {
            self.check_fit(state, state.joined, hex)?;
        }
        let at_any_cost =
            self.may_step_at_any_cost(state) && self.ground.board().direction(state.hex(lead), hex).is_some();
        let left = self.points_left(state);
        match self.explore(state, FAR, |reach| reach.cost(hex)) {
            Some(cost) if cost <= left.into() => Ok(()),
            _ if at_any_cost => Ok(()),
            Some(cost) => {
                let (cost, has) = (half_points(cost), half_points(left));
                refuse(clauses!["7a", "7.1.2.1"], format!("{at} costs {name} {cost} MP, and it has {has}"))
            }
            None => refuse(clauses!["8.2.1.2", "7.1.3"], format!("no way leads {name} to {at}")),
        }
    }

    /// The way that the picked pieces march to a hex, and its cost.
    pub(crate) fn march(&self, state: &State, hex: Hex) -> (Trail, u8) {
        let left = self.points_left(state);
        self.explore(state, left, |reach| match reach.cost(hex) {
            Some(cost) => (Trail::to(reach, hex), cost as u8),
            None => (Trail::step(hex), left),
        })
    }

    /// Marches the picked pieces to a hex. What points they have left they may use later in the phase, unless a zone
    /// stops them.
    pub(crate) fn move_to(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let (trail, cost) = self.march(state, hex);
        let transfer = self.is_in_transfer(state);
        let stopped = self.in_enemy_zone(state, state.active, hex) || state.entering;
        for piece in state.joined.iter() {
            let spent = &mut state.spent[piece.index()];
            *spent = spent.saturating_add(cost);
            let left = self.allowance(state, piece).saturating_sub(state.spent[piece.index()]);
            let tired = left < if transfer { self.tables.movement.road } else { self.tables.movement.clear };
            let may_rally = state.disrupted.contains(piece) && !state.has(option::RALLY_FIRST);
            if stopped || (tired && !may_rally) {
                state.moved.insert(piece);
            }
        }
        self.carry(state, trail.hexes(), false, events);
        self.end_move(state, true);
    }

    /// Takes the picked pieces along a way, on foot or in trains and taxis: enemy HQs give way, and towns change hands.
    pub(crate) fn carry(&self, state: &mut State, way: &[Hex], ride: bool, events: &mut impl Sink) {
        let (group, side) = (state.joined, state.active);
        let Some(&to) = way.last() else { return };
        self.tell_move(state, to, way, events);
        if group.iter().all(|piece| piece.is_hq()) {
            return self.shift(state, to);
        }
        self.drive_hqs_along(state, way, events);
        for &hex in self.entered(state, way, ride) {
            self.enter_hex(state, side, hex, events);
        }
        self.shift(state, to);
        self.displace_hqs(state, side.other(), events);
    }

    /// Puts the picked pieces into a hex.
    fn shift(&self, state: &mut State, to: Hex) {
        for piece in state.joined.iter() {
            self.lift(state, piece);
            self.put(state, piece, to);
        }
    }

    /// Enemy HQs give way at once to units that come by, wherever these go then [9.9c]; one alone in a hex to units that
    /// come through (rulings R19, R21).
    fn drive_hqs_along(&self, state: &mut State, way: &[Hex], events: &mut impl Sink) {
        let enemy = state.active.other();
        let hexes = |state: &State| self.hqs(state, enemy).iter().map(|hq| state.hex(hq)).collect();
        let mut staffs: Hexes = hexes(state);
        for &hex in way {
            if staffs.contains(hex) || self.near.around(hex).any(|near| staffs.contains(near)) {
                self.shift(state, hex);
                self.displace_hqs(state, enemy, events);
                staffs = hexes(state);
            }
        }
    }

    /// Ends what the picked pieces do.
    pub(crate) fn end_move(&self, state: &mut State, marched: bool) {
        if !state.entering {
            state.joined = PieceSet::EMPTY;
            state.step = Step::Moves;
            return;
        }
        self.end_entry(state, marched);
    }

    /// Leaves the picked pieces where they are.
    pub(crate) fn stay(&self, state: &mut State) {
        state.moved = state.moved.or(state.joined);
        self.end_move(state, true);
    }

    /// The units that can go along with the picked ones: in the same hex and mode, with as many points used.
    pub(crate) fn companions(&self, state: &State) -> PieceSet {
        let lead = self.lead(state);
        if lead.is_hq() || state.entering {
            return PieceSet::EMPTY;
        }
        let alike = |unit: &Piece| {
            state.mode(*unit) == state.mode(lead)
                && state.spent[unit.index()] == state.spent[lead.index()]
                && state.rallied.contains(*unit) == state.rallied.contains(lead)
        };
        let there = state.units_in(state.hex(lead)).without(state.moved).without(state.joined);
        there.iter().filter(|&unit| !state.is_locked(unit)).filter(alike).collect()
    }

    pub(crate) fn check_companion(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        if self.companions(state).contains(unit) {
            return Ok(());
        }
        let reason = format!(
            "{} cannot go along with {}: it must stand with it, be in the same mode and have moved as far",
            self.pieces.title(unit),
            self.pieces.title(self.lead(state))
        );
        Err(Refusal::new(clauses!["7a"], reason))
    }

    pub(crate) fn check_several(&self, units: PieceSet) -> Result<(), Refusal> {
        match units.len() > 1 {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["7a"], "there are not several units that could go along")),
        }
    }

    // Railroad movement.

    /// Why the picked pieces cannot go by rail at all: they must be in Transfer mode [7.2.2b, 5.1.1a2, 5.1.2b, 5.1.4a2],
    /// HQs too [7.2.8a2], stand on a railroad [7.2.3a] away from the enemy [7.2.2a, 7.2.5], and not have moved [7.2.3b].
    fn entrain_bar(&self, state: &State) -> Result<(), Bar> {
        let lead = self.lead(state);
        let from = state.hex(lead);
        if !self.comes_by_rail(state) && !self.is_in_transfer(state) {
            let by: &[Clause] = match state.mode(lead) {
                _ if state.entering => &[Clause("7.2.8c")],
                Mode::Offensive => &[Clause("7.2.2b"), Clause("5.1.1a2")],
                Mode::Defensive => &[Clause("7.2.2b"), Clause("5.1.2b")],
                _ => &[Clause("7.2.2b"), Clause("5.1.4a2")],
            };
            return Err((by, "is not in Transfer mode"));
        }
        if !state.entering && state.joined.iter().any(|piece| state.spent[piece.index()] > 0) {
            return Err((&[Clause("7.2.3b")], "has moved in this phase"));
        }
        if !self.ground.rail_hexes.contains(from) {
            return Err((&[Clause("7.2.3a")], "does not stand on a railroad"));
        }
        if self.is_threatened(state, state.active, from) {
            return Err((&[Clause("7.2.2a"), Clause("7.2.5")], "is next to enemy units"));
        }
        Ok(())
    }

    fn check_entrain(&self, state: &State) -> Result<(), Refusal> {
        self.entrain_bar(state).map_err(|bar| self.refusal(self.lead(state), bar))?;
        self.check_capacity(state)
    }

    /// Whether trains are left: three German units [7.2.6]; three British, or two French, or one of each [7.2.7] (rulings
    /// R18, R96). HQs ride free [7.2.8a], and so do reinforcements from off the map on their turn of arrival [7.2.8b], but
    /// not IVth Corps, which appears in Paris [7.2.8b2].
    fn has_capacity(&self, state: &State) -> bool {
        let rail = &self.tables.rail;
        let [german, british, french] = self.load_after(state);
        let allied = (french == 0 && british <= rail.british)
            || (british == 0 && french <= rail.french)
            || (british <= rail.mixed && french <= rail.mixed);
        german <= rail.german && allied
    }

    fn check_capacity(&self, state: &State) -> Result<(), Refusal> {
        if self.has_capacity(state) {
            return Ok(());
        }
        let [german, british, french] = self.load_after(state);
        let (clauses, load) = match state.active {
            crate::pieces::GERMAN => (clauses!["7.2.6"], format!("{german} German units")),
            _ => (clauses!["7.2.7"], format!("{british} British and {french} French units")),
        };
        Err(Refusal::new(clauses, format!("the railroads cannot carry {load} in one phase")))
    }

    /// German, British and French units that would have gone by rail in this phase with the picked ones.
    fn load_after(&self, state: &State) -> [u8; 3] {
        let mut load = state.rail_used;
        let lead = self.lead(state);
        let free = state.entering && self.pieces.counter(lead).group != Some(Group::IvCorps);
        if lead.is_hq() || free {
            return load;
        }
        for unit in state.joined.iter() {
            load[match self.pieces.counter(unit).nation {
                Nation::German => 0,
                Nation::British => 1,
                Nation::French => 2,
            }] += 1;
        }
        load
    }

    fn list_rails(&self, state: &State, out: &mut Vec<Action>) {
        let could = self.comes_by_rail(state) || self.is_in_transfer(state);
        if !could || self.entrain_bar(state).is_err() || !self.has_capacity(state) {
            return;
        }
        let ends = |hex: &Hex| self.ends_by_rail(state, *hex);
        self.explore_rails(state, |reach| {
            out.extend(reach.reached().iter().copied().filter(ends).map(Action::Rail));
        });
    }

    /// Whether the picked pieces may detrain in a hex that a free line leads to: with the switch not where they are too
    /// many (ruling R88).
    fn ends_by_rail(&self, state: &State, hex: Hex) -> bool {
        !state.has(option::NO_OVERSTACKING) || self.group_fits(state, hex)
    }

    pub(crate) fn check_rail(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        self.check_entrain(state)?;
        let at = self.ground.label(hex);
        if hex == state.hex(self.lead(state)) {
            return Err(Refusal::new(clauses!["7.2.1"], format!("the unit is in {at} already")));
        }
        if !self.ground.rail_hexes.contains(hex) {
            return Err(Refusal::new(clauses!["7.2.3a"], format!("no railroad leads through {at}")));
        }
        if self.is_threatened(state, state.active, hex) {
            return Err(Refusal::new(clauses!["7.2.5", "7.2.4"], format!("{at} is next to enemy units")));
        }
        if self.explore_rails(state, |reach| reach.cost(hex)).is_none() {
            let reason = format!("no railroad free of enemies leads to {at}");
            return Err(Refusal::new(clauses!["7.2.4", "7.2.1"], reason));
        }
        if !self.ends_by_rail(state, hex) {
            return Err(Refusal::new(clauses!["7.1.5b", "8.1b"], format!("the unit would over-stack {at}")));
        }
        Ok(())
    }

    /// The way that the picked pieces take to a hex by rail.
    pub(crate) fn journey(&self, state: &State, hex: Hex) -> Trail {
        self.explore_rails(state, |reach| Trail::to(reach, hex))
    }

    /// The places that the picked pieces take on a way; HQs take none [14e].
    pub(crate) fn taken_on(&self, state: &State, way: &[Hex], ride: bool) -> Vec<String> {
        match self.lead(state).is_hq() {
            true => Vec::new(),
            false => self.prizes(state, state.active, self.entered(state, way, ride).iter().copied()),
        }
    }

    /// What trains can take that the picked pieces may board now.
    pub(crate) fn train_text(&self, state: &State) -> Option<String> {
        if state.step != Step::Move || self.lead(state).is_hq() || self.check_entrain(state).is_err() {
            return None;
        }
        let there = self.explore_rails(state, |reach| reach.reached().to_vec());
        let places = self.prizes(state, state.active, there);
        let what = match state.has(option::TAKE_AT_STOPS) {
            true => "A train takes the town where it stops, and none that it passes.",
            false => "A train takes the towns that it passes.",
        };
        (!places.is_empty()).then(|| format!("{what} Free lines lead to {}.", places.join(", ")))
    }

    /// Moves the picked pieces by rail, which is all they do this player turn [7.2.3b, 7.2.3c].
    pub(crate) fn go_by_rail(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        state.rail_used = self.load_after(state);
        let trail = self.journey(state, hex);
        state.moved = state.moved.or(state.joined);
        state.railed = state.railed.or(state.joined);
        self.carry(state, trail.hexes(), true, events);
        self.end_move(state, false);
    }

    // What can be done, and what it costs.

    /// Everything that the picked pieces may do.
    pub(crate) fn list_moves(&self, state: &State, out: &mut Vec<Action>) {
        self.list_marches(state, out);
        self.list_rails(state, out);
        let companions = self.companions(state);
        out.extend(companions.iter().map(Action::Join));
        if companions.len() > 1 {
            out.push(Action::JoinAll);
        }
        if !state.entering {
            self.list_rests(state, out);
            self.list_taxis(state, out);
        }
        out.push(Action::Stay);
    }

    /// Whether the picked pieces can do nothing more in this phase.
    fn must_stay(&self, state: &State) -> bool {
        let mut ways = Vec::new();
        self.list_moves(state, &mut ways);
        ways == [Action::Stay]
    }

    /// The enemy sees how many units of what nation go from where to where, and not how [8.1.5a]: their way would tell
    /// their mode.
    fn tell_move(&self, state: &State, to: Hex, way: &[Hex], events: &mut impl Sink) {
        let lead = self.lead(state);
        let from = state.hex(lead);
        let told = |who: String, how: &str| {
            let verb = if state.joined.len() == 1 { "moves" } else { "move" };
            let text = format!("{who} {verb}{how} from {} to {}.", self.ground.label(from), self.ground.label(to));
            Event::new(EventKind::Move, text).side(state.active).by(clauses!["7a"])
        };
        let names = || state.joined.iter().map(|piece| self.pieces.name(piece).to_string()).collect::<Vec<_>>();
        let titles = || state.joined.iter().map(|piece| self.pieces.title(piece)).collect::<Vec<_>>().join(", ");
        let how = if state.railed.contains(lead) { " by rail" } else { "" };
        let whole = || told(titles(), how).along(std::iter::once(from).chain(way.iter().copied())).of(names());
        if lead.is_hq() {
            return events.tell_apart(state.active, whole, || told(titles(), "").along([from, to]).of(names()));
        }
        events.tell_apart(state.active, whole, || told(self.count_units(state.joined), "").along([from, to]));
    }

    /// `A French unit`, `3 German units`, `2 British and 1 French units`.
    pub(crate) fn count_units(&self, units: PieceSet) -> String {
        let nations = [(Nation::British, "British"), (Nation::French, "French"), (Nation::German, "German")];
        let count = |nation: Nation| units.iter().filter(|&unit| self.pieces.counter(unit).nation == nation).count();
        let parts: Vec<String> = nations
            .iter()
            .filter(|(nation, _)| count(*nation) > 0)
            .map(|(nation, title)| format!("{} {title}", count(*nation)))
            .collect();
        match units.len() {
            1 => format!("A {} unit", parts.join("").trim_start_matches("1 ")),
            _ => format!("{} units", parts.join(" and ")),
        }
    }

    /// `French`, `British`, `German`.
    pub(crate) fn nation_title(&self, piece: Piece) -> &'static str {
        match self.pieces.counter(piece).nation {
            Nation::French => "French",
            Nation::British => "British",
            Nation::German => "German",
        }
    }

    /// A march in words: where it goes, what it takes, and what it costs.
    fn march_words(&self, state: &State, hex: Hex) -> Words {
        let taking = self.taking_words(state, &self.march(state, hex).0, false);
        let text = format!("{}{taking}", self.way_words(hex));
        Words::new(text).cost(Some(self.cost_text(state, hex)))
    }

    /// A journey by rail in words.
    fn rail_words(&self, state: &State, hex: Hex) -> String {
        let taking = self.taking_words(state, &self.journey(state, hex), true);
        format!("by rail to {}{taking}", self.ground.called(hex))
    }

    /// A hex to go to, with its terrain.
    pub(crate) fn way_words(&self, hex: Hex) -> String {
        format!("to {}, {}", self.ground.called(hex), self.ground.terrain_title(hex).to_lowercase())
    }

    /// `, taking Chantilly, Senlis`: the places that fall to those who go that way.
    fn taking_words(&self, state: &State, trail: &Trail, ride: bool) -> String {
        let places = self.taken_on(state, trail.hexes(), ride);
        if places.is_empty() { String::new() } else { format!(", taking {}", places.join(", ")) }
    }

    /// The cost of a march to a hex, as people write it.
    fn cost_text(&self, state: &State, hex: Hex) -> String {
        let left = self.points_left(state);
        let cost = self.explore(state, left, |reach| reach.cost(hex));
        cost.map_or_else(|| "all".to_string(), |cost| format!("{} MP", half_points(cost)))
    }

    /// What a march costs, hex by hex, with its way.
    pub(crate) fn march_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let lead = self.lead(state);
        let (trail, cost) = self.march(state, hex);
        let start = state.hex(lead);
        let way: Vec<Hex> = std::iter::once(start).chain(trail.hexes().iter().copied()).collect();
        let mut sum = Derivation::new("Movement points", half_points(cost), clauses!["7a", "7.1.2.1"]);
        for step in way.windows(2) {
            for part in self.step_parts(state, step[0], step[1]) {
                sum = sum.with(part);
            }
        }
        let dearer = self.explore(state, self.points_left(state), |reach| reach.cost(hex)).is_none();
        if dearer {
            let part = Derivation::new("one hex at any cost", half_points(cost), clauses!["7.1.4"]);
            sum = Derivation::new("Movement points", half_points(cost), clauses!["7.1.4"]).with(part);
        }
        let sum = sum.with(self.allowance_derivation(state, lead));
        let sum = taking(sum, self.taken_on(state, trail.hexes(), false));
        Forecast::certain(sum).along(way.iter().map(|&hex| self.ground.label(hex)))
    }

    /// The parts of the cost of one step.
    fn step_parts(&self, state: &State, from: Hex, to: Hex) -> Vec<Derivation> {
        let (movement, side) = (&self.tables.movement, state.active);
        let at = self.ground.label(to);
        let mut parts = Vec::new();
        let hexside = self.ground.between(from, to);
        let transfer = self.is_in_transfer(state);
        let part =
            |label: String, halves: u8, clauses: Vec<Clause>| Derivation::new(label, half_points(halves), clauses);
        if transfer && hexside.is_some_and(|side| side.road) {
            parts.push(part(format!("{at}, along the road"), movement.road, clauses!["7.1.2e", "7.1.2.2a", "7.1.2f"]));
        } else {
            let river = hexside.is_some_and(|side| side.river);
            let cost = self.ground.march.step(from, self.way(from, to)).expect("nobody goes where no step leads");
            let ground = cost - if river { movement.river } else { 0 };
            let clauses = if ground > movement.clear { clauses!["7.1.2b"] } else { clauses!["7.1.2a"] };
            parts.push(part(format!("{at}, {}", self.ground.terrain_title(to).to_lowercase()), ground, clauses));
            if river {
                parts.push(part(format!("river before {at}"), movement.river, clauses!["7.1.2c", "7.1.2.2b"]));
            }
        }
        if self.in_enemy_zone(state, side, from) && !transfer {
            let label = format!("leaving the zone in {}", self.ground.label(from));
            parts.push(part(label, movement.leave_zone, clauses!["7.1.3.1b", "8.2.1.5"]));
        }
        if self.in_enemy_zone(state, side, to) {
            parts.push(part(format!("entering the zone in {at}"), movement.enter_zone, clauses!["7.1.3.1a"]));
        }
        parts
    }

    /// The direction from a hex to its neighbour.
    fn way(&self, from: Hex, to: Hex) -> hexboard::Direction {
        self.ground.board().direction(from, to).expect("a step leads to a neighbouring hex")
    }

    /// The movement points that a piece has left.
    fn allowance_derivation(&self, state: &State, piece: Piece) -> Derivation {
        let printed = self.pieces.counter(piece).face(self.steps(state, piece)).movement;
        let (clause, factor) = match state.mode(piece) {
            _ if self.is_unattached(state, piece) => (Clause("7.3.2c"), "all"),
            Mode::Offensive => (Clause("5.1.1a"), "all"),
            Mode::Transfer => (Clause("5.1.3a"), "all"),
            Mode::Defensive => (Clause("5.1.2a"), "half"),
            Mode::Regroup => (Clause("5.1.4a"), "half"),
        };
        let mut sum = Derivation::new("of the points it has", half_points(self.points_left(state)), clauses!["7a"])
            .with(Derivation::new("printed", printed, clauses!["2c"]))
            .with(Derivation::new(format!("{factor} of them in {} mode", state.mode(piece).title()), "", vec![clause]));
        let spent = state.spent[piece.index()];
        if spent > 0 {
            sum = sum.with(Derivation::new("spent before", half_points(spent), clauses!["7a"]));
        }
        sum
    }

    /// The way by rail.
    pub(crate) fn rail_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let trail = self.journey(state, hex);
        let [german, british, french] = self.load_after(state);
        let rail = &self.tables.rail;
        let load = match state.active {
            crate::pieces::GERMAN => {
                Derivation::new(format!("German units by rail, of {}", rail.german), german, clauses!["7.2.6"])
            }
            _ => {
                Derivation::new("British and French units by rail", format!("{british} + {french}"), clauses!["7.2.7"])
            }
        };
        let sum = Derivation::new("Railroad movement", "no points", clauses!["7.2.1", "7.1.2d"]).with(load);
        let sum = taking(sum, self.taken_on(state, trail.hexes(), true));
        let way = std::iter::once(state.hex(self.lead(state))).chain(trail.hexes().iter().copied());
        Forecast::certain(sum).along(way.map(|hex| self.ground.label(hex)))
    }

    /// Units in supply that begin the phase outside every enemy zone may attack this turn in Defensive mode too, and bear a
    /// Reserve marker then [5.1.2f, 5.1.2g] (ruling R24).
    pub(crate) fn mark_reserves(&self, state: &mut State) {
        state.reserve = PieceSet::EMPTY;
        for unit in self.units(state, state.active).iter() {
            self.mark_reserve(state, unit);
        }
    }

    /// Marks a unit if it may be in reserve.
    pub(crate) fn mark_reserve(&self, state: &mut State, unit: Piece) {
        let side = self.pieces.side(unit);
        if !self.in_enemy_zone(state, side, state.hex(unit)) && !state.unsupplied.contains(unit) {
            state.reserve.insert(unit);
        }
    }
}

/// Adds the places that change hands to what is told of a move [14e].
#[engine::by_the_book]
pub(crate) fn taking(sum: Derivation, places: Vec<String>) -> Derivation {
    if places.is_empty() { sum } else { sum.with(Derivation::new("takes", places.join(", "), clauses!["14e"])) }
}
