//! Grognard for Python: what `import grognard` stands on. docs/python.md says how it is used.
//!
//! A `Game` begins matches, states and vectors of games; each is a thin shell over a trait of the catalogue.
//! What is told goes over as Python's own lists and dictionaries, or is written into NumPy arrays; what goes wrong is an
//! exception of `grognard.errors`, and a panic is one of them too.

mod errors;
mod game;
mod matches;
mod observation;
mod patience;
mod picture;
mod plain;
mod state;
mod vector;

/// The module.
#[pyo3::pymodule]
mod _grognard {
    #[pymodule_export]
    use crate::game::{Game, games, load, players};
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::observation::planes;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vector::Vector;
}
