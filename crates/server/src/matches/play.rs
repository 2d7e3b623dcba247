//! A match as it is played. Read again, it is its record, played by the rules, and what stands beside that, taken as it
//! stands.

use super::beside::{self, Entry, Head, Proposal, Standing, side_of};
use super::clock::Clock;
use super::club::Club;
use super::count::{self, Count, Secrets};
use super::record::Kept;
use super::seats::{self, Holds, kind};
use super::shapes::Name;
use super::stirred::{Stir, Stirred};
use super::used::Used;
use crate::error::Failure;
use crate::secret;
use crate::store::{self, Lines, MatchRow, Millis, Summary};
use catalogue::{AnyMatch, Game, NewMatch};
use engine::dice::{Commitment, SeededDice, parse_bytes};
use engine::matches::Ending;
use engine::record::{Line, RecordError};
use engine::{Decision, PlayError, Record, Side, Viewer};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many chat lines are told with the table.
const CHAT_TOLD: usize = 200;
/// How much each side may say, and all who look on together.
const MOST_SAID: usize = 2000;
/// How often each side may offer something.
const MOST_OFFERED: usize = 500;

/// Something said at the table.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// When.
    pub at: Millis,
    /// By whom.
    pub name: String,
    /// Whether he had no account.
    pub guest: bool,
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

/// How much was said and offered: by each side, and by those who look on. Nobody can use up what another may say.
#[derive(Default)]
struct Talk([[usize; 2]; 3]);

impl Talk {
    const SAID: usize = 0;
    const OFFERED: usize = 1;

    fn note(&mut self, side: Option<Side>, what: usize) {
        self.0[side.map_or(2, Side::index)][what] += 1;
    }

    fn count(&self, side: Option<Side>, what: usize) -> usize {
        self.0[side.map_or(2, Side::index)][what]
    }
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
    pub table: Box<dyn AnyMatch>,
    /// What the sides stir the dice with.
    pub stirred: Stirred,
    /// Whether anything was ever played, though it may have been taken back: the dice are settled from then on.
    pub begun: bool,
    /// The last chat lines.
    pub chat: VecDeque<ChatLine>,
    /// What is offered.
    pub offer: Option<Offer>,
    /// The time that is left.
    pub clock: Option<Clock>,
    /// In a match of a tournament, the time that each side has used of the round's.
    pub used: Option<Used>,
    /// The names of those who sit.
    pub names: [Option<Name>; 2],
    /// Whether all seats were taken.
    pub started: bool,
    /// When that was.
    pub started_at: Millis,
    /// What was done in secret.
    secrets: Secrets,
    /// How much was said and offered.
    talk: Talk,
    /// What was taken over from another match: it is laid down before anything is played here.
    taken_over: Arc<[Line]>,
    /// How much of its record is in the store.
    kept: Kept,
    /// Whether the record has changed since.
    behind: bool,
}

impl Play {
    /// Reads a match from the store; time before `since` counts against nobody.
    pub async fn load(club: &Club, id: &str, since: Millis) -> Result<Play, Failure> {
        let found = if secret::is_id(id) { club.store.whole_match(id).await? } else { None };
        let (row, lines, talk) = found.ok_or_else(no_match)?;
        let head: Head = beside::read(&row.head)?;
        let game = club.games.get(&row.game).ok_or_else(|| unreadable("the game is not served any more"))?;
        let game_played = game.clone();
        let resumed = apart(move || {
            let (record, closed) = Record::parse_open(&lines.join("\n"))?;
            let table = game_played.resume(&record)?;
            Ok((record, closed, table))
        });
        let (record, closed, table) = resumed.await?.map_err(|error| damaged(id, &error))?;
        if record.lines.len() as i64 != row.summary.actions {
            let (found, noted) = (record.lines.len(), row.summary.actions);
            return Err(Failure::internal(format!("match {id} has {found} actions, not {noted}")));
        }
        let kept = Kept::new(&record, closed);
        let mut play = Play::at(club, game.clone(), row, head, table, kept).await?;
        play.stirred = Stirred::of(&*play.table, &record);
        play.secrets.catch_up(&*play.table);
        if play.head.from.is_some() {
            play.taken_over = record.lines.into();
        }
        play.take_standing(beside::read(&play.row.standing)?, since);
        play.take_talk(&talk).map_err(Failure::internal)?;
        Ok(play)
    }

    /// A match before anything is noted.
    pub async fn begin(
        club: &Club,
        game: Arc<dyn Game>,
        row: MatchRow,
        head: Head,
        taken_over: Arc<[Line]>,
    ) -> Result<Play, Failure> {
        let table = lay(&*game, &row.scenario, &head, &Stirred::default(), Vec::new());
        let table = take_over(table.map_err(|message| unreadable(&message))?, taken_over.clone()).await?;
        let kept = Kept::nothing(&*table);
        let mut play = Play::at(club, game, row, head, table, kept).await?;
        play.secrets.catch_up(&*play.table);
        Ok(Play { behind: true, taken_over, ..play })
    }

