//! The proxies that the documents tell of do what they say: nginx is started with the very text of the document, encrypted and
//! all, and stands before one server, or before two that share the work. A match is played through it, over HTTP and over a
//! socket; the servers are brought up to date, and it goes on.

use crate::players::{Player, Socket, id_of};
use crate::support::database::Database;
use crate::support::folder::Folder;
use crate::support::running::{Running, config};
use engine::Record;
use reqwest::Method;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use server::Config;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;

/// Between two tries.
const GLANCE: Duration = Duration::from_millis(50);
/// So long after a server did not answer nginx asks it again, at the latest: `fail_timeout`, and a second as nginx counts.
const FORGIVING: Duration = Duration::from_secs(3);
/// The name by which players know the server in the documents.
const NAME: &str = "play.example.org";

/// What stands around the text of a document: it is included in the part for HTTP.
const AROUND: &str = "daemon off; pid FOLDER/pid; error_log FOLDER/log; user USER; worker_processes 1;
events { worker_connections 256; }
http {
    access_log off;
    client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi;
    uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;
    include FOLDER/recipe;
}
";

/// Ends nginx when its input ends, however this process does.
const WATCHMAN: &str = r#""$1" -e "$2/log" -c "$2/nginx.conf" & read _; kill $!; wait"#;

/// The recipe for nginx in a document.
fn recipe(document: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
    let text = std::fs::read_to_string(file).expect("the document");
    let (_, after) = text.split_once("ith nginx").expect("the document tells of nginx");
    let (_, block) = after.split_once("\n```\n").expect("a block");
    block.split_once("\n```").expect("its end").0.to_string()
}

/// The same text with something else in it: what must be there once.
fn instead(text: &str, what: &str, with: &str) -> String {
    assert_eq!(text.matches(what).count(), 1, "{what} in {text}");
    text.replace(what, with)
}

/// nginx, and before it somebody who encrypts what comes to him for it, as a browser does: `address` is where he listens.
struct Proxy {
    address: SocketAddr,
    _folder: Folder,
    _watchman: Child,
}

impl Proxy {
    /// Starts nginx by a recipe whose servers are these.
    async fn start(recipe: &str, servers: &[(&str, SocketAddr)]) -> Proxy {
        let folder = Folder::new();
        let path = folder.path().display().to_string();
        let file = |name: &str| format!("{path}/{name}");
        certify(&file("certificate"), &file("key"));
        let port = TcpListener::bind("127.0.0.1:0").await.expect("a free port").local_addr().expect("its number");
        let lets_encrypt = format!("/etc/letsencrypt/live/{NAME}");
        let mut recipe = instead(recipe, "listen 443 ssl;", &format!("listen {port} ssl;"));
        recipe = instead(&recipe, &format!("{lets_encrypt}/fullchain.pem"), &file("certificate"));
        recipe = instead(&recipe, &format!("{lets_encrypt}/privkey.pem"), &file("key"));
        for (named, address) in servers {
            recipe = instead(&recipe, named, &address.to_string());
        }
        let user = std::env::var("USER").unwrap_or_else(|_| "root".into());
        std::fs::write(file("recipe"), recipe).expect("the recipe");
        std::fs::write(file("nginx.conf"), AROUND.replace("FOLDER", &path).replace("USER", &user)).expect("all of it");
        let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"];
        let nginx = nginx.into_iter().find(|file| Path::new(file).is_file()).expect("nginx: install the package nginx");
        let checked = Command::new(nginx).args(["-t", "-q", "-c", &file("nginx.conf")]).output().expect("nginx runs");
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        let watchman = Command::new("sh")
            .args(["-c", WATCHMAN, "watchman", nginx, &path])
            .stdin(Stdio::piped())
            .spawn()
            .expect("nginx starts");
        let address = encrypt(port, &file("certificate")).await;
        Proxy { address, _watchman: watchman, _folder: folder }
    }
}

/// Makes a certificate for the name, and its key.
fn certify(certificate: &str, key: &str) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", &format!("/CN={NAME}"), "-addext", &format!("subjectAltName=DNS:{NAME}")])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate])
        .output()
        .expect("openssl runs: install the package openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Listens for what is not encrypted, and passes it on encrypted to whoever can show the certificate.
async fn encrypt(to: SocketAddr, certificate: &str) -> SocketAddr {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut known = RootCertStore::empty();
    known.add(CertificateDer::from_pem_file(certificate).expect("a certificate")).expect("one that can be trusted");
    let config = ClientConfig::builder().with_root_certificates(known).with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut plain, _)) = listener.accept().await {
            let connector = connector.clone();
            tokio::spawn(async move {
                let Ok(stream) = TcpStream::connect(to).await else { return };
                let name = ServerName::try_from(NAME).expect("a name");
                let mut encrypted = connector.connect(name, stream).await.expect("nginx shows its certificate");
                // However it ends, it has ended.
                let _ = copy_bidirectional(&mut plain, &mut encrypted).await;
            });
        }
    });
    address
}

