//! Something that tests share.

use super::trace::{self, Place};
use std::ops::Deref;
use std::sync::OnceLock;

/// Something that is made once for all tests of a program, as a loaded game. What ran while it was made counts for every
/// test that uses it, whichever test came first.
pub struct Shared<T> {
    make: fn() -> T,
    made: OnceLock<(T, Vec<&'static Place>)>,
}

impl<T> Shared<T> {
    /// Something that is made so when it is first needed.
    pub const fn new(make: fn() -> T) -> Shared<T> {
        Shared { make, made: OnceLock::new() }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let (value, ran) = self.made.get_or_init(|| {
            let watch = trace::begin(None);
            let value = (self.make)();
            (value, trace::end(watch))
        });
        trace::used(std::ptr::from_ref(self).addr(), ran);
        value
    }
}
