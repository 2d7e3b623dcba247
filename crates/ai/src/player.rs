//! The players by name, and how each picks an option.

use crate::{Leaf, Limits, Search};
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Hints, Schooling, Side, Stakes, Temper};
use std::fmt;
use std::str::FromStr;

/// A computer player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Takes any legal option, each as likely as the other.
    Random,
    /// Takes the option that the game's hints like best, and draws among equals.
    Greedy,
    /// Plays like greedy, but often does the first thing that comes to its mind.
    Recruit,
    /// Plays like greedy, with few slips.
    Regular,
    /// Minds what has proved to matter, and looks ahead where much is at stake.
    Veteran,
    /// Has learned against veterans, and looks farther ahead.
    Grognard,
}

/// A name that no player bears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer(pub String);

/// How many of a recruit's choices in a hundred are any that is legal.
const RECRUIT_SLIPS: usize = 20;
/// The same for a regular.
const REGULAR_SLIPS: usize = 2;

const VETERAN: Search =
    Search { width: 4, games: 16, horizon: 2, from: Stakes::High, budget: 15_000, leaf: Leaf::Judge };
const GROGNARD: Search =
    Search { width: 12, games: 120, horizon: 2, from: Stakes::Some, budget: 60_000, leaf: Leaf::Judge };

impl Player {
    /// All players, the weakest first.
    pub const ALL: [Player; 6] =
        [Player::Random, Player::Recruit, Player::Regular, Player::Greedy, Player::Veteran, Player::Grognard];

    /// The word that stands for it on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
            Player::Recruit => "recruit",
            Player::Regular => "regular",
            Player::Veteran => "veteran",
            Player::Grognard => "grognard",
        }
    }

    /// How it plays, in a few words.
    pub const fn manner(self) -> &'static str {
        match self {
            Player::Random => "takes any legal option",
            Player::Greedy => "takes the option that looks best, without looking ahead",
            Player::Recruit => "means well, but often does the first thing that comes to mind",
            Player::Regular => "takes the option that looks best, with a slip now and then",
            Player::Veteran => "knows what matters and looks ahead where much is at stake",
            Player::Grognard => "has learned from veterans and looks farther ahead; takes its time",
        }
    }

    /// How long it takes, in a few words.
    pub const fn pace(self) -> &'static str {
        match self {
            Player::Veteran => "answers within a few seconds",
            Player::Grognard => "may think half a minute",
            _ => "answers at once",
        }
    }

    /// Whether it answers at once, without looking ahead.
    pub const fn is_quick(self) -> bool {
        !matches!(self, Player::Veteran | Player::Grognard)
    }

    /// The place in `legal` of the option it takes. The list must not be empty.
    pub fn choose<R: Hints>(
        self,
        rules: &R,
        state: &R::State,
        legal: &[R::Action],
        dice: &mut SeededDice,
        limits: &Limits,
    ) -> usize {
        match self {
            Player::Random => dice.below(legal.len()),
            Player::Greedy => most_liked(rules, state, legal, &Temper::PLAIN, dice),
            Player::Recruit => slipping(rules, state, legal, RECRUIT_SLIPS, dice),
            Player::Regular => slipping(rules, state, legal, REGULAR_SLIPS, dice),
            Player::Veteran => {
                let tempers = tempers(rules, state, Schooling::Drilled, Schooling::Plain);
                VETERAN.choose(rules, state, legal, &tempers, dice, limits)
            }
            Player::Grognard => {
                let tempers = tempers(rules, state, Schooling::Seasoned, Schooling::Drilled);
                GROGNARD.choose(rules, state, legal, &tempers, dice, limits)
            }
        }
    }
}

fn slipping<R: Hints>(rules: &R, state: &R::State, legal: &[R::Action], slips: usize, dice: &mut SeededDice) -> usize {
    if dice.below(100) < slips {
        dice.below(legal.len())
    } else {
        most_liked(rules, state, legal, &Temper::PLAIN, dice)
    }
}

/// The tempers of both sides for one that chooses: its own schooling, and the one that it takes the enemy to have.
fn tempers<R: Hints>(rules: &R, state: &R::State, own: Schooling, enemy: Schooling) -> [Temper; 2] {
    let chooser = match rules.decision(state) {
        Decision::Choose(side) => side,
        Decision::Over(_) => Side::First,
    };
    Side::BOTH.map(|side| rules.temper(side, if side == chooser { own } else { enemy }))
}

/// The place in `legal` of the option that somebody of a temper likes best; which of equals is drawn.
pub(crate) fn most_liked<R: Hints>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    temper: &Temper,
    dice: &mut SeededDice,
) -> usize {
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
