//! 4.A, 5 Unit Modes, and 15.3 Command and Control.

use crate::common::{ALLIED, GERMAN, Setting, Table, game, hex, phase, piece, table};
use engine::{Rules, Viewer, shows};

/// Haig with a brigade and a battery, Gronau with a regiment far away, before the modes of this turn.
fn two_corps() -> Setting {
    phase("A", 3).unit("Haig", "0230").unit("1Br", "0231").unit("Gronau", "3411").unit("RIR27", "3511")
}

fn mode(table: &Table, name: &str) -> &'static str {
    table.state().mode(piece(name)).id()
}

fn marks(viewer: Viewer, table: &Table, name: &str) -> Vec<&'static str> {
    let view = table.view(viewer);
    let shown = view.pieces.iter().find(|shown| shown.id.as_deref() == Some(name));
    shown.map_or(Vec::new(), |shown| shown.marks.iter().map(|mark| mark.word()).collect())
}

#[test]
fn a_unit_has_the_mode_of_its_hq() {
    shows!["5a", "5.2.3", "5.2.4", "4.A2"];
    let mut table = table(two_corps().mark("allied", "defensive"));
    assert_eq!((mode(&table, "Haig"), mode(&table, "1Br")), ("defensive", "defensive"));
    table.play(&["mode Haig offensive"]);
    assert_eq!((mode(&table, "Haig"), mode(&table, "1Br")), ("offensive", "offensive"));
    // The counter lies where the other lay.
    assert_eq!(crate::common::place(&table, "Haig"), "0230");
    assert_eq!(table.refused_by("mode Haig transfer"), "5.2.3");
}

#[test]
fn any_mode_follows_any_but_offensive_after_regroup() {
    shows!["5.1.4e", "5.2.6", "4.A1"];
    let all = ["offensive", "defensive", "transfer", "regroup"];
    for from in all {
        let table = table(two_corps().mark("allied", from));
        for to in all {
            let action = format!("mode Haig {to}");
            match (from, to) {
                ("regroup", "offensive") => assert_eq!(table.refused_by(&action), "5.1.4e"),
                _ if from == to => assert!(!table.offers(&action)),
                _ => assert!(table.offers(&action), "{from} to {to}"),
            }
        }
        // Nobody must change.
        assert!(table.offers("done"));
    }
}

#[test]
fn modes_change_in_their_phase_alone() {
    shows!["5.2.2"];
    for at in ["C1", "C2", "C3"] {
        let setting = phase(at, 3).mark("phasing", "allied").unit("Haig", "0230").unit("1Br", "0231");
        let table = table(setting.unit("RIR27", "3511"));
        assert!(table.options().iter().all(|option| !option.starts_with("mode")), "{at}");
        assert!(table.refusal("mode Haig transfer").clauses.iter().any(|clause| clause.0 == "5.2.2"), "{at}");
    }
}

#[test]
fn both_choose_in_secret() {
    shows!["4.A1", "4.A3", "5.2.5a"];
    let mut one = table(two_corps().mark("allied", "defensive"));
    let mut other = one.clone();
    one.play(&["mode Haig offensive", "done"]);
    other.play(&["mode Haig transfer", "done"]);
    let german = Viewer::Side(GERMAN);
    assert_eq!(one.view(german), other.view(german));
    assert_eq!(one.options(), other.options());
    assert_eq!(one.told(german), other.told(german));
    // The general is seen, his mode is not; his own side knows it.
    let view = one.view(german);
    assert!(view.pieces.iter().any(|shown| shown.id.as_deref() == Some("Haig") && shown.kind == "headquarters"));
    assert!(!marks(german, &one, "Haig").iter().any(|mark| mark.to_lowercase().contains("offensive")));
    assert!(marks(Viewer::Side(ALLIED), &one, "Haig").iter().any(|mark| mark.to_lowercase().contains("offensive")));
}

#[test]
fn combat_reveals_a_mode_until_modes_change_again() {
    shows!["5.2.5b"];
    let setting = phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "transfer");
    let setting = setting.unit("Haig", "0233").unit("1Br", "0330").unit("Gronau", "0327").unit("RIR27", "0329");
    let mut table = table(setting);
    let shown = |table: &Table, viewer: Viewer, mode: &str, hq: &str| {
        marks(viewer, table, hq).iter().any(|mark| mark.to_lowercase().contains(mode))
    };
    assert!(!shown(&table, Viewer::Side(GERMAN), "transfer", "Haig"));
    table.rolls(&[5, 5, 5, 5]).play(&["target 0330", "join RIR27", "done"]);
    while !table.told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("British I Corps is in Transfer mode")) {
        let option = table.options().into_iter().find(|option| option != "done").unwrap_or_else(|| "done".into());
        table.play(&[&option]);
    }
    assert!(shown(&table, Viewer::Side(GERMAN), "transfer", "Haig"));
}

