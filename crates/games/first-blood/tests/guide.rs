//! What pages quote stands in the files word for word.

use engine::laws::assert_page_quotes;
use std::path::Path;

#[test]
fn the_page_on_data_quotes_the_files_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_page_quotes(&folder.join("../../../docs/data-format.md"), folder, 5);
}

#[test]
fn the_plan_of_the_house_quotes_a_place_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    assert_page_quotes(&root.join("docs/architecture.md"), &root, 1);
}
