//! 6.5 Fog of War.

use crate::common::{GERMAN, Setting, Table, US, game, phase};
use engine::{Decision, Event, Rules, Side, View, Viewer, shows};

/// A stack, from the bottom to the top, in a hex.
fn stack(setting: Setting, names: &[&str], hex: &str) -> Setting {
    names.iter().fold(setting, |setting, name| setting.unit(name, hex))
}

/// What a view shows in a hex: the names from the bottom to the top, and what the top one covers.
fn shown(view: &View, hex: &str) -> (Vec<Option<String>>, Option<Option<usize>>) {
    let place = engine::view::Place::Hexes(vec![hex.to_string()]);
    let pieces: Vec<_> = view.pieces.iter().filter(|piece| piece.place == place).collect();
    let covers = pieces.last().and_then(|top| top.covers.as_ref()).map(|covered| covered.count);
    (pieces.iter().map(|piece| piece.id.clone()).collect(), covers)
}

/// What `shown` gives for an enemy stack with this top unit whose height is hidden.
fn only(top: &str) -> (Vec<Option<String>>, Option<Option<usize>>) {
    (vec![Some(top.to_string())], Some(None))
}

/// Everything that a side is told, without what a rule opens to it.
fn told(table: &Table, side: Side) -> Vec<Event> {
    let log = table.playing.log().iter().map(|(_, event)| event);
    log.filter(|event| event.is_for(Viewer::Side(side)) && !event.reveals).cloned().collect()
}

/// Things that somebody might try, legal or not.
const TRIES: [&str; 20] = [
    "pick G001",
    "pick G019",
    "pick G110",
    "pick 1/A/38",
    "to 3228",
    "to 3230",
    "to 3029",
    "exit",
    "target 3229",
    "target 3230",
    "target 3030",
    "join G001",
    "join G019",
    "join 1/A/38",
    "heavy 3230",
    "light 3029",
    "top G001",
    "top G019",
    "advance G001",
    "guns G001",
];

/// Panics if a side could tell two positions from each other: by its view, by what it has been told, and where it must
/// choose by its options, their texts and forecasts, by refusals, and by what a hex that it points at may mean.
fn assert_same(one: &Table, other: &Table, side: Side) {
    let tables = [one, other];
    let both = |what: &dyn Fn(&Table) -> String| {
        let [one, other] = tables.map(what);
        assert_eq!(one, other, "to {side:?}");
    };
    both(&|table| format!("{:#?}", table.view(Viewer::Side(side))));
    both(&|table| format!("{:#?}", told(table, side)));
    both(&|table| format!("{:?}", table.playing.decision()));
    if one.playing.decision() != Decision::Choose(side) {
        return;
    }
    both(&|table| game().prompt(table.state()));
    both(&|table| {
        let describe = |&action| {
            let state = table.state();
            format!("{:?} {:?}\n", game().choice(state, action), game().forecast(state, action))
        };
        table.playing.legal().iter().map(describe).collect()
    });
    let verdict = |table: &Table, text: &str| {
        let action = game().parse(table.state(), text).unwrap();
        format!("{text}: {:?}\n", game().check(table.state(), action))
    };
    both(&|table| TRIES.iter().map(|text| verdict(table, text)).collect());
    both(&|table| {
        let point = |hex| {
            let mut meant = Vec::new();
            game().pointing_at(table.state(), hex, &mut meant);
            meant.into_iter().map(|action| verdict(table, &game().notation(table.state(), action))).collect::<String>()
        };
        game().ground.board().hexes().map(point).collect()
    });
}

/// Two German stacks whose top units are G110 and G111, and two US stacks whose top units are 1/B/38 and 2/B/38.
fn four_stacks(id: &str, germans: [&[&str]; 2], us: [&[&str]; 2]) -> Setting {
    let setting = stack(phase(id, 3), germans[0], "3230").unit("G110", "3230");
    let setting = stack(setting, germans[1], "3030").unit("G111", "3030");
    let setting = stack(setting, us[0], "3229").unit("1/B/38", "3229");
    stack(setting, us[1], "3029").unit("2/B/38", "3029")
}

const PHASES: [&str; 10] = ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

