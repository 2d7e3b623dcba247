//! What is said, as others read it.

mod typescript;
