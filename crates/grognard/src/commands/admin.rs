//! `grognard admin`: looking after a server that runs, and copies of what it keeps.

use crate::cli::{AdminArgs, AdminCommand, Place};
use crate::commands::serve::default_database;
use crate::failure::Failure;
use reqwest::{Client, Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use wire::{Ban, Closing, DeskUser, DeskUsers, FreshPassword, Reckoned, Retention, StudyInfo, StudyList, Swept};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Does one thing.
pub fn run(args: AdminArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(done(args))
}

async fn done(args: AdminArgs) -> Result<(), Failure> {
    let desk = Desk::new(&args)?;
    match args.command {
        AdminCommand::Users { part } => desk.users(part.as_deref()).await,
        AdminCommand::Ban { user } => desk.ban(&user, true).await,
        AdminCommand::Unban { user } => desk.ban(&user, false).await,
        AdminCommand::Password { user } => {
            let user = desk.find(&user).await?;
            let fresh: FreshPassword = desk.ask(Method::POST, &format!("users/{}/password", user.id), ()).await?;
            println!("The new password of {} is {}", user.name, fresh.password);
            Ok(())
        }
        AdminCommand::ForgetUser { user } => {
            let user = desk.find(&user).await?;
            desk.tell(Method::DELETE, &format!("users/{}", user.id), ()).await?;
            println!("{} is forgotten.", user.name);
            Ok(())
        }
        AdminCommand::Matches { user, most } => desk.matches(user.as_deref(), most).await,
        AdminCommand::Close { id, loser } => {
            desk.tell(Method::POST, &format!("matches/{id}/close"), Closing { loser }).await?;
            println!("The match is closed.");
            Ok(())
        }
        AdminCommand::Delete { id } => {
            desk.tell(Method::DELETE, &format!("matches/{id}"), ()).await?;
            println!("The match is deleted.");
            Ok(())
        }
        AdminCommand::DeleteTalk { id } => {
            desk.tell(Method::DELETE, &format!("matches/{id}/talk"), ()).await?;
            println!("What was said is deleted.");
            Ok(())
        }
        AdminCommand::Studies { user } => desk.studies(user.as_deref()).await,
        AdminCommand::DeleteStudy { id } => {
            desk.tell(Method::DELETE, &format!("studies/{id}"), ()).await?;
            println!("The study is deleted.");
            Ok(())
        }
        AdminCommand::Sweep { unused_days, finished_days } => {
            let swept: Swept = desk.ask(Method::POST, "sweep", Retention { unused_days, finished_days }).await?;
            println!("{} matches are thrown away, and guests who have nothing left here.", swept.matches);
            Ok(())
        }
        AdminCommand::Ratings => {
            let reckoned: Reckoned = desk.ask(Method::POST, "ratings", ()).await?;
            println!("All ratings are worked out anew from {} rated matches.", reckoned.matches);
            Ok(())
        }
        AdminCommand::Backup { file, place } => {
            server::store::backup(&database(place)?, &file).await?;
            println!("All that is kept is copied to {}.", file.display());
            Ok(())
        }
        AdminCommand::Restore { file, place } => {
            let before = server::store::restore(&database(place)?, &file).await?;
            println!("{} is in place.", file.display());
            if let Some(before) = before {
                println!("What was there before is {}.", before.display());
            }
            Ok(())
        }
    }
}

fn database(place: Place) -> Result<String, Failure> {
    place.database.map_or_else(default_database, Ok)
}

/// The way to the operator's desk of a server.
struct Desk {
    client: Client,
    server: String,
    key: Option<String>,
}

impl Desk {
    fn new(args: &AdminArgs) -> Result<Desk, Failure> {
        // A second call finds it installed, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(PATIENCE).build()?;
        let server = args.server.trim_end_matches('/').to_string();
        Ok(Desk { client, server, key: args.admin_key.clone() })
    }

    /// Asks, and reads what is answered.
    async fn ask<T: DeserializeOwned>(&self, method: Method, what: &str, body: impl Serialize) -> Result<T, Failure> {
        Ok(serde_json::from_str(&self.answer(method, what, body).await?)?)
    }

    /// Has something done.
    async fn tell(&self, method: Method, what: &str, body: impl Serialize) -> Result<(), Failure> {
        self.answer(method, what, body).await.map(drop)
    }

    async fn answer(&self, method: Method, what: &str, body: impl Serialize) -> Result<String, Failure> {
        let key = self.key.as_ref().ok_or_else(|| {
            Failure::said(
                "the operator's key is missing: --admin-key or GROGNARD_ADMIN_KEY, as the server was started with",
            )
        })?;
        let request =
            self.client.request(method, format!("{}/api/desk/{what}", self.server)).bearer_auth(key).json(&body);
        let unreachable =
            |_| Failure::said(format!("no Grognard answers at {} (--server says where it is)", self.server));
        let answer = request.send().await.map_err(unreachable)?;
        let (status, text) = (answer.status(), answer.text().await?);
        if status.is_success() {
            return Ok(text);
        }
        Err(Failure::said(refusal(status, &text)))
    }

    async fn users(&self, part: Option<&str>) -> Result<(), Failure> {
        let found: DeskUsers = self.ask(Method::GET, &sought("users", &[("name", part)])?, ()).await?;
        if found.users.is_empty() {
            println!("There is no such account.");
        }
        for user in &found.users {
            let (email, banned) = (user.email.as_deref().unwrap_or(""), if user.banned { "  shown out" } else { "" });
            println!("{}  {:<30}  {email}{banned}", user.id, user.name);
        }
        Ok(())
    }

    /// The account with this name, or the user with this id.
    async fn find(&self, user: &str) -> Result<DeskUser, Failure> {
        let found: DeskUsers = self.ask(Method::GET, &sought("users", &[("name", Some(user))])?, ()).await?;
        let is_he = |one: &DeskUser| one.id == user || one.name.to_lowercase() == user.to_lowercase();
        if let Some(found) = found.users.into_iter().find(is_he) {
            return Ok(found);
        }
        // Guests have no name to be found by.
        let is_id = user.len() == 16 && user.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_id {
            let name = user.to_string();
            return Ok(DeskUser { id: name.clone(), name, guest: true, email: None, banned: false, created: 0 });
        }
        Err(Failure::said(format!("there is no account \"{user}\"; `grognard admin users` lists them")))
    }

    async fn ban(&self, user: &str, on: bool) -> Result<(), Failure> {
        let user = self.find(user).await?;
        let user: DeskUser = self.ask(Method::POST, &format!("users/{}/ban", user.id), Ban { on }).await?;
        println!("{} {}.", user.name, if on { "is shown out" } else { "may come in again" });
        Ok(())
    }

    async fn studies(&self, user: Option<&str>) -> Result<(), Failure> {
        let user = match user {
            Some(user) => Some(self.find(user).await?.id),
            None => None,
        };
        let found: StudyList = self.ask(Method::GET, &sought("studies", &[("user", user.as_deref())])?, ()).await?;
        if found.studies.is_empty() {
            println!("There are no studies.");
        }
        found.studies.iter().for_each(|one| println!("{}", study_line(one)));
        Ok(())
    }

    async fn matches(&self, user: Option<&str>, most: usize) -> Result<(), Failure> {
        let user = match user {
            Some(user) => Some(self.find(user).await?.id),
            None => None,
        };
        let (mut told, mut before) = (0, None::<String>);
        loop {
            let what = sought("matches", &[("user", user.as_deref()), ("before", before.as_deref())])?;
            let page: Value = self.ask(Method::GET, &what, ()).await?;
            for one in page["matches"].as_array().into_iter().flatten().take(most - told) {
                println!("{}", line(one));
                told += 1;
            }
            before = page["next"].as_str().map(str::to_string);
            if told >= most || before.is_none() {
                break;
            }
        }
        if told == 0 {
            println!("There are no matches.");
        }
        Ok(())
    }
}

/// A study in a line: its id, game, and what it is called.
fn study_line(one: &StudyInfo) -> String {
    let StudyInfo { id, game, title, by, size, .. } = one;
    format!("{id}  {game:<22} {size:>8} bytes  {by}: {title}")
}

/// A match in a line: its id, game, standing, and who plays.
fn line(one: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("").to_string();
    let seats = one["seats"].as_array().into_iter().flatten();
    let players: Vec<String> =
        seats.map(|seat| seat["name"].as_str().map_or_else(|| text(&seat["kind"]), String::from)).collect();
    let actions = one["actions"].as_u64().unwrap_or(0);
    format!(
        "{}  {:<22} {:<8} {actions:>6} actions  {}",
        text(&one["id"]),
        text(&one["game"]),
        text(&one["status"]),
        players.join(" - ")
    )
}

/// A list that is asked for, with what it is sought by.
fn sought(list: &str, by: &[(&str, Option<&str>)]) -> Result<String, Failure> {
    let given: Vec<(&str, &str)> = by.iter().filter_map(|(name, value)| Some((*name, (*value)?))).collect();
    let mut url = reqwest::Url::parse("http://desk/").map_err(|error| Failure::said(error.to_string()))?;
    url.query_pairs_mut().extend_pairs(given);
    Ok(format!("{list}?{}", url.query().unwrap_or_default()))
}

/// What the server says of a request that it has not done.
fn refusal(status: StatusCode, text: &str) -> String {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    answer["error"]["message"].as_str().map_or_else(|| format!("the server answers {status}"), str::to_string)
}
