//! Stacking: the limit, the moments when it counts, and the order of a stack.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{Piece, PieceSet};
use crate::state::{Fight, State, Step, side_of};
use engine::{Event, EventKind, Habit, Refusal, Side, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which units above the stacking limit are eliminated.
    Excess(hex: Hex) by game.owner(state, hex) => {
        asks: format!("Choose a unit to eliminate: {} holds too many.", game.ground.label(hex)),
        lists: game.list_excess(state, hex, out),
        points(at): out.extend(game.own(state, at).map(Action::Lose)),
        Lose(piece) => {
            check: game.check_excess(state, hex, piece),
            play: {
                game.eliminate_excess(state, hex, piece, events);
                game.after_excess(state, hex, dice, events);
            },
            words: game.excess_words(state, hex, piece),
            odds: None,
            worth: mind.appraise_loss(state, piece),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Half Stacking Points in a hex: by size, whatever was lost; airplanes and markers count nothing [GI/stack-a]
    /// [GI/stack-a2, GI/stack-a3, GI/stack-a4, GI/stack-b].
    #[inline]
    pub(crate) fn stacked(&self, state: &State, hex: Hex) -> u8 {
        state.stack(hex).map(|piece| self.pieces.counter(piece).stacking).sum()
    }

    /// Half Stacking Points of some units.
    pub(crate) fn bulk(&self, units: PieceSet) -> u8 {
        units.iter().map(|piece| self.pieces.counter(piece).stacking).sum()
    }

    /// A hex above the limit, the phasing side's first: each of the moments when the limit counts looks for one
    /// [GI/stack-c, GI/stack-d, scs/5.1].
    pub(crate) fn overfull(&self, state: &State) -> Option<Hex> {
        [state.side, state.side.other()].into_iter().find_map(|side| {
            let mut held = state.held[side.index()].iter();
            held.find(|&hex| self.stacked(state, hex) > self.tables.stacking)
        })
    }

    /// Who must go from an overfull hex: its owner picks [GI/stack-e, scs/5.2].
    pub(crate) fn list_excess(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        out.extend(state.stack(hex).map(Action::Lose));
    }

    pub(crate) fn check_excess(&self, state: &State, hex: Hex, piece: Piece) -> Result<(), Refusal> {
        if state.holder(hex) == Some(side_of(piece)) && state.stack(hex).any(|other| other == piece) {
            return Ok(());
        }
        let reason = format!("choose one of your units in {}, which holds too many", self.ground.label(hex));
        Err(Refusal::new(clauses!["GI/stack-e", "scs/5.2"], reason))
    }

    /// Eliminates a unit above the limit; HQs are never destroyed, so they leave as by a loss (ruling 71).
    pub(crate) fn eliminate_excess(&self, state: &mut State, hex: Hex, piece: Piece, events: &mut impl Sink) {
        events.note(side_of(piece), Habit::Crowding, || 1);
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text = format!("{name} is eliminated: {} holds too many units.", self.ground.label(hex));
            let event = Event::new(EventKind::Loss, text).side(side_of(piece)).at([hex]).of([name]);
            let steps = self.steps_left(state, piece);
            event.costs(side_of(piece), steps.into()).by(clauses!["GI/stack-e"]).reveals_own()
        });
        self.destroy(state, piece);
        state.group.remove(piece);
    }

    /// After an elimination: the next overfull hex, the overrun that waits, or the end of the phase.
    pub(crate) fn after_excess(
        &self,
        state: &mut State,
        hex: Hex,
        dice: &mut impl engine::Dice,
        events: &mut impl Sink,
    ) {
        if self.stacked(state, hex) > self.tables.stacking {
            return;
        }
        if state.battle.fight == Fight::Overrun && !state.battle.announced {
            return self.overrun_goes_on(state, dice, events);
        }
        match self.overfull(state) {
            Some(hex) => state.step = Step::Excess(hex),
            None => self.close_phase(state, dice, events),
        }
    }

    fn excess_words(&self, state: &State, hex: Hex, piece: Piece) -> Words {
        let text = format!("eliminate {}", self.unit_words(state, piece));
        Words::new(text).rolls(self.overruns_without(state, hex, piece))
    }

    /// Whether an overrun is resolved as soon as this unit is eliminated.
    fn overruns_without(&self, state: &State, hex: Hex, piece: Piece) -> bool {
        let waits = state.battle.fight == Fight::Overrun && !state.battle.announced;
        let others: PieceSet = state.stack(hex).filter(|&other| other != piece).collect();
        let able = |unit: Piece| unit != piece && self.face(state, unit).attack > 0;
        waits && self.bulk(others) <= self.tables.stacking && state.group.iter().any(able)
    }

    /// The units that can be put on top of their stack: any that is not there, once a phase, but under Functional
    /// tanks [1.8f, scs/5.5].
    pub(crate) fn can_top(&self, state: &State, piece: Piece) -> bool {
        let free = state.on_map.contains(piece) && side_of(piece) == state.side && !state.topped.contains(piece);
        free && state.top(state.hex(piece)).is_some_and(|top| {
            top != piece && (self.is_functional_tank(state, piece) || !self.is_functional_tank(state, top))
        })
    }

    pub(crate) fn list_tops(&self, state: &State, out: &mut Vec<Action>) {
        for hex in state.held[state.side.index()].iter().filter(|&hex| state.is_pile(state.side, hex)) {
            out.extend(state.stack(hex).skip(1).filter(|&piece| self.can_top(state, piece)).map(Action::Top));
        }
    }

    pub(crate) fn check_top(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.can_top(state, piece) {
            return Ok(());
        }
        let name = self.pieces.name_of(piece);
        let reason = format!("{name} cannot be put on top of a stack of yours now");
        Err(Refusal::new(clauses!["scs/5.5", "1.8f"], reason))
    }

    /// Puts a unit on top of its stack. The enemy sees it there.
    pub(crate) fn put_on_top(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        state.take_out(piece);
        state.put_under(piece, hex, None);
        state.topped.insert(piece);
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text = format!("{name} is on top of {}.", self.ground.label(hex));
            Event::new(EventKind::Stack, text)
                .side(side_of(piece))
                .at([hex])
                .of([name])
                .by(clauses!["scs/5.5"])
                .reveals_own()
        });
    }

    /// Puts every Functional tank of a hex on top, as it must be [1.8f].
    pub(crate) fn raise_tanks(&self, state: &mut State, hex: Hex) {
        let tanks: PieceSet = state.stack(hex).filter(|&piece| self.is_functional_tank(state, piece)).collect();
        for tank in tanks.iter() {
            state.take_out(tank);
            state.put_under(tank, hex, None);
        }
    }

    /// The owner of an overfull hex.
    pub(crate) fn owner(&self, state: &State, hex: Hex) -> Side {
        state.holder(hex).unwrap_or(state.side)
    }
}
