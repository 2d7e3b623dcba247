//! What can be left out of the program, and what is said where it was.

use crate::failure::Failure;

/// The word that something was left out, and how to get it.
pub fn without(what: &str) -> Failure {
    Failure::said(format!(
        "this Grognard was built without {what}; ask ./play for it, which builds what is missing, or build all with \
         `cargo build --release`"
    ))
}
