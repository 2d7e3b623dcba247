//! Positions: the board with the counters on it.

use crate::{Frame, Options, RenderError, svg};
use engine::data::Map;
use engine::view::Place;
use engine::{About, View};
use std::fmt::Write as _;

/// The board with the counters of a view, each a square in the colour of its nation or side, as SVG.
pub fn position(map: &Map, about: &About, view: &View, options: &Options) -> Result<String, RenderError> {
    let mut picture = svg(map, options)?;
    let end = picture.rfind("</svg>").unwrap_or(picture.len());
    picture.insert_str(end, &counters(map, about, view, options));
    Ok(picture)
}

fn counters(map: &Map, about: &About, view: &View, options: &Options) -> String {
    let (frame, size) = (Frame::of(map, options), options.hex_size);
    let mut squares = String::new();
    for piece in &view.pieces {
        let Place::Hexes(hexes) = &piece.place else { continue };
        let Some(hex) = hexes.first().and_then(|label| map.board.parse(label).ok()) else { continue };
        let nation = about.nations.iter().find(|nation| Some(&nation.id) == piece.nation.as_ref());
        let side = about.sides.iter().find(|side| side.id == piece.side);
        let colour = nation.map(|nation| &nation.colour).or(side.map(|side| &side.colour));
        let ((x, y), half) = (frame.centre(hex), size * 0.5);
        // Writing to a string cannot fail.
        let _ = write!(
            squares,
            "<rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"2\" fill=\"{}\" stroke=\"#2b2419\" \
             stroke-width=\"1.6\"/>",
            x - half,
            y - half,
            colour.map_or("#ffffff", String::as_str)
        );
    }
    squares
}
