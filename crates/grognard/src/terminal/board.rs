//! The board in letters: a hex is a block two lines high, and every second line of blocks stands half a block away,
//! as on the printed sheet.

use super::canvas::Canvas;
use super::paint::{Paint, Style};
use engine::data::{FeatureStyle, Map, TerrainStyle};
use engine::view::Place;
use engine::{About, Side, View};
use hexboard::{Board, Hex, Orientation};
use std::collections::{BTreeMap, BTreeSet};

/// What part of the board to draw, and what to point out on it.
pub struct Window<'a> {
    /// The hexes that must be seen; all of them if there is none.
    pub around: &'a [Hex],
    /// The hexes to point out.
    pub marked: &'a [Hex],
    /// Columns and lines there are.
    pub room: (usize, usize),
}

/// The board as lines of text, with a legend under it.
pub fn draw(map: &Map, about: &About, view: &View, window: &Window<'_>, paint: Paint) -> Vec<String> {
    let grid = Grid::new(&map.board);
    let mut canvas = Canvas::new(grid.size.0, grid.size.1);
    let stacks = stacks(map, about, view);
    let signs = signs(about);
    let roads = road_hexes(map);
    for hex in map.board.hexes() {
        let terrain = &map.terrains[map.board.terrain(hex).index()];
        let marked = window.marked.contains(&hex);
        let ground = Style { ink: Some(16), paper: Some(paper(&terrain.id, terrain.draw)), ..Style::default() };
        let (x, y) = grid.corner(&map.board, hex);
        canvas.write((x, y), &format!("{:<wide$}", terrain.letter, wide = grid.wide), ground);
        let number = format!("{}{}", if marked { '*' } else { ' ' }, map.board.label(hex));
        let number = format!("{number:<wide$}", wide = grid.wide);
        let number_style = if marked { Style { bold: true, ink: Some(196), ..ground } } else { ground };
        canvas.write((x, y + 1), &number, Style { faint: !marked, ..number_style });
        if roads.contains(&hex) {
            canvas.write((x + grid.wide - 1, y), ROAD, ground);
        }
        let mut at = x + 1;
        for (kind, count) in stacks.get(&hex).into_iter().flatten() {
            let (text, style) = kind.sign(*count, &signs, about, ground);
            canvas.write((at, y), &text, style);
            at += text.chars().count();
        }
    }
    let (from, size) = grid.part(map, window);
    let mut lines = canvas.lines(from, size, paint);
    lines.extend(legend(map, about, &stacks, &signs, window.room.0));
    lines
}

/// How a hex with a road is marked.
const ROAD: &str = "=";

/// The hexes through which a road runs.
fn road_hexes(map: &Map) -> BTreeSet<Hex> {
    let roads = map
        .lines
        .iter()
        .filter(|line| matches!(map.features[line.feature].draw, FeatureStyle::Road | FeatureStyle::MinorRoad));
    roads.flat_map(|line| line.hexes.iter().copied()).collect()
}

/// What lies in a hex, as far as it is shown alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Pieces(usize, Option<char>),
    Marker(char, String),
}

impl Kind {
    /// What a marker's letter stands for.
    fn marker(&self) -> Option<String> {
        match self {
            Kind::Marker(letter, name) => Some(format!("{letter} {name}")),
            Kind::Pieces(..) => None,
        }
    }

    fn sign(&self, count: usize, signs: &[char; 2], about: &About, ground: Style) -> (String, Style) {
        match self {
            Kind::Pieces(side, letter) => {
                let letter =
                    letter.filter(|_| count == 1).unwrap_or_else(|| char::from_digit(count as u32, 10).unwrap_or('+'));
                (format!("{}{letter}", signs[*side]), Style::on(&about.sides[*side].colour))
            }
            Kind::Marker(letter, _) => (letter.to_string(), Style { bold: true, ..ground }),
        }
    }
}

type Stacks = BTreeMap<Hex, Vec<(Kind, usize)>>;

/// The pieces and markers of each hex: `Gi` is a single German infantry unit, `G3` a stack of three, `G+` a stack that
/// cannot be looked into.
fn stacks(map: &Map, about: &About, view: &View) -> Stacks {
    let mut pieces: BTreeMap<(Hex, usize), (usize, Option<char>)> = BTreeMap::new();
    for piece in &view.pieces {
        let (Some(side), Place::Hexes(hexes)) = (about.side(&piece.side), &piece.place) else { continue };
        for hex in hexes.iter().filter_map(|label| map.board.parse(label).ok()) {
            let entry = pieces.entry((hex, side.index())).or_default();
            entry.0 += 1 + piece.covers.as_ref().and_then(|covers| covers.count).unwrap_or(0);
            // More may lie under it than can be counted.
            let uncounted = piece.covers.as_ref().is_some_and(|covers| covers.count.is_none());
            entry.1 = if uncounted { Some('+') } else { piece.kind.chars().next() };
        }
    }
    let mut stacks = Stacks::new();
    for ((hex, side), (count, letter)) in pieces {
        stacks.entry(hex).or_default().push((Kind::Pieces(side, letter), count));
    }
    for marker in &view.markers {
        // A marker on a hexside is shown in the first of its hexes.
        let Some(hex) = marker.hexes.first().and_then(|label| map.board.parse(label).ok()) else { continue };
        let letter = marker.kind.word().chars().next().unwrap_or('?');
        let kind = Kind::Marker(letter, marker.kind.title());
        let stack = stacks.entry(hex).or_default();
        if !stack.iter().any(|(known, _)| *known == kind) {
            stack.push((kind, marker.count));
        }
    }
    stacks
}

