//! Where units and leaders begin, or when and where they come.

use crate::ground::Ground;
use crate::pieces::{Arm, Pieces};
use crate::tables::Tables;
use engine::data::{self, DataError, DataFile};
use hexboard::{Direction, Hex};
use serde::Deserialize;
use serde_spanned::Spanned;

/// Where a piece begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// It is not in play at first.
    Nowhere,
    /// On the map. A leader has no facing, and the value means nothing.
    At(Hex, Direction),
    /// It arrives on a turn, from 1, at an entry.
    Arrives {
        /// The turn.
        turn: u8,
        /// Its place in [`Scenario::entries`].
        entry: u8,
    },
}

/// Hexes where reinforcements enter.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// Its hexes.
    #[serde(deserialize_with = "data::hexes")]
    pub hexes: Vec<Hex>,
}

/// A line of a set-up.
#[derive(Deserialize)]
pub(crate) struct StartRow {
    pub piece: Spanned<String>,
    #[serde(default, deserialize_with = "data::some_hex")]
    hex: Option<Hex>,
    facing: Option<Spanned<String>>,
    turn: Option<Spanned<u8>>,
    entry: Option<Spanned<String>>,
    #[serde(default)]
    fatigue: u8,
}

/// Where units and leaders begin, and how tired the units are.
pub(crate) struct Starts {
    pub units: Vec<Start>,
    pub leaders: Vec<Start>,
    pub fatigue: Vec<u8>,
}

/// What the lines of a set-up speak of.
pub(crate) struct Muster<'a> {
    pub file: &'a DataFile,
    pub ground: &'a Ground,
    pub pieces: &'a Pieces,
    pub entries: &'a [Entry],
    /// How many turns there are.
    pub turns: usize,
}

#[engine::by_the_book]
impl Muster<'_> {
    fn start(&self, row: &StartRow, faces: bool) -> Result<Start, DataError> {
        let wrong = |message: &str| Err(self.file.error_with(&row.piece, message));
        match (row.hex, &row.turn, &row.entry) {
            (Some(hex), None, None) => {
                let facing = match (&row.facing, faces) {
                    (Some(name), true) => {
                        let unknown = || self.file.error_with(name, format!("\"{}\" is no facing", name.as_ref()));
                        self.ground.board().direction_named(name.as_ref()).ok_or_else(unknown)?
                    }
                    (None, false) => Direction::ALL[0],
                    _ => return wrong("a unit on the map has a facing, a leader none"),
                };
                Ok(Start::At(hex, facing))
            }
            (None, Some(turn), Some(name)) => {
                let turns = self.turns;
                if !(1..=turns).contains(&usize::from(*turn.as_ref())) {
                    return Err(self
                        .file
                        .error_with(turn, format!("found turn {}, expected 1 to {turns}", turn.as_ref())));
                }
                let unknown = || self.file.error_with(name, format!("no entry is called \"{}\"", name.as_ref()));
                let entry = self.entries.iter().position(|entry| entry.id == *name.as_ref()).ok_or_else(unknown)?;
                Ok(Start::Arrives { turn: *turn.as_ref(), entry: entry as u8 })
            }
            _ => wrong("a piece starts in a hex, or on a turn at an entry"),
        }
    }

    /// Where units and leaders begin, and how tired the units are.
    pub(crate) fn starts(&self, rows: &[StartRow], tables: &Tables) -> Result<Starts, DataError> {
        let mut units = vec![Start::Nowhere; self.pieces.units.len()];
        let mut leaders = vec![Start::Nowhere; self.pieces.leaders.len()];
        let mut fatigue = vec![0; units.len()];
        for row in rows {
            let name = row.piece.as_ref();
            if let Some(unit) = self.pieces.unit_named(name) {
                let at = usize::from(unit);
                units[at] = self.start(row, true)?;
                if row.fatigue > tables.fatigue.spent {
                    let message = format!("found fatigue {}, expected 0 to {}", row.fatigue, tables.fatigue.spent);
                    return Err(self.file.error_with(&row.piece, message));
                }
                fatigue[at] = row.fatigue;
            } else if let Some(leader) = self.pieces.leader_named(name) {
                leaders[usize::from(leader)] = self.start(row, false)?;
            } else {
                return Err(self.file.error_with(&row.piece, format!("no piece is called \"{name}\"")));
            }
        }
        let idle = self
            .pieces
            .units
            .iter()
            .zip(&units)
            .find(|(unit, start)| unit.steps > 0 && unit.arm != Arm::Battery && **start == Start::Nowhere);
        if let Some((unit, _)) = idle {
            return Err(self.file.error_on_line(1, format!("the unit \"{}\" has no start", unit.id)));
        }
        self.check_stacks(&units, tables)?;
        Ok(Starts { units, leaders, fatigue })
    }

    /// Stacks of the set-up keep the limit and face one way [6.1a, 6.1c].
    fn check_stacks(&self, starts: &[Start], tables: &Tables) -> Result<(), DataError> {
        for hex in self.ground.board().hexes() {
            let here = || {
                self.pieces.units.iter().zip(starts).filter_map(move |(unit, start)| match *start {
                    Start::At(at, facing) if at == hex => Some((unit, facing)),
                    _ => None,
                })
            };
            let strength: u8 = here().map(|(unit, _)| unit.steps * tables.limits.strength_per_step).sum();
            let one = here().next();
            let agree = here().all(|(unit, facing)| one.is_none_or(|(o, f)| o.side == unit.side && f == facing));
            if strength > tables.limits.stacking || !agree {
                let label = self.ground.label(hex);
                let message = format!("the stack in {label} has {strength} strength points, two sides or two facings");
                return Err(self.file.error_on_line(1, message));
            }
        }
        Ok(())
    }
}

/// An edge of the sheet.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Edge {
    North,
    East,
    South,
    West,
}

/// How many steps each hex is from an edge of the sheet.
pub(crate) fn to_edge(ground: &Ground, edge: Edge) -> Vec<u8> {
    let board = ground.board();
    let numbering = board.numbering();
    let on_edge = |hex: &Hex| {
        let (column, row) = board.column_row(*hex);
        match edge {
            Edge::North => row == *numbering.rows.start(),
            Edge::South => row == *numbering.rows.end(),
            Edge::West => column == *numbering.columns.start(),
            Edge::East => column == *numbering.columns.end(),
        }
    };
    let edge: Vec<Hex> = board.sheet().filter(on_edge).collect();
    board.sheet().map(|hex| edge.iter().map(|&to| ground.distance(hex, to)).min().unwrap_or(u8::MAX)).collect()
}
