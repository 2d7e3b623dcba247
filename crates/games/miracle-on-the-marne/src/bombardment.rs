//! 9.1 Bombardment Combat.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::combat::{EVERYTHING, Kind, Shot, bombardment_code, bombardment_label, factors, line_title};
use crate::deployment::one;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{Class, GERMAN, MOST_UNITS, Nation, Piece};
use crate::reinforcements::REVERT;
use crate::state::{Blow, Factors, Hit, PieceSet, State, Step, option};
use crate::tables::{BombardmentResult, Mode};
use engine::{
    Bar, Clause, Derivation, Dice, Event, EventKind, FigureName, Forecast, Refusal, Role, Sink, Words, clauses,
};
use hexboard::Hex;

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which hex is bombarded.
    Bombard by state.active => {
        asks: "Choose a hex to bombard, or end the phase.",
        lists: game.list_bombardments(state, out),
        points(hex): out.push(Action::Target(hex)),
        Revert => {
            check: game.check_revert(state),
            play: game.revert(state, events),
            words: REVERT,
            odds: None,
            worth: mind.appraise_revert(state),
        }
        Target(hex) => {
            check: game.check_bombardment(state, hex),
            play: state.step = Step::Volley(hex),
            words: Words::new(format!("bombard {}", game.ground.called(hex))).role(Role::Aim),
            odds: {
                let mut then = state.clone();
                game.aim_all_guns(&mut then, hex);
                Some(game.bombardment_forecast(&then, hex).given("all guns fire that can"))
            },
            worth: mind.appraise_bombardment(state, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_bombardment(state, events),
            words: {
                let silent = ["battery could still fire", "batteries could still fire"];
                Words::new("end the Bombardment Phase").leaves(game.silent_guns(state), silent)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Which guns bombard a hex.
    Volley(target: Hex) by state.active => {
        asks: format!("Choose the guns that bombard {}.", game.ground.called(target)),
        lists: game.list_guns(state, target, out),
        points(hex): out.extend(game.own(state, hex).iter().map(|gun| Action::Aim(gun, 1))),
        Aim(gun, factors) => {
            check: game.check_aim(state, gun, factors, target),
            play: state.aimed[gun.index()] = factors,
            words: Words::new(game.aim_words(state, gun, factors)).role(Role::Join),
            odds: {
                let then = game.aiming(state, gun, factors);
                Some(game.bombardment_forecast(&then, target).given("no more guns are aimed"))
            },
            worth: 0.0,
        }
        AimAll => {
            check: game.check_aim_all(state, target),
            play: game.aim_all_guns(state, target),
            words: Words::new(EVERYTHING).role(Role::Join),
            odds: {
                let mut then = state.clone();
                game.aim_all_guns(&mut then, target);
                Some(game.bombardment_forecast(&then, target).given("all of them fire"))
            },
            worth: 4.0,
        }
        Fire => {
            check: game.check_aimed(state),
            play: game.bombard(state, target, dice, events),
            words: Words::new("roll").rolls(true).role(Role::Fight),
            odds: Some(game.bombardment_forecast(state, target)),
            worth: 1.0,
        }
    }

    /// Which unit is disrupted.
    Disrupt by state.chooser_of_hit() => {
        asks: format!("Choose the unit in {} that is disrupted.", game.ground.called(state.hit.hex)),
        lists: out.extend(state.struck.iter().map(Action::Pick)),
        points(_): out.extend(state.struck.iter().map(Action::Pick)),
        Pick(unit) => {
            check: game.check_disrupted(state, unit),
            play: game.disrupt_one(state, unit, events),
            words: game.unit_words(state, unit),
            odds: None,
            worth: -f32::from(game.attack_factor(state, unit)),
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Factors that a gun has not used in this phase.
    fn shells_left(&self, state: &State, gun: Piece) -> u8 {
        self.bombardment_factor(state, gun).saturating_sub(state.spent[gun.index()])
    }

    /// Why a unit cannot bombard: only artillery can [9.1.1a]; not in Transfer mode [5.1.3d, 9.1.6a], though in all others
    /// [5.1.1c, 5.1.2d, 5.1.4c]; in supply [9.1.3b, 11.2.2b]; not in an enemy zone [9.1.3a]; not after shedding Disruption
    /// [9.1.6b, 10.2.2b] or going by rail [7.2.3c]; not over-stacked [8.1.4]; not Engaged [9.6.2.EN-b2].
    pub(crate) fn gun_bar(&self, state: &State, gun: Piece) -> Result<(), Bar> {
        if !state.on_map.contains(gun) || self.pieces.side(gun) != state.active {
            return Err((&[Clause("9.1.1a")], "is no gun of yours on the map"));
        }
        if self.pieces.counter(gun).class != Class::Artillery {
            return Err((&[Clause("9.1.1a")], "is no artillery"));
        }
        if state.mode(gun) == Mode::Transfer {
            return Err((&[Clause("9.1.6a"), Clause("5.1.3d")], "is in Transfer mode"));
        }
        if state.unsupplied.contains(gun) {
            return Err((&[Clause("9.1.3b"), Clause("11.2.2b")], "is out of supply"));
        }
        if self.in_enemy_zone(state, state.active, state.hex(gun)) {
            return Err((&[Clause("9.1.3a")], "is in an enemy zone of control"));
        }
        if state.rallied.contains(gun) {
            return Err((&[Clause("9.1.6b"), Clause("10.2.2b")], "shed its Disruption this turn"));
        }
        if state.railed.contains(gun) {
            return Err((&[Clause("7.2.3c")], "went by rail this turn"));
        }
        if state.is_locked(gun) {
            return Err((&[Clause("9.6.2.EN-b2")], "is Engaged"));
        }
        if self.is_overstacked(state, state.hex(gun)) {
            return Err((&[Clause("8.1.4")], "is over-stacked"));
        }
        if self.shells_left(state, gun) == 0 {
            return Err((&[Clause("9.1.4")], "has no bombardment factor left"));
        }
        Ok(())
    }

    /// Whether a hex can be bombarded: enemy units are in it, or the garrison of Paris; with the switch off once in a phase
    /// (ruling R33).
    fn is_gun_target(&self, state: &State, hex: Hex) -> bool {
        let enemy = state.held[state.active.other().index()].contains(hex)
            || (state.active == GERMAN && self.is_garrisoned(state, hex));
        enemy && (state.has(option::REPEAT_BOMBARDMENT) || !state.attacked.contains(hex))
    }

    /// Whether a gun reaches a hex: two hexes away, its own not counted [9.1.2a, 9.1.2b], or nearer where that puts it in
    /// nobody's zone (ruling R32).
    pub(crate) fn reaches(&self, state: &State, gun: Piece, hex: Hex) -> bool {
        let away = self.ground.board().distance(state.hex(gun), hex);
        (1..=u16::from(self.tables.combat.range)).contains(&away)
    }

    fn guns(&self, state: &State) -> impl Iterator<Item = Piece> {
        let own = state.on_map.and(self.artillery).and(self.pieces_of(state.active));
        own.iter().filter(move |&gun| self.gun_bar(state, gun).is_ok())
    }

    /// Whether a gun has fired at a hex in this phase: it splits its factor among different hexes [9.1.4], so at the same
    /// one only others may fire again (ruling R33).
    fn has_shelled(&self, state: &State, gun: Piece, hex: Hex) -> bool {
        let at = self.near.place_within_two(state.hex(gun), hex);
        at.is_some_and(|at| state.shelled[gun.index()] >> at & 1 == 1)
    }

    /// Remembers who fires at a hex, and how many factors each has used.
    fn spend_shells(&self, state: &mut State, firing: PieceSet, hex: Hex) {
        for gun in firing.iter().map(Piece::index) {
            state.spent[gun] = state.spent[gun].saturating_add(std::mem::take(&mut state.aimed[gun]));
            if let Some(at) = self.near.place_within_two(state.place[gun], hex) {
                state.shelled[gun] |= 1 << at;
            }
        }
    }

    /// Whether a gun that may bombard may bombard this hex.
    fn can_shell(&self, state: &State, gun: Piece, hex: Hex) -> bool {
        self.reaches(state, gun, hex) && !self.has_shelled(state, gun, hex)
    }

    /// The hexes that a gun can bombard.
    fn gun_targets(&self, state: &State, gun: Piece) -> impl Iterator<Item = Hex> {
        let from = state.hex(gun);
        let near = self.near.around(from).chain(self.near.two_away(from));
        near.filter(move |&hex| self.is_gun_target(state, hex) && self.can_shell(state, gun, hex))
    }

    /// How many guns have something to bombard.
    fn silent_guns(&self, state: &State) -> usize {
        self.guns(state).filter(|&gun| self.gun_targets(state, gun).next().is_some()).count()
    }

    /// Every hex that some gun can bombard, and the end of the phase.
    pub(crate) fn list_bombardments(&self, state: &State, out: &mut Vec<Action>) {
        let mut targets = Hexes::EMPTY;
        for gun in self.guns(state) {
            targets.extend(self.gun_targets(state, gun));
        }
        out.extend(targets.iter().map(Action::Target));
        self.list_revert(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_bombardment(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        if state.attacked.contains(hex) && !state.has(option::REPEAT_BOMBARDMENT) {
            return Err(Refusal::new(clauses!["9.1.5a"], format!("{at} has been bombarded in this phase")));
        }
        if !self.is_gun_target(state, hex) {
            return Err(Refusal::new(clauses!["9.1.1a"], format!("there are no enemy units in {at}")));
        }
        if self.guns(state).any(|gun| self.can_shell(state, gun, hex)) {
            return Ok(());
        }
        if self.guns(state).any(|gun| self.reaches(state, gun, hex)) {
            let reason = format!("the guns that reach {at} have bombarded it; what they have left is for other hexes");
            return Err(Refusal::new(clauses!["9.1.4"], reason));
        }
        let reason = format!("no gun of yours that may bombard is two hexes from {at}");
        Err(Refusal::new(clauses!["9.1.2a", "9.1.3a"], reason))
    }

    /// The guns that can still be aimed at a hex.
    fn gunners(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        self.guns(state).filter(move |&gun| state.aimed[gun.index()] == 0 && self.can_shell(state, gun, hex))
    }

    pub(crate) fn list_guns(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let mut guns = 0;
        for gun in self.gunners(state, hex) {
            out.extend((1..=self.shells_left(state, gun)).map(|factors| Action::Aim(gun, factors)));
            guns += 1;
        }
        if guns > 0 {
            out.push(Action::AimAll);
        }
        if state.aimed != [0; MOST_UNITS] {
            out.push(Action::Fire);
        }
    }

    /// Whether so many factors of a gun can be aimed: it may split them among different targets, in whole numbers [9.1.4].
    pub(crate) fn check_aim(&self, state: &State, gun: Piece, factors: u8, hex: Hex) -> Result<(), Refusal> {
        self.gun_bar(state, gun).map_err(|bar| self.refusal(gun, bar))?;
        let name = self.pieces.title(gun);
        if state.aimed[gun.index()] > 0 {
            return Err(Refusal::new(clauses!["9.1.4"], format!("{name} is aimed already")));
        }
        if !self.reaches(state, gun, hex) {
            let reason = format!("{} is more than two hexes from {name}", self.ground.label(hex));
            return Err(Refusal::new(clauses!["9.1.2a", "9.1.2b"], reason));
        }
        if self.has_shelled(state, gun, hex) {
            let reason = format!("{name} has bombarded {}; what is left is for other hexes", self.ground.label(hex));
            return Err(Refusal::new(clauses!["9.1.4"], reason));
        }
        let left = self.shells_left(state, gun);
        if !(1..=left).contains(&factors) {
            let reason = format!("{name} can aim 1 to {left} factors");
            return Err(Refusal::new(clauses!["9.1.4"], reason));
        }
        Ok(())
    }

    pub(crate) fn check_aim_all(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        match self.gunners(state, hex).next() {
            Some(_) => Ok(()),
            None => Err(Refusal::new(clauses!["9.1.5a"], "no more guns can be aimed there")),
        }
    }

    pub(crate) fn aim_all_guns(&self, state: &mut State, hex: Hex) {
        let guns: PieceSet = self.gunners(state, hex).collect();
        for gun in guns.iter() {
            state.aimed[gun.index()] = self.shells_left(state, gun);
        }
    }

    /// The units aimed in the volley that is put together, and their factors.
    pub(crate) fn aimed(&self, state: &State) -> (PieceSet, Factors) {
        let units = (0..MOST_UNITS).filter(|&at| state.aimed[at] > 0).map(|at| Piece(at as u16));
        (units.collect(), state.aimed.iter().map(|&factors| Factors::from(factors)).sum())
    }

    fn gun_shot(&self, state: &State, hex: Hex, massed: bool) -> Shot {
        let (firing, factors) = self.aimed(state);
        Shot { kind: Kind::Bombardment, hex, firing, factors, line: Mode::Offensive, massed }
    }

    /// Rolls for a bombardment and applies the result to the hex at once [9.1.5a, 9.6.1]. Results wait for nobody: the
    /// next target is chosen after this one [9.1.7].
    pub(crate) fn bombard(&self, state: &mut State, hex: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let shot = self.gun_shot(state, hex, self.is_massed(state, hex));
        self.reveal(state, shot.firing, events);
        let modifier = self.modifier(state, &shot);
        let die = dice.d10();
        let result = self.tables.bombardment(self.tables.gun_column(shot.factors), i16::from(die) + modifier);
        events.tell(|| {
            let label = bombardment_label(result);
            let text = format!(
                "Bombardment of {} with {}: {}: {label}.",
                self.ground.label(hex),
                factors(shot.factors),
                self.die_text(state, &shot, die)
            );
            let aim = self.shot_aim(state, &shot).in_line(line_title(i16::from(die) + modifier));
            let roll = self.shot_roll(state, &shot, die).read(aim, bombardment_code(result));
            let from: Vec<Hex> = shot.firing.iter().map(|gun| state.hex(gun)).collect();
            let event = Event::new(EventKind::Bombardment, text).at(from).at([hex]).by(clauses!["9.1.5a"]);
            let event = event.side(state.active).rolled([roll]).figure(FigureName::Attack, shot.factors);
            event.outcome(label).reveals()
        });
        self.spend_shells(state, shot.firing, hex);
        state.attacked.insert(hex);
        state.hit = Hit { blow: Blow::Bombardment, hex, ..Hit::BLANK };
        state.struck = state.units_in(hex);
        self.apply_bombardment(state, result, events);
    }

    /// Applies a result of the bombardment table: none is no effect [9.6.2.-], `d` strikes a unit that its owner chooses.
    /// Against the garrison of Paris there is never any [13.1.4b].
    fn apply_bombardment(&self, state: &mut State, result: BombardmentResult, events: &mut impl Sink) {
        if state.struck.is_empty() {
            return self.end_hit(state, events);
        }
        match result {
            BombardmentResult::Nothing => self.end_hit(state, events),
            BombardmentResult::One => match (state.struck.first(), state.struck.len()) {
                (Some(only), 1) => self.disrupt_one(state, only, events),
                _ => state.step = Step::Disrupt,
            },
            BombardmentResult::All(steps) => self.strike_all(state, steps, events),
        }
    }

    /// Disrupts all units of the hex [9.6.2.D], and takes so many steps of it [9.6.2.Dn-a], one more if somebody is out of
    /// supply [9.6.2.Dn-b].
    fn strike_all(&self, state: &mut State, steps: u8, events: &mut impl Sink) {
        self.disrupt(state, state.struck);
        let more = u8::from(steps > 0 && self.suffer_more(state, state.struck));
        state.hit.steps = steps + more;
        self.go_on_losing(state, events);
    }

    fn check_disrupted(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        let struck = state.struck.contains(unit);
        if struck { Ok(()) } else { Err(self.wrong_moment(state, Action::Pick(unit))) }
    }

    pub(crate) fn disrupt_one(&self, state: &mut State, unit: Piece, events: &mut impl Sink) {
        self.disrupt(state, one(unit));
        self.tell_unit(state, unit, events, EventKind::Disorder, "is disrupted", |event| event.by(clauses!["9.6.2.d"]));
        self.end_hit(state, events);
    }

    // What the bombarding side may know beforehand.

    /// Whether an enemy hex is a massed target, as far as its enemy can tell from the number and nation of the counters
    /// in it; `None` if that leaves it open [8.1.5a].
    pub(crate) fn seems_massed(&self, state: &State, hex: Hex) -> Option<bool> {
        let from = i16::from(self.tables.modifiers.massed_from);
        let (mut least, mut most) = (0, 0);
        for unit in state.units_in(hex).iter() {
            let infantry = match self.pieces.counter(unit).nation {
                Nation::French => Class::FrenchInfantryBrigade,
                Nation::British => Class::BritishInfantryBrigade,
                Nation::German => Class::GermanInfantryRegiment,
            };
            let classes = [infantry, Class::CavalryBrigade, Class::CavalryRegiment, Class::Artillery];
            let points = classes.map(|class| i16::from(self.tables.points[class as usize]));
            least += points.into_iter().min().unwrap_or(0);
            most += points.into_iter().max().unwrap_or(0);
        }
        match (least >= from, most >= from) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }

    /// The odds of a bombardment, from what the bombarding side may know.
    pub(crate) fn bombardment_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let massed = self.seems_massed(state, hex);
        let shot = self.gun_shot(state, hex, massed.unwrap_or(false));
        let mut sum = self.shot_derivation(state, &shot);
        for gun in shot.firing.iter() {
            let printed = self.pieces.counter(gun).face(self.steps(state, gun)).attack;
            let used = state.aimed[gun.index()];
            let part = self.factor_derivation(state, gun, used, printed, false);
            sum = sum.with(Derivation { clauses: clauses!["9.1.4", "9.1.5a"], ..part });
        }
        let forecast = Forecast::new(sum, self.bombardment_chances(state, &shot))
            .aimed([self.shot_aim(state, &shot)])
            .fight(self.gun_fight(state, &shot));
        match massed {
            Some(_) => forecast,
            None => forecast.given("the target is not massed, which its counters leave open"),
        }
    }
}
