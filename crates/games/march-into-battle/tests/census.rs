//! What the game tells those who study it.

use crate::common::{game, raab, unit};
use engine::laws::{assert_census_agrees, strengths};
use engine::{Census, Rules};

#[test]
fn a_detachment_takes_its_strength_from_the_division() {
    let setting = unit(raab("GREN-C"), "seras", "0911", "N").unit("grenier", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    let before = strengths(&*game(), table.state());
    assert_eq!(before[0], 3, "Seras has three steps, and a leader has none");
    table.play(&["pick seras", "to 0910", "stay", "detach 1"]);
    assert_eq!(strengths(&*game(), table.state()), before);
    assert_eq!(u32::from(game().turn(table.state())), table.view(engine::Viewer::All).turn);
}

#[test]
fn the_census_agrees_with_views() {
    for scenario in 0..game().about().scenarios.len() {
        assert_census_agrees(&*game(), scenario, game().about().default_options(), 6);
    }
}
