//! 9.0 Movement.

use crate::FirstBlood;
use crate::action::Action;
use crate::events::TurnEvent;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece, PieceSet, US, infantry};
use crate::state::{State, Step, option};
use engine::{
    Clause, Derivation, Event, EventKind, Forecast, Refusal, Role, Sink, UNMOVED, Words, clauses, half_points,
};
use hexboard::{Entry, Hex, Reach, searching};

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 250;

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit moves.
    Moves by state.phase.side() => {
        asks: "Choose a unit to move, or end the phase.",
        asked_if: !game.movers(state).is_empty(),
        else: game.end_phase(state, dice, events),
        lists: {
            out.extend(game.movers(state).iter().map(Action::Pick));
            out.push(Action::Done);
        },
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        Pick(piece) => {
            check: game.check_pick(state, piece),
            play: state.step = Step::Move(piece),
            words: Words::new(game.unit_words(piece)).role(Role::Lead),
            odds: None,
            worth: mind.eagerness(state, piece),
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: Words::new("end the phase").leaves(game.movers(state).len(), UNMOVED),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where a unit moves.
    Move(piece: Piece) by state.phase.side() => {
        asks: format!("Choose where {} goes.", game.pieces.name(piece)),
        lists: game.list_destinations(state, piece, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_destination(state, piece, hex),
            play: game.move_to(state, piece, hex, events),
            words: Words::new(format!("move to {}", game.ground_words(hex))).cost(game.cost_text(state, piece, hex)),
            odds: Some(game.move_forecast(state, piece, hex)),
            worth: mind.standing(state, piece, hex),
        }
        Exit => {
            check: game.check_exit(state, piece),
            play: game.exit(state, piece, events),
            words: Words::new("leave the map to the south and win").cost(game.exit_cost_text(state, piece)),
            odds: game.exit_forecast(state, piece),
            worth: f32::MAX,
        }
        Stay => {
            check: Ok(()),
            play: game.stay(state, piece),
            words: "stay here",
            odds: None,
            worth: mind.standing(state, piece, state.hex(piece)) + 0.01,
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// The units that can still be picked: own infantry that has not moved in this phase; none must [9.1c, 9.1d, 9.1e].
    /// Emplacements are not infantry and never move [9.3].
    #[inline]
    pub(crate) fn movers(&self, state: &State) -> PieceSet {
        state.on_map.and(infantry(state.phase.side())).without(state.acted)
    }

    /// The movement points of a unit, in halves: printed, less 1 under gas [7.4a], 1 more in its side's rally
    /// [7.6a, 7.9a]. They cannot be saved or lent, so they are not kept [9.1b].
    pub(crate) fn allowance(&self, state: &State, piece: Piece) -> u8 {
        let printed = self.pieces.movement(piece);
        2 * match state.event {
            TurnEvent::PoisonGas => printed.saturating_sub(1),
            TurnEvent::Rally(side) if side == piece.side() => printed + 1,
            _ => printed,
        }
    }

    /// Works out where a unit can go with so many half points: hex by hex, each paid in full [9.1a, 9.1f, 9.2], never
    /// through enemies [9.7a] or overfull hexes [6.2a]; remains do not matter [2.6b].
    pub(crate) fn explore<T>(&self, state: &State, piece: Piece, halves: u8, look: impl FnOnce(&Reach) -> T) -> T {
        let side = piece.side();
        let (own, enemy) = (&state.held[side.index()], &state.held[side.other().index()]);
        let enter = |hex: Hex| {
            if enemy.contains(hex) || (own.contains(hex) && !self.may_pass(state, piece, hex)) {
                Entry::Barred
            } else {
                Entry::Free
            }
        };
        searching(|reach| {
            reach.explore(self.ground.costs(side), state.hex(piece), halves, enter, |_| 0);
            look(reach)
        })
    }

    /// Whether a unit that got so far can leave the map from there: Germans, from an exit hex, for the points that
    /// leaving costs [4.3a, 4.3e] (ruling R5).
    fn can_leave(&self, hex: Hex, spent: u16, allowance: u8) -> bool {
        self.ground.exits.contains(hex) && spent + u16::from(self.tables.exit) <= allowance.into()
    }

    fn way_out(&self, state: &State, piece: Piece, allowance: u8, reach: &Reach) -> Option<Hex> {
        if piece.side() == US {
            return None;
        }
        let mut there = std::iter::once(state.hex(piece)).chain(reach.reached().iter().copied());
        there.find(|&hex| self.can_leave(hex, reach.cost(hex).unwrap_or(0), allowance))
    }

    /// Every hex where the picked unit may end its move.
    pub(crate) fn list_destinations(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let allowance = self.allowance(state, piece);
        let own = &state.held[piece.side().index()];
        self.explore(state, piece, allowance, |reach| {
            let ends = |hex: &&Hex| !own.contains(**hex) || self.fits(state, piece, **hex);
            out.extend(reach.reached().iter().filter(ends).map(|&hex| Action::To(hex)));
            if self.way_out(state, piece, allowance, reach).is_some() {
                out.push(Action::Exit);
            }
        });
        out.push(Action::Stay);
    }

    pub(crate) fn check_pick(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.pieces.name(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if piece.side() != state.phase.side() {
            return refuse(clauses!["9.1d"], "is not yours to move");
        }
        if !state.on_map.contains(piece) {
            return Err(self.not_on_map(piece));
        }
        if piece.is_emplacement() {
            return refuse(clauses!["9.3"], "is an emplacement and never moves");
        }
        if state.acted.contains(piece) {
            return refuse(clauses!["9.1c"], "has moved in this phase");
        }
        Ok(())
    }

    pub(crate) fn check_destination(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        let (name, at) = (self.pieces.name(piece), self.ground.label(hex));
        if state.hex(piece) == hex {
            return Err(Refusal::new(clauses!["9.1a"], format!("{name} is in {at} already")));
        }
        if piece.side() == US && self.ground.bank_set.contains(hex) {
            return Err(Refusal::new(clauses!["9.8a"], format!("{at} is a Marne riverbank hex, closed to US units")));
        }
        if state.holder(hex) == Some(piece.side().other()) {
            return Err(Refusal::new(clauses!["9.7a"], format!("the enemy holds {at}")));
        }
        self.check_fits(state, piece, hex)?;
        let allowance = self.allowance(state, piece);
        let cost = self.explore(state, piece, FAR, |reach| reach.cost(hex));
        match cost {
            Some(cost) if cost <= allowance.into() => Ok(()),
            Some(cost) => {
                let (cost, has) = (half_points(cost), half_points(allowance));
                let reason = format!("{at} costs {name} {cost} MP, and it has {has}");
                Err(Refusal::new(clauses!["9.1f", "9.2"], reason))
            }
            None => Err(Refusal::new(clauses!["9.1a", "9.7a", "6.2a"], format!("no way leads {name} to {at}"))),
        }
    }

    pub(crate) fn check_exit(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if piece.side() == US {
            return Err(Refusal::new(clauses!["4.3e"], "US units never leave the map"));
        }
        let allowance = self.allowance(state, piece);
        if self.explore(state, piece, allowance, |reach| self.way_out(state, piece, allowance, reach)).is_some() {
            return Ok(());
        }
        let reason = format!(
            "{} does not reach an exit hex with {} MP to spare",
            self.pieces.name(piece),
            half_points(self.tables.exit)
        );
        Err(Refusal::new(clauses!["4.3a", "4.3e", "9.2"], reason))
    }

    /// Moves the picked unit: alone, and its move is over then [6.2b, 9.1c, 9.4].
    pub(crate) fn move_to(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        self.tell_move(state, piece, hex, events);
        let from = state.hex(piece);
        state.lift(piece);
        state.put(piece, hex);
        state.acted.insert(piece);
        state.step = Step::Moves;
        self.disturb(state, from);
        self.disturb(state, hex);
    }

    /// Leaves the picked unit where it is.
    pub(crate) fn stay(&self, state: &mut State, piece: Piece) {
        state.acted.insert(piece);
        state.step = Step::Moves;
    }

    /// Moves the picked unit off the map.
    pub(crate) fn exit(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        events.tell(|| {
            let allowance = self.allowance(state, piece);
            let out = self.explore(state, piece, allowance, |reach| self.way_out(state, piece, allowance, reach));
            let name = self.pieces.name(piece).to_string();
            let by = out.map_or(String::new(), |hex| format!(" by {}", self.ground.label(hex)));
            let event = Event::new(EventKind::Exit, format!("{name} leaves the map{by}.")).side(piece.side());
            event.at(out).of([name]).by(clauses!["4.3a"])
        });
        state.lift(piece);
        self.german_has_left(state);
    }

    fn path(&self, state: &State, piece: Piece, hex: Hex) -> Vec<Hex> {
        let allowance = self.allowance(state, piece);
        let mut path: Vec<Hex> = self.explore(state, piece, allowance, |reach| reach.path(hex).collect());
        path.reverse();
        path
    }

    /// A moving unit is seen (ruling R50), unless fog is strict. Its way is its own side's to know: it may go around
    /// stacks that the enemy may not look into [6.5a].
    fn tell_move(&self, state: &State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let event = |who: &str| {
            let (from, to) = (self.ground.label(state.hex(piece)), self.ground.label(hex));
            Event::new(EventKind::Move, format!("{who} moves from {from} to {to}."))
                .side(piece.side())
                .by(clauses!["9.1a"])
        };
        let seen = || match state.options.has(option::STRICT_FOG) {
            true => event("A unit"),
            false => event(self.pieces.name(piece)).of([self.pieces.name(piece).to_string()]),
        };
        let whole = || event(self.pieces.name(piece)).of([self.pieces.name(piece).to_string()]);
        let part = || seen().along([state.hex(piece), hex]);
        events.tell_apart(piece.side(), || whole().along(self.path(state, piece, hex)), part);
    }

    /// What a move costs, hex by hex.
    pub(crate) fn move_forecast(&self, state: &State, piece: Piece, hex: Hex) -> Forecast {
        self.way_forecast(state, piece, hex, None)
    }

    /// What leaving the map costs (ruling R5).
    pub(crate) fn exit_forecast(&self, state: &State, piece: Piece) -> Option<Forecast> {
        let allowance = self.allowance(state, piece);
        let out = self.explore(state, piece, allowance, |reach| self.way_out(state, piece, allowance, reach))?;
        let label = format!("off the map from {}", self.ground.label(out));
        Some(self.way_forecast(state, piece, out, Some((label, self.tables.exit, clauses!["4.3a"]))))
    }

    /// The cost of the way to a hex, and of a step beyond it if there is one.
    fn way_forecast(
        &self,
        state: &State,
        piece: Piece,
        hex: Hex,
        beyond: Option<(String, u8, Vec<Clause>)>,
    ) -> Forecast {
        let path = self.path(state, piece, hex);
        let steps = path.windows(2).map(|step| self.step_cost(step[0], step[1])).chain(beyond);
        let mut total = 0;
        let mut sum = Derivation::new("Movement points", "", clauses!["9.1a"]);
        for (label, halves, clauses) in steps {
            total += u16::from(halves);
            sum = sum.with(Derivation::new(label, half_points(halves), clauses));
        }
        sum.value = half_points(total);
        let way = path.iter().map(|&hex| self.ground.label(hex).clone());
        Forecast::certain(sum.with(self.allowance_derivation(state, piece))).along(way)
    }

    /// What a step between neighbours is, what it costs, and by which rule.
    fn step_cost(&self, from: Hex, to: Hex) -> (String, u8, Vec<Clause>) {
        let at = self.ground.label(to);
        if self.ground.road_between(from, to) {
            return (format!("{at}, along the road"), self.tables.road, clauses!["9.5c"]);
        }
        let halves = self.ground.effects(to).halves;
        let clauses = if halves > 2 { clauses!["9.5b"] } else { clauses!["9.5a"] };
        (format!("{at}, {}", self.ground.terrain_words(to)), halves, clauses)
    }

    /// The movement points a unit has.
    fn allowance_derivation(&self, state: &State, piece: Piece) -> Derivation {
        let has = half_points(self.allowance(state, piece));
        let printed = Derivation::new("printed", self.pieces.movement(piece), clauses!["2.5"]);
        let sum = Derivation::new("of the movement points it has", has, clauses!["9.1f"]).with(printed);
        match state.event {
            TurnEvent::PoisonGas => sum.with(Derivation::new("poison gas", "-1", clauses!["7.4a"])),
            TurnEvent::Rally(US) if piece.side() == US => sum.with(Derivation::new("rally", "+1", clauses!["7.6a"])),
            TurnEvent::Rally(GERMAN) if piece.side() == GERMAN => {
                sum.with(Derivation::new("rally", "+1", clauses!["7.9a"]))
            }
            _ => sum,
        }
    }

    /// The cost of leaving the map, as people write it.
    pub(crate) fn exit_cost_text(&self, state: &State, piece: Piece) -> Option<String> {
        self.exit_forecast(state, piece).map(|forecast| format!("{} MP", forecast.sum.value))
    }

    /// The cost of a move to a hex, as people write it.
    pub(crate) fn cost_text(&self, state: &State, piece: Piece, hex: Hex) -> Option<String> {
        let allowance = self.allowance(state, piece);
        self.explore(state, piece, allowance, |reach| reach.cost(hex)).map(|cost| format!("{} MP", half_points(cost)))
    }
}
