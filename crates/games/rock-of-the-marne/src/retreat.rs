//! Retreats (series chapter 8).

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{Piece, PieceSet};
use crate::state::{State, Step, side_of};
use engine::{Event, EventKind, Habit, Refusal, Side, Sink, clauses};
use hexboard::Hex;

/// The most hexes that a retreat can end in or pass.
const MOST: usize = 300;

/// The hexes where retreating units can be after so many steps, and the enemy zones they had to enter.
#[derive(Copy, Clone)]
struct Flight {
    hexes: [(Hex, u8); MOST],
    count: usize,
}

impl Flight {
    const EMPTY: Flight = Flight { hexes: [(Hex::NONE, 0); MOST], count: 0 };

    fn add(&mut self, hex: Hex, toll: u8) {
        if let Some(known) = self.hexes[..self.count].iter_mut().find(|(known, _)| *known == hex) {
            known.1 = known.1.min(toll);
        } else {
            self.hexes[self.count] = (hex, toll);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.hexes[..self.count].iter().copied()
    }
}

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Where a side's units retreat, together or each by itself.
    Retreat(side: Side) by side => {
        asks: "Choose where the units retreat.",
        asked_if: game.retreat_is_free(state, side),
        else: game.retreat_what_must_be(state, side, events),
        lists: game.list_refuges(state, side, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_refuge(state, side, hex),
            play: game.retreat(state, side, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: mind.appraise_refuge(state, side, hex),
        }
        Pick(piece) => {
            check: game.check_apart(state, piece),
            play: game.part(state, piece),
            words: game.unit_words(state, piece),
            odds: None,
            worth: RATHER_NOT,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The retreat of a side begins: every surviving unit of it that was in the combat goes [scs/8.0a, scs/8.0g].
    pub(crate) fn begin_retreat(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        let role = Self::role(state, side);
        let fleeing = self.involved(state, side);
        if state.battle.retreats[role] > 0 && !fleeing.is_empty() {
            state.battle.fleeing = fleeing;
            state.battle.party = PieceSet::EMPTY;
            state.battle.beaten |= side == state.side;
            state.step = Step::Retreat(side);
        } else if side != state.side {
            self.begin_retreat(state, state.side, events);
        } else {
            self.end_battle(state, events);
        }
    }

    /// A retreat goes neither into enemies, nor over the Marne without a bridge, nor out of the area, nor back to the
    /// attacked hex or where it began [scs/8.0d], nor into trenches of the quiet front [6.1/note3-c]; terrain, movement
    /// points and stacking do not matter [scs/8.0f].
    fn flight_step(&self, state: &State, side: Side, start: Hex, from: Hex, look: &mut impl FnMut(Hex, u8)) {
        for (way, to) in self.ground.board().neighbours(from) {
            let crossing = self.ground.crossing(from, way);
            let dry = crossing.is_none_or(|crossing| self.may_cross(state, side, crossing));
            let free = !state.held[side.other().index()].contains(to) && self.in_area(state, to);
            let free = free && !self.is_closed(state, side, to);
            if dry && free && to != state.battle.target && to != start {
                // A friendly unit in the hex cancels the zone there [scs/4.0e].
                let zone = self.in_enemy_zone(state, side, to) && !state.held[side.index()].contains(to);
                look(to, u8::from(zone));
            }
        }
    }

    /// Where units can retreat to from their hex, and how many enemy zones they must enter: as many hexes as it says,
    /// as far from where they began as can be [scs/8.0a].
    fn flights(&self, state: &State, side: Side, start: Hex) -> Flight {
        let length = state.battle.retreats[Self::role(state, side)];
        let mut here = Flight::EMPTY;
        here.add(start, 0);
        for _ in 0..length {
            let mut next = Flight::EMPTY;
            for (from, toll) in here.iter() {
                self.flight_step(state, side, start, from, &mut |to, zone| next.add(to, toll + zone));
            }
            here = next;
        }
        let distance = |hex: Hex| self.ground.board().distance(start, hex);
        let farthest = here.iter().map(|(hex, _)| distance(hex)).max();
        let mut flights = Flight::EMPTY;
        here.iter().filter(|&(hex, _)| Some(distance(hex)) == farthest).for_each(|(hex, toll)| flights.add(hex, toll));
        flights
    }

    /// Where the party can go: if it can survive anywhere, only there [scs/8.0e].
    fn refuges(&self, state: &State, side: Side) -> Flight {
        let Some(start) = state.battle.party.first().map(|piece| state.hex(piece)) else { return Flight::EMPTY };
        let flights = self.flights(state, side, start);
        let steps: u8 = state.battle.party.iter().map(|piece| self.steps_left(state, piece)).sum();
        if flights.iter().all(|(_, toll)| toll >= steps) {
            return flights;
        }
        let mut safe = Flight::EMPTY;
        flights.iter().filter(|&(_, toll)| toll < steps).for_each(|(hex, toll)| safe.add(hex, toll));
        safe
    }

    /// Whether a side has a choice: where to go, or who goes by himself [scs/8.0b].
    pub(crate) fn retreat_is_free(&self, state: &State, side: Side) -> bool {
        !state.battle.party.is_empty() && self.refuges(state, side).count > 1
    }

    /// Retreats that leave no choice; units without a way are destroyed [scs/8.0e].
    pub(crate) fn retreat_what_must_be(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        if state.battle.party.is_empty() {
            let Some(first) = state.battle.fleeing.first() else {
                if side == state.side {
                    return self.end_battle(state, events);
                }
                return self.begin_retreat(state, state.side, events);
            };
            let here = state.hex(first);
            state.battle.party = state.battle.fleeing.iter().filter(|&piece| state.hex(piece) == here).collect();
            return;
        }
        let refuge = self.refuges(state, side).iter().next();
        match refuge {
            Some((hex, _)) => self.retreat(state, side, hex, events),
            None => self.perish(state, events),
        }
    }

    /// The party has no way out.
    fn perish(&self, state: &mut State, events: &mut impl Sink) {
        let party = state.battle.party;
        state.battle.fleeing = state.battle.fleeing.without(party);
        state.battle.party = PieceSet::EMPTY;
        for piece in party.iter() {
            events.note(side_of(piece), Habit::LostAlone, || {
                usize::from(party.iter().all(|other| self.pieces.is_hq(other)))
            });
            let (hex, steps) = (state.hex(piece), self.steps_left(state, piece));
            self.destroy(state, piece);
            events.tell(|| {
                let name = self.pieces.name_of(piece).to_string();
                let text = format!("{name} cannot retreat from {} and is lost.", self.ground.label(hex));
                let event = Event::new(EventKind::Loss, text).side(side_of(piece)).at([hex]).of([name]);
                event.costs(side_of(piece), steps.into()).by(clauses!["scs/8.0e"]).reveals()
            });
        }
    }

    pub(crate) fn list_refuges(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        out.extend(self.refuges(state, side).iter().map(|(hex, _)| Action::To(hex)));
        if state.battle.party.len() > 1 {
            out.extend(state.battle.party.iter().map(Action::Pick));
        }
    }

    pub(crate) fn check_refuge(&self, state: &State, side: Side, hex: Hex) -> Result<(), Refusal> {
        if self.refuges(state, side).iter().any(|(refuge, _)| refuge == hex) {
            return Ok(());
        }
        self.check_open(state, side, hex)?;
        let reason = format!("the retreat cannot end in {}", self.ground.label(hex));
        Err(Refusal::new(clauses!["scs/8.0a", "scs/8.0d", "scs/8.0e"], reason))
    }

    pub(crate) fn check_apart(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if state.battle.party.len() > 1 && state.battle.party.contains(piece) {
            return Ok(());
        }
        let reason = format!("{} does not retreat with others now", self.pieces.name_of(piece));
        Err(Refusal::new(clauses!["scs/8.0b"], reason))
    }

    /// A unit retreats by itself, before the others.
    pub(crate) fn part(&self, state: &mut State, piece: Piece) {
        state.battle.party = [piece].into_iter().collect();
    }

    /// How many zones a retreat to a hex enters.
    pub(crate) fn toll_of(&self, state: &State, side: Side, hex: Hex) -> u8 {
        let refuges = self.refuges(state, side);
        let (_, toll) = refuges.iter().find(|&(refuge, _)| refuge == hex).expect("a retreat goes to a refuge");
        toll
    }

    /// The party retreats together, and loses a step for each enemy zone it enters [scs/8.0c, scs/8.0h].
    pub(crate) fn retreat(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink) {
        let toll = self.toll_of(state, side, hex);
        let party = state.battle.party;
        let from = party.first().map(|piece| state.hex(piece));
        for piece in party.iter() {
            self.lift(state, piece);
            self.put(state, piece, hex);
        }
        state.battle.fleeing = state.battle.fleeing.without(party);
        state.battle.losses[Self::role(state, side)] = toll;
        state.step = Step::Toll(side);
        events.tell(|| {
            let names: Vec<String> = party.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect();
            let text = format!(
                "{} retreat{} to {}.",
                names.join(", "),
                crate::movement::s(names.len()),
                self.ground.label(hex)
            );
            let event = Event::new(EventKind::Retreat, text).side(side).along(from).at([hex]);
            event.of(names).by(clauses!["scs/8.0a", "scs/8.0c"])
        });
    }
}
