//! Manners of play beside the level: the same knowledge, with more or less daring.

use engine::{Bearing, Hints, Temper};

/// In what manner a computer plays.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Seeks battle and minds losses less.
    Bold,
    /// As it has learned.
    Steady,
    /// Minds losses more, and attacks where the odds are good.
    Wary,
}

impl Style {
    /// All styles, the most daring first.
    pub const ALL: [Style; 3] = [Style::Bold, Style::Steady, Style::Wary];

    /// The word that stands for it after the level.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Bold => "bold",
            Style::Steady => "steady",
            Style::Wary => "wary",
        }
    }

    /// How it plays, in a few words.
    pub const fn manner(self) -> &'static str {
        match self {
            Style::Bold => "seeks battle and minds losses less",
            Style::Steady => "plays as it has learned",
            Style::Wary => "spares its units and waits for good odds",
        }
    }

    /// How many times as much it minds a concern of some bearing.
    const fn times(self, bearing: Bearing) -> f32 {
        match (self, bearing) {
            (Style::Bold, Bearing::Danger) => 0.85,
            (Style::Bold, Bearing::Odds) => 1.15,
            (Style::Bold, Bearing::Goals) => 1.05,
            (Style::Steady, _) => 1.0,
            (Style::Wary, Bearing::Danger) => 1.15,
            (Style::Wary, Bearing::Odds) => 0.9,
            (Style::Wary, Bearing::Goals) => 1.0,
        }
    }

    /// A temper in this style.
    pub(crate) fn of<R: Hints>(self, temper: Temper) -> Temper {
        temper.leaning(R::BEARINGS, |bearing| self.times(bearing))
    }
}
