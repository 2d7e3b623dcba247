//! What happened, said so that a person can read it and a page can animate it.

use crate::chart::{Aim, AimStep};
use crate::dice::Die;
use crate::luck::{Hope, Wish};
use crate::{Clause, EventKind, FigureName, Habit, Side, Viewer};
use hexboard::Hex;
use serde::Serialize;

/// Who may know of an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody.
    All,
    /// One side alone.
    Only(Side),
    /// Everybody but one side, which is told more.
    AllBut(Side),
}

/// Dice that fell, and what they were for. A counter drawn from a cup is a roll of a die with as many sides as the cup
/// had counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Roll {
    /// What was rolled for, in a few words (`the attack on 4022`).
    #[serde(rename = "for")]
    pub purpose: String,
    /// The dice, in the order in which they fell.
    pub dice: Vec<Die>,
    /// What is added to the dice or taken from them.
    #[serde(skip_serializing_if = "is_nothing")]
    pub modifier: i16,
    /// The dice and the modifier together.
    pub total: i16,
    /// Where a table was read with the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Reading>,
    /// What a side hoped for, where the rules know.
    #[serde(skip)]
    pub hope: Option<Hope>,
}

/// Where a table was read: its words are those of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The name of the table.
    pub name: String,
    /// The column, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The line.
    pub line: String,
    /// What is printed there.
    pub result: String,
    /// The column before anything moved it, where something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What moved the column or changed the dice, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<AimStep>,
}

/// For JSON: what is left out.
fn is_nothing(modifier: &i16) -> bool {
    *modifier == 0
}

impl Roll {
    /// Dice with so many sides each, and what they were for.
    pub fn new(purpose: impl Into<String>, sides: u16, values: impl IntoIterator<Item = impl Into<u16>>) -> Roll {
        let dice: Vec<Die> = values.into_iter().map(|value| Die { sides, value: value.into() }).collect();
        let total = dice.iter().map(|die| die.value as i16).sum();
        Roll { purpose: purpose.into(), dice, modifier: 0, total, table: None, hope: None }
    }

    /// One six-sided die.
    pub fn d6(purpose: impl Into<String>, value: u8) -> Roll {
        Roll::new(purpose, 6, [value])
    }

    /// Two six-sided dice.
    pub fn two_d6(purpose: impl Into<String>, values: [u8; 2]) -> Roll {
        Roll::new(purpose, 6, values)
    }

    /// One ten-sided die.
    pub fn d10(purpose: impl Into<String>, value: u8) -> Roll {
        Roll::new(purpose, 10, [value])
    }

    /// Adds a modifier to the total.
    pub fn modified(mut self, modifier: i16) -> Roll {
        self.modifier += modifier;
        self.total += modifier;
        self
    }

    /// Says what a side hoped for.
    pub fn hoped(mut self, side: Side, wish: Wish) -> Roll {
        self.hope = Some(Hope { side, wish });
        self
    }

    /// Says where a table was read; the line is the total, and [`Roll::in_line`] and [`Roll::in_column`] say more.
    pub fn on(mut self, table: impl Into<String>, result: impl Into<String>) -> Roll {
        let line = self.total.to_string();
        let (name, result) = (table.into(), result.into());
        self.table = Some(Reading { name, column: None, line, result, from: None, steps: Vec::new() });
        self
    }

    /// Says where a chart was read, as it was aimed at: column, and all that led there.
    pub fn read(self, aim: Aim, result: impl Into<String>) -> Roll {
        let mut roll = self.on(aim.chart, result);
        if let Some(table) = &mut roll.table {
            (table.column, table.from, table.steps) = (aim.column, aim.from, aim.steps);
            table.line = aim.line.unwrap_or_else(|| std::mem::take(&mut table.line));
        }
        roll
    }

    /// Names the column of the table that was read.
    pub fn in_column(mut self, column: impl Into<String>) -> Roll {
        if let Some(table) = &mut self.table {
            table.column = Some(column.into());
        }
        self
    }

    /// Names the line of the table, where the chart has other words for it than the total.
    pub fn in_line(mut self, line: impl Into<String>) -> Roll {
        if let Some(table) = &mut self.table {
            table.line = line.into();
        }
        self
    }
}

/// What a side loses by an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Who loses.
    pub side: Side,
    /// How many steps; a unit without steps counts as one.
    pub steps: u16,
}

/// A number that an event tells.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Figure {
    /// What it counts.
    pub name: FigureName,
    /// The number; halves are 0.5.
    pub value: f32,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What sort of thing it is.
    pub kind: EventKind,
    /// The sentence for the log.
    pub text: String,
    /// Who may know it.
    pub audience: Audience,
    /// The side that did it, or to which it happened without anybody's doing.
    pub side: Option<Side>,
    /// The hexes it points at, in order (a path, or firing hexes and then the target).
    pub hexes: Vec<Hex>,
    /// Whether the hexes are the way that a counter took, from where it stood to where it stands.
    pub way: bool,
    /// The pieces it is about, by name.
    pub pieces: Vec<String>,
    /// The rules that made it so.
    pub clauses: Vec<Clause>,
    /// The dice that made it so.
    pub rolls: Vec<Roll>,
    /// What each side loses by it.
    pub losses: Vec<Loss>,
    /// Other numbers that it tells.
    pub figures: Vec<Figure>,
    /// The label of the forecast's outcome that came true here.
    pub outcome: Option<String>,
    /// Whether a rule opens hidden things here. Only such events may tell apart two positions that looked the same.
    pub reveals: bool,
    /// Whether all that is opened here is the acting side's own, so that it learns nothing by it.
    pub reveals_own: bool,
}

