//! Overlays: what the rules have to say of the whole board at once, to be drawn over it.
//!
//! An overlay is worked out by the same functions that the rules themselves use, from what its viewer may know: zones of
//! control, lines of supply, ranges of command. Each marked hex can say why it is marked.

use crate::view::{Place, View};
use crate::{About, Clause, Derivation, OverlayKind, Pointing, Roster, Rules, Side, Viewer};
use hexboard::{Board, Hex};
use serde::Serialize;
use std::collections::BTreeMap;

/// An overlay that a game knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OverlayInfo {
    /// What sort of overlay it is.
    pub kind: OverlayKind,
    /// Its name, as the game calls the thing.
    pub title: String,
    /// What it shows, in a sentence.
    pub text: String,
    /// Whether it is about a hex that somebody points at.
    pub pointing: Pointing,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

impl OverlayInfo {
    /// An overlay with its name, what it shows and its rules.
    pub fn new(kind: OverlayKind, title: &str, text: &str, clauses: Vec<Clause>) -> OverlayInfo {
        let pointing = Pointing::Never;
        OverlayInfo { kind, title: title.into(), text: text.into(), pointing, clauses }
    }

    /// It is about the whole board.
    pub fn drawn<R: Rules>(self, draw: fn(&R, &R::State, Viewer) -> Overlay) -> Drawn<R> {
        Drawn { info: self, draw: Draw::Whole(draw) }
    }

    /// It is about the whole board, and says more of a hex that somebody points at.
    pub fn drawn_with<R: Rules>(self, draw: fn(&R, &R::State, Viewer, Option<Hex>) -> Overlay) -> Drawn<R> {
        Drawn { info: OverlayInfo { pointing: Pointing::May, ..self }, draw: Draw::With(draw) }
    }

    /// It is about a hex that somebody points at.
    pub fn drawn_of<R: Rules>(self, draw: fn(&R, &R::State, Viewer, Hex) -> Overlay) -> Drawn<R> {
        Drawn { info: OverlayInfo { pointing: Pointing::Must, ..self }, draw: Draw::Of(draw) }
    }
}

/// An overlay that a game knows, with how it is drawn.
pub struct Drawn<R: Rules> {
    info: OverlayInfo,
    draw: Draw<R>,
}

enum Draw<R: Rules> {
    Whole(fn(&R, &R::State, Viewer) -> Overlay),
    With(fn(&R, &R::State, Viewer, Option<Hex>) -> Overlay),
    Of(fn(&R, &R::State, Viewer, Hex) -> Overlay),
}

/// What a game says of its overlays.
pub fn infos<R: Rules>(known: Vec<Drawn<R>>) -> Vec<OverlayInfo> {
    known.into_iter().map(|drawn| drawn.info).collect()
}

/// Draws an overlay, if the game knows it.
pub fn draw<R: Rules>(
    known: Vec<Drawn<R>>,
    (game, state): (&R, &R::State),
    viewer: Viewer,
    kind: OverlayKind,
    at: Option<Hex>,
) -> Option<Overlay> {
    let drawn = known.into_iter().find(|drawn| drawn.info.kind == kind)?;
    Some(match (drawn.draw, at) {
        (Draw::Whole(draw), _) => draw(game, state, viewer),
        (Draw::With(draw), at) => draw(game, state, viewer, at),
        (Draw::Of(draw), Some(hex)) => draw(game, state, viewer, hex),
        (Draw::Of(_), None) => Overlay::new(kind, "Point at a hex.", Vec::new()),
    })
}

/// How strongly something is drawn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shade {
    /// It is there, but does not count now.
    Faint = 1,
    /// As everything is.
    Plain = 2,
    /// It stands out.
    Strong = 3,
}

/// What is drawn over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// What sort of overlay it is.
    pub kind: OverlayKind,
    /// What is shown, in a sentence.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
    /// The hexes that are marked; one may be marked for each side.
    pub hexes: Vec<Marked>,
    /// Lines from hex to hex.
    pub lines: Vec<Trace>,
}

impl Overlay {
    /// Nothing is marked yet.
    pub fn new(kind: OverlayKind, text: impl Into<String>, clauses: Vec<Clause>) -> Overlay {
        Overlay { kind, text: text.into(), clauses, hexes: Vec::new(), lines: Vec::new() }
    }

    /// Marks hexes.
    pub fn marking(mut self, hexes: impl IntoIterator<Item = Marked>) -> Overlay {
        self.hexes.extend(hexes);
        self
    }

