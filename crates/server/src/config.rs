//! How a server is run.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How long a connection may say nothing.
const SILENCE: Duration = Duration::from_secs(30);
/// How long it may take nothing of what it is answered.
const DEAFNESS: Duration = Duration::from_secs(30);
/// How long a replay in parts may take.
const REPLAY: Duration = Duration::from_secs(120);

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// `sqlite:PATH`, `sqlite::memory:` or `postgres://...`.
    pub database: String,
    /// Where other servers on the same database reach this one (`10.0.0.2:1918`), which share the work then; port 0 is the one
    /// where it listens. Without it the server wants the database for itself.
    pub reach: Option<String>,
    /// The address by which players reach it (`https://play.example.org`), for links in notices; else that of the
    /// request, or where it listens.
    pub public: Option<String>,
    /// A folder or an archive of changed data files.
    pub data: Option<PathBuf>,
    /// The folder in which projects of the workshop and archives are kept; without it there is no workshop.
    pub workshop: Option<PathBuf>,
    /// How mail goes out; without it none does.
    pub mail: Option<MailConfig>,
    /// Whether webhooks may go to private addresses: for tests and home networks.
    pub private_webhooks: bool,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The operator's key to the desk; without one there is no desk.
    pub admin_key: Option<String>,
    /// Whether `/metrics` answers others than this machine.
    pub metrics_open: bool,
    /// How much one client may ask for.
    pub limits: Limits,
    /// How long computers think at least about each choice: for tests.
    pub thinking: Duration,
    /// Where the dice come from in place of the operating system, and the same every time: for tests, as anybody who knows
    /// it can foretell them.
    pub seed: Option<u64>,
}

/// How mail goes out.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// `smtp://user:password@host:port` or `smtps://...`.
    pub smtp: String,
    /// The sender's address.
    pub from: String,
}

/// How much one client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second from one address, in the long run.
    pub requests_per_second: u32,
    /// Requests from one address at once.
    pub request_burst: u32,
    /// Sign-ins and registrations a minute from one address, and for one name.
    pub sign_ins_per_minute: u32,
    /// Messages a second on one socket, in the long run.
    pub messages_per_second: u32,
    /// Messages on one socket at once.
    pub message_burst: u32,
    /// Matches that one account, or all guests from one address, may create in an hour.
    pub matches_per_hour: u32,
    /// Analyses that one account, or all guests from one address, may ask for in an hour.
    pub analyses_per_hour: u32,
    /// Guests that may come from one address in an hour.
    pub guests_per_hour: u32,
    /// Sockets that may be open from one address.
    pub sockets_per_address: usize,
    /// Connections that may be open from one address, those of sockets among them.
    pub connections_per_address: usize,
    /// Connections that may be open in all, where the system gives us files for so many.
    pub connections: usize,
    /// How long a connection may take to send a request's head, and rest between two requests.
    pub silence: Duration,
    /// How long a connection may take nothing of what it is answered.
    pub deafness: Duration,
    /// How long a replay in parts may take, however slowly it is read.
    pub replay: Duration,
    /// How long an answer may take, if it does not wait for something to happen.
    pub patience: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 1918)),
            database: "sqlite::memory:".to_string(),
            reach: None,
            public: None,
            data: None,
            workshop: None,
            mail: None,
            private_webhooks: false,
            behind_proxy: false,
            admin_key: None,
            metrics_open: false,
            limits: Limits::default(),
            thinking: Duration::ZERO,
            seed: None,
        }
    }
}

impl Limits {
    /// So much that nobody reaches it: for tests and measurements.
    pub const NONE: Limits = Limits {
        requests_per_second: 1_000_000,
        request_burst: 1_000_000,
        sign_ins_per_minute: 1_000_000,
        messages_per_second: 1_000_000,
        message_burst: 1_000_000,
        matches_per_hour: 1_000_000,
        analyses_per_hour: 1_000_000,
        guests_per_hour: 1_000_000,
        sockets_per_address: 1_000_000,
        connections_per_address: 1_000_000,
        connections: 1_000_000,
        silence: SILENCE,
        deafness: DEAFNESS,
        replay: REPLAY,
        patience: Duration::from_secs(86_400),
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests_per_second: 20,
            request_burst: 100,
            sign_ins_per_minute: 10,
            messages_per_second: 20,
            message_burst: 100,
            matches_per_hour: 60,
            analyses_per_hour: 20,
            guests_per_hour: 60,
            sockets_per_address: 50,
            connections_per_address: 100,
            connections: 1_000_000,
            silence: SILENCE,
            deafness: DEAFNESS,
            replay: REPLAY,
            patience: Duration::from_secs(30),
        }
    }
}
