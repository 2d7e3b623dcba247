//! The ledger of a game: for every clause of its rulebook, what carries it and the tests that show it.
//!
//! Code *names* a clause in `src/` outside test code: by its id in square brackets in a comment (`[9.5c, 9.6b]`), or
//! by `clauses!["9.5c"]` or `Clause("9.5c")`. Naming alone is cheap. A clause is *carried* only by
//!
//! - such a value in the body of a function, or in a constant whose name stands in the body of a function: a refusal,
//!   an event, a derivation, a forecast names it;
//! - a datum in `data/**/*.toml`, by its `source`: the ids that follow the word `rulebook`, or ids in square brackets;
//! - the doc comment of a function whose body ran in a test that shows the clause. The function, or its `impl` block, is
//!   marked `#[engine::by_the_book]`, so that it tells; a `const fn` cannot.
//!
//! A clause that is named but not carried is *named only*. If it asks nothing of a program, `explained.tsv` in the
//! crate's folder says in a sentence why; a clause that is carried must not stand there.
//!
//! A test *shows* a clause by `shows!["9.5c"]` as a statement of its body. The claim counts if the test is not
//! ignored, contains an assertion that can fail, and left a claim file when it ran: so it ran to its end and passed.
//! The claim files are those of one run of the tests, built with assertions, with `GROGNARD_CLAIMS` set to a folder that
//! was empty before.
//!
//! Each game commits its [`Ledger`] as `ledger.tsv`; [`verify`] scans the games again and compares.

mod assertions;
mod change;
mod citations;
mod claims;
mod comments;
mod data;
mod error;
mod explained;
mod ids;
mod outline;
mod report;
mod scan;
mod source;
mod table;
mod test_cases;
mod test_code;
mod verify;

pub use change::Change;
pub use error::{Finding, LedgerError};
pub use report::{Report, Summary};
pub use scan::Scan;
pub use table::{Entry, Ledger};
pub use verify::{Difference, verify};
