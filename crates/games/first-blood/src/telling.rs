//! What fire is told and forecast to do, within what the firing side may know [6.5a, 6.5b].

use crate::FirstBlood;
use crate::charts::{FIRE, fate};
use crate::fire::Fall;
use crate::ground::Hexes;
use crate::pieces::{GERMAN, Piece, PieceSet, units};
use crate::state::{State, option};
use engine::forecast::binomial;
use engine::{
    Aim, Chance, Derivation, Event, EventKind, Fate, Fight, FigureName, Forecast, Ladder, Roll, Side, Sink, Toll, Wish,
    clauses,
};
use hexboard::Hex;

/// What the firing side can see of a hex before it is opened for resolution.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    /// All that is there: so many units.
    Open(usize),
    /// The top unit of a stack whose height is not known.
    Top(Piece),
}

impl Face {
    /// The label of what came out, in terms of what could be seen.
    pub(crate) fn outcome(self, lost: PieceSet) -> String {
        match self {
            Face::Open(units) => format!("{} of {units} eliminated", lost.len()),
            Face::Top(top) if lost.contains(top) => "the top unit is eliminated".into(),
            Face::Top(_) => "the top unit survives".into(),
        }
    }

    /// The chances of what may come out when each unit is eliminated with probability `p`.
    pub(crate) fn chances(self, p: f64) -> Vec<Chance> {
        let chance = |outcome: String, probability: f64| Chance { outcome, probability };
        let chances = match self {
            Face::Open(units) => {
                let hits = binomial(units, p).into_iter().enumerate();
                hits.map(|(lost, p)| chance(format!("{lost} of {units} eliminated"), p)).collect()
            }
            Face::Top(_) => {
                vec![chance("the top unit is eliminated".into(), p), chance("the top unit survives".into(), 1.0 - p)]
            }
        };
        Vec::into_iter(chances).filter(|chance| chance.probability > 0.0).collect()
    }

