//! 3 Initial Deployment.

use crate::common::{ALLIED, GERMAN, Piece, Table, game, new_game, piece, place};
use engine::{Viewer, shows};
use hexboard::Hex;

/// The piece to be deployed next.
fn next(table: &Table) -> Piece {
    let mut copy = table.clone();
    copy.play(&[&any_place(table)]);
    let placed = |at: &Piece| copy.state().hex(*at) != table.state().hex(*at);
    game().pieces.all().find(placed).unwrap()
}

fn any_place(table: &Table) -> String {
    table.options().into_iter().find(|option| option.starts_with("place")).unwrap()
}

/// Deploys the pieces before this one anywhere.
fn deploy_until(table: &mut Table, name: &str) {
    while next(table) != piece(name) {
        let option = any_place(table);
        table.play(&[&option]);
    }
}

#[test]
fn the_allies_deploy_before_the_germans_place_anything() {
    shows!["3a", "3h"];
    let mut table = new_game(&[]);
    assert_eq!(table.chooser(), ALLIED);
    table.play(&["done"]);
    let placed = |table: &Table, side| {
        game().pieces.all().filter(|&at| game().pieces.side(at) == side && table.state().hex(at) != Hex::NONE).count()
    };
    table.play(&["standard"]);
    // 114 units and 14 HQs; 33 units and three HQs wait.
    assert_eq!((placed(&table, ALLIED), placed(&table, GERMAN)), (128, 0));
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["standard"]);
    assert_eq!((placed(&table, ALLIED), placed(&table, GERMAN)), (128, 117));
    assert_eq!(table.view(Viewer::All).turn, 1);
}

#[test]
fn reinforcements_are_set_aside() {
    shows!["3b", "3i"];
    let mut table = new_game(&[]);
    table.play(&["standard", "standard"]);
    for name in ["13Bde", "Boelle", "1M", "33Bde", "Dubois", "41Bde", "Eydoux", "RIR71", "RIR94"] {
        assert_eq!(place(&table, name), "", "{name}");
    }
    for name in ["27Bde", "RIR27", "Gronau", "Haig"] {
        assert_ne!(place(&table, name), "", "{name}");
    }
}

#[test]
fn a_corps_deploys_anywhere_in_its_zone_and_nowhere_else() {
    shows!["3c", "3j"];
    let mut table = new_game(&[]);
    table.play(&["done"]);
    deploy_until(&mut table, "27Bde");
    assert!(table.offers("place 1214") && table.offers("place 1613"));
    assert_eq!(table.options().iter().filter(|option| option.starts_with("place")).count(), 18);
    assert_eq!(table.refused_by("place 2318"), "3c");
    table.play(&["standard", "done"]);
    deploy_until(&mut table, "Gren2");
    assert!(table.offers("place 2418"));
    assert_eq!(table.refused_by("place 2318"), "3j");
}

#[test]
fn stacking_limits_hold_at_deployment() {
    shows!["3d"];
    let mut table = new_game(&[]);
    table.play(&["done"]);
    // Three French brigades fill a hex to 12 points; in Offensive mode four do.
    table.play(&["place 1214", "place 1214", "place 1213", "place 1214"]);
    assert_eq!(table.refused_by("place 1214"), "3d");
    let mut table = new_game(&[]);
    table.play(&["mode Vautier offensive", "done"]);
    table.play(&["place 1214", "place 1214", "place 1213", "place 1214", "place 1214"]);
    assert_eq!(table.refused_by("place 1214"), "3d");
}

#[test]
fn cavalry_deploys_in_the_zones_of_others() {
    shows!["3e", "3f", "3g", "3k"];
    let mut table = new_game(&[]);
    table.play(&["done"]);
    deploy_until(&mut table, "2Cuir");
    assert!(table.offers("place 1613"));
    assert_eq!(table.refused_by("place 1417"), "3e");
    deploy_until(&mut table, "1CavBr");
    assert!(table.offers("place 2424") && table.offers("place 2924"));
    assert_eq!(table.refusal("place 1214").clauses.last().unwrap().0, "3g");
    deploy_until(&mut table, "3Cuir");
    assert!(table.offers("place 3429") && table.offers("place 3727") && table.offers("place 4128"));
    // The zone of I Corps is not one of the three.
    assert!(table.refusal("place 4428").clauses.iter().any(|clause| clause.0 == "3f"));
    table.play(&["standard", "done"]);
    deploy_until(&mut table, "5Cav");
    assert!(table.offers("place 2113") && table.offers("place 4421"));
    assert_eq!(table.refused_by("place 4919"), "3k");
}

