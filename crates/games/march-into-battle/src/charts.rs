//! The charts as they are printed, made from what the rules read.

use crate::MarchIntoBattle;
use crate::combat::outcome_name;
use crate::ground::Terrain;
use crate::scenarios::Scenario;
use crate::tables::{Column, Factor, Line, Points, TerrainRow};
use engine::chart::{ChartOdds, totals};
use engine::{Chart, ChartCell, Options, clauses};

/// The Combat Results Table.
pub(crate) const COMBAT: &str = "Combat Results Table";
/// Its column for what becomes of the ground.
pub(crate) const RESULT: &str = "result";
/// The Combat Effects Table.
pub(crate) const EFFECTS: &str = "Combat Effects Table";

/// The modifiers for which the chances of a combat are told.
const MODIFIERS: std::ops::RangeInclusive<i16> = -4..=6;
/// The columns of the Combat Effects Table, in their order.
const COLUMNS: [Column; 3] = [Column::Engaged, Column::Retreat, Column::Advance];

#[engine::by_the_book]
impl MarchIntoBattle {
    /// All charts of a battle.
    pub(crate) fn printed_charts(&self, scenario: usize, _options: Options) -> Vec<Chart> {
        let battle = &self.scenarios[scenario];
        vec![
            self.combat_chart(),
            self.effects_chart(),
            self.odds_chart(),
            self.modifier_chart(),
            self.strength_chart(),
            self.movement_chart(),
            self.morale_chart(),
            self.fatigue_chart(),
            self.limits_chart(),
            turn_chart(battle),
            self.points_chart(battle),
            victory_chart(battle),
        ]
    }

    fn combat_chart(&self) -> Chart {
        let lines = self.tables.results().map(|line| {
            let cells = [
                result_cell(line),
                effect_cell(line.defender_column(), line.defender),
                effect_cell(line.attacker_column(), line.attacker),
            ];
            (self.tables.result_head(line.roll), cells)
        });
        let die = totals(1, 6);
        let odds = |modifier: i16| {
            let line = |die: i16| self.tables.result((die + modifier) as i8);
            ChartOdds::new(format!("{modifier:+}"), &die, |die| outcome_name(line(die).retreat)).mean(
                "hexes of retreat",
                &die,
                |die| line(die).retreat.into(),
            )
        };
        let chart = Chart::new(
            COMBAT,
            "Who holds the ground after a combat, and how each stack rolls for its losses.",
            clauses!["7.1.6a", "7.1.6b", "7.1.7b"],
        )
        .rolled("1d6")
        .heads("die with modifiers", [RESULT, "defender's effects", "attacker's effects"])
        .lines(lines)
        .odds(MODIFIERS.map(odds));
        match self.papers.provenance.is_ours("combat results for") {
            true => chart.reconstructed("all but the line for 5; the table is not in our sources."),
            false => chart,
        }
    }

    fn effects_chart(&self) -> Chart {
        let lines = self.tables.effects().map(|(roll, row)| {
            (self.tables.effect_head(roll), row.map(|effect| ChartCell::new(effect, effect.words())))
        });
        let die = totals(1, 6);
        let odds = |column: Column| ChartOdds::new(column.title(), &die, |die| self.tables.effect(column, die as i8));
        let chart = Chart::new(
            EFFECTS,
            "What a combat costs a stack, one die for each stack.",
            clauses!["7.1.7a", "7.3a", "7.3b", "7.3c"],
        )
        .rolled("1d6")
        .heads("die with modifiers", COLUMNS.map(Column::title))
        .lines(lines)
        .odds(COLUMNS.map(odds));
        match self.papers.provenance.is_ours("combat effects for") {
            true => chart.reconstructed("all but what the book's example reads; the table is not in our sources."),
            false => chart,
        }
    }

    fn odds_chart(&self) -> Chart {
        let [above, below] = self.tables.odds_steps();
        let ratio = |hundredths: u16| {
            let (whole, rest) = (hundredths / 100, hundredths % 100);
            if rest == 0 {
                whole.to_string()
            } else {
                format!("{whole}.{}", format!("{rest:02}").trim_end_matches('0'))
            }
        };
        let line = |head: String, modifier: i8| (head, [ChartCell::plain(format!("{modifier:+}"))]);
        let worse = below.iter().rev().map(|&(least, by)| match least {
            100 => line("below 1:1".into(), by),
            _ => line(format!("1:{} or less", ratio(least)), by),
        });
        let better = above.iter().map(|&(least, by)| match least {
            100 => line("above 1:1".into(), by),
            _ => line(format!("{}:1 or more", ratio(least)), by),
        });
        let even = [line("1:1".into(), 0)];
        let chart =
            Chart::new("Odds", "What the ratio of strengths adds to the die.", clauses!["7.1.2a", "7.1.2b", "7.1.2c"])
                .heads("attacker to defender", ["die"])
                .lines(worse.chain(even).chain(better));
        match self.papers.provenance.is_ours("odds") {
            true => chart.reconstructed("the steps beyond 2:1 and below 1:1.5."),
            false => chart,
        }
    }

