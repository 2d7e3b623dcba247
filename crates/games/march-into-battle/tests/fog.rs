//! 2.5 Fog of war: what each side may see.

use crate::common::{game, marked, raab, unit};
use engine::dice::SeededDice;
use engine::laws::{assert_no_leak, assert_resampling_forgets};
use engine::view::Place;
use engine::{Rules, Side, Viewer, shows};

#[test]
fn counters_are_open_and_force_charts_are_not() {
    shows!["2.5a", "2.5b", "2.5d", "2.2.1f", "2.4"];
    let setting = raab("GREN-C").unit("grenier", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = marked(setting, "jellacic", "1609", "SW", &["fatigue=4", "stragglers=1", "guns=2", "disorganized"]);
    let table = marked(setting, "davidovich", "1709", "SW", &["guns=0"]).table(&game());
    let view = table.view(Viewer::Side(Side::First));
    let jellacic = view.pieces.iter().find(|piece| piece.id.as_deref() == Some("jellacic")).unwrap();
    assert_eq!(jellacic.place, Place::Hexes(vec!["1609".into()]));
    assert_eq!((jellacic.steps, jellacic.facing.as_deref()), (4, Some("SW")));
    let names: Vec<_> = jellacic.values.iter().map(|value| value.name.word()).collect();
    assert_eq!(names, ["strength", "morale", "movement"]);
    assert!(jellacic.marks.contains(&engine::Mark::Disorganized) && jellacic.marks.contains(&engine::Mark::Guns));
    let davidovich = view.pieces.iter().find(|piece| piece.id.as_deref() == Some("davidovich")).unwrap();
    assert!(!davidovich.marks.contains(&engine::Mark::Guns), "he has no zone");
    assert!(!view.boxes.iter().any(|one| one.id == "chart-coalition"));
    let own = table.view(Viewer::Side(Side::Second));
    let jellacic = own.pieces.iter().find(|piece| piece.id.as_deref() == Some("jellacic")).unwrap();
    assert!(jellacic.values.iter().any(|value| value.name.word() == "fatigue" && value.value == "4"));
    let chart = own.boxes.iter().find(|one| one.id == "chart-coalition").unwrap();
    assert!(chart.contents.iter().any(|(line, _)| line.contains("stragglers 1, fatigue 4, G 2")), "{chart:?}");
}

#[test]
fn nothing_hidden_reaches_the_enemy() {
    shows!["2.5b"];
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = marked(setting, "jellacic", "1611", "SW", &["fatigue=9", "stragglers=2", "guns=3"]);
    let mut table = unit(setting, "frelich", "1711", "SW").table(&game());
    let mut dice = SeededDice::new(3);
    let rules = game();
    for actions in [&["done"][..], &["attack seras 1611"], &[]] {
        for side in Side::BOTH {
            for _ in 0..20 {
                assert_no_leak(&*rules, table.state(), side, &[], &mut dice);
                assert_resampling_forgets(&*rules, table.state(), side, &mut dice);
            }
        }
        table.play(actions);
    }
    let other = rules.resample(table.state(), Side::First, &mut dice);
    assert_ne!(&other, table.state(), "there was something to hide");
    assert_eq!(rules.view(&other, Viewer::Side(Side::First)), table.view(Viewer::Side(Side::First)));
}

#[test]
fn strengths_are_stated_when_it_comes_to_blows() {
    shows!["2.5c"];
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let mut table = marked(setting, "jellacic", "1611", "SW", &["fatigue=6"]).table(&game());
    table.play(&["done"]);
    // Before the attack is declared the French cannot know that Jellacic is tired.
    let guess = table.forecast("attack seras 1611");
    assert!(guess.given.is_some() && guess.sum.lines().join("\n").contains("odds 6:8"), "{:?}", guess.sum.lines());
    table.play(&["attack seras 1611", "done"]);
    let stated = table.forecast("fight 1");
    assert!(stated.given.is_none() && stated.sum.lines().join("\n").contains("odds 6:4"), "{:?}", stated.sum.lines());
}

#[test]
fn the_lite_game_marks_stragglers_and_formations() {
    shows!["10.0d", "1e", "11.2a"];
    let setting = raab("GREN-C").option("lite").unit("grenier", "1513").mark("level", "GREN-C=2");
    let setting = marked(setting, "seras", "1512", "NE", &["stragglers=1"]);
    let table = unit(setting, "jellacic", "1609", "SW").table(&game());
    let marks = |viewer: Viewer| {
        let view = table.view(viewer);
        view.pieces.iter().find(|piece| piece.id.as_deref() == Some("seras")).unwrap().marks.clone()
    };
    assert!(marks(Viewer::Side(Side::First)).contains(&engine::Mark::Stragglers));
    assert!(!marks(Viewer::Side(Side::Second)).contains(&engine::Mark::Stragglers));
    let chart = table.view(Viewer::Side(Side::First)).boxes.into_iter().find(|one| one.id == "chart-french").unwrap();
    assert!(chart.contents.iter().any(|(line, _)| line.contains("Near Tired")), "{chart:?}");
}
