//! 11.0 and 11.1 Fatigue by unit.

use crate::common::{chart, game, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::shows;
use march_into_battle::MarchIntoBattle;

/// Seras in the open with his general, and nobody near.
fn seras(fatigue: u8) -> Setting {
    let mark = format!("fatigue={fatigue}");
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", &[&mark]).unit("grenier", "0911");
    unit(unit(setting, "durutte", "0711", "N"), "frimont", "1503", "S")
}

fn boxes(table: &Table<MarchIntoBattle>) -> u8 {
    chart(table, "seras").fatigue
}

#[test]
fn marching_tires_and_rest_eases() {
    shows!["11.0a", "11.0b", "11.0e", "4.1.1", "4.1.3"];
    let mut table = seras(2).table(&game());
    table.play(&["pick seras", "to 0910", "face N"]);
    assert_eq!(boxes(&table), 3);
    let mut table = seras(5).table(&game());
    table.play(&["pick seras", "rest", "done"]);
    assert_eq!(boxes(&table), 3);
    // Beside an enemy rest helps half as much.
    let mut table = unit(seras(5), "besan", "0910", "S").table(&game());
    table.play(&["pick seras", "rest", "done"]);
    assert_eq!(boxes(&table), 4);
    // Standing still without resting changes nothing.
    let mut table = seras(5).table(&game());
    table.play(&["pick seras", "stay"]);
    assert_eq!(boxes(&table), 5);
}

#[test]
fn double_time_goes_farther_and_tires_more() {
    shows!["6.12a", "6.12b", "6.12c", "5.0a"];
    let mut table = seras(0).table(&game());
    table.play(&["pick seras", "double"]);
    assert!(table.forecast("to 0910").sum.lines().last().unwrap().contains("points there are: 12"));
    table.rolls(&[4]).play(&["to 0910", "face N"]);
    assert_eq!((boxes(&table), chart(&table, "seras").stragglers), (2, 0));
    let mut table = seras(0).table(&game());
    table.rolls(&[5]).play(&["pick seras", "double", "to 0910", "face N"]);
    let seras = chart(&table, "seras");
    assert_eq!((seras.steps, seras.stragglers), (2, 1));
}

/// The movement points of a unit, as the forecast of a short march says.
fn points(mut table: Table<MarchIntoBattle>) -> String {
    table.play(&["pick seras"]);
    table.forecast("to 0910").sum.lines().last().unwrap().trim().to_string()
}

#[test]
fn tired_troops_have_half_of_everything_and_spent_ones_a_point() {
    shows!["11.1a", "11.1b", "11.1d", "11.1f", "11.1g"];
    assert!(points(seras(5).table(&game())).starts_with("points there are: 8"));
    assert!(points(seras(6).table(&game())).starts_with("points there are: 4"));
    assert!(points(seras(9).table(&game())).starts_with("points there are: 1"));
    let fight = |attacker: &str, defender: &str| {
        let setting = marked(raab("GREN-C"), "seras", "1009", "N", &[attacker]).unit("grenier", "1009");
        let mut table = marked(setting, "frimont", "1008", "S", &["guns=0", defender]).table(&game());
        table.play(&["pick seras", "stay"]);
        if !table.offers("attack seras 1008") {
            return table.refused_by("attack seras 1008").to_string();
        }
        table.play(&["attack seras 1008", "done"]);
        let lines = table.forecast("fight 1").sum.lines();
        lines.iter().find(|line| line.contains("odds")).unwrap().trim().to_string()
    };
    assert!(fight("fatigue=5", "fatigue=5").starts_with("odds 6:8"));
    assert!(fight("fatigue=6", "fatigue=0").starts_with("odds 3:8"));
    assert!(fight("fatigue=0", "fatigue=6").starts_with("odds 6:4"));
    assert!(fight("fatigue=0", "fatigue=9").starts_with("odds 6:1"));
}

#[test]
fn spent_troops_do_not_attack() {
    shows!["11.1g"];
    let setting = marked(raab("GREN-C"), "seras", "1009", "N", &["fatigue=9"]).unit("grenier", "1009");
    let setting = unit(unit(setting, "frimont", "1008", "S"), "durutte", "0910", "N");
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay"]);
    assert!(!table.options().iter().any(|option| option.starts_with("attack")));
}

#[test]
fn tired_cavalry_does_not_charge() {
    shows!["11.1c"];
    let title = |fatigue: &str| {
        let setting = marked(raab("GROU"), "montbrun", "1009", "N", &[fatigue]).unit("grouchy", "1009");
        let mut table = marked(setting, "frelich", "1008", "S", &["guns=0"]).table(&game());
        table.play(&["pick montbrun", "stay", "attack montbrun 1008", "done"]);
        table.forecast("fight 1").sum.label
    };
    assert_eq!((title("fatigue=5").as_str(), title("fatigue=6").as_str()), ("Charge", "Attack"));
}

#[test]
fn spent_cavalry_does_not_evade() {
    shows!["11.1e"];
    let evade = |fatigue: &str| {
        let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
        let mut table = marked(setting, "frelich", "1008", "S", &[fatigue]).table(&game());
        table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
        table
    };
    assert!(evade("fatigue=8").offers("evade frelich"));
    let spent = evade("fatigue=9");
    assert!(!spent.offers("evade frelich"));
    assert_eq!(spent.refused_by("evade frelich"), "11.1e");
}

#[test]
fn combat_tires_by_the_effects_table_and_cavalry_by_one_more() {
    shows!["11.0d", "7.3.#F", "7.6h", "7.13h"];
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let mut table = marked(setting, "frelich", "1008", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done", "stand"]);
    // 6 against 3 is +2, morale even, guns +2: a 1 is 5. Retreat 3 is 1s D 2F, Advance 6 is 1F.
    table.rolls(&[1, 3, 6]).play(&["fight 1"]);
    assert_eq!((chart(&table, "seras").fatigue, chart(&table, "frelich").fatigue), (1, 2));
    while chart(&table, "frelich").fatigue == 2 {
        let option = table.options().into_iter().next_back().unwrap();
        table.play(&[&option]);
    }
    assert_eq!(chart(&table, "frelich").fatigue, 3);
}

#[test]
fn rest_at_night_is_worth_more_and_stragglers_come_back_more_easily() {
    shows!["1c", "10.1e"];
    let overlay = engine::laws::Overlay::of(march_into_battle::FILES).change(
        "raab/scenario.toml",
        "begin = [",
        "night = [\"10:00\"]\nbegin = [",
    );
    let dark = std::sync::Arc::new(MarchIntoBattle::load(Some(overlay.folder())).unwrap());
    let mut table = seras(7).table(&dark);
    table.play(&["pick seras", "rest", "done"]);
    assert_eq!(boxes(&table), 3);
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", &["stragglers=1"]).unit("grenier", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&dark);
    table.rolls(&[6]).play(&["pick seras", "recover"]);
    assert_eq!(chart(&table, "seras").stragglers, 0);
}

#[test]
fn attacks_at_night_have_half_strength() {
    shows!["7.8"];
    let overlay = engine::laws::Overlay::of(march_into_battle::FILES).change(
        "raab/scenario.toml",
        "begin = [",
        "night = [\"10:00\"]\nbegin = [",
    );
    let dark = std::sync::Arc::new(MarchIntoBattle::load(Some(overlay.folder())).unwrap());
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&dark);
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    let sum = table.forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 3:8"), "{sum}");
}
