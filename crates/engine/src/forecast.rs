//! Numbers opened into their parts, and the exact odds of what an action may lead to.

use crate::Clause;
use crate::chart::Aim;
use serde::Serialize;

/// A number that matters, with the parts it is made of and the clauses that say so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Derivation {
    /// What the number is.
    pub label: String,
    /// The number as people write it (`3:1`, `1/2`, `7`).
    pub value: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
    /// What it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Derivation>,
}

impl Derivation {
    /// A number without parts.
    pub fn new(label: impl Into<String>, value: impl ToString, clauses: Vec<Clause>) -> Derivation {
        Derivation { label: label.into(), value: value.to_string(), clauses, parts: Vec::new() }
    }

    /// Adds a part.
    pub fn with(mut self, part: Derivation) -> Derivation {
        self.parts.push(part);
        self
    }

    /// The derivation as indented lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.write_lines(0, &mut lines);
        lines
    }

    fn write_lines(&self, depth: usize, lines: &mut Vec<String>) {
        let cited: Vec<_> = self.clauses.iter().map(|clause| clause.0).collect();
        let cited = if cited.is_empty() { String::new() } else { format!("  [{}]", cited.join(", ")) };
        lines.push(format!("{:indent$}{}: {}{cited}", "", self.label, self.value, indent = 2 * depth));
        for part in &self.parts {
            part.write_lines(depth + 1, lines);
        }
    }
}

/// One thing that may come out of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Chance {
    /// What comes out. The event that reports it carries the same label.
    pub outcome: String,
    /// How likely it is.
    pub probability: f64,
}

/// What an action costs or leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// The numbers behind it, opened.
    pub sum: Derivation,
    /// All that may come out, adding up to one; empty when nothing is left to chance.
    pub chances: Vec<Chance>,
    /// Where the dice will be read, and what led there: one for each chart that is rolled on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Aim>,
    /// What else must be done before these dice fall, where the action alone does not roll them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The hexes it leads through, from where the piece stands to where it goes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

impl Forecast {
    /// What may come out, and the numbers behind it.
    pub fn new(sum: Derivation, chances: Vec<Chance>) -> Forecast {
        Forecast { sum, chances, aims: Vec::new(), given: None, path: Vec::new() }
    }

    /// A forecast without chance: only the numbers.
    pub fn certain(sum: Derivation) -> Forecast {
        Forecast::new(sum, Vec::new())
    }

    /// The same, with dice that are read on a chart.
    pub fn aimed(mut self, aims: impl IntoIterator<Item = Aim>) -> Forecast {
        self.aims.extend(aims);
        self
    }

    /// The same, leading through these hexes.
    pub fn along(mut self, path: impl IntoIterator<Item = String>) -> Forecast {
        self.path.extend(path);
        self
    }

    /// The same, if something else is done first.
    pub fn given(mut self, condition: impl Into<String>) -> Forecast {
        self.given = Some(condition.into());
        self
    }
}

/// The chances of 0, 1, ..., `trials` successes when each trial succeeds with probability `p`.
pub fn binomial(trials: usize, p: f64) -> Vec<f64> {
    let mut chances = vec![0.0; trials + 1];
    chances[0] = 1.0;
    for done in 0..trials {
        for hits in (0..=done).rev() {
            chances[hits + 1] += chances[hits] * p;
            chances[hits] *= 1.0 - p;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_matches_pascal() {
        let chances = binomial(3, 0.5);
        assert_eq!(chances, [0.125, 0.375, 0.375, 0.125]);
        let sum: f64 = binomial(40, 1.0 / 6.0).iter().sum();
        assert!((sum - 1.0).abs() < 1e-12);
        assert_eq!(binomial(2, 1.0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_derivation_reads_as_indented_lines() {
        let cost = Derivation::new("Movement", "1 1/2", vec![Clause("9.1a")]).with(Derivation::new(
            "1927, clear",
            1,
            vec![Clause("9.5a")],
        ));
        assert_eq!(cost.lines(), ["Movement: 1 1/2  [9.1a]", "  1927, clear: 1  [9.5a]"]);
    }
}
