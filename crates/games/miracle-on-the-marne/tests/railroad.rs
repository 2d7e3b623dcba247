//! 7.2 Railroad Movement.

use crate::common::{ALLIED, GERMAN, Setting, Table, game, hex, phase, place, table};
use engine::{Census, Rules, Viewer, shows};

/// Movement of a side with all its HQs in a mode.
fn rails(side: &str, mode: &str) -> Setting {
    phase("C1", 3).mark("phasing", side).mark(side, mode)
}

/// The Germans in Transfer mode with a regiment at Soissons.
fn at_soissons() -> Setting {
    rails("german", "transfer").unit("Armin", "3411").unit("IR26", "3503")
}

fn picked(setting: Setting, name: &str) -> Table {
    let mut table = table(setting);
    table.play(&[&format!("pick {name}")]);
    table
}

#[test]
fn a_unit_goes_any_distance_by_rail() {
    shows!["7.2.1", "7.1.2d", "7.2.5"];
    let table = picked(at_soissons(), "IR26");
    // Over Villers-Cotterêts to Mitry, over Fismes to the edge, and over the Marne to Esternay.
    for to in ["1517", "5005", "4226", "3601"] {
        assert!(table.offers(&format!("rail {to}")), "{to}");
    }
    assert!(!table.offers("rail 3504") && !crate::common::game().ground.rail_hexes.contains(hex("3504")));
    assert_eq!(table.forecast("rail 1517").sum.value, "no points");
}

#[test]
fn only_in_transfer_mode() {
    shows!["7.2.2b", "5.1.1a2", "5.1.2b", "5.1.4a2"];
    for (mode, clause) in [("offensive", "5.1.1a2"), ("defensive", "5.1.2b"), ("regroup", "5.1.4a2")] {
        let setting = rails("german", mode).unit("Armin", "3411").unit("IR26", "3503");
        let refusal = picked(setting, "IR26").refusal("rail 1517");
        assert_eq!(refusal.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["7.2.2b", clause]);
    }
}

#[test]
fn trains_may_fill_a_hex_too_much() {
    shows!["7.1.5b", "8.1b"];
    // Six regiments of two points are all that 1517 holds; IR 26 may come, and with the switch not (ruling R88).
    let mut full = at_soissons().unit("Quast", "3503");
    for name in ["IR66", "IR27", "IR165", "Fus36", "IR93", "IR72"] {
        full = full.unit(name, "1517");
    }
    assert!(picked(full.clone(), "IR26").offers("rail 1517"));
    let strict = full.option("no-overstacking");
    let table = picked(strict.clone(), "IR26");
    assert!(!table.offers("rail 1517") && table.offers("rail 5005"));
    assert_eq!(table.refused_by("rail 1517"), "7.1.5b");
    // A HQ takes no room.
    assert!(picked(strict, "Quast").offers("rail 1517"));
}

#[test]
fn from_railroad_to_railroad() {
    shows!["7.2.3a"];
    let table = picked(at_soissons(), "IR26");
    assert_eq!(table.refused_by("rail 3504"), "7.2.3a");
    let beside = rails("german", "transfer").unit("Armin", "3411").unit("IR26", "3504");
    assert_eq!(picked(beside, "IR26").refused_by("rail 3503"), "7.2.3a");
}

#[test]
fn no_other_movement_and_no_combat() {
    shows!["7.2.3b", "7.2.3c"];
    let mut table = picked(at_soissons(), "IR26");
    table.play(&["rail 1517"]);
    assert!(!table.offers("pick IR26"));
    // Who marched first cannot take the train.
    let mut marched = picked(at_soissons(), "IR26");
    marched.play(&["to 3602", "pick IR26"]);
    assert_eq!(marched.refused_by("rail 1517"), "7.2.3b");
    // No combat in that player turn: a gun that came by rail does not bombard a hex of Paris (ruling R32).
    let gun = |mode: &str| {
        let piece = serde_json::json!({"piece": "FA7", "hex": "0620", "marks": [mode]});
        let setting = phase("C2", 3).mark("phasing", "german").mark("german", "offensive").unit("Armin", "3411");
        crate::common::table(setting.piece(piece))
    };
    assert!(gun("offensive").offers("target 0621"));
    assert!(!gun("railed").offers("target 0621"));
}

