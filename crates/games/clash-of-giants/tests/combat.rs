//! 12.0 Combat, and 13.0 Forts.

use crate::common::{Ask, Labels, Lay, east, game, marne, phase};
use clash_of_giants::ClashOfGiants;
use engine::laws::{Setting, Table};
use engine::{Fate, shows};

/// A German Combat Phase of turn 5 in the east.
fn fight() -> Setting {
    phase("german-combat", 5)
}

/// The column of an attack on a hex by all that can join.
fn column(setting: Setting, target: &str) -> String {
    let mut table = setting.table(game());
    table.play(&[&format!("target {target}")]);
    let all = if table.offers("join all") { "join all".to_string() } else { table.options()[0].clone() };
    table.play(&[&all]);
    table.forecast("launch").sum.value
}

/// Names a target, joins units and declares the attack with these rolls.
fn attack(table: &mut Table<ClashOfGiants>, target: &str, units: &[&str], rolls: &[u16]) {
    table.play(&[&format!("target {target}")]);
    for unit in units {
        table.play(&[&format!("join {unit}")]);
    }
    table.rolls(rolls).play(&["launch"]);
}

#[test]
fn odds_are_rounded_for_the_defender() {
    shows!["std/12.4", "std/12.2a"];
    let against = |attackers: &[&str], defenders: &[&str]| {
        let hexes = ["3821", "3821", "3921", "3921", "3823", "3823", "3722", "3722", "4022"];
        let setting = attackers.iter().zip(hexes).fold(fight(), |setting, (unit, hex)| setting.unit(unit, hex));
        column(defenders.iter().fold(setting, |setting, unit| setting.unit(unit, "3822")), "3822")
    };
    // Divisions count two, brigades one, and all defenders together.
    assert_eq!(against(&["G-2LW"], &["R-1", "R-2"]), "1-3");
    assert_eq!(against(&["G-41"], &["R-1", "R-5Rif"]), "1-2");
    assert_eq!(against(&["G-41"], &["R-1"]), "1-1");
    assert_eq!(against(&["G-41", "G-2LW"], &["R-1"]), "1-1");
    assert_eq!(against(&["G-41", "G-35"], &["R-1"]), "2-1");
    assert_eq!(against(&["G-41", "G-35", "G-36"], &["R-1"]), "3-1");
    assert_eq!(against(&["G-41", "G-35", "G-36", "G-37"], &["R-1"]), "4-1");
    assert_eq!(against(&["G-41", "G-35", "G-36", "G-37", "G-1R"], &["R-1"]), "5-1");
    assert_eq!(against(&["G-41", "G-35", "G-36", "G-37", "G-1R", "G-36R"], &["R-5Rif"]), "5-1");
}

#[test]
fn a_reduced_unit_counts_one() {
    shows!["std/2.24", "std/2.25"];
    assert_eq!(column(fight().reduced("G-41", "3821").unit("R-1", "3822"), "3822"), "1-2");
    assert_eq!(column(fight().unit("G-41", "3821").reduced("R-1", "3822"), "3822"), "2-1");
}

#[test]
fn the_ground_shifts_the_column() {
    shows!["std/12.5a", "std/12.5c"];
    let on =
        |target: &str, from: &str| column(fight().unit("G-41", from).unit("G-35", from).unit("R-5Rif", target), target);
    assert_eq!(on("3822", "3821"), "4-1");
    // Woods, rough, swamp and town one, a city two.
    assert_eq!(on("3911", "3910"), "3-1");
    assert_eq!(on("4010", "4011"), "3-1");
    assert_eq!(on("2705", "2704"), "3-1");
    assert_eq!(on("3721", "3720"), "3-1");
    assert_eq!(on("1211", "1111"), "2-1");
}

