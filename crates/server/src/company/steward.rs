//! Goes on with tournaments: begins them, pairs their rounds, ends what was not played in time. What it does follows from how a
//! tournament stands, and is written in one step that fails if it stands otherwise by then: so it may be stopped at any
//! moment, and others may do the same beside it.

use super::archive::read_endings;
use super::book::{Book, NAMELESS, status};
use super::pairing::{self, Pair};
use super::standings::{DECIDER, DECIDERS, board_of, field, firsts, standings, winner};
use crate::error::Failure;
use crate::matches::{Club, Fixture, Settled, appointed};
use crate::notices::{News, Round, What, notices_for};
use crate::rating::Rating;
use crate::store::company::{AppointmentRow, TournamentRow, TournamentStep};
use crate::store::{Millis, Notice, StoreError, now};
use engine::Side;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;
use wire::TournamentKind;

/// How often it is looked whether a tournament waits.
const TICK: Duration = Duration::from_millis(500);
/// How many tournaments are looked after at a time.
const AT_ONCE: i64 = 50;
/// Where something went wrong, it is tried again after so long.
const AGAIN: Millis = 60_000;

/// Looks after tournaments as long as the server runs.
pub fn start(club: &Arc<Club>) {
    tokio::spawn(go_on(Arc::downgrade(club)));
}

async fn go_on(club: Weak<Club>) {
    if let Some(club) = club.upgrade()
        && let Err(failure) = read_endings(&club).await
    {
        tracing::warn!(kind = failure.kind, "who has won older matches cannot be noted");
    }
    loop {
        tokio::time::sleep(TICK).await;
        let Some(club) = club.upgrade() else { return };
        if let Err(failure) = tend(&club, now()).await {
            tracing::warn!(kind = failure.kind, "tournaments cannot be looked after");
        }
    }
}

/// Looks after the tournaments that wait at this time: how many did.
pub async fn tend(club: &Arc<Club>, now: Millis) -> Result<usize, Failure> {
    let due = club.store.tournaments_due(now, AT_ONCE).await?;
    for id in &due {
        match look_after(club, id, now).await {
            Ok(()) => {}
            // Somebody was faster, and has it looked after again where that is needed.
            Err(failure) if failure.kind == "changed" => {}
            Err(failure) => {
                tracing::warn!(id, kind = failure.kind, message = failure.message, "a tournament cannot go on");
                put_off(club, id, now + AGAIN).await?;
            }
        }
    }
    Ok(due.len())
}

