//! What is printed over the ground: zones, entry hexes, exits and what hexes are worth; and beside it retreat compasses and
//! the turn track.

use crate::faces::Face;
use crate::frame::Frame;
use crate::lattice::{Axial, axial};
use crate::lettering::Letters;
use crate::outline::{Shape, outlines};
use crate::palette as ink;
use crate::pen::{Page, Pen, escaped, short};
use crate::point::{Point, Rect, point};
use engine::data::Map;
use engine::overprint::{Compass, MapMark, MapMarkKind, Overprint};
use hexboard::Board;
use std::collections::BTreeSet;

/// Zones follow the hexsides.
const ZONE: Shape = Shape { rounds: 0, wobble: 0.0 };

/// Where the turn track and the compasses stand below the map.
#[derive(Clone, Debug)]
pub struct Band {
    /// A box for each turn.
    pub turns: Vec<Rect>,
    /// A place for each compass.
    pub compasses: Vec<Rect>,
    /// Where it ends.
    pub bottom: f32,
}

impl Band {
    /// Lays the band out below the window; nothing where nothing is printed.
    pub fn below(overprint: &Overprint, size: f32, window: &Rect, top: f32) -> Band {
        let side = size * 3.4;
        let place =
            |at: usize| Rect { left: window.left + at as f32 * (side + size * 3.6), top, width: side, height: side };
        let compasses: Vec<Rect> = (0..overprint.compasses.len()).map(place).collect();
        let left = compasses.last().map_or(window.left, |last| last.right() + size * 4.0);
        let (wide, high) = (size * 3.3, size * 1.5);
        let across = (((window.right() - left) / wide) as usize).clamp(1, overprint.turns.len().max(1));
        let space = |at: usize| Rect {
            left: left + (at % across) as f32 * wide,
            top: top + (at / across) as f32 * high,
            width: wide,
            height: high,
        };
        let turns: Vec<Rect> = (0..overprint.turns.len()).map(space).collect();
        let bottom = turns.iter().chain(&compasses).map(Rect::bottom).fold(top, f32::max);
        let bottom = if bottom > top { bottom + size * 0.5 } else { top };
        Band { turns, compasses, bottom }
    }
}

/// Draws the zones, which lie under names and numbers; their own names are set with the others.
pub fn zones(page: &mut Page, map: &Map, overprint: &Overprint, frame: &Frame) {
    let size = frame.lattice.size;
    for mark in overprint.marks.iter().filter(|mark| mark.kind == MapMarkKind::Zone) {
        let hexes: BTreeSet<Axial> = mark.hexes.iter().map(|&hex| axial(&map.board, hex)).collect();
        let mut pen = Pen::default();
        for outline in outlines(&frame.lattice, &hexes, ZONE) {
            pen.polygon(&outline.points);
        }
        let (wide, thin) = (short(size * 0.2), short(size * 0.06));
        let dash = short(size * 0.22);
        page.path(
            &pen,
            format_args!(
                "fill=\"none\" stroke=\"{0}\" stroke-width=\"{wide}\" stroke-opacity=\".2\" stroke-linejoin=\"round\"",
                mark.colour
            ),
        );
        page.path(
            &pen,
            format_args!("fill=\"none\" stroke=\"{0}\" stroke-width=\"{thin}\" stroke-opacity=\".75\" stroke-dasharray=\"{dash}\"", mark.colour),
        );
    }
}

/// Draws what stands in single hexes, at their sides: counters in the middle leave it in sight.
pub fn badges(page: &mut Page, map: &Map, overprint: &Overprint, frame: &Frame) {
    for mark in &overprint.marks {
        for &hex in &mark.hexes {
            let centre = frame.lattice.centre(axial(&map.board, hex));
            match mark.kind {
                MapMarkKind::Victory => victory(page, centre + aside(frame, -1.0), frame.lattice.size, mark),
                MapMarkKind::Entry => entry(page, centre + aside(frame, 1.0), frame.lattice.size, mark),
                MapMarkKind::Exit => exit(page, centre, frame, mark),
                MapMarkKind::Zone => {}
            }
        }
    }
}

/// The boxes of all badges, which names keep clear of.
pub fn badge_boxes(board: &Board, overprint: &Overprint, frame: &Frame) -> Vec<Rect> {
    let size = frame.lattice.size;
    let side = |kind| match kind {
        MapMarkKind::Victory => Some(-1.0),
        MapMarkKind::Entry => Some(1.0),
        MapMarkKind::Exit | MapMarkKind::Zone => None,
    };
    let badges = overprint.marks.iter().filter_map(|mark| Some((mark, side(mark.kind)?)));
    let boxes = badges.flat_map(|(mark, side)| {
        let centre = |hex| frame.lattice.centre(axial(board, hex));
        mark.hexes.iter().map(move |&hex| Rect::around(centre(hex) + aside(frame, side), size * 0.5, size * 0.5))
    });
    boxes.collect()
}

/// The place beside a counter, left or right.
fn aside(frame: &Frame, side: f32) -> Point {
    let size = frame.lattice.size;
    if frame.lattice.is_flat() { point(side * size * 0.74, 0.0) } else { point(side * size * 0.62, size * 0.42) }
}

fn small_letters(size: f32, colour: &'static str) -> Letters {
    Letters { size: size * 0.34, spacing: 0.0, colour, face: Face::Bold, halo: None }
}

