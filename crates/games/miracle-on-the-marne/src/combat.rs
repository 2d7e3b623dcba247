//! 9 Combat: factors, and 9.7 Combat Die Roll Modifiers.

use crate::MiracleOnTheMarne;
use crate::charts::{BOMBARDMENT, COMBAT, column_letter};
use crate::ground::Terrain;
use crate::pieces::{Corps, Piece};
use crate::state::{Factors, PieceSet, State, option};
use crate::tables::{BombardmentResult, CombatResult, DIE, Mode};
use engine::{Aim, Chance, Clause, Derivation, Fate, Fight, Ladder, Refusal, Roll, Side, Toll, Wish, clauses};
use hexboard::Hex;

/// The four types of combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// 9.1.
    Bombardment,
    /// 9.3: the attack goes to this hex.
    DefenseFire(Hex),
    /// 9.4.
    Attack,
    /// 9.5.
    Counter,
}

/// What is added to a die, why, and by which clause.
type Modifier = (i16, &'static str, Clause);

/// A combat about to be rolled: who fires at which hex with what.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) kind: Kind,
    /// The hex aimed at.
    pub(crate) hex: Hex,
    /// Those who add at least one factor.
    pub(crate) firing: PieceSet,
    /// All factors.
    pub(crate) factors: Factors,
    /// The line of the combat results table.
    pub(crate) line: Mode,
    /// Whether the target is massed.
    pub(crate) massed: bool,
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// A factor less what Disruption takes from it, never below 0 [10.1.2a].
    fn less_disruption(&self, state: &State, unit: Piece, factor: u8) -> u8 {
        match state.disrupted.contains(unit) {
            true => factor.saturating_sub(self.tables.combat.disruption),
            false => factor,
        }
    }

    /// What a unit adds to an attack; artillery its bombardment factor, also in an enemy zone [9.4.8, 9.5.6, 9.1.3c].
    pub(crate) fn attack_factor(&self, state: &State, unit: Piece) -> u8 {
        let face = self.pieces.counter(unit).face(self.steps(state, unit));
        self.less_disruption(state, unit, face.attack)
    }

    /// What a gun can bombard with: Disruption takes nothing from it, but with the switch off (ruling R34).
    pub(crate) fn bombardment_factor(&self, state: &State, unit: Piece) -> u8 {
        let face = self.pieces.counter(unit).face(self.steps(state, unit));
        match state.has(option::STEADY_GUNS) {
            true => face.attack,
            false => self.less_disruption(state, unit, face.attack),
        }
    }

    /// What a unit defends with.
    pub(crate) fn defense_factor(&self, state: &State, unit: Piece) -> u8 {
        let face = self.pieces.counter(unit).face(self.steps(state, unit));
        self.less_disruption(state, unit, face.defense)
    }

    /// Whether a hex is a massed target: by all units in it, also those that do not take part [9.7.2D] (ruling R98).
    pub(crate) fn is_massed(&self, state: &State, hex: Hex) -> bool {
        i16::from(self.points(state.units_in(hex))) >= i16::from(self.tables.modifiers.massed_from)
    }

    /// What a massed target adds to the die: as printed it suffers less (ruling R3).
    fn massed_modifier(&self, state: &State) -> i16 {
        let printed = i16::from(self.tables.modifiers.massed);
        if state.has(option::MASSED_SUFFER) { -printed } else { printed }
    }

    /// What units of several corps or Armies add to the die: the larger of the two alone [9.7.1, 9.7.2G, 9.7.2H]. Only
    /// those count that add a factor, by the corps they belong to now (ruling R60); the garrison of Paris is none of them
    /// (ruling R40).
    fn coordination(&self, state: &State, firing: PieceSet) -> Option<(i16, Clause)> {
        let mut corps = firing.iter().map(|unit| state.corps_of(unit));
        let first = corps.next()?;
        let army = |corps: Corps| self.pieces.army(corps);
        let (mut mixed, mut foreign) = (false, false);
        for other in corps {
            mixed |= other != first;
            foreign |= army(other) != army(first);
        }
        match (foreign, mixed) {
            (true, _) => Some((self.tables.modifiers.armies.into(), Clause("9.7.2H"))),
            (_, true) => Some((self.tables.modifiers.corps.into(), Clause("9.7.2G"))),
            _ => None,
        }
    }

    /// What the ground of the target adds: not in Defense Fire [9.3.7a], nor in Counter Attacks [9.5.5a].
    fn terrain_modifier(&self, shot: &Shot) -> Option<Modifier> {
        let table = &self.tables.modifiers;
        match (shot.kind, self.ground.terrain(shot.hex)) {
            (Kind::DefenseFire(_) | Kind::Counter, _) | (_, Terrain::Clear) => None,
            (_, Terrain::Forest) => Some((table.forest.into(), "target in forest", Clause("9.7.2A"))),
            (_, Terrain::Town) => Some((table.town.into(), "target in a town", Clause("9.7.2B"))),
            (_, Terrain::City | Terrain::Paris) => Some((table.city.into(), "target in a city", Clause("9.7.2C"))),
        }
    }

    /// What the hexside adds between the attackers fired at and the hex they attack: in Defense Fire, and on no other
    /// table [9.3.7b, 9.7.2.3] (ruling R42).
    fn crossing_modifier(&self, shot: &Shot) -> Option<Modifier> {
        let table = &self.tables.modifiers;
        let Kind::DefenseFire(target) = shot.kind else { return None };
        match self.ground.between(shot.hex, target)? {
            side if side.bridge => Some((table.bridge.into(), "attackers cross a bridge", Clause("9.7.2E"))),
            side if side.river => Some((table.river.into(), "attackers cross a river", Clause("9.7.2F"))),
            _ => None,
        }
    }

    /// What is added to the die of a shot, one after the other; all of it counts [9.7.1]. Massed targets and coordination
    /// count in every kind of combat, Defense Fire [9.3.7c] and Counter Attacks [9.5.5b] too (ruling R61).
    pub(crate) fn modifiers(&self, state: &State, shot: &Shot) -> [Option<Modifier>; 4] {
        let massed = shot.massed.then(|| (self.massed_modifier(state), "massed target", Clause("9.7.2D")));
        let coordination = self.coordination(state, shot.firing).map(|(value, clause)| {
            let armies = clause == Clause("9.7.2H");
            (value, if armies { "units of different Armies" } else { "units of different corps" }, clause)
        });
        [self.terrain_modifier(shot), massed, self.crossing_modifier(shot), coordination]
    }

    /// The same in words, behind a result: ` (target in a town +1, massed target +1)`.
    pub(crate) fn die_text(&self, state: &State, shot: &Shot, die: u8) -> String {
        let parts = self.modifiers(state, shot).into_iter().flatten();
        let parts: Vec<String> = parts.map(|(value, label, _)| format!("{label} {value:+}")).collect();
        let counts = i16::from(die) + self.modifier(state, shot);
        match parts.is_empty() {
            true => format!("the die shows {die}"),
            false => format!("the die shows {die} and counts as {counts} ({})", parts.join(", ")),
        }
    }

    /// The roll of a shot as it is told.
    pub(crate) fn shot_roll(&self, state: &State, shot: &Shot, die: u8) -> Roll {
        let purpose = format!("{} {}", kind_title(shot.kind), self.ground.label(shot.hex));
        Roll::d10(purpose, die).modified(self.modifier(state, shot)).hoped(self.shooter(state, shot), Wish::Low)
    }

    /// Where a shot is read: the column of its factors, and what is added to the die.
    pub(crate) fn shot_aim(&self, state: &State, shot: &Shot) -> Aim {
        let aim = match shot.kind {
            Kind::Bombardment => {
                Aim::new(BOMBARDMENT).in_column(self.tables.gun_column_title(self.tables.gun_column(shot.factors)))
            }
            _ => {
                let column = column_letter(self.tables.column(shot.line, shot.factors));
                let what = format!("{} on the {} line", factors(shot.factors), shot.line.title());
                Aim::new(COMBAT).in_column(&column).shifted(what, 0, &column, clauses!["9.4.4a"])
            }
        };
        let modifiers = self.modifiers(state, shot).into_iter().flatten();
        modifiers.fold(aim, |aim, (value, label, clause)| aim.modified(label, value, vec![clause]))
    }

    /// The side that shoots: in a Counter Attack and in Defense Fire the one that is attacked.
    pub(crate) fn shooter(&self, state: &State, shot: &Shot) -> Side {
        match shot.kind {
            Kind::Counter | Kind::DefenseFire(_) => state.active.other(),
            _ => state.active,
        }
    }

    /// The sum of what is added to the die.
    pub(crate) fn modifier(&self, state: &State, shot: &Shot) -> i16 {
        self.modifiers(state, shot).into_iter().flatten().map(|(value, _, _)| value).sum()
    }

    /// The mode in which units are attacked: that of most of their steps, and of several with as many the worst for the
    /// target [9.4.6a, 9.4.6b], or with the switch the best for it (ruling R30).
    pub(crate) fn target_mode(&self, state: &State, units: PieceSet) -> Mode {
        let mut steps = [0u16; 4];
        for unit in units.iter() {
            steps[state.mode(unit).index()] += u16::from(self.steps(state, unit));
        }
        let most = steps.into_iter().max().unwrap_or(0);
        let mut candidates = Mode::ALL.into_iter().filter(|mode| steps[mode.index()] == most);
        let found = if state.has(option::TIE_FOR_TARGET) { candidates.next_back() } else { candidates.next() };
        found.unwrap_or(Mode::Defensive)
    }

    /// Whether more than half of the steps of units belong to some of them.
    pub(crate) fn are_most(&self, state: &State, units: PieceSet, some: PieceSet) -> bool {
        let steps = |units: PieceSet| -> u16 { units.iter().map(|unit| u16::from(self.steps(state, unit))).sum() };
        2 * steps(units.and(some)) > steps(units)
    }

    /// Whether a result against units is increased because some are out of supply [11.2.2c, 9.6.2.N-RAe], with the switch
    /// because most steps of them are (ruling R44).
    pub(crate) fn suffer_more(&self, state: &State, units: PieceSet) -> bool {
        match state.has(option::MOST_UNSUPPLIED) {
            true => self.are_most(state, units, state.unsupplied),
            false => !units.and(state.unsupplied).is_empty(),
        }
    }

    pub(crate) fn check_aimed(&self, state: &State) -> Result<(), Refusal> {
        match self.is_anything_aimed(state) {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["9.1.5a", "9.3.5a"], "first aim something")),
        }
    }

    /// The position with so many factors of a unit aimed.
    pub(crate) fn aiming(&self, state: &State, unit: Piece, factors: u8) -> State {
        let mut then = state.clone();
        then.aimed[unit.index()] = factors;
        then
    }

    // The odds in words.

    pub(crate) fn aim_words(&self, state: &State, unit: Piece, factors: u8) -> String {
        format!("{} with {}", self.unit_words(state, unit), self::factors(factors.into()))
    }

    /// The chances of the results of a shot on the combat results table.
    pub(crate) fn combat_chances(&self, state: &State, shot: &Shot) -> Vec<Chance> {
        let (column, modifier) = (self.tables.column(shot.line, shot.factors), self.modifier(state, shot));
        let fire = matches!(shot.kind, Kind::DefenseFire(_));
        Self::tally(|die| combat_label(self.tables.combat(column, die + modifier), fire))
    }

    /// A shot as a fight, before what may come of it.
    fn fight_at(&self, state: &State, shot: &Shot, odds: String, column: usize) -> Fight {
        let from = shot.firing.iter().map(|unit| self.ground.label(state.hex(unit)));
        let fight = Fight::new([self.ground.label(shot.hex)], from).with(shot.factors);
        fight.at(odds, Ladder::Column, column as i16)
    }

    /// What a shot on the combat results table does to those it strikes. The owner divides a number between steps and
    /// hexes [9.6.2.N-RAa], but under Defense Fire it is steps alone [9.6.2.N-DFa].
    pub(crate) fn shot_fight(&self, state: &State, shot: &Shot, struck: PieceSet) -> Fight {
        let (column, modifier) = (self.tables.column(shot.line, shot.factors), self.modifier(state, shot));
        let fire = matches!(shot.kind, Kind::DefenseFire(_));
        let steps: u8 = struck.iter().map(|unit| self.steps(state, unit)).fold(0, u8::saturating_add);
        let more = u8::from(!fire && self.suffer_more(state, struck));
        let toll = |result: CombatResult| {
            let number = if let CombatResult::Loss(number) = result { number + more } else { 0 };
            let least = if fire { number } else { number / 2 };
            let fate = match number {
                0 => Fate::Stands,
                _ if least >= steps => Fate::Destroyed,
                _ if fire => Fate::Weakened,
                _ => Fate::Retreats,
            };
            Toll { fate, attacker: 0.0, defender: least.min(steps).into() }
        };
        let odds = format!("{} {}", shot.line.title(), self.tables.column_title(shot.line, column));
        let fight = self.fight_at(state, shot, odds, column);
        let fight = fight.tolls((1..=DIE as i16).map(|die| (0.1, toll(self.tables.combat(column, die + modifier)))));
        if fire { fight } else { fight.open_losses() }
    }

    /// An attack that needs no die [9.6.5].
    pub(crate) fn overwhelming(&self, state: &State, shot: &Shot, struck: PieceSet) -> Fight {
        let steps: u16 = struck.iter().map(|unit| u16::from(self.steps(state, unit))).sum();
        let toll = Toll { fate: Fate::Destroyed, attacker: 0.0, defender: steps.into() };
        let fight = self.fight_at(state, shot, "more than 7:1".into(), self.tables.column(shot.line, shot.factors));
        fight.tolls([(1.0, toll)])
    }

    /// What a bombardment does. How many steps are there is not known, so that nobody is said to be destroyed.
    pub(crate) fn gun_fight(&self, state: &State, shot: &Shot) -> Fight {
        let (column, modifier) = (self.tables.gun_column(shot.factors), self.modifier(state, shot));
        let toll = |result: BombardmentResult| {
            let (fate, steps) = match result {
                BombardmentResult::Nothing => (Fate::Stands, 0),
                BombardmentResult::One => (Fate::Weakened, 0),
                BombardmentResult::All(steps) => (Fate::Weakened, steps),
            };
            Toll { fate, attacker: 0.0, defender: steps.into() }
        };
        let fight = self.fight_at(state, shot, self.tables.gun_column_title(column), column);
        fight.tolls((1..=DIE as i16).map(|die| (0.1, toll(self.tables.bombardment(column, die + modifier)))))
    }

    /// The chances of what the faces of the die lead to.
    fn tally(label: impl Fn(i16) -> String) -> Vec<Chance> {
        Chance::tally((1..=DIE as i16).map(|die| (label(die), 1.0 / DIE as f64)))
    }

    /// The chances of the results of a shot on the bombardment table.
    pub(crate) fn bombardment_chances(&self, state: &State, shot: &Shot) -> Vec<Chance> {
        let (column, modifier) = (self.tables.gun_column(shot.factors), self.modifier(state, shot));
        Self::tally(|die| bombardment_label(self.tables.bombardment(column, die + modifier)).to_string())
    }

    /// A shot opened into its parts.
    pub(crate) fn shot_derivation(&self, state: &State, shot: &Shot) -> Derivation {
        let label = format!("{} {}", kind_title(shot.kind), self.ground.label(shot.hex));
        let (value, clauses) = match shot.kind {
            Kind::Bombardment => {
                (self.tables.gun_column_title(self.tables.gun_column(shot.factors)), clauses!["9.1.5a"])
            }
            kind => {
                let column = self.tables.column(shot.line, shot.factors);
                let clauses = match kind {
                    Kind::DefenseFire(_) => clauses!["9.3.5a", "9.3.5b"],
                    Kind::Counter => clauses!["9.5.4"],
                    _ => clauses!["9.4.4a"],
                };
                (
                    format!("column {} on the {} line", self.tables.column_title(shot.line, column), shot.line.title()),
                    clauses,
                )
            }
        };
        let mut sum = Derivation::new(label, value, clauses);
        sum = sum.with(Derivation::new("Factors", shot.factors, clauses!["9e"]));
        let modifiers = self.modifiers(state, shot);
        let total: i16 = modifiers.iter().flatten().map(|(value, _, _)| value).sum();
        let mut added = Derivation::new("Added to the die", format!("{total:+}"), clauses!["9.7.1"]);
        for (value, label, clause) in modifiers.into_iter().flatten() {
            added = added.with(Derivation::new(label, format!("{value:+}"), vec![clause]));
        }
        sum.with(added)
    }

    /// What a unit adds, opened.
    pub(crate) fn factor_derivation(
        &self,
        state: &State,
        unit: Piece,
        value: u8,
        printed: u8,
        defends: bool,
    ) -> Derivation {
        let clause = if defends { Clause("9.3.1b") } else { Clause("9.4.4a") };
        let mut sum = Derivation::new(self.pieces.title(unit), value, vec![clause]).with(Derivation::new(
            "printed",
            printed,
            clauses!["2c"],
        ));
        if state.disrupted.contains(unit) {
            let less = format!("-{}", self.tables.combat.disruption);
            sum = sum.with(Derivation::new("disrupted", less, clauses!["10.1.2a"]));
        }
        sum
    }
}

