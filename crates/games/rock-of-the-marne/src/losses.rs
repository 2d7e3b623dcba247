//! 1.5 Steps and Step Losses, and what a combat does to both sides.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{Class, Face, Piece, PieceSet};
use crate::state::{Fight, State, Step, side_of};
use engine::{Event, EventKind, Habit, Refusal, Side, Sink, clauses};

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which units of a side lose steps.
    Lose(side: Side) by side => {
        asks: "Choose a unit that loses a step.",
        asked_if: game.loss_is_free(state, side),
        else: game.lose_what_must_be(state, side, events),
        lists: game.list_losses(game.losers(state, side), out),
        points(hex): out.extend(game.own(state, hex).map(Action::Lose)),
        Lose(piece) => {
            check: game.check_loss(state, game.losers(state, side), piece),
            play: game.lose(state, side, piece, events),
            words: game.loss_words(state, game.losers(state, side), piece),
            odds: None,
            worth: mind.appraise_loss(state, piece),
        }
    }

    /// Which units that have just retreated lose steps in zones of control.
    Toll(side: Side) by side => {
        asks: "Choose a unit that loses a step.",
        asked_if: game.toll_is_free(state, side),
        else: game.pay_what_must_be(state, side, events),
        lists: game.list_losses(game.payers(state), out),
        points(hex): out.extend(game.own(state, hex).map(Action::Lose)),
        Lose(piece) => {
            check: game.check_loss(state, game.payers(state), piece),
            play: game.lose(state, side, piece, events),
            words: game.loss_words(state, game.payers(state), piece),
            odds: None,
            worth: mind.appraise_loss(state, piece),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The place of a side in a battle's pairs: attacker, defender.
    pub(crate) fn role(state: &State, side: Side) -> usize {
        usize::from(side != state.side)
    }

    /// The steps that a unit has left [1.5-1, 1.5-2, 1.8a] (ruling 79).
    pub(crate) fn steps_left(&self, state: &State, piece: Piece) -> u8 {
        if state.flipped.contains(piece) { self.steps_flipped(piece) } else { self.pieces.counter(piece).steps }
    }

    /// The steps of a counter on its back.
    pub(crate) fn steps_flipped(&self, piece: Piece) -> u8 {
        let steps = self.pieces.counter(piece).steps;
        if steps == 2 { 1 } else { steps }
    }

    /// A side's units in the combat: those that attack, or all in the attacked hex; airplanes never [scs/3.2f, 1.6a-3].
    pub(crate) fn involved(&self, state: &State, side: Side) -> PieceSet {
        if side == state.side {
            return state.group.and(state.on_map);
        }
        match state.holder(state.battle.target) == Some(side) {
            true => state.stack(state.battle.target).collect(),
            false => PieceSet::EMPTY,
        }
    }

    /// Those of some units that may lose a step now: an HQ only when all others in its hex have lost one in this combat
    /// [1.1c] (ruling 80).
    fn exposed(&self, state: &State, units: PieceSet) -> PieceSet {
        let sheltered = |hq: Piece| {
            let mut others = units.iter().filter(|&other| state.hex(other) == state.hex(hq));
            others.any(|other| !self.pieces.is_hq(other) && !state.battle.hit.contains(other))
        };
        units.iter().filter(|&piece| !self.pieces.is_hq(piece) || !sheltered(piece)).collect()
    }

    /// The units among which a side chooses its losses [scs/7.3c, notes/loss-choice].
    pub(crate) fn losers(&self, state: &State, side: Side) -> PieceSet {
        self.exposed(state, self.involved(state, side))
    }

    /// Of some units the one whose step is the smallest loss by what is printed on it, and rather its first than its last. Units that
    /// shift the column come after all others, and HQs after them.
    pub(crate) fn least_loss(&self, state: &State, units: PieceSet) -> Option<Piece> {
        let strength = |face: Face| u16::from(face.attack) + u16::from(face.defence);
        units.iter().min_by_key(|&piece| {
            let is_last = self.steps_left(state, piece) == 1;
            let left = if is_last { 0 } else { strength(self.pieces.face(piece, true)) };
            let face = self.face(state, piece);
            (self.pieces.is_hq(piece), face.shift > 0, strength(face).saturating_sub(left), is_last)
        })
    }

    fn is_free(&self, state: &State, losses: u8, exposed: PieceSet, units: PieceSet) -> bool {
        let steps: u8 = units.iter().map(|piece| self.steps_left(state, piece)).sum();
        losses > 0 && exposed.len() > 1 && losses < steps
    }

    /// Whether a side has a choice of losses.
    pub(crate) fn loss_is_free(&self, state: &State, side: Side) -> bool {
        let losses = state.battle.losses[Self::role(state, side)];
        self.is_free(state, losses, self.losers(state, side), self.involved(state, side))
    }

    /// Takes a loss that leaves no choice, or goes on when there are none left: attacker's losses, defender's losses,
    /// defender's retreat, attacker's retreat, advance [scs/7.3b, scs/7.3e]. Losses beyond the steps present are ignored
    /// [scs/7.3c].
    pub(crate) fn lose_what_must_be(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        let role = Self::role(state, side);
        if let Some(piece) = self.losers(state, side).first().filter(|_| state.battle.losses[role] > 0) {
            return self.lose(state, side, piece, events);
        }
        state.battle.losses[role] = 0;
        if side == state.side {
            state.step = Step::Lose(side.other());
        } else {
            self.begin_retreat(state, side, events);
        }
    }

    pub(crate) fn list_losses(&self, units: PieceSet, out: &mut Vec<Action>) {
        out.extend(units.iter().map(Action::Lose));
    }

    pub(crate) fn check_loss(&self, state: &State, units: PieceSet, piece: Piece) -> Result<(), Refusal> {
        if units.contains(piece) {
            return Ok(());
        }
        let name = self.pieces.name_of(piece);
        if self.pieces.is_hq(piece) && self.involved(state, self.pieces.side(piece)).contains(piece) {
            let reason = format!("{name} is an HQ: all other units in its hex must lose a step first");
            return Err(Refusal::new(clauses!["1.1c"], reason));
        }
        Err(Refusal::new(clauses!["scs/7.3c"], format!("{name} is not among those that lose steps here")))
    }

    /// Takes one of the losses.
    pub(crate) fn lose(&self, state: &mut State, side: Side, piece: Piece, events: &mut impl Sink) {
        state.battle.losses[Self::role(state, side)] -= 1;
        self.take_step(state, piece, events);
    }

    /// Takes a step from a unit [scs/7.3d].
    fn take_step(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        state.battle.hit.insert(piece);
        let survives = self.steps_left(state, piece) > 1;
        if survives {
            state.flipped.insert(piece);
        } else {
            self.destroy(state, piece);
            events.note(side_of(piece), Habit::LostAlone, || {
                let there = state.battle.hit.or(state.stack(hex).collect());
                let mut own = there.iter().filter(|&other| side_of(other) == side_of(piece));
                usize::from(self.pieces.is_hq(piece) && own.all(|other| self.pieces.is_hq(other)))
            });
        }
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let what = match (survives, self.pieces.class(piece)) {
                (true, _) => "loses a step",
                (false, Class::CorpsHq) => "goes to the Turn Record Track",
                (false, Class::ArmyHq) => "is displaced",
                (false, _) => "is destroyed",
            };
            let text = format!("{name} {what}.");
            let event = Event::new(EventKind::Loss, text).side(side_of(piece)).at([hex]).of([name]);
            event.costs(side_of(piece), 1).by(clauses!["scs/7.3d"]).reveals()
        });
    }

    /// Destroys a unit: regiments and Stormtroopers go back to their pool [1.5-3], HQs to the track or elsewhere
    /// [1.1d-1], all others to the dead pile [scs/15.0a].
    pub(crate) fn destroy(&self, state: &mut State, piece: Piece) {
        if self.pieces.is_hq(piece) {
            return self.remove_hq(state, piece);
        }
        self.lift(state, piece);
        if matches!(self.pieces.class(piece), Class::Regiment | Class::Stormtrooper) {
            return self.to_pool(state, piece);
        }
        state.flipped.remove(piece);
        state.unsupplied.remove(piece);
        state.dead.insert(piece);
    }

    /// Those that just retreated and pay for enemy zones: each party is a stack of its own [scs/8.0c].
    pub(crate) fn payers(&self, state: &State) -> PieceSet {
        self.exposed(state, state.battle.party.and(state.on_map))
    }

    pub(crate) fn toll_is_free(&self, state: &State, side: Side) -> bool {
        let losses = state.battle.losses[Self::role(state, side)];
        self.is_free(state, losses, self.payers(state), state.battle.party.and(state.on_map))
    }

    /// Pays what leaves no choice; then the next party retreats.
    pub(crate) fn pay_what_must_be(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        let role = Self::role(state, side);
        if let Some(piece) = self.payers(state).first().filter(|_| state.battle.losses[role] > 0) {
            return self.lose(state, side, piece, events);
        }
        state.battle.losses[role] = 0;
        state.battle.party = PieceSet::EMPTY;
        state.step = Step::Retreat(side);
    }

    /// Losses and retreats are over.
    pub(crate) fn end_battle(&self, state: &mut State, events: &mut impl Sink) {
        match state.battle.fight {
            Fight::Overrun => self.end_overrun(state, events),
            _ => state.step = Step::Advance,
        }
    }
}
