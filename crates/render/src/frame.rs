//! How the page is laid out.

use crate::Options;
use crate::faces::Face;
use crate::lattice::{Lattice, axial};
use crate::lettering::{Letters, wrapped};
use crate::overprint::Band;
use crate::palette as ink;
use crate::point::{Point, Rect, point};
use engine::data::{Map, TerrainStyle};
use hexboard::Hex;

/// Where everything stands in the picture of a map.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    map: &'a Map,
    pub(crate) lattice: Lattice,
    /// The part of the page that shows ground.
    pub(crate) window: Rect,
    /// The box of the title.
    pub(crate) title: Rect,
    /// The centre of the compass rose and how far it reaches.
    pub(crate) compass: (Point, f32),
    pub(crate) legend: Option<Legend>,
    /// The turn track and the retreat compasses.
    pub(crate) band: Band,
    /// The first line of the notice, and its lines.
    pub(crate) notice: (Point, Vec<String>),
    width: f32,
    height: f32,
}

/// Where the legend stands.
#[derive(Clone, Debug)]
pub(crate) struct Legend {
    pub place: Rect,
    pub columns: usize,
    /// The width and height of an entry.
    pub entry: (f32, f32),
}

impl<'a> Frame<'a> {
    /// Lays out the picture of a map.
    pub fn of(map: &'a Map, options: &Options) -> Frame<'a> {
        let size = options.hex_size;
        let (_, [wide, high]) = map.board.extent();
        let (margin, bleed) = (size * 1.1, size * 0.3);
        let (title_wide, title_high) = title_size(map, size);
        let reach = size * 2.1;
        let needed = (title_wide + reach * 2.0 + size * 1.6, (title_high).max(reach * 2.0));
        let inside = room(map, needed.0 / size, needed.1 / size);
        let header = if inside.is_some() { 0.0 } else { size * 3.6 };
        let sheet = point(margin + bleed, margin + bleed + header);
        let window = Rect { left: sheet.x, top: sheet.y, width: wide * size, height: high * size }.grown(bleed);
        let width = window.right() + margin;
        let (title, compass) = match inside {
            Some(middle) => {
                let place = Rect::around(sheet + middle * size, needed.0, needed.1);
                let title = Rect {
                    left: place.left,
                    top: place.centre().y - title_high / 2.0,
                    width: title_wide,
                    height: title_high,
                };
                (title, (point(place.right() - reach, place.centre().y), reach))
            }
            None => {
                let middle = margin + header * 0.42;
                let title = Rect::around(point(width / 2.0, middle), title_wide, title_high);
                (title, (point(window.right() - size * 1.6, middle), size * 1.5))
            }
        };
        let band = Band::below(&options.overprint, size, &window, window.bottom() + margin * 0.8);
        let mut bottom = band.bottom;
        let legend = options.legend.then(|| Legend::below(map, size, &window, bottom));
        bottom = legend.as_ref().map_or(bottom, |legend| legend.place.bottom() + margin * 0.6);
        let letters = notice_letters(size);
        let notice = wrapped(map.notice.as_deref().unwrap_or_default(), &letters, window.width * 0.95);
        let first = point(window.left, bottom + letters.size);
        let height = bottom + notice.len() as f32 * letters.size * 1.3 + margin * 0.4;
        let lattice = Lattice::of(&map.board, sheet, size);
        Frame { map, lattice, window, title, compass, legend, band, notice: (first, notice), width, height }
    }

    /// The centre of a hex, in the units of the picture's view box.
    #[must_use]
    pub fn centre(&self, hex: Hex) -> (f32, f32) {
        let at = self.lattice.centre(axial(&self.map.board, hex));
        (at.x, at.y)
    }

    /// The middle of each space of the turn track, in the units of the picture's view box.
    pub fn turns(&self) -> impl Iterator<Item = (f32, f32)> {
        self.band.turns.iter().map(|space| (space.centre().x, space.centre().y))
    }

    /// The width and height of the picture's view box.
    #[must_use]
    pub fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }
}

