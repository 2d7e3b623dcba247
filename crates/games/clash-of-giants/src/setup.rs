//! 3.0 Game Setup.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Campaign, GERMAN, Piece, Place, Units};
use crate::stacking::is_legal_stack;
use crate::state::{Owner, State, Step, option};
use engine::{Clause, EventKind, Options, Refusal, Role, Silence, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Where a unit is set up.
    SetUp(piece: Piece) by state.side => {
        asks: format!("Choose where {} is set up.", game.name(state, piece)),
        lists: game.list_set_up(state, piece, out),
        points(hex): {
            out.push(Action::Place(hex));
            out.extend(game.own(state, hex).map(Action::Lift));
        },
        ..LookOver => Lift;
        Place(hex) => {
            check: game.check_set_up(state, piece, hex),
            play: {
                game.set_up_unit(state, piece, hex, events);
                game.look_over(state);
            },
            words: game.ground_words(state, hex),
            odds: None,
            worth: 0.0,
        }
        Standard => {
            check: Ok(()),
            play: game.set_up_rest(state, events),
            words: Words::new("leave the rest to the computer, and begin at once").role(Role::Aside),
            odds: None,
            worth: 1.0,
        }
        Fill => {
            check: Ok(()),
            play: {
                game.set_up_rest(state, events);
                game.look_over(state);
            },
            words: "leave the rest of the set-up to the computer",
            odds: None,
            worth: -1.0,
        }
    }

    /// Whether the set-up of a side stays as it is.
    LookOver by state.side => {
        asks: "All units are set up. Look them over: begin, or take one up again.",
        lists: {
            out.push(Action::Standard);
            out.extend(game.to_take_up(state).iter().map(Action::Lift));
        },
        points(hex): out.extend(game.own(state, hex).map(Action::Lift)),
        Standard => { check: Ok(()), play: state.step = Step::Idle, words: "begin", odds: None, worth: 1.0 }
        Lift(unit) => {
            check: game.check_lift(state, unit),
            play: game.take_up(state, unit, events),
            words: format!("take {} up again", game.name(state, unit)),
            odds: None,
            worth: f32::MIN,
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The table at the beginning of a scenario.
    pub(crate) fn begin(&self, scenario: usize, options: Options) -> State {
        let plan = &self.scenarios[scenario];
        let mut state = State::empty(options, scenario, plan.campaign, plan.first_turn);
        self.deal(&mut state);
        match (plan.campaign, &plan.setup) {
            (Campaign::Tannenberg, _) => self.set_up_east(&mut state),
            (Campaign::Marne, Some(places)) => self.set_up_battle(&mut state, places),
            (Campaign::Marne, None) => {}
        }
        self.settle(&mut state, &mut engine::dice::NoDice, &mut Silence);
        state
    }

    /// Sorts the counters: those on the Turn Record Track, and those to be set up [tannenberg/3.1c, tannenberg/3.11e]
    /// [tannenberg/3.12b, marne/3.1a]; and says who holds the victory hexes.
    fn deal(&self, state: &mut State) {
        let theatre = self.theatre(state);
        for piece in theatre.pieces.all() {
            let unit = theatre.pieces.unit(piece);
            let used = match unit.place {
                Place::Detached => false,
                Place::Option => self.has_optional_corps(state),
                _ => true,
            };
            if used {
                state.coming.insert(piece);
            }
        }
        self.share_out_prizes(state);
    }

    /// Who holds the victory hexes at the start: in the east the Germans all of them [tannenberg/4.21a, tannenberg/4.22e],
    /// in the west the Allies [marne/4.21], in the battle too [marne/17.2b] unless the switch gives the Germans what lies
    /// behind their line (ruling M36).
    pub(crate) fn share_out_prizes(&self, state: &mut State) {
        for (index, prize) in self.theatre(state).prizes.iter().enumerate() {
            let german = state.is_tannenberg() || self.german_prizes(state).contains(prize.hex);
            state.owners[index] = if german { Owner::German } else { Owner::Allied };
        }
    }

    /// The victory hexes that a switch gives the Germans at the start (ruling M36).
    pub(crate) fn german_prizes(&self, state: &State) -> Hexes {
        let plan = &self.scenarios[usize::from(state.scenario)];
        if state.options.has(option::GERMAN_PRIZES) { plan.german_held } else { Hexes::EMPTY }
    }

    /// The battle: its Allied units have their hexes, and all their armies have rallied [marne/17.3d].
    fn set_up_battle(&self, state: &mut State, places: &[(Piece, Hex)]) {
        let theatre = self.theatre(state);
        for &(piece, hex) in places {
            state.coming.remove(piece);
            if theatre.side(piece) == ALLIED {
                state.put(theatre, piece, hex);
            }
        }
        self.discard_the_late(state, state.turn);
        state.rallied = state.rallied.map(|_| 1);
    }

    /// The Russian first, then the German, each unit in the hex or the Entry Hex that its counter names
    /// [tannenberg/3.11a, tannenberg/3.11b, tannenberg/3.11c, tannenberg/3.12a], however many [tannenberg/3.11d].
    fn set_up_east(&self, state: &mut State) {
        let theatre = self.theatre(state);
        for side in [ALLIED, GERMAN] {
            for piece in theatre.of[side.index()].iter() {
                let unit = theatre.pieces.unit(piece);
                let hex = match (unit.turn, unit.place) {
                    (None, Place::Hex(hex)) => hex,
                    (None, Place::Entry(letters)) => theatre.ground.entries[letters.trailing_zeros() as usize],
                    _ => continue,
                };
                state.coming.remove(piece);
                state.put(theatre, piece, hex);
            }
        }
    }

    /// What should have come before the scenario begins and is not in its list never comes (ruling M35).
    fn discard_the_late(&self, state: &mut State, first_turn: u8) {
        let pieces = &self.theatre(state).pieces;
        for piece in state.coming.iter() {
            if pieces.unit(piece).turn.is_none_or(|turn| turn < first_turn) {
                state.coming.remove(piece);
                state.dead.insert(piece);
            }
        }
    }

    /// Whether the six optional divisions fight: in the campaign, if chosen, all of them [marne/16.2a] (ruling M44).
    pub(crate) fn has_optional_corps(&self, state: &State) -> bool {
        let plan = &self.scenarios[usize::from(state.scenario)];
        state.is_marne() && plan.setup.is_none() && state.options.has(option::OPTIONAL_CORPS)
    }

    /// Finds the next unit to be set up: the Allied ones first, then the German ones [marne/3.11a, marne/3.12a]
    /// (ruling M33).
    pub(crate) fn go_on_setting_up(&self, state: &mut State, events: &mut impl Sink) {
        for side in [ALLIED, GERMAN] {
            state.side = side;
            if let Some(piece) = self.next_to_set_up(state) {
                state.step = Step::SetUp(piece);
                return;
            }
        }
        state.side = ALLIED;
        self.end_phase(state, events);
    }

    fn next_to_set_up(&self, state: &State) -> Option<Piece> {
        // The optional units come last: only they may overstack [marne/16.2c].
        let units = self.to_set_up(state);
        units.iter().find(|&piece| !self.is_optional(state, piece)).or(units.first())
    }

    fn is_optional(&self, state: &State, piece: Piece) -> bool {
        self.theatre(state).pieces.unit(piece).place == Place::Option
    }

    /// The units of the side that are still to be set up.
    fn to_set_up(&self, state: &State) -> Units {
        let theatre = self.theatre(state);
        let own = theatre.of[state.side.index()];
        if let Some(places) = &self.scenarios[usize::from(state.scenario)].setup {
            let listed: Units = places.iter().map(|&(piece, _)| piece).collect();
            return listed.and(own).without(state.on_map).without(state.dead);
        }
        let waiting = state.coming.and(own);
        waiting.iter().filter(|&piece| theatre.pieces.unit(piece).turn.is_none()).collect()
    }

    /// What a side has set up is looked over before it holds.
    fn look_over(&self, state: &mut State) {
        if self.to_set_up(state).is_empty() {
            state.step = Step::LookOver;
        }
    }

    /// The units of the side that can be taken up again: any, when all stand or all but one that was taken up; while optional
    /// ones stand, which may overstack, only those [marne/16.2c].
    fn to_take_up(&self, state: &State) -> Units {
        if self.to_set_up(state).len() > 1 {
            return Units::EMPTY;
        }
        let standing = state.on_map.and(self.theatre(state).of[state.side.index()]);
        let optional: Units = standing.iter().filter(|&piece| self.is_optional(state, piece)).collect();
        if optional.is_empty() { standing } else { optional }
    }

    fn check_lift(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        match self.to_take_up(state).contains(piece) {
            true => Ok(()),
            false => {
                let reason = format!("{} cannot be taken up again now", self.name(state, piece));
                Err(Refusal::new(clauses!["marne/3.1a"], reason))
            }
        }
    }

    /// Takes a unit up again, to be set up anew.
    fn take_up(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        state.lift(self.theatre(state), piece);
        if self.scenarios[usize::from(state.scenario)].setup.is_none() {
            state.coming.insert(piece);
        }
        state.step = Step::SetUp(piece);
        events.tell(|| {
            let text = format!("{} is taken up again from {}.", self.name(state, piece), self.label(state, hex));
            self.unit_event(state, piece, EventKind::SetUp, text).at([hex]).by(clauses!["marne/3.1a"])
        });
    }

    /// Where a unit may be set up.
    pub(crate) fn set_up_hexes(&self, state: &State, piece: Piece) -> Hexes {
        let theatre = self.theatre(state);
        let unit = theatre.pieces.unit(piece);
        let plan = &self.scenarios[usize::from(state.scenario)];
        if let Some(places) = &plan.setup {
            let near = self.battle_hexes(state, piece, places);
            return near.iter().filter(|&hex| self.leaves_room(state, piece, hex, places)).collect();
        }
        let ground = &theatre.ground;
        if unit.place == Place::Camp {
            // Anywhere in the Fortified Camp, within the limits [marne/3.11d].
            return ground.camp.iter().filter(|&hex| self.stacks(state, piece, hex)).collect();
        }
        let own = ground.starts[unit.army.index()];
        let with_room: Hexes = own.iter().filter(|&hex| self.stacks(state, piece, hex)).collect();
        match unit.place {
            Place::Option => self.option_hexes(state, piece, own),
            // The Allies exceed the limits where it is necessary [marne/3.11c].
            _ if unit.side() == ALLIED => {
                if with_room.is_empty() {
                    own
                } else {
                    with_room
                }
            }
            // The Germans do not [marne/3.12b], so nobody may take the last room of another.
            _ => with_room.iter().filter(|&hex| self.start_room_remains(state, piece, hex)).collect(),
        }
    }

    /// The optional units may overstack at set-up, but infantry not with cavalry [marne/16.2c, marne/16.2d].
    fn option_hexes(&self, state: &State, piece: Piece, own: Hexes) -> Hexes {
        own.iter().filter(|&hex| self.is_one_arm(state, piece, hex)).collect()
    }

    /// Within a hex of the listed one, and not where an Allied unit is set up [marne/17.3c] (ruling M34).
    fn battle_hexes(&self, state: &State, piece: Piece, places: &[(Piece, Hex)]) -> Hexes {
        let theatre = self.theatre(state);
        let listed = places.iter().find(|(unit, _)| *unit == piece).map(|&(_, hex)| hex);
        let shift = self.scenarios[usize::from(state.scenario)].shift;
        let near = listed.into_iter().flat_map(|hex| theatre.ground.board().within(hex, shift.into()));
        let open = near.filter(|&hex| !theatre.ground.start_hexes.contains(hex) && !state.holds(ALLIED, hex));
        open.filter(|&hex| self.stacks(state, piece, hex)).collect()
    }

    /// Whether a unit set up in a hex of the battle leaves the listed hex of every other to it.
    fn leaves_room(&self, state: &State, piece: Piece, hex: Hex, places: &[(Piece, Hex)]) -> bool {
        let waiting = places.iter().filter(|(unit, place)| {
            *place == hex
                && *unit != piece
                && !state.on_map.contains(*unit)
                && self.theatre(state).side(*unit) == GERMAN
        });
        let together = state.stack(hex).chain([piece]).chain(waiting.map(|&(unit, _)| unit));
        is_legal_stack(self.theatre(state), together)
    }

    /// Whether a unit may lie with what is in a hex, Start Hexes included.
    pub(crate) fn stacks(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        is_legal_stack(self.theatre(state), state.stack(hex).chain([piece]))
    }

    fn is_one_arm(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let cavalry = self.theatre(state).cavalry;
        state.stack(hex).all(|other| cavalry.contains(other) == cavalry.contains(piece))
    }

    /// Whether the Start Hexes of an army still hold all its units if this one goes there: each arm fills the hexes it
    /// has begun, and shares the empty ones.
    fn start_room_remains(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let unit = theatre.pieces.unit(piece);
        let (mut empty, mut free) = (0, [0_usize; 2]);
        for start in theatre.ground.starts[unit.army.index()].iter() {
            let added = usize::from(start == hex);
            let there = state.stack(start).count() + added;
            let cavalry =
                state.stack(start).chain((added == 1).then_some(piece)).any(|other| theatre.cavalry.contains(other));
            match there {
                0 => empty += 1,
                _ => free[usize::from(cavalry)] += theatre.stack.saturating_sub(there),
            }
        }
        let waits = |other: &Piece| {
            let other = theatre.pieces.unit(*other);
            other.army == unit.army && other.turn.is_none() && other.place == Place::Start
        };
        let waiting: Units = state.coming.iter().filter(waits).filter(|&other| other != piece).collect();
        let riders = waiting.and(theatre.cavalry).len();
        let needs = |units: usize, free: usize| units.saturating_sub(free).div_ceil(theatre.stack);
        needs(riders, free[1]) + needs(waiting.len() - riders, free[0]) <= empty
    }

    pub(crate) fn list_set_up(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        out.extend(self.set_up_hexes(state, piece).iter().map(Action::Place));
        out.extend([Action::Fill, Action::Standard]);
        out.extend(self.to_take_up(state).iter().map(Action::Lift));
    }

    pub(crate) fn check_set_up(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.set_up_hexes(state, piece).contains(hex) {
            return Ok(());
        }
        let theatre = self.theatre(state);
        let unit = theatre.pieces.unit(piece);
        let clauses: Vec<Clause> = if self.scenarios[usize::from(state.scenario)].setup.is_some() {
            clauses!["marne/17.3c"]
        } else {
            match (unit.place, unit.side()) {
                (Place::Camp, _) => clauses!["marne/3.11d"],
                (Place::Option, _) => clauses!["marne/16.2a", "marne/16.2d"],
                (_, ALLIED) => clauses!["marne/3.11b", "marne/3.11c"],
                _ => clauses!["marne/3.12a", "marne/3.12b"],
            }
        };
        let reason = format!("{} cannot be set up in {}", self.name(state, piece), self.label(state, hex));
        Err(Refusal::new(clauses, reason))
    }

    /// Sets up a unit.
    pub(crate) fn set_up_unit(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        state.coming.remove(piece);
        state.put(theatre, piece, hex);
        state.step = Step::Idle;
        events.tell(|| {
            let text = format!("{} is set up in {}.", self.name(state, piece), self.label(state, hex));
            let clauses = if state.side == ALLIED { clauses!["marne/3.11b"] } else { clauses!["marne/3.12a"] };
            self.unit_event(state, piece, EventKind::SetUp, text).at([hex]).by(clauses)
        });
    }

    /// Sets up the rest of the side: each unit in its listed hex, or where its corps is, or where there is most room.
    pub(crate) fn set_up_rest(&self, state: &mut State, events: &mut impl Sink) {
        while self.set_up_next(state, events) {}
        state.step = Step::Idle;
    }

    /// Sets up the next unit, if there is one and it has a place.
    fn set_up_next(&self, state: &mut State, events: &mut impl Sink) -> bool {
        let Some(piece) = self.next_to_set_up(state) else { return false };
        let hexes = self.set_up_hexes(state, piece);
        let Some(hex) = hexes.iter().min_by_key(|&hex| self.awkwardness(state, piece, hex)) else { return false };
        self.set_up_unit(state, piece, hex, events);
        true
    }

    fn awkwardness(&self, state: &State, piece: Piece, hex: Hex) -> usize {
        let theatre = self.theatre(state);
        if let Some(places) = &self.scenarios[usize::from(state.scenario)].setup {
            return usize::from(!places.contains(&(piece, hex)));
        }
        let ground = &theatre.ground;
        let corps = theatre.corps(piece);
        let kin = state.stack(hex).any(|other| corps.is_some() && theatre.corps(other) == corps);
        let paris = usize::from(ground.camp.contains(hex) && !ground.paris.contains(hex));
        if kin { 0 } else { 1 + state.stack(hex).count() * 2 + paris }
    }
}
