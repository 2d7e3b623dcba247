//! `grognard bench load`: many matches at once, each with two players on sockets of their own, as a server has them on a
//! busy evening.

use crate::cli::LoadArgs;
use crate::failure::Failure;
use engine::dice::{Seed, SeededDice};
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::json;
use server::deflate::{AGREED, Unpacking};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// What is not counted: the first moments after all have sat down.
const WARM_UP: Duration = Duration::from_secs(2);
/// The largest message that a player takes.
const LARGEST: usize = 1 << 20;
/// How many pairs sit down at the same time.
const SITTING_DOWN: usize = 16;

/// What was measured.
#[derive(Serialize)]
struct Report {
    matches: usize,
    sockets: usize,
    database: String,
    pace_ms: u64,
    /// Whether players have long messages packed.
    packed: bool,
    /// Sockets beside these whose players do nothing.
    idle: usize,
    actions_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    worst_ms: f64,
    games_finished: usize,
    refused: usize,
    /// The processor time that the server took for each acknowledged action, in microseconds; where the system tells.
    server_us_per_action: Option<f64>,
    /// How much memory it had at the end, in millions of bytes.
    server_mb: Option<f64>,
}

/// What one player on a socket saw.
#[derive(Default)]
struct Tally {
    /// How long each action took from being sent to being acknowledged, in microseconds.
    round_trips: Vec<u32>,
    finished: usize,
    refused: usize,
}

/// Measures a server that is started for it, or one that runs already.
pub fn run(args: LoadArgs) -> Result<(), Failure> {
    let database = args.database.clone();
    let server = match &args.server {
        Some(address) => Running { address: address.trim_end_matches('/').to_string(), child: None, folder: None },
        None => Running::start(database.as_deref())?,
    };
    server::raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (tallies, took) = runtime.block_on(play_all(&args, &server))?;
    let kept = match (&args.server, database) {
        (Some(_), _) => "the server's own".to_string(),
        (None, Some(url)) => url.split(':').next().unwrap_or_default().to_string(),
        (None, None) => "sqlite".to_string(),
    };
    let report = Report { server_mb: server.memory(), ..report(&args, kept, tallies, took)? };
    tell(&args, report)
}

/// A server in a process of its own, as players have it.
struct Running {
    address: String,
    child: Option<Child>,
    /// Where a throw-away database lies.
    folder: Option<std::path::PathBuf>,
}

impl Running {
    fn start(database: Option<&str>) -> Result<Running, Failure> {
        let (database, folder) = match database {
            Some(url) => (url.to_string(), None),
            None => {
                let folder = std::env::temp_dir().join(format!("grognard-load-{}", std::process::id()));
                std::fs::create_dir_all(&folder)?;
                (format!("sqlite:{}", folder.join("load.sqlite").display()), Some(folder))
            }
        };
        let arguments = ["serve", "--address", "127.0.0.1:0", "--no-limits", "--database", &database];
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut first = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut first)?;
        }
        let address = first.trim().strip_prefix("Grognard is at ").map(|address| address.trim_end_matches('/'));
        let Some(address) = address.map(str::to_string) else {
            let _ = child.kill();
            return Err(Failure::said("the server did not start"));
        };
        Ok(Running { address, child: Some(child), folder })
    }

    /// A file in which Linux tells of the process, if it is ours.
    fn told(&self, file: &str) -> Option<String> {
        let child = self.child.as_ref()?;
        std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).ok()
    }

    /// The processor time it has taken so far, in microseconds.
    fn processor_time(&self) -> Option<f64> {
        // After the name in brackets; the times are counted in hundredths of a second.
        let told = self.told("stat")?;
        let fields: Vec<&str> = told.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) * 10_000.0)
    }

    /// How much memory it has, in millions of bytes.
    fn memory(&self) -> Option<f64> {
        let told = self.told("status")?;
        let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? * 1024.0 / 1e6)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Where all wait until everybody sits; when counting begins; and whether it is over.
