//! Overlays as they are asked for and told.

use engine::{About, Clause, Derivation, OverlayKind};
use hexboard::{Board, Hex};
use serde::{Deserialize, Serialize};

/// Asks for an overlay: what the rules have to say of the whole board, or of a hex.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskOverlay {
    /// The kind, as the game lists it.
    pub kind: String,
    /// The hex that is pointed at.
    pub at: Option<String>,
    /// Whose eyes: a side's id, `spectator`, or `all`.
    #[serde(alias = "viewer")]
    pub see: Option<String>,
    /// After how many actions; now, if none is given.
    pub after: Option<usize>,
}

/// Answers with an overlay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The overlay; null where the game has no such overlay.
    pub overlay: Option<Overlay>,
}

/// What is drawn over the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// What sort of overlay it is.
    pub kind: OverlayKind,
    /// What is shown, in a sentence.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
    /// The hexes that are marked; one may be marked for each side.
    pub hexes: Vec<OverlayHex>,
    /// Lines from hex to hex.
    pub lines: Vec<OverlayLine>,
}

/// A marked hex.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OverlayHex {
    /// The hex.
    pub hex: String,
    /// Whose it is, or to whom it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// How strongly it is drawn: 1 faint, 2 plain, 3 strong.
    pub shade: u8,
    /// What is written on it: a value, a cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Why it is marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Derivation>,
}

/// A line over the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OverlayLine {
    /// The hexes that it leads through, from its beginning to its end.
    pub hexes: Vec<String>,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// How strongly it is drawn: 1 faint, 2 plain, 3 strong.
    pub shade: u8,
    /// Whether it is open; else something blocks it.
    pub open: bool,
    /// What it is, in a sentence.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

impl Overlay {
    /// As it is told of this game, on this board.
    pub fn of(about: &About, board: &Board, overlay: engine::Overlay) -> Overlay {
        let label = |hex: Hex| board.label(hex).to_string();
        let side_id = |side| about.side_id(side).to_string();
        let hexes = overlay.hexes.into_iter().map(|marked| OverlayHex {
            hex: label(marked.hex),
            side: marked.side.map(side_id),
            shade: marked.shade as u8,
            label: marked.label,
            why: marked.why,
        });
        let lines = overlay.lines.into_iter().map(|line| OverlayLine {
            hexes: line.hexes.into_iter().map(label).collect(),
            side: line.side.map(side_id),
            shade: line.shade as u8,
            open: line.open,
            text: line.text,
            clauses: line.clauses,
        });
        Overlay {
            kind: overlay.kind,
            text: overlay.text,
            clauses: overlay.clauses,
            hexes: hexes.collect(),
            lines: lines.collect(),
        }
    }
}