#[test]
fn what_lies_under_a_stack_is_hidden_from_the_enemy() {
    shows!["6.5a"];
    let us: [&[&str]; 2] = [&["1/A/38", "2/A/38"], &["3/A/38"]];
    let germans: [&[&str]; 2] = [&["G001"], &["G002", "G019"]];
    for id in PHASES {
        // Single units, their numbers and their factors change places under the German stacks.
        let one = four_stacks(id, germans, us).table();
        let other = four_stacks(id, [&["G019", "G002"], &["G001"]], us).table();
        assert_same(&one, &other, US);
        assert_ne!(one.view(Viewer::Side(GERMAN)), other.view(Viewer::Side(GERMAN)), "the owner sees it");
        // And under the US stacks.
        let other = four_stacks(id, germans, [&["1/A/38"], &["3/A/38", "2/A/38"]]).table();
        assert_same(&one, &other, GERMAN);
        assert_ne!(one.view(Viewer::Side(US)), other.view(Viewer::Side(US)));
    }
    // A spectator sees no more than both sides do.
    let view = four_stacks("V", germans, us).table().view(Viewer::Spectator);
    assert_eq!(shown(&view, "3230"), only("G110"));
    assert_eq!(shown(&view, "3229"), only("1/B/38"));
}

#[test]
fn aiming_at_a_stack_tells_nothing_of_it() {
    shows!["6.5a"];
    let us: [&[&str]; 2] = [&["1/A/38", "2/A/38"], &["3/A/38"]];
    let twins = |id: &str| {
        [[&["G001"] as &[&str], &["G002", "G019"]], [&["G019", "G002"], &["G001"]]]
            .map(|germans| four_stacks(id, germans, us).table())
    };
    // Fire is put together; 8 doubled against 2 would be automatic, 4 doubled is 4:1.
    let [mut one, mut other] = twins("VI");
    for table in [&mut one, &mut other] {
        table.play(&["target 3230", "join 1/B/38"]);
    }
    assert_same(&one, &other, US);
    let chances = one.forecast("fire").chances;
    assert_eq!(chances[0].outcome, "the top unit is eliminated");
    assert!((chances[0].probability - 4.0 / 6.0).abs() < 1e-9);
    // Markers are placed.
    let [mut one, mut other] = twins("IV");
    for table in [&mut one, &mut other] {
        table.play(&["heavy 3230", "light 3030"]);
    }
    assert_same(&one, &other, US);
}

#[test]
fn the_top_unit_is_open() {
    shows!["6.5f", "6.5c"];
    let setting = stack(phase("VII", 3), &["G001", "G043", "G110"], "3230").unit("1/A/38", "3229");
    let mut table = setting.unit("2/A/38", "3329").table();
    for viewer in [Viewer::Side(US), Viewer::Spectator] {
        let view = table.view(viewer);
        assert_eq!(shown(&view, "3230"), only("G110"));
        // All that can be seen stands face up, with its values.
        assert!(view.pieces.iter().all(|piece| piece.id.is_some() && piece.values.len() == 3));
        let fire = &view.pieces.iter().find(|piece| piece.id.as_deref() == Some("G110")).unwrap().values[0];
        assert_eq!((fire.name.word(), fire.value.as_str()), ("fire", "8"));
    }
    // When the top unit falls, the next one is open: a platoon's assault is 4:1, and a 4 takes G110 alone (dice fall
    // in the order of names).
    table.play(&["done", "done", "done", "target 3230", "join 1/A/38"]);
    assert_eq!(table.phase(), "X");
    table.rolls(&[5, 5, 4]).play(&["fire"]);
    assert!(table.is_dead("G110"));
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only("G043"));
}

#[test]
fn the_owner_sees_his_stacks() {
    shows!["6.5a"];
    let table = stack(phase("V", 3), &["G001", "G043", "G110"], "3230").unit("1/A/38", "3229").table();
    let names = ["G001", "G043", "G110"].map(|name| Some(name.to_string())).to_vec();
    assert_eq!(shown(&table.view(Viewer::Side(GERMAN)), "3230"), (names.clone(), None));
    assert_eq!(shown(&table.view(Viewer::All), "3230"), (names, None));
}

