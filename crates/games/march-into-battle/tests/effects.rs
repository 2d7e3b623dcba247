//! 7.3 The codes of the Combat Effects Table as they fall on stacks, and 8.4 mountains.

use crate::common::{chart, disorganized, game, hex, marked, raab, smashed, unit};
use engine::laws::{Overlay, Table};
use engine::{EventKind, Side, Viewer, shows};
use march_into_battle::{FILES, MarchIntoBattle};
use serde_json::json;
use std::sync::Arc;

type Battle = Table<MarchIntoBattle>;

/// Seras attacks from 1009 what stands in 1008; the roll on the results table is a modified 4, engaged without modifiers.
fn engaged(pieces: &[serde_json::Value], seras: &serde_json::Value, total: &str, rolls: &[u16]) -> Battle {
    let mut setting = raab("GREN-C").unit("grenier", "1009").piece(seras.clone());
    for piece in pieces {
        setting = setting.piece(piece.clone());
    }
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    assert_eq!(table.forecast("fight 1").sum.value, total);
    table.rolls(rolls).play(&["fight 1"]);
    table
}

fn seras(steps: u8, morale: u8) -> serde_json::Value {
    let morale = format!("morale={morale}");
    json!({ "piece": "seras", "hex": "1009", "facing": "N", "steps": steps, "marks": [morale] })
}

fn defender(piece: &str, steps: u8, marks: &[&str]) -> serde_json::Value {
    json!({ "piece": piece, "hex": "1008", "facing": "S", "steps": steps, "marks": marks })
}

#[test]
fn a_disorganized_check_strikes_morale_up_to_its_number() {
    shows!["7.3.D#", "7.3.is", "7.3a", "7.3b"];
    let stack = [defender("frimont", 2, &["guns=0"]), defender("colloredo", 3, &["guns=0"])];
    // A 4 is D3, a straggler if the other side had higher morale, and 1F.
    let mut table = engaged(&stack, &seras(3, 4), "+1", &[3, 4, 6]);
    assert_eq!(
        (table.chooser(), table.options()),
        (Side::Second, vec!["lose colloredo".into(), "lose frimont".into()])
    );
    table.play(&["lose frimont"]);
    assert_eq!((chart(&table, "frimont").stragglers, chart(&table, "colloredo").stragglers), (1, 0));
    assert!(disorganized(&table, "colloredo") && !disorganized(&table, "frimont"));
    assert_eq!((chart(&table, "frimont").fatigue, chart(&table, "colloredo").fatigue), (1, 1));
    // Against troops no better than the largest of the stack nobody straggles.
    let table = engaged(&stack, &seras(3, 3), "+0", &[4, 4, 6]);
    assert_eq!((chart(&table, "frimont").stragglers, chart(&table, "colloredo").stragglers), (0, 0));
}

#[test]
fn inferior_morale_costs_a_casualty() {
    shows!["7.3.ic", "7.3.#c"];
    // A 2 is 1c and ic.
    let table = engaged(&[defender("colloredo", 3, &["guns=0"])], &seras(3, 4), "+3", &[1, 2, 6]);
    assert_eq!(chart(&table, "colloredo").steps, 1);
    let table = engaged(&[defender("colloredo", 3, &["guns=0"])], &seras(3, 3), "+2", &[2, 2, 6]);
    assert_eq!(chart(&table, "colloredo").steps, 2);
}

#[test]
fn the_attackers_pay_for_inferior_morale_too() {
    shows!["7.3.ic", "7.3.#c"];
    let colloredo = [defender("colloredo", 3, &["guns=0"])];
    let table = engaged(&colloredo, &seras(3, 3), "+2", &[2, 6, 2]);
    assert_eq!(chart(&table, "seras").steps, 2, "as good as the enemy");
    assert!(table.told(Viewer::All).iter().any(|text| text.starts_with("Seras: 1 step lost for good")));
    let table = engaged(&colloredo, &seras(3, 2), "+1", &[3, 6, 2]);
    assert_eq!(chart(&table, "seras").steps, 1);
    assert!(table.told(Viewer::All).iter().any(|text| text.starts_with("Seras: 2 steps lost for good")));
}

#[test]
fn the_losses_foretold_are_the_mean_of_all_dice() {
    shows!["7.1.7a"];
    for morale in [2, 3, 4] {
        let setting = raab("GREN-C").unit("grenier", "1009").piece(seras(3, morale));
        let mut table = setting.piece(defender("colloredo", 3, &["guns=0"])).table(&game());
        table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
        let told = table.forecast("fight 1").fight.and_then(|fight| fight.losses).expect("dice alone decide");
        let mut lost = [0, 0];
        for dice in 0..216 {
            let mut fought = table.clone();
            fought.rolls(&[dice / 36 + 1, dice / 6 % 6 + 1, dice % 6 + 1]).play(&["fight 1"]);
            for (lost, unit) in lost.iter_mut().zip(["seras", "colloredo"]) {
                *lost += 3 - u32::from(chart(&fought, unit).steps);
            }
        }
        let mean = lost.map(|steps| f64::from(steps) / 216.0);
        let off = [told.attacker - mean[0], told.defender - mean[1]];
        assert!(off.iter().all(|off| off.abs() < 1e-9), "morale {morale}: {told:?}, but {mean:?}");
    }
}

