//! 8.0 German Reinforcements: units that enter after the first turn.

use crate::FirstBlood;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece, PieceSet, US};
use crate::sequence::NOTHING;
use crate::setup::drawing;
use crate::state::{Entry, State, Step, option};
use crate::tables::MOST_DICE;
use engine::{Dice, Die, Event, EventKind, FigureName, Refusal, Roll, Sink, Wish, clauses};
use hexboard::Hex;

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Nothing is to be chosen yet: more units are to be drawn, or entry is over.
    Entering by GERMAN => {
        asks: NOTHING,
        asked_if: false,
        else: game.continue_entry(state, dice, events),
        lists: {},
        points(_): {},
    }

    /// Which drawn unit is placed next.
    Draw by GERMAN => {
        asks: "Choose the drawn unit to be placed.",
        lists: out.extend(state.hand.iter().map(Action::Pick)),
        points(_): {},
        Pick(piece) => {
            check: game.check_drawn(state, piece),
            play: state.step = Step::Arrive(piece),
            words: game.unit_words(piece),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where a drawn unit is placed.
    Arrive(piece: Piece) by GERMAN => {
        asks: "Choose where the drawn unit enters.",
        lists: game.list_arrivals(state, piece, out),
        points(hex): out.push(Action::Place(hex)),
        Place(hex) => {
            check: game.check_arrival(state, piece, hex),
            play: game.arrive(state, piece, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: mind.standing(state, piece, hex),
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// Why a unit off the map can do nothing: eliminated units never come back [2.6c], Germans may still be to come
    /// [8.1a], and the US side has no reinforcements [8.1b].
    pub(crate) fn not_on_map(&self, piece: Piece) -> Refusal {
        let clauses = if piece.side() == GERMAN { clauses!["2.6c", "8.1a"] } else { clauses!["2.6c", "8.1b"] };
        Refusal::new(clauses, format!("{} is not on the map", self.pieces.name(piece)))
    }

    /// Where units of this way of entry arrive [7.5b, 7.7b, 8.2, 8.3c].
    pub(crate) fn entry_hexes(&self, entry: Entry) -> &[Hex] {
        match entry {
            Entry::Bank => &self.ground.bank,
            Entry::West => &self.ground.entries[0],
            Entry::East => &self.ground.entries[1],
        }
    }

    /// Phase II: four dice say how many units come [8.3a], or all that are left; once the container is empty there
    /// is nothing to roll for [8.4].
    pub(crate) fn roll_reinforcements(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        state.step = Step::Idle;
        let left = state.container.len();
        if left == 0 {
            return;
        }
        let handful = Handful::roll(self.tables.reinforcement_dice, dice);
        let rolled = handful.total();
        let count = left.min(rolled.into());
        events.tell(|| {
            let text = format!("German reinforcements: {}.", coming(rolled, count));
            let event = Event::new(EventKind::Reinforcement, text).side(GERMAN).by(clauses!["8.3a", "8.4"]);
            let roll = handful.told("how many reinforcements come").hoped(GERMAN, Wish::High);
            event.rolled([roll]).figure(FigureName::Units, count as u8)
        });
        state.entry = Entry::Bank;
        state.to_draw = count as u8;
        state.step = Step::Entering;
    }

    /// Goes on with entry: on the riverbank units are drawn and placed one at a time [8.3b]; a breakthrough's were
    /// all drawn before. Placement is refused or delayed only where no hex can take a unit [8.6]; such units go back
    /// when the phase ends (ruling R18).
    pub(crate) fn continue_entry(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.hand.is_empty() && state.to_draw > 0 {
            state.to_draw -= 1;
            let (piece, die) = Self::draw(state, dice);
            state.hand.insert(piece);
            self.tell_draw(state, piece, die, events);
        }
        let room = self.most_room(state);
        let unfit: PieceSet = state.hand.iter().filter(|&piece| self.pieces.fire(piece) > room).collect();
        state.hand = state.hand.without(unfit);
        state.aside = state.aside.or(unfit);
        state.step = match state.hand.len() {
            0 if state.to_draw > 0 => Step::Entering,
            0 => return self.end_entry(state),
            1 => Step::Arrive(state.hand.iter().next().expect("there is one")),
            _ => Step::Draw,
        };
    }

    fn end_entry(&self, state: &mut State) {
        state.container = state.container.or(state.aside);
        state.aside = PieceSet::EMPTY;
        state.step = Step::Idle;
    }

    /// The most factors that some entry hex can still take.
    fn most_room(&self, state: &State) -> u8 {
        let open = self.entry_hexes(state.entry).iter().filter(|&&hex| state.holder(hex) != Some(US));
        open.map(|&hex| self.tables.stacking.saturating_sub(self.factors(state, hex))).max().unwrap_or(0)
    }

    /// The German chooses freely among the entry hexes without US units, within the stacking limit
    /// [7.5b, 7.7b, 8.3b, 8.3c]; German units may be there already (ruling R19).
    pub(crate) fn list_arrivals(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let open = |hex: &&Hex| state.holder(**hex) != Some(US) && self.fits(state, piece, **hex);
        out.extend(self.entry_hexes(state.entry).iter().filter(open).map(|&hex| Action::Place(hex)));
    }

    pub(crate) fn check_arrival(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        if !self.entry_hexes(state.entry).contains(&hex) {
            return Err(match state.entry {
                Entry::Bank => Refusal::new(clauses!["8.3c"], format!("{at} is not a Marne riverbank hex")),
                Entry::West => Refusal::new(clauses!["7.5b"], format!("{at} is not an entry hex of the west edge")),
                Entry::East => Refusal::new(clauses!["7.7b"], format!("{at} is not an entry hex of the east edge")),
            });
        }
        if state.holder(hex) == Some(US) {
            let clauses = if state.entry == Entry::West { clauses!["7.5b", "9.7a"] } else { clauses!["7.7b", "9.7a"] };
            return Err(Refusal::new(clauses, format!("a US unit holds {at}")));
        }
        self.check_fits(state, piece, hex)
    }

    /// Which of several drawn units is placed next.
    pub(crate) fn check_drawn(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if state.hand.contains(piece) {
            return Ok(());
        }
        let reason = format!("{} is not among the units that enter now", self.pieces.name(piece));
        Err(Refusal::new(clauses!["7.5a", "7.7a"], reason))
    }

    /// Places a drawn unit. It can do everything from now on [8.5a] and never goes back [8.5b].
    pub(crate) fn arrive(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        state.hand.remove(piece);
        state.put(piece, hex);
        state.step = Step::Entering;
        self.disturb(state, hex);
        let event = |who: &str| {
            let text = format!("{who} enters in {}.", self.ground.label(hex));
            Event::new(EventKind::Reinforcement, text).side(GERMAN).at([hex]).by(clauses!["8.3b", "8.5a"])
        };
        let name = || self.pieces.name(piece).to_string();
        if state.options.has(option::HIDE_DRAWS) {
            events.tell_apart(GERMAN, || event(&name()).of([name()]), || event("A German unit"));
        } else {
            events.tell(|| event(&name()).of([name()]));
        }
    }

    /// Says which unit was drawn: to both sides, or to the German alone, with the die that drew it (ruling R32).
    pub(crate) fn tell_draw(&self, state: &State, piece: Piece, die: Die, events: &mut impl Sink) {
        let event = |text: String| Event::new(EventKind::Draw, text).side(GERMAN).by(clauses!["8.3b"]);
        let whole = || {
            let name = self.pieces.name(piece).to_string();
            let text = format!("{name} ({}) is drawn.", self.pieces.values(piece));
            event(text).of([name]).rolled([drawing(die)])
        };
        if state.options.has(option::HIDE_DRAWS) {
            events.tell_apart(GERMAN, whole, || event("A German unit is drawn.".into()));
        } else {
            events.tell(whole);
        }
    }
}

/// How many units the dice call, and how many of them there are.
pub(crate) fn coming(rolled: u8, count: usize) -> String {
    match count {
        0 => format!("{rolled} rolled, but nobody is left to come"),
        1 => format!("{rolled} rolled, one unit comes"),
        _ => format!("{rolled} rolled, {count} units come"),
    }
}

/// Several dice rolled together.
#[derive(Copy, Clone)]
pub(crate) struct Handful {
    values: [u8; MOST_DICE as usize],
    count: usize,
}

impl Handful {
    /// Rolls so many dice, at most as many as the tables may name.
    pub(crate) fn roll(count: u8, dice: &mut impl Dice) -> Handful {
        let mut handful = Handful { values: [0; MOST_DICE as usize], count: count.into() };
        handful.values[..handful.count].fill_with(|| dice.d6());
        handful
    }

    /// What they show together.
    pub(crate) fn total(self) -> u8 {
        self.values.iter().sum()
    }

    /// The roll as it is told.
    pub(crate) fn told(self, purpose: &str) -> Roll {
        Roll::new(purpose, 6, self.values.into_iter().take(self.count))
    }
}