#[test]
fn a_stack_is_open_while_fire_into_it_is_resolved() {
    shows!["6.5b"];
    let mut table = stack(phase("VI", 3), &["G001", "G043", "G110"], "3230")
        .unit("1/A/38", "3229")
        .unit("HW1", "3228")
        .unit("G002", "2342")
        .table();
    table.play(&["target 3230", "join 1/A/38"]);
    let opened = "In 3230 lie G110 (8-6-4), G043 (3-6-4), G001 (1-6-4).".to_string();
    assert!(!table.told(Viewer::Side(US)).contains(&opened));
    // 4 doubled against 2 is 4:1: five and six miss, one hits one of them.
    table.rolls(&[5, 6, 1]).play(&["fire"]);
    for viewer in [Viewer::Side(US), Viewer::Side(GERMAN)] {
        assert!(table.told(viewer).contains(&opened));
    }
    // Two are left, and they are covered again.
    assert_eq!(table.stack("3230").len(), 2);
    let top = table.stack("3230")[0].clone();
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only(&top));
}

#[test]
fn a_stack_is_open_while_it_is_bombarded() {
    shows!["6.5b"];
    let setting = stack(phase("IV", 3), &["G001", "G043", "G110"], "3230").unit("1/A/38", "3229");
    let mut table = stack(setting, &["G002", "G111"], "3030").table();
    table.play(&["light 3230"]);
    let before = table.told(Viewer::Side(US));
    assert!(before.iter().all(|text| !text.contains("G001")));
    // No drift; 4 against 2 is 2:1, and nothing but sixes follows.
    table.rolls(&[1, 6, 6, 6]).play(&["done"]);
    let told = table.told(Viewer::Side(US));
    assert!(told.contains(&"In 3230 lie G110 (8-6-4), G043 (3-6-4), G001 (1-6-4).".to_string()));
    // The other stack was not hit and stays closed; the one that was is closed again.
    assert!(told.iter().all(|text| !text.contains("G002")));
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only("G110"));
}

#[test]
fn carnage_in_two_hexes_does_not_tell_which_unit_lies_where() {
    shows!["2.6a"];
    let remains = |here: &str, there: &str| {
        let mut table = phase("VI", 3)
            .unit("1/A/38", "3229")
            .unit("2/A/38", "3229")
            .unit("3/A/38", "3229")
            .unit("4/A/38", "3229")
            .unit("1/B/38", "3227")
            .unit("2/B/38", "3227")
            .unit("3/B/38", "3227")
            .unit("4/B/38", "3227")
            .unit(here, "3230")
            .unit(there, "3228")
            .unit("G002", "2342")
            .table();
        table.play(&["target 3230", "join 1/A/38", "join 2/A/38", "join 3/A/38", "join 4/A/38", "fire", "done"]);
        table.play(&["target 3228", "join 1/B/38", "join 2/B/38", "join 3/B/38", "join 4/B/38", "fire"]);
        table.view(Viewer::Spectator).markers
    };
    let markers = remains("G110", "G001");
    assert_eq!(markers.len(), 2);
    assert_eq!(markers, remains("G001", "G110"));
}

#[test]
fn carnage_shows_only_after_elimination() {
    shows!["6.5c"];
    let mut table = phase("VI", 3).unit("1/A/38", "3229").unit("G001", "3230").unit("G002", "2342").table();
    assert!(table.view(Viewer::Side(US)).markers.is_empty());
    table.rolls(&[4]).play(&["target 3230", "join 1/A/38", "fire"]);
    for viewer in [Viewer::Side(US), Viewer::Side(GERMAN)] {
        let markers = table.view(viewer).markers;
        assert_eq!((markers.len(), markers[0].kind.word(), markers[0].count), (1, "carnage", 1));
        assert!(table.view(viewer).pieces.iter().all(|piece| piece.id.as_deref() != Some("G001")));
    }
}