    fn modifier_chart(&self) -> Chart {
        let limits = &self.tables.limits;
        let plain = |text: String| [ChartCell::plain(text)];
        Chart::new(
            "Combat Modifiers",
            "What else is added to the die of a combat.",
            clauses!["7.1.3a", "7.1.4a", "7.1.4b", "7.11a"],
        )
        .heads("what", ["die"])
        .line(
            "morale of the largest unit, attacker's less defender's",
            [ChartCell::new(
                format!("up to {}", limits.morale_difference),
                "the difference, for the side with the better morale",
            )],
        )
        .line("one hex attacked from three or more", plain(format!("{:+}", limits.three_hexes)))
        .line("a leader with an attacking unit", [ChartCell::new("+ bonus", "his tactical bonus")])
        .line("a leader with a defending unit", [ChartCell::new("- bonus", "his tactical bonus")])
        .line(
            "artillery, the best unit of each side",
            [ChartCell::new("difference", "the attacker's strength less the defender's")],
        )
        .line(
            "guns of a neighbour that enfilade",
            [ChartCell::new(
                format!("{:+}", limits.enfilade),
                "added to that artillery strength, which then may stand for the defender's",
            )],
        )
        .line(
            "weaker artillery with a stack under threat of cavalry",
            [ChartCell::new(limits.square, "against that side")],
        )
    }

    fn strength_chart(&self) -> Chart {
        let factors = &self.tables.factors;
        let ground = Terrain::ALL.into_iter().zip(&self.tables.terrain).filter(|(_, row)| row.movement.is_some());
        let both = |factor: Factor| [ChartCell::plain(factor), ChartCell::plain(factor)];
        let horse = |factor: Factor| [ChartCell::plain("-"), ChartCell::plain(factor)];
        let ours = ["forest: attack", "village: attack", "attack over a creek", "attack over a stream"];
        let chart = Chart::new(
            "Combat Strength Modifiers",
            "By what strengths are multiplied; everything that holds counts.",
            clauses!["7.1.1a", "7.1.1b"],
        )
        .heads("when", ["foot", "horse"])
        .lines(ground.map(|(kind, row): (Terrain, &TerrainRow)| {
            (format!("attack into {}", kind.title()), row.attack.map(ChartCell::plain))
        }))
        .line("attack over a creek", both(factors.creek))
        .line("attack over a creek by a bridge", both(factors.creek_bridge))
        .line("attack over a stream", both(factors.stream))
        .line("attack over a stream by a bridge", both(factors.stream_bridge))
        .line("attack over a river by a bridge", both(factors.river_bridge))
        .line("attack over a ford", both(factors.ford))
        .line("attack up a slope", both(factors.slope))
        .line("attack up a steep slope", both(factors.steep))
        .line("attack on a detachment in a chateau", both(factors.chateau_garrison))
        .line("attack on trenches", both(factors.trench))
        .line("attack at night", both(factors.night))
        .line("attack through a rear hexside", both(factors.rear))
        .line("disorganized", both(factors.disorganized))
        .line("Tired", both(factors.tired))
        .line("cavalry that attacks with infantry", horse(factors.cavalry_with_infantry))
        .line("cavalry that attacks infantry without a charge", horse(factors.cavalry_no_charge))
        .line("charge on infantry that holds", horse(factors.charge_met))
        .line("charge on broken troops", horse(factors.charge_on_broken))
        .line("light cavalry that defends", horse(factors.light_cavalry_defends))
        .line("countercharge", horse(factors.countercharge))
        .line("attack on a Grand Battery from the front: the battery", both(factors.battery_front))
        .note("A unit that fights has a strength of 1 at least.", clauses!["7.1.1b"]);
        match ours.iter().any(|what| self.papers.provenance.is_ours(what)) {
            true => chart.reconstructed("what most ground and water does; the chart is not in our sources."),
            false => chart,
        }
    }

