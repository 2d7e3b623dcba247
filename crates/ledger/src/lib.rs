//! The ledger of a game: for every clause of its rulebook, the code that cites it and the tests that show it.
//!
//! Code *cites* a clause in `src/` outside test code: by its id in square brackets in a comment (`[9.5c, 9.6b]`), or
//! by `clauses!["9.5c"]` or `Clause("9.5c")`.
//!
//! A test *shows* a clause by `shows!["9.5c"]` as a statement of its body. The claim counts if the test is not
//! ignored, contains an assertion that can fail, and left a claim file when it ran: so it ran to its end and passed.
//! The claim files are those of one run of the tests with `GROGNARD_CLAIMS` set to a folder that was empty before.
//!
//! Each game commits its [`Ledger`] as `ledger.tsv`; [`verify`] scans the games again and compares.

mod assertions;
mod change;
mod citations;
mod claims;
mod comments;
mod error;
mod ids;
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
