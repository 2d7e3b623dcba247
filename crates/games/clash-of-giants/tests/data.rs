//! The data files: a changed value changes the game, and a damaged file is refused with one sentence that names the
//! file, the line and what was expected.

use crate::common::{east, game};
use clash_of_giants::pieces::{Army, Campaign, GERMAN};
use clash_of_giants::tables::Line;
use clash_of_giants::{ClashOfGiants, FILES};
use engine::Rules;
use engine::laws::Overlay;

/// A folder with one text of a file changed.
fn changed(file: &str, from: &str, to: &str) -> Overlay {
    Overlay::of(FILES).change(file, from, to)
}

fn load(overlay: &Overlay) -> ClashOfGiants {
    ClashOfGiants::load(Some(overlay.folder())).unwrap_or_else(|error| panic!("{error}"))
}

/// The line, from 1, of the text that stands once in a built-in file.
fn line_of(file: &str, text: &str) -> usize {
    let whole = FILES.read(file).unwrap().text().to_string();
    assert_eq!(whole.matches(text).count(), 1, "{text} in {file}");
    whole[..whole.find(text).unwrap()].matches('\n').count() + 1
}

/// A file with one text changed is refused: on the line of that text, with a sentence that begins so.
fn assert_fault(file: &str, from: &str, to: &str, sentence: &str) {
    let (found, line, message) = changed(file, from, to).fault(ClashOfGiants::load);
    assert_eq!((found.as_str(), line), (file, line_of(file, from)), "{message}");
    assert!(message.starts_with(sentence), "{message}");
}

/// A file with one text changed is refused as a whole, with this sentence.
fn assert_flaw(file: &str, from: &str, to: &str, sentence: &str) {
    let fault = changed(file, from, to).fault(ClashOfGiants::load);
    assert_eq!(fault, (file.to_string(), 1, sentence.to_string()));
}

#[test]
fn a_changed_map_changes_the_ground() {
    // A swamp in 2005 costs three points.
    let text = FILES.read("tannenberg/map.toml").unwrap().text().to_string();
    let row = text.lines().find(|line| line.ends_with("# 05")).unwrap();
    let letters: String = row.chars().enumerate().map(|(at, letter)| if at == 13 { 's' } else { letter }).collect();
    let game = load(&changed("tannenberg/map.toml", row, &letters));
    let ground = &game.theatre_of(Campaign::Tannenberg).ground;
    let (from, to) = (ground.board().parse("2006").unwrap(), ground.board().parse("2005").unwrap());
    let north = ground.board().direction(from, to).unwrap();
    assert_eq!(ground.costs(GERMAN).step(from, north), Some(3));
    assert_eq!(east().ground.costs(GERMAN).step(from, north), Some(1));
}

#[test]
fn changed_counters_and_charts_change_the_game() {
    let game = load(
        &changed("marne/pieces.toml", "id = \"B-1\", name = \"1\"", "id = \"B-1\", name = \"1st\"")
            .change("standard.toml", "id = \"swamp\"\ncost = { value = 3", "id = \"swamp\"\ncost = { value = 4")
            .change("tannenberg/tables.toml", "boxes = \"3 3 4 4 4 5\"", "boxes = \"6 6 6 6 6 6\"")
            .change("scenarios/marne.toml", "value = 12", "value = 11"),
    );
    let theatre = game.theatre_of(Campaign::Marne);
    assert_eq!(theatre.pieces.unit(theatre.pieces.named("B-1").unwrap()).name, "1st");
    assert_eq!(game.standard.effects("swamp").unwrap().cost, 4);
    let track = game.theatre_of(Campaign::Tannenberg).tables.track(Army::RussianFirst, Line::Normal).unwrap();
    assert!(track.iter().all(|allowance| allowance.points == 6));
    assert_eq!(game.scenarios[1].last_turn, 11);
}

#[test]
fn changed_data_can_be_told_from_the_built_in() {
    let other = load(&changed("marne/tables.toml", "value = 8, source", "value = 9, source"));
    assert_ne!(other.provenance().digest(), game().provenance().digest());
}

#[test]
fn a_file_that_the_game_does_not_know_is_refused() {
    let (file, line, message) = Overlay::of(FILES).write("marne/roads.toml", "").fault(ClashOfGiants::load);
    assert_eq!((file.as_str(), line), ("marne/roads.toml", 1));
    assert!(message.starts_with("no data file of this name is known"), "{message}");
}

#[test]
fn a_wrong_map_is_named_with_what_was_expected() {
    let file = "tannenberg/map.toml";
    assert_fault(file, "letter = \"s\"", "letter = \"ss\"", "invalid value");
    assert_flaw(file, "id = \"zones\"", "id = \"zoned\"", "the map has no region \"zones\", which the rules need");
    let text = "the region \"konigsberg\" has 2 hexes, expected one";
    assert_flaw(file, "id = \"konigsberg\"\nhexes = \"2303\"", "id = \"konigsberg\"\nhexes = \"2303 2304\"", text);
    assert_fault(file, "hexes = \"2303\"\nstyle", "hexes = \"9903\"\nstyle", "hex 9903 is not on the board");
    let file = "marne/map.toml";
    assert_flaw(
        file,
        "id = \"start-bef\"",
        "id = \"start-belgian\"",
        "the map has no region \"start-bef\", which the rules need",
    );
    let seed = "id = \"area-french-ninth\"\nhexes = \"3612\"";
    let fault = changed(file, seed, &seed.replace("3612", "3012")).fault(ClashOfGiants::load);
    assert!(fault.2.contains("belongs to the French Fifth Army and to the French Ninth Army"), "{fault:?}");
    let terrain = "id = \"swamp\"\ntitle";
    assert_flaw(file, terrain, "id = \"bog\"\ntitle", "the charts do not know the terrain \"bog\"");
}

