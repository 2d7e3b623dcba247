//! Draws a game's map as a publisher would print it: as SVG, and as PNG made from that; and its charts as a sheet.
//!
//! How each kind of ground, feature and name is drawn is said by the `draw` and `style` words of the map's data file
//! ([`engine::data::TerrainStyle`] and its like). The picture is the same in every run: what looks irregular is derived
//! from the places of the hexes.
//!
//! From the paper up: fields, other ground with its textures, banks, waters, houses, grid, what lies along hexsides,
//! roads and railways, names, hex numbers; then what stands around the ground.
//!
//! Text is set in Libertinus Serif (© The Libertinus Project Authors, SIL Open Font License 1.1). PNG files take it from
//! the crate `typst-assets`. An SVG file carries the faces that it uses, cut down to the letters of European languages;
//! for others, or if it is asked not to carry them, it falls back on what the viewer has.
#![warn(missing_docs)]

mod counters;
mod curve;
mod draughtsman;
mod faces;
mod frame;
mod grid;
mod landscape;
mod lattice;
mod lettering;
mod names;
mod network;
mod noise;
mod outline;
mod overprint;
mod palette;
mod pen;
#[cfg(feature = "png")]
mod png;
mod point;
mod scenery;
mod sheet;
mod style;
mod surround;
mod textures;

pub use counters::position;
pub use faces::style_sheet;
pub use frame::Frame;
#[cfg(feature = "png")]
pub use png::{Pixels, png};
pub use sheet::{charts_html, charts_svg};

use draughtsman::Draughtsman;
use engine::data::Map;
use engine::overprint::Overprint;
use faces::Face;
use landscape::Landscape;
use names::Letterer;
use network::Network;
use pen::{Page, short};
use scenery::Painter;
use style::Styles;

/// What a picture should look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Units from a hex's centre to its corner.
    pub hex_size: f32,
    /// Whether the hexes are numbered.
    pub numbers: bool,
    /// Whether a legend stands below the map.
    pub legend: bool,
    /// Whether the picture carries the faces that its text is set in, and so looks the same everywhere.
    pub faces: bool,
    /// What is printed on the map beside the ground.
    pub overprint: Overprint,
}

impl Default for Options {
    fn default() -> Options {
        Options { hex_size: 28.0, numbers: true, legend: true, faces: true, overprint: Overprint::default() }
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// Hexes of this size cannot be drawn.
    #[error("a hex size of {0} cannot be drawn, expected 4 to 400")]
    HexSize(f32),
    /// The text to make a picture of is not SVG.
    #[cfg(feature = "png")]
    #[error("not an SVG picture: {0}")]
    NotSvg(String),
    /// A picture cannot have this size.
    #[cfg(feature = "png")]
    #[error("a picture cannot have {width} by {height} pixels")]
    NoSuchSize {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
    },
    /// The pixels could not be packed.
    #[cfg(feature = "png")]
    #[error("the picture could not be written: {0}")]
    NotWritten(String),
}

/// Draws a map as one SVG document that needs nothing else.
///
/// # Errors
/// If the size of the hexes is out of range.
pub fn svg(map: &Map, options: &Options) -> Result<String, RenderError> {
    if !(4.0..=400.0).contains(&options.hex_size) {
        return Err(RenderError::HexSize(options.hex_size));
    }
    let styles = Styles::of(map);
    let frame = Frame::of(map, options);
    let mut body = Page::default();
    draw_ground(&mut body, map, &styles, &frame, options);
    surround::draw(&mut body, map, &styles, &frame);
    overprint::band(&mut body, &options.overprint, &frame);
    let rules = if options.faces { body.faces().map(Face::rule).collect() } else { String::new() };
    let mut page = Page::default();
    open(&mut page, map, &styles, &frame, &rules);
    page.add(format_args!("{}</svg>\n", body.into_text()));
    Ok(page.into_text())
}

/// Writes the head of the document, with what is drawn once and used often.
fn open(page: &mut Page, map: &Map, styles: &Styles, frame: &Frame, rules: &str) {
    let (width, height) = frame.size();
    let (width, height) = (short(width), short(height));
    page.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{}\">\n<title>{}</title>\n<defs>\n",
        lettering::FAMILIES,
        pen::escaped(&map.title)
    ));
    if !rules.is_empty() {
        page.add(format_args!("<style>\n{rules}</style>\n"));
    }
    scenery::define_patterns(page, frame.lattice.size);
    textures::define(page, &frame.lattice, &styles.terrains);
    let window = &frame.window;
    let (x, y) = (short(window.left), short(window.top));
    page.add(format_args!(
        "<clipPath id=\"window\"><rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"/></clipPath>\n</defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        short(window.width),
        short(window.height),
        palette::PAPER
    ));
}

fn draw_ground(page: &mut Page, map: &Map, styles: &Styles, frame: &Frame, options: &Options) {
    let landscape = Landscape::of(&map.board, styles, frame.lattice);
    let network = Network::of(map, styles, &landscape);
    page.add(format_args!("<g clip-path=\"url(#window)\">\n"));
    Painter { name: "map", page, landscape: &landscape, window: frame.window }.land();
    Draughtsman { page, network: &network, landscape: &landscape }.banks();
    Painter { name: "map", page, landscape: &landscape, window: frame.window }.waters();
    Draughtsman { page, network: &network, landscape: &landscape }.currents();
    Painter { name: "map", page, landscape: &landscape, window: frame.window }.buildings();
    grid::sides(page, &map.board, &frame.lattice);
    let mut draughtsman = Draughtsman { page, network: &network, landscape: &landscape };
    draughtsman.margins();
    draughtsman.ways();
    overprint::zones(page, map, &options.overprint, frame);
    Letterer::new(page, map, styles, &network, frame, &options.overprint).write();
    if options.numbers {
        grid::numbers(page, &map.board, &frame.lattice);
    }
    overprint::badges(page, map, &options.overprint, frame);
    page.add(format_args!("</g>\n"));
}
