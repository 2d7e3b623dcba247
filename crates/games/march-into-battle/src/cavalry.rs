//! 7.6 Retreat before combat, and 7.14 the pursuit by organic cavalry.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::combat::attacking_side;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::state::{Loss, State, Step, Unit, Units, mark, option};
use crate::status::{Check, Weariness};
use crate::tables::Column;
use crate::trails::Trails;
use engine::{Dice, Event, EventKind, Refusal, Side, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Whether cavalry in a hex evades.
    Evade(at: Hex) by game.evader(state, at) => {
        asks: format!("Does cavalry in {} retreat before combat?", game.label(state, at)),
        stakes: High,
        lists: game.list_evasions(state, at, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Evade)),
        Evade(unit) => {
            check: game.check_evasion(state, at, unit),
            play: {
                if state.chart(unit).is(mark::EXTENDED) {
                    game.collapse(state, unit, at, events);
                }
                state.step = Step::Flee(unit);
            },
            words: format!("{} retreats before combat", game.unit_words(state, unit)),
            odds: None,
            worth: mind.peril(state, at, game.evader(state, at)) - 1.6,
        }
        Stand => { check: Ok(()), play: game.stand(state, at), words: "stand", odds: None, worth: 0.0 }
    }

    /// Where evading cavalry goes.
    Flee(unit: Unit) by game.side_of(state, unit) => {
        asks: format!("Choose where {} goes.", game.name(state, unit)),
        lists: out.extend(game.refuges(state, unit).iter().map(Action::To)),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_refuge(state, unit, hex),
            play: game.evade_to(state, unit, hex, events),
            words: game.way_words(state, hex),
            odds: None,
            worth: mind.retreat_worth(state, game.side_of(state, unit), hex),
        }
    }

    /// Whether organic cavalry pursues.
    Pursue(at: Hex) by attacking_side(state) => {
        asks: format!("Does organic cavalry pursue out of {}?", game.label(state, at)),
        lists: game.list_pursuit(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Pursue)),
        Pursue(unit) => {
            check: game.check_pursuit(state, unit),
            play: {
                state.fight.joined.insert(unit);
                state.step = Step::Idle;
            },
            words: format!("the horse of {} pursues", game.unit_words(state, unit)),
            odds: None,
            worth: 1.0,
        }
        Roll => {
            check: game.only_if(!state.fight.joined.is_empty(), state, Action::Roll),
            play: {
                game.pursue(state, dice, events);
                game.end_pursuit(state);
            },
            words: Words::new("roll for the pursuit").rolls(true),
            odds: None,
            worth: 0.5,
        }
        Done => { check: Ok(()), play: game.end_pursuit(state), words: "no pursuit", odds: None, worth: 0.0 }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The cavalry of a hex that can be asked whether it evades. Who is spent is asked too, so that nobody learns of it.
    pub(crate) fn could_evade(&self, state: &State, hex: Hex) -> bool {
        state.stack(hex).any(|unit| self.is_cavalry(state, unit) && !state.chart(unit).is(mark::STEADY))
    }

    /// Whether a cavalry unit may retreat before combat: unless it is spent [7.6c, 11.1e], and if there is somewhere to go.
    pub(crate) fn can_evade(&self, state: &State, unit: Unit) -> bool {
        self.is_cavalry(state, unit)
            && state.on_map(unit)
            && self.weariness(state, unit) != Weariness::Spent
            && !self.refuges(state, unit).is_empty()
    }

    /// The hex from which attacked cavalry retreats: of a line the half that is attacked.
    fn attacked_half(&self, state: &State, unit: Unit) -> Hex {
        match state.step {
            Step::Evade(hex) if self.hexes_of(state, unit).any(|own| own == hex) => hex,
            _ => state.chart(unit).hex,
        }
    }

    /// The hexes where evading cavalry may go.
    pub(crate) fn refuges(&self, state: &State, unit: Unit) -> Hexes {
        self.refuge_reach(state, unit).hexes
    }

    /// Where evading cavalry may go: up to four hexes away from who threatens it [7.6c] (ruling R-59).
    fn refuge_reach(&self, state: &State, unit: Unit) -> Trails {
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let start = self.attacked_half(state, unit);
        let barred = state.held[side.other().index()] | [start].into_iter().collect();
        // How much further from the threat a step leads, if it can be made.
        let gain = |hex: Hex, way: usize, to: Hex| {
            let change = |from: Hex| ground.distance(to, from) as i8 - ground.distance(hex, from) as i8;
            let open = to != Hex::NONE && !barred.contains(to) && self.step_cost(state, unit, hex, way).is_some();
            open.then(|| state.threat.iter().map(change).min().unwrap_or(1))
        };
        let leads_away = |&hex: &Hex| {
            let around = ground.neighbours[hex.index()].iter().enumerate();
            around.filter_map(|(way, &to)| gain(hex, way, to)).any(|gain| gain >= 1)
        };
        let mut reach = Trails::new();
        let (mut reached, mut rim): (Hexes, Hexes) = (Hexes::EMPTY, [start].into_iter().collect());
        for _ in 0..self.tables.limits.evasion {
            // Only where no step leads away from all of them may one keep the distance.
            let with_way: Hexes = rim.iter().filter(leads_away).collect();
            let least = |hex: Hex| if with_way.contains(hex) { 1 } else { 0 };
            rim = reach.widen(ground, rim, reached | barred, |hex, way, to| {
                gain(hex, way, to).is_some_and(|gain| gain >= least(hex))
            });
            reached |= rim;
        }
        reach.hexes = reached.iter().filter(|&hex| self.has_room(state, unit, hex)).collect();
        reach
    }

    pub(crate) fn list_evasions(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        out.extend(state.stack(hex).filter(|&unit| self.can_evade(state, unit)).map(Action::Evade));
        out.push(Action::Stand);
    }

    pub(crate) fn check_evasion(&self, state: &State, hex: Hex, unit: Unit) -> Result<(), Refusal> {
        let name = self.name(state, unit);
        let attacked = self.hexes_of(state, unit).any(|own| own == hex);
        if !state.on_map(unit) || !attacked || !self.is_cavalry(state, unit) {
            return Err(Refusal::new(clauses!["7.6c"], format!("{name} is no cavalry that is attacked now")));
        }
        if self.weariness(state, unit) == Weariness::Spent {
            return Err(Refusal::new(clauses!["11.1e"], format!("{name} is spent and cannot retreat before combat")));
        }
        if self.refuges(state, unit).is_empty() {
            return Err(Refusal::new(clauses!["7.6c"], format!("{name} has nowhere to go")));
        }
        Ok(())
    }

    pub(crate) fn check_refuge(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.refuges(state, unit).contains(hex) {
            return Ok(());
        }
        let most = self.tables.limits.evasion;
        let reason =
            format!("{} evades by up to {most} hexes away from the enemy that threatens it", self.name(state, unit));
        Err(Refusal::new(clauses!["7.6c"], reason))
    }

    pub(crate) fn check_threat(&self, state: &State, unit: Unit, at: Hex, target: Hex) -> Result<(), Refusal> {
        if self.can_threaten(state, unit, at, target, &self.ways(state, unit)) {
            return Ok(());
        }
        let reason = format!(
            "{} is no infantry that can attack cavalry in {} from there",
            self.name(state, unit),
            self.label(state, target)
        );
        Err(Refusal::new(clauses!["7.6d", "7.6c", "6.9a"], reason))
    }

    /// An attack declared on arrival.
    pub(crate) fn threat_words(&self, state: &State, target: Hex) -> Words {
        Words::new(format!("declare an attack on the cavalry in {}", self.label(state, target)))
    }

    /// Cavalry evades: disorganized, or a straggler step if it was so before [7.6e, 7.6f], and more tired [7.6i].
    pub(crate) fn evade_to(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        state.step = Step::Idle;
        let from = state.chart(unit).hex;
        let units: Units = [unit].into_iter().collect();
        let reach = self.refuge_reach(state, unit);
        self.go_along(state, unit, hex, &reach);
        state.chart_mut(unit).clear(mark::CAME);
        self.find_lonely(state, self.side_of(state, unit), from);
        events.tell(|| {
            let text = format!("{} retreats before combat to {}.", self.name(state, unit), self.label(state, hex));
            self.unit_event(state, unit, EventKind::Retreat, text).along([from, hex]).by(clauses!["7.6c", "7.6e"])
        });
        if state.chart(unit).is(mark::DISORGANIZED) {
            state.owe(Loss { units, stragglers: 1, ..Loss::BLANK });
        } else {
            self.disorganize(state, unit);
        }
        self.tire(state, unit, self.tables.fatigue.cavalry_combat);
        self.settle_facing(state, units, hex);
    }

    /// The rest of the cavalry in a hex stands.
    pub(crate) fn stand(&self, state: &mut State, hex: Hex) {
        for unit in state.all_in(hex).iter() {
            if self.is_cavalry(state, unit) {
                state.chart_mut(unit).set(mark::STEADY);
            }
        }
        state.asked.insert(hex);
        state.step = Step::Idle;
    }

    /// Organic cavalry does nothing but this and what it does in a charge, and tires nobody [7.14l]. The attackers whose organic
    /// cavalry might pursue out of a hex that was left: they stood next to it and it is ground that cavalry can charge into
    /// [7.14c] (ruling R-62).
    pub(crate) fn find_pursuers(&self, state: &State, hex: Hex) -> Units {
        let near = |&unit: &Unit| self.hexes_of(state, unit).any(|from| self.can_charge(state, from, hex));
        state.fight.attackers.iter().filter(near).collect()
    }

    /// Whether cavalry can charge from one hex into the next (ruling R-57).
    pub(crate) fn can_charge(&self, state: &State, from: Hex, to: Hex) -> bool {
        self.way_to(state, from, to).is_some_and(|way| self.ground(state).charge(from) >> way & 1 == 1)
    }

    /// The organic cavalry that can still join the pursuit [7.14k].
    pub(crate) fn can_pursue(&self, state: &State, unit: Unit) -> bool {
        let at = usize::from(state.fight.at);
        let chart = state.chart(unit);
        state.fight.pursuers[at].contains(unit)
            && !state.fight.joined.contains(unit)
            && chart.organic > 0
            && state.on_map(unit)
            && !chart.is(mark::DISORGANIZED)
            && !chart.is(mark::SMASHED)
            && self.weariness(state, unit) == Weariness::Fit
    }

    pub(crate) fn list_pursuit(&self, state: &State, out: &mut Vec<Action>) {
        let at = usize::from(state.fight.at);
        out.extend(state.fight.pursuers[at].iter().filter(|&unit| self.can_pursue(state, unit)).map(Action::Pursue));
        if !state.fight.joined.is_empty() {
            out.push(Action::Roll);
        }
        out.push(Action::Done);
    }

    pub(crate) fn check_pursuit(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_pursue(state, unit) {
            return Ok(());
        }
        let reason = format!("{} has no organic cavalry that can pursue here", self.name(state, unit));
        Err(Refusal::new(clauses!["7.14c", "7.14k"], reason))
    }

    /// Sound infantry checks to meet the charge of its pursuers, its largest unit for all [7.13b] (ruling R-56).
    fn meets_pursuit(&self, state: &State, quarry: Units, dice: &mut impl Dice) -> Option<(Unit, Check)> {
        if quarry.iter().any(|unit| self.is_cavalry(state, unit)) {
            return None;
        }
        let largest = quarry.iter().max_by_key(|&unit| (self.strength(state, unit), state.chart(unit).morale));
        largest.map(|unit| (unit, self.roll_check(state.chart(unit).morale, dice)))
    }

    /// Organic cavalry charges a stack that retreats: dice as in a combat, doubled and rolled as engaged against broken troops
    /// [7.13c, 7.13d], but only casualties count [7.14d, 7.14e, 7.14f, 7.14g] (ruling R-62).
    pub(crate) fn pursue(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let at = usize::from(state.fight.at);
        let quarry: Units = state.fight.quarry[at].iter().filter(|&unit| state.on_map(unit)).collect();
        let riders = state.fight.joined;
        let charges = !state.plays(option::MILD_PURSUIT);
        let broken = charges && quarry.iter().any(|unit| self.is_broken(state, unit));
        let mut attack: u64 = 2 * riders.iter().map(|unit| u64::from(state.chart(unit).organic)).sum::<u64>();
        let met = (charges && !broken).then(|| self.meets_pursuit(state, quarry, dice)).flatten();
        if broken {
            attack *= 2;
        } else if met.is_some_and(|(_, check)| check.passed) {
            attack /= 2;
        }
        let horse = self.with_horse(state, quarry, true);
        let mut defence = 1;
        let mut countered = None;
        if let Some(unit) = horse.iter().max_by_key(|&unit| state.chart(unit).organic) {
            let organic: u64 = horse.iter().map(|unit| u64::from(state.chart(unit).organic)).sum();
            let sound = !state.chart(unit).is(mark::DISORGANIZED) && !state.chart(unit).is(mark::SMASHED);
            countered = sound.then(|| (unit, self.roll_check(state.chart(unit).morale, dice)));
            let doubled = countered.is_some_and(|(_, check)| check.passed);
            defence += if doubled { 2 * organic } else { organic };
        }
        let (die, drm) = (dice.d6(), self.tables.odds(attack, 2 * defence));
        let line = self.tables.result(die as i8 + drm);
        let column = if broken { Column::Engaged } else { line.defender_column() };
        let hurt = self.blow(column, dice.d6(), line.defender);
        let paid = self.blow(line.attacker_column(), dice.d6(), line.attacker);
        let better = state.fight.morale;
        let defender_loss = self.casualties_of(state, hurt.effect, quarry, better > 0);
        let attacker_loss = self.casualties_of(state, paid.effect, riders, better < 0);
        events.tell(|| {
            let names = riders.iter().map(|unit| self.name(state, unit).to_string()).collect::<Vec<_>>().join(", ");
            let steps = |count: u8| match count {
                0 => "nothing".to_string(),
                1 => "1 step".to_string(),
                _ => format!("{count} steps"),
            };
            let text = format!(
                "Organic cavalry of {names} pursues: the fugitives lose {}, the cavalry {}.",
                steps(defender_loss),
                steps(attacker_loss)
            );
            let side = Side::BOTH[usize::from(state.fight.attacker)];
            let checks = met.into_iter().chain(countered).map(|(unit, check)| self.morale_roll(state, unit, check.die));
            let rolls = [
                self.combat_roll(("the pursuit", side), die, drm, self.odds_aim(drm, clauses!["7.14c"])),
                self.blow_roll(hurt, side.other(), "the fugitives"),
                self.blow_roll(paid, side, "the cavalry"),
            ];
            let event = Event::new(EventKind::Pursuit, text).side(side).rolled(checks).rolled(rolls);
            let event = event.costs(side.other(), defender_loss.into()).costs(side, attacker_loss.into());
            event.by(clauses!["7.14c", "7.14d", "7.14e"]).reveals()
        });
        let mut left = attacker_loss;
        for unit in riders.iter() {
            let lost = left.min(state.chart(unit).organic);
            state.chart_mut(unit).organic -= lost;
            left -= lost;
        }
        let organic = self.with_horse(state, quarry, true);
        state.owe(Loss { units: quarry, casualties: defender_loss, stragglers: 0, organic, hard: true });
    }

    /// The casualties alone of an outcome.
    fn casualties_of(&self, state: &State, effect: crate::tables::Effect, units: Units, inferior: bool) -> u8 {
        let checked = match effect.disorder {
            crate::tables::Disorder::OrLoss(limit) => units.iter().any(|unit| state.chart(unit).morale > limit),
            _ => false,
        };
        effect.casualties + u8::from(effect.inferior_casualty && inferior) + u8::from(checked)
    }

    /// Every cavalry unit that fought is more tired [7.6h, 7.13h].
    pub(crate) fn tire_cavalry(&self, state: &mut State, units: Units) {
        for unit in units.iter() {
            if state.on_map(unit) && self.is_cavalry(state, unit) {
                self.tire(state, unit, self.tables.fatigue.cavalry_combat);
            }
        }
    }

    /// The side that is asked whether its cavalry evades.
    pub(crate) fn evader(&self, state: &State, hex: Hex) -> Side {
        state.holder(hex).unwrap_or(state.side.other())
    }
}
