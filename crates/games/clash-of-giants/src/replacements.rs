//! 9.3 Replacements.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Army, GERMAN, Nation, Piece, Units};
use crate::state::{State, Step};
use engine::{Bar, Chance, Clause, Derivation, Dice, EventKind, Forecast, Refusal, Roll, Sink, Wish, clauses};

/// What an attempt comes to.
const REGAINED: &str = "a step is regained";
const NOTHING: &str = "nothing is regained";

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which units take replacements, in the east.
    Replace by state.side => {
        asks: "Choose a unit to take replacements, or go on.",
        lists: game.list_replacements(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Rebuild)),
        Rebuild(piece) => {
            check: game.check_marker(state, piece),
            play: game.give_marker(state, piece, events),
            words: game.rebuilding_words(state, piece),
            odds: None,
            worth: 1.0 + f32::from(game.theatre(state).pieces.unit(piece).ter),
        }
        Done => {
            check: Ok(()),
            play: game.end_replacements(state, events),
            words: "no more replacements",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Which allowance of the side a unit draws on: the Russian armies have their own [tannenberg/5.321e]
    /// [tannenberg/5.321f, tannenberg/9.3e], the Germans one for both commands [tannenberg/5.322d].
    fn purse(&self, state: &State, piece: Piece) -> usize {
        usize::from(self.army(state, piece) == Army::RussianSecond)
    }

    /// The units that can be given a Replacement marker now, in the east.
    pub(crate) fn replaceable<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Piece> + use<'a> {
        let own = state.on_map.and(self.theatre(state).of[state.side.index()]).and(state.reduced);
        own.iter().filter(|&piece| self.check_marker(state, piece).is_ok())
    }

    fn list_replacements(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.replaceable(state).map(Action::Rebuild));
        out.push(Action::Done);
    }

    /// Whether a unit may take a replacement in the east.
    pub(crate) fn check_marker(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let theatre = self.theatre(state);
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if theatre.side(piece) != state.side || !state.on_map.contains(piece) {
            return refuse(clauses!["tannenberg/9.3a"], "is not a unit of yours on the map");
        }
        if !state.reduced.contains(piece) {
            // A step lost in combat comes back, never a whole unit [std/9.3a].
            return refuse(clauses!["tannenberg/9.3a", "std/9.3a"], "has not been reduced");
        }
        if theatre.cavalry.contains(piece) {
            return refuse(clauses!["std/9.3b"], "is cavalry, and only infantry takes replacements");
        }
        if state.rebuilt.contains(piece) {
            return refuse(clauses!["tannenberg/9.3a"], "has a Replacement marker");
        }
        if !state.edge.contains(piece) || !state.is_supplied(piece) {
            return refuse(clauses!["tannenberg/9.31"], "is not in supply from the map edge");
        }
        if state.steps_left[self.purse(state, piece)] == 0 {
            let clauses = match self.army(state, piece) {
                Army::RussianFirst => clauses!["tannenberg/5.321e", "tannenberg/9.3b"],
                Army::RussianSecond => clauses!["tannenberg/5.321f", "tannenberg/9.3b"],
                _ => clauses!["tannenberg/5.322d", "tannenberg/9.3b"],
            };
            return refuse(clauses, "finds no Replacement marker of its army left this turn");
        }
        Ok(())
    }

    /// Flips a unit to full strength and marks it: it neither moves nor attacks this turn [tannenberg/5.321d]
    /// [tannenberg/9.3a, tannenberg/9.3c].
    pub(crate) fn give_marker(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        state.steps_left[self.purse(state, piece)] -= 1;
        state.reduced.remove(piece);
        state.rebuilt.insert(piece);
        events.tell(|| {
            let text = format!("{} takes replacements and is at full strength.", self.name(state, piece));
            let event = self.unit_event(state, piece, EventKind::Replacement, text).at([state.hex(piece)]);
            event.by(clauses!["tannenberg/9.3a", "tannenberg/9.3c"])
        });
        if self.replaceable(state).next().is_none() {
            self.end_phase(state, events);
        }
    }

    /// Whether a unit may attempt to regain a step in the west: after a 2* [std/10.1c], in its army's segment, before it
    /// moves [marne/9.3, std/9.3e], those in the Fortified Camp in that of the Sixth [marne/9.31e]. An enemy zone does not matter
    /// [marne/9.31d].
    fn attempt_bar(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        if state.is_tannenberg() {
            return Err((
                &[Clause("tannenberg/5.2b"), Clause("tannenberg/5.2c")],
                "takes replacements in its own phase",
            ));
        }
        if !state.ready.contains(piece) {
            return Err((
                &[Clause("marne/9.3"), Clause("std/9.3e")],
                "is not a unit of the active army that has not moved",
            ));
        }
        if !state.march.star {
            return Err((&[Clause("marne/9.31a")], "belongs to an army that has not rolled 2*"));
        }
        let hex = state.hex(piece);
        if self.is_pursuit(state) && !self.theatre(state).ground.camp.contains(hex) {
            return Err((
                &[Clause("marne/10.31"), Clause("marne/10.43d")],
                "is outside the Fortified Camp, and 2* counts as 3 now",
            ));
        }
        if !state.reduced.contains(piece) {
            return Err((&[Clause("marne/9.31b")], "is not a reduced unit of two steps"));
        }
        if !state.is_supplied(piece) {
            return Err((&[Clause("marne/9.31c")], "is not in full supply"));
        }
        if !Self::is_unlimited(self.theatre(state), hex) && !self.may_settle(state, [piece].into_iter().collect(), hex)
        {
            let by = &[Clause("std/6.1e"), Clause("marne/9.32a")];
            return Err((by, "would be one unit too many in {}, and Done"));
        }
        Ok(())
    }

    /// The highest roll that regains a step: a French unit's TER [marne/9.32b], one less than a German's
    /// [marne/9.32d], and 1 for the BEF [marne/9.32c].
    fn regains_on(&self, state: &State, piece: Piece) -> u8 {
        match self.theatre(state).pieces.unit(piece).nation {
            Nation::British => self.theatre(state).tables.west.replacements.bef,
            Nation::German => self.ter(state, piece) - 1,
            _ => self.ter(state, piece),
        }
    }

    /// Rolls for a step; the unit is Done whatever comes of it [marne/9.32a].
    pub(crate) fn attempt(&self, state: &mut State, piece: Piece, dice: &mut impl Dice, events: &mut impl Sink) {
        let (roll, needed) = (dice.d6(), self.regains_on(state, piece));
        let regained = roll <= needed;
        if regained {
            state.reduced.remove(piece);
        }
        state.rebuilt.insert(piece);
        state.ready.remove(piece);
        events.tell(|| {
            let outcome = if regained { REGAINED } else { NOTHING };
            let name = self.name(state, piece);
            let text = format!("{name} attempts replacements, rolls {roll} against {needed}: {outcome}.");
            let roll = Roll::d6(format!("replacements for {name}"), roll);
            let roll = roll.hoped(self.theatre(state).side(piece), Wish::AtMost(needed.into()));
            let event = self.unit_event(state, piece, EventKind::Replacement, text).at([state.hex(piece)]);
            event.by(clauses!["marne/9.32a"]).rolled([roll]).outcome(outcome)
        });
    }

    /// The chances of an attempt.
    pub(crate) fn attempt_forecast(&self, state: &State, piece: Piece) -> Forecast {
        let highest = self.regains_on(state, piece).min(6);
        let clauses = match self.theatre(state).pieces.unit(piece).nation {
            Nation::British => clauses!["marne/9.32c"],
            Nation::German => clauses!["marne/9.32d"],
            _ => clauses!["marne/9.32b"],
        };
        let sum = Derivation::new("A step is regained on a roll up to", highest, clauses);
        let sum = sum.with(self.ter_derivation(state, piece, None));
        let p = f64::from(highest) / 6.0;
        let chances = [(REGAINED, p), (NOTHING, 1.0 - p)].into_iter().filter(|&(_, p)| p > 0.0);
        Forecast::new(sum, chances.map(|(outcome, p)| Chance { outcome: outcome.into(), probability: p }).collect())
    }

    /// The hexes that the Paris taxis can reach: at most ten hexes from a city hex of Paris, free of enemies and their
    /// zones whoever else is there [marne/9.33b].
    pub(crate) fn taxi_hexes(&self, state: &State) -> Hexes {
        let theatre = self.theatre(state);
        let open = |hex| Self::is_free(state, ALLIED, hex);
        let cities: Hexes = theatre.ground.paris.iter().filter(|&hex| open(hex)).collect();
        self.around(theatre, cities, theatre.tables.west.replacements.taxi_path, open)
    }

    /// Whether the Paris taxis can drive to a unit: once a game, at any time before its army has finished, whatever its
    /// army's roll [marne/9.33a, marne/9.33c] (rulings M27, M28).
    fn taxi_bar(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        if state.is_tannenberg() || state.side == GERMAN || state.taxis_used {
            return Err((&[Clause("marne/9.33a")], "cannot have the Paris taxis: they drive once, for the French"));
        }
        let unit = self.theatre(state).pieces.unit(piece);
        if unit.nation != Nation::French || !state.on_map.contains(piece) {
            return Err((&[Clause("marne/9.33a")], "is not a French unit on the map"));
        }
        if !state.reduced.contains(piece) {
            return Err((&[Clause("marne/9.31b"), Clause("marne/9.33a")], "is not a reduced unit of two steps"));
        }
        let army = self.army(state, piece);
        if army != state.army && state.is_activated(army) {
            return Err((
                &[Clause("marne/9.33c"), Clause("marne/10.2b")],
                "belongs to an army that has finished moving",
            ));
        }
        if !state.taxi_range.contains(state.hex(piece)) {
            return Err((&[Clause("marne/9.33b")], "is not within ten free hexes of Paris"));
        }
        Ok(())
    }

    pub(crate) fn check_attempt(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        self.attempt_bar(state, piece).map_err(|bar| self.barred(state, piece, bar))
    }

    pub(crate) fn check_taxis(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        self.taxi_bar(state, piece).map_err(|bar| self.barred(state, piece, bar))
    }

    /// What bars a unit from something, in words; `{}` stands for its hex.
    pub(crate) fn barred(&self, state: &State, piece: Piece, bar: Bar) -> Refusal {
        let refusal = Refusal::about(self.name(state, piece), bar);
        Refusal { reason: refusal.reason.replace("{}", &self.label(state, state.hex(piece))), ..refusal }
    }

    /// The taxis bring a step; the unit is not Done and may move [marne/9.33d].
    pub(crate) fn send_taxis(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        state.taxis_used = true;
        state.reduced.remove(piece);
        events.tell(|| {
            let text = format!("The Paris taxis bring {} to full strength.", self.name(state, piece));
            let event = self.unit_event(state, piece, EventKind::Replacement, text).at([state.hex(piece)]);
            event.by(clauses!["marne/9.33a", "marne/9.33d"])
        });
    }

    /// What else the units of the active army can do beside moving.
    pub(crate) fn list_special(&self, state: &State, out: &mut Vec<Action>) {
        if state.is_marne() {
            if state.march.star {
                let reduced = state.ready.and(state.reduced);
                out.extend(reduced.iter().filter(|&piece| self.attempt_bar(state, piece).is_ok()).map(Action::Rebuild));
            }
            if state.side == ALLIED && !state.taxis_used {
                let french: Units = state.reduced.and(self.theatre(state).of[ALLIED.index()]);
                out.extend(french.iter().filter(|&piece| self.taxi_bar(state, piece).is_ok()).map(Action::Taxis));
            }
            if state.side == GERMAN {
                out.extend(self.detachers(state).iter().map(Action::Detach));
            }
        }
        out.extend(self.travellers(state).iter().map(Action::Entrain));
    }

    /// Ends the replacements of the phase.
    pub(crate) fn end_replacements(&self, state: &mut State, events: &mut impl Sink) {
        state.step = Step::Idle;
        self.end_phase(state, events);
    }
}
