//! The small drawings that fill hexes: made once, in a few variants, and used many times.

use crate::lattice::Lattice;
use crate::noise::{noise, wobble};
use crate::palette as ink;
use crate::pen::{Page, Pen, short};
use crate::point::{Point, point};
use engine::data::TerrainStyle;

/// So many drawings of each kind keep neighbouring hexes from looking alike.
pub const VARIANTS: usize = 6;

/// The letter that begins the names of a style's drawings, if it has any.
pub fn letter(style: TerrainStyle) -> Option<char> {
    Some(match style {
        TerrainStyle::Forest | TerrainStyle::WoodedHills => 'w',
        TerrainStyle::Rough => 'r',
        TerrainStyle::Swamp => 's',
        TerrainStyle::Mountain => 'm',
        TerrainStyle::StreamBed => 'b',
        TerrainStyle::RiverBank => 'k',
        TerrainStyle::Village => 'v',
        TerrainStyle::Town => 't',
        TerrainStyle::City => 'c',
        TerrainStyle::Fort => 'f',
        TerrainStyle::Chateau => 'h',
        _ => return None,
    })
}

/// Writes the drawings that these styles need.
pub fn define(page: &mut Page, lattice: &Lattice, styles: &[TerrainStyle]) {
    let mut letters: Vec<char> = styles.iter().filter_map(|&style| letter(style)).collect();
    letters.sort_unstable();
    letters.dedup();
    for letter in letters {
        for variant in 0..VARIANTS {
            page.add(format_args!("<g id=\"{letter}{variant}\">"));
            let mut artist = Artist { page, size: lattice.size, flat: lattice.is_flat(), variant: variant as i32 };
            artist.draw(letter);
            page.add(format_args!("</g>\n"));
        }
    }
}

struct Artist<'a> {
    page: &'a mut Page,
    size: f32,
    flat: bool,
    variant: i32,
}