    fn movement_chart(&self) -> Chart {
        let movement = &self.tables.movement;
        let points = |points: Points| points.map(ChartCell::plain);
        let more = |points: Points| points.map(|points| ChartCell::new(format!("+{points}"), "on top of the ground"));
        let all = |points: u8| [points; 3].map(ChartCell::plain);
        let ground = Terrain::ALL.into_iter().zip(&self.tables.terrain).map(|(kind, row)| {
            let closed = || [0; 3].map(|_| ChartCell::new("-", "it cannot be entered"));
            (kind.title(), row.movement.map_or_else(closed, points))
        });
        let chart = Chart::new(
            "Movement Cost Chart",
            "What movement costs in movement points.",
            clauses!["6.0c", "6.3a", "6.4a", "8.4"],
        )
        .heads("into, over or for", ["foot", "horse", "leaders"])
        .lines(ground)
        .line("a hex by road", points(movement.road))
        .line("a creek", more(movement.creek))
        .line("a stream", more(movement.stream))
        .line("a ford", more(movement.ford))
        .line("up a slope", more(movement.slope_up))
        .line("up a steep slope", more(movement.steep_up))
        .line("down a slope", more(movement.slope_down))
        .line("down a steep slope", more(movement.steep_down))
        .line("leaving an enemy zone of control at the start", all(movement.leave_zone))
        .line("another facing at the end", all(movement.facing))
        .line("an attack after moving", all(movement.attack))
        .line("going on after cavalry has evaded", all(movement.pursue))
        .note(format!("A Spent unit has {} point in all.", movement.spent), clauses!["11.1d"]);
        match self.papers.provenance.is_ours("clear ground: points to enter") {
            true => chart.reconstructed("what most ground, slopes and water cost; the chart is not in our sources."),
            false => chart,
        }
    }

    fn morale_chart(&self) -> Chart {
        let limits = &self.tables.limits;
        Chart::new("Morale Checks", "A die up to the morale rating passes; what changes the rating.", clauses!["5.0a"])
            .rolled("1d6")
            .heads("check", ["rating", "if it fails"])
            .line(
                "cavalry recovers stragglers",
                [ChartCell::plain(format!("+{}", limits.cavalry_recovery)), ChartCell::plain("nothing")],
            )
            .line(
                "any unit recovers stragglers at night",
                [ChartCell::plain(format!("+{}", limits.night_recovery)), ChartCell::plain("nothing")],
            )
            .line(
                "attack after a move from zone to zone",
                [ChartCell::plain("as it is"), ChartCell::plain("no attack")],
            )
            .line("end of Double Time", [ChartCell::plain("as it is"), ChartCell::plain("a step straggles")])
            .line("infantry is charged", [ChartCell::plain("as it is"), ChartCell::plain("the charge is not halved")])
            .line("cavalry countercharges", [ChartCell::plain("as it is"), ChartCell::plain("it is not doubled")])
    }

    fn fatigue_chart(&self) -> Chart {
        let fatigue = &self.tables.fatigue;
        let plus = |levels: u8| [ChartCell::plain(format!("+{levels}"))];
        let minus = |levels: u8| [ChartCell::plain(format!("-{levels}"))];
        let chart = Chart::new(
            "Fatigue Effects",
            format!("What tires a unit: from {} levels it is Tired, from {} Spent.", fatigue.tired, fatigue.spent),
            clauses!["11.0a", "11.1b", "11.1d"],
        )
        .heads("for", ["levels"])
        .line("moving", plus(fatigue.march))
        .line("Double Time, on top", plus(fatigue.double_time))
        .line("cavalry after a combat or an evasion", plus(fatigue.cavalry_combat))
        .line("cavalry whose zone was retreated through", plus(fatigue.cavalry_zone))
        .line("being driven out of a Field of Fire", plus(fatigue.field_of_fire))
        .line("a failed recovery while smashed", plus(fatigue.failed_recovery))
        .line("rest", minus(fatigue.rest))
        .line("rest next to an enemy", minus(fatigue.rest_near_enemy))
        .line("rest at night", minus(fatigue.rest_at_night));
        match ["boxes", "fatigue", "Tired at", "rest"].iter().any(|what| self.papers.provenance.is_ours(what)) {
            true => chart.reconstructed("the boxes, and what marching and rest do; the tables are not in our sources."),
            false => chart,
        }
    }

