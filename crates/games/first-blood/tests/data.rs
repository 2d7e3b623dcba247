//! The data files: a changed value changes the game, and a damaged file is refused with one sentence that names the
//! file, the line and what was expected.

use crate::common::overlay::{Overlay, overlay};
use crate::common::{GERMAN, US, game, phase};
use engine::{Match, Rules};

use first_blood::FILES;

#[test]
fn a_changed_map_changes_the_ground() {
    // A wooded hill in 3015 costs two points and hides 3016 from 3014.
    let changed = overlay().ground("3015", 'w').game();
    let mut table = phase("VIII", 3).unit("1/A/38", "3014").unit("G001", "2342").table_of(&changed);
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.forecast("to 3015").sum.value, "2");
    let table = phase("VI", 3).unit("1/A/38", "3014").unit("G001", "3016").table_of(&changed);
    assert!(!table.offers("target 3016"));
}

#[test]
fn changed_pieces_change_fire() {
    // Platoons of six factors have 3:1 against open ground, where the printed four have 2:1.
    let changed = overlay().change("pieces.toml", "fire = { value = 4,", "fire = { value = 6,").game();
    let mut table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3016").table_of(&changed);
    table.play(&["target 3016", "join 1/A/38"]);
    assert_eq!(table.forecast("fire").sum.value, "3:1");
}

#[test]
fn changed_tables_change_odds() {
    // A strength of 1 for open ground makes that 4:1.
    let worst = "defense = { value = 2, source = \"reconstruction the worst";
    let changed = overlay().change("tables.toml", worst, &worst.replace('2', "1")).game();
    let mut table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3016").table_of(&changed);
    table.play(&["target 3016", "join 1/A/38"]);
    assert_eq!(table.forecast("fire").sum.value, "4:1");
}

#[test]
fn a_changed_scenario_changes_the_set_up() {
    // A first wave of two units.
    let changed = overlay().change("scenarios/july-15.toml", "value = 30", "value = 2").game();
    let options = changed.about().default_options();
    let mut playing = Match::new(changed, 0, options, 1.into(), Vec::new());
    playing.play(US, "standard").unwrap();
    let germans = playing.state().units(GERMAN);
    assert_eq!(germans.len(), 2);
    let mut hexes: Vec<String> = germans.iter().map(|piece| game().ground.label(playing.state().hex(piece))).collect();
    hexes.sort();
    assert_eq!(hexes, ["4131", "4232"]);
}

#[test]
fn a_changed_checklist_changes_what_is_cited() {
    let changed =
        overlay().change("clauses.tsv", "US heavy weapons emplacements never move", "Emplacements stay").game();
    let text = &changed.book().get("9.3").unwrap().text;
    assert!(text.starts_with("Emplacements stay"), "{text}");
}

#[test]
fn changed_data_can_be_told_from_the_built_in() {
    let changed = overlay().ground("3015", 'w').game();
    assert_ne!(changed.provenance().digest(), game().provenance().digest());
}

/// The line, from 1, of the text that stands once in a built-in file.
fn line_of(file: &str, text: &str) -> usize {
    let whole = FILES.read(file).unwrap().text().to_string();
    assert_eq!(whole.matches(text).count(), 1, "{text} in {file}");
    whole.lines().position(|line| line.contains(text)).unwrap() + 1
}

/// A file with one text changed is refused: on the line of that text, with this sentence.
fn assert_fault(file: &str, from: &str, to: &str, sentence: &str) {
    assert_fault_of(&overlay().change(file, from, to), file, line_of(file, from), sentence);
}

fn assert_fault_of(overlay: &Overlay, file: &str, line: usize, sentence: &str) {
    assert_eq!(overlay.fault(), (file.to_string(), line, sentence.to_string()));
    assert!(!sentence.contains('\n'));
    // People see file, line and sentence in one line.
    let shown = overlay.load().unwrap_err().to_string();
    assert!(shown.ends_with(&format!("{file}:{line}: {sentence}")), "{shown}");
}

