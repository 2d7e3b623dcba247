//! The rooms of the server, and which of them know each other.
//!
//! ```text
//!            server ───► doors                     a server from its start to its end, and its connections
//!               │
//!              app                                 puts the rooms together, and knows them all
//!    ┌──────────┼───────────────┐
//!    │       matches ─────► accounts               Club: matches in play; Accounts: who asks
//!    │          │   │           │ │                (accounts tell matches something by a trait of their own)
//!    │          │   └───────┐   │ └──► notices     Outbox, Post: what is told outside the page
//!    │          ▼           ▼   ▼
//!    ├────────► workshop: Workshop                 projects of those who make a game theirs
//!    │       company ─► matches, accounts          ratings, tournaments, the archive
//!    │       studies ─► accounts, web              games with notes, shared by a link
//!    │       desk ─► matches, accounts, studies    what the operator sees and does
//!    └────────► web: Library, Gate, client …       games and replays; what stands before every request
//!               │
//!               ▼
//!            others ─► web, matches               passing on what another server plays; who plays what
//!               │
//!               ▼
//!      store, games, work, places, secret, error   what all of them may use
//! ```
//!
//! A handler asks for the room that it is in, and for others only where it must: axum takes them out of the [`App`].

use crate::accounts::{self, Accounts};
use crate::closing::Closing;
use crate::company;
use crate::config::Config;
use crate::desk::{self, Desk};
use crate::error::Failure;
use crate::games::Games;
use crate::matches::{self, Club, Rooms, bring_over};
use crate::notices::{Outbox, Post};
use crate::others::Company;
use crate::server::ServeError;
use crate::store::{self, Millis, Sharing, Store};
use crate::studies;
use crate::web::{self, Gate, Library};
use crate::workshop::{self, Workshop};
use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use tokio::task::AbortHandle;

/// The rooms of the server.
#[derive(Clone)]
pub struct App {
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// The matches that somebody looks at or plays now.
    pub rooms: Arc<Rooms>,
    accounts: Arc<Accounts>,
    club: Arc<Club>,
    library: Arc<Library>,
    workshop: Arc<Workshop>,
    gate: Arc<Gate>,
    desk: Arc<Desk>,
    outbox: Outbox,
    company: Company,
    closing: Closing,
}

/// What handlers may ask for.
macro_rules! rooms {
    ($($room:ident: $kind:ty,)*) => {
        $(
            impl FromRef<App> for $kind {
                fn from_ref(app: &App) -> $kind {
                    app.$room.clone()
                }
            }
        )*
    };
}

rooms! {
    store: Arc<dyn Store>,
    accounts: Arc<Accounts>,
    club: Arc<Club>,
    library: Arc<Library>,
    workshop: Arc<Workshop>,
    gate: Arc<Gate>,
    desk: Arc<Desk>,
    rooms: Arc<Rooms>,
    company: Company,
}

impl App {
    /// Loads the games and opens the database.
    pub async fn open(config: &Config) -> Result<App, ServeError> {
        let games =
            Games::load(config.data.as_deref(), config.workshop.as_ref().map(|folder| folder.join("archives")))?;
        let sharing = if config.reach.is_some() { Sharing::Among } else { Sharing::Alone };
        let store = store::open_as(&config.database, sharing).await?;
        bring_over(&games, &*store).await?;
        let (post, closing) = (Arc::new(Post::new(config)?), Closing::default());
        let company = Company::join(config).await?;
        let rooms = Arc::new(Rooms::new(&config.limits, company.others()));
        let accounts = Accounts::new(store.clone(), post.clone(), rooms.clone(), &config.limits, company.others());
        let club = Club::new(games.clone(), store.clone(), rooms.clone(), config, closing.clone());
        Ok(App {
            accounts: Arc::new(accounts),
            club: Arc::new(club),
            workshop: Arc::new(Workshop::new(games.clone(), config)),
            library: Arc::new(Library::new(games, &config.limits)),
            gate: Arc::new(Gate::new(store.clone(), company.sign(), config)),
            desk: Arc::new(Desk::new(config)),
            outbox: Outbox::new(store.clone(), post, config),
            store,
            rooms,
            company,
            closing,
        })
    }

    /// Begins what goes on by itself: notices, computers, clocks. The last of it must be told to stop.
    pub async fn start(&self) -> Result<AbortHandle, ServeError> {
        self.outbox.clone().start(self.closing.clone());
        self.club.start().await?;
        company::start(&self.club);
        Ok(tokio::spawn(web::tidy(self.gate.clone())).abort_handle())
    }