#[test]
fn works_help_the_germans_alone_while_they_stand() {
    shows!["std/12.5a", "std/12.5c", "std/13.3"];
    let on = |target: &str, defender: &str, attackers: [&str; 2], from: &str, marks: &str| {
        let phase_of = if defender.starts_with('G') { "allied-combat" } else { "german-combat" };
        let setting = phase(phase_of, 5).unit(attackers[0], from).unit(attackers[1], from).unit(defender, target);
        column(if marks.is_empty() { setting } else { setting.mark("wrecked", marks) }, target)
    };
    // 3705 on the Angerapp, attacked from behind: a Fortified Zone in the clear.
    assert_eq!(on("3705", "G-2LW", ["R-25", "R-27"], "3605", ""), "3-1");
    assert_eq!(on("3705", "R-5Rif", ["G-41", "G-35"], "3605", ""), "4-1");
    assert_eq!(on("3705", "G-2LW", ["R-25", "R-27"], "3605", "3705"), "4-1");
    // Lötzen is a fort in a town: two, the larger of both; then a town.
    assert_eq!(on("3512", "G-6LW", ["R-25", "R-27"], "3612", ""), "2-1");
    assert_eq!(on("3512", "G-6LW", ["R-25", "R-27"], "3612", "3512"), "3-1");
    // A zone is added to its ground: Darkehmen is a town, two in all.
    assert_eq!(on("3707", "G-2LW", ["R-25", "R-27"], "3607", ""), "2-1");
}

#[test]
fn a_river_counts_if_every_attacker_crosses_it() {
    shows!["std/12.5b"];
    // The Alle between 2809 and 2909; 2810 lies on the other bank of it too.
    let one = fight().unit("G-41", "2809").unit("G-35", "2809").unit("R-5Rif", "2908");
    assert_eq!(column(one, "2908"), "3-1");
    let both = fight().unit("G-41", "2808").unit("G-35", "2907").unit("R-5Rif", "2908");
    assert_eq!(column(both, "2908"), "4-1");
    // Against two hexes at once it counts only where a river lies before both: 2808 is on this bank.
    let mut table =
        fight().unit("G-41", "2809").unit("G-35", "2809").unit("R-5Rif", "2908").unit("R-1Rif", "2808").table(game());
    table.play(&["target 2908", "join all", "target 2808"]);
    assert_eq!(table.forecast("launch").sum.value, "2-1");
}

#[test]
fn no_more_than_three_columns_are_shifted() {
    shows!["std/12.5c"];
    // Tapiau: a town in a Fortified Zone behind the Deime, four in all but for the limit.
    let setting = phase("allied-combat", 5)
        .unit("R-25", "2903")
        .unit("R-27", "2903")
        .unit("R-28", "2904")
        .unit("R-29", "2904")
        .unit("G-2LW", "2804");
    let forecast = {
        let mut table = setting.table(game());
        table.play(&["target 2804", "join all"]);
        table.forecast("launch").sum
    };
    assert_eq!(forecast.value, "3-1");
}

#[test]
fn every_defender_and_all_attackers_check_at_even_odds() {
    shows!["std/12.6", "std/12.7a", "std/12.7b", "std/12.7h", "std/12.8a", "std/12.8b"];
    // TER 4 against 3 at 1-1: a 5 fails the attacker, a 4 the defender by one hex; a 1 never helps by itself.
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").table(game());
    let mut looked = table.clone();
    let told = looked.play(&["target 3822", "join G-41"]).forecast("launch").fight.expect("an attack is a fight");
    let fates: Vec<_> = told.fates.iter().map(|known| (known.fate, known.probability)).collect();
    assert_eq!(fates, [(Fate::Retreats, 0.5), (Fate::Stands, 0.5)]);
    let losses = told.losses.expect("by dice alone");
    assert!((losses.attacker - 1.0 / 3.0).abs() < 1e-9 && (losses.defender - 0.5).abs() < 1e-9, "{losses:?}");
    attack(&mut table, "3822", &["G-41"], &[5, 4]);
    assert_eq!((table.steps("G-41"), table.steps("R-1")), (1, 1));
    assert_eq!(table.at("G-41"), "3821", "attackers never retreat");
    // Along the Russian compass: north-east, south-east or south.
    assert_eq!(table.hexes("to"), crate::common::words("3823 3922"));
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").table(game());
    attack(&mut table, "3822", &["G-41"], &[4, 3]);
    assert_eq!((table.steps("G-41"), table.steps("R-1"), table.at("R-1")), (2, 2, "3822".into()));
}

