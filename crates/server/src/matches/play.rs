//! A match as its journal tells it. The same fold serves a match being played and one that is loaded again.

use super::clock::Clock;
use super::journal::{Entry, Head, Proposal, side_of};
use super::seats::{self, kind};
use super::shapes::Name;
use crate::app::App;
use crate::error::Failure;
use crate::secret;
use crate::store::{MatchRow, Millis, Summary};
use catalogue::{Game, NewMatch, Table};
use engine::dice::{Commitment, SeededDice, parse_bytes};
use engine::{Decision, PlayError, Side, Viewer};
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

/// A match as its journal tells it.
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
    /// Who sits where, as the record tells it.
    record_seats: Vec<String>,
    /// How much was said and offered.
    talk: usize,
}

impl Play {
    /// Reads a match from the store.
    pub async fn load(app: &App, id: &str) -> Result<Play, Failure> {
        let row = row(app, id).await?;
        let head = Head::read(&row.head)?;
        let game = app.games.get(&row.game).ok_or_else(|| unreadable("the game is not served any more"))?;
        let journal = app.store.journal(id).await?;
        if journal.len() as i64 != row.version {
            return Err(Failure::internal(format!("match {id} has {} entries, not {}", journal.len(), row.version)));
        }
        let mut play = Play::begin(app, game.clone(), row, head).await?;
        for (number, entry) in journal.iter().enumerate() {
            if let Err(message) = play.replay(entry) {
                tracing::error!(id, number, message, "a journal does not replay");
                return Err(unreadable(&format!("entry {number} does not fit")));
            }
        }
        if let Some(clock) = &mut play.clock {
            clock.forgive(app.rooms.since());
        }
        Ok(play)
    }

    /// A match before anything is noted.
    pub async fn begin(app: &App, game: Arc<dyn Game>, row: MatchRow, head: Head) -> Result<Play, Failure> {
        let names = [Name::of(app, &row.seats[0]).await?, Name::of(app, &row.seats[1]).await?];
        let table = lay(&*game, &row.scenario, &head, &[None, None], Vec::new());
        let table = table.map_err(|message| unreadable(&message))?;
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
            record_seats: Vec::new(),
            talk: 0,
        })
    }

    /// Does again what a journal entry says was done.
    fn replay(&mut self, entry: &crate::store::Entry) -> Result<(), String> {
        let at = entry.at;
        let (side, entry) = Entry::read(entry)?;
        let by = side.ok_or("nobody did it");
        let told = |error: PlayError| error.to_string();
        match &entry {
            Entry::Action(played) => {
                let side = by?;
                self.table.play(side, &played.action).map_err(told)?;
                let line = played.line(self.side_id(side));
                if self.table.lines().last() != Some(&line) {
                    return Err(format!("the rules do not give \"{line}\" again"));
                }
            }
            Entry::Undo { .. } => self.table.undo().map_err(told)?,
            Entry::TakeBack { to, .. } => self.table.take_back(*to).map_err(told)?,
            Entry::Concede {} => self.table.concede(by?).map(drop).map_err(told)?,
            Entry::Draw {} => self.table.agree_draw(by?).map(drop).map_err(told)?,
            Entry::Timeout {} => self.table.time_out(by?).map(drop).map_err(told)?,
            _ => {}
        }
        self.note(side, at, &entry)
    }

    /// Notes what was done, once the table has it.
    pub fn note(&mut self, side: Option<Side>, at: Millis, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Sat { .. } => {}
            Entry::Started { seats } => {
                (self.started, self.started_at) = (true, at);
                self.record_seats.clone_from(seats);
                self.lay_anew()?;
                self.clock = Clock::new(self.head.pace, self.counted());
                self.pass(0, at);
            }
            Entry::Salt { text } => {
                let side = side.ok_or("nobody's salt")?;
                self.salts[side.index()] = Some(text.clone());
                self.lay_anew()?;
            }
            Entry::Action(played) => {
                self.begun = true;
                self.offer = None;
                self.pass(played.spent_ms, at);
            }
            Entry::Undo { spent_ms } | Entry::TakeBack { spent_ms, .. } => {
                self.offer = None;
                self.pass(*spent_ms, at);
            }
            Entry::Concede {} | Entry::Draw {} | Entry::Timeout {} => {
                self.offer = None;
                self.pass(0, at);
            }
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
            Entry::Answer { .. } => self.offer = None,
            Entry::Rematch { id } => self.row.summary.rematch = Some(id.clone()),
        }
        Ok(())
    }

    /// Lays the table with the seats and salts known by now; nothing has been played yet.
    fn lay_anew(&mut self) -> Result<(), String> {
        if self.begun {
            return Err("the dice are settled before the first action".into());
        }
        let seats = self.record_seats.clone();
        self.table = lay(&*self.game, &self.row.scenario, &self.head, &self.salts, seats)?;
        Ok(())
    }

    /// The sides whose time counts: people's, unless one plays both.
    fn counted(&self) -> [bool; 2] {
        let hot = seats::is_hot_seat(&self.row.seats);
        [0, 1].map(|index| !hot && self.row.seats[index].kind == kind::PLAYER)
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
            Decision::Choose(side) if self.started => Some(side),
            _ => None,
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.table.decision(), Decision::Over(_))
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
    pub fn record_seats(&self) -> Vec<String> {
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
            .map(|result| json!({ "winner": result.winner, "text": result.text, "salts": self.salts }).to_string());
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

fn unreadable(why: &str) -> Failure {
    let message = format!(
        "this match was played by other rules or data than the server has now ({why}); it cannot go on, but its record \
         is kept and can be downloaded"
    );
    Failure::conflict("unreadable", message)
}