    /// Draws lines.
    pub fn tracing(mut self, lines: impl IntoIterator<Item = Trace>) -> Overlay {
        self.lines.extend(lines);
        self
    }

    /// The first mark on a hex, for a side or for nobody.
    pub fn marked(&self, hex: Hex, side: Option<Side>) -> Option<&Marked> {
        self.hexes.iter().find(|marked| marked.hex == hex && marked.side == side)
    }
}

/// A marked hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// The hex.
    pub hex: Hex,
    /// Whose it is, or to whom it matters.
    pub side: Option<Side>,
    /// How strongly it is drawn.
    pub shade: Shade,
    /// What is written on it: a value, a cost.
    pub label: Option<String>,
    /// Why it is marked.
    pub why: Option<Derivation>,
}

impl Marked {
    /// A hex that is nobody's, plainly drawn.
    pub fn new(hex: Hex) -> Marked {
        Marked { hex, side: None, shade: Shade::Plain, label: None, why: None }
    }

    /// The same, of a side.
    pub fn of(self, side: impl Into<Option<Side>>) -> Marked {
        Marked { side: side.into(), ..self }
    }

    /// The same, drawn so strongly.
    pub fn shade(self, shade: Shade) -> Marked {
        Marked { shade, ..self }
    }

    /// The same, with something written on it.
    pub fn label(self, label: impl ToString) -> Marked {
        Marked { label: Some(label.to_string()), ..self }
    }

    /// The same, saying why.
    pub fn why(self, why: Derivation) -> Marked {
        Marked { why: Some(why), ..self }
    }
}

/// A line over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The hexes that it leads through, from its beginning to its end.
    pub hexes: Vec<Hex>,
    /// Whose it is.
    pub side: Option<Side>,
    /// How strongly it is drawn.
    pub shade: Shade,
    /// Whether it is open; else something blocks it.
    pub open: bool,
    /// What it is, in a sentence.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

impl Trace {
    /// An open line through these hexes, plainly drawn.
    pub fn new(hexes: impl IntoIterator<Item = Hex>, text: impl Into<String>, clauses: Vec<Clause>) -> Trace {
        let hexes = hexes.into_iter().collect();
        Trace { hexes, side: None, shade: Shade::Plain, open: true, text: text.into(), clauses }
    }

    /// The same, of a side.
    pub fn of(self, side: impl Into<Option<Side>>) -> Trace {
        Trace { side: side.into(), ..self }
    }

    /// The same, drawn so strongly.
    pub fn shade(self, shade: Shade) -> Trace {
        Trace { shade, ..self }
    }

    /// The same, but something blocks it.
    pub fn blocked(self) -> Trace {
        Trace { open: false, ..self }
    }
}

/// A unit that would be without supply or command if that were determined now. The rules allow to lay it out so; whoever
/// does wants to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The unit, by the id that a position has for it.
    pub piece: String,
    /// The hex where it is.
    pub hex: Hex,
    /// What it lacks and why, in a sentence.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

/// A hex in a side's zone of control, which comes from some other hexes.
pub fn zone(
    about: &About,
    board: &Board,
    (side, hex): (Side, Hex),
    from: impl Iterator<Item = Hex>,
    clauses: Vec<Clause>,
) -> Marked {
    let from: Vec<String> = from.map(|hex| board.label(hex).to_string()).collect();
    let label = format!("{} zone of control", about.side_title(side));
    Marked::new(hex).of(side).why(Derivation::new(label, format!("from {}", from.join(", ")), clauses))
}

/// A unit that could act on a hex in its side's next turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    /// Where it stands.
    pub from: Hex,
    /// The side it belongs to.
    pub side: Side,
    /// The unit, as people call it.
    pub unit: String,
    /// What it could do, in a few words (`moves in for 3 of 4 MP`).
    pub how: String,
    /// Whether it could do so from where it stands.
    pub at_once: bool,
    /// The way that it would take, or the line of its fire.
    pub way: Vec<Hex>,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

/// What a unit could do that comes next to a hex somebody holds, or into an empty one, for so many points
/// (`3 of 4 MP`).
pub fn approach(held: bool, at_once: bool, spent: impl std::fmt::Display) -> String {
    match (held, at_once) {
        (true, true) => "stands next to it".into(),
        (true, false) => format!("comes next to it for {spent}"),
        (false, _) => format!("moves in for {spent}"),
    }
}