/// Plays both sides of a match through a proxy.
struct Guest {
    player: Player,
    id: String,
    socket: Option<Socket>,
}

impl Guest {
    /// Begins a match as soon as nginx lets anybody in.
    async fn come(proxy: &Proxy) -> Guest {
        let mut player = Player::at(proxy.address);
        while player.browser.request(Method::GET, "/livez").send().await.is_err() {
            tokio::time::sleep(GLANCE).await;
        }
        let made = player.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" } })).await;
        // nginx has told by which name players reach it, and that it is encrypted.
        let link = made["links"]["red"].as_str().expect("a link");
        assert!(link.starts_with(&format!("https://127.0.0.1/m/{}#", id_of(&made))), "{link}");
        let cookie = player.browser.set_cookie.as_deref().expect("a cookie");
        assert!(cookie.contains("Secure"), "{cookie}");
        let made = player.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me" } })).await;
        Guest { player, id: id_of(&made), socket: None }
    }

    /// Plays one action over HTTP.
    async fn play(&mut self) {
        let play = self.next().await;
        self.player.act(&self.id, play).await.expect("it is played");
    }

    /// Plays one over a socket: the one that is open, or a new one where it was ended.
    async fn play_by_socket(&mut self) {
        loop {
            let play = self.next().await;
            let mut socket = match self.socket.take() {
                Some(socket) => socket,
                None => self.player.enter(&self.id, json!({ "do": "enter", "choices": "short" })).await.0,
            };
            let Some(answer) = socket.try_ask(play).await else { continue };
            assert_eq!(answer["ok"], true, "{answer}");
            self.socket = Some(socket);
            return;
        }
    }

    /// The next action.
    async fn next(&mut self) -> Value {
        let table = self.player.get(&self.id, "/table?choices=short").await.expect("the table");
        json!({ "do": "play", "action": table["decision"]["options"][0], "after": table["match"]["actions"] })
    }

    /// Ends the match after so many actions.
    async fn end(mut self, actions: usize) {
        self.player.act(&self.id, json!({ "do": "concede" })).await.expect("an end");
        let record = Record::parse(&self.player.record(&self.id).await).expect("a record");
        assert_eq!(record.lines.len(), actions + 1);
    }
}

/// Somebody comes to be told more at once than nginx lets through by itself.
async fn a_long_record_comes_through(proxy: &Proxy) {
    let request = Player::at(proxy.address).browser.request(Method::POST, "/api/replay");
    let answer = request.body("no record\n".repeat(180_000)).send().await.expect("an answer");
    let told: Value = answer.json().await.expect("the server's own words");
    assert!(told["error"]["kind"].is_string(), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_behind_nginx_is_brought_up_to_date() {
    let database = Database::sqlite().await;
    let how = Config { database: database.url.clone(), behind_proxy: true, ..config() };
    let server = Running::start(how.clone()).await;
    let address = server.address;
    let proxy = Proxy::start(&recipe("server.md"), &[("127.0.0.1:1918", address)]).await;
    let mut guest = Guest::come(&proxy).await;
    guest.play().await;
    guest.play_by_socket().await;
    a_long_record_comes_through(&proxy).await;
    server.stop().await;
    let _server = Running::start(Config { address, ..how }).await;
    guest.play_by_socket().await;
    guest.play().await;
    guest.end(4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_behind_nginx_are_brought_up_to_date_while_a_match_goes_on() {
    let database = Database::postgres().await;
    let reach = Some("127.0.0.1:0".to_string());
    let how = Config { database: database.url.clone(), reach, behind_proxy: true, ..config() };
    let mut servers = VecDeque::from([Running::start(how.clone()).await, Running::start(how.clone()).await]);
    let named = [("10.0.0.2:1918", servers[0].address), ("10.0.0.3:1918", servers[1].address)];
    let proxy = Proxy::start(&recipe("scaling.md"), &named).await;
    let mut guest = Guest::come(&proxy).await;
    guest.play().await;
    for _ in 0..2 {
        guest.play_by_socket().await;
        let stopped = servers.pop_front().expect("the older one");
        let address = stopped.address;
        stopped.stop().await;
        // One is left, and nothing is refused meanwhile.
        guest.play().await;
        guest.play_by_socket().await;
        servers.push_back(Running::start(Config { address, ..how.clone() }).await);
        tokio::time::sleep(FORGIVING).await;
    }
    a_long_record_comes_through(&proxy).await;
    guest.end(7).await;
}
