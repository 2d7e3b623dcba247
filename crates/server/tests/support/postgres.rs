//! A throw-away PostgreSQL server, started by the test program that needs one and ending with it.

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use std::fs::read_dir;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A running server.
pub struct Postgres {
    folder: PathBuf,
    /// Its watchman ends when our end of its input closes, however this process ends.
    _watchman: Child,
}

/// Waits for the end of its input, then ends the server and takes its files away.
const WATCHMAN: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=200 -c track_commit_timestamp=on >"$2/log" 2>&1 &
read _
kill -QUIT $!
wait
rm -rf "$2"
"#;

impl Postgres {
    /// The server of this test program, started when first asked for.
    pub fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Postgres::start)
    }

    fn start() -> Postgres {
        let programs = programs();
        let folder = std::env::temp_dir().join(format!("grognard-postgres-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).expect("a folder for PostgreSQL");
        let user = Humble::find();
        user.own(&folder);
        let made = user
            .command(&programs.join("initdb"), &folder)
            .args(["--no-sync", "--auth=trust", "--username=grognard", "--encoding=UTF8", "--locale=C.UTF-8", "-D"])
            .arg(folder.join("data"))
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let watchman = user
            .command(Path::new("sh"), &folder)
            .args(["-c", WATCHMAN, "watchman"])
            .args([&programs, &folder])
            .stdin(Stdio::piped())
            .spawn()
            .expect("PostgreSQL starts");
        Postgres { folder, _watchman: watchman }
    }

    /// Makes an empty database; its URL.
    pub async fn new_database(&self) -> String {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect().await;
        let sql = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        connection.execute(sql).await.expect("a database is made");
        self.url(&name)
    }

    /// How often it has said this in its log.
    pub fn said(&self, what: &str) -> usize {
        std::fs::read_to_string(self.folder.join("log")).expect("its log").matches(what).count()
    }

    fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=grognard", self.folder.display())
    }

    /// Connects to the server, which may still be starting.
    async fn connect(&self) -> PgConnection {
        let mut last = None;
        for _ in 0..600 {
            match PgConnection::connect(&self.url("postgres")).await {
                Ok(connection) => return connection,
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("PostgreSQL does not start: {last:?}, {:?}", std::fs::read_to_string(self.folder.join("log")))
    }
}

/// The folder with PostgreSQL's programs: in the path, or where Debian puts them, the newest.
fn programs() -> PathBuf {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let installed =
        read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let mut installed: Vec<PathBuf> = installed.collect();
    installed.sort();
    std::env::split_paths(&paths)
        .chain(installed.into_iter().rev())
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
        .expect("these tests need PostgreSQL's programs initdb and postgres: install the package postgresql")
}

/// PostgreSQL refuses to run as root: the user it runs as instead.
struct Humble(Option<(u32, u32)>);

impl Humble {
    fn find() -> Humble {
        use std::os::unix::fs::MetadataExt as _;
        let own = std::fs::metadata("/proc/self").map_or(1, |about| about.uid());
        Humble((own == 0).then(|| {
            let users = std::fs::read_to_string("/etc/passwd").expect("the users of this machine");
            let ids = |line: &str| {
                let mut fields = line.split(':').skip(2).map(|field| field.parse().ok());
                Some((fields.next()??, fields.next()??))
            };
            let named = |name| users.lines().find(|line| line.split(':').next() == Some(name)).and_then(ids);
            named("postgres").or_else(|| named("nobody")).expect("a user to run PostgreSQL as")
        }))
    }

    fn own(&self, folder: &Path) {
        if let Some((user, group)) = self.0 {
            std::os::unix::fs::chown(folder, Some(user), Some(group)).expect("the folder changes hands");
        }
    }

    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder);
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }
}
