//! Matches as the first version of the server kept them: a journal of everything that was accepted, in JSON. Each
//! becomes a record with its talk and its standing beside it, once, when the server starts.

use super::beside::{self, Entry, Head, Standing, side_in, side_of};
use super::clock::Clock;
use super::play::commitment;
use super::seats;
use super::stirred::Stirred;
use crate::games::Games;
use crate::store::{self, MatchRow, Millis, Store, StoreError};
use catalogue::Game;
use engine::dice::Die;
use engine::matches::Ending;
use engine::record::{self, Line};
use engine::{Record, Side};
use serde::Deserialize;
use serde_json::Value;

/// Brings over all that are left. One that cannot be is left as it is.
pub async fn bring_over(games: &Games, store: &dyn Store) -> Result<(), StoreError> {
    let ids = store.older_matches().await?;
    if !ids.is_empty() {
        tracing::info!(matches = ids.len(), "bringing over the matches of an older version");
    }
    for id in ids {
        let row = store.match_row(&id).await?;
        let row = row.ok_or_else(|| StoreError::Database(format!("match {id} is listed but cannot be read")))?;
        match converted(games, row, &store.older_journal(&id).await?) {
            Ok((row, lines, talk)) => match store.bring_over(&row, &lines, &talk).await {
                // Another server that starts now was quicker.
                Ok(()) | Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error),
            },
            Err(message) => tracing::warn!(id, message, "a match cannot be brought over"),
        }
    }
    Ok(())
}

/// One thing that was accepted.
#[derive(Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
enum Accepted {
    Sat {},
    Started { seats: Vec<String> },
    Salt { text: String },
    Action(Played),
    Undo { spent_ms: Millis },
    TakeBack { to: usize, spent_ms: Millis },
    Concede {},
    Draw {},
    Timeout {},
    Chat {},
    Offer {},
    Answer {},
    Rematch {},
}

#[derive(Deserialize)]
struct Played {
    action: String,
    #[serde(default)]
    rolls: Vec<(u16, u16)>,
    #[serde(default)]
    again: u32,
    spent_ms: Millis,
}

/// What the head had beside what it has now.
#[derive(Deserialize)]
struct PlayedBy {
    rules: u32,
    data: String,
}

/// What a journal comes to.
struct Fold<'a> {
    game: &'a dyn Game,
    row: &'a MatchRow,
    head: Head,
    lines: Vec<Line>,
    seats: Vec<String>,
    stirred: Stirred,
    standing: Standing,
    talk: Vec<store::Entry>,
    offered: bool,
}

type Converted = (MatchRow, Vec<String>, Vec<store::Entry>);

fn converted(games: &Games, mut row: MatchRow, journal: &[store::Entry]) -> Result<Converted, String> {
    let game = games.get(&row.game).ok_or("the game is not served any more")?;
    let head: Head = beside::read(&row.head).map_err(|failure| failure.message)?;
    let (lines, seats, stirred, standing) = (Vec::new(), Vec::new(), Stirred::default(), Standing::default());
    let mut fold =
        Fold { game: &*game, row: &row, head, lines, seats, stirred, standing, talk: Vec::new(), offered: false };
    let accepted = journal.iter().map(|entry| serde_json::from_str(&entry.body).map_err(|error| error.to_string()));
    let accepted = accepted.collect::<Result<Vec<Accepted>, _>>()?;
    for (number, entry) in journal.iter().enumerate() {
        // Whoever acted next had the choice; what came of actions that were taken back again only the rules would know.
        let later = accepted.iter().zip(journal).skip(number + 1);
        let next = later.clone().find(|(accepted, _)| matches!(accepted, Accepted::Action(_)));
        let chooser = next.map_or(row.summary.to_choose, |(_, entry)| entry.side).and_then(side_of);
        fold.take(entry, &accepted[number], chooser)?;
    }
    let record = fold.record()?;
    let (sealer, mut lines) = record.written();
    lines.extend(record.result.as_deref().map(|result| sealer.close(Some(result))));
    let (standing, talk) = (beside::write(&fold.standing).map_err(|failure| failure.message)?, fold.talk);
    row.standing = standing;
    Ok((row, lines, talk))
}