struct Window {
    seated: Barrier,
    doors: Semaphore,
    from: OnceLock<Instant>,
    over: AtomicBool,
}

impl Window {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn counts(&self, at: Instant) -> bool {
        !self.is_over() && self.from.get().is_some_and(|&from| at >= from)
    }
}

/// What all players saw, and the processor time that the server took meanwhile.
async fn play_all(args: &LoadArgs, server: &Running) -> Result<(Vec<Tally>, Option<f64>), Failure> {
    let address = &*server.address;
    // A client cannot be made without one, even if it speaks plain HTTP; whoever was first has chosen the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let games: Vec<GameInfo> = client.get(format!("{address}/api/games")).send().await?.json().await?;
    let game = games.into_iter().find(|game| game.game == args.game);
    let sides = game.ok_or_else(|| Failure::said(format!("the server has no game \"{}\"", args.game)))?.sides;
    let sides: Vec<String> = sides.into_iter().map(|side| side.id).collect();
    let window = Arc::new(Window {
        seated: Barrier::new(args.matches + 1),
        doors: Semaphore::new(SITTING_DOWN),
        from: OnceLock::new(),
        over: AtomicBool::new(false),
    });
    let pair = |number: usize| Pair {
        client: client.clone(),
        address: address.to_string(),
        game: args.game.clone(),
        sides: sides.clone(),
        pace: Duration::from_millis(args.pace_ms),
        packed: args.packed,
        dice: SeededDice::new(Seed::from(number as u64)),
        window: window.clone(),
    };
    let mut idle = JoinSet::new();
    for number in 0..args.idle.div_ceil(2) {
        let pair = pair(number);
        idle.spawn(async move { pair.sit_down().await });
    }
    let mut at_rest = JoinSet::new();
    for pair in idle.join_all().await {
        let (one, other) = pair?;
        for mut socket in [one, other] {
            hear_table(&mut socket).await?;
            // From now on it only says that it is still there.
            at_rest.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
        }
    }
    let mut tasks = JoinSet::new();
    for number in 0..args.matches {
        tasks.spawn(pair(number).play_on());
    }
    tokio::select! {
        _ = window.seated.wait() => {}
        // Nobody is through before all sit, unless something has failed.
        Some(failed) = tasks.join_next() => { failed??; }
    }
    let from = *window.from.get_or_init(|| Instant::now() + WARM_UP);
    tokio::time::sleep_until(from.into()).await;
    let before = server.processor_time();
    tokio::time::sleep_until((from + Duration::from_secs_f64(args.seconds)).into()).await;
    let took = server.processor_time().zip(before).map(|(after, before)| after - before);
    window.over.store(true, Ordering::Relaxed);
    let mut tallies = Vec::new();
    while let Some(task) = tasks.join_next().await {
        tallies.extend(task??);
    }
    drop(at_rest);
    Ok((tallies, took))
}

/// Two players who play one match after the other.
struct Pair {
    client: reqwest::Client,
    address: String,
    game: String,
    sides: Vec<String>,
    pace: Duration,
    packed: bool,
    dice: SeededDice,
    window: Arc<Window>,
}

/// What is needed of the answer to a new match.
#[derive(Deserialize)]
struct Created {
    #[serde(rename = "match")]
    info: Info,
    links: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Info {
    id: String,
}

#[derive(Deserialize)]
struct GameInfo {
    game: String,
    sides: Vec<SideInfo>,
}

#[derive(Deserialize)]
struct SideInfo {
    id: String,
}

impl Pair {
    async fn play_on(mut self) -> Result<[Tally; 2], Failure> {
        let mut tallies = <[Tally; 2]>::default();
        let mut first = true;
        while !self.window.is_over() {
            let (one, other) = self.sit_down().await?;
            if std::mem::take(&mut first) {
                self.window.seated.wait().await;
            }
            let seeds = [self.dice.below(60_000) as u64, self.dice.below(60_000) as u64];
            let [mine, yours] = &mut tallies;
            let (first, second) = tokio::join!(
                play(one, self.pace, seeds[0], &self.window, mine),
                play(other, self.pace, seeds[1], &self.window, yours),
            );
            first?;
            second?;
        }
        Ok(tallies)
    }

