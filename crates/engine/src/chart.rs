//! The charts of a game: what is printed on the sheets beside the map, made from the same data that the rules read.
//!
//! A roll that is read on a chart names it, with the column and the line ([`Reading`](crate::Reading)); a forecast says
//! where the dice are going to be read, and what led there ([`Aim`]).

use crate::{Chance, Clause};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

/// A chart: a table of cells, what it is for, and what it says beside them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Chart {
    /// Its name. A roll that is read on it says the same.
    pub name: String,
    /// What it is for, in one sentence.
    pub purpose: String,
    /// The rules that it belongs to.
    pub clauses: Vec<Clause>,
    /// What in it is our reconstruction, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconstruction: Option<String>,
    /// The dice that are rolled on it (`2d6`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// What the heads of the columns are (`odds`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<String>,
    /// What the heads of the lines are (`two dice`).
    pub down: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<ChartLine>,
    /// What comes of the dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<ChartOdds>,
    /// What is said below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<ChartNote>,
}

/// What comes of the dice under one head of a chart, exactly.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartOdds {
    /// The column, or what else the dice are rolled for.
    pub head: String,
    /// What may come out, in the order of the faces of the dice; it adds up to one.
    pub chances: Vec<Chance>,
    /// What it comes to on average.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<ChartMean>,
}

/// What dice come to on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartMean {
    /// What is counted (`attacker's steps`).
    pub what: String,
    /// How many it is on average.
    pub mean: f64,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartLine {
    /// Its head.
    pub head: String,
    /// One cell for each column.
    pub cells: Vec<ChartCell>,
}

/// A cell of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartCell {
    /// What is printed there (`A3r1,D1`).
    pub code: String,
    /// The same in words, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// Something that a chart says below its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartNote {
    /// What it says.
    pub text: String,
    /// The rules behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
}

/// Where on a chart dice are read, and what led there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Aim {
    /// The name of the chart.
    pub chart: String,
    /// The column before anything moves it, where something does; it may lie beyond the ends of the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What moves the column or changes the dice, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<AimStep>,
    /// The column in which the dice are read, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The line in which the dice are read, where it is not they that choose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// What is added to the dice or taken from them.
    #[serde(skip_serializing_if = "is_nothing")]
    pub modifier: i16,
}

/// One thing that moves the column of a chart or changes the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct AimStep {
    /// What it is.
    pub label: String,
    /// By how many columns, to the right if positive, or by how much on the dice.
    pub by: i16,
    /// The column then; without one the step is on the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

/// For JSON: what is left out.
fn is_nothing(modifier: &i16) -> bool {
    *modifier == 0
}

impl ChartCell {
    /// A cell that needs no more words.
    pub fn plain(code: impl ToString) -> ChartCell {
        ChartCell { code: code.to_string(), words: None }
    }

    /// A cell with its code and the same in words.
    pub fn new(code: impl ToString, words: impl Into<String>) -> ChartCell {
        ChartCell { code: code.to_string(), words: Some(words.into()) }
    }
}

