//! 11.0 Bombardment.

use crate::FirstBlood;
use crate::action::Action;
use crate::events::TurnEvent;
use crate::ground::Hexes;
use crate::pieces::{GERMAN, Gun, PieceSet, US, units};
use crate::state::{MARKERS, Marker, State, Step, option};
use crate::telling::Face;
use engine::{Chance, Derivation, Dice, Event, Forecast, Refusal, Side, Sink, clauses};
use hexboard::Hex;
use std::collections::BTreeMap;

/// Where a marker came down, and how hard it hits there: one attack.
#[derive(Copy, Clone, Debug)]
struct Barrage {
    hex: Hex,
    strength: u16,
}

#[engine::by_the_book]
impl FirstBlood {
    /// At the beginning of a bombardment phase all six markers are there for its side [11.1a, 11.5, 3.1c], unless German
    /// bombardment has deteriorated [13.4a].
    pub(crate) fn ready_markers(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        state.guns = self.pieces.guns;
        if self.deteriorates(state) {
            self.draw_markers(state, dice, events);
        }
    }

    /// The enemy hexes that can be bombarded: some unit of any type has a normal line of fire to them within its own
    /// range [11.1b, 11.2a, 11.2c], the limits of turn 1 and gas included. That the enemy is there is no bar [9.7b].
    pub(crate) fn spotted(&self, state: &State) -> Hexes {
        let side = state.phase.side();
        let mut seen = Hexes::EMPTY;
        for piece in state.units(side).iter() {
            seen |= *self.ground.field(self.sight(state, piece), state.hex(piece));
        }
        seen &= state.held[side.other().index()];
        seen
    }

    /// Any marker may go to any spotted hex, several to one [11.2b].
    pub(crate) fn list_bombardments(&self, state: &State, out: &mut Vec<Action>) {
        if state.guns != [0; 2] {
            let spotted = self.spotted(state);
            for gun in Gun::BOTH.into_iter().filter(|&gun| state.guns[gun as usize] > 0) {
                out.extend(spotted.iter().map(|hex| Action::Bombard(gun, hex)));
            }
        }
        out.push(Action::Done);
    }

    pub(crate) fn check_bombardment(&self, state: &State, gun: Gun, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        if state.guns[gun as usize] == 0 {
            let clauses = if self.deteriorates(state) { clauses!["13.4a", "11.1a"] } else { clauses!["11.1a"] };
            return Err(Refusal::new(clauses, format!("no {} bombardment marker is left", gun.name())));
        }
        if state.holder(hex) != Some(state.phase.side().other()) {
            return Err(Refusal::new(clauses!["11.1b"], format!("no enemy is in {at}")));
        }
        if !self.spotted(state).contains(hex) {
            return Err(Refusal::new(clauses!["11.2a"], format!("none of your units spots {at}")));
        }
        Ok(())
    }

    /// Places a marker.
    pub(crate) fn bombard(&self, state: &mut State, gun: Gun, hex: Hex, events: &mut impl Sink) {
        state.place_marker(Marker { gun, hex });
        events.tell(|| {
            let text = format!("A {} bombardment is aimed at {}.", gun.name(), self.ground.label(hex));
            Event::new("bombard", text).at([hex]).by(clauses!["11.2b"])
        });
    }

    /// What a side takes off the drift die now; `None` when nothing drifts: on the first turn [5.2c], and with superb
    /// spotting [7.10a].
    fn drift_modifier(&self, state: &State) -> Option<u8> {
        let side = state.phase.side();
        let modifiers = match state.event {
            _ if Self::is_first_turn(state) => return None,
            TurnEvent::Spotting(spotter) if spotter == side => return None,
            TurnEvent::ArtilleryProblems(troubled) if troubled == side => &self.tables.drift_problems,
            _ => &self.tables.drift,
        };
        Some(modifiers[side.index()])
    }

    /// How far a marker drifts on this roll, never less than zero [11.3a, 11.3b].
    fn drift(modifier: u8, roll: u8) -> u8 {
        roll.saturating_sub(modifier)
    }

