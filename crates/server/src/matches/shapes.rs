//! Matches and tables as the types of the wire, for one viewer each: what the page is told.

use super::beside::{Head, Proposal, Standing};
use super::club::Club;
use super::count::Count;
use super::play::{ChatLine, Offer, Play, commitment};
use super::request::Choices;
use super::seats::{Holds, NAMELESS, Who, kind};
use super::stirred::Stirred;
use crate::error::Failure;
use crate::games::Games;
use crate::rating::star;
use crate::store::{MatchRow, Millis, SeatRow};
use catalogue::{AnyMatch, told};
use engine::{Event, PlayError, Side, Viewer};
use serde::Deserialize;
use std::collections::BTreeMap;
use wire::{
    Change, ChangedGame, Clock, Decision, DiceInfo, EndResult, Fortune, LogEvent, MatchInfo, RulesChange, Seat,
    SeatKind, Status,
};

/// How many events are told with the table.
const LOG_TOLD: usize = 300;

/// The name of somebody who sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name others see.
    pub name: String,
    /// Whether he has no account.
    pub guest: bool,
    /// His rating in the game that is played.
    pub rating: Option<i64>,
}

impl Name {
    /// Who sits in a seat of a game.
    pub async fn of(club: &Club, seat: &SeatRow, game: &str) -> Result<Option<Name>, Failure> {
        let nameless = || Name { name: NAMELESS.into(), guest: true, rating: None };
        let user = match &seat.user {
            None => return Ok((seat.kind == kind::PLAYER).then(nameless)),
            Some(user) => club.store.user(user).await?,
        };
        let Some(user) = user else { return Ok(Some(nameless())) };
        let rating = if user.rated { club.store.rating(&user.id, game).await? } else { None };
        let rating = rating.map(|row| row.rating.rating.round() as i64);
        Ok(Some(Name { name: user.name, guest: user.password.is_none(), rating }))
    }
}

/// How a match ended, as the store keeps it.
#[derive(Deserialize)]
struct Ended {
    winner: Option<String>,
    text: String,
    /// What each side stirred the dice with.
    #[serde(default)]
    salts: [Option<String>; 2],
    /// What each side pledged to stir them with.
    #[serde(default)]
    pledges: [Option<String>; 2],
}

/// How many actions of a match everybody may know of.
fn known(row: &MatchRow) -> i64 {
    let standing = serde_json::from_str::<Standing>(&row.standing).ok().filter(|_| row.summary.status != "over");
    standing.and_then(|standing| standing.known).map_or(row.summary.actions, |known| known as i64)
}

/// A match as the lobby tells it. Salts are the asker's own until the end.
pub fn match_info(games: &Games, row: &MatchRow, head: &Head, names: &[Option<Name>; 2], who: &Who) -> MatchInfo {
    let game = games.get(&row.game);
    let about = game.as_ref().map(|game| game.about());
    let side_id = |index: usize| about.map_or(["first", "second"][index], |about| &about.sides[index].id).to_string();
    let holds = who.holds(&row.seats);
    let seat = |index: usize| {
        let (seat, name) = (&row.seats[index], names[index].as_ref());
        let star = || Some(star(&row.game, seat.computer.as_ref().filter(|_| head.rated)?)?.rating as i64);
        Seat {
            side: side_id(index),
            who: seat_kind(&seat.kind),
            name: name.map(|name| name.name.clone()),
            guest: name.map(|name| name.guest),
            computer: seat.computer.clone(),
            rating: name.and_then(|name| name.rating).or_else(star),
            yours: holds.0[index],
        }
    };
    let summary = &row.summary;
    let ended: Option<Ended> = summary.result.as_ref().and_then(|result| serde_json::from_str(result).ok());
    let stirred = ended.as_ref().map(|ended| Stirred { salts: ended.salts.clone(), pledges: ended.pledges.clone() });
    MatchInfo {
        id: row.id.clone(),
        game: row.game.clone(),
        title: about.map_or(&row.game, |about| &about.title).clone(),
        scenario: row.scenario.clone(),
        options: head.options.clone(),
        status: status(&summary.status),
        pace: head.pace,
        seats: [seat(0), seat(1)],
        private: row.private,
        lesson: head.begun_at.as_ref().is_some_and(|begun| begun.problem.is_none()),
        which_lesson: head.begun_at.as_ref().and_then(|begun| begun.lesson.clone()),
        problem: head.begun_at.as_ref().and_then(|begun| begun.problem.clone()),
        created: row.created,
        updated: summary.updated,
        turn: summary.turn,
        actions: known(row),
        to_choose: summary.to_choose.map(|side| side_id(usize::from(side == 1))),
        dice: game.as_ref().and_then(|game| dice_info(&**game, head, stirred.as_ref())),
        changed: changed(games, row, head),
        result: ended.map(|ended| EndResult { winner: ended.winner, text: ended.text }),
        rematch: summary.rematch.clone(),
        rated: head.rated,
        tournament: head.tournament.clone(),
        ended: summary.ended,
        changes: Vec::new(),
        parted: None,
    }
}

