//! 9.6 Explanation of Combat Results, and 9.8 Retreats.

use crate::common::*;
use engine::{Fate, Rules, Viewer, shows};
use serde_json::json;

fn combat() -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

/// Germans in 0504 strong enough for a 3 on a roll of 1: 46 factors on the Defensive line.
fn strong(setting: Setting) -> Setting {
    let units = ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3", "FA4"];
    units.iter().fold(setting, |setting, unit| setting.unit(unit, "0504"))
}

/// Plays an attack on 0505 up to the roll, and rolls.
fn struck(setting: Setting, die: u16) -> Table {
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "done"]).rolls(&[die]).play(&["fire"]);
    table
}

#[test]
fn the_owner_divides_a_result() {
    shows!["9.6.1", "9.6.2.N-RAa", "9.6.2.N-RAb", "9.6.2.N-RAc"];
    // X1: of a 3, three steps, or two and a hex, or one and two hexes.
    let three = struck(strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")), 1);
    assert_eq!(three.chooser(), ALLIED);
    assert_eq!(three.options(), ["take 1", "take 2", "take 3"]);
    assert_eq!(three.refused_by("take 0"), "9.6.2.N-RAb");
    // X4: of a 1 no step need be lost, of a 2 one.
    let one = struck(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505"), 1);
    assert_eq!(one.options(), ["take 0", "take 1"]);
    let two = struck(strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")), 3);
    assert_eq!(two.options(), ["take 1", "take 2"]);
}

#[test]
fn disrupted_units_retreat_as_far_as_they_can() {
    shows!["9.6.2.N-RAd", "10.1.2d"];
    // X2: most steps disrupted, so only one step and two hexes.
    let marked = |name: &str| json!({ "piece": name, "hex": "0505", "marks": ["disrupted"] });
    let mut most = struck(strong(combat().piece(marked("27Bde")).piece(marked("28Bde")).unit("11Ch", "0505")), 1);
    assert!(most.options()[0].starts_with("lose "), "nothing is to be divided");
    most.play(&["lose 11Ch"]);
    assert!(most.options()[0].starts_with("retreat "));
    // Half of the steps is not most of them.
    let half = struck(strong(combat().piece(marked("27Bde")).unit("28Bde", "0505")), 1);
    assert_eq!(half.options(), ["take 1", "take 2", "take 3"]);
}

#[test]
fn units_out_of_supply_suffer_one_more() {
    shows!["9.6.2.N-RAe", "11.2.2c"];
    let cut_off = |name: &str| json!({ "piece": name, "hex": "0505", "marks": ["out of supply"] });
    // X3: a 3 is a 4.
    let all = struck(strong(combat().piece(cut_off("27Bde")).piece(cut_off("28Bde"))), 1);
    assert_eq!(all.options(), ["take 2", "take 3", "take 4"]);
    let some = strong(combat().piece(cut_off("27Bde")).unit("28Bde", "0505").unit("11Ch", "0505"));
    // One of them is enough, with the switch most of their steps (ruling R44).
    assert_eq!(struck(some.clone(), 1).options(), ["take 2", "take 3", "take 4"]);
    assert_eq!(struck(some.option("most-unsupplied"), 1).options(), ["take 1", "take 2", "take 3"]);
}

#[test]
fn steps_are_lost_where_their_owner_likes() {
    shows!["9.6.4a", "9.6.4b", "9.6.4c"];
    let setting = strong(combat().unit("27Bde", "0505").unit("28Bde", "0505").unit("11Ch", "0505"));
    let mut table = struck(setting, 1);
    table.play(&["take 3"]);
    assert_eq!(table.options(), ["lose 27Bde", "lose 28Bde", "lose 11Ch"]);
    table.play(&["lose 27Bde", "lose 27Bde"]);
    assert!(table.state().dead.contains(piece("27Bde")), "its second step was its last");
    table.play(&["lose 11Ch"]);
    assert!(table.state().dead.contains(piece("11Ch")), "its only step");
    assert!(!table.state().reduced.contains(piece("28Bde")));
    assert!(table.told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("27 Bde") && text.contains("eliminated")));
}

#[test]
fn fewer_steps_than_the_loss_are_all_lost() {
    // A 3 against one step: the least loss kills, and nobody retreats.
    let mut table = struck(strong(combat().unit("AD63", "0505")), 1);
    assert_eq!(table.chooser(), GERMAN, "the attackers may advance");
    assert!(table.state().dead.contains(piece("AD63")));
    table.play(&["done"]);
}

#[test]
fn retreats_disrupt_and_lead_away_from_the_victors() {
    shows!["9.6.3", "9.8.1", "9.8.4", "10.1.1a"];
    let mut table = struck(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505"), 1);
    table.play(&["take 0"]);
    // From 0504 the hexes behind 0505 are 0405, 0506 and 0605.
    assert_eq!(table.options(), ["retreat 0605", "retreat 0506", "retreat 0405"]);
    assert_eq!(table.refused_by("retreat 0404"), "9.8.1", "it is next to the victors");
    table.play(&["retreat 0506"]);
    assert!(table.state().disrupted.contains(piece("27Bde")));
    let mut stands = struck(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505"), 1);
    stands.play(&["take 1"]);
    assert!(!stands.state().disrupted.contains(piece("27Bde")), "who takes the step stays as he is");
}

#[test]
fn retreats_avoid_enemy_zones_and_pay_for_them() {
    shows!["9.8.2a", "9.8.2a2", "9.8.2b"];
    // Other Germans in 0407 watch 0406, 0507 and 0506; in 0607 they watch 0606, 0506 and 0507.
    let setting = combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505");
    let mut free = struck(setting.clone().unit("IR48", "0407"), 1);
    free.play(&["take 0"]);
    assert_eq!(free.options(), ["retreat 0605", "retreat 0506", "retreat 0405"]);
    let mut watched = struck(setting.clone().unit("IR48", "0406"), 1);
    watched.play(&["take 0"]);
    assert!(!watched.state().is_locked(piece("27Bde")));
    assert_eq!(place(&watched, "27Bde"), "0605", "0405 and 0506 are in the zone of 0406");
    // With a friend in 0605 and a German in 0606, every way is watched: the friend does not cancel the zone.
    let shut = setting.unit("IR48", "0406").unit("IR24", "0606").unit("28Bde", "0605");
    let mut pays = struck(shut, 1);
    pays.play(&["take 0"]);
    let first = pays.options()[0].clone();
    pays.play(&[&first]);
    assert!(pays.state().reduced.contains(piece("27Bde")), "a zone costs a step");
}

#[test]
fn who_cannot_retreat_is_eliminated() {
    shows!["9.8.2c"];
    let mut setting = combat().unit("Gren2", "0504").unit("27Bde", "0505");
    for (unit, hex) in
        [("IR42", "0504"), ("IR48", "0404"), ("IR24", "0405"), ("IR20", "0506"), ("IR64", "0605"), ("IR52", "0604")]
    {
        setting = setting.unit(unit, hex);
    }
    let mut table = table(setting);
    table
        .play(&["target 0505", "join IR42", "join Gren2", "done", "done", "done"])
        .rolls(&[1])
        .play(&["fire", "take 0"]);
    assert!(table.state().dead.contains(piece("27Bde")));
}

#[test]
fn units_that_retreat_onto_friends_share_their_fate() {
    shows!["9.8.3a", "9.8.3b", "9.8.3c"];
    // 27 and 28 Bde retreat onto three brigades in 0506, which are attacked next.
    let mut setting = combat().unit("27Bde", "0505").unit("28Bde", "0505");
    for unit in ["109Bde", "110Bde", "111Bde"] {
        setting = setting.unit(unit, "0506");
    }
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3"] {
        setting = setting.unit(unit, "0504");
    }
    let setting =
        setting.unit("IR48", "0606").unit("FA5", "0606").unit("IR20", "0606").unit("IR24", "0405").unit("IR64", "0605");
    let mut table = table(setting);
    table.play(&["target 0505"]);
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3"] {
        table.play(&[&format!("join {unit}")]);
    }
    table.play(&["done", "target 0506", "join IR48", "join FA5", "join IR20", "done", "done", "target 0505", "done"]);
    table.rolls(&[2]).play(&["fire", "take 1", "lose 27Bde"]);
    assert_eq!(place(&table, "28Bde"), "0506", "the only way is onto friends, through a zone that costs a step");
    table.play(&["lose 28Bde"]);
    assert_eq!(table.state().guests.len(), 2);
    // 20 stacking points stand there for the time being. The next battle: the guests give no Defense Fire.
    while table.chooser() == GERMAN && table.options().contains(&"done".to_string()) {
        table.play(&["done"]);
    }
    assert_eq!(table.chooser(), ALLIED);
    table.play(&["target 0606"]);
    assert_eq!(table.refused_by("aim 28Bde 5"), "9.8.3b");
    table.play(&["aim 109Bde 5"]).rolls(&[10]).play(&["fire", "done"]).rolls(&[1]).play(&["fire"]);
    // The hosts are driven off: the guests are lost.
    let fewest = table.options()[0].clone();
    table.play(&[&fewest]);
    while table.chooser() == ALLIED {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(table.state().dead.contains(piece("28Bde")) && table.state().dead.contains(piece("27Bde")));
}

#[test]
fn the_garrison_and_units_far_behind_do_not_matter_to_a_retreat_through_the_map_edge() {
    // At the edge of the map nobody retreats off it.
    let setting = combat().unit("27Bde", "0101").unit("IR42", "0102").unit("Gren2", "0102").unit("IR48", "0201");
    let mut table = table(setting);
    table
        .play(&["target 0101", "join IR42", "join Gren2", "done", "done", "done"])
        .rolls(&[1])
        .play(&["fire", "take 0"]);
    assert!(table.state().dead.contains(piece("27Bde")));
}

#[test]
fn retreats_avoid_the_zones_of_hqs_too() {
    shows!["9.8.2a"];
    // 27 Bde in 0505 is beaten from 0504; Linsingen stands behind it, and his zone lies over 0506.
    let weak = || combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505").unit("Linsingen", "0507");
    let ways = |setting: Setting| {
        let mut table = struck(setting, 1);
        table.play(&["take 0"]);
        let mut ways = table.options();
        ways.sort();
        ways
    };
    assert_eq!(ways(weak()), ["retreat 0405", "retreat 0605"]);
    let meek = ways(weak().option("meek-hqs"));
    assert!(meek.len() == 3 && meek.contains(&"retreat 0506".to_string()), "{meek:?}");
}

#[test]
fn a_hq_gives_way_to_those_who_retreat() {
    shows!["9.9c"];
    let setting = strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")).unit("Linsingen", "0507");
    let mut table = struck(setting.option("meek-hqs"), 1);
    table.play(&["take 1", "lose 27Bde", "retreat 0506"]);
    assert_ne!(place(&table, "Linsingen"), "0507", "at once, with a hex still to go");
    assert!(table.options().iter().all(|option| option.starts_with("retreat ")));
}

#[test]
fn a_retreat_may_lead_past_the_victors() {
    // Ruling R47: with Germans in 0405, 0506 and 0605 there is only 0404 or 0604, no nearer to those in 0504 and no farther.
    let setting = combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505");
    let setting = setting.unit("IR48", "0405").unit("IR20", "0506").unit("IR24", "0605");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "join Gren2", "done", "done", "done"]).rolls(&[1]).play(&["fire"]);
    table.play(&["take 0"]);
    let mut ways = table.options();
    ways.sort();
    assert_eq!(ways, ["retreat 0404", "retreat 0604"]);
    table.play(&["retreat 0404"]);
    assert!(table.state().reduced.contains(piece("27Bde")), "through a zone");
    // Where nobody stood when attacks were declared nobody could support: 0404 may be attacked now.
    table.play(&["done"]);
    assert!(table.offers("target 0404"), "{:?}", table.options());
}

#[test]
fn what_may_become_of_the_defenders_is_foretold() {
    shows!["9.6.2.N-RAa", "9.6.2.N-RAe"];
    // 10 factors on the Defensive line: 1 and 2 are a 1, everything else Engaged.
    let fates = |marks: &[&str], steps: u8| {
        let brigade = json!({ "piece": "27Bde", "hex": "0505", "steps": steps, "marks": marks });
        let mut table = table(combat().unit("IR42", "0504").unit("Gren2", "0504").piece(brigade));
        table.play(&["target 0505", "join all", "done", "done", "done"]);
        let fight = table.forecast("fire").fight.unwrap();
        let tenths = |fate: Fate| {
            let of = fight.fates.iter().filter(|chance| chance.fate == fate);
            of.map(|chance| (chance.probability * 10.0).round() as i32).sum::<i32>()
        };
        [Fate::Stands, Fate::Retreats, Fate::Destroyed].map(tenths)
    };
    assert_eq!(fates(&[], 2), [8, 2, 0]);
    // Out of supply it is a 2, of which a step must be taken: the last one of a reduced brigade.
    assert_eq!(fates(&["out of supply"], 2), [8, 2, 0]);
    assert_eq!(fates(&["out of supply"], 1), [8, 0, 2]);
}

#[test]
fn who_retreats_into_an_empty_hex_is_nobodys_guest() {
    shows!["9.8.3a"];
    let mut table = struck(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505"), 1);
    table.play(&["take 0"]);
    let way = table.options()[0].clone();
    table.play(&[&way]);
    assert!(place(&table, "27Bde") != "0505" && table.state().guests.is_empty());
    // Nor is he who stays where he was.
    let mut table = struck(strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")), 3);
    table.play(&["take 2", "lose 27Bde", "lose 28Bde"]);
    assert!(place(&table, "27Bde") == "0505" && table.state().guests.is_empty());
}

#[test]
fn what_is_taken_and_who_goes_back_is_told() {
    shows!["9.6.2.N-RAa", "9.6.2.N-RAb", "9.8.1"];
    let heard = |table: &Table, text: &str| table.told(Viewer::All).iter().any(|told| told == text);
    let mut two = struck(strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")), 1);
    two.play(&["take 1"]);
    assert!(heard(&two, "The units in 0505 lose 1 step and go back 2 hexes."), "{:?}", two.told(Viewer::All));
    two.play(&["lose 27Bde", "retreat 0506"]);
    assert!(heard(&two, "2 French units retreat from 0505 to 0506."));
    let mut one = struck(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505"), 1);
    one.play(&["take 0", "retreat 0506"]);
    assert!(heard(&one, "The units in 0505 lose nothing and go back 1 hex."));
    assert!(heard(&one, "A French unit retreats from 0505 to 0506."));
}

#[test]
fn where_all_steps_are_lost_nobody_is_asked() {
    shows!["9.6.4b", "9.6.4c"];
    let last = |name: &str| json!({ "piece": name, "hex": "0505", "steps": 1 });
    let mut table = struck(strong(combat().piece(last("27Bde")).piece(last("28Bde"))), 1);
    table.play(&["take 2"]);
    assert!(["27Bde", "28Bde"].iter().all(|name| table.state().dead.contains(piece(name))));
    assert_eq!(table.chooser(), GERMAN);
}

#[test]
fn of_two_hexes_of_retreat_each_counts_for_the_zones() {
    shows!["9.8.2a"];
    // IR 48 in 0305 watches 0405, and nothing of the ways over 0506 and 0605.
    let setting = strong(combat().unit("27Bde", "0505").unit("28Bde", "0505")).unit("IR48", "0305");
    let mut table = struck(setting, 1);
    table.play(&["take 1", "lose 27Bde"]);
    let mut ways = table.options();
    ways.sort();
    assert_eq!(ways, ["retreat 0506", "retreat 0605"]);
}

#[test]
fn who_stays_beside_those_who_did_not_attack_is_no_guest() {
    shows!["9.8.3b"];
    // Gren 9 stood in 0504 and did not attack; the Counter Attack costs IR 42 a step, and it stays.
    let setting = combat().unit("IR42", "0504").unit("Gren9", "0504").unit("27Bde", "0505").unit("AC7", "0505");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    table.play(&["target 0504", "join all"]).rolls(&[3]).play(&["fire", "take 1"]);
    assert!(table.state().reduced.contains(piece("IR42")) && place(&table, "IR42") == "0504");
    assert!(table.state().guests.is_empty());
}

#[test]
fn nobody_is_asked_to_advance_where_nothing_was_vacated() {
    shows!["9.4.7a"];
    let setting = || combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505");
    let mut stands = struck(setting(), 1);
    stands.play(&["take 1"]);
    assert_eq!(game().prompt(stands.state()), "Declare an attack, or end the phase.");
    let mut gone = struck(setting(), 1);
    gone.play(&["take 0", "retreat 0506"]);
    assert_eq!(game().prompt(gone.state()), "Choose units to advance.");
    // Pointing at the empty hex means all who could go there.
    let mut meant = Vec::new();
    game().pointing_at(gone.state(), hex("0505"), &mut meant);
    let meant: Vec<String> = meant.into_iter().map(|action| game().notation(gone.state(), action)).collect();
    assert!(meant.contains(&"advance IR42 0505".into()) && meant.contains(&"advance Gren2 0505".into()), "{meant:?}");
}

#[test]
fn an_advance_takes_the_hexes_it_enters_and_none_beyond() {
    shows!["9.4.7b", "14e"];
    // The French go back over Dammartin; who advances to 1714 has not been there.
    let units = ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3", "FA4"];
    let setting = units.iter().fold(combat(), |setting, unit| setting.unit(unit, "1713"));
    let mut table = table(setting.unit("27Bde", "1714").unit("28Bde", "1714"));
    table.play(&["target 1714", "join all", "done", "done", "done"]).rolls(&[1]).play(&["fire"]);
    table.play(&["take 1", "lose 27Bde", "retreat 1715", "retreat 1716"]);
    let dammartin = game().ground.objective_at(hex("1715")).unwrap();
    let german = |table: &Table| table.state().german >> dammartin & 1 == 1;
    assert!(!german(&table));
    table.play(&["advance IR42 1714"]);
    assert!(!german(&table), "nobody has been in Dammartin");
    table.play(&["advance Gren2 1715"]);
    assert!(german(&table));
}
