//! 11.0 Bombardment.

use crate::FirstBlood;
use crate::action::Action;
use crate::charts::DRIFT;
use crate::events::TurnEvent;
use crate::fire::Fall;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Gun, PieceSet, US, units};
use crate::state::{MARKERS, Marker, State, Step, option};
use crate::telling::{Face, fall_kind};
use engine::{
    Aim, Chance, Derivation, Dice, Event, EventKind, FigureName, Forecast, Habit, Refusal, Role, Roll, Side, Sink,
    Wish, Words, clauses,
};
use hexboard::Hex;
use std::collections::BTreeMap;

/// Whether the side that bombards is asked for the order where it matters, or has left it to the order of placement.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Asking {
    Yes,
    No,
}

/// Where a marker came down, and how hard it hits there: one attack.
#[derive(Copy, Clone, Debug)]
struct Barrage {
    hex: Hex,
    strength: u16,
}

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Where bombardment markers go.
    Bombard by state.phase.side() => {
        asks: "Place bombardment markers, then roll for them.",
        asked_if: !state.markers().is_empty() || (state.guns != [0; 2] && !game.spotted(state).is_empty()),
        else: game.end_phase(state, dice, events),
        lists: game.list_bombardments(state, out),
        points(hex): out.extend(Gun::ALL.map(|gun| Action::Bombard(gun, hex))),
        Bombard(gun, hex) => {
            check: game.check_bombardment(state, gun, hex),
            play: game.bombard(state, gun, hex, events),
            words: {
                // Whoever points at a hex means the stronger one while there is one.
                let weaker = gun == Gun::Light && state.guns[Gun::Heavy as usize] > 0;
                let text = format!("{} bombardment of {}", gun.id(), game.ground.label(hex));
                Words::new(text).role_if(weaker, Role::Aside)
            },
            odds: Some(game.marker_forecast(state, gun, hex)),
            worth: mind.appraise_marker(state, gun, hex),
        }
        Done => {
            check: Ok(()),
            play: match state.markers() {
                [] => game.end_phase(state, dice, events),
                _ => game.fire_barrage(state, dice, events),
            },
            words: {
                let text = if state.markers().is_empty() { "end the phase" } else { "roll for the bombardment" };
                let unplaced = ["bombardment marker is not placed", "bombardment markers are not placed"];
                Words::new(text).rolls(game.barrage_rolls(state)).leaves(game.unplaced(state), unplaced)
            },
            odds: (!state.markers().is_empty()).then(|| game.barrage_forecast(state)),
            worth: 0.0,
        }
    }

    /// Which hex is resolved next, where the order of a bombardment may decide the game.
    Resolve by state.phase.side() => {
        asks: "Choose the bombardment to be resolved next.",
        lists: game.list_unresolved(state, out),
        points(hex): out.push(Action::Resolve(hex)),
        Resolve(hex) => {
            check: game.check_unresolved(state, hex),
            play: game.resolve_next(state, hex, dice, events),
            words: game.resolve_words(state, hex).rolls(game.barrage_rolls(state)),
            odds: game.attack_forecast(state, hex),
            // The enemy's last units first: then the own ones need not be rolled for.
            worth: if state.holder(hex) == Some(state.phase.side()) { -1.0 } else { 1.0 },
        }
        Done => {
            check: Ok(()),
            play: game.resolve_rest(state, dice, events),
            words: Words::new("resolve the rest in the order placed").rolls(game.barrage_rolls(state)),
            odds: Some(game.barrage_forecast(state)),
            worth: 0.0,
        }
    }
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
            for gun in Gun::ALL.into_iter().filter(|&gun| state.guns[gun as usize] > 0) {
                out.extend(spotted.iter().map(|hex| Action::Bombard(gun, hex)));
            }
        }
        out.push(Action::Done);
    }

    /// How many markers have something to be placed on.
    fn unplaced(&self, state: &State) -> usize {
        let left = state.guns.iter().map(|&guns| usize::from(guns)).sum();
        if left == 0 || self.spotted(state).is_empty() { 0 } else { left }
    }

    pub(crate) fn check_bombardment(&self, state: &State, gun: Gun, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        if state.guns[gun as usize] == 0 {
            let clauses = if self.deteriorates(state) { clauses!["13.4a", "11.1a"] } else { clauses!["11.1a"] };
            return Err(Refusal::new(clauses, format!("no {} bombardment marker is left", gun.id())));
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
            let text = format!("A {} bombardment is aimed at {}.", gun.id(), self.ground.label(hex));
            Event::new(EventKind::Bombardment, text).side(state.phase.side()).at([hex]).by(clauses!["11.2b"])
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
    pub(crate) fn drift(modifier: u8, roll: u8) -> u8 {
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
        self.let_drift(state, dice, events);
        let faces = Faces::of(self, state);
        let lost = self.resolve_in_order(state, Asking::Yes, dice, events);
        if state.step == Step::Resolve {
            return;
        }
        events.tell(|| {
            let text = format!("The bombardment is over. Units eliminated: {}.", lost.len());
            Event::new(EventKind::Bombardment, text)
                .by(clauses!["11.4a", "11.4b"])
                .outcome(faces.outcome(lost))
                .reveals()
        });
    }

    /// Rolls for the drift of each marker [11.3a] and moves it to where it comes down; off the map it is lost [11.3f], and
    /// where nobody is it does nothing (ruling R26).
    fn let_drift(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let side = state.phase.side();
        let modifier = self.drift_modifier(state);
        let mut at = 0;
        while let Some(&marker) = state.markers().get(at) {
            let roll = modifier.map(|_| dice.d6());
            let drift = modifier.zip(roll).map_or(0, |(modifier, roll)| Self::drift(modifier, roll));
            let landed = self.drifted(side, marker.hex, drift);
            if let Some((roll, modifier)) = roll.zip(modifier) {
                self.tell_drift(state, marker, (roll, modifier), landed, events);
            }
            match landed.filter(|&hex| state.holder(hex).is_some()) {
                Some(hex) => {
                    state.move_marker(at, hex);
                    at += 1;
                }
                None => state.take_marker(at),
            }
        }
    }

    /// Resolves what has come down in the order of placement. Where its order may decide the game the side that bombards is
    /// asked for it, if it has not left it to the game (ruling R24); once the game is won nothing is resolved any more
    /// [4.3c]. Gives the units eliminated.
    fn resolve_in_order(
        &self,
        state: &mut State,
        asking: Asking,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) -> PieceSet {
        let mut lost = PieceSet::EMPTY;
        while let (None, Some(marker)) = (state.outcome, state.markers().first()) {
            if asking == Asking::Yes && self.order_matters(state) {
                state.step = Step::Resolve;
                return lost;
            }
            lost = lost.or(self.attack(state, marker.hex, None, dice, events));
        }
        state.step = Step::Idle;
        if !state.markers().is_empty() {
            self.tell_unresolved(state, events);
        }
        lost
    }

    /// Whether the order of what is left may decide who wins: both sides may lose their last unit to it, and whoever does
    /// so first has lost [4.3b, 4.4a]. In all other cases no order changes any chance (ruling R24).
    fn order_matters(&self, state: &State) -> bool {
        if state.markers().len() < 2 || !Self::nothing_to_come(state) {
            return false;
        }
        let attacks = self.attacks(state).into_iter().flatten();
        let hit: Hexes = attacks.filter(|attack| self.attack_odds(*attack) > 0).map(|attack| attack.hex).collect();
        Side::BOTH.iter().all(|side| state.held[side.index()].difference(hit).is_empty())
    }

    /// The hexes whose bombardment can be resolved next, or the rest of them as placed (ruling R24).
    pub(crate) fn list_unresolved(&self, state: &State, out: &mut Vec<Action>) {
        for marker in state.markers().iter().filter(|marker| Self::is_unresolved(state, marker.hex)) {
            let next = Action::Resolve(marker.hex);
            if !out.contains(&next) {
                out.push(next);
            }
        }
        out.push(Action::Done);
    }

    /// Whether a bombardment is still to be resolved in a hex with somebody to be hit.
    fn is_unresolved(state: &State, hex: Hex) -> bool {
        state.holder(hex).is_some() && state.markers().iter().any(|marker| marker.hex == hex)
    }

    pub(crate) fn check_unresolved(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if Self::is_unresolved(state, hex) {
            return Ok(());
        }
        let reason = format!("there is no bombardment to be resolved in {}", self.ground.label(hex));
        Err(Refusal::new(clauses!["11.4a"], reason))
    }

    fn resolve_words(&self, state: &State, hex: Hex) -> Words {
        let next = format!("the bombardment of {} next", self.ground.label(hex));
        let own = state.holder(hex) == Some(state.phase.side());
        Words::new(if own { format!("{next}, your own units") } else { next })
    }

    /// Resolves the bombardment of a hex, and then the rest unless its order matters still.
    pub(crate) fn resolve_next(&self, state: &mut State, hex: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let face = self.face_to(state, hex);
        self.attack(state, hex, Some(face), dice, events);
        self.resolve_in_order(state, Asking::Yes, dice, events);
    }

    /// Resolves all that is left in the order in which the markers were placed.
    pub(crate) fn resolve_rest(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        self.resolve_in_order(state, Asking::No, dice, events);
    }

    /// Attacks a hex as by fire with the markers that came down there [11.4a], and looks at once whether that has won the
    /// game [4.3c, 4.4a]. What is told is an outcome of a forecast if the hex was chosen with this to be seen of it. Gives
    /// the units eliminated.
    fn attack(
        &self,
        state: &mut State,
        hex: Hex,
        chosen: Option<Face>,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) -> PieceSet {
        let Some(attack) = self.attack_on(state, hex) else { return PieceSet::EMPTY };
        self.spend_markers(state, hex);
        self.tell_stack(state, hex, events);
        let nobody = state.holder(hex).is_none();
        let fall = self.resolve(state, self.attack_odds(attack), hex, dice);
        let side = state.phase.side();
        events.note(side, Habit::OwnFire, || fall.lost.iter().filter(|piece| piece.side() == side).count());
        if nobody {
            self.tell_nobody(attack, events);
        } else {
            self.tell_barrage(attack, fall, chosen, events);
        }
        self.judge(state);
        fall.lost
    }

    /// Takes the markers of an attack off the map: all in the hex, or the first of them (ruling R23).
    fn spend_markers(&self, state: &mut State, hex: Hex) {
        while let Some(at) = state.markers().iter().position(|marker| marker.hex == hex) {
            state.take_marker(at);
            if state.options.has(option::SEPARATE_MARKERS) {
                return;
            }
        }
    }

    /// The attacks of the markers where they lie, in the order of placement.
    fn attacks(&self, state: &State) -> [Option<Barrage>; MARKERS] {
        let lying = std::array::from_fn(|at| state.markers().get(at).map(|marker| marker.hex));
        self.barrages(state, &lying)
    }

    /// The next attack on a hex.
    fn attack_on(&self, state: &State, hex: Hex) -> Option<Barrage> {
        self.attacks(state).into_iter().flatten().find(|attack| attack.hex == hex)
    }

    fn attack_odds(&self, attack: Barrage) -> u16 {
        self.odds(attack.strength, attack.hex)
    }

    /// Whether dice fall when the bombardment goes on: for drift, or for somebody who is hit.
    pub(crate) fn barrage_rolls(&self, state: &State) -> bool {
        let drifts = state.step == Step::Bombard && self.drift_modifier(state).is_some();
        let hits = || self.attacks(state).into_iter().flatten().any(|attack| self.rolls_at(self.attack_odds(attack)));
        !state.markers().is_empty() && (drifts || hits())
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

    fn tell_drift(
        &self,
        state: &State,
        marker: Marker,
        (roll, modifier): (u8, u8),
        landed: Option<Hex>,
        events: &mut impl Sink,
    ) {
        events.tell(|| {
            let (gun, from) = (marker.gun.id(), self.ground.label(marker.hex));
            let (whither, clauses) = match landed {
                Some(to) if to == marker.hex => ("nowhere".to_string(), clauses!["11.3b"]),
                Some(to) if state.holder(to).is_none() => {
                    (format!("to {}, where nobody is", self.ground.label(to)), clauses!["11.3c", "11.3e"])
                }
                Some(to) => (format!("to {}", self.ground.label(to)), clauses!["11.3c"]),
                None => ("off the map and is lost".to_string(), clauses!["11.3f"]),
            };
            let text = format!("The {gun} bombardment of {from} drifts {whither}: the die shows {roll}.");
            let (die, side) = (roll, state.phase.side());
            let line = self.drift_head(side, state.event == TurnEvent::ArtilleryProblems(side));
            let roll = Roll::d6("how far it drifts", die).modified(-i16::from(modifier));
            let roll = roll.on(DRIFT, Self::drift(modifier, die).to_string()).in_column(die.to_string()).in_line(line);
            let roll = roll.hoped(side, Wish::AtMost(0));
            let event = Event::new(EventKind::Drift, text).side(state.phase.side()).by(clauses).rolled([roll]);
            event.at([marker.hex]).at(landed.filter(|&hex| hex != marker.hex))
        });
    }

    /// Whoever is in the hex is hit, friend or enemy [11.3e].
    fn tell_barrage(&self, attack: Barrage, fall: Fall, chosen: Option<Face>, events: &mut impl Sink) {
        events.tell(|| {
            let names: Vec<String> = fall.lost.iter().map(|piece| self.pieces.name(piece).to_string()).collect();
            let (at, odds, strength) = (self.ground.label(attack.hex), self.attack_odds(attack), attack.strength);
            let what = if names.is_empty() { "hits nobody".into() } else { format!("eliminates {}", names.join(", ")) };
            let rolls = self.rolls_text(fall);
            let text = format!("The bombardment of {at} with {strength}, at {odds}:1, {what}.{rolls}");
            let event = Event::new(fall_kind(fall), text).at([attack.hex]).of(names).by(clauses!["11.4a", "11.3e"]);
            let event =
                self.told_fall(event, fall, odds).figure(FigureName::Attack, strength).figure(FigureName::Odds, odds);
            let outcome = chosen.map(|face| face.outcome(fall.lost));
            Event { outcome, ..event.reveals() }
        });
    }

    fn tell_nobody(&self, attack: Barrage, events: &mut impl Sink) {
        events.tell(|| {
            let at = self.ground.label(attack.hex);
            let text = format!("Bombardment of {at} with {}: nobody is left there.", attack.strength);
            Event::new(EventKind::NoEffect, text).at([attack.hex]).by(clauses!["11.4a"])
        });
    }

    /// Play has stopped in the middle of a bombardment [4.3c].
    fn tell_unresolved(&self, state: &State, events: &mut impl Sink) {
        events.tell(|| {
            let what = match state.markers().len() {
                1 => "1 bombardment marker is".to_string(),
                left => format!("{left} bombardment markers are"),
            };
            let text = format!("Play stops: {what} not resolved.");
            Event::new(EventKind::Bombardment, text)
                .at(state.markers().iter().map(|marker| marker.hex))
                .by(clauses!["4.3c"])
        });
    }

    /// What the markers placed so far may do, over all ways in which they can still drift and all rolls. Where the game may
    /// be won before the last of them it says that it counts them all: how soon it is won hangs on what is hidden and on
    /// the order still to be chosen.
    pub(crate) fn barrage_forecast(&self, state: &State) -> Forecast {
        let mut chances: BTreeMap<Tally, f64> = BTreeMap::new();
        let mut may_stop = false;
        for_each_way(&self.ways_to_land(state), &mut |landed, probability| {
            let barrages = self.barrages(state, landed);
            may_stop |= self.may_stop_short(state, &barrages);
            for (tally, p) in self.tallies(state, &barrages) {
                *chances.entry(tally).or_default() += probability * p;
            }
        });
        let chances = chances.into_iter().map(|(tally, probability)| Chance { outcome: tally.label(), probability });
        let mut sum = Derivation::new("Bombardment markers", state.markers().len(), clauses!["11.1a", "11.2b"]);
        if state.step == Step::Bombard {
            sum = sum.with(self.drift_derivation(state, self.drift_modifier(state)));
        }
        for attack in self.attacks(state).into_iter().flatten() {
            sum = sum.with(self.attack_derivation(state, attack));
        }
        let forecast = Forecast::new(sum, chances.filter(|chance| chance.probability > 0.0).collect());
        let forecast = forecast.aimed(self.barrage_aims(state));
        if may_stop { forecast.given("every marker is resolved, whoever has won before") } else { forecast }
    }

    /// The charts on which a bombardment is rolled: drift, and the odds where all of it comes down in one hex.
    fn barrage_aims(&self, state: &State) -> Vec<Aim> {
        let side = state.phase.side();
        let head = || self.drift_head(side, state.event == TurnEvent::ArtilleryProblems(side));
        let drifts = state.step == Step::Bombard && self.drift_modifier(state).is_some();
        let drift = drifts.then(|| Aim::new(DRIFT).in_line(head()));
        let mut attacks = self.attacks(state).into_iter().flatten();
        let fire = attacks.next().filter(|_| attacks.next().is_none());
        drift.into_iter().chain(fire.map(|attack| self.fire_aim(self.attack_odds(attack)))).collect()
    }

    /// Where each marker may come down, and how likely; those that have drifted lie where they lie.
    fn ways_to_land(&self, state: &State) -> Vec<Vec<(Option<Hex>, f64)>> {
        let modifier = self.drift_modifier(state).filter(|_| state.step == Step::Bombard);
        state.markers().iter().map(|marker| self.landings(state.phase.side(), modifier, marker.hex)).collect()
    }

    /// Whether these attacks may win the game and leave somebody of the winner who would have been hit.
    fn may_stop_short(&self, state: &State, barrages: &[Option<Barrage>; MARKERS]) -> bool {
        let hit: Hexes = barrages.iter().flatten().map(|attack| attack.hex).collect();
        Side::BOTH.iter().any(|&side| {
            let all = state.held[side.index()].difference(hit).is_empty();
            let others = !state.held[side.other().index()].intersection(hit).is_empty();
            all && others && (side == US || Self::nothing_to_come(state))
        })
    }

    /// What the bombardment of a hex may do that has come down there.
    pub(crate) fn attack_forecast(&self, state: &State, hex: Hex) -> Option<Forecast> {
        let attack = self.attack_on(state, hex)?;
        let chances = self.face_to(state, hex).chances(self.kill_chance(self.attack_odds(attack)));
        let aim = self.fire_aim(self.attack_odds(attack));
        Some(Forecast::new(self.attack_derivation(state, attack), chances).aimed([aim]))
    }

    /// What the side that bombards can see of a hex: all that is its own.
    fn face_to(&self, state: &State, hex: Hex) -> Face {
        if state.holder(hex) == Some(state.phase.side()) {
            return Face::Open(state.stack(hex).count());
        }
        self.face_of(state, hex)
    }

    /// The odds of an attack, opened.
    fn attack_derivation(&self, state: &State, attack: Barrage) -> Derivation {
        let odds = self.odds_derivation(attack.hex, self.attack_odds(attack));
        odds.with(self.barrage_derivation(state, attack)).with(self.defense_derivation(attack.hex))
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
            sum.with(Derivation::new(format!("{} marker", marker.gun.id()), strength, clauses!["11.1a"]))
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
            let kill = self.kill_chance(self.attack_odds(*barrage));
            survival.entry(barrage.hex.0).or_insert((barrage.hex, 1.0)).1 *= 1.0 - kill;
        }
        let mut tallies = BTreeMap::from([(Tally::default(), 1.0)]);
        for (hex, survives) in survival.into_values() {
            let own = state.holder(hex) == Some(side);
            let units = match self.face_to(state, hex) {
                Face::Top(_) => 1,
                Face::Open(units) => units,
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
        let units = |count: usize| if count == 1 { "unit" } else { "units" };
        match (self.enemy, self.own) {
            (0, 0) => "nobody in sight is eliminated".into(),
            (enemy, 0) => format!("{enemy} enemy {} in sight eliminated", units(enemy)),
            (0, own) => format!("{own} own {} in sight eliminated", units(own)),
            (enemy, own) => format!("{enemy} enemy and {own} own {} in sight eliminated", units(own)),
        }
    }
}

/// What the bombarding side could see of the hexes before they were hit.
struct Faces {
    side: Side,
    hidden: PieceSet,
}

impl Faces {
    fn of(game: &FirstBlood, state: &State) -> Faces {
        let mut hidden = PieceSet::EMPTY;
        for marker in state.markers() {
            if let Face::Top(top) = game.face_to(state, marker.hex) {
                state.stack(marker.hex).filter(|&piece| piece != top).for_each(|piece| hidden.insert(piece));
            }
        }
        Faces { side: state.phase.side(), hidden }
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
