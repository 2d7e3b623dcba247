//! The data files: a changed value changes the game, and a damaged file is refused with one sentence that names the
//! file, the line and what was expected.

use crate::common::{game, hex, piece};
use engine::laws::Overlay;
use engine::{Rules, shows};
use rock_of_the_marne::{FILES, RockOfTheMarne};

fn overlay() -> Overlay {
    Overlay::of(FILES)
}

/// The game with changed data.
fn changed(overlay: &Overlay) -> RockOfTheMarne {
    RockOfTheMarne::load(Some(overlay.folder())).unwrap()
}

/// The line, from 1, of a text in a built-in file.
fn line_of(file: &str, text: &str) -> usize {
    let all = FILES.read(file).unwrap();
    all.text().lines().position(|line| line.contains(text)).unwrap() + 1
}

/// Changes a text that stands once in a file, and expects a refusal on that line with these words.
fn refused(file: &str, from: &str, to: &str, words: &str) {
    let (named, line, message) = overlay().change(file, from, to).fault(RockOfTheMarne::load);
    assert_eq!(named, file);
    let first = from.lines().next().unwrap();
    assert_eq!(line, line_of(file, first), "{message}");
    assert!(message.contains(words), "{message}");
}

/// The same, where the message cannot point at a line.
fn refused_anywhere(file: &str, from: &str, to: &str, words: &str) {
    let (named, _, message) = overlay().change(file, from, to).fault(RockOfTheMarne::load);
    assert_eq!(named, file);
    assert!(message.contains(words), "{message}");
}

#[test]
fn a_changed_map_changes_the_ground() {
    let map = FILES.read("map.toml").unwrap().text().to_string();
    let row = map.lines().find(|line| line.ends_with("# 05")).unwrap();
    // Column 16 of that line is 16.04, clear ground on the plateau of the Brie.
    let mut letters: Vec<char> = row.chars().collect();
    let at = row.find('"').unwrap() + 16;
    assert_eq!(letters[at], '.');
    letters[at] = 'x';
    let wooded = changed(&overlay().change("map.toml", row, &letters.iter().collect::<String>()));
    assert_eq!(game().ground.effects(hex("16.04")).left, 0);
    assert_eq!(wooded.ground.effects(hex("16.04")).left, 2);
    assert_eq!(wooded.ground.effects(hex("16.04")).halves, 6);
    assert_ne!(wooded.provenance().digest(), game().provenance().digest());
}

#[test]
fn changed_pieces_tables_and_scenarios_change_the_game() {
    let tanks = "front = { attack = 6, defence = 3, movement = 4, shift = 2";
    let stronger = changed(&overlay().change("pieces.toml", tanks, &tanks.replace("attack = 6", "attack = 8")));
    assert_eq!(stronger.pieces.face(piece("F-Tank-3"), false).attack, 8);
    let zones = "enemy_zone_halves = { value = 4";
    let lighter = changed(&overlay().change("tables.toml", zones, &zones.replace('4', "2")));
    assert_eq!(lighter.tables.enemy_zone, 2);
    let first = "date = \"AM 15 July\", replacements = [0, 3]";
    let richer = changed(&overlay().change("tables.toml", first, &first.replace("[0, 3]", "[3, 1]")));
    assert_eq!(richer.tables.turn(1).replacements, [3, 1]);
    let goal = "hex = \"30.19\"";
    let moved = changed(&overlay().change("scenarios/ardre.toml", goal, "hex = \"30.20\""));
    assert_eq!(moved.scenarios[4].prizes[0].hex, hex("30.20"));
    let checklist = overlay().change("clauses.tsv", "One hex is 1.25 miles across", "A hex is 1.25 miles wide");
    assert!(changed(&checklist).book().get("GI/scale-b").unwrap().text.starts_with("A hex is"));
}

#[test]
fn a_damaged_map_is_refused() {
    refused_anywhere("map.toml", "feature = \"bridge\"", "feature = \"brigde\"", "unknown feature \"brigde\"");
    refused_anywhere("map.toml", "id = \"trench-points\"", "id = \"trenches\"", "no region \"trench-points\"");
    refused_anywhere("map.toml", "id = \"german-trench\"", "id = \"ditch\"", "expected one of");
    refused("map.toml", "hexes = \"53.18\"", "hexes = \"53.99\"", "53.99");
}

#[test]
fn damaged_pieces_are_refused() {
    let file = "pieces.toml";
    refused(file, "name = \"G-53Res\"", "name = \"G 53Res\"", "is not one plain word");
    refused(file, "name = \"G-241\"", "name = \"G-53Res\"", "there is a second counter \"G-53Res\"");
    refused(
        file,
        "name = \"G-53Res\", title = \"53 Res\", hq = \"G-HQ-39Res\"",
        "name = \"G-53Res\", title = \"53 Res\", hq = \"F-HQ-1\"",
        "is no Corps HQ of the same side",
    );
    refused(file, "name = \"US-5/3\"", "name = \"US-5/33\"", "brigades of the American division");
    refused_anywhere(file, "count = 30, name", "count = 29, name", "found 270 counters, expected 271");
    refused(
        file,
        "front = { attack = 6, defence = 3",
        "front = { attack = 66, defence = 3",
        "found 66, expected 20 at most",
    );
}

