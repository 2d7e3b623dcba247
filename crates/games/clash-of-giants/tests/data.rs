//! The data files load.

use clash_of_giants::ClashOfGiants;

#[test]
fn the_data_loads() {
    ClashOfGiants::load(None).unwrap();
}
