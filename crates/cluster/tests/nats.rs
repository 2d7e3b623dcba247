//! A throw-away NATS server that ends with the test program.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Waits for the end of its input, then ends the server.
const WATCHMAN: &str = r#"
"$1" -c "$2/conf" >>"$2/log" 2>&1 &
read _
kill -9 $!
wait
"#;

/// A NATS server.
pub struct Nats {
    port: u16,
    folder: PathBuf,
    /// Ends the server when our end of its input closes, however this process ends.
    watchman: Option<Child>,
}

impl Nats {
    /// A server with JetStream, its files in a folder of its own.
    pub fn start() -> Nats {
        Nats::with("jetstream { store_dir: STORE }")
    }

    /// A server with this in its configuration.
    pub fn with(configuration: &str) -> Nats {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("grognard-nats-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).expect("a folder for NATS");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let store = format!("{:?}", folder.join("store"));
        let conf = format!("listen: \"127.0.0.1:{port}\"\n{}\n", configuration.replace("STORE", &store));
        std::fs::write(folder.join("conf"), conf).expect("its configuration is written");
        let mut nats = Nats { port, folder, watchman: None };
        nats.start_again();
        nats
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it, as a loss of power would.
    pub fn kill(&mut self) {
        if let Some(mut watchman) = self.watchman.take() {
            drop(watchman.stdin.take());
            watchman.wait().expect("NATS ends");
        }
    }

    /// Starts it after it was killed, with the files it had.
    pub fn start_again(&mut self) {
        let server = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
        let server = server.into_iter().find(|path| Path::new(path).exists());
        let server = server.expect("nats-server is installed (Debian's package nats-server)");
        let mut watchman = Command::new("sh");
        watchman.args(["-c", WATCHMAN, "watchman", server]).arg(&self.folder).stdin(Stdio::piped());
        self.watchman = Some(watchman.spawn().expect("NATS starts"));
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(120) {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("NATS does not listen:\n{log}");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
