//! The first turn of Raab, walked through with chosen dice: every number was worked out by hand beforehand.

use crate::common::{chart, disorganized, facing, game, hex, smashed};
use engine::laws::Table;
use engine::shows;
use march_into_battle::MarchIntoBattle;

/// The roll that draws a chit now.
fn draw(table: &Table<MarchIntoBattle>, chit: &str, cup: u16) -> u16 {
    let battle = &table.playing.rules().scenarios[1];
    let formation = battle.formation_named(chit).unwrap();
    (cup & ((1 << formation) - 1)).count_ones() as u16 + 1
}

/// The chits of the first turn.
fn first_cup(table: &Table<MarchIntoBattle>) -> u16 {
    let battle = &table.playing.rules().scenarios[1];
    let chits = ["GREN-C", "BARA", "RES", "GROU", "LAUR", "JELL", "COLL", "FRIM", "MECS", "GARR"];
    chits.iter().fold(0, |bits, chit| bits | 1 << battle.formation_named(chit).unwrap())
}

/// The last action of an activation, after which this chit is drawn.
fn last(table: &mut Table<MarchIntoBattle>, rolls: &[u16], action: &str, chit: &str) {
    let mut rolls = rolls.to_vec();
    rolls.push(draw(table, chit, table.state().cup));
    table.rolls(&rolls).play(&[action]);
    let battle = &table.playing.rules().scenarios[1];
    let formation = battle.formation_named(chit).unwrap();
    assert!(table.state().is_active(formation), "{chit} is active");
}

