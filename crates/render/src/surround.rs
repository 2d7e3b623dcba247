//! What stands around the ground: frame, title, compass rose, legend, notice.

use crate::curve::Course;
use crate::draughtsman::Draughtsman;
use crate::faces::Face;
use crate::frame::{
    Frame, Legend, legend_letters, legend_terrains, notice_letters, subtitle_letters, title_letters, title_lines,
};
use crate::landscape::Landscape;
use crate::lettering::Letters;
use crate::network::{Gate, Margin, Network, Way};
use crate::palette as ink;
use crate::pen::{Page, Pen, escaped, short};
use crate::point::{Point, Rect, point};
use crate::scenery::Painter;
use crate::style::Styles;
use engine::data::Map;
use engine::data::{FeatureStyle, TerrainStyle};

/// Draws everything around the ground.
pub fn draw(page: &mut Page, map: &Map, styles: &Styles, frame: &Frame) {
    let size = frame.lattice.size;
    outline(page, &frame.window, size * 0.1);
    outline(page, &frame.window.grown(size * 0.22), size * 0.03);
    title(page, map, &frame.title, size);
    compass(page, frame.compass.0, frame.compass.1);
    if let Some(legend) = &frame.legend {
        Key { page, map, styles, frame, legend }.draw();
    }
    let letters = notice_letters(size);
    for (index, line) in frame.notice.1.iter().enumerate() {
        let y = frame.notice.0.y + index as f32 * letters.size * 1.3;
        let attributes = page.lettering(&letters);
        page.add(format_args!(
            "<text x=\"{}\" y=\"{}\" {attributes}>{}</text>\n",
            short(frame.notice.0.x),
            short(y),
            escaped(line)
        ));
    }
}

fn rectangle(place: &Rect) -> String {
    let (left, top) = (short(place.left), short(place.top));
    format!("x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"", short(place.width), short(place.height))
}

fn outline(page: &mut Page, place: &Rect, width: f32) {
    page.add(format_args!(
        "<rect {} fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>\n",
        rectangle(place),
        ink::FRAME,
        width.max(0.6)
    ));
}

fn title(page: &mut Page, map: &Map, place: &Rect, size: f32) {
    page.add(format_args!("<rect {} fill=\"{}\"/>\n", rectangle(place), ink::PAPER));
    outline(page, place, size * 0.07);
    outline(page, &place.grown(size * -0.16), size * 0.025);
    let (main, rest) = title_lines(map);
    let middle = place.centre();
    let drop = if rest.is_some() { -0.1 } else { 0.36 };
    let mut line = |text: &str, y: f32, letters: Letters| {
        let attributes = page.lettering(&letters);
        page.add(format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" {attributes}>{}</text>\n",
            short(middle.x),
            short(y),
            escaped(text)
        ));
    };
    line(main, middle.y + drop * size, title_letters(size));
    if let Some(rest) = rest {
        line(rest, middle.y + size * 0.98, subtitle_letters(size));
    }
}

/// A rose of eight rays, the northern one marked.
fn compass(page: &mut Page, centre: Point, reach: f32) {
    let (mut dark, mut light, mut ring) = (Pen::default(), Pen::default(), Pen::default());
    let reach = reach * 0.78;
    ring.circle(centre, reach * 0.62);
    ring.circle(centre, reach * 0.56);
    for ray in [1, 3, 5, 7, 0, 2, 4, 6] {
        let angle = ray as f32 * 45.0 - 90.0;
        let (long, waist) = if ray % 2 == 0 { (reach, 0.2) } else { (reach * 0.5, 0.16) };
        let tip = centre + Point::polar(angle, long);
        dark.polygon(&[centre, tip, centre + Point::polar(angle + 45.0, reach * waist)]);
        light.polygon(&[centre, tip, centre + Point::polar(angle - 45.0, reach * waist)]);
    }
    let width = short(reach * 0.022);
    page.path(&ring, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"", ink::FRAME));
    page.path(&light, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"", ink::PAPER, ink::FRAME));
    page.path(&dark, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"", ink::FRAME, ink::FRAME));
    let north = centre - point(0.0, reach * 1.1);
    let letters = Letters { size: reach * 0.34, spacing: 0.0, colour: ink::FRAME, face: Face::Bold, halo: None };
    let attributes = page.lettering(&letters);
    page.add(format_args!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" {attributes}>N</text>\n",
        short(north.x),
        short(north.y)
    ));
}

/// The legend.
struct Key<'a> {
    page: &'a mut Page,
    map: &'a Map,
    styles: &'a Styles,
    frame: &'a Frame<'a>,
    legend: &'a Legend,
}

