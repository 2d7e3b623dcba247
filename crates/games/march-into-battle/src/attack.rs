//! 7.0 Who attacks what.

use crate::MarchIntoBattle;
use crate::action::{Action, Attacker, CombatNumber, Half};
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::state::{COMBATS, Category, Combat, Phase, Plan, State, Step, Unit, Units, mark, option};
use crate::status::Check;
use engine::{Dice, EventKind, Forecast, Refusal, Role, Sink, UNFOUGHT, Words, clauses};
use hexboard::Hex;

/// What is supposed of an enemy whose fatigue and guns are hidden.
const FRESH: &str = "the enemy is fresh, has his first batteries left, and stands";

/// The attacks of one stack: its hex, and what it attacks.
type Strikes = [(Hex, Hexes); 24];

/// Why a plan of attacks does not stand. It is put into words only for who asks: the list tries far more plans than it has.
#[derive(Copy, Clone)]
enum Bar {
    /// The unit attacks that hex already.
    Twice(Unit, Hex),
    /// There are as many combats as there can be.
    Combats,
    /// Nobody else attacks that hex.
    Alone,
    /// There are as many hexes in the combat as there can be.
    Hexes,
    /// The hexes that defend do not hang together.
    Parted,
    /// More units of a formation than its leader can lead.
    Unled { formation: u8, limit: u8 },
    /// Formations together in play by mail.
    Formations,
    /// A unit or a stack in more combats than it can be in.
    Pairs,
    /// A stack joins others while an enemy beside it is left alone.
    Left { stack: Hex, enemy: Hex },
    /// A stack with infantry attacks no infantry.
    Foot(Hex),
}

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Who attacks what.
    Declare by state.side => {
        asks: "Declare attacks.",
        stakes: High,
        lists: game.list_attacks(state, out),
        points(hex): {
            let attackers = game.active_units(state).filter(|&unit| game.may_attack(state, unit));
            out.extend(attackers.map(|unit| Action::Attack(Attacker(unit, Half::Right), hex)));
        },
        Attack(attacker, hex) => {
            check: game.check_attack(state, attacker, hex, false),
            play: game.declare(state, attacker, hex, false, dice, events),
            words: {
                let role = if game.is_attacked(state, hex) { Role::Join } else { Role::Aim };
                game.attack_words(state, attacker, hex, "").rolls(game.must_dare(state, attacker)).role(role)
            },
            odds: game.attack_forecast(state, attacker, hex, false),
            worth: mind.attack_worth(state, attacker, hex, false),
        }
        Apart(attacker, hex) => {
            check: game.check_attack(state, attacker, hex, true),
            play: game.declare(state, attacker, hex, true, dice, events),
            words: game.attack_words(state, attacker, hex, " apart").rolls(game.must_dare(state, attacker)).role(Role::Aside),
            odds: game.attack_forecast(state, attacker, hex, true),
            worth: mind.attack_worth(state, attacker, hex, true),
        }
        Done => {
            check: Ok(()),
            play: {
                state.phase = Phase::Answer;
                state.step = Step::Idle;
            },
            words: {
                let declared = state.plan.open().next().is_some();
                let text = if declared { "no more attacks: fight" } else { "no more attacks" };
                Words::new(text).leaves(game.unfought(state), UNFOUGHT).role_if(declared, Role::Fight)
            },
            odds: game.standing_forecast(state),
            worth: 0.0,
        }
    }

    /// Which combat is fought next.
    Resolve by state.side => {
        asks: "Choose the combat to be fought next.",
        lists: out.extend(state.plan.open().map(|combat| Action::Fight(CombatNumber(combat as u8)))),
        points(_): {},
        Fight(combat) => {
            check: game.check_fight(state, combat),
            play: game.fight(state, combat.0, dice, events),
            words: game.fight_words(state, combat).rolls(true).role(Role::Fight),
            odds: game.fight_forecast(state, &state.plan, combat.0.into()),
            worth: mind.combat_worth(state, &state.plan, combat.0.into()),
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Whether a unit may declare an attack, a Mobile action like movement [4.1.1]: ready after a move [6.9a], or from where
    /// it began next to the enemy [6.9b, 4.1a] (ruling R-20).
    pub(crate) fn may_attack(&self, state: &State, unit: Unit) -> bool {
        self.seems_to_attack(state, unit) && self.may_fight(state, unit)
    }

    /// The same for the eyes of the enemy.
    fn seems_to_attack(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let deployed = chart.is(mark::BEGAN_ADJACENT)
            && !chart.is(mark::MOVED)
            && matches!(chart.category, Category::None | Category::Mobile);
        let commanded = chart.is(mark::PICKED) || self.in_command(state, unit);
        state.on_map(unit)
            && self.side_of(state, unit) == state.side
            && state.is_active(chart.formation)
            && (chart.is(mark::READY) || deployed)
            && commanded
            && self.seems_to_fight(state, unit)
    }

    /// The hex of a unit, or of one half of an extended line.
    pub(crate) fn half_of(&self, state: &State, Attacker(unit, half): Attacker) -> Hex {
        let chart = state.chart(unit);
        match half {
            Half::Right => chart.hex,
            Half::Left => chart.second,
        }
    }

    /// All that can be declared now; nobody has to attack [7.0c].
    pub(crate) fn list_attacks(&self, state: &State, out: &mut Vec<Action>) {
        for unit in self.active_units(state) {
            if !self.may_attack(state, unit) {
                continue;
            }
            for half in Half::BOTH {
                let attacker = Attacker(unit, half);
                let hex = self.half_of(state, attacker);
                if hex == Hex::NONE {
                    continue;
                }
                for target in self.prey(state, state.side, hex, self.fronts(state, unit, hex)) {
                    if self.plan_with(state, attacker, target, false).is_some() {
                        out.push(Action::Attack(attacker, target));
                    }
                    if self.plan_with(state, attacker, target, true).is_some() {
                        out.push(Action::Apart(attacker, target));
                    }
                }
            }
        }
        out.push(Action::Done);
    }

    /// How many units have something to attack.
    fn unfought(&self, state: &State) -> usize {
        let mut attacks = Vec::new();
        self.list_attacks(state, &mut attacks);
        let attackers = attacks.into_iter().filter_map(|action| match action {
            Action::Attack(Attacker(unit, _), _) | Action::Apart(Attacker(unit, _), _) => Some(unit),
            _ => None,
        });
        attackers.collect::<Units>().iter().count()
    }

    pub(crate) fn check_attack(
        &self,
        state: &State,
        attacker: Attacker,
        target: Hex,
        apart: bool,
    ) -> Result<(), Refusal> {
        let unit = attacker.0;
        let name = self.name(state, unit);
        let active = self.side_of(state, unit) == state.side && state.is_active(state.chart(unit).formation);
        if !state.on_map(unit) || !active {
            return Err(Refusal::new(clauses!["2.3c"], format!("{name} is not active")));
        }
        if !self.may_fight(state, unit) {
            return Err(self.why_no_fight(state, unit));
        }
        if !self.may_attack(state, unit) {
            let reason =
                format!("{name} did not begin next to the enemy and has set no movement points aside to attack");
            return Err(Refusal::new(clauses!["6.9a", "6.9b", "4.1b"], reason));
        }
        let hex = self.half_of(state, attacker);
        if hex == Hex::NONE {
            return Err(Refusal::new(clauses!["16.6i"], format!("{name} has no such half")));
        }
        if !self.prey(state, state.side, hex, self.fronts(state, unit, hex)).any(|prey| prey == target) {
            let reason =
                format!("{} holds no enemy that {name} can attack before its front", self.label(state, target));
            return Err(Refusal::new(clauses!["7.0d", "7.0a", "7.7.1"], reason));
        }
        self.try_plan(state, attacker, target, apart).map(|_| ()).map_err(|bar| self.bar_words(state, bar))
    }

    /// Why a plan does not stand, in words.
    fn bar_words(&self, state: &State, bar: Bar) -> Refusal {
        let at = |hex: Hex| self.label(state, hex);
        match bar {
            Bar::Twice(unit, target) => {
                Refusal::new(clauses!["7.0j"], format!("{} attacks {} already", self.name(state, unit), at(target)))
            }
            Bar::Combats => Refusal::new(clauses!["7.0g"], "no more combats can be declared"),
            Bar::Alone => Refusal::new(clauses!["7.0l"], "nobody else attacks that hex yet"),
            Bar::Hexes => Refusal::new(clauses!["7.0g"], "that is too many hexes for one combat"),
            Bar::Parted => Refusal::new(clauses!["7.0g"], "the hexes that defend in one combat must hang together"),
            Bar::Unled { formation, limit } => {
                let name = &self.battle(state).formations[usize::from(formation)].title;
                let reason = format!("the leader of {name} can lead {limit} units in one attack");
                Refusal::new(clauses!["7.0h"], reason)
            }
            Bar::Formations => Refusal::new(clauses!["16.3b"], "in play by mail formations attack apart"),
            Bar::Pairs => {
                let reason = "a unit is attacked once in an activation, and besides by one charge; a stack attacks in one combat";
                Refusal::new(clauses!["7.0j", "7.0l"], reason)
            }
            Bar::Left { stack, enemy } => {
                let reason = format!("the stack in {} cannot join while {} is left unassaulted", at(stack), at(enemy));
                Refusal::new(clauses!["7.0e"], reason)
            }
            Bar::Foot(stack) => {
                let reason = format!("the stack in {} can attack infantry and must", at(stack));
                Refusal::new(clauses!["7.0f"], reason)
            }
        }
    }

    /// The plan with one more attack, if the rules let it stand.
    pub(crate) fn plan_with(&self, state: &State, attacker: Attacker, target: Hex, apart: bool) -> Option<Plan> {
        self.try_plan(state, attacker, target, apart).ok()
    }

    /// The plan with one more attack, by a unit that attacks already or not [7.0k].
    fn try_plan(&self, state: &State, attacker: Attacker, target: Hex, apart: bool) -> Result<Plan, Bar> {
        let Attacker(unit, half) = attacker;
        let mut plan = state.plan;
        let own = plan.aim[unit.index()][half.index()];
        let mine = if own > 0 { Some(usize::from(own) - 1) } else { self.combat_of_stack(state, attacker, apart) };
        let theirs = plan.open().find(|&combat| {
            Some(combat) != mine
                && plan.combats[combat].hexes().contains(&target)
                && self.same_phase(state, &plan, combat, unit)
        });
        if let Some(combat) = mine.filter(|&combat| plan.combats[combat].hexes().contains(&target)) {
            if own > 0 || apart {
                return Err(Bar::Twice(unit, target));
            }
            plan.aim[unit.index()][half.index()] = combat as u8 + 1;
            return self.approve(state, plan);
        }
        let combat = match (mine, theirs, apart) {
            (None, Some(theirs), false) => theirs,
            (Some(mine), Some(theirs), false) => {
                merge(&mut plan, mine, theirs);
                mine
            }
            (Some(mine), None, false) | (Some(mine), Some(_), true) => mine,
            (None, None, false) | (None, Some(_), true) => {
                let free = (0..COMBATS).find(|&combat| !plan.combats[combat].is_on());
                free.ok_or(Bar::Combats)?
            }
            (_, None, true) => return Err(Bar::Alone),
        };
        if !plan.combats[combat].add(target) {
            return Err(Bar::Hexes);
        }
        plan.aim[unit.index()][half.index()] = combat as u8 + 1;
        self.approve(state, plan)
    }

    /// The combat that other units of the same stack are in, which a unit joins unless it goes apart (ruling R-33).
    fn combat_of_stack(&self, state: &State, attacker: Attacker, apart: bool) -> Option<usize> {
        if apart {
            return None;
        }
        let hex = self.half_of(state, attacker);
        let mates = state.stack(hex).filter(|&mate| mate != attacker.0);
        mates.map(|mate| state.plan.aim[mate.index()][0]).find(|&aim| aim > 0).map(|aim| usize::from(aim) - 1)
    }

    /// In play by mail each formation has attacks of its own [16.3b].
    fn same_phase(&self, state: &State, plan: &Plan, combat: usize, unit: Unit) -> bool {
        !state.plays(option::PBEM)
            || plan.attackers(combat).iter().all(|other| state.chart(other).formation == state.chart(unit).formation)
    }

    /// Whether a plan stands by all the rules of declaration.
    fn approve(&self, state: &State, plan: Plan) -> Result<Plan, Bar> {
        for combat in plan.open() {
            self.approve_combat(state, &plan, combat)?;
        }
        self.approve_pairs(state, &plan)?;
        self.approve_stacks(state, &plan)?;
        Ok(plan)
    }

    /// The rules for one combat: its hexes hang together [7.0g], its leaders can lead so many [7.0h], and in play by mail each
    /// formation attacks by itself [16.3b].
    fn approve_combat(&self, state: &State, plan: &Plan, combat: usize) -> Result<(), Bar> {
        if !self.is_contiguous(state, &plan.combats[combat]) {
            return Err(Bar::Parted);
        }
        let formations = self.battle(state).formations.len();
        let mut counts = [0_u8; crate::pieces::FORMATIONS];
        for unit in plan.attackers(combat).iter() {
            let halves = plan.aim[unit.index()].iter().filter(|&&aim| usize::from(aim) == combat + 1).count() as u8;
            counts[usize::from(state.chart(unit).formation)] += halves;
        }
        for (formation, &count) in counts.iter().enumerate().take(formations) {
            let limit = self.attack_limit(state, formation as u8);
            if count > limit {
                return Err(Bar::Unled { formation: formation as u8, limit });
            }
        }
        if state.plays(option::PBEM) && counts.iter().filter(|&&count| count > 0).count() > 1 {
            return Err(Bar::Formations);
        }
        Ok(())
    }

    /// A path between all defending hexes through defending hexes [7.0g].
    fn is_contiguous(&self, state: &State, combat: &Combat) -> bool {
        let ground = self.ground(state);
        let hexes = combat.hexes();
        let Some(&first) = hexes.first() else { return true };
        let mut joined = Hexes::EMPTY;
        joined.insert(first);
        for _ in 1..hexes.len() {
            for &hex in hexes {
                if joined.iter().any(|known| ground.distance(known, hex) == 1) {
                    joined.insert(hex);
                }
            }
        }
        hexes.iter().all(|&hex| joined.contains(hex))
    }

    /// A hex suffers one attack with infantry and one charge, each stack takes part in one combat, or in one of each
    /// [7.0j, 7.0l] (ruling R-33).
    fn approve_pairs(&self, state: &State, plan: &Plan) -> Result<(), Bar> {
        for one in plan.open() {
            for other in plan.open().filter(|&other| other > one) {
                let shared = plan.combats[one].hexes().iter().any(|hex| plan.combats[other].hexes().contains(hex));
                let hexes = |combat: usize| -> Hexes {
                    let attackers = plan.attackers(combat);
                    attackers.iter().flat_map(|unit| self.halves_in(state, plan, unit, combat)).collect()
                };
                let stacked = !(hexes(one) & hexes(other)).is_empty();
                if !shared && !stacked {
                    continue;
                }
                let apart = state.plays(option::PBEM) && !self.same_formation(state, plan, one, other);
                let charges = [one, other].map(|combat| self.clash(state, plan, combat).charge);
                let foot =
                    [one, other].map(|combat| plan.attackers(combat).iter().any(|unit| self.is_infantry(state, unit)));
                let pair = (charges[0] && foot[1]) || (charges[1] && foot[0]);
                if !pair && (stacked || !apart) {
                    return Err(Bar::Pairs);
                }
            }
        }
        Ok(())
    }

    fn same_formation(&self, state: &State, plan: &Plan, one: usize, other: usize) -> bool {
        let formation = |combat: usize| plan.attackers(combat).first().map(|unit| state.chart(unit).formation);
        formation(one) == formation(other)
    }

    /// The hexes from which a unit attacks in a combat.
    fn halves_in(&self, state: &State, plan: &Plan, unit: Unit, combat: usize) -> impl Iterator<Item = Hex> + use<> {
        let aim = plan.aim[unit.index()];
        let hexes = Half::BOTH.map(|half| self.half_of(state, Attacker(unit, half)));
        (0..2).filter(move |&half| usize::from(aim[half]) == combat + 1).map(move |half| hexes[half])
    }

    /// No stack joins an assault while an enemy beside it is left alone [7.0e], and a stack with infantry attacks infantry
    /// if it can [7.0f] (rulings ).
    fn approve_stacks(&self, state: &State, plan: &Plan) -> Result<(), Bar> {
        let mut strikes: Strikes = [(Hex::NONE, Hexes::EMPTY); 24];
        let mut count = 0;
        for unit in self.units_of(state, state.side) {
            for half in Half::BOTH {
                let aim = plan.aim[unit.index()][half.index()];
                if aim == 0 {
                    continue;
                }
                let hex = self.half_of(state, Attacker(unit, half));
                let combat = &plan.combats[usize::from(aim) - 1];
                let prey = self.prey(state, state.side, hex, self.fronts(state, unit, hex));
                let struck: Hexes = prey.filter(|prey| combat.hexes().contains(prey)).collect();
                let at = (0..count).find(|&at| strikes[at].0 == hex).unwrap_or(count);
                if at == strikes.len() {
                    continue;
                }
                count = count.max(at + 1);
                strikes[at] = (hex, strikes[at].1 | struck);
            }
        }
        let strikes = &strikes[..count];
        let assaulted = strikes.iter().fold(Hexes::EMPTY, |all, (_, struck)| all | *struck);
        for &(hex, struck) in strikes {
            let before = self.prey_of_stack(state, hex);
            let shares = strikes.iter().any(|&(other, theirs)| other != hex && !(theirs & struck).is_empty());
            let narrow = state.plays(option::FRONT_NEIGHBOURS);
            let around = if narrow { before } else { self.enemies_around(state, hex) };
            if shares && let Some(enemy) = (around - assaulted).iter().next() {
                return Err(Bar::Left { stack: hex, enemy });
            }
            let foot = |hex: Hex| state.stack(hex).any(|unit| self.is_infantry(state, unit));
            if foot(hex) && before.iter().any(foot) && !struck.iter().any(foot) {
                return Err(Bar::Foot(hex));
            }
        }
        Ok(())
    }

    /// The enemy hexes next to a hex, whatever lies between [7.0e].
    fn enemies_around(&self, state: &State, hex: Hex) -> Hexes {
        let enemies = state.held[state.side.other().index()];
        let around = self.ground(state).neighbours[hex.index()];
        around.into_iter().filter(|&near| near != Hex::NONE && enemies.contains(near)).collect()
    }

    /// The enemy hexes before the front of a stack.
    fn prey_of_stack(&self, state: &State, hex: Hex) -> Hexes {
        let Some(unit) = state.stack(hex).next() else { return Hexes::EMPTY };
        self.prey(state, state.side, hex, self.fronts(state, unit, hex)).collect()
    }

    /// Whether a unit checks before it attacks: it has come from one enemy zone into another [6.2m].
    fn must_dare(&self, state: &State, Attacker(unit, _): Attacker) -> bool {
        let chart = state.chart(unit);
        chart.is(mark::NEW_ZONE) && !chart.is(mark::CLEARED)
    }

    /// Who attacks what, and how.
    fn attack_words(&self, state: &State, Attacker(unit, _): Attacker, target: Hex, how: &str) -> Words {
        Words::new(format!("{} attacks {}{how}", self.unit_words(state, unit), self.label(state, target)))
    }

    /// The hexes that are fought for in a combat.
    fn fight_words(&self, state: &State, CombatNumber(combat): CombatNumber) -> Words {
        let hexes = state.plan.combats.get(usize::from(combat)).map_or(&[][..], |combat| combat.hexes());
        let labels: Vec<_> = hexes.iter().map(|&hex| self.label(state, hex)).collect();
        Words::new(format!("fight in {}", labels.join(", ")))
    }

    /// Whether somebody attacks a hex already.
    fn is_attacked(&self, state: &State, hex: Hex) -> bool {
        state.plan.open().any(|combat| state.plan.combats[combat].hexes().contains(&hex))
    }

    /// What the first attack that was declared would come to as it stands.
    fn standing_forecast(&self, state: &State) -> Option<Forecast> {
        let combat = state.plan.open().next()?;
        let guessed = self.guess(state, state.side);
        Some(self.fight_forecast(&guessed, &state.plan, combat)?.given(FRESH))
    }

    /// What an attack would come to, as far as the attacker can know: the enemy's strength in men is open, his fatigue and
    /// his guns are not [2.5a, 2.5b].
    fn attack_forecast(&self, state: &State, attacker: Attacker, target: Hex, apart: bool) -> Option<Forecast> {
        let plan = self.plan_with(state, attacker, target, apart)?;
        let combat = usize::from(plan.aim[attacker.0.index()][attacker.1.index()]) - 1;
        let guessed = self.guess(state, state.side);
        let forecast = self.fight_forecast(&guessed, &plan, combat)?;
        Some(forecast.given(FRESH))
    }

    /// Declares an attack. Who has come from one enemy zone into another checks first [6.2m] (ruling R-17).
    pub(crate) fn declare(
        &self,
        state: &mut State,
        attacker: Attacker,
        target: Hex,
        apart: bool,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let unit = attacker.0;
        state.step = Step::Idle;
        if self.must_dare(state, attacker) {
            let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
            state.chart_mut(unit).set(if passed { mark::CLEARED } else { mark::BARRED });
            let label = if passed { "dares to attack" } else { "does not attack" };
            events.tell(|| {
                let text = format!("{} rolls {die} and {label} from the new enemy zone.", self.name(state, unit));
                let event = self.unit_event(state, unit, EventKind::Check, text);
                event.rolled([self.morale_roll(state, unit, die)]).by(clauses!["6.2m", "5.0a"]).outcome(label)
            });
            if !passed {
                return;
            }
        }
        if let Some(plan) = self.plan_with(state, attacker, target, apart) {
            state.plan = plan;
            let from = self.half_of(state, attacker);
            events.tell(|| {
                let text = format!("{} will attack {}.", self.name(state, unit), self.label(state, target));
                self.unit_event(state, unit, EventKind::Attack, text).at([from, target]).by(clauses!["7.0d"])
            });
        }
    }

    /// Whether somebody seems able to declare an attack: then his owner is asked, even if the troops are spent.
    pub(crate) fn anyone_attacks(&self, state: &State) -> bool {
        self.active_units(state).any(|unit| {
            self.seems_to_attack(state, unit)
                && self
                    .hexes_of(state, unit)
                    .any(|hex| self.prey(state, state.side, hex, self.fronts(state, unit, hex)).next().is_some())
        })
    }

    /// Cavalry that is to be attacked by infantry is asked whether it evades [7.6c], also when the attack comes from where
    /// the attacker stood (ruling R-59); cavalry does not flee cavalry (ruling R-60).
    pub(crate) fn ask_cavalry(&self, state: &mut State) -> bool {
        let ground = self.ground(state);
        for combat in 0..COMBATS {
            if !state.plan.combats[combat].is_on() {
                continue;
            }
            let foot: Hexes = state
                .plan
                .attackers(combat)
                .iter()
                .filter(|&unit| self.is_infantry(state, unit))
                .flat_map(|unit| self.halves_in(state, &state.plan, unit, combat))
                .collect();
            for &hex in state.plan.combats[combat].hexes() {
                let near: Hexes = foot.iter().filter(|&from| ground.distance(from, hex) == 1).collect();
                if !near.is_empty() && !state.asked.contains(hex) && self.could_evade(state, hex) {
                    state.threat = near;
                    state.step = Step::Evade(hex);
                    return true;
                }
            }
        }
        state.threat = Hexes::EMPTY;
        state.phase = Phase::Resolve;
        false
    }

    /// Asks which combat is next; one whose targets are gone falls away (M-11).
    pub(crate) fn ask_to_fight(&self, state: &mut State) -> bool {
        for combat in 0..COMBATS {
            let on = state.plan.combats[combat].is_on();
            let emptied = state.plan.combats[combat].hexes().iter().any(|&hex| state.emptied.contains(hex));
            if on && !emptied && self.clash(state, &state.plan, combat).hexes.is_empty() {
                state.plan.combats[combat].count = 0;
            }
        }
        if state.plan.open().next().is_some() {
            state.step = Step::Resolve;
            return true;
        }
        state.phase = Phase::Leave;
        self.find_leavers(state);
        false
    }
}

/// Joins two combats into one.
fn merge(plan: &mut Plan, into: usize, other: usize) {
    let gone = plan.combats[other];
    for &hex in gone.hexes() {
        plan.combats[into].add(hex);
    }
    plan.combats[other] = Combat::BLANK;
    for aim in plan.aim.iter_mut().flatten() {
        if usize::from(*aim) == other + 1 {
            *aim = into as u8 + 1;
        }
    }
}
