//! A match as it is played. Read again, it is its record, played by the rules, and what stands beside that, taken as it
//! stands.

use super::beside::{self, Entry, Head, Proposal, Standing, side_of};
use super::clock::Clock;
use super::record::Kept;
use super::seats::{self, kind};
use super::shapes::Name;
use crate::app::App;
use crate::error::Failure;
use crate::secret;
use crate::store::{self, Lines, MatchRow, Millis, Summary};
use catalogue::{Game, NewMatch, Table};
use engine::dice::{Commitment, SeededDice, parse_bytes};
use engine::record::RecordError;
use engine::{Decision, PlayError, Record, Side, Viewer};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many chat lines are told with the table.
const CHAT_TOLD: usize = 200;
/// How many chat lines and offers a match can take.
const MOST_TALK: usize = 5000;
/// How many of them may come before only the players are heard: nobody else can use up what they need.
const MOST_TALK_FOR_ALL: usize = 2000;

/// Something said at the table.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// When.
    pub at: Millis,
    /// By whom.
    pub name: String,
    /// His side; `None` for spectators.
    pub side: Option<Side>,
    /// What.
    pub text: String,
}

/// Something that one side offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub what: Proposal,
    /// Who offers.
    pub by: Side,
    /// For a take-back: how many actions would be left.
    pub to: Option<usize>,
}

/// A match as it is played.
pub struct Play {
    /// What the lobby lists; always as it is on disk, but for what is being written now.
    pub row: MatchRow,
    /// What never changes.
    pub head: Head,
    /// The game.
    pub game: Arc<dyn Game>,
    /// The table it is played on.
    pub table: Box<dyn Table>,
    /// What each side stirred the dice with.
    pub salts: [Option<String>; 2],
    /// Whether anything was ever played, though it may have been taken back: the dice are settled from then on.
    pub begun: bool,
    /// The last chat lines.
    pub chat: VecDeque<ChatLine>,
    /// What is offered.
    pub offer: Option<Offer>,
    /// The time that is left.
    pub clock: Option<Clock>,
    /// The names of those who sit.
    pub names: [Option<Name>; 2],
    /// Whether all seats were taken.
    pub started: bool,
    /// When that was.
    pub started_at: Millis,
    /// How much was said and offered.
    talk: usize,
    /// How much of its record is in the store.
    kept: Kept,
    /// Whether the record has changed since.
    behind: bool,
}

impl Play {
    /// Reads a match from the store.
    pub async fn load(app: &App, id: &str) -> Result<Play, Failure> {
        let row = row(app, id).await?;
        let head: Head = beside::read(&row.head)?;
        let game = app.games.get(&row.game).ok_or_else(|| unreadable("the game is not served any more"))?;
        let (lines, talk) = (app.store.record(id).await?, app.store.talk(id).await?);
        let (record, closed) = Record::parse_open(&lines.join("\n")).map_err(|error| damaged(id, &error))?;
        if record.lines.len() as i64 != row.summary.actions {
            let (found, noted) = (record.lines.len(), row.summary.actions);
            return Err(Failure::internal(format!("match {id} has {found} actions, not {noted}")));
        }
        let table = game.resume(&record).map_err(|error| damaged(id, &error))?;
        let kept = Kept::new(&record, closed);
        let mut play = Play::at(app, game.clone(), row, head, table, kept).await?;
        play.take_salts(&record);
        play.take_standing(beside::read(&play.row.standing)?, app.rooms.since());
        play.take_talk(&talk).map_err(Failure::internal)?;
        Ok(play)
    }

    /// A match before anything is noted.
    pub async fn begin(app: &App, game: Arc<dyn Game>, row: MatchRow, head: Head) -> Result<Play, Failure> {
        let table = lay(&*game, &row.scenario, &head, &[None, None], Vec::new());
        let table = table.map_err(|message| unreadable(&message))?;
        let kept = Kept::nothing(&*table);
        let play = Play::at(app, game, row, head, table, kept).await?;
        Ok(Play { behind: true, ..play })
    }

    async fn at(
        app: &App,
        game: Arc<dyn Game>,
        row: MatchRow,
        head: Head,
        table: Box<dyn Table>,
        kept: Kept,
    ) -> Result<Play, Failure> {
        let names = [Name::of(app, &row.seats[0]).await?, Name::of(app, &row.seats[1]).await?];
        Ok(Play {
            row,
            head,
            game,
            table,
            salts: [None, None],
            begun: false,
            chat: VecDeque::new(),
            offer: None,
            clock: None,
            names,
            started: false,
            started_at: 0,
            talk: 0,
            kept,
            behind: false,
        })
    }

