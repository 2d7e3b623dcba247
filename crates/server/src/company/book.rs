//! A tournament as the store has it, and as it is told.

use super::pairing::{self, Pair};
use super::standings::{Scored, standings};
use crate::error::Failure;
use crate::matches::{Club, Setting, used_in};
use crate::store::company::{AppointmentRow, EntrantRow, TournamentRow};
use crate::store::{Millis, User, now};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use wire::{
    Appointment, Outcome, Pace, Pairing, Round, Standing, Tournament, TournamentInfo, TournamentKind, TournamentStatus,
};

/// The name of somebody who is no more.
pub const NAMELESS: &str = "Guest";

/// How tournaments stand, as the store keeps it.
pub mod status {
    /// One can sign up.
    pub const OPEN: &str = "open";
    /// It is played.
    pub const PLAYING: &str = "playing";
    /// It is over.
    pub const OVER: &str = "over";
    /// It was called off before it began.
    pub const CALLED_OFF: &str = "called_off";
}

/// What of a tournament never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// What it is called.
    pub title: String,
    /// What else there is to say.
    pub text: String,
    /// The game's id.
    pub game: String,
    /// What is played of it.
    pub setting: Setting,
    /// How much time the sides have in each match.
    pub pace: Pace,
    /// How the players are brought together.
    pub kind: TournamentKind,
    /// Rounds of a Swiss tournament, where its host has said.
    pub rounds: Option<u32>,
    /// How long a round may take.
    pub round_ms: i64,
    /// Whether each pairing is two matches at once.
    pub both_sides: bool,
    /// Whether its matches are rated.
    pub rated: bool,
    /// When it begins by itself.
    pub begins: Option<i64>,
}

impl Head {
    /// How many rounds there are among so many players.
    pub fn rounds_among(&self, players: usize) -> usize {
        let all = pairing::round_robin_rounds(players);
        match self.kind {
            TournamentKind::RoundRobin => all,
            TournamentKind::KnockOut => pairing::halving_rounds(players),
            // In more rounds than that somebody would have to meet somebody again.
            TournamentKind::Swiss => {
                self.rounds.map_or(pairing::halving_rounds(players), |rounds| rounds as usize).clamp(1, all.max(1))
            }
        }
    }

    /// The sides of a pairing's matches: once, or both ways.
    pub fn legs(&self) -> i64 {
        if self.both_sides { 2 } else { 1 }
    }
}

/// A tournament as the store has it.
pub struct Book {
    /// How it stands.
    pub row: TournamentRow,
    /// What never changes.
    pub head: Head,
    /// Who plays, the first seed first.
    pub entrants: Vec<EntrantRow>,
    /// Its matches.
    pub appointments: Vec<AppointmentRow>,
}

impl Book {
    /// Reads it.
    pub async fn read(club: &Club, id: &str) -> Result<Option<Book>, Failure> {
        let Some(row) = club.store.tournament(id).await? else { return Ok(None) };
        let head = read_head(&row)?;
        let (entrants, appointments) = (club.store.entrants(id).await?, club.store.appointments(id).await?);
        Ok(Some(Book { row, head, entrants, appointments }))
    }