#[test]
fn wrong_counters_are_named_with_what_was_expected() {
    let file = "tannenberg/pieces.toml";
    assert_fault(file, "ter = 4, enters = \"hex 4104\"", "ter = 9, enters = \"hex 4104\"", "found 9, expected 1 to 6");
    assert_fault(
        file,
        "steps = 2, ter = 4, enters = \"hex 4104\"",
        "steps = 3, ter = 4, enters = \"hex 4104\"",
        "found 3, expected 1 to 2",
    );
    assert_fault(file, "enters = \"hex 4104\"", "enters = \"hex 1001\"", "hex 1001 is not in play");
    assert_fault(
        file,
        "enters = \"turn 3 ABC\"",
        "enters = \"turn 3 XYZ\"",
        "found \"turn 3 XYZ\", expected \"hex 2316\", \"entry A\", \"turn 2\" or",
    );
    assert_fault(file, "\"turn 11\"", "\"start\"", "found \"start\", expected");
    assert_fault(file, "id = \"R-56\"", "id = \"R-53\"", "the id \"R-53\" is not one word of its own");
    assert_fault(file, "id = \"R-53\"", "id = \"R 53\"", "the id \"R 53\" is not one word of its own");
    assert_fault(
        file,
        "army = \"russian-first\"",
        "army = \"bef\"",
        "the British Expeditionary Force is no Russian army of this campaign, expected russian-first, russian-second",
    );
    assert_fault(file, "movement = 6", "movement = 60", "found 60, expected 1 to 12");
    assert_fault(
        "marne/pieces.toml",
        "\"turn 9 south\"",
        "\"turn 0 south\"",
        "found \"turn 0 south\", expected \"start\"",
    );
}

#[test]
fn wrong_charts_are_named_with_what_was_expected() {
    let file = "standard.toml";
    assert_fault(file, "units = { value = 2", "units = { value = 0", "found 0, expected 1 to 9");
    assert_fault(file, "attacker = -4", "attacker = -7", "found -7, expected -6 to 6");
    assert_fault(file, "id = \"swamp\"", "id = \"rough\"", "the terrain \"rough\" stands here a second time");
    let column = "  { odds = \"5-1\", attacker = -4, defender = 4, checks = 1 },\n";
    let (_, _, message) = changed(file, column, "").fault(ClashOfGiants::load);
    assert_eq!(message, "found 6 columns, expected 7 from 1-3 to 5-1");
    let file = "tannenberg/tables.toml";
    assert_fault(
        file,
        "\"3 3 4 4 4 5\"",
        "\"3 3 4 4 4\"",
        "found \"3 3 4 4 4\", expected six boxes such as 2* 3 3 4 4 5",
    );
    assert_fault(
        file,
        "value = \"N NW SW\"",
        "value = \"N W SW\"",
        "unknown direction \"W\", expected N, NE, SE, S, SW or NW",
    );
    assert_fault(
        file,
        "line = \"after-loss\"",
        "line = \"rallied\"",
        "the Russian First Army has no line \"rallied\" in this campaign",
    );
    assert_fault(file, "hex = \"2119\"", "hex = \"2316\"", "hex 2316 stands here a second time");
    assert_fault(file, "german = { value = 3", "german = { value = 30", "found 30, expected 0 to 20");
    let track = "[[track]]\narmy = \"first-corps\"\nline = \"normal\"\nboxes = \"3 4 4 5 5 6\"\n";
    let text = FILES.read(file).unwrap().text().to_string();
    let rest = &text[text.find(track).unwrap() + track.len()..];
    let source = &rest[..=rest.find('\n').unwrap()];
    assert_flaw(file, &format!("{track}{source}"), "", "the German I Corps lacks the line \"normal\" of its track");
    assert_fault("marne/tables.toml", "value = 10, source", "value = 0, source", "found 0, expected 1 to 50");
}

#[test]
fn wrong_scenarios_are_named_with_what_was_expected() {
    let file = "scenarios/marne-battle.toml";
    assert_fault(file, "unit = \"CH\"", "unit = \"XX\"", "found 0 French units for \"XX\", expected 1");
    assert_fault(
        file,
        "unit = \"COL\", size = \"XXX\"",
        "unit = \"COL\", size = \"XX\"",
        "found 0 French units for \"COL\", expected 1",
    );
    assert_fault(file, "hex = \"5115\"", "hex = \"5315\"", "hex 5315 is not on the board");
    assert_fault(file, "first_turn = { value = 6", "first_turn = { value = 13", "found turn 13, expected 1 to 12");
    assert_fault(file, "hexes = \"2112 ", "hexes = \"2113 ", "hex 2113 is no victory hex");
    assert_fault("scenarios/tannenberg.toml", "value = 15", "value = 16", "found turn 16, expected 1 to 15");
}
