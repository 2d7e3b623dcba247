//! The counters of a scenario as they are printed: what they are called, whose band they wear, what each side of them says.
//! Nothing of it changes during play, and all of it lies open in the box.

use crate::view::Value;
use crate::{Mark, ValueName};
use serde::Serialize;

/// All counters that a scenario may bring, and the formations they belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Roster {
    /// The formations.
    pub formations: Vec<Formation>,
    /// The counters, by the ids of a view's pieces.
    pub counters: Vec<Counter>,
    /// What the marks on counters mean.
    pub marks: Vec<MarkMeaning>,
    /// What the values on counters mean.
    pub values: Vec<ValueMeaning>,
}

/// A body of troops whose counters wear the same band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Formation {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The colour of its band, as `#rrggbb`.
    pub colour: String,
    /// The background of its counters, where it differs from that of their nation.
    #[serde(rename = "ground", skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
}

/// A counter as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Counter {
    /// The id by which a view names it.
    pub id: String,
    /// Its name in a few letters, for the counter itself.
    pub name: String,
    /// Its name in full.
    pub title: String,
    /// The ids of its formations: first the one by which it is led, then those above or below.
    pub formations: Vec<String>,
    /// Its sides, or what it says step by step: the fullest first.
    pub faces: Vec<Face>,
}

/// One side of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Face {
    /// What it stands for (`reduced`).
    pub title: String,
    /// Steps that are left when it is up.
    pub steps: u8,
    /// The values printed on it.
    pub values: Vec<Value>,
    /// The mark by which a view tells that it is up; without one, it is up when no other is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// What a mark on a counter means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MarkMeaning {
    /// The mark.
    pub mark: Mark,
    /// The sentence for people.
    pub text: String,
}

/// What a value on a counter means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ValueMeaning {
    /// The value's name.
    pub name: ValueName,
    /// The sentence for people.
    pub text: String,
}

impl Roster {
    /// A roster of these formations and counters, with the meanings of the words that may stand on them.
    pub fn new(formations: Vec<Formation>, counters: Vec<Counter>) -> Roster {
        let marks = Mark::ALL.iter().map(|&mark| MarkMeaning { mark, text: mark.meaning().into() });
        let values = ValueName::ALL.iter().map(|&name| ValueMeaning { name, text: name.meaning().into() });
        Roster { formations, counters, marks: marks.collect(), values: values.collect() }
    }
}

impl Face {
    /// The side that is up while nothing is lost.
    pub fn full(steps: u8, values: Vec<Value>) -> Face {
        Face { title: "full strength".into(), steps, values, mark: None }
    }

    /// The side that is up after a loss.
    pub fn reduced(steps: u8, values: Vec<Value>) -> Face {
        Face { title: "reduced".into(), steps, values, mark: Some(Mark::Reduced) }
    }
}
