//! What is written of matches, statement by statement, whoever carries it out.

use crate::store::{Append, Entry, MatchRow, Millis, Notice, SeatRow};

/// A value that is put into a statement, or none of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A text.
    Text(Option<&'a str>),
    /// A number.
    Number(Option<i64>),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Some(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(Some(text))
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(text: &'a Option<String>) -> Self {
        Value::Text(text.as_deref())
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Number(Some(number))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(switch: bool) -> Self {
        Value::Number(Some(switch.into()))
    }
}

/// A statement and what is put into it. Several insertions into one table may be made one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed<'a> {
    /// The statement; of an insertion only what stands before its values.
    pub sql: &'static str,
    /// What is put into it.
    pub values: Vec<Value<'a>>,
    /// Whether it is an insertion of these values.
    pub inserts: bool,
}

/// A deed: its statement, and what is put into it.
macro_rules! deed {
    (insert $sql:expr, $($value:expr),* $(,)?) => {
        Deed { inserts: true, ..deed!($sql, $($value),*) }
    };
    ($sql:expr, $($value:expr),* $(,)?) => {
        Deed { sql: $sql, values: vec![$(Value::from($value)),*], inserts: false }
    };
}

/// Writes how a match stands, if it has not changed meanwhile: else no row is concerned.
pub fn update_match(append: &Append) -> Deed<'_> {
    let summary = &append.summary;
    deed!(
        "UPDATE matches SET version = version + $1, status = $2, updated = $3, turn = $4, actions = $5, \
         to_choose = $6, deadline = $7, result = $8, rematch = $9, standing = $10 WHERE id = $11 AND version = $12",
        append.grows(),
        &summary.status,
        summary.updated,
        summary.turn,
        summary.actions,
        summary.to_choose,
        summary.deadline,
        &summary.result,
        &summary.rematch,
        &append.standing,
        &append.id,
        append.version,
    )
}

/// Writes all else that comes of it, once that has gone well.
pub fn consequences(append: &Append) -> Vec<Deed<'_>> {
    let (id, at) = (&append.id, append.summary.updated);
    let mut deeds = Vec::new();
    if append.lines.cut {
        deeds.push(deed!("DELETE FROM record WHERE match_id = $1 AND number >= $2", id, append.lines.from));
    }
    deeds.extend(append.seated.as_ref().map(|(side, seat)| take_seat(id, *side, seat)));
    if let Some((row, record)) = &append.adds {
        deeds.extend(add_match(row, record));
    }
    deeds.extend((append.lines.from..).zip(&append.lines.texts).map(|(number, text)| line(id, number, at, text)));
    deeds.extend((append.version..).zip(&append.entries).map(|(number, entry)| talk(id, number, entry)));
    deeds.extend(append.notices.iter().map(notice));
    deeds
}

/// Writes the seat that somebody took, and nothing of the other: who sits there may just have become somebody else.
fn take_seat<'a>(id: &'a str, side: i64, seat: &'a SeatRow) -> Deed<'a> {
    let sql = if side == 0 {
        "UPDATE matches SET seat0_kind = $1, seat0_user = $2, seat0_token = $3 WHERE id = $4"
    } else {
        "UPDATE matches SET seat1_kind = $1, seat1_user = $2, seat1_token = $3 WHERE id = $4"
    };
    deed!(sql, &seat.kind, &seat.user, &seat.token_hash, id)
}

/// Adds a match with the first lines of its record.
pub fn add_match<'a>(row: &'a MatchRow, record: &'a [String]) -> Vec<Deed<'a>> {
    let summary = &row.summary;
    let mut matched = deed!(
        insert
        "INSERT INTO matches (id, game, scenario, head, version, standing, created, private, status, updated, turn, \
         actions, to_choose, deadline, result, rematch, seat0_kind, seat0_user, seat0_computer, seat0_token, seat0_seen, \
         seat0_notices, seat1_kind, seat1_user, seat1_computer, seat1_token, seat1_seen, seat1_notices) VALUES ",
        &row.id,
        &row.game,
        &row.scenario,
        &row.head,
        row.version,
        &row.standing,
        row.created,
        row.private,
        &summary.status,
        summary.updated,
        summary.turn,
        summary.actions,
        summary.to_choose,
        summary.deadline,
        &summary.result,
        &summary.rematch,
    );
    for seat in &row.seats {
        let SeatRow { kind, user, computer, token_hash, seen, notices } = seat;
        let seat: [Value<'a>; 6] =
            [kind.into(), user.into(), computer.into(), token_hash.into(), (*seen).into(), (*notices).into()];
        matched.values.extend(seat);
    }
    [matched].into_iter().chain(lines(&row.id, row.created, record)).collect()
}

/// Adds the first lines of a record.
pub fn lines<'a>(id: &'a str, at: Millis, record: &'a [String]) -> impl Iterator<Item = Deed<'a>> {
    (0..).zip(record).map(move |(number, text)| line(id, number, at, text))
}

fn line<'a>(id: &'a str, number: i64, at: Millis, text: &'a str) -> Deed<'a> {
    deed!(insert "INSERT INTO record (match_id, number, at, line) VALUES ", id, number, at, text)
}

/// Adds something said or offered.
pub fn talk<'a>(id: &'a str, number: i64, entry: &'a Entry) -> Deed<'a> {
    let into = "INSERT INTO talk (match_id, number, at, side, body) VALUES ";
    deed!(insert into, id, number, entry.at, entry.side, &entry.body)
}

/// Adds something that a player is told.
pub fn notice(notice: &Notice) -> Deed<'_> {
    let Notice { id, user, match_id, channel, body, due, tries } = notice;
    let into = "INSERT INTO notices (id, user_id, match_id, channel, body, due, tries) VALUES ";
    deed!(insert into, id, user, match_id, channel, body, *due, *tries)
}

/// Notes how much of a match its player has seen.
pub fn seen(id: &str, side: i64, seen: i64) -> Deed<'_> {
    let sql = if side == 0 {
        "UPDATE matches SET seat0_seen = $1 WHERE id = $2"
    } else {
        "UPDATE matches SET seat1_seen = $1 WHERE id = $2"
    };
    deed!(sql, seen, id)
}

/// Shows whether anything can be written.
pub fn pulse() -> Deed<'static> {
    deed!("UPDATE pulse SET beats = beats + 1",)
}

impl Deed<'_> {
    /// The whole statement, where it is this deed alone.
    pub fn statement(&self) -> String {
        if self.inserts { insertion(self.sql, self.values.len(), 1) } else { self.sql.to_string() }
    }
}

/// An insertion of several rows: `start ($1, $2), ($3, $4)`.
pub fn insertion(start: &str, columns: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{start}{}", rows.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_insertion_numbers_its_places() {
        assert_eq!(insertion("INSERT ", 2, 2), "INSERT ($1, $2), ($3, $4)");
        assert_eq!(seen("m", 1, 3).statement(), "UPDATE matches SET seat1_seen = $1 WHERE id = $2");
        let entry = Entry { at: 9, side: None, body: "{}".into() };
        let talk = talk("m", 4, &entry);
        assert!(talk.statement().ends_with(" VALUES ($1, $2, $3, $4, $5)"));
        let values: [Value<'_>; 5] = ["m".into(), 4_i64.into(), 9_i64.into(), None::<i64>.into(), "{}".into()];
        assert_eq!(talk.values, values);
    }
}
