//! The players by name, and how each picks an option.

use crate::{Leaf, Limits, Order, Patience, Search, Style};
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Hints, Schooling, Side, Stakes, Temper};
use std::fmt;
use std::str::FromStr;

/// A computer player: how well it plays, in what manner, and how long it takes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// How well.
    pub level: Level,
    /// In what manner.
    pub style: Style,
    /// How long it takes.
    pub patience: Patience,
}

/// How well a computer plays.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Level {
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

pub(crate) const VETERAN: Search = Search {
    width: 4,
    games: 16,
    horizon: 2,
    from: Stakes::High,
    budget: 15_000,
    leaf: Leaf::Judge,
    order: Order::Chooser,
};
const GROGNARD: Search = Search { width: 12, games: 120, from: Stakes::Some, budget: 60_000, ..VETERAN };

impl Level {
    /// The word that stands for it on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Recruit => "recruit",
            Level::Regular => "regular",
            Level::Veteran => "veteran",
            Level::Grognard => "grognard",
        }
    }

    /// How it plays, in a few words.
    pub const fn manner(self) -> &'static str {
        match self {
            Level::Random => "takes any legal option",
            Level::Greedy => "takes the option that looks best, without looking ahead",
            Level::Recruit => "means well, but often does the first thing that comes to mind",
            Level::Regular => "takes the option that looks best, with a slip now and then",
            Level::Veteran => "knows what matters and looks ahead where much is at stake",
            Level::Grognard => "has learned from veterans and looks farther ahead; takes its time",
        }
    }

    /// How long it takes, in a few words.
    pub const fn pace(self) -> &'static str {
        match self {
            Level::Veteran => "answers within a few seconds",
            Level::Grognard => "may think half a minute",
            _ => "answers at once",
        }
    }

    /// The manners in which it can play: who takes anything has none.
    pub const fn styles(self) -> &'static [Style] {
        match self {
            Level::Random => &[Style::Steady],
            _ => &Style::ALL,
        }
    }

    /// Whether it looks ahead; who does not answers at once.
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Level::Veteran | Level::Grognard)
    }

    /// How long it can take: only who looks ahead can do so for longer.
    pub const fn patiences(self) -> &'static [Patience] {
        if self.looks_ahead() { &Patience::ALL } else { &[Patience::Usual] }
    }
}

impl Player {
    /// Takes any legal option.
    pub const RANDOM: Player = Player::steady(Level::Random);
    /// Plays like greedy, but often does the first thing that comes to its mind.
    pub const RECRUIT: Player = Player::steady(Level::Recruit);
    /// Plays like greedy, with few slips.
    pub const REGULAR: Player = Player::steady(Level::Regular);
    /// Takes the option that the game's hints like best.
    pub const GREEDY: Player = Player::steady(Level::Greedy);
    /// Minds what has proved to matter.
    pub const VETERAN: Player = Player::steady(Level::Veteran);
    /// Has learned against veterans.
    pub const GROGNARD: Player = Player::steady(Level::Grognard);

    /// All levels in their usual manner, the weakest first.
    pub const ALL: [Player; 6] =
        [Player::RANDOM, Player::RECRUIT, Player::REGULAR, Player::GREEDY, Player::VETERAN, Player::GROGNARD];

    const fn steady(level: Level) -> Player {
        Player { level, style: Style::Steady, patience: Patience::Usual }
    }

    /// Whether it answers at once, without looking ahead.
    pub const fn is_quick(self) -> bool {
        !self.level.looks_ahead()
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
        let plain = self.style.of::<R>(Temper::PLAIN);
        match self.level {
            Level::Random => dice.below(legal.len()),
            Level::Greedy => most_liked(rules, state, legal, &plain, dice),
            Level::Recruit => slipping(rules, state, legal, &plain, RECRUIT_SLIPS, dice),
            Level::Regular => slipping(rules, state, legal, &plain, REGULAR_SLIPS, dice),
            Level::Veteran => {
                let tempers = self.tempers(rules, state, Schooling::Drilled, Schooling::Plain);
                VETERAN.times(self.patience.times()).choose(rules, state, legal, &tempers, dice, limits)
            }
            Level::Grognard => {
                let tempers = self.tempers(rules, state, Schooling::Seasoned, Schooling::Drilled);
                GROGNARD.times(self.patience.times()).choose(rules, state, legal, &tempers, dice, limits)
            }
        }
    }

    /// The tempers of both sides for one that chooses: its own schooling and style, and the schooling that it takes the enemy
    /// to have.
    pub(crate) fn tempers<R: Hints>(
        self,
        rules: &R,
        state: &R::State,
        own: Schooling,
        enemy: Schooling,
    ) -> [Temper; 2] {
        let chooser = match rules.decision(state) {
            Decision::Choose(side) => side,
            Decision::Over(_) => Side::First,
        };
        let scenario = rules.scenario(state);
        Side::BOTH.map(|side| match side == chooser {
            true => self.style.of::<R>(rules.temper(scenario, side, own)),
            false => rules.temper(scenario, side, enemy),
        })
    }
}

fn slipping<R: Hints>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    temper: &Temper,
    slips: usize,
    dice: &mut SeededDice,
) -> usize {
    if dice.below(100) < slips { dice.below(legal.len()) } else { most_liked(rules, state, legal, temper, dice) }
}

/// The place in `legal` of the option that somebody of a temper likes best; which of equals is drawn.
pub(crate) fn most_liked<R: Hints>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    temper: &Temper,
    dice: &mut SeededDice,
) -> usize {
    let mut worth = Vec::with_capacity(legal.len());
    rules.appraise_all(state, legal, temper, &mut worth);
    let (mut chosen, mut best, mut equals) = (0, f32::NEG_INFINITY, 0);
    for (place, &value) in worth.iter().enumerate() {
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
    /// The level, and what is not usual behind it: `veteran`, `veteran:bold`, `grognard:wary:patient`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        if self.style != Style::Steady {
            write!(f, ":{}", self.style.name())?;
        }
        if self.patience != Patience::Usual {
            write!(f, ":{}", self.patience.name())?;
        }
        Ok(())
    }
}

impl FromStr for Player {
    type Err = UnknownPlayer;

    /// The level first; a style and a patience may follow, each once.
    fn from_str(text: &str) -> Result<Player, UnknownPlayer> {
        let unknown = || UnknownPlayer(text.to_string());
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let mut levels = Player::ALL.into_iter().map(|player| player.level);
        let level = levels.find(|level| level.name() == name).ok_or_else(unknown)?;
        let (mut style, mut patience) = (None, None);
        for word in words {
            let found = level.styles().iter().find(|known| known.name() == word);
            let taken = level.patiences().iter().find(|known| known.name() == word);
            match (found, taken) {
                (Some(_), _) if style.is_none() => style = found,
                (_, Some(_)) if patience.is_none() => patience = taken,
                _ => return Err(unknown()),
            }
        }
        let style = style.copied().unwrap_or(Style::Steady);
        Ok(Player { level, style, patience: patience.copied().unwrap_or(Patience::Usual) })
    }
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Player::ALL.map(|player| player.level.name()).join(", ");
        let styles = Style::ALL.map(Style::name).join(", ");
        let longer = Patience::ALL.into_iter().filter(|&patience| patience != Patience::Usual);
        let longer = longer.map(Patience::name).collect::<Vec<_>>().join(" or ");
        write!(
            f,
            "there is no computer player \"{}\" (there are {names}; styles are {styles}: veteran:bold; veterans and \
             grognards can be {longer}: grognard:patient)",
            self.0
        )
    }
}

impl std::error::Error for UnknownPlayer {}