// 15.3 Command and Control.

fn commanded(setting: Setting) -> Table {
    table(setting.option("command-and-control"))
}

/// Plays the notes of both sides, with one HQ noted, and the dice.
fn noted(mut table: Table, hq: &str, rolls: &[u16]) -> Table {
    table.play(&[&format!("note {hq}"), "done"]);
    table.rolls(rolls).play(&["done"]);
    table
}

#[test]
fn nobody_changes_without_a_roll() {
    shows!["15.3", "15.3.1a", "15.3.3c"];
    let table = commanded(two_corps().mark("allied", "offensive"));
    assert!(table.options().iter().all(|option| !option.starts_with("mode")));
    // Each HQ can be noted once.
    let mut notes = table.clone();
    assert!(notes.offers("note Haig") && notes.offers("done"));
    notes.play(&["note Haig"]);
    assert!(!notes.offers("note Haig"));
    assert_eq!(notes.refused_by("note Haig"), "15.3.3a");
    // Nobody is noted: no die is rolled, nothing changes.
    let mut quiet = table.clone();
    quiet.play(&["done", "done"]);
    assert!(quiet.last_rolls().is_empty());
    // Every HQ that was noted rolls, of both sides, whatever those before it must do.
    let mut all = commanded(two_corps().mark("allied", "offensive").unit("Smith-Dorrien", "0131"));
    all.play(&["note Haig", "note Smith-Dorrien", "done", "note Gronau"]);
    all.rolls(&[3, 8, 1]).play(&["done"]);
    assert_eq!(all.last_rolls(), [3, 8, 1]);
    assert_eq!((mode(&all, "Haig"), mode(&all, "Gronau")), ("defensive", "defensive"));
    assert!(all.offers("mode Smith-Dorrien transfer") && !all.offers("mode Haig transfer"));
}

#[test]
fn what_the_table_commands() {
    shows!["15.3.1b", "15.3.1c", "15.3.1d", "15.3.1f"];
    // The line of the B.E.F.: 1-2 Must Regroup, 3-4 Must Defensive, 5-6 No Change.
    for (die, becomes) in [(2, "regroup"), (3, "defensive"), (6, "transfer")] {
        let mut table = noted(commanded(two_corps().mark("allied", "transfer")), "Haig", &[die]);
        assert!(!table.offers("mode Haig offensive"));
        assert_eq!(table.refused_by("mode Haig offensive"), "15.3.1e");
        table.rolls(&[3, 2]).play(&["done", "done"]);
        assert_eq!(mode(&table, "1Br"), becomes, "{die}");
    }
    // Must Offensive, even from Regroup: 9 on the line of the German First Army.
    let mut table = commanded(two_corps().mark("german", "regroup"));
    table.play(&["done", "note Gronau"]);
    table.rolls(&[9]).play(&["done"]);
    assert_eq!(mode(&table, "RIR27"), "offensive");
}

#[test]
fn change_normally_leaves_the_choice() {
    shows!["15.3.1e"];
    let table = noted(commanded(two_corps().mark("allied", "defensive")), "Haig", &[8]);
    for to in ["offensive", "transfer", "regroup"] {
        assert!(table.offers(&format!("mode Haig {to}")), "{to}");
    }
    assert!(table.offers("done"));
    // It is granted to the HQ that rolled, and not to one of which nothing was noted.
    let both = noted(commanded(two_corps().unit("Smith-Dorrien", "0131")), "Haig", &[8]);
    assert!(both.offers("mode Haig offensive") && !both.offers("mode Smith-Dorrien offensive"));
    assert_eq!(both.refused_by("mode Smith-Dorrien offensive"), "15.3.1e");
    // From Regroup to Offensive too, as 5.2.6 excepts it; with the switch not (ruling R83).
    let regroup = || two_corps().mark("allied", "regroup");
    assert!(noted(commanded(regroup()), "Haig", &[8]).offers("mode Haig offensive"));
    let table = noted(commanded(regroup().option("normal-ban")), "Haig", &[8]);
    assert_eq!(table.refused_by("mode Haig offensive"), "5.1.4e");
}

