//! Overruns (series chapter 3.2): attacks made while moving.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{Class, Piece, PieceSet};
use crate::sequence::Phase;
use crate::state::{Battle, Fight, State, Step, option};
use crate::ways::Ways;
use engine::{Bar, Clause, Dice, Event, EventKind, Forecast, Refusal, Sink, Words, clauses, half_points};
use hexboard::{Costs, Hex};

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// From where the picked units overrun a hex.
    OverrunFrom(target: Hex) by state.side => {
        asks: format!("Choose from where {} is overrun.", game.ground.label(target)),
        lists: game.list_sources(state, target, out),
        points(hex): out.push(Action::To(hex)),
        To(from) => {
            check: game.check_source(state, target, from),
            play: game.overrun(state, target, from, dice, events),
            words: game.source_words(state, from),
            odds: game.overrun_forecast(state, target, from),
            worth: mind.appraise_source(state, target, from),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Whether the picked units can overrun at all: each able to attack, and none that began the Movement Phase in an
    /// enemy zone [scs/3.2a, scs/3.2b, 1.3f-1, scs/7.0f, scs/7.0g].
    fn overrun_bar(&self, state: &State) -> Result<(), (Option<Piece>, Bar)> {
        for piece in state.group.iter() {
            if self.pieces.is_hq(piece) {
                return Err((
                    Some(piece),
                    (&[Clause("scs/7.0g"), Clause("scs/3.2a")], "is an HQ and takes part in no overrun"),
                ));
            }
            if state.unsupplied.contains(piece) {
                return Err((Some(piece), (&[Clause("1.3f-1")], "is Out of Supply and cannot attack")));
            }
            if state.phase == Phase::Movement && state.marked.contains(piece) {
                return Err((
                    Some(piece),
                    (&[Clause("scs/3.2b"), Clause("scs/4.0d")], "began this phase in an enemy zone of control"),
                ));
            }
        }
        if state.group.iter().all(|piece| self.face(state, piece).attack == 0) {
            let reason = "units without attack strength cannot overrun by themselves";
            return Err((None, (&[Clause("scs/7.0f")], reason)));
        }
        Ok(())
    }

    /// Whether the picked units can overrun at all.
    pub(crate) fn may_overrun(&self, state: &State) -> bool {
        self.overrun_bar(state).is_ok()
    }

    /// Half points for an overrun from a hex: what entering costs without zones of control, and the overrun itself,
    /// which is free for Stormtroopers among themselves [scs/3.2d, scs/3.2e, 3.1-2]; never over the Marne without a bridge
    /// [scs/3.2m].
    fn overrun_cost(&self, state: &State, from: Hex, target: Hex) -> u8 {
        let Some(way) = self.ground.board().direction(from, target) else { return Costs::BARRED };
        let cost = self.ground_cost(state, state.side, from, way);
        let storm = state.group.iter().all(|piece| self.pieces.class(piece) == Class::Stormtrooper);
        if cost == Costs::BARRED || storm { cost } else { cost + self.tables.overrun }
    }

    /// Everything that can be overrun from where the picked units can go with so many half points.
    pub(crate) fn overrun_targets(&self, state: &State, ways: &Ways, budget: u8) -> Hexes {
        let (start, board) = (self.start(state), self.ground.board());
        // A step costs half a point at least.
        let in_reach = |target: &Hex| self.steps.distance(start, *target) <= budget;
        let (mut targets, mut good, mut bad) = (Hexes::EMPTY, Hexes::EMPTY, Hexes::EMPTY);
        for target in state.held[state.side.other().index()].iter().filter(in_reach) {
            for (_, from) in board.neighbours(target) {
                let Some(cost) = ways.cost(from).filter(|_| !bad.contains(from)) else { continue };
                if self.overrun_cost(state, from, target) > budget - cost {
                    continue;
                }
                if good.contains(from) || self.is_good_source(state, from) {
                    good.insert(from);
                    targets.insert(target);
                    break;
                }
                bad.insert(from);
            }
        }
        targets
    }

    /// Whether stacking and supply allow an overrun from a hex.
    fn is_good_source(&self, state: &State, from: Hex) -> bool {
        self.stacking_allows(state, from) && self.overrun_is_supplied(state, from)
    }

    /// Whether all that would stand in a hex when the picked units overrun from it are within the stacking limit
    /// [GI/stack-d, scs/3.2f].
    pub(crate) fn fits_for_overrun(&self, state: &State, from: Hex) -> bool {
        let others: PieceSet = state.stack(from).collect();
        self.bulk(others.or(state.group)) <= self.tables.stacking
    }

    /// Above the limit the excess is eliminated [GI/stack-e]; with the switch off there is no overrun
    /// [scs/3.2g, scs/5.4] (ruling 105).
    fn stacking_allows(&self, state: &State, from: Hex) -> bool {
        state.has(option::EXCESS_DIES) || self.fits_for_overrun(state, from)
    }

    /// Each overrunning unit must trace to a Replenished Corps HQ at that moment; the HQ is not Depleted by it
    /// [1.4f-1, 1.4f-2, scs/3.2i].
    fn overrun_is_supplied(&self, state: &State, from: Hex) -> bool {
        state.group.iter().all(|piece| self.has_overrun_supply(state, piece, from))
    }

    pub(crate) fn check_overrun(&self, state: &State, target: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(target);
        if state.holder(target) != Some(state.side.other()) {
            return Err(Refusal::new(clauses!["scs/3.2c"], format!("no enemy is in {at}")));
        }
        self.overrun_bar(state).map_err(|(piece, bar)| match piece {
            Some(piece) => Refusal::about(self.pieces.name_of(piece), bar),
            None => Refusal::new(bar.0.to_vec(), bar.1),
        })?;
        if !self.sources(state, target).is_empty() {
            return Ok(());
        }
        Err(self.why_no_overrun(state, target))
    }

    /// Why no hex will do for an overrun.
    fn why_no_overrun(&self, state: &State, target: Hex) -> Refusal {
        let (budget, at) = (self.budget(state, state.group), self.ground.label(target));
        let in_reach = |from: Hex, left: u8| self.overrun_cost(state, from, target) <= left;
        let (mut near, mut fitting) = (false, false);
        self.range(state, state.group, self.start(state), budget, |ways| {
            for (_, from) in self.ground.board().neighbours(target) {
                let Some(cost) = ways.cost(from) else { continue };
                if in_reach(from, budget - cost) {
                    near = true;
                    fitting |= self.stacking_allows(state, from);
                }
            }
        });
        if !near {
            let reason = format!("they cannot come to {at} and pay for an overrun with {} MP", half_points(budget));
            return Refusal::new(clauses!["scs/3.2d", "scs/3.2m"], reason);
        }
        if !fitting {
            let reason = format!("there would be too many units where {at} is overrun from");
            return Refusal::new(clauses!["scs/5.4", "scs/3.2g", "scs/3.2f"], reason);
        }
        let reason = format!("not all of them trace to a Replenished Corps HQ where {at} is overrun from");
        Refusal::new(clauses!["1.4f-2", "scs/3.2i"], reason)
    }

    /// The hexes from which the picked units can overrun another.
    pub(crate) fn sources(&self, state: &State, target: Hex) -> Hexes {
        let budget = self.budget(state, state.group);
        let mut sources = Hexes::EMPTY;
        self.range(state, state.group, self.start(state), budget, |ways| {
            for (_, from) in self.ground.board().neighbours(target) {
                let Some(cost) = ways.cost(from) else { continue };
                let left = budget - cost;
                let pays = self.overrun_cost(state, from, target) <= left;
                if pays && self.is_good_source(state, from) {
                    sources.insert(from);
                }
            }
        });
        sources
    }

    pub(crate) fn list_sources(&self, state: &State, target: Hex, out: &mut Vec<Action>) {
        out.extend(self.sources(state, target).iter().map(Action::To));
    }

    pub(crate) fn check_source(&self, state: &State, target: Hex, from: Hex) -> Result<(), Refusal> {
        if self.sources(state, target).contains(from) {
            return Ok(());
        }
        let reason = format!("{} cannot be overrun from {}", self.ground.label(target), self.ground.label(from));
        Err(Refusal::new(clauses!["scs/3.2c", "scs/3.2d"], reason))
    }

    /// A hex from which a hex is overrun.
    fn source_words(&self, state: &State, from: Hex) -> Words {
        let (ground, fits) = (self.ground_words(from), self.fits_for_overrun(state, from));
        let excess = if fits { "" } else { ", where some are too many and eliminated" };
        Words::new(format!("from {ground}{excess}")).rolls(fits)
    }

    /// A hex that is overrun: dice fall at once where it can come from one hex alone.
    pub(crate) fn overrun_words(&self, state: &State, target: Hex) -> Words {
        let sources = self.sources(state, target);
        let at_once = sources.len() == 1 && sources.iter().all(|from| self.fits_for_overrun(state, from));
        Words::new(format!("overrun {}", self.ground_words(target))).rolls(at_once)
    }

    /// What an overrun may lead to that is not declared yet: from the first hex, where there are several.
    pub(crate) fn overrun_outlook(&self, state: &State, target: Hex) -> Option<Forecast> {
        let sources = self.sources(state, target);
        let from = sources.iter().next()?;
        let forecast = self.overrun_forecast(state, target, from)?;
        let open = sources.len() > 1 && forecast.given.is_none();
        Some(if open { forecast.given(format!("from {}", self.ground.label(from))) } else { forecast })
    }

    /// An overrun is declared; where it can come from several hexes, one is chosen next.
    pub(crate) fn declare_overrun(&self, state: &mut State, target: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let sources = self.sources(state, target);
        match sources.iter().next() {
            Some(from) if sources.len() == 1 => self.overrun(state, target, from, dice, events),
            _ => state.step = Step::OverrunFrom(target),
        }
    }

    /// One stack overruns one hex, all together from one hex, and pays for it whatever comes [scs/3.2c, scs/3.2d].
    pub(crate) fn overrun(
        &self,
        state: &mut State,
        target: Hex,
        from: Hex,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        self.walk(state, from, events);
        state.spent += self.overrun_cost(state, from, target);
        state.battle = Battle { fight: Fight::Overrun, target, ..Battle::BLANK };
        // Whoever is too many goes before the overrun is resolved [GI/stack-e].
        if self.stacked(state, from) > self.tables.stacking {
            state.step = Step::Excess(from);
            return;
        }
        self.overrun_goes_on(state, dice, events);
    }

    /// The overrun is resolved, if anybody is left to do it.
    pub(crate) fn overrun_goes_on(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.group.iter().all(|piece| self.face(state, piece).attack == 0) {
            state.battle = Battle::BLANK;
            return self.end_move(state);
        }
        state.battle.announced = true;
        self.resolve(state, dice, events);
    }

    /// The overrun is over. If the hex is empty the survivors must enter it and may go on; else their move is over
    /// [scs/3.2j, scs/3.2k]; it may be overrun again, and attacked in the Combat Phase [scs/3.2l].
    pub(crate) fn end_overrun(&self, state: &mut State, events: &mut impl Sink) {
        let Battle { target, beaten, .. } = state.battle;
        state.battle = Battle::BLANK;
        state.group = state.group.and(state.on_map);
        let empty = state.holder(target).is_none();
        if !empty || beaten || self.stays_closed(state, target) || state.group.is_empty() {
            return self.end_move(state);
        }
        let from = state.group.first().map(|piece| state.hex(piece));
        for piece in state.group.iter() {
            self.lift(state, piece);
            self.put(state, piece, target);
        }
        events.tell(|| {
            let names: Vec<String> = state.group.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect();
            let text =
                format!("{} enter{} {}.", names.join(", "), crate::movement::s(names.len()), self.ground.label(target));
            let event = Event::new(EventKind::Advance, text).side(state.side).along(from).at([target]);
            event.of(names).by(clauses!["scs/3.2j"]).reveals()
        });
        state.step = Step::Move;
    }
}
