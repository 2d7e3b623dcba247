//! 13 Paris.

use crate::common::*;
use engine::{Viewer, shows};
use serde_json::json;

fn combat() -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

/// Six regiments and two guns of II Corps before Paris, in 0920, which touches 0821; 46 factors.
fn siege(setting: Setting) -> Setting {
    let units = ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3", "FA4"];
    units.iter().fold(setting, |setting, unit| setting.unit(unit, "0820"))
}

#[test]
fn an_empty_hex_of_paris_defends_itself() {
    shows!["13.1.1a", "13.1.2a", "13.1.2b", "13.1.4a", "13.1.3b", "13.1.3d"];
    let mut table = table(siege(combat()));
    assert!(!table.state().zones[ALLIED.index()].contains(hex("0820")), "it has no zone");
    table.play(&["target 0821", "join all", "done", "done"]);
    assert_eq!(table.options(), ["target 0820", "done"]);
    table.play(&["target 0820"]);
    assert_eq!(table.options(), ["garrison"]);
    table.play(&["garrison"]);
    assert_eq!(table.forecast("fire").sum.parts[0].value, "10");
    table.rolls(&[10]).play(&["fire", "done"]);
    let sum = table.forecast("fire").sum;
    assert!(sum.value.ends_with("on the Defensive line"));
    assert_eq!(sum.parts[1].value, "+2", "it is a city");
    table.rolls(&[10]).play(&["fire"]);
    // Engaged, and no Counter Attack.
    assert_eq!(table.chooser(), GERMAN);
    assert!(table.state().is_locked(piece("IR42")));
}

#[test]
fn a_number_defeats_the_garrison_for_good() {
    shows!["13.1.4c", "13.1.4d", "13.1.3a", "13.1.3c"];
    let mut table = table(siege(combat()));
    table.play(&["target 0821", "join all", "done", "done", "done"]).rolls(&[1]).play(&["fire"]);
    assert!(table.told(Viewer::All).iter().any(|text| text.contains("is defeated for good")));
    assert!(table.offers("advance IR42 0821"));
    table.play(&["advance IR42 0821", "done"]);
    assert_eq!(place(&table, "IR42"), "0821");
    // It is a city for whoever is in it.
    let held = combat().mark("phasing", "allied").mark("allied", "offensive").mark("fallen", "0821");
    let mut back = crate::common::table(held.unit("IR42", "0821").unit("27Bde", "0820"));
    back.play(&["target 0821", "join all", "done", "done", "done"]);
    assert_eq!(back.forecast("fire").sum.parts[1].value, "+2");
    // A fallen hex has no garrison any more: Germans walk in.
    let open = phase("C1", 3).mark("phasing", "german").mark("german", "offensive").mark("fallen", "0821");
    let mut walk = crate::common::table(open.unit("IR42", "0820"));
    walk.play(&["pick IR42"]);
    assert!(walk.offers("to 0821"));
    assert_eq!(walk.refused_by("to 0822"), "13.1.1a", "that one holds");
}

#[test]
fn bombardment_does_nothing_to_a_garrison() {
    shows!["13.1.4b"];
    let setting = phase("C2", 3).mark("phasing", "german").mark("german", "offensive");
    let mut table = table(setting.unit("FA3", "0819").unit("FA4", "0819").unit("HvII", "0819"));
    table.play(&["target 0821", "aim all"]).rolls(&[1]).play(&["fire"]);
    assert_eq!(table.chooser(), GERMAN);
    assert_eq!(table.state().fallen, 0);
}

#[test]
fn units_in_paris_switch_the_garrison_off() {
    shows!["13.1.1b"];
    let mut table = table(siege(combat().unit("AD63", "0821")));
    table.play(&["target 0821", "join all", "done", "done", "target 0820"]);
    assert!(!table.offers("garrison"));
    assert_eq!(table.refused_by("garrison"), "13.1.1a");
    assert_eq!(table.options(), ["aim AD63 3", "aim all"]);
    // A HQ does not.
    let setting = siege(combat()).piece(json!({ "piece": "Vautier", "hex": "0723" }));
    let mut hq = crate::common::table(setting);
    hq.play(&["target 0821", "join all", "done", "done", "target 0820"]);
    assert!(hq.offers("garrison"));
}

