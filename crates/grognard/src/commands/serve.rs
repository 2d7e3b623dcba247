//! `grognard serve`: the games in the browser.

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::parts;
use crate::signals::told_to_end;
use etcetera::BaseStrategy;
use server::{Config, Limits, MailConfig, ServeError, Server};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How many ports are tried after one that is taken.
const MORE_PORTS: u16 = 20;
/// How long work that goes on by itself may take at the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until it is told to end.
pub fn run(args: ServeArgs) -> Result<(), Failure> {
    if let Some(missing) = left_out(&args) {
        return Err(parts::without(missing));
    }
    // Who plays alone wants to see trouble, not a line for every request.
    server::begin_log(args.log_format.into(), if args.open { "warn" } else { "info" });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(serve(args));
    runtime.shutdown_timeout(FAREWELL);
    done
}

/// What was asked for that this program was built without.
fn left_out(args: &ServeArgs) -> Option<&'static str> {
    let is_postgres = |url: &String| url.starts_with("postgres:") || url.starts_with("postgresql:");
    let asked = [
        (args.database.as_ref().is_some_and(is_postgres), "PostgreSQL"),
        (args.reach.is_some(), "several servers"),
        (args.smtp.is_some(), "mail"),
        (args.private_webhooks, "webhooks"),
        (args.metrics_open, "figures"),
    ];
    let missing = asked.into_iter().find(|(asked, _)| *asked && !cfg!(feature = "world"));
    missing.map(|(_, what)| what)
}

async fn serve(args: ServeArgs) -> Result<(), Failure> {
    let open = args.open;
    let config = config(args)?;
    if open && is_running(config.address) {
        println!("Grognard is running already at {}", page(&config, config.address));
        open_browser(&page(&config, config.address));
        return Ok(());
    }
    let (kept, public) = (without_password(&config.database), config.public.clone());
    let server = bind(config, open).await?;
    let address = page(&Config { public, ..Config::default() }, server.address());
    // Whoever started it may have read the address and closed the pipe; it serves all the same.
    let _ = writeln!(std::io::stdout(), "Grognard is at {address}\nGames are kept in {kept}. Ctrl-C ends it.");
    if open {
        open_browser(&address);
    }
    Ok(server.run(told_to_end()).await?)
}

fn config(args: ServeArgs) -> Result<Config, Failure> {
    if args.seed.is_some() && !args.address.ip().is_loopback() {
        return Err(Failure::said("with --seed the dice can be foretold, so it serves this machine alone: 127.0.0.1"));
    }
    if args.reach.is_some() && !args.behind_proxy {
        return Err(Failure::said(
            "servers that share the work stand behind a proxy: start each with --behind-proxy too",
        ));
    }
    let mail = match (args.smtp, args.mail_from) {
        (Some(smtp), Some(from)) => Some(MailConfig { smtp, from }),
        _ => None,
    };
    let database = args.database.map_or_else(default_database, Ok)?;
    Ok(Config {
        address: args.address,
        workshop: Some(workshop(&database)?),
        database,
        reach: args.reach,
        public: args.public,
        data: args.data.folder,
        mail,
        private_webhooks: args.private_webhooks,
        behind_proxy: args.behind_proxy,
        admin_key: args.admin_key,
        metrics_open: args.metrics_open,
        limits: if args.no_limits { Limits::NONE } else { Limits::default() },
        thinking: Duration::from_millis(args.thinking),
        seed: args.seed,
    })
}

/// The user's data folder, which is made if it is missing.
fn data_folder() -> Result<PathBuf, Failure> {
    let folders = etcetera::base_strategy::choose_native_strategy()?;
    let folder = folders.data_dir().join("grognard");
    std::fs::create_dir_all(&folder).map_err(|error| Failure::said(format!("{}: {error}", folder.display())))?;
    Ok(folder)
}

/// The folder of the workshop: beside the database, or in the user's data folder.
fn workshop(database: &str) -> Result<PathBuf, Failure> {
    match database.strip_prefix("sqlite:").map(|path| path.split('?').next().unwrap_or(path)) {
        Some(path) if !path.starts_with(':') => Ok(Path::new(path).with_extension("workshop")),
        _ => Ok(data_folder()?.join("workshop")),
    }
}

/// A file in the user's data folder.
pub fn default_database() -> Result<String, Failure> {
    let folder = data_folder()?;
    Ok(format!("sqlite:{}", folder.join("grognard.sqlite").display()))
}

/// Takes the address, or with `next` the next one that is free.
async fn bind(config: Config, next: bool) -> Result<Server, ServeError> {
    let mut address = config.address;
    let last = if next { address.port().saturating_add(MORE_PORTS) } else { address.port() };
    loop {
        match Server::bind(Config { address, ..config.clone() }).await {
            Err(ServeError::Taken(_)) if address.port() < last => address.set_port(address.port() + 1),
            bound => return bound,
        }
    }
}

/// Whether it is a Grognard that listens there.
fn is_running(address: SocketAddr) -> bool {
    let patience = Duration::from_millis(500);
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&reachable(address), patience)?;
        stream.set_read_timeout(Some(patience))?;
        stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(4096).read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    address.port() != 0 && ask().is_ok_and(|answer| answer.contains("\"server\":\"grognard\""))
}

/// The address of the page for the player on this machine.
fn page(config: &Config, address: SocketAddr) -> String {
    config.public.as_ref().map_or_else(|| format!("http://{}/", reachable(address)), |public| format!("{public}/"))
}

/// Where something that listens everywhere is found from here.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// A database's address as it may be shown.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.strip_prefix("sqlite:").unwrap_or(url).to_string();
    };
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{}", host.split('?').next().unwrap_or(host))
}

/// Opens the page, if there is a screen to open it on; the address was said anyway.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        eprintln!("grognard: no browser could be opened; open {address} yourself");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgres://me:secret@db.example/games?x=secret"), "postgres://db.example/games");
        assert_eq!(without_password("sqlite:/home/me/grognard.sqlite"), "/home/me/grognard.sqlite");
    }

    #[test]
    fn what_listens_everywhere_is_found_here() {
        let found = |text: &str| reachable(text.parse().unwrap()).to_string();
        assert_eq!(found("0.0.0.0:1918"), "127.0.0.1:1918");
        assert_eq!(found("[::]:1918"), "[::1]:1918");
        assert_eq!(found("192.168.1.5:80"), "192.168.1.5:80");
    }
}
