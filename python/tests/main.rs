//! The module is built beside this program, and its tests in Python are run from here: see `crate::python`.

mod python;
