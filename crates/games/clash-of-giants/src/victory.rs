//! 4.0 How to Win.

use crate::ClashOfGiants;
use crate::pieces::{ALLIED, GERMAN, Piece};
use crate::state::{Owner, State, option};
use engine::{Clause, Derivation, Event, EventKind, Outcome, Refusal, Rules, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    fn end(state: &mut State, winner: Option<Side>, clause: Clause, margin: i32) {
        if state.outcome.is_none() {
            state.outcome = Some(Outcome { winner, clause, margin });
        }
    }

    /// A unit enters a hex: by moving, by rail, by an advance, by a retreat, or by being placed [std/9.4, std/12.95]
    /// (ruling G7). Works fall only to those that do not retreat into them [std/11.3e, std/13.3].
    pub(crate) fn enter(&self, state: &mut State, piece: Piece, hex: Hex, takes_works: bool, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        if !theatre.marked.contains(hex) {
            return;
        }
        let side = theatre.side(piece);
        let invades = (side == GERMAN) == state.is_marne();
        if invades {
            state.taken.insert(hex);
        } else {
            state.taken.remove(hex);
        }
        let ground = &theatre.ground;
        let works = ground.zones.contains(hex) || ground.forts.contains(hex);
        if takes_works && works && side == ALLIED && state.wrecked.insert(hex) {
            events.tell(|| {
                let text = format!("The German works in {} are destroyed.", self.label(state, hex));
                Event::new(EventKind::Works, text).side(side).at([hex]).by(clauses!["std/11.3e", "std/13.3"])
            });
        }
        if let Some(prize) = theatre.prize(hex) {
            self.take_prize(state, piece, prize, events);
        }
        // Any German combat unit in a city hex of Paris ends it at once [marne/4.2] (ruling M31).
        if side == GERMAN && ground.paris.contains(hex) {
            Self::end(state, Some(GERMAN), Clause("marne/4.2"), 0);
        }
    }

    /// Who scores a victory hex that a unit has entered. In the west any supplied unit takes it, back and forth
    /// [marne/4.22a, marne/4.22b, marne/4.22e]; in the east all were German [tannenberg/4.22e]: a supplied German of any kind
    /// scores them [tannenberg/4.22a, tannenberg/4.22b], a Russian only with supplied infantry [tannenberg/4.22c]; who does
    /// not qualify spoils the enemy's hold and not his own (rulings T4, T5, T30). Attenuated is not supplied
    /// [tannenberg/4.22d, marne/4.22d].
    fn take_prize(&self, state: &mut State, piece: Piece, prize: usize, events: &mut impl Sink) {
        let theatre = self.theatre(state);
        let before = state.owners[prize];
        let own = Owner::of(theatre.side(piece));
        let supplied = state.is_supplied(piece);
        let after = if state.is_marne() {
            if supplied { own } else { before }
        } else {
            let qualifies = supplied && (own == Owner::German || !theatre.cavalry.contains(piece));
            match before {
                _ if qualifies => own,
                owner if owner == own => owner,
                _ => Owner::Nobody,
            }
        };
        state.owners[prize] = after;
        if before == after {
            return;
        }
        events.tell(|| {
            let prize = &theatre.prizes[prize];
            let place = format!("{} ({})", prize.name, self.label(state, prize.hex));
            let text = match after {
                Owner::Nobody => format!("Nobody scores {place} now."),
                _ => format!("{place} is now {}.", self.owner_title(state, after)),
            };
            let clauses = if state.is_marne() {
                clauses!["marne/4.22a", "marne/4.22b", "marne/4.22c"]
            } else {
                clauses!["tannenberg/4.22b", "tannenberg/4.22c"]
            };
            Event::new(EventKind::Control, text).side(theatre.side(piece)).at([prize.hex]).by(clauses)
        });
    }

    /// The name of an owner.
    pub(crate) fn owner_title(&self, state: &State, owner: Owner) -> &'static str {
        match owner {
            Owner::German => "German",
            Owner::Allied if state.is_marne() => "Allied",
            Owner::Allied => "Russian",
            Owner::Nobody => "nobody's",
        }
    }

    /// Victory points in the east: black numbers for the German, red ones for the Russian
    /// [tannenberg/4.1d, tannenberg/4.1e, tannenberg/3.11f, tannenberg/3.12c].
    pub(crate) fn points(&self, state: &State) -> [u32; 2] {
        let mut points = [0; 2];
        for (prize, owner) in self.theatre(state).prizes.iter().zip(state.owners) {
            match owner {
                Owner::German => points[0] += u32::from(prize.worth[0]),
                Owner::Allied => points[1] += u32::from(prize.worth[1]),
                Owner::Nobody => {}
            }
        }
        points
    }

    /// Victory hexes in the west, Primary or Secondary, by side; the optional corps cost the German two Secondary ones
    /// at the end [marne/16.2b] (ruling M32).
    pub(crate) fn hexes_held(&self, state: &State, primary: bool) -> [i32; 2] {
        let mut held = [0; 2];
        for (prize, owner) in self.theatre(state).prizes.iter().zip(state.owners) {
            if prize.primary == primary {
                held[0] += i32::from(owner == Owner::German);
                held[1] += i32::from(owner == Owner::Allied);
            }
        }
        if !primary && self.has_optional_corps(state) {
            held[0] -= i32::from(self.theatre(state).tables.west.special.option_price);
        }
        held
    }

    /// The last turn is over: who has won [tannenberg/4.1a, tannenberg/5.36b, marne/4.1a, marne/5.36b].
    pub(crate) fn decide(&self, state: &mut State) {
        if state.is_tannenberg() {
            let [german, russian] = self.points(state).map(|points| points as i32);
            // The more points win, and a tie is the Russian's [tannenberg/4.1b, tannenberg/4.1c].
            let (winner, clause) = match german.cmp(&russian) {
                std::cmp::Ordering::Greater => (GERMAN, Clause("tannenberg/4.1b")),
                std::cmp::Ordering::Equal => (ALLIED, Clause("tannenberg/4.1c")),
                std::cmp::Ordering::Less => (ALLIED, Clause("tannenberg/4.1b")),
            };
            return Self::end(state, Some(winner), clause, (german - russian).abs());
        }
        let [german, allied] = self.hexes_held(state, true);
        if german > allied {
            return Self::end(state, Some(GERMAN), Clause("marne/4.1b"), german - allied);
        }
        if allied > german {
            return Self::end(state, Some(ALLIED), Clause("marne/4.1b"), allied - german);
        }
        let [german, allied] = self.hexes_held(state, false);
        if german > allied {
            return Self::end(state, Some(GERMAN), Clause("marne/4.1c"), german - allied);
        }
        if state.options.has(option::PRIMARY_ONLY) {
            // The Allies may win by Primary hexes alone [marne/17.5].
            return Self::end(state, None, Clause("marne/17.5"), 0);
        }
        // The number of Secondary hexes is odd, so there is no draw [marne/4.1d].
        Self::end(state, Some(ALLIED), Clause("marne/4.1c"), allied - german);
    }

    /// The German I Corps was put in its Attack State and has not attacked: the game is forfeit [tannenberg/10.61h].
    pub(crate) fn forfeit(&self, state: &mut State) {
        Self::end(state, Some(ALLIED), Clause("tannenberg/10.61h"), 0);
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        let Outcome { winner, clause, margin } = Outcome::concession(side);
        Self::end(state, winner, clause, margin);
    }

    /// Nothing is played after the end.
    pub(crate) fn over(&self, state: &State) -> Refusal {
        Refusal::new(vec![Self::victory_clause(state)], "the game is over")
    }

    fn victory_clause(state: &State) -> Clause {
        if state.is_marne() { Clause("marne/4.1a") } else { Clause("tannenberg/4.1a") }
    }

    /// The sentence for the end of the game.
    pub(crate) fn ending(&self, state: &State, outcome: Outcome) -> String {
        let winner = match outcome.winner {
            Some(ALLIED) if state.is_tannenberg() => "Russian",
            Some(side) => self.about().side_title(side),
            None => return "The game is a draw: no side has won by the hexes it may count.".into(),
        };
        let margin = outcome.margin;
        let how = match outcome.clause.0 {
            "tannenberg/4.1b" => format!("{margin} victory points ahead"),
            "tannenberg/4.1c" => "victory points are level".into(),
            "tannenberg/10.61h" => "the German I Corps did not attack".into(),
            "marne/4.2" => "German troops are in Paris".into(),
            "marne/4.1b" => format!("{margin} Primary victory hexes ahead{}", self.head_start(state)),
            "marne/4.1c" => format!("{margin} Secondary victory hexes ahead{}", self.head_start(state)),
            _ => "the other side has given up".into(),
        };
        format!("{winner} victory: {how}.")
    }

    /// What a result says when a switch gave victory hexes to the Germans at the start (ruling M36).
    fn head_start(&self, state: &State) -> &'static str {
        if self.german_prizes(state).is_empty() {
            ""
        } else {
            ", with those behind the German line German from the start"
        }
    }

    /// Tells the end of the game, if it has come.
    pub(crate) fn tell_ending(&self, state: &State, events: &mut impl Sink) {
        if let Some(outcome) = state.outcome {
            events.tell(|| Event::new(EventKind::End, self.ending(state, outcome)).by(vec![outcome.clause]));
        }
    }

    /// The score, hex by hex, as facts of the view.
    pub(crate) fn score(&self, state: &State) -> Vec<Derivation> {
        if state.is_tannenberg() {
            let points = self.points(state);
            let title = |side: usize| ["German victory points", "Russian victory points"][side];
            return [0, 1].map(|side| self.points_derivation(state, side, title(side), points[side])).into();
        }
        [true, false].map(|primary| self.held_derivation(state, primary)).into()
    }

    fn points_derivation(&self, state: &State, side: usize, title: &str, points: u32) -> Derivation {
        let owner = [Owner::German, Owner::Allied][side];
        let mut sum =
            Derivation::new(title, points, clauses!["tannenberg/4.1d", "tannenberg/4.22a", "tannenberg/4.22c"]);
        for (prize, held) in self.theatre(state).prizes.iter().zip(state.owners) {
            if held == owner && prize.worth[side] > 0 {
                sum = sum.with(Derivation::new(prize.name.as_str(), prize.worth[side], clauses!["tannenberg/4.1d"]));
            }
        }
        sum
    }

    fn held_derivation(&self, state: &State, primary: bool) -> Derivation {
        let [german, allied] = self.hexes_held(state, primary);
        let (title, clause) = if primary {
            ("Primary hexes", clauses!["marne/4.1b"])
        } else {
            ("Secondary hexes", clauses!["marne/4.1c"])
        };
        let value = format!("German {german}, Allied {allied}");
        let mut sum = Derivation::new(title, value, clause);
        for (prize, owner) in self.theatre(state).prizes.iter().zip(state.owners) {
            if prize.primary == primary {
                let owner = self.owner_title(state, owner);
                sum = sum.with(Derivation::new(prize.name.as_str(), owner, clauses!["marne/4.22c"]));
            }
        }
        if !primary && self.has_optional_corps(state) {
            let price = -i32::from(self.theatre(state).tables.west.special.option_price);
            sum = sum.with(Derivation::new("the optional corps", price, clauses!["marne/16.2b"]));
        }
        sum
    }
}