#[test]
fn the_column_modifies_both_dice() {
    shows!["std/12.7b", "std/12.7c", "std/12.7d"];
    let mut even = fight().unit("G-41", "3821").unit("R-1", "3822").table(game());
    even.play(&["target 3822", "join G-41"]);
    let sum = even.forecast("launch").sum.lines().join("\n");
    assert!(sum.contains("Column (0 for attackers, 0 for defenders): 1-1"), "{sum}");
    // 2-1: a natural 5 still passes TER 4, a 3 fails TER 3 by one.
    let mut table = fight().unit("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822").table(game());
    attack(&mut table, "3822", &["G-41", "G-35"], &[5, 5, 3]);
    assert_eq!((table.steps("G-41"), table.steps("G-35"), table.steps("R-1")), (2, 2, 1));
    // 1-2: a natural 4 fails TER 4, a 4 passes TER 3.
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").unit("R-2", "3822").table(game());
    attack(&mut table, "3822", &["G-41"], &[4, 4, 4]);
    assert_eq!((table.steps("G-41"), table.steps("R-1"), table.steps("R-2")), (1, 2, 2));
}

#[test]
fn high_odds_spare_some_attackers() {
    shows!["std/12.7e", "std/12.7f"];
    // 3-1 with three brigades' worth of divisions: three check. 4-1: two, chosen by the attacker.
    let mut table = fight()
        .unit("G-41", "3821")
        .unit("G-35", "3821")
        .unit("G-36", "3921")
        .unit("G-37", "3921")
        .unit("R-1", "3822")
        .table(game());
    table.play(&["target 3822", "join all"]);
    assert!(!table.choice("launch").rolls, "first it is said who checks");
    table.play(&["launch"]);
    assert_eq!(table.hexes("check"), crate::common::words("G-41 G-35 G-36 G-37"));
    // Who is asked to check can look at the odds once more.
    assert_eq!(table.forecast("check G-35").sum.value, "4-1");
    assert!(!table.choice("check G-35").rolls, "one more is chosen first");
    table.play(&["check G-35"]);
    assert!(table.choice("check G-37").rolls);
    table.rolls(&[6, 6, 1]).play(&["check G-37"]);
    // -3 for attackers: a 6 passes TER 4; the defender has +3.
    assert_eq!(table.last_rolls(), [6, 6, 1]);
    assert_eq!(table.steps("R-1"), 1);
    // 5-1: one alone.
    let mut table = fight().unit("G-41", "3821").unit("G-35", "3821").unit("G-36", "3921").unit("R-5Rif", "3822");
    table = table.unit("G-1R", "3921");
    let mut table = table.table(game());
    table.play(&["target 3822", "join all", "launch"]);
    table.rolls(&[6, 1]).play(&["check G-1R"]);
    assert_eq!(table.last_rolls(), [6, 1]);
}

#[test]
fn the_last_step_eliminates() {
    shows!["std/2.25", "std/12.8a"];
    let mut table = fight().reduced("G-41", "3821").unit("R-5Rif", "3822").table(game());
    attack(&mut table, "3822", &["G-41"], &[6, 6]);
    assert!(table.is_dead("G-41") && table.is_dead("R-5Rif"));
}