/// The sides that threaten a hex: the enemy of who holds it; of an empty one the viewer's enemy, or both.
pub fn threatening(viewer: Viewer, holder: Option<Side>) -> impl Iterator<Item = Side> {
    let only = match (holder, viewer) {
        (Some(holder), _) => Some(holder.other()),
        (None, Viewer::Side(own)) => Some(own.other()),
        (None, Viewer::Spectator | Viewer::All) => None,
    };
    Side::BOTH.into_iter().filter(move |&side| only.is_none_or(|only| only == side))
}

/// The overlay of all that could act on a hex, which bears this label: each hex from which it could come with what stands
/// there, and the ways.
pub fn threats(at: Hex, label: &str, all: Vec<Threat>, clauses: Vec<Clause>) -> Overlay {
    let mut by_hex: BTreeMap<(Hex, Side), Vec<&Threat>> = BTreeMap::new();
    for threat in &all {
        by_hex.entry((threat.from, threat.side)).or_default().push(threat);
    }
    let marked = by_hex.into_iter().map(|((hex, side), units)| {
        let count = match units.len() {
            1 => "1 unit".to_string(),
            several => format!("{several} units"),
        };
        let why = Derivation::new(format!("Could act on {label}"), count, clauses.clone());
        let parts = units.iter().map(|unit| Derivation::new(&unit.unit, &unit.how, unit.clauses.clone()));
        let shade = if units.iter().any(|unit| unit.at_once) { Shade::Strong } else { Shade::Plain };
        Marked::new(hex).of(side).shade(shade).label(units.len()).why(parts.fold(why, Derivation::with))
    });
    let text = match all.len() {
        0 => format!("Nothing that can be seen could act on {label} next turn."),
        1 => format!("One unit could act on {label} next turn."),
        count => format!("{count} units could act on {label} next turn."),
    };
    let ways = all.iter().filter(|threat| threat.way.len() > 1).map(|threat| {
        let shade = if threat.at_once { Shade::Strong } else { Shade::Plain };
        let text = format!("{} {}.", threat.unit, threat.how);
        Trace::new(threat.way.iter().copied(), text, threat.clauses.clone()).of(threat.side).shade(shade)
    });
    let target = Marked::new(at).shade(Shade::Strong);
    Overlay::new(OverlayKind::Threat, text, clauses.clone()).marking([target]).marking(marked).tracing(ways)
}

/// All overlays of a game: its own, and those that every game has.
pub fn all<R: Rules>(rules: &R) -> Vec<OverlayInfo> {
    let mut all = rules.overlays();
    if all.iter().all(|info| info.kind != OverlayKind::Holdings) {
        all.push(OverlayInfo::new(
            OverlayKind::Holdings,
            "Who holds what",
            "The hexes in which each side has counters.",
            Vec::new(),
        ));
    }
    let moves = "The ways that counters took in the last turn and in this one.";
    all.push(OverlayInfo::new(OverlayKind::Moves, "Last turn's moves", moves, Vec::new()));
    all.sort_by_key(|info| info.kind);
    all
}

/// The hexes in which each side has counters that can be seen.
pub(crate) fn holdings(about: &About, board: &Board, roster: &Roster, view: &View) -> Overlay {
    let title = |id: &String| roster.counters.iter().find(|counter| counter.id == *id).map(|counter| &counter.title);
    let mut held: BTreeMap<(Hex, Side), (Vec<&str>, usize)> = BTreeMap::new();
    for piece in &view.pieces {
        let (Place::Hexes(hexes), Some(side)) = (&piece.place, about.side(&piece.side)) else { continue };
        for hex in hexes.iter().filter_map(|hex| board.parse(hex).ok()) {
            let (names, unknown) = held.entry((hex, side)).or_default();
            match &piece.id {
                Some(id) => names.push(title(id).unwrap_or(id)),
                None => *unknown += 1,
            }
        }
    }
    let marked = held.into_iter().map(|((hex, side), (names, unknown))| {
        let unknown = match unknown {
            0 => None,
            1 => Some("a counter".to_string()),
            count => Some(format!("{count} counters")),
        };
        let names: Vec<_> = names.into_iter().map(str::to_string).chain(unknown).collect();
        let why =
            Derivation::new(format!("{} in {}", about.side_title(side), board.label(hex)), names.join("; "), vec![]);
        Marked::new(hex).of(side).why(why)
    });
    Overlay::new(OverlayKind::Holdings, "The hexes in which each side has counters.", Vec::new()).marking(marked)
}
