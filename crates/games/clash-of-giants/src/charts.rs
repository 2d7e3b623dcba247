//! The charts as they are printed, made from what the rules read.

use crate::ClashOfGiants;
use crate::command::march_text;
use crate::ground::has;
use crate::pieces::{ALLIED, Army, Campaign, GERMAN};
use crate::resolution::{failure, signed};
use crate::tables::{Allowance, Effects, Line};
use crate::theatre::Theatre;
use engine::chart::ChartOdds;
use engine::{Chance, Chart, ChartCell, Options, Side, clauses};
use hexboard::Direction;

/// The combat table.
pub(crate) const COMBAT: &str = "Combat Results Table";
/// The Command Tracks.
pub(crate) const COMMAND: &str = "Command Tracks";
/// The TER for which the chances of a check are told; each point more or less is one face of the die.
const COMMON_TER: u8 = 3;
/// The line of the combat table for those who attack.
pub(crate) const ATTACKERS: &str = "attackers' dice";
/// The line of the combat table for those who defend.
pub(crate) const DEFENDERS: &str = "defenders' dice";

#[engine::by_the_book]
impl ClashOfGiants {
    /// All charts of a scenario.
    pub(crate) fn printed_charts(&self, scenario: usize, _options: Options) -> Vec<Chart> {
        let scenario = &self.scenarios[scenario];
        let theatre = self.theatre_of(scenario.campaign);
        let mut charts =
            vec![self.combat_chart(), self.check_chart(), self.terrain_chart(theatre), self.command_chart(theatre)];
        match scenario.campaign {
            Campaign::Tannenberg => charts.extend([replacement_steps(theatre), strategic_chart(theatre)]),
            Campaign::Marne => charts.push(replacement_attempts(theatre)),
        }
        charts.push(compass_chart(theatre, self.about_titles(scenario.campaign)));
        charts.push(self.stacking_chart());
        charts.push(turn_chart(theatre, scenario.first_turn, scenario.last_turn));
        charts.push(victory_chart(theatre));
        charts
    }

    /// The names of the sides in a campaign.
    fn about_titles(&self, campaign: Campaign) -> [&'static str; 2] {
        match campaign {
            Campaign::Tannenberg => ["German", "Russian"],
            Campaign::Marne => ["German", "Allied"],
        }
    }

    fn combat_chart(&self) -> Chart {
        let columns = &self.standard.columns;
        let modifier = |by: i8, who: &str| {
            let added = match by {
                0 => format!("nothing is added to the dice of {who}"),
                1.. => format!("{by} is added to the dice of {who}"),
                _ => format!("{} is taken off the dice of {who}", -by),
            };
            ChartCell::new(signed(by), format!("{added}; a unit fails above its TER"))
        };
        let checks = |checks: u8| match checks {
            u8::MAX => ChartCell::new("all", "every attacker makes a check"),
            1 => ChartCell::new(1, "one attacker makes a check"),
            some => ChartCell::new(some, format!("no more than {some} attackers make a check")),
        };
        let odds = |(odds, who, modifier): (&str, &str, i8)| {
            let p = failure(COMMON_TER, modifier);
            let chances = [("fails", p), ("passes", 1.0 - p)].into_iter().filter(|(_, chance)| *chance > 0.0);
            let chances = Chance::tally(chances.map(|(what, chance)| (what.to_string(), chance)));
            ChartOdds { head: format!("{odds}, {who}"), chances, means: Vec::new() }
        };
        let defenders = columns.iter().map(|column| (column.odds.as_str(), "a defender", column.defender));
        let attackers = columns.iter().map(|column| (column.odds.as_str(), "an attacker", column.attacker));
        let chart = Chart::new(
            COMBAT,
            "What the odds do to the checks that every defender and some attackers make.",
            clauses!["std/12.4", "std/12.7a", "std/12.7b"],
        )
        .rolled("1d6")
        .across("odds, attacker to defender")
        .heads("what", columns.iter().map(|column| &column.odds))
        .line(ATTACKERS, columns.iter().map(|column| modifier(column.attacker, "attackers")))
        .line(DEFENDERS, columns.iter().map(|column| modifier(column.defender, "defenders")))
        .line("attackers that check", columns.iter().map(|column| checks(column.checks)))
        .odds(defenders.chain(attackers).map(odds))
        .note("Odds are rounded in favour of the defender.", clauses!["std/12.4"])
        .note(format!("The chances are those of a unit with a TER of {COMMON_TER}."), clauses!["std/12.7a"])
        .note(
            format!("Ground and rivers shift no more than {} columns to the left.", self.standard.works.most_shift),
            clauses!["std/12.5c"],
        );
        match self.papers.provenance.is_ours("combat table") {
            true => chart.reconstructed("all columns but 2-1 and 3-1; the table is not in our sources."),
            false => chart,
        }
    }

