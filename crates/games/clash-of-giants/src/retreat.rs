//! 12.8 Retreats, and 14.3-14.4 cavalry that retreats before combat.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece, Units};
use crate::state::{Stage, State, Step};
use engine::{Clause, Dice, EventKind, Refusal, Role, Roll, Sink, Wish, Words, clauses};
use hexboard::Hex;

/// The longest way of a retreat that can be made on a board of 25 rows and 43 columns.
const LONGEST: usize = 48;

/// What a retreat may not do, from strict to lenient.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Manner {
    /// Not into hexes next to enemies [std/12.86].
    aloof: bool,
    /// Not out of the area of its army [marne/10.44f].
    at_home: bool,
    /// Into a Start Hex [marne/2.13k, std/12.87b].
    to_start: bool,
    /// Of its own will: before combat.
    free: bool,
}

/// The hexes that a retreat can come to, step by step.
struct Trail {
    reached: [Hexes; LONGEST],
    /// Where it may end.
    ends: Hexes,
    /// The first step on which it may.
    from_step: usize,
}

impl Trail {
    /// The hexes of a step from which it goes on: where it can end it does.
    fn going(&self, step: usize) -> Hexes {
        if step < self.from_step { self.reached[step] } else { self.reached[step] - self.ends }
    }

    /// The step on which it gets to one of its ends.
    fn last_step(&self, end: Hex) -> Option<usize> {
        (self.from_step.max(1)..LONGEST).find(|&step| self.reached[step].contains(end))
    }
}

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which cavalry retreats before combat.
    Withdraw by state.side.other() => {
        asks: "Choose cavalry that retreats before combat.",
        lists: game.list_withdrawals(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Withdraw)),
        Withdraw(piece) => {
            check: game.check_withdraw(state, piece),
            play: game.withdraw(state, piece, dice, events),
            words: {
                let text = format!("{} retreats before combat", game.name(state, piece));
                Words::new(text).rolls(game.attackers_ride(state))
            },
            odds: game.withdraw_forecast(state, piece),
            worth: mind.appraise_withdrawal(state, piece),
        }
        Done => {
            check: Ok(()),
            play: game.stand(state),
            words: Words::new("all other cavalry stands").rolls(true),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where such cavalry goes.
    WithdrawTo(piece: Piece) by state.side.other() => {
        asks: format!("Choose where {} retreats before combat.", game.name(state, piece)),
        lists: game.list_withdrawal_ends(state, piece, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_withdrawal_end(state, piece, hex),
            play: game.withdraw_to(state, piece, hex, events),
            words: game.retreat_words(state, hex),
            odds: None,
            worth: mind.appraise_refuge(state, piece, hex),
        }
    }

    /// Which unit retreats next.
    Retreats by state.side.other() => {
        asks: "Choose the unit that retreats first.",
        lists: out.extend(state.falling.iter().map(Action::Pick)),
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        Pick(piece) => {
            check: game.check_falling(state, piece),
            play: {
                game.take_up_retreat(state, piece, events);
            },
            words: {
                let first = state.falling.iter().next() == Some(piece);
                Words::new(game.name(state, piece)).role_if(first, Role::Usual)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Where a unit retreats.
    Retreat(piece: Piece) by state.side.other() => {
        asks: format!("Choose where {} retreats.", game.name(state, piece)),
        stakes: Some,
        lists: game.list_retreats(state, piece, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_retreat(state, piece, hex),
            play: game.retreat_to(state, piece, hex, events),
            words: game.retreat_words(state, hex),
            odds: None,
            worth: mind.appraise_refuge(state, piece, hex),
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The manners in which a unit may retreat, each only if none before it leads to an end: out of its area a yellow unit
    /// goes only to avoid elimination [marne/10.44f], and so does a German into a Start Hex [marne/2.13k, std/12.87b].
    fn manners(&self, state: &State, piece: Piece, free: bool) -> impl Iterator<Item = Manner> + use<> {
        let theatre = self.theatre(state);
        let bound = theatre.yellow.contains(piece) && theatre.way_home(piece, state.hex(piece)) == 0;
        let german = state.is_marne() && theatre.side(piece) == GERMAN;
        let manner = move |aloof, at_home, to_start| Manner { aloof, at_home, to_start, free };
        let at_home = [true, false].map(move |aloof| bound.then_some(manner(aloof, true, false)));
        let away = [true, false].map(move |aloof| (!bound || !free).then_some(manner(aloof, false, false)));
        let start = [(german && !free).then_some(manner(false, false, true))];
        at_home.into_iter().chain(away).chain(start).flatten()
    }

    /// Whether a retreat may lead through a hex [std/12.82].
    fn may_retreat_through(&self, state: &State, piece: Piece, hex: Hex, manner: Manner) -> bool {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let side = theatre.side(piece);
        // The BEF goes into the Fortified Camp only when it is forced to (ruling M10).
        let unwilling = manner.free && theatre.british.contains(piece) && ground.camp.contains(hex);
        let astray = manner.at_home && theatre.way_home(piece, hex) > 0;
        let closed = theatre.forbidden[side.index()].contains(hex) || ground.start_hexes.contains(hex);
        let too_near = manner.aloof && self.touches_enemy(state, side, hex);
        Self::is_passable(state, side, hex) && !closed && !astray && !unwilling && !too_near
    }

    /// Follows a retreat of so many hexes along the Retreat Compass [std/12.81]; where there is no room it goes on, hex
    /// by hex [std/12.84], but not because it would end next to an enemy source (ruling T15). In a Start Hex it is
    /// over, whatever hexes remain [std/12.87b].
    fn trail(&self, state: &State, piece: Piece, hexes: u8, manner: Manner) -> Trail {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let from_step = if manner.to_start { 0 } else { hexes.into() };
        let mut trail = Trail { reached: [Hexes::EMPTY; LONGEST], ends: Hexes::EMPTY, from_step };
        trail.reached[0].insert(state.hex(piece));
        for step in 1..LONGEST {
            let going = trail.going(step - 1);
            if going.is_empty() {
                break;
            }
            for to in going.iter().flat_map(|hex| theatre.retreats(side, hex)) {
                if manner.to_start && theatre.ground.start_hexes.contains(to) {
                    trail.reached[step].insert(to);
                    trail.ends.insert(to);
                } else if self.may_retreat_through(state, piece, to, manner) {
                    let last = !manner.to_start && step >= from_step;
                    if last && theatre.forbidden_ends[side.index()].contains(to) {
                        continue;
                    }
                    trail.reached[step].insert(to);
                    if last && self.fits(state, piece, to) {
                        trail.ends.insert(to);
                    }
                }
            }
        }
        trail
    }

    /// Where a unit may retreat, in the strictest manner that leads anywhere.
    fn retreat(&self, state: &State, piece: Piece, hexes: u8, free: bool) -> Option<Trail> {
        let mut trails = self.manners(state, piece, free).map(|manner| self.trail(state, piece, hexes, manner));
        trails.find(|trail| !trail.ends.is_empty())
    }

    /// Where a unit may end its retreat.
    fn retreat_ends(&self, state: &State, piece: Piece, hexes: u8, free: bool) -> Hexes {
        self.retreat(state, piece, hexes, free).map_or(Hexes::EMPTY, |trail| trail.ends)
    }

    /// The way of a retreat to one of its ends, in order; of several the one through victory hexes that it regains, as
    /// its owner would choose [std/12.86].
    fn retreat_way(&self, state: &State, piece: Piece, trail: &Trail, end: Hex, way: &mut [Hex; LONGEST]) -> usize {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let last = trail.last_step(end).expect("a retreat ends on its trail");
        let mut hex = end;
        for step in (1..=last).rev() {
            way[step - 1] = hex;
            let before = |from: &Hex| trail.going(step - 1).contains(*from);
            let prize = |from: &Hex| {
                let prize = theatre.prize(*from);
                prize.is_some_and(|prize| state.owners[prize] != crate::state::Owner::of(side))
            };
            let steps = theatre.approaches(side, hex).filter(before);
            hex = steps.max_by_key(prize).unwrap_or(hex);
        }
        last
    }

    /// Moves a unit back.
    fn fall_back(&self, state: &mut State, piece: Piece, end: Hex, free: bool, hexes: u8, events: &mut impl Sink) {
        let Some(trail) = self.retreat(state, piece, hexes, free) else { return };
        let mut way = [Hex::NONE; LONGEST];
        let count = self.retreat_way(state, piece, &trail, end, &mut way);
        let theatre = self.theatre(state);
        let from = state.hex(piece);
        events.tell(|| {
            let text = format!("{} retreats to {}.", self.name(state, piece), self.label(state, end));
            let event =
                self.unit_event(state, piece, EventKind::Retreat, text).along([from]).at(way[..count].iter().copied());
            let clauses = if free { clauses!["std/14.3b"] } else { clauses!["std/12.8b", "std/12.81"] };
            event.by(clauses)
        });
        state.lift(theatre, piece);
        state.put(theatre, piece, end);
        state.retreated.insert(piece);
        if theatre.ground.start_hexes.contains(end) {
            state.driven_back.insert(piece);
        }
        for &hex in &way[..count] {
            self.enter(state, piece, hex, false, events);
        }
    }

    /// Finds the next unit that must retreat; one that cannot is eliminated [std/12.83, std/12.87].
    pub(crate) fn go_on_retreating(&self, state: &mut State, events: &mut impl Sink) {
        loop {
            let mut falling = state.falling.iter();
            let (first, second) = (falling.next(), falling.next());
            match (first, second) {
                (None, _) => return self.begin_advance(state),
                // The owner picks the order [std/12.88].
                (Some(_), Some(_)) => {
                    state.step = Step::Retreats;
                    return;
                }
                (Some(piece), None) => {
                    if self.take_up_retreat(state, piece, events) {
                        return;
                    }
                }
            }
        }
    }

    /// Asks where a unit retreats, or eliminates it; whether somebody must choose.
    pub(crate) fn take_up_retreat(&self, state: &mut State, piece: Piece, events: &mut impl Sink) -> bool {
        let hexes = state.excess[piece.index()];
        if self.retreat_ends(state, piece, hexes, false).is_empty() {
            state.falling.remove(piece);
            self.fall(state, piece, clauses!["std/12.83", "std/12.87"], events);
            state.step = Step::Idle;
            return false;
        }
        state.step = Step::Retreat(piece);
        true
    }

    pub(crate) fn list_retreats(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let hexes = state.excess[piece.index()];
        out.extend(self.retreat_ends(state, piece, hexes, false).iter().map(Action::To));
    }

    pub(crate) fn check_retreat(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        let hexes = state.excess[piece.index()];
        if self.retreat_ends(state, piece, hexes, false).contains(hex) {
            return Ok(());
        }
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let clauses = clauses!["std/12.8b", "std/12.81", "std/12.82", "std/12.84", "std/12.86"];
        Err(Refusal::new(clauses, format!("{name} must retreat {hexes} hexes along the compass, and not to {at}")))
    }

    pub(crate) fn check_falling(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if state.falling.contains(piece) {
            return Ok(());
        }
        let reason = format!("{} does not have to retreat", self.name(state, piece));
        Err(Refusal::new(clauses!["std/12.8b", "std/12.88"], reason))
    }

    /// Retreats a unit that failed its check.
    pub(crate) fn retreat_to(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let hexes = std::mem::take(&mut state.excess[piece.index()]);
        state.falling.remove(piece);
        self.fall_back(state, piece, hex, false, hexes, events);
        state.step = Step::Idle;
    }

    /// Defending cavalry that may still retreat before combat: in hexes of cavalry alone, once a phase, if it can
    /// [std/14.3a, std/14.3b, std/12.89].
    pub(crate) fn withdrawers(&self, state: &State) -> Units {
        let units = self.cavalry_under_attack(state, state.current);
        let hexes = self.standard.combat.cavalry_retreat;
        units
            .without(state.settled)
            .iter()
            .filter(|&piece| !self.retreat_ends(state, piece, hexes, true).is_empty())
            .collect()
    }

    fn cavalry_under_attack(&self, state: &State, group: u8) -> Units {
        let theatre = self.theatre(state);
        let enemy = theatre.of[state.side.other().index()];
        let there: Units = state.targets(group).flat_map(|hex| state.stack(hex)).collect();
        there.and(enemy).and(theatre.cavalry).without(state.retreated)
    }

    /// Whether defending cavalry of an attack may get a say before the dice fall.
    pub(crate) fn may_withdraw(&self, state: &State, group: u8) -> bool {
        let hexes = self.standard.combat.cavalry_retreat;
        let begun = state.current == group && !matches!(state.stage, Stage::Begin | Stage::Withdrawals);
        let mut units = self.cavalry_under_attack(state, group).without(state.settled).iter();
        !begun && units.any(|piece| !self.retreat_ends(state, piece, hexes, true).is_empty())
    }

    /// Whether the attackers of the attack in hand include cavalry.
    fn attackers_ride(&self, state: &State) -> bool {
        let cavalry = self.theatre(state).cavalry;
        state.attackers(state.current).any(|piece| cavalry.contains(piece))
    }

    pub(crate) fn list_withdrawals(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.withdrawers(state).iter().map(Action::Withdraw));
        out.push(Action::Done);
    }

    pub(crate) fn check_withdraw(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.withdrawers(state).contains(piece) {
            return Ok(());
        }
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if !self.theatre(state).cavalry.contains(piece) {
            return refuse(clauses!["std/14.3a"], "is not cavalry");
        }
        if state.retreated.contains(piece) || state.settled.contains(piece) {
            return refuse(clauses!["std/12.89", "std/14.4a"], "cannot retreat before combat any more");
        }
        if !self.cavalry_under_attack(state, state.current).contains(piece) {
            return refuse(clauses!["std/14.3a"], "is not under attack");
        }
        refuse(clauses!["std/14.3b"], "cannot retreat two hexes and must fight")
    }

    /// Cavalry tries to get away: at once from infantry [std/14.3a], after a check from cavalry [std/14.4a].
    pub(crate) fn withdraw(&self, state: &mut State, piece: Piece, dice: &mut impl Dice, events: &mut impl Sink) {
        state.settled.insert(piece);
        if self.attackers_ride(state) {
            let (roll, ter) = (dice.d6(), self.ter(state, piece));
            let passed = roll <= ter;
            events.tell(|| {
                let outcome = withdrawal(passed);
                let name = self.name(state, piece);
                let text = format!("{name} tries to retreat before combat, rolls {roll} against {ter}: {outcome}.");
                let event = self.unit_event(state, piece, EventKind::Check, text).at([state.hex(piece)]);
                let roll = Roll::d6(format!("whether {name} gets away"), roll);
                let roll = roll.hoped(self.theatre(state).side(piece), Wish::AtMost(ter.into()));
                event.by(clauses!["std/14.4a"]).rolled([roll]).outcome(outcome)
            });
            if !passed {
                state.step = Step::Idle;
                return;
            }
        }
        state.step = Step::WithdrawTo(piece);
    }

    /// The chances that cavalry gets away; `None` where it need not roll.
    pub(crate) fn withdraw_forecast(&self, state: &State, piece: Piece) -> Option<engine::Forecast> {
        if !self.attackers_ride(state) {
            return None;
        }
        let p = 1.0 - crate::resolution::failure(self.ter(state, piece), 0);
        let chance = |passed: bool, p: f64| engine::Chance { outcome: withdrawal(passed).into(), probability: p };
        let sum = self.ter_derivation(state, piece, None);
        let chances = [chance(true, p), chance(false, 1.0 - p)].into_iter().filter(|chance| chance.probability > 0.0);
        Some(engine::Forecast::new(sum, chances.collect()))
    }

    /// No more cavalry gets away.
    pub(crate) fn stand(&self, state: &mut State) {
        state.settled = state.settled.or(self.cavalry_under_attack(state, state.current));
        state.step = Step::Idle;
    }

    /// Two hexes, without loss [std/14.3b, std/14.4b].
    pub(crate) fn list_withdrawal_ends(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let hexes = self.standard.combat.cavalry_retreat;
        out.extend(self.retreat_ends(state, piece, hexes, true).iter().map(Action::To));
    }

    pub(crate) fn check_withdrawal_end(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        let hexes = self.standard.combat.cavalry_retreat;
        if self.retreat_ends(state, piece, hexes, true).contains(hex) {
            return Ok(());
        }
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let reason = format!("{name} retreats {hexes} hexes along the compass before combat, and not to {at}");
        Err(Refusal::new(clauses!["std/14.3b", "std/14.4b"], reason))
    }

    pub(crate) fn withdraw_to(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        self.fall_back(state, piece, hex, true, self.standard.combat.cavalry_retreat, events);
        state.step = Step::Idle;
    }
}

/// The label of what cavalry's check came to.
fn withdrawal(passed: bool) -> &'static str {
    if passed { "it gets away" } else { "it must fight" }
}
