//! Matches and tables as JSON, for one viewer each: what the page is told.

use super::beside::{Head, Proposal};
use super::play::{ChatLine, Offer, Play, commitment};
use super::request::Choices;
use super::seats::{Holds, NAMELESS, Who, kind};
use crate::app::App;
use crate::error::Failure;
use crate::games::Games;
use crate::store::{MatchRow, Millis, SeatRow};
use catalogue::{Table, wire};
use engine::record::Change;
use engine::{Event, PlayError, Side, View, Viewer};
use serde_json::{Map, Value, json};

/// How many events are told with the table.
const LOG_TOLD: usize = 300;

/// The name of somebody who sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name others see.
    pub name: String,
    /// Whether he has no account.
    pub guest: bool,
}

impl Name {
    /// Who sits in a seat.
    pub async fn of(app: &App, seat: &SeatRow) -> Result<Option<Name>, Failure> {
        let nameless = || Name { name: NAMELESS.into(), guest: true };
        let user = match &seat.user {
            None => return Ok((seat.kind == kind::PLAYER).then(nameless)),
            Some(user) => app.store.user(user).await?,
        };
        Ok(Some(user.map_or_else(nameless, |user| Name { name: user.name, guest: user.password.is_none() })))
    }
}

/// A match as `MatchInfo` tells it. Salts are the asker's own until the end.
pub fn match_info(games: &Games, row: &MatchRow, head: &Head, names: &[Option<Name>; 2], who: &Who) -> Value {
    let game = games.get(&row.game);
    let about = game.map(|game| game.about());
    let side_id = |index: usize| about.map_or(["first", "second"][index], |about| &about.sides[index].id);
    let holds = who.holds(&row.seats);
    let seat = |index: usize| {
        let (seat, name) = (&row.seats[index], &names[index]);
        let mut value = json!({ "side": side_id(index), "who": seat.kind, "yours": holds.0[index] });
        if let Some(name) = name {
            value["name"] = json!(name.name);
            value["guest"] = json!(name.guest);
        }
        if let Some(computer) = &seat.computer {
            value["computer"] = json!(computer);
        }
        value
    };
    let summary = &row.summary;
    let result: Option<Value> = summary.result.as_ref().and_then(|result| serde_json::from_str(result).ok());
    let salts = result.as_ref().map(|result| serde_json::from_value(result["salts"].clone()).unwrap_or_default());
    let dice = game.map(|game| dice_info(&**game, head, salts));
    json!({
        "id": row.id,
        "game": row.game,
        "title": about.map_or(row.game.as_str(), |about| &about.title),
        "scenario": row.scenario,
        "options": head.options,
        "status": summary.status,
        "pace": head.pace,
        "seats": [seat(0), seat(1)],
        "private": row.private,
        "lesson": head.begun_at.is_some(),
        "created": row.created,
        "updated": summary.updated,
        "turn": summary.turn,
        "actions": summary.actions,
        "to_choose": summary.to_choose.map(|side| side_id(usize::from(side == 1))),
        "result": result.map(|result| json!({ "winner": result["winner"], "text": result["text"] })),
        "dice": dice,
        "rematch": summary.rematch,
    })
}

/// Where the dice come from; with the salts, when the match is over, all of it.
fn dice_info(game: &dyn catalogue::Game, head: &Head, salts: Option<[Option<String>; 2]>) -> Value {
    let over = salts.is_some();
    if let Some(begun) = &head.begun_at {
        // A lesson's dice fall as its steps tell.
        return json!({ "commitment": "", "salts": {}, "secret": null, "seed": over.then_some(&begun.seed) });
    }
    match commitment(game, head, &salts.unwrap_or_default()) {
        Ok(dice) if over => json!({
            "commitment": dice.digest(),
            "salts": dice.salts().iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "secret": dice.secret(),
            "seed": dice.seed().to_string(),
        }),
        Ok(dice) => json!({ "commitment": dice.digest(), "salts": {}, "secret": null, "seed": null }),
        Err(_) => Value::Null,
    }
}

/// A match being played as `MatchInfo` tells it.
pub fn info(games: &Games, play: &Play, who: &Who) -> Value {
    let mut value = match_info(games, &play.row, &play.head, &play.names, who);
    value["changes"] = json!(play.table.changes().iter().map(change).collect::<Vec<_>>());
    value["parted"] = json!(play.table.parting().map(|error| PlayError::Parted(error.clone()).to_string()));
    if !play.is_over() {
        for side in who.holds(&play.row.seats).sides() {
            if let Some(salt) = &play.salts[side.index()] {
                value["dice"]["salts"][play.side_id(side)] = json!(salt);
            }
        }
    }
    value
}

/// From which action on other rules or data hold.
fn change(change: &Change) -> Value {
    json!({ "after": change.after, "rules": change.rules, "data": change.data })
}

/// A viewer's name.
pub fn viewer_id(table: &dyn Table, viewer: Viewer) -> &str {
    match viewer {
        Viewer::Side(side) => table.about().side_id(side),
        Viewer::Spectator => "spectator",
        Viewer::All => "all",
    }
}

