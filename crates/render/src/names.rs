//! The names of places and lines, set where they cover least.

use crate::curve::{Course, Station, stations};
use crate::faces::Face;
use crate::frame::Frame;
use crate::lattice::{Lattice, axial};
use crate::lettering::Letters;
use crate::network::{Network, Way};
use crate::overprint::badge_boxes;
use crate::palette as ink;
use crate::pen::{Page, Pen, escaped, short};
use crate::point::{Point, Rect, point};
use crate::style::Styles;
use engine::data::{FeatureStyle, NameStyle, TerrainStyle};
use engine::data::{Map, PlaceName};
use engine::overprint::{MapMark, MapMarkKind, Overprint};

/// A long line is named again after so many hex sizes.
const NAMED_EVERY: f32 = 42.0;
/// How bad it is to set a name away from what it names: that of a place is understood beside it, too.
const PLACE_PULL: f32 = 0.12;
/// The same for a zone, whose name says nothing beyond its edge.
const ZONE_PULL: f32 = 3.0;

fn place_letters(style: NameStyle, size: f32) -> Letters {
    let (height, spacing, colour, face) = match style {
        NameStyle::City => (0.72, 0.1, ink::INK, Face::Bold),
        NameStyle::Town => (0.64, 0.04, ink::INK, Face::Bold),
        NameStyle::Village => (0.58, 0.02, ink::INK, Face::Semibold),
        NameStyle::Hill => (0.54, 0.02, "#5c3d1c", Face::SemiboldItalic),
        NameStyle::River => (0.72, 0.22, ink::WATER_TEXT, Face::Italic),
        NameStyle::Area => (0.8, 0.2, "#55492f", Face::Italic),
        NameStyle::Position => (0.54, 0.02, ink::INK, Face::SemiboldItalic),
    };
    let halo = (style == NameStyle::River).then_some(ink::WATER);
    Letters { size: size * height, spacing, colour, face, halo }
}

fn line_letters(style: FeatureStyle, size: f32) -> Letters {
    let colour = match style {
        FeatureStyle::River | FeatureStyle::Stream | FeatureStyle::Creek | FeatureStyle::Lake => ink::WATER_TEXT,
        FeatureStyle::Road | FeatureStyle::MinorRoad => "#5d3a1a",
        _ => ink::INK,
    };
    Letters { size: size * 0.47, spacing: 0.06, colour, face: Face::Italic, halo: None }
}

/// Sets all names of a map.
pub struct Letterer<'a> {
    pub page: &'a mut Page,
    pub map: &'a Map,
    pub styles: &'a Styles,
    pub network: &'a Network,
    overprint: &'a Overprint,
    lattice: Lattice,
    window: Rect,
    numbers: Vec<Rect>,
    houses: Vec<Rect>,
    lines: Vec<Point>,
    names: Vec<Rect>,
}