/// The four types of combat by their names [9a].
#[engine::by_the_book]
fn kind_title(kind: Kind) -> &'static str {
    match kind {
        Kind::Bombardment => "Bombardment of",
        Kind::DefenseFire(_) => "Defense Fire at",
        Kind::Attack => "Attack on",
        Kind::Counter => "Counter Attack on",
    }
}

/// What aiming all that can be does, in words.
pub(crate) const EVERYTHING: &str = "everything that can fire";

/// What attacking with all that can does, in words.
pub(crate) const ATTACK_WITH_ALL: &str = "attack with all that can";

/// What comes of an attack against far too few [9.6.5].
pub(crate) const ELIMINATED: &str = "everybody there is eliminated";

/// A result of the combat results table, as forecasts and events call it.
pub(crate) fn combat_label(result: CombatResult, fire: bool) -> String {
    match result {
        CombatResult::Engaged if fire => "no effect".into(),
        CombatResult::Engaged => "both sides are Engaged".into(),
        CombatResult::Loss(1) if fire => "1 step is lost".into(),
        CombatResult::Loss(number) if fire => format!("{number} steps are lost"),
        CombatResult::Loss(1) => "1 step or hex of retreat".into(),
        CombatResult::Loss(number) => format!("{number} steps and hexes of retreat"),
    }
}