    async fn at(
        club: &Club,
        game: Arc<dyn Game>,
        row: MatchRow,
        head: Head,
        table: Box<dyn AnyMatch>,
        kept: Kept,
    ) -> Result<Play, Failure> {
        let used = head.tournament.is_some().then(Used::default);
        let [one, other] = &row.seats;
        let names = [Name::of(club, one, &row.game).await?, Name::of(club, other, &row.game).await?];
        Ok(Play {
            row,
            head,
            game,
            table,
            stirred: Stirred::default(),
            begun: false,
            chat: VecDeque::new(),
            offer: None,
            clock: None,
            used,
            names,
            started: false,
            started_at: 0,
            secrets: Secrets::default(),
            talk: Talk::default(),
            taken_over: Arc::default(),
            kept,
            behind: false,
        })
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
        if let Some(used) = &mut self.used {
            *used = standing.used.unwrap_or_default();
            used.forgive(since);
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
        let known = Some(self.count(Viewer::Spectator, Holds::default()).told(self.table.actions()));
        Standing {
            started,
            begun: self.begun,
            tries: self.table.tries(),
            clock: self.clock.clone(),
            known,
            used: self.used.clone(),
        }
    }

    /// How somebody counts the actions, looking with these eyes. Who holds both sides knows all of them, and at the end
    /// everybody does.
    pub fn count(&self, viewer: Viewer, holds: Holds) -> Count<'_> {
        if self.is_over() || holds.both() { Count::WHOLE } else { self.secrets.count(viewer) }
    }

    /// From whom an action is secret.
    pub fn secret_from(&self, index: usize) -> impl Fn(Viewer) -> bool + use<> {
        let secret = count::VIEWERS.map(|viewer| self.secrets.count(viewer).is_secret(index));
        move |viewer| count::VIEWERS.iter().zip(secret).any(|(&known, secret)| secret && known == viewer)
    }