impl<'a> Letterer<'a> {
    pub fn new(
        page: &'a mut Page,
        map: &'a Map,
        styles: &'a Styles,
        network: &'a Network,
        frame: &Frame,
        overprint: &'a Overprint,
    ) -> Letterer<'a> {
        let (lattice, window) = (frame.lattice, frame.window);
        let board = &map.board;
        let built = board.sheet().filter(|&hex| {
            let style = styles.terrains[board.terrain(hex).index()];
            style.is_built_up()
                || style.is_work()
                || matches!(style, TerrainStyle::Hill | TerrainStyle::Trenches | TerrainStyle::Water)
        });
        let houses = built
            .map(|hex| Rect::around(lattice.centre(axial(board, hex)), lattice.size * 1.6, lattice.size * 1.4))
            .collect();
        let numbers = board.hexes().map(|hex| lattice.number_box(axial(board, hex)));
        let numbers = numbers.chain(badge_boxes(board, overprint, frame)).collect();
        let lines = network
            .ways
            .iter()
            .flat_map(|way| stations(&way.course.dense(4), lattice.size * 0.3))
            .map(|station| station.at);
        let lines = lines.collect();
        Letterer { page, map, styles, network, overprint, lattice, window, numbers, houses, lines, names: Vec::new() }
    }

    pub fn write(&mut self) {
        let width = short(self.lattice.size * 0.13);
        self.page.add(format_args!(
            "<g text-anchor=\"middle\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\".85\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
            ink::HALO
        ));
        for (place, &style) in self.map.places.iter().zip(&self.styles.names) {
            if !self.is_printed(place) {
                self.place(place, style);
            }
        }
        for mark in self.overprint.marks.iter().filter(|mark| mark.kind == MapMarkKind::Zone) {
            self.zone(mark);
        }
        for (index, way) in self.network.ways.iter().enumerate() {
            if let Some(name) = &way.name {
                self.line(index, way, name);
            }
        }
        self.page.add(format_args!("</g>\n"));
    }

    /// Whether the badge of an entry hex says the name already.
    fn is_printed(&self, place: &PlaceName) -> bool {
        let entry = |mark: &MapMark| mark.kind == MapMarkKind::Entry && mark.text == place.name;
        self.overprint.marks.iter().any(|mark| entry(mark) && place.hexes.iter().all(|hex| mark.hexes.contains(hex)))
    }

    fn place(&mut self, place: &PlaceName, style: NameStyle) {
        let letters = place_letters(style, self.lattice.size);
        let points: Vec<Point> =
            place.hexes.iter().map(|&hex| self.lattice.centre(axial(&self.map.board, hex))).collect();
        if points.is_empty() {
            return;
        }
        if style == NameStyle::River && points.len() > 2 {
            return self.along_hexes(&place.name, points, &letters);
        }
        self.set(&place.name, &points, &letters, PLACE_PULL);
    }

    /// The name of a zone, in it.
    fn zone(&mut self, mark: &MapMark) {
        let points: Vec<Point> =
            mark.hexes.iter().map(|&hex| self.lattice.centre(axial(&self.map.board, hex))).collect();
        if points.is_empty() || mark.text.is_empty() {
            return;
        }
        let size = self.lattice.size * 0.36;
        let letters = Letters { size, spacing: 0.02, colour: ink::INK, face: Face::SemiboldItalic, halo: None };
        self.set(&mark.text, &points, &letters, ZONE_PULL);
    }

    /// Sets a name near the middle of these points, where it covers least.
    fn set(&mut self, name: &str, points: &[Point], letters: &Letters, pull: f32) {
        let middle = points.iter().fold(Point::default(), |sum, &at| sum + at) * (1.0 / points.len() as f32);
        let (width, height) = (letters.width(name), letters.size * 0.78);
        let step = self.lattice.size * 0.2;
        let offsets = (-14..=14).flat_map(|x| (-11..=11).map(move |y| point(x as f32 * step, y as f32 * step)));
        let near = self.near(middle, width + self.lattice.size * 6.0);
        let cost = |at: Point| {
            let astray = points.iter().map(|hex| (*hex - at).length()).fold(f32::MAX, f32::min);
            near.cost(&Rect::around(at, width, height)) + astray * pull + (at - middle).length() * 0.06
        };
        let spots = offsets.map(|offset| middle + offset).map(|at| (cost(at), at));
        let Some((_, at)) = spots.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        // A little air, so that names side by side do not read as one.
        self.names.push(Rect::around(at, width + letters.size * 1.4, height * 1.25));
        let baseline = at.y + letters.size * 0.3;
        let attributes = self.page.lettering(letters);
        self.page.add(format_args!(
            "<text x=\"{}\" y=\"{}\" {attributes}>{}</text>\n",
            short(at.x),
            short(baseline),
            escaped(name)
        ));
    }

    /// A name that runs through its hexes, as that of a broad river.
    fn along_hexes(&mut self, name: &str, points: Vec<Point>, letters: &Letters) {
        let mut course = Course::open(points);
        for _ in 0..6 {
            course = course.relaxed(|_| 0.6);
        }
        let below = letters.size * 0.3;
        let id = format!("name-{}", self.names.len());
        let sunk: Vec<_> = rightward(course.dense(2)).into_iter().map(|at| at + point(0.0, below)).collect();
        let height = letters.size * 0.7;
        self.names.extend(sunk.iter().map(|&at| Rect::around(at - point(0.0, height / 2.0), height, height)));
        self.text_on(&id, sunk, name, letters);
    }

    fn line(&mut self, index: usize, way: &Way, name: &str) {
        let letters = line_letters(way.style, self.lattice.size);
        let places = stations(&way.course.dense(6), self.lattice.size * 0.2);
        let needed = (letters.width(name) / (self.lattice.size * 0.2)).ceil() as usize + 3;
        if places.len() < needed {
            return;
        }
        let times = ((places.len() as f32 * 0.2 / NAMED_EVERY) as usize).max(1);
        let part = places.len() / times;
        for time in 0..times {
            let stretch = &places[time * part..((time + 1) * part).max(needed).min(places.len())];
            let Some(best) = self.best_stretch(stretch, needed, &letters) else { continue };
            let height = letters.size * 0.7;
            self.names
                .extend(best.iter().step_by(3).map(|&at| Rect::around(at - point(0.0, height / 2.0), height, height)));
            self.text_on(&format!("line-{index}-{time}"), best, name, &letters);
        }
    }

    /// The baseline beside the stretch that turns least and where least is in the way.
    fn best_stretch(&self, places: &[Station], needed: usize, letters: &Letters) -> Option<Vec<Point>> {
        let near = self.near(self.window.centre(), f32::MAX);
        let mut best: Option<(f32, Vec<Point>)> = None;
        for window in places.windows(needed).step_by(2) {
            for above in [true, false] {
                let base = baseline(window, letters.size, self.lattice.size, above);
                let turning: f32 = window.windows(4).map(|pair| (pair[3].ahead - pair[0].ahead).length()).sum();
                let half = letters.size * 0.35;
                let covered: f32 = base
                    .iter()
                    .step_by(3)
                    .map(|&at| near.cost(&Rect::around(at - point(0.0, half), half * 2.0, half * 1.6)))
                    .sum();
                let cost = turning * 4.0 + covered;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, base));
                }
            }
        }
        best.map(|(_, base)| base)
    }

    fn text_on(&mut self, id: &str, points: Vec<Point>, name: &str, letters: &Letters) {
        let mut pen = Pen::default();
        Course::open(points.into_iter().step_by(4).collect()).draw(&mut pen);
        let attributes = self.page.lettering(letters);
        self.page.add(format_args!(
            "<defs><path id=\"{id}\" d=\"{}\"/></defs>\
             <text {attributes}><textPath href=\"#{id}\" startOffset=\"50%\">{}</textPath></text>\n",
            pen.data(),
            escaped(name)
        ));
    }

    /// What a name near a point might cover.
    fn near(&self, middle: Point, reach: f32) -> Near<'_> {
        let close = |rect: &&Rect| (rect.centre() - middle).length() < reach;
        Near {
            window: self.window.grown(-self.lattice.size * 0.2),
            size: self.lattice.size,
            numbers: self.numbers.iter().filter(close).collect(),
            houses: self.houses.iter().filter(close).collect(),
            names: self.names.iter().filter(close).collect(),
            lines: self.lines.iter().copied().filter(|&at| (at - middle).length() < reach).collect(),
        }
    }
}

