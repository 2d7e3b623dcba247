//! The ground: fields, woods, hills, marshes, waters.

use crate::curve::{Course, Station, parapet};
use crate::landscape::Landscape;
use crate::lattice::Axial;
use crate::noise::{choice, noise, wobble};
use crate::outline::{Shape, drawn, outlines};
use crate::palette as ink;
use crate::pen::{Page, Pen, short};
use crate::point::{Point, Rect, point};
use crate::textures::{VARIANTS, letter};
use engine::data::TerrainStyle;
use std::collections::BTreeSet;

const SOFT: Shape = Shape { rounds: 1, wobble: 0.07 };
const SMOOTH: Shape = Shape { rounds: 2, wobble: 0.03 };
const CONTOUR: Shape = Shape { rounds: 2, wobble: 0.1 };

/// So many contours rise from the edge of high ground.
const HEIGHTS: usize = 5;

/// Writes the patterns that the ground is filled with.
pub fn define_patterns(page: &mut Page, size: f32) {
    define_fields(page, size);
    let step = short(size * 0.22);
    page.add(format_args!(
        "<pattern id=\"beyond\" width=\"{step}\" height=\"{step}\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"{step}\" height=\"{step}\" fill=\"{}\"/>\
         <rect width=\"{}\" height=\"{step}\" fill=\"{}\"/></pattern>\n",
        ink::BEYOND,
        short(size * 0.03),
        ink::BEYOND_HATCH
    ));
}

/// Parcels of land with hedges between them, that fit together on all sides.
fn define_fields(page: &mut Page, size: f32) {
    const ACROSS: i32 = 7;
    const DOWN: i32 = 6;
    let (wide, high) = (size * 1.25, size * 0.95);
    let corner = |x: i32, y: i32| {
        let (column, row) = (x.rem_euclid(ACROSS), y.rem_euclid(DOWN));
        let away = point(wobble(column, row, 71) * wide * 0.3, wobble(column, row, 72) * high * 0.3);
        point(x as f32 * wide, y as f32 * high) + away
    };
    let mut tints: [Pen; ink::FIELD_TINTS.len()] = Default::default();
    let (mut hedges, mut furrows) = (Pen::default(), Pen::default());
    // One parcel more on each side: those on the border lie partly in the next tile.
    for (x, y) in (-1..=ACROSS).flat_map(|x| (-1..=DOWN).map(move |y| (x, y))) {
        let (column, row) = (x.rem_euclid(ACROSS), y.rem_euclid(DOWN));
        let parcel = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        tints[choice(column, row, 73, ink::FIELD_TINTS.len())].polygon(&parcel);
        if noise(column, row, 74) < 0.55 {
            hedges.lines(&parcel[..2]);
        }
        if noise(column, row, 75) < 0.4 {
            hedges.lines(&[parcel[0], parcel[3]]);
        }
        if noise(column, row, 76) < 0.3 {
            plough(&mut furrows, &parcel);
        }
    }
    page.add(format_args!(
        "<pattern id=\"fields\" width=\"{}\" height=\"{}\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-17)\">\n",
        short(wide * ACROSS as f32),
        short(high * DOWN as f32)
    ));
    for (tint, colour) in tints.iter().zip(ink::FIELD_TINTS) {
        page.path(tint, format_args!("fill=\"{colour}\""));
    }
    let (thin, dots) = (short(size * 0.04), short(size * 0.1));
    page.path(
        &furrows,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-opacity=\".25\" stroke-width=\"{thin}\"", ink::HEDGE),
    );
    page.path(
        &hedges,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-opacity=\".55\" stroke-width=\"{thin}\" \
         stroke-dasharray=\"{dots} {thin}\"",
            ink::HEDGE
        ),
    );
    page.add(format_args!("</pattern>\n"));
}

fn plough(furrows: &mut Pen, parcel: &[Point; 4]) {
    for step in 1..6 {
        let part = step as f32 / 6.0;
        furrows.lines(&[parcel[0].toward(parcel[3], part), parcel[1].toward(parcel[2], part)]);
    }
}