#[test]
fn unknown_ground_on_the_map() {
    let line = line_of("map.toml", "# 15");
    let known = ". w T # s M P H ~ n";
    let sentence = format!("unknown terrain letter \"?\", expected one of {known}");
    assert_fault_of(&overlay().ground("3015", '?'), "map.toml", line, &sentence);
}

#[test]
fn rows_of_the_wrong_length_or_number() {
    let row = "  \"..wwwwwww....#..s.......wwwwwww..\", # 00\n";
    let line = line_of("map.toml", row.trim());
    let short = overlay().change("map.toml", row, &row.replacen('w', "", 1));
    assert_fault_of(&short, "map.toml", line, "found 32 letters in the row, expected 33");
    let missing = overlay().change("map.toml", row, "");
    let first = line_of("map.toml", "# 42");
    assert_fault_of(&missing, "map.toml", first, "found 42 rows, expected 43");
}

#[test]
fn unknown_features_on_the_map() {
    let from = "feature = \"stream\"";
    assert_fault(
        "map.toml",
        from,
        "feature = \"canal\"",
        "unknown feature \"canal\", expected one of road, rail, stream",
    );
}

#[test]
fn lines_through_hexes_that_are_not_there_or_not_adjacent() {
    let from = "hexes = \"4222 4121 4022 3921 3822 3721 3621 3520 3421 3321 3222 3122 3023 2923 2824 2724";
    let whole = FILES.read("map.toml").unwrap().text().to_string();
    let line = whole.lines().position(|line| line.starts_with(from)).unwrap() + 1;
    let broken = |to: &str| {
        let text = format!("name = \"Paris-Metz Road\"\n{from}");
        overlay().change("map.toml", &text, &text.replace("4121", to))
    };
    let (file, found, sentence) = broken("4155").fault();
    assert_eq!((file.as_str(), found), ("map.toml", line));
    assert!(sentence.starts_with("hex 4155 is not on the board"), "{sentence}");
    assert_fault_of(&broken("4120"), "map.toml", line, "hexes 4222 and 4120 are not adjacent");
}

#[test]
fn a_region_that_the_rules_need_is_missing_or_in_the_water() {
    let from = "id = \"varennes\"";
    let renamed = overlay().change("map.toml", from, "id = \"varenes\"");
    assert_fault_of(&renamed, "map.toml", 1, "the map has no region \"varennes\", which the rules need");
    let bank = "hexes = \"4232 4131 4032 3931 3832";
    let wet = overlay().change("map.toml", bank, &bank.replace("4131", "4133"));
    assert_fault_of(&wet, "map.toml", 1, "hex 4133 of the region \"bank\" is not in play");
}

#[test]
fn ground_in_the_tables_that_the_map_does_not_have() {
    let known = "clear, wooded-hills, town, railroad, surmelin, bank, prepared, hill-231, marne, north-bank";
    let sentence = format!("unknown terrain \"swamp\", expected one of {known}");
    assert_fault("tables.toml", "id = \"town\"", "id = \"swamp\"", &sentence);
    // And ground of the map that the tables do not have.
    let town = FILES.read("tables.toml").unwrap().text().to_string();
    let from = town.find("[[terrain]]\nid = \"town\"").unwrap();
    let to = town.find("[[terrain]]\nid = \"prepared\"").unwrap();
    let without = overlay().change("tables.toml", &town[from..to], "");
    assert_fault_of(&without, "tables.toml", 1, "the terrain \"town\" of the map is missing");
}

