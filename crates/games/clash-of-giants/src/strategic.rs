//! 15.0 Strategic Movement: in the east off the map and back, in the west by rail across it.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Arm, Army, GERMAN, Nation, Piece, Units};
use crate::state::{Journey, State, Step};
use engine::{
    Bar, Chance, Clause, Derivation, Dice, EventKind, FigureName, Forecast, Refusal, Roll, Sink, Wish, clauses,
};
use hexboard::{Costs, Entry, Hex, Reach, searching};

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Whether and where a unit comes back from its railway journey.
    Return(piece: Piece) by state.side => {
        asks: format!("Choose where {} comes back to the map, or hold it.", game.name(state, piece)),
        lists: game.list_returns(state, piece, out),
        points(hex): out.push(Action::Place(hex)),
        Place(hex) => {
            check: game.check_return(state, piece, hex),
            play: game.come_back(state, piece, hex, events),
            words: game.ground_words(state, hex),
            odds: None,
            worth: mind.appraise_arrival(state, piece, hex),
        }
        Hold => {
            check: game.check_hold(state, piece),
            play: state.step = Step::Idle,
            words: "hold the unit off the map for now",
            odds: None,
            worth: 0.0,
        }
    }

    /// Where an entrained unit goes.
    Rail(piece: Piece) by state.side => {
        asks: format!("Choose where {} goes by rail.", game.name(state, piece)),
        lists: game.list_rail(state, piece, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_rail_end(state, piece, hex),
            play: game.rail_to(state, piece, Some(hex), events),
            words: game.move_words(state, hex),
            odds: None,
            worth: mind.standing(state, piece, hex),
        }
        Stay => {
            check: game.check_rail_stay(state, piece),
            play: game.rail_to(state, piece, None, events),
            words: "stay here",
            odds: None,
            worth: mind.standing(state, piece, state.hex(piece)),
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Looks which rail hexes have a free line to the safe end of the railway: the west edge for Germans in the east
    /// [tannenberg/5.322b, tannenberg/15.2b], Paris for the French [marne/15.0b] (ruling M17). Nothing that happens in
    /// the owner's phases before combat can change it.
    pub(crate) fn look_at_the_rails(&self, state: &mut State) {
        let theatre = self.theatre(state);
        let ends = match (state.is_tannenberg(), state.side) {
            (true, GERMAN) => theatre.ground.west & theatre.ground.rails,
            (false, ALLIED) => theatre.ground.paris,
            _ => return,
        };
        state.rails = self.free_rails(state, ends);
        if state.is_marne() && !state.taxis_used {
            state.taxi_range = self.taxi_hexes(state);
        }
    }

    /// Rail hexes joined to some others by contiguous rail hexes without enemies and their zones, whoever else is there
    /// [std/7.3b].
    fn free_rails(&self, state: &State, ends: Hexes) -> Hexes {
        let theatre = self.theatre(state);
        let side = state.side;
        let is_free = |&hex: &Hex| Self::is_free(state, side, hex);
        let free_ends: Hexes = ends.iter().filter(is_free).collect();
        free_ends.flooded(|hex| theatre.along_rails(hex).filter(is_free))
    }

    /// The units that can travel by rail now.
    pub(crate) fn travellers(&self, state: &State) -> Units {
        let units = match (state.is_tannenberg(), state.side) {
            (true, GERMAN) if state.turn >= self.theatre(state).tables.east.strategic.from => state.ready,
            (false, ALLIED) => state.ready,
            _ => return Units::EMPTY,
        };
        let on_rails = units.iter().filter(|&piece| state.rails.contains(state.hex(piece)));
        on_rails.filter(|&piece| self.entrain_bar(state, piece).is_ok()).collect()
    }

    pub(crate) fn check_entrain(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if !state.ready.contains(piece) {
            self.check_pick(state, piece)?;
        }
        self.entrain_bar(state, piece).map_err(|bar| self.barred(state, piece, bar))
    }

    /// Why a unit that has not moved cannot go by rail.
    fn entrain_bar(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        if state.is_tannenberg() { self.journey_bar(state, piece) } else { self.rail_bar(state, piece) }
    }

    /// Whether a German unit may leave the map by rail; both need not go on the same turn [tannenberg/15.1h].
    fn journey_bar(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        let theatre = self.theatre(state);
        let (unit, east) = (theatre.pieces.unit(piece), &theatre.tables.east);
        if state.side == ALLIED {
            return Err((&[Clause("tannenberg/15.1a")], "is Russian, and only Germans use Strategic Movement"));
        }
        if state.turn < east.strategic.from {
            return Err((&[Clause("tannenberg/15.1d"), Clause("tannenberg/5.333e")], "cannot entrain before turn 5"));
        }
        if unit.arm != Arm::Infantry {
            return Err((&[Clause("tannenberg/15.1f")], "is not infantry on foot"));
        }
        if unit.turn.is_some() {
            return Err((&[Clause("tannenberg/15.1g")], "was not on the map when the game began"));
        }
        let used = state.journeys.iter().filter(|journey| journey.piece != Piece::NONE).count();
        if state.journeys.iter().any(|journey| journey.piece == piece) {
            return Err((&[Clause("tannenberg/15.1c")], "has used Strategic Movement"));
        }
        if used >= usize::from(east.strategic.units).min(state.journeys.len()) {
            return Err((&[Clause("tannenberg/15.1b"), Clause("tannenberg/15.1e")], "finds both markers used"));
        }
        if Self::is_attack_state(state) && state.army == Army::FirstCorps {
            return Err((&[Clause("tannenberg/15.2c"), Clause("tannenberg/10.61b")], "is in its Attack State"));
        }
        if self.has_begun_moving(state) {
            return Err((&[Clause("tannenberg/15.2c")], "cannot entrain once units have moved"));
        }
        let hex = state.hex(piece);
        if !(theatre.ground.towns & theatre.ground.germany & theatre.ground.rails).contains(hex) {
            return Err((&[Clause("tannenberg/15.2a")], "is not in a town or city of Germany on a rail line"));
        }
        if Self::is_controlled(state, GERMAN, hex) {
            return Err((&[Clause("tannenberg/15.2a")], "is in a Russian zone of control"));
        }
        if !state.rails.contains(hex) {
            return Err((&[Clause("tannenberg/15.2b")], "has no free railway to the west edge"));
        }
        Ok(())
    }

    /// Whether a unit of the active command has moved already. Units that left by rail are no longer on the map.
    fn has_begun_moving(&self, state: &State) -> bool {
        self.forces(state, state.army).without(state.rebuilt) != state.ready
    }

    /// Whether a French unit may move by rail.
    fn rail_bar(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        let theatre = self.theatre(state);
        let unit = theatre.pieces.unit(piece);
        if unit.nation != Nation::French || theatre.cavalry.contains(piece) {
            return Err((&[Clause("marne/15.0a")], "is not French infantry"));
        }
        if state.rail_used {
            return Err((&[Clause("marne/15.0a")], "cannot: a unit has moved by rail this turn"));
        }
        let hex = state.hex(piece);
        if !theatre.ground.rails.contains(hex) {
            return Err((&[Clause("marne/15.0b")], "is not on a rail hex"));
        }
        if Self::is_controlled(state, ALLIED, hex) {
            return Err((&[Clause("marne/15.0b")], "is in an enemy zone of control"));
        }
        if !state.rails.contains(hex) {
            return Err((&[Clause("marne/15.0b")], "has no free railway to Paris"));
        }
        if !self.may_stay_on_rails(state, piece) && self.shortest_journey(state, piece).is_empty() {
            return Err((&[Clause("std/6.1e")], "might find no room by rail, and there are too many units in {}"));
        }
        Ok(())
    }

    /// Puts a unit on the rails: off the map in the east; in the west two dice are the hexes it may go
    /// [marne/15.0c, std/2.4].
    pub(crate) fn entrain(&self, state: &mut State, piece: Piece, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.is_tannenberg() {
            return self.depart(state, piece, events);
        }
        state.rail_used = true;
        let rolled = dice.two_d6();
        state.rail_points = rolled.iter().sum();
        state.step = Step::Rail(piece);
        let points = state.rail_points;
        events.tell(|| {
            let text = format!("{} entrains for up to {points} rail hexes.", self.name(state, piece));
            let event = self.unit_event(state, piece, EventKind::Rail, text).at([state.hex(piece)]);
            let event = event
                .rolled(
                    [Roll::two_d6("how many rail hexes", rolled).hoped(self.theatre(state).side(piece), Wish::High)],
                )
                .figure(FigureName::Allowance, points);
            event.by(clauses!["marne/15.0a", "marne/15.0c"]).outcome(format!("{points} rail hexes"))
        });
    }

    /// A unit leaves the map and is placed on the track two turns later [tannenberg/15.2c, tannenberg/15.2d].
    fn depart(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let turn = state.turn + self.theatre(state).tables.east.strategic.away;
        if let Some(place) = state.journeys.iter_mut().find(|journey| journey.piece == Piece::NONE) {
            *place = Journey { piece, turn };
        }
        events.tell(|| {
            let text = format!("{} entrains and may come back from turn {turn} on.", self.name(state, piece));
            let event = self.unit_event(state, piece, EventKind::Rail, text).at([state.hex(piece)]);
            event.by(clauses!["tannenberg/15.2c", "tannenberg/15.2d"])
        });
        state.lift(self.theatre(state), piece);
        state.ready.remove(piece);
        state.away.insert(piece);
    }

    /// The next unit that may come back and has not been asked in this phase [tannenberg/15.2f].
    pub(crate) fn next_return(&self, state: &State) -> Option<Piece> {
        let due = |journey: &&Journey| journey.turn <= state.turn && state.away.contains(journey.piece);
        let waits = |journey: &&Journey| journey.piece != Piece::NONE && !state.settled.contains(journey.piece);
        state.journeys.iter().filter(waits).find(due).map(|journey| journey.piece)
    }

    /// Whether it is the last turn on which a unit may come back [tannenberg/15.2e].
    pub(crate) fn is_last_chance(&self, state: &State, piece: Piece) -> bool {
        let held = self.theatre(state).tables.east.strategic.held;
        state.journeys.iter().any(|journey| journey.piece == piece && state.turn >= journey.turn + held)
    }

    /// Where units may come back: German towns and cities on a free railway, out of Russian zones and in full supply
    /// from the map edge, with room [tannenberg/15.2g, tannenberg/15.2h, tannenberg/15.2k, tannenberg/15.2l] (ruling
    /// T23); a second one on the same turn where the first is [tannenberg/15.2i].
    pub(crate) fn return_hexes(&self, state: &State, piece: Piece) -> Hexes {
        let mut towns = self.with_edge_supply(state, self.stations(state) - state.taken);
        if state.returned_to != Hex::NONE {
            towns &= [state.returned_to].into_iter().collect();
        }
        towns.iter().filter(|&hex| self.stacks(state, piece, hex)).collect()
    }

    /// Who cannot come back on its last turn is lost (ruling T22).
    pub(crate) fn lose_the_late(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        if !self.is_last_chance(state, piece) {
            return;
        }
        state.away.remove(piece);
        state.dead.insert(piece);
        events.tell(|| {
            let text = format!("{} finds no way back to the map and is lost.", self.name(state, piece));
            self.loss_event(state, piece, self.steps(state, piece), text).by(clauses!["tannenberg/15.2e"])
        });
    }

    pub(crate) fn list_returns(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        out.extend(self.return_hexes(state, piece).iter().map(Action::Place));
        if !self.is_last_chance(state, piece) {
            out.push(Action::Hold);
        }
    }

    pub(crate) fn check_return(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.return_hexes(state, piece).contains(hex) {
            return Ok(());
        }
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        if state.returned_to != Hex::NONE && state.returned_to != hex {
            let reason = format!("both units come back to {}, not to {at}", self.label(state, state.returned_to));
            return Err(Refusal::new(clauses!["tannenberg/15.2i"], reason));
        }
        let clauses = clauses!["tannenberg/15.2g", "tannenberg/15.2k", "tannenberg/15.2l", "tannenberg/15.2h"];
        Err(Refusal::new(clauses, format!("{name} cannot come back to {at}")))
    }

    pub(crate) fn check_hold(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if !self.is_last_chance(state, piece) {
            return Ok(());
        }
        let reason = format!("{} cannot be held off the map any longer", self.name(state, piece));
        Err(Refusal::new(clauses!["tannenberg/15.2e"], reason))
    }

    /// A unit comes back, and may move and fight at once [tannenberg/15.2j].
    pub(crate) fn come_back(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        state.away.remove(piece);
        state.returned_to = hex;
        state.put(theatre, piece, hex);
        state.attenuated.remove(piece);
        state.unsupplied.remove(piece);
        state.edge.insert(piece);
        state.step = Step::Idle;
        events.tell(|| {
            let text = format!("{} comes back to the map in {}.", self.name(state, piece), self.label(state, hex));
            let event = self.unit_event(state, piece, EventKind::Reinforcement, text).at([hex]);
            event.by(clauses!["tannenberg/15.2f", "tannenberg/15.2j"])
        });
        self.enter(state, piece, hex, true, events);
    }

    /// Works out where an entrained unit can go: along rails, never into an enemy zone whoever else is there
    /// [marne/15.0c, marne/15.0d], within the limits of its movement (rulings M14, M15).
    fn explore_rails<T>(&self, state: &State, piece: Piece, look: impl FnOnce(&Reach) -> T) -> T {
        let bounds = self.bounds(state, piece);
        let enter = |hex: Hex| {
            let open = Self::is_free(state, ALLIED, hex) && bounds.is_none_or(|bounds| bounds.contains(hex));
            if open { Entry::Free } else { Entry::Barred }
        };
        searching(|reach| {
            reach.explore(self.rail_steps(state, piece), state.hex(piece), state.rail_points, enter, |_| 0);
            look(reach)
        })
    }

    fn rail_steps(&self, state: &State, piece: Piece) -> &Costs {
        let theatre = self.theatre(state);
        let exempt = theatre.ground.camp.contains(state.hex(piece));
        if self.is_pursuit(state) && !exempt { &theatre.pursuit_rail } else { &theatre.rail }
    }

    fn rail_ends(&self, state: &State, piece: Piece) -> Hexes {
        let alone: Units = [piece].into_iter().collect();
        let starts = &self.theatre(state).ground.start_hexes;
        let hexes = self.explore_rails(state, piece, |reach| {
            let reached = reach.reached().iter().copied();
            reached.filter(|&hex| !starts.contains(hex) && self.has_room(state, alone, hex)).collect()
        });
        self.without_crowds(state, alone, hexes)
    }

    /// Where the lowest roll of two dice carries a unit.
    fn shortest_journey(&self, state: &State, piece: Piece) -> Hexes {
        self.journey_of(state, piece, 2)
    }

    /// Where two dice carry a unit on average.
    pub(crate) fn usual_journey(&self, state: &State, piece: Piece) -> Hexes {
        self.journey_of(state, piece, 7)
    }

    /// Where so many rail hexes carry a unit.
    fn journey_of(&self, state: &State, piece: Piece, points: u8) -> Hexes {
        let mut rolled = state.clone();
        rolled.rail_points = points;
        self.rail_ends(&rolled, piece)
    }

    /// Whether a unit that has entrained may stay where it is.
    fn may_stay_on_rails(&self, state: &State, piece: Piece) -> bool {
        let hex = state.hex(piece);
        !self.is_crowded(state, hex) || self.may_settle(state, [piece].into_iter().collect(), hex)
    }

    pub(crate) fn list_rail(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let ends = self.rail_ends(state, piece);
        out.extend(ends.iter().map(Action::To));
        if ends.is_empty() || self.may_stay_on_rails(state, piece) {
            out.push(Action::Stay);
        }
    }

    pub(crate) fn check_rail_stay(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.may_stay_on_rails(state, piece) || self.rail_ends(state, piece).is_empty() {
            return Ok(());
        }
        let (name, at) = (self.name(state, piece), self.label(state, state.hex(piece)));
        Err(Refusal::new(clauses!["std/6.1e"], format!("{name} cannot stay in {at}, where there are too many units")))
    }

    pub(crate) fn check_rail_end(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.rail_ends(state, piece).contains(hex) {
            return Ok(());
        }
        if let Some(refusal) = self.closed(state, piece, hex) {
            return Err(refusal);
        }
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let (clauses, why) = if !Self::is_free(state, ALLIED, hex) {
            (clauses!["marne/15.0d"], "an enemy stands or controls there")
        } else if self.explore_rails(state, piece, |reach| reach.cost(hex)).is_some() {
            (clauses!["std/6.1a", "std/6.3"], "there is no room")
        } else {
            (clauses!["marne/15.0c", "marne/15.0d"], "no free railway leads there in so many hexes")
        };
        Err(Refusal::new(clauses, format!("{name} cannot go to {at} by rail: {why}")))
    }

    /// Ends a rail move; the Entrained marker comes off [marne/15.0f].
    pub(crate) fn rail_to(&self, state: &mut State, piece: Piece, to: Option<Hex>, events: &mut impl Sink) {
        if let Some(hex) = to {
            let from = state.hex(piece);
            let mut way = [Hex::NONE; 16];
            let count = self.explore_rails(state, piece, |reach| {
                let path = reach.path(hex).take_while(|&step| step != from);
                way.iter_mut().zip(path).map(|(place, step)| *place = step).count()
            });
            way[..count].reverse();
            events.tell(|| {
                let text = format!("{} goes by rail to {}.", self.name(state, piece), self.label(state, hex));
                let event =
                    self.unit_event(state, piece, EventKind::Rail, text).along([from]).at(way[..count].iter().copied());
                event.by(clauses!["marne/15.0c"])
            });
            let theatre = self.theatre(state);
            state.lift(theatre, piece);
            state.put(theatre, piece, hex);
            for &step in &way[..count] {
                self.enter(state, piece, step, true, events);
            }
        }
        state.rail_points = 0;
        state.movers = [piece].into_iter().collect();
        self.end_move(state, events);
    }

    /// How far two dice carry a unit.
    pub(crate) fn entrain_forecast(&self, state: &State, piece: Piece) -> Forecast {
        if state.is_tannenberg() {
            let turn = state.turn + self.theatre(state).tables.east.strategic.away;
            let sum =
                Derivation::new("May come back from turn", turn, clauses!["tannenberg/15.2d", "tannenberg/15.2e"]);
            return Forecast::certain(sum);
        }
        let sum =
            Derivation::new(format!("Rail hexes of {}", self.name(state, piece)), "two dice", clauses!["marne/15.0c"]);
        let chance = |sum: u8| f64::from(6 - sum.abs_diff(7)) / 36.0;
        let outcome = |sum: u8| Chance { outcome: format!("{sum} rail hexes"), probability: chance(sum) };
        Forecast::new(sum, (2..=12).map(outcome).collect())
    }
}