impl Artist<'_> {
    fn draw(&mut self, letter: char) {
        match letter {
            'w' => self.trees(),
            'r' => self.rocks(),
            's' => self.marsh(),
            'm' => self.peaks(),
            'b' => self.tufts(5, ink::REED),
            'k' => self.bank(),
            'v' => self.buildings(6, 0.32, 0.5),
            't' => self.buildings(13, 0.27, 0.66),
            'c' => self.buildings(26, 0.21, 0.76),
            'h' => self.chateau(),
            _ => self.fort(),
        }
    }

    /// Points in a hex, none too near another or over the hex's number, from north to south.
    fn scatter(&self, count: usize, gap: f32, reach: f32) -> Vec<Point> {
        let mut found: Vec<Point> = Vec::new();
        let top = if self.flat { -0.66 } else { -0.62 };
        for attempt in 0..600 {
            let at = point(wobble(attempt, self.variant, 11), wobble(attempt, self.variant, 12));
            let on_number = at.x.abs() < 0.46 && (at.y - top).abs() < 0.26;
            let crowded = found.iter().any(|other| (*other - at).length() < gap);
            if found.len() < count && at.length() < reach && !on_number && !crowded {
                found.push(at);
            }
        }
        found.sort_by(|a, b| a.y.total_cmp(&b.y));
        found.into_iter().map(|at| at * self.size).collect()
    }

    fn chance(&self, index: usize, salt: u32) -> f32 {
        noise(index as i32, self.variant, salt)
    }

    fn stroke(&mut self, pen: &Pen, colour: &str, width: f32) {
        let width = short(width * self.size);
        let attributes =
            format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
        self.page.path(pen, attributes);
    }

    fn trees(&mut self) {
        let (mut shade, mut crown, mut light) = (Pen::default(), Pen::default(), Pen::default());
        for (index, at) in self.scatter(12, 0.33, 0.84).into_iter().enumerate() {
            let radius = self.size * (0.085 + 0.045 * self.chance(index, 21));
            shade.circle(at + point(radius * 0.35, radius * 0.45), radius);
            crown.circle(at, radius);
            light.circle(at - point(radius * 0.28, radius * 0.3), radius * 0.5);
        }
        let width = short(self.size * 0.025);
        self.page.path(&shade, format_args!("fill=\"{}\" fill-opacity=\".4\"", ink::TREE_EDGE));
        self.page.path(
            &crown,
            format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"", ink::TREE, ink::TREE_EDGE),
        );
        self.page.path(&light, format_args!("fill=\"{}\"", ink::TREE_LIGHT));
    }

    fn rocks(&mut self) {
        let (mut face, mut lines) = (Pen::default(), Pen::default());
        for (index, at) in self.scatter(9, 0.34, 0.78).into_iter().enumerate() {
            let wide = self.size * (0.1 + 0.07 * self.chance(index, 31));
            let high = wide * (0.9 + 0.5 * self.chance(index, 32));
            let [left, top] = [at - point(wide, 0.0), at - point(wide * 0.2, high)];
            let [shoulder, right] = [at + point(wide * 0.6, -high * 0.6), at + point(wide, 0.0)];
            face.polygon(&[top, shoulder, right, at]);
            lines.lines(&[left, top, shoulder, right]);
            lines.lines(&[top, at]);
        }
        self.page.path(&face, format_args!("fill=\"{}\" fill-opacity=\".45\"", ink::HACHURE));
        self.stroke(&lines, ink::HACHURE, 0.03);
    }

    fn marsh(&mut self) {
        let mut dashes = Pen::default();
        for (index, at) in self.scatter(11, 0.26, 0.8).into_iter().enumerate() {
            let half = self.size * (0.1 + 0.1 * self.chance(index, 41));
            dashes.lines(&[at - point(half, 0.0), at + point(half, 0.0)]);
        }
        self.stroke(&dashes, ink::MARSH, 0.035);
        self.tufts(5, ink::REED);
    }

    fn tufts(&mut self, count: usize, colour: &str) {
        let mut blades = Pen::default();
        for at in self.scatter(count, 0.38, 0.7) {
            for lean in [-0.09, -0.035, 0.035, 0.09] {
                blades.lines(&[
                    at + point(lean * 0.4, 0.0) * self.size,
                    at + point(lean, -0.15 + lean.abs() * 0.5) * self.size,
                ]);
            }
        }
        self.stroke(&blades, colour, 0.026);
    }

    fn bank(&mut self) {
        let mut sand = Pen::default();
        for at in self.scatter(16, 0.2, 0.82) {
            sand.circle(at, self.size * 0.018);
        }
        self.page.path(&sand, format_args!("fill=\"{}\"", ink::HACHURE));
        self.tufts(4, ink::REED);
    }

    fn peaks(&mut self) {
        let (mut light, mut shade, mut lines) = (Pen::default(), Pen::default(), Pen::default());
        for (index, at) in self.scatter(4, 0.5, 0.58).into_iter().enumerate() {
            let high = self.size * (0.36 + 0.22 * self.chance(index, 51));
            let foot = at + point(0.0, high * 0.45);
            let (top, wide) = (foot - point(0.0, high), high * 0.72);
            let ridge = [top, foot + point(wide * 0.05, -high * 0.55), foot + point(-wide * 0.12, -high * 0.25), foot];
            light.polygon(&[top, ridge[1], ridge[2], foot, foot - point(wide, 0.0)]);
            shade.polygon(&[top, ridge[1], ridge[2], foot, foot + point(wide, 0.0)]);
            lines.lines(&[foot - point(wide, 0.0), top, foot + point(wide, 0.0)]);
        }
        self.page.path(&light, format_args!("fill=\"{}\"", ink::MOUNTAIN_LIGHT));
        self.page.path(&shade, format_args!("fill=\"{}\"", ink::MOUNTAIN_SHADE));
        self.stroke(&lines, ink::TRENCH, 0.028);
    }

    /// Houses that stand along two ways that cross.
    fn buildings(&mut self, count: usize, gap: f32, reach: f32) {
        let turn = 60.0 * self.chance(0, 61) - 30.0;
        let (mut shade, mut walls) = (Pen::default(), Pen::default());
        for (index, at) in self.scatter(count, gap, reach).into_iter().enumerate() {
            let long = self.size * gap * (0.32 + 0.22 * self.chance(index, 62));
            let deep = self.size * gap * (0.2 + 0.12 * self.chance(index, 63));
            let turn = if self.chance(index, 64) < 0.5 { turn } else { turn + 90.0 };
            let (along, across) = (Point::polar(turn, long), Point::polar(turn + 90.0, deep));
            let house = [at - along - across, at + along - across, at + along + across, at - along + across];
            shade.polygon(&house.map(|corner| corner + point(0.03, 0.045) * self.size));
            walls.polygon(&house);
        }
        let width = short(self.size * 0.02);
        self.page.path(&shade, format_args!("fill=\"{}\" fill-opacity=\".55\"", ink::SLATE));
        self.page.path(
            &walls,
            format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"", ink::BRICK, ink::BRICK_EDGE),
        );
    }

    /// A house and its barns within a wall.
    fn chateau(&mut self) {
        let rectangle = |left: f32, top: f32, right: f32, bottom: f32| {
            [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| point(x, y) * self.size)
        };
        let (mut court, mut houses) = (Pen::default(), Pen::default());
        court.polygon(&rectangle(-0.42, -0.26, 0.42, 0.46));
        for (left, top, right, bottom) in
            [(-0.34, -0.18, 0.34, 0.02), (-0.34, 0.1, -0.18, 0.38), (0.18, 0.1, 0.34, 0.38)]
        {
            houses.polygon(&rectangle(left, top, right, bottom));
        }
        let (wall, thin) = (short(self.size * 0.07), short(self.size * 0.02));
        self.page
            .path(&court, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{wall}\"", ink::EARTH, ink::TRENCH));
        self.page.path(
            &houses,
            format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{thin}\"", ink::BRICK, ink::BRICK_EDGE),
        );
    }

    /// A work of five bastions around a court.
    fn fort(&mut self) {
        let around = |reach: f32, hollow: f32| -> Vec<Point> {
            let at = |corner: i32| {
                let radius = if corner % 2 == 0 { reach } else { reach * hollow };
                Point::polar(corner as f32 * 36.0 - 90.0, radius * self.size) + point(0.0, 0.1 * self.size)
            };
            (0..10).map(at).collect()
        };
        let (mut work, mut court) = (Pen::default(), Pen::default());
        work.polygon(&around(0.58, 0.62));
        // Between the points of a pentagon its sides are nearer by the cosine of 36 degrees.
        court.polygon(&around(0.26, 0.81));
        let (wide, narrow) = (short(self.size * 0.07), short(self.size * 0.035));
        let bevel = "stroke-linejoin=\"bevel\"";
        let (earth, ditch) = (ink::MOUNTAIN_SHADE, ink::TRENCH);
        self.page.path(&work, format_args!("fill=\"{earth}\" stroke=\"{ditch}\" stroke-width=\"{wide}\" {bevel}"));
        self.page.path(&court, format_args!("fill=\"{}\" stroke=\"{ditch}\" stroke-width=\"{narrow}\"", ink::FIELD));
    }
}
