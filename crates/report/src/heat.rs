//! Heat maps on the real board.

use crate::plot::escaped;
use crate::words;
use engine::data::Map;
use hexboard::{Hex, Orientation};
use maud::{Markup, PreEscaped, html};
use render::{Frame, Options, RenderError};
use std::fmt::Write;

/// The board as a picture. It is written once in a page; every other map on it refers to the first.
pub struct Board<'a> {
    map: &'a Map,
    frame: Frame<'a>,
    picture: String,
    drawn: bool,
}

/// What is shown in a hex.
pub struct Spot {
    /// The hex.
    pub hex: Hex,
    /// The class that colours it.
    pub class: &'static str,
    /// How strongly: any positive number, compared with the strongest on the map.
    pub heat: f64,
    /// What it says when it is pointed at, after the hex.
    pub says: String,
}

/// How many shades are told apart.
const SHADES: f64 = 8.0;
/// Fainter spots say nothing when they are pointed at, or a large board would make a large page.
const SPEAKS: u32 = 3;

impl<'a> Board<'a> {
    /// Draws the board.
    pub fn of(map: &'a Map) -> Result<Board<'a>, RenderError> {
        // Numbers would be too small to read here; a hex says its own when it is pointed at. The page carries the faces.
        let options = Options { numbers: false, legend: false, faces: false, ..Options::default() };
        let picture = render::svg(map, &options)?;
        // Under a name, for the maps that come after the first.
        let picture = picture.replacen("<svg ", "<svg id=\"board\" ", 1);
        Ok(Board { map, frame: Frame::of(map, &options), picture, drawn: false })
    }

    /// A hex with the names printed on it.
    pub fn name(&self, hex: Hex) -> String {
        let names: Vec<_> = self.map.board.names_at(hex).collect();
        let label = self.map.board.label(hex);
        if names.is_empty() { label.to_string() } else { format!("{label} ({})", names.join(", ")) }
    }

    /// The board with spots on it.
    pub fn heat(&mut self, name: &str, description: &str, spots: &[Spot]) -> Markup {
        let (width, height) = self.frame.size();
        let board = if self.drawn {
            "<use href=\"#board\"/>".to_string()
        } else {
            format!("<defs>{}</defs>{}", self.hexagon(), self.picture)
        };
        self.drawn = true;
        html! {
            svg.board viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("{name}. {description}")) {
                title { (name) }
                desc { (description) }
                (PreEscaped(board))
                rect.wash width=(width) height=(height) {}
                (PreEscaped(self.spots(spots)))
            }
        }
    }

    fn spots(&self, spots: &[Spot]) -> String {
        let hottest = spots.iter().map(|spot| spot.heat).fold(0.0, f64::max);
        let mut out = String::new();
        for spot in spots {
            // The eye sees ratios: a square root keeps faint spots in sight.
            let shade = ((spot.heat / hottest).sqrt() * SHADES).ceil();
            if !(1.0..=SHADES).contains(&shade) {
                continue;
            }
            let (x, y) = self.frame.centre(spot.hex);
            let (class, shade) = (spot.class, shade as u32);
            let _ = write!(out, "<use href=\"#spot\" x=\"{x:.0}\" y=\"{y:.0}\" class=\"{class} h{shade}\"");
            let _ = match shade >= SPEAKS {
                true => write!(out, "><title>{}: {}</title></use>", self.name_escaped(spot.hex), escaped(&spot.says)),
                false => write!(out, "/>"),
            };
        }
        out
    }

    fn name_escaped(&self, hex: Hex) -> String {
        escaped(&self.name(hex))
    }

    /// One hex around the origin.
    fn hexagon(&self) -> String {
        let size = Options::default().hex_size;
        let flat = self.map.board.numbering().orientation == Orientation::FlatTop;
        let corner = |at: u8| {
            let angle = f32::from(at) * 60.0 + if flat { 0.0 } else { 30.0 };
            format!("{:.1} {:.1}", size * angle.to_radians().cos(), size * angle.to_radians().sin())
        };
        let corners: Vec<_> = (0..6).map(corner).collect();
        format!("<path id=\"spot\" d=\"M{}Z\"/>", corners.join("L"))
    }

    /// The hottest hexes in words.
    pub fn hottest(&self, spots: &[Spot], most: usize) -> String {
        let mut order: Vec<&Spot> = spots.iter().filter(|spot| spot.heat > 0.0).collect();
        order.sort_by(|one, two| two.heat.total_cmp(&one.heat));
        let named = order.iter().take(most).map(|spot| format!("{}: {}", self.name(spot.hex), spot.says));
        named.collect::<Vec<_>>().join("; ")
    }
}

/// A scale of shades, from faint to the strongest.
pub fn scale(class: &str, strongest: f64, unit: &str) -> Markup {
    html! {
        p.key.heat {
            span { "0" }
            span.ramp aria-hidden="true" { @for shade in 1..=SHADES as u32 { i class=(format!("{class} h{shade}")) {} } }
            span { (words::number(strongest)) }
            span { (unit) }
        }
    }
}
