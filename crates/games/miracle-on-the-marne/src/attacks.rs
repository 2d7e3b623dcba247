//! 9.2 Attacker Declaration and 9.4 Regular Attacks.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::combat::{
    ATTACK_WITH_ALL, ELIMINATED, Kind, Shot, combat_code, combat_label, factors, line_title, overwhelmed,
};
use crate::deployment::one;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{GERMAN, PIECES, Piece};
use crate::reinforcements::REVERT;
use crate::state::{Blow, Factors, Hit, PieceSet, State, Step, option};
use crate::tables::{CombatResult, Mode};
use engine::{
    Bar, Chance, Clause, Derivation, Dice, Event, EventKind, Fight, FigureName, Forecast, Habit, Ladder, Refusal, Role,
    Sink, UNFOUGHT, Words, clauses,
};
use hexboard::Hex;

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which hexes are attacked.
    Declare by state.active => {
        asks: match (game.obliged(state), state.declared.is_empty()) {
            (Some(unit), _) => format!("Declare an attack: {} is Engaged and must attack.", game.pieces.title(unit)),
            (None, true) => "Declare an attack, or end the phase.".into(),
            (None, false) => "Declare another attack, or resolve those declared.".into(),
        },
        lists: game.list_declarations(state, out),
        points(hex): out.push(Action::Target(hex)),
        Revert => {
            check: game.check_revert(state),
            play: game.revert(state, events),
            words: REVERT,
            odds: None,
            worth: mind.appraise_revert(state),
        }
        Target(hex) => {
            check: game.check_declaration(state, hex),
            play: state.step = Step::Attackers(hex),
            words: Words::new(format!("attack {}", game.ground.called(hex))).role(Role::Aim),
            odds: Some(game.declaration_forecast(state, game.all_attackers(state, hex), hex)),
            worth: mind.appraise_attack(state, game.all_attackers(state, hex), hex),
        }
        Done => {
            check: game.check_declared(state),
            play: game.end_declaration(state, dice, events),
            words: {
                let text = if state.declared.is_empty() { "end the Combat Phase" } else { "resolve the declared attacks" };
                Words::new(text).leaves(game.unfought(state), UNFOUGHT)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Which units attack a hex.
    Attackers(target: Hex) by state.active => {
        asks: format!("Choose the units that attack {}.", game.ground.called(target)),
        lists: game.list_attackers(state, target, out),
        points(hex): out.extend(game.own(state, hex).iter().map(Action::Join)),
        Join(unit) => {
            check: game.check_attacker_of(state, unit, target),
            play: game.commit(state, unit, target),
            words: Words::new(format!("{} attacks", game.unit_words(state, unit))).role(Role::Join),
            odds: Some(game.declaration_forecast(state, game.attackers(state, target).or(one(unit)), target)),
            worth: 1.0,
        }
        JoinAll => {
            check: game.check_join_all(state, target),
            play: game.commit_all(state, target),
            words: Words::new(ATTACK_WITH_ALL).role(Role::Join),
            odds: Some(game.declaration_forecast(state, game.all_attackers(state, target), target)),
            worth: 2.0,
        }
        Done => {
            check: game.check_attackers_named(state),
            play: game.end_attackers(state, target),
            words: game.enough_words(state, target),
            odds: Some(game.declaration_forecast(state, game.attackers(state, target), target)),
            worth: 0.0,
        }
    }

    /// Which declared attack is resolved next.
    Order by state.active => {
        asks: "Choose the attack that is resolved next.",
        lists: out.extend(state.declared.iter().map(Action::Target)),
        points(hex): out.push(Action::Target(hex)),
        Target(hex) => {
            check: game.check_order(state, hex),
            play: game.begin_battle(state, hex, events),
            words: Words::new(format!("resolve the attack on {}", game.ground.called(hex))).role(Role::Fight),
            odds: Some(game.declaration_forecast(state, game.attackers(state, hex), hex)),
            worth: mind.appraise_attack(state, game.attackers(state, hex), hex),
        }
    }

    /// The attack is rolled.
    Attack by state.active => {
        asks: format!("Roll for the attack on {}.", game.ground.called(state.target)),
        lists: out.push(Action::Fire),
        points(_): {},
        Fire => {
            check: Ok(()),
            play: game.attack(state, dice, events),
            words: Words::new("roll").rolls(true).role(Role::Fight),
            odds: Some(game.attack_forecast(state)),
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Why a unit may make no Regular Attack this phase at all: Offensive-mode units may [5.1.1b, 9.4.1a], Defensive ones
    /// only in reserve [5.1.2e, 5.1.2f, 5.1.2h] or Engaged [5.1.2i], others never [5.1.3c, 5.1.4b]; in supply [9.4.1b]
    /// [9.4.9, 11.2.2a]; once a phase (ruling R35); not after a move by rail [7.2.3c]; not over-stacked [8.1.4].
    fn attacker_bar(&self, state: &State, unit: Piece) -> Result<(), Bar> {
        if !state.on_map.contains(unit) || self.pieces.side(unit) != state.active {
            return Err((&[Clause("4.C3"), Clause("9.9a")], "is no combat unit of yours on the map"));
        }
        if state.fought.contains(unit) || state.aims[unit.index()] != 0 {
            return Err((&[Clause("9.2.1b")], "is committed in this phase already"));
        }
        match state.mode(unit) {
            Mode::Offensive => {}
            Mode::Defensive if state.reserve.contains(unit) || state.is_locked(unit) => {}
            Mode::Defensive => {
                return Err((
                    &[Clause("5.1.2e"), Clause("5.1.2f"), Clause("5.1.2h")],
                    "is in Defensive mode and not in reserve",
                ));
            }
            Mode::Transfer => return Err((&[Clause("5.1.3c"), Clause("9.4.1a")], "is in Transfer mode")),
            Mode::Regroup => return Err((&[Clause("5.1.4b"), Clause("9.4.1a")], "is in Regroup mode")),
        }
        if state.unsupplied.contains(unit) {
            return Err((&[Clause("9.4.9"), Clause("9.4.1b"), Clause("11.2.2a")], "is out of supply"));
        }
        if state.railed.contains(unit) {
            return Err((&[Clause("7.2.3c")], "went by rail this turn"));
        }
        if self.is_overstacked(state, state.hex(unit)) {
            return Err((&[Clause("8.1.4")], "is over-stacked"));
        }
        Ok(())
    }

    /// Whether enemies that can be attacked are in a hex: units, or the garrison of Paris. HQs cannot be attacked [9.9a].
    fn has_enemies(&self, state: &State, hex: Hex) -> bool {
        state.held[state.active.other().index()].contains(hex)
            || (state.active == GERMAN && self.is_garrisoned(state, hex))
    }

    /// Whether a hex may be attacked now: once a phase, and not if it could have given supporting fire before (rulings R35,
    /// R36).
    fn is_attackable(&self, state: &State, hex: Hex) -> bool {
        self.has_enemies(state, hex) && !state.attacked.contains(hex) && !state.closed.contains(hex)
    }

    /// Whether a unit that may attack may attack this hex: an adjacent one [9.4.2], and if it is Engaged only one that it is
    /// Engaged with [5.1.2i, 9.6.2.EN-b2].
    fn may_strike(&self, state: &State, unit: Piece, hex: Hex) -> bool {
        let way = self.ground.board().direction(state.hex(unit), hex);
        way.is_some_and(|way| !state.is_locked(unit) || state.locked[unit.index()] >> way.index() & 1 == 1)
    }

    /// Own units next to a hex that may attack it.
    fn strikers(&self, state: &State, hex: Hex) -> PieceSet {
        let mut near = PieceSet::EMPTY;
        for from in self.near.around(hex).filter(|&from| state.held[state.active.index()].contains(from)) {
            near = near.or(state.units_in(from));
        }
        let may = |unit: &Piece| self.may_strike(state, *unit, hex) && self.attacker_bar(state, *unit).is_ok();
        near.iter().filter(may).collect()
    }

    /// Engaged units that must attack whom they are Engaged with and have not been declared yet [9.6.2.EN-c, 9.6.2.EN-g]:
    /// all that can (rulings R55, R56); out of supply they cannot, and stay as they are [9.6.2.EN-f].
    pub(crate) fn obliged(&self, state: &State) -> Option<Piece> {
        let own = self.units(state, state.active).iter().filter(|&unit| state.is_locked(unit));
        let mut own = own.filter(|&unit| self.attacker_bar(state, unit).is_ok());
        own.find(|&unit| {
            let around = self.near.around(state.hex(unit));
            around.into_iter().any(|hex| self.may_strike(state, unit, hex) && self.is_attackable(state, hex))
        })
    }

    /// How many units have something to attack and have not been declared.
    fn unfought(&self, state: &State) -> usize {
        self.prey(state).map(|hex| self.strikers(state, hex)).fold(PieceSet::EMPTY, PieceSet::or).len()
    }

    /// The hexes that can be attacked.
    fn prey(&self, state: &State) -> impl Iterator<Item = Hex> {
        let mut seen = Hexes::EMPTY;
        let enemies = state.held[state.active.other().index()].iter();
        let paris = self.ground.paris.iter().copied().filter(|_| state.active == GERMAN);
        enemies.chain(paris).filter(move |&hex| {
            let near_own = || self.near.around(hex).any(|near| state.held[state.active.index()].contains(near));
            seen.insert(hex) && self.is_attackable(state, hex) && near_own() && !self.strikers(state, hex).is_empty()
        })
    }

    pub(crate) fn list_declarations(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.prey(state).map(Action::Target));
        self.list_revert(state, out);
        if self.obliged(state).is_none() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn check_declaration(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        if !self.has_enemies(state, hex) {
            return Err(Refusal::new(clauses!["9.4.2", "9.9a"], format!("there are no enemy units in {at}")));
        }
        if state.attacked.contains(hex) {
            return Err(Refusal::new(clauses!["9e"], format!("{at} has been attacked in this phase")));
        }
        if state.closed.contains(hex) {
            let reason = format!("units in {at} could support an attack made before; it had to be declared with it");
            return Err(Refusal::new(clauses!["9.2.2b"], reason));
        }
        if self.strikers(state, hex).is_empty() {
            let reason = format!("no unit of yours that may attack is next to {at}");
            return Err(Refusal::new(clauses!["9.4.2", "9.4.1a"], reason));
        }
        Ok(())
    }

    pub(crate) fn check_declared(&self, state: &State) -> Result<(), Refusal> {
        let Some(unit) = self.obliged(state) else { return Ok(()) };
        let reason = format!("{} is Engaged and must attack first", self.pieces.title(unit));
        Err(Refusal::new(clauses!["9.6.2.EN-c", "5.1.2i"], reason))
    }

    pub(crate) fn list_attackers(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let strikers = self.strikers(state, hex);
        out.extend(strikers.iter().map(Action::Join));
        if !strikers.is_empty() {
            out.push(Action::JoinAll);
        }
        if !state.joined.is_empty() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn check_attacker_of(&self, state: &State, unit: Piece, hex: Hex) -> Result<(), Refusal> {
        if unit.is_hq() {
            return Err(Refusal::new(clauses!["9.4.1a"], format!("{} is a HQ", self.pieces.title(unit))));
        }
        self.attacker_bar(state, unit).map_err(|bar| self.refusal(unit, bar))?;
        if self.ground.board().direction(state.hex(unit), hex).is_none() {
            let reason = format!("{} is not next to {}", self.pieces.title(unit), self.ground.label(hex));
            return Err(Refusal::new(clauses!["9.4.2"], reason));
        }
        if !self.may_strike(state, unit, hex) {
            let reason = format!("{} is Engaged with others and can attack them alone", self.pieces.title(unit));
            return Err(Refusal::new(clauses!["5.1.2i", "9.6.2.EN-b2"], reason));
        }
        Ok(())
    }

    /// What it is called to name no more attackers; where there are none, nobody need be asked.
    fn enough_words(&self, state: &State, hex: Hex) -> Words {
        let role = if self.strikers(state, hex).is_empty() { Role::Plain } else { Role::Fight };
        Words::new("that is all for this hex").role(role)
    }

    pub(crate) fn check_join_all(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        match self.strikers(state, hex).is_empty() {
            false => Ok(()),
            true => Err(Refusal::new(clauses!["9.2.1a"], "there are no more units that could join")),
        }
    }

    fn check_attackers_named(&self, state: &State) -> Result<(), Refusal> {
        match state.joined.is_empty() {
            false => Ok(()),
            true => Err(Refusal::new(clauses!["9.2.1a"], "first name units that attack")),
        }
    }

    /// Commits a unit to an attack [9.2.1b]. Units of one hex may go for different hexes [9d].
    pub(crate) fn commit(&self, state: &mut State, unit: Piece, hex: Hex) {
        if let Some(way) = self.ground.board().direction(state.hex(unit), hex) {
            state.aims[unit.index()] = way.index() as u8 + 1;
            state.joined.insert(unit);
        }
    }

    pub(crate) fn commit_all(&self, state: &mut State, hex: Hex) {
        for unit in self.strikers(state, hex).iter() {
            self.commit(state, unit, hex);
        }
    }

    /// Ends the naming of the attackers of a hex [9.2.1a].
    pub(crate) fn end_attackers(&self, state: &mut State, hex: Hex) {
        state.declared.insert(hex);
        state.joined = PieceSet::EMPTY;
        state.step = Step::Declare;
    }

    /// The units declared to attack a hex.
    pub(crate) fn attackers(&self, state: &State, target: Hex) -> PieceSet {
        let aims = |unit: &Piece| match state.aims[unit.index()] {
            0 => false,
            way => self.near.all_six(state.hex(*unit))[usize::from(way) - 1] == target,
        };
        self.units(state, state.active).iter().filter(aims).collect()
    }

    /// The same with all that can still join.
    fn all_attackers(&self, state: &State, target: Hex) -> PieceSet {
        self.attackers(state, target).or(self.strikers(state, target))
    }

    /// The attackers of a hex that stand in one hex.
    pub(crate) fn attackers_from(&self, state: &State, target: Hex, from: Hex) -> PieceSet {
        self.attackers(state, target).and(state.units_in(from))
    }

    /// Ends a declaration: the declared attacks are resolved one by one [9f, 9.2.2a, 9.4.5], or there are none and the
    /// phase ends. Combat is voluntary [9c].
    pub(crate) fn end_declaration(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.declared.is_empty() {
            return self.end_combat(state, dice, events);
        }
        self.close_supporters(state);
        self.next_battle(state, events);
    }

    /// Enemy hexes next to declared attackers that were not declared too could support the defense, so they cannot be
    /// attacked later in the phase [9.2.2b] (ruling R36). What is in them does not matter: the attacker cannot know.
    fn close_supporters(&self, state: &mut State) {
        if state.has(option::ATTACK_SUPPORTERS) {
            return;
        }
        let enemies = state.held[state.active.other().index()];
        for unit in self.units(state, state.active).iter().filter(|unit| state.aims[unit.index()] != 0) {
            for near in self.near.around(state.hex(unit)) {
                if enemies.contains(near) && !state.declared.contains(near) {
                    state.closed.insert(near);
                }
            }
        }
    }

    /// Goes on to the next declared attack. One whose target hex is empty lapses; its units stay committed (ruling R36).
    pub(crate) fn next_battle(&self, state: &mut State, events: &mut impl Sink) {
        for hex in state.declared.iter() {
            if !self.has_enemies(state, hex) || self.attackers(state, hex).is_empty() {
                self.close_battle(state, hex);
            }
        }
        let mut left = state.declared.iter();
        match (left.next(), left.next()) {
            (None, _) => state.step = Step::Declare,
            (Some(hex), None) => self.begin_battle(state, hex, events),
            _ => state.step = Step::Order,
        }
    }

    /// Forgets a declared attack: its units have had their attack of this phase.
    fn close_battle(&self, state: &mut State, hex: Hex) {
        let attackers = self.attackers(state, hex);
        for unit in attackers.iter() {
            state.aims[unit.index()] = 0;
        }
        state.fought = state.fought.or(attackers);
        state.declared.remove(hex);
        state.attacked.insert(hex);
    }

    pub(crate) fn check_order(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if state.declared.contains(hex) {
            return Ok(());
        }
        let reason = format!("no attack on {} is declared", self.ground.label(hex));
        Err(Refusal::new(clauses!["9.2.2b", "4.C3x"], reason))
    }

    /// Begins to resolve an attack: all its units are known now [4.C3a], so are the modes of both sides [5.2.5b], and the
    /// defender may fire first [4.C3b].
    pub(crate) fn begin_battle(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let (attackers, targets) = (self.attackers(state, hex), state.units_in(hex));
        state.target = hex;
        state.targeted = state.targeted.or(targets);
        state.spent = [0; PIECES];
        state.shot = 0;
        state.garrison_fire = [false; 2];
        state.step = Step::DefenseFire;
        self.reveal(state, attackers.or(targets), events);
        events.tell(|| {
            let mut from: Vec<Hex> = attackers.iter().map(|unit| state.hex(unit)).collect();
            from.sort_unstable();
            from.dedup();
            let places: Vec<String> = from.iter().map(|&hex| self.ground.label(hex)).collect();
            let text = format!(
                "{} {} {} from {} with {}.",
                self.count_units(attackers),
                if attackers.len() == 1 { "attacks" } else { "attack" },
                self.ground.called(hex),
                places.join(", "),
                factors(self.attack_total(state, attackers))
            );
            // The totals are open after declaration [8.1.5b].
            let event = Event::new(EventKind::Attack, text).side(state.active).at(from).at([hex]);
            let event = event.figure(FigureName::Attack, self.attack_total(state, attackers));
            event.by(clauses!["9.2.1a", "8.1.5b"]).reveals()
        });
    }

    /// The attack factors of units together [9e].
    pub(crate) fn attack_total(&self, state: &State, units: PieceSet) -> Factors {
        units.iter().map(|unit| Factors::from(self.attack_factor(state, unit))).sum()
    }

    /// The units in the attacked hex that take part: all of them [9b], but not those that retreated into it in this phase [9.8.3b].
    pub(crate) fn defenders(&self, state: &State) -> PieceSet {
        state.units_in(state.target).without(state.guests)
    }

    /// Their defense factors together, or those of the garrison of Paris [13.1.1a].
    pub(crate) fn defense_total(&self, state: &State, units: PieceSet, hex: Hex) -> Factors {
        match self.is_garrisoned(state, hex) {
            true => self.tables.paris.defense.into(),
            false => units.iter().map(|unit| Factors::from(self.defense_factor(state, unit))).sum(),
        }
    }

    /// Whether the attack is so strong that it needs no die: more than seven to one [9.6.5] (ruling R58).
    pub(crate) fn is_automatic(&self, attack: Factors, defense: Factors) -> bool {
        attack > defense * Factors::from(self.tables.combat.automatic)
    }

    /// The Regular Attack that is to be rolled: the line is that of the target's mode [9.4.4a], for the garrison of Paris
    /// Defensive [13.1.2a].
    fn attack_shot(&self, state: &State) -> Shot {
        let attackers = self.attackers(state, state.target);
        let firing = attackers.iter().filter(|&unit| self.attack_factor(state, unit) > 0).collect();
        let line = match self.is_garrisoned(state, state.target) {
            true => Mode::Defensive,
            false => self.target_mode(state, self.defenders(state)),
        };
        Shot {
            kind: Kind::Attack,
            hex: state.target,
            firing,
            factors: self.attack_total(state, attackers),
            line,
            massed: self.is_massed(state, state.target),
        }
    }

    /// Makes the attack with the declared units that are left, whatever has happened since [9.4.3, 4.C3c]. A total of 0 is
    /// not rolled (ruling R59).
    pub(crate) fn attack(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let (shot, target) = (self.attack_shot(state), state.target);
        if shot.factors == 0 {
            events.tell(|| {
                let text = format!("The attack on {} has no factors left.", self.ground.label(target));
                Event::new(EventKind::Combat, text).side(state.active).by(clauses!["9.4.4a"]).outcome("nothing")
            });
            return self.end_battle(state, events);
        }
        state.hit = self.new_hit(state, Blow::Attack, target);
        state.struck = self.defenders(state);
        if self.is_automatic(shot.factors, self.defense_total(state, state.struck, target)) {
            events.tell(|| {
                let text = overwhelmed(shot.factors, &self.ground.label(target));
                let event = Event::new(EventKind::Combat, text).side(state.active).at([target]);
                event.by(clauses!["9.6.5"]).figure(FigureName::Attack, shot.factors).outcome(ELIMINATED)
            });
            return self.destroy(state, events);
        }
        events.note(
            state.active,
            Habit::VainAttacks,
            || if self.is_vain(state, &shot) { shot.firing.len() } else { 0 },
        );
        let result = self.roll(state, &shot, dice, events);
        self.apply_combat(state, result, events);
    }

    /// Whether even the best die would only engage the target, whatever its mode: that lies face down [5.2.5a].
    fn is_vain(&self, state: &State, shot: &Shot) -> bool {
        let best = 1 + self.modifier(state, shot);
        let engages = |line| self.tables.combat(self.tables.column(line, shot.factors), best) == CombatResult::Engaged;
        Mode::ALL.into_iter().all(engages)
    }

    /// A fresh result against a hex, with the directions in which those stand who struck it.
    pub(crate) fn new_hit(&self, state: &State, blow: Blow, hex: Hex) -> Hit {
        let from: Vec6 = match blow {
            Blow::Attack => self.attack_hexes(state),
            _ => [state.target, Hex::NONE, Hex::NONE, Hex::NONE, Hex::NONE, Hex::NONE],
        };
        let six = self.near.all_six(hex);
        let victors = (0..6).filter(|&way| six[way] != Hex::NONE && from.contains(&six[way]));
        let victors = victors.fold(0, |bits, way| bits | 1 << way);
        let mut hit = Hit { blow, hex, victors, ..Hit::BLANK };
        hit.path[0] = hex;
        hit
    }

    /// The hexes from which the target is attacked, in the order of its neighbours.
    pub(crate) fn attack_hexes(&self, state: &State) -> Vec6 {
        let attackers = self.attackers(state, state.target);
        self.near.all_six(state.target).map(|hex| {
            let some = hex != Hex::NONE && attackers.iter().any(|unit| state.hex(unit) == hex);
            if some { hex } else { Hex::NONE }
        })
    }

    /// Rolls a shot on the combat results table.
    pub(crate) fn roll(
        &self,
        state: &State,
        shot: &Shot,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) -> CombatResult {
        let modifier = self.modifier(state, shot);
        let die = dice.d10();
        let column = self.tables.column(shot.line, shot.factors);
        let result = self.tables.combat(column, i16::from(die) + modifier);
        events.tell(|| {
            let (name, clause) = match shot.kind {
                Kind::DefenseFire(_) => ("Defense Fire at", Clause("9.3.5a")),
                Kind::Counter => ("Counter Attack on", Clause("9.5.4")),
                _ => ("Attack on", Clause("9.4.4a")),
            };
            let label = combat_label(result, matches!(shot.kind, Kind::DefenseFire(_)));
            let text = format!(
                "{name} {} with {} on the {} line: {}: {label}.",
                self.ground.label(shot.hex),
                factors(shot.factors),
                shot.line.title(),
                self.die_text(state, shot, die)
            );
            let aim = self.shot_aim(state, shot).in_line(line_title(i16::from(die) + modifier));
            let roll = self.shot_roll(state, shot, die).read(aim, combat_code(result));
            let event = Event::new(EventKind::Combat, text).side(self.shooter(state, shot)).at([shot.hex]);
            let event = event.rolled([roll]).figure(FigureName::Attack, shot.factors);
            event.by(vec![clause]).outcome(label).reveals()
        });
        result
    }

    /// Ends the battle for a hex and goes on to the next.
    pub(crate) fn end_battle(&self, state: &mut State, events: &mut impl Sink) {
        self.close_battle(state, state.target);
        state.target = Hex::NONE;
        state.hit = Hit::BLANK;
        state.struck = PieceSet::EMPTY;
        state.joined = PieceSet::EMPTY;
        state.spent = [0; PIECES];
        self.next_battle(state, events);
    }

    // Forecasts.

    /// The odds of the attack that is about to be rolled: totals and modes are open by now [8.1.5b].
    pub(crate) fn attack_forecast(&self, state: &State) -> Forecast {
        let shot = self.attack_shot(state);
        let defense = self.defense_total(state, self.defenders(state), state.target);
        if shot.factors == 0 {
            let sum = Derivation::new("Attack factors", 0, clauses!["9.4.4a"]);
            return Forecast::new(sum, vec![Chance { outcome: "nothing".into(), probability: 1.0 }]);
        }
        let ratio = Derivation::new("Defense factors", defense, clauses!["9.6.5"]);
        if self.is_automatic(shot.factors, defense) {
            let value = format!("{} to {defense}", shot.factors);
            let sum = Derivation::new("More than 7:1, no die is rolled", value, clauses!["9.6.5"]).with(ratio);
            let forecast = Forecast::new(sum, vec![Chance { outcome: ELIMINATED.into(), probability: 1.0 }]);
            return forecast.fight(self.overwhelming(state, &shot, self.defenders(state)));
        }
        let sum = self.shot_derivation(state, &shot).with(ratio);
        let fight = self.shot_fight(state, &shot, self.defenders(state));
        Forecast::new(sum, self.combat_chances(state, &shot)).aimed([self.shot_aim(state, &shot)]).fight(fight)
    }

    /// What an attack by these units would be on each line of the table: which one counts is known only when the modes of
    /// the targets are.
    pub(crate) fn declaration_forecast(&self, state: &State, units: PieceSet, hex: Hex) -> Forecast {
        let factors = self.attack_total(state, units);
        let mut total = Derivation::new("Attack factors", factors, clauses!["9e", "9.4.4a"]);
        for unit in units.iter() {
            let printed = self.pieces.counter(unit).face(self.steps(state, unit)).attack;
            total = total.with(self.factor_derivation(state, unit, self.attack_factor(state, unit), printed, false));
        }
        let at = self.ground.label(hex);
        let mut sum =
            Derivation::new(format!("Attack on {at} by these units"), factors, clauses!["9.2.1a"]).with(total);
        for line in Mode::ALL.into_iter().filter(|_| factors > 0) {
            let column = self.tables.column_title(line, self.tables.column(line, factors));
            let label = format!("column if the target is in {} mode", line.title());
            sum = sum.with(Derivation::new(label, column, clauses!["9.4.4a", "5.2.5b"]));
        }
        // Most troops defend in Defensive mode, where the columns are narrowest.
        let rung = self.tables.column(Mode::Defensive, factors) as i16;
        let fight = Fight::new([at], units.iter().map(|unit| self.ground.label(state.hex(unit)))).with(factors);
        Forecast::certain(sum).fight(fight.at(crate::combat::factors(factors), Ladder::Column, rung))
    }
}

/// One hex for each of the six neighbours of another, or `Hex::NONE`.
pub(crate) type Vec6 = [Hex; 6];