    /// The same for somebody of whom only his seats are known.
    pub fn count_of(&self, holds: Holds) -> Count<'_> {
        self.count(holds.first().map_or(Viewer::Spectator, Viewer::Side), holds)
    }

    /// What of the record is not in the store yet.
    pub fn unwritten(&mut self) -> Lines {
        if std::mem::take(&mut self.behind) { self.kept.catch_up(&*self.table) } else { Lines::default() }
    }

    /// All seats are taken.
    pub async fn start(&mut self, at: Millis) -> Result<(), Failure> {
        (self.started, self.started_at) = (true, at);
        self.lay_anew(self.seat_words()).await?;
        self.clock = Clock::new(self.head.pace, seats::counted(&self.row.seats));
        self.pass(0, at);
        Ok(())
    }

    /// A side stirs the dice, or pledges to; whether something has changed by it.
    pub async fn stir(&mut self, side: Side, stir: Stir<'_>, at: Millis) -> Result<bool, Failure> {
        if self.begun || self.is_over() {
            return Err(Failure::conflict("too_late", "the dice are settled with the first action"));
        }
        if self.head.begun_at.is_some() {
            return Err(Failure::conflict("too_late", "the dice of a lesson are settled"));
        }
        if !self.stirred.take(side, stir, self.started)? {
            return Ok(false);
        }
        let spent = self.spent(at);
        self.lay_anew(self.table.record().head.seats).await?;
        self.pass(spent, at);
        Ok(true)
    }

    /// Whether a side may still pledge something: a seat is free, and it has not stirred the dice before.
    pub fn may_pledge(&self, side: Side) -> bool {
        !self.started && self.head.begun_at.is_none() && self.stirred.has_nothing_of(side)
    }

    /// Pledges for those of these sides that may.
    pub async fn pledge(&mut self, sides: impl Iterator<Item = Side>, hash: &str, at: Millis) -> Result<(), Failure> {
        for side in sides {
            if self.may_pledge(side) {
                self.stir(side, Stir::Pledge(hash), at).await?;
            }
        }
        Ok(())
    }

    /// Whether the dice are settled, as far as it was pledged that they will be.
    pub fn is_settled(&self) -> bool {
        self.begun || Side::BOTH.into_iter().all(|side| !self.stirred.is_unopened(side))
    }

    /// Lays the table with these seats and the salts known by now; nothing has been played yet.
    async fn lay_anew(&mut self, seats: Vec<String>) -> Result<(), Failure> {
        if self.begun {
            return Err(Failure::internal("the dice are settled before the first action"));
        }
        let table =
            lay(&*self.game, &self.row.scenario, &self.head, &self.stirred, seats).map_err(Failure::internal)?;
        self.table = take_over(table, self.taken_over.clone()).await?;
        self.kept = Kept::nothing(&*self.table);
        self.behind = true;
        Ok(())
    }

    /// Notes that the table has taken an action or an ending, over which the side thought so long.
    pub fn acted(&mut self, spent: Millis, at: Millis) {
        (self.begun, self.behind) = (true, true);
        self.secrets.catch_up(&*self.table);
        self.pass(spent, at);
    }

    /// Takes something back for a side.
    pub fn take_back(
        &mut self,
        by: Side,
        at: Millis,
        back: impl FnOnce(&mut dyn AnyMatch) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let spent = self.spent(at);
        back(&mut *self.table)?;
        self.kept.taken_back(&*self.table);
        self.secrets.cut(self.table.actions());
        (self.begun, self.behind) = (true, true);
        let chooser = self.chooser();
        if let Some(clock) = &mut self.clock {
            clock.pass_back(spent, chooser, by, at);
        }
        self.pass_use(at);
        Ok(())
    }

    /// The side that may take its last action back alone. With a clock only while the choice is still its own: later it
    /// would take the other's time, and needs his consent.
    pub fn may_undo(&self) -> Option<Side> {
        let has_time = |side: &Side| self.clock.is_none() || self.chooser() == Some(*side);
        self.table.may_undo().filter(has_time)
    }

    /// Notes something said or offered.
    pub fn say(&mut self, side: Option<Side>, at: Millis, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Chat { name, text, guest } => {
                self.talk.note(side, Talk::SAID);
                self.chat.push_back(ChatLine { at, name: name.clone(), guest: *guest, side, text: text.clone() });
                if self.chat.len() > CHAT_TOLD {
                    self.chat.pop_front();
                }
            }
            Entry::Offer { what, to } => {
                self.talk.note(side, Talk::OFFERED);
                self.offer = Some(Offer { what: *what, by: side.ok_or("nobody's offer")?, to: *to });
            }
            Entry::Answer { .. } | Entry::Lapsed {} => self.offer = None,
        }
        Ok(())
    }

    fn pass(&mut self, spent: Millis, at: Millis) {
        let awaited = self.awaited();
        if let Some(clock) = &mut self.clock {
            clock.pass(spent, awaited, at);
        }
        self.pass_use(at);
    }

    fn pass_use(&mut self, at: Millis) {
        let awaited = self.awaited();
        if let Some(used) = &mut self.used {
            used.pass(awaited, at);
        }
    }

    /// Who loses a match of a tournament that is not over when the round's time is: whoever has used more of it. Nobody, if
    /// nobody can choose any more.
    pub fn slower(&self, now: Millis) -> Option<Side> {
        let awaited = self.awaited()?;
        self.used.as_ref().and_then(|used| used.slower(now)).or(Some(awaited))
    }

    /// How long the awaited side has taken.
    pub fn spent(&self, now: Millis) -> Millis {
        self.clock.as_ref().map_or(0, |clock| clock.spent(now))
    }

    /// The side that must choose; `None` before the start, while the dice are not settled, and after the end.
    pub fn chooser(&self) -> Option<Side> {
        match self.table.decision() {
            Decision::Choose(side) if self.started && self.is_settled() && self.table.parting().is_none() => Some(side),
            _ => None,
        }
    }

    /// The side that all wait for, whose time runs: it must choose, or open first what it has pledged to the dice. Of two who
    /// have not, the one that will choose then.
    pub fn awaited(&self) -> Option<Side> {
        match self.table.decision() {
            Decision::Choose(side) if self.started && !self.is_settled() && self.table.parting().is_none() => {
                Some(if self.stirred.is_unopened(side) { side } else { side.other() })
            }
            _ => self.chooser(),
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Whether a side, or those who look on, have said enough.
    pub fn has_said_enough(&self, side: Option<Side>) -> bool {
        self.talk.count(side, Talk::SAID) >= MOST_SAID
    }

    /// Whether a side has offered enough.
    pub fn has_offered_enough(&self, side: Side) -> bool {
        self.talk.count(Some(side), Talk::OFFERED) >= MOST_OFFERED
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
            None => commitment(&*self.game, &self.head, &self.stirred)?.seed(),
        };
        Ok(ai::dice(seed))
    }

    /// What the lobby lists of it now.
    pub fn summary(&self, now: Millis) -> Summary {
        let status = match (self.is_over(), self.started) {
            (true, _) => "over",
            (false, true) => "playing",
            (false, false) => "waiting",
        };
        // Only then: a view is much work, and this is told after every action.
        let ended = self.is_over().then(|| self.table.view(Viewer::Spectator).result).flatten();
        let result = ended
            .map(|result| {
                let Stirred { salts, pledges } = &self.stirred;
                json!({ "winner": result.winner, "text": result.text, "salts": salts, "pledges": pledges }).to_string()
            })
            // Older rules may have ended it, which these cannot show.
            .or_else(|| self.row.summary.result.clone());
        Summary {
            status: status.into(),
            updated: now,
            turn: self.table.turn().into(),
            actions: self.table.actions() as i64,
            to_choose: self.awaited().map(|side| side.index() as i64),
            deadline: self.clock.as_ref().and_then(Clock::deadline).filter(|_| self.awaited().is_some()),
            result,
            rematch: self.row.summary.rematch.clone(),
            ended: self.row.summary.ended.or(self.is_over().then_some(now)),
        }
    }

    /// The side that all waited for as the store has it.
    pub fn awaited_before(&self) -> Option<Side> {
        self.row.summary.to_choose.and_then(side_of)
    }
}