#[test]
fn modes_are_chosen_at_the_start() {
    shows!["5.2.1"];
    let mut table = new_game(&[]);
    for mode in ["offensive", "defensive", "transfer", "regroup"] {
        let table = new_game(&[]);
        let wanted = format!("mode Haig {mode}");
        let already = table.playing.rules().pieces.named("Haig").map(|hq| table.state().mode(hq).id() == mode);
        assert!(table.offers(&wanted) || already == Some(true), "{mode}");
    }
    table.play(&["mode Haig transfer", "standard", "mode Gronau regroup", "standard"]);
    assert_eq!(table.state().mode(piece("1Br")).id(), "transfer");
    assert_eq!(table.state().mode(piece("RIR27")).id(), "regroup");
}

#[test]
fn a_standard_deployment_leaves_nobody_without_supply() {
    for scenario in [0, 1] {
        let mut table = Table::new(game(), scenario, &[]);
        table.play(&["standard", "standard", "done", "done", "first"]);
        // A day on which nobody moves, until supply is determined.
        while table.view(Viewer::All).turn == 1 {
            let option = if table.offers("done") { "done".into() } else { table.options()[0].clone() };
            table.play(&[&option]);
        }
        let lost = table.state().unsupplied;
        let lost: Vec<&str> = lost.iter().map(|unit| game().pieces.name(unit)).collect();
        assert!(lost.is_empty(), "{scenario}: {lost:?}");
    }
}

#[test]
fn a_standard_deployment_chooses_modes_and_keeps_divisions_together() {
    let mut table = new_game(&[]);
    table.play(&["mode Haig transfer", "standard", "mode Gronau transfer", "standard"]);
    let mode = |name: &str| table.state().mode(piece(name)).id();
    // What was chosen before stays; for the rest the Germans attack and the Allies stand.
    assert_eq!(["Haig", "Vautier", "Gronau", "Armin"].map(mode), ["transfer", "defensive", "transfer", "offensive"]);
    // Most units share their hex with another of their division.
    let (state, pieces) = (table.state(), &game().pieces);
    let kin = |unit: Piece| {
        let mut others = state.units_in(state.hex(unit)).iter().filter(move |&other| other != unit);
        others.any(|other| pieces.formation(other) == pieces.formation(unit))
    };
    let together = state.on_map.iter().filter(|&unit| kin(unit)).count();
    assert!(2 * together > state.on_map.len(), "{together} of {}", state.on_map.len());
    // No hex is crowded with two divisions, and no HQ is more than six hexes from any of its units.
    for unit in state.on_map.iter() {
        let (at, hq) = (state.hex(unit), state.corps_of(unit).hq());
        let alone = state.units_in(at).iter().all(|other| pieces.formation(other) == pieces.formation(unit));
        assert!(alone, "{} in {}", pieces.name(unit), game().ground.label(at));
        assert!(game().ground.board().distance(at, state.hex(hq)) <= 6, "{}", pieces.name(unit));
    }
}

#[test]
fn what_stands_can_be_taken_up_when_all_stand() {
    shows!["3c"];
    let mut table = new_game(&[]);
    table.play(&["done"]);
    // While several are still to be deployed nobody is taken up, and each is named with its hex.
    assert_eq!(table.choice("place 1214").text, "27 Bde (44, 60 RI) (7-7-6) in 1214 (Louvres)");
    table.play(&["place 1214"]);
    assert_eq!(table.refused_by("lift 27Bde"), "3c");
    table.play(&["fill"]);
    assert_eq!((table.chooser(), place(&table, "27Bde").as_str()), (ALLIED, "1214"));
    assert_eq!(table.refused_by("fill"), "3c", "everybody stands");
    assert_eq!(table.refused_by("place 1214"), "3c");
    assert_eq!(table.refused_by("lift IR42"), "3c", "an enemy that is not there yet");
    assert!(table.offers("lift 27Bde") && table.offers("lift Vautier"));
    table.play(&["lift 27Bde"]);
    assert_eq!((place(&table, "27Bde"), next(&table)), (String::new(), piece("27Bde")));
    assert!(
        table.told(Viewer::Side(ALLIED)).iter().any(|text| text == "27 Bde (44, 60 RI) is taken up again from 1214.")
    );
    assert!(!table.told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("taken up")));
    // One more may follow it, but no third.
    table.play(&["lift 28Bde"]);
    assert_eq!(table.refused_by("lift 125Bde"), "3c");
}
