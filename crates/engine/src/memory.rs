//! What was worked out last, kept until something else is asked. Who moves a unit asks where it can go, then how it gets there, and
//! then it goes: each time the answer is the same.

use hexboard::{Axial, Board, Hex};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
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

/// The answer to the question that a thread has asked last, for those who only look at it and ask it nothing while they do: cheaper than a
/// [`Memory`], where each option asks several times.
pub struct Latest<Q, A> {
    asked: Cell<Option<Q>>,
    answer: RefCell<Option<A>>,
    /// How often somebody has looked.
    looks: Cell<u32>,
}

/// Where assertions are on, one look in so many is a close one.
const CLOSELY: u32 = 64;

impl<Q: Copy + PartialEq, A: Default> Latest<Q, A> {
    /// Nobody has asked yet.
    pub const fn unasked() -> Self {
        Latest { asked: Cell::new(None), answer: RefCell::new(None), looks: Cell::new(0) }
    }

    /// Looks at the answer to a question; if another was asked last, `find` makes this one's answer of the other's. Wherever assertions are
    /// on, what is known is now and then worked out anew and must be the `same`.
    #[inline]
    pub fn look<T>(
        &self,
        question: Q,
        find: impl Fn(&mut A),
        same: impl Fn(&A, &A) -> bool,
        look: impl FnOnce(&A) -> T,
    ) -> T {
        let mut answer = self.answer.borrow_mut();
        let answer = answer.get_or_insert_default();
        if self.asked.get() != Some(question) {
            self.asked.set(None);
            find(answer);
            self.asked.set(Some(question));
        } else if cfg!(debug_assertions) {
            self.looks.set(self.looks.get().wrapping_add(1));
            if self.looks.get().is_multiple_of(CLOSELY) {
                let mut anew = A::default();
                find(&mut anew);
                assert!(same(answer, &anew), "what was known last does not hold any more");
            }
        }
        look(answer)
    }
}

/// Answers to many questions of one kind, each kept in a place of its own until another question that belongs there is asked: for
/// what is asked again long afterwards, when most of it is as it was.
pub struct Pigeonholes<Q, A, const PLACES: usize>(RefCell<Vec<Option<(Q, A)>>>);

impl<Q: PartialEq, A: Copy + PartialEq + Debug, const PLACES: usize> Pigeonholes<Q, A, PLACES> {
    /// All are empty.
    pub const fn empty() -> Self {
        Pigeonholes(RefCell::new(Vec::new()))
    }

    /// The answer to a question, whose place its number says; `find` works it out.
    pub fn answer(&self, number: usize, question: Q, find: impl Fn() -> A) -> A {
        self.answer_if(number, question, |asked, question, _| asked == question, find)
    }

    /// The same where the answer itself can tell to which other questions it `holds`.
    pub fn answer_if(&self, number: usize, question: Q, holds: impl Fn(&Q, &Q, &A) -> bool, find: impl Fn() -> A) -> A {
        let mut places = self.0.borrow_mut();
        if places.is_empty() {
            places.resize_with(PLACES, || None);
        }
        let place = &mut places[number % PLACES];
        if let Some((asked, known)) = place
            && holds(asked, &question, known)
        {
            debug_assert_eq!(*known, find(), "what was put away does not hold any more");
            return *known;
        }
        place.insert((question, find())).1
    }
}

/// What was worked out in one moment about each of some things: whoever asks for one of them first works it out.
pub struct Notes<T, const THINGS: usize>([Cell<Option<(u64, T)>>; THINGS]);

impl<T: Copy + PartialEq + Debug, const THINGS: usize> Notes<T, THINGS> {
    /// Nothing is noted yet.
    pub const fn empty() -> Self {
        Notes([const { Cell::new(None) }; THINGS])
    }

    /// What is noted about a thing; `find` works it out.
    #[inline]
    pub fn of(&self, thing: usize, find: impl Fn() -> T) -> T {
        let (note, now) = (&self.0[thing], Moment::now());
        if let Some((then, known)) = note.get()
            && then == now
        {
            debug_assert_eq!(known, find(), "what is noted does not hold in this moment");
            return known;
        }
        let found = find();
        note.set(Some((now, found)));
        found
    }
}

