//! The charts as they are printed, made from what the rules read.

use crate::RockOfTheMarne;
use crate::air::bombed;
use crate::bridges::mended;
use crate::combat::crossed;
use crate::pieces::{GERMAN, Piece};
use crate::sequence::Phase;
use crate::state::option;
use crate::tables::{COLUMNS, Effects, Interception};
use crate::telling::column;
use engine::chart::{ChartOdds, Span, spans, totals};
use engine::{Chart, ChartCell, Options, Side, clauses, half_points};

/// The Combat Table.
pub(crate) const COMBAT: &str = "Combat Results Table";
/// The Interception Table.
pub(crate) const INTERCEPTION: &str = "Interception Table";
/// The Bridge Bombing Table.
pub(crate) const BOMBING: &str = "Bridge Bombing Table";
/// The die for an attack on an empty hex.
pub(crate) const CROSSING: &str = "Crossing to an Empty Hex";
/// The die for a repair.
pub(crate) const REPAIR: &str = "Bridge Repair";

#[engine::by_the_book]
impl RockOfTheMarne {
    /// All charts of a scenario.
    pub(crate) fn printed_charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        vec![
            self.combat_chart(),
            self.terrain_chart(),
            self.interception_chart(options),
            self.bombing_chart(),
            self.crossing_chart(),
            self.repair_chart(),
            self.stacking_chart(),
            self.turn_chart(scenario, options),
            sequence_chart(),
            self.victory_chart(scenario, options),
        ]
    }

    fn combat_chart(&self) -> Chart {
        let cell = |total: u8, column: usize| {
            let result = self.tables.combat(total, column);
            ChartCell::new(result, result.meaning())
        };
        let dice = totals(2, 6);
        let odds = |at: usize| {
            let result = |total: i16| self.tables.combat(total as u8, at);
            ChartOdds::new(column(at), &dice, result)
                .mean("attacker's steps", &dice, |total| result(total).attacker.steps.into())
                .mean("defender's steps", &dice, |total| result(total).defender.steps.into())
        };
        Chart::new(COMBAT, "What an attack or an overrun does to both sides.", clauses!["chart/crt", "scs/7.3a"])
            .rolled("2d6")
            .across("odds")
            .heads("two dice", (0..COLUMNS).map(column))
            .lines((2..=12).map(|total| (total.to_string(), (0..COLUMNS).map(move |column| cell(total, column)))))
            .odds((0..COLUMNS).map(odds))
            .note(
                "Odds are the larger strength by the smaller, rounded to the nearest whole number, half up.",
                clauses!["scs/7.2a"],
            )
            .note("Shifts are added up first; beyond an end of the table its last column is read.", clauses!["1.9d-5"])
            .note(
                format!("No more than {} tanks shift one combat.", self.tables.tank_shifts),
                clauses!["1.9e-a", "1.8b-1"],
            )
    }

    /// What every kind of ground does, by itself.
    fn terrain_chart(&self) -> Chart {
        let tables = &self.tables;
        let combat = |effects: &Effects| match (effects.left, effects.halves_attack) {
            (_, true) => ChartCell::new("attack 1/2", "attackers have half their strength"),
            (0, _) => ChartCell::plain("none"),
            (1, _) => ChartCell::new("left 1", "the odds shift 1 column to the left"),
            (left, _) => ChartCell::new(format!("left {left}"), format!("the odds shift {left} columns to the left")),
        };
        let kinds = self.ground.map.terrains.iter().zip(&tables.terrain);
        let half = || ChartCell::new("attack 1/2", "units that attack across it have half their strength");
        let more = |halves: u8, what: &str| {
            ChartCell::new(
                format!("+{}", half_points(halves)),
                format!("{} movement points more {what}", half_points(halves)),
            )
        };
        let chart = Chart::new(
            "Terrain Effects Chart",
            "What ground costs to enter, and what it does for a defender.",
            clauses!["GI/terrain-a", "GI/terrain-b"],
        )
        .heads("terrain", ["movement", "combat"])
        .lines(kinds.map(|(kind, effects)| {
            (kind.title.clone(), [ChartCell::plain(half_points(effects.halves)), combat(effects)])
        }))
        .line("Trench", [ChartCell::plain(half_points(tables.trench.halves)), combat(&tables.trench)])
        .line(
            "Road",
            [ChartCell::new(half_points(tables.road), "from hex to hex along the road"), ChartCell::plain("none")],
        )
        .line("River hexside", [more(tables.river, "to cross it"), half()])
        .line(
            "The Marne",
            [
                ChartCell::new("bridge", "it is crossed only at a bridge"),
                ChartCell::new(
                    "attack 1/2",
                    "units that attack across it have half their strength; without a bridge only Germans with a \
                 Stormtrooper may",
                ),
            ],
        )
        .line("Assault bridge", [ChartCell::new("none", "the Marne does not count there"), half()])
        .line("Enemy zone of control", [more(tables.enemy_zone, "to enter"), ChartCell::plain("none")])
        .line("The same, Stormtroopers", [more(tables.stormtrooper_zone, "to enter"), ChartCell::plain("none")])
        .line("Overrun", [more(tables.overrun, "than entering the hex"), ChartCell::plain("none")])
        .note(
            "The dearest ground of a hex is paid for; in combat all of it adds up.",
            clauses!["GI/terrain-a", "GI/terrain-b"],
        );
        match self.papers.provenance.is_ours("cost of an overrun") {
            true => chart.reconstructed("the cost of an overrun, and that of a lakes hex, which lies in the open."),
            false => chart,
        }
    }

    /// The lines of the Interception Table: totals from 1 to 13.
    pub(crate) fn interception_lines(&self, mild_three: bool) -> Vec<Span<Interception>> {
        spans(1..=13, |total| self.tables.interception(total as u8, mild_three))
    }

    fn interception_chart(&self, options: Options) -> Chart {
        let purpose = "Whether an airplane on patrol drives a mission off.";
        let lines = self.interception_lines(options.has(option::MILD_THREE));
        Chart::new(INTERCEPTION, purpose, clauses!["chart/interception", "1.6d-6"])
            .rolled("2d6")
            .heads("two dice", ["result"])
            .lines(lines.iter().map(|span| (span.head(), [ChartCell::new(span.reads, span.reads.words())])))
            .odds([ChartOdds::new("result", &totals(2, 6), |total| {
                self.tables.interception(total as u8, options.has(option::MILD_THREE))
            })])
            .note("+1 if the interceptor has more steps, -1 if the mission has more.", clauses!["1.6d-6"])
            .reconstructed("what a 3 reads; it is missing in the print.")
    }

    /// The lines of the Bridge Bombing Table: two dice, and what two steps add.
    pub(crate) fn bombing_lines(&self) -> Vec<Span<bool>> {
        spans(2..=12 + i16::from(self.tables.two_step_bonus), |total| total >= self.tables.bombed_from.into())
    }

    fn bombing_chart(&self) -> Chart {
        let bonus = self.tables.two_step_bonus;
        Chart::new(BOMBING, "Whether bombs destroy an assault bridge.", clauses!["chart/bridge-bombing", "1.6b-2"])
            .rolled("2d6")
            .heads("two dice", ["result"])
            .lines(self.bombing_lines().iter().map(|span| (span.head(), [ChartCell::plain(bombed(span.reads))])))
            .odds([ChartOdds::new("result", &totals(2, 6), |total| bombed(total >= self.tables.bombed_from.into()))])
            .note(format!("+{bonus} if the airplane has two steps."), clauses!["chart/bridge-bombing"])
    }

    /// The lines of an attack on an empty hex.
    pub(crate) fn crossing_lines(&self) -> Vec<Span<bool>> {
        spans(1..=6, |die| die <= self.tables.crossing_loss_to.into())
    }

    fn crossing_chart(&self) -> Chart {
        let purpose = "What an attack across the Marne on an empty hex costs; the hex is taken either way.";
        Chart::new(CROSSING, purpose, clauses!["3.2b-1", "3.2b-2"])
            .rolled("1d6")
            .heads("one die", ["result"])
            .lines(self.crossing_lines().iter().map(|span| (span.head(), [ChartCell::plain(crossed(span.reads))])))
            .odds([ChartOdds::new("result", &totals(1, 6), |die| crossed(die <= self.tables.crossing_loss_to.into()))])
    }

    /// The lines of a repair.
    pub(crate) fn repair_lines(&self) -> Vec<Span<bool>> {
        spans(1..=6, |die| die >= self.tables.repaired_from.into())
    }

    fn repair_chart(&self) -> Chart {
        Chart::new(REPAIR, "Whether a destroyed assault bridge is mended.", clauses!["3.2e-3"])
            .rolled("1d6")
            .heads("one die", ["result"])
            .lines(self.repair_lines().iter().map(|span| (span.head(), [ChartCell::plain(mended(span.reads))])))
            .odds([ChartOdds::new("result", &totals(1, 6), |die| mended(die >= self.tables.repaired_from.into()))])
    }

    /// Each kind of counter once.
    fn stacking_chart(&self) -> Chart {
        let mut kinds: Vec<(&str, u8)> = Vec::new();
        for piece in Piece::all() {
            let kind = (self.pieces.kind_title(piece), self.pieces.counter(piece).stacking);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let limit = half_points(self.tables.stacking);
        let purpose = format!("How much room units take; a hex holds {limit} points.");
        Chart::new("Stacking Points", purpose, clauses!["GI/stack-a", "GI/stack-c"])
            .heads("unit", ["points"])
            .lines(kinds.into_iter().map(|(title, halves)| (title, [ChartCell::plain(half_points(halves))])))
            .note("Losses do not change them.", clauses!["GI/stack-b"])
    }

    fn turn_chart(&self, scenario: usize, options: Options) -> Chart {
        let scenario = &self.scenarios[scenario];
        let (first, last) = scenario.turns;
        let line = |turn: u8| {
            let track = self.tables.turn(turn);
            let replacements = scenario.replacements.unwrap_or(track.replacements);
            let refit = if options.has(option::ONE_NUMBER) { track.replenish } else { track.refit };
            let numbers = replacements.into_iter().chain(track.replenish).chain(refit);
            let cells = numbers.map(ChartCell::plain).collect::<Vec<_>>();
            (turn.to_string(), [ChartCell::plain(&track.date)].into_iter().chain(cells))
        };
        let each = |what: &str| Side::BOTH.map(|side| format!("{what}, {}", self.papers.about.side_title(side)));
        let heads = [each("replacements"), each("HQs above"), each("airplanes from")].concat();
        let chart = Chart::new("Turn Record Track", "What each turn brings.", clauses!["5.0d-1", "1.2a-3", "1.6e-2"])
            .heads("turn", ["date".to_string()].into_iter().chain(heads))
            .lines((first..=last).map(line))
            .note("A Depleted Corps HQ is Replenished if one die is greater than its number.", clauses!["1.2a-3"])
            .note("A flown airplane is ready again if two dice reach its number.", clauses!["1.6e-2"]);
        match self.papers.provenance.is_ours("Turn Record Track") {
            true => chart.reconstructed("all numbers; only the dates are in our sources."),
            false => chart,
        }
    }

    /// What is worth points, and who wins with how many.
    fn victory_chart(&self, scenario: usize, options: Options) -> Chart {
        let state = self.begin(scenario, options);
        let scenario = &self.scenarios[scenario];
        let whose = |side: Option<Side>| match side {
            Some(side) => self.papers.about.side_title(side).to_string(),
            None => "whoever holds it".into(),
        };
        let prizes = scenario.prizes.iter().map(|prize| {
            let names: Vec<&str> = self.ground.board().names_at(prize.hex).collect();
            let hex = [self.ground.label(prize.hex), names.join(", ")].join(" ");
            (hex.trim().to_string(), [ChartCell::plain(whose(prize.side)), ChartCell::plain(prize.points)])
        });
        let german = || ChartCell::plain(self.papers.about.side_title(GERMAN));
        let mut chart =
            Chart::new("Victory Points", "What is worth points at the end.", vec![self.victory_clause(&state)])
                .heads("what", ["for", "points"])
                .lines(prizes);
        if scenario.trench_points > 0 {
            let cells = [german(), ChartCell::plain(scenario.trench_points)];
            chart = chart.line("each French trench hex", cells);
        }
        if scenario.crossing_points > 0 {
            let cells = [german(), ChartCell::plain(scenario.crossing_points)];
            chart = chart.line("each supplied German division south of the Marne", cells);
        }
        match &scenario.levels[..] {
            [] => chart.note("The side with more points wins.", Vec::new()),
            [least] => chart.note(format!("The Germans win with {least} points or more."), Vec::new()),
            levels => levels.iter().zip(crate::victory::LEVELS).fold(chart, |chart, (least, level)| {
                chart.note(format!("From {least}: a German {level}."), Vec::new())
            }),
        }
    }
}

#[engine::by_the_book]
fn sequence_chart() -> Chart {
    let purpose = "The phases of a player turn; the Germans take theirs first.";
    Chart::new("Sequence of Play", purpose, clauses!["GI/seq-a", "GI/seq-b"])
        .heads("order", ["phase"])
        .lines((1..).zip(Phase::ALL).map(|(at, phase)| (at.to_string(), [ChartCell::plain(phase.title())])))
}
