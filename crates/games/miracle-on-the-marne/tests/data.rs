//! The data files: a changed value changes the game, and a damaged file is refused with one sentence that names the
//! file, the line and what was expected.

use crate::common::{changed, game, overlay, piece};
use engine::Rules;
use engine::laws::Overlay;
use miracle_on_the_marne::{FILES, MiracleOnTheMarne};

/// The line, from 1, of the text that stands once in a built-in file.
fn line_of(file: &str, text: &str) -> usize {
    let whole = FILES.read(file).unwrap().text().to_string();
    assert_eq!(whole.matches(text).count(), 1, "{text} in {file}");
    whole[..whole.find(text).unwrap()].matches('\n').count() + 1
}

/// A file with one text changed is refused: on the line of that text, with this sentence.
fn assert_fault(file: &str, from: &str, to: &str, sentence: &str) {
    assert_fault_of(&overlay().change(file, from, to), file, line_of(file, from), sentence);
}

fn assert_fault_of(overlay: &Overlay, file: &str, line: usize, sentence: &str) {
    assert_eq!(overlay.fault(MiracleOnTheMarne::load), (file.to_string(), line, sentence.to_string()));
}

#[test]
fn a_changed_map_changes_the_ground() {
    let row = "  \"......P........ff..........c..............f.......\", # 23";
    let changed = changed(&overlay().change("map.toml", row, &row.replacen('.', "f", 1)));
    let hex = changed.ground.board().parse("0123").unwrap();
    assert_eq!((changed.ground.terrain_title(hex), game().ground.terrain_title(hex)), ("Forest", "Clear"));
    let from = changed.ground.board().parse("0122").unwrap();
    let direction = changed.ground.board().direction(from, hex).unwrap();
    assert_eq!([&changed, game()].map(|game| game.ground.march.step(from, direction)), [Some(4), Some(2)]);
}

#[test]
fn changed_pieces_change_the_counters() {
    let changed = changed(&overlay().change("pieces.toml", "front = [7, 7, 6]", "front = [9, 8, 5]"));
    let face = changed.pieces.counter(piece("27Bde")).face(2);
    assert_eq!([face.attack, face.defense, face.movement], [9, 8, 5]);
}

#[test]
fn a_corps_may_be_added() {
    // The Prussian Guard, which stood beyond the east edge.
    let guard = r#"
[[corps]]
id = "ge-guard"
title = "Guard Corps"
army = "german-second"
hq = "Plettenberg"
general = "von Plettenberg"
source = "history at Vertus on 5 September"
units = [
  { id = "1Foot", title = "1 Foot Guards", of = "1 GD", kind = "G1" },
]
"#;
    let zone = "\n[[zone]]\ncorps = \"ge-guard\"\nsource = \"history Étoges\"\nhexes = \"5020 5021\"\n";
    let mut data = overlay();
    let pieces = data.text("pieces.toml") + guard;
    data = data.write("pieces.toml", &pieces);
    for file in ["scenarios/september-5.toml", "scenarios/september-4.toml"] {
        // On the 4th the French are still there, so the corps takes a zone behind the others.
        let zone = if file.contains("4.toml") { zone.replace("5020 5021", "5009 5010") } else { zone.to_string() };
        let text = data.text(file) + &zone;
        data = data.write(file, &text);
    }
    let changed = changed(&data);
    assert_eq!((changed.pieces.unit_count(), changed.pieces.corps.len()), (257, 28));
    let corps = changed.pieces.corps_named("ge-guard").unwrap();
    assert_eq!(changed.scenarios[0].zones[corps.index()].len(), 2);
    assert_eq!(changed.pieces.title(changed.pieces.named("Plettenberg").unwrap()), "von Plettenberg");
}

#[test]
fn changed_tables_change_what_they_say() {
    let changed = changed(&overlay().change("tables.toml", "offensive = [3, 8,", "offensive = [4, 8,"));
    let line = miracle_on_the_marne::tables::Mode::Offensive;
    assert_eq!((changed.tables.column(line, 4), game().tables.column(line, 4)), (0, 1));
}

#[test]
fn a_changed_scenario_changes_its_length() {
    let file = "scenarios/september-5.toml";
    let changed = changed(&overlay().change(file, "last_day = { value = 12", "last_day = { value = 14"));
    assert_eq!(changed.scenarios[0].turns, 10);
    assert_eq!(changed.about().scenarios[0].turns, Some(10));
}