/// Lays the table for a match.
fn lay(
    game: &dyn Game,
    scenario: &str,
    head: &Head,
    stirred: &Stirred,
    seats: Vec<String>,
) -> Result<Box<dyn AnyMatch>, String> {
    if let Some(begun) = &head.begun_at {
        return game.begin_at(&begun.position, begun.seed.parse()?).map_err(|error| error.to_string());
    }
    let commitment = Some(commitment(game, head, stirred)?);
    let scenario = head.battle.as_deref().unwrap_or(scenario);
    game.begin(NewMatch { scenario: Some(scenario), options: &head.options, commitment, seats, ..NewMatch::default() })
}

/// Lays down what was played before, in another game, with the dice as they fell there. There is something left to play.
async fn take_over(mut table: Box<dyn AnyMatch>, lines: Arc<[Line]>) -> Result<Box<dyn AnyMatch>, Failure> {
    if lines.is_empty() {
        return Ok(table);
    }
    apart(move || {
        for line in lines.iter() {
            if Ending::named(&line.action).is_some() {
                return Err(PlayError::Over);
            }
            let side = table.about().side(&line.side).ok_or(PlayError::NotYourChoice)?;
            let values: Vec<u16> = line.rolls.iter().map(|die| die.value).collect();
            table.force(&values);
            table.play(side, &line.action)?;
            table.force(&[]);
        }
        if table.is_over() { Err(PlayError::Over) } else { Ok(table) }
    })
    .await?
    .map_err(|error| not_taken_over(&error))
}

/// Plays a game again apart from the threads that answer everybody: it may be long.
async fn apart<T, E>(play: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<Result<T, E>, Failure>
where
    T: Send + 'static,
    E: Send + 'static,
{
    tokio::task::spawn_blocking(play).await.map_err(Failure::internal)
}

fn not_taken_over(error: &PlayError) -> Failure {
    Failure::conflict("not_taken_over", format!("the match cannot go on from there: {error}"))
}

/// What the dice grow from.
pub fn commitment(game: &dyn Game, head: &Head, stirred: &Stirred) -> Result<Commitment, String> {
    let secret = parse_bytes("secret", &head.secret).map_err(|_| "the dice's secret is damaged")?;
    let by_side = |texts: &[Option<String>; 2]| {
        let named = Side::BOTH.into_iter().zip(texts).filter_map(|(side, text)| Some((side, text.clone()?)));
        named.map(|(side, text)| (game.about().side_id(side).to_string(), text)).collect()
    };
    Commitment::new(secret).with_salts(by_side(&stirred.salts))?.with_pledges(by_side(&stirred.pledges))
}

/// The match with this id, as the lobby lists it.
pub async fn row(club: &Club, id: &str) -> Result<MatchRow, Failure> {
    let found = if secret::is_id(id) { club.store.match_row(id).await? } else { None };
    found.ok_or_else(no_match)
}

/// Nobody plays under this id.
pub fn no_match() -> Failure {
    Failure::not_found("there is no such match")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_game_is_played_again_apart_from_those_who_answer() {
        let there = apart(|| Ok::<_, ()>(std::thread::current().id())).await.unwrap();
        assert_ne!(there, Ok(std::thread::current().id()));
    }

    #[test]
    fn nobody_uses_up_what_another_may_say_or_offer() {
        let mut talk = Talk::default();
        (0..MOST_SAID).for_each(|_| talk.note(Some(Side::First), Talk::SAID));
        assert_eq!(talk.count(Some(Side::First), Talk::SAID), MOST_SAID);
        for (side, what) in [(Some(Side::First), Talk::OFFERED), (Some(Side::Second), Talk::SAID), (None, Talk::SAID)] {
            assert_eq!(talk.count(side, what), 0);
        }
    }
}