    /// Everything that the server answers.
    pub fn router(&self) -> Router {
        let api = accounts::routes().merge(matches::routes()).merge(desk::routes()).merge(workshop::routes());
        let api = api.merge(company::routes()).merge(studies::routes());
        web::router(api.merge(web::routes()), self.clone())
    }

    /// Lets the other servers have what was ours: this one ends.
    pub async fn leave(&self) {
        if let Some(others) = self.company.others() {
            others.leave().await;
        }
    }

    /// How many computers think at the moment.
    pub fn thinking(&self) -> usize {
        self.club.study.thinking()
    }

    /// Looks after the tournaments that wait at this time: how many did.
    pub async fn tend_tournaments(&self, at: Millis) -> Result<usize, Failure> {
        company::tend(&self.club, at).await
    }

    /// Whether the server is ending.
    pub fn closing(&self) -> &Closing {
        &self.closing
    }

    /// Tells everything that waits or stays open to end.
    pub fn close(&self) {
        self.closing.close();
    }
}

#[cfg(feature = "openapi")]
pub use made::description;

#[cfg(feature = "openapi")]
mod made {
    use super::App;
    use crate::{accounts, company, desk, matches, studies, web, workshop};
    use serde_json::{Value, json};
    use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApiBuilder};
    use utoipa_axum::router::OpenApiRouter;

    /// The whole description: what stands at the handlers, and the types of the wire.
    pub fn description() -> Value {
        let rooms = [accounts::described(), matches::described(), desk::described()];
        let others = [workshop::described(), company::described(), studies::described(), web::described()];
        let parts = rooms.into_iter().chain(others);
        let described = parts.fold(head(), OpenApiRouter::merge).into_openapi();
        let mut described = json!(described);
        described["components"] = json!({ "schemas": wire::described::over_http() });
        let operations = described["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
        for operation in operations.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut()) {
            operation["responses"]["default"] = refusal();
            if let Some(body) = operation.get_mut("requestBody") {
                body["required"] = true.into();
            }
            let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
            parameters.map(|parameter| &mut parameter["schema"]).for_each(bound);
        }
        described
    }

    /// An integer in an address must be one that we can read.
    fn bound(schema: &mut Value) {
        if schema["type"] == "integer" {
            let (least, most) = if schema["minimum"] == 0 { (0, u64::MAX) } else { (i64::MIN, i64::MAX as u64) };
            (schema["minimum"], schema["maximum"]) = (least.into(), most.into());
        }
    }

    /// What may come of any request beside what is said of it: it is refused before it comes to its handler (the limits, a body
    /// that cannot be read, another site), or the server is at fault. All refusals have one shape.
    fn refusal() -> Value {
        json!({
            "description": "It was refused, and why",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        })
    }

    fn head() -> OpenApiRouter<App> {
        let info = InfoBuilder::new()
            .title("Grognard")
            .version(env!("CARGO_PKG_VERSION"))
            .description(Some("Plays hex-and-counter wargames by the book. docs/server.md tells it with examples."))
            .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
            .build();
        OpenApiRouter::with_openapi(OpenApiBuilder::new().info(info).build())
    }
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    use super::*;
    use crate::{Config, Limits, Server};
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    async fn ask(address: SocketAddr, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("{method} {path} HTTP/1.0\r\nAuthorization: Bearer nobody\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn what_is_described_is_answered() {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(Config { address, limits: Limits::NONE, ..Config::default() }).await.unwrap();
        let address = server.address();
        tokio::spawn(server.run(std::future::pending()));
        let described = description();
        let mut asked = 0;
        for (path, operations) in described["paths"].as_object().unwrap() {
            let path = path.replace("{game}", "first-blood").replace("{id}", "nobody");
            for method in operations.as_object().unwrap().keys() {
                let answer = ask(address, &method.to_uppercase(), &path).await;
                let (status, _) = answer.split_once("\r\n").unwrap();
                let nowhere = status.contains(" 405 ") || answer.contains("there is nothing at this address");
                assert!(!nowhere, "{method} {path}: {answer}");
                asked += 1;
            }
        }
        let nowhere = ask(address, "GET", "/api/nothing").await;
        assert!(nowhere.contains("there is nothing at this address"), "{nowhere}");
        assert_eq!(asked, 95, "as many as there are handlers");
    }
}