#[test]
fn strengths_and_limits_that_cannot_be() {
    let worst = "defense = { value = 2, source = \"reconstruction the worst";
    assert_fault("tables.toml", worst, &worst.replace('2', "0"), "a defense strength is 1 or more, found 0");
    let guns = "machinegun_range = { value = 10";
    assert_fault("tables.toml", guns, "machinegun_range = { value = 17", "found 17, expected 1 to 16");
    let factors = "factors = { value = 16";
    assert_fault("tables.toml", factors, "factors = { value = 0", "found 0, expected 1 to 99");
    let exit = "exit_halves = { value = 2";
    assert_fault("tables.toml", exit, "exit_halves = { value = 255", "found 255, expected 0 to 198");
    let automatic = "automatic = { value = 6";
    assert_fault("tables.toml", automatic, "automatic = { value = 0", "found 0, expected 1 to 99");
    let dice = "reinforcement_dice = { value = 4";
    assert_fault("tables.toml", dice, "reinforcement_dice = { value = 41", "found 41, expected 1 to 40");
    let last = "last_turn = { value = 16";
    assert_fault("tables.toml", last, "last_turn = { value = 0", "found 0, expected 1 to 65535");
    let range = "range = { value = 10, source";
    assert_fault("pieces.toml", range, "range = { value = 20, source", "found 20, expected 1 to 16");
    let still = "movement = { value = 0,";
    assert_fault("pieces.toml", still, "movement = { value = 1,", "found 1, expected 0");
    let fire = "fire = { value = 8,";
    assert_fault("pieces.toml", fire, "fire = { value = 100,", "found 100, expected 0 to 99");
    let mix = "{ fire = 8, count = 1 }";
    assert_fault("pieces.toml", mix, "{ fire = 108, count = 1 }", "found 108, expected 0 to 99");
    let heavy = "title = \"Heavy bombardment\"\ncount = { value = 3";
    let four = overlay().change("pieces.toml", heavy, &heavy.replace('3', "4"));
    let line = line_of("pieces.toml", "title = \"Heavy bombardment\"") + 1;
    assert_fault_of(&four, "pieces.toml", line, "found 4, expected 0 to 3");
}

#[test]
fn the_wrong_number_of_counters() {
    let platoons = "count = { value = 48,";
    let sentence = "found 47 counters of \"US infantry platoon\", expected 48";
    assert_fault("pieces.toml", platoons, "count = { value = 47,", sentence);
    let guns = "count = { value = 9,";
    let sentence = "found 10 counters of \"US heavy weapons emplacement\", expected 9";
    assert_fault("pieces.toml", guns, "count = { value = 10,", sentence);
    let eight = overlay().change("pieces.toml", "{ fire = 8, count = 1 }", "{ fire = 8, count = 2 }");
    let sentence = "found 113 German counters in the mix, expected 112";
    assert_fault_of(&eight, "pieces.toml", line_of("pieces.toml", "counters = ["), sentence);
    // More than any memory holds.
    let most = format!("{{ fire = 8, count = {} }}", i64::MAX);
    let endless = overlay().change("pieces.toml", "{ fire = 8, count = 1 }", &most);
    let sentence = format!("found {} German counters in the mix, expected 112", i64::MAX as u64 + 111);
    assert_fault_of(&endless, "pieces.toml", line_of("pieces.toml", "counters = ["), &sentence);
}

#[test]
fn a_standard_set_up_that_the_rules_forbid() {
    let file = "scenarios/july-15.toml";
    let list = "rear_heavy_weapons = \"2619\"";
    // On no hex of the sheet, outside the zone, where somebody is already, or too many.
    let (_, line, sentence) = overlay().change(file, list, "rear_heavy_weapons = \"2650\"").fault();
    assert_eq!(line, line_of(file, list));
    assert!(sentence.starts_with("hex 2650 is not on the board"), "{sentence}");
    let outside = "hex 2719 is outside the zone of these units";
    assert_fault(file, list, "rear_heavy_weapons = \"2719\"", outside);
    assert_fault(file, list, "rear_heavy_weapons = \"2619 2618\"", "found 2 hexes, expected 1");
    let taken = overlay().change(file, list, "rear_heavy_weapons = \"2618\"");
    assert_fault_of(&taken, file, line_of(file, "rear_infantry"), "hex 2618 holds a unit already");
    let word = "rear_heavy_weapons = \"wood\"";
    let (_, line, sentence) = overlay().change(file, list, word).fault();
    assert_eq!(line, line_of(file, list));
    assert!(sentence.starts_with("\"wood\" is not a hex number"), "{sentence}");
    assert_fault(file, "value = 30", "value = 31", "found 31, expected 30 at most");
    assert_fault(
        file,
        "forward_infantry = { value = 16",
        "forward_infantry = { value = 49",
        "found 49, expected 48 at most",
    );
}