impl Event {
    /// An event that everybody may know.
    pub fn new(kind: EventKind, text: impl Into<String>) -> Event {
        Event {
            kind,
            text: text.into(),
            audience: Audience::All,
            side: None,
            hexes: Vec::new(),
            way: false,
            pieces: Vec::new(),
            clauses: Vec::new(),
            rolls: Vec::new(),
            losses: Vec::new(),
            figures: Vec::new(),
            outcome: None,
            reveals: false,
            reveals_own: false,
        }
    }

    /// Points at hexes.
    pub fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Event {
        self.hexes.extend(hexes);
        self
    }

    /// Points at the hexes along which counters went.
    pub fn along(self, way: impl IntoIterator<Item = Hex>) -> Event {
        Event { way: true, ..self.at(way) }
    }

    /// Says whose event it is.
    pub fn side(mut self, side: Side) -> Event {
        self.side = Some(side);
        self
    }

    /// Tells the dice.
    pub fn rolled(mut self, rolls: impl IntoIterator<Item = Roll>) -> Event {
        self.rolls.extend(rolls);
        self
    }

    /// Tells how many steps a side loses, if it loses any.
    pub fn costs(mut self, side: Side, steps: u16) -> Event {
        if steps > 0 {
            self.losses.push(Loss { side, steps });
        }
        self
    }

    /// Tells a number.
    pub fn figure(mut self, name: FigureName, value: impl Into<f32>) -> Event {
        self.figures.push(Figure { name, value: value.into() });
        self
    }

    /// Names pieces.
    pub fn of(mut self, pieces: impl IntoIterator<Item = String>) -> Event {
        self.pieces.extend(pieces);
        self
    }

    /// Cites clauses.
    pub fn by(mut self, clauses: Vec<Clause>) -> Event {
        self.clauses = clauses;
        self
    }

    /// Says which outcome of the forecast came true.
    pub fn outcome(mut self, label: impl Into<String>) -> Event {
        self.outcome = Some(label.into());
        self
    }

    /// Marks the event as one by which a rule opens hidden things.
    pub fn reveals(mut self) -> Event {
        self.reveals = true;
        self
    }

    /// Marks the event as one by which the acting side opens hidden things of its own, and learns nothing itself.
    pub fn reveals_own(self) -> Event {
        Event { reveals_own: true, ..self.reveals() }
    }

    /// Whether the acting side learns here what was hidden from it.
    pub fn tells_the_actor(&self) -> bool {
        self.reveals && !self.reveals_own
    }

    /// Makes the event one side's own.
    pub fn only_for(mut self, side: Side) -> Event {
        self.audience = Audience::Only(side);
        self
    }

    /// Whether a viewer may know it.
    pub fn is_for(&self, viewer: Viewer) -> bool {
        match (self.audience, viewer) {
            (Audience::All, _) | (Audience::Only(_), Viewer::All) | (Audience::AllBut(_), Viewer::Spectator) => true,
            (Audience::Only(_), Viewer::Spectator) | (Audience::AllBut(_), Viewer::All) => false,
            (Audience::Only(side), Viewer::Side(viewer)) => side == viewer,
            (Audience::AllBut(side), Viewer::Side(viewer)) => side != viewer,
        }
    }
}

/// Somebody who may be listening.
pub trait Sink {
    /// Tells an event; it is only put together if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Tells one side the whole of an event, and everybody else a part of it.
    fn tell_apart(&mut self, side: Side, whole: impl FnOnce() -> Event, part: impl FnOnce() -> Event) {
        self.tell(|| Event { audience: Audience::Only(side), ..whole() });
        self.tell(|| Event { audience: Audience::AllBut(side), ..part() });
    }

    /// Notes what a side has itself to thank for, and how many of its units that cost. Players see what happened by its
    /// events; this is for those who study how somebody plays, and costs nothing where nobody does.
    fn note(&mut self, _side: Side, _habit: Habit, _units: impl FnOnce() -> usize) {}
}

/// Nobody listens: events cost nothing.
pub struct Silence;

impl Sink for Silence {
    #[inline]
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}
}

/// Somebody who does not follow the game, and counts what each side has itself to thank for: units, by side and [`Habit`].
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Misdeeds([[u32; Habit::ALL.len()]; 2]);

impl Misdeeds {
    /// How many units a side's habit has cost it.
    pub const fn units(&self, side: Side, habit: Habit) -> u32 {
        self.0[side.index()][habit as usize]
    }
}

impl Sink for Misdeeds {
    #[inline]
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}

    fn note(&mut self, side: Side, habit: Habit, units: impl FnOnce() -> usize) {
        self.0[side.index()][habit as usize] += units() as u32;
    }
}

impl Sink for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A side loses two units by crowding, and everybody is told.
    fn crowd(events: &mut impl Sink) {
        events.note(Side::Second, Habit::Crowding, || 2);
        events.tell(|| Event::new(EventKind::Loss, "Too many."));
    }

    #[test]
    fn what_a_side_has_itself_to_thank_for_is_heard_by_those_who_count_and_no_news_for_players() {
        let (mut told, mut misdeeds) = (Vec::new(), Misdeeds::default());
        crowd(&mut told);
        crowd(&mut misdeeds);
        crowd(&mut misdeeds);
        assert_eq!(told.len(), 1);
        assert_eq!(misdeeds.units(Side::Second, Habit::Crowding), 4);
        assert_eq!(misdeeds.units(Side::First, Habit::Crowding), 0);
        assert_eq!(misdeeds.units(Side::Second, Habit::Straying), 0);
    }
}