#[test]
fn a_ter_is_cut_and_never_below_one() {
    shows!["std/12.7g", "std/8.4b"];
    // Out of supply: TER 3 counts 2, so a 3 fails.
    let mut table = fight().unit("G-41", "3821").marked("R-1", "3822", &["unsupplied"]).table(game());
    attack(&mut table, "3822", &["G-41"], &[1, 3]);
    assert_eq!(table.steps("R-1"), 1);
    // A territorial of TER 1 in a demoralized army still passes with a 1, and with nothing else.
    for (roll, steps) in [(1, 1), (2, 0)] {
        let mut table = marne("german-combat", 6).reduced("G-3", "2009").unit("F-85T", "2010").table(game());
        attack(&mut table, "2010", &["G-3"], &[1, roll]);
        assert_eq!(table.steps("F-85T"), steps);
    }
}

#[test]
fn each_unit_attacks_once_and_each_hex_is_attacked_once() {
    shows!["std/12.1a", "std/12.1b", "std/12.1e", "std/12.2b"];
    let mut table = fight()
        .unit("G-41", "3821")
        .unit("G-35", "3821")
        .unit("R-1", "3822")
        .unit("R-2", "3922")
        .unit("R-4", "3720")
        .table(game());
    // Units of one hex may attack different hexes, one after the other, or not at all.
    attack(&mut table, "3822", &["G-41"], &[1, 1]);
    assert_eq!(table.refused_by("target 3822"), "std/12.1b");
    table.play(&["target 3720"]);
    assert_eq!(table.refused_by("join G-41"), "std/12.1b");
    table.rolls(&[1, 1]).play(&["join G-35", "launch"]);
    // Nothing more can attack: the turn goes on.
    assert_eq!(table.state().turn, 6);
}

#[test]
fn attacking_is_never_compulsory() {
    shows!["std/12.1a"];
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").table(game());
    table.play(&["done"]);
    assert_eq!(table.state().turn, 6);
}

#[test]
fn who_may_not_attack() {
    shows!["std/12.1c", "std/12.1d", "std/2.26", "marne/16.3b"];
    let mut table = fight()
        .marked("G-41", "3821", &["unsupplied"])
        .marked("G-35", "3821", &["done"])
        .unit("G-36", "3921")
        .unit("R-1", "3822")
        .table(game());
    table.play(&["target 3822"]);
    assert_eq!(table.refused_by("join G-41"), "std/12.1d");
    assert_eq!(table.refused_by("join G-35"), "std/12.1d");
    assert!(table.offers("join G-36"));
    // Across a lake.
    let table = fight().unit("G-41", "3411").unit("R-1", "3511").unit("G-35", "3821").unit("R-2", "3822").table(game());
    assert_eq!(table.refused_by("target 3511"), "std/12.1a");
    // The Jaegers of the Marne.
    let mut table =
        marne("german-combat", 6).unit("G-Jgr", "2414").unit("G-3", "2414").unit("F-1", "2415").table(game());
    table.play(&["target 2415"]);
    assert_eq!(table.refused_by("join G-Jgr"), "std/2.26");
}

#[test]
fn attenuated_units_may_attack_and_so_may_units_that_crossed_a_boundary() {
    shows!["std/8.4a", "std/9.3d"];
    let mut table = fight().marked("G-41", "3821", &["attenuated"]).unit("R-1", "3822").table(game());
    table.play(&["target 3822"]);
    assert!(table.offers("join G-41"));
    let mut table = marne("german-combat", 6).marked("G-3", "2414", &["crossed"]).unit("F-1", "2415").table(game());
    table.play(&["target 2415"]);
    assert!(table.offers("join G-3"));
}

#[test]
fn an_attack_from_one_hex_may_ignore_other_enemies() {
    shows!["std/12.3a"];
    let mut table =
        fight().unit("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822").unit("R-2", "3720").table(game());
    table.play(&["target 3822", "join all"]);
    assert!(table.offers("launch"));
}