/// A capital letter for each side.
fn signs(about: &About) -> [char; 2] {
    let letters = |side: Side| about.side_id(side).to_uppercase().chars().collect::<Vec<_>>();
    let (first, second) = (letters(Side::First), letters(Side::Second));
    let pairs = first.iter().zip(&second);
    let (a, b) = pairs.into_iter().find(|(a, b)| a != b).unwrap_or((&'A', &'B'));
    [*a, *b]
}

fn legend(map: &Map, about: &About, stacks: &Stacks, signs: &[char; 2], wide: usize) -> Vec<String> {
    let used: BTreeSet<_> = map.board.hexes().map(|hex| map.board.terrain(hex).index()).collect();
    let grounds = used.into_iter().map(|index| &map.terrains[index]);
    let grounds = grounds.map(|kind| format!("{} {}", kind.letter, kind.title.to_lowercase()));
    let sides = Side::BOTH.map(|side| format!("{} {}", signs[side.index()], about.side_title(side)));
    let markers: BTreeSet<_> = stacks.values().flatten().filter_map(|(kind, _)| kind.marker()).collect();
    let road = (!road_hexes(map).is_empty()).then(|| format!("{ROAD} road"));
    let mut lines = vec![String::new()];
    for entry in grounds.chain(road).chain(sides).chain(markers) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = entry,
            Some(line) if line.chars().count() + 2 + entry.chars().count() <= wide => {
                line.push_str(", ");
                line.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

/// The colour of a kind of ground: by its name where that says more than how it is drawn.
fn paper(id: &str, draw: TerrainStyle) -> u8 {
    const NAMES: &[(&str, u8)] = &[
        ("orchard", 107),
        ("marsh", 109),
        ("ridge", 179),
        ("slope", 179),
        ("rail", 187),
        ("wheat", 186),
        ("beach", 222),
    ];
    if let Some((_, colour)) = NAMES.iter().find(|(word, _)| id.contains(word)) {
        return *colour;
    }
    match draw {
        TerrainStyle::Forest | TerrainStyle::WoodedHills => 71,
        TerrainStyle::Water | TerrainStyle::RiverBank => 74,
        TerrainStyle::Swamp => 109,
        TerrainStyle::Town | TerrainStyle::Village => 180,
        TerrainStyle::City => 173,
        TerrainStyle::Fort => 138,
        TerrainStyle::Mountain => 137,
        TerrainStyle::Hill => 179,
        TerrainStyle::Rough => 143,
        TerrainStyle::Fields
        | TerrainStyle::Beyond
        | TerrainStyle::Chateau
        | TerrainStyle::Trenches
        | TerrainStyle::Embankment
        | TerrainStyle::StreamBed => 193,
    }
}

/// Where the blocks stand on the canvas.
struct Grid {
    wide: usize,
    size: (usize, usize),
}

/// The lines of a block.
const HIGH: usize = 2;

impl Grid {
    fn new(board: &Board) -> Grid {
        let label = board.sheet().next().map_or(4, |hex| board.label(hex).to_string().len());
        // Even, so that half a block is a whole number of letters.
        let wide = (label + 2).max(6).next_multiple_of(2);
        let mut grid = Grid { wide, size: (0, 0) };
        let corners = board.sheet().map(|hex| grid.corner(board, hex));
        let far = corners.fold((0, 0), |far: (usize, usize), (x, y)| (far.0.max(x), far.1.max(y)));
        grid.size = (far.0 + wide, far.1 + HIGH);
        grid
    }

    /// The north-west corner of a hex's block.
    fn corner(&self, board: &Board, hex: Hex) -> (usize, usize) {
        let [x, y] = board.centre(hex);
        let half = 3_f32.sqrt() / 2.0;
        match board.numbering().orientation {
            Orientation::FlatTop => (count((x - 1.0) / 1.5) * self.wide, count((y - half) / half) * HIGH / 2),
            Orientation::PointyTop => (count((x - half) / half) * self.wide / 2, count((y - 1.0) / 1.5) * HIGH),
        }
    }

    /// Where the part to be shown begins, and how large it is: as much as there is room for, around what matters.
    fn part(&self, map: &Map, window: &Window<'_>) -> ((usize, usize), (usize, usize)) {
        let (wide, high) = (self.size.0.min(window.room.0), self.size.1.min(window.room.1));
        let corners: Vec<_> = window.around.iter().map(|&hex| self.corner(&map.board, hex)).collect();
        let middle = |values: &mut dyn Iterator<Item = usize>| {
            let (low, high) = values.fold((usize::MAX, 0), |(low, high), value| (low.min(value), high.max(value)));
            if low == usize::MAX { 0 } else { low.midpoint(high) }
        };
        let (x, y) = (middle(&mut corners.iter().map(|c| c.0)), middle(&mut corners.iter().map(|c| c.1)));
        let begin = |middle: usize, block: usize, part: usize, whole: usize| {
            let begin = (middle + block / 2).saturating_sub(part / 2).min(whole - part);
            if part == whole { 0 } else { begin / block * block }
        };
        ((begin(x, self.wide, wide, self.size.0), begin(y, HIGH, high, self.size.1)), (wide, high))
    }
}

/// A number of steps that came out of drawing coordinates.
fn count(steps: f32) -> usize {
    steps.round().max(0.0) as usize
}