    /// Where a marker comes down: German ones drift south, US ones north, along the column [11.3c], as from 2136 to 2135
    /// [11.3d]; off the map, or into the river, it is lost [11.3f].
    fn drifted(&self, side: Side, hex: Hex, drift: u8) -> Option<Hex> {
        let board = self.ground.board();
        let toward = board.direction_named(if side == GERMAN { "S" } else { "N" })?;
        (0..drift).try_fold(hex, |hex, _| board.neighbour(hex, toward))
    }

    /// All markers drift before any attack is resolved [11.3a, 11.4d]; then each hit hex is attacked as by fire [11.4a],
    /// but nobody advances [11.4b].
    pub(crate) fn fire_barrage(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let side = state.phase.side();
        let modifier = self.drift_modifier(state);
        let mut landed = [None; MARKERS];
        for (marker, landed) in state.markers().iter().zip(&mut landed) {
            let drift = modifier.map_or(0, |modifier| Self::drift(modifier, dice.d6()));
            *landed = self.drifted(side, marker.hex, drift);
            self.tell_drift(*marker, drift, *landed, events);
        }
        let barrages = self.barrages(state, &landed);
        let faces = Faces::of(self, state, &barrages);
        let mut lost = PieceSet::EMPTY;
        for barrage in barrages.into_iter().flatten() {
            self.tell_stack(state, barrage.hex, events);
            let hit = self.resolve(state, self.odds(barrage.strength, barrage.hex), barrage.hex, dice);
            lost = lost.or(hit);
            self.tell_barrage(barrage, hit, events);
            self.judge(state);
        }
        events.tell(|| {
            let text = format!("The bombardment is over. Units eliminated: {}.", lost.len());
            Event::new("bombardment", text).by(clauses!["11.4a", "11.4b"]).outcome(faces.outcome(lost)).reveals()
        });
        state.clear_markers();
        state.step = Step::Idle;
    }

    /// The attacks of markers that came down: those in one hex together, or each by itself (ruling R23). Close assault
    /// never applies [11.4c].
    fn barrages(&self, state: &State, landed: &[Option<Hex>; MARKERS]) -> [Option<Barrage>; MARKERS] {
        let separate = state.options.has(option::SEPARATE_MARKERS);
        let mut barrages: [Option<Barrage>; MARKERS] = [None; MARKERS];
        for (marker, hex) in state.markers().iter().zip(landed) {
            let Some(hex) = *hex else { continue };
            let strength = u16::from(self.pieces.gun_strength[marker.gun as usize]);
            let same = barrages.iter_mut().flatten().find(|barrage| barrage.hex == hex && !separate);
            match same {
                Some(barrage) => barrage.strength += strength,
                None => {
                    let free = barrages.iter_mut().find(|barrage| barrage.is_none());
                    free.into_iter().for_each(|place| *place = Some(Barrage { hex, strength }));
                }
            }
        }
        barrages
    }

    fn tell_drift(&self, marker: Marker, drift: u8, landed: Option<Hex>, events: &mut impl Sink) {
        if drift == 0 {
            return;
        }
        events.tell(|| {
            let (gun, from) = (marker.gun.name(), self.ground.label(marker.hex));
            let (text, clauses) = match landed {
                Some(to) => {
                    (format!("The {gun} bombardment of {from} drifts to {}.", self.ground.label(to)), clauses!["11.3c"])
                }
                None => (format!("The {gun} bombardment of {from} drifts off the map and is lost."), clauses!["11.3f"]),
            };
            Event::new("drift", text).at([marker.hex]).at(landed).by(clauses)
        });
    }