#[test]
fn the_first_turn_of_raab_comes_out_as_worked_out() {
    shows![
        "3.III", "3.III.A", "3.III.C", "6.3a", "6.5a", "6.9a", "6.9b", "7.1.1c", "7.1.2a", "7.1.4c", "7.13a", "7.13c",
        "7.13d", "7.13i", "7.6c", "7.6e", "7.6g", "7.6h", "10.2f", "9.0g", "16.1a", "16.1b"
    ];
    let mut table = Table::new(&game(), 1, &["everywhere"]);
    let roll = draw(&table, "GREN-C", first_cup(&table));
    table.rolls(&[roll]).play(&["done"]);

    // 1. Grenier attacks the manor.
    table.play(&["done", "pick seras"]);
    assert_eq!(table.forecast("to 1008").sum.value, "5");
    table.play(&["to 1008", "ready NE", "pick durutte"]);
    assert_eq!(table.forecast("to 0908").sum.value, "5");
    table.play(&["to 0908", "ready N"]);
    assert_eq!((chart(&table, "seras").fatigue, chart(&table, "durutte").fatigue), (2, 2));
    table.play(&["attack seras 1007", "attack durutte 1007", "done"]);
    let forecast = table.forecast("fight 1");
    assert_eq!(forecast.sum.value, "+5");
    let lines = forecast.sum.lines().join("\n");
    assert!(lines.contains("odds 3.75:2: +2") && lines.contains("morale 4 against 3: +1"), "{lines}");
    assert!(lines.contains("artillery 2 against 0: +2"), "{lines}");
    table.rolls(&[2]).play(&["fight 1"]);
    assert_eq!(table.state().initiative, 1);
    table.rolls(&[4, 1, 5]).play(&["yield", "face SW", "stay"]);
    assert!(smashed(&table, "hummel-detachment"));
    assert_eq!((chart(&table, "hummel-detachment").stragglers, chart(&table, "hummel-detachment").fatigue), (1, 2));
    table.play(&["advance seras", "to 1007", "done", "face N"]);
    assert_eq!(hex(&table, "hummel-detachment"), "1206");
    let durutte = chart(&table, "durutte");
    assert_eq!((durutte.steps, durutte.stragglers, durutte.fatigue), (2, 1, 4));
    assert!(disorganized(&table, "durutte"));
    last(&mut table, &[], "face N", "MECS");
    assert_eq!((chart(&table, "seras").fatigue, facing(&table, "seras")), (3, "N"));

    // 2. Mecsery charges Guerin, who countercharges.
    table.play(&["done", "pick frelich", "rest", "done", "pick mecsery"]);
    assert_eq!(table.forecast("to 1112").sum.value, "10");
    table.play(&["to 1112", "ready S", "attack mecsery 1012", "done"]);
    table.rolls(&[3, 3, 5, 3]);
    last(&mut table, &[], "fight 1", "GROU");
    assert_eq!(table.state().initiative, 2);
    let mecsery = chart(&table, "mecsery");
    assert_eq!((mecsery.steps, mecsery.stragglers, mecsery.fatigue), (1, 0, 4));
    assert!(disorganized(&table, "mecsery"));
    assert_eq!(chart(&table, "guerin-dragoons").fatigue, 3);

    // 3. Grouchy's horse rides him down.
    table.play(&["leader grouchy", "to 1012", "done", "pick montbrun"]);
    assert_eq!(table.forecast("to 1012").sum.value, "1");
    table.play(&["to 1012", "ready NE", "pick colbert", "to 1011", "ready SE", "done"]);
    table.play(&["attack guerin-dragoons 1112", "attack montbrun 1112", "attack colbert 1112", "done"]);
    let forecast = table.forecast("fight 1");
    // With the hussars under fire in the zone of the dragoons.
    assert_eq!(forecast.sum.value, "+11", "{:?}", forecast.sum.lines());
    let lines = forecast.sum.lines().join("\n");
    assert!(lines.contains("odds 24:1: +5") && lines.contains("morale 5 against 2: +3"), "{lines}");
    table.rolls(&[2, 4, 6, 3]).play(&["fight 1"]);
    assert_eq!(hex(&table, "mecsery"), "Gone");
    assert_eq!(table.state().initiative, 3);
    assert_eq!((table.state().batteries[1], table.state().destroyed[1]), (1, 0));
    table.play(&["advance colbert", "to 1112", "done", "face NE"]);
    last(&mut table, &[], "face N", "LAUR");
    let fatigue = ["guerin-dragoons", "montbrun", "colbert"].map(|unit| chart(&table, unit).fatigue);
    assert_eq!(fatigue, [5, 4, 3]);

    // 4. Besan evades before the Baden brigade.
    table.play(&["done", "pick sahuc", "rest", "done", "pick baden-brigade"]);
    assert_eq!(table.forecast("to 0706").sum.value, "5");
    table.play(&["to 0706", "threaten 0805", "evade besan", "to 0904", "face SW"]);
    assert!(disorganized(&table, "besan"));
    assert_eq!(chart(&table, "besan").fatigue, 1);
    assert!(!table.options().iter().any(|option| option.starts_with("to ")), "3 more points are all there are");
    last(&mut table, &[], "face N", "COLL");
    assert_eq!((chart(&table, "baden-brigade").fatigue, chart(&table, "sahuc").fatigue), (2, 0));

    // 5. The smashed detachment fails; Colloredo drives Seras out.
    table.rolls(&[5]).play(&["done", "pick hummel-detachment"]);
    while table.options().iter().any(|option| option.starts_with("to ")) {
        let way = if table.offers("to 1306") { "to 1306" } else { "to 1405" };
        table.play(&[way]);
    }
    table.play(&["face SW"]);
    assert_eq!((hex(&table, "hummel-detachment").as_str(), chart(&table, "hummel-detachment").fatigue), ("1405", 3));
    table.play(&["done", "attack colloredo 1007", "done"]);
    let forecast = table.forecast("fight 1");
    assert_eq!(forecast.sum.value, "-1", "{:?}", forecast.sum.lines());
    table.rolls(&[6, 2, 3]).play(&["fight 1", "to 1008", "face N"]);
    let seras = chart(&table, "seras");
    assert_eq!((seras.steps, seras.stragglers, seras.fatigue, seras.guns), (2, 1, 5, 2));
    assert!(disorganized(&table, "seras"));
    table.play(&["advance colloredo", "to 1007"]);
    last(&mut table, &[], "face S", "JELL");
    let colloredo = chart(&table, "colloredo");
    assert_eq!((colloredo.steps, colloredo.fatigue, hex(&table, "colloredo").as_str()), (2, 1, "1007"));
    assert!(disorganized(&table, "colloredo"));
    assert_eq!(table.state().initiative, 2);

    // 6. Jellacic turns, Besan rests and is in order again.
    table.play(&["done", "pick jellacic", "turn S", "done", "pick besan", "rest"]);
    assert!(disorganized(&table, "besan"));
    last(&mut table, &[], "done", "RES");
    assert!(!disorganized(&table, "besan"));
    assert_eq!((chart(&table, "besan").fatigue, facing(&table, "jellacic")), (0, "S"));

    // 7 to 10. The others come up or rest.
    table.play(&["done", "pick pacthod"]);
    assert_eq!(table.forecast("to 0707").sum.value, "4");
    table.play(&["to 0707", "face NE", "pick lecchi-guard"]);
    assert_eq!(table.forecast("to 0608").sum.value, "2");
    table.play(&["to 0608"]);
    last(&mut table, &[], "face N", "BARA");
    table.play(&["done", "pick severoli"]);
    // Five points by road, and one less down the slope to 0910.
    assert_eq!(table.forecast("to 0909").sum.value, "4");
    table.play(&["to 0909"]);
    last(&mut table, &[], "face N", "FRIM");
    table.play(&["done", "pick frimont", "rest"]);
    last(&mut table, &[], "done", "GARR");
    table.play(&["done", "pick davidovich", "rest", "done", "pick raab-garrison", "rest"]);
    let roll = draw(&table, "GREN-C", first_cup(&table));
    table.rolls(&[roll]).play(&["done"]);
    assert_eq!(table.state().turn, 2);
    assert_eq!(table.state().initiative, 2, "there was fighting");
    assert_eq!((table.state().casualties[1], table.state().casualties[0]), (4, 0));
    for unit in ["durutte", "seras", "colloredo"] {
        assert!(disorganized(&table, unit), "{unit}");
    }
}