#[test]
fn a_changed_checklist_changes_what_is_cited() {
    let changed = changed(&overlay().change("clauses.tsv", "Clear hex costs 1 MP.", "Open ground costs a point."));
    assert_eq!(changed.book().get("7.1.2a").unwrap().text, "Open ground costs a point.");
}

#[test]
fn changed_data_can_be_told_from_the_built_in() {
    let changed = changed(&overlay().change("pieces.toml", "front = [7, 7, 6]", "front = [9, 8, 5]"));
    assert_ne!(changed.provenance().digest(), game().provenance().digest());
}

#[test]
fn everything_says_where_it_comes_from() {
    let entries: Vec<_> = game().provenance().iter().collect();
    assert!(entries.len() > 300, "{}", entries.len());
    let ours = |what: &str| game().provenance().not_from_the_rulebook().any(|entry| entry.what == what);
    assert!(ours("combat results table") && ours("bombardment table") && ours("HQ: movement 8"));
    assert!(!ours("half points for forest: 4") && !ours("points for Paris: 10"));
}

#[test]
fn faults_of_the_map() {
    let row = "  \"......P........ff..........c..............f.......\", # 23";
    let known = "unknown terrain letter \"?\", expected one of . f t c P";
    assert_fault("map.toml", row, &row.replacen('.', "?", 1), known);
    assert_fault("map.toml", row, &row.replacen('.', "", 1), "found 49 letters in the row, expected 50");
    let fault = |from: &str, to: &str| overlay().change("map.toml", from, to).fault(MiracleOnTheMarne::load);
    let sentence = |from: &str, to: &str| fault(from, to).2;
    assert_eq!(
        sentence("id = \"entry-2\"", "id = \"entry-3\""),
        "the map has no region \"entry-2\", which the rules need"
    );
    assert_eq!(
        sentence("id = \"entry-2\"\nhexes = \"2101\"", "id = \"entry-2\"\nhexes = \"2201\""),
        "no railroad leaves the map at entry-2 (2201) over a friendly edge"
    );
    assert_eq!(
        sentence("hexes = \"0621 0622 0721 0722 0723 0821 0822\"\nsource", "hexes = \"0621 0622\"\nsource"),
        "the region \"paris\" and the hexes of the terrain \"paris\" are not the same"
    );
    assert_eq!(
        sentence("id = \"forest\"", "id = \"jungle\""),
        "the rules know no terrain \"jungle\", expected one of clear, forest, town, city, paris"
    );
    assert_eq!(sentence("columns = [1, 50]", "columns = [1, 51]"), "found 50 letters in the row, expected 51");
    let bridges = "0115/0215 0926/1026";
    assert_eq!(sentence(bridges, "0115/0215"), "the road over the river between 0926 and 1026 has no bridge");
    assert_eq!(
        sentence(bridges, &format!("{bridges} 4040/4141")),
        "hex 4040 is not on the board (columns 01-50, rows 01-36)"
    );
    assert_eq!(
        sentence(bridges, &format!("{bridges} 1010/1011")),
        "the bridge between 1010 and 1011 carries no road over a river"
    );
    let nameless = "name = \"Gandelu\"\nhexes = \"3113\"";
    assert_eq!(sentence(nameless, "name = \"Gandelu\"\nhexes = \"3114\""), "the town in 3113 has no name");
}

#[test]
fn faults_of_the_pieces() {
    let file = "pieces.toml";
    let hundred = "found 107-7-6, expected factors up to 99 and a movement of 1 to 40";
    assert_fault(file, "front = [7, 7, 6]", "front = [107, 7, 6]", hundred);
    let unit = "{ id = \"27Bde\", title = \"27 Bde (44, 60 RI)\", of = \"14 DI\", kind = \"F1\" }";
    let sentence = |to: &str| overlay().change(file, unit, to).fault(MiracleOnTheMarne::load);
    let (_, line, text) = sentence(&unit.replace("F1", "F99"));
    assert_eq!(line, line_of(file, unit));
    assert!(text.starts_with("unknown kind \"F99\", expected one of F1, F2, F3"), "{text}");
    assert_eq!(sentence(&unit.replace("F1", "G1")).2, "a german counter in a french corps");
    let word = "is not one word of its own, of letters, digits, - and /";
    assert_eq!(sentence(&unit.replace("27Bde", "27 Bde")).2, format!("the name \"27 Bde\" {word}"));
    assert_eq!(sentence(&unit.replace("27Bde", "28Bde")).2, format!("the name \"28Bde\" {word}"));
    let marked = ", kind = \"G2\", group = \"lepel\" },\n  { id = \"RIR94\"";
    assert_fault_of(
        &overlay().change(file, marked, &marked.replace(", group = \"lepel\"", "")),
        file,
        line_of(file, "id = \"RIR94\""),
        "found 1 units of the group \"lepel\", expected 2",
    );
    assert_fault(file, "hq = \"Haig\"", "hq = \"\"", &format!("the name \"\" {word}"));
    let army = "id = \"br-i\"\ntitle = \"I Corps\"\narmy = \"bef\"";
    let wrong = overlay().change(file, army, &army.replace("bef", "usa")).fault(MiracleOnTheMarne::load).2;
    assert!(wrong.starts_with("unknown army \"usa\", expected one of french-sixth, bef"), "{wrong}");
    assert_fault(file, "id = \"br-ii\"", "id = \"br-i\"", "the corps \"br-i\" stands here twice");
    let class = "id = \"B1\"\ntitle = \"British infantry brigade (4 bns)\"\nnation = \"british\"\nclass = \"british";
    let wrong = overlay().change(file, class, &class.replace("class = \"british", "class = \"french"));
    assert_eq!(wrong.fault(MiracleOnTheMarne::load).2, "no british counter is of this class");
}