/// What a name might cover.
struct Near<'a> {
    window: Rect,
    size: f32,
    numbers: Vec<&'a Rect>,
    houses: Vec<&'a Rect>,
    names: Vec<&'a Rect>,
    lines: Vec<Point>,
}

impl Near<'_> {
    /// How bad it is to set a name here: numbers and other names weigh most.
    fn cost(&self, place: &Rect) -> f32 {
        let shared = |rects: &[&Rect]| rects.iter().map(|rect| rect.overlap(place)).sum::<f32>();
        let outside = place.width * place.height - self.window.overlap(place);
        let crossed = self.lines.iter().filter(|&&at| place.contains(at)).count() as f32;
        let area =
            shared(&self.numbers) * 4.0 + shared(&self.names) * 60.0 + shared(&self.houses) * 2.5 + outside * 20.0;
        area / self.size + crossed * self.size * 0.07
    }
}

/// A line of type beside these places, from left to right.
fn baseline(places: &[Station], type_size: f32, hex_size: f32, above: bool) -> Vec<Point> {
    let line = rightward(places.iter().map(|station| station.at).collect());
    let mut course = Course::open(line);
    for _ in 0..12 {
        course = course.relaxed(|_| 0.6);
    }
    let points = &course.points;
    let last = points.len() - 1;
    let away = if above { hex_size * -0.22 } else { hex_size * 0.22 + type_size * 0.62 };
    let beside = |index: usize| {
        let ahead = (points[(index + 2).min(last)] - points[index.saturating_sub(2)]).unit();
        points[index] + ahead.right() * away
    };
    (0..points.len()).map(beside).collect()
}

fn rightward(mut points: Vec<Point>) -> Vec<Point> {
    if points.first().zip(points.last()).is_some_and(|(first, last)| last.x < first.x) {
        points.reverse();
    }
    points
}
