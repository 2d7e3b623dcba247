//! New matches: from the lobby, from a lesson or a problem, and again with the sides swapped.

use super::beside::{self, BegunAt, BegunFrom, Head};
use super::clock::{self, Pace};
use super::club::Club;
use super::play::{Play, damaged, row as row_of};
use super::rated;
use super::request::check_pledge;
use super::room::Open;
use super::seats::{self, Who, kind};
use crate::error::Failure;
use crate::secret;
use crate::store::{MatchRow, Millis, SeatRow, Summary, User, now};
use crate::web::Library;
use crate::web::replay::{LARGEST_RECORD, finished_by};
use ai::Player;
use axum::http::StatusCode;
use catalogue::{Game, told};
use engine::record::Line;
use engine::{About, Position, Record, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use wire::socket::{Push, Rematch};
use wire::{FromMoment, NewMatch, Wish};

/// A match that was created, and the tokens that hold seats.
pub struct Made {
    /// The match's id.
    pub id: String,
    /// Sides by id, each with its token.
    pub tokens: Vec<(String, String)>,
}

/// A match that can be created.
pub struct Plan {
    id: String,
    game: Arc<dyn Game>,
    scenario: String,
    head: Head,
    wishes: [Wish; 2],
    private: bool,
    /// What its creator pledges to stir the dice with.
    pledge: Option<String>,
    /// What was played before, in another match.
    taken_over: Vec<Line>,
}

/// Whether somebody who asks for it, from this address, may create a match: then what it will be.
pub async fn plan(
    club: &Club,
    library: &Arc<Library>,
    asker: Option<&User>,
    from: IpAddr,
    mut new: NewMatch,
) -> Result<Plan, Failure> {
    let source = match new.from.take() {
        None => None,
        Some(moment) => Some(before(club, library, moment).await?),
    };
    if let Some(source) = &source {
        new.game = source.game.clone();
    }
    let game = club.games.get(&new.game).ok_or_else(|| Failure::bad_request("there is no such game"))?.clone();
    let pace = clock::check(new.pace)?;
    new.pledge.as_deref().map_or(Ok(()), check_pledge)?;
    let prepared = new.lesson || new.problem.is_some();
    let (scenario, head, wishes) = match (&source, &new.problem) {
        (Some(source), _) => going_on(club, game.about(), source, &new, pace)?,
        (None, Some(id)) => problem(club, &*game, id)?,
        (None, None) if new.lesson => lesson(club, &*game, new.which_lesson.as_deref())?,
        (None, None) => free(club, &*game, &new, pace)?,
    };
    let head = if new.rated {
        rated::check_new(club, asker, &new, &wishes)?;
        Head { rated: true, ..head }
    } else {
        head
    };
    // The last question, as asking counts. Anybody is a new guest whenever he likes, so guests are counted by where they
    // come from.
    let account = asker.filter(|user| user.password.is_some());
    club.rooms.may_create(account.map_or(from.to_string(), |user| user.id.clone())).await?;
    let taken_over = source.map(|source| source.record.lines).unwrap_or_default();
    let private = new.private || prepared;
    Ok(Plan { id: new.game, game, scenario, head, wishes, private, pledge: new.pledge, taken_over })
}

/// A finished game from which somebody goes on.
struct Source {
    /// Which game it is, by the name that the server knows.
    game: String,
    /// The battle that was played, where it is one that somebody has laid out.
    battle: Option<String>,
    /// All of it; then as far as it is taken over.
    record: Record,
    from: BegunFrom,
}

/// A finished game as it was at a moment. Its dice are known to all, so they are laid down as they fell, and whoever goes
/// on rolls others.
async fn before(club: &Club, library: &Arc<Library>, moment: FromMoment) -> Result<Source, Failure> {
    let FromMoment { r#match, record, branch, at, rolls } = moment;
    let mut source = match (r#match, record) {
        (Some(id), None) if branch == 0 => of_match(club, id, at).await?,
        (None, Some(text)) => of_record(library, text, branch, at).await?,
        _ => return Err(Failure::bad_request("one goes on from a match, or from a record and a branch of it")),
    };
    if at > source.record.lines.len() {
        return Err(Failure::bad_request("so many actions were not played"));
    }
    source.record = source.record.up_to(at);
    for line in source.record.lines.iter_mut().filter(|line| !line.rolls.is_empty()) {
        (line.forced, line.again) = (true, 0);
    }
    if rolls.is_empty() {
        return Ok(source);
    }
    let last = source.record.lines.last_mut().ok_or_else(|| Failure::bad_request("nothing was rolled yet"))?;
    let fits = last.rolls.iter().zip(&rolls).all(|(die, value)| (1..=die.sides).contains(value));
    if last.rolls.len() != rolls.len() || !fits {
        return Err(Failure::bad_request("the last action rolled other dice"));
    }
    last.rolls.iter_mut().zip(&rolls).for_each(|(die, value)| die.value = *value);
    Ok(source)
}

/// A match that was played here.
async fn of_match(club: &Club, id: String, actions: usize) -> Result<Source, Failure> {
    let row = row_of(club, &id).await?;
    if row.summary.status != "over" {
        return Err(Failure::conflict("not_over", "one can play on from a match that is over"));
    }
    let kept = club.store.record(&id).await?.join("\n");
    let (record, _) = Record::parse_open(&kept).map_err(|error| damaged(&id, &error))?;
    let Head { battle, .. } = beside::read(&row.head)?;
    if record.head.position.is_some() && battle.is_none() {
        return Err(Failure::conflict("lesson", "begin the lesson anew instead"));
    }
    Ok(Source { game: row.game, battle, record, from: BegunFrom { r#match: Some(id), actions } })
}

/// A record that somebody brings, or a study of one. It is no match that goes on: it has to be over, and true.
async fn of_record(library: &Arc<Library>, text: String, branch: usize, actions: usize) -> Result<Source, Failure> {
    if text.len() > LARGEST_RECORD {
        let message = "that is larger than a record may be: 2 MB";
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
    }
    let (bench, library) = (library.replays.clone(), library.clone());
    let record = bench.work(move |awaited| finished_by(&library, &text, branch, awaited)).await??;
    if record.head.position.is_some() {
        let message = "this game began with a position laid out by hand; one can play on from a scenario of the book";
        return Err(Failure::conflict("laid_out", message));
    }
    Ok(Source { game: record.head.game.clone(), battle: None, record, from: BegunFrom { r#match: None, actions } })
}

/// What goes on from another game.
fn going_on(club: &Club, about: &About, source: &Source, new: &NewMatch, pace: Pace) -> Result<Terms, Failure> {
    let played = &source.record.head;
    let options = about.switch(about.default_options(), &played.options).map_err(Failure::bad_request)?;
    let (battle, from) = (source.battle.clone(), Some(source.from.clone()));
    let head = Head { battle, from, ..head(club, about.settings(options), pace)? };
    Ok((played.scenario.clone(), head, wishes(about, &new.seats)?))
}

/// Creates a match.
pub async fn create(club: &Arc<Club>, user: &User, plan: Plan) -> Result<Made, Failure> {
    let Plan { id: game_id, game, scenario, head, wishes, private, pledge, taken_over } = plan;
    let id = secret::id()?;
    let mut tokens = Vec::new();
    let mut seats = [SeatRow::default(), SeatRow::default()];
    for side in Side::BOTH {
        let (seat, token) = seat(&wishes[side.index()], user)?;
        seats[side.index()] = seat;
        tokens.extend(token.map(|token| (game.about().side_id(side).to_string(), token)));
    }
    let row = row(id.clone(), &game_id, scenario, &head, private, seats)?;
    let who = Who { user: Some(user.clone()), link: None };
    let (row, record) = begun(club, row, head, game, &who, (pledge.as_deref(), taken_over)).await?;
    club.store.add_match(&row, &record).await?;
    if row.summary.status == "playing" {
        wake(club, &row.id).await?;
    }
    metrics::counter!("grognard_matches_total").increment(1);
    Ok(Made { id, tokens })
}

/// Scenario, head and seats of a match to be.
type Terms = (String, Head, [Wish; 2]);

/// What a guided battle is.
fn lesson(club: &Club, game: &dyn Game, which: Option<&str>) -> Result<Terms, Failure> {
    let lesson = told::lesson_named(game, which).ok_or_else(|| Failure::bad_request("the game has no such lesson"))?;
    let begun_at = BegunAt {
        position: lesson.position.clone(),
        seed: lesson.seed.to_string(),
        lesson: Some(lesson.id.clone()),
        problem: None,
    };
    prepared(club, game.about(), begun_at, lesson.side, &lesson.opponent)
}

/// What a problem of the staff college is.
fn problem(club: &Club, game: &dyn Game, id: &str) -> Result<Terms, Failure> {
    let problem = told::problem_named(game, id).ok_or_else(|| Failure::bad_request("the game has no such problem"))?;
    let begun_at = BegunAt {
        position: problem.position.clone(),
        seed: problem.seed.to_string(),
        lesson: None,
        problem: Some(problem.id.clone()),
    };
    prepared(club, game.about(), begun_at, problem.side, OPPONENT)
}

/// Who has the other side when somebody answers a problem: he is quick, and nothing hangs on him.
const OPPONENT: &str = "greedy";

/// What begins with a position made by hand, with the other side for the computer.
fn prepared(club: &Club, about: &About, begun_at: BegunAt, side: Side, opponent: &str) -> Result<Terms, Failure> {
    let position: Position = serde_json::from_str(&begun_at.position).map_err(Failure::internal)?;
    let scenario = match position.scenario.as_str() {
        "" => about.scenarios[0].id.clone(),
        named => named.to_string(),
    };
    let (_, options) = position.head(about).map_err(Failure::internal)?;
    let head = Head { begun_at: Some(begun_at), ..head(club, about.settings(options), Pace::None)? };
    let mut wishes = [Wish::Me, Wish::Me];
    wishes[side.other().index()] = Wish::Computer(opponent.to_string());
    Ok((scenario, head, wishes))
}

/// What somebody has put together himself.
fn free(club: &Club, game: &dyn Game, new: &NewMatch, pace: Pace) -> Result<Terms, Failure> {
    let Setting { scenario, battle, options } = setting(game, new.scenario.as_deref(), &new.options)?;
    let head = Head { battle, ..head(club, options, pace)? };
    Ok((scenario, head, wishes(game.about(), &new.seats)?))
}

/// What is played of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The scenario's id.
    pub scenario: String,
    /// The battle, where it is one that somebody has laid out.
    pub battle: Option<String>,
    /// Every option with its setting, `id=on`.
    pub options: Vec<String>,
}

/// What somebody wants to play of a game: a scenario of it or the first, with options that differ from their defaults.
pub fn setting(game: &dyn Game, wanted: Option<&str>, switched: &BTreeMap<String, bool>) -> Result<Setting, Failure> {
    let about = game.about();
    let battle = game.battles().iter().find(|battle| Some(battle.id.as_str()) == wanted);
    let scenario = match battle {
        Some(battle) => battle.scenario,
        None => wanted.map_or(Ok(0), |id| about.scenario(id)).map_err(Failure::bad_request)?,
    };
    let settings = switched.iter().map(|(id, on)| format!("{id}={}", if *on { "on" } else { "off" }));
    let settings: Vec<_> = settings.collect();
    let own = battle.map_or(Ok(about.options_in(scenario)), |battle| told::options_of(about, battle));
    let options = about.switch(own.map_err(Failure::internal)?, &settings).map_err(Failure::bad_request)?;
    let (scenario, battle) = (about.scenarios[scenario].id.clone(), battle.map(|battle| battle.id.clone()));
    Ok(Setting { scenario, battle, options: about.settings(options) })
}

fn wishes(about: &About, seats: &BTreeMap<String, Wish>) -> Result<[Wish; 2], Failure> {
    let [one, other] = about.sides.each_ref().map(|side| seats.get(&side.id));
    match (one, other, seats.len()) {
        (Some(one), Some(other), 2) => Ok([one.clone(), other.clone()]),
        _ => {
            let [one, other] = &about.sides;
            Err(Failure::bad_request(format!("the seats are those of {} and {}", one.id, other.id)))
        }
    }
}

fn head(club: &Club, options: Vec<String>, pace: Pace) -> Result<Head, Failure> {
    let secret = club.promises.draw()?;
    Ok(Head { options, pace, begun_at: None, from: None, battle: None, secret, rated: false, tournament: None })
}

fn seat(wish: &Wish, user: &User) -> Result<(SeatRow, Option<String>), Failure> {
    let mut seat = SeatRow::default();
    let mut token = None;
    match wish {
        Wish::Me => (Who { user: Some(user.clone()), link: None }).sit(&mut seat),
        Wish::Open => seat.kind = kind::OPEN.into(),
        Wish::Link => {
            let link = secret::token()?;
            seat.kind = kind::LINK.into();
            seat.token_hash = Some(secret::hash(&link));
            token = Some(link);
        }
        Wish::Computer(name) => {
            let player: Player = name.parse().map_err(|_| Failure::bad_request("there is no such computer player"))?;
            seat.kind = kind::COMPUTER.into();
            seat.computer = Some(player.to_string());
        }
    }
    Ok((seat, token))
}

fn row(
    id: String,
    game: &str,
    scenario: String,
    head: &Head,
    private: bool,
    seats: [SeatRow; 2],
) -> Result<MatchRow, Failure> {
    Ok(MatchRow {
        id,
        game: game.to_string(),
        scenario,
        head: beside::write(head)?,
        version: 0,
        standing: String::new(),
        summary: Summary::default(),
        created: now(),
        private,
        seats,
    })
}

/// A new match as it is kept, with the first lines of its record: with what its maker pledges to the dice, and started
/// where all seats are taken.
async fn begun(
    club: &Club,
    row: MatchRow,
    head: Head,
    game: Arc<dyn Game>,
    maker: &Who,
    (pledge, taken_over): (Option<&str>, Vec<Line>),
) -> Result<(MatchRow, Vec<String>), Failure> {
    let mut play = Play::begin(club, game, row, head, taken_over.into()).await?;
    let at = play.row.created;
    if let Some(hash) = pledge {
        play.pledge(maker.holds(&play.row.seats).sides(), hash, at).await?;
    }
    if seats::all_taken(&play.row.seats) {
        play.start(at).await?;
    }
    play.row.summary = play.summary(at);
    play.row.standing = beside::write(&play.standing())?;
    let record = play.unwritten().texts;
    Ok((play.row, record))
}

/// A match that is appointed for two players.
pub struct Fixture<'a> {
    /// The game's id.
    pub game: &'a str,
    /// What is played of it.
    pub setting: &'a Setting,
    /// How much time the sides have.
    pub pace: Pace,
    /// Whether it is rated.
    pub rated: bool,
    /// The tournament that it belongs to.
    pub tournament: &'a str,
    /// Who has which side, in the game's order.
    pub players: [&'a str; 2],
    /// When it is appointed.
    pub at: Millis,
}

/// A match of a tournament as it is kept: each seat waits for the player for whom it is. It begins when both have come.
pub async fn appointed(club: &Club, fixture: &Fixture<'_>) -> Result<(MatchRow, Vec<String>), Failure> {
    let game = club.games.get(fixture.game).ok_or_else(|| Failure::bad_request("there is no such game"))?;
    let Setting { scenario, battle, options } = fixture.setting.clone();
    let tournament = Some(fixture.tournament.to_string());
    let head = Head { battle, rated: fixture.rated, tournament, ..head(club, options, fixture.pace)? };
    let seats = fixture.players.map(|user| SeatRow {
        kind: kind::LINK.into(),
        user: Some(user.to_string()),
        ..SeatRow::default()
    });
    let row = row(secret::id()?, fixture.game, scenario, &head, false, seats)?;
    let row = MatchRow { created: fixture.at, ..row };
    begun(club, row, head, game, &Who::default(), (None, Vec::new())).await
}

/// Has the computer play in a new match, where it has the first choice.
async fn wake(club: &Arc<Club>, id: &str) -> Result<(), Failure> {
    super::computer::wake(&mut club.rooms.room(id).open(club).await?);
    Ok(())
}

/// Offers a match with the sides swapped, or agrees to it: all that ask get the same one. It begins, with fresh clocks,
/// when everybody who sat in the old one has asked for it.
/// What somebody pledges to stir its dice with holds from then on.
pub async fn rematch(open: &mut Open, who: &Who, pledge: Option<&str>) -> Result<Rematch, Failure> {
    let play = &open.inside.play;
    if !play.is_over() {
        return Err(Failure::conflict("not_over", "the match is not over"));
    }
    if play.head.begun_at.is_some() {
        return Err(Failure::conflict("lesson", "begin the lesson anew instead"));
    }
    let id = play.row.summary.rematch.clone().map_or_else(secret::id, Ok)?;
    // An older version noted the match before it was there, and may have been stopped in between.
    if open.club.store.match_row(&id).await?.is_none() {
        let (row, record) = swapped(open, who, id.clone(), pledge).await?;
        open.note_rematch(row, record);
        open.write().await?;
        wake(&open.club, &id).await?;
        open.inside.hall.tell_all(&Push::Rematch { r#match: id.clone() });
    } else {
        match open.club.rooms.room(&id).open(&open.club).await {
            Ok(mut new) => new.admit(who, pledge).await?,
            // Another server plays it: he sits down when he enters there.
            Err(failure) if failure.is_elsewhere() => {}
            Err(failure) => return Err(failure),
        }
    }
    // Who holds his seat by a link alone holds the new one by the same link.
    let by_link = who.holds(&open.inside.play.row.seats).sides().any(|side| {
        let seat = &open.inside.play.row.seats[side.index()];
        seat.user.is_none()
    });
    Ok(Rematch { r#match: id, token: who.link.as_ref().filter(|_| by_link).map(|link| link.token.clone()) })
}

/// The match anew with the sides swapped.
async fn swapped(open: &Open, who: &Who, id: String, pledge: Option<&str>) -> Result<(MatchRow, Vec<String>), Failure> {
    let play = &open.inside.play;
    let fresh = head(&open.club, play.head.options.clone(), play.head.pace)?;
    let rated = play.head.rated && rated::still_want(&open.club, &play.row.seats).await?;
    let head = Head { battle: play.head.battle.clone(), rated, ..fresh };
    let [one, other] = play.row.seats.clone().map(|seat| awaited(seat, who));
    let (game, scenario) = (play.game.clone(), play.row.scenario.clone());
    let row = row(id, &play.row.game, scenario, &head, play.row.private, [other, one])?;
    begun(&open.club, row, head, game, who, (pledge, Vec::new())).await
}

/// The seat of somebody in a rematch: he who offers it sits there already, another is awaited.
fn awaited(old: SeatRow, offering: &Who) -> SeatRow {
    let mut seat = SeatRow { seen: 0, ..old };
    if seat.kind == kind::PLAYER && !offering.has(&seat) {
        seat.kind = kind::LINK.into();
    }
    seat
}