    fn limits_chart(&self) -> Chart {
        let limits = &self.tables.limits;
        let hexes = |count: u8| [ChartCell::plain(format!("{count} hexes"))];
        let steps = |count: u8| [ChartCell::plain(format!("{count} steps"))];
        Chart::new("Limits", "Small numbers that many rules use.", clauses!["6.1a", "7.6c", "10.2c", "16.5g"])
            .heads("what", ["number"])
            .line("strength in a hex", [ChartCell::plain(format!("{} points", limits.stacking))])
            .line("strength of a step", [ChartCell::plain(format!("{} points", limits.strength_per_step))])
            .line("stragglers of a unit", steps(limits.stragglers))
            .line("a detachment", steps(limits.detachment_steps))
            .line("evasion of cavalry", hexes(limits.evasion))
            .line("retreat of a smashed unit", hexes(limits.smashed_retreat))
            .line("lost by a stack that cannot retreat", steps(limits.blocked_casualties))
            .line("lost in a retreat over a river or through a swamp", steps(limits.water_casualties))
            .line(
                "artillery of a Grand Battery in a hex",
                [ChartCell::plain(format!("{} points", limits.battery_points))],
            )
            .line("range of a Grand Battery", hexes(limits.battery_range))
            .line("strength of its target", [ChartCell::plain(format!("{} points", limits.bombarded_strength))])
    }

    fn points_chart(&self, battle: &Scenario) -> Chart {
        let spoils = &self.tables.victory;
        let both = |points: i16| [ChartCell::plain(points), ChartCell::plain(points)];
        let place = |hex| {
            let name = battle.ground.board().names_at(hex).next();
            name.map_or_else(|| battle.ground.board().label(hex).to_string(), str::to_string)
        };
        let for_one = |side: engine::Side, points: i16| {
            engine::Side::BOTH.map(|one| ChartCell::plain(if one == side { points.to_string() } else { "-".into() }))
        };
        let mut chart = Chart::new("Victory Points", "What is worth points.", clauses!["DN.2"])
            .heads("what", battle.sides.clone())
            .line("each enemy step lost for good", both(spoils.step))
            .line("each enemy division smashed at the end", both(spoils.smashed))
            .line("each enemy division eliminated", both(spoils.eliminated))
            .line(format!("each {} enemy batteries lost", spoils.batteries), both(1));
        for objective in &battle.objectives {
            chart = chart.line(format!("control of {}", place(objective.hex)), objective.points.map(ChartCell::plain));
        }
        for saved in &battle.saved {
            let what = format!("each infantry division saved, {} at most", saved.most);
            chart = chart.line(what, for_one(saved.side, saved.points));
        }
        match self.papers.provenance.is_ours("victory") || self.papers.provenance.is_ours("points") {
            true => chart.reconstructed("all of it; the battles' instructions are not in our sources."),
            false => chart,
        }
    }
}

/// What becomes of the ground, in words.
fn result_cell(line: Line) -> ChartCell {
    let words = match line.retreat {
        0 => "both sides stay where they are".to_string(),
        1 => "the defender retreats 1 hex, and the attacker may advance".to_string(),
        hexes => format!("the defender retreats {hexes} hexes, and the attacker may advance {hexes}"),
    };
    ChartCell::new(outcome_name(line.retreat), words)
}

/// How a side rolls for its losses.
fn effect_cell(column: Column, modifier: i8) -> ChartCell {
    let words = format!("each stack rolls in the {} column of the {EFFECTS}, with {modifier:+}", column.title());
    ChartCell::new(format!("{} {modifier:+}", column.title()), words)
}

#[engine::by_the_book]
fn turn_chart(battle: &Scenario) -> Chart {
    let turns = (1..).zip(battle.turns.iter().zip(&battle.nights));
    Chart::new("Game Turn Chart", "The hour at which each turn begins.", clauses!["1b"])
        .heads("turn", ["begins"])
        .lines(turns.map(|(turn, (hour, night)): (u8, _)| {
            let hour = if *night { format!("{hour}, night") } else { hour.clone() };
            (turn.to_string(), [ChartCell::plain(hour)])
        }))
}

#[engine::by_the_book]
fn victory_chart(battle: &Scenario) -> Chart {
    let (bands, [french, others]) = (&battle.bands, &battle.sides);
    let purpose = format!("Who has won, by the points of the {french} side less those of the {others} side.");
    Chart::new("Victory Levels", purpose, clauses!["DN.2"])
        .heads("difference", ["result"])
        .line(format!("{} or more", bands.french_major), [ChartCell::plain(format!("{french} major victory"))])
        .line(format!("from {}", bands.french_minor), [ChartCell::plain(format!("{french} minor victory"))])
        .line(format!("from {}", bands.draw), [ChartCell::plain("a draw")])
        .line(format!("from {}", bands.coalition_minor), [ChartCell::plain(format!("{others} minor victory"))])
        .line("less", [ChartCell::plain(format!("{others} major victory"))])
}
