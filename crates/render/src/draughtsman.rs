//! Draws roads, railways, streams, and what lies along hexsides.

use crate::curve::{Course, Station, crossings, parapet, stations};
use crate::landscape::Landscape;
use crate::network::{Network, Way};
use crate::palette as ink;
use crate::pen::{Page, Pen, short};
use crate::point::Point;
use crate::style::trench_ink;
use engine::data::{FeatureStyle, TerrainStyle};

/// Draws the lines of a map, layer by layer.
pub struct Draughtsman<'a> {
    pub page: &'a mut Page,
    pub network: &'a Network,
    pub landscape: &'a Landscape,
}

impl Draughtsman<'_> {
    fn size(&self) -> f32 {
        self.landscape.lattice.size
    }

    fn stroke(&mut self, pen: &Pen, colour: &str, width: f32, more: &str) {
        let width = short(width * self.size());
        self.page.path(
            pen,
            format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{more}"),
        );
    }

    /// All courses of one style, through hexes and along hexsides.
    fn all(&self, style: FeatureStyle) -> Pen {
        let mut pen = Pen::default();
        let margins = self.network.margins.iter().filter(|margin| margin.style == style).map(|margin| &margin.course);
        self.way_courses(style).chain(margins).for_each(|course| course.draw(&mut pen));
        pen
    }

    /// The courses of one style through hexes.
    fn way_courses(&self, style: FeatureStyle) -> impl Iterator<Item = &Course> {
        self.network.ways.iter().filter(move |way| way.style == style).map(|way| &way.course)
    }

    fn margin_courses(&self, style: FeatureStyle) -> Vec<Course> {
        self.network.margins.iter().filter(|margin| margin.style == style).map(|margin| margin.course.clone()).collect()
    }

    /// The banks of running water: they lie under lakes, so that mouths stay open.
    pub fn banks(&mut self) {
        let rivers = self.all(FeatureStyle::River);
        self.running_water(ink::WATER_EDGE, 0.075);
        self.stroke(&rivers, ink::WATER_EDGE, 0.36, " stroke-linecap=\"round\"");
        let lakes = self.all(FeatureStyle::Lake);
        self.stroke(&lakes, ink::WATER_EDGE, 0.68, " stroke-linecap=\"round\"");
    }

    /// The running water itself.
    pub fn currents(&mut self) {
        self.running_water(ink::WATER, 0.0);
        let rivers = self.all(FeatureStyle::River);
        self.stroke(&rivers, ink::WATER, 0.28, " stroke-linecap=\"round\"");
        self.stroke(&rivers, ink::WATER_LINE, 0.035, "");
        // Broad water along hexsides that nobody crosses.
        let lakes = self.all(FeatureStyle::Lake);
        for (colour, width) in [(ink::WATER, 0.6), (ink::WATER_LINE, 0.4), (ink::WATER, 0.36)] {
            self.stroke(&lakes, colour, width, " stroke-linecap=\"round\"");
        }
    }

    fn running_water(&mut self, colour: &str, wider: f32) {
        let mut along_hexsides = Pen::default();
        self.margin_courses(FeatureStyle::Stream).iter().for_each(|course| course.draw(&mut along_hexsides));
        self.stroke(&along_hexsides, colour, 0.1 + wider, " stroke-linecap=\"round\"");
        let creeks = self.all(FeatureStyle::Creek);
        self.stroke(&creeks, colour, 0.045 + wider * 0.7, " stroke-linecap=\"round\"");
        for way in self.network.ways.iter().filter(|way| way.style == FeatureStyle::Stream) {
            let points = way.course.dense(3);
            let count = points.len().max(2) - 1;
            let falls = self.falls_backward(way);
            // A few lengths of rising width, each begun where the last ended.
            const LENGTHS: usize = 8;
            for part in 0..LENGTHS {
                let (from, to) = (count * part / LENGTHS, count * (part + 1) / LENGTHS);
                let down = if falls { LENGTHS - part } else { part + 1 };
                let mut pen = Pen::default();
                Course::open(points[from..=to.min(points.len() - 1)].to_vec()).draw(&mut pen);
                let width = 0.07 + 0.11 * down as f32 / LENGTHS as f32;
                self.stroke(&pen, colour, width + wider, " stroke-linecap=\"round\"");
            }
        }
    }

    /// Whether a stream's mouth is where its line begins.
    fn falls_backward(&self, way: &Way) -> bool {
        let wet = |hex: Option<_>| hex.and_then(|&hex| self.landscape.style(hex)) == Some(TerrainStyle::Water);
        wet(way.hexes.first()) && !wet(way.hexes.last())
    }

    /// Slopes and borders along hexsides, trenches along them and through hexes.
    pub fn margins(&mut self) {
        self.slopes();
        let size = self.size();
        let dashes = format!(
            " stroke-dasharray=\"{} {} {} {}\"",
            short(size * 0.3),
            short(size * 0.1),
            short(size * 0.06),
            short(size * 0.1)
        );
        for (style, colour) in [(FeatureStyle::Border, ink::BORDER), (FeatureStyle::Boundary, ink::BOUNDARY)] {
            let lines = self.all(style);
            self.stroke(&lines, colour, 0.26, " stroke-opacity=\".22\"");
            self.stroke(&lines, colour, 0.07, &dashes);
        }
        use FeatureStyle::{FrenchTrenchLine, GermanTrenchLine, TrenchLine};
        for style in [TrenchLine, FrenchTrenchLine, GermanTrenchLine] {
            self.trenches(style);
        }
    }

    /// The trenches of one side: the German teeth are narrower and stand closer.
    fn trenches(&mut self, style: FeatureStyle) {
        let Some(colour) = trench_ink(style) else { return };
        let size = self.size();
        let (apart, deep) = if style == FeatureStyle::GermanTrenchLine { (0.11, 0.16) } else { (0.18, 0.13) };
        let mut trenches = Pen::default();
        for course in self.margin_courses(style) {
            trenches.lines(&parapet(&course.points, size * apart, size * deep));
        }
        for course in self.way_courses(style) {
            trenches.lines(&parapet(&course.dense(4), size * apart, size * deep));
        }
        self.stroke(&trenches, ink::HALO, 0.14, " stroke-opacity=\".7\"");
        self.stroke(&trenches, colour, 0.065, "");
    }

    fn slopes(&mut self) {
        let size = self.size();
        for (style, apart, long, heavy) in
            [(FeatureStyle::Slope, 0.12, 0.2, 0.055), (FeatureStyle::SteepSlope, 0.085, 0.32, 0.09)]
        {
            let (mut edge, mut ticks) = (Pen::default(), Pen::default());
            for course in self.margin_courses(style) {
                edge.lines(&course.points);
                for station in stations(&course.points, size * apart) {
                    let right = station.ahead.right() * size;
                    for down in [right, right * -1.0] {
                        if !self.rises(station, down) {
                            ticks.lines(&[station.at, station.at + down * long]);
                        }
                    }
                }
            }
            self.stroke(&ticks, ink::HACHURE, 0.03, "");
            self.stroke(&edge, ink::HACHURE, heavy, "");
        }
    }

    /// Whether the ground is higher on this side of a slope than on the other.
    fn rises(&self, station: Station, side: Point) -> bool {
        let high = |at: Point| {
            let style = self.landscape.at(at);
            let hilly = style.is_some_and(|style| {
                matches!(style, TerrainStyle::Hill | TerrainStyle::WoodedHills | TerrainStyle::Mountain)
            });
            (self.landscape.level_at(at), hilly)
        };
        high(station.at + side * 0.5) > high(station.at - side * 0.5)
    }

    /// Roads, railways and bridges.
    pub fn ways(&mut self) {
        let bridges = self.bridges();
        let mut decks = Pen::default();
        let mut gaps = Pen::default();
        for gate in &self.network.bridges {
            let (half, gap) = (gate.across * (self.size() * 0.3), gate.across * (self.size() * 0.1));
            if gate.blown {
                decks.lines(&[gate.at - half, gate.at - gap]);
                decks.lines(&[gate.at + gap, gate.at + half]);
                cross(&mut gaps, gate.at, self.size() * 0.15);
            } else {
                decks.lines(&[gate.at - half, gate.at + half]);
            }
        }
        let (roads, minor) = (self.all(FeatureStyle::Road), self.all(FeatureStyle::MinorRoad));
        self.embankments();
        let round = " stroke-linecap=\"round\"";
        self.stroke(&decks, ink::ROAD_EDGE, 0.2, "");
        self.stroke(&minor, ink::ROAD_EDGE, 0.12, round);
        self.stroke(&roads, ink::ROAD_EDGE, 0.19, round);
        self.stroke(&decks, ink::MINOR_ROAD, 0.15, "");
        self.stroke(&minor, ink::MINOR_ROAD, 0.065, round);
        self.stroke(&roads, ink::ROAD, 0.12, round);
        self.rails();
        self.stroke(&bridges, ink::INK, 0.05, "");
        self.stroke(&gaps, ink::HALO, 0.14, " stroke-linecap=\"round\"");
        self.stroke(&gaps, ink::BORDER, 0.07, " stroke-linecap=\"round\"");
    }

    fn rails(&mut self) {
        let rails = self.all(FeatureStyle::Rail);
        let dash = short(self.size() * 0.2);
        self.stroke(&rails, ink::RAIL, 0.13, "");
        self.stroke(&rails, ink::RAIL_LIGHT, 0.07, &format!(" stroke-dasharray=\"{dash}\""));
    }

    /// Hachures on both sides of a railway that runs on an embankment; dams where no railway runs.
    fn embankments(&mut self) {
        let size = self.size();
        let (mut ticks, mut dams) = (Pen::default(), Pen::default());
        for way in self.network.ways.iter().filter(|way| way.style == FeatureStyle::Rail) {
            let raised = |station: &Station| self.landscape.at(station.at) == Some(TerrainStyle::Embankment);
            way.course
                .stations(size * 0.12)
                .into_iter()
                .filter(raised)
                .for_each(|station| bank(&mut ticks, station, size));
        }
        let served =
            |hex| self.network.ways.iter().any(|way| way.style == FeatureStyle::Rail && way.hexes.contains(hex));
        for hex in self.landscape.with(|style| style == TerrainStyle::Embankment).iter().filter(|hex| !served(hex)) {
            let centre = self.landscape.lattice.centre(*hex);
            let half = Point::polar(-20.0, size * 0.6);
            dams.lines(&[centre - half, centre + half]);
            let along = stations(&[centre - half, centre + half], size * 0.12);
            along.into_iter().for_each(|station| bank(&mut ticks, station, size));
        }
        self.stroke(&ticks, ink::TRENCH, 0.032, "");
        self.stroke(&dams, ink::HACHURE, 0.12, " stroke-linecap=\"round\"");
    }

    /// The parapets of all bridges. A map that does not say where bridges are has one wherever a way crosses water.
    fn bridges(&self) -> Pen {
        let mut stations: Vec<Station> = self
            .network
            .bridges
            .iter()
            .filter(|gate| !gate.blown)
            .map(|gate| Station { at: gate.at, ahead: gate.across })
            .collect();
        if self.network.bridges.is_empty() {
            let dense = |way: &Way| way.course.dense(6);
            let waters: Vec<_> = self.network.ways.iter().filter(|way| way.style.is_water()).map(dense).collect();
            for way in self.network.ways.iter().filter(|way| way.style.is_way()) {
                let points = dense(way);
                stations.extend(waters.iter().flat_map(|water| crossings(&points, water)));
            }
        }
        let size = self.size();
        let mut pen = Pen::default();
        for station in stations {
            for side in [1.0, -1.0] {
                let (along, aside) = (station.ahead * size, station.ahead.right() * (size * side));
                let at = |ahead: f32, away: f32| station.at + along * ahead + aside * away;
                pen.lines(&[at(-0.24, 0.2), at(-0.16, 0.12), at(0.16, 0.12), at(0.24, 0.2)]);
            }
        }
        pen
    }
}

/// A cross over what cannot be crossed any more.
fn cross(pen: &mut Pen, at: Point, half: f32) {
    for (x, y) in [(half, half), (half, -half)] {
        let arm = Point { x, y };
        pen.lines(&[at - arm, at + arm]);
    }
}

fn bank(ticks: &mut Pen, station: Station, size: f32) {
    let side = station.ahead.right() * size;
    ticks.lines(&[station.at + side * 0.1, station.at + side * 0.23]);
    ticks.lines(&[station.at - side * 0.1, station.at - side * 0.23]);
}
