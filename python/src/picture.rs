//! The board with what a viewer may see on it: the printed map, and a counter for each stack.

use catalogue::Game;
use engine::data::Map;
use engine::view::{Piece, Place};
use engine::{About, View};
use render::{Frame, Options, Pixels, RenderError};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

/// Units from a hex's centre to its corner.
const HEX_SIZE: f32 = 28.0;

/// The printed map of a scenario, drawn when it is first wanted.
#[derive(Default)]
pub struct Sheet {
    svg: OnceLock<Result<String, RenderError>>,
}

fn options(game: &dyn Game, scenario: usize) -> Options {
    Options {
        hex_size: HEX_SIZE,
        legend: false,
        faces: false,
        overprint: game.overprint(scenario),
        ..Options::default()
    }
}

impl Sheet {
    fn printed(&self, game: &dyn Game, scenario: usize) -> Result<&str, RenderError> {
        let drawn = self.svg.get_or_init(|| render::svg(game.map(scenario), &options(game, scenario)));
        drawn.as_deref().map_err(Clone::clone)
    }

    /// The board and the counters as one SVG document.
    pub fn svg(&self, game: &dyn Game, scenario: usize, view: &View) -> Result<String, RenderError> {
        let printed = self.printed(game, scenario)?;
        let body = printed.trim_end().strip_suffix("</svg>").unwrap_or(printed);
        Ok(format!("{body}{}</svg>\n", counters(game, scenario, view)))
    }

    /// The same in pixels, so many to a unit of the picture.
    pub fn pixels(&self, game: &dyn Game, scenario: usize, view: &View, scale: f32) -> Result<Pixels, RenderError> {
        Pixels::of(&self.svg(game, scenario, view)?, scale)
    }
}

/// The stacks of a side in a hex.
#[derive(Default)]
struct Stack {
    counters: usize,
    steps: u32,
    hides: bool,
}

fn counters(game: &dyn Game, scenario: usize, view: &View) -> String {
    let (map, about) = (game.map(scenario), game.about());
    let options = options(game, scenario);
    let frame = Frame::of(map, &options);
    let mut stacks: BTreeMap<(u16, usize), Stack> = BTreeMap::new();
    for piece in &view.pieces {
        let Some((hex, side)) = standing(map, about, piece) else { continue };
        let stack = stacks.entry((hex, side)).or_default();
        stack.counters += 1;
        stack.steps += u32::from(piece.steps);
        stack.hides |= piece.id.is_none() || piece.covers.is_some();
    }
    let mut svg = String::from("<g class=\"counters\" text-anchor=\"middle\" font-weight=\"bold\">\n");
    for ((hex, side), stack) in stacks {
        let (x, y) = frame.centre(hexboard::Hex(hex));
        // Where both stand in a hex, each is a little aside.
        let (x, y) = (x + 6.0 * side as f32 - 3.0, y + 6.0 * side as f32 - 3.0);
        let said = if stack.hides { "?".to_string() } else { format!("{}·{}", stack.counters, stack.steps) };
        let half = HEX_SIZE * 0.62;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{}\" stroke=\"#222\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"0.4\">{said}</text>",
            x - half,
            y - half,
            2.0 * half,
            2.0 * half,
            about.sides[side].colour,
            y + HEX_SIZE * 0.2,
            HEX_SIZE * 0.6,
        );
    }
    svg + "</g>\n"
}

/// The hex of a piece, and the place of its side.
fn standing(map: &Map, about: &About, piece: &Piece) -> Option<(u16, usize)> {
    let Place::Hexes(hexes) = &piece.place else { return None };
    let hex = map.board.parse(hexes.first()?).ok()?;
    Some((hex.0, about.side(&piece.side)?.index()))
}