    fn take_salts(&mut self, record: &Record) {
        for (side, salt) in record.head.commitment.iter().flat_map(|dice| dice.salts()) {
            if let Some(side) = self.table.about().side(side) {
                self.salts[side.index()] = Some(salt.clone());
            }
        }
    }

    /// Takes what the record does not tell; time before `since` counts against nobody.
    fn take_standing(&mut self, standing: Standing, since: Millis) {
        self.table.raise_tries(standing.tries);
        (self.started, self.started_at) = (standing.started.is_some(), standing.started.unwrap_or_default());
        self.begun = standing.begun;
        self.clock = standing.clock;
        if let Some(clock) = &mut self.clock {
            clock.forgive(since);
        }
        if self.table.parting().is_some() {
            // Nobody can choose, so nobody's time runs.
            self.pass(0, since);
        }
    }

    fn take_talk(&mut self, talk: &[store::Entry]) -> Result<(), String> {
        for entry in talk {
            let (side, said) = Entry::read(entry)?;
            self.say(side, entry.at, &said)?;
        }
        Ok(())
    }

    /// What the record does not tell of how it stands.
    pub fn standing(&self) -> Standing {
        let started = self.started.then_some(self.started_at);
        Standing { started, begun: self.begun, tries: self.table.tries(), clock: self.clock.clone() }
    }

    /// What of the record is not in the store yet.
    pub fn unwritten(&mut self) -> Lines {
        if std::mem::take(&mut self.behind) { self.kept.catch_up(&*self.table) } else { Lines::default() }
    }

    /// All seats are taken.
    pub fn start(&mut self, at: Millis) -> Result<(), String> {
        (self.started, self.started_at) = (true, at);
        self.lay_anew(self.seat_words())?;
        self.clock = Clock::new(self.head.pace, seats::counted(&self.row.seats));
        self.pass(0, at);
        Ok(())
    }

    /// A side stirs the dice.
    pub fn salt(&mut self, side: Side, text: &str) -> Result<(), String> {
        self.salts[side.index()] = Some(text.to_string());
        self.lay_anew(self.table.record().head.seats)
    }

    /// Lays the table with these seats and the salts known by now; nothing has been played yet.
    fn lay_anew(&mut self, seats: Vec<String>) -> Result<(), String> {
        if self.begun {
            return Err("the dice are settled before the first action".into());
        }
        self.table = lay(&*self.game, &self.row.scenario, &self.head, &self.salts, seats)?;
        self.kept = Kept::nothing(&*self.table);
        self.behind = true;
        Ok(())
    }

    /// Notes that the table has taken an action or an ending, over which the side thought so long.
    pub fn acted(&mut self, spent: Millis, at: Millis) {
        (self.begun, self.behind) = (true, true);
        self.pass(spent, at);
    }

    /// Takes something back.
    pub fn take_back(
        &mut self,
        at: Millis,
        back: impl FnOnce(&mut dyn Table) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let spent = self.spent(at);
        back(&mut *self.table)?;
        self.kept.taken_back(&*self.table);
        self.acted(spent, at);
        Ok(())
    }