#[test]
fn an_attack_from_several_hexes_must_cover_every_enemy_beside_them() {
    shows!["std/12.3b", "std/12.3c", "std/12.3d"];
    let setting = || {
        fight().unit("G-41", "3821").unit("G-35", "3921").unit("G-36", "4020").unit("R-1", "3822").unit("R-2", "4022")
    };
    let mut table = setting().table(game());
    table.play(&["target 3822", "join G-41", "join G-35"]);
    // 4022 stands beside 3921.
    assert_eq!(table.refused_by("launch"), "std/12.3b");
    assert_eq!(table.refused_by("link 4022"), "std/12.3d", "nobody is free to attack it");
    // It can be put into the same attack: one column for both.
    let mut one = table.clone();
    one.play(&["target 4022"]);
    assert_eq!(one.forecast("launch").sum.value, "1-1");
    assert!(one.offers("launch"));
    // Or be given one of its own by a unit that is free.
    let mut other = setting().unit("G-37", "4021").table(game());
    other.play(&["target 3822", "join G-41"]);
    assert_eq!(other.refused_by("link 4022"), "std/12.3d", "not next to 3821");
    other.play(&["join G-35", "link 4022", "join G-37"]);
    other.rolls(&[1, 1, 1, 1, 1]).play(&["launch"]);
    assert_eq!(other.state().turn, 6, "both attacks are resolved");
    assert!(other.heard("G-37") || other.heard("37 division attacks 4022"));
}

#[test]
fn what_cannot_be_attacked_or_has_been_does_not_bind() {
    shows!["std/12.3d"];
    let mut table = fight()
        .unit("G-41", "3821")
        .unit("G-35", "3921")
        .unit("G-36", "4021")
        .unit("R-1", "3822")
        .unit("R-2", "4022")
        .table(game());
    attack(&mut table, "4022", &["G-36"], &[1, 1]);
    table.play(&["target 3822", "join G-41", "join G-35"]);
    assert!(table.offers("launch"));
}

#[test]
fn linked_attacks_follow_at_once_each_with_its_own_say() {
    shows!["std/12.3d"];
    let mut table = fight()
        .unit("G-41", "3821")
        .unit("G-35", "3921")
        .unit("G-37", "4021")
        .unit("R-1", "3822")
        .unit("R-1Cav", "4022")
        .table(game());
    table.play(&["target 3822", "join G-41", "join G-35", "link 4022", "join G-37"]);
    table.rolls(&[1, 1, 1]).play(&["launch"]);
    // The first is over; the cavalry under the linked one may ride away before it is fought.
    assert!(table.offers("withdraw R-1Cav"), "{:?}", table.options());
}

#[test]
fn the_russian_armies_never_attack_together() {
    shows!["tannenberg/5.34a", "tannenberg/5.34b", "tannenberg/5.34c"];
    let mut table = phase("allied-combat", 5)
        .unit("R-25", "3821")
        .unit("R-1", "3921")
        .unit("R-27", "3821")
        .unit("G-41", "3822")
        .table(game());
    table.play(&["target 3822"]);
    assert!(!table.offers("join all"));
    table.play(&["join R-25"]);
    assert_eq!(table.refused_by("join R-1"), "tannenberg/5.34b");
    assert!(table.offers("join R-27"));
}

#[test]
fn french_and_british_never_attack_together() {
    shows!["marne/5.331a", "marne/5.331b"];
    let mut table = marne("allied-combat", 6)
        .unit("F-5", "2516")
        .unit("B-1", "2417")
        .unit("B-2", "2417")
        .unit("G-3", "2416")
        .unit("F-6", "2316")
        .table(game());
    table.play(&["target 2416"]);
    assert!(!table.offers("join all"));
    table.play(&["join B-1"]);
    assert_eq!(table.refused_by("join F-6"), "marne/5.331b");
    assert!(table.offers("join B-2"));
}

#[test]
fn germans_of_all_commands_and_armies_attack_together() {
    shows!["std/5.3"];
    let mut table = fight().unit("G-1", "3821").unit("G-35", "3921").unit("R-1", "3822").table(game());
    table.play(&["target 3822", "join G-1"]);
    assert!(table.offers("join G-35"));
    let mut table =
        marne("german-combat", 6).unit("G-5", "3016").unit("G-13", "3116").unit("F-1", "3017").table(game());
    table.play(&["target 3017", "join G-5"]);
    assert!(table.offers("join G-13"));
}