/// What is changed of the game that is played.
fn changed(games: &Games, row: &MatchRow, head: &Head) -> Option<ChangedGame> {
    let changed = games.changed(&row.game)?;
    let battles = games.get(&row.game);
    let battle = battles.as_ref().and_then(|game| {
        let battle = game.battles().iter().find(|battle| Some(&battle.id) == head.battle.as_ref())?;
        Some(battle.title.clone())
    });
    Some(ChangedGame { battle, ..changed })
}

/// The kind of a seat, from the word that the store has for it.
fn seat_kind(word: &str) -> SeatKind {
    match word {
        kind::LINK => SeatKind::Link,
        kind::PLAYER => SeatKind::Player,
        kind::COMPUTER => SeatKind::Computer,
        _ => SeatKind::Open,
    }
}

/// Whether a match is played, from the word that the store has for it.
fn status(word: &str) -> Status {
    match word {
        "playing" => Status::Playing,
        "over" => Status::Over,
        _ => Status::Waiting,
    }
}

/// Where the dice come from; with the salts, when the match is over, all of it.
fn dice_info(game: &dyn catalogue::Game, head: &Head, stirred: Option<&Stirred>) -> Option<DiceInfo> {
    let over = stirred.is_some();
    let closed = |commitment| DiceInfo {
        commitment,
        salts: BTreeMap::new(),
        pledges: BTreeMap::new(),
        unopened: Vec::new(),
        secret: None,
        seed: None,
    };
    if let Some(begun) = &head.begun_at {
        // A lesson's dice fall as its steps tell.
        return Some(DiceInfo { seed: over.then(|| begun.seed.clone()), ..closed(String::new()) });
    }
    let dice = commitment(game, head, stirred.unwrap_or(&Stirred::default())).ok()?;
    let info = closed(dice.digest().to_string());
    if !over {
        return Some(info);
    }
    let (salts, pledges) = (dice.salts().iter().cloned().collect(), dice.pledges().iter().cloned().collect());
    let (secret, seed) = (Some(dice.secret().to_string()), Some(dice.seed().to_string()));
    Some(DiceInfo { salts, pledges, secret, seed, ..info })
}

/// A match being played as the lobby tells it, with the rules that hold in it, the pledges, and the salts that the asker
/// has given himself.
pub fn info(games: &Games, play: &Play, who: &Who) -> MatchInfo {
    let mut info = match_info(games, &play.row, &play.head, &play.names, who);
    info.actions = play.count_of(who.holds(&play.row.seats)).told(play.table.actions()) as i64;
    info.changes = play.table.changes().iter().map(rules_change).collect();
    info.parted = play.table.parting().map(|error| PlayError::Parted(error.clone()).to_string());
    if let (Some(dice), false) = (&mut info.dice, play.is_over()) {
        let Stirred { salts, pledges } = &play.stirred;
        let holds = who.holds(&play.row.seats);
        for side in Side::BOTH {
            let id = || play.side_id(side).to_string();
            dice.salts.extend(salts[side.index()].clone().filter(|_| holds.has(side)).map(|salt| (id(), salt)));
            dice.pledges.extend(pledges[side.index()].clone().map(|pledge| (id(), pledge)));
            dice.unopened.extend(play.stirred.is_unopened(side).then(id));
        }
    }
    info
}

/// From which action on other rules or data hold.
fn rules_change(change: &engine::record::Change) -> RulesChange {
    RulesChange { after: change.after, rules: change.rules, data: change.data.clone() }
}

