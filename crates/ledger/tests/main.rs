//! The tests of the ledger, one program for all files.

mod carried;
mod citations;
mod claims;
mod common;
mod real_claims;
mod text;
mod verify;
