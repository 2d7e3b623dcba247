//! 4.B, 6 Initiative.

use crate::common::{ALLIED, GERMAN, Table, phase, table};
use engine::{Viewer, shows};

/// Seven Allied HQs and three German ones on the map, on this turn before the modes change; their modes by these marks.
fn staffs(turn: u32, allied: &str, german: &str) -> Table {
    let mut setting = phase("A", turn).mark("allied", allied).mark("german", german);
    let hqs = ["Haig", "Pulteney", "Vautier", "Lamaze", "Ebener", "Hache", "Deligny"];
    for (at, hq) in hqs.iter().enumerate() {
        setting = setting.unit(hq, &format!("02{}", 26 + at));
    }
    for (at, hq) in ["Gronau", "Quast", "Emmich"].iter().enumerate() {
        setting = setting.unit(hq, &format!("34{}", 11 + at));
    }
    table(setting)
}

#[test]
fn the_germans_have_it_on_the_first_two_turns() {
    shows!["4.B2", "6.2d"];
    for turn in [1, 2] {
        let mut table = staffs(turn, "offensive", "regroup");
        table.play(&["done", "done"]);
        assert!(table.last_rolls().is_empty());
        assert_eq!(table.chooser(), GERMAN);
        assert!(table.offers("first") && table.offers("second"));
    }
    let mut table = staffs(3, "offensive", "regroup");
    table.rolls(&[9, 2]).play(&["done", "done"]);
    assert_eq!(table.last_rolls(), [9, 2]);
}

#[test]
fn the_higher_modified_die_wins() {
    shows!["4.B1", "6.1a", "6.1b", "6.2a"];
    // Seven Offensive HQs add 2 to a 4 (X7): 6 beats 5.
    let mut table = staffs(3, "offensive", "defensive");
    table.rolls(&[4, 5]).play(&["done", "done"]);
    assert_eq!(table.chooser(), ALLIED);
    assert!(table.told(Viewer::Side(GERMAN)).contains(&"Initiative: Allied 6, German 5.".to_string()));
    // Without them 4 loses to 5; three German ones add 1.
    let mut table = staffs(3, "transfer", "offensive");
    table.rolls(&[5, 5]).play(&["done", "done"]);
    assert_eq!(table.chooser(), GERMAN);
    assert!(table.told(Viewer::Side(ALLIED)).contains(&"Initiative: Allied 5, German 6.".to_string()));
}

#[test]
fn ties_are_rolled_again() {
    shows!["6.2b"];
    let mut table = staffs(3, "transfer", "transfer");
    table.rolls(&[7, 7, 3, 3, 2, 1]).play(&["done", "done"]);
    assert_eq!(table.last_rolls().len(), 6);
    assert_eq!(table.chooser(), ALLIED);
    // Modified totals tie, not the dice (ruling R10): 4 + 2 and 6.
    let mut table = staffs(3, "offensive", "transfer");
    table.rolls(&[4, 6, 1, 9]).play(&["done", "done"]);
    assert_eq!((table.last_rolls().len(), table.chooser()), (4, GERMAN));
}

#[test]
fn the_winner_says_who_goes_first() {
    shows!["6.2c", "4.D", "4b"];
    for (choice, first) in [("first", ALLIED), ("second", GERMAN)] {
        let mut table = staffs(3, "transfer", "transfer");
        table.rolls(&[8, 2]).play(&["done", "done", choice]);
        assert_eq!(table.chooser(), first, "{choice}");
        // Movement, bombardment and combat of the first player, then of the second.
        table.play(&["done", "done", "done"]);
        assert_eq!(table.chooser(), first.other(), "{choice}");
        table.play(&["done", "done", "done"]);
        assert_eq!(table.view(Viewer::All).turn, 4);
    }
}
