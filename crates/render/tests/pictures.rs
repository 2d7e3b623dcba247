//! The pictures of a real map and of one that uses every style.

use engine::data::{DataFile, Map, Provenances};
use engine::overprint::{Compass, MapMark, MapMarkKind, Overprint};
use hexboard::Direction;
use render::{Frame, Options, RenderError, png, svg};
use std::collections::BTreeSet;

const FIRST_BLOOD: &str = include_str!("../../games/first-blood/data/map.toml");
const EVERY_STYLE: &str = include_str!("every_style.toml");

fn map(text: &str) -> Map {
    Map::read(&DataFile::new("map.toml", text), &mut Provenances::default()).unwrap()
}

fn picture(map: &Map) -> String {
    svg(map, &Options::default()).unwrap()
}

/// The place of a hex's number.
fn number_place(picture: &str, label: &str) -> (f32, f32) {
    let end = picture.find(&format!("\">{label}</text>")).unwrap_or_else(|| panic!("no number {label}"));
    let start = picture[..end].rfind("<text x=\"").unwrap() + "<text x=\"".len();
    let (x, y) = picture[start..end].split_once("\" y=\"").unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn every_number_in_play_and_every_name_is_there() {
    for text in [FIRST_BLOOD, EVERY_STYLE] {
        let map = map(text);
        let picture = picture(&map);
        for hex in map.board.hexes() {
            assert!(picture.contains(&format!("\">{}</text>", map.board.label(hex))), "{}", map.board.label(hex));
        }
        let names = map.places.iter().map(|place| place.name.as_str());
        for name in names.chain(map.lines.iter().filter_map(|line| line.name.as_deref())) {
            assert!(picture.contains(&format!(">{name}</text")), "{name}");
        }
    }
}

#[test]
fn void_hexes_bear_no_number() {
    let map = map(FIRST_BLOOD);
    let picture = picture(&map);
    for hex in map.board.sheet().filter(|&hex| !map.board.in_play(hex)) {
        assert!(!picture.contains(&format!("\">{}</text>", map.board.label(hex))));
    }
}

#[test]
fn pictures_are_svg_and_become_png() {
    for text in [FIRST_BLOOD, EVERY_STYLE] {
        let map = map(text);
        let pixels = png(&picture(&map), 0.2).unwrap();
        assert_eq!(pixels[..8], *b"\x89PNG\r\n\x1a\n");
        let (width, height) = Frame::of(&map, &Options::default()).size();
        let number = |at: usize| u32::from_be_bytes(pixels[at..at + 4].try_into().unwrap()) as f32;
        assert!((number(16) - width * 0.2).abs() < 2.0 && (number(20) - height * 0.2).abs() < 2.0);
    }
    assert!(matches!(png("<svg", 1.0), Err(RenderError::NotSvg(_))));
    for scale in [0.0, 1.0e3, f32::INFINITY, f32::NAN] {
        assert!(matches!(png(&picture(&map(EVERY_STYLE)), scale), Err(RenderError::NoSuchSize { .. })), "{scale}");
    }
}

#[test]
fn pointy_topped_boards_are_drawn_too() {
    let (ground, _) = EVERY_STYLE.split_once("[[line]]").unwrap();
    let map = map(&ground.replace("flat-topped", "pointy-topped"));
    assert!(png(&picture(&map), 0.2).is_ok());
}

#[test]
fn unknown_words_are_refused_with_the_known_ones() {
    let cases = [
        ("draw = \"swamp\"", "draw = \"bog\"", "unknown variant `bog`, expected one of `fields`, `forest`,"),
        ("draw = \"rail\"", "draw = \"tram\"", "unknown variant `tram`, expected one of `river`, `stream`,"),
        ("style = \"area\"", "style = \"myth\"", "unknown variant `myth`, expected one of `city`, `town`,"),
    ];
    for (known, unknown, message) in cases {
        let file = DataFile::new("map.toml", EVERY_STYLE.replace(known, unknown));
        let error = Map::read(&file, &mut Provenances::default()).unwrap_err();
        assert_eq!(error.line, EVERY_STYLE.lines().position(|line| line == known).unwrap() + 1);
        assert!(error.message.starts_with(message), "{error}");
    }
}

#[test]
fn sizes_that_cannot_be_drawn_are_refused() {
    let map = map(EVERY_STYLE);
    for hex_size in [0.0, -3.0, f32::NAN, f32::INFINITY] {
        let options = Options { hex_size, ..Options::default() };
        assert!(matches!(svg(&map, &options), Err(RenderError::HexSize(_))));
    }
}

#[test]
fn the_frame_knows_where_each_hex_is_drawn() {
    for (text, hex_size) in [(FIRST_BLOOD, 28.0), (EVERY_STYLE, 40.0)] {
        let map = map(text);
        let options = Options { hex_size, ..Options::default() };
        let picture = svg(&map, &options).unwrap();
        let frame = Frame::of(&map, &options);
        let (width, height) = frame.size();
        for hex in map.board.hexes() {
            let (x, y) = frame.centre(hex);
            let (number_x, number_y) = number_place(&picture, &map.board.label(hex).to_string());
            assert!((x - number_x).abs() < 0.1);
            // In the upper part of the hex, whose side is this far from the centre.
            assert!(number_y < y - hex_size * 0.4 && number_y > y - hex_size * 3.0_f32.sqrt() / 2.0);
            assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
        }
    }
}

#[test]
fn numbers_and_legend_can_be_left_out() {
    let map = map(FIRST_BLOOD);
    let bare = Options { numbers: false, legend: false, ..Options::default() };
    let picture = svg(&map, &bare).unwrap();
    assert!(!picture.contains(">1927</text>") && !picture.contains("Railroad embankment"));
    assert!(Frame::of(&map, &bare).size().1 < Frame::of(&map, &Options::default()).size().1);
}

#[test]
fn the_same_map_gives_the_same_picture() {
    assert_eq!(picture(&map(EVERY_STYLE)), picture(&map(EVERY_STYLE)));
}

#[test]
fn a_notice_is_printed_and_made_safe() {
    assert!(picture(&map(EVERY_STYLE)).contains("drawing &amp; &lt;nothing&gt; else."));
}

#[test]
fn pictures_carry_the_faces_that_they_use() {
    let mut map = map(EVERY_STYLE);
    let faces = |picture: &str| picture.matches("@font-face{font-family:'Libertinus Serif'").count();
    assert_eq!(faces(&picture(&map)), 5);
    assert_eq!(faces(&svg(&map, &Options { faces: false, ..Options::default() }).unwrap()), 0);
    // Only places have names in slanting semibold.
    map.places.clear();
    let unnamed = picture(&map);
    assert_eq!(faces(&unnamed), 4);
    assert!(!unnamed.contains("font-weight:600;font-style:italic"));
}

#[test]
fn pixels_do_not_depend_on_the_faces_carried() {
    let map = map(EVERY_STYLE);
    let without = svg(&map, &Options { faces: false, ..Options::default() }).unwrap();
    assert!(png(&without, 0.5).unwrap() == png(&picture(&map), 0.5).unwrap());
}

#[test]
fn pictures_stay_small_enough_to_send() {
    assert!(picture(&map(FIRST_BLOOD)).len() < 600_000);
    let large = map(&large_map());
    assert_eq!(large.board.len(), 62 * 36);
    assert!(picture(&large).len() < 1_000_000);
}

/// The boxes of all names that stand upright, from their place and about their width.
fn name_boxes(map: &Map, picture: &str) -> Vec<(String, [f32; 4])> {
    let names: BTreeSet<&str> = map.places.iter().map(|place| place.name.as_str()).collect();
    let mut boxes = Vec::new();
    for name in names {
        for (end, _) in picture.match_indices(&format!(">{name}</text>")) {
            let tag = &picture[picture[..end].rfind("<text").unwrap()..end];
            let value = |name: &str| tag.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.parse::<f32>().ok();
            let (Some(x), Some(y), Some(size)) = (value("x"), value("y"), value("font-size")) else { continue };
            let wide = size * 0.42 * name.chars().count() as f32;
            boxes.push((name.to_string(), [x - wide / 2.0, y - size * 0.55, x + wide / 2.0, y]));
        }
    }
    boxes
}

#[test]
fn names_do_not_collide() {
    for (game, text) in [
        ("Rock", include_str!("../../games/rock-of-the-marne/data/map.toml")),
        ("Tannenberg", include_str!("../../games/clash-of-giants/data/tannenberg/map.toml")),
    ] {
        let map = map(text);
        let boxes = name_boxes(&map, &picture(&map));
        assert!(boxes.len() > 3, "{game}: {} names", boxes.len());
        for (at, (one, a)) in boxes.iter().enumerate() {
            for (other, b) in &boxes[at + 1..] {
                let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                assert!(apart, "{game}: {one} and {other} lie on each other");
            }
        }
    }
}

#[test]
fn both_sides_trenches_and_whole_and_blown_bridges_look_different() {
    let map = map(EVERY_STYLE);
    let without = |id: &str| {
        let lines: Vec<&str> =
            EVERY_STYLE.split("[[hexside]]").filter(|part| !part.contains(&format!("\"{id}\"\nbetween"))).collect();
        picture(&self::map(&lines.join("[[hexside]]")))
    };
    for (id, ink) in [("french-trench-line", "#24508f"), ("german-trench-line", "#8f2a1c")] {
        let count = |picture: &str| picture.matches(ink).count();
        assert!(count(&picture(&map)) > count(&without(id)), "{id}");
    }
    assert_ne!(picture(&map), without("blown-bridge"));
}

#[test]
fn what_is_printed_beside_the_ground_is_drawn() {
    let map = map(EVERY_STYLE);
    let hex = |label: &str| map.board.parse(label).unwrap();
    let mark = |kind, label, text: &str, colour| MapMark::new(kind, [hex(label)], text, colour);
    let overprint = Overprint {
        marks: vec![
            mark(MapMarkKind::Victory, "05.05", "77", "#f0c23c"),
            mark(MapMarkKind::Entry, "01.06", "Q", "#123456"),
            mark(MapMarkKind::Exit, "16.08", "", "#654321"),
            mark(MapMarkKind::Zone, "07.07", "Here they begin", "#abcdef"),
        ],
        compasses: vec![Compass {
            title: "Their retreat".into(),
            colour: "#135790".into(),
            ways: vec![Direction::ALL[1]],
        }],
        turns: vec!["1: Monday".into(), "2: Tuesday".into(), "3: Wednesday".into()],
    };
    let options = Options { overprint, ..Options::default() };
    let drawn = svg(&map, &options).unwrap();
    for text in [">77<", ">Q<", ">Here they begin<", ">Their retreat<", ">Monday<", ">Wednesday<"] {
        assert!(drawn.contains(text) && !picture(&map).contains(text), "{text}");
    }
    for colour in ["#123456", "#654321", "#abcdef", "#135790"] {
        assert!(drawn.contains(colour), "{colour}");
    }
    assert_eq!(drawn, svg(&map, &options).unwrap());
    let (frame, plain) = (Frame::of(&map, &options), Frame::of(&map, &Options::default()));
    assert_eq!(frame.turns().count(), 3);
    assert!(frame.turns().all(|(x, y)| x < frame.size().0 && y < frame.size().1));
    // Hexes lie where they lay without it.
    assert_eq!(frame.centre(hex("05.05")), plain.centre(hex("05.05")));
    assert!(frame.size().1 > plain.size().1);
}

/// A map of 62 by 36 hexes on which the ground changes often.
fn large_map() -> String {
    let (_, rest) = EVERY_STYLE.split_once("[numbering]").unwrap();
    let (ground, _) = rest.split_once("[[line]]").unwrap();
    let letter = |column: usize, row: usize| match (column / 5 * 7 + row / 4 * 11) % 10 {
        0 | 1 => 'w',
        2 => 'F',
        3 => 'r',
        4 if column % 5 == 2 => 'T',
        5 if row % 4 == 1 => 'S',
        _ => '.',
    };
    let rows = (0..36).map(|row| format!("\"{}\",\n", (0..62).map(|column| letter(column, row)).collect::<String>()));
    let head =
        format!("title = \"Large\"\nsource = \"reconstruction made up\"\nrows = [\n{}]\n", rows.collect::<String>());
    let ground = ground.replace("[1, 16]", "[1, 62]").replace("[1, 12]", "[1, 36]");
    format!("{head}[numbering]{ground}")
}

#[test]
fn a_sheet_of_charts_has_every_cell_within_its_frame() {
    let cells = |code: &str| (0..9).map(|_| engine::ChartCell::new(code, "the target <is> hit")).collect::<Vec<_>>();
    let wide = |name: &str| {
        let chart = engine::Chart::new(name, "What fire does to those who are in the open.", Vec::new());
        chart.heads("one die", (1..=9).map(|column| format!("column {column}"))).line("1 to 3", cells("A & B"))
    };
    let charts = ["Fire", "Bombardment", "Events"].map(wide);
    let picture = render::charts_svg("A <Game>", "a scenario", &charts);
    let size = picture.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let (width, height) = size.split_once(' ').unwrap();
    let limits = [width, height].map(|number| number.parse::<f32>().unwrap());
    let mut texts = 0;
    for text in picture.split("<text x=\"").skip(1) {
        let mut numbers = text.split('"');
        let place = [numbers.next(), numbers.nth(1)].map(|number| number.unwrap().parse::<f32>().unwrap());
        assert!(place[0] > 0.0 && place[0] < limits[0] && place[1] > 0.0 && place[1] < limits[1], "{text}");
        texts += 1;
    }
    assert!(texts > 3 * 20, "{texts}");
    assert!(picture.contains("A &amp; B") && picture.contains("A &lt;Game&gt;: charts"));
    let page = render::charts_html("A <Game>", "a scenario", &charts);
    assert!(
        page.contains("<td>A &amp; B</td>") && page.contains("<dt>A &amp; B</dt><dd>the target &lt;is&gt; hit</dd>")
    );
}
