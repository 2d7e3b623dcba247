//! How deep a game is looked at, and with whose eyes.

use engine::{About, Side};
use std::fmt;
use std::str::FromStr;

/// How deep a game is looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// The graph, luck, and the plainest mistakes.
    Glance,
    /// What a veteran sees.
    #[default]
    Veteran,
    /// More options, more games, and smaller losses.
    Grognard,
}

/// A word that names no depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownDepth(pub String);

/// How much is done at a depth.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Effort {
    /// How many games are played on from each place of the graph.
    pub games: usize,
    /// How many turns they are played on.
    pub horizon: u16,
    /// How many choices are taken together before a place of the graph at most.
    pub grain: usize,
    /// The loss by the graph at which a choice is looked at by itself.
    pub glance: f64,
    /// How many choices are, at most.
    pub suspects: usize,
    /// How many options are compared with the one that was taken.
    pub width: usize,
    /// How many games each of them is played on in the first round.
    pub trial: usize,
    /// How many games prove the loss.
    pub proof: usize,
}

impl Depth {
    /// All of them, the quickest first.
    pub const ALL: [Depth; 3] = [Depth::Glance, Depth::Veteran, Depth::Grognard];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Depth::Glance => "glance",
            Depth::Veteran => "veteran",
            Depth::Grognard => "grognard",
        }
    }

    pub(crate) const fn effort(self) -> Effort {
        match self {
            Depth::Glance => {
                Effort { games: 6, horizon: 1, grain: 40, glance: 0.03, suspects: 8, width: 4, trial: 6, proof: 24 }
            }
            Depth::Veteran => {
                Effort { games: 12, horizon: 2, grain: 16, glance: 0.015, suspects: 40, width: 6, trial: 8, proof: 48 }
            }
            Depth::Grognard => Effort {
                games: 36,
                horizon: 2,
                grain: 6,
                glance: 0.01,
                suspects: 150,
                width: 10,
                trial: 12,
                proof: 120,
            },
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Depth {
    type Err = UnknownDepth;

    fn from_str(word: &str) -> Result<Depth, UnknownDepth> {
        let known = Depth::ALL.into_iter().find(|depth| depth.name() == word);
        known.ok_or_else(|| UnknownDepth(word.to_string()))
    }
}

impl fmt::Display for UnknownDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Depth::ALL.map(Depth::name).join(", ");
        write!(f, "there is no depth \"{}\" (there are {names})", self.0)
    }
}

impl std::error::Error for UnknownDepth {}

/// With whose knowledge a game is looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Eyes {
    /// Each choice by what its side knew; the graph with open cards.
    #[default]
    Each,
    /// All by what one side knew.
    Side(Side),
    /// All with open cards.
    Open,
}

impl Eyes {
    /// The word for them.
    pub fn word(self, about: &About) -> &str {
        match self {
            Eyes::Each => "each",
            Eyes::Side(side) => about.side_id(side),
            Eyes::Open => "all",
        }
    }

    /// What a word stands for.
    pub fn named(word: &str, about: &About) -> Result<Eyes, String> {
        match word {
            "each" => Ok(Eyes::Each),
            "all" => Ok(Eyes::Open),
            side => about.side(side).map(Eyes::Side).ok_or_else(|| {
                let [one, other] = [&about.sides[0].id, &about.sides[1].id];
                format!("nobody has the eyes \"{side}\" (there are each, {one}, {other}, all)")
            }),
        }
    }

    /// Whose knowledge the graph is drawn with; nobody's where all is open.
    pub(crate) fn of_graph(self) -> Option<Side> {
        match self {
            Eyes::Side(side) => Some(side),
            Eyes::Each | Eyes::Open => None,
        }
    }

    /// Whose knowledge a choice of this side is judged by; nobody's where all is open.
    pub(crate) fn of_choice(self, side: Side) -> Option<Side> {
        match self {
            Eyes::Each => Some(side),
            Eyes::Side(side) => Some(side),
            Eyes::Open => None,
        }
    }

    /// Whether the choices and the rolls of a side are looked at one by one.
    pub(crate) fn sees(self, side: Side) -> bool {
        match self {
            Eyes::Each | Eyes::Open => true,
            Eyes::Side(own) => own == side,
        }
    }
}