#[test]
fn damaged_tables_are_refused() {
    let file = "tables.toml";
    refused(
        file,
        "\"A4r3\", \"A4r3\", \"A4r2\", \"A4r2\"",
        "\"A4r3\", \"A4r3\", \"A4x2\", \"A4r2\"",
        "expected a result like A3r1,D1",
    );
    refused(
        file,
        "[\"A4r3\", \"A4r3\", \"A4r2\", \"A4r2\"",
        "[\"A4r3\", \"A4r2\", \"A4r2\"",
        "found 6 columns, expected 7",
    );
    refused(file, "\"Int-1\", \"Int-1\", \"Int-1\"", "\"Int-1\", \"Int-1\"", "found 12 results, expected 13");
    refused(file, "id = \"rough-woods\"", "id = \"jungle\"", "the map has no terrain \"jungle\"");
    refused(file, "id = \"rough-woods\"", "id = \"rough\"", "terrain \"rough\" stands here twice");
    refused(file, "number = { value = 4", "number = { value = 40", "found 40, expected 0 to 8");
    refused(
        file,
        "date = \"AM 15 July\", replacements = [0, 3], replenish = [5, 2]",
        "date = \"AM 15 July\", replacements = [0, 3], replenish = [7, 2]",
        "found 7 to replenish, expected 0 to 6",
    );
    refused(
        file,
        "road_halves = { value = 1, source = \"rulebook",
        "road_halves = { value = 1, source = \"hearsay",
        "expected a source that begins with",
    );
}

#[test]
fn damaged_scenarios_are_refused() {
    let file = "scenarios/tenth-army.toml";
    refused(file, "\"03.34 G-53Res\"", "\"03.36 G-53Res\"", "03.36");
    refused(file, "\"03.34 G-53Res\"", "\"30.34 G-53Res\"", "hex 30.34 is outside the scenario's area");
    refused(file, "\"03.34 G-53Res\"", "\"03.34 G-54Res\"", "the side has no unit \"G-54Res\"");
    refused(file, "\"03.34 G-53Res\"", "\"03.34 F-55\"", "the side has no unit \"F-55\"");
    refused(file, "\"03.34 G-53Res\"", "\"03.34 G-53Res:d\"", "\"G-53Res\" cannot be \"d\"");
    refused(file, "\"03.34 G-53Res\"", "\"03.34\"", "found no units");
    refused(file, "turns = [7, 15]", "turns = [7, 16]", "found turns 7 to 16, expected some of 1 to 15");
    refused(file, "19.12/19.13", "19.11/19.12", "\"19.11/19.12\" is no hexside of the Marne");
    refused(file, "pool = { value = 21", "pool = { value = 31", "found a pool of 31, expected 30 at most");
    refused_anywhere(
        file,
        "units = \"G-46Res\"",
        "units = \"G-Air-5\"",
        "airplanes, and nothing else, arrive in the Ready Box",
    );
    refused("scenarios/ardre.toml", "pool = { value = 12", "pool = { value = 11", "does not cover the 12 units");
    refused("scenarios/ardre.toml", "\"34: 15-20\"", "\"34: x\"", "expected columns and rows");
}

#[test]
fn every_unit_of_a_list_has_one_hex() {
    shows!["scs/0.3"];
    // The series knows set-ups within some hexes of another; this game has none, and its lists take none.
    let file = "scenarios/tenth-army.toml";
    refused(file, "\"03.34 G-53Res\"", "\"w/i 2 03.34 G-53Res\"", "w/i");
    refused(file, "\"03.34 G-53Res\"", "\"03.34 03.35 G-53Res\"", "the side has no unit \"03.35\"");
}

#[test]
fn a_unit_stands_in_one_place() {
    let file = "scenarios/gouraud.toml";
    let twice = overlay().change(file, "\"41.28 G-Army-1\"", "\"41.28 G-Army-1 G-238\"");
    let (named, _, message) = twice.fault(RockOfTheMarne::load);
    assert_eq!((named.as_str(), message.as_str()), (file, "the unit G-238 stands in the lists twice"));
}

#[test]
fn an_unknown_file_is_refused() {
    let (file, _, message) = overlay().write("scenario.toml", "").fault(RockOfTheMarne::load);
    assert_eq!(file, "scenario.toml");
    assert!(message.contains("no data file of this name is known"), "{message}");
}

#[test]
fn every_reconstruction_is_told() {
    let told: Vec<&str> = game().provenance().not_from_the_rulebook().map(|entry| entry.what.as_str()).collect();
    for what in ["Turn Record Track", "number of assault bridges", "cost of an overrun", "British brigade: back"] {
        assert!(told.contains(&what), "{what}");
    }
    assert!(told.iter().any(|what| what.starts_with("board: Between Soissons")));
}