impl Legend {
    fn below(map: &Map, size: f32, window: &Rect, top: f32) -> Legend {
        let letters = legend_letters(size);
        let titles = legend_titles(map);
        let widest = titles.iter().map(|title| letters.width(title)).fold(0.0, f32::max);
        let columns =
            ((window.width - size * 0.8) / (widest + size * 3.2)).floor().clamp(1.0, titles.len().max(1) as f32);
        let rows = (titles.len() as f32 / columns).ceil();
        let columns = (titles.len() as f32 / rows.max(1.0)).ceil().max(1.0);
        let entry = ((window.width - size * 0.8) / columns, size * 2.15);
        let place = Rect { left: window.left, top, width: window.width, height: rows * entry.1 + size * 0.6 };
        Legend { place, columns: columns as usize, entry }
    }
}

/// The terrains in play that occur on the map, by index.
pub(crate) fn legend_terrains(map: &Map) -> Vec<usize> {
    let occurs = |index: &usize| map.board.hexes().any(|hex| map.board.terrain(hex).index() == *index);
    (0..map.terrains.len()).filter(occurs).collect()
}

fn legend_titles(map: &Map) -> Vec<&str> {
    let terrains = legend_terrains(map).into_iter().map(|index| map.terrains[index].title.as_str());
    terrains.chain(map.features.iter().map(|feature| feature.title.as_str())).collect()
}

pub(crate) fn legend_letters(size: f32) -> Letters {
    Letters { size: size * 0.6, spacing: 0.0, colour: ink::INK, face: Face::Regular, halo: None }
}

pub(crate) fn notice_letters(size: f32) -> Letters {
    Letters { size: size * 0.46, spacing: 0.0, colour: ink::NUMBER, face: Face::Italic, halo: None }
}

pub(crate) fn title_letters(size: f32) -> Letters {
    Letters { size: size * 1.15, spacing: 0.04, colour: ink::INK, face: Face::Semibold, halo: None }
}

pub(crate) fn subtitle_letters(size: f32) -> Letters {
    Letters { size: size * 0.78, spacing: 0.02, colour: ink::INK, face: Face::Italic, halo: None }
}

/// The title, and what follows its last comma: a date, as a rule.
pub(crate) fn title_lines(map: &Map) -> (&str, Option<&str>) {
    map.title.rsplit_once(", ").map_or((map.title.as_str(), None), |(title, rest)| (title, Some(rest)))
}

fn title_size(map: &Map, size: f32) -> (f32, f32) {
    let (title, rest) = title_lines(map);
    let rest_width = rest.map_or(0.0, |rest| subtitle_letters(size).width(rest));
    let width = title_letters(size).width(title).max(rest_width) + size * 2.2;
    (width, size * if rest.is_some() { 3.3 } else { 2.3 })
}

/// The middle of the widest clear place for a box of this size on land out of play, in hex sizes.
fn room(map: &Map, wide: f32, high: f32) -> Option<Point> {
    let board = &map.board;
    let (_, [right, bottom]) = board.extent();
    let is_free = |hex: Hex| {
        let kind = &map.terrains[board.terrain(hex).index()];
        kind.void && kind.draw == TerrainStyle::Beyond
    };
    let centre = |hex| point(board.centre(hex)[0], board.centre(hex)[1]);
    let taken: Vec<Point> = board.sheet().filter(|&hex| !is_free(hex)).map(centre).collect();
    // How far the nearest hex in use keeps from a box around this point.
    let clearance = |middle: &Point| {
        let away = taken.iter().map(|at| {
            let (x, y) = ((at.x - middle.x).abs() - wide / 2.0, (at.y - middle.y).abs() - high / 2.0);
            point(x.max(0.0), y.max(0.0)).length()
        });
        let to_edge = (middle.x.min(right - middle.x) - wide / 2.0).min(middle.y.min(bottom - middle.y) - high / 2.0);
        away.fold(to_edge + 0.6, f32::min)
    };
    let spots = (0..right as i32).flat_map(|x| (0..bottom as i32).map(move |y| point(x as f32, y as f32)));
    let best = spots.map(|spot| (clearance(&spot), spot)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|&(clear, _)| clear > 1.1).map(|(_, spot)| spot)
}
