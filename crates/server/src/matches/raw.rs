//! The record of a match, also of one that the server's rules cannot play any more.

use super::journal::{Entry, Head};
use super::play::{self, commitment};
use super::seats::Who;
use crate::app::App;
use crate::error::Failure;
use crate::store::{self, MatchRow};
use engine::About;
use engine::matches::Ending;
use engine::record::{self, Line, Record};
use std::sync::Arc;

/// The record as text. While a match goes on it would tell what is hidden.
pub async fn record(app: &Arc<App>, who: &Who, id: &str) -> Result<String, Failure> {
    let open = match app.rooms.room(id).open(app).await {
        Ok(open) => open,
        Err(failure) if failure.kind == "unreadable" => return kept(app, who, id, failure).await,
        Err(failure) => return Err(failure),
    };
    if !open.inside.play.is_over() {
        return Err(not_over());
    }
    Ok(open.inside.play.table.record().to_string())
}

fn not_over() -> Failure {
    Failure::conflict("not_over", "the record is open when the match is over")
}

/// What was kept of a match that cannot be played on: for its players, and for all if it was over.
async fn kept(app: &App, who: &Who, id: &str, failure: Failure) -> Result<String, Failure> {
    let row = play::row(app, id).await?;
    if row.summary.status != "over" && !who.holds(&row.seats).any() {
        return Err(not_over());
    }
    let about = app.games.get(&row.game).ok_or(failure)?.about();
    let journal = app.store.journal(id).await?;
    written(app, about, &row, &journal).map(|record| record.to_string()).map_err(Failure::internal)
}

/// The record that a journal comes to, without asking any rules.
fn written(app: &App, about: &About, row: &MatchRow, journal: &[store::Entry]) -> Result<Record, String> {
    let head = Head::read(&row.head).map_err(|failure| failure.message)?;
    let (mut lines, mut seats, mut salts) = (Vec::<Line>::new(), Vec::new(), [None, None]);
    for entry in journal {
        let (side, entry) = Entry::read(entry)?;
        let by = side.ok_or("nobody did it");
        let id = || by.map(|side| about.side_id(side));
        match entry {
            Entry::Action(played) => lines.push(played.line(id()?)),
            Entry::Undo { .. } => drop(lines.pop()),
            Entry::TakeBack { to, .. } => lines.truncate(to),
            Entry::Concede {} => lines.push(Line::without_dice(id()?, Ending::Concede.word())),
            Entry::Draw {} => lines.push(Line::without_dice(id()?, Ending::Draw.word())),
            Entry::Timeout {} => lines.push(Line::without_dice(id()?, Ending::Timeout.word())),
            Entry::Started { seats: words } => seats = words,
            Entry::Salt { text } => salts[by?.index()] = Some(text),
            _ => {}
        }
    }
    let game = app.games.get(&row.game).ok_or("the game is not served any more")?;
    let dice = commitment(&**game, &head, &salts)?;
    let begun = head.begun_at.as_ref();
    let seed = begun.map_or(Ok(dice.seed()), |begun| begun.seed.parse())?;
    let head = record::Head {
        game: row.game.clone(),
        rules: head.rules,
        data: head.data,
        scenario: row.scenario.clone(),
        options: head.options,
        seed,
        commitment: begun.is_none().then_some(dice),
        seats,
        position: head.begun_at.map(|begun| begun.position.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    Ok(Record { head, lines, result: None })
}