#[test]
fn enemies_next_to_the_line_close_it() {
    shows!["7.2.2a", "7.2.4"];
    // A British brigade beside the line at Villers-Cotterêts.
    let with = |at: &str| picked(at_soissons().unit("Haig", "0230").unit("1Br", at), "IR26");
    let table = with("2806");
    assert_eq!(table.refused_by("rail 2807"), "7.2.5");
    // Beyond it there is another way round, by La Ferté-Milon or Compiègne; with all closed there is none.
    let cut = at_soissons().unit("Haig", "0230").unit("1Br", "2806").unit("2Br", "2812").unit("3Br", "3713");
    let cut = picked(cut.unit("5Br", "4224").unit("6Br", "2703"), "IR26");
    assert_eq!(cut.refused_by("rail 1517"), "7.2.4");
    // Next to the enemy nobody entrains.
    assert_eq!(with("3504").refused_by("rail 5005"), "7.2.2a");
}

#[test]
fn hqs_next_to_the_line_close_it_too() {
    shows!["7.2.4"];
    // Every unit does, but with the switch (rulings R17, R19).
    let setting = || at_soissons().unit("Haig", "2806");
    assert_eq!(picked(setting(), "IR26").refused_by("rail 2807"), "7.2.5");
    assert!(picked(setting().option("meek-hqs"), "IR26").offers("rail 2807"));
}

/// A French gun by the railroad north of Paris, with the Germans far from it.
fn at_pontoise() -> Setting {
    let setting = rails("allied", "transfer").unit("AD14", "1016").unit("Vautier", "1117");
    setting.unit("IR26", "3010").unit("Armin", "2901")
}

#[test]
fn trains_take_the_towns_that_they_pass() {
    shows!["14e", "7.2.1"];
    // Over Chantilly, Senlis, Crépy, Villers-Cotterêts and Soissons: four cities and five towns, 17 points.
    let places = "Chantilly, Senlis, Crépy-en-Valois, Villers-Cotterêts, Vierzy, Soissons, Braine, Bazoches, Fismes";
    let taken = |table: &Table| {
        let takes = table.forecast("rail 5005").sum.parts.into_iter().find(|part| part.label == "takes");
        takes.map(|part| (part.value, part.clauses[0].0))
    };
    let said = |table: &Table| {
        let action = game().parse(table.state(), "rail 5005").unwrap();
        game().choice(table.state(), action).text
    };
    let fact = |table: &Table| {
        let facts = table.view(Viewer::Side(ALLIED)).facts;
        facts.into_iter().find(|fact| fact.text.starts_with("A train")).unwrap().text
    };
    let mut letter = picked(at_pontoise(), "AD14");
    assert_eq!(taken(&letter), Some((places.into(), "14e")));
    assert_eq!(said(&letter), format!("by rail to 5005, taking {places}"));
    assert!(fact(&letter).starts_with("A train takes the towns that it passes. Free lines lead to "));
    assert!(fact(&letter).contains("Senlis") && !fact(&letter).contains("Louvres"), "{}", fact(&letter));
    let enemy = letter.view(Viewer::Side(GERMAN)).facts;
    assert!(!enemy.iter().any(|fact| fact.text.starts_with("A train")), "it would tell the mode");
    assert_eq!(game().points(letter.state()), [22, 56]);
    letter.play(&["rail 5005"]);
    assert_eq!(game().points(letter.state()), [39, 39]);
    let log = letter.told(Viewer::Side(GERMAN));
    for place in places.split(", ") {
        assert!(log.iter().any(|text| text.starts_with("Allied units take") && text.contains(place)), "{place}");
    }
    let by_rail = |viewer: Viewer| letter.told(viewer).iter().any(|text| text.contains("by rail"));
    assert!(by_rail(Viewer::Side(ALLIED)) && !by_rail(Viewer::Side(GERMAN)));
    // With the switch they take the town where they stop, and nothing else (ruling R100).
    let mut stops = picked(at_pontoise().option("take-at-stops"), "AD14");
    assert_eq!((taken(&stops), said(&stops)), (None, "by rail to 5005".into()));
    assert!(fact(&stops).starts_with("A train takes the town where it stops"));
    assert_eq!(stops.forecast("rail 3503").sum.parts[1].value, "Soissons");
    stops.play(&["rail 3503"]);
    assert_eq!(game().points(stops.state()), [25, 53]);
    // HQs take nothing.
    let staff = rails("allied", "transfer").unit("Vautier", "1016").unit("IR26", "3010").unit("Armin", "2901");
    let mut staff = picked(staff, "Vautier");
    assert_eq!((taken(&staff), said(&staff)), (None, "by rail to 5005".into()));
    let facts = staff.view(Viewer::Side(ALLIED)).facts;
    assert!(!facts.iter().any(|fact| fact.text.starts_with("A train")));
    staff.play(&["rail 5005"]);
    assert_eq!(game().points(staff.state()), [22, 56]);
}

