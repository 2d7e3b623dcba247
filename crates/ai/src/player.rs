//! The players by name, and how each picks an option.

use engine::{Hints, Temper};
use engine::dice::{Seed, SeededDice};
use std::fmt;
use std::str::FromStr;

/// A computer player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Takes any legal option, each as likely as the other.
    Random,
    /// Takes the option that the game's hints like best, and draws among equals.
    Greedy,
}

/// A name that no player bears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer(pub String);

impl Player {
    /// All players, the weakest first.
    pub const ALL: [Player; 2] = [Player::Random, Player::Greedy];

    /// The word that stands for it on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }

    /// How it plays, in a few words.
    pub const fn manner(self) -> &'static str {
        match self {
            Player::Random => "takes any legal option",
            Player::Greedy => "takes the option that looks best, without looking ahead",
        }
    }

    /// The place in `legal` of the option it takes. The list must not be empty.
    pub fn choose<R: Hints>(self, rules: &R, state: &R::State, legal: &[R::Action], dice: &mut SeededDice) -> usize {
        match self {
            Player::Random => dice.below(legal.len()),
            Player::Greedy => greedy(rules, state, legal, &Temper::PLAIN, dice),
        }
    }
}

pub fn greedy<R: Hints>(rules: &R, state: &R::State, legal: &[R::Action], temper: &Temper, dice: &mut SeededDice) -> usize {
    let (mut chosen, mut best, mut equals) = (0, f32::NEG_INFINITY, 0);
    for (place, &action) in legal.iter().enumerate() {
        let value = rules.appraise(state, action, temper);
        if value > best {
            (chosen, best, equals) = (place, value, 1);
        } else if value == best {
            // The n-th of equals takes over one time in n, so each is as likely as the other in the end.
            equals += 1;
            if dice.below(equals) == 0 {
                chosen = place;
            }
        }
    }
    chosen
}

/// The dice that computer players draw with: from the seed of the game, but never those that the game rolls.
pub fn dice(seed: Seed) -> SeededDice {
    SeededDice::new(Seed(seed.0.map(|byte| byte ^ 0xa5)))
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Player, UnknownPlayer> {
        Player::ALL.into_iter().find(|player| player.name() == name).ok_or_else(|| UnknownPlayer(name.to_string()))
    }
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Player::ALL.map(Player::name).join(", ");
        write!(f, "there is no computer player \"{}\" (there are {names})", self.0)
    }
}

impl std::error::Error for UnknownPlayer {}