#[test]
fn the_height_of_a_stack_is_hidden_or_by_the_switch_open() {
    shows!["6.5a"];
    let us: [&[&str]; 2] = [&["1/A/38"], &["3/A/38"]];
    let table = |germans: [&[&str]; 2], option: &str| four_stacks("VI", germans, us).option(option).table();
    let (low, high): ([&[&str]; 2], [&[&str]; 2]) = ([&["G001"], &["G002", "G019"]], [&["G019", "G002"], &["G001"]]);
    assert_same(&table(low, "show-counts=off"), &table(high, "show-counts=off"), US);
    // With the switch one can count, but still not look.
    let (one, other) = (table(low, "show-counts=on"), table(high, "show-counts=on"));
    assert_eq!(shown(&one.view(Viewer::Side(US)), "3230"), (vec![Some("G110".into())], Some(Some(1))));
    assert_eq!(shown(&other.view(Viewer::Side(US)), "3230"), (vec![Some("G110".into())], Some(Some(2))));
    let swapped = table([&["G019"], &["G002", "G001"]], "show-counts=on");
    assert_same(&one, &swapped, US);
    // 4 doubled against 2 is 4:1: a ninth for none of the two, four ninths each for one and for both.
    let mut one = one;
    one.play(&["target 3230", "join 1/B/38"]);
    let chances = one.forecast("fire").chances;
    assert_eq!(chances.iter().map(|chance| (chance.probability * 9.0).round() as u8).collect::<Vec<_>>(), [1, 4, 4]);
}

#[test]
fn the_owner_says_which_unit_lies_on_top() {
    shows!["6.5a", "6.5f"];
    let setting = stack(phase("V", 3), &["G001", "G019", "G110"], "3230").unit("G043", "3231").unit("1/A/38", "3229");
    let mut table = setting.table();
    // A unit comes: any of the four faces may lie on top, and until one does the enemy sees none.
    table.play(&["pick G043", "to 3230"]);
    assert_eq!(table.options(), ["top G043", "top G110", "top G019", "top G001"]);
    assert_eq!(table.refused_by("done"), "6.5a");
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), (vec![None], Some(None)));
    table.play(&["top G019"]);
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only("G019"));
    // A unit leaves: the same.
    table.play(&["pick G019", "to 3330"]);
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), (vec![None], Some(None)));
    assert_eq!(table.refused_by("top G019"), "6.5a");
    table.play(&["top G001"]);
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only("G001"));
    // Where all faces are the same there is nothing to choose, and nobody arranges what nobody has touched.
    assert_eq!(table.refused_by("top G001"), "6.5a");
}

#[test]
fn a_unit_that_leaves_does_not_uncover_the_next() {
    shows!["6.5a"];
    // The order below the top differs; the owner puts the same unit on top, and the enemy has seen nothing else.
    let play = |below: [&str; 2]| {
        let setting = stack(phase("V", 3), &below, "3230").unit("G110", "3230").unit("1/A/38", "3228");
        let mut table = setting.table();
        table.play(&["pick G110", "to 3330"]);
        table
    };
    let (mut one, mut other) = (play(["G001", "G043"]), play(["G043", "G001"]));
    assert_same(&one, &other, US);
    one.play(&["top G001"]);
    other.play(&["top G001"]);
    assert_same(&one, &other, US);
}

#[test]
fn the_way_of_a_unit_does_not_betray_the_stacks_it_goes_around() {
    shows!["6.5a"];
    // G067 (4) goes from 3231 to 3229: through 3230 if 8 and 2 lie there, around it if 8 and 7 do.
    let play = |here: &str, there: &str| {
        let setting = stack(phase("V", 3), &[here, "G110"], "3230");
        let setting = stack(setting, &[there, "G111"], "3030").unit("G067", "3231").unit("1/A/38", "3227");
        let mut table = setting.table();
        table.play(&["pick G067", "to 3229"]);
        table
    };
    let (straight, around) = (play("G019", "G105"), play("G105", "G019"));
    let way = |table: &Table| {
        let log = table.playing.log().iter().map(|(_, event)| event);
        let mut moves = log.filter(|event| event.kind.word() == "move" && event.is_for(Viewer::Side(GERMAN)));
        moves.next().unwrap().hexes.len()
    };
    assert_eq!((way(&straight), way(&around)), (3, 4), "the owner knows the way");
    assert_same(&straight, &around, US);
}