/// What was worked out about each of some things since all of it was forgotten: for what holds longer than a moment. Whoever keeps it
/// has it forget as soon as something has changed on which any of it depends.
pub struct Plots<T, const THINGS: usize> {
    round: u32,
    /// What is known of each thing, and since which round.
    known: Box<[Cell<(u32, T)>]>,
}

impl<T: Copy + Default, const THINGS: usize> Default for Plots<T, THINGS> {
    fn default() -> Self {
        Plots { round: 1, known: (0..THINGS).map(|_| Cell::default()).collect() }
    }
}

impl<T: Copy + Default + PartialEq + Debug, const THINGS: usize> Plots<T, THINGS> {
    /// Nothing is known any more.
    pub fn forget(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.known.fill_with(Cell::default);
            1
        });
    }

    /// What is known about a thing; `find` works it out.
    #[inline]
    pub fn of(&self, thing: usize, find: impl Fn() -> T) -> T {
        let place = &self.known[thing];
        let (round, known) = place.get();
        if round == self.round {
            debug_assert_eq!(known, find(), "what is known about a thing does not hold any more");
            return known;
        }
        let found = find();
        place.set((self.round, found));
        found
    }
}

/// How far each hex of a board is from the nearest of some, found when somebody first asks for it: a [`Memory`] of it keeps the
/// hexes that it is about, which stay where they are for a whole phase of the other side.
pub struct Nearest<const HEXES: usize> {
    away: [Cell<u8>; HEXES],
    /// Where they are, apart by coordinate: many are compared at once.
    east: Vec<i16>,
    south: Vec<i16>,
}

/// Nobody has asked yet.
const UNKNOWN: u8 = u8::MAX;
/// There is nobody.
const NOBODY: u8 = u8::MAX - 1;

impl<const HEXES: usize> Default for Nearest<HEXES> {
    fn default() -> Self {
        Nearest { away: [const { Cell::new(UNKNOWN) }; HEXES], east: Vec::new(), south: Vec::new() }
    }
}

impl<const HEXES: usize> Nearest<HEXES> {
    /// Forgets all, and is about others from now on.
    pub fn gather(&mut self, board: &Board, hexes: impl Iterator<Item = Hex>) {
        self.away.fill_with(|| Cell::new(UNKNOWN));
        self.east.clear();
        self.south.clear();
        for place in hexes.map(|hex| board.position(hex)) {
            self.east.push(place.x as i16);
            self.south.push(place.y as i16);
        }
    }

    /// How far a hex is from the nearest of them, if there is one; at most 253.
    #[inline]
    pub fn to(&self, board: &Board, hex: Hex) -> Option<u8> {
        let known = &self.away[hex.index()];
        if known.get() == UNKNOWN {
            known.set(self.find(board.position(hex)));
        }
        (known.get() != NOBODY).then_some(known.get())
    }

