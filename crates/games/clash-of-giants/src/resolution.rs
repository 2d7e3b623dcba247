//! 12.4-12.8 Combat: odds, checks and losses.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::charts::{ATTACKERS, COMBAT, DEFENDERS};
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{Army, GERMAN, Piece, UNITS, Units};
use crate::state::{Stage, State, Step};
use crate::tables::{COLUMNS, Column, EVEN};
use engine::{
    Aim, Chance, Clause, Derivation, Dice, Event, EventKind, Fate, Fight, FigureName, Forecast, Habit, Ladder, Refusal,
    Roll, Sink, Toll, Wish, Words, clauses,
};
use hexboard::Hex;

/// The column of an attack and how it came about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Odds {
    /// Attacking and defending factors.
    pub factors: [u16; 2],
    /// The column before shifts.
    pub plain: usize,
    /// Columns to the left for the ground.
    pub ground: u8,
    /// Columns to the left for rivers.
    pub river: u8,
    /// The column used.
    pub column: usize,
}

/// What became of the checks of an attack.
struct Checked {
    /// The attackers that failed.
    broken: Units,
    /// The defenders that failed.
    shaken: Units,
    /// What each rolled.
    rolled: [u8; UNITS],
}

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which attackers make a check.
    Checks by state.side => {
        asks: "Choose the attackers that make a check.",
        lists: game.list_checks(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Check)),
        Check(piece) => {
            check: game.check_checker(state, piece),
            play: game.choose_checker(state, piece),
            words: Words::new(format!("{} checks", game.name(state, piece))).rolls(game.checks_with_next(state)),
            odds: game.checker_forecast(state, piece),
            worth: f32::from(game.ter(state, piece)),
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Carries the attack in hand one stage on [std/12.6].
    pub(crate) fn resolve(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        match state.stage {
            Stage::Begin => self.begin_attack(state),
            Stage::Withdrawals => {
                if self.withdrawers(state).is_empty() {
                    state.stage = Stage::Checks;
                } else {
                    state.step = Step::Withdraw;
                }
            }
            Stage::Checks => self.begin_checks(state, dice, events),
            Stage::Retreats => self.go_on_retreating(state, events),
            Stage::Advance => {
                if self.advances(state).next().is_some() {
                    state.step = Step::Advance;
                } else {
                    self.end_attack(state);
                }
            }
        }
    }

    /// An attack begins; a linked one whose targets have become empty lapses [std/12.3d].
    fn begin_attack(&self, state: &mut State) {
        let group = state.current;
        let enemy = state.side.other();
        if !state.targets(group).any(|hex| state.holds(enemy, hex)) {
            return self.next_attack(state);
        }
        let attackers: Units = state.attackers(group).collect();
        state.used = state.used.or(attackers);
        let targets: Hexes = state.targets(group).collect();
        state.struck |= targets;
        state.settled = Units::EMPTY;
        state.stage = Stage::Withdrawals;
        // The attack is made, whatever comes of it (ruling T9).
        state.francois |=
            attackers.iter().any(|piece| self.army(state, piece) == Army::FirstCorps) && state.is_tannenberg();
    }

    fn end_attack(&self, state: &mut State) {
        self.next_attack(state);
    }

    fn next_attack(&self, state: &mut State) {
        if state.current < state.groups {
            state.current += 1;
            state.stage = Stage::Begin;
            state.checkers = Units::EMPTY;
            state.advancers = Units::EMPTY;
        } else {
            state.clear_attacks();
        }
        state.step = Step::Idle;
    }

    /// The target hexes of an attack that enemies still hold.
    fn live_targets(&self, state: &State, group: u8) -> Hexes {
        let enemy = state.side.other();
        state.targets(group).filter(|&hex| state.holds(enemy, hex)).collect()
    }

    /// The attackers that stand next to a target still held [std/14.6].
    fn fighters(&self, state: &State, group: u8, live: &Hexes) -> Units {
        let theatre = self.theatre(state);
        let faces = |piece: &Piece| theatre.near(state.hex(*piece)).any(|near| live.contains(near));
        state.attackers(group).filter(faces).collect()
    }

    /// The defenders: all units of the hexes together [std/12.2a].
    fn defenders(&self, state: &State, live: &Hexes) -> Units {
        live.iter().flat_map(|hex| state.stack(hex)).collect()
    }

    /// The combat factor of a unit: the steps it has left [std/2.24, std/2.25].
    #[inline]
    pub(crate) fn steps(&self, state: &State, piece: Piece) -> u8 {
        if state.reduced.contains(piece) { 1 } else { self.theatre(state).pieces.unit(piece).steps }
    }

    /// The odds of an attack [std/12.4]: units that have retreated in this phase add nothing [std/12.85]; where nobody
    /// else defends it is the best column, without shifts [std/12.89].
    pub(crate) fn odds(&self, state: &State, fighters: Units, live: &Hexes) -> Odds {
        let sum = |units: Units| units.iter().map(|piece| u16::from(self.steps(state, piece))).sum::<u16>();
        let attack = sum(fighters);
        let defense = sum(self.defenders(state, live).without(state.retreated));
        if defense == 0 {
            return Odds { factors: [attack, 0], plain: COLUMNS - 1, ground: 0, river: 0, column: COLUMNS - 1 };
        }
        // Rounded in favour of the defender.
        let plain = if attack >= defense {
            (EVEN + usize::from(attack / defense) - 1).min(COLUMNS - 1)
        } else {
            EVEN.saturating_sub(usize::from(defense.div_ceil(attack)) - 1)
        };
        let ground = live.iter().map(|hex| self.ground_shift(state, hex)).max().unwrap_or(0);
        let river =
            if self.is_all_across_rivers(state, fighters, live) { self.standard.hexsides.river_shift } else { 0 };
        // No more than three columns in all [std/12.5c].
        let shift = (ground + river).min(self.standard.works.most_shift);
        Odds { factors: [attack, defense], plain, ground, river, column: plain.saturating_sub(shift.into()) }
    }

    /// Columns to the left for a defending hex: the largest of its kinds of ground, and a Fortified Zone on top of that
    /// [std/12.5a, std/12.5c]. Works help the Germans alone, while they stand.
    fn ground_shift(&self, state: &State, hex: Hex) -> u8 {
        let ground = &self.theatre(state).ground;
        let terrain = ground.effects(hex).shift;
        if !state.holds(GERMAN, hex) || state.wrecked.contains(hex) {
            return terrain;
        }
        let fort = if ground.forts.contains(hex) { self.standard.works.fort_shift } else { 0 };
        let zone = if ground.zones.contains(hex) { self.standard.works.zone_shift } else { 0 };
        terrain.max(fort) + zone
    }

    /// Whether every attacker has a river between itself and each target next to it [std/12.5b].
    fn is_all_across_rivers(&self, state: &State, fighters: Units, live: &Hexes) -> bool {
        let theatre = self.theatre(state);
        fighters.iter().all(|piece| {
            let from = state.hex(piece);
            theatre.near(from).filter(|near| live.contains(*near)).all(|near| theatre.is_river(from, near))
        })
    }

    /// The TER of a unit as it stands: less 1 in a demoralized army [marne/10.51b], less 1 out of supply [std/8.4b],
    /// never below 1 [std/12.7g] (rulings G9, M19).
    pub(crate) fn ter(&self, state: &State, piece: Piece) -> u8 {
        let (printed, less) = self.ter_parts(state, piece);
        printed.saturating_sub(less.iter().map(|(_, points, _)| *points).sum()).max(1)
    }

    /// The printed TER and what is taken off it.
    fn ter_parts(&self, state: &State, piece: Piece) -> (u8, [(&'static str, u8, Clause); 2]) {
        let unit = self.theatre(state).pieces.unit(piece);
        let shaken = u8::from(self.is_shaken(state, piece));
        let cut_off = if state.unsupplied.contains(piece) { self.standard.combat.out_of_supply_ter } else { 0 };
        let less =
            [("demoralized army", shaken, Clause("marne/10.51b")), ("out of supply", cut_off, Clause("std/8.4b"))];
        (unit.ter, less)
    }

    /// Whether demoralization tells on a unit: not on the French inside the Fortified Camp [marne/10.43e].
    fn is_shaken(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let sheltered = || theatre.ground.camp.contains(state.hex(piece)) && !theatre.british.contains(piece);
        self.is_demoralized(state, self.army(state, piece)) && !sheltered()
    }

    /// The TER of a defender: cavalry is worse against an attack with infantry in it [std/14.5a, std/14.5b], but
    /// British cavalry has what is printed on it, whatever else would be taken off [marne/16.4].
    fn defense_ter(&self, state: &State, piece: Piece, infantry: bool) -> u8 {
        let theatre = self.theatre(state);
        if !infantry || !theatre.cavalry.contains(piece) {
            self.ter(state, piece)
        } else if theatre.british.contains(piece) {
            theatre.pieces.unit(piece).ter
        } else {
            self.ter(state, piece).saturating_sub(self.standard.combat.cavalry_ter).max(1)
        }
    }

    /// A TER opened into its parts; against infantry where a defender's is asked for.
    pub(crate) fn ter_derivation(&self, state: &State, piece: Piece, against_infantry: Option<bool>) -> Derivation {
        let theatre = self.theatre(state);
        let (printed, less) = self.ter_parts(state, piece);
        let value = against_infantry
            .map_or_else(|| self.ter(state, piece), |infantry| self.defense_ter(state, piece, infantry));
        let mut sum =
            Derivation::new(format!("TER of {}", self.name(state, piece)), value, clauses!["std/2.27", "std/12.7g"]);
        let outmatched = against_infantry == Some(true) && theatre.cavalry.contains(piece);
        if outmatched && theatre.british.contains(piece) {
            return sum.with(Derivation::new("printed, against infantry", printed, clauses!["marne/16.4"]));
        }
        sum = sum.with(Derivation::new("printed", printed, clauses!["std/2.24"]));
        for (label, points, clause) in less.into_iter().filter(|(_, points, _)| *points > 0) {
            sum = sum.with(Derivation::new(label, format!("-{points}"), vec![clause]));
        }
        if outmatched {
            let points = format!("-{}", self.standard.combat.cavalry_ter);
            sum = sum.with(Derivation::new("cavalry against infantry", points, clauses!["std/14.5b"]));
        }
        sum
    }

    /// Works out the column and who checks: all defenders, and of the attackers as many as the column asks
    /// [std/12.7e, std/12.7f] (ruling G17).
    fn begin_checks(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let live = self.live_targets(state, state.current);
        if live.is_empty() {
            // All have withdrawn: the attack is used up, and the attackers may follow [std/14.6].
            return self.begin_advance(state);
        }
        let fighters = self.fighters(state, state.current, &live);
        let checks = self.checks(state, fighters, &live);
        if fighters.len() <= checks {
            state.checkers = fighters;
        } else if state.checkers.len() < checks {
            state.step = Step::Checks;
            return;
        }
        self.make_checks(state, fighters, live, dice, events);
    }

    /// Whether the owner of the attack that is put together will say who checks, so that no dice fall before [std/12.7f].
    pub(crate) fn chooses_checkers(&self, state: &State) -> bool {
        let live = self.live_targets(state, 1);
        let fighters = self.fighters(state, 1, &live);
        !fighters.is_empty() && (1..fighters.len()).contains(&self.checks(state, fighters, &live))
    }

    /// Whether one more who checks is all that is wanted, so that the dice fall.
    fn checks_with_next(&self, state: &State) -> bool {
        let live = self.live_targets(state, state.current);
        let fighters = self.fighters(state, state.current, &live);
        fighters.is_empty() || state.checkers.len() + 1 >= self.checks(state, fighters, &live)
    }

    /// How many attackers check in the column of an attack.
    fn checks(&self, state: &State, fighters: Units, live: &Hexes) -> usize {
        self.standard.columns[self.odds(state, fighters, live).column].checks.into()
    }

    /// The attackers that can still be chosen to check.
    pub(crate) fn checkables(&self, state: &State) -> Units {
        let live = self.live_targets(state, state.current);
        self.fighters(state, state.current, &live).without(state.checkers)
    }

    pub(crate) fn check_checker(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.checkables(state).contains(piece) {
            return Ok(());
        }
        let reason = format!("{} is not an attacker that still can check", self.name(state, piece));
        Err(Refusal::new(clauses!["std/12.7f"], reason))
    }

    /// What comes of the checks if this attacker makes one; the dice fall with the last one chosen.
    pub(crate) fn checker_forecast(&self, state: &State, piece: Piece) -> Option<Forecast> {
        let mut chosen = state.checkers;
        chosen.insert(piece);
        self.attack_forecast(state, state.current, chosen)
    }

    pub(crate) fn choose_checker(&self, state: &mut State, piece: Piece) {
        state.checkers.insert(piece);
        state.step = Step::Idle;
    }

    /// Rolls all checks of both sides; the results are simultaneous [std/12.6, std/12.7a, std/12.7b, std/12.7h].
    fn make_checks(
        &self,
        state: &mut State,
        fighters: Units,
        live: Hexes,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let odds = self.odds(state, fighters, &live);
        let column = &self.standard.columns[odds.column];
        let infantry = !fighters.without(self.theatre(state).cavalry).is_empty();
        let checking = self.checking_defenders(state, self.defenders(state, &live), &live);
        events.note(state.side, Habit::VainAttacks, || {
            let holds = |piece| failure(self.defense_ter(state, piece, infantry), column.defender) == 0.0;
            if checking.iter().all(holds) { fighters.len() } else { 0 }
        });
        let mut checks = self.roll_checks(state, column, checking, infantry, dice);
        let failed = [checks.broken.len(), checks.shaken.len()];
        let told: &State = state;
        let rolls = || self.rolls_of(told, &odds, checking, infantry, &checks.rolled);
        self.tell_checks(state, &odds, failed, rolls, events);
        // Who retreated here before falls with the others [std/12.85]; alone it falls by its own failure [std/12.89].
        for hex in live.iter() {
            let there: Units = state.stack(hex).collect();
            if !there.and(checks.shaken).is_empty() {
                let passed = checking.without(checks.shaken);
                for piece in there.and(state.retreated).without(passed).iter() {
                    checks.shaken.remove(piece);
                    self.fall(state, piece, clauses!["std/12.85", "std/12.89"], events);
                }
            }
        }
        for piece in checks.broken.iter() {
            self.lose_step(state, piece, events);
        }
        self.break_defenders(state, checks.shaken, events);
        state.stage = Stage::Retreats;
        state.step = Step::Idle;
    }

    /// Rolls for the attackers that were chosen, then for the defenders; a defender that fails remembers by how much.
    fn roll_checks(
        &self,
        state: &mut State,
        column: &Column,
        checking: Units,
        infantry: bool,
        dice: &mut impl Dice,
    ) -> Checked {
        let mut checks = Checked { broken: Units::EMPTY, shaken: Units::EMPTY, rolled: [0; UNITS] };
        let mut margin = |piece: Piece, ter: u8, modifier: i8| {
            let roll = dice.d6();
            checks.rolled[piece.index()] = roll;
            (i16::from(roll) + i16::from(modifier) - i16::from(ter)).max(0) as u8
        };
        for piece in state.checkers.iter() {
            if margin(piece, self.ter(state, piece), column.attacker) > 0 {
                checks.broken.insert(piece);
            }
        }
        for piece in checking.iter() {
            let margin = margin(piece, self.defense_ter(state, piece, infantry), column.defender);
            if margin > 0 {
                checks.shaken.insert(piece);
                state.excess[piece.index()] = margin;
            }
        }
        checks
    }

    /// The rolls of all checks for those who look on.
    fn rolls_of(&self, state: &State, odds: &Odds, checking: Units, infantry: bool, rolled: &[u8; UNITS]) -> Vec<Roll> {
        let column = &self.standard.columns[odds.column];
        let aim = self.combat_aim(odds);
        let roll = |piece: Piece, (modifier, ter): (i8, u8), line: &str| {
            let roll = Roll::d6(format!("the check of {}", self.name(state, piece)), rolled[piece.index()]);
            let roll = roll.modified(modifier.into()).read(aim.clone().in_line(line), signed(modifier));
            roll.hoped(self.theatre(state).side(piece), Wish::AtMost(ter.into()))
        };
        let ter = |piece: Piece| self.defense_ter(state, piece, infantry);
        let attackers = state.checkers.iter();
        let attacking = attackers.map(|piece| roll(piece, (column.attacker, self.ter(state, piece)), ATTACKERS));
        let defending = checking.iter().map(|piece| roll(piece, (column.defender, ter(piece)), DEFENDERS));
        attacking.chain(defending).collect()
    }

    /// The defenders that check: all of a hex that have not retreated into it in this phase, or all where there is
    /// nobody else [std/12.85, std/12.89].
    fn checking_defenders(&self, state: &State, defenders: Units, live: &Hexes) -> Units {
        let mut checking = defenders.without(state.retreated);
        for hex in live.iter() {
            let there: Units = state.stack(hex).collect();
            if there.without(state.retreated).is_empty() {
                checking = checking.or(there);
            }
        }
        checking
    }

    /// Each defender that failed loses a step, and what survives retreats by the margin [std/12.8a, std/12.8b] (rulings
    /// G11, G13), but not out of a friendly fort [std/13.2].
    fn break_defenders(&self, state: &mut State, shaken: Units, events: &mut impl Sink) {
        for piece in shaken.iter() {
            let hex = state.hex(piece);
            let holds_on = self.theatre(state).side(piece) == GERMAN && self.is_in_fort(state, hex);
            self.note_loss(state, piece);
            self.lose_step(state, piece, events);
            if state.on_map.contains(piece) && !holds_on {
                state.falling.insert(piece);
            } else {
                state.excess[piece.index()] = 0;
            }
        }
    }

    /// A step of defending infantry of the Russian First Army lost in combat changes its Command Track for good;
    /// attacks and cavalry do not count [tannenberg/10.41a, tannenberg/10.41c] (ruling T12).
    fn note_loss(&self, state: &mut State, piece: Piece) {
        let theatre = self.theatre(state);
        if state.is_tannenberg() && !theatre.cavalry.contains(piece) && self.army(state, piece) == Army::RussianFirst {
            state.after_loss = true;
        }
    }

    /// Takes a step off a unit; the last one eliminates it [std/2.25, std/12.8a].
    fn lose_step(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        if self.steps(state, piece) > 1 {
            state.reduced.insert(piece);
            events.tell(|| {
                let text = format!("{} loses a step.", self.name(state, piece));
                let event = self.loss_event(state, piece, 1, text).at([state.hex(piece)]);
                event.by(clauses!["std/12.8a"])
            });
        } else {
            self.fall(state, piece, clauses!["std/12.8a"], events);
        }
    }

    /// Eliminates a unit in combat.
    pub(crate) fn fall(&self, state: &mut State, piece: Piece, clauses: Vec<Clause>, events: &mut impl Sink) {
        events.tell(|| {
            let text = format!("{} is eliminated.", self.name(state, piece));
            self.loss_event(state, piece, self.steps(state, piece), text).at([state.hex(piece)]).by(clauses)
        });
        if self.theatre(state).side(piece) != state.side {
            self.note_loss(state, piece);
        }
        self.eliminate(state, piece);
    }

    fn tell_checks(
        &self,
        state: &State,
        odds: &Odds,
        [attackers, defenders]: [usize; 2],
        rolls: impl FnOnce() -> Vec<Roll>,
        events: &mut impl Sink,
    ) {
        events.tell(|| {
            let column = &self.standard.columns[odds.column];
            let [attack, defense] = odds.factors;
            let text = format!(
                "{attack} against {defense}, column {}, {} for attackers and {} for defenders: {}.",
                column.odds,
                signed(column.attacker),
                signed(column.defender),
                failures(attackers, defenders)
            );
            let live = self.live_targets(state, state.current);
            let event =
                Event::new(EventKind::Combat, text).at(live.iter()).by(clauses!["std/12.4", "std/12.7a", "std/12.7b"]);
            let event = event.side(state.side).rolled(rolls()).outcome(failures(attackers, defenders));
            event.figure(FigureName::Attack, attack).figure(FigureName::Defence, defense)
        });
    }

    pub(crate) fn list_checks(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.checkables(state).iter().map(Action::Check));
    }

    /// What an attack may lead to, if these attackers check; `None` for a group without an enemy.
    pub(crate) fn attack_forecast(&self, state: &State, group: u8, chosen: Units) -> Option<Forecast> {
        let live = self.live_targets(state, group);
        let fighters = self.fighters(state, group, &live);
        if fighters.is_empty() {
            return None;
        }
        let odds = self.odds(state, fighters, &live);
        let column = &self.standard.columns[odds.column];
        let checks = fighters.len().min(column.checks.into());
        let checkers = self.likely_checkers(state, fighters, chosen, checks);
        let infantry = !fighters.without(self.theatre(state).cavalry).is_empty();
        let defenders = self.defenders(state, &live);
        let checking = self.checking_defenders(state, defenders, &live);
        let mut sum = self.odds_derivation(state, &odds, column, (fighters, &live));
        let mut attack = vec![1.0];
        for piece in checkers.iter() {
            attack = toss(&attack, failure(self.ter(state, piece), column.attacker));
            sum = sum.with(self.ter_derivation(state, piece, None));
        }
        let mut defense = vec![1.0];
        for piece in checking.iter() {
            defense = toss(&defense, failure(self.defense_ter(state, piece, infantry), column.defender));
            sum = sum.with(self.ter_derivation(state, piece, Some(infantry)));
        }
        let mut chances = Vec::new();
        for (attackers, p) in attack.iter().enumerate() {
            for (defenders, q) in defense.iter().enumerate() {
                if p * q > 0.0 {
                    chances.push(Chance { outcome: failures(attackers, defenders), probability: p * q });
                }
            }
        }
        let losses = attack.iter().enumerate().map(|(failed, p)| failed as f64 * p).sum();
        let fight = self.attack_fight(state, &odds, (fighters, &live));
        let fight = fight.tolls(self.tolls(state, column, (checking, infantry), losses));
        let forecast = Forecast::new(sum, chances).aimed([self.combat_aim(&odds)]).fight(fight);
        let waits = self.may_withdraw(state, group) || (chosen.len() < checks && checks < fighters.len());
        Some(if waits { forecast.given("no cavalry withdraws and the best attackers check") } else { forecast })
    }

    /// Where the odds lead on the combat table, shift by shift.
    fn combat_aim(&self, odds: &Odds) -> Aim {
        let head = |column: usize| self.standard.columns[column].odds.as_str();
        let mut aim = Aim::new(COMBAT).in_column(head(odds.column)).from(head(odds.plain));
        let (mut at, mut left) = (odds.plain, usize::from(self.standard.works.most_shift));
        for (what, columns, clauses) in [
            ("ground", odds.ground, clauses!["std/12.5a", "std/12.5c"]),
            ("all attack across rivers", odds.river, clauses!["std/12.5b", "std/12.5c"]),
        ] {
            // No more than three columns in all, and none beyond the first.
            let columns = usize::from(columns).min(left);
            if columns > 0 {
                (at, left) = (at.saturating_sub(columns), left - columns);
                aim = aim.shifted(what, -(columns as i16), head(at), clauses);
            }
        }
        aim
    }

    /// Who attacks what from where, at which odds.
    fn attack_fight(&self, state: &State, odds: &Odds, (fighters, live): (Units, &Hexes)) -> Fight {
        let from = fighters.iter().map(|piece| self.label(state, state.hex(piece)));
        let fight = Fight::new(live.iter().map(|hex| self.label(state, hex)), from).with(odds.factors[0]);
        fight.at(self.standard.columns[odds.column].odds.as_str(), Ladder::Column, odds.column as i16)
    }

    /// What the checks of the defenders may come to, each with its chance: who fails loses a step and goes back, unless it was
    /// the last [std/12.8a] or Germans hold on in a fort.
    fn tolls(
        &self,
        state: &State,
        column: &Column,
        (checking, infantry): (Units, bool),
        attacker: f64,
    ) -> Vec<(f64, Toll)> {
        // The chance, how many have failed, whether somebody is left, and whether somebody goes back.
        let mut ways = vec![(1.0, 0_u8, false, false)];
        for piece in checking.iter() {
            let p = failure(self.defense_ter(state, piece, infantry), column.defender);
            let falls = self.steps(state, piece) == 1;
            let fort = self.theatre(state).side(piece) == GERMAN && self.is_in_fort(state, state.hex(piece));
            let split = |(chance, failed, left, back): (f64, u8, bool, bool)| {
                let fails = (chance * p, failed + 1, left || !falls, back || (!falls && !fort));
                [(chance * (1.0 - p), failed, true, back), fails]
            };
            ways = ways.into_iter().flat_map(split).filter(|way| way.0 > 0.0).collect();
        }
        let fate = |failed: u8, left: bool, back: bool| match (failed, left, back) {
            (0, ..) => Fate::Stands,
            (_, false, _) => Fate::Destroyed,
            (_, _, true) => Fate::Retreats,
            _ => Fate::Weakened,
        };
        let toll = |(chance, failed, left, back): (f64, u8, bool, bool)| {
            (chance, Toll { fate: fate(failed, left, back), attacker, defender: failed.into() })
        };
        ways.into_iter().map(toll).collect()
    }

    /// Those chosen to check, and then the best of the others.
    fn likely_checkers(&self, state: &State, fighters: Units, chosen: Units, checks: usize) -> Units {
        let mut checkers = chosen.and(fighters);
        while checkers.len() < checks {
            let rest = fighters.without(checkers).iter();
            match rest.max_by_key(|&piece| (self.ter(state, piece), std::cmp::Reverse(piece))) {
                Some(best) => checkers.insert(best),
                None => break,
            }
        }
        checkers
    }

    fn odds_derivation(
        &self,
        state: &State,
        odds: &Odds,
        column: &Column,
        (fighters, live): (Units, &Hexes),
    ) -> Derivation {
        let [attack, defense] = odds.factors;
        let side = |label: &str, total: u16, units: Units| {
            let mut sum = Derivation::new(label, total, clauses!["std/2.24"]);
            for piece in units.iter() {
                sum =
                    sum.with(Derivation::new(self.name(state, piece), self.steps(state, piece), clauses!["std/2.25"]));
            }
            sum
        };
        let title =
            format!("Column ({} for attackers, {} for defenders)", signed(column.attacker), signed(column.defender));
        let mut sum = Derivation::new(title, column.odds.as_str(), clauses!["std/12.4", "std/12.7c", "std/12.7d"])
            .with(side("attacking factors", attack, fighters))
            .with(side("defending factors", defense, self.defenders(state, live).without(state.retreated)));
        let plain = self.standard.columns[odds.plain].odds.as_str();
        if defense == 0 {
            return sum.with(Derivation::new("only units that have retreated defend", plain, clauses!["std/12.89"]));
        }
        sum = sum.with(Derivation::new("odds", plain, clauses!["std/12.4"]));
        if odds.ground > 0 {
            sum = sum.with(Derivation::new(
                "ground",
                format!("{} left", odds.ground),
                clauses!["std/12.5a", "std/12.5c"],
            ));
        }
        if odds.river > 0 {
            sum = sum.with(Derivation::new(
                "all attack across rivers",
                format!("{} left", odds.river),
                clauses!["std/12.5b"],
            ));
        }
        sum
    }
}

/// A modifier as people write it.
pub(crate) fn signed(modifier: i8) -> String {
    if modifier > 0 { format!("+{modifier}") } else { modifier.to_string() }
}

/// The label of what came out of the checks.
fn failures(attackers: usize, defenders: usize) -> String {
    let counted = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    match (attackers, defenders) {
        (0, 0) => "every check is passed".into(),
        (1, 0) => "1 attacker fails".into(),
        (0, 1) => "1 defender fails".into(),
        (_, 0) => format!("{attackers} attackers fail"),
        (0, _) => format!("{defenders} defenders fail"),
        _ => format!("{} and {} fail", counted(attackers, "attacker"), counted(defenders, "defender")),
    }
}

/// The chance that a check fails: a modified roll above the TER.
pub(crate) fn failure(ter: u8, modifier: i8) -> f64 {
    let passes = (1..=6).filter(|roll| roll + i16::from(modifier) <= i16::from(ter)).count();
    1.0 - passes as f64 / 6.0
}

/// The chances of so many failures, with one more check.
fn toss(chances: &[f64], p: f64) -> Vec<f64> {
    let mut next = vec![0.0; chances.len() + 1];
    for (failures, chance) in chances.iter().enumerate() {
        next[failures] += chance * (1.0 - p);
        next[failures + 1] += chance * p;
    }
    next
}
