//! 8.1 Stacking.

use crate::common::*;
use engine::{Habit, shows};

fn moves(mode: &str) -> Setting {
    phase("C1", 3).mark("phasing", "allied").mark("allied", mode).mark("german", "defensive")
}

fn stacked(mode: &str, units: &[&str]) -> Setting {
    units.iter().fold(moves(mode), |setting, unit| setting.unit(unit, "0505"))
}

#[test]
fn stacking_points_by_class() {
    shows!["8.1a", "8.1.1a", "8.1.1b", "8.1.1c", "8.1.1d", "8.1.1e", "8.1.1f", "8.1.1g", "8.1.2"];
    let points = |name: &str| game().pieces.counter(piece(name)).points;
    assert_eq!((points("27Bde"), points("125Bde"), points("75Bde")), (4, 4, 4), "French infantry brigades");
    assert_eq!((points("1Br"), points("19Br")), (3, 3), "British infantry brigades");
    assert_eq!((points("2Cuir"), points("1CavBr"), points("5Cav")), (2, 2, 2), "cavalry brigades");
    assert_eq!((points("IR42"), points("RIR27")), (2, 2), "German infantry regiments");
    assert_eq!((points("11Ch"), points("Hus3")), (2, 2), "cavalry regiments");
    assert_eq!((points("AC7"), points("1DivArt"), points("FA3"), points("HvII")), (2, 2, 2, 2), "artillery");
    assert_eq!(points("Vautier"), 0, "HQs");
    // A HQ and markers beside a full stack do not matter.
    let full = stacked("defensive", &["27Bde", "28Bde", "125Bde"]).unit("Vautier", "0505");
    let mut table = table(full);
    table.play(&["done"]);
    assert!(table.state().disrupted.is_empty());
}

#[test]
fn twelve_points_or_sixteen_if_all_are_offensive() {
    shows!["8.1b", "5.1.1e", "8.1.3", "7.1.5b"];
    // X18: four brigades, all Offensive. X17: one of another mode makes it twelve.
    let four = ["27Bde", "28Bde", "125Bde", "126Bde"];
    let mut offensive = table(stacked("offensive", &four));
    offensive.play(&["done"]);
    assert!(offensive.state().disrupted.is_empty());
    for mode in ["defensive", "transfer", "regroup"] {
        let mut other = table(stacked(mode, &four));
        assert!(other.state().disrupted.is_empty(), "nobody looks before the phase ends");
        other.play(&["done"]);
        assert_eq!(other.state().disrupted.len(), 4, "{mode}");
    }
    let mixed = |units: &[&str]| {
        let setting = stacked("offensive", units);
        let other = serde_json::json!({ "piece": "109Bde", "hex": "0505", "marks": ["defensive"] });
        let mut table = table(setting.piece(other));
        table.play(&["done"]);
        table.state().disrupted.len()
    };
    assert_eq!(mixed(&["27Bde", "28Bde"]), 0);
    assert_eq!(mixed(&["27Bde", "28Bde", "125Bde"]), 4);
}

#[test]
fn a_change_of_mode_may_overstack() {
    let units = ["27Bde", "28Bde", "125Bde", "126Bde"];
    let setting = phase("A", 3).mark("allied", "offensive").unit("Vautier", "0507");
    let mut table = table(units.iter().fold(setting, |setting, unit| setting.unit(unit, "0505")));
    table.play(&["mode Vautier defensive", "done"]);
    assert_eq!(table.misdeeds(&[], "done").units(ALLIED, Habit::Crowding), 4, "their own side did it");
    table.play(&["done"]);
    assert_eq!(table.state().disrupted.len(), 4, "at the end of the Mutual Mode Alteration Phase");
}

#[test]
fn friends_may_pass_and_overstack_until_the_phase_ends() {
    shows!["7.1.5a"];
    let setting = stacked("offensive", &["27Bde", "28Bde", "125Bde", "126Bde"]).unit("109Bde", "0504");
    let mut table = table(setting);
    table.play(&["pick 109Bde"]);
    assert!(table.offers("to 0505") && table.offers("to 0506"));
    let strict = stacked("offensive", &["27Bde", "28Bde", "125Bde", "126Bde"]).unit("109Bde", "0504");
    let mut strict = crate::common::table(strict.option("no-overstacking"));
    strict.play(&["pick 109Bde"]);
    assert!(strict.offers("to 0506"));
    assert_eq!(strict.refused_by("to 0505"), "8.1b");
}

#[test]
fn the_overstacked_only_defend() {
    shows!["8.1.4"];
    let units = ["27Bde", "28Bde", "125Bde", "126Bde", "11Ch", "AC7"];
    let crowd = |phase_id: &str, phasing: &str| {
        let setting =
            phase(phase_id, 3).mark("phasing", phasing).mark("allied", "offensive").mark("german", "offensive");
        units.iter().fold(setting, |setting, unit| setting.unit(unit, "0505"))
    };
    assert_eq!(table(crowd("C3", "allied").unit("IR42", "0504")).options(), ["done"], "no attack");
    assert_eq!(table(crowd("C2", "allied").unit("IR42", "0503")).options(), ["done"], "no bombardment");
    // As targets they fire; for others they do not.
    let mut target = table(crowd("C3", "german").unit("IR42", "0504"));
    target.play(&["target 0505", "join IR42", "done", "done", "target 0504"]);
    assert!(target.offers("aim 27Bde 7"));
    let mut other = table(crowd("C3", "german").unit("IR42", "0504").unit("109Bde", "0404"));
    other.play(&["target 0404", "join IR42", "done", "done", "target 0504"]);
    assert_eq!(other.refused_by("aim 27Bde 3"), "8.1.4");
    // Nor do they strike back when they are Engaged, as others do: by their number alone.
    let engaged = |names: &[&str]| {
        let setting = phase("C3", 3).mark("phasing", "german").mark("allied", "defensive").mark("german", "offensive");
        let setting = names.iter().fold(setting.unit("IR42", "0504"), |setting, unit| setting.unit(unit, "0505"));
        let mut table = table(setting);
        table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
        table.offers("target 0504")
    };
    assert!(engaged(&units[..3]) && !engaged(&units[..4]));
}
