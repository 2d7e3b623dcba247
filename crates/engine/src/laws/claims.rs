//! Claims of clauses by tests. A claim counts once its test has run to the end, so it is written when the test ends, with
//! the functions that ran in the meantime and cite one of its clauses.

use super::trace::{self, Place};
use std::path::PathBuf;

/// A test's claim that it shows some clauses; made by [`shows!`](crate::shows).
pub struct Claim {
    game: &'static str,
    file: &'static str,
    line: u32,
    clauses: &'static [&'static str],
    collected: Option<Collected>,
}

/// What a claim needs if somebody collects claims.
struct Collected {
    folder: PathBuf,
    watch: u32,
}

impl Claim {
    /// A claim by the test that stands at this place.
    pub fn new(game: &'static str, file: &'static str, line: u32, clauses: &'static [&'static str]) -> Claim {
        let folder = std::env::var_os("GROGNARD_CLAIMS").map(PathBuf::from);
        let collected = folder.map(|folder| Collected { folder, watch: trace::begin(Some(clauses)) });
        Claim { game, file, line, clauses, collected }
    }

    /// The claim's line: game, file, line, clauses, and for each clause the functions that cite it and ran.
    fn text(&self, ran: &[&Place]) -> String {
        let Claim { game, file, line, clauses, .. } = self;
        let bodies = clauses.iter().flat_map(|clause| {
            let citing = ran.iter().filter(move |place| place.cites(clause));
            citing.map(move |place| format!("{clause}@{}:{}", place.file, place.line))
        });
        let mut bodies: Vec<String> = bodies.collect();
        bodies.sort();
        format!("{game}\t{file}\t{line}\t{}\t{}\n", clauses.join(" "), bodies.join(" "))
    }
}

impl Drop for Claim {
    /// Writes the claim down, if somebody collects claims and the test has not failed.
    fn drop(&mut self) {
        let Some(Collected { folder, watch }) = self.collected.take() else { return };
        let ran = trace::end(watch);
        if std::thread::panicking() {
            return;
        }
        let Claim { game, file, line, .. } = &*self;
        let name = format!("{game}-{}-{line}.claim", file.replace(['/', '\\'], "_"));
        if let Err(error) =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(name), self.text(&ran)))
        {
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