    /// Whoever is in the hex is hit, friend or enemy [11.3e].
    fn tell_barrage(&self, barrage: Barrage, lost: PieceSet, events: &mut impl Sink) {
        events.tell(|| {
            let names: Vec<String> = lost.iter().map(|piece| self.pieces.name(piece).to_string()).collect();
            let odds = self.odds(barrage.strength, barrage.hex);
            let what =
                if names.is_empty() { "no effect".to_string() } else { format!("{} eliminated", names.join(", ")) };
            let text = format!(
                "Bombardment of {} with {}, {odds}:1: {what}.",
                self.ground.label(barrage.hex),
                barrage.strength
            );
            Event::new("loss", text).at([barrage.hex]).of(names).by(clauses!["11.4a", "11.3e"]).reveals()
        });
    }

    /// What the markers placed so far may do, over all ways in which they can drift and all rolls.
    pub(crate) fn barrage_forecast(&self, state: &State) -> Forecast {
        let side = state.phase.side();
        let modifier = self.drift_modifier(state);
        let mut chances: BTreeMap<Tally, f64> = BTreeMap::new();
        let ways: Vec<Vec<(Option<Hex>, f64)>> =
            state.markers().iter().map(|marker| self.landings(side, modifier, marker.hex)).collect();
        for_each_way(&ways, &mut |landed, probability| {
            let barrages = self.barrages(state, landed);
            for (tally, p) in self.tallies(state, &barrages) {
                *chances.entry(tally).or_default() += probability * p;
            }
        });
        let chances = chances.into_iter().map(|(tally, probability)| Chance { outcome: tally.label(), probability });
        let mut sum = Derivation::new("Bombardment markers", state.markers().len(), clauses!["11.1a", "11.2b"]);
        sum = sum.with(self.drift_derivation(state, modifier));
        let undrifted: [Option<Hex>; MARKERS] =
            std::array::from_fn(|at| state.markers().get(at).map(|marker| marker.hex));
        for barrage in self.barrages(state, &undrifted).into_iter().flatten() {
            let odds = self.odds_derivation(barrage.hex, self.odds(barrage.strength, barrage.hex));
            let strength = self.barrage_derivation(state, barrage);
            sum = sum.with(odds.with(strength).with(self.defense_derivation(barrage.hex)));
        }
        Forecast::new(sum, chances.filter(|chance| chance.probability > 0.0).collect())
    }

    /// What is taken off the drift die, and which rule says so.
    fn drift_derivation(&self, state: &State, modifier: Option<u8>) -> Derivation {
        let clauses = match state.event {
            _ if Self::is_first_turn(state) => clauses!["5.2c"],
            TurnEvent::Spotting(side) if side == state.phase.side() => clauses!["7.10a"],
            TurnEvent::ArtilleryProblems(GERMAN) if state.phase.side() == GERMAN => clauses!["7.3a", "11.3a"],
            TurnEvent::ArtilleryProblems(US) if state.phase.side() == US => clauses!["7.2a", "11.3a"],
            _ => clauses!["11.3a"],
        };
        let drift = modifier.map_or("none".to_string(), |modifier| format!("roll less {modifier}"));
        Derivation::new("Drift in hexes", drift, clauses)
    }

    /// The strength of an attack, marker by marker if there are several.
    fn barrage_derivation(&self, state: &State, barrage: Barrage) -> Derivation {
        let sum = Derivation::new("Bombardment strength", barrage.strength, clauses!["11.4a"]);
        if state.options.has(option::SEPARATE_MARKERS) {
            return sum;
        }
        let here = state.markers().iter().filter(|marker| marker.hex == barrage.hex);
        here.fold(sum, |sum, marker| {
            let strength = self.pieces.gun_strength[marker.gun as usize];
            sum.with(Derivation::new(format!("{} marker", marker.gun.name()), strength, clauses!["11.1a"]))
        })
    }

    /// What one more marker and those placed already may do.
    pub(crate) fn marker_forecast(&self, state: &State, gun: Gun, hex: Hex) -> Forecast {
        let mut state = state.clone();
        state.place_marker(Marker { gun, hex });
        self.barrage_forecast(&state).given("no more markers are placed")
    }

