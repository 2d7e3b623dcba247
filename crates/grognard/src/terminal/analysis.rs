//! An analysis in words, with a graph of letters.

use super::paint::{Paint, Style};
use engine::{About, Side};
use wire::{Analysis, Estimate, Grade, GraphPoint, Moment, MomentKind, SideAccount, TurnAccount};

/// How wide and how high the graph is.
const WIDE: usize = 72;
const HIGH: usize = 11;
/// How many actions of a line are told.
const LINE: usize = 4;

/// All that there is to say of an analysis.
pub fn analysis_lines(about: &About, found: &Analysis, result: Option<&str>, paint: Paint) -> Vec<String> {
    let scenario = about.scenarios.iter().find(|scenario| scenario.id == found.scenario);
    let title = scenario.map_or(&found.scenario, |scenario| &scenario.title);
    let ended = result.unwrap_or("unfinished");
    let mut lines = vec![
        paint.bold(&format!("{}: {title}", about.title)),
        format!("{} actions, {ended}; looked at with the depth of a {}.", found.actions, found.depth),
        String::new(),
        paint.bold(&format!("The chance of {} to win", about.side_title(Side::First))),
    ];
    lines.extend(graph(&found.graph, found.actions));
    lines.push(String::new());
    lines.extend(table(about, &found.turns, paint));
    lines.push(String::new());
    lines.extend(found.sides.iter().map(|side| account(about, side)));
    lines.push(String::new());
    lines.push(paint.bold("What decided it"));
    if found.moments.is_empty() {
        lines.push("Nothing that could be told from chance.".into());
    }
    for moment in &found.moments {
        lines.extend(told(about, moment, paint));
    }
    lines.push(String::new());
    lines.extend(found.remarks.iter().map(|remark| paint.faint(remark)));
    lines
}

/// The chance over the game, actions from left to right.
fn graph(points: &[GraphPoint], actions: usize) -> Vec<String> {
    let at = |column: usize| {
        let action = column * actions.max(1) / WIDE;
        let point = points.iter().rev().find(|point| point.at <= action).or(points.first());
        point.map_or(0.5, |point| point.chance.mean)
    };
    let row = |chance: f64| ((1.0 - chance.clamp(0.0, 1.0)) * (HIGH - 1) as f64).round() as usize;
    let rows: Vec<usize> = (0..WIDE).map(|column| row(at(column))).collect();
    let mut lines: Vec<String> = (0..HIGH)
        .map(|line| {
            let label = match line {
                0 => "100 %",
                line if line == HIGH / 2 => " 50 %",
                line if line == HIGH - 1 => "  0 %",
                _ => "     ",
            };
            let between = |column: usize| {
                let before = rows[column.saturating_sub(1)];
                (before.min(rows[column])..=before.max(rows[column])).contains(&line)
            };
            let drawn: String = (0..WIDE)
                .map(|column| match () {
                    () if rows[column] == line => '●',
                    () if between(column) => '│',
                    () if line == HIGH / 2 => '·',
                    () => ' ',
                })
                .collect();
            format!("{label} {}", drawn.trim_end())
        })
        .collect();
    let mut turns = vec![' '; WIDE + 8];
    let mut last = None;
    let mut free = 0;
    for point in points.iter().filter(|point| last.replace(point.turn) != Some(point.turn)) {
        let column = point.at * WIDE / actions.max(1);
        let number = point.turn.to_string();
        if column >= free && column + number.len() <= turns.len() {
            turns[column..column + number.len()].iter_mut().zip(number.chars()).for_each(|(at, digit)| *at = digit);
            free = column + number.len() + 1;
        }
    }
    lines.push(format!("turn  {}", turns.into_iter().collect::<String>().trim_end()));
    lines
}