impl Chart {
    /// A chart without columns and lines yet.
    pub fn new(name: impl Into<String>, purpose: impl Into<String>, clauses: Vec<Clause>) -> Chart {
        Chart {
            name: name.into(),
            purpose: purpose.into(),
            clauses,
            reconstruction: None,
            dice: None,
            across: None,
            down: String::new(),
            columns: Vec::new(),
            lines: Vec::new(),
            odds: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Says what dice are rolled on it.
    pub fn rolled(mut self, dice: &str) -> Chart {
        self.dice = Some(dice.into());
        self
    }

    /// Heads the lines and the columns.
    pub fn heads(mut self, down: &str, columns: impl IntoIterator<Item = impl Into<String>>) -> Chart {
        self.down = down.into();
        self.columns = columns.into_iter().map(Into::into).collect();
        self
    }

    /// Says what the columns are.
    pub fn across(mut self, what: &str) -> Chart {
        self.across = Some(what.into());
        self
    }

    /// Adds a line; panics unless it has a cell for each column.
    pub fn line(mut self, head: impl Into<String>, cells: impl IntoIterator<Item = ChartCell>) -> Chart {
        let line = ChartLine { head: head.into(), cells: cells.into_iter().collect() };
        assert_eq!(line.cells.len(), self.columns.len(), "{}: the line {} has another width", self.name, line.head);
        self.lines.push(line);
        self
    }

    /// Adds lines.
    pub fn lines<H: Into<String>, C: IntoIterator<Item = ChartCell>>(
        self,
        lines: impl IntoIterator<Item = (H, C)>,
    ) -> Chart {
        lines.into_iter().fold(self, |chart, (head, cells)| chart.line(head, cells))
    }

    /// Says what comes of the dice.
    pub fn odds(mut self, odds: impl IntoIterator<Item = ChartOdds>) -> Chart {
        self.odds.extend(odds);
        self
    }

    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>, clauses: Vec<Clause>) -> Chart {
        self.notes.push(ChartNote { text: text.into(), clauses });
        self
    }

    /// Says what in it is our reconstruction, and why.
    pub fn reconstructed(mut self, why: impl Into<String>) -> Chart {
        self.reconstruction = Some(why.into());
        self
    }

    /// The place of a column; a chart with one column needs no name for it.
    pub fn column(&self, head: Option<&str>) -> Option<usize> {
        match head {
            Some(head) => self.columns.iter().position(|column| column == head),
            None => (self.columns.len() == 1).then_some(0),
        }
    }

    /// The cell under a column, in a line.
    pub fn cell(&self, column: Option<&str>, line: &str) -> Option<&ChartCell> {
        let line = self.lines.iter().find(|known| known.head == line)?;
        line.cells.get(self.column(column)?)
    }

    /// Whether the chart knows the place that an aim names.
    pub fn knows(&self, aim: &Aim) -> bool {
        let line = aim.line.as_ref().is_none_or(|line| self.lines.iter().any(|known| known.head == *line));
        line && (aim.column.is_none() || self.column(aim.column.as_deref()).is_some())
    }

    /// The chart as lines of text, for a terminal.
    pub fn text(&self) -> Vec<String> {
        let mut rows = vec![[Cow::from(&self.down)].into_iter().chain(self.columns.iter().map(Cow::from)).collect()];
        for line in &self.lines {
            let cells = line.cells.iter().map(|cell| Cow::from(&cell.code));
            rows.push([Cow::from(&line.head)].into_iter().chain(cells).collect::<Vec<_>>());
        }
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..=self.columns.len()).map(width).collect();
        let mut lines = vec![self.name.clone(), self.purpose.clone()];
        lines.extend(self.reconstruction.iter().map(|why| format!("Our reconstruction: {why}")));
        lines.push(String::new());
        for row in rows {
            let row = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            lines.push(format!("  {}", row.collect::<Vec<_>>().join("  ").trim_end()));
        }
        if !self.odds.is_empty() {
            lines.push(String::new());
            lines.extend(self.odds.iter().map(|odds| format!("  {odds}")));
        }
        let legend = self.legend();
        if !legend.is_empty() {
            lines.push(String::new());
            lines.extend(legend.iter().map(|(code, words)| format!("  {code}: {words}")));
        }
        if !self.notes.is_empty() {
            lines.push(String::new());
            lines.extend(self.notes.iter().map(|note| format!("  {}", note.text)));
        }
        lines
    }

    /// Each code with its words, once, in the order in which they stand.
    pub fn legend(&self) -> Vec<(&str, &str)> {
        let mut legend: Vec<(&str, &str)> = Vec::new();
        for cell in self.lines.iter().flat_map(|line| &line.cells) {
            let Some(words) = &cell.words else { continue };
            if !legend.contains(&(&cell.code, words)) {
                legend.push((&cell.code, words));
            }
        }
        legend
    }
}

impl fmt::Display for ChartOdds {
    /// In a line: `3:1: 17 % A2, 83 % D1 (attacker's steps 0.33)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chances =
            self.chances.iter().map(|chance| format!("{:.0} % {}", 100.0 * chance.probability, chance.outcome));
        write!(f, "{}: {}", self.head, chances.collect::<Vec<_>>().join(", "))?;
        let means: Vec<String> =
            self.means.iter().map(|ChartMean { what, mean }| format!("{what} {mean:.2}")).collect();
        if means.is_empty() { Ok(()) } else { write!(f, " (on average {})", means.join(", ")) }
    }
}

/// The totals of some dice of a kind, such as two of six, each with its chance.
pub fn totals(dice: u16, sides: u16) -> Vec<(i16, f64)> {
    let mut ways: Vec<u32> = vec![1];
    for _ in 0..dice {
        let mut more = vec![0; ways.len() + usize::from(sides) - 1];
        for (sum, ways) in ways.iter().enumerate() {
            (0..usize::from(sides)).for_each(|face| more[sum + face] += ways);
        }
        ways = more;
    }
    let all = f64::from(sides).powi(dice.into());
    (dice.cast_signed()..).zip(ways).map(|(total, ways)| (total, f64::from(ways) / all)).collect()
}

impl ChartOdds {
    /// What each total of the dice reads under a head.
    pub fn new<T: ToString>(head: impl Into<String>, totals: &[(i16, f64)], reads: impl Fn(i16) -> T) -> ChartOdds {
        let chances = Chance::tally(totals.iter().map(|&(total, chance)| (reads(total).to_string(), chance)));
        ChartOdds { head: head.into(), chances, means: Vec::new() }
    }

    /// Says what something comes to on average, by what it is for each total.
    pub fn mean(mut self, what: impl Into<String>, totals: &[(i16, f64)], counts: impl Fn(i16) -> f64) -> ChartOdds {
        let mean = totals.iter().map(|&(total, chance)| chance * counts(total)).sum();
        self.means.push(ChartMean { what: what.into(), mean });
        self
    }
}

/// Neighbouring totals that read the same: one line of a chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span<T> {
    totals: RangeInclusive<i16>,
    /// What stands there.
    pub reads: T,
}

impl<T> Span<T> {
    /// The head of the line: `7`, `8 to 10`.
    pub fn head(&self) -> String {
        let (from, to) = (self.totals.start(), self.totals.end());
        if from == to { from.to_string() } else { format!("{from} to {to}") }
    }
}

