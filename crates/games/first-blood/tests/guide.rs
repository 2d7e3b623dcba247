//! What `docs/data-format.md` quotes stands in the data files word for word.

use engine::laws::assert_page_quotes;
use std::path::Path;

#[test]
fn the_page_on_data_quotes_the_files_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_page_quotes(&folder.join("../../../docs/data-format.md"), folder, 5);
}