/// Has a tournament looked after later.
async fn put_off(club: &Club, id: &str, due: Millis) -> Result<(), Failure> {
    let Some(row) = club.store.tournament(id).await? else { return Ok(()) };
    let row = TournamentRow { due: Some(due), ..row };
    match club.store.take_step(&TournamentStep { row, ..TournamentStep::default() }).await {
        Ok(()) | Err(StoreError::Changed) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn look_after(club: &Arc<Club>, id: &str, now: Millis) -> Result<(), Failure> {
    let Some(book) = Book::read(club, id).await? else { return Ok(()) };
    let step = match book.row.status.as_str() {
        status::OPEN if book.row.players >= book.row.max_players => begun(club, &book, now).await?,
        status::OPEN if book.head.begins.is_some_and(|begins| begins <= now) => match book.entrants.len() {
            0 | 1 => ended(&book, status::CALLED_OFF, None, now),
            _ => begun(club, &book, now).await?,
        },
        status::OPEN => waiting(&book, book.head.begins),
        status::PLAYING => {
            // What ends here is noted in the book.
            match settle(club, &book, now).await? {
                // The server that plays the others looks after them, as the tournament still waits.
                Ends { elsewhere: true, .. } => return Ok(()),
                Ends { here: true, .. } => return look_again(club, id, now).await,
                Ends { .. } => gone_on(club, &book, now).await?,
            }
        }
        _ => waiting(&book, None),
    };
    Ok(club.store.take_step(&step).await?)
}

async fn look_again(club: &Arc<Club>, id: &str, now: Millis) -> Result<(), Failure> {
    let Some(book) = Book::read(club, id).await? else { return Ok(()) };
    if book.appointments.iter().any(|row| row.points.is_none() && leaver(&book, row).is_some()) {
        // Somebody has withdrawn while others were settled: the tournament waits still, and is looked after at the next tick.
        return Ok(());
    }
    let step = gone_on(club, &book, now).await?;
    Ok(club.store.take_step(&step).await?)
}

/// Begins a tournament of at least two.
pub async fn begin(club: &Club, book: &Book, now: Millis) -> Result<(), Failure> {
    Ok(club.store.take_step(&begun(club, book, now).await?).await?)
}

/// Nothing changes, but when it must be looked after.
fn waiting(book: &Book, due: Option<Millis>) -> TournamentStep {
    TournamentStep { row: TournamentRow { due, ..book.row.clone() }, ..TournamentStep::default() }
}

/// It is over.
fn ended(book: &Book, status: &str, winner: Option<String>, now: Millis) -> TournamentStep {
    let row = TournamentRow {
        status: status.to_string(),
        updated: now,
        deadline: None,
        due: None,
        winner,
        ..book.row.clone()
    };
    TournamentStep { row, ..TournamentStep::default() }
}

/// The first round, with the seeds by rating; whoever has none stands where everybody begins, and comes after those who have
/// proved it.
async fn begun(club: &Club, book: &Book, now: Millis) -> Result<TournamentStep, Failure> {
    let mut seeds = Vec::with_capacity(book.entrants.len());
    for entrant in &book.entrants {
        let rating = club.store.rating(&entrant.user, &book.head.game).await?;
        seeds.push((rating.map_or(Rating::NEW.rating, |row| row.rating.rating), entrant));
    }
    // Those who signed up first come first among equals.
    seeds.sort_by(|one, other| other.0.total_cmp(&one.0));
    let entrants: Vec<_> = seeds.into_iter().map(|(_, entrant)| entrant.clone()).collect();
    let seeds = entrants.iter().map(|entrant| entrant.user.clone()).collect();
    let row = TournamentRow { status: status::PLAYING.into(), ..book.row.clone() };
    let book = Book { row, head: book.head.clone(), entrants, appointments: Vec::new() };
    let pairs = pairs(&book, 1).unwrap_or_default();
    Ok(TournamentStep { seeds, ..round(club, &book, &pairs, now).await? })
}

/// Where matches had to end.
#[derive(Default)]
struct Ends {
    here: bool,
    elsewhere: bool,
}

/// Who of those who are to play has withdrawn.
fn leaver<'a>(book: &Book, row: &'a AppointmentRow) -> Option<&'a String> {
    let has_left = |user: &String| book.entrants.iter().any(|entrant| entrant.user == *user && entrant.withdrawn);
    [Some(&row.users.0), row.users.1.as_ref()].into_iter().flatten().find(|user| has_left(user))
}

/// Ends the matches of a round whose time is up, and those of players who have withdrawn, as far as they are played here.
async fn settle(club: &Arc<Club>, book: &Book, now: Millis) -> Result<Ends, Failure> {
    let is_late = book.row.deadline.is_some_and(|deadline| deadline <= now);
    let mut ends = Ends::default();
    for row in book.appointments.iter().filter(|row| row.points.is_none()) {
        let Some(id) = &row.match_id else { continue };
        let settled = match leaver(book, row) {
            Some(user) => club.give_up(id, user).await,
            None if is_late => club.ring_off(id, now).await,
            None if club.store.match_row(id).await?.is_none() => Ok(Settled::Void),
            None => continue,
        };
        if settled.as_ref().is_err_and(Failure::is_elsewhere) {
            ends.elsewhere = true;
            continue;
        }
        let settled = settled?;
        ends.here = true;
        let (points, how) = match settled {
            Settled::Over => continue,
            Settled::NotBegun([one, other]) => {
                ((2 * i64::from(one && !other), 2 * i64::from(other && !one)), "forfeit")
            }
            Settled::Void => ((1, 1), "void"),
        };
        let scored = AppointmentRow { match_id: None, points: Some(points), how: Some(how.to_string()), ..row.clone() };
        club.store.score(&book.row.id, &scored).await?;
        if matches!(settled, Settled::NotBegun(_)) {
            match club.forget_match(id).await {
                // Somebody else has thrown it away.
                Err(failure) if failure.kind == "not_found" || failure.kind == "stale" => {}
                done => done?,
            }
        }
    }
    Ok(ends)
}

