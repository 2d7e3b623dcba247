//! 9.2 Reinforcements.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Army, GERMAN, Piece, Place, Units};
use crate::state::{State, Step, option};
use engine::{Clause, EventKind, Refusal, Sink, clauses};
use hexboard::Hex;

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Where a reinforcement is placed.
    Arrive(piece: Piece) by state.side => {
        asks: format!("Choose where {} arrives, or hold it.", game.name(state, piece)),
        lists: game.list_arrivals(state, piece, out),
        points(hex): out.push(Action::Place(hex)),
        Place(hex) => {
            check: game.check_arrival(state, piece, hex),
            play: game.arrive(state, piece, hex, events),
            words: game.ground_words(state, hex),
            odds: None,
            worth: mind.appraise_arrival(state, piece, hex),
        }
        Hold => {
            check: Ok(()),
            play: game.hold_back(state, piece, events),
            words: ClashOfGiants::hold_words(state),
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// What a Reinforcement Phase begins with: in the east so many replacement steps each turn, which are neither saved nor
    /// lent [tannenberg/9.3b, tannenberg/9.3d, tannenberg/9.3e].
    pub(crate) fn begin_reinforcement(&self, state: &mut State) {
        self.look_at_the_rails(state);
        state.returned_to = Hex::NONE;
        if state.is_tannenberg() {
            let east = &self.theatre(state).tables.east;
            state.steps_left = if state.side == GERMAN {
                [east.replacements.german, 0]
            } else {
                [east.replacements.first, east.replacements.second]
            };
        }
    }

    /// Finds the next arrival, return or replacement, or ends the phase.
    pub(crate) fn go_on_reinforcing(&self, state: &mut State, events: &mut impl Sink) {
        while let Some(piece) = self.next_arrival(state) {
            state.settled.insert(piece);
            if !self.arrival_hexes(state, piece).is_empty() {
                state.step = Step::Arrive(piece);
                return;
            }
            self.keep_waiting(state, piece, events);
        }
        if state.is_tannenberg() && state.side == GERMAN {
            while let Some(piece) = self.next_return(state) {
                state.settled.insert(piece);
                if !self.return_hexes(state, piece).is_empty() {
                    state.step = Step::Return(piece);
                    return;
                }
                self.lose_the_late(state, piece, events);
            }
        }
        if state.is_tannenberg() && self.replaceable(state).next().is_some() {
            state.step = Step::Replace;
            return;
        }
        self.end_phase(state, events);
    }

    /// The next unit that is due and was not dealt with in this phase [std/9.1, marne/9.21a].
    fn next_arrival(&self, state: &State) -> Option<Piece> {
        let theatre = self.theatre(state);
        let waiting = state.coming.and(theatre.of[state.side.index()]).without(state.settled);
        waiting.iter().find(|&piece| theatre.pieces.unit(piece).turn.is_some_and(|turn| turn <= state.turn))
    }

    /// A unit that cannot be placed waits for the next turn [std/9.2]; an Allied one in the west never comes
    /// [marne/5.312b, marne/9.21d] (ruling M24).
    fn keep_waiting(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let lost = self.lose_the_unplaced(state, piece);
        events.tell(|| {
            let name = self.name(state, piece);
            let (text, clauses) = match lost {
                true => (format!("{name} cannot enter and is lost."), clauses!["marne/9.21d", "marne/5.312b"]),
                false => (format!("{name} finds no place to arrive and waits."), clauses!["std/9.2"]),
            };
            self.unit_event(state, piece, EventKind::Reinforcement, text).by(clauses)
        });
    }

    /// Arriving units may be placed [tannenberg/5.321a, tannenberg/5.322a, marne/5.312a]: their owner may also hold them
    /// for another turn, but an Allied unit in the west has only the turn that its counter names [marne/9.21a].
    pub(crate) fn hold_back(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let lost = self.lose_the_unplaced(state, piece);
        state.step = Step::Idle;
        events.tell(|| {
            let name = self.name(state, piece);
            let (text, clauses) = if lost {
                (format!("{name} is not placed on its turn and never comes."), clauses!["marne/9.21a", "marne/9.21d"])
            } else {
                (format!("{name} is held off the map."), self.arrival_clauses(state, piece))
            };
            self.unit_event(state, piece, EventKind::Reinforcement, text).by(clauses)
        });
    }

    /// Takes a unit that is not placed on its turn out of the game, where it may not come later; whether that is so.
    fn lose_the_unplaced(&self, state: &mut State, piece: Piece) -> bool {
        let lost = Self::has_one_turn_to_arrive(state);
        if lost {
            state.coming.remove(piece);
            state.dead.insert(piece);
        }
        lost
    }

    /// Whether arrivals of the active side come on their turn or never.
    fn has_one_turn_to_arrive(state: &State) -> bool {
        state.is_marne() && state.side == ALLIED
    }

    /// What it means to hold an arrival back.
    fn hold_words(state: &State) -> &'static str {
        if Self::has_one_turn_to_arrive(state) {
            "do not place the unit: it never comes then"
        } else {
            "hold the unit off the map for now"
        }
    }

    /// Where a reinforcement may be placed.
    pub(crate) fn arrival_hexes(&self, state: &State, piece: Piece) -> Hexes {
        let unit = self.theatre(state).pieces.unit(piece);
        match unit.place {
            Place::Entry(letters) => self.entry_arrivals(state, letters),
            Place::Rail => self.rail_arrivals(state, piece),
            Place::Camp => self.camp_arrivals(state, piece),
            Place::South => self.south_arrivals(state, piece, unit.army),
            Place::Start => self.start_arrivals(state, piece, unit.army),
            Place::Hex(_) | Place::Option | Place::Detached => Hexes::EMPTY,
        }
    }

    /// The Entry Hexes named on a counter, of its own army [tannenberg/5.321a, tannenberg/5.321b, tannenberg/9.21a]
    /// [tannenberg/9.21b, tannenberg/3.1b].
    fn entry_arrivals(&self, state: &State, letters: u8) -> Hexes {
        let entries = self.theatre(state).ground.entries.iter().enumerate();
        entries.filter(|(at, _)| letters >> at & 1 == 1).map(|(_, &hex)| hex).collect()
    }

    /// Hexes of the Fortified Camp that are friendly and supplied, with room [marne/9.21b] (rulings M23, M46).
    fn camp_arrivals(&self, state: &State, piece: Piece) -> Hexes {
        self.with_room(state, piece, self.camp_supply(state) - state.taken)
    }

    /// The south edge of its army's area [marne/9.21c] (ruling M45).
    fn south_arrivals(&self, state: &State, piece: Piece, army: Army) -> Hexes {
        let ground = &self.theatre(state).ground;
        self.with_room(state, piece, ground.south_edge & ground.areas[army.index()])
    }

    /// The Start Hexes of its army [marne/2.13b, marne/9.22a].
    fn start_arrivals(&self, state: &State, piece: Piece, army: Army) -> Hexes {
        self.with_room(state, piece, self.theatre(state).ground.starts[army.index()])
    }

    /// Of some hexes those without enemies and within the limits [std/9.4, marne/9.22b].
    fn with_room(&self, state: &State, piece: Piece, hexes: Hexes) -> Hexes {
        let enemies = state.held[self.theatre(state).side(piece).other().index()];
        (hexes - enemies).iter().filter(|&hex| self.stacks(state, piece, hex)).collect()
    }

    /// Towns and cities of Germany on a free railway to the west, far from every Russian, with room
    /// [tannenberg/5.322a, tannenberg/5.322b, tannenberg/5.322c, tannenberg/9.23a, tannenberg/9.23b, tannenberg/9.23c].
    /// In whose hands they are does not matter, unless the switch says so (ruling T24).
    fn rail_arrivals(&self, state: &State, piece: Piece) -> Hexes {
        let theatre = self.theatre(state);
        let mut towns = self.stations(state);
        if state.options.has(option::HELD_TOWNS) {
            towns -= state.taken;
        }
        let far = |hex: Hex| {
            let distance = |other: Hex| theatre.ground.board().distance(hex, other);
            state.held[ALLIED.index()]
                .iter()
                .all(|other| distance(other) >= theatre.tables.east.arrival.distance.into())
        };
        towns.iter().filter(|&hex| far(hex) && self.stacks(state, piece, hex)).collect()
    }

    /// Towns and cities of Germany on a railway that is free as far as the west edge.
    pub(crate) fn stations(&self, state: &State) -> Hexes {
        let ground = &self.theatre(state).ground;
        ground.towns & ground.germany & state.rails
    }

    pub(crate) fn check_arrival(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.arrival_hexes(state, piece).contains(hex) {
            return Ok(());
        }
        let reason = format!("{} cannot arrive in {}", self.name(state, piece), self.label(state, hex));
        Err(Refusal::new(self.arrival_clauses(state, piece), reason))
    }

    /// The rules for the place where a unit arrives.
    fn arrival_clauses(&self, state: &State, piece: Piece) -> Vec<Clause> {
        match self.theatre(state).pieces.unit(piece).place {
            Place::Entry(_) => clauses!["tannenberg/5.321a", "tannenberg/5.321b"],
            Place::Rail => clauses!["tannenberg/5.322a", "tannenberg/5.322b", "tannenberg/5.322c"],
            Place::Camp => clauses!["marne/9.21b"],
            Place::South => clauses!["marne/9.21c"],
            _ => clauses!["marne/9.22a", "marne/9.22b"],
        }
    }

    /// Places a reinforcement; it may move and fight at once [std/9.1, marne/5.312a]. It is in supply until the next
    /// check.
    pub(crate) fn arrive(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        state.coming.remove(piece);
        state.put(theatre, piece, hex);
        state.edge.insert(piece);
        state.step = Step::Idle;
        events.tell(|| {
            let text = format!("{} arrives in {}.", self.name(state, piece), self.label(state, hex));
            self.unit_event(state, piece, EventKind::Reinforcement, text).at([hex]).by(clauses!["std/9.1"])
        });
        // Placement counts as entering the hex [std/9.4].
        self.enter(state, piece, hex, true, events);
    }

    pub(crate) fn list_arrivals(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        out.extend(self.arrival_hexes(state, piece).iter().map(Action::Place));
        out.push(Action::Hold);
    }

    /// Eliminates a unit.
    pub(crate) fn eliminate(&self, state: &mut State, piece: Piece) {
        state.lift(self.theatre(state), piece);
        state.dead.insert(piece);
        state.reduced.remove(piece);
        let mut gone = Units::EMPTY;
        gone.insert(piece);
        for set in [
            &mut state.attenuated,
            &mut state.unsupplied,
            &mut state.edge,
            &mut state.ready,
            &mut state.crossed,
            &mut state.rebuilt,
            &mut state.retreated,
            &mut state.falling,
            &mut state.movers,
        ] {
            *set = set.without(gone);
        }
        state.excess[piece.index()] = 0;
    }
}
