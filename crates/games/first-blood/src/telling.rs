//! What fire is told and forecast to do, within what the firing side may know [6.5a, 6.5b].

use crate::FirstBlood;
use crate::pieces::{GERMAN, Piece, PieceSet};
use crate::state::{State, option};
use engine::forecast::binomial;
use engine::{Chance, Derivation, Event, Forecast, Sink, clauses};
use hexboard::Hex;

/// What the firing side can see of a hex before it is opened for resolution.
#[derive(Copy, Clone, Debug)]
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
    fn chances(self, p: f64) -> Vec<Chance> {
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
            Event::new("stack", text).at([hex]).of(names).by(clauses!["6.5b"]).reveals()
        });
    }

    /// The firing units are shown with their strengths, so that the sum can be checked (ruling R49), or only the sum.
    pub(crate) fn tell_fire(&self, state: &State, target: Hex, strength: u16, odds: u16, events: &mut impl Sink) {
        let event = |who: &str| {
            let text = format!("{who} into {} with {strength}: {odds}:1.", self.ground.label(target));
            Event::new("fire", text).by(clauses!["10.1b", "10.3a"])
        };
        let whole = || {
            let names: Vec<String> = state.joined.iter().map(|piece| self.pieces.name(piece).to_string()).collect();
            let strengths = state.joined.iter().map(|piece| self.strength(state, piece, target));
            let units: Vec<String> = names.iter().zip(strengths).map(|(name, own)| format!("{name} ({own})")).collect();
            let mut hexes: Vec<Hex> = state.joined.iter().map(|piece| state.hex(piece)).collect();
            hexes.dedup();
            let verb = if units.len() == 1 { "fires" } else { "fire" };
            event(&format!("{} {verb}", units.join(", "))).at(hexes).at([target]).of(names)
        };
        if state.options.has(option::HIDE_FIRERS) {
            events.tell_apart(state.phase.side(), whole, || event("Fire").at([target]));
        } else {
            events.tell(whole);
        }
    }

    /// The stack is open to both sides while it is resolved [6.5b].
    pub(crate) fn tell_losses(&self, target: Hex, face: Face, lost: PieceSet, events: &mut impl Sink) {
        events.tell(|| {
            let names: Vec<String> = lost.iter().map(|piece| self.pieces.name(piece).to_string()).collect();
            let at = self.ground.label(target);
            let text = match names.len() {
                0 => format!("No effect in {at}."),
                _ => format!("Eliminated in {at}: {}.", names.join(", ")),
            };
            let event = Event::new("loss", text).at([target]).of(names).by(clauses!["10.10a", "10.10b"]);
            event.outcome(face.outcome(lost)).reveals()
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
        let chances = self.face_of(state, target).chances(self.kill_chance(odds));
        Forecast::new(sum, chances)
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
        let label = format!("Defense strength of {}", self.ground.terrain_title(target).to_lowercase());
        Derivation::new(label, self.ground.effects(target).defense, clauses!["10.1b", "10.3a"])
    }
}