    /// The seed of somebody who plays.
    fn seed(&self, user: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.user == user)
    }

    /// Its matches as they count.
    pub fn scored(&self) -> Vec<Scored> {
        let scored = |row: &AppointmentRow| {
            let second = row.users.1.as_deref().map(|user| self.seed(user));
            let pair =
                Pair { first: self.seed(&row.users.0)?, second: second.map_or(Some(None), |seed| seed.map(Some))? };
            let AppointmentRow { round, board, leg, points, .. } = *row;
            Some(Scored { round, board, leg, pair, points })
        };
        self.appointments.iter().filter_map(scored).collect()
    }

    /// Whether somebody has withdrawn.
    pub fn has_left(&self, player: usize) -> bool {
        self.entrants[player].withdrawn
    }

    /// All of it, as somebody is told.
    pub async fn told(&self, club: &Club, asker: Option<&User>) -> Result<Tournament, Failure> {
        let mut ids: Vec<String> = self.entrants.iter().map(|entrant| entrant.user.clone()).collect();
        ids.extend([self.row.host.clone()]);
        let names = Names::of(club, &ids).await?;
        let used = Uses::of(club, &self.appointments, now()).await?;
        let entered = self
            .entrants
            .iter()
            .any(|entrant| asker.is_some_and(|asker| asker.id == entrant.user) && !entrant.withdrawn);
        let info = info(&self.row, &self.head, &names, asker, entered);
        let standings = standings(self.head.kind, self.entrants.len(), &self.scored());
        let begun = self.row.round > 0;
        let standings = standings.into_iter().map(|stand| {
            let entrant = &self.entrants[stand.player];
            Standing {
                place: stand.place as u32,
                name: names.get(&entrant.user),
                seed: if begun { stand.player as u32 + 1 } else { 0 },
                points: halves(stand.points),
                matches: stand.matches as u32,
                buchholz: halves(stand.buchholz),
                sonneborn_berger: stand.sonneborn_berger as f64 / 4.0,
                head_to_head: halves(stand.head_to_head),
                used_ms: used.by(&entrant.user),
                out_in: stand.out_in.map(|round| round as u32),
                withdrawn: entrant.withdrawn,
                you: asker.is_some_and(|asker| asker.id == entrant.user),
            }
        });
        let rounds = (1..=self.row.round).rev().map(|round| self.round(club, &names, &used, round));
        Ok(Tournament { info, standings: standings.collect(), rounds: rounds.collect() })
    }

    fn round(&self, club: &Club, names: &Names, used: &Uses<'_>, round: i64) -> Round {
        let mut boards: BTreeMap<i64, Vec<&AppointmentRow>> = BTreeMap::new();
        for row in self.appointments.iter().filter(|row| row.round == round) {
            boards.entry(row.board).or_default().push(row);
        }
        let pairings = boards.values().map(|rows| self.pairing(club, names, used, rows)).collect();
        Round { round: round as u32, pairings }
    }

    /// A pairing, in the order of its first match.
    fn pairing(&self, club: &Club, names: &Names, used: &Uses<'_>, rows: &[&AppointmentRow]) -> Pairing {
        let (first, second) = &rows[0].users;
        let players: Vec<&String> = [Some(first), second.as_ref()].into_iter().flatten().collect();
        let points = players.iter().map(|player| {
            let of = |row: &&AppointmentRow| {
                let (one, other) = row.points.unwrap_or_default();
                if row.users.0 == **player { one } else { other }
            };
            halves(rows.iter().map(of).sum())
        });
        Pairing {
            points: points.collect(),
            done: rows.iter().all(|row| row.points.is_some()),
            matches: rows.iter().map(|row| self.appointment(club, names, used, row)).collect(),
            players: players.into_iter().map(|player| names.get(player)).collect(),
        }
    }

    fn appointment(&self, club: &Club, names: &Names, used: &Uses<'_>, row: &AppointmentRow) -> Appointment {
        let game = club.games.get(&self.head.game);
        let side_id = |side: Side| {
            let about = game.as_ref().map(|game| game.about());
            about.map_or(["first", "second"][side.index()], |about| about.side_id(side)).to_string()
        };
        let mut sides = BTreeMap::from([(side_id(Side::First), names.get(&row.users.0))]);
        sides.extend(row.users.1.as_ref().map(|user| (side_id(Side::Second), names.get(user))));
        let points = row.points.map(|(one, other)| {
            let both = [(Side::First, one), (Side::Second, other)];
            let sitting = both.into_iter().take(sides.len());
            sitting.map(|(side, points)| (side_id(side), halves(points))).collect()
        });
        let how = row.how.as_deref().map(|how| match how {
            "forfeit" => Outcome::Forfeit,
            "bye" => Outcome::Bye,
            "void" => Outcome::Void,
            _ => Outcome::Played,
        });
        let used = used.in_match(row).map(|by| Side::BOTH.map(|side| (side_id(side), by[side.index()])).into());
        Appointment { r#match: row.match_id.clone(), sides, points, how, used_ms: used }
    }
}