/// What a hex is worth, on a shield.
fn victory(page: &mut Page, at: Point, size: f32, mark: &MapMark) {
    let mut pen = Pen::default();
    let shield = [(-0.2, -0.22), (0.2, -0.22), (0.2, 0.08), (0.0, 0.26), (-0.2, 0.08)];
    pen.polygon(&shield.map(|(x, y)| at + point(x, y) * size));
    let line = short(size * 0.04);
    page.path(&pen, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", mark.colour, ink::INK));
    text(page, at + point(0.0, size * 0.08), &small_letters(size, readable_on(&mark.colour)), &mark.text, None);
}

/// The letter of an entry hex, in a circle.
fn entry(page: &mut Page, at: Point, size: f32, mark: &MapMark) {
    let mut pen = Pen::default();
    pen.circle(at, size * 0.23);
    let line = short(size * 0.05);
    page.path(&pen, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", ink::PAPER, mark.colour));
    text(page, at + point(0.0, size * 0.12), &small_letters(size, ink::INK), &mark.text, None);
}

/// An arrow that leads off the sheet.
fn exit(page: &mut Page, centre: Point, frame: &Frame, mark: &MapMark) {
    let (size, window) = (frame.lattice.size, &frame.window);
    let edges = [
        (centre.x - window.left, point(-1.0, 0.0)),
        (window.right() - centre.x, point(1.0, 0.0)),
        (centre.y - window.top, point(0.0, -1.0)),
        (window.bottom() - centre.y, point(0.0, 1.0)),
    ];
    let nearest = edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, out)) = nearest else { return };
    let (tip, aside) = (centre + out * (size * 0.86), out.right() * size);
    let mut pen = Pen::default();
    let foot = tip - out * (size * 0.28);
    pen.polygon(&[
        tip,
        foot + aside * 0.2,
        foot + aside * 0.07,
        foot - out * (size * 0.14) + aside * 0.07,
        foot - out * (size * 0.14) - aside * 0.07,
        foot - aside * 0.07,
        foot - aside * 0.2,
    ]);
    let line = short(size * 0.03);
    page.path(&pen, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", mark.colour, ink::INK));
}

/// Draws the compasses and the turn track below the map.
pub fn band(page: &mut Page, overprint: &Overprint, frame: &Frame) {
    let size = frame.lattice.size;
    for (compass, place) in overprint.compasses.iter().zip(&frame.band.compasses) {
        retreat_compass(page, compass, place, frame);
    }
    let number = Letters { size: size * 0.62, spacing: 0.0, colour: ink::INK, face: Face::Semibold, halo: None };
    let date = Letters { size: size * 0.4, spacing: 0.0, colour: ink::INK, face: Face::Italic, halo: None };
    for (at, (space, place)) in overprint.turns.iter().zip(&frame.band.turns).enumerate() {
        let (left, top) = (short(place.left), short(place.top));
        page.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            short(place.width),
            short(place.height),
            ink::PAPER,
            ink::FRAME,
            short(size * 0.04)
        ));
        // The number is the turn's; a date that follows it stands below.
        let words = space.split_once(": ").map_or(space.as_str(), |(_, words)| words);
        let (turn, middle) = ((at + 1).to_string(), place.centre());
        let words = if words == turn { "" } else { words };
        text(page, point(middle.x, place.top + size * 0.66), &number, &turn, None);
        text(page, point(middle.x, place.top + size * 1.22), &date, words, None);
    }
}

/// A hex with arrows to where a side retreats.
fn retreat_compass(page: &mut Page, compass: &Compass, place: &Rect, frame: &Frame) {
    let size = frame.lattice.size;
    let lattice = frame.lattice.moved(place.centre(), size * 0.95);
    let mut hex = Pen::default();
    hex.polygon(&lattice.corners((0, 0)));
    let line = short(size * 0.06);
    page.path(&hex, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", ink::FIELD, ink::FRAME));
    let mut arrows = Pen::default();
    for way in &compass.ways {
        let out = (lattice.centre(lattice.neighbour((0, 0), way.index())) - place.centre()).unit();
        let (tip, aside) = (place.centre() + out * (size * 1.5), out.right() * size);
        arrows.polygon(&[tip, tip - out * (size * 0.5) + aside * 0.3, tip - out * (size * 0.5) - aside * 0.3]);
    }
    page.path(&arrows, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{line}\"", compass.colour, ink::INK));
    let letters = Letters { size: size * 0.5, spacing: 0.0, colour: ink::INK, face: Face::Italic, halo: None };
    let beside = point(place.right() + size * 0.3, place.centre().y);
    let attributes = page.lettering(&letters);
    page.add(format_args!(
        "<text x=\"{}\" y=\"{}\" {attributes}>{}</text>\n",
        short(beside.x),
        short(beside.y + size * 0.15),
        escaped(&compass.title)
    ));
}

fn text(page: &mut Page, at: Point, letters: &Letters, words: &str, halo: Option<&str>) {
    if words.is_empty() {
        return;
    }
    let attributes = page.lettering(letters);
    let halo = halo.map_or(String::new(), |colour| {
        format!(
            " stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\".85\" paint-order=\"stroke\"",
            short(letters.size * 0.25)
        )
    });
    page.add(format_args!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" {attributes}{halo}>{}</text>\n",
        short(at.x),
        short(at.y),
        escaped(words)
    ));
}

/// Ink or paper, whichever can be read on a colour.
fn readable_on(colour: &str) -> &'static str {
    let part = |at: usize| colour.get(at..at + 2).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let light = part(1) * 3 + part(3) * 6 + part(5) > 1400;
    if light { ink::INK } else { ink::PAPER }
}
