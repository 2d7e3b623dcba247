//! The data files: a changed value changes the game, and a damaged file is refused with one sentence that names the
//! file, the line and what was expected.

use engine::Rules;
use engine::laws::Overlay;
use march_into_battle::{FILES, MarchIntoBattle};

fn changed(file: &str, from: &str, to: &str) -> MarchIntoBattle {
    let overlay = Overlay::of(FILES).change(file, from, to);
    MarchIntoBattle::load(Some(overlay.folder())).unwrap()
}

/// A file with one text changed is refused at that text, or on the first line, with this sentence.
fn assert_fault(file: &str, from: &str, to: &str, sentence: &str) {
    let overlay = Overlay::of(FILES).change(file, from, to);
    let text = overlay.text(file);
    let error = MarchIntoBattle::load(Some(overlay.folder())).unwrap_err();
    assert_eq!(error.message, sentence);
    assert!(error.file.ends_with(file), "{error}");
    let first = to.lines().next().unwrap();
    let mut lines = text.lines().zip(1..).filter(|(line, _)| line.contains(first)).map(|(_, number)| number);
    // What concerns a whole block is reported where it begins, what concerns a whole file on its first line.
    assert!(error.line == 1 || lines.any(|line: usize| line.abs_diff(error.line) <= 4), "{error}");
}

#[test]
fn the_built_in_data_load_and_say_where_they_come_from() {
    let game = MarchIntoBattle::load(None).unwrap();
    assert!(game.provenance().iter().count() > 300);
    assert!(game.provenance().not_from_the_rulebook().count() > 200);
}

#[test]
fn a_changed_table_changes_odds_and_effects() {
    let game = changed("tables.toml", "[1.5, 2], [2.5, 3]", "[1.4, 2], [2.5, 3]");
    assert_eq!(game.tables.odds(14, 10), 2);
    let game = changed("tables.toml", "advance = \"1s D 2F S\"", "advance = \"3c\"");
    let column = march_into_battle::tables::Column::Advance;
    assert_eq!(game.tables.effect(column, 2).casualties, 3);
}

#[test]
fn a_changed_map_changes_the_ground() {
    let game = changed("raab/map.toml", "# 09\n", "# nine\n");
    assert_ne!(game.provenance().digest(), MarchIntoBattle::load(None).unwrap().provenance().digest());
    let overlay = Overlay::of(FILES);
    let text = overlay.text("friedland/map.toml");
    let row = text.lines().find(|line| line.ends_with("# 12")).unwrap().to_string();
    let wooded = row.replacen('.', "f", 1);
    let overlay = overlay.change("friedland/map.toml", &row, &wooded);
    let game = MarchIntoBattle::load(Some(overlay.folder())).unwrap();
    let ground = &game.scenarios[2].ground;
    let corner = ground.board().parse("0112").unwrap();
    assert_eq!(ground.terrain(corner), march_into_battle::ground::Terrain::Forest);
}

#[test]
fn a_changed_counter_and_a_changed_start_change_the_battle() {
    let battery = "title = \"Pacthod\"\nside = \"french\"\nnation = \"french\"\nformation = \"RES\"\narm = \"infantry\"\nsteps = 3";
    let game = changed("raab/pieces.toml", battery, &battery.replace("steps = 3", "steps = 5"));
    let at = usize::from(game.scenarios[1].unit_named("pacthod").unwrap());
    assert_eq!(game.scenarios[1].units[at].steps, 5);
    let game = changed("friedland/scenario.toml", "begin = [", "night = [\"20:30\"]\nbegin = [");
    assert_eq!(game.scenarios[2].nights, [false, false, false, false, false, true]);
}

#[test]
fn damaged_tables_are_refused() {
    let file = "tables.toml";
    assert_fault(file, "stacking = { value = 10,", "stacking = { value = 0,", "found 0, expected 1 to 100");
    let factor = "\"2/9\" is no factor, expected a number or a fraction such as 3/4";
    assert_fault(file, "creek = { value = \"3/4\",", "creek = { value = \"2/9\",", factor);
    let code = "\"D9\" is no outcome, expected one of #c, ic, #s, is, D, D#, D#L, #F, S";
    assert_fault(file, "engaged = \"D4L is 2F S\"", "engaged = \"D9 is 2F S\"", code);
    assert_fault(file, "roll = 10\nretreat", "roll = 12\nretreat", "found the line for 12, expected 10");
    assert_fault(file, "above = [[1.0, 1],", "above = [[1.2, 1],", "the ratios do not grow from 1.0");
    let costs = "found 2 costs, expected those of foot, horse and leaders, or none";
    assert_fault(file, "movement = { value = [4, 5, 4],", "movement = { value = [4, 5],", costs);
    let terrain =
        "unknown terrain \"bog\", expected one of clear, forest, village, town, fortress, chateau, swamp, mountain";
    assert_fault(file, "id = \"swamp\"", "id = \"bog\"", terrain);
    assert_fault(file, "road = { value = [1, 1, 1],", "road = { value = [1, 1, 99],", "found 99, expected 0 to 30");
}