/// What follows from how a tournament stands that is played.
async fn gone_on(club: &Club, book: &Book, now: Millis) -> Result<TournamentStep, Failure> {
    let (scored, played) = (book.scored(), book.row.round);
    if scored.iter().any(|one| one.points.is_none()) {
        return Ok(waiting(book, book.row.deadline));
    }
    if book.head.kind == TournamentKind::KnockOut {
        let deciders = deciders(book);
        if !deciders.is_empty() {
            return appoint(club, book, played, &deciders, now).await;
        }
    }
    let players = book.entrants.len();
    let next = played as usize + 1;
    let pairs = if next > book.head.rounds_among(players) { None } else { pairs(book, next) };
    if let Some(pairs) = pairs {
        return round(club, book, &pairs, now).await;
    }
    let standings = standings(book.head.kind, players, &scored);
    // Who cannot be told apart has not won it alone.
    let alone = standings.get(1).is_none_or(|second| second.place > 1);
    let winner = standings.first().filter(|_| alone).map(|first| book.entrants[first.player].user.clone());
    Ok(ended(book, status::OVER, winner, now))
}

/// The even pairings of a knock-out's round, with the sides of the match that decides.
fn deciders(book: &Book) -> Vec<(i64, i64, Pair)> {
    let (scored, round) = (book.scored(), book.row.round);
    let firsts = firsts(book.entrants.len(), &scored);
    let boards = scored.iter().filter(|one| one.round == round && one.leg == 0).map(|one| one.board);
    let even = boards.filter_map(|board| {
        let played = board_of(&scored, round, board);
        let again = played.iter().filter(|one| one.leg >= DECIDER).count() as i64;
        let pair = played.first()?.pair;
        let second = pair.second.filter(|_| winner(&played).is_none() && again < DECIDERS)?;
        Some((board, DECIDER + again, firsts.sides(pair.first, second)))
    });
    even.collect()
}

/// Who meets whom in a round; nothing where nobody is left to meet anybody.
fn pairs(book: &Book, round: usize) -> Option<Vec<Pair>> {
    let (players, scored) = (book.entrants.len(), book.scored());
    let firsts = firsts(players, &scored);
    let pairs = match book.head.kind {
        TournamentKind::RoundRobin => pairing::round_robin(players, round - 1),
        TournamentKind::Swiss => pairing::swiss(&field(players, |player| !book.has_left(player), &scored), &firsts),
        TournamentKind::KnockOut if round == 1 => pairing::knock_out(players, &firsts),
        TournamentKind::KnockOut => {
            let before = round as i64 - 1;
            let boards = scored.iter().filter(|one| one.round == before && one.leg == 0).map(|one| one.board);
            let left: Vec<usize> = boards.filter_map(|board| winner(&board_of(&scored, before, board))).collect();
            if left.len() < 2 { Vec::new() } else { pairing::knock_out_next(&left, &firsts) }
        }
    };
    pairs.iter().any(|pair| pair.second.is_some()).then_some(pairs)
}

/// Begins the next round with these pairs.
async fn round(club: &Club, book: &Book, pairs: &[Pair], now: Millis) -> Result<TournamentStep, Failure> {
    let legs = book.head.legs();
    let games = (0..).zip(pairs).flat_map(|(board, pair)| {
        let legs = if pair.second.is_some() { legs } else { 1 };
        (0..legs).map(move |leg| match pair.second {
            Some(second) if leg == 1 => (board, leg, Pair { first: second, second: Some(pair.first) }),
            _ => (board, leg, *pair),
        })
    });
    let games: Vec<(i64, i64, Pair)> = games.collect();
    appoint(club, book, book.row.round + 1, &games, now).await
}

