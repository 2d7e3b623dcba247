//! 1.9 Combat Shifts and the attacks of the Combat Phase (series chapter 7).

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::charts::CROSSING;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::movement::Moves;
use crate::pieces::{Class, GERMAN, Piece, PieceSet};
use crate::state::{Battle, Fight, State, Step, option, side_of};
use crate::tables::ladder;
use engine::chart::span_head;
use engine::{Clause, Dice, Event, EventKind, Habit, Refusal, Role, Roll, Sink, UNFOUGHT, Wish, Words, clauses};
use hexboard::Hex;

/// The odds of a combat and what they are made of; strengths are counted in halves.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Odds {
    pub attack: u16,
    pub defence: u16,
    /// The ladder of odds: 2 for 2 to 1, 1 for 1 to 1, 0 for 1 to 2, and on without end both ways.
    pub basic: i16,
    pub shift: i16,
    /// The column of the table.
    pub column: usize,
}

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which hex is attacked.
    Attacks by state.side => {
        asks: "Choose a hex to attack, or end the phase.",
        asked_if: game.has_attacks(state),
        else: game.end_phase(state, dice, events),
        stakes: Some,
        lists: game.list_attacks(state, out),
        points(hex): out.push(Action::Target(hex)),
        ..Moves => Remove;
        Target(hex) => {
            check: game.check_target(state, hex),
            play: game.aim(state, hex),
            words: Words::new(format!("attack {}", game.ground_words(hex))).role(Role::Aim),
            odds: game.target_forecast(state, hex),
            worth: mind.appraise_target(state, hex),
        }
        Bomb(crossing) => {
            check: game.check_bombing(state, crossing),
            play: game.aim_bombs(state, crossing),
            words: format!("bomb the bridge at {}", game.crossing_label(crossing)),
            odds: None,
            worth: 0.1,
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: Words::new("end the phase").leaves(game.unfought(state), UNFOUGHT),
            odds: None,
            worth: 0.0,
        }
    }

    /// Who and what takes part in the attack.
    Attack by state.side => {
        asks: format!("Choose who attacks {}, and with which support.", game.ground.label(state.battle.target)),
        lists: game.list_attack(state, out),
        points(hex): {
            let part = |piece| if game.pieces.is_hq(piece) { Action::Shift(piece) } else { Action::Join(piece) };
            out.extend(game.own(state, hex).map(part));
        },
        Join(piece) => {
            check: game.check_joiner(state, piece),
            play: game.join_attack(state, piece),
            words: Words::new(game.joining_words(state, piece)).role(Role::Join),
            odds: Some(game.attack_forecast(state, [piece].into_iter().collect())?.given("no more units join")),
            worth: 49.0,
        }
        JoinAll => {
            check: game.check_moment(state, Action::JoinAll, game.joiners(state).len() > 1),
            play: game.join_all(state),
            words: Words::new("all of them").role(Role::Join),
            odds: Some(game.attack_forecast(state, game.joiners(state))?.given("all of them attack")),
            worth: 50.0,
        }
        Shift(hq) => {
            check: game.check_shifter(state, hq),
            play: game.shift(state, hq),
            words: game.shift_words(state, hq),
            odds: game.support_forecast(state, |plan| game.shift(plan, hq)),
            worth: mind.appraise_support(state, hq, 30.0),
        }
        Fly(plane) => {
            check: game.check_plane(state, plane),
            play: state.battle.plane = Some(plane),
            words: Words::new(format!("send {}", game.pieces.name_of(plane))).role(Role::Join),
            odds: game.support_forecast(state, |plan| plan.battle.plane = Some(plane)),
            worth: mind.appraise_support(state, plane, 20.0),
        }
        Fight => {
            check: game.check_fight(state),
            play: game.announce(state, dice, events),
            words: Words::new("announce the attack").rolls(true).role(Role::Fight),
            odds: game.fight_forecast(state),
            worth: 10.0,
        }
    }

    /// Which units advance.
    Advance by state.side => {
        asks: format!("Choose units to advance to {}.", game.ground.label(state.battle.target)),
        asked_if: !game.advancers(state).is_empty(),
        else: game.end_advance(state, events),
        lists: game.list_advances(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Advance)),
        Advance(piece) => {
            check: game.check_advance(state, piece),
            play: game.advance(state, piece, events),
            words: format!("{} advances", game.unit_words(state, piece)),
            odds: None,
            worth: mind.appraise_advance(state, piece),
        }
        Done => {
            check: Ok(()),
            play: game.end_advance(state, events),
            words: "no more advance",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Units that could attack a hex now, Attack Supply and hexsides considered: adjacent ones that have not attacked in
    /// this phase [scs/7.0a, scs/7.0d, 1.4-1, 3.2g]; across the unbridged Marne only if a Stormtrooper can be among them.
    fn able(&self, state: &State, target: Hex) -> PieceSet {
        let all = self.near(state, target);
        if self.has_storm(state, target, all) {
            return all;
        }
        all.iter().filter(|&piece| !self.crosses_marne(state, state.hex(piece), target)).collect()
    }

    /// Whether some units have a Stormtrooper that opens the Marne to them (ruling 59).
    fn has_storm(&self, state: &State, target: Hex, units: PieceSet) -> bool {
        let across = |piece: Piece| self.crosses_marne(state, state.hex(piece), target);
        let free = !state.has(option::STORM_ACROSS);
        units.iter().any(|piece| self.is_stormtrooper(piece) && (free || across(piece)))
    }

    fn near(&self, state: &State, target: Hex) -> PieceSet {
        let empty = state.holder(target).is_none();
        let mut able = PieceSet::EMPTY;
        for (_, from) in self.ground.board().neighbours(target) {
            if !state.held[state.side.index()].contains(from) {
                continue;
            }
            let across = self.crosses_marne(state, from, target);
            if (across && state.side != GERMAN) || (empty && !across) {
                continue;
            }
            let units = state.stack(from).filter(|&piece| state.fed.contains(piece) && !state.acted.contains(piece));
            able = able.or(units.collect());
        }
        able
    }

    /// Whether some units can attack a hex together: with attack strength [scs/7.0f], and with a Stormtrooper if any of
    /// them comes over the Marne without a bridge [3.2a-2, 3.2b-1] (ruling 59).
    fn is_enough(&self, state: &State, target: Hex, units: PieceSet) -> bool {
        let strong = units.iter().any(|piece| self.face(state, piece).attack > 0);
        let across = |piece: Piece| self.crosses_marne(state, state.hex(piece), target);
        strong && (!units.iter().any(across) || self.has_storm(state, target, units))
    }

    /// Whether there is an attack on a hex by all that can join.
    fn has_attack(&self, state: &State, target: Hex) -> bool {
        self.is_enough(state, target, self.able(state, target))
    }

    /// Whether a hex is worth a look: an enemy in it, or nobody, for Germans across the Marne [3.2b-1]; none twice in a
    /// phase [scs/7.0b, scs/7.0c].
    fn is_target(&self, state: &State, hex: Hex) -> bool {
        let holder = state.holder(hex);
        let empty = || holder.is_none() && state.side == GERMAN && !self.is_closed(state, state.side, hex);
        let open = holder == Some(state.side.other()) || empty();
        open && !state.struck.contains(hex) && self.in_area(state, hex)
    }

    /// The hexes that can be attacked now.
    pub(crate) fn targets(&self, state: &State) -> Hexes {
        let mut near = Hexes::EMPTY;
        for piece in state.fed.without(state.acted).iter() {
            for (way, to) in self.ground.board().neighbours(state.hex(piece)) {
                let enemy = state.holder(to) == Some(state.side.other());
                if enemy || self.ground.crossing(state.hex(piece), way).is_some() {
                    near.insert(to);
                }
            }
        }
        near.iter().filter(|&hex| self.is_target(state, hex) && self.has_attack(state, hex)).collect()
    }

    /// How many units have something to attack.
    fn unfought(&self, state: &State) -> usize {
        let able = self.targets(state).iter().map(|hex| self.able(state, hex));
        able.fold(PieceSet::EMPTY, PieceSet::or).len()
    }

    /// Whether the Combat Phase has anything left to do.
    pub(crate) fn has_attacks(&self, state: &State) -> bool {
        let bombs = || state.bridges.iter().any(|bridge| bridge.lies() && self.can_bomb(state, bridge.crossing));
        bombs() || !self.targets(state).is_empty()
    }

    pub(crate) fn list_attacks(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.targets(state).iter().map(Action::Target));
        self.list_bombings(state, out);
        self.list_removals(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_target(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let at = self.ground.label(hex);
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, reason));
        if state.holder(hex) == Some(state.side) {
            return refuse(clauses!["scs/7.0a"], format!("your own units hold {at}"));
        }
        if state.struck.contains(hex) {
            return refuse(clauses!["scs/7.0c"], format!("{at} was attacked in this phase"));
        }
        if !self.is_target(state, hex) {
            return refuse(clauses!["scs/7.0a", "3.2b-1"], format!("nobody can be attacked in {at}"));
        }
        if self.has_attack(state, hex) {
            return Ok(());
        }
        if state.holder(hex).is_none() {
            let reason = format!("an empty hex like {at} is attacked only across the Marne, with a Stormtrooper");
            return refuse(clauses!["3.2b-1"], reason);
        }
        let near = || self.ground.board().neighbours(hex).filter(|(_, from)| state.holder(*from) == Some(state.side));
        if near().next().is_none() {
            return refuse(clauses!["scs/7.0a"], format!("no unit of yours is next to {at}"));
        }
        if near().all(|(_, from)| self.crosses_marne(state, from, hex)) {
            let clauses = if state.side == GERMAN { clauses!["3.2a-2", "3.2a-1"] } else { clauses!["3.2g", "3.2a-1"] };
            return refuse(clauses, format!("nobody may attack {at} across the unbridged Marne like this"));
        }
        let reason = format!("no unit of yours next to {at} has Attack Supply and has not attacked yet");
        refuse(clauses!["1.4-1", "1.4a-2", "1.4b", "1.3f-1", "scs/7.0d"], reason)
    }

    /// A target is named: one hex [scs/7.0b].
    pub(crate) fn aim(&self, state: &mut State, target: Hex) {
        let fight = if state.holder(target).is_none() { Fight::Crossing } else { Fight::Attack };
        state.battle = Battle { fight, target, ..Battle::BLANK };
        state.group = PieceSet::EMPTY;
        state.step = Step::Attack;
    }

    /// Units that can still join the attack.
    pub(crate) fn joiners(&self, state: &State) -> PieceSet {
        self.able(state, state.battle.target).without(state.group)
    }

    /// Everything that can be said while an attack is put together [1.9d-1].
    pub(crate) fn list_attack(&self, state: &State, out: &mut Vec<Action>) {
        let joiners = self.joiners(state);
        out.extend(joiners.iter().map(Action::Join));
        if joiners.len() > 1 {
            out.push(Action::JoinAll);
        }
        if state.battle.fight == Fight::Attack {
            out.extend(self.shifters(state).iter().map(Action::Shift));
            if state.battle.plane.is_none() {
                out.extend(self.ready(state, state.side).iter().map(Action::Fly));
            }
        }
        if self.is_enough(state, state.battle.target, state.group) {
            out.push(Action::Fight);
        }
    }

    pub(crate) fn check_joiner(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.joiners(state).contains(piece) {
            return Ok(());
        }
        let (name, target) = (self.pieces.name_of(piece), state.battle.target);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if side_of(piece) != state.side {
            return refuse(clauses!["scs/7.0a", "scs/1.2"], "is not yours");
        }
        if self.pieces.is_hq(piece) {
            return refuse(clauses!["scs/7.0g", "1.1a-4"], "is an HQ and takes no part in attacks");
        }
        if !state.on_map.contains(piece) || self.ground.board().direction(state.hex(piece), target).is_none() {
            return refuse(clauses!["scs/7.0a"], "is not next to the attacked hex");
        }
        if state.acted.contains(piece) || state.group.contains(piece) {
            return refuse(clauses!["scs/7.0d"], "attacks already");
        }
        if self.crosses_marne(state, state.hex(piece), target) && state.side != GERMAN {
            return refuse(clauses!["3.2g"], "cannot attack across the unbridged Marne");
        }
        if state.unsupplied.contains(piece) && !state.fed.contains(piece) {
            return refuse(clauses!["1.3f-1"], "is Out of Supply");
        }
        refuse(clauses!["1.4-1", "1.4a-2", "1.4b", "3.2b-1"], "has no Attack Supply, or does not come over the Marne")
    }

    /// A unit joins; where several HQs could supply it, one is named [1.4a-1, 1.4a-4].
    pub(crate) fn join_attack(&self, state: &mut State, piece: Piece) {
        let suppliers = self.suppliers(state, piece);
        match self.obvious_supplier(state, suppliers) {
            Some(hq) => self.supply(state, piece, hq),
            None => state.step = Step::Supplier(piece),
        }
    }

    /// An HQ supplies a unit's attack. It may supply any number, and shift too [1.4a-3, 1.4e].
    pub(crate) fn supply(&self, state: &mut State, piece: Piece, hq: Piece) {
        state.supplying.insert(hq);
        state.group.insert(piece);
        state.step = Step::Attack;
    }

    /// All that can join do so, each by an HQ that supplies others already, if there is one.
    pub(crate) fn join_all(&self, state: &mut State) {
        for piece in self.joiners(state).iter() {
            let suppliers = self.suppliers(state, piece);
            let hq = self.obvious_supplier(state, suppliers).or(suppliers.first());
            hq.into_iter().for_each(|hq| self.supply(state, piece, hq));
        }
    }

    /// What it is called when an HQ shifts the attack.
    fn shift_words(&self, state: &State, hq: Piece) -> Words {
        let text = format!("{} shifts {} to the right", self.pieces.name_of(hq), self.face(state, hq).shift);
        Words::new(text).role(Role::Join)
    }

    /// HQs that could shift the attack: Replenished, the attacked hex within their range as the crow flies, not used in
    /// this turn, not silenced by the scenario; one for each combat, in supply or not [1.9c-1, 1.9e-b, 1.9e-c, 1.2a-2]
    /// [1.1a-2, 1.1a-3, 6.1/note2-a, 6.1/note2-b, 7.1/note1] (rulings 38, 99).
    pub(crate) fn shifters(&self, state: &State) -> PieceSet {
        if state.battle.hq.is_some() {
            return PieceSet::EMPTY;
        }
        let able = |&hq: &Piece| {
            let near = self.ground.board().distance(state.hex(hq), state.battle.target);
            self.is_replenished(state, hq)
                && near <= self.pieces.counter(hq).range.into()
                && !self.scenario(state).no_shift.contains(&(state.turn, hq))
        };
        self.hqs(state, state.side).without(state.shifted).iter().filter(able).collect()
    }

    pub(crate) fn check_shifter(&self, state: &State, hq: Piece) -> Result<(), Refusal> {
        if state.battle.fight == Fight::Attack && self.shifters(state).contains(hq) {
            return Ok(());
        }
        let name = self.pieces.name_of(hq);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if side_of(hq) != state.side || !self.pieces.is_hq(hq) || !state.on_map.contains(hq) {
            return refuse(clauses!["1.9c-1"], "is no HQ of yours on the map");
        }
        if state.battle.fight != Fight::Attack {
            return refuse(clauses!["3.2b-1"], "has nothing to shift: the hex is empty");
        }
        if state.battle.hq.is_some() {
            return refuse(clauses!["1.9e-b"], "cannot shift it too: one HQ for each combat");
        }
        if state.shifted.contains(hq) {
            return refuse(clauses!["1.9e-c", "1.9b-2"], "has shifted an attack this turn");
        }
        if !self.is_replenished(state, hq) {
            return refuse(clauses!["1.2a-2"], "is Depleted");
        }
        if self.scenario(state).no_shift.contains(&(state.turn, hq)) {
            return refuse(clauses!["6.1/note2-a", "6.1/note2-b", "7.1/note1"], "may not shift attacks on this turn");
        }
        refuse(clauses!["1.9c-1"], "is too far away")
    }

    pub(crate) fn shift(&self, state: &mut State, hq: Piece) {
        state.shifted.insert(hq);
        state.battle.hq = Some(hq);
    }

    pub(crate) fn check_plane(&self, state: &State, plane: Piece) -> Result<(), Refusal> {
        if state.battle.fight != Fight::Attack {
            return Err(Refusal::new(clauses!["3.2b-1"], "an empty hex needs no airplane"));
        }
        if state.battle.plane.is_some() {
            return Err(Refusal::new(clauses!["1.6a-1"], "one airplane for each attack"));
        }
        self.check_flight(state, plane)
    }

    pub(crate) fn check_fight(&self, state: &State) -> Result<(), Refusal> {
        let target = state.battle.target;
        if self.is_enough(state, target, state.group) {
            return Ok(());
        }
        if state.group.iter().all(|piece| self.face(state, piece).attack == 0) {
            let reason = "name units with attack strength first";
            return Err(Refusal::new(clauses!["1.9d-1", "scs/7.0f"], reason));
        }
        let reason = "an attack across the unbridged Marne needs a Stormtrooper";
        Err(Refusal::new(clauses!["3.2a-2", "3.2b-1"], reason))
    }

    /// The attack is announced as it stands: units, HQs, shifts and airplane, before anybody looks at the defenders
    /// [1.9d-1, scs/7.0h, scs/10.0b].
    pub(crate) fn announce(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        state.battle.announced = true;
        state.acted = state.acted.or(state.group);
        state.struck.insert(state.battle.target);
        self.tell_attack(state, events);
        if state.battle.plane.is_some() {
            return self.announce_mission(state, dice, events);
        }
        self.resolve(state, dice, events);
    }

    /// Adds all shifts up, forms the odds, and rolls [1.9d-3, 1.9d-4, scs/7.3a]. An attack on an empty hex always succeeds,
    /// and may cost a step [3.2b-1, 3.2b-2] (ruling 61).
    pub(crate) fn resolve(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.battle.fight == Fight::Crossing {
            return self.cross(state, dice, events);
        }
        let defenders: PieceSet = state.stack(state.battle.target).collect();
        let odds = self.odds(state, state.group, defenders);
        let rolled = dice.two_d6();
        let result = self.tables.combat(rolled.iter().sum(), odds.column);
        self.tell_combat(state, odds, rolled, result, events);
        self.use_shifts(state, defenders);
        state.battle.losses = [result.attacker.steps, result.defender.steps];
        state.battle.retreats = [result.attacker.retreat, result.defender.retreat];
        state.step = Step::Lose(state.side);
    }

    fn cross(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let die = dice.d6();
        let lost = die <= self.tables.crossing_loss_to;
        state.battle.losses = [u8::from(lost), 0];
        events.tell(|| {
            let text =
                format!("Across the Marne to {}: {die}, {}.", self.ground.label(state.battle.target), crossed(lost));
            let event = Event::new(EventKind::Combat, text).side(state.side).at([state.battle.target]);
            let roll = Roll::d6("the crossing of the Marne", die).on(CROSSING, crossed(lost));
            let roll = roll.in_line(span_head(&self.crossing_lines(), die.into()));
            let roll = roll.hoped(state.side, Wish::AtLeast(i16::from(self.tables.crossing_loss_to) + 1));
            event.rolled([roll]).costs(state.side, lost.into()).outcome(crossed(lost)).by(clauses!["3.2b-2"])
        });
        state.step = Step::Lose(state.side);
    }

    /// The strength of attackers in halves: each halved once at most, by what it attacks across or into [scs/7.1a, 3.2a-2]
    /// [chart/terrain-river-combat, chart/terrain-marne-combat, chart/terrain-assault-bridge-combat]
    /// [chart/terrain-lakes-combat] (rulings 55, 56, 58, 67). Both brigades of an American division in one hex add 2 before
    /// [2.1-1, 2.1-2, scs/7.1c] (rulings 53, 54).
    pub(crate) fn attack_of(&self, state: &State, group: PieceSet, piece: Piece, target: Hex) -> u16 {
        let from = state.hex(piece);
        let mut strength = 2 * u16::from(self.face(state, piece).attack);
        let partner = self.pieces.counter(piece).partner;
        if partner.is_some_and(|partner| group.contains(partner) && state.hex(partner) == from) {
            strength += u16::from(self.tables.integrity);
        }
        if self.halves(state, from, target) { strength / 2 } else { strength }
    }

    /// Whether attacks from one hex into another have half strength.
    pub(crate) fn halves(&self, state: &State, from: Hex, target: Hex) -> bool {
        let Some(way) = self.ground.board().direction(from, target) else { return false };
        self.ground.river_between(from, way)
            || self.ground.marne_between(from, way)
            || self.ground.effects(target).halves_attack
            || (state.has(option::LAKES_BOTH_WAYS) && self.ground.effects(from).halves_attack)
    }

    /// The strength of a defender in halves: Out of Supply units have half [scs/7.1b, 1.3f-2, scs/0.5]; both brigades of an
    /// American division add 2 [2.1-1]; a machine gun has its 1 [3.3-1]; Attack Supply does not matter [1.4a-6].
    pub(crate) fn defence_of(&self, state: &State, defenders: PieceSet, piece: Piece) -> u16 {
        let mut strength = 2 * u16::from(self.face(state, piece).defence);
        let partner = self.pieces.counter(piece).partner;
        if partner.is_some_and(|partner| defenders.contains(partner)) {
            strength += u16::from(self.tables.integrity);
        }
        if state.unsupplied.contains(piece) { strength / 2 } else { strength }
    }

    /// The tanks that shift the combat: no more than two Functional ones, the best, each once a phase
    /// [1.8b-1, 1.8b-2, 1.9e-a, 1.9b-2] (ruling 51).
    pub(crate) fn shifting_tanks(&self, state: &State, group: PieceSet) -> PieceSet {
        let mut tanks: PieceSet =
            group.without(state.shifted).iter().filter(|&piece| self.is_functional_tank(state, piece)).collect();
        while tanks.len() > usize::from(self.tables.tank_shifts) {
            let Some(worst) = tanks.iter().min_by_key(|&tank| self.face(state, tank).shift) else { break };
            tanks.remove(worst);
        }
        tanks
    }

    /// The machine guns that shift the combat: each of those that defend, once a phase [3.3-2, 1.9e-e, 1.9b-2] (ruling
    /// 49).
    pub(crate) fn shifting_guns(&self, state: &State, defenders: PieceSet) -> PieceSet {
        let guns = defenders.without(state.shifted).iter();
        guns.filter(|&piece| self.pieces.class(piece) == Class::MachineGun).collect()
    }

    /// All shifts added up, to the right if positive: terrain always, HQ and airplanes not in overruns [1.9b-1, 1.9a-1, 1.9c-2]
    /// [1.9d-3, 1.9e-d, 1.9e-f, 1.9e-g, GI/terrain-a, scs/3.2h, 1.8b-3] (ruling 50).
    fn shift_of(&self, state: &State, group: PieceSet, defenders: PieceSet) -> i16 {
        let battle = &state.battle;
        let printed = |piece: Piece| i16::from(self.face(state, piece).shift);
        let sum = |pieces: PieceSet| pieces.iter().map(printed).sum::<i16>();
        let right =
            battle.hq.map_or(0, printed) + battle.plane.map_or(0, printed) + sum(self.shifting_tanks(state, group));
        let left = battle.guard.map_or(0, printed) + sum(self.shifting_guns(state, defenders));
        right - left - i16::from(self.ground.effects(battle.target).left)
    }

    /// The odds: the larger total by the smaller, to the nearest whole number, half up; then the shifts, and only then the
    /// ends of the table [scs/7.2a, scs/7.2b, scs/7.2c, 1.9d-4, 1.9d-5, scs/0.5, scs/7.0e].
    pub(crate) fn odds(&self, state: &State, group: PieceSet, defenders: PieceSet) -> Odds {
        let target = state.battle.target;
        let attack: u16 = group.iter().map(|piece| self.attack_of(state, group, piece, target)).sum();
        let defence: u16 = defenders.iter().map(|piece| self.defence_of(state, defenders, piece)).sum();
        let basic = ladder(attack, defence);
        let shift = self.shift_of(state, group, defenders);
        let column = column_of(attack, defence, shift);
        Odds { attack, defence, basic, shift, column }
    }

    /// Tanks and machine guns have used their shift in this phase [1.9b-2].
    fn use_shifts(&self, state: &mut State, defenders: PieceSet) {
        let used = self.shifting_tanks(state, state.group).or(self.shifting_guns(state, defenders));
        state.shifted = state.shifted.or(used);
    }

    /// Units that can advance into the emptied hex: attackers that did not retreat; over the unbridged Marne only after
    /// an attack across it [scs/9.0a, scs/9.0c, 3.2c-1].
    pub(crate) fn advancers(&self, state: &State) -> PieceSet {
        let target = state.battle.target;
        if state.battle.beaten || state.holder(target) == Some(state.side.other()) || self.stays_closed(state, target) {
            return PieceSet::EMPTY;
        }
        state.group.and(state.on_map).iter().filter(|&piece| state.hex(piece) != target).collect()
    }

    fn list_advances(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.advancers(state).iter().map(Action::Advance));
        out.push(Action::Done);
    }

    pub(crate) fn check_advance(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.advancers(state).contains(piece) {
            return Ok(());
        }
        let reason = format!("{} took no part in this attack, or has advanced", self.pieces.name_of(piece));
        Err(Refusal::new(clauses!["scs/9.0a", "scs/9.0b"], reason))
    }

    /// Advances a unit: alone or with others, free of cost and of zones; the stacking limit waits for the end of the phase
    /// [scs/9.0a, scs/9.0b].
    pub(crate) fn advance(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let (from, target) = (state.hex(piece), state.battle.target);
        if self.crosses_marne(state, from, target) {
            let way = self.ground.board().direction(target, from).expect("attackers stand beside their target");
            state.battle.crossed |= 1 << way.index();
        }
        self.lift(state, piece);
        self.put(state, piece, target);
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let text = format!("{name} advances to {}.", self.ground.label(target));
            Event::new(EventKind::Advance, text)
                .side(side_of(piece))
                .along([from, target])
                .of([name])
                .by(clauses!["scs/9.0a"])
        });
    }

    /// The advance is over.
    pub(crate) fn end_advance(&self, state: &mut State, events: &mut impl Sink) {
        events.note(state.side, Habit::VainAttacks, || {
            let left = state.battle.fight == Fight::Crossing && state.holder(state.battle.target).is_none();
            if left { state.group.len() } else { 0 }
        });
        self.after_advance(state, events);
    }

    /// The attack is over: tanks that took part break down, airplanes have flown [1.8c-1, 1.8c-2, 1.6a-4, 1.6d-8] (ruling 52).
    pub(crate) fn conclude_attack(&self, state: &mut State, events: &mut impl Sink) {
        let tanks: PieceSet =
            state.group.and(state.on_map).iter().filter(|&piece| self.is_functional_tank(state, piece)).collect();
        for tank in tanks.iter() {
            state.flipped.insert(tank);
            events.tell(|| {
                let name = self.pieces.name_of(tank).to_string();
                Event::new(EventKind::Depletion, format!("{name} breaks down."))
                    .side(state.side)
                    .of([name])
                    .by(clauses!["1.8c-1"])
                    .reveals_own()
            });
        }
        for plane in [state.battle.plane, state.battle.guard].into_iter().flatten() {
            self.land(state, plane);
        }
        state.battle = Battle::BLANK;
        state.group = PieceSet::EMPTY;
        state.fed = self.fed(state);
        state.step = Step::Attacks;
    }
}

/// The column of the table for two strengths and a shift [1.9d-5].
#[engine::by_the_book]
pub(crate) fn column_of(attack: u16, defence: u16, shift: i16) -> usize {
    (ladder(attack, defence) + shift).clamp(0, crate::tables::COLUMNS as i16 - 1) as usize
}

/// What came out of an attack on an empty hex.
pub(crate) fn crossed(lost: bool) -> &'static str {
    if lost { "one step lost" } else { "no loss" }
}
