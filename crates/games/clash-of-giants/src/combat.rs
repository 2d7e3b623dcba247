//! 12.1-12.3 Combat: who attacks what.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{Army, Piece, Units};
use crate::state::{AIMS, Stage, State, Step};
use engine::{Clause, Dice, Event, EventKind, Forecast, Refusal, Role, Sink, UNFOUGHT, Words, clauses};
use hexboard::{Entry, Hex};

/// On what condition a forecast holds for an attack that is being put together.
const NOTHING_MORE: &str = "nothing more is added";

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which hex is attacked next.
    Attacks by state.side => {
        asks: "Choose a hex to attack, or end the phase.",
        stakes: Some,
        lists: game.list_attacks(state, out),
        points(hex): out.push(Action::Target(hex)),
        Target(hex) => {
            check: game.check_target(state, hex),
            play: game.target(state, hex),
            words: Words::new(game.target_words(state, hex)).role(Role::Aim),
            odds: game.plan_forecast(state, "all that can join it", |plan| game.target(plan, hex)),
            worth: mind.appraise_target(state, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, events),
            words: Words::new("end the phase").leaves(game.unfought(state), UNFOUGHT),
            odds: None,
            worth: 0.0,
        }
    }

    /// Who takes part in the attack that is being put together.
    Attack by state.side => {
        asks: "Choose who attacks. You may add hexes to the same attack.",
        lists: game.list_attack(state, out),
        points(hex): {
            out.push(Action::Target(hex));
            out.extend(game.own(state, hex).map(Action::Join));
        },
        Target(hex) => {
            check: game.check_further_target(state, hex),
            play: game.add_target(state, hex),
            words: Words::new(game.target_words(state, hex)).role(Role::Join),
            odds: game.plan_forecast(state, NOTHING_MORE, |plan| game.add_target(plan, hex)),
            worth: mind.appraise_further_target(state, hex),
        }
        Link(hex) => {
            check: game.check_link(state, hex),
            play: game.link(state, hex),
            words: Words::new(format!("other units attack {}", game.ground_words(state, hex))).role(Role::Aside),
            odds: None,
            worth: RATHER_NOT,
        }
        Join(piece) => {
            check: game.check_join(state, piece),
            play: state.join(piece, state.groups),
            words: Words::new(format!("{} attacks", game.name(state, piece))).role(Role::Join),
            odds: game.plan_forecast(state, NOTHING_MORE, |plan| plan.join(piece, plan.groups)),
            worth: mind.appraise_join(state, piece),
        }
        JoinAll => {
            check: game.check_join_all(state),
            play: game.join_all(state),
            words: Words::new("all that can attack").role(Role::Join),
            odds: game.plan_forecast(state, NOTHING_MORE, |plan| game.join_all(plan)),
            worth: RATHER_NOT,
        }
        Launch => {
            check: game.check_launch(state),
            play: game.launch(state, events),
            words: Words::new("make the attack").rolls(!game.chooses_checkers(state)).role(Role::Fight),
            odds: game.attack_forecast(state, 1, Units::EMPTY),
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Goes on with the attack being resolved, or finds whether there is anything left to attack.
    pub(crate) fn go_on_fighting(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.current > 0 {
            return self.resolve(state, dice, events);
        }
        if self.prey(state).is_empty() {
            return self.end_phase(state, events);
        }
        state.step = Step::Attacks;
    }

    /// Whether a unit can still attack in this phase: once [std/12.1b], in supply of some kind, without a Replacement
    /// marker and without parentheses [std/12.1d, std/2.26, marne/16.3b]. Cavalry can [std/14.2].
    #[inline]
    pub(crate) fn can_attack(&self, state: &State, piece: Piece) -> bool {
        let barred = state.used.contains(piece) || state.unsupplied.contains(piece) || state.rebuilt.contains(piece);
        let theatre = self.theatre(state);
        if barred || state.group(piece) > 0 || !theatre.pieces.unit(piece).attacks {
            return false;
        }
        !theatre.ground.start_hexes.contains(state.hex(piece)) || state.barred.contains(piece)
    }

    /// Notes which units enemies keep in their Start Hexes, with the points that they have, so that they may attack out
    /// of them later in the turn [marne/2.13l].
    pub(crate) fn note_the_barred(&self, state: &mut State) {
        let starts = &self.theatre(state).ground.start_hexes;
        let kept = |piece: &Piece| starts.contains(state.hex(*piece)) && self.is_barred(state, *piece);
        let barred: Units = state.ready.iter().filter(kept).collect();
        state.barred = state.barred.or(barred);
    }

    /// Whether enemies alone keep a unit from the map: they hold every hex of it that it has the points and the leave to
    /// enter. A hex full of its friends is not barred by enemies, nor is one that an army boundary closes.
    pub(crate) fn is_barred(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let starts = &theatre.ground.start_hexes;
        let enemy = theatre.side(piece).other();
        let bounds = self.bounds(state, piece);
        let open = |hex: Hex| !state.holds(enemy, hex) && bounds.is_none_or(|bounds| bounds.contains(hex));
        let walks = self.walks(state, piece, self.allowance(state, piece), |hex| match starts.contains(hex) {
            _ if !open(hex) => Entry::Barred,
            true => Entry::Free,
            false => Entry::Stop(0),
        });
        let reached = walks.iter().fold(Hexes::EMPTY, |reached, walk| reached | *walk);
        let steps = |hex: Hex| theatre.near(hex).filter(|near| !starts.contains(*near));
        let enters = !(reached - *starts).is_empty() || self.steps_out(state, piece).next().is_some();
        !enters && steps(state.hex(piece)).chain(reached.iter().flat_map(steps)).any(|near| state.holds(enemy, near))
    }

    /// Whether a hex can be attacked at all in this phase: an enemy is in it, it has not been attacked [std/12.1b], and
    /// combat is not forbidden there [tannenberg/9.22d, marne/2.13d, marne/5.331c, std/12.1c].
    #[inline]
    pub(crate) fn is_attackable(&self, state: &State, hex: Hex) -> bool {
        state.holds(state.side.other(), hex)
            && !state.struck.contains(hex)
            && !Self::is_unlimited(self.theatre(state), hex)
    }

    /// The hexes that can be attacked next: some unit that can attack stands next to them [std/12.1a, tannenberg/5.34a]
    /// [marne/5.331a, std/5.3].
    pub(crate) fn prey(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let enemies = state.held[state.side.other().index()];
        let open = enemies.iter().filter(|&hex| self.is_attackable(state, hex));
        open.filter(|&hex| theatre.near(hex).any(|near| self.has_attacker(state, near))).collect()
    }

    /// How many units have something to attack.
    fn unfought(&self, state: &State) -> usize {
        let theatre = self.theatre(state);
        let from: Hexes = self.prey(state).iter().flat_map(|hex| theatre.near(hex)).collect();
        let own = from.iter().filter(|&hex| state.holds(state.side, hex)).flat_map(|hex| state.stack(hex));
        own.filter(|&piece| self.can_attack(state, piece)).count()
    }

    /// Whether a unit in a hex can begin an attack.
    fn has_attacker(&self, state: &State, from: Hex) -> bool {
        state.holds(state.side, from) && state.stack(from).any(|piece| self.can_attack(state, piece))
    }

    /// Whether a unit may fight beside those of an attack: the Russian armies never together [tannenberg/5.34b], nor
    /// French and British [marne/5.331b]; all Germans may [std/5.3] (rulings T31, M20).
    fn may_combine(&self, state: &State, piece: Piece, group: u8) -> bool {
        if group == 0 {
            return true;
        }
        state.attackers(group).next().is_none_or(|other| self.league(state, other) == self.league(state, piece))
    }

    pub(crate) fn league(&self, state: &State, piece: Piece) -> Army {
        if state.is_tannenberg() {
            return match self.army(state, piece) {
                Army::FirstCorps => Army::Eighth,
                army => army,
            };
        }
        match self.theatre(state).pieces.unit(piece).army {
            Army::Bef => Army::Bef,
            army if army.side() == crate::pieces::GERMAN => Army::GermanFirst,
            _ => Army::FrenchSixth,
        }
    }

    /// The attack being put together is the one named last.
    fn building(state: &State) -> u8 {
        state.groups
    }

    /// The units that can join the attack being put together: next to one of its targets [std/12.2b, std/12.3c].
    pub(crate) fn joiners<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Piece> + use<'a> {
        let group = Self::building(state);
        let theatre = self.theatre(state);
        let mut near = Hexes::EMPTY;
        for target in state.targets(group) {
            near.extend(theatre.near(target).filter(|&hex| state.holds(state.side, hex)));
        }
        let units = near.iter().flat_map(|hex| state.stack(hex));
        units.filter(move |&piece| {
            self.can_attack(state, piece) && self.may_combine(state, piece, group) && self.keeps_count(state, piece)
        })
    }

    /// Whether the hexes that would have to be attacked too can all be named.
    fn keeps_count(&self, state: &State, piece: Piece) -> bool {
        // Only very large battles come near the limit.
        if state.aims().len() < AIMS / 2 {
            return true;
        }
        let mut with = state.clone();
        with.join(piece, Self::building(state));
        self.owed(&with).len() + state.aims().len() <= AIMS
    }

    /// The enemy hexes that the declared attacks leave out but may not: an attack from several hexes must take on every
    /// enemy next to any of them [std/12.3b]; from a single hex it need not [std/12.3a]. What cannot be attacked or has
    /// been does not count [std/12.3d] (ruling G15).
    pub(crate) fn owed(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let mut owed = Hexes::EMPTY;
        for group in 1..=state.groups {
            let mut from = Hexes::EMPTY;
            from.extend(state.attackers(group).map(|piece| state.hex(piece)));
            if from.len() < 2 {
                continue;
            }
            for near in from.iter().flat_map(|hex| theatre.near(hex)) {
                if self.is_attackable(state, near) && !state.is_aimed_at(near) {
                    owed.insert(near);
                }
            }
        }
        owed
    }

    /// The attack to which another target can be added: the one being put together, or an earlier one with an attacker
    /// next to it [std/12.3c].
    fn group_for(&self, state: &State, hex: Hex) -> Option<u8> {
        let theatre = self.theatre(state);
        let last = Self::building(state);
        let near = |group: u8| state.attackers(group).any(|piece| theatre.are_near(state.hex(piece), hex));
        std::iter::once(last).chain(1..last).find(|&group| near(group))
    }

    /// Targets that can be added.
    fn further_targets(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let mut targets = Hexes::EMPTY;
        if !state.can_aim() {
            return targets;
        }
        for group in 1..=state.groups {
            for piece in state.attackers(group) {
                let near = theatre.near(state.hex(piece));
                targets.extend(near.filter(|&hex| self.is_attackable(state, hex) && !state.is_aimed_at(hex)));
            }
        }
        targets
    }

    /// Hexes that must be attacked and that other units can attack by themselves.
    fn links(&self, state: &State) -> Hexes {
        if !state.can_aim() {
            return Hexes::EMPTY;
        }
        let theatre = self.theatre(state);
        let free = |hex: Hex| theatre.near(hex).any(|near| self.has_attacker(state, near));
        self.owed(state).iter().filter(|&hex| free(hex)).collect()
    }

    fn is_manned(state: &State) -> bool {
        state.attackers(Self::building(state)).next().is_some()
    }

    /// Whether the attacks can be resolved: each is made by somebody, and nothing is left out.
    fn is_complete(&self, state: &State) -> bool {
        Self::is_manned(state) && self.owed(state).is_empty()
    }

    pub(crate) fn list_attacks(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.prey(state).iter().map(Action::Target));
        out.push(Action::Done);
    }

    pub(crate) fn list_attack(&self, state: &State, out: &mut Vec<Action>) {
        let before = out.len();
        out.extend(self.joiners(state).map(Action::Join));
        if out.len() - before > 1 && self.can_all_join(state) {
            out.push(Action::JoinAll);
        }
        if !Self::is_manned(state) {
            return;
        }
        out.extend(self.further_targets(state).iter().map(Action::Target));
        out.extend(self.links(state).iter().map(Action::Link));
        if self.is_complete(state) {
            out.push(Action::Launch);
        }
    }

    /// Whether all that can join may do so together.
    fn can_all_join(&self, state: &State) -> bool {
        let mut leagues = self.joiners(state).map(|piece| self.league(state, piece));
        let first = leagues.next();
        leagues.all(|league| Some(league) == first) && state.aims().len() < AIMS / 2
    }

    fn target_words(&self, state: &State, hex: Hex) -> String {
        format!("attack {}", self.ground_words(state, hex))
    }

    pub(crate) fn check_target(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        self.check_open(state, hex)?;
        self.check_reach(state, hex, self.prey(state).contains(hex))
    }

    /// Whether a hex can be attacked as well by those who attack already.
    fn check_further_target(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        self.check_open(state, hex)?;
        self.check_reach(state, hex, Self::is_manned(state) && self.further_targets(state).contains(hex))
    }

    /// Whether there is anything in a hex that can be attacked at all.
    fn check_open(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.label(state, hex);
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, reason));
        if !state.holds(state.side.other(), hex) {
            return refuse(clauses!["std/12.1a"], format!("no enemy is in {at}"));
        }
        if Self::is_unlimited(self.theatre(state), hex) {
            let clauses =
                if state.is_marne() { clauses!["marne/2.13d", "marne/5.331c"] } else { clauses!["tannenberg/9.22d"] };
            return refuse(clauses, format!("units in {at} cannot be attacked"));
        }
        if state.struck.contains(hex) || state.is_aimed_at(hex) {
            return refuse(clauses!["std/12.1b"], format!("{at} is attacked once in a phase"));
        }
        Ok(())
    }

    fn check_reach(&self, state: &State, hex: Hex, reached: bool) -> Result<(), Refusal> {
        if reached {
            return Ok(());
        }
        let reason = format!("no unit that can attack stands next to {}", self.label(state, hex));
        Err(Refusal::new(clauses!["std/12.1a", "std/12.1c", "std/12.1d"], reason))
    }

    pub(crate) fn check_link(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.label(state, hex);
        if !self.owed(state).contains(hex) {
            let reason = format!("{at} need not be attacked because of this attack");
            return Err(Refusal::new(clauses!["std/12.3d"], reason));
        }
        if self.links(state).contains(hex) && Self::is_manned(state) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["std/12.3d"], format!("no unused unit can attack {at} by itself")))
    }

    pub(crate) fn check_join(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.joiners(state).any(|joiner| joiner == piece) {
            return Ok(());
        }
        let theatre = self.theatre(state);
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if theatre.side(piece) != state.side || !state.on_map.contains(piece) {
            return refuse(clauses!["std/12.1a"], "is not a unit of yours on the map");
        }
        if state.used.contains(piece) || state.group(piece) > 0 {
            return refuse(clauses!["std/12.1b"], "attacks once in a phase");
        }
        if state.unsupplied.contains(piece) {
            return refuse(clauses!["std/12.1d", "std/8.4b"], "is out of supply and may not attack");
        }
        if state.rebuilt.contains(piece) {
            return refuse(clauses!["std/12.1d", "std/9.3c"], "is Done and may not attack");
        }
        if !theatre.pieces.unit(piece).attacks {
            return refuse(clauses!["std/2.26", "marne/16.3b"], "may never attack");
        }
        let hex = state.hex(piece);
        if !state.targets(Self::building(state)).any(|target| theatre.are_near(hex, target)) {
            return refuse(clauses!["std/12.3c", "std/12.1c"], "stands next to no hex under this attack");
        }
        if !self.may_combine(state, piece, Self::building(state)) {
            let clauses = if state.is_marne() { clauses!["marne/5.331b"] } else { clauses!["tannenberg/5.34b"] };
            return refuse(clauses, "may not take part in the same attack as the others");
        }
        if theatre.ground.start_hexes.contains(hex) {
            return refuse(clauses!["marne/2.13l"], "is not kept in its Start Hex by enemies");
        }
        refuse(clauses!["std/12.3d"], "would draw more enemy hexes into this attack than can be attacked")
    }

    pub(crate) fn check_join_all(&self, state: &State) -> Result<(), Refusal> {
        if self.joiners(state).nth(1).is_some() && self.can_all_join(state) {
            return Ok(());
        }
        let reason = "there are not several units that may all join this attack together";
        Err(Refusal::new(clauses!["std/12.2b", "std/12.3c"], reason))
    }

    /// What an attack would lead to with something added to it; before anybody has joined, with all that can.
    fn plan_forecast(&self, state: &State, given: &str, add: impl FnOnce(&mut State)) -> Option<Forecast> {
        let mut plan = state.clone();
        add(&mut plan);
        if !Self::is_manned(&plan) {
            if !self.can_all_join(&plan) {
                let first = self.joiners(&plan).next()?;
                plan.join(first, plan.groups);
            }
            self.join_all(&mut plan);
        }
        Some(self.attack_forecast(&plan, plan.groups, Units::EMPTY)?.given(given))
    }

    pub(crate) fn check_launch(&self, state: &State) -> Result<(), Refusal> {
        if !Self::is_manned(state) {
            return Err(Refusal::new(clauses!["std/12.1a"], "first name a unit that attacks"));
        }
        match self.owed(state).iter().next() {
            None => Ok(()),
            Some(hex) => {
                let reason = format!("an attack from several hexes must take on {} too", self.label(state, hex));
                Err(Refusal::new(clauses!["std/12.3b", "std/12.3d"], reason))
            }
        }
    }

    /// Names the first target of a new attack [std/12.1e, tannenberg/5.34c, marne/5.331d].
    pub(crate) fn target(&self, state: &mut State, hex: Hex) {
        state.groups = 1;
        state.aim(hex, 1);
        state.step = Step::Attack;
    }

    /// Names another target.
    fn add_target(&self, state: &mut State, hex: Hex) {
        if let Some(group) = self.group_for(state, hex) {
            state.aim(hex, group);
        }
    }

    /// Begins another attack that goes with the first [std/12.3d].
    pub(crate) fn link(&self, state: &mut State, hex: Hex) {
        state.groups += 1;
        state.aim(hex, state.groups);
    }

    pub(crate) fn join_all(&self, state: &mut State) {
        let units: Units = self.joiners(state).collect();
        units.iter().for_each(|piece| state.join(piece, state.groups));
    }

    /// Declares the attacks; they are resolved one after the other, at once.
    pub(crate) fn launch(&self, state: &mut State, events: &mut impl Sink) {
        state.current = 1;
        state.stage = Stage::Begin;
        state.step = Step::Idle;
        for group in 1..=state.groups {
            events.tell(|| {
                let names: Vec<&str> = state.attackers(group).map(|piece| self.name(state, piece)).collect();
                let places: Vec<String> = state.targets(group).map(|hex| self.label(state, hex)).collect();
                let verb = if names.len() == 1 { "attacks" } else { "attack" };
                let text = format!("{} {verb} {}.", names.join(", "), places.join(", "));
                let ids = state.attackers(group).map(|piece| self.id(state, piece));
                let from = state.attackers(group).map(|piece| state.hex(piece));
                let hexes: Vec<Hex> = from.chain(state.targets(group)).collect();
                Event::new(EventKind::Attack, text)
                    .side(state.side)
                    .at(hexes)
                    .of(ids)
                    .by(clauses!["std/12.1a", "std/12.1e"])
            });
        }
    }
}
