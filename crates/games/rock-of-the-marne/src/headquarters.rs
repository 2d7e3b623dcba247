//! 1.1 Headquarters and 1.2 HQ Replenishment, and the rest of the Refit Phase.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Class, Piece, PieceSet};
use crate::sequence::Phase;
use crate::state::{State, Step, side_of};
use engine::{Dice, Event, EventKind, Refusal, Roll, Side, Sink, Wish, clauses};
use hexboard::Hex;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Where a displaced Army HQ goes, before anything else.
    Displace(hq: Piece) by game.pieces.side(hq) => {
        asks: "Choose where the displaced Army HQ goes.",
        asked_if: game.shelters(state, hq).len() > 1,
        else: game.shelter_where_it_must(state, hq, events),
        lists: game.list_shelters(state, hq, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_shelter(state, hq, hex),
            play: game.shelter(state, hq, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Whether an HQ has ammunition: Army HQs always [1.1b, 1.2c].
    #[inline]
    pub(crate) fn is_replenished(&self, state: &State, hq: Piece) -> bool {
        self.pieces.class(hq) == Class::ArmyHq || !state.flipped.contains(hq)
    }

    /// A side's HQs on the map.
    pub(crate) fn hqs(&self, state: &State, side: engine::Side) -> PieceSet {
        state.units(side).and(self.hq_counters)
    }

    /// The Refit Phase: HQs, then tanks, then airplanes [GI/seq-c].
    pub(crate) fn refit(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        self.replenish(state, dice, events);
        self.mend(state, events);
        self.recall(state, events);
        self.refit_airplanes(state, dice, events);
        state.step = Step::Idle;
    }

    /// Whether a Depleted HQ may roll: not Out of Supply [1.2b, 1.3f-5, 1.4d-2], and not if the quiet front holds it
    /// down (rulings 19, 21).
    pub(crate) fn may_replenish(&self, state: &State, hq: Piece) -> bool {
        !self.is_frozen(state, hq) && !state.unsupplied.contains(hq)
    }

    /// Whether the quiet front keeps an HQ that was set up there Depleted: until the Refit Phase of turn 7
    /// [6.1/note3-a] (ruling 109).
    pub(crate) fn is_frozen(&self, state: &State, hq: Piece) -> bool {
        let now = (state.turn, state.phase);
        let quiet = self.scenario(state).quiet_front.filter(|quiet| now < (quiet.until, Phase::Refit));
        quiet.is_some_and(|quiet| {
            let standing = self.scenario(state).setup.iter().find(|standing| standing.piece == hq);
            standing.is_some_and(|standing| self.ground.column(standing.hex) <= quiet.column)
        })
    }

    /// What one die must exceed to replenish a side's Corps HQ on this turn, by the Turn Record Track in every scenario
    /// [5.0d-1] (ruling 110).
    pub fn replenish_number(&self, state: &State, side: Side) -> u8 {
        self.tables.replenish(state.turn, side)
    }

    /// Rolls one die for each Depleted Corps HQ: above the number of the turn it is Replenished, once a turn
    /// [1.2a-3, 1.2a-4, 5.0d-1, 6.1/note4-b] (ruling 16).
    fn replenish(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let number = self.replenish_number(state, state.side);
        let depleted = self.hqs(state, state.side).and(state.flipped);
        for hq in depleted.iter() {
            if !self.may_replenish(state, hq) {
                continue;
            }
            let die = dice.d6();
            let good = die > number;
            if good {
                state.flipped.remove(hq);
            }
            events.tell(|| {
                let name = self.pieces.name_of(hq).to_string();
                let what = if good { "is Replenished" } else { "stays Depleted" };
                let text = format!("{name} {what}: the die shows {die}, more than {number} was needed.");
                let roll = Roll::d6(format!("whether {name} is Replenished"), die);
                let roll = roll.hoped(state.side, Wish::AtLeast(i16::from(number) + 1));
                let event = Event::new(EventKind::Refit, text).side(state.side).of([name]);
                event.by(clauses!["1.2a-3"]).rolled([roll]).reveals()
            });
        }
    }

    /// When the turn of awakening begins Allied HQs of the west are Replenished without a roll [6.1/note4-a]
    /// [7.3/note1] (ruling 20).
    pub(crate) fn relieve(&self, state: &mut State, events: &mut impl Sink) {
        let Some(awakening) = self.scenario(state).awakening.filter(|awakening| awakening.turn == state.turn) else {
            return;
        };
        let depleted = self.hqs(state, ALLIED).and(state.flipped);
        for hq in depleted.iter() {
            if self.ground.column(state.hex(hq)) > awakening.column {
                continue;
            }
            state.flipped.remove(hq);
            events.tell(|| {
                let name = self.pieces.name_of(hq).to_string();
                let text = format!("{name} is Replenished for the counter-attack.");
                let campaign = self.scenario(state).quiet_front.is_some();
                let clauses = if campaign { clauses!["6.1/note4-a"] } else { clauses!["7.3/note1"] };
                Event::new(EventKind::Refit, text).side(side_of(hq)).of([name]).by(clauses).reveals()
            });
        }
    }

    /// Broken Down tanks that begin the phase stacked with an HQ in supply, whatever its state and theirs: only they will
    /// be repaired [1.8e-1, 1.8e-2, 1.8e-3] (rulings 17, 18).
    pub(crate) fn mendable(&self, state: &State) -> PieceSet {
        let broken = state.units(state.side).and(state.flipped).iter();
        let tanks = broken.filter(|&piece| self.pieces.class(piece) == Class::Tank);
        tanks.filter(|&tank| self.has_supplied_hq(state, state.hex(tank))).collect()
    }

    pub(crate) fn has_supplied_hq(&self, state: &State, hex: Hex) -> bool {
        state.stack(hex).any(|piece| self.pieces.is_hq(piece) && !state.unsupplied.contains(piece))
    }

    /// Repairs them, as often as it may be [1.8e-1, 1.8e-4].
    fn mend(&self, state: &mut State, events: &mut impl Sink) {
        for tank in state.marked.and(state.on_map).iter() {
            state.flipped.remove(tank);
            self.raise_tanks(state, state.hex(tank));
            events.tell(|| {
                let name = self.pieces.name_of(tank).to_string();
                let text = format!("{name} is repaired in {}.", self.ground.label(state.hex(tank)));
                Event::new(EventKind::Refit, text)
                    .side(side_of(tank))
                    .at([state.hex(tank)])
                    .of([name])
                    .by(clauses!["1.8e-1"])
                    .reveals()
            });
        }
        state.marked = PieceSet::EMPTY;
    }

    /// HQs that gave Attack Supply are Depleted when the Combat Phase ends, once, however much they gave
    /// [1.2a-1, 1.4a-5, 1.4a-3, 1.4g]; Army HQs never are [1.2c].
    pub(crate) fn deplete(&self, state: &mut State, events: &mut impl Sink) {
        for hq in state.supplying.and(state.on_map).iter() {
            state.flipped.insert(hq);
            events.tell(|| {
                let name = self.pieces.name_of(hq).to_string();
                Event::new(EventKind::Depletion, format!("{name} is Depleted."))
                    .side(side_of(hq))
                    .of([name])
                    .by(clauses!["1.2a-1", "1.4a-5"])
                    .reveals()
            });
        }
        state.supplying = PieceSet::EMPTY;
    }

    /// A Corps HQ that takes a step loss goes to the Turn Record Track two turns ahead, to come back Replenished (but
    /// see ruling 109); after the last turn there is no coming back [1.1d-1, 1.1d-2] (ruling 82). An Army HQ is displaced
    /// [1.1d-3].
    pub(crate) fn remove_hq(&self, state: &mut State, hq: Piece) {
        self.lift(state, hq);
        state.supplying.remove(hq);
        if self.pieces.class(hq) == Class::ArmyHq {
            state.displaced.insert(hq);
            return;
        }
        state.flipped.remove(hq);
        state.unsupplied.remove(hq);
        state.due[hq.index()] = state.turn + 2;
        state.waiting.insert(hq);
    }

    /// Where a displaced Army HQ can go: to the nearest friendly unit, else to the nearest supply source
    /// [1.1d-3, scs/8.0h] (ruling 81).
    pub(crate) fn shelters(&self, state: &State, hq: Piece) -> Hexes {
        let (side, from) = (side_of(hq), state.hex(hq));
        let mut held = state.held[side.index()];
        held.remove(from);
        let source = self.scenario(state).sources[side.index()] - state.held[side.other().index()];
        let choice = if held.is_empty() { source } else { held };
        let distance = |hex: Hex| self.ground.board().distance(from, hex);
        let nearest = choice.iter().map(distance).min();
        choice.iter().filter(|&hex| Some(distance(hex)) == nearest).collect()
    }

    /// Displaces an Army HQ that has no choice. Where all is lost to the enemy it stays.
    pub(crate) fn shelter_where_it_must(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        let shelter = self.shelters(state, hq).iter().next();
        self.shelter(state, hq, shelter.unwrap_or(state.hex(hq)), events);
    }

    pub(crate) fn list_shelters(&self, state: &State, hq: Piece, out: &mut Vec<Action>) {
        out.extend(self.shelters(state, hq).iter().map(Action::To));
    }

    pub(crate) fn check_shelter(&self, state: &State, hq: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.shelters(state, hq).contains(hex) {
            return Ok(());
        }
        let name = self.pieces.name_of(hq);
        let reason = format!("{name} is displaced to the nearest friendly unit, and {} is not", self.ground.label(hex));
        Err(Refusal::new(clauses!["1.1d-3", "scs/8.0h"], reason))
    }

    /// Displaces an Army HQ.
    pub(crate) fn shelter(&self, state: &mut State, hq: Piece, hex: Hex, events: &mut impl Sink) {
        state.displaced.remove(hq);
        self.put(state, hq, hex);
        events.tell(|| {
            let name = self.pieces.name_of(hq).to_string();
            let text = format!("{name} is displaced to {}.", self.ground.label(hex));
            Event::new(EventKind::Displacement, text)
                .side(side_of(hq))
                .at([hex])
                .of([name])
                .by(clauses!["1.1d-3"])
                .reveals_own()
        });
    }
}