#[test]
fn draws_are_open_or_by_the_switch_hidden() {
    shows!["6.5a"];
    let draw = |under: &str, to_come: &str, option: &str| {
        let setting = stack(phase("XII", 2), &[under, "G110"], "3230").unit("G111", "4232").unit("1/A/38", "3228");
        let mut table = setting.mark("container", to_come).option(option).table();
        table.rolls(&[1, 1, 1, 1, 1, 1]).play(&["done"]);
        table
    };
    // In the open the US player sees what is drawn, and what is left.
    let open = draw("G001", "G043", "hide-draws=off");
    assert!(open.told(Viewer::Side(US)).contains(&"G043 (3-6-4) is drawn.".to_string()));
    assert!(open.view(Viewer::Side(US)).pieces.iter().any(|piece| piece.id.as_deref() == Some("G043")));
    // Hidden, he cannot tell whether G001 lies under the stack and G043 comes, or the other way round.
    let (mut one, mut other) = (draw("G001", "G043", "hide-draws"), draw("G043", "G001", "hide-draws"));
    assert_same(&one, &other, US);
    assert!(one.told(Viewer::Side(US)).contains(&"A German unit is drawn.".to_string()));
    assert!(one.told(Viewer::Side(GERMAN)).contains(&"G043 (3-6-4) is drawn.".to_string()));
    // Placed under G111 it is still unknown.
    for table in [&mut one, &mut other] {
        table.play(&["place 4232", "top G111"]);
    }
    assert_same(&one, &other, US);
    assert_eq!(shown(&one.view(Viewer::Side(US)), "4232"), only("G111"));
}

#[test]
fn the_container_is_open_by_deduction_or_hidden() {
    shows!["6.5a"];
    let table = |under: &str, to_come: &str, option: &str| {
        let setting = stack(phase("V", 3), &[under, "G110"], "3230").unit("1/A/38", "3228").mark("container", to_come);
        setting.option(option).table()
    };
    let contents = |table: &Table| {
        let boxes = table.view(Viewer::Side(US)).boxes;
        boxes.into_iter().find(|holding| holding.id == "container").unwrap().contents
    };
    assert_eq!(
        contents(&table("G001", "G043 G044 G002", "hide-draws=off")),
        [("1-6-4".into(), 1), ("3-6-4".into(), 2)]
    );
    assert_eq!(contents(&table("G001", "G043 G044 G002", "hide-draws")), [("German units".into(), 3)]);
    assert_same(&table("G001", "G043", "hide-draws"), &table("G043", "G001", "hide-draws"), US);
}

#[test]
fn nobody_looks_under_a_top_because_it_fires() {
    shows!["6.5a", "6.5b"];
    let fire = |units: &[&str], option: &str| {
        let setting = stack(phase("VII", 3), &["G001", "G085", "G110"], "3230").unit("1/A/38", "3228");
        let mut table = setting.unit("2/A/38", "3128").option(option).table();
        table.play(&["target 3228"]);
        for unit in units {
            table.play(&[&format!("join {unit}")]);
        }
        table.rolls(&[6]).play(&["fire"]);
        table
    };
    // Of three units the 5 in the middle fires, from two hexes: the US player hears from where and how hard.
    let table = fire(&["G085"], "hide-firers=on");
    let hidden = table.told(Viewer::Side(US));
    assert!(hidden.contains(&"Hidden units in 3230 fire into 3228 with 5 factors, at 2:1.".to_string()), "{hidden:?}");
    assert!(hidden.iter().all(|text| !text.contains("G085")));
    assert!(told(&table, US).iter().all(|event| event.pieces.iter().all(|unit| !unit.starts_with('G'))));
    assert!(table.told(Viewer::Side(GERMAN)).contains(&"G085 (5) fires into 3228 with 5 factors, at 2:1.".to_string()));
    // The top unit is open, and so is its fire; 8 and 5 and 1 against 2 are 7:1.
    let table = fire(&["G001", "G085", "G110"], "hide-firers=on");
    let hidden = table.told(Viewer::Side(US));
    let text = "G110 (8), hidden units in 3230 fire into 3228 with 14 factors, at 7:1.".to_string();
    assert!(hidden.contains(&text), "{hidden:?}");
    assert_eq!(shown(&table.view(Viewer::Side(US)), "3230"), only("G110"));
    // By the other reading all that fire are named with their strengths.
    let open = fire(&["G085"], "hide-firers=off").told(Viewer::Side(US));
    assert!(open.contains(&"G085 (5) fires into 3228 with 5 factors, at 2:1.".to_string()), "{open:?}");
    assert!(open.iter().all(|text| !text.contains("G001") && !text.contains("G110")));
}