    /// Notes something said or offered.
    pub fn say(&mut self, side: Option<Side>, at: Millis, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Chat { name, text } => {
                self.talk += 1;
                self.chat.push_back(ChatLine { at, name: name.clone(), side, text: text.clone() });
                if self.chat.len() > CHAT_TOLD {
                    self.chat.pop_front();
                }
            }
            Entry::Offer { what, to } => {
                self.talk += 1;
                self.offer = Some(Offer { what: *what, by: side.ok_or("nobody's offer")?, to: *to });
            }
            Entry::Answer { .. } | Entry::Lapsed {} => self.offer = None,
        }
        Ok(())
    }

    fn pass(&mut self, spent: Millis, at: Millis) {
        let chooser = self.chooser();
        if let Some(clock) = &mut self.clock {
            clock.pass(spent, chooser, at);
        }
    }

    /// How long the choosing side has thought.
    pub fn spent(&self, now: Millis) -> Millis {
        self.clock.as_ref().map_or(0, |clock| clock.spent(now))
    }

    /// The side that must choose; `None` before the start and after the end.
    pub fn chooser(&self) -> Option<Side> {
        match self.table.decision() {
            Decision::Choose(side) if self.started && self.table.parting().is_none() => Some(side),
            _ => None,
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Whether there was too much talk for a player, or for somebody who looks on, to add to it.
    pub fn is_talked_out(&self, seated: bool) -> bool {
        self.talk >= if seated { MOST_TALK } else { MOST_TALK_FOR_ALL }
    }

    /// A side's id.
    pub fn side_id(&self, side: Side) -> &str {
        self.table.about().side_id(side)
    }

    /// The side with this id.
    pub fn side(&self, id: &str) -> Result<Side, Failure> {
        let [one, other] = &self.table.about().sides;
        let message = || Failure::bad_request(format!("there is no such side (there are {}, {})", one.id, other.id));
        self.table.about().side(id).ok_or_else(message)
    }

    /// Who sits where, each a word, as the record tells it.
    fn seat_words(&self) -> Vec<String> {
        let word = |side: Side| {
            let seat = &self.row.seats[side.index()];
            let name = match (&seat.computer, &self.names[side.index()]) {
                (Some(computer), _) if seat.kind == kind::COMPUTER => computer,
                (_, Some(name)) => &name.name,
                _ => seats::NAMELESS,
            };
            format!("{}={}", self.side_id(side), name.split_whitespace().collect::<Vec<_>>().join("_"))
        };
        Side::BOTH.map(word).into()
    }

    /// What computer players draw with: from the seed of the game, but never what the game rolls.
    pub fn thoughts(&self) -> Result<SeededDice, String> {
        let seed = match &self.head.begun_at {
            Some(begun) => begun.seed.parse()?,
            None => commitment(&*self.game, &self.head, &self.salts)?.seed(),
        };
        Ok(ai::dice(seed))
    }

    /// What the lobby lists of it now.
    pub fn summary(&self, now: Millis) -> Summary {
        let view = self.table.view(Viewer::Spectator);
        let status = match (self.is_over(), self.started) {
            (true, _) => "over",
            (false, true) => "playing",
            (false, false) => "waiting",
        };
        let result = view
            .result
            .as_ref()
            .map(|result| json!({ "winner": result.winner, "text": result.text, "salts": self.salts }).to_string())
            // Older rules may have ended it, which these cannot show.
            .or_else(|| self.row.summary.result.clone());
        Summary {
            status: status.into(),
            updated: now,
            turn: view.turn.into(),
            actions: self.table.actions() as i64,
            to_choose: self.chooser().map(|side| side.index() as i64),
            deadline: self.clock.as_ref().and_then(Clock::deadline).filter(|_| self.chooser().is_some()),
            result,
            rematch: self.row.summary.rematch.clone(),
        }
    }

    /// The side that had to choose as the store has it.
    pub fn chooser_before(&self) -> Option<Side> {
        self.row.summary.to_choose.and_then(side_of)
    }
}

/// Lays the table for a match.
fn lay(
    game: &dyn Game,
    scenario: &str,
    head: &Head,
    salts: &[Option<String>; 2],
    seats: Vec<String>,
) -> Result<Box<dyn Table>, String> {
    if let Some(begun) = &head.begun_at {
        return game.begin_at(&begun.position, begun.seed.parse()?).map_err(|error| error.to_string());
    }
    let commitment = Some(commitment(game, head, salts)?);
    game.begin(NewMatch { scenario: Some(scenario), options: &head.options, commitment, seats, ..NewMatch::default() })
}

/// What the dice grow from.
pub fn commitment(game: &dyn Game, head: &Head, salts: &[Option<String>; 2]) -> Result<Commitment, String> {
    let secret = parse_bytes("secret", &head.secret).map_err(|_| "the dice's secret is damaged")?;
    let salted = Side::BOTH.into_iter().filter_map(|side| {
        let salt = salts[side.index()].clone()?;
        Some((game.about().side_id(side).to_string(), salt))
    });
    Commitment::new(secret).with_salts(salted.collect())
}

/// The match with this id, as the lobby lists it.
pub async fn row(app: &App, id: &str) -> Result<MatchRow, Failure> {
    let found = if secret::is_id(id) { app.store.match_row(id).await? } else { None };
    found.ok_or_else(|| Failure::not_found("there is no such match"))
}

/// The record of a match cannot be read, or not by the rules that are here now.
pub fn damaged(id: &str, error: &RecordError) -> Failure {
    tracing::error!(id, %error, "a record does not replay");
    unreadable(&error.to_string())
}

fn unreadable(why: &str) -> Failure {
    let message = format!(
        "this match was played by other rules or data than the server has now ({why}); it cannot go on, but its record \
         is kept and can be downloaded"
    );
    Failure::conflict("unreadable", message)
}