/// Turn by turn.
fn table(about: &About, turns: &[TurnAccount], paint: Paint) -> Vec<String> {
    let [first, second] = Side::BOTH.map(|side| about.side_id(side));
    let head = format!(
        "turn  chance   points       strength        luck of {first:<10} {second:<10} choices of {first:<10} {second:<10} hindsight"
    );
    let mut lines = vec![paint.bold(head.trim_end())];
    for turn in turns {
        let pair = |both: [f64; 2]| format!("{:.0} : {:.0}", both[0], both[1]);
        lines.push(format!(
            "{:>4}  {:>4.0} %  {:<12} {:<15} {:>12} {:>10}    {:>15} {:>10} {:>12}",
            turn.turn,
            100.0 * turn.chance,
            pair(turn.points),
            pair(turn.strength),
            percent(turn.luck[0]),
            percent(-turn.luck[1]),
            percent(turn.choice[0]),
            percent(-turn.choice[1]),
            percent(turn.hindsight),
        ));
    }
    lines
}

/// A change of chance, with its sign.
fn percent(change: f64) -> String {
    let points = (100.0 * change).round() + 0.0;
    if points < 0.0 { format!("−{:.0} %", -points) } else { format!("+{points:.0} %") }
}

/// The same with twice its standard error.
fn sure(estimate: Estimate) -> String {
    format!("{} (±{:.0})", percent(estimate.mean), 200.0 * estimate.error)
}

fn account(about: &About, side: &SideAccount) -> String {
    let SideAccount { luck, choice, cost, choices, examined, doubtful, mistakes, blunders, .. } = side;
    let cost = if *cost > 0.0 { format!(", which cost {:.0} % together", 100.0 * cost) } else { String::new() };
    format!(
        "{}: own dice {}, choices {}. {choices} choices, {examined} looked at by themselves: {doubtful} doubtful, \
         {mistakes} mistakes, {blunders} blunders{cost}.",
        title(about, &side.side),
        sure(*luck),
        percent(*choice)
    )
}

fn title<'a>(about: &'a About, id: &'a str) -> &'a str {
    about.side(id).map_or(id, |side| about.side_title(side))
}

fn told(about: &About, moment: &Moment, paint: Paint) -> Vec<String> {
    let (word, colour) = match (moment.kind, moment.grade) {
        (MomentKind::Luck, _) if moment.change.mean > 0.0 => ("luck", 36),
        (MomentKind::Luck, _) => ("bad luck", 37),
        (_, Some(Grade::Blunder)) => ("blunder", 160),
        (_, Some(Grade::Mistake)) => ("mistake", 166),
        _ => ("doubtful", 136),
    };
    let word = paint.write(Style { ink: Some(colour), bold: true, ..Style::default() }, word);
    let (before, after) = (100.0 * moment.before.mean, 100.0 * moment.after.mean);
    let mut lines = vec![format!(
        "{:>5}  turn {}, {}: {word} {}, from {before:.0} to {after:.0} %: {}",
        moment.at + 1,
        moment.turn,
        title(about, &moment.side),
        sure(moment.change),
        moment.text
    )];
    if let Some(better) = &moment.better {
        let then: Vec<&str> = better.line.iter().skip(1).take(LINE).map(|step| step.text.as_str()).collect();
        let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join("; ")) };
        lines.push(format!("       better: {}{then}", better.text));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_goes_from_the_top_for_won_to_the_bottom_for_lost() {
        let point = |at, turn, mean| GraphPoint { at, turn, chance: Estimate { mean, error: 0.0 } };
        let lines = graph(&[point(0, 1, 0.5), point(50, 2, 1.0), point(100, 2, 0.0)], 100);
        assert_eq!(lines.len(), HIGH + 1);
        assert!(lines[0].starts_with("100 %") && lines[0].contains('●'), "{}", lines[0]);
        assert!(lines[HIGH / 2].starts_with(" 50 % ●"), "{}", lines[HIGH / 2]);
        assert_eq!(lines[HIGH].split_whitespace().collect::<Vec<_>>(), ["turn", "1", "2"]);
    }

    #[test]
    fn a_change_has_a_sign() {
        assert_eq!([0.123, -0.05, -0.001].map(percent), ["+12 %", "−5 %", "+0 %"]);
    }
}
