//! 9.6 Explanation of Combat Results, and 9.8 Retreats.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::hints::Mind;
use crate::pieces::Piece;
use crate::state::{Blow, LONGEST_RETREAT, PieceSet, State, Step, option};
use crate::tables::CombatResult;
use engine::{Event, EventKind, FigureName, Refusal, Role, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// How a result is divided between steps and hexes.
    Mix by state.chooser_of_hit() => {
        asks: format!("Divide a result of {} between steps and hexes.", state.hit.number),
        lists: game.list_mixes(state, out),
        points(_): {},
        Take(steps) => {
            check: game.check_mix(state, steps),
            play: game.take(state, steps, events),
            words: format!("lose {steps} steps, retreat {} hexes", state.hit.number.saturating_sub(steps)),
            odds: None,
            worth: mind.appraise_mix(state, steps),
        }
    }

    /// Which unit loses a step.
    Losses by state.chooser_of_hit() => {
        asks: format!("Choose the unit that loses a step; {} to lose.", state.hit.steps),
        lists: out.extend(state.struck.and(state.on_map).iter().map(Action::Lose)),
        points(hex): out.extend(game.own(state, hex).iter().map(Action::Lose)),
        Lose(unit) => {
            check: game.check_loss(state, unit),
            play: game.lose(state, unit, events),
            words: Words::new(format!("{} loses a step", game.unit_words(state, unit)))
                .role_if(game.least_loss(state) == Some(unit), Role::Least),
            odds: None,
            worth: mind.appraise_loss(state, unit),
        }
    }

    /// Where the defeated units retreat.
    Retreat by state.chooser_of_hit() => {
        asks: format!("Choose where the units retreat; {} to go.", count(state.hit.hexes, "hex", "hexes")),
        lists: out.extend(game.retreat_ways(state).map(Action::Retreat)),
        points(hex): out.push(Action::Retreat(hex)),
        Retreat(hex) => {
            check: game.check_retreat(state, hex),
            play: game.retreat(state, hex, events),
            words: format!("retreat to {}", game.ground.called(hex)),
            odds: None,
            worth: mind.appraise_retreat(state, hex),
        }
    }

    /// Who advances.
    Advance by game.advancing_side(state) => {
        asks: "Choose units to advance.",
        lists: game.list_advances(state, out),
        points(hex): game.point_advances(state, hex, out),
        Advance(unit, hex) => {
            check: game.check_advance(state, unit, hex),
            play: game.advance(state, unit, hex, events),
            words: format!("{} advances to {}", game.unit_words(state, unit), game.ground.called(hex)),
            odds: None,
            worth: mind.appraise_advance(state, unit, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_battle(state, events),
            words: "advance no more",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Applies a result of a Regular or Counter Attack to those who were struck, at once [9.6.1].
    pub(crate) fn apply_combat(&self, state: &mut State, result: CombatResult, events: &mut impl Sink) {
        let hex = state.hit.hex;
        match result {
            CombatResult::Engaged => {
                self.engage(state, events);
                self.begin_counter(state, events);
            }
            CombatResult::Loss(_) if self.is_garrisoned(state, hex) => {
                self.disengage(state, hex);
                self.defeat_garrison(state, hex, events);
                state.hit.length = 1;
                self.end_hit(state, events);
            }
            CombatResult::Loss(number) => {
                self.disengage(state, hex);
                // However high that is (ruling R45).
                state.hit.number = number + u8::from(self.suffer_more(state, state.struck));
                state.hit.length = 1;
                self.begin_mix(state, events);
            }
        }
    }

    /// Eliminates all who were struck [9.6.5]; a garrison of Paris is defeated.
    pub(crate) fn destroy(&self, state: &mut State, events: &mut impl Sink) {
        let hex = state.hit.hex;
        self.disengage(state, hex);
        if state.hit.blow == Blow::Attack && self.is_garrisoned(state, hex) {
            self.defeat_garrison(state, hex, events);
        }
        for unit in state.struck.iter() {
            self.eliminate(state, unit, events);
        }
        state.hit.length = 1;
        self.end_hit(state, events);
    }

    /// The steps that those who were struck have left.
    fn steps_left(&self, state: &State) -> u8 {
        let left = state.struck.and(state.on_map).iter().map(|unit| self.steps(state, unit));
        left.fold(0, u8::saturating_add)
    }

    /// The fewest and the most steps that may be taken of a number: at least half of it, rounded down [9.6.2.N-RAb]; no more
    /// than there are (ruling R46); and no more than the fewest if most of the units, by steps, were disrupted before
    /// [9.6.2.N-RAd, 10.1.2d] (ruling R49).
    fn mixes(&self, state: &State) -> (u8, u8) {
        let number = state.hit.number;
        let left = self.steps_left(state);
        let least = (number / 2).min(left);
        match self.are_most(state, state.struck, state.disrupted) {
            true => (least, least),
            false => (least, number.min(left)),
        }
    }

    fn begin_mix(&self, state: &mut State, events: &mut impl Sink) {
        let (least, most) = self.mixes(state);
        match least == most {
            true => self.take(state, least, events),
            false => state.step = Step::Mix,
        }
    }

    /// The owner divides the number as he likes [9.6.2.N-RAa, 9.6.2.N-RAc].
    pub(crate) fn list_mixes(&self, state: &State, out: &mut Vec<Action>) {
        let (least, most) = self.mixes(state);
        out.extend((least..=most).map(Action::Take));
    }

    pub(crate) fn check_mix(&self, state: &State, steps: u8) -> Result<(), Refusal> {
        let (least, most) = self.mixes(state);
        if (least..=most).contains(&steps) {
            return Ok(());
        }
        let reason = format!("of a {} at least {least} and at most {most} steps are lost here", state.hit.number);
        Err(Refusal::new(clauses!["9.6.2.N-RAb", "9.6.2.N-RAd"], reason))
    }

    /// Takes so many steps, and the rest in hexes of retreat. Whoever retreats is disrupted at once [9.6.3, 9.8.4].
    pub(crate) fn take(&self, state: &mut State, steps: u8, events: &mut impl Sink) {
        state.hit.steps = steps;
        state.hit.hexes = state.hit.number.saturating_sub(steps).min(LONGEST_RETREAT as u8 - 1);
        events.tell(|| {
            let (lost, back) = (count(steps, "step", "steps"), count(state.hit.hexes, "hex", "hexes"));
            let deed = match (steps, state.hit.hexes) {
                (_, 0) => format!("lose {lost} and stay"),
                (0, _) => format!("lose nothing and go back {back}"),
                _ => format!("lose {lost} and go back {back}"),
            };
            let text = format!("The units in {} {deed}.", self.ground.label(state.hit.hex));
            let event = Event::new(EventKind::Result, text).at([state.hit.hex]);
            let event = event.by(clauses!["9.6.2.N-RAa", "9.6.2.N-RAb"]).figure(FigureName::Retreat, state.hit.hexes);
            let side = state.struck.first().map(|unit| self.pieces.side(unit));
            side.into_iter().fold(event, |event, side| event.side(side).costs(side, steps.into()))
        });
        if state.hit.hexes > 0 {
            self.disrupt(state, state.struck);
        }
        self.go_on_losing(state, events);
    }

    /// Takes off the steps that are to be lost, as far as their owner has no choice; he chooses otherwise [9.6.2.N-DFa].
    pub(crate) fn go_on_losing(&self, state: &mut State, events: &mut impl Sink) {
        while state.hit.steps > 0 {
            let left = state.struck.and(state.on_map);
            let Some(first) = left.first() else {
                state.hit.steps = 0;
                break;
            };
            if left.len() > 1 && self.steps_left(state) > state.hit.steps {
                state.step = Step::Losses;
                return;
            }
            self.lose_step(state, first, events);
            state.hit.steps -= 1;
        }
        self.go_on_retreating(state, events);
    }

    pub(crate) fn check_loss(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        if state.struck.and(state.on_map).contains(unit) {
            return Ok(());
        }
        let reason = format!("{} was not struck", self.pieces.title(unit));
        Err(Refusal::new(clauses!["9.6.4b", "9.3.5c"], reason))
    }

    pub(crate) fn lose(&self, state: &mut State, unit: Piece, events: &mut impl Sink) {
        self.lose_step(state, unit, events);
        state.hit.steps -= 1;
        self.go_on_losing(state, events);
    }

    /// Of those that may lose a step the one whose step is the smallest loss by what is printed on it, and rather its first than
    /// its last; an HQ comes after all others.
    fn least_loss(&self, state: &State) -> Option<Piece> {
        let strength = |unit: Piece, steps: u8| {
            let face = self.pieces.counter(unit).face(steps);
            if steps == 0 { 0 } else { u16::from(face.attack) + u16::from(face.defense) }
        };
        state.struck.and(state.on_map).iter().min_by_key(|&unit| {
            let steps = self.steps(state, unit);
            (unit.is_hq(), strength(unit, steps).saturating_sub(strength(unit, steps - 1)), steps == 1)
        })
    }

    /// Turns a unit to its reduced side, or eliminates it [9.6.4b, 9.6.4c].
    fn lose_step(&self, state: &mut State, unit: Piece, events: &mut impl Sink) {
        if self.steps(state, unit) > 1 {
            state.reduced.insert(unit);
            let side = self.pieces.side(unit);
            self.tell_unit(state, unit, events, EventKind::Loss, "loses a step", |event| {
                event.costs(side, 1).by(clauses!["9.6.4b"])
            });
        } else {
            self.eliminate(state, unit, events);
        }
    }

    /// Eliminates a unit; both sides see which it was.
    pub(crate) fn eliminate(&self, state: &mut State, unit: Piece, events: &mut impl Sink) {
        let (hex, lost) = (state.hex(unit), self.steps(state, unit));
        self.lift(state, unit);
        state.dead.insert(unit);
        for set in [&mut state.disrupted, &mut state.unsupplied, &mut state.guests, &mut state.reserve] {
            set.remove(unit);
        }
        state.reduced.remove(unit);
        state.locked[unit.index()] = 0;
        state.aims[unit.index()] = 0;
        self.loosen(state, hex);
        events.tell(|| {
            let text = format!("{} is eliminated in {}.", self.pieces.title(unit), self.ground.label(hex));
            let side = self.pieces.side(unit);
            let event = Event::new(EventKind::Loss, text).side(side).at([hex]).of([self.pieces.name(unit).to_string()]);
            event.costs(side, lost.into()).by(clauses!["9.6.4b", "9.6.4c"]).reveals()
        });
    }

    // 9.8 Retreats.

    /// Where those who retreat stand now.
    fn retreating(&self, state: &State) -> Hex {
        let left = state.struck.and(state.on_map).first();
        left.map_or(Hex::NONE, |unit| state.hex(unit))
    }

    /// Goes on with the retreat. Who cannot complete it, as only hexes with enemies are left, is eliminated [9.8.2c]
    /// (ruling R48).
    fn go_on_retreating(&self, state: &mut State, events: &mut impl Sink) {
        let left = state.struck.and(state.on_map);
        if left.is_empty() || state.hit.hexes == 0 {
            return self.end_retreat(state, events);
        }
        let mut ways = self.retreat_ways(state);
        match (ways.next(), ways.next()) {
            (None, _) => {
                drop(ways);
                for unit in left.iter() {
                    self.eliminate(state, unit, events);
                }
                self.end_retreat(state, events);
            }
            (Some(only), None) => {
                drop(ways);
                self.retreat(state, only, events);
            }
            _ => {
                drop(ways);
                state.step = Step::Retreat;
            }
        }
    }

    /// The next hexes of the best retreats: those that end away from the victors [9.8.1], then those through the fewest
    /// enemy zones [9.8.2a], never nearer to the victors and never through enemies (ruling R47).
    pub(crate) fn retreat_ways(&self, state: &State) -> impl Iterator<Item = Hex> {
        let (at, hexes) = (self.retreating(state), state.hit.hexes);
        let six = *self.near.all_six(at);
        let keys = six.map(|hex| self.retreat_key(state, at, hex, hexes));
        let best = keys.iter().flatten().min().copied();
        (0..6).filter(move |&way| best.is_some() && keys[way] == best).map(move |way| six[way])
    }

    /// How bad the best retreat is that goes on with this hex: whether it ends next to victors, and how many zones it goes
    /// through, with friends in them or not [9.8.2a2]; `None` if it cannot be completed.
    fn retreat_key(&self, state: &State, from: Hex, to: Hex, hexes: u8) -> Option<(bool, u8)> {
        let side = state.chooser_of_hit();
        // HQs give way to those who come near [9.9c].
        let barred = to == Hex::NONE || to == state.hit.hex || self.is_defended(state, side, to);
        if barred || state.hit.path().contains(&to) {
            return None;
        }
        let away = self.distance_to_victors(state, to);
        if away < self.distance_to_victors(state, from) {
            return None;
        }
        let zone = u8::from(self.in_enemy_zone(state, side, to));
        if hexes == 1 {
            return Some((away <= 1, zone));
        }
        let onward = self.near.around(to).filter(|&next| next != from);
        let best = onward.filter_map(|next| self.retreat_key(state, to, next, hexes - 1)).min()?;
        Some((best.0, best.1 + zone))
    }

    /// How far a hex is from the nearest victor.
    fn distance_to_victors(&self, state: &State, hex: Hex) -> u16 {
        let six = self.near.all_six(state.hit.hex);
        let victors = (0..6).filter(|way| state.hit.victors >> way & 1 == 1).map(|way| six[way]);
        victors.map(|victor| self.ground.board().distance(hex, victor)).min().unwrap_or(u16::MAX)
    }

    pub(crate) fn check_retreat(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.retreat_ways(state).any(|way| way == hex) {
            return Ok(());
        }
        let reason = format!("{} is not on the best way of retreat", self.ground.label(hex));
        Err(Refusal::new(clauses!["9.8.1", "9.8.2a"], reason))
    }

    /// Retreats a hex further; terrain does not matter, and each enemy zone costs a step [9.8.2b].
    pub(crate) fn retreat(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let units = state.struck.and(state.on_map);
        let side = state.chooser_of_hit();
        let from = self.retreating(state);
        if state.hit.path().last() != Some(&from) {
            state.hit.path[usize::from(state.hit.length)] = from;
            state.hit.length += 1;
        }
        state.hit.hexes -= 1;
        events.tell(|| {
            let who = self.count_units(units);
            let verb = if units.len() == 1 { "retreats" } else { "retreat" };
            let text = format!("{who} {verb} from {} to {}.", self.ground.label(from), self.ground.label(hex));
            Event::new(EventKind::Retreat, text).side(side).along([from, hex]).by(clauses!["9.8.1"])
        });
        for unit in units.iter() {
            self.lift(state, unit);
            self.put(state, unit, hex);
        }
        self.enter_hex(state, side, hex, events);
        if self.in_enemy_zone(state, side, hex) {
            state.hit.steps = 1;
        }
        self.displace_hqs(state, side.other(), events);
        self.go_on_losing(state, events);
    }

    /// Ends a retreat: who came onto friends contributes nothing there and shares their fate until the phase ends
    /// [9.8.3a, 9.8.3b] (ruling R89).
    fn end_retreat(&self, state: &mut State, events: &mut impl Sink) {
        let left = state.struck.and(state.on_map);
        let at = self.retreating(state);
        let gone = at != Hex::NONE && at != state.hit.hex;
        if gone && !state.units_in(at).without(left).is_empty() {
            state.guests = state.guests.or(left);
        }
        self.end_hit(state, events);
    }

    /// Goes on after a result has been applied.
    pub(crate) fn end_hit(&self, state: &mut State, events: &mut impl Sink) {
        match state.hit.blow {
            Blow::Bombardment => {
                self.forget_lost_hosts(state, events);
                state.struck = PieceSet::EMPTY;
                state.step = Step::Bombard;
            }
            Blow::DefenseFire => {
                state.struck = PieceSet::EMPTY;
                match self.attackers(state, state.target).is_empty() {
                    true => self.end_defense_fire(state, events),
                    false => state.step = Step::DefenseFire,
                }
            }
            Blow::Attack => {
                self.forget_lost_hosts(state, events);
                self.begin_advance(state, events);
            }
            Blow::Counter => {
                self.forget_lost_hosts(state, events);
                match state.has(option::COUNTER_ADVANCE) {
                    true => self.begin_advance(state, events),
                    false => self.end_battle(state, events),
                }
            }
        }
    }

    /// Units that had retreated into a hex are eliminated when those who were there before are defeated [9.8.3c].
    fn forget_lost_hosts(&self, state: &mut State, events: &mut impl Sink) {
        let there = state.units_in(state.hit.hex);
        if there.is_empty() || !there.without(state.guests).is_empty() || state.struck.is_empty() {
            return;
        }
        for unit in there.iter() {
            self.eliminate(state, unit, events);
        }
    }

    // 9.4.7 Advance.

    /// Who may advance: the units of the attack that are left (ruling R51), with the switch those of a Counter Attack too.
    fn advancers(&self, state: &State) -> PieceSet {
        let units = match state.hit.blow {
            Blow::Counter => state.joined.and(state.on_map).and(state.units_in(state.target)),
            _ => self.attackers(state, state.target),
        };
        units.iter().filter(|&unit| !state.is_locked(unit)).collect()
    }

    /// How many hexes of the retreat can be entered: no further than an enemy zone [9.4.7b, 9.4.7c].
    fn open_path<'a>(&self, state: &'a State) -> &'a [Hex] {
        let side = self.advancing_side(state);
        let path = state.hit.path();
        let closed = path.iter().position(|&hex| self.is_closed(state, side, hex)).unwrap_or(path.len());
        let zone = path[..closed].iter().position(|&hex| self.in_enemy_zone(state, side, hex));
        &path[..zone.map_or(closed, |at| at + 1)]
    }

    fn advancing_side(&self, state: &State) -> engine::Side {
        match state.hit.blow {
            Blow::Counter => state.active.other(),
            _ => state.active,
        }
    }

    fn begin_advance(&self, state: &mut State, events: &mut impl Sink) {
        state.step = Step::Advance;
        if !self.can_advance(state) {
            self.end_battle(state, events);
        }
    }

    /// Whether a hex was vacated and somebody can enter it [9.4.7a].
    fn can_advance(&self, state: &State) -> bool {
        let open = self.open_path(state);
        self.advancers(state).iter().any(|unit| open.iter().any(|&hex| self.fit(state, one(unit), hex)))
    }

    pub(crate) fn list_advances(&self, state: &State, out: &mut Vec<Action>) {
        let open = self.open_path(state);
        for unit in self.advancers(state).iter() {
            let fits = open.iter().filter(|&&hex| self.fit(state, one(unit), hex));
            out.extend(fits.map(|&hex| Action::Advance(unit, hex)));
        }
        out.push(Action::Done);
    }

    /// The units near a hex that could advance so far.
    fn point_advances(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let units = self.units(state, self.chooser(state)).iter();
        let near = units.filter(|&unit| self.ground.board().distance(state.hex(unit), hex) <= 4);
        out.extend(near.map(|unit| Action::Advance(unit, hex)));
    }

    pub(crate) fn check_advance(&self, state: &State, unit: Piece, hex: Hex) -> Result<(), Refusal> {
        let (name, at) = (self.pieces.title(unit), self.ground.label(hex));
        if !self.advancers(state).contains(unit) {
            return Err(Refusal::new(
                clauses!["9.4.7a"],
                format!("{name} took no part in the attack, or has advanced"),
            ));
        }
        if !state.hit.path().contains(&hex) {
            return Err(Refusal::new(clauses!["9.4.7b"], format!("{at} is not on the path of the retreat")));
        }
        if !self.open_path(state).contains(&hex) {
            let reason = format!("{name} must stop in an enemy zone of control before {at}");
            return Err(Refusal::new(clauses!["9.4.7c"], reason));
        }
        // No over-stacking by an advance [9.4.7a2].
        self.check_fit(state, one(unit), hex).map_err(|mut refusal| {
            refusal.clauses.insert(0, engine::Clause("9.4.7a2"));
            refusal
        })
    }

    /// Advances a unit along the retreat; it costs no points.
    pub(crate) fn advance(&self, state: &mut State, unit: Piece, hex: Hex, events: &mut impl Sink) {
        let side = self.pieces.side(unit);
        let (from, path, length) = (state.hex(unit), state.hit.path, state.hit.length);
        events.tell(|| {
            let who = self.count_units(one(unit));
            let text = format!("{who} advances from {} to {}.", self.ground.label(from), self.ground.label(hex));
            Event::new(EventKind::Advance, text).side(side).along([from, hex]).by(clauses!["9.4.7a"])
        });
        state.fought.insert(unit);
        state.aims[unit.index()] = 0;
        state.joined.remove(unit);
        self.lift(state, unit);
        self.put(state, unit, hex);
        for &passed in &path[..usize::from(length)] {
            self.enter_hex(state, side, passed, events);
            if passed == hex {
                break;
            }
        }
        self.displace_hqs(state, side.other(), events);
        if !self.can_advance(state) {
            self.end_battle(state, events);
        }
    }
}

/// A number of things, with the word for one or for many.
fn count(number: u8, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