impl Fold<'_> {
    fn take(&mut self, entry: &store::Entry, accepted: &Accepted, chooser: Option<Side>) -> Result<(), String> {
        let side = side_in(entry)?;
        let by = side.ok_or("nobody did it");
        match accepted {
            Accepted::Sat {} | Accepted::Rematch {} => {}
            Accepted::Started { seats } => {
                self.seats.clone_from(seats);
                self.standing.started = Some(entry.at);
                self.standing.clock = Clock::new(self.head.pace, seats::counted(&self.row.seats));
                self.pass(0, chooser, entry.at);
            }
            Accepted::Salt { text } => self.stirred.salts[by?.index()] = Some(text.clone()),
            Accepted::Action(played) => {
                let rolls = played.rolls.iter().map(|&(sides, value)| Die { sides, value }).collect();
                let line = Line::without_dice(self.game.about().side_id(by?), &played.action);
                self.lines.push(Line { rolls, again: played.again, ..line });
                self.standing.begun = true;
                self.went_on(played.spent_ms, chooser, entry)?;
            }
            Accepted::Undo { spent_ms } => {
                self.lines.pop();
                self.went_on(*spent_ms, chooser, entry)?;
            }
            Accepted::TakeBack { to, spent_ms } => {
                self.lines.truncate(*to);
                // It may have taken back dice. Counting too many does no harm: the next ones are fresh all the same.
                self.standing.tries += 1;
                self.went_on(*spent_ms, chooser, entry)?;
            }
            Accepted::Concede {} => self.end(by?, Ending::Concede, entry)?,
            Accepted::Draw {} => self.end(by?, Ending::Draw, entry)?,
            Accepted::Timeout {} => self.end(by?, Ending::Timeout, entry)?,
            Accepted::Chat {} => self.talk.push(entry.clone()),
            Accepted::Offer {} | Accepted::Answer {} => {
                self.offered = matches!(accepted, Accepted::Offer {});
                self.talk.push(entry.clone());
            }
        }
        Ok(())
    }

    fn end(&mut self, side: Side, ending: Ending, entry: &store::Entry) -> Result<(), String> {
        self.lines.push(Line::without_dice(self.game.about().side_id(side), ending.word()));
        self.went_on(0, None, entry)
    }

    /// The match stands differently: what was offered is worth nothing, and time has passed.
    fn went_on(&mut self, spent: Millis, chooser: Option<Side>, entry: &store::Entry) -> Result<(), String> {
        if std::mem::take(&mut self.offered) {
            self.talk.push(Entry::Lapsed {}.write(None, entry.at).map_err(|failure| failure.message)?);
        }
        self.pass(spent, chooser, entry.at);
        Ok(())
    }

    fn pass(&mut self, spent: Millis, chooser: Option<Side>, at: Millis) {
        if let Some(clock) = &mut self.standing.clock {
            clock.pass(spent, chooser, at);
        }
    }

    fn record(&self) -> Result<Record, String> {
        let PlayedBy { rules, data } = serde_json::from_str(&self.row.head).map_err(|error| error.to_string())?;
        let dice = commitment(self.game, &self.head, &self.stirred)?;
        let begun = self.head.begun_at.as_ref();
        let head = record::Head {
            game: self.row.game.clone(),
            rules,
            data,
            scenario: self.row.scenario.clone(),
            options: self.head.options.clone(),
            seed: begun.map_or(Ok(dice.seed()), |begun| begun.seed.parse())?,
            commitment: begun.is_none().then_some(dice),
            seats: if begun.is_some() { Vec::new() } else { self.seats.clone() },
            position: begun.map(|begun| begun.position.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let open = Record { head, lines: self.lines.clone(), changes: Vec::new(), result: None };
        let result = (self.row.summary.status == "over").then(|| self.result(&open));
        Ok(Record { result, ..open })
    }

    /// How it ended: as the rules tell it, or, if they have changed since, as far as the row does.
    fn result(&self, open: &Record) -> String {
        let played = self.game.reread(open).ok().map(|reread| reread.game);
        let whole = played.filter(|table| table.actions() == open.lines.len());
        whole.and_then(|table| table.result()).unwrap_or_else(|| {
            let row: Value =
                serde_json::from_str(self.row.summary.result.as_deref().unwrap_or("null")).unwrap_or_default();
            format!("{} by older rules", row["winner"].as_str().unwrap_or("draw"))
        })
    }
}