fn stranded(mode: &str) -> Setting {
    let piece = serde_json::json!({"piece": "Gronau", "hex": "3411", "marks": ["out of supply", mode]});
    phase("A", 3).unit("Haig", "0230").piece(piece).unit("RIR27", "3511")
}

#[test]
fn a_hq_out_of_supply_is_not_made_to_attack() {
    shows!["15.3.1g", "15.3.2"];
    // 9 is Must Offensive: rolled again. 3 is No Change, which serves a HQ that is not Offensive.
    let mut table = commanded(stranded("defensive"));
    table.play(&["done", "note Gronau"]);
    table.rolls(&[9, 10, 3]).play(&["done"]);
    assert_eq!((table.last_rolls().len(), mode(&table, "RIR27")), (3, "defensive"));
    // Offensive it must leave, so No Change is rolled again too, and it must be noted.
    let mut table = commanded(stranded("offensive"));
    table.play(&["done"]);
    assert_eq!(table.refused_by("done"), "11.2.3b");
    table.play(&["note Gronau"]);
    table.rolls(&[3, 9, 1]).play(&["done"]);
    assert_eq!((table.last_rolls().len(), mode(&table, "RIR27")), (3, "defensive"));
}

#[test]
fn a_hq_out_of_supply_leaves_offensive_mode() {
    shows!["5.1.1d", "11.2.3a", "11.2.3b"];
    let mut table = table(stranded("offensive"));
    table.play(&["done"]);
    assert_eq!(table.refused_by("done"), "11.2.3b");
    table.play(&["mode Gronau defensive"]);
    assert!(table.offers("done"));
    let mut table = crate::common::table(stranded("defensive"));
    table.play(&["done"]);
    assert_eq!(table.refused_by("mode Gronau offensive"), "11.2.3a");
}

#[test]
fn notes_are_secret_and_dice_are_open() {
    shows!["15.3.3a", "15.3.3b"];
    let one = commanded(two_corps().mark("allied", "offensive"));
    let mut other = one.clone();
    let german = Viewer::Side(GERMAN);
    let mut noting = one.clone();
    noting.play(&["note Haig", "done"]);
    other.play(&["done"]);
    assert_eq!(noting.view(german), other.view(german));
    assert_eq!(noting.options(), other.options());
    noting.rolls(&[3]).play(&["done"]);
    assert!(noting.told(german).iter().any(|text| text == "Haig rolls 3 for command: Must Defensive."));
    // Who saw the die knows the mode that it commands, and nothing of one that the owner keeps or chooses.
    let knows = |table: &Table| marks(german, table, "Haig").iter().any(|mark| *mark == mode(table, "Haig"));
    assert!(knows(&noting));
    for die in [5, 8] {
        assert!(!knows(&noted(one.clone(), "Haig", &[die])), "{die}");
    }
    // By agreement they are rolled in secret.
    let secret = two_corps().mark("allied", "offensive").option("secret-rolls");
    let table = noted(commanded(secret), "Haig", &[3]);
    assert_eq!((mode(&table, "Haig"), knows(&table)), ("defensive", false));
    assert!(!table.told(german).iter().any(|text| text.contains("rolls 3")));
    assert!(table.told(Viewer::Side(ALLIED)).iter().any(|text| text.contains("rolls 3")));
}

#[test]
fn a_hq_is_pointed_at_for_its_modes_and_each_is_named() {
    shows!["5.2.3"];
    let table = table(
        phase("A", 3).mark("allied", "offensive").unit("Haig", "0230").unit("1Br", "0230").unit("Vautier", "0505"),
    );
    let mut meant = Vec::new();
    game().pointing_at(table.state(), hex("0230"), &mut meant);
    let mut meant: Vec<String> = meant.into_iter().map(|action| game().notation(table.state(), action)).collect();
    meant.sort();
    assert_eq!(meant, ["mode Haig defensive", "mode Haig offensive", "mode Haig regroup", "mode Haig transfer"]);
    assert_eq!(table.choice("mode Haig regroup").text, "Haig to Regroup mode");
}

#[test]
fn a_commanded_hq_is_not_asked_again() {
    shows!["15.3.1a"];
    // 3 is Must Defensive for the one, 8 is Change Normally for the other.
    let setting = two_corps().unit("Smith-Dorrien", "0131").mark("allied", "transfer");
    let mut table = commanded(setting);
    table.play(&["note Haig", "note Smith-Dorrien", "done"]).rolls(&[3, 8]).play(&["done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("mode Haig")));
    assert!(table.offers("mode Smith-Dorrien offensive"));
}
