//! 10.3, 10.4 Orders that bind a unit's moves: the pursuit, the areas of the armies, the Fortified Camp of Paris.

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, Army, GERMAN, Piece};
use crate::state::{State, option};
use crate::theatre::Theatre;
use engine::{Clause, Refusal, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    /// The allowance for moves that begin and end inside the Fortified Camp of Paris: always the same [marne/10.43b],
    /// unless the switch lets supply cut it too (ruling G16).
    pub(crate) fn camp_allowance(&self, state: &State, piece: Piece) -> u8 {
        let points = self.theatre(state).tables.west.command.camp_allowance;
        if state.options.has(option::CAMP_HALVED) { Self::cut(state, piece, points) } else { points }
    }

    /// Whether a unit is French and began its move inside the Fortified Camp [marne/10.43b, marne/10.43d].
    pub(crate) fn is_from_camp(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let inside = if state.spent > 0 { state.from_camp } else { theatre.ground.camp.contains(state.hex(piece)) };
        inside && theatre.french.contains(piece)
    }

    /// Whether a unit moves under the Pursuit rules: Allied, on turns 1 to 4, not from inside the Fortified Camp
    /// [marne/10.33a, marne/10.33d, marne/10.43d] (ruling M47).
    pub(crate) fn is_pursued(&self, state: &State, piece: Piece) -> bool {
        state.is_marne()
            && self.is_pursuit(state)
            && self.theatre(state).side(piece) == ALLIED
            && !self.is_from_camp(state, piece)
    }

    /// Whether a unit must use its whole allowance: all Allies on turns 1 and 2, the BEF to turn 4
    /// [marne/10.33b, marne/10.33c].
    pub(crate) fn must_march(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let british = theatre.british.contains(piece);
        self.is_pursued(state, piece) && (british || state.turn <= theatre.tables.west.command.all_full_until)
    }

    /// The hexes that a unit may not leave in this move, because of army boundaries; `None` where it may go anywhere.
    pub(crate) fn bounds(&self, state: &State, piece: Piece) -> Option<&Hexes> {
        if state.is_tannenberg() {
            return None;
        }
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let hex = state.hex(piece);
        if theatre.british.contains(piece) {
            return Self::british_bounds(theatre, hex);
        }
        let side = theatre.side(piece);
        let area = &ground.areas[ground.area(side, hex)?.index()];
        if theatre.yellow.contains(piece) {
            // Units with a yellow box stay in the area of their Fourth Army [marne/10.44e].
            return (theatre.way_home(piece, hex) == 0).then_some(area);
        }
        let bound = match side {
            // Germans keep to their areas on turns 1 to 4 [marne/10.32, marne/10.44b].
            GERMAN => self.is_pursuit(state),
            ALLIED => self.is_tied(state, piece),
        };
        bound.then_some(area)
    }

    /// The BEF keeps to the areas of the Fifth and Sixth Armies without the Fortified Camp [marne/10.42a, marne/10.42c]
    /// [marne/10.43f, marne/10.44d]; from elsewhere it has to find its way back.
    fn british_bounds(theatre: &Theatre, hex: Hex) -> Option<&Hexes> {
        theatre.british_area.contains(hex).then_some(&theatre.british_area)
    }

    /// Whether demoralization keeps a French unit in its army's area [marne/10.44c, marne/10.51c]: not once all armies
    /// beside its own have rallied on an earlier turn [marne/10.51d] (ruling M42). The border of the Fortified Camp is no
    /// army boundary, so who is inside is free to leave it [marne/10.43g] (ruling M9); at the boundary of the Sixth Army
    /// he is inside no more, and ignores nothing (ruling M50).
    fn is_tied(&self, state: &State, piece: Piece) -> bool {
        let army = self.army(state, piece);
        self.is_demoralized(state, army) && !self.are_neighbours_rallied(state, army)
    }

    /// How far a unit is from the area that it may not leave but has left; 0 when it has not.
    pub(crate) fn strayed(&self, state: &State, piece: Piece) -> u8 {
        let theatre = self.theatre(state);
        let bound = theatre.british.contains(piece) || theatre.yellow.contains(piece);
        let on_map = !theatre.ground.start_hexes.contains(state.hex(piece));
        if bound && on_map { theatre.way_home(piece, state.hex(piece)) } else { 0 }
    }

    /// What a unit that has not moved must do before its army's segment is over, and by which rule.
    pub(crate) fn duty(&self, state: &State, piece: Piece) -> Option<(Clause, &'static str)> {
        let theatre = self.theatre(state);
        let hex = state.hex(piece);
        if theatre.ground.entry_hexes.contains(hex) {
            return Some((Clause("tannenberg/9.22b"), "must leave its Entry Hex first"));
        }
        if theatre.ground.start_hexes.contains(hex) {
            return Some(if state.driven_back.contains(piece) {
                (Clause("marne/2.13n"), "has retreated into a Start Hex and must come back onto the map first")
            } else {
                (Clause("marne/2.13i"), "must leave its Start Hex first")
            });
        }
        if state.is_marne() && self.strayed(state, piece) > 0 {
            return Some(if theatre.british.contains(piece) {
                (Clause("marne/10.43h"), "must go back to the area of the BEF first")
            } else {
                (Clause("marne/10.44h"), "must go back to the area of its army first")
            });
        }
        self.must_march(state, piece).then(|| (self.march_clause(state, piece), "must use its whole allowance first"))
    }

    /// The sentence that makes a unit use its whole allowance.
    pub(crate) fn march_clause(&self, state: &State, piece: Piece) -> Clause {
        let theatre = self.theatre(state);
        if theatre.british.contains(piece) && state.turn > theatre.tables.west.command.all_full_until {
            Clause("marne/10.33c")
        } else {
            Clause("marne/10.33b")
        }
    }

    /// Why a hex is closed to a unit by the map or by its orders.
    pub(crate) fn closed(&self, state: &State, piece: Piece, hex: Hex) -> Option<Refusal> {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let refuse = |clauses: Vec<Clause>, reason: String| Some(Refusal::new(clauses, reason));
        let side = theatre.side(piece).index();
        if theatre.forbidden[side].contains(hex) {
            return refuse(clauses!["tannenberg/11.2a"], format!("{at} is an enemy supply source"));
        }
        if theatre.forbidden_ends[side].contains(hex) {
            let clauses = clauses!["tannenberg/9.22c", "tannenberg/11.2a"];
            return refuse(clauses, format!("{at} lies next to an enemy supply source"));
        }
        if ground.entry_hexes.contains(hex) {
            return refuse(
                clauses!["tannenberg/9.22b"],
                format!("{at} is an Entry Hex, to be left and not to be held"),
            );
        }
        if ground.start_hexes.contains(hex) {
            let own = self.duty(state, piece).filter(|_| ground.start_hexes.contains(state.hex(piece)));
            let german = |army: &Army| army.side() == GERMAN && ground.starts[army.index()].contains(hex);
            if side == ALLIED.index() && Army::ALL.iter().any(german) {
                return refuse(clauses!["marne/2.13g"], format!("{at} is a German Start Hex"));
            }
            return match own {
                Some((clause, why)) => refuse(vec![clause], format!("{name} {why}, and {at} is a Start Hex too")),
                None => refuse(clauses!["marne/2.13j"], format!("{at} is a Start Hex")),
            };
        }
        if self.bounds(state, piece).is_none_or(|bounds| bounds.contains(hex)) {
            return None;
        }
        if theatre.british.contains(piece) {
            return refuse(clauses!["marne/10.42c", "marne/10.44d"], format!("{at} is closed to the BEF"));
        }
        if theatre.yellow.contains(piece) {
            return refuse(clauses!["marne/10.44e"], format!("{name} may not leave the area of its army"));
        }
        let clauses = if side == GERMAN.index() {
            clauses!["marne/10.32", "marne/10.44b"]
        } else {
            clauses!["marne/10.51c", "marne/10.44c"]
        };
        refuse(clauses, format!("{at} lies beyond an army boundary that {name} may not cross now"))
    }
}