    /// A new match with a socket for each seat.
    async fn sit_down(&self) -> Result<(Socket, Socket), Failure> {
        let _door = self.window.doors.acquire().await?;
        let seats: BTreeMap<_, _> = self.sides.iter().map(|side| (side, "link")).collect();
        let new = json!({ "game": self.game, "seats": seats, "private": true });
        let answer = self.client.post(format!("{}/api/matches", self.address)).json(&new).send().await?;
        let created: Created = answer.error_for_status()?.json().await?;
        let mut sockets = Vec::new();
        for link in created.links.values() {
            let token = link.rsplit_once('#').map_or("", |(_, token)| token);
            sockets.push(enter(&self.address, &created.info.id, token, self.packed).await?);
        }
        match <[Socket; 2]>::try_from(sockets) {
            Ok([one, other]) => Ok((one, other)),
            Err(_) => Err(Failure::said("the server gave no link for each seat")),
        }
    }
}

type Socket = WebSocketStream<Unpacking<TcpStream>>;

async fn enter(address: &str, id: &str, token: &str, packed: bool) -> Result<Socket, Failure> {
    let host = address.strip_prefix("http://").ok_or_else(|| Failure::said("only a server at http:// is measured"))?;
    let mut request = format!("ws://{host}/api/matches/{id}/socket").into_client_request()?;
    if packed {
        request.headers_mut().insert("sec-websocket-extensions", "permessage-deflate".parse()?);
    }
    let stream = TcpStream::connect(host).await?;
    stream.set_nodelay(true)?;
    // A buffer for what players are told, not for the largest there may be: there are many.
    let frugal = WebSocketConfig::default().read_buffer_size(16 * 1024);
    let (mut socket, answer) = client_async_with_config(request, Unpacking::new(stream), Some(frugal)).await?;
    if answer.headers().get("sec-websocket-extensions").is_some_and(|agreed| agreed == AGREED) {
        socket.get_mut().unpack(LARGEST);
    }
    let enter = json!({ "id": 0, "do": "enter", "token": token, "choices": "short" });
    socket.send(Message::text(enter.to_string())).await?;
    Ok(socket)
}

/// Waits for the answer to `enter`.
async fn hear_table(socket: &mut Socket) -> Result<(), Failure> {
    while let Some(message) = socket.next().await.transpose()? {
        if let Message::Text(text) = message
            && serde_json::from_str::<Told>(&text)?.re.is_some()
        {
            return Ok(());
        }
    }
    Err(Failure::said("the server has closed a socket"))
}

/// What a player needs to read of a message.
#[derive(Deserialize)]
struct Told {
    re: Option<u64>,
    ok: Option<bool>,
    table: Option<Position>,
    step: Option<Position>,
}

#[derive(Deserialize)]
struct Position {
    /// In a step; a table tells it with the match.
    actions: Option<usize>,
    #[serde(rename = "match")]
    info: Option<Standing>,
    decision: Chooser,
}

#[derive(Deserialize)]
struct Standing {
    actions: usize,
    status: String,
}

#[derive(Deserialize)]
struct Chooser {
    side: Option<String>,
    options: Option<Vec<String>>,
}

/// Plays any legal action whenever it is this seat's choice, until the match or the time is over.
async fn play(
    mut socket: Socket,
    pace: Duration,
    seed: u64,
    window: &Window,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let mut dice = SeededDice::new(Seed::from(seed));
    let mut sent: Option<(u64, Instant)> = None;
    let mut id = 0;
    while !window.is_over() {
        // Somebody must look at the clock even if the other never plays.
        let Ok(message) = tokio::time::timeout(Duration::from_millis(500), socket.next()).await else { continue };
        let Some(message) = message.transpose()? else { break };
        let Message::Text(text) = message else { continue };
        let told: Told = serde_json::from_str(&text)?;
        if let Some((_, at)) = sent.take_if(|(id, _)| told.re == Some(*id)) {
            tally.refused += usize::from(told.ok == Some(false));
            if window.counts(at) && told.ok == Some(true) {
                tally.round_trips.push(at.elapsed().as_micros().try_into().unwrap_or(u32::MAX));
            }
        }
        let Some(position) = told.table.or(told.step) else { continue };
        let standing = position.info.as_ref();
        if position.decision.side.is_none() && standing.is_none_or(|standing| standing.status == "over") {
            tally.finished += 1;
            break;
        }
        let actions = position.actions.or(standing.map(|standing| standing.actions)).unwrap_or_default();
        let Some(options) = position.decision.options.filter(|options| !options.is_empty()) else { continue };
        if !pace.is_zero() {
            // Nobody thinks in step with the others: half as long, or half as long again.
            tokio::time::sleep(pace.mul_f64(0.5 + dice.below(1000) as f64 / 1000.0)).await;
        }
        id += 1;
        let action = &options[dice.below(options.len())];
        let request = json!({ "id": id, "do": "play", "action": action, "after": actions });
        sent = Some((id, Instant::now()));
        socket.send(Message::text(request.to_string())).await?;
    }
    Ok(())
}

fn report(args: &LoadArgs, database: String, tallies: Vec<Tally>, took: Option<f64>) -> Result<Report, Failure> {
    let mut times: Vec<u32> = tallies.iter().flat_map(|tally| &tally.round_trips).copied().collect();
    if times.is_empty() {
        return Err(Failure::said(
            "no action was acknowledged while it was measured; measure longer, or let players wait less",
        ));
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
    let ms = |share| f64::from(at(share)) / 1000.0;
    Ok(Report {
        matches: args.matches,
        sockets: tallies.len(),
        database,
        pace_ms: args.pace_ms,
        packed: args.packed,
        idle: args.idle.next_multiple_of(2),
        actions_per_second: times.len() as f64 / args.seconds,
        p50_ms: ms(0.5),
        p99_ms: ms(0.99),
        worst_ms: ms(1.0),
        // Both players see the end.
        games_finished: tallies.iter().map(|tally| tally.finished).sum::<usize>() / 2,
        refused: tallies.iter().map(|tally| tally.refused).sum(),
        server_us_per_action: took.map(|micros| micros / times.len() as f64),
        server_mb: None,
    })
}

fn tell(args: &LoadArgs, report: Report) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    let Report { matches, sockets, database, pace_ms, .. } = &report;
    let pace = if *pace_ms == 0 { "as fast as answers come".to_string() } else { format!("{pace_ms} ms a move") };
    let beside = match report.idle {
        0 => String::new(),
        idle => format!(", and {idle} sockets whose players do nothing"),
    };
    let packed = if report.packed { ", packed" } else { "" };
    writeln!(out, "{matches} matches on {sockets} sockets{packed}, {database}, {pace}{beside}")?;
    writeln!(out, "  actions acknowledged a second  {:.0}", report.actions_per_second)?;
    writeln!(out, "  round trip, median             {:.1} ms", report.p50_ms)?;
    writeln!(out, "  round trip, 99th percentile    {:.1} ms", report.p99_ms)?;
    writeln!(out, "  round trip, worst              {:.1} ms", report.worst_ms)?;
    writeln!(out, "  games finished {}, actions refused {}", report.games_finished, report.refused)?;
    if let Some(micros) = report.server_us_per_action {
        writeln!(out, "  the server's processor time    {micros:.0} \u{b5}s an action")?;
    }
    if let Some(mb) = report.server_mb {
        writeln!(out, "  the server's memory            {mb:.0} MB")?;
    }
    Ok(())
}