    fn check_chart(&self) -> Chart {
        let standard = &self.standard;
        let worse = |points: u8, words: &str| ChartCell::new(format!("-{points}"), words.to_string());
        let passes = || ChartCell::plain("no effect");
        Chart::new(
            "Effects of a Check",
            "What becomes of a unit by the roll of its own check.",
            clauses!["std/12.7a", "std/12.8a", "std/12.8b"],
        )
        .heads("die with what is added", ["attacker", "defender"])
        .line("its TER or less", [passes(), passes()])
        .line(
            "more than its TER",
            [
                ChartCell::new("step", "it loses a step"),
                ChartCell::new("step, retreat", "it loses a step, and retreats as many hexes as it rolled too much"),
            ],
        )
        .line(
            "out of supply, TER",
            [
                worse(standard.combat.out_of_supply_ter, "its TER is lower by so much"),
                worse(standard.combat.out_of_supply_ter, "its TER is lower by so much"),
            ],
        )
        .line(
            "cavalry, TER",
            [
                ChartCell::plain("as printed"),
                worse(standard.combat.cavalry_ter, "its TER is lower by so much if infantry attacks it"),
            ],
        )
        .note("A TER is never below 1.", clauses!["std/12.7g"])
        .note("A unit does not retreat out of a fort of its own.", clauses!["std/13.2"])
    }

    fn terrain_chart(&self, theatre: &Theatre) -> Chart {
        let standard = &self.standard;
        let shift = |columns: u8| match columns {
            0 => ChartCell::plain("none"),
            1 => ChartCell::new("left 1", "the odds shift 1 column to the left"),
            _ => ChartCell::new(format!("left {columns}"), format!("the odds shift {columns} columns to the left")),
        };
        let kinds = theatre.ground.map.terrains.iter().filter(|kind| !kind.void);
        let kinds = kinds.filter_map(|kind| Some((kind, standard.effects(&kind.id)?)));
        let cells = |effects: Effects| [ChartCell::plain(effects.cost), shift(effects.shift)];
        let chart = Chart::new(
            "Terrain Effects Chart",
            "What ground costs to enter, and what it does for a defender.",
            clauses!["std/11.3a", "std/12.5a"],
        )
        .heads("terrain", ["movement", "combat"])
        .lines(kinds.map(|(kind, effects)| (kind.title.clone(), cells(effects))))
        .line(
            "River hexside",
            [
                ChartCell::new(format!("+{}", standard.hexsides.river_cost), "more to cross it"),
                ChartCell::new(
                    format!("left {}", standard.hexsides.river_shift),
                    "only if every attacker attacks across a river; so many columns to the left",
                ),
            ],
        );
        let chart = match theatre.ground.zones.is_empty() {
            true => chart,
            false => chart.line("Fortified Zone", [ChartCell::plain("none"), shift(standard.works.zone_shift)]),
        };
        let chart = match theatre.ground.forts.is_empty() {
            true => chart,
            false => chart.line("Fort", [ChartCell::plain("none"), shift(standard.works.fort_shift)]),
        };
        let chart = chart.note(
            "The largest shift of a hex counts, a Fortified Zone on top of it, and a river too.",
            clauses!["std/12.5a", "std/12.5b", "std/12.5c"],
        );
        match ["clear: columns", "woods: columns", "rough: columns"]
            .iter()
            .any(|what| self.papers.provenance.is_ours(what))
        {
            true => chart.reconstructed("the shifts; the chart is not in our sources."),
            false => chart,
        }
    }

