//! Which functions ran while somebody watched. A function marked by [`by_the_book`](crate::by_the_book) that cites clauses, in
//! its doc comment or in its body, tells its place here; an open claim keeps those that cite one of its clauses.
//!
//! All of it belongs to one thread, as a test does: what a test lets other threads do is not seen.

use crate::clause::cites;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A function that cites something.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line of the function's name, from 1.
    pub line: u32,
    /// The lines of its doc comment that have something in brackets, and one with the clauses that its body names.
    pub doc: &'static [&'static str],
}

impl Place {
    /// Whether it cites a clause.
    pub(super) fn cites(&self, clause: &str) -> bool {
        self.doc.iter().any(|line| cites(line, clause))
    }
}

/// How many watches there are, of all threads. Most of what runs is watched by nobody, and that is sooner known by this than
/// by what a thread has of its own.
static WATCHES_OPEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// A number that changes whenever a watch begins or ends; 0 while nobody watches.
    static NOW: Cell<u32> = const { Cell::new(0) };
    /// The last number that was given.
    static LAST: Cell<u32> = const { Cell::new(0) };
    static WATCHES: RefCell<Vec<Watch>> = const { RefCell::new(Vec::new()) };
}

/// Somebody who wants to know what runs.
struct Watch {
    number: u32,
    /// The clauses that matter; `None` if all do.
    clauses: Option<&'static [&'static str]>,
    ran: Vec<&'static Place>,
    /// The shared things that were used, by their address.
    used: Vec<usize>,
}

impl Watch {
    fn note(&mut self, place: &'static Place) {
        let matters = self.clauses.is_none_or(|clauses| clauses.iter().any(|clause| place.cites(clause)));
        if matters && !self.ran.contains(&place) {
            self.ran.push(place);
        }
    }
}

/// Begins to watch, for these clauses or for all. Watches may overlap. The answer is the number to end it by.
pub(super) fn begin(clauses: Option<&'static [&'static str]>) -> u32 {
    let number = LAST.get() + 1;
    LAST.set(number);
    NOW.set(number);
    WATCHES_OPEN.fetch_add(1, Ordering::Relaxed);
    WATCHES.with_borrow_mut(|watches| watches.push(Watch { number, clauses, ran: Vec::new(), used: Vec::new() }));
    number
}

/// Ends a watch and says what ran meanwhile.
pub(super) fn end(number: u32) -> Vec<&'static Place> {
    WATCHES.with_borrow_mut(|watches| {
        let at = watches.iter().position(|watch| watch.number == number).expect("a watch is ended once");
        let ran = watches.remove(at).ran;
        WATCHES_OPEN.fetch_sub(1, Ordering::Relaxed);
        if watches.is_empty() {
            NOW.set(0);
        }
        ran
    })
}

/// Looks at something that no watch is to see: what runs for it shows nothing of what a test claims.
pub(super) fn unwatched<T>(look: impl FnOnce() -> T) -> T {
    let now = NOW.replace(0);
    let found = look();
    NOW.set(now);
    found
}

/// Whether somebody may be watching.
#[inline(always)]
pub fn is_watched() -> bool {
    WATCHES_OPEN.load(Ordering::Relaxed) != 0
}

/// A function runs. `seen` is its own note of the last watch that it told.
#[inline]
pub fn ran(place: &'static Place, seen: &Cell<u32>) {
    let now = NOW.get();
    if now != 0 && now != seen.get() {
        seen.set(now);
        tell(place);
    }
}

/// A shared thing is used, for which these functions ran when it was made. Its address tells it from others.
#[inline]
pub(super) fn used(address: usize, ran: &[&'static Place]) {
    if NOW.get() != 0 {
        tell_used(address, ran);
    }
}

#[cold]
fn tell(place: &'static Place) {
    WATCHES.with_borrow_mut(|watches| watches.iter_mut().for_each(|watch| watch.note(place)));
}

fn tell_used(address: usize, ran: &[&'static Place]) {
    WATCHES.with_borrow_mut(|watches| {
        for watch in watches.iter_mut().filter(|watch| !watch.used.contains(&address)) {
            watch.used.push(address);
            ran.iter().for_each(|place| watch.note(place));
        }
    });
}

/// Tells the trace that the function at this line runs; [`by_the_book`](crate::by_the_book) writes it.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! ran {
    ($line:literal, $($doc:literal),+) => {{
        static PLACE: $crate::laws::Place = $crate::laws::Place { file: file!(), line: $line, doc: &[$($doc),+] };
        ::std::thread_local! {
            static SEEN: ::std::cell::Cell<u32> = const { ::std::cell::Cell::new(0) };
        }
        if $crate::laws::is_watched() {
            SEEN.with(|seen| $crate::laws::ran(&PLACE, seen));
        }
    }};
}
