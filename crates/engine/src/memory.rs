//! What was worked out last, kept until something else is asked. Who moves a unit asks where it can go, then how it gets there, and
//! then it goes: each time the answer is the same.

use hexboard::Hex;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::thread::LocalKey;

/// The questions that a thread has asked last, with their answers; more than one where somebody asks while he looks at an answer.
pub type Memory<Q, A> = RefCell<Vec<Box<Known<Q, A>>>>;

/// A question and its answer.
pub struct Known<Q, A> {
    question: Option<Q>,
    answer: A,
}

/// An answer, to be looked at. It goes back into the memory afterwards.
pub struct Lent<Q: 'static, A: 'static> {
    known: Option<Box<Known<Q, A>>>,
    memory: &'static LocalKey<Memory<Q, A>>,
}

impl<Q, A> Deref for Lent<Q, A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.known.as_ref().expect("it is given back when nobody looks any more").answer
    }
}

impl<Q, A> Drop for Lent<Q, A> {
    fn drop(&mut self) {
        if let Some(known) = self.known.take() {
            self.memory.with_borrow_mut(|idle| idle.push(known));
        }
    }
}

/// The answer to a question: the one that is known, if this was asked last, else what `find` works out. A question holds all
/// that its answer depends on; wherever assertions are on, what is known is worked out anew and must be the `same`.
pub fn recall<Q: PartialEq, A: Default>(
    memory: &'static LocalKey<Memory<Q, A>>,
    question: Q,
    find: impl Fn(&mut A),
    same: impl Fn(&A, &A) -> bool,
) -> Lent<Q, A> {
    let unasked = || Box::new(Known { question: None, answer: A::default() });
    let pop = || memory.with_borrow_mut(Vec::pop).unwrap_or_else(unasked);
    let mut known = pop();
    if known.question.as_ref() != Some(&question) {
        find(&mut known.answer);
        known.question = Some(question);
    } else if cfg!(debug_assertions) {
        let mut anew = pop();
        find(&mut anew.answer);
        assert!(same(&known.answer, &anew.answer), "what is known does not hold any more");
        anew.question = None;
        // Under the one that is asked again next.
        memory.with_borrow_mut(|idle| idle.push(anew));
    }
    Lent { known: Some(known), memory }
}

/// A moment, in which the options of one position are looked at by somebody of one temper. What was worked out for one of them holds
/// for the others: a question that only the position answers is asked with the number of the moment, [`Moment::now`].
pub struct Moment {
    before: u64,
}

thread_local! {
    /// The number of this moment, 0 outside of any; and how many there were.
    static MOMENTS: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

impl Moment {
    /// A new moment, until this is dropped. One within another is its own.
    pub fn begin() -> Moment {
        let (before, last) = MOMENTS.get();
        MOMENTS.set((last + 1, last + 1));
        Moment { before }
    }

    /// The number of this moment; outside of any each is over at once, and has another number.
    pub fn now() -> u64 {
        let (now, last) = MOMENTS.get();
        if now > 0 {
            return now;
        }
        MOMENTS.set((0, last + 1));
        last + 1
    }
}

impl Drop for Moment {
    fn drop(&mut self) {
        MOMENTS.set((self.before, MOMENTS.get().1));
    }
}

/// How far each hex of a board is from the nearest of some, found when somebody first asks for it: a [`Memory`] of it keeps the
/// hexes that it is about, which stay where they are for a whole phase of the other side.
pub struct Nearest<const HEXES: usize>([Cell<u8>; HEXES]);

/// Nobody has asked yet.
const UNKNOWN: u8 = u8::MAX;

impl<const HEXES: usize> Default for Nearest<HEXES> {
    fn default() -> Self {
        Nearest([const { Cell::new(UNKNOWN) }; HEXES])
    }
}

impl<const HEXES: usize> Nearest<HEXES> {
    /// How far a hex is, below 255; `find` works it out.
    #[inline]
    pub fn to(&self, hex: Hex, find: impl Fn() -> u8) -> u8 {
        let known = &self.0[hex.index()];
        if known.get() == UNKNOWN {
            known.set(find());
        }
        debug_assert_eq!(known.get(), find(), "the hexes have moved");
        known.get()
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        self.0.fill_with(|| Cell::new(UNKNOWN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static SQUARES: Memory<u32, u32> = const { RefCell::new(Vec::new()) };
    }

    /// Squares a number, and counts how often that is done.
    fn square(number: u32, done: &Cell<u32>) -> Lent<u32, u32> {
        let find = |square: &mut u32| {
            done.set(done.get() + 1);
            *square = number * number;
        };
        recall(&SQUARES, number, find, |one, other| one == other)
    }

    #[test]
    fn what_was_asked_last_is_known() {
        let done = Cell::new(0);
        assert_eq!(*square(3, &done), 9);
        assert_eq!(done.get(), 1);
        assert_eq!(*square(3, &done), 9);
        // With assertions on it is worked out again, to be compared.
        assert_eq!(done.get(), if cfg!(debug_assertions) { 2 } else { 1 });
        assert_eq!(*square(4, &done), 16);
        assert_eq!(*square(3, &done), 9);
    }

    #[test]
    fn how_far_the_nearest_is_is_found_once_for_each_hex() {
        let (mut nearest, found) = (Nearest::<4>::default(), Cell::new(0));
        let find = |far: u8| {
            found.set(found.get() + 1);
            far
        };
        let often = if cfg!(debug_assertions) { 2 } else { 1 };
        assert_eq!([nearest.to(Hex(3), || find(7)), nearest.to(Hex(0), || find(0))], [7, 0]);
        assert_eq!((nearest.to(Hex(3), || 7), found.get()), (7, 2 * often));
        nearest.forget();
        assert_eq!(nearest.to(Hex(3), || find(8)), 8);
    }

    #[test]
    fn a_moment_has_one_number_and_no_other_has_it() {
        let alone = Moment::now();
        let outer = Moment::begin();
        let first = Moment::now();
        let inner = {
            let _inner = Moment::begin();
            assert_eq!(Moment::now(), Moment::now());
            Moment::now()
        };
        assert_eq!(Moment::now(), first, "the outer one goes on");
        drop(outer);
        let after = [Moment::now(), Moment::now()];
        let mut all = vec![alone, first, inner, after[0], after[1]];
        all.dedup();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5);
    }

    #[test]
    fn somebody_may_ask_while_he_looks_at_an_answer() {
        let done = Cell::new(0);
        let outer = square(5, &done);
        assert_eq!((*square(6, &done), *square(5, &done)), (36, 25));
        assert_eq!(*outer, 25);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not hold any more")]
    fn an_answer_that_depends_on_more_than_its_question_is_found_out() {
        let ask = |add: u32| *recall(&SQUARES, 7, |square| *square = 49 + add, |one, other| one == other);
        ask(0);
        ask(1);
    }
}
