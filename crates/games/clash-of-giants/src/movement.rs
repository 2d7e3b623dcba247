//! 11.0 Operational Movement.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{Army, Piece, Units};
use crate::state::{State, Step, option};
use engine::{Clause, Derivation, Event, EventKind, Forecast, Refusal, Role, Sink, UNMOVED, Words, clauses, goes};
use hexboard::Hex;

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 250;

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit of the active army does something.
    Moves by state.side => {
        asks: {
            let end = if game.may_end_segment(state) { ", or end its moves" } else { "" };
            format!("Choose a unit of the {} to move{end}.", state.army.title())
        },
        lists: game.list_moves(state, out),
        points(hex): {
            out.extend(game.own(state, hex).map(Action::Pick));
            out.push(Action::PickAll(hex));
        },
        Pick(piece) => {
            check: game.check_pick(state, piece),
            play: game.pick(state, [piece].into_iter().collect()),
            words: game.name(state, piece),
            odds: None,
            worth: mind.appraise_pick(state, piece),
        }
        PickAll(hex) => {
            check: game.check_stack(state, hex),
            play: game.pick(state, game.stack_at(state, hex).unwrap_or(Units::EMPTY)),
            words: Words::new(format!("all units in {}", game.label(state, hex))).role(Role::Lead),
            odds: None,
            worth: RATHER_NOT,
        }
        Rebuild(piece) => {
            check: game.check_attempt(state, piece),
            play: game.attempt(state, piece, dice, events),
            words: Words::new(game.rebuilding_words(state, piece)).rolls(state.is_marne()),
            odds: Some(game.attempt_forecast(state, piece)),
            worth: mind.appraise_attempt(state, piece),
        }
        Taxis(piece) => {
            check: game.check_taxis(state, piece),
            play: game.send_taxis(state, piece, events),
            words: format!("the Paris taxis drive to {}", game.name(state, piece)),
            odds: None,
            worth: 9.0,
        }
        Entrain(piece) => {
            check: game.check_entrain(state, piece),
            play: game.entrain(state, piece, dice, events),
            words: {
                let words = Words::new(format!("{} goes by rail", game.name(state, piece)));
                words.rolls(state.is_marne()).role(Role::Aside)
            },
            odds: Some(game.entrain_forecast(state, piece)),
            worth: mind.appraise_entrain(state, piece),
        }
        Detach(piece) => {
            check: game.check_detach(state, piece),
            play: game.detach(state, piece, events),
            words: Words::new(format!("{} detaches a brigade", game.name(state, piece))).role(Role::Aside),
            odds: None,
            worth: RATHER_NOT,
        }
        Done => {
            check: game.check_segment_end(state),
            play: game.end_segment(state),
            words: Words::new("end the moves of this army").leaves(state.ready.len(), UNMOVED),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where the picked units go.
    Move by state.side => {
        asks: format!("Choose where {}.", goes(state.movers.iter().map(|unit| game.name(state, unit)))),
        lists: game.list_destinations(state, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_destination(state, hex),
            play: game.move_to(state, hex, events),
            words: Words::new(game.move_words(state, hex)).cost(game.cost_text(state, hex)),
            odds: game.move_forecast(state, hex),
            worth: mind.appraise_move(state, hex),
        }
        Through(hex) => {
            check: game.check_passage(state, hex),
            play: game.move_through(state, hex, events),
            words: Words::new(game.passage_words(state, hex)).cost(game.cost_text(state, hex)),
            odds: game.move_forecast(state, hex),
            worth: 30.0,
        }
        Stay => {
            check: game.check_stay(state),
            play: game.end_move(state, events),
            words: "stay here",
            odds: None,
            worth: mind.appraise_stay(state),
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The Movement Allowance of a unit: printed on it or from its army's track [tannenberg/5.333d, tannenberg/10.1b]
    /// [tannenberg/10.6c, tannenberg/11.61a, tannenberg/11.62, marne/10.2c, std/14.1], then cut by its supply
    /// [std/10.1d].
    pub(crate) fn allowance(&self, state: &State, piece: Piece) -> u8 {
        let printed = self.theatre(state).pieces.unit(piece).movement;
        Self::cut(state, piece, printed.unwrap_or(state.march.points))
    }

    /// Attenuated supply halves, fractions up; none at all halves, fractions down, but leaves a point
    /// [std/8.4a, std/8.4b] (rulings G16, T33).
    pub(crate) fn cut(state: &State, piece: Piece, points: u8) -> u8 {
        if state.unsupplied.contains(piece) {
            (points / 2).max(1)
        } else if state.attenuated.contains(piece) {
            points.div_ceil(2)
        } else {
            points
        }
    }

    /// The units of the active army that can still do something, any or all of them [tannenberg/5.331f]
    /// [tannenberg/5.332c, marne/5.321b], and the end of its moves.
    pub(crate) fn list_moves(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(state.ready.iter().map(Action::Pick));
        for piece in state.ready.iter() {
            let hex = state.hex(piece);
            let first = state.stack(hex).find(|other| state.ready.contains(*other));
            if first == Some(piece) && self.stack_at(state, hex).is_some() {
                out.push(Action::PickAll(hex));
            }
        }
        self.list_special(state, out);
        if self.may_end_segment(state) {
            out.push(Action::Done);
        }
    }

    pub(crate) fn list_destinations(&self, state: &State, out: &mut Vec<Action>) {
        let ends = self.ends(state, state.movers);
        out.extend(ends.hexes.iter().map(Action::To));
        out.extend(self.passages(state, state.movers).iter().map(Action::Through));
        if self.may_stay(state, state.movers, &ends) {
            out.push(Action::Stay);
        }
    }

    pub(crate) fn check_pick(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if state.ready.contains(piece) {
            return Ok(());
        }
        if self.theatre(state).side(piece) != state.side {
            return refuse(clauses!["std/10.1b"], "is not yours to move");
        }
        if !state.on_map.contains(piece) {
            return refuse(clauses!["std/11.2"], "is not on the map");
        }
        if state.rebuilt.contains(piece) {
            return refuse(clauses!["std/9.3c", "std/11.2"], "is Done: it takes replacements this turn");
        }
        if state.crossed.contains(piece) {
            return refuse(clauses!["marne/10.44a", "std/9.3d"], "is Done: it has crossed an army boundary");
        }
        let army = self.army(state, piece);
        if army != state.army {
            let reason = format!("belongs to the {}, and the {} moves now", army.title(), state.army.title());
            return refuse(clauses!["std/10.1b", "marne/10.2b"], &reason);
        }
        refuse(clauses!["std/11.1a"], "has moved")
    }

    /// The units that can be picked together: of one hex, alike in all that matters to a move, and allowed to stand
    /// together.
    pub(crate) fn stack_at(&self, state: &State, hex: Hex) -> Option<Units> {
        let theatre = self.theatre(state);
        let units: Units = state.stack(hex).filter(|&piece| state.ready.contains(piece)).collect();
        let first = units.first()?;
        let alike = |piece: Piece| {
            theatre.yellow.contains(piece) == theatre.yellow.contains(first)
                && theatre.british.contains(piece) == theatre.british.contains(first)
        };
        let one_duty = !units.iter().any(|piece| self.duty(state, piece).is_some());
        let legal = crate::stacking::is_legal_stack(theatre, units.iter());
        (units.len() > 1 && legal && one_duty && units.iter().all(alike)).then_some(units)
    }

    pub(crate) fn check_stack(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.stack_at(state, hex).is_some() {
            return Ok(());
        }
        let reason = format!("no units in {} can move together as a stack", self.label(state, hex));
        Err(Refusal::new(clauses!["std/11.1a"], reason))
    }

    /// Takes up units to move.
    pub(crate) fn pick(&self, state: &mut State, movers: Units) {
        state.movers = movers;
        state.spent = 0;
        state.step = Step::Move;
        state.from_camp = movers.first().is_some_and(|piece| self.is_from_camp(state, piece));
    }

    pub(crate) fn check_stay(&self, state: &State) -> Result<(), Refusal> {
        let ends = self.ends(state, state.movers);
        if self.may_stay(state, state.movers, &ends) {
            return Ok(());
        }
        let duty = state.movers.iter().find_map(|piece| self.duty(state, piece));
        let (clause, why) = duty.unwrap_or((Clause("std/6.1e"), "has no room here any more"));
        let name = state.movers.first().map_or("the unit", |piece| self.name(state, piece));
        Err(Refusal::new(vec![clause], format!("{name} {why}")))
    }

    pub(crate) fn check_passage(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.passages(state, state.movers).contains(hex) {
            return Ok(());
        }
        let at = self.label(state, hex);
        let reason = format!("{at} is nothing to be taken on the way with points left to go on");
        Err(Refusal::new(clauses!["std/11.1a", "std/7.2a"], reason))
    }

    pub(crate) fn check_destination(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let movers = state.movers;
        let ends = self.ends(state, movers);
        if ends.hexes.contains(hex) {
            return Ok(());
        }
        let Some(piece) = movers.first() else {
            return Err(Refusal::new(clauses!["std/11.1a"], "no unit is picked"));
        };
        let theatre = self.theatre(state);
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, reason));
        let side = theatre.side(piece);
        if state.hex(piece) == hex {
            return refuse(clauses!["std/11.1a"], format!("{name} is in {at} already"));
        }
        if state.holds(side.other(), hex) {
            return refuse(clauses!["std/11.1b", "std/6.7"], format!("the enemy holds {at}"));
        }
        if let Some(refusal) = self.closed(state, piece, hex) {
            return Err(refusal);
        }
        if !self.has_room(state, movers, hex) {
            return refuse(clauses!["std/6.1a", "std/6.3"], format!("{name} finds no room in {at}"));
        }
        let (inside, outside) = self.budgets(state, movers);
        let has = if theatre.ground.camp.contains(hex) { inside } else { outside };
        match self.explore(state, movers, FAR, |reach| reach.cost(hex)).flatten() {
            Some(cost) if cost > has.into() => {
                let clauses = clauses!["std/11.1a", "std/11.3a", "std/11.3b"];
                refuse(clauses, format!("{at} costs {name} {cost} MP, and it has {has}"))
            }
            Some(_) => Err(self.wrong_end(state, movers, piece, hex)),
            None if self.is_pursued(state, piece) => {
                refuse(clauses!["marne/10.33a"], format!("no way along the Retreat Compass leads {name} to {at}"))
            }
            None => refuse(clauses!["std/7.2a", "std/11.3c"], format!("no way leads {name} to {at}")),
        }
    }

    /// Why movers that can reach a hex and find room there may not end their move in it.
    fn wrong_end(&self, state: &State, movers: Units, piece: Piece, hex: Hex) -> Refusal {
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        if !self.may_settle(state, movers, hex) {
            let reason = format!("with {name} in {at} there would be too many units somewhere for good");
            return Refusal::new(clauses!["std/6.1e"], reason);
        }
        match self.duty(state, piece) {
            Some((clause, why)) if self.strayed(state, piece) > 0 => {
                Refusal::new(vec![clause], format!("{name} {why}, as near as it can get, and not to {at}"))
            }
            _ => {
                let reason = format!("{name} must use its whole allowance if it can, and no way to {at} does that");
                Refusal::new(vec![self.march_clause(state, piece)], reason)
            }
        }
    }

    /// Moves the picked units and ends their move [std/11.1a].
    pub(crate) fn move_to(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        self.march(state, hex, events);
        self.end_move(state, events);
    }

    /// Marches the picked units to a hex that they take on their way.
    pub(crate) fn move_through(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let spent = self.march(state, hex, events);
        state.spent += spent;
    }

    /// Moves the picked units along their way, and returns what it costs.
    fn march(&self, state: &mut State, hex: Hex, events: &mut impl Sink) -> u8 {
        let movers = state.movers;
        let Some(leader) = movers.first() else { return 0 };
        let from = state.hex(leader);
        let mut way = [Hex::NONE; 64];
        let (count, cost) = self.way(state, movers, hex, &mut way);
        let way = &way[..count];
        events.tell(|| {
            let names: Vec<&str> = movers.iter().map(|piece| self.name(state, piece)).collect();
            let verb = if names.len() == 1 { "moves" } else { "move" };
            let text =
                format!("{} {verb} from {} to {}.", names.join(", "), self.label(state, from), self.label(state, hex));
            let ids = movers.iter().map(|piece| self.id(state, piece));
            Event::new(EventKind::Move, text)
                .side(state.side)
                .along([from])
                .at(way.iter().copied())
                .of(ids)
                .by(clauses!["std/11.1a"])
        });
        let theatre = self.theatre(state);
        for piece in movers.iter() {
            state.lift(theatre, piece);
            state.put(theatre, piece, hex);
            for &step in way {
                self.enter(state, piece, step, true, events);
            }
        }
        cost
    }

    /// The move is over. Who has come into the area of an army that is still to move is Done
    /// [marne/5.321d, marne/10.44a] (ruling M18).
    pub(crate) fn end_move(&self, state: &mut State, events: &mut impl Sink) {
        for piece in state.movers.iter() {
            state.ready.remove(piece);
            let army = self.army(state, piece);
            if state.is_marne() && army != state.army && !state.is_activated(army) {
                state.crossed.insert(piece);
                events.tell(|| {
                    let text = format!("{} has come to the {} and is Done.", self.name(state, piece), army.title());
                    self.unit_event(state, piece, EventKind::Command, text).by(clauses!["marne/10.44a"])
                });
            }
        }
        state.movers = Units::EMPTY;
        state.spent = 0;
        state.from_camp = false;
        state.step = Step::Moves;
    }

    /// What a move costs, hex by hex.
    pub(crate) fn move_forecast(&self, state: &State, hex: Hex) -> Option<Forecast> {
        let leader = state.movers.first()?;
        let mut way = [Hex::NONE; 64];
        let (count, cost) = self.way(state, state.movers, hex, &mut way);
        let mut sum = Derivation::new("Movement points", cost, clauses!["std/11.1a"]);
        let mut from = state.hex(leader);
        for &step in &way[..count] {
            sum = sum.with(self.step_derivation(state, from, step));
            from = step;
        }
        let (inside, outside) = self.budgets(state, state.movers);
        if cost > if self.theatre(state).ground.camp.contains(hex) { inside } else { outside } {
            sum = sum.with(Derivation::new("one hex can always be entered", "all points", clauses!["std/11.1c"]));
        }
        let sum = sum.with(self.allowance_derivation(state, hex));
        let start = self.label(state, state.hex(leader));
        let path = way[..count].iter().map(|&step| self.label(state, step));
        Some(Forecast::certain(sum).along(std::iter::once(start).chain(path)))
    }

    fn step_derivation(&self, state: &State, from: Hex, to: Hex) -> Derivation {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let label = format!("{}, {}", ground.label(to), ground.terrain_title(to).to_lowercase());
        let cost = ground.effects(to).cost;
        let mut sum = Derivation::new(label, cost, clauses!["std/11.3a", "std/11.3f"]);
        if theatre.is_river(from, to) {
            let river = self.standard.hexsides.river_cost;
            sum.value = (cost + river).to_string();
            sum = sum.with(Derivation::new("across a river", format!("+{river}"), clauses!["std/11.3b"]));
        }
        sum
    }

    /// The points that the movers have for a move to a hex.
    fn allowance_derivation(&self, state: &State, hex: Hex) -> Derivation {
        let theatre = self.theatre(state);
        let (inside, outside) = self.budgets(state, state.movers);
        let in_camp = inside > outside && theatre.ground.camp.contains(hex);
        let has = if in_camp { inside } else { outside };
        let mut sum = Derivation::new("of the movement points it has", has, clauses!["std/10.1d"]);
        for piece in state.movers.iter() {
            let unit = theatre.pieces.unit(piece);
            let (label, points, clauses) = match unit.movement {
                _ if in_camp => {
                    ("inside the Fortified Camp", theatre.tables.west.command.camp_allowance, clauses!["marne/10.43b"])
                }
                Some(printed) => ("printed", printed, clauses!["tannenberg/11.61a"]),
                None if Self::is_attack_state(state) && state.army == Army::FirstCorps => {
                    ("von François attacks", state.march.points, clauses!["tannenberg/10.61f"])
                }
                None => (state.army.title(), state.march.points, clauses!["std/10.1a"]),
            };
            let mut part = Derivation::new(format!("{}: {label}", unit.name), points, clauses);
            if !state.is_supplied(piece) && (!in_camp || state.options.has(option::CAMP_HALVED)) {
                let status = if state.unsupplied.contains(piece) { "out of supply" } else { "attenuated supply" };
                part = part.with(Derivation::new(status, "halved", Self::supply_clauses(state, piece)));
            }
            sum = sum.with(part);
        }
        if state.spent > 0 {
            sum = sum.with(Derivation::new("spent on the way", state.spent, clauses!["std/11.1a"]));
        }
        sum
    }

    /// A hex that is taken on the way.
    fn passage_words(&self, state: &State, hex: Hex) -> String {
        format!("take {} and go on", self.ground_words(state, hex))
    }

    /// The cost of a move to a hex, as people write it.
    pub(crate) fn cost_text(&self, state: &State, hex: Hex) -> Option<String> {
        let (_, cost) = self.way(state, state.movers, hex, &mut [Hex::NONE; 64]);
        Some(format!("{cost} MP"))
    }
}