/// A viewer's name.
pub fn viewer_id(table: &dyn AnyMatch, viewer: Viewer) -> &str {
    match viewer {
        Viewer::Side(side) => table.about().side_id(side),
        Viewer::Spectator => "spectator",
        Viewer::All => "all",
    }
}

/// Whose eyes somebody may look with, the most fitting first.
pub fn viewers(play: &Play, holds: Holds) -> Vec<Viewer> {
    viewers_of(play.is_over(), holds)
}

/// The same of a match of which only this is known.
pub fn viewers_of(is_over: bool, holds: Holds) -> Vec<Viewer> {
    let own = holds.sides().map(Viewer::Side);
    match (is_over, holds.any()) {
        (true, _) => {
            let rest = [Viewer::All, Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator];
            let rest = rest.into_iter().filter(|viewer| !own.clone().any(|own| own == *viewer));
            own.clone().chain(rest).collect()
        }
        (false, false) => vec![Viewer::Spectator],
        (false, true) => own.chain(holds.both().then_some(Viewer::All)).collect(),
    }
}

/// The viewer that somebody asks for, if he may, or else the most fitting one.
pub fn viewer(play: &Play, holds: Holds, asked: Option<&str>) -> Result<Viewer, Failure> {
    let allowed = viewers(play, holds);
    let Some(asked) = asked else {
        // Who holds both seats looks with the eyes of the side that chooses.
        let chooser = play.chooser().filter(|_| holds.both()).map(Viewer::Side);
        return Ok(chooser.or(allowed.first().copied()).unwrap_or(Viewer::Spectator));
    };
    let found = allowed.into_iter().find(|&viewer| viewer_id(&*play.table, viewer) == asked);
    found.ok_or_else(|| Failure::forbidden("you may not look with these eyes"))
}

/// Who chooses now; prompt and choices are the chooser's own.
pub fn decision(play: &Play, viewer: Viewer, holds: Holds, choices: Choices) -> Decision {
    let own = |side: Side| holds.has(side) && viewer.is(side);
    let (table, chooser) = (&*play.table, play.chooser());
    let side = chooser.map(|side| play.side_id(side).to_string());
    let undo = play.started && play.may_undo().is_some_and(own);
    let told = Decision { side, undo, prompt: None, choices: None, options: None };
    if !chooser.is_some_and(own) {
        return told;
    }
    let told = Decision { prompt: Some(table.prompt()), ..told };
    match choices {
        Choices::Short => Decision { options: Some(table.notations()), ..told },
        Choices::Full => Decision { choices: Some(told::choices(table, false)), ..told },
        Choices::Forecasts => Decision { choices: Some(told::choices(table, true)), ..told },
    }
}

/// The time that is left.
pub fn clock(play: &Play, now: Millis) -> Option<Clock> {
    let (bank_ms, runs, grace_ms) = play.clock.as_ref()?.left(now);
    Some(Clock { bank_ms, runs: runs.map(|side| play.side_id(side).to_string()), grace_ms })
}

/// Something said.
pub fn chat_line(play: &Play, line: &ChatLine) -> wire::ChatLine {
    let side = line.side.map(|side| play.side_id(side).to_string());
    wire::ChatLine { at: line.at, name: line.name.clone(), guest: line.guest, side, text: line.text.clone() }
}

/// What is offered, to somebody who counts so.
pub fn offer(play: &Play, offer: Offer, count: Count<'_>) -> wire::Offer {
    let to = offer.to.filter(|_| offer.what == Proposal::TakeBack).map(|to| count.told(to));
    wire::Offer { what: offer.what, by: play.side_id(offer.by).to_string(), to }
}

/// The events that a viewer may know, as he counts.
fn events(table: &dyn AnyMatch, log: &[(usize, Event)], viewer: Viewer, count: Count<'_>) -> Vec<LogEvent> {
    let known = log.iter().filter(|(_, event)| event.is_for(viewer));
    known.map(|(at, event)| LogEvent::of(table.about(), &table.map().board, count.told(*at), event)).collect()
}

/// What the dice that a viewer may know have been to each side.
fn fortunes(table: &dyn AnyMatch, viewer: Viewer) -> Vec<Fortune> {
    let known = table.log().iter().filter(|(_, event)| event.is_for(viewer));
    Fortune::of(table.about(), known.map(|(_, event)| event))
}

