//! The real program, run in a folder of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn feed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_vec();
    // In a thread of its own, as the program may answer before it has read all.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

/// Runs the program with some input.
pub fn grognard_with_input(args: &[&str], input: &[u8]) -> Output {
    feed(command(args), input)
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grognard-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Runs the program here.
    pub fn run(&self, args: &[&str], input: &str) -> Output {
        let mut command = command(args);
        command.current_dir(&self.0);
        feed(command, input.as_bytes())
    }

    /// Runs the program here and returns what it writes; it must end well.
    pub fn good(&self, args: &[&str], input: &str) -> String {
        let output = self.run(args, input);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program here and returns its complaint: one line, with status 2.
    pub fn bad(&self, args: &[&str]) -> String {
        let before = self.files();
        let output = self.run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert_eq!(self.files(), before, "{args:?} changed something");
        complaint.trim_end().strip_prefix("grognard: ").expect("it says who complains").to_string()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// How many shards of a run are kept as a whole.
    pub fn shards(&self, run: &str) -> usize {
        let whole = |name: &str| name.ends_with(".json.gz") && !name.starts_with('.');
        std::fs::read_dir(self.0.join(run).join("shards")).map_or(0, |files| {
            files.filter(|file| whole(&file.as_ref().unwrap().file_name().to_string_lossy())).count()
        })
    }

    /// The names and contents of all files here.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            entries.filter(|path| path.is_file()).map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a process of its own, ending with this value.
pub struct Served {
    child: Child,
    pub address: String,
}

impl Served {
    /// Starts it on a free port, with its database in a folder.
    pub fn start(folder: &Folder, flags: &[&str]) -> Served {
        let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(["serve", "--address", "127.0.0.1:0", "--database", &database])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines.map_while(Result::ok).find_map(|line| {
            let at = line.find("http://")?;
            Some(line[at..].split_whitespace().next()?.trim_end_matches('/').to_string())
        });
        Served { child, address: address.expect("the server tells where it listens") }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