#[test]
fn an_event_table_with_a_gap() {
    let row = "  { rolls = [5], event = \"breakthrough-west\" },\n";
    let gap = overlay().change("tables.toml", row, "");
    assert_fault_of(&gap, "tables.toml", line_of("tables.toml", "table = ["), "no event for a roll of 5");
    let twice = overlay().change("tables.toml", "rolls = [6, 7]", "rolls = [6, 7, 8]");
    assert_fault_of(&twice, "tables.toml", line_of("tables.toml", "rolls = [8, 9]"), "the roll 8 stands here twice");
    assert_fault("tables.toml", "rolls = [12]", "rolls = [13]", "two dice give 2 to 12, found 13");
    let (file, line, sentence) = overlay().change("tables.toml", "event = \"poison-gas\"", "event = \"rain\"").fault();
    assert_eq!((file.as_str(), line), ("tables.toml", line_of("tables.toml", "event = \"poison-gas\"")));
    assert!(sentence.starts_with("unknown variant `rain`, expected one of"), "{sentence}");
}

#[test]
fn keys_and_types_that_nobody_expects() {
    let (file, line, sentence) = overlay().change("tables.toml", "gas_limit", "gas_limits").fault();
    assert_eq!((file.as_str(), line), ("tables.toml", line_of("tables.toml", "gas_limit")));
    assert!(sentence.starts_with("unknown field `gas_limits`, expected one of"), "{sentence}");
    let text = "gas_limit = { value = 4";
    let (file, line, sentence) = overlay().change("tables.toml", text, "gas_limit = { value = \"four\"").fault();
    assert_eq!((file.as_str(), line), ("tables.toml", line_of("tables.toml", text)));
    assert_eq!(sentence, "invalid type: string \"four\", expected u8");
    let (_, line, sentence) = overlay().change("tables.toml", text, "gas_limit = { value = ").fault();
    assert_eq!(line, line_of("tables.toml", text));
    assert!(!sentence.contains('\n') && !sentence.is_empty(), "{sentence}");
    let (_, _, sentence) = overlay().change("pieces.toml", "symbol = \"heavy-weapons\"\n", "").fault();
    assert!(sentence.contains("missing field `symbol`"), "{sentence}");
}

#[test]
fn every_value_says_where_it_comes_from() {
    let text = "source = \"rulebook 7.8a\"";
    let expected = "expected a source that begins with rulebook, published, history or reconstruction";
    assert_fault("tables.toml", text, "source = \"hearsay 7.8a\"", &format!("{expected}, found \"hearsay 7.8a\""));
    assert_fault("tables.toml", text, "source = \"rulebook\"", "the source \"rulebook\" must say which or why");
}

#[test]
fn a_checklist_with_a_broken_line() {
    let from = "9.3\tmovement\t";
    let line = line_of("clauses.tsv", from);
    let broken = overlay().change("clauses.tsv", from, "9.3 movement ");
    assert_fault_of(&broken, "clauses.tsv", line, "expected three fields: id, kind, text, with tabs between");
    let twice = overlay().change("clauses.tsv", from, "9.2\tmovement\t");
    assert_fault_of(&twice, "clauses.tsv", line, "clause 9.2 stands here a second time");
    let headless = overlay().change("clauses.tsv", "id\tkind\tsummary\n", "");
    assert_fault_of(&headless, "clauses.tsv", 1, "expected a first line that names the fields: id, kind, text");
}

#[test]
fn names_come_from_their_patterns() {
    let change = |to: &str| overlay().change("pieces.toml", "\"HWNUMBER\"", to);
    let game = change("\"MG-NUMBER\"").game();
    assert!(game.pieces.named("MG-9").is_some() && game.pieces.named("HW9").is_none());
    // Each counter needs a word of its own.
    for pattern in ["\"HW\"", "\"HW NUMBER\"", "\"\""] {
        let (file, line, message) = change(pattern).fault();
        assert_eq!((file.as_str(), line), ("pieces.toml", line_of("pieces.toml", "HWNUMBER")));
        assert!(message.contains("is not one word of its own"), "{message}");
    }
}
