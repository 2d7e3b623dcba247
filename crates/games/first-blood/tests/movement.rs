//! 9.0 Movement.

mod common;

use common::phase;
use engine::shows;

#[test]
fn a_road_step_costs_half_a_point_along_the_road_only() {
    shows!["9.5c", "9.5d"];
    // The Paris-Metz Road runs from 2824 to 2724 and 2625; 2823 lies beside it.
    let mut table = phase("VIII", 3).unit("1/E/38", "2824").unit("G001", "4232").table();
    table.play(&["pick 1/E/38"]);
    assert_eq!(table.forecast("to 2724").sum.value, "1/2");
    assert_eq!(table.forecast("to 2823").sum.value, "1");
}