#[test]
fn seven_to_one_against_a_garrison() {
    // X20: 71 factors against 10 are too many, 70 are not.
    let attack = |extra: &[&str]| {
        let mut setting = siege(combat());
        for unit in ["IR48", "Gren12", "IR52", "LeibGren8"].iter().chain(extra) {
            setting = setting.unit(unit, "0921");
        }
        let mut table = table(setting);
        table.play(&["target 0821", "join all", "done", "done", "done"]);
        table.forecast("fire").chances.len()
    };
    // 46 + 20 = 66, and with Hus 3 and Hus 10 70; one more regiment makes it 75.
    assert!(attack(&["Hus3", "Hus10"]) > 1);
    assert_eq!(attack(&["Hus3", "Hus10", "IR20"]), 1);
}

#[test]
fn units_that_enter_paris_end_an_engagement_with_its_garrison() {
    let mut table = table(siege(combat()).unit("27Bde", "0723"));
    table.play(&["target 0821", "join all", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    assert!(table.state().is_locked(piece("IR42")));
    table.play(&["done", "pick 27Bde", "to 0822"]);
    assert!(table.state().is_locked(piece("IR42")), "that is another hex");
    table.play(&["done", "done"]);
    // Its attackers must go on with it, until somebody relieves the garrison.
    let mut relieved = crate::common::table(siege(combat()).unit("27Bde", "0822"));
    relieved.play(&["target 0821", "join all", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    relieved.play(&["done", "pick 27Bde", "to 0821"]);
    assert!(!relieved.state().is_locked(piece("IR42")));
}

#[test]
fn the_garrison_fires_once_in_a_combat() {
    // Ruling R40: 0821 is attacked from two hexes, and its ten factors strike one of them.
    let mut table = table(siege(combat()).unit("IR48", "0921"));
    table.play(&["target 0821", "join all", "done", "done"]);
    assert!(table.offers("target 0820") && table.offers("target 0921"));
    table.play(&["target 0820", "garrison"]).rolls(&[10]).play(&["fire"]);
    assert_eq!(table.options(), ["done"]);
    assert_eq!(table.refused_by("target 0921"), "9.3.5a");
}

#[test]
fn nothing_is_left_to_attack_in_a_defeated_hex() {
    let fallen = table(siege(combat()).mark("fallen", "0821"));
    assert!(!fallen.offers("target 0821") && fallen.offers("target 0721"));
    assert_eq!(fallen.refused_by("target 0821"), "9.4.2");
    // And the Allies do not attack their own garrison.
    let own = phase("C3", 3).mark("phasing", "allied").mark("allied", "offensive").unit("27Bde", "0820");
    assert_eq!(table(own).refused_by("target 0821"), "9.4.2");
}

#[test]
fn a_garrison_is_overwhelmed_without_a_roll() {
    shows!["9.6.5", "13.1.4c"];
    let mut setting = siege(combat());
    for unit in ["IR48", "Gren12", "IR52", "LeibGren8", "Hus3", "Hus10", "IR20"] {
        setting = setting.unit(unit, "0921");
    }
    let mut table = table(setting);
    table.play(&["target 0821", "join all", "done", "done", "done", "fire"]);
    assert!(table.last_rolls().is_empty());
    assert_eq!(table.state().fallen.count_ones(), 1);
    let defeated = |table: &Table| table.told(Viewer::All).iter().any(|text| text.contains("is defeated for good"));
    assert!(defeated(&table));
    // In the open country there is no garrison to be defeated.
    let few = combat().unit("FA3", "0504").unit("11Ch", "0505");
    let mut open = crate::common::table(few);
    open.play(&["target 0505", "join all", "done", "done", "done", "fire"]);
    assert!(open.state().dead.contains(piece("11Ch")) && !defeated(&open));
}