/// Appoints matches of a round: board, leg and sides of each. Who has withdrawn forfeits his, and a bye is worth as much as
/// all that the others can win.
async fn appoint(
    club: &Club,
    book: &Book,
    round: i64,
    games: &[(i64, i64, Pair)],
    now: Millis,
) -> Result<TournamentStep, Failure> {
    let (mut appointments, mut matches) = (Vec::new(), Vec::new());
    for &(board, leg, pair) in games {
        let user = |player: usize| book.entrants[player].user.clone();
        let users = (user(pair.first), pair.second.map(user));
        let mut row = AppointmentRow { round, board, leg, users, ..AppointmentRow::default() };
        let left = pair.second.map(|second| [pair.first, second].map(|player| book.has_left(player)));
        match left {
            None => (row.points, row.how) = (Some((2 * book.head.legs(), 0)), Some("bye".into())),
            Some([false, false]) => {
                let players = [row.users.0.as_str(), row.users.1.as_deref().unwrap_or_default()];
                let made = appointed(club, &fixture(book, players, now)).await?;
                row.match_id = Some(made.0.id.clone());
                matches.push(made);
            }
            Some([one, other]) => {
                let points = (2 * i64::from(!one), 2 * i64::from(!other));
                (row.points, row.how) = (Some(points), Some("forfeit".into()));
            }
        }
        appointments.push(row);
    }
    let is_played = !matches.is_empty();
    let deadline = now.saturating_add(book.head.round_ms);
    let row = TournamentRow {
        round,
        updated: now,
        deadline: is_played.then_some(deadline),
        // Where nothing is to be played, it goes on at once.
        due: Some(if is_played { deadline } else { now }),
        ..book.row.clone()
    };
    let notices = notices(club, book, round, &appointments, now).await?;
    Ok(TournamentStep { row, seeds: Vec::new(), notices, appointments, matches })
}

/// What those are told, by the ways that they have switched on, who have something to play in a round.
async fn notices(
    club: &Club,
    book: &Book,
    round: i64,
    appointments: &[AppointmentRow],
    now: Millis,
) -> Result<Vec<Notice>, Failure> {
    let Some(game) = club.games.get(&book.head.game) else { return Ok(Vec::new()) };
    let mut played: BTreeMap<&String, Vec<(&AppointmentRow, Side)>> = BTreeMap::new();
    for row in appointments.iter().filter(|row| row.match_id.is_some()) {
        let users = [Some(&row.users.0), row.users.1.as_ref()].into_iter().flatten();
        for (side, user) in Side::BOTH.into_iter().zip(users) {
            played.entry(user).or_default().push((row, side));
        }
    }
    let users: Vec<String> = played.keys().map(|user| user.to_string()).collect();
    let users = club.store.users(&users).await?;
    let name = |id: Option<&String>| {
        let user = users.iter().find(|user| Some(&user.id) == id);
        user.map_or(NAMELESS, |user| &user.name).to_string()
    };
    let mut notices = Vec::new();
    for user in &users {
        let Some(own) = played.get(&user.id) else { continue };
        let (row, side) = own[0];
        let (about, against) =
            (game.about(), if side == Side::First { row.users.1.as_ref() } else { Some(&row.users.0) });
        let news = News {
            match_id: row.match_id.clone().unwrap_or_default(),
            game: book.head.game.clone(),
            title: about.title.clone(),
            side: about.side_id(side).to_string(),
            side_title: about.side_title(side).to_string(),
            side_index: side.index() as i64,
            at: now,
            what: What::Round(Round {
                tournament: book.row.id.clone(),
                called: book.head.title.clone(),
                round,
                against: name(against),
                matches: own.len(),
                decides: row.leg >= DECIDER,
                within_ms: book.head.round_ms,
            }),
        };
        notices.extend(notices_for(user, &news)?);
    }
    Ok(notices)
}

fn fixture<'a>(book: &'a Book, players: [&'a str; 2], at: Millis) -> Fixture<'a> {
    let head = &book.head;
    let (game, setting, pace, rated) = (head.game.as_str(), &head.setting, head.pace, head.rated);
    Fixture { game, setting, pace, rated, tournament: &book.row.id, players, at }
}