    /// The head of the line of an army's Command Track.
    pub(crate) fn track_head(army: Army, line: Line) -> String {
        // The cavalry uses its army's track.
        let army = if army == Army::FirstCavalry { Army::GermanFirst } else { army };
        match line {
            Line::Normal => army.title().to_string(),
            _ => format!("{}, {}", army.title(), line.title()),
        }
    }

    fn command_chart(&self, theatre: &Theatre) -> Chart {
        let cell = |march: Allowance| match march.star {
            true => ChartCell::new(
                march_text(march),
                format!("{} movement points, and units may attempt replacements", march.points),
            ),
            false => ChartCell::new(march_text(march), format!("{} movement points", march.points)),
        };
        let armies = Army::ALL.into_iter().filter(|army| army.campaign() == theatre.campaign);
        let lines = armies.flat_map(|army| Line::of(army).iter().map(move |&line| (army, line)));
        let lines =
            lines.filter_map(|(army, line)| Some((Self::track_head(army, line), theatre.tables.track(army, line)?)));
        let (chart, west) = (
            Chart::new(COMMAND, "How far the units of an army may move this turn.", clauses!["std/10.1a"])
                .rolled("1d6")
                .across("one die")
                .heads("army", (1..=6).map(|die: u8| die.to_string()))
                .lines(lines.map(|(head, track)| (head, track.map(cell)))),
            &theatre.tables.west,
        );
        let chart = match theatre.campaign {
            Campaign::Tannenberg => chart.note(
                format!(
                    "The German I Corps in its Attack State has {} points.",
                    theatre.tables.east.command.attack_allowance
                ),
                clauses!["tannenberg/10.61f"],
            ),
            Campaign::Marne => chart.note(
                format!(
                    "In the pursuit, to turn {}, a 2* counts {}.",
                    west.command.pursuit_until, west.command.pursuit_star
                ),
                clauses!["marne/10.31"],
            ),
        };
        match self.papers.provenance.is_ours(&format!("{}: Command Track", Army::GermanFirst.title()))
            || self.papers.provenance.is_ours(&format!("{}: Command Track", Army::Eighth.title()))
        {
            true => chart.reconstructed("all numbers; the tracks are not in our sources."),
            false => chart,
        }
    }

    fn stacking_chart(&self) -> Chart {
        Chart::new("Stacking", "How many units a hex holds.", clauses!["std/6.1a", "std/6.2a"])
            .heads("units", ["how many"])
            .line("of any kind", [ChartCell::plain(self.standard.stacking.units)])
            .line("all of one corps", [ChartCell::plain(self.standard.stacking.corps)])
    }
}

#[engine::by_the_book]
fn replacement_steps(theatre: &Theatre) -> Chart {
    let east = &theatre.tables.east;
    Chart::new("Replacements", "How many steps an army gets back each turn.", clauses!["tannenberg/9.3b"])
        .heads("army", ["steps"])
        .line("German", [ChartCell::plain(east.replacements.german)])
        .line(Army::RussianFirst.title(), [ChartCell::plain(east.replacements.first)])
        .line(Army::RussianSecond.title(), [ChartCell::plain(east.replacements.second)])
}

