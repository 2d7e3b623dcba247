//! Movement (series chapter 3) and exploitation (series chapter 11).

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::{Ground, Hexes};
use crate::hints::{LAST, Mind, RATHER_NOT};
use crate::pieces::{Class, GERMAN, Piece, PieceSet};
use crate::scenarios::{QuietFront, Scenario};
use crate::sequence::Phase;
use crate::state::{State, Step, option, side_of};
use crate::ways::{self, Question, Ways};
use engine::{
    Clause, Derivation, Event, EventKind, Forecast, Refusal, Role, Side, Sink, UNMOVED, Words, clauses, goes,
    half_points,
};
use hexboard::{Costs, Direction, Hex};

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 40;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit moves, in the Movement or the Exploitation Phase.
    Moves by state.side => {
        asks: "Choose units to move, or end the phase.",
        asked_if: game.has_movers(state),
        else: game.end_phase(state, dice, events),
        lists: game.list_moves(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        Pick(piece) => {
            check: game.check_mover(state, piece),
            play: game.pick_mover(state, piece),
            words: Words::new(game.unit_words(state, piece)).role(Role::Lead),
            odds: None,
            worth: mind.eagerness(state, piece),
        }
        Top(piece) => {
            check: game.check_top(state, piece),
            play: game.put_on_top(state, piece, events),
            words: Words::new(format!("{} on top of its stack", game.pieces.name_of(piece))).role(Role::Aside),
            odds: None,
            worth: RATHER_NOT,
        }
        Break(piece) => {
            check: game.check_break(state, piece),
            play: game.break_down(state, piece, events),
            words: Words::new(format!("break {} down", game.unit_words(state, piece))).role(Role::Aside),
            odds: None,
            worth: mind.appraise_break(state, piece),
        }
        Muster(hex) => {
            check: game.check_muster(state, hex),
            play: state.step = Step::Muster(hex),
            words: Words::new(format!("reassemble regiments in {}", game.ground.label(hex))).role(Role::Aside),
            odds: None,
            worth: RATHER_NOT,
        }
        Remove(crossing) => {
            check: game.check_removal(state, crossing),
            play: game.remove_bridge(state, crossing, events),
            words: game.removal_words(crossing),
            odds: None,
            worth: RATHER_NOT,
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: Words::new("end the phase").leaves(game.movers(state).len(), UNMOVED),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where the picked units go.
    Move by state.side => {
        asks: format!("Choose where {}.", goes(game.names(state.group))),
        asked_if: !state.group.is_empty(),
        else: game.end_move(state),
        lists: game.list_ways(state, out),
        points(hex): {
            let enemy = state.holder(hex) == Some(state.side.other());
            out.push(if enemy { Action::Overrun(hex) } else { Action::To(hex) });
        },
        To(hex) => {
            check: game.check_way(state, hex),
            play: game.move_to(state, hex, events),
            words: Words::new(game.ground_words(hex)).cost(game.cost_text(state, hex)),
            odds: Some(game.move_forecast(state, hex)),
            worth: mind.move_worth(state, hex),
        }
        Overrun(target) => {
            check: game.check_overrun(state, target),
            play: game.declare_overrun(state, target, dice, events),
            words: game.overrun_words(state, target),
            odds: game.overrun_outlook(state, target),
            worth: mind.appraise_overrun(state, target),
        }
        Join(piece) => {
            check: game.check_join(state, piece),
            play: state.group.insert(piece),
            words: Words::new(game.joining_words(state, piece)).role(Role::Join),
            odds: None,
            worth: LAST,
        }
        JoinAll => {
            check: game.check_moment(state, Action::JoinAll, game.companions(state).len() > 1),
            play: state.group = state.group.or(game.companions(state)),
            words: Words::new("all of them").role(Role::Join),
            odds: None,
            worth: LAST,
        }
        Stay => {
            check: Ok(()),
            play: game.end_move(state),
            words: "stay here",
            odds: None,
            worth: mind.appraise_stay(state),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The units that can still be picked: own ones that have not moved in this phase; none must [scs/3.1a, scs/3.1a2].
    /// In the Exploitation Phase only those that may exploit [scs/11.0a].
    #[inline]
    pub(crate) fn movers(&self, state: &State) -> PieceSet {
        match state.phase {
            Phase::Exploitation => state.marked.and(state.on_map).without(state.acted),
            _ => state.units(state.side).without(state.acted),
        }
    }

    pub(crate) fn has_movers(&self, state: &State) -> bool {
        !self.movers(state).is_empty()
    }

    /// Units that begin the Movement Phase in an enemy zone of control: they may not overrun in it [scs/3.2b].
    pub(crate) fn pinned(&self, state: &State) -> PieceSet {
        let side = state.side;
        state.units(side).iter().filter(|&piece| self.in_enemy_zone(state, side, state.hex(piece))).collect()
    }

    /// Units that may use the Exploitation Phase, whatever they did before: Functional tanks and Stormtroopers that
    /// begin it outside enemy zones and are not Out of Supply [scs/11.0a, scs/11.0b, 1.3f-4, scs/0.7, scs/0.8, scs/0.9]
    /// [1.8d-2].
    pub(crate) fn exploiters(&self, state: &State) -> PieceSet {
        let side = state.side;
        let able =
            |&piece: &Piece| self.face(state, piece).exploits && !self.in_enemy_zone(state, side, state.hex(piece));
        state.units(side).without(state.unsupplied).iter().filter(able).collect()
    }

    /// The half points that picked units have left: a stack goes at the pace of its slowest [scs/3.1a, scs/3.1b].
    pub(crate) fn budget(&self, state: &State, group: PieceSet) -> u8 {
        let slowest = group.iter().map(|piece| 2 * self.face(state, piece).movement).min().unwrap_or(0);
        slowest.saturating_sub(state.spent)
    }

    /// Half points for the step into a neighbouring hex by its ground and hexside: the dearest ground, or the road
    /// rate along a road, rivers on top; the Marne only over bridges [scs/3.1c, scs/3.1d, GI/terrain-b]
    /// [chart/terrain-marne, chart/terrain-assault-bridge, 3.2a-1].
    #[inline]
    pub(crate) fn ground_cost(&self, state: &State, side: Side, from: Hex, way: Direction) -> u8 {
        match self.steps.cost(from, way) {
            Some(Costs::ASKED) => self.bridge_cost(state, side, from, way),
            cost => cost.unwrap_or(Costs::BARRED),
        }
    }

    /// Half points for the step over a hexside of the Marne; rare, and so kept out of the search for ways.
    #[inline(never)]
    fn bridge_cost(&self, state: &State, side: Side, from: Hex, way: Direction) -> u8 {
        let Some(crossing) = self.ground.crossing(from, way) else { return Costs::BARRED };
        if !self.may_cross(state, side, crossing) {
            return Costs::BARRED;
        }
        let hexside = &self.ground.crossings()[crossing.index()];
        hexside.halves[usize::from(hexside.from != from)]
    }

    /// Half points more for entering an enemy zone of control, friends there or not; leaving one is free
    /// [scs/3.1e, scs/3.1f, scs/3.1g]. Stormtroopers pay less [3.1-1].
    fn zone_cost(&self, group: PieceSet) -> u8 {
        let storm = group.iter().all(|piece| self.pieces.class(piece) == Class::Stormtrooper);
        if storm { self.tables.stormtrooper_zone } else { self.tables.enemy_zone }
    }

    /// The quiet front of the west, while it lasts [6.1/note3-d].
    #[inline]
    pub(crate) fn quiet_front(&self, state: &State) -> Option<QuietFront> {
        self.scenario(state).quiet_front.filter(|quiet| state.turn < quiet.ends)
    }

    /// Whether the quiet front closes a hex to a side now: an enemy trench in the west that nobody holds [6.1/note3-c].
    pub(crate) fn is_closed(&self, state: &State, side: Side, hex: Hex) -> bool {
        let quiet = self.quiet_front(state).filter(|_| state.holder(hex).is_none());
        quiet.is_some_and(|quiet| self.is_quiet_trench(quiet, side, hex))
    }

    /// Why a side's units may not enter a hex that the quiet front closes to them.
    pub(crate) fn check_open(&self, state: &State, side: Side, hex: Hex) -> Result<(), Refusal> {
        let Some(quiet) = self.quiet_front(state).filter(|_| self.is_closed(state, side, hex)) else { return Ok(()) };
        let at = self.ground.label(hex);
        let reason = format!("{at} is an enemy trench hex of the quiet front, closed until turn {}", quiet.ends);
        Err(Refusal::new(clauses!["6.1/note3-c", "6.1/note3-d"], reason))
    }

    /// Whether a hex is one of the enemy's trenches in the west [6.1/note3-c].
    pub(crate) fn is_quiet_trench(&self, quiet: QuietFront, side: Side, hex: Hex) -> bool {
        let trenches = if side == GERMAN { self.ground.french_trenches() } else { self.ground.german_trenches() };
        self.ground.column(hex) < quiet.column && trenches.contains(hex)
    }

    /// All trenches that the quiet front of any scenario closes to each side.
    pub(crate) fn quiet_trenches_of(ground: &Ground, scenarios: &[Scenario]) -> [Hexes; 2] {
        let column = scenarios.iter().filter_map(|scenario| scenario.quiet_front).map(|quiet| quiet.column).max();
        let west = |trenches: &Hexes| {
            trenches.iter().filter(|&hex| column.is_some_and(|column| ground.column(hex) < column)).collect()
        };
        [west(ground.french_trenches()), west(ground.german_trenches())]
    }

    /// Whether a hex emptied by fighting stays closed all the same (ruling 96).
    pub(crate) fn stays_closed(&self, state: &State, hex: Hex) -> bool {
        let quiet = self.quiet_front(state).filter(|_| state.has(option::STRICT_TRENCHES));
        quiet.is_some_and(|quiet| self.is_quiet_trench(quiet, state.side, hex))
    }

    /// Works out where units can go with so many half points: hex by hex, never through enemies, off the map or out of
    /// the scenario's area; friends do not matter [scs/3.1c, scs/3.1h, scs/3.1i, scs/3.1j].
    pub(crate) fn range<T>(
        &self,
        state: &State,
        group: PieceSet,
        start: Hex,
        budget: u8,
        look: impl FnOnce(&Ways) -> T,
    ) -> T {
        let side = state.side;
        let question = Question {
            game: self.papers.number,
            start,
            budget,
            open: self.open_ground(state, side),
            zone: state.zoc[side.other().index()],
            toll: self.zone_cost(group),
            bridged: self.bridged_for(state, side),
            blown: state.has(option::BLOWN_BRIDGES),
        };
        ways::explore(&self.steps, question, |from, way| self.ground_cost(state, side, from, way), look)
    }

    /// The assault bridges that a side can cross, as bits.
    fn bridged_for(&self, state: &State, side: Side) -> [u64; 4] {
        let mut bits = [0; 4];
        if side == GERMAN || !state.has(option::GERMAN_BRIDGES) {
            for bridge in state.bridges.iter().filter(|bridge| bridge.lies() && bridge.intact) {
                bits[bridge.crossing.index() / 64] |= 1 << (bridge.crossing.index() % 64);
            }
        }
        bits
    }

    /// Every hex that a side's units may enter by moving.
    fn open_ground(&self, state: &State, side: Side) -> Hexes {
        let own = state.held[side.index()];
        let open = self.scenario(state).area - state.held[side.other().index()];
        match self.quiet_front(state) {
            Some(_) => open - (self.quiet_trenches(side) - own),
            None => open,
        }
    }

    /// The enemy trenches of the quiet front [6.1/note3-c].
    fn quiet_trenches(&self, side: Side) -> Hexes {
        self.quiet[side.index()]
    }

    /// Where the picked units stand.
    pub(crate) fn start(&self, state: &State) -> Hex {
        state.group.first().map_or(Hex::NONE, |piece| state.hex(piece))
    }

    /// Everything that can be done in a phase of movement: in the Movement Phase breakdown and reassembly too [GI/seq-d].
    pub(crate) fn list_moves(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.movers(state).iter().map(Action::Pick));
        self.list_tops(state, out);
        if state.phase == Phase::Movement {
            self.list_breakdowns(state, out);
        }
        self.list_removals(state, out);
        out.push(Action::Done);
    }

    /// Where the picked units may go, and who may go with them.
    pub(crate) fn list_ways(&self, state: &State, out: &mut Vec<Action>) {
        let (start, budget) = (self.start(state), self.budget(state, state.group));
        let overruns = self.may_overrun(state);
        let mut targets = Hexes::EMPTY;
        self.range(state, state.group, start, budget, |ways| {
            out.extend(ways.reached().iter().skip(1).map(|&hex| Action::To(hex)));
            if overruns {
                targets = self.overrun_targets(state, ways, budget);
            }
        });
        out.extend(targets.iter().map(Action::Overrun));
        let before = out.len();
        out.extend(self.companions(state).iter().map(Action::Join));
        if out.len() > before + 1 {
            out.push(Action::JoinAll);
        }
        out.push(Action::Stay);
    }

    /// Units that can still be added to those picked: from the same hex, before it has moved [scs/3.1b].
    pub(crate) fn companions(&self, state: &State) -> PieceSet {
        if state.spent > 0 {
            return PieceSet::EMPTY;
        }
        let mut here: PieceSet = state.stack(self.start(state)).collect();
        here = here.and(self.movers(state));
        here.without(state.group)
    }

    pub(crate) fn check_mover(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.pieces.name_of(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if side_of(piece) != state.side {
            return refuse(clauses!["scs/3.1a", "scs/1.2"], "is not yours to move");
        }
        if !state.on_map.contains(piece) {
            return refuse(clauses!["scs/3.1a"], "is not on the map");
        }
        if state.acted.contains(piece) {
            return refuse(clauses!["scs/3.1a2", "2.2c-4"], "has moved in this phase");
        }
        if state.phase == Phase::Exploitation && !state.marked.contains(piece) {
            if !self.face(state, piece).exploits {
                return refuse(clauses!["scs/0.9", "1.8d-2", "2.2b"], "is not exploit-capable");
            }
            if state.unsupplied.contains(piece) {
                return refuse(clauses!["1.3f-4"], "is Out of Supply and cannot exploit");
            }
            return refuse(clauses!["scs/11.0a", "scs/4.0d"], "began this phase in an enemy zone of control");
        }
        Ok(())
    }

    /// A unit is picked, alone for now.
    fn pick_mover(&self, state: &mut State, piece: Piece) {
        state.group = [piece].into_iter().collect();
        state.step = Step::Move;
    }

    pub(crate) fn check_join(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        self.check_mover(state, piece)?;
        if self.companions(state).contains(piece) {
            return Ok(());
        }
        let name = self.pieces.name_of(piece);
        let reason = format!("{name} cannot go with them: a stack moves from one hex and picks nobody up");
        Err(Refusal::new(clauses!["scs/3.1b"], reason))
    }

    pub(crate) fn check_way(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let (start, budget, at) = (self.start(state), self.budget(state, state.group), self.ground.label(hex));
        if hex == start {
            return Err(Refusal::new(clauses!["scs/3.1c"], format!("they are in {at} already")));
        }
        if !self.in_area(state, hex) {
            return Err(Refusal::new(clauses!["scs/3.1i"], format!("{at} is outside the area of this scenario")));
        }
        if state.holder(hex) == Some(state.side.other()) {
            return Err(Refusal::new(clauses!["scs/3.1h"], format!("the enemy holds {at}")));
        }
        self.check_open(state, state.side, hex)?;
        if self.range(state, state.group, start, budget, |ways| ways.cost(hex)).is_some() {
            return Ok(());
        }
        match self.range(state, state.group, start, FAR, |ways| ways.cost(hex)) {
            _ if self.crosses_marne(state, start, hex) => {
                let reason = format!("the Marne lies before {at}, without a bridge");
                Err(Refusal::new(clauses!["3.2a-1", "chart/terrain-marne"], reason))
            }
            Some(cost) => {
                let reason = format!("{at} costs {} MP, and they have {}", half_points(cost), half_points(budget));
                Err(Refusal::new(clauses!["scs/3.1a", "scs/3.1c"], reason))
            }
            None => {
                let reason = format!("no way leads to {at} that they could pay for");
                Err(Refusal::new(clauses!["scs/3.1c", "scs/3.1h", "3.2a-1"], reason))
            }
        }
    }

    /// Moves the picked units to a hex: their move is over then [scs/3.1a2, scs/3.1b].
    pub(crate) fn move_to(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        self.walk(state, hex, events);
        self.end_move(state);
    }

    /// Leads the picked units along their way.
    pub(crate) fn walk(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let (start, budget) = (self.start(state), self.budget(state, state.group));
        if hex == start {
            return;
        }
        self.tell_move(state, start, hex, budget, events);
        let cost = {
            let side = state.side;
            let (mut trail, mut length) = ([Hex::NONE; 2 * FAR as usize], 0);
            let cost = self.range(state, state.group, start, budget, |ways| {
                for hex in ways.back(hex) {
                    trail[length] = hex;
                    length += 1;
                }
                ways.cost(hex).unwrap_or(budget)
            });
            for &passed in &trail[..length] {
                self.enter_ground(state, side, passed);
            }
            self.leave_east(state, &trail[..length], events);
            cost
        };
        for piece in state.group.iter() {
            self.lift(state, piece);
            self.put(state, piece, hex);
        }
        state.spent += cost;
    }

    /// Until turn 8 a Replenished Corps HQ that begins the phase east of hexrow 11 and moves west of it is Depleted at
    /// once (ruling 22) [6.1/note3-b, 6.1/note3-d].
    fn leave_east(&self, state: &mut State, trail: &[Hex], events: &mut impl Sink) {
        let (Some(quiet), Some(&first)) = (self.quiet_front(state), trail.last()) else { return };
        let east = self.ground.column(first) > quiet.column;
        if !east || trail.iter().all(|&hex| self.ground.column(hex) >= quiet.column) {
            return;
        }
        let replenished = state.group.without(state.flipped).iter();
        for hq in replenished.filter(|&piece| self.pieces.class(piece) == Class::CorpsHq) {
            state.flipped.insert(hq);
            events.tell(|| {
                let name = self.pieces.name_of(hq).to_string();
                let text = format!("{name} is Depleted: it has gone west of hexrow {}.", quiet.column);
                Event::new(EventKind::Depletion, text)
                    .side(side_of(hq))
                    .of([name])
                    .by(clauses!["6.1/note3-b"])
                    .reveals_own()
            });
        }
    }

    /// The move of the picked units is over.
    pub(crate) fn end_move(&self, state: &mut State) {
        state.acted = state.acted.or(state.group);
        let division = |piece: Piece| self.pieces.class(piece) == Class::Division;
        state.division_moved |= state.group.iter().any(division);
        state.group = PieceSet::EMPTY;
        state.spent = 0;
        state.step = Step::Moves;
    }

    /// Moving units are seen.
    fn tell_move(&self, state: &State, start: Hex, hex: Hex, budget: u8, events: &mut impl Sink) {
        events.tell(|| {
            let names: Vec<String> = state.group.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect();
            let (from, to) = (self.ground.label(start), self.ground.label(hex));
            let text = format!("{} move{} from {from} to {to}.", names.join(", "), s(names.len()));
            let mut path: Vec<Hex> = self.range(state, state.group, start, budget, |ways| ways.back(hex).collect());
            path.reverse();
            Event::new(EventKind::Move, text)
                .side(state.side)
                .along(path)
                .of(names)
                .by(clauses!["scs/3.1a"])
                .reveals_own()
        });
    }

    /// What a move costs, hex by hex.
    pub(crate) fn move_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let (start, budget) = (self.start(state), self.budget(state, state.group));
        let (mut path, cost) = self.range(state, state.group, start, budget, |ways| {
            (ways.back(hex).collect::<Vec<Hex>>(), ways.cost(hex).unwrap_or(budget))
        });
        path.reverse();
        let mut sum = Derivation::new(
            "Movement",
            format!("{} of {}", half_points(cost), half_points(budget)),
            clauses!["scs/3.1c"],
        );
        for pair in path.windows(2) {
            sum = sum.with(self.step_derivation(state, pair[0], pair[1]));
        }
        Forecast::certain(sum).along(path.into_iter().map(|hex| self.ground.label(hex)))
    }

    /// What one step costs.
    fn step_derivation(&self, state: &State, from: Hex, to: Hex) -> Derivation {
        let at = self.ground.label(to);
        let Some(way) = self.ground.board().direction(from, to) else {
            return Derivation::new(at, 0, clauses!["scs/3.1c"]);
        };
        let cost = self.ground_cost(state, state.side, from, way);
        let zone = self.in_enemy_zone(state, state.side, to);
        let toll = if zone { self.zone_cost(state.group) } else { 0 };
        let mut step = Derivation::new(at, half_points(cost + toll), clauses!["scs/3.1c"]);
        step = step.with(self.ground_derivation(from, way, to, cost));
        if zone {
            let storm = toll == self.tables.stormtrooper_zone;
            let clauses = if storm { clauses!["3.1-1"] } else { clauses!["scs/3.1e", "scs/3.1g"] };
            step = step.with(Derivation::new("enemy zone of control", half_points(toll), clauses));
        }
        step
    }

    fn ground_derivation(&self, from: Hex, way: Direction, to: Hex, cost: u8) -> Derivation {
        let board = self.ground.board();
        if self.ground.road_between(from, way) {
            return Derivation::new("along the road", half_points(cost), clauses!["chart/terrain-road", "scs/3.1d"]);
        }
        let ground = self.ground.effects(to).halves;
        let mut clauses = vec![terrain_clause(board.terrain_name(board.terrain(to)))];
        let mut title = self.ground.terrain_title(to).to_lowercase();
        if self.ground.french_trench(to) || self.ground.german_trench(to) {
            clauses.push(Clause("chart/terrain-trench"));
            title += ", trench";
        }
        clauses.push(Clause("GI/terrain-b"));
        let mut derivation = Derivation::new(title, half_points(cost), clauses);
        if self.ground.river_between(from, way) {
            let river = Derivation::new("river", half_points(cost - ground), clauses!["chart/terrain-river"]);
            derivation = derivation.with(river);
        }
        if self.ground.marne_between(from, way) {
            let bridge = Derivation::new(
                "bridge over the Marne",
                0,
                clauses!["chart/terrain-marne", "chart/terrain-assault-bridge"],
            );
            derivation = derivation.with(bridge);
        }
        derivation
    }

    /// What a move costs, for the page.
    pub(crate) fn cost_text(&self, state: &State, hex: Hex) -> Option<String> {
        let (start, budget) = (self.start(state), self.budget(state, state.group));
        let cost = self.range(state, state.group, start, budget, |ways| ways.cost(hex))?;
        Some(format!("{} MP", half_points(cost)))
    }
}

/// The clause of the Terrain Chart for a kind of ground: points of interest, markings and victory points do not matter
/// [chart/terrain-point-of-interest, chart/terrain-nation-hex, chart/terrain-vp].
#[engine::by_the_book]
fn terrain_clause(terrain: &str) -> Clause {
    match terrain {
        "rough" => Clause("chart/terrain-rough"),
        "rough-woods" => Clause("chart/terrain-rough-woods"),
        "woods" => Clause("chart/terrain-woods"),
        "city" => Clause("chart/terrain-city"),
        "lakes" => Clause("chart/terrain-lakes"),
        _ => Clause("chart/terrain-clear"),
    }
}

/// The ending of a verb: one moves, several move.
pub(crate) fn s(count: usize) -> &'static str {
    if count == 1 { "s" } else { "" }
}