#[test]
fn faults_of_the_tables() {
    let file = "tables.toml";
    let row = "\"1  1  2  2  3  3  3  4  4  4\"";
    assert_fault(file, row, &row.replacen('1', "5", 1), "unknown result \"5\", expected EN, 1, 2, 3 or 4");
    assert_fault(file, row, &row.replacen("1  ", "", 1), "found 9 results in the row, expected 10");
    let guns = "\"d  D  D  D1 D1 D2 D3\"";
    assert_fault(file, guns, &guns.replace("D3", "D4"), "unknown result \"D4\", expected -, d, D, D1, D2 or D3");
    let line = "offensive = [3, 8, 14";
    assert_fault(file, line, "offensive = [3, 2, 14", "expected 9 numbers that grow from 1 or more");
    let step = "step = { value = 8";
    assert_fault(file, step, "step = { value = 11", "found 11, expected 0 to 10");
    assert_fault(file, "range = { value = 2", "range = { value = 3", "found 3, expected 1 to 2");
    let row = "{ group = \"lepel\", from = 8, dice = [3, 5, 7, 8, 9] }";
    assert_fault(file, row, &row.replace("lepel", "moroccan"), "the group \"moroccan\" stands here twice");
    assert_fault(file, row, &row.replace("[3, 5, 7, 8, 9]", "[]"), "expected one or more dice of 0 to 10");
    let row = "{ army = \"bef\", dice = [2, 4, 6, 10] }";
    let four = "expected four dice of 0 to 10 that do not fall, with more than No Change and Must Offensive";
    assert_fault(file, row, &row.replace("[2, 4, 6, 10]", "[2, 4, 3, 10]"), four);
    assert_fault(file, row, &row.replace("[2, 4, 6, 10]", "[0, 0, 6, 6]"), four);
}

#[test]
fn faults_of_the_scenarios() {
    let file = "scenarios/september-5.toml";
    let zone = "corps = \"fr-vii\"\nsource";
    let (_, line, sentence) = overlay().change(file, zone, "corps = \"fr-v\"\nsource").fault(MiracleOnTheMarne::load);
    assert_eq!(line, line_of(file, zone));
    assert!(sentence.starts_with("unknown corps \"fr-v\", expected one of fr-vii, fr-5gdr"), "{sentence}");
    let twice = "the zone of \"fr-vii\" stands here twice";
    assert_fault(file, "corps = \"fr-5gdr\"\nsource", zone, twice);
    let lepel = "group = \"lepel\"\nday = 9\nat = \"entry-2\"";
    let wrong = overlay().change(file, lepel, &lepel.replace("lepel", "moroccan")).fault(MiracleOnTheMarne::load);
    assert_eq!(wrong.2, "the rules have no way in there for \"moroccan\"");
    let days = "last_day = { value = 12";
    assert_fault(file, days, "last_day = { value = 4", "found 4, expected 5 to 30");
    let german = "german = \"\"\"\n1107 1408";
    let wrong = overlay().change(file, german, "german = \"\"\"\n1109 1408").fault(MiracleOnTheMarne::load);
    assert_eq!(wrong.2, "1109 is neither town nor city");
    let zone = "1114 1115 1212 1213 1214";
    let wrong = overlay().change(file, zone, "1914 1115 1212 1213 1214").fault(MiracleOnTheMarne::load);
    assert_eq!(wrong.2, "1914 is in an Allied zone and touches 1913 in a German one, expected a hex between");
}
