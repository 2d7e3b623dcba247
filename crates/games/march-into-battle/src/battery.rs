//! 16.5 Grand Batteries.

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::combat::{attacking_side, outcome_words};
use crate::ground::{Hexes, Terrain};
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::scenarios::GrandBattery;
use crate::state::{Battery, Chart, Fight, Loss, Phase, Place, Stage, State, Step, TARGETS, Unit, Units, mark, option};
use crate::status::Weariness;
use crate::strength::POINT;
use engine::{Chance, Derivation, Dice, Event, EventKind, Forecast, Refusal, Side, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Which guns go to the Grand Battery that is being formed.
    Gather by state.side => {
        asks: "Choose the units that give batteries to the Grand Battery.",
        lists: game.list_gathering(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Give)),
        Form(hex, Facing(facing)) => {
            check: game.check_form(state, hex, facing),
            play: game.form(state, hex, facing, events),
            words: game.form_words(state, hex, facing),
            odds: None,
            worth: mind.battery_worth(state, hex, facing) - 20.0,
        }
        Give(unit) => {
            check: game.check_give(state, unit),
            play: game.give(state, unit, events),
            words: format!("{} gives a battery", game.unit_words(state, unit)),
            odds: None,
            worth: 1.0,
        }
        Done => {
            check: game.check_gathered(state),
            play: state.step = Step::Idle,
            words: "the battery is complete",
            odds: None,
            worth: 0.0,
        }
    }

    /// How many hexes of retreat are bought off.
    Buy(at: Hex) by attacking_side(state).other() => {
        asks: format!("How many hexes of retreat do the troops in {} buy off?", game.label(state, at)),
        lists: out.extend((0..=state.fight.retreat[0]).map(Action::Buy)),
        points(_): {},
        Buy(hexes) => {
            check: game.only_if(hexes <= state.fight.retreat[0], state, Action::Buy(hexes)),
            play: game.buy(state, hexes),
            words: match hexes {
                0 => Words::new("retreat as the result says"),
                _ => Words::new(format!("take {hexes} casualties instead of hexes of retreat")),
            },
            odds: None,
            worth: -f32::from(hexes),
        }
    }

    /// Whether and what a Grand Battery bombards.
    Bombard(side: Side) by side => {
        asks: "Choose a target for the Grand Battery, or hold fire.",
        lists: {
            out.extend(game.targets(state, side).map(Action::Bombard));
            out.push(Action::Done);
        },
        points(hex): out.push(Action::Bombard(hex)),
        Bombard(hex) => {
            check: game.check_bombard(state, side, hex),
            play: game.aim(state, side, hex),
            words: Words::new(format!("bombard {}", game.label(state, hex))).rolls(!game.could_evade(state, hex)),
            odds: Some(game.bombard_forecast(state, side, hex)),
            worth: mind.bombard_worth(state, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_bombardment(state, side, events),
            words: "hold fire",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The Grand Battery that the active side may form: where the battle allows it and Initiative is in play
    /// [16.5a, 16.5r].
    fn grand_battery(&self, state: &State) -> Option<&GrandBattery> {
        let allowed = state.plays(option::GRAND_BATTERY) && self.plays_initiative(state);
        let battery = self.battle(state).grand_battery.as_ref().filter(|_| allowed)?;
        (battery.side == state.side && state.turn >= battery.from_turn).then_some(battery)
    }

    /// Leaders who may form it now: with their formation, or after their move as commander (ruling R-93).
    fn formers<'a>(&'a self, state: &'a State, battery: &'a GrandBattery) -> impl Iterator<Item = usize> + 'a {
        (0..self.battle(state).leaders.len()).filter(move |&index| {
            let leader = &self.battle(state).leaders[index];
            let active = match leader.formation {
                Some(formation) => state.is_active(formation),
                None => state.leaders[index].moved,
            };
            battery.leaders >> index & 1 == 1 && state.leaders[index].place == Place::Map && active
        })
    }

    /// Units that may give guns: of the formations named, within the leader's range, in order and not tired [16.5c]
    /// (ruling R-93).
    fn can_give(&self, state: &State, battery: &GrandBattery, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let ground = self.ground(state);
        let is_near = || {
            self.formers(state, battery).any(|index| {
                let range = self.battle(state).leaders[index].rating;
                ground.distance(state.leaders[index].hex, chart.hex) <= range
            })
        };
        self.side_of(state, unit) == battery.side
            && chart.place == Place::Map
            && self.arm(state, unit) != Arm::Battery
            && battery.givers >> chart.formation & 1 == 1
            && chart.guns > 0
            && !chart.is(mark::SMASHED)
            && self.weariness(state, unit) == Weariness::Fit
            && is_near()
    }

    /// The points gathered so far.
    fn gathered(&self, state: &State, battery: &GrandBattery) -> u8 {
        self.counters(state, battery).map(|unit| state.chart(unit).guns).sum()
    }

    /// The counters of a Grand Battery that are on the map.
    fn counters<'a>(&'a self, state: &'a State, battery: &'a GrandBattery) -> impl Iterator<Item = Unit> + 'a {
        battery.counters.iter().map(|&counter| Unit(counter)).filter(|&unit| state.on_map(unit))
    }

    /// Whether a Grand Battery can be formed now: one in a battle at a time, of two units' guns at least (ruling R-93).
    pub(crate) fn can_form_any(&self, state: &State) -> bool {
        let Some(battery) = self.grand_battery(state) else { return false };
        let givers = self.units_of(state, battery.side).filter(|&unit| self.can_give(state, battery, unit)).count();
        !state.battery[battery.side.index()].formed && givers >= 2 && self.sites(state, battery).next().is_some()
    }

    /// The same for the eyes of the enemy, who does not know who is tired or has guns to give: the owner is asked.
    pub(crate) fn seems_to_form(&self, state: &State) -> bool {
        let Some(battery) = self.grand_battery(state) else { return false };
        !state.battery[battery.side.index()].formed && self.formers(state, battery).next().is_some()
    }

    /// Hexes for guns: the leader's own, or next to guns that stand already [16.5b], in an enemy zone too.
    fn sites<'a>(&'a self, state: &'a State, battery: &'a GrandBattery) -> impl Iterator<Item = Hex> + 'a {
        let ground = self.ground(state);
        let begun = self.counters(state, battery).next().is_some();
        let leaders: Hexes = self.formers(state, battery).map(|index| state.leaders[index].hex).collect();
        let guns: Hexes = self.counters(state, battery).map(|unit| state.chart(unit).hex).collect();
        ground.board().hexes().filter(move |&hex| {
            let linked = guns.iter().any(|gun| ground.distance(gun, hex) == 1);
            let here = if begun { linked } else { leaders.contains(hex) };
            let line = state.stack(hex).any(|unit| state.chart(unit).is(mark::EXTENDED));
            here && !guns.contains(hex)
                && !line
                && !state.holds(battery.side.other(), hex)
                && ground.terrain(hex) != Terrain::Mountain
        })
    }

    /// The last counter opened, which takes the guns that are given.
    fn open_counter(&self, state: &State, battery: &GrandBattery) -> Option<Unit> {
        self.counters(state, battery).last()
    }

    /// Whether a hex can be opened: there is a counter, and guns for it.
    fn can_open(&self, state: &State, battery: &GrandBattery) -> bool {
        let spare = battery.counters.iter().any(|&counter| state.chart(Unit(counter)).place == Place::Away);
        let filled = self.open_counter(state, battery).is_none_or(|unit| state.chart(unit).guns > 0);
        let more = self.units_of(state, battery.side).any(|unit| self.can_give(state, battery, unit));
        let givers = state.battery[battery.side.index()].givers;
        // Somebody else must still be able to give if only one has.
        let enough = givers.len() != 1
            || self
                .units_of(state, battery.side)
                .any(|unit| self.can_give(state, battery, unit) && !givers.contains(unit));
        spare && filled && more && enough && self.gathered(state, battery) < battery.most
    }

    /// The facings that guns may take in a hex: those of the stack there, if there is one [6.1c].
    fn gun_facing(&self, state: &State, hex: Hex, facing: u8) -> bool {
        state.stack(hex).next().is_none_or(|unit| state.chart(unit).facing == facing)
    }

    pub(crate) fn list_forming(&self, state: &State, out: &mut Vec<Action>) {
        let Some(battery) = self.grand_battery(state) else { return };
        let begun = state.battery[battery.side.index()].formed;
        if (begun && state.step != Step::Gather) || (!begun && !self.can_form_any(state)) {
            return;
        }
        if !self.can_open(state, battery) {
            return;
        }
        for hex in self.sites(state, battery) {
            let facings = (0..6).filter(|&facing| self.gun_facing(state, hex, facing));
            out.extend(facings.map(|facing| Action::Form(hex, Facing(facing))));
        }
    }

    /// A hex for guns, and their facing.
    pub(crate) fn form_words(&self, state: &State, hex: Hex, facing: u8) -> Words {
        Words::new(format!("guns in {}, facing {}", self.label(state, hex), self.facing_name(state, facing)))
    }

    pub(crate) fn list_gathering(&self, state: &State, out: &mut Vec<Action>) {
        let Some(battery) = self.grand_battery(state) else { return out.push(Action::Done) };
        out.extend(self.units_of(state, battery.side).filter(|&unit| self.may_give(state, unit)).map(Action::Give));
        self.list_forming(state, out);
        if self.may_end_gathering(state) {
            out.push(Action::Done);
        }
    }

    fn may_give(&self, state: &State, unit: Unit) -> bool {
        let Some(battery) = self.grand_battery(state) else { return false };
        let points = self.open_counter(state, battery).map_or(0, |unit| state.chart(unit).guns);
        let gathered = self.gathered(state, battery);
        let givers = state.battery[battery.side.index()].givers;
        // The last point is kept for a second giver.
        let last = gathered + 1 >= battery.most && givers.len() == 1 && givers.contains(unit);
        self.can_give(state, battery, unit)
            && gathered < battery.most
            && points < self.tables.limits.battery_points
            && !last
    }

    fn may_end_gathering(&self, state: &State) -> bool {
        let Some(battery) = self.grand_battery(state) else { return true };
        let filled = self.open_counter(state, battery).is_none_or(|unit| state.chart(unit).guns > 0);
        let givers = state.battery[battery.side.index()].givers.len();
        let nobody = !self.units_of(state, battery.side).any(|unit| self.may_give(state, unit));
        filled && ((givers >= 2 && self.gathered(state, battery) >= self.tables.limits.battery_least) || nobody)
    }

    pub(crate) fn check_form(&self, state: &State, hex: Hex, facing: u8) -> Result<(), Refusal> {
        let Some(battery) = self.grand_battery(state) else {
            let reason = "your side can form no Grand Battery now";
            return Err(Refusal::new(clauses!["16.5a", "16.5r"], reason));
        };
        let begun = state.battery[battery.side.index()].formed;
        if (!begun && !self.can_form_any(state))
            || !self.can_open(state, battery)
            || (begun && state.step != Step::Gather)
        {
            let reason =
                "a Grand Battery needs the guns of two sound units within the leader's range, and is formed once";
            return Err(Refusal::new(clauses!["16.5b", "16.5c"], reason));
        }
        if !self.sites(state, battery).any(|site| site == hex) || !self.gun_facing(state, hex, facing) {
            let reason = format!(
                "guns stand in the leader's hex or next to others, in no enemy zone, which {} is not",
                self.label(state, hex)
            );
            return Err(Refusal::new(clauses!["16.5b"], reason));
        }
        Ok(())
    }

    pub(crate) fn check_give(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.may_give(state, unit) {
            return Ok(());
        }
        let most = self.tables.limits.battery_points;
        let counter = self.grand_battery(state).and_then(|battery| self.open_counter(state, battery));
        if counter.is_some_and(|counter| state.chart(counter).guns >= most) {
            let reason = format!("{most} artillery strength points are the most in one hex");
            return Err(Refusal::new(clauses!["16.5d"], reason));
        }
        let reason = format!("{} can give no guns to the battery", self.name(state, unit));
        Err(Refusal::new(clauses!["16.5c"], reason))
    }

    pub(crate) fn check_gathered(&self, state: &State) -> Result<(), Refusal> {
        if self.may_end_gathering(state) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["16.5b"], "the battery needs the guns of two units, and some in each of its hexes"))
    }

    /// Opens a hex of a Grand Battery.
    pub(crate) fn form(&self, state: &mut State, hex: Hex, facing: u8, events: &mut impl Sink) {
        let Some(battery) = self.grand_battery(state) else { return };
        let (side, formation) = (battery.side, battery.formation);
        let spare =
            battery.counters.iter().map(|&counter| Unit(counter)).find(|&unit| state.chart(unit).place == Place::Away);
        let Some(counter) = spare else { return };
        state.battery[side.index()].formed = true;
        *state.chart_mut(counter) = Chart { facing, formation, ..Chart::BLANK };
        self.relocate(state, counter, hex);
        state.step = Step::Gather;
        events.tell(|| {
            let text = format!("A Grand Battery forms in {}.", self.label(state, hex));
            Event::new(EventKind::Formation, text).side(side).at([hex]).by(clauses!["16.5b", "16.5m"])
        });
    }

    /// A unit gives a battery.
    pub(crate) fn give(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let Some(battery) = self.grand_battery(state) else { return };
        let Some(counter) = self.open_counter(state, battery) else { return };
        let side = battery.side;
        let morale = state.chart(unit).morale;
        state.chart_mut(unit).guns -= 1;
        let chart = state.chart_mut(counter);
        chart.guns += 1;
        chart.morale = chart.morale.max(morale);
        state.battery[side.index()].givers.insert(unit);
        events.tell(|| {
            let text = format!("{} gives a battery.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Formation, text).by(clauses!["16.5b", "7.9b"]).reveals_own()
        });
    }

    /// Asks a side whether its Grand Battery fires at the end of this activation [16.5f].
    pub(crate) fn ask_to_bombard(&self, state: &mut State, side: Side, _dice: &mut impl Dice, events: &mut impl Sink) {
        let Battery { target, .. } = state.battery[side.index()];
        if target != Hex::NONE && !state.asked.contains(target) && self.could_evade(state, target) {
            state.step = Step::Evade(target);
            return;
        }
        if target != Hex::NONE {
            state.battery[side.index()].target = Hex::NONE;
            if state.holds(side.other(), target) {
                return self.fire_battery(state, side, target, _dice, events);
            }
        }
        if self.targets(state, side).next().is_some() {
            state.step = Step::Bombard(side);
            return;
        }
        self.end_bombardment(state, side, events);
    }

    /// A side fires no more in this activation.
    pub(crate) fn end_bombardment(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        state.step = Step::Idle;
        state.threat = Hexes::EMPTY;
        if side == state.side {
            state.phase = Phase::Bombard(side.other());
            return;
        }
        let by_mail = state.plays(option::PBEM);
        self.end_activation(state);
        if by_mail {
            self.next_half(state, events);
        }
    }

    /// A side's guns that can fire: not disordered (ruling R-95).
    fn guns_of<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = Unit> + 'a {
        self.units_of(state, side).filter(|&unit| {
            self.arm(state, unit) == Arm::Battery
                && !state.chart(unit).is(mark::DISORGANIZED)
                && state.chart(unit).guns > 0
        })
    }

    /// The enemy hexes that a Grand Battery can bombard, once a turn [16.5f, 16.5g].
    pub(crate) fn targets<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = Hex> + 'a {
        let ready = !state.battery[side.index()].fired && self.guns_of(state, side).next().is_some();
        let held = if ready { state.held[side.other().index()] } else { Hexes::EMPTY };
        held.iter().filter(move |&hex| self.guns_of(state, side).any(|gun| self.reaches(state, gun, hex)))
    }

    /// Whether guns reach a hex: a front hex, or one behind a front hex if nothing blocks the line [16.5g] (ruling R-94).
    pub(crate) fn reaches(&self, state: &State, gun: Unit, hex: Hex) -> bool {
        let ground = self.ground(state);
        let from = state.chart(gun).hex;
        let fronts = self.fronts(state, gun, from);
        match ground.distance(from, hex) {
            1 => self.way_to(state, from, hex).is_some_and(|way| fronts >> way & 1 == 1),
            2 if self.tables.limits.battery_range >= 2 => self.between(state, gun, hex).next().is_some(),
            _ => false,
        }
    }

    /// The front hexes through which guns can fire at a hex two away.
    fn between<'a>(&'a self, state: &'a State, gun: Unit, hex: Hex) -> impl Iterator<Item = Hex> + 'a {
        let ground = self.ground(state);
        let from = state.chart(gun).hex;
        let fronts = self.fronts(state, gun, from);
        let top = ground.level(from).max(ground.level(hex));
        (0..6).filter_map(move |way| {
            let middle = ground.neighbours[from.index()][way];
            let open = fronts >> way & 1 == 1
                && middle != Hex::NONE
                && ground.distance(middle, hex) == 1
                && !matches!(ground.terrain(middle), Terrain::Town | Terrain::Fortress | Terrain::Forest)
                && if state.plays(option::CRESTS_BLOCK) {
                    ground.level(middle) <= top
                } else {
                    ground.level(middle) == 0
                };
            open.then_some(middle)
        })
    }

    /// The strength of a bombardment: the points of all hexes that bear, changed by the ground of the target alone
    /// [16.5p] (ruling R-94).
    fn bombardment(&self, state: &State, side: Side, hex: Hex) -> u64 {
        let shares = self.guns_of(state, side).filter(|&gun| self.reaches(state, gun, hex)).map(|gun| {
            let from = state.chart(gun).hex;
            let near = if self.ground(state).distance(from, hex) == 1 {
                Some(from)
            } else {
                self.between(state, gun, hex).next()
            };
            let (over, under) = near.map_or((1, 1), |near| self.bombard_factor(state, gun, near, hex));
            u64::from(state.chart(gun).guns) * POINT * over / under
        });
        if state.plays(option::ONE_HEX_FIRES) { shares.max().unwrap_or(0) } else { shares.sum() }
    }

    pub(crate) fn check_bombard(&self, state: &State, side: Side, hex: Hex) -> Result<(), Refusal> {
        if self.targets(state, side).any(|target| target == hex) {
            return Ok(());
        }
        let reason = format!(
            "{} holds no enemy before the guns within two hexes, or the line is blocked",
            self.label(state, hex)
        );
        Err(Refusal::new(clauses!["16.5g", "16.5f"], reason))
    }

    /// Aims at a hex; cavalry there may still evade [16.5l], and then the battery may choose again [16.5q].
    pub(crate) fn aim(&self, state: &mut State, side: Side, hex: Hex) {
        state.battery[side.index()].target = hex;
        state.threat = self.guns_of(state, side).map(|gun| state.chart(gun).hex).collect();
        state.step = Step::Idle;
    }

    fn fire_battery(&self, state: &mut State, side: Side, hex: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let strength = self.bombardment(state, side, hex);
        let drm = self.tables.odds(strength, POINT * u64::from(self.tables.limits.bombarded_strength));
        let die = dice.d6();
        let roll = die as i8 + drm;
        let line = self.tables.result(roll);
        state.battery[side.index()].fired = true;
        state.fought = true;
        let mut fight = Fight {
            stage: Stage::Buy,
            attacker: side as u8,
            bombardment: true,
            count: 1,
            roll,
            retreat: [line.retreat; TARGETS],
            ..Fight::BLANK
        };
        fight.hexes[0] = hex;
        fight.defenders = state.all_in(hex);
        fight.held = self.engage_reserves(state, fight.defenders);
        fight.from = state.threat;
        state.fight = fight;
        self.shift_initiative(state, side, roll);
        events.tell(|| {
            let text = format!(
                "The Grand Battery bombards {} with {}, modifier {drm:+}, roll {die}: {}.",
                self.label(state, hex),
                crate::strength::written(strength),
                outcome_words(line.retreat)
            );
            let aim = self.odds_aim(drm, clauses!["16.5h"]);
            let event = Event::new(EventKind::Bombardment, text).at(state.threat.iter()).at([hex]);
            let event = event.side(side).rolled([self.combat_roll(("the bombardment", side), die, drm, aim)]);
            event.by(clauses!["16.5f", "16.5h"]).outcome(outcome_words(line.retreat)).reveals()
        });
    }

    /// What a bombardment may come to.
    pub(crate) fn bombard_forecast(&self, state: &State, side: Side, hex: Hex) -> Forecast {
        let strength = self.bombardment(state, side, hex);
        let target = self.tables.limits.bombarded_strength;
        let drm = self.tables.odds(strength, POINT * u64::from(target));
        let mut chances = [0.0; 8];
        for die in 1..=6 {
            chances[usize::from(self.tables.result(die + drm).retreat.min(7))] += 1.0 / 6.0;
        }
        let sum = Derivation::new("Bombardment", format!("{drm:+}"), clauses!["16.5h", "16.5p"])
            .with(Derivation::new(
                "points that bear, by the ground",
                crate::strength::written(strength),
                clauses!["16.5g"],
            ))
            .with(Derivation::new("the target counts as", target, clauses!["16.5h"]));
        let chance = |(retreat, &probability): (usize, &f64)| {
            (probability > 0.0).then(|| Chance { outcome: outcome_words(retreat as u8), probability })
        };
        let forecast = Forecast::new(sum, chances.iter().enumerate().filter_map(chance).collect());
        let forecast = forecast.aimed([self.odds_aim(drm, clauses!["16.5h"])]);
        if self.could_evade(state, hex) { forecast.given("the cavalry does not evade") } else { forecast }
    }

    /// The target may turn hexes of retreat into casualties [16.5k].
    pub(crate) fn ask_to_buy(&self, state: &mut State) -> bool {
        if state.fight.retreat[0] == 0 {
            state.fight.stage = Stage::Effects;
            return false;
        }
        state.step = Step::Buy(state.fight.hexes[0]);
        true
    }

    /// Buys off so many hexes of retreat.
    pub(crate) fn buy(&self, state: &mut State, hexes: u8) {
        let units: Units = state.all_in(state.fight.hexes[0]).and(state.fight.defenders);
        state.fight.retreat[0] -= hexes;
        state.owe(Loss { units, casualties: hexes, hard: true, ..Loss::BLANK });
        state.fight.stage = Stage::Effects;
        state.step = Step::Idle;
    }
}