#[test]
fn a_loss_check_disorders_some_and_costs_the_rest_a_step() {
    shows!["7.3.D#L"];
    // A 3 is D4L: Colloredo with a morale of 3 is disordered, Frimont with a morale of 5 loses a step.
    let stack = [defender("frimont", 2, &["guns=0", "morale=5"]), defender("colloredo", 3, &["guns=0"])];
    let table = engaged(&stack, &seras(3, 3), "+0", &[4, 3, 6]);
    assert!(disorganized(&table, "colloredo") && !disorganized(&table, "frimont"));
    assert_eq!((chart(&table, "frimont").steps, chart(&table, "colloredo").steps), (1, 3));
    assert_eq!(table.state().casualties, [0, 1]);
}

#[test]
fn a_unit_that_is_smashed_may_run_two_hexes() {
    shows!["10.2c", "10.2a"];
    let colloredo = [defender("colloredo", 1, &["guns=0", "stragglers=1"])];
    let mut table = engaged(&colloredo, &seras(1, 4), "+3", &[1, 2, 6]);
    assert!(smashed(&table, "colloredo"));
    assert_eq!(table.chooser(), Side::Second);
    assert!(table.offers("stay"), "{:?}", table.options());
    for _ in 0..2 {
        let way = table.options().into_iter().find(|option| option.starts_with("to ")).unwrap();
        table.play(&[&way]);
    }
    assert!(!table.options().iter().any(|option| option.starts_with("to ")));
    let ground = &table.playing.rules().scenarios[1].ground;
    let start = ground.board().parse("1008").unwrap();
    assert_eq!(ground.distance(chart(&table, "colloredo").hex, start), 2, "{}", hex(&table, "colloredo"));
    // Or stay.
    let mut table = engaged(&colloredo, &seras(1, 4), "+3", &[1, 2, 6]);
    table.play(&["stay"]);
    assert_eq!(hex(&table, "colloredo"), "1008");
}

#[test]
fn a_doubtful_retreat_goes_towards_the_friendly_side() {
    shows!["7.2c"];
    // A smashed unit that fails has no enemy to run from: it goes where its army came from, south or west.
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", &["smashed"]).unit("grenier", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.rolls(&[5]).play(&["pick seras"]);
    assert!(table.offers("to 0912") && !table.offers("to 0910") && !table.offers("to 1011"), "{:?}", table.options());
}

#[test]
fn nobody_enters_mountains() {
    shows!["8.4"];
    let overlay = Overlay::of(FILES);
    let text = overlay.text("raab/map.toml");
    let row = text.lines().find(|line| line.ends_with("# 10")).unwrap().to_string();
    // Hex 0910: the ninth letter of the row.
    let at = row.find('"').unwrap() + 1 + 8;
    assert_eq!(&row[at..=at], ".");
    let raised = format!("{}M{}", &row[..at], &row[at + 1..]);
    let mountain = "[[terrain]]\nid = \"mountain\"\ntitle = \"Mountain\"\nletter = \"M\"\ndraw = \"mountain\"\n\n[[terrain]]\nid = \"swamp\"";
    let text = text.replace(&row, &raised).replace("[[terrain]]\nid = \"swamp\"", mountain);
    let overlay = overlay.write("raab/map.toml", &text);
    let alps = Arc::new(MarchIntoBattle::load(Some(overlay.folder())).unwrap());
    let setting = unit(raab("GREN-C"), "seras", "0911", "N").unit("grenier", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&alps);
    table.play(&["pick seras"]);
    assert!(!table.offers("to 0910") && table.offers("to 1010"));
}

#[test]
fn effects_are_told_for_those_who_suffer_them_on_the_line_that_they_hit() {
    shows!["7.1.7a"];
    // Colloredo attacks Durutte: the French suffer in defence, the Austrians in attack.
    let setting = raab("COLL").unit("general-colloredo", "1611").unit("grenier", "1514");
    let setting = unit(unit(setting, "colloredo", "1611", "SW"), "durutte", "1512", "NE");
    let mut table = setting.table(&game());
    table.play(&["done", "attack colloredo 1512", "done"]);
    table.rolls(&[3, 3, 3]).play(&["fight 1"]);
    let log = table.playing.log();
    let results: Vec<_> = log.iter().map(|(_, event)| event).filter(|event| event.kind == EventKind::Result).collect();
    let of = |name: &str| {
        let event = results.iter().find(|event| event.text.starts_with(name)).expect("each side has effects");
        let roll = &event.rolls[0];
        (event.side, roll.hope.map(|hope| hope.side), roll.total.to_string(), roll.table.as_ref().unwrap().line.clone())
    };
    for (name, side) in [("Durutte", Side::First), ("Colloredo", Side::Second)] {
        let (told, hopes, total, line) = of(name);
        assert_eq!((told, hopes), (Some(side), Some(side)), "{name}");
        assert!(line.split(' ').any(|number| number == total), "{name}: {total} on {line}");
    }
}
