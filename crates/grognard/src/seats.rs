//! Who plays which side.

use crate::failure::Failure;
use ai::Player;
use engine::{About, Side};
use std::fmt;

/// Who plays a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at this terminal.
    Human,
    /// A computer player.
    Computer(Player),
}

/// Who plays which side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Seats(pub [Seat; 2]);

impl Seats {
    /// Reads `SIDE=WHO` settings. A side that none speaks of is played by a human if the other is not, else by the
    /// computer.
    pub fn read(about: &About, settings: &[String]) -> Result<Seats, Failure> {
        let mut seats = [None; 2];
        for setting in settings {
            let (side, who) = setting
                .split_once('=')
                .ok_or_else(|| Failure::said(format!("a seat is SIDE=WHO, such as {}=human", about.sides[0].id)))?;
            seats[find_side(about, side)?.index()] = Some(read_seat(who)?);
        }
        let greedy = Seat::Computer(Player::GREEDY);
        let facing = |other| if other == Seat::Human { greedy } else { Seat::Human };
        Ok(Seats(match seats {
            [None, None] => [Seat::Human, greedy],
            [Some(first), None] => [first, facing(first)],
            [None, Some(second)] => [facing(second), second],
            [Some(first), Some(second)] => [first, second],
        }))
    }

    /// The same as `SIDE=WHO` settings.
    pub fn settings(&self, about: &About) -> Vec<String> {
        Side::BOTH.map(|side| format!("{}={}", about.side_id(side), self.of(side))).to_vec()
    }

    /// Who plays this side.
    pub fn of(&self, side: Side) -> Seat {
        self.0[side.index()]
    }

    /// The sides played by humans.
    pub fn humans(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|&side| self.of(side) == Seat::Human).collect()
    }
}

/// The side with this id.
pub fn find_side(about: &About, id: &str) -> Result<Side, Failure> {
    about.side(id).ok_or_else(|| {
        let [first, second] = &about.sides;
        Failure::said(format!("{} has no side \"{id}\" (it has {}, {})", about.title, first.id, second.id))
    })
}

fn read_seat(who: &str) -> Result<Seat, Failure> {
    if who == "human" {
        return Ok(Seat::Human);
    }
    who.parse().map(Seat::Computer).map_err(|_| {
        let names = Player::ALL.map(|player| player.level.name()).join(", ");
        Failure::said(format!("a seat is taken by human or a computer ({names}), not by \"{who}\""))
    })
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Computer(player) => player.fmt(f),
        }
    }
}
