//! What `docs/adding-a-game.md` quotes stands in the files word for word.

use engine::laws::assert_page_quotes;
use std::path::Path;

#[test]
fn the_guide_quotes_the_files_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_page_quotes(&folder.join("../../docs/adding-a-game.md"), folder, 10);
}