    /// What becomes of those who can be seen: of a covered stack the top unit alone is known, and what lies below it
    /// may live.
    fn tolls(self, p: f64) -> Vec<(f64, Toll)> {
        let toll = |lost: usize, fate: Fate| Toll { fate, attacker: 0.0, defender: lost as f64 };
        match self {
            Face::Open(units) => {
                let fate = |lost: usize| match lost {
                    0 => Fate::Stands,
                    _ if lost == units => Fate::Destroyed,
                    _ => Fate::Weakened,
                };
                binomial(units, p).into_iter().enumerate().map(|(lost, p)| (p, toll(lost, fate(lost)))).collect()
            }
            // Nothing in the hex survives what is sure.
            Face::Top(_) if p == 1.0 => vec![(p, toll(1, Fate::Destroyed))],
            Face::Top(_) => vec![(p, toll(1, Fate::Weakened)), (1.0 - p, toll(0, Fate::Stands))],
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// What an enemy can see of a hex: the top unit alone, and how many lie there only if there is one or the counts
    /// are open (ruling R31).
    pub(crate) fn face_of(&self, state: &State, hex: Hex) -> Face {
        let units = state.stack(hex).count();
        match state.top(hex) {
            Some(top) if units > 1 && !state.options.has(option::SHOW_COUNTS) => Face::Top(top),
            _ => Face::Open(units),
        }
    }

    /// The chance that a unit is eliminated at these odds.
    pub(crate) fn kill_chance(&self, odds: u16) -> f64 {
        if odds >= self.tables.automatic.into() { 1.0 } else { f64::from(odds.min(6)) / 6.0 }
    }

    /// Whatever lies in a hex may be looked at while fire or bombardment into it is resolved; what is left of it is
    /// covered again then [6.5b] (ruling R31).
    pub(crate) fn tell_stack(&self, state: &State, hex: Hex, events: &mut impl Sink) {
        if state.stack(hex).nth(1).is_none() {
            return;
        }
        events.tell(|| {
            let units =
                state.stack(hex).map(|piece| format!("{} ({})", self.pieces.name(piece), self.pieces.values(piece)));
            let text = format!("In {} lie {}.", self.ground.label(hex), units.collect::<Vec<_>>().join(", "));
            let names = state.stack(hex).map(|piece| self.pieces.name(piece).to_string());
            Event::new(EventKind::Stack, text).at([hex]).of(names).by(clauses!["6.5b"]).reveals()
        });
    }

    /// The side that fires names its units [10.3a]. The enemy hears the sum, and sees those that lie open: by firing a
    /// stack is not opened to him [6.5a, 6.5b], unless both want to check the sum (ruling R49).
    pub(crate) fn tell_fire(&self, state: &State, target: Hex, strength: u16, odds: u16, events: &mut impl Sink) {
        let event = |who: &str| {
            let factors = if strength == 1 { "factor" } else { "factors" };
            let text = format!("{who} into {} with {strength} {factors}, at {odds}:1.", self.ground.label(target));
            let event = Event::new(EventKind::Fire, text).side(state.phase.side()).by(clauses!["10.1b", "10.3a"]);
            event.figure(FigureName::Attack, strength).figure(FigureName::Odds, odds)
        };
        let told = |named: PieceSet| {
            let unit = |piece: Piece| format!("{} ({})", self.pieces.name(piece), self.strength(state, piece, target));
            let covered: Hexes = state.joined.without(named).iter().map(|piece| state.hex(piece)).collect();
            let covered_in = |hex: Hex| format!("hidden units in {}", self.ground.label(hex));
            let verb = if named.len() == 1 && covered.is_empty() { "fires" } else { "fire" };
            let who: Vec<String> = named.iter().map(unit).chain(covered.iter().map(covered_in)).collect();
            let from: Hexes = state.joined.iter().map(|piece| state.hex(piece)).collect();
            let names = named.iter().map(|piece| self.pieces.name(piece).to_string());
            event(&format!("{} {verb}", capitalised(&who.join(", ")))).at(from.iter()).at([target]).of(names)
        };
        let is_open = |piece: &Piece| state.top(state.hex(*piece)) == Some(*piece);
        let open: PieceSet = state.joined.iter().filter(is_open).collect();
        if state.options.has(option::HIDE_FIRERS) && open != state.joined {
            events.tell_apart(state.phase.side(), || told(state.joined), || told(open));
        } else {
            events.tell(|| told(state.joined));
        }
    }

    /// An attack's event with the dice for each unit, and who lost how many.
    pub(crate) fn told_fall(&self, event: Event, fall: Fall, odds: u16) -> Event {
        let rolls = fall.rolls().map(|(piece, roll)| {
            let roll = Roll::d6(format!("whether {} falls", self.pieces.name(piece)), roll);
            let roll = roll.on(FIRE, fate(fall.lost.contains(piece)).code).in_column(self.odds_head(odds));
            roll.hoped(piece.side().other(), Wish::AtMost(odds as i16))
        });
        let lost = |side: Side| fall.lost.and(units(side)).len() as u16;
        Side::BOTH.into_iter().fold(event.rolled(rolls), |event, side| event.costs(side, lost(side)))
    }

    /// What was rolled for each unit, as a sentence that follows another; nothing where no die fell.
    pub(crate) fn rolls_text(&self, fall: Fall) -> String {
        match fall.rolls().collect::<Vec<_>>()[..] {
            [] => String::new(),
            [(_, roll)] => format!(" The die shows {roll}."),
            _ => {
                let rolls = fall.rolls().map(|(piece, roll)| format!("{roll} for {}", self.pieces.name(piece)));
                format!(" The dice show {}.", rolls.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The stack is open to both sides while it is resolved [6.5b].
    pub(crate) fn tell_losses(&self, target: Hex, face: Face, (fall, odds): (Fall, u16), events: &mut impl Sink) {
        events.tell(|| {
            let names: Vec<String> = fall.lost.iter().map(|piece| self.pieces.name(piece).to_string()).collect();
            let (at, rolls) = (self.ground.label(target), self.rolls_text(fall));
            let text = match &names[..] {
                [] => format!("Nobody in {at} is hit.{rolls}"),
                [name] => format!("{name} in {at} is eliminated.{rolls}"),
                _ => format!("{} in {at} are eliminated.{rolls}", names.join(", ")),
            };
            let event = Event::new(fall_kind(fall), text).at([target]).of(names).by(clauses!["10.10a", "10.10b"]);
            let event = self.told_fall(event, fall, odds);
            event.outcome(face.outcome(fall.lost)).reveals()
        });
    }

    /// The odds of the fire that is being put together, and what may come of it.
    pub(crate) fn fire_forecast(&self, state: &State, firing: PieceSet, target: Hex) -> Forecast {
        let mut total = 0;
        let mut sum = Derivation::new("Fire strength", "", clauses!["10.1b", "10.4"]);
        for piece in firing.iter() {
            let strength = self.strength(state, piece, target);
            total += strength;
            sum = sum.with(self.strength_derivation(state, piece, target, strength));
        }
        sum.value = total.to_string();
        let odds = self.odds(total, target);
        let sum = self.odds_derivation(target, odds).with(sum).with(self.defense_derivation(target));
        let (face, p) = (self.face_of(state, target), self.kill_chance(odds));
        let from = firing.iter().map(|piece| self.ground.label(state.hex(piece)));
        let fight = Fight::new([self.ground.label(target)], from).with(total);
        let fight = fight.at(format!("{odds}:1"), Ladder::Odds, odds as i16).tolls(face.tolls(p));
        Forecast::new(sum, face.chances(p)).aimed([self.fire_aim(odds)]).fight(fight)
    }

    /// The column of the fire results for these odds.
    pub(crate) fn fire_aim(&self, odds: u16) -> Aim {
        Aim::new(FIRE).in_column(self.odds_head(odds))
    }

    fn strength_derivation(&self, state: &State, piece: Piece, target: Hex, strength: u16) -> Derivation {
        let printed = Derivation::new("printed fire factor", self.pieces.fire(piece), clauses!["2.5"]);
        let mut sum = Derivation::new(self.pieces.name(piece), strength, clauses!["10.3a"]).with(printed);
        if state.event == crate::events::TurnEvent::Rally(piece.side()) {
            let clause = if piece.side() == GERMAN { clauses!["7.9d", "7.9b"] } else { clauses!["7.6f", "7.6c"] };
            sum = sum.with(Derivation::new("rally", "+1", clause));
        }
        if self.assaults(state, piece, target) {
            let times = format!("x{}", self.tables.close_assault);
            sum = sum.with(Derivation::new("close assault", times, clauses!["10.11a"]));
        }
        sum
    }

    /// The odds, and on which rolls they eliminate.
    pub(crate) fn odds_derivation(&self, target: Hex, odds: u16) -> Derivation {
        let (what, clause) = match odds {
            0 => ("no effect", clauses!["10.10c"]),
            _ if odds >= self.tables.automatic.into() => ("every unit is eliminated", clauses!["10.10d"]),
            _ => ("each unit is eliminated on this roll or less", clauses!["10.3a", "10.10b"]),
        };
        Derivation::new(format!("Odds at {}: {what}", self.ground.label(target)), format!("{odds}:1"), clause)
    }

    pub(crate) fn defense_derivation(&self, target: Hex) -> Derivation {
        let label = format!("Defense strength of {}", self.ground.terrain_words(target));
        Derivation::new(label, self.ground.effects(target).defense, clauses!["10.1b", "10.3a"])
    }
}

/// The kind of event that an attack is.
pub(crate) fn fall_kind(fall: Fall) -> EventKind {
    if fall.lost.is_empty() { EventKind::NoEffect } else { EventKind::Loss }
}

/// A text with its first letter as a sentence begins.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