/// The last events before `before` actions had been played, whole actions only, about as many as are told at once.
pub fn log(play: &Play, viewer: Viewer, count: Count<'_>, before: usize) -> Vec<LogEvent> {
    let table = &*play.table;
    let known: Vec<_> =
        table.log().iter().filter(|(at, event)| *at < before && event.is_for(viewer)).map(|(at, _)| *at).collect();
    // An action of which a part would be cut off is left out, unless there is nothing else.
    let cut = known.len().checked_sub(LOG_TOLD + 1).map(|last_cut| known[last_cut]);
    let first = match cut {
        Some(cut) if known.last() != Some(&cut) => cut + 1,
        Some(cut) => cut,
        None => 0,
    };
    let told = table.log().iter().filter(|(at, event)| (first..before).contains(at) && event.is_for(viewer));
    told.map(|(at, event)| LogEvent::of(table.about(), &table.map().board, count.told(*at), event)).collect()
}

/// One accepted action, as a viewer may know it.
pub struct Step<'a> {
    /// The side that acted.
    pub side: Side,
    /// Where its events begin in the log.
    pub from: usize,
    /// What differs on the viewer's table.
    pub change: &'a Change,
}

impl Step<'_> {
    /// As the page is told it.
    pub fn told(&self, play: &Play, viewer: Viewer, holds: Holds, choices: Choices, now: Millis) -> wire::Step {
        let (table, count) = (&*play.table, play.count(viewer, holds));
        wire::Step {
            actions: count.told(table.actions()),
            side: play.side_id(self.side).to_string(),
            // A notation may name what is hidden from others.
            action: table.lines().last().filter(|_| viewer.is(self.side)).map(|line| line.action.clone()),
            events: events(table, table.log().get(self.from..).unwrap_or_default(), viewer, count),
            change: self.change.clone(),
            decision: decision(play, viewer, holds, choices),
            clock: clock(play, now),
        }
    }
}

/// What all at the table may know of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether a side's player is there.
    pub sides: [bool; 2],
    /// How many look on.
    pub spectators: usize,
}

impl Presence {
    /// As the page is told it.
    pub fn told(self, play: &Play) -> wire::Presence {
        let sides = Side::BOTH.map(|side| (play.side_id(side).to_string(), self.sides[side.index()]));
        wire::Presence { sides: sides.into(), spectators: self.spectators }
    }
}

/// Whose table it is, and how it is told.
pub struct Telling<'a> {
    /// Who asks.
    pub who: &'a Who,
    /// With whose eyes.
    pub viewer: Viewer,
    /// How choices are told.
    pub choices: Choices,
    /// Who is there.
    pub presence: Presence,
    /// When.
    pub now: Millis,
}

/// All that somebody may know of a match.
pub fn table(games: &Games, play: &Play, telling: &Telling<'_>) -> wire::Scene {
    let (viewer, holds) = (telling.viewer, telling.who.holds(&play.row.seats));
    let viewer_id = |viewer| viewer_id(&*play.table, viewer).to_string();
    let seat = holds.first().map(|first| match viewer {
        Viewer::Side(side) if holds.has(side) => &play.row.seats[side.index()],
        _ => &play.row.seats[first.index()],
    });
    let count = play.count(viewer, holds);
    let notices = seat.filter(|seat| seat.user.is_some() && play.head.pace.is_slow()).map(|seat| seat.notices);
    wire::Scene {
        r#match: info(games, play, telling.who),
        yours: holds.sides().map(|side| play.side_id(side).to_string()).collect(),
        viewer: viewer_id(viewer),
        viewers: viewers(play, holds).into_iter().map(viewer_id).collect(),
        view: play.table.view(viewer),
        decision: decision(play, viewer, holds, telling.choices),
        log: log(play, viewer, count, usize::MAX),
        fortunes: fortunes(&*play.table, viewer),
        chat: play.chat.iter().map(|line| chat_line(play, line)).collect(),
        presence: telling.presence.told(play),
        offer: play.offer.map(|open| offer(play, open, count)),
        clock: clock(play, telling.now),
        seen: seat.map(|seat| seat.seen),
        notices,
        because: None,
    }
}