#[test]
fn damaged_maps_are_refused() {
    let file = "raab/map.toml";
    let terrain =
        "unknown terrain \"jungle\", expected one of clear, forest, village, town, fortress, chateau, swamp, mountain";
    assert_fault(file, "id = \"swamp\"", "id = \"jungle\"", terrain);
    let level = "found level 9, expected 0 to 3";
    assert_fault(file, "level = 2", "level = 9", level);
    let feature = "the rules know no feature \"ditch\", expected one of road, ford, creek, stream, river, slope, steep";
    let text = Overlay::of(FILES).text(file).replace("\"creek\"\ntitle", "\"ditch\"\ntitle");
    let text = text.replace("feature = \"creek\"", "feature = \"ditch\"");
    let overlay = Overlay::of(FILES).write(file, &text);
    let error = MarchIntoBattle::load(Some(overlay.folder())).unwrap_err();
    assert_eq!(error.message, feature);
    let slope = "the hexside 1105/1106 has a slope between hexes of one level";
    assert_fault(file, "feature = \"slope\"\nbetween = \"", "feature = \"slope\"\nbetween = \"1105/1106 ", slope);
}

#[test]
fn damaged_counters_are_refused() {
    let file = "raab/pieces.toml";
    let name = "the name \"two words\" is not one word of its own";
    assert_fault(file, "id = \"seras\"", "id = \"two words\"", name);
    assert_fault(file, "id = \"durutte\"", "id = \"seras\"", "the name \"seras\" is not one word of its own");
    assert_fault(file, "parent = \"colloredo\"", "parent = \"nobody\"", "no unit is called \"nobody\"");
    let corps = "the corps \"FRIM\" has no detachment counter";
    let text = Overlay::of(FILES).text(file);
    let counter = text.find("[[unit]]\nid = \"frim-detachment\"").unwrap();
    let end = counter + text[counter..].find("\n\n").unwrap();
    let overlay = Overlay::of(FILES).write(file, &format!("{}{}", &text[..counter], &text[end..]));
    assert_eq!(MarchIntoBattle::load(Some(overlay.folder())).unwrap_err().message, corps);
}

#[test]
fn damaged_instructions_are_refused() {
    let file = "raab/scenario.toml";
    assert_fault(file, "piece = \"seras\"", "piece = \"nobody\"", "no piece is called \"nobody\"");
    assert_fault(file, "hexes = \"2002 2010\"", "hexes = \"2002 2011\"", "no road runs off the map at 2011");
    assert_fault(file, "leaders = [\"eugene\"]", "leaders = [\"ney\"]", "no leader is called \"ney\"");
    let bands = "the results do not fall from french_major to coalition_minor";
    let text = Overlay::of(FILES).text(file).replace("french_minor = 6", "french_minor = 14");
    let overlay = Overlay::of(FILES).write(file, &text);
    assert_eq!(MarchIntoBattle::load(Some(overlay.folder())).unwrap_err().message, bands);
    let hour = "\"6.30\" is no hour such as 06:30";
    assert_fault(file, "begin = [\"06:30\"", "begin = [\"6.30\"", hour);
    assert_fault(file, "from_turn = 2\nmost", "from_turn = \"two\"\nmost", "invalid type: string \"two\", expected u8");
}

#[test]
fn a_stack_of_the_set_up_keeps_the_limit() {
    let file = "raab/scenario.toml";
    let seras = "piece = \"seras\"\nhex = \"0811\"";
    let overlay = Overlay::of(FILES).change(file, seras, "piece = \"seras\"\nhex = \"0810\"");
    let durutte = MarchIntoBattle::load(Some(overlay.folder())).unwrap_err().message;
    assert_eq!(durutte, "the stack in 0810 has 12 strength points, two sides or two facings");
}