/// Whose eyes somebody may look with, the most fitting first.
pub fn viewers(play: &Play, holds: Holds) -> Vec<Viewer> {
    let own = holds.sides().map(Viewer::Side);
    match (play.is_over(), holds.any()) {
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
pub fn decision(play: &Play, viewer: Viewer, holds: Holds, choices: Choices) -> Value {
    let own = |side: Side| holds.has(side) && viewer.is(side);
    let chooser = play.chooser();
    let undo = play.started && play.table.may_undo().is_some_and(own);
    let mut value = json!({ "side": chooser.map(|side| play.side_id(side)), "undo": undo });
    if chooser.is_some_and(own) {
        value["prompt"] = json!(play.table.prompt());
        match choices {
            Choices::Short => value["options"] = json!(play.table.notations()),
            Choices::Full => value["choices"] = wire::choices(&*play.table, false),
            Choices::Forecasts => value["choices"] = wire::choices(&*play.table, true),
        }
    }
    value
}

/// The time that is left.
pub fn clock(play: &Play, now: Millis) -> Value {
    let Some(clock) = &play.clock else { return Value::Null };
    let (bank_ms, runs, grace_ms) = clock.left(now);
    json!({ "bank_ms": bank_ms, "runs": runs.map(|side| play.side_id(side)), "grace_ms": grace_ms })
}

/// Something said.
pub fn chat_line(play: &Play, line: &ChatLine) -> Value {
    json!({ "at": line.at, "name": line.name, "side": line.side.map(|side| play.side_id(side)), "text": line.text })
}

/// What is offered.
pub fn offer(play: &Play, offer: Option<Offer>) -> Value {
    let Some(offer) = offer else { return Value::Null };
    let mut value = json!({ "what": offer.what, "by": play.side_id(offer.by) });
    if let (Proposal::TakeBack, Some(to)) = (offer.what, offer.to) {
        value["to"] = json!(to);
    }
    value
}

/// The events that a viewer may know.
pub fn events(table: &dyn Table, log: &[(usize, Event)], viewer: Viewer) -> Vec<Value> {
    let known = log.iter().filter(|(_, event)| event.is_for(viewer));
    known.map(|(at, event)| wire::log_event(&table.map().board, *at, event)).collect()
}

/// The last events before `before` actions had been played, whole actions only, about as many as are told at once.
pub fn log(table: &dyn Table, viewer: Viewer, before: usize) -> Vec<Value> {
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
    told.map(|(at, event)| wire::log_event(&table.map().board, *at, event)).collect()
}

/// One accepted action, as a viewer may know it.
pub struct Step<'a> {
    /// The side that acted.
    pub side: Side,
    /// Where its events begin in the log.
    pub from: usize,
    /// The viewer's table before.
    pub before: &'a View,
    /// The viewer's table now.
    pub after: &'a View,
}

impl Step<'_> {
    /// As the page is told it.
    pub fn told(&self, play: &Play, viewer: Viewer, holds: Holds, choices: Choices, now: Millis) -> Value {
        let table = &*play.table;
        let mut value = json!({
            "actions": table.actions(),
            "side": play.side_id(self.side),
            "events": events(table, table.log().get(self.from..).unwrap_or_default(), viewer),
            "change": wire::change(self.before, self.after),
            "decision": decision(play, viewer, holds, choices),
            "clock": clock(play, now),
        });
        // A notation may name what is hidden from others.
        if let (true, Some(line)) = (viewer.is(self.side), table.lines().last()) {
            value["action"] = json!(line.action);
        }
        value
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
    pub fn told(self, play: &Play) -> Value {
        let sides = Side::BOTH.map(|side| (play.side_id(side).to_string(), json!(self.sides[side.index()])));
        json!({ "sides": sides.into_iter().collect::<Map<_, _>>(), "spectators": self.spectators })
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
pub fn table(games: &Games, play: &Play, telling: &Telling<'_>) -> Value {
    let (viewer, holds) = (telling.viewer, telling.who.holds(&play.row.seats));
    let viewers: Vec<_> = viewers(play, holds).into_iter().map(|viewer| viewer_id(&*play.table, viewer)).collect();
    let seat = holds.first().map(|first| match viewer {
        Viewer::Side(side) if holds.has(side) => &play.row.seats[side.index()],
        _ => &play.row.seats[first.index()],
    });
    let notices = seat.filter(|seat| seat.user.is_some() && play.head.pace.is_slow()).map(|seat| seat.notices);
    json!({
        "match": info(games, play, telling.who),
        "yours": holds.sides().map(|side| play.side_id(side)).collect::<Vec<_>>(),
        "viewer": viewer_id(&*play.table, viewer),
        "viewers": viewers,
        "view": play.table.view(viewer),
        "decision": decision(play, viewer, holds, telling.choices),
        "log": log(&*play.table, viewer, usize::MAX),
        "chat": play.chat.iter().map(|line| chat_line(play, line)).collect::<Vec<_>>(),
        "presence": telling.presence.told(play),
        "offer": offer(play, play.offer),
        "clock": clock(play, telling.now),
        "seen": seat.map(|seat| seat.seen),
        "notices": notices,
    })
}
