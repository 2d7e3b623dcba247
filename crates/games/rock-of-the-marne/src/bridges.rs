//! 3.2 Bridges over the Marne.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::charts::REPAIR;
use crate::ground::Crossing;
use crate::hints::Mind;
use crate::movement::Moves;
use crate::pieces::{ALLIED, GERMAN};
use crate::sequence::Phase;
use crate::state::{Bridge, Fight, State, Step};
use engine::chart::span_head;
use engine::{
    Aim, Chance, Derivation, Dice, Event, EventKind, Forecast, Refusal, Role, Roll, Sink, Wish, Words, clauses,
};
use hexboard::Direction;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Where an assault bridge is laid.
    Span by state.side => {
        asks: "Lay an assault bridge?",
        lists: game.list_spans(state, out),
        points(_): {},
        ..Moves => Remove;
        Span(crossing) => {
            check: game.check_span(state, crossing),
            play: game.lay_bridge(state, crossing, events),
            words: format!("bridge {}", game.crossing_label(crossing)),
            odds: None,
            worth: 1.0,
        }
        Done => {
            check: Ok(()),
            play: game.conclude_attack(state, events),
            words: Words::new("no bridge").role_if(game.free_spans(state).next().is_none(), Role::Usual),
            odds: None,
            worth: 0.0,
        }
    }

    /// Which bridges are taken back before the player turn is over.
    Nightfall by state.side => {
        asks: "Take assault bridges back, or end the turn.",
        asked_if: state.side == GERMAN && state.bridges.iter().any(Bridge::lies),
        else: game.end_player_turn(state, dice, events),
        lists: {
            game.list_removals(state, out);
            out.push(Action::Done);
        },
        points(_): {},
        ..Moves => Remove;
        Done => {
            check: Ok(()),
            play: game.end_player_turn(state, dice, events),
            words: Words::new("end the turn").role(Role::Usual),
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Every assault bridge on the map can be taken back at any moment of the German player turn, whole or destroyed
    /// [3.2f-1, 3.2d-1] (ruling 64): at the latest when all else of the turn is done.
    pub(crate) fn list_removals(&self, state: &State, out: &mut Vec<Action>) {
        if state.side == GERMAN {
            out.extend(
                state.bridges.iter().filter(|bridge| bridge.lies()).map(|bridge| Action::Remove(bridge.crossing)),
            );
        }
    }

    pub(crate) fn check_removal(&self, state: &State, crossing: Crossing) -> Result<(), Refusal> {
        if state.side != GERMAN {
            return Err(Refusal::new(clauses!["3.2f-1"], "bridges are taken back in the German player turn"));
        }
        if state.bridge_on(crossing).is_some() {
            return Ok(());
        }
        let reason = format!("no assault bridge lies at {}", self.crossing_label(crossing));
        Err(Refusal::new(clauses!["3.2f-1", "3.2d-1"], reason))
    }

    /// Takes a bridge back into the pool; only a new attack can bring one there again [3.2f-2, 3.2d-1].
    pub(crate) fn remove_bridge(&self, state: &mut State, crossing: Crossing, events: &mut impl Sink) {
        let Some(bridge) = state.bridge_on(crossing) else { return };
        let whole = state.bridges[bridge].intact;
        state.bridges[bridge] = Bridge::BLANK;
        self.bridge_changed(state, crossing);
        if state.phase == Phase::Combat {
            state.fed = self.fed(state);
        }
        events.tell(|| {
            let text = format!("The bridge at {} is taken back.", self.crossing_label(crossing));
            let clauses = if whole { clauses!["3.2f-1"] } else { clauses!["3.2d-1"] };
            Event::new(EventKind::Bridge, text).side(state.side).at(self.banks(crossing)).by(clauses)
        });
    }

    /// The hexsides over which units have just advanced without a bridge [3.2c-2, 3.2c-3].
    pub(crate) fn spannable(&self, state: &State) -> impl Iterator<Item = Crossing> + '_ {
        let (target, crossed) = (state.battle.target, state.battle.crossed);
        let ways = Direction::ALL.into_iter().filter(move |way| crossed >> way.index() & 1 == 1);
        ways.filter_map(move |way| self.ground.crossing(target, way))
    }

    /// Whether a bridge can be laid after an advance: by Germans who crossed, if the pool has one, or another is taken
    /// back for it at this very moment [3.2-1, 3.2c-2, 3.2f-1] (rulings 62, 63, 64).
    pub(crate) fn can_span(&self, state: &State) -> bool {
        state.side == GERMAN && state.bridge_count > 0 && self.spannable(state).next().is_some()
    }

    /// Where a bridge can be laid now. A destroyed bridge that lies there must be taken back or repaired.
    fn free_spans<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Crossing> + 'a {
        let spare = state.spare_bridges() > 0;
        self.spannable(state).filter(move |&at| spare && state.bridge_on(at).is_none())
    }

    pub(crate) fn list_spans(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.free_spans(state).map(Action::Span));
        self.list_removals(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_span(&self, state: &State, crossing: Crossing) -> Result<(), Refusal> {
        let at = self.crossing_label(crossing);
        if !self.spannable(state).any(|crossed| crossed == crossing) {
            let reason = format!("nobody has just crossed the Marne at {at}");
            return Err(Refusal::new(clauses!["3.2c-2", "3.2c-3"], reason));
        }
        if state.bridge_on(crossing).is_some() {
            return Err(Refusal::new(clauses!["3.2d-1"], format!("take the destroyed bridge at {at} back first")));
        }
        if state.spare_bridges() == 0 {
            return Err(Refusal::new(clauses!["3.2-1"], "no assault bridge is left: take one back first"));
        }
        Ok(())
    }

    /// Lays a bridge.
    pub(crate) fn lay_bridge(&self, state: &mut State, crossing: Crossing, events: &mut impl Sink) {
        if let Some(bridge) = state.bridges.iter_mut().find(|bridge| !bridge.lies()) {
            *bridge = Bridge { crossing, intact: true, tried: false };
        }
        self.bridge_changed(state, crossing);
        events.tell(|| {
            let text = format!("An assault bridge is laid at {}.", self.crossing_label(crossing));
            Event::new(EventKind::Bridge, text).side(state.side).at(self.banks(crossing)).by(clauses!["3.2c-2"])
        });
        self.conclude_attack(state, events);
    }

    /// Destroyed bridges that can be repaired: a Stormtrooper on a bank, no Allied unit or zone on either, one try in a
    /// phase [3.2e-1, 3.2e-2, 3.2d-2].
    pub(crate) fn repairable<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Crossing> + 'a {
        let broken = state.bridges.iter().filter(|bridge| bridge.lies() && !bridge.intact && !bridge.tried);
        broken.map(|bridge| bridge.crossing).filter(|&crossing| self.is_clear(state, crossing))
    }

    fn is_clear(&self, state: &State, crossing: Crossing) -> bool {
        let banks = self.banks(crossing);
        let allied = ALLIED.index();
        let free = banks.iter().all(|&bank| !state.held[allied].contains(bank) && !state.zoc[allied].contains(bank));
        let builder = || banks.iter().any(|&bank| state.stack(bank).any(|piece| self.is_stormtrooper(piece)));
        state.side == GERMAN && free && builder()
    }

    pub(crate) fn check_repair(&self, state: &State, crossing: Crossing) -> Result<(), Refusal> {
        if self.repairable(state).any(|at| at == crossing) {
            return Ok(());
        }
        let at = self.crossing_label(crossing);
        let Some(bridge) = state.bridge_on(crossing).filter(|&bridge| !state.bridges[bridge].intact) else {
            return Err(Refusal::new(clauses!["3.2e-1", "3.2f-2"], format!("no destroyed bridge lies at {at}")));
        };
        if state.bridges[bridge].tried {
            return Err(Refusal::new(clauses!["3.2e-2"], format!("a repair at {at} was tried in this phase")));
        }
        let reason = format!("a repair at {at} needs a Stormtrooper on a bank, and no Allied unit or zone on either");
        Err(Refusal::new(clauses!["3.2e-1"], reason))
    }

    /// Rolls for a repair [3.2e-3].
    pub(crate) fn repair(&self, state: &mut State, crossing: Crossing, dice: &mut impl Dice, events: &mut impl Sink) {
        let Some(bridge) = state.bridge_on(crossing) else { return };
        let die = dice.d6();
        let good = die >= self.tables.repaired_from;
        state.bridges[bridge].tried = true;
        state.bridges[bridge].intact = good;
        self.bridge_changed(state, crossing);
        events.tell(|| {
            let text = format!("Repair of the bridge at {}: {die}, {}.", self.crossing_label(crossing), mended(good));
            let event = Event::new(EventKind::Bridge, text).side(state.side).at(self.banks(crossing));
            let roll = Roll::d6("the repair of the bridge", die).on(REPAIR, mended(good));
            let roll = roll.in_line(span_head(&self.repair_lines(), die.into()));
            let roll = roll.hoped(state.side, Wish::AtLeast(self.tables.repaired_from.into()));
            event.rolled([roll]).outcome(mended(good)).by(clauses!["3.2e-3"])
        });
    }

    pub(crate) fn repair_forecast(&self) -> Forecast {
        let good = f64::from(7 - self.tables.repaired_from) / 6.0;
        let sum =
            Derivation::new("Repair", format!("one die, {} or more", self.tables.repaired_from), clauses!["3.2e-3"]);
        let chance = |good: bool, probability| Chance { outcome: mended(good).into(), probability };
        Forecast::new(sum, vec![chance(true, good), chance(false, 1.0 - good)]).aimed([Aim::new(REPAIR)])
    }

    /// Whether the attack on a hex from another crosses the Marne where no bridge stands for the attacker.
    pub(crate) fn crosses_marne(&self, state: &State, from: hexboard::Hex, target: hexboard::Hex) -> bool {
        let Some(way) = self.ground.board().direction(from, target) else { return false };
        let crossing = self.ground.crossing(from, way);
        crossing.is_some_and(|crossing| !self.may_cross(state, state.side, crossing))
    }

    /// After an advance: a bridge may be laid, else the attack is over.
    pub(crate) fn after_advance(&self, state: &mut State, events: &mut impl Sink) {
        let crossing = matches!(state.battle.fight, Fight::Attack | Fight::Crossing) && self.can_span(state);
        if crossing {
            state.step = Step::Span;
        } else {
            self.conclude_attack(state, events);
        }
    }
}

pub(crate) fn mended(good: bool) -> &'static str {
    if good { "repaired" } else { "still destroyed" }
}
