//! What the book has to say of the whole board: lines of fire, what could fire or come here, the way to victory.
//!
//! First Blood knows neither zones of control nor supply nor command.

use crate::FirstBlood;
use crate::pieces::{GERMAN, Piece};
use crate::state::State;
use engine::overlay::{self, Drawn, Threat};
use engine::{Derivation, Marked, Overlay, OverlayInfo, OverlayKind, Shade, Side, Trace, Viewer, clauses, half_points};
use hexboard::Hex;

#[engine::by_the_book]
impl FirstBlood {
    pub(crate) fn known_overlays() -> Vec<Drawn<Self>> {
        vec![
            OverlayInfo::new(
                OverlayKind::Fire,
                "Lines of fire",
                "Where the units in a hex can fire, and what blocks their lines of fire.",
                clauses!["10.6a", "10.7a", "10.7b", "10.8a", "10.9a"],
            )
            .drawn_of(|game, state, viewer, hex| game.fire_overlay(&game.known_to(state, viewer), hex)),
            OverlayInfo::new(
                OverlayKind::Threat,
                "Who could fire or come here",
                "The enemy units that could fire into a hex or enter it in their next turn.",
                clauses!["10.1a", "10.6a", "10.7b", "9.1a"],
            )
            .drawn_of(|game, state, viewer, hex| game.threat_overlay(&game.known_to(state, viewer), viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Victory,
                "Exit hexes",
                "The hexes from which a German unit leaves the map and wins.",
                clauses!["4.3a"],
            )
            .drawn(|game, _, _| game.exit_overlay()),
        ]
    }

    /// The table as a viewer sees it: what he may not know is lifted off the map [6.5a]. A stack whose top unit is being
    /// chosen shows no face at all (ruling R31).
    fn known_to(&self, state: &State, viewer: Viewer) -> State {
        let mut known = state.clone();
        for owner in Side::BOTH.into_iter().filter(|&owner| !viewer.is(owner)) {
            let hidden = self.hidden_from(state, owner.other());
            let faceless = state.arrange.iter().filter(|&&hex| hex != Hex::NONE && state.holder(hex) == Some(owner));
            let faceless = faceless.flat_map(|&hex| state.stack(hex).collect::<Vec<Piece>>()).collect();
            hidden.or(faceless).iter().for_each(|piece| known.take_off(piece));
        }
        known
    }

    /// Where what stands in a hex can fire; for an empty hex, where the longest range there is could.
    fn fire_overlay(&self, state: &State, from: Hex) -> Overlay {
        let (at, units) = (self.ground.label(from), state.stack(from).collect::<Vec<Piece>>());
        let clauses = clauses!["10.6a", "10.7b"];
        let Some(&first) = units.first() else {
            let range = self.limited(state, self.pieces.ranges().into_iter().max().unwrap_or(0));
            let seen = self.ground.field(range, from).iter().map(|hex| Marked::new(hex).shade(Shade::Faint));
            let text = format!("Open lines of fire from {at}, up to {range} hexes.");
            return Overlay::new(OverlayKind::Fire, text, clauses).marking(seen);
        };
        let enemy = first.side().other();
        let names: Vec<&str> = units.iter().map(|&unit| self.pieces.name(unit)).collect();
        let text = format!("Where {} can fire from {at} as things are now.", names.join(", "));
        let board = self.ground.board();
        let hit = board.hexes().filter_map(|target| self.fire_mark(state, &units, target));
        let blocked = state.held[enemy.index()].iter().filter_map(|target| self.blocked_line(state, &units, target));
        let open =
            state.held[enemy.index()].iter().filter(|&target| self.hitting(state, &units, target).next().is_some());
        let open = open.map(|target| {
            let text = format!("{} is open to fire from {at}.", self.ground.label(target));
            Trace::new([from, target], text, clauses!["10.7b"]).of(first.side()).shade(Shade::Strong)
        });
        Overlay::new(OverlayKind::Fire, text, clauses).marking(hit).tracing(open).tracing(blocked)
    }

    /// Those of some units that can fire into a hex.
    fn hitting<'a>(&'a self, state: &'a State, units: &'a [Piece], target: Hex) -> impl Iterator<Item = Piece> + 'a {
        units.iter().copied().filter(move |&unit| self.can_hit(state, unit, target))
    }

    /// A hex that some units can fire into: the strength that they bring to bear, each with its own range and line.
    fn fire_mark(&self, state: &State, units: &[Piece], target: Hex) -> Option<Marked> {
        let firing: Vec<Piece> = self.hitting(state, units, target).collect();
        let side = firing.first()?.side();
        let strength: u16 = firing.iter().map(|&unit| self.strength(state, unit, target)).sum();
        let label = format!("Fire strength into {}", self.ground.label(target));
        let parts = firing.iter().map(|&unit| {
            let clauses =
                if self.assaults(state, unit, target) { clauses!["10.11a"] } else { clauses!["10.6a", "10.7b"] };
            let range = format!("{}, range {}", self.pieces.name(unit), self.range(state, unit));
            Derivation::new(range, self.strength(state, unit, target), clauses)
        });
        let why = parts.fold(Derivation::new(label, strength, clauses!["10.1b", "10.4"]), Derivation::with);
        let marked = Marked::new(target).of(side).why(why);
        let enemy = state.holder(target) == Some(side.other());
        Some(if enemy { marked.shade(Shade::Strong).label(strength) } else { marked })
    }

    /// Why none of some units can fire into a hex that is in range of one of them.
    fn blocked_line(&self, state: &State, units: &[Piece], target: Hex) -> Option<Trace> {
        if self.hitting(state, units, target).next().is_some() {
            return None;
        }
        let unit = units.iter().copied().find(|&unit| self.is_in_range(state, unit, target))?;
        let refusal = self.check_line(state, unit, target).err()?;
        let line = Trace::new([state.hex(unit), target], format!("{}.", refusal.reason), refusal.clauses);
        Some(line.of(unit.side()).blocked())
    }

    /// The units that could fire into a hex or enter it in their next turn, as things are now: from where they stand, or
    /// in the Second Fire Phase after a move.
    fn threat_overlay(&self, state: &State, viewer: Viewer, at: Hex) -> Overlay {
        let label = self.ground.label(at);
        let sides = overlay::threatening(viewer, state.holder(at));
        let threats = sides.flat_map(|side| state.units(side).iter()).filter_map(|unit| self.threat(state, unit, at));
        overlay::threats(at, &label, threats.collect(), clauses!["10.1a", "9.1a"])
    }

    fn threat(&self, state: &State, unit: Piece, at: Hex) -> Option<Threat> {
        let (from, side) = (state.hex(unit), unit.side());
        let threat = |how: String, at_once: bool, way: Vec<Hex>, clauses| {
            Some(Threat { from, side, unit: self.unit_words(unit), how, at_once, way, clauses })
        };
        if from == at {
            return None;
        }
        if self.can_hit(state, unit, at) {
            let distance = self.ground.board().distance(from, at);
            let how = format!("fires {distance} hexes far, its range is {}", self.range(state, unit));
            return threat(how, true, vec![from, at], clauses!["10.6a", "10.7b"]);
        }
        if unit.is_emplacement() {
            return None;
        }
        let allowance = self.allowance(state, unit);
        let range = self.range(state, unit);
        self.explore(state, unit, allowance, |reach| {
            if let Some(cost) = reach.cost(at) {
                let how = format!("moves in for {} of {} MP", half_points(cost), half_points(allowance));
                let mut way: Vec<Hex> = reach.path(at).collect();
                way.reverse();
                return threat(how, false, way, clauses!["9.1a", "9.1f"]);
            }
            let near = reach.reached().iter().copied().find(|&hex| self.ground.field(range, hex).contains(at))?;
            let how = format!("moves to {} and fires", self.ground.label(near));
            threat(how, false, vec![from, near, at], clauses!["9.1a", "10.6a", "10.7b"])
        })
    }

    /// The exit hexes [4.3a, 4.3e].
    fn exit_overlay(&self) -> Overlay {
        let cost = half_points(self.tables.exit);
        let exits = self.ground.exits.iter().map(|hex| {
            let why =
                Derivation::new("A German unit that leaves the map here wins", format!("{cost} MP"), clauses!["4.3a"]);
            Marked::new(hex).of(GERMAN).shade(Shade::Strong).label("exit").why(why)
        });
        let text = "A German unit that leaves the map from one of these hexes wins at once.";
        Overlay::new(OverlayKind::Victory, text, clauses!["4.3a", "4.3e"]).marking(exits)
    }
}
