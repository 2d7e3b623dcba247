//! The charts as they are printed, made from what the rules read.

use crate::MiracleOnTheMarne;
use crate::combat::{bombardment_code, bombardment_label, combat_code, combat_label, line_title};
use crate::pieces::{Class, Group};
use crate::state::option;
use crate::tables::{COLUMNS, CombatResult, Command, DIE, GUN_COLUMNS, Mode};
use engine::chart::{ChartOdds, totals};
use engine::{Chart, ChartCell, Clause, Options, clauses, half_points};

/// The combat results table.
pub(crate) const COMBAT: &str = "Combat Results Table";
/// The bombardment table.
pub(crate) const BOMBARDMENT: &str = "Bombardment Table";
/// The command and control table.
pub(crate) const COMMAND: &str = "Command and Control Table";

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// All charts of a scenario.
    pub(crate) fn printed_charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        let mut charts = vec![
            self.combat_chart(),
            self.bombardment_chart(),
            self.modifier_chart(options),
            self.terrain_chart(),
            self.stacking_chart(),
            self.supply_chart(),
            self.recovery_chart(),
            self.rail_chart(),
            self.initiative_chart(),
            self.victory_chart(options),
            self.turn_chart(scenario),
        ];
        // The tables of optional rules are of no use without them.
        if options.has(option::COMMAND) {
            charts.insert(3, self.command_chart());
        }
        if options.has(option::VARIABLE) {
            charts.insert(3, self.variable_chart());
        }
        charts
    }

    fn combat_chart(&self) -> Chart {
        let factors = |line: Mode| {
            (line.title(), (0..COLUMNS).map(move |column| ChartCell::plain(self.tables.column_title(line, column))))
        };
        let result = |die: i16| {
            let cell = move |column: usize| {
                let result = self.tables.combat(column, die);
                let [attack, fire] = [false, true].map(|fire| combat_label(result, fire));
                ChartCell::new(combat_code(result), format!("{attack}; in Defense Fire {fire}"))
            };
            (line_title(die), (0..COLUMNS).map(cell))
        };
        let die = totals(1, DIE as u16);
        let odds = |column: usize| {
            let number = |die| match self.tables.combat(column, die) {
                CombatResult::Loss(number) => number.into(),
                _ => 0.0,
            };
            ChartOdds::new(column_letter(column), &die, |die| combat_code(self.tables.combat(column, die))).mean(
                "steps and hexes",
                &die,
                number,
            )
        };
        let chart = Chart::new(
            COMBAT,
            "What an attack, a Counter Attack or Defense Fire does to those it is aimed at.",
            clauses!["9.4.4a", "9.3.5a", "9.5.4"],
        )
        .rolled("1d10")
        .across("column: the factors, on the line of the target's mode")
        .heads("mode, then one die", (0..COLUMNS).map(column_letter))
        .lines(Mode::ALL.map(factors))
        .lines((1..=DIE as i16 + 1).map(result))
        .odds((0..COLUMNS).map(odds))
        .note(
            "Of a number the owner takes at least half in steps, rounded down, and the rest in hexes of retreat.",
            clauses!["9.6.2.N-RAa", "9.6.2.N-RAb"],
        )
        .note(
            format!("More than {} to 1 eliminates everybody without a roll.", self.tables.combat.automatic),
            clauses!["9.6.5"],
        );
        self.ours("combat results table", chart, "all of it; the table is not in our sources.")
    }

    fn bombardment_chart(&self) -> Chart {
        let line = |die: i16| {
            let cell = move |column: usize| {
                let result = self.tables.bombardment(column, die);
                ChartCell::new(bombardment_code(result), bombardment_label(result))
            };
            (line_title(die), (0..GUN_COLUMNS).map(cell))
        };
        let die = totals(1, DIE as u16);
        let odds = |column: usize| {
            let code = |die| bombardment_code(self.tables.bombardment(column, die));
            ChartOdds::new(self.tables.gun_column_title(column), &die, code)
        };
        let chart = Chart::new(BOMBARDMENT, "What artillery does to a hex.", clauses!["9.1.5a"])
            .rolled("1d10")
            .across("factors")
            .heads("one die", (0..GUN_COLUMNS).map(|column| self.tables.gun_column_title(column)))
            .lines((1..=DIE as i16 + 1).map(line))
            .odds((0..GUN_COLUMNS).map(odds))
            .note("Of a hex with a unit out of supply one more step is lost.", clauses!["9.6.2.Dn-b"]);
        self.ours("bombardment table", chart, "all of it; the table is not in our sources.")
    }

    fn modifier_chart(&self, options: Options) -> Chart {
        let table = &self.tables.modifiers;
        let massed = if options.has(option::MASSED_SUFFER) { -table.massed } else { table.massed };
        let line = |what: &str, value: i8| (what.to_string(), [ChartCell::plain(format!("{value:+}"))]);
        Chart::new("Die Roll Modifiers", "What is added to the die of a combat; all of it counts.", clauses!["9.7.1"])
            .heads("when", ["added"])
            .lines([
                line("target in forest", table.forest),
                line("target in a town", table.town),
                line("target in a city or in Paris", table.city),
                line(&format!("massed target: {} stacking points or more", table.massed_from), massed),
                line("Defense Fire at an attack over a bridge", table.bridge),
                line("Defense Fire at an attack over a river", table.river),
                line("units of different corps", table.corps),
                line("units of different Armies", table.armies),
            ])
            .note("Ground does not count in Defense Fire and Counter Attacks.", clauses!["9.3.7a", "9.5.5a"])
            .note("Below 1 the die counts as 1.", clauses!["9.7.2.1", "9.7.2.2"])
    }

    /// The command that a die gives an Army, by what is printed for it.
    fn command_chart(&self) -> Chart {
        let armies = self.pieces.armies.iter().filter(|army| self.tables.commanded().any(|id| id == army.id));
        let chart = Chart::new(
            COMMAND,
            "What a HQ does that shall try to change its mode.",
            clauses!["15.3.1a", "15.3.1b", "15.3.1f"],
        )
        .rolled("1d10")
        .across("one die")
        .heads("Army", (1..=DIE as u8).map(|die| die.to_string()))
        .lines(armies.map(|army| {
            let cell = |die| command_cell(self.tables.command(&army.id, die));
            (army.title.clone(), (1..=DIE as u8).map(cell).collect::<Vec<_>>())
        }))
        .note("Must Offensive is rolled again for a HQ out of supply.", clauses!["15.3.1g"]);
        self.ours("command and control table", chart, "all of it; the table is not in our sources.")
    }

    fn variable_chart(&self) -> Chart {
        let rows = &self.tables.variable;
        let first = rows.iter().map(|row| row.from).min().unwrap_or(1);
        let last = rows.iter().map(|row| row.from + row.dice.len() as u8 - 1).max().unwrap_or(first);
        let needed = |most: u8| match most {
            0 => ChartCell::plain("-"),
            1 => ChartCell::plain("1"),
            _ => ChartCell::plain(format!("1-{most}")),
        };
        let lines = Group::ALL.iter().zip(rows);
        let chart = Chart::new(
            "Variable Reinforcements",
            "On which roll a group comes, day by day.",
            clauses!["15.2.2a", "15.2.3"],
        )
        .rolled("1d10")
        .across("day of September")
        .heads("group", (first..=last).map(|day| day.to_string()))
        .lines(lines.map(|(group, row)| (group.title(), (first..=last).map(|day| needed(row.needed(day))))))
        .note("After its last day a row goes on as on that day.", clauses!["15.2.3"]);
        self.ours("variable reinforcement table", chart, "the numbers; the table is not in our sources.")
    }

    fn terrain_chart(&self) -> Chart {
        let table = &self.tables.movement;
        let line = |what: &str, halves: u8| (what.to_string(), [ChartCell::plain(half_points(halves))]);
        let more = |what: &str, halves: u8| {
            let code = format!("+{}", half_points(halves));
            (what.to_string(), [ChartCell::new(code, "on top of the ground")])
        };
        Chart::new(
            "Terrain Effects Chart",
            "What a step costs in movement points.",
            clauses!["7.1.2a", "7.1.2b", "7.1.2c", "7.1.2e"],
        )
        .heads("into or over", ["movement"])
        .lines([
            line("Clear", table.clear),
            line("Forest", table.forest),
            line("Town", table.town),
            line("City, Paris", table.city),
            line("from hex to hex along a road", table.road),
            more("across a river without a bridge", table.river),
            more("into an enemy zone of control", table.enter_zone),
            more("out of an enemy zone of control", table.leave_zone),
        ])
        .note("What ground does in combat stands among the die roll modifiers.", clauses!["9.7.1"])
    }

    fn stacking_chart(&self) -> Chart {
        let class = |class: Class| {
            let title = match class {
                Class::FrenchInfantryBrigade => "French infantry brigade",
                Class::BritishInfantryBrigade => "British infantry brigade",
                Class::GermanInfantryRegiment => "German infantry regiment",
                Class::CavalryBrigade => "cavalry brigade",
                Class::CavalryRegiment => "cavalry regiment",
                Class::Artillery => "artillery",
                Class::Hq => "HQ",
            };
            (title, [ChartCell::plain(self.tables.points[class as usize])])
        };
        let classes = [
            Class::FrenchInfantryBrigade,
            Class::BritishInfantryBrigade,
            Class::GermanInfantryRegiment,
            Class::CavalryBrigade,
            Class::CavalryRegiment,
            Class::Artillery,
            Class::Hq,
        ];
        let (offensive, other) = (self.tables.stacking_offensive, self.tables.stacking_other);
        Chart::new(
            "Stacking Points",
            format!("How much room units take; a hex holds {offensive} points if all are Offensive, else {other}."),
            clauses!["8.1a", "8.1b"],
        )
        .heads("unit", ["points"])
        .lines(classes.map(class))
    }

    fn supply_chart(&self) -> Chart {
        let halves = |halves: u8| [ChartCell::plain(half_points(halves))];
        Chart::new("Lines of Supply", "How far supply reaches, in movement points.", clauses!["11.1.5a", "11.1.5b"])
            .heads("what", ["points"])
            .line("the longest line", halves(self.tables.supply.length))
            .line("a step along a road or railroad", halves(self.tables.supply.road))
    }

    fn recovery_chart(&self) -> Chart {
        let needed = |most: u8| [ChartCell::plain(format!("1 to {most}"))];
        Chart::new("Recovery", "On which roll units of a corps in Regroup mode recover.", clauses!["12.1.4", "12.1.5a"])
            .rolled("1d10")
            .heads("what", ["one die"])
            .line("a lost step", needed(self.tables.recovery.step))
            .line("an eliminated unit", needed(self.tables.recovery.eliminated))
    }

    fn rail_chart(&self) -> Chart {
        let rail = &self.tables.rail;
        Chart::new("Rail Movement", "How many units may go by rail in a phase.", clauses!["7.2.6", "7.2.7"])
            .heads("units", ["how many"])
            .line("German", [ChartCell::plain(rail.german)])
            .line("British alone", [ChartCell::plain(rail.british)])
            .line("French alone", [ChartCell::plain(rail.french)])
            .line("of each nation, if both go", [ChartCell::plain(rail.mixed)])
    }

    fn initiative_chart(&self) -> Chart {
        let initiative = &self.tables.initiative;
        Chart::new("Initiative", "Who says which side goes first: the higher roll.", clauses!["6.1a", "6.2a", "6.2d"])
            .rolled("1d10")
            .heads("what", ["number"])
            .line("Offensive HQs for each point added to the die", [ChartCell::plain(initiative.hqs)])
            .line("first turns on which the Germans have it", [ChartCell::plain(initiative.german_turns)])
    }

    fn victory_chart(&self, options: Options) -> Chart {
        let table = &self.tables.victory;
        let each = options.has(option::PARIS_EACH);
        let paris = if each { "each hex of Paris" } else { "Paris" };
        let chart = Chart::new(
            "Victory Points",
            "What a side scores for what it controls.",
            if each { clauses!["14c", "14d", "14e"] } else { clauses!["14b", "14c", "14d", "14e"] },
        )
        .heads("what", ["points"])
        .line(paris, [ChartCell::plain(table.paris)])
        .line("each city", [ChartCell::plain(table.city)])
        .line("each town", [ChartCell::plain(table.town)]);
        match options.has(option::BEF) {
            true => chart.line(
                "each British corps that lost more than half, for the Germans",
                [ChartCell::plain(table.british_corps)],
            ),
            false => chart,
        }
    }

    fn turn_chart(&self, scenario: usize) -> Chart {
        let scenario = &self.scenarios[scenario];
        let date = |turn: u8| [ChartCell::plain(format!("{} September", scenario.day(turn)))];
        Chart::new("Turn Record Track", "The day of each turn.", vec![Clause("2a")])
            .heads("turn", ["date"])
            .lines((1..=scenario.turns).map(|turn| (turn.to_string(), date(turn))))
    }

    /// Marks a chart as ours, where the data say so.
    fn ours(&self, what: &str, chart: Chart, why: &str) -> Chart {
        if self.papers.provenance.is_ours(what) { chart.reconstructed(why) } else { chart }
    }
}

/// The head of a column of the combat results table, whose factors differ from line to line.
pub(crate) fn column_letter(column: usize) -> String {
    char::from(b'A' + column as u8).to_string()
}

/// What is printed for a command, and what it means.
pub(crate) fn command_cell(command: Command) -> ChartCell {
    let (code, words) = match command {
        Command::MustRegroup => ("MR", "Must Regroup: the HQ goes to Regroup mode"),
        Command::MustDefensive => ("MD", "Must Defensive: the HQ goes to Defensive mode"),
        Command::NoChange => ("NC", "No Change: the HQ stays as it is"),
        Command::ChangeNormally => ("CN", "Change Normally: the owner chooses"),
        Command::MustOffensive => ("MO", "Must Offensive: the HQ goes to Offensive mode"),
    };
    ChartCell::new(code, words)
}
