//! Habits of the house that no compiler sees to.

mod advisories;
mod common;
mod dependencies;
mod files;
mod rust_version;
mod test_programs;
