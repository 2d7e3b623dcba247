//! 10.0 Fire.

use crate::FirstBlood;
use crate::action::Action;
use crate::events::TurnEvent;
use crate::ground::{Ground, Hexes};
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece, PieceSet, US, infantry};
use crate::state::{State, Step, option};
use engine::{Clause, Dice, Event, EventKind, Habit, Refusal, Role, Sink, Words, clauses};
use hexboard::Hex;

/// What came of an attack on a hex.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fall {
    /// The units eliminated.
    pub(crate) lost: PieceSet,
    /// The units by what was rolled for each of them, from 1 to 6.
    pub(crate) rolled: [PieceSet; 6],
}

impl Fall {
    const NOTHING: Fall = Fall { lost: PieceSet::EMPTY, rolled: [PieceSet::EMPTY; 6] };

    /// The units that were rolled for and what was rolled, in the order of the rolls.
    pub(crate) fn rolls(self) -> impl Iterator<Item = (Piece, u8)> {
        let all = self.rolled.iter().fold(PieceSet::EMPTY, |all, &units| all.or(units));
        let roll = move |piece: Piece| (1..).zip(self.rolled).find(|(_, units)| units.contains(piece));
        all.iter().filter_map(move |piece| Some((piece, roll(piece)?.0)))
    }
}

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Which hex is fired into.
    Fires by state.phase.side() => {
        asks: "Choose a hex to fire into, or end the phase.",
        asked_if: game.can_name_machineguns(state) || !game.targets(state).is_empty(),
        else: game.end_phase(state, dice, events),
        lists: game.list_fires(state, out),
        points(hex): out.push(Action::Target(hex)),
        Target(hex) => {
            check: game.check_target(state, hex),
            play: state.step = Step::Fire(hex),
            words: Words::new(format!("fire into {}", game.ground_words(hex))).role(Role::Aim),
            odds: Some(game.fire_forecast(state, game.joiners(state, hex).collect(), hex).given("all that can join it")),
            worth: mind.appraise_target(state, hex),
        }
        Guns(piece) => {
            check: game.check_guns(state, piece),
            play: game.give_guns(state, piece, events),
            words: format!("heavy machineguns for {}", game.unit_words(piece)),
            odds: None,
            worth: mind.appraise_guns(state, piece),
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: {
                let unfired = ["unit could still fire", "units could still fire"];
                Words::new("end the phase").leaves(game.unfired(state), unfired)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Which units fire into a hex.
    Fire(target: Hex) by state.phase.side() => {
        asks: format!("Choose the units that fire into {}.", game.ground.label(target)),
        lists: game.list_joiners(state, target, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Join)),
        Join(piece) => {
            check: game.check_join(state, piece, target),
            play: state.joined.insert(piece),
            words: Words::new(format!("{} fires", game.unit_words(piece))).role(Role::Join),
            odds: {
                let firing = state.joined.or([piece].into_iter().collect());
                Some(game.fire_forecast(state, firing, target).given("no more units join"))
            },
            worth: mind.appraise_join(state, target, piece),
        }
        JoinAll => {
            check: if game.joiners(state, target).nth(1).is_some() { Ok(()) } else { Err(nobody_fires()) },
            play: state.joined = state.joined.or(game.joiners(state, target).collect()),
            words: Words::new("all that can fire").role(Role::Join),
            odds: {
                let firing = state.joined.or(game.joiners(state, target).collect());
                Some(game.fire_forecast(state, firing, target).given("all of them fire"))
            },
            worth: -1.0,
        }
        Fire => {
            check: if state.joined.is_empty() { Err(nobody_fires()) } else { Ok(()) },
            play: game.fire(state, target, dice, events),
            words: Words::new("roll").rolls(game.rolls_at(game.joint_odds(state, target))).role(Role::Fight),
            odds: Some(game.fire_forecast(state, state.joined, target)),
            worth: if mind.is_enough(state, target) { 1000.0 } else { 0.0 },
        }
    }

    /// Which units advance into a hex.
    Advance(target: Hex) by state.phase.side() => {
        asks: format!("Choose units to advance into {}.", game.ground.label(target)),
        asked_if: game.advancers(state, target).next().is_some(),
        else: game.end_advance(state),
        lists: {
            out.extend(game.advancers(state, target).map(Action::Advance));
            out.push(Action::Done);
        },
        points(hex): out.extend(game.own(state, hex).map(Action::Advance)),
        Advance(piece) => {
            check: game.check_advance(state, piece, target),
            play: game.advance(state, piece, target, events),
            words: format!("{} advances", game.unit_words(piece)),
            odds: None,
            worth: mind.standing(state, piece, target) - mind.standing(state, piece, state.hex(piece)),
        }
        Done => { check: Ok(()), play: game.end_advance(state), words: "no more advance", odds: None, worth: 0.0 }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// The units that can still fire in this phase: each once, of any type [10.1a, 10.1d, 10.2a].
    #[inline]
    pub(crate) fn shooters(&self, state: &State) -> PieceSet {
        state.units(state.phase.side()).without(state.acted)
    }

    /// How far a unit can see and fire: its printed range [10.6a, 10.7d], two hexes on the first turn [5.2b], four
    /// under gas [7.4b]. Rallies change nothing here [7.6b].
    #[inline]
    pub(crate) fn sight(&self, state: &State, piece: Piece) -> u8 {
        self.limited(state, self.pieces.range(piece))
    }

    pub(crate) fn limited(&self, state: &State, range: u8) -> u8 {
        let range = if Self::is_first_turn(state) { range.min(self.tables.first_turn_limit) } else { range };
        if state.event == TurnEvent::PoisonGas { range.min(self.tables.gas_limit) } else { range }
    }

    /// How far a unit can fire: farther with heavy machineguns, which do not help it to spot [7.8a] (ruling R16).
    #[inline]
    pub(crate) fn range(&self, state: &State, piece: Piece) -> u8 {
        if piece == state.machineguns {
            self.limited(state, self.tables.machinegun_range)
        } else {
            self.sight(state, piece)
        }
    }

    /// The hexes that can be fired into: an enemy is there [10.2d], no fire has hit them in this phase [10.5], and
    /// some unit that has not fired has them in range and an open line of fire to them [10.7b]. What kind of hex it
    /// is does not matter, the riverbank included [9.8b].
    pub(crate) fn targets(&self, state: &State) -> Hexes {
        let mut seen = Hexes::EMPTY;
        for piece in self.shooters(state).iter() {
            seen |= *self.ground.field(self.range(state, piece), state.hex(piece));
        }
        seen &= state.held[state.phase.side().other().index()];
        seen.difference(state.struck)
    }

    /// How many units have something to fire into.
    fn unfired(&self, state: &State) -> usize {
        let targets = self.targets(state);
        self.shooters(state).iter().filter(|&piece| targets.iter().any(|hex| self.can_hit(state, piece, hex))).count()
    }

    /// The units that can join the fire into a hex: each with its own range and line of fire [10.4, 10.4b].
    #[inline]
    pub(crate) fn joiners(&self, state: &State, target: Hex) -> impl Iterator<Item = Piece> {
        let ready = self.shooters(state).without(state.joined);
        ready.iter().filter(move |&piece| self.can_hit(state, piece, target))
    }

    #[inline]
    pub(crate) fn can_hit(&self, state: &State, piece: Piece, target: Hex) -> bool {
        self.ground.field(self.range(state, piece), state.hex(piece)).contains(target)
    }

    /// Fire is announced one target at a time, in any order, and never forced [10.2b, 10.2c, 10.2e].
    pub(crate) fn list_fires(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.targets(state).iter().map(Action::Target));
        if self.can_name_machineguns(state) {
            out.extend(self.shooters(state).iter().map(Action::Guns));
        }
        out.push(Action::Done);
    }

    pub(crate) fn list_joiners(&self, state: &State, target: Hex, out: &mut Vec<Action>) {
        let before = out.len();
        out.extend(self.joiners(state, target).map(Action::Join));
        if out.len() - before > 1 {
            out.push(Action::JoinAll);
        }
        if !state.joined.is_empty() {
            out.push(Action::Fire);
        }
    }

    pub(crate) fn check_target(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        let enemy = state.phase.side().other();
        if state.holder(hex) != Some(enemy) {
            return Err(Refusal::new(clauses!["10.2d"], format!("no enemy is in {at}")));
        }
        if state.struck.contains(hex) {
            return Err(Refusal::new(clauses!["10.5"], format!("{at} has been fired into in this phase")));
        }
        if self.targets(state).contains(hex) {
            return Ok(());
        }
        let shooters = self.shooters(state);
        let Some(nearest) = shooters.iter().min_by_key(|&piece| self.ground.board().distance(state.hex(piece), hex))
        else {
            return Err(Refusal::new(clauses!["10.2a"], "all your units have fired"));
        };
        let in_range = shooters.iter().find(|&piece| self.is_in_range(state, piece, hex)).unwrap_or(nearest);
        let Refusal { reason, clauses } = self
            .check_line(state, in_range, hex)
            .err()
            .unwrap_or_else(|| Refusal::new(clauses!["10.1a"], "nothing can fire there"));
        Err(Refusal::new(clauses, format!("none of your units can fire at {at}: {reason}")))
    }

    pub(crate) fn is_in_range(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        self.ground.board().distance(state.hex(piece), hex) <= self.range(state, piece).into()
    }

    /// Why a unit has no fire at a hex: too far, or something blocks [10.6a, 10.8a].
    pub(crate) fn check_line(&self, state: &State, piece: Piece, target: Hex) -> Result<(), Refusal> {
        if self.can_hit(state, piece, target) {
            return Ok(());
        }
        let (name, at) = (self.pieces.name(piece), self.ground.label(target));
        let (distance, range) = (self.ground.board().distance(state.hex(piece), target), self.range(state, piece));
        if distance > range.into() {
            let clauses = if range == self.pieces.range(piece) || piece == state.machineguns {
                clauses!["10.6a"]
            } else if Self::is_first_turn(state) {
                clauses!["5.2b", "10.6a"]
            } else {
                clauses!["7.4b", "10.6a"]
            };
            let yards = Ground::yards(distance);
            let reason = format!("{at} is {distance} hexes ({yards} yards) from {name}, whose range is {range} now");
            return Err(Refusal::new(clauses, reason));
        }
        let blocking = self.ground.blocked_at(state.hex(piece), target);
        let named = |hex: Hex| format!("{} ({})", self.ground.label(hex), self.ground.terrain_words(hex));
        let hexes: Vec<_> = blocking.iter().map(|&hex| named(hex)).collect();
        let verb = if hexes.len() > 1 { "block" } else { "blocks" };
        let clauses = match blocking.first() {
            Some(&hex) if self.ground.is_hill_231(hex) => clauses!["10.7b", "10.8b"],
            _ if blocking.len() > 1 => clauses!["10.9a", "10.8a"],
            _ => clauses!["10.7b", "10.8a"],
        };
        let reason = format!("{} {verb} the line of fire of {name} to {at}", hexes.join(" and "));
        Err(Refusal::new(clauses, reason))
    }

    pub(crate) fn check_join(&self, state: &State, piece: Piece, target: Hex) -> Result<(), Refusal> {
        let name = self.pieces.name(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if piece.side() != state.phase.side() {
            return refuse(clauses!["10.1a"], "is not yours to fire with");
        }
        if !state.on_map.contains(piece) {
            return Err(self.not_on_map(piece));
        }
        if state.acted.contains(piece) {
            return refuse(clauses!["10.2a"], "has fired in this phase");
        }
        if state.joined.contains(piece) {
            return refuse(clauses!["10.1d"], "has joined this fire already");
        }
        self.check_line(state, piece, target)
    }

    /// A unit's fire strength: its printed factor, 1 more in its side's rally, and then doubled in close assault
    /// [7.6c, 7.6f, 7.9b, 7.9d, 10.11a, 10.11b, 10.11c].
    #[inline]
    pub(crate) fn strength(&self, state: &State, piece: Piece, target: Hex) -> u16 {
        let rally = u16::from(state.event == TurnEvent::Rally(piece.side()));
        let factor = u16::from(self.pieces.fire(piece)) + rally;
        if self.assaults(state, piece, target) { factor * u16::from(self.tables.close_assault) } else { factor }
    }

    /// Whether a unit fires at an adjacent hex [10.11a].
    #[inline]
    pub(crate) fn assaults(&self, state: &State, piece: Piece, target: Hex) -> bool {
        self.ground.board().distance(state.hex(piece), target) == 1
    }

    /// The odds of a strength against a hex: divided by the defense strength of its ground and rounded down, whoever
    /// is there [10.1b, 10.3a, 10.3c]; 10 against the 3 of the Surmelin make 3:1 [10.3d].
    #[inline]
    pub(crate) fn odds(&self, strength: u16, target: Hex) -> u16 {
        strength / u16::from(self.ground.effects(target).defense)
    }

    /// Whether these odds need a die: neither below 1:1 nor at 6:1 and more [10.10c, 10.10d].
    pub(crate) fn rolls_at(&self, odds: u16) -> bool {
        (1..self.tables.automatic.into()).contains(&odds)
    }

    /// Rolls for each unit in a hex: eliminated on the odds or less [10.1c, 10.10a, 10.10b]; below 1:1 never [10.10c], at
    /// 6:1 and more always [10.10d]. Nothing else changes for anybody [10.10e, 10.10f].
    pub(crate) fn resolve(&self, state: &mut State, odds: u16, hex: Hex, dice: &mut impl Dice) -> Fall {
        let units: PieceSet = state.stack(hex).collect();
        let mut fall = Fall::NOTHING;
        if self.rolls_at(odds) {
            for piece in units.iter() {
                let roll = dice.d6();
                fall.rolled[usize::from(roll) - 1].insert(piece);
                if u16::from(roll) <= odds {
                    fall.lost.insert(piece);
                }
            }
        } else if odds > 0 {
            fall.lost = units;
        }
        fall.lost.iter().for_each(|piece| state.eliminate(piece));
        fall
    }

    /// The odds of all that have joined the fire into a hex.
    pub(crate) fn joint_odds(&self, state: &State, target: Hex) -> u16 {
        self.odds(self.joint_strength(state, target), target)
    }

    /// The fire strengths of all that have joined, added up [10.1b, 10.4].
    fn joint_strength(&self, state: &State, target: Hex) -> u16 {
        state.joined.iter().map(|piece| self.strength(state, piece, target)).sum()
    }

    /// Fires with the units named into the hex named: once for the hex and for each of them [10.1d, 10.2a, 10.5].
    pub(crate) fn fire(&self, state: &mut State, target: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let strength = self.joint_strength(state, target);
        let odds = self.odds(strength, target);
        self.tell_fire(state, target, strength, odds, events);
        events.note(state.phase.side(), Habit::VainAttacks, || if odds == 0 { state.joined.len() } else { 0 });
        self.tell_stack(state, target, events);
        let defenders = self.face_of(state, target);
        let fall = self.resolve(state, odds, target, dice);
        self.tell_losses(target, defenders, (fall, odds), events);
        state.acted = state.acted.or(state.joined);
        state.struck.insert(target);
        self.judge(state);
        self.begin_advance(state, target);
    }

    /// If every defender is gone, the infantry that assaulted may advance, at once or never; emplacements and units
    /// that fired from afar may not [10.12a, 10.12b, 10.12c, 10.12d].
    fn begin_advance(&self, state: &mut State, target: Hex) {
        let side = state.phase.side();
        let assaulting = state.joined.and(infantry(side));
        state.joined = PieceSet::EMPTY;
        state.step = Step::Fires;
        if state.outcome.is_none() && state.holder(target).is_none() {
            state.joined = assaulting.iter().filter(|&piece| self.assaults(state, piece, target)).collect();
            state.step = Step::Advance(target);
        }
    }

    /// The units that may advance into the emptied hex now: within the stacking limit [10.12f]; US units never onto the
    /// riverbank [9.8c].
    pub(crate) fn advancers(&self, state: &State, target: Hex) -> impl Iterator<Item = Piece> {
        let closed = state.phase.side() == US && self.ground.bank_set.contains(target);
        let may = state.joined.iter().filter(move |_| !closed);
        may.filter(move |&piece| self.fits(state, piece, target))
    }

    pub(crate) fn check_advance(&self, state: &State, piece: Piece, target: Hex) -> Result<(), Refusal> {
        let (name, at) = (self.pieces.name(piece), self.ground.label(target));
        if piece.is_emplacement() {
            return Err(Refusal::new(clauses!["10.12d"], format!("{name} is an emplacement and never advances")));
        }
        if !state.joined.contains(piece) {
            let reason = format!("{name} is not among the infantry that assaulted {at} and has not advanced");
            return Err(Refusal::new(clauses!["10.12a", "10.12c"], reason));
        }
        self.check_fits(state, piece, target)
    }

    /// Advances a unit; it costs no movement points [10.12e].
    pub(crate) fn advance(&self, state: &mut State, piece: Piece, target: Hex, events: &mut impl Sink) {
        let from = state.hex(piece);
        state.lift(piece);
        state.put(piece, target);
        state.joined.remove(piece);
        self.disturb(state, from);
        self.disturb(state, target);
        let event = |who: &str| {
            let text = format!("{who} advances into {}.", self.ground.label(target));
            Event::new(EventKind::Advance, text).side(piece.side()).along([from, target]).by(clauses!["10.12a"])
        };
        let whole = || event(self.pieces.name(piece)).of([self.pieces.name(piece).to_string()]);
        if state.options.has(option::STRICT_FOG) {
            events.tell_apart(piece.side(), whole, || event("A unit"));
        } else {
            events.tell(whole);
        }
    }

    /// The advance is over.
    pub(crate) fn end_advance(&self, state: &mut State) {
        state.joined = PieceSet::EMPTY;
        state.step = Step::Fires;
    }

    /// Whether the German may still name a unit with heavy machineguns in this phase [7.8a, 7.8b].
    pub(crate) fn can_name_machineguns(&self, state: &State) -> bool {
        state.event == TurnEvent::Machineguns
            && state.phase.side() == GERMAN
            && state.machineguns == Piece::NONE
            && !self.shooters(state).is_empty()
    }

    pub(crate) fn check_guns(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, reason));
        if state.event != TurnEvent::Machineguns {
            return refuse(clauses!["7.8a"], "there are no heavy machineguns this turn");
        }
        if state.phase.side() != GERMAN {
            return refuse(clauses!["7.8a"], "the heavy machineguns are German");
        }
        if state.machineguns != Piece::NONE {
            return refuse(clauses!["7.8a"], "a unit has the heavy machineguns in this phase already");
        }
        if !self.shooters(state).contains(piece) {
            let reason = format!("{} is no German unit on the map that has not fired", self.pieces.name(piece));
            return refuse(clauses!["7.8a"], &reason);
        }
        Ok(())
    }

    /// Gives a unit heavy machineguns for this phase, openly [7.8a].
    pub(crate) fn give_guns(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        state.machineguns = piece;
        events.tell(|| {
            let name = self.pieces.name(piece).to_string();
            let text = format!("{name} has heavy machineguns in this phase.");
            let event = Event::new(EventKind::Command, text).side(piece.side()).at([state.hex(piece)]);
            event.of([name]).by(clauses!["7.8a"]).reveals_own()
        });
    }
}

/// Why nobody fires: none was named, or too few are left to be named together.
#[engine::by_the_book]
fn nobody_fires() -> Refusal {
    Refusal::new(clauses!["10.3a"], "first name units that fire, as far as there are any")
}