impl Key<'_> {
    fn draw(&mut self) {
        self.page.add(format_args!("<rect {} fill=\"{}\"/>\n", rectangle(&self.legend.place), ink::PAPER));
        outline(self.page, &self.legend.place, self.size() * 0.03);
        let lattice = self.frame.lattice.moved(Point::default(), self.size());
        let mut hexagon = Pen::default();
        hexagon.polygon(&lattice.corners((0, 0)));
        self.page.add(format_args!(
            "<defs><path id=\"hex\" d=\"{}\"/><clipPath id=\"in-hex\"><use href=\"#hex\"/></clipPath></defs>\n",
            hexagon.data()
        ));
        let terrains = legend_terrains(self.map);
        for (entry, &terrain) in terrains.iter().enumerate() {
            let (style, level) = (self.styles.terrains[terrain], self.styles.levels[terrain]);
            self.entry(entry, &self.map.terrains[terrain].title, |key| key.terrain(style, level));
        }
        for (index, &style) in self.styles.features.iter().enumerate() {
            self.entry(terrains.len() + index, &self.map.features[index].title, |key| key.feature(style));
        }
    }

    fn size(&self) -> f32 {
        self.frame.lattice.size
    }

    /// A sample and its title, in the order of columns.
    fn entry(&mut self, index: usize, title: &str, sample: impl Fn(&mut Self)) {
        let (column, row) = (index % self.legend.columns, index / self.legend.columns);
        let (wide, high) = self.legend.entry;
        let size = self.size();
        let left = self.legend.place.left + size * 0.4 + column as f32 * wide;
        let middle = self.legend.place.top + size * 0.3 + (row as f32 + 0.5) * high;
        self.page.add(format_args!("<g transform=\"translate({} {})\">\n", short(left + size * 1.1), short(middle)));
        sample(self);
        let letters = legend_letters(size);
        let attributes = self.page.lettering(&letters);
        self.page.add(format_args!(
            "<text x=\"{}\" y=\"{}\" {attributes}>{}</text></g>\n",
            short(size * 1.35),
            short(letters.size * 0.32),
            escaped(title)
        ));
    }

    fn terrain(&mut self, style: TerrainStyle, level: u8) {
        let lattice = self.frame.lattice.moved(Point::default(), self.size());
        let around = |side: usize| match style {
            TerrainStyle::RiverBank if [5, 0, 1].contains(&side) => TerrainStyle::Water,
            _ => TerrainStyle::Fields,
        };
        let mut hexes: Vec<_> = (0..6).map(|side| (lattice.neighbour((0, 0), side), around(side), 0)).collect();
        hexes.push(((0, 0), style, level));
        let landscape = Landscape::patch(lattice, &hexes);
        let window = Rect::around(Point::default(), self.size() * 2.0, self.size() * 2.0);
        self.page.add(format_args!("<g clip-path=\"url(#in-hex)\">\n"));
        let name = format!("key-{style:?}-{level}");
        let mut painter = Painter { name: &name, page: self.page, landscape: &landscape, window };
        painter.land();
        painter.waters();
        painter.buildings();
        let network = Network { ways: Vec::new(), margins: Vec::new(), bridges: Vec::new() };
        Draughtsman { page: self.page, network: &network, landscape: &landscape }.ways();
        let width = short(self.size() * 0.05);
        self.page.add(format_args!(
            "</g><use href=\"#hex\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>\n",
            ink::GRID
        ));
    }

    fn feature(&mut self, style: FeatureStyle) {
        let size = self.size();
        let bend = [(-0.95, 0.12), (-0.45, -0.1), (0.05, 0.06), (0.5, 0.14), (0.95, -0.12)];
        let straight = [(-0.95, 0.0), (0.0, 0.0), (0.95, 0.0)];
        let points = if style.is_way() || style.is_water() { &bend[..] } else { &straight[..] };
        let course = Course::open(points.iter().map(|&(x, y)| point(x, y) * size).collect());
        let mut network = Network { ways: Vec::new(), margins: Vec::new(), bridges: Vec::new() };
        match style {
            FeatureStyle::Bridge | FeatureStyle::BlownBridge => {
                let blown = style == FeatureStyle::BlownBridge;
                network.bridges.push(Gate { at: Point::default(), across: point(1.0, 0.0), blown });
            }
            style if style.lies_along() => network.margins.push(Margin { style, course }),
            style => network.ways.push(Way { style, name: None, hexes: Vec::new(), course }),
        }
        let landscape = Landscape::patch(self.frame.lattice.moved(Point::default(), size), &[]);
        let mut draughtsman = Draughtsman { page: self.page, network: &network, landscape: &landscape };
        draughtsman.banks();
        draughtsman.currents();
        draughtsman.margins();
        draughtsman.ways();
    }
}