/// A result of the bombardment table, as forecasts and events call it.
pub(crate) fn bombardment_label(result: BombardmentResult) -> &'static str {
    match result {
        BombardmentResult::Nothing => "no effect",
        BombardmentResult::One => "one unit is disrupted",
        BombardmentResult::All(0) => "every unit is disrupted",
        BombardmentResult::All(1) => "every unit is disrupted and a step is lost",
        BombardmentResult::All(2) => "every unit is disrupted and two steps are lost",
        BombardmentResult::All(_) => "every unit is disrupted and three steps are lost",
    }
}

/// A result of the combat results table, as it is printed there.
pub(crate) fn combat_code(result: CombatResult) -> String {
    match result {
        CombatResult::Engaged => "EN".into(),
        CombatResult::Loss(number) => number.to_string(),
    }
}

/// A result of the bombardment table, as it is printed there.
pub(crate) fn bombardment_code(result: BombardmentResult) -> &'static str {
    match result {
        BombardmentResult::Nothing => "-",
        BombardmentResult::One => "d",
        BombardmentResult::All(0) => "D",
        BombardmentResult::All(1) => "D1",
        BombardmentResult::All(2) => "D2",
        BombardmentResult::All(_) => "D3",
    }
}

/// The line of a table that a modified die reads: below 1 counts as 1, and there is nothing above 10.
pub(crate) fn line_title(die: i16) -> String {
    if die > DIE as i16 { "above 10".into() } else { die.max(1).to_string() }
}

/// So many factors, for people.
pub(crate) fn factors(count: Factors) -> String {
    if count == 1 { "1 factor".into() } else { format!("{count} factors") }
}

/// What is told where nobody needs to roll.
pub(crate) fn overwhelmed(attack: Factors, at: &str) -> String {
    format!("{} against {at} leave no doubt: {ELIMINATED} without a roll.", factors(attack))
}