    fn find(&self, from: Axial) -> u8 {
        let (x, y) = (from.x as i16, from.y as i16);
        // The longest of the three coordinates of a way is its length.
        let length = |(&east, &south): (&i16, &i16)| {
            let (x, y) = (east - x, south - y);
            x.abs().max(y.abs()).max((x + y).abs())
        };
        self.east.iter().zip(&self.south).map(length).fold(i16::MAX, i16::min).min(match self.east.is_empty() {
            true => NOBODY.into(),
            false => i16::from(NOBODY) - 1,
        }) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexboard::{BoardBuilder, Numbering, TerrainKind};

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
    fn how_far_the_nearest_is() {
        let clear = TerrainKind { name: "clear".into(), void: false };
        let board = BoardBuilder::new(Numbering::plain(1..=9, 1..=7), vec![clear], Vec::new()).unwrap().build();
        let mut nearest = Nearest::<63>::default();
        for some in [&[Hex(3), Hex(40)][..], &[Hex(62)], &[]] {
            nearest.gather(&board, some.iter().copied());
            for hex in board.hexes().chain(board.hexes()) {
                let expected = some.iter().map(|&one| board.distance(hex, one) as u8).min();
                assert_eq!(nearest.to(&board, hex), expected, "{hex:?} of {some:?}");
            }
        }
    }

    thread_local! {
        static LATEST: Latest<u32, u32> = const { Latest::unasked() };
    }

    #[test]
    fn the_latest_answer_is_looked_at_again() {
        let done = Cell::new(0);
        let look = |number: u32| {
            let find = |square: &mut u32| {
                done.set(done.get() + 1);
                *square = number * number;
            };
            LATEST.with(|latest| latest.look(number, find, |one, other| one == other, |square| *square))
        };
        assert_eq!([look(3), look(4)], [9, 16]);
        assert_eq!((look(4), done.get()), (16, 2));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not hold any more")]
    fn a_latest_answer_that_depends_on_more_than_its_question_is_found_out() {
        let ask = |add: u32| {
            LATEST.with(|latest| latest.look(7, |sum| *sum = 49 + add, |one, other| one == other, |sum| *sum))
        };
        ask(0);
        (0..CLOSELY).for_each(|_| {
            ask(1);
        });
    }

    thread_local! {
        static NOTES: Notes<u32, 3> = const { Notes::empty() };
    }

    #[test]
    fn what_is_noted_holds_for_its_moment() {
        let note = |thing: usize, value: u32| NOTES.with(|notes| notes.of(thing, || value));
        let moment = Moment::begin();
        assert_eq!([note(1, 7), note(2, 8), note(1, 7), note(0, 0)], [7, 8, 7, 0]);
        drop(moment);
        assert_eq!([note(1, 9), note(1, 10)], [9, 10], "outside of any moment each is its own");
        let _moment = Moment::begin();
        assert_eq!(note(2, 11), 11);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not hold in this moment")]
    fn a_note_that_depends_on_more_than_its_thing_is_found_out() {
        let _moment = Moment::begin();
        NOTES.with(|notes| (notes.of(0, || 1), notes.of(0, || 2)));
    }

    #[test]
    fn what_is_known_about_a_thing_is_known_until_it_is_forgotten() {
        let mut plots = Plots::<u32, 3>::default();
        assert_eq!([plots.of(1, || 7), plots.of(2, || 8), plots.of(1, || 7)], [7, 8, 7]);
        plots.forget();
        assert_eq!([plots.of(1, || 9), plots.of(2, || 10)], [9, 10]);
        plots.round = u32::MAX;
        assert_eq!(plots.of(1, || 11), 11);
        plots.forget();
        assert_eq!(plots.of(1, || 12), 12, "it has forgotten more often than it can count");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not hold any more")]
    fn a_thing_that_has_changed_unnoticed_is_found_out() {
        let plots = Plots::<u32, 1>::default();
        plots.of(0, || 1);
        plots.of(0, || 2);
    }

    #[test]
    fn answers_stay_in_their_places_until_other_questions_belong_there() {
        let (holes, done) = (Pigeonholes::<u32, u32, 4>::empty(), Cell::new(0));
        let ask = |number: u32| {
            holes.answer(number as usize, number, || {
                done.set(done.get() + 1);
                number * number
            })
        };
        assert_eq!([ask(2), ask(3), ask(7)], [4, 9, 49]);
        assert_eq!(done.get(), 3);
        assert_eq!(ask(2), 4);
        assert_eq!(done.get(), if cfg!(debug_assertions) { 4 } else { 3 }, "with assertions on it is compared");
        assert_eq!(ask(3), 9, "another had its place");
        assert_eq!(done.get(), if cfg!(debug_assertions) { 5 } else { 4 });
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not hold any more")]
    fn an_answer_put_away_that_depends_on_more_than_its_question_is_found_out() {
        let holes = Pigeonholes::<u32, u32, 4>::empty();
        holes.answer(0, 7, || 1);
        holes.answer(0, 7, || 2);
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