    /// Where a marker may come down, and how likely.
    fn landings(&self, side: Side, modifier: Option<u8>, hex: Hex) -> Vec<(Option<Hex>, f64)> {
        let Some(modifier) = modifier else { return vec![(Some(hex), 1.0)] };
        let mut landings: Vec<(Option<Hex>, f64)> = Vec::new();
        for roll in 1..=6 {
            let landed = self.drifted(side, hex, Self::drift(modifier, roll));
            match landings.iter_mut().find(|landing| landing.0 == landed) {
                Some(landing) => landing.1 += 1.0 / 6.0,
                None => landings.push((landed, 1.0 / 6.0)),
            }
        }
        landings
    }

    /// How many units these attacks eliminate, and how likely, as far as the bombarding side can see.
    fn tallies(&self, state: &State, barrages: &[Option<Barrage>; MARKERS]) -> BTreeMap<Tally, f64> {
        let side = state.phase.side();
        // The chance to survive all attacks, hex by hex.
        let mut survival: BTreeMap<u16, (Hex, f64)> = BTreeMap::new();
        for barrage in barrages.iter().flatten() {
            let kill = self.kill_chance(self.odds(barrage.strength, barrage.hex));
            survival.entry(barrage.hex.0).or_insert((barrage.hex, 1.0)).1 *= 1.0 - kill;
        }
        let mut tallies = BTreeMap::from([(Tally::default(), 1.0)]);
        for (hex, survives) in survival.into_values() {
            let own = state.holder(hex) == Some(side);
            let units = match self.face_of(state, hex) {
                Face::Top(_) if !own => 1,
                _ => state.stack(hex).count(),
            };
            let hits = engine::forecast::binomial(units, 1.0 - survives);
            let mut next = BTreeMap::new();
            for (tally, p) in &tallies {
                for (lost, q) in hits.iter().enumerate() {
                    *next.entry(tally.plus(own, lost)).or_default() += p * q;
                }
            }
            tallies = next;
        }
        tallies
    }
}

/// Units eliminated by a bombardment that its side could see before.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Tally {
    enemy: usize,
    own: usize,
}

impl Tally {
    fn plus(self, own: bool, lost: usize) -> Tally {
        if own { Tally { own: self.own + lost, ..self } } else { Tally { enemy: self.enemy + lost, ..self } }
    }

    fn label(self) -> String {
        format!("{} enemy and {} own units in sight eliminated", self.enemy, self.own)
    }
}

/// What the bombarding side could see of the hexes before they were hit.
struct Faces {
    side: Side,
    hidden: PieceSet,
}

impl Faces {
    fn of(game: &FirstBlood, state: &State, barrages: &[Option<Barrage>; MARKERS]) -> Faces {
        let side = state.phase.side();
        let mut hidden = PieceSet::EMPTY;
        for barrage in barrages.iter().flatten().filter(|barrage| state.holder(barrage.hex) == Some(side.other())) {
            if let Face::Top(top) = game.face_of(state, barrage.hex) {
                state.stack(barrage.hex).filter(|&piece| piece != top).for_each(|piece| hidden.insert(piece));
            }
        }
        Faces { side, hidden }
    }

    fn outcome(&self, lost: PieceSet) -> String {
        let seen = lost.without(self.hidden);
        let own = seen.and(units(self.side)).len();
        Tally { enemy: seen.len() - own, own }.label()
    }
}

/// Calls `f` for every way in which the markers can come down, with its probability.
fn for_each_way(ways: &[Vec<(Option<Hex>, f64)>], f: &mut impl FnMut(&[Option<Hex>; MARKERS], f64)) {
    fn go(
        ways: &[Vec<(Option<Hex>, f64)>],
        at: usize,
        landed: &mut [Option<Hex>; MARKERS],
        probability: f64,
        f: &mut impl FnMut(&[Option<Hex>; MARKERS], f64),
    ) {
        let Some(way) = ways.get(at) else { return f(landed, probability) };
        for &(hex, p) in way {
            landed[at] = hex;
            go(ways, at + 1, landed, probability * p, f);
        }
    }
    go(ways, 0, &mut [None; MARKERS], 1.0, f);
}
