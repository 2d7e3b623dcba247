//! 2.2 French Breakdown Regiments and 3.1 Stormtroopers: divisions that break down and are reassembled.

use crate::RockOfTheMarne;
use crate::action::{Action, Division, Full};
use crate::ground::Hexes;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{Class, GERMAN, Nation, Piece, PieceSet, Pieces};
use crate::scenarios::pool_class;
use crate::sequence::Phase;
use crate::state::{State, Step, counters_of, option, side_of};
use engine::{Clause, Event, EventKind, Refusal, Role, Side, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Into which regiments a division breaks down.
    Break(hex: Hex) by state.side => {
        asks: format!("Choose what the division in {} becomes.", game.ground.label(hex)),
        asked_if: game.can_raise(state),
        else: game.end_breakdown(state),
        lists: game.list_raises(state, out),
        points(_): {},
        Raise(Full(full)) => {
            check: game.check_raise(state, full),
            play: game.raise(state, hex, full, events),
            words: match full {
                true => Words::new("one at full strength").role(Role::Usual),
                false => "a reduced one".into(),
            },
            odds: None,
            worth: if full { 2.0 } else { 1.0 },
        }
        Done => {
            check: game.check_moment(state, Action::Done, state.breaking.1 > 0),
            play: game.end_breakdown(state),
            words: "enough",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which regiments of a hex reassemble.
    Muster(hex: Hex) by state.side => {
        asks: format!("Choose regiments in {} and the division they become.", game.ground.label(hex)),
        lists: game.list_muster(state, hex, out),
        points(at): out.extend(game.own(state, at).map(Action::Join)),
        Join(piece) => {
            check: game.check_mustering(state, hex, piece),
            play: state.group.insert(piece),
            words: game.joining_words(state, piece),
            odds: None,
            worth: RATHER_NOT,
        }
        JoinAll => {
            check: game.check_moment(state, Action::JoinAll, game.muster_left(state, hex) > 1),
            play: game.muster_all(state, hex),
            words: "all of them",
            odds: None,
            worth: RATHER_NOT,
        }
        Reassemble(Division(piece, Full(full))) => {
            check: game.check_reassemble(state, piece, full),
            play: game.reassemble(state, hex, piece, full, events),
            words: format!("{} ({})", game.pieces.name_of(piece), game.pieces.values(piece, !full)),
            odds: None,
            worth: RATHER_NOT,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Whether a counter is a division that can become regiments at all: any German one, cavalry too (ruling 78), and
    /// the French ones, but no other Allied nation's [2.2a-1, 2.2a-5, 3.1-3].
    pub(crate) fn breaks_down(&self, piece: Piece) -> bool {
        self.breakable.contains(piece)
    }

    /// All such counters.
    pub(crate) fn breakable(pieces: &Pieces) -> PieceSet {
        let nation = |piece: Piece| matches!(pieces.nation(piece), Nation::German | Nation::French);
        Piece::all().filter(|&piece| nation(piece) && pieces.class(piece) == Class::Division).collect()
    }

    /// Whether divisions can break down and be reassembled now: all through the Movement Phase [2.2a-1, 2.2c-1], or with
    /// the switch until any division has moved [2.2f] (ruling 77); never in 7.4 [7.4/note].
    fn is_time_to_break(&self, state: &State) -> bool {
        let early = !state.has(option::EARLY_BREAKDOWN) || !state.division_moved;
        state.phase == Phase::Movement && early && !self.scenario(state).no_reassembly
    }

    /// A side's regiments or Stormtroopers that are not on the map: only so many can be made [2.2e-1].
    pub(crate) fn spare(&self, state: &State, side: Side) -> PieceSet {
        state.pool.and(counters_of(side))
    }

    /// The divisions that can break down now, in supply or not and whatever zones of control they are in [2.2d-1]
    /// [2.2d-3].
    fn can_break(&self, state: &State, piece: Piece) -> bool {
        let free = self.movers(state).contains(piece) && self.breaks_down(piece);
        let least = self.regiment(state.side, false);
        free && self.is_time_to_break(state)
            && self.face(state, piece).attack >= least
            && !self.spare(state, state.side).is_empty()
    }

    /// The attack strength of a regiment or Stormtrooper.
    fn regiment(&self, side: Side, full: bool) -> u8 {
        let class = pool_class(side);
        self.pieces.of_class(class).next().map_or(0, |piece| self.pieces.face(piece, !full).attack)
    }

    pub(crate) fn list_breakdowns(&self, state: &State, out: &mut Vec<Action>) {
        if !self.is_time_to_break(state) {
            return;
        }
        if !self.spare(state, state.side).is_empty() {
            let least = self.regiment(state.side, false);
            let able = |&piece: &Piece| self.face(state, piece).attack >= least;
            out.extend(self.movers(state).and(self.breakable).iter().filter(able).map(Action::Break));
        }
        out.extend(self.musters(state).iter().map(Action::Muster));
    }

    pub(crate) fn check_break(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.pieces.name_of(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if !self.breaks_down(piece) {
            return refuse(clauses!["2.2a-5", "2.2a-1"], "never breaks down");
        }
        self.check_time_to_break(state)?;
        self.check_mover(state, piece)?;
        if self.can_break(state, piece) {
            return Ok(());
        }
        refuse(clauses!["2.2e-1"], "cannot break down: the pool is empty")
    }

    fn check_time_to_break(&self, state: &State) -> Result<(), Refusal> {
        if self.is_time_to_break(state) {
            return Ok(());
        }
        if self.scenario(state).no_reassembly {
            return Err(Refusal::new(clauses!["7.4/note"], "nobody breaks down or reassembles in this scenario"));
        }
        if state.phase != Phase::Movement {
            let reason = "divisions break down and reassemble in the Movement Phase";
            return Err(Refusal::new(clauses!["2.2a-1", "2.2c-1"], reason));
        }
        let reason = "a division has moved, and by the option in force all of this is done before";
        Err(Refusal::new(clauses!["2.2f"], reason))
    }

    /// A division breaks down: it goes to the dead pile, and regiments take its place [2.2a-3, 1.7b-3].
    pub(crate) fn break_down(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text = format!("{name} in {} breaks down.", self.ground.label(hex));
            Event::new(EventKind::Detachment, text)
                .side(side_of(piece))
                .at([hex])
                .of([name])
                .by(clauses!["2.2a-3"])
                .reveals_own()
        });
        state.breaking = (self.face(state, piece).attack, 0);
        state.group = [piece].into_iter().collect();
        self.lift(state, piece);
        state.flipped.remove(piece);
        state.dead.insert(piece);
        state.broken_down.insert(piece);
        state.step = Step::Break(hex);
    }

    /// The total attack strength of the regiments may not exceed that of the division [2.2a-2] (ruling 72).
    pub(crate) fn can_raise_one(&self, state: &State, full: bool) -> bool {
        self.regiment(state.side, full) <= state.breaking.0 && !self.spare(state, state.side).is_empty()
    }

    pub(crate) fn can_raise(&self, state: &State) -> bool {
        self.can_raise_one(state, true) || self.can_raise_one(state, false)
    }

    pub(crate) fn list_raises(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(
            [true, false].into_iter().filter(|&full| self.can_raise_one(state, full)).map(Full).map(Action::Raise),
        );
        if state.breaking.1 > 0 {
            out.push(Action::Done);
        }
    }

    pub(crate) fn check_raise(&self, state: &State, full: bool) -> Result<(), Refusal> {
        if self.can_raise_one(state, full) {
            return Ok(());
        }
        if self.spare(state, state.side).is_empty() {
            return Err(Refusal::new(clauses!["2.2e-1"], "the pool is empty"));
        }
        let reason = format!(
            "attack strength {} is left, and this one has {}",
            state.breaking.0,
            self.regiment(state.side, full)
        );
        Err(Refusal::new(clauses!["2.2a-2"], reason))
    }

    /// Makes a regiment: Out of Supply if its division was; it can move in this phase [2.2a-4, 2.2d-1].
    pub(crate) fn raise(&self, state: &mut State, hex: Hex, full: bool, events: &mut impl Sink) {
        let Some(piece) = self.spare(state, state.side).first() else { return };
        state.pool.remove(piece);
        if !full {
            state.flipped.insert(piece);
        }
        if state.group.iter().any(|division| state.unsupplied.contains(division)) {
            state.unsupplied.insert(piece);
        }
        // What its division could not do for the zone it began in, it cannot do either [scs/3.2b].
        if state.group.iter().any(|division| state.marked.contains(division)) {
            state.marked.insert(piece);
        }
        self.put(state, piece, hex);
        state.breaking.0 -= self.regiment(state.side, full);
        state.breaking.1 += 1;
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text = format!("{name} ({}) is made.", self.pieces.values(piece, !full));
            let clauses = if self.is_stormtrooper(piece) { clauses!["3.1-3"] } else { clauses!["2.2a-2"] };
            Event::new(EventKind::Detachment, text).side(side_of(piece)).at([hex]).of([name]).by(clauses).reveals_own()
        });
    }

    /// The division has become regiments.
    pub(crate) fn end_breakdown(&self, state: &mut State) {
        state.unsupplied = state.unsupplied.without(state.group);
        state.group = PieceSet::EMPTY;
        state.breaking = (0, 0);
        state.step = Step::Moves;
    }

    /// Whether a regiment can be reassembled now: after its move too [2.2c-1], but with the switch only before it [2.2f].
    fn can_muster(&self, state: &State, piece: Piece) -> bool {
        let moved = state.acted.contains(piece) && state.has(option::EARLY_BREAKDOWN);
        side_of(piece) == state.side && self.regiments.contains(piece) && !moved
    }

    /// The divisions that regiments could become, with the side that must be up: any of the nation in the dead pile
    /// (ruling 75, ruling 76).
    fn candidates(&self, state: &State) -> PieceSet {
        let dead = state.dead.and(counters_of(state.side));
        let dead = if state.has(option::ONLY_BROKEN_DOWN) { dead.and(state.broken_down) } else { dead };
        dead.and(self.breakable)
    }

    /// The total attack strength of some regiments.
    fn strength_of(&self, state: &State, units: PieceSet) -> u8 {
        units.iter().map(|piece| self.face(state, piece).attack).sum()
    }

    /// The least attack strength for which there is a division.
    fn least(&self, state: &State) -> Option<u8> {
        self.candidates(state).iter().map(|piece| self.pieces.face(piece, true).attack).min()
    }

    fn mustering(&self, state: &State, hex: Hex) -> PieceSet {
        state.stack(hex).filter(|&piece| self.can_muster(state, piece)).collect()
    }

    /// The hexes whose regiments are strong enough together [2.2c-2].
    fn musters(&self, state: &State) -> Hexes {
        let Some(least) = self.least(state) else { return Hexes::EMPTY };
        let regiments = state.units(state.side).and(self.regiments).iter();
        let regiments = regiments.filter(|&piece| self.can_muster(state, piece));
        let strong = |hex: &Hex| self.strength_of(state, self.mustering(state, *hex)) >= least;
        let hexes: Hexes = regiments.map(|piece| state.hex(piece)).collect();
        hexes.iter().filter(strong).collect()
    }

    pub(crate) fn check_muster(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        self.check_time_to_break(state)?;
        if self.musters(state).contains(hex) {
            return Ok(());
        }
        let reason = format!("no regiments in {} can become a division of the dead pile", self.ground.label(hex));
        Err(Refusal::new(clauses!["2.2c-2", "2.2c-1"], reason))
    }

    pub(crate) fn list_muster(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let left = self.mustering(state, hex).without(state.group);
        out.extend(left.iter().map(Action::Join));
        if left.len() > 1 {
            out.push(Action::JoinAll);
        }
        let strength = self.strength_of(state, state.group);
        for piece in self.candidates(state).iter() {
            let fits = |&full: &bool| self.pieces.face(piece, !full).attack <= strength;
            let divisions = [true, false].into_iter().filter(fits).map(|full| Division(piece, Full(full)));
            out.extend(divisions.map(Action::Reassemble));
        }
    }

    pub(crate) fn check_mustering(&self, state: &State, hex: Hex, piece: Piece) -> Result<(), Refusal> {
        if self.mustering(state, hex).without(state.group).contains(piece) {
            return Ok(());
        }
        let reason =
            format!("{} is no regiment in {} that can be added", self.pieces.name_of(piece), self.ground.label(hex));
        Err(Refusal::new(clauses!["2.2c-1"], reason))
    }

    /// How many regiments of the hex can still be added.
    pub(crate) fn muster_left(&self, state: &State, hex: Hex) -> usize {
        self.mustering(state, hex).without(state.group).len()
    }

    /// Adds every regiment of the hex.
    pub(crate) fn muster_all(&self, state: &mut State, hex: Hex) {
        state.group = self.mustering(state, hex);
    }

    pub(crate) fn check_reassemble(&self, state: &State, piece: Piece, full: bool) -> Result<(), Refusal> {
        let name = self.pieces.name_of(piece);
        if !self.candidates(state).contains(piece) {
            let reason = format!("{name} is no division of the dead pile that regiments could become");
            return Err(Refusal::new(clauses!["2.2c-2", "2.2a-5"], reason));
        }
        let (needed, strength) = (self.pieces.face(piece, !full).attack, self.strength_of(state, state.group));
        if needed <= strength {
            return Ok(());
        }
        let reason = format!("{name} needs attack strength {needed}, and the regiments have {strength}");
        Err(Refusal::new(clauses!["2.2c-2"], reason))
    }

    /// Reassembles a division: the regiments go back to the pool, the division takes their place, and it cannot move
    /// any more [2.2c-3, 2.2c-4, 2.2c-5, 2.2e-3]; Out of Supply if they were [2.2d-2].
    pub(crate) fn reassemble(&self, state: &mut State, hex: Hex, piece: Piece, full: bool, events: &mut impl Sink) {
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text =
                format!("{name} ({}) is reassembled in {}.", self.pieces.values(piece, !full), self.ground.label(hex));
            Event::new(EventKind::Rejoining, text)
                .side(side_of(piece))
                .at([hex])
                .of([name])
                .by(clauses!["2.2c-3"])
                .reveals_own()
        });
        let unsupplied = state.group.iter().any(|regiment| state.unsupplied.contains(regiment));
        for regiment in state.group.iter() {
            self.lift(state, regiment);
            self.to_pool(state, regiment);
        }
        state.dead.remove(piece);
        state.broken_down.remove(piece);
        if !full {
            state.flipped.insert(piece);
        }
        if unsupplied {
            state.unsupplied.insert(piece);
        }
        self.put(state, piece, hex);
        state.acted.insert(piece);
        state.group = PieceSet::EMPTY;
        state.step = Step::Moves;
    }

    /// A regiment or Stormtrooper is back in its pool at once, to be made again [1.5-3, 2.2e-2, 2.2e-3].
    pub(crate) fn to_pool(&self, state: &mut State, piece: Piece) {
        for set in [&mut state.flipped, &mut state.unsupplied, &mut state.sworn, &mut state.acted, &mut state.marked] {
            set.remove(piece);
        }
        state.pool.insert(piece);
    }

    /// Whether the unit is a Stormtrooper.
    pub(crate) fn is_stormtrooper(&self, piece: Piece) -> bool {
        self.pieces.class(piece) == Class::Stormtrooper && side_of(piece) == GERMAN
    }
}
