//! 16.6 Extended Line, on the fields south of the Pandzsa.

use crate::common::{chart, disorganized, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Rules, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::{Unit, mark};
use serde_json::json;

type Battle = Table<MarchIntoBattle>;

/// Seras with his general in the open, and nobody near.
fn seras(option: &str) -> Setting {
    let setting = unit(raab("GREN-C").option(option), "seras", "1011", "N").unit("grenier", "1011");
    unit(setting, "frimont", "1503", "S")
}

/// Seras in line in 1011 and 0911, facing north: 0910, 1010 and 1111 lie before him.
fn in_line() -> Setting {
    let setting = raab("GREN-C").unit("grenier", "1011");
    setting.piece(json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N" }))
}

fn hexes(table: &Battle) -> [String; 2] {
    let chart = chart(table, "seras");
    let ground = &table.playing.rules().scenarios[1].ground;
    [chart.hex, chart.second].map(|hex| ground.label(hex))
}

#[test]
fn a_division_lies_down_across_a_hexside() {
    shows!["16.6a", "16.6c", "16.6l"];
    let mut table = seras("extended-line").table(&game());
    table.play(&["pick seras"]);
    assert!(table.offers("extend 0911 N"));
    table.play(&["extend 0911 N"]);
    assert_eq!(hexes(&table), ["1011", "0911"]);
    // A clear hex costs 2 of its 8 points.
    assert_eq!(chart(&table, "seras").spent, 2);
    let mut table = seras("extended-line=off").table(&game());
    table.play(&["pick seras"]);
    assert!(!table.options().iter().any(|option| option.starts_with("extend")));
}

#[test]
fn divisions_of_both_arms_form_lines_and_detachments_none() {
    shows!["16.6a"];
    let setting = raab("COLL").unit("general-colloredo", "1111");
    let setting = marked(setting, "hummel-detachment", "1111", "N", &["parent=colloredo"]);
    let mut table = unit(setting, "seras", "0411", "N").table(&game());
    table.play(&["pick hummel-detachment"]);
    assert!(!table.options().iter().any(|option| option.starts_with("extend")));
    for (option, offered) in [("infantry-line=off", true), ("infantry-line=on", false)] {
        let setting = unit(raab("GROU").option(option), "montbrun", "1011", "N").unit("grouchy", "1011");
        let mut table = unit(setting, "frimont", "1503", "S").table(&game());
        table.play(&["pick montbrun"]);
        assert_eq!(table.offers("extend 0911 N"), offered);
    }
}

#[test]
fn the_hex_must_be_empty_and_both_outside_enemy_zones() {
    shows!["16.6c", "16.6d"];
    let mut table = unit(seras("extended-line"), "durutte", "0911", "N").table(&game());
    table.play(&["pick seras"]);
    assert_eq!(table.refused_by("extend 0911 N"), "16.6c");
    let mut table = unit(seras("extended-line"), "frelich", "0909", "S").table(&game());
    table.play(&["pick seras"]);
    assert!(table.offers("extend 0911 N"));
    let mut table = unit(seras("extended-line"), "frelich", "0910", "S").table(&game());
    table.play(&["pick seras"]);
    assert_eq!(table.refused_by("extend 0911 N"), "16.6d");
}

#[test]
fn three_hexes_lie_before_a_line_and_five_behind() {
    shows!["16.6b"];
    // Enemies all around: those before the line can be attacked, from the half next to them.
    let around = ["0910", "1010", "1111", "1112", "1012", "0912", "0811", "0810"];
    let enemies =
        ["besan", "mecsery", "frelich", "jellacic", "colloredo", "frimont", "hummel-detachment", "davidovich"];
    let mut setting = in_line();
    for (enemy, at) in enemies.into_iter().zip(around) {
        let marks: &[&str] = if enemy == "hummel-detachment" { &["parent=colloredo"] } else { &["guns=0"] };
        setting = marked(setting, enemy, at, "S", marks);
    }
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay"]);
    let attacks: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("attack")).collect();
    // Infantry goes first where there is some; before this line stands cavalry alone.
    assert_eq!(attacks, ["attack seras 1010", "attack seras 1111", "attack seras/left 0910", "attack seras/left 1010"]);
}

#[test]
fn it_moves_forward_backward_and_sideways() {
    shows!["16.6e", "16.6f", "16.6m"];
    let moved = |action: &str| {
        let mut table = unit(in_line(), "frimont", "1503", "S").table(&game());
        table.play(&["pick seras", action]);
        (hexes(&table), chart(&table, "seras").spent)
    };
    let at = |right: &str, left: &str| [right.to_string(), left.to_string()];
    assert_eq!(moved("line 1010 N"), (at("1010", "0910"), 2));
    assert_eq!(moved("line 1012 N"), (at("1012", "0912"), 2));
    // Along itself to the right, and to the left up the slope of Kisbarat.
    assert_eq!(moved("line 1112 N"), (at("1112", "1011"), 2));
    assert_eq!(moved("line 0911 N"), (at("0911", "0810"), 3));
}

#[test]
fn it_wheels_by_sixty_degrees() {
    shows!["16.6g"];
    let mut table = unit(in_line(), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras"]);
    assert!(table.offers("line 1011 NE"));
    assert_eq!(table.refused_by("line 1011 S"), "16.6g");
    table.play(&["line 1011 NE"]);
    assert_eq!(hexes(&table), ["1011", "1010"]);
    assert_eq!(chart(&table, "seras").spent, 2);
}

#[test]
fn it_closes_in_one_of_its_hexes() {
    shows!["16.6h"];
    let mut table = unit(in_line(), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras", "close 0911"]);
    assert_eq!(hex(&table, "seras"), "0911");
    assert!(!chart(&table, "seras").is(mark::EXTENDED));
    assert_eq!(chart(&table, "seras").spent, 2);
    // The general who was in the other half goes with it; one who is elsewhere stays there.
    let mut table = unit(in_line().unit("eugene", "0712"), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras", "close 0911"]);
    let battle = &table.playing.rules().scenarios[1];
    let at = |leader: &str| {
        let index = usize::from(battle.leader_named(leader).unwrap());
        battle.ground.label(table.state().leaders[index].hex)
    };
    assert_eq!([at("grenier"), at("eugene")], ["0911", "0712"]);
}

/// Frimont attacks one hex of the line from the north.
fn attacked(target: &str) -> Battle {
    let setting = raab("FRIM").unit("general-frimont", "1010");
    let setting = setting
        .piece(json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N", "marks": ["guns=0"] }));
    let mut table = marked(setting, "frimont", "1010", "S", &["guns=0"]).table(&game());
    table.play(&["pick frimont", "stay", &format!("attack frimont {target}"), "done"]);
    table
}

#[test]
fn each_half_fights_with_half_the_strength() {
    shows!["16.6i"];
    let sum = attacked("1011").forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 8:3"), "{sum}");
    let mut table = marked(in_line(), "frimont", "1010", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "attack seras 1010", "attack seras/left 1010", "done"]);
    let sum = table.forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 6:8"), "{sum}");
}

#[test]
fn a_half_that_must_retreat_draws_the_other_after_it() {
    shows!["16.6j"];
    let mut table = attacked("0911");
    assert_eq!(table.forecast("fight 1").sum.value, "+4");
    // Retreat 1; a 6 is D3 1F, no disorder for morale 4.
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    assert!(!chart(&table, "seras").is(mark::EXTENDED) && !disorganized(&table, "seras"));
    assert_eq!(hex(&table, "seras"), "0911");
    let way = table.options().into_iter().next().unwrap();
    table.play(&[&way]);
    let ground = &table.playing.rules().scenarios[1].ground;
    let from = ground.board().parse("0911").unwrap();
    assert_eq!(ground.distance(chart(&table, "seras").hex, from), 1, "{}", hex(&table, "seras"));
}

#[test]
fn who_meant_to_attack_the_other_half_may_advance_into_its_hex() {
    shows!["16.6k"];
    let setting =
        raab("FRIM JELL").option("everywhere").unit("general-frimont", "0910").unit("general-jellacic", "1111");
    let setting = setting
        .piece(json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N", "marks": ["guns=0"] }));
    let setting = marked(setting, "frimont", "0910", "S", &["guns=0"]);
    let mut table = marked(setting, "jellacic", "1111", "SW", &["guns=0"]).table(&game());
    table.play(&["pick frimont", "stay", "pick jellacic", "stay"]);
    table.play(&["attack frimont 0911", "attack jellacic 1011", "done"]);
    table.rolls(&[2, 6, 6]).play(&["fight 1", "to 0912"]);
    for _ in 0..12 {
        if table.offers("fight 2") {
            break;
        }
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    table.play(&["fight 2"]);
    assert!(table.offers("advance jellacic"), "{:?}", table.options());
    table.play(&["advance jellacic", "to 1011"]);
    assert_eq!(hex(&table, "jellacic"), "1011");
}

#[test]
fn a_line_falls_together_where_it_must_retreat_in_disorder_or_not() {
    shows!["16.6j"];
    let mut table = attacked("1011");
    // Retreat 1 or more with an effects die of 1: disorder.
    table.rolls(&[1, 1, 6]).play(&["fight 1"]);
    assert!(disorganized(&table, "seras") && !chart(&table, "seras").is(mark::EXTENDED));
    // All of it is in the hex that must retreat, and goes on from there.
    assert_eq!((table.chooser(), hex(&table, "seras").as_str()), (engine::Side::First, "1011"));
    assert_eq!(table.options(), ["to 0912", "to 1012", "to 1112"]);
    table.play(&["to 1012"]);
    assert_eq!(hex(&table, "seras"), "1012");
}

/// Colloredo attacks the left half of Seras' line with all he has.
fn struck_left(steps: u8, marks: &[&str]) -> Battle {
    let setting = raab("COLL").unit("general-colloredo", "1504");
    let setting = setting.piece(
        json!({ "piece": "seras", "hex": "1605", "second_hex": "1505", "facing": "N", "steps": steps, "marks": marks }),
    );
    let mut table = setting
        .piece(json!({ "piece": "colloredo", "hex": "1504", "facing": "S", "steps": 3, "marks": ["guns=2"] }))
        .table(&game());
    table.play(&["pick colloredo", "stay", "attack colloredo 1505", "done"]);
    table
}

/// Plays what the owner of the line is asked until the retreat is over; the hexes he went through.
fn run(table: &mut Battle) -> Vec<String> {
    let mut hexes = vec![hex(table, "seras")];
    while table.options().iter().all(|option| option.starts_with("to ")) {
        let first = table.options()[0].clone();
        table.play(&[&first]);
        hexes.push(hex(table, "seras"));
    }
    hexes
}

#[test]
fn a_disordered_line_that_must_retreat_retreats() {
    shows!["16.6j", "7.2b"];
    let mut table = struck_left(3, &["guns=0"]);
    // Retreat 3, and a 6 with -2 is 1s D4 2F: disorder for morale 4.
    table.rolls(&[6, 6, 6]).play(&["fight 1"]);
    assert!(disorganized(&table, "seras") && !chart(&table, "seras").is(mark::EXTENDED));
    assert!(!table.offers("close 1605") && !table.offers("close 1505"), "{:?}", table.options());
    let hexes = run(&mut table);
    assert_eq!((hexes[0].as_str(), hexes.len()), ("1505", 4), "three hexes from the one that was struck: {hexes:?}");
}

#[test]
fn a_line_of_one_step_that_must_retreat_retreats() {
    shows!["16.6j"];
    // Two steps, of which the retreat costs one; morale 5 keeps order.
    let mut table = struck_left(2, &["guns=0", "morale=5"]);
    // 6 against 2 is +3, morale -2, guns +2: a 6 is 9, Retreat 3; a 5 with -1 is 1s D4 2F.
    table.rolls(&[6, 5, 6]).play(&["fight 1"]);
    assert_eq!((chart(&table, "seras").steps, disorganized(&table, "seras")), (1, false));
    let hexes = run(&mut table);
    assert_eq!((hexes[0].as_str(), hexes.len()), ("1505", 4), "{hexes:?}");
}

#[test]
fn a_smashed_line_is_where_it_was_struck() {
    shows!["16.6j", "10.2a"];
    let table = struck_left(2, &["guns=0"]);
    // A 1 with -2 is 2c 2s D 3F: both steps; with stragglers out before it is smashed, not gone.
    let gone = &mut table.clone();
    gone.rolls(&[6, 1, 6]).play(&["fight 1"]);
    assert_eq!(hex(gone, "seras"), "Gone");
    let mut table = struck_left(2, &["guns=0", "stragglers=1"]);
    table.rolls(&[6, 1, 6]).play(&["fight 1"]);
    assert!(chart(&table, "seras").is(mark::SMASHED) && !chart(&table, "seras").is(mark::EXTENDED));
    let hexes = run(&mut table);
    assert_eq!((hexes[0].as_str(), hexes.len()), ("1505", 4), "{hexes:?}");
}

#[test]
fn a_line_that_may_stay_falls_together_where_its_owner_likes() {
    shows!["16.6j", "10.2a"];
    // 6 against 2 is +3, morale -3, guns +2: a 1 is 3 and a 2 is 4, both Engaged.
    let mut table = struck_left(2, &["guns=0", "stragglers=1", "morale=6"]);
    assert_eq!(table.forecast("fight 1").sum.value, "+2");
    let mut smashed = table.clone();
    // A 1 with +1 is 1c: one step cannot lie across two hexes.
    table.rolls(&[1, 1, 6]).play(&["fight 1"]);
    assert_eq!((chart(&table, "seras").steps, table.options()), (1, vec!["close 1605".into(), "close 1505".into()]));
    // A 1 is 1c 1s: the last steps are gone, and stragglers are out.
    smashed.rolls(&[2, 1, 6]).play(&["fight 1"]);
    assert!(chart(&smashed, "seras").is(mark::SMASHED));
    assert_eq!(smashed.options(), ["close 1605", "close 1505"]);
    smashed.play(&["close 1605"]);
    assert_eq!(hex(&smashed, "seras"), "1605");
    assert!(!chart(&smashed, "seras").is(mark::EXTENDED));
}

#[test]
fn a_line_struck_in_both_hexes_retreats_from_the_one_its_owner_likes() {
    shows!["16.6j", "16.6i"];
    let setting = raab("COLL").unit("general-colloredo", "1604");
    let setting = setting
        .piece(json!({ "piece": "seras", "hex": "1605", "second_hex": "1505", "facing": "N", "marks": ["guns=0"] }));
    let mut table = marked(setting, "colloredo", "1604", "S", &["guns=4"]).table(&game());
    table.play(&["pick colloredo", "stay", "attack colloredo 1605", "attack colloredo 1505", "done"]);
    assert_eq!(table.forecast("fight 1").sum.value, "+3", "6 against 3 and 3 is even: each hex defends by itself");
    table.rolls(&[6]).play(&["fight 1"]);
    assert_eq!(table.options(), ["close 1605", "close 1505"]);
    let steps = chart(&table, "seras").steps;
    // 6 against 3 and 3, morale -1, guns +4: 9, Retreat 3; a 5 with -1 is 1s D4 2F.
    table.rolls(&[5, 6]).play(&["close 1605"]);
    assert_eq!(chart(&table, "seras").steps, steps - 1, "one die for the whole division");
    assert_eq!(table.last_rolls(), [5, 6]);
    let hexes = run(&mut table);
    assert_eq!(hexes[0], "1605");
    assert!(hexes.len() > 1, "{hexes:?}");
}

#[test]
fn a_line_that_has_won_may_advance() {
    shows!["7.2n", "7.2o"];
    let mut table = marked(in_line(), "frimont", "1010", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "attack seras 1010", "attack seras/left 1010", "done"]);
    // Retreat 1: Frimont goes, and Seras' line may follow with one of its hexes in 1010.
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[u16::try_from((5 - total).clamp(1, 6)).unwrap(), 6, 6]).play(&["fight 1"]);
    while table.chooser() == engine::Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(table.offers("advance seras"), "{:?}", table.options());
    table.play(&["advance seras"]);
    let ways = table.options();
    assert!(ways.iter().all(|way| way.starts_with("line ")), "{ways:?}");
    assert!(table.offers("line 1010 N") && !table.offers("line 1012 N"), "{ways:?}");
    assert_eq!(table.refused_by("line 1012 N"), "7.2o");
    table.play(&["line 1010 N"]);
    assert_eq!(hexes(&table), ["1010", "0910"]);
    assert!(chart(&table, "seras").is(mark::EXTENDED));
}

#[test]
fn a_wheel_turns_on_one_of_the_hexes() {
    shows!["16.6g"];
    let mut table = unit(in_line(), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras"]);
    assert_eq!(table.refused_by("line 1010 NE"), "16.6g");
}

#[test]
fn a_line_that_has_moved_up_may_attack() {
    shows!["16.6e", "6.9a"];
    let mut table = marked(in_line(), "frimont", "1009", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "line 1010 N"]);
    assert!(table.offers("ready N"));
    table.play(&["ready N"]);
    assert_eq!(chart(&table, "seras").spent, 4);
    assert!(table.offers("attack seras 1009"), "{:?}", table.options());
}

#[test]
fn a_line_that_stays_turns_about_or_not_at_all() {
    shows!["6.7c"];
    for (facing, second, about) in [("N", "0911", "turn S"), ("S", "1112", "turn N"), ("NE", "1010", "turn SW")] {
        let setting = raab("GREN-C").unit("grenier", "1011");
        let line = json!({ "piece": "seras", "hex": "1011", "second_hex": second, "facing": facing });
        let mut table = unit(setting.piece(line), "frimont", "1503", "S").table(&game());
        table.play(&["pick seras"]);
        let turns: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("turn")).collect();
        assert_eq!(turns, [about]);
    }
}

#[test]
fn each_half_counts_for_what_its_leader_can_lead() {
    shows!["7.0h", "16.6i"];
    for (leader, offered) in [("grenier", true), ("grouchy", false)] {
        let setting = raab("GREN-C").unit("eugene", "1011").unit(leader, "1011");
        let line = json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N" });
        let mut table = marked(setting.piece(line), "frimont", "1010", "S", &["guns=0"]).table(&game());
        table.play(&["pick seras", "stay", "attack seras 1010"]);
        assert_eq!(table.offers("attack seras/left 1010"), offered, "{leader}");
        if !offered {
            assert_eq!(table.refused_by("attack seras/left 1010"), "7.0h");
        }
    }
}

#[test]
fn a_division_without_the_points_forms_no_line() {
    shows!["16.6c"];
    let halted = |at: &str| {
        let mut table = seras("extended-line").table(&game());
        table.play(&["pick seras", &format!("to {at}"), "stay"]);
        table
    };
    // Two points into the field of 1010, then one for each hex of the road: two of eight are left in 1006, one in 1005.
    let table = halted("1006");
    assert_eq!(chart(&table, "seras").spent, 6);
    assert!(table.offers("extend 1107 N"));
    let table = halted("1005");
    assert_eq!(chart(&table, "seras").spent, 7);
    assert!(table.refusal("extend 1105 NW").reason.contains("lacks the movement points"));
}

#[test]
fn a_line_that_has_moved_ends_with_the_facing_it_has() {
    shows!["16.6g", "6.9a"];
    let moved = |enemy: &str| {
        let mut table = marked(in_line(), "frimont", enemy, "S", &["guns=0"]).table(&game());
        table.play(&["pick seras", "line 1010 N"]);
        ["face N", "face S", "ready N", "ready S"].map(|end| table.offers(end))
    };
    assert_eq!(moved("1503"), [true, false, false, false]);
    assert_eq!(moved("1009"), [true, false, true, false], "with an enemy before it it may make ready");
}

#[test]
fn a_line_stops_where_either_half_enters_an_enemy_zone() {
    shows!["6.2f", "16.6e"];
    let moved = |enemy: &str| {
        let mut table = unit(in_line(), "frelich", enemy, "S").table(&game());
        table.play(&["pick seras", "line 1010 N"]);
        table
    };
    assert!(moved("1503").offers("line 1011 N"));
    // The hussars touch the left half alone, or the right.
    for enemy in ["0909", "1110"] {
        assert_eq!(moved(enemy).refused_by("line 1011 N"), "6.2f", "{enemy}");
    }
}

#[test]
fn only_a_line_closes_and_in_its_own_hexes() {
    shows!["16.6h"];
    let mut line = unit(in_line(), "frimont", "1503", "S").table(&game());
    line.play(&["pick seras"]);
    let closes: Vec<String> = line.options().into_iter().filter(|option| option.starts_with("close")).collect();
    assert_eq!(closes, ["close 1011", "close 0911"]);
    assert_eq!(line.refused_by("close 1010"), "16.6h");
    let mut column = seras("extended-line").table(&game());
    column.play(&["pick seras"]);
    assert_eq!(column.refused_by("close 1011"), "16.6a");
}

#[test]
fn a_tired_or_disordered_division_may_form_a_line_too() {
    shows!["16.6a", "16.6c", "10.2d"];
    let offered = |marks: &[&str]| {
        let setting = marked(raab("GREN-C"), "seras", "1011", "N", marks).unit("grenier", "1011");
        let mut table = unit(setting, "frimont", "1503", "S").table(&game());
        table.play(&["pick seras"]);
        table.offers("extend 0911 N")
    };
    assert!(offered(&[]) && offered(&["fatigue=6"]) && offered(&["disorganized"]));
    // Spent, it has one point, and the hex costs two.
    assert!(!offered(&["fatigue=9"]));
}

#[test]
fn nobody_faces_as_a_line_does_so_it_lies_alone() {
    shows!["6.1c", "16.6b", "16.6c"];
    let friend = json!({ "piece": "durutte", "hex": "1011", "facing": "N", "steps": 2 });
    let mut table = seras("extended-line").piece(friend).table(&game());
    table.play(&["pick seras"]);
    assert_eq!(table.refused_by("extend 0911 N"), "6.1c");
}

#[test]
fn disorder_alone_does_not_break_a_line() {
    shows!["16.6j", "9.0e"];
    let mut table = struck_left(3, &["guns=0"]);
    // 6 against 3, morale -1, guns +2: a 1 is 4, Engaged; a 2 is 1c D4 2F, disorder for morale 4.
    table.rolls(&[1, 2, 6]).play(&["fight 1"]);
    assert!(disorganized(&table, "seras") && chart(&table, "seras").is(mark::EXTENDED));
    assert_eq!((hexes(&table), chart(&table, "seras").steps), (["1605".into(), "1505".into()], 2));
    assert!(!table.offers("close 1605") && !table.offers("close 1505"), "{:?}", table.options());
    // It moves as a line, half as far, and into no enemy zone.
    let line =
        json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N", "marks": ["disorganized"] });
    let setting = raab("GREN-C").unit("grenier", "1011").piece(line);
    let mut table = unit(setting, "frelich", "0909", "S").table(&game());
    table.play(&["pick seras"]);
    assert_eq!(table.refused_by("line 1010 N"), "9.0e");
    table.play(&["line 1012 N", "line 1011 N"]);
    assert_eq!(table.refused_by("line 1012 N"), "16.6e");
}

/// Seras in line below the church hill, with Frimont and his guns on it: 1107 lies in their field of fire.
fn below_the_hill(right: &str, left: &str, front: &str, marks: &[&str]) -> Battle {
    let setting = raab("GREN-C").unit("grenier", right);
    let line = json!({ "piece": "seras", "hex": right, "second_hex": left, "facing": front, "marks": marks });
    let mut table = marked(setting.piece(line), "frimont", "1106", "S", &["guns=2"]).table(&game());
    table.play(&["pick seras"]);
    table
}

#[test]
fn a_line_goes_under_the_guns_only_to_attack() {
    shows!["8.2d", "8.2e", "16.6e"];
    let mut table = below_the_hill("1208", "1108", "N", &[]);
    table.play(&["line 1207 N"]);
    assert!(table.offers("ready N") && !table.offers("face N"), "{:?}", table.options());
    assert_eq!(table.refused_by("face N"), "8.2d");
    // It has entered the zone of the guns, and stops.
    assert_eq!(table.refused_by("close 1207"), "6.2f");
    table.play(&["ready N"]);
    assert!(table.offers("attack seras/left 1106"), "{:?}", table.options());
    // Backing up to the hill it would have the enemy behind it, and nobody to attack.
    let about = below_the_hill("1108", "1208", "S", &[]);
    assert_eq!(about.refused_by("line 1107 S"), "8.2d");
    assert!(!about.offers("line 1107 S"));
}

#[test]
fn a_line_under_the_guns_that_can_neither_attack_nor_go_on_stays() {
    shows!["8.2d", "8.2e"];
    let table = below_the_hill("1107", "1207", "S", &[]);
    let mut state = table.state().clone();
    let battle = &game().scenarios[usize::from(state.scenario)];
    // It has come into the zone of the guns, which are behind it: there it stops, and nobody is before it.
    state.chart_mut(Unit(battle.unit_named("seras").unwrap())).set(mark::MOVED);
    let mut legal = Vec::new();
    game().legal(&state, &mut legal);
    let options: Vec<String> = legal.iter().map(|&action| game().notation(&state, action)).collect();
    assert!(options.contains(&"face S".to_string()), "{options:?}");
    assert!(!options.iter().any(|option| option.starts_with("ready") || option.starts_with("line")), "{options:?}");
    assert!(legal.iter().all(|&action| game().check(&state, action).is_ok()));
}

#[test]
fn a_line_closes_under_the_guns_only_to_attack() {
    shows!["8.2d", "8.2e", "16.6h"];
    let mut table = below_the_hill("1207", "1107", "N", &[]);
    assert!(table.offers("close 1107") && table.offers("close 1207"), "{:?}", table.options());
    table.play(&["close 1107"]);
    assert!(table.offers("ready N") && !table.offers("face N"), "{:?}", table.options());
    let shaken = below_the_hill("1207", "1107", "N", &["disorganized"]);
    assert_eq!(shaken.refused_by("close 1107"), "8.2d");
    assert!(shaken.offers("close 1207"), "out of the fire it may");
}

/// Seras' line beats a step of Frimont's in 1010, which goes back two hexes; hussars stand in a hex that is given.
fn won_by_two(hussars: &str) -> Battle {
    let weak = json!({ "piece": "frimont", "hex": "1010", "facing": "S", "steps": 1, "marks": ["guns=0", "morale=4"] });
    let mut table = unit(in_line().piece(weak), "frelich", hussars, "S").table(&game());
    table.play(&["pick seras", "stay", "attack seras 1010", "attack seras/left 1010", "done"]);
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    // Seven is Retreat 2; sixes harm nobody's steps.
    table.rolls(&[u16::try_from(7 - total).unwrap(), 6, 6]).play(&["fight 1"]);
    while table.chooser() == engine::Side::Second {
        let last = table.options().pop().unwrap();
        table.play(&[&last]);
    }
    table.play(&["advance seras"]);
    table
}

#[test]
fn a_line_advances_as_far_as_the_enemy_was_driven() {
    shows!["7.2n", "7.2o", "16.6e"];
    let mut table = won_by_two("1603");
    assert!(table.offers("line 1010 N") && table.offers("line 1009 N"), "{:?}", table.options());
    assert_eq!(table.refused_by("line 1008 N"), "7.2o");
    // Beside the hex that was left the second step goes on, but not back to where the line came from.
    assert!(!table.offers("line 1011 N"), "{:?}", table.options());
    table.play(&["line 1009 N"]);
    assert_eq!(hexes(&table), ["1009", "0909"]);
}

#[test]
fn an_advancing_line_stops_in_an_enemy_zone() {
    shows!["7.2p", "16.6e"];
    // The hussars in 0809 look down on 0910, where the left half comes to.
    let table = won_by_two("0809");
    assert!(table.offers("line 1010 N"), "{:?}", table.options());
    assert_eq!(table.refused_by("line 1009 N"), "7.2o");
}

#[test]
fn neither_half_of_a_line_out_of_command_goes_next_to_the_enemy() {
    shows!["15.0", "16.6e"];
    // Grenier is far away. Jellacic looks elsewhere: in 0909 he is beside 0910 alone, in 1110 beside 1010 and 1111.
    let alone = |enemy: &str| {
        let line = json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N" });
        let setting = raab("GREN-C").unit("grenier", "0101").piece(line);
        let mut table = marked(setting, "jellacic", enemy, "N", &["guns=0"]).table(&game());
        table.play(&["pick seras"]);
        table
    };
    assert!(alone("1503").offers("line 1010 N"));
    for enemy in ["0909", "1110"] {
        assert_eq!(alone(enemy).refused_by("line 1010 N"), "15.0", "{enemy}");
    }
}

#[test]
fn only_who_is_out_of_command_keeps_his_line_from_the_enemy() {
    shows!["16.6c", "15.0"];
    // Jellacic has no guns and so no zone; 0911 is next to him.
    let lying = |leader: &str| {
        let setting = unit(raab("GREN-C"), "seras", "1011", "N").unit("grenier", leader).unit("eugene", "2001");
        let mut table = marked(setting, "jellacic", "0910", "S", &["guns=0"]).table(&game());
        table.play(&["pick seras"]);
        table
    };
    assert!(lying("1011").offers("extend 0911 N"), "{:?}", lying("1011").options());
    let alone = lying("2002");
    assert!(!alone.offers("extend 0911 N"));
    assert_eq!(alone.refused_by("extend 0911 N"), "15.0");
}

#[test]
fn a_line_does_not_close_where_the_fire_comes_back_behind_it() {
    shows!["8.2d", "8.2i", "16.6h"];
    // Montbrun's left half stands on the church hill beside Frimont, whose guns have no field of fire as long as it does.
    let line = |marks: &[&str]| {
        let setting = raab("GROU").unit("grouchy", "1206");
        let line = json!({ "piece": "montbrun", "hex": "1107", "second_hex": "1206", "facing": "SE", "marks": marks });
        let mut table = marked(setting.piece(line), "frimont", "1106", "S", &["guns=2"]).table(&game());
        table.play(&["pick montbrun"]);
        table
    };
    // Fresh horse may close below the guns and ride on.
    let mut fresh = line(&[]);
    fresh.play(&["close 1107"]);
    assert!(fresh.offers("to 1108") && !fresh.options().iter().any(|option| option.starts_with("face")));
    // Tired and in disorder it has three points, of which two are gone, and cannot attack: it would end there.
    let tired = line(&["disorganized", "fatigue=6"]);
    assert!(tired.offers("close 1206"), "on the hill no fire falls: {:?}", tired.options());
    assert_eq!(tired.refused_by("close 1107"), "8.2d");
}

#[test]
fn a_line_attacked_in_both_hexes_rolls_once() {
    shows!["16.6i", "7.1.7a"];
    let setting = raab("COLL").unit("general-colloredo", "1604");
    let setting = setting
        .piece(json!({ "piece": "seras", "hex": "1605", "second_hex": "1505", "facing": "N", "marks": ["guns=0"] }));
    let mut table = marked(setting, "colloredo", "1604", "S", &["guns=4"]).table(&game());
    table.play(&["pick colloredo", "stay", "attack colloredo 1605", "attack colloredo 1505", "done"]);
    // +3, so a 1 is 4: Engaged, and the line lies where it lay; then a die for the division and one for its attacker.
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    assert_eq!(table.last_rolls()[..3], [1, 6, 6]);
    let told = table.told(engine::Viewer::All);
    assert_eq!(told.iter().filter(|text| text.starts_with("Seras: ")).count(), 1, "{told:?}");
    assert_eq!(hexes(&table), ["1605", "1505"]);
}

/// What a move costs a line of Seras' that lies in these hexes, in woods or beside them.
fn moved(right: &str, left: &str, front: &str, action: &str) -> ([String; 2], u8) {
    let setting = raab("GREN-C").unit("grenier", right);
    let line = json!({ "piece": "seras", "hex": right, "second_hex": left, "facing": front });
    let mut table = unit(setting.piece(line), "frimont", "0302", "S").table(&game());
    table.play(&["pick seras", action]);
    (hexes(&table), chart(&table, "seras").spent)
}

#[test]
fn along_itself_a_line_pays_for_the_new_hex_alone() {
    shows!["16.6f", "16.6m"];
    let at = |right: &str, left: &str| [right.to_string(), left.to_string()];
    // Out of the wood of 1908 into the fields of 1808 and 2008; the other half comes from a wood into 1908, which is held already.
    assert_eq!(moved("1908", "1807", "N", "line 2008 N"), (at("2008", "1908"), 2));
    assert_eq!(moved("1908", "2007", "SE", "line 1808 SE"), (at("1808", "1908"), 2));
    assert_eq!(moved("1807", "1908", "S", "line 1908 S"), (at("1908", "2008"), 2));
}

#[test]
fn a_line_wheels_on_its_left_hex_too_whatever_it_faces() {
    shows!["16.6g"];
    let at = |right: &str, left: &str| [right.to_string(), left.to_string()];
    assert_eq!(moved("1011", "0911", "N", "line 1010 NW"), (at("1010", "0911"), 2));
    // Facing south-east 1011 and 1010 lie side by side: forward to 1112 and 1111.
    assert_eq!(moved("1011", "1010", "NE", "line 1111 NE"), (at("1111", "1110"), 2));
}

#[test]
fn a_line_needs_both_hexes_for_itself() {
    shows!["16.6e", "16.6c"];
    for friend in ["1010", "0910"] {
        let mut table = unit(unit(in_line(), "durutte", friend, "N"), "frimont", "1503", "S").table(&game());
        table.play(&["pick seras"]);
        assert_eq!(table.refused_by("line 1010 N"), "16.6e", "{friend}");
    }
}

#[test]
fn a_line_without_points_for_an_attack_makes_none_ready() {
    shows!["6.9a", "16.6e"];
    let setting = raab("GREN-C").unit("grenier", "1011");
    let line = json!({ "piece": "seras", "hex": "1011", "second_hex": "0911", "facing": "N", "marks": ["fatigue=6"] });
    let mut table = marked(setting.piece(line), "frimont", "1010", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "line 1012 N"]);
    // Tired, it has four points, and two hexes of fields take them all.
    table.play(&["line 1011 N"]);
    assert!(table.offers("face N") && !table.offers("ready N"), "{:?}", table.options());
}

#[test]
fn a_line_under_the_guns_that_can_go_on_goes_on() {
    shows!["8.2d", "8.2e", "16.6e"];
    // Guns do not stop horse: Montbrun's line backs up to the hill, with the enemy behind it and points left.
    let setting = raab("GROU").unit("grouchy", "1108");
    let line = json!({ "piece": "montbrun", "hex": "1108", "second_hex": "1208", "facing": "S" });
    let mut table = marked(setting.piece(line), "frimont", "1106", "S", &["guns=2"]).table(&game());
    table.play(&["pick montbrun", "line 1107 S"]);
    assert!(table.offers("line 1108 S") && !table.offers("face S"), "{:?}", table.options());
    assert_eq!(table.refused_by("face S"), "8.2d");
}
