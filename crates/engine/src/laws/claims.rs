//! Claims of clauses by tests. A claim counts once its test has run to the end, so it is written when the test ends.

use std::path::PathBuf;

/// A test's claim that it shows some clauses; made by [`shows!`](crate::shows).
pub struct Claim {
    game: &'static str,
    file: &'static str,
    line: u32,
    clauses: &'static [&'static str],
}

impl Claim {
    /// A claim by the test that stands at this place.
    pub fn new(game: &'static str, file: &'static str, line: u32, clauses: &'static [&'static str]) -> Claim {
        Claim { game, file, line, clauses }
    }
}

impl Drop for Claim {
    /// Writes the claim down, if somebody collects claims and the test has not failed.
    fn drop(&mut self) {
        let Some(folder) = std::env::var_os("GROGNARD_CLAIMS").map(PathBuf::from) else { return };
        if std::thread::panicking() {
            return;
        }
        let Claim { game, file, line, clauses } = self;
        let name = format!("{game}-{}-{line}.claim", file.replace(['/', '\\'], "_"));
        let text = format!("{game}\t{file}\t{line}\t{}\n", clauses.join(" "));
        if let Err(error) = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(name), text)) {
            eprintln!("the claim of {file}:{line} was not written: {error}");
        }
    }
}

/// Says which clauses a test shows. It stands first in the test, and counts if the test asserts something, runs and
/// passes: `shows!["9.5c", "9.6b"];`
#[macro_export]
macro_rules! shows {
    ($($id:literal),+ $(,)?) => {
        let _claim = $crate::laws::Claim::new(env!("CARGO_PKG_NAME"), file!(), line!(), &[$($id),+]);
    };
}