#[test]
fn hidden_firers_leave_no_trace() {
    shows!["6.5a"];
    // Two factors from 3230: a 2 there, or two units of 1 each. The enemy cannot tell.
    let play = |here: [&str; 2], there: [&str; 2], join: &[&str]| {
        let setting =
            stack(stack(phase("VII", 3), &here, "3230").unit("G110", "3230"), &there, "3130").unit("G111", "3130");
        let mut table = setting.unit("1/A/38", "3228").unit("2/A/38", "3128").table();
        table.rolls(&[6]).play(&["target 3228"]).play(join).play(&["fire"]);
        table
    };
    let one = play(["G019", "G020"], ["G001", "G002"], &["join G019"]);
    let other = play(["G001", "G002"], ["G019", "G020"], &["join G001", "join G002"]);
    assert_same(&one, &other, US);
    // Before the fire is executed nobody but their owner knows who is to take part.
    let play = |unit: &str| {
        let setting = stack(phase("VII", 3), &["G111", "G110"], "3230").unit("1/A/38", "3228").unit("2/A/38", "3128");
        let mut table = setting.table();
        table.play(&["target 3228", &format!("join {unit}")]);
        table
    };
    assert_same(&play("G110"), &play("G111"), US);
}

#[test]
fn a_moving_unit_is_seen_or_by_the_switch_unknown() {
    shows!["6.5a"];
    // A hidden unit leaves 3231 and goes under G110 in 3230.
    let play = |mover: &str, stays: &str, option: &str| {
        let setting = stack(phase("V", 3), &[mover, "G111"], "3231").unit("G110", "3230");
        let setting = stack(setting, &[stays, "G112"], "3030").unit("1/A/38", "3227");
        let mut table = setting.option(option).table();
        table.play(&[&format!("pick {mover}"), "to 3230"]);
        table
    };
    let open = play("G001", "G019", "strict-fog=off");
    assert!(open.told(Viewer::Side(US)).contains(&"G001 moves from 3231 to 3230.".to_string()));
    let (mut one, mut other) = (play("G001", "G019", "strict-fog"), play("G019", "G001", "strict-fog"));
    assert!(one.told(Viewer::Side(US)).contains(&"A unit moves from 3231 to 3230.".to_string()));
    assert!(one.told(Viewer::Side(GERMAN)).contains(&"G001 moves from 3231 to 3230.".to_string()));
    assert_same(&one, &other, US);
    for table in [&mut one, &mut other] {
        table.play(&["top G110"]);
    }
    assert_same(&one, &other, US);
}

#[test]
fn an_advancing_unit_is_seen_or_by_the_switch_unknown() {
    shows!["6.5a"];
    // A stack assaults with 8 and 5, doubled, against 2: automatic. The 5 advances first, then the 8 covers it.
    let play = |option: &str| {
        let setting = stack(phase("VII", 3), &["G085", "G110"], "3230").unit("1/A/38", "3229").unit("2/A/38", "3227");
        let mut table = setting.option(option).table();
        table.play(&["target 3229", "join all", "fire", "advance G085"]);
        table.told(Viewer::Side(US))
    };
    assert!(play("strict-fog=off").contains(&"G085 advances into 3229.".to_string()));
    let strict = play("strict-fog");
    assert!(strict.contains(&"A unit advances into 3229.".to_string()), "{strict:?}");
    assert!(!strict.contains(&"G085 advances into 3229.".to_string()));
}

#[test]
fn arranging_a_stack_gives_no_look_into_others() {
    shows!["6.5a"];
    let play = |us: [&[&str]; 2]| {
        let mut table = four_stacks("V", [&["G001"], &["G019"]], us).table();
        table.play(&["pick G001", "to 3231", "pick G019", "to 3031", "pick G111", "to 3031"]);
        assert!(table.offers("top G019"));
        table
    };
    let (one, other) = (play([&["1/A/38", "2/A/38"], &["3/A/38"]]), play([&["1/A/38"], &["3/A/38", "2/A/38"]]));
    assert_same(&one, &other, GERMAN);
}
