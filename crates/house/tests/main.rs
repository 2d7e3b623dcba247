//! Habits of the house that no compiler sees to.

mod advisories;
mod common;
mod dependencies;
mod files;
mod test_programs;