#[test]
fn units_in_entry_and_start_hexes_cannot_be_attacked() {
    shows!["tannenberg/9.22d", "marne/2.13d", "marne/5.331c"];
    let table = fight().unit("G-41", "5105").unit("R-25", "5205").unit("R-27", "5104").table(game());
    assert_eq!(table.refused_by("target 5205"), "tannenberg/9.22d");
    assert!(table.offers("target 5104"));
    let table = marne("allied-combat", 3).unit("F-1", "2002").unit("G-3", "2001").unit("G-4", "2003").table(game());
    assert_eq!(table.refused_by("target 2001"), "marne/2.13d");
}

#[test]
fn units_in_a_fort_do_not_retreat() {
    shows!["std/13.2"];
    let mut table = phase("allied-combat", 5).unit("R-25", "3612").unit("G-3R", "3512").table(game());
    attack(&mut table, "3512", &["R-25"], &[1, 6]);
    assert_eq!((table.steps("G-3R"), table.at("G-3R")), (1, "3512".into()));
    // Where the fort is destroyed they do.
    let mut table =
        phase("allied-combat", 5).unit("R-25", "3612").unit("G-3R", "3512").mark("wrecked", "3512").table(game());
    attack(&mut table, "3512", &["R-25"], &[1, 6]);
    assert!(!table.hexes("to").is_empty());
}

#[test]
fn an_empty_fort_is_entered_and_destroyed() {
    shows!["std/13.3"];
    let mut table =
        crate::common::moves("russian-first", "3", 5).unit("R-25", "3612").unit("G-1", "1611").table(game());
    assert!(!table.state().zoc[0].contains(east().hex("3511")));
    table.play(&["pick R-25", "to 3512"]);
    assert!(table.heard("works in 3512 are destroyed"));
}

#[test]
fn allied_attacks_are_made_in_any_order_and_followed_by_advances() {
    shows!["marne/5.331d", "marne/5.331e"];
    let setting = || {
        marne("allied-combat", 7)
            .unit("F-5", "2820")
            .unit("G-DetA", "2819")
            .unit("F-33", "4218")
            .unit("G-23", "4217")
            .mark("rallied", "french-fifth french-fourth")
    };
    for order in [["2819", "4217"], ["4217", "2819"]] {
        let mut table = setting().table(game());
        for target in order {
            let unit = if target == "2819" { "F-5" } else { "F-33" };
            attack(&mut table, target, &[unit], &[1, 6]);
            // The detachment falls and the hex is entered; the division retreats.
            if target == "2819" {
                table.play(&["advance F-5 2819"]);
            } else {
                let away = table.options()[0].clone();
                table.play(&[&away, "done"]);
            }
        }
        assert_eq!((table.at("F-5"), table.at("F-33")), ("2819".into(), "4218".into()));
    }
}

#[test]
fn only_own_units_on_the_map_join_an_attack() {
    shows!["std/12.1a"];
    let mut table =
        phase("german-combat", 5).unit("G-41", "3821").unit("R-1", "3822").unit("R-2", "3823").table(game());
    table.play(&["target 3822"]);
    for unit in ["R-1", "R-2", "G-37"] {
        assert_eq!(table.refused_by(&format!("join {unit}")), "std/12.1a", "{unit}");
    }
}

#[test]
fn the_end_of_the_phase_says_how_many_could_still_attack() {
    shows!["std/12.1a", "std/12.1d"];
    let leaves = |setting: Setting| setting.unit("R-1", "3822").table(game()).choice("done").leaves.unwrap();
    let one = || fight().unit("G-41", "3821").unit("G-37", "1611");
    assert_eq!(leaves(one()), "1 unit could still attack", "one is far away");
    assert_eq!(leaves(one().unit("G-35", "3821").unit("G-36", "3921")), "3 units could still attack");
    assert_eq!(leaves(one().marked("G-35", "3821", &["unsupplied"])), "1 unit could still attack");
}