#[test]
fn three_german_units_a_phase() {
    shows!["7.2.6"];
    let mut setting = at_soissons();
    for name in ["IR66", "IR27", "IR165"] {
        setting = setting.unit(name, "3503");
    }
    let mut table = table(setting);
    for name in ["IR26", "IR66", "IR27"] {
        table.play(&[&format!("pick {name}"), "rail 5005"]);
    }
    table.play(&["pick IR165"]);
    assert_eq!(table.refused_by("rail 5005"), "7.2.6");
    assert_eq!(place(&table, "IR27"), "5005");
    // And three again in the next.
    table.play(&["stay"]);
    while table.state().turn == 3 || table.state().phase_id() != "D1" {
        let option = if table.offers("first") { "second" } else { "done" };
        table.rolls(&[1, 9]).play(&[option]);
    }
    table.play(&["pick IR165"]);
    assert!(table.offers("rail 5005"));
}

/// An Allied position at Meaux with this many British and French units, and which of them have gone by rail.
fn loaded(british: &[&str], french: &[&str]) -> Table {
    let mut setting =
        rails("allied", "transfer").unit("Haig", "0230").unit("Smith-Dorrien", "0231").unit("Vautier", "0232");
    for name in ["1Br", "2Br", "3Br", "4Br", "27Bde", "28Bde", "125Bde"] {
        setting = setting.unit(name, if name.ends_with("Br") { "2318" } else { "2418" });
    }
    let mut table = table(setting.unit("RIR27", "4601"));
    for name in british.iter().chain(french) {
        table.play(&[&format!("pick {name}"), "rail 1121"]);
    }
    table
}

fn may_follow(table: &Table, name: &str) -> bool {
    let mut table = table.clone();
    table.play(&[&format!("pick {name}")]);
    table.offers("rail 1121")
}

#[test]
fn three_british_or_two_french_or_one_of_each() {
    shows!["7.2.7"];
    // X22.
    assert!(may_follow(&loaded(&["1Br", "2Br"], &[]), "3Br"));
    assert!(!may_follow(&loaded(&["1Br", "2Br", "3Br"], &[]), "4Br"));
    assert!(may_follow(&loaded(&[], &["27Bde"]), "28Bde"));
    assert!(!may_follow(&loaded(&[], &["27Bde", "28Bde"]), "125Bde"));
    assert!(may_follow(&loaded(&["1Br"], &[]), "27Bde"));
    assert!(!may_follow(&loaded(&["1Br", "2Br"], &[]), "27Bde"));
    assert!(!may_follow(&loaded(&[], &["27Bde", "28Bde"]), "1Br"));
    let mut table = loaded(&["1Br"], &["27Bde"]);
    table.play(&["pick 2Br"]);
    assert_eq!(table.refused_by("rail 1121"), "7.2.7");
}

#[test]
fn hqs_ride_free_by_the_same_rules() {
    shows!["7.2.8a", "7.2.8a2"];
    let mut setting = at_soissons().unit("Quast", "3503");
    for name in ["IR66", "IR27"] {
        setting = setting.unit(name, "3503");
    }
    let mut table = table(setting);
    for name in ["IR26", "IR66", "IR27", "Quast"] {
        table.play(&[&format!("pick {name}"), "rail 5005"]);
    }
    assert_eq!(place(&table, "Quast"), "5005");
    assert_eq!(table.chooser(), GERMAN);
    let slow = rails("german", "offensive").unit("Quast", "3503").unit("IR26", "3411");
    assert_eq!(picked(slow, "Quast").refused_by("rail 5005"), "7.2.2b");
    let beside = rails("german", "transfer").unit("Quast", "3503").unit("IR26", "3411").unit("Haig", "0230");
    assert_eq!(picked(beside.unit("1Br", "5004"), "Quast").refused_by("rail 5005"), "7.2.5");
}

#[test]
fn a_journey_is_opened_with_the_load_of_the_railroads() {
    shows!["7.2.1", "7.2.6", "7.2.7"];
    // The third of three German units, and a French one beside a British.
    let mut german = table(at_soissons().unit("IR66", "3503").unit("IR27", "3503"));
    german.play(&["pick IR66", "rail 5005", "pick IR27", "rail 5005", "pick IR26"]);
    let sum = german.forecast("rail 1517").sum;
    assert_eq!(
        sum.lines()[..2],
        ["Railroad movement: no points  [7.2.1, 7.1.2d]", "  German units by rail, of 3: 3  [7.2.6]"]
    );
    let mut allied = loaded(&["1Br"], &[]);
    allied.play(&["pick 27Bde"]);
    let sum = allied.forecast("rail 1121").sum;
    assert_eq!(sum.lines()[1], "  British and French units by rail: 1 + 1  [7.2.7]");
}