/// Joins neighbouring totals that read the same.
pub fn spans<T: PartialEq>(totals: RangeInclusive<i16>, read: impl Fn(i16) -> T) -> Vec<Span<T>> {
    let mut spans: Vec<Span<T>> = Vec::new();
    for total in totals {
        let reads = read(total);
        match spans.last_mut().filter(|last| last.reads == reads) {
            Some(last) => last.totals = *last.totals.start()..=total,
            None => spans.push(Span { totals: total..=total, reads }),
        }
    }
    spans
}

/// The head of the line in which a total is read; what lies beyond the ends is read there.
pub fn span_head<T>(spans: &[Span<T>], total: i16) -> String {
    let span = spans.iter().find(|span| total <= *span.totals.end()).or(spans.last());
    span.map_or_else(|| total.to_string(), Span::head)
}

impl Aim {
    /// Dice that are read on a chart.
    pub fn new(chart: impl Into<String>) -> Aim {
        Aim { chart: chart.into(), from: None, steps: Vec::new(), column: None, line: None, modifier: 0 }
    }

    /// Names the column in which they are read.
    pub fn in_column(mut self, column: impl Into<String>) -> Aim {
        self.column = Some(column.into());
        self
    }

    /// Names the line in which they are read.
    pub fn in_line(mut self, line: impl Into<String>) -> Aim {
        self.line = Some(line.into());
        self
    }

    /// Names the column before anything moves it.
    pub fn from(mut self, column: impl Into<String>) -> Aim {
        self.from = Some(column.into());
        self
    }

    /// Adds a step from column to column.
    pub fn shifted(mut self, label: impl Into<String>, by: i16, to: impl Into<String>, clauses: Vec<Clause>) -> Aim {
        self.steps.push(AimStep { label: label.into(), by, column: Some(to.into()), clauses });
        self
    }

    /// Adds something that changes the dice.
    pub fn modified(mut self, label: impl Into<String>, by: i16, clauses: Vec<Clause>) -> Aim {
        self.modifier += by;
        self.steps.push(AimStep { label: label.into(), by, column: None, clauses });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let hit = || ChartCell::new("H", "the target is hit");
        Chart::new("Fire", "What fire does.", Vec::new())
            .rolled("1d6")
            .heads("one die", ["near", "far"])
            .lines([("1", [hit(), hit()]), ("2 or more", [hit(), ChartCell::plain("-")])])
    }

    #[test]
    fn cells_are_found_by_the_words_of_their_heads() {
        let chart = chart();
        assert_eq!(chart.cell(Some("far"), "2 or more"), Some(&ChartCell::plain("-")));
        assert_eq!(chart.cell(Some("far"), "2"), None);
        assert_eq!(chart.cell(None, "1"), None, "there are two columns");
        assert!(chart.knows(&Aim::new("Fire").in_column("near").in_line("1")));
        assert!(!chart.knows(&Aim::new("Fire").in_column("nearer")));
    }

    #[test]
    fn a_chart_reads_as_text_with_each_code_in_words() {
        let text = chart().note("A note.", Vec::new()).text().join("\n");
        let table = "  one die    near  far\n  1          H     H\n  2 or more  H     -";
        assert_eq!(text, format!("Fire\nWhat fire does.\n\n{table}\n\n  H: the target is hit\n\n  A note."));
    }

    #[test]
    fn totals_that_read_the_same_share_a_line() {
        let spans = spans(2..=7, |total| total >= 5);
        let heads: Vec<_> = spans.iter().map(|span| (span.head(), span.reads)).collect();
        assert_eq!(heads, [("2 to 4".into(), false), ("5 to 7".into(), true)]);
        assert_eq!([1, 4, 5, 9].map(|total| span_head(&spans, total)), ["2 to 4", "2 to 4", "5 to 7", "5 to 7"]);
    }

    #[test]
    fn the_odds_of_two_dice_are_those_of_the_36_ways_in_which_they_fall() {
        let two = totals(2, 6);
        let chance = |total| two.iter().find(|(known, _)| *known == total).map(|(_, chance)| 36.0 * chance);
        assert_eq!([2, 7, 11, 12, 13].map(chance), [Some(1.0), Some(6.0), Some(2.0), Some(1.0), None]);
        assert_eq!(totals(1, 10).len(), 10);
        let odds = ChartOdds::new("3:1", &two, |total| if total < 5 { "A1" } else { "D1" });
        // One, two and three ways of 36 for a 2, a 3 and a 4.
        let odds = odds.mean("attacker's steps", &two, |total| f64::from(u8::from(total < 5)));
        assert!((odds.chances[0].probability - 6.0 / 36.0).abs() < 1e-12);
        assert_eq!(odds.to_string(), "3:1: 17 % A1, 83 % D1 (on average attacker's steps 0.17)");
    }

    #[test]
    #[should_panic(expected = "another width")]
    fn a_line_has_a_cell_for_each_column() {
        let _ = chart().line("3", [ChartCell::plain("-")]);
    }
}