#[engine::by_the_book]
fn strategic_chart(theatre: &Theatre) -> Chart {
    let east = &theatre.tables.east;
    Chart::new(
        "Strategic Movement",
        "What holds for German units that leave the map by rail.",
        clauses!["tannenberg/15.1b", "tannenberg/15.1d", "tannenberg/15.2d", "tannenberg/15.2e"],
    )
    .heads("what", ["number"])
    .line("units in the whole game", [ChartCell::plain(east.strategic.units)])
    .line("first turn", [ChartCell::plain(east.strategic.from)])
    .line("turns away", [ChartCell::plain(east.strategic.away)])
    .line("turns longer that a unit may be held back", [ChartCell::plain(east.strategic.held)])
}

#[engine::by_the_book]
fn replacement_attempts(theatre: &Theatre) -> Chart {
    let highest = theatre.tables.west.replacements.bef;
    Chart::new(
        "Replacement Attempts",
        "On which roll a reduced unit gets its step back; it does nothing else this turn.",
        clauses!["marne/9.32a", "marne/9.32b", "marne/9.32c", "marne/9.32d"],
    )
    .rolled("1d6")
    .heads("unit", ["one die"])
    .line("French", [ChartCell::plain("its TER or less")])
    .line("British", [ChartCell::plain(if highest == 1 { "1".into() } else { format!("{highest} or less") })])
    .line("German", [ChartCell::plain("less than its TER")])
}

#[engine::by_the_book]
fn compass_chart(theatre: &Theatre, titles: [&str; 2]) -> Chart {
    let board = theatre.ground.board();
    let ways = |side: Side| {
        let ways = Direction::ALL.into_iter().filter(|&way| has(theatre.tables.compass(side), way));
        [ChartCell::plain(ways.map(|way| board.direction_name(way)).collect::<Vec<_>>().join(", "))]
    };
    Chart::new("Retreat Compass", "The directions in which the units of a side retreat.", clauses!["std/2.12"])
        .heads("side", ["directions"])
        .line(titles[0], ways(GERMAN))
        .line(titles[1], ways(ALLIED))
}

#[engine::by_the_book]
fn turn_chart(theatre: &Theatre, first: u8, last: u8) -> Chart {
    let dates = (1..).zip(&theatre.tables.dates).filter(|(turn, _)| (first..=last).contains(turn));
    let clauses = match theatre.campaign {
        Campaign::Tannenberg => clauses!["tannenberg/2.11b"],
        Campaign::Marne => clauses!["marne/2.11b"],
    };
    Chart::new("Turn Record Track", format!("When it is; a turn is {}.", theatre.tables.scale.turn), clauses)
        .heads("turn", ["date"])
        .lines(dates.map(|(turn, date)| (turn.to_string(), [ChartCell::plain(date)])))
}

#[engine::by_the_book]
fn victory_chart(theatre: &Theatre) -> Chart {
    let place = |prize: &crate::theatre::Prize| {
        let hex = theatre.ground.label(prize.hex);
        if prize.name == hex { hex } else { format!("{} ({hex})", prize.name) }
    };
    match theatre.campaign {
        Campaign::Tannenberg => Chart::new(
            "Victory Points",
            "What a hex is worth to the side that took it last.",
            clauses!["tannenberg/4.1d", "tannenberg/4.22a", "tannenberg/4.22c"],
        )
        .heads("hex", ["German", "Russian"])
        .lines(theatre.prizes.iter().map(|prize| (place(prize), prize.worth.map(ChartCell::plain))))
        .note("More points win; if they are level the Russian wins.", clauses!["tannenberg/4.1b", "tannenberg/4.1c"]),
        Campaign::Marne => Chart::new(
            "Victory Hexes",
            "Primary hexes decide; where they are level, Secondary ones do.",
            clauses!["marne/4.1b", "marne/4.1c"],
        )
        .heads("hex", ["rank"])
        .lines(
            theatre
                .prizes
                .iter()
                .map(|prize| (place(prize), [ChartCell::plain(if prize.primary { "Primary" } else { "Secondary" })])),
        )
        .note("German troops in a city hex of Paris win at once.", clauses!["marne/4.2"]),
    }
}
