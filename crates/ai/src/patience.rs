//! How long somebody who looks ahead takes for it: the same player with more games in the mind.

/// How much more than usual a computer thinks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Patience {
    /// As its level does.
    Usual,
    /// Four times as much.
    Patient,
    /// Sixteen times as much.
    Tireless,
}

impl Patience {
    /// All of them, the shortest first.
    pub const ALL: [Patience; 3] = [Patience::Usual, Patience::Patient, Patience::Tireless];

    /// The word that stands for it behind the level and the style.
    pub const fn name(self) -> &'static str {
        match self {
            Patience::Usual => "usual",
            Patience::Patient => "patient",
            Patience::Tireless => "tireless",
        }
    }

    /// How it plays, in a few words.
    pub const fn manner(self) -> &'static str {
        match self {
            Patience::Usual => "thinks as long as its level does",
            Patience::Patient => "thinks four times as long",
            Patience::Tireless => "thinks sixteen times as long",
        }
    }

    /// How many times as many games it plays on in the mind, and as many decisions in them.
    pub(crate) const fn times(self) -> u16 {
        match self {
            Patience::Usual => 1,
            Patience::Patient => 4,
            Patience::Tireless => 16,
        }
    }
}