/// Paints ground.
pub struct Painter<'a> {
    /// Keeps apart the parts of what is painted more than once on a page.
    pub name: &'a str,
    pub page: &'a mut Page,
    pub landscape: &'a Landscape,
    /// What of the page can be seen.
    pub window: Rect,
}

impl Painter<'_> {
    fn size(&self) -> f32 {
        self.landscape.lattice.size
    }

    fn outlines(&self, hexes: &BTreeSet<Axial>, shape: Shape) -> Vec<Course> {
        outlines(&self.landscape.lattice, hexes, shape)
    }

    /// Everything that lies flat, except water.
    pub fn land(&mut self) {
        let Rect { left, top, width, height } = self.window;
        let place = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            short(left),
            short(top),
            short(width),
            short(height)
        );
        self.page.add(format_args!("<rect {place} fill=\"{}\"/><rect {place} fill=\"url(#fields)\"/>\n", ink::FIELD));
        self.beyond();
        self.high_ground(0.5);
        self.tint(TerrainStyle::RiverBank, SMOOTH, ink::BANK, 0.85);
        self.tint(TerrainStyle::StreamBed, SMOOTH, ink::MEADOW, 0.8);
        self.tint(TerrainStyle::Embankment, SMOOTH, ink::EARTH, 0.8);
        self.tint(TerrainStyle::Rough, SOFT, ink::ROUGH, 0.9);
        self.tint(TerrainStyle::Swamp, SOFT, ink::SWAMP, 0.9);
        self.tint(TerrainStyle::Trenches, SOFT, ink::EARTH, 0.9);
        for style in [TerrainStyle::Village, TerrainStyle::Town, TerrainStyle::City] {
            self.tint(style, SOFT, ink::BUILT, if style == TerrainStyle::Village { 0.4 } else { 0.75 });
        }
        self.hills();
        self.woods();
        self.mountains();
        self.textures(|style| !style.is_built_up() && !style.is_work());
        self.relief(TerrainStyle::WoodedHills);
        self.relief(TerrainStyle::Mountain);
        self.contours();
        self.trenches();
    }

    /// Houses and forts, which stand above the waters.
    pub fn buildings(&mut self) {
        self.textures(|style| style.is_built_up() || style.is_work());
    }

    /// Land out of play lies under the river that parts it from the board.
    fn beyond(&mut self) {
        let mut hexes = self.landscape.with(|style| style == TerrainStyle::Beyond);
        let lattice = self.landscape.lattice;
        let shores: Vec<Axial> =
            hexes.iter().flat_map(|&hex| (0..6).map(move |side| lattice.neighbour(hex, side))).collect();
        hexes.extend(shores.into_iter().filter(|&hex| self.landscape.style(hex) == Some(TerrainStyle::Water)));
        let pen = drawn(&self.outlines(&hexes, SMOOTH));
        self.page.path(&pen, format_args!("fill=\"url(#beyond)\" stroke=\"{}\" stroke-width=\".7\"", ink::HEDGE));
    }

    /// A wash over each level of high ground.
    fn high_ground(&mut self, opacity: f32) {
        for level in 1..=self.landscape.top() {
            let pen = drawn(&self.outlines(&self.landscape.above(level), SOFT));
            self.page.path(&pen, format_args!("fill=\"{}\" fill-opacity=\"{opacity}\"", ink::HILL));
        }
    }

    /// The lines where levels meet, with a shadow on the lower side. They show through woods.
    fn contours(&mut self) {
        let wood = self.landscape.with(|style| matches!(style, TerrainStyle::Forest | TerrainStyle::WoodedHills));
        let (shadow, line) = (short(self.size() * 0.2), short(self.size() * 0.045));
        for level in 1..=self.landscape.top() {
            let above = self.landscape.above(level);
            let wooded = above.intersection(&wood).copied().collect();
            let pen = drawn(&self.outlines(&wooded, SOFT));
            self.page.path(&pen, format_args!("fill=\"{}\" fill-opacity=\".25\"", ink::HACHURE));
            let pen = drawn(&self.outlines(&above, SOFT));
            self.page.path(
                &pen,
                format_args!(
                    "fill=\"none\" stroke=\"{0}\" stroke-opacity=\".16\" stroke-width=\"{shadow}\"",
                    ink::HACHURE
                ),
            );
            self.page.path(&pen, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{line}\"", ink::HACHURE));
        }
    }

    fn tint(&mut self, style: TerrainStyle, shape: Shape, colour: &str, opacity: f32) {
        let hexes = self.landscape.with(|found| found == style);
        let pen = drawn(&self.outlines(&hexes, shape));
        self.page.path(&pen, format_args!("fill=\"{colour}\" fill-opacity=\"{opacity}\""));
    }

    fn woods(&mut self) {
        let woods = self.landscape.with(|style| matches!(style, TerrainStyle::Forest | TerrainStyle::WoodedHills));
        let edge = short(self.size() * 0.05);
        let pen = drawn(&self.outlines(&woods, SOFT));
        self.page
            .path(&pen, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{edge}\"", ink::WOOD, ink::WOOD_EDGE));
        self.rising(TerrainStyle::WoodedHills, ink::TREE, 0.2);
    }

    fn mountains(&mut self) {
        self.tint(TerrainStyle::Mountain, SOFT, ink::MOUNTAIN, 0.95);
        self.rising(TerrainStyle::Mountain, ink::MOUNTAIN_SHADE, 0.2);
    }

    /// Darker ground, the farther from its edge the more.
    fn rising(&mut self, style: TerrainStyle, colour: &str, opacity: f32) {
        for (height, hexes) in self.heights(style).iter().enumerate() {
            let (id, pen) = (self.contour(style, height), drawn(&self.outlines(hexes, CONTOUR)));
            let data = pen.data();
            self.page.add(format_args!(
                "<defs><path id=\"{id}\" d=\"{data}\"/></defs>\
                 <use href=\"#{id}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>\n"
            ));
        }
    }

    fn contour(&self, style: TerrainStyle, height: usize) -> String {
        format!("{}-{style:?}-{height}", self.name)
    }

    /// The hexes of high ground that are at least one, two, three... hexes from its edge.
    fn heights(&self, style: TerrainStyle) -> Vec<BTreeSet<Axial>> {
        let whole = self.landscape.with(|found| found == style);
        let mut heights = vec![whole];
        while let Some(inner) = heights.last().map(|last| self.landscape.inner(last)) {
            if inner.is_empty() || heights.len() > HEIGHTS {
                break;
            }
            heights.push(inner);
        }
        heights.remove(0);
        heights
    }

    /// Hachures at the foot of high ground, and contours that rise with the distance from its edge.
    fn relief(&mut self, style: TerrainStyle) {
        let size = self.size();
        let mut ticks = Pen::default();
        for outline in self.outlines(&self.landscape.with(|found| found == style), SOFT) {
            for (index, station) in outline.stations(size * 0.13).into_iter().enumerate() {
                let up = station.ahead.right();
                // Light falls from the north-west, so the slopes away from it are the darker.
                let shade = up.dot(point(-0.7, -0.7)).max(0.0);
                let long = 0.14 + 0.08 * noise(index as i32, 0, 81) + 0.16 * shade;
                ticks.lines(&[station.at + up * (size * 0.03), station.at + up * (size * long)]);
            }
        }
        let (thin, line) = (short(size * 0.036), short(size * 0.04));
        self.page.path(&ticks, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{thin}\"", ink::HACHURE));
        self.page.add(format_args!(
            "<g fill=\"none\" stroke=\"{}\" stroke-width=\"{line}\" stroke-opacity=\".8\">",
            ink::HACHURE
        ));
        for height in 0..self.heights(style).len() {
            self.page.add(format_args!("<use href=\"#{}\"/>", self.contour(style, height)));
        }
        self.page.add(format_args!("</g>\n"));
    }

    /// Bare hills: a steep side all round, and a level top.
    fn hills(&mut self) {
        self.tint(TerrainStyle::Hill, SOFT, ink::HILL, 0.8);
        let hexes = self.landscape.with(|style| style == TerrainStyle::Hill);
        let size = self.size();
        let (mut ticks, mut top) = (Pen::default(), Pen::default());
        for outline in self.outlines(&hexes, SOFT) {
            for (index, station) in outline.stations(size * 0.11).into_iter().enumerate() {
                let up = station.ahead.right() * size;
                let long = 0.2 + 0.1 * noise(index as i32, 1, 81);
                ticks.lines(&[station.at, station.at + up * long]);
            }
            let inset = |station: Station| station.at + station.ahead.right() * (size * 0.3);
            let level = Course::ring(outline.stations(size * 0.25).into_iter().map(inset).collect());
            level.relaxed(|_| 0.6).relaxed(|_| 0.6).draw(&mut top);
        }
        let (thin, line) = (short(size * 0.03), short(size * 0.035));
        self.page.path(&ticks, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{thin}\"", ink::HACHURE));
        self.page
            .path(&top, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", ink::FIELD, ink::HACHURE));
    }

    fn trenches(&mut self) {
        let hexes = self.landscape.with(|style| style == TerrainStyle::Trenches);
        let size = self.size();
        let mut pen = Pen::default();
        for outline in self.outlines(&hexes, SOFT) {
            let inset = outline
                .stations(size * 0.12)
                .into_iter()
                .map(|station| station.at + station.ahead.right() * size * 0.14);
            pen.lines(&parapet(&inset.collect::<Vec<_>>(), size * 0.17, size * 0.1));
        }
        let width = short(size * 0.06);
        self.page.path(
            &pen,
            format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", ink::TRENCH),
        );
    }

    fn textures(&mut self, wanted: impl Fn(TerrainStyle) -> bool) {
        let seen = self.window.grown(self.size());
        for hex in self.landscape.with(wanted) {
            let at = self.landscape.lattice.centre(hex);
            let Some(letter) = self.landscape.style(hex).and_then(letter).filter(|_| seen.contains(at)) else {
                continue;
            };
            let variant = choice(hex.0, hex.1, 91, VARIANTS);
            self.page.add(format_args!(
                "<use href=\"#{letter}{variant}\" x=\"{}\" y=\"{}\"/>\n",
                short(at.x),
                short(at.y)
            ));
        }
    }

    /// Waters with lines that follow their banks.
    pub fn waters(&mut self) {
        let name = self.name;
        let hexes = self.landscape.with(|style| style == TerrainStyle::Water);
        let pen = drawn(&self.outlines(&hexes, SMOOTH));
        if pen.is_empty() {
            return;
        }
        let size = self.size();
        self.page.add(format_args!(
            "<defs><path id=\"{name}-bank\" d=\"{}\"/>\
             <clipPath id=\"{name}\"><use href=\"#{name}-bank\"/></clipPath></defs>\
             <use href=\"#{name}-bank\" fill=\"{}\"/>\n",
            pen.data(),
            ink::WATER
        ));
        self.page.add(format_args!("<g clip-path=\"url(#{name})\" fill=\"none\" stroke-linejoin=\"round\">"));
        // Each line is a wide stroke whose middle the next, narrower one covers.
        for reach in [0.44, 0.28, 0.14] {
            for (colour, width) in [(ink::WATER_LINE, reach * 2.0), (ink::WATER, reach * 2.0 - 0.05)] {
                self.page.add(format_args!(
                    "<use href=\"#{name}-bank\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                    short(width * size)
                ));
            }
        }
        self.page.add(format_args!(
            "</g>\n<use href=\"#{name}-bank\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            ink::WATER_EDGE,
            short(size * 0.06)
        ));
    }
}