/// How much time was used in the matches of a tournament, as far as they are still there.
struct Uses<'a> {
    appointments: &'a [AppointmentRow],
    in_matches: HashMap<String, [Millis; 2]>,
}

impl Uses<'_> {
    async fn of<'a>(club: &Club, appointments: &'a [AppointmentRow], now: Millis) -> Result<Uses<'a>, Failure> {
        let ids: Vec<String> = appointments.iter().filter_map(|row| row.match_id.clone()).collect();
        let rows = club.store.match_rows(&ids).await?;
        let in_matches = rows.into_iter().filter_map(|row| Some((row.id.clone(), used_in(&row, now)?))).collect();
        Ok(Uses { appointments, in_matches })
    }

    fn in_match(&self, row: &AppointmentRow) -> Option<[Millis; 2]> {
        self.in_matches.get(row.match_id.as_ref()?).copied()
    }

    /// By somebody, in all his matches.
    fn by(&self, user: &str) -> Millis {
        let used = |row: &AppointmentRow| {
            let [first, second] = self.in_match(row)?;
            if row.users.0 == user {
                Some(first)
            } else {
                Some(second).filter(|_| row.users.1.as_deref() == Some(user))
            }
        };
        self.appointments.iter().filter_map(used).sum()
    }
}

fn halves(points: i64) -> f64 {
    points as f64 / 2.0
}

/// What never changes of a tournament.
pub fn read_head(row: &TournamentRow) -> Result<Head, Failure> {
    serde_json::from_str(&row.head).map_err(Failure::internal)
}

/// The names of users.
pub struct Names(HashMap<String, String>);

impl Names {
    /// Those of these users.
    pub async fn of(club: &Club, ids: &[String]) -> Result<Names, Failure> {
        let users = club.store.users(ids).await?;
        Ok(Names(users.into_iter().map(|user| (user.id, user.name)).collect()))
    }

    fn get(&self, user: &str) -> String {
        self.0.get(user).map_or(NAMELESS, String::as_str).to_string()
    }
}

/// A tournament as lists have it.
pub fn info(row: &TournamentRow, head: &Head, names: &Names, asker: Option<&User>, entered: bool) -> TournamentInfo {
    let is_begun = row.round > 0;
    // How many rounds it takes depends on how many play.
    let rounds = is_begun.then(|| head.rounds_among(row.players as usize) as u32).or(head.rounds);
    TournamentInfo {
        id: row.id.clone(),
        title: head.title.clone(),
        text: head.text.clone(),
        game: head.game.clone(),
        scenario: head.setting.battle.as_ref().unwrap_or(&head.setting.scenario).clone(),
        options: head.setting.options.clone(),
        pace: head.pace,
        kind: head.kind,
        rounds,
        round_ms: head.round_ms,
        max_players: row.max_players as u32,
        both_sides: head.both_sides,
        rated: head.rated,
        begins: head.begins,
        status: match row.status.as_str() {
            status::PLAYING => TournamentStatus::Playing,
            status::OVER => TournamentStatus::Over,
            status::CALLED_OFF => TournamentStatus::CalledOff,
            _ => TournamentStatus::Open,
        },
        round: row.round as u32,
        deadline: row.deadline,
        players: row.players as u32,
        host: names.get(&row.host),
        yours: asker.is_some_and(|asker| asker.id == row.host),
        entered,
        created: row.created,
        winner: row.winner.as_deref().map(|user| names.get(user)),
    }
}
